/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/wording.h"

#include "base/number.h"
#include "canvas/prose.h"
#include "session/expect.h"

#include <math.h>
#include <string.h>

/* A question, and the output for it. */
struct wording {
    struct question question;
    const struct exercise *exercise; /* NULL: a quiz is asked */
    const struct answer *answer;
    size_t stop;
    struct output output;
    enum question_form form;
    /* Of a quiz: */
    const struct question_kind *kind;
    struct choice_list chosen; /* what was answered, where each choice is right or wrong */
    bool waits;                /* it was answered or skipped, and the answer is still to come */
    bool lists; /* choices are above the verdict, for marks to say which are right; in a transcript
                   only those of a question that was answered before anything else was said */
};

static struct wording wording_at(const struct session *session, size_t stop, struct output output,
                                 enum question_form form) {
    const struct quiz *quiz = question_quiz(session, stop);
    const struct answer *answer = &session->answers[stop];
    struct wording wording = {.question = {session, quiz},
                              .exercise = question_exercise(session, stop),
                              .answer = answer,
                              .stop = stop,
                              .output = output,
                              .form = form};
    if (quiz != NULL) {
        bool just = answer->state == ANSWER_RIGHT && !quiz->predict;
        wording.kind = question_kind(quiz);
        wording.waits = answer->state == ANSWER_LOCKED ||
                        (answer->state == ANSWER_SKIPPED && question_waits(session, stop));
        wording.lists =
            wording.kind->marked && (form <= QUESTION_TIGHT || (form == QUESTION_SAID && just));
        if (wording.kind->marked && answer->given != NULL) {
            choices_read(quiz, answer->given, &wording.chosen, &(struct failure){0});
        }
    }
    return wording;
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

/* Writes what FORMAT makes in the same way. */
__attribute__((format(printf, 4, 5))) static void put_format(const struct wording *wording,
                                                             const char *before, enum style style,
                                                             const char *format, ...) {
    struct text words = {0};
    va_list arguments;
    va_start(arguments, format);
    text_format_list(&words, format, arguments);
    va_end(arguments);
    put_text(wording, before, &words, style);
}

static size_t count_rows(const struct wording *wording) {
    return text_count_lines(text_string(wording->output.text));
}

/* --- a question ------------------------------------------------------------------------------- */

/* Writes the choices, each after its marks and number: many of one word on one line, if it has room
 * for them; when rows are scarce, any. */
static void put_choices(const struct wording *wording, struct question_lines *lines) {
    enum { MANY = 5 };
    const struct quiz *quiz = wording->question.quiz;
    struct choice_list order = choices_order(wording->question.session, quiz);
    bool shows = wording->lists && question_settled(wording->answer) && !wording->waits;
    bool in_line, tight = wording->form == QUESTION_TIGHT;
    bool open = wording->answer->state == ANSWER_OPEN;
    char marks[CHOICES_LIMIT][24];
    enum style styles[CHOICES_LIMIT];
    size_t column = 0, row = count_rows(wording);
    for (size_t i = 0; i < order.count; i++) {
        const struct choice *choice = &quiz->choices[order.list[i]];
        bool taken = choice_is_in(&wording->chosen, order.list[i]), right = shows && choice->right;
        text_fill(marks[i], 24, "%s%s%zu. ", right ? "✓" : " ", taken ? "▶" : " ", i + 1);
        styles[i] = right ? STYLE_GOOD : taken ? STYLE_STRONG : open ? STYLE_PLAIN : STYLE_DIM;
        lines->columns[i] = column;
        column += canvas_columns(marks[i]) + canvas_columns(choice->text) + 1;
        column += strpbrk(choice->text, tight ? "`*" : "` ") != NULL ? wording->output.width : 0;
    }
    in_line = order.count >= (tight ? 1 : MANY) && column <= wording->output.width;
    struct flow flow = flow_into(&wording->output, "", 0);
    for (size_t i = 0; i < order.count; i++) {
        const char *words = quiz->choices[order.list[i]].text;
        lines->choices[i] = in_line ? row : count_rows(wording);
        if (in_line) {
            flow_add_whole(&flow, marks[i], styles[i]);
            flow_add_whole(&flow, words, styles[i]);
            flow_add(&flow, " ", STYLE_PLAIN);
        } else {
            put_hanging(wording, marks[i], words, styles[i]);
        }
    }
    if (in_line) {
        flow_end(&flow);
    }
    lines->in_line = in_line;
    lines->choice_count = order.count;
    lines->columns[order.count] = column;
    lines->choices[order.count] = count_rows(wording);
}

const char *wording_heading(const struct quiz *quiz) {
    return quiz->predict ? "Predict: " : "Question: ";
}

/* Writes what is given for formulas, and those written so far, a line each; when rows are scarce as
 * many on a line as it has room for, and once they were judged only these. */
static void put_written(const struct wording *wording, bool tight) {
    const struct answer *answer = wording->answer;
    struct flow flow = flow_into(&wording->output, "  ", 2);
    struct text below = {0};
    wording->kind->below(wording->question.quiz, answer, &below);
    if (tight && answer->given != NULL) {
        text_clear(&below);
    } else if (tight) {
        text_truncate(&below, below.length - strlen(answer->draft));
    }
    if (below.length > 0) {
        put_text(wording, "  ", &below, STYLE_PLAIN);
    }
    text_release_into(&below, wording->output.text);
    for (const char *at = tight ? answer->draft : ""; *at != '\0'; at += strspn(at, "\n")) {
        struct text line = {0};
        text_append_bytes(&line, at, strcspn(at, "\n"));
        at += line.length;
        text_append(&line, at[1] != '\0' ? ";" : "");
        flow_add_whole(&flow, text_string(&line), STYLE_PLAIN);
        flow_add(&flow, " ", STYLE_PLAIN);
        text_release_into(&line, wording->output.text);
    }
    if (tight) {
        flow_end(&flow);
    }
}

/* Writes the question with its choices, with the chosen and right ones marked, or an exercise's
 * task. When rows are scarce the formulas that were judged go before what was asked. */
static void put_task(const struct wording *wording, struct question_lines *lines) {
    if (wording->exercise != NULL) {
        put_hanging(wording, "Exercise: ", wording->exercise->question, STYLE_STRONG);
        return;
    }
    const struct quiz *quiz = wording->question.quiz;
    bool brief = wording->form == QUESTION_BRIEF || wording->form == QUESTION_ANSWER;
    bool asks = wording->answer->state == ANSWER_OPEN && wording->form != QUESTION_BRIEF;
    bool tight = wording->form == QUESTION_TIGHT && wording->answer->draft != NULL;
    bool judged = tight && wording->answer->given != NULL;
    if (!judged && (wording->form != QUESTION_ANSWER || wording->waits)) {
        /* dim once it is answered: what was said to that is what is new */
        put_format(wording, "", asks ? STYLE_STRONG : STYLE_DIM, "%s%s", wording_heading(quiz),
                   quiz->question);
    }
    if (brief) {
        return;
    }
    put_choices(wording, lines);
    if (wording->kind->below != NULL) {
        put_written(wording, tight);
    }
}

/* --- help ------------------------------------------------------------------------------------- */

static void put_hint(const struct wording *wording, size_t index) {
    const struct quiz *quiz = wording->question.quiz;
    size_t count = quiz != NULL ? quiz->hint_count : wording->exercise->hint_count;
    char before[48] = "Hint: ";
    if (count > 1) {
        text_fill(before, sizeof before, "Hint %zu of %zu: ", index + 1, count);
    }
    put_hanging(wording, before, (quiz != NULL ? quiz->hints : wording->exercise->hints)[index],
                STYLE_PLAIN);
}

/* Writes how to answer, and that a prediction is locked by its first answer. */
static void put_call(const struct wording *wording) {
    const struct quiz *quiz = wording->question.quiz;
    if (quiz == NULL) {
        put_hanging(wording, "", "Change what you like; hint, solution and skip help.",
                    STYLE_PLAIN);
        return;
    }
    const char *begin = "Press ", *end = "";
    struct text answer = {0};
    if (wording->kind->write != NULL && wording->answer->given != NULL) {
        put_hanging(wording, "Your answer: ",
                    "Press : to add a line or replace one; each checks all of them.", STYLE_STRONG);
        return;
    }
    wording->kind->call(wording->question, &answer);
    if (wording->form == QUESTION_SAID) {
        begin = wording->kind->write != NULL ? "Type " : "Type answer and ";
        end = "; hint and skip help";
    } else if (!question_takes_digit(quiz)) {
        begin = wording->kind->write != NULL ? "Press : and type " : "Press a and type ";
        begin = wording->kind->keys != NULL ? "Type " : begin;
        end = wording->kind->write != NULL ? "" : ", then Enter";
    }
    put_format(wording, "Your answer: ", STYLE_STRONG, "%s%s%s%s.", begin, text_string(&answer),
               quiz->predict ? " (one try)" : "", end);
    text_release_into(&answer, wording->output.text);
}

/* --- what became of it ------------------------------------------------------------------------ */

/* True where feedback is after the words of its choice: several may be right, or one was wrong. */
static bool names_choices(const struct wording *wording) {
    return wording->question.quiz->kind == &quiz_several || wording->answer->state == ANSWER_WRONG;
}

/* Writes the lesson's feedback to the choices that are right (if RIGHT) or wrong: to those chosen,
 * and when the question is settled to the right ones in any case. A mark is the choice's, which is
 * named after it: "✗ word1: It is the other one." */
static void put_feedback(const struct wording *wording, bool right) {
    const struct quiz *quiz = wording->question.quiz;
    bool marks = names_choices(wording);
    const char *mark = right ? "  ✓ " : "  ✗ ";
    for (size_t i = 0; i < quiz->choice_count; i++) {
        const struct choice *choice = &quiz->choices[i];
        bool concerned =
            choice_is_in(&wording->chosen, i) || (right && question_settled(wording->answer));
        if (choice->right == right && concerned && choice->feedback[0] != '\0') {
            struct text words = {0};
            size_t length = strlen(choice->text);
            length -= length > 0 && choice->text[length - 1] == '.';
            text_format(&words, marks ? "%.*s: " : "", (int)length, choice->text);
            text_append(&words, choice->feedback);
            put_text(wording, marks ? mark : "  ", &words, STYLE_PLAIN);
        }
    }
}

/* Ends WORDS as a sentence, unless they do: a choice may be one. */
static void end_sentence(struct text *words) {
    bool ended = words->length > 0 && strchr(".!?", words->bytes[words->length - 1]) != NULL;
    text_append(words, ended ? "" : ".");
}

/* Writes what was answered, by the numbers of choices that are above it, and that it waits: what
 * the question is about comes when the lesson goes on, unless it is being computed now; an exam is
 * judged later, by a teacher. */
static void put_waiting(const struct wording *wording) {
    const struct session *session = wording->question.session;
    const struct quiz *quiz = wording->question.quiz;
    struct choice_list order = choices_order(session, quiz);
    bool locked = wording->answer->state == ANSWER_LOCKED;
    struct text words = {0};
    for (size_t i = 0; wording->lists && i < order.count; i++) {
        if (choice_is_in(&wording->chosen, order.list[i])) {
            text_format(&words, words.length > 0 ? " %zu" : "%zu", i + 1);
        }
    }
    if (!locked) {
        text_append(&words, "Skipped.");
    } else if (wording->kind->below != NULL) {
        text_append(&words, "the formulas above");
    } else if (words.length == 0) {
        question_answer_words(wording->question, wording->answer->given, &words);
    }
    end_sentence(&words);
    if (quiz->sealed) {
        text_append(&words, locked ? " It is judged when you hand it in." : "");
    } else if (session->moment == NULL && wording->form == QUESTION_SAID) {
        text_append(&words, " Type next to see what happens.");
    } else if (session->moment == NULL && session_last(session) == wording->stop) {
        text_append(&words, " Space goes on.");
    } else if (session->moment == NULL) {
        text_format(&words, " Space goes on%s to the %s.",
                    question_is_next(session, wording->stop) ? "" : ", step by step,",
                    locked ? "verdict" : "answer");
    }
    put_text(wording, locked ? "Your answer: " : "", &words, STYLE_STRONG);
}

/* True when the feedback below names every choice that was given or is right. */
static bool feedback_tells_all(const struct wording *wording) {
    const struct quiz *quiz = wording->question.quiz;
    bool tells = names_choices(wording) && wording->answer->state != ANSWER_SKIPPED, right = false;
    for (size_t i = 0; i < quiz->choice_count; i++) {
        const struct choice *choice = &quiz->choices[i];
        bool concerned = choice->right || choice_is_in(&wording->chosen, i);
        tells = tells && (!concerned || choice->feedback[0] != '\0');
        right = right || choice->right;
    }
    return tells && right;
}

/* Writes "✗ You said: word1. It is: word2", "✓ As you said: 0.28" or "Answer: 0.28". */
static void put_verdict(const struct wording *wording) {
    const char *given = wording->answer->given;
    bool right = wording->answer->state == ANSWER_RIGHT, near = false;
    struct text answer = {0}, said = {0};
    if (wording->answer->right != NULL) {
        text_append(&answer, wording->answer->right);
    } else {
        question_answer_words(wording->question, NULL, &answer);
    }
    if (right && wording->kind->computed) {
        wording->kind->read(wording->question, given, &said, &(struct failure){0});
        near = !text_same(text_string(&said), text_string(&answer));
        text_clear(&said);
    }
    if (near || wording->answer->state == ANSWER_WRONG) {
        question_answer_words(wording->question, given, &said);
        end_sentence(&said);
        put_format(wording, near ? "✓ You said: " : "✗ You said: ", near ? STYLE_GOOD : STYLE_BAD,
                   "%s It is: %s", text_string(&said), text_string(&answer));
    } else if (right) {
        put_hanging(wording, "✓ As you said: ", text_string(&answer), STYLE_GOOD);
    } else {
        bool below = strchr(text_string(&answer), '\n') != NULL; /* several formulas */
        if (below) {
            put_hanging(wording, "", "Answer:", STYLE_STRONG);
        }
        put_hanging(wording, below ? "  " : "Answer: ", text_string(&answer), STYLE_STRONG);
    }
    text_release_into(&said, wording->output.text);
    text_release_into(&answer, wording->output.text);
}

/* Writes whether the answer was right, and which of several choices it lacks; while it can be given
 * again, also what it was, unless that is above: "✗ Not right: 0.28. Answer again, or skip." */
static void put_mark(const struct wording *wording) {
    const struct quiz *quiz = wording->question.quiz;
    enum answer_state state = wording->answer->state;
    struct text words = {0};
    bool right = state == ANSWER_RIGHT, open = state == ANSWER_OPEN;
    bool several = quiz->kind == &quiz_several, part = open && several;
    const char *between = ". Missing: ", *verdict = right ? "Right" : "Not right";
    for (size_t i = 0; i < wording->chosen.count; i++) {
        part = part && quiz->choices[wording->chosen.list[i]].right; /* but more belongs to it */
    }
    text_append(&words, part ? "Not all of it" : verdict);
    if (open && !wording->kind->marked && wording->kind->below == NULL) {
        text_append(&words, ": ");
        question_answer_words(wording->question, wording->answer->given, &words);
    }
    for (size_t i = 0; several && state == ANSWER_WRONG && i < quiz->choice_count; i++) {
        if (quiz->choices[i].right && !choice_is_in(&wording->chosen, i)) {
            text_format(&words, "%s%s", between, quiz->choices[i].text);
            between = ", ";
        }
    }
    end_sentence(&words);
    text_append(&words, open ? " Answer again, or skip." : "");
    put_text(wording, right ? "✓ " : "✗ ", &words, right ? STYLE_GOOD : STYLE_BAD);
}

/* Writes what became of the question: whether the answer was right, only that where choices above
 * are marked or named below; why the right one is, and, unless it was only shown, why the chosen
 * one is not, and which slips give the number that was answered. */
static void put_outcome(const struct wording *wording) {
    const struct quiz *quiz = wording->question.quiz;
    const struct answer *answer = wording->answer;
    bool open = answer->state == ANSWER_OPEN, skipped = answer->state == ANSWER_SKIPPED;
    bool formulas = quiz != NULL && wording->kind->below != NULL && answer->state == ANSWER_RIGHT;
    if (wording->waits) {
        put_waiting(wording);
        return;
    }
    if (open && answer->given == NULL) {
        return;
    }
    if (!open && !formulas && !wording->lists && !feedback_tells_all(wording)) {
        put_verdict(wording);
    } else if (skipped) {
        put_hanging(wording, "", "Skipped.", STYLE_STRONG);
    } else {
        put_mark(wording);
    }
    put_feedback(wording, true);
    if (quiz->explanation != NULL && !open) {
        put_hanging(wording, "  ", quiz->explanation, STYLE_PLAIN);
    }
    if (!skipped) {
        put_feedback(wording, false);
    }
    if (!skipped && answer->slips != NULL) {
        put_hanging(wording, "  ", answer->slips, STYLE_PLAIN);
    }
}

/* --- an exercise ------------------------------------------------------------------------------ */

/* Writes that an exercise was met, whether or not its goals hold in the present notebook. */
static void put_done(const struct wording *wording) {
    const struct session *session = wording->question.session;
    const struct exercise *exercise = wording->exercise;
    char spare[80] = "";
    bool left = session->exercise == SIZE_MAX; /* and come back to */
    bool met = exercise_met(session, exercise, NULL, &(struct failure){0});
    size_t cells = left ? 0 : exercise_cells(session, NULL), best = (size_t)exercise->best;
    if (exercise->best >= 0 && cells > best && cells > 1) {
        text_fill(spare, sizeof spare, " You changed %zu cells; %zu %s enough.", cells, best,
                  best == 1 ? "is" : "are");
    } else if (exercise->best >= 0 && cells > 1) { /* with one cell there are none to spare */
        text_fill(spare, sizeof spare, " You changed %zu cells: fewer will not do.", cells);
    }
    if (met) {
        put_format(wording, "✓ ", STYLE_GOOD, "Done: %s.%s %s",
                   exercise->expect_count > 1 ? "every goal holds" : "the goal holds", spare,
                   left ? "Go on when you like." : "Going on puts your changes back.");
    } else {
        put_format(wording, "✓ ", STYLE_GOOD, "You had solved it; %s",
                   left ? "what you changed then was put back when you went on."
                        : "go on when you like.");
    }
}

/* Writes the verdict on an answer, with the reasons, or whether an exercise is done or skipped.
 * Nothing while there is no answer. */
static void put_state(const struct wording *wording) {
    const struct session *session = wording->question.session;
    if (wording->exercise == NULL) {
        put_outcome(wording);
    } else if (wording->answer->state == ANSWER_RIGHT) {
        put_done(wording);
    } else if (wording->answer->state == ANSWER_SKIPPED) {
        /* "Skipped. One way: `W_q[1,1] = 4`. Going on puts your changes back." */
        const char *way = wording->answer->draft;
        bool changed =
            session->exercise != SIZE_MAX && history_since_enter(session->history).count > 0;
        put_format(wording, "", STYLE_STRONG, "Skipped.%s%s", way != NULL ? way : "",
                   changed ? " Going on puts your changes back." : "");
    }
}

/* Appends a bar from 0 past the goal, filled up to the value, with the goal as a stroke that stays
 * where it is: "▓▓▓▓▓▓▓·····│······". */
static void append_bar(const struct gauge *gauge, struct text *out) {
    enum { CELLS = 20, GOAL = 13 };
    double part = gauge->goal == 0 ? fabs(gauge->now) : gauge->now / gauge->goal;
    size_t mark = gauge->goal == 0 ? 0 : GOAL;
    double full = fmax(0, fmin(part * GOAL, CELLS));
    for (size_t i = 0; i < CELLS; i++) {
        text_append(out, i == mark ? "│" : (double)i + 0.5 < full ? "▓" : "·");
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
                          wording->question.session->display.precision);
    if (strchr(now, 'e') != NULL && fabs(gauge->now) < 1) {
        number_short(now, gauge->now, 0);
    }
}

/* Appends ", to be > 0.5" where the words for a goal do not say its number. */
static void append_demand(const struct source_line *expect, const struct gauge *gauge,
                          struct text *out) {
    struct text number = {0};
    const struct span *span = &gauge->sides[1];
    text_append_bytes(&number, expect->goal + span->start, span->end - span->start);
    if (expect->words != NULL && strstr(expect->words, text_string(&number)) == NULL) {
        bool equal = text_same(gauge->sign, "=");
        text_format(out, ", to be %s%s%s", equal ? "" : gauge->sign, equal ? "" : " ",
                    text_string(&number));
    }
    text_release_into(&number, out);
}

/* Writes "  · not yet  A[1,1] > 2   ▓▓▓▓▓▓▓······│······ now 1": the goal in the lesson's words, or
 * else as it is written; its present value, or else what is wrong with it. */
static void put_goal(const struct wording *wording, const struct source_line *expect) {
    enum { TITLE = 30, ROOM = 76, MARK = 13 };
    const struct session *session = wording->question.session;
    struct gauge gauge;
    struct text line = {0}, why = {0}, demand = {0};
    char now[NUMBER_TEXT] = "";
    bool holds = expect_measure(session, expect->goal, &gauge, &why);
    enum style style = holds ? STYLE_GOOD : STYLE_PLAIN;
    if (gauge.measured) {
        write_now(wording, &gauge, now);
        append_demand(expect, &gauge, &demand);
    }
    size_t most = ROOM + canvas_columns(text_string(&demand)); /* it keeps its room */
    text_truncate(&demand, holds ? 0 : demand.length);
    document_plain(question_goal_words(expect), &line);
    if (session->display.describe) {
        put_format(wording, "", STYLE_PLAIN,
                   gauge.measured ? "The goal %s: it is %s now%s, %s." : "The goal %s%s%s, %s.",
                   text_string(&line), now, text_string(&demand), holds ? "met" : "not yet");
    } else {
        size_t columns = canvas_columns(text_string(&line));
        struct flow flow =
            flow_into(&wording->output, holds ? "  ✓ yes      " : "  · not yet  ", MARK);
        bool bar = gauge.measured && isfinite(gauge.now) && wording->output.width >= most &&
                   columns < TITLE;
        if (bar) {
            text_repeat(&line, " ", TITLE - columns);
            append_bar(&gauge, &line);
            flow_add_whole(&flow, text_string(&line), style);
            text_clear(&line);
        }
        if (gauge.measured || !holds) {
            text_format(&line, "%s %s%s%s", bar ? "" : ":", gauge.measured ? "now " : "",
                        gauge.measured ? now : text_string(&why), text_string(&demand));
        }
        flow_words(flow, text_string(&line), style);
    }
    text_release_into(&line, wording->output.text);
    text_release_into(&why, wording->output.text);
    text_release_into(&demand, wording->output.text);
}

void wording_allowed(const struct exercise *exercise, const char *quote, struct text *out) {
    text_append(out, exercise->allow_count > 0 ? "You may change " : "You may change anything");
    for (size_t i = 0; i < exercise->allow_count; i++) {
        text_format(out, "%s%s%s%s", text_between(i, exercise->allow_count), quote,
                    exercise->allowed[i], quote);
    }
    if (exercise->changes >= 0) {
        text_format(out, ", at most %ld %s", exercise->changes,
                    exercise->changes == 1 ? "cell" : "cells");
    }
}

/* Writes an exercise's goals, met or not, and unless it is over, what may be changed (on a page of
 * its own: in any case), and which rules are broken. */
static void put_goals(const struct wording *wording) {
    const struct session *session = wording->question.session;
    const struct exercise *exercise = wording->exercise;
    bool entered = session->exercise != SIZE_MAX, open = wording->answer->state == ANSWER_OPEN;
    for (size_t i = 0; i < exercise->expect_count; i++) {
        put_goal(wording, &exercise->expects[i]);
    }
    if (wording->form == QUESTION_PAGE || open) {
        struct text line = {0};
        wording_allowed(exercise, "`", &line);
        if (entered && exercise->changes >= 0) {
            struct text names = {0};
            text_format(&line, "; changed so far: %zu", exercise_cells(session, &names));
            text_format(&line, names.length > 0 ? " (%s)" : "", text_string(&names));
            text_release_into(&names, &line);
        }
        put_text(wording, "  ", &line, STYLE_DIM);
    }
    if (entered && open) { /* goals that are met do not count while a rule is broken */
        struct text why = {0};
        exercise_keeps_rules(session, exercise, &why);
        for (const char *at = text_string(&why); *at != '\0'; at += document_line_length(at) + 1) {
            put_format(wording, "  ✗ ", STYLE_BAD, "%.*s", (int)document_line_length(at), at);
        }
        text_release_into(&why, wording->output.text);
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

void wording_put(const struct session *session, size_t stop, enum question_form form,
                 struct output output, struct question_lines *lines) {
    *lines = (struct question_lines){.answer = SIZE_MAX};
    if (question_quiz(session, stop) == NULL && question_exercise(session, stop) == NULL) {
        return;
    }
    struct wording at = wording_at(session, stop, output, form), *wording = &at;
    const struct answer *answer = at.answer;
    const struct quiz *quiz = at.question.quiz;
    bool open = answer->state == ANSWER_OPEN, said = form == QUESTION_SAID;
    bool here = open || session_last(session) == stop;
    put_task(wording, lines);
    if (quiz == NULL) {
        put_goals(wording);
        lines->hinted = answer->hints > 0 && !question_settled(answer);
    }
    /* beside the picture, which is what the learner works on, only the last hint is shown */
    size_t all = quiz != NULL || said || form == QUESTION_PAGE ? 0 : answer->hints;
    for (size_t i = lines->hinted ? reduced(all, 1) : all; here && i < answer->hints; i++) {
        put_hint(wording, i);
    }
    bool adds = quiz == NULL || answer->hints > 0 || answer->draft != NULL;
    size_t rows = count_rows(wording);
    put_state(wording);
    lines->news = count_rows(wording) > rows ? rows : adds ? rows - 1 : 0;
    lines->answer = quiz != NULL && open ? count_rows(wording) : SIZE_MAX;
    bool calls = said ? session->front.from_person
                      : quiz != NULL && /* the line of keys names digits */
                            !(form == QUESTION_TIGHT && question_takes_digit(quiz));
    if (open && calls) {
        put_call(wording);
    }
}

void wording_say(struct session *session, size_t stop, enum wording_part part) {
    struct wording wording = wording_at(session, stop, session_output(session), QUESTION_SAID);
    struct question_lines lines;
    if (session->front.drawn || (part == WORDING_ALL && session->front.without_words)) {
        return;
    }
    if (part == WORDING_ALL) {
        wording_put(session, stop, QUESTION_SAID, wording.output, &lines);
    } else if (part == WORDING_HINT) {
        put_hint(&wording, wording.answer->hints - 1);
    } else {
        (part == WORDING_GOALS ? put_goals : put_state)(&wording);
    }
}
