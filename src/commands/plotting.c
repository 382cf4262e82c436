/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* plotting: one number run through a range, and values drawn as curves and bars. */
#include "base/memory.h"
#include "base/number.h"
#include "canvas/drawing.h"
#include "canvas/histogram.h"
#include "canvas/sweep.h"
#include "commands/groups.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { SWEEP_STEPS = 40, MOST_STEPS = 2000, MOST_WATCHED = PLOT_CURVES, MOST_CURVES = 4 };

/* How plots are written here. */
static struct plot plot_of(const struct session *session) {
    return (struct plot){.ascii = session->front.ascii,
                         .sentences = session->view.describe,
                         .precision = session->view.precision,
                         .width = session->front.width,
                         .indent = "  "};
}

/* A screen draws what is not asked for in words. */
static bool is_drawn(const struct session *session) {
    return session->front.drawn && !session->view.describe;
}

/* The picture that WORDS ask for ("arrows Q K") stands on the board from now on, as long as NAME is
 * looked at or another value of it. */
static bool put_on_board(struct session *session, const char *words, const char *name,
                         struct failure *failure) {
    struct drawn drawn = {.word = SIZE_MAX, .own = !session->lesson_speaks};
    text_fill(drawn.words, sizeof drawn.words, "%s", words);
    bool ok = session_look(session, name, failure);
    session->looks.drawn = drawn;
    session->looks.heat = session->looks.zoom = session->looks.difference = false;
    return ok;
}

/* The statement as it was typed. */
static void write_words(const struct command_call *call, struct text *words) {
    text_append_bytes(words, call->text + call->span.start, call->span.end - call->span.start);
}

/* --- sweep ------------------------------------------------------------------------------------ */

struct sweeping {
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

static bool read_watched(struct sweeping *sweep, size_t i, struct failure *failure) {
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

static bool read_sweep_option(struct sweeping *sweep, size_t i, struct failure *failure) {
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
static bool count_steps(struct sweeping *sweep, struct span span, struct failure *failure) {
    double steps = ceil(log(sweep->to / sweep->from) / log(sweep->factor) - 1e-9);
    if (!(steps <= (double)MOST_STEPS)) {
        return failure_at(failure, span, "that is more than %d steps", MOST_STEPS);
    }
    sweep->steps = (size_t)steps > 0 ? (size_t)steps : 1;
    return true;
}

static bool check_range(struct sweeping *sweep, struct failure *failure) {
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
static bool read_sweep(struct sweeping *sweep, struct failure *failure) {
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
static double place_at(const struct sweeping *sweep, size_t i) {
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
static bool find_needed(struct sweeping *sweep, struct failure *failure) {
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
static bool measure(struct sweeping *sweep, size_t i, struct failure *failure) {
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

static bool measure_all(struct sweeping *sweep, struct failure *failure) {
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

/* What was measured goes over to it. */
static struct sweep *make_sweep(struct sweeping *sweep, struct failure *failure) {
    const struct command_call *call = sweep->call;
    struct sweep *made = memory_allocate(1, sizeof *made);
    struct text words = {0};
    if (made == NULL) {
        failure_memory(failure);
        return NULL;
    }
    write_words(call, &words);
    *made =
        (struct sweep){.references = 1,
                       .words = memory_text(text_string(&words), words.length),
                       .by = memory_text(call->argument[0].text, strlen(call->argument[0].text)),
                       .x = sweep->x,
                       .curves = sweep->count,
                       .count = sweep->steps + 1,
                       .logarithmic = sweep->logarithmic,
                       .shared = sweep->shared,
                       .factor = sweep->factor};
    bool ok = text_ok(&words, failure) && made->words != NULL && made->by != NULL;
    for (size_t k = 0; k < sweep->count; k++) {
        const char *name = call->argument[sweep->argument[k]].text;
        made->names[k] = memory_text(name, strlen(name));
        made->y[k] = sweep->y[k];
        sweep->y[k] = NULL;
        ok = ok && made->names[k] != NULL;
    }
    sweep->x = NULL;
    text_release(&words);
    if (!ok) {
        failure_memory(failure);
        sweep_release(made);
    }
    return ok ? made : NULL;
}

static bool tell_sweep(struct session *session, const char *name, struct sweep *made,
                       struct failure *failure) {
    struct plot how = plot_of(session);
    if (is_drawn(session)) {
        looks_swept(session, made);
        return put_on_board(session, made->words, name, failure);
    }
    sweep_print(made, &how, &session->front.paint, &session->out);
    return text_ok(&session->out, failure);
}

static bool run_sweep(struct session *session, const struct command_call *call,
                      struct failure *failure) {
    struct sweeping sweep = {.session = session, .call = call, .steps = SWEEP_STEPS};
    bool ok = read_sweep(&sweep, failure) && measure_all(&sweep, failure);
    struct sweep *made = ok ? make_sweep(&sweep, failure) : NULL;
    ok = made != NULL && tell_sweep(session, sweep.of->name, made, failure);
    sweep_release(made);
    for (size_t k = 0; k < MOST_WATCHED; k++) {
        tree_release(sweep.watched[k]);
        memory_free(sweep.y[k]);
    }
    memory_free(sweep.x);
    notebook_release(&sweep.needed);
    return ok;
}

/* --- plot, histogram -------------------------------------------------------------------------- */

static struct picture picture_of(struct session *session, const struct definition *definition) {
    const struct shape *shape = &definition->value->shape;
    bool here = definition == session_focused(session) && session->looks.operation == SIZE_MAX;
    size_t cells = shape_rows(shape) * shape_columns(shape);
    struct picture picture = picture_plain(definition->value);
    picture.name = definition->name;
    picture.cursor = here ? session->looks.cell : SIZE_MAX;
    picture.matrix = here && cells > 0 ? session->looks.cell / cells : 0;
    picture.precision = session->view.precision;
    picture.ascii = session->front.ascii;
    return picture;
}

/* The chart of DEFINITION that CALL asks for, where it can be drawn: else it is told. */
static bool chart_on_board(struct session *session, const struct command_call *call,
                           const struct definition *definition, struct failure *failure) {
    const char *name = call->command->name;
    struct text words = {0};
    struct failure unfit = {0};
    write_words(call, &words);
    struct drawing drawing = {{picture_of(session, definition)}, 1, text_string(&words), NULL};
    bool ok = drawing_find(name, strlen(name))->fits(&drawing, &unfit) &&
              put_on_board(session, text_string(&words), definition->name, failure);
    text_release(&words);
    return ok;
}

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
    struct plot plot = plot_of(session);
    plot.by = "position";
    plot.x = x;
    plot.curves = &curve;
    plot.curve_count = 1;
    plot.count = columns;
    plot_print(&plot, &session->front.paint, &session->out);
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
    if (is_drawn(session) && chart_on_board(session, call, definition, failure)) {
        return true;
    }
    bool column = shape_columns(shape) == 1;
    struct tensor *shown = column ? tensor_transposed(definition->value, failure)
                                  : session_shown(session, definition->value);
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
    if (is_drawn(session) && chart_on_board(session, call, definition, failure)) {
        return true;
    }
    struct histogram histogram = {.numbers = definition->value->cells,
                                  .count = shape_cells(&definition->value->shape),
                                  .bins = bins,
                                  .ascii = session->front.ascii,
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

static void tell_drawing(struct session *session, const struct drawing_kind *kind,
                         const struct drawing *drawing) {
    if (session->view.describe) {
        kind->describe(drawing, &session->out);
    } else if (!session->front.drawn) {
        kind->print(drawing, session->front.width, &session->out);
    }
}

/* The picture that the command is called after: the board shows it, elsewhere it is told. */
static bool run_drawing(struct session *session, const struct command_call *call,
                        struct failure *failure) {
    const char *name = call->command->name, *first = NULL;
    const struct drawing_kind *kind = drawing_find(name, strlen(name));
    struct text words = {0};
    size_t key, no = 0, last = call->count - (call->count > 0);
    bool stays = false, option = call->count > 0 && is_option(call->argument[last].text) &&
                                 call->command->parameters[1].type == TYPE_OPTIONS;
    if (option && !(call_option(call, last, &key, failure) &&
                    option_word(call, last, "yes no", &no, failure))) {
        return false;
    }
    struct drawing drawing = {.count = greater(call->count - option, 1)};
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
    text_append(&words, no > 0 ? " numbers=no" : "");
    drawing.words = text_string(&words);
    bool ok = kind->fits(&drawing, failure) && text_ok(&words, failure) &&
              (words.length < sizeof session->looks.drawn.words ||
               failure_set(failure, "these names are too long to draw under"));
    if (ok) {
        tell_drawing(session, kind, &drawing);
        ok = put_on_board(session, text_string(&words), stays ? session->focus.name : first,
                          failure);
    }
    text_release(&words);
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
     .example = "sweep W_q[1,2] from -2 to 2 watch weights[1,2]",
     .parameters =
         {{.name = "CELL…", .type = TYPE_CELL, .sentence = "the number to move"},
          {.name = "from A to B", .type = TYPE_NUMBER, .sentence = "its first and its last value"},
          {.name = "watch CELL…", .type = TYPE_CELL, .sentence = "what is drawn"},
          {.name = "[steps=40 scale=log times=2 axes=shared]",
           .type = TYPE_OPTIONS,
           .sentence = "into how many parts, 40 unless told; linear or log, or in equal factors; "
                       "axes own or shared"}},
     .flags = COMMAND_LOOKS | COMMAND_DRAWS,
     .run = run_sweep},
    {.name = "plot",
     .sentence = "Draw each row of a value as a curve; a column is one curve.",
     .example = "plot weights",
     .parameters = {{.name = "NAME", .type = TYPE_NAME, .sentence = "what to draw"}},
     .flags = COMMAND_LOOKS | COMMAND_DRAWS,
     .run = run_plot},
    {.name = "histogram",
     .sentence = "Count how many numbers of a value fall where.",
     .example = "histogram scores bins=20",
     .parameters = {{.name = "NAME", .type = TYPE_NAME, .sentence = "whose numbers"},
                    {.name = "[bins=10]",
                     .type = TYPE_OPTIONS,
                     .sentence = "into how many equal parts, up to 200; else round ones"}},
     .flags = COMMAND_LOOKS | COMMAND_DRAWS,
     .run = run_histogram},
    {.name = "arrows",
     .sentence = "Draw rows of two numbers as arrows, with their lengths and angles.",
     .details = "One unit is as long across as up. Of several values all rows are drawn together:\n"
                "arrows Q K. Degrees and dot products are with the row that the cursor is in;\n"
                "numbers=no leaves them out, and the lengths, for one who is to find them.",
     .before = "P = Q[:,1:2]",
     .example = "arrows P",
     .parameters = {{.name = "[NAME…]",
                     .type = TYPE_NAME,
                     .sentence = "what to draw; without it, what is looked at"},
                    {.name = "[numbers=no]",
                     .type = TYPE_OPTIONS,
                     .sentence = "without lengths, degrees and dot products"}},
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
