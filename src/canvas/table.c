/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/ledger.h"

#include "base/memory.h"
#include "base/text.h"
#include "canvas/figures.h"
#include "canvas/formula.h"
#include "canvas/naming.h"
#include "notebook/definition.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum {
    TABLE_MOST = STAGES_MOST + 2, /* a stage each, and the two factors of a term */
    TABLE_NOTES = 3,
    TABLE_HEAD = 30,
    TABLE_ROW_HEAD = 20,
    TABLE_GAP = 3,
    TABLE_INDENT = 2,
    TABLE_BAR = 20, /* columns of a bar that is 1 long, and the least worth drawing */
    TABLE_LEAST_BAR = 4,
    ACROSS_MOST = 24, /* terms */
    ACROSS_ROWS = 5
};

enum column_kind {
    COLUMN_GIVEN, /* known before the first term: operands */
    COLUMN_FOUND, /* found term by term: products and totals */
    COLUMN_STAGE  /* found all at once, as a stage of its own */
};

/* A fold's result below its column: "max 0.14". */
struct note {
    const char *label;
    long step;
    size_t order; /* of its stage */
};

struct table_column {
    enum column_kind kind;
    struct text head;
    long *steps;  /* one an entry, STEP_NONE where there is none */
    size_t order; /* of its stage */
    struct figures figures;
    size_t width, end; /* and the column of the canvas behind its numbers */
    size_t bar;        /* columns of the bars behind it, with a blank before them; 0: it has none */
    struct note notes[TABLE_NOTES];
    size_t note_count;
};

struct table {
    const struct ledger_view *view;
    const struct steps *steps;
    struct stages stages;
    size_t entries, width;
    struct table_column columns[TABLE_MOST];
    size_t count;
    size_t head;  /* columns of the row heads */
    size_t field; /* and of a number, where it lies across */
    int precision;
    long *room; /* of all columns' steps; NULL without memory */
    const struct canvas *canvas;
    struct table_use use; /* its ROWS: the one that is being drawn */
};

static struct table_column *column_add(struct table *table, enum column_kind kind, size_t order) {
    struct table_column *column = &table->columns[table->count];
    long *steps = table->room + table->count++ * table->entries;
    for (size_t i = 0; i < table->entries; i++) {
        steps[i] = STEP_NONE;
    }
    *column = (struct table_column){.kind = kind, .steps = steps, .order = order};
    return column;
}

static const struct step *column_step(const struct table *table, const struct table_column *column,
                                      size_t entry) {
    long at = column->steps[entry];
    return at == STEP_NONE ? NULL : &table->steps->list[at];
}

/* Its number; 0 where there is none. */
static double column_value(const struct table *table, const struct table_column *column,
                           size_t entry) {
    const struct step *step = column_step(table, column, entry);
    return step == NULL ? 0 : step->value;
}

/* Whether the column holds nothing but cells of one operand. */
static bool holds_cells(const struct table *table, const struct table_column *column) {
    const struct step *first = table->entries > 0 ? column_step(table, column, 0) : NULL;
    for (size_t i = 0; first && i < table->entries; i++) {
        const struct step *step = column_step(table, column, i);
        if (!step || step->kind != STEP_CELL || step->operand != first->operand) {
            return false;
        }
    }
    return first != NULL;
}

/* What all numbers of the column are called, none of them a cell: "slope"; NULL: nothing. */
static const char *shared_note(const struct table *table, const struct table_column *column) {
    const char *note = NULL;
    for (size_t i = 0; i < table->entries; i++) {
        const struct step *step = column_step(table, column, i);
        if (!step || step->kind != STEP_NUMBER || !step->note ||
            (note && !text_same(note, step->note))) {
            return NULL;
        }
        note = step->note;
    }
    return note;
}

/* The one cell that meets another in a product of so few stands in a column where it is the right
 * one, though nothing shows it. */
static bool is_met(const struct table *table, const struct step *step) {
    const struct operation *operation = table->view->explanation->operation;
    return table->entries == 1 && step->operand == 1 &&
           operation->call.operator->writing.transposition == TRANSPOSE_SWAP;
}

static int column_axis(const struct table *table, const struct table_column *column) {
    const struct step *first = column_step(table, column, 0);
    const struct step *last = column_step(table, column, table->entries - 1);
    if (first && is_met(table, first)) {
        return AXIS_ROW;
    }
    return first && last ? naming_axis(table->view->explanation, first, last) : AXIS_COUNT;
}

static void head_line(struct table *table, struct table_column *column) {
    const struct step *first = column_step(table, column, 0);
    if (first) {
        struct naming_line line = {first, column_axis(table, column), "·"};
        naming_line(table->view->explanation, &line, table->view->columns, &column->head);
    }
}

/* Entries of a stage by their row. */
static void fill_stage(struct table *table, struct table_column *column, const char *stage) {
    for (size_t i = 0; i < table->steps->count; i++) {
        const struct step *step = &table->steps->list[i];
        if (step->stage && text_same(step->stage, stage) && step->row < table->entries) {
            column->steps[step->row] = (long)i;
        }
    }
}

static bool is_product(const struct step *term) {
    return term && term->kind == STEP_APPLY && term->scalar == &scalar_multiply;
}

/* The cells that the terms multiply, or what else all of them have there, as a column of their own
 * before them. */
static void add_factors(struct table *table, const struct table_column *terms, bool right) {
    struct table_column *column = column_add(table, COLUMN_GIVEN, 0);
    for (size_t i = 0; i < table->entries; i++) {
        const struct step *term = column_step(table, terms, i);
        bool product = is_product(term) && term->left != term->right;
        column->steps[i] = product ? (right ? term->right : term->left) : STEP_NONE;
    }
    if (holds_cells(table, column)) {
        head_line(table, column);
    } else if (shared_note(table, column)) {
        text_append(&column->head, shared_note(table, column));
    } else {
        table->count--;
    }
}

static bool swaps(const struct table *table) {
    const struct operator* operator= table->view->explanation->operation->call.operator;
    return table->view->columns && operator->writing.transposition == TRANSPOSE_SWAP;
}

/* What the terms are, beside their place in the row heads' column "term". */
static const char *terms_head(const struct table *table, const struct table_column *terms) {
    bool products = true, squares = true;
    for (size_t i = 0; products && i < table->entries; i++) {
        const struct step *term = column_step(table, terms, i);
        products = is_product(term);
        squares = squares && products && term->left == term->right;
    }
    return squares ? "square" : products ? "product" : "number";
}

/* A ledger's terms, with their factors before them. */
static void add_terms(struct table *table, size_t order) {
    struct table_column terms = {.steps = table->room + TABLE_MOST * table->entries};
    fill_stage(table, &terms, STAGE_TERM);
    add_factors(table, &terms, swaps(table));
    add_factors(table, &terms, !swaps(table));
    struct table_column *column = column_add(table, COLUMN_FOUND, order);
    fill_stage(table, column, STAGE_TERM);
    if (holds_cells(table, column)) {
        column->kind = COLUMN_GIVEN;
        head_line(table, column);
    } else {
        text_append(&column->head, terms_head(table, column));
    }
}

/* The running total; after the first term it is that term. */
static void add_totals(struct table *table, size_t order) {
    struct table_column *column = column_add(table, COLUMN_FOUND, order);
    fill_stage(table, column, STAGE_TOTAL);
    column->steps[0] = column[-1].steps[0];
    text_append(&column->head, "so far");
}

static void add_note(struct table *table, const struct stage *stage, size_t order) {
    struct table_column *column = table->count ? &table->columns[table->count - 1] : NULL;
    if (column && column->note_count < TABLE_NOTES) {
        column->notes[column->note_count++] =
            (struct note){.label = stage->name, .step = (long)stage->last, .order = order};
    }
}

static void table_fill(struct table *table) {
    for (size_t i = 0; i < table->stages.count; i++) {
        const struct stage *stage = &table->stages.list[i];
        if (stage_is_term(stage->name)) {
            add_terms(table, i);
        } else if (stage_is_total(stage->name)) {
            add_totals(table, i);
        } else if (stage->column) {
            bool ledger = table->steps->form == STEPS_LEDGER;
            struct table_column *column =
                column_add(table, ledger ? COLUMN_GIVEN : COLUMN_STAGE, i);
            fill_stage(table, column, stage->name);
            text_append(&column->head, stage->name);
        } else if (!stage->odd) {
            add_note(table, stage, i);
        }
    }
}

/* What the learner may see: a number, the question for it, or nothing yet. */
enum sight { SIGHT_NUMBER, SIGHT_QUESTION, SIGHT_NOTHING };

static enum sight sight_of(size_t at, size_t reached) {
    return at < reached ? SIGHT_NUMBER : at == reached ? SIGHT_QUESTION : SIGHT_NOTHING;
}

static enum sight entry_sight(const struct table *table, const struct table_column *column,
                              size_t entry) {
    switch (column->kind) {
    case COLUMN_GIVEN:
        return SIGHT_NUMBER;
    case COLUMN_FOUND:
        return sight_of(entry, table->view->terms);
    case COLUMN_STAGE:
        break;
    }
    return sight_of(column->order, table->view->terms);
}

/* In a ledger what stands below the totals follows the last term. */
static enum sight note_sight(const struct table *table, const struct table_column *column,
                             const struct note *note) {
    if (table->steps->form == STEPS_COLUMNS) {
        return sight_of(note->order, table->view->terms);
    }
    bool after = column->kind == COLUMN_FOUND || column + 1 == table->columns + table->count;
    return !after || table->view->terms >= table->entries ? SIGHT_NUMBER : SIGHT_NOTHING;
}

/* The entry that is looked at: the cell's own, or the term reached last. */
static size_t table_focus(const struct table *table) {
    size_t terms = table->view->terms;
    if (table->steps->form == STEPS_COLUMNS) {
        return table->steps->entry;
    }
    return terms > 0 && terms < table->entries ? terms - 1 : SIZE_MAX;
}

/* A long table keeps its beginning, the focus with what comes next, and its end. */
static bool is_kept(const struct table *table, size_t entry) {
    size_t limit = table->view->limit < 4 ? 4 : table->view->limit, focus = table_focus(table);
    if (table->view->limit == 0 || table->entries <= limit) {
        return true;
    }
    bool by_focus = focus != SIZE_MAX && (entry == focus || entry == focus + 1);
    return entry < limit - 2 || by_focus || entry + 1 == table->entries;
}

/* A gap would take as much room as the one line it hides. */
static bool is_shown(const struct table *table, size_t entry) {
    bool between = entry > 0 && is_kept(table, entry - 1) && is_kept(table, entry + 1);
    return is_kept(table, entry) || between;
}

static void each_value(struct table *table, struct table_column *column,
                       void (*visit)(struct figures *figures, double value)) {
    for (size_t i = 0; i < table->entries; i++) {
        const struct step *step = column_step(table, column, i);
        if (step && is_shown(table, i)) {
            visit(&column->figures, step->value);
        }
    }
    const struct step *steps = table->steps->list;
    for (size_t i = 0; steps != NULL && i < column->note_count; i++) {
        visit(&column->figures, steps[column->notes[i].step].value);
    }
}

static void measure_column(struct table *table, struct table_column *column) {
    column->figures = (struct figures){.precision = table->precision, .before = 1};
    for (size_t i = 0; i < FIGURES_PASSES; i++) {
        each_value(table, column, figures_passes[i]);
    }
    column->width = column->figures.before + column->figures.after;
    for (size_t i = 0; i < column->note_count; i++) {
        size_t width = canvas_columns(column->notes[i].label) + 1 + column->figures.before +
                       column->figures.after;
        column->width = greater(column->width, width);
    }
}

/* The operand whose labels name the entries: the first that has labels, else the first. */
static const struct table_column *naming_column(const struct table *table) {
    const struct table_column *found = NULL;
    for (size_t i = 0; i < table->count; i++) {
        const struct table_column *column = &table->columns[i];
        if (!holds_cells(table, column)) {
            continue;
        }
        const struct step *first = column_step(table, column, 0);
        int axis = column_axis(table, column);
        if (first && axis < AXIS_COUNT &&
            naming_operand(table->view->explanation, first)->labels[axis]) {
            return column;
        }
        found = found ? found : column;
    }
    return found;
}

static void write_entry(const struct table *table, size_t entry, struct text *out) {
    const struct table_column *column = naming_column(table);
    const struct step *step = column ? column_step(table, column, entry) : NULL;
    if (!step) {
        text_format(out, "%zu", entry + 1);
        return;
    }
    const struct shape *shape = naming_operand(table->view->explanation, step);
    int axis = column_axis(table, column);
    if (axis == AXIS_COUNT) {
        address_write(shape, step->cell, table->view->columns, out);
    } else if (shape->labels[axis]) {
        text_append(out, shape->labels[axis]->names[tensor_place(shape, step->cell).at[axis]]);
    } else {
        text_format(out, "%zu", tensor_place(shape, step->cell).at[axis] + 1);
    }
}

/* The row's head as it stands there; returns the columns of all of it. */
static size_t entry_head(const struct table *table, size_t entry, char out[CANVAS_LABEL]) {
    struct text head = {0};
    write_entry(table, entry, &head);
    size_t columns = canvas_columns(text_string(&head));
    canvas_cut(out, text_string(&head), TABLE_ROW_HEAD, false);
    text_release(&head);
    return columns;
}

static const char *corner(const struct table *table) {
    return table->steps->form == STEPS_LEDGER ? "term" : "";
}

static void measure_heads(struct table *table) {
    char head[CANVAS_LABEL];
    table->head = canvas_columns(corner(table));
    for (size_t i = 0; i < table->entries; i++) {
        table->head = greater(table->head, is_shown(table, i) ? entry_head(table, i, head) : 0);
    }
    table->head = lesser(table->head, TABLE_ROW_HEAD);
}

static size_t head_width(const struct table_column *column, size_t most) {
    return greater(lesser(canvas_columns(text_string(&column->head)), most), column->width);
}

static size_t table_total(const struct table *table, size_t most) {
    size_t total = TABLE_INDENT + table->head;
    for (size_t i = 0; i < table->count; i++) {
        total += TABLE_GAP + head_width(&table->columns[i], most);
    }
    return total;
}

/* --- bars ------------------------------------------------------------------------------------- */

/* Whether the last stage picks one entry's number (argmax): then that one has all of the bar. */
static bool picks(const struct table *table) {
    const char *last = table->steps->list[table->steps->count - 1].stage;
    bool one = last != NULL;
    for (size_t i = 0; one && i < table->steps->count; i++) {
        const struct step *step = &table->steps->list[i];
        one = step->stage == NULL || !text_same(step->stage, last) || step->row > 0;
    }
    return one;
}

static bool is_last(const struct table *table, const struct table_column *column) {
    return column + 1 == table->columns + table->count;
}

/* The largest number of the column, 1 at least; 0: some number is no length. */
static double bar_scale(const struct table *table, const struct table_column *column) {
    double largest = 1;
    for (size_t i = 0; i < table->entries; i++) {
        const struct step *step = column_step(table, column, i);
        if (!step || !(step->value >= 0) || isinf(step->value)) {
            return 0;
        }
        largest = fmax(largest, step->value);
    }
    return largest;
}

/* Bars behind the columns of lengths, as wide as there is room for; behind the last alone where
 * there is little. */
static void fit_bars(struct table *table) {
    size_t total = table_total(table, 1), room = table->width > total ? table->width - total : 0;
    bool bars[TABLE_MOST] = {false};
    size_t count = 0;
    for (size_t i = 0; i < table->count; i++) {
        const struct table_column *column = &table->columns[i];
        bars[i] = is_last(table, column)
                      ? picks(table) || bar_scale(table, column) > 0
                      : column->kind == COLUMN_STAGE && bar_scale(table, column) > 0;
        count += bars[i];
    }
    bool all = count > 0 && room / count > TABLE_LEAST_BAR;
    size_t width = count == 0 ? 0 : lesser(all ? room / count : room, TABLE_BAR + 1);
    for (size_t i = 0; width > TABLE_LEAST_BAR && i < table->count; i++) {
        struct table_column *column = &table->columns[i];
        column->bar = bars[i] && (all || is_last(table, column)) ? width : 0;
    }
}

static void put_bar(struct table *table, const struct table_column *column, size_t entry) {
    bool picked = is_last(table, column) && picks(table);
    double scale = picked ? 1 : bar_scale(table, column);
    struct bar bar = {.part = picked ? entry == table->steps->entry
                                     : column_value(table, column, entry) / scale,
                      .width = column->bar - 1,
                      .style = STYLE_NUMBER};
    canvas_bar(table->canvas, table->use.rows, column->end + 1, &bar);
}

/* For the line to fit decimals give way first, since a number that is cut off would be a wrong one;
 * then column heads, as far as it takes. */
static void fit_columns(struct table *table) {
    size_t most = TABLE_HEAD;
    do {
        for (size_t i = 0; i < table->count; i++) {
            measure_column(table, &table->columns[i]);
        }
    } while (table_total(table, 1) > table->width && --table->precision > 0);
    while (table_total(table, most) > table->width && most > 1) {
        most--;
    }
    for (size_t i = 0; i < table->count; i++) {
        table->columns[i].width = head_width(&table->columns[i], most);
    }
    if (table->view->bars && table->steps->form == STEPS_COLUMNS) {
        fit_bars(table);
    }
    size_t end = TABLE_INDENT + table->head;
    for (size_t i = 0; i < table->count; i++) {
        table->columns[i].end = end + TABLE_GAP + table->columns[i].width;
        end = table->columns[i].end + table->columns[i].bar;
    }
}

static void put_heads(struct table *table) {
    canvas_put(table->canvas, 0, TABLE_INDENT, corner(table), STYLE_LABEL);
    for (size_t i = 0; i < table->count; i++) {
        const struct table_column *column = &table->columns[i];
        char head[CANVAS_LABEL];
        bool hidden = column->kind == COLUMN_STAGE && column->order > table->view->terms;
        canvas_cut(head, text_string(&column->head), column->width, false);
        canvas_put_right(table->canvas, 0, column->end, hidden ? "" : head, STYLE_LABEL);
    }
}

/* Where a number goes: the column on the canvas where its own column ends. */
struct spot {
    size_t end;
    enum sight sight;
    enum style style;
};

static void put_value(struct table *table, const struct table_column *column,
                      const struct spot *spot, double value) {
    char written[NUMBER_TEXT];
    size_t field = spot->end - column->figures.before - column->figures.after;
    if (spot->sight == SIGHT_QUESTION) {
        canvas_put(table->canvas, table->use.rows, field + column->figures.before - 1, "?",
                   STYLE_DIM);
    } else if (spot->sight == SIGHT_NUMBER) {
        figures_write(&column->figures, value, written);
        bool rounded = number_rounded(value, table->precision);
        table->use.rounded = rounded ? table->precision : table->use.rounded;
        canvas_put(table->canvas, table->use.rows,
                   field + figures_offset(&column->figures, written), written, spot->style);
    }
}

/* Positions end at the right, as numbers do; labels begin at the left. */
static bool is_number(const char *head) {
    return head[strspn(head, "0123456789")] == '\0';
}

static void put_entry(struct table *table, size_t entry) {
    char head[CANVAS_LABEL];
    size_t columns = entry_head(table, entry, head);
    bool focus = entry == table_focus(table);
    bool number = columns <= table->head && is_number(head);
    canvas_put(table->canvas, table->use.rows, 0, focus ? "▶" : "", STYLE_LABEL);
    canvas_put(table->canvas, table->use.rows, TABLE_INDENT + (number ? table->head - columns : 0),
               head, STYLE_LABEL);
    for (size_t i = 0; i < table->count; i++) {
        const struct table_column *column = &table->columns[i];
        const struct step *step = column_step(table, column, entry);
        if (step) {
            struct spot spot = {column->end, entry_sight(table, column, entry),
                                focus ? STYLE_FOCUS : STYLE_NUMBER};
            put_value(table, column, &spot, step->value);
            if (column->bar > 0 && spot.sight == SIGHT_NUMBER &&
                (!is_last(table, column) || table->view->terms == SIZE_MAX)) {
                put_bar(table, column, entry);
            }
        }
    }
    table->use.focus = focus ? table->use.rows : table->use.focus;
    table->use.rows++;
}

static void put_gap(struct table *table, size_t count) {
    char words[64];
    text_fill(words, sizeof words, "…  %zu %s not shown", count,
              table->steps->form == STEPS_LEDGER ? "terms" : "entries");
    canvas_put(table->canvas, table->use.rows++, TABLE_INDENT, words, STYLE_DIM);
}

/* The ROWth line of notes; false when no column has so many that may be seen. */
static bool put_notes(struct table *table, size_t row) {
    bool any = false;
    for (size_t i = 0; i < table->count; i++) {
        const struct table_column *column = &table->columns[i];
        if (row >= column->note_count) {
            continue;
        }
        const struct note *note = &column->notes[row];
        struct spot spot = {column->end, note_sight(table, column, note), STYLE_NUMBER};
        size_t field = column->end - column->figures.before - column->figures.after;
        if (spot.sight != SIGHT_NOTHING) {
            canvas_put_right(table->canvas, table->use.rows, field - 1, note->label, STYLE_LABEL);
            put_value(table, column, &spot, table->steps->list[note->step].value);
            any = true;
        }
    }
    return any;
}

/* --- across ----------------------------------------------------------------------------------- */

/* A sum of products of two rows as the rows themselves, one above the other, with the products and
 * their bars below:
 *
 *                       1        2        3        4
 *   Q[word1,·]        0.2      0.2        0      0.2
 *   K.T[·,word2]    × 0    × 0.6      × 0    × 0.8
 *   product           0   + 0.12     +  0   + 0.16   = 0.28
 */

static bool is_score(const struct table *table) {
    const struct table_column *columns = table->columns;
    return table->steps->form == STEPS_LEDGER && table->count >= 3 && table->entries > 1 &&
           table->entries <= ACROSS_MOST && holds_cells(table, &columns[0]) &&
           holds_cells(table, &columns[1]) && columns[2].kind == COLUMN_FOUND &&
           table->columns[table->count - 1].note_count == 0 && table->count <= 4;
}

/* Whether it fits; fields of FIELD columns then, and row heads of HEAD. */
static bool fit_across(struct table *table) {
    char head[CANVAS_LABEL];
    int precision = table->precision;
    if (!table->view->bars || !is_score(table)) {
        return false;
    }
    for (; table->precision >= 2 || table->precision == precision; table->precision--) {
        table->field = table->head = 0;
        for (size_t i = 0; i < table->count; i++) {
            measure_column(table, &table->columns[i]);
            table->field = i < 3 ? greater(table->field, table->columns[i].width) : table->field;
            table->head =
                i < 3 ? greater(table->head, canvas_columns(text_string(&table->columns[i].head)))
                      : table->head;
        }
        for (size_t i = 0; i < table->entries; i++) {
            table->field =
                greater(table->field, lesser(entry_head(table, i, head), table->field + 3));
        }
        size_t total = table->columns[table->count - 1].width + strlen("  =  so far");
        if (TABLE_INDENT + table->head + table->entries * (table->field + TABLE_GAP) + total <=
            table->width) {
            return true;
        }
    }
    table->precision = precision;
    return false;
}

/* Where entry ENTRY's field ends. */
static size_t field_end(const struct table *table, size_t entry) {
    return TABLE_INDENT + table->head + (entry + 1) * (table->field + TABLE_GAP);
}

/* A line of the numbers of COLUMN, with SIGN before each but, for a sum, the first. */
static void put_across(struct table *table, const struct table_column *column, const char *sign) {
    canvas_put(table->canvas, table->use.rows, TABLE_INDENT, text_string(&column->head),
               STYLE_LABEL);
    for (size_t i = 0; i < table->entries; i++) {
        const struct step *step = column_step(table, column, i);
        size_t end = field_end(table, i);
        struct spot spot = {end, entry_sight(table, column, i),
                            i == table_focus(table) ? STYLE_FOCUS : STYLE_NUMBER};
        put_value(table, column, &spot, step->value);
        if (spot.sight != SIGHT_NOTHING && (i > 0 || sign[0] != '+')) {
            canvas_put(table->canvas, table->use.rows, end - table->field - 2, sign, STYLE_DIM);
        }
    }
}

/* The sum, as far as it is reached, behind the products; below each of these how much it adds. */
static void put_sum(struct table *table) {
    static const char *const eighths[] = {"", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const struct table_column *products = &table->columns[2];
    const struct table_column *totals = &table->columns[table->count - 1];
    size_t reached = lesser(table->view->terms, table->entries);
    double largest = 0;
    for (size_t i = 0; i < reached; i++) {
        largest = fmax(largest, fabs(column_value(table, products, i)));
    }
    for (size_t i = 0; i < reached; i++) {
        double value = column_value(table, products, i);
        size_t height = largest > 0 && isfinite(largest) && isfinite(value)
                            ? (size_t)ceil(fabs(value) / largest * 8)
                            : 0;
        size_t width = lesser(table->field, 4);
        canvas_repeat(table->canvas,
                      (const size_t[]){table->use.rows + 1, field_end(table, i) - width}, width,
                      eighths[height], value < 0 ? STYLE_DIM : STYLE_NUMBER);
    }
    if (reached > 0 && totals != products) {
        size_t column = field_end(table, table->entries - 1) + 2;
        char written[NUMBER_TEXT];
        figures_write(&totals->figures, column_value(table, totals, reached - 1), written);
        column = canvas_put(table->canvas, table->use.rows, column, "= ", STYLE_DIM);
        column = canvas_put(table->canvas, table->use.rows, column, written, STYLE_STRONG);
        canvas_put(table->canvas, table->use.rows, column,
                   reached < table->entries ? " so far" : "", STYLE_DIM);
    }
}

static void draw_across(struct table *table) {
    static const char *const signs[] = {"", "×", "+"};
    char head[CANVAS_LABEL];
    for (size_t i = 0; i < table->entries; i++) {
        entry_head(table, i, head);
        canvas_put_right(table->canvas, 0, field_end(table, i), head, STYLE_LABEL);
    }
    for (size_t i = 0; i < 3; i++) {
        table->use.rows++;
        put_across(table, &table->columns[i], signs[i]);
    }
    table->use.focus = table_focus(table) == SIZE_MAX ? SIZE_MAX : table->use.rows;
    put_sum(table);
    table->use.rows = ACROSS_ROWS;
}

static void draw(struct table *table) {
    size_t skipped = 0;
    put_heads(table);
    table->use.rows++;
    for (size_t entry = 0; entry < table->entries; entry++) {
        if (!is_shown(table, entry)) {
            skipped++;
            continue;
        }
        if (skipped > 0) {
            put_gap(table, skipped);
        }
        skipped = 0;
        put_entry(table, entry);
    }
    for (size_t row = 0; row < TABLE_NOTES && put_notes(table, row); row++) {
        table->use.rows++;
    }
}

/* Fills and measures it; returns whether it lies across. */
static bool table_make(struct table *table, const struct ledger_view *view) {
    *table = (struct table){.view = view,
                            .steps = &view->explanation->steps,
                            .use = {.rounded = -1, .focus = SIZE_MAX}};
    table->stages = stages_of(table->steps);
    table->entries = table->stages.entries;
    table->width = view->width > 0 ? view->width : LINE_COLUMNS;
    table->precision = view->precision < 0 ? 0 : view->precision > 17 ? 17 : view->precision;
    table->room = memory_allocate((TABLE_MOST + 1) * table->entries, sizeof *table->room);
    if (table->room == NULL) {
        return false;
    }
    table_fill(table);
    if (fit_across(table)) {
        return true;
    }
    measure_heads(table);
    fit_columns(table);
    return false;
}

static void table_release(struct table *table) {
    while (table->count > 0) {
        text_release(&table->columns[--table->count].head);
    }
    memory_free(table->room);
}

struct table_use table_draw(const struct ledger_view *view, const struct canvas *canvas) {
    struct table table;
    bool across = table_make(&table, view);
    table.canvas = canvas;
    if (table.room != NULL) {
        (across ? draw_across : draw)(&table);
    }
    table_release(&table);
    return table.use;
}
