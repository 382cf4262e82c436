/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The stages of an explanation, and its steps as one line of arithmetic. */
#include "canvas/rungs.h"

#include "base/number.h"
#include "base/text.h"
#include "canvas/naming.h"
#include "operators/operator.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* --- stages ----------------------------------------------------------------------------------- */

bool stage_is(const char *stage, const char *name) {
    return stage != NULL && text_same(stage, name);
}

static struct steps_stage *find_stage(struct stages *stages, const char *name) {
    for (size_t i = 0; i < stages->count; i++) {
        if (stage_is(name, stages->list[i].name)) {
            return &stages->list[i];
        }
    }
    return NULL;
}

static bool is_in(const struct steps *steps, int at, const char *stage) {
    return at != STEP_NONE && stage_is(steps->list[at].stage, stage);
}

struct stages stages_of(const struct steps *steps) {
    struct stages stages = {.scalar = &scalar_add};
    for (size_t i = 0; i < steps->count; i++) {
        const struct step *step = &steps->list[i];
        const char *name = step->stage;
        struct steps_stage *stage = find_stage(&stages, name);
        bool total = stage_is(name, STAGE_TOTAL);
        if (stage == NULL && name != NULL && stages.count < STAGES_MOST) {
            stage = &stages.list[stages.count++];
            stage->name = name;
        }
        if (stage != NULL) {
            stage->count++;
            stage->last = i;
            stage->begun += !is_in(steps, step->left, name) && !is_in(steps, step->right, name);
            stage->squares += step->row * step->row;
        }
        stages.scalar = total ? step->scalar : stages.scalar;
        stages.tail = total || stage_is(name, STAGE_TERM) ? i + 1 : stages.tail;
    }
    bool columns = steps->form == STEPS_COLUMNS && stages.count > 0;
    size_t entries = columns ? stages.list[0].count : steps_terms(steps), last = entries - 1;
    stages.entries = entries;
    for (struct steps_stage *stage = stages.list; stage < stages.list + stages.count; stage++) {
        bool once = 6 * stage->squares == last * entries * (last + entries); /* of 0 … n − 1 */
        stage->column = once && stage->count == entries && stage->begun == entries;
        stage->odd = !stage->column && stage->begun != 1;
    }
    return stages;
}

/* --- formula ---------------------------------------------------------------------------------- */

struct formula {
    const struct ladder *ladder;
    const struct step *list;
    struct text *out;
    bool symbols;
    struct stages stages;
    size_t root;  /* the step that is written */
    bool rounded; /* some number that was written is not shown exactly */
};

/* True when step AT is written out, false when it is given as a number. */
static bool expands(struct formula *formula, size_t at) {
    const struct step *step = &formula->list[at];
    enum steps_form form = formula->ladder->explanation->steps.form;
    if (step->kind != STEP_APPLY || at == formula->root || step->stage == NULL) {
        return step->kind == STEP_APPLY;
    }
    if (form == STEPS_LEDGER) {
        return stage_is(step->stage, STAGE_TERM) || stage_is(step->stage, STAGE_TOTAL) ||
               at >= formula->stages.tail;
    }
    const struct steps_stage *stage = find_stage(&formula->stages, step->stage);
    bool folds = stage != NULL && !stage->column;
    return form == STEPS_COLUMNS ? folds
                                 : stage_is(formula->list[formula->root].stage, step->stage);
}

static void write_step(struct formula *formula, size_t at, int needed);

/* Returns the step of operand NTH of the COUNT that SCALAR put together up to step AT. */
static size_t fold_operand(const struct step *list, size_t at, size_t count, size_t nth) {
    for (size_t left = count - 1; left > nth; left--) {
        at = (size_t)list[at].left;
    }
    return nth == 0 ? at : (size_t)list[at].right;
}

/* Returns the operand after the first FIRST that counts most. */
static size_t largest_operand(const struct step *list, size_t at, size_t count, size_t first) {
    size_t largest = first;
    for (size_t i = first + 1; i < count; i++) {
        double size = fabs(list[fold_operand(list, at, count, i)].value);
        largest = size > fabs(list[fold_operand(list, at, count, largest)].value) ? i : largest;
    }
    return largest;
}

/* Writes a + b + c or max(a, b, c) up to step AT, which SCALAR put together; a long sum keeps its
 * first terms and the last or, of so many as have room, the largest of the others. */
static void write_fold(struct formula *formula, size_t at, const struct scalar *scalar) {
    const struct step *list = formula->list;
    bool sum = scalar->sign != NULL, rounded = formula->rounded, last = false;
    size_t count = 1, most = formula->ladder->most;
    size_t limit = most > 0 ? most : FORMULA_TERMS, first = most > 0 ? most - 1 : limit - 2;
    for (size_t i = at; expands(formula, i) && list[i].scalar == scalar; count++) {
        i = (size_t)list[i].left;
    }
    char between[8];
    text_fill(between, sizeof between, sum ? " %s " : ", ", scalar->sign);
    text_format(formula->out, "%s%s", sum ? "" : scalar->name, sum ? "" : "(");
    for (size_t i = 0; i < count && !last; i++) {
        text_append(formula->out, i == 0 ? "" : between);
        last = count > limit && i == first;
        if (last) {
            text_format(formula->out, "…%s", between);
            i = most > 0 ? largest_operand(list, at, count, first) : count - 1;
        }
        size_t operand = fold_operand(list, at, count, i);
        while (scalar->entries && list[operand].kind == STEP_APPLY) { /* the cell it is made from */
            operand = (size_t)list[operand].left;
        }
        /* A sum inside a sum was added first: it keeps its brackets. */
        int added = i == 0 ? PRECEDENCE_ADD : PRECEDENCE_MULTIPLY;
        write_step(formula, operand, sum ? added : 0);
    }
    text_append(formula->out, sum ? "" : ")");
    formula->rounded = scalar->entries ? rounded : formula->rounded; /* a place is exact */
}

/* Writes a pattern's operands where it has %1 and %2; inside brackets anything goes. */
static void write_pattern(struct formula *formula, const struct step *step) {
    const struct scalar *scalar = step->scalar;
    for (const char *c = scalar->pattern; *c; c++) {
        if (c[0] != '%') {
            text_append_character(formula->out, *c);
            continue;
        }
        bool enclosed =
            scalar->precedence == PRECEDENCE_ATOM || (c > scalar->pattern && strchr("([|", c[-1]));
        c++;
        bool second = *c == '2', tighter = (scalar->precedence == PRECEDENCE_POWER) != second;
        write_step(formula, (size_t)(second ? step->right : step->left),
                   enclosed ? 0 : scalar->precedence + tighter);
    }
}

/* The operands of sums, and of max, min and the like, may be regrouped to the left without a
 * bracket. */
static void write_step(struct formula *formula, size_t at, int needed) {
    const struct ladder *ladder = formula->ladder;
    const struct step *step = &formula->list[at];
    const struct scalar *scalar = step->scalar;
    if (!expands(formula, at)) {
        char written[NUMBER_TEXT];
        number_short(written, step->value, ladder->precision);
        bool negative = needed > PRECEDENCE_ADD && written[0] == '-';
        if (formula->symbols && step->kind == STEP_CELL) {
            explanation_operand(ladder->explanation, step, ladder->columns, formula->out);
        } else if (formula->symbols && step->kind == STEP_NUMBER && step->note != NULL) {
            text_append(formula->out, step->note);
        } else {
            text_format(formula->out, negative ? "(%s)" : "%s", written);
            formula->rounded |= number_rounded(step->value, ladder->precision);
        }
        return;
    }
    bool brackets = scalar->precedence < needed ||
                    (scalar->precedence == PRECEDENCE_NEGATE && needed > PRECEDENCE_ADD);
    text_append(formula->out, brackets ? "(" : "");
    if (scalar == &scalar_multiply && step->left == step->right) {
        write_step(formula, (size_t)step->left, PRECEDENCE_POSTFIX);
        text_append(formula->out, "²");
    } else if (scalar == &scalar_multiply) {
        /* where the convention swaps a product's operands, it swaps the factors too */
        bool swap =
            stage_is(step->stage, STAGE_TERM) && naming_swaps(ladder->explanation, ladder->columns);
        int first = swap ? step->right : step->left, second = swap ? step->left : step->right;
        write_step(formula, (size_t)first, PRECEDENCE_MULTIPLY);
        text_append(formula->out, "·");
        write_step(formula, (size_t)second, PRECEDENCE_NEGATE);
    } else if (scalar->sign != NULL || scalar->entries || scalar == &scalar_maximum ||
               scalar == &scalar_minimum) {
        write_fold(formula, at, scalar);
    } else {
        write_pattern(formula, step);
    }
    text_append(formula->out, brackets ? ")" : "");
}

bool formula_write(const struct ladder *ladder, size_t at, bool symbols, struct text *out) {
    const struct steps *steps = &ladder->explanation->steps;
    struct formula formula = {ladder, steps->list, out, symbols, stages_of(steps), at, false};
    write_step(&formula, at, 0);
    return formula.rounded;
}

void formula_write_reached(const struct ladder *ladder, struct text *out) {
    const struct steps *steps = &ladder->explanation->steps;
    struct formula formula = {ladder, steps->list, out, .stages = stages_of(steps)};
    size_t at = ladder_so_far(steps, ladder->terms);
    const char *sign = formula.stages.scalar->sign;
    if (steps->form == STEPS_LEDGER && sign != NULL && at != SIZE_MAX) {
        write_step(&formula, at, 0);
        text_format(out, " %s ", sign);
    }
    text_append(out, "?");
}
