/* characters: bytes that somebody types, as whole UTF-8 characters; and that they are taken so. */
#ifndef QKV_TERMINAL_CHARACTERS_H
#define QKV_TERMINAL_CHARACTERS_H

#include <stddef.h>
#include <stdio.h>

/* Makes LC_CTYPE an UTF-8 one when it is not: in the C locale readline takes the bytes of α for
 * keys, and our own text is UTF-8 everywhere. Readline is told by the environment, too. */
void characters_ready(void);

struct characters {
    int (*read)(FILE *stream); /* the next byte, EOF at the end */
    unsigned char queue[16];   /* those from FIRST to LAST are of the character that was read */
    size_t first, last;
};

/* The next byte, EOF at the end. No broken character is among them: what cannot be right becomes a
 * question mark, and what cannot be seen its code, as in <202E>. */
int characters_next(struct characters *characters, FILE *stream);

#endif
