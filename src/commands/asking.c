/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* asking: quizzes and exercises: answering, passing, being helped; and expect.
 *
 * A question waits while its state is OPEN, also after a wrong answer. A prediction is LOCKED by
 * its first answer and graded when the fence after it has run. */
#include "base/memory.h"
#include "base/number.h"
#include "canvas/prose.h"
#include "commands/expect.h"
#include "commands/groups.h"
#include "session/question.h"

#include <stdint.h>
#include <string.h>

/* --- where we stand --------------------------------------------------------------------------- */

bool asking_open(const struct session *session, struct failure *failure) {
    size_t stop = question_open(session);
    if (stop == SIZE_MAX) {
        return false;
    }
    failure_set(failure, question_quiz(session, stop) != NULL
                             ? "a question is waiting: type answer and your choice, or skip"
                             : "an exercise is open: meet its goals, or skip");
    return true;
}

/* What is open at a stop: one of the two. */
struct asked {
    size_t stop;
    const struct quiz *quiz;
    const struct exercise *exercise;
};

static bool need_at(const struct session *session, size_t stop, struct asked *asked,
                    struct failure *failure) {
    *asked = (struct asked){stop, question_quiz(session, stop), question_exercise(session, stop)};
    return asked->quiz != NULL || asked->exercise != NULL ||
           failure_set(failure, "no question is open here");
}

static bool need_open(const struct session *session, struct asked *asked, struct failure *failure) {
    return need_at(session, question_open(session), asked, failure);
}

/* --- saying it -------------------------------------------------------------------------------- */

static void say(struct session *session, size_t indent, const char *sentence) {
    struct text blanks = {0};
    text_repeat(&blanks, " ", indent);
    prose_words(session_flow(session, text_string(&blanks), indent), sentence, STYLE_PLAIN);
    text_release_into(&blanks, &session->out);
}

/* What the question is about comes with the lesson's next words. */
static void say_later(struct session *session, const char *state) {
    text_format(&session->out, "%s. %s shows what happens.\n", state,
                session->front.drawn ? "Space" : "next");
}

static bool say_text(struct session *session, size_t indent, struct text *sentence,
                     struct failure *failure) {
    bool ok = text_ok(sentence, failure);
    if (ok) {
        say(session, indent, text_string(sentence));
    }
    text_release(sentence);
    return ok;
}

/* A screen draws what became of a question: what was said of it since SAID is not said twice. */
static void hush(struct session *session, size_t said) {
    if (session->front.drawn) {
        text_truncate(&session->out, said);
    }
}

/* The feedback of what was chosen. */
static void say_feedback(struct session *session, const struct quiz *quiz, const char *answer) {
    struct chosen chosen;
    struct failure none = {0};
    if (quiz->choice_count == 0 || !chosen_read(quiz, answer, &chosen, &none)) {
        return;
    }
    for (size_t i = 0; i < quiz->choice_count; i++) {
        const struct choice *choice = &quiz->choices[i];
        if (!chosen_has(&chosen, i) || choice->feedback[0] == '\0') {
            continue;
        }
        struct text line = {0};
        if (quiz->kind == QUIZ_SEVERAL) {
            text_format(&line, "%s: ", choice->text);
        }
        text_append(&line, choice->feedback);
        say(session, 2, text_string(&line));
        text_release(&line);
    }
}

/* Nothing that was chosen is wrong: others have to go with it. */
static bool is_part(const struct quiz *quiz, const char *answer) {
    struct chosen chosen;
    struct failure none = {0};
    bool part = quiz->kind == QUIZ_SEVERAL && chosen_read(quiz, answer, &chosen, &none);
    for (size_t i = 0; part && i < quiz->choice_count; i++) {
        part = quiz->choices[i].right || !chosen_has(&chosen, i);
    }
    return part;
}

static void say_explanation(struct session *session, const struct quiz *quiz) {
    if (quiz->explanation != NULL) {
        say(session, 2, quiz->explanation);
    }
}

/* Why the right answer is right: the explanation, or else the right choice's own words. */
static void say_why(struct session *session, const struct quiz *quiz) {
    say_explanation(session, quiz);
    for (size_t i = 0; quiz->explanation == NULL && i < quiz->choice_count; i++) {
        const struct choice *choice = &quiz->choices[i];
        if (quiz->kind == QUIZ_ONE && choice->right && choice->feedback[0] != '\0') {
            say(session, 2, choice->feedback);
        }
    }
}

static bool say_right(struct session *session, const struct quiz *quiz, const char *before,
                      struct failure *failure) {
    struct text line = {0};
    text_append(&line, before);
    question_right(session, quiz, &line);
    if (!say_text(session, 0, &line, failure)) {
        return false;
    }
    say_why(session, quiz);
    return true;
}

/* --- answering -------------------------------------------------------------------------------- */

static bool keep_answer(struct session *session, size_t stop, const char *answer,
                        struct failure *failure) {
    char *copy = memory_text(answer, strlen(answer));
    if (copy == NULL) {
        return failure_memory(failure);
    }
    memory_free(session->answers[stop].given);
    memory_free(session->answers[stop].slips);
    session->answers[stop].given = copy;
    session->answers[stop].tries++;
    session->answers[stop].slips = NULL;
    return true;
}

/* Says which slips give the wrong ANSWER, and keeps it: a screen draws it. */
static bool diagnose(struct session *session, const struct quiz *quiz, size_t stop,
                     const char *answer, struct failure *failure) {
    struct text slips = {0};
    if (!question_diagnose(session, quiz, answer, &slips, failure)) {
        text_release(&slips);
        return false;
    }
    if (slips.length == 0) {
        return true;
    }
    say(session, 2, text_string(&slips));
    memory_free(session->answers[stop].slips);
    session->answers[stop].slips = text_steal(&slips);
    return session->answers[stop].slips != NULL || failure_memory(failure);
}

/* Grades a locked prediction, or one with no fence after it. */
static bool reveal(struct session *session, const struct quiz *quiz, size_t stop,
                   struct failure *failure) {
    const struct answer *answer = &session->answers[stop];
    bool right;
    if (!question_grade(session, quiz, answer->given, &right, failure) ||
        !question_becomes(session, stop, right ? ANSWER_RIGHT : ANSWER_WRONG, failure)) {
        return false;
    }
    struct text line = {0};
    text_append(&line, right ? "Your prediction was right: " : "You predicted ");
    if (!right) {
        question_said(quiz, answer->given, &line);
        text_append(&line, "; right is ");
    }
    question_right(session, quiz, &line);
    if (!say_text(session, 0, &line, failure)) {
        return false;
    }
    say_feedback(session, quiz, answer->given);
    if (!right && !diagnose(session, quiz, stop, answer->given, failure)) {
        return false;
    }
    say_explanation(session, quiz);
    return true;
}

void asking_apart(struct session *session) {
    const struct text *out = &session->out;
    bool apart = out->length < 2 || memcmp(out->bytes + out->length - 2, "\n\n", 2) == 0;
    text_append(&session->out, apart ? "" : "\n");
}

bool asking_reveal(struct session *session, struct failure *failure) {
    size_t now = session_stop(session);
    size_t said = session->out.length;
    for (size_t i = 0; i < now; i++) {
        const struct quiz *quiz = question_quiz(session, i);
        if (quiz == NULL || quiz->sealed) {
            continue;
        }
        enum answer_state state = session->answers[i].state;
        if (state == ANSWER_LOCKED && quiz->settles <= now && session->answers[i].given != NULL) {
            asking_apart(session);
            if (!reveal(session, quiz, i, failure)) {
                return false;
            }
        } else if (state == ANSWER_SKIPPED && quiz->settles == now) {
            asking_apart(session);
            if (!say_right(session, quiz, "Answer: ", failure)) {
                return false;
            }
        }
    }
    hush(session, said);
    return true;
}

/* A prediction, and what an exam asks, has only to be an answer: its key may name what is not there
 * yet, or nobody knows it here. */
static bool lock(struct session *session, const struct quiz *quiz, size_t stop, const char *answer,
                 struct failure *failure) {
    if (!question_takes(session, quiz, answer, failure) ||
        !keep_answer(session, stop, answer, failure)) {
        return false;
    }
    if (quiz->sealed) {
        say(session, 0,
            quiz->predict ? "Taken, and locked. It is judged when you hand it in."
                          : "Taken. It is judged when you hand it in.");
        return question_becomes(session, stop, ANSWER_LOCKED, failure);
    }
    if (quiz->settles == SIZE_MAX) {
        return reveal(session, quiz, stop, failure);
    }
    say_later(session, "Locked");
    return question_becomes(session, stop, ANSWER_LOCKED, failure);
}

static bool grade(struct session *session, const struct quiz *quiz, size_t stop, const char *answer,
                  struct failure *failure) {
    bool right;
    if (!question_grade(session, quiz, answer, &right, failure) ||
        !keep_answer(session, stop, answer, failure)) {
        return false;
    }
    if (!right) {
        say(session, 0, is_part(quiz, answer) ? "Not all of it." : "Not right.");
        say_feedback(session, quiz, answer);
        if (!diagnose(session, quiz, stop, answer, failure)) {
            return false;
        }
        say(session, 0, "Answer again, or skip.");
        return true;
    }
    say(session, 0, "Right.");
    say_feedback(session, quiz, answer);
    say_explanation(session, quiz);
    return question_becomes(session, stop, ANSWER_RIGHT, failure);
}

static bool run_answer(struct session *session, const struct command_call *call,
                       struct failure *failure) {
    struct asked asked;
    if (!need_at(session, question_answerable(session), &asked, failure)) {
        return false;
    }
    const struct quiz *quiz = asked.quiz;
    const struct answer *given = &session->answers[asked.stop];
    if (quiz != NULL && quiz->predict && given->state == ANSWER_LOCKED) {
        return failure_set(failure, "your prediction is locked: you said %s; %s goes on",
                           given->given, session->front.drawn ? "Space" : "next");
    }
    if (quiz == NULL) {
        return failure_set(failure, "an exercise is answered by changing the notebook until its "
                                    "goals hold");
    }
    const char *answer = call->argument[0].text;
    size_t said = session->out.length;
    session->looks.warned = SIZE_MAX; /* who tries has not given up */
    bool ok = quiz->predict || quiz->sealed ? lock(session, quiz, asked.stop, answer, failure)
                                            : grade(session, quiz, asked.stop, answer, failure);
    hush(session, said);
    if (!ok) {
        failure_place(failure, call->argument[0].span);
    }
    return ok;
}

/* --- help and ways out ------------------------------------------------------------------------ */

/* "Skipped. One way: `W_q[1,1] = 4`." */
static bool say_skipped(struct session *session, const struct exercise *exercise,
                        struct failure *failure) {
    struct text line = {0};
    bool ok = true, speaks = session->lesson_speaks;
    text_append(&line, "Skipped.");
    session->lesson_speaks = true; /* the solution is written in its convention */
    for (size_t i = 0; ok && i < exercise->solution_count; i++) {
        text_append(&line, i > 0 ? ", then " : " One way: ");
        ok = stops_quote(session, exercise->solutions[i].text, &line, failure);
    }
    session->lesson_speaks = speaks;
    text_append(&line, exercise->solution_count > 0 ? "." : "");
    if (history_since_enter(session->history).count > 0) {
        text_append(&line, " Going on puts your changes back.");
    }
    if (!ok) {
        text_release(&line);
        return false;
    }
    return say_text(session, 0, &line, failure);
}

static bool run_skip(struct session *session, const struct command_call *call,
                     struct failure *failure) {
    (void)call;
    struct asked asked;
    if (!need_open(session, &asked, failure) ||
        !question_becomes(session, asked.stop, ANSWER_SKIPPED, failure)) {
        return false;
    }
    const struct quiz *quiz = asked.quiz;
    if (quiz == NULL) {
        return say_skipped(session, asked.exercise, failure);
    }
    if (quiz->settles != SIZE_MAX) {
        say_later(session, "Skipped");
    } else {
        size_t said = session->out.length;
        bool ok = say_right(session, quiz, "Skipped. Right is ", failure);
        hush(session, said);
        return ok;
    }
    return true;
}

static bool run_hint(struct session *session, const struct command_call *call,
                     struct failure *failure) {
    (void)call;
    struct asked asked;
    if (!need_at(session, question_answerable(session), &asked, failure)) {
        return false;
    }
    size_t count = asked.quiz != NULL ? asked.quiz->hint_count : asked.exercise->hint_count;
    char *const *hints = asked.quiz != NULL ? asked.quiz->hints : asked.exercise->hints;
    struct answer *answer = &session->answers[asked.stop];
    if (answer->hints >= count) {
        say(session, 0,
            count == 0 ? "There is no hint here; solution shows the answer."
                       : "No more hints; solution shows the answer.");
        return true;
    }
    struct text line = {0};
    if (count > 1) {
        text_format(&line, "Hint %zu of %zu: ", answer->hints + 1, count);
    } else {
        text_append(&line, "Hint: ");
    }
    text_append(&line, hints[answer->hints++]);
    size_t said = session->out.length;
    bool ok = say_text(session, 0, &line, failure);
    hush(session, said);
    return ok;
}

static bool solve_line(struct session *session, const struct source_line *line,
                       struct failure *failure) {
    bool speaks = session->lesson_speaks;
    session->lesson_speaks = true; /* it is echoed in the lesson's convention too */
    bool ok = stops_echo(session, line->text, &commands_words, failure) &&
              commands_run_lesson(session, line, failure);
    session->lesson_speaks = speaks;
    return ok;
}

/* What the learner tried is put back first, so that the solution starts from the lesson's state. */
static bool solve(struct session *session, const struct exercise *exercise,
                  struct failure *failure) {
    if (exercise->solution_count == 0) {
        say(session, 0, "This exercise has no solution written down.");
        return true;
    }
    if (!history_begin_again(session->history, failure)) {
        return false;
    }
    bool ok = true;
    for (size_t i = 0; ok && i < exercise->solution_count; i++) {
        ok = solve_line(session, &exercise->solutions[i], failure);
    }
    return ok;
}

static bool run_solution(struct session *session, const struct command_call *call,
                         struct failure *failure) {
    (void)call;
    struct asked asked;
    if (!need_open(session, &asked, failure) ||
        !question_becomes(session, asked.stop, ANSWER_SKIPPED, failure)) {
        return false;
    }
    size_t said = session->out.length;
    bool ok = asked.quiz != NULL ? say_right(session, asked.quiz, "Answer: ", failure)
                                 : solve(session, asked.exercise, failure);
    hush(session, said);
    return ok;
}

/* --- exercises as they go --------------------------------------------------------------------- */

static bool say_done(struct session *session, const struct exercise *exercise,
                     struct failure *failure) {
    struct text line = {0};
    size_t cells = exercise_cells(session);
    text_append(&line,
                exercise->expect_count > 1 ? "Done: every goal holds." : "Done: the goal holds.");
    if (exercise->best >= 0 && cells > 1) { /* with one there is nothing to spare */
        size_t best = (size_t)exercise->best;
        text_format(&line, " You changed %zu cells", cells);
        if (cells > best) {
            text_format(&line, best == 1 ? "; %zu is enough." : "; %zu are enough.", best);
        } else {
            text_append(&line, ": fewer will not do.");
        }
    }
    return say_text(session, 0, &line, failure);
}

static void say_goals(struct session *session, const struct text *why) {
    for (const char *at = text_string(why); *at != '\0';) {
        size_t length = strcspn(at, "\n");
        struct text line = {0};
        text_append(&line, "still open: ");
        text_append_bytes(&line, at, length);
        say(session, 0, text_string(&line));
        text_release(&line);
        at += length + (at[length] == '\n' ? 1 : 0);
    }
}

/* Each goal, what it is now, and whether that will do. */
void asking_describe_goals(struct session *session, const struct exercise *exercise) {
    for (size_t i = 0; i < exercise->expect_count; i++) {
        struct gauge gauge;
        struct text line = {0};
        char now[NUMBER_TEXT];
        bool holds = expect_measure(session, question_goal(&exercise->expects[i]), &gauge);
        text_format(&line, "The goal %s", question_goal_words(&exercise->expects[i]));
        if (gauge.measured) {
            number_short(now, gauge.now, session->view.precision);
            text_format(&line, ": it is %s now", now);
        }
        text_append(&line, holds ? ", met." : ", not yet.");
        say(session, 0, text_string(&line));
        text_release_into(&line, &session->out);
    }
}

bool asking_after_change(struct session *session, struct failure *failure) {
    size_t stop = session->exercise;
    session->looks.warned = SIZE_MAX; /* who changes something has not given up */
    const struct exercise *exercise = question_exercise(session, stop);
    if (exercise == NULL || session->answers[stop].state != ANSWER_OPEN) {
        return true;
    }
    struct text why = {0};
    bool met;
    bool ok = exercise_met(session, exercise, &met, &why, failure);
    if (ok && met) {
        ok = question_becomes(session, stop, ANSWER_RIGHT, failure) &&
             say_done(session, exercise, failure);
    } else if (ok && session->front.echo && !session->front.drawn) {
        if (session->view.describe) {
            asking_describe_goals(session, exercise);
        }
        say_goals(session, &why);
    }
    text_release(&why);
    return ok;
}

static bool run_expect(struct session *session, const struct command_call *call,
                       struct failure *failure) {
    struct text why = {0};
    bool holds;
    if (!expect_holds(session, call->argument[0].text, &holds, &why, failure)) {
        text_release(&why);
        return call_shift(call, 0, failure);
    }
    if (!holds) {
        failure_at(failure, call->argument[0].span, "%s", text_string(&why));
        failure->unmet = true;
    } else if (session->front.echo && !session->lesson_speaks) {
        say(session, 0, "It holds.");
    }
    text_release(&why);
    return holds;
}

static const struct command rows[] = {
    {.name = "answer",
     .group = "asking",
     .sentence = "Answer the open question.",
     .details =
         "A choice by its number or letter, several with blanks between; a number, or a formula\n"
         "of numbers such as 1/3; a row of them with blanks or commas between; or a word. A\n"
         "prediction is locked and graded when next has shown what happens; any other question\n"
         "may be answered again. Numbers that are not right are looked for among the common "
         "slips,\n"
         "such as no scaling, at the decimals they are given with: those that give them are\n"
         "named.",
     .example = "answer 2",
     .parameters = {{.name = "ANSWER",
                     .type = TYPE_REST,
                     .sentence = "2, or b, or 1 3, or 0.35, or 0.1 0.2 0.7"}},
     .flags = COMMAND_MOVES | COMMAND_LESSON,
     .run = run_answer},
    {.name = "skip",
     .sentence = "Pass the open question or exercise.",
     .flags = COMMAND_MOVES | COMMAND_LESSON,
     .run = run_skip},
    {.name = "hint",
     .sentence = "Show the next hint for the open question or exercise.",
     .flags = COMMAND_LESSON,
     .run = run_hint},
    {.name = "solution",
     .sentence = "Show the answer to the open question, or solve the open exercise.",
     .details = "An exercise is put back to where it began, then its solution is run.",
     .flags = COMMAND_MOVES | COMMAND_LESSON,
     .run = run_solution},
    {.name = "expect",
     .sentence = "Fail unless two values agree, or a value has a shape.",
     .details =
         "expect A = B, also != < <= > >= (an order must hold for every cell), and\n"
         "expect A is 3x4. A whole number means within 1e-9, a number with decimals half a unit\n"
         "of its last digit, cell by cell; ~ 1e-6 (or +- 1e-6) sets how far apart the two may\n"
         "be. Without a written number the two sides must be equal.",
     .example = "expect sum(weights, each=row) = 1",
     .parameters = {{.name = "A = B", .type = TYPE_REST, .sentence = "what has to hold"}},
     .flags = COMMAND_CHECKS,
     .run = run_expect},
};

const struct command_group asking_commands = {rows, sizeof rows / sizeof rows[0]};
