/* A written matrix: [1, 2] is 1×2, [[1, 2], [3, 4]] is 2×2, two more levels make a stack. */
#include "language/parser.h"

#include "base/text.h"

#include <string.h>

/* What a list holds, from the outermost level in. */
struct extent {
    int axes;
    size_t size[AXIS_COUNT];
};

static bool extent_same(const struct extent *a, const struct extent *b) {
    return a->axes == b->axes && memcmp(a->size, b->size, sizeof a->size) == 0;
}

static void extent_write(const struct extent *extent, struct text *out) {
    if (extent->axes == 1) {
        text_format(out, "%zu number%s", extent->size[0], extent->size[0] == 1 ? "" : "s");
        return;
    }
    for (int i = 0; i < extent->axes; i++)
        text_format(out, "%s%zu", i == 0 ? "" : "×", extent->size[i]);
}

/* Element AT (from 1) at SPAN is not like the first. */
static bool ragged(struct parser *parser, size_t at, struct span span, const struct extent *first,
                   const struct extent *extent) {
    if ((first->axes == 0) != (extent->axes == 0))
        return failure_at(parser->failure, span,
                          "a number stands beside a row: write each row as [[1, 2], [3, 4]]");
    const char *what = first->axes == 1 ? "row" : "matrix";
    struct text text = {0};
    text_format(&text, "%s %zu has ", what, at);
    extent_write(extent, &text);
    text_format(&text, " and %s 1 has ", what);
    extent_write(first, &text);
    if (first->axes == 1)
        text_append(&text, ": all rows of a matrix are equally long");
    else
        text_append(&text, ": all matrices of a stack have one shape");
    if (text_ok(&text, parser->failure))
        failure_at(parser->failure, span, "%s", text_string(&text));
    text_release(&text);
    return false;
}

static bool read_list(struct parser *parser, int level, struct extent *extent);

static bool read_element(struct parser *parser, int level, struct extent *extent) {
    if (parser->token.kind == TOKEN_OPEN_SQUARE)
        return read_list(parser, level + 1, extent);
    extent->axes = 0;
    if (parser->token.kind == TOKEN_TEXT)
        return failure_at(parser->failure, parser->token.span,
                          "a matrix holds numbers: words go into onehot(\"…\") or "
                          "tokens(\"…\", matrix)");
    struct node *cell = parser_expression(parser, PRECEDENCE_ADD);
    return cell != NULL && parser_push(parser, cell);
}

/* What stands after an element is neither a comma nor the end. */
static bool wrong_separator(struct parser *parser, struct token open) {
    switch (parser->token.kind) {
    case TOKEN_NUMBER:
    case TOKEN_NAME:
    case TOKEN_OPEN:
    case TOKEN_OPEN_SQUARE:
        return failure_at(parser->failure, parser->token.span,
                          "a comma is missing: write [1, 2], and rows as [[1, 2], [3, 4]]");
    case TOKEN_COLON:
        return failure_at(parser->failure, parser->token.span,
                          "write every number out: a range stands in subscripts only");
    default:
        return parser_unclosed(parser, open);
    }
}

/* One list, its cells onto the parser's stack. The token is its bracket. */
static bool read_list(struct parser *parser, int level, struct extent *extent) {
    struct token open = parser->token;
    struct extent first = {0};
    size_t count = 0;
    if (level > AXIS_COUNT)
        return failure_at(parser->failure, open.span,
                          "brackets go four deep at most: batch, head, row, column");
    if (!parser_advance(parser))
        return false;
    while (parser->token.kind != TOKEN_CLOSE_SQUARE) {
        struct extent element = {0};
        if (token_ends(parser->token.kind))
            return parser_unclosed(parser, open);
        size_t start = parser->token.span.start;
        if (!read_element(parser, level, &element))
            return false;
        if (count++ == 0)
            first = element;
        else if (!extent_same(&first, &element))
            return ragged(parser, count, (struct span){start, parser->before.span.end}, &first,
                          &element);
        if (parser->token.kind == TOKEN_CLOSE_SQUARE)
            break;
        if (parser->token.kind != TOKEN_COMMA)
            return wrong_separator(parser, open);
        if (!parser_advance(parser))
            return false;
    }
    struct span all = {open.span.start, parser->token.span.end};
    if (count == 0)
        return failure_at(parser->failure, all,
                          "a matrix holds at least one number: write [0], or zeros(2, 3)");
    extent->axes = first.axes + 1;
    extent->size[0] = count;
    memcpy(extent->size + 1, first.size, sizeof first.size - sizeof first.size[0]);
    return parser_advance(parser);
}

struct node *parser_matrix(struct parser *parser) {
    size_t base = parser->count, start = parser->token.span.start;
    struct extent extent = {0};
    const struct operator* row = parser_row(parser, "matrix");
    if (row == NULL || !read_list(parser, 1, &extent))
        return NULL;
    struct node *node = parser_apply(parser, row, (struct span){start, parser->before.span.end});
    if (node == NULL || !parser_pop_cells(parser, base, node))
        return NULL;
    node->axes = extent.axes;
    for (int i = 0; i < AXIS_COUNT; i++) {
        int at = i - (AXIS_COUNT - extent.axes);
        node->size[i] = at < 0 ? 1 : extent.size[at];
    }
    return parser_finish(parser, node);
}
