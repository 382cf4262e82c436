/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* narration: what the lesson said last, as much of it as there is room for. */
#include "panels/narration.h"

#include "commands/commands.h"
#include "panels/questions.h"
#include "panels/scene.h"
#include "session/outline.h"
#include "session/printing.h"
#include "session/question.h"

#include <stdint.h>
#include <string.h>

/* True while the answer to one of the lesson's own lines, one that fails or explains, is on top. */
static bool is_answered(const struct session *session) {
    size_t last = session_last(session);
    return last != SIZE_MAX && session->view.popup == POPUP_ANSWER &&
           (session->lines[last].view ||
            session->lesson->parts[session->lesson->stops[last].part].error != NULL);
}

bool narration_is_over(const struct session *session) {
    size_t range[2] = {0, 0}, recalled = question_recalled(session);
    bool answered = is_answered(session);
    if (answered) {
        lesson_words_at(session->lesson, session_last(session), range);
    }
    return answered && range[0] == range[1] &&
           (recalled == SIZE_MAX || !question_verdict_shown(session, recalled));
}

/* What follows an open question waits, and so does what follows the answer to one of the lesson's
 * own lines until that is closed. */
bool narration_parts(const struct session *session, size_t range[2]) {
    size_t passed = session_stop(session);
    passed -= passed > 0 && (session->rest_owed || is_answered(session)) ? 1 : 0;
    size_t stop = passed == 0 ? 0 : lesson_last_words(session->lesson, passed);
    if (stop > 0) {
        lesson_words_at(session->lesson, stop - 1, range);
    }
    return stop > 0;
}

/* Returns the words of the parts from FIRST up to but not including LAST, in lines of WIDTH
 * columns.
 */
static struct text parts_text(struct scene *scene, size_t first, size_t last, size_t width) {
    struct text out = {0};
    struct paint paint = scene_paint(scene);
    struct output output = {&out, &paint, width};
    printing_narration(scene->session->lesson, &output, (const size_t[]){first, last});
    scene_trim(&out);
    return out;
}

/* True when the words up to part LAST were on the screen before, where the learner waited last. */
static bool was_seen(const struct session *session, size_t last) {
    const struct lesson *lesson = session->lesson;
    size_t passed = session_stop(session), halt = passed - 1, parts_said[2];
    do {
        if (halt-- == 0) {
            return false;
        }
    } while (!lesson->stops[halt].halts);
    size_t part = lesson->stops[halt].part;
    while (halt + 1 < passed - 1 && !lesson->stops[halt + 1].halts &&
           lesson->stops[halt + 1].part == part) {
        halt++; /* the checks after it in its fence passed with it */
    }
    lesson_words_at(lesson, halt, parts_said);
    return last <= parts_said[lesson->parts[part].grain == NULL];
}

/* True when the lesson's line at STOP changes a value that there is. */
static bool changes_value(const struct session *session, size_t stop) {
    const struct statements *line = &session->lines[stop].statements;
    bool changes = false;
    for (size_t k = 0; k < line->count && !changes; k++) {
        changes = stage_changes(session, &line->list[k], stop);
    }
    return changes;
}

/* Returns the first part of the present page that was said after the lesson's last change of a
 * value before PART. */
static size_t since_change(const struct session *session, size_t part) {
    const struct lesson *lesson = session->lesson;
    const struct page *page = &lesson->pages[outline_page(session)];
    for (size_t i = session_stop(session); i-- > page->first_stop;) {
        if (lesson->stops[i].part < part && changes_value(session, i)) {
            return lesson->stops[i].part + 1;
        }
    }
    return page->first_part;
}

/* True when the words of RANGE are about values as they were: the stop passed last changed some,
 * and has no words of its own, or the learner did, and has not taken it all back. */
static bool is_past(const struct scene *scene, const size_t range[2]) {
    const struct session *session = scene->session;
    const struct stop *stop = &session->lesson->stops[session_last(session)];
    bool undone = session->view.last.own && history_own(session->history)->count == 0;
    bool changed = stop->kind == STOP_STATEMENT && scene->has_moved && !undone;
    return was_seen(session, range[1]) && (changed || range[1] <= since_change(session, SIZE_MAX));
}

bool narration_follows(const struct scene *scene) {
    const struct session *session = scene->session;
    bool requested = scene->quiz != NULL || scene->exercise != NULL;
    return requested && !session->rest_owed &&
           lesson_last_words(session->lesson, session_stop(session)) == session_stop(session);
}

static const char *last_paragraph(const char *text) {
    const char *next;
    while ((next = strstr(text, "\n\n")) != NULL) {
        text = next + 2;
    }
    return text;
}

size_t narration_shared(const struct scene *scene) {
    enum { LADDER_LEAST = 5 }; /* with a gap */
    return scene->plan->panes.side || scene->quiz != NULL ? 0 : LADDER_LEAST;
}

/* Returns the question of STOP and what became of it, as much of it as there is room for above USED
 * lines of words; where there is not even room for the verdict, as much as makes a part of its own.
 */
static struct text recall_question(const struct scene *scene, size_t stop, const size_t room[2],
                                   size_t used) {
    for (size_t alone = 0; alone < 2; alone++) {
        for (enum question_form form = alone ? QUESTION_BRIEF : QUESTION_WHOLE;
             form <= QUESTION_ANSWER; form++) {
            struct text question = question_text(scene, stop, room[0], form, NULL);
            size_t shared = form < QUESTION_BRIEF ? narration_shared(scene) : 0;
            size_t rows = text_count_lines(text_string(&question)) + shared;
            if (rows + (alone ? 1 : used) <= room[1]) {
                return question;
            }
            text_release(&question);
        }
    }
    return question_text(scene, stop, room[0], QUESTION_BRIEF, NULL);
}

/* True unless a number in WORDS is another now (live_number, in scene.c). */
static bool is_still_so(const char *words) {
    return strstr(words, "(lesson:") == NULL;
}

const char *narration_end(const char *words, size_t rows) {
    while (*words != '\0' && text_count_lines(words) > rows) {
        const char *next = strstr(words, "\n\n");
        words = next == NULL ? words + strlen(words) : next + 2;
    }
    return words;
}

/* Puts WORDS above what is in OUT. */
static void put_above(const char *words, struct text *out) {
    struct text all = {0};
    text_format(&all, "%s%s%s", words, words[0] != '\0' && out->length > 0 ? "\n\n" : "",
                text_string(out));
    text_release_into(out, &all);
    *out = all;
}

/* Puts what the page said from part RANGE[0] up to but not including RANGE[1] above WORDS[0], those
 * of now, from question FIRST (a stop; SIZE_MAX: none is new) on, and the rest into WORDS[1]:
 * words, and questions with what became of them; of that the last, as much as there is ROOM
 * (columns, rows) for. */
static void find_earlier(struct scene *scene, const size_t range[2], size_t first,
                         const size_t room[2], struct text *const words[2]) {
    const struct session *session = scene->session;
    const struct lesson *lesson = session->lesson;
    struct text *now = words[0];
    size_t passed = session_stop(session), stop = passed;
    size_t part = passed == 0 ? 0 : greater(lesson->stops[passed - 1].part + 1, range[1]);
    size_t from = first == SIZE_MAX ? SIZE_MAX : lesson->stops[first].part;
    size_t used = text_count_lines(text_string(now));
    bool nothing = used == 0 && first == SIZE_MAX; /* then the last paragraph stays, however long */
    size_t rows = nothing ? SIZE_MAX : reduced(room[1], narration_shared(scene) + used);
    while (part-- > lesser(range[0], from)) {
        while (stop > 0 && lesson->stops[stop - 1].part > part) {
            stop--;
        }
        size_t asks = stop > 0 && lesson->stops[stop - 1].part == part ? stop - 1 : SIZE_MAX;
        const struct quiz *quiz = question_quiz(session, asks);
        struct text item = {0}, *out = words[part < from];
        const char *said = "";
        if (quiz != NULL && (asks == first || question_verdict_shown(session, asks))) {
            used = text_count_lines(text_string(now));
            item = recall_question(scene, asks, room, used + (used > 0));
            said = text_string(&item);
        } else if (part >= range[0] &&
                   (quiz == NULL ? part < range[1]
                                 : stop < passed && question_settled(&session->answers[asks]))) {
            item = quiz == NULL ? parts_text(scene, part, part + 1, room[0])
                                : question_text(scene, asks, room[0], QUESTION_BRIEF, NULL);
            said = narration_end(text_string(&item), rows);
            said = is_still_so(said) ? said : "";
        }
        used = text_count_lines(text_string(&item));
        rows = used > rows ? 0 : reduced(rows, used + (used > 0));
        put_above(said, out);
        text_release_into(&item, out);
    }
}

/* Present words that were there before keep their last paragraph, or the verdict on the question
 * after them, but nothing beside a question or a verdict, or where steps go on after it. A change
 * without words gets the program's own line. */
bool narration_now(struct scene *scene, const size_t room[2], struct text *now,
                   struct text *before) {
    const struct session *session = scene->session;
    const struct exercise *exercise = scene->exercise;
    size_t range[2] = {SIZE_MAX, 0}, recalled = question_recalled(session);
    bool any = narration_parts(session, range), past = any && is_past(scene, range);
    bool fresh = any && !was_seen(session, range[1]) && !(past && exercise != NULL);
    bool under_way =
        exercise != NULL && (scene->has_moved || session->answers[session_last(session)].hints > 0);
    bool verdict = recalled != SIZE_MAX;
    bool quiet = !past && !fresh && !verdict && scene->quiz == NULL && !question_is_left(session);
    size_t last = quiet ? question_last(session) : recalled;
    if (past && exercise == NULL) { /* else the title says what changed */
        struct text line = {0};
        changes_title(scene, &line);
        text_append(&line, line.length > 0 ? "." : "");
        scene_wrap(text_string(&line), 0, room[0], now);
        scene_trim(now);
        text_release_into(&line, now);
    } else if (fresh) {
        *now = parts_text(scene, range[0], range[1], room[0]);
    }
    const size_t parts[] = {any ? since_change(session, range[0]) : SIZE_MAX,
                            fresh ? range[0] : range[1]};
    find_earlier(scene, parts, last, room, (struct text *const[]){now, before});
    if (quiet && last == SIZE_MAX) {
        const char *words = last_paragraph(text_string(before));
        size_t end = (size_t)(words - text_string(before));
        text_append(now, words);
        text_truncate(before, end);
        scene_trim(before);
    }
    return under_way || (any && !past && !verdict && !fresh);
}
