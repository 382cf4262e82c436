/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* No sentence is cut, lost, or shown after the moment it speaks of. */
#include "base/text.h"
#include "panels/narration.h"
#include "panels/questions.h"
#include "panels/scene.h"
#include "panels/walk.h"
#include "session/question.h"

#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static struct frame *frame;

/* Asserts that every paragraph, item and cell of the parts RANGE is on the frame, whole. */
static void assert_words(const struct lesson *lesson, const size_t range[2], const char *shown) {
    for (size_t p = range[0]; p < range[1]; p++) {
        const struct part *part = &lesson->parts[p];
        for (size_t b = 0; part->kind == PART_NARRATION && b < part->block_count; b++) {
            const struct block *block = &lesson->document.blocks[part->block + b];
            struct text words = {0}, folded = {0};
            for (size_t r = 0; r < block->run_count; r++) {
                const char *cell = block->runs[r].text;
                if (block->kind == BLOCK_ROW && strcmp(cell, "\t") == 0) {
                    text_clear(&words); /* a table's cells are wrapped each for itself */
                } else {
                    text_append(&words, cell);
                }
            }
            frame_fold(text_string(&words), &folded);
            bool table = block->kind == BLOCK_ROW;
            ck_assert_msg(
                table || folded.length == 0 || strstr(shown, text_string(&folded)) != NULL,
                "%s, stop %zu: not whole: %s\n%.3500s", lesson->file,
                session_stop(&frame->desk.session), text_string(&folded), frame_draw(frame));
            text_release(&words);
            text_release(&folded);
        }
    }
}

/* Checks what is in STOP's question, its choices too. */
static void assert_question(const struct lesson *lesson, const struct quiz *quiz,
                            const char *shown) {
    struct text folded = {0};
    for (size_t i = 0; i <= quiz->choice_count; i++) {
        const char *words = i == 0 ? quiz->question : quiz->choices[i - 1].text;
        text_clear(&folded);
        for (; *words != '\0'; words++) {
            if (*words != DOCUMENT_EMPHASIS) {
                const char one[] = {*words, '\0'};
                frame_fold(one, &folded);
            }
        }
        ck_assert_msg(strstr(shown, text_string(&folded)) != NULL,
                      "%s, stop %zu: not whole: %s\n%.3500s", lesson->file,
                      session_stop(&frame->desk.session), text_string(&folded), shown);
    }
    text_release(&folded);
}

static size_t parts[WALK_SIZES]; /* of the lesson, that were said */

void words_look(const struct walk *walk) {
    if (walk->size > 2) {
        return; /* where there is room for all */
    }
    frame = walk->frame;
    size_t *said = &parts[walk->size];
    *said = walk->number > 1 ? *said : 0;
    const struct lesson *lesson = frame->desk.session.lesson;
    struct text shown = {0};
    size_t range[2];
    enum popup popup = frame->desk.session.view.popup;
    frame->desk.session.view.popup = POPUP_NONE; /* as after Escape */
    frame_read_pane(frame, &shown);
    frame->desk.session.view.popup = popup;
    if (narration_parts(&frame->desk.session, range) && range[1] > *said) {
        range[0] = range[0] > *said ? range[0] : *said;
        assert_words(lesson, range, text_string(&shown));
        *said = range[1];
    }
    ck_assert_msg(strstr(text_string(&shown), "(lesson: ") == NULL,
                  "%s, stop %zu: words about other values\n%s", lesson->file,
                  session_stop(&frame->desk.session), text_string(&shown));
    const struct session *session = &frame->desk.session;
    const struct quiz *quiz = question_quiz(session, session_last(session));
    if (quiz != NULL) {
        assert_question(lesson, quiz, text_string(&shown));
    }
    text_release(&shown);
}
