#include "lesson/skim.h"

#include "base/failure.h"
#include "base/memory.h"
#include "lesson/blocks.h"
#include "lesson/cut.h"
#include "lesson/source.h"

#include <string.h>

struct cursor document_at(const struct document *document, size_t offset) {
    return (struct cursor){document->raw, document->length, offset,
                           1 + source_breaks(document->raw, offset)};
}

static bool fill_fence(const struct document *document, const struct piece *piece,
                       struct block *block) {
    const char *info = document->raw + piece->start + piece->marks;
    size_t length = source_trim(&info, piece->inner - piece->start - piece->marks);
    block->kind = BLOCK_FENCE;
    block->last_line = piece->line + piece->lines - 1;
    block->content_line = piece->line + 1;
    block->info = source_shown(info, length);
    block->content = memory_text(document->raw + piece->inner, piece->out - piece->inner);
    return block->info && block->content;
}

static bool fill_comment(const struct document *document, const struct piece *piece,
                         struct block *block) {
    const char *content = document->raw + piece->inner;
    size_t length = source_trim(&content, piece->out - piece->inner);
    block->kind = BLOCK_COMMENT;
    block->last_line = piece->line + piece->lines - 1;
    block->content_line = piece->line;
    block->content = source_shown(content, length);
    return block->content;
}

/* Nothing that Markdown could read: letters, digits, and what stands between words. */
static bool is_plain_text(const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        bool letter = (unsigned)((byte | 0x20) - 'a') < 26 || (unsigned)(byte - '0') < 10;
        if (!letter && byte < 0x80 && !strchr(" ,.?:;()'-", byte)) {
            return false;
        }
    }
    return length > 0;
}

static bool fill_heading(struct block *block, const char *words, size_t length) {
    struct run *run = block_add_run(block);
    if (!run) {
        return false;
    }
    *run = (struct run){RUN_PLAIN, source_shown(words, length), block->line};
    return run->text;
}

/* Most titles are plain words. */
static bool add_heading(struct document *document, const struct piece *piece,
                        struct failure *failure) {
    const char *line = document->raw + piece->start, *words = line;
    while (*words == '#') {
        words++;
    }
    int level = (int)(words - line);
    bool tabs = memchr(line, '\t', piece->end - piece->start) != NULL; /* md4c keeps some */
    size_t length = source_trim(&words, piece->end - piece->start - (size_t)level);
    if (tabs || !is_plain_text(words, length)) {
        struct cursor start = {document->raw, document->length, piece->start, piece->line};
        return document_parse(document, start, piece->end, piece->line, failure);
    }
    struct block *block = blocks_add(document, BLOCK_HEADING, piece->line);
    if (!block || !fill_heading(block, words, length)) {
        return failure_memory(failure);
    }
    block->level = level;
    return true;
}

static bool add_piece(struct document *document, const struct piece *piece,
                      struct failure *failure) {
    if (piece->kind == PIECE_HEADING) {
        return add_heading(document, piece, failure);
    }
    struct block *block = blocks_add(document, BLOCK_PROSE, piece->line);
    if (!block) {
        return failure_memory(failure);
    }
    block->start = piece->start;
    block->end = piece->end;
    return piece->kind == PIECE_PROSE ||
           (piece->kind == PIECE_FENCE ? fill_fence : fill_comment)(document, piece, block) ||
           failure_memory(failure);
}

bool skim_document(struct document *document, size_t body, struct failure *failure) {
    struct cut cut = {.text = document->raw,
                      .length = document->length,
                      .at = body,
                      .line = document_at(document, body).line};
    struct piece piece;
    while (cut_next(&cut, &piece)) {
        if (!add_piece(document, &piece, failure)) {
            return false;
        }
    }
    if (cut.unsure) {
        blocks_release(document);
    }
    return !cut.unsure ||
           document_parse(document, document_at(document, body), document->length, 1, failure);
}

static bool read_prose(const struct document *document, struct block *block, size_t before,
                       struct failure *failure) {
    struct document *prose = memory_allocate(1, sizeof *prose);
    if (!prose) {
        return failure_memory(failure);
    }
    struct cursor start = {document->raw, document->length, block->start, block->line};
    if (!document_parse(prose, start, block->end, before, failure)) {
        document_release(prose);
        memory_free(prose);
        return false;
    }
    block->prose = prose;
    return true;
}

const struct block *document_want(struct document *document, size_t index, size_t *count,
                                  struct failure *failure) {
    struct block *block = &document->blocks[index];
    *count = 1;
    if (block->kind != BLOCK_PROSE) {
        return block;
    }
    if (!block->prose && !read_prose(document, block, index > 0 ? block[-1].line : 1, failure)) {
        return NULL;
    }
    *count = block->prose->block_count;
    return block->prose->blocks;
}
