/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* links: which word attends to which. The words are in a row, each with a bar for its weight; the
 * asking word is above its own column, and lines lead from it to the words that it attends to.
 * Columns depend on the words and the width alone, so nothing moves while weights change. Any
 * matrix whose rows and columns have names will do. */
#include "base/failure.h"
#include "base/text.h"
#include "canvas/dots.h"
#include "canvas/drawing.h"
#include "canvas/scale.h"

#include <math.h>
#include <stdint.h>

/* Rows of the canvas: the heading, the asking word, lines, bars. */
enum { HEADING, ASKS, LINES, BARS, LEAST_ROWS = 6 };
enum { LEAST_WORD = 4, WIDE_WORD = 8, MOST_WORD = 14, MOST_BARS = 5 };

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
    const struct shape *shape;
    const struct canvas *canvas;
    size_t row;           /* the asking row */
    size_t chosen;        /* the column of the cursor; SIZE_MAX: it is not in this picture */
    size_t word;          /* columns of a word, with the blank after it */
    struct visible shown; /* which columns of the matrix */
    bool all;             /* there is room for more than a heading, the words and their numbers */
    size_t bar_rows;      /* from BARS on */
    size_t words;         /* the row of the canvas that has them; their numbers are below */
    size_t own;           /* the column of the asking word; SIZE_MAX: it is of another sentence */
};

/* Returns the column that has the name of row ROW; of several the last one; SIZE_MAX: none has, as
 * between two languages. */
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
static struct fan fan_make(const struct drawing *drawing, const struct canvas *canvas) {
    const struct picture *of = &drawing->values[0];
    const struct shape *shape = &of->value->shape;
    struct fan fan = {.of = of, .shape = shape, .canvas = canvas, .row = drawing_row(drawing, 0)};
    size_t rows = canvas->rows, columns = shape_columns(shape), at[2];
    size_t widest = greater(picture_head_columns(shape, AXIS_ROW, NULL),
                            picture_head_columns(shape, AXIS_COLUMN, NULL));
    size_t wanted = lesser(greater(widest + 3, WIDE_WORD), MOST_WORD);
    fan.word = greater(lesser(canvas->columns / greater(columns, 1), wanted), LEAST_WORD);
    fan.word -= fan.word > WIDE_WORD && fan.word % 2 == 1;
    picture_cursor(of, at);
    fan.chosen = canvas->cursor != NULL ? at[1] : SIZE_MAX;
    fan.own = own_column(shape, fan.row);
    fan.shown = visible_make(columns, greater(canvas->columns / fan.word, 1),
                             fan.chosen != SIZE_MAX ? fan.chosen : fan.own);
    fan.all = rows >= LEAST_ROWS;
    fan.bar_rows = fan.all ? lesser(rows - 5, rows < 16 ? MOST_BARS : rows / 2) : 0;
    fan.words = fan.all ? BARS + fan.bar_rows : rows > 2;
    return fan;
}

/* Returns the cell of asking word ROW and COLUMN. */
static size_t cell_at(const struct fan *fan, size_t row, size_t column) {
    return picture_first(fan->of) + row * fan->shown.size + column;
}

static double number_at(const struct fan *fan, size_t row, size_t column) {
    return fan->of->value->cells[cell_at(fan, row, column)];
}

/* Returns which part of a full bar NUMBER has. */
static double part_of_largest(const struct fan *fan, double number) {
    double largest = fan->of->scale.high;
    return largest > 0 && isfinite(number) ? fmin(fabs(number) / largest, 1) : 0;
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
    size_t rows = shape_rows(fan->shape), first = fan->shown.first;
    bool is_shown = fan->own >= first && fan->own < first + fan->shown.count;
    return fan->own == SIZE_MAX ? (2 * row + 1) * fan->shown.count * fan->word / (2 * rows)
                                : middle_of(fan, is_shown ? fan->own : first);
}

/* A click on WIDTH columns from AT (line, column) on means CELL. */
static void tag_cell(const struct fan *fan, const size_t at[2], size_t width, size_t cell) {
    canvas_tag(fan->canvas, at[0], at[1], width, (struct canvas_tag){fan->of->owner, 1 + cell});
}

/* --- what a stroke looks like ----------------------------------------------------------------- */

/* Colour distinguishes few strong strokes from many, and thickness the strongest of them. */
struct stroke {
    double part;
    size_t strength; /* 0: one of many; 1: of the strongest three; 2: strong besides */
    struct shade ink;
};

static const double least_linked = 0.05, least_heavy = 0.3;

static struct stroke stroke_of(const struct fan *fan, size_t column) {
    double number = number_at(fan, fan->row, column);
    struct stroke stroke = {.part = part_of_largest(fan, number)};
    size_t before = 0; /* as strong as it, or stronger; it is one itself */
    for (size_t i = 0; i < fan->shown.size; i++) {
        before += part_of_largest(fan, number_at(fan, fan->row, i)) >= stroke.part;
    }
    stroke.strength = before > 3 ? 0 : stroke.part >= least_heavy ? 2 : 1;
    stroke.ink = scale_shade(&fan->of->scale, number);
    return stroke;
}

/* Puts a joint, by how strong its arms to the left, right, up and down are: 0 none, 1 light, 2
 * heavy. */
static void put_stroke(const struct fan *fan, const size_t at[2], const size_t arms[4],
                       const struct stroke *stroke) {
    static const enum style styles[] = {STYLE_DIM, STYLE_NUMBER, STYLE_STRONG};
    static const char glyphs[] = "─╷╻╵│╽╹╿┃"
                                 "╶╭┎╰├┟┖┞┠"
                                 "╺┍┏┕┝┢┗┡┣"
                                 "╴╮┒╯┤┧┚┦┨"
                                 "─┬┰┴┼╁┸╀╂"
                                 "╼┮┲┶┾╆┺╄╊"
                                 "╸┑┓┙┥┪┛┩┫"
                                 "╾┭┱┵┽╅┹╃╉"
                                 "━┯┳┷┿╈┻╇╋";
    char joint[4];
    text_fill(joint, sizeof joint, "%.3s",
              glyphs + 3 * (27 * arms[0] + 9 * arms[1] + 3 * arms[2] + arms[3]));
    canvas_put(fan->canvas, at[0], at[1], joint, styles[stroke->strength]);
    if (stroke->strength > 0) {
        canvas_ink(fan->canvas, at[0], at[1], stroke->ink);
    }
}

/* Puts the character of the line at COLUMN: what passes there on its way from the asking word, the
 * strongest on top. */
static void put_line_at(const struct fan *fan, size_t column) {
    size_t from = asker_at(fan, fan->row);
    size_t arms[4] = {0};
    struct stroke top = {.part = -1};
    for (size_t i = 0; i < fan->shown.count; i++) {
        size_t to = middle_of(fan, fan->shown.first + i);
        size_t first = lesser(from, to), last = greater(from, to);
        struct stroke stroke = stroke_of(fan, fan->shown.first + i);
        if (stroke.part < least_linked || column < first || column > last) {
            continue;
        }
        const bool goes[] = {column > first, column < last, column == from, column == to};
        for (size_t k = 0; k < 4; k++) {
            arms[k] = goes[k] ? greater(arms[k], greater(stroke.strength, 1)) : arms[k];
        }
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
    struct label cut = canvas_cut(word, width);
    size_t begin = at[1] + reduced(width, canvas_columns(cut.text)) / 2;
    canvas_put(fan->canvas, at[0], begin, cut.text, style);
    return begin;
}

/* Puts the words that may ask, where they are words of another sentence, and the one that does,
 * whole where there is room, whatever a column holds. */
static void put_askers(const struct fan *fan) {
    size_t rows = shape_rows(fan->shape), field = fan->shown.count * fan->word / rows;
    bool others = fan->own == SIZE_MAX && field >= LEAST_WORD;
    char marked[CANVAS_LABEL + 2];
    for (size_t row = 0; others && row < rows; row++) {
        size_t middle = asker_at(fan, row);
        const size_t at[] = {ASKS, reduced(middle, field / 2)};
        put_middle(fan, at, field - 1,
                   row == fan->row ? "" : matrix_head(fan->shape, AXIS_ROW, row).text, STYLE_DIM);
        tag_cell(fan, at, field - 1, cell_at(fan, row, 0));
    }
    /* without colours brackets mark it */
    text_fill(marked, sizeof marked, fan->of->depth == DEPTH_NONE ? "[%s]" : "%s",
              canvas_cut(matrix_head(fan->shape, AXIS_ROW, fan->row).text, MOST_WORD).text);
    /* in the middle of its field, or beyond it at both sides */
    size_t width = canvas_columns(marked), middle = 2 * asker_at(fan, fan->row) + fan->word % 2;
    size_t begin = reduced(middle, width - 1) / 2, columns = fan->canvas->columns;
    begin = lesser(begin, reduced(columns, width));
    canvas_put(fan->canvas, ASKS, begin, marked, STYLE_QUERY);
    tag_cell(fan, (const size_t[]){ASKS, begin}, width, cell_at(fan, fan->row, 0));
}

/* Draws the lines of all asking words to the other sentence, straight and as thick as they are
 * strong; the asking one's on top. */
static void put_crossings(const struct fan *fan) {
    size_t rows = shape_rows(fan->shape), count = fan->shown.count;
    struct box between = {LINES, 0, fan->words - LINES, fan->canvas->columns};
    struct dots dots = {.canvas = canvas_part(fan->canvas, between)};
    double last = (double)(dots.canvas.rows * DOTS_DOWN - 1);
    for (size_t k = 0; k < rows * count; k++) {
        size_t row = (fan->row + 1 + k / count) % rows, column = fan->shown.first + k % count;
        bool asks = row == fan->row;
        double number = number_at(fan, row, column), part = part_of_largest(fan, number);
        const double from[] = {(double)(asker_at(fan, row) * DOTS_ACROSS), 0};
        const double to[] = {(double)(middle_of(fan, column) * DOTS_ACROSS), last};
        struct pen pen = {asks ? STYLE_NUMBER : STYLE_DIM, 1, asks ? 1 : 2, {0}};
        pen.ink = asks ? scale_shade(&fan->of->scale, number) : pen.ink;
        if (part >= least_linked) {
            dots_stroke(&dots, &pen, from, to, asks ? 1 + floor(part * 1.5 * DOTS_ACROSS) : 1);
        }
    }
}

/* Puts the bar of a word in eighths of a row, and above it the line that leads to it. What is full
 * is a background, where there is one, because fonts leave gaps between blocks. A line marks where
 * the bar ended before the last change; where it ends now too, at its sides only. */
static void put_weight_bar(const struct fan *fan, size_t column) {
    static const char *const eighths[] = {"", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const struct canvas *canvas = fan->canvas;
    struct stroke stroke = stroke_of(fan, column);
    size_t field = fan->word - 1, thin = field >= 6 ? 1 : 0, width = field - 2 * thin;
    size_t begin = word_begin(fan, column) + thin;
    const size_t arm = greater(stroke.strength, 1), arms[] = {0, 0, arm, arm};
    for (size_t i = 0; i < fan->bar_rows; i++) {
        const size_t row = BARS + i, at[] = {row, middle_of(fan, column)};
        double height = 8 * (stroke.part * (double)fan->bar_rows - (double)(fan->bar_rows - 1 - i));
        size_t level = height < 0.01 ? 0 : height >= 8 ? 8 : (size_t)ceil(height - 1e-9);
        bool full = level == 8 && fan->of->depth != DEPTH_NONE;
        canvas_shade(canvas, row, begin, width,
                     full ? stroke.ink : (struct shade){.palette = PALETTE_EMPTY});
        for (size_t k = 0; k < width && level > 0 && !full; k++) {
            canvas_put(canvas, row, begin + k, eighths[level], STYLE_NUMBER);
            canvas_ink(canvas, row, begin + k, stroke.ink);
        }
        if (height <= 0 && stroke.part >= least_linked && fan->bar_rows > 1) {
            put_stroke(fan, at, arms, &stroke);
        }
    }
    size_t cell = cell_at(fan, fan->row, column);
    double old = stroke.part;
    if (picture_moved(fan->of, cell)) {
        old = part_of_largest(fan, fan->of->before->cells[cell]);
    }
    if (fan->bar_rows < 2 || fabs(old - stroke.part) < least_linked) {
        return; /* too small to be seen */
    }
    size_t below = lesser((size_t)(old * (double)fan->bar_rows), fan->bar_rows - 1);
    size_t row = BARS + fan->bar_rows - 1 - below;
    double above = stroke.part * (double)fan->bar_rows - (double)below;
    bool ends_here = above > 0 && above < 1; /* the new bar, which has to be seen */
    size_t step = !ends_here ? 1 : greater(width, 2) - 1;
    for (size_t i = 0; i < width && (!ends_here || width > 2); i += step) {
        if (above < 1) {
            canvas_shade(canvas, row, begin + i, 1, (struct shade){.palette = PALETTE_NONE});
        }
        canvas_put(canvas, row, begin + i, "╌", STYLE_CHANGED);
    }
}

/* Puts a word and its number; those chosen are reversed, and the cursor is on the word. */
static void put_word(const struct fan *fan, size_t column) {
    size_t width = fan->word - 1, cell = cell_at(fan, fan->row, column);
    const size_t word[] = {fan->words, word_begin(fan, column)};
    const size_t below[] = {fan->words + 1, word[1]};
    double value = fan->of->value->cells[cell], part = part_of_largest(fan, value);
    bool same = labels_same(fan->shape->labels[AXIS_ROW], fan->shape->labels[AXIS_COLUMN]);
    bool chosen = column == fan->chosen;
    size_t first = put_middle(fan, word, width, matrix_head(fan->shape, AXIS_COLUMN, column).text,
                              chosen                     ? STYLE_FOCUS
                              : part >= 4 * least_linked ? STYLE_STRONG
                              : part >= least_linked     ? STYLE_PLAIN
                                                         : STYLE_DIM);
    canvas_shade(fan->canvas, below[0], below[1], width, scale_shade(&fan->of->scale, value));
    size_t wide = fan->word > LEAST_WORD ? fan->word : 3;
    put_middle(fan, below, width, picture_number(fan->of, value, wide).text,
               chosen                         ? STYLE_FOCUS
               : picture_moved(fan->of, cell) ? STYLE_CHANGED
                                              : STYLE_NUMBER);
    if (chosen) {
        canvas_point(fan->canvas, fan->words, first);
    }
    tag_cell(fan, word, width, cell_at(fan, same ? column : fan->row, 0));
    tag_cell(fan, below, width, cell);
}

static void links_draw(const struct drawing *drawing, const struct canvas *canvas) {
    struct fan fan = fan_make(drawing, canvas);
    if (canvas->rows < 2) {
        return;
    }
    if (fan.words > 0) { /* "A  head 1 of 2  it attends to" */
        struct text words = {0};
        size_t column = canvas_put(canvas, HEADING, 0, fan.of->name, fan.of->role) + 2;
        if (shape_matrices(fan.shape) > 1) {
            matrix_title(fan.shape, picture_matrix(fan.of), TITLE_WHOLE, &words);
            column = canvas_put(canvas, HEADING, column, text_string(&words), STYLE_STRONG) + 2;
            text_clear(&words);
        }
        column = canvas_put(canvas, HEADING, column, matrix_head(fan.shape, AXIS_ROW, fan.row).text,
                            STYLE_QUERY);
        text_append(&words, " attends to");
        if (fan.shown.count < fan.shown.size) {
            text_format(&words, ", %zu of %zu words", fan.shown.count, fan.shown.size);
        }
        if (column + canvas_columns(text_string(&words)) <= canvas->columns) {
            canvas_put(canvas, HEADING, column, text_string(&words), STYLE_LABEL);
        }
        text_release(&words);
    }
    bool crossing = fan.own == SIZE_MAX;
    for (size_t column = 0; fan.all && !crossing && column < canvas->columns; column++) {
        put_line_at(&fan, column);
    }
    if (fan.all && crossing) {
        put_crossings(&fan);
    }
    if (fan.all) {
        put_askers(&fan);
    }
    for (size_t i = fan.shown.first; i < fan.shown.first + fan.shown.count; i++) {
        if (fan.bar_rows > 0 && !crossing) {
            put_weight_bar(&fan, i);
        }
        put_word(&fan, i);
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
    .measure = links_measure,
    .draw = links_draw,
};
