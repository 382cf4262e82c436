/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/scene.h"

#include "base/number.h"
#include "canvas/plot.h"
#include "notebook/train.h"

#include <string.h>

enum {
    MARGIN = 1,
    CURVE_MOST = 14, /* of one with room */
    CURVE_WIDEST = 70,
    BESIDE = 72, /* from so many columns on the curve is beside the values */
    BAR_COLUMNS = 20
};

/* --- the curve -------------------------------------------------------------------------------- */

/* Draws the losses up to MOMENT, on an axis of STEPS. */
static void draw_losses(const struct scene *scene, const struct canvas *canvas,
                        const struct training_moment *moment, size_t steps) {
    const double far = 100; /* a curve that falls so far would be on its axis in equal steps */
    const double *losses = moment->losses;
    struct text title = {0};
    int precision = scene->session->display.precision;
    text_append(&title, moment->training->loss);
    if (moment->training->options.batch.size > 0) { /* the whole loss has other numbers */
        text_format(&title, ", %zu a step", moment->training->options.batch.size);
    }
    text_format(&title, "  %s → %s", number_written(losses[0], precision).text,
                number_written(losses[moment->step], precision).text);
    struct plot plot = {.title = text_string(&title),
                        .by = "step",
                        .curves = {{moment->training->loss, losses}},
                        .curve_count = 1,
                        .count = moment->step + 1,
                        .end = (double)steps,
                        .far = far,
                        .precision = precision};
    plot_draw(canvas, &plot);
    text_release(&title);
}

/* --- while it runs ---------------------------------------------------------------------------- */

static const char *const method_names[] = {[TRAIN_SGD] = "sgd", [TRAIN_ADAM] = "adam"};

void training_heading(const struct training *training, struct text *out) {
    text_append(out, "train");
    for (size_t i = 0; i < training->count; i++) {
        text_format(out, " %s", training->names[i]);
    }
    text_format(out, " minimise %s   %s, rate %s", training->loss,
                method_names[training->options.method],
                number_written(training->options.rate, 6).text);
}

size_t training_draw_moment(const struct scene *scene, const struct canvas *canvas) {
    const struct training_moment *moment = scene->session->moment;
    size_t steps = moment->training->options.steps;
    size_t bar = canvas->columns < BESIDE ? BAR_COLUMNS / 2 : BAR_COLUMNS;
    size_t full = moment->step * bar / steps;
    char words[NUMBER_TEXT + 32];
    text_fill(words, sizeof words, "step %zu of %zu  ", moment->step, steps);
    size_t column = canvas_put(canvas, 0, MARGIN, words, STYLE_STRONG);
    canvas_repeat(canvas, (const size_t[]){0, column}, full, "█", STYLE_GOOD);
    canvas_repeat(canvas, (const size_t[]){0, column + full}, bar - full, "░", STYLE_DIM);
    text_fill(words, sizeof words, "  %s steps/s",
              number_written(moment->speed, moment->speed < 10 ? 1 : 0).text);
    if (moment->speed > 0 && column + bar + strlen(words) <= canvas->columns) {
        canvas_put(canvas, 0, column + bar, words, STYLE_LABEL);
    }
    struct canvas below = canvas_part(canvas, (struct box){1, MARGIN, CURVE_MOST, CURVE_WIDEST});
    if (!scene->learned && below.rows >= PLOT_LEAST_ROWS) {
        draw_losses(scene, &below, moment, steps);
        return canvas->rows;
    }
    return 1;
}

/* --- once it is done -------------------------------------------------------------------------- */

bool training_any(const struct scene *scene) {
    const struct training *training = scene->session->view.last.trained;
    return scene->session->moment != NULL || (training != NULL && training->losses != NULL);
}

void training_draw(struct scene *scene, const struct canvas *canvas) {
    const struct training *training = scene->session->view.last.trained;
    struct canvas inside =
        canvas_part(canvas, (struct box){0, MARGIN, canvas->rows, canvas->columns});
    if (scene->session->moment != NULL) {
        const struct training_moment *moment = scene->session->moment;
        draw_losses(scene, &inside, moment, moment->training->options.steps);
    } else if (training_any(scene)) {
        draw_losses(scene, &inside,
                    &(struct training_moment){
                        .training = training, .losses = training->losses, .step = training->taken},
                    training->taken);
    }
}
