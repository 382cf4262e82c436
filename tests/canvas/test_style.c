/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text.h"
#include "base/utf8.h"
#include "canvas/shade.h"
#include "canvas/style.h"

#include <check.h>
#include <string.h>

START_TEST(names_come_back) {
    static const char *const names[] = {"dark", "light", "mono", "contrast"};
    for (int theme = 0; theme < THEME_COUNT; theme++) {
        ck_assert_int_eq((int)theme_find(names[theme]), theme);
    }
    ck_assert_int_eq((int)theme_find("solarized"), THEME_COUNT);
}
END_TEST

/* What is marked, as a terminal takes it; the caller releases. */
static struct text print(enum style style, enum theme theme, enum depth depth) {
    struct text styled = {0}, out = {0};
    style_mark(style, &styled);
    text_append(&styled, "é");
    style_mark(STYLE_PLAIN, &styled);
    style_print(text_string(&styled), theme, depth, &out);
    ck_assert_uint_eq(utf8_columns(text_string(&styled), styled.length), 1);
    text_release(&styled);
    return out;
}

/* A reset ends what was begun, and nothing else is left; plain is nothing. */
START_TEST(begins_and_ends) {
    for (int style = 0; style < STYLE_COUNT; style++) {
        for (int theme = 0; theme < THEME_COUNT; theme++) {
            struct text out = print((enum style)style, (enum theme)theme, DEPTH_256);
            const char *codes = text_string(&out);
            if (codes[0] == '\x1b') {
                ck_assert(text_starts(codes, "\x1b["));
                size_t length = strspn(codes + 2, "0123456789;");
                ck_assert_str_eq(codes + 2 + length, "mé\x1b[0m");
            } else {
                ck_assert_str_eq(codes, "é");
            }
            ck_assert(style != STYLE_PLAIN || codes[0] != '\x1b');
            text_release(&out);
        }
    }
}
END_TEST

/* Bold, underline, reverse: nothing that a terminal without colours lacks. */
START_TEST(mono_has_no_colour) {
    for (int style = 0; style < STYLE_COUNT; style++) {
        struct text out = print((enum style)style, THEME_MONO, DEPTH_TRUE);
        ck_assert_uint_eq(strspn(text_string(&out), "\x1b[147;mé0"), out.length);
        text_release(&out);
    }
}
END_TEST

/* The cell in focus, a change and a pin are seen in every theme, and are not one and the same. */
START_TEST(signs_stand_out) {
    static const enum style signs[] = {STYLE_FOCUS, STYLE_CHANGED, STYLE_PINNED, STYLE_PLAIN};
    enum { DEPTHS = DEPTH_TRUE + 1 };
    for (int at = 0; at < THEME_COUNT * DEPTHS; at++) {
        for (size_t i = 0; i < 4; i++) {
            for (size_t k = i + 1; k < 4; k++) {
                struct text a =
                    print(signs[i], (enum theme)(at / DEPTHS), (enum depth)(at % DEPTHS));
                struct text b =
                    print(signs[k], (enum theme)(at / DEPTHS), (enum depth)(at % DEPTHS));
                ck_assert_str_ne(text_string(&a), text_string(&b));
                text_release(&a);
                text_release(&b);
            }
        }
    }
}
END_TEST

static double contrast(unsigned a, unsigned b) {
    double light = shade_luminance(a) + 0.05, dark = shade_luminance(b) + 0.05;
    return light > dark ? light / dark : dark / light;
}

/* A background without an ink has the terminal's, which may be just as dark; and an ink alone has
 * to be read on any background that the theme is for. */
START_TEST(ink_can_be_read) {
    static const unsigned papers[][2] = {[2 * THEME_DARK] = {0x000000, 0x1e1e1e},
                                         [2 * THEME_DARK + 1] = {0x000000, 0x1e1e1e},
                                         [2 * THEME_LIGHT] = {0xffffff, 0xffffff},
                                         [2 * THEME_LIGHT + 1] = {0xffffff, 0xeeeeee}};
    for (int style = 0; style < STYLE_COUNT; style++) {
        for (int i = 0; i < 2 * THEME_COUNT;
             i++) { /* the user's palette says what fewer colours are */
            int theme = i / 2;
            enum depth depth = i % 2 ? DEPTH_TRUE : DEPTH_256;
            struct look look = style_look((enum style)style, (enum theme)theme, depth);
            int ink = look.foreground, background = look.background;
            bool alone = background == LOOK_OWN;
            ck_assert_msg(alone || ink != LOOK_OWN, "style %d, theme %d", style, theme);
            bool painted = theme < THEME_MONO;
            ck_assert_msg(ink == LOOK_OWN || !alone || painted, "style %d", style);
            for (size_t k = 0; ink != LOOK_OWN && k < 2; k++) {
                unsigned paper = alone ? papers[i][k] : shade_rgb((unsigned)background);
                unsigned rgb =
                    ink >= LOOK_RGB ? (unsigned)(ink - LOOK_RGB) : shade_rgb((unsigned)ink);
                double found = contrast(rgb, paper);
                ck_assert_msg(found >= 4.5, "style %d, theme %d: %.2f", style, theme, found);
            }
        }
    }
}
END_TEST

Suite *canvas_style_suite(void);
Suite *canvas_style_suite(void) {
    Suite *suite = suite_create("canvas/style");
    TCase *core = tcase_create("core");
    tcase_add_test(core, names_come_back);
    tcase_add_test(core, begins_and_ends);
    tcase_add_test(core, mono_has_no_colour);
    tcase_add_test(core, signs_stand_out);
    tcase_add_test(core, ink_can_be_read);
    suite_add_tcase(suite, core);
    return suite;
}
