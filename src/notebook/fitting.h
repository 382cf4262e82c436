/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* fitting: what has to be written beside a change, so that all follows. */
#ifndef QKV_NOTEBOOK_FITTING_H
#define QKV_NOTEBOOK_FITTING_H

#include "notebook/notebook.h"

/* Looks for formulas that make NOTEBOOK stand with the COUNT new ones of LIST where it does not
 * stand with them alone: another size of what is given (`M = causal(5)`, `r = zeros(1, 5)`), else
 * of what cannot follow. Appends their names, as "r and M", and what to write behind the line,
 * "; r = zeros(1, 5); M = causal(5)". False, with nothing appended, where none were found. */
bool fitting_find(const struct notebook *notebook, const struct naming *list, size_t count,
                  struct text *formulas);

#endif
