/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* gradients: derivatives of a number by the leaves it depends on, and the later values through
 * which a leaf contributes. */
#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"
#include "canvas/naming.h"
#include "commands/groups.h"
#include "notebook/gradient.h"
#include "session/printing.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { TERMS_SHOWN = 12 };

static struct gradient_source loss_source(const struct definition *loss) {
    return (struct gradient_source){loss, SIZE_MAX};
}

/* --- gradient L ------------------------------------------------------------------------------- */

/* The loss, and the steepest cell so far. */
struct deriving {
    struct session *session;
    const struct definition *loss;
    struct gradient gradient;
    const struct definition *steepest;
    size_t cell, listed;
    double slope; /* at that cell */
};

/* Says "dL/dW_q   3×2" and its cells, as a picture or in sentences; a lone number on one line. */
static bool tell_derivative(struct deriving *deriving, const struct definition *definition,
                            struct failure *failure) {
    struct session *session = deriving->session;
    const char *loss = deriving->loss->name;
    const struct tensor *by = gradient_by(&deriving->gradient, definition);
    if (by == NULL) {
        text_format(&session->out, "d%s/d%s = 0: %s does not depend on %s.\n", loss,
                    definition->name, loss, definition->name);
        return true;
    }
    for (size_t i = 0; i < shape_cells(&by->shape); i++) {
        if (fabs(by->cells[i]) > fabs(deriving->slope)) {
            deriving->slope = by->cells[i];
            deriving->steepest = definition;
            deriving->cell = i;
        }
    }
    deriving->listed += shape_cells(&by->shape);
    bool number = shape_is_number(&by->shape);
    struct text name = {0};
    text_format(&name, "d%s/d%s", loss, definition->name);
    bool ok = text_ok(&name, failure);
    if (ok && number) {
        text_append(&session->out, text_string(&name));
        number_append_equals(by->cells[0], session->display.precision, &session->out);
        text_append(&session->out, "\n");
    } else if (ok) {
        const struct definition named = {.name = (char *)text_string(&name)};
        struct shape shape = session->display.columns ? shape_transposed(&by->shape) : by->shape;
        text_format(&session->out, "%s   ", named.name);
        shape_write(&shape, &session->out);
        text_append(&session->out, "\n");
        printing_value(session, by, NULL, &named, MATRIX_LIMIT);
    }
    text_release(&name);
    return ok;
}

/* Says which one number to change. */
static void tell_steepest(const struct deriving *deriving) {
    struct session *session = deriving->session;
    char number[NUMBER_TEXT];
    if (deriving->steepest == NULL || deriving->listed < 2) {
        return;
    }
    number_short(number, deriving->slope, session->display.precision);
    text_format(&session->out, "%s moves most with ", deriving->loss->name);
    definition_address(deriving->steepest, deriving->cell, session->display.columns, &session->out);
    text_format(&session->out, ": %s.\n", number);
}

/* Says the derivative by the Ith argument. */
static bool tell_named(struct deriving *deriving, const struct command_call *call, size_t i,
                       struct failure *failure) {
    struct gradient_source loss = loss_source(deriving->loss);
    const struct definition *by = call_definition(deriving->session, call, i, failure);
    struct gradient_wanted wanted = {&by, 1};
    if (by == NULL || !gradient_make(&deriving->gradient, &loss, &wanted, failure)) {
        return false;
    }
    deriving->steepest = NULL;
    deriving->slope = 0;
    bool ok = tell_derivative(deriving, by, failure);
    tell_steepest(deriving);
    gradient_release(&deriving->gradient);
    return ok;
}

/* Says the derivative by every leaf that the loss depends on. */
static bool tell_leaves(struct deriving *deriving, const struct command_call *call,
                        struct failure *failure) {
    const struct notebook *notebook = session_notebook(deriving->session);
    struct gradient_source loss = loss_source(deriving->loss);
    if (!gradient_make(&deriving->gradient, &loss, NULL, failure)) {
        return call_place(call, 0, failure);
    }
    bool ok = true;
    for (size_t i = 0; ok && i < notebook->count; i++) {
        const struct definition *leaf = notebook->list[i];
        if (leaf->leaf && gradient_by(&deriving->gradient, leaf) != NULL) {
            ok = tell_derivative(deriving, leaf, failure);
        }
    }
    if (deriving->listed == 0) {
        text_format(&deriving->session->out, "%s depends on nothing that could be changed.\n",
                    deriving->loss->name);
    }
    tell_steepest(deriving);
    gradient_release(&deriving->gradient);
    return ok;
}

static bool run_gradient(struct session *session, const struct command_call *call,
                         struct failure *failure) {
    struct deriving deriving = {.session = session};
    deriving.loss = call_definition(session, call, 0, failure);
    bool ok = deriving.loss != NULL && (call->count > 1 || tell_leaves(&deriving, call, failure));
    for (size_t i = 1; ok && i < call->count; i++) {
        ok = tell_named(&deriving, call, i, failure);
    }
    return ok;
}

/* --- explain dL/dW[1,2] ----------------------------------------------------------------------- */

static double product(const struct contribution_term *term) {
    return term->upstream * term->slope;
}

/* Returns the index of the largest of COUNT sizes, the first of equals, and removes it from
 * them. */
static size_t take_largest(double *sizes, size_t count) {
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        if (!(sizes[i] < 0) && (best == SIZE_MAX || sizes[i] > sizes[best])) {
            best = i;
        }
    }
    sizes[best] = -1;
    return best;
}

/* Appends a factor of a product: a negative one in brackets. */
static void write_factor(struct session *session, double value) {
    char number[NUMBER_TEXT];
    number_short(number, value, session->display.precision);
    text_format(&session->out, value < 0 ? "(%s)" : "%s", number);
}

/* Says "    dL/dQ[am,2] · slope = 0.2 · 0.5 = 0.1" for each of the largest terms. */
static bool tell_terms(struct session *session, const char *loss,
                       const struct contribution *contribution, struct failure *failure) {
    double *sizes = memory_allocate(contribution->count, sizeof *sizes);
    if (sizes == NULL) {
        return failure_memory(failure);
    }
    size_t count = lesser(contribution->count, TERMS_SHOWN);
    for (size_t i = 0; i < contribution->count; i++) {
        sizes[i] = fabs(product(&contribution->terms[i]));
    }
    for (size_t i = 0; i < count; i++) {
        size_t largest = take_largest(sizes, contribution->count);
        const struct contribution_term *term = &contribution->terms[largest];
        struct explanation explanation = {.definition = contribution->through, .cell = term->cell};
        if (contribution->operation != SIZE_MAX) {
            explanation.operation = &contribution->through->operations[contribution->operation];
        }
        text_format(&session->out, "    d%s/d", loss);
        naming_cell(&explanation, session->display.columns, &session->out);
        text_append(&session->out, " · slope = ");
        write_factor(session, term->upstream);
        text_append(&session->out, " · ");
        write_factor(session, term->slope);
        number_append_equals(product(term), session->display.precision, &session->out);
        text_append(&session->out, "\n");
    }
    if (contribution->count > count) {
        text_format(&session->out, "    and %zu smaller ones\n", contribution->count - count);
    }
    memory_free(sizes);
    return true;
}

/* Says "  through Q = X @ W_q: 0.4128" and its terms for each use, the largest contributions
 * first. */
static bool tell_contributions(struct session *session, const char *loss,
                               const struct contributions *contributions, struct failure *failure) {
    size_t count = contributions->count;
    double *sizes = memory_allocate(count, sizeof *sizes);
    bool ok = sizes != NULL || failure_memory(failure);
    for (size_t i = 0; ok && i < count; i++) {
        sizes[i] = fabs(contributions->list[i].share);
    }
    for (size_t i = 0; ok && i < count; i++) {
        const struct contribution *largest = &contributions->list[take_largest(sizes, count)];
        text_append(&session->out, "  through ");
        session_formula(session, largest->through, &session->out);
        number_append_equals(largest->share, session->display.precision, &session->out);
        text_append(&session->out, largest->count > 1   ? ", the sum of\n"
                                   : largest->count > 0 ? ", which is\n"
                                                        : "\n");
        ok = tell_terms(session, loss, largest, failure);
    }
    memory_free(sizes);
    return ok;
}

/* True when definition I of GRADIENT lies between OF and its loss. A count does not: d_k =
 * columns(Q) uses Q, but its derivative is 0. */
static bool is_on_way(const struct gradient *gradient, size_t i, const struct definition *of) {
    const struct definition *definition = gradient->list[i];
    struct gradient_source source = loss_source(definition);
    struct gradient_wanted wanted = {&of, 1};
    struct gradient own;
    struct failure ignored = {0};
    if (definition == of || gradient->by[i] == NULL ||
        !shape_is_number(&definition->value->shape)) {
        return definition != of && gradient->by[i] != NULL;
    }
    if (!gradient_make(&own, &source, &wanted, &ignored)) {
        return false;
    }
    const struct tensor *by = gradient_by(&own, of);
    bool moves = false;
    for (size_t k = 0; by != NULL && k < shape_cells(&by->shape); k++) {
        moves = moves || by->cells[k] != 0;
    }
    gradient_release(&own);
    return moves;
}

/* Says "On its way to L it passes Q, A and O." */
static bool tell_way(struct session *session, const struct definition *loss,
                     const struct definition *of, struct failure *failure) {
    struct gradient_source source = loss_source(loss);
    struct gradient_wanted wanted = {&of, 1};
    struct gradient gradient;
    if (!gradient_make(&gradient, &source, &wanted, failure)) {
        return false;
    }
    struct text way = {0};
    size_t last = 0; /* where the last name begins */
    for (size_t i = 0; i + 1 < gradient.count; i++) {
        if (is_on_way(&gradient, i, of)) {
            text_append(&way, way.length > 0 ? ", " : "");
            last = way.length;
            text_append(&way, gradient.list[i]->name);
        }
    }
    if (way.length > 0) {
        text_format(&session->out, "  On its way to %s it passes %.*s%s%s.\n", loss->name,
                    last > 0 ? (int)last - (int)strlen(", ") : 0, text_string(&way),
                    last > 0 ? " and " : "", text_string(&way) + last);
    }
    gradient_release(&gradient);
    bool ok = text_ok(&way, failure);
    text_release(&way);
    return ok;
}

static bool tell_one(struct session *session, const struct definition *loss,
                     const struct called_cell *by, struct failure *failure) {
    struct gradient_source source = loss_source(loss);
    struct contributions contributions;
    struct text out = {0};
    if (!gradient_contributions(&contributions, &source, by->definition, by->cell, failure)) {
        return false;
    }
    char speed[NUMBER_TEXT];
    number_short(speed, fabs(contributions.total), session->display.precision);
    definition_address(by->definition, by->cell, session->display.columns, &out);
    text_format(&session->out, "d%s/d%s", loss->name, text_string(&out));
    number_append_equals(contributions.total, session->display.precision, &session->out);
    if (contributions.total == 0) {
        text_format(&session->out, ": %s does not move with it.\n", loss->name);
    } else {
        bool same = text_same(speed, "1");
        text_format(&session->out, ": as %s rises, %s %s %s%s as fast.\n", text_string(&out),
                    loss->name, contributions.total < 0 ? "falls" : "rises", same ? "just" : speed,
                    same ? "" : " times");
    }
    text_release(&out);
    bool ok = tell_contributions(session, loss->name, &contributions, failure) &&
              (contributions.count == 0 || tell_way(session, loss, by->definition, failure));
    contributions_release(&contributions);
    return ok;
}

/* Explains "dL/dW_q[1,2]": L is between the first d and /d, the cell after that. */
bool gradients_explain(struct session *session, const struct command_call *call, bool *derivative,
                       struct failure *failure) {
    const char *text = call->count > 0 ? call->argument[0].text : "";
    const char *by = text[0] == 'd' ? strstr(text, "/d") : NULL;
    const struct definition *loss =
        by == NULL ? NULL : session_named(session, text + 1, (size_t)(by - text) - 1);
    *derivative = loss != NULL;
    if (loss == NULL) {
        return true;
    }
    struct command_call part = *call;
    struct called_cell cell;
    size_t before = (size_t)(by - text) + strlen("/d");
    part.argument[0].text += before;
    part.argument[0].span.start += before;
    return call_cell(session, &part, &cell, failure) &&
           (tell_one(session, loss, &cell, failure) || call_shift(call, 0, failure));
}

static const struct command rows[] = {
    {.name = "gradient",
     .group = "learning",
     .sentence = "Show the derivative of a number by every cell of the leaves it depends on.",
     .details =
         "The derivative dL/dW has W's shape: where it is positive, raising the cell raises L.\n"
         "Names after the first select values, also computed ones. A pinned cell\n"
         "passes nothing on. `explain dL/dW[1,2]` shows through what one of them contributes; "
         "grad(L, W) is\n"
         "the same as a value.",
     .before = "L = mse(output, V)",
     .example = "gradient L W_q",
     .parameters = {{.name = "NAME", .type = TYPE_NAME, .sentence = "the number, such as a loss"},
                    {.name = "[BY…]",
                     .type = TYPE_NAME,
                     .sentence = "by what; every leaf when left out"}},
     .run = run_gradient},
};

const struct command_group gradient_commands = {rows, sizeof rows / sizeof rows[0]};
