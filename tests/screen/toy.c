/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "screen/toy.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"
#include "commands/commands.h"
#include "terminal/screen.h"
#include "terminal/tty.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct play {
    const struct toy *toy;
    struct screen_hooks hooks;
    char key[64], line[256], mouse[64];
    int keys, lines;
    bool stopped_by_interrupt, floods;
};

static void put(struct canvas *canvas, size_t row, const char *text) {
    canvas_put(canvas, row, 0, text, STYLE_PLAIN);
}

/* The shade of cell I; those of shares, which go by their root, are equally far apart. */
static struct shade cell_shade(int i, enum palette palette) {
    int level = TOY_STEP * i;
    level = palette == PALETTE_SHARES ? (level * level + 127) / 255 : level;
    return (struct shade){.palette = palette, .level = (unsigned char)level};
}

static void put_cells(struct canvas *canvas, size_t row, enum palette palette) {
    for (int i = 0; i < TOY_CELLS; i++) {
        struct shade shade = cell_shade(i, palette);
        char number[4] = {'.', (char)('0' + i), '0', '\0'};
        canvas_put(canvas, row, (size_t)(4 * i), number, STYLE_NUMBER);
        canvas_shade(canvas, row, (size_t)(4 * i), 3, shade);
    }
}

static void put_prompt(struct canvas *canvas, const struct screen_prompt *prompt,
                       size_t cursor[2]) {
    size_t row = canvas->rows - 1;
    if (canvas->rows > 1) {
        put(canvas, row - 1, prompt->popup);
    }
    size_t column = canvas_put(canvas, row, 0, prompt->prefix, STYLE_PLAIN);
    canvas_put(canvas, row, column, prompt->text, STYLE_PLAIN);
    if (prompt->focused) {
        cursor[0] = row;
        cursor[1] = column + utf8_columns(prompt->text, prompt->at);
    }
}

static void flood(const struct play *play) {
    static char bytes[1 << 20];
    size_t at = 0;
    memset(bytes, 'x', sizeof bytes);
    if (write(play->toy->printing, "F", 1) != 1) {
        return;
    }
    while (at < sizeof bytes) { /* a signal does not end it: so it is with curses */
        ssize_t written = write(STDOUT_FILENO, bytes + at, sizeof bytes - at);
        at += written > 0 ? (size_t)written : 0;
    }
}

static bool draw(void *context, struct canvas *canvas, const struct screen_prompt *prompt,
                 size_t cursor[2]) {
    struct play *play = context;
    char text[400];
    canvas_clear(canvas);
    if (play->floods) {
        flood(play);
    }
    text_fill(text, sizeof text, "key %s %d%s", play->key, play->keys,
              play->stopped_by_interrupt ? " interrupted" : "");
    put(canvas, TOY_KEY, text);
    text_fill(text, sizeof text, "line [%s] %d", play->line, play->lines);
    put(canvas, TOY_LINE, text);
    text_fill(text, sizeof text, "mouse %s", play->mouse);
    put(canvas, TOY_MOUSE, text);
    text_fill(text, sizeof text, "size %zux%zu depth %d%s", canvas->rows, canvas->columns,
              (int)prompt->depth, prompt->focused ? " prompt" : " grid");
    put(canvas, TOY_SIZE, text);
    put_cells(canvas, TOY_HEAT, PALETTE_SHARES);
    put_cells(canvas, TOY_SIGNED, PALETTE_SIGNED);
    canvas_put(canvas, TOY_STYLES, 0, "title", STYLE_KEY);
    canvas_put(canvas, TOY_STYLES, 6, "focus", STYLE_FOCUS);
    canvas_put(canvas, TOY_STYLES, 12, "changed", STYLE_CHANGED);
    for (int i = 0; i < TOY_CELLS; i++) { /* all of one shade below */
        canvas_half(canvas, TOY_STYLES, (size_t)(TOY_HALVES + i), cell_shade(i, PALETTE_SHARES),
                    cell_shade(0, PALETTE_SHARES));
    }
    put(canvas, TOY_WIDE, "日本 e\xcc\x81 |");
    canvas_put(canvas, TOY_WIDE, 10, "語", STYLE_KEY);
    cursor[0] = 0;
    cursor[1] = 4;
    put_prompt(canvas, prompt, cursor);
    return true;
}

/* Neither compiler nor sanitizer is to see what this does. */
__attribute__((no_sanitize("undefined", "address"))) static void write_nowhere(void) {
    int *volatile nowhere = NULL;
    *(volatile int *)nowhere = 1;
}

static int overflow(int depth) {
    volatile char room[4096];
    room[0] = (char)depth;
    return depth < 0 ? 0 : overflow(depth + 1) + room[0];
}

/* Takes longer than a person would want to wait for a picture. */
static void dawdle(void) {
    struct timespec begun, now;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    do {
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while ((now.tv_sec - begun.tv_sec) * 1000 + (now.tv_nsec - begun.tv_nsec) / 1000000 < 150);
}

static enum screen_action press(void *context, const char *key, struct text *fill) {
    struct play *play = context;
    text_fill(play->key, sizeof play->key, "%s", key);
    play->keys++;
    switch (key[1] == '\0' ? key[0] : 0) {
    case 'q':
        return SCREEN_QUIT;
    case ':':
        return SCREEN_PROMPT;
    case 'e':
        text_append(fill, "W_q[1,2] = ");
        return SCREEN_PROMPT;
    case 'L':
        while (!screen_interrupted()) {
        }
        play->stopped_by_interrupt = true;
        return SCREEN_STAY;
    case 'D':
        dawdle();
        return SCREEN_STAY;
    case 'A':
        abort();
    case 'N':
        if (write(STDOUT_FILENO, "\x1b[41m\x1b[3;9r", 11) == 11) { /* as in the middle of a frame */
            write_nowhere();
        }
        return SCREEN_STAY;
    case 'O':
        return overflow(0) == 0 ? SCREEN_STAY : SCREEN_GRID;
    case 'x':
        exit(7);
    case 'F':
        play->floods = true;
        return SCREEN_STAY;
    case 't':
        play->hooks.theme = THEME_LIGHT;
        return SCREEN_STAY;
    default:
        return SCREEN_STAY;
    }
}

static enum screen_action take_line(void *context, const char *line, struct text *fill) {
    (void)fill;
    struct play *play = context;
    text_fill(play->line, sizeof play->line, "%s", line);
    for (char *at = play->line; *at != '\0'; at++) {
        *at = *at == '\n' ? '|' : *at;
    }
    play->lines++;
    return text_same(line, "quit")   ? SCREEN_QUIT
           : text_same(line, "grid") ? SCREEN_GRID
           : line[0] == '\0'         ? SCREEN_GRID
                                     : SCREEN_STAY;
}

static enum screen_action click(void *context, const char *button, size_t row, size_t column,
                                struct text *fill) {
    struct play *play = context;
    text_fill(play->mouse, sizeof play->mouse, "%s %zu,%zu", button, row, column);
    (void)fill;
    return SCREEN_STAY;
}

static void offer(struct completion *completion, const char *word, const char *typed,
                  size_t length) {
    if (strncmp(word, typed, length) == 0 &&
        memory_reserve(&completion->list, &completion->capacity, completion->count + 1,
                       sizeof *completion->list)) {
        completion->list[completion->count++] = memory_text(word, strlen(word));
    }
}

static bool complete(void *context, const char *line, size_t at, size_t *start,
                     struct completion *completion) {
    static const char *const words[] = {"größe", "softmax", "softmax_unshifted", "sparsemax"};
    (void)context;
    *start = at;
    while (*start > 0 && strchr(" (=@", line[*start - 1]) == NULL) {
        (*start)--;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        offer(completion, words[i], line + *start, at - *start);
    }
    for (int i = 100; i < 300; i++) {
        char word[8];
        text_fill(word, sizeof word, "v%d", i);
        offer(completion, word, line + *start, at - *start);
    }
    return true;
}

int toy_run(void *context) {
    struct play play = {.toy = context};
    struct failure failure = {0};
    struct text why = {0};
    play.hooks = (struct screen_hooks){.draw = draw,
                                       .key = press,
                                       .line = take_line,
                                       .mouse = click,
                                       .complete = complete,
                                       .context = &play,
                                       .theme = THEME_DARK,
                                       .colour = play.toy->colour};
    if (!tty_possible(&why)) {
        printf("no screen: %s\n", text_string(&why));
        fflush(stdout);
        text_release(&why);
        return 4;
    }
    if (!screen_run(&play.hooks, &failure)) {
        printf("failed: %s\n", failure.message);
        fflush(stdout);
        return 3;
    }
    return screen_signal() == 0 ? 0 : 100 + screen_signal();
}
