/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* fitting: finds formulas to write beside a change so that everything else still fits. */
#ifndef QKV_NOTEBOOK_FITTING_H
#define QKV_NOTEBOOK_FITTING_H

#include "notebook/notebook.h"

/* Looks for formulas that make the COUNT definitions of LIST fit NOTEBOOK when they do not fit
 * alone: another size of what is given (`M = causal(5)`, `r = zeros(1, 5)`), else of what cannot
 * follow. Appends their names, as "r and M", and the text to add to the line, "; r = zeros(1, 5); M
 * = causal(5)". False, with nothing appended, when none were found. */
bool fitting_find(const struct notebook *notebook, const struct naming *list, size_t count,
                  struct text *formulas);

#endif
