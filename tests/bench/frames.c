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
    bool is_peer;        /* all others of its group are divided by it */
};

#define QKV "qkv"
#define LESSON "lessons/01-worked-example.md"
#define NUMBERS                                                                                    \
    { QKV, "--from-start", "--at", "M", "@numbers.md" }
#define VIM                                                                                        \
    { "vim", "-N", "-n", "-u", "DEFAULTS", "-i", "NONE", "@numbers.txt" }

static const struct subject full_screen[] = {
    {.name = "echo, the terminal alone", .prepare = "", .keys = "x"},
    {.name = "qkv, cursor move", .prepare = "jl", .keys = "lljjhhkk", .argv = NUMBERS},
    /* Never quite back: where nothing differs any more there is no old → new to show. */
    {.name = "qkv, edit (nudge)", .prepare = "jl+++", .keys = "++--", .argv = NUMBERS},
    {.name = "qkv, repaint (Ctrl-L)", .prepare = "jl", .keys = "\f", .argv = NUMBERS},
    {.name = "vim, cursor move", .prepare = "jl", .keys = "lljjhhkk", .argv = VIM, .is_peer = true},
    {.name = "vim, repaint (Ctrl-L)", .prepare = "jl", .keys = "\f", .argv = VIM},
    {.name = "less, one line", .prepare = "jj", .keys = "jjkk", .argv = {"less", "@numbers.txt"}},
    {.name = "less, repaint (r)", .prepare = "jj", .keys = "r", .argv = {"less", "@numbers.txt"}},
};

/* Both add something to W_q[1,2] and take it back; all that hangs on it is worked out and shown. */
static const struct subject edits[] = {
    {.name = "echo, the terminal alone", .prepare = "", .keys = "x"},
    {.name = "qkv, edit of W_q[1,2]",
     .prepare = "l+",
     .keys = "+-",
     .argv = {QKV, "--from-start", "@attention.md"}},
    {.name = "qkv, Escape alone",
     .prepare = "l+",
     .keys = "\x1b",
     .argv = {QKV, "--from-start", "@attention.md"}},
    {.name = "sc, edit of W_q[1,2]",
     .prepare = "+",
     .keys = "+-",
     .argv = {"sc", "@sheet.sc"},
     .is_peer = true},
};

static const struct subject starts[] = {
    {.name = "echo, the terminal alone", .keys = ""},
    {.name = "qkv lesson 1", .argv = {QKV, "--from-start", LESSON}},
    {.name = "nano lesson 1", .argv = {"nano", "-I", "-R", LESSON}, .is_peer = true},
    {.name = "less lesson 1", .argv = {"less", LESSON}},
    {.name = "vim lesson 1", .argv = {"vim", "-N", "-n", "-u", "DEFAULTS", "-i", "NONE", LESSON}},
    {.name = "sc, lesson 1 as a sheet", .argv = {"sc", "@sheet.sc"}},
};

/* THE TABLE. */
static const struct group {
    const char *title;
    size_t size[2]; /* rows, columns */
    const struct subject *subjects;
    size_t count;
    bool held;   /* one key behind the other */
    bool starts; /* from the start of the program to its first frame, not from a key */
} groups[] = {
    {.title = "24x80, lesson 1",
     .size = {24, 80},
     .subjects = edits,
     .count = sizeof edits / sizeof *edits},
    {.title = "24x80, lesson 1, the keys held down",
     .size = {24, 80},
     .subjects = edits,
     .count = sizeof edits / sizeof *edits,
     .held = true},
    {.title = "24x80, first frame",
     .size = {24, 80},
     .subjects = starts,
     .count = sizeof starts / sizeof *starts,
     .starts = true},
    {.title = "50x200, M of 46x32 numbers and its softmax",
     .size = {50, 200},
     .subjects = full_screen,
     .count = sizeof full_screen / sizeof *full_screen},
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
    const char *keys = run->subject->keys;
    for (size_t i = round * KEYS; run->player.child > 0 && i < (round + 1) * KEYS; i++) {
        struct player_frame frame;
        if (!player_press(&run->player, keys[run->next++ % strlen(keys)], &frame)) {
            give_up(run, "any more");
            return;
        }
        take(run, i, &frame);
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

static void report(const struct run *run, const struct run *against) {
    const double *medians = run->medians;
    double ratios[ROUNDS];
    printf("%-34s %7.0f %8.0f %8.0f %8.0f  %6.0f to %-6.0f", run->subject->name,
           measure_quantile(run->bytes, ROUNDS * KEYS, 0.5),
           measure_quantile(run->times, ROUNDS * KEYS, 0.5),
           measure_quantile(run->times, ROUNDS * KEYS, 0.99),
           measure_quantile(run->cpu, ROUNDS * KEYS, 0.5), measure_quantile(medians, ROUNDS, 0),
           measure_quantile(medians, ROUNDS, 1));
    for (size_t i = 0; i < ROUNDS; i++) {
        ratios[i] = medians[i] / against->medians[i];
    }
    printf("  %7.2f (%.2f to %.2f)\n", measure_quantile(ratios, ROUNDS, 0.5),
           measure_quantile(ratios, ROUNDS, 0), measure_quantile(ratios, ROUNDS, 1));
}

/* --- a group --------------------------------------------------------------------------------- */

static void report_group(const struct group *group, struct run *runs) {
    const struct run *against = &runs[0]; /* the echo's, where the peer does not run */
    for (size_t i = 0; i < group->count; i++) {
        if (runs[i].subject->is_peer && !runs[i].left_out) {
            against = &runs[i];
        }
    }
    printf("%s; %d rounds of %d %s each\n\n", group->title, ROUNDS, group->starts ? 1 : KEYS,
           group->starts ? "start" : "keys");
    printf("%-34s %7s %8s %8s %8s  %-16s  to '%s'\n",
           group->starts ? "start to finished frame" : "key to finished frame", "bytes", "p50 us",
           "p99 us", "cpu us", "p50 of rounds", against->subject->name);
    for (size_t i = 0; i < group->count; i++) {
        if (!runs[i].left_out) {
            report(&runs[i], against);
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
        runs[i].player.quiet = group->held ? PLAYER_QUIET_HELD : PLAYER_QUIET;
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

static bool write_lesson(const struct bench *bench) {
    FILE *file = open_file(bench, "numbers.md");
    if (file == NULL) {
        return false;
    }
    fputs("---\ntitle: Numbers\n---\n\n# Numbers\n\n```qkv\nM = normal(46, 32, seed=1)\n"
          "S = softmax(M)\nshow M\n```\n",
          file);
    return fclose(file) == 0;
}

static bool write_numbers(const struct bench *bench) {
    FILE *file = open_file(bench, "numbers.txt");
    if (file == NULL) {
        return false;
    }
    for (int i = 0; i < LINES_OF_NUMBERS * NUMBERS_A_LINE; i++) {
        fprintf(file, "%8.2f%s", (rand() % 600 - 300) / 100.0,
                i % NUMBERS_A_LINE == NUMBERS_A_LINE - 1 ? "\n" : "");
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
    if (!write_lesson(bench) || !write_numbers(bench) || !write_attention(bench) ||
        !write_sheet(bench)) {
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
        "key to finished frame, and start to first, beside editors, pagers and a spreadsheet",
    .run = run};
