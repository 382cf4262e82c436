#include "canvas/shade.h"

#include "base/text.h"
#include "canvas/canvas.h"

#include <check.h>
#include <math.h>
#include <string.h>

Suite *canvas_shade_suite(void);

static const enum palette palettes[] = {PALETTE_SEQUENTIAL, PALETTE_DIVERGING};

static struct shade shade_at(enum palette palette, int level) {
    return (struct shade){palette, (unsigned char)level};
}

/* The eight colours as xterm shows them, and as a PC's text mode does. */
static const unsigned xterm_8[] = {0x000000, 0xcd0000, 0x00cd00, 0xcdcd00,
                                   0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5};
static const unsigned pc_8[] = {0x000000, 0xaa0000, 0x00aa00, 0xaa5500,
                                0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa};

static unsigned rgb_of(unsigned colour, enum depth depth, const unsigned basic[8]) {
    return depth == DEPTH_8 ? basic[colour] : depth == DEPTH_256 ? shade_rgb(colour) : colour;
}

static double contrast(double a, double b) {
    return a > b ? (a + 0.05) / (b + 0.05) : (b + 0.05) / (a + 0.05);
}

START_TEST(values_have_their_levels) {
    ck_assert_int_eq(shade_of(0, 0, 1, PALETTE_SEQUENTIAL).level, 0);
    ck_assert_int_eq(shade_of(1, 0, 1, PALETTE_SEQUENTIAL).level, 255);
    ck_assert_int_eq(shade_of(0.2, 0, 1, PALETTE_SEQUENTIAL).level, 51);
    ck_assert_int_eq(shade_of(7, 5, 10, PALETTE_SEQUENTIAL).level, 102);
    ck_assert_int_eq(shade_of(-3, 0, 1, PALETTE_SEQUENTIAL).level, 0);
    ck_assert_int_eq(shade_of(INFINITY, 0, 1, PALETTE_SEQUENTIAL).level, 255);
    ck_assert_int_eq(shade_of(-INFINITY, 0, 1, PALETTE_SEQUENTIAL).level, 0);
    ck_assert_int_eq(shade_of(4, 4, 4, PALETTE_SEQUENTIAL).level, 0);

    ck_assert_int_eq(shade_of(0, -2, 2, PALETTE_DIVERGING).level, 128);
    ck_assert_int_eq(shade_of(-2, -2, 2, PALETTE_DIVERGING).level, 0);
    ck_assert_int_eq(shade_of(2, -2, 2, PALETTE_DIVERGING).level, 255);
    ck_assert_int_eq(shade_of(-1, -2, 2, PALETTE_DIVERGING).level, 64);
    ck_assert_int_eq(shade_of(0, 0, 0, PALETTE_DIVERGING).level, 128);
}
END_TEST

START_TEST(what_is_no_number_has_no_shade) {
    ck_assert_int_eq(shade_of(NAN, 0, 1, PALETTE_SEQUENTIAL).palette, PALETTE_NONE);
    ck_assert_int_eq(shade_of(0.5, 0, 1, PALETTE_NONE).palette, PALETTE_NONE);
    ck_assert_str_eq(shade_character(shade_of(NAN, 0, 1, PALETTE_SEQUENTIAL), false), " ");
}
END_TEST

/* Upwards for one side, away from the middle downwards for two; in small palettes too. */
static void check_monotone(enum palette palette, enum depth depth, const unsigned basic[8]) {
    double last = -1;
    unsigned count = 0, colour_before = 0xffffffff;
    for (int level = 0; level < 256; level++) {
        unsigned colour = shade_colours(shade_at(palette, level), depth).background;
        double luminance = shade_luminance(rgb_of(colour, depth, basic));
        bool falls = palette == PALETTE_DIVERGING && level > 128;
        if (level > 0 && falls) {
            ck_assert_msg(luminance <= last, "palette %d, depth %d, level %d", palette, depth,
                          level);
        } else if (level > 0) {
            ck_assert_msg(luminance >= last, "palette %d, depth %d, level %d", palette, depth,
                          level);
        }
        count += colour != colour_before;
        colour_before = colour;
        last = luminance;
    }
    unsigned least = depth == DEPTH_8 ? 3 : depth == DEPTH_256 ? 10 : 100;
    ck_assert_uint_ge(count, least);
}

START_TEST(luminance_is_monotone) {
    for (size_t i = 0; i < 2; i++) {
        check_monotone(palettes[i], DEPTH_8, xterm_8);
        check_monotone(palettes[i], DEPTH_8, pc_8);
        check_monotone(palettes[i], DEPTH_256, NULL);
        check_monotone(palettes[i], DEPTH_TRUE, NULL);
    }
}
END_TEST

static void check_contrast(enum palette palette, enum depth depth, const unsigned basic[8]) {
    for (int level = 0; level < 256; level++) {
        struct shade_colours colours = shade_colours(shade_at(palette, level), depth);
        double found = contrast(shade_luminance(rgb_of(colours.background, depth, basic)),
                                shade_luminance(rgb_of(colours.foreground, depth, basic)));
        ck_assert_msg(found >= 4.5, "palette %d, depth %d, level %d: %.2f", palette, depth, level,
                      found);
    }
}

START_TEST(numbers_can_be_read_on_every_shade) {
    for (size_t i = 0; i < 2; i++) {
        check_contrast(palettes[i], DEPTH_8, xterm_8);
        check_contrast(palettes[i], DEPTH_8, pc_8);
        check_contrast(palettes[i], DEPTH_256, NULL);
        check_contrast(palettes[i], DEPTH_TRUE, NULL);
    }
}
END_TEST

START_TEST(the_sides_of_zero_differ) {
    enum depth depths[] = {DEPTH_8, DEPTH_256, DEPTH_TRUE};
    for (size_t i = 0; i < 3; i++) {
        unsigned below = shade_colours(shade_at(PALETTE_DIVERGING, 0), depths[i]).background;
        unsigned zero = shade_colours(shade_at(PALETTE_DIVERGING, 128), depths[i]).background;
        unsigned above = shade_colours(shade_at(PALETTE_DIVERGING, 255), depths[i]).background;
        ck_assert_uint_ne(below, zero);
        ck_assert_uint_ne(above, zero);
        ck_assert_uint_ne(below, above);
    }
    struct shade_colours zero = shade_colours(shade_at(PALETTE_DIVERGING, 128), DEPTH_TRUE);
    ck_assert_uint_eq(zero.background, 0xffffff);
}
END_TEST

START_TEST(xterm_colours_are_known) {
    ck_assert_uint_eq(shade_rgb(16), 0x000000);
    ck_assert_uint_eq(shade_rgb(231), 0xffffff);
    ck_assert_uint_eq(shade_rgb(117), 0x87d7ff);
    ck_assert_uint_eq(shade_rgb(220), 0xffd700);
    ck_assert_uint_eq(shade_rgb(232), 0x080808);
    ck_assert_uint_eq(shade_rgb(255), 0xeeeeee);
    ck_assert_uint_eq(shade_rgb(1), 0xcd0000);
    ck_assert_double_eq_tol(shade_luminance(0xffffff), 1, 1e-12);
    ck_assert_double_eq_tol(shade_luminance(0x808080), 0.215861, 1e-6);
}
END_TEST

START_TEST(characters_stand_for_shades) {
    ck_assert_str_eq(shade_character(shade_at(PALETTE_SEQUENTIAL, 0), false), " ");
    ck_assert_str_eq(shade_character(shade_at(PALETTE_SEQUENTIAL, 128), false), "▒");
    ck_assert_str_eq(shade_character(shade_at(PALETTE_SEQUENTIAL, 255), false), "█");
    ck_assert_str_eq(shade_character(shade_at(PALETTE_SEQUENTIAL, 0), true), " ");
    ck_assert_str_eq(shade_character(shade_at(PALETTE_SEQUENTIAL, 255), true), "@");
    ck_assert_str_eq(shade_character(shade_at(PALETTE_DIVERGING, 128), false), " ");
    ck_assert_str_eq(shade_character(shade_at(PALETTE_DIVERGING, 0), false), "█");
    ck_assert_str_eq(shade_character(shade_at(PALETTE_DIVERGING, 255), true), "@");
}
END_TEST

static void check_look(struct canvas_cell cell, enum theme theme, enum depth depth,
                       const char *expected) {
    struct text look = {0};
    canvas_look(&cell, theme, depth, &look);
    ck_assert_str_eq(text_string(&look), expected);
    text_release(&look);
}

START_TEST(a_cell_looks_as_the_paper_can) {
    struct canvas_cell title = {.style = STYLE_TITLE};
    struct canvas_cell low = {.style = STYLE_NUMBER, .shade = {PALETTE_SEQUENTIAL, 0}};
    struct canvas_cell focus = {.style = STYLE_FOCUS, .shade = {PALETTE_SEQUENTIAL, 255}};
    check_look(title, THEME_DARK, DEPTH_256, "1;38;5;117");
    check_look(title, THEME_DARK, DEPTH_8, "1");
    check_look(low, THEME_DARK, DEPTH_256, "38;5;231;48;5;17");
    check_look(low, THEME_DARK, DEPTH_8, "37;40");
    check_look(low, THEME_DARK, DEPTH_TRUE, "38;2;255;255;255;48;2;0;34;78");
    check_look(low, THEME_DARK, DEPTH_NONE, "");
    check_look(low, THEME_MONO, DEPTH_256, "");
    check_look(focus, THEME_DARK, DEPTH_256, "1;7;38;5;16;48;5;220");
    check_look(focus, THEME_DARK, DEPTH_NONE, "7");
}
END_TEST

START_TEST(shades_are_printed) {
    struct canvas canvas;
    struct failure *none = NULL;
    struct text out = {0};
    struct paint colour = {.colour = true, .theme = THEME_DARK}, plain = {.colour = false};
    ck_assert(canvas_init(&canvas, 1, 4, none));
    canvas_put(&canvas, 0, 0, ".2", STYLE_NUMBER);
    canvas_shade(&canvas, 0, 0, 2, (struct shade){PALETTE_SEQUENTIAL, 255});
    canvas_shade(&canvas, 0, 2, 9, (struct shade){PALETTE_SEQUENTIAL, 0});
    canvas_print(&canvas, &colour, &out);
    ck_assert_str_eq(text_string(&out),
                     "\x1b[38;5;16;48;5;220m.2\x1b[0m\x1b[38;5;231;48;5;17m  \x1b[0m\n");
    text_clear(&out);
    canvas_print(&canvas, &plain, &out);
    ck_assert_str_eq(text_string(&out), ".2\n");
    text_release(&out);
    canvas_release(&canvas);
}
END_TEST

Suite *canvas_shade_suite(void) {
    Suite *suite = suite_create("canvas_shade");
    TCase *tests = tcase_create("shade");
    tcase_add_test(tests, values_have_their_levels);
    tcase_add_test(tests, what_is_no_number_has_no_shade);
    tcase_add_test(tests, luminance_is_monotone);
    tcase_add_test(tests, numbers_can_be_read_on_every_shade);
    tcase_add_test(tests, the_sides_of_zero_differ);
    tcase_add_test(tests, xterm_colours_are_known);
    tcase_add_test(tests, characters_stand_for_shades);
    tcase_add_test(tests, a_cell_looks_as_the_paper_can);
    tcase_add_test(tests, shades_are_printed);
    suite_add_tcase(suite, tests);
    return suite;
}
