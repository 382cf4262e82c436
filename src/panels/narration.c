/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* narration: what the lesson said last, as much of it as there is room for. */
#include "panels/narration.h"

#include "commands/commands.h"
#include "panels/questions.h"
#include "panels/scene.h"
#include "session/outline.h"
#include "session/printing.h"

#include <stdint.h>
#include <string.h>

/* What follows an open question waits, and so does what follows the answer to one of the lesson's
 * own lines, one that fails or explains, until that is closed. */
bool narration_parts(const struct session *session, size_t range[2]) {
    size_t passed = session_stop(session), last = session_last(session);
    bool answered = passed > 0 && session->view.popup == POPUP_ANSWER &&
                    (session->lines[last].view ||
                     session->lesson->parts[session->lesson->stops[last].part].error != NULL);
    passed -= passed > 0 && (session->rest_owed || answered) ? 1 : 0;
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
 * value. */
static size_t since_change(const struct session *session) {
    const struct lesson *lesson = session->lesson;
    const struct page *page = &lesson->pages[outline_page(session)];
    for (size_t i = session_stop(session); i-- > page->first_stop;) {
        const struct statements *line = &session->lines[i].statements;
        for (size_t k = 0; k < line->count; k++) {
            if (stage_changes(session, &line->list[k], i)) {
                return lesson->stops[i].part + 1;
            }
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
    return was_seen(session, range[1]) && (changed || range[1] <= since_change(session));
}

bool narration_follows(const struct scene *scene) {
    const struct session *session = scene->session;
    bool requested = scene_quiz(scene) != NULL || scene_exercise(scene) != NULL;
    return requested && !session->rest_owed &&
           lesson_last_words(session->lesson, session_stop(session)) == session_stop(session);
}

static const char *last_paragraph(const char *text) {
    for (const char *next = strstr(text, "\n\n"); next != NULL; next = strstr(text, "\n\n")) {
        text = next + 2;
    }
    return text;
}

/* Returns the last sentence of TEXT, set in lines of its own. */
static struct text last_words(const struct text *text, size_t width) {
    const char *start = last_paragraph(text_string(text));
    struct text sentence = {0}, lines = {0};
    for (const char *at = start; *at != '\0'; at++) {
        start = at[0] == '.' && (at[1] == ' ' || at[1] == '\n') ? at + 2 : start;
    }
    for (const char *at = start; *at != '\0'; at++) {
        text_append_character(&sentence, *at == '\n' ? ' ' : *at);
    }
    canvas_wrap(text_string(&sentence), 0, width, &lines);
    scene_trim(&lines);
    text_release_into(&sentence, &lines);
    return lines;
}

/* Rows that a question which was answered leaves to the arithmetic below it, with a gap. */
enum { LADDER_LEAST = 5 };

/* Returns the question that the lesson has gone on from, as much of it as there is room for above
 * WORDS; a part of its own where there is not even room for the verdict. */
static struct text recall_question(struct scene *scene, enum recall which, const size_t room[2],
                                   const char *words) {
    size_t used = text_count_lines(words) + (words[0] != '\0');
    size_t shared = scene->stage->plan->panes.side ? 0 : LADDER_LEAST;
    for (enum question_form form = QUESTION_WHOLE; form <= QUESTION_ANSWER; form++) {
        struct text question = question_recall(scene, which, room[0], form);
        size_t rows = text_count_lines(text_string(&question));
        if (rows + used + (form < QUESTION_BRIEF ? shared : 0) <= room[1]) {
            return question;
        }
        text_release(&question);
    }
    return question_recall(scene, which, room[0], QUESTION_BRIEF);
}

/* True unless a number in WORDS is another now (live_number, in scene.c). */
static bool is_still_so(const char *words) {
    return strstr(words, "(lesson:") == NULL;
}

/* Returns what the page said from part FIRST up to but not including LAST: words, and questions
 * with what became of them. */
static struct text earlier_text(struct scene *scene, size_t first, size_t last, size_t width) {
    const struct lesson *lesson = scene->session->lesson;
    struct text out = {0};
    for (size_t stop = 0, part = first; part < last; part++) {
        while (stop < lesson->stop_count && lesson->stops[stop].part < part) {
            stop++;
        }
        bool asks = stop < lesson->stop_count && lesson->stops[stop].part == part;
        struct text said = parts_text(scene, part, part + 1, width);
        if (!is_still_so(text_string(&said))) {
            text_clear(&said);
        }
        struct text question = asks ? question_earlier(scene, stop, width) : (struct text){0};
        text_append(&out, out.length > 0 && said.length + question.length > 0 ? "\n\n" : "");
        text_format(&out, "%s%s", text_string(&said), text_string(&question));
        text_release_into(&said, &out);
        text_release_into(&question, &out);
    }
    return out;
}

/* Present words that were there before keep their last paragraph, or the verdict on the question
 * after them, but nothing beside a question or a verdict. A change without words gets the program's
 * own line, unless the last sentence announced it by ending in a colon, with no question since. */
bool narration_now(struct scene *scene, const size_t room[2], struct text *now,
                   struct text *before) {
    const struct session *session = scene->session;
    const struct exercise *exercise = scene_exercise(scene);
    size_t range[2] = {0, 0}, width = room[0];
    bool any = narration_parts(session, range), past = any && is_past(scene, range);
    bool fresh = any && !was_seen(session, range[1]) && !(past && exercise != NULL);
    bool under_way =
        exercise != NULL && (scene->has_moved || session->answers[session_last(session)].hints > 0);
    struct text recalled = question_recall(scene, RECALL_NEW, width, QUESTION_ANSWER);
    struct text since = question_recall(scene, RECALL_LAST, width, QUESTION_BRIEF);
    bool requested = recalled.length > 0, asked = since.length > 0;
    text_release(&recalled);
    text_release(&since);
    bool quiet = !past && !fresh && !requested && scene_quiz(scene) == NULL;
    if (quiet) {
        *now = recall_question(scene, RECALL_LAST, room, "");
    }
    struct text said = any ? parts_text(scene, range[0], range[1], width) : (struct text){0};
    const char *words = "";
    bool announced = said.length > 0 && said.bytes[said.length - 1] == ':' && !asked;
    const char *paragraph = last_paragraph(text_string(&said));
    bool again = past && exercise == NULL && announced && before != NULL && is_still_so(paragraph);
    if (past && exercise == NULL && !again) { /* else the title says what changed */
        struct text lines = announced ? last_words(&said, width) : (struct text){0};
        if (!announced) {
            changes_title(scene, &lines);
            text_append(&lines, lines.length > 0 ? "." : "");
        }
        text_release_into(&said, &lines);
        said = lines;
        words = text_string(&said);
    } else if (fresh) {
        words = text_string(&said);
    } else if (again || (quiet && now->length == 0)) {
        words = paragraph;
    }
    if (requested) {
        *now = recall_question(scene, RECALL_NEW, room, words);
    }
    text_format(now, "%s%s", requested && words[0] != '\0' ? "\n\n" : "", words);
    if (before != NULL && any) { /* where these words may be the last */
        size_t first = session->lesson->pages[outline_page(session)].first_part;
        *before = earlier_text(scene, past ? first : since_change(session), range[1], width);
        size_t length = strlen(words), end = before->length - lesser(length, before->length);
        bool last = text_same(text_string(before) + end, words);
        text_truncate(before, last ? end : before->length);
        scene_trim(before);
    }
    text_release(&said);
    return under_way || (any && !past && !requested && !fresh);
}
