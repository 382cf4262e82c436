/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "lesson/document.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"

#include <stdint.h>
#include <string.h>

/* --- bytes and lines -------------------------------------------------------------------------- */

size_t document_line_length(const char *line) {
    return strcspn(line, "\n");
}

size_t document_breaks(const char *bytes, size_t length) {
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        count += bytes[i] == '\n';
    }
    return count;
}

bool document_blank(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\n';
}

size_t document_trim(const char **bytes, size_t length) {
    while (length > 0 && document_blank((*bytes)[length - 1])) {
        length--;
    }
    while (length > 0 && document_blank(**bytes)) {
        ++*bytes;
        length--;
    }
    return length;
}

char *document_copy_shown(const char *bytes, size_t length) {
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

/* --- a place in the text ---------------------------------------------------------------------- */

struct document_cursor document_start(const char *text) {
    return (struct document_cursor){.text = text, .length = strlen(text), .line = 1};
}

bool document_move(struct document_cursor *cursor, const char *bytes) {
    uintptr_t start = (uintptr_t)cursor->text, place = (uintptr_t)bytes;
    if (place < start || place > start + cursor->length) {
        return false;
    }
    size_t offset = (size_t)(place - start);
    if (offset >= cursor->offset) {
        cursor->line += document_breaks(document_here(cursor), offset - cursor->offset);
    } else {
        cursor->line -= document_breaks(bytes, cursor->offset - offset);
    }
    cursor->offset = offset;
    return true;
}

/* Goes back to the start of the line. */
static void move_to_line_start(struct document_cursor *cursor) {
    while (cursor->offset > 0 && cursor->text[cursor->offset - 1] != '\n') {
        cursor->offset--;
    }
}

void document_seek(struct document_cursor *cursor, size_t line) {
    move_to_line_start(cursor);
    while (cursor->line > line && cursor->offset > 0) {
        cursor->offset--;
        cursor->line--;
        move_to_line_start(cursor);
    }
    while (cursor->line < line) {
        const char *here = document_here(cursor);
        const char *end = memchr(here, '\n', cursor->length - cursor->offset);
        if (!end) {
            return;
        }
        cursor->offset += (size_t)(end + 1 - here);
        cursor->line++;
    }
}

bool document_next(struct document_cursor *cursor) {
    const char *here = document_here(cursor);
    size_t length = document_line_length(here);
    return here[length] == '\n' && document_move(cursor, here + length + 1);
}

const char *document_here(const struct document_cursor *cursor) {
    return cursor->text + cursor->offset;
}

const char *document_fence(const char *line, bool inside) {
    line += strspn(line, inside ? " \t>-+*0123456789.)" : " \t");
    return text_starts(line, "```") || text_starts(line, "~~~") ? line : NULL;
}

/* True when LINE closes a fence that was opened by the marks at OPENING. */
static bool closes_fence(const char *line, const char *opening, bool inside) {
    char mark[2] = {opening ? *opening : '`', '\0'};
    size_t needed = opening ? strspn(opening, mark) : 3;
    line += strspn(line, inside ? " \t>" : " ");
    size_t marks = strspn(line, mark);
    line += marks;
    return marks >= needed && strspn(line, " \t") == document_line_length(line);
}

bool document_pass_fence(struct document_cursor *cursor, size_t opening, size_t lines,
                         bool inside) {
    document_seek(cursor, opening);
    const char *first = document_fence(document_here(cursor), inside);
    bool more = true;
    for (size_t i = 0; i <= lines && more; i++) {
        more = document_next(cursor);
    }
    if (!more || !closes_fence(document_here(cursor), first, inside)) {
        return false;
    }
    if (!document_next(cursor)) {
        document_move(cursor, document_here(cursor) + document_line_length(document_here(cursor)));
    }
    return true;
}

/* --- what comes before Markdown: line ends, a byte order mark, the front matter --------------- */

static const char BOM[] = "\xef\xbb\xbf";

/* Appends the text with every line end made \n and every NUL made U+FFFD. *NUL becomes the position
 * of the first NUL in what was appended. */
static void append_normal(struct text *raw, const char *text, size_t length, size_t *nul) {
    for (size_t at = 0; at < length; at++) {
        size_t piece = at;
        while (at < length && text[at] != '\0' && text[at] != '\r') {
            at++;
        }
        text_append_bytes(raw, text + piece, at - piece);
        if (at < length && text[at] == '\0') {
            *nul = *nul == SIZE_MAX ? raw->length : *nul;
            text_append(raw, "\xef\xbf\xbd");
        } else if (at < length && (at + 1 == length || text[at + 1] != '\n')) {
            text_append_character(raw, '\n');
        }
    }
}

static bool load_text(struct document *document, const char *file, const char *text, size_t length,
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
        failure_at(failure, (struct span){nul, nul + 3}, "a zero byte: a lesson is text");
        failure_locate(failure, file, document->raw, 1);
        return false;
    }
    return true;
}

/* A line of three hyphens opens and closes front matter. */
static bool is_front_matter_fence(const char *line) {
    size_t length = document_line_length(line);
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
    size_t length = document_trim(&text, (size_t)(line_end - text));
    added->key = document_copy_shown(key, key_length);
    added->text = document_copy_shown(text, length);
    added->line = line;
    return added->key && added->text;
}

/* Reads one line of front matter; a blank one is skipped. */
static bool read_front_matter_line(struct document *document, const char *start, size_t line,
                                   struct failure *failure) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    size_t length = document_line_length(start), name = strspn(start, letters);
    if (strspn(start, " \t") == length) {
        return true;
    }
    if (name == 0 || start[name] != ':') {
        size_t at = (size_t)(start - document->raw);
        return failure_at(
            failure, (struct span){at, at + length},
            "front matter consists of lines like `title: Softmax`: a word, a colon and a text");
    }
    return add_key(document, start, name, start + length, line) || failure_memory(failure);
}

/* Returns the offset of the line that closes the front matter, or 0. */
static size_t find_keys_end(const char *raw) {
    for (const char *line = raw;;) {
        line += document_line_length(line);
        if (*line == '\0') {
            return 0;
        }
        line++;
        if (is_front_matter_fence(line)) {
            return (size_t)(line - raw);
        }
    }
}

static bool read_keys(struct document *document, size_t *body, struct failure *failure) {
    const char *raw = document->raw;
    size_t end = find_keys_end(raw), line = 2;
    if (end == 0) {
        return failure_at(failure, (struct span){0, 3},
                          "the front matter is not closed: it ends with a line of three hyphens");
    }
    for (const char *at = raw + document_line_length(raw) + 1; at < raw + end; line++) {
        if (!read_front_matter_line(document, at, line, failure)) {
            return false;
        }
        at += document_line_length(at) + 1;
    }
    *body = end + document_line_length(raw + end);
    *body += raw[*body] == '\n';
    return true;
}

static bool load_keys(struct document *document, const char *file, size_t *body,
                      struct failure *failure) {
    *body = 0;
    if (is_front_matter_fence(document->raw) && !read_keys(document, body, failure)) {
        failure_locate(failure, file, document->raw, 1);
        return false;
    }
    return true;
}

/* --- the document ----------------------------------------------------------------------------- */

bool document_read_plain(struct document *document, const char *file, const char *text,
                         size_t length, struct failure *failure) {
    *document = (struct document){0};
    return load_text(document, file, text, length, failure);
}

bool document_read(struct document *document, const char *file, const char *text, size_t length,
                   struct failure *failure) {
    size_t body;
    return document_read_plain(document, file, text, length, failure) &&
           load_keys(document, file, &body, failure) && markdown_read(document, body, failure);
}

/* A letter before the line keeps its first characters from beginning a list or a heading. */
bool document_words(const char *line, size_t length, struct text *out) {
    struct document document = {0};
    struct failure ignored = {0};
    struct text guarded = {0};
    text_append(&guarded, "x");
    text_append_bytes(&guarded, line, length);
    bool ok = text_ok(&guarded, &ignored) &&
              document_read(&document, "", text_string(&guarded), guarded.length, &ignored);
    for (size_t i = 0; ok && document.block_count > 0 && i < document.blocks[0].run_count; i++) {
        const struct run *run = &document.blocks[0].runs[i];
        static const char emphasis[] = {DOCUMENT_EMPHASIS, '\0'};
        bool stressed = run->style == RUN_EMPHASIS || run->style == RUN_STRONG;
        const char *quote = run->style == RUN_CODE ? "`" : stressed ? emphasis : "";
        text_format(out, "%s%s%s", quote, run->text + (i == 0 ? 1 : 0), quote);
    }
    document_release(&document);
    text_release(&guarded);
    return ok && !out->failed;
}

void document_plain(const char *words, struct text *out) {
    static const char emphasis[] = {DOCUMENT_EMPHASIS, '\0'};
    while (*words != '\0') {
        size_t length = strcspn(words, emphasis);
        text_append_bytes(out, words, length);
        words += length + (words[length] != '\0');
    }
}

static void block_release(struct block *block) {
    for (size_t i = 0; i < block->run_count; i++) {
        memory_free(block->runs[i].text);
    }
    memory_free(block->runs);
    memory_free(block->mark);
    memory_free(block->info);
    memory_free(block->content);
}

void document_release(struct document *document) {
    for (size_t i = 0; i < document->key_count; i++) {
        memory_free(document->keys[i].key);
        memory_free(document->keys[i].text);
    }
    for (size_t i = 0; i < document->block_count; i++) {
        block_release(&document->blocks[i]);
    }
    memory_free(document->blocks);
    memory_free(document->keys);
    memory_free(document->raw);
    *document = (struct document){0};
}

const char *document_key(const struct document *document, const char *key) {
    for (size_t i = 0; i < document->key_count; i++) {
        if (text_same(document->keys[i].key, key)) {
            return document->keys[i].text;
        }
    }
    return NULL;
}
