/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/style.h"

#include "base/text.h"
#include "base/utf8.h"

#include <string.h>

/* Looks by theme. Mono keeps to bold, underline and reverse, which every terminal has; contrast
 * uses the sixteen basic colours as black on bright, or attributes; dark and light take colours of
 * the 256 that keep at least 4.5:1 to their background. Basic paints with those of the eight that
 * most palettes keep readable on that background: no blue on dark, no yellow on light. A look with
 * a background sets the ink too, because a terminal's own may have the same colour. Painted letters
 * are roles (query, key, value, weights), a change, right and wrong, or words that are spoken of
 * (italics alone are lost on many terminals); everything else that is to be noticed is bold or
 * reversed, in the terminal's own colours. */
enum {
    NONE = 0,
    BOLD = LOOK_BOLD,
    ITALIC = LOOK_ITALIC,
    UNDERLINE = LOOK_UNDERLINE,
    REVERSE = LOOK_REVERSE,
    BASIC = THEME_COUNT /* first column of dark and light with fewer than 256 colours */
};
#define TEXT(attributes)                                                                           \
    { attributes, LOOK_OWN, LOOK_OWN }
#define INK(attributes, colour)                                                                    \
    { attributes, colour, LOOK_OWN }

/* clang-format off */
static const struct look looks[STYLE_COUNT][BASIC + 2] = {
    /*                  dark                  light                 mono                    contrast                basic, dark             basic, light */
    [STYLE_PLAIN] =    {TEXT(NONE),           TEXT(NONE),           TEXT(NONE),             TEXT(NONE),             TEXT(NONE),             TEXT(NONE)},
    [STYLE_TITLE] =    {TEXT(BOLD),           TEXT(BOLD),           TEXT(BOLD),             TEXT(BOLD),             TEXT(BOLD),             TEXT(BOLD)},
    [STYLE_EMPHASIS] = {INK(ITALIC, 147),     INK(ITALIC, 61),      TEXT(UNDERLINE),        TEXT(UNDERLINE),        TEXT(UNDERLINE),        TEXT(UNDERLINE)},
    [STYLE_STRONG] =   {TEXT(BOLD),           TEXT(BOLD),           TEXT(BOLD),             TEXT(BOLD),             TEXT(BOLD),             TEXT(BOLD)},
    [STYLE_CODE] =     {INK(NONE, 150),       INK(NONE, 22),        TEXT(NONE),             TEXT(NONE),             TEXT(NONE),             TEXT(NONE)},
    [STYLE_FORMULA] =  {TEXT(BOLD),           TEXT(BOLD),           TEXT(BOLD),             TEXT(BOLD),             TEXT(BOLD),             TEXT(BOLD)},
    [STYLE_LABEL] =    {INK(NONE, 246),       INK(NONE, 240),       TEXT(NONE),             TEXT(BOLD),             TEXT(NONE),             TEXT(NONE)},
    [STYLE_NUMBER] =   {TEXT(NONE),           TEXT(NONE),           TEXT(NONE),             TEXT(NONE),             TEXT(NONE),             TEXT(NONE)},
    [STYLE_FOCUS] =    {TEXT(BOLD | REVERSE), TEXT(BOLD | REVERSE), TEXT(REVERSE),          TEXT(BOLD | REVERSE),   TEXT(BOLD | REVERSE),   TEXT(BOLD | REVERSE)},
    [STYLE_CHANGED] =  {INK(BOLD, 208),       INK(BOLD, 94),        TEXT(BOLD),             {NONE, 0, 11},          INK(UNDERLINE, 3),      INK(UNDERLINE, 1)},
    [STYLE_PINNED] =   {INK(BOLD, 177),       INK(BOLD, 91),        TEXT(BOLD | UNDERLINE), {NONE, 0, 14},          TEXT(BOLD | UNDERLINE), TEXT(BOLD | UNDERLINE)},
    [STYLE_DIM] =      {INK(NONE, 245),       INK(NONE, 241),       TEXT(NONE),             TEXT(NONE),             TEXT(NONE),             TEXT(NONE)},
    [STYLE_GOOD] =     {INK(BOLD, 114),       INK(BOLD, 22),        TEXT(BOLD),             {NONE, 0, 10},          TEXT(BOLD),             TEXT(BOLD)},
    [STYLE_BAD] =      {INK(BOLD, 210),       INK(BOLD, 124),       TEXT(BOLD | REVERSE),   {BOLD, 15, 1},          TEXT(BOLD | REVERSE),   TEXT(BOLD | REVERSE)},
    [STYLE_QUERY] =    {INK(BOLD, 75),        INK(BOLD, 25),        TEXT(BOLD),             TEXT(BOLD),             INK(BOLD, 6),           INK(BOLD, 4)},
    [STYLE_KEY] =      {INK(BOLD, 203),       INK(BOLD, 125),       TEXT(BOLD),             TEXT(BOLD),             INK(BOLD, 5),           INK(BOLD, 5)},
    [STYLE_VALUE] =    {INK(BOLD, 79),        INK(BOLD, 28),        TEXT(BOLD),             TEXT(BOLD),             INK(NONE, 2),           INK(BOLD, 2)},
    [STYLE_WEIGHTS] =  {INK(BOLD, 221),       INK(BOLD, 58),        TEXT(BOLD),             TEXT(BOLD),             INK(BOLD, 3),           TEXT(BOLD)},
    [STYLE_CURVE] =    {TEXT(NONE),           TEXT(NONE),           TEXT(NONE),             TEXT(NONE),             TEXT(NONE),             TEXT(NONE)},
    [STYLE_CURVE_2] =  {INK(NONE, 208),       INK(NONE, 130),       TEXT(NONE),             TEXT(BOLD),             INK(NONE, 3),           INK(NONE, 1)},
    [STYLE_CURVE_3] =  {INK(NONE, 75),        INK(NONE, 25),        TEXT(NONE),             TEXT(NONE),             INK(NONE, 6),           INK(NONE, 4)},
    [STYLE_FOUND] =    {{BOLD, 16, 222},      {BOLD, 16, 222},      TEXT(REVERSE),          TEXT(REVERSE),          TEXT(REVERSE),          TEXT(REVERSE)},
    [STYLE_BAR] =      {INK(BOLD, 208),       INK(BOLD, 130),       TEXT(BOLD),             TEXT(BOLD),             INK(NONE, 3),           INK(NONE, 1)},
};
/* clang-format on */

/* In 24 bit the roles are further apart; everything else has its colour of the 256. Dark, light. */
static const int true_inks[STYLE_COUNT][2] = {
    [STYLE_LABEL] = {0x9a9a9a, 0x5f5f5f},   [STYLE_QUERY] = {0x5aa2ff, 0x2d5aab},
    [STYLE_KEY] = {0xf8626b, 0xad003f},     [STYLE_VALUE] = {0x80f0b4, 0x00563b},
    [STYLE_WEIGHTS] = {0xffe040, 0x574600}, [STYLE_CHANGED] = {0xffa04a, 0xa25922},
    [STYLE_BAR] = {0xffa04a, 0xa25922},     [STYLE_CURVE_2] = {0xffa04a, 0xa25922},
    [STYLE_CURVE_3] = {0x5aa2ff, 0x2d5aab},
};

static const char *const names[THEME_COUNT + 1] = {
    [THEME_DARK] = "dark",         [THEME_LIGHT] = "light",    [THEME_MONO] = "mono",
    [THEME_CONTRAST] = "contrast", [THEME_COUNT] = "terminal",
};

const char *theme_name(enum theme theme) {
    return names[theme];
}

enum theme theme_find(const char *name) {
    for (int theme = 0; theme < THEME_COUNT; theme++) {
        if (text_same(names[theme], name)) {
            return (enum theme)theme;
        }
    }
    return THEME_COUNT;
}

struct look style_look(enum style style, enum theme theme, enum depth depth) {
    bool own = theme <= THEME_LIGHT; /* has colours of its own */
    struct look look = looks[style][depth == DEPTH_NONE        ? THEME_MONO
                                    : own && depth < DEPTH_256 ? BASIC + theme
                                                               : theme];
    if (own && depth == DEPTH_TRUE && true_inks[style][theme] != 0) {
        look.foreground = LOOK_RGB + true_inks[style][theme];
    }
    return look;
}

/* ECMA-48, 8.3.117: 30 to 37 are the basic inks, and 40 to 47 the backgrounds; 90 and 100 begin the
 * bright ones, 38 and 48 what is none of the sixteen. Returns what goes before the next parameter.
 */
static const char *append_colour(int colour, int plane, const char *before, struct text *out) {
    int rgb = colour - LOOK_RGB;
    if (colour >= LOOK_RGB) {
        text_format(out, "%s%d8;2;%d;%d;%d", before, plane, rgb >> 16, rgb >> 8 & 255, rgb & 255);
    } else if (colour >= 16) {
        text_format(out, "%s%d8;5;%d", before, plane, colour);
    } else if (colour != LOOK_OWN) {
        text_format(out, "%s%d%d", before, colour < 8 ? plane : plane + 6, colour % 8);
    }
    return colour == LOOK_OWN ? before : ";";
}

bool look_write(struct look look, struct text *out) {
    static const char attributes[] = "1347"; /* in the order of their bits */
    const char *before = "\x1b[";
    if (look.attributes == 0 && look.foreground == LOOK_OWN && look.background == LOOK_OWN) {
        return false;
    }
    for (unsigned i = 0; attributes[i] != '\0'; i++) {
        if (look.attributes >> i & 1) {
            text_format(out, "%s%c", before, attributes[i]);
            before = ";";
        }
    }
    before = append_colour(look.foreground, 3, before, out);
    append_colour(look.background, 4, before, out);
    text_append(out, "m");
    return true;
}

/* Marks are the first of 32 characters that Unicode keeps for a program's own use. */
enum { FIRST_MARK = 0xfdd0, MARKS = 32 };
_Static_assert((int)STYLE_COUNT <= (int)MARKS, "every style has a mark");

void style_mark(enum style style, struct text *out) {
    char mark[5];
    utf8_encode(FIRST_MARK + (uint32_t)style, mark);
    text_append(out, mark);
}

enum style style_marked(uint32_t point) {
    bool marks = point >= FIRST_MARK && point < FIRST_MARK + STYLE_COUNT;
    return marks ? (enum style)(point - FIRST_MARK) : STYLE_COUNT;
}

void style_print(const char *styled, enum theme theme, enum depth depth, struct text *out) {
    size_t length = strlen(styled);
    bool any = false; /* a sequence is in force */
    for (size_t at = 0, size; at < length; at += size) {
        uint32_t point;
        size = utf8_decode(styled + at, length - at, &point);
        enum style style = style_marked(point);
        if (style == STYLE_COUNT) {
            text_append_bytes(out, styled + at, size);
        } else {
            text_append(out, any ? LOOK_END : "");
            any = look_write(style_look(style, theme, depth), out);
        }
    }
}
