/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* numbers: questions whose answer is a number, or a row of numbers. */
#include "session/kind.h"

#include "base/number.h"
#include "language/reader.h"
#include "session/question.h"

#include <string.h>

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

/* Reads numbers with blanks or commas between, square brackets around them or not. */
static bool read_row(const struct session *session, const char *row, struct numbers *numbers,
                     struct failure *failure) {
    static const char apart[] = " \t,[]";
    bool ok = true;
    for (const char *at = row + strspn(row, apart); ok && *at != '\0'; at += strspn(at, apart)) {
        struct text word = {0};
        text_append_bytes(&word, at, strcspn(at, apart));
        ok = text_ok(&word, failure) &&
             read_answer_number(session, text_string(&word), numbers, failure);
        at += word.length;
        text_release(&word);
    }
    return ok && (numbers->count > 0 || failure_set(failure, "not a number: %s", row));
}

/* Reads an answer to a question that asks for COUNT numbers: a number, or a formula of numbers
 * ("1/3"); or several. "1 -2" is one number where one is asked, and else two. */
static bool read_numbers(const struct session *session, const char *answer, size_t count,
                         struct numbers *numbers, struct failure *failure) {
    struct failure none = {0}, unread = {0};
    struct numbers one = {0}, row = {0};
    bool is_one = read_answer_number(session, answer, &one, &none);
    bool is_row = read_row(session, answer, &row, &unread);
    *numbers = is_one && (count == 1 || !is_row) ? one : row;
    if (!is_one && !is_row && count == 1) {
        return failure_set(failure, "not a number: %s", answer);
    }
    return is_one || is_row ||
           failure_set(failure, "%s; a row of %zu numbers is expected, separated by blanks",
                       unread.message, count);
}

/* Writes the numbers with blanks between them; with all digits if EXACT, otherwise as the view
 * shows them. */
static void write_number_row(const struct session *session, const struct numbers *numbers,
                             bool exact, struct text *out) {
    for (size_t i = 0; i < numbers->count; i++) {
        struct written number = number_written(numbers->list[i], session->display.precision);
        if (exact) {
            number_exact(number.text, numbers->list[i]);
        }
        text_format(out, i > 0 ? " %s" : "%s", number.text);
    }
}

/* --- the key ---------------------------------------------------------------------------------- */

bool question_value(const struct session *session, const char *expression, double *number,
                    struct failure *failure) {
    struct tree *tree = session_tree(session, SPEAKER_LESSON, expression, failure);
    bool ok = tree != NULL && notebook_number(session_notebook(session), tree, number, failure);
    tree_release(tree);
    return ok;
}

bool numbers_key(struct question question, struct numbers *key, struct failure *failure) {
    const struct quiz *quiz = question.quiz;
    const struct session *session = question.session;
    const struct notebook *then = quiz->settles <= session_stop(session)
                                      ? history_known(session->history, quiz->settles)
                                      : NULL;
    struct tree *tree = session_tree(session, SPEAKER_LESSON, quiz->key, failure);
    then = then != NULL ? then : session_notebook(session);
    struct definition *made = tree == NULL ? NULL : notebook_evaluate(then, "", tree, failure);
    bool ok = made != NULL;
    *key = (struct numbers){.tolerance = 1e-9};
    if (ok) {
        const struct shape *shape = &made->value->shape;
        char sizes[64];
        key->count = shape_cells(shape);
        ok = (shape_matrices(shape) == 1 && (shape_rows(shape) == 1 || shape_columns(shape) == 1) &&
              key->count > 0 && key->count <= NUMBERS_LIMIT) ||
             failure_set(failure, "a number or a row of up to %d is expected here, not %s",
                         NUMBERS_LIMIT, shape_text(shape, sizes));
        memcpy(key->list, made->value->cells, ok ? key->count * sizeof *key->list : 0);
    }
    ok = ok && (quiz->tolerance == NULL ||
                question_value(question.session, quiz->tolerance, &key->tolerance, failure));
    definition_release(made);
    tree_release(tree);
    if (!ok) {
        failure->placed = false; /* its span is in the key, not in the lesson */
        failure_prefix(failure, "the key %s of this question", quiz->key);
    }
    return ok;
}

size_t question_count(const struct session *session, const struct quiz *quiz) {
    if (quiz->kind != &quiz_number) {
        return 0;
    }
    const char *cells = strrchr(quiz->key, '[');
    struct numbers key = {.count = quiz->count};
    bool known =
        quiz->sealed || numbers_key((struct question){session, quiz}, &key, &(struct failure){0});
    bool several = quiz->settles != SIZE_MAX && cells != NULL && strchr(cells, ':') != NULL &&
                   quiz->key[strlen(quiz->key) - 1] == ']';
    size_t count = known ? key.count : 1;
    return count == 1 && several ? 0 : count; /* of cells that are not there yet */
}

static void call_numbers(struct question question, struct text *out) {
    static const char blanks[] = "with blanks between";
    size_t count = question_count(question.session, question.quiz);
    if (count > 1) {
        text_format(out, "the %zu numbers %s", count, blanks);
    } else if (count == 0) {
        text_format(out, "the number%s %s", question.quiz->sealed ? ", or numbers" : "s", blanks);
    } else {
        text_append(out, "the number");
    }
}

/* --- an answer -------------------------------------------------------------------------------- */

/* Checks that there are as many numbers in ANSWER as WANTED. */
static bool count_matches(const char *answer, const struct numbers *given, size_t wanted,
                          struct failure *failure) {
    const char *comma = strchr(answer, ',');
    bool decimal = comma != NULL && comma[1] >= '0' && comma[1] <= '9'; /* 0,45 */
    return given->count == wanted ||
           (wanted == 1
                ? failure_set(failure, "one number is expected, and %zu are given%s", given->count,
                              decimal ? ": decimals are written with a point" : "")
                : failure_set(failure,
                              "a row of %zu numbers is expected, separated by blanks, and here "
                              "%s %zu",
                              wanted, given->count == 1 ? "is" : "are", given->count));
}

static bool take_numbers(struct question question, const char *answer, struct text *plain,
                         struct failure *failure) {
    struct numbers given;
    size_t count = question_count(question.session, question.quiz);
    if (!read_numbers(question.session, answer, count == 0 ? 1 : count, &given, failure)) {
        return false;
    }
    write_number_row(question.session, &given, true, plain);
    return count == 0 || count_matches(answer, &given, count, failure);
}

/* A prediction is not asked again: another count of numbers is wrong. */
static bool grade_numbers(struct question question, const char *answer, bool *right,
                          struct text *slips, struct failure *failure) {
    struct numbers key, given;
    if (!numbers_key(question, &key, failure) ||
        !read_numbers(question.session, answer, key.count, &given, failure)) {
        return false;
    }
    *right = given.count == key.count;
    if (!question.quiz->predict && !count_matches(answer, &given, key.count, failure)) {
        return false;
    }
    for (size_t i = 0; *right && i < key.count; i++) {
        *right = numbers_near(given.list[i], key.list[i], key.tolerance);
    }
    return *right || slips == NULL || slips_describe(question, answer, &given, slips, failure);
}

static void right_numbers(struct question question, struct text *out) {
    struct numbers key;
    if (numbers_key(question, &key, &(struct failure){0})) {
        write_number_row(question.session, &key, false, out);
    } else {
        text_append(out, question.quiz->key);
    }
}

static bool type_numbers(struct question question, struct text *out, struct failure *failure) {
    const struct quiz *quiz = question.quiz;
    struct numbers key;
    if (!numbers_key(question, &key, failure)) {
        failure_prefix(failure, "the key of quiz %s cannot be computed", quiz->id);
        return false;
    }
    if (quiz->predict && quiz->count == 1 && key.count > 1) {
        return failure_set(failure,
                           "the key %s of quiz %s is a row, whose length is not known when it is "
                           "asked: write a row of it, as in A[1,:]",
                           quiz->key, quiz->id);
    }
    write_number_row(question.session, &key, true, out);
    return text_ok(out, failure);
}

const struct question_kind question_number = {.keys = "0123456789.-",
                                              .computed = true,
                                              .read = take_numbers,
                                              .grade = grade_numbers,
                                              .right = right_numbers,
                                              .call = call_numbers,
                                              .typed = type_numbers};
