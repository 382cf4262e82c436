/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* needs: which values a screen of the lesson needs, from the names in its words, its questions and
 * its lines. */
#include "base/memory.h"
#include "base/text.h"
#include "canvas/drawing.h"
#include "session/question.h"
#include "stage/casting.h"
#include "stage/stage.h"

#include <string.h>

/* --- names in a text -------------------------------------------------------------------------- */

/* What each value gets whose name is found: enum need, and enum mark that many bits above. */
enum effect { MARK = 16, SPOKEN = MARK_SPOKEN << MARK, CALLED = MARK_NAMED << MARK | SPOKEN };

static void affect(struct casting *casting, int index, unsigned effect) {
    if (index != CAST_NONE) {
        casting->needs[index] |= (unsigned short)effect;
        casting->members[index].marks |= effect >> MARK;
    }
}

/* Affects what is named in LENGTH bytes of an expression. */
static void affect_names(struct casting *casting, const char *text, size_t length,
                         unsigned effect) {
    for (size_t at = 0, name; (name = reader_next_name(text, length, &at)) > 0; at += name) {
        affect(casting, casting_find(casting, text + at, name), effect);
    }
}

/* Affects what is named between the backquotes of plain words. */
static void affect_spans(struct casting *casting, const char *words, unsigned effect) {
    for (const char *open = strchr(words, '`'); open != NULL; open = strchr(open, '`')) {
        const char *close = strchr(++open, '`');
        if (close == NULL) {
            return;
        }
        affect_names(casting, open, (size_t)(close - open), effect);
        open = close + 1;
    }
}

/* Affects what is named in the code of the lesson's parts FIRST up to but not including LAST. */
static void affect_parts(struct casting *casting, size_t first, size_t last, unsigned effect) {
    const struct lesson *lesson = casting->lesson;
    for (size_t p = first; p < last; p++) {
        const struct part *part = &lesson->parts[p];
        for (size_t b = 0; part->kind == PART_NARRATION && b < part->block_count; b++) {
            const struct block *block = &lesson->document.blocks[part->block + b];
            for (size_t r = 0; r < block->run_count; r++) {
                const struct run *run = &block->runs[r];
                if (run->style == RUN_CODE) {
                    affect_names(casting, run->text, strlen(run->text), effect);
                }
            }
        }
    }
}

static const struct page *page_of_screen(const struct casting *casting) {
    const struct lesson *lesson = casting->lesson;
    return &lesson->pages[lesson->stops[casting->last - 1].page];
}

/* --- what the page is about ------------------------------------------------------------------- */

/* Marks what the page names, and what that is made from: where a change only reaches other values,
 * from pages before, they stay as they are. */
static void mark_named(struct casting *casting) {
    const struct page *page = page_of_screen(casting);
    affect_parts(casting, page->first_part, page->first_part + page->part_count, CALLED);
    for (size_t i = page->first_stop; i < page->first_stop + page->stop_count; i++) {
        const struct quiz *quiz = question_quiz(casting->session, i);
        const struct source_line *line = lesson_line(casting->lesson, i);
        affect_spans(casting, quiz != NULL ? quiz->question : "", CALLED);
        const struct statements *all = &casting->session->lines[i].statements;
        bool shows = all->count > 0 && statement_is(&all->list[0], "show");
        affect_names(casting, line != NULL ? line->text : "", line != NULL ? strlen(line->text) : 0,
                     shows ? CALLED : SPOKEN);
    }
    casting_spread(casting, MARK_SPOKEN, true);
}

/* --- questions -------------------------------------------------------------------------------- */

/* The words of stop STOP affect what they name. */
static void need_words_at(struct casting *casting, size_t stop, unsigned effect) {
    size_t range[2];
    lesson_words_at(casting->lesson, stop, range);
    affect_parts(casting, range[0], range[1], effect);
}

/* Needs what a quiz asks about, and its choices; where it names no value, it is about the words
 * before it. */
static void need_quiz(struct casting *casting, const struct quiz *quiz) {
    size_t said = lesson_last_words(casting->lesson, casting->last - 1);
    bool names = false;
    affect_spans(casting, quiz->question, NEED_QUESTION);
    for (size_t i = 0; i < casting->cast->count; i++) {
        names |= (casting->needs[i] & NEED_QUESTION) != 0;
    }
    if (!names && said > page_of_screen(casting)->first_stop) {
        need_words_at(casting, said - 1, NEED_NAMED);
    }
    for (size_t i = 0; i < quiz->choice_count; i++) {
        const char *text = quiz->choices[i].text;
        affect_spans(casting, text, NEED_QUESTION);
        if (reader_is_name(text, strlen(text))) { /* one of several, all of which are known */
            affect_names(casting, text, strlen(text), NEED_WAY);
        }
    }
}

/* Needs what may be edited, the goals, and what is between them. */
static void need_exercise(struct casting *casting, const struct exercise *exercise) {
    for (size_t i = 0; i < exercise->allow_count; i++) {
        affect_names(casting, exercise->allowed[i], strlen(exercise->allowed[i]),
                     NEED_EDIT | MARK_FROM_EDIT << MARK);
    }
    for (size_t i = 0; i < exercise->expect_count; i++) {
        const char *goal = exercise->expects[i].goal;
        affect_names(casting, goal, strlen(goal), NEED_QUESTION);
    }
    affect_spans(casting, exercise->question, NEED_QUESTION);
    for (size_t i = 0; i < casting->cast->count; i++) {
        bool goal = (casting->needs[i] & NEED_QUESTION) != 0;
        casting->members[i].marks |= goal ? MARK_TO_GOAL : 0;
        casting->cast->values[i].edited |= (casting->members[i].marks & MARK_FROM_EDIT) != 0;
    }
    casting_spread(casting, MARK_FROM_EDIT, false);
    casting_spread(casting, MARK_TO_GOAL, true);
    for (size_t i = 0; i < casting->cast->count; i++) {
        unsigned marks = casting->members[i].marks;
        casting->cast->values[i].moves |= (marks & MARK_FROM_EDIT) != 0;
        if ((marks & MARK_FROM_EDIT) != 0 && (marks & MARK_TO_GOAL) != 0) {
            affect(casting, (int)i, NEED_WAY);
        }
    }
}

/* Needs what a prediction is about that waits until what settles it has run, and has been stepped
 * through. */
static void need_waiting(struct casting *casting) {
    const struct session *session = casting->session;
    size_t run = casting->last - casting->learner.focus.guided;
    for (size_t i = casting->last - 1; i-- > 0;) {
        if (question_due(session, i) > run) {
            affect_spans(casting, question_quiz(session, i)->question, NEED_QUESTION);
            return;
        }
    }
}

/* --- words ------------------------------------------------------------------------------------ */

/* Needs what the words name that no screen before has shown, and after a question those that follow
 * its answer. */
static void need_words(struct casting *casting) {
    const struct lesson *lesson = casting->lesson;
    enum stop_kind kind = lesson->stops[casting->last - 1].kind;
    bool requested = kind == STOP_QUIZ || kind == STOP_TRY;
    size_t said = lesson_last_words(lesson, casting->last - requested);
    if (said > casting->first) {
        need_words_at(casting, said - 1, NEED_NAMED);
    }
    if (requested) {
        need_words_at(casting, casting->last - 1, NEED_ANSWERED);
    }
}

/* --- what the learner looks at ---------------------------------------------------------------- */

/* Needs all values that are shown together by REQUEST, if it asks for no picture. */
static void need_together(struct casting *casting, const struct drawing_request *request) {
    for (size_t i = 0; request->kind == NULL && i < request->count; i++) {
        affect_names(casting, request->names[i], drawing_named(request, i), NEED_FOCUS);
    }
}

/* Needs what the lines make or show, also where the words then turn to something else. */
static void need_lines(struct casting *casting) {
    const struct lesson *lesson = casting->lesson;
    for (size_t stop = casting->first; stop < casting->last; stop++) {
        const struct compiled *line = &casting->session->lines[stop];
        bool unseen = lesson->parts[lesson->stops[stop].part].hidden;
        for (size_t k = 0; k < line->statements.count; k++) {
            const struct meaning *meaning = &line->meanings[k];
            if (unseen && !statement_is(&line->statements.list[k], "show")) {
                continue;
            }
            if (meaning->drawn != NULL) {
                need_together(casting, meaning->drawn);
            } else if (meaning->named != NULL) {
                affect_names(casting, meaning->named, strlen(meaning->named), NEED_FOCUS);
            }
        }
    }
}

/* A picture drawn instead of a matrix (links, histogram) shows what the matrix does. */
static void need_drawn(struct casting *casting) {
    const struct drawing_request *drawn = &casting->learner.view.drawn.requested;
    need_together(casting, drawn);
    if (casting->picture == CAST_NONE) {
        return;
    }
    const struct cast_value *picture = &casting->cast->values[casting->picture];
    affect(casting, casting->picture, NEED_FOCUS);
    for (size_t i = 0; i < picture->operand_count; i++) {
        affect(casting, picture->operands[i], NEED_WAY);
        if (drawn->kind->instead) {
            casting->needs[picture->operands[i]] &= (unsigned short)~NEED_FOCUS;
        }
    }
}

/* Needs what INDEX is made from where that can be followed number by number: STEPPED, or a few
 * matrices; for a product that is stepped through the operands as they meet: K.T. */
static void need_operands(struct casting *casting, size_t index, bool stepped) {
    enum { FEW = 3 };
    const struct member *member = &casting->members[index];
    const struct cast_value *value = &casting->cast->values[index];
    size_t count = 0;
    for (size_t k = 0; k < member->operand_count; k++) {
        count += !casting->cast->values[member->operands[k]].lone;
    }
    enum need need = stepped || count <= FEW ? NEED_OPERAND : NEED_WAY;
    for (size_t k = 0; k < member->operand_count; k++) { /* the formula names them */
        affect(casting, (int)member->operands[k], NEED_KNOWN | need);
    }
    if (stepped && value->left != CAST_NONE) {
        affect(casting, value->left, NEED_OPERAND);
        affect(casting, value->right, NEED_OPERAND);
    }
}

/* Needs what a definition's fence computes, or a cell that is explained. */
static void need_computed(struct casting *casting) {
    const struct session *session = casting->session;
    size_t stop = lesson_halt_at(casting->lesson, casting->last);
    stop = stop < casting->first ? casting->last - 1 : stop;
    bool explains = session->lines[casting->last - 1].explains;
    bool stepped = casting->learner.focus.guided || explains;
    casting->cast->at_stop[casting->last - 1].stepped = stepped;
    for (size_t i = 0; i < casting->cast->count; i++) {
        if ((explains && (int)i == casting->focus) ||
            session_makes(session, casting->cast->values[i].name, stop, stop + 1)) {
            need_operands(casting, i, stepped);
        }
    }
}

/* Needs what the last change moved: weights are what there is to see, and what the page names;
 * everything else is on the way. */
static void need_moved(struct casting *casting) {
    for (size_t i = 0; i < casting->cast->count; i++) {
        const struct member *member = &casting->members[i];
        bool moved = (member->marks & MARK_MOVED) != 0;
        bool before =
            casting->cast->values[i].first_stop < (int)page_of_screen(casting)->first_stop;
        casting->cast->values[i].moves |= moved;
        if (moved && (!before || (member->marks & MARK_SPOKEN) != 0)) {
            affect(casting, (int)i,
                   member->shares || member->leaf      ? NEED_FOCUS
                   : (member->marks & MARK_NAMED) != 0 ? NEED_NAMED
                                                       : NEED_WAY);
        }
    }
    affect(casting, casting->curve, NEED_FOCUS);
}

/* --- the screen ------------------------------------------------------------------------------- */

/* Drops the numbers of what is not there, or is the answer to an open question, which has its place
 * all the same; what has some to show, is explained. */
static void drop_absent(struct casting *casting) {
    bool *hidden = hidden_make(&casting->learner, &casting->now, false);
    for (size_t i = 0; i < casting->cast->count; i++) {
        const struct member *member = &casting->members[i];
        unsigned short *needs = &casting->needs[i];
        /* of K.T and H.A the position is that of K and H */
        size_t at = notebook_position(&casting->now, casting->cast->values[i].name);
        bool hides = hidden != NULL && hidden[at] && (int)i != casting->focus;
        *needs |= (*needs & NEED_NUMBERS) != 0 ? NEED_KNOWN : 0;
        if (!member->made || member->absent || hides) {
            bool asked_for = (*needs & NEED_QUESTION) != 0;
            *needs = (unsigned short)((*needs & NEED_KNOWN) | (asked_for ? NEED_WAY : 0));
        }
    }
    memory_free(hidden);
}

void needs_find(struct casting *casting) {
    const struct quiz *quiz = question_quiz(casting->session, casting->last - 1);
    const struct exercise *exercise = question_exercise(casting->session, casting->last - 1);
    mark_named(casting);
    need_moved(casting);
    affect(casting, casting->focus, NEED_FOCUS | NEED_LOOKED);
    need_lines(casting);
    need_drawn(casting);
    need_computed(casting);
    if (quiz != NULL) {
        need_quiz(casting, quiz);
    } else {
        need_waiting(casting);
    }
    if (exercise != NULL) {
        need_exercise(casting, exercise);
    }
    need_words(casting);
    drop_absent(casting);
}
