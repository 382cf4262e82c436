/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* What a learner relies on within a scene, in all lessons: everything keeps its place, nothing
 * overlaps anything else, what is asked for does not show, what the stop is about has its numbers,
 * and no word is lost. QKV_SCENE=1 prints the figures. */
#include "panels/walk.h"

#include "base/memory.h"
#include "base/text.h"
#include "canvas/drawing.h"
#include "panels/lights.h"
#include "panels/questions.h"
#include "panels/scene.h"
#include "session/outline.h"
#include "session/question.h"

#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *panels_scene_suite(void);

static const size_t sizes[][2] = {{24, 80}, {30, 100}, {36, 120}, {45, 160}, {50, 200}};
enum { SIZES = sizeof sizes / sizeof *sizes };

static struct frame frame;

static bool prints(void) {
    return getenv("QKV_SCENE") != NULL;
}

/* True when a lesson is looked at in a size: each in one of them, in all when it is hard. */
static bool is_sample(int lesson, size_t size) {
    return getenv("QKV_HARD") != NULL || size == (size_t)lesson % SIZES;
}

/* Goes through all lessons that are looked at in the size SIZE, drawing each frame. */
static void walk_lessons(size_t size, void (*begin)(void), void (*look)(size_t size)) {
    for (int lesson = 0; lesson < desk_walked(); lesson++) {
        if (!is_sample(lesson, size)) {
            continue;
        }
        frame_open_number(&frame, lesson, sizes[size][0], sizes[size][1]);
        begin();
        while (frame_goes_on(&frame)) {
            frame_check(&frame);
            look(size);
        }
        frame_close(&frame);
    }
}

static void nothing(void) {
}

static const char *where(void) {
    static char words[120];
    const struct session *session = &frame.desk.session;
    text_fill(words, sizeof words, "%s, page %zu, stop %zu", session->lesson->title,
              outline_page(session) + 1, session_stop(session));
    return words;
}

/* --- everything keeps its place --------------------------------------------------------------- */

enum { VALUES = 400 };

static const struct plan *plan;   /* of the scene so far */
static size_t key, first;         /* of the shapes it is made for, and its first stop */
static struct box places[VALUES]; /* where values had their numbers in it; no rows: nowhere */
static size_t shifts, steps;

/* A number that is another when the page, a size on it or the convention is. */
static size_t shapes_key(void) {
    const struct cast *cast = frame.stage.cast;
    size_t hash = 2 * frame.stage.page + frame.desk.session.display.columns;
    for (size_t i = 0; i < cast->count; i++) {
        const struct cast_size *size = &cast->sizes[i];
        hash = hash * 31 + size->rows + 100 * size->columns + 10000 * size->matrices +
               1000000 * size->row_label + 100000000 * size->column_label;
    }
    return hash;
}

static void forget_places(void) {
    plan = NULL;
    memset(places, 0, sizeof places);
}

/* True when the page goes on, and no shape has changed. */
static bool goes_on(void) {
    return plan != NULL && frame.stage.plan->view == PLAN_PAGE && shapes_key() == key &&
           plan == frame.stage.plan && first == plan->first_stop;
}

/* All stays; on a small stage a value may leave its place to another that needs it, and come back
 * elsewhere. */
static void look_at_places(size_t size) {
    (void)size;
    bool same = goes_on(), shifted = false;
    size_t stop = stage_stop(&frame.desk.session);
    if (frame.stage.plan->view != PLAN_PAGE) {
        forget_places();
        return;
    }
    if (!same) {
        forget_places();
        plan = frame.stage.plan;
        key = shapes_key();
        first = plan->first_stop;
    }
    ck_assert_uint_le(frame.stage.cast->count, VALUES);
    for (size_t i = 0; i < frame.stage.cast->count; i++) {
        const struct place_on_stage *place = plan_numbers(plan, stop, (int)i);
        if (place == NULL) {
            continue;
        }
        bool moves = places[i].rows > 0 && memcmp(&places[i], &place->box, sizeof places[i]) != 0;
        ck_assert_msg(!moves || !plan->panes.side, "%s: %s moves", where(),
                      frame.stage.cast->values[i].name);
        shifted |= moves;
        places[i] = place->box;
    }
    steps += same;
    shifts += shifted;
}

/* --- nor does an edit move anything ----------------------------------------------------------- */

static void press(const char *line, size_t times) {
    for (size_t i = 0; i < times; i++) {
        desk_types(&frame.desk, line); /* it may be refused at a limit */
        text_clear(&frame.desk.session.out);
    }
}

static void look_at_edits(size_t size) {
    (void)size;
    struct session *session = &frame.desk.session;
    const struct plan *before = frame.stage.plan;
    size_t shapes = shapes_key();
    bool open = question_open(session) != SIZE_MAX &&
                question_exercise(session, session_last(session)) != NULL;
    const struct definition *definition = view_definition(session);
    if (!open || frame.stage.plan->view != PLAN_PAGE || definition == NULL || !definition->leaf) {
        return;
    }
    static const struct {
        const char *line;
        size_t times;
    } ways[] = {{"nudge up", 30}, {"nudge down", 30}, {"undo", 60}};
    struct text cell = {0};
    view_cell(session, &cell, &frame.desk.failure);
    text_append(&cell, " = -9.99");
    press(text_string(&cell), 1);
    text_release(&cell);
    frame_check(&frame);
    ck_assert_msg(before == frame.stage.plan || shapes_key() != shapes,
                  "%s: -9.99 makes another plan", where());
    press("undo", 1);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        press(ways[i].line, ways[i].times);
        frame_check(&frame);
        if (shapes_key() != shapes) {
            press("undo", 99);
            return; /* it is a size that is edited */
        }
        ck_assert_msg(before == frame.stage.plan, "%s: %s makes another plan", where(),
                      ways[i].line);
    }
}

START_TEST(no_edit_moves_anything) {
    for (size_t size = 0; size < SIZES; size += 2) {
        walk_lessons(size, nothing, look_at_edits);
    }
}
END_TEST

/* --- where things are ------------------------------------------------------------------------- */

static struct scene scene;
static size_t unseen, frames;

/* Places with light at the present stop; returns how many. */
static size_t lit_places(const struct place_on_stage *lit[2 * VALUES]) {
    size_t stop = stage_stop(&frame.desk.session), count = 0;
    const struct place_on_stage *place;
    for (size_t i = 0; (place = plan_place(frame.stage.plan, stop, i)) != NULL; i++) {
        if (scene.lights.list[place->value].light == LIGHT_LIT) {
            lit[count++] = place;
        }
    }
    return count;
}

static struct box with_gutter(const struct place_on_stage *place) {
    struct box box = place->box;
    box.column -= lesser(box.column, place->gutter);
    box.columns += place->gutter;
    return box;
}

static bool overlap(struct box a, struct box b) {
    return a.row < b.row + b.rows && b.row < a.row + a.rows && a.column < b.column + b.columns &&
           b.column < a.column + a.columns;
}

static void assert_apart(void) {
    static const struct place_on_stage *lit[2 * VALUES];
    size_t count = lit_places(lit);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < i; k++) {
            ck_assert_msg(!overlap(with_gutter(lit[i]), with_gutter(lit[k])), "%s: %s lies on %s",
                          where(), frame.stage.cast->values[lit[i]->value].name,
                          frame.stage.cast->values[lit[k]->value].name);
        }
    }
}

static bool has_digit(struct box box) {
    const struct canvas stage = canvas_part(&frame.canvas, frame.stage.plan->panes.stage);
    for (size_t row = box.row; row < lesser(box.row + box.rows, stage.rows); row++) {
        for (size_t column = box.column; column < lesser(box.column + box.columns, stage.columns);
             column++) {
            const char *text = canvas_cell(&stage, row, column)->text;
            if (text[0] >= '0' && text[0] <= '9') {
                return true;
            }
        }
    }
    return false;
}

/* Of what an open question hides there is no number. */
static void assert_hidden(void) {
    size_t stop = stage_stop(&frame.desk.session);
    for (size_t i = 0; i < frame.stage.cast->count; i++) {
        const struct value_light *value = &scene.lights.list[i];
        const struct place_on_stage *place = plan_numbers(frame.stage.plan, stop, (int)i);
        if (value->definition == NULL || !value->hidden || place == NULL ||
            place->form == FORM_PICTURE || value->definition == scene.definition ||
            value->light == LIGHT_NOTHING) {
            continue; /* what is stepped through shows what it has come to, and where nothing is
                         drawn there may be another value that has no place of its own */
        }
        struct box box = place->box;
        if (place->form != FORM_LINE) {
            box.row += place->heads;
            box.rows -= lesser(place->heads, box.rows);
            ck_assert_msg(!has_digit(box), "%s: %s is to be found (light %d)\n%.3000s", where(),
                          frame.stage.cast->values[i].name, (int)value->light, frame_draw(&frame));
        }
    }
}

static void look_at_light(size_t size) {
    struct failure failure = {0};
    struct panels_frame own = {0};
    (void)size;
    if (frame.stage.plan->view != PLAN_PAGE || frame.desk.session.view.popup != POPUP_NONE) {
        return;
    }
    scene = (struct scene){.session = &frame.desk.session,
                           .terminal = &frame.terminal,
                           .canvas = &frame.canvas,
                           .frame = &own,
                           .failure = &failure};
    ck_assert(scene_init(&scene) && lights_make(&scene));
    bool *hidden = hidden_make(scene.session, scene.notebook, true);
    assert_apart();
    assert_hidden();
    size_t index = scene.definition == NULL
                       ? SIZE_MAX
                       : notebook_position(scene.notebook, scene.definition->name);
    const struct drawing_request *requested = &frame.desk.session.view.drawn.requested;
    bool pictured = requested->count > 0 && requested->kind != NULL && requested->kind->instead;
    bool counts = index < scene.notebook->count && !hidden[index] && scene.shown != NULL &&
                  scene.definition->text == NULL && !pictured;
    frames += counts;
    if (counts && !frame.found.shows.cell) {
        unseen++;
        if (prints()) {
            fprintf(stderr, "  %s: %s has no numbers\n", where(), scene.definition->name);
        }
    }
    memory_free(hidden);
    scene_release(&scene);
    panels_frame_release(&own);
}

/* --- no word is lost -------------------------------------------------------------------------- */

static size_t split, said;

static void look_at_parts(size_t size) {
    bool scene_has_words = frame.desk.session.view.popup == POPUP_NONE;
    said += scene_has_words;
    split += scene_has_words && frame.found.parts > 1;
    if (prints() && size == 2 && scene_has_words && frame.found.parts > 1) {
        fprintf(stderr, "  %s: %zu parts\n", where(), frame.found.parts);
    }
}

START_TEST(no_word_is_lost_on_a_small_screen) {
    int step = getenv("QKV_HARD") != NULL ? 1 : 3;
    for (int lesson = 0; lesson < desk_walked(); lesson += step) {
        struct walk walk = {.frame = &frame, .lesson = desk_lesson(lesson)};
        frame_open_number(&frame, lesson, 18, 60);
        while (frame_goes_on(&frame)) {
            walk.number++;
            frame_check(&frame);
            words_look(&walk);
        }
        frame_close(&frame);
    }
}
END_TEST

/* --- exercises -------------------------------------------------------------------------------- */

static size_t exercises, apart;

/* True when a name of the LENGTH bytes at TEXT has its numbers, or is a part of a picture. */
static bool has_numbers(const char *name) {
    size_t stop = stage_stop(&frame.desk.session);
    const struct cast *cast = frame.stage.cast;
    int index = cast_find(cast, name);
    bool there = index == CAST_NONE || cast->values[index].words ||
                 plan_numbers(frame.stage.plan, stop, index) != NULL;
    for (size_t i = 0; i < cast->count && !there; i++) {
        const struct cast_value *picture = &cast->values[i];
        for (size_t k = 0; picture->picture && k < picture->operand_count; k++) {
            there |= picture->operands[k] == index &&
                     plan_numbers(frame.stage.plan, stop, (int)i) != NULL;
        }
    }
    return there;
}

static void look_at_exercise(size_t size) {
    (void)size;
    struct session *session = &frame.desk.session;
    const struct exercise *exercise = question_open(session) == SIZE_MAX
                                          ? NULL
                                          : question_exercise(session, session_last(session));
    if (exercise == NULL || frame.stage.plan->view != PLAN_PAGE) {
        return;
    }
    const char *missing = NULL;
    for (size_t i = 0; i < exercise->allow_count; i++) {
        missing = has_numbers(exercise->allowed[i]) ? missing : exercise->allowed[i];
    }
    struct text words = {0}, goal = {0};
    frame_words(&frame, &words);
    for (size_t i = 0; i < exercise->expect_count; i++) {
        text_clear(&goal);
        frame_fold(question_goal_words(&exercise->expects[i]), &goal);
        bool seen = strstr(text_string(&words), text_string(&goal)) != NULL;
        missing = seen ? missing : "a goal";
    }
    exercises++;
    apart += missing != NULL;
    if (prints() && missing != NULL) {
        fprintf(stderr, "  %s: %s is not there\n", where(), missing);
    }
    text_release(&words);
    text_release(&goal);
}

/* --- all of it, in one walk ------------------------------------------------------------------- */

static void look_at_all(size_t size) {
    look_at_places(size);
    look_at_light(size);
    look_at_parts(size);
    if (size == 0) {
        look_at_exercise(size);
    }
}

/* How many of a hundred steps may move a value, and frames may have more words. */
static const struct {
    size_t shifts, split;
} most[SIZES] = {{6, 12}, {8, 12}, {6, 1}, {6, 1}, {6, 1}};

START_TEST(every_frame_of_every_lesson) {
    exercises = apart = 0;
    for (size_t size = 0; size < SIZES; size++) {
        shifts = steps = unseen = frames = split = said = 0;
        walk_lessons(size, forget_places, look_at_all);
        if (prints()) {
            fprintf(
                stderr,
                "%zux%zu: a value changes its slot in %zu of %zu steps; what is looked at has no "
                "numbers in %zu of %zu frames; %zu of %zu have words for another Space\n",
                sizes[size][1], sizes[size][0], shifts, steps, unseen, frames, split, said);
        }
        ck_assert_uint_eq(unseen, 0);
        if (desk_walked() > 2) { /* shares of all lessons */
            ck_assert_uint_le(shifts * 100, steps * most[size].shifts);
            ck_assert_uint_le(split * 100, said * most[size].split);
        }
    }
    if (prints()) {
        fprintf(stderr, "%zu of %zu exercises are not on one screen of 80x24\n", apart, exercises);
    }
    ck_assert_uint_eq(apart, 0);
}
END_TEST

Suite *panels_scene_suite(void) {
    Suite *suite = suite_create("panels scene");
    TCase *core = tcase_create("core");
    tcase_set_timeout(core, 240);
    tcase_add_test(core, every_frame_of_every_lesson);
    tcase_add_test(core, no_edit_moves_anything);
    tcase_add_test(core, no_word_is_lost_on_a_small_screen);
    suite_add_tcase(suite, core);
    return suite;
}
