/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Grid: the matrices of a stack side by side. */
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

/* EXPRESSION as it is drawn in BOX of a larger canvas, beyond which nothing may be drawn. */
static const char *drawn(const char *expression, const size_t size[2], bool ascii) {
    static const struct paint plain = {0};
    struct tensor *value = easel_value(expression);
    struct drawing drawing = {.values = {picture_make(value, NULL, false)}, .count = 1};
    const struct drawing_kind *kind = drawing_find("grid", 4);
    struct failure failure = {0};
    struct canvas canvas;
    drawing.values[0].name = "A";
    drawing.values[0].scale = scale_fixed(1, true);
    ck_assert(canvas_init(&canvas, size[0] + 1, size[1] + 1));
    ck_assert(kind->fits(&drawing, &failure));
    struct canvas part = canvas_part(&canvas, (struct box){0, 0, size[0], size[1]});
    kind->draw(&drawing, &part, NULL);
    for (size_t row = 0; row <= size[0]; row++) {
        ck_assert(canvas_cell(&canvas, row, size[1])->text[0] == '\0');
    }
    for (size_t column = 0; column <= size[1]; column++) {
        ck_assert(canvas_cell(&canvas, size[0], column)->text[0] == '\0');
    }
    text_clear(&out);
    if (ascii) {
        canvas_ascii(&canvas, DEPTH_NONE);
    }
    canvas_lines(&part, &plain, &out);
    canvas_release(&canvas);
    tensor_release(value);
    return text_string(&out);
}

static const char two[] =
    "[[[1]], [[0]]] * tokens(\"I it\", [[1, 0], [.25, .75]], columns=\"I it\")";

START_TEST(heads_stand_side_by_side) {
    ck_assert_str_eq(drawn(two, (const size_t[]){4, 40}, false),
                     "A  item 1          item 2 off\n"
                     "         I     it        I     it\n"
                     " I       1      0        0      0\n"
                     "it    .250   .750        0      0\n");
    ck_assert_str_eq(drawn(two, (const size_t[]){4, 24}, false), "A  item 1    #2 off\n"
                                                                 "      I  it     I  it\n"
                                                                 " I    1   0     0   0\n"
                                                                 "it  .25 .75     0   0\n");
}
END_TEST

START_TEST(nothing_moves_while_a_weight_is_turned) {
    char titles[2][80] = {"", ""};
    for (int turn = 0; turn <= 30; turn++) {
        struct text now = {0};
        text_format(&now,
                    "[[[.5]], [[1]]] * tokens(\"I it\", [[%g, %g], [1, 0]], columns=\"I it\")",
                    turn / 30., 1 - turn / 30.);
        const char *line = drawn(text_string(&now), (const size_t[]){4, 40}, false);
        for (size_t i = 0; i < 2; i++, line = strchr(line, '\n') + 1) {
            ck_assert(turn == 0 || strncmp(line, titles[i], strlen(titles[i])) == 0);
            text_fill(titles[i], sizeof titles[i], "%.*s", (int)strcspn(line, "\n"), line);
        }
        text_release(&now);
    }
}
END_TEST

START_TEST(heads_go_on_below) {
    static const char eight[] = "[[[1]], [[0]], [[1]], [[0]], [[1]], [[0]], [[1]], [[1]]] * "
                                "tokens(\"I it\", [[1, 0], [.25, .75]], columns=\"I it\")";
    ck_assert_str_eq(drawn(eight, (const size_t[]){12, 34}, false),
                     "A  item 1    #2 off    item 3\n"
                     "      I  it     I  it     I  it\n"
                     " I    1   0     0   0     1   0\n"
                     "it  .25 .75     0   0   .25 .75\n"
                     "   4 off     item 5    6 off\n"
                     "      I  it     I  it     I  it\n"
                     " I    0   0     1   0     0   0\n"
                     "it    0   0   .25 .75     0   0\n"
                     "   item 7    item 8\n"
                     "      I  it     I  it\n"
                     " I    1   0     1   0\n"
                     "it  .25 .75   .25 .75\n");
    ck_assert_str_eq(drawn(eight, (const size_t[]){5, 13}, true), "A\n"
                                                                  "1  2  3  4\n"
                                                                  "#     #\n"
                                                                  "5  6  7  8\n"
                                                                  "#     #  #\n");
}
END_TEST

Suite *canvas_grid_suite(void);

Suite *canvas_grid_suite(void) {
    Suite *suite = suite_create("canvas grid");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, NULL, teardown);
    tcase_add_test(core, heads_stand_side_by_side);
    tcase_add_test(core, nothing_moves_while_a_weight_is_turned);
    tcase_add_test(core, heads_go_on_below);
    suite_add_tcase(suite, core);
    return suite;
}
