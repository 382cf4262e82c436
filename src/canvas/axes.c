/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/axes.h"

#include "base/least.h"
#include "base/number.h"
#include "base/text.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

/* What the rows of a value are, by the first letters of its name: the names of the lessons. Any
 * other value takes over what the rows of its operands are. */
static const struct {
    const char *name;
    enum style role;
} words[] = {
    {"Q", STYLE_QUERY},  {"queries", STYLE_QUERY}, {"K", STYLE_KEY},
    {"keys", STYLE_KEY}, {"V", STYLE_VALUE},       {"values", STYLE_VALUE},
};

/* A side of a result, followed back to where it came from. */
struct side {
    const struct definition *definition;
    size_t operation; /* SIZE_MAX: the definition's value */
    int axis;
};

/* Matches "Q", "Q1", "Q_heads", "Q'", but not "Quotient". */
enum style axes_role_of(const char *name) {
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i].name);
        if (text_starts(name, words[i].name) && !isalpha((unsigned char)name[length])) {
            return words[i].role;
        }
    }
    return STYLE_FORMULA;
}

/* Returns the operation that made the value of SIDE; NULL for a bare name or number. */
static const struct operation *made_by(const struct side *side) {
    const struct definition *definition = side->definition;
    return side->operation < definition->operation_count ? &definition->operations[side->operation]
                                                         : definition_last(definition);
}

/* Moves SIDE to argument ARGUMENT of OPERATION; false when that is a number as written. */
static bool go_to(struct side *side, const struct operation *operation, int argument) {
    const struct origin *origin = &operation->origin[argument];
    if (origin->operation != ORIGIN_NONE) {
        side->operation = (size_t)origin->operation;
    } else if (origin->definition != NULL) {
        side->definition = origin->definition;
        side->operation = SIZE_MAX;
    } else {
        return false;
    }
    return true;
}

/* Goes one operation back, or through a bare name, to the argument that has the result's side, by
 * the way the operator is transposed; false where the trail ends. */
static bool go_back(struct side *side) {
    const struct operation *operation = made_by(side);
    if (operation == NULL) {
        bool bare = side->definition->use_count == 1;
        side->definition = bare ? side->definition->uses[0] : side->definition;
        return bare;
    }
    const struct op *op = operation->call.op;
    if (op->source) {
        return false;
    }
    if (op->writing.transposition == TRANSPOSE_FLIP) {
        side->axis = AXIS_ROW + AXIS_COLUMN - side->axis;
        return go_to(side, operation, 0);
    }
    if (op->writing.transposition == TRANSPOSE_SWAP) {
        return go_to(side, operation, side->axis == AXIS_ROW ? 0 : 1);
    }
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        const struct tensor *value = operation->call.argument[i].value;
        if (op->parameters[i].kind == PARAMETER_VALUE && value != NULL &&
            value->shape.size[side->axis] == operation->result->shape.size[side->axis]) {
            return go_to(side, operation, i);
        }
    }
    return false;
}

enum style axes_along(const struct definition *definition, int axis) {
    struct side side = {definition, SIZE_MAX, axis};
    do {
        bool whole =
            side.operation == SIZE_MAX || side.operation + 1 == side.definition->operation_count;
        enum style role = whole ? axes_role_of(side.definition->name) : STYLE_FORMULA;
        if (role != STYLE_FORMULA) {
            return side.axis == AXIS_ROW ? role : STYLE_PLAIN;
        }
    } while (go_back(&side));
    return STYLE_PLAIN;
}

/* True when the rows of VALUE, none below 0, add up to 1, or (PARTS) to no more. */
static bool rows_share(const struct tensor *value, bool parts) {
    size_t columns = shape_columns(&value->shape), cells = shape_cells(&value->shape);
    bool share = tensor_extremes(value, false).low >= 0;
    for (size_t row = 0; share && row < cells; row += columns) {
        double sum = 0;
        for (size_t i = 0; i < columns; i++) {
            sum += value->cells[row + i];
        }
        share = sum <= 1 + 1e-9 && (parts || sum >= 1 - 1e-9);
    }
    return share;
}

/* True when OPERATION leaves shares as they are, or moves them; with PARTS also when it strikes
 * some out (A * may_look), or adds some up (choice @ verbs). */
static bool keeps_shares(const struct operation *operation, bool parts) {
    const struct op *op = operation->call.op;
    const struct tensor *factor = operation->call.argument[1].value;
    bool product = strcmp(op->name, "@") == 0, times = strcmp(op->name, "*") == 0;
    if (op->moves || factor == NULL || !(product || times)) {
        return op->moves;
    }
    /* one number per matrix switches a head on or off: off, it has no shares to give out */
    bool heads = factor->shape.size[AXIS_ROW] == 1 && factor->shape.size[AXIS_COLUMN] == 1;
    struct extremes all = tensor_extremes(factor, false);
    return (times && heads) || (parts && numbers_equal_rounded(all.high, 1) &&
                                (times ? all.low >= 0 : rows_share(factor, true)));
}

/* Goes back along the rows or, where they were not kept, along the columns. */
static bool go_back_either(struct side *side) {
    side->axis = AXIS_ROW;
    if (go_back(side)) {
        return true;
    }
    side->axis = AXIS_COLUMN;
    return go_back(side);
}

/* True for shares; with PARTS also for what is left of shares, or was written as such. A row cut
 * out of shares has shares, so it follows whichever side an operation has kept. */
static bool side_shares(struct side side, bool parts) {
    const struct operation *made;
    do {
        made = made_by(&side);
        if (made != NULL && made->call.op->shares) {
            return true;
        }
    } while ((made == NULL || keeps_shares(made, parts)) && go_back_either(&side));
    const struct tensor *written = side.definition->value; /* a choice of one is no share */
    return parts && side.definition->leaf && !tensor_extremes(written, false).whole &&
           rows_share(written, false);
}

bool axes_shares(const struct definition *definition, size_t operation) {
    return side_shares((struct side){definition, operation, AXIS_ROW}, false);
}

bool axes_probabilities(const struct definition *definition) {
    return side_shares((struct side){definition, SIZE_MAX, AXIS_ROW}, true);
}

/* --- units ------------------------------------------------------------------------------------ */

/* True when argument ARGUMENT of OPERATION is only 0 and −∞: it hides numbers and changes none. */
static bool masks(const struct operation *operation, int argument) {
    const struct tensor *value = operation->call.argument[argument].value;
    if (value == NULL) {
        return false;
    }
    struct extremes all = tensor_extremes(value, false);
    return all.low >= 0 && all.high <= 0;
}

/* Returns the largest value that OPERATION moves, of several that it joins; -1: there is none. */
static int largest_argument(const struct operation *operation) {
    size_t most = 0;
    int largest = -1;
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        const struct tensor *value = operation->call.argument[i].value;
        bool is_value = operation->call.op->parameters[i].kind == PARAMETER_VALUE && value != NULL;
        size_t cells = is_value ? shape_cells(&value->shape) : 0;
        largest = cells > most ? i : largest;
        most = greater(most, cells);
    }
    return largest;
}

/* Returns the argument of OPERATION of DEFINITION that has its units; -1: none has. */
static int same_units(const struct definition *definition, const struct operation *operation) {
    const struct op *op = operation->call.op;
    const struct tensor *first = operation->call.argument[0].value;
    const struct tensor *second = operation->call.argument[1].value;
    struct side side = {definition, SIZE_MAX, AXIS_ROW};
    if (op->moves) {
        return largest_argument(operation);
    }
    switch (op->name[1] == '\0' ? op->name[0] : '\0') {
    case '*':
        return shape_is_number(&second->shape) ? 0 : shape_is_number(&first->shape) ? 1 : -1;
    case '/':
        return shape_is_number(&second->shape) ? 0 : -1;
    case '+':
        return masks(operation, 1) ? 0 : masks(operation, 0) ? 1 : -1;
    case '-':
        return masks(operation, 1) ? 0 : -1;
    case '@':
        return second != NULL && go_to(&side, operation, 0) && side_shares(side, true) ? 1 : -1;
    default:
        return -1;
    }
}

const struct definition *axes_units(const struct definition *definition) {
    struct side side = {definition, SIZE_MAX, AXIS_ROW};
    do {
        const struct operation *operation = made_by(&side);
        if (operation == NULL) { /* a bare name */
            return definition->use_count == 1 ? definition->uses[0] : NULL;
        }
        int argument = same_units(definition, operation);
        if (argument < 0 || !go_to(&side, operation, argument)) {
            return NULL;
        }
    } while (side.operation != SIZE_MAX);
    return side.definition;
}

enum style axes_role(const struct definition *definition) {
    enum style role = axes_role_of(definition->name);
    return role == STYLE_FORMULA && axes_shares(definition, SIZE_MAX) ? STYLE_WEIGHTS : role;
}
