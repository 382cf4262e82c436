/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/screen.h"

#include "base/failure.h"
#include "base/text.h"
#include "terminal/clipboard.h"
#include "terminal/input.h"
#include "terminal/prompt.h"
#include "terminal/restore.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
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
    LATEST_DRAW =
        100,     /* milliseconds; keys that come faster than they can be obeyed are seen to work */
    ANSWER = 50, /* milliseconds to wait for what the terminal says of itself … */
    LAST_ANSWER = 150, /* … and for it to come at all, so that it is not left to the shell */
    PATIENCE = 1000,   /* milliseconds, with a terminal that takes nothing for now */
    LOOK = 200,        /* milliseconds from one look of the hooks to the next */
    LEVELS = 256,
    DIRECT_COLOURS = 0x1000000
};

/* What is written between these a terminal that knows them shows at once: no picture is seen half
 * drawn. */
#define FRAME_BEGIN "\x1b[?2026h"
#define FRAME_END "\x1b[?2026l"

/* Clicks, told in the form that has room for any column, and pastes between brackets. curses' own
 * mousemask would ask for another form, and on the console take the mouse for itself. */
#define MOUSE_ON "\x1b[?1000h\x1b[?1006h"
#define MOUSE_OFF "\x1b[?1006l\x1b[?1000l"
#define MODES_ON MOUSE_ON "\x1b[?2004h"
#define MODES_OFF FRAME_END "\x1b[?2004l" MOUSE_OFF

struct screen {
    const struct screen_hooks *hooks;
    SCREEN *curses;
    struct canvas canvas;
    bool stale;         /* nobody knows what the terminal shows */
    struct text copied; /* for its clipboard, behind the next picture */
    struct text leave;  /* what leaves the terminal as it was found */
    struct input input;
    bool at_prompt;          /* what is typed goes there, not to the grid */
    struct text given, fill; /* an entry, and what the prompt starts with */
    bool modes;              /* it has a mouse, and pastes in brackets */
    bool mouse_off;          /* it has been told to keep it */
    bool dirty, done;
    bool unsized; /* it was somebody else's for a while: its size may be another now */
    bool again;   /* what is drawn is to be put once more, as it is */
    bool whole;   /* the canvas holds a picture, and its cursor stands at CURSOR */
    size_t cursor[2];
    int signal;

    enum depth depth;
    int colours;      /* how many the terminal has */
    enum theme theme; /* of the looks */
    enum theme found; /* the one for the terminal's background */
    bool asked;       /* the terminal was asked for it, and has not answered all */
    struct timespec when;
    bool whole_frames; /* it knows FRAME_BEGIN */

    bool marks; /* tests wait for a mark, see write_mark */
    unsigned long consumed, frame;
    struct timespec drawn;
    struct timespec beat; /* the last one, or the last key */
    struct timespec look; /* the last one */
};

static struct screen here;

/* --- what the terminal can do ---------------------------------------------------------------- */

/* A capability, or NULL: there are two ways of not having it. */
static char *capability(const char *name) {
    char *found = tigetstr(name);
    return found == (char *)-1 ? NULL : found;
}

bool screen_possible(struct text *why) {
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
        text_format(why, "nothing is known of the terminal `%s`, which TERM names", name);
        return false;
    }
    bool moves = capability("cup") != NULL;
    if (!moves) {
        text_format(why, "the terminal `%s`, which TERM names, cannot move its cursor", name);
    }
    del_curterm(cur_term);
    return moves;
}

void screen_use_utf8(void) {
    if (!text_same(nl_langinfo(CODESET), "UTF-8") && setlocale(LC_CTYPE, "C.UTF-8") != NULL) {
        setenv("LC_ALL", "C.UTF-8", 1); /* readline asks the environment again at every line */
    }
}

/* --- looks ----------------------------------------------------------------------------------- */

static bool wants_colour(const struct screen *screen) {
    const char *refused = getenv("NO_COLOR");
    int wanted = screen->hooks->colour;
    return wanted > 0 || (wanted < 0 && (refused == NULL || refused[0] == '\0'));
}

/* Of the terminal that terminfo speaks of just now. */
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

/* Most terminals show colours of 24 bits and say so in COLORTERM, but their descriptions do not: to
 * curses a colour is a number below `colors`, which setaf and setab make a sequence of. So it gets
 * the terminal's own description with another setaf, that takes the number for 0xRRGGBB. */
static const char *direct_string(const char *name) {
#define CHANNELS "2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm"
    static const char *const others[][2] = {
        {"setaf", "\x1b[38;" CHANNELS},
        {"setab", "\x1b[48;" CHANNELS},
        {"setf", NULL},
        {"setb", NULL},
        {"initc", NULL},
        {"initp", NULL},
        {"oc", NULL}, /* palette */
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (text_same(others[i][0], name)) {
            return others[i][1];
        }
    }
    return capability(name);
}

static int direct_number(const char *name) {
    enum { PAIRS = 1 << 16 };
    int own = tigetnum(name);
    return text_same(name, "colors")           ? DIRECT_COLOURS
           : text_same(name, "pairs")          ? PAIRS
           : own < 0 || text_same(name, "ncv") ? -1
                                               : own;
}

/* Little endian, as term(5) has it. */
static void append_integer(struct text *out, int number, int bytes) {
    for (int i = 0; i < bytes; i++) {
        text_append_character(out, (char)((unsigned)number >> 8 * i & 255));
    }
}

/* Appends the description of the terminal called NAME, the present one, in term(5)'s form with
 * numbers of 32 bits: the counts, the name, the booleans, the numbers, where each string begins,
 * the strings; then the same for what ncurses added, of which AX (it has default colours), RGB and
 * XT are booleans. */
static void describe_direct(const char *name, struct text *out) {
    enum { MAGIC = 01036 };
    static const char added[] = "AX\0RGB\0XT";
    int flags = 0, numbers = 0, strings = 0;
    struct text values = {0}, places = {0};
    for (; boolnames[flags] != NULL; flags++) {
    }
    for (; numnames[numbers] != NULL; numbers++) {
    }
    for (; strnames[strings] != NULL; strings++) {
        const char *value = direct_string(strnames[strings]);
        append_integer(&places, value == NULL ? -1 : (int)values.length, 2);
        if (value != NULL) {
            text_append_bytes(&values, value, strlen(value) + 1);
        }
    }
    const int counts[] = {MAGIC,   (int)strlen(name) + 1, flags, numbers,
                          strings, (int)values.length};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        append_integer(out, counts[i], 2);
    }
    text_append_bytes(out, name, strlen(name) + 1);
    for (int i = 0; i < flags; i++) {
        append_integer(out, !text_same(boolnames[i], "ccc") && tigetflag(boolnames[i]) > 0, 1);
    }
    append_integer(out, 0, (int)(out->length % 2));
    for (int i = 0; i < numbers; i++) {
        append_integer(out, direct_number(numnames[i]), 4);
    }
    text_append_bytes(out, text_string(&places), places.length);
    text_append_bytes(out, text_string(&values), values.length);
    append_integer(out, 0, (int)(out->length % 2));
    const int more[] = {3, 0, 0, 3, sizeof added};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        append_integer(out, more[i], 2);
    }
    append_integer(out, tigetflag("AX") > 0, 1);
    append_integer(out, 1, 1);
    append_integer(out, tigetflag("XT") > 0, 1);
    append_integer(out, 0, 1);
    for (int at = 0; at < (int)sizeof added; at += (int)strlen(added + at) + 1) {
        append_integer(out, at, 2);
    }
    text_append_bytes(out, added, sizeof added);
    out->failed = out->failed || places.failed || values.failed;
    text_release(&places);
    text_release(&values);
}

/* COLORTERM comes along where it is not true: into GNU screen, which reads 38;2;… as dim. The
 * console of Linux takes the nearest of 16 colours, which may be one and the same. */
static bool has_direct_colours(const char *name) {
    const char *said = getenv("COLORTERM");
    return said != NULL && (text_same(said, "truecolor") || text_same(said, "24bit")) &&
           name != NULL && !text_same(name, "linux") &&
           (!text_starts(name, "screen") || getenv("TMUX") != NULL);
}

enum depth screen_depth(void) {
    const char *name = getenv("TERM");
    int error = 0;
    if (name == NULL || setupterm(name, STDOUT_FILENO, &error) != OK) {
        return DEPTH_NONE;
    }
    int colours = count_colours();
    del_curterm(cur_term);
    return depth_of(colours >= 8 && has_direct_colours(name) ? DIRECT_COLOURS : colours);
}

/* newterm, for a terminal that has more colours than its description says, too. ncurses from 6.1 on
 * takes a whole description in TERMINFO (others look for a folder of that name, and then in the
 * usual one); nobody else is to see that. */
static SCREEN *open_curses(const struct screen *screen) {
    const char *name = getenv("TERM"), *before = getenv("TERMINFO");
    struct text description = {0}, shown = {0}, kept = {0};
    int error = 0;
    bool direct = wants_colour(screen) && has_direct_colours(name) &&
                  setupterm(name, STDOUT_FILENO, &error) == OK;
    if (direct) {
        direct = tigetnum("colors") >= 8 && tigetnum("colors") < DIRECT_COLOURS;
        describe_direct(name, &description);
        del_curterm(cur_term);
    }
    text_append(&shown, "hex:");
    for (size_t i = 0; direct && i < description.length; i++) {
        text_format(&shown, "%02x", (unsigned char)text_string(&description)[i]);
    }
    text_append(&kept, before != NULL ? before : "");
    direct = direct && !description.failed && !shown.failed && !kept.failed &&
             setenv("TERMINFO", text_string(&shown), 1) == 0;
    SCREEN *curses = newterm(NULL, stdout, stdin);
    if (direct && before != NULL) {
        (void)setenv("TERMINFO", text_string(&kept), 1);
    } else if (direct) {
        (void)unsetenv("TERMINFO");
    }
    text_release(&description);
    text_release(&shown);
    text_release(&kept);
    return curses;
}

/* COLOUR of a look in the terminal's numbers. A terminal of direct colours takes 0 to 7 for the
 * basic ones: of the colours that are nearly black it gets black. */
static int terminal_colour(const struct screen *screen, int colour) {
    if (colour == LOOK_OWN) {
        return colour;
    }
    if (screen->depth == DEPTH_TRUE) {
        int rgb = colour >= LOOK_RGB ? colour - LOOK_RGB : (int)shade_rgb((unsigned)colour);
        return rgb < 8 ? 0 : rgb;
    }
    return screen->colours > colour ? colour : colour % 8;
}

/* How curses is to show CELL. */
static attr_t make_look(const struct screen *screen, const struct canvas_cell *cell, int *pair) {
    struct look look = canvas_look(cell, screen->theme, screen->depth);
    attr_t italic = (termattrs() & A_ITALIC) != 0 ? A_ITALIC : A_UNDERLINE;
    bool own = look.foreground == LOOK_OWN && look.background == LOOK_OWN;
    *pair = own ? 0
                : alloc_pair(terminal_colour(screen, look.foreground),
                             terminal_colour(screen, look.background));
    *pair = *pair < 0 ? 0 : *pair;
    return (look.attributes & LOOK_BOLD ? A_BOLD : A_NORMAL) |
           (look.attributes & LOOK_ITALIC ? italic : A_NORMAL) |
           (look.attributes & LOOK_UNDERLINE ? A_UNDERLINE : A_NORMAL) |
           (look.attributes & LOOK_REVERSE ? A_REVERSE : A_NORMAL);
}

/* --- drawing --------------------------------------------------------------------------------- */

/* One cell with its marks. A character that is younger than the C library shows as what it is not,
 * in as many columns: curses keeps what was there before in those it is not told of. */
static void put_cell(size_t row, size_t column, const struct canvas_cell *cell, attr_t attributes,
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
        put_cell(row, column + 1, &(struct canvas_cell){0}, attributes, pair);
    }
}

/* Sends what curses has no call for. Its output goes by way of stdio, which forgets what a terminal
 * does not take at once: first there has to be room. */
static void put(const char *sequence) {
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    poll(&out, 1, PATIENCE);
    putp(sequence);
    (void)fflush(stdout);
}

static void put_canvas(struct screen *screen, const size_t cursor[2]) {
    const struct canvas *canvas = &screen->canvas;
    const struct canvas_cell *last = NULL;
    attr_t attributes = A_NORMAL;
    int pair = 0;
    if (screen->stale) {
        clearok(curscr, TRUE);
        screen->stale = false;
    }
    for (size_t i = 0; i < canvas->rows * canvas->columns; i++) {
        const struct canvas_cell *cell = &canvas->cells[i];
        if (cell->right_half) {
            continue;
        }
        if (last == NULL || !canvas_same_look(last, cell)) {
            attributes = make_look(screen, cell, &pair);
            last = cell;
        }
        put_cell(i / canvas->columns, i % canvas->columns, cell, attributes, pair);
    }
    size_t row = cursor[0] < canvas->rows ? cursor[0] : canvas->rows - 1;
    size_t column = cursor[1] < canvas->columns ? cursor[1] : canvas->columns - 1;
    move((int)row, (int)column);
    if (screen->whole_frames) {
        put(FRAME_BEGIN);
    }
    refresh();
    if (screen->whole_frames) {
        put(FRAME_END);
    }
}

/* All of TEXT, as the terminal takes it; one that takes nothing for long does without. */
static void put_all(const struct text *text) {
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

static void follow_theme(struct screen *screen) {
    enum theme wanted = screen->hooks->theme == THEME_COUNT ? screen->found : screen->hooks->theme;
    if (screen->theme != wanted) {
        screen->theme = wanted;
        screen->stale = true;
    }
}

static void follow_mouse(struct screen *screen) {
    if (screen->modes && screen->mouse_off != screen->hooks->mouse_off) {
        screen->mouse_off = screen->hooks->mouse_off;
        put(screen->mouse_off ? MOUSE_OFF : MOUSE_ON);
    }
}

/* Once the program has been told to end, the terminal may be somebody else's: whoever draws on that
 * one is stopped. */
static void draw(struct screen *screen) {
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
    follow_theme(screen);
    follow_mouse(screen);
    if (screen->whole) {
        put_canvas(screen, screen->cursor);
    }
    if (screen->copied.length > 0) {
        put_all(&screen->copied);
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

/* Keys that keep coming are drained before anything is drawn, but not for ever. A size that may be
 * another by now is found out first. */
static void draw_when_late(struct screen *screen) {
    bool due = (screen->dirty || screen->again) && milliseconds_since(&screen->drawn) > LATEST_DRAW;
    if (due && !screen->done && !screen->unsized) {
        draw(screen);
    }
}

/* --- the terminal ---------------------------------------------------------------------------- */

/* The mouse is on then; whoever draws next takes it back where it is not wanted. */
static void switch_modes(struct screen *screen, bool on) {
    if (screen->modes) {
        put(on ? MODES_ON : MODES_OFF);
        screen->mouse_off = false;
    }
}

static int rows_there(void) {
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : LINES;
}

/* tputs calls back without a context. */
static struct text *collected;

static int collect(int byte) {
    text_append_character(collected, (char)byte);
    return byte;
}

static void append(const char *sequence) {
    if (sequence != NULL) {
        tputs(sequence, 1, collect);
    }
}

/* What makes all ROWS of the terminal scroll as one; the cursor is anywhere afterwards. */
static const char *unconfined(int rows) {
    char *region = capability("csr");
    return region == NULL || rows < 2 ? NULL : tiparm(region, 0, rows - 1);
}

/* curses scrolls within some rows, and then within all it knows of. A terminal that grows just then
 * is left with the rest standing still: later on it ignores what is to move there. */
static void scroll_all(void) {
    const char *sequence = unconfined(rows_there());
    if (sequence != NULL) {
        put(sequence);
    }
}

/* What leaves the screen: modes, colours and attributes off, cursor shown, at the last line, the
 * screen of before. Armed before the terminal changes; curses has changed nothing yet but its
 * modes. There is room for what is to be written: without memory the terminal is left as a whole,
 * too. */
static void arm(struct screen *screen) {
    enum { BELOW = 998 }; /* a row that is nowhere: terminals take the last */
    struct text *leave = &screen->leave;
    collected = leave;
    text_clear(leave);
    text_append(leave, screen->modes ? MODES_OFF : "");
    append(unconfined(rows_there()));
    append(capability("op"));
    append(capability("sgr0"));
    append(capability("rmacs"));
    append(capability("cnorm"));
    append(tiparm(capability("cup"), BELOW, 0));
    append(capability("rmcup"));
    append(capability("rmkx"));
    text_append(leave, capability("rmcup") != NULL ? "\r" : "\r\n");
    restore_arm(text_string(leave), leave->length);
}

/* The next picture takes nothing for granted of what the terminal, or curses, has. */
static void start_over(struct screen *screen) {
    scroll_all();
    arm(screen);
    screen->stale = screen->again = true;
}

/* --- size ------------------------------------------------------------------------------------ */

/* What the terminal says, within bounds; when it says nothing, ROWS and COLUMNS stay. */
static void find_size(int *rows, int *columns) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0) {
        *rows = size.ws_row < MOST_ROWS ? size.ws_row : MOST_ROWS;
        *columns = size.ws_col < MOST_COLUMNS ? size.ws_col : MOST_COLUMNS;
    }
}

/* Tells curses the size that it is to begin with, and to go on with after a stop: it takes no other
 * word for it. Left alone it believes a terminal that claims more than there is memory for. */
static void tell_size(int rows, int columns) {
    char number[16];
    text_fill(number, sizeof number, "%d", rows);
    (void)setenv("LINES", number, 1);
    text_fill(number, sizeof number, "%d", columns);
    (void)setenv("COLUMNS", number, 1);
    use_tioctl(FALSE);
}

/* Takes on the size that the terminal has now, and draws all anew even when it is the same: a
 * terminal that shrank and grew back has lost what it showed. */
static bool resize(struct screen *screen, struct failure *failure) {
    int rows = LINES, columns = COLS;
    struct canvas canvas;
    find_size(&rows, &columns);
    start_over(screen);
    screen->unsized = false;
    screen->dirty = true;
    if ((size_t)rows == screen->canvas.rows && (size_t)columns == screen->canvas.columns) {
        return true;
    }
    tell_size(rows, columns);
    if (is_term_resized(rows, columns)) {
        resizeterm(rows, columns);
    }
    getmaxyx(stdscr, rows, columns);
    prompt_resize((size_t)rows, (size_t)columns);
    if (!canvas_init(&canvas, (size_t)rows, (size_t)columns)) {
        return failure_memory(failure);
    }
    canvas_release(&screen->canvas);
    screen->canvas = canvas;
    return true;
}

/* --- the terminal's background --------------------------------------------------------------- */

/* COLORFGBG is "ink;background" or has another word between: numbers of the sixteen colours. */
static enum theme guess_theme(void) {
    const char *said = getenv("COLORFGBG");
    const char *last = said == NULL ? NULL : strrchr(said, ';');
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

/* An answer that comes late, as over a slow line, is obeyed as well. Whatever it is asked before, a
 * terminal says its kind last (device attributes, which all of them know). */
static void take_reports(struct screen *screen) {
    char report[INPUT_REPORT];
    unsigned rgb;
    while (input_report(&screen->input, report)) {
        const char *colour = strchr(report, ':');
        if (strchr(report, '$') != NULL) { /* 1: the mode is set, 2: it is not; others: never */
            bool known = text_same(report, "\x1b[?2026;1$y") || text_same(report, "\x1b[?2026;2$y");
            screen->whole_frames = screen->modes && known;
        } else if (report[1] == '[') {
            screen->asked = false;
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
    while (screen->asked && !screen->done && restore_ended() == 0 &&
           (left = until - milliseconds_since(&screen->when)) > 0 && restore_wait((int)left)) {
        read_bytes(screen);
    }
}

/* What shows a control string it does not know instead of passing over it. */
static bool is_strange(void) {
    const char *name = getenv("TERM");
    return text_same(name, "linux") || text_starts(name, "eterm");
}

/* Asks for the background's colour (OSC 11), whether it shows whole frames (DECRQM), and for the
 * kind of terminal right behind: once that is told, no other answer will come. What a strange
 * terminal shows of the question is cleared. */
static void ask_background(struct screen *screen) {
    if (screen->hooks->theme == THEME_COUNT && screen->depth != DEPTH_NONE && !is_strange() &&
        restore_is_ours()) {
        refresh();
        put("\x1b]11;?\x1b\\\x1b[?2026$p\x1b[c");
        screen->asked = true;
        clock_gettime(CLOCK_MONOTONIC, &screen->when);
        await_answers(screen, ANSWER);
    }
}

static bool open_terminal(struct screen *screen, struct failure *failure) {
    int rows = 24, columns = 80;
    if (text_room(&screen->leave, RESTORE_ROOM) == NULL) {
        return failure_memory(failure);
    }
    find_size(&rows, &columns);
    tell_size(rows, columns);
    screen->curses = open_curses(screen);
    if (screen->curses == NULL) { /* it does not tell why; the terminal was found to be possible */
        return failure_set(failure, "curses cannot begin, most likely for want of memory");
    }
    screen->modes = capability("kmous") != NULL;
    arm(screen);
    nonl();
    curs_set(1);
    if (!restore_set_modes()) {
        return failure_set(failure, "the terminal's modes cannot be set: %s", strerror(errno));
    }
    def_prog_mode();
    screen->colours = wants_colour(screen) ? count_colours() : 0;
    screen->depth = depth_of(screen->colours);
    start_color();
    use_default_colors();
    switch_modes(screen, true);
    if (!resize(screen, failure)) {
        return false;
    }
    ask_background(screen);
    return true;
}

/* One that is somebody else's is left as it is. */
static void close_terminal(struct screen *screen) {
    if (screen->curses != NULL) {
        if (restore_is_ours()) {
            await_answers(screen, LAST_ANSWER);
            switch_modes(screen, false);
            scroll_all();
            endwin();
            restore_reset_modes();
        } else {
            restore_now();
        }
        delscreen(screen->curses);
    }
}

/* Takes the terminal back after somebody else had it. */
static void take_terminal(struct screen *screen) {
    arm(screen);
    reset_prog_mode();
    restore_set_modes();
    switch_modes(screen, true);
    start_over(screen);
    screen->unsized = true;
    screen->drawn = (struct timespec){0}; /* what was drawn is not there any more */
}

/* What ends the program while it is stopped finds the terminal somebody else's. */
static void suspend(struct screen *screen) {
    switch_modes(screen, false);
    scroll_all();
    endwin();
    restore_reset_modes();
    restore_stop();
    if (restore_ended() == 0) {
        take_terminal(screen);
    }
}

/* The same while something computes, which may be drawing: what is shown meanwhile is what was. */
static void suspend_work(struct screen *screen) {
    suspend(screen);
    if (restore_ended() == 0) {
        clearok(curscr, TRUE);
        refresh();
        screen->stale = false;
    }
}

/* --- what is typed --------------------------------------------------------------------------- */

static void obey(struct screen *screen, enum screen_action action, const char *fill) {
    if (action == SCREEN_PROMPT) {
        screen->at_prompt = true;
        prompt_fill(fill);
    } else if (action == SCREEN_GRID) {
        screen->at_prompt = false;
    }
    screen->done |= action == SCREEN_QUIT;
    screen->dirty = true;
}

static void press(struct screen *screen, const char *name) {
    const struct screen_hooks *hooks = screen->hooks;
    if (name[0] != '\0') {
        text_clear(&screen->fill);
        enum screen_action action = hooks->key(hooks->context, name, &screen->fill);
        obey(screen, action, text_string(&screen->fill));
    }
}

static void feed_prompt(struct screen *screen, const struct input_event *event) {
    const struct screen_hooks *hooks = screen->hooks;
    enum prompt_result result = prompt_feed(event->bytes, event->length, &screen->given);
    if (result == PROMPT_GIVEN) {
        obey(screen, hooks->line(hooks->context, text_string(&screen->given)), "");
    } else {
        obey(screen, result == PROMPT_LEFT ? SCREEN_GRID : SCREEN_STAY, "");
    }
}

/* No sequence that is bound to nothing. */
static bool prompt_wants(const struct input_event *event) {
    bool sequence = event->length > 2 && event->bytes[0] == '\x1b' &&
                    (event->bytes[1] == '[' || event->bytes[1] == 'O');
    struct text bytes = {0};
    text_append_bytes(&bytes, event->bytes, event->length);
    bool wants = !sequence || prompt_knows(text_string(&bytes));
    text_release(&bytes);
    return wants;
}

static void press_at_prompt(struct screen *screen, const struct input_event *event) {
    const char *name = event->name;
    bool escapes = text_same(name, "Escape") && prompt_can_escape();
    if (escapes) {
        prompt_forget();
    }
    if (escapes || text_same(name, "F6") || (text_same(name, "C-c") && prompt_is_empty())) {
        obey(screen, SCREEN_GRID, "");
    } else if (prompt_wants(event)) {
        feed_prompt(screen, event);
    } else {
        press(screen, name);
    }
}

static void point(struct screen *screen, const struct input_event *event) {
    const struct screen_hooks *hooks = screen->hooks;
    bool inside = event->row < screen->canvas.rows && event->column < screen->canvas.columns;
    if (inside && event->name[0] != '\0') {
        text_clear(&screen->fill);
        enum screen_action action =
            hooks->mouse(hooks->context, event->name, event->row, event->column, &screen->fill);
        obey(screen, action, text_string(&screen->fill));
    }
}

static void paste(struct screen *screen, const struct input_event *event) {
    screen->at_prompt = screen->dirty = true;
    if (event->cut) {
        prompt_say("That paste is longer than 64 KiB: put it into a file, and load it.");
    } else {
        prompt_paste(event->bytes, event->length);
    }
}

/* --- the loop --------------------------------------------------------------------------------- */

static void take_event(struct screen *screen, const struct input_event *event) {
    clock_gettime(CLOCK_MONOTONIC, &screen->beat);
    bool key = event->kind == INPUT_KEY;
    if (key && text_same(event->name, "C-l")) {
        start_over(screen);
    } else if (key && text_same(event->name, "C-z")) {
        suspend(screen);
    } else if (!key) {
        (event->kind == INPUT_MOUSE ? point : paste)(screen, event);
    } else if (screen->at_prompt) {
        press_at_prompt(screen, event);
    } else {
        press(screen, event->name);
    }
}

static void take_events(struct screen *screen, bool final) {
    struct input_event event;
    while (!screen->done && restore_ended() == 0 && input_next(&screen->input, final, &event)) {
        take_event(screen, &event);
        draw_when_late(screen);
    }
}

static void obey_signals(struct screen *screen) {
    if (restore_stopped()) {
        suspend(screen);
    }
    if (restore_continued()) { /* after a SIGSTOP, which nobody hears of */
        take_terminal(screen);
    }
    if ((restore_resized() || screen->unsized) && !resize(screen, &(struct failure){0})) {
        screen->done = true;
    }
}

/* For tests, which must never guess how long to wait: all that was sent has been read and shown. */
static void write_mark(const struct screen *screen) {
    char mark[96];
    text_fill(mark, sizeof mark, "\x1b]7777;%lu;%lu;%zux%zu\a", screen->consumed, screen->frame,
              screen->canvas.rows, screen->canvas.columns);
    if (screen->marks) {
        put(mark);
    }
}

/* How many milliseconds are left until the next beat; -1: none comes. */
static int beat_patience(const struct screen *screen) {
    double beat = screen->at_prompt ? 0 : screen->hooks->beat;
    long left = (long)(beat * 1000) - milliseconds_since(&screen->beat);
    return beat <= 0 ? -1 : left > 0 ? (int)left : 0;
}

static void take_beat(struct screen *screen) {
    clock_gettime(CLOCK_MONOTONIC, &screen->beat);
    obey(screen, screen->hooks->on_beat(screen->hooks->context), "");
}

/* The same until the next look. */
static int look_patience(const struct screen *screen) {
    long left = (int)LOOK - milliseconds_since(&screen->look);
    return screen->hooks->look == NULL ? -1 : left > 0 ? (int)left : 0;
}

static void take_look(struct screen *screen) {
    clock_gettime(CLOCK_MONOTONIC, &screen->look);
    screen->dirty |= screen->hooks->look(screen->hooks->context);
}

/* The sooner of two; -1 is never. */
static int sooner(int a, int b) {
    return b < 0 || (a >= 0 && a < b) ? a : b;
}

static void loop(struct screen *screen) {
    bool waits = false; /* it is known that something has come in */
    while (!screen->done && restore_ended() == 0) {
        obey_signals(screen);
        if (waits || restore_wait(0)) {
            waits = false;
            read_bytes(screen);
            take_events(screen, false);
            continue;
        }
        if (screen->dirty || screen->again) {
            draw(screen);
        }
        int patience = input_patience(&screen->input);
        int beat = beat_patience(screen), look = look_patience(screen);
        if (patience < 0) {
            write_mark(screen);
        }
        waits = restore_wait(patience < 0 ? sooner(beat, look) : patience);
        if (waits) {
            continue;
        }
        if (patience >= 0) {
            take_events(screen, true);
        } else if (look == 0) {
            take_look(screen);
        } else if (beat == 0) {
            take_beat(screen);
        }
    }
}

/* --- all ------------------------------------------------------------------------------------- */

static void complain(void *context, const char *sentence) {
    (void)context;
    prompt_say(sentence);
    here.dirty = true;
}

static void release(struct screen *screen) {
    input_release(&screen->input);
    canvas_release(&screen->canvas);
    text_release(&screen->copied);
    text_release(&screen->leave);
    text_release(&screen->given);
    text_release(&screen->fill);
    screen->hooks = NULL;
}

bool screen_run(const struct screen_hooks *hooks, struct failure *failure) {
    struct screen *screen = &here;
    struct prompt_hooks prompt_hooks = {hooks->complete, complain, hooks->context};
    if (screen->frame >
        0) { /* a screen was here before; else all of it is zero, and most stays so */
        memset(screen, 0, sizeof *screen);
    }
    screen->hooks = hooks;
    screen->found = guess_theme();
    screen->theme = hooks->theme == THEME_COUNT ? screen->found : hooks->theme;
    screen->at_prompt = hooks->at_prompt;
    screen->marks = getenv("QKV_MARK") != NULL;
    screen->dirty = true;
    screen_use_utf8();
    if (!restore_begin(failure)) {
        return false;
    }
    bool ok = open_terminal(screen, failure);
    if (ok) {
        draw(screen); /* before the prompt is there: nobody has typed at it yet */
        prompt_start(&prompt_hooks, PROMPT_IS_FED);
        prompt_resize(screen->canvas.rows, screen->canvas.columns);
        loop(screen);
    }
    screen->signal = restore_ended();
    close_terminal(screen);
    restore_end();
    if (ok) {
        prompt_stop();
    }
    release(screen);
    return ok;
}

int screen_signal(void) {
    return here.signal;
}

bool screen_copy(const char *bytes, size_t length, struct text *why) {
    struct screen *screen = &here;
    if (is_strange() || length > CLIPBOARD_LIMIT) {
        text_format(why,
                    length > CLIPBOARD_LIMIT ? "%zu bytes, and a clipboard takes %d"
                                             : "this terminal has no clipboard",
                    length, CLIPBOARD_LIMIT);
        return false;
    }
    text_clear(&screen->copied);
    clipboard_write(bytes, length, clipboard_way(), &screen->copied);
    return true;
}

static void read_all(struct screen *screen) {
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
    draw(screen);
    return !screen->done;
}

void screen_rest(int milliseconds) {
    struct screen *screen = &here;
    if (screen->hooks != NULL && screen->input.first == screen->input.end &&
        restore_wait(milliseconds)) {
        read_all(screen);
    }
}

bool screen_interrupted(void) {
    enum { CTRL_C = 3, CTRL_Z = 26 };
    struct screen *screen = &here;
    if (screen->hooks == NULL) {
        return false;
    }
    read_all(screen);
    if (restore_stopped() || input_take(&screen->input, CTRL_Z)) {
        suspend_work(screen);
    }
    return restore_ended() != 0 || screen->done || input_take(&screen->input, CTRL_C);
}
