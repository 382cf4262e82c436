/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/progress.h"

#include "base/file.h"
#include "base/memory.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TITLE_LIMIT = 1024 /* bytes: a longer one is left out */, MOST_PAGES = 1000000 };

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

/* --- lines ------------------------------------------------------------------------------------ */

/* No lesson's line begins like this, because it has an id. */
static const char THEME[] = "\ttheme ";
static const char SEED[] = "\tseed ";

/* Returns how many bytes of LINE come before what became of a question: all lines about that one
 * begin with them. 0 unless it is a whole line about one, after KEY bytes. */
static size_t question_bytes(const char *line, size_t key) {
    static const char word[] = "\tquestion ";
    if (!text_starts(line + key, word)) {
        return 0;
    }
    size_t id = key + strlen(word), end = id + strcspn(line + id, " \n");
    return end > id && line[end] == ' ' && strchr(line + end, '\n') != NULL ? end + 1 : 0;
}

/* Reads "3 of 10: TITLE" or "3 of 10" up to the end of the line. */
static void read_page(const char *at, struct visit *visit, struct text *title) {
    char *end;
    size_t page = strtoul(at, &end, 10);
    size_t pages = text_starts(end, " of ") ? strtoul(end + strlen(" of "), &end, 10) : 0;
    bool titled = text_starts(end, ": ");
    if (page == 0 || page > pages || pages >= MOST_PAGES || !(titled || *end == '\n') ||
        end[strcspn(end, "\t\n")] != '\n') { /* another field follows: it is a lesson's id */
        return;
    }
    visit->page = page;
    visit->pages = pages;
    if (title != NULL) {
        end += titled ? strlen(": ") : 0;
        text_clear(title);
        text_append_bytes(title, end, strcspn(end, "\n"));
    }
}

/* Returns the next line of a log; NULL after the last. */
static const char *next_log_line(const char *line) {
    const char *end = strchr(line, '\n');
    return end != NULL && end[1] != '\0' ? end + 1 : NULL;
}

/* --- where the learner was -------------------------------------------------------------------- */

/* Appends LENGTH bytes of a path, with characters that would end a line or a field written as their
 * numbers. */
static void append_path(struct text *out, const char *path, size_t length) {
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)path[i];
        text_format(out, byte < ' ' || byte == 0x7f || byte == '%' ? "%%%02x" : "%c", byte);
    }
}

/* True when the first of FOLDERS that has a file NAME is the folder with the full path PLACE. */
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
    size_t length = strlen(name);
    if (is_listed(folders, place, name)) {
        length -= file_has_suffix(name, ".md") ? strlen(".md") : 0;
    } else {
        append_path(key, place, strlen(place));
        text_append_character(key, '/');
    }
    append_path(key, name, length);
    text_format(key, "\t%s", id);
    text_release_into(&folder, key);
    return text_ok(key, failure);
}

/* True when a line after LINE is about the same question: it begins with the same LENGTH bytes. */
static bool is_outdated(const char *line, size_t length) {
    const char *later = next_log_line(line);
    while (later != NULL && !(strncmp(later, line, length) == 0 && strchr(later, '\n') != NULL)) {
        later = next_log_line(later);
    }
    return later != NULL;
}

struct visit progress_visit(const struct text *log, const struct text *key, struct text *title) {
    static const char word[] = "\tpage ";
    const char *whole = text_string(key), *id = strrchr(whole, '\t') + 1;
    struct visit visit = {0};
    for (const char *line = text_string(log); line != NULL; line = next_log_line(line)) {
        bool own = text_starts(line, whole);
        size_t length = strlen(own ? whole : id);
        if (!own && !text_starts(line, id)) {
            continue;
        }
        size_t question = own ? question_bytes(line, length) : 0;
        if (text_starts(line + length, word)) {
            read_page(line + length + strlen(word), &visit, title);
        } else if (question > 0) { /* what was right once stays so */
            static const char right[] = "right\n";
            visit.answered += !is_outdated(line, question);
            visit.right +=
                text_starts(line + question, right) && !is_outdated(line, question + strlen(right));
        }
    }
    return visit;
}

void progress_words(const struct visit *visit, size_t questions, struct text *out,
                    struct text *answers) {
    bool done = visit->pages > 0 && visit->page == visit->pages && visit->answered >= questions;
    if (visit->pages == 0) {
        text_append(out, "new");
    } else if (done) {
        text_append(out, "done");
    } else {
        text_format(out, "page %zu of %zu", visit->page, visit->pages);
    }
    if (visit->answered > 0 && questions > 0) {
        text_format(answers, "%zu of %zu right", lesser(visit->right, questions), questions);
    }
}

/* --- writing ---------------------------------------------------------------------------------- */

static bool write_log_lines(const struct text *lines, struct failure *failure) {
    struct text path = {0}, folder = {0};
    bool ok = text_ok(lines, failure) && log_path(&path, failure);
    file_folder(text_string(&path), &folder);
    ok = ok && text_ok(&folder, failure) && file_make_folder(text_string(&folder), failure) &&
         file_append(text_string(&path), text_string(lines), lines->length, failure);
    text_release(&folder);
    text_release(&path);
    return ok;
}

/* NULL: not written. */
static const char *const state_words[] = {
    [ANSWER_RIGHT] = "right", [ANSWER_WRONG] = "wrong", [ANSWER_SKIPPED] = "skipped"};

enum theme progress_theme(const struct text *log) {
    enum theme theme = THEME_COUNT;
    for (const char *line = text_string(log); line != NULL; line = next_log_line(line)) {
        if (text_starts(line, THEME)) {
            struct text name = {0};
            text_append_bytes(&name, line + strlen(THEME), strcspn(line + strlen(THEME), "\n"));
            theme = theme_find(text_string(&name));
            text_release(&name);
        }
    }
    return theme;
}

bool progress_save_theme(enum theme theme, struct failure *failure) {
    struct text line = {0};
    text_format(&line, "%s%s\n", THEME, theme_name(theme));
    bool ok = write_log_lines(&line, failure);
    text_release(&line);
    return ok;
}

/* The line about a question of a lesson with a file is `FILE, ID, question QUESTION STATE` with
 * tabs between. */
bool progress_review(const struct text *log, struct review *review, struct failure *failure) {
    static const char *const states[] = {"wrong\n", "skipped\n", "right\n"};
    for (size_t k = 0; k < sizeof states / sizeof *states; k++) {
        for (const char *line = text_string(log); line != NULL; line = next_log_line(line)) {
            size_t file = strcspn(line, "\t\n"), key = file + (line[file] == '\t');
            key += strcspn(line + key, "\t\n");
            size_t length = question_bytes(line, key);
            if (review->count < REVIEW_QUESTIONS && file > 0 && length > 0 &&
                text_starts(line + length, states[k]) && !is_outdated(line, length)) {
                const char *question = line + key + strlen("\tquestion ");
                struct review_item item = {memory_text(line, file),
                                           memory_text(question, strcspn(question, " \n"))};
                review->list[review->count++] = item;
                if (item.lesson == NULL || item.question == NULL) {
                    return failure_memory(failure);
                }
            }
        }
    }
    return true;
}

bool progress_seed(const struct text *log, uint64_t *seed, struct failure *failure) {
    struct text line = {0};
    for (const char *at = text_string(log); at != NULL; at = next_log_line(at)) {
        if (text_starts(at, SEED)) {
            *seed = strtoull(at + strlen(SEED), NULL, 10);
            return true;
        }
    }
    *seed = 1 + (uint64_t)time(NULL) * 1000 + (uint64_t)getpid() % 1000;
    text_format(&line, "%s%llu\n", SEED, (unsigned long long)*seed);
    bool ok = write_log_lines(&line, failure);
    text_release(&line);
    return ok;
}

bool progress_note(struct progress *progress, struct session *session, struct failure *failure) {
    const struct lesson *lesson = session->lesson;
    size_t stop = session_stop(session);
    if (lesson == NULL || stop == 0) {
        return true;
    }
    struct text key = {0}, lines = {0};
    size_t page = lesson->stops[stop - 1].page + 1;
    bool ok = progress_key(lesson->file, lesson->id, session->front.lesson_folders, &key, failure);
    if (ok && !text_same(text_string(&key), text_string(&progress->key))) { /* another lesson */
        text_release(&progress->key);
        *progress = (struct progress){.key = key};
        key = (struct text){0};
    }
    if (page != progress->page && session->review.count == 0) {
        const char *title = lesson->pages[page - 1].title;
        text_format(&lines, "%s\tpage %zu of %zu: %s\n", text_string(&progress->key), page,
                    lesson->page_count, strlen(title) <= TITLE_LIMIT ? title : "");
    }
    for (size_t i = 0; i < session->question_count; i++) {
        const struct answer *answer = &session->answers[session->questions[i]];
        if (answer->state != answer->noted && state_words[answer->state] != NULL) {
            text_format(&lines, "%s\tquestion %s %s\n", text_string(&progress->key),
                        lesson_question_id(lesson, session->questions[i]),
                        state_words[answer->state]);
        }
    }
    ok = ok && text_ok(&lines, failure) && (lines.length == 0 || write_log_lines(&lines, failure));
    progress->page = ok ? page : progress->page;
    for (size_t i = 0; ok && i < session->question_count; i++) {
        struct answer *answer = &session->answers[session->questions[i]];
        answer->noted = answer->state;
    }
    text_release(&lines);
    text_release(&key);
    return ok;
}
