/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/progress.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* In bytes: a log is compacted when it has grown by so many; no line of it is longer than
 * LINE_LIMIT. */
enum { LOG_GROWTH = 256 * 1024, LINE_LIMIT = 16 * 1024 };

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

/* A valid line of the log. Two lines about the same thing begin with the same LENGTH bytes. */
struct fact {
    const char *line;
    size_t length;
    size_t page, pages; /* 0: it is about a question, or the theme */
    const char *title;  /* of the page, up to the end of the line: empty where there is none */
};

/* Reads an integer at *AT and moves past it; 0 when there is none. */
static size_t read_log_count(const char **at) {
    double value = 0;
    size_t length = number_read(*at, strspn(*at, "0123456789"), &value);
    *at += length;
    return length > 0 && value < 1e6 ? (size_t)value : 0;
}

/* Returns the last BYTE of LENGTH bytes, or NULL. */
static const char *find_last_byte(const char *bytes, size_t length, char byte) {
    while (length > 0 && bytes[length - 1] != byte) {
        length--;
    }
    return length > 0 ? &bytes[length - 1] : NULL;
}

/* Reads the line that begins at LINE, which must be complete. */
static bool read_fact(const char *line, struct fact *fact) {
    size_t length = strcspn(line, "\n");
    const char *tab = length <= LINE_LIMIT ? find_last_byte(line, length, '\t') : NULL;
    *fact = (struct fact){.line = line};
    if (tab == NULL || line[length] != '\n') {
        return false;
    }
    if (text_starts(tab, "\tpage ")) {
        const char *at = tab + strlen("\tpage ");
        fact->length = (size_t)(at - line);
        fact->page = read_log_count(&at);
        at += text_starts(at, " of ") ? strlen(" of ") : 0;
        fact->pages = read_log_count(&at);
        fact->title = text_starts(at, ": ") ? at + strlen(": ") : at;
        return fact->page > 0 && fact->page <= fact->pages && (*at == '\n' || fact->title != at);
    }
    const char *blank = find_last_byte(line, length, ' ');
    fact->length = blank != NULL ? (size_t)(blank - line) + 1 : 0;
    if (text_starts(line, THEME) || text_starts(line, SEED)) {
        return fact->length == strlen(text_starts(line, THEME) ? THEME : SEED);
    }
    return text_starts(tab, "\tquestion ") && blank > tab + strlen("\tquestion ");
}

/* Returns the next line of a log; NULL after the last. */
static const char *next_log_line(const char *line) {
    const char *end = strchr(line, '\n');
    return end != NULL && end[1] != '\0' ? end + 1 : NULL;
}

/* --- where the learner was -------------------------------------------------------------------- */

/* Appends a path, with characters that would end a line or a field written as their numbers. */
static void append_path(struct text *out, const char *path) {
    for (; *path != '\0'; path++) {
        unsigned char byte = (unsigned char)*path;
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

bool progress_find(const struct text *log, const struct text *key, size_t *page, size_t *pages,
                   struct text *title) {
    const char *whole = text_string(key), *id = strrchr(whole, '\t') + 1;
    bool found = false;
    *page = *pages = 0;
    for (const char *line = text_string(log); line != NULL; line = next_log_line(line)) {
        struct fact fact;
        const char *about = text_starts(line, whole) ? whole : id;
        if (text_starts(line, about) && read_fact(line, &fact) && fact.page > 0 &&
            fact.length == strlen(about) + strlen("\tpage ")) {
            *page = fact.page;
            *pages = fact.pages;
            found = true;
            if (title != NULL) {
                text_clear(title);
                text_append_bytes(title, fact.title, strcspn(fact.title, "\n"));
            }
        }
    }
    return found;
}

/* --- compacting the log ----------------------------------------------------------------------- */

/* True when a fact after the first of COUNT is about the same thing. */
static bool is_outdated(const struct fact *facts, size_t count) {
    for (size_t i = 1; i < count; i++) {
        if (facts[i].length == facts->length &&
            memcmp(facts[i].line, facts->line, facts->length) == 0) {
            return true;
        }
    }
    return false;
}

/* Returns all facts of LOG in their order, *COUNT of them, for the caller to free; NULL also
 * without memory. */
static struct fact *read_facts(const struct text *log, size_t *count, bool *failed) {
    struct fact *facts = NULL, fact;
    size_t capacity = 0;
    *count = 0;
    *failed = false;
    for (const char *line = text_string(log); line != NULL && !*failed;
         line = next_log_line(line)) {
        if (read_fact(line, &fact)) {
            *failed = !memory_reserve(&facts, &capacity, *count + 1, sizeof *facts);
            if (!*failed) {
                facts[(*count)++] = fact;
            }
        }
    }
    return facts;
}

/* Keeps the last line about each thing. */
static void compact_log(struct text *log) {
    struct text made = {0};
    size_t count;
    struct fact *facts = read_facts(log, &count, &made.failed);
    for (size_t i = 0; i < count; i++) {
        size_t length = strcspn(facts[i].line, "\n") + 1;
        text_append_bytes(&made, facts[i].line, is_outdated(&facts[i], count - i) ? 0 : length);
    }
    memory_free(facts);
    text_release(log);
    *log = made;
}

/* --- how far the learner got ------------------------------------------------------------------ */

struct visit progress_visit(const struct text *log, const struct text *key) {
    struct visit visit = {0};
    struct text begins = {0};
    size_t count;
    bool failed;
    struct fact *facts = read_facts(log, &count, &failed);
    progress_find(log, key, &visit.page, &visit.pages, NULL);
    text_format(&begins, "%s\tquestion ", text_string(key));
    for (size_t i = 0; i < count && !begins.failed; i++) {
        if (facts[i].page == 0 && text_starts(facts[i].line, text_string(&begins)) &&
            !is_outdated(&facts[i], count - i)) {
            visit.answered++;
            visit.right += text_starts(facts[i].line + facts[i].length, "right\n");
        }
    }
    memory_free(facts);
    text_release(&begins);
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

static bool write_log_lines(struct progress *progress, const struct text *lines,
                            struct failure *failure) {
    struct text path = {0}, folder = {0};
    bool ok = text_ok(lines, failure) && log_path(&path, failure);
    if (ok) {
        file_folder(text_string(&path), &folder);
        ok = text_ok(&folder, failure) && file_make_folder(text_string(&folder), failure) &&
             file_append(text_string(&path), text_string(lines), lines->length, failure);
    }
    if (ok && file_size(text_string(&path)) > progress->log_size + LOG_GROWTH) {
        /* The lines are written; when a log cannot be compacted now, that is tried again after it
         * has grown. */
        struct failure ignored = {0};
        file_rewrite(text_string(&path), FILE_LIMIT, compact_log, &ignored);
        progress->log_size = file_size(text_string(&path));
    }
    text_release(&folder);
    text_release(&path);
    return ok;
}

static const char *state_word(enum answer_state state) {
    return state == ANSWER_RIGHT     ? "right"
           : state == ANSWER_WRONG   ? "wrong"
           : state == ANSWER_SKIPPED ? "skipped"
                                     : NULL;
}

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

bool progress_save_theme(struct progress *progress, enum theme theme, struct failure *failure) {
    struct text line = {0};
    text_format(&line, "%s%s\n", THEME, theme_name(theme));
    bool ok = write_log_lines(progress, &line, failure);
    text_release(&line);
    return ok;
}

/* Adds the question that FACT is about, if it is in a lesson with a file: its line is `FILE, ID,
 * question QUESTION STATE` with tabs between. */
static bool add_review_item(const struct fact *fact, struct review *review,
                            struct failure *failure) {
    static const char word[] = "question ";
    const char *end = strchr(fact->line, '\t');
    const char *id = end + 1, *asks = strchr(id, '\t');
    if (asks == NULL || !text_starts(asks + 1, word)) {
        return true;
    }
    const char *question = asks + 1 + strlen(word);
    struct review_item item = {
        .lesson = memory_text(fact->line, (size_t)(end - fact->line)),
        .question = memory_text(question, strcspn(question, " \n")),
    };
    review->list[review->count++] = item;
    return (item.lesson != NULL && item.question != NULL) || failure_memory(failure);
}

bool progress_review(const struct text *log, struct review *review, struct failure *failure) {
    static const char *const states[] = {" wrong\n", " skipped\n", " right\n"};
    size_t count;
    bool failed;
    struct fact *facts = read_facts(log, &count, &failed);
    bool ok = !failed || failure_memory(failure);
    for (size_t k = 0; k < sizeof states / sizeof *states; k++) {
        for (size_t i = 0; ok && i < count && review->count < REVIEW_QUESTIONS; i++) {
            const struct fact *fact = &facts[i];
            bool asks = fact->page == 0 && fact->line[0] != '\t';
            if (asks && text_starts(fact->line + fact->length - 1, states[k]) &&
                !is_outdated(fact, count - i)) {
                ok = add_review_item(fact, review, failure);
            }
        }
    }
    memory_free(facts);
    return ok;
}

bool progress_seed(struct progress *progress, const struct text *log, uint64_t *seed,
                   struct failure *failure) {
    struct text line = {0};
    for (const char *at = text_string(log); at != NULL; at = next_log_line(at)) {
        if (text_starts(at, SEED)) {
            *seed = strtoull(at + strlen(SEED), NULL, 10);
            return true;
        }
    }
    *seed = 1 + (uint64_t)time(NULL) * 1000 + (uint64_t)getpid() % 1000;
    text_format(&line, "%s%llu\n", SEED, (unsigned long long)*seed);
    bool ok = write_log_lines(progress, &line, failure);
    text_release(&line);
    return ok;
}

/* Remembers what the log says about SESSION's lesson. */
static bool remember_session(struct progress *progress, const struct session *session) {
    const struct lesson *lesson = session->lesson;
    if (!memory_reserve(&progress->states, &progress->state_capacity, lesson->stop_count,
                        sizeof *progress->states)) {
        return false;
    }
    progress->page = lesson->stops[session_stop(session) - 1].page + 1;
    for (size_t i = 0; i < lesson->stop_count; i++) {
        progress->states[i] = session->answers[i].state;
    }
    return true;
}

void progress_open(struct progress *progress, const struct session *session) {
    const char *file = session->lesson->file;
    bool again = progress->file != NULL && text_same(progress->file, file) && progress->page > 0;
    progress_release(progress);
    progress->file = memory_text(file, strlen(file));
    if (again && session_stop(session) > 0) {
        remember_session(progress, session);
    }
}

bool progress_note(struct progress *progress, const struct session *session,
                   struct failure *failure) {
    const struct lesson *lesson = session->lesson;
    size_t stop = session_stop(session);
    if (lesson == NULL || stop == 0) {
        return true;
    }
    if (!memory_reserve(&progress->states, &progress->state_capacity, lesson->stop_count,
                        sizeof *progress->states)) {
        return failure_memory(failure);
    }
    struct text facts = {0}, key = {0}, lines = {0};
    size_t page = lesson->stops[stop - 1].page + 1;
    if (page != progress->page && session->review.count == 0) {
        text_format(&facts, "page %zu of %zu: %s\n", page, lesson->page_count,
                    lesson->pages[page - 1].title);
    }
    for (size_t i = 0; i < lesson->stop_count; i++) {
        enum answer_state state = session->answers[i].state;
        const char *id = lesson_question_id(lesson, i);
        if (state != progress->states[i] && state_word(state) != NULL && id != NULL) {
            text_format(&facts, "question %s %s\n", id, state_word(state));
        }
    }
    bool ok = text_ok(&facts, failure);
    if (ok && facts.length > 0) {
        ok = progress_key(lesson->file, lesson->id, session->front.lesson_folders, &key, failure);
        for (const char *fact = text_string(&facts); ok && fact != NULL;
             fact = next_log_line(fact)) {
            text_format(&lines, "%s\t%.*s\n", text_string(&key), (int)strcspn(fact, "\n"), fact);
        }
        ok = ok && write_log_lines(progress, &lines, failure);
    }
    ok = ok && remember_session(progress, session);
    text_release(&lines);
    text_release(&key);
    text_release(&facts);
    return ok;
}

void progress_release(struct progress *progress) {
    memory_free(progress->states);
    memory_free(progress->file);
    *progress = (struct progress){0};
}
