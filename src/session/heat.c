/* telling_heat: the value looked at as colours or shades, for those who have no screen. */
#include "canvas/picture.h"
#include "session/telling.h"

#include <stdint.h>

enum { MATRICES = 8, FRAME = 4 }; /* FRAME: heads, axes, map and legend around a matrix's rows */

/* What a normaliser made shares out 1: its colours keep to 0 … 1. */
static bool is_share(const struct definition *definition, size_t operation) {
    size_t count = definition->operation_count;
    if (count == 0) {
        return false;
    }
    const struct operation *made =
        &definition->operations[operation < count ? operation : count - 1];
    return text_same(made->call.operator->family, "normalisers") &&
           !text_same(made->call.operator->name, "layernorm");
}

static struct picture picture_of(struct session *session, const struct tensor *shown,
                                 const char *name) {
    bool fixed =
        !session->looks.stretched && is_share(looks_definition(session), session->looks.operation);
    return (struct picture){.name = name,
                            .value = shown,
                            .cursor = SIZE_MAX,
                            .lit_row = SIZE_MAX,
                            .lit_column = SIZE_MAX,
                            .heat = true,
                            .precision = session->view.precision,
                            .depth = session->paint.colour ? DEPTH_256 : DEPTH_NONE,
                            .high = fixed ? 1 : 0,
                            .fixed = fixed};
}

/* One matrix of the stack, as many rows as it needs. */
static bool tell_matrix(struct session *session, const struct picture *picture,
                        struct failure *failure) {
    struct canvas canvas;
    size_t rows = shape_rows(&picture->value->shape) + FRAME;
    if (!canvas_init(&canvas, rows, session->width, failure)) {
        return false;
    }
    struct box box = {.rows = rows, .columns = session->width};
    size_t used = picture_matrix(&canvas, box, picture, NULL);
    canvas.rows = used < rows ? used : rows;
    canvas_print(&canvas, &session->paint, &session->out);
    canvas.rows = rows;
    canvas_release(&canvas);
    return text_ok(&session->out, failure);
}

bool telling_heat(struct session *session, struct failure *failure) {
    const struct tensor *value = looks_value(session);
    struct tensor *shown = session_shown(session, value, failure);
    if (shown == NULL) {
        return false;
    }
    bool whole = session->looks.operation == SIZE_MAX;
    struct picture picture =
        picture_of(session, shown, whole ? looks_definition(session)->name : "");
    size_t count = shape_matrices(&value->shape);
    bool ok = true;
    for (size_t i = 0; ok && i < count && i < MATRICES; i++) {
        text_append(&session->out, i > 0 ? "\n" : "");
        picture.matrix = i;
        ok = tell_matrix(session, &picture, failure);
    }
    if (count > MATRICES) {
        text_format(&session->out, "… and %zu more matrices\n", count - MATRICES);
    }
    tensor_release(shown);
    return ok && text_ok(&session->out, failure);
}
