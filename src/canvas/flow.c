/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/flow.h"

#include "base/utf8.h"

#include <stdint.h>
#include <string.h>

enum { MOST_BYTES = 4 };  /* of a character */
enum { NO_BREAK = 0xa0 }; /* a blank at which no word ends */

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

static bool has_colour(const struct flow *flow) {
    return flow->output.paint != NULL && flow->output.paint->colour;
}

/* Puts a word of LENGTH bytes on the line, or on the next where it has no room. Blanks between
 * words are plain. */
static void put_word(struct flow *flow, const char *word, size_t length) {
    struct text *out = flow->output.text;
    size_t columns = utf8_columns(word, length);
    enum style shown = STYLE_PLAIN;
    if (flow->column > 0 && flow->column + 1 + columns > line_room(flow, !flow->begun)) {
        line_end(flow);
    }
    if (columns > 0 && flow->column > 0) {
        text_append(out, " ");
        flow->column++;
    } else if (columns > 0) {
        put_indent(flow);
    }
    flow->column += columns;
    for (size_t i = 0, size; i < length; i += size) {
        uint32_t point;
        size = utf8_decode(word + i, length - i, &point);
        if (has_colour(flow) && style_marked(point) != STYLE_COUNT) {
            flow->style = style_marked(point);
            continue;
        }
        if (flow->style != shown) {
            shown = flow->style;
            style_mark(shown, out);
        }
        text_append_bytes(out, point == NO_BREAK ? " " : word + i, point == NO_BREAK ? 1 : size);
    }
    if (shown != STYLE_PLAIN) {
        style_mark(STYLE_PLAIN, out);
    }
}

/* Returns the bytes of WORD that ROOM has columns for: all, or those up to where it breaks best:
 * after `,` `[` `=`, but not in `>=` or `),`. */
static size_t find_break(const char *word, size_t length, size_t room) {
    size_t best = 0, at = 0, next = 0;
    while (utf8_columns(word, next) <= room) {
        uint32_t point;
        at = next;
        if (at == length) {
            return length;
        }
        next += utf8_decode(word + at, length - at, &point);
        bool after = at > 0 && strchr(",;()[]{}+-*/@=<>", word[at - 1]) != NULL;
        best = after && strchr(",;)]}=>", word[at]) == NULL ? at : best;
    }
    return best > 0 ? best : at;
}

/* Adds TEXT, WHOLE as one word. Control characters are dropped and broken bytes replaced, as on a
 * canvas. */
static void add(struct flow *flow, const char *text, bool whole, enum style style) {
    if (has_colour(flow) && style != flow->style) {
        style_mark(style, &flow->words);
    }
    flow->style = style;
    while (*text != '\0') {
        char bytes[5];
        uint32_t point;
        text += utf8_decode(text, MOST_BYTES, &point);
        point = whole && point == ' ' ? NO_BREAK : !whole && point == '\t' ? ' ' : point;
        size_t length = utf8_encode(point, bytes);
        bool dropped = (point < ' ' && (whole || point != '\n')) || (point >= 0x7f && point < 0xa0);
        text_append_bytes(&flow->words, bytes, dropped ? 0 : length);
    }
}

void flow_add(struct flow *flow, const char *text, enum style style) {
    add(flow, text, false, style);
}

void flow_add_whole(struct flow *flow, const char *text, enum style style) {
    add(flow, text, true, style);
}

void flow_end(struct flow *flow) {
    flow->style = STYLE_PLAIN;
    for (const char *at = text_string(&flow->words); *at != '\0'; at += *at != '\0') {
        size_t length = strcspn(at, " \n"), part;
        /* a long word would move to the next line if this one has words already */
        while (part = find_break(at, length, line_room(flow, flow->column == 0 && !flow->begun)),
               part < length) {
            put_word(flow, at, part);
            line_end(flow);
            at += part;
            length -= part;
        }
        put_word(flow, at, length);
        at += length;
        if (*at == '\n') {
            line_end(flow);
        }
    }
    if (flow->column > 0 || !flow->begun) {
        line_end(flow);
    }
    text_release_into(&flow->words, flow->output.text);
}

void flow_words(struct flow flow, const char *words, enum style style) {
    flow_add(&flow, words, style);
    flow_end(&flow);
}

void canvas_wrap(const char *text, size_t indent, size_t width, struct text *out) {
    flow_words((struct flow){.output = {out, NULL, width}, .hang = indent}, text, STYLE_PLAIN);
}
