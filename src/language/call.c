/* f(x, option=value): what a learner wrote, resolved to the parameters of the operator's row. */
#include "language/parser.h"

#include "base/text.h"
#include "language/writer.h"

#include <string.h>

struct call_reader {
    struct parser *parser;
    const struct operator* row;
    struct node *node;
    struct span name; /* of the operator, or of the option that is being read */
    size_t next;      /* the parameter that takes the next argument without a name */
    bool options;     /* a named one has been read */
    size_t base;      /* where the sizes begin on the parser's stack */
};

/* An error that ends with the row's signature. Returns false. */
static bool fail(const struct call_reader *call, struct span span, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool fail(const struct call_reader *call, struct span span, const char *format, ...) {
    struct text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_format_list(&text, format, arguments);
    va_end(arguments);
    text_append(&text, "; it is ");
    writer_signature(call->row, &text);
    if (text_ok(&text, call->parser->failure))
        failure_at(call->parser->failure, span, "%s", text_string(&text));
    text_release(&text);
    return false;
}

static bool unknown_operator(struct parser *parser, struct span name) {
    struct quote quote = parser_quote(parser, name);
    const char *advice = advice_operator(quote.bytes);
    if (advice == NULL)
        advice = advice_word(quote.bytes);
    if (advice != NULL)
        return failure_at(parser->failure, name, "there is no operator `%s`: %s", quote.bytes,
                          advice);
    const char *nearest = operator_nearest(quote.bytes);
    if (nearest != NULL && operator_find(nearest, strlen(nearest))->writing.form == WRITING_CALL)
        return failure_at(parser->failure, name, "there is no operator `%s`; did you mean %s?",
                          quote.bytes, nearest);
    return failure_at(parser->failure, name,
                      "there is no operator `%s`; for a product write %s * (…) or %s @ (…)",
                      quote.bytes, quote.bytes, quote.bytes);
}

/* What NumPy and PyTorch call an option. */
static bool unknown_option(const struct call_reader *call) {
    struct quote name = parser_quote(call->parser, call->name);
    const char *best = NULL;
    bool axis = text_same(name.bytes, "axis") || text_same(name.bytes, "dim");
    for (size_t i = 0; i < operator_parameter_count(call->row); i++) {
        const struct parameter *parameter = &call->row->parameters[i];
        if (axis && text_same(parameter->name, "each"))
            best = parameter->name;
        best = text_nearer(name.bytes, best, parameter->name);
    }
    if (best != NULL)
        return fail(call, call->name, "%s has no option `%s`, did you mean %s", call->row->name,
                    name.bytes, best);
    return fail(call, call->name, "%s has no option `%s`", call->row->name, name.bytes);
}

static void list_words(const char *words, struct text *out) {
    for (const char *word = words; *word != '\0';) {
        size_t length = strcspn(word, " ");
        bool last = word[length] == '\0' || word[length + 1] == '\0';
        text_append(out, word == words ? "" : last ? " or " : ", ");
        text_append_bytes(out, word, length);
        word += length + strspn(word + length, " ");
    }
}

static bool has_word(const char *words, const char *wanted) {
    size_t wanted_length = strlen(wanted);
    for (const char *word = words; wanted_length > 0 && *word != '\0';) {
        size_t length = strcspn(word, " ");
        if (length == wanted_length && memcmp(word, wanted, length) == 0)
            return true;
        word += length + strspn(word + length, " ");
    }
    return false;
}

static bool wrong_word(const struct call_reader *call, const struct parameter *parameter,
                       struct span span) {
    struct text text = {0};
    list_words(parameter->words, &text);
    if (text_ok(&text, call->parser->failure))
        fail(call, span, "`%s` of %s is %s, not %s", parameter->name, call->row->name,
             text_string(&text), parser_quote(call->parser, span).bytes);
    text_release(&text);
    return false;
}

static bool ends_argument(const struct parser *parser) {
    return parser->token.kind == TOKEN_COMMA || parser->token.kind == TOKEN_CLOSE ||
           token_ends(parser->token.kind);
}

static struct node *read_word(struct call_reader *call, const struct parameter *parameter) {
    struct parser *parser = call->parser;
    struct span span = parser->token.span;
    if (parser->token.kind != TOKEN_NAME && parser->token.kind != TOKEN_TEXT) {
        wrong_word(call, parameter, span);
        return NULL;
    }
    struct node *node = parser_leaf(parser, NODE_WORD, span);
    if (node == NULL || !parser_advance(parser))
        return NULL;
    if (ends_argument(parser) && has_word(parameter->words, node->text))
        return node;
    if (!ends_argument(parser))
        span.end = parser->token.span.end;
    wrong_word(call, parameter, span);
    return NULL;
}

static struct node *read_text(struct call_reader *call, const struct parameter *parameter) {
    struct parser *parser = call->parser;
    struct span span = parser->token.span;
    if (parser->token.kind != TOKEN_TEXT) {
        fail(call, span, "`%s` of %s is a text in double quotes", parameter->name, call->row->name);
        return NULL;
    }
    struct node *node = parser_leaf(parser, NODE_TEXT, span);
    return node != NULL && parser_advance(parser) ? node : NULL;
}

static struct node *read_value(struct call_reader *call, const struct parameter *parameter) {
    struct parser *parser = call->parser;
    bool missing = parser->token.kind == TOKEN_COMMA;
    if (parameter->kind == PARAMETER_WORD && !missing)
        return read_word(call, parameter);
    if (parameter->kind == PARAMETER_TEXT && !missing)
        return read_text(call, parameter);
    if (parser->token.kind != TOKEN_TEXT)
        return parser_expression(parser, PRECEDENCE_ADD);
    fail(call, parser->token.span, "`%s` of %s is %s, not a text in quotes", parameter->name,
         call->row->name, parameter->kind == PARAMETER_VALUE ? "a matrix" : "a number");
    return NULL;
}

static bool read_size(struct call_reader *call, const struct parameter *parameter) {
    struct parser *parser = call->parser;
    if (parser->count - call->base == AXIS_COUNT)
        return fail(call, parser->token.span,
                    "%s takes four sizes at most (batch, head, row, column)", call->row->name);
    struct node *size = read_value(call, parameter);
    return size != NULL && parser_push(parser, size);
}

static bool read_positional(struct call_reader *call) {
    struct parser *parser = call->parser;
    size_t count = operator_parameter_count(call->row);
    if (call->options)
        return fail(call, parser->token.span, "values stand before the options with a name");
    if (call->next >= count)
        return fail(call, parser->token.span, "%s has no place for a %s value", call->row->name,
                    count == 1   ? "second"
                    : count == 2 ? "third"
                                 : "further");
    const struct parameter *parameter = &call->row->parameters[call->next];
    if (parameter->kind == PARAMETER_SIZES)
        return read_size(call, parameter);
    struct node *node = read_value(call, parameter);
    call->node->argument[call->next++] = node;
    return node != NULL;
}

static bool read_named(struct call_reader *call) {
    struct parser *parser = call->parser;
    call->name = parser->token.span;
    call->options = true;
    size_t length = call->name.end - call->name.start;
    int at = operator_parameter(call->row, parser->tree->text + call->name.start, length);
    if (at < 0)
        return unknown_option(call);
    const struct parameter *parameter = &call->row->parameters[at];
    if (parameter->kind == PARAMETER_SIZES)
        return fail(call, call->name, "the sizes of %s stand one after another without a name",
                    call->row->name);
    if (call->node->argument[at] != NULL)
        return fail(call, call->name, "`%s` of %s is given twice", parameter->name,
                    call->row->name);
    if (!parser_advance(parser) || !parser_advance(parser))
        return false;
    if (ends_argument(parser))
        return fail(call, call->name, "a value is missing after %s=", parameter->name);
    struct node *node = read_value(call, parameter);
    call->node->argument[at] = node;
    call->node->named[at] = true;
    return node != NULL;
}

/* What the learner left out, once all is read. */
static bool check_complete(struct call_reader *call, struct span span) {
    size_t sizes = call->parser->count - call->base;
    for (size_t i = 0; i < operator_parameter_count(call->row); i++) {
        const struct parameter *parameter = &call->row->parameters[i];
        if (parameter->kind == PARAMETER_SIZES) {
            if (sizes < 2)
                return fail(call, span, "%s needs two sizes at least, rows and columns",
                            call->row->name);
        } else if (call->node->argument[i] == NULL && parameter->standard == NULL &&
                   !parameter->optional) {
            return fail(call, span, "%s needs `%s`", call->row->name, parameter->name);
        }
    }
    return true;
}

/* What stands after an argument is neither a comma nor the bracket. */
static bool wrong_separator(const struct call_reader *call, struct token open) {
    struct parser *parser = call->parser;
    bool option = parser->token.kind == TOKEN_NAME && lexer_sees_assign(&parser->lexer);
    if (parser->token.kind == TOKEN_TEXT || option)
        return fail(call, parser->token.span, "a comma is missing before %s",
                    parser_quote(parser, parser->token.span).bytes);
    if (parser->token.kind == TOKEN_COLON)
        return fail(call, parser->token.span, "an option is written with =, each=row");
    if (parser->token.kind == TOKEN_ASSIGN)
        return fail(call, parser->token.span, "only a lone name can stand before =");
    return parser_unclosed(parser, open);
}

static bool read_arguments(struct call_reader *call) {
    struct parser *parser = call->parser;
    struct token open = parser->token;
    if (!parser_advance(parser))
        return false;
    while (parser->token.kind != TOKEN_CLOSE) {
        if (token_ends(parser->token.kind))
            return parser_unclosed(parser, open);
        bool named = parser->token.kind == TOKEN_NAME && lexer_sees_assign(&parser->lexer);
        if (!(named ? read_named(call) : read_positional(call)))
            return false;
        if (parser->token.kind == TOKEN_CLOSE)
            break;
        if (parser->token.kind != TOKEN_COMMA)
            return wrong_separator(call, open);
        if (!parser_advance(parser))
            return false;
    }
    return true;
}

struct node *parser_call(struct parser *parser, struct span name) {
    size_t length = name.end - name.start;
    const struct operator* row = operator_find(parser->tree->text + name.start, length);
    if (row == NULL || row->writing.form != WRITING_CALL) {
        unknown_operator(parser, name);
        return NULL;
    }
    struct node *node = parser_apply(parser, row, name);
    struct call_reader call = {.parser = parser, .row = row, .node = node, .name = name};
    call.base = parser->count;
    if (node == NULL || !read_arguments(&call))
        return NULL;
    node->span.end = parser->token.span.end;
    if (!check_complete(&call, node->span) || !parser_pop_cells(parser, call.base, node))
        return NULL;
    return parser_advance(parser) ? parser_finish(parser, node) : NULL;
}
