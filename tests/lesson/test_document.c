/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "ground/runner.h"
#include "lesson/document.h"

#include "base/failure.h"
#include "base/heap.h"
#include "base/text.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *line, *words;
} plain_words[] = {
    {"Row *saw* of `X`", "Row \001saw\001 of `X`"},
    {"4. **Which** one?", "4. \001Which\001 one?"},
    {"# W_q and W_k", "# W_q and W_k"},
    {"2 * 3 * 4", "2 * 3 * 4"},
    {"", ""},
};

START_TEST(words_keep_code_and_what_is_stressed) {
    struct text out = {0};
    const char *line = plain_words[_i].line;
    ck_assert(document_words(line, strlen(line), &out));
    ck_assert_str_eq(text_string(&out), plain_words[_i].words);
    text_release(&out);
}
END_TEST

Suite *lesson_document_suite(void);

static const char *const KINDS[] = {"heading", "paragraph", "item", "quote",  "fence",
                                    "code",    "row",       "rule", "comment"};
static const char STYLES[] = "peskl"; /* plain, emphasis, strong, kode, link */

static void append_strings(struct text *out, const struct block *block) {
    if (block->mark && block->kind == BLOCK_ITEM) {
        text_format(out, " mark<%s>", block->mark);
    }
    if (block->info) {
        text_format(out, " info<%s>", block->info);
    }
    if (block->content) {
        text_format(out, " %zu<%s>", block->content_line, block->content);
    }
    for (size_t i = 0; i < block->run_count; i++) {
        const struct run *run = &block->runs[i];
        text_format(out, " %zu%c<%s>", run->line, STYLES[run->style], run->text);
    }
}

/* A line a block: kind line[-last] level, then mark, info, content and runs. */
static void append_blocks(struct text *out, const struct document *document) {
    for (size_t i = 0; i < document->block_count; i++) {
        const struct block *block = &document->blocks[i];
        text_format(out, "%s %zu", KINDS[block->kind], block->line);
        if (block->last_line > 0) {
            text_format(out, "-%zu", block->last_line);
        }
        text_append(out, block->inside ? " inside" : "");
        text_append(out, block->open ? " open" : "");
        if (block->level > 0) {
            text_format(out, " level %d", block->level);
        }
        append_strings(out, block);
        text_append(out, "\n");
    }
}

static void check_blocks(const char *source, size_t length, const char *wanted) {
    struct document document;
    struct failure failure;
    struct text found = {0};
    ck_assert_msg(document_read(&document, "d.md", source, length, &failure), "%s",
                  failure.message);
    append_blocks(&found, &document);
    ck_assert_str_eq(text_string(&found), wanted);
    text_release(&found);
    document_release(&document);
    ck_assert_uint_eq(memory_blocks(), 0);
}

static const struct {
    const char *source, *blocks;
} samples[] = {
    {"", ""},
    {"# T\n\ntext\n", "heading 1 level 1 1p<T>\nparagraph 3 3p<text>\n"},
    {"T\n===\n\nU\n---\n", "heading 1 level 1 1p<T>\nheading 4 level 2 4p<U>\n"},
    {"a *b* **c** `d`\n[e](http://f)\n",
     "paragraph 1 1p<a > 1e<b> 1p< > 1s<c> 1p< > 1k<d> 1p< > 2l<e>\n"},
    {"*a **b** c*\n", "paragraph 1 1e<a > 1s<b> 1e< c>\n"},
    {"one\ntwo  \nthree\n", "paragraph 1 1p<one two\nthree>\n"},
    {"`a\nb` `c``d`\n", "paragraph 1 1k<a b> 2p< > 2k<c``d>\n"},
    {"&amp; &lt; &alpha; &#945; &#x3b1; &nope; \\*\n", "paragraph 1 1p<& < α α α &nope; *>\n"},
    {"a\tb\n", "paragraph 1 1p<a b>\n"},
    {"x\x1b[31m\xe2\x80\xae y\n", "paragraph 1 1p<x\\x1b[31m<202E> y>\n"},
    {"&#27; &#x9b; &#0;\n", "paragraph 1 1p<\\x1b \\x9b \xef\xbf\xbd>\n"},
    {"a\xff\xc0\xaf\xed\xa0\x80\n",
     "paragraph 1 1p<a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd>\n"},
    /* md4c 0.4.8 leaves an emphasis here that it never entered */
    {"[](*)c*c\n\n*d*\n", "paragraph 1 1p<cc>\nparagraph 3 3e<d>\n"},
    /* lists and quotes */
    {"- a\n- b\n\n  c\n  1. d\n  2. e\n",
     "item 1 level 1 mark<•> 1p<a>\nitem 2 level 1 mark<•> 2p<b>\nitem 4 level 1 mark<> 4p<c>\n"
     "item 5 level 2 mark<1.> 5p<d>\nitem 6 level 2 mark<2.> 6p<e>\n"},
    {"7) a\n8) b\n", "item 1 level 1 mark<7.> 1p<a>\nitem 2 level 1 mark<8.> 2p<b>\n"},
    {"> a\n> > b\n", "quote 1 level 1 1p<a>\nquote 2 level 2 2p<b>\n"},
    {"- a\n  > b\n", "item 1 level 1 mark<•> 1p<a>\nquote 2 level 1 2p<b>\n"},
    {"> # h\n", "quote 1 level 1 1p<h>\n"},
    {"-\n- a\n", "item 2 level 1 mark<•> 2p<a>\n"},
    /* code */
    {"```qkv hidden\nx = 1\n\n```\n", "fence 1-4 info<qkv hidden> 2<x = 1\n\n>\n"},
    {"\n  ~~~ a&amp;b\\*c\n  x\n   y\n  ~~~\n", "fence 2-5 info<a&b*c> 3<x\n y\n>\n"},
    {"```\n```\n", "fence 1-2 info<> 2<>\n"},
    {"a\n\n```&amp;\n```\n", "paragraph 1 1p<a>\nfence 3-4 info<&> 4<>\n"},
    {"````\n```\n`````\nz\n", "fence 1-3 info<> 2<```\n>\nparagraph 4 4p<z>\n"},
    {"```a\n\n\nx\n```\n", "fence 1-5 info<a> 2<\n\nx\n>\n"},
    {"```&lt;\n\nx\n```\n", "fence 1-4 info<<> 2<\nx\n>\n"},
    {"```a\nx\n", "fence 1-2 open info<a> 2<x\n>\n"},
    {"```a", "fence 1-1 open info<a> 2<>\n"},
    {"- ```a\n  x\n  ```\n", "fence 1-3 inside info<a> 2<x\n>\n"},
    {"> ```a\n> x\n\ny\n", "fence 1-2 inside info<a> 2<x\n>\nparagraph 4 4p<y>\n"},
    {"    x\n\n     y\n", "code 1-3 1<x\n\n y\n>\n"},
    {"```a\x1b\nx\x1b\n```\n", "fence 1-3 info<a\\x1b> 2<x\x1b\n>\n"},
    /* tables and rules */
    {"| a | `b` |\n|---|---|\n| 1 | **2** |\n",
     "row 1 level 1 1p<a> 1p<\t> 1k<b>\nrow 3 3p<1> 3p<\t> 3s<2>\n"},
    {"|a|b|\n|---|---|\n|y| |\n", "row 1 level 1 1p<a> 1p<\t> 1p<b>\nrow 3 3p<y> 3p<\t>\n"},
    {"a\n\n***\n\nb\n", "paragraph 1 1p<a>\nrule 1\nparagraph 5 5p<b>\n"},
    /* comments and other HTML */
    {"<!-- pause -->\n", "comment 1-1 1<pause>\n"},
    {"a\n\n<!-- note: b\nc -->\n\nd\n",
     "paragraph 1 1p<a>\ncomment 3-4 3<note: b\nc>\nparagraph 6 6p<d>\n"},
    {"<!-- a --><!-- b --> c\n", "comment 1-1 1<a>\ncomment 1-1 1<b>\nparagraph 1 1p<c>\n"},
    {"<!-- a\n\n```qkv\n", "comment 1-3 open 1<a\n\n```qkv>\n"},
    {"a <!-- b --> c\n", "comment 1-1 inside 1<b>\nparagraph 1 1p<a > 1p< c>\n"},
    {"a <!-- b\nc --> d\n", "paragraph 1 1p<a  d>\n"},
    {"- <!-- b -->\n", "comment 1-1 inside 1<b>\n"},
    {"<div>\nx\n</div>\n", "paragraph 1 1p<<div>\nx\n</div>>\n"},
    {"a <b>c</b>\n", "paragraph 1 1p<a <b>c</b>>\n"},
    /* front matter counts in the lines */
    {"---\nid: x\n---\n# T\n", "heading 4 level 1 4p<T>\n"},
};

START_TEST(blocks) {
    check_blocks(samples[_i].source, strlen(samples[_i].source), samples[_i].blocks);
}
END_TEST

/* However lines end, and with a byte order mark before them, the blocks are the same. */
START_TEST(line_ends) {
    static const char *const ends[] = {"\n", "\r\n", "\r"};
    static const char *const lines[] = {"---", "id: x",  "---",     "# T",  "a",   "b",
                                        "",    "```qkv", "x = [1,", "  2]", "```", "- c"};
    static const char wanted[] = "heading 4 level 1 4p<T>\nparagraph 5 5p<a b>\n"
                                 "fence 8-11 info<qkv> 9<x = [1,\n  2]\n>\n"
                                 "item 12 level 1 mark<•> 12p<c>\n";
    for (int variant = 0; variant < 12; variant++) {
        struct text source = {0};
        text_append(&source, variant % 2 ? "\xef\xbb\xbf" : "");
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
            text_append(&source, lines[i]);
            bool last = i + 1 == sizeof lines / sizeof *lines;
            text_append(&source, last && variant >= 6 ? "" : ends[variant / 2 % 3]);
        }
        size_t before = memory_blocks();
        struct document document;
        struct failure failure;
        struct text found = {0};
        ck_assert(document_read(&document, "d.md", text_string(&source), source.length, &failure));
        append_blocks(&found, &document);
        ck_assert_str_eq(text_string(&found), wanted);
        ck_assert_int_eq(document.bom, variant % 2);
        ck_assert_ptr_null(strchr(document.raw, '\r'));
        ck_assert_str_eq(document_key(&document, "id"), "x");
        text_release(&found);
        document_release(&document);
        ck_assert_uint_eq(memory_blocks(), before);
        text_release(&source);
    }
}
END_TEST

/* The last byte of the text may be half of a line end. */
START_TEST(carriage_return_last) {
    struct document document;
    struct failure failure;
    char *source = malloc(2);
    memcpy(source, "a\r", 2);
    ck_assert(document_read(&document, "d.md", source, 2, &failure));
    ck_assert_str_eq(document.raw, "a\n");
    document_release(&document);
    free(source);
}
END_TEST

START_TEST(keys) {
    static const char source[] = "---\ntitle:  A: *b* \n\nminutes:\t3\nempty:\n--- \nx\n";
    struct document document;
    struct failure failure;
    ck_assert(document_read(&document, "d.md", source, strlen(source), &failure));
    ck_assert_uint_eq(document.key_count, 3);
    ck_assert_str_eq(document_key(&document, "title"), "A: *b*");
    ck_assert_str_eq(document_key(&document, "minutes"), "3");
    ck_assert_str_eq(document_key(&document, "empty"), "");
    ck_assert_ptr_null(document_key(&document, "id"));
    ck_assert_uint_eq(document.keys[1].line, 4);
    document_release(&document);
}
END_TEST

#define FLAT "front matter consists of lines like `title: Softmax`: a word, a colon and a text"
#define CLOSED "the front matter is not closed: it ends with a line of three hyphens"

static const struct {
    const char *source;
    size_t length, line, column;
    const char *message;
} failures[] = {
    {"a\n\nb\0c", 6, 3, 2, "a zero byte: a lesson is text"},
    {"\0", 1, 1, 1, "a zero byte: a lesson is text"},
    {"a\r\n\0", 4, 2, 1, "a zero byte: a lesson is text"},
    {"---\ntitle: x\n", 13, 1, 1, CLOSED},
    {"---", 3, 1, 1, CLOSED},
    {"---\n- a\n---\n", 12, 2, 1, FLAT},
    {"---\nid: x\nno colon\n---\n", 23, 3, 1, FLAT},
    {"---\nid: x\n  id: y\n---\n", 22, 3, 1, FLAT},
    {"---\ntwo words: y\n---\n", 21, 2, 1, FLAT},
};

START_TEST(refuses) {
    struct document document;
    struct failure failure = {0};
    ck_assert(
        !document_read(&document, "d.md", failures[_i].source, failures[_i].length, &failure));
    ck_assert_str_eq(failure.message, failures[_i].message);
    ck_assert_str_eq(failure.file, "d.md");
    ck_assert_uint_eq(failure.line, failures[_i].line);
    ck_assert_uint_eq(failure.column, failures[_i].column);
    document_release(&document);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

/* Every allocation fails once, alone and with all that follow. */
START_TEST(memory) {
    static const char source[] = "---\nid: x\n---\n# T *b*\n\n- a\n  1. `c`\n\n> d\n\n"
                                 "```qkv\nx\n```\n<!-- e -->\n\n|a|b|\n|---|---|\n|c|d|\n";
    bool done = false;
    for (size_t k = 1; !done; k++) {
        struct document document;
        struct failure failure = {0};
        memory_fail(k, _i == 1);
        done = document_read(&document, "d.md", source, strlen(source), &failure);
        memory_fail(0, false);
        ck_assert(done || text_same(failure.message, "out of memory"));
        document_release(&document);
        ck_assert_uint_eq(memory_blocks(), 0);
        ck_assert_uint_lt(k, 1000);
    }
}
END_TEST

/* Texts that make a careless reader quadratic or deep: it would take minutes over them. */
/* A sanitiser measures the rest of the text whenever a byte of it is looked for. */
#define MANY RUNNER_SAMPLES(200000, 2000)

static const struct {
    const char *once, *before, *after;
} torments[] = {
    {">", "", "x\n"},
    {"[", "", "\n"},
    {"*a **b ", "", "\n"},
    {"- ", "", "x\n"},
    {"```\n", "", ""},
    {"<!--\n", "", ""},
    {"`", "", "a"},
    {"a <!-- x --> ", "", ""},
    {"|a", "", "\n|---|\n"},
    {"&#27;", "", ""},
    {"a: b\n", "---\n", "---\n"},
    {"\r", "", ""},
    {"```a\n```\n", "", ""},
    {"1. a\n", "", ""},
    {"* *\n", "", ""},
};

START_TEST(torment) {
    struct text source = {0};
    struct document document;
    struct failure failure;
    text_append(&source, torments[_i].before);
    text_repeat(&source, torments[_i].once, MANY);
    text_append(&source, torments[_i].after);
    ck_assert(document_read(&document, "d.md", text_string(&source), source.length, &failure));
    document_release(&document);
    text_release(&source);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

/* --- places in the text --- */

static const char place_text[] = "one\ntwo\n\nfour";

START_TEST(moves) {
    struct document_cursor cursor = document_start(place_text);
    static const struct {
        size_t offset, line;
    } places[] = {{0, 1}, {13, 4}, {3, 1}, {4, 2}, {8, 3}, {9, 4}, {7, 2}, {0, 1}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        ck_assert(document_move(&cursor, place_text + places[i].offset));
        ck_assert_uint_eq(cursor.offset, places[i].offset);
        ck_assert_uint_eq(cursor.line, places[i].line);
    }
    ck_assert(!document_move(&cursor, "elsewhere"));
    ck_assert(!document_move(&cursor, place_text + sizeof place_text));
    ck_assert_uint_eq(cursor.line, 1);
}
END_TEST

START_TEST(seeks) {
    struct document_cursor cursor = document_start(place_text);
    static const size_t starts[] = {0, 0, 4, 8, 9, 9};
    static const size_t lines[] = {4, 2, 3, 1, 2, 5, 1, 4};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        document_seek(&cursor, lines[i]);
        ck_assert_uint_eq(cursor.offset, starts[lines[i]]);
        ck_assert_uint_eq(cursor.line, lines[i] > 4 ? 4 : lines[i]);
    }
    document_move(&cursor, place_text + 6);
    document_seek(&cursor, 2);
    ck_assert_uint_eq(cursor.offset, 4);
    ck_assert(document_next(&cursor) && document_next(&cursor) && !document_next(&cursor));
}
END_TEST

static const struct {
    const char *text;
    size_t opening, lines;
    bool inside, closed;
    size_t line, offset; /* where the cursor is then */
} fences[] = {
    {"```\nx\n```\ny", 1, 1, false, true, 4, 10},
    {"a\n```\n```\n", 2, 0, false, true, 4, 10},
    {"```\nx\n```", 1, 1, false, true, 3, 9},
    {"```\nx\n  `````  \n", 1, 1, false, true, 4, 16},
    {"````\nx\n```\n", 1, 1, false, false, 3, 7},
    {"```\nx\n~~~\n", 1, 1, false, false, 3, 6},
    {"```\nx\n```y\n", 1, 1, false, false, 3, 6},
    {"```\nx\n", 1, 1, false, false, 3, 6},
    {"> ~~~\n> x\n> ~~~\n", 1, 1, true, true, 4, 16},
    {"- ```\n  x\n\n```\n", 1, 1, true, false, 3, 10},
};

START_TEST(passes_fences) {
    struct document_cursor cursor = document_start(fences[_i].text);
    bool closed =
        document_pass_fence(&cursor, fences[_i].opening, fences[_i].lines, fences[_i].inside);
    ck_assert_int_eq(closed, fences[_i].closed);
    ck_assert_uint_eq(cursor.line, fences[_i].line);
    ck_assert_uint_eq(cursor.offset, fences[_i].offset);
}
END_TEST

START_TEST(finds_fences) {
    ck_assert_str_eq(document_fence("  ```a", false), "```a");
    ck_assert_str_eq(document_fence("~~~~", false), "~~~~");
    ck_assert_ptr_null(document_fence("``a", false));
    ck_assert_ptr_null(document_fence("- ```a", false));
    ck_assert_str_eq(document_fence("- ```a", true), "```a");
    ck_assert_str_eq(document_fence("> 12. ~~~", true), "~~~");
}
END_TEST

Suite *lesson_document_suite(void) {
    Suite *suite = suite_create("lesson document");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, blocks, 0, (int)(sizeof samples / sizeof *samples));
    tcase_add_test(core, line_ends);
    tcase_add_test(core, carriage_return_last);
    tcase_add_test(core, keys);
    tcase_add_loop_test(core, refuses, 0, (int)(sizeof failures / sizeof *failures));
    tcase_add_loop_test(core, words_keep_code_and_what_is_stressed, 0,
                        sizeof plain_words / sizeof plain_words[0]);
    tcase_add_test(core, moves);
    tcase_add_test(core, seeks);
    tcase_add_loop_test(core, passes_fences, 0, (int)(sizeof fences / sizeof *fences));
    tcase_add_test(core, finds_fences);
    suite_add_tcase(suite, core);
    TCase *limits = tcase_create("limits");
    tcase_add_loop_test(limits, memory, 0, 2);
    tcase_add_loop_test(limits, torment, 0, (int)(sizeof torments / sizeof *torments));
    suite_add_tcase(suite, limits);
    return suite;
}
