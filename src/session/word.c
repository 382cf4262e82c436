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

/* Refuses a number, because it may be meant for another question. Letter case does not matter. */
static bool read_word(struct question question, const char *answer, struct text *plain,
                      struct failure *failure) {
    struct word_answer word = plain_word(answer);
    double number;
    (void)question;
    for (size_t i = 0; i < word.length; i++) {
        char letter = word.bytes[i];
        text_append_character(plain,
                              letter >= 'A' && letter <= 'Z' ? (char)(letter | 0x20) : letter);
    }
    if (word.length == 0) {
        return failure_set(failure, "a word is expected");
    }
    return !number_parse(word.bytes, word.length, &number) ||
           failure_set(failure, "a word is expected, and %.*s is a number", (int)word.length,
                       word.bytes);
}

static bool grade_word(struct question question, const char *answer, bool *right,
                       struct failure *failure) {
    struct text said = {0}, key = {0};
    struct failure none = {0};
    bool ok = read_word(question, answer, &said, failure);
    read_word(question, question.quiz->key, &key, &none);
    *right = text_same(text_string(&said), text_string(&key));
    ok = ok && text_ok(&said, failure) && text_ok(&key, failure);
    text_release(&said);
    text_release(&key);
    return ok;
}

static void right_word(struct question question, struct text *out) {
    struct word_answer word = plain_word(question.quiz->key);
    text_append_bytes(out, word.bytes, word.length);
}

static void call_word(struct question question, struct text *out) {
    (void)question;
    text_append(out, "the word");
}

static bool probe_word(struct question question, const struct probe *probe,
                       struct failure *failure) {
    (void)failure;
    probe->take(probe->context, question.quiz->key, true, question.quiz->key_line);
    return true;
}

const struct question_kind question_word = {.read = read_word,
                                            .grade = grade_word,
                                            .right = right_word,
                                            .call = call_word,
                                            .probe = probe_word};
