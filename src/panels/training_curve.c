/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/scene.h"

#include "base/number.h"
#include "canvas/plot.h"
#include "notebook/train.h"

#include <math.h>
#include <string.h>

enum {
    MARGIN = 1,
    CURVE_MOST = 14, /* of one with room */
    CURVE_WIDEST = 70,
    BESIDE = 72, /* from so many columns on the curve is beside the values */
    BAR_COLUMNS = 20
};

/* --- the curve -------------------------------------------------------------------------------- */

/* The losses of STEP steps, on an axis of STEPS. */
struct course {
    const struct training *training;
    const double *losses;
    size_t step, steps;
};

/* True when it falls so far that a curve in equal steps would be on its axis. */
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
    number_short(from, course->losses[0], scene->session->display.precision);
    number_short(to, course->losses[course->step], scene->session->display.precision);
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
                        .precision = scene->session->display.precision};
    plot_draw(canvas, &plot);
    text_release(&title);
}

/* --- while it runs ---------------------------------------------------------------------------- */

static const char *const method_names[] = {[TRAIN_SGD] = "sgd", [TRAIN_ADAM] = "adam"};

void training_heading(const struct training *training, struct text *out) {
    char rate[NUMBER_TEXT];
    text_append(out, "train");
    for (size_t i = 0; i < training->count; i++) {
        text_format(out, " %s", training->names[i]);
    }
    number_short(rate, training->options.rate, 6);
    text_format(out, " minimise %s   %s, rate %s", training->loss,
                method_names[training->options.method], rate);
}

/* Draws "step 120 of 500  ██████░░░░░░░░  1240 steps/s", or as much of it as fits. */
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
        canvas_put(canvas, 0, column, words, STYLE_LABEL);
    }
}

void training_draw_moment(struct scene *scene, const struct canvas *canvas) {
    const struct training_moment *moment = scene->session->moment;
    struct course course = {moment->training, moment->losses, moment->step,
                            moment->training->options.steps};
    struct box below = {1, MARGIN, lesser(canvas->rows - lesser(canvas->rows, 1), CURVE_MOST),
                        lesser(canvas->columns - MARGIN, CURVE_WIDEST)};
    draw_bar(scene, canvas);
    struct canvas part = canvas_part(canvas, below);
    if (part.rows >= PLOT_LEAST_ROWS) {
        draw_course(scene, &part, &course);
    }
}

/* --- once it is done -------------------------------------------------------------------------- */

bool training_any(const struct scene *scene) {
    const struct training *training = scene->session->view.last.trained;
    return training != NULL && training->losses != NULL;
}

void training_draw(struct scene *scene, const struct canvas *canvas) {
    const struct training *training = scene->session->view.last.trained;
    if (!training_any(scene)) {
        return;
    }
    struct course course = {training, training->losses, training->taken, training->taken};
    struct canvas inside =
        canvas_part(canvas, (struct box){0, MARGIN, canvas->rows, canvas->columns});
    draw_course(scene, &inside, &course);
}
