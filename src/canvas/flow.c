#include "canvas/flow.h"

#include "base/utf8.h"

#include <stdint.h>
#include <string.h>

static const char *line_indent(const struct flow *flow) {
    return flow->begun ? flow->rest : flow->first;
}

static size_t columns_of(const char *text) {
    return utf8_columns(text, strlen(text));
}

/* How many columns a line has for words: always room for one wide character. */
static size_t room_behind(const struct flow *flow, const char *indent) {
    size_t columns = columns_of(indent);
    return flow->width > columns + 2 ? flow->width - columns : 2;
}

static size_t line_room(const struct flow *flow) {
    return room_behind(flow, line_indent(flow));
}

/* The longest a word may be: in a line that has words already it would move to the next one. */
static size_t word_room(const struct flow *flow) {
    return flow->filled ? room_behind(flow, flow->rest) : line_room(flow);
}

static void line_end(struct flow *flow) {
    if (!flow->filled) {
        /* An empty line keeps the marks of its indent, but not its blanks. */
        size_t length = strlen(line_indent(flow));
        while (length > 0 && line_indent(flow)[length - 1] == ' ') {
            length--;
        }
        text_append_bytes(flow->out, line_indent(flow), length);
    }
    text_append(flow->out, "\n");
    flow->begun = true;
    flow->filled = false;
    flow->column = 0;
}

static void word_restyle(struct flow *flow, enum style style) {
    if (flow->paint->colour && style != flow->style) {
        style_end(flow->style, flow->paint->theme, &flow->word);
        style_begin(style, flow->paint->theme, &flow->word);
    }
    flow->style = style;
}

static void word_place(struct flow *flow) {
    if (flow->word_columns == 0) {
        return;
    }
    word_restyle(flow, STYLE_PLAIN);
    if (flow->filled && flow->column + 1 + flow->word_columns > line_room(flow)) {
        line_end(flow);
    }
    text_append(flow->out, flow->filled ? " " : line_indent(flow));
    text_append(flow->out, text_string(&flow->word));
    flow->column += flow->word_columns + (flow->filled ? 1 : 0);
    flow->filled = true;
    flow->out->failed = flow->out->failed || flow->word.failed;
    text_clear(&flow->word);
    flow->word_columns = 0;
}

/* Control characters are dropped and broken bytes replaced, as on a canvas. */
static void add_character(struct flow *flow, uint32_t point) {
    char bytes[5];
    size_t length = utf8_encode(point, bytes), columns = utf8_width(point);
    if (point < 0x20 || (point >= 0x7f && point < 0xa0)) {
        return;
    }
    if (flow->word_columns > 0 && flow->word_columns + columns > word_room(flow)) {
        enum style style = flow->style;
        word_place(flow);
        line_end(flow);
        word_restyle(flow, style);
    }
    text_append_bytes(&flow->word, bytes, length);
    flow->word_columns += columns;
}

void flow_add(struct flow *flow, const char *text, enum style style) {
    size_t length = strlen(text);
    for (size_t at = 0; at < length;) {
        uint32_t point;
        size_t size = utf8_decode(text + at, length - at, &point);
        if (point == ' ' || point == '\t' || point == '\n') {
            word_place(flow);
        } else {
            word_restyle(flow, style);
            add_character(flow, point);
        }
        if (point == '\n') {
            line_end(flow);
        }
        at += size;
    }
}

void flow_add_whole(struct flow *flow, const char *text, enum style style) {
    size_t length = strlen(text);
    word_restyle(flow, style);
    for (size_t at = 0; at < length;) {
        uint32_t point;
        at += utf8_decode(text + at, length - at, &point);
        add_character(flow, point);
    }
}

void flow_end(struct flow *flow) {
    word_place(flow);
    if (flow->filled || !flow->begun) {
        line_end(flow);
    }
    text_release(&flow->word);
}

void canvas_wrap(const char *text, size_t indent, size_t width, struct text *out) {
    static const struct paint plain = {.colour = false};
    struct text blanks = {0};
    text_repeat(&blanks, " ", indent);
    struct flow flow = {.out = out,
                        .paint = &plain,
                        .first = text_string(&blanks),
                        .rest = text_string(&blanks),
                        .width = width};
    flow_add(&flow, text, STYLE_PLAIN);
    flow_end(&flow);
    out->failed = out->failed || blanks.failed;
    text_release(&blanks);
}
