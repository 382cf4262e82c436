/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "trust/hostile.h"

#include "base/utf8.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* --- making ---------------------------------------------------------------------------------- */

static size_t below(struct random *random, size_t limit) {
    return (size_t)(random_bits(random) % limit);
}

static void append_point(struct text *out, uint32_t point) {
    char bytes[5];
    utf8_encode(point, bytes);
    text_append(out, bytes);
}

/* Whole ones. After a backslash stands a letter: before anything else Markdown would drop it. */
static const char *const sequences[] = {
    "\x1b[31m",
    "\x1b[2J\x1b[H",
    "\x1b[5;5Hfooled",
    "\x1b[?1049l",
    "\x1b[10Aup",
    "\x1b[6n",
    "\x1b[21t",
    "\x1b[?25l",
    "\x1b[38;2;1;2;3m",
    "\x1b]0;title\a",
    "\x1b]52;c;ZXZpbA==\a",
    "\x1b]8;;http:evil\x1b\\a",
    "\x1bP$qm\x1b\\a",
    "\x1bPq-\x1b\\a",
    "\x1b_Gf=100;AAAA\x1b\\a",
    "\x1b^private\x1b\\a",
    "\x1bXstart\x1b\\a",
    "\x1b(0",
    "\033c",
    "\x1bM",
    "\x1b",
    "\x9b"
    "31m",
    "\x9d"
    "0;title\x9c",
    "\x90q\x9c",
    "\x9f"
    "apc\x9c",
    "\xc2\x9b"
    "31m",
    "\xc2\x9d"
    "0;title\xc2\x9c",
    "\xc2\x90q\xc2\x9c",
    "\xc2\x85",
    "right\b\b\b\b\bwrong",
    "a\tb",
    "\v\f",
    "\x7f",
    "%s%n",
    "%1$2d",
    "%n%n%n%n",
    "%999999d",
    "{0.class}",
    "\xe2\x80\xae"
    "dne\xe2\x80\xac",
    "\xe2\x81\xa6(\xe2\x81\xa9",
    "\xef\xbb\xbf",
    "\xef\xbf\xbe",
    "\xf4\x8f\xbf\xbf",
    "\xed\xa0\x80",
    "\xed\xa0\xbd\xed\xb8\x80",
    "\xc0\x80",
    "\xc0\x9b[31m",
    "\xe0\x80\x9b",
    "\xf0\x80\x80\x9b",
    "\xf4\x90\x80\x80",
    "\xfe\xff",
    "\xe2\x80",
    "\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7",
    "\xf0\x9f\x91\x8d\xf0\x9f\x8f\xbd",
    "\xf0\x9f\x87\xa9\xf0\x9f\x87\xaa",
    "\xe2\x9d\xa4\xef\xb8\x8f",
    "1\xef\xb8\x8f\xe2\x83\xa3",
    "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d",
    "\xd8\xb3\xd9\x84\xd8\xa7\xd9\x85",
    "\xe0\xa4\x95\xe0\xa5\x8d\xe0\xa4\xb7",
    "\xef\xb7\xbd",
    "\xe2\x80\xa8next",
    "\xe2\x80\xa9next",
};

/* Any of a kind: a range of characters that are one's own kind of trouble. */
static const uint32_t kinds[][2] = {
    {0x01, 0x08},     {0x0e, 0x1f},         {0x80, 0x9f},       {0x202a, 0x202e},
    {0x2066, 0x2069}, {0x200b, 0x200f},     {0x2060, 0x206f},   {0xe0000, 0xe007f},
    {0xfe00, 0xfe0f}, {0xe0100, 0xe01ef},   {0x300, 0x36f},     {0x20d0, 0x20f0},
    {0x1ab0, 0x1ace}, {0x1100, 0x11ff},     {0x1f300, 0x1faff}, {0x4e00, 0x9fff},
    {0xff01, 0xff60}, {0xfff0, 0xffff},     {0xe000, 0xf8ff},   {0x590, 0x6ff},
    {0x900, 0xdff},   {0x2000, 0x206f},     {0x1d165, 0x1d18b}, {0x110000, 0x110000},
    {0xa0, 0x2ff},    {0x10ffff, 0x10ffff}, {0x2500, 0x27ff},
};

enum { SEQUENCES = sizeof sequences / sizeof *sequences, KINDS = sizeof kinds / sizeof *kinds };

static void append_kind(struct random *random, struct text *out) {
    const uint32_t *kind = kinds[below(random, KINDS)];
    size_t many = below(random, 8) == 0 ? 40 : below(random, 4) + 1;
    for (size_t i = 0; i < many; i++) {
        append_point(out, kind[0] + (uint32_t)below(random, kind[1] - kind[0] + 1));
    }
}

static void append_broken(struct random *random, struct text *out) {
    size_t many = below(random, 6) + 1;
    for (size_t i = 0; i < many; i++) {
        text_append_character(out, (char)(0x80 + below(random, 0x80)));
    }
}

static void append_any(struct random *random, struct text *out) {
    for (size_t i = below(random, 4) + 1; i > 0; i--) {
        append_point(out, 0x80 + (uint32_t)below(random, 0x10ff80));
    }
}

static void append_long(struct random *random, struct text *out) {
    static const char *const letters[] = {"a", "\xe5\x85\xa8", "e\xcc\x81", "\x1b",
                                          "\xf0\x9f\x98\x80"};
    if (below(random, 6) == 0) {
        text_repeat(out, letters[below(random, sizeof letters / sizeof *letters)],
                    below(random, 600) + 60);
    }
}

void hostile_make(struct random *random, struct text *out) {
    for (size_t pieces = below(random, 5) + 1; pieces > 0; pieces--) {
        switch (below(random, 8)) {
        case 0:
            text_append(out, " plain ");
            break;
        case 1:
        case 2:
        case 3:
            text_append(out, sequences[below(random, SEQUENCES)]);
            break;
        case 4:
        case 5:
            append_kind(random, out);
            break;
        case 6:
            append_broken(random, out);
            break;
        default:
            append_any(random, out);
            append_long(random, out);
        }
    }
    text_append(out, "z");
}

/* --- the twin -------------------------------------------------------------------------------- */

/* White space parts words wherever it stands, so it has to stand there too. */
static bool is_space(uint32_t point) {
    return point == ' ' || (point >= 0x09 && point <= 0x0d) || point == 0x85 || point == 0xa0 ||
           point == 0x1680 || (point >= 0x2000 && point <= 0x200a) || point == 0x2028 ||
           point == 0x2029 || point == 0x202f || point == 0x205f || point == 0x3000;
}

/* So do brackets, commas and operators, after which a long word is broken. */
static bool may_break(uint32_t point) {
    return point > 0 && point < 0x80 && strchr(",;()[]{}+-*/@=<>", (int)point) != NULL;
}

void hostile_word(const char *text, struct text *out) {
    text_append(out, "w"); /* what a mark stands on */
    for (size_t at = 0, length = strlen(text); at < length;) {
        uint32_t point;
        size_t size = utf8_decode(text + at, length - at, &point);
        bool broken = point == 0xfffd && size == 1;
        if (!broken && !is_space(point) && point >= 0x20 && point != 0x7f) {
            text_append_bytes(out, text + at, size);
        }
        at += size;
    }
}

void hostile_twin(const char *text, struct text *out) {
    struct text shown = {0};
    utf8_sanitise(&shown, text, strlen(text), true);
    for (size_t at = 0; at < shown.length;) {
        uint32_t point;
        size_t size = utf8_decode(shown.bytes + at, shown.length - at, &point);
        size_t width = utf8_width(point);
        if (is_space(point) || may_break(point)) {
            text_append_bytes(out, shown.bytes + at, size);
        } else {
            text_append(out, width == 2 ? HOSTILE_WIDE : width == 1 ? HOSTILE_LETTER : "");
        }
        at += size;
    }
    text_release(&shown);
}

/* --- judging --------------------------------------------------------------------------------- */

/* Unicode's default ignorable characters, its bidi controls, its separators of lines. */
static bool is_unseen(uint32_t point) {
    static const uint32_t unseen[][2] = {
        {0xad, 0xad},       {0x34f, 0x34f},     {0x61c, 0x61c},   {0x115f, 0x1160},
        {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f}, {0x2028, 0x202e},
        {0x2060, 0x206f},   {0x3164, 0x3164},   {0xfe00, 0xfe0f}, {0xfeff, 0xfeff},
        {0xffa0, 0xffa0},   {0xfff0, 0xfffb},   {0xfffe, 0xffff}, {0x1bca0, 0x1bca3},
        {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
    };
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++) {
        if (point >= unseen[i][0] && point <= unseen[i][1]) {
            return true;
        }
    }
    return false;
}

/* The length of the sequence that sets colours and nothing else, ESC [ 1 ; 31 m, at the beginning
 * of BYTES; 0 when there is none. */
static size_t colours_length(const char *bytes, size_t length) {
    size_t at = 2;
    while (at < length && strchr("0123456789;:", bytes[at]) != NULL) {
        at++;
    }
    return at < length && memcmp(bytes, "\x1b[", 2) == 0 && bytes[at] == 'm' ? at + 1 : 0;
}

const char *hostile_fault(const char *bytes, size_t length, bool coloured) {
    size_t marks = 0;
    for (size_t at = 0; at < length;) {
        size_t colours = coloured ? colours_length(bytes + at, length - at) : 0;
        if (colours > 0) {
            at += colours;
            continue;
        }
        uint32_t point;
        at += utf8_decode(bytes + at, length - at, &point);
        if ((point < 0x20 && point != '\n') || point == 0x7f) {
            return "a control";
        }
        if (point >= 0x80 && point < 0xa0) {
            return "a C1 control";
        }
        if (is_unseen(point)) {
            return "a character that cannot be seen";
        }
        marks = utf8_width(point) == 0 && point >= 0x300 ? marks + 1 : 0;
        if (marks > 4) {
            return "a flood of marks";
        }
    }
    return utf8_valid(bytes, length) ? NULL : "no UTF-8";
}

const char *hostile_escaped(const char *text) {
    static char out[4096];
    size_t used = 0;
    for (const unsigned char *at = (const unsigned char *)text; *at && used < sizeof out - 8;
         at++) {
        bool plain = *at >= 0x20 && *at < 0x7f && *at != '\\';
        used += (size_t)snprintf(out + used, sizeof out - used, plain ? "%c" : "\\%03o", *at);
    }
    out[used] = '\0';
    return out;
}
