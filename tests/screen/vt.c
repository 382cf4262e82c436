/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#define _DEFAULT_SOURCE
#include "screen/vt.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>

enum { MARK_ROOM = 128 /* bytes of the longest mark */ };

/* --- what the terminal reports --------------------------------------------------------------- */

static int take_property(VTermProp property, VTermValue *value, void *context) {
    struct vt *vt = context;
    if (property == VTERM_PROP_ALTSCREEN) {
        vt->alternate = value->boolean;
    } else if (property == VTERM_PROP_CURSORVISIBLE) {
        vt->cursor_shown = value->boolean;
    } else if (property == VTERM_PROP_MOUSE) {
        vt->mouse = value->number;
    }
    return 1;
}

static int take_cursor(VTermPos at, VTermPos from, int visible, void *context) {
    struct vt *vt = context;
    (void)from;
    (void)visible;
    vt->row = at.row;
    vt->column = at.col;
    return 1;
}

static const VTermScreenCallbacks screen_callbacks = {.settermprop = take_property,
                                                      .movecursor = take_cursor};

/* --- marks, and what may not be written ------------------------------------------------------- */

/* The mark: OSC 7777 ; bytes consumed ; frame ; ROWSxCOLUMNS BEL. Curses has OSC 104 BEL, which
 * puts the colours back. When the program's end cuts a mark off, only its beginning is checked. */
static bool take_mark(struct vt *vt, const char *bytes, size_t length) {
    char text[MARK_ROOM + 1] = "";
    size_t end = 2 + strspn((char *)memcpy(text, bytes, length) + 2, "0123456789;x");
    if (sscanf(text, "\x1b]7777;%lu;%lu;%dx%d\a", &vt->consumed, &vt->frame, &vt->marked_rows,
               &vt->marked_columns) == 4) {
        vt->marks++;
        vt->mark_bytes += end + 1;
    }
    return end == length || text[end] == '\a';
}

static bool is_question(const char *bytes, size_t length) {
    static const char question[] = "\x1b]11;?\x1b\\";
    return length >= sizeof question - 1 && memcmp(bytes, question, sizeof question - 1) == 0;
}

/* OSC 52: for the clipboard, whole. */
static bool take_copy(struct vt *vt, const char *bytes, size_t length) {
    static const char start[] = "\x1b]52;c;";
    const char *end = memchr(bytes, '\a', length);
    if (end == NULL || length < sizeof start || memcmp(bytes, start, sizeof start - 1) != 0) {
        return false;
    }
    bytes += sizeof start - 1;
    snprintf(vt->copied, sizeof vt->copied, "%.*s", (int)(end - bytes), bytes);
    return true;
}

/* Fails on what the program never writes: a control string that is not a mark (ESC and P, X, ], ^
 * or _) and does not ask for the background, and ESC c, which resets all. No part of the output
 * ends within a mark (next_part). */
static void judge(struct vt *vt, const char *bytes, size_t length) {
    static const char frame[] = "\x1b[?2026h";
    for (size_t i = 0; i + 1 < length; i++) {
        vt->frames +=
            length - i >= sizeof frame - 1 && memcmp(bytes + i, frame, sizeof frame - 1) == 0;
        if (bytes[i] != '\x1b' || bytes[i + 1] == '\0' || strchr("PX]^_c", bytes[i + 1]) == NULL) {
            continue;
        }
        size_t rest = length - i < MARK_ROOM ? length - i : MARK_ROOM;
        if (is_question(bytes + i, length - i)) {
            vt->requested++;
            vt->unanswered = vt->background != NULL;
            i++;
        } else if (bytes[i + 1] != ']' ||
                   !(take_mark(vt, bytes + i, rest) || take_copy(vt, bytes + i, length - i))) {
            vt->stray = "a control string";
        }
    }
}

/* --- the child ------------------------------------------------------------------------------- */

static void set_environment(const struct vt *vt, const struct vt_setup *setup) {
    static const char *const dropped[] = {"LINES", "COLUMNS", "NO_COLOR", "COLORTERM", "LC_ALL",
                                          "TMUX",  "STY",     "LC_CTYPE", "COLORFGBG"};
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++) {
        unsetenv(dropped[i]);
    }
    setenv("TERM", setup->term == NULL ? "xterm-256color" : setup->term, 1);
    setenv("LANG", "C.UTF-8", 1);
    setenv("INPUTRC", "/dev/null", 1);
    setenv("QKV_MARK", "1", 1);
    setenv("XDG_STATE_HOME", vt->state, 1);
    setenv("XDG_RUNTIME_DIR", vt->state, 1);
    for (size_t i = 0; setup->environment != NULL && setup->environment[i] != NULL; i++) {
        putenv(strdup(setup->environment[i]));
    }
}

static void reset_signals(void) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int i = 1; i < 32; i++) {
        signal(i, SIG_DFL);
    }
}

static void run_child(const struct vt_setup *setup) {
    if (setup->argv != NULL) {
        execv(setup->argv[0], (char *const *)(const void *)setup->argv);
        _exit(127);
    }
    setlocale(LC_CTYPE, "");
    _exit(setup->child(setup->context));
}

static void die_as(int status) {
    if (WIFSIGNALED(status)) {
        raise(WTERMSIG(status));
    }
    _exit(WEXITSTATUS(status));
}

/* Acts as a shell with one job: gives it the terminal, and takes that back when the job stops. */
static void run_job(const struct vt_setup *setup, int control) {
    signal(SIGTTOU, SIG_IGN);
    pid_t job = fork();
    if (job == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        setpgid(0, 0);
        tcsetpgrp(STDIN_FILENO, getpid());
        signal(SIGTTOU, SIG_DFL);
        close(control);
        run_child(setup);
    }
    setpgid(job, job);
    tcsetpgrp(STDIN_FILENO, job);
    for (;;) {
        int status;
        char go;
        if (waitpid(job, &status, WUNTRACED) < 0) {
            _exit(126);
        }
        if (!WIFSTOPPED(status)) {
            die_as(status);
        }
        tcsetpgrp(STDIN_FILENO, getpid());
        if (write(control, "S", 1) != 1 || read(control, &go, 1) != 1) {
            _exit(125);
        }
        tcsetpgrp(STDIN_FILENO, job);
        kill(-job, SIGCONT);
    }
}

static void be_child(const struct vt *vt, const struct vt_setup *setup, int slave, int control) {
    struct rlimit none = {0, 0};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &none);
    login_tty(slave);
    reset_signals();
    set_environment(vt, setup);
    if (setup->shell) {
        run_job(setup, control);
    }
    close(control);
    run_child(setup);
}

/* A terminal may claim to have no size, or a size too large to draw on. */
static int kept_size(int claimed, int usual, int most) {
    return claimed <= 0 ? usual : claimed < most ? claimed : most;
}

/* A wide character that is still on its way to a single column crashes libvterm 0.1.4: it keeps
 * two. */
static int emulated(int columns) {
    return columns < 2 ? 2 : columns;
}

void vt_spawn(struct vt *vt, const struct vt_setup *setup) {
    struct winsize size = {.ws_row = (unsigned short)setup->rows,
                           .ws_col = (unsigned short)setup->columns};
    int slave, controls[2];
    *vt = (struct vt){.cursor_shown = true, .background = setup->background, .mute = setup->mute};
    const char *scratch = getenv("TMPDIR");
    snprintf(vt->state, sizeof vt->state, "%s/qkv-state-XXXXXX", scratch ? scratch : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(vt->state));
    ck_assert_int_eq(openpty(&vt->master, &slave, NULL, NULL, &size), 0);
    ck_assert_int_eq(tcgetattr(slave, &vt->before), 0);
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, controls), 0);
    fcntl(vt->master, F_SETFD, FD_CLOEXEC);
    fcntl(vt->master, F_SETFL, O_NONBLOCK);
    vt->columns = kept_size(setup->columns, 80, VT_COLUMNS);
    vt->terminal = vterm_new(kept_size(setup->rows, 24, VT_ROWS), emulated(vt->columns));
    vterm_set_utf8(vt->terminal, 1);
    vt->screen = vterm_obtain_screen(vt->terminal);
    vterm_screen_set_callbacks(vt->screen, &screen_callbacks, vt);
    vterm_screen_enable_altscreen(vt->screen, 1);
    vterm_screen_reset(vt->screen, 1);
    fflush(NULL);
    vt->child = fork();
    ck_assert_int_ge(vt->child, 0);
    if (vt->child == 0) {
        close(vt->master);
        close(controls[0]);
        be_child(vt, setup, slave, controls[1]);
    }
    close(slave);
    close(controls[1]);
    vt->control = controls[0];
}

void vt_free(struct vt *vt) {
    char command[sizeof vt->state + 32];
    if (vt->child > 0) {
        kill(vt->child, SIGKILL);
        waitpid(vt->child, NULL, 0);
    }
    if (vt->master >= 0) {
        close(vt->master);
    }
    close(vt->control);
    vterm_free(vt->terminal);
    ck_assert_msg(vt->stray == NULL, "it wrote %s", vt->stray);
    snprintf(command, sizeof command, "rm -rf '%s'", vt->state);
    ck_assert_int_eq(system(command), 0);
}

/* --- waiting --------------------------------------------------------------------------------- */

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

void vt_dump(struct vt *vt) {
    int rows, columns;
    vterm_get_size(vt->terminal, &rows, &columns);
    fprintf(stderr, "sent %lu, consumed %lu, frame %lu, marked %dx%d, cursor %d,%d\n", vt->sent,
            vt->consumed, vt->frame, vt->marked_rows, vt->marked_columns, vt->row, vt->column);
    for (int row = 0; row < rows; row++) {
        const char *text = vt_row(vt, row);
        if (text[0] != '\0') {
            fprintf(stderr, "%3d|%s\n", row, text);
        }
    }
}

static void give_up(struct vt *vt, const char *what) {
    vt_dump(vt);
    ck_abort_msg("%s", what);
}

/* Returns how many of LENGTH bytes to take in next: up to the end of a mark, because what follows
 * it belongs to the next frame, which may not be whole yet. A mark that has only begun waits for
 * its rest: libvterm 0.1.4 forgets the first part of a sequence that comes in two. */
static size_t next_part(const char *bytes, size_t length) {
    const char *bell = memchr(bytes, '\a', length);
    if (bell != NULL) {
        return (size_t)(bell - bytes) + 1;
    }
    for (size_t at = length; at > 0; at--) {
        if (bytes[at - 1] == '\x1b') {
            return at == length || bytes[at] == ']' ? at - 1 : length;
        }
    }
    return length;
}

/* Answers as a terminal does when it is asked. The program may have ended. */
static void answer(struct vt *vt) {
    char bytes[512] = "";
    if (vt->unanswered) {
        snprintf(bytes, sizeof bytes, "\x1b]11;%s\x1b\\", vt->background);
        vt->unanswered = false;
    }
    size_t length = strlen(bytes);
    length += vterm_output_read(vt->terminal, bytes + length, sizeof bytes - 1 - length);
    ssize_t written = length == 0 || vt->mute ? 0 : write(vt->master, bytes, length);
    vt->sent += written > 0 ? (unsigned long)written : 0;
}

static void take_in(struct vt *vt, size_t length) {
    vterm_input_write(vt->terminal, vt->unread + vt->unread_at, length);
    vterm_screen_flush_damage(vt->screen);
    judge(vt, vt->unread + vt->unread_at, length);
    answer(vt);
    vt->unread_at += length;
}

static size_t part_at_hand(const struct vt *vt) {
    return next_part(vt->unread + vt->unread_at, vt->unread_end - vt->unread_at);
}

/* Takes in a part of what the program has written; false at the end. */
static bool read_output(struct vt *vt) {
    if (part_at_hand(vt) == 0) {
        vt->unread_end -= vt->unread_at;
        memmove(vt->unread, vt->unread + vt->unread_at, vt->unread_end);
        vt->unread_at = 0;
        ssize_t count =
            read(vt->master, vt->unread + vt->unread_end, sizeof vt->unread - vt->unread_end);
        if (count <= 0) {
            bool more = count < 0 && (errno == EAGAIN || errno == EINTR);
            take_in(vt, more ? 0 : vt->unread_end);
            return more;
        }
        vt->bytes += (size_t)count;
        vt->unread_end += (size_t)count;
    }
    take_in(vt, part_at_hand(vt));
    return true;
}

/* Waits for EVENTS until DEADLINE, reading meanwhile; false when the program is gone. */
static bool await(struct vt *vt, short events, long deadline) {
    struct pollfd polled = {.fd = vt->master, .events = (short)(POLLIN | events)};
    long left = deadline - now();
    if (part_at_hand(vt) > 0) {
        return read_output(vt);
    }
    if (left <= 0 || poll(&polled, 1, (int)left) == 0) {
        give_up(vt, "the program did not answer in time");
    }
    return !(polled.revents & (POLLIN | POLLHUP)) || read_output(vt);
}

void vt_send_bytes(struct vt *vt, const char *bytes, size_t length) {
    long deadline = now() + VT_PATIENCE;
    vt->sent += length;
    while (length > 0) {
        ssize_t written = write(vt->master, bytes, length);
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        } else if (!await(vt, POLLOUT, deadline)) {
            give_up(vt, "the program has ended");
        }
    }
}

void vt_send(struct vt *vt, const char *keys) {
    vt_send_bytes(vt, keys, strlen(keys));
}

static bool settled(struct vt *vt) {
    int rows, columns;
    vterm_get_size(vt->terminal, &rows, &columns);
    return vt->marks > 0 && vt->consumed == vt->sent && vt->marked_rows == rows &&
           vt->marked_columns == vt->columns;
}

static void wait_settled(struct vt *vt, unsigned long marks) {
    long deadline = now() + VT_PATIENCE;
    while (!settled(vt) || vt->marks < marks) {
        if (!await(vt, 0, deadline)) {
            give_up(vt, "the program has ended");
        }
    }
}

void vt_settle(struct vt *vt) {
    wait_settled(vt, 1);
}

void vt_settle_again(struct vt *vt) {
    wait_settled(vt, vt->marks + 1);
}

void vt_wait(struct vt *vt, bool (*seen)(void *context), void *context) {
    long deadline = now() + VT_PATIENCE;
    while (!seen(context)) {
        if (!await(vt, 0, deadline)) {
            give_up(vt, "the program has ended");
        }
    }
}

void vt_keys(struct vt *vt, const char *keys) {
    vt_send(vt, keys);
    vt_settle(vt);
}

void vt_resize(struct vt *vt, int rows, int columns) {
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    vt->columns = columns;
    vterm_set_size(vt->terminal, rows, emulated(columns));
    ck_assert_int_eq(ioctl(vt->master, TIOCSWINSZ, &size), 0);
}

static void send_answers(struct vt *vt) {
    char bytes[512];
    size_t length = vterm_output_read(vt->terminal, bytes, sizeof bytes);
    vt_send_bytes(vt, bytes, length);
}

void vt_mouse(struct vt *vt, int button, int row, int column) {
    vterm_mouse_move(vt->terminal, row, column, VTERM_MOD_NONE);
    vterm_mouse_button(vt->terminal, button, true, VTERM_MOD_NONE);
    vterm_mouse_button(vt->terminal, button, false, VTERM_MOD_NONE);
    send_answers(vt);
}

/* --- looking --------------------------------------------------------------------------------- */

const char *vt_row(struct vt *vt, int row) {
    static char text[8192];
    int rows, columns;
    vterm_get_size(vt->terminal, &rows, &columns);
    VTermRect rect = {.start_row = row, .end_row = row + 1, .start_col = 0, .end_col = columns};
    size_t length = vterm_screen_get_text(vt->screen, text, sizeof text - 1, rect);
    while (length > 0 && text[length - 1] == ' ') {
        length--;
    }
    text[length] = '\0';
    return text;
}

VTermScreenCell vt_cell(struct vt *vt, int row, int column) {
    VTermScreenCell cell = {.width = 0};
    vterm_screen_get_cell(vt->screen, (VTermPos){row, column}, &cell);
    return cell;
}

int vt_number(VTermColor colour) {
    if (VTERM_COLOR_IS_DEFAULT_FG(&colour) || VTERM_COLOR_IS_DEFAULT_BG(&colour)) {
        return -1;
    }
    if (VTERM_COLOR_IS_INDEXED(&colour)) {
        return colour.indexed.idx;
    }
    return VT_RGB + (colour.rgb.red << 16) + (colour.rgb.green << 8) + colour.rgb.blue;
}

int vt_background(struct vt *vt, int row, int column) {
    return vt_number(vt_cell(vt, row, column).bg);
}

int vt_foreground(struct vt *vt, int row, int column) {
    return vt_number(vt_cell(vt, row, column).fg);
}

bool vt_brackets(struct vt *vt) {
    char bytes[64];
    vterm_keyboard_start_paste(vt->terminal); /* says something only when they are on */
    return vterm_output_read(vt->terminal, bytes, sizeof bytes) > 0;
}

void vt_assert_row(struct vt *vt, int row, const char *expected) {
    const char *found = vt_row(vt, row);
    if (strcmp(found, expected) != 0) {
        fprintf(stderr, "row %d is\n   |%s\nand should be\n   |%s\n", row, found, expected);
        give_up(vt, "a row is not what it should be");
    }
}

bool vt_scrolls_whole(struct vt *vt) {
    char answer[64], whole[64];
    int rows, columns;
    vterm_get_size(vt->terminal, &rows, &columns);
    vterm_input_write(vt->terminal, "\x1bP$qr\x1b\\", 7); /* asks which rows scroll */
    size_t length = vterm_output_read(vt->terminal, answer, sizeof answer - 1);
    answer[length] = '\0';
    snprintf(whole, sizeof whole, "\x1bP1$r1;%dr\x1b\\", rows);
    return strcmp(answer, whole) == 0;
}

/* --- ending ---------------------------------------------------------------------------------- */

void vt_kill(struct vt *vt, int signal) {
    ck_assert_int_eq(kill(vt->child, signal), 0);
}

void vt_wait_stop(struct vt *vt) {
    long deadline = now() + VT_PATIENCE;
    char said;
    for (;;) {
        struct pollfd polled[2] = {{.fd = vt->master, .events = POLLIN},
                                   {.fd = vt->control, .events = POLLIN}};
        long left = deadline - now();
        if (left <= 0 || poll(polled, 2, (int)left) == 0) {
            give_up(vt, "the program did not stop");
        }
        if ((polled[0].revents & (POLLIN | POLLHUP)) && !read_output(vt)) {
            give_up(vt, "the program has ended");
        }
        if (polled[1].revents != 0) {
            ck_assert_int_eq(read(vt->control, &said, 1), 1);
            vt_drain(vt);
            return;
        }
    }
}

void vt_continue(struct vt *vt) {
    ck_assert_int_eq(write(vt->control, "C", 1), 1);
}

static int reap(struct vt *vt) {
    int status = 0;
    ck_assert_int_eq(waitpid(vt->child, &status, 0), vt->child);
    vt->child = 0;
    return status;
}

int vt_finish(struct vt *vt) {
    long deadline = now() + VT_PATIENCE;
    while (await(vt, 0, deadline)) {
    }
    return reap(vt);
}

int vt_finish_unread(struct vt *vt, int milliseconds) {
    long deadline = now() + milliseconds;
    struct pollfd polled = {.fd = vt->master, .events = 0}; /* its hang-up is told all the same */
    while (!(polled.revents & POLLHUP)) {
        long left = deadline - now();
        if (left <= 0 || poll(&polled, 1, (int)left) == 0) {
            return -1;
        }
    }
    return reap(vt);
}

void vt_drain(struct vt *vt) {
    struct pollfd polled = {.fd = vt->master, .events = POLLIN};
    while ((part_at_hand(vt) > 0 || (poll(&polled, 1, 0) > 0 && (polled.revents & POLLIN))) &&
           read_output(vt)) {
    }
}

bool vt_modes_restored(struct vt *vt) {
    struct termios after;
    const struct termios *before = &vt->before;
    ck_assert_int_eq(tcgetattr(vt->master, &after), 0);
    return after.c_iflag == before->c_iflag && after.c_oflag == before->c_oflag &&
           after.c_cflag == before->c_cflag && after.c_lflag == before->c_lflag &&
           memcmp(after.c_cc, before->c_cc, sizeof after.c_cc) == 0;
}

void vt_assert_restored(struct vt *vt) {
    VTermState *state = vterm_obtain_state(vt->terminal);
    VTermValue background;
    ck_assert_msg(vt_modes_restored(vt), "the terminal's modes are not what they were");
    ck_assert_msg(!vt->alternate, "the alternate screen is still there");
    ck_assert_msg(vt->cursor_shown, "the cursor is hidden");
    ck_assert_msg(vt->mouse == VTERM_PROP_MOUSE_NONE, "the mouse still reports");
    ck_assert_msg(vt_scrolls_whole(vt), "some rows do not scroll");
    ck_assert_msg(!vt_brackets(vt), "pastes still come in brackets");
    ck_assert(vterm_state_get_penattr(state, VTERM_ATTR_BACKGROUND, &background));
    ck_assert_msg(vt_number(background.color) == -1, "a background colour is left");
}
