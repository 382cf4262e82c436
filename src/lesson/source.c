#include "lesson/source.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"

#include <string.h>

static const char BOM[] = "\xef\xbb\xbf";

size_t source_line_length(const char *line) {
    return strcspn(line, "\n");
}

size_t source_breaks(const char *bytes, size_t length) {
    size_t count = 0;
    for (const char *end = bytes + length; bytes < end; count++) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        if (!newline) {
            break;
        }
        bytes = newline + 1;
    }
    return count;
}

bool source_blank(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\n';
}

size_t source_trim(const char **bytes, size_t length) {
    while (length > 0 && source_blank((*bytes)[length - 1])) {
        length--;
    }
    while (length > 0 && source_blank(**bytes)) {
        ++*bytes;
        length--;
    }
    return length;
}

char *source_shown(const char *bytes, size_t length) {
    struct text shown = {0};
    while (length > 0) {
        const char *tab = memchr(bytes, '\t', length);
        size_t piece = tab ? (size_t)(tab - bytes) : length;
        utf8_sanitise(&shown, bytes, piece, false);
        if (tab) {
            text_append_character(&shown, ' ');
            piece++;
        }
        bytes += piece;
        length -= piece;
    }
    return text_steal(&shown);
}

/* The next BYTE from AT on, END when there is none; KNOWN is what that was last time, or NULL. */
static const char *next_byte(const char *known, const char *at, const char *end, char byte) {
    if (known && known >= at) {
        return known;
    }
    const char *next = at < end ? memchr(at, byte, (size_t)(end - at)) : NULL;
    return next ? next : end;
}

/* Appends the text, every kind of line end made \n and every NUL U+FFFD; *NUL is the place of the
 * first in what was appended. */
static void append_normal(struct text *raw, const char *text, size_t length, size_t *nul) {
    const char *end = text + length, *zero = NULL, *turn = NULL;
    for (;;) {
        zero = next_byte(zero, text, end, '\0');
        turn = next_byte(turn, text, end, '\r');
        const char *stop = zero < turn ? zero : turn;
        text_append_bytes(raw, text, (size_t)(stop - text));
        if (stop == end) {
            return;
        }
        if (*stop == '\0') {
            *nul = *nul == SIZE_MAX ? raw->length : *nul;
            text_append(raw, "\xef\xbf\xbd");
        } else if (stop + 1 == end || stop[1] != '\n') {
            text_append_character(raw, '\n');
        }
        text = stop + 1;
    }
}

bool source_load(struct document *document, const char *file, const char *text, size_t length,
                 struct failure *failure) {
    struct text raw = {0};
    size_t nul = SIZE_MAX;
    document->bom = length >= 3 && memcmp(text, BOM, 3) == 0;
    size_t skip = document->bom ? 3 : 0;
    append_normal(&raw, text + skip, length - skip, &nul);
    document->length = raw.length;
    document->raw = text_steal(&raw);
    if (!document->raw) {
        return failure_memory(failure);
    }
    if (nul != SIZE_MAX) {
        failure_at(failure, (struct span){nul, nul + 3},
                   "a zero byte stands here: a lesson is text");
        failure_locate(failure, file, document->raw, 1);
        return false;
    }
    return true;
}

/* A line of three hyphens opens and closes front matter. */
static bool is_fence(const char *line) {
    size_t length = source_line_length(line);
    return length >= 3 && memcmp(line, "---", 3) == 0 && strspn(line + 3, " \t") == length - 3;
}

static bool add_key(struct document *document, const char *key, size_t key_length,
                    const char *line_end, size_t line) {
    if (!memory_reserve(&document->keys, &document->key_capacity, document->key_count + 1,
                        sizeof *document->keys)) {
        return false;
    }
    struct document_key *added = &document->keys[document->key_count++];
    const char *text = key + key_length + 1;
    size_t length = source_trim(&text, (size_t)(line_end - text));
    added->key = source_shown(key, key_length);
    added->text = source_shown(text, length);
    added->line = line;
    return added->key && added->text;
}

/* One line of front matter; blank ones are passed over. */
static bool read_key(struct document *document, const char *start, size_t line,
                     struct failure *failure) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    size_t length = source_line_length(start), name = strspn(start, letters);
    if (strspn(start, " \t") == length) {
        return true;
    }
    if (name == 0 || start[name] != ':') {
        size_t at = (size_t)(start - document->raw);
        return failure_at(
            failure, (struct span){at, at + length},
            "front matter holds lines like `title: Softmax`, a word, a colon and a text");
    }
    return add_key(document, start, name, start + length, line) || failure_memory(failure);
}

/* The offset of the line that closes the front matter, or 0. */
static size_t keys_end(const char *raw) {
    for (const char *line = raw;;) {
        line += source_line_length(line);
        if (*line == '\0') {
            return 0;
        }
        line++;
        if (is_fence(line)) {
            return (size_t)(line - raw);
        }
    }
}

static bool read_keys(struct document *document, size_t *body, struct failure *failure) {
    const char *raw = document->raw;
    size_t end = keys_end(raw), line = 2;
    if (end == 0) {
        return failure_at(failure, (struct span){0, 3},
                          "the front matter is not closed: it ends with a line of three hyphens");
    }
    for (const char *at = raw + source_line_length(raw) + 1; at < raw + end; line++) {
        if (!read_key(document, at, line, failure)) {
            return false;
        }
        at += source_line_length(at) + 1;
    }
    *body = end + source_line_length(raw + end);
    *body += raw[*body] == '\n';
    return true;
}

bool source_keys(struct document *document, const char *file, size_t *body,
                 struct failure *failure) {
    *body = 0;
    if (is_fence(document->raw) && !read_keys(document, body, failure)) {
        failure_locate(failure, file, document->raw, 1);
        return false;
    }
    return true;
}
