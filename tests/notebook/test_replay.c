/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Replay: next and back undo each other at every grain, what is reached grows by a unit a step, and
 * addresses are read back. */
#include "notebook/replay.h"

#include "base/heap.h"
#include "base/text.h"
#include "notebook/notebook.h"
#include "room.h"

#include <check.h>
#include <string.h>

static struct notebook notebook;

static const char stock[] = "X = tokens(\"I am so so\", [[1, 2], [3, 4], [5, -6], [0, 1]])\n"
                            "n = 3\n"
                            "B = X\n"
                            "W = [[1, 0], [n, 1]]\n"
                            "S = X @ W @ X.T / sqrt(columns(X))\n"
                            "A = softmax(S)\n"
                            "H = heads(X, 2) @ heads(X, 2).T\n"
                            "G = normal(2, 2, 3, 2) * 2 + sum(X[1:2,:])\n"
                            "T = 2 * normal(2, 3, 2)\n"
                            "L = layernorm(X)\n"
                            "N = [[1, 2], [3, 4]]\n"
                            "R = relu(softmax(X[:,1] @ X[:,1].T, each=column))\n";

static void setup(void) {
    notebook_init(&notebook);
    room_run(&notebook, stock);
}

static void teardown(void) {
    notebook_release(&notebook);
    ck_assert_uint_eq(memory_blocks(), 0);
}

static const struct definition *find(const char *name) {
    return notebook_find(&notebook, name);
}

static bool same_place(const struct place_in *a, const struct place_in *b) {
    return a->grain == b->grain && a->operation == b->operation && a->row == b->row &&
           a->column == b->column && a->term == b->term;
}

/* Compares what is reached operation by operation, by cells and then terms. True when B reaches
 * more than A, and nothing less. */
static bool reaches_more(const struct definition *definition, const struct place_in *a,
                         const struct place_in *b) {
    bool more = false;
    for (size_t i = 0; i < definition->operation_count; i++) {
        size_t a_terms, b_terms;
        size_t a_cells = replay_reached(definition, a, i, &a_terms);
        size_t b_cells = replay_reached(definition, b, i, &b_terms);

        if (b_cells < a_cells || (b_cells == a_cells && b_terms < a_terms)) {
            return false;
        }
        more |= b_cells > a_cells || b_terms > a_terms;
    }
    return more;
}

static void assert_whole(const struct definition *definition, const struct place_in *place) {
    for (size_t i = 0; i < definition->operation_count; i++) {
        size_t terms;

        ck_assert_uint_eq(replay_reached(definition, place, i, &terms),
                          shape_cells(&definition->operations[i].result->shape));
        ck_assert_uint_eq(terms, 0);
    }
}

/* Steps through at one grain and back; returns the number of units. */
static size_t walk(const struct definition *definition, enum grain grain) {
    struct place_in place = {.grain = grain};
    size_t units = 1;
    ck_assert(!replay_back(definition, &place));
    for (struct place_in next = place; replay_next(definition, &next); place = next) {
        struct place_in back = next;

        ck_assert_int_eq((int)next.grain, (int)grain);
        ck_assert(reaches_more(definition, &place, &next));
        ck_assert(replay_back(definition, &back));
        ck_assert(same_place(&back, &place));
        units++;
    }
    assert_whole(definition, &place);
    return units;
}

START_TEST(next_and_back_are_inverse_at_every_grain) {
    for (size_t i = 0; i < notebook.count; i++) {
        size_t before = 0;

        for (int grain = GRAIN_DEFINITION; grain < GRAIN_COUNT; grain++) {
            size_t units = walk(notebook.list[i], (enum grain)grain);

            ck_assert_uint_ge(units, before);
            before = units;
        }
    }
}
END_TEST

static const struct {
    const char *name;
    size_t units[GRAIN_COUNT];
} counts[] = {
    {"n", {1, 1, 1, 1, 1}},
    {"B", {1, 1, 1, 1, 1}},
    {"N", {1, 1, 1, 1, 1}},
    /* softmax: x, max, x − max, exp, Σ, ÷ */
    {"A", {1, 1, 4, 16, 16 * 6}},
    /* @, .T (whole), @, columns (whole), sqrt, / */
    {"S", {1, 6, 4 + 1 + 4 + 1 + 1 + 4, 8 + 1 + 16 + 1 + 1 + 16, 16 + 1 + 32 + 1 + 1 + 16}},
    {"H", {1, 4, 3 + 8, 3 + 32, 3 + 32}},
};

START_TEST(units_are_counted) {
    for (int grain = GRAIN_DEFINITION; grain < GRAIN_COUNT; grain++) {
        ck_assert_msg(walk(find(counts[_i].name), (enum grain)grain) == counts[_i].units[grain],
                      "%s by %s: %zu", counts[_i].name, grain_name((enum grain)grain),
                      walk(find(counts[_i].name), (enum grain)grain));
    }
}
END_TEST

START_TEST(into_and_out) {
    const struct definition *scores = find("S");
    struct place_in place = {.grain = GRAIN_DEFINITION}, before;
    static const char *const addresses[] = {"S", "S @", "S @ row I", "S @ row I col 1",
                                            "S @ row I col 1 term 1"};
    for (int grain = GRAIN_DEFINITION; grain < GRAIN_COUNT; grain++) {
        struct text text = {0};

        replay_address(scores, &place, false, &text);
        ck_assert_str_eq(text_string(&text), addresses[grain]);
        ck_assert_int_eq((int)place.grain, grain);
        text_release(&text);
        before = place;
        ck_assert_int_eq(replay_into(scores, &place), grain < GRAIN_TERM);
        ck_assert(reaches_more(scores, &place, &before) || grain == GRAIN_TERM);
    }
    for (int grain = GRAIN_TERM; grain > GRAIN_DEFINITION; grain--) {
        ck_assert(replay_out(scores, &place));
        ck_assert_int_eq((int)place.grain, grain - 1);
    }
    ck_assert(!replay_out(scores, &place));
}
END_TEST

START_TEST(what_only_moves_has_nothing_inside) {
    const struct definition *scores = find("S");
    struct place_in place = {GRAIN_TERM, 1, 0, 0, 0};
    ck_assert_int_eq((int)replay_grain(scores, &place), GRAIN_OPERATION);
    ck_assert(!replay_into(scores, &place));
    ck_assert(replay_out(scores, &place));
    ck_assert_int_eq((int)place.grain, GRAIN_OPERATION);
    ck_assert(!replay_into(scores, &place));
    ck_assert(replay_out(scores, &place));
    ck_assert_int_eq((int)place.grain, GRAIN_DEFINITION);
    place = (struct place_in){.grain = GRAIN_DEFINITION};
    ck_assert(!replay_into(find("n"), &place));
}
END_TEST

START_TEST(reached_in_the_middle) {
    const struct definition *scores = find("S");
    struct place_in place = {GRAIN_TERM, 2, 1, 2, 0};
    size_t terms;
    ck_assert_uint_eq(replay_reached(scores, &place, 0, &terms), 8);
    ck_assert_uint_eq(replay_reached(scores, &place, 2, &terms), 6);
    ck_assert_uint_eq(terms, 1);
    ck_assert_uint_eq(replay_reached(scores, &place, 3, &terms), 0);
    place.term = 1;
    ck_assert_uint_eq(replay_reached(scores, &place, 2, &terms), 7);
    ck_assert_uint_eq(terms, 0);
    place = (struct place_in){GRAIN_ROW, 2, 1, 0, 0};
    ck_assert_uint_eq(replay_reached(scores, &place, 2, NULL), 8);
}
END_TEST

START_TEST(places_outside_count_as_the_last_inside) {
    const struct definition *scores = find("S");
    static const struct place_in places[][2] = {
        {{GRAIN_CELL, 2, 99, 0, 0}, {GRAIN_CELL, 2, 3, 3, 0}},
        {{GRAIN_CELL, 2, 1, 99, 0}, {GRAIN_CELL, 2, 1, 3, 0}},
        {{GRAIN_TERM, 2, 1, 1, 99}, {GRAIN_TERM, 2, 1, 1, 1}},
        {{GRAIN_ROW, 99, 1, 1, 99}, {GRAIN_ROW, 5, 3, 0, 0}},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct place_in outside = places[i][0], inside = places[i][1];
        bool more = replay_next(scores, &inside);

        ck_assert(replay_next(scores, &outside) == more);
        ck_assert(!more || same_place(&outside, &inside));
    }
}
END_TEST

/* --- addresses ----------------------------------------------------------------------------------
 */

static void assert_read_back(const struct definition *definition, const struct place_in *place,
                             bool columns) {
    struct text text = {0}, again = {0};
    struct failure failure = {0};
    struct place_in read;
    replay_address(definition, place, columns, &text);
    ck_assert_msg(replay_parse(definition, text_string(&text) + strlen(definition->name), columns,
                               &read, &failure),
                  "%s: %s", text_string(&text), failure.message);
    replay_address(definition, &read, columns, &again);
    ck_assert_str_eq(text_string(&again), text_string(&text));
    ck_assert_int_eq((int)read.grain, (int)replay_grain(definition, place));
    ck_assert(!reaches_more(definition, place, &read) && !reaches_more(definition, &read, place));
    text_release(&text);
    text_release(&again);
}

START_TEST(every_address_is_read_back) {
    for (size_t i = 0; i < notebook.count; i++) {
        for (int grain = GRAIN_DEFINITION; grain < GRAIN_COUNT; grain++) {
            struct place_in place = {.grain = (enum grain)grain};

            do {
                assert_read_back(notebook.list[i], &place, false);
                assert_read_back(notebook.list[i], &place, true);
            } while (replay_next(notebook.list[i], &place));
        }
    }
}
END_TEST

static const struct {
    const char *name, *typed, *rows, *columns;
} addresses[] = {
    {"S", "", "S", "S"},
    {"S", " .T ", "S .T", "S .T"},
    {"S", "@#1", "S @", "S @"},
    {"S", "@#2 row am col so#2 term 2", "S @#2 row am col \"so#2\" term 2",
     "S @#2 row \"so#2\" col am term 2"},
    {"S", "@#2 col 3 row 2", "S @#2 row am col \"so#1\"", "S @#2 row \"so#1\" col am"},
    {"S", "row 1", "S / row I", "S / col I"},
    {"H", "@ head 2 row \"I\" col am term 1", "H @ head 2 row I col am term 1",
     "H @ head 2 row am col I term 1"},
    {"G", "[ ]", "G [ ]", "G [ ]"},
    {"G", "* batch 2 head 1 row 3 col 2", "G * batch 2 head 1 row 3 col 2",
     "G * batch 2 head 1 row 2 col 3"},
};

START_TEST(address_is_understood) {
    const struct definition *definition = find(addresses[_i].name);
    struct failure failure = {0};
    struct place_in place;
    struct text rows = {0}, columns = {0};
    ck_assert_msg(replay_parse(definition, addresses[_i].typed, false, &place, &failure), "%s",
                  failure.message);
    replay_address(definition, &place, false, &rows);
    replay_address(definition, &place, true, &columns);
    ck_assert_str_eq(text_string(&rows), addresses[_i].rows);
    ck_assert_str_eq(text_string(&columns), addresses[_i].columns);
    text_release(&rows);
    text_release(&columns);
}
END_TEST

static const struct {
    const char *name, *typed, *message;
} wrong[] = {
    {"S", "softmax", "S has no operation softmax: it has @, .T, @#2, columns, sqrt and /"},
    {"S", "@#3", "S has no operation @#3"},
    {"S", "@ row 9", "there is no row 9; they go from 1 to 4"},
    {"S", "@ row 0", "there is no row 0"},
    {"S", "@ row 1.5", "there is no row 1.5"},
    {"S", "@#2 row be", "no row is called \"be\""},
    {"S", "@#2 row so", "2 rows are called \"so\""},
    {"S", "@ row 1 col I", "a number from 1 to 2 is wanted after col"},
    {"S", "@ row", "a number from 1 to 4 is wanted after row"},
    {"S", "@ col 1", "say which row too"},
    {"S", "@ row 1 row 2", "row is given twice"},
    {"S", "@ row 1 term 1", "a term is one of a cell"},
    {"S", "@ row 1 col 1 term 3", "there is no term 3; they go from 1 to 2"},
    {"S", "@ row 1 col 1 term 1 more", "more is too much"},
    {"S", "@ more", "row or col is wanted before more"},
    {"S", ".T row 1", ".T only moves numbers"},
    {"S", "@#2 row \"I", "the quote before I is not closed"},
    {"n", "row 1", "n is one value"},
    {"H", "@ row 1", "H is a stack: say which head, from 1 to 2"},
    {"T", "* row 1", "T is a stack: say which batch, from 1 to 2"},
};

START_TEST(wrong_address_is_refused) {
    struct failure failure = {0};
    struct place_in place = {GRAIN_TERM, 7, 7, 7, 7}, before = place;
    ck_assert(!replay_parse(find(wrong[_i].name), wrong[_i].typed, false, &place, &failure));
    ck_assert_msg(text_starts(failure.message, wrong[_i].message), "%s", failure.message);
    ck_assert(same_place(&place, &before));
}
END_TEST

START_TEST(grains_have_names) {
    for (int grain = GRAIN_DEFINITION; grain < GRAIN_COUNT; grain++) {
        ck_assert_int_eq((int)grain_find(grain_name((enum grain)grain)), grain);
    }
    ck_assert_int_eq((int)grain_find("cells"), GRAIN_COUNT);
    ck_assert_str_eq(grain_name(GRAIN_CELL), "cell");
}
END_TEST

#define COUNT(list) ((int)(sizeof(list) / sizeof(list)[0]))

Suite *notebook_replay_suite(void);

Suite *notebook_replay_suite(void) {
    Suite *suite = suite_create("notebook/replay");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, setup, teardown);
    tcase_add_test(core, next_and_back_are_inverse_at_every_grain);
    tcase_add_loop_test(core, units_are_counted, 0, COUNT(counts));
    tcase_add_test(core, into_and_out);
    tcase_add_test(core, what_only_moves_has_nothing_inside);
    tcase_add_test(core, reached_in_the_middle);
    tcase_add_test(core, places_outside_count_as_the_last_inside);
    tcase_add_test(core, every_address_is_read_back);
    tcase_add_loop_test(core, address_is_understood, 0, COUNT(addresses));
    tcase_add_loop_test(core, wrong_address_is_refused, 0, COUNT(wrong));
    tcase_add_test(core, grains_have_names);
    suite_add_tcase(suite, core);
    return suite;
}
