/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The presenter's notes about the project's own lessons. */
#include "commands/desk.h"
#include "play/presenter.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *play_presenter_suite(void);

/* Lines of WORD <tab> TEXT, and in TEXT no control character, raw or written as \x01. */
static void assert_plain(const char *said) {
    for (const char *at = said; *at != '\0'; at++) {
        ck_assert_msg((unsigned char)*at >= ' ' || *at == '\t' || *at == '\n', "\\x%02x in %s",
                      (unsigned)*at, said);
    }
    ck_assert_msg(strstr(said, "\\x") == NULL, "a control character in %s", said);
}

START_TEST(notes_of_lessons_hold_no_control_characters) {
    struct desk desk;
    struct presenter presenter = {0};
    const char *scratch = getenv("TMPDIR");
    char folder[512], command[sizeof folder + 16];
    snprintf(folder, sizeof folder, "%s/qkv-notes-XXXXXX", scratch ? scratch : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("XDG_RUNTIME_DIR", folder, 1);
    desk_open_lesson(&desk, desk_lesson(_i));
    struct session *session = &desk.session;
    size_t said = 0;
    while (session_stop(session) < session->lesson->stop_count) {
        ck_assert_msg(commands_advance(session, &desk.failure), "%s", desk.failure.message);
        text_clear(&session->out);
        presenter_report(&presenter, session);
        assert_plain(text_string(&presenter.said));
        said += presenter.said.length > 0;
    }
    ck_assert_uint_gt(said, 0);
    presenter_close(&presenter);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
    desk_close(&desk);
}
END_TEST

Suite *play_presenter_suite(void) {
    Suite *suite = suite_create("play/presenter");
    TCase *core = tcase_create("core");
    tcase_set_timeout(core, 60);
    tcase_add_loop_test(core, notes_of_lessons_hold_no_control_characters, 0, desk_walked());
    suite_add_tcase(suite, core);
    return suite;
}
