/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* value: one value drawn where a plan has no place for it. */
#include "panels/scene.h"
#include "stage/alone.h"
#include "stage/casting.h"

#include <stdint.h>

bool value_measure(const struct scene *scene, const struct definition *definition, char *name,
                   const size_t room[3], struct loose_value *loose) {
    *loose = (struct loose_value){.value = sizes_measure(scene->session, definition, name),
                                  .definition = definition,
                                  .scale = scene_scale(scene, name, definition)};
    loose->place = alone_place(&loose->value, room, room[2]);
    loose->size[0] = loose->place.box.rows;
    loose->size[1] = loose->place.form == FORM_LINE
                         ? canvas_columns(name) + 3 + loose->value.number
                         : loose->place.gutter + loose->place.box.columns;
    return loose->place.form != FORM_PICTURE && !loose->value.words && loose->size[1] <= room[1];
}

void value_draw(const struct scene *scene, const struct loose_value *loose,
                const struct canvas *canvas, const size_t at[2]) {
    const struct definition *definition = loose->definition;
    struct place_on_stage place = loose->place;
    struct tensor *shown = session_shown(scene->session, definition->value);
    struct matrix_picture picture = plan_picture(&loose->value, &place);
    bool focus = definition == scene->definition || definition->value == scene->value;
    int index = cast_find(scene->stage->cast, loose->value.name);
    const struct value_light *light = index == CAST_NONE ? NULL : &scene->lights.list[index];
    bool named = definition->name != NULL &&
                 notebook_position(scene->notebook, definition->name) < scene->notebook->count;
    place.box.row = at[0];
    place.box.column = at[1] + place.gutter;
    place.box.columns = loose->size[1] - place.gutter;
    if (shown == NULL) {
        return;
    }
    picture.shown = shown;
    picture.scale = loose->scale;
    picture.focus = focus;
    picture.meeting =
        light != NULL && light->definition == definition ? light->meeting : MEETING_NONE;
    picture.cursor = focus && !scene->session->view.rests ? scene->shown_cell : SIZE_MAX;
    picture.reached = definition->value == scene->value ? scene->reached : SIZE_MAX;
    picture.pins = &definition->pins;
    picture.turned = scene->session->display.columns;
    picture.owner = named ? scene_owner(scene, definition) : 0;
    picture.depth = scene->depth;
    matrix_draw(&picture, canvas);
    tensor_release(shown);
}
