/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/fitting.h"

#include "base/memory.h"
#include "base/text.h"
#include "language/lens.h"
#include "language/reader.h"
#include "language/writer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    FITTING = 24,  /* how many formulas may be found */
    TRIALS = 1000, /* how many attempts are made */
    SIZES = 2 * 8, /* how many changed sizes are noted among one definition's uses */
};

/* Which axes take the new size, and whether the last one is taken where one size became several. */
enum way { ROWS = 1, COLUMNS = 2, LAST = 4 };

/* In the order in which they are tried: mostly the number of rows has changed. */
static const enum way ways[] = {ROWS,        ROWS | COLUMNS,        COLUMNS,
                                ROWS | LAST, ROWS | COLUMNS | LAST, COLUMNS | LAST};

enum { WAYS = sizeof ways / sizeof *ways };

struct fitting {
    const struct notebook *notebook;
    struct naming *list; /* the definitions given, then those found */
    size_t count, found, trials;
    struct notebook_reach reach; /* of LIST */

    size_t from[SIZES], to[SIZES], sizes; /* of the definitions that the stuck one uses */
};

/* Returns what SIZE has become. */
static size_t new_size(const struct fitting *fitting, size_t size, enum way way) {
    size_t found = size;
    for (size_t i = 0; i < fitting->sizes && (found == size || (way & LAST) != 0); i++) {
        if (fitting->from[i] == size) {
            found = fitting->to[i];
        }
    }
    return found;
}

static void note_sizes(struct fitting *fitting) {
    const struct definition *stuck = fitting->reach.stuck;
    fitting->sizes = 0;
    for (size_t i = 0; i < stuck->use_count; i++) {
        const struct definition *old = stuck->uses[i];
        const struct definition *now = notebook_find(&fitting->reach.next, old->name);

        for (int axis = AXIS_ROW; now != NULL && axis <= AXIS_COLUMN; axis++) {
            size_t from = old->value->shape.size[axis], to = now->value->shape.size[axis];
            if (from != to && fitting->sizes < SIZES) {
                fitting->from[fitting->sizes] = from;
                fitting->to[fitting->sizes++] = to;
            }
        }
    }
}

/* Writes a source such as causal(4) with the new sizes in place of the old ones: causal(5). */
static bool write_resized(const struct fitting *fitting, const struct definition *definition,
                          enum way way, struct text *out) {
    struct text formula = {0};
    writer_plain(definition->tree->root, &formula);
    const char *at = text_string(&formula);
    bool source = !formula.failed && strpbrk(at, "[\"=") == NULL;
    while (source && *at != '\0') {
        char *end = (char *)at + 1;
        bool begins = isdigit((unsigned char)*at) &&
                      (at == text_string(&formula) || strchr("(, ", at[-1]) != NULL);
        size_t size = begins ? strtoul(at, &end, 10) : 0;
        if (begins && strchr(",)", *end) != NULL) {
            text_format(out, "%zu", new_size(fitting, size, way));
        } else {
            text_append_bytes(out, at, (size_t)(end - at));
        }
        at = end;
    }
    text_release(&formula);
    return source;
}

/* Writes a value of the new size with 0 in every cell. */
static void write_zeros(const struct fitting *fitting, const struct definition *definition,
                        enum way way, struct text *out) {
    const struct shape *shape = &definition->value->shape;
    const char *between = "zeros(";
    for (int axis = AXIS_COUNT - shape->axes; axis < AXIS_COUNT; axis++) {
        bool moves = axis == AXIS_COLUMN ? way & COLUMNS : axis == AXIS_ROW && (way & ROWS) != 0;
        size_t size = shape->size[axis];
        text_format(out, "%s%zu", between, moves ? new_size(fitting, size, way) : size);
        between = ", ";
    }
    text_append(out, ")");
}

static bool is_written(const struct fitting *fitting, const char *name) {
    bool written = false;
    for (size_t i = 0; i < fitting->count; i++) {
        written = written || text_same(fitting->list[i].name, name);
    }
    return written;
}

/* Adds DEFINITION in another size to the list, unless the list has its name already. */
static void put_resized(struct fitting *fitting, const struct definition *definition, bool source,
                        enum way way) {
    struct text formula = {0};
    struct failure ignored = {0};
    if (fitting->found == FITTING || is_written(fitting, definition->name)) {
        return;
    }
    if (!source || !definition->leaf || !write_resized(fitting, definition, way, &formula)) {
        text_clear(&formula);
        write_zeros(fitting, definition, way, &formula);
    }
    struct tree *tree =
        text_ok(&formula, &ignored) ? reader_expression(text_string(&formula), &ignored) : NULL;
    if (tree != NULL) {
        fitting->list[fitting->count++] = (struct naming){definition->name, tree};
        fitting->found++;
    }
    text_release(&formula);
}

static void drop_last(struct fitting *fitting) {
    tree_release(fitting->list[--fitting->count].tree);
    fitting->found--;
}

/* True when the notebook gets further with the longer list than with its first KEPT. If the new
 * formulas break something earlier, that is added, too. On failure the new ones are dropped. */
static bool gets_further(struct fitting *fitting, size_t earlier, enum way way) {
    size_t place = notebook_position(fitting->notebook, fitting->reach.stuck->name), count = 0;
    while (fitting->found > earlier && fitting->found > count && fitting->trials++ < TRIALS) {
        struct notebook_reach reach;
        struct failure ignored = {0};
        bool all = notebook_try(fitting->notebook, fitting->list, fitting->count, &reach, &ignored);
        size_t stuck =
            reach.stuck == NULL ? place : notebook_position(fitting->notebook, reach.stuck->name);
        if (all || stuck > place) {
            notebook_release(&fitting->reach.next);
            fitting->reach = reach;
            return true;
        }
        notebook_release(&reach.next);
        count = fitting->found;
        if (stuck < place) {
            put_resized(fitting, reach.stuck, false, way);
        }
    }
    while (fitting->found > earlier) {
        drop_last(fitting);
    }
    return false;
}

static bool is_given_value(const struct definition *definition) {
    return definition->leaf && definition->text == NULL &&
           shape_cells(&definition->value->shape) > 1;
}

/* Gives a new size to one given value that the stuck definition uses; to all of them; to itself. */
static bool resize_stuck(struct fitting *fitting) {
    const struct definition *stuck = fitting->reach.stuck;
    size_t earlier = fitting->found;
    note_sizes(fitting);
    for (size_t way = 0; way < 2 * WAYS; way++) {
        for (size_t i = stuck->use_count; i-- > 0;) {
            if (is_given_value(stuck->uses[i])) {
                put_resized(fitting, stuck->uses[i], way % 2 == 0, ways[way / 2]);
                if (gets_further(fitting, earlier, ways[way / 2])) {
                    return true;
                }
            }
        }
    }
    for (size_t way = 0; way < WAYS; way++) {
        for (size_t i = 0; i < stuck->use_count; i++) {
            if (is_given_value(stuck->uses[i])) {
                put_resized(fitting, stuck->uses[i], true, ways[way]);
            }
        }
        if (gets_further(fitting, earlier, ways[way])) {
            return true;
        }
    }
    put_resized(fitting, stuck, false, ROWS);
    return gets_further(fitting, earlier, ROWS);
}

/* Writes "; r = zeros(1, 5)", in the convention that is shown. */
static void write_found(const struct fitting *fitting, const struct naming *found,
                        struct text *formulas) {
    const struct notebook_hints *hints = fitting->notebook->hints;
    struct lens_names names = {notebook_axes, (void *)fitting->notebook};
    struct failure ignored = {0};
    bool columns = hints != NULL && hints->columns != NULL && hints->columns(hints->context);
    struct tree *shown = columns ? lens_flip_definition(found->tree, &names, &ignored) : NULL;
    text_format(formulas, "; %s = ", found->name);
    writer_plain(shown != NULL ? shown->root : found->tree->root, formulas);
    tree_release(shown);
}

bool fitting_find(const struct notebook *notebook, const struct naming *list, size_t count,
                  struct text *formulas) {
    struct fitting fitting = {.notebook = notebook, .count = count};
    struct failure ignored = {0};
    fitting.list = memory_allocate(count + FITTING, sizeof *list);
    if (fitting.list == NULL) {
        return false;
    }
    memcpy(fitting.list, list, count * sizeof *list);
    bool fits = notebook_try(notebook, list, count, &fitting.reach, &ignored);
    while (fitting.reach.stuck != NULL && fitting.found < FITTING && resize_stuck(&fitting)) {
    }
    fits = !fits && fitting.reach.stuck == NULL && fitting.found > 0;
    for (size_t i = count; fits && i < fitting.count; i++) {
        write_found(&fitting, &fitting.list[i], formulas);
    }
    while (fitting.found > 0) {
        drop_last(&fitting);
    }
    notebook_release(&fitting.reach.next);
    memory_free(fitting.list);
    return fits && !formulas->failed;
}
