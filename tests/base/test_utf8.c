/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/utf8.h"

#include "base/text.h"

#include <check.h>
#include <string.h>

static const struct {
    const char *bytes;
    uint32_t point;
    size_t size;
} decodings[] = {
    {"a", 'a', 1},
    {"\xc2\x80", 0x80, 2},
    {"\xdf\xbf", 0x7ff, 2},
    {"\xe0\xa0\x80", 0x800, 3},
    {"\xef\xbf\xbf", 0xffff, 3},
    {"\xf0\x90\x80\x80", 0x10000, 4},
    {"\xf4\x8f\xbf\xbf", 0x10ffff, 4},
    {"\xed\x9f\xbf", 0xd7ff, 3},
    {"\xee\x80\x80", 0xe000, 3},
    {"\x80", 0xfffd, 1},             /* a lone continuation */
    {"\xc0\xaf", 0xfffd, 1},         /* overlong */
    {"\xc1\xbf", 0xfffd, 1},         /* overlong */
    {"\xe0\x9f\xbf", 0xfffd, 1},     /* overlong */
    {"\xf0\x8f\xbf\xbf", 0xfffd, 1}, /* overlong */
    {"\xed\xa0\x80", 0xfffd, 1},     /* surrogate */
    {"\xed\xbf\xbf", 0xfffd, 1},     /* surrogate */
    {"\xf4\x90\x80\x80", 0xfffd, 1}, /* past the last plane */
    {"\xf8\x88\x80\x80\x80", 0xfffd, 1},
    {"\xff", 0xfffd, 1},
    {"\xe2\x82", 0xfffd, 1}, /* cut short */
    {"\xe2\x82g", 0xfffd, 1},
    {"\xf0\x9f\x98", 0xfffd, 1},
};

START_TEST(decodes) {
    uint32_t point = 0;
    size_t length = strlen(decodings[_i].bytes);
    ck_assert_uint_eq(utf8_decode(decodings[_i].bytes, length, &point), decodings[_i].size);
    ck_assert_uint_eq(point, decodings[_i].point);
    bool whole = decodings[_i].point != 0xfffd;
    ck_assert_int_eq(utf8_valid(decodings[_i].bytes, length), whole);
    if (whole) {
        char out[5];
        ck_assert_uint_eq(utf8_encode(point, out), length);
        ck_assert_str_eq(out, decodings[_i].bytes);
    }
}
END_TEST

START_TEST(encodes_and_decodes_every_point) {
    for (uint32_t point = 0; point <= 0x10ffff; point += point < 0x11000 ? 1 : 61) {
        char out[5];
        uint32_t back;
        size_t size = utf8_encode(point, out);
        bool surrogate = point >= 0xd800 && point <= 0xdfff;
        if (utf8_decode(out, size, &back) != size || back != (surrogate ? 0xfffd : point)) {
            ck_abort_msg("U+%04X came back as U+%04X", (unsigned)point, (unsigned)back);
        }
    }
    char out[5];
    utf8_encode(0x110000, out);
    ck_assert_str_eq(out, "\xef\xbf\xbd");
}
END_TEST

static const struct {
    uint32_t point;
    size_t width;
} widths[] = {
    {0, 0},       {'\n', 0},    {'a', 1},     {0x7f, 0},     {0x9b, 0},    {0xa0, 1},
    {0xad, 1},    {0xe9, 1},    {0x300, 0},   {0x36f, 0},    {0x370, 1},   {0x3b1, 1},
    {0x5d0, 1},   {0x5b0, 0},   {0x627, 1},   {0x64b, 0},    {0x10ff, 1},  {0x1100, 2},
    {0x115f, 2},  {0x1160, 0},  {0x200b, 0},  {0x2010, 1},   {0x202e, 0},  {0x20d7, 0},
    {0x2192, 1},  {0x2211, 1},  {0x2212, 1},  {0x2500, 1},   {0x2588, 1},  {0x25b6, 1},
    {0x231a, 2},  {0x3000, 2},  {0x3042, 2},  {0x303f, 1},   {0x4e00, 2},  {0x9fff, 2},
    {0xac00, 2},  {0xd7a3, 2},  {0xe000, 1},  {0xfb00, 1},   {0xfe0f, 0},  {0xff01, 2},
    {0xff61, 1},  {0xfffd, 1},  {0x1d400, 1}, {0x1f600, 2},  {0x1f363, 2}, {0x20000, 2},
    {0x3fffd, 2}, {0xe0001, 0}, {0xe0100, 0}, {0x10ffff, 1}, {0x1f4a9, 2}, {0x2013, 1},
};

START_TEST(widths_of_characters) {
    ck_assert_msg(utf8_width(widths[_i].point) == widths[_i].width, "U+%04X is %zu wide",
                  (unsigned)widths[_i].point, utf8_width(widths[_i].point));
}
END_TEST

START_TEST(counts) {
    const char *sushi = "寿司 é e\xcc\x81 →";
    ck_assert_uint_eq(utf8_characters(sushi, strlen(sushi)), 9);
    ck_assert_uint_eq(utf8_columns(sushi, strlen(sushi)), 10);
    ck_assert_uint_eq(utf8_characters("\xff\xe2\x82z", 4), 4);
    ck_assert_uint_eq(utf8_columns("\xff\xe2\x82z", 4), 4);
    ck_assert_uint_eq(utf8_characters("", 0), 0);
    ck_assert(utf8_valid("", 0));
    ck_assert(!utf8_valid("ab\xff", 3));
}
END_TEST

START_TEST(edges) {
    const char *text = "a×→😀b"; /* starts at 0, 1, 3, 6, 10, ends at 11 */
    static const size_t edge[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11};
    for (size_t length = 0; length <= 11; length++) {
        ck_assert_uint_eq(utf8_edge(text, length), edge[length]);
    }
    ck_assert_uint_eq(utf8_edge("\x80\x80\x80\x80", 4), 4);
}
END_TEST

static const struct {
    const char *bytes, *shown;
    bool keep_tabs;
} unsafe[] = {
    {"plain · α → 寿司", "plain · α → 寿司", false},
    {"a\nb\r\nc\rd", "a\nb\nc\\x0dd", false},
    {"a\tb", "a\\x09b", false},
    {"a\tb", "a\tb", true},
    {"\x1b]0;P\a\b\x7f", "\\x1b]0;P\\x07\\x08\\x7f", false},
    {"\xc2\x9b"
     "31m",
     "\\x9b31m", false},
    {"a\xe2\x80\xae"
     "b",
     "a<202E>b", false},
    {"\xe2\x81\xa6\xe2\x80\x8b\xe2\x80\x8d\xef\xbb\xbf", "<2066><200B><200D><FEFF>", false},
    {"\xef\xb8\x8f\xf3\xa0\x80\x81\xf3\xa0\x84\x80", "<FE0F><E0001><E0100>", false},
    {"\xc2\xad\xe2\x80\xa8\xe2\x80\xa9", "<00AD><2028><2029>", false},
    {"\xff\xed\xa0\x80z", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdz", false},
    {"\xef\xbf\xbe\xef\xb7\x90", "\xef\xbf\xbd\xef\xbf\xbd", false},
    {"e\xcc\x81", "e\xcc\x81", false},
    {"\xcc\x81", "<0301>", false},
    {"a \xcc\x81", "a <0301>", false},
    {"a\xe2\x80\x84\xcc\x81", "a\xe2\x80\x84<0301>", false},
    {"a\n\xcc\x81\xcc\x82", "a\n<0301><0302>", false},
    {"e\xcc\x81\xcc\x82\xcc\x83\xcc\x84\xcc\x85z\xcc\x85",
     "e\xcc\x81\xcc\x82\xcc\x83\xcc\x84<0305>z\xcc\x85", false},
};

START_TEST(sanitises) {
    struct text out = {0};
    utf8_sanitise(&out, unsafe[_i].bytes, strlen(unsafe[_i].bytes), unsafe[_i].keep_tabs);
    ck_assert_str_eq(text_string(&out), unsafe[_i].shown);
    text_release(&out);
}
END_TEST

START_TEST(sanitises_nul) {
    struct text out = {0};
    utf8_sanitise(&out, "a\0b", 3, false);
    ck_assert_str_eq(text_string(&out), "a\\x00b");
    text_release(&out);
}
END_TEST

/* Whatever goes in, the result is well-formed and has no control or hidden characters. */
START_TEST(sanitised_text_is_safe) {
    for (uint32_t point = 0; point <= 0x10ffff; point += point < 0x11000 ? 1 : 17) {
        char bytes[5];
        struct text out = {0};
        size_t size = utf8_encode(point, bytes);
        utf8_sanitise(&out, bytes, size, false);
        bool safe = utf8_valid(text_string(&out), out.length);
        uint32_t shown;
        for (size_t at = 0; at < out.length;) {
            at += utf8_decode(out.bytes + at, out.length - at, &shown);
            safe = safe && (shown == '\n' || (shown >= 0x20 && (shown < 0x7f || shown > 0x9f)));
            safe = safe && (shown < 0x200b || shown > 0x200f) && (shown < 0x202a || shown > 0x202e);
        }
        if (!safe) {
            ck_abort_msg("U+%04X is not made safe", (unsigned)point);
        }
        text_release(&out);
    }
}
END_TEST

static const struct {
    const char *text;
    size_t columns;
    const char *fitted;
} fits[] = {
    {"hungry", 6, "hungry"},
    {"hungry", 8, "hungry  "},
    {"hungry", 5, "hung…"},
    {"hungry", 1, "…"},
    {"hungry", 0, ""},
    {"", 3, "   "},
    {"寿司", 4, "寿司"},
    {"寿司", 3, "寿…"},
    {"寿司", 2, "… "},
    {"寿司", 5, "寿司 "},
    {"e\xcc\x81x", 2, "e\xcc\x81x"},
};

START_TEST(fits_columns) {
    struct text out = {0};
    utf8_fit(&out, fits[_i].text, strlen(fits[_i].text), fits[_i].columns);
    ck_assert_str_eq(text_string(&out), fits[_i].fitted);
    ck_assert_uint_eq(utf8_columns(text_string(&out), out.length), fits[_i].columns);
    text_release(&out);
}
END_TEST

Suite *base_utf8_suite(void);

Suite *base_utf8_suite(void) {
    Suite *suite = suite_create("base/utf8");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, decodes, 0, sizeof decodings / sizeof decodings[0]);
    tcase_add_test(core, encodes_and_decodes_every_point);
    tcase_add_loop_test(core, widths_of_characters, 0, sizeof widths / sizeof widths[0]);
    tcase_add_test(core, counts);
    tcase_add_test(core, edges);
    tcase_add_loop_test(core, fits_columns, 0, sizeof fits / sizeof fits[0]);
    suite_add_tcase(suite, core);
    TCase *safety = tcase_create("safety");
    tcase_add_loop_test(safety, sanitises, 0, sizeof unsafe / sizeof unsafe[0]);
    tcase_add_test(safety, sanitises_nul);
    tcase_add_test(safety, sanitised_text_is_safe);
    suite_add_tcase(suite, safety);
    return suite;
}
