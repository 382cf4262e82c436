#include "panels/heading.h"

#include "panels/kind.h"

#include "base/failure.h"
#include "base/utf8.h"
#include "language/writer.h"
#include "notebook/train.h"
#include "panels/baseline.h"
#include "panels/learned.h"

#include <stdint.h>
#include <string.h>

enum { FORMULA_MOST = 60 };

/* Operation K of the definition as a formula of its own. */
static bool write_operation(const struct scene *scene, size_t k, struct text *out) {
    const struct definition *definition = scene->definition;
    struct tree part = {.root = (struct node *)(uintptr_t)definition->operations[k].node,
                        .text = definition->tree->text};
    struct tree *flipped = NULL;
    const struct node *node = part.root;
    if (scene->session->view.columns) {
        flipped = session_flip(scene->session, &part, false, scene->failure);
        if (flipped == NULL) {
            return false;
        }
        node = flipped->root;
    }
    text_format(out, "%s, operation %zu of %zu: ", definition->name, k + 1,
                definition->operation_count);
    writer_plain(node, out);
    tree_release(flipped);
    return text_ok(out, scene->failure);
}

/* A written matrix of more columns than FORMULA_MOST, without writing it. */
static bool is_long_literal(const char *name, const struct node *node) {
    size_t columns = strlen(name) + strlen(" = ");
    for (size_t i = 0; node->axes > 0 && i < node->cell_count && columns <= FORMULA_MOST; i++) {
        const struct node *cell = node->cells[i];
        size_t least = cell->kind == NODE_NUMBER ? strlen(cell->text) : 1;
        columns += least + 2; /* and a comma and a blank, or brackets */
    }
    return columns > FORMULA_MOST;
}

/* The whole formula; of a long literal, whose numbers are in the picture, only the name. */
static bool write_formula(const struct scene *scene, struct text *out) {
    const struct definition *definition = scene->definition;
    if (scene->session->looks.operation != SIZE_MAX) {
        return write_operation(scene, scene->operation, out);
    }
    if (definition->leaf && is_long_literal(definition->name, definition->tree->root)) {
        text_append(out, definition->name);
        return text_ok(out, scene->failure);
    }
    bool ok = session_formula(scene->session, definition, out, scene->failure);
    if (ok && definition->leaf && utf8_columns(text_string(out), out->length) > FORMULA_MOST) {
        text_clear(out);
        text_append(out, definition->name);
    }
    return ok;
}

static bool write(const struct scene *scene, struct text *out) {
    if (scene->session->moment != NULL) {
        learned_heading(scene->session->moment->training, out);
        return text_ok(out, scene->failure);
    }
    bool ok = write_formula(scene, out);
    if (!shape_is_number(&scene->shown->shape)) {
        text_append(out, "   ");
        shape_write(&scene->shown->shape, out);
    }
    if (baseline_of(scene) != NULL) {
        const char *name = scene->session->looks.last.baseline;
        text_format(out, "   baseline%s%s → now", name == NULL || name[0] == '\0' ? "" : " ",
                    name == NULL ? "" : name);
    } else if (kind_of(scene) == KIND_MOVED) {
        text_append(out, "   old → new");
    }
    return ok && text_ok(out, scene->failure);
}

bool heading_draw(struct scene *scene, struct box box) {
    struct text words = {0};
    if (box.rows == 0) {
        return true;
    }
    if (scene->session->looks.blank) {
        return true; /* nothing to part from the words */
    }
    scene_rule(scene, box.row, box.column, box.columns);
    if (scene->shown == NULL || box.columns < 8) {
        return true;
    }
    bool ok = write(scene, &words);
    struct box room = {box.row, box.column + 3, 1, box.columns - 6};
    size_t end = scene_words(scene, room, text_string(&words), STYLE_FORMULA);
    canvas_put(scene->canvas, box.row, room.column - 1, " ", STYLE_PLAIN);
    canvas_put(scene->canvas, box.row, end, " ", STYLE_PLAIN);
    text_release(&words);
    return ok;
}
