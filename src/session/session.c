/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session.h"

#include "base/memory.h"
#include "files/reading.h"
#include "language/lens.h"
#include "language/reader.h"
#include "language/writer.h"
#include "notebook/converted.h"
#include "notebook/inside.h"
#include "notebook/train.h"
#include "session/trail.h"

#include <stdint.h>
#include <string.h>

enum { WIDTH = 80, PRECISION = 4 };

static bool reads_columns(void *context) {
    const struct session *session = context;
    return session->display.columns;
}

bool session_init(struct session *session, struct failure *failure) {
    memset(session, 0, sizeof *session);
    session->display.precision = PRECISION;
    session->front.width = WIDTH;
    session->front.theme = THEME_COUNT;
    session->exercise = session->lit = SIZE_MAX;
    view_init(&session->view);
    session->history = history_create(failure);
    if (session->history == NULL) {
        return false;
    }
    session->hints = (struct notebook_hints){.columns = reads_columns, .context = session};
    history_set_hints(session->history, &session->hints);
    return true;
}

void compiled_release(struct compiled *compiled) {
    for (size_t i = 0; compiled->meanings != NULL && i < compiled->statements.count; i++) {
        memory_free(compiled->meanings[i].named);
        memory_free(compiled->meanings[i].drawn);
    }
    memory_free(compiled->meanings);
    compiled->meanings = NULL;
    statements_release(&compiled->statements);
}

/* Closes the lesson. */
static void session_close(struct session *session) {
    if (session->lesson != NULL) {
        bool made = session->answers != NULL && session->lines != NULL;
        for (size_t i = 0; made && i < session->lesson->stop_count; i++) {
            memory_free(session->answers[i].given);
            memory_free(session->answers[i].slips);
            memory_free(session->answers[i].right);
            memory_free(session->answers[i].draft);
            version_release(session->answers[i].work);
            compiled_release(&session->lines[i]);
        }
        memory_free(session->answers);
        memory_free(session->questions);
        memory_free(session->lines);
        session->answers = NULL;
        session->questions = NULL;
        session->question_count = 0;
        session->lines = NULL;
        lesson_free(session->lesson);
        session->lesson = NULL;
    }
    memory_free(session->focus.name);
    memory_free(session->focus.guided_name);
    session->focus = (struct focus){0};
    session->exercise = session->lit = SIZE_MAX;
    session->rest_owed = false;
    view_release(&session->view);
    trail_cut(session, 0);
}

void session_end_review(struct session *session) {
    for (size_t i = 0; i < session->review.count; i++) {
        memory_free(session->review.list[i].lesson);
        memory_free(session->review.list[i].question);
    }
    session->review = (struct review){0};
}

void session_release(struct session *session) {
    session_close(session);
    history_free(session->history);
    session->history = NULL;
    memory_free(session->trail);
    text_release(&session->out);
    definition_release(session->preview);
    tree_release(session->shown);
    text_release(&session->copied);
    text_release(&session->sought);
    session_end_review(session);
    shelf_release(&session->found);
}

bool session_take(struct session *session, struct lesson *lesson, struct failure *failure) {
    session_close(session);
    session->front.opened++;
    session->lesson = lesson;
    session->answers = memory_allocate(lesson->stop_count, sizeof *session->answers);
    session->questions = memory_allocate(lesson->stop_count, sizeof *session->questions);
    session->lines = memory_allocate(lesson->stop_count, sizeof *session->lines);
    if (session->answers == NULL || session->questions == NULL || session->lines == NULL) {
        session_close(session);
        return failure_memory(failure);
    }
    for (size_t i = 0; i < lesson->stop_count; i++) {
        if (lesson_question_id(lesson, i) != NULL) {
            session->questions[session->question_count++] = i;
        }
    }
    session->display.columns = session->lesson_columns = lesson->columns;
    return true;
}

void session_replace(struct session *session, struct session *fresh) {
    session_close(session);
    history_free(session->history);
    definition_release(session->preview);
    memory_free(session->trail);
    text_release(&fresh->out);
    trail_cut(fresh, 0);
    struct session old = *session;
    *session = *fresh;
    session->front = old.front;
    session->front.opened = fresh->front.opened;
    session->out = old.out;
    session->shown = old.shown;
    session->copied = old.copied;
    session->review = old.review;
    session->sought = old.sought;
    session->found = old.found;
    session->hints.context = session;
    history_set_hints(session->history, &session->hints);
    *fresh = (struct session){0};
}

const struct notebook *session_notebook(const struct session *session) {
    return session->moment != NULL ? session->moment->notebook : history_notebook(session->history);
}

void session_opened(const struct session *session, struct notebook *opened) {
    const struct notebook *notebook = session_notebook(session);
    const struct definition *focused = session_focused(session);
    struct inside_view look = {.at = focused, .whole = !session->focus.stepped};
    if (focused == NULL) {
        notebook_copy(opened, notebook);
        return;
    }
    for (long by = 1 - INSIDE_TWINS; by < INSIDE_TWINS; by++) {
        struct definition *twin = by == 0 ? NULL : inside_layer(notebook, focused, by);
        if (twin != NULL && look.whole && look.twin_count < INSIDE_TWINS) {
            look.twins[look.twin_count++] = twin;
        }
    }
    if (!inside_open(notebook, &look, opened, &(struct failure){0})) {
        notebook_release(opened);
        notebook_copy(opened, notebook);
    }
}

size_t session_stop(const struct session *session) {
    return history_stop(session->history);
}

size_t session_last(const struct session *session) {
    size_t passed = session_stop(session);
    return passed == 0 ? SIZE_MAX : passed - 1;
}

struct tensor *session_shown(const struct session *session, const struct tensor *value) {
    return session->display.columns ? tensor_transposed(value, &(struct failure){0})
                                    : tensor_retain((struct tensor *)(uintptr_t)value);
}

size_t session_shown_cell(const struct session *session, const struct shape *shape, size_t cell) {
    return session->display.columns ? shape_transposed_cell(shape, cell) : cell;
}

static struct tree *flip_shown(const struct session *session, struct tree *tree, bool definition,
                               struct failure *failure) {
    struct lens_names names = {notebook_axes, (void *)(uintptr_t)session_notebook(session)};
    return definition ? lens_flip_definition(tree, &names, failure)
                      : lens_flip(tree, &names, failure);
}

struct tree *session_flip(const struct session *session, struct tree *tree, bool definition) {
    return session->display.columns ? flip_shown(session, tree, definition, &(struct failure){0})
                                    : tree_retain(tree);
}

bool session_reads_columns(const struct session *session, enum speaker speaker) {
    return speaker == SPEAKER_LESSON ? session->lesson_columns : session->display.columns;
}

bool session_fill(const struct session *session, enum speaker speaker, struct tree *tree,
                  struct failure *failure) {
    struct lesson *lesson = session->lesson;
    struct reading_place from = {.folder = lesson == NULL ? NULL : lesson->folder,
                                 .models = session->front.models,
                                 .lesson = speaker == SPEAKER_LESSON ? lesson : NULL,
                                 .anywhere = speaker == SPEAKER_PERSON};
    return reading_fill(tree, &from, failure);
}

/* Sets *CONTEXT to the first `_` below NODE. */
static bool find_last_result(void *context, const struct node *node) {
    const struct node **found = context;
    *found = node;
    return !text_same(node->text, "_");
}

/* Returns TREE, which is released, with every `_` replaced by the formula shown last. */
static struct tree *replace_underscores(const struct session *session, enum speaker speaker,
                                        struct tree *tree, struct failure *failure) {
    enum { LONGEST = 4096 }; /* bytes: _ + _, again and again, doubles */
    const struct tree *shown = session->shown;
    const struct node *site;
    while (tree != NULL && !tree_names(tree->root, find_last_result, &site)) {
        struct tree *next = NULL;
        struct failure refused = {0};
        const char *why = NULL;
        if (speaker == SPEAKER_LESSON) {
            why = "_ is what was shown last, at the prompt only";
        } else if (shown == NULL) {
            why = "_ is the expression that was shown last, and none was yet";
        } else if (shown->root->kind == NODE_TEXT && tree->root != site) {
            why = "_ is a text, and texts are used alone: s = _ gives it a name";
        } else if (strlen(tree->text) > LONGEST) {
            why = "this grows too long: give a part of it a name";
        } else {
            next = rewrite_tree(tree->root, site, shown->root, failure);
        }
        if (next != NULL && !reader_check_subscripts(next->root, &refused)) { /* as if typed */
            why = refused.message;
        }
        if (why != NULL) {
            failure_at(failure, site->span, "%s", why);
            tree_release(next);
            next = NULL;
        }
        tree_release(tree);
        tree = next;
    }
    return tree;
}

/* The lens is its own inverse. */
struct tree *session_read(const struct session *session, enum speaker speaker, struct tree *tree,
                          bool definition, struct failure *failure) {
    if (!session_fill(session, speaker, tree, failure)) {
        return NULL;
    }
    struct tree *read = session_reads_columns(session, speaker)
                            ? flip_shown(session, tree, definition, failure)
                            : tree_retain(tree);
    return replace_underscores(session, speaker, read, failure);
}

bool session_check_typed(const struct session *session, enum speaker speaker, const char *name,
                         struct tree *tree, struct failure *failure) {
    return !session_reads_columns(session, speaker) ||
           converted_evaluates(session_notebook(session), name, tree, failure);
}

void session_correct_failure(const struct session *session, enum speaker speaker, const char *name,
                             struct tree *tree, struct failure *failure) {
    struct failure shown = {0};
    if (session_reads_columns(session, speaker)) {
        failure->placed = false;
        if (!failure->outside && !session_check_typed(session, speaker, name, tree, &shown)) {
            *failure = shown;
        }
    }
}

struct tree *session_tree(const struct session *session, enum speaker speaker, const char *text,
                          struct failure *failure) {
    struct tree *typed = reader_expression(text, failure);
    struct tree *tree =
        typed == NULL ? NULL : session_read(session, speaker, typed, false, failure);
    tree_release(typed);
    return tree;
}

struct definition *session_evaluate(const struct session *session, enum speaker speaker,
                                    struct tree *typed, struct failure *failure) {
    struct tree *tree = session_read(session, speaker, typed, false, failure);
    struct definition *value =
        tree == NULL ? NULL : notebook_evaluate(session_notebook(session), "", tree, failure);
    if (tree != NULL && value == NULL) {
        session_correct_failure(session, speaker, "", typed, failure);
    }
    tree_release(tree);
    return value;
}

void session_write(const struct session *session, struct tree *tree, bool definition,
                   struct text *out) {
    struct tree *shown = session_flip(session, tree, definition);
    if (shown != NULL) {
        writer_plain(shown->root, out);
    }
    out->failed |= shown == NULL;
    tree_release(shown);
}

void session_formula(const struct session *session, const struct definition *definition,
                     struct text *out) {
    bool named = definition->name[0] != '\0';
    if (named && !definition_is_operator(definition)) {
        text_format(out, "%s = ", definition->name);
    }
    session_write(session, definition->tree, named, out);
}

/* Returns where the cursor was in DEFINITION when it left that last; SIZE_MAX: not since the last
 * move in time, or there is no such cell now. */
static size_t cell_left(const struct view *view, const struct definition *definition) {
    size_t cell = SIZE_MAX;
    for (size_t i = view->left_count - lesser(view->left_count, VIEW_LEFT); i < view->left_count;
         i++) {
        const struct left_cell *left = &view->left[i % VIEW_LEFT];
        cell = text_same(left->name, definition->name) ? left->cell : cell;
    }
    return cell < shape_cells(&definition->value->shape) ? cell : SIZE_MAX;
}

bool session_focus(struct session *session, const char *name, struct place_in place,
                   struct failure *failure) {
    struct view *view = &session->view;
    struct drawn *drawn = &view->drawn;
    const struct definition *old = view_definition(session);
    bool whole = old != NULL && view_value(session) == old->value;
    const struct definition *newer =
        name == NULL ? NULL : notebook_find(session_notebook(session), name);
    char *copy = memory_string(name);
    if (name != NULL && copy == NULL) {
        return failure_memory(failure);
    }
    memory_free(session->focus.name);
    memory_free(session->focus.guided_name);
    session->focus = (struct focus){.name = copy, .place = place};
    size_t left = old == NULL ? SIZE_MAX : drawing_index(&drawn->requested, old->name);
    size_t found = name == NULL ? SIZE_MAX : drawing_index(&drawn->requested, name);
    if (left != SIZE_MAX && view->operation == SIZE_MAX) {
        drawn->value = left;
        drawn->cell = view->cell;
    }
    if (found == SIZE_MAX) { /* the cursor leaves the picture, which goes */
        drawn->requested.count = 0;
    }
    view->rests = view->blank = false;
    if (old != NULL && old == newer) {
        return true;
    }
    bool alike =
        whole && newer != NULL && shape_same_sizes(&old->value->shape, &newer->value->shape);
    size_t last = newer == NULL ? SIZE_MAX : cell_left(view, newer);
    if (whole) {
        struct left_cell *leaves = &view->left[view->left_count++ % VIEW_LEFT];
        text_fill(leaves->name, sizeof leaves->name, "%s", old->name);
        leaves->cell = view->cell;
    }
    if (last != SIZE_MAX) {
        view->cell = last;
    } else if (newer != NULL && found == drawn->value &&
               drawn->cell < shape_cells(&newer->value->shape)) {
        view->cell = drawn->cell;
    } else if (!alike) {
        view->cell = 0;
    }
    view->operation = SIZE_MAX;
    view->depth = 0;
    return true;
}

const struct definition *session_stepped(const struct session *session, struct place_in *place) {
    const struct focus *focus = &session->focus;
    *place = focus->guided_name != NULL ? focus->guided_place : focus->place;
    if (!focus->guided || focus->guided_name == NULL) {
        return focus->guided ? session_focused(session) : NULL;
    }
    return notebook_find(session_notebook(session), focus->guided_name);
}

bool session_look_elsewhere(struct session *session, const char *name, struct failure *failure) {
    struct place_in place, whole = {.grain = GRAIN_DEFINITION};
    const struct definition *guided = session_stepped(session, &place);
    bool back = guided != NULL && text_same(guided->name, name), keeps = guided != NULL && !back;
    char *copy = keeps ? memory_string(guided->name) : NULL;
    if (keeps && copy == NULL) {
        return failure_memory(failure);
    }
    if (!session_focus(session, name, back ? place : whole, failure)) {
        memory_free(copy);
        return false;
    }
    session->focus.guided = guided != NULL;
    session->focus.guided_name = copy;
    session->focus.guided_place = place;
    return true;
}

bool showing_has(const struct showing *showing, const char *name) {
    bool has = false;
    for (size_t i = 0; showing != NULL && i < showing->count; i++) {
        has = has || text_same(showing->values[i]->name, name);
    }
    return has;
}

const struct definition *session_focused(const struct session *session) {
    return session->focus.name == NULL
               ? NULL
               : notebook_find(session_notebook(session), session->focus.name);
}

bool session_makes(const struct session *session, const char *name, size_t first, size_t last) {
    bool made = false;
    for (size_t i = first; i < last; i++) {
        const struct statements *line = &session->lines[i].statements;
        for (size_t k = 0; k < line->count; k++) {
            made |= line->list[k].kind == STATEMENT_DEFINE && text_same(line->list[k].name, name);
        }
    }
    return made;
}

size_t session_defines(const struct session *session, const char *name) {
    size_t stops = session->lesson == NULL ? 0 : session->lesson->stop_count, stop = 0;
    while (stop < stops && !session_makes(session, name, stop, stop + 1)) {
        stop++;
    }
    return stop < stops ? stop + 1 : 0;
}
