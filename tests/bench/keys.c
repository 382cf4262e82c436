/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Every key of the table in every lesson, on two sizes of the terminal, at the end of each page on
 * a leaf: the command it stands for and the frame that shows what came of it, as the screen makes
 * it. A key is pressed PRESSES times, and its median counts. Then the built program is given EDITS
 * of that leaf on a pseudo-terminal: from the key to the last byte that curses wrote. What takes
 * the processor more than FRAME_TIME is late, and the room fails.
 *
 * Space is also pressed at every stop but those that are a training, which is watched. */

#include "commands/keys.h"
#include "base/failure.h"
#include "bench/bench.h"
#include "bench/measure.h"
#include "bench/player.h"
#include "commands/commands.h"
#include "commands/groups.h"
#include "lesson/shelf.h"
#include "panels/panels.h"
#include "session/question.h"
#include "stage/stage.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    PRESSES = 5,
    EDITS = 50,
    WALKS = 2,
    FRAME_TIME = 16000 /* microseconds: 60 Hz */
};

/* Rows and columns of the terminals. */
static const size_t sizes[][2] = {{24, 80}, {36, 120}};
enum { SIZES = sizeof sizes / sizeof *sizes };

static struct session session;
static struct stage stage;
static struct canvas canvas;
static struct panels_frame shown;
static struct failure failure;

static bool type(const char *line) {
    static const struct source source = {"bench", 1, 1, SPEAKER_PERSON};
    struct failure refused = {0};
    bool ok = commands_run(&session, &source, line, &refused);
    return said_take(&session, ok ? NULL : &refused, &failure);
}

static bool draw(void) {
    const struct terminal terminal = {
        .prefix = "qkv> ", .text = "", .popup = "", .depth = DEPTH_256, .stage = &stage};
    return panels_show(&session, &terminal, &canvas, &shown, &failure);
}

/* To the last stop of page PAGE, from 0. */
static bool go_to(size_t page) {
    char line[40];
    snprintf(line, sizeof line, "goto page %zu", page + 2);
    return page + 1 < session.lesson->page_count ? type(line) && type("retreat") : type("goto end");
}

/* What is to be there for KEY to do something: a change to take back, or a lesson to go on in. */
static bool prepare(const struct key *key, size_t page, bool first) {
    if (text_same(key->key, "u")) {
        return type("nudge up");
    }
    if (text_same(key->key, "C-r")) {
        return type("nudge up") && type("undo");
    }
    return first || !text_same(key_group(key), "going") || go_to(page);
}

static char to_leaf[100];

/* To the first leaf with several numbers, which most of the lesson depends on. */
static bool move_to_leaf(void) {
    const struct notebook *notebook = session_notebook(&session);
    for (size_t i = 0; i < notebook->count; i++) {
        const struct definition *definition = notebook->list[i];
        if (definition->leaf && definition->text == NULL &&
            shape_columns(&definition->value->shape) > 1) {
            snprintf(to_leaf, sizeof to_leaf, "move %s[1,2]", definition->name);
            return type(to_leaf);
        }
    }
    to_leaf[0] = '\0';
    return true;
}

/* Microseconds of the median edit on a terminal, on the clock and of the processor; negative when
 * it does not answer. */
static void read_edit(const struct bench *bench, const size_t size[2], const char *lesson,
                      double edit[2]) {
    const char *const argv[] = {bench->program, "--from-start", "--at", "end", lesson, NULL};
    struct player player = {.marked = true};
    struct player_frame frame;
    double times[EDITS], cpus[EDITS];
    char keys[120];
    snprintf(keys, sizeof keys, ":%s\r", to_leaf);
    bool good = player_start(&player, argv, size, bench->scratch, &frame);
    for (const char *key = keys; good && *key != '\0'; key++) {
        good = player_press(&player, *key, &frame);
    }
    for (size_t i = 0; good && i < EDITS; i++) {
        good = player_press(&player, '+', &frame);
        times[i] = frame.time;
        cpus[i] = frame.cpu;
    }
    player_stop(&player);
    edit[0] = good ? measure_quantile(times, EDITS, 0.5) : -1;
    edit[1] = good ? measure_quantile(cpus, EDITS, 0.5) : -1;
}

/* What took longest in a lesson. */
struct worst {
    double time; /* microseconds; negative without memory */
    const char *key;
    size_t place; /* the page or the stop, from 1 */
};

static void note(struct worst *worst, double time, const char *key, size_t place) {
    if (time < 0 || (worst->time >= 0 && time > worst->time)) {
        worst->time = time;
        worst->key = key;
        worst->place = place;
    }
}

/* Microseconds of the median press at the end of PAGE; negative without memory. */
static double read_key(const struct key *key, size_t page) {
    double times[PRESSES];
    bool good = type("reset") && go_to(page) && move_to_leaf();
    session.view.popup = POPUP_NONE;
    for (size_t i = 0; good && i < PRESSES; i++) {
        struct failure refused = {0};
        struct text line = {0};
        good = prepare(key, page, i == 0) && draw();
        double start = measure_cpu();
        if (key_line(&session, key, &line, &refused)) {
            good = good && type(text_string(&line));
        }
        good = good && draw();
        times[i] = measure_cpu() - start;
        text_release(&line);
    }
    return good ? measure_quantile(times, PRESSES, 0.5) : -1;
}

static void read_keys(struct worst *worst) {
    const struct key *key;
    for (size_t page = 0; page < session.lesson->page_count; page++) {
        for (size_t i = 0; (key = key_at(i)) != NULL; i++) {
            if (!key->prompt && !text_same(key->line, "quit")) {
                note(worst, read_key(key, page), key->key, page + 1);
            }
        }
    }
}

/* Whether a training is watched on the way to the next stop. */
static bool trains(size_t stop) {
    size_t rest = lesson_next_halt(session.lesson, stop);
    for (; stop < rest; stop++) {
        if (changes_training(history_script_at(session.history, stop)) != NULL) {
            return true;
        }
    }
    return false;
}

/* Goes through the lesson once: TIMES gets what each stop took, the least of all walks. */
static bool walk(double *times) {
    size_t stop, count = session.lesson->stop_count;
    bool good = type("advance") && draw();
    while (good && (stop = session_stop(&session)) < count) {
        bool requested = question_open(&session) != SIZE_MAX;
        good = !requested || type("skip");
        double start = measure_cpu();
        good = good && type("advance") && draw();
        double time = measure_cpu() - start;
        bool watched = trains(stop);
        times[stop] = watched ? 0 : time < times[stop] ? time : times[stop];
    }
    return good;
}

static bool open_lesson(const struct shelf_entry *entry) {
    struct lesson *lesson = NULL;
    bool good =
        session_init(&session, &failure) && (lesson = lesson_open(entry->path, &failure)) != NULL;
    session.front.drawn = session.front.echo = session.front.from_person = true;
    return good && commands_open(&session, lesson, &failure);
}

static void close_lesson(void) {
    session_release(&session);
    stage_release(&stage);
}

static bool read_walks(const struct shelf_entry *entry, struct worst *worst) {
    enum { STOPS = 1000 };
    double times[STOPS] = {0};
    bool good = true;
    for (size_t i = 0; i < STOPS; i++) {
        times[i] = 1e9;
    }
    for (size_t i = 0; good && i < WALKS; i++) {
        good = open_lesson(entry) && session.lesson->stop_count < STOPS && walk(times);
        close_lesson();
    }
    for (size_t i = 0; good && i < STOPS; i++) {
        note(worst, times[i] < 1e9 ? times[i] : 0, "Space", i + 1);
    }
    return good;
}

static bool read_lesson(const struct bench *bench, const size_t size[2],
                        const struct shelf_entry *entry, bool *late) {
    struct worst key = {0}, space = {0};
    double edit[2] = {0};
    bool good = canvas_init(&canvas, size[0], size[1]) && read_walks(entry, &space);
    if (good && open_lesson(entry)) {
        read_keys(&key);
        read_edit(bench, size, entry->path, edit);
    }
    good = good && key.time >= 0;
    if (good) {
        bool slow = key.time > (double)FRAME_TIME || space.time > (double)FRAME_TIME ||
                    edit[1] < 0 || edit[1] > (double)FRAME_TIME;
        printf("%3zux%zu %-21s slowest key %-6s page %zu %6.2f ms   Space at stop %3zu %6.2f ms   "
               "an edit on a terminal %6.2f ms, of the processor %6.2f: %s\n",
               size[1], size[0], entry->name, key.key, key.place, key.time / 1e3, space.place,
               space.time / 1e3, edit[0] / 1e3, edit[1] / 1e3, slow ? "NO" : "yes");
        *late |= slow;
    }
    close_lesson();
    canvas_release(&canvas);
    return good;
}

static bool run(const struct bench *bench) {
    static const char *const folders[] = {"lessons", NULL};
    struct shelf shelf = {0};
    bool good = shelf_read(&shelf, folders, &failure), late = false;
    for (size_t i = 0; good && i < SIZES * shelf.count; i++) {
        good = read_lesson(bench, sizes[i / shelf.count], &shelf.list[i % shelf.count], &late);
    }
    if (!good) {
        fprintf(stderr, "bench: %s\n", failure.message);
    }
    putchar('\n');
    shelf_release(&shelf);
    return good && !late;
}

const struct bench_room bench_keys = {
    .name = "keys",
    .summary = "every key on every page of every lesson, command and frame, and an edit on a "
               "terminal: asked are 16 ms of the processor",
    .run = run,
};
