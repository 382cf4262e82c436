/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* order: questions that ask to put lines in order: "2 4 1 3" says which comes first, second and so
 * on. */
#include "session/kind.h"

#include <string.h>

enum { LINES = 9 };

/* Reads the numbers of the lines, each once, into LIST. */
static bool read_line_order(const struct quiz *quiz, const char *answer, size_t list[LINES],
                            struct failure *failure) {
    bool seen[LINES + 1] = {false};
    size_t count = 0, last = quiz->choice_count;
    for (const char *at = answer; *at != '\0'; at++) {
        if (strchr(" ,\t", *at) != NULL) {
            continue;
        }
        size_t line = (size_t)(*at - '0');
        if (*at < '1' || line > last || seen[line] || count == LINES) {
            break;
        }
        seen[line] = true;
        list[count++] = line;
    }
    return count == last || failure_set(failure,
                                        "write the numbers of all %zu lines, each once, "
                                        "in the order in which they belong",
                                        last);
}

static void order_unmixed(const struct session *session, const struct quiz *quiz,
                          const char *answer, struct text *out) {
    struct choice_order order = choices_order(session, quiz);
    for (const char *at = answer; *at != '\0'; at++) {
        size_t line = *at >= '1' && *at <= '9' ? (size_t)(*at - '1') : quiz->choice_count;
        text_append_character(out,
                              line < quiz->choice_count ? (char)('1' + order.list[line]) : *at);
    }
}

static void order_typed(const struct session *session, const struct quiz *quiz, struct text *out) {
    struct choice_order order = choices_order(session, quiz);
    size_t start = out->length;
    for (size_t place = 1; place <= quiz->choice_count; place++) {
        for (size_t i = 0; i < quiz->choice_count; i++) {
            if (quiz->choices[order.list[i]].place == place) {
                text_format(out, out->length > start ? " %zu" : "%zu", i + 1);
            }
        }
    }
}

static bool order_takes(const struct session *session, const struct quiz *quiz, const char *answer,
                        struct failure *failure) {
    size_t list[LINES];
    (void)session;
    return read_line_order(quiz, answer, list, failure);
}

/* Lines that share a place may come in any order. */
static bool order_grade(const struct session *session, const struct quiz *quiz, const char *answer,
                        bool *right, struct failure *failure) {
    size_t list[LINES];
    if (!order_takes(session, quiz, answer, failure) ||
        !read_line_order(quiz, answer, list, failure)) {
        return false;
    }
    *right = true;
    for (size_t i = 1; i < quiz->choice_count; i++) {
        *right &= quiz->choices[list[i - 1] - 1].place <= quiz->choices[list[i] - 1].place;
    }
    return true;
}

/* Writes the numbers of the lines in their right order. */
static void right_order(const struct quiz *quiz, struct text *out) {
    for (size_t place = 1; place <= LINES; place++) {
        for (size_t i = 0; i < quiz->choice_count; i++) {
            if (quiz->choices[i].place == place) {
                text_format(out, out->length > 0 ? " %zu" : "%zu", i + 1);
            }
        }
    }
}

static void order_said(const struct quiz *quiz, const char *answer, struct text *out) {
    size_t list[LINES];
    struct failure unread = {0};
    if (!read_line_order(quiz, answer, list, &unread)) {
        text_append(out, answer);
        return;
    }
    for (size_t i = 0; i < quiz->choice_count; i++) {
        text_format(out, "%s%s", i > 0 ? "; " : "", quiz->choices[list[i] - 1].text);
    }
}

static void order_right(const struct session *session, const struct quiz *quiz, struct text *out) {
    struct text order = {0};
    (void)session;
    right_order(quiz, &order);
    order_said(quiz, text_string(&order), out);
    text_release_into(&order, out);
}

static void order_plain(const struct session *session, const struct quiz *quiz, const char *answer,
                        struct text *out) {
    size_t list[LINES];
    struct failure unread = {0};
    (void)session;
    if (!read_line_order(quiz, answer, list, &unread)) {
        text_append(out, answer);
        return;
    }
    for (size_t i = 0; i < quiz->choice_count; i++) {
        text_format(out, i > 0 ? " %zu" : "%zu", list[i]);
    }
}

static void order_call(const struct session *session, const struct quiz *quiz, struct text *out) {
    (void)session;
    text_format(out, "the numbers of the %zu lines in their order, as in 2 1 …",
                quiz->choice_count);
}

/* Tries the right order, and the same with two neighbours of different places exchanged. */
static bool order_probe(const struct session *session, const struct quiz *quiz,
                        const struct probe *probe, struct failure *failure) {
    struct text order = {0};
    size_t list[LINES];
    (void)session;
    right_order(quiz, &order);
    bool ok = text_ok(&order, failure) && read_line_order(quiz, text_string(&order), list, failure);
    if (ok) {
        probe->take(probe->context, text_string(&order), true, quiz->line);
    }
    for (size_t i = 1; ok && i < quiz->choice_count; i++) {
        struct text swapped = {0};
        text_append(&swapped, text_string(&order));
        if (quiz->choices[list[i - 1] - 1].place != quiz->choices[list[i] - 1].place &&
            !swapped.failed) {
            swapped.bytes[2 * i - 2] = (char)('0' + list[i]);
            swapped.bytes[2 * i] = (char)('0' + list[i - 1]);
            probe->take(probe->context, text_string(&swapped), false, quiz->line);
        }
        text_release(&swapped);
    }
    text_release(&order);
    return ok;
}

const struct question_kind question_order = {.keys = "123456789",
                                             .after = " ",
                                             .takes = order_takes,
                                             .grade = order_grade,
                                             .right = order_right,
                                             .typed = order_typed,
                                             .said = order_said,
                                             .plain = order_plain,
                                             .call = order_call,
                                             .probe = order_probe,
                                             .unmixed = order_unmixed};
