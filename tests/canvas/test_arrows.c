/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrows: rows of two numbers on squared paper, with names at their tips. */
#include "canvas/easel.h"

#include "base/heap.h"
#include "canvas/drawing.h"

#include <check.h>
#include <string.h>

static void teardown(void) {
    ck_assert_uint_eq(memory_blocks(), 0);
}

/* Draws what EXPRESSION makes in a box of SIZE, and returns its lines. */
static struct text drawn(const char *expression, const size_t size[2], bool ascii) {
    static const struct paint plain = {0};
    struct canvas canvas;
    struct text out = {0};
    struct tensor *value = easel_value(expression);
    struct drawing_request requested = {.kind = drawing_find("arrows", 6)};
    struct drawing drawing = {
        .values = {picture_make(value, NULL, false)}, .count = 1, .request = &requested};
    drawing.values[0].name = "P";
    drawing.values[0].precision = 4;
    ck_assert(canvas_init(&canvas, size[0], size[1]));
    requested.kind->draw(&drawing, &canvas);
    if (ascii) {
        canvas_ascii(&canvas, DEPTH_NONE);
    }
    canvas_lines(&canvas, &plain, &out);
    canvas_release(&canvas);
    tensor_release(value);
    return out;
}

/* Arrows in all directions, and two of the same, with their names. */
static const struct {
    const char *expression, *names[6];
} papers[] = {
    {"tokens(\"east west north south\", [[3, 0], [-3, 0], [0, 3], [0, -3]])",
     {"east", "west", "north", "south"}},
    {"tokens(\"right above\", [[8, 1], [6, 8]])", {"right", "above"}},
    {"tokens(\"left below\", [[-2, -.5], [-1, -2]])", {"left", "below"}},
    {"tokens(\"one two three\", [[2, 0], [2, 0], [1, 0]])", {"one", "two", "three"}},
    {"tokens(\"long short\", [[30, 40], [1, 1]])", {"long", "short"}},
};

/* Whatever the box, each name is whole, a blank away from everything in its row. */
START_TEST(every_name_is_inside) {
    for (size_t rows = 11; rows <= 25; rows += 2) {
        for (size_t columns = 34; columns <= 70; columns += 3) {
            const size_t size[2] = {rows, columns};
            struct text out = drawn(papers[_i].expression, size, rows % 4 == 1);
            for (size_t i = 0; papers[_i].names[i] != NULL; i++) {
                const char *name = papers[_i].names[i];
                const char *at = strstr(text_string(&out), name), *end = at + strlen(name);
                ck_assert_msg(at != NULL && (*end == ' ' || *end == '\n') &&
                                  (at == text_string(&out) || at[-1] == ' ' || at[-1] == '\n'),
                              "%s in %zu×%zu:\n%s", name, rows, columns, text_string(&out));
            }
            text_release(&out);
        }
    }
}
END_TEST

Suite *canvas_arrows_suite(void);

Suite *canvas_arrows_suite(void) {
    Suite *suite = suite_create("canvas arrows");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, NULL, teardown);
    tcase_add_loop_test(core, every_name_is_inside, 0, sizeof papers / sizeof *papers);
    suite_add_tcase(suite, core);
    return suite;
}
