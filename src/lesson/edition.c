/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "lesson/edition.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "lesson/draft.h"

#include <stdint.h>
#include <string.h>
#include <zlib.h>

static const char PACKED[] = "<!-- qkv packed: right answers, feedback, solutions; this keeps out "
                             "eyes, not effort\n";
static const char EXAM[] = "<!-- qkv exam: no right answers are in this file; yours are judged "
                           "when you hand them in -->\n";
static const char *const WORDS[] = {[EDITION_STUDENT] = "student", [EDITION_EXAM] = "exam"};

enum edition edition_of(const struct document *document) {
    const char *word = document_key(document, "edition");
    return word == NULL                              ? EDITION_TEACHER
           : text_same(word, WORDS[EDITION_STUDENT]) ? EDITION_STUDENT
           : text_same(word, WORDS[EDITION_EXAM])    ? EDITION_EXAM
                                                     : EDITION_TEACHER;
}

/* --- the block ---------------------------------------------------------------------------------
 */

static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Compresses the bytes (RFC 1950) and appends them in base64, on several lines. */
static void pack(const char *bytes, size_t length, struct text *out) {
    enum { BYTES_A_LINE = 57 };
    uLongf size = compressBound(length);
    char *packed = memory_allocate(size, 1);
    out->failed |= packed == NULL || compress2((Bytef *)packed, &size, (const Bytef *)bytes, length,
                                               Z_BEST_COMPRESSION) != Z_OK;
    for (size_t i = 0; !out->failed && i < size; i += BYTES_A_LINE) {
        text_append_base64(out, packed + i, size - i < BYTES_A_LINE ? size - i : BYTES_A_LINE);
        text_append(out, "\n");
    }
    memory_free(packed);
}

/* Decodes base64; false at anything that `pack` does not write. */
static bool read_base64(const char *text, size_t length, struct text *out) {
    uint32_t group = 0;
    size_t count = 0, padding = 0;
    for (size_t i = 0; i < length; i++) {
        const char *digit = strchr(DIGITS, text[i]);
        if (text[i] == '\n') {
            continue;
        }
        padding += text[i] == '=';
        if (text[i] == '\0' || (digit == NULL) != (padding > 0) || padding > 2) {
            return false;
        }
        group = group << 6 | (digit != NULL ? (uint32_t)(digit - DIGITS) : 0);
        if (++count % 4 == 0) {
            for (size_t k = 0; k < 3 && k + padding < 3; k++) {
                text_append_character(out, (char)(unsigned char)(group >> (16 - 8 * k) & 255));
            }
            group = 0;
        }
    }
    return count % 4 == 0;
}

/* Unpacks what `pack` wrote, if it is no longer than a lesson may be. */
static bool unpack_original(const char *text, size_t length, struct text *out) {
    struct text packed = {0};
    uLongf size = FILE_LESSON_LIMIT;
    char *bytes = memory_allocate(size, 1);
    bool ok = bytes != NULL && read_base64(text, length, &packed) &&
              uncompress((Bytef *)bytes, &size, (const Bytef *)text_string(&packed),
                         packed.length) == Z_OK;
    out->failed |= bytes == NULL || packed.failed;
    text_append_bytes(out, bytes, ok ? size : 0);
    memory_free(bytes);
    text_release(&packed);
    return ok || out->failed;
}

/* Returns the last block of the text RAW, because the original itself may mention blocks; NULL when
 * there is none. */
static const char *find_block(const char *raw) {
    const char *block = NULL;
    for (const char *at = strstr(raw, PACKED); at != NULL; at = strstr(at + 1, PACKED)) {
        block = at;
    }
    return block;
}

bool edition_unpack(const char *raw, struct text *original, struct failure *failure) {
    const char *block = find_block(raw), *end = block == NULL ? NULL : strstr(block, "-->");
    const char *packed = block == NULL ? NULL : block + strlen(PACKED);
    if (end == NULL || !unpack_original(packed, (size_t)(end - packed), original) ||
        (original->length == 0 && !original->failed)) {
        return failure_set(failure,
                           "this lesson was released for students, and the block at its "
                           "end is %s: ask for the file again",
                           end == NULL ? "missing" : "damaged");
    }
    return text_ok(original, failure);
}

/* --- a line of a question --------------------------------------------------------------------- */

static bool is_choice_line(struct slice line) {
    return line.length >= 3 && strchr("([", line.bytes[0]) != NULL &&
           strchr(" xX123456789", line.bytes[1]) != NULL && strchr(")]", line.bytes[2]) != NULL;
}

/* Writes a choice as `( ) text`, whether it is right or not, and without its feedback. */
static void write_choice(struct slice line, struct text *out) {
    struct slice text = slice_after(line, 3);
    for (size_t i = 0; i + 1 < text.length; i++) {
        if (memcmp(text.bytes + i, "{{", 2) == 0) {
            text.length = i;
        }
    }
    text = slice_trimmed(text);
    text_format(out, "%c %c ", line.bytes[0], line.bytes[2]);
    text_append_bytes(out, text.bytes, text.length);
    text_append(out, "\n");
}

static void write_quiz_line(const struct part *part, struct slice line, struct text *out) {
    if (is_choice_line(line)) {
        write_choice(line, out);
    } else if (slice_starts(line, "=")) {
        text_format(out, "= %s", part->quiz->kind->blank != NULL ? part->quiz->kind->blank : "?");
        text_repeat(out, " ?", part->quiz->count > 1 ? part->quiz->count - 1 : 0);
        text_append(out, "\n");
    } else if (part->quiz->task != NULL && slice_starts(line, "inputs:")) {
        text_append_bytes(out, line.bytes, line.length);
        text_format(out, "\nresult: %s\n", part->quiz->task->result);
    } else if (!slice_starts(line, "explain:") && !slice_starts(line, "solution:") &&
               !slice_starts(line, "wrong:")) {
        text_append_bytes(out, line.bytes, line.length);
        text_append(out, "\n");
    }
}

/* --- words ------------------------------------------------------------------------------------ */

/* Returns the length of `CODE` at AT, including both quotes; 0 when it is no code, or goes beyond
 * its paragraph. */
static size_t code_length(const char *at, const char *end) {
    for (const char *to = at + 1; to < end; to++) {
        if (*to == '`') {
            return (size_t)(to - at) + 1;
        }
        if (*to == '\n' && to + 1 < end && to[1] == '\n') {
            return 0;
        }
    }
    return 0;
}

/* Returns how much of CODE precedes the number that is checked in it; 0 when no number is. */
static size_t before_number(struct slice code) {
    static const char arrow[] = "→";
    size_t before = 0;
    double number;
    for (size_t i = 0; i + strlen(arrow) <= code.length; i++) {
        before = memcmp(code.bytes + i, arrow, strlen(arrow)) == 0 ? i + strlen(arrow) : before;
    }
    struct slice rest = slice_trimmed((struct slice){code.bytes + before, code.length - before});
    return before > 0 && number_parse(rest.bytes, rest.length, &number) ? before : 0;
}

/* Writes words without the numbers that are checked in them. */
static void write_words_without_numbers(const char *at, const char *end, struct text *out) {
    while (at < end) {
        bool fence = end - at >= 3 && memcmp(at, "```", 3) == 0;
        size_t length = fence ? 3 : *at == '`' ? code_length(at, end) : 0;
        size_t before = length < 2 ? 0 : before_number((struct slice){at + 1, length - 2});
        if (before > 0) {
            text_append_bytes(out, at, before + 1);
            text_append(out, " …`");
        } else {
            text_append_bytes(out, at, length > 0 ? length : 1);
        }
        at += length > 0 ? length : 1;
    }
}

/* --- the whole -------------------------------------------------------------------------------- */

/* The state of writing a lesson as an edition. */
struct edition_writing {
    const struct lesson *lesson;
    struct document_cursor cursor; /* what precedes it has been written */
    struct text *out;
};

/* Moves the cursor to line LINE and returns the text that it passes. */
static struct slice take_to(struct edition_writing *writing, size_t line) {
    const char *from = document_here(&writing->cursor);
    if (line > writing->cursor.line) {
        document_seek(&writing->cursor, line);
    }
    return (struct slice){from, (size_t)(document_here(&writing->cursor) - from)};
}

static void write_as_is(struct edition_writing *writing, size_t line) {
    struct slice text = take_to(writing, line);
    text_append_bytes(writing->out, text.bytes, text.length);
}

/* Passes the lines of PART up to LAST to WRITE, one by one. */
static void write_part_lines(struct edition_writing *writing, const struct part *part, size_t last,
                             void (*write)(const struct part *part, struct slice line,
                                           struct text *out)) {
    struct slice text = take_to(writing, last);
    while (text.length > 0) {
        write(part, slice_line(&text), writing->out);
    }
}

static void write_exercise_line(const struct part *part, struct slice line, struct text *out) {
    (void)part;
    if (!slice_starts(line, "solution:")) {
        text_append_bytes(out, line.bytes, line.length);
        text_append(out, "\n");
    }
}

/* Writes the statements, without those that only check what must be true. */
static void write_statements(struct edition_writing *writing, const struct part *part) {
    for (size_t i = 0; i < part->statement_count; i++) {
        const struct source_line *line = &part->statements[i];
        size_t lines = 1 + document_breaks(line->text, strlen(line->text));
        write_as_is(writing, line->line);
        if (line->goal != NULL) {
            take_to(writing, line->line + lines);
        }
    }
}

static bool only_expects(const struct part *part) {
    bool only = part->kind == PART_FENCE && part->statement_count > 0;
    for (size_t i = 0; i < part->statement_count; i++) {
        only = only && part->statements[i].goal != NULL;
    }
    return only;
}

static bool is_remark(const struct lesson *lesson, size_t block) {
    const struct block *comment = &lesson->document.blocks[block];
    bool remark = comment->kind == BLOCK_COMMENT && !comment->inside;
    for (size_t i = 0; i < lesson->part_count; i++) {
        remark = remark && lesson->parts[i].block != block;
    }
    return remark;
}

/* Writes the words up to LINE. */
static void write_words_to(struct edition_writing *writing, size_t line) {
    const struct document *document = &writing->lesson->document;
    struct slice words;
    for (size_t i = 0; i < document->block_count; i++) {
        const struct block *block = &document->blocks[i];
        if (block->line >= writing->cursor.line && block->line < line &&
            is_remark(writing->lesson, i)) {
            words = take_to(writing, block->line);
            write_words_without_numbers(words.bytes, words.bytes + words.length, writing->out);
            take_to(writing, block->last_line + 1);
        }
    }
    words = take_to(writing, line);
    write_words_without_numbers(words.bytes, words.bytes + words.length, writing->out);
}

static void write_edition_part(struct edition_writing *writing, const struct part *part) {
    const struct block *block = &writing->lesson->document.blocks[part->block];
    if (part->kind == PART_NARRATION || part->kind == PART_PAUSE) {
        return;
    }
    write_words_to(writing, block->line);
    if (part->kind == PART_NOTE || only_expects(part)) {
        take_to(writing, block->last_line + 1);
        return;
    }
    write_as_is(writing, block->line + 1);
    if (part->kind == PART_QUIZ) {
        write_part_lines(writing, part, block->last_line, write_quiz_line);
    } else if (part->kind == PART_TRY) {
        write_part_lines(writing, part, block->last_line, write_exercise_line);
    } else {
        write_statements(writing, part);
    }
    write_as_is(writing, block->last_line + 1);
}

/* Writes the front matter of the edition: which edition it is, and the lesson's id, because the
 * name of its file may be another one. */
static void write_front(struct edition_writing *writing, enum edition edition) {
    const struct document *document = &writing->lesson->document;
    bool fronted = text_starts(document->raw, "---\n");
    text_append(writing->out, "---\n");
    if (document_key(document, "id") == NULL) {
        text_format(writing->out, "id: %s\n", writing->lesson->id);
    }
    text_format(writing->out, "edition: %s\n", WORDS[edition]);
    if (!fronted) {
        text_append(writing->out, "---\n");
        return;
    }
    take_to(writing, 2);
    while (strncmp(document_here(&writing->cursor), "---", 3) != 0 &&
           *document_here(&writing->cursor) != '\0') {
        write_as_is(writing, writing->cursor.line + 1);
    }
    write_as_is(writing, writing->cursor.line + 1);
}

bool edition_write(const struct lesson *lesson, enum edition edition, struct text *out,
                   struct failure *failure) {
    const struct document *document = &lesson->document;
    struct edition_writing writing = {lesson, document_start(document->raw), out};
    bool asks = false;
    for (size_t i = 0; i < lesson->part_count; i++) {
        asks = asks || lesson->parts[i].kind == PART_QUIZ || lesson->parts[i].kind == PART_TRY;
    }
    if (!asks) {
        return failure_set(failure, "%s has no questions: there is nothing to leave out",
                           lesson->title);
    }
    if (document_key(document, "edition") != NULL) {
        return failure_set(failure, "this is a lesson for students already");
    }
    write_front(&writing, edition);
    text_append(out, edition == EDITION_EXAM ? EXAM : "");
    for (size_t i = 0; i < lesson->part_count; i++) {
        write_edition_part(&writing, &lesson->parts[i]);
    }
    write_words_to(&writing, SIZE_MAX);
    if (edition == EDITION_STUDENT) {
        text_append(out, out->bytes != NULL && out->bytes[out->length - 1] == '\n' ? "\n" : "\n\n");
        text_append(out, PACKED);
        pack(document->raw, document->length, out);
        text_append(out, "-->\n");
    }
    return text_ok(out, failure);
}

/* Returns RAW, a student's edition, without what is packed in its block and without blanks around
 * it. */
static struct slice outside(const char *raw, enum edition edition, struct text *out) {
    const char *block = edition == EDITION_STUDENT ? find_block(raw) : NULL;
    const char *end = block == NULL ? NULL : strstr(block, "-->");
    text_append_bytes(out, raw, end == NULL ? strlen(raw) : (size_t)(block - raw));
    text_append(out, end == NULL ? "" : end);
    return slice_trimmed((struct slice){text_string(out), out->length});
}

bool edition_belongs(const char *raw, const struct lesson *lesson, enum edition edition,
                     struct failure *failure) {
    struct text ours = {0}, packed = {0}, outsides[2] = {{0}, {0}};
    bool ok = edition_write(lesson, edition, &ours, failure);
    struct slice one = outside(raw, edition, &outsides[0]);
    struct slice other = outside(text_string(&ours), edition, &outsides[1]);
    ok = ok && one.length == other.length && memcmp(one.bytes, other.bytes, one.length) == 0;
    if (ok && edition == EDITION_STUDENT) {
        ok = edition_unpack(raw, &packed, failure) &&
             text_same(text_string(&packed), lesson->document.raw);
    }
    text_release(&ours);
    text_release(&packed);
    text_release(&outsides[0]);
    text_release(&outsides[1]);
    return ok;
}
