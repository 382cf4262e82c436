/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/unknown.h"

#include "base/text.h"
#include "language/advice.h"
#include "language/lexer.h"
#include "language/parser.h"

#include <ctype.h>
#include <string.h>

/* Finds the operator with this name in small letters: ReLU, SOFTMAX. */
static const struct op *in_small_letters(const char *name) {
    char small[sizeof(struct quote)];
    size_t length = strlen(name);
    if (length >= sizeof small) {
        return NULL;
    }
    for (size_t i = 0; i <= length; i++) {
        small[i] = (char)tolower((unsigned char)name[i]);
    }
    const struct op *row = operator_find(small, length);
    return row != NULL && row->writing.form == WRITING_CALL ? row : NULL;
}

/* Fills FAILURE with what NAME means in other notations, after WHAT. Returns true when it did,
 * false with FAILURE untouched when nothing is known. */
static bool fail_with_advice(const char *name, struct span span, const char *what,
                             struct failure *failure) {
    struct text text = {0};
    const struct op *row = in_small_letters(name);
    text_append(&text, what);
    bool known = advice_write(name, &text);
    if (!known && row != NULL) {
        text_format(&text, "write %s(…), as in %s", row->name, row->example);
        known = true;
    }
    if (known && text_ok(&text, failure)) {
        failure_at(failure, span, "%s", text_string(&text));
    }
    known = known || text.failed;
    text_release(&text);
    return known;
}

/* --- operators -------------------------------------------------------------------------------- */

/* True when a name is most likely that of a value: Q(K), W_q(X), f(x). */
static bool looks_like_value(const char *name) {
    bool capital = false;
    for (const char *at = name; *at != '\0'; at++) {
        capital =
            capital || (*at >= 'A' && *at <= 'Z') || *at == '\'' || (unsigned char)*at >= 0x80;
    }
    return capital || strlen(name) == 1;
}

/* Prefers the learner's own operators to built-in ones. */
static const char *nearest_operator(const char *name, const struct reader_operators *operators) {
    const char *best = NULL, *own;
    for (size_t i = 0; operators != NULL && (own = operators->at(operators->context, i)); i++) {
        best = text_nearer(name, best, own);
    }
    return best != NULL ? best : operator_nearest(name);
}

/* Refuses the unknown operator NAME; OPERATORS (NULL: none) are the learner's own. */
static bool refuse_unknown_operator(const char *name, struct span span,
                                    const struct reader_operators *operators,
                                    struct failure *failure) {
    struct quote quote = lexer_quote(name, (struct span){0, strlen(name)});
    struct text what = {0};
    text_format(&what, "there is no operator `%s`: ", quote.bytes);
    const char *advice = advice_word(name), *nearest = nearest_operator(name, operators);
    bool filled = fail_with_advice(name, span, text_string(&what), failure);
    text_release(&what);
    if (filled) {
        return false;
    }
    if (advice != NULL) {
        return failure_at(failure, span, "there is no operator `%s`: %s", quote.bytes, advice);
    }
    if (nearest != NULL) {
        return failure_at(failure, span, "there is no operator `%s`; did you mean %s?", quote.bytes,
                          nearest);
    }
    if (looks_like_value(name)) {
        return failure_at(failure, span,
                          "there is no operator `%s`; for a product write %s * (…) or %s @ (…)",
                          quote.bytes, quote.bytes, quote.bytes);
    }
    return failure_at(failure, span,
                      "there is no operator `%s`: `help` lists those there are, and your own is "
                      "written %s(x) = …",
                      quote.bytes, quote.bytes);
}

static bool is_known(void *context, const struct node *call) {
    const struct reader_operators *operators = context;
    const char *own;
    for (size_t i = 0; operators != NULL && (own = operators->at(operators->context, i)); i++) {
        if (text_same(own, tree_called_name(call))) {
            return true;
        }
    }
    return false;
}

bool reader_check_calls(const struct node *node, const struct reader_operators *operators,
                        struct failure *failure) {
    const struct node *call = tree_find_call(node, is_known, (void *)operators);
    if (call == NULL) {
        return true;
    }
    const char *called = tree_called_name(call);
    struct span name = {call->span.start, call->span.start + strlen(called)};
    return refuse_unknown_operator(
        called, call->argument[0] != NULL ? call->argument[0]->span : name, operators, failure);
}

/* --- the word after a point ------------------------------------------------------------------- */

bool unknown_attribute(const char *left, const char *word, struct span span,
                       struct failure *failure) {
    struct span part = {span.end - strlen(word) - 1, span.end};
    const struct op *row = operator_find(word, strlen(word));
    bool more = row != NULL && row->parameters[1].name != NULL && !row->parameters[1].optional &&
                row->parameters[1].standard == NULL;
    if (row != NULL && row->writing.form == WRITING_CALL) {
        return failure_at(failure, span, "an operator comes before its value: write %s(%s%s%s",
                          word, left, more ? ", …), as in " : ")", more ? row->example : "");
    }
    if (fail_with_advice(word, part, "after a point only T is allowed: ", failure)) {
        return false;
    }
    return failure_at(failure, part, "after a point only T is allowed, the transpose: %s.T", left);
}

/* Refuses WORD of a Python module. */
static bool refuse_module_word(const char *module, const char *word, struct span span,
                               struct failure *failure) {
    struct text what = {0};
    text_format(&what, "leave `%s.` out: ", module);
    if (parser_reserved(word) != NULL) {
        failure_at(failure, span, "%swrite %s", text_string(&what), word);
    } else if (!fail_with_advice(word, span, text_string(&what), failure)) {
        failure_at(failure, span, "there is no `%s.`, and no operator `%s`", module, word);
    }
    text_release(&what);
    return false;
}

bool unknown_path(const char *path, struct span span, struct failure *failure) {
    static const char modules[] = "np numpy torch math F nn tf jnp";
    struct quote first = lexer_quote(path, (struct span){0, strcspn(path, ".")});
    const char *dot = strrchr(path, '.'), *word = dot == NULL ? path : dot + 1;
    struct quote left = lexer_quote(path, (struct span){0, (size_t)(word - path) - (dot != NULL)});
    return text_has_word(modules, first.bytes)
               ? refuse_module_word(first.bytes, word, span, failure)
               : unknown_attribute(left.bytes, word, span, failure);
}
