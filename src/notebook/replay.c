/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/replay.h"

#include "base/number.h"
#include "base/text.h"
#include "notebook/definition.h"

#include <math.h>
#include <string.h>

static const char *const grain_names[GRAIN_COUNT] = {"definition", "operation", "row", "cell",
                                                     "term"};

const char *grain_name(enum grain grain) {
    return grain < GRAIN_COUNT ? grain_names[grain] : "";
}

enum grain grain_find(const char *name) {
    int grain = 0;

    while (grain < GRAIN_COUNT && !text_same(grain_names[grain], name)) {
        grain++;
    }
    return (enum grain)grain;
}

/* --- units of an operation ----------------------------------------------------------------------
 */

static const struct shape *operation_shape(const struct definition *definition, size_t operation) {
    return &definition->operations[operation].result->shape;
}

static size_t operation_rows(const struct definition *definition, size_t operation) {
    const struct shape *shape = operation_shape(definition, operation);
    return shape_matrices(shape) * shape_rows(shape);
}

static bool is_whole_operation(const struct definition *definition, size_t operation) {
    return definition->operations[operation].call.op->moves ||
           shape_cells(operation_shape(definition, operation)) == 0;
}

static size_t cell_at(const struct definition *definition, const struct place_in *place) {
    return place->row * shape_columns(operation_shape(definition, place->operation)) +
           place->column;
}

/* Returns how many terms the cell at PLACE has; 1 without memory for its steps. */
static size_t count_terms(const struct definition *definition, const struct place_in *place) {
    const struct operation *operation = &definition->operations[place->operation];
    struct steps steps = {0};
    struct failure failure = {0};
    size_t terms = 1;
    if (call_explain(&operation->call, operation->result, cell_at(definition, place), &steps,
                     &failure)) {
        terms = steps_terms(&steps);
    }
    steps_release(&steps);
    return terms > 0 ? terms : 1;
}

static enum grain grain_inside(const struct definition *definition, size_t operation,
                               enum grain grain) {
    if (definition->operation_count == 0) {
        return GRAIN_DEFINITION;
    }
    return grain > GRAIN_OPERATION && is_whole_operation(definition, operation) ? GRAIN_OPERATION
                                                                                : grain;
}

/* Returns PLACE's unit of GRAIN. */
static size_t *unit_at(struct place_in *place, enum grain grain) {
    return grain == GRAIN_OPERATION ? &place->operation
           : grain == GRAIN_ROW     ? &place->row
           : grain == GRAIN_CELL    ? &place->column
                                    : &place->term;
}

/* Counts the units of GRAIN inside the unit of the coarser grain at PLACE. */
static size_t count_units(const struct definition *definition, const struct place_in *place,
                          enum grain grain) {
    return grain == GRAIN_OPERATION ? definition->operation_count
           : grain == GRAIN_ROW     ? operation_rows(definition, place->operation)
           : grain == GRAIN_CELL    ? shape_columns(operation_shape(definition, place->operation))
                                    : count_terms(definition, place);
}

/* Returns the last unit inside the one that PLACE gives down to grain WITHIN. */
static struct place_in last_inside(const struct definition *definition, struct place_in place,
                                   enum grain within) {
    for (enum grain grain = within + 1; grain < GRAIN_COUNT; grain++) {
        bool finer = grain > grain_inside(definition, place.operation, place.grain);

        *unit_at(&place, grain) = finer ? 0 : count_units(definition, &place, grain) - 1;
    }
    return place;
}

/* Returns PLACE, or where it lies outside the nearest place before it that is inside. */
static struct place_in place_inside(const struct definition *definition,
                                    const struct place_in *place) {
    struct place_in inside = {.grain = place->grain}, target = *place;
    for (enum grain grain = GRAIN_OPERATION;
         grain <= grain_inside(definition, inside.operation, place->grain); grain++) {
        size_t at = *unit_at(&target, grain);

        if (at > 0 && at >= count_units(definition, &inside, grain)) {
            return last_inside(definition, inside, grain - 1);
        }
        *unit_at(&inside, grain) = at;
    }
    return inside;
}

/* --- stepping -----------------------------------------------------------------------------------
 */

enum grain replay_grain(const struct definition *definition, const struct place_in *place) {
    struct place_in at = place_inside(definition, place);

    return grain_inside(definition, at.operation, at.grain);
}

bool replay_next(const struct definition *definition, struct place_in *place) {
    struct place_in at = place_inside(definition, place);
    enum grain grain = grain_inside(definition, at.operation, at.grain);
    for (; grain > GRAIN_DEFINITION; grain--) {
        if (*unit_at(&at, grain) + 1 < count_units(definition, &at, grain)) {
            ++*unit_at(&at, grain);
            *place = at;
            return true;
        }
        *unit_at(&at, grain) = 0;
    }
    return false;
}

bool replay_back(const struct definition *definition, struct place_in *place) {
    struct place_in at = place_inside(definition, place);
    for (enum grain grain = GRAIN_TERM; grain > GRAIN_DEFINITION; grain--) {
        if (*unit_at(&at, grain) > 0) {
            --*unit_at(&at, grain);
            *place = last_inside(definition, at, grain);
            return true;
        }
    }
    return false;
}

bool replay_into(const struct definition *definition, struct place_in *place) {
    struct place_in at = place_inside(definition, place);
    if (at.grain == GRAIN_TERM || grain_inside(definition, at.operation, at.grain) != at.grain) {
        return false;
    }
    at.grain++;
    if (grain_inside(definition, at.operation, at.grain) != at.grain) {
        return false;
    }
    *place = at;
    return true;
}

bool replay_out(const struct definition *definition, struct place_in *place) {
    struct place_in at = place_inside(definition, place);
    enum grain grain = grain_inside(definition, at.operation, at.grain);
    if (at.grain == GRAIN_DEFINITION) {
        return false;
    }
    at.grain = grain < at.grain ? grain : at.grain - 1;
    *place = place_inside(definition, &at);
    return true;
}

size_t replay_reached(const struct definition *definition, const struct place_in *place,
                      size_t operation, size_t *terms) {
    struct place_in at = place_inside(definition, place);
    enum grain grain = grain_inside(definition, at.operation, at.grain);
    size_t columns = shape_columns(operation_shape(definition, operation));
    size_t all = shape_cells(operation_shape(definition, operation));
    if (terms != NULL) {
        *terms = 0;
    }
    if (grain == GRAIN_DEFINITION || operation < at.operation) {
        return all;
    }
    if (operation > at.operation) {
        return 0;
    }
    if (grain == GRAIN_OPERATION) {
        return all;
    }
    if (grain == GRAIN_ROW) {
        return (at.row + 1) * columns;
    }
    if (grain == GRAIN_CELL || at.term + 1 >= count_terms(definition, &at)) {
        return cell_at(definition, &at) + 1;
    }
    if (terms != NULL) {
        *terms = at.term + 1;
    }
    return cell_at(definition, &at);
}

/* --- addresses ----------------------------------------------------------------------------------
 */

static const char *operation_name(const struct definition *definition, size_t operation) {
    return definition->operations[operation].call.op->name;
}

/* Returns the number, from 1, of this operation among those of its name. */
static size_t operation_turn(const struct definition *definition, size_t operation) {
    size_t number = 1;
    for (size_t i = 0; i < operation; i++) {
        number += text_same(operation_name(definition, i), operation_name(definition, operation));
    }
    return number;
}

static void write_operation(const struct definition *definition, size_t operation,
                            struct text *out) {
    size_t number = operation_turn(definition, operation);
    text_append(out, operation_name(definition, operation));
    if (number > 1) {
        text_format(out, "#%zu", number);
    }
}

static void write_axis_position(const struct shape *shape, enum tensor_axis axis, const char *word,
                                size_t at, struct text *out) {
    text_format(out, " %s ", word);
    address_position(shape->labels[axis], at, out);
}

void replay_address(const struct definition *definition, const struct place_in *place, bool columns,
                    struct text *out) {
    struct place_in at = place_inside(definition, place);
    enum grain grain = grain_inside(definition, at.operation, at.grain);
    struct place where;
    text_append(out, definition->name);
    if (grain == GRAIN_DEFINITION) {
        return;
    }
    text_append(out, " ");
    write_operation(definition, at.operation, out);
    if (grain == GRAIN_OPERATION) {
        return;
    }
    const struct shape *shape = operation_shape(definition, at.operation);
    where = tensor_place(shape, at.row * shape_columns(shape)); /* rows count through the stack */
    if (shape->axes > 3) {
        write_axis_position(shape, AXIS_BATCH, "batch", where.at[AXIS_BATCH], out);
    }
    if (shape->axes > 2) {
        write_axis_position(shape, AXIS_HEAD, shape_axis(shape, AXIS_HEAD), where.at[AXIS_HEAD],
                            out);
    }
    if (columns && grain >= GRAIN_CELL) {
        write_axis_position(shape, AXIS_COLUMN, "row", at.column, out);
    }
    write_axis_position(shape, AXIS_ROW, columns ? "col" : "row", where.at[AXIS_ROW], out);
    if (!columns && grain >= GRAIN_CELL) {
        write_axis_position(shape, AXIS_COLUMN, "col", at.column, out);
    }
    if (grain == GRAIN_TERM) {
        text_format(out, " term %zu", at.term + 1);
    }
}

/* --- reading addresses --------------------------------------------------------------------------
 */

/* The text that remains to be read. */
struct address_reader {
    const struct definition *definition;
    const char *at;
    struct failure *failure;
};

static void skip_address_blanks(struct address_reader *reader) {
    reader->at += strspn(reader->at, " \t");
}

/* Reads WORD when it comes next. */
static bool read_address_word(struct address_reader *reader, const char *word) {
    skip_address_blanks(reader);
    if (!text_starts(reader->at, word) || strchr(" \t", reader->at[strlen(word)]) == NULL) {
        return false;
    }
    reader->at += strlen(word);
    return true;
}

static bool refuse_operation(const struct address_reader *reader) {
    struct text known = {0};
    const struct definition *definition = reader->definition;
    int length = (int)strcspn(reader->at, " \t");
    for (size_t i = 0; i < definition->operation_count; i++) {
        text_append(&known, text_between(i, definition->operation_count));
        write_operation(definition, i, &known);
    }
    if (text_ok(&known, reader->failure)) {
        if (definition->operation_count == 0) {
            failure_set(reader->failure, "%s is one value, with nothing to step through inside",
                        definition->name);
        } else {
            failure_set(reader->failure,
                        "%s has no operation %.*s: it has %s; then row, col and term follow",
                        definition->name, length, reader->at, text_string(&known));
        }
    }
    text_release(&known);
    return false;
}

/* Reads "@", "@#2", "[ ]": the operation that comes next. */
static bool read_operation(struct address_reader *reader, size_t *operation) {
    skip_address_blanks(reader);
    for (size_t i = reader->definition->operation_count; i > 0; i--) {
        struct text name = {0};
        bool found;

        write_operation(reader->definition, i - 1, &name);
        found = !name.failed && read_address_word(reader, text_string(&name));
        text_truncate(&name, strlen(operation_name(reader->definition, i - 1)));
        text_append(&name, "#1");
        found = found || (operation_turn(reader->definition, i - 1) == 1 && !name.failed &&
                          read_address_word(reader, text_string(&name)));
        text_release(&name);
        if (found) {
            *operation = i - 1;
            return true;
        }
    }
    return refuse_operation(reader);
}

/* Reads a word, or a label in quotes. */
static bool read_address_label(struct address_reader *reader, struct text *word, bool *quoted) {
    skip_address_blanks(reader);
    *quoted = *reader->at == '"';
    reader->at += *quoted;
    size_t length = strcspn(reader->at, *quoted ? "\"" : " \t");
    text_append_bytes(word, reader->at, length);
    reader->at += length;
    if (*quoted && *reader->at != '"') {
        return failure_set(reader->failure, "the quote before %s is not closed", text_string(word));
    }
    reader->at += *quoted;
    return text_ok(word, reader->failure);
}

/* Reads what follows "row": a number from 1 to SIZE, or one of LABELS (NULL: none). */
static bool read_position(struct address_reader *reader, const char *word, size_t size,
                          const struct labels *labels, size_t *at) {
    struct text text = {0};
    bool quoted = false, found = read_address_label(reader, &text, &quoted);
    double number = 0;
    if (found && !quoted && number_parse(text_string(&text), text.length, &number)) {
        found = number >= 1 && number <= (double)size && number == floor(number);
        *at = found ? (size_t)number - 1 : 0;
        if (!found) {
            failure_set(reader->failure, "there is no %s %s; they go from 1 to %zu", word,
                        text_string(&text), size);
        }
    } else if (found && (labels == NULL || text.length == 0)) {
        found =
            failure_set(reader->failure, "a number from 1 to %zu is wanted after %s", size, word);
    } else if (found) {
        found = labels_resolve(labels, text_string(&text), word, at, reader->failure);
    }
    text_release(&text);
    return found;
}

static bool take_axis(struct address_reader *reader, const struct shape *shape,
                      enum tensor_axis axis, const char *word, size_t *at) {
    return read_position(reader, word, shape->size[axis], shape->labels[axis], at);
}

/* Reads the word for AXIS; with only one leading axis either word means it. */
static bool read_leading(struct address_reader *reader, const struct shape *shape,
                         enum tensor_axis axis) {
    return (int)axis >= AXIS_COUNT - shape->axes &&
           (read_address_word(reader, axis == AXIS_BATCH ? "batch" : "head") ||
            (shape->axes == 3 && read_address_word(reader, "batch")));
}

/* Reads "batch 2 head 1"; each may be left out where the axis has one position. */
static bool read_stack(struct address_reader *reader, const struct shape *shape,
                       struct place *where) {
    for (enum tensor_axis axis = AXIS_BATCH; axis <= AXIS_HEAD; axis++) {
        const char *word = shape_axis(shape, axis);

        if (read_leading(reader, shape, axis)) {
            if (!take_axis(reader, shape, axis, word, &where->at[axis])) {
                return false;
            }
        } else if (shape->size[axis] > 1) {
            return failure_set(reader->failure, "%s is a stack: say which %s, from 1 to %zu",
                               reader->definition->name, word, shape->size[axis]);
        }
    }
    return true;
}

/* Reads "row 2 col 3" into the two axes; GIVEN records which of them were there. */
static bool read_matrix_place(struct address_reader *reader, const struct shape *shape,
                              bool columns, struct place *where, bool present[AXIS_COUNT]) {
    for (bool more = true; more;) {
        bool row = read_address_word(reader, "row");
        bool column =
            !row && (read_address_word(reader, "col") || read_address_word(reader, "column"));
        enum tensor_axis axis = row != columns ? AXIS_ROW : AXIS_COLUMN;

        more = row || column;
        if (more && present[axis]) {
            return failure_set(reader->failure, "%s is given twice", row ? "row" : "col");
        }
        if (more && !take_axis(reader, shape, axis, row ? "row" : "col", &where->at[axis])) {
            return false;
        }
        present[axis] |= more;
    }
    if (present[AXIS_COLUMN] && !present[AXIS_ROW]) {
        return failure_set(reader->failure, "say which %s too", columns ? "col" : "row");
    }
    return true;
}

static bool take_term(struct address_reader *reader, struct place_in *place) {
    if (!read_address_word(reader, "term")) {
        return true;
    }
    if (place->grain != GRAIN_CELL) {
        return failure_set(reader->failure, "a term is one of a cell: say which row and col");
    }
    place->grain = GRAIN_TERM;
    return read_position(reader, "term", count_terms(reader->definition, place), NULL,
                         &place->term);
}

/* Reads what follows the operation. */
static bool read_inside(struct address_reader *reader, bool columns, struct place_in *place) {
    const struct shape *shape = operation_shape(reader->definition, place->operation);
    struct place where = {{0}};
    bool present[AXIS_COUNT] = {false};
    if (is_whole_operation(reader->definition, place->operation)) {
        return failure_set(reader->failure, "%s only moves numbers, and is one step",
                           operation_name(reader->definition, place->operation));
    }
    if (!read_stack(reader, shape, &where) ||
        !read_matrix_place(reader, shape, columns, &where, present)) {
        return false;
    }
    if (!present[AXIS_ROW]) {
        return failure_set(reader->failure, "row or col is wanted before %s",
                           *reader->at ? reader->at : "the end");
    }
    place->grain = present[AXIS_COLUMN] ? GRAIN_CELL : GRAIN_ROW;
    place->column = where.at[AXIS_COLUMN];
    where.at[AXIS_COLUMN] = 0;
    place->row = tensor_index(shape, &where) / shape_columns(shape);
    if (!take_term(reader, place)) {
        return false;
    }
    skip_address_blanks(reader);
    return *reader->at == '\0' ||
           failure_set(reader->failure,
                       "%s is too much: an address ends with its term, and reads "
                       "NAME operation row i col j term t",
                       reader->at);
}

/* True when the next word is one that follows an operation. */
static bool at_keyword(const struct address_reader *reader) {
    static const char *const words[] = {"batch", "head", "row", "col", "column", "term"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct address_reader ahead = *reader;

        if (read_address_word(&ahead, words[i])) {
            return true;
        }
    }
    return false;
}

bool replay_parse(const struct definition *definition, const char *text, bool columns,
                  struct place_in *place, struct failure *failure) {
    struct address_reader reader = {definition, text, failure};
    struct place_in read = {.grain = GRAIN_OPERATION};
    skip_address_blanks(&reader);
    if (*reader.at == '\0') {
        *place = (struct place_in){.grain = GRAIN_DEFINITION};
        return true;
    }
    if (definition->operation_count > 0 && at_keyword(&reader)) {
        read.operation = definition->operation_count - 1;
    } else if (!read_operation(&reader, &read.operation)) {
        return false;
    }
    skip_address_blanks(&reader);
    if (*reader.at != '\0' && !read_inside(&reader, columns, &read)) {
        return false;
    }
    *place = read;
    return true;
}
