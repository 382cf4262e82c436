/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/easel.h"
#include "canvas/prose.h"

#include "base/failure.h"
#include "base/heap.h"
#include "base/text.h"
#include "lesson/document.h"

#include <check.h>
#include <string.h>

static const struct paint plain = {.colour = false};
static const struct paint dark = {.colour = true, .depth = DEPTH_256, .theme = THEME_DARK};

/* Every block of a Markdown text, one below the other. */
static struct text set_document(const char *markdown, size_t width, const struct paint *paint) {
    struct failure failure = {0};
    struct document document;
    struct text out = {0};
    ck_assert_msg(document_read(&document, "lesson.md", markdown, strlen(markdown), &failure), "%s",
                  failure.message);
    for (size_t at = 0; at < document.block_count;) {
        size_t used = prose_print(&document.blocks[at], document.block_count - at,
                                  &(struct output){&out, paint, width});
        ck_assert_uint_gt(used, 0);
        at += used;
    }
    document_release(&document);
    return out;
}

static const struct {
    const char *markdown;
    size_t width;
    const char *expected;
} pages[] = {
    {"# Title", 40, "Title\n=====\n"},
    {"## Why `Q`?", 40, "Why `Q`?\n--------\n"},
    {"## One two three", 9, "One two\nthree\n---------\n"},
    {"A *soft* **hard** `A[1,2]` word.", 40, "A soft hard `A[1,2]` word.\n"},
    {"words here and `A[1,2] → 0.5`, so", 28, "words here and\n`A[1,2] → 0.5`, so\n"},
    {"words `far too long to keep`", 20, "words `far too long\nto keep`\n"},
    {"one two\nthree", 9, "one two\nthree\n"},
    {"- one two\n- three", 8, " • one\n   two\n • three\n"},
    {"1. one two\n2. three", 8, "1. one\n   two\n2. three\n"},
    {"- one\n  - two three", 11, " • one\n    • two\n      three\n"},
    {"- one\n\n  two\n", 20, " • one\n   two\n"},
    {"> wise words", 9, "  | wise\n  | words\n"},
    {"```text\nQ = X @ W\n\n  x\ty\n```", 40, "    Q = X @ W\n\n      x y\n"},
    {"```text\na\t\t日本\tb\tabcd\te\n```", 60, "    a       日本    b   abcd    e\n"},
    {"```text\nabcdefghij\n```", 10, "    abcdef\n    ghij\n"},
    {"one\n\n---\n\ntwo", 5, "one\n─────\ntwo\n"},
    {"one\n\n<!-- hidden -->\n\ntwo", 9, "one\ntwo\n"},
    {"| a | bcd |\n|---|---|\n| one | 寿司 |\n| x | `y` |", 40,
     "a    bcd\n"
     "---  ----\n"
     "one  寿司\n"
     "x    `y`\n"},
    {"| name | text |\n|---|---|\n| a | one two three |", 16,
     "name  text\n"
     "----  ----------\n"
     "a     one two\n"
     "      three\n"},
};

START_TEST(a_page_is_set) {
    struct text out = set_document(pages[_i].markdown, pages[_i].width, &plain);
    easel_assert(&out, pages[_i].expected);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(colour_stands_for_backquotes) {
    struct text out = set_document("See `A b` now.", 40, &dark);
    struct text printed = {0};
    style_print(text_string(&out), THEME_DARK, DEPTH_256, &printed);
    easel_assert(&printed, "See \x1b[38;5;150mA b\x1b[0m now.\n");
    text_release(&out);
}
END_TEST

/* Any width holds, and only the wrapping changes: the words stay. */
START_TEST(every_width_holds) {
    static const char page[] =
        "# A title that is long\n\nSome words, `code = here`, **bold** and 寿司寿司寿司寿司.\n\n"
        "- an item\n  - one inside\n    - and deeper\n\n10. ten\n\n> a quote\n\n"
        "| one | two | three |\n|---|---|---|\n| a b c | d | e f g |\n\n"
        "```text\nsome code\tthat is long\n```\n";
    size_t width = (size_t)_i;
    struct text out = set_document(page, width, &plain),
                coloured = set_document(page, width, &dark);
    struct text stripped = {0};
    easel_assert_lines(text_string(&out), width);
    easel_strip(text_string(&coloured), &stripped);
    easel_assert_lines(text_string(&stripped), width);
    text_release(&out);
    text_release(&coloured);
    text_release(&stripped);
}
END_TEST

START_TEST(no_memory_is_a_failure) {
    struct failure failure = {0};
    struct document document;
    static const char page[] = "- a\n\n# b\n\n| c | d |\n|---|---|\n| e | f |\n\n```x\ncode\n```\n";
    ck_assert(document_read(&document, "x.md", page, strlen(page), &failure));
    size_t blocks = memory_blocks(), failed = 0;
    for (size_t at = 1; at < 120; at++) {
        struct text out = {0};
        memory_fail(at, false);
        for (size_t i = 0; i < document.block_count;) {
            i += prose_print(&document.blocks[i], document.block_count - i,
                             &(struct output){&out, &plain, 40});
        }
        memory_fail(0, false);
        failed += out.failed;
        text_release(&out);
        ck_assert_uint_eq(memory_blocks(), blocks);
    }
    ck_assert_uint_gt(failed, 3);
    document_release(&document);
}
END_TEST

/* The words of a question look as they would in narration. */
START_TEST(words_look_as_in_narration) {
    static const char line[] = "Make *it* put `A[1,2]` on **sushi**.";
    const struct paint *const paints[] = {&plain, &dark};
    for (size_t i = 0; i < 2; i++) {
        struct text words = {0}, out = {0};
        struct text narrated = set_document("Make *it* put `A[1,2]` on *sushi*.", 60, paints[i]);
        ck_assert(document_words(line, strlen(line), &words));
        struct flow flow = {.output = {&out, paints[i], 60}};
        prose_words(flow, text_string(&words), STYLE_PLAIN);
        ck_assert_str_eq(text_string(&out), text_string(&narrated));
        text_release(&words);
        text_release(&out);
        text_release(&narrated);
    }
}
END_TEST

Suite *canvas_prose_suite(void);
Suite *canvas_prose_suite(void) {
    Suite *suite = suite_create("canvas/prose");
    TCase *core = tcase_create("core"), *limits = tcase_create("limits");
    tcase_add_loop_test(core, a_page_is_set, 0, sizeof pages / sizeof pages[0]);
    tcase_add_test(core, colour_stands_for_backquotes);
    tcase_add_test(core, words_look_as_in_narration);
    tcase_add_loop_test(limits, every_width_holds, 20, 100);
    tcase_add_test(limits, no_memory_is_a_failure);
    suite_add_tcase(suite, core);
    suite_add_tcase(suite, limits);
    return suite;
}
