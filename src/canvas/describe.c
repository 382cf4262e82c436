/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* matrix_describe: a value in sentences, one fact a line, for a listener. */
#include "base/number.h"
#include "base/text.h"
#include "canvas/flow.h"
#include "canvas/matrix.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>

/* What is being described, and where each sentence goes. */
struct speech {
    const char *name;
    const struct matrix_view *view;
    const struct shape *shape;
    size_t rows, columns, limit; /* at most LIMIT of each are said */
    struct text sentence;
    const struct output *output;
};

/* Ends the sentence with a full stop, and makes it a line, wrapped. */
static void say(struct speech *speech) {
    text_append(&speech->sentence, ".");
    flow_words(flow_into(speech->output, NULL, speech->view->indent),
               text_string(&speech->sentence), STYLE_PLAIN);
    speech->output->text->failed |= speech->sentence.failed;
    text_clear(&speech->sentence);
}

static void add_number(struct speech *speech, double value) {
    text_append(&speech->sentence, number_written(value, speech->view->precision).text);
}

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

/* Appends the label of a position, or its number from 1, for a listener, who cannot see which of
 * two labels is above: "it#2". */
static void write_position(const struct shape *shape, enum tensor_axis axis, size_t at,
                           struct text *out) {
    if (shape->labels[axis] != NULL) {
        labels_address(shape->labels[axis], at, out);
    } else {
        text_format(out, "%zu", at + 1);
    }
}

/* Appends "Row word1: "; before a stack's rows no more is needed, because the title was said. */
static void add_row(struct speech *speech, size_t row, const char *behind) {
    text_append(&speech->sentence, "Row ");
    write_position(speech->shape, AXIS_ROW, row, &speech->sentence);
    text_append(&speech->sentence, behind);
}

static void add_cell(struct speech *speech, size_t cell) {
    add_number(speech, speech->view->value->cells[cell]);
    text_append(&speech->sentence, matrix_pinned(speech->view, cell) ? " (pinned by hand)" : "");
}

static void say_entries(struct speech *speech, size_t first, size_t row) {
    size_t listed = lesser(speech->columns, speech->limit), left = speech->columns - listed;
    add_row(speech, row, ": ");
    for (size_t column = 0; column < listed; column++) {
        text_append(&speech->sentence, column > 0 ? ", " : "");
        if (speech->shape->labels[AXIS_COLUMN]) { /* else its position says which */
            write_position(speech->shape, AXIS_COLUMN, column, &speech->sentence);
            text_append(&speech->sentence, " ");
        }
        add_cell(speech, first + column);
    }
    if (left > 0) {
        text_format(&speech->sentence, ", %zu more number%s", left, plural(left));
    }
    say(speech);
}

/* Says the greatest entry of a row (nan counts as none), and where it is, or where those are that
 * tie with it. */
static void say_largest(struct speech *speech, size_t first, size_t row) {
    enum { NAMED = 4 }; /* more names than this are hard to remember */
    const double *cells = speech->view->value->cells + first;
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
    bool all = tied == speech->columns;
    add_row(speech, row, ": ");
    if (all) {
        text_format(&speech->sentence, tied == 2 ? "both are " : "all %zu are ", tied);
    } else {
        text_append(&speech->sentence, "the largest is ");
    }
    add_number(speech, cells[best]);
    if (tied > NAMED && !all) {
        text_format(&speech->sentence, ", in %zu columns", tied);
    }
    for (size_t column = best; column < speech->columns && tied <= NAMED && !all; column++) {
        if (numbers_equal_rounded(cells[column], cells[best])) {
            const char *first_of = tied > 1 ? ", in columns " : ", in column ";
            text_append(&speech->sentence, named == 0 ? first_of : text_between(named, tied));
            write_position(speech->shape, AXIS_COLUMN, column, &speech->sentence);
            named++;
        }
    }
    say(speech);
}

static void say_matrix(struct speech *speech, size_t matrix) {
    size_t listed = lesser(speech->rows, speech->limit);
    if (speech->shape->axes > 2) {
        matrix_title(speech->shape, matrix, TITLE_WHOLE, &speech->sentence);
        if (speech->sentence.length > 0) {
            speech->sentence.bytes[0] = (char)toupper((unsigned char)speech->sentence.bytes[0]);
        }
        say(speech);
    }
    for (size_t row = 0; row < listed; row++) {
        size_t first = (matrix * speech->rows + row) * speech->columns;
        double sum = 0;
        say_entries(speech, first, row);
        say_largest(speech, first, row);
        for (size_t column = 0; column < speech->columns; column++) {
            sum += speech->view->value->cells[first + column];
        }
        if (speech->columns > 1 && fabs(sum - 1) <= 1e-9) {
            add_row(speech, row, " adds up to 1");
            say(speech);
        }
    }
    if (listed < speech->rows) {
        size_t left = speech->rows - listed;
        text_format(&speech->sentence, "%zu more row%s left out", left, plural(left));
        say(speech);
    }
}

static void say_value(struct speech *speech) {
    size_t matrices = shape_matrices(speech->shape), listed = lesser(matrices, speech->limit);
    text_format(&speech->sentence, "%s is ", speech->name);
    if (speech->shape->axes > 2) {
        text_format(&speech->sentence, "a stack of %zu %s, each with ", matrices,
                    matrices == 1 ? "matrix" : "matrices");
    } else {
        text_append(&speech->sentence, "a matrix with ");
    }
    text_format(&speech->sentence, "%zu row%s and %zu column%s", speech->rows, plural(speech->rows),
                speech->columns, plural(speech->columns));
    say(speech);
    for (size_t matrix = 0; matrix < listed; matrix++) {
        say_matrix(speech, matrix);
    }
    if (listed < matrices) {
        text_format(&speech->sentence, "%zu more matrices left out", matrices - listed);
        say(speech);
    }
}

/* --- what moved ------------------------------------------------------------------------------- */

static void add_move(struct speech *speech, size_t cell) {
    text_append(&speech->sentence, " was ");
    add_number(speech, speech->view->before->cells[cell]);
    text_append(&speech->sentence, " and is ");
    add_number(speech, speech->view->value->cells[cell]);
}

/* Counts the numbers that moved in the row that begins at cell FIRST; LISTED: also says which: "Row
 * word1: column 2 was 0.2 and is 5, column 3 was 0 and is 1." */
static size_t say_moved_row(struct speech *speech, size_t first, bool listed) {
    enum { NAMED = 6 };
    const struct tensor *value = speech->view->value, *before = speech->view->before;
    size_t moved = 0, row = first / speech->columns;
    for (size_t cell = first; cell < first + speech->columns; cell++) {
        if (numbers_equal_rounded(before->cells[cell], value->cells[cell]) || ++moved > NAMED ||
            !listed) {
            continue;
        }
        if (moved == 1 && speech->shape->axes > 2) {
            text_append(&speech->sentence, "In ");
            matrix_title(speech->shape, row / speech->rows, TITLE_WHOLE, &speech->sentence);
            text_append(&speech->sentence, ": ");
        }
        if (moved == 1) {
            add_row(speech, row % speech->rows, ": ");
        }
        text_append(&speech->sentence, moved == 1 ? "" : ", ");
        text_append(&speech->sentence, speech->shape->labels[AXIS_COLUMN] ? "" : "column ");
        write_position(speech->shape, AXIS_COLUMN, cell - first, &speech->sentence);
        add_move(speech, cell);
    }
    if (moved > NAMED && listed) {
        text_format(&speech->sentence, ", and %zu more moved", moved - NAMED);
    }
    if (moved > 0 && listed) {
        say(speech);
    }
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
        text_format(&speech->sentence, "%zu more row%s moved", rows - ROWS, plural(rows - ROWS));
        say(speech);
    }
    text_format(&speech->sentence, "%s: %zu of %zu number%s moved", speech->name, moved, cells,
                plural(cells));
    say(speech);
}

void matrix_describe(const struct matrix_view *view, const struct output *output) {
    const struct shape *shape = &view->value->shape;
    struct speech speech = {.name = view->name != NULL ? view->name : "The value",
                            .view = view,
                            .shape = shape,
                            .rows = shape_rows(shape),
                            .columns = shape_columns(shape),
                            .limit = view->limit > 0 ? view->limit : SIZE_MAX,
                            .output = output};
    bool moves = view->before != NULL && shape_same_places(shape, &view->before->shape);
    if (view->before != NULL && !moves) {
        text_format(&speech.sentence, "%s was ", speech.name);
        shape_write(&view->before->shape, &speech.sentence);
        text_append(&speech.sentence, " and is ");
        shape_write(shape, &speech.sentence);
        say(&speech);
    }
    if (!shape_is_number(shape)) {
        (moves ? say_moves : say_value)(&speech);
    } else {
        text_append(&speech.sentence, speech.name);
        if (moves) {
            add_move(&speech, 0);
        } else {
            text_append(&speech.sentence, " is ");
            add_cell(&speech, 0);
        }
        say(&speech);
    }
    text_release(&speech.sentence);
}
