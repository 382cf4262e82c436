/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* axes: what the rows and the columns of a value are, found by following them back through the
 * formulas: the rows of Q are queries, and so are the rows of scores = Q @ K.T; its columns are
 * keys. */
#ifndef QKV_CANVAS_AXES_H
#define QKV_CANVAS_AXES_H

#include "canvas/style.h"
#include "notebook/definition.h"

/* Returns what is along AXIS (AXIS_ROW, AXIS_COLUMN) of DEFINITION's value, as stored: queries,
 * keys or values (STYLE_QUERY, …); STYLE_PLAIN when it is not known. */
enum style axes_along(const struct definition *definition, int axis);

/* True for what a normaliser made, or only moved since: its rows (columns) share out 1. */
bool axes_shares(const struct definition *definition, size_t operation);
/* True also where some of these shares were struck out, or several were added up; and for rows that
 * were written to add up to 1. */
bool axes_probabilities(const struct definition *definition);

/* Returns the definition whose numbers went into DEFINITION without a change of units: moved,
 * multiplied or divided by one number for all, masked, or averaged by shares; of several that were
 * joined the largest. NULL: there is none. */
const struct definition *axes_units(const struct definition *definition);

/* Returns the style in which the name of DEFINITION is drawn: its role in attention (by its name;
 * what shares out 1 is weights), or STYLE_FORMULA. The same for a name alone: "Q", "K.T". */
enum style axes_role(const struct definition *definition);
enum style axes_role_of(const char *name);

#endif
