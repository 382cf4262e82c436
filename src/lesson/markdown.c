/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* markdown: gathers what md4c reports about a text as the blocks of a document. */
#include "lesson/document.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"

#include <md4c.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- entities --------------------------------------------------------------------------------- */

/* The named entities that prose about attention is likely to contain. */
static const struct {
    const char *name, *character;
} ENTITIES[] = {
    {"amp", "&"},   {"lt", "<"},      {"gt", ">"},    {"quot", "\""},  {"apos", "'"},
    {"nbsp", " "},  {"ndash", "–"},   {"mdash", "—"}, {"hellip", "…"}, {"times", "×"},
    {"minus", "−"}, {"middot", "·"},  {"rarr", "→"},  {"larr", "←"},   {"radic", "√"},
    {"sum", "∑"},   {"part", "∂"},    {"infin", "∞"}, {"asymp", "≈"},  {"ne", "≠"},
    {"le", "≤"},    {"ge", "≥"},      {"alpha", "α"}, {"beta", "β"},   {"gamma", "γ"},
    {"delta", "δ"}, {"epsilon", "ε"}, {"theta", "θ"}, {"lambda", "λ"}, {"mu", "μ"},
    {"pi", "π"},    {"sigma", "σ"},   {"tau", "τ"},   {"phi", "φ"},    {"Delta", "Δ"},
    {"Sigma", "Σ"}, {"rsquo", "’"},   {"lsquo", "‘"}, {"ldquo", "“"},  {"rdquo", "”"},
};

/* Appends the character of `#945;` or `#x3b1;`, in which md4c has found digits; U+FFFD when there
 * is no such character. */
static void append_numeric(struct text *out, const char *bytes) {
    bool hex = (bytes[1] | 0x20) == 'x';
    unsigned long point = strtoul(bytes + (hex ? 2 : 1), NULL, hex ? 16 : 10);
    char character[5];
    utf8_encode(point == 0 || point > 0x10ffff ? 0xfffd : (uint32_t)point, character);
    text_append(out, character);
}

static void append_entity(struct text *out, const char *bytes, size_t length) {
    if (length < 3 || bytes[0] != '&' || bytes[length - 1] != ';') {
        text_append_bytes(out, bytes, length);
        return;
    }
    if (bytes[1] == '#') {
        append_numeric(out, bytes + 1);
        return;
    }
    for (size_t i = 0; i < sizeof ENTITIES / sizeof *ENTITIES; i++) {
        const char *name = ENTITIES[i].name;
        if (strlen(name) == length - 2 && memcmp(name, bytes + 1, length - 2) == 0) {
            text_append(out, ENTITIES[i].character);
            return;
        }
    }
    text_append_bytes(out, bytes, length);
}

/* --- what is gathered ------------------------------------------------------------------------- */

/* A list or a quote around what is being read. */
struct container {
    enum { CONTAINER_QUOTE, CONTAINER_BULLETS, CONTAINER_NUMBERS } kind;
    unsigned number; /* of the present item */
    bool fresh;      /* nothing of the present item has been read */
};

/* Gathers md4c's calls. md4c reports no lines, but nearly all the text that it passes lies in the
 * raw text, so its position there gives the line. */
struct builder {
    struct document *document;
    struct document_cursor cursor; /* the last place in the raw text that md4c spoke of */
    struct container *containers;
    size_t container_count, container_capacity;
    int lists, quotes; /* how many of either */
    enum run_style *styles;
    size_t style_count, style_capacity;
    bool has_block;  /* the last block takes runs */
    bool verbatim;   /* inside a code or an HTML block: text goes to CONTENT */
    bool in_comment; /* inside a comment of a paragraph */
    size_t
        verbatim_line; /* the line of the first of its text lying in the raw text, 0 while none */
    size_t breaks_before; /* and the line breaks before that */
    struct text content;
    struct text run; /* the run being gathered */
    enum run_style run_style;
    size_t run_line;
    bool failed;
};

/* --- blocks and runs -------------------------------------------------------------------------- */

static struct block *last_block(const struct builder *builder) {
    return &builder->document->blocks[builder->document->block_count - 1];
}

/* Adds an empty block, valid until the next is added. NULL without memory. */
static struct block *add_block(struct builder *builder, enum block_kind kind) {
    struct document *document = builder->document;
    if (!memory_reserve(&document->blocks, &document->block_capacity, document->block_count + 1,
                        sizeof *document->blocks)) {
        builder->failed = true;
        return NULL;
    }
    struct block *block = &document->blocks[document->block_count++];
    block->kind = kind;
    block->line = builder->cursor.line;
    return block;
}

/* Appends the gathered run to the last block. */
static void flush_run(struct builder *builder) {
    if (builder->run.length == 0 || !builder->has_block) {
        text_clear(&builder->run);
        return;
    }
    struct block *block = last_block(builder);
    if (!memory_reserve(&block->runs, &block->run_capacity, block->run_count + 1,
                        sizeof *block->runs)) {
        builder->failed = true;
        return;
    }
    struct run *run = &block->runs[block->run_count++];
    bool parts_cells = text_same(text_string(&builder->run), "\t");
    run->style = builder->run_style;
    run->line = builder->run_line;
    run->text = parts_cells ? memory_text("\t", 1)
                            : document_copy_shown(builder->run.bytes, builder->run.length);
    builder->failed |= builder->run.failed || !run->text;
    text_clear(&builder->run);
}

static void close_block(struct builder *builder) {
    flush_run(builder);
    builder->has_block = false;
    builder->in_comment = false;
}

static enum run_style present_style(const struct builder *builder) {
    return builder->style_count > 0 ? builder->styles[builder->style_count - 1] : RUN_PLAIN;
}

/* Prepares the run being gathered for text of the present style. */
static void prepare_run(struct builder *builder) {
    enum run_style style = present_style(builder);
    if (builder->run.length > 0 && builder->run_style != style) {
        flush_run(builder);
    }
    if (builder->run.length == 0) {
        builder->run_style = style;
        builder->run_line = builder->cursor.line;
    }
}

/* Opens a block that takes runs, of the kind that suits the place: an item, a quote or a plain
 * paragraph. */
static void open_paragraph(struct builder *builder) {
    struct container *inner =
        builder->container_count > 0 ? &builder->containers[builder->container_count - 1] : NULL;
    struct block *block = add_block(builder, !inner                           ? BLOCK_PARAGRAPH
                                             : inner->kind == CONTAINER_QUOTE ? BLOCK_QUOTE
                                                                              : BLOCK_ITEM);
    if (!block) {
        return;
    }
    builder->has_block = true;
    if (inner && block->kind == BLOCK_ITEM) {
        struct text mark = {0};
        if (inner->fresh && inner->kind == CONTAINER_NUMBERS) {
            text_format(&mark, "%u.", inner->number);
        } else if (inner->fresh) {
            text_append(&mark, "•");
        }
        block->level = builder->lists;
        block->mark = text_steal(&mark);
        builder->failed |= !block->mark;
        inner->fresh = false;
    } else if (block->kind == BLOCK_QUOTE) {
        block->level = builder->quotes;
    }
}

/* --- containers ------------------------------------------------------------------------------- */

static void enter_container(struct builder *builder, MD_BLOCKTYPE type, const void *detail) {
    if (!memory_reserve(&builder->containers, &builder->container_capacity,
                        builder->container_count + 1, sizeof *builder->containers)) {
        builder->failed = true;
        return;
    }
    struct container *container = &builder->containers[builder->container_count++];
    *container = (struct container){.kind = CONTAINER_BULLETS};
    if (type == MD_BLOCK_QUOTE) {
        container->kind = CONTAINER_QUOTE;
        builder->quotes++;
        return;
    }
    builder->lists++;
    if (type == MD_BLOCK_OL) {
        container->kind = CONTAINER_NUMBERS;
        container->number = ((const MD_BLOCK_OL_DETAIL *)detail)->start;
    }
}

static void leave_container(struct builder *builder) {
    struct container *container = &builder->containers[--builder->container_count];
    if (container->kind == CONTAINER_QUOTE) {
        builder->quotes--;
    } else {
        builder->lists--;
    }
}

/* --- verbatim blocks: code and HTML ----------------------------------------------------------- */

static char *copy_info(const MD_ATTRIBUTE *info) {
    struct text text = {0};
    for (size_t i = 0; info->size > 0 && info->substr_offsets[i] < info->size; i++) {
        const char *piece = info->text + info->substr_offsets[i];
        size_t length = info->substr_offsets[i + 1] - info->substr_offsets[i];
        if (info->substr_types[i] == MD_TEXT_ENTITY) {
            append_entity(&text, piece, length);
        } else {
            text_append_bytes(&text, piece, length);
        }
    }
    char *shown = text.failed ? NULL : document_copy_shown(text_string(&text), text.length);
    text_release(&text);
    return shown;
}

static void enter_verbatim(struct builder *builder) {
    text_clear(&builder->content);
    builder->verbatim = true;
    builder->verbatim_line = 0;
    builder->breaks_before = 0;
}

static void enter_code(struct builder *builder, const MD_BLOCK_CODE_DETAIL *detail) {
    bool fenced = detail->fence_char != 0;
    struct block *block = add_block(builder, fenced ? BLOCK_FENCE : BLOCK_CODE);
    enter_verbatim(builder);
    if (!block) {
        return;
    }
    block->inside = builder->container_count > 0;
    block->line = 0;
    if (fenced) {
        /* An info with escapes or entities is a copy, so it gives no position. */
        block->line = detail->info.size > 0 && document_move(&builder->cursor, detail->info.text)
                          ? builder->cursor.line
                          : 0;
        block->info = copy_info(&detail->info);
        builder->failed |= !block->info;
    }
}

/* Finds the line of a fence whose content is empty and whose info gives no position: the next line
 * that opens a fence. */
static size_t find_fence(struct document_cursor *cursor) {
    while (!document_fence(document_here(cursor), true) && document_next(cursor)) {
    }
    return cursor->line;
}

static void leave_code(struct builder *builder) {
    struct block *block = last_block(builder);
    bool fenced = block->kind == BLOCK_FENCE;
    if (fenced && block->line == 0) {
        block->line = builder->verbatim_line > 0
                          ? builder->verbatim_line - builder->breaks_before - 1
                          : find_fence(&builder->cursor);
    } else if (!fenced) {
        block->line = builder->verbatim_line;
    }
    block->content_line = block->line + (fenced ? 1 : 0);
    if (fenced) {
        /* The closing line follows the content, unless the file, or the list or quote around the
         * fence, ends first. */
        size_t lines = document_breaks(text_string(&builder->content), builder->content.length);
        bool closed = document_pass_fence(&builder->cursor, block->line, lines, block->inside);
        block->open = !closed && !block->inside;
        block->last_line = block->line + lines + (closed ? 1 : 0);
    } else {
        block->last_line = builder->cursor.line;
    }
    block->content = memory_text(text_string(&builder->content), builder->content.length);
    builder->failed |= !block->content || builder->content.failed;
}

/* Adds a comment as a block. BYTES begin after its <!--. */
static void add_comment(struct builder *builder, const char *bytes, size_t length, bool closed) {
    struct block *block = add_block(builder, BLOCK_COMMENT);
    if (!block) {
        return;
    }
    size_t within = !closed && length > 0 && bytes[length - 1] == '\n' ? length - 1 : length;
    block->last_line = block->line + document_breaks(bytes, within);
    block->content_line = block->line;
    block->inside = builder->container_count > 0 || builder->has_block;
    block->open = !closed;
    length = document_trim(&bytes, length);
    block->content = document_copy_shown(bytes, length);
    builder->failed |= !block->content;
}

/* Adds HTML other than comments, which is shown as it is written. */
static void add_plain(struct builder *builder, const char *bytes, size_t length) {
    length = document_trim(&bytes, length);
    if (length > 0) {
        open_paragraph(builder);
        prepare_run(builder);
        text_append_bytes(&builder->run, bytes, length);
        close_block(builder);
    }
}

/* Makes comments blocks of their own, and the rest paragraphs. */
static void leave_html(struct builder *builder) {
    const char *at = text_string(&builder->content), *end = at + builder->content.length;
    size_t after = builder->cursor.line;
    builder->failed |= builder->content.failed;
    builder->cursor.line =
        builder->verbatim_line > 0 ? builder->verbatim_line : builder->cursor.line;
    while (at < end && !builder->failed) {
        const char *comment = strstr(at, "<!--");
        const char *stop = comment ? comment : end;
        add_plain(builder, at, (size_t)(stop - at));
        builder->cursor.line += document_breaks(at, (size_t)(stop - at));
        at = stop;
        if (comment) {
            const char *close = strstr(comment + 4, "-->");
            stop = close ? close : end;
            add_comment(builder, comment + 4, (size_t)(stop - comment - 4), close != NULL);
            builder->cursor.line += document_breaks(at, (size_t)(stop - at));
            at = close ? close + 3 : end;
        }
    }
    builder->cursor.line = after;
}

static void verbatim_text(struct builder *builder, const char *bytes, size_t length) {
    if (builder->verbatim_line == 0) {
        /* An empty piece, or a line break that md4c added, gives no position. */
        if (length > 0 && document_move(&builder->cursor, bytes)) {
            builder->verbatim_line = builder->cursor.line;
        } else {
            builder->breaks_before += document_breaks(bytes, length);
        }
    } else {
        document_move(&builder->cursor, bytes);
    }
    text_append_bytes(&builder->content, bytes, length);
}

/* --- md4c's calls ----------------------------------------------------------------------------- */

static void enter_leaf(struct builder *builder, MD_BLOCKTYPE type, const void *detail) {
    struct block *block;
    switch (type) {
    case MD_BLOCK_H:
        block = add_block(builder, BLOCK_HEADING);
        if (block) {
            block->level = (int)((const MD_BLOCK_H_DETAIL *)detail)->level;
        }
        break;
    case MD_BLOCK_TR:
        block = add_block(builder, BLOCK_ROW);
        break;
    default:
        block = add_block(builder, BLOCK_RULE);
    }
    if (block) {
        block->line = 0; /* its first text sets it */
        builder->has_block = type != MD_BLOCK_HR;
    }
}

/* A heading in a list or quote is not a heading of the lesson. */
static void enter_heading(struct builder *builder, const void *detail) {
    if (builder->container_count > 0) {
        open_paragraph(builder);
        if (!builder->failed) {
            last_block(builder)->line = 0;
        }
    } else {
        enter_leaf(builder, MD_BLOCK_H, detail);
    }
}

static void enter_cell(struct builder *builder, MD_BLOCKTYPE type) {
    struct block *row = builder->has_block ? last_block(builder) : NULL;
    if (!row || row->kind != BLOCK_ROW) {
        return;
    }
    row->level = type == MD_BLOCK_TH ? 1 : 0;
    flush_run(builder);
    if (builder->in_comment) { /* a comment does not reach into the next cell */
        builder->in_comment = false;
    }
    if (row->mark) {
        prepare_run(builder);
        text_append_character(&builder->run, '\t');
        flush_run(builder);
    } else {
        row->mark = memory_text("", 0); /* the first cell has been entered */
        builder->failed |= !row->mark;
    }
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *context) {
    struct builder *builder = context;
    if (type == MD_BLOCK_TD || type == MD_BLOCK_TH) {
        enter_cell(builder, type);
        return builder->failed;
    }
    close_block(builder);
    switch (type) {
    case MD_BLOCK_QUOTE:
    case MD_BLOCK_UL:
    case MD_BLOCK_OL:
        enter_container(builder, type, detail);
        break;
    case MD_BLOCK_LI:
        builder->containers[builder->container_count - 1].fresh = true;
        break;
    case MD_BLOCK_H:
        enter_heading(builder, detail);
        break;
    case MD_BLOCK_TR:
    case MD_BLOCK_HR:
        enter_leaf(builder, type, detail);
        break;
    case MD_BLOCK_CODE:
        enter_code(builder, detail);
        break;
    case MD_BLOCK_HTML:
        enter_verbatim(builder);
        break;
    default:
        break; /* a paragraph opens with its first text */
    }
    return builder->failed;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *context) {
    struct builder *builder = context;
    (void)detail;
    if (type == MD_BLOCK_TD || type == MD_BLOCK_TH) {
        flush_run(builder);
        return builder->failed;
    }
    close_block(builder);
    builder->style_count = 0; /* … and enters some that it never leaves */
    if (type == MD_BLOCK_QUOTE || type == MD_BLOCK_UL || type == MD_BLOCK_OL) {
        leave_container(builder);
    } else if (type == MD_BLOCK_LI) {
        builder->containers[builder->container_count - 1].number++;
    } else if (type == MD_BLOCK_CODE) {
        leave_code(builder);
    } else if (type == MD_BLOCK_HTML) {
        leave_html(builder);
    }
    if (type == MD_BLOCK_CODE || type == MD_BLOCK_HTML) {
        builder->verbatim = false;
    }
    return builder->failed;
}

static int enter_span(MD_SPANTYPE type, void *detail, void *context) {
    struct builder *builder = context;
    enum run_style style = present_style(builder);
    (void)detail;
    style = type == MD_SPAN_EM       ? RUN_EMPHASIS
            : type == MD_SPAN_STRONG ? RUN_STRONG
            : type == MD_SPAN_CODE   ? RUN_CODE
            : type == MD_SPAN_A      ? RUN_LINK
                                     : style;
    if (type == MD_SPAN_CODE && builder->has_block) {
        flush_run(builder); /* two spans of code side by side are two runs */
    }
    if (!memory_reserve(&builder->styles, &builder->style_capacity, builder->style_count + 1,
                        sizeof *builder->styles)) {
        builder->failed = true;
    } else {
        builder->styles[builder->style_count++] = style;
    }
    return builder->failed;
}

static int leave_span(MD_SPANTYPE type, void *detail, void *context) {
    struct builder *builder = context;
    (void)detail;
    if (type == MD_SPAN_CODE) {
        flush_run(builder);
    }
    if (builder->style_count > 0) { /* md4c 0.4.8 leaves spans that it never entered */
        builder->style_count--;
    }
    return builder->failed;
}

/* Keeps a comment inside a paragraph, which is not shown, so that it can be reported. */
static void inline_html(struct builder *builder, const char *bytes, size_t length) {
    bool begins = length >= 4 && memcmp(bytes, "<!--", 4) == 0;
    if (!begins && !builder->in_comment) {
        text_append_bytes(&builder->run, bytes, length);
        return;
    }
    bool ends = length >= 3 && memcmp(bytes + length - 3, "-->", 3) == 0;
    builder->in_comment = !ends;
    if (begins && ends && length >= 7) {
        size_t paragraph = builder->document->block_count - 1;
        flush_run(builder);
        add_comment(builder, bytes + 4, length - 7, true);
        /* The paragraph remains the last block, so that it takes the runs that follow. */
        struct block *blocks = builder->document->blocks;
        if (!builder->failed) {
            struct block comment = blocks[paragraph + 1];
            blocks[paragraph + 1] = blocks[paragraph];
            blocks[paragraph] = comment;
        }
    }
}

static void inline_text(struct builder *builder, MD_TEXTTYPE type, const char *bytes,
                        size_t length) {
    struct text *run = &builder->run;
    switch (type) {
    case MD_TEXT_BR:
        text_append(run, builder->in_comment ? "" : "\n");
        break;
    case MD_TEXT_SOFTBR:
        text_append(run, builder->in_comment ? "" : " ");
        break;
    case MD_TEXT_ENTITY:
        append_entity(run, bytes, length);
        break;
    case MD_TEXT_HTML:
        inline_html(builder, bytes, length);
        break;
    default:
        text_append_bytes(run, bytes, length);
    }
}

static int take_text(MD_TEXTTYPE type, const MD_CHAR *bytes, MD_SIZE length, void *context) {
    struct builder *builder = context;
    if (builder->verbatim) {
        verbatim_text(builder, bytes, length);
        return builder->failed;
    }
    document_move(&builder->cursor, bytes);
    if (!builder->has_block) {
        open_paragraph(builder);
    }
    if (!builder->failed) {
        struct block *block = last_block(builder);
        block->line = block->line == 0 ? builder->cursor.line : block->line;
        prepare_run(builder);
        inline_text(builder, type, bytes, length);
    }
    return builder->failed;
}

/* --- the whole -------------------------------------------------------------------------------- */

bool markdown_read(struct document *document, size_t body, struct failure *failure) {
    struct builder builder = {.document = document,
                              .cursor = {document->raw, document->length, body,
                                         1 + document_breaks(document->raw, body)}};
    const MD_PARSER parser = {.flags = MD_FLAG_TABLES,
                              .enter_block = enter_block,
                              .leave_block = leave_block,
                              .enter_span = enter_span,
                              .leave_span = leave_span,
                              .text = take_text};
    int result =
        md_parse(document->raw + body, (MD_SIZE)(document->length - body), &parser, &builder);
    close_block(&builder);
    /* Blocks without text (an empty heading, a rule) take the line of the block before. */
    for (size_t i = 0, line = 1; i < document->block_count; i++) {
        struct block *block = &document->blocks[i];
        block->line = block->line == 0 ? line : block->line;
        line = block->line;
    }
    text_release(&builder.content);
    text_release(&builder.run);
    memory_free(builder.containers);
    memory_free(builder.styles);
    return (result == 0 && !builder.failed) || failure_memory(failure);
}
