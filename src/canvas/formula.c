/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/formula.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "canvas/naming.h"
#include "operators/operator.h"

#include <stdint.h>
#include <string.h>

/* --- stages ----------------------------------------------------------------------------------- */

/* Finds the stages of an explanation's steps, in the order in which they open. */

bool stage_is_term(const char *name) {
    return name && text_same(name, STAGE_TERM);
}

bool stage_is_total(const char *name) {
    return name && text_same(name, STAGE_TOTAL);
}

struct steps_stage *stages_find(struct stages *stages, const char *name) {
    for (size_t i = 0; name && i < stages->count; i++) {
        if (text_same(stages->list[i].name, name)) {
            return &stages->list[i];
        }
    }
    return NULL;
}

static bool is_in(const struct steps *steps, long at, const char *name) {
    return at != STEP_NONE && steps->list[at].stage && text_same(steps->list[at].stage, name);
}

/* A column has its entries side by side, each row once; a fold begins with one step and takes the
 * next from the one before. A stage that does neither is run through many times. */
static void classify(const struct steps *steps, struct steps_stage *stage, size_t entries) {
    size_t begins = 0, rows = 0, squares = 0, last = entries - 1;
    for (size_t i = 0; i < steps->count; i++) {
        const struct step *step = &steps->list[i];
        if (is_in(steps, (long)i, stage->name)) {
            bool applies = step->kind == STEP_APPLY;
            begins += !(applies && (is_in(steps, step->left, stage->name) ||
                                    is_in(steps, step->right, stage->name)));
            rows += step->row;
            squares += step->row * step->row;
        }
    }
    /* Rows 0 … n − 1 each once have these sums; the same row n times has not both. */
    bool each_once = 2 * rows == last * entries && 6 * squares == last * entries * (2 * last + 1);
    stage->column = begins == entries && stage->count == entries && each_once;
    stage->odd = !stage->column && begins != 1;
}

struct stages stages_of(const struct steps *steps) {
    struct stages stages = {.count = 0};
    for (size_t i = 0; i < steps->count; i++) {
        const struct step *step = &steps->list[i];
        struct steps_stage *stage = stages_find(&stages, step->stage);
        if (!stage && step->stage && stages.count < STAGES_MOST) {
            stage = &stages.list[stages.count++];
            stage->name = step->stage;
        }
        if (stage) {
            stage->count++;
            stage->last = i;
        }
    }
    bool columns = steps->form == STEPS_COLUMNS && stages.count > 0;
    stages.entries = columns ? stages.list[0].count : steps_terms(steps);
    for (size_t i = 0; i < stages.count; i++) {
        classify(steps, &stages.list[i], stages.entries);
    }
    return stages;
}

const struct scalar *stages_scalar(const struct steps *steps) {
    for (size_t i = 0; i < steps->count; i++) {
        if (stage_is_total(steps->list[i].stage)) {
            return steps->list[i].scalar;
        }
    }
    return &scalar_add;
}

/* --- formula ---------------------------------------------------------------------------------- */

enum { FORMULA_DEPTH = 24 }; /* nesting beyond this is given as its number */

struct formula formula_make(const struct ladder *view, struct text *out) {
    const struct steps *steps = &view->explanation->steps;
    struct formula formula = {.view = view, .out = out};
    formula.stages = stages_of(steps);
    for (size_t i = 0; i < steps->count; i++) {
        const char *stage = steps->list[i].stage;
        formula.tail = stage_is_term(stage) || stage_is_total(stage) ? i + 1 : formula.tail;
    }
    return formula;
}

static const struct step *step_at(const struct formula *formula, size_t at) {
    return &formula->view->explanation->steps.list[at];
}

/* True when step AT is written out, false when it is given as a number. */
static bool expands(struct formula *formula, size_t at) {
    const struct step *step = step_at(formula, at), *root = step_at(formula, formula->root);
    if (step->kind != STEP_APPLY || at == formula->root || !step->stage) {
        return step->kind == STEP_APPLY;
    }
    const struct steps_stage *stage = stages_find(&formula->stages, step->stage);
    switch (formula->view->explanation->steps.form) {
    case STEPS_LEDGER:
        return stage_is_term(step->stage) || stage_is_total(step->stage) || at >= formula->tail;
    case STEPS_COLUMNS:
        return stage && !stage->column;
    case STEPS_CHAIN:
        return root->stage && text_same(step->stage, root->stage);
    case STEPS_MOVE:
    case STEPS_NUMBER:
        break;
    }
    return true;
}

void formula_number(struct formula *formula, double value) {
    char written[NUMBER_TEXT];
    number_short(written, value, formula->view->precision);
    formula->rounded = formula->rounded || number_rounded(value, formula->view->precision);
    text_append(formula->out, written);
}

static void write_value(struct formula *formula, const struct step *step, int needed) {
    struct text *out = formula->out;
    if (formula->symbols && step->kind == STEP_CELL) {
        explanation_operand(formula->view->explanation, step, formula->view->columns, out);
        return;
    }
    if (formula->symbols && step->kind == STEP_NUMBER && step->note) {
        text_append(out, step->note);
        return;
    }
    char written[NUMBER_TEXT];
    number_short(written, step->value, formula->view->precision);
    bool brackets = needed > PRECEDENCE_ADD && written[0] == '-';
    text_append(out, brackets ? "(" : "");
    formula_number(formula, step->value);
    text_append(out, brackets ? ")" : "");
}

static void write_step(struct formula *formula, size_t at, int needed, size_t depth);

/* Returns the cell that step AT was made from. */
static size_t entry_of(const struct formula *formula, size_t at) {
    while (step_at(formula, at)->kind == STEP_APPLY) {
        at = (size_t)step_at(formula, at)->left;
    }
    return at;
}

/* Returns the steps that a + b + c or max(a, b, c) is made from, in order; NULL without memory. */
static size_t *fold_operands(struct formula *formula, size_t at, size_t *count) {
    const struct scalar *scalar = step_at(formula, at)->scalar;
    size_t length = 2, left = (size_t)step_at(formula, at)->left;
    while (expands(formula, left) && step_at(formula, left)->scalar == scalar) {
        left = (size_t)step_at(formula, left)->left;
        length++;
    }
    size_t *operands = memory_allocate(length, sizeof *operands);
    *count = length;
    for (size_t i = length; operands && i-- > 1;) {
        operands[i] = (size_t)step_at(formula, at)->right;
        at = (size_t)step_at(formula, at)->left;
    }
    if (operands) {
        operands[0] = at;
    }
    for (size_t i = 0; operands && scalar->entries && i < length; i++) {
        operands[i] = entry_of(formula, operands[i]);
    }
    return operands;
}

static void write_fold(struct formula *formula, size_t at, size_t depth) {
    const struct scalar *scalar = step_at(formula, at)->scalar;
    bool sum = scalar->sign != NULL, rounded = formula->rounded;
    size_t count, *operands = fold_operands(formula, at, &count);
    if (!operands) {
        formula->out->failed = true;
        return;
    }
    text_format(formula->out, "%s%s", sum ? "" : scalar->name, sum ? "" : "(");
    for (size_t i = 0; i < count; i++) {
        bool left_out = count > FORMULA_TERMS && i + 2 >= FORMULA_TERMS && i + 1 < count;
        if (left_out && i + 2 > FORMULA_TERMS) {
            continue;
        }
        text_append(formula->out, i == 0 ? "" : sum ? " + " : ", ");
        if (left_out) {
            text_append(formula->out, "…");
        } else {
            /* A sum inside a sum was added first: it keeps its brackets. */
            int needed = !sum ? 0 : i == 0 ? PRECEDENCE_ADD : PRECEDENCE_MULTIPLY;
            write_step(formula, operands[i], needed, depth);
        }
    }
    text_append(formula->out, sum ? "" : ")");
    formula->rounded = scalar->entries ? rounded : formula->rounded; /* a place is exact */
    memory_free(operands);
}

static void write_product(struct formula *formula, const struct step *step, size_t depth) {
    if (step->left == step->right) {
        write_step(formula, (size_t)step->left, PRECEDENCE_POSTFIX, depth);
        text_append(formula->out, "²");
        return;
    }
    /* Where the convention swaps a product's operands, it swaps the factors too. */
    bool swap = stage_is_term(step->stage) &&
                naming_swaps(formula->view->explanation, formula->view->columns);
    write_step(formula, (size_t)(swap ? step->right : step->left), PRECEDENCE_MULTIPLY, depth);
    text_append(formula->out, "·");
    write_step(formula, (size_t)(swap ? step->left : step->right), PRECEDENCE_NEGATE, depth);
}

/* Returns how tightly the operand that a pattern has at %1 or %2 must bind. Inside brackets
 * anything goes. */
static int operand_need(const struct scalar *scalar, const char *mark) {
    bool enclosed = scalar->precedence == PRECEDENCE_ATOM ||
                    (mark > scalar->pattern && strchr("([|", mark[-1]));
    if (enclosed) {
        return 0;
    }
    bool power = scalar->precedence == PRECEDENCE_POWER, second = mark[1] == '2';
    return scalar->precedence + (power ? !second : second);
}

static void write_pattern(struct formula *formula, const struct step *step, size_t depth) {
    for (const char *c = step->scalar->pattern; *c; c++) {
        if (c[0] == '%' && (c[1] == '1' || c[1] == '2')) {
            long operand = c[1] == '1' ? step->left : step->right;
            write_step(formula, (size_t)operand, operand_need(step->scalar, c), depth);
            c++;
        } else {
            text_append_bytes(formula->out, c, 1);
        }
    }
}

/* The operands of sums, and of max, min and the like, may be regrouped to the left without a
 * bracket. */
static void write_apply(struct formula *formula, size_t at, size_t depth) {
    const struct step *step = step_at(formula, at);
    const struct scalar *scalar = step->scalar;
    if (scalar == &scalar_multiply) {
        write_product(formula, step, depth);
    } else if (scalar->sign != NULL || scalar->entries || scalar == &scalar_maximum ||
               scalar == &scalar_minimum) {
        write_fold(formula, at, depth);
    } else {
        write_pattern(formula, step, depth);
    }
}

static void write_step(struct formula *formula, size_t at, int needed, size_t depth) {
    const struct step *step = step_at(formula, at);
    if (!expands(formula, at) || depth >= FORMULA_DEPTH) {
        write_value(formula, step, needed);
        return;
    }
    int own = step->scalar->precedence;
    bool brackets = own < needed || (own == PRECEDENCE_NEGATE && needed > PRECEDENCE_ADD);
    text_append(formula->out, brackets ? "(" : "");
    write_apply(formula, at, depth + 1);
    text_append(formula->out, brackets ? ")" : "");
}

void formula_write(struct formula *formula, size_t at) {
    formula->root = at;
    write_step(formula, at, 0, 0);
}

void formula_write_reached(struct formula *formula, size_t count) {
    const struct steps *steps = &formula->view->explanation->steps;
    const struct scalar *scalar = stages_scalar(steps);
    bool sum = scalar->sign != NULL;
    char between[8];
    size_t written = 0;
    text_fill(between, sizeof between, sum ? " %s " : ", ", scalar->sign);
    formula->root = steps->count - 1;
    text_format(formula->out, "%s%s", sum ? "" : scalar->name, sum ? "" : "(");
    for (size_t i = 0; i < steps->count && written < count; i++) {
        if (!stage_is_term(steps->list[i].stage)) {
            continue;
        }
        written++;
        /* A long sum keeps its first terms and the ones just reached. */
        if (count <= FORMULA_TERMS || written <= FORMULA_TERMS / 2 || written + 1 >= count) {
            write_step(formula, i, sum ? scalar->precedence + 1 : 0, 0);
            text_append(formula->out, between);
        } else if (written == FORMULA_TERMS / 2 + 1) {
            text_format(formula->out, "…%s", between);
        }
    }
    text_append(formula->out, sum ? "?" : "?)");
}
