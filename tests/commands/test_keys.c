/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/desk.h"

#include "base/utf8.h"
#include "commands/keys.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

static struct desk desk;

static const char lesson[] = "# Keys\n\n## One\n\n"
                             "```qkv\n"
                             "W = [[1, 2], [3, 4]]\n"
                             "H = zeros(2, 2, 2)\n"
                             "S = W @ W\n"
                             "T = S + 1\n"
                             "```\n\n"
                             "<!-- note: Slowly. -->\n\n"
                             "```quiz q\nWhich?\n(x) a\n( ) b\nhint: The first.\n```\n\n"
                             "## Two\n\nEnd.\n";

static void types(const char *line) {
    bool ok = desk_types(&desk, line);
    ck_assert_msg(ok, "%s: %s", line, desk.failure.message);
}

/* What a key needs to have something to do; keys that are not listed work at a written matrix. */
static const struct {
    const char *key, *lines[4];
} needs[] = {
    {"Enter", {"goto S"}},
    {"Backspace", {"goto S", "dive"}},
    {"]", {"goto H"}},
    {"[", {"goto H", "turn next"}},
    {"u", {"W[1,1] = 5"}},
    {"C-r", {"W[1,1] = 5", "undo"}},
    {"d", {"baseline"}},
    {"f", {"goto S", "into"}},
    {"s", {"goto S"}},
    {"p", {"goto S"}},
    {"a", {"run"}},
    {"H", {"run"}},
    {"S", {"run"}},
    {"o", {"goto W"}},
    {"X", {"A = softmax(S)", "goto A"}},
    {">", {"f(x, y) = x + y", "B = layers(f, W, stack(W, W))", "goto B"}},
    {"<", {"f(x, y) = x + y", "B = layers(f, W, stack(W, W))", "goto B.2"}},
    {"M-n", {"find W"}},
    {"M-N", {"find W"}},
};

static void prepare(const char *key) {
    desk_open(&desk, lesson);
    types("goto T");
    types("goto W");
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        for (size_t k = 0; text_same(needs[i].key, key) && k < 4; k++) {
            if (needs[i].lines[k] != NULL) {
                types(needs[i].lines[k]);
            }
        }
    }
}

/* Returns what a learner types after what a key has typed. */
static const char *typed_on(const char *key) {
    return text_same(key, "a")   ? "1"
           : text_same(key, ":") ? "W + 1"
           : text_same(key, "/") ? "zeros"
                                 : "0.5";
}

/* Every key's line is a command that exists, and runs; on a screen and off it. */
START_TEST(every_key_does_something) {
    const struct key *key = key_at((size_t)_i / 2);
    struct text line = {0};
    prepare(key->key);
    desk.session.front.drawn = _i % 2 == 1;
    ck_assert(key_line(&desk.session, key, &line, &desk.failure));
    text_append(&line, key->prompt ? typed_on(key->key) : "");
    types(text_string(&line));
    text_release(&line);
    desk_close(&desk);
}
END_TEST

START_TEST(every_key_is_there_once) {
    const struct key *key;
    const struct key *other;
    for (size_t i = 0; (key = key_at(i)) != NULL; i++) {
        ck_assert_ptr_eq(key_find(key->key), key);
        for (size_t k = 0; (other = key_at(k)) != NULL; k++) {
            struct text among = {0};
            text_format(&among, " %s ", other->also == NULL ? "" : other->also);
            struct text name = {0};
            text_format(&name, " %s ", key->key);
            ck_assert_msg(k == i || !text_same(key->key, other->key), "%s", key->key);
            ck_assert_msg(strstr(text_string(&among), text_string(&name)) == NULL, "%s", key->key);
            bool both = k != i && key->also != NULL && other->also != NULL;
            ck_assert(!both || !text_same(key->also, other->also));
            text_release(&among);
            text_release(&name);
        }
        ck_assert_ptr_nonnull(key->sentence);
        ck_assert_ptr_nonnull(key_group(key));
    }
    ck_assert_ptr_eq(key_find("PageDown"), key_find("Space"));
    ck_assert_ptr_eq(key_find("h"), key_find("Left"));
    ck_assert_ptr_eq(key_find("F1"), key_find("?"));
    ck_assert_ptr_null(key_find("Q"));
    ck_assert_ptr_null(key_find("7"));
    ck_assert_ptr_null(key_find(""));
}
END_TEST

/* The keys that the design, a pager and an editor suggest. */
START_TEST(nothing_expected_is_missing) {
    static const char *const keys[] = {
        "Space", "PageDown", "PageUp", "Enter", "Backspace", "n", "b", "s",   "f",     "r",
        "Left",  "Right",    "Up",     "Down",  "h",         "j", "k", "l",   "g",     "G",
        "^",     "$",        "Home",   "End",   "e",         "+", "-", "{",   "}",     "~",
        "u",     "C-r",      "=",      "d",     "[",         "]", "z", "Tab", "t",     "v",
        "S-Tab", "c",        "?",      "F1",    "q",         "x", "w", ":",   "Escape"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        ck_assert_msg(key_find(keys[i]) != NULL, "%s", keys[i]);
    }
}
END_TEST

static const struct {
    const char *key, *before, *line;
} lines[] = {
    {"n", "goto W", "next"},
    {"l", "goto W", "move right"},
    {"e", "move W[1,2]", "W[1,2] = "},
    {"p", "move S[2,1]", "pin S[2,1] = "},
    {"e", "convention columns; move W[1,2]", "W[1,2] = "},
    {"Enter", "goto S", "dive"},
    {":", "goto S", ""},
    {"G", "goto S", "move bottom"},
};

START_TEST(the_cell_is_put_in) {
    struct text line = {0};
    prepare("");
    types(lines[_i].before);
    const struct key *key = key_find(lines[_i].key);
    ck_assert(key_line(&desk.session, key, &line, &desk.failure));
    ck_assert_str_eq(text_string(&line), lines[_i].line);
    text_release(&line);
    desk_close(&desk);
}
END_TEST

START_TEST(a_key_may_have_nothing_to_act_on) {
    struct text line = {0};
    desk_open(&desk, lesson);
    ck_assert(key_line(&desk.session, key_find("Enter"), &line, &desk.failure));
    ck_assert_str_eq(text_string(&line), "advance");
    ck_assert(!key_line(&desk.session, key_find("e"), &line, &desk.failure));
    types("goto T");
    types("R = softmax(W / 2)");
    types("goto R");
    types("dive");
    ck_assert(!key_line(&desk.session, key_find("e"), &line, &desk.failure));
    ck_assert_str_eq(desk.failure.message, "this number is a step inside R: only cells of named "
                                           "values can be set");
    ck_assert(!key_line(&desk.session, key_find("a"), &line, &desk.failure));
    ck_assert_str_eq(desk.failure.message, "no question is open here");
    text_clear(&line);
    key_unbound("y", &line);
    ck_assert_str_eq(text_string(&line), "y does nothing here; ? lists the keys");
    text_release(&line);
    desk_close(&desk);
}
END_TEST

/* `e` at a computed number says what to change, and how to get there. */
START_TEST(a_computed_number_is_turned_elsewhere) {
    struct text message = {0};
    prepare("");
    types("V = T * H[1,:,:]");
    types("goto W");
    ck_assert(!key_elsewhere(&desk.session, key_find("e"), &message));
    types("goto V");
    ck_assert(!key_elsewhere(&desk.session, key_find("p"), &message));
    ck_assert(key_elsewhere(&desk.session, key_find("e"), &message));
    ck_assert_str_eq(text_string(&message), "V is computed from H and W. Type :goto H to change "
                                            "H; p forces this number.");
    types("goto H");
    text_release(&message);
    desk_close(&desk);
}
END_TEST

/* --- questions -------------------------------------------------------------------------------- */

static const struct {
    const char *quiz, *key;
    const char *line; /* NULL: it is no answer */
    bool prompt;
} answers[] = {
    {"(x) a\n( ) b\n", "1", "answer 1", false},  {"(x) a\n( ) b\n", "2", "answer 2", false},
    {"[x] a\n[x] b\n", "2", "answer 2 ", true},  {"= 1 / 3 ~ 0.01\n", "0", "answer 0", true},
    {"= 1 / 3 ~ 0.01\n", "9", "answer 9", true}, {"(x) a\n( ) b\n", "x", NULL, false},
    {"= 1 / 3 ~ 0.01\n", ".", "answer .", true}, {"= 1 / 3 ~ 0.01\n", "-", "answer -", true},
    {"(x) a\n( ) b\n", "-", NULL, false},        {"[x] a\n[x] b\n", ".", NULL, false},
    {"= 1 / 3 ~ 0.01\n", "F1", NULL, false},     {"= 1 / 3 ~ 0.01\n", "+", NULL, false},
};

/* A digit is not a count there. */
START_TEST(a_digit_that_is_no_choice_says_so) {
    struct text line = {0};
    bool prompt = true;
    desk_open(&desk, "# L\n\n## One\n\n```quiz q\nWhich?\n(x) a\n( ) b\n```\n\n## Two\n");
    types("next 2");
    ck_assert(key_answers(&desk.session, _i == 0 ? "3" : "0", &line, &prompt));
    ck_assert(!prompt);
    ck_assert_str_eq(desk_says(&desk, text_string(&line)), "type answer and 1 or 2");
    text_release(&line);
    desk_close(&desk);
}
END_TEST

/* Where several may be right, none may be; Enter ends that answer, too. */
START_TEST(zero_says_none_of_them) {
    struct text line = {0};
    bool prompt = false;
    desk_open(&desk, "# L\n\n## One\n\n```quiz q\nWhich?\n[ ] a\n[ ] b\n```\n\n## Two\n");
    types("next 2");
    ck_assert(key_answers(&desk.session, "0", &line, &prompt));
    ck_assert(prompt);
    types(text_string(&line));
    ck_assert_int_eq(desk.session.answers[1].state, ANSWER_RIGHT);
    text_release(&line);
    desk_close(&desk);
}
END_TEST

START_TEST(keys_answer_an_open_quiz) {
    struct text text = {0};
    struct text line = {0};
    bool prompt = false;
    text_format(&text, "# L\n\n## One\n\n```quiz q\nWhich?\n%s```\n\n## Two\n", answers[_i].quiz);
    desk_open(&desk, text_string(&text));
    ck_assert(!key_answers(&desk.session, answers[_i].key, &line, &prompt));
    types("next 2");
    bool answer = key_answers(&desk.session, answers[_i].key, &line, &prompt);
    ck_assert_int_eq(answer, answers[_i].line != NULL);
    ck_assert_str_eq(text_string(&line), answer ? answers[_i].line : "");
    ck_assert_int_eq(prompt, answers[_i].prompt);
    if (answer) {
        text_append(&line, prompt ? "1" : ""); /* the end of what is typed */
        types(text_string(&line));
    }
    types(answer && desk.session.answers[1].state == ANSWER_RIGHT ? "next" : "skip");
    ck_assert(!key_answers(&desk.session, answers[_i].key, &line, &prompt));
    text_release(&line);
    text_release(&text);
    desk_close(&desk);
}
END_TEST

/* --- footer and list -------------------------------------------------------------------------- */

/* Asserts that every word of a footer begins with an existing key. */
static void check_footer(const char *words) {
    while (*words != '\0') {
        char key[16];
        size_t length = strcspn(words, " ");
        const char *next = strstr(words, "  ");
        text_fill(key, sizeof key, "%.*s", (int)length, words);
        bool others = (unsigned char)key[0] >= 0x80 || key[0] == '1';
        ck_assert_msg(others || key_find(key) != NULL, "%s", words);
        words = next == NULL ? "" : next + 2;
    }
}

static struct showing showing; /* how far a popup can be scrolled */

static const char *footer_over(enum keys_over over, size_t width) {
    static char line[512];
    struct text out = {0};
    const struct definition *definition = view_definition(&desk.session);
    bool made = definition != NULL && !definition->leaf;
    keys_footer(&desk.session, &(struct keys_footer){over, width, made, &showing, false}, &out);
    ck_assert_uint_le(utf8_columns(text_string(&out), out.length), width);
    text_fill(line, sizeof line, "%s", text_string(&out));
    check_footer(line);
    text_release(&out);
    return line;
}

static const char *footer(size_t width) {
    return footer_over(KEYS_STAGE, width);
}

/* In 58 columns, those of a terminal of 60, there is always a way out. */
START_TEST(more_and_quit_are_dropped_last) {
    prepare("");
    types("goto start");
    for (size_t i = 0; i < 30; i++) { /* also passes questions, the second time */
        desk_types(&desk, "advance");
        for (int over = KEYS_STAGE; over <= KEYS_COVER; over++) {
            for (size_t width = 34; width < 100; width++) {
                const char *words = footer_over((enum keys_over)over, width);
                ck_assert_msg(strstr(words, "? more  q ") != NULL, "%s", words);
            }
        }
    }
    ck_assert_str_eq(footer_over(KEYS_COVER, 58), "Space Escape close  ? more  q close");
    showing.scroll_last = 3;
    ck_assert_str_eq(footer_over(KEYS_COVER, 78),
                     "Escape close  Up Down scroll  Space PageDown further  ? more  q close");
    showing.scroll_last = 0;
    ck_assert_ptr_nonnull(strstr(footer_over(KEYS_LIST, 58), "Escape close"));
    desk_close(&desk);
}
END_TEST

START_TEST(the_footer_keeps_what_matters) {
    prepare("");
    ck_assert_str_eq(footer(80), "Space on  b back  ←↑↓→ cell  Tab matrix  + - turn  "
                                 "e type  ? more  q quit");
    ck_assert_str_eq(footer(24), "Space on  ? more  q quit");
    ck_assert_str_eq(footer(9), "? more");
    types("nudging smaller");
    ck_assert_ptr_nonnull(strstr(footer(80), "  + - turn by 0.01  "));
    types("nudging 0.1");
    ck_assert_ptr_nonnull(strstr(footer(80), "  + - turn  "));
    for (size_t width = 0; width < 200; width++) {
        footer(width);
    }
    types("R = [[1, 2]]");
    types("goto R");
    ck_assert_ptr_nonnull(strstr(footer(80), "e type  u undo"));
    ck_assert_ptr_null(strstr(footer(80), "Tab")); /* R has nothing to do with others */
    desk_close(&desk);
}
END_TEST

/* Only keys that have something to do are named. */
START_TEST(the_footer_names_what_works) {
    prepare("");
    types("goto S");
    ck_assert_ptr_nonnull(strstr(footer(200), "Enter inside"));
    ck_assert_ptr_null(strstr(footer(200), "+ - turn"));
    ck_assert_ptr_null(strstr(footer(200), "e type"));
    ck_assert_ptr_null(strstr(footer(200), "u undo"));
    types("s = \"I saw\""); /* a text has no number to turn */
    types("goto s");
    ck_assert_ptr_null(strstr(footer(200), "+ - turn"));
    types("undo");
    types("goto S");
    ck_assert_ptr_null(strstr(footer(200), "n next"));
    types("goto S @ row 1");
    ck_assert_ptr_nonnull(strstr(footer(80), "n next"));
    types("run");
    ck_assert_ptr_eq(strstr(footer(80), "1-2 answer  H hint  S skip  Space on"), footer(80));
    ck_assert_ptr_nonnull(strstr(footer(40), "? more  q quit"));
    ck_assert_ptr_null(strstr(footer(200), "a answer"));
    types("hint");
    ck_assert_ptr_null(strstr(footer(200), "H hint"));
    desk_close(&desk);
    desk_open(&desk, NULL);
    ck_assert_str_eq(footer(80), "Space on  b back  : formula  ? more  q quit");
    desk_close(&desk);
}
END_TEST

/* Several choices have to be typed, and one of many. */
START_TEST(the_footer_says_what_needs_enter) {
    static const char *const quizzes[][2] = {
        {"( ) a\n(x) b\n", "1-2 answer  "},
        {"[x] a\n[x] b\n[ ] c\n", "1-3 Enter answer  "},
        {"(x) a\n( ) b\n( ) c\n( ) d\n( ) e\n( ) f\n( ) g\n( ) h\n( ) i\n( ) j\n",
         "1-9 Enter answer  "},
    };
    for (size_t i = 0; i < sizeof quizzes / sizeof *quizzes; i++) {
        struct text opened = {0};
        text_format(&opened, "# T\n## One\n```quiz x\nWhich?\n%s```\n", quizzes[i][0]);
        desk_open(&desk, text_string(&opened));
        types("advance 2");
        ck_assert_ptr_eq(strstr(footer(78), quizzes[i][1]), footer(78));
        text_release(&opened);
        desk_close(&desk);
    }
}
END_TEST

/* Formulas are typed as they are; another answer that is typed begins with `answer`. */
START_TEST(a_begins_what_is_asked_for) {
    static const struct {
        const char *question, *line, *footer;
    } asked[] = {
        {"quiz x\nHow much?\n= 2", "answer ",
         "a answer  S skip  Space on  : formula  v text  ? more  q quit"},
        {"write x\nWrite `O`.\ninputs: X: n×d\nsolution: O = X.T", "",
         ": formula  S skip  Space on  v text  ? more  q quit"},
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        struct text text = {0}, line = {0};
        text_format(&text, "# T\n## One\n```%s\n```\n", asked[i].question);
        desk_open(&desk, text_string(&text));
        types("advance 2");
        ck_assert(key_line(&desk.session, key_find("a"), &line, &desk.failure));
        ck_assert_str_eq(text_string(&line), asked[i].line);
        ck_assert_str_eq(footer(78), asked[i].footer);
        text_release(&line);
        text_release(&text);
        desk_close(&desk);
    }
}
END_TEST

/* In an exercise: what may be changed, and when it is selected. */
START_TEST(the_footer_of_an_exercise) {
    desk_open(&desk, "# T\n## One\n```qkv\nA = [[1, 2]]\nB = [[1, 2]]\nS = A + B\n```\n"
                     "```try x\nMake it.\nexpect S[1,1] = 9\nallow: B\nhint: No.\n"
                     "solution: B[1,1] = 8\n```\n");
    types("advance 3");
    types("A[1,2] = 5");
    while (desk.session.exercise == SIZE_MAX) {
        types("advance");
    }
    types("goto B");
    ck_assert_str_eq(footer(78),
                     "←↑↓→ cell  Tab matrix  + - turn  e type  H hint  Space on  "
                     "? more  q quit"); /* what was changed before is not undone in it */
    types("B[1,1] = 2");
    ck_assert_str_eq(footer(78), "Tab matrix  + - turn  e type  u undo  H hint  S skip  "
                                 "Space on  ? more  q quit");
    types("goto A");
    ck_assert_ptr_null(strstr(footer(78), "turn"));
    struct text message = {0};
    types("goto S");
    ck_assert(key_elsewhere(&desk.session, key_find("e"), &message));
    ck_assert_str_eq(text_string(&message), "S is computed. You may change B. Type :goto B to "
                                            "change B.");
    text_release(&message);
    desk_close(&desk);
}
END_TEST

/* A formula to be rewritten is typed with the present one in the line. */
START_TEST(a_formula_that_is_asked_for_is_typed) {
    struct text line = {0};
    struct failure failure = {0};
    desk_open(&desk, "# T\n## One\n```qkv\nA = [[1, 2]]\nS = A + A\n```\n"
                     "```try x\nMake it.\nexpect S[1,1] = 3\nallow: S\nhint: No.\n"
                     "solution: S = 3 * A\n```\n");
    while (desk.session.exercise == SIZE_MAX) {
        types("advance");
    }
    types("goto S");
    ck_assert_str_eq(footer(78),
                     "←↑↓→ cell  Tab matrix  e type  H hint  S skip  Space on  ? more  q quit");
    ck_assert(key_line(&desk.session, key_find("e"), &line, &failure));
    ck_assert_str_eq(text_string(&line), "S = A + A");
    text_release(&line);
    desk_close(&desk);
}
END_TEST

START_TEST(the_list_has_every_key) {
    struct text out = {0};
    keys_write(60, &out);
    const struct key *key;
    for (size_t i = 0; (key = key_at(i)) != NULL; i++) {
        struct text head = {0};
        text_format(&head, "\n  %s ", key->key);
        ck_assert_msg(strstr(text_string(&out), text_string(&head)) != NULL, "%s", key->key);
        text_release(&head);
    }
    for (const char *at = text_string(&out); *at != '\0';) {
        size_t length = strcspn(at, "\n");
        ck_assert_uint_le(utf8_columns(at, length), 60);
        at += length + (at[length] == '\n' ? 1 : 0);
    }
    text_release(&out);
    desk_open(&desk, NULL);
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "help keys"), "Space PageDown"));
    ck_assert_str_eq(desk_says(&desk, "help v"), "key v: narration\n  The whole text of the "
                                                 "page\n");
    desk_close(&desk);
}
END_TEST

static int count_keys(void) {
    int count = 0;
    while (key_at((size_t)count) != NULL) {
        count++;
    }
    return count;
}

Suite *commands_keys_suite(void);

Suite *commands_keys_suite(void) {
    Suite *suite = suite_create("commands/keys");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, every_key_does_something, 0, 2 * count_keys());
    tcase_add_test(core, every_key_is_there_once);
    tcase_add_test(core, nothing_expected_is_missing);
    tcase_add_loop_test(core, the_cell_is_put_in, 0, sizeof lines / sizeof *lines);
    tcase_add_test(core, a_key_may_have_nothing_to_act_on);
    tcase_add_test(core, a_computed_number_is_turned_elsewhere);
    tcase_add_loop_test(core, a_digit_that_is_no_choice_says_so, 0, 2);
    tcase_add_test(core, zero_says_none_of_them);
    tcase_add_loop_test(core, keys_answer_an_open_quiz, 0, sizeof answers / sizeof *answers);
    tcase_add_test(core, more_and_quit_are_dropped_last);
    tcase_add_test(core, the_footer_keeps_what_matters);
    tcase_add_test(core, the_footer_names_what_works);
    tcase_add_test(core, the_footer_of_an_exercise);
    tcase_add_test(core, the_footer_says_what_needs_enter);
    tcase_add_test(core, a_begins_what_is_asked_for);
    tcase_add_test(core, a_formula_that_is_asked_for_is_typed);
    tcase_add_test(core, the_list_has_every_key);
    suite_add_tcase(suite, core);
    return suite;
}
