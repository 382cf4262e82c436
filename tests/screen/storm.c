/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "screen/storm.h"

#include "base/file.h"
#include "base/random.h"
#include "commands/commands.h"
#include "terminal/app.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static struct random chance;

long storm_setting(const char *name, long usual) {
    const char *value = getenv(name);
    return value == NULL ? usual : strtol(value, NULL, 10);
}

void storm_seed(int i) {
    random_seed(&chance, (uint64_t)storm_setting("QKV_SEED", 1) * 1000 + (uint64_t)i);
}

size_t storm_below(size_t limit) {
    return (size_t)(random_bits(&chance) % limit);
}

void storm_read_lesson(const char *name, struct text *text) {
    char path[512];
    struct failure failure = {0};
    snprintf(path, sizeof path, "%s/lessons/%s", QKV_SOURCE_DIR, name);
    ck_assert_msg(file_read(path, FILE_LESSON_LIMIT, text, &failure), "%s", failure.message);
}

int storm_app(void *context) {
    static const char *const folders[] = {QKV_SOURCE_DIR "/lessons", NULL};
    struct session session = {0};
    struct app_options options = {.colour = -1};
    struct failure failure = {0};
    struct text text = {0};
    storm_read_lesson(context, &text);
    struct lesson *lesson = lesson_read(context, text_string(&text), text.length, &failure);
    bool ok = session_init(&session, &failure) && lesson != NULL;
    session.front.drawn = true;
    ok = ok && commands_open(&session, lesson, &failure);
    session.front.lesson_folders = folders;
    ok = ok && app_run(&session, &options, &failure);
    session_release(&session);
    text_release(&text);
    return ok ? 0 : 1;
}

void storm_check(struct vt *vt) {
    int rows, columns;
    vterm_get_size(vt->terminal, &rows, &columns);
    ck_assert(vt->cursor_shown && vt->row < rows && vt->column < columns);
    ck_assert(vt->alternate);
    if (rows >= 10 && columns >= 40 && vt_row(vt, rows - 1)[0] == '\0') {
        vt_dump(vt);
        ck_abort_msg("no footer");
    }
}

/* Compares what is visible of a cell: of a blank only its background and its marks; of the right
 * half of a wide character nothing. */
static bool looks_same(const VTermScreenCell *a, const VTermScreenCell *b) {
    uint32_t sign = a->chars[0] == 0 ? ' ' : a->chars[0];
    bool blank = sign == ' ', half = sign == UINT32_MAX;
    if (sign != (b->chars[0] == 0 ? ' ' : b->chars[0]) || half) {
        return half && b->chars[0] == UINT32_MAX;
    }
    return (blank || memcmp(a->chars + 1, b->chars + 1, sizeof a->chars - sizeof *a->chars) == 0) &&
           (blank || vterm_color_is_equal(&a->fg, &b->fg)) &&
           vterm_color_is_equal(&a->bg, &b->bg) && (blank || a->attrs.bold == b->attrs.bold) &&
           a->attrs.reverse == b->attrs.reverse && a->attrs.underline == b->attrs.underline;
}

void storm_check_repaint(struct vt *vt) {
    static char before[STORM_ROWS][4 * STORM_COLUMNS];
    static VTermScreenCell cells[STORM_ROWS][STORM_COLUMNS];
    int rows, columns;
    vterm_get_size(vt->terminal, &rows, &columns);
    for (int row = 0; row < rows; row++) {
        snprintf(before[row], sizeof before[row], "%s", vt_row(vt, row));
        for (int column = 0; column < columns; column++) {
            cells[row][column] = vt_cell(vt, row, column);
        }
    }
    vt_keys(vt, "\x0c");
    for (int row = 0; row < rows; row++) {
        vt_assert_row(vt, row, before[row]);
        for (int column = 0; column < columns; column++) {
            VTermScreenCell cell = vt_cell(vt, row, column);
            if (!looks_same(&cells[row][column], &cell)) {
                const VTermScreenCell *was = &cells[row][column];
                vt_dump(vt);
                ck_abort_msg("row %d, column %d: the colours and marks %d on %d %d%d%d were to be "
                             "%d on %d %d%d%d",
                             row, column, vt_number(was->fg), vt_number(was->bg), was->attrs.bold,
                             was->attrs.underline, was->attrs.reverse, vt_number(cell.fg),
                             vt_number(cell.bg), cell.attrs.bold, cell.attrs.underline,
                             cell.attrs.reverse);
            }
        }
    }
}

void storm_ends(struct vt *vt) {
    vt_resize(vt, 24, 80);
    vt_settle(vt);
    vt_keys(vt, "\x1b[201~\x07\x07\x03\x03\x1b[17~");
    vt_keys(vt, "\x1b");
    vt_send(vt, "q");
    int status = vt_finish(vt);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "it ended with %d", status);
    vt_assert_restored(vt);
    vt_free(vt);
}
