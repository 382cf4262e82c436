/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* links: which word attends to which. The words are in a row, each with a bar for its weight; the
 * asking word is above its own column, and lines lead from it to the words that it attends to.
 * Columns depend on the words and the width alone, so nothing moves while weights change. Any
 * matrix whose rows and columns have names will do. */
#include "base/failure.h"
#include "base/number.h"
#include "base/text.h"
#include "canvas/dots.h"
#include "canvas/drawing.h"
#include "canvas/entries.h"
#include "canvas/matrix.h"
#include "canvas/scale.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Rows of the canvas: the heading, the asking word, lines, bars. */
enum { HEADING, ASKS, LINES, BARS, LEAST_ROWS = 6 };
enum { LEAST_WORD = 4, WIDE_WORD = 8, MOST_WORD = 14, MOST_BARS = 5 };

/* Returns the numbers of asking word ROW. */
static const double *numbers_of(const struct picture *of, size_t row) {
    return of->value->cells + picture_first(of) + row * shape_columns(&of->value->shape);
}

static bool links_fit(const struct drawing *drawing, struct failure *failure) {
    const struct picture *of = &drawing->values[0];
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

/* --- in a box --------------------------------------------------------------------------------- */

/* The layout of the picture. */
struct fan {
    const struct picture *of;
    const struct canvas *canvas;
    size_t row;           /* the asking row */
    size_t own;           /* its own column; SIZE_MAX: it has none, as between two languages */
    size_t chosen;        /* the column of the cursor; SIZE_MAX: it is not in this picture */
    size_t word;          /* columns of a word, with the blank after it */
    struct visible shown; /* which columns of the matrix */
    struct scale scale;
    double largest;        /* what a full bar is */
    bool all;              /* there is room for more than a heading, the words and their numbers */
    size_t bar_rows;       /* from BARS on */
    size_t words, numbers; /* rows of the canvas */
    bool plain;            /* no colours: brackets mark the asking word */
    bool crossing;         /* the words of one sentence ask those of another */
};

/* Returns the column that has the name of row ROW; where several have it, the last one up to it. */
static size_t own_column(const struct shape *shape, size_t row) {
    const struct labels *rows = shape->labels[AXIS_ROW], *columns = shape->labels[AXIS_COLUMN];
    size_t count = shape_columns(shape), own = SIZE_MAX;
    if (row < count && text_same(rows->names[row], columns->names[row])) {
        return row;
    }
    for (size_t i = 0; i < count; i++) {
        own = text_same(rows->names[row], columns->names[i]) ? i : own;
    }
    return own;
}

/* Makes words as wide as they would like where there is room, and narrower where only then all of
 * them are there. An odd number of columns has a middle. */
static size_t word_columns(const struct picture *of, size_t columns) {
    size_t room = columns / greater(shape_columns(&of->value->shape), 1);
    size_t widest =
        greater(picture_head_columns(of, AXIS_ROW), picture_head_columns(of, AXIS_COLUMN));
    size_t wanted = lesser(greater(widest + 3, WIDE_WORD), MOST_WORD);
    size_t word = greater(lesser(room, wanted), LEAST_WORD);
    return word > WIDE_WORD && word % 2 == 1 ? word - 1 : word;
}

static bool column_is_shown(const struct fan *fan, size_t column) {
    return column >= fan->shown.first && column < fan->shown.first + fan->shown.count;
}

static struct fan fan_make(const struct drawing *drawing, const struct canvas *canvas,
                           bool looked_at) {
    const struct picture *of = &drawing->values[0];
    const struct shape *shape = &of->value->shape;
    struct fan fan = {.of = of, .canvas = canvas, .row = drawing_row(drawing, 0)};
    size_t at[2];
    picture_cursor(of, at);
    fan.own = own_column(shape, fan.row);
    fan.chosen = looked_at ? at[1] : SIZE_MAX;
    fan.word = word_columns(of, canvas->columns);
    size_t most = greater(canvas->columns / fan.word, 1);
    fan.shown = visible_make(shape_columns(shape), most, fan.own);
    if (fan.chosen != SIZE_MAX && !column_is_shown(&fan, fan.chosen)) {
        fan.shown = visible_make(shape_columns(shape), most, fan.chosen);
    }
    fan.scale = scale_of(of);
    fan.largest = fmax(fabs(fan.scale.low), fabs(fan.scale.high));
    fan.crossing = true;
    for (size_t row = 0; fan.crossing && row < shape_rows(shape); row++) {
        fan.crossing = own_column(shape, row) == SIZE_MAX;
    }
    fan.plain = of->ascii || of->depth == DEPTH_NONE;
    size_t rows = canvas->rows;
    fan.all = rows >= LEAST_ROWS;
    fan.bar_rows = fan.all ? lesser(rows - 5, rows < 16 ? MOST_BARS : rows / 2) : 0;
    fan.words = fan.all ? BARS + fan.bar_rows : rows > 2;
    fan.numbers = fan.words + 1;
    return fan;
}

static double word_number(const struct fan *fan, size_t column) {
    return numbers_of(fan->of, fan->row)[column];
}

static double part_of_largest(const struct fan *fan, double number) {
    return fan->largest > 0 && isfinite(number) ? fmin(fabs(number) / fan->largest, 1) : 0;
}

/* Return the first column of word I of those that are shown, and its middle. */
static size_t word_begin(const struct fan *fan, size_t i) {
    return (i - fan->shown.first) * fan->word;
}

static size_t middle_of(const struct fan *fan, size_t i) {
    return word_begin(fan, i) + (fan->word - 2) / 2;
}

/* Returns the middle of asking word ROW: above its own column; without one, by its position in its
 * sentence. */
static size_t asker_at(const struct fan *fan, size_t row) {
    size_t own = own_column(&fan->of->value->shape, row);
    size_t rows = shape_rows(&fan->of->value->shape), width = fan->shown.count * fan->word;
    return own == SIZE_MAX ? (2 * row + 1) * width / greater(2 * rows, 1)
                           : middle_of(fan, column_is_shown(fan, own) ? own : fan->shown.first);
}

/* A click on WIDTH columns from AT (line, column) on means the number at ROW, COLUMN. */
static void tag_number(const struct fan *fan, const size_t at[2], size_t width, size_t row,
                       size_t column) {
    size_t columns = shape_columns(&fan->of->value->shape);
    struct canvas_tag tag = {fan->of->owner, 1 + picture_first(fan->of) + row * columns + column};
    canvas_tag(fan->canvas, at[0], at[1], width, tag);
}

/* --- what a stroke looks like ----------------------------------------------------------------- */

/* Colour distinguishes few strong strokes from many, and thickness the strongest of them. */
struct stroke {
    double part;
    bool solid; /* one of the strongest three */
    bool heavy;
    struct shade ink;
};

static const double least_linked = 0.05, least_heavy = 0.3;

static struct stroke stroke_of(const struct fan *fan, size_t column) {
    double number = word_number(fan, column);
    struct stroke stroke = {.part = part_of_largest(fan, number)};
    size_t before = 0; /* as strong as it, or stronger; it is one itself */
    for (size_t i = 0; i < fan->shown.size; i++) {
        before += part_of_largest(fan, word_number(fan, i)) >= stroke.part;
    }
    stroke.solid = before <= 3;
    stroke.heavy = stroke.solid && stroke.part >= least_heavy;
    stroke.ink = scale_shade(&fan->scale, number);
    return stroke;
}

/* Chooses the character of a joint by how strong its arms to the left, right, up and down are: 0
 * none, 1 light, 2 heavy. */
static void write_joint(const unsigned arms[4], bool ascii, char out[4]) {
    static const char glyphs[] = "─╷╻╵│╽╹╿┃"
                                 "╶╭┎╰├┟┖┞┠"
                                 "╺┍┏┕┝┢┗┡┣"
                                 "╴╮┒╯┤┧┚┦┨"
                                 "─┬┰┴┼╁┸╀╂"
                                 "╼┮┲┶┾╆┺╄╊"
                                 "╸┑┓┙┥┪┛┩┫"
                                 "╾┭┱┵┽╅┹╃╉"
                                 "━┯┳┷┿╈┻╇╋";
    bool across = arms[0] + arms[1] > 0, down = arms[2] + arms[3] > 0;
    size_t at = 27 * arms[0] + 9 * arms[1] + 3 * arms[2] + arms[3];
    text_fill(out, 4, "%.3s", ascii ? (across && down ? "+" : down ? "|" : "-") : glyphs + 3 * at);
}

static void put_stroke(const struct fan *fan, const size_t at[2], const unsigned arms[4],
                       const struct stroke *stroke) {
    char joint[4];
    write_joint(arms, fan->of->ascii, joint);
    canvas_put(fan->canvas, at[0], at[1], joint,
               stroke->heavy   ? STYLE_STRONG
               : stroke->solid ? STYLE_NUMBER
                               : STYLE_DIM);
    if (stroke->solid) {
        canvas_ink(fan->canvas, at[0], at[1], stroke->ink);
    }
}

static unsigned heavier(unsigned arm, const struct stroke *stroke) {
    return stroke->heavy ? 2 : arm > 0 ? arm : 1;
}

/* Puts the character of the line at COLUMN: what passes there on its way from the asking word, the
 * strongest on top. */
static void put_line_at(const struct fan *fan, size_t column) {
    size_t from = asker_at(fan, fan->row);
    unsigned arms[4] = {0};
    struct stroke top = {.part = -1};
    for (size_t i = 0; i < fan->shown.count; i++) {
        size_t to = middle_of(fan, fan->shown.first + i);
        struct stroke stroke = stroke_of(fan, fan->shown.first + i);
        if (stroke.part < least_linked || column < lesser(from, to) || column > greater(from, to)) {
            continue;
        }
        bool right = column<greater(from, to), left = column> lesser(from, to);
        arms[0] = left ? heavier(arms[0], &stroke) : arms[0];
        arms[1] = right ? heavier(arms[1], &stroke) : arms[1];
        arms[2] = column == from ? heavier(arms[2], &stroke) : arms[2];
        arms[3] = column == to ? heavier(arms[3], &stroke) : arms[3];
        top = stroke.part > top.part ? stroke : top;
    }
    if (top.part >= 0) {
        put_stroke(fan, (const size_t[]){LINES, column}, arms, &top);
    }
}

/* --- the parts -------------------------------------------------------------------------------- */

/* Puts WORD in the middle of WIDTH columns from AT on; returns its first column. */
static size_t put_middle(const struct fan *fan, const size_t at[2], size_t width, const char *word,
                         enum style style) {
    char cut[CANVAS_LABEL];
    canvas_cut(cut, word, width, fan->of->ascii);
    size_t begin = at[1] + (width - lesser(canvas_columns(cut), width)) / 2;
    canvas_put(fan->canvas, at[0], begin, cut, style);
    return begin;
}

/* Puts the asking word, whole where there is room, whatever a column holds. */
static void put_asker(const struct fan *fan) {
    const struct shape *shape = &fan->of->value->shape;
    char room[32], cut[CANVAS_LABEL], marked[CANVAS_LABEL + 2];
    size_t columns = fan->canvas->columns;
    canvas_cut(cut, matrix_head(shape, AXIS_ROW, fan->row, room), MOST_WORD, fan->of->ascii);
    text_fill(marked, sizeof marked, fan->plain ? "[%s]" : "%s", cut);
    /* in the middle of its field, or beyond it at both sides */
    size_t width = canvas_columns(marked), middle = 2 * asker_at(fan, fan->row) + fan->word % 2;
    size_t begin = (middle - lesser(middle, width - 1)) / 2;
    begin = begin + width > columns ? columns - lesser(columns, width) : begin;
    canvas_put(fan->canvas, ASKS, begin, marked, STYLE_QUERY);
    tag_number(fan, (const size_t[]){ASKS, begin}, width, fan->row, 0);
}

/* Puts the other words that may ask, where they are words of another sentence. */
static void put_others(const struct fan *fan) {
    const struct shape *shape = &fan->of->value->shape;
    size_t rows = shape_rows(shape), field = fan->shown.count * fan->word / greater(rows, 1);
    char room[32];
    for (size_t row = 0; fan->own == SIZE_MAX && field >= LEAST_WORD && row < rows; row++) {
        size_t at = asker_at(fan, row), begin = at - lesser(at, field / 2);
        put_middle(fan, (const size_t[]){ASKS, begin}, field - 1,
                   row == fan->row ? "" : matrix_head(shape, AXIS_ROW, row, room), STYLE_DIM);
        tag_number(fan, (const size_t[]){ASKS, begin}, field - 1, row, 0);
    }
}

/* Draws the lines of one asking word to the other sentence, straight and as thick as they are
 * strong. */
static void put_crossing(const struct fan *fan, struct dots *dots, size_t row) {
    bool asks = row == fan->row;
    double last = (double)(dots->canvas.rows * dots->down - 1);
    for (size_t i = 0; i < fan->shown.count; i++) {
        size_t column = fan->shown.first + i;
        double number = numbers_of(fan->of, row)[column], part = part_of_largest(fan, number);
        double across = (double)dots->across, thick = asks ? 1 + floor(part * 1.5 * across) : 1;
        struct pen pen = {asks ? STYLE_NUMBER : STYLE_DIM, asks ? "#" : ".", 1, asks ? 1 : 2, {0}};
        pen.ink = asks ? scale_shade(&fan->scale, number) : pen.ink;
        for (size_t k = 0; part >= least_linked && (double)k < thick; k++) {
            double aside = (double)k - (thick - 1) / 2;
            const double from[] = {(double)asker_at(fan, row) * across + aside, 0};
            const double to[] = {(double)middle_of(fan, column) * across + aside, last};
            dots->walked = 0;
            dots_point(dots, &pen, from);
            dots_line(dots, &pen, from, to);
        }
    }
}

/* Draws the lines of all words, the asking one's on top. */
static void put_crossings(const struct fan *fan) {
    size_t rows = shape_rows(&fan->of->value->shape);
    struct box between = {LINES, 0, fan->words - LINES, fan->canvas->columns};
    struct canvas part = canvas_part(fan->canvas, between);
    struct dots dots = dots_make(&part, fan->of->ascii);
    for (size_t k = 1; k <= rows; k++) {
        put_crossing(fan, &dots, (fan->row + k) % rows);
    }
}

/* Puts one row of a bar, with HEIGHT eighths of a row filled. What is full is a background, where
 * there is one, because fonts leave gaps between blocks. */
static void put_slice(const struct fan *fan, const size_t at[2], size_t width, double height,
                      struct shade ink) {
    static const char *const eighths[] = {"", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    size_t level = height < 0.01 ? 0 : height >= 8 ? 8 : (size_t)ceil(height - 1e-9);
    bool full = level == 8 && !fan->plain;
    const char *mark = full ? "" : !fan->of->ascii ? eighths[level] : level >= 4 ? "#" : "";
    canvas_shade(fan->canvas, at[0], at[1], width,
                 full ? ink : (struct shade){.palette = PALETTE_EMPTY});
    for (size_t i = 0; i < width; i++) {
        canvas_put(fan->canvas, at[0], at[1] + i, mark, STYLE_NUMBER);
        if (level > 0 && !full) {
            canvas_ink(fan->canvas, at[0], at[1] + i, ink);
        }
    }
}

/* Marks where the bar of COLUMN ended before the last change; where it ends now, at its sides
 * only. */
static void put_old(const struct fan *fan, size_t column, size_t begin, size_t width) {
    size_t cell = picture_first(fan->of) + fan->row * fan->shown.size + column;
    if (fan->bar_rows < 2 || !picture_moved(fan->of, cell)) {
        return;
    }
    double part = part_of_largest(fan, fan->of->before->cells[cell]);
    double now = part_of_largest(fan, word_number(fan, column));
    if (fabs(part - now) < least_linked) {
        return; /* too small to be seen */
    }
    size_t below = lesser((size_t)(part * (double)fan->bar_rows), fan->bar_rows - 1);
    size_t row = BARS + fan->bar_rows - 1 - below;
    double above = now * (double)fan->bar_rows - (double)below;
    bool ends_here = above > 0 && above < 1; /* the new bar, which has to be seen */
    size_t step = !ends_here ? 1 : greater(width, 2) - 1;
    for (size_t i = 0; i < width && (!ends_here || width > 2); i += step) {
        if (above < 1) {
            canvas_shade(fan->canvas, row, begin + i, 1, (struct shade){.palette = PALETTE_NONE});
        }
        canvas_put(fan->canvas, row, begin + i, fan->of->ascii ? "=" : "╌", STYLE_CHANGED);
    }
}

static void put_weight_bar(const struct fan *fan, size_t column) {
    struct stroke stroke = stroke_of(fan, column);
    size_t field = fan->word - 1, thin = field >= 6 ? 1 : 0, width = field - 2 * thin;
    size_t begin = word_begin(fan, column) + thin, middle = middle_of(fan, column);
    double full = stroke.part * (double)fan->bar_rows * 8;
    const unsigned arms[] = {0, 0, stroke.heavy ? 2 : 1, stroke.heavy ? 2 : 1};
    for (size_t i = 0; i < fan->bar_rows; i++) {
        const size_t at[] = {BARS + i, begin}, on[] = {BARS + i, middle};
        double height = full - (double)(fan->bar_rows - 1 - i) * 8;
        put_slice(fan, at, width, height, stroke.ink);
        if (height <= 0 && stroke.part >= least_linked && fan->bar_rows > 1) {
            put_stroke(fan, on, arms, &stroke);
        }
    }
    put_old(fan, column, begin, width);
}

/* Puts a word and its number; those under the cursor are reversed, and CURSOR is on the word. */
static void put_word(const struct fan *fan, size_t column, size_t cursor[2]) {
    const struct shape *shape = &fan->of->value->shape;
    size_t begin = word_begin(fan, column), width = fan->word - 1;
    size_t cell = picture_first(fan->of) + fan->row * fan->shown.size + column;
    double value = word_number(fan, column), part = part_of_largest(fan, value);
    bool same = labels_same(shape->labels[AXIS_ROW], shape->labels[AXIS_COLUMN]);
    bool chosen = column == fan->chosen;
    char room[32], number[NUMBER_TEXT];
    size_t first = put_middle(fan, (const size_t[]){fan->words, begin}, width,
                              matrix_head(shape, AXIS_COLUMN, column, room),
                              chosen                     ? STYLE_FOCUS
                              : part >= 4 * least_linked ? STYLE_STRONG
                              : part >= least_linked     ? STYLE_PLAIN
                                                         : STYLE_DIM);
    picture_number(fan->of, value, fan->word > LEAST_WORD ? fan->word : 3, number);
    canvas_shade(fan->canvas, fan->numbers, begin, width, scale_shade(&fan->scale, value));
    put_middle(fan, (const size_t[]){fan->numbers, begin}, width, number,
               chosen                         ? STYLE_FOCUS
               : picture_moved(fan->of, cell) ? STYLE_CHANGED
                                              : STYLE_NUMBER);
    if (chosen) {
        canvas_point(fan->canvas, fan->words, first, cursor);
    }
    tag_number(fan, (const size_t[]){fan->words, begin}, width, same ? column : fan->row, 0);
    tag_number(fan, (const size_t[]){fan->numbers, begin}, width, fan->row, column);
}

/* Puts "A  it attends to", and which head it is; without the first where the asking word is
 * above. */
static void put_links_heading(const struct fan *fan) {
    const struct shape *shape = &fan->of->value->shape;
    struct text words = {0};
    char room[32];
    size_t column = canvas_put(fan->canvas, HEADING, 0, fan->of->name, fan->of->role) + 2;
    if (shape_matrices(shape) > 1) {
        matrix_title(shape, fan->of->matrix, TITLE_WHOLE, &words);
        column = canvas_put(fan->canvas, HEADING, column, text_string(&words), STYLE_STRONG) + 2;
        text_clear(&words);
    }
    column = canvas_put(fan->canvas, HEADING, column, matrix_head(shape, AXIS_ROW, fan->row, room),
                        STYLE_QUERY);
    text_append(&words, " attends to");
    if (fan->shown.count < fan->shown.size) {
        text_format(&words, ", %zu of %zu words", fan->shown.count, fan->shown.size);
    }
    canvas_put_cut(fan->canvas, HEADING, column, text_string(&words), STYLE_LABEL);
    text_release(&words);
}

static void links_draw(const struct drawing *drawing, const struct canvas *canvas,
                       size_t cursor[2]) {
    struct fan fan = fan_make(drawing, canvas, cursor != NULL);
    if (canvas->rows < 2) {
        return;
    }
    if (fan.words > 0) {
        put_links_heading(&fan);
    }
    if (fan.all) {
        put_others(&fan);
        for (size_t column = 0; column < canvas->columns && !fan.crossing; column++) {
            put_line_at(&fan, column);
        }
        if (fan.crossing) {
            put_crossings(&fan);
        }
        put_asker(&fan);
    }
    for (size_t i = fan.shown.first; i < fan.shown.first + fan.shown.count; i++) {
        if (fan.bar_rows > 0 && !fan.crossing) {
            put_weight_bar(&fan, i);
        }
        put_word(&fan, i, cursor);
    }
}

/* A word has six columns where it can: .498 and a blank. */
static void links_measure(const struct drawing_sizes *of, size_t size[2], size_t wish[2]) {
    size_t word = lesser(greater(of->column_label + 1, 5), 7);
    size[0] = 8;
    size[1] = lesser(greater(of->columns * word, 24), greater(of->columns * 5, 44));
    wish[0] = 10;
    wish[1] = greater(of->columns * MOST_WORD, size[1]);
}

const struct drawing_kind links_drawing = {
    .name = "links",
    .sentence = "Show as words and bars who attends to whom.",
    .details = "Left and Right move the asking word, [ and ] go to another head. Any matrix will\n"
               "do whose rows and columns have names; `show` gives its numbers back.",
    .example = "links weights",
    .parameters = {DRAWING_OF_ONE("matrix")},
    .most = 1,
    .instead = true,
    .across = true,
    .fits = links_fit,
    .print = entries_print,
    .describe = entries_describe,
    .measure = links_measure,
    .draw = links_draw,
};
