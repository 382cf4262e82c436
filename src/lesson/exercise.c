#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "language/reader.h"
#include "lesson/making.h"

#include <math.h>
#include <string.h>

/* An exercise while it is read. */
struct reading {
    struct making *making;
    struct exercise *exercise;
    struct text question;
    size_t line; /* of the file */
    bool marked; /* a marker has been seen: the question is over */
};

static void free_lines(struct source_line *lines, size_t count) {
    for (size_t i = 0; i < count; i++) {
        memory_free(lines[i].text);
    }
    memory_free(lines);
}

static void free_strings(char **strings, size_t count) {
    for (size_t i = 0; i < count; i++) {
        memory_free(strings[i]);
    }
    memory_free(strings);
}

void exercise_free(struct exercise *exercise) {
    if (!exercise) {
        return;
    }
    free_lines(exercise->expects, exercise->expect_count);
    free_lines(exercise->solutions, exercise->solution_count);
    free_strings(exercise->allowed, exercise->allow_count);
    free_strings(exercise->hints, exercise->hint_count);
    memory_free(exercise->question);
    memory_free(exercise->id);
    memory_free(exercise);
}

/* --- its lines -------------------------------------------------------------------------------- */

/* Adds a statement that begins SKIPPED bytes into LINE. */
static void add_line(struct reading *reading, struct slice line, size_t skipped,
                     struct source_line *added) {
    struct slice text = slice_after(line, skipped);
    added->text = making_raw(reading->making, text.bytes, text.length);
    added->line = reading->line;
    added->column =
        making_indent(reading->making, reading->line) + (size_t)(text.bytes - line.bytes) + 1;
}

static void read_expect(struct reading *reading, struct slice line) {
    struct exercise *exercise = reading->exercise;
    if (making_room(reading->making, &exercise->expects, &exercise->expect_capacity,
                    exercise->expect_count, sizeof *exercise->expects)) {
        add_line(reading, line, 0, &exercise->expects[exercise->expect_count++]);
    }
}

static void read_solution(struct reading *reading, struct slice line) {
    struct exercise *exercise = reading->exercise;
    if (making_room(reading->making, &exercise->solutions, &exercise->solution_capacity,
                    exercise->solution_count, sizeof *exercise->solutions)) {
        add_line(reading, line, strlen("solution:"),
                 &exercise->solutions[exercise->solution_count++]);
    }
}

static void read_hint(struct reading *reading, struct slice line) {
    struct exercise *exercise = reading->exercise;
    struct slice text = slice_after(line, strlen("hint:"));
    making_string(
        reading->making,
        (struct strings){&exercise->hints, &exercise->hint_count, &exercise->hint_capacity},
        making_words(reading->making, text.bytes, text.length));
}

static void read_allow(struct reading *reading, struct slice line) {
    struct exercise *exercise = reading->exercise;
    struct slice names = slice_after(line, strlen("allow:"));
    if (names.length == 0) {
        making_problem(reading->making, reading->line, "names have to follow allow:");
    }
    while (names.length > 0) {
        struct slice name = slice_word(&names);
        while (name.length > 0 && name.bytes[name.length - 1] == ',') {
            name.length--;
        }
        if (!reader_is_name(name.bytes, name.length)) {
            making_problem(reading->making, reading->line,
                           "\"%.*s\" is no name: allow: takes names, with blanks between",
                           (int)name.length, name.bytes);
            continue;
        }
        struct strings allowed = {&exercise->allowed, &exercise->allow_count,
                                  &exercise->allow_capacity};
        making_string(reading->making, allowed,
                      making_shown(reading->making, name.bytes, name.length));
    }
}

/* `changes: 3`: a whole number of cells. */
static void read_count(struct reading *reading, struct slice line, long *count) {
    const char *colon = memchr(line.bytes, ':', line.length);
    struct slice text = slice_after(line, (size_t)(colon - line.bytes) + 1);
    double number;
    if (!number_parse(text.bytes, text.length, &number) || !(number >= 1 && number <= 1e6) ||
        number != floor(number)) {
        making_problem(reading->making, reading->line, "\"%.*s\" is no number of cells",
                       (int)text.length, text.bytes);
        return;
    }
    *count = (long)number;
}

static void read_changes(struct reading *reading, struct slice line) {
    read_count(reading, line, &reading->exercise->changes);
}

static void read_best(struct reading *reading, struct slice line) {
    read_count(reading, line, &reading->exercise->best);
}

static const struct {
    const char *word;
    void (*read)(struct reading *reading, struct slice line);
} MARKERS[] = {
    {"expect ", read_expect}, {"allow:", read_allow}, {"changes:", read_changes},
    {"best:", read_best},     {"hint:", read_hint},   {"solution:", read_solution},
};

/* A line that is no marker: part of the question, unless the markers have begun. */
static void read_text(struct reading *reading, struct slice line) {
    static const char *const words[] = {
        "expect", "allow:", "changes:", "best:", "hint:", "solution:", NULL};
    struct slice rest = line, word = slice_word(&rest);
    bool titled = word.length > 0 && word.bytes[word.length - 1] == ':';
    const char *nearest = titled || reading->marked ? slice_nearest(word, words) : NULL;
    if (nearest) {
        making_problem(reading->making, reading->line, "\"%.*s\": did you mean \"%s\"?",
                       (int)word.length, word.bytes, nearest);
    } else if (reading->marked && line.length > 0) {
        making_problem(reading->making, reading->line,
                       "this line is no expect, allow:, changes:, best:, hint: or solution:");
    } else if (!reading->marked) {
        text_append_bytes(&reading->question, line.bytes, line.length);
        text_append_character(&reading->question, '\n');
    }
}

static void read_line(struct reading *reading, struct slice line) {
    for (size_t i = 0; i < sizeof MARKERS / sizeof *MARKERS; i++) {
        if (slice_starts(line, MARKERS[i].word)) {
            reading->marked = true;
            MARKERS[i].read(reading, line);
            return;
        }
    }
    read_text(reading, line);
}

/* --- the whole -------------------------------------------------------------------------------- */

static void judge(struct reading *reading) {
    struct exercise *exercise = reading->exercise;
    struct making *making = reading->making;
    if (exercise->question[0] == '\0') {
        making_problem(making, exercise->line, "try %s sets no task: the text comes first",
                       exercise->id);
    }
    if (exercise->expect_count == 0) {
        making_problem(making, exercise->line,
                       "try %s has no expect line: nothing says when it is done", exercise->id);
    }
    if (exercise->solution_count == 0) {
        making_problem(making, exercise->line,
                       "try %s has no solution: line, so nothing shows that it can be done",
                       exercise->id);
    }
    if (exercise->changes > 0 && exercise->best > exercise->changes) {
        making_problem(making, exercise->line, "try %s: best: %ld is more than changes: %ld",
                       exercise->id, exercise->best, exercise->changes);
    }
}

static void fill(struct making *making, const struct block *block, struct exercise *exercise) {
    struct reading reading = {.making = making, .exercise = exercise, .line = block->content_line};
    struct slice content = {block->content, strlen(block->content)};
    exercise->changes = exercise->best = -1;
    for (; content.length > 0 && !making->failed; reading.line++) {
        read_line(&reading, slice_line(&content));
    }
    struct slice question =
        slice_trimmed((struct slice){text_string(&reading.question), reading.question.length});
    exercise->question = making_words(making, question.bytes, question.length);
    making->failed |= reading.question.failed;
    text_release(&reading.question);
    if (!making->failed) {
        judge(&reading);
    }
}

struct exercise *exercise_read(struct making *making, const struct block *block) {
    struct exercise *exercise = memory_allocate(1, sizeof *exercise);
    if (!exercise) {
        making->failed = true;
        return NULL;
    }
    exercise->line = block->line;
    exercise->id = quiz_id(making, block, NULL);
    fill(making, block, exercise);
    return exercise;
}
