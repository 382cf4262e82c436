/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/progress.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"
#include "session/outline.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool log_path(struct text *path, struct failure *failure) {
    if (!file_state_folder(path)) {
        return failure_set(failure, "neither XDG_STATE_HOME nor HOME names a folder for it");
    }
    text_append(path, "/progress");
    return text_ok(path, failure);
}

bool progress_read(struct text *log, struct failure *failure) {
    struct text path = {0};
    bool ok = log_path(&path, failure) && (!file_exists(text_string(&path)) ||
                                           file_read(text_string(&path), FILE_LIMIT, log, failure));
    text_release(&path);
    return ok;
}

/* --- where the learner was -------------------------------------------------------------------- */

/* No lesson's line begins so: it has an id. */
static const char THEME[] = "\ttheme ";

/* The next line of a log; NULL behind the last. */
static const char *next_line(const char *line) {
    const char *end = strchr(line, '\n');
    return end != NULL && end[1] != '\0' ? end + 1 : NULL;
}

/* Appends a path: what would end a line or a field is written as its number. */
static void append_path(struct text *out, const char *path) {
    for (; *path != '\0'; path++) {
        unsigned char byte = (unsigned char)*path;
        text_format(out, byte < ' ' || byte == 0x7f || byte == '%' ? "%%%02x" : "%c", byte);
    }
}

/* Whether the first of FOLDERS that has a file NAME is the folder whose whole path is PLACE. */
static bool is_listed(const char *const *folders, const char *place, const char *name) {
    for (; folders != NULL && *folders != NULL; folders++) {
        struct text path = {0};
        text_format(&path, "%s/%s", *folders, name);
        bool there = !path.failed && file_exists(text_string(&path));
        text_release(&path);
        if (there) {
            char whole[PATH_MAX];
            return realpath(*folders, whole) != NULL && text_same(whole, place);
        }
    }
    return false;
}

bool progress_key(const char *path, const char *id, const char *const *folders, struct text *key,
                  struct failure *failure) {
    const char *name = file_base(path);
    struct text folder = {0};
    file_folder(path, &folder);
    char whole[PATH_MAX];
    const char *place = realpath(text_string(&folder), whole);
    place = place != NULL ? place : text_string(&folder);
    if (is_listed(folders, place, name)) {
        size_t length = strlen(name);
        struct text listed = {0};
        text_append_bytes(&listed, name, file_has_suffix(name, ".md") ? length - 3 : length);
        append_path(key, text_string(&listed));
        text_release_into(&listed, key);
    } else {
        append_path(key, place);
        text_append_character(key, '/');
        append_path(key, name);
    }
    text_format(key, "\t%s", id);
    text_release_into(&folder, key);
    return text_ok(key, failure);
}

/* Reads a whole number at *AT and moves behind it; 0 when there is none. */
static size_t read_count(const char **at) {
    double value = 0;
    size_t length = number_read(*at, strspn(*at, "0123456789"), &value, NULL);
    *at += length;
    return length > 0 && value < 1e6 ? (size_t)value : 0;
}

/* Reads "page 4 of 10: TITLE" up to the end of a whole line. The first edition wrote no title. */
static bool read_page(const char *at, size_t *page, size_t *pages, const char **title) {
    at += strlen("page ");
    *page = read_count(&at);
    at += text_starts(at, " of ") ? strlen(" of ") : 0;
    *pages = read_count(&at);
    *title = text_starts(at, ": ") ? at + strlen(": ") : at;
    return *page > 0 && *page <= *pages && strchr(at, '\n') != NULL &&
           (*at == '\n' || *title != at);
}

bool progress_find(const struct text *log, const struct text *key, size_t *page, size_t *pages,
                   struct text *title) {
    const char *whole = text_string(key), *id = strrchr(whole, '\t') + 1;
    bool found = false;
    *page = *pages = 0;
    for (const char *line = text_string(log); line != NULL; line = next_line(line)) {
        const char *about = text_starts(line, whole) ? whole : id, *called;
        const char *fact = line + strlen(about);
        size_t at, count;
        if (text_starts(line, about) && text_starts(fact, "\tpage ") &&
            read_page(fact + 1, &at, &count, &called)) {
            *page = at;
            *pages = count;
            found = true;
            if (title != NULL) {
                text_clear(title);
                text_append_bytes(title, called, strcspn(called, "\n"));
            }
        }
    }
    return found;
}

/* --- writing ---------------------------------------------------------------------------------- */

static bool write_line(const struct text *line, struct failure *failure) {
    struct text path = {0}, folder = {0};
    bool ok = text_ok(line, failure) && log_path(&path, failure);
    if (ok) {
        file_folder(text_string(&path), &folder);
        ok = text_ok(&folder, failure) && file_make_folder(text_string(&folder), failure) &&
             file_append(text_string(&path), text_string(line), line->length, failure);
    }
    text_release(&folder);
    text_release(&path);
    return ok;
}

enum theme progress_theme(const struct text *log) {
    enum theme theme = THEME_COUNT;
    for (const char *line = text_string(log); line != NULL; line = next_line(line)) {
        if (text_starts(line, THEME)) {
            struct text name = {0};
            text_append_bytes(&name, line + strlen(THEME), strcspn(line + strlen(THEME), "\n"));
            theme = theme_find(text_string(&name));
            text_release(&name);
        }
    }
    return theme;
}

bool progress_keep_theme(enum theme theme, struct failure *failure) {
    struct text line = {0};
    text_format(&line, "%s%s", THEME, theme_name(theme));
    bool ok = write_line(&line, failure);
    text_release(&line);
    return ok;
}

/* The page the learner is on, from 1; 0: on none. */
static size_t present_page(const struct session *session) {
    return session_stop(session) == 0 ? 0 : outline_page(session) + 1;
}

void progress_open(struct progress *progress, const struct session *session) {
    const char *file = session->lesson->file;
    bool again = progress->file != NULL && text_same(progress->file, file) && progress->page > 0;
    progress_release(progress);
    progress->file = memory_text(file, strlen(file));
    progress->page = again ? present_page(session) : 0;
}

bool progress_note(struct progress *progress, const struct session *session,
                   struct failure *failure) {
    const struct lesson *lesson = session->lesson;
    size_t page = present_page(session);
    struct text line = {0};
    if (page == 0 || page == progress->page) {
        return true;
    }
    bool ok = progress_key(lesson->file, lesson->id, session->front.lesson_folders, &line, failure);
    text_format(&line, "\tpage %zu of %zu: %s", page, lesson->page_count,
                lesson->pages[page - 1].title);
    ok = ok && write_line(&line, failure);
    progress->page = ok ? page : progress->page;
    text_release(&line);
    return ok;
}

void progress_release(struct progress *progress) {
    memory_free(progress->file);
    *progress = (struct progress){0};
}
