#include "canvas/shade.h"

#include <math.h>
#include <stddef.h>

/* Ten xterm colours nearest to cividis (Nuñez, Anderton, Renslow 2018), and eleven from blue over
 * white to red, so chosen that luminance never falls on the way up, and away from the white never
 * rises; both hold under protanopia and deuteranopia too. */
static const unsigned char sequential[] = {17, 18, 238, 59, 242, 244, 246, 143, 179, 220};
static const unsigned char diverging[] = {26, 68, 111, 153, 189, 255, 223, 216, 209, 167, 124};

/* Cividis itself, and the colours of `diverging` about pure white, at equal distances: between two
 * neighbours every channel goes one way only. */
static const unsigned cividis[] = {0x00224e, 0x123570, 0x3b496c, 0x575d6d, 0x707173,
                                   0x8a8678, 0xa59c74, 0xc3b369, 0xe1cc55, 0xfee838};

static const unsigned blue_to_red[] = {0x005fd7, 0x5f87d7, 0x87afff, 0xafd7ff, 0xd7d7ff, 0xffffff,
                                       0xffd7af, 0xffaf87, 0xff875f, 0xd75f5f, 0xaf0000};

/* Of eight colours only these keep their order of luminance, and 4.5:1 to black or white, in the
 * palettes of both xterm and the PC: black, blue, cyan, white; blue, white, green. */
static const unsigned char sequential_8[] = {0, 4, 6, 7};
static const unsigned char diverging_8[] = {4, 7, 2};

#define COUNT(list) (sizeof(list) / sizeof *(list))

enum { LEVELS = 256, MIDDLE = 128, BLACK = 16, WHITE = 231, CUBE = 16, GREYS = 232 };

struct shade shade_of(double value, double low, double high, enum palette palette) {
    struct shade shade = {palette, 0};
    if (palette == PALETTE_NONE || isnan(value)) {
        return (struct shade){PALETTE_NONE, 0};
    }
    double part = value <= low ? 0 : value >= high ? 1 : (value - low) / (high - low);
    double middle = palette == PALETTE_DIVERGING ? MIDDLE : 0;
    if (!(high > low)) {
        part = palette == PALETTE_DIVERGING ? 0.5 : 0;
    }
    if (palette == PALETTE_DIVERGING) { /* MIDDLE is 0, though there are fewer levels above it */
        part = 2 * part - 1;
    }
    shade.level = (unsigned char)lround(middle + part * (part < 0 ? middle : LEVELS - 1 - middle));
    return shade;
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

/* One channel of sRGB, linear in light: IEC 61966-2-1. */
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
static bool is_light(unsigned rgb) {
    return shade_luminance(rgb) > 0.179;
}

/* The place of LEVEL among COUNT colours; the middle level gets the middle colour. */
static size_t place(struct shade shade, size_t count) {
    if (shade.palette == PALETTE_SEQUENTIAL) {
        return shade.level * count / LEVELS;
    }
    double half = (double)(count - 1) / 2;
    double part = (double)(shade.level - MIDDLE) / (double)MIDDLE;
    return (size_t)lround(half + part * half);
}

static unsigned channel_between(unsigned a, unsigned b, double part) {
    return (unsigned)lround(a + ((double)b - a) * part);
}

/* PLACE between the anchors at its floor and after it. */
static unsigned blend(const unsigned *anchors, size_t count, double place_between) {
    size_t first = (size_t)place_between < count - 1 ? (size_t)place_between : count - 2;
    double part = place_between - (double)first;
    unsigned rgb = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        unsigned a = anchors[first] >> shift & 255, b = anchors[first + 1] >> shift & 255;
        rgb |= channel_between(a, b, part) << shift;
    }
    return rgb;
}

static unsigned true_colour(struct shade shade) {
    if (shade.palette == PALETTE_SEQUENTIAL) {
        size_t last = COUNT(cividis) - 1;
        return blend(cividis, last + 1, shade.level * (double)last / (LEVELS - 1));
    }
    size_t last = COUNT(blue_to_red) - 1;
    double half = (double)last / 2;
    double room = shade.level < MIDDLE ? MIDDLE : LEVELS - 1 - MIDDLE;
    return blend(blue_to_red, last + 1, half + (shade.level - MIDDLE) / room * half);
}

struct shade_colours shade_colours(struct shade shade, enum depth depth) {
    bool one_sided = shade.palette == PALETTE_SEQUENTIAL;
    if (shade.palette == PALETTE_NONE || depth == DEPTH_NONE) {
        return (struct shade_colours){0, 0};
    }
    if (depth == DEPTH_8) {
        unsigned colour = one_sided ? sequential_8[place(shade, COUNT(sequential_8))]
                                    : diverging_8[place(shade, COUNT(diverging_8))];
        return (struct shade_colours){colour, colour == 0 || colour == 4 ? 7 : 0};
    }
    if (depth == DEPTH_256) {
        unsigned colour = one_sided ? sequential[place(shade, COUNT(sequential))]
                                    : diverging[place(shade, COUNT(diverging))];
        return (struct shade_colours){colour, is_light(shade_rgb(colour)) ? BLACK : WHITE};
    }
    unsigned rgb = true_colour(shade);
    return (struct shade_colours){rgb, is_light(rgb) ? 0x000000 : 0xffffff};
}

const char *shade_character(struct shade shade, bool ascii) {
    static const char *const blocks[] = {" ", "░", "▒", "▓", "█"};
    static const char *const signs[] = {" ", ".", ":", "-", "=", "+", "*", "#", "%", "@"};
    size_t count = ascii ? COUNT(signs) : COUNT(blocks);
    size_t most = LEVELS - 1;
    size_t size = shade.level;
    if (shade.palette == PALETTE_NONE) {
        return " ";
    }
    if (shade.palette ==
        PALETTE_DIVERGING) { /* how far from 0; the number beside it has the sign */
        size =
            shade.level < MIDDLE ? (size_t)(MIDDLE - shade.level) : (size_t)(shade.level - MIDDLE);
        most = MIDDLE;
    }
    size_t at = size * count / (most + 1);
    return ascii ? signs[at] : blocks[at];
}
