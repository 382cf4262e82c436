/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/map.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "canvas/tracer.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

/* A graph written as "Q=X,W_q K=X,W_k": names in the order of their definition. `!` before a name:
 * it is in focus; `?`: hidden; `-`: not on the board. */
struct sketch {
    struct map_value values[64];
    size_t operands[64][8];
    char names[64][24];
    size_t count;
};

static size_t find(const struct sketch *sketch, const char *name) {
    size_t at = 0;
    while (at < sketch->count && strcmp(sketch->names[at], name) != 0) {
        at++;
    }
    return at;
}

static struct sketch *sketch_read(const char *graph) {
    struct sketch *sketch = memory_allocate(1, sizeof *sketch);
    char copy[1024], *words, *word;
    snprintf(copy, sizeof copy, "%s", graph);
    for (word = strtok_r(copy, " ", &words); word != NULL; word = strtok_r(NULL, " ", &words)) {
        size_t at = sketch->count;
        struct map_value *value = &sketch->values[at];
        value->shown = true;
        for (; strchr("!?-", *word) != NULL; word++) {
            value->focus |= *word == '!';
            value->hidden |= *word == '?';
            value->shown &= *word != '-';
        }
        char *uses = strchr(word, '='), *parts;
        if (uses != NULL) {
            *uses++ = '\0';
            for (char *part = strtok_r(uses, ",", &parts); part != NULL;
                 part = strtok_r(NULL, ",", &parts)) {
                sketch->operands[at][value->operand_count++] = find(sketch, part);
                ck_assert_uint_lt(sketch->operands[at][value->operand_count - 1], at);
            }
        }
        snprintf(sketch->names[at], sizeof sketch->names[at], "%s", word);
        value->name = sketch->names[at];
        value->operands = sketch->operands[at];
        sketch->count++;
    }
    return sketch;
}

static struct drawn_map *draw(const struct sketch *sketch, size_t lines, size_t width) {
    struct map map;
    struct canvas canvas;
    struct drawn_map *drawn = memory_allocate(1, sizeof *drawn);
    map_make(&map, sketch->values, sketch->count, (const size_t[]){lines, width});
    ck_assert_uint_le(map.lines, lines);
    ck_assert_uint_le(map.columns, width);
    drawn->rows = map.lines;
    drawn->columns = map.columns;
    if (map.lines > 0) {
        ck_assert(canvas_init(&canvas, map.lines, map.columns));
        map_draw(&map, sketch->values, &canvas);
        tracer_copy(drawn, &canvas, (struct box){0, 0, canvas.rows, canvas.columns});
        canvas_release(&canvas);
    }
    return drawn;
}

static void assert_map(const char *graph, size_t lines, size_t width, const char *expected) {
    struct sketch *sketch = sketch_read(graph);
    struct drawn_map *drawn = draw(sketch, lines, width);
    struct text text = {0};
    for (size_t row = 0; row < drawn->rows; row++) {
        size_t last = drawn->columns;
        while (last > 0 && drawn->cells[row][last - 1][0] == ' ') {
            last--;
        }
        for (size_t column = 0; column < last; column++) {
            text_append(&text, drawn->cells[row][column]);
        }
        text_append(&text, "\n");
    }
    ck_assert_str_eq(text_string(&text), expected);
    tracer_check(drawn, sketch->values, sketch->count);
    text_release(&text);
    memory_free(drawn);
    memory_free(sketch);
}

#define ATTENTION                                                                                  \
    "X W_q W_k W_v Q=X,W_q K=X,W_k V=X,W_v !scores=Q,K scaled=scores weights=scaled "              \
    "output=weights,V"

START_TEST(a_chain_is_one_line) {
    assert_map("a b=a c=b", 3, 76, "a ─▸ b ─▸ c\n");
}
END_TEST

START_TEST(attention_is_three_lines) {
    assert_map(ATTENTION, 3, 76,
               "X ─┬─ W_q ─▸ Q ─┐\n"
               "   ├─ W_k ─▸ K ─┴─▸ scores ─▸ scaled ─▸ weights ─┬─▸ output\n"
               "   └─ W_v ─▸ V ──────────────────────────────────┘\n");
}
END_TEST

START_TEST(leaves_stand_on_the_arrow_into_their_one_user) {
    assert_map("X W_1 b_1 Y=X,W_1,b_1", 3, 76, "X ─ W_1 b_1 ─▸ Y\n");
    assert_map("W Y=W", 3, 76, "W ─▸ Y\n");
}
END_TEST

START_TEST(what_is_hidden_is_not_named) {
    assert_map("a b=a ?c=b d=a", 3, 76, "a ─┬─▸ b\n   └─▸ d\n");
}
END_TEST

START_TEST(what_lies_between_is_named_too) {
    assert_map("a -b=a c=b", 3, 76, "a ─▸ b ─▸ c\n");
}
END_TEST

START_TEST(a_rail_that_joins_and_runs_on_has_a_direction) {
    assert_map("X Q=X K=X scores=Q,K d_k=Q", 2, 76,
               "X ─┬─▸ Q ─┬─▸ d_k\n"
               "   └─▸ K ─▾─▸ scores\n");
}
END_TEST

START_TEST(where_there_is_no_room_the_farthest_go) {
    assert_map("alpha beta=alpha gamma=beta !delta=gamma epsilon=delta", 1, 26,
               "gamma ─▸ delta ─▸ epsilon\n");
}
END_TEST

START_TEST(nothing_is_drawn_without_an_arrow) {
    assert_map("a b c", 3, 76, "");
    assert_map("", 3, 76, "");
}
END_TEST

/* No arm of a joint ends in a blank. */
static void assert_unbroken(const struct drawn_map *drawn) {
    static const char *const left[] = {"┬", "┴", "┼", "┤", "┐", "┘"};
    static const char *const right[] = {"┬", "┴", "┼", "├", "┌", "└"};
    for (size_t row = 0; row < drawn->rows; row++) {
        for (size_t column = 1; column < drawn->columns; column++) {
            const char *before = drawn->cells[row][column - 1], *cell = drawn->cells[row][column];
            for (size_t i = 0; i < sizeof left / sizeof left[0]; i++) {
                ck_assert(before[0] != ' ' || strcmp(cell, left[i]) != 0);
                ck_assert(cell[0] != ' ' || strcmp(before, right[i]) != 0);
            }
        }
    }
}

/* Graphs of 2 to 20 names, of which each may use any three before it. */
START_TEST(every_arrow_is_true) {
    struct random random;
    random_seed(&random, 7);
    for (int round = 0; round < 500; round++) {
        struct sketch *sketch = memory_allocate(1, sizeof *sketch);
        sketch->count = 2 + (size_t)(random_bits(&random) % 19);
        for (size_t i = 0; i < sketch->count; i++) {
            struct map_value *value = &sketch->values[i];
            snprintf(sketch->names[i], sizeof sketch->names[i], "n%zu", i);
            *value = (struct map_value){.name = sketch->names[i], .operands = sketch->operands[i]};
            value->shown = random_bits(&random) % 2 == 0;
            value->hidden = random_bits(&random) % 12 == 0;
            value->focus = random_bits(&random) % 8 == 0;
            for (size_t k = 0; k < i && k < random_bits(&random) % 4; k++) {
                sketch->operands[i][value->operand_count++] = (size_t)(random_bits(&random) % i);
            }
        }
        struct drawn_map *drawn = draw(sketch, 1 + (size_t)(random_bits(&random) % MAP_LINES), 76);
        tracer_check(drawn, sketch->values, sketch->count);
        assert_unbroken(drawn);
        memory_free(drawn);
        memory_free(sketch);
    }
}
END_TEST

Suite *canvas_map_suite(void);

Suite *canvas_map_suite(void) {
    Suite *suite = suite_create("canvas map");
    TCase *tests = tcase_create("core");
    tcase_add_test(tests, a_chain_is_one_line);
    tcase_add_test(tests, attention_is_three_lines);
    tcase_add_test(tests, leaves_stand_on_the_arrow_into_their_one_user);
    tcase_add_test(tests, what_is_hidden_is_not_named);
    tcase_add_test(tests, what_lies_between_is_named_too);
    tcase_add_test(tests, a_rail_that_joins_and_runs_on_has_a_direction);
    tcase_add_test(tests, where_there_is_no_room_the_farthest_go);
    tcase_add_test(tests, nothing_is_drawn_without_an_arrow);
    tcase_add_test(tests, every_arrow_is_true);
    suite_add_tcase(suite, tests);
    return suite;
}
