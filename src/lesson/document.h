/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* document: Markdown as a flat list of blocks with styled runs and line numbers.
 *
 * Everything reaching a terminal later is sanitised here, once: block texts, runs, infos. The raw
 * text is kept as loaded (line ends made \n, a BOM noticed and dropped) because fences are read
 * from it. */
#ifndef QKV_LESSON_DOCUMENT_H
#define QKV_LESSON_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>

struct failure;
struct text;

enum run_style { RUN_PLAIN, RUN_EMPHASIS, RUN_STRONG, RUN_CODE, RUN_LINK };

struct run {
    enum run_style style;
    char *text;
    size_t line; /* of its first character, from 1 */
};

enum block_kind {
    BLOCK_HEADING, /* LEVEL 1 … 6 */
    BLOCK_PARAGRAPH,
    BLOCK_ITEM, /* one paragraph of a list item; LEVEL its depth from 1, MARK "•" or "1." or "" */
    BLOCK_QUOTE, /* one paragraph of a block quote */
    BLOCK_FENCE, /* a fenced code block: INFO and the raw CONTENT */
    BLOCK_CODE,  /* an indented code block: raw CONTENT */
    BLOCK_ROW, /* one row of a table: cells are parted by a run whose text is "\t"; LEVEL 1: header
                */
    BLOCK_RULE,
    BLOCK_COMMENT /* an HTML comment standing alone: CONTENT without <!-- --> */
};

struct block {
    enum block_kind kind;
    size_t line;      /* its first line in the file, from 1 */
    size_t last_line; /* FENCE (its closing line), CODE, COMMENT: its last line; else 0 */
    bool inside;      /* FENCE, CODE, COMMENT: it is inside a list, a quote or a paragraph */
    bool open;        /* FENCE, COMMENT: the file ends before it is closed */
    int level;
    char *mark, *info, *content; /* NULL where not meant */
    size_t content_line;         /* the file's line of the content's first line */
    struct run *runs;
    size_t run_count, run_capacity;
};

/* One line `key: text` of the front matter. */
struct document_key {
    char *key, *text;
    size_t line;
};

struct document {
    char *raw;     /* the whole text, \n line ends, no BOM */
    size_t length; /* of it */
    bool bom;
    struct document_key *keys;
    size_t key_count, key_capacity;
    struct block *blocks;
    size_t block_count, block_capacity;
};

/* Reads TEXT (LENGTH bytes). Fails for no memory, a NUL byte, front matter that is not flat
 * `key: text` or is not closed; FAILURE is located in FILE. Release also after a failure. */
bool document_read(struct document *document, const char *file, const char *text, size_t length,
                   struct failure *failure);
/* Reads bare statements: only the raw text, no keys, no blocks. */
bool document_read_plain(struct document *document, const char *file, const char *text,
                         size_t length, struct failure *failure);
void document_release(struct document *document);

/* A byte that sanitised text never contains. It marks both ends of emphasised words. */
enum { DOCUMENT_EMPHASIS = 1 };

/* Appends one line of Markdown (LENGTH bytes, no block of its own) as plain, sanitised words. Marks
 * of emphasis become DOCUMENT_EMPHASIS; code keeps its backquotes. False without memory. */
bool document_words(const char *line, size_t length, struct text *out);

/* Appends WORDS (from document_words) without their marks of emphasis. */
void document_plain(const char *words, struct text *out);

/* Returns the text of key KEY, or NULL. */
const char *document_key(const struct document *document, const char *key);

/* In markdown.c, the only file that uses md4c. Adds the blocks of DOCUMENT's raw text from the
 * offset BODY on; the document owns them, also after a failure. Fails only without memory: any text
 * is Markdown. */
bool markdown_read(struct document *document, size_t body, struct failure *failure);

/* --- bytes and lines -------------------------------------------------------------------------- */

/* Returns the length of the line at LINE, without its \n. */
size_t document_line_length(const char *line);

/* Returns the number of line breaks in LENGTH bytes. */
size_t document_breaks(const char *bytes, size_t length);

/* Returns a copy of LENGTH bytes that is safe on a terminal, with tabs made blanks; NULL without
 * memory. */
char *document_copy_shown(const char *bytes, size_t length);

/* True for what counts as white space in a lesson. */
bool document_blank(char byte);

/* Trims the white space around LENGTH bytes: moves *BYTES and returns the new length. */
size_t document_trim(const char **bytes, size_t length);

/* A position in a text together with its line. Moving takes time in proportion to the distance. */
struct document_cursor {
    const char *text; /* not owned */
    size_t length;
    size_t offset, line; /* the line counts from 1 */
};

struct document_cursor document_start(const char *text);

/* Moves to BYTES when they are in the text; false when they are not. */
bool document_move(struct document_cursor *cursor, const char *bytes);

/* Moves to the start of a line, or to the end of a text with fewer lines. */
void document_seek(struct document_cursor *cursor, size_t line);

/* Moves to the start of the next line; false at the last one. */
bool document_next(struct document_cursor *cursor);

/* Returns the text from the cursor on. */
const char *document_here(const struct document_cursor *cursor);

/* Moves past a fence whose opening line is OPENING and whose content has LINES lines: past its
 * closing line, and returns true, or past its content when no such line follows. In a list or a
 * quote (INSIDE) their marks may precede the closing line. */
bool document_pass_fence(struct document_cursor *cursor, size_t opening, size_t lines, bool inside);

/* Returns the fence's first mark on the line at LINE, after blanks and, when INSIDE, after the
 * marks of quotes and lists; NULL when the line opens no fence. */
const char *document_fence(const char *line, bool inside);

#endif
