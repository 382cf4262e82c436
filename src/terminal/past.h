/* past: the entries given before, in a file of the state folder. One entry is one line; nothing in
 * the file is trusted, for another program may have written it. */
#ifndef QKV_TERMINAL_PAST_H
#define QKV_TERMINAL_PAST_H

#include "base/text.h"

#include <stdbool.h>

struct failure;

struct past {
    struct text path; /* "" when nothing is kept */
};

enum { PAST_ENTRY = 1 << 16 /* bytes of one entry; longer ones are left out */ };

/* Hands every entry of the file to TAKE, the oldest first, safe to show; a file that grew too long
 * is shortened to its newest entries. False with FAILURE when no file can be kept: PAST is empty
 * then and may be used all the same. */
bool past_open(struct past *past, void (*take)(const char *entry), struct failure *failure);
void past_release(struct past *past);

/* ENTRY (cleared first) gets what was GIVEN as it is kept: its lines are joined, which means the
 * same unless one of them ends in a comment; such an entry stays as it is, line by line. Empty when
 * it is none to be kept. */
void past_entry(const char *given, struct text *entry);

/* Hands the lines of ENTRY to TAKE and adds them to the file. False with FAILURE when that could
 * not be written; nothing is from then on. */
bool past_add(struct past *past, const struct text *entry, void (*take)(const char *entry),
              struct failure *failure);

#endif
