/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* word: questions whose answer is a word. */
#include "session/kind.h"

#include "base/number.h"

#include <string.h>

/* Appends TEXT without the blanks and quotes around it. */
static void append_word(const char *text, struct text *out) {
    static const char around[] = " \t\"";
    const char *word = text + strspn(text, around);
    size_t length = strlen(word);
    while (length > 0 && strchr(around, word[length - 1]) != NULL) {
        length--;
    }
    text_append_bytes(out, word, length);
}

/* Refuses a number, because it may be meant for another question. Letter case does not matter. */
static bool read_word(struct question question, const char *answer, struct text *plain,
                      struct failure *failure) {
    double number;
    (void)question;
    append_word(answer, plain);
    for (size_t i = 0; i < plain->length; i++) {
        bool capital = plain->bytes[i] >= 'A' && plain->bytes[i] <= 'Z';
        plain->bytes[i] |= (char)(capital ? 0x20 : 0);
    }
    if (plain->length == 0) {
        return text_ok(plain, failure) && failure_set(failure, "a word is expected");
    }
    return !number_parse(plain->bytes, plain->length, &number) ||
           failure_set(failure, "a word is expected, and %s is a number", plain->bytes);
}

static bool grade_word(struct question question, const char *answer, bool *right,
                       struct text *slips, struct failure *failure) {
    (void)slips;
    struct text said = {0}, key = {0};
    bool ok = read_word(question, answer, &said, failure);
    read_word(question, question.quiz->key, &key, &(struct failure){0});
    *right = text_same(text_string(&said), text_string(&key));
    ok = ok && text_ok(&key, failure);
    text_release(&said);
    text_release(&key);
    return ok;
}

static void right_word(struct question question, struct text *out) {
    append_word(question.quiz->key, out);
}

static void call_word(struct question question, struct text *out) {
    (void)question;
    text_append(out, "the word");
}

static bool type_word(struct question question, struct text *out, struct failure *failure) {
    text_append(out, question.quiz->key);
    return text_ok(out, failure);
}

const struct question_kind question_word = {.read = read_word,
                                            .grade = grade_word,
                                            .right = right_word,
                                            .call = call_word,
                                            .typed = type_word};
