/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* reopening: reads the open lesson again from its file, for its author: the learner stays at the
 * same stop, and changes and answers are kept where they still fit.
 *
 * A second session is made from the file, and replaces the old one only once it is complete. */
#include "base/file.h"
#include "base/memory.h"
#include "commands/groups.h"
#include "session/question.h"

#include <stdint.h>

/* --- checking the new file -------------------------------------------------------------------- */

/* Fails at the first thing that has to be corrected before LESSON can be shown. */
static bool is_readable(const struct lesson *lesson, struct failure *failure) {
    if (lesson->problem_count > 0) {
        *failure = lesson->problems[0];
        return false;
    }
    bool ok = true;
    for (size_t i = 0; ok && i < lesson->stop_count; i++) {
        const struct source_line *line = lesson_line(lesson, i);
        struct statements statements = {0};
        if (line != NULL && !reader_statements(line->text, &commands_words, &statements, failure)) {
            struct source source = {lesson->file, line->line, line->column, SPEAKER_LESSON};
            source_locate(&source, line->text, failure);
            ok = false;
        }
        statements_release(&statements);
    }
    return ok;
}

/* --- matching stops --------------------------------------------------------------------------- */

/* Returns the name that the statement at stop INDEX defines; "": none. */
static const char *defined_at(const struct session *session, size_t index) {
    const struct statements *statements = &session->lines[index].statements;
    bool defines = statements->count > 0 && statements->list[0].kind == STATEMENT_DEFINE;
    return defines ? statements->list[0].name : "";
}

enum { SAME, SAME_NAME, OTHER };

/* Rates how well stop INDEX of SESSION matches stop K of NEWER. */
static int compare_stops(const struct session *session, size_t index, const struct session *newer,
                         size_t k) {
    const struct lesson *lesson = session->lesson, *other = newer->lesson;
    const char *id = lesson_question_id(lesson, index), *other_id = lesson_question_id(other, k);
    const struct source_line *line = lesson_line(lesson, index), *now = lesson_line(other, k);
    if (lesson->stops[index].kind != other->stops[k].kind) {
        return OTHER;
    }
    if (id != NULL && other_id != NULL) {
        return text_same(id, other_id) ? SAME : OTHER;
    }
    if (line == NULL || now == NULL) {
        return line == now ? SAME : OTHER;
    }
    const char *name = defined_at(session, index);
    bool defines = name[0] != '\0' && text_same(name, defined_at(newer, k));
    return text_same(line->text, now->text) ? SAME : defines ? SAME_NAME : OTHER;
}

/* Returns the stop of NEWER for stop INDEX of SESSION: on the page of the same title the one with
 * the same words, else the one that defines the same name, else the one as far from the page's
 * beginning; the nearest to there if there are several. */
static size_t find_stop(const struct session *session, size_t index, const struct session *newer) {
    const struct lesson *lesson = session->lesson, *other = newer->lesson;
    size_t on = lesson->stops[index].page, best = 0, nearest = SIZE_MAX;
    size_t offset = index - lesson->pages[on].first_stop;
    size_t page = lesson_find_page(other, on, lesson->pages[on].title);
    int likest = OTHER;
    page = page < other->page_count ? page : other->page_count - 1;
    const struct page *found = &other->pages[page];
    for (size_t k = 0; k < found->stop_count; k++) {
        int like = compare_stops(session, index, newer, found->first_stop + k);
        size_t away = k < offset ? offset - k : k - offset;
        if (like < likest || (like == likest && away < nearest)) {
            likest = like;
            nearest = away;
            best = k;
        }
    }
    return found->first_stop + best;
}

/* --- keeping changes, answers and the view ---------------------------------------------------- */

/* Keeps the learner's changes, each anchored to the stop that matches its own; those made in the
 * open exercise only if that stays open. */
static bool keep_changes(const struct session *session, struct session *newer, bool it_stays,
                         struct failure *failure) {
    size_t count = session->lesson->stop_count;
    size_t *anchors = memory_allocate(count + 1, sizeof *anchors);
    if (anchors == NULL) {
        return failure_memory(failure);
    }
    bool any = newer->lesson->stop_count > 0;
    for (size_t i = 0; any && i < count; i++) {
        anchors[i + 1] = find_stop(session, i, newer) + 1;
    }
    bool ok = history_copy_changes(newer->history, session->history, it_stays, anchors, failure);
    memory_free(anchors);
    return ok;
}

static bool same_words(const char *a, const char *b) {
    return a == b || (a != NULL && b != NULL && text_same(a, b));
}

/* True when an answer to one quiz is an answer to the other, and as good; the wording may
 * differ. */
static bool same_quiz(const struct quiz *a, const struct quiz *b) {
    bool same = a->kind == b->kind && a->predict == b->predict && a->sealed == b->sealed &&
                same_words(a->key, b->key) && same_words(a->tolerance, b->tolerance) &&
                a->choice_count == b->choice_count;
    for (size_t i = 0; same && i < a->choice_count; i++) {
        same = a->choices[i].right == b->choices[i].right &&
               text_same(a->choices[i].text, b->choices[i].text);
    }
    return same;
}

static bool same_exercise(const struct exercise *a, const struct exercise *b) {
    bool same = a->expect_count == b->expect_count && a->changes == b->changes;
    for (size_t i = 0; same && i < a->expect_count; i++) {
        same = text_same(a->expects[i].text, b->expects[i].text);
    }
    return same;
}

/* Keeps the answers to questions that are the same; a prediction is graded again where the lesson
 * settles it. */
static void keep_answers(const struct session *session, struct session *newer) {
    for (size_t i = 0; i < session->lesson->stop_count; i++) {
        const char *id = lesson_question_id(session->lesson, i);
        size_t k = id == NULL ? SIZE_MAX : lesson_find_question(newer->lesson, id);
        const struct quiz *quiz = question_quiz(session, i), *now = question_quiz(newer, k);
        if (k == SIZE_MAX || (quiz == NULL) != (now == NULL) ||
            !(quiz != NULL
                  ? same_quiz(quiz, now)
                  : same_exercise(question_exercise(session, i), question_exercise(newer, k)))) {
            continue;
        }
        const struct answer *was = &session->answers[i];
        bool judged = was->state == ANSWER_RIGHT || was->state == ANSWER_WRONG;
        bool locked = judged && now != NULL && now->settles != SIZE_MAX;
        newer->answers[k] = (struct answer){.state = locked ? ANSWER_LOCKED : was->state,
                                            .noted = was->noted,
                                            .given = memory_string(was->given),
                                            .slips = memory_string(was->slips),
                                            .draft = memory_string(was->draft),
                                            .tries = was->tries,
                                            .hints = was->hints};
    }
}

/* Keeps looking at the same value if it has the same formula. */
static bool keep_looks(const struct session *session, struct session *newer,
                       struct failure *failure) {
    const struct view *was = &session->view;
    struct view *now = &newer->view;
    const char *name = session->focus.name == NULL ? "" : session->focus.name;
    const struct definition *old = notebook_find(session_notebook(session), name);
    const struct definition *match = notebook_find(session_notebook(newer), name);
    now->nudge = was->nudge;
    if (was->popup == POPUP_NARRATION || was->popup == POPUP_NOTES ||
        was->popup == POPUP_OVERVIEW) {
        now->popup = was->popup;
        now->scroll = was->scroll;
    }
    if (old == NULL || match == NULL || was->blank ||
        !tree_same(old->tree->root, match->tree->root) ||
        !shape_same_sizes(&old->value->shape, &match->value->shape)) {
        return true;
    }
    struct drawn drawn = now->drawn;
    bool ok = session_focus(newer, name, session->focus.place, failure);
    now->drawn = drawn;
    newer->focus.stepped = session->focus.stepped;
    newer->focus.guided = session->focus.guided && session->focus.guided_name == NULL;
    now->operation = was->operation;
    now->cell = was->cell;
    now->zoom = was->zoom;
    return ok;
}

/* --- reopening -------------------------------------------------------------------------------- */

/* Passes the first PLACE stops in NEWER. An exercise that is open in SESSION is open there, too,
 * with the learner's changes in it, if IT_STAYS. */
static bool go_there(const struct session *session, struct session *newer, size_t place,
                     bool it_stays, struct failure *failure) {
    struct answer *answer = it_stays ? &newer->answers[place - 1] : NULL;
    enum answer_state state = it_stays ? answer->state : ANSWER_OPEN;
    if (it_stays) {
        answer->state = ANSWER_OPEN;
    }
    if (!stepping_to_stop(newer, place, failure)) {
        return false;
    }
    if (it_stays) {
        answer->state = state;
        history_count_as_entered(newer->history, history_since_enter(session->history).count);
    }
    return asking_after_change(newer, failure) && keep_looks(session, newer, failure);
}

/* Makes NEWER, a session like SESSION, for LESSON (takes ownership, also after a failure). */
static bool open_again(const struct session *session, struct lesson *lesson, bool keeps_changes,
                       struct session *newer, struct failure *failure) {
    bool other_convention = session->lesson->columns != lesson->columns;
    size_t exercise = session->exercise;
    if (!commands_open(newer, lesson, failure)) {
        return false;
    }
    newer->display = session->display;
    newer->display.columns = other_convention ? lesson->columns : session->display.columns;
    size_t stop = session_stop(session), place = 0; /* how many stops to pass in NEWER */
    if (stop > 0 && lesson->stop_count > 0) {
        place = lesson_next_halt(lesson,
                                 find_stop(session, lesson_halt_at(session->lesson, stop), newer));
    }
    bool it_stays = exercise != SIZE_MAX && place > 0 &&
                    compare_stops(session, exercise, newer, place - 1) == SAME;
    keep_answers(session, newer);
    return (!keeps_changes || keep_changes(session, newer, it_stays, failure)) &&
           go_there(session, newer, place, keeps_changes && it_stays, failure) &&
           (!newer->front.drawn || stops_settle(newer, failure));
}

static bool read_again(struct session *session, bool keeps_changes, struct failure *failure) {
    struct session newer = {0};
    size_t said = session->out.length, refused = memory_refused();
    struct lesson *lesson = lesson_open(session->lesson->file, failure);
    bool ok = lesson != NULL && is_readable(lesson, failure) && session_init(&newer, failure);
    if (!ok) {
        lesson_free(lesson);
        return false;
    }
    newer.front = session->front;
    ok = open_again(session, lesson, keeps_changes, &newer, failure);
    text_append_bytes(&session->out, text_string(&newer.out), newer.out.length);
    ok = ok && text_ok(&session->out, failure) &&
         (memory_refused() == refused || failure_memory(failure));
    if (ok) {
        session_replace(session, &newer);
    } else {
        text_truncate(&session->out, said);
        session_release(&newer);
    }
    return ok;
}

bool lesson_reopen(struct session *session, struct failure *failure) {
    struct failure first = {0};
    size_t refused = memory_refused();
    text_format(&session->out, "Read again: %s\n", file_base(session->lesson->file));
    if (read_again(session, true, &first)) {
        return true;
    }
    if (first.outside || memory_refused() > refused || history_own(session->history)->count == 0) {
        *failure = first;
        return false;
    }
    text_truncate(&session->out, session->out.length - 1);
    text_append(&session->out, ", without your changes, which no longer fit it\n");
    return read_again(session, false, failure);
}
