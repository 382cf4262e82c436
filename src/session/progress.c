#include "session/progress.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"

#include <string.h>

enum { LOG_LIMIT = 8 * 1024 * 1024 };

static bool log_path(struct text *path) {
    bool known = file_state_folder(path);
    text_append(path, "/progress");
    return known && !path->failed;
}

/* Reads a whole number at *AT and moves behind it; 0 when there is none. */
static size_t read_count(const char **at) {
    double value = 0;
    size_t length = number_read(*at, strspn(*at, "0123456789"), &value, NULL);
    *at += length;
    return length > 0 && value < 1e6 ? (size_t)value : 0;
}

/* `ID <tab> page N of M`; false for any other line. */
static bool read_line(const char *line, const char *id, size_t *page, size_t *pages) {
    size_t length = strlen(id);
    if (strncmp(line, id, length) != 0 || !text_starts(line + length, "\tpage ")) {
        return false;
    }
    const char *at = line + length + strlen("\tpage ");
    *page = read_count(&at);
    at += text_starts(at, " of ") ? strlen(" of ") : 0;
    *pages = read_count(&at);
    return *page > 0 && *page <= *pages;
}

bool progress_find(const char *id, size_t *page, size_t *pages) {
    struct text path = {0};
    struct text log = {0};
    struct failure ignored = {0};
    bool found = false;
    if (log_path(&path) && file_read(text_string(&path), LOG_LIMIT, &log, &ignored)) {
        for (const char *line = text_string(&log); line != NULL && *line != '\0';) {
            found |= read_line(line, id, page, pages);
            line = strchr(line, '\n');
            line += line != NULL ? 1 : 0;
        }
    }
    text_release(&path);
    text_release(&log);
    return found;
}

static void write_line(const struct text *line) {
    struct text path = {0};
    struct failure ignored = {0};
    struct text folder = {0};
    if (file_state_folder(&folder) && file_make_folder(text_string(&folder), &ignored) &&
        log_path(&path)) {
        file_append(text_string(&path), text_string(line), line->length, &ignored);
    }
    text_release(&folder);
    text_release(&path);
}

static const char *state_word(enum answer_state state) {
    return state == ANSWER_RIGHT     ? "right"
           : state == ANSWER_WRONG   ? "wrong"
           : state == ANSWER_SKIPPED ? "skipped"
                                     : NULL;
}

static const char *question_id(const struct lesson *lesson, size_t stop) {
    const struct part *part = &lesson->parts[lesson->stops[stop].part];
    return part->kind == PART_QUIZ  ? part->quiz->id
           : part->kind == PART_TRY ? part->exercise->id
                                    : NULL;
}

/* One line for each question whose state is not the one written last. */
static void note_answers(struct progress *progress, const struct session *session,
                         struct text *lines) {
    const struct lesson *lesson = session->lesson;
    for (size_t i = 0; i < lesson->stop_count && i < progress->state_count; i++) {
        enum answer_state state = session->answers[i].state;
        const char *id = question_id(lesson, i);
        if (state != progress->states[i] && state_word(state) != NULL && id != NULL) {
            text_format(lines, "%s\tquestion %s %s\n", lesson->id, id, state_word(state));
        }
        progress->states[i] = state;
    }
}

void progress_note(struct progress *progress, const struct session *session) {
    const struct lesson *lesson = session->lesson;
    size_t stop = session_stop(session);
    if (lesson == NULL || lesson->id == NULL || stop == 0) {
        return;
    }
    struct text lines = {0};
    size_t page = lesson->stops[stop - 1].page + 1;
    if (page != progress->page) {
        text_format(&lines, "%s\tpage %zu of %zu\n", lesson->id, page, lesson->page_count);
        progress->page = page;
    }
    if (memory_reserve(&progress->states, &progress->state_capacity, lesson->stop_count,
                       sizeof *progress->states)) {
        progress->state_count = lesson->stop_count;
        note_answers(progress, session, &lines);
    }
    if (lines.length > 0 && !lines.failed) {
        write_line(&lines);
    }
    text_release(&lines);
}

void progress_release(struct progress *progress) {
    memory_free(progress->states);
    *progress = (struct progress){0};
}
