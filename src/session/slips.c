/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* slips: describes in a sentence the slip that gives a wrong number. */
#include "session/kind.h"

#include "base/number.h"
#include "base/utf8.h"
#include "language/lens.h"
#include "language/writer.h"
#include "notebook/slip.h"

#include <string.h>

/* When more slips than this give a number, one of them gives it by coincidence. FORMULA_COLUMNS is
 * the longest formula that is written out after a slip. */
enum { TOLD = 2, FORMULA_COLUMNS = 60 };

/* One sentence being written. */
struct telling {
    const struct session *session;
    const struct notebook *notebook;
    const struct slip_found *found;
    struct text *out;
};

/* Writes " = 2" after a formula for one number, unless it is a literal. */
static void write_part_value(const struct telling *telling, struct tree *part) {
    struct failure none = {0};
    char number[NUMBER_TEXT];
    double value;
    if (part->root->kind != NODE_NUMBER &&
        notebook_number(telling->notebook, part, &value, &none)) {
        number_short(number, value, telling->session->display.precision);
        text_format(telling->out, " = %s", number);
    }
}

/* Writes a part of a formula as the learner sees it: "√d_k = 2", "Kᵀ". */
static void write_formula_part(const struct telling *telling, const struct node *node,
                               bool valued) {
    static const struct writer_options eye = {.notation = NOTATION_UNICODE};
    struct failure none = {0};
    struct tree *part = rewrite_tree(node, &none);
    struct tree *shown = part == NULL ? NULL : session_flip(telling->session, part, false);
    if (shown != NULL) {
        writer_write(shown->root, &eye, telling->out);
        if (valued) {
            write_part_value(telling, part);
        }
    }
    tree_release(shown);
    tree_release(part);
}

/* Returns the axis along which NODE works as the learner sees it: the other one in columns. */
static const char *shown_axis(const struct telling *telling, const struct node *node) {
    const char *axis = rewrite_axis(node);
    bool row = axis != NULL && text_same(axis, "row");
    return row != telling->session->display.columns ? "row" : "column";
}

/* Writes one % of a phrase (slip.h). */
static void write_sign(const struct telling *telling, char sign) {
    const struct slip_found *found = telling->found;
    switch (sign) {
    case 'o':
    case 'w':
        write_formula_part(telling, sign == 'o' ? found->old : found->newer, found->slip->valued);
        break;
    case 'a':
    case 'b':
        text_append(telling->out, shown_axis(telling, sign == 'a' ? found->old : found->newer));
        break;
    default:
        text_append(telling->out, found->newer->op->name);
        break;
    }
}

/* Writes ": `scaled = scores`", unless the phrase has shown all of it or it is long. */
static void write_slip_formula(const struct telling *telling) {
    const struct slip_found *found = telling->found;
    struct text formula = {0};
    bool written = found->newer == found->tree->root && strstr(found->slip->phrase, "%w") != NULL;
    struct tree *shown = session_flip(telling->session, found->tree, found->definition != NULL);
    if (found->definition != NULL) {
        text_format(&formula, "%s = ", found->definition->name);
    }
    if (shown != NULL) {
        writer_plain(shown->root, &formula);
    }
    if (!written && utf8_columns(text_string(&formula), formula.length) <= FORMULA_COLUMNS) {
        text_format(telling->out, ": `%s`", text_string(&formula));
    }
    text_release_into(&formula, telling->out);
    tree_release(shown);
}

/* Writes one of at most two sentences: which slip it was is not known. */
static void write_slip(const struct telling *telling, const char *beginning) {
    text_append(telling->out, beginning);
    for (const char *at = telling->found->slip->phrase; *at != '\0'; at++) {
        if (*at == '%') {
            write_sign(telling, *++at);
        } else {
            text_append_character(telling->out, *at);
        }
    }
    write_slip_formula(telling);
    text_append(telling->out, ".\n");
}

bool slips_describe(const struct session *session, const struct slip_question *question,
                    const char *beginning, struct text *out, struct failure *failure) {
    struct slips slips;
    bool ok = slips_find(question, &slips, failure);
    for (size_t i = 0; ok && slips.count <= TOLD && i < slips.count; i++) {
        struct telling telling = {session, question->notebook, &slips.list[i], out};
        write_slip(&telling, i == 0 ? beginning : "Or ");
    }
    slips_release(&slips);
    return ok && text_ok(out, failure);
}

bool slips_diagnose(const struct session *session, const struct quiz *quiz, const char *answer,
                    struct text *out, struct failure *failure) {
    struct failure none = {0};
    struct numbers given;
    struct slip_question question = {.notebook = session_notebook(session)};
    struct text beginning = {0};
    if (!numbers_answered(session, quiz, answer, &given, &none) ||
        (question.asked = numbers_tree(session, quiz->key, &none)) == NULL) {
        return true;
    }
    question.answer = given.list;
    question.precision = given.precision;
    question.count = given.count;
    text_format(&beginning, "%s is what you get ", answer);
    bool ok = slips_describe(session, &question, text_string(&beginning), out, failure);
    text_release_into(&beginning, out);
    tree_release(question.asked);
    return ok;
}
