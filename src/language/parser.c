#include "language/parser.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"

#include <math.h>
#include <string.h>

/* The grammar of the infix operators at a glance; they are rows of THE TABLE by these names. What
 * stands right of the sign binds at least as tightly as RIGHT: for all but ** tighter than the
 * sign itself, so that a - b - c is (a - b) - c; ** goes right to left and takes a sign: 2**-1. */
static const struct infix {
    enum token_kind token;
    const char *row;
    enum precedence left, right;
} infixes[] = {
    {TOKEN_PLUS, "+", PRECEDENCE_ADD, PRECEDENCE_MULTIPLY},
    {TOKEN_MINUS, "-", PRECEDENCE_ADD, PRECEDENCE_MULTIPLY},
    {TOKEN_STAR, "*", PRECEDENCE_MULTIPLY, PRECEDENCE_NEGATE},
    {TOKEN_SLASH, "/", PRECEDENCE_MULTIPLY, PRECEDENCE_NEGATE},
    {TOKEN_AT, "@", PRECEDENCE_MULTIPLY, PRECEDENCE_NEGATE},
    {TOKEN_POWER, "**", PRECEDENCE_POWER, PRECEDENCE_NEGATE},
};

static const struct infix *infix_of(enum token_kind kind) {
    for (size_t i = 0; i < sizeof infixes / sizeof infixes[0]; i++)
        if (infixes[i].token == kind)
            return &infixes[i];
    return NULL;
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

bool parser_advance(struct parser *parser) {
    parser->before = parser->token;
    return lexer_next(&parser->lexer, &parser->token, parser->failure);
}

struct quote parser_quote(const struct parser *parser, struct span span) {
    return lexis_quote(parser->tree->text, span);
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

/* What stands in quotes is shown in many places: it is made safe here, once. */
static const char *safe_copy(struct parser *parser, const char *bytes, size_t length) {
    struct text safe = {0};
    utf8_sanitise(&safe, bytes, length, true);
    for (size_t i = 0; i < safe.length; i++)
        safe.bytes[i] = safe.bytes[i] == '\t' ? ' ' : safe.bytes[i];
    const char *copy =
        safe.failed ? NULL : arena_text(&parser->tree->arena, text_string(&safe), safe.length);
    text_release(&safe);
    return copy;
}

struct node *parser_leaf(struct parser *parser, enum node_kind kind, struct span span) {
    struct node *node = node_create(parser, kind, span);
    if (node == NULL)
        return NULL;
    const char *text = parser->tree->text + span.start;
    size_t length = span.end - span.start;
    node->text = text[0] == '"' ? safe_copy(parser, text + 1, length - 2)
                                : arena_text(&parser->tree->arena, text, length);
    if (node->text != NULL)
        return node;
    failure_memory(parser->failure);
    return NULL;
}

struct node *parser_apply(struct parser *parser, const struct operator* row, struct span span) {
    struct node *node = node_create(parser, NODE_APPLY, span);
    if (node != NULL)
        node->operator= row;
    return node;
}

struct node *parser_finish(struct parser *parser, struct node *node) {
    node->depth = tree_depth(node);
    if (node->depth <= TREE_DEPTH)
        return node;
    failure_at(parser->failure, node->span,
               "this formula is more than %d operations deep: give a part of it a name",
               (int)TREE_DEPTH);
    return NULL;
}

const struct operator* parser_row(struct parser *parser, const char *name) {
    const struct operator* row = operator_find(name, strlen(name));
    if (row == NULL)
        failure_at(parser->failure, parser->token.span, "`%s` is not in the table of operators",
                   name);
    return row;
}

bool parser_push(struct parser *parser, struct node *node) {
    if (!memory_reserve(&parser->stack, &parser->capacity, parser->count + 1,
                        sizeof(struct node *)))
        return failure_memory(parser->failure);
    parser->stack[parser->count++] = node;
    return true;
}

bool parser_pop_cells(struct parser *parser, size_t base, struct node *node) {
    node->cell_count = parser->count - base;
    node->cells = arena_allocate(&parser->tree->arena, node->cell_count, sizeof(struct node *));
    if (node->cells == NULL)
        return failure_memory(parser->failure);
    if (node->cell_count > 0)
        memcpy(node->cells, parser->stack + base, node->cell_count * sizeof(struct node *));
    parser->count = base;
    return true;
}

/* Recursion is counted where it enters, so that no text can exhaust the stack. */
static bool enter(struct parser *parser) {
    if (++parser->depth <= TREE_DEPTH)
        return true;
    return failure_at(parser->failure, parser->token.span,
                      "more than %d brackets or signs inside one another: name a part of it",
                      (int)TREE_DEPTH);
}

/* A value must begin here and none does. */
static struct node *missing_value(struct parser *parser) {
    struct token token = parser->token, before = parser->before;
    struct quote here = parser_quote(parser, token.span), last = parser_quote(parser, before.span);
    struct span at = token.span;
    bool ends = token_ends(token.kind);
    if (token.kind == TOKEN_TEXT)
        failure_at(parser->failure, at,
                   "a text in quotes is no value: it stands in onehot(\"…\"), or as a label in "
                   "A[\"…\"]");
    else if (token.kind == TOKEN_PLUS)
        failure_at(parser->failure, at, "a number needs no + before it: leave it out");
    else if (ends && before.kind == TOKEN_NONE)
        failure_at(parser->failure, at, "an expression is missing");
    else if (ends && (before.kind == TOKEN_OPEN || before.kind == TOKEN_OPEN_SQUARE))
        parser_unclosed(parser, before);
    else if (token.kind == TOKEN_CLOSE && before.kind == TOKEN_OPEN)
        failure_at(parser->failure, (struct span){before.span.start, at.end},
                   "a value is missing between the brackets");
    else if (before.kind == TOKEN_NONE || before.kind == TOKEN_OPEN)
        failure_at(parser->failure, at, "a value is missing before `%s`", here.bytes);
    else if (ends)
        failure_at(parser->failure, before.span, "a value is missing after `%s`", last.bytes);
    else
        failure_at(parser->failure, at, "a value is missing between `%s` and `%s`", last.bytes,
                   here.bytes);
    return NULL;
}

bool parser_unclosed(struct parser *parser, struct token open) {
    bool square = open.kind == TOKEN_OPEN_SQUARE;
    struct span here = parser->token.span;
    if (token_ends(parser->token.kind))
        return failure_at(parser->failure, open.span, "this `%s` is never closed: `%s` is missing",
                          square ? "[" : "(", square ? "]" : ")");
    if (parser->token.kind == TOKEN_CLOSE || parser->token.kind == TOKEN_CLOSE_SQUARE)
        return failure_at(parser->failure, here, "`%s` cannot close `%s`: write `%s`",
                          square ? ")" : "]", square ? "[" : "(", square ? "]" : ")");
    return parser_unexpected(parser);
}

/* Two values side by side. */
static bool missing_operator(struct parser *parser) {
    struct token token = parser->token, before = parser->before;
    struct span both = {before.span.start, token.span.end};
    struct quote left = parser_quote(parser, before.span), right = parser_quote(parser, token.span);
    const char *advice = NULL;
    if (before.kind == TOKEN_CLOSE || before.kind == TOKEN_CLOSE_SQUARE)
        return failure_at(parser->failure, both,
                          "an operator is missing between `%s` and `%s`: write * or @", left.bytes,
                          right.bytes);
    if (before.kind == TOKEN_NAME && operator_find(left.bytes, strlen(left.bytes)) != NULL)
        return failure_at(parser->failure, both, "an operator's values stand in brackets: %s(%s)",
                          left.bytes, right.bytes);
    if (before.kind == TOKEN_NAME)
        advice = advice_word(left.bytes);
    if (advice != NULL)
        return failure_at(parser->failure, before.span, "`%s`: %s", left.bytes, advice);
    if (token.kind == TOKEN_NAME && text_same(right.bytes, "T"))
        return failure_at(parser->failure, both, "the transpose has a point: write %s.T",
                          left.bytes);
    if (token.kind == TOKEN_TEXT)
        return failure_at(parser->failure, both, "a label stands in brackets: %s[%s]", left.bytes,
                          right.bytes);
    bool names = before.kind == TOKEN_NAME && token.kind == TOKEN_NAME;
    if (names && parser->lexer.brackets.depth == 0 && lexer_sees_assign(&parser->lexer))
        return failure_at(parser->failure, both, "a name is one word: %s_%s", left.bytes,
                          right.bytes);
    if (token.kind == TOKEN_OPEN)
        return failure_at(parser->failure, both,
                          "an operator is missing before `(`: write %s * (…) or %s @ (…)",
                          left.bytes, left.bytes);
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
        return missing_operator(parser);
    case TOKEN_CLOSE:
        return failure_at(parser->failure, here, "this `)` closes nothing: a `(` is missing");
    case TOKEN_CLOSE_SQUARE:
        return failure_at(parser->failure, here, "this `]` closes nothing: a `[` is missing");
    case TOKEN_COMMA:
        return failure_at(parser->failure, here,
                          "a comma stands inside brackets only: [1, 2], or f(x, each=row)");
    case TOKEN_COLON:
        return failure_at(parser->failure, here, "a colon stands in subscripts only: A[1:2, :]");
    case TOKEN_ASSIGN:
        return failure_at(parser->failure, here,
                          "`=` stands after the name at the start of a statement, or in an option");
    default:
        return failure_at(parser->failure, here, "`%s` is out of place here",
                          parser_quote(parser, here).bytes);
    }
}

static struct node *parse_constant(struct parser *parser, struct span span) {
    static const struct {
        const char *name;
        double value;
    } constants[] = {{"inf", INFINITY}, {"nan", NAN}, {"pi", 3.14159265358979323846}};
    struct node *node = parser_leaf(parser, NODE_NAME, span);
    if (node == NULL || strchr("inp", node->text[0]) == NULL)
        return node;
    for (size_t i = 0; node != NULL && i < sizeof constants / sizeof constants[0]; i++) {
        if (text_same(node->text, constants[i].name)) {
            node->kind = NODE_NUMBER;
            node->number = constants[i].value;
        }
    }
    return node;
}

static struct node *parse_name(struct parser *parser) {
    struct span span = parser->token.span;
    if (!parser_advance(parser))
        return NULL;
    if (parser->token.kind == TOKEN_OPEN)
        return parser_call(parser, span);
    if (strchr("TFN", parser->tree->text[span.start]) == NULL)
        return parse_constant(parser, span);
    struct quote name = parser_quote(parser, span);
    bool yes = text_same(name.bytes, "True"), none = text_same(name.bytes, "None");
    if (yes || text_same(name.bytes, "False")) {
        failure_at(parser->failure, span, "there is no `%s`: write %d", name.bytes, yes);
        return NULL;
    }
    if (none) {
        failure_at(parser->failure, span, "there is no `None`: leave the option out");
        return NULL;
    }
    return parse_constant(parser, span);
}

static struct node *parse_number(struct parser *parser) {
    struct node *node = parser_leaf(parser, NODE_NUMBER, parser->token.span);
    if (node == NULL)
        return NULL;
    node->number = parser->token.number;
    return parser_advance(parser) ? node : NULL;
}

static struct node *parse_group(struct parser *parser) {
    struct token open = parser->token;
    if (!parser_advance(parser))
        return NULL;
    struct node *node = parser_expression(parser, PRECEDENCE_ADD);
    if (node == NULL)
        return NULL;
    if (parser->token.kind == TOKEN_COMMA) {
        failure_at(parser->failure, parser->token.span,
                   "round brackets hold one value: write a row as [1, 2]");
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
    switch (parser->token.kind) {
    case TOKEN_NUMBER:
        return parse_number(parser);
    case TOKEN_NAME:
        return parse_name(parser);
    case TOKEN_OPEN:
        return parse_group(parser);
    case TOKEN_OPEN_SQUARE:
        return parser_matrix(parser);
    default:
        return missing_value(parser);
    }
}

/* A.shape, np.exp, A.sum(): what stands after the point is not T. */
static void wrong_attribute(struct parser *parser, const struct node *operand, struct span dot) {
    static const char *const modules[] = {"np", "numpy", "torch", "math", "F", "nn", "tf", "jnp"};
    struct span word = parser->token.span, both = {operand->span.start, word.end};
    struct quote name = parser_quote(parser, word), left = parser_quote(parser, operand->span);
    for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++) {
        if (operand->kind == NODE_NAME && text_same(operand->text, modules[i])) {
            const char *advice = advice_operator(name.bytes);
            failure_at(parser->failure, both, "leave `%s.` out: %s%s%s", operand->text,
                       advice == NULL ? "write " : advice, advice == NULL ? name.bytes : "",
                       advice == NULL ? "(…)" : "");
            return;
        }
    }
    const char *advice = advice_attribute(name.bytes);
    struct span part = {dot.start, word.end};
    if (advice != NULL)
        failure_at(parser->failure, part, "after a point stands only T: %s", advice);
    else if (operator_find(name.bytes, strlen(name.bytes)) != NULL)
        failure_at(parser->failure, both, "an operator stands before its value: write %s(%s)",
                   name.bytes, left.bytes);
    else
        failure_at(parser->failure, part, "after a point stands only T, the transpose: %s.T",
                   left.bytes);
}

static struct node *parse_transpose(struct parser *parser, struct node *operand) {
    struct span dot = parser->token.span;
    if (!parser_advance(parser))
        return NULL;
    struct quote word = parser_quote(parser, parser->token.span);
    if (parser->token.kind != TOKEN_NAME) {
        failure_at(parser->failure, dot, "after a point stands T, the transpose: A.T");
        return NULL;
    }
    if (!text_same(word.bytes, "T")) {
        wrong_attribute(parser, operand, dot);
        return NULL;
    }
    const struct operator* row = parser_row(parser, ".T");
    struct span span = {operand->span.start, parser->token.span.end};
    struct node *node = row == NULL ? NULL : parser_apply(parser, row, span);
    if (node == NULL || !parser_advance(parser))
        return NULL;
    if (parser->token.kind == TOKEN_OPEN) {
        failure_at(parser->failure, parser->token.span, ".T takes no brackets");
        return NULL;
    }
    node->argument[0] = operand;
    return parser_finish(parser, node);
}

static struct node *parse_postfix(struct parser *parser) {
    bool bare = parser->token.kind == TOKEN_NUMBER;
    struct node *node = parse_atom(parser);
    while (node != NULL) {
        if (parser->token.kind == TOKEN_DOT) {
            node = parse_transpose(parser, node);
        } else if (parser->token.kind == TOKEN_OPEN_SQUARE) {
            if (bare) {
                missing_operator(parser);
                return NULL;
            }
            node = parser_subscripts(parser, node);
        } else {
            return node;
        }
        bare = false;
    }
    return NULL;
}

static struct node *parse_negation(struct parser *parser) {
    struct span sign = parser->token.span;
    const struct operator* row = parser_row(parser, "negate");
    if (row == NULL || !parser_advance(parser))
        return NULL;
    struct node *operand = parser_expression(parser, PRECEDENCE_NEGATE);
    if (operand == NULL)
        return NULL;
    struct node *node = parser_apply(parser, row, (struct span){sign.start, operand->span.end});
    if (node == NULL)
        return NULL;
    node->argument[0] = operand;
    return parser_finish(parser, node);
}

static struct node *parse_infix(struct parser *parser, const struct infix *infix,
                                struct node *left) {
    const struct operator* row = parser_row(parser, infix->row);
    if (row == NULL || !parser_advance(parser))
        return NULL;
    struct node *right = parser_expression(parser, infix->right);
    if (right == NULL)
        return NULL;
    struct span span = {left->span.start, right->span.end};
    struct node *node = parser_apply(parser, row, span);
    if (node == NULL)
        return NULL;
    node->argument[0] = left;
    node->argument[1] = right;
    return parser_finish(parser, node);
}

struct node *parser_expression(struct parser *parser, enum precedence least) {
    if (!enter(parser))
        return NULL;
    struct node *left =
        parser->token.kind == TOKEN_MINUS ? parse_negation(parser) : parse_postfix(parser);
    while (left != NULL) {
        const struct infix *infix = infix_of(parser->token.kind);
        if (infix == NULL || infix->left < least)
            break;
        left = parse_infix(parser, infix, left);
    }
    parser->depth--;
    return left;
}
