#include "lesson/script.h"

#include "base/failure.h"
#include "base/memory.h"

#include <check.h>
#include <string.h>

/* Stops: 0 the page, 1 A, 2 convention, 3 heat, 4 B, 5 what must fail, 6 the second page, 7 A
 * again, 8 convention back, 9 show. */
static const char text[] = "# L\n\n## One\n\n```qkv\nA = [[1, 2]]\nconvention columns\nheat A\n"
                           "B = A.T\n```\n\n```qkv error: unknown\nC = nothing\n```\n\n## Two\n\n"
                           "```qkv\nA = [[3, 4]]\nconvention rows\nshow transposed B\n```\n";

static struct lesson *lesson;

static void open_lesson(void) {
    struct failure failure = {0};
    lesson = lesson_read("l.md", text, strlen(text), &failure);
    ck_assert_ptr_nonnull(lesson);
    ck_assert_uint_eq(lesson->stop_count, 10);
}

static void close_lesson(void) {
    lesson_free(lesson);
    ck_assert_uint_eq(memory_blocks(), 0);
}

START_TEST(what_runs_at_a_stop) {
    ck_assert_ptr_null(script_at(lesson, 0));
    ck_assert_str_eq(script_at(lesson, 1)->text, "A = [[1, 2]]");
    ck_assert_ptr_null(script_at(lesson, 5));
    ck_assert_str_eq(script_at(lesson, 9)->text, "show transposed B");
}
END_TEST

START_TEST(where_a_name_is_defined_first) {
    ck_assert_uint_eq(script_find(lesson, "A"), 2);
    ck_assert_uint_eq(script_find(lesson, "B"), 5);
    ck_assert_uint_eq(script_find(lesson, "C"), 0);
}
END_TEST

START_TEST(the_convention_is_that_said_last) {
    ck_assert(!script_in_columns(lesson, 0, 2, false));
    ck_assert(script_in_columns(lesson, 0, 2, true));
    ck_assert(script_in_columns(lesson, 0, 3, false));
    ck_assert(script_in_columns(lesson, 3, 8, true));
    ck_assert(!script_in_columns(lesson, 0, 9, true));
}
END_TEST

START_TEST(a_heat_map_stays_until_something_is_shown) {
    ck_assert(!script_shades(lesson, 2));
    ck_assert(script_shades(lesson, 4));
    ck_assert(!script_shades(lesson, 5));
}
END_TEST

static const struct {
    const char *line, *defines, *turns_to;
} lines[] = {
    {"Q = X @ W_q", "Q", "Q"},   {"W_q[1,2] = 5", "", "W_q"}, {"A == B", "", ""},
    {"show A", "", "A"},         {"show whole A", "", "A"},   {"explain A[1,2]", "", "A"},
    {"goto S @ row 1", "", "S"}, {"expect A is 1x2", "", ""},
};

static void assert_name(const char *wanted, const char *start, size_t length) {
    ck_assert_uint_eq(length, strlen(wanted));
    ck_assert_mem_eq(start, wanted, length);
}

START_TEST(the_name_a_line_is_about) {
    const char *line = lines[_i].line, *start;
    assert_name(lines[_i].defines, line, script_defines(line));
    size_t length = script_turns_to(line, &start);
    assert_name(lines[_i].turns_to, start, length);
}
END_TEST

Suite *lesson_script_suite(void);

Suite *lesson_script_suite(void) {
    Suite *suite = suite_create("lesson/script");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, open_lesson, close_lesson);
    tcase_add_test(core, what_runs_at_a_stop);
    tcase_add_test(core, where_a_name_is_defined_first);
    tcase_add_test(core, the_convention_is_that_said_last);
    tcase_add_test(core, a_heat_map_stays_until_something_is_shown);
    tcase_add_loop_test(core, the_name_a_line_is_about, 0, sizeof lines / sizeof *lines);
    suite_add_tcase(suite, core);
    return suite;
}
