/* script: what the statements of a lesson do, as far as their text tells. Nothing is run. */
#ifndef QKV_LESSON_SCRIPT_H
#define QKV_LESSON_SCRIPT_H

#include "lesson/lesson.h"

/* The statement that is run at stop INDEX, borrowed; NULL at a stop that runs none, or one that
 * must fail. */
static inline const struct source_line *script_at(const struct lesson *lesson, size_t index) {
    const struct stop *stop = &lesson->stops[index];
    const struct part *part = &lesson->parts[stop->part];
    bool runs = stop->kind == STOP_STATEMENT && part->error == NULL;
    return runs ? &part->statements[stop->statement] : NULL;
}

/* The name that LINE begins with and defines, as a length in bytes; 0 when it defines none. */
size_t script_defines(const char *line);

/* The name that LINE has the learner look at, as a length in bytes: what it defines, edits, shows,
 * explains or goes to; 0 when it does none of these. *NAME is where it stands. */
size_t script_turns_to(const char *line, const char **name);

/* How many stops are passed once the lesson has defined NAME; 0 when it never does. */
size_t script_find(const struct lesson *lesson, const char *name);

/* Whether the lesson itself is written in columns after TO stops, whatever the learner chose to
 * look at, when after FROM it was as BEFORE says. */
bool script_in_columns(const struct lesson *lesson, size_t from, size_t to, bool before);

/* Whether the stop before END shows a heat map: after `heat NAME` came nothing to look at. */
bool script_shades(const struct lesson *lesson, size_t end);

#endif
