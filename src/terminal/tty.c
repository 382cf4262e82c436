/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/tty.h"

#include "base/failure.h"
#include "base/text.h"
#include "canvas/canvas.h"
#include "terminal/restore.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#define NCURSES_NOMACROS
#include <curses.h>
#include <term.h>
#undef columns /* capabilities; a canvas has them, too */
#undef lines

enum {
    MOST_ROWS = 512, /* curses takes gigabytes for the sizes a terminal may claim */
    MOST_COLUMNS = 1024,
    PATIENCE = 1000, /* milliseconds, with a terminal that takes nothing for now */
    LEVELS = 256,
    DIRECT_COLOURS = 0x1000000
};

/* Terminals that know these show what is written between them at once, so that no picture is seen
 * half drawn; others ignore an unknown mode. */
#define FRAME_BEGIN "\x1b[?2026h"
#define FRAME_END "\x1b[?2026l"

/* Clicks, in the form that has room for any column, and pastes between brackets. curses' own
 * mousemask would ask for another form, and on the console take the mouse for itself. */
#define MOUSE_ON "\x1b[?1000h\x1b[?1006h"
#define MOUSE_OFF "\x1b[?1006l\x1b[?1000l"
#define MODES_ON MOUSE_ON "\x1b[?2004h"
#define MODES_OFF FRAME_END "\x1b[?2004l" MOUSE_OFF

/* There is one terminal, as there is one curses. */
static struct tty {
    SCREEN *curses;
    int wanted;        /* colour: as tty_open has it */
    bool stale;        /* what the terminal shows is not known */
    struct text leave; /* what leaves the terminal as it was found */
    bool modes;        /* it has a mouse, and pastes in brackets */
    bool mouse_off;    /* the terminal keeps the mouse for selecting */
    enum depth depth;
    int colours; /* how many the terminal has */
} here;

/* --- what the terminal can do ---------------------------------------------------------------- */

/* Returns a capability, or NULL; terminfo has two ways of saying that there is none. */
static char *capability(const char *name) {
    char *found = tigetstr(name);
    return found == (char *)-1 ? NULL : found;
}

bool tty_possible(struct text *why) {
    const char *name = getenv("TERM");
    int error = 0;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        text_format(why, "standard %s is not a terminal",
                    isatty(STDIN_FILENO) ? "output" : "input");
        return false;
    }
    if (name == NULL || name[0] == '\0') {
        text_append(why, "TERM is not set");
        return false;
    }
    if (setupterm(name, STDOUT_FILENO, &error) != 0) {
        text_format(why, "the terminal `%s`, which TERM names, is unknown", name);
        return false;
    }
    bool moves = capability("cup") != NULL;
    if (!moves) {
        text_format(why, "the terminal `%s`, which TERM names, cannot move its cursor", name);
    }
    del_curterm(cur_term);
    return moves;
}

void tty_use_utf8(void) {
    if (!text_same(nl_langinfo(CODESET), "UTF-8") && setlocale(LC_CTYPE, "C.UTF-8") != NULL) {
        setenv("LC_ALL", "C.UTF-8", 1); /* readline asks the environment again at every line */
    }
}

/* --- looks ----------------------------------------------------------------------------------- */

static bool wants_terminal_colour(void) {
    const char *refused = getenv("NO_COLOR");
    return here.wanted > 0 || (here.wanted < 0 && (refused == NULL || refused[0] == '\0'));
}

/* Counts the colours of the terminal that terminfo describes at the moment. */
static int count_colours(void) {
    bool can = capability("setaf") != NULL || capability("setf") != NULL;
    return can && tigetnum("colors") > 0 ? tigetnum("colors") : 0;
}

static enum depth depth_of(int colours) {
    return colours >= DIRECT_COLOURS ? DEPTH_TRUE
           : colours >= LEVELS       ? DEPTH_256
           : colours >= 16           ? DEPTH_16
           : colours >= 8            ? DEPTH_8
                                     : DEPTH_NONE;
}

/* COLORTERM is inherited where it is not true: by GNU screen, which reads 38;2;… as dim. The
 * console of Linux takes the nearest of 16 colours, so that two colours may become one. */
static bool has_direct_colours(const char *name) {
    const char *setting = getenv("COLORTERM");
    return setting != NULL && (text_same(setting, "truecolor") || text_same(setting, "24bit")) &&
           name != NULL && !text_same(name, "linux") &&
           (!text_starts(name, "screen") || getenv("TMUX") != NULL);
}

enum depth tty_depth(void) {
    const char *name = getenv("TERM");
    int error = 0;
    if (name == NULL || setupterm(name, STDOUT_FILENO, &error) != OK) {
        return DEPTH_NONE;
    }
    int colours = count_colours();
    del_curterm(cur_term);
    return depth_of(colours >= 8 && has_direct_colours(name) ? DIRECT_COLOURS : colours);
}

/* Finds a description of the terminal called NAME that takes 24-bit colours: "xterm-direct" for
 * xterm-256color. The system has it when ncurses-term is installed. False when there is none, and
 * 256 colours have to do. */
static bool find_direct(const char *name, char direct[64]) {
    const char *ending = strstr(name, "-256color");
    int length = ending == NULL ? (int)strlen(name) : (int)(ending - name);
    text_fill(direct, 64, "%.*s-direct", length, name);
    int error = 0;
    if (setupterm(direct, STDOUT_FILENO, &error) != OK) {
        return false;
    }
    bool found = tigetnum("colors") >= DIRECT_COLOURS;
    del_curterm(cur_term);
    return found;
}

/* Converts COLOUR of a style to the terminal's number. A terminal of direct colours takes 0 to 7
 * for the basic ones, so that nearly black colours become black. */
static int terminal_colour(int colour) {
    if (colour == LOOK_OWN) {
        return colour;
    }
    if (here.depth == DEPTH_TRUE) {
        int rgb = colour >= LOOK_RGB ? colour - LOOK_RGB : (int)shade_rgb((unsigned)colour);
        return rgb < 8 ? 0 : rgb;
    }
    return here.colours > colour ? colour : colour % 8;
}

/* Returns how curses has to show CELL. */
static attr_t make_look(const struct canvas_cell *cell, enum theme theme, int *pair) {
    struct look look = canvas_look(cell, theme, here.depth);
    attr_t italic = (termattrs() & A_ITALIC) != 0 ? A_ITALIC : A_UNDERLINE;
    bool plain = look.foreground == LOOK_OWN && look.background == LOOK_OWN;
    int found =
        plain ? 0 : alloc_pair(terminal_colour(look.foreground), terminal_colour(look.background));
    *pair = found < 0 ? 0 : found;
    return (look.attributes & LOOK_BOLD ? A_BOLD : A_NORMAL) |
           (look.attributes & LOOK_ITALIC ? italic : A_NORMAL) |
           (look.attributes & LOOK_UNDERLINE ? A_UNDERLINE : A_NORMAL) |
           (look.attributes & LOOK_REVERSE ? A_REVERSE : A_NORMAL);
}

/* --- drawing --------------------------------------------------------------------------------- */

/* Draws one cell with its combining marks. A character newer than the C library is shown as a
 * replacement of the same width, because curses would keep what was there before. */
static void draw_cell(size_t row, size_t column, const struct canvas_cell *cell, attr_t attributes,
                      int pair) {
    wchar_t wide[CCHARW_MAX + 1] = L" ";
    cchar_t shown;
    size_t count = cell->text[0] == '\0' ? 1 : mbstowcs(wide, cell->text, CCHARW_MAX);
    if (count > CCHARW_MAX || wcwidth(wide[0]) != (cell->wide ? 2 : 1)) {
        wide[0] = L'\uFFFD';
        count = 1;
    }
    wide[count] = L'\0';
    if (setcchar(&shown, wide, attributes, 0, &pair) == OK) {
        mvadd_wch((int)row, (int)column, &shown);
    }
    if (cell->wide && wide[0] == L'\uFFFD') {
        draw_cell(row, column + 1, &(struct canvas_cell){0}, attributes, pair);
    }
}

/* Output goes through stdio, which drops what a terminal does not take at once, so this waits for
 * room first. */
void tty_put(const char *sequence) {
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    poll(&out, 1, PATIENCE);
    putp(sequence);
    (void)fflush(stdout);
}

void tty_draw(const struct canvas *canvas, enum theme theme, const size_t cursor[2]) {
    const struct canvas_cell *last = NULL;
    attr_t attributes = A_NORMAL;
    int pair = 0;
    if (here.stale) {
        clearok(curscr, TRUE);
        here.stale = false;
    }
    for (size_t i = 0; i < canvas->rows * canvas->columns; i++) {
        const struct canvas_cell *cell = &canvas->cells[i];
        if (cell->right_half) {
            continue;
        }
        if (last == NULL || !canvas_same_look(last, cell)) {
            attributes = make_look(cell, theme, &pair);
            last = cell;
        }
        draw_cell(i / canvas->columns, i % canvas->columns, cell, attributes, pair);
    }
    size_t row = cursor[0] < canvas->rows ? cursor[0] : canvas->rows - 1;
    size_t column = cursor[1] < canvas->columns ? cursor[1] : canvas->columns - 1;
    move((int)row, (int)column);
    tty_put(here.modes ? FRAME_BEGIN : "");
    refresh();
    tty_put(here.modes ? FRAME_END : "");
}

void tty_put_all(const struct text *text) {
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    (void)fflush(stdout);
    for (size_t at = 0; at < text->length && poll(&out, 1, PATIENCE) > 0;) {
        ssize_t count = write(STDOUT_FILENO, text->bytes + at, text->length - at);
        if (count < 0 && errno != EAGAIN && errno != EINTR) {
            return;
        }
        at += count > 0 ? (size_t)count : 0;
    }
}

/* --- its clipboard --------------------------------------------------------------------------- */

bool tty_has_clipboard(void) {
    const char *name = getenv("TERM");
    name = name == NULL ? "" : name;
    bool screen = getenv("STY") != NULL || (text_starts(name, "screen") && getenv("TMUX") == NULL);
    return !screen && !text_same(name, "linux") && !text_starts(name, "eterm");
}

void tty_clipboard(const char *bytes, size_t length, bool tmux, struct text *out) {
    struct text letters = {0};
    text_append_base64(&letters, bytes, length);
    text_format(out, "\x1b]52;c;%s\a", text_string(&letters));
    if (tmux) {
        text_format(out, "\x1bPtmux;\x1b\x1b]52;c;%s\a\x1b\\", text_string(&letters));
    }
    text_release_into(&letters, out);
}

/* --- the terminal ---------------------------------------------------------------------------- */

/* ON also turns the mouse on; the next picture turns it off when it is not wanted (tty_mouse). */
static void switch_modes(bool on) {
    if (here.modes) {
        tty_put(on ? MODES_ON : MODES_OFF);
        here.mouse_off = false;
    }
}

void tty_mouse(bool off) {
    if (here.modes && here.mouse_off != off) {
        here.mouse_off = off;
        tty_put(off ? MOUSE_OFF : MOUSE_ON);
    }
}

/* tputs calls back without a context. */
static struct text *collected;

static int collect_byte(int byte) {
    text_append_character(collected, (char)byte);
    return byte;
}

/* Returns what makes all rows of the terminal scroll as one; afterwards the cursor may be anywhere.
 */
static const char *full_scroll_region(void) {
    struct winsize size;
    char *region = capability("csr");
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0;
    int rows = known ? size.ws_row : LINES;
    return region == NULL || rows < 2 ? NULL : tiparm(region, 0, rows - 1);
}

/* curses scrolls within some rows, and then within all rows that it knows. When the terminal grows
 * just then, the other rows remain outside the region, and later scrolling does not move them.
 *
 * Not between tty_take and the first refresh: until then the normal screen is shown, whose cursor
 * this would move before curses has the terminal save it. That refresh resets the region anyway. */
static void scroll_all(void) {
    const char *sequence = isendwin() ? NULL : full_scroll_region();
    if (sequence != NULL) {
        tty_put(sequence);
    }
}

/* Prepares what leaves the screen: modes, colours and attributes off, cursor shown, at the last
 * line, with the former screen. It is armed before the terminal changes; curses has changed only
 * its modes so far. Memory is reserved before, so that even without memory the terminal is left
 * properly. */
static void arm_restore(void) {
    enum { BELOW = 998 }; /* a row that is nowhere: terminals take the last */
    struct text *leave = &here.leave;
    collected = leave;
    text_clear(leave);
    text_append(leave, here.modes ? MODES_OFF : "");
    const char *sequences[] = {full_scroll_region(), capability("op"),    capability("sgr0"),
                               capability("rmacs"),  capability("cnorm"), capability("cup"),
                               capability("rmcup"),  capability("rmkx")};
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
        if (sequences[i] != NULL) {
            tputs(i == 5 ? tiparm(sequences[i], BELOW, 0) : sequences[i], 1, collect_byte);
        }
    }
    text_append(leave, capability("rmcup") != NULL ? "\r" : "\r\n");
    restore_arm(text_string(leave), leave->length);
}

/* --- size ------------------------------------------------------------------------------------ */

/* Asks the terminal for its size, within bounds; when it does not answer, ROWS and COLUMNS stay. */
static void measure_terminal(int *rows, int *columns) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0) {
        *rows = size.ws_row < MOST_ROWS ? size.ws_row : MOST_ROWS;
        *columns = size.ws_col < MOST_COLUMNS ? size.ws_col : MOST_COLUMNS;
    }
}

/* Sets the size with which curses begins, or goes on after a stop; it accepts no other way. Left
 * alone it believes a terminal that claims more than there is memory for. */
static void set_curses_size(int rows, int columns) {
    char number[16];
    text_fill(number, sizeof number, "%d", rows);
    (void)setenv("LINES", number, 1);
    text_fill(number, sizeof number, "%d", columns);
    (void)setenv("COLUMNS", number, 1);
    use_tioctl(FALSE);
}

void tty_find_size(size_t size[2]) {
    int rows = LINES, columns = COLS;
    measure_terminal(&rows, &columns);
    size[0] = (size_t)rows;
    size[1] = (size_t)columns;
}

void tty_set_size(size_t size[2]) {
    int rows = (int)size[0], columns = (int)size[1];
    set_curses_size(rows, columns);
    if (is_term_resized(rows, columns)) {
        resizeterm(rows, columns);
    }
    getmaxyx(stdscr, rows, columns);
    size[0] = (size_t)rows;
    size[1] = (size_t)columns;
}

/* --- beginning and end, and in between -------------------------------------------------------- */

void tty_forget_picture(void) {
    here.stale = true;
}

void tty_start_over(void) {
    scroll_all();
    arm_restore();
    here.stale = true;
}

bool tty_open(int colour, enum depth *depth, struct failure *failure) {
    int rows = 24, columns = 80;
    here.wanted = colour;
    if (text_room(&here.leave, RESTORE_ROOM) == NULL) {
        return failure_memory(failure);
    }
    const char *name = getenv("TERM");
    char direct[64];
    bool finer = wants_terminal_colour() && has_direct_colours(name) && find_direct(name, direct);
    measure_terminal(&rows, &columns);
    set_curses_size(rows, columns);
    here.curses = newterm(finer ? direct : name, stdout, stdin);
    if (here.curses == NULL) { /* curses does not say why; the terminal was found to be possible */
        return failure_set(failure, "curses cannot begin, most likely because memory ran out");
    }
    here.modes = capability("kmous") != NULL;
    arm_restore();
    nonl();
    curs_set(1);
    if (!restore_set_modes()) {
        return failure_set(failure, "the terminal's modes cannot be set: %s", strerror(errno));
    }
    def_prog_mode();
    here.colours = wants_terminal_colour() ? count_colours() : 0;
    here.depth = *depth = depth_of(here.colours);
    start_color();
    use_default_colors();
    switch_modes(true);
    return true;
}

void tty_give(void) {
    switch_modes(false);
    scroll_all();
    endwin();
    restore_reset_modes();
}

void tty_take(void) {
    arm_restore();
    reset_prog_mode();
    restore_set_modes();
    switch_modes(true);
    tty_start_over();
}

void tty_draw_again(void) {
    clearok(curscr, TRUE);
    refresh();
    here.stale = false;
}

void tty_ask(const char *question) {
    refresh();
    tty_put(question);
}

void tty_close(void) {
    if (here.curses != NULL) {
        (restore_is_ours() ? tty_give : restore_now)();
        delscreen(here.curses);
    }
    text_release(&here.leave);
    here = (struct tty){0};
}
