/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* A lesson from a stranger: read, and walked from its first stop to its last and back, or refused
 * in words. */
#include "fuzz/target.h"

#include "base/failure.h"
#include "base/heap.h"
#include "base/text.h"
#include "base/utf8.h"
#include "commands/commands.h"
#include "lesson/stop.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { STOPS = 12 };

static void holds_together(const struct lesson *lesson) {
    struct text text = {0};
    ck_assert_uint_ge(lesson->page_count, 1);
    ck_assert_uint_ge(lesson->stop_count, lesson->page_count);
    for (size_t i = 0; i < lesson->stop_count; i++) {
        const struct stop *stop = &lesson->stops[i];
        ck_assert(stop->page < lesson->page_count);
        ck_assert(stop->kind == STOP_PAGE || stop->part < lesson->part_count);
        text_clear(&text);
        stop_text(lesson, i, &text);
        ck_assert(utf8_valid(text_string(&text), text.length));
        if (stop->kind == STOP_QUIZ) {
            size_t settles = lesson->parts[stop->part].quiz->settles;
            ck_assert(settles == SIZE_MAX || (i < settles && settles <= lesson->stop_count));
        }
    }
    text_release(&text);
}

static bool is_cheap(const struct lesson *lesson) {
    for (size_t i = 0; i < lesson->part_count; i++) {
        const struct part *part = &lesson->parts[i];
        for (size_t s = 0; s < part->statement_count; s++) {
            const char *text = part->statements[s].text;
            if (!target_allows(text, strlen(text))) {
                return false;
            }
        }
    }
    return true;
}

/* On as far as it goes, and back to the start. */
static void walk(struct session *session, struct lesson *lesson) {
    struct failure failure = {0};
    target_hurry();
    if (!commands_open(session, lesson, &failure)) {
        ck_assert(failure.message[0] != '\0');
        return;
    }
    size_t went = 0;
    while (went < STOPS && commands_advance(session, &failure)) {
        ck_assert(utf8_valid(text_string(&session->out), session->out.length));
        text_clear(&session->out);
        went++;
        ck_assert_uint_eq(session_stop(session), went);
    }
    while (went > 0 && commands_retreat(session, --went, &failure)) {
        text_clear(&session->out);
    }
    ck_assert_uint_eq(session_stop(session), 0);
    ck_assert_uint_eq(session_notebook(session)->count, 0);
}

static void walk_through(struct lesson *lesson) {
    struct session session;
    struct failure failure = {0};
    if (is_cheap(lesson) && session_init(&session, &failure)) {
        walk(&session, lesson);
        session_release(&session);
    } else {
        lesson_free(lesson);
    }
}

static void run(const char *bytes, size_t length) {
    struct failure failure = {0};
    size_t blocks = memory_blocks();
    struct lesson *lesson = lesson_read("l.md", bytes, length, &failure);
    ck_assert(lesson != NULL || (failure.set && failure.message[0] != '\0'));
    if (lesson != NULL) {
        holds_together(lesson);
        walk_through(lesson);
    }
    ck_assert_uint_eq(memory_blocks(), blocks);
}

static void words(struct text *out) {
    static const char *const lines[] = {"---\n",
                                        "\n---\n",
                                        "title: ",
                                        "id: ",
                                        "convention: columns\n",
                                        "minutes: ",
                                        "# ",
                                        "\n## ",
                                        "```qkv\n",
                                        "\n```\n",
                                        "```qkv hidden",
                                        "```qkv error: ",
                                        " grain=cell",
                                        "```quiz ",
                                        "```quiz a predict\n",
                                        "```try ",
                                        "\n( ) ",
                                        "\n(x) ",
                                        "\n[ ] ",
                                        "\n[x] ",
                                        "{{ ",
                                        " }}",
                                        "\n= ",
                                        " ~ 0.1",
                                        "hint: ",
                                        "explain: ",
                                        "allow: ",
                                        "changes: ",
                                        "best: ",
                                        "solution: ",
                                        "expect ",
                                        "<!-- pause -->",
                                        "<!-- note: ",
                                        "-->",
                                        "`A[1] → 2`",
                                        "~~~",
                                        "> ",
                                        "- ",
                                        "1. ",
                                        "| a | b |\n|---|---|\n",
                                        "&amp;",
                                        "&#x1b;",
                                        "[a](b)",
                                        "**",
                                        "\xef\xbb\xbf",
                                        "\r\n",
                                        "    ",
                                        "X = [[1, 2], [3, 4]]\n",
                                        "\\"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        target_word(out, lines[i]);
    }
    target_language(out);
}

const struct target target_lesson = {"lesson", 1024, run, words, NULL};
