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

/* Writes a part of a formula as the learner sees it: "√d_k = 2", "Kᵀ"; with its value where the
 * slip shows it and it is one number, but no literal. */
static void write_formula_part(const struct printing *printing, const struct node *node) {
    static const struct writer_options eye = {.notation = NOTATION_UNICODE};
    struct failure none = {0};
    struct tree *part = rewrite_tree(node, &none);
    struct tree *shown = part == NULL ? NULL : session_flip(printing->session, part, false);
    double value;
    if (shown != NULL) {
        writer_write(shown->root, &eye, printing->out);
    }
    if (shown != NULL && printing->found->slip->valued && part->root->kind != NODE_NUMBER &&
        notebook_number(printing->notebook, part, &value, &none)) {
        char number[NUMBER_TEXT];
        number_short(number, value, printing->session->display.precision);
        text_format(printing->out, " = %s", number);
    }
    tree_release(shown);
    tree_release(part);
}

/* Writes one of at most two sentences, because which slip it was is not known; at its end ":
 * `scaled = scores`", unless the phrase has shown all of it or it is long. */
static void write_slip(const struct printing *printing, const char *beginning) {
    const struct slip_found *found = printing->found;
    struct text formula = {0};
    text_append(printing->out, beginning);
    for (const char *at = found->slip->phrase; *at != '\0'; at++) {
        char sign = *at == '%' ? *++at : '\0'; /* slip.h */
        if (sign == '\0') {
            text_append_character(printing->out, *at);
        } else if (sign == 'o' || sign == 'w') {
            write_formula_part(printing, sign == 'o' ? found->old : found->newer);
        } else if (sign == 'a' || sign == 'b') { /* the axis as the learner sees it */
            const char *axis = rewrite_axis(sign == 'a' ? found->old : found->newer);
            bool row = axis != NULL && text_same(axis, "row");
            bool columns = printing->session->display.columns;
            text_append(printing->out, row != columns ? "row" : "column");
        } else {
            text_append(printing->out, found->newer->op->name);
        }
    }
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
    text_append(printing->out, ".\n");
    text_release_into(&formula, printing->out);
    tree_release(shown);
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
