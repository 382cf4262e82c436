#include "lesson/cut.h"

#include <string.h>

/* One line, without its line break. */
struct line {
    const char *bytes;
    size_t length;
};

static struct line line_at(const struct cut *cut, size_t at) {
    const char *bytes = cut->text + at;
    const char *end = memchr(bytes, '\n', cut->length - at);
    return (struct line){bytes, end ? (size_t)(end - bytes) : cut->length - at};
}

/* Where the line after it begins. */
static size_t line_after(const struct cut *cut, struct line line) {
    size_t end = (size_t)(line.bytes - cut->text) + line.length;
    return end < cut->length ? end + 1 : end;
}

static bool is_blank(char byte) {
    return byte == ' ' || byte == '\t';
}

static char byte_at(struct line line, size_t at) {
    return at < line.length ? line.bytes[at] : '\n';
}

/* How many MARK stand from AT on. */
static size_t count(struct line line, size_t at, char mark) {
    size_t end = at;
    while (byte_at(line, end) == mark) {
        end++;
    }
    return end - at;
}

static bool is_blank_from(struct line line, size_t at) {
    while (is_blank(byte_at(line, at))) {
        at++;
    }
    return at >= line.length;
}

static size_t skip_blanks(struct line line) {
    size_t at = 0;
    while (is_blank(byte_at(line, at))) {
        at++;
    }
    return at;
}

static bool is_fence(struct line line, size_t at) {
    char mark = byte_at(line, at);
    return (mark == '`' || mark == '~') && count(line, at, mark) >= 3;
}

static bool is_heading(struct line line) {
    size_t marks = count(line, 0, '#');
    return marks > 0 && marks <= 6 && (is_blank(byte_at(line, marks)) || marks == line.length);
}

static bool is_comment(struct line line) {
    return line.length >= 4 && memcmp(line.bytes, "<!--", 4) == 0;
}

/* Past the blanks and the marks of lists and quotes. */
static size_t skip_marks(struct line line) {
    size_t at = 0;
    for (;; at++) {
        char byte = byte_at(line, at);
        bool digit = byte >= '0' && byte <= '9';
        if (!digit && !is_blank(byte) && byte != '>' && byte != '-' && byte != '+' && byte != '*' &&
            byte != '.' && byte != ')') {
            return at;
        }
    }
}

/* A line that underlines a heading. */
static bool is_underline(struct line line) {
    size_t at = skip_blanks(line);
    char mark = byte_at(line, at);
    return (mark == '-' || mark == '=') && is_blank_from(line, at + count(line, at, mark));
}

/* A link's definition, or nearly. */
static bool may_define(struct line line) {
    const char *at = line.bytes, *end = at + line.length;
    while (at < end && (at = memchr(at, ']', (size_t)(end - at))) != NULL) {
        if (++at < end && *at == ':') {
            return true;
        }
    }
    return false;
}

/* Whether LINE can only be prose, or blank. */
static bool is_prose(struct line line) {
    size_t at = skip_marks(line);
    char byte = byte_at(line, at);
    bool breaks = byte == '\\' && at + 1 == line.length; /* a break before any word has no line */
    bool titles = byte == '#' && (at > 0 || is_heading(line));
    return byte != '<' && !breaks && !titles && !is_fence(line, at) && !is_underline(line) &&
           !may_define(line);
}

/* --- pieces ----------------------------------------------------------------------------------- */

static bool refuse(struct cut *cut) {
    cut->unsure = true;
    return false;
}

/* What stands between is taken as it is: md4c makes blanks of the tabs that a line begins with, and
 * in a comment drops those at its end. */
static bool is_plain(struct line line) {
    size_t indent = skip_blanks(line);
    return indent == 0 || memchr(line.bytes, '\t', indent) == NULL;
}

static bool take_fence(struct cut *cut, struct line first, struct piece *piece) {
    char mark = first.bytes[0];
    piece->kind = PIECE_FENCE;
    piece->marks = count(first, 0, mark);
    for (size_t i = piece->marks; i < first.length; i++) {
        if (strchr("`&\\\t", first.bytes[i])) {
            return refuse(cut); /* no fence, or one whose info is not what it looks like */
        }
    }
    piece->inner = line_after(cut, first);
    piece->lines = 1;
    for (size_t at = piece->inner; at < cut->length;) {
        struct line line = line_at(cut, at);
        size_t indent = skip_blanks(line), marks = count(line, indent, mark);
        size_t next = line_after(cut, line);
        bool closes = marks >= piece->marks && is_blank_from(line, indent + marks);
        piece->lines++;
        /* To md4c 0.4.8 one that ends in a tab does not close. */
        bool tabbed = closes && memchr(line.bytes, '\t', line.length) != NULL;
        if (!is_plain(line) || tabbed || (closes && indent > 3)) {
            return refuse(cut);
        }
        if (closes) {
            piece->out = at;
            piece->end = next;
            return true;
        }
        at = next;
    }
    return refuse(cut);
}

/* An empty one tells md4c no line. */
static bool take_heading(struct cut *cut, struct line line, struct piece *piece) {
    size_t at = 0;
    while (is_blank(byte_at(line, at)) || byte_at(line, at) == '#') {
        at++;
    }
    piece->kind = PIECE_HEADING;
    piece->lines = 1;
    piece->end = line_after(cut, line);
    return at < line.length || refuse(cut);
}

/* One that a blank line follows: md4c takes the line behind it for its text, or nearly. */
static bool take_comment(struct cut *cut, struct line first, struct piece *piece) {
    piece->kind = PIECE_COMMENT;
    piece->inner = (size_t)(first.bytes - cut->text) + 4;
    piece->lines = 0;
    if (byte_at(first, 4) == '>' || (byte_at(first, 4) == '-' && byte_at(first, 5) == '>')) {
        return refuse(cut);
    }
    for (size_t at = piece->start; at < cut->length;) {
        struct line line = line_at(cut, at);
        size_t from = at == piece->start ? 4 : 0;
        piece->lines++;
        for (size_t i = from; i + 2 < line.length; i++) {
            if (memcmp(line.bytes + i, "-->", 3) == 0) {
                piece->out = at + i;
                piece->end = line_after(cut, line);
                bool alone =
                    is_blank_from(line, i + 3) && is_blank_from(line_at(cut, piece->end), 0);
                return (is_plain(line) && alone) || refuse(cut);
            }
        }
        if (!is_plain(line) || (line.length > 0 && is_blank(line.bytes[line.length - 1]))) {
            return refuse(cut);
        }
        at = line_after(cut, line);
    }
    return refuse(cut);
}

/* Prose from the piece's start up to the next piece. */
static bool take_prose(struct cut *cut, struct piece *piece) {
    bool blank_before = true, empty = true;
    size_t at = piece->start;
    piece->kind = PIECE_PROSE;
    for (piece->lines = 0; at < cut->length; piece->lines++) {
        struct line line = line_at(cut, at);
        bool blank = is_blank_from(line, 0);
        if (blank_before && (is_fence(line, 0) || is_heading(line) || is_comment(line))) {
            break;
        }
        if (!blank && !is_prose(line)) {
            return refuse(cut);
        }
        empty = empty && blank;
        blank_before = blank;
        at = line_after(cut, line);
    }
    piece->end = at;
    return !empty;
}

bool cut_next(struct cut *cut, struct piece *piece) {
    if (cut->unsure) {
        return false;
    }
    *piece = (struct piece){.start = cut->at, .line = cut->line};
    bool found = take_prose(cut, piece);
    if (!found && !cut->unsure && piece->end < cut->length) {
        *piece = (struct piece){.start = piece->end, .line = cut->line + piece->lines};
        struct line first = line_at(cut, piece->start);
        found = first.bytes[0] == '#' ? take_heading(cut, first, piece)
                : is_comment(first)   ? take_comment(cut, first, piece)
                                      : take_fence(cut, first, piece);
    }
    cut->at = piece->end;
    cut->line = piece->line + piece->lines;
    return found;
}
