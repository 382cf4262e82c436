/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/parser.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"
#include "language/advice.h"
#include "language/pasted.h"
#include "language/reader.h"
#include "language/unknown.h"

#include <math.h>
#include <string.h>

/* Returns the row of THE TABLE whose infix sign comes next; NULL for none. */
static const struct op *infix_here(const struct parser *parser) {
    struct span span = parser->token.span;
    return parser->token.kind == TOKEN_SIGN
               ? operator_find(parser->tree->text + span.start, span.end - span.start)
               : NULL;
}

/* True when the token is SIGN, as a + or - before one value. */
static bool at_sign(const struct parser *parser, char sign) {
    return parser->token.kind == TOKEN_SIGN && parser->tree->text[parser->token.span.start] == sign;
}

bool parser_advance(struct parser *parser) {
    parser->before = parser->token;
    return lexer_next(&parser->lexer, &parser->token, parser->failure);
}

bool parser_init(struct parser *parser, struct tree *tree, size_t length, size_t at,
                 struct failure *failure) {
    *parser = (struct parser){.tree = tree, .failure = failure};
    parser->lexer = (struct lexer){.text = tree->text, .length = length, .at = at};
    return parser_advance(parser);
}

void parser_release(struct parser *parser) {
    memory_free(parser->stack);
    parser->stack = NULL;
}

struct quote parser_quote(const struct parser *parser, struct span span) {
    return lexer_quote(parser->tree->text, span);
}

static struct node *node_create(struct parser *parser, enum node_kind kind, struct span span) {
    struct node *node = arena_allocate(&parser->tree->arena, 1, sizeof *node);
    if (node == NULL) {
        failure_memory(parser->failure);
        return NULL;
    }
    node->kind = kind;
    node->span = span;
    node->depth = 1;
    return node;
}

/* Texts in quotes are shown in many places, so they are sanitised here, once. */
static const char *safe_copy(struct parser *parser, const char *bytes, size_t length) {
    struct text safe = {0};
    utf8_sanitise(&safe, bytes, length, true);
    for (size_t i = 0; i < safe.length; i++) {
        safe.bytes[i] = safe.bytes[i] == '\t' ? ' ' : safe.bytes[i];
    }
    const char *copy =
        safe.failed ? NULL : arena_text(&parser->tree->arena, text_string(&safe), safe.length);
    text_release(&safe);
    return copy;
}

struct node *parser_leaf(struct parser *parser, enum node_kind kind, struct span span) {
    struct node *node = node_create(parser, kind, span);
    if (node == NULL) {
        return NULL;
    }
    const char *text = parser->tree->text + span.start;
    size_t length = span.end - span.start;
    node->text = text[0] == '"' ? safe_copy(parser, text + 1, length - 2)
                                : arena_text(&parser->tree->arena, text, length);
    if (node->text != NULL) {
        return node;
    }
    failure_memory(parser->failure);
    return NULL;
}

struct node *parser_apply(struct parser *parser, const struct op *row, struct span span) {
    struct node *node = node_create(parser, NODE_APPLY, span);
    if (node != NULL) {
        node->op = row;
    }
    return node;
}

struct node *parser_finish(struct parser *parser, struct node *node) {
    node->depth = tree_depth(node);
    if (node->depth <= TREE_DEPTH) {
        return node;
    }
    failure_at(parser->failure, node->span,
               "this formula is more than %d operations deep: give a part of it a name",
               (int)TREE_DEPTH);
    return NULL;
}

/* Applies the operator NAME of THE TABLE to LEFT and RIGHT (NULL if it takes one). */
static struct node *apply_named_operator(struct parser *parser, const char *name, struct span span,
                                         struct node *left, struct node *right) {
    struct node *node = parser_apply(parser, operator_find(name, strlen(name)), span);
    if (node == NULL) {
        return NULL;
    }
    node->argument[0] = left;
    node->argument[1] = right;
    return parser_finish(parser, node);
}

bool parser_push(struct parser *parser, struct node *node) {
    if (!memory_reserve(&parser->stack, &parser->capacity, parser->count + 1,
                        sizeof(struct node *))) {
        return failure_memory(parser->failure);
    }
    parser->stack[parser->count++] = node;
    return true;
}

bool parser_pop(struct parser *parser, size_t base, struct node *node) {
    node->cell_count = parser->count - base;
    node->cells = arena_allocate(&parser->tree->arena, node->cell_count, sizeof(struct node *));
    if (node->cells == NULL) {
        return failure_memory(parser->failure);
    }
    if (node->cell_count > 0) {
        memcpy(node->cells, parser->stack + base, node->cell_count * sizeof(struct node *));
    }
    parser->count = base;
    return true;
}

bool parser_unclosed(struct parser *parser, struct token open) {
    bool square = open.kind == TOKEN_OPEN_SQUARE;
    struct span here = parser->token.span;
    if (token_ends(parser->token.kind)) {
        return failure_at(parser->failure, open.span, "this `%s` is never closed: `%s` is missing",
                          square ? "[" : "(", square ? "]" : ")");
    }
    if (parser->token.kind == TOKEN_CLOSE || parser->token.kind == TOKEN_CLOSE_SQUARE) {
        return failure_at(parser->failure, here, "`%s` cannot close `%s`: write `%s`",
                          square ? ")" : "]", square ? "[" : "(", square ? "]" : ")");
    }
    return parser_unexpected(parser);
}

bool parser_text_is_no_value(struct parser *parser, struct span span) {
    return failure_at(
        parser->failure, span,
        "a text is not a number: it is used alone, s = \"…\", in onehot(\"…\"), or as a "
        "label in A[\"…\"]");
}

/* Refuses a token where a value must begin. */
static struct node *refuse_missing_value(struct parser *parser) {
    struct token token = parser->token, before = parser->before;
    struct quote here = parser_quote(parser, token.span), last = parser_quote(parser, before.span);
    struct span at = token.span;
    bool ends = token_ends(token.kind);
    if (token.kind == TOKEN_TEXT) {
        parser_text_is_no_value(parser, at);
    } else if (at_sign(parser, '+')) {
        failure_at(parser->failure, at, "a number needs no + before it: leave it out");
    } else if (ends && before.kind == TOKEN_NONE) {
        failure_at(parser->failure, at, "an expression is missing");
    } else if (ends && (before.kind == TOKEN_OPEN || before.kind == TOKEN_OPEN_SQUARE)) {
        parser_unclosed(parser, before);
    } else if (token.kind == TOKEN_CLOSE && before.kind == TOKEN_OPEN) {
        failure_at(parser->failure, (struct span){before.span.start, at.end},
                   "a value is missing between the brackets");
    } else if (before.kind == TOKEN_NONE || before.kind == TOKEN_OPEN) {
        failure_at(parser->failure, at, "a value is missing before `%s`", here.bytes);
    } else if (ends) {
        failure_at(parser->failure, before.span, "a value is missing after `%s`", last.bytes);
    } else {
        failure_at(parser->failure, at, "a value is missing between `%s` and `%s`", last.bytes,
                   here.bytes);
    }
    return NULL;
}

/* Refuses two values side by side. */
static bool refuse_missing_operator(struct parser *parser) {
    struct token token = parser->token, before = parser->before;
    struct span both = {before.span.start, token.span.end};
    struct quote left = parser_quote(parser, before.span), right = parser_quote(parser, token.span);
    const char *advice = NULL;
    if (before.kind == TOKEN_CLOSE || before.kind == TOKEN_CLOSE_SQUARE) {
        return failure_at(parser->failure, both,
                          "an operator is missing between `%s` and `%s`: write * or @", left.bytes,
                          right.bytes);
    }
    if (before.kind == TOKEN_NAME && operator_find(left.bytes, strlen(left.bytes)) != NULL) {
        return failure_at(parser->failure, both, "an operator's values go in brackets: %s(%s)",
                          left.bytes, right.bytes);
    }
    if (before.kind == TOKEN_NAME) {
        advice = advice_word(left.bytes);
    }
    if (advice != NULL) {
        return failure_at(parser->failure, before.span, "`%s`: %s", left.bytes, advice);
    }
    if (token.kind == TOKEN_NAME && advice_word(right.bytes) != NULL) {
        return failure_at(parser->failure, token.span, "`%s`: %s", right.bytes,
                          advice_word(right.bytes));
    }
    if (token.kind == TOKEN_NAME && text_same(right.bytes, "T")) {
        return failure_at(parser->failure, both, "the transpose has a point: write %s.T",
                          left.bytes);
    }
    if (token.kind == TOKEN_TEXT) {
        return failure_at(parser->failure, both, "a label goes in brackets: %s[%s]", left.bytes,
                          right.bytes);
    }
    bool names = before.kind == TOKEN_NAME && token.kind == TOKEN_NAME;
    if (names && parser->lexer.brackets.depth == 0 && lexer_sees_assign(&parser->lexer)) {
        return failure_at(parser->failure, both, "a name is one word: %s_%s", left.bytes,
                          right.bytes);
    }
    if (token.kind == TOKEN_OPEN) {
        return failure_at(parser->failure, both,
                          "an operator is missing before `(`: write %s * (…) or %s @ (…)",
                          left.bytes, left.bytes);
    }
    return failure_at(parser->failure, both,
                      "an operator is missing: write %s @ %s (the matrix product) or %s * %s",
                      left.bytes, right.bytes, left.bytes, right.bytes);
}

bool parser_unexpected(struct parser *parser) {
    struct span here = parser->token.span;
    switch (parser->token.kind) {
    case TOKEN_NUMBER:
    case TOKEN_NAME:
    case TOKEN_TEXT:
    case TOKEN_OPEN:
        return refuse_missing_operator(parser);
    case TOKEN_CLOSE:
        return failure_at(parser->failure, here, "this `)` closes nothing: a `(` is missing");
    case TOKEN_CLOSE_SQUARE:
        return failure_at(parser->failure, here, "this `]` closes nothing: a `[` is missing");
    case TOKEN_COMMA:
        return failure_at(parser->failure, here,
                          "a comma is used inside brackets only: [1, 2], or f(x, each=row)");
    case TOKEN_COLON:
        return failure_at(parser->failure, here, "a colon is used in subscripts only: A[1:2, :]");
    case TOKEN_ASSIGN:
        return failure_at(parser->failure, here,
                          "`=` stands after the name at the start of a statement, or in an option");
    default:
        return failure_at(parser->failure, here, "`%s` is out of place here",
                          parser_quote(parser, here).bytes);
    }
}

/* Names with a fixed meaning. */
static const struct reserved {
    const char *name;
    double value;       /* of a constant */
    const char *advice; /* for a word of Python; NULL: a constant */
} reserved[] = {
    {"inf", INFINITY, NULL}, {"nan", NAN, NULL},      {"pi", 3.14159265358979323846, NULL},
    {"True", 0, "write 1"},  {"False", 0, "write 0"}, {"None", 0, "leave the option out"},
};

static const struct reserved *reserved_find(const char *name) {
    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++) {
        if (text_same(reserved[i].name, name)) {
            return &reserved[i];
        }
    }
    return NULL;
}

/* --- a written matrix: [1, 2] is 1×2, [[1, 2], [3, 4]] 2×2, two more levels make a stack ------ */

/* The sizes of a list, from the outermost level in. */
struct extent {
    int axes;
    size_t size[AXIS_COUNT];
};

static void extent_write(const struct extent *extent, struct text *out) {
    if (extent->axes == 1) {
        text_format(out, "%zu number%s", extent->size[0], extent->size[0] == 1 ? "" : "s");
        return;
    }
    for (int i = 0; i < extent->axes; i++) {
        text_format(out, "%s%zu", i == 0 ? "" : "×", extent->size[i]);
    }
}

/* Refuses element AT (from 1) at SPAN, whose sizes differ from the first. */
static bool refuse_ragged(struct parser *parser, size_t at, struct span span,
                          const struct extent *first, const struct extent *extent) {
    if ((first->axes == 0) != (extent->axes == 0)) {
        return failure_at(parser->failure, span,
                          "a number is next to a row: write each row as [[1, 2], [3, 4]]");
    }
    const char *what = first->axes == 1 ? "row" : "matrix";
    struct text text = {0};
    text_format(&text, "%s %zu has ", what, at);
    extent_write(extent, &text);
    text_format(&text, " and %s 1 has ", what);
    extent_write(first, &text);
    if (first->axes == 1) {
        text_append(&text, ": all rows of a matrix are equally long");
    } else {
        text_append(&text, ": all matrices of a stack have one shape");
    }
    if (text_ok(&text, parser->failure)) {
        failure_at(parser->failure, span, "%s", text_string(&text));
    }
    text_release(&text);
    return false;
}

static bool read_matrix_list(struct parser *parser, int level, struct extent *extent);

static bool read_element(struct parser *parser, int level, struct extent *extent) {
    if (parser->token.kind == TOKEN_OPEN_SQUARE) {
        return read_matrix_list(parser, level + 1, extent);
    }
    extent->axes = 0;
    if (parser->token.kind == TOKEN_TEXT) {
        return failure_at(parser->failure, parser->token.span,
                          "a matrix has numbers only: words go into onehot(\"…\") or "
                          "tokens(\"…\", matrix)");
    }
    enum precedence least = parser->pasted ? PRECEDENCE_NEGATE : PRECEDENCE_LOOSEST;
    struct node *cell = parser_expression(parser, least);
    return cell != NULL && parser_push(parser, cell);
}

/* Refuses what follows an element and is neither a comma nor the end. */
static bool refuse_cell_separator(struct parser *parser, struct token open) {
    switch (parser->token.kind) {
    case TOKEN_NUMBER:
    case TOKEN_NAME:
    case TOKEN_OPEN:
    case TOKEN_OPEN_SQUARE:
        return failure_at(parser->failure, parser->token.span,
                          "a comma is missing: write [1, 2], and rows as [[1, 2], [3, 4]]");
    case TOKEN_COLON:
        return failure_at(parser->failure, parser->token.span,
                          "write every number out: a range is used in subscripts only");
    default:
        return parser_unclosed(parser, open);
    }
}

/* Reads one list and pushes its cells onto the parser's stack. The current token is its bracket. */
static bool read_matrix_list(struct parser *parser, int level, struct extent *extent) {
    struct token open = parser->token;
    struct extent first = {0};
    size_t count = 0;
    if (level > AXIS_COUNT) {
        return failure_at(parser->failure, open.span,
                          "brackets go four deep at most: batch, head, row, column");
    }
    if (!parser_advance(parser)) {
        return false;
    }
    while (parser->token.kind != TOKEN_CLOSE_SQUARE) {
        struct extent element = {0};
        if (token_ends(parser->token.kind)) {
            return parser_unclosed(parser, open);
        }
        size_t start = parser->token.span.start;
        if (!read_element(parser, level, &element)) {
            return false;
        }
        if (count++ == 0) {
            first = element;
        } else if (first.axes != element.axes ||
                   memcmp(first.size, element.size, sizeof first.size) != 0) {
            return refuse_ragged(parser, count, (struct span){start, parser->before.span.end},
                                 &first, &element);
        }
        if (parser->token.kind == TOKEN_CLOSE_SQUARE) {
            break;
        }
        if (parser->pasted) {
            continue;
        }
        if (parser->token.kind != TOKEN_COMMA) {
            return refuse_cell_separator(parser, open);
        }
        if (!parser_advance(parser)) {
            return false;
        }
    }
    struct span all = {open.span.start, parser->token.span.end};
    if (count == 0) {
        return failure_at(parser->failure, all,
                          "a matrix has at least one number: write [0], or zeros(2, 3)");
    }
    extent->axes = first.axes + 1;
    extent->size[0] = count;
    memcpy(extent->size + 1, first.size, sizeof first.size - sizeof first.size[0]);
    return parser_advance(parser);
}

/* Parses a written matrix; the current token is the "[". */
static struct node *parse_matrix(struct parser *parser) {
    size_t base = parser->count, start = parser->token.span.start;
    struct extent extent = {0};
    enum pasted pasted = pasted_kind(parser->tree->text + start, parser->lexer.length - start);
    if (pasted == PASTED_CUT) {
        failure_at(parser->failure, parser->token.span,
                   "NumPy has left numbers out here: np.set_printoptions(threshold=np.inf) prints "
                   "all");
        return NULL;
    }
    parser->pasted = pasted == PASTED_WHOLE;
    bool read = read_matrix_list(parser, 1, &extent);
    parser->pasted = false;
    if (!read) {
        return NULL;
    }
    struct node *node = parser_apply(parser, operator_find("matrix", strlen("matrix")),
                                     (struct span){start, parser->before.span.end});
    if (node == NULL || !parser_pop(parser, base, node)) {
        return NULL;
    }
    node->axes = extent.axes;
    for (int i = 0; i < AXIS_COUNT; i++) {
        int at = i - (AXIS_COUNT - extent.axes);
        node->size[i] = at < 0 ? 1 : extent.size[at];
    }
    return parser_finish(parser, node);
}

/* --- A[2,3], A[2], A[:,3], A[1:2,:], A["it","sushi"]: from 1, both ends included -------------- */

/* Checks what can be known without values. */
static bool check_bound(const struct node *node, struct failure *failure) {
    if (node->kind == NODE_APPLY && node->op->writing.form == WRITING_PREFIX &&
        node->argument[0]->kind == NODE_NUMBER) {
        return failure_at(failure, node->span,
                          "subscripts count from 1, never from the end: the last row is "
                          "A[rows(A)]");
    }
    if (node->kind == NODE_APPLY && node->op->writing.precedence == PRECEDENCE_COMPARE) {
        return failure_at(failure, node->span,
                          "a comparison is no subscript: where(A > 0, A, 0) keeps such cells");
    }
    if (node->kind != NODE_NUMBER) {
        return true;
    }
    if (node->number == 0) {
        return failure_at(failure, node->span,
                          "subscripts count from 1, as in the documents; NumPy counts from 0");
    }
    if (!(node->number == floor(node->number)) || isinf(node->number)) {
        return failure_at(failure, node->span, "a subscript is a whole number");
    }
    return true;
}

static struct node *read_bound(struct parser *parser) {
    struct node *node;
    if (parser->token.kind == TOKEN_TEXT) {
        node = parser_leaf(parser, NODE_TEXT, parser->token.span);
        if (node == NULL || !parser_advance(parser)) {
            return NULL;
        }
    } else {
        node = parser_expression(parser, PRECEDENCE_LOOSEST);
    }
    return node != NULL && check_bound(node, parser->failure) ? node : NULL;
}

static bool at_separator(const struct parser *parser) {
    return parser->token.kind == TOKEN_COMMA || parser->token.kind == TOKEN_CLOSE_SQUARE;
}

static bool check_bounds(const struct subscript *subscript, struct failure *failure) {
    const struct node *from = subscript->from, *to = subscript->to;
    if (from == NULL || to == NULL || from->kind != NODE_NUMBER || to->kind != NODE_NUMBER) {
        return true;
    }
    return from->number <= to->number ||
           failure_at(
               failure, subscript->span,
               "this range is empty: it goes from the smaller to the greater, both included");
}

static bool check_child(void *context, const struct node *child) {
    return reader_check_subscripts(child, context);
}

bool reader_check_subscripts(const struct node *node, struct failure *failure) {
    for (size_t i = 0; i < node->subscript_count; i++) {
        const struct subscript *subscript = &node->subscripts[i];
        if ((subscript->from != NULL && !check_bound(subscript->from, failure)) ||
            (subscript->to != NULL && !check_bound(subscript->to, failure)) ||
            !check_bounds(subscript, failure)) {
            return false;
        }
    }
    return tree_children(node, check_child, failure);
}

/* Reads one axis; the caller checks that a comma or the bracket follows. */
static bool read_subscript(struct parser *parser, struct subscript *out) {
    out->span.start = parser->token.span.start;
    if (parser->token.kind != TOKEN_COLON) {
        if (at_separator(parser)) {
            return failure_at(parser->failure, parser->token.span,
                              "a subscript is missing before `%s`: write : for a whole axis",
                              parser_quote(parser, parser->token.span).bytes);
        }
        if ((out->from = read_bound(parser)) == NULL) {
            return false;
        }
    }
    if (parser->token.kind == TOKEN_COLON) {
        out->range = true;
        if (!parser_advance(parser)) {
            return false;
        }
        bool open = at_separator(parser) || parser->token.kind == TOKEN_COLON ||
                    token_ends(parser->token.kind);
        if (!open && (out->to = read_bound(parser)) == NULL) {
            return false;
        }
        if (out->from == NULL && out->to == NULL) {
            out->all = true;
            out->range = false;
        }
    }
    out->span.end = parser->before.span.end;
    if (parser->token.kind == TOKEN_COLON) {
        return failure_at(parser->failure, parser->token.span,
                          "a range has two ends and no step: A[1:3]");
    }
    return check_bounds(out, parser->failure);
}

static bool keep_subscripts(struct parser *parser, struct node *node, const struct subscript *list,
                            size_t count) {
    while (count > 0 && list[count - 1].all) {
        count--;
    }
    node->subscripts = arena_allocate(&parser->tree->arena, count, sizeof *list);
    if (node->subscripts == NULL) {
        return failure_memory(parser->failure);
    }
    if (count > 0) {
        memcpy(node->subscripts, list, count * sizeof *list);
    }
    node->subscript_count = count;
    return true;
}

static bool read_subscripts(struct parser *parser, struct subscript list[AXIS_COUNT],
                            size_t *count) {
    struct token open = parser->token;
    do {
        if (!parser_advance(parser)) {
            return false;
        }
        if (parser->token.kind == TOKEN_CLOSE_SQUARE && *count == 0) {
            return failure_at(parser->failure,
                              (struct span){open.span.start, parser->token.span.end},
                              "the subscripts are missing: A[2,3] is a cell, A[2] a row, A[:,3] a "
                              "column");
        }
        if (*count == AXIS_COUNT) {
            return failure_at(parser->failure, parser->token.span,
                              "there are four axes at most: batch, head, row, column");
        }
        if (token_ends(parser->token.kind)) {
            return parser_unclosed(parser, open);
        }
        if (!read_subscript(parser, &list[(*count)++])) {
            return false;
        }
    } while (parser->token.kind == TOKEN_COMMA);
    return parser->token.kind == TOKEN_CLOSE_SQUARE || parser_unclosed(parser, open);
}

static struct node *parse_subscripts(struct parser *parser, struct node *operand) {
    struct subscript list[AXIS_COUNT] = {0};
    size_t count = 0;
    if (!read_subscripts(parser, list, &count)) {
        return NULL;
    }
    struct span span = {operand->span.start, parser->token.span.end};
    struct node *node = parser_apply(parser, operator_find("[ ]", strlen("[ ]")), span);
    if (node == NULL || !keep_subscripts(parser, node, list, count) || !parser_advance(parser)) {
        return NULL;
    }
    node->argument[0] = operand;
    return parser_finish(parser, node);
}

/* --- precedences ------------------------------------------------------------------------------ */

const char *parser_reserved(const char *name) {
    const struct reserved *word = reserved_find(name);
    if (text_same(name, "_")) {
        return "what was shown last";
    }
    return word == NULL ? NULL : word->advice == NULL ? "a constant" : "a word of Python";
}

bool parser_check_name(const char *text, struct span span, struct failure *failure) {
    struct quote name = lexer_quote(text, span);
    const char *what = parser_reserved(name.bytes);
    bool last = text_same(name.bytes, "_");
    return what == NULL ||
           failure_at(failure, span, "`%s` is %s; choose another name, such as %s%s", name.bytes,
                      what, last ? "last" : name.bytes, last ? "" : "_");
}

static struct node *parse_name(struct parser *parser) {
    struct span span = parser->token.span;
    if (!parser_advance(parser)) {
        return NULL;
    }
    if (parser->token.kind == TOKEN_OPEN) {
        return parser_call(parser, span);
    }
    struct node *node = parser_leaf(parser, NODE_NAME, span);
    const struct reserved *word = node == NULL ? NULL : reserved_find(node->text);
    if (word == NULL) {
        return node;
    }
    if (word->advice != NULL) {
        failure_at(parser->failure, span, "there is no `%s`: %s", word->name, word->advice);
        return NULL;
    }
    node->kind = NODE_NUMBER;
    node->number = word->value;
    return node;
}

static struct node *parse_group(struct parser *parser) {
    struct token open = parser->token;
    if (!parser_advance(parser)) {
        return NULL;
    }
    struct node *node = parser_expression(parser, PRECEDENCE_LOOSEST);
    if (node == NULL) {
        return NULL;
    }
    if (parser->token.kind == TOKEN_COMMA) {
        failure_at(parser->failure, parser->token.span,
                   "round brackets contain one value: write a row as [1, 2], and sizes without "
                   "them, zeros(2, 3)");
        return NULL;
    }
    if (parser->token.kind != TOKEN_CLOSE) {
        parser_unclosed(parser, open);
        return NULL;
    }
    node->span = (struct span){open.span.start, parser->token.span.end};
    return parser_advance(parser) ? node : NULL;
}

static struct node *parse_atom(struct parser *parser) {
    struct node *node;
    switch (parser->token.kind) {
    case TOKEN_NUMBER:
        node = parser_leaf(parser, NODE_NUMBER, parser->token.span);
        if (node != NULL) {
            node->number = parser->token.number;
        }
        return node != NULL && parser_advance(parser) ? node : NULL;
    case TOKEN_NAME:
        return parse_name(parser);
    case TOKEN_OPEN:
        return parse_group(parser);
    case TOKEN_OPEN_SQUARE:
        return parse_matrix(parser);
    default:
        return refuse_missing_value(parser);
    }
}

static struct node *parse_transpose(struct parser *parser, struct node *operand) {
    struct span dot = parser->token.span;
    if (!parser_advance(parser)) {
        return NULL;
    }
    struct quote word = parser_quote(parser, parser->token.span);
    if (parser->token.kind != TOKEN_NAME) {
        failure_at(parser->failure, dot, "after a point comes T, the transpose: A.T");
        return NULL;
    }
    if (!text_same(word.bytes, "T")) {
        struct span both = {operand->span.start, parser->token.span.end};
        const char *last = strrchr(word.bytes, '.');
        unknown_attribute(parser_quote(parser, operand->span).bytes,
                          last == NULL ? word.bytes : last + 1, both, parser->failure);
        return NULL;
    }
    struct span span = {operand->span.start, parser->token.span.end};
    if (!parser_advance(parser)) {
        return NULL;
    }
    if (parser->token.kind == TOKEN_OPEN) {
        failure_at(parser->failure, parser->token.span, ".T takes no brackets");
        return NULL;
    }
    return apply_named_operator(parser, ".T", span, operand, NULL);
}

static struct node *parse_postfix(struct parser *parser) {
    bool bare = parser->token.kind == TOKEN_NUMBER;
    struct node *node = parse_atom(parser);
    while (node != NULL) {
        if (parser->token.kind == TOKEN_DOT) {
            node = parse_transpose(parser, node);
        } else if (parser->token.kind == TOKEN_OPEN_SQUARE) {
            if (bare) {
                refuse_missing_operator(parser);
                return NULL;
            }
            node = parse_subscripts(parser, node);
        } else {
            return node;
        }
        bare = false;
    }
    return NULL;
}

static struct node *parse_negation(struct parser *parser) {
    struct span sign = parser->token.span;
    struct node *operand =
        parser_advance(parser) ? parser_expression(parser, PRECEDENCE_NEGATE) : NULL;
    if (operand == NULL) {
        return NULL;
    }
    return apply_named_operator(parser, "negate", (struct span){sign.start, operand->span.end},
                                operand, NULL);
}

/* Right of the sign only tighter operators are read, so that a - b - c is (a - b) - c; but ** goes
 * right to left and takes a sign: 2**-1. */
static struct node *parse_infix(struct parser *parser, const struct op *row, struct node *left) {
    enum precedence own = row->writing.precedence;
    enum precedence least = own == PRECEDENCE_POWER ? PRECEDENCE_NEGATE : own + 1;
    struct node *right = parser_advance(parser) ? parser_expression(parser, least) : NULL;
    if (right == NULL) {
        return NULL;
    }
    return apply_named_operator(parser, row->name, (struct span){left->span.start, right->span.end},
                                left, right);
}

/* Refuses a chained comparison: 1 < x < 3. */
static struct node *refuse_chained(struct parser *parser, const struct node *left) {
    struct span sign = parser->token.span;
    struct quote quotes[] = {parser_quote(parser, left->argument[0]->span),
                             parser_quote(parser, left->argument[1]->span),
                             parser_quote(parser, sign),
                             {"…"}};
    if (parser_advance(parser)) {
        struct node *right = parser_expression(parser, PRECEDENCE_ADD);
        if (right != NULL) {
            quotes[3] = parser_quote(parser, right->span);
            failure_at(parser->failure, (struct span){left->span.start, right->span.end},
                       "comparisons are not chained: write (%s %s %s) * (%s %s %s)",
                       quotes[0].bytes, left->op->name, quotes[1].bytes, quotes[1].bytes,
                       quotes[2].bytes, quotes[3].bytes);
        }
    }
    return NULL;
}

struct node *parser_expression(struct parser *parser, enum precedence least) {
    bool compared = false;
    if (++parser->depth > TREE_DEPTH) { /* no text may exhaust the stack */
        failure_at(parser->failure, parser->token.span,
                   "more than %d brackets or signs inside one another: name a part of it",
                   (int)TREE_DEPTH);
        return NULL;
    }
    struct node *left = at_sign(parser, '-') ? parse_negation(parser) : parse_postfix(parser);
    while (left != NULL) {
        const struct op *row = infix_here(parser);
        if (row == NULL || row->writing.precedence < least) {
            break;
        }
        left = compared ? refuse_chained(parser, left) : parse_infix(parser, row, left);
        compared = row->writing.precedence == PRECEDENCE_COMPARE;
    }
    parser->depth--;
    return left;
}
