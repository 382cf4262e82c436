/* How long from a key to the frame that answers it, through a pseudo-terminal of 50 rows and 200
 * columns; beside an editor, a pager and a child that only echoes.
 *
 *     bench QKV
 *
 * A frame is finished at its last byte: the last one before QUIET milliseconds of silence. That is
 * all that can be known of programs that do not say. The silence is no part of the time, and it
 * comes before every key, so that nobody answers from a warm loop. A program that pauses longer
 * within a frame would be taken to be faster than it is. qkv says when it is done (the mark of
 * terminal/screen.c, its last bytes): it is waited for however long it takes, and its time ends
 * with the mark, which is no part of its bytes.
 *
 * All run at once, waiting while one is measured; each round takes them in another order. Ratios
 * are of the medians of one round. Nothing holds these numbers: a test of speed fails on other
 * people's machines. */

#define _DEFAULT_SOURCE
#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum {
    ROWS = 50,
    COLUMNS = 200,
    ROUNDS = 10,
    KEYS = 40, /* a round */
    QUIET = 20,
    QUIET_START = 400,
    PATIENCE = 5000, /* milliseconds until a program that does not answer is given up */
    LINES_OF_NUMBERS = 400,
    NUMBERS_A_LINE = 24,
    CHUNK = 65536
};

/* One thing that is measured, in a process of its own. */
struct subject {
    const char *name;
    const char *prepare; /* keys before */
    const char *keys;    /* pressed over and over: they lead back to where they began */
    bool marked;         /* tells by a mark that a key has been obeyed */
    const char *argv[12];

    bool runs;
    pid_t child;
    int terminal;
    unsigned long sent, consumed;
    size_t next;       /* of the keys */
    char pending[128]; /* a mark that is not whole yet */
    size_t pending_length;

    double times[ROUNDS * KEYS]; /* microseconds */
    double bytes[ROUNDS * KEYS];
    double medians[ROUNDS];
};

/* A frame as it is read. */
struct frame {
    double last; /* microseconds, when its last byte was read */
    size_t bytes;
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

/* --- children -------------------------------------------------------------------------------- */

/* What the pseudo-terminal itself costs: reads a byte, writes one. */
static int echo(void) {
    struct termios raw;
    char byte;
    tcgetattr(STDIN_FILENO, &raw);
    cfmakeraw(&raw);
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    if (write(STDOUT_FILENO, "!", 1) != 1) {
        return 1;
    }
    while (read(STDIN_FILENO, &byte, 1) == 1 && write(STDOUT_FILENO, &byte, 1) == 1) {
    }
    return 0;
}

static void set_environment(const char *scratch) {
    static const char *const dropped[] = {"LINES",  "COLUMNS",  "NO_COLOR", "COLORTERM",
                                          "LC_ALL", "TMUX",     "LC_CTYPE", "LESS",
                                          "MORE",   "LESSOPEN", "VIMINIT",  "EXINIT"};
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++) {
        unsetenv(dropped[i]);
    }
    setenv("TERM", "xterm-256color", 1);
    setenv("LANG", "C.UTF-8", 1);
    setenv("INPUTRC", "/dev/null", 1);
    setenv("LESSHISTFILE", "-", 1);
    setenv("XDG_STATE_HOME", scratch, 1);
    setenv("QKV_MARK", "1", 1);
}

static void start(struct subject *subject, const char *scratch) {
    struct winsize size = {.ws_row = ROWS, .ws_col = COLUMNS};
    subject->child = forkpty(&subject->terminal, NULL, NULL, &size);
    if (subject->child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        set_environment(scratch);
        if (subject->argv[0] == NULL) {
            _exit(echo());
        }
        execvp(subject->argv[0], (char *const *)(const void *)subject->argv);
        _exit(127);
    }
    subject->runs = subject->child > 0;
}

static void stop(struct subject *subject) {
    if (subject->child > 0) {
        kill(subject->child, SIGKILL);
        waitpid(subject->child, NULL, 0);
        close(subject->terminal);
    }
    subject->runs = false;
}

/* --- frames ---------------------------------------------------------------------------------- */

#define MARK "\x1b]7777;"

/* Takes one byte; the number of bytes now known to be of the frame, and of no mark. */
static size_t take_byte(struct subject *subject, char byte) {
    char *pending = subject->pending;
    size_t length = subject->pending_length, prefix = strlen(MARK);
    if (length < prefix ? byte != MARK[length] : length + 1 == sizeof subject->pending) {
        bool begins = length < prefix && byte == MARK[0];
        pending[0] = byte;
        subject->pending_length = begins ? 1 : 0;
        return begins ? length : length + 1;
    }
    pending[length] = byte;
    subject->pending_length = length + 1;
    if (byte == '\a') {
        pending[length] = '\0';
        subject->consumed = strtoul(pending + prefix, NULL, 10);
        subject->pending_length = 0;
    }
    return 0;
}

/* Reads what waits; false when the program is gone. */
static bool read_some(struct subject *subject, struct frame *frame) {
    static char chunk[CHUNK];
    ssize_t count = read(subject->terminal, chunk, sizeof chunk);
    if (count <= 0) {
        return count < 0 && errno == EINTR;
    }
    frame->last = now();
    for (ssize_t i = 0; i < count; i++) {
        frame->bytes += subject->marked ? take_byte(subject, chunk[i]) : 1;
    }
    return true;
}

/* Reads until there is a frame and QUIET milliseconds have passed since. */
static bool read_frame(struct subject *subject, int quiet, struct frame *frame) {
    double deadline = now() + PATIENCE * 1e3;
    *frame = (struct frame){0};
    for (;;) {
        struct pollfd polled = {.fd = subject->terminal, .events = POLLIN};
        bool whole = frame->last > 0 && (!subject->marked || subject->consumed == subject->sent);
        int ready = poll(&polled, 1, whole ? quiet : PATIENCE);
        if (ready == 0 && whole) {
            return true;
        }
        if (now() > deadline || ready == 0 || (ready > 0 && !read_some(subject, frame))) {
            return false;
        }
    }
}

/* Presses KEY; TIME in microseconds. */
static bool press(struct subject *subject, char key, double *time, double *bytes) {
    struct frame frame;
    subject->sent++;
    double pressed = now();
    if (write(subject->terminal, &key, 1) != 1 || !read_frame(subject, QUIET, &frame)) {
        return false;
    }
    *time = frame.last - pressed;
    *bytes = (double)frame.bytes;
    return true;
}

static void give_up(struct subject *subject, const char *when) {
    printf("%s: not measured, it does not answer %s\n", subject->name, when);
    stop(subject);
}

static void prepare(struct subject *subject, const char *scratch) {
    struct frame frame;
    double time, bytes;
    start(subject, scratch);
    if (!subject->runs || !read_frame(subject, QUIET_START, &frame)) {
        give_up(subject, "(is it installed?)");
        return;
    }
    for (const char *key = subject->prepare; *key != '\0'; key++) {
        if (!press(subject, *key, &time, &bytes)) {
            give_up(subject, "before the first round");
            return;
        }
    }
}

/* --- numbers --------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The value that FRACTION of VALUES come before, in order; at 1 the last. */
static double quantile(const double *values, size_t count, double fraction) {
    double sorted[ROUNDS * KEYS];
    memcpy(sorted, values, count * sizeof *values);
    qsort(sorted, count, sizeof *sorted, compare);
    size_t at = (size_t)(fraction * (double)count);
    return sorted[at < count ? at : count - 1];
}

static void measure(struct subject *subject, size_t round) {
    size_t first = round * KEYS;
    for (size_t i = first; subject->runs && i < first + KEYS; i++) {
        char key = subject->keys[subject->next++ % strlen(subject->keys)];
        if (!press(subject, key, &subject->times[i], &subject->bytes[i])) {
            give_up(subject, "any more");
        }
    }
    if (subject->runs) {
        subject->medians[round] = quantile(subject->times + first, KEYS, 0.5);
    }
}

static void shuffle(size_t *order, size_t count) {
    for (size_t i = count - 1; i > 0; i--) {
        size_t other = (size_t)rand() % (i + 1), kept = order[i];
        order[i] = order[other];
        order[other] = kept;
    }
}

static void report(const struct subject *subject, const struct subject *against) {
    const double *medians = subject->medians;
    double ratios[ROUNDS];
    printf("%-34s %7.0f %8.0f %8.0f  %6.0f to %-6.0f", subject->name,
           quantile(subject->bytes, ROUNDS * KEYS, 0.5),
           quantile(subject->times, ROUNDS * KEYS, 0.5),
           quantile(subject->times, ROUNDS * KEYS, 0.99), quantile(medians, ROUNDS, 0),
           quantile(medians, ROUNDS, 1));
    for (size_t i = 0; i < ROUNDS; i++) {
        ratios[i] = medians[i] / against->medians[i];
    }
    printf("  %7.2f (%.2f to %.2f)\n", quantile(ratios, ROUNDS, 0.5), quantile(ratios, ROUNDS, 0),
           quantile(ratios, ROUNDS, 1));
}

/* --- what they show -------------------------------------------------------------------------- */

static bool write_files(const char *lesson, const char *numbers) {
    FILE *file = fopen(lesson, "w");
    if (file == NULL) {
        return false;
    }
    fputs("---\ntitle: Numbers\n---\n\n# Numbers\n\n```qkv\nM = normal(46, 32, seed=1)\n"
          "S = softmax(M)\nshow M\n```\n",
          file);
    bool good = fclose(file) == 0;
    file = fopen(numbers, "w");
    if (file == NULL) {
        return false;
    }
    for (int i = 0; i < LINES_OF_NUMBERS * NUMBERS_A_LINE; i++) {
        fprintf(file, "%8.2f%s", (rand() % 600 - 300) / 100.0,
                i % NUMBERS_A_LINE == NUMBERS_A_LINE - 1 ? "\n" : "");
    }
    return fclose(file) == 0 && good;
}

static void run(struct subject *subjects, size_t count, const char *scratch) {
    size_t order[16];
    for (size_t i = 0; i < count; i++) {
        order[i] = i;
        prepare(&subjects[i], scratch);
    }
    for (size_t round = 0; round < ROUNDS; round++) {
        shuffle(order, count);
        for (size_t i = 0; i < count; i++) {
            measure(&subjects[order[i]], round);
        }
    }
}

/* AGAINST: whose medians all others are divided by; the echo's, where it does not run. */
static void report_all(struct subject *subjects, size_t count, size_t against) {
    if (!subjects[against].runs) {
        against = 0;
    }
    printf("%dx%d, M of 46x32 numbers and its softmax; %d rounds of %d keys each\n\n", ROWS,
           COLUMNS, ROUNDS, KEYS);
    printf("%-34s %7s %8s %8s  %-16s  to '%s'\n", "key to finished frame", "bytes", "p50 us",
           "p99 us", "p50 of rounds", subjects[against].name);
    for (size_t i = 0; i < count; i++) {
        if (subjects[i].runs) {
            report(&subjects[i], &subjects[against]);
        }
        stop(&subjects[i]);
    }
}

#define QKV                                                                                        \
    { argv[1], "--from-start", "--at", "M", lesson }
#define VIM                                                                                        \
    { "vim", "-N", "-n", "-u", "DEFAULTS", "-i", "NONE", numbers }

int main(int argc, char **argv) {
    char scratch[256], lesson[300], numbers[300], command[300];
    const char *root = getenv("TMPDIR");
    snprintf(scratch, sizeof scratch, "%s/qkv-bench-XXXXXX", root == NULL ? "/tmp" : root);
    if (argc != 2 || mkdtemp(scratch) == NULL) {
        fputs("bench QKV: the program to measure, and a folder to work in\n", stderr);
        return 2;
    }
    snprintf(lesson, sizeof lesson, "%s/numbers.md", scratch);
    snprintf(numbers, sizeof numbers, "%s/numbers.txt", scratch);
    static struct subject subjects[16];
    const struct subject all[] = {
        {.name = "echo, the terminal alone", .prepare = "", .keys = "x"},
        {.name = "qkv, cursor move", .prepare = "jl", .keys = "lljjhhkk", .argv = QKV},
        /* Never quite back: where nothing differs any more there is no old → new to show. */
        {.name = "qkv, edit (nudge)", .prepare = "jl+++", .keys = "++--", .argv = QKV},
        {.name = "qkv, repaint (Ctrl-L)", .prepare = "jl", .keys = "\f", .argv = QKV},
        {.name = "vim, cursor move", .prepare = "jl", .keys = "lljjhhkk", .argv = VIM},
        {.name = "vim, repaint (Ctrl-L)", .prepare = "jl", .keys = "\f", .argv = VIM},
        {.name = "less, one line", .prepare = "jj", .keys = "jjkk", .argv = {"less", numbers}},
        {.name = "less, repaint (r)", .prepare = "jj", .keys = "r", .argv = {"less", numbers}},
    };
    enum { COUNT = sizeof all / sizeof *all, VIM_MOVES = 4 };
    memcpy(subjects, all, sizeof all);
    for (size_t i = 0; i < COUNT; i++) {
        subjects[i].marked = subjects[i].argv[0] == argv[1];
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    bool good = write_files(lesson, numbers);
    if (good) {
        run(subjects, COUNT, scratch);
        report_all(subjects, COUNT, VIM_MOVES);
    }
    snprintf(command, sizeof command, "rm -rf '%s'", scratch);
    return system(command) == 0 && good ? 0 : 1;
}
