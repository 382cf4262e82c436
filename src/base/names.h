/* names: the rows of a table, found by their names without going through all of them. Whoever has
 * the table fills it when it is first asked, and never again. */
#ifndef QKV_BASE_NAMES_H
#define QKV_BASE_NAMES_H

#include <stddef.h>

enum { NAMES_SLOTS = 512 }; /* more than twice as many as there are names in any table */

struct names {
    struct names_slot {
        const char *name;
        size_t length;
        const void *row;
    } slots[NAMES_SLOTS];
    size_t count;
};

/* NAME, of LENGTH bytes that live as long as NAMES, is a name of ROW; a name that is there already
 * stays as it is. More than NAMES_SLOTS / 2 are not taken. */
void names_add(struct names *names, const char *name, size_t length, const void *row);

/* The row called NAME; NULL when none is. */
const void *names_find(const struct names *names, const char *name, size_t length);

#endif
