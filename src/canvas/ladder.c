/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/ladder.h"

#include "base/text.h"
#include "canvas/axes.h"
#include "canvas/figure.h"
#include "canvas/formula.h"
#include "canvas/matrix.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    TERMS_MOST = 10, /* that have a column; more where there is no limit of rows */
    WHOLE_TERMS = 30,
    LINES_MOST = STAGES_MOST + 3, /* a stage each, the two factors of a term, and the totals */
    LEAST_ROWS = 3,
    SENTENCE_ROWS = 3,
    HEAD_MOST = 18, /* columns of the names of the lines, more where the terms leave some, */
    HEAD_CUT = 11,  /* and rather so many than that a term has no column */
    LABEL_MOST = 9, /* and of the labels above the terms */
    WHOLE_HEAD = 30,
    WHOLE_LABEL = 16,
    DECIMALS_MOST = 3,
    GAP_COLUMNS = 2, /* of "…" between two terms, with the blank before it */
    BAR_COLUMNS = 3,
    EIGHTHS = 8,   /* of a row */
    TALL_MOST = 3, /* rows of a bar, where the arithmetic has a pane of its own */
    ORANGE = 235,  /* levels of the signed ramp that are seen well on its background */
    BLUE = 21,
    GROUND = 128
};

/* A line of numbers, one a term (an entry). */
struct ladder_line {
    struct label head;
    enum style role;
    const struct step *steps[WHOLE_TERMS]; /* of the terms shown; NULL: it has none there */
    size_t stage; /* reached when so many are; of a sum's lines only to find its folds */
    bool given;   /* known before the first term */
    bool factor;  /* it is multiplied by the line above */
};

struct sheet {
    const struct ladder *ladder;
    bool whole; /* for ladder_print_terms */
    const struct steps *steps;
    struct stages stages;
    bool sum;                         /* its terms are put together: a sum, a maximum */
    size_t present;                   /* the term or the entry that is marked; SIZE_MAX: none */
    size_t shown[WHOLE_TERMS], count; /* the terms that have a column, in order */
    bool slides; /* they are those around a term, and others when the next one is reached */
    struct ladder_line lines[LINES_MOST];
    size_t line_count;
    const struct ladder_line *last; /* its numbers have bars: the terms of a sum, else the last */
    bool parts, below;              /* they are parts of 1; one is below 0 */
    const struct ladder_line *labelled; /* the first line of cells that has labels, or numbers */
    int axis;                           /* along which its cells lie */
    bool labels;
    size_t head_most;        /* columns that a head may have */
    size_t head, field, gap; /* columns of the heads, of a number, before a number */
    size_t tail;             /* and behind the terms */
    int decimals;
    size_t tall; /* rows of the longest bar */

    /* Where it is drawn: the terms side by side, from FROM up to but not including TO. */
    struct canvas canvas;
    size_t strip, from, to;
};

/* --- terms ------------------------------------------------------------------------------------ */

/* Finds the steps of STAGE that the shown terms have. */
static void find_steps(const struct sheet *sheet, const char *stage,
                       const struct step *found[WHOLE_TERMS]) {
    for (size_t i = 0; i < sheet->steps->count; i++) {
        const struct step *step = &sheet->steps->list[i];
        bool matches = stage_is(step->stage, stage);
        for (size_t k = 0; k < sheet->count && matches; k++) {
            found[k] = sheet->shown[k] == step->row ? step : found[k];
        }
    }
}

static int compare_rows(const void *a, const void *b) {
    size_t row = *(const size_t *)a, other = *(const size_t *)b;
    return (row > other) - (row < other);
}

/* Chooses the present one and the largest of many terms, the first of equals; before all of a sum
 * are reached those around the present one, because the largest would give themselves away. Of
 * softmax and its kin those whose first stage is the largest, which is known from the start. */
static void choose_terms(struct sheet *sheet, size_t most) {
    const struct steps *steps = sheet->steps;
    size_t terms = sheet->ladder->terms, count = lesser(sheet->stages.entries, most);
    sheet->count = 0;
    sheet->slides = sheet->sum && count < sheet->stages.entries && terms < sheet->stages.entries;
    if (count == sheet->stages.entries || sheet->slides) {
        struct visible part =
            visible_make(sheet->stages.entries, count, lesser(terms, sheet->stages.entries - 1));
        for (; sheet->count < part.count; sheet->count++) {
            sheet->shown[sheet->count] = part.first + sheet->count;
        }
        return;
    }
    const char *stage = sheet->sum ? STAGE_TERM : sheet->stages.list[0].name;
    double sizes[WHOLE_TERMS] = {0}; /* of those found, the largest first */
    for (size_t i = 0; i < steps->count; i++) {
        const struct step *step = &steps->list[i];
        double value = sheet->sum ? fabs(step->value) : step->value; /* NaN counts as the largest */
        double size = step->row == sheet->present ? INFINITY : fmin(value, DBL_MAX);
        bool full = sheet->count == count;
        if (!stage_is(step->stage, stage) || (full && size <= sizes[count - 1])) {
            continue;
        }
        sheet->count += !full;
        size_t at = sheet->count - 1;
        for (; at > 0 && sizes[at - 1] < size; at--) {
            sizes[at] = sizes[at - 1];
            sheet->shown[at] = sheet->shown[at - 1];
        }
        sizes[at] = size;
        sheet->shown[at] = step->row;
    }
    qsort(sheet->shown, sheet->count, sizeof *sheet->shown, compare_rows);
}

/* --- lines ------------------------------------------------------------------------------------ */

static struct ladder_line *add_line(struct sheet *sheet, size_t stage, const char *head) {
    struct ladder_line *line = &sheet->lines[sheet->line_count++];
    *line = (struct ladder_line){
        .head = canvas_cut(head, SIZE_MAX), .role = STYLE_LABEL, .stage = stage};
    return line;
}

/* Names a line of cells of one operand "Q[word1,:]", in the colour of Q, one of constants after
 * them, and one of numbers that functions have made "−log". */
static void name_line(struct sheet *sheet, struct ladder_line *line) {
    const struct explanation *explanation = sheet->ladder->explanation;
    const struct step *first = line->steps[0], *last = line->steps[sheet->count - 1];
    struct text name = {0};
    bool cells = true;
    for (size_t i = 0; i < sheet->count && cells; i++) {
        const struct step *step = line->steps[i];
        cells = step != NULL && step->kind == STEP_CELL && step->operand == first->operand;
    }
    if (cells) {
        int axis = naming_axis(explanation, first, last);
        naming_line(explanation, first, axis, sheet->ladder->columns, &name);
        bool on_line = true; /* of its operand; else they have only that one's name */
        for (size_t i = 1; i < sheet->count; i++) {
            on_line &= line->steps[i]->cell == first->cell ||
                       naming_axis(explanation, first, line->steps[i]) == axis;
        }
        size_t own = strcspn(text_string(&name), "[");
        text_truncate(&name, on_line ? name.length : own);
        line->head = canvas_cut(text_string(&name), SIZE_MAX);
        text_truncate(&name, own);
        enum style role = axes_role_of(text_string(&name));
        line->role = role == STYLE_FORMULA ? STYLE_LABEL : role;
        bool labels = axis < AXIS_COUNT && naming_operand(explanation, first)->labels[axis];
        if (axis < AXIS_COUNT && (sheet->labelled == NULL || labels > sheet->labels)) {
            sheet->labelled = line;
            sheet->axis = axis;
            sheet->labels = labels;
        }
    } else if (first != NULL && first->kind == STEP_NUMBER && first->note != NULL) {
        line->head = canvas_cut(first->note, SIZE_MAX);
    } else if (line->stage == STAGES_MOST) { /* of no stage, which has a name */
        for (; first != NULL && first->kind == STEP_APPLY && first->right == STEP_NONE;
             first = &sheet->steps->list[first->left]) {
            text_append(&name, first->scalar == &scalar_negate ? "−" : first->scalar->name);
        }
        line->head = name.length > 0 ? canvas_cut(text_string(&name), SIZE_MAX) : line->head;
    }
    text_release(&name);
}

/* Returns at most COLUMNS of the label of the NTHth term, else its number. */
static struct label term_label(const struct sheet *sheet, size_t nth, size_t columns) {
    char room[32];
    const char *label = room;
    text_fill(room, sizeof room, "%zu", sheet->shown[nth] + 1);
    if (sheet->labelled != NULL) {
        const struct step *step = sheet->labelled->steps[nth];
        const struct shape *shape = naming_operand(sheet->ladder->explanation, step);
        size_t at = tensor_place(shape, step->cell).at[sheet->axis];
        label = matrix_head(shape, (enum tensor_axis)sheet->axis, at, room);
    }
    return canvas_cut(label, lesser(columns, sheet->whole ? WHOLE_LABEL : LABEL_MOST));
}

/* Adds the two rows that are multiplied, then their products; or the terms alone. */
static void add_terms(struct sheet *sheet) {
    const struct step *terms[WHOLE_TERMS] = {NULL};
    bool products = true, squares = true,
         swap = naming_swaps(sheet->ladder->explanation, sheet->ladder->columns);
    find_steps(sheet, STAGE_TERM, terms);
    for (size_t i = 0; i < sheet->count; i++) {
        const struct step *term = terms[i];
        bool product = term != NULL && term->kind == STEP_APPLY && term->scalar == &scalar_multiply;
        products &= product && term->left != term->right;
        squares &= product && term->left == term->right;
    }
    for (int side = 0; side < 2 && products; side++) {
        struct ladder_line *line = add_line(sheet, STAGES_MOST, side == 1 ? "second" : "first");
        for (size_t i = 0; i < sheet->count && terms[i] != NULL; i++) {
            int factor = (side == 1) != swap ? terms[i]->right : terms[i]->left;
            line->steps[i] = &sheet->steps->list[factor];
        }
        line->given = true;
        line->factor = side == 1;
        name_line(sheet, line);
    }
    const char *otherwise = squares ? "squares" : "terms";
    struct ladder_line *line = add_line(sheet, STAGES_MOST, products ? "products" : otherwise);
    memcpy(line->steps, terms, sizeof terms);
    sheet->last = line;
    if (!products) {
        name_line(sheet, line);
    }
}

/* Chooses at most MOST terms, and adds a line for each stage that is a column. For a sum adds what
 * its terms were made from, where there is room for everything, the terms, and there the totals,
 * too. */
static void choose_lines(struct sheet *sheet, size_t most) {
    choose_terms(sheet, most);
    sheet->strip = sheet->whole ? 1 : sheet->count;
    sheet->line_count = 0;
    sheet->last = sheet->labelled = NULL;
    sheet->labels = false;
    for (size_t i = 0; i < sheet->stages.count; i++) {
        const struct steps_stage *stage = &sheet->stages.list[i];
        if (sheet->sum && stage_is(stage->name, STAGE_TERM)) {
            add_terms(sheet);
        } else if (sheet->sum && stage_is(stage->name, STAGE_TOTAL)) {
            bool all = sheet->whole && sheet->count == sheet->stages.entries;
            if (all && sheet->count > 2 && sheet->last != NULL) {
                struct ladder_line *line = add_line(sheet, STAGES_MOST, "so far");
                find_steps(sheet, STAGE_TOTAL, line->steps);
                line->steps[0] = sheet->last->steps[0];
            }
        } else if (stage->column && (!sheet->sum || (sheet->whole && sheet->last == NULL))) {
            const char *divided = stage_is(stage->name, "÷") ? "÷ their sum" : stage->name;
            const char *head = stage_is(stage->name, "x − max") ? "− largest" : divided;
            struct ladder_line *line = add_line(sheet, i, sheet->sum ? stage->name : head);
            line->given = sheet->sum;
            find_steps(sheet, stage->name, line->steps);
            name_line(sheet, line);
            sheet->last = sheet->sum ? NULL : line;
        }
    }
    sheet->parts = !sheet->sum;
    sheet->below = false;
    for (size_t i = 0; i < sheet->count && sheet->last != NULL; i++) {
        const struct step *step = sheet->last->steps[i];
        sheet->parts &= step != NULL && step->value >= 0 && step->value <= 1;
        sheet->below |= step != NULL && step->value < 0;
    }
}

/* --- measures --------------------------------------------------------------------------------- */

/* Returns VALUE as it is written, with its sign also where it reads 0: −.000. Where the sum of all
 * terms would read 0 with the decimals of SHEET, what would do so, too, as a power: 2e-5. */
static struct written figure_of(const struct sheet *sheet, double value) {
    double zero = 0.5 * pow(10, -sheet->decimals);
    double sum = fabs(sheet->ladder->explanation->value);
    bool tiny = sheet->sum && sum > 0 && sum < zero && fabs(value) < zero;
    struct figure figure = {.decimals = tiny ? 0 : number_decimals(value, sheet->decimals),
                            .width = NUMBER_TEXT,
                            .exact = sheet->whole || tiny,
                            .shares = sheet->steps->form == STEPS_COLUMNS};
    struct written written = figure_written(&figure, value), negative = {""};
    text_fill(negative.text, sizeof negative.text, "−%s", written.text);
    bool loses = value < 0 && fabs(value) < zero && written.text[0] == '.';
    return loses ? negative : written;
}

/* Writes the results of the whole LINE, which come after it: "max .14  Σ 3.41". */
static void write_folds(const struct sheet *sheet, const struct ladder_line *line,
                        struct text *out) {
    for (size_t i = line->stage + 1; i < sheet->stages.count; i++) {
        const struct steps_stage *stage = &sheet->stages.list[i];
        if (stage->column || (sheet->sum && stage_is(stage->name, STAGE_TERM))) {
            return;
        }
        if (!stage->odd) {
            text_format(out, "%s%s %s", out->length > 0 ? "  " : "", stage->name,
                        figure_of(sheet, sheet->steps->list[stage->last].value).text);
        }
    }
}

/* True when terms are left out before the NTHth that is shown; of COUNT: after the last one. */
static bool gap_before(const struct sheet *sheet, size_t nth) {
    size_t next = nth > 0 ? sheet->shown[nth - 1] + 1 : 0;
    return next != (nth < sheet->count ? sheet->shown[nth] : sheet->stages.entries);
}

/* Returns the columns of the gaps before the terms FROM to NTH, and of both ends where the terms
 * that are shown slide, so that none moves when a gap opens. */
static size_t gap_columns(const struct sheet *sheet, size_t from, size_t nth) {
    size_t gaps = 0;
    for (size_t i = from; i <= nth; i++) {
        gaps += gap_before(sheet, i) || (sheet->slides && (i == 0 || i == sheet->count));
    }
    return GAP_COLUMNS * gaps;
}

/* Returns the columns of a term of the whole sheet, which has a gap before it at most. */
static size_t strip_columns(const struct sheet *sheet) {
    return sheet->field + sheet->gap + (sheet->count < sheet->stages.entries ? GAP_COLUMNS : 0);
}

static size_t sheet_columns(const struct sheet *sheet) {
    size_t terms =
        sheet->whole
            ? strip_columns(sheet) + gap_columns(sheet, sheet->count, sheet->count)
            : sheet->count * (sheet->field + sheet->gap) + gap_columns(sheet, 0, sheet->count);
    return sheet->head + 1 + terms + sheet->tail;
}

/* Measures a column for the widest number, whether it is reached or not, so that none moves, and
 * for whole labels, or as much of them as there is room for; after the terms the room for "= −.52
 * so far" and "Σ 3.41"; and a blank at either side of a sign, where there is any. */
static bool measure(struct sheet *sheet, size_t width) {
    size_t folds = 0, label = 1, total = 0, so_far = strlen(" so far");
    double ends[2] = {0, 0};
    sheet->field = 1;
    sheet->head = 0;
    sheet->gap = 3;
    for (size_t i = 0; i < sheet->line_count; i++) {
        const struct ladder_line *line = &sheet->lines[i];
        struct text words = {0};
        write_folds(sheet, line, &words);
        folds = greater(folds, canvas_columns(text_string(&words)) + 1);
        text_release(&words);
        size_t head = lesser(canvas_columns(line->head.text), sheet->head_most);
        sheet->head = greater(sheet->head, head + (line->factor ? 2 : 0));
        for (size_t k = 0; k < sheet->count; k++) {
            if (line->steps[k] != NULL) {
                struct written written = figure_of(sheet, line->steps[k]->value);
                sheet->field = greater(sheet->field, canvas_columns(written.text));
            }
        }
    }
    for (size_t i = 0; i < sheet->steps->count; i++) {
        const struct step *step = &sheet->steps->list[i];
        if (stage_is(step->stage, STAGE_TOTAL) && isfinite(step->value)) {
            ends[0] = fmin(ends[0], step->value);
            ends[1] = fmax(ends[1], step->value);
        }
    }
    if (sheet->stages.tail < sheet->steps->count) { /* " → 2.5", of which more is made */
        double value = sheet->ladder->explanation->value;
        so_far = greater(so_far, 3 + canvas_columns(figure_of(sheet, value).text));
    }
    for (size_t i = 0; i < 2 && sheet->sum; i++) { /* no total is wider than these */
        bool integer = numbers_equal_rounded(ends[i], round(ends[i]));
        size_t written = canvas_columns(figure_of(sheet, ends[i]).text);
        size_t columns = greater(sheet->field, written + !integer);
        total = greater(total, 3 + columns + (sheet->whole ? 0 : so_far));
    }
    sheet->tail = greater(folds, total);
    for (size_t i = 0; i < sheet->count; i++) {
        label = greater(label, canvas_columns(term_label(sheet, i, SIZE_MAX).text));
    }
    size_t columns = sheet_columns(sheet);
    size_t spare = reduced(width, columns) / greater(1, sheet->strip);
    sheet->field = greater(sheet->field, lesser(label, sheet->field + spare));
    sheet->gap -= sheet_columns(sheet) > width;
    return sheet_columns(sheet) <= width;
}

/* Returns the rows of bars, which say something about the terms of a sum, else about parts of 1; on
 * the screen one row of these would look like what is left of more: then they are shaded. */
static size_t bar_rows(const struct sheet *sheet) {
    bool parts = sheet->parts && (sheet->whole || sheet->tall > 1);
    return sheet->tall * (sheet->sum ? 1 + (size_t)sheet->below : parts);
}

/* Returns the rows of one strip that has room for everything. */
static size_t strip_rows(const struct sheet *sheet) {
    return 1 + sheet->line_count + bar_rows(sheet);
}

/* Prepares a sheet to draw, WIDTH columns wide: drops decimals before terms. False when three terms
 * (all, where there are fewer, and of a whole sheet one) and the fewest decimals are too wide, or
 * there are none: a sentence has to do. */
static bool make(struct sheet *sheet, const struct ladder *ladder, bool whole, size_t width) {
    const struct steps *steps = &ladder->explanation->steps;
    bool sum = steps->form == STEPS_LEDGER, columns = steps->form == STEPS_COLUMNS;
    struct stages stages = stages_of(steps);
    if (ladder->explanation->kind != EXPLAINED_STEPS || (!sum && !columns) || stages.entries < 2) {
        return false;
    }
    *sheet = (struct sheet){.ladder = ladder,
                            .whole = whole,
                            .steps = steps,
                            .stages = stages,
                            .sum = sum,
                            .present = sum ? ladder->present : steps->entry,
                            .head_most = whole ? WHOLE_HEAD : HEAD_MOST,
                            .decimals = ladder->precision,
                            .tall = 1};
    int fewest = whole ? 0 : 2;
    size_t least = whole ? sheet->stages.entries : LEAST_ROWS;
    if (!whole && sheet->decimals > DECIMALS_MOST) {
        sheet->decimals = DECIMALS_MOST;
    }
    choose_lines(sheet, whole ? WHOLE_TERMS : TERMS_MOST);
    while (!measure(sheet, width)) {
        if (sheet->decimals > fewest) {
            sheet->decimals--;
        } else if (sheet->head_most > HEAD_CUT && !whole) {
            sheet->head_most = HEAD_CUT;
        } else if (sheet->count > least) {
            choose_lines(sheet, sheet->count - 1);
        } else {
            return false;
        }
    }
    return sheet->last != NULL;
}

/* --- drawing ---------------------------------------------------------------------------------- */

/* Returns where the column of the NTHth term ends: a sign between blanks, then its number. */
static size_t term_end(const struct sheet *sheet, size_t nth) {
    return sheet->head + 1 + (nth - sheet->from + 1) * (sheet->field + sheet->gap) +
           gap_columns(sheet, sheet->from, nth);
}

/* Puts a sign wherever terms are left out. */
static void put_gaps(const struct sheet *sheet, size_t row) {
    for (size_t i = sheet->from; i < sheet->to + (sheet->to == sheet->count); i++) {
        if (gap_before(sheet, i)) {
            size_t next = term_end(sheet, i) - sheet->field - sheet->gap;
            canvas_put(&sheet->canvas, row, next - 1, "…", STYLE_DIM);
        }
    }
}

/* Puts the name of LINE, and its numbers as far as they are reached. */
static void put_numbers(const struct sheet *sheet, size_t row, const struct ladder_line *line) {
    const struct canvas *canvas = &sheet->canvas;
    bool last = line == sheet->last;
    bool shades = last && sheet->parts && bar_rows(sheet) == 0;
    struct label head = canvas_cut(line->head.text, sheet->head_most);
    size_t column = sheet->head - canvas_columns(head.text);
    if (line->factor) {
        canvas_put(canvas, row, column - 2, "× ", STYLE_DIM);
    }
    canvas_put(canvas, row, column, head.text, line->role);
    for (size_t i = sheet->from; i < sheet->to; i++) {
        size_t end = term_end(sheet, i), after = sheet->sum ? sheet->shown[i] : line->stage;
        bool reached = after < sheet->ladder->terms, present = sheet->shown[i] == sheet->present;
        if (line->steps[i] == NULL || (!line->given && after > sheet->ladder->terms)) {
            continue;
        }
        struct written number = figure_of(sheet, line->steps[i]->value);
        const char *written = line->given || reached ? number.text : "?";
        enum style style = sheet->sum && !reached ? STYLE_LABEL : STYLE_NUMBER;
        style = present || (last && !sheet->sum) ? STYLE_STRONG : style;
        style = present && last && !sheet->sum ? STYLE_FOCUS : style;
        canvas_put(canvas, row, end - canvas_columns(written), written, style);
        if (shades && reached && !present) {
            canvas_shade(canvas, row, end - sheet->field, sheet->field,
                         shade_of(line->steps[i]->value, 1, PALETTE_SHARES));
        }
        if (sheet->sum && last && sheet->shown[i] > 0 && sheet->stages.scalar->sign != NULL) {
            canvas_put(canvas, row, end - sheet->field - 2, sheet->stages.scalar->sign, STYLE_DIM);
        }
        if (present && line->given) {
            canvas_put(canvas, row, end - sheet->field - 1, "▐", STYLE_STRONG);
            canvas_put(canvas, row, end, "▌", STYLE_STRONG);
        }
    }
}

size_t ladder_so_far(const struct steps *steps, size_t reached) {
    size_t total = SIZE_MAX;
    for (size_t i = 0; i < steps->count; i++) {
        const struct step *step = &steps->list[i];
        bool first = step->row == 0 && stage_is(step->stage, STAGE_TERM);
        if ((first || stage_is(step->stage, STAGE_TOTAL)) && step->row < reached) {
            total = i;
        }
    }
    return total;
}

/* Puts after the last term the results of the whole line once the stage after it is reached; after
 * the terms of a sum "= .06 so far", "max .5", and past the last what the number is, where more is
 * done with the sum. */
static void put_tail(const struct sheet *sheet, size_t row, const struct ladder_line *line) {
    const struct ladder *ladder = sheet->ladder;
    const struct canvas *canvas = &sheet->canvas;
    bool adds = sheet->sum && line == sheet->last;
    size_t column = term_end(sheet, sheet->to) - sheet->field - sheet->gap;
    size_t at = ladder_so_far(sheet->steps, ladder->terms);
    struct text words = {0};
    if (!adds && (line->given || line->stage + 1 < ladder->terms)) {
        write_folds(sheet, line, &words);
        canvas_put(canvas, row, column + 1, text_string(&words), STYLE_STRONG);
    } else if (adds && at != SIZE_MAX) {
        double total = sheet->steps->list[at].value, value = ladder->explanation->value;
        bool rounded = number_rounded(total, sheet->decimals);
        const char *equals = rounded ? "≈" : "=", *sign = sheet->stages.scalar->sign;
        column = canvas_put(canvas, row, column + 1,
                            sign == NULL ? sheet->stages.scalar->name : equals, STYLE_DIM);
        column = canvas_put(canvas, row, column, " ", STYLE_DIM);
        column = canvas_put(canvas, row, column, figure_of(sheet, total).text, STYLE_STRONG);
        if (ladder->terms < sheet->stages.entries) {
            canvas_put(canvas, row, column, " so far", STYLE_DIM);
        } else if (!numbers_equal_rounded(total, value)) {
            naming_cell(ladder->explanation, ladder->columns, &words);
            text_format(&words, " = %s", figure_of(sheet, value).text);
            column = canvas_put(canvas, row, column + 1, "→", STYLE_DIM) + 1;
            bool fits = column + canvas_columns(text_string(&words)) <= canvas->columns;
            canvas_put_cut(canvas, row, column,
                           fits ? text_string(&words) : figure_of(sheet, value).text, STYLE_STRONG);
        }
    }
    text_release(&words);
}

/* Puts a bar of PART of the longest that ends before column END, upward from ROW or, of a value
 * below 0, downward from the row after it; a part of 1 on a track that is as high as 1. */
static void put_bar(const struct sheet *sheet, size_t row, size_t end, double value, double part) {
    static const char *const eighths[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const hanging[] = {" ", "▔", "▔", "▀", "▀", "▀", "█", "█", "█"};
    const struct canvas *canvas = &sheet->canvas;
    const struct shade ground = {.palette = PALETTE_SIGNED, .level = GROUND};
    bool down = value < 0;
    struct shade shade = {.palette = PALETTE_SIGNED, .level = down ? BLUE : ORANGE};
    size_t width = lesser(BAR_COLUMNS, sheet->field);
    size_t left = (size_t)ceil(part * (double)(EIGHTHS * sheet->tall) - 1e-9);
    shade = sheet->sum ? shade : shade_of(value, 1, PALETTE_SHARES);
    for (size_t i = 0; i < sheet->tall && !sheet->sum; i++) {
        canvas_shade(canvas, row - i, end - width, width, (struct shade){.palette = PALETTE_EMPTY});
    }
    for (size_t i = 0; left > 0; i++) {
        size_t line = down ? row + 1 + i : row - i, height = lesser(left, EIGHTHS);
        /* of a bar that hangs what it leaves of its last row is drawn */
        bool inverse = down && height < EIGHTHS && sheet->ladder->depth >= DEPTH_256;
        const char *character =
            inverse ? eighths[EIGHTHS - height] : (down ? hanging : eighths)[height];
        for (size_t column = end - width; column < end; column++) {
            canvas_put(canvas, line, column, character, STYLE_NUMBER);
            canvas_ink(canvas, line, column, inverse ? ground : shade);
        }
        if (inverse) {
            canvas_shade(canvas, line, end - width, width, shade);
        }
        left -= height;
    }
}

/* Shows how much each term adds, upward, or takes, downward, all on one scale; parts of 1 on that
 * of 1. */
static void put_bars(const struct sheet *sheet, size_t row) {
    const struct ladder_line *last = sheet->last;
    double largest = sheet->sum ? 0 : 1, values[WHOLE_TERMS] = {0};
    for (size_t i = 0; i < sheet->count; i++) {
        values[i] = last->steps[i] != NULL ? last->steps[i]->value : 0;
        largest = sheet->sum && isfinite(values[i]) ? fmax(largest, fabs(values[i])) : largest;
    }
    for (size_t i = sheet->from; i < sheet->to; i++) {
        bool reached = (sheet->sum ? sheet->shown[i] : last->stage) < sheet->ladder->terms;
        if (reached && isfinite(values[i]) && largest > 0) {
            put_bar(sheet, row + sheet->tall - 1, term_end(sheet, i), values[i],
                    fabs(values[i]) / largest);
        }
    }
}

/* Shares out the rows there are: first to the lines of numbers, then to the labels, then to bars. A
 * stage between the first and the last gives way to the labels. */
static void draw_strip(struct sheet *sheet) {
    size_t rows = sheet->canvas.rows, bars = bar_rows(sheet), lines = sheet->line_count;
    while (1 + lines > rows && !sheet->sum && lines > LEAST_ROWS) {
        lines--;
    }
    size_t row = lines < rows, skipped = sheet->line_count - lines;
    for (size_t i = sheet->from; i < sheet->to && row > 0; i++) {
        bool present = sheet->shown[i] == sheet->present;
        struct label label = term_label(sheet, i, sheet->field + sheet->gap - 1);
        size_t column = term_end(sheet, i) - canvas_columns(label.text);
        canvas_put(&sheet->canvas, 0, column, label.text, present ? STYLE_STRONG : STYLE_LABEL);
        canvas_put(&sheet->canvas, 0, column - 1, present && sheet->whole ? "▶" : "", STYLE_STRONG);
    }
    if (row > 0) {
        put_gaps(sheet, 0);
    }
    for (size_t i = 0; i < sheet->line_count && row < rows; i++) {
        struct ladder_line *line = &sheet->lines[i];
        if (i > 0 && i <= skipped) {
            continue;
        }
        if (skipped > 0 && text_same(line->head.text, "exp")) { /* of what is left out above it */
            line->head = canvas_cut("exp(x−max)", SIZE_MAX);
        }
        if (line->given || sheet->sum || line->stage <= sheet->ladder->terms) {
            put_numbers(sheet, row, line);
            put_gaps(sheet, row);
            if (sheet->to == sheet->count) {
                put_tail(sheet, row, line);
            }
        }
        row++;
    }
    if (row < rows && bars > 0) {
        put_bars(sheet, row);
    }
}

size_t ladder_draw(const struct ladder *ladder, const struct canvas *canvas) {
    struct sheet sheet;
    struct text sentence = {0}, lines = {0};
    size_t width = canvas->columns, rows;
    bool columns = canvas->rows >= LEAST_ROWS && make(&sheet, ladder, false, width);
    if (columns) { /* the names of lines may take what the terms leave */
        sheet.head_most += width - sheet_columns(&sheet);
        measure(&sheet, width);
        sheet.tall = TALL_MOST - ladder->at_end;
        while (sheet.tall > 1 && strip_rows(&sheet) >= canvas->rows) {
            sheet.tall--; /* with a blank row below them bars do not look cut off */
        }
        rows = lesser(strip_rows(&sheet), canvas->rows);
    } else {
        ladder_describe(ladder, &sentence);
        canvas_wrap(text_string(&sentence), 0, width, &lines);
        rows = lesser(text_count_lines(text_string(&lines)), lesser(canvas->rows, SENTENCE_ROWS));
    }
    bool blank = columns && bar_rows(&sheet) > 0 && rows < canvas->rows;
    size_t first = ladder->at_end ? canvas->rows - rows - blank : 0;
    sheet.canvas = canvas_part(canvas, (struct box){first, 0, rows, width});
    if (columns) {
        sheet.to = sheet.count;
        draw_strip(&sheet);
    } else {
        canvas_put_lines(&sheet.canvas, text_string(&lines), 0);
        if (text_count_lines(text_string(&lines)) > rows && rows > 0) {
            canvas_put_right(&sheet.canvas, rows - 1, width, "…", STYLE_DIM);
        }
    }
    text_release(&sentence);
    text_release(&lines);
    return rows;
}

void ladder_print_terms(const struct ladder *ladder, const struct output *output) {
    const struct steps *steps = &ladder->explanation->steps;
    size_t indent = 2, width = output->width - indent;
    struct sheet sheet;
    if (!make(&sheet, ladder, true, width)) {
        return;
    }
    size_t fits = 1 + (width - sheet_columns(&sheet)) / strip_columns(&sheet);
    size_t strips = (sheet.count + fits - 1) / fits, rows = strip_rows(&sheet);
    sheet.strip = (sheet.count + strips - 1) / strips; /* about as many in each */
    for (; sheet.from < sheet.count; sheet.from = sheet.to) {
        struct canvas canvas;
        canvas_init(&canvas, rows, output->width);
        sheet.canvas = canvas_part(&canvas, (struct box){0, indent, rows, width});
        sheet.to = lesser(sheet.from + sheet.strip, sheet.count);
        draw_strip(&sheet);
        text_append(output->text, sheet.from > 0 || sheet.sum ? "\n" : "");
        canvas_lines(&canvas, output->paint, output->text);
        canvas_release(&canvas);
    }
    bool rounded = false;
    for (size_t i = 0; i < steps->count; i++) {
        const struct step *step = &steps->list[i];
        rounded |= step->stage != NULL && number_rounded(step->value, ladder->precision);
    }
    if (rounded) {
        char words[40];
        text_fill(words, sizeof words, "rounded to %d decimal%s", ladder->precision,
                  ladder->precision == 1 ? "" : "s");
        flow_words(flow_into(output, "  ", indent), words, STYLE_DIM);
    }
    text_append(output->text, !sheet.sum ? "\n" : "");
}
