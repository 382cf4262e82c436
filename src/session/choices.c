/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* choices: questions with choices, of which one is right, or several. A choice is identified by its
 * words; numbers are only for answering. */
#include "session/kind.h"

#include "base/number.h"
#include "base/random.h"

#include <string.h>

static bool takes_several(const struct quiz *quiz) {
    return quiz->kind->mark == '[';
}

static bool not_a_choice(const struct quiz *quiz, struct failure *failure) {
    return takes_several(quiz)
               ? failure_set(failure, "choose some of 1 to %zu, as in: answer 1 %zu (or none)",
                             quiz->choice_count, quiz->choice_count)
           : quiz->choice_count == 2
               ? failure_set(failure, "choose 1 or 2, as in: answer 1")
               : failure_set(failure, "choose one of 1 to %zu, as in: answer 1",
                             quiz->choice_count);
}

/* Reads one word of an answer, a choice's number or its letter; 0 for anything else. */
static size_t read_choice_word(const char *word, size_t length, size_t count) {
    double number;
    if (length == 1 && ((word[0] >= 'a' && word[0] <= 'z') || (word[0] >= 'A' && word[0] <= 'Z'))) {
        size_t letter = (size_t)((word[0] | 0x20) - 'a') + 1;
        return letter <= count ? letter : 0;
    }
    if (strspn(word, "0123456789") < length || number_read(word, length, &number) != length) {
        return 0;
    }
    return number <= (double)count ? (size_t)number : 0;
}

bool chosen_read(const struct quiz *quiz, const char *answer, struct chosen *chosen,
                 struct failure *failure) {
    static const char blanks[] = " \t,";
    size_t count = lesser(quiz->choice_count, CHOICES_LIMIT);
    *chosen = (struct chosen){0};
    const char *at = answer + strspn(answer, blanks);
    if (takes_several(quiz) && text_same(at, "none")) {
        return true;
    }
    while (*at != '\0') {
        /* with one digit for each choice, several may be written together: 1456 */
        bool together = takes_several(quiz) && count < 10 && at[0] >= '0' && at[0] <= '9';
        size_t length = together ? 1 : strcspn(at, blanks);
        size_t choice = read_choice_word(at, length, count);
        if (choice == 0) {
            return not_a_choice(quiz, failure);
        }
        uint64_t bit = (uint64_t)1 << (choice - 1);
        chosen->count += (chosen->bits & bit) != 0 ? 0 : 1;
        chosen->bits |= bit;
        at += length;
        at += strspn(at, blanks);
    }
    bool counted = takes_several(quiz) ? chosen->count > 0 : chosen->count == 1;
    return counted || not_a_choice(quiz, failure);
}

bool chosen_has(const struct chosen *chosen, size_t choice) {
    return choice < CHOICES_LIMIT && (chosen->bits >> choice & 1) != 0;
}

/* Writes "1 3", or "none". */
static void write_choice_numbers(const struct quiz *quiz, const struct chosen *chosen,
                                 struct text *out) {
    size_t start = out->length;
    for (size_t i = 0; i < quiz->choice_count; i++) {
        if (chosen_has(chosen, i)) {
            text_format(out, out->length > start ? " %zu" : "%zu", i + 1);
        }
    }
    text_append(out, chosen->bits == 0 ? "none" : "");
}

/* True when the lines of QUIZ, COUNT of them in ORDER, have places and none belongs before one that
 * is shown above it. */
static bool in_order(const struct quiz *quiz, const struct choice_order *order, size_t count) {
    for (size_t i = 1; i < count; i++) {
        if (quiz->choices[order->list[i]].place < quiz->choices[order->list[i - 1]].place) {
            return false;
        }
    }
    return count > 0 && quiz->choices[0].place > 0;
}

struct choice_order choices_order(const struct session *session, const struct quiz *quiz) {
    struct choice_order order = {0};
    struct random random;
    size_t count = lesser(quiz->choice_count, CHOICES_LIMIT);
    random_seed(&random, random_word(session->front.seed, quiz->id, strlen(quiz->id)));
    for (size_t i = 0; i < count; i++) {
        bool mixes = session->front.seed != 0 && !quiz->ordered;
        size_t other = mixes ? random_bits(&random) % (i + 1) : i;
        order.list[i] = order.list[other];
        order.list[other] = i;
    }
    if (in_order(quiz, &order, count)) {
        for (size_t i = 0; i < count / 2; i++) {
            size_t first = order.list[i];
            order.list[i] = order.list[count - 1 - i];
            order.list[count - 1 - i] = first;
        }
    }
    return order;
}

static void choices_unmixed(const struct session *session, const struct quiz *quiz,
                            const char *answer, struct text *out) {
    struct choice_order order = choices_order(session, quiz);
    struct chosen shown, chosen = {0};
    struct failure unread = {0};
    if (!chosen_read(quiz, answer, &shown, &unread)) {
        text_append(out, answer);
        return;
    }
    for (size_t i = 0; i < quiz->choice_count && i < CHOICES_LIMIT; i++) {
        chosen.bits |= (uint64_t)chosen_has(&shown, i) << order.list[i];
    }
    write_choice_numbers(quiz, &chosen, out);
}

static struct chosen right_choices(const struct quiz *quiz) {
    struct chosen right = {0};
    for (size_t i = 0; i < quiz->choice_count && i < CHOICES_LIMIT; i++) {
        right.bits |= (uint64_t)quiz->choices[i].right << i;
    }
    return right;
}

static bool choices_take(const struct session *session, const struct quiz *quiz, const char *answer,
                         struct failure *failure) {
    struct chosen chosen;
    (void)session;
    return chosen_read(quiz, answer, &chosen, failure);
}

static bool choices_grade(const struct session *session, const struct quiz *quiz,
                          const char *answer, bool *right, struct failure *failure) {
    struct chosen chosen;
    (void)session;
    if (!chosen_read(quiz, answer, &chosen, failure)) {
        return false;
    }
    *right = chosen.bits == right_choices(quiz).bits;
    return true;
}

/* Writes the words of the choices in CHOSEN, or "none of them". */
static void write_choice_words(const struct quiz *quiz, struct chosen chosen, struct text *out) {
    text_append(out, chosen.bits == 0 ? "none of them" : "");
    for (size_t i = 0; i < quiz->choice_count; i++) {
        if (chosen_has(&chosen, i)) {
            text_append(out, quiz->choices[i].text);
            chosen.bits &= ~((uint64_t)1 << i);
            bool sentence = out->length > 0 && out->bytes[out->length - 1] == '.';
            text_append(out, chosen.bits == 0 ? "" : sentence ? " " : "; ");
        }
    }
}

static void choices_right(const struct session *session, const struct quiz *quiz,
                          struct text *out) {
    (void)session;
    write_choice_words(quiz, right_choices(quiz), out);
}

static void choices_said(const struct quiz *quiz, const char *answer, struct text *out) {
    struct chosen chosen;
    struct failure unread = {0};
    if (chosen_read(quiz, answer, &chosen, &unread)) {
        write_choice_words(quiz, chosen, out);
    } else {
        text_append(out, answer);
    }
}

static void choices_plain(const struct session *session, const struct quiz *quiz,
                          const char *answer, struct text *out) {
    struct chosen chosen;
    struct failure unread = {0};
    (void)session;
    if (chosen_read(quiz, answer, &chosen, &unread)) {
        write_choice_numbers(quiz, &chosen, out);
    } else {
        text_append(out, answer);
    }
}

static void one_call(const struct session *session, const struct quiz *quiz, struct text *out) {
    (void)session;
    text_format(out, quiz->choice_count == 2 ? "1 or %zu" : "1 to %zu", quiz->choice_count);
}

static void several_call(const struct session *session, const struct quiz *quiz, struct text *out) {
    (void)session;
    text_format(out, "all that hold, as in 1 %zu, or none", quiz->choice_count);
}

static bool several_part(const struct quiz *quiz, const char *answer) {
    struct chosen chosen;
    struct failure unread = {0};
    return chosen_read(quiz, answer, &chosen, &unread) &&
           (chosen.bits & ~right_choices(quiz).bits) == 0;
}

static void try_choices(const struct quiz *quiz, uint64_t bits, const struct probe *probe) {
    struct text answer = {0};
    struct chosen chosen = {.bits = bits};
    size_t line = quiz->line;
    for (size_t i = 0; i < quiz->choice_count; i++) {
        line = chosen_has(&chosen, i) ? quiz->choices[i].line : line;
    }
    write_choice_numbers(quiz, &chosen, &answer);
    probe->take(probe->context, text_string(&answer), bits == right_choices(quiz).bits, line);
    text_release(&answer);
}

/* Tries each choice alone, and the right ones. */
static bool one_probe(const struct session *session, const struct quiz *quiz,
                      const struct probe *probe, struct failure *failure) {
    (void)session;
    (void)failure;
    uint64_t right = right_choices(quiz).bits;
    if (right == 0 && !takes_several(quiz)) {
        return true; /* that was said when the lesson was read */
    }
    for (size_t i = 0; i < quiz->choice_count && i < CHOICES_LIMIT; i++) {
        try_choices(quiz, (uint64_t)1 << i, probe);
    }
    try_choices(quiz, right, probe);
    return true;
}

/* Tries every combination, unless there are too many. */
static bool several_probe(const struct session *session, const struct quiz *quiz,
                          const struct probe *probe, struct failure *failure) {
    enum { ALL_SUBSETS = 8 };
    if (quiz->choice_count > ALL_SUBSETS) {
        return one_probe(session, quiz, probe, failure);
    }
    for (uint64_t bits = 0; bits < (uint64_t)1 << quiz->choice_count; bits++) {
        try_choices(quiz, bits, probe);
    }
    return true;
}

#define CHOICES                                                                                    \
    .keys = "0123456789", .takes = choices_take, .grade = choices_grade, .right = choices_right,   \
    .said = choices_said, .plain = choices_plain, .unmixed = choices_unmixed

const struct question_kind question_one = {CHOICES, .digit = true, .after = "", .call = one_call,
                                           .probe = one_probe};

const struct question_kind question_several = {CHOICES, .after = " ", .call = several_call,
                                               .probe = several_probe, .part = several_part};
