/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* arguments: resolves f(x, option=value) as written to the parameters of the row. */
#include "base/text.h"
#include "language/parser.h"
#include "language/unknown.h"
#include "language/writer.h"

#include <stdarg.h>
#include <string.h>

struct call_reader {
    struct parser *parser;
    const struct op *row;
    struct node *node;
    struct span name; /* of the operator, or of the option that is being read */
    size_t next;      /* the parameter that takes the next argument without a name */
    bool options;     /* a named argument has been read */
    size_t base;      /* where the sizes begin on the parser's stack */
};

/* Fails with a message that ends with the row's signature. */
static bool fail_with_signature(const struct call_reader *call, struct span span,
                                const char *format, ...) __attribute__((format(printf, 3, 4)));

static bool fail_with_signature(const struct call_reader *call, struct span span,
                                const char *format, ...) {
    struct text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_format_list(&text, format, arguments);
    va_end(arguments);
    text_append(&text, "; it is ");
    writer_signature(call->row, &text);
    if (text_ok(&text, call->parser->failure)) {
        failure_at(call->parser->failure, span, "%s", text_string(&text));
    }
    text_release(&text);
    return false;
}

/* Refuses an unknown option, with advice for NumPy's and PyTorch's names. */
static bool refuse_unknown_option(const struct call_reader *call) {
    struct quote name = parser_quote(call->parser, call->name);
    const char *best = NULL;
    bool axis = text_same(name.bytes, "axis") || text_same(name.bytes, "dim");
    if (axis && operator_parameter(call->row, "each", strlen("each")) >= 0) {
        return fail_with_signature(
            call, call->name,
            "%s has no option `%s`: axis -1 (or 1) is each=row here, axis 0 each=column",
            call->row->name, name.bytes);
    }
    for (size_t i = 0; i < operator_parameter_count(call->row); i++) {
        best = text_nearer(name.bytes, best, call->row->parameters[i].name);
    }
    return fail_with_signature(call, call->name, "%s has no option `%s`%s%s", call->row->name,
                               name.bytes, best == NULL ? "" : ", did you mean ",
                               best == NULL ? "" : best);
}

static void list_words(const char *words, struct text *out) {
    for (const char *end = words; *end != '\0'; words = end + 1) {
        end = words + strcspn(words, " ");
        text_append_bytes(out, words, (size_t)(end - words));
        if (*end != '\0') {
            text_append(out, strchr(end + 1, ' ') != NULL ? ", " : " or ");
        }
    }
}

static bool refuse_word_value(const struct call_reader *call, const struct parameter *parameter,
                              struct span span) {
    struct text text = {0};
    bool largest = text_same(call->row->name, "max"), smallest = text_same(call->row->name, "min");
    list_words(parameter->words, &text);
    if (text_ok(&text, call->parser->failure)) {
        fail_with_signature(call, span, "`%s` of %s is %s, not %s%s", parameter->name,
                            call->row->name, text_string(&text),
                            parser_quote(call->parser, span).bytes,
                            largest    ? " (of two values the larger is maximum(A, B))"
                            : smallest ? " (of two values the smaller is minimum(A, B))"
                                       : "");
    }
    text_release(&text);
    return false;
}

static bool ends_argument(const struct parser *parser) {
    return parser->token.kind == TOKEN_COMMA || parser->token.kind == TOKEN_CLOSE ||
           token_ends(parser->token.kind);
}

static struct node *read_option_word(struct call_reader *call, const struct parameter *parameter) {
    struct parser *parser = call->parser;
    struct span span = parser->token.span;
    if (parser->token.kind != TOKEN_NAME && parser->token.kind != TOKEN_TEXT) {
        refuse_word_value(call, parameter, span);
        return NULL;
    }
    struct node *node = parser_leaf(parser, NODE_WORD, span);
    if (node == NULL || !parser_advance(parser)) {
        return NULL;
    }
    if (ends_argument(parser) && text_has_word(parameter->words, node->text)) {
        return node;
    }
    if (!ends_argument(parser)) {
        span.end = parser->token.span.end;
    }
    refuse_word_value(call, parameter, span);
    return NULL;
}

static bool refuse_long(struct parser *parser, struct span span) {
    return failure_at(parser->failure, span, "a text has at most %d bytes", (int)TEXT_LIMIT);
}

/* Appends the current token, a text in quotes, and moves on. */
static bool append_text(struct parser *parser, struct text *list) {
    struct span span = parser->token.span;
    struct node *node =
        parser->token.kind == TOKEN_TEXT ? parser_leaf(parser, NODE_TEXT, span) : NULL;
    if (parser->token.kind != TOKEN_TEXT) {
        return token_ends(parser->token.kind)
                   ? failure_at(parser->failure, span, "this list is never closed: `]` is missing")
                   : failure_at(
                         parser->failure, span,
                         "a list of texts has texts in quotes only: [\"I saw\", \"a dog ran\"]");
    }
    if (node == NULL || !parser_advance(parser)) {
        return false;
    }
    text_format(list, "%s\n", node->text);
    if (list->length > TEXT_LIMIT) {
        return refuse_long(parser, span);
    }
    if (parser->token.kind == TOKEN_COMMA) {
        return parser_advance(parser);
    }
    return parser->token.kind == TOKEN_CLOSE_SQUARE ||
           failure_at(parser->failure, parser->token.span, "a comma is missing before %s",
                      parser_quote(parser, parser->token.span).bytes);
}

static struct node *read_text_list(struct parser *parser) {
    struct text list = {0};
    size_t start = parser->token.span.start;
    bool good = parser_advance(parser);
    struct node *node = NULL;
    do {
        good = good && append_text(parser, &list);
    } while (good && parser->token.kind != TOKEN_CLOSE_SQUARE);
    if (good && text_ok(&list, parser->failure)) {
        node = parser_leaf(parser, NODE_TEXT, (struct span){start, parser->token.span.end});
    }
    if (node != NULL &&
        (node->text = arena_text(&parser->tree->arena, text_string(&list), list.length)) == NULL) {
        failure_memory(parser->failure);
        node = NULL;
    }
    text_release(&list);
    return node;
}

bool parser_sees_text(const struct parser *parser) {
    const char *next = parser->lexer.text + parser->lexer.at;
    return parser->token.kind == TOKEN_TEXT ||
           (parser->token.kind == TOKEN_OPEN_SQUARE && next[strspn(next, " \t\r\n")] == '"');
}

struct node *parser_text(struct parser *parser) {
    struct span span = parser->token.span;
    if (parser->token.kind == TOKEN_TEXT && span.end - span.start > TEXT_LIMIT) {
        refuse_long(parser, span);
        return NULL;
    }
    struct node *node = parser->token.kind == TOKEN_TEXT ? parser_leaf(parser, NODE_TEXT, span)
                                                         : read_text_list(parser);
    return node != NULL && parser_advance(parser) ? node : NULL;
}

/* Reads the operator's name in layers(block, …). */
static struct node *read_operator_name(struct call_reader *call,
                                       const struct parameter *parameter) {
    struct parser *parser = call->parser;
    struct span span = parser->token.span;
    struct quote name = parser_quote(parser, span);
    if (parser->token.kind != TOKEN_NAME || strchr(name.bytes, '.') != NULL) {
        fail_with_signature(call, span, "`%s` of %s is the name of an operator of your own",
                            parameter->name, call->row->name);
        return NULL;
    }
    struct node *node = parser_leaf(parser, NODE_WORD, span);
    if (node == NULL || !parser_advance(parser)) {
        return NULL;
    }
    if (ends_argument(parser)) {
        return node;
    }
    fail_with_signature(call, span, "`%s` of %s is just a name, without brackets", parameter->name,
                        call->row->name);
    return NULL;
}

static struct node *read_argument_value(struct call_reader *call,
                                        const struct parameter *parameter) {
    struct parser *parser = call->parser;
    bool missing = parser->token.kind == TOKEN_COMMA;
    if (parameter->kind == PARAMETER_WORD && !missing) {
        return read_option_word(call, parameter);
    }
    if (parameter->kind == PARAMETER_OPERATOR && !missing) {
        return read_operator_name(call, parameter);
    }
    bool words = parameter->kind == PARAMETER_TEXT || parameter->kind == PARAMETER_WORDS ||
                 call->row == &operator_user;
    if (words && parser_sees_text(parser)) {
        return parser_text(parser);
    }
    if (parameter->kind == PARAMETER_TEXT && parser->token.kind != TOKEN_NAME && !missing) {
        fail_with_signature(
            call, parser->token.span,
            call->row->of_file ? "`%s` of %s is a text in double quotes (a matrix is written as it "
                                 "is: [[1, 2], [3, 4]])"
                               : "`%s` of %s is a text in double quotes, or its name",
            parameter->name, call->row->name);
        return NULL;
    }
    if (parser->token.kind != TOKEN_TEXT) {
        return parser_expression(parser, PRECEDENCE_LOOSEST);
    }
    fail_with_signature(call, parser->token.span, "`%s` of %s is %s, not a text in quotes",
                        parameter->name, call->row->name,
                        parameter->kind == PARAMETER_VALUE || parameter->kind == PARAMETER_VALUES
                            ? "a matrix"
                            : "a number");
    return NULL;
}

static bool read_positional(struct call_reader *call) {
    struct parser *parser = call->parser;
    size_t count = operator_parameter_count(call->row);
    if (call->options && call->row != &operator_user) {
        return fail_with_signature(call, parser->token.span,
                                   "values come before the options with a name");
    }
    if (call->next >= count) {
        return fail_with_signature(call, parser->token.span, "%s takes no %s value",
                                   call->row->name,
                                   count == 1   ? "second"
                                   : count == 2 ? "third"
                                                : "further");
    }
    const struct parameter *parameter = &call->row->parameters[call->next];
    bool sizes = parameter->kind == PARAMETER_SIZES;
    if (sizes && parser->count - call->base == AXIS_COUNT) {
        return fail_with_signature(call, parser->token.span,
                                   "%s takes four sizes at most (batch, head, row, column)",
                                   call->row->name);
    }
    struct node *node = read_argument_value(call, parameter);
    if (sizes || parameter->kind == PARAMETER_VALUES) {
        return node != NULL && parser_push(parser, node);
    }
    call->node->argument[call->next++] = node;
    return node != NULL;
}

/* Keeps a named argument of a user's operator, which takes values by position only; it is refused
 * once the operator is known to exist. */
static bool read_own_named(struct call_reader *call) {
    struct parser *parser = call->parser;
    struct node *word = parser_leaf(parser, NODE_WORD, call->name);
    return word != NULL && parser_push(parser, word) && parser_advance(parser) &&
           parser_advance(parser) &&
           read_argument_value(call, &operator_user.parameters[0]) != NULL;
}

static bool read_named(struct call_reader *call) {
    struct parser *parser = call->parser;
    call->name = parser->token.span;
    call->options = true;
    size_t length = call->name.end - call->name.start;
    if (call->row == &operator_user) {
        return read_own_named(call);
    }
    int at = operator_parameter(call->row, parser->tree->text + call->name.start, length);
    if (at < 0) {
        return refuse_unknown_option(call);
    }
    const struct parameter *parameter = &call->row->parameters[at];
    if (parameter->kind == PARAMETER_SIZES) {
        return fail_with_signature(call, call->name,
                                   "the sizes of %s stand one after another, without a name",
                                   call->row->name);
    }
    if (call->node->argument[at] != NULL) {
        return fail_with_signature(call, call->name, "`%s` of %s is given twice", parameter->name,
                                   call->row->name);
    }
    if (!parser_advance(parser) || !parser_advance(parser)) {
        return false;
    }
    if (ends_argument(parser)) {
        return fail_with_signature(call, call->name,
                                   "a value is missing after %s=", parameter->name);
    }
    struct node *node = read_argument_value(call, parameter);
    call->node->argument[at] = node;
    call->node->named[at] = true;
    return node != NULL;
}

/* In PyTorch's layernorm(x, 1e-5) the number is eps, but here it would be the gain. So an optional
 * value must not be a number, or the name of an option, by its position alone. */
static bool check_last(const struct call_reader *call) {
    const struct parameter *parameters = call->row->parameters;
    size_t at = call->next - 1;
    if (call->next < 2 || parameters[at].kind != PARAMETER_VALUE || !parameters[at].optional) {
        return true;
    }
    const struct node *node = call->node->argument[at];
    const char *option = NULL;
    for (size_t i = operator_parameter_count(call->row); i-- > 0;) {
        if (parameters[i].kind == PARAMETER_NUMBER) {
            option = parameters[i].name;
        }
    }
    bool number = node->kind == NODE_NUMBER && !parameters[at - 1].optional;
    bool named = node->kind == NODE_NAME && option != NULL && text_same(node->text, option);
    if (option == NULL || (!number && !named)) {
        return true;
    }
    return fail_with_signature(call, node->span, "by its position %s is %s: write %s=%s, or %s=%s",
                               node->text, parameters[at].name, option, node->text,
                               parameters[at].name, node->text);
}

/* Refuses a call that lacks an argument, once all are read. */
static bool check_complete(struct call_reader *call, struct span span) {
    size_t listed = call->parser->count - call->base;
    for (size_t i = 0; i < operator_parameter_count(call->row); i++) {
        const struct parameter *parameter = &call->row->parameters[i];
        bool sizes = parameter->kind == PARAMETER_SIZES;
        if (sizes && listed < 2) {
            return fail_with_signature(call, span, "%s needs two sizes at least, rows and columns",
                                       call->row->name);
        }
        bool there =
            sizes || parameter->standard != NULL || parameter->optional ||
            (parameter->kind == PARAMETER_VALUES ? listed > 0 : call->node->argument[i] != NULL);
        if (!there && call->row == &operator_user) {
            return failure_at(call->parser->failure, span, "a value is missing in the brackets");
        }
        if (!there) {
            return fail_with_signature(call, span, "%s needs `%s`", call->row->name,
                                       parameter->name);
        }
    }
    return check_last(call);
}

/* Refuses what follows an argument and is neither a comma nor the bracket. */
static bool refuse_argument_separator(const struct call_reader *call, struct token open) {
    struct parser *parser = call->parser;
    bool option = parser->token.kind == TOKEN_NAME && lexer_sees_assign(&parser->lexer);
    if (parser->token.kind == TOKEN_TEXT || option) {
        return fail_with_signature(call, parser->token.span, "a comma is missing before %s",
                                   parser_quote(parser, parser->token.span).bytes);
    }
    if (parser->token.kind == TOKEN_COLON) {
        return fail_with_signature(call, parser->token.span,
                                   "an option is written with =, each=row");
    }
    if (parser->token.kind == TOKEN_ASSIGN) {
        return fail_with_signature(call, parser->token.span,
                                   "only a single name can come before =");
    }
    return parser_unclosed(parser, open);
}

static bool read_arguments(struct call_reader *call) {
    struct parser *parser = call->parser;
    struct token open = parser->token;
    if (!parser_advance(parser)) {
        return false;
    }
    while (parser->token.kind != TOKEN_CLOSE) {
        if (token_ends(parser->token.kind)) {
            return parser_unclosed(parser, open);
        }
        bool named = parser->token.kind == TOKEN_NAME && lexer_sees_assign(&parser->lexer);
        if (!(named ? read_named(call) : read_positional(call))) {
            return false;
        }
        if (parser->token.kind == TOKEN_CLOSE) {
            break;
        }
        if (parser->token.kind != TOKEN_COMMA) {
            return refuse_argument_separator(call, open);
        }
        if (!parser_advance(parser)) {
            return false;
        }
    }
    return true;
}

/* Begins the call of a user's operator, or of an unknown one: only the notebook can tell. */
static struct node *begin_own_call(struct parser *parser, struct span name) {
    struct node *node = parser_leaf(parser, NODE_APPLY, name);
    if (node == NULL) {
        return NULL;
    }
    node->op = &operator_user;
    if (strchr(node->text, '.') == NULL) {
        return node;
    }
    unknown_path(node->text, name, parser->failure);
    return NULL;
}

/* Reads NAME "(" …; the current token is the bracket. */
struct node *parser_call(struct parser *parser, struct span name) {
    size_t length = name.end - name.start;
    const struct op *row = operator_find(parser->tree->text + name.start, length);
    bool built_in = row != NULL && row->writing.form == WRITING_CALL;
    struct node *node = built_in ? parser_apply(parser, row, name) : begin_own_call(parser, name);
    if (node == NULL) {
        return NULL;
    }
    struct call_reader call = {.parser = parser, .row = node->op, .node = node, .name = name};
    call.base = parser->count;
    if (!read_arguments(&call)) {
        return NULL;
    }
    node->span.end = parser->token.span.end;
    if (!check_complete(&call, node->span) || !parser_pop(parser, call.base, node)) {
        return NULL;
    }
    return parser_advance(parser) ? parser_finish(parser, node) : NULL;
}
