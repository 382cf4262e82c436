/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "screen/stage.h"

#include <check.h>
#include <stdio.h>

struct vt vt;
struct toy toy;
const char *const *environment;

void stage_start_sized(const char *term, int rows, int columns) {
    struct vt_setup setup = {.rows = rows,
                             .columns = columns,
                             .term = term,
                             .child = toy_run,
                             .context = &toy,
                             .environment = environment};
    vt_spawn(&vt, &setup);
    vt_settle(&vt);
}

void stage_start(const char *term) {
    stage_start_sized(term, 24, 80);
}

void stage_set_up(void) {
    toy = (struct toy){.colour = -1};
    environment = NULL;
}

void stage_quit(void) {
    vt_send(&vt, "q");
    ck_assert_int_eq(vt_finish(&vt), 0);
    vt_assert_restored(&vt);
    vt_free(&vt);
}

void stage_assert_key(const char *bytes, const char *expected) {
    static int count;
    char row[128];
    vt_keys(&vt, bytes);
    snprintf(row, sizeof row, "key %s %d", expected, ++count);
    vt_assert_row(&vt, TOY_KEY, row);
}
