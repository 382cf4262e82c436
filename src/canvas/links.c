/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* links: who attends to whom: the words of a matrix in a row, the asking word marked, every other
 * one in the shade and with the bar and the number of its share; where there is room, the asking
 * words above, joined to those below by lines as bright. Any matrix whose rows and columns have
 * names will do. */
#include "base/failure.h"
#include "base/number.h"
#include "base/text.h"
#include "canvas/dots.h"
#include "canvas/drawing.h"
#include "canvas/figures.h"
#include "canvas/matrix.h"
#include "canvas/scale.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { FORM_LINES, FORM_BARS, FORM_NUMBERS, FORMS };
enum { LEAST_WORD = 7, MOST_WORD = 14, WIDEST = 76, NARROW = 36, LINES = 4 /* rows of lines */ };

static const struct picture *matrix_of(const struct drawing *drawing) {
    return &drawing->values[0];
}

/* The numbers of asking word ROW. */
static const double *numbers_of(const struct picture *of, size_t row) {
    return of->value->cells + picture_first(of) + row * shape_columns(&of->value->shape);
}

static bool links_fit(const struct drawing *drawing, struct failure *failure) {
    const struct picture *of = matrix_of(drawing);
    const struct shape *shape = &of->value->shape;
    bool rows = shape->labels[AXIS_ROW] != NULL, columns = shape->labels[AXIS_COLUMN] != NULL;
    return (rows && columns) ||
           failure_set(failure,
                       "links joins words to words, and %s of %s have no names: tokens(\"I am\", "
                       "…) names rows, columns=\"I am\" in it columns",
                       rows      ? "the columns"
                       : columns ? "the rows"
                                 : "rows and columns",
                       of->name);
}

/* --- in words --------------------------------------------------------------------------------- */

/* The column whose number comes next after that of LAST (SIZE_MAX: none came yet) from the largest
 * down, equal ones from the left; SIZE_MAX: none. nan never comes. */
static size_t next_largest(const double *numbers, size_t count, size_t last) {
    size_t next = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        bool comes = last == SIZE_MAX || numbers[i] < numbers[last] ||
                     (numbers[i] == numbers[last] && i > last);
        if (comes && !isnan(numbers[i]) && (next == SIZE_MAX || numbers[i] > numbers[next])) {
            next = i;
        }
    }
    return next;
}

/* "it: sushi 0.4983, I 0.1104, …": the asked by their shares. */
static void write_row(const struct picture *of, size_t row, size_t width, const char *between,
                      struct text *out) {
    const struct shape *shape = &of->value->shape;
    size_t count = shape_columns(shape), told = 0, begin = out->length;
    const double *numbers = numbers_of(of, row);
    labels_address(shape->labels[AXIS_ROW], row, out);
    text_append(out, between);
    for (size_t i = next_largest(numbers, count, SIZE_MAX); i != SIZE_MAX;
         i = next_largest(numbers, count, i)) {
        char number[NUMBER_TEXT];
        struct text word = {0};
        labels_address(shape->labels[AXIS_COLUMN], i, &word);
        number_short(number, numbers[i], of->precision);
        text_format(&word, " %s", number);
        if (told > 0 &&
            canvas_columns(text_string(out) + begin) + canvas_columns(text_string(&word)) + 5 >
                width) {
            text_format(out, ", …");
            text_release(&word);
            break;
        }
        text_format(out, "%s%s", told++ > 0 ? ", " : "", text_string(&word));
        out->failed = out->failed || word.failed;
        text_release(&word);
    }
}

/* Each asking word of each matrix in a line, with MARKS at its beginning, behind the word, at its
 * end. */
static void write_all(const struct drawing *drawing, size_t width, const char *const marks[3],
                      struct text *out) {
    struct picture of = *matrix_of(drawing);
    size_t matrices = shape_matrices(&of.value->shape), rows = shape_rows(&of.value->shape);
    for (of.matrix = 0; of.matrix < lesser(matrices, MATRIX_LIMIT); of.matrix++) {
        if (matrices > 1) {
            text_append(out, marks[0]);
            matrix_title(&of.value->shape, of.matrix, TITLE_WHOLE, out);
            text_append(out, "\n");
        }
        for (size_t row = 0; row < rows; row++) {
            text_append(out, marks[0]);
            write_row(&of, row, width - strlen(marks[0]), marks[1], out);
            text_format(out, "%s\n", marks[2]);
        }
    }
}

static void links_print(const struct drawing *drawing, size_t width, struct text *out) {
    write_all(drawing, width, (const char *const[]){"  ", ": ", ""}, out);
}

static void links_describe(const struct drawing *drawing, struct text *out) {
    text_format(out, "%s, from the largest down.\n", matrix_of(drawing)->name);
    write_all(drawing, SIZE_MAX, (const char *const[]){"", " with ", "."}, out);
}

/* --- in a row --------------------------------------------------------------------------------- */

/* Which words stand where. */
struct row {
    const struct picture *of;
    size_t asks, word; /* the asking row; columns of a word with the gap behind it */
    struct visible above, below;
    struct scale scale;
    double largest; /* what a full bar is */
};

/* As wide as they need, and where there are many as all of them fit. */
static size_t word_columns(const struct picture *of) {
    size_t widest =
        greater(picture_head_columns(of, AXIS_ROW), picture_head_columns(of, AXIS_COLUMN));
    size_t word = lesser(greater(widest + 3, LEAST_WORD), MOST_WORD);
    return greater(lesser(word, WIDEST / shape_columns(&of->value->shape)), LEAST_WORD);
}

static struct row row_make(const struct drawing *drawing, size_t word, size_t columns) {
    const struct picture *of = matrix_of(drawing);
    struct row row = {.of = of, .asks = drawing_row(drawing, 0), .word = word};
    size_t most = greater(columns / word, 1);
    row.above = visible_make(shape_rows(&of->value->shape), most, row.asks);
    row.below = visible_make(shape_columns(&of->value->shape), most, row.asks);
    row.scale = scale_of(of, false);
    row.largest = fmax(fabs(row.scale.low), fabs(row.scale.high));
    return row;
}

static double part_of(const struct row *row, size_t column) {
    double number = numbers_of(row->of, row->asks)[column];
    return row->largest > 0 && isfinite(number) ? fmin(fabs(number) / row->largest, 1) : 0;
}

/* Who points at the field AT (row of the canvas, place) lets the word ROW_AT ask. */
static void tag_word(const struct row *row, const struct canvas *canvas, const size_t at[2],
                     size_t row_at) {
    const struct picture *of = row->of;
    struct canvas_tag tag = {of->owner,
                             1 + picture_first(of) + row_at * shape_columns(&of->value->shape)};
    canvas_tag(canvas, at[0], at[1] * row->word, row->word - 1, tag);
}

/* WORD in the middle of the field at AT (row of the canvas, place); strong is the one that asks,
 * and in brackets.*/
static void put_word(const struct row *row, const struct canvas *canvas, const size_t at[2],
                     const char *word, enum style style) {
    bool asks = style == STYLE_STRONG;
    char cut[CANVAS_LABEL], marked[CANVAS_LABEL + 2];
    size_t most = row->word - 1;
    bool brackets = asks && canvas_columns(word) + 2 <= most;
    canvas_cut(cut, word, most, row->of->ascii);
    text_fill(marked, sizeof marked, brackets ? "[%s]" : "%s", cut);
    style = asks && !brackets ? STYLE_FOCUS : style;
    size_t column = at[1] * row->word + (most - lesser(canvas_columns(marked), most)) / 2;
    canvas_put(canvas, at[0], column, marked, style);
}

/* What is asked: from LINE on the words in their shades, then the bars, then the numbers. */
static void put_below(const struct row *row, const struct canvas *canvas, size_t line, bool bars,
                      bool mark) {
    const struct shape *shape = &row->of->value->shape;
    mark = mark && labels_same(shape->labels[AXIS_ROW], shape->labels[AXIS_COLUMN]);
    struct figures figures = picture_figures(row->of);
    char room[32], number[NUMBER_TEXT];
    for (size_t i = 0; i < row->below.count; i++) {
        size_t column = row->below.first + i, at = i * row->word, width = row->word - 1;
        const char *word = matrix_head(shape, AXIS_COLUMN, column, room);
        double value = numbers_of(row->of, row->asks)[column];
        tag_word(row, canvas, (const size_t[]){line, i}, mark ? column : row->asks);
        canvas_shade(canvas, line, at, width, scale_shade(&row->scale, value));
        put_word(row, canvas, (const size_t[]){line, i}, word,
                 mark && column == row->asks ? STYLE_STRONG : STYLE_PLAIN);
        if (bars) {
            struct bar bar = {part_of(row, column), width, row->of->ascii,
                              value < 0 ? STYLE_DIM : STYLE_NUMBER};
            canvas_bar(canvas, line + 1, at, &bar);
        }
        figures_write(&figures, value, number);
        canvas_put(canvas, line + (bars ? 2 : 1), at + (width - lesser(strlen(number), width)) / 2,
                   number, STYLE_NUMBER);
    }
}

/* From the asking word above to each below, the weak lines first: the larger the share, the denser,
 * then the thicker. */
static void put_lines(const struct row *row, const struct canvas *canvas, size_t first,
                      size_t rows) {
    static const struct {
        double from;
        unsigned round, thick;
    } grades[] = {{0.02, 6, 1}, {0.08, 3, 1}, {0.2, 2, 1}, {0.4, 1, 2}, {0.7, 1, 4}, {2, 1, 0}};
    struct canvas inside = canvas_part(canvas, (struct box){first, 0, rows, canvas->columns});
    struct dots dots = dots_make(&inside, row->of->ascii);
    double half = (double)(row->word - 1) / 2;
    double from = ((double)((row->asks - row->above.first) * row->word) + half);
    for (size_t grade = 0; grade + 1 < sizeof grades / sizeof *grades; grade++) {
        for (size_t i = 0; i < row->below.count; i++) {
            double part = part_of(row, row->below.first + i);
            double value = numbers_of(row->of, row->asks)[row->below.first + i];
            struct pen pen = {STYLE_NUMBER, ".", 1, grades[grade].round,
                              scale_shade(&row->scale, value)};
            if (part < grades[grade].from || part >= grades[grade + 1].from) {
                continue;
            }
            double to = (double)(i * row->word) + half;
            double down = (double)(inside.rows * dots.down - 1);
            for (unsigned k = 0; k < (dots.down > 1 ? grades[grade].thick : 1); k++) {
                double aside = k - (grades[grade].thick - 1) / 2.0;
                dots.walked = 0;
                dots_line(&dots, &pen, (const double[]){from * (double)dots.across + aside, 0},
                          (const double[]){to * (double)dots.across + aside, down});
            }
        }
    }
}

/* Behind "A  it": what else stands there, " asks   head 3 of 4"; returns the columns of all. */
static size_t write_heading(const struct row *row, struct text *words) {
    const struct shape *shape = &row->of->value->shape;
    char room[32];
    text_append(words, " asks");
    if (row->below.count < row->below.size || row->above.count < row->above.size) {
        text_format(words, ", %zu of %zu words", row->below.count, row->below.size);
    }
    if (shape_matrices(shape) > 1) {
        text_append(words, "   ");
        matrix_title(shape, row->of->matrix, TITLE_WHOLE, words);
    }
    return canvas_columns(row->of->name) + 2 +
           canvas_columns(matrix_head(shape, AXIS_ROW, row->asks, room)) +
           canvas_columns(text_string(words));
}

/* The cursor stands on the word that asks. */
static void put_heading(const struct row *row, const struct canvas *canvas, size_t cursor[2]) {
    struct text words = {0};
    char room[32];
    const char *asks = matrix_head(&row->of->value->shape, AXIS_ROW, row->asks, room);
    size_t column = canvas_put(canvas, 0, 0, row->of->name, row->of->role) + 2;
    canvas_point(canvas, 0, column, cursor);
    column = canvas_put(canvas, 0, column, asks, cursor != NULL ? STYLE_FOCUS : STYLE_STRONG);
    write_heading(row, &words);
    canvas_put(canvas, 0, column, text_string(&words), STYLE_LABEL);
    text_release(&words);
}

/* --- on the board ----------------------------------------------------------------------------- */

/* How many words FORM has room for. */
static size_t words_of(const struct picture *of, size_t form) {
    const struct shape *shape = &of->value->shape;
    size_t asking = form == FORM_LINES ? shape_rows(shape) : 0;
    size_t most = (form == FORM_NUMBERS ? NARROW : WIDEST) / word_columns(of);
    return greater(lesser(greater(asking, shape_columns(shape)), most), 1);
}

enum { GROWN = 4 }; /* lines more where a cell has one more */

static void links_measure(const void *subject, size_t form, struct piece_growth growth,
                          size_t size[4]) {
    static const size_t rows[FORMS] = {5 + LINES, 4, 3};
    const struct drawing *drawing = subject;
    size_t word = word_columns(matrix_of(drawing)) + growth.columns;
    size[0] = rows[form] + (form == FORM_LINES ? GROWN * (growth.lines - 1) : 0);
    size[1] = words_of(matrix_of(drawing), form) * word;
    struct text heading = {0};
    struct row row = row_make(drawing, word, size[1]);
    size[1] = greater(size[1], write_heading(&row, &heading));
    text_release(&heading);
}

static void links_draw(const void *subject, const struct piece *placed, const struct canvas *canvas,
                       size_t cursor[2]) {
    const struct drawing *drawing = subject;
    const struct picture *of = matrix_of(drawing);
    size_t word = greater(canvas->columns / words_of(of, placed->form), word_columns(of));
    struct row row = row_make(drawing, word, canvas->columns);
    size_t rows = canvas->rows, at = 1;
    char room[32];
    put_heading(&row, canvas, cursor);
    if (placed->form == FORM_LINES && rows > 5) {
        for (size_t i = 0; i < row.above.count; i++) {
            size_t asking = row.above.first + i;
            tag_word(&row, canvas, (const size_t[]){1, i}, asking);
            put_word(&row, canvas, (const size_t[]){1, i},
                     matrix_head(&of->value->shape, AXIS_ROW, asking, room),
                     asking == row.asks ? STYLE_STRONG : STYLE_LABEL);
        }
        put_lines(&row, canvas, 2, rows - 5);
        at = rows - 3;
    }
    put_below(&row, canvas, at, placed->form != FORM_NUMBERS, placed->form != FORM_LINES);
}

const struct drawing_kind links_drawing = {
    .name = "links",
    .most = 1,
    .form_count = FORMS,
    .instead = true,
    .across = true,
    .fits = links_fit,
    .print = links_print,
    .describe = links_describe,
    .measure = links_measure,
    .draw = links_draw,
};
