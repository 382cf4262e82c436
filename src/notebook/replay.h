/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* replay: stepping through a definition whose values are all known.
 *
 * Forward and back are the same operation on a place. Five grains, each unit inside the one before:
 * definition → operation (in order of evaluation) → row → cell → term. A place names the unit that
 * was reached last; all units up to it are reached, what follows is not shown. A place with nothing
 * but a grain is the first unit at that grain, in every definition. An operation that only moves
 * numbers has no finer grain: a place of a finer grain keeps its grain there, its row, column and
 * term are 0, and it means the whole operation (replay_grain says so). A definition without
 * operations is one unit at every grain. Rows count through the whole stack (matrix by matrix). A
 * place that lies outside, because a value has become smaller, counts as the last one inside. */
#ifndef QKV_NOTEBOOK_REPLAY_H
#define QKV_NOTEBOOK_REPLAY_H

#include "notebook/definition.h"

struct text;

enum grain { GRAIN_DEFINITION, GRAIN_OPERATION, GRAIN_ROW, GRAIN_CELL, GRAIN_TERM, GRAIN_COUNT };

struct place_in { /* a place inside a definition */
    enum grain grain;
    size_t operation, row, column, term; /* from 0; those finer than GRAIN are 0 */
};

/* Converts between grains and "definition", "operation", "row", "cell", "term" (GRAIN_COUNT:
 * unknown). */
const char *grain_name(enum grain grain);
enum grain grain_find(const char *name);

/* Returns the grain reached at PLACE: the place's own, or GRAIN_OPERATION or GRAIN_DEFINITION where
 * there is nothing finer. */
enum grain replay_grain(const struct definition *definition, const struct place_in *place);

/* Moves one unit on or back at the place's grain, crossing rows and operations; false at the end or
 * the start (place unchanged). */
bool replay_next(const struct definition *definition, struct place_in *place);
bool replay_back(const struct definition *definition, struct place_in *place);

/* Finer: moves to the first unit inside the present one; false when there is no finer grain.
 * Coarser: to the unit that contains the present one, reached whole (from an operation reached
 * whole at a finer grain: to itself, at its own grain); false at the definition. */
bool replay_into(const struct definition *definition, struct place_in *place);
bool replay_out(const struct definition *definition, struct place_in *place);

/* Returns how much of operation OPERATION has been reached: cells [0, return) in order are whole;
 * when *TERMS (may be NULL) is not 0 the next cell has that many terms reached, and not all. */
size_t replay_reached(const struct definition *definition, const struct place_in *place,
                      size_t operation, size_t *terms);

/* Addresses: `NAME [operation] [batch b] [head h] [row i [col j [term t]]]`, operation an
 * operator's name as in the table, "#2" added when it repeats ("@#2"); i and j positions from 1 or
 * labels. In COLUMNS row and col mean what is shown, so a whole row of the operation is `col j`
 * there. replay_parse reads what follows NAME: nothing is the definition, and without an operation
 * the last one is meant. The result has the grain of the unit that is named. */
void replay_address(const struct definition *definition, const struct place_in *place, bool columns,
                    struct text *out);
bool replay_parse(const struct definition *definition, const char *text, bool columns,
                  struct place_in *place, struct failure *failure);

#endif
