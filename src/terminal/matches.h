/* matches: the candidates of a completion, as readline is to have them. */
#ifndef QKV_TERMINAL_MATCHES_H
#define QKV_TERMINAL_MATCHES_H

#include <stddef.h>

struct completion;
struct text;

/* The word that is completed: readline chose by its own rules that it begins at byte BEGIN of LINE;
 * ours begins at START. */
struct match_word {
    const char *line;
    size_t begin, start;
};

/* Appends CANDIDATE as it reads from BEGIN on: with what lies between when ours begins later. */
void matches_fit(const char *candidate, const struct match_word *word, struct text *out);

/* What follows the one candidate of a word that begins at START: a blank behind a command word,
 * nothing (0) behind others, since names and operators go on with a bracket as often as not. */
char matches_ending(const struct completion *completion, size_t start);

/* Appends all candidates on one line, safe to show. */
void matches_list(const struct completion *completion, struct text *out);

#endif
