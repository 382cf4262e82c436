/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/progress.h"

#include "base/file.h"
#include "base/heap.h"
#include "commands/commands.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Each test has a state folder of its own, a folder of lessons and one from elsewhere. */
static char home[512], log_file[600], course[600], strange[600];
static const char *folders[] = {course, NULL};
static struct failure failure;

static void set_up(void) {
    const char *scratch = getenv("TMPDIR");
    failure = (struct failure){0};
    snprintf(home, sizeof home, "%s/progress-XXXXXX", scratch ? scratch : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(home));
    snprintf(log_file, sizeof log_file, "%s/qkv/progress", home);
    snprintf(course, sizeof course, "%s/course", home);
    snprintf(strange, sizeof strange, "%s/strange", home);
    ck_assert_int_eq(mkdir(course, 0700), 0);
    ck_assert_int_eq(mkdir(strange, 0700), 0);
    setenv("XDG_STATE_HOME", home, 1);
}

static void tear_down(void) {
    char command[600];
    snprintf(command, sizeof command, "rm -rf '%s'", home);
    ck_assert_int_eq(system(command), 0);
    ck_assert_uint_eq(memory_blocks(), 0);
}

static void put(const char *path, const char *content) {
    struct text folder = {0};
    file_folder(path, &folder);
    ck_assert(file_make_folder(text_string(&folder), &failure));
    ck_assert(file_save(path, content, strlen(content), &failure));
    text_release(&folder);
}

/* Returns the learner's page according to the log: "page 4 of 10", or "new". */
static const char *place(const char *folder, const char *name, const char *id) {
    static char words[64];
    char path[700];
    struct text log = {0}, key = {0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    ck_assert_msg(progress_read(&log, &failure), "%s", failure.message);
    ck_assert(progress_key(path, id, folders, &key, &failure));
    struct visit visit = progress_visit(&log, &key, NULL);
    if (visit.pages > 0) {
        snprintf(words, sizeof words, "page %zu of %zu", visit.page, visit.pages);
    } else {
        snprintf(words, sizeof words, "new");
    }
    text_release(&key);
    text_release(&log);
    return words;
}

static const char *page_title = "P";

/* Notes a lesson of COUNT pages, open at page AT, with what is new in it. */
static bool note(const char *folder, const char *name, const char *id, const char *pages) {
    struct session session;
    struct text text = {0};
    char path[700];
    size_t at, count;
    ck_assert_int_eq(sscanf(pages, "page %zu of %zu", &at, &count), 2);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    text_format(&text, "---\nid: %s\n---\n# T\n", id);
    for (size_t i = 0; i < count; i++) {
        text_format(&text, "\n## %s\n\nwords\n", page_title);
    }
    put(path, text_string(&text));
    ck_assert(session_init(&session, &failure));
    struct lesson *lesson = lesson_read(path, text_string(&text), text.length, &failure);
    ck_assert_ptr_nonnull(lesson);
    ck_assert(commands_open(&session, lesson, &failure));
    session.front.lesson_folders = folders;
    text_clear(&text);
    text_format(&text, "goto page %zu", at);
    ck_assert(commands_run(&session, &(struct source){"test", 1, 1, SPEAKER_PERSON},
                           text_string(&text), &failure));
    struct progress progress = {0};
    bool noted = progress_note(&progress, &session, &failure);
    text_release(&progress.key);
    session_release(&session);
    text_release(&text);
    return noted;
}

START_TEST(a_place_is_kept_by_file_and_id) {
    ck_assert_str_eq(place(course, "01-a.md", "a"), "new");
    ck_assert(note(course, "01-a.md", "a", "page 4 of 10"));
    ck_assert_str_eq(place(course, "01-a.md", "a"), "page 4 of 10");
    ck_assert_str_eq(place(course, "01-a.md", "b"), "new");
    ck_assert_str_eq(place(course, "02-b.md", "a"), "new");
    /* Lessons from elsewhere with the same id, the same name, and a name that looks like a log
     * line. */
    static const char *const names[] = {"b.md", "01-a.md", "a\tpage 1 of 1\n.md", "%0a.md"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        ck_assert_str_eq(place(strange, names[i], "a"), "new");
        ck_assert(note(strange, names[i], "a", "page 1 of 2"));
        ck_assert_str_eq(place(strange, names[i], "a"), "page 1 of 2");
        ck_assert_str_eq(place(course, "01-a.md", "a"), "page 4 of 10");
    }
    ck_assert(note(course, "a.md", "page 1 of 1", "page 2 of 2"));
    ck_assert(note(course, "a.md", "page 1 of 1: x", "page 2 of 2"));
    ck_assert_str_eq(place(course, "01-a.md", "a"), "page 4 of 10");
    ck_assert_str_eq(place(course, "x.md", "a"), "new");
}
END_TEST

/* A course keeps its place wherever it is moved; a folder is the same on any path to it. */
START_TEST(a_course_may_move) {
    char moved[700], around[700];
    ck_assert(note(course, "01-a.md", "a", "page 4 of 10"));
    snprintf(around, sizeof around, "%s/strange/../course", home);
    ck_assert_str_eq(place(around, "01-a.md", "a"), "page 4 of 10");
    snprintf(moved, sizeof moved, "%s/elsewhere", home);
    ck_assert_int_eq(rename(course, moved), 0);
    folders[0] = moved;
    ck_assert_str_eq(place(moved, "01-a.md", "a"), "page 4 of 10");
    folders[0] = course;
    ck_assert_str_eq(place(moved, "01-a.md", "a"), "new");
}
END_TEST

/* Lines in the format before the file was part of them. */
START_TEST(an_old_log_is_read_and_kept) {
    put(log_file, "a\tpage 4 of 10\na\tquestion q right\n");
    ck_assert_str_eq(place(course, "01-a.md", "a"), "page 4 of 10");
    ck_assert(note(strange, "a.md", "a", "page 2 of 2"));
    ck_assert_str_eq(place(course, "01-a.md", "a"), "page 4 of 10");
    ck_assert(note(course, "01-a.md", "a", "page 5 of 10"));
    ck_assert_str_eq(place(course, "01-a.md", "a"), "page 5 of 10");
    struct text log = {0};
    ck_assert(progress_read(&log, &failure));
    ck_assert(text_starts(text_string(&log), "a\tpage 4 of 10\na\tquestion q right\n"));
    text_release(&log);
}
END_TEST

START_TEST(bad_lines_hide_nothing) {
    static const char *const bad[] = {
        "a\tpage 0 of 0\n",   "a\tpage 11 of 3\n",     "a\tpage 5\n",         "a\tpage\n",
        "a\tpage 5 of 10x\n", "a\tpage 99999999 of 3", "a\tquestion right\n", "a\tpage 5 of 10"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char log[200];
        snprintf(log, sizeof log, "a\tpage 4 of 10\n%s", bad[i]);
        put(log_file, log);
        ck_assert_str_eq(place(course, "01-a.md", "a"), "page 4 of 10");
    }
}
END_TEST

/* What was right once stays so; a lesson is done when it was gone through and all are
 * passed. */
START_TEST(what_was_done_is_counted) {
    static const char page[] = "one\tfirst\tpage 3 of 3: End\n";
    static const struct {
        const char *log, *place, *answers;
    } cases[] = {
        {"two\tfirst\tquestion a right\n", "new", ""},
        {"one\tfirst\tpage 2 of 3: Here\none\tfirst\tquestion a wrong\n", "page 2 of 3",
         "0 of 2 right"},
        {"one\tfirst\tquestion a wrong\none\tfirst\tquestion a right\n", "page 3 of 3",
         "1 of 2 right"},
        {"one\tfirst\tquestion a right\none\tfirst\tquestion b skipped\n", "done", "1 of 2 right"},
        {"one\tfirst\tquestion a right\none\tfirst\tquestion a skipped\n", "page 3 of 3",
         "1 of 2 right"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text log = {0}, key = {0}, place = {0}, answers = {0};
        text_format(&log, "%s%s", cases[i].log, i < 2 ? "" : page);
        text_append(&key, "one\tfirst");
        struct visit visit = progress_visit(&log, &key, NULL);
        progress_words(&visit, 2, &place, &answers);
        ck_assert_str_eq(text_string(&place), cases[i].place);
        ck_assert_str_eq(text_string(&answers), cases[i].answers);
        text_release(&log);
        text_release(&key);
        text_release(&place);
        text_release(&answers);
    }
}
END_TEST

/* A log only grows: what it says, readable or not, stays. */
START_TEST(a_long_log_is_added_to) {
    struct text log = {0}, now = {0};
    text_append(&log, "old\tpage 3 of 5\nold\tquestion q wrong\n");
    for (size_t i = 0; i < 3; i++) {
        text_repeat(&log, "x", 5000000); /* an id as it was possible once */
        text_append(&log, "\tpage 1 of 3\nnonsense\n");
    }
    for (size_t i = 0; i < 4000; i++) {
        text_format(&log, "01-a\ta\tpage %zu of 10\nold\tquestion q right\n", i % 10 + 1);
    }
    ck_assert(note(course, "01-a.md", "a", "page 1 of 10")); /* the lesson is there */
    put(log_file, text_string(&log));
    ck_assert_str_eq(place(course, "old.md", "old"), "page 3 of 5");
    ck_assert_str_eq(place(course, "01-a.md", "a"), "page 10 of 10");
    ck_assert(note(course, "02-b.md", "b", "page 2 of 2"));
    ck_assert(progress_read(&now, &failure));
    text_append(&log, "02-b\tb\tpage 2 of 2: P\n");
    ck_assert(text_same(text_string(&now), text_string(&log)));
    text_release(&now);
    text_release(&log);
}
END_TEST

/* No lesson can fill the log with a title of many megabytes. */
START_TEST(a_long_title_is_left_out) {
    struct text title = {0}, log = {0};
    text_repeat(&title, "x", 1025);
    page_title = text_string(&title);
    ck_assert(note(course, "01-a.md", "a", "page 2 of 3"));
    page_title = "P";
    ck_assert_str_eq(place(course, "01-a.md", "a"), "page 2 of 3");
    ck_assert(progress_read(&log, &failure));
    ck_assert_str_eq(text_string(&log), "01-a\ta\tpage 2 of 3: \n");
    text_release(&title);
    text_release(&log);
}
END_TEST

/* Errors are reported, and what could not be written is written the next time. */
START_TEST(nothing_is_lost_in_silence) {
    char folder[600];
    snprintf(folder, sizeof folder, "%s/qkv", home);
    ck_assert(file_save(folder, "no folder", strlen("no folder"), &failure));
    ck_assert(!note(course, "01-a.md", "a", "page 4 of 10"));
    ck_assert_ptr_nonnull(strstr(failure.message, "qkv"));
    ck_assert_int_eq(unlink(folder), 0);
    put(log_file, "");
    ck_assert_int_eq(truncate(log_file, FILE_LIMIT + 1), 0);
    struct text log = {0};
    ck_assert(!progress_read(&log, &failure));
    ck_assert_ptr_nonnull(strstr(failure.message, "progress is too big: the limit is 64 MiB"));
    text_release(&log);
    unsetenv("XDG_STATE_HOME");
    setenv("HOME", "nowhere", 1);
    ck_assert(!progress_read(&log, &failure));
    ck_assert_str_eq(failure.message, "neither XDG_STATE_HOME nor HOME names a folder for it");
}
END_TEST

Suite *commands_progress_suite(void);

Suite *commands_progress_suite(void) {
    Suite *suite = suite_create("session progress");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, set_up, tear_down);
    tcase_add_test(core, a_place_is_kept_by_file_and_id);
    tcase_add_test(core, a_course_may_move);
    tcase_add_test(core, an_old_log_is_read_and_kept);
    tcase_add_test(core, bad_lines_hide_nothing);
    tcase_add_test(core, what_was_done_is_counted);
    tcase_add_test(core, a_long_log_is_added_to);
    tcase_add_test(core, a_long_title_is_left_out);
    tcase_add_test(core, nothing_is_lost_in_silence);
    suite_add_tcase(suite, core);
    return suite;
}
