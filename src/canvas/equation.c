/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* ladder_describe and ladder_print: an explanation in a sentence, and in lines. */

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"
#include "canvas/rungs.h"

#include <math.h>
#include <string.h>

/* True with more than one stage: a line for each reads better than one long formula. */
static bool has_stages(const struct ladder *view) {
    return stages_of(&view->explanation->steps).count > 1;
}

/* --- one sentence --- */

/* Appends " = 0.28"; with ≈ when that, or a number of the formula before it, is ROUNDED. 0 is 0. */
static void append_result(const struct ladder *view, bool rounded, double value, struct text *out) {
    rounded = value != 0 && (rounded || number_rounded(value, view->precision));
    text_format(out, "%s%s", rounded ? " ≈ " : " = ", number_written(value, view->precision).text);
}

/* Appends the arithmetic of the last step and its result, or as much of them as is reached. */
static void append_arithmetic(const struct ladder *view, struct text *out) {
    const struct steps *steps = &view->explanation->steps;
    const struct step *last = &steps->list[steps->count - 1];
    if (view->terms < steps_terms(steps)) {
        formula_write_reached(view, out);
        return;
    }
    /* 0.999999998 - 0.999999996 has as many decimals as show the difference */
    struct ladder precise = *view;
    double size = fabs(last->value), large = 1000 * size;
    if (last->kind == STEP_APPLY && last->right != STEP_NONE && size > 0 &&
        size < pow(10, -view->precision) && fabs(steps->list[last->left].value) > large &&
        fabs(steps->list[last->right].value) > large) {
        precise.precision = (int)fmin(1 + ceil(-log10(size)), 17);
    }
    bool rounded = formula_write(&precise, steps->count - 1, false, out);
    append_result(view, rounded, view->explanation->value, out);
}

/* Appends the last step with its cells by address: "scores[1,2] / sqrt(d_k)". */
static void append_symbols(const struct ladder *view, struct text *out) {
    formula_write(view, view->explanation->steps.count - 1, true, out);
}

/* Appends a number as it was written, or what a number would be or was without the learner's
 * change. */
static void append_given(const struct ladder *view, struct text *out) {
    const struct explanation *explanation = view->explanation;
    const struct definition *definition = explanation->definition;
    const struct operation *operation = explanation->operation;
    number_append_equals(explanation->value, view->precision, out);
    if (explanation->kind == EXPLAINED_PINNED || explanation->kind == EXPLAINED_EDITED) {
        bool pinned = explanation->kind == EXPLAINED_PINNED;
        const struct tensor *computed = definition->computed;
        text_append(out, pinned ? ": pinned by hand" : ": set by hand");
        if (computed && !number_same(computed->cells[explanation->cell], explanation->value)) {
            double before = computed->cells[explanation->cell];
            text_format(out, " (it would be %s)", number_written(before, view->precision).text);
        }
    } else if (definition->tree->learned) {
        text_append(out, ", found by training");
    } else if (operation && operation->node->op->of_file) {
        text_format(out, ", as it stands in %s", operation->node->argument[0]->text);
    } else if (definition->operation_count > 0) { /* not all of its name */
        text_format(out, definition->name[0] ? ", as written in %s" : ", as written",
                    definition->name);
    }
}

/* Appends how a number from a source, or a count, is made from others, or what it is. */
static void append_source(const struct ladder *view, struct text *out) {
    const struct explanation *explanation = view->explanation;
    const struct operation *operation = explanation->operation;
    const struct step *last = &explanation->steps.list[explanation->steps.count - 1];
    if (last->kind == STEP_APPLY) {
        text_append(out, " = ");
        append_symbols(view, out);
        text_append(out, " = ");
        append_arithmetic(view, out);
        return;
    }
    bool counts = operation && operation->call.op->parameters[0].kind == PARAMETER_VALUE;
    if (counts) {
        text_append(out, " = ");
        explanation_formula(explanation->definition, operation, view->columns, out);
    }
    number_append_equals(explanation->value, view->precision, out);
    if (!counts && last->note) {
        text_format(out, ": %s", last->note);
    } else if (!counts && operation) {
        text_format(out, ": given by %s", operation->call.op->name);
    }
}

void ladder_describe(const struct ladder *view, struct text *out) {
    const struct explanation *explanation = view->explanation;
    enum steps_form form = explanation->steps.form;
    naming_cell(explanation, view->columns, out);
    if (explanation->kind == EXPLAINED_PINNED || explanation->kind == EXPLAINED_EDITED ||
        naming_is_written(explanation)) {
        append_given(view, out);
    } else if (form == STEPS_NUMBER) {
        append_source(view, out);
    } else if (form == STEPS_MOVE) {
        struct explanation source;
        struct ladder made = *view;
        made.explanation = &source;
        made.terms = SIZE_MAX;
        text_append(out, " = ");
        if (naming_source(explanation, &source) && source.kind == EXPLAINED_STEPS &&
            source.steps.form == STEPS_CHAIN && !has_stages(&made)) {
            append_arithmetic(&made, out); /* says more than the formula of what was moved */
        } else {
            append_symbols(view, out);
            number_append_equals(explanation->value, view->precision, out);
        }
        explanation_release(&source);
    } else {
        text_append(out, " = ");
        append_arithmetic(view, out);
    }
}

/* --- in lines --------------------------------------------------------------------------------- */

/* Puts WORDS in lines, the first after FIRST and the others after as many blanks. */
static void put_hanging_words(const struct output *output, const char *first, const char *words) {
    size_t columns = canvas_columns(first);
    bool hangs = first[0] != '\0' && columns < output->width / 2;
    flow_words(flow_into(output, first, hangs ? columns : 4), words, STYLE_FORMULA);
}

/* Puts the cell = SYMBOLS (left out when empty), and below that = its arithmetic. A long address
 * gets a separate line. */
static void put_equation(const struct ladder *ladder, const struct text *symbols,
                         const struct output *output) {
    struct text first = {0}, numbers = {0};
    naming_cell(ladder->explanation, ladder->columns, &first);
    if (canvas_columns(text_string(&first)) > output->width / 2) {
        put_hanging_words(output, "", text_string(&first));
        text_clear(&first);
        text_append(&first, "   ");
    }
    size_t columns = canvas_columns(text_string(&first));
    append_arithmetic(ladder, &numbers);
    for (int i = symbols->length > 0 ? 0 : 1; i < 2; i++) {
        text_append(&first, " = ");
        put_hanging_words(output, text_string(&first), text_string(i == 0 ? symbols : &numbers));
        text_clear(&first);
        text_repeat(&first, " ", columns);
    }
    text_release_into(&first, output->text);
    text_release_into(&numbers, output->text);
}

/* Appends "Q[I,:]·K.T[:,am]", the row and the column that meet, where the terms of a ledger are
 * products of two cells. */
static void append_meeting(const struct ladder *ladder, struct text *out) {
    struct rungs rungs;
    const struct rung *lines = rungs.lines;
    rungs_make(&rungs, ladder);
    if (rungs.line_count > 1 && lines[1].factor && lines[0].steps[0]->kind == STEP_CELL &&
        lines[1].steps[0]->kind == STEP_CELL) {
        text_format(out, "%s·%s", lines[0].head.text, lines[1].head.text);
    }
}

/* Puts a line a stage, its name and its arithmetic: "  variance   ((1 - 3)² + …) / 3 ≈ 4.6667". */
static void put_stages(const struct ladder *ladder, const struct output *output) {
    const struct steps *steps = &ladder->explanation->steps;
    struct stages stages = stages_of(steps);
    size_t head = 0;
    for (size_t i = 0; i < stages.count; i++) {
        head = greater(head, canvas_columns(stages.list[i].name));
    }
    for (size_t i = 0; i < stages.count; i++) {
        const struct steps_stage *stage = &stages.list[i];
        struct text first = {0}, words = {0};
        text_append(&first, "  ");
        utf8_fit(&first, stage->name, strlen(stage->name), head);
        text_append(&first, "   ");
        bool rounded = formula_write(ladder, stage->last, false, &words);
        append_result(ladder, rounded, steps->list[stage->last].value, &words);
        put_hanging_words(output, text_string(&first), text_string(&words));
        text_release_into(&first, output->text);
        text_release_into(&words, output->text);
    }
}

void ladder_print(const struct ladder *ladder, const struct output *output) {
    bool steps = ladder->explanation->kind == EXPLAINED_STEPS;
    enum steps_form form = steps ? ladder->explanation->steps.form : STEPS_MOVE;
    size_t refused = memory_refused();
    struct text words = {0};
    if (form == STEPS_LEDGER) {
        append_meeting(ladder, &words);
        put_equation(ladder, &words, output);
        ladder_print_terms(ladder, output);
    } else if (form == STEPS_COLUMNS) {
        ladder_print_terms(ladder, output);
        put_equation(ladder, &words, output);
    } else if (form == STEPS_CHAIN && !has_stages(ladder)) { /* addresses first, then numbers */
        append_symbols(ladder, &words);
        put_equation(ladder, &words, output);
    } else {
        if (form == STEPS_CHAIN) {
            put_stages(ladder, output);
        }
        ladder_describe(ladder, &words);
        put_hanging_words(output, "", text_string(&words));
    }
    text_release_into(&words, output->text);
    output->text->failed |= memory_refused() != refused;
}
