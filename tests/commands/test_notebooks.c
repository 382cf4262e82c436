/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Attention as in the literature, typed, against NumPy: tests/reference/notebooks.py. */
#include "desk.h"

#include <check.h>

START_TEST(references_hold) {
    struct desk desk;
    desk_open(&desk, NULL);
    ck_assert_uint_eq(desk_holds(&desk, "notebooks.txt", 1e-12), 53);
    desk_close(&desk);
}
END_TEST

Suite *commands_notebooks_suite(void);

Suite *commands_notebooks_suite(void) {
    Suite *suite = suite_create("commands_notebooks");
    TCase *core = tcase_create("core");
    tcase_add_test(core, references_hold);
    suite_add_tcase(suite, core);
    return suite;
}
