/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* A presenter shows a lesson, and has `qkv notes` in a second terminal. */
#include "base/failure.h"
#include "base/file.h"
#include "base/text.h"
#include "screen/learner.h"

#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

Suite *screen_notes_suite(void);

/* At the screen of the class, at another screen, and at the notes. */
static struct learner learner, other, presenter;
static char file[sizeof learner.home + 16];

static const char lesson[] =
    "---\ntitle: Shares\nminutes: 20\n---\n\n# Shares\n\n## One\n\nFirst words.\n\n"
    "<!-- note: Ask the room. -->\n\n```qkv\nX = [[1, 2], [3, 4]]\n```\n\n"
    "## Two\n\nSecond words.\n\n```qkv\nQ = X * 2\n```\n\nBehind Q.\n\n<!-- note: Let it stand. "
    "-->\n\n"
    "```quiz largest\nWhich?\n(x) 4 {{ Yes. }}\n( ) 3 {{ No. }}\n```\n\n## Three\n\nThird words.\n";

static void set_up(void) {
    struct failure failure = {0};
    learner_init(&learner);
    snprintf(file, sizeof file, "%s/one.md", learner.home);
    ck_assert(file_save(file, lesson, strlen(lesson), &failure));
    other = presenter = learner;
}

static void tear_down(void) {
    learner_release(&learner);
}

static void opens_screen(struct learner *who) {
    learner_open(who, (const char *const[]){file, "--from-start", NULL});
    learner_sees(who, "First words.");
}

static void opens_notes(void) {
    learner_spawn(&presenter, (const char *const[]){"notes", file, NULL});
}

START_TEST(notes_follow_pages_and_edits) {
    opens_screen(&learner);
    opens_notes();
    learner_awaits(&presenter, "Shares · page 1 of 3: One");
    learner_awaits(&presenter, "note  Ask the room.");
    learner_awaits(&presenter, "of 20 minutes");
    learner_awaits(&presenter, "next  X = [[1, 2], [3, 4]]");
    learner_awaits(&presenter, "then  page 2: Two");
    learner_presses(&learner, " ");
    learner_awaits(&presenter, "at  X[1,1] = 1");
    learner_types(&learner, "X[1,1] = 50");
    learner_awaits(&presenter, "at  X[1,1] = 50");
    learner_awaits(&presenter, "changed  X[1,1] = 50");
    learner_presses(&learner, " ");
    learner_awaits(&presenter, "Shares · page 2 of 3: Two");
    learner_awaits(&presenter, "note  Let it stand.");
    learner_presses(&learner, "  ");
    learner_awaits(&presenter, "here  question largest: Which?");
    learner_awaits(&presenter, "answer  open");
    learner_presses(&learner, "1");
    learner_awaits(&presenter, "answer  right");
    learner_misses(&learner, "Let it stand.");
    learner_misses(&learner, "minutes");
    learner_quits(&learner);
    learner_awaits(&presenter, "no screen shows it");
    vt_free(&presenter.vt);
}
END_TEST

START_TEST(notes_may_be_there_first) {
    opens_notes();
    learner_awaits(&presenter, "no screen shows it: qkv ");
    opens_screen(&learner);
    learner_awaits(&presenter, "Shares · page 1 of 3: One");
    learner_types(&learner, "goto page 2");
    learner_presses(&learner, "  ");
    learner_awaits(&presenter, "answer  open");
    learner_types(&learner, "skip");
    learner_sees(&learner, "Skipped.");
    learner_awaits(&presenter, "answer  skipped");
    learner_quits(&learner);
    learner_awaits(&presenter, "no screen shows it");
    vt_free(&presenter.vt);
}
END_TEST

START_TEST(notes_come_along_into_other_lessons) {
    struct learner third = learner;
    opens_screen(&learner);
    opens_notes();
    learner_awaits(&presenter, "Shares · page 1 of 3: One");
    learner_types(&learner, "open 2");
    learner_awaits(&presenter, "I saw a saw · page 1");
    learner_types(&learner, "open 1");
    learner_awaits(&presenter, "The worked example · page 1");
    learner_types(&learner, "goto page 2");
    learner_awaits(&presenter, "The worked example · page 2");
    learner_spawn(&third, (const char *const[]){"notes", "2", NULL});
    learner_awaits(&third, "The worked example · page 2");
    char line[sizeof file + 8];
    snprintf(line, sizeof line, "open %s", file);
    learner_types(&learner, line);
    learner_awaits(&presenter, "Shares · page 1 of 3: One");
    learner_awaits(&third, "Shares · page 1 of 3: One");
    opens_screen(&other); /* its own lesson, whoever was led away from it */
    learner_types(&other, "open 2");
    learner_types(&other, "goto page 3");
    learner_awaits(&third, "I saw a saw · page 3");
    learner_quits(&other);
    learner_awaits(&third, "no screen shows it");
    learner_quits(&learner);
    learner_awaits(&presenter, "no screen shows it");
    vt_free(&third.vt);
    vt_free(&presenter.vt);
}
END_TEST

START_TEST(either_may_crash_and_begin_again) {
    opens_screen(&learner);
    opens_notes();
    learner_awaits(&presenter, "page 1 of 3");
    vt_kill(&learner.vt, SIGKILL);
    vt_finish(&learner.vt);
    learner_awaits(&presenter, "no screen shows it");
    vt_free(&learner.vt);
    opens_screen(&learner);
    learner_awaits(&presenter, "page 1 of 3");
    vt_kill(&presenter.vt, SIGKILL);
    vt_finish(&presenter.vt);
    vt_free(&presenter.vt);
    learner_types(&learner, "goto page 2");
    opens_notes();
    learner_awaits(&presenter, "page 2 of 3");
    learner_quits(&learner);
    vt_free(&presenter.vt);
}
END_TEST

START_TEST(the_screen_started_last_leads) {
    opens_screen(&learner);
    opens_notes();
    learner_awaits(&presenter, "page 1 of 3");
    opens_screen(&other);
    learner_types(&other, "goto page 2");
    learner_awaits(&presenter, "page 2 of 3");
    learner_types(&learner, "goto page 3");
    learner_types(&other, "goto Q");
    learner_awaits(&presenter, "here  Q = X * 2");
    learner_quits(&other);
    learner_awaits(&presenter, "no screen shows it");
    learner_presses(&learner, "b"); /* to where it was when it led last */
    learner_awaits(&presenter, "page 1 of 3");
    learner_quits(&learner);
    vt_free(&presenter.vt);
}
END_TEST

/* Reads on until WORDS have come. */
static void awaits_block(int from, struct text *said, const char *words) {
    char bytes[256];
    ssize_t count = 1;
    while (count > 0 && strstr(text_string(said), words) == NULL) {
        count = read(from, bytes, sizeof bytes);
        ck_assert_msg(count > 0, "ended without %s: %s", words, text_string(said));
        text_append_bytes(said, bytes, (size_t)count);
    }
}

START_TEST(a_pipe_gets_a_block_for_each_change) {
    int ends[2];
    struct text said = {0};
    opens_screen(&learner);
    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        setenv("XDG_RUNTIME_DIR", learner.home, 1);
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        execl(QKV_PROGRAM, "qkv", "notes", file, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    awaits_block(ends[0], &said, "page 1 of 3: One\n");
    awaits_block(ends[0], &said, "page 3: Three\n\n");
    learner_types(&learner, "goto page 2");
    awaits_block(ends[0], &said, "page 2 of 3: Two\n");
    ck_assert_ptr_null(strchr(text_string(&said), '\x1b'));
    close(ends[0]);
    learner_types(&learner, "goto page 3"); /* nobody reads it: that ends it */
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    text_release(&said);
    learner_quits(&learner);
}
END_TEST

Suite *screen_notes_suite(void) {
    Suite *suite = suite_create("screen/notes");
    TCase *core = tcase_create("core");
    tcase_set_timeout(core, 60);
    tcase_add_checked_fixture(core, set_up, tear_down);
    tcase_add_test(core, notes_follow_pages_and_edits);
    tcase_add_test(core, notes_may_be_there_first);
    tcase_add_test(core, notes_come_along_into_other_lessons);
    tcase_add_test(core, either_may_crash_and_begin_again);
    tcase_add_test(core, the_screen_started_last_leads);
    tcase_add_test(core, a_pipe_gets_a_block_for_each_change);
    suite_add_tcase(suite, core);
    return suite;
}
