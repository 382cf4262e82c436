/* pipeline: what is made from what: X → Q K V → [S] → A → O. */
#include "base/failure.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "panels/scene.h"

#include <stdint.h>
#include <string.h>

enum { MARGIN = 1 };

/* The notebook in layers: a definition stands one further on than the last of what it uses. */
struct layers {
    const struct scene *scene;
    const struct notebook *notebook;
    size_t *level; /* one a definition, SIZE_MAX: not shown */
    size_t count;  /* of layers */
    bool shapes;   /* each with its shape */
    bool related;  /* only what the present value hangs on, and what hangs on it */
    bool moved;    /* something is marked */
};

static bool is_current(const struct layers *layers, size_t i) {
    return layers->notebook->list[i] == layers->scene->definition;
}

/* A leaf that only serves one formula, and not as its first operand, is a parameter: W_q. */
static bool is_parameter(const struct notebook *notebook, const struct definition *leaf) {
    size_t users = 0;
    bool first = false;
    for (size_t i = 0; i < notebook->count; i++) {
        const struct definition *user = notebook->list[i];
        for (size_t k = 0; k < user->use_count; k++) {
            users += user->uses[k] == leaf ? 1 : 0;
            first = first || (user->uses[k] == leaf && k == 0);
        }
    }
    bool labelled = leaf->value->shape.labels[AXIS_ROW] != NULL;
    return leaf->leaf && !labelled && users == 1 && !first;
}

static bool is_shown(const struct layers *layers, size_t i) {
    const struct definition *definition = layers->notebook->list[i];
    return is_current(layers, i) || (!shape_is_number(&definition->value->shape) &&
                                     !is_parameter(layers->notebook, definition));
}

/* Layers are counted over all definitions, then those that nobody sees are taken out. */
static bool layers_make(struct layers *layers) {
    const struct notebook *notebook = layers->notebook;
    layers->level = memory_allocate(notebook->count, sizeof *layers->level);
    if (layers->level == NULL) {
        return failure_memory(layers->scene->failure);
    }
    for (size_t i = 0; i < notebook->count; i++) {
        const struct definition *definition = notebook->list[i];
        for (size_t k = 0; k < definition->use_count; k++) {
            size_t used = notebook_position(notebook, definition->uses[k]->name);
            size_t after = used < i ? layers->level[used] + 1 : 0;
            layers->level[i] = after > layers->level[i] ? after : layers->level[i];
        }
        layers->count = layers->level[i] + 1 > layers->count ? layers->level[i] + 1 : layers->count;
    }
    for (size_t i = 0; i < notebook->count; i++) {
        layers->level[i] = is_shown(layers, i) ? layers->level[i] : SIZE_MAX;
    }
    return true;
}

/* --- writing -----------------------------------------------------------------------------------
 */

/* A text with its styles, and how many columns it takes without. */
struct written {
    struct text text;
    size_t columns;
    enum theme theme;
};

static void add(struct written *written, const char *words, enum style style) {
    style_begin(style, written->theme, &written->text);
    text_append(&written->text, words);
    style_end(style, written->theme, &written->text);
    written->columns += utf8_columns(words, strlen(words));
}

static void add_shape(const struct layers *layers, const struct shape *shape,
                      struct written *written) {
    struct text words = {0};
    struct shape shown = *shape;
    if (layers->scene->session->view.columns) {
        shown.size[AXIS_ROW] = shape->size[AXIS_COLUMN];
        shown.size[AXIS_COLUMN] = shape->size[AXIS_ROW];
    }
    text_append(&words, " ");
    shape_write(&shown, &words);
    add(written, text_string(&words), STYLE_DIM);
    text_release(&words);
}

static void add_definition(const struct layers *layers, size_t i, struct written *written) {
    const struct definition *definition = layers->notebook->list[i];
    const struct definition *old;
    struct text words = {0};
    bool moved = scene_moved(layers->scene, definition, &old);
    bool current = is_current(layers, i);
    text_format(&words, current ? "[%s]%s" : "%s%s", definition->name, moved ? "*" : "");
    add(written, text_string(&words), current ? STYLE_STRONG : moved ? STYLE_CHANGED : STYLE_LABEL);
    text_release(&words);
    if (layers->shapes) {
        add_shape(layers, &definition->value->shape, written);
    }
}

/* In a narrow row only those that have to do with the present one. */
static bool is_written(const struct layers *layers, size_t i) {
    const struct definition *current = layers->scene->definition;
    const struct definition *definition = layers->notebook->list[i];
    return !layers->related || current == NULL || definition_depends(current, definition->name) ||
           definition_depends(definition, current->name);
}

/* One layer; nothing when nobody in it is shown. */
static void add_layer(const struct layers *layers, size_t level, struct written *written) {
    bool first = true;
    for (size_t i = 0; i < layers->notebook->count; i++) {
        if (layers->level[i] == level && is_written(layers, i)) {
            bool begun = written->columns > 0;
            add(written, !first ? " " : begun ? " → " : "", STYLE_DIM);
            add_definition(layers, i, written);
            first = false;
        }
    }
}

/* Layers FROM up to but not including TO, "…" for what stands before and after. */
static struct written write_layers(const struct layers *layers, size_t from, size_t to) {
    struct written written = {.theme = layers->scene->theme};
    if (from > 0) {
        add(&written, "…", STYLE_DIM);
    }
    for (size_t i = from; i < to; i++) {
        add_layer(layers, i, &written);
    }
    if (to < layers->count) {
        add(&written, " → …", STYLE_DIM);
    }
    return written;
}

static size_t current_layer(const struct layers *layers) {
    for (size_t i = 0; i < layers->notebook->count; i++) {
        if (is_current(layers, i)) {
            return layers->level[i];
        }
    }
    return 0;
}

/* All with shapes, all without, those related to the present one, or as many layers around it as
 * fit. */
static struct written write_fitting(struct layers *layers, size_t width) {
    size_t from = 0, to = layers->count, current = current_layer(layers);
    struct written written;
    layers->shapes = true;
    written = write_layers(layers, from, to);
    while (written.columns > width) {
        text_release(&written.text);
        if (layers->shapes) {
            layers->shapes = false;
        } else if (!layers->related) {
            layers->related = true;
        } else if (to > current + 1 && (to - current > current - from || from == current)) {
            to--;
        } else if (from < current) {
            from++;
        } else {
            return write_layers(layers, from, to);
        }
        written = write_layers(layers, from, to);
    }
    return written;
}

static size_t pipeline_rows(struct scene *scene, size_t width, size_t most) {
    (void)width;
    return most > 0 && session_notebook(scene->session)->count > 0 ? 1 : 0;
}

static bool pipeline_draw(struct scene *scene, struct box box) {
    static const char *const changed = "* changed";
    struct layers layers = {.scene = scene, .notebook = session_notebook(scene->session)};
    if (box.rows == 0 || box.columns <= 2 * MARGIN) {
        return true;
    }
    struct box inside = {box.row, box.column + MARGIN, 1, box.columns - 2 * MARGIN};
    bool ok = layers_make(&layers);
    if (ok) {
        struct written written = write_fitting(&layers, inside.columns);
        scene_lines(scene, inside, text_string(&written.text), 0);
        if (scene_has_moved(scene) && written.columns + 2 + strlen(changed) <= inside.columns) {
            canvas_put_right(scene->canvas, box.row, inside.column + inside.columns, changed,
                             STYLE_CHANGED);
        }
        ok = text_ok(&written.text, scene->failure);
        text_release(&written.text);
    }
    memory_free(layers.level);
    return ok;
}

const struct panel pipeline_panel = {
    .name = "pipeline",
    .sentence = "What is made from what, the present value lit, what the last change moved marked.",
    .rows = pipeline_rows,
    .draw = pipeline_draw,
};
