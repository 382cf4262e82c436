/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/screen.h"

#include "base/failure.h"
#include "base/text.h"
#include "terminal/input.h"
#include "terminal/prompt.h"
#include "terminal/restore.h"
#include "terminal/tty.h"

#include <errno.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Milliseconds: */
enum {
    LATEST_DRAW = 100, /* keys that come faster than they can be obeyed are seen to work */
    ANSWER = 50,       /* to wait for what the terminal says of itself … */
    LAST_ANSWER = 150, /* … and for it to come at all, so that it is not left to the shell */
    LOOK = 200         /* between two calls of the hook */
};

struct screen {
    const struct screen_hooks *hooks;
    struct canvas canvas;
    struct text copied; /* for its clipboard, after the next picture */
    struct input input;
    bool at_prompt;          /* what is typed goes there, not to the grid */
    bool begun;              /* a key began the line: Up and Down leave what is typed of it alone */
    struct text given, fill; /* an entry, and what the prompt starts with */
    bool waits;              /* it is known that something has come in */
    bool dirty, done;
    bool unsized; /* another program had it: its size may have changed */
    bool again;   /* what is drawn is to be put once more, as it is */
    bool whole;   /* the canvas has a picture, and its cursor is at CURSOR */
    size_t cursor[2];
    int signal;

    enum depth depth;
    enum theme theme; /* of the looks */
    enum theme found; /* the theme that suits the terminal's background */
    bool requested;   /* the terminal was asked for it, and has not answered everything */
    struct timespec when;

    bool marks; /* tests wait for a mark, see write_mark */
    unsigned long consumed, frame;
    struct timespec drawn;
    struct timespec look; /* the last one */
};

static struct screen here;

/* --- drawing --------------------------------------------------------------------------------- */

/* Once the program has been told to end, another program may have the terminal, and drawing there
 * stops us. */
static void draw_screen(struct screen *screen) {
    if (restore_ended() != 0) {
        return;
    }
    struct screen_prompt prompt = {.focused = screen->at_prompt,
                                   .theme = screen->theme,
                                   .depth = screen->depth,
                                   .ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0};
    if (screen->dirty || !screen->whole) {
        screen->cursor[0] = screen->cursor[1] = 0;
        prompt_show(&prompt);
        screen->whole =
            screen->hooks->draw(screen->hooks->context, &screen->canvas, &prompt, screen->cursor);
    }
    enum theme wanted = screen->hooks->theme == THEME_COUNT ? screen->found : screen->hooks->theme;
    if (screen->theme != wanted) {
        screen->theme = wanted;
        tty_forget_picture();
    }
    tty_mouse(screen->hooks->mouse_off);
    if (screen->whole) {
        tty_draw(&screen->canvas, screen->theme, screen->cursor);
    }
    if (screen->copied.length > 0) {
        tty_put_all(&screen->copied);
        text_release(&screen->copied);
    }
    screen->dirty = screen->again = false;
    screen->frame++;
    clock_gettime(CLOCK_MONOTONIC, &screen->drawn);
}

static long milliseconds_since(const struct timespec *then) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long)(now.tv_sec - then->tv_sec) * 1000 + (now.tv_nsec - then->tv_nsec) / 1000000;
}

/* --- the terminal ---------------------------------------------------------------------------- */

static void start_over(struct screen *screen) {
    tty_start_over();
    screen->again = true;
}

/* Takes the present size of the terminal, and draws everything again even when it is the same: a
 * terminal that shrank and grew back has lost what it showed. */
static bool resize(struct screen *screen, struct failure *failure) {
    size_t size[2];
    struct canvas canvas;
    tty_find_size(size);
    start_over(screen);
    screen->unsized = false;
    screen->dirty = true;
    if (size[0] == screen->canvas.rows && size[1] == screen->canvas.columns) {
        return true;
    }
    tty_set_size(size);
    prompt_resize(size[0], size[1]);
    if (!canvas_init(&canvas, size[0], size[1])) {
        return failure_memory(failure);
    }
    canvas_release(&screen->canvas);
    screen->canvas = canvas;
    return true;
}

/* --- the terminal's background --------------------------------------------------------------- */

/* COLORFGBG is "ink;background", perhaps with another word between: numbers of the sixteen colours.
 */
static enum theme guess_theme(void) {
    const char *setting = getenv("COLORFGBG");
    const char *last = setting == NULL ? NULL : strrchr(setting, ';');
    bool number = last != NULL && last[1] >= '0' && last[1] <= '9';
    long colour = number ? strtol(last + 1, NULL, 10) : 0;
    return colour == 7 || (colour > 8 && colour < 16) ? THEME_LIGHT : THEME_DARK;
}

/* Reads "ffff/8000/0": one to four hexadecimal digits a channel. */
static bool read_rgb(const char *at, unsigned *rgb) {
    *rgb = 0;
    for (int i = 0; i < 3; i++) {
        size_t digits = strspn(at, "0123456789abcdefABCDEF");
        if (digits < 1 || digits > 4) {
            return false;
        }
        unsigned long most = (1UL << 4 * digits) - 1;
        *rgb = *rgb << 8 | (unsigned)(strtoul(at, NULL, 16) * 255 / most);
        at += digits + (at[digits] == '/');
    }
    return true;
}

/* Takes an answer also when it comes late, as over a slow line. A terminal reports its kind last,
 * whatever it was asked before (device attributes, which all of them know). */
static void take_reports(struct screen *screen) {
    char report[INPUT_REPORT];
    unsigned rgb;
    while (input_report(&screen->input, report)) {
        const char *colour = strchr(report, ':');
        if (report[1] == '[') {
            screen->requested = false;
        } else if (colour != NULL && read_rgb(colour + 1, &rgb)) {
            screen->found = shade_is_light(rgb) ? THEME_LIGHT : THEME_DARK;
            screen->again = true;
        }
    }
}

/* Reads what waits. A terminal that is gone reads as its end. */
static bool read_bytes(struct screen *screen) {
    size_t room;
    char *bytes = input_room(&screen->input, &room);
    ssize_t count = room == 0 ? 0 : read(STDIN_FILENO, bytes, room);
    if (count > 0) {
        input_add(&screen->input, (size_t)count);
        screen->consumed += (unsigned long)count;
        take_reports(screen);
    } else if (room > 0 && (count == 0 || (errno != EINTR && errno != EAGAIN))) {
        screen->done = true;
    }
    return count > 0;
}

static void await_answers(struct screen *screen, long until) {
    long left;
    while (screen->requested && !screen->done && restore_ended() == 0 &&
           (left = until - milliseconds_since(&screen->when)) > 0 && restore_wait((int)left)) {
        read_bytes(screen);
    }
}

/* True for terminals that show an unknown control string instead of ignoring it. */
static bool is_strange(void) {
    const char *name = getenv("TERM");
    return text_same(name, "linux") || text_starts(name, "eterm");
}

/* Asks for the background's colour (OSC 11), and then for the kind of terminal: once that has come,
 * no other answer will. What a strange terminal shows of the question is cleared. */
static bool open_terminal(struct screen *screen, struct failure *failure) {
    if (!tty_open(screen->hooks->colour, &screen->depth, failure) || !resize(screen, failure)) {
        return false;
    }
    if (screen->hooks->theme == THEME_COUNT && screen->depth != DEPTH_NONE && !is_strange() &&
        restore_is_ours()) {
        tty_ask("\x1b]11;?\x1b\\\x1b[c");
        screen->requested = true;
        clock_gettime(CLOCK_MONOTONIC, &screen->when);
        await_answers(screen, ANSWER);
    }
    return true;
}

/* Takes the terminal back after another program had it. */
static void take_terminal(struct screen *screen) {
    tty_take();
    screen->again = screen->unsized = true;
    screen->drawn = (struct timespec){0}; /* what was drawn is not there any more */
}

/* A signal that ends the program while it is stopped must not touch the terminal. */
static void suspend(struct screen *screen) {
    tty_give();
    restore_stop();
    if (restore_ended() == 0) {
        take_terminal(screen);
    }
}

/* --- what is typed --------------------------------------------------------------------------- */

static void obey_action(struct screen *screen, enum screen_action action, const char *fill) {
    if (action == SCREEN_PROMPT) {
        screen->at_prompt = true;
        screen->begun = fill[0] != '\0';
        prompt_fill(fill);
    } else if (action == SCREEN_GRID) {
        screen->at_prompt = false;
    }
    screen->done |= action == SCREEN_QUIT;
    screen->dirty = true;
}

static void press_on_grid(struct screen *screen, const char *name) {
    const struct screen_hooks *hooks = screen->hooks;
    if (name[0] != '\0') {
        text_clear(&screen->fill);
        enum screen_action action = hooks->key(hooks->context, name, &screen->fill);
        obey_action(screen, action, text_string(&screen->fill));
    }
}

static void press_at_prompt(struct screen *screen, const struct input_event *event) {
    const char *name = event->name;
    bool escapes = text_same(name, "Escape") && prompt_can_escape();
    bool leaves = text_same(name, "C-c") && prompt_is_empty();
    bool goes_on = text_same(name, "Space") && prompt_is_empty(); /* no line begins with a blank */
    if (escapes || leaves || goes_on || text_same(name, "F6")) {
        prompt_leave(!escapes && !goes_on);
        obey_action(screen, SCREEN_GRID, "");
        if (goes_on) {
            press_on_grid(screen, name);
        }
    } else if (screen->begun && (text_same(name, "Up") || text_same(name, "Down"))) {
        prompt_say("Enter takes what is typed, Escape leaves it.");
        screen->dirty = true;
    } else if (event->length > 2 && event->bytes[0] == '\x1b' &&
               strchr("[O", event->bytes[1]) != NULL &&
               !prompt_is_bound(event->bytes,
                                event->length)) { /* a sequence that is bound to nothing */
        press_on_grid(screen, name);
    } else {
        prompt_key(event->bytes, event->length);
    }
}

static void take_pointer(struct screen *screen, const struct input_event *event) {
    const struct screen_hooks *hooks = screen->hooks;
    bool inside = event->row < screen->canvas.rows && event->column < screen->canvas.columns;
    if (inside && event->name[0] != '\0') {
        text_clear(&screen->fill);
        enum screen_action action =
            hooks->mouse(hooks->context, event->name, event->row, event->column, &screen->fill);
        obey_action(screen, action, text_string(&screen->fill));
    }
}

/* --- the loop --------------------------------------------------------------------------------- */

static void take_event(struct screen *screen, const struct input_event *event) {
    bool key = event->kind == INPUT_KEY;
    if (key && text_same(event->name, "C-l")) {
        start_over(screen);
    } else if (key && text_same(event->name, "C-z")) {
        suspend(screen);
    } else if (event->kind == INPUT_MOUSE) {
        take_pointer(screen, event);
    } else if (!key) {
        screen->at_prompt = screen->dirty = true;
        prompt_paste(event->bytes, event->length, event->cut);
    } else if (screen->at_prompt) {
        press_at_prompt(screen, event);
    } else {
        press_on_grid(screen, event->name);
    }
}

/* Takes events until the prompt has something to do, which comes first, or the focus changes. */
static void take_events(struct screen *screen, bool final) {
    struct input_event event;
    bool at_prompt = screen->at_prompt;
    while (!screen->done && restore_ended() == 0 && screen->at_prompt == at_prompt &&
           !prompt_is_busy() && input_next(&screen->input, final, &event)) {
        take_event(screen, &event);
        /* Keys that keep coming are read before anything is drawn, but not for ever. A size that
         * may have changed is found out first. */
        bool due =
            (screen->dirty || screen->again) && milliseconds_since(&screen->drawn) > LATEST_DRAW;
        if (due && !screen->done && !screen->unsized) {
            draw_screen(screen);
        }
    }
}

static void obey_signals(struct screen *screen) {
    if (restore_stopped()) {
        suspend(screen);
    }
    if (restore_continued()) { /* after a SIGSTOP, which gives no notice */
        take_terminal(screen);
    }
    if ((restore_resized() || screen->unsized) && !resize(screen, &(struct failure){0})) {
        screen->done = true;
    }
}

/* For tests, which must never guess how long to wait: says that all input has been read and shown.
 */
static void write_mark(const struct screen *screen) {
    char mark[96];
    text_fill(mark, sizeof mark, "\x1b]7777;%lu;%lu;%zux%zu\a", screen->consumed, screen->frame,
              screen->canvas.rows, screen->canvas.columns);
    if (screen->marks) {
        tty_put(mark);
    }
}

/* Returns how many milliseconds are left until the hook looks again; -1 (for ever) without one. */
static int time_to_look(const struct screen *screen) {
    long left = LOOK - milliseconds_since(&screen->look);
    return screen->hooks->look == NULL ? -1 : left > 0 ? (int)left : 0;
}

/* Returns the earlier of two; -1 is never. */
static int earlier_timeout(int a, int b) {
    return b < 0 || (a >= 0 && a < b) ? a : b;
}

/* One round: obeys what came in; when nothing did, draws and waits for it, for at most MOST
 * milliseconds (-1: for ever). */
static void run_one_round(struct screen *screen, int most) {
    bool at_prompt = screen->at_prompt;
    take_events(screen, false);
    obey_signals(screen);
    if (screen->done || restore_ended() != 0 || prompt_is_busy() ||
        screen->at_prompt != at_prompt) {
        return;
    }
    if (screen->waits || restore_wait(0)) {
        screen->waits = false;
        read_bytes(screen);
        return;
    }
    if (screen->dirty || screen->again) {
        draw_screen(screen);
    }
    int patience = input_patience(&screen->input);
    int look = time_to_look(screen);
    if (patience < 0) {
        write_mark(screen);
    }
    screen->waits = restore_wait(earlier_timeout(most, patience < 0 ? look : patience));
    if (screen->waits) {
        return;
    }
    if (patience >= 0) {
        take_events(screen, true);
    } else if (look == 0) {
        clock_gettime(CLOCK_MONOTONIC, &screen->look);
        screen->dirty |= screen->hooks->look(screen->hooks->context);
    }
}

/* Called while readline waits for a key: only readline returns from prompt_read. */
static void wait_for_prompt(void *context, int milliseconds) {
    struct screen *screen = context;
    struct timespec begin;
    long left = milliseconds;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    screen->dirty = true; /* the line may be another since it was drawn */
    while (!prompt_is_busy() && (milliseconds < 0 || left > 0)) {
        run_one_round(screen, (int)left);
        if (screen->done || restore_ended() != 0 || !screen->at_prompt) {
            prompt_leave(true);
        }
        left = milliseconds < 0 ? -1 : milliseconds - milliseconds_since(&begin);
    }
}

static void read_prompt_entry(struct screen *screen) {
    const struct screen_hooks *hooks = screen->hooks;
    enum prompt_result result = prompt_read(&screen->given);
    if (result != PROMPT_GIVEN) {
        obey_action(screen, SCREEN_GRID, "");
        return;
    }
    const char *line = text_string(&screen->given);
    text_clear(&screen->fill);
    enum screen_action action = hooks->line(hooks->context, line, &screen->fill);
    bool ahead = screen->input.first != screen->input.end || restore_wait(0);
    if (line[0] != '\0' && ahead && action != SCREEN_QUIT) {
        action = SCREEN_STAY; /* the letters that are typed on are not meant as keys */
    }
    obey_action(screen, action, text_string(&screen->fill));
    screen->begun = false; /* a mistake is in the history, and what was before it */
}

/* --- all ------------------------------------------------------------------------------------- */

static void complain_in_popup(void *context, const char *sentence) {
    (void)context;
    prompt_say(sentence);
    here.dirty = true;
}

static bool complete_prompt(void *context, const char *line, size_t at, size_t *start,
                            struct completion *completion) {
    const struct screen_hooks *hooks = ((struct screen *)context)->hooks;
    return hooks->complete(hooks->context, line, at, start, completion);
}

bool screen_run(const struct screen_hooks *hooks, struct failure *failure) {
    struct screen *screen = &here;
    struct prompt_hooks prompt_hooks = {complete_prompt, complain_in_popup, wait_for_prompt,
                                        screen};
    if (screen->frame >
        0) { /* a screen was here before; else all of it is zero, and most stays so */
        memset(screen, 0, sizeof *screen);
    }
    screen->hooks = hooks;
    screen->found = guess_theme();
    screen->theme = hooks->theme == THEME_COUNT ? screen->found : hooks->theme;
    screen->marks = getenv("QKV_MARK") != NULL;
    screen->dirty = true;
    tty_use_utf8();
    if (!restore_begin(failure)) {
        return false;
    }
    bool ok = open_terminal(screen, failure);
    if (ok) {
        draw_screen(screen); /* before the prompt starts, so nothing is typed there yet */
        prompt_start(&prompt_hooks);
        prompt_resize(screen->canvas.rows, screen->canvas.columns);
        while (!screen->done && restore_ended() == 0) {
            if (screen->at_prompt) {
                read_prompt_entry(screen);
            } else {
                run_one_round(screen, -1);
            }
        }
    }
    screen->signal = restore_ended();
    if (restore_is_ours()) { /* a terminal that another program has is left as it is */
        await_answers(screen, LAST_ANSWER);
    }
    tty_close();
    restore_end();
    if (ok) {
        prompt_stop();
    }
    input_release(&screen->input);
    canvas_release(&screen->canvas);
    text_release(&screen->copied);
    text_release(&screen->given);
    text_release(&screen->fill);
    screen->hooks = NULL;
    return ok;
}

int screen_signal(void) {
    return here.signal;
}

bool screen_copy(const char *bytes, size_t length, struct text *why) {
    struct screen *screen = &here;
    if (!tty_has_clipboard() || length > TTY_CLIPBOARD) {
        text_format(why,
                    length > TTY_CLIPBOARD ? "%zu bytes, and a clipboard takes %d"
                                           : "this terminal has no clipboard",
                    length, TTY_CLIPBOARD);
        return false;
    }
    text_clear(&screen->copied);
    tty_clipboard(bytes, length, getenv("TMUX") != NULL, &screen->copied);
    return true;
}

static void read_waiting(struct screen *screen) {
    while (restore_ended() == 0 && !screen->done && restore_wait(0) && read_bytes(screen)) {
    }
}

bool screen_show(void) {
    struct screen *screen = &here;
    if (screen_interrupted()) {
        return false;
    }
    obey_signals(screen);
    screen->dirty = true;
    draw_screen(screen);
    return !screen->done;
}

bool screen_pause(int milliseconds) {
    struct screen *screen = &here;
    if (screen->hooks == NULL || screen->input.first != screen->input.end) {
        return false;
    }
    if (!restore_wait(milliseconds)) {
        return true;
    }
    read_waiting(screen);
    return false;
}

bool screen_key_pressed(void) {
    struct screen *screen = &here;
    struct input_event event;
    bool any = false;
    while (screen->hooks != NULL && !screen->at_prompt && !input_has_quit_key(&screen->input) &&
           input_next(&screen->input, false, &event)) {
        any |= event.kind == INPUT_KEY && event.name[0] != '\0';
    }
    return any;
}

bool screen_interrupted(void) {
    enum { CTRL_C = 3, CTRL_Z = 26 };
    struct screen *screen = &here;
    if (screen->hooks == NULL) {
        return false;
    }
    read_waiting(screen);
    if (restore_stopped() || input_take(&screen->input, CTRL_Z)) {
        suspend(screen);
        if (restore_ended() ==
            0) { /* something may be drawing: what is shown meanwhile is what was */
            tty_draw_again();
        }
    }
    bool leaves = !screen->at_prompt && input_has_quit_key(&screen->input);
    return restore_ended() != 0 || screen->done || leaves || input_take(&screen->input, CTRL_C);
}
