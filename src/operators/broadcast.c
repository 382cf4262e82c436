#include "operators/broadcast.h"

#include "base/failure.h"
#include "base/text.h"
#include "operators/call.h"

#include <string.h>

/* The shape of argument AT when it is one of the operands, else NULL. */
static const struct shape *operand_shape(const struct call *call, int at) {
    if (call->operator->parameters[at].kind != PARAMETER_VALUE)
        return NULL;
    return call_shape(call, at);
}

void broadcast_shapes(const struct call *call, const char *between, struct text *out) {
    bool first = true;

    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        const struct shape *shape = operand_shape(call, i);

        if (!shape)
            continue;
        text_append(out, first ? "" : between);
        shape_write(shape, out);
        first = false;
    }
}

static bool sizes_fit(size_t a, size_t b) {
    return a == b || a == 1 || b == 1;
}

/* The operand that would fit all others if it were transposed, or -1. */
static int transposed_fits(const struct call *call) {
    for (int i = CALL_ARGUMENTS - 1; i >= 0; i--) {
        const struct shape *turned = operand_shape(call, i);
        bool fits = turned != NULL;

        for (int other = 0; other < CALL_ARGUMENTS && fits; other++) {
            const struct shape *shape = operand_shape(call, other);

            if (shape && other != i)
                fits = sizes_fit(turned->size[AXIS_COLUMN], shape->size[AXIS_ROW]) &&
                       sizes_fit(turned->size[AXIS_ROW], shape->size[AXIS_COLUMN]);
        }
        if (fits)
            return i;
    }
    return -1;
}

static const char *axis_phrase(int axis) {
    static const char *const names[] = {"the first axes", "the leading axes", "the rows",
                                        "the columns"};

    return names[axis];
}

static bool refuse_sizes(const struct call *call, int axis, const size_t size[2],
                         struct failure *failure) {
    int turned = axis >= AXIS_ROW ? transposed_fits(call) : -1;
    struct text shapes = {0}, advice = {0};

    broadcast_shapes(call, " and ", &shapes);
    if (turned >= 0) {
        text_append(&advice, "did you mean ");
        call_write_transposed(call, turned, &advice);
        text_append(&advice, "?");
    } else {
        text_append(&advice, "they must be equal, or one of them 1");
    }
    call_refuse(call, failure, "%s: %s %zu and %zu differ; %s", text_string(&shapes),
                axis_phrase(axis), size[0], size[1], text_string(&advice));
    text_release(&shapes);
    text_release(&advice);
    return false;
}

static bool join_sizes(const struct call *call, int axis, struct shape *result,
                       struct failure *failure) {
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        const struct shape *shape = operand_shape(call, i);

        if (!shape)
            continue;
        if (!sizes_fit(shape->size[axis], result->size[axis]))
            return refuse_sizes(call, axis, (size_t[]){result->size[axis], shape->size[axis]},
                                failure);
        if (shape->size[axis] != 1)
            result->size[axis] = shape->size[axis];
        if (shape->axes > result->axes)
            result->axes = shape->axes;
    }
    return true;
}

static void join_labels(const struct call *call, int axis, struct shape *result) {
    struct labels *found = NULL;

    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        const struct shape *shape = operand_shape(call, i);

        if (!shape || !shape->labels[axis] || shape->size[axis] != result->size[axis])
            continue;
        if (found && !labels_same(found, shape->labels[axis]))
            return;
        found = shape->labels[axis];
    }
    result->labels[axis] = labels_retain(found);
}

bool broadcast_join(const struct call *call, int end, struct shape *result,
                    struct failure *failure) {
    *result = shape_matrix(1, 1);
    for (int axis = 0; axis < end; axis++)
        if (!join_sizes(call, axis, result, failure))
            return false;
    for (int axis = 0; axis < end; axis++)
        join_labels(call, axis, result);
    return true;
}

size_t broadcast_matrix(const struct shape *operand, const struct shape *result, size_t matrix) {
    size_t heads = result->size[AXIS_HEAD];
    size_t batch = operand->size[AXIS_BATCH] == 1 ? 0 : matrix / heads;
    size_t head = operand->size[AXIS_HEAD] == 1 ? 0 : matrix % heads;

    return batch * operand->size[AXIS_HEAD] + head;
}

size_t broadcast_cell(const struct shape *operand, const struct shape *result, size_t cell) {
    if (memcmp(operand->size, result->size, sizeof operand->size) == 0)
        return cell;
    if (shape_cells(operand) == 1)
        return 0;

    struct place place = tensor_place(result, cell);

    for (int axis = 0; axis < AXIS_COUNT; axis++)
        if (operand->size[axis] == 1)
            place.at[axis] = 0;
    return tensor_index(operand, &place);
}
