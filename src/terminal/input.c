/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/input.h"

#include "base/utf8.h"
#include "language/reader.h"

#include <stdint.h>
#include <string.h>

enum {
    ESCAPE = 27,
    DELETE = 127,
    SEQUENCE_LIMIT = 64, /* bytes; what is longer is no key */
    PARAMETERS = 3,
    KEY_PATIENCE = 25,    /* the parts of one sequence come together, the next key of a person does
                             not: a lone Escape is answered within 30 ms */
    PASTE_PATIENCE = 1000 /* a paste whose end is lost must not swallow the keys for ever */
};

static const char report_start[] = "\x1b]11;";
static const char paste_end[] = "\x1b[201~";

/* The parts of a control sequence ESC [ parameters final (ECMA-48, 5.4). */
struct sequence {
    unsigned parameters[PARAMETERS];
    size_t count;
    char mark;  /* '<' of SGR mouse reports; 0 */
    char final; /* 0 when it was broken off */
};

void input_release(struct input *input) {
    text_release(&input->paste);
}

char *input_room(struct input *input, size_t *room) {
    if (input->first > 0) {
        memmove(input->bytes, input->bytes + input->first, input->end - input->first);
        input->end -= input->first;
        input->first = 0;
    }
    *room = INPUT_ROOM - input->end;
    return input->bytes + input->end;
}

void input_add(struct input *input, size_t count) {
    input->end += count;
}

/* True when a report has begun (see input_report): it is no key, and no Alt+] any more. */
static bool begins_report(const char *bytes, size_t length) {
    enum { ENOUGH = 4 };
    if (length >= INPUT_REPORT || (length >= ENOUGH && memcmp(bytes, report_start, ENOUGH) == 0)) {
        return length < INPUT_REPORT;
    }
    bool begins = length >= 3 && memcmp(bytes, "\x1b[?", 3) == 0;
    for (size_t at = 3; at < length; at++) {
        begins = begins && strchr("0123456789;", bytes[at]) != NULL && bytes[at] != '\0';
    }
    return begins;
}

int input_patience(const struct input *input) {
    size_t length = input->end - input->first;
    bool long_one = input->pasting || begins_report(input->bytes + input->first, length);
    return long_one ? PASTE_PATIENCE : length > 0 ? KEY_PATIENCE : -1;
}

/* --- names ----------------------------------------------------------------------------------- */

static const char *name_of_final(char final) {
    static const char finals[] = "ABCDHFMPQRS"; /* M is the keypad's Enter, after ESC O */
    static const char *const names[] = {"Up",    "Down", "Right", "Left", "Home", "End",
                                        "Enter", "F1",   "F2",    "F3",   "F4"};
    const char *at = final == '\0' ? NULL : strchr(finals, final);
    return at == NULL ? NULL : names[at - finals];
}

/* ESC [ number ~, from the VT220; 1, 4, 7 and 8 are Home and End, depending on the terminal. */
static const char *name_of_number(unsigned number) {
    static const char *const names[] = {
        [1] = "Home",     [2] = "Insert", [3] = "Delete", [4] = "End",  [5] = "PageUp",
        [6] = "PageDown", [7] = "Home",   [8] = "End",    [11] = "F1",  [12] = "F2",
        [13] = "F3",      [14] = "F4",    [15] = "F5",    [17] = "F6",  [18] = "F7",
        [19] = "F8",      [20] = "F9",    [21] = "F10",   [23] = "F11", [24] = "F12",
    };
    return number < sizeof names / sizeof *names ? names[number] : NULL;
}

/* Names one character or control character. */
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

/* Returns the length of the character at BYTES, whole or broken, which *WHOLE says; 0 when more
 * bytes must come. */
static size_t take_character(const char *bytes, size_t length, bool final, bool *whole) {
    unsigned char first = (unsigned char)bytes[0];
    size_t needed = first < 0x80                   ? 1
                    : first < 0xc2 || first > 0xf4 ? 0
                    : first < 0xe0                 ? 2
                    : first < 0xf0                 ? 3
                                                   : 4;
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

static size_t next_character(const char *bytes, size_t length, bool final,
                             struct input_event *event) {
    bool whole = false;
    size_t used = take_character(bytes, length, final, &whole);
    /* C1 controls are two bytes of UTF-8 and not keys. */
    bool control = used == 2 && (unsigned char)bytes[0] == 0xc2 && (unsigned char)bytes[1] < 0xa0;
    event->bytes = bytes;
    event->length = used;
    if (used > 0 && (!whole || control)) {
        event->bytes = "?"; /* in a line it is to be seen that something came */
        event->length = 1;
    } else if (used > 0) {
        name_character(event->name, sizeof event->name, bytes, used);
    }
    return used;
}

/* --- sequences ------------------------------------------------------------------------------- */

/* Reads ESC [ …; returns its length, 0 when the final byte has not come. */
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

/* BUTTON of a report: 0 to 2 are buttons, 64 and 65 the wheel; Shift, Alt, Ctrl and motion add 4,
 * 8, 16 and 32. */
static void name_mouse(struct input_event *event, unsigned button, bool pressed) {
    const char *name = !pressed                ? ""
                       : (button & ~28u) == 0  ? "Click"
                       : (button & ~28u) == 64 ? "WheelUp"
                       : (button & ~28u) == 65 ? "WheelDown"
                                               : "";
    event->kind = INPUT_MOUSE;
    text_fill(event->name, sizeof event->name, "%s", name);
}

static void name_sequence(const struct sequence *sequence, struct input_event *event) {
    const unsigned *parameters = sequence->parameters;
    unsigned modifiers = sequence->count > 1 ? parameters[1] : 0;
    bool mouse = sequence->mark == '<' && (sequence->final == 'M' || sequence->final == 'm');
    if (mouse && sequence->count == 3) {
        name_mouse(event, parameters[0], sequence->final == 'M');
        event->column = parameters[1] > 0 ? parameters[1] - 1 : 0;
        event->row = parameters[2] > 0 ? parameters[2] - 1 : 0;
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
    if (name != NULL) { /* a modified key's parameter is 1 + 1 for Shift + 2 for Alt + 4 for Ctrl */
        unsigned bits = modifiers > 0 ? modifiers - 1 : 0;
        text_fill(event->name, sizeof event->name, "%s%s%s%s", bits & 4 ? "C-" : "",
                  bits & 2 ? "M-" : "", bits & 1 ? "S-" : "", name);
    }
}

/* ESC [ M and three bytes: mouse reports of terminals without SGR reports. */
static size_t next_old_mouse(const char *bytes, size_t length, bool final,
                             struct input_event *event) {
    enum { OLD_REPORT = 6, OFFSET = 32 };
    if (length < OLD_REPORT) {
        return final ? length : 0;
    }
    unsigned char button = (unsigned char)bytes[3], column = (unsigned char)bytes[4];
    unsigned char row = (unsigned char)bytes[5];
    name_mouse(event, (unsigned)(button - OFFSET), button >= OFFSET && (button - OFFSET) % 4 != 3);
    event->column = column > OFFSET ? (size_t)(column - OFFSET - 1) : 0;
    event->row = row > OFFSET ? (size_t)(row - OFFSET - 1) : 0;
    return OLD_REPORT;
}

static size_t next_sequence(const char *bytes, size_t length, bool final,
                            struct input_event *event) {
    struct sequence sequence;
    if (length > 2 && bytes[2] == 'M') {
        return next_old_mouse(bytes, length, final, event);
    }
    if (length > 2 && bytes[2] == '[') { /* the console of Linux sends F1 to F5 as ESC [ [ A to E */
        if (length < 4) {
            return final ? length : 0;
        }
        if (bytes[3] >= 'A' && bytes[3] <= 'E') {
            text_fill(event->name, sizeof event->name, "F%c", bytes[3] - 'A' + '1');
        }
        return bytes[3] == ESCAPE ? 3 : 4; /* another key begins */
    }
    size_t used = read_sequence(bytes, length, &sequence);
    if (sequence.final != 0) {
        name_sequence(&sequence, event);
        return used;
    }
    event->length = 0; /* half a sequence is not passed on */
    return used == 0 && final ? length : used;
}

/* ESC O and a letter: keys in application mode; the keypad's digits are left alone. */
static size_t next_single_shift(const char *bytes, size_t length, bool final,
                                struct input_event *event) {
    if (length < 3) {
        return final ? length : 0;
    }
    const char *name = name_of_final(bytes[2]);
    if (name != NULL) {
        text_fill(event->name, sizeof event->name, "%s", name);
    }
    return (unsigned char)bytes[2] >= ' ' && (unsigned char)bytes[2] < DELETE ? 3 : 2;
}

static size_t next_escape(const char *bytes, size_t length, bool final, struct input_event *event) {
    size_t used;
    if (length > 1 && bytes[1] == ESCAPE) {
        used = 1;
    } else if (length < 3 && final && (length < 2 || bytes[1] == '[' || bytes[1] == 'O')) {
        used = length;
    } else if (length < 2 || (!final && length < sizeof report_start - 1 &&
                              memcmp(bytes, report_start, length) == 0)) {
        return 0;
    } else if (begins_report(bytes, length)) {
        event->length = 0; /* as half a sequence */
        return final ? length : 0;
    } else if (bytes[1] == '[') {
        used = next_sequence(bytes, length, final, event);
    } else if (bytes[1] == 'O') {
        used = next_single_shift(bytes, length, final, event);
    } else {
        struct input_event character = {0}; /* with Alt */
        used = next_character(bytes + 1, length - 1, final, &character);
        if (used > 0 && character.name[0] != '\0') {
            text_fill(event->name, sizeof event->name, "M-%s", character.name);
        }
        used += used > 0 ? 1 : 0;
    }
    if (used == 1) {
        text_fill(event->name, sizeof event->name, "Escape");
    } else if (used == 2 && bytes[1] >= ' ' && event->name[0] == '\0') {
        text_fill(event->name, sizeof event->name, "M-%c", bytes[1]);
    }
    return used;
}

/* --- pastes ---------------------------------------------------------------------------------- */

/* Moves bytes to the paste until its end mark; when it is too long, keeps only what may begin that
 * mark. */
static bool collect_paste(struct input *input) {
    enum { MARK = sizeof paste_end - 1 };
    struct text *paste = &input->paste;
    while (input->first < input->end) {
        text_append_character(paste, input->bytes[input->first++]);
        if (paste->length >= MARK &&
            memcmp(paste->bytes + paste->length - MARK, paste_end, MARK) == 0) {
            text_truncate(paste, paste->length - MARK);
            return true;
        }
        if (paste->length == INPUT_LIMIT + MARK) {
            memmove(paste->bytes, paste->bytes + INPUT_LIMIT, MARK);
            text_truncate(paste, MARK);
            input->cut = true;
        }
    }
    return false;
}

static bool next_paste(struct input *input, bool final, struct input_event *event) {
    if (!collect_paste(input) && !final) {
        return false;
    }
    event->kind = INPUT_PASTE;
    event->bytes = text_string(&input->paste);
    event->length = input->paste.length;
    event->cut = input->cut || input->paste.failed || event->length > INPUT_LIMIT;
    input->pasting = false;
    return true;
}

/* --- all ------------------------------------------------------------------------------------- */

bool input_next(struct input *input, bool final, struct input_event *event) {
    *event = (struct input_event){.bytes = ""};
    if (input->pasting) {
        return next_paste(input, final, event);
    }
    if (input->first == input->end) {
        return false;
    }
    const char *bytes = input->bytes + input->first;
    size_t length = input->end - input->first;
    size_t used;
    event->bytes = bytes;
    event->length = SIZE_MAX; /* unless it is said to be less: what is used */
    used = (bytes[0] == ESCAPE ? next_escape : next_character)(bytes, length, final, event);
    if (used == 0) {
        return false;
    }
    event->length = event->length == SIZE_MAX ? used : event->length;
    input->first += used;
    if (event->length == 6 && memcmp(event->bytes, "\x1b[200~", 6) == 0) {
        text_release(&input->paste);
        input->pasting = true;
        input->cut = false;
        return input_next(input, false, event);
    }
    return true;
}

/* Returns the length of the report that BYTES begin with; 0 when it is none, or not whole. */
static size_t report_length(const char *bytes, size_t length) {
    size_t at = sizeof report_start - 1;
    if (length > at && memcmp(bytes, report_start, at) == 0) {
        while (at < length && bytes[at] != '\a' && bytes[at] != ESCAPE) {
            at++;
        }
        bool closed = at + 1 < length && bytes[at] == ESCAPE && bytes[at + 1] == '\\';
        return closed ? at + 2 : at < length && bytes[at] == '\a' ? at + 1 : 0;
    }
    at = 3;
    if (length > at && memcmp(bytes, "\x1b[?", at) == 0) {
        while (at < length && ((bytes[at] >= '0' && bytes[at] <= '9') || bytes[at] == ';')) {
            at++;
        }
        return at < length && bytes[at] == 'c' ? at + 1 : 0;
    }
    return 0;
}

bool input_report(struct input *input, char report[INPUT_REPORT]) {
    for (size_t at = input->first; at < input->end && !input->pasting; at++) {
        char *bytes = input->bytes + at;
        size_t length = *bytes == ESCAPE ? report_length(bytes, input->end - at) : 0;
        if (length > 0 && length < INPUT_REPORT) {
            memcpy(report, bytes, length);
            report[length] = '\0';
            memmove(bytes, bytes + length, input->end - at - length);
            input->end -= length;
            return true;
        }
    }
    return false;
}

bool input_has_quit_key(const struct input *input) {
    const char *bytes = input->bytes + input->first;
    size_t count = input->end - input->first;
    const char *leaves = count == 0 ? NULL : memchr(bytes, 'q', count);
    return !input->pasting && leaves != NULL &&
           memchr(bytes, ':', (size_t)(leaves - bytes)) == NULL;
}

bool input_take(struct input *input, char byte) {
    char *bytes = input->bytes + input->first;
    char *found = input->pasting || input->first == input->end
                      ? NULL
                      : memchr(bytes, byte, input->end - input->first);
    if (found == NULL) {
        return false;
    }
    memmove(found, found + 1, (size_t)(input->bytes + input->end - found) - 1);
    input->end--;
    return true;
}

/* --- characters, one byte at a time ---------------------------------------------------------- */

int input_character(struct input_characters *characters, FILE *stream) {
    char *raw = characters->raw;
    size_t used = 0;
    bool whole = false;
    uint32_t point;
    if (characters->first < characters->last) {
        return (unsigned char)characters->queue[characters->first++];
    }
    while (characters->waiting == 0 ||
           (used = take_character(raw, characters->waiting, false, &whole)) == 0) {
        int byte = characters->read(stream);
        if (byte == EOF) {
            characters->waiting = 0;
            return EOF;
        }
        raw[characters->waiting++] = (char)byte;
    }
    struct text shown = {0};
    utf8_decode(raw, used, &point);
    if (whole && (used == 1 || utf8_showable(point))) {
        text_append_bytes(&shown, raw, used);
    } else if (whole) { /* readline would send it to the terminal */
        utf8_sanitise(&shown, raw, used, false);
    }
    bool lost = shown.failed || shown.length == 0 || shown.length > sizeof characters->queue;
    characters->first = 0;
    characters->last = lost ? 1 : shown.length;
    memcpy(characters->queue, lost ? "?" : text_string(&shown), characters->last);
    text_release(&shown);
    characters->waiting -= used; /* what came instead of its rest is a key of its own */
    memmove(raw, raw + used, characters->waiting);
    return (unsigned char)characters->queue[characters->first++];
}

/* --- entries --------------------------------------------------------------------------------- */

enum input_entry input_gather(struct text *lines, const char *line) {
    bool blank = line[strspn(line, " \t\n")] == '\0', open = false;
    if (lines->length == 0 && blank) {
        return INPUT_EMPTY;
    }
    bool ends = lines->length > 0 && blank;
    text_append(lines, line);
    text_append(lines, "\n");
    if (lines->failed || lines->length > INPUT_LIMIT) {
        bool failed = lines->failed;
        text_release(lines);
        return failed ? INPUT_NO_MEMORY : INPUT_TOO_LONG;
    }
    for (size_t at = 0; at < lines->length;) {
        at += reader_line(lines->bytes + at, lines->length - at, &open);
    }
    if (open && !ends) {
        return INPUT_OPEN;
    }
    text_truncate(lines, lines->length - 1);
    return INPUT_WHOLE;
}

void input_pasted(struct text *out, const char *bytes, size_t length) {
    struct text lines = {0};
    for (size_t i = 0; i < length; i++) {
        bool pair = bytes[i] == '\r' && i + 1 < length && bytes[i + 1] == '\n';
        char byte = bytes[i] == '\t' ? ' ' : bytes[i] == '\r' ? '\n' : bytes[i];
        text_append_bytes(&lines, &byte, pair ? 0 : 1);
    }
    if (lines.length > 0 && lines.bytes[lines.length - 1] == '\n') {
        text_truncate(&lines, lines.length - 1);
    }
    utf8_sanitise(out, text_string(&lines), lines.length, false);
    out->failed |= lines.failed;
    text_release(&lines);
}

void input_shown(struct text *out, const char *bytes, size_t length) {
    size_t end;
    for (size_t at = 0; at < length; at = end + 1) {
        const char *newline = memchr(bytes + at, '\n', length - at);
        end = newline == NULL ? length : (size_t)(newline - bytes);
        utf8_sanitise(out, bytes + at, end - at, false);
        text_append(out, newline == NULL ? "" : "↵");
    }
}
