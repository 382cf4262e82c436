/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/shade.h"

#include "base/least.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

/* The ramps run from the theme's background to what glows on it, in a dark theme and, reversed, in
 * a light one: shares in the spirit of inferno, signed numbers from blue over the background to
 * orange. Computed so that neighbours look about equally far apart (CIEDE2000), that lightness (CIE
 * L*) rises all along, away from 0 on both sides, for normal eyes and for those without red, green
 * or blue cones (Machado, Oliveira, Fernandes 2009), and that black or white on it keeps 4.5:1. */
struct ramp {
    const unsigned *colours;
    size_t count;
};
#define RAMP(...)                                                                                  \
    { (const unsigned[]){__VA_ARGS__}, sizeof(unsigned[]){__VA_ARGS__} / sizeof(unsigned) }

enum { RAMP_COUNT = 2 * PALETTE_BAND }; /* of each palette one for dark and one for light */

/* Of sixteen colours and of eight only these keep their order and their contrast in the palettes of
 * both xterm and the PC. In true colour the ramp goes straight from one colour here to the next.
 * The frame of an empty cell is visible on the paper, and cannot be taken for a value: neither ramp
 * has a grey so light, in the light theme none so dark; a band is nearer to the paper. */
static const struct ramp ramps[][RAMP_COUNT] = {
    [DEPTH_8] = {RAMP(0, 4, 6, 7), RAMP(7, 6, 4, 0), RAMP(4, 0, 2), RAMP(4, 7, 2)},
    [DEPTH_16] = {RAMP(0, 4, 12, 6, 14, 15), RAMP(15, 14, 6, 12, 4, 0), RAMP(12, 4, 0, 2, 10),
                  RAMP(4, 7, 2)},
    [DEPTH_256] = {RAMP(233, 235, 53, 89, 125, 161, 167, 202, 208, 214, 221, 229),
                   RAMP(255, 223, 216, 209, 203, 167, 161, 126, 90, 54, 53, 17),
                   RAMP(117, 75, 32, 25, 18, 17, 232, 52, 88, 130, 172, 214, 222),
                   RAMP(24, 25, 32, 69, 111, 153, 255, 223, 215, 208, 166, 130, 94), RAMP(236, 236),
                   RAMP(252, 252), RAMP(235, 235), RAMP(255, 255)},
    [DEPTH_TRUE] = {RAMP(0x160b36, 0x390c60, 0x66156f, 0x8e2368, 0xb2325a, 0xce4347, 0xe55b30,
                         0xf47a19, 0xfb9c06, 0xf9be22, 0xf9e05c, 0xfcffa4),
                    RAMP(0xf4f1ec, 0xfedfbb, 0xfdc18e, 0xfba16c, 0xf57e52, 0xea5f4e, 0xd84355,
                         0xc02d61, 0x9f1f69, 0x79166b, 0x501261, 0x2b0f44),
                    RAMP(0x95d3ff, 0x51aaef, 0x2583d3, 0x0e62b2, 0x16417c, 0x172540, 0x18181b,
                         0x331b0f, 0x5d2900, 0x8a4900, 0xb46b01, 0xd99330, 0xf9c87b),
                    RAMP(0x183d86, 0x2160af, 0x2c80d2, 0x43a5f3, 0x89ceff, 0xcde9fa, 0xf5f4f2,
                         0xf7e2c3, 0xf4c07e, 0xea952d, 0xca6e00, 0xa64f00, 0x7c350e),
                    RAMP(0x2c2c34, 0x2c2c34), RAMP(0xd8d8de, 0xd8d8de), RAMP(0x24242e, 0x24242e),
                    RAMP(0xf0f0f5, 0xf0f0f5)},
};

enum { LEVELS = 256, MIDDLE = 128, BLACK = 16, WHITE = 231, CUBE = 16, GREYS = 232, COLOURS = 256 };

struct shade shade_of(double value, double most, enum palette palette) {
    /* of a signed one MIDDLE is 0, though there are fewer levels above it */
    double zero = palette == PALETTE_SIGNED ? MIDDLE : 0, levels = LEVELS - 1 - zero;
    if (palette == PALETTE_NONE || isnan(value)) {
        return (struct shade){.palette = PALETTE_NONE};
    }
    double part = most > 0 ? value / most : 0;
    double level = zero + part * (part < 0 ? zero : levels);
    return (struct shade){.palette = palette,
                          .level = (unsigned char)lround(fmin(fmax(level, 0), LEVELS - 1))};
}

unsigned shade_rgb(unsigned colour) {
    static const unsigned char levels[] = {0, 95, 135, 175, 215, 255};
    static const unsigned basic[] = {0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd,
                                     0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00,
                                     0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff};
    if (colour < CUBE) {
        return basic[colour];
    }
    if (colour >= GREYS) {
        return (8 + 10 * (colour - GREYS)) * 0x010101;
    }
    colour -= CUBE;
    return (unsigned)levels[colour / 36] << 16 | (unsigned)levels[colour / 6 % 6] << 8 |
           levels[colour % 6];
}

/* Makes one channel of sRGB linear in light (IEC 61966-2-1). */
static double light(unsigned channel) {
    double part = channel / 255.0;
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
}

double shade_luminance(unsigned rgb) {
    return 0.2126 * light(rgb >> 16 & 255) + 0.7152 * light(rgb >> 8 & 255) +
           0.0722 * light(rgb & 255);
}

/* Contrast to white is 1.05/(Y + 0.05), to black (Y + 0.05)/0.05: equal at Y = 0.179, and 4.58
 * there. */
bool shade_is_light(unsigned rgb) {
    return shade_luminance(rgb) > 0.179;
}

/* Returns where SHADE is on its ramp, 0 … 1. Small shares are spread out, by their root. */
static double ramp_part(struct shade shade) {
    if (shade.palette == PALETTE_SIGNED) {
        double room = shade.level < MIDDLE ? MIDDLE : LEVELS - 1 - MIDDLE;
        return 0.5 + (shade.level - MIDDLE) / room / 2;
    }
    return sqrt((double)shade.level / (LEVELS - 1));
}

/* Mixes PART of TO into FROM, both 0xRRGGBB. */
static unsigned mix_rgb(unsigned from, unsigned to, double part) {
    unsigned rgb = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        double a = from >> shift & 255, b = to >> shift & 255;
        rgb |= (unsigned)lround(a + (b - a) * part) << shift;
    }
    return rgb;
}

/* Returns the colour of SHADE on RAMP: between its colours where there are all, else the nearest of
 * them; for one-sided numbers each has as much room as the others. */
static unsigned ramp_colour(const struct ramp *ramp, struct shade shade, enum depth depth) {
    double part = ramp_part(shade);
    size_t last = ramp->count - 1, at = (size_t)(part * (double)(last + 1));
    if (depth == DEPTH_TRUE) {
        size_t first = lesser((size_t)(part * (double)last), last - 1);
        return mix_rgb(ramp->colours[first], ramp->colours[first + 1],
                       part * (double)last - (double)first);
    }
    at = shade.palette == PALETTE_SIGNED ? (size_t)lround(part * (double)last) : at;
    return ramp->colours[lesser(at, last)];
}

/* --- dimmed ----------------------------------------------------------------------------------- */

unsigned shade_paper(enum theme theme) {
    return theme == THEME_LIGHT ? 0xffffff : 0x141418;
}

/* Returns how unlike two colours are. Lightness counts most, so that what is lighter is not drawn
 * darker. */
static long difference(unsigned a, unsigned b) {
    long apart = 0, lighter = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        long channel = (long)(a >> shift & 255) - (long)(b >> shift & 255);
        apart += channel * channel;
        lighter += channel * (shift == 16 ? 3 : shift == 8 ? 6 : 1);
    }
    return apart + 8 * lighter / 10 * lighter / 10;
}

/* Returns the nearest of the cube's six levels of a channel. */
static unsigned cube_level(unsigned level) {
    return level < 48 ? 0 : level < 115 ? 1 : (level - 35) / 40;
}

/* Chooses between the nearest colour of the cube and the nearest grey: the sixteen below them are
 * the user's own. */
static unsigned nearest_colour(unsigned rgb) {
    unsigned red = rgb >> 16 & 255, green = rgb >> 8 & 255, blue = rgb & 255;
    unsigned cube = CUBE + 36 * cube_level(red) + 6 * cube_level(green) + cube_level(blue);
    unsigned light = (3 * red + 6 * green + blue) / 10, most = COLOURS - 1 - GREYS;
    unsigned step = light < 3 ? 0 : (light - 3) / 10, grey = GREYS + (step < most ? step : most);
    return difference(rgb, shade_rgb(cube)) < difference(rgb, shade_rgb(grey)) ? cube : grey;
}

/* Mixes PART of COLOUR into the ground FROM. */
static unsigned mix(unsigned from, unsigned colour, double part, enum depth depth) {
    bool all = depth == DEPTH_TRUE;
    unsigned rgb = mix_rgb(from, all ? colour : shade_rgb(colour), part);
    return all ? rgb : nearest_colour(rgb);
}

unsigned shade_faint(unsigned colour, enum theme theme, enum depth depth) {
    static const double parts[] = {0.6, 0.7, 0.8, 0.9};
    double paper = shade_luminance(shade_paper(theme)) + 0.05;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        unsigned mixed = mix(shade_paper(theme), colour, parts[i], depth);
        double light = shade_luminance(depth == DEPTH_TRUE ? mixed : shade_rgb(mixed)) + 0.05;
        if (fmax(light, paper) / fmin(light, paper) >= 4.5) {
            return mixed;
        }
    }
    return colour;
}

/* Returns a quiet grey that can be read on COLOUR, a number of DEPTH_256 or DEPTH_TRUE: WCAG 2 asks
 * for 4.5:1, which on dark paper is tiring; in the contrast theme for 7:1, and a little more for
 * the rounding to a channel. */
static unsigned grey_on(unsigned colour, enum theme theme, enum depth depth) {
    unsigned rgb = depth == DEPTH_TRUE ? colour : shade_rgb(colour);
    double least = theme == THEME_CONTRAST ? 7.05 : 5.5, ground = shade_luminance(rgb) + 0.05;
    bool dark = shade_is_light(rgb);
    double light = (dark ? ground / least : ground * least) - 0.05;
    double part = 1.055 * pow(fmin(fmax(light, 0.0031308), 1), 1 / 2.4) - 0.055;
    double channel = dark ? floor(255 * part) : ceil(255 * part);
    if (depth == DEPTH_TRUE) {
        return (unsigned)channel * 0x010101;
    }
    double step = (channel - 8) / 10;
    long grey = lround(dark ? floor(step) : ceil(step));
    return grey < 0 ? BLACK : grey > COLOURS - 1 - GREYS ? WHITE : GREYS + (unsigned)grey;
}

/* What is read on a dark background, and on a light one. */
static const unsigned inks[][2] = {[DEPTH_8] = {7, 0},
                                   [DEPTH_16] = {15, 0},
                                   [DEPTH_256] = {WHITE, BLACK},
                                   [DEPTH_TRUE] = {0xffffff, 0x000000}};

struct shade_colours shade_colours(struct shade shade, enum theme theme, enum depth depth) {
    if (!shade_shows(shade, depth)) {
        return (struct shade_colours){0, 0};
    }
    bool dim = shade.dim && shade.palette < PALETTE_EMPTY;
    size_t ramp = 2 * (size_t)(shade.palette - PALETTE_SHARES) + (theme == THEME_LIGHT);
    unsigned colour = ramp_colour(&ramps[depth][ramp], shade, depth);
    colour = dim ? mix(shade_paper(theme), colour, 0.3, depth) : colour;
    if (dim || shade.palette == PALETTE_EMPTY) {
        return (struct shade_colours){colour, grey_on(colour, theme, depth)};
    }
    bool light = colour != 0 && colour != 4 && colour != 12; /* of the basic colours */
    if (depth >= DEPTH_256) {
        light = shade_is_light(depth == DEPTH_TRUE ? colour : shade_rgb(colour));
    }
    return (struct shade_colours){colour, inks[depth][light]};
}

const char *shade_character(struct shade shade) {
    static const char *const blocks[] = {" ", "░", "▒", "▓", "█"};
    size_t count = sizeof blocks / sizeof *blocks;
    size_t most = LEVELS - 1, size = shade.level;
    if (shade.palette == PALETTE_NONE || shade.palette >= PALETTE_EMPTY) {
        return " ";
    }
    if (shade.palette == PALETTE_SIGNED) { /* how far from 0; the number beside it has the sign */
        size = (size_t)abs(shade.level - MIDDLE);
        most = MIDDLE;
    }
    return blocks[size * count / (most + 1)];
}
