#include "terminal/tokens.h"

#include "base/utf8.h"

#include <stdint.h>
#include <string.h>

enum {
    ESCAPE = 27,
    DELETE = 127,
    SEQUENCE_LIMIT = 64, /* bytes; what is longer is no key */
    PARAMETERS = 3,
    KEY_PATIENCE = 25,    /* the parts of one sequence come together, a person's next key does not:
                             a lone Escape is answered within 30 ms */
    PASTE_PATIENCE = 1000 /* a paste whose end is lost must not swallow the keys for ever */
};

static const char paste_end[] = "\x1b[201~";

/* The parts of a control sequence ESC [ parameters final (ECMA-48, 5.4). */
struct sequence {
    unsigned parameters[PARAMETERS];
    size_t count;
    char mark;  /* '<' of SGR mouse reports; 0 */
    char final; /* 0 when it was broken off */
};

void tokens_release(struct tokens *tokens) {
    text_release(&tokens->paste);
}

char *tokens_room(struct tokens *tokens, size_t *room) {
    if (tokens->first > 0) {
        memmove(tokens->bytes, tokens->bytes + tokens->first, tokens->end - tokens->first);
        tokens->end -= tokens->first;
        tokens->first = 0;
    }
    *room = TOKENS_ROOM - tokens->end;
    return tokens->bytes + tokens->end;
}

void tokens_add(struct tokens *tokens, size_t count) {
    tokens->end += count;
}

int tokens_patience(const struct tokens *tokens) {
    return tokens->pasting ? PASTE_PATIENCE : tokens->first < tokens->end ? KEY_PATIENCE : -1;
}

/* --- names ----------------------------------------------------------------------------------- */

/* A modified key's parameter is 1 + 1 for Shift + 2 for Alt + 4 for Ctrl. */
static void name_modified(struct token *token, unsigned modifiers, const char *name) {
    unsigned bits = modifiers > 0 ? modifiers - 1 : 0;
    text_fill(token->name, sizeof token->name, "%s%s%s%s", bits & 4 ? "C-" : "",
              bits & 2 ? "M-" : "", bits & 1 ? "S-" : "", name);
}

static const char *name_of_final(char final) {
    switch (final) {
    case 'A':
        return "Up";
    case 'B':
        return "Down";
    case 'C':
        return "Right";
    case 'D':
        return "Left";
    case 'H':
        return "Home";
    case 'F':
        return "End";
    case 'M':
        return "Enter"; /* the keypad's, after ESC O */
    case 'P':
        return "F1";
    case 'Q':
        return "F2";
    case 'R':
        return "F3";
    case 'S':
        return "F4";
    default:
        return NULL;
    }
}

/* ESC [ number ~: as the VT220 began it; 1, 4, 7 and 8 are Home and End of one or another. */
static const char *name_of_number(unsigned number) {
    static const char *const names[] = {
        [1] = "Home",     [2] = "Insert", [3] = "Delete", [4] = "End",  [5] = "PageUp",
        [6] = "PageDown", [7] = "Home",   [8] = "End",    [11] = "F1",  [12] = "F2",
        [13] = "F3",      [14] = "F4",    [15] = "F5",    [17] = "F6",  [18] = "F7",
        [19] = "F8",      [20] = "F9",    [21] = "F10",   [23] = "F11", [24] = "F12",
    };
    return number < sizeof names / sizeof *names ? names[number] : NULL;
}

/* The name of one character or control character. */
static void name_character(char *name, size_t size, const char *bytes, size_t length) {
    unsigned char byte = (unsigned char)bytes[0];
    const char *named = byte == ' '                    ? "Space"
                        : byte == '\r' || byte == '\n' ? "Enter"
                        : byte == '\t'                 ? "Tab"
                        : byte == DELETE || byte == 8  ? "Backspace"
                        : byte == ESCAPE               ? "Escape"
                        : byte == 0                    ? "C-Space"
                                                       : NULL;
    if (named != NULL) {
        text_fill(name, size, "%s", named);
    } else if (byte < 27) {
        text_fill(name, size, "C-%c", byte + 'a' - 1);
    } else if (byte < 32) {
        text_fill(name, size, "C-%c", byte + '@');
    } else {
        text_fill(name, size, "%.*s", (int)length, bytes);
    }
}

/* --- characters ------------------------------------------------------------------------------ */

/* How many bytes a character has that begins with BYTE; 0: none begins so. */
static size_t character_length(unsigned char byte) {
    return byte < 0x80   ? 1
           : byte < 0xc2 ? 0
           : byte < 0xe0 ? 2
           : byte < 0xf0 ? 3
           : byte < 0xf5 ? 4
                         : 0;
}

/* The bytes of the character at BYTES: those that belong to it, whole or broken; *WHOLE tells. 0:
 * more must come. */
static size_t take_character(const char *bytes, size_t length, bool final, bool *whole) {
    size_t needed = character_length((unsigned char)bytes[0]);
    size_t have = 1;
    while (have < needed && have < length && (bytes[have] & 0xc0) == 0x80) {
        have++;
    }
    if (have < needed && have == length && !final) {
        return 0;
    }
    *whole = have == needed && utf8_valid(bytes, have);
    return have;
}

/* C1 controls are two bytes of UTF-8 and no key. */
static bool is_c1(const char *bytes, size_t length) {
    return length == 2 && (unsigned char)bytes[0] == 0xc2 && (unsigned char)bytes[1] < 0xa0;
}

static size_t next_character(const char *bytes, size_t length, bool final, struct token *token) {
    bool whole = false;
    size_t used = take_character(bytes, length, final, &whole);
    token->bytes = bytes;
    token->length = used;
    if (used > 0 && (!whole || is_c1(bytes, used))) {
        token->bytes = "?"; /* in a line it is to be seen that something came */
        token->length = 1;
    } else if (used > 0) {
        name_character(token->name, sizeof token->name, bytes, used);
    }
    return used;
}

/* --- sequences ------------------------------------------------------------------------------- */

/* Reads ESC [ …; returns its bytes, 0 when the final one has not come. */
static size_t read_sequence(const char *bytes, size_t length, struct sequence *sequence) {
    *sequence = (struct sequence){.count = 1};
    size_t at = 2;
    if (at < length && bytes[at] >= '<' && bytes[at] <= '?') {
        sequence->mark = bytes[at++];
    }
    for (; at < length && at < SEQUENCE_LIMIT; at++) {
        char byte = bytes[at];
        unsigned *last =
            sequence->count <= PARAMETERS ? &sequence->parameters[sequence->count - 1] : NULL;
        if (byte >= '0' && byte <= '9' && last != NULL) {
            *last = *last > 99999 ? *last : *last * 10 + (unsigned)(byte - '0');
        } else if (byte == ';') {
            sequence->count++;
        } else if (byte >= '@' && byte <= '~') {
            sequence->final = byte;
            return at + 1;
        } else if (byte < ' ' || byte > '?') {
            return at; /* no byte of a sequence: what came before is thrown away */
        }
    }
    return at < SEQUENCE_LIMIT ? 0 : at;
}

/* BUTTON of a report: 0 to 2 are buttons, 64 and 65 the wheel; Shift, Alt and Ctrl add 4, 8, 16,
 * motion 32. */
static void name_mouse(struct token *token, unsigned button, bool pressed) {
    const char *name = !pressed                ? ""
                       : (button & ~28u) == 0  ? "Click"
                       : (button & ~28u) == 64 ? "WheelUp"
                       : (button & ~28u) == 65 ? "WheelDown"
                                               : "";
    token->kind = TOKEN_MOUSE;
    text_fill(token->name, sizeof token->name, "%s", name);
}

static void name_sequence(const struct sequence *sequence, struct token *token) {
    const unsigned *parameters = sequence->parameters;
    unsigned modifiers = sequence->count > 1 ? parameters[1] : 0;
    bool mouse = sequence->mark == '<' && (sequence->final == 'M' || sequence->final == 'm');
    if (mouse && sequence->count == 3) {
        name_mouse(token, parameters[0], sequence->final == 'M');
        token->column = parameters[1] > 0 ? parameters[1] - 1 : 0;
        token->row = parameters[2] > 0 ? parameters[2] - 1 : 0;
        return;
    }
    bool key = sequence->mark == 0 && sequence->count <= 2;
    const char *name = NULL;
    if (key && sequence->final == '~') {
        name = name_of_number(parameters[0]);
    } else if (key && parameters[0] <= 1 && sequence->final == 'Z') {
        name = "S-Tab";
    } else if (key && parameters[0] <= 1 && sequence->final != 'M') {
        name = name_of_final(sequence->final);
    }
    if (name != NULL) {
        name_modified(token, modifiers, name);
    }
}

/* ESC [ M and three bytes: how terminals without SGR reports tell of the mouse. */
static size_t next_old_mouse(const char *bytes, size_t length, bool final, struct token *token) {
    enum { OLD_REPORT = 6, OFFSET = 32 };
    if (length < OLD_REPORT) {
        return final ? length : 0;
    }
    unsigned char button = (unsigned char)bytes[3], column = (unsigned char)bytes[4];
    unsigned char row = (unsigned char)bytes[5];
    name_mouse(token, (unsigned)(button - OFFSET), button >= OFFSET && (button - OFFSET) % 4 != 3);
    token->column = column > OFFSET ? (size_t)(column - OFFSET - 1) : 0;
    token->row = row > OFFSET ? (size_t)(row - OFFSET - 1) : 0;
    return OLD_REPORT;
}

/* The console of Linux sends F1 to F5 as ESC [ [ A to E. */
static size_t next_console_key(const char *bytes, size_t length, bool final, struct token *token) {
    if (length < 4) {
        return final ? length : 0;
    }
    if (bytes[3] >= 'A' && bytes[3] <= 'E') {
        text_fill(token->name, sizeof token->name, "F%c", bytes[3] - 'A' + '1');
    }
    return 4;
}

static size_t next_sequence(const char *bytes, size_t length, bool final, struct token *token) {
    struct sequence sequence;
    if (length > 2 && bytes[2] == 'M') {
        return next_old_mouse(bytes, length, final, token);
    }
    if (length > 2 && bytes[2] == '[') {
        return next_console_key(bytes, length, final, token);
    }
    size_t used = read_sequence(bytes, length, &sequence);
    if (sequence.final != 0) {
        name_sequence(&sequence, token);
        return used;
    }
    token->length = 0; /* half a sequence is nothing to hand on */
    return used == 0 && final ? length : used;
}

/* ESC O and a letter: keys as an application's; the keypad's digits are left alone. */
static size_t next_single_shift(const char *bytes, size_t length, bool final, struct token *token) {
    if (length < 3) {
        return final ? length : 0;
    }
    const char *name = name_of_final(bytes[2]);
    if (name != NULL) {
        text_fill(token->name, sizeof token->name, "%s", name);
    }
    return (unsigned char)bytes[2] >= ' ' && (unsigned char)bytes[2] < DELETE ? 3 : 2;
}

/* ESC and a character: Alt. */
static size_t next_alt(const char *bytes, size_t length, bool final, struct token *token) {
    struct token character = {0};
    size_t used = next_character(bytes + 1, length - 1, final, &character);
    if (used > 0 && character.name[0] != '\0') {
        text_fill(token->name, sizeof token->name, "M-%s", character.name);
    }
    return used == 0 ? 0 : used + 1;
}

static size_t next_escape(const char *bytes, size_t length, bool final, struct token *token) {
    size_t used;
    if (length > 1 && bytes[1] == ESCAPE) {
        used = 1;
    } else if (length < 3 && final && (length < 2 || bytes[1] == '[' || bytes[1] == 'O')) {
        used = length;
    } else if (length < 2) {
        return 0;
    } else if (bytes[1] == '[') {
        used = next_sequence(bytes, length, final, token);
    } else if (bytes[1] == 'O') {
        used = next_single_shift(bytes, length, final, token);
    } else {
        used = next_alt(bytes, length, final, token);
    }
    if (used == 1) {
        text_fill(token->name, sizeof token->name, "Escape");
    } else if (used == 2 && bytes[1] >= ' ' && token->name[0] == '\0') {
        text_fill(token->name, sizeof token->name, "M-%c", bytes[1]);
    }
    return used;
}

/* --- pastes ---------------------------------------------------------------------------------- */

static void add_pasted(struct tokens *tokens, const char *bytes, size_t length) {
    if (tokens->paste.length + length > TOKENS_PASTE) {
        tokens->cut = true;
    } else {
        text_append_bytes(&tokens->paste, bytes, length);
    }
}

/* Moves bytes to the paste until its end mark; that begins with the only ESC in it, so that a match
 * that fails begins anew at an ESC or not at all. */
static bool collect_paste(struct tokens *tokens) {
    while (tokens->first < tokens->end) {
        const char *byte = &tokens->bytes[tokens->first++];
        if (*byte == paste_end[tokens->matched]) {
            tokens->matched++;
            if (paste_end[tokens->matched] == '\0') {
                return true;
            }
            continue;
        }
        add_pasted(tokens, paste_end, tokens->matched);
        tokens->matched = *byte == ESCAPE;
        if (*byte != ESCAPE) {
            add_pasted(tokens, byte, 1);
        }
    }
    return false;
}

static bool next_paste(struct tokens *tokens, bool final, struct token *token) {
    if (!collect_paste(tokens) && !final) {
        return false;
    }
    token->kind = TOKEN_PASTE;
    token->bytes = text_string(&tokens->paste);
    token->length = tokens->paste.length;
    token->cut = tokens->cut || tokens->paste.failed;
    tokens->pasting = false;
    return true;
}

static void begin_paste(struct tokens *tokens) {
    text_release(&tokens->paste);
    tokens->pasting = true;
    tokens->cut = false;
    tokens->matched = 0;
}

static bool begins_paste(const struct token *token) {
    return token->length == 6 && memcmp(token->bytes, "\x1b[200~", 6) == 0;
}

/* --- all ------------------------------------------------------------------------------------- */

bool tokens_next(struct tokens *tokens, bool final, struct token *token) {
    *token = (struct token){.bytes = ""};
    if (tokens->pasting) {
        return next_paste(tokens, final, token);
    }
    if (tokens->first == tokens->end) {
        return false;
    }
    const char *bytes = tokens->bytes + tokens->first;
    size_t length = tokens->end - tokens->first;
    size_t used;
    token->bytes = bytes;
    token->length = SIZE_MAX; /* unless it is said to be less: what is used */
    if (bytes[0] == ESCAPE) {
        used = next_escape(bytes, length, final, token);
    } else {
        used = next_character(bytes, length, final, token);
    }
    if (used == 0) {
        return false;
    }
    token->length = token->length == SIZE_MAX ? used : token->length;
    tokens->first += used;
    if (begins_paste(token)) {
        begin_paste(tokens);
        return tokens_next(tokens, false, token);
    }
    return true;
}

bool tokens_take(struct tokens *tokens, char byte) {
    char *bytes = tokens->bytes + tokens->first;
    char *found = tokens->pasting || tokens->first == tokens->end
                      ? NULL
                      : memchr(bytes, byte, tokens->end - tokens->first);
    if (found == NULL) {
        return false;
    }
    memmove(found, found + 1, (size_t)(tokens->bytes + tokens->end - found) - 1);
    tokens->end--;
    return true;
}
