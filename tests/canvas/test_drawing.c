/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures that are asked for by name: what is read of a statement, and boxes of any size. */
#include "canvas/drawing.h"

#include "base/failure.h"
#include "base/heap.h"
#include "canvas/easel.h"
#include "canvas/sweep.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

static void teardown(void) {
    ck_assert_uint_eq(memory_blocks(), 0);
}

static struct drawing_request read_request(const char *words) {
    return drawing_read(words, strlen(words));
}

START_TEST(a_statement_is_read_once) {
    struct drawing_request request = read_request("histogram S bins=14");
    ck_assert_str_eq(request.kind->name, "histogram");
    ck_assert_uint_eq(request.count, 1);
    ck_assert_uint_eq((size_t)request.option[0], 14);
    request = read_request("arrows Q K numbers=no");
    ck_assert_uint_eq(request.count, 2);
    ck_assert(request.option[0] > 0);
    ck_assert_uint_eq(drawing_index(&request, "K"), 1);
    ck_assert_uint_eq(drawing_index(&request, "numbers"), SIZE_MAX);
    request = read_request("sweep w[1, 2] from -2 to 8 watch f max(A) times=2 axes=shared");
    ck_assert_uint_eq(request.count, 3);
    ck_assert(request.option[SWEEP_FACTOR] == 2);
    ck_assert_uint_eq(drawing_index(&request, "w"), 0);
    ck_assert_uint_eq(drawing_index(&request, "max"), SIZE_MAX);
    request = read_request("links");
    ck_assert(request.kind != NULL && request.count == 0);
}
END_TEST

START_TEST(show_asks_for_several_values_only) {
    struct drawing_request request = read_request("show A B");
    ck_assert(request.kind == NULL && request.count == 2);
    ck_assert_uint_eq(read_request("show A").count, 0);
    ck_assert_uint_eq(read_request("show A[1,:] B").count, 0);
    ck_assert_uint_eq(read_request("goto A").count, 0);
}
END_TEST

/* How it is shown makes no other picture of it, but what a sweep measures does. */
START_TEST(pictures_are_told_apart) {
    static const struct {
        const char *a, *b;
        bool same;
    } pairs[] = {
        {"arrows a b", "arrows a b numbers=no", true},
        {"histogram S", "histogram S bins=3", true},
        {"arrows a b", "arrows b a", false},
        {"links A", "bars A", false},
        {"sweep d from 1 to 2 watch n", "sweep d from 1 to 2 watch n", true},
        {"sweep d from 1 to 2 watch n", "sweep d from 1 to 2 watch n times=2", false},
        {"sweep d from 1 to 2 watch n", "sweep d from 1 to 3 watch n", false},
        {"sweep d from 1 to 2 watch n", "sweep d from 1 to 2 watch n at m", true},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct drawing_request a = read_request(pairs[i].a), b = read_request(pairs[i].b);
        ck_assert_msg(drawing_same(&a, &b) == pairs[i].same, "%s, %s", pairs[i].a, pairs[i].b);
    }
}
END_TEST

/* The key of a request is read as the same. */
START_TEST(a_key_says_what_was_asked_for) {
    static const char *const all[] = {"links A", "arrows a b", "show A B",
                                      "sweep d from 1 to 512 watch n m times=2 axes=shared",
                                      "sweep w[1,2] from -2 to 2 watch n steps=4 axes=shared"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct drawing_request request = read_request(all[i]);
        ck_assert_str_eq(request.key, all[i]);
    }
}
END_TEST

/* A picture has the options that help names, in the same order. */
START_TEST(help_names_the_options) {
    const struct drawing_kind *kind;
    for (size_t i = 0; (kind = drawing_at(i)) != NULL; i++) {
        const struct command_parameter *last = kind->parameters;
        while (last < kind->parameters + COMMAND_PARAMETERS - 1 && last[1].type != TYPE_NONE) {
            last++;
        }
        const char *at = last->type == TYPE_OPTIONS ? last->name : "";
        for (size_t k = 0; k < DRAWING_OPTIONS && kind->options[k].key != NULL; k++) {
            at += strspn(at, "[ ");
            ck_assert_msg(text_starts(at, kind->options[k].key), "%s: %s", kind->name, at);
            at += strcspn(at, " ]");
        }
        ck_assert_msg(*at == '\0' || *at == ']', "%s: %s", kind->name, at);
    }
}
END_TEST

/* Every picture is drawn in the form that a box has room for, and within it. */
START_TEST(any_box_will_do) {
    static double x[] = {1, 2, 4}, y[] = {1, 0, 3};
    static char by[] = "d", name[] = "n";
    struct tensor *value = easel_value("tokens(\"to be\", [[.5, -2], [1, 0]], columns=\"to be\")");
    struct tensor *stack = easel_value("heads([[1, 0, 0, .5], [2, 1, 0, 1]], 2)");
    struct sweep sweep = {
        .references = 1, .by = by, .names = {name}, .x = x, .y = {y}, .curves = 1, .count = 3};
    const struct drawing_kind *kind;
    for (size_t i = 0; (kind = drawing_at(i)) != NULL; i++) {
        struct drawing_request request = read_request(kind->example);
        struct drawing drawing = {{picture_make(value, false)}, 1, &request, &sweep};
        struct failure failure = {0};
        sweep.requested = request;
        drawing.values[0].name = "A";
        if (!drawing_fits(&drawing, &failure)) {
            drawing.values[0].scale = scale_fixed(1, true); /* none is negative */
        }
        if (!drawing_fits(&drawing, &failure)) {
            drawing.values[0] = picture_make(stack, false);
        }
        ck_assert_msg(drawing_fits(&drawing, &failure), "%s", kind->name);
        drawing.values[0].name = "A";
        drawing.values[0].precision = 4;
        for (size_t size = 0; size < 20 * 30; size++) {
            struct canvas canvas;
            struct box box = {1, 1, 1 + size % 20, 1 + 3 * (size / 20)};
            ck_assert(canvas_init(&canvas, box.rows + 2, box.columns + 2));
            struct canvas part = canvas_part(&canvas, box);
            size_t cursor[2] = {1, 1};
            part.cursor = cursor;
            kind->draw(&drawing, &part);
            ck_assert(cursor[0] > 0 && cursor[0] <= box.rows);
            ck_assert(cursor[1] > 0 && cursor[1] <= box.columns);
            for (size_t at = 0; at < canvas.rows * canvas.columns; at++) {
                size_t row = at / canvas.columns, column = at % canvas.columns;
                bool inside = row > 0 && row <= box.rows && column > 0 && column <= box.columns;
                ck_assert_msg(inside || canvas_cell(&canvas, row, column)->text[0] == '\0',
                              "%s in %zu×%zu", kind->name, box.rows, box.columns);
            }
            canvas_release(&canvas);
        }
    }
    tensor_release(value);
    tensor_release(stack);
}
END_TEST

/* `boxes` draws with full lines what leads to a value that is there, and dots the rest. */
START_TEST(boxes_are_lit_as_they_are_reached) {
    static const struct paint plain = {0};
    struct tensor *value = easel_value("[[1, 2]]");
    struct drawing_request requested = read_request("boxes X attention H + R norm N");
    struct drawing drawing = {{picture_make(value, false)}, 1, &requested, NULL};
    struct canvas canvas;
    struct text out = {0};
    drawing.values[0].name = "X";
    for (drawing.count = 1; drawing.count < 3; drawing.count++) {
        drawing.values[1] = picture_make(value, false);
        drawing.values[1].name = "R";
        ck_assert(canvas_init(&canvas, 4, 50));
        requested.kind->draw(&drawing, &canvas);
        text_clear(&out);
        canvas_lines(&canvas, &plain, &out);
        const char *plus = drawing.count == 1 ? "╎ + ╎" : "│ + │";
        ck_assert_msg(strstr(text_string(&out), plus) != NULL, "%s", text_string(&out));
        ck_assert_ptr_nonnull(strstr(text_string(&out), "╎ attention ╎"));
        ck_assert_ptr_nonnull(strstr(text_string(&out), "╎ norm ╎"));
        canvas_release(&canvas);
    }
    tensor_release(value);
    text_release(&out);
}
END_TEST

Suite *canvas_drawing_suite(void);

Suite *canvas_drawing_suite(void) {
    Suite *suite = suite_create("canvas drawing");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, NULL, teardown);
    tcase_add_test(core, a_statement_is_read_once);
    tcase_add_test(core, show_asks_for_several_values_only);
    tcase_add_test(core, pictures_are_told_apart);
    tcase_add_test(core, a_key_says_what_was_asked_for);
    tcase_add_test(core, help_names_the_options);
    tcase_add_test(core, any_box_will_do);
    tcase_add_test(core, boxes_are_lit_as_they_are_reached);
    suite_add_tcase(suite, core);
    return suite;
}
