/* diagnosis: a wrong number, and the slip that gives it, in a sentence for the learner. */
#include "base/number.h"
#include "base/utf8.h"
#include "commands/grading.h"
#include "language/rewrite.h"
#include "language/writer.h"
#include "notebook/slip.h"

#include <string.h>

/* A number that more slips give than this is given by one of them by chance; and how long a formula
 * may be that is written out behind one. */
enum { TOLD = 2, FORMULA_COLUMNS = 60 };

/* One sentence while it is written. */
struct telling {
    struct session *session;
    const struct slip_found *found;
    struct text *out;
    struct failure *failure;
};

/* " = 2" behind what is one number, unless it is written as one. */
static void write_value(const struct telling *telling, struct tree *part) {
    struct failure none = {0};
    char number[NUMBER_TEXT];
    double value;
    if (part->root->kind != NODE_NUMBER &&
        notebook_number(session_notebook(telling->session), part, &value, &none)) {
        number_short(number, value, telling->session->view.precision);
        text_format(telling->out, " = %s", number);
    }
}

/* A part of a formula as the learner sees it: "√d_k = 2", "Kᵀ". */
static bool write_part(const struct telling *telling, const struct node *node, bool valued) {
    static const struct writer_options eye = {.notation = NOTATION_UNICODE};
    struct tree *part = rewrite_tree(node, telling->failure);
    struct tree *shown =
        part == NULL ? NULL : session_flip(telling->session, part, false, telling->failure);
    if (shown != NULL) {
        writer_write(shown->root, &eye, telling->out);
        if (valued) {
            write_value(telling, part);
        }
    }
    tree_release(shown);
    tree_release(part);
    return shown != NULL;
}

/* The axis along which NODE works as the learner sees it: the other one in columns. */
static const char *shown_axis(const struct telling *telling, const struct node *node) {
    const char *axis = rewrite_axis(node);
    bool row = axis != NULL && text_same(axis, "row");
    return row != telling->session->view.columns ? "row" : "column";
}

/* One % of a phrase (slip.h). Only what is divided by is worth its number. */
static bool write_sign(const struct telling *telling, char sign) {
    const struct slip_found *found = telling->found;
    bool valued = text_starts(found->slip->phrase, "dividing") ||
                  text_starts(found->slip->phrase, "without dividing");
    switch (sign) {
    case 'o':
        return write_part(telling, found->old, valued);
    case 'w':
        return write_part(telling, found->new, valued);
    case 'a':
        text_append(telling->out, shown_axis(telling, found->old));
        return true;
    case 'b':
        text_append(telling->out, shown_axis(telling, found->new));
        return true;
    default:
        text_append(telling->out, found->new->operator->name);
        return true;
    }
}

static bool write_phrase(const struct telling *telling) {
    bool ok = true;
    for (const char *at = telling->found->slip->phrase; ok && *at != '\0'; at++) {
        if (*at == '%') {
            ok = write_sign(telling, *++at);
        } else {
            text_append_character(telling->out, *at);
        }
    }
    return ok;
}

/* ": `scaled = scores`", unless the phrase has shown all of it or it is long. */
static bool write_formula(const struct telling *telling) {
    const struct slip_found *found = telling->found;
    struct text formula = {0};
    bool told = found->new == found->tree->root &&strstr(found->slip->phrase, "%w") != NULL;
    struct tree *shown =
        session_flip(telling->session, found->tree, found->definition != NULL, telling->failure);
    if (shown == NULL) {
        return false;
    }
    if (found->definition != NULL) {
        text_format(&formula, "%s = ", found->definition->name);
    }
    writer_plain(shown->root, &formula);
    if (!told && utf8_columns(text_string(&formula), formula.length) <= FORMULA_COLUMNS) {
        text_format(telling->out, ": `%s`", text_string(&formula));
    }
    telling->out->failed = telling->out->failed || formula.failed;
    text_release(&formula);
    tree_release(shown);
    return true;
}

/* Of two slips nobody knows which it was. */
static bool tell(const struct telling *telling, const char *answer, bool first) {
    if (first) {
        text_format(telling->out, "%s is what you get ", answer);
    } else {
        text_append(telling->out, "Or ");
    }
    bool ok = write_phrase(telling) && write_formula(telling);
    text_append(telling->out, ".\n");
    return ok && text_ok(telling->out, telling->failure);
}

/* A number stands for all that are written so; a formula of numbers for itself. */
static double answer_precision(const char *answer) {
    double number;
    return number_precision(number_parse(answer, strlen(answer), &number) ? answer : "0");
}

bool quiz_diagnose(struct session *session, const struct quiz *quiz, const char *answer,
                   struct text *out, struct failure *failure) {
    struct failure none = {0};
    struct slip_question question = {.notebook = session_notebook(session),
                                     .precision = answer_precision(answer)};
    if (quiz->kind != QUIZ_NUMBER || !answer_number(session, answer, &question.answer, &none) ||
        (question.asked = lesson_tree(session, quiz->key, &none)) == NULL) {
        return true;
    }
    struct slips slips;
    bool ok = slips_find(&question, &slips, failure);
    for (size_t i = 0; ok && slips.count <= TOLD && i < slips.count; i++) {
        struct telling telling = {session, &slips.list[i], out, failure};
        ok = tell(&telling, answer, i == 0);
    }
    slips_release(&slips);
    tree_release(question.asked);
    return ok;
}
