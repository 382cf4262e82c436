/* At every stop of every lesson: a move and `b`, a way into a number and Escape give the frame back
 * as it was, cell by cell, with its colours and its cursor. */
#include "panels/frame.h"

#include "commands/keys.h"
#include "lesson/shelf.h"
#include "session/question.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *panels_trail_suite(void);

/* What is typed or pressed at a stop, and then. What does not run there, or only says something,
 * moved nobody: at an open question that is the first Space, and the second one passes it. */
static const struct {
    const char *move, *back;
} pairs[] = {
    {"Space", "b"},       {"Space", "b"},
    {"Space", "PageUp"},  {"n", "b"},
    {"s", "b"},           {"f", "b"},
    {"r", "b"},           {"Enter", "b"},
    {"Enter", "Escape"},  {"Enter", "Backspace"},
    {"goto page 1", "b"}, {"goto X", "b"},
    {"goto end", "b"},
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
        ck_assert(key_line(session, key, 0, &line, &walk->frame.desk.failure));
    } else {
        text_append(&line, what);
    }
    bool ok = desk_types(&walk->frame.desk, text_string(&line));
    text_clear(&session->out);
    text_clear(&session->looks.last.message);
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
    if (!same || memcmp(frame->cursor, walk->cursor, sizeof walk->cursor) != 0) {
        struct text now = {0}, before = {0};
        const struct paint plain = {.colour = false};
        canvas_print(&frame->canvas, &plain, &now);
        memcpy(frame->canvas.cells, walk->cells, frame_bytes(walk));
        canvas_print(&frame->canvas, &plain, &before);
        ck_abort_msg("stop %zu of %s: %s, then %s\n%s\nwas\n%s\ncursor %zu,%zu was %zu,%zu", stop,
                     frame->desk.session.lesson->title, move, back, text_string(&now),
                     text_string(&before), frame->cursor[0], frame->cursor[1], walk->cursor[0],
                     walk->cursor[1]);
    }
}

static void try_pairs(struct walk *walk, size_t stop) {
    frame_check(&walk->frame);
    memcpy(walk->cells, walk->frame.canvas.cells, frame_bytes(walk));
    memcpy(walk->cursor, walk->frame.cursor, sizeof walk->cursor);
    for (size_t i = 0; i < PAIRS; i++) {
        const struct session *session = &walk->frame.desk.session;
        size_t marks = session->trail_count, passed = session_stop(session);
        if (!does(walk, pairs[i].move) || session->trail_count == marks) {
            continue;
        }
        /* with no number to look at Enter goes on; and a question that was passed is still there */
        bool out = pairs[i].back[0] == 'E' || text_same(pairs[i].back, "Backspace");
        bool same = session_stop(session) == passed && !session->focus.guided;
        if ((out && session->looks.path_count == 0) || (pairs[i].back[0] == 'P' && same)) {
            ck_assert(does(walk, "b"));
        } else {
            ck_assert_msg(does(walk, pairs[i].back), "stop %zu, %s, then %s: %s", stop,
                          pairs[i].move, pairs[i].back, walk->frame.desk.failure.message);
            is_given_back(walk, stop, pairs[i].move, pairs[i].back);
        }
    }
}

/* On by a stop: of the questions one is answered, the next one is passed. */
static bool goes_on(struct walk *walk, size_t stop) {
    struct session *session = &walk->frame.desk.session;
    if (question_open(session) != SIZE_MAX) {
        does(walk, stop % 2 == 0 ? "answer 1" : "skip");
        does(walk, "skip");
    }
    return does(walk, "advance");
}

static void open_lesson(struct walk *walk, const char *name) {
    frame_open_lesson(&walk->frame, name);
    walk->frame.stage.depth = DEPTH_256;
    walk->cells = malloc(frame_bytes(walk));
    ck_assert_ptr_nonnull(walk->cells);
}

static const char *const lessons[] = {
    "01-worked-example.md",     "02-i-saw-a-saw.md",
    "03-relevance.md",          "04-softmax.md",
    "05-why-scale.md",          "06-rows-or-columns.md",
    "07-i-am-hungry.md",        "08-sushi.md",
    "09-positions.md",          "10-masked-attention.md",
    "11-multi-head.md",         "12-transformer-layer.md",
    "13-shapes-and-batches.md", "14-learning.md",
};
enum { LESSONS = sizeof lessons / sizeof *lessons };

/* QKV_TRAIL tries every stop, which takes a minute. */
#ifdef QKV_SANITIZED
enum { EVERY = 61 };
#else
enum { EVERY = 13 };
#endif

START_TEST(every_move_is_taken_back) {
    struct walk walk = {0};
    size_t stop = (size_t)_i, every = getenv("QKV_TRAIL") != NULL ? 1 : EVERY;
    open_lesson(&walk, lessons[_i]);
    for (; goes_on(&walk, stop) && stop < 2000; stop++) {
        if (stop % every == 0) {
            try_pairs(&walk, stop);
        }
    }
    ck_assert_uint_gt(stop, 40);
    free(walk.cells);
    frame_close(&walk.frame);
}
END_TEST

Suite *panels_trail_suite(void) {
    Suite *suite = suite_create("panels_trail");
    TCase *core = tcase_create("core");
    tcase_set_timeout(core, 600);
    tcase_add_loop_test(core, every_move_is_taken_back, 0, LESSONS);
    suite_add_tcase(suite, core);
    return suite;
}
