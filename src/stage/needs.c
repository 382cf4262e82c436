/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* needs: which values a screen of the lesson needs, from the names in its words, its questions and
 * its lines. */
#include "base/text.h"
#include "canvas/drawing.h"
#include "session/question.h"
#include "stage/casting.h"
#include "stage/stage.h"

#include <string.h>

/* A screen of the lesson. */
struct screen {
    struct casting *casting;
    size_t first, last; /* its stops */
};

/* --- names in a text -------------------------------------------------------------------------- */

/* What each value gets whose name is found: a need, and a mark; or it loses that. */
struct effect {
    enum need need;
    enum mark mark, unmark;
};

static const struct effect named = {.need = NEED_NAMED}, answered = {.need = NEED_ANSWERED},
                           asked = {.need = NEED_QUESTION}, looked = {.need = NEED_FOCUS},
                           hidden = {.mark = MARK_HIDDEN}, seen = {.unmark = MARK_HIDDEN},
                           spoken = {.mark = MARK_SPOKEN},
                           called = {.mark = MARK_NAMED | MARK_SPOKEN},
                           early = {.mark = MARK_EARLY};

static void add_need(struct screen *screen, int index, unsigned need) {
    screen->casting->needs[index] |= (unsigned short)need;
}

static void affect(struct screen *screen, int index, const struct effect *effect) {
    if (index != CAST_NONE) {
        struct member *member = &screen->casting->members[index];
        add_need(screen, index, effect->need);
        member->marks = (member->marks | effect->mark) & ~(unsigned)effect->unmark;
    }
}

/* Affects what is named in LENGTH bytes of an expression. */
static void affect_names(struct screen *screen, const char *text, size_t length,
                         const struct effect *effect) {
    for (size_t at = 0, name; (name = reader_next_name(text, length, &at)) > 0; at += name) {
        affect(screen, casting_find(screen->casting, text + at, name), effect);
    }
}

/* Affects what is named between the backquotes of plain words. */
static void affect_spans(struct screen *screen, const char *words, const struct effect *effect) {
    for (const char *open = strchr(words, '`'); open != NULL; open = strchr(open, '`')) {
        const char *close = strchr(++open, '`');
        if (close == NULL) {
            return;
        }
        affect_names(screen, open, (size_t)(close - open), effect);
        open = close + 1;
    }
}

/* Affects what is named in the code of the lesson's parts FIRST up to but not including LAST. */
static void affect_parts(struct screen *screen, size_t first, size_t last,
                         const struct effect *effect) {
    const struct lesson *lesson = screen->casting->lesson;
    for (size_t p = first; p < last; p++) {
        const struct part *part = &lesson->parts[p];
        for (size_t b = 0; part->kind == PART_NARRATION && b < part->block_count; b++) {
            const struct block *block = &lesson->document.blocks[part->block + b];
            for (size_t r = 0; r < block->run_count; r++) {
                const struct run *run = &block->runs[r];
                if (run->style == RUN_CODE) {
                    affect_names(screen, run->text, strlen(run->text), effect);
                }
            }
        }
    }
}

/* --- what an open question hides -------------------------------------------------------------- */

/* Affects what the stops from RANGE[0] up to but not including RANGE[1] define; AGAIN: only what is
 * defined as it is now. */
static void affect_defined(struct screen *screen, const size_t range[2], bool again,
                           const struct effect *effect) {
    struct casting *casting = screen->casting;
    for (size_t s = range[0]; s < range[1]; s++) {
        const struct statements *line = &casting->session->lines[s].statements;
        for (size_t k = 0; k < line->count; k++) {
            const struct statement *statement = &line->list[k];
            bool defines = statement->kind == STATEMENT_DEFINE &&
                           (!again || !stage_changes(casting->session, statement, screen->last));
            int index = defines ? casting_find(casting, statement->name, strlen(statement->name))
                                : CAST_NONE;
            affect(screen, index, effect);
        }
    }
}

static const struct page *page_of_screen(const struct screen *screen) {
    const struct lesson *lesson = screen->casting->lesson;
    return &lesson->pages[lesson->stops[screen->last - 1].page];
}

/* Hides what open predictions ask for, unless it has been seen since, and what is computed until
 * they are settled. */
static void hide_answers(struct screen *screen) {
    const struct session *session = screen->casting->session;
    size_t passed = screen->last, known = passed - screen->casting->guided;
    for (size_t i = 0; i < passed; i++) {
        size_t due = question_due(session, i);
        if (due > passed) {
            const char *key = question_quiz(session, i)->key;
            key = key == NULL ? "" : key;
            affect_names(screen, key, strlen(key), &hidden);
            affect_defined(screen, (const size_t[]){i, known}, false, &seen);
            affect_defined(screen, (const size_t[]){known, due}, true, &hidden);
        }
    }
    casting_spread(screen->casting, MARK_HIDDEN, false);
    const struct quiz *quiz = question_quiz(session, passed - 1);
    const struct task *task = quiz == NULL ? NULL : quiz->task;
    for (size_t i = 0; task != NULL && i < screen->casting->cast->count; i++) {
        struct member *member = &screen->casting->members[i];
        member->marks |= member->leaf ? 0 : MARK_HIDDEN; /* formulas are to be written */
    }
    for (size_t i = 0; task != NULL && i < task->input_count; i++) {
        const char *given = task->inputs[i].name;
        affect_names(screen, given, strlen(given), &seen);
    }
}

/* --- what the page is about ------------------------------------------------------------------- */

/* Finds what pages before this one left, and nothing that this one names is made from: a change
 * that only reaches it does not light it. */
static void find_early(struct screen *screen) {
    const struct casting *casting = screen->casting;
    const struct page *page = page_of_screen(screen);
    affect_parts(screen, page->first_part, page->first_part + page->part_count, &called);
    for (size_t i = page->first_stop; i < page->first_stop + page->stop_count; i++) {
        const struct quiz *quiz = question_quiz(casting->session, i);
        const struct source_line *line = lesson_line(casting->lesson, i);
        affect_spans(screen, quiz != NULL ? quiz->question : "", &called);
        const struct statements *all = &casting->session->lines[i].statements;
        bool shows = all->count > 0 && statement_is(&all->list[0], "show");
        affect_names(screen, line != NULL ? line->text : "", line != NULL ? strlen(line->text) : 0,
                     shows ? &called : &spoken);
    }
    casting_spread(casting, MARK_SPOKEN, true);
    affect_defined(screen, (const size_t[]){0, page->first_stop}, false, &early);
}

/* --- questions -------------------------------------------------------------------------------- */

/* The words of stop STOP affect what they name. */
static void need_words_at(struct screen *screen, size_t stop, const struct effect *effect) {
    size_t range[2];
    lesson_words_at(screen->casting->lesson, stop, range);
    affect_parts(screen, range[0], range[1], effect);
}

/* Needs what a quiz asks about, and its choices; where it names no value, it is about the words
 * before it. */
static void need_quiz(struct screen *screen, const struct quiz *quiz) {
    size_t said = lesson_last_words(screen->casting->lesson, screen->last - 1);
    bool names = false;
    affect_spans(screen, quiz->question, &asked);
    for (size_t i = 0; i < screen->casting->cast->count; i++) {
        names |= (screen->casting->needs[i] & NEED_QUESTION) != 0;
    }
    if (!names && said > page_of_screen(screen)->first_stop) {
        need_words_at(screen, said - 1, &named);
    }
    for (size_t i = 0; i < quiz->choice_count; i++) {
        const char *text = quiz->choices[i].text;
        affect_spans(screen, text, &asked);
        if (reader_is_name(text, strlen(text))) { /* one of several, all of which are known */
            affect_names(screen, text, strlen(text), &(struct effect){.need = NEED_WAY});
        }
    }
}

/* Needs what may be edited, the goals, and what is between them. */
static void need_exercise(struct screen *screen, const struct exercise *exercise) {
    static const struct effect edited = {.need = NEED_EDIT, .mark = MARK_FROM_EDIT};
    struct casting *casting = screen->casting;
    for (size_t i = 0; i < exercise->allow_count; i++) {
        const char *allowed = exercise->allowed[i];
        int index = casting_find(casting, allowed, strlen(allowed));
        affect(screen, index, &edited);
        if (index != CAST_NONE) {
            casting->cast->values[index].edited = true;
        }
    }
    for (size_t i = 0; i < exercise->expect_count; i++) {
        const char *goal = exercise->expects[i].goal;
        affect_names(screen, goal, strlen(goal), &asked);
    }
    affect_spans(screen, exercise->question, &asked);
    for (size_t i = 0; i < casting->cast->count; i++) {
        bool goal = (casting->needs[i] & NEED_QUESTION) != 0;
        casting->members[i].marks |= goal ? MARK_TO_GOAL : 0;
    }
    casting_spread(casting, MARK_FROM_EDIT, false);
    casting_spread(casting, MARK_TO_GOAL, true);
    for (size_t i = 0; i < casting->cast->count; i++) {
        unsigned marks = casting->members[i].marks;
        casting->cast->values[i].moves |= (marks & MARK_FROM_EDIT) != 0;
        if ((marks & MARK_FROM_EDIT) != 0 && (marks & MARK_TO_GOAL) != 0) {
            add_need(screen, (int)i, NEED_WAY);
        }
    }
}

/* Needs what a prediction is about that waits until what settles it has run, and has been stepped
 * through. */
static void need_waiting(struct screen *screen) {
    const struct session *session = screen->casting->session;
    size_t run = screen->last - screen->casting->guided;
    for (size_t i = screen->last - 1; i-- > 0;) {
        if (question_due(session, i) > run) {
            affect_spans(screen, question_quiz(session, i)->question, &asked);
            return;
        }
    }
}

/* --- words ------------------------------------------------------------------------------------ */

/* Needs what the words name that no screen before has shown, and after a question those that follow
 * its answer. */
static void need_words(struct screen *screen) {
    const struct lesson *lesson = screen->casting->lesson;
    enum stop_kind kind = lesson->stops[screen->last - 1].kind;
    bool requested = kind == STOP_QUIZ || kind == STOP_TRY;
    size_t said = lesson_last_words(lesson, screen->last - requested);
    if (said > screen->first) {
        need_words_at(screen, said - 1, &named);
    }
    if (requested) {
        need_words_at(screen, screen->last - 1, &answered);
    }
}

/* --- what the learner looks at ---------------------------------------------------------------- */

/* Needs all values that are shown together by REQUEST, if it asks for no picture. */
static void need_together(struct screen *screen, const struct drawing_request *request) {
    for (size_t i = 0; request->kind == NULL && i < request->count; i++) {
        affect_names(screen, request->names[i], drawing_named(request, i), &looked);
    }
}

/* Needs what the lines make or show, also where the words then turn to something else. */
static void need_lines(struct screen *screen) {
    const struct lesson *lesson = screen->casting->lesson;
    for (size_t stop = screen->first; stop < screen->last; stop++) {
        const struct compiled *line = &screen->casting->session->lines[stop];
        bool unseen = lesson->parts[lesson->stops[stop].part].hidden;
        for (size_t k = 0; k < line->statements.count; k++) {
            const struct meaning *meaning = &line->meanings[k];
            if (unseen && !statement_is(&line->statements.list[k], "show")) {
                continue;
            }
            if (meaning->drawn != NULL) {
                need_together(screen, meaning->drawn);
            } else if (meaning->named != NULL) {
                affect_names(screen, meaning->named, strlen(meaning->named), &looked);
            }
        }
    }
}

/* A picture drawn instead of a matrix (links, histogram) shows what the matrix does. */
static void need_drawn(struct screen *screen) {
    struct casting *casting = screen->casting;
    const struct drawing_request *drawn = &casting->learner.view.drawn.requested;
    need_together(screen, drawn);
    if (casting->picture == CAST_NONE) {
        return;
    }
    const struct cast_value *picture = &casting->cast->values[casting->picture];
    add_need(screen, casting->picture, NEED_FOCUS);
    for (size_t i = 0; i < picture->operand_count; i++) {
        add_need(screen, picture->operands[i], NEED_WAY);
        if (drawn->kind != NULL && drawn->kind->instead) {
            casting->needs[picture->operands[i]] &= (unsigned short)~NEED_FOCUS;
        }
    }
}

/* Needs what INDEX is made from where that can be followed number by number: STEPPED, or a few
 * matrices; for a product that is stepped through the operands as they meet: K.T. */
static void need_operands(struct screen *screen, size_t index, bool stepped) {
    enum { FEW = 3 };
    const struct casting *casting = screen->casting;
    const struct member *member = &casting->members[index];
    const struct cast_value *value = &casting->cast->values[index];
    size_t count = 0;
    for (size_t k = 0; k < member->operand_count; k++) {
        count += !casting->members[member->operands[k]].lone;
    }
    enum need need = stepped || count <= FEW ? NEED_OPERAND : NEED_WAY;
    for (size_t k = 0; k < member->operand_count; k++) { /* the formula names them */
        add_need(screen, (int)member->operands[k], NEED_KNOWN | need);
    }
    if (stepped && value->left != CAST_NONE) {
        add_need(screen, value->left, NEED_OPERAND);
        add_need(screen, value->right, NEED_OPERAND);
    }
}

/* Needs what a definition's fence computes, or a cell that is explained. */
static void need_computed(struct screen *screen) {
    const struct casting *casting = screen->casting;
    const struct session *session = casting->session;
    size_t stop = lesson_halt_at(casting->lesson, screen->last);
    stop = stop < screen->first ? screen->last - 1 : stop;
    bool explains = session->lines[screen->last - 1].explains;
    bool stepped = screen->casting->guided || explains;
    casting->cast->at_stop[screen->last - 1].stepped = stepped;
    for (size_t i = 0; i < casting->cast->count; i++) {
        if ((explains && (int)i == casting->focus) ||
            session_makes(session, casting->cast->values[i].name, stop, stop + 1)) {
            need_operands(screen, i, stepped);
        }
    }
}

/* Needs what the last change moved: weights are what there is to see, and what the page names;
 * everything else is on the way. */
static void need_moved(struct screen *screen) {
    const struct casting *casting = screen->casting;
    for (size_t i = 0; i < casting->cast->count; i++) {
        const struct member *member = &casting->members[i];
        bool moved = (member->marks & MARK_MOVED) != 0;
        bool before = (member->marks & MARK_EARLY) != 0;
        casting->cast->values[i].moves |= moved;
        if (moved && (!before || (member->marks & MARK_SPOKEN) != 0)) {
            add_need(screen, (int)i,
                     member->shares || member->leaf      ? NEED_FOCUS
                     : (member->marks & MARK_NAMED) != 0 ? NEED_NAMED
                                                         : NEED_WAY);
        }
    }
    if (casting->curve != CAST_NONE) {
        add_need(screen, casting->curve, NEED_FOCUS);
    }
}

/* --- the screen ------------------------------------------------------------------------------- */

/* Drops the numbers of what is not there, or is the answer to an open question, which has its place
 * all the same; what has some to show, is explained. */
static void drop_absent(struct screen *screen) {
    const struct casting *casting = screen->casting;
    for (size_t i = 0; i < casting->cast->count; i++) {
        const struct member *member = &casting->members[i];
        unsigned short *needs = &casting->needs[i];
        bool hides = (member->marks & MARK_HIDDEN) != 0 && (int)i != casting->focus;
        for (size_t k = 0;
             casting->cast->values[i].picture && k < casting->cast->values[i].operand_count; k++) {
            hides |=
                (casting->members[casting->cast->values[i].operands[k]].marks & MARK_HIDDEN) != 0;
        }
        *needs |= (*needs & NEED_NUMBERS) != 0 ? NEED_KNOWN : 0;
        if (!member->made || member->absent || hides) {
            bool asked_for = (*needs & NEED_QUESTION) != 0;
            *needs = (unsigned short)((*needs & NEED_KNOWN) | (asked_for ? NEED_WAY : 0));
        }
    }
}

void needs_find(struct casting *casting, size_t first, size_t last) {
    struct screen screen = {casting, first, last};
    const struct quiz *quiz = question_quiz(casting->session, last - 1);
    const struct exercise *exercise = question_exercise(casting->session, last - 1);
    hide_answers(&screen);
    find_early(&screen);
    need_moved(&screen);
    affect(&screen, casting->focus, &(struct effect){.need = NEED_FOCUS | NEED_LOOKED});
    need_lines(&screen);
    need_drawn(&screen);
    need_computed(&screen);
    if (quiz != NULL) {
        need_quiz(&screen, quiz);
    } else {
        need_waiting(&screen);
    }
    if (exercise != NULL) {
        need_exercise(&screen, exercise);
    }
    need_words(&screen);
    drop_absent(&screen);
}
