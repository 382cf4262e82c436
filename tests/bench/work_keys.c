#include "bench/work_keys.h"

#include "base/failure.h"
#include "commands/commands.h"
#include "commands/keys.h"
#include "panels/panels.h"
#include "terminal/painter.h"

#include <string.h>

/* What the keys are pressed on. */
static const struct job {
    const char *name;
    const char *lesson;   /* a file; NULL: none */
    const char *lines[8]; /* typed before */
    const char *keys[2];  /* pressed one after the other */
    bool repaints;        /* nothing is pressed: all that is shown is painted again */
} jobs[] = {
    /* Lesson 1's numbers, and a cell that all that is shown hangs on. */
    {.name = "edit",
     .lines = {"X = [[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]]; "
               "W_q = [[.1, .2, 0, 0], [0, .1, .3, 0], [.1, 0, 0, .2], [0, 0, .2, .3]]",
               "W_k = [[.2, 0, .1, 0], [0, .1, 0, .3], [.1, 0, .2, 0], [0, .2, 0, .1]]; "
               "W_v = [[0, .1, 0, .2], [.2, 0, .2, 0], [0, .3, .1, 0], [.1, 0, 0, .3]]",
               "Q = X @ W_q; K = X @ W_k; V = X @ W_v; scores = Q @ K.T; d_k = columns(Q)",
               "scaled = scores / sqrt(d_k); weights = softmax(scaled); output = weights @ V",
               "move W_q[1,2]", "nudge up"},
     .keys = {"+", "-"}},
    /* Lesson 1 itself, beside its words. */
    {.name = "page",
     .lesson = QKV_SOURCE_DIR "/lessons/01-worked-example.md",
     .lines = {"advance 3", "move X[1,2]", "nudge up"},
     .keys = {"+", "-"}},
    {.name = "step",
     .lesson = QKV_SOURCE_DIR "/lessons/01-worked-example.md",
     .lines = {"advance 8"},
     .keys = {"n", "b"}},
    /* As many numbers as there is room for. */
    {.name = "move",
     .lines = {"M = normal(46, 32, seed=1); S = softmax(M)", "move M[2,2]"},
     .keys = {"l", "h"}},
    {.name = "nudge",
     .lines = {"M = normal(46, 32, seed=1); S = softmax(M)", "move M[2,2]", "nudge up"},
     .keys = {"+", "-"}},
    {.name = "paint",
     .lines = {"M = normal(46, 32, seed=1); S = softmax(M)", "move M[2,2]"},
     .repaints = true},
};

static struct session session;
static struct canvas canvas;
static struct painter painter;

/* --- a terminal that takes everything --------------------------------------------------------- */

static void find_look(void *context, const struct canvas_cell *cell, struct painter_look *look) {
    struct text parameters = {0};
    (void)context;
    canvas_look(cell, THEME_DARK, DEPTH_256, &parameters);
    *look = (struct painter_look){.foreground = (int)cell->style, .background = -1};
    look->length = text_fill(look->begin, sizeof look->begin, "\x1b[%sm", text_string(&parameters));
    text_release(&parameters);
}

static void move_there(void *context, size_t row, size_t column, struct text *out) {
    (void)context;
    text_format(out, "\x1b[%zu;%zuH", row + 1, column + 1);
}

static void swallow(void *context, const char *bytes, size_t length) {
    (void)context;
    (void)bytes;
    (void)length;
}

/* --- keys ------------------------------------------------------------------------------------- */

static bool type(const char *line, struct failure *failure) {
    static const struct source typed = {"prompt", 1, 1};
    bool ok = commands_run(&session, &typed, line, failure);
    text_clear(&session.out);
    text_clear(&session.looks.last.message);
    return ok;
}

static bool press(const char *key, struct failure *failure) {
    struct text line = {0};
    bool ok =
        key_line(&session, key_find(key), 0, &line, failure) && type(text_string(&line), failure);
    text_release(&line);
    return ok;
}

static bool draw(struct failure *failure) {
    const struct stage stage = {.prefix = "qkv> ", .popup = "", .depth = DEPTH_256};
    size_t cursor[2];
    bool ok = panels_draw(&session, &stage, &canvas, cursor, failure);
    painter_paint(&painter, &canvas, cursor);
    return ok;
}

static bool begin(const struct job *job, const size_t size[2], struct failure *failure) {
    bool ok = session_init(&session, failure) && canvas_init(&canvas, size[0], size[1], failure) &&
              painter_resize(&painter, size[0], size[1], failure);
    painter.hooks = (struct painter_hooks){find_look, move_there, swallow, NULL};
    painter.words =
        (struct painter_words){.plain = "\x1b[m", .erase = "\x1b[K", .moves_plainly = true};
    session.screen = session.from_person = session.echo = true;
    if (ok && job->lesson != NULL) {
        struct lesson *lesson = lesson_open(job->lesson, false, failure);
        ok = lesson != NULL && commands_open(&session, lesson, failure);
    }
    for (size_t i = 0; ok && job->lines[i] != NULL; i++) {
        ok = type(job->lines[i], failure) && draw(failure);
    }
    return ok;
}

static bool run(const struct job *job, size_t times, struct failure *failure) {
    bool ok = true;
    for (size_t i = 0; ok && i < times; i++) {
        if (job->repaints) {
            painter_forget(&painter);
            painter_paint(&painter, &canvas, (const size_t[]){0, 0});
        } else {
            ok = press(job->keys[i % 2], failure) && draw(failure);
        }
    }
    return ok;
}

bool work_keys(const char *name, const size_t size[2], size_t times, struct failure *failure) {
    bool ok = false;
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        if (strcmp(jobs[i].name, name) == 0) {
            ok = begin(&jobs[i], size, failure) && run(&jobs[i], times, failure);
        }
    }
    painter_release(&painter);
    canvas_release(&canvas);
    session_release(&session);
    return ok;
}
