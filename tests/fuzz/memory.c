/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Without memory: a lesson opened and walked through, a table or an array read, lines typed, a
 * screen drawn, and one allocation of it fails, alone or with all that follow. What cannot be done
 * then says that there was no memory, changes nothing and leaves nothing; with memory it goes as
 * ever.
 *
 * Of an input, the first byte says what is done and how lasting it is, the second which allocation
 * fails, and the rest is what the reader is given. An event is one of these things done without
 * memory: a file read, a line typed, a screen drawn. */
#include "fuzz/target.h"

#include "base/failure.h"
#include "base/heap.h"
#include "files/formats.h"
#include "panels/frame.h"

#include <check.h>
#include <string.h>

enum { LINES = 6, STOPS = 6 };

/* What fails from here on, until memory_fail heals. */
static struct {
    size_t count;
    bool lasting;
} fate;
static size_t events;

static void begin_fate(void) {
    memory_fail(fate.count, fate.lasting);
    events++;
}

static void end_fate(void) {
    memory_fail(0, false);
}

/* --- readers -------------------------------------------------------------------------------------
 */

static bool read_tensor(struct tensor *read) {
    tensor_release(read);
    return read != NULL;
}

static bool read_table(const char *bytes, size_t length, struct failure *failure) {
    return read_tensor(csv_read("a.csv", bytes, length, ',', failure));
}

static struct tensor *read_npy(const char *bytes, size_t length, struct failure *failure) {
    struct stream stream = stream_memory("a.npy", bytes, length);
    return npy_read(&stream, failure);
}

static bool read_array(const char *bytes, size_t length, struct failure *failure) {
    return read_tensor(read_npy(bytes, length, failure));
}

static bool walk(struct session *session, struct failure *failure) {
    size_t went = 0;
    while (went < STOPS && commands_advance(session, failure)) {
        text_clear(&session->out);
        went++;
    }
    return !failure->set;
}

static bool read_lesson(const char *bytes, size_t length, struct failure *failure) {
    struct session session;
    struct lesson *lesson = lesson_read("l.md", bytes, length, failure);
    if (lesson == NULL || !session_init(&session, failure)) {
        lesson_free(lesson);
        return false;
    }
    bool done = commands_open(&session, lesson, failure) && walk(&session, failure);
    session_release(&session);
    return done;
}

/* Whether it is refused for lack of memory; if not, then with memory it is refused too. */
static void reads(bool (*read)(const char *bytes, size_t length, struct failure *failure),
                  const char *bytes, size_t length) {
    struct failure failure = {0}, again = {0};
    size_t blocks = memory_blocks(), refused = memory_refused();
    begin_fate();
    bool done = read(bytes, length, &failure);
    end_fate();
    ck_assert_uint_eq(memory_blocks(), blocks);
    ck_assert(done || (failure.set && failure.message[0] != '\0'));
    if (!done && memory_refused() > refused && !failure.outside) {
        ck_assert_msg(!read(bytes, length, &again), "without memory it says: %s", failure.message);
    }
}

/* --- a session and its screen --------------------------------------------------------------------
 */

static struct frame frame;
static bool open;
static size_t served;

static void begin(void) {
    frame_open(&frame, target_two_words);
    frame_size(&frame, 18, 60);
    while (session_stop(&frame.desk.session) < STOPS) {
        ck_assert(commands_advance(&frame.desk.session, &frame.desk.failure));
    }
    open = true;
}

/* As reads, and the notebook is as it was. */
static bool type(const char *line) {
    struct notebook before;
    const struct notebook *notebook = session_notebook(&frame.desk.session);
    size_t refused = memory_refused();
    notebook_copy(&before, notebook);
    target_hurry();
    begin_fate();
    bool done = desk_types(&frame.desk, line);
    end_fate();
    if (!done) {
        struct failure failure = frame.desk.failure;
        ck_assert_msg(failure.set && failure.message[0] != '\0', "refused without a word: %s",
                      line);
        ck_assert_msg(notebook_same(&before, session_notebook(&frame.desk.session)), "changed: %s",
                      line);
        if (memory_refused() > refused && !failure.outside) {
            target_hurry();
            ck_assert_msg(!desk_types(&frame.desk, line), "'%s' says without memory: %s", line,
                          failure.message);
        }
    }
    notebook_release(&before);
    return done;
}

static bool show(const char *line) {
    struct failure failure = {0};
    target_hurry();
    bool done = desk_types(&frame.desk, line);
    ck_assert(said_take(&frame.desk.session, done ? NULL : &frame.desk.failure, &failure));
    begin_fate();
    bool drawn =
        panels_show(&frame.desk.session, &frame.terminal, &frame.canvas, &frame.found, &failure);
    end_fate();
    ck_assert_msg(drawn || failure.outside, "without memory it says: %s", failure.message);
    return done;
}

/* A session in which nothing was done serves again, and some time it is seen whether it leaves
 * anything. */
static void run_session(bool (*each)(const char *line), const char *bytes, size_t length) {
    if (!open) {
        begin();
    }
    bool done = target_lines(bytes, length, LINES, each) > 0;
    frame_check(&frame);
    if (done || ++served % 256 == 0) {
        frame_close(&frame);
        open = false;
    }
}

static void run(const char *bytes, size_t length) {
    if (length < 2) {
        return;
    }
    unsigned char first = (unsigned char)bytes[0], second = (unsigned char)bytes[1];
    fate.lasting = (first & 1) != 0;
    fate.count = 1 + second * (1 + (size_t)first / 32);
    bytes += 2;
    length -= 2;
    switch (first / 2 % 8) {
    case 0:
        reads(read_table, bytes, length);
        break;
    case 1:
        reads(read_array, bytes, length);
        break;
    case 2:
    case 3:
        target_allows(bytes, length) ? reads(read_lesson, bytes, length) : (void)0;
        break;
    case 4:
    case 5:
        run_session(show, bytes, length);
        break;
    default:
        run_session(type, bytes, length);
        break;
    }
}

static void words(struct text *out) {
    target_lesson.words(out);
    target_npy.words(out);
}

const struct target target_memory = {"memory", 1024, run, words, &events};
