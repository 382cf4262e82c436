/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/lights.h"

#include "base/failure.h"
#include "base/memory.h"
#include "canvas/naming.h"
#include "language/reader.h"
#include "notebook/train.h"
#include "panels/questions.h"
#include "panels/scene.h"
#include "session/expect.h"
#include "session/outline.h"
#include "session/question.h"

#include <stdint.h>
#include <string.h>

/* --- what meets ------------------------------------------------------------------------------- */

/* Adds the cell AT, which went into the present number: in the PRESENT term, or in another. */
static void add_meeting(const struct scene *scene, const struct number_place *at, bool present) {
    const struct cast *cast = scene->cast;
    const struct shape *shape = &at->definition->value->shape;
    for (size_t i = 0; i < cast->count && at->cell < shape_cells(shape); i++) {
        struct meeting *meeting = &scene->lights.list[i].meeting;
        bool turned = scene->lights.list[i].turned;
        struct place place = tensor_place(shape, at->cell);
        size_t row = place.at[turned ? AXIS_COLUMN : AXIS_ROW];
        size_t column = place.at[turned ? AXIS_ROW : AXIS_COLUMN];
        if (scene->lights.list[i].definition != at->definition) {
            continue;
        }
        bool first = meeting->matrix == SIZE_MAX;
        meeting->row = first || meeting->row == row ? row : SIZE_MAX;
        meeting->column = first || meeting->column == column ? column : SIZE_MAX;
        size_t cell = turned ? shape_transposed_cell(shape, at->cell) : at->cell;
        meeting->matrix = place.at[AXIS_BATCH] * shape->size[AXIS_HEAD] + place.at[AXIS_HEAD];
        meeting->begin = first ? cell : meeting->begin;
        meeting->from = first ? cell : lesser(meeting->from, cell);
        meeting->to = first ? cell : greater(meeting->to, cell);
        meeting->term = present ? cell : meeting->term;
    }
}

/* Finds the cells that the present number was made from; none where its arithmetic is not shown
 * (for a change, or because a question is open or the cursor rests), nor for a sum that is too long
 * to read. */
static void find_meetings(const struct scene *scene) {
    enum { MOST = 2000 };
    const struct explanation *explanation = &scene->explanation;
    bool arithmetic = scene->quiz == NULL && !scene->session->view.rests &&
                      scene_terms(scene) > 0 && !scene_past(scene).differs;
    if (!scene->explained || explanation->kind != EXPLAINED_STEPS ||
        explanation->steps.count > MOST || (!scene->lights.stepping && !arithmetic)) {
        return;
    }
    size_t term = scene_steps_here(scene) ? scene->session->focus.place.term : SIZE_MAX;
    size_t read[CALL_ARGUMENTS] = {0}; /* how many cells of each operand came before */
    for (size_t i = 0; i < explanation->steps.count; i++) {
        const struct step *step = &explanation->steps.list[i];
        struct number_place at;
        struct failure too_long = {0}; /* to be followed */
        bool present = step->kind == STEP_CELL && step->operand < CALL_ARGUMENTS &&
                       read[step->operand]++ == term;
        if (step->kind == STEP_CELL &&
            explanation_follow(explanation, step, &at.definition, &at.operation, &at.cell) &&
            naming_pass_moves(scene->definition, &at, &too_long) &&
            at.definition != scene->definition) {
            add_meeting(scene, &at, present);
        }
    }
}

/* Finds where the parts of values begin of which the formula of the selected value takes only a
 * part, W_k[2], and where it takes a number from before its arithmetic is shown. */
static void find_parts(const struct scene *scene) {
    const struct definition *definition = scene->definition;
    size_t count = definition == NULL || scene->value == NULL ? 0 : definition->operation_count;
    for (size_t i = 0; i < count; i++) {
        const struct operation *operation = &definition->operations[i];
        struct explanation explanation;
        struct failure none = {0};
        if (!operation->call.op->moves || operation->origin[0].definition == NULL ||
            !explain_cell(definition, i, 0, &explanation, &none)) {
            continue;
        }
        for (size_t k = 0; k < scene->cast->count; k++) {
            struct value_light *value = &scene->lights.list[k];
            const struct step *step = explanation.steps.list;
            if (value->definition == operation->origin[0].definition && !value->turned &&
                explanation.steps.count == 1 && step->kind == STEP_CELL &&
                value->meeting.begin == SIZE_MAX) {
                value->meeting.begin = step->cell;
            }
        }
        explanation_release(&explanation);
    }
}

/* Frames the number of each value whose goal in an exercise is not met yet, the first of several,
 * while none is stepped through. */
static void frame_goals(const struct scene *scene, const struct exercise *exercise) {
    for (size_t i = 0; i < exercise->expect_count && !scene->lights.stepping; i++) {
        const char *written = exercise->expects[i].goal;
        size_t close = strcspn(written, "]");
        struct gauge gauge;
        struct asked goal = scene_named(scene, written, close + (written[close] == ']'));
        struct value_light *value =
            goal.column == SIZE_MAX ? NULL : &scene->lights.list[goal.value];
        if (value != NULL && value->definition != NULL && !value->turned &&
            value->meeting.term == SIZE_MAX &&
            !expect_measure(scene->session, written, &gauge, NULL)) {
            size_t columns = shape_columns(&value->definition->value->shape);
            value->meeting.term = goal.row * columns + goal.column;
        }
    }
}

/* --- light ------------------------------------------------------------------------------------ */

/* True while a training moves the value NAME. */
static bool is_trained(const struct training_moment *moment, const char *name) {
    bool trained = false;
    for (size_t i = 0; moment != NULL && i < moment->training->count; i++) {
        trained |= text_same(moment->training->names[i], name);
    }
    return trained;
}

/* Finds the first stop of the present page that needs each value, or something made from it. */
static void find_first(const struct scene *scene) {
    const struct cast *cast = scene->cast;
    for (size_t i = cast->count; i-- > 0;) { /* users come after what they are made from */
        const struct cast_value *value = &cast->values[i];
        size_t *first = &scene->lights.list[i].first;
        for (size_t at = cast->stops; at-- > 0;) {
            bool here = cast->at_stop[at].page == cast->at_stop[scene->stop].page;
            bool needs = (cast_need(cast, at, i) & (NEED_NUMBERS | NEED_WAY)) != 0;
            *first = here && needs ? lesser(*first, at) : *first;
        }
        for (size_t k = 0; k < value->operand_count; k++) {
            size_t *operand = &scene->lights.list[value->operands[k]].first;
            *operand = lesser(*operand, *first);
        }
        if (value->right != CAST_NONE) { /* K.T */
            size_t *right = &scene->lights.list[value->right].first;
            *right = lesser(*right, *first);
        }
    }
}

/* True when value I is made from no other value but texts, and is no shares, which are results. */
static bool is_given(const struct cast *cast, size_t i) {
    const struct cast_value *value = &cast->values[i];
    bool given = !value->weights;
    for (size_t k = 0; k < value->operand_count; k++) {
        given &= cast->values[value->operands[k]].words;
    }
    return given;
}

/* Returns the first stop of the page whose question is still to be answered; SIZE_MAX: there is
 * none. */
static size_t next_question(const struct session *session) {
    const struct page *page = &session->lesson->pages[outline_page(session)];
    size_t passed = session_stop(session), next = SIZE_MAX;
    for (size_t i = page->first_stop + page->stop_count; i-- > page->first_stop;) {
        bool asks = question_quiz(session, i) != NULL && question_due(session, i) > passed;
        next = asks ? i : next;
    }
    return next;
}

/* Lights value I by what the stop needs it for, and by what the learner does with it: it has moved
 * (edited, trained), was asked for by name, or has the cursor. A value that is K.T of another
 * follows what the stop needs of it, not where the cursor is. */
static void light_value(const struct scene *scene, size_t i) {
    enum { WHOLE = NEED_FOCUS | NEED_QUESTION | NEED_EDIT | NEED_NAMED };
    const struct stage *stage = scene->stage;
    struct value_light *value = &scene->lights.list[i];
    struct meeting *meeting = &value->meeting;
    const char *typed = scene_typed_name(scene);
    const char *name = value->definition == NULL ? "" : value->definition->name;
    bool stepping = scene->lights.stepping, there = value->definition != NULL;
    bool own = there && stage->cast->values[i].transposed == CAST_NONE;
    bool focus = own && value->definition == scene->definition;
    bool asked =
        value->moved ||
        (there && drawing_index(&scene->session->view.drawn.requested, name) != SIZE_MAX) ||
        (typed != NULL && text_same(typed, name));
    bool page = stage->plan->view == PLAN_PAGE;
    unsigned need =
        page ? cast_need(stage->cast, scene->stop, i) : (unsigned)NEED_NUMBERS | NEED_KNOWN;
    need &= question_open(scene->session) == SIZE_MAX ? need : ~(unsigned)NEED_ANSWERED;
    bool needed = (need & NEED_NUMBERS) != 0 || focus ||
                  (own && (asked || is_trained(scene->session->moment, name)));
    bool meets = stepping && meeting->matrix != SIZE_MAX && (own || needed);
    /* a single cell is not set off: all others are single numbers, too */
    bool one = meeting->row != SIZE_MAX && meeting->column != SIZE_MAX;
    meeting->whole = !stepping && (one || (need & WHOLE) != 0 || asked);
    /* no question comes before it that its numbers could answer */
    bool early = there && (value->first <= scene->lights.question || is_given(stage->cast, i));
    bool shows = (need & NEED_KNOWN) != 0 && (!page || value->first <= scene->stop || early);
    if (!shows && !needed && !meets) {
        value->light = LIGHT_NOTHING; /* a bare name of what is to come distracts */
    } else if (!there || (value->hidden && !focus)) {
        value->light = value->hidden ? LIGHT_FLAT : LIGHT_EMPTY;
    } else if (stepping ? focus || meets : needed) {
        value->light = LIGHT_LIT;
    } else {
        value->light = LIGHT_RELEVANT;
    }
}

/* Lights, where nothing is stepped through, what the selected value and the number asked for are
 * made from, and at a question what all values are made from that it is about, unless that is more
 * matrices than tell something about it. Lights every value when none is lit, for then there is
 * nothing to tell them from. */
static void light_more(const struct scene *scene) {
    enum { FEW = 4 };
    const struct cast *cast = scene->cast;
    const struct quiz *quiz = scene->quiz;
    const char *key = quiz == NULL || quiz->choice_count > 0 || quiz->key == NULL ? "" : quiz->key;
    size_t length = reader_name(key, strlen(key)); /* of the value whose number is asked for */
    struct value_light *list = scene->lights.list;
    bool any = false;
    for (size_t i = 0; i < cast->count; i++) { /* operands come first: theirs stay dimmed */
        const struct cast_value *value = &cast->values[i];
        bool lit = list[i].light == LIGHT_LIT;
        bool present = scene->definition != NULL && text_same(value->name, scene->definition->name);
        bool asked = length > 0 && length == strlen(value->name) && text_starts(key, value->name);
        bool lights = lit ? quiz != NULL || present : asked;
        size_t matrices = 0;
        any |= lit;
        for (size_t k = 0; k < value->operand_count; k++) {
            matrices += !cast->values[value->operands[k]].lone;
        }
        for (size_t k = 0; k < value->operand_count && lights && matrices <= FEW; k++) {
            enum light *light = &list[value->operands[k]].light;
            *light = *light == LIGHT_RELEVANT ? LIGHT_LIT : *light;
        }
    }
    for (size_t i = 0; i < cast->count && !any; i++) {
        list[i].light = list[i].light == LIGHT_RELEVANT ? LIGHT_LIT : list[i].light;
    }
}

/* Lights the pictures that the stop is about and those of what is lit, dims the others, and leaves
 * out those of what must not be seen or is not there yet. */
static void light_pictures(const struct scene *scene) {
    const struct cast *cast = scene->cast;
    struct value_light *list = scene->lights.list;
    for (size_t i = 0; i < cast->count; i++) {
        const struct cast_value *picture = &cast->values[i];
        bool about = (cast_need(cast, scene->stop, i) & NEED_FOCUS) != 0;
        bool learns = scene->session->moment != NULL && picture->requested.count == 0;
        enum light least = LIGHT_LIT, most = about || learns ? LIGHT_LIT : LIGHT_RELEVANT;
        for (size_t k = 0; picture->picture && k < picture->operand_count; k++) {
            enum light light = list[picture->operands[k]].light;
            least = light < least ? light : least;
            most = light > most ? light : most;
        }
        if (picture->picture) {
            list[i].light = least < LIGHT_RELEVANT ? LIGHT_NOTHING : most;
        }
    }
}

bool lights_make(struct scene *scene) {
    const struct cast *cast = scene->cast;
    const struct exercise *exercise = scene->exercise;
    bool *hidden = hidden_make(scene->session, scene->notebook, true);
    struct value_light *list = memory_allocate(cast->count + 1, sizeof *list);
    size_t last = session_last(scene->session); /* where the learner waits */
    bool explains = last != SIZE_MAX && scene->session->lines[last].explains;
    bool open = exercise != NULL && !question_settled(&scene->session->answers[last]);
    bool steps = scene->grain >= GRAIN_ROW || scene->session->view.depth > 0 || explains;
    bool page = scene->plan->view == PLAN_PAGE;
    scene->lights =
        (struct lights){list, steps && page && scene->definition != NULL,
                        scene->session->lesson == NULL ? SIZE_MAX : next_question(scene->session)};
    if (list == NULL || hidden == NULL) {
        memory_free(hidden);
        return false;
    }
    for (size_t i = 0; i < cast->count; i++) {
        int stored = cast->values[i].transposed;
        const char *name = cast->values[stored == CAST_NONE ? (int)i : stored].name;
        size_t index = cast->values[i].picture
                           ? SIZE_MAX
                           : notebook_index(scene->notebook, name, strlen(name));
        if (index != SIZE_MAX) {
            list[i].definition = scene->notebook->list[index];
            list[i].old = scene->past[index].old;
            list[i].moved = scene->past[index].differs;
            list[i].hidden = hidden[index];
        }
        list[i].first = SIZE_MAX;
        list[i].meeting = MEETING_NONE;
        list[i].turned = (stored != CAST_NONE) != scene->session->display.columns;
        bool edit = (cast_need(cast, scene->stop, i) & NEED_EDIT) != 0;
        list[i].turn = open && stored == CAST_NONE && edit;
    }
    memory_free(hidden);
    find_meetings(scene);
    find_parts(scene);
    if (exercise != NULL) {
        frame_goals(scene, exercise);
    }
    find_first(scene);
    for (size_t i = 0; i < cast->count; i++) {
        light_value(scene, i);
    }
    if (!scene->lights.stepping) {
        light_more(scene);
    }
    light_pictures(scene);
    return true;
}
