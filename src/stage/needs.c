/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* needs: which values a screen of the lesson needs, from the names in its words, its questions and
 * its lines. */
#include "base/text.h"
#include "canvas/drawing.h"
#include "session/question.h"
#include "stage/casting.h"

#include <stdint.h>
#include <string.h>

/* A screen of the lesson. */
struct screen {
    struct casting *casting;
    size_t first, last; /* its stops */
    bool guided;        /* the learner steps through what it defines */
};

/* --- names in a text -------------------------------------------------------------------------- */

/* What is done with each name that is found. */
typedef void visit(struct screen *screen, int index);

/* Visits the names in LENGTH bytes of an expression; labels in quotes are none. */
static void visit_names(struct screen *screen, const char *text, size_t length, visit *each) {
    bool label = false;
    for (size_t at = 0; at < length;) {
        label ^= text[at] == '"';
        size_t name = label ? 0 : reader_name(text + at, length - at);
        int index = name > 0 ? casting_find(screen->casting, text + at, name) : CAST_NONE;
        if (index != CAST_NONE) {
            each(screen, index);
        }
        size_t digits = strspn(text + at, "0123456789");
        at += name > 0 ? name : digits + (digits == 0);
        at +=
            digits == 0 ? 0 : reader_name(text + at, length - lesser(at, length)); /* 1e5, <202A> */
    }
}

/* Visits those between the backquotes of plain words. */
static void visit_spans(struct screen *screen, const char *words, visit *each) {
    for (const char *open = strchr(words, '`'); open != NULL; open = strchr(open, '`')) {
        const char *close = strchr(++open, '`');
        if (close == NULL) {
            return;
        }
        visit_names(screen, open, (size_t)(close - open), each);
        open = close + 1;
    }
}

/* Visits those in the code of the lesson's parts FIRST up to but not including LAST. */
static void visit_parts(struct screen *screen, size_t first, size_t last, visit *each) {
    const struct lesson *lesson = screen->casting->lesson;
    for (size_t p = first; p < last; p++) {
        const struct part *part = &lesson->parts[p];
        for (size_t b = 0; part->kind == PART_NARRATION && b < part->block_count; b++) {
            const struct block *block = &lesson->document.blocks[part->block + b];
            for (size_t r = 0; r < block->run_count; r++) {
                const struct run *run = &block->runs[r];
                if (run->style == RUN_CODE) {
                    visit_names(screen, run->text, strlen(run->text), each);
                }
            }
        }
    }
}

static void add_need(struct screen *screen, int index, enum need need) {
    screen->casting->needs[index] |= (unsigned char)need;
}

static void name(struct screen *screen, int index) {
    add_need(screen, index, NEED_NAMED);
}

/* Needs something that words which were read before already name. */
static void need_passed(struct screen *screen, int index) {
    if ((screen->casting->needs[index] & NEED_NUMBERS) == 0) {
        add_need(screen, index, NEED_WAY);
    }
}

static void need_question(struct screen *screen, int index) {
    add_need(screen, index, NEED_QUESTION);
}

static void hide(struct screen *screen, int index) {
    screen->casting->members[index].hidden = true;
}

static void unhide(struct screen *screen, int index) {
    screen->casting->members[index].hidden = false;
}

static void speak(struct screen *screen, int index) {
    screen->casting->members[index].spoken = true;
}

static void call(struct screen *screen, int index) {
    screen->casting->members[index].named = true;
    speak(screen, index);
}

static void call_early(struct screen *screen, int index) {
    screen->casting->members[index].early = true;
}

/* --- what an open question hides -------------------------------------------------------------- */

/* True when STATEMENT defines its name as the lesson had it last before stop STOP, or first. */
static bool defines_again(const struct casting *casting, const struct statement *statement,
                          size_t stop) {
    for (size_t i = stop; i-- > 0;) {
        const struct statements *line = &casting->session->lines[i].statements;
        for (size_t k = line->count; k-- > 0;) {
            const struct statement *before = &line->list[k];
            if (before->kind == STATEMENT_DEFINE && text_same(before->name, statement->name)) {
                return tree_same(before->value->root, statement->value->root);
            }
        }
    }
    return true;
}

/* Visits what the stops FIRST up to but not including LAST define; AGAIN: only what is defined as
 * it is now. */
static void visit_defined(struct screen *screen, const size_t range[2], bool again, visit *each) {
    struct casting *casting = screen->casting;
    for (size_t s = range[0]; s < range[1]; s++) {
        const struct statements *line = &casting->session->lines[s].statements;
        for (size_t k = 0; k < line->count; k++) {
            const struct statement *statement = &line->list[k];
            bool defines = statement->kind == STATEMENT_DEFINE &&
                           (!again || defines_again(casting, statement, screen->last));
            int index = defines ? casting_find(casting, statement->name, strlen(statement->name))
                                : CAST_NONE;
            if (index != CAST_NONE) {
                each(screen, index);
            }
        }
    }
}

static const struct page *page_of_screen(const struct screen *screen) {
    const struct lesson *lesson = screen->casting->lesson;
    return &lesson->pages[lesson->stops[screen->last - 1].page];
}

/* Hides what open predictions are about; and those further down the page, where it is there
 * already. */
static void hide_answers(struct screen *screen) {
    const struct session *session = screen->casting->session;
    const struct page *page = page_of_screen(screen);
    size_t passed = screen->last, seen = passed - screen->guided;
    for (size_t i = 0; i < passed; i++) { /* what is asked for, unless it has been seen since */
        const struct quiz *quiz = question_quiz(session, i);
        if (quiz != NULL && quiz->settles > passed && quiz->settles != SIZE_MAX) {
            const char *key = quiz->key == NULL ? "" : quiz->key;
            visit_names(screen, key, strlen(key), hide);
            visit_defined(screen, (const size_t[]){i, seen}, false, unhide);
        }
    }
    for (size_t i = 0; i < page->first_stop + page->stop_count; i++) {
        const struct quiz *quiz = question_quiz(session, i);
        size_t due = quiz == NULL ? 0 : quiz->settles;
        if (due <= passed || due == SIZE_MAX) {
            continue;
        }
        if (i < passed) {
            visit_defined(screen, (const size_t[]){seen, passed}, false, hide);
            visit_defined(screen, (const size_t[]){passed, due}, true, hide);
        } else {
            visit_defined(screen, (const size_t[]){i, due}, true, hide);
        }
    }
    casting_spread(screen->casting, offsetof(struct member, hidden), false);
}

/* --- what the page is about ------------------------------------------------------------------- */

/* Finds what pages before this one left, and nothing that this one names is made from: a change
 * that only reaches it does not light it. */
static void find_early(struct screen *screen) {
    const struct casting *casting = screen->casting;
    const struct page *page = page_of_screen(screen);
    visit_parts(screen, page->first_part, page->first_part + page->part_count, call);
    for (size_t i = page->first_stop; i < page->first_stop + page->stop_count; i++) {
        const struct quiz *quiz = question_quiz(casting->session, i);
        const struct source_line *line = lesson_line(casting->lesson, i);
        visit_spans(screen, quiz != NULL ? quiz->question : "", call);
        const struct statements *all = &casting->session->lines[i].statements;
        bool shows = all->count > 0 && statement_is(&all->list[0], "show");
        visit_names(screen, line != NULL ? line->text : "", line != NULL ? strlen(line->text) : 0,
                    shows ? call : speak);
    }
    casting_spread(casting, offsetof(struct member, spoken), true);
    visit_defined(screen, (const size_t[]){0, page->first_stop}, false, call_early);
}

/* --- questions -------------------------------------------------------------------------------- */

/* Needs what a quiz asks about; choices that are bare names count, too. */
static void need_quiz(struct screen *screen, const struct quiz *quiz) {
    visit_spans(screen, quiz->question, need_question);
    for (size_t i = 0; i < quiz->choice_count; i++) {
        const char *text = quiz->choices[i].text, *prime = strstr(text, "′");
        struct text name = {0}; /* W_q′ is W_q' */
        visit_spans(screen, text, need_question);
        text_format(&name, "%.*s%s", prime == NULL ? -1 : (int)(prime - text), text,
                    prime != NULL && prime[strlen("′")] == '\0' ? "'" : "");
        if (!name.failed && reader_is_name(name.bytes, name.length)) {
            visit_names(screen, name.bytes, name.length, need_question);
        }
        text_release(&name);
    }
}

/* Needs what may be edited, the goals, and what is between them. */
static void need_exercise(struct screen *screen, const struct exercise *exercise) {
    struct casting *casting = screen->casting;
    for (size_t i = 0; i < exercise->allow_count; i++) {
        const char *allowed = exercise->allowed[i];
        int index = casting_find(casting, allowed, strlen(allowed));
        if (index != CAST_NONE) {
            add_need(screen, index, NEED_EDIT);
            casting->members[index].from_edit = true;
            casting->cast->values[index].edited = true;
        }
    }
    for (size_t i = 0; i < exercise->expect_count; i++) {
        const char *goal = exercise->expects[i].goal;
        visit_names(screen, goal, strlen(goal), need_question);
    }
    visit_spans(screen, exercise->question, need_question);
    for (size_t i = 0; i < casting->cast->count; i++) {
        casting->members[i].to_goal = (casting->needs[i] & NEED_QUESTION) != 0;
    }
    casting_spread(casting, offsetof(struct member, from_edit), false);
    casting_spread(casting, offsetof(struct member, to_goal), true);
    for (size_t i = 0; i < casting->cast->count; i++) {
        casting->cast->values[i].moves |= casting->members[i].from_edit;
        if (casting->members[i].from_edit && casting->members[i].to_goal) {
            add_need(screen, (int)i, NEED_WAY);
        }
    }
}

/* Needs what a prediction is about that waits until what settles it has run, and has been stepped
 * through. */
static void need_waiting(struct screen *screen) {
    const struct session *session = screen->casting->session;
    size_t run = screen->last - screen->guided;
    for (size_t i = screen->last - 1; i-- > 0;) {
        const struct quiz *quiz = question_quiz(session, i);
        if (quiz != NULL && quiz->settles != SIZE_MAX && quiz->settles > run) {
            visit_spans(screen, quiz->question, need_question);
            return;
        }
    }
}

/* --- words ------------------------------------------------------------------------------------ */

/* Visits what the words of stop STOP name. */
static void visit_words_at(struct screen *screen, size_t stop, visit *each) {
    size_t range[2];
    lesson_words_at(screen->casting->lesson, stop, range);
    visit_parts(screen, range[0], range[1], each);
}

/* Needs what the words name that no screen before has shown, and after a question those that follow
 * its answer. A screen of the same page without any keeps the last ones: what they name takes
 * part. */
static void need_words(struct screen *screen) {
    const struct lesson *lesson = screen->casting->lesson;
    enum stop_kind kind = lesson->stops[screen->last - 1].kind;
    bool requested = kind == STOP_QUIZ || kind == STOP_TRY;
    size_t said = lesson_last_words(lesson, screen->last - requested);
    bool same_page =
        said > 0 && lesson->stops[said - 1].page == lesson->stops[screen->last - 1].page;
    if (said > screen->first) {
        visit_words_at(screen, said - 1, name);
    } else if (!requested && same_page) {
        visit_words_at(screen, said - 1, need_passed);
    }
    if (requested) {
        visit_words_at(screen, screen->last - 1, name);
    }
}

/* --- what the learner looks at ---------------------------------------------------------------- */

/* A picture drawn instead of a matrix (links, histogram) shows what the matrix does. */
static void need_drawn(struct screen *screen) {
    struct casting *casting = screen->casting;
    const struct drawing_request *drawn = &casting->drawn;
    for (size_t i = 0; drawn->kind == NULL && i < drawn->count; i++) {
        int index = casting_find(casting, drawn->names[i], drawing_named(drawn, i));
        if (index != CAST_NONE) {
            add_need(screen, index, NEED_FOCUS);
        }
    }
    if (casting->picture == CAST_NONE) {
        return;
    }
    const struct cast_value *picture = &casting->cast->values[casting->picture];
    add_need(screen, casting->picture, NEED_FOCUS);
    for (size_t i = 0; i < picture->operand_count; i++) {
        add_need(screen, picture->operands[i], NEED_WAY);
        if (drawn->kind != NULL && drawn->kind->instead) {
            casting->needs[picture->operands[i]] &= (unsigned char)~NEED_FOCUS;
        }
    }
}

/* True when what INDEX is made from can be followed number by number: a few matrices. */
static bool is_followed(const struct casting *casting, size_t index) {
    enum { FEW = 3 };
    const struct member *member = &casting->members[index];
    size_t count = 0;
    for (size_t k = 0; k < member->operand_count; k++) {
        count += !casting->members[member->operands[k]].lone;
    }
    return count <= FEW;
}

/* True when PRODUCT has OPERAND only transposed. */
static bool is_turned(const struct cast *cast, const struct cast_value *product, int operand) {
    return product->left != operand && product->right != operand &&
           (cast->values[product->left].transposed == operand ||
            cast->values[product->right].transposed == operand);
}

/* Needs what INDEX is made from; for a product that is stepped through the operands as they meet:
 * K.T. */
static void need_operands(struct screen *screen, size_t index, bool stepped) {
    const struct casting *casting = screen->casting;
    const struct member *member = &casting->members[index];
    const struct cast_value *value = &casting->cast->values[index];
    bool product = stepped && value->left != CAST_NONE;
    bool followed = stepped || is_followed(casting, index);
    for (size_t k = 0; k < member->operand_count; k++) {
        int operand = (int)member->operands[k];
        bool transposed = product && is_turned(casting->cast, value, operand);
        add_need(screen, operand, transposed || !followed ? NEED_WAY : NEED_OPERAND);
        add_need(screen, operand, NEED_KNOWN); /* the formula names it */
    }
    if (product) {
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
    bool hidden = casting->lesson->parts[casting->lesson->stops[stop].part].hidden;
    bool explains = session->lines[screen->last - 1].explains;
    bool stepped = screen->guided || explains;
    casting->cast->stepped[screen->last - 1] = stepped;
    for (size_t i = 0; i < casting->cast->count; i++) {
        const struct statements *line = &session->lines[stop].statements;
        bool computed = explains && (int)i == casting->focus;
        for (size_t k = 0; !hidden && k < line->count; k++) {
            computed |= line->list[k].kind == STATEMENT_DEFINE &&
                        text_same(line->list[k].name, casting->cast->values[i].name);
        }
        if (computed) {
            need_operands(screen, i, stepped);
        }
    }
}

static bool is_guided(const struct screen *screen) {
    const struct lesson *lesson = screen->casting->lesson;
    bool guided = false;
    for (size_t i = screen->first; i < screen->last; i++) {
        const struct stop *stop = &lesson->stops[i];
        const struct statements *line = &screen->casting->session->lines[i].statements;
        bool grain = stop->kind == STOP_STATEMENT && lesson->parts[stop->part].grain != NULL;
        guided = stop->halts ? false : guided;
        for (size_t k = 0; grain && k < line->count; k++) {
            guided |= line->list[k].kind == STATEMENT_DEFINE;
        }
    }
    return guided;
}

/* Needs what the last change moved: weights are what there is to see, and what the page names;
 * everything else is on the way. */
static void need_moved(struct screen *screen) {
    const struct casting *casting = screen->casting;
    for (size_t i = 0; i < casting->cast->count; i++) {
        const struct member *member = &casting->members[i];
        casting->cast->values[i].moves |= member->moved;
        if (member->moved && (!member->early || member->spoken)) {
            add_need(screen, (int)i,
                     member->shares || member->leaf ? NEED_FOCUS
                     : member->named                ? NEED_NAMED
                                                    : NEED_WAY);
        }
    }
    if (casting->curve != CAST_NONE) {
        add_need(screen, casting->curve, NEED_FOCUS);
    }
}

/* Needs O where O' is there to be compared with it. */
static void need_unprimed(struct screen *screen) {
    const struct casting *casting = screen->casting;
    const char *of = casting->focus == CAST_NONE ? "" : casting->cast->values[casting->focus].name;
    size_t length = strcspn(of, "'");
    int index = of[length] == '\0' ? CAST_NONE : casting_find(casting, of, length);
    if (index != CAST_NONE) {
        name(screen, index);
    }
}

/* --- the screen ------------------------------------------------------------------------------- */

/* Drops the numbers of what is not there, or is the answer to an open question; what has some to
 * show, is explained. */
static void drop_absent(struct screen *screen) {
    const struct casting *casting = screen->casting;
    for (size_t i = 0; i < casting->cast->count; i++) {
        const struct member *member = &casting->members[i];
        unsigned char *needs = &casting->needs[i];
        bool hidden = member->hidden && (int)i != casting->focus;
        bool hidden_picture = false;
        for (size_t k = 0;
             casting->cast->values[i].picture && k < casting->cast->values[i].operand_count; k++) {
            hidden_picture |= casting->members[casting->cast->values[i].operands[k]].hidden;
        }
        *needs |= (*needs & NEED_NUMBERS) != 0 ? NEED_KNOWN : 0;
        if (!member->made || member->absent || hidden || hidden_picture) {
            *needs &= NEED_KNOWN;
        }
    }
}

static void forget_marks(const struct casting *casting) {
    for (size_t i = 0; i < casting->room; i++) {
        struct member *member = &casting->members[i];
        member->hidden = member->named = member->spoken = member->early = false;
        member->from_edit = member->to_goal = false;
    }
}

void needs_find(struct casting *casting, size_t first, size_t last) {
    struct screen screen = {casting, first, last, false};
    const struct quiz *quiz = question_quiz(casting->session, last - 1);
    const struct exercise *exercise = question_exercise(casting->session, last - 1);
    screen.guided = is_guided(&screen);
    forget_marks(casting);
    hide_answers(&screen);
    find_early(&screen);
    need_moved(&screen);
    if (casting->focus != CAST_NONE) {
        add_need(&screen, casting->focus, NEED_FOCUS);
        add_need(&screen, casting->focus, NEED_LOOKED);
    }
    need_drawn(&screen);
    need_unprimed(&screen);
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
