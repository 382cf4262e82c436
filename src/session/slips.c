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
enum { SHOWN = 2, FORMULA_COLUMNS = 60 };

/* One sentence being written. */
struct printing {
    const struct session *session;
    const struct notebook *notebook;
    const struct slip_found *found;
    struct text *out;
};

/* Writes " = 2" after a formula for one number, unless it is a literal. */
static void write_part_value(const struct printing *printing, struct tree *part) {
    struct failure none = {0};
    char number[NUMBER_TEXT];
    double value;
    if (part->root->kind != NODE_NUMBER &&
        notebook_number(printing->notebook, part, &value, &none)) {
        number_short(number, value, printing->session->display.precision);
        text_format(printing->out, " = %s", number);
    }
}

/* Writes a part of a formula as the learner sees it: "√d_k = 2", "Kᵀ". */
static void write_formula_part(const struct printing *printing, const struct node *node,
                               bool valued) {
    static const struct writer_options eye = {.notation = NOTATION_UNICODE};
    struct failure none = {0};
    struct tree *part = rewrite_tree(node, &none);
    struct tree *shown = part == NULL ? NULL : session_flip(printing->session, part, false);
    if (shown != NULL) {
        writer_write(shown->root, &eye, printing->out);
        if (valued) {
            write_part_value(printing, part);
        }
    }
    tree_release(shown);
    tree_release(part);
}

/* Returns the axis along which NODE works as the learner sees it: the other one in columns. */
static const char *shown_axis(const struct printing *printing, const struct node *node) {
    const char *axis = rewrite_axis(node);
    bool row = axis != NULL && text_same(axis, "row");
    return row != printing->session->display.columns ? "row" : "column";
}

/* Writes one % of a phrase (slip.h). */
static void write_sign(const struct printing *printing, char sign) {
    const struct slip_found *found = printing->found;
    switch (sign) {
    case 'o':
    case 'w':
        write_formula_part(printing, sign == 'o' ? found->old : found->newer, found->slip->valued);
        break;
    case 'a':
    case 'b':
        text_append(printing->out, shown_axis(printing, sign == 'a' ? found->old : found->newer));
        break;
    default:
        text_append(printing->out, found->newer->op->name);
        break;
    }
}

/* Writes ": `scaled = scores`", unless the phrase has shown all of it or it is long. */
static void write_slip_formula(const struct printing *printing) {
    const struct slip_found *found = printing->found;
    struct text formula = {0};
    bool written = found->newer == found->tree->root && strstr(found->slip->phrase, "%w") != NULL;
    struct tree *shown = session_flip(printing->session, found->tree, found->definition != NULL);
    if (found->definition != NULL) {
        text_format(&formula, "%s = ", found->definition->name);
    }
    if (shown != NULL) {
        writer_plain(shown->root, &formula);
    }
    if (!written && utf8_columns(text_string(&formula), formula.length) <= FORMULA_COLUMNS) {
        text_format(printing->out, ": `%s`", text_string(&formula));
    }
    text_release_into(&formula, printing->out);
    tree_release(shown);
}

/* Writes one of at most two sentences: which slip it was is not known. */
static void write_slip(const struct printing *printing, const char *beginning) {
    text_append(printing->out, beginning);
    for (const char *at = printing->found->slip->phrase; *at != '\0'; at++) {
        if (*at == '%') {
            write_sign(printing, *++at);
        } else {
            text_append_character(printing->out, *at);
        }
    }
    write_slip_formula(printing);
    text_append(printing->out, ".\n");
}

bool slips_describe(const struct session *session, const struct slip_question *question,
                    const char *beginning, struct text *out, struct failure *failure) {
    struct slips slips;
    bool ok = slips_find(question, &slips, failure);
    for (size_t i = 0; ok && slips.count <= SHOWN && i < slips.count; i++) {
        struct printing printing = {session, question->notebook, &slips.list[i], out};
        write_slip(&printing, i == 0 ? beginning : "Or ");
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
        (question.requested = numbers_tree(session, quiz->key, &none)) == NULL) {
        return true;
    }
    question.answer = given.list;
    question.precision = given.precision;
    question.count = given.count;
    text_format(&beginning, "%s is what you get ", answer);
    bool ok = slips_describe(session, &question, text_string(&beginning), out, failure);
    text_release_into(&beginning, out);
    tree_release(question.requested);
    return ok;
}
