/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/flow.h"

#include "base/utf8.h"

#include <stdint.h>
#include <string.h>

enum { MOST_BYTES = 4 }; /* of a character */

/* Returns how many columns a line has for words: always room for one wide character. */
static size_t line_room(const struct flow *flow, bool first) {
    const char *mark = first ? flow->first : flow->rest;
    size_t columns = mark != NULL ? canvas_columns(mark) : flow->hang;
    return flow->output.width > columns + 2 ? flow->output.width - columns : 2;
}

static void put_indent(struct flow *flow) {
    const char *mark = flow->begun ? flow->rest : flow->first;
    text_append(flow->output.text, mark != NULL ? mark : "");
    text_repeat(flow->output.text, " ", mark != NULL ? 0 : flow->hang);
}

/* An empty line keeps the marks of its indent, but no line ends in blanks. */
static void line_end(struct flow *flow) {
    struct text *out = flow->output.text;
    if (flow->column == 0) {
        put_indent(flow);
    }
    while (out->length > 0 && out->bytes[out->length - 1] == ' ') {
        text_truncate(out, out->length - 1);
    }
    text_append(out, "\n");
    flow->begun = true;
    flow->column = 0;
}

static void word_restyle(struct flow *flow, enum style style) {
    if (flow->output.paint != NULL && flow->output.paint->colour && style != flow->style) {
        style_mark(style, &flow->word);
    }
    flow->style = style;
}

static void word_place(struct flow *flow) {
    if (flow->word_columns == 0) {
        return;
    }
    word_restyle(flow, STYLE_PLAIN);
    if (flow->column > 0 && flow->column + 1 + flow->word_columns > line_room(flow, !flow->begun)) {
        line_end(flow);
    }
    if (flow->column > 0) {
        text_append(flow->output.text, " ");
    } else {
        put_indent(flow);
    }
    text_append(flow->output.text, text_string(&flow->word));
    flow->column += flow->word_columns + (flow->column > 0 ? 1 : 0);
    flow->output.text->failed = flow->output.text->failed || flow->word.failed;
    text_clear(&flow->word);
    flow->word_columns = 0;
    flow->may_break[0] = flow->may_break[1] = 0;
}

/* Notes that the word may break before the character at TEXT: after `,` `[` `=`, but not in `>=` or
 * `),`. */
static void note_break(struct flow *flow, const char *text) {
    const char *word = text_string(&flow->word);
    bool after = flow->word.length > 0 && strchr(",;()[]{}+-*/@=<>", word[flow->word.length - 1]);
    if (after && strchr(",;)]}=>", text[0]) == NULL) {
        flow->may_break[0] = flow->word.length;
        flow->may_break[1] = flow->word_columns;
        flow->break_style = flow->style;
    }
}

/* Ends the line within the word, which is longer than a line. */
static void word_break(struct flow *flow) {
    struct text rest = {0};
    if (flow->may_break[0] == 0) {
        flow->may_break[0] = flow->word.length;
        flow->may_break[1] = flow->word_columns;
        flow->break_style = flow->style;
    }
    size_t columns = flow->word_columns - flow->may_break[1];
    enum style style = flow->style, before = flow->break_style;
    text_append(&rest, text_string(&flow->word) + flow->may_break[0]);
    text_truncate(&flow->word, flow->may_break[0]);
    flow->style = before;
    flow->word_columns = flow->may_break[1];
    word_place(flow);
    line_end(flow);
    word_restyle(flow, before);
    text_append(&flow->word, text_string(&rest));
    text_release_into(&rest, &flow->word);
    flow->word_columns = columns;
    flow->style = style;
}

/* Adds the first character of TEXT to the word; returns its bytes. Control characters are dropped
 * and broken bytes replaced, as on a canvas. */
static size_t add_character(struct flow *flow, const char *text) {
    char bytes[5];
    uint32_t point;
    size_t size = utf8_decode(text, MOST_BYTES, &point);
    size_t length = utf8_encode(point, bytes), columns = utf8_width(point);
    if (point < 0x20 || (point >= 0x7f && point < 0xa0)) {
        return size;
    }
    note_break(flow, text);
    /* in a line that has words already a long one would move to the next line */
    while (flow->word_columns > 0 &&
           flow->word_columns + columns > line_room(flow, flow->column == 0 && !flow->begun)) {
        word_break(flow);
    }
    text_append_bytes(&flow->word, bytes, length);
    flow->word_columns += columns;
    return size;
}

void flow_add(struct flow *flow, const char *text, enum style style) {
    while (*text != '\0') {
        if (*text == ' ' || *text == '\t' || *text == '\n') {
            word_place(flow);
            if (*text == '\n') {
                line_end(flow);
            }
            text++;
        } else {
            word_restyle(flow, style);
            text += add_character(flow, text);
        }
    }
}

void flow_add_whole(struct flow *flow, const char *text, enum style style) {
    word_restyle(flow, style);
    while (*text != '\0') {
        text += add_character(flow, text);
    }
}

void flow_end(struct flow *flow) {
    word_place(flow);
    if (flow->column > 0 || !flow->begun) {
        line_end(flow);
    }
    text_release(&flow->word);
}

void flow_words(struct flow flow, const char *words, enum style style) {
    flow_add(&flow, words, style);
    flow_end(&flow);
}

void canvas_wrap(const char *text, size_t indent, size_t width, struct text *out) {
    flow_words((struct flow){.output = {out, NULL, width}, .hang = indent}, text, STYLE_PLAIN);
}
