/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* At every stop of every lesson: a move and `b`, a way into a number and Escape give the frame back
 * as it was, cell by cell, with its colours and its cursor; and each key that the bar names has
 * something to do. */
#include "panels/frame.h"

#include "commands/groups.h"
#include "commands/keys.h"
#include "lesson/shelf.h"
#include "session/question.h"
#include "session/trail.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *panels_stops_suite(void);

/* What is typed or pressed at a stop, and then. What does not run there, or only says something,
 * did not move the learner: at an open question that is the first Space, and the second one passes
 * it. */
static const struct {
    const char *move, *back;
} pairs[] = {
    {"Space", "b"},
    {"Space", "b"},
    {"Space", "PageUp"},
    {"n", "b"},
    {"s", "b"},
    {"s", "Escape"},
    {"f", "b"},
    {"r", "b"},
    {"Enter", "b"},
    {"Enter", "Escape"},
    {"Enter", "Backspace"},
    {"goto page 1", "b"},
    {"goto X", "b"},
    {"goto end", "b"},
    {"find the", "b"},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

struct walk {
    struct frame frame;
    struct canvas_cell *cells; /* of the frame before */
    size_t cursor[2];
};

/* Presses the key WHAT, or types the line. False where that does not run. */
static bool does(struct walk *walk, const char *what) {
    struct session *session = &walk->frame.desk.session;
    const struct key *key = key_find(what);
    struct text line = {0};
    if (key != NULL) {
        ck_assert(key_line(session, key, &line, &walk->frame.desk.failure));
    } else {
        text_append(&line, what);
    }
    bool ok = desk_types(&walk->frame.desk, text_string(&line));
    text_clear(&session->out);
    text_clear(&session->view.last.message);
    text_release(&line);
    return ok;
}

static size_t frame_bytes(const struct walk *walk) {
    const struct canvas *canvas = &walk->frame.canvas;
    return canvas->rows * canvas->columns * sizeof *canvas->cells;
}

/* The frame is as it was before WHAT was done, and taken back. */
static void is_given_back(struct walk *walk, size_t stop, const char *move, const char *back) {
    struct frame *frame = &walk->frame;
    frame_check(frame);
    bool same = memcmp(frame->canvas.cells, walk->cells, frame_bytes(walk)) == 0;
    if (!same || memcmp(frame->found.cursor, walk->cursor, sizeof walk->cursor) != 0) {
        struct text now = {0}, before = {0};
        const struct paint plain = {.colour = false};
        canvas_print(&frame->canvas, &plain, &now);
        memcpy(frame->canvas.cells, walk->cells, frame_bytes(walk));
        canvas_print(&frame->canvas, &plain, &before);
        ck_abort_msg("stop %zu of %s: %s, then %s\n%s\nwas\n%s\ncursor %zu,%zu was %zu,%zu", stop,
                     frame->desk.session.lesson->title, move, back, text_string(&now),
                     text_string(&before), frame->found.cursor[0], frame->found.cursor[1],
                     walk->cursor[0], walk->cursor[1]);
    }
}

static void try_pairs(struct walk *walk, size_t stop) {
    frame_check(&walk->frame);
    memcpy(walk->cells, walk->frame.canvas.cells, frame_bytes(walk));
    memcpy(walk->cursor, walk->frame.found.cursor, sizeof walk->cursor);
    for (size_t i = 0; i < PAIRS; i++) {
        const struct session *session = &walk->frame.desk.session;
        size_t marks = session->trail_count, passed = session_stop(session);
        if (!does(walk, pairs[i].move) || session->trail_count == marks) {
            continue;
        }
        /* with no number to look at Enter goes on; and a question that was passed is still there */
        bool out = pairs[i].back[0] == 'E' || text_same(pairs[i].back, "Backspace");
        bool same = session_stop(session) == passed && !session->focus.guided;
        if ((out && session->view.depth == 0 && !stepping_is_inside(session)) ||
            (pairs[i].back[0] == 'P' && same)) {
            ck_assert(does(walk, "b"));
        } else {
            ck_assert_msg(does(walk, pairs[i].back), "stop %zu, %s, then %s: %s", stop,
                          pairs[i].move, pairs[i].back, walk->frame.desk.failure.message);
            is_given_back(walk, stop, pairs[i].move, pairs[i].back);
        }
    }
}

/* The overview comes with every value that has room, and goes again. */
static void try_overview(struct walk *walk, size_t stop) {
    const struct session *session = &walk->frame.desk.session;
    const struct definition *here = view_definition(session);
    ck_assert(does(walk, "O"));
    frame_check(&walk->frame);
    ck_assert_msg(here == NULL || shape_cells(&here->value->shape) == 0 ||
                      walk->frame.found.shows.count > 0,
                  "stop %zu: nothing is in the overview\n%.3500s", stop, frame_draw(&walk->frame));
    ck_assert(does(walk, "Escape"));
    is_given_back(walk, stop, "O", "Escape");
}

/* --- the bar ---------------------------------------------------------------------------------- */

static bool is_changed(struct walk *walk) {
    frame_check(&walk->frame);
    return memcmp(walk->frame.canvas.cells, walk->cells, frame_bytes(walk)) != 0 ||
           memcmp(walk->frame.found.cursor, walk->cursor, sizeof walk->cursor) != 0;
}

/* Presses the key NAME as the terminal would. True when it is seen to have done something; a line
 * to be typed is there to be typed. */
static bool acts(struct walk *walk, const char *name) {
    struct desk *desk = &walk->frame.desk;
    struct text line = {0}, message = {0};
    const struct key *key = key_find(name);
    size_t marks = desk->session.trail_count;
    bool prompt = false, ok = key_answers(&desk->session, name, &line, &prompt);
    if (!ok && key != NULL) {
        prompt = key->prompt;
        ok = key_elsewhere(&desk->session, key, &message) ||
             key_line(&desk->session, key, &line, &desk->failure);
    }
    if (ok && !prompt) {
        ok = desk_types(desk, text_string(&line));
        const char *why = ok ? "" : desk->failure.message;
        ok = strstr(why, "too many to tell") != NULL || strstr(why, "would fail: ") != NULL ||
             (ok && (desk->session.quit || desk->session.out.length > 0 || is_changed(walk) ||
                     desk->session.trail_count < marks));
    }
    desk->session.quit = false;
    text_clear(&desk->session.out);
    text_release(&line);
    text_release(&message);
    return ok;
}

/* Presses NAME, and puts back what it did. */
static bool preview(struct walk *walk, const char *name) {
    struct session *session = &walk->frame.desk.session;
    struct state before;
    struct failure *failure = &walk->frame.desk.failure;
    size_t stop = session_stop(session);
    enum answer_state state = stop > 0 ? session->answers[stop - 1].state : ANSWER_OPEN;
    size_t hints = stop > 0 ? session->answers[stop - 1].hints : 0;
    ck_assert(state_take(&before, session, failure));
    bool done = acts(walk, name);
    if (done && (name[0] == '+' || name[0] == '-')) {
        history_undo(session->history, NULL, failure); /* unless it said what would fail */
    } else if (done && name[0] == 'u') {
        ck_assert(history_redo(session->history, NULL, failure));
    }
    ck_assert(state_restore(&before, session, failure));
    state_release(&before);
    frame_check(&walk->frame);
    if (stop > 0) {
        session->answers[stop - 1].state = state;
        session->answers[stop - 1].hints = hints;
    }
    return done;
}

/* "Space on" is about Space; "←↑↓→ cell" about at least one of them; "1-4 answer" about 1 to 4. */
static bool word_holds(struct walk *walk, const char *word) {
    static const char *const arrows[] = {"Left", "Up", "Down", "Right"};
    char name[16] = "";
    bool any = false;
    if (word[0] >= '1' && word[0] <= '9') {
        return preview(walk, "1") && preview(walk, (const char[]){word[2], '\0'});
    }
    if (text_starts(word, "+ -")) {
        return preview(walk, "+") && preview(walk, "-");
    }
    if (!text_starts(word, "←")) {
        memcpy(name, word, lesser(strcspn(word, " "), sizeof name - 1));
        return preview(walk, name);
    }
    for (size_t i = 0; i < 4; i++) {
        any = preview(walk, arrows[i]) || any;
    }
    return any;
}

static void try_bar(struct walk *walk, size_t stop) {
    struct text bar = {0};
    frame_check(&walk->frame);
    memcpy(walk->cells, walk->frame.canvas.cells, frame_bytes(walk));
    memcpy(walk->cursor, walk->frame.found.cursor, sizeof walk->cursor);
    const struct canvas *canvas = &walk->frame.canvas;
    for (size_t i = 0; i < canvas->columns; i++) {
        const char *sign = canvas->cells[(canvas->rows - 1) * canvas->columns + i].text;
        text_append(&bar, sign[0] == '\0' ? " " : sign);
    }
    while (bar.bytes[bar.length - 1] == ' ') {
        text_truncate(&bar, bar.length - 1);
    }
    ck_assert(strstr(text_string(&bar), "q quit") != NULL);
    for (char *word = bar.bytes + 1; word != NULL;) {
        char *end = strstr(word, "  ");
        if (end != NULL) {
            *end = '\0';
        }
        ck_assert_msg(word_holds(walk, word), "stop %zu of %s: %s: %s\n%s", stop,
                      walk->frame.desk.session.lesson->title, word,
                      walk->frame.desk.failure.message, frame_draw(&walk->frame));
        word = end == NULL ? NULL : end + 2;
    }
    text_release(&bar);
}

static void try_stop(struct walk *walk, size_t stop) {
    try_bar(walk, stop);
    try_pairs(walk, stop);
    try_overview(walk, stop);
}

/* --- the walk --------------------------------------------------------------------------------- */

/* On by a stop: of the questions one is answered, the next one is passed. */
static bool goes_on(struct walk *walk, size_t stop) {
    struct session *session = &walk->frame.desk.session;
    if (question_open(session) != SIZE_MAX) {
        does(walk, stop % 2 == 0 ? "answer 1" : "skip");
        does(walk, "skip");
    }
    return does(walk, "advance") && session->view.popup == POPUP_NONE;
}

static const char *const folders[] = {QKV_SOURCE_DIR "/lessons", NULL};

static void open_lesson(struct walk *walk, const char *name) {
    frame_open_lesson(&walk->frame, name);
    walk->frame.terminal.depth = DEPTH_256;
    walk->frame.desk.session.front.lesson_folders = folders;
    walk->cells = malloc(frame_bytes(walk));
    ck_assert_ptr_nonnull(walk->cells);
}

/* QKV_STOPS tries every stop, which takes three minutes. */
enum { EVERY = 29 };

START_TEST(every_key_of_every_stop) {
    struct walk walk = {0};
    size_t stop = (size_t)_i, every = getenv("QKV_STOPS") != NULL ? 1 : EVERY;
    open_lesson(&walk, desk_lesson(_i));
    for (; goes_on(&walk, stop) && stop < 2000; stop++) {
        if (stop % every == 0) {
            try_stop(&walk, stop);
        }
    }
    ck_assert_uint_gt(stop, 15);
    free(walk.cells);
    frame_close(&walk.frame);
}
END_TEST

/* A stop that only points where the lesson has pointed does not wait, wherever the learner went. */
START_TEST(space_does_not_only_put_the_cursor_back) {
    static const char *const moves[] = {"", "move B[1,2]", "goto A"};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        struct frame frame;
        frame_open(&frame, "# T\n```qkv\nA = [[1, 2], [3, 4]]\nB = A + 1\n```\n"
                           "Look at `B[2,1]`.\n```qkv\nexplain B[2,1]\n```\n"
                           "```qkv\nexplain B[2,2]\n```\n```qkv\nC = A\n```\nThe end.\n");
        frame_run(&frame, "advance 3");
        frame_shows(&frame, "Look at");
        if (moves[i][0] != '\0') {
            frame_run(&frame, moves[i]);
        }
        frame_run(&frame, "advance");
        frame_shows(&frame, "B[2,2] = 4 + 1 = 5");
        frame_run(&frame, "advance");
        frame_shows(&frame, "The end.");
        frame_close(&frame);
    }
}
END_TEST

/* A Space that passes stops which show nothing new is taken back whole. */
START_TEST(page_up_takes_back_what_space_passed) {
    struct walk walk = {0};
    open_lesson(&walk, "03-relevance.md");
    struct session *session = &walk.frame.desk.session;
    size_t passed = 0;
    for (size_t stop = 0; goes_on(&walk, stop); stop++) {
        size_t from = session_stop(session);
        size_t next = lesson_next_halt(session->lesson, from);
        if (does(&walk, "Space") && session_stop(session) > from) {
            passed += session_stop(session) > next;
            ck_assert(does(&walk, "PageUp"));
            ck_assert_uint_eq(session_stop(session), from);
        }
    }
    ck_assert_uint_gt(passed, 0);
    free(walk.cells);
    frame_close(&walk.frame);
}
END_TEST

/* A histogram shows no number by itself: where the arithmetic has no room an arrow says it. */
START_TEST(an_arrow_says_the_number_that_no_picture_shows) {
    struct walk walk = {0};
    open_lesson(&walk, "05-why-scale.md");
    struct session *session = &walk.frame.desk.session;
    const struct definition *looked = NULL;
    for (size_t stop = 0; looked == NULL || !text_same(looked->name, "scaled") ||
                          session->view.drawn.requested.count == 0;
         stop++) {
        ck_assert(goes_on(&walk, stop));
        looked = view_definition(session);
    }
    frame_size(&walk.frame, 10, 80);
    frame_check(&walk.frame);
    ck_assert(desk_types(&walk.frame.desk, "move right"));
    ck_assert_msg(strstr(text_string(&session->out), "scaled[1,2] ≈ ") != NULL, "%s",
                  text_string(&session->out));
    free(walk.cells);
    frame_close(&walk.frame);
}
END_TEST

/* The first lesson is short enough for a first evening: so often one presses Space who answers what
 * is asked, be it with nonsense. */
START_TEST(space_leads_through_the_first_lesson) {
    struct walk walk = {0};
    open_lesson(&walk, "01-worked-example.md");
    struct session *session = &walk.frame.desk.session;
    size_t spaces = 0, requested = 0, last = SIZE_MAX, questions = 0;
    for (size_t i = 0; i < session->lesson->stop_count; i++) {
        questions += lesson_question_id(session->lesson, i) != NULL;
    }
    while (session_stop(session) < session->lesson->stop_count || session->focus.guided) {
        size_t question = question_open(session);
        if (question != SIZE_MAX && question != last) {
            last = question;
            requested++;
            ck_assert(does(&walk, "answer 1") || does(&walk, "S"));
        } else {
            ck_assert(does(&walk, "Space"));
            spaces++;
        }
    }
    ck_assert_uint_eq(requested, questions);
    ck_assert_uint_gt(spaces, 50);
    ck_assert_uint_le(spaces, 90);
    free(walk.cells);
    frame_close(&walk.frame);
}
END_TEST

Suite *panels_stops_suite(void) {
    Suite *suite = suite_create("panels_stops");
    TCase *core = tcase_create("core");
    tcase_set_timeout(core, 600);
    tcase_add_loop_test(core, every_key_of_every_stop, 0, desk_walked());
    tcase_add_test(core, an_arrow_says_the_number_that_no_picture_shows);
    tcase_add_test(core, page_up_takes_back_what_space_passed);
    tcase_add_test(core, space_does_not_only_put_the_cursor_back);
    tcase_add_test(core, space_leads_through_the_first_lesson);
    suite_add_tcase(suite, core);
    return suite;
}
