/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen is filled, and a lesson opens with numbers of what it speaks of. QKV_INK=1 tells each
 * frame. */
#include "base/memory.h"
#include "panels/walk.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(const struct canvas_cell *cell) {
    return (cell->text[0] == '\0' || cell->text[0] == ' ') && !cell->right_half &&
           cell->shade.palette == PALETTE_NONE;
}

/* The part of the screen that is not blank, and the part that its largest empty rectangle takes. */
struct ink {
    double filled, empty;
};

static struct ink ink_of(const struct canvas *canvas) {
    size_t all = canvas->rows * canvas->columns, blank = 0, largest = 0;
    size_t *high = memory_allocate(canvas->columns, sizeof *high); /* blanks above, this row too */
    ck_assert_ptr_nonnull(high);
    for (size_t row = 0; row < canvas->rows; row++) {
        for (size_t column = 0; column < canvas->columns; column++) {
            bool empty = is_blank(&canvas->cells[row * canvas->columns + column]);
            high[column] = empty ? high[column] + 1 : 0;
            blank += empty;
        }
        for (size_t left = 0; left < canvas->columns; left++) {
            size_t least = high[left];
            for (size_t right = left; /* as long as what is left could be larger */
                 right < canvas->columns && least * (canvas->columns - left) > largest; right++) {
                least = lesser(least, high[right]);
                largest = greater(largest, least * (right - left + 1));
            }
        }
    }
    memory_free(high);
    return (struct ink){(double)(all - blank) / (double)all, (double)largest / (double)all};
}

/* No value twice in the same form. */
static void assert_once(const struct walk *walk) {
    const char *names = text_string(&walk->frame->desk.session.board);
    for (const char *name = names; *name != '\0'; name += strcspn(name, " ") + 1) {
        size_t length = strcspn(name, " ") + 1;
        for (const char *other = name + length; *other != '\0'; other += strcspn(other, " ") + 1) {
            ck_assert_msg(strncmp(name, other, length) != 0, "%s, frame %zu: %.*stwice",
                          walk->lesson, walk->number, (int)length, name);
        }
    }
}

static double filled[WALK_SIZES];
static size_t frames[WALK_SIZES], gaping[WALK_SIZES];

void filled_look(const struct walk *walk) {
    struct ink ink = ink_of(&walk->frame->canvas);
    assert_once(walk);
    filled[walk->size] += ink.filled;
    gaping[walk->size] += ink.empty >= 0.2;
    frames[walk->size]++;
    ck_assert(walk->number > 1 || walk->frame->desk.session.board.length > 0);
    if (getenv("QKV_INK") != NULL) {
        printf("size %zu %s [%zu] ink %.3f empty %.3f\n", walk->size, walk->lesson, walk->number,
               ink.filled, ink.empty);
    }
}

void filled_end(void) {
    for (size_t i = 0; i < WALK_SIZES; i++) {
        ck_assert_msg(filled[i] >= 0.33 * (double)frames[i],
                      "size %zu: %.3f of %zu frames is filled", i, filled[i] / (double)frames[i],
                      frames[i]);
        ck_assert_msg(10 * gaping[i] <= frames[i], "size %zu: %zu of %zu frames have a fifth empty",
                      i, gaping[i], frames[i]);
    }
}
