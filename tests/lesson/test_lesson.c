/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "ground/runner.h"
#include "lesson/lesson.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/heap.h"
#include "base/text.h"
#include "lesson/shelf.h"
#include "lesson/stop.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *lesson_lesson_suite(void);

static const char whole[] = "---\n"
                            "title: not shown\n"
                            "id: whole\n"
                            "author: A. Uthor\n"
                            "license: GPL-3.0-or-later\n"
                            "minutes: 12\n"
                            "convention: columns\n"
                            "---\n"
                            "# The *whole* `thing`\n" /* line 9 */
                            "\n"
                            "Before, `a[1] → 0.5` and `b → -inf`.\n"
                            "\n"
                            "## First\n"
                            "\n"
                            "```qkv hidden\n"
                            "X = [[1, 2],\n"
                            "     [3, 4]] # two lines\n"
                            "\n"
                            "W = eye(2)\n"
                            "```\n" /* 20 */
                            "\n"
                            "<!-- note: say this\n"
                            "slowly -->\n"
                            "\n"
                            "```qkv grain=cell\n"
                            "# a comment\n"
                            "  Q = X @ W   # the product\n"
                            "expect Q = X; expect Q is 2x2\n"
                            "precision 3; Q[1,1]\n"
                            "show Q\n" /* 30 */
                            "pin Q[1,1] = 0\n"
                            "convention columns\n"
                            "```\n"
                            "<!-- pause -->\n"
                            "### Within\n"
                            "```quiz one predict\n"
                            "What is\n"
                            "\n"
                            "  Q[1,1]?\n"
                            "( ) two {{ No: one. }}\n" /* 40 */
                            "(x) one\n"
                            "hint: look\n"
                            "hint: harder\n"
                            "explain: it is\n"
                            "explain: given\n"
                            "```\n"
                            "```qkv error: no value is called R\n"
                            "R\n"
                            "```\n"
                            "## Second `x`\n" /* 50 */
                            "```quiz two\n"
                            "Which?\n"
                            "[ ] a\n"
                            "[x] b {{ {c} }}\n"
                            "[X] d\n"
                            "```\n"
                            "\n"
                            "```quiz three\n"
                            "How much?\n"
                            "= f(Q, \"~\")[1,1] ~ 0.01\n" /* 60 */
                            "```\n"
                            "\n"
                            " ```try four\n"
                            " Make it so.\n"
                            " Number one.\n"
                            "   expect Q[1,1] > 1\n"
                            " expect Q is 2x2\n"
                            " allow: W_q, α' W_k\n"
                            " changes: 3\n"
                            " best: 1\n" /* 70 */
                            " hint: try\n"
                            " solution:  W[1,1] = 5\n"
                            " solution: W[1,2] = 6\n"
                            " ```\n";

static struct lesson *read_whole(void) {
    struct failure failure = {0};
    struct lesson *lesson = lesson_read("some/where.md", whole, strlen(whole), &failure);
    ck_assert_msg(lesson != NULL, "%s", failure.message);
    for (size_t i = 0; i < lesson->problem_count; i++) {
        ck_abort_msg("%zu: %s", lesson->problems[i].line, lesson->problems[i].message);
    }
    return lesson;
}

START_TEST(front) {
    struct lesson *lesson = read_whole();
    ck_assert_str_eq(lesson->file, "some/where.md");
    ck_assert_str_eq(lesson->folder, "some");
    ck_assert_str_eq(lesson->title, "The whole thing");
    ck_assert_str_eq(lesson->id, "whole");
    ck_assert_str_eq(lesson->author, "A. Uthor");
    ck_assert_str_eq(lesson->license, "GPL-3.0-or-later");
    ck_assert_int_eq(lesson->minutes, 12);
    ck_assert(lesson->columns);
    lesson_free(lesson);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(defaults) {
    struct failure failure;
    struct lesson *lesson = lesson_read("a/02-b.c.md", "x\n", 2, &failure);
    ck_assert_str_eq(lesson->title, "02-b.c");
    ck_assert_str_eq(lesson->id, "02-b.c");
    ck_assert_ptr_null(lesson->author);
    ck_assert_ptr_null(lesson->license);
    ck_assert_int_eq(lesson->minutes, 0);
    ck_assert(!lesson->columns);
    ck_assert_uint_eq(lesson->page_count, 1);
    ck_assert_str_eq(lesson->pages[0].title, "02-b.c");
    lesson_free(lesson);
    lesson = lesson_read("standard input", "---\ntitle: T\n---\n", 17, &failure);
    ck_assert_str_eq(lesson->title, "T");
    ck_assert_str_eq(lesson->folder, ".");
    ck_assert_uint_eq(lesson->page_count, 1);
    ck_assert_uint_eq(lesson->stop_count, 1);
    lesson_free(lesson);
}
END_TEST

START_TEST(pages_and_parts) {
    static const struct {
        enum part_kind kind;
        size_t line;
    } parts[] = {{PART_NARRATION, 11}, {PART_FENCE, 15},     {PART_NOTE, 22}, {PART_FENCE, 25},
                 {PART_PAUSE, 34},     {PART_NARRATION, 35}, {PART_QUIZ, 36}, {PART_FENCE, 47},
                 {PART_QUIZ, 51},      {PART_QUIZ, 58},      {PART_TRY, 63}};
    struct lesson *lesson = read_whole();
    ck_assert_uint_eq(lesson->part_count, sizeof parts / sizeof *parts);
    for (size_t i = 0; i < lesson->part_count; i++) {
        ck_assert_int_eq(lesson->parts[i].kind, parts[i].kind);
        ck_assert_uint_eq(lesson->parts[i].line, parts[i].line);
        ck_assert_uint_eq(lesson->document.blocks[lesson->parts[i].block].line, parts[i].line);
    }
    static const struct {
        const char *title;
        size_t line, first_part, parts, first_stop, stops;
    } pages[] = {{"The whole thing", 11, 0, 1, 0, 1},
                 {"First", 13, 1, 7, 1, 12},
                 {"Second x", 50, 8, 3, 13, 4}};
    ck_assert_uint_eq(lesson->page_count, 3);
    for (size_t i = 0; i < 3; i++) {
        const struct page *page = &lesson->pages[i];
        ck_assert_str_eq(page->title, pages[i].title);
        ck_assert_uint_eq(page->line, pages[i].line);
        ck_assert_uint_eq(page->first_part, pages[i].first_part);
        ck_assert_uint_eq(page->part_count, pages[i].parts);
        ck_assert_uint_eq(page->first_stop, pages[i].first_stop);
        ck_assert_uint_eq(page->stop_count, pages[i].stops);
    }
    ck_assert_str_eq(lesson->parts[2].note, "say this\nslowly");
    lesson_free(lesson);
}
END_TEST

START_TEST(stops) {
    static const struct {
        enum stop_kind kind;
        size_t line, part;
        bool halts;
        const char *text;
    } wanted[] = {
        {STOP_PAGE, 11, 0, true, "page 1, The whole thing"},
        {STOP_PAGE, 13, 1, true, "page 2, First"},
        {STOP_STATEMENT, 16, 1, false, "X = [[1, 2], [3, 4]]"},
        {STOP_STATEMENT, 19, 1, false, "W = eye(2)"},
        {STOP_STATEMENT, 27, 3, true, "Q = X @ W"},
        {STOP_STATEMENT, 28, 3, true, "expect Q = X; expect Q is 2x2"},
        {STOP_STATEMENT, 29, 3, true, "precision 3; Q[1,1]"},
        {STOP_STATEMENT, 30, 3, true, "show Q"},
        {STOP_STATEMENT, 31, 3, true, "pin Q[1,1] = 0"},
        {STOP_STATEMENT, 32, 3, true, "convention columns"},
        {STOP_PAUSE, 34, 4, true, "pause"},
        {STOP_QUIZ, 36, 6, true, "quiz one"},
        {STOP_STATEMENT, 48, 7, true, "R"},
        {STOP_PAGE, 50, 8, true, "page 3, Second x"},
        {STOP_QUIZ, 51, 8, true, "quiz two"},
        {STOP_QUIZ, 58, 9, true, "quiz three"},
        {STOP_TRY, 63, 10, true, "try four"},
    };
    struct lesson *lesson = read_whole();
    ck_assert_uint_eq(lesson->stop_count, sizeof wanted / sizeof *wanted);
    for (size_t i = 0; i < lesson->stop_count; i++) {
        const struct stop *stop = &lesson->stops[i];
        struct text text = {0};
        stop_text(lesson, i, &text);
        ck_assert_str_eq(text_string(&text), wanted[i].text);
        ck_assert_int_eq(stop->kind, wanted[i].kind);
        ck_assert_uint_eq(stop->line, wanted[i].line);
        ck_assert_uint_eq(stop->part, wanted[i].part);
        ck_assert_int_eq(stop->halts, wanted[i].halts);
        const struct part *part = &lesson->parts[stop->part];
        if (stop->kind != STOP_PAGE) {
            ck_assert_uint_ge(i, part->first_stop);
            ck_assert_uint_lt(i, part->first_stop + part->stop_count);
        }
        text_release(&text);
    }
    lesson_free(lesson);
}
END_TEST

START_TEST(fences) {
    struct lesson *lesson = read_whole();
    const struct part *hidden = &lesson->parts[1], *open = &lesson->parts[3];
    ck_assert(hidden->hidden);
    ck_assert_ptr_null(hidden->grain);
    ck_assert_ptr_null(hidden->error);
    ck_assert_str_eq(hidden->statements[0].text, "X = [[1, 2],\n     [3, 4]] # two lines");
    ck_assert_uint_eq(hidden->statements[0].column, 1);
    ck_assert(!open->hidden);
    ck_assert_str_eq(open->grain, "cell");
    ck_assert_str_eq(open->statements[0].text, "Q = X @ W   # the product");
    ck_assert_uint_eq(open->statements[0].line, 27);
    ck_assert_uint_eq(open->statements[0].column, 3);
    ck_assert_str_eq(lesson->parts[7].error, "no value is called R");
    lesson_free(lesson);
}
END_TEST

START_TEST(quizzes) {
    struct lesson *lesson = read_whole();
    const struct quiz *one = lesson->parts[6].quiz, *two = lesson->parts[8].quiz;
    const struct quiz *three = lesson->parts[9].quiz;
    ck_assert_str_eq(one->id, "one");
    ck_assert_ptr_eq(one->kind, &quiz_one);
    ck_assert(one->predict && !two->predict && !three->predict);
    ck_assert_str_eq(one->question, "What is\n\nQ[1,1]?");
    ck_assert_uint_eq(one->choice_count, 2);
    ck_assert_str_eq(one->choices[0].text, "two");
    ck_assert_str_eq(one->choices[0].feedback, "No: one.");
    ck_assert_uint_eq(one->choices[0].line, 40);
    ck_assert(!one->choices[0].right && one->choices[1].right);
    ck_assert_str_eq(one->choices[1].feedback, "");
    ck_assert_uint_eq(one->hint_count, 2);
    ck_assert_str_eq(one->hints[1], "harder");
    ck_assert_str_eq(one->explanation, "it is\ngiven");
    ck_assert_ptr_null(one->key);
    ck_assert_ptr_eq(two->kind, &quiz_several);
    ck_assert(!two->choices[0].right && two->choices[1].right && two->choices[2].right);
    ck_assert_str_eq(two->choices[1].feedback, "{c}");
    ck_assert_ptr_null(two->explanation);
    ck_assert_ptr_eq(three->kind, &quiz_number);
    ck_assert_str_eq(three->key, "f(Q, \"~\")[1,1]");
    ck_assert_str_eq(three->tolerance, "0.01");
    ck_assert_uint_eq(three->key_line, 60);
    lesson_free(lesson);
}
END_TEST

START_TEST(exercises) {
    struct lesson *lesson = read_whole();
    const struct exercise *four = lesson->parts[10].exercise;
    ck_assert_str_eq(four->id, "four");
    ck_assert_str_eq(four->question, "Make it so.\nNumber one.");
    ck_assert_uint_eq(four->expect_count, 2);
    ck_assert_str_eq(four->expects[0].text, "expect Q[1,1] > 1");
    ck_assert_uint_eq(four->expects[0].line, 66);
    ck_assert_uint_eq(four->expects[0].column, 4);
    ck_assert_uint_eq(four->solution_count, 2);
    ck_assert_str_eq(four->solutions[0].text, "W[1,1] = 5");
    ck_assert_uint_eq(four->solutions[0].line, 72);
    ck_assert_uint_eq(four->solutions[0].column, 13);
    ck_assert_uint_eq(four->allow_count, 3);
    ck_assert_str_eq(four->allowed[0], "W_q");
    ck_assert_str_eq(four->allowed[1], "α'");
    ck_assert_int_eq(four->changes, 3);
    ck_assert_int_eq(four->best, 1);
    ck_assert_str_eq(four->hints[0], "try");
    lesson_free(lesson);
}
END_TEST

START_TEST(checks) {
    struct lesson *lesson = read_whole();
    const struct part *part = &lesson->parts[0];
    ck_assert_uint_eq(part->check_count, 2);
    ck_assert_str_eq(part->checks[0].expression, "a[1]");
    ck_assert_str_eq(part->checks[0].number, "0.5");
    ck_assert_str_eq(part->checks[0].written, "a[1] → 0.5");
    ck_assert_uint_eq(part->checks[0].line, 11);
    ck_assert_str_eq(part->checks[1].number, "-inf");
    lesson_free(lesson);
}
END_TEST

/* What would act on a terminal is left out of what is shown, but not of what is read. */
START_TEST(sanitised) {
    static const char source[] =
        "---\nid: a\x1b\n---\n# T\x1b\n```quiz a\nQ\x1b\n(x) b\x1b {{c\x1b}}\n"
        "( ) d\nhint: e\x1b\nexplain: f\x1b\n```\n"
        "```try b\nDo\x1b\nexpect \"\x1b\"\nsolution: \"\x1b\"\n```\n"
        "```qkv\nX = \"\x1b\"\n```\n<!-- note: g\x1b -->\n";
    struct failure failure;
    struct text stop = {0};
    struct lesson *lesson = lesson_read("l.md", source, strlen(source), &failure);
    const struct quiz *quiz = lesson->parts[0].quiz;
    const struct exercise *exercise = lesson->parts[1].exercise;
    ck_assert_str_eq(lesson->id, "a\\x1b");
    ck_assert_str_eq(lesson->title, "T\\x1b");
    ck_assert_str_eq(quiz->question, "Q\\x1b");
    ck_assert_str_eq(quiz->choices[0].text, "b\\x1b");
    ck_assert_str_eq(quiz->choices[0].feedback, "c\\x1b");
    ck_assert_str_eq(quiz->hints[0], "e\\x1b");
    ck_assert_str_eq(quiz->explanation, "f\\x1b");
    ck_assert_str_eq(exercise->question, "Do\\x1b");
    ck_assert_str_eq(exercise->expects[0].text, "expect \"\x1b\"");
    ck_assert_str_eq(exercise->solutions[0].text, "\"\x1b\"");
    ck_assert_str_eq(lesson->parts[2].statements[0].text, "X = \"\x1b\"");
    ck_assert_str_eq(lesson->parts[3].note, "g\\x1b");
    stop_text(lesson, lesson->parts[2].first_stop, &stop);
    ck_assert_str_eq(text_string(&stop), "X = \"\\x1b\"");
    text_release(&stop);
    lesson_free(lesson);
}
END_TEST

START_TEST(bare_statements) {
    static const char source[] = "X = [1,\r\n2]\r\n# c\r\nX\r\n\r\nexpect X = X";
    struct failure failure = {0};
    struct lesson *lesson = lesson_read_statements("a/b.qkv", source, strlen(source), &failure);
    ck_assert_str_eq(lesson->title, "b");
    ck_assert_str_eq(lesson->id, "b");
    ck_assert_uint_eq(lesson->page_count, 1);
    ck_assert_uint_eq(lesson->part_count, 1);
    ck_assert_uint_eq(lesson->stop_count, 4);
    ck_assert_str_eq(lesson->parts[0].statements[0].text, "X = [1,\n2]");
    ck_assert_uint_eq(lesson->stops[2].line, 4);
    ck_assert_uint_eq(lesson->stops[3].line, 6);
    ck_assert(lesson->stops[2].halts && lesson->stops[3].halts);
    ck_assert_uint_eq(lesson->problem_count, 0);
    lesson_free(lesson);
    lesson = lesson_read_statements("-", "", 0, &failure);
    ck_assert_uint_eq(lesson->stop_count, 1);
    lesson_free(lesson);
    ck_assert_ptr_null(lesson_read_statements("-", "a\0b", 3, &failure));
    ck_assert_uint_eq(failure.column, 2);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

/* --- limits -------------------------------------------------------------------------------------
 */

/* A torn lesson is read or refused, and nothing leaks. */
static void read_cut(const char *source, size_t length) {
    struct failure failure = {0};
    char *copy = malloc(length > 0 ? length : 1); /* so that a sanitiser sees each byte too far */
    memcpy(copy, source, length);
    struct lesson *lesson = lesson_read("l.md", copy, length, &failure);
    free(copy);
    ck_assert(lesson || failure.set);
    if (lesson) {
        ck_assert_uint_ge(lesson->page_count, 1);
        ck_assert_uint_ge(lesson->stop_count, lesson->page_count);
    }
    lesson_free(lesson);
}

START_TEST(cut_at_every_byte) {
    for (size_t length = 0; length <= strlen(whole); length++) {
        read_cut(whole, length);
    }
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(every_byte_replaced) {
    static const char replacements[] = "`~\n#-<>[\xff\x1b";
    size_t length = strlen(whole);
    char *copy = malloc(length);
    for (size_t i = 0; i < length; i++) {
        memcpy(copy, whole, length);
        copy[i] = replacements[i % (sizeof replacements - 1)];
        read_cut(copy, length);
        copy[i] = '\0';
        read_cut(copy, length);
    }
    free(copy);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(memory) {
    bool done = false;
    for (size_t k = 1; !done; k++) {
        struct failure failure = {0};
        memory_fail(k, _i == 1);
        struct lesson *lesson = lesson_read("l.md", whole, strlen(whole), &failure);
        memory_fail(0, false);
        ck_assert(lesson || text_same(failure.message, "out of memory"));
        done = lesson && lesson->problem_count == 0 && k > 50 && !failure.set && _i == 1;
        done = done || (lesson && _i == 0);
        lesson_free(lesson);
        ck_assert_uint_eq(memory_blocks(), 0);
        ck_assert_uint_lt(k, 5000);
    }
}
END_TEST

/* Many of everything: a careless reader would take minutes. */
/* A sanitiser measures the rest of the text whenever a byte of it is looked for. */
#define MANY RUNNER_SAMPLES(100000, 2000)

static const struct {
    const char *before, *once, *after;
} torments[] = {
    {"```qkv\n", "x = [\n", "```\n"},
    {"```qkv\n", "[", "\n```\n"},
    {"```qkv\n", "x = 1; ", "\n```\n"},
    {"```quiz a\n", "( ) x {{ y\n", "```\n"},
    {"```try a\n", "expect x\n", "```\n"},
    {"", "```quiz a\n```\n", ""},
    {"", "`A -> 3` ", ""},
    {"", "`A → 3` ", ""},
    {"", "    ```qkv\n", ""},
    {"", "- ```qkv\n", ""},
    {"~~~\n", "```qkv\n", "~~~\n"},
    {"```a\n", "```qkv\n", "```\n"},
    {"---\n", "a: b\n", "---\n"},
    {"", "<!-- pasue -->\n", ""},
    {"<!--\n", "```qkv\n", "-->\n"},
    {"", "## a\n", ""},
};

START_TEST(torment) {
    struct text source = {0};
    struct failure failure;
    text_append(&source, torments[_i].before);
    text_repeat(&source, torments[_i].once, MANY);
    text_append(&source, torments[_i].after);
    struct lesson *lesson = lesson_read("l.md", text_string(&source), source.length, &failure);
    ck_assert_ptr_nonnull(lesson);
    lesson_free(lesson);
    text_release(&source);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(not_there) {
    struct failure failure = {0};
    ck_assert_ptr_null(lesson_open("nowhere/none.md", &failure));
    ck_assert_ptr_nonnull(strstr(failure.message, "nowhere/none.md"));
    ck_assert_ptr_null(lesson_open("nowhere/none.csv", &failure));
    ck_assert_str_eq(
        failure.message,
        "nowhere/none.csv contains numbers, not a lesson: `load NAME nowhere/none.csv` "
        "reads them");
}
END_TEST

/* An id is written down at every page: one that would fill the disk is refused. */
START_TEST(ids_are_short) {
    for (size_t length = LESSON_ID_LIMIT; length <= LESSON_ID_LIMIT + 1; length++) {
        struct failure failure = {0};
        struct text source = {0};
        text_append(&source, "---\ntitle: t\nid: ");
        text_repeat(&source, "x", length);
        text_append(&source, "\n---\n# T\n\n```quiz ");
        text_repeat(&source, "y", length);
        text_append(&source, "\nQ?\n( ) a\n(x) b\n```\n");
        struct lesson *lesson = lesson_read("l.md", text_string(&source), source.length, &failure);
        if (length <= LESSON_ID_LIMIT) {
            ck_assert_ptr_nonnull(lesson);
            ck_assert_uint_eq(lesson->problem_count, 0);
        } else {
            ck_assert_ptr_null(lesson);
            ck_assert_str_eq(failure.message, "the id has 201 bytes; 200 at most: a word or two");
            ck_assert_uint_eq(failure.line, 3);
        }
        lesson_free(lesson);
        text_release(&source);
    }
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

/* --- the shelf ----------------------------------------------------------------------------------
 */

static void put(const char *folder, const char *name, const char *content) {
    struct text path = {0};
    struct failure failure;
    text_format(&path, "%s/%s", folder, name);
    ck_assert(file_save(text_string(&path), content, strlen(content), &failure));
    text_release(&path);
}

START_TEST(shelf) {
    struct failure failure = {0};
    struct shelf books;
    char first[] = "/tmp/shelf-XXXXXX", second[] = "/tmp/shelf-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(first));
    ck_assert_ptr_nonnull(mkdtemp(second));
    put(first, "02-b.md", "---\nminutes: 7\n---\n# Bee\n");
    put(first, "10-c.md", "a\n");
    put(first, "notes.txt", "# No\n");
    put(first, ".hidden.md", "# No\n");
    put(first, "3d.md", "# D\n");
    put(first, "torn.md", "---\nx\n");
    put(second, "01-a.md", "# A\n");
    put(second, "02-b.md", "# Not seen\n");
    const char *const folders[] = {first, "/nowhere", second, NULL};
    ck_assert(shelf_read(&books, folders, &failure));
    static const struct {
        const char *name, *title;
        long minutes;
    } wanted[] = {{"01-a", "A", 0},
                  {"02-b", "Bee", 7},
                  {"10-c", "10-c", 0},
                  {"3d", "D", 0},
                  {"torn", "torn", 0}};
    ck_assert_uint_eq(books.count, 5);
    for (size_t i = 0; i < 5; i++) {
        ck_assert_str_eq(books.list[i].name, wanted[i].name);
        ck_assert_str_eq(books.list[i].title, wanted[i].title);
        ck_assert_int_eq(books.list[i].minutes, wanted[i].minutes);
    }
    static const struct {
        const char *word;
        int found;
    } finds[] = {{"02-b", 1}, {"02-b.md", 1}, {"b", 1},   {"2", 1},   {"02", 1},
                 {"10", 2},   {"1", 0},       {"01", 0},  {"001", 0}, {"c", 2},
                 {"torn", 4}, {"3", 3},       {"d", -1},  {"0", -1},  {"", -1},
                 {"02-", -1}, {"x", -1},      {"-b", -1}, {"md", -1}};
    for (size_t i = 0; i < sizeof finds / sizeof *finds; i++) {
        const struct shelf_entry *found = shelf_find(&books, finds[i].word);
        ck_assert_msg(found == (finds[i].found < 0 ? NULL : &books.list[finds[i].found]), "\"%s\"",
                      finds[i].word);
    }
    shelf_release(&books);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

Suite *lesson_lesson_suite(void) {
    Suite *suite = suite_create("lesson lesson");
    TCase *core = tcase_create("core");
    tcase_add_test(core, front);
    tcase_add_test(core, defaults);
    tcase_add_test(core, pages_and_parts);
    tcase_add_test(core, stops);
    tcase_add_test(core, fences);
    tcase_add_test(core, quizzes);
    tcase_add_test(core, exercises);
    tcase_add_test(core, checks);
    tcase_add_test(core, sanitised);
    tcase_add_test(core, bare_statements);
    tcase_add_test(core, shelf);
    suite_add_tcase(suite, core);
    TCase *limits = tcase_create("limits");
    tcase_add_test(limits, cut_at_every_byte);
    tcase_add_test(limits, every_byte_replaced);
    tcase_add_loop_test(limits, memory, 0, 2);
    tcase_add_loop_test(limits, torment, 0, (int)(sizeof torments / sizeof *torments));
    tcase_add_test(limits, not_there);
    tcase_add_test(limits, ids_are_short);
    suite_add_tcase(suite, limits);
    return suite;
}
