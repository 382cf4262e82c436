/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/question.h"

/* --- where the learner is --------------------------------------------------------------------- */

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
    return answer->state != ANSWER_OPEN && answer->state != ANSWER_LOCKED;
}

size_t question_due(const struct session *session, size_t stop) {
    const struct quiz *quiz = question_quiz(session, stop);
    return quiz != NULL && quiz->settles != SIZE_MAX ? quiz->settles : stop + 1;
}

/* True when what a statement shows, if anything, was made by one of the stops FIRST up to but not
 * including LAST. */
static bool is_made(const struct session *session, const struct meaning *shows, size_t first,
                    size_t last) {
    bool made = shows->named == NULL && shows->drawn == NULL;
    made |= shows->named != NULL && session_makes(session, shows->named, first, last);
    for (size_t i = 0; shows->drawn != NULL && i < shows->drawn->count; i++) {
        made |= session_makes(session, shows->drawn->names[i], first, last);
    }
    return made;
}

/* True when stop STOP computes something, or shows what no stop from FIRST on has made. */
static bool tells_more(const struct session *session, size_t first, size_t stop) {
    const struct compiled *line = &session->lines[stop];
    bool more = history_script_at(session->history, stop)->count > 0;
    for (size_t k = 0; k < line->statements.count && !more; k++) {
        more = line->statements.list[k].kind == STATEMENT_EXPRESSION ||
               !is_made(session, &line->meanings[k], first, stop);
    }
    return more;
}

/* Returns how many stops have been passed when the lines that settle the prediction at STOP have
 * computed something and those still to come tell no more; SIZE_MAX: they compute nothing. */
static size_t told_after(const struct session *session, size_t stop) {
    bool computed = false;
    size_t told = stop;
    for (size_t i = stop; i < question_due(session, stop); i++) {
        computed |= history_script_at(session->history, i)->count > 0;
        told = tells_more(session, stop, i) ? i + 1 : told;
    }
    return computed ? told : SIZE_MAX;
}

/* Finds the numbers that QUIZ (NULL: none) asks for; false where it asks for none that are there.
 * Release CELLS. */
static bool find_key(const struct session *session, const struct quiz *quiz, struct cells *cells) {
    struct failure unknown = {0};
    struct tree *key = quiz != NULL && question_kind(quiz)->computed
                           ? session_tree(session, SPEAKER_LESSON, quiz->key, &unknown)
                           : NULL;
    bool found = key != NULL && notebook_cells(session_notebook(session), key, cells, &unknown) &&
                 cells->count > 0;
    tree_release(key);
    return found;
}

size_t question_cell(const struct session *session, const struct definition *definition) {
    size_t cell = SIZE_MAX;
    for (size_t i = 0; i < session_stop(session) && cell == SIZE_MAX; i++) {
        const struct quiz *quiz = question_quiz(session, i);
        struct cells cells = {0};
        bool waits =
            quiz != NULL && quiz->predict && question_due(session, i) >= session_stop(session);
        if (waits && find_key(session, quiz, &cells) && cells.definition == definition) {
            cell = cells.list[0];
        }
        cells_release(&cells);
    }
    return cell;
}

/* True when the number that the quiz at STOP asks for was made since by PASSED stops, and no step
 * is to come before it. */
static bool is_made_known(const struct session *session, size_t stop, size_t passed) {
    const struct quiz *quiz = question_quiz(session, stop);
    struct cells cells = {0};
    struct place_in place;
    bool reached =
        find_key(session, quiz, &cells) &&
        session_makes(session, cells.definition->name, stop, lesser(quiz->settles, passed));
    if (reached && session->focus.guided && session_stepped(session, &place) == cells.definition) {
        size_t last = cells.definition->operation_count - 1;
        reached =
            replay_reached(cells.definition, &place, last, NULL) > cells.list[cells.count - 1];
    }
    cells_release(&cells);
    return reached;
}

bool question_reached(const struct session *session, size_t stop) {
    const struct quiz *quiz = question_quiz(session, stop);
    if (quiz == NULL || !quiz->predict || quiz->sealed || quiz->settles == SIZE_MAX) {
        return false;
    }
    size_t passed = session_stop(session);
    return (!session->focus.guided && passed >= told_after(session, stop)) ||
           is_made_known(session, stop, passed);
}

bool question_is_next(const struct session *session, size_t stop) {
    const struct lesson *lesson = session->lesson;
    if (session->rest_owed || session_stop(session) == lesson->stop_count) {
        return false;
    }
    size_t next = lesson_next_halt(lesson, session_stop(session));
    return lesson->parts[lesson->stops[next - 1].part].grain == NULL &&
           next >= lesser(question_due(session, stop), told_after(session, stop));
}

bool question_waits(const struct session *session, size_t stop) {
    const struct quiz *quiz = question_quiz(session, stop);
    enum answer_state state = quiz == NULL ? ANSWER_OPEN : session->answers[stop].state;
    return (state == ANSWER_LOCKED || (state == ANSWER_SKIPPED && quiz->settles != SIZE_MAX &&
                                       session->view.settled != stop)) &&
           question_due(session, stop) + session->rest_owed > session_stop(session);
}

bool question_verdict_shown(const struct session *session, size_t stop) {
    const struct quiz *quiz = question_quiz(session, stop);
    const struct view *view = &session->view;
    return quiz != NULL && !quiz->sealed && question_settled(&session->answers[stop]) &&
           (view->settled == stop ? view->settling
                                  : !session->rest_owed && quiz->settles == session_stop(session));
}

const char *question_goal_words(const struct source_line *expect) {
    return expect->words != NULL ? expect->words : expect->goal;
}

/* --- its kind --------------------------------------------------------------------------------- */

const struct question_kind *question_kind(const struct quiz *quiz) {
#define ADDRESS(name) &question_##name,
    static const struct question_kind *const kinds[] = {QUIZ_KINDS(ADDRESS)};
    size_t kind = 0;
    while (quiz_kind_at(kind) != quiz->kind) {
        kind++;
    }
    return kinds[kind];
}

bool question_takes_digit(const struct quiz *quiz) {
    return question_kind(quiz)->digit && quiz->choice_count <= 9;
}

void question_right_words(const struct session *session, const struct quiz *quiz,
                          struct text *out) {
    if (quiz->sealed) {
        text_append(out, "not in this file, which is an exam");
    } else {
        question_kind(quiz)->right((struct question){session, quiz}, out);
    }
}

void question_answer_words(struct question question, const char *answer, struct text *out) {
    const struct question_kind *kind = question_kind(question.quiz);
    if (kind->said != NULL && (answer != NULL || !question.quiz->sealed)) {
        kind->said(question, answer, out);
    } else if (answer != NULL) {
        text_append(out, answer);
    } else {
        question_right_words(question.session, question.quiz, out);
    }
}
