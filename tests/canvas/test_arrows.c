/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrows: rows of two numbers on squared paper, with names at their tips. */
#include "canvas/easel.h"

#include "base/heap.h"
#include "canvas/drawing.h"

#include <check.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static void teardown(void) {
    ck_assert_uint_eq(memory_blocks(), 0);
}

static const char *was; /* what OTHER was before the last change; NULL: what it is */

/* Draws what EXPRESSION makes on CANVAS, with the cursor in a cell; two values of a row each where
 * there is an OTHER. */
static void draw(struct canvas *canvas, const char *expression, const char *other, size_t cursor) {
    struct drawing_request requested = {.kind = drawing_find("arrows", 6)};
    struct drawing drawing = {.request = &requested};
    const char *const expressions[] = {expression, other}, *const names[] = {"P", "R"};
    for (size_t i = 0; i < 2 && expressions[i] != NULL; i++) {
        struct picture *picture = &drawing.values[drawing.count++];
        *picture = picture_make(easel_value(expressions[i]), false);
        picture->before = i == 1 && was != NULL ? easel_value(was) : NULL;
        picture->name = names[i];
        picture->precision = 4;
        picture->cursor = cursor;
    }
    requested.kind->draw(&drawing, canvas);
    for (size_t i = 0; i < drawing.count; i++) {
        tensor_release((struct tensor *)drawing.values[i].value);
        tensor_release((struct tensor *)drawing.values[i].before);
    }
}

/* Returns the lines of the picture in a box of SIZE. */
static struct text drawn(const char *expression, const size_t size[2], bool ascii) {
    static const struct paint plain = {0};
    struct canvas canvas;
    struct text out = {0};
    ck_assert(canvas_init(&canvas, size[0], size[1]));
    draw(&canvas, expression, NULL, SIZE_MAX);
    if (ascii) {
        canvas_ascii(&canvas, DEPTH_NONE);
    }
    canvas_lines(&canvas, &plain, &out);
    canvas_release(&canvas);
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

/* On the side to which the arrow points. */
START_TEST(a_name_is_beyond_its_tip) {
    struct text out = drawn(papers[0].expression, (const size_t[]){11, 34}, false);
    easel_assert(&out, "\n"
                       "    ·   · 4  north  ·\n"
                       "            ⣤\n"
                       "    ·   ·  ⠰⣿⠧  ·   ·\n"
                       "            ⣿\n"
                       " west ⠰⢶⣿⠶⠶⠶⣿⠶⠶⠶⢾⣷⠶ east\n"
                       "   -4   ⠈   ⣿   ⠈   4\n"
                       "    ·   ·  ⢠⣿⡤  ·   ·\n"
                       "            ⠿⠁\n"
                       "    ·   ·-4  south  ·\n\n");
}
END_TEST

/* Finds the first cell of a name; false: it is nowhere. */
static bool find_name(const struct canvas *canvas, char name, size_t at[2]) {
    for (at[0] = 0; at[0] < canvas->rows; at[0]++) {
        for (at[1] = 0; at[1] < canvas->columns; at[1]++) {
            if (canvas_cell(canvas, at[0], at[1])->text[0] == name) {
                return true;
            }
        }
    }
    return false;
}

/* Where an arrow lies on the numbers of an axis, these are on its other side. */
START_TEST(numbers_are_beside_their_axis) {
    static const struct {
        const char *expression, *numbers;
    } axes[] = {{"[[24, 3]]", "5      10      15      20      25"},
                {"[[24, -3]]", "5      10      15      20      25"},
                {"[[3, 24]]", "25 ┼"}};
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
        struct text out = drawn(axes[i].expression, (const size_t[]){17, 76}, false);
        ck_assert_msg(strstr(text_string(&out), axes[i].numbers) != NULL, "%s", text_string(&out));
        text_release(&out);
    }
}
END_TEST

/* Where an arrow was before the last change takes no place from a name. */
START_TEST(a_name_covers_what_was) {
    size_t at[2][2];
    for (size_t i = 0; i < 2; i++) {
        struct canvas canvas;
        was = i == 0 ? NULL : "[[6, 8]]";
        ck_assert(canvas_init(&canvas, 17, 30));
        draw(&canvas, "[[3, 4]]", "[[6, 25]]", SIZE_MAX);
        ck_assert(find_name(&canvas, 'P', at[i]));
        canvas_release(&canvas);
    }
    was = NULL;
    ck_assert(memcmp(at[0], at[1], sizeof *at) == 0);
}
END_TEST

/* A name goes with its tip, and does not jump from side to side, while an arrow is turned; and it
 * is where it is whichever arrow asks. */
START_TEST(a_name_goes_with_its_tip) {
    size_t before[2] = {0};
    for (int turn = 0; turn <= 90; turn++) {
        struct canvas canvas;
        struct text expression = {0};
        size_t at[2][2];
        double angle = turn * acos(-1) / 180;
        text_format(&expression, "tokens(\"k h\", [[-5, -5], [%.6f, %.6f]])", 5 * cos(angle),
                    5 * sin(angle));
        for (size_t asking = 0; asking < 2; asking++) {
            ck_assert(canvas_init(&canvas, 17, 30));
            draw(&canvas, text_string(&expression), NULL, 2 * asking);
            ck_assert(find_name(&canvas, 'h', at[asking]));
            canvas_release(&canvas);
        }
        text_release(&expression);
        ck_assert(memcmp(at[0], at[1], sizeof *at) == 0);
        size_t rows = reduced(at[0][0], before[0]) + reduced(before[0], at[0][0]);
        size_t columns = reduced(at[0][1], before[1]) + reduced(before[1], at[0][1]);
        ck_assert_msg(turn == 0 || (rows <= 2 && columns <= 2), "%zu %zu at %d", rows, columns,
                      turn);
        memcpy(before, at[0], sizeof before);
    }
}
END_TEST

/* Of two arrows on each other both colours are seen, and both names. */
START_TEST(an_arrow_under_another_is_seen) {
    static const char *const others[] = {"[[4, 3]]", "[[2, 1.5]]", "[[8, 6]]"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct canvas canvas;
        size_t cells[2] = {0}, at[2];
        ck_assert(canvas_init(&canvas, 17, 30));
        draw(&canvas, "[[4, 3]]", others[i], SIZE_MAX);
        ck_assert(find_name(&canvas, 'P', at) && find_name(&canvas, 'R', at));
        for (size_t cell = 0; cell < canvas.rows * canvas.columns; cell++) {
            enum style style = canvas_cell(&canvas, cell / 30, cell % 30)->style;
            cells[0] += style == STYLE_CURVE;
            cells[1] += style == STYLE_CURVE_2;
        }
        canvas_release(&canvas);
        ck_assert_msg(cells[0] >= 6 && cells[1] >= 6, "%zu and %zu", cells[0], cells[1]);
    }
}
END_TEST

/* Whatever the box, the marks of squared paper are equally far apart, and twice as far across as
 * down: from the first one on, all are a multiple of one distance away. */
START_TEST(marks_are_equally_far_apart) {
    for (size_t rows = 11; rows <= 25; rows++) {
        struct canvas canvas;
        size_t marks[400][2], count = 0, apart = SIZE_MAX;
        ck_assert(canvas_init(&canvas, rows, 2 * rows + 12));
        draw(&canvas, papers[_i].expression, NULL, SIZE_MAX);
        for (size_t i = 0; i < rows * canvas.columns; i++) {
            size_t row = i / canvas.columns, column = i % canvas.columns;
            const char *text = canvas_cell(&canvas, row, column)->text;
            if (text[0] != '\0' && text_has_word("· ┼", text)) {
                size_t down = count > 0 ? row - marks[count - 1][0] : 0;
                size_t across = count > 0 && down == 0 ? column - marks[count - 1][1] : SIZE_MAX;
                apart = lesser(apart, lesser(down > 0 ? down : SIZE_MAX, across / 2));
                marks[count][0] = row;
                marks[count++][1] = column;
            }
        }
        canvas_release(&canvas);
        ck_assert_uint_gt(count, 1);
        for (size_t i = 1; i < count; i++) {
            ck_assert_uint_eq((marks[i][0] - marks[0][0]) % apart, 0);
            ck_assert_uint_eq((marks[i][1] + 100 * apart - marks[0][1]) % (2 * apart), 0);
        }
    }
}
END_TEST

Suite *canvas_arrows_suite(void);

Suite *canvas_arrows_suite(void) {
    Suite *suite = suite_create("canvas arrows");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, NULL, teardown);
    tcase_add_test(core, a_name_is_beyond_its_tip);
    tcase_add_test(core, a_name_goes_with_its_tip);
    tcase_add_test(core, a_name_covers_what_was);
    tcase_add_test(core, numbers_are_beside_their_axis);
    tcase_add_test(core, an_arrow_under_another_is_seen);
    tcase_add_loop_test(core, marks_are_equally_far_apart, 0, sizeof papers / sizeof *papers);
    tcase_add_loop_test(core, every_name_is_inside, 0, sizeof papers / sizeof *papers);
    suite_add_tcase(suite, core);
    return suite;
}
