/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* choices: questions with choices, of which one is right, or several, or which are lines to be put
 * in order: "2 4 1 3" says which comes first, second and so on. A choice is identified by its
 * words; numbers are only for answering. */
#include "session/kind.h"

#include "base/number.h"
#include "base/random.h"
#include "session/question.h"

#include <stdlib.h>
#include <string.h>

bool choice_is_in(const struct choice_list *choices, size_t choice) {
    size_t i = 0;
    while (i < choices->count && choices->list[i] != choice) {
        i++;
    }
    return i < choices->count;
}

/* Adds CHOICE; several that are right have no order of their own, and get the lesson's. */
static void add_answered(const struct quiz *quiz, struct choice_list *choices, size_t choice) {
    size_t at = choices->count++;
    for (; quiz->kind == &quiz_several && at > 0 && choices->list[at - 1] > choice; at--) {
        choices->list[at] = choices->list[at - 1];
    }
    choices->list[at] = choice;
}

/* Returns the right choices; of lines to put in order all of them, in that. */
static struct choice_list right_choices(const struct quiz *quiz) {
    struct choice_list right = {0};
    size_t count = lesser(quiz->choice_count, CHOICES_LIMIT);
    for (size_t place = 0; place <= count; place++) {
        for (size_t i = 0; i < count; i++) {
            const struct choice *choice = &quiz->choices[i];
            if (choice->place == place && (place > 0 || choice->right)) {
                right.list[right.count++] = i;
            }
        }
    }
    return right;
}

/* Returns how many lines of ORDER, from the first on, are where they belong: lines that share a
 * place may come in any order. */
static size_t count_in_order(const struct quiz *quiz, const struct choice_list *order) {
    struct choice_list right = right_choices(quiz);
    size_t count = 0;
    while (count < order->count &&
           quiz->choices[order->list[count]].place == quiz->choices[right.list[count]].place) {
        count++;
    }
    return count;
}

struct choice_list choices_order(const struct session *session, const struct quiz *quiz) {
    struct choice_list order = {.count = lesser(quiz->choice_count, CHOICES_LIMIT)};
    struct random random;
    random_seed(&random, random_word(session->front.seed, quiz->id, strlen(quiz->id)));
    for (size_t i = 0; i < order.count; i++) {
        bool mixes = session->front.seed != 0 && !quiz->ordered;
        size_t other = mixes ? random_bits(&random) % (i + 1) : i;
        order.list[i] = order.list[other];
        order.list[other] = i;
    }
    if (quiz->kind == &quiz_order && !quiz->sealed && count_in_order(quiz, &order) == order.count) {
        for (size_t i = 0; i < order.count / 2; i++) {
            size_t first = order.list[i];
            order.list[i] = order.list[order.count - 1 - i];
            order.list[order.count - 1 - i] = first;
        }
    }
    return order;
}

/* --- reading ---------------------------------------------------------------------------------- */

/* Reads one word of an answer, a choice's number or its letter; 0 for anything else. */
static size_t read_choice_word(const char *word, size_t length) {
    char letter = (char)(word[0] | 0x20);
    if (length == 1 && letter >= 'a' && letter <= 'z') {
        return (size_t)(letter - 'a') + 1;
    }
    return strspn(word, "0123456789") < length ? 0 : strtoul(word, NULL, 10);
}

static bool no_choice(const struct quiz *quiz, struct failure *failure) {
    struct text call = {0};
    question_kind(quiz)->call((struct question){NULL, quiz}, &call);
    failure_set(failure, "type answer and %s", text_string(&call));
    text_release(&call);
    return false;
}

bool choices_read(const struct quiz *quiz, const char *answer, struct choice_list *choices,
                  struct failure *failure) {
    static const char blanks[] = " \t,";
    bool alone = quiz->kind == &quiz_one, ordered = quiz->kind == &quiz_order;
    size_t count = lesser(quiz->choice_count, CHOICES_LIMIT);
    const char *at = answer + strspn(answer, blanks);
    *choices = (struct choice_list){0};
    if (quiz->kind == &quiz_several && (text_same(at, "0") || text_same(at, "none"))) {
        return true;
    }
    while (*at != '\0') {
        /* with one digit for each choice, several may be written together: 1456 */
        bool together = !alone && count < 10 && at[0] >= '0' && at[0] <= '9';
        size_t length = together ? 1 : strcspn(at, blanks);
        size_t choice = together ? (size_t)(at[0] - '0') : read_choice_word(at, length);
        bool again = choice > 0 && choice_is_in(choices, choice - 1);
        if (choice == 0 || choice > count || (again && ordered)) {
            return no_choice(quiz, failure);
        }
        if (!again) {
            add_answered(quiz, choices, choice - 1);
        }
        at += length;
        at += strspn(at, blanks);
    }
    bool counted = alone     ? choices->count == 1
                   : ordered ? choices->count == count
                             : choices->count > 0;
    return counted || no_choice(quiz, failure);
}

/* Writes "1 3", or "none". */
static void write_choice_numbers(const struct choice_list *choices, struct text *out) {
    for (size_t i = 0; i < choices->count; i++) {
        text_format(out, i > 0 ? " %zu" : "%zu", choices->list[i] + 1);
    }
    text_append(out, choices->count == 0 ? "none" : "");
}

/* Writes the words of CHOICES, lines in order as lines, or "none of them". */
static void write_choice_words(const struct quiz *quiz, const struct choice_list *choices,
                               struct text *out) {
    text_append(out, choices->count == 0 ? "none of them" : "");
    for (size_t i = 0; i < choices->count; i++) {
        bool sentence = out->length > 0 && out->bytes[out->length - 1] == '.';
        const char *between = sentence ? " " : "; ";
        between = quiz->kind == &quiz_order ? "\n" : between;
        text_format(out, "%s%s", i > 0 ? between : "", quiz->choices[choices->list[i]].text);
    }
}

/* --- the rows --------------------------------------------------------------------------------- */

static bool read_choices(struct question question, const char *answer, struct text *plain,
                         struct failure *failure) {
    struct choice_list choices;
    bool read = choices_read(question.quiz, answer, &choices, failure);
    if (read) {
        write_choice_numbers(&choices, plain);
    }
    return read;
}

static bool grade_choices(struct question question, const char *answer, bool *right,
                          struct text *slips, struct failure *failure) {
    (void)slips;
    struct choice_list choices, key = right_choices(question.quiz);
    bool read = choices_read(question.quiz, answer, &choices, failure);
    *right = choices.count == key.count &&
             memcmp(choices.list, key.list, key.count * sizeof *key.list) == 0;
    return read;
}

/* Of a wrong order it is said how far it is right. */
static bool grade_order(struct question question, const char *answer, bool *right,
                        struct text *slips, struct failure *failure) {
    static const char *const first[] = {"is not",    "is",       "two are", "three are",
                                        "four are",  "five are", "six are", "seven are",
                                        "eight are", "nine are", "ten are"};
    struct choice_list order;
    bool read = choices_read(question.quiz, answer, &order, failure);
    size_t count = count_in_order(question.quiz, &order);
    *right = count == order.count;
    if (read && !*right && slips != NULL) {
        text_format(slips, "The first %s right.\n", first[lesser(count, 10)]);
    }
    return read && (slips == NULL || text_ok(slips, failure));
}

/* Returns the choices of ANSWER, which was read before; NULL: the right ones. */
static struct choice_list answered(const struct quiz *quiz, const char *answer) {
    struct choice_list choices = right_choices(quiz);
    if (answer != NULL) {
        choices_read(quiz, answer, &choices, &(struct failure){0});
    }
    return choices;
}

static void said_choices(struct question question, const char *answer, struct text *out) {
    struct choice_list choices = answered(question.quiz, answer);
    write_choice_words(question.quiz, &choices, out);
}

static void right_choice_words(struct question question, struct text *out) {
    said_choices(question, NULL, out);
}

static void unmix_choices(struct question question, const char *answer, struct text *out) {
    struct choice_list order = choices_order(question.session, question.quiz);
    struct choice_list shown, choices = {0};
    if (!choices_read(question.quiz, answer, &shown, &(struct failure){0})) {
        text_append(out, answer);
        return;
    }
    for (size_t i = 0; i < shown.count; i++) {
        add_answered(question.quiz, &choices, order.list[shown.list[i]]);
    }
    write_choice_numbers(&choices, out);
}

/* Writes an order, or the right one, in the numbers that the learner sees. */
static void say_order(struct question question, const char *answer, struct text *out) {
    struct choice_list order = choices_order(question.session, question.quiz);
    struct choice_list shown = answered(question.quiz, answer);
    for (size_t i = 0; i < shown.count; i++) {
        size_t number = 0;
        while (order.list[number] != shown.list[i]) {
            number++;
        }
        shown.list[i] = number;
    }
    write_choice_numbers(&shown, out);
}

static void call_one(struct question question, struct text *out) {
    size_t count = question.quiz->choice_count;
    text_format(out, count == 2 ? "1 or %zu" : "1 to %zu", count);
}

/* An example might be the answer. */
static void call_several(struct question question, struct text *out) {
    (void)question;
    text_append(out, "the right numbers, or 0 for none");
}

static void call_order(struct question question, struct text *out) {
    text_format(out, "the numbers of the %zu lines in their order, as in 2 1 …",
                question.quiz->choice_count);
}

static bool type_choices(struct question question, struct text *out, struct failure *failure) {
    struct choice_list right = right_choices(question.quiz);
    if (right.count > 0 || question.quiz->kind != &quiz_one) {
        write_choice_numbers(&right, out);
    } /* else that was said when the lesson was read */
    return text_ok(out, failure);
}

#define CHOICES                                                                                    \
    .keys = "0123456789", .read = read_choices, .right = right_choice_words,                       \
    .unmixed = unmix_choices, .typed = type_choices

const struct question_kind question_one = {
    CHOICES,       .grade = grade_choices, .said = said_choices,
    .digit = true, .marked = true,         .call = call_one};

const struct question_kind question_several = {
    CHOICES, .grade = grade_choices, .said = said_choices, .marked = true, .call = call_several};

const struct question_kind question_order = {CHOICES, .grade = grade_order, .call = call_order,
                                             .said = say_order};
