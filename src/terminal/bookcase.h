/* bookcase: the lessons there are, where the learner was in each, and the one that is chosen. */
#ifndef QKV_TERMINAL_BOOKCASE_H
#define QKV_TERMINAL_BOOKCASE_H

#include "lesson/shelf.h"
#include "panels/panels.h"

struct bookcase {
    struct shelf shelf;
    struct visit *visits; /* one a lesson */
    size_t chosen;
    size_t number; /* typed so far; 0: none */
};

/* Reads the lessons of FOLDERS (NULL-terminated) and the progress; release also after a failure. */
bool bookcase_open(struct bookcase *bookcase, const char *const *folders, struct failure *failure);
void bookcase_release(struct bookcase *bookcase);

/* True for a KEY that chooses: arrows, a lesson's number; Enter and Space open, with the command
 * line for it in LINE. */
bool bookcase_key(struct bookcase *bookcase, const char *key, struct text *line);

#endif
