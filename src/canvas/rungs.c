/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/rungs.h"

#include "base/text.h"
#include "canvas/axes.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* Chooses the present one and the largest of many terms, the first of equals; before all of a sum
 * are reached those around the present one, because the largest would give themselves away. Of
 * softmax and its kin those whose first stage is the largest, which is known from the start. */
static void choose_terms(struct rungs *rungs, size_t most) {
    size_t reached = rungs->ladder->terms, entries = rungs->stages.entries, count = 0;
    const char *stage = rungs->sum ? STAGE_TERM : rungs->stages.list[0].name;
    size_t *shown = rungs->shown;
    double sizes[RUNGS_TERMS] = {0};
    rungs->count = lesser(entries, most);
    if (rungs->count == entries || (rungs->sum && reached < entries)) {
        struct visible part = visible_make(entries, most, lesser(reached, entries - 1));
        for (size_t i = 0; i < rungs->count; i++) {
            shown[i] = part.first + i;
        }
        return;
    }
    for (size_t i = 0; i < rungs->steps->count; i++) {
        const struct step *step = &rungs->steps->list[i];
        double value = rungs->sum ? fabs(step->value) : step->value;
        double size = fmin(value, DBL_MAX); /* NaN counts as the largest */
        size = step->row == rungs->present ? INFINITY : size;
        if (!stage_is(step->stage, stage)) {
            continue;
        }
        if (count == rungs->count) { /* the last of the least makes room */
            size_t least = 0;
            for (size_t k = 1; k < count; k++) {
                least = sizes[k] <= sizes[least] ? k : least;
            }
            if (size <= sizes[least]) {
                continue;
            }
            count--;
            memmove(shown + least, shown + least + 1, (count - least) * sizeof *shown);
            memmove(sizes + least, sizes + least + 1, (count - least) * sizeof *sizes);
        }
        sizes[count] = size;
        shown[count++] = step->row;
    }
    rungs->count = count;
}

/* Finds the steps of STAGE that the shown terms have. */
static void find_steps(const struct rungs *rungs, const char *stage,
                       const struct step *found[RUNGS_TERMS]) {
    for (size_t i = 0; i < rungs->steps->count; i++) {
        const struct step *step = &rungs->steps->list[i];
        bool matches = stage_is(step->stage, stage);
        for (size_t k = 0; k < rungs->count && matches; k++) {
            found[k] = rungs->shown[k] == step->row ? step : found[k];
        }
    }
}

static struct rung *add_line(struct rungs *rungs, size_t stage, const char *head) {
    struct rung *line = &rungs->lines[rungs->line_count++];
    *line = (struct rung){.head = canvas_cut(head, SIZE_MAX), .role = STYLE_LABEL, .stage = stage};
    return line;
}

/* True when the operand of STEP is a definition, not an operation inside of the explained one. */
static bool is_named(const struct explanation *explanation, const struct step *step) {
    const struct definition *definition;
    size_t operation, cell;
    return explanation_follow(explanation, step, &definition, &operation, &cell) &&
           definition != explanation->definition;
}

/* Names a line of cells of one operand "Q[word1,:]", in the colour of Q, or "Q" where they are on
 * no line of it. */
static void name_cells(struct rungs *rungs, struct rung *line) {
    const struct explanation *explanation = rungs->ladder->explanation;
    const struct step *first = line->steps[0], *last = line->steps[rungs->count - 1];
    struct text name = {0};
    bool upper = line->factor != naming_swaps(explanation, rungs->ladder->columns);
    int alone = upper ? AXIS_ROW : AXIS_COLUMN; /* the axis of a factor of the only term */
    int axis = last == first ? alone : naming_axis(explanation, first, last);
    bool on_line = true;
    for (size_t i = 1; i < rungs->count; i++) {
        on_line &= line->steps[i]->cell == first->cell ||
                   naming_axis(explanation, first, line->steps[i]) == axis;
    }
    naming_line(explanation, first, axis, rungs->ladder->columns, &name);
    size_t own = strcspn(text_string(&name), "[");
    text_truncate(&name, on_line ? name.length : own);
    line->head = canvas_cut(text_string(&name), SIZE_MAX);
    if (!is_named(explanation, first)) {
        bool product = naming_swaps(explanation, true);
        line->plain = !product ? "input" : line->factor ? "column" : "row";
    }
    text_truncate(&name, own);
    enum style role = axes_role_of(text_string(&name));
    line->role = role == STYLE_FORMULA ? STYLE_LABEL : role;
    text_release(&name);
    const struct step *labelled = rungs->labelled != NULL ? rungs->labelled->steps[0] : NULL;
    if (axis < AXIS_COUNT &&
        (labelled == NULL || naming_operand(explanation, labelled)->labels[rungs->axis] == NULL)) {
        rungs->labelled = line;
        rungs->axis = axis;
    }
}

/* Names a line by its cells; one of constants after them, and one of numbers that functions have
 * made "−log". */
static void name_line(struct rungs *rungs, struct rung *line) {
    const struct step *first = line->steps[0];
    bool cells = true;
    for (size_t i = 0; i < rungs->count && cells; i++) {
        const struct step *step = line->steps[i];
        cells = step != NULL && step->kind == STEP_CELL && step->operand == first->operand;
    }
    if (cells) {
        name_cells(rungs, line);
    } else if (first != NULL && first->kind == STEP_NUMBER && first->note != NULL) {
        line->head = canvas_cut(first->note, SIZE_MAX);
    } else if (line->stage == STAGES_MOST) { /* of no stage, which has a name */
        char name[CANVAS_LABEL] = "";
        for (; first != NULL && first->kind == STEP_APPLY && first->right == STEP_NONE;
             first = &rungs->steps->list[first->left]) {
            size_t length = strlen(name);
            text_fill(name + length, sizeof name - length, "%s",
                      first->scalar == &scalar_negate ? "−" : first->scalar->name);
        }
        line->head = name[0] != '\0' ? canvas_cut(name, SIZE_MAX) : line->head;
    }
}

struct label rungs_label(const struct rungs *rungs, size_t nth) {
    static const struct shape no_labels;
    if (rungs->labelled == NULL) {
        return matrix_head(&no_labels, AXIS_COLUMN, rungs->shown[nth]);
    }
    const struct step *step = rungs->labelled->steps[nth];
    const struct shape *shape = naming_operand(rungs->ladder->explanation, step);
    size_t at = tensor_place(shape, step->cell).at[rungs->axis];
    return matrix_head(shape, (enum tensor_axis)rungs->axis, at);
}

/* Adds the two rows that are multiplied, then their products; or the terms alone. */
static void add_terms(struct rungs *rungs) {
    const struct step *terms[RUNGS_TERMS] = {NULL};
    bool products = true, squares = true,
         swap = naming_swaps(rungs->ladder->explanation, rungs->ladder->columns);
    find_steps(rungs, STAGE_TERM, terms);
    for (size_t i = 0; i < rungs->count; i++) {
        const struct step *term = terms[i];
        bool product = term != NULL && term->kind == STEP_APPLY && term->scalar == &scalar_multiply;
        products &= product && term->left != term->right;
        squares &= product && term->left == term->right;
    }
    for (int side = 0; side < 2 && products; side++) {
        struct rung *line = add_line(rungs, STAGES_MOST, side == 1 ? "second" : "first");
        for (size_t i = 0; i < rungs->count && terms[i] != NULL; i++) {
            int factor = (side == 1) != swap ? terms[i]->right : terms[i]->left;
            line->steps[i] = &rungs->steps->list[factor];
        }
        line->given = true;
        line->factor = side == 1;
        name_line(rungs, line);
    }
    struct rung *line = add_line(rungs, STAGES_MOST,
                                 products  ? "products"
                                 : squares ? "squares"
                                           : "terms");
    memcpy(line->steps, terms, sizeof terms);
    rungs->last = line;
    if (!products) {
        name_line(rungs, line);
    }
}

void rungs_choose(struct rungs *rungs, size_t most) {
    choose_terms(rungs, most);
    rungs->line_count = 0;
    rungs->last = rungs->labelled = NULL;
    for (size_t i = 0; i < rungs->stages.count; i++) {
        const struct steps_stage *stage = &rungs->stages.list[i];
        const char *divided = stage_is(stage->name, "÷") ? "÷ their sum" : stage->name;
        const char *head = stage_is(stage->name, "x − max") ? "− largest" : divided;
        if (rungs->sum && stage_is(stage->name, STAGE_TERM)) {
            add_terms(rungs);
        } else if (stage->column && (!rungs->sum || rungs->last == NULL)) {
            struct rung *line = add_line(rungs, i, rungs->sum ? stage->name : head);
            line->given = rungs->sum;
            find_steps(rungs, stage->name, line->steps);
            name_line(rungs, line);
            rungs->last = rungs->sum ? NULL : line;
        }
    }
    rungs->parts = !rungs->sum;
    rungs->below = false;
    for (size_t i = 0; i < rungs->count && rungs->last != NULL; i++) {
        const struct step *step = rungs->last->steps[i];
        rungs->parts &= step != NULL && step->value >= 0 && step->value <= 1;
        rungs->below |= step != NULL && step->value < 0;
    }
}

void rungs_make(struct rungs *rungs, const struct ladder *ladder) {
    const struct steps *steps = &ladder->explanation->steps;
    bool sum = steps->form == STEPS_LEDGER;
    *rungs = (struct rungs){.ladder = ladder,
                            .steps = steps,
                            .stages = stages_of(steps),
                            .sum = sum,
                            .present = sum ? ladder->present : steps->entry};
    rungs_choose(rungs, RUNGS_TERMS);
}
