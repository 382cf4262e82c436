/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/shade.h"

#include "base/text.h"
#include "canvas/canvas.h"

#include <check.h>
#include <math.h>
#include <string.h>

Suite *canvas_shade_suite(void);

static const enum palette palettes[] = {PALETTE_SHARES, PALETTE_SIGNED};
static const enum theme themes[] = {THEME_DARK, THEME_LIGHT};

static struct shade shade_at(enum palette palette, int level) {
    return (struct shade){.palette = palette, .level = (unsigned char)level};
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
enum { SIGHTS = sizeof sights / sizeof *sights, LEVELS = 256 };

static double linear(unsigned channel) {
    double part = channel / 255.0;
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
}

/* Red, green and blue light as it is seen. */
static void see(unsigned rgb, size_t sight, double seen[3]) {
    const double light[] = {linear(rgb >> 16 & 255), linear(rgb >> 8 & 255), linear(rgb & 255)};
    for (size_t i = 0; i < 3; i++) {
        double channel = 0;
        for (size_t k = 0; k < 3; k++) {
            channel += sights[sight][i][k] * light[k];
        }
        seen[i] = fmin(fmax(channel, 0), 1);
    }
}

static double seen_luminance(unsigned rgb, size_t sight) {
    double seen[3];
    see(rgb, sight, seen);
    return 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2];
}

/* CIE L*a*b* under D65. */
static void to_lab(unsigned rgb, size_t sight, double lab[3]) {
    static const double xyz[3][3] = {{0.4124564, 0.3575761, 0.1804375},
                                     {0.2126729, 0.7151522, 0.0721750},
                                     {0.0193339, 0.1191920, 0.9503041}};
    static const double white[] = {0.95047, 1, 1.08883};
    double seen[3], f[3];
    see(rgb, sight, seen);
    for (size_t i = 0; i < 3; i++) {
        double part = (xyz[i][0] * seen[0] + xyz[i][1] * seen[1] + xyz[i][2] * seen[2]) / white[i];
        f[i] = part > 216.0 / 24389 ? cbrt(part) : (24389.0 / 27 * part + 16) / 116;
    }
    lab[0] = 116 * f[1] - 16;
    lab[1] = 500 * (f[0] - f[1]);
    lab[2] = 200 * (f[1] - f[2]);
}

/* CIEDE2000, as in Sharma, Wu, Dalal 2005. Angles are in radians. */
static double difference(const double one[3], const double other[3]) {
    const double turn = 2 * acos(-1), degree = turn / 360;
    const double *lab[] = {one, other};
    double chroma[2], hue[2], mean = (hypot(one[1], one[2]) + hypot(other[1], other[2])) / 2;
    double grey = (1 - sqrt(pow(mean, 7) / (pow(mean, 7) + pow(25, 7)))) / 2;
    for (size_t i = 0; i < 2; i++) {
        double a = (1 + grey) * lab[i][1];
        chroma[i] = hypot(a, lab[i][2]);
        hue[i] = chroma[i] > 0 ? fmod(atan2(lab[i][2], a) + turn, turn) : 0;
    }
    bool coloured = chroma[0] * chroma[1] > 0;
    double apart = coloured ? remainder(hue[1] - hue[0], turn) : 0;
    double light = (one[0] + other[0]) / 2 - 50, strong = (chroma[0] + chroma[1]) / 2;
    double tint = coloured ? hue[0] + apart / 2 : hue[0] + hue[1];
    double t = 1 - 0.17 * cos(tint - 30 * degree) + 0.24 * cos(2 * tint) +
               0.32 * cos(3 * tint + 6 * degree) - 0.2 * cos(4 * tint - 63 * degree);
    tint = fmod(tint + turn, turn) / degree;
    double transposed = 30 * exp(-pow((tint - 275) / 25, 2));
    double rotation =
        -2 * sqrt(pow(strong, 7) / (pow(strong, 7) + pow(25, 7))) * sin(2 * transposed * degree);
    double l = (other[0] - one[0]) / (1 + 0.015 * light * light / sqrt(20 + light * light));
    double c = (chroma[1] - chroma[0]) / (1 + 0.045 * strong);
    double h = 2 * sqrt(chroma[0] * chroma[1]) * sin(apart / 2) / (1 + 0.015 * strong * t);
    return sqrt(l * l + c * c + h * h + rotation * c * h);
}

/* Runs CHECK on all ramps: palette, theme, depth, and what the few colours are shown as. */
struct paper {
    enum palette palette;
    enum theme theme;
    enum depth depth;
    const unsigned *basic;
};

static void on_all(void (*check)(const struct paper *paper)) {
    for (size_t i = 0; i < sizeof palettes / sizeof *palettes * 2 * 2; i++) {
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
    ck_assert_int_eq(shade_of(0, 1, PALETTE_SHARES).level, 0);
    ck_assert_int_eq(shade_of(1, 1, PALETTE_SHARES).level, 255);
    ck_assert_int_eq(shade_of(0.2, 1, PALETTE_SHARES).level, 51);
    ck_assert_int_eq(shade_of(4, 10, PALETTE_SHARES).level, 102);
    ck_assert_int_eq(shade_of(-3, 1, PALETTE_SHARES).level, 0);
    ck_assert_int_eq(shade_of(INFINITY, 1, PALETTE_SHARES).level, 255);
    ck_assert_int_eq(shade_of(-INFINITY, 1, PALETTE_SHARES).level, 0);
    ck_assert_int_eq(shade_of(4, 0, PALETTE_SHARES).level, 0);

    ck_assert_int_eq(shade_of(0, 2, PALETTE_SIGNED).level, 128);
    ck_assert_int_eq(shade_of(-2, 2, PALETTE_SIGNED).level, 0);
    ck_assert_int_eq(shade_of(2, 2, PALETTE_SIGNED).level, 255);
    ck_assert_int_eq(shade_of(-1, 2, PALETTE_SIGNED).level, 64);
    ck_assert_int_eq(shade_of(0, 0, PALETTE_SIGNED).level, 128);
}
END_TEST

START_TEST(what_is_no_number_has_no_shade) {
    ck_assert_int_eq(shade_of(NAN, 1, PALETTE_SHARES).palette, PALETTE_NONE);
    ck_assert_int_eq(shade_of(0.5, 1, PALETTE_NONE).palette, PALETTE_NONE);
    ck_assert_str_eq(shade_character(shade_of(NAN, 1, PALETTE_SHARES)), " ");
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

/* The steps of a ramp: its colours, and where it runs on between them its places one step apart. */
static size_t list_steps(const struct paper *paper, unsigned steps[LEVELS]) {
    enum { APART = 11 };
    size_t count = 0;
    for (int level = 0; level < LEVELS; level++) {
        double part = (double)level / (LEVELS - 1), last = (double)(level - 1) / (LEVELS - 1);
        part = paper->palette == PALETTE_SHARES ? sqrt(part) : part;
        last = paper->palette == PALETTE_SHARES ? sqrt(fmax(last, 0)) : last;
        unsigned colour = rgb_of(colours_of(paper, level).background, paper->depth, paper->basic);
        bool step = level == 0 || (paper->depth == DEPTH_TRUE
                                       ? floor(part * (int)APART) > floor(last * (int)APART)
                                       : colour != steps[count - 1]);
        if (step) {
            steps[count++] = colour;
        }
    }
    return count;
}

/* Two steps are never too close to be distinguished, by any of the four kinds of eyes, nor further
 * from each other than three times the mean. */
static void check_steps(const struct paper *paper) {
    const double seen = 2.3; /* just noticeable: Mahy, Van Eycken, Oosterlinck 1994 */
    unsigned steps[LEVELS];
    size_t count = paper->depth < DEPTH_256 ? 0 : list_steps(paper, steps);
    ck_assert(count == 0 || count >= 12);
    for (size_t sight = 0; sight < SIGHTS; sight++) {
        double sum = 0, most = 0;
        for (size_t i = 1; i < count; i++) {
            double before[3], lab[3];
            to_lab(steps[i - 1], sight, before);
            to_lab(steps[i], sight, lab);
            double apart = difference(before, lab);
            ck_assert_msg(apart >= seen, "palette %d, theme %d, depth %d, step %zu, sight %zu: %g",
                          paper->palette, paper->theme, paper->depth, i, sight, apart);
            sum += apart;
            most = fmax(most, apart);
        }
        ck_assert_msg(sight > 0 || most * (double)(count - (count > 0)) <= 3 * sum,
                      "palette %d, theme %d, depth %d: %g", paper->palette, paper->theme,
                      paper->depth, most);
    }
}

START_TEST(steps_are_as_far_apart_as_the_eye_can_tell) {
    static const double pairs[][7] = {{50, 2.6772, -79.7751, 50, 0, -82.7485, 2.0425},
                                      {50, 2.5, 0, 73, 25, -18, 27.1492},
                                      {6.7747, -0.2908, -2.4247, 5.8714, -0.0985, -2.2286, 0.6377},
                                      {2.0776, 0.0795, -1.1350, 0.9033, -0.0636, -0.5514, 0.9082}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) { /* Sharma's */
        ck_assert_double_eq_tol(difference(pairs[i], pairs[i] + 3), pairs[i][6], 1e-4);
    }
    on_all(check_steps);
}
END_TEST

START_TEST(numbers_can_be_read_on_every_shade) {
    on_all(check_contrast);
}
END_TEST

/* A share of .01 and one of .03 are not the same, and one of 1/4 is in the middle. */
START_TEST(small_shares_are_told_apart) {
    struct shade third = shade_of(0.03, 1, PALETTE_SHARES);
    struct shade first = shade_of(0.01, 1, PALETTE_SHARES);
    ck_assert_uint_eq(shade_colours(first, THEME_DARK, DEPTH_256).background, 235);
    ck_assert_uint_eq(shade_colours(third, THEME_DARK, DEPTH_256).background, 53);
    struct shade quarter = shade_of(0.26, 1, PALETTE_SHARES);
    ck_assert_uint_eq(shade_colours(quarter, THEME_DARK, DEPTH_256).background, 167);
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
    ck_assert_str_eq(shade_character(shade_at(PALETTE_SHARES, 0)), " ");
    ck_assert_str_eq(shade_character(shade_at(PALETTE_SHARES, 128)), "▒");
    ck_assert_str_eq(shade_character(shade_at(PALETTE_SHARES, 255)), "█");
    ck_assert_str_eq(shade_character(shade_at(PALETTE_SIGNED, 128)), " ");
    ck_assert_str_eq(shade_character(shade_at(PALETTE_SIGNED, 0)), "█");
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
    struct canvas_cell low = {.style = STYLE_NUMBER, .shade = {.palette = PALETTE_SHARES}};
    struct canvas_cell focus = {.style = STYLE_FOCUS,
                                .shade = {.palette = PALETTE_SHARES, .level = 255}};
    check_look(query, THEME_DARK, DEPTH_256, "1;38;5;75");
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

/* Below 256 colours in the eight: none that is pale on a light paper, nor dark on a dark one. */
START_TEST(roles_have_their_colours_everywhere) {
    static const struct {
        enum style style;
        const char *view[2]; /* dark, light */
    } roles[] = {{STYLE_QUERY, {"1;36", "1;34"}},   {STYLE_KEY, {"1;35", "1;35"}},
                 {STYLE_VALUE, {"32", "1;32"}},     {STYLE_WEIGHTS, {"1;33", "1"}},
                 {STYLE_CHANGED, {"4;33", "4;31"}}, {STYLE_LABEL, {"", ""}}};
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        struct canvas_cell cell = {.style = roles[i].style};
        for (int theme = THEME_DARK; theme <= THEME_LIGHT; theme++) {
            check_look(cell, (enum theme)theme, DEPTH_8, roles[i].view[theme]);
            check_look(cell, (enum theme)theme, DEPTH_16, roles[i].view[theme]);
        }
    }
    struct canvas_cell weights = {.style = STYLE_WEIGHTS};
    check_look(weights, THEME_DARK, DEPTH_TRUE, "1;38;2;255;224;64");
    check_look(weights, THEME_LIGHT, DEPTH_TRUE, "1;38;2;87;70;0");
    check_look((struct canvas_cell){.style = STYLE_QUERY}, THEME_CONTRAST, DEPTH_8, "1");
    check_look((struct canvas_cell){.style = STYLE_QUERY}, THEME_MONO, DEPTH_8, "1");
}
END_TEST

START_TEST(shades_are_printed) {
    struct canvas canvas;
    struct text out = {0};
    struct paint colour = {.colour = true, .depth = DEPTH_256, .theme = THEME_DARK},
                 plain = {.colour = false};
    ck_assert(canvas_init(&canvas, 1, 4));
    canvas_put(&canvas, 0, 0, ".2", STYLE_NUMBER);
    canvas_shade(&canvas, 0, 0, 2, shade_at(PALETTE_SHARES, 255));
    canvas_shade(&canvas, 0, 2, 9, shade_at(PALETTE_SHARES, 0));
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

/* --- dimmed ----------------------------------------------------------------------------------- */

static struct shade_colours dim_colours(const struct paper *paper, int level) {
    return shade_colours(shade_dimmed(shade_at(paper->palette, level)), paper->theme, paper->depth);
}

static double rgb_light(const struct paper *paper, unsigned colour) {
    return shade_luminance(rgb_of(colour, paper->depth, paper->basic));
}

static void check_dimmed_contrast(const struct paper *paper) {
    for (int level = 0; level < LEVELS && paper->depth >= DEPTH_256; level++) {
        struct shade_colours dim = dim_colours(paper, level);
        double found = contrast(rgb_light(paper, dim.background), rgb_light(paper, dim.foreground));
        ck_assert_msg(found >= 4.5, "palette %d, theme %d, depth %d, level %d: %.2f",
                      paper->palette, paper->theme, paper->depth, level, found);
        ck_assert_msg(found < 8, "as loud as what is lit: %.2f", found);
    }
}

START_TEST(digits_can_be_read_on_dimmed_shades) {
    on_all(check_dimmed_contrast);
    struct shade shade = shade_dimmed(shade_at(PALETTE_SHARES, 255));
    struct shade_colours ease = shade_colours(shade, THEME_CONTRAST, DEPTH_256);
    ck_assert_double_ge(contrast(shade_luminance(shade_rgb(ease.background)),
                                 shade_luminance(shade_rgb(ease.foreground))),
                        7);
}
END_TEST

/* Title and keys can be read on their band, in all the styles that they have. */
START_TEST(a_band_can_be_read) {
    static const enum style styles[] = {STYLE_PLAIN,  STYLE_TITLE,   STYLE_LABEL,
                                        STYLE_STRONG, STYLE_CHANGED, STYLE_CODE};
    for (int theme = THEME_DARK; theme <= THEME_LIGHT; theme++) {
        for (int depth = DEPTH_256; depth <= DEPTH_TRUE; depth++) {
            for (size_t i = 0; i < sizeof styles / sizeof *styles; i++) {
                struct canvas_cell cell = {.style = styles[i], .shade = {.palette = PALETTE_BAND}};
                struct look look = canvas_look(&cell, (enum theme)theme, (enum depth)depth);
                double lights[2];
                for (size_t k = 0; k < 2; k++) {
                    int colour = k == 0 ? look.foreground : look.background;
                    lights[k] = shade_luminance(colour >= LOOK_RGB ? (unsigned)(colour - LOOK_RGB)
                                                                   : shade_rgb((unsigned)colour));
                }
                ck_assert_msg(contrast(lights[0], lights[1]) >= 4.5,
                              "style %d, theme %d, depth %d: %.2f", styles[i], theme, depth,
                              contrast(lights[0], lights[1]));
                ck_assert_double_gt(
                    contrast(lights[1], shade_luminance(shade_paper((enum theme)theme))), 1.05);
            }
        }
    }
}
END_TEST

/* Dimmed, the larger of two numbers is no darker than the smaller, as far as the eye can see
 * (Weber: one part in a hundred). */
static void check_dimmed_order(const struct paper *paper) {
    enum { MIDDLE = 128 };
    bool two_sided = paper->palette == PALETTE_SIGNED;
    for (int level = two_sided ? 0 : 1; level < LEVELS && paper->depth >= DEPTH_256; level++) {
        int before = !two_sided ? level - 1 : level < MIDDLE ? level + 1 : level - 1;
        before = two_sided && level == MIDDLE ? level : before;
        double a = rgb_light(paper, dim_colours(paper, before).background);
        double b = rgb_light(paper, dim_colours(paper, level).background);
        double rise = paper->theme == THEME_LIGHT ? a - b : b - a;
        ck_assert_msg(rise > -2e-3 - 0.01 * b, "palette %d, theme %d, depth %d, level %d: %g",
                      paper->palette, paper->theme, paper->depth, level, rise);
    }
}

START_TEST(dimmed_shades_keep_their_order) {
    on_all(check_dimmed_order);
}
END_TEST

static bool same_look(struct look a, struct look b) {
    return a.attributes == b.attributes && a.foreground == b.foreground &&
           a.background == b.background;
}

/* At every depth, without colours too, where what is lit is bold. */
static void check_dimmed_looks(enum theme theme, enum depth depth) {
    for (size_t i = 0; i < sizeof palettes / sizeof *palettes; i++) {
        for (int level = 0; level < LEVELS; level++) {
            struct shade shade = shade_at(palettes[i], level);
            struct canvas_cell lit = {.style = STYLE_STRONG, .shade = shade};
            struct canvas_cell dim = {.style = STYLE_NUMBER, .shade = shade_dimmed(shade)};
            struct look look = canvas_look(&dim, theme, depth);
            ck_assert(!same_look(canvas_look(&lit, theme, depth), look));
            ck_assert(depth >= DEPTH_256 || look.background == LOOK_OWN);
        }
    }
}

START_TEST(lit_and_dimmed_differ_at_every_depth) {
    for (int theme = THEME_DARK; theme < THEME_COUNT; theme++) {
        for (int depth = DEPTH_NONE; depth <= DEPTH_TRUE; depth++) {
            check_dimmed_looks((enum theme)theme, (enum depth)depth);
        }
    }
}
END_TEST

static double ink_light(const struct look *look, enum theme theme) {
    unsigned own = shade_is_light(shade_paper(theme)) ? 0x000000 : 0xdadada;
    return shade_luminance(look->foreground == LOOK_OWN   ? own
                           : look->foreground >= LOOK_RGB ? (unsigned)(look->foreground - LOOK_RGB)
                                                          : shade_rgb((unsigned)look->foreground));
}

/* A digit covers a fifth of its cell. */
static void check_quiet(const struct paper *paper) {
    static const enum style names[] = {STYLE_QUERY,   STYLE_KEY,     STYLE_VALUE,
                                       STYLE_WEIGHTS, STYLE_FORMULA, STYLE_CHANGED};
    const double ink = 0.2;
    for (size_t i = 0; i < sizeof names / sizeof *names && paper->depth >= DEPTH_256; i++) {
        struct canvas_cell cell = {.style = names[i]};
        struct look look = canvas_look(&cell, paper->theme, paper->depth);
        double name = ink_light(&look, paper->theme);
        for (int level = 0; level < LEVELS; level++) {
            struct shade_colours dim = dim_colours(paper, level);
            double found = (1 - ink) * rgb_light(paper, dim.background) +
                           ink * rgb_light(paper, dim.foreground);
            ck_assert_msg(paper->theme == THEME_LIGHT ? found > name : found < name,
                          "palette %d, theme %d, depth %d, level %d: %.3f, the name %.3f",
                          paper->palette, paper->theme, paper->depth, level, found, name);
        }
    }
}

START_TEST(no_dimmed_cell_is_louder_than_a_lit_name) {
    on_all(check_quiet);
}
END_TEST

/* The edge of the frame is seen, and it is taken for no number. */
START_TEST(what_is_not_computed_yet_is_a_frame) {
    const double edge = contrast(shade_luminance(0x2c2c34), shade_luminance(0x141418));
    for (int i = 0; i < 4; i++) {
        enum theme theme = themes[i / 2];
        enum depth depth = i % 2 ? DEPTH_TRUE : DEPTH_256;
        struct shade shade = {.palette = PALETTE_EMPTY};
        struct shade_colours colours = shade_colours(shade, theme, depth);
        double light = shade_luminance(rgb_of(colours.background, depth, NULL));
        double ink = shade_luminance(rgb_of(colours.foreground, depth, NULL));
        ck_assert_double_ge(contrast(light, shade_luminance(shade_paper(theme))), edge);
        ck_assert_double_ge(contrast(light, ink), 4.5);
        for (size_t k = 0; k < 3 * (size_t)LEVELS; k++) {
            struct shade value = shade_at(palettes[k / LEVELS], (int)(k % LEVELS));
            ck_assert_uint_ne(shade_colours(value, theme, depth).background, colours.background);
        }
    }
    ck_assert(!shade_shows((struct shade){.palette = PALETTE_EMPTY}, DEPTH_16));
}
END_TEST

/* A name that is dimmed keeps its colour, is not bold, and can be read. */
START_TEST(names_can_be_dimmed) {
    static const enum style names[] = {STYLE_QUERY, STYLE_KEY, STYLE_VALUE, STYLE_WEIGHTS};
    for (size_t i = 0; i < 4 * sizeof names / sizeof *names; i++) {
        struct canvas_cell cell = {.style = names[i / 4]};
        enum theme theme = themes[i % 2];
        enum depth depth = i % 4 < 2 ? DEPTH_256 : DEPTH_TRUE;
        struct look lit = canvas_look(&cell, theme, depth);
        cell.faint = true;
        struct look dim = canvas_look(&cell, theme, depth);
        double paper = shade_luminance(shade_paper(theme));
        ck_assert((dim.attributes & LOOK_BOLD) == 0);
        ck_assert_double_ge(contrast(ink_light(&dim, theme), paper), 4.5);
        ck_assert_double_le(contrast(ink_light(&dim, theme), paper),
                            contrast(ink_light(&lit, theme), paper));
    }
}
END_TEST

Suite *canvas_shade_suite(void) {
    Suite *suite = suite_create("canvas_shade");
    TCase *tests = tcase_create("shade");
    tcase_add_test(tests, values_have_their_levels);
    tcase_add_test(tests, what_is_no_number_has_no_shade);
    tcase_add_test(tests, lightness_is_monotone);
    tcase_add_test(tests, steps_are_as_far_apart_as_the_eye_can_tell);
    tcase_add_test(tests, numbers_can_be_read_on_every_shade);
    tcase_add_test(tests, small_shares_are_told_apart);
    tcase_add_test(tests, the_sides_of_zero_differ);
    tcase_add_test(tests, xterm_colours_are_known);
    tcase_add_test(tests, characters_stand_for_shades);
    tcase_add_test(tests, a_cell_looks_as_the_paper_can);
    tcase_add_test(tests, roles_have_their_colours_everywhere);
    tcase_add_test(tests, shades_are_printed);
    tcase_add_test(tests, digits_can_be_read_on_dimmed_shades);
    tcase_add_test(tests, a_band_can_be_read);
    tcase_add_test(tests, dimmed_shades_keep_their_order);
    tcase_add_test(tests, lit_and_dimmed_differ_at_every_depth);
    tcase_add_test(tests, no_dimmed_cell_is_louder_than_a_lit_name);
    tcase_add_test(tests, what_is_not_computed_yet_is_a_frame);
    tcase_add_test(tests, names_can_be_dimmed);
    suite_add_tcase(suite, tests);
    return suite;
}
