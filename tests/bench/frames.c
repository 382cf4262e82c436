/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* From a key to the frame that answers it, through a pseudo-terminal; see player.h for what is
 * measured. All of a group run at once, waiting while one is measured; each round takes them in
 * another order. Ratios are of the medians of one round. */

#include "bench/bench.h"
#include "bench/measure.h"
#include "bench/player.h"
#include "bench/sheet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS = 10,
    KEYS = 40, /* a round */
    MOST = 16, /* subjects of a group */
    LINES_OF_NUMBERS = 400,
    NUMBERS_A_LINE = 24
};

/* One thing that is measured, in a process of its own. In ARGV `@NAME` is a file of that name in
 * the scratch folder, and QKV the program. */
struct subject {
    const char *name;
    const char *argv[PLAYER_WORDS];
    const char *prepare; /* keys before; none: "" */
    const char *keys;    /* pressed over and over: they lead back to where they began */
    char timed;          /* of these the one that counts; 0: each */
    double requested;    /* at least so many times what ours takes; 0: nothing */
};

#define QKV "qkv"
#define LESSON "lessons/01-worked-example.md"
#define VIM "vim", "-N", "-n", "-u", "DEFAULTS", "-i", "NONE"

/* The first is what the others are held against. Ours and the spreadsheets' are lesson 1: W_q[1,2]
 * is another number, and all that hangs on it is worked out and shown. The two others have a table
 * of numbers, of which one is changed. */
static const struct subject edits[] = {
    {.name = "qkv, edit of W_q[1,2]",
     .prepare = "l+",
     .keys = "+-",
     .argv = {QKV, "--from-start", "@attention.md"}},
    {.name = "sc-im, edit of W_q[1,2]",
     .prepare = "",
     .keys = "=5\r=6\r",
     .timed = '\r',
     .argv = {"sc-im", "@sheet.sc"},
     .requested = 1},
    {.name = "sc, edit of W_q[1,2]", .prepare = "+", .keys = "+-", .argv = {"sc", "@sheet.sc"}},
    {.name = "vim, a number more or less",
     .prepare = "j",
     .keys = "\x01\x18",
     .argv = {VIM, "@numbers.csv"},
     .requested = 1},
    {.name = "VisiData, edit of a cell",
     .prepare = "j",
     .keys = "e\x0b"
             "5\re\x0b"
             "6\r",
     .timed = '\r',
     .argv = {"vd", "@numbers.csv"},
     .requested = 1},
    {.name = "echo, the terminal alone", .prepare = "", .keys = "x"},
};

static const struct subject starts[] = {
    {.name = "qkv lesson 1", .argv = {QKV, "--from-start", LESSON}},
    {.name = "nano lesson 1", .argv = {"nano", "-I", "-R", LESSON}, .requested = 0.5},
    {.name = "vim lesson 1", .argv = {VIM, LESSON}},
    {.name = "echo, the terminal alone"},
};

/* THE TABLE. */
static const struct group {
    const char *title;
    size_t size[2]; /* rows, columns */
    const struct subject *subjects;
    size_t count;
    bool starts; /* from the start of the program to its first frame, not from a key */
} groups[] = {
    {.title = "24x80, one number changed",
     .size = {24, 80},
     .subjects = edits,
     .count = sizeof edits / sizeof *edits},
    {.title = "24x80, first frame",
     .size = {24, 80},
     .subjects = starts,
     .count = sizeof starts / sizeof *starts,
     .starts = true},
};

/* What came of a subject. */
struct run {
    const struct subject *subject;
    struct player player;
    bool left_out;
    size_t next; /* of its keys */
    double times[ROUNDS * KEYS], cpu[ROUNDS * KEYS], bytes[ROUNDS * KEYS];
    double medians[ROUNDS];
};

/* --- one subject ----------------------------------------------------------------------------- */

static void give_up(struct run *run, const char *when) {
    printf("%s: left out, it does not answer %s\n", run->subject->name, when);
    run->left_out = true;
    player_stop(&run->player);
}

static const char *word(const struct bench *bench, const char *given, char *room, size_t size) {
    if (given[0] != '@') {
        return strcmp(given, QKV) == 0 ? bench->program : given;
    }
    snprintf(room, size, "%s/%s", bench->scratch, given + 1);
    return room;
}

static bool start(struct run *run, const struct bench *bench, const size_t size[2],
                  struct player_frame *frame) {
    const struct subject *subject = run->subject;
    const char *argv[PLAYER_WORDS + 1] = {0};
    char paths[PLAYER_WORDS][512];
    for (size_t i = 0; i < PLAYER_WORDS && subject->argv[i] != NULL; i++) {
        argv[i] = word(bench, subject->argv[i], paths[i], sizeof paths[i]);
    }
    run->player.marked = argv[0] == bench->program;
    return player_start(&run->player, argv, size, bench->scratch, frame);
}

static bool is_here(struct run *run) {
    const char *program = run->subject->argv[0];
    run->left_out = program != NULL && strcmp(program, QKV) != 0 && !player_installed(program);
    if (run->left_out) {
        printf("%s: left out, it is not installed\n", run->subject->name);
    }
    return !run->left_out;
}

static void prepare(struct run *run, const struct bench *bench, const size_t size[2]) {
    struct player_frame frame;
    if (!is_here(run)) {
        return;
    }
    if (!start(run, bench, size, &frame)) {
        give_up(run, "at all");
        return;
    }
    for (const char *key = run->subject->prepare; *key != '\0'; key++) {
        if (!player_press(&run->player, *key, &frame)) {
            give_up(run, "before the first round");
            return;
        }
    }
}

static void take(struct run *run, size_t i, const struct player_frame *frame) {
    run->times[i] = frame->time;
    run->cpu[i] = frame->cpu;
    run->bytes[i] = (double)frame->bytes;
}

static void measure_keys(struct run *run, size_t round) {
    const struct subject *subject = run->subject;
    for (size_t i = round * KEYS; run->player.child > 0 && i < (round + 1) * KEYS;) {
        struct player_frame frame;
        char key = subject->keys[run->next++ % strlen(subject->keys)];
        if (!player_press(&run->player, key, &frame)) {
            give_up(run, "any more");
            return;
        }
        if (subject->timed == 0 || key == subject->timed) {
            take(run, i++, &frame);
        }
    }
}

/* One start a round. */
static void measure_start(struct run *run, const struct bench *bench, const size_t size[2],
                          size_t round) {
    struct player_frame frame;
    if (!run->left_out && !start(run, bench, size, &frame)) {
        give_up(run, "at all");
        return;
    }
    for (size_t i = round * KEYS; !run->left_out && i < (round + 1) * KEYS; i++) {
        take(run, i, &frame);
    }
    player_stop(&run->player);
}

static void report(const struct run *run, const struct run *ours) {
    double ratios[ROUNDS];
    printf("%-28s %7.0f %8.0f %8.0f %8.0f", run->subject->name,
           measure_quantile(run->bytes, ROUNDS * KEYS, 0.5),
           measure_quantile(run->times, ROUNDS * KEYS, 0.5),
           measure_quantile(run->times, ROUNDS * KEYS, 0.99),
           measure_quantile(run->cpu, ROUNDS * KEYS, 0.5));
    for (size_t i = 0; i < ROUNDS; i++) {
        ratios[i] = run->medians[i] / ours->medians[i];
    }
    bench_asked(ratios, ROUNDS, run->subject->requested);
}

/* --- a group --------------------------------------------------------------------------------- */

static void report_group(const struct group *group, const struct run *runs) {
    printf("%s; %d rounds of %d %s each; ratio: to %s\n\n", group->title, ROUNDS,
           group->starts ? 1 : KEYS, group->starts ? "start" : "keys", runs[0].subject->name);
    printf("%-28s %7s %8s %8s %8s\n", group->starts ? "start to last byte" : "key to last byte",
           "bytes", "p50 us", "p99 us", "cpu us");
    for (size_t i = 0; i < group->count && !runs[0].left_out; i++) {
        if (!runs[i].left_out) {
            report(&runs[i], &runs[0]);
        }
    }
    printf("\n");
}

static void run_group(const struct bench *bench, const struct group *group) {
    static struct run runs[MOST];
    size_t order[MOST];
    memset(runs, 0, sizeof runs);
    for (size_t i = 0; i < group->count; i++) {
        runs[i].subject = &group->subjects[i];
        if (group->starts) {
            is_here(&runs[i]);
        } else {
            prepare(&runs[i], bench, group->size);
        }
    }
    for (size_t round = 0; round < ROUNDS; round++) {
        measure_shuffle(order, group->count);
        for (size_t i = 0; i < group->count; i++) {
            struct run *run = &runs[order[i]];
            if (group->starts) {
                measure_start(run, bench, group->size, round);
            } else if (!run->left_out) {
                measure_keys(run, round);
            }
            run->medians[round] = measure_quantile(run->times + round * KEYS, KEYS, 0.5);
        }
    }
    report_group(group, runs);
    for (size_t i = 0; i < group->count; i++) {
        player_stop(&runs[i].player);
    }
}

/* --- what they show -------------------------------------------------------------------------- */

static FILE *open_file(const struct bench *bench, const char *name) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", bench->scratch, name);
    return fopen(path, "w");
}

static bool write_numbers(const struct bench *bench) {
    FILE *file = open_file(bench, "numbers.csv");
    if (file == NULL) {
        return false;
    }
    for (int i = 0; i < LINES_OF_NUMBERS * NUMBERS_A_LINE; i++) {
        fprintf(file, "%d%s", rand() % 600, i % NUMBERS_A_LINE == NUMBERS_A_LINE - 1 ? "\n" : ",");
    }
    return fclose(file) == 0;
}

/* All of lesson 1's definitions, with W_q to look at. */
static bool write_attention(const struct bench *bench) {
    FILE *file = open_file(bench, "attention.md");
    if (file == NULL) {
        return false;
    }
    fputs("# Attention\n\n```qkv hidden\n"
          "X = tokens(\"word1 word2 word3\", [[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]])\n"
          "W_q = [[.1, .2, 0, 0], [0, .1, .3, 0], [.1, 0, 0, .2], [0, 0, .2, .3]]\n"
          "W_k = [[.2, 0, .1, 0], [0, .1, 0, .3], [.1, 0, .2, 0], [0, .2, 0, .1]]\n"
          "W_v = [[0, .1, 0, .2], [.2, 0, .2, 0], [0, .3, .1, 0], [.1, 0, 0, .3]]\n"
          "Q = X @ W_q\nK = X @ W_k\nV = X @ W_v\nscores = Q @ K.T\nd_k = columns(Q)\n"
          "scaled = scores / sqrt(d_k)\nweights = softmax(scaled)\noutput = weights @ V\n"
          "show W_q\n```\n",
          file);
    return fclose(file) == 0;
}

static bool write_sheet(const struct bench *bench) {
    FILE *file = open_file(bench, "sheet.sc");
    if (file == NULL) {
        return false;
    }
    sheet_write(file);
    return fclose(file) == 0;
}

static bool run(const struct bench *bench) {
    if (!write_numbers(bench) || !write_attention(bench) || !write_sheet(bench)) {
        return false;
    }
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        run_group(bench, &groups[i]);
    }
    return true;
}

const struct bench_room bench_frames = {
    .name = "frames",
    .summary =
        "a number changed until the last byte, and the first frame, beside sheets and editors",
    .run = run};
