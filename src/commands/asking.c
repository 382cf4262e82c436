/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* asking: quizzes and exercises: answering, skipping, hints and solutions; and expect.
 *
 * A question waits while its state is OPEN, also after a wrong answer. A prediction is LOCKED by
 * its first answer and graded when the fence after it has run. */
#include "base/memory.h"
#include "canvas/prose.h"
#include "commands/groups.h"
#include "session/expect.h"
#include "session/wording.h"

#include <stdint.h>
#include <string.h>

/* --- what is open ----------------------------------------------------------------------------- */

bool asking_is_waiting(const struct session *session, struct failure *failure) {
    size_t stop = question_open(session);
    if (stop == SIZE_MAX) {
        return false;
    }
    failure_set(failure, question_quiz(session, stop) != NULL
                             ? "a question is waiting: type answer and your choice, or skip"
                             : "an exercise is open: meet its goals, or skip");
    return true;
}

/* Fails where STOP, at which a question or an exercise is open, is none. */
static bool need_open(size_t stop, struct failure *failure) {
    return stop != SIZE_MAX || failure_set(failure, "no question is open here");
}

/* Passes the question or exercise that is open, whose stop it returns; SIZE_MAX: there is none. */
static size_t skip_open(struct session *session, struct failure *failure) {
    size_t stop = question_open(session);
    if (need_open(stop, failure)) {
        session->answers[stop].state = ANSWER_SKIPPED;
    }
    return stop;
}

/* --- output ----------------------------------------------------------------------------------- */

static void say_sentence(struct session *session, const char *sentence) {
    prose_words(session_flow(session, "", 0), sentence, STYLE_PLAIN);
}

/* --- answering -------------------------------------------------------------------------------- */

/* Remembers what is right by the present numbers, which may change. */
static bool keep_right(struct session *session, size_t stop, struct failure *failure) {
    const struct quiz *quiz = question_quiz(session, stop);
    struct answer *answer = &session->answers[stop];
    struct text right = {0};
    if (!question_kind(quiz)->computed) {
        return true;
    }
    question_right_words(session, quiz, &right);
    memory_free(answer->right);
    answer->right = text_steal(&right);
    return answer->right != NULL || failure_memory(failure);
}

/* Says that the answer to the quiz at STOP was graded, and remembers SLIPS. */
static bool settle_answer(struct session *session, size_t stop, enum answer_state state,
                          struct text *slips, struct failure *failure) {
    struct answer *answer = &session->answers[stop];
    answer->state = state;
    if (!keep_right(session, stop, failure)) {
        return false;
    }
    if (slips->length > 0) {
        memory_free(answer->slips);
        answer->slips = text_steal(slips);
        if (answer->slips == NULL) {
            return failure_memory(failure);
        }
    }
    wording_say(session, stop, WORDING_STATE);
    return text_ok(&session->out, failure);
}

/* Grades a locked prediction, or one with no fence after it. */
static bool grade_locked(struct session *session, size_t stop, struct failure *failure) {
    struct question question = {session, question_quiz(session, stop)};
    struct text slips = {0};
    bool right;
    const char *given = session->answers[stop].given;
    bool ok = question_kind(question.quiz)->grade(question, given, &right, &slips, failure) &&
              settle_answer(session, stop, right ? ANSWER_RIGHT : ANSWER_WRONG, &slips, failure);
    text_release(&slips);
    return ok;
}

void asking_separate(struct session *session) {
    const struct text *out = &session->out;
    bool apart = out->length < 2 || memcmp(out->bytes + out->length - 2, "\n\n", 2) == 0;
    text_append(&session->out, apart ? "" : "\n");
}

bool asking_grade_locked(struct session *session, struct failure *failure) {
    size_t now = session_stop(session);
    for (size_t i = 0; i < now; i++) {
        const struct quiz *quiz = question_quiz(session, i);
        enum answer_state state = session->answers[i].state;
        if (quiz == NULL || quiz->sealed) {
            continue;
        }
        bool due = state == ANSWER_LOCKED && quiz->settles <= now;
        bool skipped = state == ANSWER_SKIPPED && quiz->settles == now;
        if (!session->front.drawn && (due || skipped)) {
            asking_separate(session);
        }
        if ((due && !grade_locked(session, i, failure)) ||
            (skipped && !keep_right(session, i, failure))) {
            return false;
        }
        if (skipped) {
            wording_say(session, i, WORDING_STATE);
        }
    }
    return text_ok(&session->out, failure);
}

bool asking_grade_reached(struct session *session, struct failure *failure) {
    struct view *view = &session->view;
    view->settling = false;
    for (size_t i = 0; session->front.drawn && i < session_stop(session); i++) {
        bool locked = session->answers[i].state == ANSWER_LOCKED;
        if (!question_waits(session, i) || view->settled == i || !question_reached(session, i)) {
            continue;
        }
        if (!(locked ? grade_locked : keep_right)(session, i, failure)) {
            return false;
        }
        view->settled = i;
        view->settling = true;
        if (question_kind(question_quiz(session, i))->computed) {
            subject_point_here(session, i);
        }
    }
    return true;
}

/* Keeps ANSWER and grades it. A prediction, or an answer in an exam, is only locked: its key may
 * refer to a value that is not defined yet, or not be in this file. */
static bool take_answer(struct session *session, size_t stop, const char *answer,
                        struct failure *failure) {
    const struct quiz *quiz = question_quiz(session, stop);
    struct answer *kept = &session->answers[stop];
    struct question question = {session, quiz};
    struct text words = {0}; /* the answer as it is counted, or its slips */
    bool locks = quiz->predict || quiz->sealed, right = false;
    bool ok = locks ? question_kind(quiz)->read(question, answer, &words, failure)
                    : question_kind(quiz)->grade(question, answer, &right, &words, failure);
    char *copy = ok ? memory_string(answer) : NULL;
    if (ok && copy == NULL) {
        ok = failure_memory(failure);
    }
    if (ok) {
        memory_free(kept->given);
        memory_free(kept->slips);
        kept->given = copy;
        kept->slips = NULL;
        kept->tries++;
    }
    if (ok && !locks) {
        ok = settle_answer(session, stop, right ? ANSWER_RIGHT : kept->state, &words, failure);
    } else if (ok && !quiz->sealed && quiz->settles == SIZE_MAX) {
        ok = grade_locked(session, stop, failure);
    } else if (ok) {
        kept->state = ANSWER_LOCKED;
        wording_say(session, stop, WORDING_STATE);
        ok = text_ok(&session->out, failure);
    }
    text_release(&words);
    return ok;
}

/* Returns the open question that is answered by formulas; NULL: there is none. */
static const struct quiz *open_write(const struct session *session) {
    const struct quiz *quiz =
        session->lesson == NULL ? NULL : question_quiz(session, question_answerable(session));
    return quiz != NULL && question_kind(quiz)->write != NULL ? quiz : NULL;
}

bool asking_takes_formulas(const struct session *session, const struct statements *statements) {
    bool formulas = statements->count > 0 && open_write(session) != NULL;
    for (size_t i = 0; i < statements->count; i++) {
        formulas = formulas && statements->list[i].kind == STATEMENT_DEFINE;
    }
    return formulas;
}

bool asking_write(struct session *session, const char *line, const struct statements *statements,
                  struct failure *failure) {
    const struct quiz *quiz = open_write(session);
    size_t stop = question_answerable(session);
    struct answer *answer = &session->answers[stop];
    struct typed_formulas typed = {line, statements};
    bool whole;
    if (quiz == NULL || !question_kind(quiz)->write(quiz, answer, &typed, &whole, failure)) {
        return false;
    }
    struct text written = {0};
    for (const char *at = answer->draft; *at != '\0'; at++) {
        if (*at != '\n') {
            text_append_character(&written, *at);
        } else {
            text_append(&written, at[1] == '\0' ? "" : "; ");
        }
    }
    bool ok = text_ok(&written, failure) &&
              (!whole || take_answer(session, stop, text_string(&written), failure));
    text_release(&written);
    return ok;
}

static bool run_answer(struct session *session, const struct command_call *call,
                       struct failure *failure) {
    size_t stop = question_answerable(session);
    const struct quiz *quiz = question_quiz(session, stop);
    if (!need_open(stop, failure)) {
        return false;
    }
    const struct answer *earlier = &session->answers[stop];
    if (quiz != NULL && quiz->predict && earlier->state == ANSWER_LOCKED) {
        return failure_set(failure, "your prediction is locked: you said %s; %s goes on",
                           earlier->given, session->front.drawn ? "Space" : "next");
    }
    if (quiz == NULL) {
        return failure_set(failure, "an exercise is answered by changing the notebook until its "
                                    "goals hold");
    }
    struct text answer = {0};
    if (call->count == 0) {
        question_kind(quiz)->call((struct question){session, quiz}, &answer);
        failure_set(failure, "the answer is missing: type answer and %s", text_string(&answer));
        text_release(&answer);
        return false;
    }
    const char *typed = call->argument[0].text;
    if (question_kind(quiz)->unmixed != NULL) {
        question_kind(quiz)->unmixed((struct question){session, quiz}, typed, &answer);
    } else {
        text_append(&answer, typed);
    }
    session->view.warned = SIZE_MAX; /* a new attempt is no wish to skip */
    bool ok =
        text_ok(&answer, failure) && take_answer(session, stop, text_string(&answer), failure);
    text_release(&answer);
    return ok || call_shift(call, 0, failure);
}

/* --- hints, solutions, skipping --------------------------------------------------------------- */

/* Remembers how a skipped exercise can be solved, for as long as it is skipped: " One way:
 * `W_q[1,1] = 4`." */
bool asking_skip(struct session *session, struct failure *failure) {
    size_t stop = skip_open(session, failure);
    if (stop == SIZE_MAX) {
        return false;
    }
    const struct exercise *exercise = question_exercise(session, stop);
    size_t count = exercise == NULL ? 0 : exercise->solution_count;
    struct answer *answer = &session->answers[stop];
    struct text line = {0};
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) {
        text_append(&line, i > 0 ? ", then " : " One way: ");
        ok = stops_quote(session, exercise->solutions[i].text, &line, failure);
    }
    text_append(&line, count > 0 ? "." : "");
    ok = ok && text_ok(&line, failure);
    if (ok && exercise != NULL) {
        memory_free(answer->draft);
        answer->draft = count > 0 ? text_steal(&line) : NULL;
    }
    text_release(&line);
    if (ok) {
        wording_say(session, stop, WORDING_STATE);
    }
    return ok && text_ok(&session->out, failure);
}

static bool run_skip(struct session *session, const struct command_call *call,
                     struct failure *failure) {
    (void)call;
    return asking_skip(session, failure);
}

static bool run_hint(struct session *session, const struct command_call *call,
                     struct failure *failure) {
    (void)call;
    size_t stop = question_answerable(session);
    if (!need_open(stop, failure)) {
        return false;
    }
    const struct quiz *quiz = question_quiz(session, stop);
    size_t count = quiz != NULL ? quiz->hint_count : question_exercise(session, stop)->hint_count;
    struct answer *answer = &session->answers[stop];
    session->view.warned = SIZE_MAX; /* nor is it to ask for help */
    if (answer->hints >= count) {
        text_format(&session->out, "%s; type %ssolution for the answer.\n",
                    count == 0 ? "There is no hint here" : "No more hints",
                    session->front.drawn ? ":" : "");
    } else {
        answer->hints++;
        wording_say(session, stop, WORDING_HINT);
    }
    return text_ok(&session->out, failure);
}

/* Undoes the learner's attempts first, so that the solution starts from the lesson's state. */
static bool run_solution(struct session *session, const struct command_call *call,
                         struct failure *failure) {
    (void)call;
    size_t stop = skip_open(session, failure);
    if (stop == SIZE_MAX) {
        return false;
    }
    const struct exercise *exercise = question_exercise(session, stop);
    size_t said = session->out.length;
    if (exercise == NULL) {
        wording_say(session, stop, WORDING_STATE);
        return text_ok(&session->out, failure);
    }
    bool ok = exercise->solution_count == 0 || history_begin_again(session->history, failure);
    for (size_t i = 0; ok && i < exercise->solution_count; i++) {
        ok = stops_echo(session, exercise->solutions[i].text, failure) &&
             commands_run_lesson(session, &exercise->solutions[i], failure);
    }
    if (exercise->solution_count == 0) {
        say_sentence(session, "This exercise has no solution written down.");
    }
    if (session->front.drawn) { /* the screen shows what changed */
        text_truncate(&session->out, said);
    }
    return ok;
}

/* --- checking goals after a change ------------------------------------------------------------ */

bool asking_after_change(struct session *session, struct failure *failure) {
    size_t stop = session->exercise;
    session->view.warned = SIZE_MAX; /* a change is no wish to skip */
    if (stop == SIZE_MAX || session->answers[stop].state != ANSWER_OPEN) {
        return true;
    }
    const struct exercise *exercise = question_exercise(session, stop);
    bool met = exercise_met(session, exercise, NULL, failure);
    if (failure->set) {
        return false;
    }
    if (met) {
        session->answers[stop].state = ANSWER_RIGHT;
        wording_say(session, stop, WORDING_STATE);
    } else if (session->front.echo) {
        wording_say(session, stop, WORDING_GOALS);
    }
    return text_ok(&session->out, failure);
}

static bool run_expect(struct session *session, const struct command_call *call,
                       struct failure *failure) {
    struct text why = {0};
    bool holds = expect_holds(session, call->speaker, call->argument[0].text, &why, failure);
    if (failure->set) {
        call_shift(call, 0, failure);
    } else if (!holds) {
        failure_at(failure, call->argument[0].span, "%s", text_string(&why));
        failure->unmet = true;
    } else if (session->front.echo && call->speaker == SPEAKER_PERSON) {
        say_sentence(session, "It holds.");
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
         "of numbers such as 1/3; a row of them with blanks or commas between; or a word. The "
         "first answer to a prediction counts, and is graded when next has shown what happens; any "
         "other question may be answered again. A wrong number is compared with those of common "
         "mistakes, such as no scaling, to its own decimals; the mistakes that give it are named.",
     .example = "answer 2",
     .parameters = {{.name = "[ANSWER]",
                     .type = TYPE_REST,
                     .sentence = "2, or b, or 1 3, or 0.35, or 0.1 0.2 0.7; without it, says "
                                 "what it may be"}},
     .flags = COMMAND_MOVES | COMMAND_LESSON,
     .run = run_answer},
    {.name = "skip",
     .sentence = "Skip the open question or exercise.",
     .details = "back asks it again.",
     .flags = COMMAND_MOVES | COMMAND_TRAVELS | COMMAND_LESSON,
     .run = run_skip},
    {.name = "hint",
     .sentence = "Show the next hint for the open question or exercise.",
     .flags = COMMAND_LESSON,
     .run = run_hint},
    {.name = "solution",
     .sentence = "Show the answer to the open question, or solve the open exercise.",
     .details = "An exercise is reset, then its solution is run.",
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
     .parameters = {{.name = "A = B", .type = TYPE_REST, .sentence = "what has to be true"}},
     .flags = COMMAND_CHECKS,
     .run = run_expect},
};

const struct command_group asking_commands = {rows, sizeof rows / sizeof rows[0]};
