/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* word: questions whose answer is a word. */
#include "session/kind.h"

#include "base/number.h"

#include <string.h>
#include <strings.h>

struct word_answer {
    const char *bytes;
    size_t length;
};

/* Returns TEXT without the blanks and quotes around it. */
static struct word_answer plain_word(const char *text) {
    static const char around[] = " \t\"";
    size_t before = strspn(text, around), length = strlen(text) - before;
    while (length > 0 && strchr(around, text[before + length - 1]) != NULL) {
        length--;
    }
    return (struct word_answer){text + before, length};
}

/* Refuses a number, because it may be meant for another question. */
static bool word_takes(const struct session *session, const struct quiz *quiz, const char *answer,
                       struct failure *failure) {
    struct word_answer word = plain_word(answer);
    double number;
    (void)session;
    (void)quiz;
    if (word.length == 0) {
        return failure_set(failure, "a word is expected");
    }
    return !number_parse(word.bytes, word.length, &number) ||
           failure_set(failure, "a word is expected, and %.*s is a number", (int)word.length,
                       word.bytes);
}

/* Letter case does not matter. */
static bool word_grade(const struct session *session, const struct quiz *quiz, const char *answer,
                       bool *right, struct failure *failure) {
    struct word_answer word = plain_word(answer), key = plain_word(quiz->key);
    *right = word.length == key.length && strncasecmp(word.bytes, key.bytes, key.length) == 0;
    return word_takes(session, quiz, answer, failure);
}

static void word_right(const struct session *session, const struct quiz *quiz, struct text *out) {
    struct word_answer word = plain_word(quiz->key);
    (void)session;
    text_append_bytes(out, word.bytes, word.length);
}

static void word_plain(const struct session *session, const struct quiz *quiz, const char *answer,
                       struct text *out) {
    struct word_answer word = plain_word(answer);
    (void)session;
    (void)quiz;
    for (size_t i = 0; i < word.length; i++) {
        char letter = word.bytes[i];
        text_append_character(out, letter >= 'A' && letter <= 'Z' ? (char)(letter | 0x20) : letter);
    }
}

static void word_call(const struct session *session, const struct quiz *quiz, struct text *out) {
    (void)session;
    (void)quiz;
    text_append(out, "the word");
}

static bool word_probe(const struct session *session, const struct quiz *quiz,
                       const struct probe *probe, struct failure *failure) {
    (void)session;
    (void)failure;
    probe->take(probe->context, quiz->key, true, quiz->key_line);
    return true;
}

const struct question_kind question_word = {.takes = word_takes,
                                            .grade = word_grade,
                                            .right = word_right,
                                            .plain = word_plain,
                                            .call = word_call,
                                            .probe = word_probe};
