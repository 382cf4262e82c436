/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/ladder.h"

#include "base/text.h"
#include "canvas/axes.h"
#include "canvas/figure.h"
#include "canvas/formula.h"
#include "canvas/naming.h"
#include "canvas/picture.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum {
    TERMS_MOST = 30,              /* that have a column where there is no limit of rows */
    LINES_MOST = STAGES_MOST + 3, /* a stage each, the two factors of a term, and the totals */
    FOLDS_MOST = 3,
    LEAST_ROWS = 3,
    SENTENCE_ROWS = 3,
    HEAD_MOST = 18, /* columns of the names of the lines */
    LABEL_MOST = 9, /* and of the labels above the terms */
    WHOLE_HEAD = 30,
    WHOLE_LABEL = 16,
    DECIMALS_MOST = 3,
    BAR_COLUMNS = 3,
    EIGHTHS = 8,   /* of a row */
    TALL_MOST = 3, /* rows of a bar, where the arithmetic has a pane of its own */
    ORANGE = 235,  /* levels of the signed ramp that are seen well on its background */
    BLUE = 21,
    GROUND = 128
};

/* "Σ 3.41": a result of all the numbers of a line. */
struct fold {
    const char *name;
    double value;
};

/* A line of numbers, one a term (an entry). */
struct ladder_line {
    char head[CANVAS_LABEL];
    enum style role;
    const struct step *steps[TERMS_MOST]; /* of the terms shown; NULL: it has none there */
    bool given;                           /* known before the first term */
    size_t order;                         /* of a stage: reached when so many are */
    bool sum;                             /* its numbers are added up */
    bool factor;                          /* it is multiplied by the line above */
    struct fold folds[FOLDS_MOST];
    size_t fold_count;
};

struct sheet {
    const struct ladder *ladder;
    const struct steps *steps;
    struct stages stages;
    size_t entries;
    size_t shown[TERMS_MOST], count; /* the terms that have a column, in order */
    size_t strip;                    /* how many of them are side by side */
    struct ladder_line lines[LINES_MOST];
    size_t line_count;
    const struct ladder_line
        *last; /* its numbers have bars: the terms of a sum, else the last stage */
    char labels[TERMS_MOST][CANVAS_LABEL];
    size_t head_most;        /* columns that a head may have */
    size_t head, field, gap; /* columns of the heads, of a number, before a number */
    size_t tail;             /* and behind the terms */
    int decimals;
    const struct scalar *scalar; /* what puts its terms together: a sum, a maximum; NULL: nothing */
    bool sums, below;            /* it has such terms; some is below 0 */
    double ends[2];              /* the least and the largest of their totals, or 0 */
    size_t tall;                 /* rows of the longest bar */
    size_t rows;                 /* that it may take */
};

/* --- terms ------------------------------------------------------------------------------------ */

/* Returns the stage whose numbers are compared: for a sum its terms, else the last that is a
 * column. */
static const char *main_stage(const struct sheet *sheet) {
    const char *name = STAGE_TERM;
    for (size_t i = 0; i < sheet->stages.count && !sheet->sums; i++) {
        name = sheet->stages.list[i].column ? sheet->stages.list[i].name : name;
    }
    return name;
}

static bool has_column(const struct sheet *sheet, size_t entry) {
    for (size_t i = 0; i < sheet->count; i++) {
        if (sheet->shown[i] == entry) {
            return true;
        }
    }
    return false;
}

/* Finds the steps of STAGE that the shown terms have, in one pass, because a sum may have very
 * many. */
static void find_steps(const struct sheet *sheet, const char *stage,
                       const struct step *found[TERMS_MOST]) {
    size_t next = 0; /* rows mostly rise */
    for (size_t i = 0; i < sheet->steps->count; i++) {
        const struct step *step = &sheet->steps->list[i];
        if (step->stage == NULL || step->row < sheet->shown[0] ||
            step->row > sheet->shown[sheet->count - 1]) {
            continue;
        }
        next = sheet->shown[next] > step->row ? 0 : next;
        while (sheet->shown[next] < step->row) {
            next++;
        }
        if (sheet->shown[next] == step->row && text_same(step->stage, stage)) {
            found[next] = step;
        }
    }
}

/* Adds to the shown terms the largest in STAGE of all others, up to COUNT, in one pass, because a
 * sum may have very many. */
static void add_largest(struct sheet *sheet, const char *stage, size_t count) {
    size_t first = sheet->count;
    double sizes[TERMS_MOST]; /* of the added ones, the largest first */
    for (size_t i = 0; i < sheet->steps->count; i++) {
        const struct step *step = &sheet->steps->list[i];
        double size = isnan(step->value) ? INFINITY : fabs(step->value);
        bool full = sheet->count >= count;
        bool small = full && (first == sheet->count || size <= sizes[sheet->count - 1]);
        if (step->stage == NULL || small || !text_same(step->stage, stage) ||
            has_column(sheet, step->row)) {
            continue;
        }
        size_t at = full ? sheet->count - 1 : sheet->count++;
        for (; at > first && sizes[at - 1] < size; at--) {
            sheet->shown[at] = sheet->shown[at - 1];
            sizes[at] = sizes[at - 1];
        }
        sheet->shown[at] = step->row;
        sizes[at] = size;
    }
}

/* Chooses the largest of many terms, in their order; before all are reached those around the
 * present one, because the largest would give themselves away. */
static void choose_terms(struct sheet *sheet, size_t most) {
    const struct ladder *ladder = sheet->ladder;
    const char *stage = main_stage(sheet);
    size_t count = lesser(sheet->entries, most);
    size_t reached = sheet->sums ? sheet->entries : sheet->stages.count;
    if (count == sheet->entries || ladder->terms < reached) {
        size_t at = sheet->sums ? lesser(ladder->terms, sheet->entries - 1) : sheet->steps->entry;
        struct visible part = visible_make(sheet->entries, count, at);
        for (sheet->count = 0; sheet->count < part.count; sheet->count++) {
            sheet->shown[sheet->count] = part.first + sheet->count;
        }
        return;
    }
    sheet->shown[0] = ladder->present != SIZE_MAX ? lesser(ladder->present, sheet->entries - 1)
                      : sheet->sums               ? SIZE_MAX
                                                  : sheet->steps->entry;
    sheet->count = sheet->shown[0] != SIZE_MAX;
    add_largest(sheet, stage, count);
    for (size_t i = 1; i < sheet->count; i++) { /* in their order */
        for (size_t k = i; k > 0 && sheet->shown[k - 1] > sheet->shown[k]; k--) {
            size_t other = sheet->shown[k];
            sheet->shown[k] = sheet->shown[k - 1];
            sheet->shown[k - 1] = other;
        }
    }
}

/* --- lines ------------------------------------------------------------------------------------ */

/* True when all of the line are cells of one operand. */
static bool holds_cells(const struct sheet *sheet, const struct ladder_line *line) {
    for (size_t i = 0; i < sheet->count; i++) {
        const struct step *step = line->steps[i];
        if (step == NULL || step->kind != STEP_CELL || step->operand != line->steps[0]->operand) {
            return false;
        }
    }
    return sheet->count > 0;
}

static int axis_of(const struct sheet *sheet, const struct ladder_line *line) {
    return naming_axis(sheet->ladder->explanation, line->steps[0], line->steps[sheet->count - 1]);
}

/* Names the line "Q[word1,:]", in the colour of Q. */
static void name_line(const struct sheet *sheet, struct ladder_line *line, const char *otherwise) {
    struct text name = {0};
    const struct step *first = line->steps[0];
    line->role = STYLE_LABEL;
    text_fill(line->head, sizeof line->head, "%s", otherwise);
    if (holds_cells(sheet, line)) {
        naming_line(sheet->ladder->explanation, first, axis_of(sheet, line), sheet->ladder->columns,
                    &name);
        canvas_cut(line->head, text_string(&name), sheet->head_most, sheet->ladder->ascii);
        char operand[CANVAS_LABEL];
        text_fill(operand, sizeof operand, "%.*s", (int)strcspn(text_string(&name), "["),
                  text_string(&name));
        enum style role = axes_role_of(operand);
        line->role = role == STYLE_FORMULA ? STYLE_LABEL : role;
    } else if (first != NULL && first->kind == STEP_NUMBER && first->note != NULL) {
        text_fill(line->head, sizeof line->head, "%s", first->note);
    }
    text_release(&name);
}

static struct ladder_line *add_line(struct sheet *sheet) {
    struct ladder_line *line = &sheet->lines[sheet->line_count++];
    *line = (struct ladder_line){.role = STYLE_LABEL};
    return line;
}

/* Adds the two rows that are multiplied, then their products; or the terms alone. */
static void add_terms(struct sheet *sheet) {
    const struct steps *steps = sheet->steps;
    struct ladder_line terms = {.sum = true};
    bool products = true, squares = true,
         swap = naming_swaps(sheet->ladder->explanation, sheet->ladder->columns);
    find_steps(sheet, STAGE_TERM, terms.steps);
    for (size_t i = 0; i < sheet->count; i++) {
        const struct step *term = terms.steps[i];
        bool product = term != NULL && term->kind == STEP_APPLY && term->scalar == &scalar_multiply;
        products &= product && term->left != term->right;
        squares &= product && term->left == term->right;
    }
    for (int side = 0; side < 2 && products; side++) {
        struct ladder_line *line = add_line(sheet);
        for (size_t i = 0; i < sheet->count; i++) {
            const struct step *term = terms.steps[i];
            if (term != NULL) {
                line->steps[i] = &steps->list[(side == 1) != swap ? term->right : term->left];
            }
        }
        line->given = true;
        line->factor = side == 1;
        name_line(sheet, line, side == 1 ? "second" : "first");
    }
    struct ladder_line *line = add_line(sheet);
    *line = terms;
    sheet->last = line;
    if (products) {
        line->role = STYLE_LABEL;
        text_fill(line->head, sizeof line->head, "products");
    } else {
        name_line(sheet, line, squares ? "squares" : "terms");
    }
}

static const char *stage_words(const char *stage) {
    static const char *const words[][2] = {{"x − max", "− largest"}, {"÷", "÷ their sum"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (text_same(stage, words[i][0])) {
            return words[i][1];
        }
    }
    return stage;
}

/* Adds a line for each stage; a result of a whole line (max, Σ) is written at its end. For a sum
 * adds what its terms were made from, where there is room for everything, and then the terms. */
static void add_lines(struct sheet *sheet) {
    bool whole = sheet->ladder->whole;
    for (size_t i = 0; i < sheet->stages.count; i++) {
        const struct steps_stage *stage = &sheet->stages.list[i];
        if (sheet->sums && text_same(stage->name, STAGE_TERM)) {
            add_terms(sheet);
        } else if (sheet->sums && text_same(stage->name, STAGE_TOTAL)) {
            if (whole && sheet->count == sheet->entries && sheet->count > 2) {
                struct ladder_line *line = add_line(sheet);
                text_fill(line->head, sizeof line->head, "so far");
                find_steps(sheet, STAGE_TOTAL, line->steps);
                line->steps[0] = sheet->last->steps[0];
            }
        } else if (sheet->sums && (!whole || sheet->last != NULL)) {
            continue;
        } else if (stage->column) {
            struct ladder_line *line = add_line(sheet);
            line->order = i;
            line->given = sheet->sums;
            find_steps(sheet, stage->name, line->steps);
            name_line(sheet, line, sheet->sums ? stage->name : stage_words(stage->name));
            sheet->last = sheet->sums ? NULL : line;
        } else if (!stage->odd && sheet->line_count > 0) {
            struct ladder_line *line = &sheet->lines[sheet->line_count - 1];
            double value = sheet->steps->list[stage->last].value;
            if (line->fold_count < FOLDS_MOST) {
                line->folds[line->fold_count++] = (struct fold){stage->name, value};
            }
        }
    }
}

static size_t label_most(const struct sheet *sheet) {
    return sheet->ladder->whole ? WHOLE_LABEL : LABEL_MOST;
}

/* Takes the labels of the first line of cells that has any, else their numbers. */
static void label_terms(struct sheet *sheet) {
    const struct ladder_line *found = NULL;
    for (size_t i = 0; i < sheet->line_count; i++) {
        const struct ladder_line *line = &sheet->lines[i];
        bool cells = holds_cells(sheet, line) && axis_of(sheet, line) < AXIS_COUNT;
        bool named = cells && naming_operand(sheet->ladder->explanation, line->steps[0])
                                      ->labels[axis_of(sheet, line)] != NULL;
        found = named || (cells && found == NULL) ? line : found;
        if (named) {
            break;
        }
    }
    for (size_t i = 0; i < sheet->count; i++) {
        text_fill(sheet->labels[i], CANVAS_LABEL, "%zu", sheet->shown[i] + 1);
        if (found != NULL) {
            const struct shape *shape = naming_operand(sheet->ladder->explanation, found->steps[0]);
            int axis = axis_of(sheet, found);
            char room[32];
            size_t at = tensor_place(shape, found->steps[i]->cell).at[axis];
            canvas_cut(sheet->labels[i], matrix_head(shape, (enum tensor_axis)axis, at, room),
                       label_most(sheet), sheet->ladder->ascii);
        }
    }
}

/* --- measures --------------------------------------------------------------------------------- */

static void write_figure(const struct sheet *sheet, double value, char out[NUMBER_TEXT]) {
    struct figure figure = {number_decimals(value, sheet->decimals), NUMBER_TEXT,
                            sheet->ladder->ascii, sheet->ladder->whole};
    figure_write(&figure, value, out);
}

/* Finds the totals that are furthest out. */
static void find_ends(struct sheet *sheet) {
    for (size_t i = 0; i < sheet->steps->count && sheet->sums; i++) {
        const struct step *step = &sheet->steps->list[i];
        if (stage_is_total(step->stage) && isfinite(step->value)) {
            sheet->ends[0] = fmin(sheet->ends[0], step->value);
            sheet->ends[1] = fmax(sheet->ends[1], step->value);
        }
    }
}

/* Returns the columns of the totals that are furthest out: the others are no wider. */
static size_t widest_total(const struct sheet *sheet) {
    char written[NUMBER_TEXT];
    size_t widest = 1;
    for (size_t i = 0; i < 2; i++) {
        write_figure(sheet, sheet->ends[i], written);
        bool whole = numbers_equal_rounded(sheet->ends[i], round(sheet->ends[i]));
        widest = greater(widest, canvas_columns(written) + (whole ? 0 : 1));
    }
    return widest;
}

/* Writes "max .14 Σ 3.41". */
static void write_folds(const struct sheet *sheet, const struct ladder_line *line,
                        struct text *out) {
    char written[NUMBER_TEXT];
    for (size_t i = 0; i < line->fold_count; i++) {
        write_figure(sheet, line->folds[i].value, written);
        text_format(out, i > 0 ? "  %s %s" : "%s %s", line->folds[i].name, written);
    }
}

/* Measures a column for the widest number, whether it is reached or not, so that none moves; and
 * after the terms the room for "= −.52 so far" and "Σ 3.41". */
static void measure_field(struct sheet *sheet) {
    char written[NUMBER_TEXT];
    size_t folds = 0;
    sheet->field = 1;
    sheet->head = 0;
    for (size_t i = 0; i < sheet->line_count; i++) {
        const struct ladder_line *line = &sheet->lines[i];
        struct text words = {0};
        write_folds(sheet, line, &words);
        folds = greater(folds, canvas_columns(text_string(&words)) + 1);
        text_release(&words);
        sheet->head = greater(sheet->head, canvas_columns(line->head) + (line->factor ? 2 : 0));
        for (size_t k = 0; k < sheet->count; k++) {
            if (line->steps[k] != NULL) {
                write_figure(sheet, line->steps[k]->value, written);
                sheet->field = greater(sheet->field, canvas_columns(written));
            }
        }
    }
    size_t total = sheet->sums ? 3 + greater(sheet->field, widest_total(sheet)) : 0;
    bool open = sheet->sums && (!sheet->ladder->whole || sheet->ladder->terms < sheet->entries);
    total += open ? strlen(" so far") : 0;
    sheet->tail = greater(folds, total) + (sheet->count < sheet->entries ? 2 : 0);
}

static size_t sheet_columns(const struct sheet *sheet) {
    return sheet->head + 1 + sheet->strip * (sheet->field + sheet->gap) + sheet->tail;
}

/* Makes room for whole labels, or as much of them as there is, and for a blank at either side of a
 * sign, where there is any. */
static void measure_terms(struct sheet *sheet, size_t width) {
    size_t label = 1;
    measure_field(sheet);
    for (size_t i = 0; i < sheet->count; i++) {
        label = greater(label, canvas_columns(sheet->labels[i]));
    }
    sheet->gap = 3;
    size_t spare = (width - lesser(sheet_columns(sheet), width)) / greater(sheet->strip, 1);
    label = lesser(lesser(label, label_most(sheet)), sheet->field + spare);
    sheet->field = greater(sheet->field, label);
    sheet->gap -= sheet_columns(sheet) > width;
}

static void choose_lines(struct sheet *sheet, size_t most) {
    sheet->line_count = 0;
    sheet->below = false;
    sheet->last = NULL;
    choose_terms(sheet, most);
    sheet->strip = sheet->count;
    add_lines(sheet);
    label_terms(sheet);
    for (size_t i = 0; i < sheet->count && sheet->sums && sheet->last != NULL; i++) {
        const struct step *step = sheet->last->steps[i];
        sheet->below |= step != NULL && step->value < 0;
    }
}

/* Puts as many terms side by side as there is room for, and the others below. */
static bool fit_whole(struct sheet *sheet, size_t width) {
    sheet->decimals = sheet->ladder->precision;
    do {
        choose_lines(sheet, TERMS_MOST);
        sheet->strip = 1;
        measure_terms(sheet, width);
    } while (sheet_columns(sheet) > width && sheet->decimals-- > 0);
    if (sheet_columns(sheet) > width) {
        return false;
    }
    size_t fits = 1 + (width - sheet_columns(sheet)) / (sheet->field + sheet->gap);
    size_t strips = (sheet->count + fits - 1) / fits;
    sheet->strip = (sheet->count + strips - 1) / strips; /* about as many in each */
    return true;
}

/* Drops decimals before terms. False when three terms (all, where there are fewer) and one decimal
 * are too wide. */
static bool fit(struct sheet *sheet, size_t width) {
    const struct ladder *ladder = sheet->ladder;
    if (ladder->whole) {
        return fit_whole(sheet, width);
    }
    int most = ladder->precision < DECIMALS_MOST ? ladder->precision : DECIMALS_MOST;
    for (sheet->decimals = most; sheet->decimals >= (most < 2 ? most : 2); sheet->decimals--) {
        choose_lines(sheet, LADDER_TERMS);
        measure_terms(sheet, width);
        if (sheet_columns(sheet) <= width) {
            return true;
        }
    }
    sheet->decimals++;
    size_t least = lesser(sheet->entries, LEAST_ROWS);
    while (sheet_columns(sheet) > width && sheet->count > least) {
        size_t over = sheet_columns(sheet) - width, column = sheet->field + sheet->gap;
        size_t fewer = greater(1, over / column);
        choose_lines(sheet, greater(sheet->count - lesser(fewer, sheet->count), least));
        measure_terms(sheet, width);
    }
    return sheet_columns(sheet) <= width;
}

/* Writes the names of the lines in full where nothing else gives way to them. */
static void lengthen_heads(struct sheet *sheet, size_t width) {
    size_t field = sheet->field, gap = sheet->gap, count = sheet->count;
    bool fits = false;
    for (size_t i = 0; i < 2 && !fits && !sheet->ladder->whole; i++) {
        sheet->head_most = i == 0 ? WHOLE_HEAD : HEAD_MOST;
        choose_lines(sheet, count);
        measure_terms(sheet, width);
        fits = sheet_columns(sheet) <= width && sheet->field == field && sheet->gap == gap;
    }
}

/* Returns the rows of bars, which say something about the terms of a sum, else about parts of 1. */
static size_t bar_rows(const struct sheet *sheet) {
    const struct ladder_line *last = sheet->last;
    bool parts = true;
    for (size_t i = 0; i < sheet->count && !sheet->sums; i++) {
        parts &= last->steps[i] != NULL && last->steps[i]->value >= 0 && last->steps[i]->value <= 1;
    }
    return sheet->tall * (sheet->sums ? 1 + (size_t)sheet->below : parts);
}

/* Returns the rows of one strip that has room for everything. */
static size_t strip_rows(const struct sheet *sheet) {
    return 1 + sheet->line_count + bar_rows(sheet);
}

/* Prepares a sheet to draw, WIDTH columns wide; false: a sentence has to do. */
static bool make(struct sheet *sheet, const struct ladder *ladder, size_t most, size_t width) {
    const struct explanation *explanation = ladder->explanation;
    const struct steps *steps = &explanation->steps;
    if (explanation->kind != EXPLAINED_STEPS || most < LEAST_ROWS || steps->count == 0 ||
        (steps->form != STEPS_LEDGER && steps->form != STEPS_COLUMNS)) {
        return false;
    }
    *sheet = (struct sheet){.ladder = ladder,
                            .steps = steps,
                            .stages = stages_of(steps),
                            .head_most = ladder->whole ? WHOLE_HEAD : HEAD_MOST};
    sheet->sums = steps->form == STEPS_LEDGER;
    sheet->scalar = sheet->sums ? stages_scalar(steps) : NULL;
    sheet->entries = sheet->stages.entries;
    find_ends(sheet);
    if (sheet->entries < 2 || !fit(sheet, width) || sheet->last == NULL) {
        return false;
    }
    lengthen_heads(sheet, width);
    size_t strips = (sheet->count + sheet->strip - 1) / greater(sheet->strip, 1);
    sheet->tall = ladder->whole || ladder->at_end ? 1 : TALL_MOST;
    while (sheet->tall > 1 && strip_rows(sheet) > most) {
        sheet->tall--;
    }
    sheet->rows =
        ladder->whole ? strips * (strip_rows(sheet) + 1) - 1 : lesser(strip_rows(sheet), most);
    return !sheet->sums || sheet->rows >= sheet->line_count;
}

/* --- drawing ---------------------------------------------------------------------------------- */

/* Returns where the column of the NTHth term ends: a sign between blanks, then its number. */
static size_t term_end(const struct sheet *sheet, size_t nth) {
    return sheet->head + 1 + (nth % sheet->strip + 1) * (sheet->field + sheet->gap);
}

enum sight { SIGHT_NUMBER, SIGHT_QUESTION, SIGHT_NOTHING };

static enum sight sight_of(const struct sheet *sheet, const struct ladder_line *line, size_t nth) {
    size_t reached = sheet->ladder->terms, at = sheet->sums ? sheet->shown[nth] : line->order;
    return line->given || at < reached ? SIGHT_NUMBER
           : at == reached             ? SIGHT_QUESTION
                                       : SIGHT_NOTHING;
}

/* True for the entry of softmax that is explained, or for the present term. */
static bool is_present(const struct sheet *sheet, size_t nth) {
    size_t present = sheet->sums ? sheet->ladder->present : sheet->steps->entry;
    return sheet->shown[nth] == present;
}

/* A part of the terms that are shown, from FROM up to but not including TO. */
struct strip {
    const struct sheet *sheet;
    const struct canvas *canvas; /* its rows only */
    size_t from, to;
};

static void put_terms(const struct strip *strip, size_t row, const struct ladder_line *line) {
    const struct sheet *sheet = strip->sheet;
    bool ascii = sheet->ladder->ascii, last = line == sheet->last;
    for (size_t i = strip->from; i < strip->to; i++) {
        size_t end = term_end(sheet, i);
        enum sight sight = sight_of(sheet, line, i);
        bool present = is_present(sheet, i);
        bool reached = !sheet->sums || sheet->shown[i] < sheet->ladder->terms;
        char written[NUMBER_TEXT] = "?";
        if (sight == SIGHT_NOTHING || line->steps[i] == NULL) {
            continue;
        }
        if (sight == SIGHT_NUMBER) {
            write_figure(sheet, line->steps[i]->value, written);
        }
        canvas_put(strip->canvas, row, end - canvas_columns(written), written,
                   present && !sheet->sums && last     ? STYLE_FOCUS
                   : present || (last && !sheet->sums) ? STYLE_STRONG
                   : reached                           ? STYLE_NUMBER
                                                       : STYLE_LABEL);
        if (line->sum && i > 0 && sheet->scalar->sign != NULL) {
            const char *sign = sheet->scalar->sign;
            canvas_put(strip->canvas, row, end - sheet->field - 2,
                       ascii && sign[1] != '\0' ? "x" : sign, STYLE_DIM);
        }
        if (present && line->given) {
            canvas_put(strip->canvas, row, end - sheet->field - 1, ascii ? "[" : "▐", STYLE_STRONG);
            canvas_put(strip->canvas, row, end, ascii ? "]" : "▌", STYLE_STRONG);
        }
    }
}

double ladder_so_far(const struct steps *steps, size_t reached) {
    double total = 0;
    for (size_t i = 0; i < steps->count; i++) {
        const struct step *step = &steps->list[i];
        bool first = stage_is_term(step->stage) && step->row == 0;
        if ((first || stage_is_total(step->stage)) && step->row < reached) {
            total = step->value;
        }
    }
    return total;
}

/* Puts "= .06 so far", "max .5"; past the last term what the number is, where more is done with the
 * sum. */
static void put_total(const struct strip *strip, size_t row, size_t column) {
    const struct sheet *sheet = strip->sheet;
    const struct ladder *ladder = sheet->ladder;
    size_t reached = lesser(ladder->terms, sheet->entries);
    char written[NUMBER_TEXT];
    double total = ladder_so_far(sheet->steps, reached), value = ladder->explanation->value;
    if (reached == 0) {
        return;
    }
    bool rounded = number_rounded(total, sheet->decimals) && !ladder->ascii;
    const char *sign = sheet->scalar->sign == NULL ? sheet->scalar->name : rounded ? "≈" : "=";
    column = canvas_put(strip->canvas, row, column + 1, sign, STYLE_DIM);
    column = canvas_put(strip->canvas, row, column, " ", STYLE_DIM);
    write_figure(sheet, total, written);
    column = canvas_put(strip->canvas, row, column, written, STYLE_STRONG);
    if (reached < sheet->entries) {
        canvas_put(strip->canvas, row, column, " so far", STYLE_DIM);
    } else if (!numbers_equal_rounded(total, value)) {
        struct text name = {0};
        naming_cell(ladder->explanation, ladder->columns, &name);
        write_figure(sheet, value, written);
        text_format(&name, " = %s", written);
        column =
            canvas_put(strip->canvas, row, column + 1, glyphs_of(ladder->ascii)->right, STYLE_DIM);
        canvas_put_cut(strip->canvas, row, column + 1, text_string(&name), STYLE_STRONG);
        text_release(&name);
    }
}

/* Puts after the last term a sign that there are more, the total, and the results of the whole line
 * once the stage after it is reached. */
static void put_tail(const struct strip *strip, size_t row, const struct ladder_line *line) {
    const struct sheet *sheet = strip->sheet;
    size_t column = term_end(sheet, strip->to - 1);
    if (strip->to < sheet->count) {
        return;
    }
    if (sheet->count < sheet->entries && (line->sum || !sheet->sums)) {
        column = canvas_put(strip->canvas, row, column + 1, glyphs_of(sheet->ladder->ascii)->gap,
                            STYLE_DIM);
    }
    if (line->sum) {
        put_total(strip, row, column);
    } else if (line->given || line->order + 1 < sheet->ladder->terms) {
        struct text words = {0};
        write_folds(sheet, line, &words);
        canvas_put(strip->canvas, row, column + 1, text_string(&words), STYLE_STRONG);
        text_release(&words);
    }
}

/* Returns the shade of the bar of VALUE. */
static struct shade bar_shade(const struct sheet *sheet, double value) {
    struct shade shade = {.palette = PALETTE_SIGNED, .level = value < 0 ? BLUE : ORANGE};
    return sheet->sums ? shade : shade_of(value, 0, 1, PALETTE_SHARES);
}

/* Puts HEIGHT eighths of the bar of VALUE, those of one row, from its foot up, or from its head
 * down. */
static void put_bar_row(const struct sheet *sheet, const struct canvas *canvas, const size_t at[2],
                        size_t height, double value) {
    static const char *const eighths[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const hanging[] = {" ", "▔", "▔", "▀", "▀", "▀", "█", "█", "█"};
    bool colours = sheet->ladder->depth >= DEPTH_256, down = value < 0;
    struct shade shade = bar_shade(sheet, value);
    size_t width = lesser(BAR_COLUMNS, sheet->field);
    for (size_t i = 0; i < width && height > 0; i++) {
        size_t column = at[1] - width + i;
        if (down && colours && height < EIGHTHS) { /* what is not the bar is drawn */
            canvas_put(canvas, at[0], column, eighths[EIGHTHS - height], STYLE_NUMBER);
            canvas_ink(canvas, at[0], column,
                       (struct shade){.palette = PALETTE_SIGNED, .level = GROUND});
            canvas_shade(canvas, at[0], column, 1, shade);
        } else {
            canvas_put(canvas, at[0], column, down ? hanging[height] : eighths[height],
                       STYLE_NUMBER);
            canvas_ink(canvas, at[0], column, shade);
        }
    }
}

/* Puts a bar of PART of the longest, upward from row AT or, of a value below 0, downward from
 * the row after it; in ASCII across. */
static void put_term_bar(const struct sheet *sheet, const struct canvas *canvas, const size_t at[2],
                         double value, double part) {
    size_t width = lesser(BAR_COLUMNS, sheet->field);
    size_t left = (size_t)ceil(part * (double)(EIGHTHS * sheet->tall) - 1e-9);
    size_t signs = (size_t)ceil(part * (double)width - 1e-9);
    for (size_t i = 0; i < sheet->tall && left > 0 && !sheet->ladder->ascii; i++) {
        size_t now = lesser(left, EIGHTHS), row = value < 0 ? at[0] + 1 + i : at[0] - i;
        put_bar_row(sheet, canvas, (const size_t[]){row, at[1]}, now, value);
        left -= now;
    }
    if (sheet->ladder->ascii) {
        size_t row = value < 0 ? at[0] + 1 : at[0];
        canvas_repeat(canvas, (const size_t[]){row, at[1] - signs}, signs, "#", STYLE_NUMBER);
    }
}

/* Shows how much each term adds, upward, or takes, downward, all on one scale; parts of 1 on that
 * of 1. */
static void put_bars(const struct strip *strip, size_t row) {
    const struct sheet *sheet = strip->sheet;
    const struct ladder_line *last = sheet->last;
    double largest = sheet->sums ? 0 : 1;
    for (size_t i = 0; i < sheet->count && sheet->sums; i++) {
        if (last->steps[i] != NULL && isfinite(last->steps[i]->value)) {
            largest = fmax(largest, fabs(last->steps[i]->value));
        }
    }
    for (size_t i = strip->from; i < strip->to; i++) {
        double value = last->steps[i] != NULL ? last->steps[i]->value : 0;
        if (sight_of(sheet, last, i) == SIGHT_NUMBER && isfinite(value) && largest > 0) {
            const size_t at[] = {row + sheet->tall - 1, term_end(sheet, i)};
            put_term_bar(sheet, strip->canvas, at, value, fabs(value) / largest);
        }
    }
}

static void put_labels(const struct strip *strip) {
    const struct sheet *sheet = strip->sheet;
    for (size_t i = strip->from; i < strip->to; i++) {
        char label[CANVAS_LABEL];
        canvas_cut(label, sheet->labels[i], sheet->field + sheet->gap - 1, sheet->ladder->ascii);
        size_t column = term_end(sheet, i) - canvas_columns(label);
        bool present = is_present(sheet, i);
        canvas_put(strip->canvas, 0, column, label, present ? STYLE_STRONG : STYLE_LABEL);
        if (present && sheet->ladder->whole) {
            canvas_put(strip->canvas, 0, column - 1, glyphs_of(sheet->ladder->ascii)->term,
                       STYLE_STRONG);
        }
    }
}

static void put_head(const struct strip *strip, size_t row, const struct ladder_line *line) {
    const struct sheet *sheet = strip->sheet;
    size_t columns = canvas_columns(line->head) + (line->factor ? 2 : 0);
    size_t column = sheet->head - lesser(columns, sheet->head);
    if (line->factor) {
        column =
            canvas_put(strip->canvas, row, column, sheet->ladder->ascii ? "x " : "× ", STYLE_DIM);
    }
    canvas_put(strip->canvas, row, column, line->head, line->role);
}

/* Shares out the rows there are: first to the lines of numbers, then to the labels, then to bars. A
 * stage between the first and the last gives way to a bar. */
static void draw_strip(const struct strip *strip) {
    const struct sheet *sheet = strip->sheet;
    size_t rows = strip->canvas->rows, lines = sheet->line_count, bars = bar_rows(sheet), row = 0;
    size_t skipped = 0;
    while (1 + lines - skipped + bars > rows && !sheet->sums && lines - skipped > LEAST_ROWS) {
        skipped++;
    }
    bool labels = lines - skipped < rows;
    size_t left = rows - lesser(rows, lines - skipped + labels);
    if (labels) {
        put_labels(strip);
        row++;
    }
    for (size_t i = 0; i < lines && row < rows; i++) {
        const struct ladder_line *line = &sheet->lines[i];
        if (i > 0 && i <= skipped) {
            continue;
        }
        if (line->given || sheet->sums || line->order <= sheet->ladder->terms) {
            put_head(strip, row, line);
            put_terms(strip, row, line);
            put_tail(strip, row, line);
        }
        row++;
    }
    if (left > 0 && bars > 0) {
        put_bars(strip, row);
    }
}

static size_t draw_sheet(const struct sheet *sheet, const struct canvas *canvas) {
    size_t rows = sheet->ladder->whole ? strip_rows(sheet) : sheet->rows;
    for (size_t from = 0; from < sheet->count; from += sheet->strip) {
        size_t first = from / sheet->strip * (rows + 1);
        struct canvas part = canvas_part(canvas, (struct box){first, 0, rows, canvas->columns});
        draw_strip(&(struct strip){sheet, &part, from, lesser(from + sheet->strip, sheet->count)});
    }
    return sheet->rows;
}

/* --- a sentence ------------------------------------------------------------------------------- */

/* Writes the explanation as a sentence, in lines of WIDTH columns, into LINES; returns how many. */
static size_t write_as_sentence(const struct ladder *ladder, size_t width, struct text *lines) {
    struct text sentence = {0};
    ladder_describe(ladder, &sentence);
    canvas_wrap(text_string(&sentence), 0, width, lines);
    text_release(&sentence);
    return text_count_lines(text_string(lines));
}

/* --- all of it -------------------------------------------------------------------------------- */

size_t ladder_rows(const struct ladder *ladder, size_t most, size_t width) {
    struct sheet sheet;
    struct text lines = {0};
    if (ladder->explanation == NULL) {
        return ladder_change(ladder, NULL, (const size_t[]){most, width});
    }
    if (make(&sheet, ladder, most, width)) {
        return sheet.rows;
    }
    size_t count = lesser(write_as_sentence(ladder, width, &lines), lesser(most, SENTENCE_ROWS));
    text_release(&lines);
    return count;
}

/* Returns the ROWS of CANVAS that LADDER is drawn in. */
static struct canvas ladder_part(const struct ladder *ladder, const struct canvas *canvas,
                                 size_t rows) {
    rows = lesser(rows, canvas->rows);
    size_t first = ladder->at_end ? canvas->rows - rows : 0;
    return canvas_part(canvas, (struct box){first, 0, rows, canvas->columns});
}

size_t ladder_draw(const struct ladder *ladder, const struct canvas *canvas) {
    struct sheet sheet;
    struct text lines = {0};
    if (ladder->explanation == NULL) {
        const size_t room[2] = {canvas->rows, canvas->columns};
        struct canvas part = ladder_part(ladder, canvas, ladder_change(ladder, NULL, room));
        return ladder_change(ladder, &part, (const size_t[]){part.rows, part.columns});
    }
    if (make(&sheet, ladder, canvas->rows, canvas->columns)) {
        struct canvas part = ladder_part(ladder, canvas, sheet.rows);
        return draw_sheet(&sheet, &part);
    }
    size_t count = write_as_sentence(ladder, canvas->columns, &lines);
    size_t most = lesser(canvas->rows, SENTENCE_ROWS), used = lesser(count, most);
    struct canvas part = ladder_part(ladder, canvas, used);
    canvas_put_lines(&part, text_string(&lines), 0);
    if (count > most && most > 0) {
        canvas_put_right(&part, most - 1, part.columns, glyphs_of(ladder->ascii)->gap, STYLE_DIM);
    }
    text_release(&lines);
    return used;
}
