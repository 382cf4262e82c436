/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* slips: describes in a sentence the slip that gives a wrong number. */
#include "session/kind.h"

#include "base/number.h"
#include "base/utf8.h"
#include "language/lens.h"
#include "language/writer.h"
#include "notebook/explain.h"
#include "notebook/slip.h"

#include <math.h>
#include <string.h>

/* When more slips than this give a number, one of them gives it by coincidence. FORMULA_COLUMNS is
 * the longest formula that is written out after a slip. */
enum { SHOWN = 2, FORMULA_COLUMNS = 60 };

/* Writes a part of a formula as the learner sees it: "√d_k = 2", "Kᵀ"; with its value where it is
 * VALUED and it is one number, but no literal. */
static void write_formula_part(const struct session *session, const struct node *node, bool valued,
                               struct text *out) {
    static const struct writer_options eye = {.notation = NOTATION_UNICODE};
    struct failure none = {0};
    struct tree *part = rewrite_tree(node, NULL, NULL, &none);
    struct tree *shown = part == NULL ? NULL : session_flip(session, part, false);
    double value;
    if (shown != NULL) {
        writer_write(shown->root, &eye, out);
    }
    if (shown != NULL && valued && part->root->kind != NODE_NUMBER &&
        notebook_number(session_notebook(session), part, &value, &none)) {
        text_format(out, " = %s", number_written(value, session->display.precision).text);
    }
    tree_release(shown);
    tree_release(part);
}

/* Writes one of at most two sentences, because which slip it was is not known; at its end ":
 * `scaled = scores`", unless the phrase has shown all of it or it is long. */
static void write_slip(const struct session *session, const struct slip_found *found,
                       struct text *out) {
    const struct slip *slip = found->slip;
    struct text formula = {0};
    for (const char *at = slip->phrase; *at != '\0'; at++) {
        char sign = *at == '%' ? *++at : '\0'; /* slip.h */
        if (sign == '\0') {
            text_append_character(out, *at);
        } else if (sign == 'o' || sign == 'w') {
            write_formula_part(session, sign == 'o' ? found->old : found->newer, slip->valued, out);
        } else if (sign == 'a' || sign == 'b') { /* the axis as the learner sees it */
            const char *axis = rewrite_axis(sign == 'a' ? found->old : found->newer);
            bool row = axis != NULL && text_same(axis, "row");
            text_append(out, row != session->display.columns ? "row" : "column");
        } else {
            text_append(out, found->newer->op->name);
        }
    }
    bool written = found->newer == found->tree->root && strstr(slip->phrase, "%w") != NULL;
    if (found->definition != NULL) {
        text_format(&formula, "%s = ", found->definition->name);
    }
    session_write(session, found->tree, found->definition != NULL, &formula);
    if (!written && utf8_columns(text_string(&formula), formula.length) <= FORMULA_COLUMNS) {
        text_format(out, ": `%s`", text_string(&formula));
    }
    text_append(out, ".\n");
    text_release_into(&formula, out);
}

/* Returns the term of the sum EXPLANATION, not 0, without which it gives GIVEN; NULL: none. */
static const struct step *find_left_out(const struct explanation *explanation,
                                        const struct numbers *given) {
    const struct step *found = NULL;
    for (size_t i = 0; i < explanation->steps.count && found == NULL; i++) {
        const struct step *step = &explanation->steps.list[i];
        bool term = step->stage != NULL && text_same(step->stage, STAGE_TERM) && step->value != 0;
        double rest = explanation->value - step->value;
        found = term && fabs(rest - given->list[0]) <= given->precision[0] ? step : NULL;
    }
    return found;
}

/* Says which product, or other term, of the sum REQUESTED, one number of a value, is left out in
 * the number GIVEN. False: none is. */
static bool describe_left_out(const struct session *session, const struct tree *requested,
                              const char *answer, const struct numbers *given, struct text *out) {
    struct definition *definition;
    struct explanation explanation;
    struct failure none = {0};
    size_t cell;
    if (given->count != 1 ||
        !notebook_cell(session_notebook(session), requested, &definition, &cell, &none) ||
        !explain_cell(definition, SIZE_MAX, cell, &explanation, &none)) {
        return false;
    }
    bool sum = explanation.steps.form == STEPS_LEDGER;
    const struct step *term = sum ? find_left_out(&explanation, given) : NULL;
    if (term != NULL) {
        int precision = session->display.precision;
        bool product = term->scalar == &scalar_multiply;
        const struct step *list = explanation.steps.list;
        text_format(out, "%s is what you get with one %s left out: ", answer,
                    product ? "product" : "term");
        if (product) {
            text_format(out, "%s·", number_written(list[term->left].value, precision).text);
        }
        text_format(
            out, "%s.\n",
            number_written(product ? list[term->right].value : term->value, precision).text);
    }
    explanation_release(&explanation);
    return term != NULL;
}

bool slips_describe(struct question question, const char *answer, const struct numbers *given,
                    struct text *out, struct failure *failure) {
    const struct session *session = question.session;
    struct tree *requested = session_tree(session, SPEAKER_LESSON, question.quiz->key, failure);
    struct slip_question asked = {.notebook = session_notebook(session),
                                  .requested = requested,
                                  .answer = given->list,
                                  .precision = given->precision,
                                  .count = given->count};
    struct slips slips = {0};
    bool ok = requested != NULL && (describe_left_out(session, requested, answer, given, out) ||
                                    slips_find(&asked, &slips, failure));
    for (size_t i = 0; ok && slips.count <= SHOWN && i < slips.count; i++) {
        text_format(out, i == 0 ? "%s is what you get " : "Or ", answer);
        write_slip(session, &slips.list[i], out);
    }
    slips_release(&slips);
    tree_release(requested);
    return ok && text_ok(out, failure);
}
