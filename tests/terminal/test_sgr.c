#include "terminal/sgr.h"

#include "canvas/style.h"

#include <check.h>

Suite *terminal_sgr_suite(void);

START_TEST(looks_are_read_back) {
    struct sgr title = sgr_read("1;38;5;117");
    ck_assert(title.bold && !title.underline && !title.reverse && !title.italic && !title.dim);
    ck_assert_int_eq(title.foreground, 117);
    ck_assert_int_eq(title.background, SGR_DEFAULT);

    struct sgr both = sgr_read("1;4;7;38;5;16;48;5;220");
    ck_assert(both.bold && both.underline && both.reverse);
    ck_assert_int_eq(both.foreground, 16);
    ck_assert_int_eq(both.background, 220);

    struct sgr basic = sgr_read("30;103");
    ck_assert_int_eq(basic.foreground, 0);
    ck_assert_int_eq(basic.background, 11);
    ck_assert_int_eq(sgr_read("97;41").foreground, 15);
    ck_assert_int_eq(sgr_read("97;41").background, 1);
    ck_assert(sgr_read("2;3").dim && sgr_read("2;3").italic);
}
END_TEST

START_TEST(direct_colours_are_read) {
    struct sgr sgr = sgr_read("38;2;0;34;78;48;2;255;255;255;4");
    ck_assert_int_eq(sgr.foreground, SGR_RGB + 0x00224e);
    ck_assert_int_eq(sgr.background, SGR_RGB + 0xffffff);
    ck_assert(sgr.underline);
}
END_TEST

START_TEST(nothing_looks_plain) {
    static const char *const plain[] = {"",     "0",      "22;39;49",    "38",
                                        "38;5", "38;2;1", "999999999999"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        struct sgr sgr = sgr_read(plain[i]);
        ck_assert(!sgr.bold && !sgr.dim && !sgr.italic && !sgr.underline && !sgr.reverse);
        ck_assert_int_eq(sgr.foreground, SGR_DEFAULT);
        ck_assert_int_eq(sgr.background, SGR_DEFAULT);
    }
}
END_TEST

/* A look that says something is read as something, in every theme. */
START_TEST(every_look_is_understood) {
    for (int style = 0; style < STYLE_COUNT; style++) {
        for (int theme = 0; theme < THEME_COUNT; theme++) {
            const char *look = style_look((enum style)style, (enum theme)theme);
            struct sgr sgr = sgr_read(look);
            bool plain = !sgr.bold && !sgr.dim && !sgr.italic && !sgr.underline && !sgr.reverse &&
                         sgr.foreground == SGR_DEFAULT && sgr.background == SGR_DEFAULT;
            ck_assert_msg(plain == (look[0] == '\0'), "style %d, theme %d: %s", style, theme, look);
            ck_assert_int_lt(sgr.foreground, 256);
            ck_assert_int_lt(sgr.background, 256);
        }
    }
}
END_TEST

Suite *terminal_sgr_suite(void) {
    Suite *suite = suite_create("terminal_sgr");
    TCase *tests = tcase_create("sgr");
    tcase_add_test(tests, looks_are_read_back);
    tcase_add_test(tests, direct_colours_are_read);
    tcase_add_test(tests, nothing_looks_plain);
    tcase_add_test(tests, every_look_is_understood);
    suite_add_tcase(suite, tests);
    return suite;
}
