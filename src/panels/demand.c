/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/demand.h"

#include "base/memory.h"
#include "canvas/drawing.h"
#include "language/reader.h"
#include "notebook/inside.h"
#include "panels/asked.h"
#include "stage/axes.h"
#include "panels/narration.h"
#include "panels/scene.h"
#include "session/outline.h"
#include "session/question.h"

#include <stdint.h>
#include <string.h>

/* What is being asked for. */
struct asking {
    const struct scene *scene;
    const struct notebook *notebook;
    struct demand *demand;
    size_t here; /* the definition looked at; SIZE_MAX: none */
};

/* The better of two ranks stays. */
static void ask(const struct asking *asking, size_t index, enum piece_rank rank) {
    if (index < asking->demand->count && rank < asking->demand->list[index].rank) {
        asking->demand->list[index].rank = rank;
    }
}

/* All names of the notebook in LENGTH bytes of an expression, labels in quotes are none, get RANK,
 * or are HIDDEN, SPOKEN of by the page, left over from PAST ones. */
enum { HIDDEN = PIECE_RANKS, SPOKEN, PAST };
static void ask_names(const struct asking *asking, const char *text, size_t length, int rank) {
    bool label = false;
    for (size_t at = 0; at < length;) {
        label ^= text[at] == '"';
        size_t name = label ? 0 : reader_name(text + at, length - at);
        size_t index = name > 0 ? notebook_index(asking->notebook, text + at, name) : SIZE_MAX;
        if (index != SIZE_MAX && rank >= HIDDEN) {
            struct wanted *wanted = &asking->demand->list[index];
            wanted->hidden |= rank == HIDDEN;
            wanted->spoken |= rank == SPOKEN;
            wanted->past |= rank == PAST;
        } else {
            ask(asking, index, (enum piece_rank)rank);
        }
        at += name > 0 ? name : 1;
    }
}

/* Those in the code spans of plain words: between backquotes. */
static void ask_spans(const struct asking *asking, const char *words, int rank) {
    for (const char *open = strchr(words, '`'); open != NULL; open = strchr(open, '`')) {
        const char *close = strchr(++open, '`');
        if (close == NULL) {
            return;
        }
        ask_names(asking, open, (size_t)(close - open), rank);
        open = close + 1;
    }
}

/* Names in the code spans of the lesson's parts FIRST up to but not including LAST. */
static void ask_code(const struct asking *asking, size_t first, size_t last, int rank) {
    const struct lesson *lesson = asking->scene->session->lesson;
    for (size_t p = first; p < last; p++) {
        const struct part *part = &lesson->parts[p];
        for (size_t b = 0; part->kind == PART_NARRATION && b < part->block_count; b++) {
            const struct block *block = &lesson->document.blocks[part->block + b];
            for (size_t r = 0; r < block->run_count; r++) {
                const struct run *run = &block->runs[r];
                if (run->style == RUN_CODE) {
                    ask_names(asking, run->text, strlen(run->text), rank);
                }
            }
        }
    }
}

/* Words that gave way to a question that waits name nothing. */
static void ask_for_words(const struct asking *asking) {
    const struct session *session = asking->scene->session;
    size_t range[2];
    if (narration_parts(session, range) && !narration_is_past(asking->scene, range) &&
        !(scene_waiting(asking->scene) != NULL && narration_was_seen(session, range[1]))) {
        ask_code(asking, range[0], range[1], PIECE_NAMED);
    }
}

/* Choices that are bare names count as named, too. */
static void ask_for_quiz(const struct asking *asking, const struct quiz *quiz) {
    ask_spans(asking, quiz->question, PIECE_FOCUS);
    for (size_t i = 0; i < quiz->choice_count; i++) {
        const char *text = quiz->choices[i].text;
        ask_spans(asking, text, PIECE_NAMED);
        if (reader_is_name(text, strlen(text))) {
            ask(asking, notebook_index(asking->notebook, text, strlen(text)), PIECE_NAMED);
        }
    }
}

/* What is made from what has MARK has it, too. */
static void mark_users(struct demand *demand, unsigned char mark) {
    for (size_t i = 0; i < demand->count; i++) {
        for (size_t k = 0; k < demand->list[i].operand_count; k++) {
            demand->list[i].marks |= demand->list[demand->list[i].operands[k]].marks & mark;
        }
    }
}

/* And what that is made from. */
static void mark_operands(struct demand *demand, unsigned char mark) {
    for (size_t i = demand->count; i-- > 0;) {
        for (size_t k = 0; k < demand->list[i].operand_count; k++) {
            demand->list[demand->list[i].operands[k]].marks |= demand->list[i].marks & mark;
        }
    }
}

/* Knobs and dials, and what lies between them. */
static void ask_for_exercise(const struct asking *asking, const struct exercise *exercise) {
    enum { FROM_KNOB = 1, TO_DIAL = 2 };
    struct demand *demand = asking->demand;
    for (size_t i = 0; i < exercise->allow_count; i++) {
        const char *name = exercise->allowed[i];
        size_t index = notebook_index(asking->notebook, name, strlen(name));
        if (index != SIZE_MAX) {
            demand->list[index].turn = true;
            ask(asking, index, PIECE_FOCUS);
        }
    }
    for (size_t i = 0; i < exercise->expect_count; i++) {
        const char *text = exercise->expects[i].text;
        text += text_starts(text, "expect ") ? strlen("expect ") : 0;
        ask_names(asking, text, strlen(text), PIECE_FOCUS);
    }
    ask_spans(asking, exercise->question, PIECE_NAMED);
    for (size_t i = 0; i < demand->count; i++) {
        struct wanted *wanted = &demand->list[i];
        wanted->marks = wanted->turn ? FROM_KNOB : wanted->rank == PIECE_FOCUS ? TO_DIAL : 0;
    }
    mark_users(demand, FROM_KNOB);
    mark_operands(demand, TO_DIAL);
    for (size_t i = 0; i < demand->count; i++) {
        if (demand->list[i].marks == (FROM_KNOB | TO_DIAL)) {
            ask(asking, i, PIECE_OPERAND);
        }
    }
}

/* What the stops FIRST up to but not including LAST define gets RANK; STANDING: only what has the
 * same formula now, one that was run before. */
static void ask_defined(const struct asking *asking, size_t first, size_t last, bool standing,
                        int rank) {
    const struct session *session = asking->scene->session;
    for (size_t s = first; s < last; s++) {
        const struct statements *line = &session->lines[s].statements;
        for (size_t k = 0; k < line->count; k++) {
            const struct statement *statement = &line->list[k];
            if (statement->kind == STATEMENT_DEFINE &&
                (!standing || !narration_changes(session, statement, session_stop(session)))) {
                ask_names(asking, statement->name, strlen(statement->name), rank);
            }
        }
    }
}

/* What is there already, and a question further down the page will ask for. */
static void hide_coming(const struct asking *asking) {
    const struct session *session = asking->scene->session;
    size_t passed = session_stop(session);
    const struct page *page = passed == 0 ? NULL : &session->lesson->pages[outline_page(session)];
    for (size_t i = passed; page != NULL && i < page->first_stop + page->stop_count; i++) {
        const struct quiz *quiz = question_quiz(session, i);
        if (quiz != NULL && quiz->settles != SIZE_MAX) {
            ask_defined(asking, i, quiz->settles, true, HIDDEN);
        }
    }
}

/* What the fence that settles an open prediction has still to define, what its key names, and
 * everything made from those: the learner is to say it first. */
static void hide_answers(const struct asking *asking) {
    const struct session *session = asking->scene->session;
    size_t passed = session_stop(session);
    size_t seen = passed - (passed > 0 && session->focus.guided); /* its steps are still to come */
    struct demand *demand = asking->demand;
    for (size_t i = 0; i < passed; i++) {
        size_t due = question_due(session, i);
        if (due <= passed) {
            continue;
        }
        ask_defined(asking, seen, passed, false, HIDDEN);
        ask_defined(asking, passed, due, true, HIDDEN); /* what changes stands there as it was */
        const char *key = question_quiz(session, i)->key;
        ask_names(asking, key, key == NULL ? 0 : strlen(key), HIDDEN);
    }
    hide_coming(asking);
    for (size_t i = 0; i < demand->count; i++) {
        for (size_t k = 0; k < demand->list[i].operand_count; k++) {
            demand->list[i].hidden |= demand->list[demand->list[i].operands[k]].hidden;
        }
    }
}

/* What the page now open names, in its words, its questions and its formulas; and what pages before
 * it have left over: made there, and nothing that this page names is made from it. */
static void ask_page(const struct asking *asking) {
    const struct session *session = asking->scene->session;
    const struct lesson *lesson = session->lesson;
    struct demand *demand = asking->demand;
    if (session_stop(session) == 0) {
        return;
    }
    const struct page *page = &lesson->pages[outline_page(session)];
    ask_code(asking, page->first_part, page->first_part + page->part_count, SPOKEN);
    for (size_t i = page->first_stop; i < page->first_stop + page->stop_count; i++) {
        const struct quiz *quiz = question_quiz(session, i);
        const struct source_line *line = lesson_line(lesson, i);
        ask_spans(asking, quiz != NULL ? quiz->question : "", SPOKEN);
        ask_names(asking, line != NULL ? line->text : "", line != NULL ? strlen(line->text) : 0,
                  SPOKEN);
    }
    ask_defined(asking, 0, page->first_stop, false, PAST);
    for (size_t i = 0; i < demand->count; i++) {
        demand->list[i].marks = demand->list[i].spoken;
    }
    mark_operands(demand, true);
    for (size_t i = 0; i < demand->count; i++) {
        demand->list[i].past &= !demand->list[i].marks;
        demand->list[i].marks = 0;
    }
}

static bool list_operands(const struct asking *asking) {
    struct demand *demand = asking->demand;
    size_t all = 0, at = 0;
    for (size_t i = 0; i < demand->count; i++) {
        all += asking->notebook->list[i]->use_count + asking->notebook->list[i]->need_count;
    }
    demand->operands = memory_allocate(all, sizeof *demand->operands);
    for (size_t i = 0; demand->operands != NULL && i < demand->count; i++) {
        const struct definition *definition = asking->notebook->list[i];
        struct wanted *wanted = &demand->list[i];
        *wanted = (struct wanted){.rank = PIECE_RANKS, .operands = demand->operands + at};
        size_t count;
        struct definition *const *uses = notebook_uses(asking->notebook, definition, &count);
        for (size_t k = 0; k < count; k++) {
            size_t operand = notebook_position(asking->notebook, uses[k]->name);
            if (operand < i && !definition_takes_words(definition, uses[k])) {
                size_t deeper = demand->list[operand].depth + 1;
                wanted->depth = deeper > wanted->depth ? deeper : wanted->depth;
                demand->operands[at++] = operand;
                wanted->operand_count++;
            }
        }
    }
    return demand->operands != NULL;
}

/* Operands of the focus, unless what moved is what there is to see; then what is near: operands of
 * what is there, and what is made from the focus when all else it is made from is there, or written
 * down, and is not left over from earlier pages; on a large screen all of a few values. */
static void ask_for_neighbours(const struct asking *asking) {
    enum { LARGE_ROWS = 45, LARGE_COLUMNS = 160, FEW = 14 };
    struct demand *demand = asking->demand;
    const struct canvas *canvas = asking->scene->canvas;
    bool everything =
        canvas->rows >= LARGE_ROWS && canvas->columns >= LARGE_COLUMNS && demand->count <= FEW;
    for (enum piece_rank rank = PIECE_PRESENT; rank <= PIECE_NAMED; rank++) {
        for (size_t i = 0; i < demand->count; i++) {
            for (size_t k = 0; demand->list[i].rank == rank && k < demand->list[i].operand_count;
                 k++) {
                bool near = rank <= PIECE_FOCUS && !asking->scene->has_moved;
                ask(asking, demand->list[i].operands[k], near ? PIECE_OPERAND : PIECE_NEIGHBOUR);
            }
        }
    }
    for (size_t i = 0; i < demand->count; i++) {
        const struct wanted *wanted = &demand->list[i];
        bool from_focus = false, all = true;
        for (size_t k = 0; k < wanted->operand_count; k++) {
            const struct wanted *operand = &demand->list[wanted->operands[k]];
            from_focus |= operand->rank <= PIECE_FOCUS;
            all &= operand->rank < PIECE_NEIGHBOUR || operand->operand_count == 0;
        }
        if ((from_focus && all && !wanted->past) || everything) {
            ask(asking, i, PIECE_NEIGHBOUR);
        }
    }
}

/* Whether VALUE is a line of CALL, and not only given to it: it is made from another name in there,
 * or is the first. */
static bool is_line(const struct asking *asking, size_t value, const struct definition *call) {
    const struct notebook *all = session_notebook(asking->scene->session);
    const struct wanted *wanted = &asking->demand->list[value];
    bool inside = false;
    for (size_t k = 0; k < wanted->operand_count; k++) {
        inside |= inside_parent(all, asking->notebook->list[wanted->operands[k]]) == call;
    }
    return inside && inside_parent(all, asking->notebook->list[value]) == call;
}

/* Inside of a call all its lines are on the board, and what they make, as far as they are reached;
 * where there is room also what they take from outside, and the same of other layers. */
static void ask_for_lines(const struct asking *asking) {
    const struct notebook *all = session_notebook(asking->scene->session);
    const struct definition *here = asking->scene->definition;
    const struct definition *call = here == NULL ? NULL : inside_parent(all, here);
    for (size_t i = 0; call != NULL && i < asking->demand->count; i++) {
        const struct definition *line = asking->notebook->list[i];
        bool twin = inside_same(here, line);
        if (twin) {
            ask(asking, i, PIECE_NEIGHBOUR);
        } else if (line == call || is_line(asking, i, call)) {
            ask(asking, i, PIECE_OPERAND);
            for (size_t k = 0; k < asking->demand->list[i].operand_count; k++) {
                ask(asking, asking->demand->list[i].operands[k], PIECE_NEIGHBOUR);
            }
        }
    }
}

/* For a board that would be left blank else: matrices that the page has named, or that are few
 * arrows of the flow away, either way; of those equally far first the newest. What has nothing to
 * do with either stays away. */
static void ask_for_far(const struct asking *asking) {
    enum { FEW_ARROWS = 2 };
    struct demand *demand = asking->demand;
    for (size_t i = 0; i < demand->count; i++) {
        bool near = demand->list[i].rank < PIECE_RANKS || demand->list[i].spoken;
        demand->list[i].distance = near ? 0 : demand->count;
    }
    for (size_t arrow = 0; arrow < FEW_ARROWS; arrow++) {
        for (size_t i = 0; i < demand->count; i++) {
            for (size_t k = 0; k < demand->list[i].operand_count; k++) {
                size_t *a = &demand->list[i].distance;
                size_t *b = &demand->list[demand->list[i].operands[k]].distance;
                *a = lesser(*a, *b + 1);
                *b = lesser(*b, *a + 1);
            }
        }
    }
    for (size_t i = 0; i < demand->count; i++) {
        struct wanted *wanted = &demand->list[i];
        if (wanted->rank == PIECE_RANKS && wanted->distance <= FEW_ARROWS &&
            asking->notebook->list[i]->text == NULL &&
            !shape_is_number(&asking->notebook->list[i]->value->shape)) {
            wanted->rank = PIECE_NEIGHBOUR;
            wanted->distance = (wanted->distance + 1) * demand->count - i;
        }
    }
}

/* Where a picture that was asked for stands in place of the numbers of what is looked at, or beside
 * an exercise, tables that nobody speaks of are not to crowd it out, nor the numbers of a text: its
 * words stand there. */
static void drop_tables(const struct asking *asking) {
    const char *words = asking->scene->session->looks.drawn.words;
    const struct drawing_kind *kind = drawing_find(words, strcspn(words, " "));
    const struct definition *looked = asking->scene->definition, *old;
    bool drawn = kind != NULL && kind->instead && looked != NULL &&
                 (text_has_word(words, looked->name) || scene_exercise(asking->scene) != NULL);
    for (size_t i = 0; drawn && i < asking->demand->count; i++) {
        struct wanted *wanted = &asking->demand->list[i];
        const struct definition *definition = asking->notebook->list[i];
        bool text = definition->text != NULL, moved = scene_moved(asking->scene, i, &old) && !text;
        enum piece_rank spoken = text ? PIECE_FOCUS : PIECE_NAMED;
        if (wanted->rank > spoken && definition->leaf && !moved) {
            wanted->rank = PIECE_RANKS;
        }
    }
}

/* Zoomed, and as a heat map that was asked for, one value has all the room. */
static bool ask_for_one(const struct asking *asking) {
    const struct session *session = asking->scene->session;
    bool alone = (session->looks.zoom || session->looks.heat) && asking->here != SIZE_MAX &&
                 session->moment == NULL;
    if (alone) {
        asking->demand->list[asking->here].hidden = false;
        ask(asking, asking->here, PIECE_PRESENT);
    }
    return alone;
}

/* The whole: first the computation of what is looked at (or of the first), what it was made from
 * and what was made from it, then the rest; of very many those that are near in the notebook. */
static bool ask_for_whole(const struct asking *asking) {
    enum { BEFORE = 1, BEHIND = 2 };
    struct demand *demand = asking->demand;
    size_t here = asking->here == SIZE_MAX ? 0 : asking->here;
    if (asking->scene->session->looks.cover != COVER_OVERVIEW || demand->count == 0) {
        return asking->scene->session->looks.cover == COVER_OVERVIEW;
    }
    demand->list[here].hidden = false;
    demand->list[here].marks = BEFORE | BEHIND;
    mark_operands(demand, BEFORE);
    mark_users(demand, BEHIND);
    for (size_t i = 0; i < demand->count; i++) {
        struct wanted *wanted = &demand->list[i];
        ask(asking, i, i == here ? PIECE_PRESENT : PIECE_NAMED);
        wanted->distance =
            (i < here ? here - i : i - here) + (wanted->marks != 0 ? 0 : demand->count);
    }
    return true;
}

/* While a training runs: what it moves. */
static bool ask_for_training(const struct asking *asking) {
    if (asking->scene->session->moment == NULL) {
        return false;
    }
    for (size_t i = 0; i < asking->notebook->count; i++) {
        const struct definition *definition = asking->notebook->list[i];
        if (learned_moves(asking->scene, definition)) {
            ask(asking, i,
                definition == asking->scene->definition ? PIECE_PRESENT
                : axes_shares(definition, SIZE_MAX)     ? PIECE_FOCUS
                                                        : PIECE_OPERAND);
        }
    }
    return true;
}

/* The cursor went to another matrix on the board: what was there stays. So does what was asked for
 * by name, to be shown or drawn. */
static void ask_for_kept(const struct asking *asking) {
    const struct session *session = asking->scene->session;
    const char *drawn = session->looks.drawn.words;
    ask_names(asking, drawn, strlen(drawn),
              text_starts(drawn, "show ") ? PIECE_PRESENT : PIECE_OPERAND);
    const char *typed = scene_typed_name(asking->scene);
    if (typed != NULL) {
        ask_names(asking, typed, strlen(typed), PIECE_PRESENT);
    }
    if (session->looks.kept) {
        ask_names(asking, text_string(&session->kept), session->kept.length, PIECE_OPERAND);
    }
}

bool demand_make(const struct scene *scene, struct demand *demand) {
    const struct notebook *notebook = scene->notebook;
    struct asking asking = {scene, notebook, demand, SIZE_MAX};
    const struct definition *old;
    *demand = (struct demand){.count = notebook->count};
    demand->list = memory_allocate(notebook->count, sizeof *demand->list);
    if (demand->list == NULL || !list_operands(&asking)) {
        return false;
    }
    for (size_t i = 0; i < notebook->count; i++) {
        asking.here = notebook->list[i] == scene->definition ? i : asking.here;
    }
    hide_answers(&asking);
    ask_page(&asking);
    if (ask_for_whole(&asking) || ask_for_one(&asking) || ask_for_training(&asking)) {
        return true;
    }
    const struct quiz *quiz = scene_quiz(scene);
    const struct exercise *exercise = scene_exercise(scene);
    if (quiz != NULL) {
        ask_for_quiz(&asking, quiz);
    }
    if (exercise != NULL) {
        ask_for_exercise(&asking, exercise);
    }
    if (quiz == NULL && scene_waiting(scene) != NULL) {
        ask_spans(&asking, scene_waiting(scene)->question, PIECE_NAMED);
    }
    ask_for_words(&asking);
    ask_for_kept(&asking);
    for (size_t i = 0; i < notebook->count; i++) {
        if (i == asking.here) {
            bool elsewhere = exercise != NULL && demand->list[i].rank > PIECE_FOCUS;
            demand->list[i].hidden = false;
            ask(&asking, i, elsewhere ? PIECE_OPERAND : PIECE_PRESENT);
        } else if (scene_moved(scene, i, &old) && !demand->list[i].past) {
            bool shares = axes_shares(notebook->list[i], SIZE_MAX);
            ask(&asking, i,
                shares                    ? PIECE_FOCUS
                : notebook->list[i]->leaf ? PIECE_NAMED /* what was turned */
                                          : PIECE_OPERAND);
        }
    }
    ask_for_lines(&asking);
    ask_for_neighbours(&asking);
    ask_for_far(&asking);
    drop_tables(&asking);
    return true;
}

void demand_release(struct demand *demand) {
    memory_free(demand->list);
    memory_free(demand->operands);
}
