/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen is filled: over all stops of all lessons, at three sizes. QKV_INK=1 tells each frame.
 */
#include "base/memory.h"
#include "panels/frame.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *panels_filled_suite(void);

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
            for (size_t right = left; right < canvas->columns && least > 0; right++) {
                least = lesser(least, high[right]);
                largest = greater(largest, least * (right - left + 1));
            }
        }
    }
    memory_free(high);
    return (struct ink){(double)(all - blank) / (double)all, (double)largest / (double)all};
}

/* No value twice in the same form. */
static void assert_once(const struct frame *frame, int lesson, size_t number) {
    const char *names = text_string(&frame->desk.session.board);
    for (const char *name = names; *name != '\0'; name += strcspn(name, " ") + 1) {
        size_t length = strcspn(name, " ") + 1;
        for (const char *other = name + length; *other != '\0'; other += strcspn(other, " ") + 1) {
            ck_assert_msg(strncmp(name, other, length) != 0, "lesson %d, frame %zu: %.*stwice",
                          lesson, number, (int)length, name);
        }
    }
}

START_TEST(the_screen_is_filled) {
    static const size_t sizes[][2] = {{24, 80}, {36, 120}, {50, 200}};
    const bool told = getenv("QKV_INK") != NULL;
    const size_t *size = sizes[_i];
    double filled = 0;
    size_t frames = 0, gaping = 0;
    for (int lesson = 0; lesson < desk_walked(); lesson++) {
        struct frame frame;
        frame_open_number(&frame, lesson, size[0], size[1]);
        for (size_t number = 1; frame_goes_on(&frame); number++) {
            frame_check(&frame);
            assert_once(&frame, lesson + 1, number);
            struct ink ink = ink_of(&frame.canvas);
            filled += ink.filled;
            frames++;
            gaping += ink.empty >= 0.2;
            if (told) {
                printf("%zux%zu lesson %d [%zu] ink %.3f empty %.3f\n", size[1], size[0],
                       lesson + 1, number, ink.filled, ink.empty);
            }
        }
        frame_close(&frame);
    }
    ck_assert_msg(filled >= 0.33 * (double)frames, "%zux%zu: %.3f of %zu frames is filled", size[1],
                  size[0], filled / (double)frames, frames);
    ck_assert_msg(10 * gaping <= frames, "%zux%zu: %zu of %zu frames have a fifth empty", size[1],
                  size[0], gaping, frames);
}
END_TEST

/* It opens with numbers of what it speaks of. */
START_TEST(no_lesson_opens_on_an_empty_board) {
    struct frame frame;
    frame_open_number(&frame, _i, 24, 80);
    ck_assert(frame_goes_on(&frame));
    frame_check(&frame);
    ck_assert_str_ne(text_string(&frame.desk.session.board), "");
    frame_close(&frame);
}
END_TEST

/* ... but not with what has nothing to do with the page. */
START_TEST(what_the_page_does_not_speak_of_stays_away) {
    struct frame frame;
    const char *board = "";
    frame_open(&frame, "# T\n## One\n```qkv\nA = [[1, 2]]\nB = A + 1\nC = eye(3)\n```\n"
                       "## Two\nOf `A`.\n<!-- pause -->\nOf nothing.\n## Three\nOf nothing.\n");
    while (frame_goes_on(&frame)) {
        frame_draw(&frame);
        board = text_string(&frame.desk.session.board);
        if (strstr(text_string(&frame.shown), "page 2") != NULL) {
            ck_assert_str_eq(board, "A B ");
        }
    }
    ck_assert_str_eq(board, "");
    frame_close(&frame);
}
END_TEST

Suite *panels_filled_suite(void) {
    Suite *suite = suite_create("panels filled");
    TCase *core = tcase_create("core");
    tcase_add_test(core, what_the_page_does_not_speak_of_stays_away);
    tcase_add_loop_test(core, no_lesson_opens_on_an_empty_board, 0, desk_walked());
    tcase_set_timeout(core, 120);
    tcase_add_loop_test(core, the_screen_is_filled, 0, 3);
    suite_add_tcase(suite, core);
    return suite;
}
