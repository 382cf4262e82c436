/* topics: subjects of help that are neither a command nor an operator. Only for this floor. */
#ifndef QKV_COMMANDS_TOPICS_H
#define QKV_COMMANDS_TOPICS_H

#include <stddef.h>

struct text;

struct topic {
    const char *name;
    const char *sentence; /* for the overview */
    const char *text;     /* lines of at most 78 columns; NULL: WRITE has them */
    void (*write)(size_t width, struct text *out); /* from another table */
};

/* NULL past the end. */
const struct topic *topic_at(size_t index);

#endif
