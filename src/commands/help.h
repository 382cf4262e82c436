/* help: everything that can be typed, told by its own row. */
#ifndef QKV_COMMANDS_HELP_H
#define QKV_COMMANDS_HELP_H

#include <stdbool.h>
#include <stddef.h>

struct failure;
struct text;

/* Appends help on TOPIC; on "" the overview, groups with a line each. Fails for an unknown topic,
 * with the nearest. */
bool help_write(const char *topic, struct text *out, struct failure *failure);

/* A subject that is neither a command nor an operator. */
struct topic {
    const char *name;
    const char *sentence; /* for the overview */
    const char *text;     /* lines of at most 78 columns; NULL: WRITE has them */
    void (*write)(size_t width, struct text *out); /* from another table */
};

/* NULL past the end. */
const struct topic *topic_at(size_t index);

#endif
