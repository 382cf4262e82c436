/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* plotting: one number run through a range, and values drawn as curves and bars. */
#include "base/memory.h"
#include "base/number.h"
#include "canvas/axes.h"
#include "canvas/drawing.h"
#include "canvas/sweep.h"
#include "commands/groups.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { SWEEP_STEPS = 40, MOST_STEPS = 2000, MOST_WATCHED = PLOT_CURVES, MOST_CURVES = 4 };

/* What CALL asks for. */
static struct drawing_request request_of(const struct command_call *call) {
    return drawing_read(call->text + call->span.start, call->span.end - call->span.start);
}

/* Tells DRAWING, which CALL asks for, where nobody sees it. What it names is shown from now on, as
 * long as NAME is looked at or another value of it. */
static bool present(struct session *session, const struct command_call *call,
                    const struct drawing *drawing, const char *name, struct failure *failure) {
    struct drawn drawn = {.asked = *drawing->request,
                          .value = SIZE_MAX,
                          .own = call->speaker == SPEAKER_PERSON};
    const struct drawing_kind *kind = drawing->request->kind;
    const struct output output = session_output(session);
    if (session->view.describe) {
        kind->describe(drawing, &session->out);
    } else if (!session->front.drawn) {
        drawing_print(drawing, &output);
    }
    bool ok = session_look(session, name, failure);
    session->looks.drawn = drawn;
    session->looks.heat = session->looks.zoom = session->looks.difference = false;
    return ok && text_ok(&session->out, failure);
}

static struct picture picture_of(struct session *session, const struct definition *definition) {
    const struct shape *shape = &definition->value->shape;
    bool here = definition == session_focused(session) && session->looks.operation == SIZE_MAX;
    size_t cells = shape_rows(shape) * shape_columns(shape);
    struct picture picture = picture_plain(definition->value);
    picture.name = definition->name;
    picture.cursor = here ? session->looks.cell : SIZE_MAX;
    picture.matrix = here && cells > 0 ? session->looks.cell / cells : 0;
    picture.precision = session->view.precision;
    picture.shares = axes_shares(definition, SIZE_MAX);
    picture.ascii = session->front.ascii;
    return picture;
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
    struct tree *tree =
        typed != NULL ? session_read(sweep->session, call->speaker, typed, false, failure) : NULL;
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
    bool marks = false;
    for (size_t i = 6; i < call->count; i++) {
        const char *text = call->argument[i].text;
        if (text_same(text, "at")) {
            marks = true;
        } else if (marks && !is_option(text)) {
            if (call_definition(sweep->session, call, i, failure) == NULL) {
                return false;
            }
        } else if (!(is_option(text) ? read_sweep_option(sweep, i, failure)
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
    if (made == NULL) {
        failure_memory(failure);
        return NULL;
    }
    *made =
        (struct sweep){.references = 1,
                       .asked = request_of(call),
                       .by = memory_text(call->argument[0].text, strlen(call->argument[0].text)),
                       .cell = sweep->cell,
                       .x = sweep->x,
                       .curves = sweep->count,
                       .count = sweep->steps + 1,
                       .logarithmic = sweep->logarithmic,
                       .shared = sweep->shared,
                       .factor = sweep->factor};
    bool ok = made->by != NULL;
    for (size_t k = 0; k < sweep->count; k++) {
        const char *name = call->argument[sweep->argument[k]].text;
        made->names[k] = memory_text(name, strlen(name));
        made->y[k] = sweep->y[k];
        sweep->y[k] = NULL;
        ok = ok && made->names[k] != NULL;
    }
    sweep->x = NULL;
    if (!ok) {
        failure_memory(failure);
        sweep_release(made);
    }
    return ok ? made : NULL;
}

static bool run_sweep(struct session *session, const struct command_call *call,
                      struct failure *failure) {
    struct sweeping sweep = {.session = session, .call = call, .steps = SWEEP_STEPS};
    bool ok = read_sweep(&sweep, failure) && measure_all(&sweep, failure);
    struct sweep *made = ok ? make_sweep(&sweep, failure) : NULL;
    ok = made != NULL;
    if (ok) {
        struct drawing drawing = {{picture_of(session, sweep.of)}, 1, &made->asked, made};
        looks_swept(session, made);
        ok = present(session, call, &drawing, sweep.of->name, failure);
    }
    sweep_release(made);
    for (size_t k = 0; k < MOST_WATCHED; k++) {
        tree_release(sweep.watched[k]);
        memory_free(sweep.y[k]);
    }
    memory_free(sweep.x);
    notebook_release(&sweep.needed);
    return ok;
}

/* --- all others ------------------------------------------------------------------------------- */

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

/* What a picture can be told besides names. */
static bool check_option(const struct command_call *call, size_t i, struct failure *failure) {
    size_t key, value;
    bool words = text_same(call->command->name, "arrows") || text_same(call->command->name, "dial");
    return call_option(call, i, &key, failure) &&
           (!words ? option_whole(call, i, HISTOGRAM_BINS, &value, failure)
                   : option_word(call, i, "yes no", &value, failure));
}

/* A plot draws rows as they are shown, but a lone row or column by itself. Held. */
static struct tensor *value_of(struct session *session, const struct drawing_kind *kind,
                               const struct definition *definition, struct failure *failure) {
    const struct shape *shape = &definition->value->shape;
    bool turn = kind->as_shown && session->view.columns && shape_rows(shape) > 1 &&
                shape_columns(shape) > 1;
    return turn ? tensor_transposed(definition->value, failure) : tensor_retain(definition->value);
}

/* Adds the value of argument I of CALL to DRAWING, and its name to ASKED where none was given. */
static const struct definition *add_value(struct session *session, const struct command_call *call,
                                          struct drawing_request *asked, struct drawing *drawing,
                                          struct failure *failure) {
    size_t i = drawing->count;
    const struct definition *definition = drawn_value(session, call, i, failure);
    if (definition == NULL) {
        return NULL;
    }
    if (asked->count == 0) {
        text_fill(asked->names[asked->count++], DRAWING_NAME, "%s", definition->name);
    }
    if (shape_cells(&definition->value->shape) == 0) {
        failure_set(failure, "%s is empty", definition->name);
        return NULL;
    }
    if (drawing_index(asked, definition->name) == SIZE_MAX) {
        failure_set(failure, "the name %s is too long to draw under", definition->name);
        return NULL;
    }
    struct tensor *value = value_of(session, asked->kind, definition, failure);
    if (value == NULL) {
        return NULL;
    }
    drawing->values[i] = picture_of(session, definition);
    drawing->values[i].value = value;
    drawing->count++;
    return definition;
}

/* The picture that the command is called after. */
static bool run_drawing(struct session *session, const struct command_call *call,
                        struct failure *failure) {
    struct drawing_request asked = request_of(call);
    struct drawing drawing = {.request = &asked};
    size_t names = greater(asked.count, 1);
    const char *look = NULL;
    bool ok = true;
    asked.kind = drawing_find(call->command->name, strlen(call->command->name));
    for (size_t i = names; ok && i < call->count; i++) {
        ok = check_option(call, i, failure);
    }
    size_t most = asked.kind->most;
    if (ok && names > most) {
        bool option = call->command->parameters[1].type == TYPE_OPTIONS && most == 1;
        return option ? check_option(call, most, failure)
                      : failure_at(failure, call->argument[most].span,
                                   "%s takes at most %zu value%s at once", asked.kind->name, most,
                                   most == 1 ? "" : "s");
    }
    while (ok && drawing.count < names) {
        const struct definition *of = add_value(session, call, &asked, &drawing, failure);
        ok = of != NULL;
        look = ok && (look == NULL || of == session_focused(session)) ? of->name : look;
    }
    ok = ok && asked.kind->fits(&drawing, failure) &&
         present(session, call, &drawing, look, failure);
    for (size_t i = 0; i < drawing.count; i++) {
        tensor_release((struct tensor *)drawing.values[i].value);
    }
    return ok;
}

/* The parts of a layer; what is not computed yet is not lit. */
static bool run_boxes(struct session *session, const struct command_call *call,
                      struct failure *failure) {
    struct drawing_request asked = request_of(call);
    struct drawing drawing = {.request = &asked};
    const struct definition *of = add_value(session, call, &asked, &drawing, failure);
    const char *look = of != NULL ? of->name : NULL;
    for (size_t i = 1; of != NULL && i < asked.count && drawing.count < DRAWING_VALUES; i++) {
        const struct definition *made =
            boxes_part(asked.names[i]) ? NULL
                                       : notebook_find(session_notebook(session), asked.names[i]);
        if (made != NULL && made->value != NULL) {
            drawing.values[drawing.count++] = picture_of(session, made);
            look = made == session_focused(session) ? made->name : look;
        }
    }
    bool ok = of != NULL && asked.kind->fits(&drawing, failure) &&
              present(session, call, &drawing, look, failure);
    tensor_release((struct tensor *)drawing.values[0].value);
    return ok;
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
         "is watched into one picture, to compare. A ball on the curve shows\n"
         "where the number is now; at NAME… behind what is watched marks other places.",
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
     .run = run_drawing},
    {.name = "histogram",
     .sentence = "Count how many numbers of a value fall where.",
     .example = "histogram scores bins=20",
     .parameters = {{.name = "NAME", .type = TYPE_NAME, .sentence = "whose numbers"},
                    {.name = "[bins=10]",
                     .type = TYPE_OPTIONS,
                     .sentence = "into how many equal parts, up to 200; else round ones"}},
     .flags = COMMAND_LOOKS | COMMAND_DRAWS,
     .run = run_drawing},
    {.name = "bars",
     .sentence = "Draw the numbers of a row as bars, each with its label: which word comes next.",
     .details =
         "Weights and probabilities have bars from 0 to 1. Of several values the bars stand\n"
         "side by side. A column is drawn like a row; of a matrix it is the cursor's row.\n"
         "Where not all have room the largest are drawn; top=5 draws five.",
     .example = "bars weights top=2",
     .parameters = {{.name = "[NAME…]",
                     .type = TYPE_NAME,
                     .sentence = "what to draw; without it, what is looked at"},
                    {.name = "[top=5]",
                     .type = TYPE_OPTIONS,
                     .sentence = "only so many, from the largest down, up to 200"}},
     .flags = COMMAND_LOOKS | COMMAND_DRAWS,
     .run = run_drawing},
    {.name = "boxes",
     .sentence = "Draw the parts of a layer as boxes, lit when they have been computed.",
     .details = "Parts are attention, norm, FFN, MLP and +; behind a part stands the value that it\n"
                "computes, which need not be there yet. A line leads around to each +: the\n"
                "residual.",
     .before = "H = X @ W_v; R = X + H",
     .example = "boxes X attention H + R norm N",
     .parameters = {{.name = "NAME", .type = TYPE_NAME, .sentence = "what goes in"},
                    {.name = "PART…",
                     .type = TYPE_WORD,
                     .words = "attention norm FFN MLP +",
                     .sentence = "attention norm FFN MLP +, and values"}},
     .flags = COMMAND_LOOKS | COMMAND_DRAWS,
     .run = run_boxes},
    {.name = "mix",
     .sentence = "Draw each row as one bar, divided among the words it is mixed from.",
     .details = "Of weights the whole bar is 1, of other numbers the sum of the row.",
     .example = "mix weights",
     .parameters = {{.name = "[NAME]",
                     .type = TYPE_NAME,
                     .sentence = "which matrix; without it, the one looked at"}},
     .flags = COMMAND_LOOKS | COMMAND_DRAWS,
     .run = run_drawing},
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
    {.name = "dial",
     .sentence = "Draw rows of two numbers, to the right and up, as the hands of a clock.",
     .details = "The circle has the radius 1, or the next round number for longer hands; it is as\n"
                "wide as it is high. Lengths, degrees and dot products as with arrows.",
     .before = "P = positions(4, 2)",
     .example = "dial P",
     .parameters = {{.name = "[NAME…]",
                     .type = TYPE_NAME,
                     .sentence = "what to draw; without it, what is looked at"},
                    {.name = "[numbers=no]",
                     .type = TYPE_OPTIONS,
                     .sentence = "without lengths, degrees and dot products"}},
     .flags = COMMAND_LOOKS | COMMAND_DRAWS,
     .run = run_drawing},
    {.name = "grid",
     .sentence = "Show the matrices of a stack side by side: all heads at once.",
     .details = "They are numbered, and have digits where these have room. A head whose numbers are\n"
                "all 0 is marked as off. [ and ] go from one to another, z shows one alone.",
     .before = "A_h = softmax(heads(X, 2) @ heads(X, 2).T)",
     .example = "grid A_h",
     .parameters = {{.name = "[NAME]",
                     .type = TYPE_NAME,
                     .sentence = "which stack; without it, the one looked at"}},
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
