/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/printing.h"

#include "base/number.h"
#include "canvas/axes.h"
#include "canvas/ladder.h"
#include "canvas/prose.h"
#include "canvas/scale.h"
#include "notebook/definition.h"
#include "operators/line.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { FORMULA_COLUMNS = 60, HEAT_LIMIT = 40 };

static void append_styled(const struct output *output, enum style style, const char *string) {
    if (output->paint->colour) {
        style_mark(style, output->text);
    }
    text_append(output->text, string);
    if (output->paint->colour) {
        style_mark(STYLE_PLAIN, output->text);
    }
}

/* Writes the shape as shown: in columns the last two sizes change places. */
static void write_shape(const struct session *session, const struct shape *shape,
                        struct text *out) {
    struct shape shown = session->display.columns ? shape_transposed(shape) : *shape;
    shape_write(&shown, out);
}

/* --- pictures --------------------------------------------------------------------------------- */

struct picture printing_picture(const struct session *session,
                                const struct definition *definition) {
    bool fleeting = session->moment != NULL; /* its cells are still being written */
    struct picture picture = picture_make(definition->value, fleeting);
    if (!fleeting && axes_probabilities(definition)) {
        picture.scale = scale_fixed(1, true);
    }
    picture.name = definition->name;
    picture.role = axes_role(definition);
    picture.pins = &definition->pins;
    picture.precision = session->display.precision;
    if (definition == session_focused(session) && /* or one of its operations, as large, is */
        shape_same_sizes(&view_value(session)->shape, &definition->value->shape)) {
        picture.cursor = session->view.cell;
    }
    return picture;
}

bool printing_fill(const struct session *session, const struct notebook *notebook,
                   const struct drawing_request *requested, struct drawing *drawing,
                   struct failure *failure) {
    *drawing = (struct drawing){.request = requested, .sweep = session->view.last.swept};
    for (size_t i = 0; i < requested->count && drawing->count < DRAWING_VALUES; i++) {
        char name[DRAWING_NAME]; /* of "A[1,2]" the value */
        text_fill(name, sizeof name, "%.*s", (int)drawing_named(requested, i), requested->names[i]);
        const struct definition *definition = notebook_find(notebook, name);
        if (definition != NULL) {
            drawing->values[drawing->count++] = printing_picture(session, definition);
        }
    }
    return requested->kind != NULL && drawing->count > 0 && drawing_fits(drawing, failure);
}

/* Prints VIEW, whose values are as stored, as the session shows them. */
static void print_view(struct session *session, struct picture view) {
    struct output output = session_output(session);
    struct tensor *shown = session_shown(session, view.value);
    struct tensor *before = view.before == NULL ? NULL : session_shown(session, view.before);
    view.value = shown;
    view.before = before;
    view.turned = session->display.columns;
    view.precision = session->display.precision;
    view.indent = 2;
    if (shown != NULL) {
        (session->display.describe ? matrix_describe : matrix_print)(&view, &output);
    }
    tensor_release(shown);
    tensor_release(before);
}

void printing_value(struct session *session, const struct tensor *value,
                    const struct tensor *before, const struct definition *definition,
                    size_t limit) {
    struct picture view = picture_plain(NULL, value);
    view.before = before;
    view.limit = limit;
    if (definition != NULL) {
        view.name = definition->name;
        view.pins = &definition->pins;
    }
    print_view(session, view);
}

void printing_formula(const struct session *session, const struct definition *definition,
                      struct text *out) {
    size_t start = out->length, cells = shape_cells(&definition->value->shape);
    bool many = cells > FORMULA_COLUMNS / strlen("0, "); /* too long, which needs no writing */
    bool named = definition->leaf && definition->tree->root->axes > 0 && many;
    if (!named) {
        session_formula(session, definition, out);
    }
    if (named || (definition->leaf && canvas_columns(text_string(out) + start) > FORMULA_COLUMNS)) {
        text_truncate(out, start);
        text_append(out, definition->name);
    }
}

void printing_operation(const struct session *session, const struct definition *definition,
                        size_t operation, struct text *out) {
    struct node *node = (struct node *)(uintptr_t)definition->operations[operation].node;
    struct tree part = {.references = 1, .root = node, .text = ""};
    text_format(out, "%s, operation %zu of %zu: ", definition->name, operation + 1,
                definition->operation_count);
    session_write(session, &part, false, out);
}

/* Prints the formula and what follows it on its line; a line that is too long is broken at its
 * blanks. */
static void print_formula(const struct session *session, const struct output *output,
                          const struct definition *definition, const char *behind) {
    struct text formula = {0};
    printing_formula(session, definition, &formula);
    size_t columns = canvas_columns(text_string(&formula)) + canvas_columns(behind);
    if (columns <= output->width) {
        append_styled(output, STYLE_FORMULA, text_string(&formula));
        text_format(output->text, "%s\n", behind);
    } else {
        struct flow flow = flow_into(output, "", 4);
        flow_add(&flow, text_string(&formula), STYLE_FORMULA);
        flow_words(flow, behind, STYLE_PLAIN);
    }
    text_release_into(&formula, output->text);
}

void printing_heading(const struct session *session, const struct output *output,
                      const struct definition *definition) {
    struct text behind = {0};
    if (definition_is_operator(definition)) { /* line by line, as it is written */
        struct text formula = {0};
        session_formula(session, definition, &formula);
        append_styled(output, STYLE_FORMULA, text_string(&formula));
        text_append(output->text, "\n");
        text_release_into(&formula, output->text);
        return;
    }
    if (shape_is_number(&definition->value->shape)) { /* `d_k = columns(Q) = 4` */
        if (definition->tree->root->kind != NODE_NUMBER) {
            number_append_equals(definition->value->cells[0], session->display.precision, &behind);
        }
        text_append(&behind, definition->pins.count > 0 ? "   pinned" : "");
    } else {
        text_append(&behind, "   ");
        write_shape(session, &definition->value->shape, &behind);
    }
    print_formula(session, output, definition, text_string(&behind));
    text_release_into(&behind, output->text);
}

/* A pin in a row (or column) that softmax made breaks "the row adds up to 1", which is said here.
 */
static void print_broken_sums(struct session *session, const struct definition *definition) {
    const struct operation *last = definition_last(definition);
    if (definition->pins.count == 0 || last == NULL || !last->call.op->shares) {
        return;
    }
    const struct shape *shape = &definition->value->shape;
    enum each each = call_each(&last->call);
    bool columns = (each == EACH_COLUMN) != session->display.columns;
    for (size_t i = 0; i < line_count(shape, each); i++) {
        struct line line = line_at(shape, each, i);
        double sum = 0;
        for (size_t j = 0; j < line.length; j++) {
            sum += definition->value->cells[line_cell(&line, j)];
        }
        if (sum < 1 - 1e-9 || sum > 1 + 1e-9) {
            text_format(&session->out, "  A pin broke %s %zu: it adds up to %s, not 1.\n",
                        columns ? "column" : "row", i + 1,
                        number_written(sum, session->display.precision).text);
        }
    }
}

void printing_definition(struct session *session, const struct definition *definition) {
    struct output output = session_output(session);
    printing_heading(session, &output, definition);
    if (!definition_is_operator(definition) && !shape_is_number(&definition->value->shape)) {
        printing_value(session, definition->value, NULL, definition, MATRIX_LIMIT);
        print_broken_sums(session, definition);
    }
}

bool printing_explanation(struct session *session, const struct number_place *place, size_t terms,
                          struct failure *failure) {
    struct explanation explanation;
    if (!explain_cell(place->definition, place->operation, place->cell, &explanation, failure)) {
        return false;
    }
    struct ladder view = {.explanation = &explanation,
                          .precision = session->display.precision,
                          .columns = session->display.columns,
                          .terms = terms,
                          .present = SIZE_MAX,
                          .depth = session->front.paint.depth};
    struct output output = session_output(session);
    if (terms == SIZE_MAX && !session->display.describe) {
        ladder_print(&view, &output);
    } else {
        ladder_describe(&view, &session->out);
        text_append(&session->out, "\n");
    }
    explanation_release(&explanation);
    return text_ok(&session->out, failure);
}

bool printing_place(struct session *session, struct failure *failure) {
    const struct definition *definition = session_focused(session);
    const struct place_in *place = &session->focus.place;
    enum grain grain = definition == NULL ? GRAIN_DEFINITION : replay_grain(definition, place);
    struct output output = session_output(session);
    struct text line = {0};
    if (grain == GRAIN_DEFINITION) {
        if (definition != NULL) {
            printing_definition(session, definition);
        }
        return true;
    }
    const struct tensor *result = definition->operations[place->operation].result;
    size_t columns = shape_columns(&result->shape);
    if (grain == GRAIN_OPERATION) {
        printing_operation(session, definition, place->operation, &line);
        text_append(&line, "   ");
        write_shape(session, &result->shape, &line);
        append_styled(&output, STYLE_FORMULA, text_string(&line));
        text_append(&session->out, "\n");
        printing_value(session, result, NULL, NULL, MATRIX_LIMIT);
    } else if (grain == GRAIN_ROW) {
        bool last = place->operation + 1 == definition->operation_count;
        if (last && result->shape.axes == 2 && !session->display.columns) {
            text_format(&line, "%s[", definition->name);
            address_position(result->shape.labels[AXIS_ROW], place->row, &line);
            text_append(&line, ",:] =");
        } else {
            replay_address(definition, place, session->display.columns, &line);
            text_append(&line, ":");
        }
        append_styled(&output, STYLE_LABEL, text_string(&line));
        for (size_t j = 0; j < columns; j++) {
            double number = result->cells[place->row * columns + j];
            text_format(&session->out, "  %s",
                        number_written(number, session->display.precision).text);
        }
        text_append(&session->out, "\n");
    } else {
        size_t terms = place->grain == GRAIN_TERM ? place->term + 1 : SIZE_MAX - 1;
        struct number_place reached = {definition, place->operation,
                                       place->row * columns + place->column};
        return printing_explanation(session, &reached, terms, failure);
    }
    text_release_into(&line, &session->out);
    return true;
}

void printing_page(const struct session *session, const struct output *output, size_t index) {
    const struct lesson *lesson = session->lesson;
    if (index == 0) {
        append_styled(output, STYLE_TITLE, lesson->title);
        text_append(output->text, "\n\n");
    }
    bool columns = session->display.columns;
    if (index == 0 && columns != session->lesson_columns) { /* "row 1" of the text stays row 1 */
        text_format(output->text,
                    "The text speaks of words as %s; what is shown has them as %s.\n\n",
                    columns ? "rows" : "columns", columns ? "columns" : "rows");
    }
    struct text line = {0};
    text_format(&line, "Page %zu of %zu: %s", index + 1, lesson->page_count,
                lesson->pages[index].title);
    append_styled(output, STYLE_TITLE, text_string(&line));
    text_append(output->text, "\n\n");
    text_release(&line);
}

void printing_narration(const struct lesson *lesson, const struct output *output,
                        const size_t range[2]) {
    enum block_kind before = BLOCK_HEADING;
    for (size_t p = range[0]; p < range[1]; p++) {
        const struct part *part = &lesson->parts[p];
        const struct block *blocks = &lesson->document.blocks[part->block];
        size_t used;
        for (size_t i = 0; part->kind == PART_NARRATION && i < part->block_count; i += used) {
            bool list = blocks[i].kind == BLOCK_ITEM && before == BLOCK_ITEM;
            text_append(output->text, before == BLOCK_HEADING || list ? "" : "\n");
            before = blocks[i].kind;
            used = prose_print(&blocks[i], part->block_count - i, output);
        }
    }
}

void printing_changes(struct session *session, const struct notebook *before, const char *but) {
    const struct notebook *now = session_notebook(session);
    struct output output = session_output(session);
    if (session->front.drawn) {
        return;
    }
    size_t start = session->out.length;
    for (size_t i = notebook_common(before, now); i < before->count; i++) {
        if (notebook_find(now, before->list[i]->name) == NULL) {
            text_format(&session->out, "%s is gone.\n", before->list[i]->name);
        }
    }
    for (size_t i = 0; now->library != NULL && i < now->library->count; i++) {
        const struct definition *newer = now->library->list[i];
        const struct definition *old = notebook_entry(before, newer->name);
        if (old == NULL || !tree_same(old->tree->root, newer->tree->root)) {
            printing_definition(session, newer);
        }
    }
    for (size_t i = 0; i < now->count; i++) {
        const struct definition *newer = now->list[i], *old = notebook_find(before, newer->name);
        bool skipped = but != NULL && text_same(newer->name, but);
        if (!skipped && old == NULL) {
            printing_definition(session, newer);
        } else if (!skipped && definition_differs(old, newer)) {
            print_formula(session, &output, newer, "");
            printing_value(session, newer->value, old->value, newer, MATRIX_LIMIT);
            print_broken_sums(session, newer);
        }
    }
    if (session->out.length > start) {
        comparing_print_unchanged(session, before, but);
    }
}

/* --- as colours or shades --------------------------------------------------------------------- */

/* The scale is 0 … 1 for attention weights, and one for all values that `scale` names. */
void printing_heat(struct session *session) {
    const struct definition *looked = view_definition(session);
    const struct scaled *scaled = &session->view.scaled;
    struct picture view = picture_plain(looked->name, view_value(session));
    size_t operation = session->view.operation;
    bool whole = operation == SIZE_MAX, named = false, shares = false;
    struct extremes all = tensor_extremes(view.value, false);
    double bound = 0, own = fmax(0, fmax(-all.low, all.high));
    if (session->display.describe || shape_cells(&view.value->shape) == 0) {
        printing_value(session, view.value, NULL, looked, MATRIX_LIMIT);
        return;
    }
    for (size_t i = 0; i < scaled->count && whole; i++) {
        const struct definition *of = notebook_find(session_notebook(session), scaled->names[i]);
        named |= of == looked;
        shares |= of != NULL && axes_probabilities(of);
        bound = fmax(bound, of == NULL ? 0 : scale_reach(of->value));
    }
    shares =
        whole ? axes_probabilities(looked) || (named && shares) : axes_shares(looked, operation);
    view.scale = scale_fixed(named ? bound : own, shares);
    view.limit = HEAT_LIMIT;
    struct canvas line;
    canvas_init(&line, 1, session->front.width);
    size_t end = canvas_put(&line, 0, 0, whole ? looked->name : "", STYLE_FORMULA);
    legend_draw(&(struct legend){&view.scale, session->front.paint.depth, false}, &line, 0,
                end + 2);
    canvas_print(&line, &session->front.paint, &session->out);
    canvas_release(&line);
    print_view(session, view);
}
