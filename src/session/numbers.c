/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* numbers: questions whose answer is a number, or a row of numbers. */
#include "session/kind.h"

#include "base/number.h"
#include "language/reader.h"
#include "session/question.h"

#include <string.h>

static const double KEY_TOLERANCE = 1e-9;

/* --- reading and writing ---------------------------------------------------------------------- */

/* Reads one more number, WORD, which is as precise as its digits; a formula of numbers is exact. */
static bool read_answer_number(const struct session *session, const char *word,
                               struct numbers *numbers, struct failure *failure) {
    struct failure unread = {0};
    double written;
    struct tree *tree = reader_expression(word, &unread);
    bool ok =
        numbers->count < NUMBERS_LIMIT && tree != NULL && tree_is_leaf(tree->root) &&
        notebook_number(session_notebook(session), tree, &numbers->list[numbers->count], &unread);
    tree_release(tree);
    if (!ok) {
        return failure_set(failure, "not a number: %s", word);
    }
    bool digits = number_parse(word, strlen(word), &written);
    numbers->precision[numbers->count++] = number_precision(digits ? word : "0");
    return true;
}

static bool read_answer_row(const struct session *session, const char *answer,
                            struct numbers *numbers, struct failure *failure) {
    static const char apart[] = " \t,[]";
    bool ok = true;
    for (const char *at = answer + strspn(answer, apart); ok && *at != '\0';) {
        struct text word = {0};
        size_t length = strcspn(at, apart);
        text_append_bytes(&word, at, length);
        ok = text_ok(&word, failure) &&
             read_answer_number(session, text_string(&word), numbers, failure);
        text_release(&word);
        at += length;
        at += strspn(at, apart);
    }
    return ok;
}

/* Reads an answer to a question that asks for COUNT numbers. */
static bool read_numbers(const struct session *session, const char *answer, size_t count,
                         struct numbers *numbers, struct failure *failure) {
    struct failure none = {0}, word = {0};
    *numbers = (struct numbers){0};
    if ((count == 1 && read_answer_number(session, answer, numbers, &none)) ||
        (read_answer_row(session, answer, numbers, &word) && numbers->count > 0)) {
        return true;
    }
    numbers->count = 0;
    if (count == 1 || !word.set) {
        return failure_set(failure, "not a number: %s", answer);
    }
    return read_answer_number(session, answer, numbers, &none) ||
           failure_set(failure, "%s; a row of %zu numbers is expected, separated by blanks",
                       word.message, count);
}

/* Writes the numbers with blanks between them; with all digits if EXACT, otherwise as the view
 * shows them. */
static void write_number_row(const struct session *session, const struct numbers *numbers,
                             bool exact, struct text *out) {
    for (size_t i = 0; i < numbers->count; i++) {
        char number[NUMBER_TEXT];
        if (exact) {
            number_exact(number, numbers->list[i]);
        } else {
            number_short(number, numbers->list[i], session->display.precision);
        }
        text_format(out, i > 0 ? " %s" : "%s", number);
    }
}

/* --- the key ---------------------------------------------------------------------------------- */

struct tree *numbers_tree(const struct session *session, const char *expression,
                          struct failure *failure) {
    struct tree *typed = reader_expression(expression, failure);
    struct tree *tree =
        typed == NULL ? NULL : session_read(session, SPEAKER_LESSON, typed, false, failure);
    tree_release(typed);
    return tree;
}

bool question_value(const struct session *session, const char *expression, double *number,
                    struct failure *failure) {
    struct tree *tree = numbers_tree(session, expression, failure);
    bool ok = tree != NULL && notebook_number(session_notebook(session), tree, number, failure);
    tree_release(tree);
    return ok;
}

static bool take_tensor_numbers(const struct tensor *value, struct numbers *numbers,
                                struct failure *failure) {
    const struct shape *shape = &value->shape;
    size_t cells = shape_cells(shape);
    char sizes[64];
    if (shape_matrices(shape) != 1 || (shape_rows(shape) != 1 && shape_columns(shape) != 1) ||
        cells == 0 || cells > NUMBERS_LIMIT) {
        return failure_set(failure, "a number or a row of up to %d is expected here, not %s",
                           NUMBERS_LIMIT, shape_text(shape, sizes));
    }
    *numbers = (struct numbers){.count = cells};
    memcpy(numbers->list, value->cells, cells * sizeof *value->cells);
    return true;
}

bool numbers_key(const struct session *session, const struct quiz *quiz, struct numbers *key,
                 double *tolerance, struct failure *failure) {
    *tolerance = KEY_TOLERANCE;
    struct tree *tree = numbers_tree(session, quiz->key, failure);
    struct definition *made =
        tree == NULL ? NULL : notebook_evaluate(session_notebook(session), "", tree, failure);
    bool ok =
        made != NULL && take_tensor_numbers(made->value, key, failure) &&
        (quiz->tolerance == NULL || question_value(session, quiz->tolerance, tolerance, failure));
    definition_release(made);
    tree_release(tree);
    if (!ok) {
        failure->placed = false;
        failure_prefix(failure, "the key %s of this question", quiz->key);
    }
    return ok;
}

/* Returns how many numbers the key has; 1 when it cannot be evaluated. */
static size_t key_count(const struct session *session, const struct quiz *quiz) {
    struct numbers key = {0};
    double tolerance;
    struct failure later = {0};
    return numbers_key(session, quiz, &key, &tolerance, &later) ? key.count : 1;
}

bool numbers_answered(const struct session *session, const struct quiz *quiz, const char *answer,
                      struct numbers *numbers, struct failure *failure) {
    return read_numbers(session, answer, key_count(session, quiz), numbers, failure);
}

/* --- the row ---------------------------------------------------------------------------------- */

static size_t numbers_count(const struct session *session, const struct quiz *quiz) {
    const char *cells = strrchr(quiz->key, '[');
    size_t count = quiz->sealed ? quiz->count : key_count(session, quiz);
    bool several = quiz->settles != SIZE_MAX && cells != NULL && strchr(cells, ':') != NULL &&
                   quiz->key[strlen(quiz->key) - 1] == ']';
    return count == 1 && several ? 0 : count; /* of cells that are not there yet */
}

static void numbers_call(const struct session *session, const struct quiz *quiz, struct text *out) {
    static const char blanks[] = "with blanks between";
    size_t count = numbers_count(session, quiz);
    if (count > 1) {
        text_format(out, "the %zu numbers %s", count, blanks);
    } else if (count == 0) {
        text_format(out, "the number%s %s", quiz->sealed ? ", or numbers" : "s", blanks);
    } else {
        text_append(out, "the number");
    }
}

/* Checks that there are as many numbers as WANTED. */
static bool count_matches(const struct numbers *given, size_t wanted, struct failure *failure) {
    return given->count == wanted ||
           (wanted == 1
                ? failure_set(failure, "one number is expected, and %zu are given", given->count)
                : failure_set(failure,
                              "a row of %zu numbers is expected, separated by blanks, and here "
                              "%s %zu",
                              wanted, given->count == 1 ? "is" : "are", given->count));
}

static bool numbers_take(const struct session *session, const struct quiz *quiz, const char *answer,
                         struct failure *failure) {
    struct numbers given;
    size_t count = numbers_count(session, quiz);
    return read_numbers(session, answer, count == 0 ? 1 : count, &given, failure) &&
           (count == 0 || count_matches(&given, count, failure));
}

/* A prediction is not asked again: another count of numbers is wrong. */
static bool numbers_grade(const struct session *session, const struct quiz *quiz,
                          const char *answer, bool *right, struct failure *failure) {
    struct numbers key, given;
    double tolerance;
    if (!numbers_key(session, quiz, &key, &tolerance, failure) ||
        !read_numbers(session, answer, key.count, &given, failure)) {
        return false;
    }
    *right = given.count == key.count;
    if (!quiz->predict && !count_matches(&given, key.count, failure)) {
        return false;
    }
    for (size_t i = 0; *right && i < key.count; i++) {
        *right = numbers_near(given.list[i], key.list[i], tolerance);
    }
    return true;
}

static void numbers_right(const struct session *session, const struct quiz *quiz,
                          struct text *out) {
    struct numbers key;
    double tolerance;
    struct failure later = {0};
    if (numbers_key(session, quiz, &key, &tolerance, &later)) {
        write_number_row(session, &key, false, out);
    } else {
        text_append(out, quiz->key);
    }
}

static void numbers_plain(const struct session *session, const struct quiz *quiz,
                          const char *answer, struct text *out) {
    struct numbers given;
    struct failure unread = {0};
    if (numbers_answered(session, quiz, answer, &given, &unread)) {
        write_number_row(session, &given, true, out);
    } else {
        text_append(out, answer);
    }
}

static bool reads_otherwise(const struct session *session, const struct quiz *quiz,
                            const char *answer) {
    struct numbers given;
    struct text answer_words = {0}, right = {0};
    struct failure unread = {0};
    bool read = numbers_answered(session, quiz, answer, &given, &unread);
    if (read) {
        write_number_row(session, &given, false, &answer_words);
    }
    numbers_right(session, quiz, &right);
    bool near = read && !text_same(text_string(&answer_words), text_string(&right));
    text_release(&answer_words);
    text_release(&right);
    return near;
}

static void try_numbers(const struct session *session, const struct quiz *quiz,
                        const struct numbers *numbers, const struct probe *probe, bool right) {
    struct text answer = {0};
    write_number_row(session, numbers, true, &answer);
    probe->take(probe->context, text_string(&answer), right, quiz->key_line);
    text_release(&answer);
}

/* Tries the key, and each of its numbers too far off in both directions. */
static bool numbers_probe(const struct session *session, const struct quiz *quiz,
                          const struct probe *probe, struct failure *failure) {
    struct numbers key;
    double tolerance;
    if (!numbers_key(session, quiz, &key, &tolerance, failure)) {
        failure->placed = false; /* its span is in the key, not in the lesson */
        failure_prefix(failure, "the key of quiz %s cannot be computed", quiz->id);
        return false;
    }
    if (quiz->predict && quiz->count == 1 && key.count > 1) {
        return failure_set(failure,
                           "the key %s of quiz %s is a row, whose length is not known when it is "
                           "asked: write a row of it, as in A[1,:]",
                           quiz->key, quiz->id);
    }
    double far = tolerance > 0 ? 2 * tolerance : 1;
    try_numbers(session, quiz, &key, probe, true);
    for (size_t i = 0; i < 2 * key.count; i++) {
        struct numbers off = key;
        off.list[i / 2] += i % 2 == 0 ? far : -far;
        try_numbers(session, quiz, &off, probe, false);
    }
    return true;
}

const struct question_kind question_number = {.keys = "0123456789.-",
                                              .computed = true,
                                              .takes = numbers_take,
                                              .grade = numbers_grade,
                                              .right = numbers_right,
                                              .plain = numbers_plain,
                                              .call = numbers_call,
                                              .probe = numbers_probe,
                                              .near = reads_otherwise,
                                              .count = numbers_count,
                                              .diagnose = slips_diagnose};
