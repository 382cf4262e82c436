/* lexis: which bytes make names, blanks and comments, and what to write instead of the signs that
 * the language does not have. Never asks the locale. */
#ifndef QKV_LANGUAGE_LEXIS_H
#define QKV_LANGUAGE_LEXIS_H

#include "base/failure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A piece of the learner's text for a message: one line, cut to fit. */
struct quote {
    char bytes[64];
};

/* The bytes of SPAN, up to a newline, with … for what has no room. */
struct quote lexis_quote(const char *text, struct span span);

/* The length in bytes of the name that starts TEXT: a letter, then letters, digits and _, then
 * primes. 0 when none does. */
size_t lexis_name(const char *text, size_t length);

/* The same without the primes: what would stick to a number or a name before it. */
size_t lexis_word(const char *text, size_t length);

/* What to write instead of a sign beyond ASCII (`−`: "write -"), as the end of a sentence. */
const char *lexis_advice(uint32_t point);

/* Refuses NUL bytes, control characters and broken UTF-8. */
bool lexis_check(const char *text, size_t length, struct failure *failure);

/* The brackets that are open. KINDS has a bit for each of the inner 64, the innermost lowest: 1 for
 * a square one. */
struct brackets {
    size_t depth;
    uint64_t kinds;
};

/* One more is open; the innermost is closed, if any is open. */
void brackets_open(struct brackets *brackets, bool square);
void brackets_close(struct brackets *brackets);

/* Whether the `#` at AT starts a comment; inside brackets the one of saw#2 does not. */
bool lexis_is_comment(const char *text, size_t length, size_t at, const struct brackets *brackets);

/* Whether the line that starts at AT reads `NAME =` and so ends the brackets open before it: not
 * when it is indented inside round ones, where it is an option. */
bool lexis_defines(const char *text, size_t length, size_t at, const struct brackets *brackets);

/* Walks over the bytes outside quotes and comments. Zeroed but for TEXT and LENGTH it stands at the
 * start. */
struct scan {
    const char *text;
    size_t length;
    size_t at; /* where the next byte is looked for */
    struct brackets brackets;
};

/* The place of the next byte outside quotes and comments (a comment's `#` itself is shown, and the
 * end of a quote that is not closed is the end of its line); LENGTH at the end. BRACKETS counts it.
 */
size_t scan_next(struct scan *scan);

/* The same, past all bytes but " # ( ) [ ] ; and newlines; another byte only behind a quote. */
size_t scan_next_mark(struct scan *scan);

#endif
