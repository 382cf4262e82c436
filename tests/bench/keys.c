/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Every key of the table in every lesson, on two sizes of the terminal, at the lesson's end on a
 * leaf: the command it stands for and the frame that shows what came of it, as the screen makes it.
 * A key is pressed PRESSES times, and its median counts. Then the built program is given EDITS of
 * that leaf on a pseudo-terminal: from the key to the last byte that curses wrote. */

#include "commands/keys.h"
#include "base/failure.h"
#include "bench/bench.h"
#include "bench/measure.h"
#include "bench/player.h"
#include "commands/commands.h"
#include "lesson/shelf.h"
#include "panels/panels.h"
#include "stage/stage.h"

#include <stdio.h>
#include <string.h>

enum {
    PRESSES = 50,
    EDITS = 50,
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
    static const struct source source = {"bench", 1, 1};
    struct failure refused = {0};
    bool ok = commands_run(&session, &source, line, &refused);
    return said_take(&session, ok ? NULL : &refused, &failure);
}

static bool draw(void) {
    const struct terminal terminal = {
        .prefix = "qkv> ", .text = "", .popup = "", .depth = DEPTH_256, .stage = &stage};
    return panels_show(&session, &terminal, &canvas, &shown, &failure);
}

/* What is to be there for KEY to do something: a change to take back, or a lesson to go on in. */
static bool prepare(const struct key *key, bool first) {
    if (text_same(key->key, "u")) {
        return type("nudge up");
    }
    if (text_same(key->key, "C-r")) {
        return type("nudge up") && type("undo");
    }
    return !first || !text_same(key_group(key), "going") || type("goto start");
}

static char to_leaf[100];

/* The first leaf with more than one cell, which a lesson begins with and most of it hangs on. */
static bool move_to_leaf(void) {
    const struct notebook *notebook = session_notebook(&session);
    for (size_t i = 0; i < notebook->count; i++) {
        const struct definition *definition = notebook->list[i];
        if (definition->leaf && shape_columns(&definition->value->shape) > 1) {
            snprintf(to_leaf, sizeof to_leaf, "move %s[1,2]", definition->name);
            return type(to_leaf);
        }
    }
    to_leaf[0] = '\0';
    return true;
}

/* Microseconds of the median edit on a terminal; negative when it does not answer. */
static double read_edit(const struct bench *bench, const size_t size[2], const char *lesson) {
    const char *const argv[] = {bench->program, "--from-start", "--at", "end", lesson, NULL};
    struct player player = {.marked = true};
    struct player_frame frame;
    double times[EDITS];
    char keys[120];
    snprintf(keys, sizeof keys, ":%s\r\r", to_leaf);
    bool good = player_start(&player, argv, size, bench->scratch, &frame);
    for (const char *key = keys; good && *key != '\0'; key++) {
        good = player_press(&player, *key, &frame);
    }
    for (size_t i = 0; good && i < EDITS; i++) {
        good = player_press(&player, '+', &frame);
        times[i] = frame.time;
    }
    player_stop(&player);
    return good ? measure_quantile(times, EDITS, 0.5) : -1;
}

/* Microseconds of the median press; negative without memory. */
static double read_key(const struct key *key) {
    double times[PRESSES];
    bool good = type("reset") && type("goto end") && move_to_leaf();
    session.looks.cover = COVER_NONE;
    for (size_t i = 0; good && i < PRESSES; i++) {
        struct failure refused = {0};
        struct text line = {0};
        good = prepare(key, i == 0) && draw();
        double start = measure_cpu();
        if (key_line(&session, key, 0, &line, &refused)) {
            good = good && type(text_string(&line));
        }
        good = good && draw();
        times[i] = measure_cpu() - start;
        text_release(&line);
    }
    return good ? measure_quantile(times, PRESSES, 0.5) : -1;
}

static bool read_lesson(const struct bench *bench, const size_t size[2],
                        const struct shelf_entry *entry) {
    const struct key *key, *worst = NULL;
    double most = 0;
    size_t late = 0, count = 0;
    struct lesson *lesson = NULL;
    bool good = session_init(&session, &failure) && canvas_init(&canvas, size[0], size[1]) &&
                (lesson = lesson_open(entry->path, &failure)) != NULL;
    session.front.drawn = session.front.echo = session.front.from_person = true;
    session.front.showing = &shown.shows;
    good = good && commands_open(&session, lesson, &failure);
    for (size_t i = 0; good && (key = key_at(i)) != NULL; i++) {
        if (key->prompt || key->line == NULL || text_same(key->line, "quit")) {
            continue;
        }
        double time = read_key(key);
        good = time >= 0;
        late += time > (double)FRAME_TIME;
        worst = time > most ? key : worst;
        most = time > most ? time : most;
        count++;
    }
    if (good) {
        double edit = read_edit(bench, size, entry->path);
        printf("%3zux%zu %-24s %zu keys, the slowest %-8s %8.3f ms   later than 16 ms: %zu   an "
               "edit on a terminal %8.3f ms: %s\n",
               size[1], size[0], entry->name, count, worst->key, most / 1e3, late, edit / 1e3,
               edit >= 0 && edit <= (double)FRAME_TIME ? "yes" : "NO");
    }
    session_release(&session);
    panels_frame_release(&shown);
    stage_release(&stage);
    canvas_release(&canvas);
    return good;
}

static bool run(const struct bench *bench) {
    static const char *const folders[] = {"lessons", NULL};
    struct shelf shelf = {0};
    bool good = shelf_read(&shelf, folders, &failure);
    for (size_t i = 0; good && i < SIZES * shelf.count; i++) {
        good = read_lesson(bench, sizes[i / shelf.count], &shelf.list[i % shelf.count]);
    }
    if (!good) {
        fprintf(stderr, "bench: %s\n", failure.message);
    }
    putchar('\n');
    shelf_release(&shelf);
    return good;
}

const struct bench_room bench_keys = {
    .name = "keys",
    .summary = "every key in every lesson, command and frame, and an edit on a terminal: asked are "
               "16 ms",
    .run = run,
};
