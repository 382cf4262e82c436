/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "screen/learner.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

const char LEARNER_LESSON[] = QKV_SOURCE_DIR "/lessons/01-worked-example.md";

/* --- coming and going ------------------------------------------------------------------------ */

/* The learner's seed is 0: choices are shown as they are written. */
static void keep_order(const struct learner *learner) {
    char path[sizeof learner->home + 32];
    snprintf(path, sizeof path, "%s/qkv/progress", learner->home);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("\tseed 0\n", file);
    fclose(file);
}

void learner_init(struct learner *learner) {
    char path[sizeof learner->home + 32];
    const char *scratch = getenv("TMPDIR");
    *learner = (struct learner){.rows = 24, .columns = 80};
    snprintf(learner->home, sizeof learner->home, "%s/qkv-home-XXXXXX", scratch ? scratch : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(learner->home));
    snprintf(path, sizeof path, "%s/qkv", learner->home);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/qkv/lessons", learner->home);
    ck_assert_int_eq(symlink(QKV_SOURCE_DIR "/lessons", path), 0);
    keep_order(learner);
}

void learner_release(struct learner *learner) {
    char command[sizeof learner->home + 32];
    snprintf(command, sizeof command, "rm -rf '%s'", learner->home);
    ck_assert_int_eq(system(command), 0);
}

void learner_spawn(struct learner *learner, const char *const *words) {
    const char *arguments[LEARNER_WORDS + 2] = {QKV_PROGRAM};
    const char *environment[LEARNER_WORDS + 4];
    char state[sizeof learner->home + 32], data[sizeof learner->home + 32];
    char runtime[sizeof learner->home + 32];
    size_t count = 0;
    snprintf(state, sizeof state, "XDG_STATE_HOME=%s", learner->home);
    snprintf(data, sizeof data, "XDG_DATA_HOME=%s", learner->home);
    snprintf(runtime, sizeof runtime, "XDG_RUNTIME_DIR=%s", learner->home);
    environment[count++] = state;
    environment[count++] = data;
    environment[count++] = runtime;
    for (size_t i = 0; i < LEARNER_WORDS && learner->setting[i] != NULL; i++) {
        environment[count++] = learner->setting[i];
    }
    environment[count] = NULL;
    for (size_t i = 0; words != NULL && i < LEARNER_WORDS && words[i] != NULL; i++) {
        arguments[i + 1] = words[i];
    }
    struct vt_setup setup = {.rows = learner->rows,
                             .columns = learner->columns,
                             .term = learner->term,
                             .environment = environment,
                             .argv = arguments,
                             .background = learner->background,
                             .mute = learner->mute,
                             .shell = learner->shell};
    vt_spawn(&learner->vt, &setup);
}

static void assert_whole(struct learner *learner);

void learner_open(struct learner *learner, const char *const *words) {
    learner_spawn(learner, words);
    vt_settle(&learner->vt);
    assert_whole(learner);
}

void learner_begin(struct learner *learner) {
    learner_open(learner, (const char *const[]){LEARNER_LESSON, "--from-start", NULL});
}

void learner_ends(struct learner *learner) {
    int status = vt_finish(&learner->vt);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "it ended with %d", status);
    vt_assert_restored(&learner->vt);
    vt_free(&learner->vt);
}

void learner_quits(struct learner *learner) {
    vt_send(&learner->vt, "q");
    learner_ends(learner);
}

/* --- typing ---------------------------------------------------------------------------------- */

void learner_presses(struct learner *learner, const char *keys) {
    vt_keys(&learner->vt, keys);
    assert_whole(learner);
}

const char *learner_bytes(const char *name) {
    static const char *const names[][2] = {
        {"Space", " "},        {"PageDown", "\x1b[6~"}, {"PageUp", "\x1b[5~"}, {"Left", "\x1b[D"},
        {"Right", "\x1b[C"},   {"Up", "\x1b[A"},        {"Down", "\x1b[B"},    {"Home", "\x1b[H"},
        {"End", "\x1b[F"},     {"Enter", "\r"},         {"Backspace", "\x7f"}, {"Tab", "\t"},
        {"S-Tab", "\x1b[Z"},   {"Escape", "\x1b"},      {"F1", "\x1bOP"},      {"F5", "\x1b[15~"},
        {"Delete", "\x1b[3~"}, {"C-r", "\x12"},         {"C-l", "\x0c"},       {"C-t", "\x14"},
        {"M-n", "\x1bn"},      {"M-N", "\x1bN"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i][0], name) == 0) {
            return names[i][1];
        }
    }
    ck_assert_msg(name[0] != '\0' && name[1] == '\0', "no bytes are known for %s", name);
    return name;
}

void learner_types(struct learner *learner, const char *line) {
    vt_send(&learner->vt, ":");
    vt_send(&learner->vt, line);
    vt_send(&learner->vt, "\r");
    vt_settle(&learner->vt);
    if (learner_finds(learner, "Enter run", 0) >= 0) { /* there was a mistake in it */
        learner_presses(learner, "\x1b");
    }
}

/* --- looking --------------------------------------------------------------------------------- */

int learner_finds(struct learner *learner, const char *words, int from) {
    int rows, columns;
    vterm_get_size(learner->vt.terminal, &rows, &columns);
    for (int row = from; row < rows; row++) {
        if (strstr(vt_row(&learner->vt, row), words) != NULL) {
            return row;
        }
    }
    return -1;
}

static void complain(struct learner *learner, const char *what, const char *words) {
    vt_dump(&learner->vt);
    ck_abort_msg("%s: %s", what, words);
}

void learner_sees(struct learner *learner, const char *words) {
    if (learner_finds(learner, words, 0) < 0) {
        complain(learner, "not on the screen", words);
    }
}

void learner_misses(struct learner *learner, const char *words) {
    if (learner_finds(learner, words, 0) >= 0) {
        complain(learner, "on the screen", words);
    }
}

void learner_is_on(struct learner *learner, const char *number) {
    struct vt *vt = &learner->vt;
    int column = vt->column;
    bool same = true;
    while (column < vt->columns && vt_cell(vt, vt->row, column).chars[0] == ' ') {
        column++; /* numbers are right-aligned in their cells */
    }
    for (int i = 0; number[i] != '\0'; i++) {
        same = same && vt_cell(vt, vt->row, column + i).chars[0] == (unsigned char)number[i];
    }
    if (!same) {
        complain(learner, "the cursor is not on", number);
    }
}

struct awaited {
    struct learner *learner;
    const char *words;
};

static bool has_come(void *context) {
    struct awaited *awaited = context;
    return learner_finds(awaited->learner, awaited->words, 0) >= 0;
}

void learner_awaits(struct learner *learner, const char *words) {
    vt_wait(&learner->vt, has_come, &(struct awaited){learner, words});
}

int learner_counts(struct learner *learner, const char *words) {
    int rows, columns, count = 0;
    vterm_get_size(learner->vt.terminal, &rows, &columns);
    for (int row = 0; row < rows; row++) {
        const char *at = vt_row(&learner->vt, row);
        for (at = strstr(at, words); at != NULL; at = strstr(at + 1, words)) {
            count++;
        }
    }
    return count;
}

/* True for a footer; every footer has one of these: the keys of the grid, of a cover, of the list,
 * of the prompt. */
static bool is_footer(const char *row) {
    return strstr(row, "q quit") != NULL || strstr(row, "Escape") != NULL ||
           strstr(row, "Enter open") != NULL || strstr(row, "any key stops it") != NULL;
}

static void assert_whole(struct learner *learner) {
    struct vt *vt = &learner->vt;
    int rows, columns;
    vterm_get_size(vt->terminal, &rows, &columns);
    if (!vt->cursor_shown || vt->row < 0 || vt->row >= rows || vt->column >= columns) {
        complain(learner, "the cursor", "is not to be seen");
    }
    if (rows >= 10 && columns >= 40 && !is_footer(vt_row(vt, rows - 1))) {
        complain(learner, "no footer", vt_row(vt, rows - 1));
    }
}

void learner_presses_until(struct learner *learner, const char *key, const char *words) {
    for (int i = 0; i < 300 && learner_finds(learner, words, 0) < 0; i++) {
        learner_presses(learner, key);
    }
    learner_sees(learner, words);
}
