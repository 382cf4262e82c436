#include "lesson/cursor.h"

#include <check.h>
#include <string.h>

Suite *lesson_cursor_suite(void);

static const char text[] = "one\ntwo\n\nfour";

START_TEST(moves) {
    struct cursor cursor = cursor_at_start(text);
    static const struct {
        size_t offset, line;
    } places[] = {{0, 1}, {13, 4}, {3, 1}, {4, 2}, {8, 3}, {9, 4}, {7, 2}, {0, 1}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        ck_assert(cursor_move(&cursor, text + places[i].offset));
        ck_assert_uint_eq(cursor.offset, places[i].offset);
        ck_assert_uint_eq(cursor.line, places[i].line);
    }
    ck_assert(!cursor_move(&cursor, "elsewhere"));
    ck_assert(!cursor_move(&cursor, text + sizeof text));
    ck_assert_uint_eq(cursor.line, 1);
}
END_TEST

START_TEST(seeks) {
    struct cursor cursor = cursor_at_start(text);
    static const size_t starts[] = {0, 0, 4, 8, 9, 9};
    static const size_t lines[] = {4, 2, 3, 1, 2, 5, 1, 4};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        cursor_seek(&cursor, lines[i]);
        ck_assert_uint_eq(cursor.offset, starts[lines[i]]);
        ck_assert_uint_eq(cursor.line, lines[i] > 4 ? 4 : lines[i]);
    }
    cursor_move(&cursor, text + 6);
    cursor_seek(&cursor, 2);
    ck_assert_uint_eq(cursor.offset, 4);
    ck_assert(cursor_next(&cursor) && cursor_next(&cursor) && !cursor_next(&cursor));
}
END_TEST

static const struct {
    const char *text;
    size_t opening, lines;
    bool inside, closed;
    size_t line, offset; /* where the cursor is then */
} fences[] = {
    {"```\nx\n```\ny", 1, 1, false, true, 4, 10},
    {"a\n```\n```\n", 2, 0, false, true, 4, 10},
    {"```\nx\n```", 1, 1, false, true, 3, 9},
    {"```\nx\n  `````  \n", 1, 1, false, true, 4, 16},
    {"````\nx\n```\n", 1, 1, false, false, 3, 7},
    {"```\nx\n~~~\n", 1, 1, false, false, 3, 6},
    {"```\nx\n```y\n", 1, 1, false, false, 3, 6},
    {"```\nx\n", 1, 1, false, false, 3, 6},
    {"> ~~~\n> x\n> ~~~\n", 1, 1, true, true, 4, 16},
    {"- ```\n  x\n\n```\n", 1, 1, true, false, 3, 10},
};

START_TEST(passes_fences) {
    struct cursor cursor = cursor_at_start(fences[_i].text);
    bool closed =
        cursor_pass_fence(&cursor, fences[_i].opening, fences[_i].lines, fences[_i].inside);
    ck_assert_int_eq(closed, fences[_i].closed);
    ck_assert_uint_eq(cursor.line, fences[_i].line);
    ck_assert_uint_eq(cursor.offset, fences[_i].offset);
}
END_TEST

START_TEST(finds_fences) {
    ck_assert_str_eq(cursor_fence("  ```a", false), "```a");
    ck_assert_str_eq(cursor_fence("~~~~", false), "~~~~");
    ck_assert_ptr_null(cursor_fence("``a", false));
    ck_assert_ptr_null(cursor_fence("- ```a", false));
    ck_assert_str_eq(cursor_fence("- ```a", true), "```a");
    ck_assert_str_eq(cursor_fence("> 12. ~~~", true), "~~~");
}
END_TEST

Suite *lesson_cursor_suite(void) {
    Suite *suite = suite_create("lesson cursor");
    TCase *core = tcase_create("core");
    tcase_add_test(core, moves);
    tcase_add_test(core, seeks);
    tcase_add_loop_test(core, passes_fences, 0, (int)(sizeof fences / sizeof *fences));
    tcase_add_test(core, finds_fences);
    suite_add_tcase(suite, core);
    return suite;
}
