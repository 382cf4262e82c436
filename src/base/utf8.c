/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/utf8.h"

#include "base/text.h"

enum { BROKEN = 0xfffd };

/* Returns the length of the well-formed character at BYTES (Unicode 14, table 3-7), or 0. */
static size_t read_character(const char *bytes, size_t length, uint32_t *point) {
    unsigned char first = (unsigned char)bytes[0];
    if (first < 0x80) {
        *point = first;
        return 1;
    }
    size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || length < size) {
        return 0;
    }
    uint32_t value = first & (0x7fu >> size);
    for (size_t i = 1; i < size; i++) {
        if (((unsigned char)bytes[i] & 0xc0) != 0x80) {
            return 0;
        }
        value = value << 6 | ((unsigned char)bytes[i] & 0x3f);
    }
    bool overlong = (size == 3 && value < 0x800) || (size == 4 && value < 0x10000);
    bool surrogate = value >= 0xd800 && value <= 0xdfff;
    if (overlong || surrogate || value > 0x10ffff) {
        return 0;
    }
    *point = value;
    return size;
}

size_t utf8_decode(const char *bytes, size_t length, uint32_t *point) {
    size_t size = read_character(bytes, length, point);
    if (size == 0) {
        *point = BROKEN;
        return 1;
    }
    return size;
}

size_t utf8_encode(uint32_t point, char out[5]) {
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) {
        point = BROKEN;
    }
    size_t size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    static const unsigned char mark[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = size; i-- > 1;) {
        out[i] = (char)(0x80 | (point & 0x3f));
        point >>= 6;
    }
    out[0] = (char)(mark[size] | point);
    out[size] = '\0';
    return size;
}

size_t utf8_characters(const char *bytes, size_t length) {
    size_t count = 0;
    uint32_t point;
    for (size_t at = 0; at < length; at += utf8_decode(bytes + at, length - at, &point)) {
        count++;
    }
    return count;
}

size_t utf8_columns(const char *bytes, size_t length) {
    size_t columns = 0;
    for (size_t at = 0; at < length;) {
        uint32_t point;
        if (bytes[at] >= ' ' && bytes[at] <= '~') {
            at++;
            columns++;
            continue;
        }
        at += utf8_decode(bytes + at, length - at, &point);
        columns += utf8_width(point);
    }
    return columns;
}

bool utf8_valid(const char *bytes, size_t length) {
    for (size_t at = 0; at < length;) {
        uint32_t point;
        size_t size = read_character(bytes + at, length - at, &point);
        if (size == 0) {
            return false;
        }
        at += size;
    }
    return true;
}

size_t utf8_edge(const char *bytes, size_t length) {
    for (size_t back = 1; back <= 3 && back <= length; back++) {
        unsigned char byte = (unsigned char)bytes[length - back];
        if (byte < 0x80) {
            return length;
        }
        if (byte >= 0xc0) {
            size_t size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
            return size > back ? length - back : length;
        }
    }
    return length;
}

/* True for characters that take no room or reverse the text: they could not be seen on the
 * screen. */
static bool is_hidden_point(uint32_t point) {
    static const struct {
        uint32_t first, last;
    } hidden[] = {
        {0xad, 0xad},       {0x34f, 0x34f},     {0x600, 0x605},     {0x61c, 0x61c},
        {0x6dd, 0x6dd},     {0x70f, 0x70f},     {0x890, 0x891},     {0x8e2, 0x8e2},
        {0x115f, 0x1160},   {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f},
        {0x2028, 0x202e},   {0x2060, 0x206f},   {0x3164, 0x3164},   {0xfe00, 0xfe0f},
        {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb},   {0x110bd, 0x110bd},
        {0x110cd, 0x110cd}, {0x13430, 0x13438}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a},
        {0xe0000, 0xe0fff},
    };
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
        if (point >= hidden[i].first && point <= hidden[i].last) {
            return true;
        }
    }
    return false;
}

static bool is_noncharacter(uint32_t point) {
    return (point & 0xfffe) == 0xfffe || (point >= 0xfdd0 && point <= 0xfdef);
}

bool utf8_showable(uint32_t point) {
    bool control = point < 0x20 || (point >= 0x7f && point < 0xa0);
    return !control && !is_hidden_point(point) && !is_noncharacter(point);
}

bool utf8_blank(uint32_t point) {
    if (point < 0x80) {
        return (point >= 0x09 && point <= 0x0d) || point == 0x20;
    }
    return point == 0x85 || point == 0xa0 || point == 0x1680 ||
           (point >= 0x2000 && point <= 0x200a) || point == 0x2028 || point == 0x2029 ||
           point == 0x202f || point == 0x205f || point == 0x3000;
}

/* Appends a character that is no newline, tab or printable ASCII. *MARKS counts the marks on the
 * character before it; UTF8_MARKS where none can be added. */
static void append_safe(struct text *out, uint32_t point, size_t *marks) {
    char character[5];
    bool mark = utf8_width(point) == 0;
    if (point < 0xa0) {
        text_format(out, "\\x%02x", (unsigned)point);
        *marks = UTF8_MARKS;
    } else if (is_hidden_point(point) || (mark && *marks >= UTF8_MARKS)) {
        text_format(out, "<%04X>", (unsigned)point);
        *marks = UTF8_MARKS;
    } else {
        utf8_encode(is_noncharacter(point) ? BROKEN : point, character);
        text_append(out, character);
        *marks = mark ? *marks + 1 : utf8_blank(point) ? UTF8_MARKS : 0; /* a blank takes no mark */
    }
}

void utf8_sanitise(struct text *out, const char *bytes, size_t length, bool keep_tabs) {
    size_t marks = UTF8_MARKS;
    for (size_t at = 0; at < length;) {
        uint32_t point;
        size_t plain = 0;
        while (at + plain < length && bytes[at + plain] >= 0x20 && bytes[at + plain] < 0x7f) {
            plain++;
        }
        if (plain > 0) {
            text_append_bytes(out, bytes + at, plain);
            at += plain;
            marks = bytes[at - 1] == ' ' ? UTF8_MARKS : 0;
            continue;
        }
        size_t size = utf8_decode(bytes + at, length - at, &point);
        bool crlf = point == '\r' && at + 1 < length && bytes[at + 1] == '\n';
        if (point == '\n' || (point == '\t' && keep_tabs)) {
            text_append_character(out, (char)point);
            marks = UTF8_MARKS;
        } else if (!crlf) {
            append_safe(out, point, &marks);
        }
        at += size;
    }
}

void utf8_line(struct text *out, const char *bytes, size_t length) {
    for (size_t at = 0; at < length; at++) {
        size_t start = at;
        while (at < length && bytes[at] != '\n' && bytes[at] != '\t') {
            at++;
        }
        utf8_sanitise(out, bytes + start, at - start, false);
        text_append(out, at < length ? " " : "");
    }
}

void utf8_fit(struct text *out, const char *bytes, size_t length, size_t columns) {
    bool cut = utf8_columns(bytes, length) > columns;
    size_t room = cut && columns > 0 ? columns - 1 : columns;
    size_t used = 0, at = 0;
    while (at < length) {
        uint32_t point;
        size_t size = utf8_decode(bytes + at, length - at, &point);
        if (used + utf8_width(point) > room) {
            break;
        }
        used += utf8_width(point);
        at += size;
    }
    text_append_bytes(out, bytes, columns > 0 ? at : 0);
    if (cut && columns > 0) {
        text_append(out, "…");
        used++;
    }
    text_repeat(out, " ", columns - used);
}

/* --- how many screen columns a character takes --- */

/* The characters that take no column, and those that take two, from the Unicode Character Database.
 * wcwidth is not used because its results change with the locale and the C library. */
struct range {
    uint32_t first, last;
};

static const struct range zero[] = {
#include "base/zero.ranges"
};

static const struct range wide[] = {
#include "base/wide.ranges"
};

static bool is_among(const struct range *ranges, size_t count, uint32_t point) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (point > ranges[middle].last) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < count && point >= ranges[low].first;
}

size_t utf8_width(uint32_t point) {
    /* Arrows, lines, blocks and signs, which make up pictures, take one column without a search. */
    bool sign = (point >= 0x20f1 && point < 0x231a) || (point >= 0x2400 && point < 0x25fd) ||
                (point >= 0x2010 && point < 0x2028);
    if (point < 0x300) {
        return point < 0x20 || (point >= 0x7f && point < 0xa0) ? 0 : 1;
    }
    if (!sign && is_among(zero, sizeof zero / sizeof zero[0], point)) {
        return 0;
    }
    return !sign && is_among(wide, sizeof wide / sizeof wide[0], point) ? 2 : 1;
}
