#include "terminal/matches.h"

#include "base/text.h"
#include "commands/completion.h"

#include <check.h>

static char *candidates[] = {"softmax", "softmax_unshifted", "sparsemax"};

/* The completion of the first COUNT candidates from FIRST on. */
static struct completion some(size_t first, size_t count) {
    return (struct completion){.list = candidates + first, .count = count};
}

/* readline may begin the word before ours, or inside it. */
static const struct {
    const char *line;
    size_t begin, start;
    const char *fitted;
} words[] = {{"sp", 0, 0, "sparsemax"},
             {"2*sp", 0, 2, "2*sparsemax"},
             {"A = sp", 4, 4, "sparsemax"},
             {"A[sp", 4, 2, "arsemax"},
             {"A = 2 * sparsemax(", 18, 8, ""}};

START_TEST(a_candidate_reads_from_where_readline_began) {
    struct match_word word = {words[_i].line, words[_i].begin, words[_i].start};
    struct text fitted = {0};
    matches_fit("sparsemax", &word, &fitted);
    ck_assert_str_eq(text_string(&fitted), words[_i].fitted);
    text_release(&fitted);
}
END_TEST

START_TEST(a_blank_follows_a_command_only) {
    static char *commands[] = {"explain"};
    struct completion completion = {.list = commands, .count = 1};
    ck_assert_int_eq(matches_ending(&completion, 0), ' ');
    ck_assert_int_eq(matches_ending(&completion, 8), 0);
    completion = some(0, 1);
    ck_assert_int_eq(matches_ending(&completion, 0), 0);
}
END_TEST

START_TEST(all_are_listed_on_one_line) {
    struct completion completion = some(0, 2);
    struct text out = {0};
    matches_list(&completion, &out);
    ck_assert_str_eq(text_string(&out), "softmax  softmax_unshifted");
    text_release(&out);
}
END_TEST

Suite *terminal_matches_suite(void);

Suite *terminal_matches_suite(void) {
    Suite *suite = suite_create("terminal/matches");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, a_candidate_reads_from_where_readline_began, 0,
                        sizeof words / sizeof *words);
    tcase_add_test(core, a_blank_follows_a_command_only);
    tcase_add_test(core, all_are_listed_on_one_line);
    suite_add_tcase(suite, core);
    return suite;
}
