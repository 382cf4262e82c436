/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/presenter.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/utf8.h"
#include "lesson/document.h"
#include "session/outline.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    MOST_SHOWN = 1 << 16,
    MOST_PAGES = 3, /* whose titles are reported in advance */
    STALE = 600     /* seconds after which the clock of a crashed screen no longer goes on */
};

/* --- the file --------------------------------------------------------------------------------- */

bool presenter_path(struct text *path, struct failure *failure) {
    bool ok = file_runtime_folder(path, failure);
    text_append(path, "/presenter");
    return ok && text_ok(path, failure);
}

/* Opens the file PATH; ALIVE is set when the program that wrote it is running and has it locked.
 * Returns -1 when there is no file. */
static int open_report(const char *path, bool *alive) {
    struct stat opened, named;
    for (;;) {
        int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
        *alive = file >= 0 && flock(file, LOCK_SH | LOCK_NB) != 0;
        bool same = file >= 0 && fstat(file, &opened) == 0 && stat(path, &named) == 0 &&
                    opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
        if (file < 0 || *alive || same) {
            return file;
        }
        close(file); /* it was replaced just then */
    }
}

bool presenter_read(const char *path, struct text *report, struct failure *failure) {
    bool alive;
    int file = open_report(path, &alive);
    bool ok = !alive || file_read_descriptor(file, MOST_SHOWN, report, failure);
    if (file >= 0) {
        close(file);
    }
    return ok;
}

/* True when the present file is the one written here last. */
static bool is_our_file(const struct presenter *presenter) {
    struct stat ours, there;
    return presenter->written && lstat(text_string(&presenter->path), &there) == 0 &&
           fstat(presenter->file, &ours) == 0 && ours.st_ino == there.st_ino &&
           ours.st_dev == there.st_dev;
}

/* True when another running program reports on its lesson. */
static bool another_screen_leads(const struct presenter *presenter) {
    bool alive;
    int file = open_report(text_string(&presenter->path), &alive);
    if (file >= 0) {
        close(file);
    }
    return alive;
}

/* Writes REPORT into a new file, locks it and replaces the old one. */
static void replace_report(struct presenter *presenter, const struct text *report) {
    struct text path = {0};
    text_format(&path, "%s.%ld", text_string(&presenter->path), (long)getpid());
    const char *name = text_string(&path);
    int file =
        path.failed ? -1 : open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0 &&
        file_write(file, text_string(report), report->length) &&
        rename(name, text_string(&presenter->path)) == 0) {
        if (presenter->written) {
            close(presenter->file);
        }
        presenter->file = file;
        presenter->written = true;
    } else if (file >= 0) {
        unlink(name);
        close(file);
    }
    text_release(&path);
}

/* --- the report ------------------------------------------------------------------------------- */

/* Appends "WORD <tab> TEXT" on one line. */
static __attribute__((format(printf, 3, 4))) void
append_report_line(struct text *out, const char *word, const char *format, ...) {
    struct text words = {0};
    va_list arguments;
    va_start(arguments, format);
    text_format_list(&words, format, arguments);
    va_end(arguments);
    text_format(out, "%s\t", word);
    utf8_line(out, text_string(&words), words.length);
    text_append(out, "\n");
    text_release_into(&words, out);
}

/* Writes what is at a stop. */
static void write_stop(const struct lesson *lesson, size_t index, struct text *out) {
    const struct stop *stop = &lesson->stops[index];
    const struct part *part = &lesson->parts[stop->part];
    switch (stop->kind) {
    case STOP_PAGE:
        text_format(out, "page %zu: %s", stop->page + 1, lesson->pages[stop->page].title);
        break;
    case STOP_PAUSE:
        text_append(out, "a pause");
        break;
    case STOP_STATEMENT:
        text_append(out, part->hidden ? "hidden lines" : part->statements[stop->statement].text);
        break;
    case STOP_QUIZ:
        text_format(out, "question %s: ", part->quiz->id);
        document_plain(part->quiz->question, out);
        break;
    case STOP_TRY:
        text_format(out, "exercise %s: ", part->exercise->id);
        document_plain(part->exercise->question, out);
        break;
    }
}

static void report_notes(const struct session *session, struct text *out) {
    const struct page *page = &session->lesson->pages[outline_page(session)];
    for (size_t i = page->first_part; i < page->first_part + page->part_count; i++) {
        if (session->lesson->parts[i].kind == PART_NOTE) {
            append_report_line(out, "note", "%s", session->lesson->parts[i].note);
        }
    }
}

/* Reports the stop where the class is, the answer there, and the selected number. */
static void report_position(struct session *session, struct text *out) {
    static const char *const became[] = {[ANSWER_OPEN] = "open",
                                         [ANSWER_LOCKED] = "answered",
                                         [ANSWER_RIGHT] = "right",
                                         [ANSWER_WRONG] = "wrong",
                                         [ANSWER_SKIPPED] = "skipped"};
    const struct lesson *lesson = session->lesson;
    size_t passed = session_stop(session), held = lesson_halt_at(lesson, passed);
    struct text here = {0}, cell = {0};
    struct failure ignored = {0};
    if (passed > 0) {
        write_stop(lesson, held, &here);
        append_report_line(out, "here", "%s", text_string(&here));
    }
    if (passed > 0 && lesson_question_id(lesson, held) != NULL) {
        append_report_line(out, "answer", "%s", became[session->answers[held].state]);
    }
    const struct tensor *value = view_value(session);
    if (value != NULL && view_cell(session, &cell, &ignored)) {
        char number[NUMBER_TEXT];
        number_short(number, value->cells[session->view.cell], session->display.precision);
        bool reached = session->view.cell < view_reached(session);
        append_report_line(out, "at", "%s%s%s", text_string(&cell), reached ? " = " : "",
                           reached ? number : "");
    }
    text_release_into(&cell, out);
    text_release_into(&here, out);
}

/* Reports the next stop where the class will halt, and the titles of the pages after it. */
static void report_next(const struct session *session, struct text *out) {
    const struct lesson *lesson = session->lesson;
    size_t stop = session_stop(session), page = outline_page(session);
    struct text next = {0};
    while (stop < lesson->stop_count && !lesson->stops[stop].halts) {
        stop++;
    }
    if (stop < lesson->stop_count) {
        page = lesson->stops[stop].page;
        write_stop(lesson, stop, &next);
    }
    append_report_line(out, "next", "%s",
                       stop < lesson->stop_count ? text_string(&next) : "the lesson ends");
    for (size_t i = page + 1; i < lesson->page_count && i <= page + MOST_PAGES; i++) {
        append_report_line(out, "then", "page %zu: %s", i + 1, lesson->pages[i].title);
    }
    text_release_into(&next, out);
}

static void report_changes(const struct session *session, struct text *out) {
    const struct changes *own = history_own(session->history);
    struct text words = {0};
    if (own->count > 0) {
        change_describe(own->list[own->count - 1], &words);
        if (own->count > 1) {
            text_format(&words, ", and %zu before", own->count - 1);
        }
        append_report_line(out, "changed", "%s", text_string(&words));
    }
    text_release_into(&words, out);
}

/* --- all -------------------------------------------------------------------------------------- */

/* Begins to report on another lesson, from now on. When a screen with the same lesson crashed, its
 * clock goes on. */
static void begin_lesson(struct presenter *presenter, const struct lesson *lesson) {
    struct stat status;
    struct text report = {0}, title = {0};
    const char *path = text_string(&presenter->path);
    memory_free(presenter->lesson);
    presenter->lesson = memory_text(lesson->file, strlen(lesson->file));
    presenter->began = (long long)time(NULL);
    text_format(&title, "title\t%s ", lesson->title);
    if (lstat(path, &status) == 0 && S_ISREG(status.st_mode) &&
        presenter->began - status.st_mtime < STALE &&
        file_read(path, MOST_SHOWN, &report, &(struct failure){0}) &&
        text_starts(text_string(&report), text_string(&title))) {
        const char *at = strstr(text_string(&report), "\ntime\t");
        long long then = at == NULL ? 0 : strtoll(at + strlen("\ntime\t"), NULL, 10);
        presenter->began = then > 0 && then < presenter->began ? then : presenter->began;
    }
    text_release(&title);
    text_release(&report);
}

void presenter_report(struct presenter *presenter, struct session *session) {
    const struct lesson *lesson = session->lesson;
    struct text said = {0};
    if (lesson == NULL || lesson->page_count == 0) {
        presenter_close(presenter);
        return;
    }
    if (presenter->path.length == 0 && !presenter_path(&presenter->path, &(struct failure){0})) {
        text_release(&presenter->path);
        return;
    }
    if (presenter->lesson == NULL || !text_same(presenter->lesson, lesson->file)) {
        begin_lesson(presenter, lesson);
    }
    size_t page = outline_page(session);
    append_report_line(&said, "title", "%s · page %zu of %zu: %s", lesson->title, page + 1,
                       lesson->page_count, lesson->pages[page].title);
    append_report_line(&said, "time", "%lld %ld", presenter->began, lesson->minutes);
    report_notes(session, &said);
    report_position(session, &said);
    report_next(session, &said);
    report_changes(session, &said);
    bool news = !text_same(text_string(&said), text_string(&presenter->said));
    bool leads =
        !presenter->written || (is_our_file(presenter) ? news : !another_screen_leads(presenter));
    if (leads && !said.failed) {
        replace_report(presenter, &said);
        text_release(&presenter->said);
        presenter->said = said;
        said = (struct text){0};
    }
    text_release(&said);
}

void presenter_close(struct presenter *presenter) {
    if (is_our_file(presenter)) {
        unlink(text_string(&presenter->path));
    }
    if (presenter->written) {
        close(presenter->file);
    }
    memory_free(presenter->lesson);
    text_release(&presenter->path);
    text_release(&presenter->said);
    *presenter = (struct presenter){0};
}
