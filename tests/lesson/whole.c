#include "lesson/whole.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "lesson/making.h"
#include "lesson/source.h"

#include <check.h>
#include <string.h>

/* The first cells of a table, which may be without a word, tell no line; nor does a run that begins
 * with a blank, which md4c may have made of a line's end. */
static size_t told_line(const struct block *block, size_t line, const char *text) {
    return block->kind == BLOCK_ROW || text[0] == ' ' ? 0 : line;
}

static void append_block(struct text *out, const struct block *block) {
    const char *first = block->run_count > 0 ? block->runs[0].text : "";
    text_format(out, "%d %zu-%zu %d%d %d <%s> <%s> %zu<%s>", (int)block->kind,
                told_line(block, block->line, first), block->last_line, block->inside, block->open,
                block->level, block->mark ? block->mark : "", block->info ? block->info : "",
                block->content_line, block->content ? block->content : "");
    for (size_t i = 0; i < block->run_count; i++) {
        const struct run *run = &block->runs[i];
        text_format(out, " %zu:%d<%s>", told_line(block, run->line, run->text), (int)run->style,
                    run->text);
    }
    text_append(out, "\n");
}

static void append_document(struct text *out, struct document *document) {
    struct failure failure = {0};
    for (size_t i = 0; i < document->block_count; i++) {
        size_t count;
        const struct block *blocks = document_want(document, i, &count, &failure);
        ck_assert(!failure.set);
        for (size_t k = 0; k < count; k++) {
            append_block(out, &blocks[k]);
        }
    }
}

static bool is_cut(const struct document *document) {
    for (size_t i = 0; i < document->block_count; i++) {
        if (document->blocks[i].kind == BLOCK_PROSE) {
            return true;
        }
    }
    return false;
}

bool whole_check(const char *text, size_t length) {
    struct document whole, skimmed;
    struct failure failure = {0};
    struct text wanted = {0}, found = {0};
    size_t held = memory_blocks();
    bool read = document_read(&whole, "d.md", text, length, &failure);
    ck_assert(document_skim(&skimmed, "d.md", text, length, &failure) == read);
    bool cut = read && is_cut(&skimmed);
    if (read) {
        append_document(&wanted, &whole);
        append_document(&found, &skimmed);
        ck_assert_msg(text_same(text_string(&wanted), text_string(&found)),
                      "of\n%.*s\n---\n%s---\n%s", (int)length, text, text_string(&wanted),
                      text_string(&found));
    }
    document_release(&whole);
    document_release(&skimmed);
    text_release(&wanted);
    text_release(&found);
    ck_assert_uint_eq(memory_blocks(), held);
    return cut;
}

/* A statement on one line, without its comment. */
static void append_statement(const char *statement, struct text *out) {
    struct slice rest = {statement, strlen(statement)};
    rest.length = slice_find(rest, '#');
    struct slice word = slice_word(&rest);
    while (word.length > 0) {
        char *shown = source_shown(word.bytes, word.length);
        text_append(out, shown ? shown : "");
        out->failed |= !shown;
        memory_free(shown);
        word = slice_word(&rest);
        text_append(out, word.length > 0 ? " " : "");
    }
}

void whole_stop_text(const struct lesson *lesson, size_t stop, struct text *out) {
    const struct stop *at = &lesson->stops[stop];
    const struct part *part = at->kind == STOP_PAGE ? NULL : &lesson->parts[at->part];
    switch (at->kind) {
    case STOP_PAGE:
        text_format(out, "page %zu, %s", at->page + 1, lesson->pages[at->page].title);
        break;
    case STOP_PAUSE:
        text_append(out, "pause");
        break;
    case STOP_STATEMENT:
        append_statement(part->statements[at->statement].text, out);
        break;
    case STOP_QUIZ:
        text_format(out, "quiz %s", part->quiz->id);
        break;
    case STOP_TRY:
        text_format(out, "try %s", part->exercise->id);
        break;
    }
}
