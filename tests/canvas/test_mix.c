/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Mix: each row as one bar, divided among its columns. */
#include "canvas/easel.h"

#include "base/failure.h"
#include "base/heap.h"
#include "canvas/drawing.h"

#include <check.h>
#include <string.h>

static struct text out;

static void teardown(void) {
    text_release(&out);
    ck_assert_uint_eq(memory_blocks(), 0);
}

/* EXPRESSION as it is drawn in SIZE; "" where it does not fit. */
static const char *drawn(const char *expression, bool shares, const size_t size[2]) {
    static const struct paint plain = {0};
    struct tensor *value = easel_value(expression);
    struct drawing drawing = {.values = {picture_make(value, false)}, .count = 1};
    const struct drawing_kind *kind = drawing_find("mix", 3);
    struct failure failure = {0};
    struct canvas canvas;
    drawing.values[0].name = "A";
    if (shares) {
        drawing.values[0].scale = scale_fixed(1, true);
    }
    text_clear(&out);
    ck_assert(canvas_init(&canvas, size[0], size[1]));
    if (kind->fits(&drawing, &failure)) {
        kind->draw(&drawing, &canvas);
        canvas_lines(&canvas, &plain, &out);
    }
    canvas_release(&canvas);
    tensor_release(value);
    return text_string(&out);
}

START_TEST(the_parts_make_up_the_bar) {
    const char *weights = "tokens(\"I it\", [[.5, .5], [.25, .75]], columns=\"I it\")";
    ck_assert_str_eq(drawn(weights, true, (const size_t[]){3, 28}),
                     "A  what each row is mixed f…\n"
                     " I │I .500     │it .500    │\n"
                     "it │I .25│it .750          │\n");
    ck_assert_str_eq(drawn(weights, true, (const size_t[]){6, 28}), "A  what each row is mixed f…\n"
                                                                    " I │I          │it         │\n"
                                                                    "   │.500       │.500       │\n"
                                                                    "it │I    │it               │\n"
                                                                    "   │.250 │.750             │\n"
                                                                    "\n");
}
END_TEST

/* Of weights a bar is 1 long; of others it is the sum of the row. */
START_TEST(what_is_missing_from_1_stays_empty) {
    const char *half = "[[.25, .25]]";
    ck_assert_str_eq(drawn(half, true, (const size_t[]){2, 28}),
                     "A  what each row is mixed f…"
                     "\n1 │1 .25│2 .250│           │\n");
    ck_assert_str_eq(drawn(half, false, (const size_t[]){2, 28}),
                     "A  what each row is mixed f…"
                     "\n1 │1 .250      │2 .250     │\n");
    ck_assert_str_eq(drawn("[[-1, 2]]", false, (const size_t[]){2, 23}), "");
}
END_TEST

/* The bars keep their rows, their labels and their ends while weights are turned, past 1 too. */
START_TEST(nothing_moves_while_a_weight_is_turned) {
    for (int turn = 0; turn <= 30; turn++) {
        struct text now = {0};
        text_format(&now, "tokens(\"I it\", [[%g, %g], [1, 0]], columns=\"I it\")", turn * .05,
                    1 - turn * .05);
        const char *line = drawn(text_string(&now), true, (const size_t[]){3, 40});
        for (size_t i = 0; i < 3; i++, line = strchr(line, '\n') + 1) {
            const char *begin = i == 1 ? " I │" : i == 2 ? "it │" : "A  ";
            size_t length = strcspn(line, "\n");
            ck_assert(strncmp(line, begin, strlen(begin)) == 0);
            ck_assert(i == 0 || strncmp(line + length - strlen("│"), "│", strlen("│")) == 0);
        }
        text_release(&now);
    }
}
END_TEST

Suite *canvas_mix_suite(void);

Suite *canvas_mix_suite(void) {
    Suite *suite = suite_create("canvas mix");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, NULL, teardown);
    tcase_add_test(core, the_parts_make_up_the_bar);
    tcase_add_test(core, what_is_missing_from_1_stays_empty);
    tcase_add_test(core, nothing_moves_while_a_weight_is_turned);
    suite_add_tcase(suite, core);
    return suite;
}
