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

/* Returns the first part of the present page that was said after the lesson's last change of a
 * value before PART. */
static size_t since_change(const struct session *session, size_t part) {
    const struct lesson *lesson = session->lesson;
    const struct page *page = &lesson->pages[outline_page(session)];
    for (size_t i = session_stop(session); i-- > page->first_stop;) {
        if (lesson->stops[i].part < part && question_changes(session, i)) {
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
    bool requested = scene_quiz(scene) != NULL || scene_exercise(scene) != NULL;
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
    return scene->plan->panes.side || scene_quiz(scene) != NULL ? 0 : LADDER_LEAST;
}

/* Returns the question that the lesson has gone on from, as much of it as there is room for above
 * WORDS; where there is not even room for the verdict, as much as makes a part of its own. */
static struct text recall_question(const struct scene *scene, size_t stop, const size_t room[2],
                                   const char *words) {
    size_t used = text_count_lines(words) + (words[0] != '\0'), shared = narration_shared(scene);
    for (size_t alone = 0; alone < 2; alone++) {
        for (enum question_form form = alone ? QUESTION_BRIEF : QUESTION_WHOLE;
             form <= QUESTION_ANSWER; form++) {
            struct text question = question_recall(scene, stop, room[0], form);
            size_t rows = text_count_lines(text_string(&question)) + (alone ? 1 : used);
            if (rows + (form < QUESTION_BRIEF ? shared : 0) <= room[1]) {
                return question;
            }
            text_release(&question);
        }
    }
    return question_recall(scene, stop, room[0], QUESTION_BRIEF);
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

/* Writes into BEFORE, and from the question that is recalled on into SINCE, what the page said from
 * part RANGE[0] up to but not including RANGE[1]: words, and questions with what became of them; of
 * that the last, as much as would fit in ROOM (columns, rows) with all that came after it if each
 * question were as long as it has ever been. So what has left the screen once does not come back.
 */
static void find_earlier(struct scene *scene, const size_t range[2], const size_t room[2],
                         struct text *before, struct text *since) {
    const struct session *session = scene->session;
    const struct lesson *lesson = session->lesson;
    size_t stop = session_stop(session), rows = room[1], recalled = question_recalled(session);
    size_t part = greater(lesson->stops[stop - 1].part + 1, range[1]);
    size_t asked = recalled == SIZE_MAX ? SIZE_MAX : lesson->stops[recalled].part;
    for (bool whole = true; whole && part-- > range[0];) {
        while (stop > 0 && lesson->stops[stop - 1].part > part) {
            stop--;
        }
        bool asks =
            stop > 0 && lesson->stops[stop - 1].part == part &&
            (lesson->stops[stop - 1].kind == STOP_QUIZ || lesson->stops[stop - 1].kind == STOP_TRY);
        struct text item = {0}, *out = part > asked ? since : before;
        if (!asks && part < range[1]) {
            item = parts_text(scene, part, part + 1, room[0]);
        }
        size_t used =
            asks ? question_rows(scene, stop - 1, room[0]) : text_count_lines(text_string(&item));
        whole = used <= rows;
        if (asks && whole) {
            item = question_earlier(scene, stop - 1, room[0]);
        }
        const char *words = narration_end(text_string(&item), rows);
        words = is_still_so(words) ? words : "";
        struct text all = {0};
        text_format(&all, "%s%s%s", words, words[0] != '\0' && out->length > 0 ? "\n\n" : "",
                    text_string(out));
        text_release_into(&item, &all);
        text_release_into(out, &all);
        *out = all;
        rows = reduced(rows, used + (used > 0));
    }
}

/* Removes WORDS, or as much of their end as there is, from the end of EARLIER. */
static void remove_words(struct text *earlier, const char *words) {
    size_t length = strlen(words), same = lesser(length, earlier->length);
    size_t end = earlier->length - same;
    if (text_same(text_string(earlier) + end, words + length - same)) {
        text_truncate(earlier, end);
    }
    scene_trim(earlier);
}

/* Present words that were there before keep their last paragraph, or the verdict on the question
 * after them, but nothing beside a question or a verdict, or where steps go on after it. A change
 * without words gets the program's own line. */
bool narration_now(struct scene *scene, const size_t room[2], struct text *now,
                   struct text *before) {
    const struct session *session = scene->session;
    const struct exercise *exercise = scene_exercise(scene);
    size_t range[2] = {0, 0}, width = room[0];
    bool any = narration_parts(session, range), past = any && is_past(scene, range);
    bool fresh = any && !was_seen(session, range[1]) && !(past && exercise != NULL);
    bool under_way =
        exercise != NULL && (scene->has_moved || session->answers[session_last(session)].hints > 0);
    size_t last = question_last(session), recalled = question_recalled(session);
    bool requested = recalled != SIZE_MAX;
    bool quiet =
        !past && !fresh && !requested && scene_quiz(scene) == NULL && !question_is_left(session);
    if (quiet) {
        *now = recall_question(scene, last, room, "");
    }
    struct text said = any ? parts_text(scene, range[0], range[1], width) : (struct text){0};
    const char *words = "";
    if (past && exercise == NULL) { /* else the title says what changed */
        struct text line = {0};
        text_clear(&said);
        changes_title(scene, &line);
        text_append(&line, line.length > 0 ? "." : "");
        scene_wrap(text_string(&line), 0, width, &said);
        scene_trim(&said);
        text_release_into(&line, &said);
        words = text_string(&said);
    } else if (fresh) {
        words = text_string(&said);
    } else if (quiet && now->length == 0) {
        words = last_paragraph(text_string(&said));
    }
    struct text shown = {0};
    if (any) { /* where these words may be the last */
        const size_t parts[] = {since_change(session, range[0]), range[1]};
        const size_t left[] = {width, reduced(room[1], narration_shared(scene))};
        find_earlier(scene, parts, left, before, &shown);
        remove_words(shown.length > 0 ? &shown : before, words);
    }
    text_format(&shown, "%s%s", shown.length > 0 && words[0] != '\0' ? "\n\n" : "", words);
    if (requested) {
        *now = recall_question(scene, recalled, room, text_string(&shown));
    }
    text_append(now, requested && shown.length > 0 ? "\n\n" : "");
    text_append(now, text_string(&shown));
    text_release_into(&shown, now);
    text_release(&said);
    return under_way || (any && !past && !requested && !fresh);
}
