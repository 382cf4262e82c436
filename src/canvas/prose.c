/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/prose.h"

#include "base/text.h"
#include "base/utf8.h"

#include <string.h>

enum { CODE_INDENT = 4, ITEM_INDENT = 3, TAB_STOP = 4, TABLE_GAP = 2, TABLE_COLUMNS = 16 };

/* Adds inline code so that it is not broken at its blanks when it is short, because `A[1,2] → 0.35`
 * is read in one piece. Where colour does not distinguish code from words, backquotes do. */
static void add_run(struct flow *flow, const struct run *run, enum style base) {
    static const enum style roles[] = {[RUN_EMPHASIS] = STYLE_EMPHASIS,
                                       [RUN_STRONG] = STYLE_STRONG,
                                       [RUN_CODE] = STYLE_CODE,
                                       [RUN_LINK] = STYLE_PLAIN};
    const struct paint *paint = flow->output.paint;
    enum style style = run->style == RUN_PLAIN ? base : roles[run->style];
    if (run->style != RUN_CODE) {
        flow_add(flow, run->text, style);
        return;
    }
    const char *words = run->text;
    struct text now = {0};
    bool colour = paint != NULL && paint->colour &&
                  style_look(STYLE_CODE, paint->theme, paint->depth).foreground != LOOK_OWN;
    if (paint != NULL && paint->live != NULL && paint->live(paint->context, words, &now)) {
        words = text_string(&now);
        style = STYLE_CHANGED;
    }
    flow_add(flow, colour ? "" : "`", style);
    (canvas_columns(words) <= flow->output.width / 2 ? flow_add_whole : flow_add)(flow, words,
                                                                                  style);
    flow_add(flow, colour ? "" : "`", style);
    text_release_into(&now, flow->output.text);
}

void prose_words(struct flow flow, const char *words, enum style style) {
    static const char *const ends[] = {
        [RUN_PLAIN] = "`\001", [RUN_EMPHASIS] = "\001", [RUN_CODE] = "`"};
    _Static_assert(DOCUMENT_EMPHASIS == 1, "it ends emphasis");
    struct text part = {0};
    struct run run = {.style = RUN_PLAIN};
    while (*words != '\0') {
        size_t length = strcspn(words, ends[run.style]);
        text_clear(&part);
        text_append_bytes(&part, words, length);
        run.text = part.bytes;
        if (length > 0 && !part.failed) {
            add_run(&flow, &run, style);
        }
        words += length;
        run.style = run.style != RUN_PLAIN ? RUN_PLAIN : *words == '`' ? RUN_CODE : RUN_EMPHASIS;
        words += *words != '\0';
    }
    text_release_into(&part, flow.output.text);
    flow_end(&flow);
}

/* Sets the block's words as lines, the first after FIRST, the others after REST (NULL: so many
 * blanks). */
static void set_words(const struct output *output, const struct block *block, const char *first,
                      const char *rest, enum style base) {
    struct flow flow = flow_into(output, first, canvas_columns(first));
    flow.rest = rest;
    for (size_t i = 0; i < block->run_count; i++) {
        add_run(&flow, &block->runs[i], base);
    }
    flow_end(&flow);
}

/* Sets " • text", "1. text", and what follows in the same item below the text. Deeper lists are
 * further in. */
static void set_item(const struct output *output, const struct block *block) {
    struct text first = {0};
    const char *mark = block->mark ? block->mark : "";
    bool numbered = *mark >= '0' && *mark <= '9';
    size_t most = output->width / 2 / ITEM_INDENT; /* of lists around it */
    size_t depth = lesser(block->level > 1 ? (size_t)block->level - 1 : 0, most);
    text_repeat(&first, " ", depth * ITEM_INDENT);
    text_format(&first, "%s%s%s", *mark && !numbered ? " " : "", mark, *mark ? " " : "");
    size_t columns = canvas_columns(text_string(&first)), hang = (depth + 1) * ITEM_INDENT;
    text_repeat(&first, " ", reduced(hang, columns));
    set_words(output, block, text_string(&first), NULL, STYLE_PLAIN);
    text_release_into(&first, output->text);
}

/* Sets lines of code; what is too long goes on below, so that nothing is lost. */
static void set_code(const struct output *output, const char *content) {
    struct output plain = {.text = output->text, .width = output->width};
    struct text safe = {0}, line = {0};
    utf8_sanitise(&safe, content, strlen(content), true);
    for (const char *at = text_string(&safe); *at != '\0'; at += *at != '\0') {
        size_t length = strcspn(at, "\t\n");
        text_append_bytes(&line, at, length);
        at += length;
        if (*at == '\t') {
            text_repeat(&line, " ", TAB_STOP - canvas_columns(text_string(&line)) % TAB_STOP);
        } else {
            struct flow flow = flow_into(&plain, NULL, CODE_INDENT);
            flow_add_whole(&flow, text_string(&line), STYLE_PLAIN);
            flow_end(&flow);
            text_clear(&line);
        }
    }
    text_release_into(&safe, output->text);
    text_release_into(&line, output->text);
}

/* --- tables ----------------------------------------------------------------------------------- */

static bool is_bar(const struct run *run) {
    return text_same(run->text, "\t");
}

/* Sets cell CELL of ROW as lines. The last column there can be takes all that is left. */
static void set_cell(const struct output *output, const struct block *row, size_t cell) {
    struct flow flow = flow_into(output, "", 0);
    size_t bars = 0;
    for (size_t i = 0; i < row->run_count; i++) {
        bars += is_bar(&row->runs[i]);
        bool left_over = cell + 1 == TABLE_COLUMNS && bars > cell;
        if (left_over || (bars == cell && !is_bar(&row->runs[i]))) {
            add_run(&flow, &row->runs[i], row->level == 1 ? STYLE_STRONG : STYLE_PLAIN);
        }
    }
    flow_end(&flow);
}

/* Measures how wide each of COLUMNS columns would be with every cell on one line; then the widest
 * give way until all fit. */
static void measure_table(const struct output *output, const struct block *rows, size_t count,
                          size_t columns, size_t widths[TABLE_COLUMNS]) {
    size_t total = columns * TABLE_GAP;
    for (size_t cell = 0; cell < columns; cell++) {
        for (size_t row = 0; row < count; row++) {
            struct text text = {0};
            set_cell(&(struct output){&text, output->paint, SIZE_MAX}, &rows[row], cell);
            widths[cell] = greater(widths[cell], canvas_columns(text_string(&text)));
            text_release(&text);
        }
        total += widths[cell];
    }
    for (; total > output->width + TABLE_GAP; total--) {
        size_t widest = 0;
        for (size_t cell = 0; cell < columns; cell++) {
            widest = widths[cell] > widths[widest] ? cell : widest;
        }
        widths[widest] -= widths[widest] > 2;
    }
}

static void set_row(const struct output *output, const struct block *row, size_t columns,
                    const size_t widths[TABLE_COLUMNS]) {
    struct text cells[TABLE_COLUMNS] = {{0}};
    size_t lines = 1, left = 0, total = 0;
    struct canvas canvas;
    for (size_t cell = 0; cell < columns; cell++) {
        set_cell(&(struct output){&cells[cell], output->paint, widths[cell]}, row, cell);
        lines = greater(lines, text_count_lines(text_string(&cells[cell])));
        total += widths[cell] + TABLE_GAP;
    }
    output->text->failed |= !canvas_init(&canvas, lines, total);
    for (size_t cell = 0; cell < columns; cell++) {
        struct canvas part = canvas_part(&canvas, (struct box){0, left, lines, widths[cell]});
        canvas_put_lines(&part, text_string(&cells[cell]), 0);
        text_release_into(&cells[cell], output->text);
        left += widths[cell] + TABLE_GAP;
    }
    canvas_lines(&canvas, output->paint, output->text);
    canvas_release(&canvas);
}

/* Sets COUNT rows, each of as many cells as the first. */
static void set_table(const struct output *output, const struct block *rows, size_t count) {
    size_t widths[TABLE_COLUMNS] = {0}, columns = 1;
    for (size_t i = 0; i < rows->run_count; i++) {
        columns += is_bar(&rows->runs[i]);
    }
    columns = lesser(columns, TABLE_COLUMNS);
    measure_table(output, rows, count, columns, widths);
    for (size_t row = 0; row < count; row++) {
        set_row(output, &rows[row], columns, widths);
        for (size_t cell = 0; cell < columns && row == 0; cell++) {
            text_repeat(output->text, "-", widths[cell]);
            text_append(output->text, cell + 1 < columns ? "  " : "\n");
        }
    }
}

size_t prose_print(const struct block *block, size_t count, const struct output *output) {
    size_t start = output->text->length, used = 1;
    switch (block->kind) {
    case BLOCK_HEADING:
        set_words(output, block, "", NULL, STYLE_TITLE);
        text_repeat(output->text, block->level <= 1 ? "=" : "-",
                    lesser(canvas_columns(text_string(output->text) + start), output->width));
        text_append(output->text, "\n");
        break;
    case BLOCK_PARAGRAPH:
        set_words(output, block, "", NULL, STYLE_PLAIN);
        break;
    case BLOCK_ITEM:
        set_item(output, block);
        break;
    case BLOCK_QUOTE:
        set_words(output, block, "  | ", "  | ", STYLE_PLAIN);
        break;
    case BLOCK_FENCE:
    case BLOCK_CODE:
        set_code(output, block->content ? block->content : "");
        break;
    case BLOCK_RULE:
        text_repeat(output->text, "─", output->width);
        text_append(output->text, "\n");
        break;
    case BLOCK_ROW:
        while (used < count && block[used].kind == BLOCK_ROW && block[used].level != 1) {
            used++;
        }
        set_table(output, block, used);
        break;
    case BLOCK_COMMENT:
        break;
    }
    return used;
}
