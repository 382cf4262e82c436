/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/wording.h"

#include "base/number.h"
#include "canvas/prose.h"
#include "session/expect.h"

#include <math.h>
#include <string.h>

struct wording wording_for_session(struct session *session, size_t stop) {
    return (struct wording){.session = session, .stop = stop, .output = session_output(session)};
}

/* Writes WORDS after BEFORE, under which the following lines are indented if it is short. A verdict
 * is coloured from its mark on. */
static void put_hanging(const struct wording *wording, const char *before, const char *words,
                        enum style style) {
    enum { HANGING = 6 };
    size_t columns = canvas_columns(before);
    bool whole = (style == STYLE_GOOD || style == STYLE_BAD) && before[0] != ' ';
    struct flow flow =
        flow_into(&wording->output, whole ? "" : before, columns <= HANGING ? columns : 0);
    if (whole) {
        flow_add(&flow, before, style);
    }
    prose_words(flow, words, style);
}

/* Writes WORDS in the same way and releases them. */
static void put_text(const struct wording *wording, const char *before, struct text *words,
                     enum style style) {
    put_hanging(wording, before, text_string(words), style);
    text_release_into(words, wording->output.text);
}

static size_t count_rows(const struct wording *wording) {
    return text_count_lines(text_string(wording->output.text));
}

/* --- a question ------------------------------------------------------------------------------- */

/* A quiz and its answer, while it is being written. */
struct shown_question {
    const struct wording *wording;
    const struct quiz *quiz;
    const struct answer *answer;
    struct choice_list chosen; /* none while nothing was, or where none is right or wrong */
    struct choice_list order;
};

static struct shown_question read_question(const struct wording *wording) {
    struct failure unread = {0};
    struct shown_question question = {.wording = wording,
                                      .quiz = question_quiz(wording->session, wording->stop),
                                      .answer = &wording->session->answers[wording->stop]};
    question.order = choices_order(wording->session, question.quiz);
    if (question_kind(question.quiz)->marked && question.answer->given != NULL) {
        choices_read(question.quiz, question.answer->given, &question.chosen, &unread);
    }
    return question;
}

/* True when the answer to a question that was answered or skipped is still to come. */
static bool is_waiting(const struct shown_question *question) {
    const struct session *session = question->wording->session;
    bool later = question->quiz->settles != SIZE_MAX &&
                 session_stop(session) < question->quiz->settles + session->rest_owed &&
                 session->view.settled != question->wording->stop;
    return question->answer->state == ANSWER_LOCKED ||
           (question->answer->state == ANSWER_SKIPPED && later);
}

/* True when choices are there for marks to say which are right. A question of lines in order has
 * none: all of them are. */
static bool lists_choices(const struct shown_question *question) {
    return question_kind(question->quiz)->marked && question->wording->form <= QUESTION_TIGHT;
}

/* Writes the mark and the number before the choice that is shown as number I + 1, and returns its
 * style. */
static enum style mark_choice(const struct shown_question *question, size_t i, char mark[24]) {
    size_t choice = question->order.list[i];
    bool shows =
        question_settled(question->answer) && !is_waiting(question) && lists_choices(question);
    bool chosen = choice_is_in(&question->chosen, choice);
    bool right = shows && question->quiz->choices[choice].right;
    text_fill(mark, 24, "%s%s%zu. ", right ? "✓" : " ", chosen ? "▶" : " ", i + 1);
    return right ? STYLE_GOOD : chosen ? STYLE_STRONG : STYLE_PLAIN;
}

/* Writes the choices: many of one word on one line, if it has room for them; when rows are scarce,
 * any. */
static void put_choices(const struct shown_question *question, struct question_lines *lines) {
    enum { MANY = 5 };
    const struct wording *wording = question->wording;
    size_t count = question->order.count, column = 0, first = count_rows(wording);
    bool tight = wording->form == QUESTION_TIGHT;
    char mark[24];
    for (size_t i = 0; i < count; i++) {
        mark_choice(question, i, mark);
        lines->columns[i] = column;
        const char *words = question->quiz->choices[question->order.list[i]].text;
        column += canvas_columns(mark) + canvas_columns(words) + 1;
        column += strpbrk(words, tight ? "`*" : "` ") != NULL ? wording->output.width : 0;
        lines->columns[i + 1] = column;
    }
    lines->choice_count = count;
    lines->in_line = count >= (tight ? 1 : MANY) && column <= wording->output.width;
    struct flow flow = flow_into(&wording->output, "", 0);
    for (size_t i = 0; i < count; i++) {
        enum style style = mark_choice(question, i, mark);
        const char *words = question->quiz->choices[question->order.list[i]].text;
        lines->choices[i] = lines->in_line ? first : count_rows(wording);
        if (lines->in_line) {
            struct text choice = {0};
            text_format(&choice, "%s%s", mark, words);
            flow_add_whole(&flow, text_string(&choice), style);
            flow_add(&flow, " ", STYLE_PLAIN);
            text_release_into(&choice, wording->output.text);
        } else {
            put_hanging(wording, mark, words, style);
        }
    }
    if (lines->in_line) {
        flow_end(&flow);
    }
    lines->choices[count] = count_rows(wording);
}

void wording_heading(const struct quiz *quiz, struct text *out) {
    text_format(out, "%s%s", quiz->predict ? "Predict: " : "Question: ", quiz->question);
}

static void put_question_heading(const struct shown_question *question) {
    struct text words = {0};
    wording_heading(question->quiz, &words);
    put_text(question->wording, "", &words,
             question->wording->form == QUESTION_BRIEF ? STYLE_DIM : STYLE_STRONG);
}

void wording_question(const struct wording *wording, struct question_lines *lines) {
    struct question_lines discarded = {0};
    struct question_lines *where = lines != NULL ? lines : &discarded;
    const struct exercise *exercise = question_exercise(wording->session, wording->stop);
    *where = (struct question_lines){.answer = SIZE_MAX};
    if (exercise != NULL) {
        put_hanging(wording, "Exercise: ", exercise->question, STYLE_STRONG);
        return;
    }
    struct shown_question question = read_question(wording);
    put_question_heading(&question);
    put_choices(&question, where);
    const struct question_kind *kind = question_kind(question.quiz);
    if (kind->below != NULL) {
        struct text below = {0};
        kind->below(question.quiz, question.answer, &below);
        put_text(wording, "  ", &below, STYLE_PLAIN);
    }
}

/* --- help ------------------------------------------------------------------------------------- */

void wording_hint(const struct wording *wording, size_t index) {
    const struct quiz *quiz = question_quiz(wording->session, wording->stop);
    const struct exercise *exercise = question_exercise(wording->session, wording->stop);
    size_t count = quiz != NULL ? quiz->hint_count : exercise->hint_count;
    char before[48] = "Hint: ";
    if (count > 1) {
        text_fill(before, sizeof before, "Hint %zu of %zu: ", index + 1, count);
    }
    put_hanging(wording, before, quiz != NULL ? quiz->hints[index] : exercise->hints[index],
                STYLE_PLAIN);
}

void wording_call(const struct wording *wording) {
    const struct quiz *quiz = question_quiz(wording->session, wording->stop);
    if (quiz == NULL) {
        put_hanging(wording, "", "Change what you like; hint, solution and skip help.",
                    STYLE_PLAIN);
        return;
    }
    const struct question_kind *kind = question_kind(quiz);
    struct text answer = {0}, words = {0};
    kind->call((struct question){wording->session, quiz}, &answer);
    text_format(&words,
                kind->write != NULL
                    ? wording->keys ? "Press : and type %s." : "Type %s; hint and skip help."
                : !wording->keys             ? "Type answer and %s; hint and skip help."
                : question_takes_digit(quiz) ? "Press %s."
                : kind->keys != NULL         ? "Type %s, then Enter."
                                             : "Press a and type %s, then Enter.",
                text_string(&answer));
    text_release_into(&answer, wording->output.text);
    put_text(wording, "Your answer: ", &words, STYLE_STRONG);
}

/* --- what became of it ------------------------------------------------------------------------ */

/* Writes the lesson's feedback to the choices that are right (if RIGHT) or wrong: to those chosen,
 * and when the question is settled to the right ones in any case. */
static void put_feedback(const struct shown_question *question, bool right) {
    bool several = question_kind(question->quiz)->part != NULL;
    bool wrong = question->answer->state == ANSWER_WRONG;
    const char *before = !several && !wrong ? "  " : right ? "  ✓ " : "  ✗ ";
    for (size_t i = 0; i < question->quiz->choice_count; i++) {
        const struct choice *choice = &question->quiz->choices[i];
        bool concerned =
            choice_is_in(&question->chosen, i) || (right && question_settled(question->answer));
        if (choice->right == right && concerned && choice->feedback[0] != '\0') {
            struct text words = {0};
            text_format(&words, several ? "%s: %s" : "%s%s", several ? choice->text : "",
                        choice->feedback);
            put_text(question->wording, before, &words, STYLE_EMPHASIS);
        }
    }
}

/* True when WORDS end as a sentence does: a choice may be one. */
static bool is_whole_sentence(const struct text *words) {
    return words->length > 0 && strchr(".!?", words->bytes[words->length - 1]) != NULL;
}

/* Writes that the answer waits: what the question is about comes with the lesson's next words; an
 * exam is judged later, by a teacher. */
static void put_locked(const struct shown_question *question) {
    const struct quiz *quiz = question->quiz;
    bool keys = question->wording->keys;
    const char *exam = quiz->predict ? "Taken, and locked: " : "Taken: ";
    const char *goes_on = keys ? "Space shows what happens." : "next shows what happens.";
    struct text words = {0};
    if (question->answer->state == ANSWER_SKIPPED) {
        text_format(&words, "Skipped. %s", goes_on);
    } else {
        text_append(&words, quiz->sealed ? exam : "Locked: ");
        question_answer_words(quiz, question->answer->given, &words);
        bool ended = is_whole_sentence(&words);
        if (quiz->sealed) {
            text_format(&words, "%s is judged when you hand it in.%s", ended ? " It" : "; it",
                        keys ? " Space goes on." : "");
        } else {
            text_format(&words, "%s%s", ended ? " " : "; ", goes_on);
        }
    }
    put_text(question->wording, "", &words, STYLE_STRONG);
}

/* Writes "✗ You said word1; it is word2". */
static void put_verdict(const struct shown_question *question) {
    const struct wording *wording = question->wording;
    const struct question_kind *kind = question_kind(question->quiz);
    struct question of = {wording->session, question->quiz};
    const char *given = question->answer->given;
    bool right = question->answer->state == ANSWER_RIGHT;
    bool near = right && kind->near != NULL && kind->near(of, given);
    struct text answer = {0};
    if (kind->typed != NULL && !question->quiz->sealed) {
        kind->typed(of, &answer);
    } else {
        question_right_words(of.session, of.quiz, &answer);
    }
    if (near || question->answer->state == ANSWER_WRONG) {
        struct text words = {0}, said = {0};
        question_answer_words(question->quiz, given, &said);
        bool whole = is_whole_sentence(&said), sentences = whole || is_whole_sentence(&answer);
        const char *after = whole ? "" : ".";
        text_format(&words, sentences ? "%s You said: %s%s It is: %s" : "%s You said %s%s it is %s",
                    near ? "✓" : "✗", text_string(&said), sentences ? after : ";",
                    text_string(&answer));
        text_release_into(&said, wording->output.text);
        text_release_into(&answer, wording->output.text);
        put_text(wording, "", &words, right ? STYLE_GOOD : STYLE_BAD);
    } else if (right) {
        put_text(wording, "✓ As you said: ", &answer, STYLE_GOOD);
    } else {
        put_text(wording, wording->keys ? "Skipped. Answer: " : "Answer: ", &answer, STYLE_STRONG);
    }
}

/* Writes what became of the question: whether the answer was right, beside choices that are marked
 * only that; why the right one is, and, unless it was only shown, why the chosen one is not, and
 * which slips give the number that was answered. */
static void put_outcome(const struct shown_question *question) {
    const struct wording *wording = question->wording;
    const struct answer *answer = question->answer;
    const struct question_kind *kind = question_kind(question->quiz);
    bool right = answer->state == ANSWER_RIGHT, skipped = answer->state == ANSWER_SKIPPED;
    bool brief = wording->keys ? lists_choices(question) || (kind->below != NULL && right)
                               : !question->quiz->predict && !skipped;
    if (is_waiting(question)) {
        put_locked(question);
        return;
    }
    if (answer->state == ANSWER_OPEN && answer->given == NULL) {
        return;
    }
    if (answer->state == ANSWER_OPEN) {
        bool part = kind->part != NULL && kind->part(question->quiz, answer->given);
        put_hanging(wording, "✗ ",
                    part ? "Not all of it. Answer again, or skip."
                         : "Not right. Answer again, or skip.",
                    STYLE_BAD);
    } else if (!brief) {
        put_verdict(question);
    } else if (skipped) {
        put_hanging(wording, "", "Skipped.", STYLE_STRONG);
    } else {
        put_hanging(wording, right ? "✓ " : "✗ ", right ? "Right." : "Not right.",
                    right ? STYLE_GOOD : STYLE_BAD);
    }
    put_feedback(question, true);
    if (question->quiz->explanation != NULL && question_settled(answer)) {
        put_hanging(wording, "  ", question->quiz->explanation, STYLE_PLAIN);
    }
    if (!skipped) {
        put_feedback(question, false);
    }
    if (!skipped && answer->slips != NULL) {
        put_hanging(wording, "  ", answer->slips, STYLE_EMPHASIS);
    }
}

void wording_recall(const struct wording *wording) {
    struct shown_question question = read_question(wording);
    struct text words = {0};
    bool waits = is_waiting(&question);
    if (wording->form <= QUESTION_TIGHT) {
        wording_question(wording, NULL);
    } else if (wording->form == QUESTION_BRIEF || waits) {
        put_question_heading(&question);
    }
    if (!waits) {
        put_outcome(&question);
        return;
    }
    if (question.answer->state == ANSWER_SKIPPED) {
        put_hanging(wording, "", "Skipped.", STYLE_STRONG);
        return;
    }
    for (size_t i = 0; lists_choices(&question) && i < question.order.count; i++) {
        if (choice_is_in(&question.chosen, question.order.list[i])) {
            text_format(&words, words.length > 0 ? " %zu" : "%zu", i + 1);
        }
    }
    if (words.length == 0) { /* no choices are above it */
        question_answer_words(question.quiz, question.answer->given, &words);
    }
    put_text(wording, "Your answer: ", &words, STYLE_STRONG);
}

/* --- an exercise ------------------------------------------------------------------------------ */

/* Writes that an exercise was met, whether or not its goals hold in the present notebook. */
static void put_done(const struct wording *wording, const struct exercise *exercise) {
    const struct session *session = wording->session;
    struct text words = {0};
    struct failure unknown = {0};
    bool met, left = session->exercise == SIZE_MAX; /* and come back to */
    met = exercise_met(session, exercise, &met, NULL, &unknown) && met;
    if (!met) {
        text_append(&words, left ? "Done before; what you changed then was put back when you went "
                                   "on."
                                 : "Done before.");
    } else {
        size_t cells = left ? 0 : exercise_cells(session), best = (size_t)exercise->best;
        text_append(&words, exercise->expect_count > 1 ? "Done: every goal holds."
                                                       : "Done: the goal holds.");
        if (exercise->best >= 0 && cells > 1) { /* with one cell there are none to spare */
            text_format(&words, " You changed %zu cells", cells);
            if (cells > best) {
                text_format(&words, best == 1 ? "; %zu is enough." : "; %zu are enough.", best);
            } else {
                text_append(&words, ": fewer will not do.");
            }
        }
    }
    text_append(&words, wording->keys && (met || !left) ? " Go on when you like." : "");
    put_text(wording, "✓ ", &words, STYLE_GOOD);
}

/* Writes "Skipped. One way: `W_q[1,1] = 4`. Going on puts your changes back." */
static void put_skipped(const struct wording *wording) {
    const struct session *session = wording->session;
    const char *way = session->answers[wording->stop].draft;
    bool changed = session->exercise != SIZE_MAX && history_since_enter(session->history).count > 0;
    struct text words = {0};
    text_format(&words, "Skipped.%s%s", way != NULL ? way : "",
                changed ? " Going on puts your changes back." : "");
    put_text(wording, "", &words, STYLE_STRONG);
}

void wording_state(const struct wording *wording) {
    const struct exercise *exercise = question_exercise(wording->session, wording->stop);
    if (exercise == NULL) {
        struct shown_question question = read_question(wording);
        put_outcome(&question);
    } else if (wording->session->answers[wording->stop].state == ANSWER_RIGHT) {
        put_done(wording, exercise);
    } else if (wording->session->answers[wording->stop].state == ANSWER_SKIPPED) {
        put_skipped(wording);
    }
}

/* Appends a bar from the least of 0, the value and the goal to the largest of them, filled up to
 * the value, with the goal as a stroke: "▓▓▓▓▓▓▓····│···". */
static void append_bar(const struct gauge *gauge, struct text *out) {
    enum { CELLS = 20 };
    double low = fmin(0, fmin(gauge->now, gauge->goal));
    double high = fmax(0, fmax(gauge->now, gauge->goal));
    double range = 1.15 * (high - low);
    size_t full = range > 0 ? (size_t)((gauge->now - low) / range * (double)CELLS) : 0;
    size_t mark = range > 0 ? (size_t)((gauge->goal - low) / range * (double)CELLS) : 0;
    for (size_t i = 0; i < CELLS; i++) {
        text_append(out, i == mark ? "│" : i < full ? "▓" : "·");
    }
}

/* A number that is no further from its goal has reached it, except for rounding. */
#define ROUNDING 1e-9

/* Writes the present value for a goal, as a matrix would, with enough digits to distinguish it from
 * the goal. */
static void write_now(const struct wording *wording, const struct gauge *gauge,
                      char now[NUMBER_TEXT]) {
    char goal[NUMBER_TEXT];
    bool differs = fabs(gauge->now - gauge->goal) > ROUNDING * fabs(gauge->goal);
    number_write_distinct(now, goal,
                          (const double[]){gauge->now, differs ? gauge->goal : gauge->now},
                          wording->session->display.precision);
    if (strchr(now, 'e') != NULL && fabs(gauge->now) < 1) {
        number_short(now, gauge->now, 0);
    }
}

/* Writes "  · not yet  A[1,1] > 2   ▓▓▓▓▓▓▓▓·········│·· now 1": the goal in the lesson's words, or
 * else as it is written; its present value, or else what is wrong with it. */
static void put_goal(const struct wording *wording, const struct source_line *expect) {
    enum { TITLE = 30, ROOM = 76, MARK = 13 };
    struct gauge gauge;
    struct text line = {0}, why = {0};
    char now[NUMBER_TEXT] = "";
    bool holds = expect_measure(wording->session, expect->goal, &gauge, &why);
    enum style style = holds ? STYLE_GOOD : STYLE_PLAIN;
    if (gauge.measured) {
        write_now(wording, &gauge, now);
    }
    document_plain(question_goal_words(expect), &line);
    size_t columns = canvas_columns(text_string(&line));
    if (wording->session->display.describe) {
        struct text goal = {0}; /* "The goal A[1,1] > 2: it is 1 now, not yet." */
        text_format(&goal, "The goal %s%s%s%s, %s.", text_string(&line),
                    now[0] != '\0' ? ": it is " : "", now, now[0] != '\0' ? " now" : "",
                    holds ? "met" : "not yet");
        put_text(wording, "", &goal, STYLE_PLAIN);
    } else {
        struct flow flow =
            flow_into(&wording->output, holds ? "  ✓ yes      " : "  · not yet  ", MARK);
        if (gauge.measured && isfinite(gauge.now) && wording->output.width >= ROOM &&
            columns < TITLE) {
            text_repeat(&line, " ", TITLE - columns);
            append_bar(&gauge, &line);
            flow_add_whole(&flow, text_string(&line), style);
            text_clear(&line);
        }
        if (gauge.measured) {
            text_format(&line, " now %s", now);
        } else if (!holds) {
            text_format(&line, ": %s", text_string(&why));
        }
        flow_words(flow, text_string(&line), style);
    }
    text_release_into(&line, wording->output.text);
    text_release_into(&why, wording->output.text);
}

void wording_allowed(const struct exercise *exercise, struct text *out) {
    text_append(out, exercise->allow_count > 0 ? "You may change " : "You may change anything");
    for (size_t i = 0; i < exercise->allow_count; i++) {
        text_format(out, "%s`%s`", text_between(i, exercise->allow_count), exercise->allowed[i]);
    }
    if (exercise->changes >= 0) {
        text_format(out, ", at most %ld %s", exercise->changes,
                    exercise->changes == 1 ? "cell" : "cells");
    }
}

void wording_goals(const struct wording *wording, bool whole) {
    const struct session *session = wording->session;
    const struct exercise *exercise = question_exercise(session, wording->stop);
    bool entered = session->exercise != SIZE_MAX;
    for (size_t i = 0; i < exercise->expect_count; i++) {
        put_goal(wording, &exercise->expects[i]);
    }
    if (whole || session->answers[wording->stop].state == ANSWER_OPEN) {
        struct text line = {0};
        wording_allowed(exercise, &line);
        if (entered && exercise->changes >= 0) {
            text_format(&line, "; changed so far: %zu", exercise_cells(session));
        }
        put_text(wording, "  ", &line, STYLE_DIM);
    }
    if (entered) { /* goals that are met do not count while a rule is broken */
        struct text why = {0};
        exercise_keeps_rules(session, exercise, &why);
        for (const char *at = text_string(&why); *at != '\0'; at += document_line_length(at) + 1) {
            struct text line = {0};
            text_append_bytes(&line, at, document_line_length(at));
            put_text(wording, "  ✗ ", &line, STYLE_BAD);
        }
        text_release_into(&why, wording->output.text);
    }
}
