/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* matrix_describe: a value in sentences, one fact a line, for a listener. */
#include "base/number.h"
#include "base/text.h"
#include "canvas/flow.h"
#include "canvas/picture.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>

/* What is being described. */
struct speech {
    struct picture of;
    const struct shape *shape;
    size_t rows, columns;
    struct text words; /* sentences, a line each */
};

static struct written number_at(const struct speech *speech, const struct tensor *of, size_t cell) {
    return number_written(of->cells[cell], speech->of.precision);
}

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

/* Appends the label of a position, or its number from 1; of labels that repeat for a listener, who
 * cannot see which of them is above: "it#2". */
static void add_position(struct speech *speech, enum tensor_axis axis, size_t at) {
    const struct labels *labels = speech->shape->labels[axis];
    if (labels != NULL) {
        labels_address(labels, at, &speech->words);
    } else {
        text_format(&speech->words, "%zu", at + 1);
    }
}

static void add_row(struct speech *speech, size_t row) {
    text_append(&speech->words, "Row ");
    add_position(speech, AXIS_ROW, row);
}

static void add_cell(struct speech *speech, size_t cell) {
    text_append(&speech->words, number_at(speech, speech->of.value, cell).text);
    text_append(&speech->words, picture_pinned(&speech->of, cell) ? " (pinned by hand)" : "");
}

static void add_move(struct speech *speech, size_t cell) {
    text_format(&speech->words, " was %s", number_at(speech, speech->of.before, cell).text);
    text_format(&speech->words, " and is %s", number_at(speech, speech->of.value, cell).text);
}

/* Says how many of ALL rows or matrices are left out. */
static void say_rest(struct speech *speech, size_t all, const char *one, const char *several) {
    size_t left = reduced(all, speech->of.limit);
    if (left > 0) {
        text_format(&speech->words, "%zu more %s left out.\n", left, left == 1 ? one : several);
    }
}

static void say_entries(struct speech *speech, size_t first, size_t row) {
    struct text *words = &speech->words;
    size_t listed = lesser(speech->columns, speech->of.limit), left = speech->columns - listed;
    add_row(speech, row);
    for (size_t column = 0; column < listed; column++) {
        text_append(words, column > 0 ? ", " : ": ");
        if (speech->shape->labels[AXIS_COLUMN]) { /* else its position says which */
            add_position(speech, AXIS_COLUMN, column);
            text_append(words, " ");
        }
        add_cell(speech, first + column);
    }
    if (left > 0) {
        text_format(words, ", %zu more number%s", left, plural(left));
    }
    text_append(words, ".\n");
}

/* Says the greatest entry of a row (nan counts as none), and where it is, or where those are that
 * tie with it. */
static void say_largest(struct speech *speech, size_t first, size_t row) {
    enum { NAMED = 4 }; /* more names than this are hard to remember */
    struct text *words = &speech->words;
    const double *cells = speech->of.value->cells + first;
    size_t best = SIZE_MAX, tied = 0, named = 0;
    for (size_t column = 0; column < speech->columns; column++) {
        if (best != SIZE_MAX && numbers_equal_rounded(cells[column], cells[best])) {
            tied++;
        } else if (!isnan(cells[column]) && (best == SIZE_MAX || cells[column] > cells[best])) {
            best = column;
            tied = 1;
        }
    }
    if (best == SIZE_MAX || speech->columns < 2) {
        return;
    }
    struct written largest = number_at(speech, speech->of.value, first + best);
    add_row(speech, row);
    if (tied == speech->columns) {
        text_format(words, tied == 2 ? ": both are " : ": all %zu are ", tied);
        text_format(words, "%s.\n", largest.text);
        return;
    }
    text_format(words, ": the largest is %s, in ", largest.text);
    if (tied > NAMED) {
        text_format(words, "%zu ", tied);
    }
    text_format(words, "column%s", plural(tied));
    for (size_t column = best; column < speech->columns && tied <= NAMED; column++) {
        if (numbers_equal_rounded(cells[column], cells[best])) {
            text_append(words, named == 0 ? " " : text_between(named, tied));
            add_position(speech, AXIS_COLUMN, column);
            named++;
        }
    }
    text_append(words, ".\n");
}

static void say_matrix(struct speech *speech, size_t matrix) {
    struct text *words = &speech->words;
    size_t start = words->length;
    if (speech->shape->axes > 2) {
        matrix_title(speech->shape, matrix, TITLE_WHOLE, words);
        text_append(words, ".\n");
        if (!words->failed) {
            words->bytes[start] = (char)toupper((unsigned char)words->bytes[start]);
        }
    }
    for (size_t row = 0; row < lesser(speech->rows, speech->of.limit); row++) {
        size_t first = (matrix * speech->rows + row) * speech->columns;
        double sum = 0;
        say_entries(speech, first, row);
        say_largest(speech, first, row);
        for (size_t column = 0; column < speech->columns; column++) {
            sum += speech->of.value->cells[first + column];
        }
        if (speech->columns > 1 && fabs(sum - 1) <= 1e-9) {
            add_row(speech, row);
            text_append(words, " adds up to 1.\n");
        }
    }
    say_rest(speech, speech->rows, "row", "rows");
}

static void say_value(struct speech *speech) {
    size_t matrices = shape_matrices(speech->shape);
    text_format(&speech->words, "%s is a ", speech->of.name);
    if (speech->shape->axes > 2) {
        text_format(&speech->words, "stack of %zu %s, each with ", matrices,
                    matrices == 1 ? "matrix" : "matrices");
    } else {
        text_append(&speech->words, "matrix with ");
    }
    text_format(&speech->words, "%zu row%s and %zu column%s.\n", speech->rows, plural(speech->rows),
                speech->columns, plural(speech->columns));
    for (size_t matrix = 0; matrix < lesser(matrices, speech->of.limit); matrix++) {
        say_matrix(speech, matrix);
    }
    say_rest(speech, matrices, "matrix", "matrices");
}

/* Counts the numbers that moved in the row that begins at cell FIRST; LISTED: also says which: "Row
 * word1: column 2 was 0.2 and is 5, column 3 was 0 and is 1." */
static size_t say_moved_row(struct speech *speech, size_t first, bool listed) {
    enum { NAMED = 6 };
    struct text *words = &speech->words;
    size_t moved = 0, row = first / speech->columns;
    for (size_t cell = first; cell < first + speech->columns; cell++) {
        if (!picture_moved(&speech->of, cell) || ++moved > NAMED || !listed) {
            continue;
        }
        if (moved == 1 && speech->shape->axes > 2) {
            text_append(words, "In ");
            matrix_title(speech->shape, row / speech->rows, TITLE_WHOLE, words);
            text_append(words, ": ");
        }
        if (moved == 1) {
            add_row(speech, row % speech->rows);
        }
        text_append(words, moved == 1 ? ": " : ", ");
        text_append(words, speech->shape->labels[AXIS_COLUMN] ? "" : "column ");
        add_position(speech, AXIS_COLUMN, cell - first);
        add_move(speech, cell);
    }
    if (moved > NAMED && listed) {
        text_format(words, ", and %zu more moved", moved - NAMED);
    }
    text_append(words, moved > 0 && listed ? ".\n" : "");
    return moved;
}

static void say_moves(struct speech *speech) {
    enum { ROWS = 12 };
    size_t cells = shape_cells(speech->shape), rows = 0, moved = 0;
    for (size_t first = 0; first < cells; first += speech->columns) {
        size_t in_row = say_moved_row(speech, first, rows < ROWS);
        rows += in_row > 0;
        moved += in_row;
    }
    if (rows > ROWS) {
        text_format(&speech->words, "%zu more row%s moved.\n", rows - ROWS, plural(rows - ROWS));
    }
    text_format(&speech->words, "%s: %zu of %zu number%s moved.\n", speech->of.name, moved, cells,
                plural(cells));
}

void matrix_describe(const struct picture *picture, const struct output *output) {
    const struct shape *shape = &picture->value->shape;
    const struct tensor *before = picture->before;
    struct speech speech = {
        .of = *picture, .shape = shape, .rows = shape_rows(shape), .columns = shape_columns(shape)};
    struct text *words = &speech.words;
    bool moves = before != NULL && shape_same_places(shape, &before->shape);
    speech.of.name = picture->name != NULL ? picture->name : "The value";
    if (before != NULL && !moves) {
        text_format(words, "%s was ", speech.of.name);
        shape_write(&before->shape, words);
        text_append(words, " and is ");
        shape_write(shape, words);
        text_append(words, ".\n");
    }
    if (!shape_is_number(shape)) {
        (moves ? say_moves : say_value)(&speech);
    } else {
        text_format(words, moves ? "%s" : "%s is ", speech.of.name);
        (moves ? add_move : add_cell)(&speech, 0);
        text_append(words, ".\n");
    }
    flow_words(flow_into(output, NULL, picture->indent), text_string(words), STYLE_PLAIN);
    text_release_into(words, output->text);
}
