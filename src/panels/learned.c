/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/scene.h"

#include "base/number.h"
#include "canvas/plot.h"
#include "notebook/train.h"

#include <math.h>
#include <string.h>

enum {
    MARGIN = 1,
    CURVE_ROWS = 9,     /* of a curve with values under it */
    CURVE_MOST = 14,    /* of one with room */
    CURVE_COLUMNS = 34, /* a curve beside values is not narrower */
    CURVE_WIDEST = 70,
    BESIDE = 72, /* from so many columns the curve stands beside the values */
    VALUES_WIDEST = 84,
    BAR_COLUMNS = 20,
    LEAST_VALUES = 5 /* rows worth drawing values in */
};

/* --- the curve -------------------------------------------------------------------------------- */

/* The losses of STEP steps, on an axis of STEPS. */
struct course {
    const struct training *training;
    const double *losses;
    size_t step, steps;
};

/* Whether it falls so far that a curve in equal steps would lie on its axis. */
static bool falls_far(const struct course *course) {
    const double far = 100;
    double least = course->losses[0], most = least;
    for (size_t i = 0; i <= course->step; i++) {
        least = fmin(least, course->losses[i]);
        most = fmax(most, course->losses[i]);
    }
    return least > 0 && most >= far * least && isfinite(most);
}

static void draw_course(const struct scene *scene, const struct canvas *canvas,
                        const struct course *course) {
    struct text title = {0};
    char from[NUMBER_TEXT], to[NUMBER_TEXT];
    number_short(from, course->losses[0], scene->session->view.precision);
    number_short(to, course->losses[course->step], scene->session->view.precision);
    text_format(&title, "%s  %s %s %s", course->training->loss, from,
                glyphs_of(scene->terminal->ascii)->right, to);
    struct curve curve = {course->training->loss, course->losses};
    struct plot plot = {.title = text_string(&title),
                        .by = "step",
                        .curves = &curve,
                        .curve_count = 1,
                        .count = course->step + 1,
                        .end = (double)course->steps,
                        .powers = falls_far(course),
                        .ascii = scene->terminal->ascii,
                        .precision = scene->session->view.precision};
    plot_draw(canvas, &plot);
    text_release(&title);
}

/* --- while it runs ---------------------------------------------------------------------------- */

static const char *const method_names[] = {[TRAIN_SGD] = "sgd", [TRAIN_ADAM] = "adam"};

void learned_heading(const struct training *training, struct text *out) {
    char rate[NUMBER_TEXT];
    text_append(out, "train");
    for (size_t i = 0; i < training->count; i++) {
        text_format(out, " %s", training->names[i]);
    }
    number_short(rate, training->options.rate, 6);
    text_format(out, " minimise %s   %s, rate %s", training->loss,
                method_names[training->options.method], rate);
}

/* "step 120 of 500  ██████░░░░░░░░  1240 steps/s  Ctrl-C stops", and as much of it as fits. */
static void draw_bar(const struct scene *scene, const struct canvas *canvas) {
    const struct training_moment *moment = scene->session->moment;
    const struct glyphs *glyphs = glyphs_of(scene->terminal->ascii);
    size_t steps = moment->training->options.steps;
    size_t bar = canvas->columns < BESIDE ? BAR_COLUMNS / 2 : BAR_COLUMNS;
    size_t full = moment->step * bar / steps;
    char words[NUMBER_TEXT + 32], speed[NUMBER_TEXT];
    text_fill(words, sizeof words, "step %zu of %zu  ", moment->step, steps);
    size_t column = canvas_put(canvas, 0, MARGIN, words, STYLE_STRONG);
    for (size_t i = 0; i < bar; i++) {
        column = canvas_put(canvas, 0, column, i < full ? glyphs->bar : glyphs->track,
                            i < full ? STYLE_GOOD : STYLE_DIM);
    }
    number_short(speed, moment->speed, moment->speed < 10 ? 1 : 0);
    text_fill(words, sizeof words, "  %s steps/s", speed);
    if (moment->speed > 0 && column + strlen(words) <= canvas->columns) {
        column = canvas_put(canvas, 0, column, words, STYLE_LABEL);
    }
    const char *hint = moment->training->whole ? "  Ctrl-C ends the show" : "  Ctrl-C stops";
    if (column + strlen(hint) <= canvas->columns) {
        canvas_put(canvas, 0, column, hint, STYLE_LABEL);
    }
}

/* It learns, or the numbers of something else are in it. */
static bool may_learn(const struct training *training, const struct notebook *notebook,
                      const struct definition *definition) {
    size_t count;
    struct definition *const *uses = notebook_uses(notebook, definition, &count);
    bool may = false;
    for (size_t i = 0; i < training->count; i++) {
        may |= text_same(training->names[i], definition->name);
    }
    for (size_t i = 0; i < count; i++) {
        may |= !definition_takes_words(definition, uses[i]);
    }
    return may;
}

/* What a training may move was made anew for it. So was the minibatch, of what is only read. */
bool learned_moves(const struct scene *scene, const struct definition *definition) {
    const struct notebook *still = history_notebook(scene->session->history);
    const struct definition *old = notebook_find(still, definition->name);
    const struct training *training = scene->session->moment->training;
    return old != definition && (old == NULL || !tensor_same(old->value, definition->value)) &&
           !text_same(definition->name, training->loss) &&
           may_learn(training, scene->notebook, definition);
}

/* The curve beside the values, or above them where that is too narrow. */
void learned_draw_moment(struct scene *scene, const struct canvas *canvas) {
    const struct training_moment *moment = scene->session->moment;
    struct course course = {moment->training, moment->losses, moment->step,
                            moment->training->options.steps};
    size_t rows = canvas->rows - 1, columns = canvas->columns;
    struct box curve, values;
    draw_bar(scene, canvas);
    if (columns >= BESIDE) {
        size_t width = greater(lesser(CURVE_WIDEST, columns * 2 / 5), CURVE_COLUMNS);
        size_t rest = lesser(VALUES_WIDEST, columns - width - 2);
        values = (struct box){1, 0, rows, rest};
        curve = (struct box){1, rest + 2, lesser(rows, CURVE_MOST), width};
    } else {
        size_t high = rows >= CURVE_ROWS + LEAST_VALUES ? CURVE_ROWS : PLOT_LEAST_ROWS;
        curve = (struct box){1, MARGIN, lesser(high, rows), columns - MARGIN};
        values = (struct box){1 + curve.rows, 0, rows - curve.rows, columns};
    }
    struct canvas parts[] = {canvas_part(canvas, curve), canvas_part(canvas, values)};
    if (curve.rows >= PLOT_LEAST_ROWS) {
        draw_course(scene, &parts[0], &course);
    }
    if (values.rows > 0) {
        board_draw(scene, &parts[1]);
    }
}

/* --- once it is done -------------------------------------------------------------------------- */

static const struct training *trained(const struct scene *scene) {
    const struct training *training = scene->session->looks.last.trained;
    return training != NULL && training->losses != NULL ? training : NULL;
}

bool learned_tells(const struct scene *scene, const struct definition *definition) {
    const struct training *training = trained(scene);
    return training != NULL && text_same(training->loss, definition->name);
}

bool learned_any(const struct scene *scene) {
    return trained(scene) != NULL;
}

void learned_draw(struct scene *scene, const struct canvas *canvas) {
    const struct training *training = trained(scene);
    if (training == NULL) {
        return;
    }
    struct course course = {training, training->losses, training->taken, training->taken};
    struct canvas inside =
        canvas_part(canvas, (struct box){0, MARGIN, canvas->rows, canvas->columns});
    draw_course(scene, &inside, &course);
}
