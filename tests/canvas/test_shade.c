#include "canvas/shade.h"

#include "base/text.h"
#include "canvas/canvas.h"

#include <check.h>
#include <math.h>
#include <string.h>

Suite *canvas_shade_suite(void);

static const enum palette palettes[] = {PALETTE_SEQUENTIAL, PALETTE_SHARES, PALETTE_SIGNED};
static const enum theme themes[] = {THEME_DARK, THEME_LIGHT};

static struct shade shade_at(enum palette palette, int level) {
    return (struct shade){palette, (unsigned char)level};
}

/* The sixteen colours as xterm shows them, and as a PC's text mode does. */
static const unsigned palette_of[2][16] = {
    {0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f,
     0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff},
    {0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa, 0x555555,
     0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff},
};

static unsigned rgb_of(unsigned colour, enum depth depth, const unsigned basic[16]) {
    return depth < DEPTH_256 ? basic[colour] : depth == DEPTH_256 ? shade_rgb(colour) : colour;
}

static double contrast(double a, double b) {
    return a > b ? (a + 0.05) / (b + 0.05) : (b + 0.05) / (a + 0.05);
}

/* What is seen without the cones for red, green, blue: Machado, Oliveira, Fernandes 2009, severity
 * 1, in linear light; first as most see. */
static const double sights[][3][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{.152286, 1.052583, -.204868}, {.114503, .786281, .099216}, {-.003882, -.048116, 1.051998}},
    {{.367322, .860646, -.227968}, {.280085, .672501, .047413}, {-.011820, .042940, .968881}},
    {{1.255528, -.076749, -.178779}, {-.078411, .930809, .147602}, {.004733, .691367, .303900}},
};
enum { SIGHTS = sizeof sights / sizeof *sights };

static double linear(unsigned channel) {
    double part = channel / 255.0;
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
}

static double seen_luminance(unsigned rgb, size_t sight) {
    static const double weights[] = {0.2126, 0.7152, 0.0722};
    const double light[] = {linear(rgb >> 16 & 255), linear(rgb >> 8 & 255), linear(rgb & 255)};
    double luminance = 0;
    for (size_t i = 0; i < 3; i++) {
        double channel = 0;
        for (size_t k = 0; k < 3; k++) {
            channel += sights[sight][i][k] * light[k];
        }
        luminance += weights[i] * fmin(fmax(channel, 0), 1);
    }
    return luminance;
}

/* Runs CHECK on all ramps: palette, theme, depth, and what the few colours are shown as. */
struct paper {
    enum palette palette;
    enum theme theme;
    enum depth depth;
    const unsigned *basic;
};

static void on_all(void (*check)(const struct paper *paper)) {
    for (size_t i = 0; i < 3 * 2 * 2; i++) {
        for (int depth = DEPTH_8; depth <= DEPTH_TRUE; depth++) {
            struct paper paper = {palettes[i / 4], themes[i / 2 % 2], (enum depth)depth,
                                  palette_of[i % 2]};
            check(&paper);
        }
    }
}

static struct shade_colours colours_of(const struct paper *paper, int level) {
    return shade_colours(shade_at(paper->palette, level), paper->theme, paper->depth);
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

    ck_assert_int_eq(shade_of(0, -2, 2, PALETTE_SIGNED).level, 128);
    ck_assert_int_eq(shade_of(-2, -2, 2, PALETTE_SIGNED).level, 0);
    ck_assert_int_eq(shade_of(2, -2, 2, PALETTE_SIGNED).level, 255);
    ck_assert_int_eq(shade_of(-1, -2, 2, PALETTE_SIGNED).level, 64);
    ck_assert_int_eq(shade_of(0, 0, 0, PALETTE_SIGNED).level, 128);
}
END_TEST

START_TEST(what_is_no_number_has_no_shade) {
    ck_assert_int_eq(shade_of(NAN, 0, 1, PALETTE_SEQUENTIAL).palette, PALETTE_NONE);
    ck_assert_int_eq(shade_of(0.5, 0, 1, PALETTE_NONE).palette, PALETTE_NONE);
    ck_assert_str_eq(shade_character(shade_of(NAN, 0, 1, PALETTE_SEQUENTIAL), false), " ");
}
END_TEST

/* From the background on: lighter and lighter in a dark theme, darker and darker in the light one,
 * from 0 to either side. In true colour a channel is rounded to 8 bits, which the eye does not see.
 */
static void check_monotone(const struct paper *paper) {
    enum { MIDDLE = 128 };
    bool two_sided = paper->palette == PALETTE_SIGNED;
    unsigned count = 1;
    for (int level = two_sided ? 0 : 1; level < 256; level++) {
        int before = !two_sided ? level - 1 : level < MIDDLE ? level + 1 : level - 1;
        unsigned a = colours_of(paper, two_sided && level == MIDDLE ? level : before).background;
        unsigned b = colours_of(paper, level).background;
        count += a != b;
        for (size_t sight = 0; sight < (paper->depth < DEPTH_256 ? 1 : SIGHTS); sight++) {
            double from = seen_luminance(rgb_of(a, paper->depth, paper->basic), sight);
            double to = seen_luminance(rgb_of(b, paper->depth, paper->basic), sight);
            double rise = paper->theme == THEME_LIGHT ? from - to : to - from;
            ck_assert_msg(a == b || rise > (paper->depth == DEPTH_TRUE ? -2e-3 : 0),
                          "palette %d, theme %d, depth %d, level %d, sight %zu: %g", paper->palette,
                          paper->theme, paper->depth, level, sight, rise);
        }
    }
    static const unsigned least[] = {
        [DEPTH_8] = 3, [DEPTH_16] = 3, [DEPTH_256] = 12, [DEPTH_TRUE] = 100};
    ck_assert_uint_ge(count, least[paper->depth]);
}

START_TEST(lightness_is_monotone) {
    on_all(check_monotone);
}
END_TEST

static void check_contrast(const struct paper *paper) {
    for (int level = 0; level < 256; level++) {
        struct shade_colours colours = colours_of(paper, level);
        double found =
            contrast(shade_luminance(rgb_of(colours.background, paper->depth, paper->basic)),
                     shade_luminance(rgb_of(colours.foreground, paper->depth, paper->basic)));
        ck_assert_msg(found >= 4.5, "palette %d, theme %d, depth %d, level %d: %.2f",
                      paper->palette, paper->theme, paper->depth, level, found);
    }
}

START_TEST(numbers_can_be_read_on_every_shade) {
    on_all(check_contrast);
}
END_TEST

/* A share of .01 and one of .03 are not the same, and one of 1/4 stands in the middle. */
START_TEST(small_shares_are_told_apart) {
    struct shade third = shade_of(0.03, 0, 1, PALETTE_SHARES);
    struct shade first = shade_of(0.01, 0, 1, PALETTE_SHARES);
    ck_assert_uint_eq(shade_colours(first, THEME_DARK, DEPTH_256).background, 235);
    ck_assert_uint_eq(shade_colours(third, THEME_DARK, DEPTH_256).background, 53);
    struct shade quarter = shade_of(0.26, 0, 1, PALETTE_SHARES);
    struct shade half = shade_of(0.51, 0, 1, PALETTE_SEQUENTIAL);
    ck_assert_uint_eq(shade_colours(quarter, THEME_DARK, DEPTH_256).background, 167);
    ck_assert_uint_eq(shade_colours(half, THEME_DARK, DEPTH_256).background, 167);
}
END_TEST

static void check_sides(const struct paper *paper) {
    struct paper two_sided = *paper;
    two_sided.palette = PALETTE_SIGNED;
    unsigned below = colours_of(&two_sided, 0).background;
    unsigned zero = colours_of(&two_sided, 128).background;
    unsigned above = colours_of(&two_sided, 255).background;
    ck_assert_uint_ne(below, zero);
    ck_assert_uint_ne(above, zero);
    ck_assert_uint_ne(below, above);
}

START_TEST(the_sides_of_zero_differ) {
    on_all(check_sides);
    struct shade zero = shade_at(PALETTE_SIGNED, 128);
    ck_assert_uint_eq(shade_colours(zero, THEME_DARK, DEPTH_TRUE).background, 0x18181b);
    ck_assert_uint_eq(shade_colours(zero, THEME_LIGHT, DEPTH_TRUE).background, 0xf5f4f2);
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
    ck_assert_str_eq(shade_character(shade_at(PALETTE_SIGNED, 128), false), " ");
    ck_assert_str_eq(shade_character(shade_at(PALETTE_SIGNED, 0), false), "█");
    ck_assert_str_eq(shade_character(shade_at(PALETTE_SIGNED, 255), true), "@");
}
END_TEST

static void check_look(struct canvas_cell cell, enum theme theme, enum depth depth,
                       const char *expected) {
    struct text look = {0};
    struct text sequence = {0};
    text_format(&sequence, expected[0] == '\0' ? "%s" : "\x1b[%sm", expected);
    ck_assert(look_write(canvas_look(&cell, theme, depth), &look) == (expected[0] != '\0'));
    ck_assert_str_eq(text_string(&look), text_string(&sequence));
    text_release(&sequence);
    text_release(&look);
}

START_TEST(a_cell_looks_as_the_paper_can) {
    struct canvas_cell query = {.style = STYLE_QUERY};
    struct canvas_cell low = {.style = STYLE_NUMBER, .shade = {PALETTE_SEQUENTIAL, 0}};
    struct canvas_cell focus = {.style = STYLE_FOCUS, .shade = {PALETTE_SEQUENTIAL, 255}};
    check_look(query, THEME_DARK, DEPTH_256, "1;38;5;75");
    check_look(query, THEME_DARK, DEPTH_8, "1");
    check_look(low, THEME_DARK, DEPTH_256, "38;5;231;48;5;233");
    check_look(low, THEME_LIGHT, DEPTH_256, "38;5;16;48;5;255");
    check_look(low, THEME_DARK, DEPTH_8, "1;37;40");
    check_look(low, THEME_LIGHT, DEPTH_8, "1;30;47");
    check_look(low, THEME_DARK, DEPTH_16, "1;97;40");
    check_look(low, THEME_DARK, DEPTH_TRUE, "38;2;255;255;255;48;2;22;11;54");
    check_look(low, THEME_DARK, DEPTH_NONE, "");
    check_look(low, THEME_MONO, DEPTH_256, "");
    check_look(focus, THEME_DARK, DEPTH_256, "1;7;38;5;16;48;5;229");
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
                     "\x1b[38;5;16;48;5;229m.2\x1b[0m\x1b[38;5;231;48;5;233m  \x1b[0m\n");
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
    tcase_add_test(tests, lightness_is_monotone);
    tcase_add_test(tests, numbers_can_be_read_on_every_shade);
    tcase_add_test(tests, small_shares_are_told_apart);
    tcase_add_test(tests, the_sides_of_zero_differ);
    tcase_add_test(tests, xterm_colours_are_known);
    tcase_add_test(tests, characters_stand_for_shades);
    tcase_add_test(tests, a_cell_looks_as_the_paper_can);
    tcase_add_test(tests, shades_are_printed);
    suite_add_tcase(suite, tests);
    return suite;
}
