/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The colours of every frame can be compared: values that a page names together are on one scale,
 * weights and probabilities are on 0 … 1, and no scale changes within a page but by training. */
#include "canvas/axes.h"
#include "panels/walk.h"

#include <check.h>
#include <math.h>
#include <string.h>

/* What the scales of a page were in the frame before, at each size. */
static struct before {
    size_t opened, scaled, count;
    bool trained;
    struct scale scales[400];
} before[WALK_SIZES];

static bool is_same(const struct scale *a, const struct scale *b) {
    return a->palette == b->palette && a->high == b->high;
}

static const struct scale *scale_of_name(const struct walk *walk, const char *name, size_t length) {
    const struct stage *stage = &walk->frame->stage;
    char whole[CANVAS_LABEL];
    text_fill(whole, sizeof whole, "%.*s", (int)length, name);
    int index = cast_find(stage->cast, whole);
    ck_assert_msg(index != CAST_NONE, "%s: no value is called %s", walk->lesson, whole);
    return &stage->scales[index].scale;
}

/* The names of LINE, "scale Q K S". */
static void look_at_line(const struct walk *walk, const char *line) {
    const char *at = line + strlen("scale ");
    const struct scale *first = NULL;
    while (*at != '\0') {
        size_t length = strcspn(at, " ");
        const struct scale *next = scale_of_name(walk, at, length);
        ck_assert_msg(first == NULL || is_same(first, next), "%s, frame %zu: `%s` has two scales",
                      walk->lesson, walk->number, line);
        first = next;
        at += length + strspn(at + length, " ");
    }
}

static void look_at_lines(const struct walk *walk) {
    const struct stage *stage = &walk->frame->stage;
    const struct lesson *lesson = walk->frame->desk.session.lesson;
    for (size_t i = 0; i < lesson->stop_count; i++) {
        size_t page = lesson->stops[i].page;
        const struct source_line *line = lesson_line(lesson, i);
        bool here = page == stage->page;
        if (here && line != NULL && text_starts(line->text, "scale ")) {
            look_at_line(walk, line->text);
        }
    }
}

static void look_at_shares(const struct walk *walk) {
    const struct notebook *notebook = session_notebook(&walk->frame->desk.session);
    for (size_t i = 0; i < notebook->count; i++) {
        const struct definition *definition = notebook->list[i];
        if (axes_shares(definition, SIZE_MAX)) {
            const struct scale *scale =
                scale_of_name(walk, definition->name, strlen(definition->name));
            ck_assert_msg(scale->palette == PALETTE_SHARES && scale->high == 1,
                          "%s, frame %zu: %s are shares", walk->lesson, walk->number,
                          definition->name);
        }
    }
}

/* What is on the scale of shares, and was not named together with some, has no other numbers. */
static void look_at_numbers(const struct walk *walk) {
    const struct stage *stage = &walk->frame->stage;
    const struct notebook *notebook = session_notebook(&walk->frame->desk.session);
    for (size_t i = 0; i < stage->cast->count; i++) {
        const struct definition *definition = notebook_find(notebook, stage->cast->values[i].name);
        if (definition != NULL && !stage->scales[i].named &&
            stage->scales[i].scale.palette == PALETTE_SHARES &&
            shape_cells(&definition->value->shape) > 0) {
            struct extremes all = tensor_extremes(definition->value, false);
            ck_assert_msg(all.low >= -1e-9 && all.high <= 1 + 1e-9,
                          "%s, frame %zu: %s is no probability", walk->lesson, walk->number,
                          definition->name);
        }
    }
}

static bool is_round(double bound) {
    double power = pow(10, floor(log10(bound) + 1e-9)), times = bound / power;
    return fabs(times - 1) < 1e-9 || fabs(times - 2) < 1e-9 || fabs(times - 5) < 1e-9;
}

void scales_look(const struct walk *walk) {
    const struct stage *stage = &walk->frame->stage;
    const struct session *session = &walk->frame->desk.session;
    struct before *was = &before[walk->size];
    look_at_lines(walk);
    look_at_shares(walk);
    look_at_numbers(walk);
    bool same = was->opened == session->front.opened && was->scaled == stage->page;
    was->trained = session->view.last.trained != NULL || (same && was->trained);
    ck_assert_uint_le(stage->cast->count, sizeof was->scales / sizeof *was->scales);
    for (size_t i = 0; i < stage->cast->count; i++) {
        const struct scale *scale = &stage->scales[i].scale;
        ck_assert_msg(is_round(scale->high), "%s: %s reaches to %g", walk->lesson,
                      stage->cast->values[i].name, scale->high);
        ck_assert_msg(!same || was->trained || is_same(scale, &was->scales[i]),
                      "%s, frame %zu: %s reaches to %g, and to %g before", walk->lesson,
                      walk->number, stage->cast->values[i].name, scale->high, was->scales[i].high);
        was->scales[i] = *scale;
    }
    was->opened = session->front.opened;
    was->scaled = stage->page;
}
