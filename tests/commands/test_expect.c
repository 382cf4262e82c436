/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/desk.h"

#include "base/heap.h"
#include "session/expect.h"

#include <check.h>

static const char *const setting[] = {
    "A = [[0.3501, 0.5, -0.25], [1, 2, 3]]",
    "X = tokens(\"I am\", [[1, 0], [0, 1]])",
    "stack = heads(A @ A.T, 2)",
};

static void open_setting(struct desk *desk) {
    desk_open(desk, NULL);
    for (size_t i = 0; i < sizeof setting / sizeof setting[0]; i++) {
        ck_assert_msg(desk_types(desk, setting[i]), "%s", desk->failure.message);
    }
}

static const char *const holding[] = {
    "A = [[0.35, 0.5, -0.3], [1, 2, 3]]", /* each cell by its own decimals */
    "A[1,1] = 0.35",
    "A[1,1] = .3501",
    "0.4 = A[1,1]",
    "A[1,1] = 4e-1",
    "A[1,3] = -0.25",
    "A[1,3] = -(0.2)", /* half a unit is still in */
    "3 = 3.0000000001",
    "1e13 = 1.4e13",
    "1.8e13 = 1.84e13",
    "A = A",
    "A + 1e-7 = A ~ 1e-6",
    "A = A + 1e-7 ~ 1/1000000",
    "0 = -0",
    "nan = nan",
    "inf = inf",
    "-inf < inf",
    "A != 0",
    "A != A + 1e-12",
    "A >= -0.25",
    "A > -0.26",
    "A <= 3",
    "A < 3.5",
    "A < A + 1",
    "A - A = 0", /* a lone number against every cell */
    "sum(A, each=row) = [[0.6], [6]]   # the = inside brackets is no comparison",
    "A is 2x3",
    "A.T is 3×2",
    "stack is 2x2x1",
    "3 is 1x1",
    "X[\"I\",1] = 1",
};

START_TEST(holds) {
    struct desk desk;
    open_setting(&desk);
    struct text why = {0};
    bool held = expect_holds(&desk.session, SPEAKER_PERSON, holding[_i], &why, &desk.failure);
    ck_assert_msg(held, "%s: %s%s", holding[_i], text_string(&why), desk.failure.message);
    ck_assert_uint_eq(why.length, 0);
    text_release(&why);
    desk_close(&desk);
}
END_TEST

static const struct {
    const char *text, *why;
} broken[] = {
    {"A[1,1] = 0.36", "A[1,1] is 0.3501, expected 0.36 ± 0.005"},
    {"0.36 = A[1,1]", "A[1,1] is 0.3501, expected 0.36 ± 0.005"},
    {"A = [[0.35, 0.5, -0.3], [1, 2, 4]]", "A[2,3] is 3, expected 4"},
    {"A = [[0.35, 0.5, 0.3], [1, 2, 3]]", "A[1,3] is -0.25, expected 0.3 ± 0.05"},
    {"A[:,3] = 3", "A[1,3] is -0.25, expected 3"},
    {"X[2,:] = [[0, 2]]", "X[am,2] is 1, expected 2"},
    {"stack[:,2,:] = 9", "stack[1,2,1] is 0.6001, expected 9"},
    {"(A + 1)[2,:] = 2", "(A + 1)[2,:][1,2] is 3, expected 2"},
    {"X = 1", "X[I,2] is 0, expected 1"},
    {"X + 1 = 1", "(X + 1)[I,1] is 2, expected 1"},
    {"stack = 5", "stack[1,1,1] is 0.4351, expected 5"},
    {"stack + 0 = 5", "(stack + 0)[1,1,1] is 0.4351, expected 5"},
    {"A[2,1] + 2e-9 = 1", "A[2,1] + 2e-9 is 1.000000002, expected 1"},
    {"A + 1e-7 = A", "(A + 1e-7)[1,1] is 0.3501001, expected 0.3501, which is A[1,1]"},
    {"A + 1e-7 = A ~ 1e-8",
     "(A + 1e-7)[1,1] is 0.3501001, expected 0.3501 ± 1e-8, which is A[1,1]"},
    {"A != A", "A and A are equal, expected them to differ"},
    {"A[1,1] != 0.35", "A[1,1] and 0.35 are equal, expected them to differ"},
    {"A > -0.25", "A[1,3] is -0.25, expected > -0.25"},
    {"A < A", "A[1,1] is 0.3501, expected < 0.3501, which is A[1,1]"},
    {"nan < 1", "nan is nan, expected < 1"},
    {"inf - inf = 0", "inf - inf is nan, expected 0"},
    {"A = A.T", "A is 2×3, but A.T is 3×2"},
    {"A is 3x2", "A is 2×3, expected 3×2"},
    {"A is 1x2x3", "A is 2×3, expected 1×2×3"},
};

START_TEST(says_why_not) {
    struct desk desk;
    open_setting(&desk);
    struct text why = {0};
    ck_assert(!expect_holds(&desk.session, SPEAKER_PERSON, broken[_i].text, &why, &desk.failure));
    ck_assert_msg(!desk.failure.set, "%s", desk.failure.message);
    ck_assert_str_eq(text_string(&why), broken[_i].why);
    text_release(&why);
    desk_close(&desk);
}
END_TEST

static const struct {
    const char *text, *message;
    size_t start, end;
} refused[] = {
    {"A", "expect takes A = B (or != < <= > >=), or A is 3x3", 0, 1},
    {"A == A", "write = once", 3, 4},
    {"A < 3 < 4", "expect takes one comparison: write two of them", 6, 7},
    {"A =", "an expression is missing", 3, 3},
    {" = A", "a value is missing before `=`", 1, 2},
    {"A = B", "no value is called B", 4, 5},
    {"A @ A = 3", NULL, 0, 5},
    {"A <= 3 ~ 1e-3", "a tolerance goes with = and != only", 7, 8},
    {"A = ~ 1", "an expression is missing", 4, 4},
    {"A = 3 ~", "an expression is missing", 7, 7},
    {"A = 3 ~ 1 ~ 2", NULL, 10, 11},
    {"A = (3", "this `(` is never closed: `)` is missing", 4, 5},
    {"A X = 3", NULL, 0, 3},
    {"A is X", "a shape has to follow `is`: 3x4, or 2x3x4 for a stack", 5, 6},
    {"A is", "a shape has to follow `is`: 3x4, or 2x3x4 for a stack", 4, 4},
    {"A = 3; A = 4", "one expression is expected here, not several", 5, 6},
    {"A = 3 ~ A", "one number, 0 or more, has to follow ~", 8, 9},
    {"A = 3 ~ -1", "one number, 0 or more, has to follow ~", 8, 10},
    {"A is 3y4", "a shape has to follow `is`: 3x4, or 2x3x4 for a stack", 5, 8},
    {"A is 2x3 4", "a shape has to follow `is`: 3x4, or 2x3x4 for a stack", 5, 10},
    {"A is 3", "a shape has to follow `is`: 3x4, or 2x3x4 for a stack", 5, 6},
};

START_TEST(refuses_what_it_cannot_read) {
    struct desk desk;
    open_setting(&desk);
    struct text why = {0};
    ck_assert(!expect_holds(&desk.session, SPEAKER_PERSON, refused[_i].text, &why, &desk.failure));
    ck_assert_uint_eq(why.length, 0);
    if (refused[_i].message != NULL) {
        ck_assert_str_eq(desk.failure.message, refused[_i].message);
    }
    ck_assert(desk.failure.placed);
    ck_assert_uint_eq(desk.failure.span.start, refused[_i].start);
    ck_assert_uint_eq(desk.failure.span.end, refused[_i].end);
    desk_close(&desk);
}
END_TEST

/* In columns both sides, the shape and the cell named are those shown. */
START_TEST(reads_the_convention_shown) {
    struct desk desk;
    open_setting(&desk);
    ck_assert(desk_types(&desk, "convention columns"));
    ck_assert(desk_types(&desk, "expect A = [[0.35, 1], [0.5, 2], [-0.3, 3]]"));
    ck_assert(desk_types(&desk, "expect A is 3x2"));
    ck_assert_str_eq(desk_says(&desk, "expect A = [[0.35, 1], [0.5, 2], [-0.3, 4]]"),
                     "A[3,2] is 3, expected 4");
    ck_assert_str_eq(desk_says(&desk, "expect A is 2x3"), "A is 3×2, expected 2×3");
    ck_assert_str_eq(desk_says(&desk, "expect A + 0 = [1, 2]"), "A + 0 is 3×2, but [1, 2] is 1×2");
    desk_close(&desk);
}
END_TEST

START_TEST(is_a_command) {
    struct desk desk;
    open_setting(&desk);
    ck_assert_str_eq(desk_says(&desk, "expect A[1,1] = 0.35"), "");
    desk.session.front.echo = true;
    ck_assert_str_eq(desk_says(&desk, "expect A[1,1] = 0.35"), "It holds.\n");
    ck_assert_str_eq(desk_says(&desk, "expect A[1,1] = 0.36"),
                     "A[1,1] is 0.3501, expected 0.36 ± 0.005");
    ck_assert_uint_eq(desk.failure.column, 8);
    ck_assert(!desk_types(&desk, "B = 3; expect B = 4"));
    ck_assert_str_eq(desk_says(&desk, "B"), "no value is called B");
    desk_close(&desk);
}
END_TEST

/* Every allocation in turn fails: an error each time, no leak, and in the end it works. */
START_TEST(survives_without_memory) {
    struct desk desk;
    open_setting(&desk);
    bool held = false;
    bool ok = false;
    for (size_t i = 1; !ok && i < 2000; i++) {
        struct text why = {0};
        struct failure failure = {0};
        memory_fail(i, false);
        held = expect_holds(&desk.session, SPEAKER_PERSON, "X @ A = [[1, 2, 0], [3, 4, 0]] ~ 1e-3",
                            &why, &failure);
        memory_fail(0, false);
        ok = !failure.set;
        text_release(&why);
    }
    ck_assert(ok && !held);
    desk_close(&desk);
}
END_TEST

#define COUNT(table) ((int)(sizeof table / sizeof table[0]))

Suite *commands_expect_suite(void);

Suite *commands_expect_suite(void) {
    Suite *suite = suite_create("commands/expect");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, holds, 0, COUNT(holding));
    tcase_add_loop_test(core, says_why_not, 0, COUNT(broken));
    tcase_add_test(core, reads_the_convention_shown);
    tcase_add_test(core, is_a_command);
    suite_add_tcase(suite, core);
    TCase *limits = tcase_create("limits");
    tcase_add_loop_test(limits, refuses_what_it_cannot_read, 0, COUNT(refused));
    tcase_add_test(limits, survives_without_memory);
    suite_add_tcase(suite, limits);
    return suite;
}
