/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the cells of all matrices of a frame: no number is another one than the value's, and no cut
 * label reads like another word. QKV_CELLS=1 prints what is amiss. */
#include "panels/walk.h"

#include "base/number.h"
#include "base/text.h"
#include "session/outline.h"
#include "session/question.h"

#include <check.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *panels_cells_suite(void);

static const size_t sizes[][2] = {{24, 80}, {30, 100}, {36, 120}, {45, 160}, {50, 200}};
enum { SIZES = sizeof sizes / sizeof *sizes };

static struct frame at_hand, *frame = &at_hand;
static size_t wrong, without, numbers; /* of the lesson: false ones, cells without one, all */

static bool prints(void) {
    return getenv("QKV_CELLS") != NULL;
}

/* WHAT is NULL of what has no room. */
static void complain(const struct definition *definition, size_t cell, const char *text,
                     const char *what) {
    const struct session *session = &frame->desk.session;
    wrong += what != NULL;
    if (prints()) {
        fprintf(stderr, "%s, %zux%zu, page %zu, stop %zu: %s[%zu] = %.5g reads %s: %s\n",
                session->lesson->title, frame->canvas.columns, frame->canvas.rows,
                outline_page(session) + 1, session_stop(session), definition->name, cell + 1,
                definition->value->cells[cell], text, what != NULL ? what : "no room");
    }
}

/* Copies TEXT without what is drawn around a number; of "old→new" the new one. */
static void bare_number(const char *text, char out[64]) {
    static const char *const marks[] = {"▐", "▌", "!", " ", "░", "▒", "▓", "█", "+"};
    const char *arrow = strstr(text, "→");
    size_t length = 0;
    text = arrow != NULL ? arrow + strlen("→") : text;
    while (*text != '\0' && length < 60) {
        size_t skip = 0;
        for (size_t i = 0; i < sizeof marks / sizeof *marks && skip == 0; i++) {
            skip = text_starts(text, marks[i]) ? strlen(marks[i]) : 0;
        }
        if (skip == 0 && text_starts(text, "−")) {
            out[length++] = '-';
            skip = strlen("−");
        } else if (skip == 0) {
            out[length++] = *text++;
        }
        text += skip;
    }
    out[length] = '\0';
}

/* True when CELL is beyond the scale of the scene: it does not decide how the others are written.
 */
static bool is_beyond(const struct definition *definition, size_t cell) {
    int index = cast_find(frame->stage.cast, definition->name);
    struct scale scale = {0};
    if (index != CAST_NONE) {
        scale = frame->stage.scales[index].scale;
    }
    return fabs(definition->value->cells[cell]) > scale.high;
}

/* DECIMALS is what the place has used so far; -1: nothing yet. */
static void look_at_number(const struct definition *definition, size_t cell, const char *text,
                           int *decimals) {
    char bare[64];
    double value = definition->value->cells[cell], read;
    bare_number(text, bare);
    bool alone = is_beyond(definition, cell);
    if (bare[0] == '\0' || text_same(bare, "·") || text_same(bare, "…") || text_same(bare, "_") ||
        text_same(bare, "?")) {
        if (text_same(bare, "…")) {
            without++;
            complain(definition, cell, text, NULL);
        }
        return;
    }
    if (!isfinite(value) || strspn(bare, "-.0123456789e") < strlen(bare)) {
        return; /* ∞, ≈, "row unchanged" */
    }
    numbers++;
    const char *exponent = strchr(bare, 'e');
    value = fabs(value) < 1e-12 && exponent == NULL ? 0 : value;
    if (!number_parse(bare, strlen(bare), &read) && fabs(value) < 1e300) {
        complain(definition, cell, text, "no number");
    }
    if (fabs(value) >= 1e300) {
        return; /* 2e308 */
    }
    const char *point = strchr(bare, '.');
    bool zeros = point != NULL && strspn(point + 1, "0") == strlen(point + 1); /* 1.00 */
    int own = point == NULL ? 0 : (int)strspn(point + 1, "0123456789");
    double unit = pow(10, (exponent == NULL ? 0 : atof(exponent + 1)) - own);
    if (fabs(read - value) > unit * (0.5 + 1e-6)) {
        complain(definition, cell, text, "another number");
    } else if (read * value < 0 || (read == 0 && value != 0 && own == 0)) {
        complain(definition, cell, text, "another sign");
    } else if (own == 0 && exponent == NULL && fabs(value) < 100 &&
               !numbers_near(value, read, 1e-9)) {
        complain(definition, cell, text, "no whole number");
    } else if (point != NULL && !zeros && exponent == NULL && !alone && *decimals >= 0 &&
               *decimals != own) {
        complain(definition, cell, text, "other decimals than its neighbours");
    }
    *decimals = point != NULL && !zeros && exponent == NULL && !alone ? own : *decimals;
}

/* The name of the value that has PLACE. */
static const char *name_in(const struct place_on_stage *place) {
    const struct cast_value *values = frame->stage.cast->values, *value = &values[place->value];
    return value->transposed == CAST_NONE ? value->name : values[value->transposed].name;
}

/* The text from column FROM of ROW up to END, as far as the mouse finds the same there; *FOCUS:
 * some of it is reversed. Returns the column after it. */
static size_t read_cell(size_t row, size_t from, size_t end, bool *focus, struct text *text) {
    struct canvas_tag first = canvas_tag_at(&frame->found.tags, row, from), next = first;
    size_t column = from;
    while (column < end && next.owner == first.owner && next.item == first.item) {
        const struct canvas_cell *cell = canvas_cell(&frame->canvas, row, column);
        text_append(text, cell->text[0] == '\0' ? " " : cell->text);
        *focus |= cell->style == STYLE_FOCUS;
        next = canvas_tag_at(&frame->found.tags, row, ++column);
    }
    return column;
}

/* The cells of one line of PLACE; a number that is computed is not yet what it will be. */
static void look_at_cells(const struct place_on_stage *place, const struct box *line,
                          int *decimals) {
    const struct session *session = &frame->desk.session;
    size_t end = lesser(line->column + line->columns, frame->canvas.columns);
    for (size_t column = line->column; column < end;) {
        struct canvas_tag tag = canvas_tag_at(&frame->found.tags, line->row, column);
        struct text text = {0};
        bool focus = false;
        column = read_cell(line->row, column, end, &focus, &text);
        bool cell = tag.owner > 0 && tag.owner <= frame->found.notebook.count && tag.item > 0 &&
                    tag.item != CANVAS_NAME;
        const struct definition *of = cell ? frame->found.notebook.list[tag.owner - 1] : NULL;
        if (cell && text_same(of->name, name_in(place)) &&
            (!focus || session->focus.place.grain == GRAIN_DEFINITION)) {
            struct shape transposed = shape_transposed(&of->value->shape);
            size_t item = session->display.columns
                              ? shape_transposed_cell(&transposed, tag.item - 1)
                              : tag.item - 1;
            look_at_number(of, item, text_string(&text), decimals);
        }
        text_release(&text);
    }
}

/* A row label that is cut says so. */
static void look_at_label(const struct place_on_stage *place, const struct labels *labels,
                          size_t row, const struct box *line) {
    char number[32];
    struct text read = {0};
    size_t from = line->column - lesser(line->column, place->gutter);
    for (size_t column = from; column + 1 < line->column; column++) {
        const char *text = canvas_cell(&frame->canvas, line->row, column)->text;
        text_append(&read, text[0] == ' ' && read.length == 0 ? "" : text);
    }
    text_fill(number, sizeof number, "%zu", row + 1);
    const char *label = labels->names[row], *cut = "…";
    size_t retained = read.length - lesser(read.length, strlen(cut));
    bool right = read.length == 0 || text_same(text_string(&read), label) ||
                 text_same(text_string(&read), number) ||
                 (text_same(text_string(&read) + retained, cut) &&
                  strncmp(text_string(&read), label, retained) == 0);
    ck_assert_msg(right, "%s, page %zu: row %s reads %s\n%.3500s",
                  frame->desk.session.lesson->title, outline_page(&frame->desk.session) + 1, label,
                  text_string(&read), frame_draw(frame));
    text_release(&read);
}

/* The labels of the rows of PLACE, where all of them are there; NULL: they have none. */
static const struct labels *labels_of(const struct place_on_stage *place) {
    const struct cast_value *value = &frame->stage.cast->values[place->value];
    const struct definition *definition =
        notebook_find(session_notebook(&frame->desk.session), value->name);
    bool whole = definition != NULL && place->form == FORM_NUMBERS && place->gutter > 1 &&
                 !frame->desk.session.display.columns;
    return whole ? definition->value->shape.labels[AXIS_ROW] : NULL;
}

/* True when the first cell of LINE is one of the value that has PLACE: what does not take part is
 * not drawn, and a neighbour's labels may be there. */
static bool is_drawn(const struct place_on_stage *place, const struct box *line) {
    struct canvas_tag tag = canvas_tag_at(&frame->found.tags, line->row, line->column);
    return tag.owner > 0 && tag.owner <= frame->found.notebook.count &&
           text_same(frame->found.notebook.list[tag.owner - 1]->name, name_in(place));
}

static void look_at_place(const struct place_on_stage *place, const struct box *stage) {
    size_t high = greater(1, place_lines(place));
    const struct labels *labels = labels_of(place);
    int decimals = -1;
    for (size_t i = 0; i < place->box.rows; i++) {
        size_t in = i % high - lesser(i % high, place->heads), lines = place->cell_lines;
        struct box line = {stage->row + place->box.row + i, stage->column + place->box.column, 1,
                           place->box.columns};
        bool lone = place->form == FORM_LINE;
        if (lone || (i % high >= place->heads && in % lines == lines / 2)) {
            look_at_cells(place, &line, &decimals);
        }
        if (!lone && labels != NULL && i < high && i >= place->heads && in % lines == lines / 2 &&
            in / lines < labels->count && is_drawn(place, &line)) {
            look_at_label(place, labels, in / lines, &line);
        }
    }
}

static void look_at_stop(void) {
    const struct plan *plan = frame->stage.plan;
    size_t stop = stage_stop(&frame->desk.session);
    const struct place_on_stage *place;
    for (size_t i = 0; (place = plan_place(plan, stop, i)) != NULL; i++) {
        if (place->value != CAST_NONE && place->form != FORM_TILE && place->form != FORM_PICTURE) {
            look_at_place(place, &plan->panes.stage);
        }
    }
}

void cells_look(const struct walk *walk) {
    frame = walk->frame;
    look_at_stop();
    frame = &at_hand;
    ck_assert_uint_eq(wrong, 0);
}

void cells_end(const struct walk *walk) {
    if (prints()) {
        fprintf(stderr, "%s: %zu numbers, %zu cells without\n", walk->lesson, numbers, without);
    }
    ck_assert_uint_gt(numbers, 0);
    without = numbers = 0;
}

/* Cells have room for −9.99, which may be typed, only once the labels beside them can be read. */
START_TEST(labels_come_before_what_may_be_typed) {
    bool seen = false;
    frame_open_number(frame, 3, 24, 80);
    while (frame_goes_on(frame)) {
        frame_draw(frame);
        const struct quiz *quiz =
            question_quiz(&frame->desk.session, session_last(&frame->desk.session));
        if (quiz != NULL && strstr(quiz->question, "We double every number") != NULL) {
            frame_shows(frame, "points    2      0     points    0      0");
            frame_hides(frame, "po…      2");
            seen = true;
        }
    }
    frame_close(frame);
    ck_assert(seen);
}
END_TEST

/* A learner who types another sentence gets room for its words. */
START_TEST(longer_labels_get_room) {
    frame_open(frame, "# T\n## One\n```qkv\ns = \"ab cd\"\nX = tokens(s, [[61, 1], [2, 3]])\n```\n"
                      "## Two\nOf `X`.\n");
    while (frame_goes_on(frame)) {
    }
    frame_run(frame, "goto X");
    frame_tells(frame, "ab 61");
    frame_run(frame, "s = \"elephant cd\"");
    frame_tells(frame, "elephant 61");
    frame_close(frame);
}
END_TEST

/* A number that is turned reads as what it has become, or as nothing. */
START_TEST(a_turned_number_reads_as_it_is) {
    wrong = without = numbers = 0;
    frame_open_lesson(frame, "08-sushi.md");
    for (size_t size = 0; size < SIZES; size++) {
        frame_size(frame, sizes[size][0], sizes[size][1]);
        frame_run_all(frame, "goto page 3|advance|advance|goto W_q");
        frame_run(frame, "W_q[\"person\",\"person\"] = 4.1");
        frame_check(frame);
        look_at_stop();
        frame_run(frame, "undo");
    }
    ck_assert_uint_eq(wrong, 0);
    ck_assert_uint_gt(numbers, 0);
    frame_close(frame);
}
END_TEST

/* However little room there is: a training is about its numbers. */
START_TEST(trained_numbers_are_written) {
    wrong = without = numbers = 0;
    frame_open_lesson(frame, "14-learning.md");
    for (size_t size = 0; size < SIZES; size++) {
        frame_size(frame, sizes[size][0], sizes[size][1]);
        frame_run(frame, "goto stuck");
        frame_check(frame);
        look_at_stop();
    }
    ck_assert_uint_eq(wrong, 0);
    ck_assert_uint_eq(without, 0);
    ck_assert_uint_gt(numbers, 0);
    frame_close(frame);
}
END_TEST

Suite *panels_cells_suite(void) {
    Suite *suite = suite_create("panels_cells");
    TCase *core = tcase_create("core");
    tcase_set_timeout(core, 240);
    tcase_add_test(core, labels_come_before_what_may_be_typed);
    tcase_add_test(core, longer_labels_get_room);
    tcase_add_test(core, a_turned_number_reads_as_it_is);
    tcase_add_test(core, trained_numbers_are_written);
    suite_add_tcase(suite, core);
    return suite;
}
