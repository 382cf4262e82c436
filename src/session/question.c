/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/question.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/utf8.h"
#include "language/lens.h"
#include "language/reader.h"
#include "language/writer.h"
#include "notebook/slip.h"

#include <string.h>
#include <strings.h>

/* --- where one stands ------------------------------------------------------------------------- */

const struct quiz *question_quiz(const struct session *session, size_t stop) {
    const struct lesson *lesson = session->lesson;
    bool is = stop != SIZE_MAX && lesson->stops[stop].kind == STOP_QUIZ;
    return is ? lesson->parts[lesson->stops[stop].part].quiz : NULL;
}

const struct exercise *question_exercise(const struct session *session, size_t stop) {
    const struct lesson *lesson = session->lesson;
    bool is = stop != SIZE_MAX && lesson->stops[stop].kind == STOP_TRY;
    return is ? lesson->parts[lesson->stops[stop].part].exercise : NULL;
}

size_t question_open(const struct session *session) {
    size_t stop = session_last(session);
    bool asks = question_quiz(session, stop) != NULL ||
                (question_exercise(session, stop) != NULL && session->exercise == stop);
    return asks && session->answers[stop].state == ANSWER_OPEN ? stop : SIZE_MAX;
}

size_t question_answerable(const struct session *session) {
    size_t stop = session_last(session);
    bool locked =
        question_quiz(session, stop) != NULL && session->answers[stop].state == ANSWER_LOCKED;
    return locked ? stop : question_open(session);
}

bool question_settled(const struct answer *answer) {
    return answer->state == ANSWER_RIGHT || answer->state == ANSWER_WRONG ||
           answer->state == ANSWER_SKIPPED;
}

bool question_becomes(struct session *session, size_t stop, enum answer_state state,
                      struct failure *failure) {
    struct answer *answer = &session->answers[stop];
    if (answer->state == state) {
        return true;
    }
    if (!memory_reserve(&session->answers_before, &session->before_capacity,
                        session->before_count + 1, sizeof *session->answers_before)) {
        return failure_memory(failure);
    }
    session->answers_before[session->before_count++] = (struct answer_before){stop, answer->state};
    answer->state = state;
    return true;
}

/* --- words as answers ------------------------------------------------------------------------- */

struct word {
    const char *bytes;
    size_t length;
};

/* TEXT without the blanks and quotes around it. */
static struct word plain_word(const char *text) {
    static const char around[] = " \t\"";
    size_t before = strspn(text, around), length = strlen(text) - before;
    while (length > 0 && strchr(around, text[before + length - 1]) != NULL) {
        length--;
    }
    return (struct word){text + before, length};
}

/* A number is refused, for it may be meant for another question. */
static bool takes_word(const char *answer, struct failure *failure) {
    struct word word = plain_word(answer);
    double number;
    if (word.length == 0) {
        return failure_set(failure, "a word is asked");
    }
    return !number_parse(word.bytes, word.length, &number) ||
           failure_set(failure, "a word is asked, and %.*s is a number", (int)word.length,
                       word.bytes);
}

/* Letter case does not matter. */
static bool is_word(const struct quiz *quiz, const char *answer) {
    struct word word = plain_word(answer), key = plain_word(quiz->key);
    return word.length == key.length && strncasecmp(word.bytes, key.bytes, key.length) == 0;
}

void question_plain(const char *answer, struct text *out) {
    struct word word = plain_word(answer);
    for (size_t i = 0; i < word.length; i++) {
        char letter = word.bytes[i];
        text_append_character(out, letter >= 'A' && letter <= 'Z' ? (char)(letter | 0x20) : letter);
    }
}

/* --- words ------------------------------------------------------------------------------------ */

const char *question_heading(const struct quiz *quiz) {
    return quiz->predict ? "Predict: " : "Question: ";
}

void question_right(struct session *session, const struct quiz *quiz, struct text *out) {
    if (quiz->sealed) {
        text_append(out, "not in this file, which is an exam");
        return;
    }
    if (quiz->kind == QUIZ_WORD) {
        struct word word = plain_word(quiz->key);
        text_append_bytes(out, word.bytes, word.length);
        return;
    }
    if (quiz->kind == QUIZ_NUMBER) {
        struct numbers key;
        double tolerance;
        struct failure later = {0};
        if (question_key(session, quiz, &key, &tolerance, &later)) {
            question_write(session, &key, false, out);
        } else {
            text_append(out, quiz->key);
        }
        return;
    }
    bool any = false;
    for (size_t i = 0; i < quiz->choice_count; i++) {
        if (quiz->choices[i].right) {
            text_format(out, any ? "; %s" : "%s", quiz->choices[i].text);
            any = true;
        }
    }
    text_append(out, any ? "" : "none of them");
}

void question_said(const struct quiz *quiz, const char *answer, struct text *out) {
    struct chosen chosen;
    struct failure none = {0};
    if (quiz->kind == QUIZ_NUMBER || !chosen_read(quiz, answer, &chosen, &none)) {
        text_append(out, answer);
        return;
    }
    bool any = false;
    for (size_t i = 0; i < quiz->choice_count; i++) {
        if (chosen_has(&chosen, i)) {
            text_format(out, any ? "; %s" : "%s", quiz->choices[i].text);
            any = true;
        }
    }
    text_append(out, any ? "" : "none of them");
}

const char *question_goal(const struct source_line *expect) {
    size_t word = strlen("expect ");
    return text_starts(expect->text, "expect ") ? expect->text + word : expect->text;
}

const char *question_goal_words(const struct source_line *expect) {
    return expect->words != NULL ? expect->words : question_goal(expect);
}

/* --- what an answer is worth ------------------------------------------------------------------ */

static const double KEY_TOLERANCE = 1e-9;

static bool not_a_choice(const struct quiz *quiz, struct failure *failure) {
    return quiz->kind == QUIZ_SEVERAL
               ? failure_set(failure, "choose some of 1 to %zu, as in: answer 1 %zu (or none)",
                             quiz->choice_count, quiz->choice_count)
               : failure_set(failure, "choose one of 1 to %zu, as in: answer 1",
                             quiz->choice_count);
}

/* One word of an answer: a choice's number or its letter; 0 for anything else. */
static size_t read_choice(const char *word, size_t length, size_t count) {
    double number;
    if (length == 1 && ((word[0] >= 'a' && word[0] <= 'z') || (word[0] >= 'A' && word[0] <= 'Z'))) {
        size_t letter = (size_t)((word[0] | 0x20) - 'a') + 1;
        return letter <= count ? letter : 0;
    }
    if (strspn(word, "0123456789") < length || number_read(word, length, &number, NULL) != length) {
        return 0;
    }
    return number <= (double)count ? (size_t)number : 0;
}

/* Where a choice has one digit several may be written together: 1456. */
static size_t word_of_choices(const struct quiz *quiz, const char *at, const char *blanks) {
    bool together = quiz->kind == QUIZ_SEVERAL && quiz->choice_count < 10;
    return together && at[0] >= '0' && at[0] <= '9' ? 1 : strcspn(at, blanks);
}

bool chosen_read(const struct quiz *quiz, const char *answer, struct chosen *chosen,
                 struct failure *failure) {
    static const char blanks[] = " \t,";
    size_t count = quiz->choice_count < CHOICES_LIMIT ? quiz->choice_count : CHOICES_LIMIT;
    *chosen = (struct chosen){0};
    const char *at = answer + strspn(answer, blanks);
    if (quiz->kind == QUIZ_SEVERAL && text_same(at, "none")) {
        return true;
    }
    while (*at != '\0') {
        size_t length = word_of_choices(quiz, at, blanks);
        size_t choice = read_choice(at, length, count);
        if (choice == 0) {
            return not_a_choice(quiz, failure);
        }
        uint64_t bit = (uint64_t)1 << (choice - 1);
        chosen->count += (chosen->bits & bit) != 0 ? 0 : 1;
        chosen->bits |= bit;
        at += length;
        at += strspn(at, blanks);
    }
    bool counted = quiz->kind == QUIZ_SEVERAL ? chosen->count > 0 : chosen->count == 1;
    return counted || not_a_choice(quiz, failure);
}

bool chosen_has(const struct chosen *chosen, size_t choice) {
    return choice < CHOICES_LIMIT && (chosen->bits >> choice & 1) != 0;
}

/* A number stands for all that are written so; a formula of numbers for itself. */
static double answer_precision(const char *answer) {
    double number;
    return number_precision(number_parse(answer, strlen(answer), &number) ? answer : "0");
}

/* One more number, WORD. */
static bool read_number(struct session *session, const char *word, struct numbers *numbers,
                        struct failure *failure) {
    struct failure unread = {0};
    struct tree *tree = reader_expression(word, &unread);
    bool ok =
        numbers->count < NUMBERS_LIMIT && tree != NULL && tree_is_leaf(tree->root) &&
        notebook_number(session_notebook(session), tree, &numbers->list[numbers->count], &unread);
    tree_release(tree);
    if (!ok) {
        return failure_set(failure, "not a number: %s", word);
    }
    numbers->precision[numbers->count++] = answer_precision(word);
    return true;
}

static bool read_row(struct session *session, const char *answer, struct numbers *numbers,
                     struct failure *failure) {
    static const char apart[] = " \t,[]";
    bool ok = true;
    for (const char *at = answer + strspn(answer, apart); ok && *at != '\0';) {
        struct text word = {0};
        size_t length = strcspn(at, apart);
        text_append_bytes(&word, at, length);
        ok = text_ok(&word, failure) && read_number(session, text_string(&word), numbers, failure);
        text_release(&word);
        at += length;
        at += strspn(at, apart);
    }
    return ok;
}

bool question_numbers(struct session *session, const char *answer, size_t count,
                      struct numbers *numbers, struct failure *failure) {
    struct failure none = {0}, word = {0};
    *numbers = (struct numbers){0};
    if ((count == 1 && read_number(session, answer, numbers, &none)) ||
        (read_row(session, answer, numbers, &word) && numbers->count > 0)) {
        return true;
    }
    numbers->count = 0;
    if (count == 1 || !word.set) {
        return failure_set(failure, "not a number: %s", answer);
    }
    return read_number(session, answer, numbers, &none) ||
           failure_set(failure, "%s; a row of %zu numbers is asked, with blanks between",
                       word.message, count);
}

void question_write(const struct session *session, const struct numbers *numbers, bool exact,
                    struct text *out) {
    for (size_t i = 0; i < numbers->count; i++) {
        char number[NUMBER_TEXT];
        if (exact) {
            number_exact(number, numbers->list[i]);
        } else {
            number_short(number, numbers->list[i], session->view.precision);
        }
        text_format(out, i > 0 ? " %s" : "%s", number);
    }
}

/* EXPRESSION of the lesson as stored, whatever convention it is written in; the caller releases. */
static struct tree *lesson_tree(struct session *session, const char *expression,
                                struct failure *failure) {
    bool speaks = session->lesson_speaks;
    session->lesson_speaks = true;
    struct tree *typed = reader_expression(expression, failure);
    struct tree *tree = typed == NULL ? NULL : session_read(session, typed, false, failure);
    tree_release(typed);
    session->lesson_speaks = speaks;
    return tree;
}

bool question_value(struct session *session, const char *expression, double *number,
                    struct failure *failure) {
    struct tree *tree = lesson_tree(session, expression, failure);
    bool ok = tree != NULL && notebook_number(session_notebook(session), tree, number, failure);
    tree_release(tree);
    return ok;
}

static bool take_numbers(const struct tensor *value, struct numbers *numbers,
                         struct failure *failure) {
    const struct shape *shape = &value->shape;
    size_t cells = shape_cells(shape);
    char sizes[64];
    if (shape_matrices(shape) != 1 || (shape_rows(shape) != 1 && shape_columns(shape) != 1) ||
        cells == 0 || cells > NUMBERS_LIMIT) {
        return failure_set(failure, "a number is wanted here or a row of up to %d, not %s",
                           NUMBERS_LIMIT, shape_text(shape, sizes));
    }
    *numbers = (struct numbers){.count = cells};
    memcpy(numbers->list, value->cells, cells * sizeof *value->cells);
    return true;
}

bool question_key(struct session *session, const struct quiz *quiz, struct numbers *key,
                  double *tolerance, struct failure *failure) {
    *tolerance = KEY_TOLERANCE;
    struct tree *tree = lesson_tree(session, quiz->key, failure);
    struct definition *made =
        tree == NULL ? NULL : notebook_evaluate(session_notebook(session), "", tree, failure);
    bool ok =
        made != NULL && take_numbers(made->value, key, failure) &&
        (quiz->tolerance == NULL || question_value(session, quiz->tolerance, tolerance, failure));
    definition_release(made);
    tree_release(tree);
    if (!ok) {
        failure->placed = false;
        failure_prefix(failure, "the key %s of this question", quiz->key);
    }
    return ok;
}

size_t question_due(const struct session *session, size_t stop) {
    const struct quiz *quiz = question_quiz(session, stop);
    return quiz != NULL && quiz->settles != SIZE_MAX ? quiz->settles : stop + 1;
}

size_t question_count(struct session *session, const struct quiz *quiz) {
    struct numbers key = {0};
    double tolerance;
    struct failure later = {0};
    return question_key(session, quiz, &key, &tolerance, &later) ? key.count : 1;
}

size_t question_asked_for(struct session *session, const struct quiz *quiz) {
    const char *cells = strrchr(quiz->key, '[');
    size_t count = quiz->sealed ? quiz->count : question_count(session, quiz);
    bool several = quiz->settles != SIZE_MAX && cells != NULL && strchr(cells, ':') != NULL &&
                   quiz->key[strlen(quiz->key) - 1] == ']';
    return count == 1 && several ? 0 : count; /* of cells that are not there yet */
}

void question_call(struct session *session, const struct quiz *quiz, struct text *out) {
    static const char blanks[] = "with blanks between";
    size_t count = quiz->kind == QUIZ_WORD ? 1 : question_asked_for(session, quiz);
    if (quiz->kind == QUIZ_WORD) {
        text_append(out, "the word");
    } else if (count > 1) {
        text_format(out, "the %zu numbers %s", count, blanks);
    } else if (count == 0) {
        text_format(out, "the number%s %s", quiz->sealed ? ", or numbers" : "s", blanks);
    } else {
        text_append(out, "the number");
    }
}

/* Whether there are as many as ASKED. */
static bool as_many(const struct numbers *given, size_t asked, struct failure *failure) {
    return given->count == asked ||
           (asked == 1
                ? failure_set(failure, "one number is asked, and %zu are given", given->count)
                : failure_set(failure,
                              "a row of %zu numbers is asked, with blanks between, and here "
                              "%s %zu",
                              asked, given->count == 1 ? "is" : "are", given->count));
}

bool question_takes(struct session *session, const struct quiz *quiz, const char *answer,
                    struct failure *failure) {
    struct chosen chosen;
    struct numbers given;
    if (quiz->kind == QUIZ_WORD) {
        return takes_word(answer, failure);
    }
    if (quiz->kind != QUIZ_NUMBER) {
        return chosen_read(quiz, answer, &chosen, failure);
    }
    size_t count = question_asked_for(session, quiz);
    return question_numbers(session, answer, count == 0 ? 1 : count, &given, failure) &&
           (count == 0 || as_many(&given, count, failure));
}

/* A prediction is not asked again: it is wrong. */
static bool grade_numbers(struct session *session, const struct quiz *quiz, const char *answer,
                          bool *right, struct failure *failure) {
    struct numbers key, given;
    double tolerance;
    if (!question_key(session, quiz, &key, &tolerance, failure) ||
        !question_numbers(session, answer, key.count, &given, failure)) {
        return false;
    }
    *right = given.count == key.count;
    if (!quiz->predict && !as_many(&given, key.count, failure)) {
        return false;
    }
    for (size_t i = 0; *right && i < key.count; i++) {
        *right = numbers_near(given.list[i], key.list[i], tolerance);
    }
    return true;
}

bool question_grade(struct session *session, const struct quiz *quiz, const char *answer,
                    bool *right, struct failure *failure) {
    if (quiz->kind == QUIZ_NUMBER) {
        return grade_numbers(session, quiz, answer, right, failure);
    }
    if (quiz->kind == QUIZ_WORD) {
        *right = is_word(quiz, answer);
        return takes_word(answer, failure);
    }
    struct chosen chosen;
    if (!chosen_read(quiz, answer, &chosen, failure)) {
        return false;
    }
    *right = true;
    for (size_t i = 0; i < quiz->choice_count; i++) {
        *right = *right && chosen_has(&chosen, i) == quiz->choices[i].right;
    }
    return true;
}

/* --- what went wrong: the slip that gives a wrong number, in a sentence ----------------------- */

/* A number that more slips give than this is given by one of them by chance; and how long a formula
 * may be that is written out behind one. */
enum { TOLD = 2, FORMULA_COLUMNS = 60 };

/* One sentence while it is written. */
struct telling {
    struct session *session;
    const struct slip_found *found;
    struct text *out;
};

/* " = 2" behind what is one number, unless it is written as one. */
static void write_value(const struct telling *telling, struct tree *part) {
    struct failure none = {0};
    char number[NUMBER_TEXT];
    double value;
    if (part->root->kind != NODE_NUMBER &&
        notebook_number(session_notebook(telling->session), part, &value, &none)) {
        number_short(number, value, telling->session->view.precision);
        text_format(telling->out, " = %s", number);
    }
}

/* A part of a formula as the learner sees it: "√d_k = 2", "Kᵀ". */
static void write_part(const struct telling *telling, const struct node *node, bool valued) {
    static const struct writer_options eye = {.notation = NOTATION_UNICODE};
    struct failure none = {0};
    struct tree *part = rewrite_tree(node, &none);
    struct tree *shown = part == NULL ? NULL : session_flip(telling->session, part, false);
    if (shown != NULL) {
        writer_write(shown->root, &eye, telling->out);
        if (valued) {
            write_value(telling, part);
        }
    }
    tree_release(shown);
    tree_release(part);
}

/* The axis along which NODE works as the learner sees it: the other one in columns. */
static const char *shown_axis(const struct telling *telling, const struct node *node) {
    const char *axis = rewrite_axis(node);
    bool row = axis != NULL && text_same(axis, "row");
    return row != telling->session->view.columns ? "row" : "column";
}

/* One % of a phrase (slip.h). Only what is divided by is worth its number. */
static void write_sign(const struct telling *telling, char sign) {
    const struct slip_found *found = telling->found;
    bool valued = text_starts(found->slip->phrase, "dividing") ||
                  text_starts(found->slip->phrase, "without dividing");
    switch (sign) {
    case 'o':
    case 'w':
        write_part(telling, sign == 'o' ? found->old : found->new, valued);
        break;
    case 'a':
    case 'b':
        text_append(telling->out, shown_axis(telling, sign == 'a' ? found->old : found->new));
        break;
    default:
        text_append(telling->out, found->new->operator->name);
        break;
    }
}

/* ": `scaled = scores`", unless the phrase has shown all of it or it is long. */
static void write_formula(const struct telling *telling) {
    const struct slip_found *found = telling->found;
    struct text formula = {0};
    bool told = found->new == found->tree->root &&strstr(found->slip->phrase, "%w") != NULL;
    struct tree *shown = session_flip(telling->session, found->tree, found->definition != NULL);
    if (found->definition != NULL) {
        text_format(&formula, "%s = ", found->definition->name);
    }
    if (shown != NULL) {
        writer_plain(shown->root, &formula);
    }
    if (!told && utf8_columns(text_string(&formula), formula.length) <= FORMULA_COLUMNS) {
        text_format(telling->out, ": `%s`", text_string(&formula));
    }
    text_release_into(&formula, telling->out);
    tree_release(shown);
}

/* Of two slips nobody knows which it was. */
static void tell(const struct telling *telling, const char *answer, bool first) {
    text_format(telling->out, "%s%s", first ? answer : "Or ", first ? " is what you get " : "");
    for (const char *at = telling->found->slip->phrase; *at != '\0'; at++) {
        if (*at == '%') {
            write_sign(telling, *++at);
        } else {
            text_append_character(telling->out, *at);
        }
    }
    write_formula(telling);
    text_append(telling->out, ".\n");
}

bool question_diagnose(struct session *session, const struct quiz *quiz, const char *answer,
                       struct text *out, struct failure *failure) {
    struct failure none = {0};
    struct numbers given;
    struct slip_question question = {.notebook = session_notebook(session)};
    if (quiz->kind != QUIZ_NUMBER ||
        !question_numbers(session, answer, question_count(session, quiz), &given, &none) ||
        (question.asked = lesson_tree(session, quiz->key, &none)) == NULL) {
        return true;
    }
    question.answer = given.list;
    question.precision = given.precision;
    question.count = given.count;
    struct slips slips;
    bool ok = slips_find(&question, &slips, failure);
    for (size_t i = 0; ok && slips.count <= TOLD && i < slips.count; i++) {
        struct telling telling = {session, &slips.list[i], out};
        tell(&telling, answer, i == 0);
    }
    slips_release(&slips);
    tree_release(question.asked);
    return ok && text_ok(out, failure);
}
