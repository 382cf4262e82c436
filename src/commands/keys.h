/* keys: THE TABLE of keys. A key is a command line; the footer, `?`, help and the README are made from it. */
#ifndef QKV_COMMANDS_KEYS_H
#define QKV_COMMANDS_KEYS_H

#include "session/session.h"

struct key {
    const char *key;   /* as the terminal names it: "n", "Space", "PageDown", "C-r", "Left" */
    const char *also;  /* other keys for the same, parted by blanks: "l"; NULL: none */
    const char *line;  /* the command line; %n is the count (nothing when none was typed), %c the cursor's
                          cell as shown (W_q[1,2]) */
    bool prompt;       /* not run, but typed into the prompt for the learner to finish */
    const char *footer; /* a word or two for the footer, NULL: not there */
    unsigned rank;     /* the footer's order, and what it drops first when narrow (higher first) */
    const char *sentence; /* for ? and help */
};

/* The rows; NULL past the end. */
const struct key *key_at(size_t index);
const struct key *key_find(const char *name);

/* Appends KEY's command line with COUNT (0: none typed) and the cursor's cell put in. */
bool key_line(struct session *session, const struct key *key, size_t count, struct text *line,
              struct failure *failure);

#endif
