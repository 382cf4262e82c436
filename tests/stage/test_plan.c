/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/alone.h"
#include "stage/boxes.h"
#include "stage/plan.h"
#include "stage/present.h"

#include "base/failure.h"
#include "base/heap.h"
#include "base/text.h"
#include "commands/desk.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t sizes[][2] = {{24, 80}, {30, 100}, {36, 120}, {45, 160}, {50, 200}};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* --- panes ------------------------------------------------------------------------------------ */

static bool overlap(struct box a, struct box b) {
    return a.row < b.row + b.rows && b.row < a.row + a.rows && a.column < b.column + b.columns &&
           b.column < a.column + a.columns;
}

static void assert_box(struct box box, size_t rows, size_t columns) {
    ck_assert_uint_eq(box.rows, rows);
    ck_assert_uint_eq(box.columns, columns);
}

START_TEST(panes_of_the_table) {
    struct panes panes = panes_make(24, 80, 0);
    ck_assert(!panes.side);
    assert_box(panes.stage, 13, 78);
    assert_box(panes.words, 8, 78);
    ck_assert_uint_eq(panes.ladder.rows, 0);
    panes = panes_make(30, 100, 0);
    assert_box(panes.stage, 15, 98);
    assert_box(panes.words, 12, 98);
    panes = panes_make(36, 120, 0);
    ck_assert(panes.side);
    assert_box(panes.words, 34, 44);
    assert_box(panes.stage, 27, 72);
    assert_box(panes.ladder, 6, 72);
    panes = panes_make(45, 160, 0);
    assert_box(panes.words, 43, 50);
    assert_box(panes.stage, 33, 106);
    assert_box(panes.ladder, 9, 106);
    panes = panes_make(50, 200, 0);
    assert_box(panes.words, 48, 56);
    assert_box(panes.stage, 36, 140);
    assert_box(panes.ladder, 11, 140);
}
END_TEST

START_TEST(panes_lie_on_the_screen_beside_each_other) {
    for (size_t rows = 10; rows <= 90; rows++) {
        for (size_t columns = 40; columns <= 320; columns++) {
            struct panes panes = panes_make(rows, columns, 0);
            const struct box title = {0, 0, 1, columns}, keys = {rows - 1, 0, 1, columns};
            const struct box boxes[] = {title,       keys,       panes.words,
                                        panes.stage, panes.rule, panes.ladder};
            for (size_t i = 0; i < sizeof boxes / sizeof boxes[0]; i++) {
                ck_assert_uint_le(boxes[i].row + boxes[i].rows, rows);
                ck_assert_uint_le(boxes[i].column + boxes[i].columns, columns);
                for (size_t k = 0; k < i; k++) {
                    ck_assert(!overlap(boxes[i], boxes[k]));
                }
            }
        }
    }
}
END_TEST

/* What a page does not use of the stage belongs to the words below it. */
START_TEST(a_lower_stage_leaves_rows_to_the_words) {
    struct panes panes = panes_make(24, 80, 9);
    assert_box(panes.stage, 9, 78);
    assert_box(panes.words, 12, 78);
    ck_assert_uint_eq(panes.words.row, panes.rule.row + 1);
}
END_TEST

/* --- a lesson written by hand ----------------------------------------------------------------- */

enum { VALUES = 16, STOPS = 8 };

/* Lesson 1 in small: three words, three products, scores, weights, output; a page a step. */
struct hand {
    struct cast cast;
    struct cast_value values[VALUES];
    struct cast_stop stops[STOPS];
    unsigned short needs[VALUES * STOPS];
    struct cast_size sizes[VALUES * STOPS];
};

static int add(struct hand *lesson, const char *name, size_t rows, size_t columns) {
    struct cast_value *value = &lesson->values[lesson->cast.count];
    static const struct cast_value none = {.first_stop = 0,
                                           .size.matrices = 1,
                                           .number = 3,
                                           .decimals = 1,
                                           .transposed = CAST_NONE,
                                           .left = CAST_NONE,
                                           .right = CAST_NONE};
    *value = none;
    value->name = (char *)(uintptr_t)name;
    value->size.rows = rows;
    value->size.columns = columns;
    value->lone = rows * columns == 1;
    if (rows == 3) {
        value->size.row_label = 5;
        value->row_names = 1;
    }
    return (int)lesson->cast.count++;
}

static int from(struct hand *lesson, int value, int operand) {
    struct cast_value *user = &lesson->values[value];
    user->operands[user->operand_count++] = operand;
    return value;
}

static int product(struct hand *lesson, const char *name, int left, int right) {
    int value =
        add(lesson, name, lesson->values[left].size.rows, lesson->values[right].size.columns);
    from(lesson, from(lesson, value, left), right);
    lesson->values[value].left = left;
    lesson->values[value].right = right;
    return value;
}

static void need(struct hand *lesson, size_t stop, int value, unsigned reasons) {
    lesson->needs[stop * VALUES + (size_t)value] |= (unsigned short)reasons;
}

/* Each stop, a page of its own, is about one value more, and names the one before and X. */
static void lesson_one(struct hand *lesson) {
    *lesson = (struct hand){0};
    int x = add(lesson, "X", 3, 4);
    int w_q = add(lesson, "W_q", 4, 4), w_k = add(lesson, "W_k", 4, 4);
    int w_v = add(lesson, "W_v", 4, 4);
    int q = product(lesson, "Q", x, w_q), k = product(lesson, "K", x, w_k);
    int v = product(lesson, "V", x, w_v);
    int transposed = from(lesson, add(lesson, "K.T", 4, 3), k);
    lesson->values[transposed].transposed = k;
    int scores = product(lesson, "scores", q, transposed);
    int d_k = from(lesson, add(lesson, "d_k", 1, 1), q);
    int scaled = from(lesson, from(lesson, add(lesson, "scaled", 3, 3), scores), d_k);
    int weights = from(lesson, add(lesson, "weights", 3, 3), scaled);
    int output = product(lesson, "output", weights, v);
    lesson->values[weights].weights = true;
    lesson->values[weights].number = 4;
    const int focus[STOPS] = {x, q, k, v, scores, scaled, weights, output};
    lesson->cast.values = lesson->values;
    lesson->cast.room = VALUES;
    lesson->cast.stops = lesson->cast.pages = STOPS;
    lesson->cast.at_stop = lesson->stops;
    lesson->cast.needs = lesson->needs;
    lesson->cast.sizes = lesson->sizes;
    for (size_t stop = 0; stop < STOPS; stop++) {
        const struct cast_value *value = &lesson->values[focus[stop]];
        lesson->stops[stop].page = stop;
        need(lesson, stop, focus[stop], NEED_FOCUS);
        need(lesson, stop, focus[stop - (stop > 0)], NEED_NAMED);
        need(lesson, stop, x, NEED_NAMED);
        for (size_t i = 0; i < value->operand_count; i++) {
            need(lesson, stop, value->operands[i], NEED_OPERAND);
        }
    }
}

static void lesson_of_one_stop(struct hand *lesson) {
    lesson->cast.values = lesson->values;
    lesson->cast.room = VALUES;
    lesson->cast.stops = lesson->cast.pages = 1;
    lesson->cast.at_stop = lesson->stops;
    lesson->cast.needs = lesson->needs;
    lesson->cast.sizes = lesson->sizes;
}

static struct plan *plan_of(const struct cast *cast, size_t stop, const size_t size[2]) {
    struct failure failure = {0};
    struct cast *here = present_on(cast, cast->at_stop[stop].page, NULL);
    ck_assert_ptr_nonnull(here);
    struct plan_request request = {.cast = here, .stop = stop, .size = {size[0], size[1]}};
    struct plan *plan = plan_make(&request, &failure);
    ck_assert_ptr_nonnull(plan);
    cast_free(here);
    return plan;
}

/* The place of NAME at some stop. */
static const struct place_on_stage *place_named(const struct cast *cast, const struct plan *plan,
                                                const char *name) {
    const struct place_on_stage *place = NULL;
    for (size_t at = 0; at < plan->stops && place == NULL; at++) {
        place = plan_numbers(plan, plan->first_stop + at, cast_find(cast, name));
    }
    ck_assert_msg(place != NULL, "%s has no place", name);
    return place;
}

/* Beside the words with cells of two lines; where there is room, with closing lines. */
START_TEST(a_small_lesson_has_all_its_numbers) {
    struct hand lesson;
    lesson_one(&lesson);
    for (size_t i = 0; i < SIZES * STOPS; i++) {
        struct plan *plan = plan_of(&lesson.cast, i % STOPS, sizes[i / STOPS]);
        const struct place_on_stage *place;
        for (size_t k = 0; (place = plan_place(plan, i % STOPS, k)) != NULL; k++) {
            ck_assert(!plan->panes.side || place->form == FORM_LINE || place->cell_lines > 1);
            ck_assert(i / STOPS + 1 < SIZES || place->cell_lines % 2 == 1 || place->closing == 1 ||
                      place->form == FORM_LINE);
        }
        for (int value = 0; value < (int)lesson.cast.count; value++) {
            bool needed = (cast_need(&lesson.cast, i % STOPS, (size_t)value) & NEED_NUMBERS) != 0;
            ck_assert(!needed || plan_numbers(plan, i % STOPS, value) != NULL);
        }
        plan_free(plan);
    }
}
END_TEST

/* A page keeps no room for what a value becomes on another. */
START_TEST(a_value_has_the_room_that_its_page_needs) {
    struct hand lesson;
    lesson_one(&lesson);
    lesson.values[0].size.rows = 7;
    lesson.sizes[0] = (struct cast_size){1, 3, 4, 5, 0};
    struct plan *small = plan_of(&lesson.cast, 0, sizes[0]);
    struct plan *large = plan_of(&lesson.cast, 1, sizes[0]);
    ck_assert_uint_eq(plan_numbers(small, 0, 0)->rows, 3);
    ck_assert_uint_eq(plan_numbers(large, 1, 0)->rows, 7);
    plan_free(small);
    plan_free(large);
}
END_TEST

/* What was needed at stops 0 and 1 is not at 2 and 3: there others have its place, so that all
 * cells are larger than on a stage for all at once, unless these have two lines there. */
START_TEST(a_place_goes_to_others_when_it_is_needed_no_more) {
    for (size_t i = 0; i < SIZES; i++) {
        size_t lines[2];
        for (size_t k = 0; k < 2; k++) {
            struct hand lesson = {0};
            int values[4];
            for (size_t v = 0; v < 4; v++) {
                values[v] = add(&lesson, (const char *const[]){"A", "B", "C", "D"}[v], 6, 6);
            }
            lesson_of_one_stop(&lesson);
            lesson.cast.stops = 4;
            for (size_t stop = 0; stop < 4; stop++) {
                need(&lesson, stop, values[stop], NEED_FOCUS);
                need(&lesson, stop, values[stop / 2 * 2], NEED_NAMED);
                need(&lesson, stop, values[0], k == 0 ? 0 : NEED_NAMED);
                need(&lesson, 3, values[stop], k == 0 ? 0 : NEED_NAMED);
            }
            struct plan *plan = plan_of(&lesson.cast, 0, sizes[i]);
            const struct place_on_stage *first = plan_numbers(plan, 0, values[0]);
            const struct place_on_stage *other = plan_numbers(plan, 2, values[2]);
            ck_assert_ptr_nonnull(first);
            ck_assert_ptr_nonnull(other);
            bool shared =
                first->box.row == other->box.row && first->box.column == other->box.column;
            ck_assert(k > 0 || shared || first->cell_lines > 1);
            lines[k] = first->cell_lines;
            plan_free(plan);
        }
        ck_assert_uint_ge(lines[0], lines[1]);
    }
}
END_TEST

/* A small matrix has its place from the start of the page to its end. */
START_TEST(what_a_page_needs_has_its_place_all_through) {
    for (size_t i = 0; i < SIZES; i++) {
        struct hand lesson = {0};
        int a = add(&lesson, "A", 2, 2), b = from(&lesson, add(&lesson, "B", 2, 2), a);
        int last = add(&lesson, "C", 2, 2);
        lesson_of_one_stop(&lesson);
        lesson.cast.stops = 4;
        need(&lesson, 1, b, NEED_FOCUS);
        need(&lesson, 2, a, NEED_FOCUS);
        need(&lesson, 3, last, NEED_FOCUS);
        struct plan *plan = plan_of(&lesson.cast, 0, sizes[i]);
        for (size_t stop = 0; stop < 4; stop++) {
            ck_assert_ptr_nonnull(plan_numbers(plan, stop, a));
            ck_assert_ptr_nonnull(plan_numbers(plan, stop, b));
            ck_assert_ptr_nonnull(plan_numbers(plan, stop, last));
        }
        plan_free(plan);
    }
}
END_TEST

/* In an exercise what can do without numbers has them, too, and what the selected value is made
 * from, where no number is cut for it. */
START_TEST(what_helps_gets_its_place) {
    for (size_t i = 0; i < SIZES; i++) {
        struct hand lesson = {0};
        int a = add(&lesson, "A", 2, 2), b = from(&lesson, add(&lesson, "B", 2, 2), a);
        int way = from(&lesson, add(&lesson, "C", 2, 2), b);
        lesson_of_one_stop(&lesson);
        lesson.stops[0].exercise = true;
        need(&lesson, 0, a, NEED_KNOWN);
        need(&lesson, 0, b, NEED_FOCUS);
        need(&lesson, 0, way, NEED_WAY);
        struct plan *plan = plan_of(&lesson.cast, 0, sizes[i]);
        for (int value = a; value <= way; value++) {
            const char *name = lesson.values[value].name;
            const struct place_on_stage *place = place_named(&lesson.cast, plan, name);
            ck_assert_int_eq(place->form, FORM_NUMBERS);
            ck_assert_uint_gt(place->cell_columns, lesson.values[value].own);
        }
        plan_free(plan);
    }
}
END_TEST

/* Beside the words matrices do not touch below each other, also beside one that is taller. */
START_TEST(matrices_below_each_other_are_parted) {
    size_t below = 0;
    for (size_t i = 0; i < SIZES; i++) {
        struct hand lesson = {0};
        int values[] = {add(&lesson, "T", 5, 2), add(&lesson, "A", 2, 5), add(&lesson, "B", 2, 5)};
        lesson_of_one_stop(&lesson);
        for (size_t k = 0; k < 3; k++) {
            need(&lesson, 0, values[k], NEED_FOCUS);
        }
        struct plan *plan = plan_of(&lesson.cast, 0, sizes[i]);
        for (size_t k = 0; k < 9 && plan->panes.side; k++) {
            struct box a = place_outline(plan_numbers(plan, 0, values[k / 3]));
            struct box b = place_outline(plan_numbers(plan, 0, values[k % 3]));
            bool over = a.column < b.column + b.columns && b.column < a.column + a.columns;
            bool under = b.row >= a.row + a.rows && over;
            ck_assert(!under || b.row > a.row + a.rows);
            below += under;
        }
        plan_free(plan);
    }
    ck_assert_uint_gt(below, 0);
}
END_TEST

START_TEST(the_right_operand_is_above_its_result) {
    struct hand lesson;
    lesson_one(&lesson);
    struct plan *plan = plan_of(&lesson.cast, 1, sizes[2]);
    const struct place_on_stage *q = place_named(&lesson.cast, plan, "Q");
    const struct place_on_stage *w_q = place_named(&lesson.cast, plan, "W_q");
    const struct place_on_stage *x = place_named(&lesson.cast, plan, "X");
    ck_assert_uint_eq(w_q->box.row + w_q->box.rows, q->box.row);
    ck_assert_uint_eq(w_q->box.column, q->box.column);
    ck_assert_uint_eq(w_q->cell_columns, q->cell_columns);
    ck_assert_uint_eq(x->box.row, q->box.row);
    ck_assert(x->gutter > 0 && q->gutter == 0);
    plan_free(plan);
}
END_TEST

/* Where all is on one shelf, a product with K.T above it has Q at its left, not K or V. */
START_TEST(the_left_operand_is_beside_its_result) {
    struct hand lesson;
    lesson_one(&lesson);
    lesson.stops[4].stepped = true;
    need(&lesson, 4, cast_find(&lesson.cast, "K"), NEED_NAMED);
    need(&lesson, 4, cast_find(&lesson.cast, "V"), NEED_NAMED);
    struct plan *plan = plan_of(&lesson.cast, 4, sizes[SIZES - 1]);
    const struct box *q = &place_named(&lesson.cast, plan, "Q")->box;
    const struct place_on_stage *scores = place_named(&lesson.cast, plan, "scores");
    const struct box *keys = &place_named(&lesson.cast, plan, "K.T")->box;
    ck_assert_uint_eq(keys->row + keys->rows, scores->box.row);
    ck_assert_uint_eq(q->row, scores->box.row);
    ck_assert_uint_eq(q->column + q->columns + 2 + scores->gutter, scores->box.column);
    plan_free(plan);
}
END_TEST

/* In cells of two lines both would fit only side by side, where no label can be read. */
START_TEST(labels_can_be_read_before_cells_have_more_lines) {
    struct hand lesson = {0};
    int words = add(&lesson, "words", 8, 8), x = add(&lesson, "X", 8, 8);
    from(&lesson, x, words);
    for (int i = words; i <= x; i++) {
        lesson.values[i].size.row_label = lesson.values[i].size.column_label = 7;
        lesson.values[i].number = 2;
        need(&lesson, 0, i, NEED_FOCUS);
    }
    lesson_of_one_stop(&lesson);
    struct plan *plan = plan_of(&lesson.cast, 0, sizes[2]);
    ck_assert_uint_ge(place_named(&lesson.cast, plan, "words")->cell_columns, 8);
    ck_assert_uint_ge(place_named(&lesson.cast, plan, "X")->cell_columns, 8);
    ck_assert_uint_ge(place_named(&lesson.cast, plan, "X")->gutter, 8);
    plan_free(plan);
}
END_TEST

/* On the line of the column labels a name that is longer than row labels has room before them. */
START_TEST(a_name_hides_no_label_where_there_is_room) {
    struct hand lesson = {0};
    int value = add(&lesson, "contributions", 12, 2);
    lesson.values[value].size.column_label = 4;
    need(&lesson, 0, value, NEED_FOCUS);
    lesson_of_one_stop(&lesson);
    struct plan *plan = plan_of(&lesson.cast, 0, sizes[0]);
    const struct place_on_stage *place = place_named(&lesson.cast, plan, "contributions");
    ck_assert_uint_eq(place->heads, 1);
    ck_assert_uint_ge(place->gutter + place->cell_columns, strlen("contributions ") + 4);
    plan_free(plan);
}
END_TEST

/* Of a large value only a part is shown: its size has a line beside the name. */
START_TEST(a_large_value_has_a_line_for_its_size) {
    static const char *const names[] = {"Q", "K", "V", "S"};
    struct hand lesson = {0};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        int value = add(&lesson, names[i], 100, 100);
        need(&lesson, 0, value, NEED_FOCUS);
    }
    lesson_of_one_stop(&lesson);
    for (size_t i = 0; i < SIZES; i++) {
        struct plan *plan = plan_of(&lesson.cast, 0, sizes[i]);
        for (int value = 0; value < (int)lesson.cast.count; value++) {
            const struct place_on_stage *place = plan_numbers(plan, 0, value);
            ck_assert(place == NULL || place->heads == 2);
        }
        plan_free(plan);
    }
}
END_TEST

START_TEST(all_stops_of_a_page_have_the_same_plan) {
    struct hand lesson;
    lesson_one(&lesson);
    for (size_t stop = 0; stop < STOPS; stop++) {
        lesson.stops[stop].page = 0;
    }
    lesson.cast.pages = 1;
    for (size_t i = 0; i < SIZES * STOPS; i++) {
        struct plan *plan = plan_of(&lesson.cast, i % STOPS, sizes[i / STOPS]);
        struct plan *first = plan_of(&lesson.cast, 0, sizes[i / STOPS]);
        ck_assert_uint_eq(first->stops, STOPS);
        ck_assert_uint_eq(plan->stops, STOPS);
        ck_assert(memcmp(first->at_stop, plan->at_stop, STOPS * sizeof *plan->at_stop) == 0);
        plan_free(first);
        plan_free(plan);
    }
}
END_TEST

/* --- all lessons ------------------------------------------------------------------------------ */

/* A closing line may be missing only where cells have two lines. */
static void check_closing(const char *name, const struct place_on_stage *place) {
    bool cells = place->form == FORM_NUMBERS || place->form == FORM_WINDOW;
    bool even = cells && place->cell_lines % 2 == 0;
    ck_assert_msg(even ? place->closing == 1 || place->cell_lines == 2 : place->closing == 0,
                  "%s: %zu lines a cell, %zu closing", name, place->cell_lines, place->closing);
}

/* NUMBER places with their gutters: inside ROWS × COLUMNS, beside each other. */
static void check_apart(const struct cast *cast, const struct place_on_stage *const *places,
                        size_t count, const struct box *stage) {
    for (size_t i = 0; i < count; i++) {
        const char *name = cast->values[places[i]->value].name;
        struct box box = places[i]->box;
        check_closing(name, places[i]);
        ck_assert_msg(box.column >= places[i]->gutter, "%s", name);
        box.column -= places[i]->gutter;
        box.columns += places[i]->gutter;
        ck_assert_msg(box.rows > 0 && box.columns > 0, "%s", name);
        ck_assert_msg(box.row + box.rows <= stage->rows, "%s: %zu + %zu of %zu rows", name, box.row,
                      box.rows, stage->rows);
        ck_assert_msg(box.column + box.columns <= stage->columns, "%s: %zu + %zu of %zu columns",
                      name, box.column, box.columns, stage->columns);
        for (size_t k = 0; k < i; k++) {
            struct box other = places[k]->box;
            other.column -= places[k]->gutter;
            other.columns += places[k]->gutter;
            ck_assert_msg(!overlap(box, other), "%s, %s", name,
                          cast->values[places[k]->value].name);
        }
    }
}

/* SOURCE is neither below RESULT nor at the right of it. */
static bool is_before(const struct place_on_stage *source, const struct place_on_stage *result) {
    struct box from = source->box, to = result->box;
    return from.row < to.row + to.rows &&
           (from.row + from.rows <= to.row || from.column < to.column + to.columns);
}

/* What is on the stage at STOP. */
static void check_stop(const struct cast *cast, const struct plan *plan, size_t stop) {
    const struct place_on_stage *places[PLAN_PLACES], *place;
    size_t count = 0;
    while ((place = plan_place(plan, stop, count)) != NULL) {
        const struct cast_value *value = &cast->values[place->value];
        places[count++] = place;
        for (size_t k = 0; k < value->operand_count; k++) {
            const struct place_on_stage *source = plan_numbers(plan, stop, value->operands[k]);
            /* A single number is where there is room for it, K.T above what is made from it. */
            ck_assert_msg(source == NULL || place->form == FORM_LINE || value->picture ||
                              value->transposed != CAST_NONE || is_before(source, place),
                          "stop %zu, %zux%zu: %s before %s", stop, plan->size[1], plan->size[0],
                          cast->values[value->operands[k]].name, value->name);
        }
    }
    check_apart(cast, places, count, &plan->panes.stage);
}

/* True when a value is shown at STOP and at the one before, elsewhere. */
static bool moves(const struct cast *cast, const struct plan *plan, size_t stop) {
    for (int i = 0; i < (int)cast->count; i++) {
        const struct place_on_stage *before = plan_numbers(plan, stop - 1, i);
        const struct place_on_stage *now = plan_numbers(plan, stop, i);
        if (before != NULL && now != NULL &&
            (before->box.row != now->box.row || before->box.column != now->box.column)) {
            return true;
        }
    }
    return false;
}

/* Matrices that STOP needs have cells of one height; what found room at last only has the least. */
static void check_heights(const struct cast *cast, const struct plan *plan, size_t stop) {
    const struct place_on_stage *first = NULL;
    for (int i = 0; i < (int)cast->count; i++) {
        bool needed = (cast_need(cast, stop, (size_t)i) & NEED_NUMBERS) != 0;
        const struct place_on_stage *place = needed ? plan_numbers(plan, stop, i) : NULL;
        if (place != NULL && place->form == FORM_NUMBERS) {
            first = first == NULL || first->cell_lines == 1 ? place : first;
            ck_assert_msg(place->cell_lines == first->cell_lines || place->cell_lines == 1,
                          "stop %zu: %s: %zu, %s: %zu", stop, cast->values[i].name,
                          place->cell_lines, cast->values[first->value].name, first->cell_lines);
        }
    }
}

/* Beside the words nothing moves. */
static void check_plan(const struct cast *cast, const struct plan *plan) {
    for (size_t stop = plan->first_stop; stop < plan->first_stop + plan->stops; stop++) {
        check_stop(cast, plan, stop);
        check_heights(cast, plan, stop);
        ck_assert(!plan->panes.side || stop == plan->first_stop || !moves(cast, plan, stop));
    }
}

static void check_lesson(const struct cast *cast, const size_t size[2]) {
    const char *print = getenv("QKV_BOXES");
    for (size_t stop = 0; stop < cast->stops;) {
        struct plan *plan = plan_of(cast, stop, size);
        ck_assert_uint_eq(plan->first_stop, stop);
        check_plan(cast, plan);
        for (size_t i = 0; i < plan->stops && print != NULL; i++) {
            struct text out = {0};
            boxes_print(cast, plan, plan->first_stop + i, &out);
            printf("stop %zu\n%s", plan->first_stop + i, text_string(&out));
            text_release(&out);
        }
        stop += plan->stops;
        plan_free(plan);
    }
}

static bool is_matrix(const void *unused, const struct cast_value *value) {
    (void)unused;
    return !value->words && !value->picture && value->transposed == CAST_NONE;
}

/* The plan of the whole lesson has no value twice. */
static void check_whole(const struct cast *cast, const size_t size[2]) {
    const struct place_on_stage *places[64];
    struct failure failure = {0};
    struct plan_request request = {
        .cast = cast, .size = {size[0], size[1]}, .here = is_matrix, .view = PLAN_WHOLE};
    struct plan *plan = plan_make(&request, &failure);
    ck_assert_ptr_nonnull(plan);
    const struct plan_stop *all = plan->at_stop;
    for (size_t i = 0; i < all->count; i++) {
        places[i] = &all->places[i];
    }
    check_apart(cast, places, all->count, &plan->panes.stage);
    for (int i = 0; i < (int)cast->count; i++) {
        size_t found = 0;
        for (size_t k = 0; k < all->count; k++) {
            found += i == all->places[k].value;
        }
        ck_assert_msg(found <= is_matrix(NULL, &cast->values[i]), "%s: %zu", cast->values[i].name,
                      found);
    }
    plan_free(plan);
}

START_TEST(every_lesson_at_every_size) {
    struct desk desk;
    for (int i = 0; i < desk_walked(); i++) {
        desk_open_lesson(&desk, desk_lesson(i));
        struct cast *cast = cast_make(&desk.session, &desk.failure);
        ck_assert_ptr_nonnull(cast);
        for (size_t k = 0; k < SIZES; k++) {
            check_lesson(cast, sizes[k]);
            check_whole(cast, sizes[k]);
        }
        cast_free(cast);
        desk_close(&desk);
    }
}
END_TEST

/* On the first page of lesson 11 at 80×24 no label and no number is cut for the sake of an operand
 * above its product. */
START_TEST(labels_and_numbers_are_whole_rather_than_operands_above) {
    struct desk desk;
    desk_open_lesson(&desk, "11-multi-head.md");
    struct cast *cast = cast_make(&desk.session, &desk.failure);
    ck_assert_ptr_nonnull(cast);
    struct plan *plan = plan_of(cast, 0, sizes[0]);
    for (size_t i = 0; i < plan->stops * PLAN_PLACES; i++) {
        const struct place_on_stage *place =
            plan_place(plan, plan->first_stop + i / PLAN_PLACES, i % PLAN_PLACES);
        if (place == NULL) {
            continue;
        }
        const struct cast_value *value = &cast->values[place->value];
        size_t label = value->lone ? 0 : value->size.column_label, cell = place->cell_columns;
        ck_assert_msg(cell > label && cell > value->own, "%s: %zu", value->name, cell);
    }
    plan_free(plan);
    cast_free(cast);
    desk_close(&desk);
}
END_TEST

/* In lesson 8 at 80×24 no matrix lacks columns. */
START_TEST(places_are_as_wide_as_their_matrices) {
    struct desk desk;
    desk_open_lesson(&desk, "08-sushi.md");
    struct cast *cast = cast_make(&desk.session, &desk.failure);
    ck_assert_ptr_nonnull(cast);
    for (size_t next = 0; next < cast->stops && cast->at_stop[next].page < 4;) {
        struct plan *plan = plan_of(cast, next, (const size_t[]){24, 80});
        next += plan->stops;
        for (size_t stop = plan->first_stop; stop < next; stop++) {
            for (int i = 0; i < (int)cast->count; i++) {
                const struct place_on_stage *place = plan_numbers(plan, stop, i);
                ck_assert_msg(place == NULL || place->columns == cast->values[i].size.columns ||
                                  place->form == FORM_PICTURE,
                              "stop %zu: %s", stop, cast->values[i].name);
            }
        }
        plan_free(plan);
    }
    cast_free(cast);
    desk_close(&desk);
}
END_TEST

START_TEST(a_plan_survives_without_memory) {
    struct hand lesson;
    struct failure failure = {0};
    lesson_one(&lesson);
    for (size_t i = 0; i < 2; i++) {
        struct plan_request request = {.cast = &lesson.cast, .size = {i == 0 ? 24 : 10, 80}};
        size_t blocks = memory_blocks();
        for (size_t count = 1; count < 20; count++) {
            memory_fail(count, false);
            plan_free(plan_make(&request, &failure));
            memory_fail(0, false);
            ck_assert_uint_eq(memory_blocks(), blocks);
        }
    }
}
END_TEST

START_TEST(any_size_has_a_plan) {
    struct hand lesson;
    lesson_one(&lesson);
    for (size_t rows = 10; rows <= 60; rows += 5) {
        for (size_t columns = 40; columns <= 220; columns += 9) {
            check_lesson(&lesson.cast, (const size_t[]){rows, columns});
        }
    }
}
END_TEST

Suite *stage_plan_suite(void);

Suite *stage_plan_suite(void) {
    Suite *suite = suite_create("stage plan");
    TCase *core = tcase_create("core");
    tcase_set_timeout(core, 60);
    tcase_add_test(core, panes_of_the_table);
    tcase_add_test(core, panes_lie_on_the_screen_beside_each_other);
    tcase_add_test(core, a_lower_stage_leaves_rows_to_the_words);
    tcase_add_test(core, a_small_lesson_has_all_its_numbers);
    tcase_add_test(core, a_value_has_the_room_that_its_page_needs);
    tcase_add_test(core, a_place_goes_to_others_when_it_is_needed_no_more);
    tcase_add_test(core, what_a_page_needs_has_its_place_all_through);
    tcase_add_test(core, what_helps_gets_its_place);
    tcase_add_test(core, matrices_below_each_other_are_parted);
    tcase_add_test(core, the_right_operand_is_above_its_result);
    tcase_add_test(core, the_left_operand_is_beside_its_result);
    tcase_add_test(core, labels_can_be_read_before_cells_have_more_lines);
    tcase_add_test(core, a_name_hides_no_label_where_there_is_room);
    tcase_add_test(core, a_large_value_has_a_line_for_its_size);
    tcase_add_test(core, all_stops_of_a_page_have_the_same_plan);
    tcase_add_test(core, every_lesson_at_every_size);
    tcase_add_test(core, labels_and_numbers_are_whole_rather_than_operands_above);
    tcase_add_test(core, places_are_as_wide_as_their_matrices);
    tcase_add_test(core, a_plan_survives_without_memory);
    tcase_add_test(core, any_size_has_a_plan);
    suite_add_tcase(suite, core);
    return suite;
}
