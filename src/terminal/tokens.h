/* tokens: the bytes of a terminal, split into keys, mouse and pastes. Pure: it reads nothing
 * itself.
 *
 * The names of keys. A printable key is its character ("n", "N", "+", "é"), but:
 *
 *   Space Enter Tab Backspace Escape            (Enter: CR and LF; Backspace: DEL and Ctrl-H)
 *   Up Down Left Right Home End PageUp PageDown Insert Delete  F1 … F12
 *   C-a … C-z, C-Space C-\ C-] C-^ C-_          (without C-h C-i C-j C-m: see above)
 *
 * Modifiers stand before a named key in the order C- M- S-: "S-Tab", "C-Left", "C-M-S-F5". Alt with
 * a character is "M-x", "M-Enter", "M-C-a". What is no key we know has the name "". */
#ifndef QKV_TERMINAL_TOKENS_H
#define QKV_TERMINAL_TOKENS_H

#include "base/text.h"

enum token_kind {
    TOKEN_KEY,   /* NAME; BYTES to hand on */
    TOKEN_MOUSE, /* NAME "Click", "WheelUp", "WheelDown" or ""; ROW and COLUMN from 0 */
    TOKEN_PASTE  /* BYTES as they came; CUT when there were more than TOKENS_PASTE */
};

struct token {
    enum token_kind kind;
    char name[24];
    const char *bytes; /* valid until the next call; valid UTF-8, but in a paste; not NUL-ended */
    size_t length;
    size_t row, column;
    bool cut;
};

enum { TOKENS_ROOM = 1 << 16, TOKENS_PASTE = 1 << 16 };

struct tokens {
    char bytes[TOKENS_ROOM]; /* those from FIRST to END are not split yet */
    size_t first, end;
    bool pasting; /* between ESC[200~ and ESC[201~ */
    bool cut;
    size_t matched;    /* bytes of ESC[201~ seen */
    struct text paste; /* so far */
};

void tokens_release(struct tokens *tokens);

/* Where the next bytes go, and how many have room. */
char *tokens_room(struct tokens *tokens, size_t *room);
void tokens_add(struct tokens *tokens, size_t count);

/* Takes the next token. False when there is none, or when its end has not come yet; with FINAL what
 * has come is taken for all: a lone ESC is the Escape key, a broken character "". */
bool tokens_next(struct tokens *tokens, bool final, struct token *token);

/* How many milliseconds to wait for the rest of a token before calling it final; -1: none has
 * begun. */
int tokens_patience(const struct tokens *tokens);

/* Is there a BYTE, as Ctrl-C's, outside of a paste? Then it goes; what stands before and after it
 * stays. */
bool tokens_take(struct tokens *tokens, char byte);

#endif
