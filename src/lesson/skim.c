#include "lesson/skim.h"

#include "base/failure.h"
#include "base/memory.h"
#include "lesson/cut.h"
#include "lesson/source.h"

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

static bool add_piece(struct document *document, const struct piece *piece,
                      struct failure *failure) {
    if (piece->kind == PIECE_HEADING) {
        struct cursor start = {document->raw, document->length, piece->start, piece->line};
        return document_parse(document, start, piece->end, piece->line, failure);
    }
    if (!memory_reserve(&document->blocks, &document->block_capacity, document->block_count + 1,
                        sizeof *document->blocks)) {
        return failure_memory(failure);
    }
    struct block *block = &document->blocks[document->block_count++];
    *block = (struct block){.kind = BLOCK_PROSE, .line = piece->line};
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
        document_release_blocks(document);
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
    if (!block->prose &&
        !read_prose(document, block, index > 0 ? block[-1].line : 1, failure)) {
        return NULL;
    }
    *count = block->prose->block_count;
    return block->prose->blocks;
}
