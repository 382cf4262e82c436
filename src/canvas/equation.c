/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* ladder_describe and ladder_print: an explanation in a sentence, and in lines. */

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"
#include "canvas/formula.h"
#include "canvas/ladder.h"

#include <math.h>
#include <string.h>

static const struct steps *steps_in(const struct ladder *view) {
    return &view->explanation->steps;
}

static bool all_reached(const struct ladder *view) {
    return view->terms >= steps_terms(steps_in(view));
}

/* True with more than one stage: a line for each reads better than one long formula. */
static bool has_stages(const struct ladder *view) {
    return stages_of(steps_in(view)).count > 1;
}

/* --- one sentence --- */

/* Appends " = 0.28"; with ≈ when that, or any number of the formula before it, is rounded. 0 is
 * 0. */
static void append_result(struct formula *formula, double value) {
    int precision = formula->view->precision;
    bool rounded = value != 0 && (formula->rounded || number_rounded(value, precision));
    text_append(formula->out, rounded ? " ≈ " : " = ");
    formula_number(formula, value);
}

/* Returns how many decimals the two numbers of a last step need to show their difference: in
 * 0.999999998 - 0.999999996 more than were asked for. */
static int printed_precision(const struct ladder *view) {
    const struct steps *steps = steps_in(view);
    const struct step *last = &steps->list[steps->count - 1];
    double size = fabs(last->value);
    bool two = last->kind == STEP_APPLY && last->left != STEP_NONE && last->right != STEP_NONE;
    if (!two || !(size > 0) || size >= pow(10, -view->precision) ||
        !(fabs(steps->list[last->left].value) > 1000 * size) ||
        !(fabs(steps->list[last->right].value) > 1000 * size)) {
        return view->precision;
    }
    return (int)fmin(1 + ceil(-log10(size)), 17);
}

static void append_number(const struct ladder *view, struct text *out) {
    struct formula formula = formula_make(view, out);
    append_result(&formula, view->explanation->value);
}

/* Appends the arithmetic of the last step and its result, or as much of them as is reached. */
static void append_arithmetic(const struct ladder *view, struct text *out) {
    const struct steps *steps = steps_in(view);
    struct ladder precise = *view;
    precise.precision = printed_precision(view);
    struct formula formula = formula_make(&precise, out);
    if (all_reached(view)) {
        formula_write(&formula, steps->count - 1);
        formula.view = view;
        append_result(&formula, view->explanation->value);
    } else if (steps->form == STEPS_LEDGER) {
        formula_write_reached(&formula, view->terms);
    } else if (steps->form == STEPS_CHAIN && !has_stages(view)) {
        formula_write(&formula, steps->count - 1);
        text_append(out, " = ?");
    } else {
        text_append(out, "?");
    }
}

/* Appends the last step with its cells by address: "scores[1,2] / sqrt(d_k)". */
static void append_symbols(const struct ladder *view, struct text *out) {
    struct formula formula = formula_make(view, out);
    formula.symbols = true;
    formula_write(&formula, steps_in(view)->count - 1);
}

static void append_written(const struct ladder *view, struct text *out) {
    const char *name = view->explanation->definition->name;
    const struct operation *operation = view->explanation->operation;
    append_number(view, out);
    if (operation && operation->node->op->of_file) {
        text_format(out, ", as it stands in %s", operation->node->argument[0]->text);
    } else if (view->explanation->definition->operation_count > 0) { /* not all of its name */
        text_format(out, name[0] ? ", as written in %s" : ", as written", name);
    }
}

/* Appends what a number would be or was without the learner's change. */
static void append_overlaid(const struct ladder *view, struct text *out) {
    const struct explanation *explanation = view->explanation;
    const struct tensor *computed = explanation->definition->computed;
    double before = computed ? computed->cells[explanation->cell] : explanation->value;
    bool pinned = explanation->kind == EXPLAINED_PINNED;
    struct formula formula = formula_make(view, out);
    append_result(&formula, explanation->value);
    text_append(out, pinned ? ": pinned by hand" : ": set by hand");
    if (!number_same(before, explanation->value)) {
        text_append(out, " (it would be ");
        formula_number(&formula, before);
        text_append(out, ")");
    }
}

/* Appends how a number from a source, or a count, is made from others, or what it is. */
static void append_source(const struct ladder *view, struct text *out) {
    const struct steps *steps = steps_in(view);
    const struct step *last = &steps->list[steps->count - 1];
    if (last->kind == STEP_APPLY) {
        text_append(out, " = ");
        append_symbols(view, out);
        text_append(out, " = ");
        append_arithmetic(view, out);
        return;
    }
    const struct operation *operation = view->explanation->operation;
    if (operation && operation->call.op->parameters[0].kind == PARAMETER_VALUE) {
        text_append(out, " = ");
        explanation_formula(view->explanation->definition, operation, view->columns, out);
        append_number(view, out);
        return;
    }
    append_number(view, out);
    if (last->note) {
        text_format(out, ": %s", last->note);
    } else if (operation) {
        text_format(out, ": given by %s", operation->call.op->name);
    }
}

/* Appends, for a number that was only moved, how the few that have no name make it: that says more
 * than their formula. False: it does not come from such. */
static bool append_moved(const struct ladder *view, struct text *out) {
    const struct definition *definition = view->explanation->definition;
    const struct operation *operation = view->explanation->operation;
    struct number_place at = {definition, SIZE_MAX, view->explanation->cell};
    struct explanation from = {0};
    struct failure failure = {0};
    at.operation = operation != NULL ? (size_t)(operation - definition->operations) : SIZE_MAX;
    bool few = naming_pass_moves(definition, &at, &failure) && at.definition == definition &&
               explain_cell(definition, at.operation, at.cell, &from, &failure) &&
               from.kind == EXPLAINED_STEPS && from.steps.form == STEPS_CHAIN;
    struct ladder made = *view;
    made.explanation = &from;
    made.terms = SIZE_MAX;
    few = few && !has_stages(&made);
    if (few) {
        append_arithmetic(&made, out);
    }
    explanation_release(&from);
    return few;
}

static void append_steps(const struct ladder *view, struct text *out) {
    enum steps_form form = steps_in(view)->form;
    if (form == STEPS_NUMBER) {
        append_source(view, out);
        return;
    }
    text_append(out, " = ");
    if (form != STEPS_MOVE) {
        append_arithmetic(view, out);
    } else if (!append_moved(view, out)) {
        append_symbols(view, out);
        append_number(view, out);
    }
}

/* Appends all that follows the cell's address. */
static void append_right(const struct ladder *view, struct text *out) {
    const struct explanation *explanation = view->explanation;
    if (explanation->kind == EXPLAINED_PINNED || explanation->kind == EXPLAINED_EDITED) {
        append_overlaid(view, out);
    } else if (naming_is_written(explanation)) {
        append_written(view, out);
    } else if (view->terms == 0 && !all_reached(view) && steps_in(view)->form != STEPS_LEDGER &&
               has_stages(view)) {
        text_append(out, " = ?");
    } else {
        append_steps(view, out);
    }
}

void ladder_describe(const struct ladder *view, struct text *out) {
    naming_cell(view->explanation, view->columns, out);
    append_right(view, out);
}

/* --- in lines --------------------------------------------------------------------------------- */

/* Puts WORDS in lines, the first after FIRST and the others after as many blanks. */
static void put_hanging_words(const struct output *output, const char *first, const char *words,
                              enum style style) {
    size_t columns = canvas_columns(first);
    bool hangs = first[0] != '\0' && columns < output->width / 2;
    flow_words(flow_into(output, first, hangs ? columns : 4), words, style);
}

static void put_sentence(const struct ladder *ladder, const struct output *output) {
    struct text words = {0};
    ladder_describe(ladder, &words);
    put_hanging_words(output, "", text_string(&words), STYLE_FORMULA);
    text_release_into(&words, output->text);
}

/* Puts the cell = SYMBOLS (left out when empty), and below that = its arithmetic. A long address
 * gets a separate line. */
static void put_equation(const struct ladder *ladder, const struct text *symbols,
                         const struct output *output) {
    struct text first = {0}, right = {0};
    naming_cell(ladder->explanation, ladder->columns, &first);
    size_t columns = canvas_columns(text_string(&first));
    if (columns > output->width / 2) {
        put_hanging_words(output, "", text_string(&first), STYLE_FORMULA);
        text_clear(&first);
        columns = 3;
        text_repeat(&first, " ", columns);
    }
    text_append(&first, " = ");
    if (symbols->length > 0) {
        put_hanging_words(output, text_string(&first), text_string(symbols), STYLE_FORMULA);
        text_clear(&first);
        text_repeat(&first, " ", columns);
        text_append(&first, " = ");
    }
    append_arithmetic(ladder, &right);
    put_hanging_words(output, text_string(&first), text_string(&right), STYLE_FORMULA);
    text_release_into(&first, output->text);
    text_release_into(&right, output->text);
}

/* Finds a ledger's first and last term; false unless all its terms are products of two cells. */
static bool product_ends(const struct steps *steps, const struct step *ends[2]) {
    ends[0] = ends[1] = NULL;
    for (size_t i = 0; i < steps->count; i++) {
        const struct step *step = &steps->list[i];
        if (!stage_is_term(step->stage)) {
            continue;
        }
        bool product = step->kind == STEP_APPLY && step->scalar == &scalar_multiply &&
                       step->left != step->right && steps->list[step->left].kind == STEP_CELL &&
                       steps->list[step->right].kind == STEP_CELL;
        if (!product) {
            return false;
        }
        ends[0] = ends[0] ? ends[0] : step;
        ends[1] = step;
    }
    return ends[0] != NULL;
}

/* Appends "Q[I,:]·K.T[:,am]": the row and the column that meet. */
static void append_meeting(const struct ladder *ladder, struct text *out) {
    const struct step *list = steps_in(ladder)->list, *ends[2];
    if (!ladder->explanation->operation || !product_ends(steps_in(ladder), ends)) {
        return;
    }
    bool swap = naming_swaps(ladder->explanation, ladder->columns);
    for (size_t i = 0; i < 2; i++) {
        bool right = (i == 1) != swap;
        const struct step *first = &list[right ? ends[0]->right : ends[0]->left];
        const struct step *last = &list[right ? ends[1]->right : ends[1]->left];
        int alone = right ? AXIS_ROW : AXIS_COLUMN;
        text_append(out, i == 0 ? "" : "·");
        int axis = first == last ? alone : naming_axis(ladder->explanation, first, last);
        naming_line(ladder->explanation, first, axis, ladder->columns, out);
    }
}

/* Puts the ladder with room for everything; false when a term alone has none. */
static bool put_ladder(const struct ladder *ladder, const struct output *output) {
    const struct steps *steps = steps_in(ladder);
    struct ladder whole = *ladder;
    struct canvas canvas;
    whole.whole = true;
    whole.depth = output->paint != NULL ? output->paint->depth : DEPTH_NONE;
    size_t indent = 2, width = output->width - indent;
    size_t rows = stages_of(steps).entries > 1 ? ladder_rows(&whole, SIZE_MAX, width) : 0;
    if (rows == 0) {
        return false;
    }
    canvas_init(&canvas, rows, output->width);
    struct canvas part = canvas_part(&canvas, (struct box){0, indent, rows, width});
    ladder_draw(&whole, &part);
    canvas_lines(&canvas, output->paint, output->text);
    canvas_release(&canvas);
    bool rounded = false;
    for (size_t i = 0; i < steps->count; i++) {
        const struct step *step = &steps->list[i];
        rounded |= step->stage != NULL && number_rounded(step->value, ladder->precision);
    }
    if (rounded) {
        char words[40];
        text_fill(words, sizeof words, "rounded to %d decimal%s", ladder->precision,
                  ladder->precision == 1 ? "" : "s");
        put_hanging_words(output, "  ", words, STYLE_DIM);
    }
    return true;
}

/* Puts a sum under its equation: columns, and what they add up to. */
static void put_unrolled(const struct ladder *ladder, const struct output *output) {
    bool sum = steps_in(ladder)->form == STEPS_LEDGER;
    struct text meeting = {0};
    if (sum) {
        append_meeting(ladder, &meeting);
        put_equation(ladder, &meeting, output);
    }
    size_t end = output->text->length;
    text_append(output->text, sum ? "\n" : "");
    if (!put_ladder(ladder, output)) {
        text_truncate(output->text, end);
    }
    if (!sum) {
        text_append(output->text, "\n");
        put_equation(ladder, &meeting, output);
    }
    text_release_into(&meeting, output->text);
}

/* Puts a stage's name, padded, then its arithmetic: "  variance   ((1 - 3)² + …) / 3 ≈ 4.6667". */
static void put_stage(const struct ladder *ladder, const struct steps_stage *stage, size_t head,
                      const struct output *output) {
    struct stages stages = stages_of(steps_in(ladder));
    struct text first = {0}, words = {0};
    struct formula formula = formula_make(ladder, &words);
    text_append(&first, "  ");
    utf8_fit(&first, stage->name, strlen(stage->name), head);
    text_append(&first, "   ");
    if (stages_find(&stages, stage->name) < &stages.list[lesser(ladder->terms, stages.count)]) {
        formula_write(&formula, stage->last);
        append_result(&formula, steps_in(ladder)->list[stage->last].value);
    } else {
        text_append(&words, "?");
    }
    put_hanging_words(output, text_string(&first), text_string(&words), STYLE_FORMULA);
    text_release_into(&first, output->text);
    text_release_into(&words, output->text);
}

static void put_chain(const struct ladder *ladder, const struct output *output) {
    struct stages stages = stages_of(steps_in(ladder));
    size_t head = 0;
    for (size_t i = 0; i < stages.count; i++) {
        head = greater(head, canvas_columns(stages.list[i].name));
    }
    for (size_t i = 0; i < stages.count && i <= ladder->terms; i++) {
        put_stage(ladder, &stages.list[i], head, output);
    }
    put_sentence(ladder, output);
}

void ladder_print(const struct ladder *ladder, const struct output *output) {
    bool steps = ladder->explanation->kind == EXPLAINED_STEPS;
    enum steps_form form = steps ? steps_in(ladder)->form : STEPS_MOVE;
    size_t refused = memory_refused();
    if (form == STEPS_LEDGER || form == STEPS_COLUMNS) {
        put_unrolled(ladder, output);
    } else if (form == STEPS_CHAIN && has_stages(ladder)) {
        put_chain(ladder, output);
    } else if (form == STEPS_CHAIN) { /* with addresses first, then with numbers */
        struct text symbols = {0};
        append_symbols(ladder, &symbols);
        put_equation(ladder, &symbols, output);
        text_release_into(&symbols, output->text);
    } else {
        put_sentence(ladder, output);
    }
    output->text->failed |= memory_refused() != refused;
}
