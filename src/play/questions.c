/* questions: a lesson's quizzes and exercises held against their own keys and solutions. */
#include "base/number.h"
#include "commands/commands.h"
#include "commands/grading.h"
#include "play/checking.h"

#include <stdint.h>

enum { ALL_SUBSETS = 8 }; /* choices of which every combination is tried */

/* --- quizzes --------------------------------------------------------------------------------- */

static struct span quiz_span(struct checking *checking, size_t line) {
    return checking_span(checking, line, 1);
}

/* Grades ANSWER and reports unless it is worth what it should be. */
static bool hold_answer(struct checking *checking, const struct quiz *quiz, const char *answer,
                        bool expected, size_t line) {
    struct failure failure = {0};
    bool right = false;
    if (!quiz_grade(checking->session, quiz, answer, &right, &failure)) {
        failure_prefix(&failure, "quiz %s cannot be graded", quiz->id);
        checking_add(checking, &failure, quiz_span(checking, line));
        return false;
    }
    if (right != expected) {
        checking_refuse(checking, quiz_span(checking, line),
                        "quiz %s: the answer %s is %s, expected %s", quiz->id, answer,
                        right ? "accepted" : "refused", expected ? "accepted" : "refused");
    }
    return right == expected;
}

static uint64_t right_choices(const struct quiz *quiz) {
    uint64_t bits = 0;
    for (size_t i = 0; i < quiz->choice_count && i < 64; i++) {
        bits |= (uint64_t)quiz->choices[i].right << i;
    }
    return bits;
}

/* Answers with the choices of BITS: "1 3", or "none". */
static bool hold_choices(struct checking *checking, const struct quiz *quiz, uint64_t bits) {
    struct text answer = {0};
    size_t line = quiz->line;
    for (size_t i = 0; i < quiz->choice_count && i < 64; i++) {
        if ((bits >> i & 1) != 0) {
            text_format(&answer, "%s%zu", answer.length > 0 ? " " : "", i + 1);
            line = quiz->choices[i].line;
        }
    }
    text_append(&answer, bits == 0 ? "none" : "");
    bool ok = hold_answer(checking, quiz, text_string(&answer), bits == right_choices(quiz), line);
    text_release(&answer);
    return ok;
}

static bool hold_each_choice(struct checking *checking, const struct quiz *quiz) {
    size_t count = quiz->choice_count;
    uint64_t right = right_choices(quiz);
    bool ok = right != 0 || quiz->kind == QUIZ_SEVERAL; /* else told when it was read */
    if (ok && quiz->kind == QUIZ_SEVERAL && count <= ALL_SUBSETS) {
        for (uint64_t bits = 0; bits < (uint64_t)1 << count; bits++) {
            ok = hold_choices(checking, quiz, bits) && ok;
        }
    } else if (ok) {
        for (size_t i = 0; i < count && i < 64; i++) {
            ok = hold_choices(checking, quiz, (uint64_t)1 << i) && ok;
        }
        ok = hold_choices(checking, quiz, right) && ok;
    }
    return ok;
}

static bool hold_number(struct checking *checking, const struct quiz *quiz, double number,
                        bool expected) {
    char answer[NUMBER_TEXT];
    number_exact(answer, number);
    return hold_answer(checking, quiz, answer, expected, quiz->key_line);
}

static bool hold_key(struct checking *checking, const struct quiz *quiz) {
    struct failure failure = {0};
    double key;
    double tolerance;
    if (!quiz_key(checking->session, quiz, &key, &tolerance, &failure)) {
        failure.placed = false; /* its span is in the key, not in the lesson */
        failure_prefix(&failure, "the key of quiz %s cannot be computed", quiz->id);
        checking_add(checking, &failure, quiz_span(checking, quiz->key_line));
        return false;
    }
    double far = tolerance > 0 ? 2 * tolerance : 1;
    bool ok = hold_number(checking, quiz, key, true);
    ok = hold_number(checking, quiz, key + far, false) && ok;
    return hold_number(checking, quiz, key - far, false) && ok;
}

void checking_quiz(struct checking *checking, const struct quiz *quiz) {
    bool ok =
        quiz->kind == QUIZ_NUMBER ? hold_key(checking, quiz) : hold_each_choice(checking, quiz);
    checking->report->quizzes += ok;
}

/* --- exercises ------------------------------------------------------------------------------- */

static struct span exercise_span(struct checking *checking, const struct exercise *exercise) {
    return checking_span(checking, exercise->line, 1);
}

/* Whether the exercise is met; WHY says what is still open. */
static bool is_met(struct checking *checking, const struct exercise *exercise, bool *met,
                   struct text *why) {
    struct failure failure = {0};
    if (exercise_met(checking->session, exercise, met, why, &failure)) {
        return true;
    }
    failure_prefix(&failure, "exercise %s cannot be judged", exercise->id);
    checking_add(checking, &failure, exercise_span(checking, exercise));
    return false;
}

static bool run_solution(struct checking *checking, const struct exercise *exercise) {
    struct session *session = checking->session;
    for (size_t i = 0; i < exercise->solution_count; i++) {
        const struct source_line *line = &exercise->solutions[i];
        struct failure failure = {0};
        bool ok = commands_run_lesson(session, line, &failure);
        text_clear(&session->out);
        if (!ok) {
            failure_prefix(&failure, "the solution of exercise %s fails", exercise->id);
            checking_add(checking, &failure, checking_line(checking, line));
            return false;
        }
    }
    return true;
}

static bool hold_solution(struct checking *checking, const struct exercise *exercise) {
    struct text why = {0};
    bool met = false;
    bool ok = is_met(checking, exercise, &met, &why);
    if (ok && met) {
        checking_refuse(checking, exercise_span(checking, exercise),
                        "exercise %s is met before anything is done", exercise->id);
    }
    text_clear(&why);
    ok = ok && !met && run_solution(checking, exercise) && is_met(checking, exercise, &met, &why);
    if (ok && !met) {
        const struct source_line *last = &exercise->solutions[exercise->solution_count - 1];
        text_truncate(&why, why.length - (why.length > 0 && why.bytes[why.length - 1] == '\n'));
        checking_refuse(checking, checking_line(checking, last),
                        "exercise %s is not met by its solution: %s", exercise->id,
                        text_string(&why));
    }
    text_release(&why);
    return ok && met;
}

/* As `next` does: the sandbox goes, and with it what was changed in it. */
static bool leave(struct checking *checking, const struct exercise *exercise,
                  const struct notebook *before) {
    struct session *session = checking->session;
    struct failure failure = {0};
    if (session->exercise != SIZE_MAX) {
        session->exercise = SIZE_MAX;
        if (!history_leave(session->history, &failure)) {
            checking_add(checking, &failure, exercise_span(checking, exercise));
            return false;
        }
    }
    if (!notebook_same(before, session_notebook(session))) {
        checking_refuse(checking, exercise_span(checking, exercise),
                        "exercise %s leaves the notebook changed", exercise->id);
        return false;
    }
    return true;
}

void checking_exercise(struct checking *checking, const struct exercise *exercise,
                       const struct notebook *before) {
    bool ok = exercise->solution_count > 0;
    if (!ok) {
        checking_refuse(checking, exercise_span(checking, exercise),
                        "exercise %s has no solution: add a line `solution: …`", exercise->id);
    }
    ok = ok && hold_solution(checking, exercise);
    ok = leave(checking, exercise, before) && ok;
    checking->report->exercises += ok;
}
