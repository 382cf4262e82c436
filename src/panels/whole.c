#include "panels/whole.h"

#include "panels/axes.h"

#include <stdint.h>

enum { HEADS = 2 };

struct picture whole_picture(const struct scene *scene, const struct definition *definition,
                             const struct tensor *shown) {
    bool shares = axes_shares(definition, SIZE_MAX) && !scene->session->looks.stretched;
    bool turned = scene->session->view.columns;
    return (struct picture){
        .name = definition->name,
        .value = shown,
        .rows_are = axes_name(definition, SIZE_MAX, turned ? AXIS_COLUMN : AXIS_ROW),
        .columns_are = axes_name(definition, SIZE_MAX, turned ? AXIS_ROW : AXIS_COLUMN),
        .cursor = SIZE_MAX,
        .lit_row = SIZE_MAX,
        .lit_column = SIZE_MAX,
        .low = 0,
        .high = shares ? 1 : 0,
        .fixed = shares,
        .ascii = scene->stage->ascii,
        .precision = scene->session->view.precision,
        .depth = scene->theme == THEME_MONO ? DEPTH_NONE : scene->stage->depth,
        .stack_is = shown->shape.axes == 3 ? shape_axis(&shown->shape, AXIS_HEAD) : NULL};
}

size_t whole_rows(const struct scene *scene, const struct definition *definition) {
    const struct shape *shape = &definition->value->shape;
    return HEADS + (scene->session->view.columns ? shape_columns(shape) : shape_rows(shape));
}
