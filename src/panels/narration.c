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
size_t narration_parts(const struct session *session, size_t range[2]) {
    size_t passed = session_stop(session);
    passed -= passed > 0 && (session->rest_owed || is_answered(session)) ? 1 : 0;
    size_t said = passed == 0 ? 0 : lesson_last_words(session->lesson, passed);
    if (said > 0) {
        lesson_words_at(session->lesson, said - 1, range);
    }
    return said;
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

/* What the page has said, in stops, of which each says its question and then its words. */
struct spoken {
    size_t passed, first; /* the stops passed, and the first of them that is on the page */
    size_t said;          /* the stop, from 1, whose words were said last; 0: none were */
    size_t since;         /* the stop from which on the words before those hold still */
    bool fresh;           /* those said last are new here */
    bool past; /* they are about values as they were: the stop passed last changed some, and has no
                  words of its own, or the learner did, and has not taken it all back */
};

static struct spoken what_was_spoken(const struct scene *scene) {
    const struct session *session = scene->session;
    const struct lesson *lesson = session->lesson;
    size_t passed = session_stop(session), range[2] = {0, 0}, seen = 0;
    struct spoken spoken = {.passed = passed, .said = narration_parts(session, range)};
    size_t halt = passed > 1 ? lesson_halt_at(lesson, passed - 1) : 0;
    if (passed > 1 && lesson->stops[halt].halts) { /* the learner waited there last, */
        size_t words[2];
        halt = lesser(lesson_next_halt(lesson, halt), passed - 1) - 1;
        lesson_words_at(lesson, halt, words); /* and words after steps come later */
        seen = words[lesson->parts[lesson->stops[halt].part].grain == NULL];
    }
    spoken.first = passed == 0 ? 0 : lesson->pages[outline_page(session)].first_stop;
    bool undone = session->view.last.own && history_own(session->history)->count == 0;
    bool changed = passed > 0 && scene->has_moved && !undone &&
                   lesson->stops[passed - 1].kind == STOP_STATEMENT;
    spoken.since = spoken.said == 0 ? passed : spoken.first;
    for (size_t i = passed; i-- > spoken.since;) {
        if (changes_value(session, i)) {
            changed |= i >= spoken.said;
            spoken.since = i < spoken.said ? i : spoken.since;
        }
    }
    spoken.fresh = range[1] > seen;
    spoken.past = spoken.said > 0 && changed && !spoken.fresh;
    return spoken;
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

/* Returns the question of STOP and what became of it, as much of it as there is room for above the
 * words BELOW; where there is not even room for the verdict, as much as makes a part of its own. */
static struct text recall_question(const struct scene *scene, size_t stop, const size_t room[2],
                                   const struct text *below) {
    size_t used = text_count_lines(text_string(below));
    used += used > 0;
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

const char *narration_end(const char *words, size_t rows) {
    while (*words != '\0' && text_count_lines(words) > rows) {
        const char *next = strstr(words, "\n\n");
        words = next == NULL ? words + strlen(words) : next + 2;
    }
    return words;
}

/* Puts WORDS, which are released, above what is in OUT. */
static void put_above(struct text *words, struct text *out) {
    text_append(words, words->length > 0 && out->length > 0 ? "\n\n" : "");
    text_append(words, text_string(out));
    text_release_into(out, words);
    *out = *words;
}

/* Moves END, a part of BEFORE up to its end, above what is in NOW. */
static void move_end(struct text *before, const char *end, struct text *now) {
    struct text words = {0};
    text_append(&words, end);
    text_truncate(before, before->length - words.length);
    scene_trim(before);
    put_above(&words, now);
}

/* Returns the words of STOP, in lines of WIDTH columns. */
static struct text stop_words(const struct scene *scene, size_t stop, size_t width) {
    struct text out = {0};
    struct paint paint = scene_paint(scene);
    struct output output = {&out, &paint, width};
    size_t range[2];
    lesson_words_at(scene->session->lesson, stop, range);
    printing_narration(scene->session->lesson, &output, range);
    scene_trim(&out);
    return out;
}

/* Present words that were there before keep their last paragraph, or the verdict on the question
 * after them, but nothing beside a question or a verdict, or where steps go on after it. A change
 * without words gets the program's own line. */
bool narration_now(struct scene *scene, const size_t room[2], struct text *now,
                   struct text *before) {
    const struct session *session = scene->session;
    const struct spoken spoken = what_was_spoken(scene);
    size_t recalled = question_recalled(session);
    bool old = !spoken.past && !spoken.fresh && recalled == SIZE_MAX;
    bool quiet = old && scene->quiz == NULL && !question_is_left(session);
    if (spoken.past && scene->exercise == NULL) { /* else the title says what changed */
        struct text line = {0};
        changes_title(scene, &line);
        text_append(&line, line.length > 0 ? "." : "");
        scene_wrap(text_string(&line), 0, room[0], now);
        scene_trim(now);
        text_release_into(&line, now);
    }
    for (size_t i = spoken.passed; i-- > lesser(spoken.first, recalled);) {
        const struct quiz *quiz = question_quiz(session, i);
        bool past = i < spoken.since, over = quiz != NULL && i + 1 < spoken.passed;
        bool fresh = spoken.fresh && i + 1 == spoken.said;
        struct text words = {0}, question = {0};
        if (!past && i < spoken.said) {
            words = stop_words(scene, i, room[0]);
        }
        if (!fresh && strstr(text_string(&words), "(lesson:") != NULL) {
            text_clear(&words); /* a number in them is another now (live_number, in scene.c) */
        }
        put_above(&words, fresh ? now : before);
        bool whole = i == recalled || question_verdict_shown(session, i) ||
                     (quiet && over && now->length + before->length == 0);
        if (whole) { /* above what was said since, as much of that as there is room for */
            size_t used = narration_shared(scene) + text_count_lines(text_string(now));
            move_end(before, narration_end(text_string(before), reduced(room[1], used)), now);
            text_clear(before);
            question = recall_question(scene, i, room, now);
        } else if (over && !past && question_settled(&session->answers[i])) {
            question = question_text(scene, i, room[0], QUESTION_BRIEF, NULL);
        }
        put_above(&question, whole ? now : before);
    }
    if (quiet && now->length == 0) {
        move_end(before, last_paragraph(text_string(before)), now);
    }
    bool under_way = scene->exercise != NULL &&
                     (scene->has_moved || session->answers[session_last(session)].hints > 0);
    return under_way || (spoken.said > 0 && old);
}
