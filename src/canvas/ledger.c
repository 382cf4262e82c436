/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/ledger.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"
#include "canvas/figures.h"
#include "canvas/flow.h"
#include "canvas/formula.h"
#include "canvas/naming.h"

#include <math.h>
#include <string.h>

static const struct steps *steps_in(const struct ledger_view *view) {
    return &view->explanation->steps;
}

static bool all_reached(const struct ledger_view *view) {
    return view->terms >= steps_terms(steps_in(view));
}

/* More than one stage: a line each is better than one long formula. */
static bool has_stages(const struct ledger_view *view) {
    return stages_of(steps_in(view)).count > 1;
}

/* --- one sentence --- */

/* " = 0.28"; ≈ when that, or any number of the formula before it, is rounded. 0 is 0. */
static void append_result(struct formula *formula, double value) {
    int precision = formula->view->precision;
    bool rounded = value != 0 && (formula->rounded || number_rounded(value, precision));
    text_append(formula->out, rounded ? " ≈ " : " = ");
    formula_number(formula, value);
}

/* How many decimals the two numbers of a last step need for what is left of them to be seen: in
 * 0.999999998 - 0.999999996 more than were asked for. */
static int telling_precision(const struct ledger_view *view) {
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

/* The arithmetic of the last step and its result, or as much of them as is reached. */
static void append_arithmetic(const struct ledger_view *view, struct text *out) {
    const struct steps *steps = steps_in(view);
    struct ledger_view telling = *view;
    telling.precision = telling_precision(view);
    struct formula formula = formula_make(&telling, out);
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

/* The last step with its cells by address: "scores[1,2] / sqrt(d_k)". */
static void append_symbols(const struct ledger_view *view, struct text *out) {
    struct formula formula = formula_make(view, out);
    formula.symbols = true;
    formula_write(&formula, steps_in(view)->count - 1);
}

static void append_number(const struct ledger_view *view, struct text *out) {
    struct formula formula = formula_make(view, out);
    append_result(&formula, view->explanation->value);
}

static void append_written(const struct ledger_view *view, struct text *out) {
    const char *name = view->explanation->definition->name;
    const struct operation *operation = view->explanation->operation;
    append_number(view, out);
    if (operation && operation->node->operator->of_file) {
        text_format(out, ", as it stands in %s", operation->node->argument[0]->text);
        return;
    }
    bool own = view->explanation->definition->operation_count == 0; /* all there is of its name */
    if (!own) {
        text_format(out, name[0] ? ", as written in %s" : ", as written", name);
    }
}

/* What a number would be or was without the learner's hand. */
static void append_overlaid(const struct ledger_view *view, struct text *out) {
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

/* A number from a source, or a count: how it is made of others, or what it is. */
static void append_source(const struct ledger_view *view, struct text *out) {
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
    if (operation && operation->call.operator->parameters[0].kind == PARAMETER_VALUE) {
        text_append(out, " = ");
        explanation_formula(view->explanation->definition, operation, view->columns, out);
        append_number(view, out);
        return;
    }
    append_number(view, out);
    if (last->note) {
        text_format(out, ": %s", last->note);
    } else if (operation) {
        text_format(out, ": given by %s", operation->call.operator->name);
    }
}

static void append_steps(const struct ledger_view *view, struct text *out) {
    enum steps_form form = steps_in(view)->form;
    if (form == STEPS_NUMBER) {
        append_source(view, out);
        return;
    }
    text_append(out, " = ");
    if (form == STEPS_MOVE) {
        append_symbols(view, out);
        append_number(view, out);
    } else {
        append_arithmetic(view, out);
    }
}

/* All that follows the cell's address. */
static void append_right(const struct ledger_view *view, struct text *out) {
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

void ledger_sentence(const struct ledger_view *view, struct text *out) {
    naming_cell(view->explanation, view->columns, out);
    append_right(view, out);
}

/* --- the picture --- */

/* What a picture is drawn with. */
struct printing {
    const struct ledger_view *view;
    const struct paint *paint;
    struct text *out;
    size_t width;
};

/* WORDS in lines, the first behind FIRST and the others behind as many blanks. */
static void draw_words(const struct printing *printing, const char *first, const char *words,
                       enum style style) {
    size_t columns = canvas_columns(first);
    struct flow flow = {.out = printing->out,
                        .paint = printing->paint,
                        .first = first,
                        .hang = first[0] != '\0' && columns < printing->width / 2 ? columns : 4,
                        .width = printing->width};
    flow_words(flow, words, style);
}

static void draw_sentence(const struct printing *printing) {
    struct text words = {0};
    ledger_sentence(printing->view, &words);
    draw_words(printing, "", text_string(&words), STYLE_FORMULA);
    text_release_into(&words, printing->out);
}

/* The cell = SYMBOLS (left out when empty), and below that = its arithmetic. A long address gets a
 * line of its own. */
static void draw_equation(const struct printing *printing, const struct text *symbols) {
    struct text first = {0}, right = {0};
    naming_cell(printing->view->explanation, printing->view->columns, &first);
    size_t columns = canvas_columns(text_string(&first));
    if (columns > printing->width / 2) {
        draw_words(printing, "", text_string(&first), STYLE_FORMULA);
        text_clear(&first);
        columns = 3;
        text_repeat(&first, " ", columns);
    }
    text_append(&first, " = ");
    if (symbols->length > 0) {
        draw_words(printing, text_string(&first), text_string(symbols), STYLE_FORMULA);
        text_clear(&first);
        text_repeat(&first, " ", columns);
        text_append(&first, " = ");
    }
    append_arithmetic(printing->view, &right);
    draw_words(printing, text_string(&first), text_string(&right), STYLE_FORMULA);
    text_release_into(&first, printing->out);
    text_release_into(&right, printing->out);
}

/* A ledger's first and last term; false unless all its terms are products of two cells. */
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

/* "Q[I,:]·K.T[:,am]": the row and the column that meet. */
static void append_meeting(const struct ledger_view *view, struct text *out) {
    const struct step *list = steps_in(view)->list, *ends[2];
    const struct operation *operation = view->explanation->operation;
    if (!operation || !product_ends(steps_in(view), ends)) {
        return;
    }
    bool swap = view->columns && operation->call.operator->writing.transposition == TRANSPOSE_SWAP;
    for (size_t i = 0; i < 2; i++) {
        bool right = (i == 1) != swap;
        const struct step *first = &list[right ? ends[0]->right : ends[0]->left];
        const struct step *last = &list[right ? ends[1]->right : ends[1]->left];
        int alone = right ? AXIS_ROW : AXIS_COLUMN;
        text_append(out, i == 0 ? "" : "·");
        int axis = first == last ? alone : naming_axis(view->explanation, first, last);
        struct naming_line line = {first, axis, ":"};
        naming_line(view->explanation, &line, view->columns, out);
    }
}

/* "x = scaled[word1,:]", when the table has a column x of cells. */
static void draw_entries(const struct printing *printing) {
    const struct steps *steps = steps_in(printing->view);
    struct stages stages = stages_of(steps);
    const struct stage *entries = stages_find(&stages, "x");
    const struct step *first = NULL;
    for (size_t i = 0; i < steps->count && !first; i++) {
        bool entry = steps->list[i].stage && text_same(steps->list[i].stage, "x");
        first = entry && steps->list[i].kind == STEP_CELL ? &steps->list[i] : NULL;
    }
    if (!first || !entries->column) {
        return;
    }
    const struct explanation *explanation = printing->view->explanation;
    const struct step *last = &steps->list[entries->last];
    struct naming_line line = {first, naming_axis(explanation, first, last), ":"};
    struct text words = {0};
    naming_line(explanation, &line, printing->view->columns, &words);
    draw_words(printing, "x = ", text_string(&words), STYLE_FORMULA);
    text_release_into(&words, printing->out);
}

static void draw_table(const struct printing *printing) {
    const struct canvas nothing = {0};
    struct canvas table;
    char words[40];
    canvas_init(&table, table_draw(printing->view, &nothing).rows, printing->width);
    struct table_use use = table_draw(printing->view, &table);
    canvas_lines(&table, printing->paint, printing->out);
    canvas_release(&table);
    if (use.rounded >= 0) {
        text_fill(words, sizeof words, "rounded to %d decimal%s", use.rounded,
                  use.rounded == 1 ? "" : "s");
        draw_words(printing, "  ", words, STYLE_DIM);
    }
}

/* A ledger under its equation; columns, and what comes of them. */
static void draw_unrolled(const struct printing *printing) {
    bool ledger = steps_in(printing->view)->form == STEPS_LEDGER;
    struct text meeting = {0};
    if (ledger) {
        append_meeting(printing->view, &meeting);
        draw_equation(printing, &meeting);
        text_append(printing->out, "\n");
    }
    draw_entries(printing);
    draw_table(printing);
    if (!ledger) {
        text_append(printing->out, "\n");
        draw_equation(printing, &meeting);
    }
    text_release_into(&meeting, printing->out);
}

/* A stage's name, padded, then its arithmetic: "  variance   ((1 - 3)² + …) / 3 ≈ 4.6667". */
static void draw_stage(const struct printing *printing, const struct stage *stage, size_t head,
                       bool reached) {
    struct text first = {0}, words = {0};
    struct formula formula = formula_make(printing->view, &words);
    text_append(&first, "  ");
    utf8_fit(&first, stage->name, strlen(stage->name), head);
    text_append(&first, "   ");
    if (reached) {
        formula_write(&formula, stage->last);
        append_result(&formula, steps_in(printing->view)->list[stage->last].value);
    } else {
        text_append(&words, "?");
    }
    draw_words(printing, text_string(&first), text_string(&words), STYLE_FORMULA);
    text_release_into(&first, printing->out);
    text_release_into(&words, printing->out);
}

static void draw_chain(const struct printing *printing) {
    struct stages stages = stages_of(steps_in(printing->view));
    size_t head = 0;
    for (size_t i = 0; i < stages.count; i++) {
        head = greater(head, canvas_columns(stages.list[i].name));
    }
    for (size_t i = 0; i < stages.count && i <= printing->view->terms; i++) {
        draw_stage(printing, &stages.list[i], head, i < printing->view->terms);
    }
    draw_sentence(printing);
}

/* A formula of one step: with addresses first, then with numbers. */
static void draw_step(const struct printing *printing) {
    struct text symbols = {0};
    append_symbols(printing->view, &symbols);
    draw_equation(printing, &symbols);
    text_release_into(&symbols, printing->out);
}

void ledger_print(const struct ledger_view *view, const struct paint *paint, struct text *out) {
    struct printing printing = {.view = view, .paint = paint, .out = out};
    bool steps = view->explanation->kind == EXPLAINED_STEPS;
    enum steps_form form = steps ? steps_in(view)->form : STEPS_MOVE;
    size_t refused = memory_refused();
    printing.width = view->width > 0 ? view->width : LINE_COLUMNS;
    if (form == STEPS_LEDGER || form == STEPS_COLUMNS) {
        draw_unrolled(&printing);
    } else if (form == STEPS_CHAIN && has_stages(view)) {
        draw_chain(&printing);
    } else if (form == STEPS_CHAIN) {
        draw_step(&printing);
    } else {
        draw_sentence(&printing);
    }
    out->failed |= memory_refused() != refused;
}
