/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/scene.h"

#include "base/memory.h"
#include "base/text.h"
#include "canvas/map.h"
#include "stage/axes.h"
#include "panels/demand.h"
#include "session/heads.h"

#include <string.h>

enum { LOW = 20, HIGH = 30, NAME = 48 };

/* The map of a frame, and what it was made of. */
struct chart {
    struct map map;
    size_t room[2]; /* that the map was laid out in last */
    struct map_value *values;
    char (*names)[NAME];
    struct demand demand;
};

void chart_release(struct chart *chart) {
    if (chart != NULL) {
        demand_release(&chart->demand);
        memory_free(chart->values);
        memory_free(chart->names);
        memory_free(chart);
    }
}

/* What is looked at stands in brackets, what the last change moved has a star; heads that are
 * switched off are told. */
static void name_value(const struct scene *scene, struct chart *chart, size_t index) {
    const struct definition *old;
    const struct definition *definition = scene->notebook->list[index];
    const struct wanted *wanted = &chart->demand.list[index];
    enum style role = axes_role(definition);
    bool here = definition == scene->definition, moved = scene_moved(scene, index, &old);
    struct text off = {0};
    heads_write_off(definition, &off);
    text_fill(chart->names[index], NAME, here ? "[%s]%s%s%s" : "%s%s%s%s", definition->name,
              moved ? "*" : "", off.length > 0 ? " " : "", text_string(&off));
    text_release(&off);
    chart->values[index] = (struct map_value){
        .name = chart->names[index],
        .style = here                    ? STYLE_STRONG
                 : moved                 ? STYLE_CHANGED
                 : role == STYLE_FORMULA ? STYLE_LABEL
                                         : role,
        .operands = wanted->operands,
        .operand_count = wanted->operand_count,
        .shown = wanted->rank < PIECE_NEIGHBOUR,
        .focus = here || wanted->turn,
        .hidden = wanted->hidden,
    };
}

static struct chart *chart_make(struct scene *scene) {
    size_t count = scene->notebook->count;
    struct chart *chart = memory_allocate(1, sizeof *chart);
    if (chart == NULL) {
        return NULL;
    }
    chart->values = memory_allocate(count, sizeof *chart->values);
    chart->names = memory_allocate(count, sizeof *chart->names);
    if (!demand_make(scene, &chart->demand) || chart->values == NULL || chart->names == NULL) {
        chart_release(chart);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        name_value(scene, chart, i);
    }
    return chart;
}

/* The map in ROOM, margins and all; NULL without memory. */
static const struct chart *chart_of(struct scene *scene, const size_t room[2]) {
    size_t rows = scene->canvas->rows, limit = rows < LOW ? 1 : rows < HIGH ? 3 : MAP_LINES;
    const size_t inside[] = {lesser(room[0], limit), room[1] > 2 ? room[1] - 2 : 0};
    struct chart *chart = scene->chart = scene->chart != NULL ? scene->chart : chart_make(scene);
    if (chart == NULL) {
        return NULL;
    }
    if (chart->room[0] != inside[0] || chart->room[1] != inside[1]) {
        map_make(&chart->map, chart->values, chart->demand.count, inside);
        memcpy(chart->room, inside, sizeof chart->room);
    }
    return chart;
}

bool chart_fits(struct scene *scene, const size_t room[2]) {
    const struct chart *chart = chart_of(scene, room);
    return chart != NULL && chart->map.whole;
}

static size_t chart_rows(struct scene *scene, size_t width, size_t most) {
    const struct chart *chart = chart_of(scene, (const size_t[]){most, width});
    return chart == NULL ? 0 : chart->map.lines;
}

/* Whether place A is before place B in the flow. */
static bool is_before(const struct map_place *a, const struct map_place *b) {
    return a->column != b->column ? a->column < b->column : a->line < b->line;
}

/* The keys that go along the map know its names by this; the one they are at stands out, and the
 * cursor is there. */
static void tell_names(struct scene *scene, const struct chart *chart,
                       const struct canvas *canvas) {
    struct session *session = scene->session;
    const struct map_place *places = chart->map.places, *last = NULL;
    for (size_t told = 1; told <= chart->map.place_count; told++) {
        const struct map_place *next = NULL;
        for (size_t i = 0; i < chart->map.place_count; i++) {
            bool later = last == NULL || is_before(last, &places[i]);
            next = later && (next == NULL || is_before(&places[i], next)) ? &places[i] : next;
        }
        if (next == NULL) {
            return;
        }
        text_format(&session->map, "%s ", scene->notebook->list[next->value]->name);
        if (told == session->map_at) {
            canvas_restyle(canvas, next->line, next->column, next->columns, STYLE_FOCUS);
            scene->placed = false;
            scene_place(scene, canvas, next->line, next->column);
        }
        last = next;
    }
}

static void chart_draw(struct scene *scene, const struct canvas *canvas) {
    const struct chart *chart = chart_of(scene, (const size_t[]){canvas->rows, canvas->columns});
    struct canvas inside = canvas_inside(canvas);
    if (chart != NULL) {
        map_draw(&chart->map, chart->values, &inside);
        tell_names(scene, chart, &inside);
    }
}

const struct panel chart_panel = {.rows = chart_rows, .draw = chart_draw};
