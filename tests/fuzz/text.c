/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Text on its way to a terminal: whatever goes in, nothing that acts comes out. */
#include "fuzz/target.h"

#include "base/text.h"
#include "base/utf8.h"

#include <check.h>

/* Beyond ASCII: what turns, hides or marks other characters, and what is no character. */
static const struct {
    uint32_t first, last;
} forbidden[] = {
    {0x00, 0x08},     {0x0b, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},
    {0x61c, 0x61c},   {0x180b, 0x180f}, {0x200b, 0x200f}, {0x2028, 0x202e},
    {0x2060, 0x206f}, {0xd800, 0xdfff}, {0xfdd0, 0xfdef}, {0xfe00, 0xfe0f},
    {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xfffe, 0xffff}, {0xe0000, 0xe0fff},
};

static void is_safe(const struct text *text, bool tabs) {
    const char *bytes = text_string(text);
    uint32_t point = 0;
    ck_assert(utf8_valid(bytes, text->length));
    for (size_t at = 0; at < text->length;) {
        at += utf8_decode(bytes + at, text->length - at, &point);
        if (point >= ' ' && point <= '~') {
            continue;
        }
        bool bad = point == '\t' && !tabs;
        for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++) {
            bad = bad || (point >= forbidden[i].first && point <= forbidden[i].last);
        }
        ck_assert_msg(!bad && (point & 0xfffe) != 0xfffe, "U+%04X gets out", point);
    }
}

static void sanitises(const char *bytes, size_t length, bool tabs) {
    struct text once = {0}, twice = {0};
    utf8_sanitise(&once, bytes, length, tabs);
    is_safe(&once, tabs);
    utf8_sanitise(&twice, text_string(&once), once.length, tabs);
    ck_assert_str_eq(text_string(&once), text_string(&twice));
    text_release(&once);
    text_release(&twice);
}

static void fits(const char *bytes, size_t length, size_t columns) {
    struct text safe = {0}, out = {0};
    utf8_sanitise(&safe, bytes, length, false);
    utf8_fit(&out, text_string(&safe), safe.length, columns);
    ck_assert_uint_eq(utf8_columns(text_string(&out), out.length), columns);
    ck_assert(utf8_valid(text_string(&out), out.length));
    text_release(&safe);
    text_release(&out);
}

static void run(const char *bytes, size_t length) {
    sanitises(bytes, length, false);
    sanitises(bytes, length, true);
    fits(bytes, length, length % 23);
    ck_assert_uint_le(utf8_edge(bytes, length), length);
    ck_assert_uint_le(utf8_characters(bytes, length), length);
}

static void words(struct text *out) {
    target_words(
        out, "\x1b]0; \x1b[2J \x1bP \x1b\\ \xc2\x9b \xe2\x80\xae \xe2\x80\x8b \xef\xbf\xbe "
             "\xf3\xa0\x80\x81 \xef\xb8\x8f \xe6\x97\xa5 \xf0\x9f\x98\x80 \xcc\x81 \xed\xa0\x80 "
             "\xc0\x80 \xf4\x90\x80\x80 \xe0\x80\xaf \xf0\x9f\x87\xa9 \\x1b <202E> \x07 \x08");
    target_word(out, "\r\n");
}

const struct target target_text = {"text", 256, run, words, NULL};
