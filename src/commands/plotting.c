/* plotting: one number run through a range, and values drawn as curves and bars. */
#include "base/memory.h"
#include "base/number.h"
#include "base/utf8.h"
#include "canvas/drawing.h"
#include "canvas/histogram.h"
#include "canvas/plot.h"
#include "commands/call.h"
#include "commands/groups.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum {
    SWEEP_STEPS = 40,
    MOST_STEPS = 2000,
    MOST_WATCHED = PLOT_CURVES,
    LINES_TOLD = 8,
    ALL_TOLD = 16,
    MOST_CURVES = 4
};

static void draw(struct session *session, struct plot *plot) {
    plot->ascii = session->ascii;
    plot->precision = session->view.precision;
    plot->width = session->width;
    plot->indent = "  ";
    if (session->view.describe) {
        plot_describe(plot, &session->out);
    } else {
        plot_print(plot, &session->paint, &session->out);
    }
}

/* --- sweep ------------------------------------------------------------------------------------ */

struct sweep {
    struct session *session;
    const struct command_call *call;
    struct definition *of; /* whose cell is moved; borrowed */
    size_t cell;
    double from, to;
    double factor; /* of times=; 0: not said */
    bool logarithmic, shared;
    size_t steps, count; /* how many are watched */
    struct tree *watched[MOST_WATCHED];
    size_t argument[MOST_WATCHED]; /* where each stands in the call */
    double *x, *y[MOST_WATCHED];
    struct notebook needed; /* what the numbers watched are computed from */
};

static bool usage(const struct command_call *call, struct failure *failure) {
    return failure_at(failure, call->span,
                      "sweep takes a cell, a range and what to watch: "
                      "sweep W_q[1,2] from -2 to 2 watch A[1,2]");
}

static bool read_watched(struct sweep *sweep, size_t i, struct failure *failure) {
    const struct command_call *call = sweep->call;
    if (sweep->count == MOST_WATCHED) {
        return failure_at(failure, call->argument[i].span, "at most %d values can be watched",
                          MOST_WATCHED);
    }
    struct tree *typed = reader_expression(call->argument[i].text, failure);
    struct tree *tree = typed != NULL ? session_read(sweep->session, typed, false, failure) : NULL;
    tree_release(typed);
    if (tree == NULL) {
        return call_shift(call, i, failure);
    }
    sweep->argument[sweep->count] = i;
    sweep->watched[sweep->count++] = tree;
    return true;
}

/* KEY=VALUE: no expression begins so. */
static bool is_option(const char *text) {
    size_t key = strcspn(text, "([\"=");
    return text[key] == '=';
}

static bool read_sweep_option(struct sweep *sweep, size_t i, struct failure *failure) {
    enum { STEPS, SCALE, TIMES, AXES }; /* as the row has them */
    size_t key = 0, word = 0;
    bool ok = call_option(sweep->call, i, &key, failure);
    if (ok && key == STEPS) {
        ok = option_whole(sweep->call, i, MOST_STEPS, &sweep->steps, failure);
    } else if (ok && key == SCALE) {
        ok = option_word(sweep->call, i, "linear log", &word, failure);
        sweep->logarithmic = word == 1;
    } else if (ok && key == TIMES) { /* each place is twice the one before */
        const char *value = strchr(sweep->call->argument[i].text, '=') + 1;
        sweep->logarithmic = true;
        ok = (number_parse(value, strlen(value), &sweep->factor) && sweep->factor > 1 &&
              isfinite(sweep->factor)) ||
             failure_at(failure, sweep->call->argument[i].span,
                        "times is a number above 1: times=2 doubles");
    } else if (ok) {
        ok = option_word(sweep->call, i, "own shared", &word, failure);
        sweep->shared = word == 1;
    }
    return ok;
}

/* With times=, how many steps there are follows: the last may be smaller. */
static bool count_steps(struct sweep *sweep, struct span span, struct failure *failure) {
    double steps = ceil(log(sweep->to / sweep->from) / log(sweep->factor) - 1e-9);
    if (!(steps <= (double)MOST_STEPS)) {
        return failure_at(failure, span, "that is more than %d steps", MOST_STEPS);
    }
    sweep->steps = (size_t)steps > 0 ? (size_t)steps : 1;
    return true;
}

static bool check_range(struct sweep *sweep, struct failure *failure) {
    struct span span = {sweep->call->argument[2].span.start, sweep->call->argument[4].span.end};
    if (!(sweep->from < sweep->to)) {
        return failure_at(failure, span, "a range goes up: write the smaller number first");
    }
    if (sweep->logarithmic && !(sweep->from > 0)) {
        return failure_at(failure, span, "%s takes a range above 0",
                          sweep->factor > 0 ? "times=" : "scale=log");
    }
    return !(sweep->factor > 0) || count_steps(sweep, span, failure);
}

/* CELL from A to B watch CELL… and options */
static bool read_sweep(struct sweep *sweep, struct failure *failure) {
    const struct command_call *call = sweep->call;
    struct called_cell cell;
    if (call->count < 7 || !text_same(call->argument[1].text, "from") ||
        !text_same(call->argument[3].text, "to") || !text_same(call->argument[5].text, "watch")) {
        return usage(call, failure);
    }
    if (!call_cell(sweep->session, call, 0, &cell, failure) ||
        !call_number(call, 2, (const double[]){-DBL_MAX, DBL_MAX}, &sweep->from, failure) ||
        !call_number(call, 4, (const double[]){-DBL_MAX, DBL_MAX}, &sweep->to, failure)) {
        return false;
    }
    sweep->of = cell.definition;
    sweep->cell = cell.cell;
    for (size_t i = 6; i < call->count; i++) {
        const char *text = call->argument[i].text;
        if (!(is_option(text) ? read_sweep_option(sweep, i, failure)
                              : read_watched(sweep, i, failure))) {
            return false;
        }
    }
    return sweep->count > 0 ? check_range(sweep, failure) : usage(call, failure);
}

/* The Ith of STEPS + 1 cells; whole numbers that rounding has missed by a hair are put right. */
static double place_at(const struct sweep *sweep, size_t i) {
    double share = (double)i / (double)sweep->steps;
    double x = sweep->factor > 0    ? sweep->from * pow(sweep->factor, (double)i)
               : sweep->logarithmic ? sweep->from * pow(sweep->to / sweep->from, share)
                                    : sweep->from * (1 - share) + sweep->to * share;
    if (i == 0 || i == sweep->steps) {
        return i == 0 ? sweep->from : sweep->to;
    }
    return fabs(x - round(x)) <= 1e-9 * fabs(x) ? round(x) : x;
}

/* What the number moves and nobody watches is not computed. Where something watched cannot be
 * computed as things stand, all that there is. */
static bool find_needed(struct sweep *sweep, struct failure *failure) {
    const struct notebook *notebook = session_notebook(sweep->session);
    struct definition *asked[MOST_WATCHED + 1] = {definition_retain(sweep->of)};
    struct failure none = {0};
    size_t count = 1;
    while (count <= sweep->count &&
           (asked[count] = notebook_evaluate(notebook, "", sweep->watched[count - 1], &none))) {
        count++;
    }
    bool ok = true;
    if (count <= sweep->count) {
        notebook_copy(&sweep->needed, notebook);
    } else {
        ok = notebook_needed(notebook, asked, count, &sweep->needed, failure);
    }
    while (count-- > 0) {
        definition_release(asked[count]);
    }
    return ok;
}

/* What is watched, with the number at X: a leaf's cell is edited, a computed one pinned. */
static bool measure(struct sweep *sweep, size_t i, struct failure *failure) {
    struct notebook moved;
    double x = sweep->x[i];
    notebook_copy(&moved, &sweep->needed);
    struct cells cells = {notebook_find(&moved, sweep->of->name), &sweep->cell, &x, 1,
                          shape_matrix(1, 1)};
    bool ok = (sweep->of->leaf ? notebook_edit : notebook_pin)(&moved, &cells, failure);
    if (!ok) {
        failure->placed = false;
        failure_place(failure, sweep->call->argument[0].span);
    }
    for (size_t k = 0; ok && k < sweep->count; k++) {
        ok = notebook_number(&moved, sweep->watched[k], &sweep->y[k][i], failure);
        if (!ok) {
            call_shift(sweep->call, sweep->argument[k], failure);
        }
    }
    notebook_release(&moved);
    if (!ok) {
        char number[NUMBER_TEXT];
        number_short(number, x, 6);
        failure_prefix(failure, "at %s", number);
    }
    return ok;
}

static bool measure_all(struct sweep *sweep, struct failure *failure) {
    size_t count = sweep->steps + 1;
    sweep->x = memory_allocate(count, sizeof *sweep->x);
    bool ok = sweep->x != NULL;
    for (size_t k = 0; ok && k < sweep->count; k++) {
        sweep->y[k] = memory_allocate(count, sizeof *sweep->y[k]);
        ok = sweep->y[k] != NULL;
    }
    if (!ok) {
        return failure_memory(failure);
    }
    ok = find_needed(sweep, failure);
    for (size_t i = 0; ok && i < count; i++) {
        sweep->x[i] = place_at(sweep, i);
        ok = measure(sweep, i, failure);
    }
    return ok;
}

/* --- what a sweep says ------------------------------------------------------------------------ */

/* How many lines the table has after its first: all cells, or some of many. */
static size_t lines_told(const struct sweep *sweep) {
    return sweep->steps <= ALL_TOLD ? sweep->steps : LINES_TOLD;
}

/* A column of the table: 0 is the cells, then what is watched. */
struct column {
    const char *head;
    const double *numbers;
    int decimals; /* all as many; what would read 0 is written as it is */
    size_t width;
};

static double told(const struct sweep *sweep, const struct column *column, size_t line) {
    return column->numbers[line * sweep->steps / lines_told(sweep)];
}

static void write_told(const struct sweep *sweep, const struct column *column, size_t line,
                       char room[NUMBER_TEXT]) {
    number_short(room, told(sweep, column, line), sweep->session->view.precision);
    if (strpbrk(room, "en") == NULL) { /* neither 1e6 nor inf nor nan */
        number_fixed(room, told(sweep, column, line), column->decimals);
    }
}

static struct column make_column(const struct sweep *sweep, size_t k) {
    struct column column = {.head = sweep->call->argument[k == 0 ? 0 : sweep->argument[k - 1]].text,
                            .numbers = k == 0 ? sweep->x : sweep->y[k - 1]};
    char room[NUMBER_TEXT];
    column.width = utf8_columns(column.head, strlen(column.head));
    for (size_t line = 0; line <= lines_told(sweep); line++) {
        int decimals = number_decimals(told(sweep, &column, line), sweep->session->view.precision);
        column.decimals = decimals > column.decimals ? decimals : column.decimals;
    }
    for (size_t line = 0; line <= lines_told(sweep); line++) {
        write_told(sweep, &column, line, room);
        column.width = strlen(room) > column.width ? strlen(room) : column.width;
    }
    return column;
}

static void append_right(struct text *out, const char *word, size_t width) {
    size_t columns = utf8_columns(word, strlen(word));
    text_append(out, "  ");
    text_repeat(out, " ", width > columns ? width - columns : 0);
    text_append(out, word);
}

/* LINE 0 is the heads; the numbers follow, a few of them. */
static void tell_sweep_line(const struct sweep *sweep, const struct column *columns, size_t count,
                            size_t line) {
    struct text *out = &sweep->session->out;
    for (size_t k = 0; k < count; k++) {
        char room[NUMBER_TEXT];
        if (line > 0) {
            write_told(sweep, &columns[k], line - 1, room);
        }
        append_right(out, line == 0 ? columns[k].head : room, columns[k].width);
    }
    text_append(out, "\n");
}

/* As many columns as there is room for, then the rest below, each time beside the cells. */
static void tell_table(const struct sweep *sweep) {
    struct column columns[1 + MOST_WATCHED];
    columns[0] = make_column(sweep, 0);
    for (size_t next = 0; next < sweep->count;) {
        size_t count = 1, width = 2 + columns[0].width;
        text_append(&sweep->session->out, next == 0 ? "" : "\n");
        while (next < sweep->count) {
            columns[count] = make_column(sweep, next + 1);
            width += 2 + columns[count].width;
            if (count > 1 && width > sweep->session->width) {
                break;
            }
            count++;
            next++;
        }
        for (size_t line = 0; line <= lines_told(sweep) + 1; line++) {
            tell_sweep_line(sweep, columns, count, line);
        }
    }
}

static void tell_curves(struct sweep *sweep) {
    struct curve curves[MOST_WATCHED];
    size_t together = sweep->shared ? sweep->count : 1;
    for (size_t k = 0; k < sweep->count; k++) {
        curves[k] = (struct curve){sweep->call->argument[sweep->argument[k]].text, sweep->y[k]};
    }
    for (size_t k = 0; k < sweep->count; k += together) {
        struct plot plot = {.by = sweep->call->argument[0].text,
                            .x = sweep->x,
                            .curves = curves + k,
                            .curve_count = together,
                            .count = sweep->steps + 1,
                            .logarithmic = sweep->logarithmic,
                            .factor = sweep->factor};
        text_append(&sweep->session->out, k > 0 ? "\n" : "");
        draw(sweep->session, &plot);
    }
}

/* On a screen the curves come first: of what lies over the picture, the beginning is seen. */
static bool tell_sweep(struct sweep *sweep, struct failure *failure) {
    bool first = sweep->session->drawn && !sweep->session->view.describe;
    if (!first) {
        tell_table(sweep);
        text_append(&sweep->session->out, "\n");
    }
    tell_curves(sweep);
    if (first) {
        text_append(&sweep->session->out, "\n");
        tell_table(sweep);
    }
    return text_ok(&sweep->session->out, failure);
}

static bool run_sweep(struct session *session, const struct command_call *call,
                      struct failure *failure) {
    struct sweep sweep = {.session = session, .call = call, .steps = SWEEP_STEPS};
    bool ok =
        read_sweep(&sweep, failure) && measure_all(&sweep, failure) && tell_sweep(&sweep, failure);
    for (size_t k = 0; k < MOST_WATCHED; k++) {
        tree_release(sweep.watched[k]);
        memory_free(sweep.y[k]);
    }
    memory_free(sweep.x);
    notebook_release(&sweep.needed);
    return ok;
}

/* --- plot, histogram -------------------------------------------------------------------------- */

/* Row ROW of DEFINITION's value as SHOWN: "A[I,:]"; a lone row or column by its name. */
static bool plot_row(struct session *session, const struct definition *definition,
                     const struct tensor *shown, size_t row, struct failure *failure) {
    const struct labels *labels = shown->shape.labels[AXIS_ROW];
    size_t columns = shape_columns(&shown->shape);
    double *x = memory_allocate(columns, sizeof *x);
    struct text title = {0};
    if (x == NULL) {
        return failure_memory(failure);
    }
    for (size_t i = 0; i < columns; i++) {
        x[i] = (double)i + 1;
    }
    text_append(&title, definition->name);
    if (shape_rows(&shown->shape) > 1 && labels != NULL) {
        text_format(&title, "[%s,:]", labels->names[row]);
    } else if (shape_rows(&shown->shape) > 1) {
        text_format(&title, "[%zu,:]", row + 1);
    }
    struct curve curve = {text_string(&title), shown->cells + row * columns};
    struct plot plot = {
        .by = "position", .x = x, .curves = &curve, .curve_count = 1, .count = columns};
    draw(session, &plot);
    bool ok = text_ok(&session->out, failure) && text_ok(&title, failure);
    text_release(&title);
    memory_free(x);
    return ok;
}

static bool run_plot(struct session *session, const struct command_call *call,
                     struct failure *failure) {
    const struct definition *definition = call_definition(session, call, 0, failure);
    if (definition == NULL) {
        return false;
    }
    const struct shape *shape = &definition->value->shape;
    if (shape_matrices(shape) > 1) {
        return failure_at(failure, call->argument[0].span,
                          "%s is a stack; plot one matrix of it, named first", definition->name);
    }
    bool column = shape_columns(shape) == 1;
    struct tensor *shown = column ? tensor_transposed(definition->value, failure)
                                  : session_shown(session, definition->value, failure);
    if (shown != NULL && !column && shape_columns(&shown->shape) == 1) {
        tensor_release(shown);
        shown = tensor_retain(definition->value);
    }
    bool ok = shown != NULL;
    size_t rows = ok ? shape_rows(&shown->shape) : 0;
    for (size_t row = 0; ok && row < rows && row < MOST_CURVES; row++) {
        ok = plot_row(session, definition, shown, row, failure);
    }
    if (ok && rows > MOST_CURVES) {
        text_format(&session->out, "  and %zu more rows\n", rows - MOST_CURVES);
    }
    tensor_release(shown);
    return ok;
}

static bool run_histogram(struct session *session, const struct command_call *call,
                          struct failure *failure) {
    const struct definition *definition = call_definition(session, call, 0, failure);
    size_t bins = 0;
    if (definition == NULL) {
        return false;
    }
    if (call->count > 1) {
        size_t key;
        if (!call_option(call, 1, &key, failure) ||
            !option_whole(call, 1, HISTOGRAM_BINS, &bins, failure)) {
            return false;
        }
    }
    struct histogram histogram = {.numbers = definition->value->cells,
                                  .count = shape_cells(&definition->value->shape),
                                  .bins = bins,
                                  .ascii = session->ascii,
                                  .sentences = session->view.describe,
                                  .precision = session->view.precision,
                                  .indent = "  "};
    histogram_print(&histogram, &session->out);
    return text_ok(&session->out, failure);
}

/* --- links, arrows ---------------------------------------------------------------------------- */

/* What is named as argument I; without a name what is looked at. */
static const struct definition *drawn_value(struct session *session,
                                            const struct command_call *call, size_t i,
                                            struct failure *failure) {
    if (call->count > 0) {
        return call_definition(session, call, i, failure);
    }
    const struct definition *definition = looks_definition(session);
    if (definition == NULL) {
        failure_set(failure, "there is nothing to draw yet: write %s NAME", call->command->name);
    }
    return definition;
}

static struct picture picture_of(struct session *session, const struct definition *definition) {
    const struct shape *shape = &definition->value->shape;
    bool here = definition == session_focused(session) && session->looks.operation == SIZE_MAX;
    size_t cells = shape_rows(shape) * shape_columns(shape);
    struct picture picture = {.name = definition->name,
                              .value = definition->value,
                              .cursor = here ? session->looks.cell : SIZE_MAX,
                              .precision = session->view.precision,
                              .ascii = session->ascii};
    picture.matrix = here && cells > 0 ? session->looks.cell / cells : 0;
    picture.stack_is = shape->axes == 3 ? shape_axis(shape, AXIS_HEAD) : NULL;
    return picture;
}

static void tell_drawing(struct session *session, const struct drawing_kind *kind,
                         const struct drawing *drawing) {
    if (session->view.describe) {
        kind->describe(drawing, &session->out);
    } else if (!session->drawn) {
        kind->print(drawing, session->width, &session->out);
    }
}

/* The picture that the command is called after: the board shows it, elsewhere it is told. */
static bool run_drawing(struct session *session, const struct command_call *call,
                        struct failure *failure) {
    const char *name = call->command->name, *first = NULL;
    const struct drawing_kind *kind = drawing_find(name, strlen(name));
    struct drawing drawing = {.count = greater(call->count, 1)};
    struct text words = {0};
    bool stays = false;
    if (drawing.count > kind->most) {
        return failure_at(failure, call->argument[kind->most].span,
                          "%s takes at most %zu values at once", name, kind->most);
    }
    text_append(&words, name);
    for (size_t i = 0; i < drawing.count; i++) {
        const struct definition *definition = drawn_value(session, call, i, failure);
        if (definition == NULL || shape_cells(&definition->value->shape) == 0) {
            text_release(&words);
            return definition != NULL && failure_set(failure, "%s is empty", definition->name);
        }
        drawing.values[i] = picture_of(session, definition);
        text_format(&words, " %s", definition->name);
        first = first == NULL ? definition->name : first;
        stays = stays || definition == session_focused(session);
    }
    struct drawn drawn = {.word = SIZE_MAX, .own = !session->lesson_speaks};
    bool ok = kind->fits(&drawing, failure) && text_ok(&words, failure) &&
              (words.length < sizeof drawn.words ||
               failure_set(failure, "these names are too long to draw under"));
    text_fill(drawn.words, sizeof drawn.words, "%s", text_string(&words));
    text_release(&words);
    if (!ok) {
        return false;
    }
    tell_drawing(session, kind, &drawing);
    ok = session_look(session, stays ? session->focus.name : first, failure);
    session->looks.drawn = drawn;
    session->looks.heat = session->looks.zoom = session->looks.difference = false;
    return ok && text_ok(&session->out, failure);
}

static const struct command rows[] = {
    {.name = "sweep",
     .group = "learning",
     .sentence = "Run one number through a range and draw what becomes of another.",
     .details =
         "Nothing is changed. A cell of a computed value is pinned meanwhile. Several values can\n"
         "be watched, expressions too: max(A). There are 41 cells at even distances; steps=511\n"
         "makes 512, ends included, and scale=log goes in equal factors. times=2 doubles from\n"
         "place to place: sweep d_k from 1 to 512 watch std(S) times=2. axes=shared draws all "
         "that\n"
         "is watched into one picture, to compare.",
     .example = "sweep W_q[1,2] from -2 to 2 watch A[1,2]",
     .parameters =
         {{.name = "CELL…", .type = TYPE_CELL, .sentence = "the number to move"},
          {.name = "from A to B", .type = TYPE_NUMBER, .sentence = "its first and its last value"},
          {.name = "watch CELL…", .type = TYPE_CELL, .sentence = "what is drawn"},
          {.name = "[steps=40 scale=log times=2 axes=shared]",
           .type = TYPE_OPTIONS,
           .sentence = "into how many parts, 40 unless told; linear or log, or in equal factors; "
                       "axes own or shared"}},
     .run = run_sweep},
    {.name = "plot",
     .sentence = "Draw each row of a value as a curve; a column is one curve.",
     .example = "plot losses",
     .parameters = {{.name = "NAME", .type = TYPE_NAME, .sentence = "what to draw"}},
     .run = run_plot},
    {.name = "histogram",
     .sentence = "Count how many numbers of a value fall where.",
     .example = "histogram S bins=20",
     .parameters = {{.name = "NAME", .type = TYPE_NAME, .sentence = "whose numbers"},
                    {.name = "[bins=10]",
                     .type = TYPE_OPTIONS,
                     .sentence = "into how many equal parts, up to 200; else round ones"}},
     .run = run_histogram},
    {.name = "arrows",
     .sentence = "Draw rows of two numbers as arrows, with their lengths and angles.",
     .details = "One unit is as long across as up. Of several values all rows are drawn together:\n"
                "arrows Q K. Degrees and dot products are with the row that the cursor is in.",
     .example = "arrows Q",
     .parameters = {{.name = "[NAME…]",
                     .type = TYPE_NAME,
                     .sentence = "what to draw; without it, what is looked at"}},
     .flags = COMMAND_LOOKS | COMMAND_DRAWS,
     .run = run_drawing},
    {.name = "links",
     .sentence = "Show as words and bars who attends to whom.",
     .details = "Left and Right move the asking word, [ and ] go to another head. Any matrix will\n"
                "do whose rows and columns have names; `show` gives its numbers back.",
     .example = "links weights",
     .parameters = {{.name = "[NAME]",
                     .type = TYPE_NAME,
                     .sentence = "which matrix; without it, the one looked at"}},
     .flags = COMMAND_LOOKS | COMMAND_DRAWS,
     .run = run_drawing},
};

const struct command_group plotting_commands = {rows, sizeof rows / sizeof rows[0]};
