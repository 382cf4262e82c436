/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/prose.h"

#include "base/text.h"
#include "base/utf8.h"
#include "canvas/canvas.h"

#include <string.h>

enum { CODE_INDENT = 4, ITEM_INDENT = 3, TAB_STOP = 4, TABLE_GAP = 2, TABLE_COLUMNS = 16 };

/* How and where lines are written. */
struct setting {
    size_t width;
    const struct paint *paint;
    struct text *out;
};

/* Adds inline code so that it is not broken at its blanks when it is short, because `A[1,2] → 0.35`
 * is read in one piece. Where colour does not distinguish code from words, backquotes do. */
static void add_run(struct flow *flow, const struct run *run, enum style base) {
    static const enum style roles[] = {[RUN_EMPHASIS] = STYLE_EMPHASIS,
                                       [RUN_STRONG] = STYLE_STRONG,
                                       [RUN_CODE] = STYLE_CODE,
                                       [RUN_LINK] = STYLE_PLAIN};
    const struct paint *paint = flow->paint;
    bool code = run->style == RUN_CODE, coloured = paint != NULL && paint->colour;
    struct look look = {.foreground = LOOK_OWN};
    if (coloured) {
        look = style_look(STYLE_CODE, canvas_theme(paint->theme, paint->depth));
    }
    bool quotes = code && look.foreground == LOOK_OWN;
    enum style style = run->style == RUN_PLAIN ? base : roles[run->style];
    const char *words = run->text;
    struct text now = {0};
    if (code && paint != NULL && paint->live != NULL && paint->live(paint->context, words, &now)) {
        words = text_string(&now);
        style = STYLE_CHANGED;
    }
    bool whole = code && canvas_columns(words) <= flow->width / 2;
    flow_add(flow, quotes ? "`" : "", style);
    if (whole) {
        flow_add_whole(flow, words, style);
    } else {
        flow_add(flow, words, style);
    }
    flow_add(flow, quotes ? "`" : "", style);
    text_release_into(&now, flow->out);
}

void prose_words(struct flow flow, const char *words, enum style style) {
    static const char marks[] = {'`', DOCUMENT_EMPHASIS, '\0'};
    struct text part = {0};
    char mark = '\0';
    while (*words != '\0') {
        const char until[] = {mark, '\0'};
        size_t length = strcspn(words, mark == '\0' ? marks : until);
        struct run run = {.style = mark == '`'    ? RUN_CODE
                                   : mark != '\0' ? RUN_EMPHASIS
                                                  : RUN_PLAIN};
        text_clear(&part);
        text_append_bytes(&part, words, length);
        run.text = part.bytes;
        if (length > 0 && !part.failed) {
            add_run(&flow, &run, style);
        }
        words += length;
        mark = mark == '\0' ? *words : '\0';
        words += *words != '\0' ? 1 : 0;
    }
    text_release_into(&part, flow.out);
    flow_end(&flow);
}

/* Sets the block's words as lines, the first after FIRST, the others after REST (NULL: so many
 * blanks). */
static void set_words(const struct setting *setting, const struct block *block, const char *first,
                      const char *rest, enum style base) {
    struct flow flow = {.out = setting->out,
                        .paint = setting->paint,
                        .first = first,
                        .hang = canvas_columns(first),
                        .rest = rest,
                        .width = setting->width};
    for (size_t i = 0; i < block->run_count; i++) {
        add_run(&flow, &block->runs[i], base);
    }
    flow_end(&flow);
}

static void set_heading(const struct setting *setting, const struct block *block) {
    size_t start = setting->out->length;
    set_words(setting, block, "", NULL, STYLE_TITLE);
    const char *words = text_string(setting->out) + start;
    text_repeat(setting->out, block->level <= 1 ? "=" : "-",
                lesser(canvas_columns(words), setting->width));
    text_append(setting->out, "\n");
}

/* Sets " • text", "1. text", and what follows in the same item below the text. Deeper lists are
 * further in. */
static void set_item(const struct setting *setting, const struct block *block) {
    struct text first = {0};
    const char *mark = block->mark ? block->mark : "";
    bool numbered = *mark >= '0' && *mark <= '9';
    size_t depth = block->level > 1 ? (size_t)block->level - 1 : 0;
    depth = depth * ITEM_INDENT > setting->width / 2 ? setting->width / 2 / ITEM_INDENT : depth;
    text_repeat(&first, " ", depth * ITEM_INDENT);
    text_append(&first, *mark && !numbered ? " " : "");
    text_append(&first, mark);
    text_append(&first, *mark ? " " : "");
    size_t columns = canvas_columns(text_string(&first)), hang = (depth + 1) * ITEM_INDENT;
    text_repeat(&first, " ", columns < hang ? hang - columns : 0);
    set_words(setting, block, text_string(&first), NULL, STYLE_PLAIN);
    text_release_into(&first, setting->out);
}

/* Sets one line of code; what is too long goes on below, so that nothing is lost. */
static void set_code_line(const struct setting *setting, const char *bytes, size_t length) {
    struct text safe = {0}, line = {0};
    struct flow flow = {
        .out = setting->out, .width = setting->width, .first = "    ", .hang = CODE_INDENT};
    utf8_sanitise(&safe, bytes, length, true);
    for (const char *at = text_string(&safe); *at != '\0'; at += *at == '\t') {
        size_t plain = strcspn(at, "\t");
        text_append_bytes(&line, at, plain);
        at += plain;
        size_t columns = utf8_columns(at - plain, plain); /* from a tab stop on */
        text_repeat(&line, " ", *at == '\t' ? TAB_STOP - columns % TAB_STOP : 0);
    }
    flow_add_whole(&flow, text_string(&line), STYLE_PLAIN);
    flow_end(&flow);
    text_release_into(&safe, setting->out);
    text_release_into(&line, setting->out);
}

static bool is_bar(const struct run *run) {
    return text_same(run->text, "\t");
}

static size_t row_cells(const struct block *row) {
    size_t cells = 1;
    for (size_t i = 0; i < row->run_count; i++) {
        cells += is_bar(&row->runs[i]);
    }
    return lesser(cells, TABLE_COLUMNS);
}

/* Sets cell CELL of ROW into OUT as lines. The last column there can be takes all that is left. */
static void set_cell(const struct setting *setting, const struct block *row, size_t cell,
                     struct text *out) {
    struct flow flow = {.out = out, .paint = setting->paint, .width = setting->width};
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

/* Measures how wide each column would be with every cell on one line; then the widest give way
 * until all fit. */
static void measure_table(const struct setting *setting, const struct block *rows, size_t count,
                          size_t widths[TABLE_COLUMNS]) {
    struct setting endless = *setting;
    size_t columns = 0, total;
    endless.width = SIZE_MAX;
    for (size_t row = 0; row < count; row++) {
        size_t cells = row_cells(&rows[row]);
        columns = greater(columns, cells);
        for (size_t cell = 0; cell < cells; cell++) {
            struct text text = {0};
            set_cell(&endless, &rows[row], cell, &text);
            widths[cell] = greater(widths[cell], canvas_columns(text_string(&text)));
            text_release(&text);
        }
    }
    do {
        size_t widest = 0;
        total = columns * TABLE_GAP;
        for (size_t cell = 0; cell < columns; cell++) {
            total += widths[cell];
            widest = widths[cell] > widths[widest] ? cell : widest;
        }
        if (total > setting->width + TABLE_GAP && widths[widest] > 2) {
            widths[widest]--;
        } else {
            break;
        }
    } while (true);
}

/* Takes the next line off *LINE and pads it to WIDTH columns with the blanks it lacks.
 * Pads are kept in *OWED until something follows, so that no line ends in blanks. */
static void put_cell_line(const char **line, size_t width, size_t *owed, struct text *out) {
    size_t length = strcspn(*line, "\n"), columns = utf8_columns(*line, length);
    if (length > 0) {
        text_repeat(out, " ", *owed);
        text_append_bytes(out, *line, length);
        *owed = 0;
    }
    *owed += width - (columns < width ? columns : width) + TABLE_GAP;
    *line += length + ((*line)[length] == '\n');
}

static void set_row(const struct setting *setting, const struct block *row,
                    const size_t widths[TABLE_COLUMNS]) {
    struct text cells[TABLE_COLUMNS] = {{0}};
    const char *lines[TABLE_COLUMNS];
    size_t count = row_cells(row);
    bool more = true;
    for (size_t cell = 0; cell < count; cell++) {
        struct setting narrow = *setting;
        narrow.width = widths[cell];
        set_cell(&narrow, row, cell, &cells[cell]);
        lines[cell] = text_string(&cells[cell]);
    }
    while (more) {
        size_t owed = 0;
        more = false;
        for (size_t cell = 0; cell < count; cell++) {
            put_cell_line(&lines[cell], widths[cell], &owed, setting->out);
            more = more || *lines[cell];
        }
        text_append(setting->out, "\n");
    }
    for (size_t cell = 0; cell < count; cell++) {
        text_release_into(&cells[cell], setting->out);
    }
}

static void set_table(const struct setting *setting, const struct block *rows, size_t count) {
    size_t widths[TABLE_COLUMNS] = {0};
    measure_table(setting, rows, count, widths);
    for (size_t row = 0; row < count; row++) {
        set_row(setting, &rows[row], widths);
        if (rows[row].level == 1 && (row + 1 == count || rows[row + 1].level != 1)) {
            for (size_t cell = 0; cell < TABLE_COLUMNS && widths[cell] > 0; cell++) {
                text_repeat(setting->out, " ", cell > 0 ? TABLE_GAP : 0);
                text_repeat(setting->out, "-", widths[cell]);
            }
            text_append(setting->out, "\n");
        }
    }
}

static void set_block(const struct setting *setting, const struct block *block) {
    switch (block->kind) {
    case BLOCK_HEADING:
        set_heading(setting, block);
        return;
    case BLOCK_PARAGRAPH:
        set_words(setting, block, "", NULL, STYLE_PLAIN);
        return;
    case BLOCK_ITEM:
        set_item(setting, block);
        return;
    case BLOCK_QUOTE:
        set_words(setting, block, "  | ", "  | ", STYLE_PLAIN);
        return;
    case BLOCK_FENCE:
    case BLOCK_CODE:
        for (const char *line = block->content ? block->content : ""; *line != '\0';) {
            size_t length = strcspn(line, "\n");
            set_code_line(setting, line, length);
            line += length + (line[length] == '\n');
        }
        return;
    case BLOCK_RULE:
        text_repeat(setting->out, "─", setting->width);
        text_append(setting->out, "\n");
        return;
    case BLOCK_ROW:
    case BLOCK_COMMENT:
        return;
    }
}

size_t prose_print(const struct block *blocks, size_t count, size_t width,
                   const struct paint *paint, struct text *out) {
    struct setting setting = {.width = width, .paint = paint, .out = out};
    size_t used = 0;
    while (used < count && blocks[used].kind == BLOCK_ROW &&
           (used == 0 || blocks[used].level != 1)) {
        used++;
    }
    if (used > 0) {
        set_table(&setting, blocks, used);
        return used;
    }
    if (count > 0) {
        set_block(&setting, blocks);
    }
    return count > 0 ? 1 : 0;
}
