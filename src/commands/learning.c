/* learning: the derivative of a number by the leaves it is made of and through which later values
 * one of them contributions; and leaves moved against it, so that the number gets smaller. */
#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"
#include "canvas/naming.h"
#include "commands/call.h"
#include "commands/groups.h"
#include "notebook/gradient.h"
#include "notebook/train.h"
#include "session/telling.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { TERMS_TOLD = 12, LINES_TOLD = 10 };

static struct gradient_source source_of(const struct definition *loss) {
    return (struct gradient_source){loss, SIZE_MAX};
}

/* --- gradient L ------------------------------------------------------------------------------- */

/* What was asked for, and where the steepest cell is so far. */
struct deriving {
    struct session *session;
    const struct definition *loss;
    struct gradient gradient;
    const struct definition *steepest;
    size_t cell, told;
    double slope; /* of that cell */
    bool drawn;   /* some are left to the screen to draw */
};

static void write_number(struct session *session, double value) {
    char number[NUMBER_TEXT];
    number_short(number, value, session->view.precision);
    text_format(&session->out, " %s %s", number_rounded(value, session->view.precision) ? "≈" : "=",
                number);
}

/* "dL/dW_q   3×2" and its cells, as a picture or in sentences; a lone number on one line. */
static bool tell_derivative(struct deriving *deriving, const struct definition *definition,
                            struct failure *failure) {
    struct session *session = deriving->session;
    const char *loss = deriving->loss->name;
    const struct tensor *by = gradient_by(&deriving->gradient, definition);
    if (by == NULL) {
        text_format(&session->out, "d%s/d%s = 0: %s does not hang on %s.\n", loss, definition->name,
                    loss, definition->name);
        return true;
    }
    for (size_t i = 0; i < shape_cells(&by->shape); i++) {
        if (fabs(by->cells[i]) > fabs(deriving->slope)) {
            deriving->slope = by->cells[i];
            deriving->steepest = definition;
            deriving->cell = i;
        }
    }
    deriving->told += shape_cells(&by->shape);
    bool number = shape_is_number(&by->shape);
    if (!number && session->drawn && !session->view.describe) {
        deriving->drawn = true; /* as a heat map */
        return true;
    }
    text_format(&session->out, "d%s/d%s", loss, definition->name);
    if (number) {
        write_number(session, by->cells[0]);
        text_append(&session->out, "\n");
        return true;
    }
    struct tensor *shown = session_shown(session, by, failure);
    struct text name = {0};
    text_format(&name, "d%s/d%s", loss, definition->name);
    text_append(&session->out, "   ");
    if (shown != NULL) {
        shape_write(&shown->shape, &session->out);
    }
    text_append(&session->out, "\n");
    const struct definition named = {.name = (char *)text_string(&name)};
    bool ok =
        shown != NULL && text_ok(&name, failure) && telling_value(session, by, &named, failure);
    tensor_release(shown);
    text_release(&name);
    return ok;
}

/* Which one number to turn. */
static void tell_steepest(const struct deriving *deriving) {
    struct session *session = deriving->session;
    char number[NUMBER_TEXT];
    if (deriving->steepest == NULL || deriving->told < 2) {
        return;
    }
    number_short(number, deriving->slope, session->view.precision);
    text_format(&session->out, "%s moves most with ", deriving->loss->name);
    definition_address(deriving->steepest, deriving->cell, session->view.columns, &session->out);
    text_format(&session->out, ": %s.\n", number);
}

/* The derivative by the Ith argument. */
static bool tell_named(struct deriving *deriving, const struct command_call *call, size_t i,
                       struct failure *failure) {
    struct gradient_source loss = source_of(deriving->loss);
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

/* By every leaf it is made of. */
static bool tell_leaves(struct deriving *deriving, const struct command_call *call,
                        struct failure *failure) {
    const struct notebook *notebook = session_notebook(deriving->session);
    struct gradient_source loss = source_of(deriving->loss);
    if (!gradient_make(&deriving->gradient, &loss, NULL, failure)) {
        failure_place(failure, call->argument[0].span);
        return false;
    }
    bool ok = true;
    for (size_t i = 0; ok && i < notebook->count; i++) {
        const struct definition *leaf = notebook->list[i];
        ok = !leaf->leaf || gradient_by(&deriving->gradient, leaf) == NULL ||
             tell_derivative(deriving, leaf, failure);
    }
    if (ok && deriving->told == 0) {
        text_format(&deriving->session->out, "%s hangs on nothing that could be changed.\n",
                    deriving->loss->name);
    }
    tell_steepest(deriving);
    gradient_release(&deriving->gradient);
    return ok;
}

/* What was said, from byte SAID on, and heat maps, over the picture. */
static bool cover_picture(struct session *session, const struct command_call *call, size_t said,
                          struct failure *failure) {
    struct looks *looks = &session->looks;
    text_clear(&looks->last.answer);
    text_append(&looks->last.answer, text_string(&session->out) + said);
    text_truncate(&session->out, said);
    text_clear(&looks->last.derived);
    for (size_t i = 0; i < call->count; i++) {
        text_format(&looks->last.derived, "%s%s", i == 0 ? "" : " ", call->argument[i].text);
    }
    looks->cover = COVER_GRADIENT;
    looks->scroll = 0;
    return text_ok(&looks->last.answer, failure) && text_ok(&looks->last.derived, failure);
}

static bool run_gradient(struct session *session, const struct command_call *call,
                         struct failure *failure) {
    struct deriving deriving = {.session = session};
    size_t said = session->out.length;
    deriving.loss = call_definition(session, call, 0, failure);
    bool ok = deriving.loss != NULL && (call->count > 1 || tell_leaves(&deriving, call, failure));
    for (size_t i = 1; ok && i < call->count; i++) {
        ok = tell_named(&deriving, call, i, failure);
    }
    return ok && (!deriving.drawn || cover_picture(session, call, said, failure));
}

/* --- explain dL/dW[1,2] ----------------------------------------------------------------------- */

/* A cell of a use's result, as it is called. */
static void name_term(const struct session *session, const struct contribution *contribution,
                      size_t cell, struct text *out) {
    struct explanation explanation = {.definition = contribution->through, .cell = cell};
    if (contribution->operation != SIZE_MAX) {
        explanation.operation = &contribution->through->operations[contribution->operation];
    }
    naming_cell(&explanation, session->view.columns, out);
}

static double product(const struct contribution_term *term) {
    return term->upstream * term->slope;
}

/* The place of the largest of COUNT sizes, the first of equals, which is then no more among them.
 */
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

/* A factor of a product: a negative one in brackets. */
static void write_factor(struct session *session, double value) {
    char number[NUMBER_TEXT];
    number_short(number, value, session->view.precision);
    text_format(&session->out, value < 0 ? "(%s)" : "%s", number);
}

/* "    dL/dQ[am,2] · slope = 0.2 · 0.5 = 0.1" */
static void tell_term(struct session *session, const char *loss,
                      const struct contribution *contribution,
                      const struct contribution_term *term) {
    text_format(&session->out, "    d%s/d", loss);
    name_term(session, contribution, term->cell, &session->out);
    text_append(&session->out, " · slope = ");
    write_factor(session, term->upstream);
    text_append(&session->out, " · ");
    write_factor(session, term->slope);
    write_number(session, product(term));
    text_append(&session->out, "\n");
}

static bool tell_terms(struct session *session, const char *loss,
                       const struct contribution *contribution, struct failure *failure) {
    double *sizes = memory_allocate(contribution->count, sizeof *sizes);
    if (sizes == NULL) {
        return failure_memory(failure);
    }
    size_t count = contribution->count < TERMS_TOLD ? contribution->count : TERMS_TOLD;
    for (size_t i = 0; i < contribution->count; i++) {
        sizes[i] = fabs(product(&contribution->terms[i]));
    }
    for (size_t i = 0; i < count; i++) {
        tell_term(session, loss, contribution,
                  &contribution->terms[take_largest(sizes, contribution->count)]);
    }
    if (contribution->count > count) {
        text_format(&session->out, "    and %zu smaller ones\n", contribution->count - count);
    }
    memory_free(sizes);
    return true;
}

/* "  through Q = X @ W_q: 0.4128" and what meets there. */
static bool tell_contribution(struct session *session, const char *loss,
                              const struct contribution *contribution, struct failure *failure) {
    text_append(&session->out, "  through ");
    bool ok = session_formula(session, contribution->through, &session->out, failure);
    write_number(session, contribution->share);
    text_append(&session->out, contribution->count > 1   ? ", the sum of\n"
                               : contribution->count > 0 ? ", which is\n"
                                                         : "\n");
    return ok && tell_terms(session, loss, contribution, failure);
}

/* The uses, those that give most first. */
static bool tell_contributions(struct session *session, const char *loss,
                               const struct contributions *contributions, struct failure *failure) {
    size_t count = contributions->count;
    double *sizes = memory_allocate(count, sizeof *sizes);
    bool ok = sizes != NULL || failure_memory(failure);
    for (size_t i = 0; ok && i < count; i++) {
        sizes[i] = fabs(contributions->list[i].share);
    }
    for (size_t i = 0; ok && i < count; i++) {
        ok = tell_contribution(session, loss, &contributions->list[take_largest(sizes, count)],
                               failure);
    }
    memory_free(sizes);
    return ok;
}

/* Whether definition I of GRADIENT lies between OF and its loss. A count does not: d_k = columns(Q)
 * is made of Q, and does not move with it. */
static bool is_on_way(const struct gradient *gradient, size_t i, const struct definition *of) {
    const struct definition *definition = gradient->list[i];
    struct gradient_source source = source_of(definition);
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

/* "On its way to L it passes Q, A and O." */
static bool tell_way(struct session *session, const struct definition *loss,
                     const struct definition *of, struct failure *failure) {
    struct gradient_source source = source_of(loss);
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
    struct gradient_source source = source_of(loss);
    struct contributions contributions;
    struct text out = {0};
    if (!gradient_contributions(&contributions, &source, by->definition, by->cell, failure)) {
        return false;
    }
    char speed[NUMBER_TEXT];
    number_short(speed, fabs(contributions.total), session->view.precision);
    definition_address(by->definition, by->cell, session->view.columns, &out);
    text_format(&session->out, "d%s/d%s", loss->name, text_string(&out));
    write_number(session, contributions.total);
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

/* "dL/dW_q[1,2]": L is what stands between the d and the /d, which the cell stands behind. */
bool learning_explain(struct session *session, const struct command_call *call, bool *derivative,
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
    return call_cell(session, &part, 0, &cell, failure) &&
           (tell_one(session, loss, &cell, failure) || call_shift(call, 0, failure));
}

/* --- train: reading --------------------------------------------------------------------------- */

static bool is_minimise(const char *word) {
    return text_same(word, "minimise") || text_same(word, "minimize");
}

static bool read_option(const struct command_call *call, size_t i, struct training_plan *plan,
                        struct failure *failure) {
    enum { STEPS, RATE, METHOD, PACE }; /* as the row has them */
    size_t key = 0, word = 0;
    if (!call_option(call, i, &key, failure)) {
        return false;
    }
    switch (key) {
    case STEPS:
        return option_whole(call, i, TRAIN_STEPS, &plan->steps, failure);
    case RATE:
        return option_number(call, i, (const double[]){0, 1e6}, &plan->rate, failure);
    case PACE:
        return option_number(call, i, (const double[]){1, 1e6}, &plan->pace, failure);
    default:
        plan->method =
            option_word(call, i, "sgd adam", &word, failure) && word == 1 ? TRAIN_ADAM : TRAIN_SGD;
        return word != SIZE_MAX;
    }
}

static struct training_name name_at(const struct command_call *call, size_t i) {
    return (struct training_name){call->argument[i].text, call->argument[i].span};
}

/* NAMES has room for every argument. */
static bool read_plan(const struct command_call *call, struct training_name *names,
                      struct training_plan *plan, struct failure *failure) {
    while (plan->count < call->count && !is_minimise(call->argument[plan->count].text)) {
        names[plan->count] = name_at(call, plan->count);
        plan->count++;
    }
    if (plan->count == 0 || plan->count + 1 >= call->count) {
        return failure_at(failure, call->span,
                          "train takes names and what is to get smaller: train W_q W_k minimise L");
    }
    plan->loss = name_at(call, plan->count + 1);
    for (size_t i = plan->count + 2; i < call->count; i++) {
        if (!read_option(call, i, plan, failure)) {
            return false;
        }
    }
    return true;
}

static bool change_train_names(struct session *session, const struct command_call *call,
                               struct changes *changes, struct failure *failure) {
    struct training_name names[sizeof call->argument / sizeof call->argument[0]];
    struct training_plan plan = {.names = names, .steps = 500, .rate = 0.1};
    if (!read_plan(call, names, &plan, failure)) {
        return false;
    }
    struct training *training = training_create(&plan, failure);
    bool ok = training != NULL;
    if (ok) {
        training->whole = session->lesson_speaks;
        training->watch = training->whole ? NULL : session->watch;
    }
    for (size_t i = 0; ok && i < plan.count; i++) {
        ok = add_change(changes, change_create_training(training, i, failure), failure);
    }
    training_release(training);
    return ok;
}

/* --- train: telling --------------------------------------------------------------------------- */

struct training *training_of(const struct changes *changes) {
    for (size_t i = changes->count; i > 0; i--) {
        const struct change *change = changes->list[i - 1];
        if (change->kind == CHANGE_TRAIN && change->training->losses != NULL) {
            return change->training;
        }
    }
    return NULL;
}

void training_set_watch(const struct changes *changes, const struct training_watch *watch) {
    for (size_t i = 0; i < changes->count; i++) {
        if (changes->list[i]->kind == CHANGE_TRAIN) {
            changes->list[i]->training->watch = watch;
        }
    }
}

/* The screen draws the curve: a line will do. */
static void tell_briefly(struct session *session, const struct training *training) {
    char from[NUMBER_TEXT], to[NUMBER_TEXT];
    number_short(from, training->losses[0], session->view.precision);
    number_short(to, training->losses[training->taken], session->view.precision);
    bool whole = training->taken == training->steps;
    text_format(&session->out, "%s %s → %s %s %zu", training->loss, from, to,
                whole ? "in" : "stopped after", training->taken);
    if (!whole) {
        text_format(&session->out, " of %zu", training->steps);
    }
    text_format(&session->out, " step%s%s\n", training->steps == 1 ? "" : "s",
                whole ? "" : "; undo takes it back");
}

static void tell_lines(struct session *session, const struct training *training) {
    size_t steps = training->taken, lines = steps < LINES_TOLD ? steps : LINES_TOLD;
    text_format(&session->out, "    step   %s\n", training->loss);
    for (size_t k = 0; k <= lines; k++) {
        size_t step = k * steps / lines;
        char loss[NUMBER_TEXT];
        number_short(loss, training->losses[step], session->view.precision);
        text_format(&session->out, "  %6zu   %s\n", step, loss);
    }
    if (steps < training->steps) {
        text_format(&session->out, "  stopped after %zu of %zu steps\n", steps, training->steps);
    }
}

static bool has_moved(const struct training *training, const struct definition *definition) {
    for (size_t i = 0; definition != NULL && i < training->count; i++) {
        if (text_same(definition->name, training->names[i]) ||
            definition_depends(definition, training->names[i])) {
            return true;
        }
    }
    return false;
}

/* On a screen: whoever looks at what did not move turns to what got smaller. */
static bool tell_training(struct session *session, const struct training *training,
                          struct failure *failure) {
    if (!session->drawn) {
        tell_lines(session, training);
        return true;
    }
    tell_briefly(session, training);
    return has_moved(training, looks_definition(session)) ||
           session_look(session, training->loss, failure);
}

bool training_tell(struct session *session, const struct changes *changes,
                   struct failure *failure) {
    bool ok = true;
    for (size_t i = 0; ok && i < changes->count; i++) {
        const struct change *change = changes->list[i];
        if (change->kind == CHANGE_TRAIN && change->trained == 0 &&
            change->training->losses != NULL) {
            ok = tell_training(session, change->training, failure);
        }
    }
    return ok;
}

static const struct command rows[] = {
    {.name = "gradient",
     .group = "learning",
     .sentence = "Show how fast a number moves with every cell of the leaves it is made of.",
     .details =
         "The derivative dL/dW has W's shape: where it is positive, raising the cell raises L.\n"
         "Names after the first ask for those alone, computed values too. A pinned cell hands\n"
         "nothing on. `explain dL/dW[1,2]` tells through what one of them contributions; grad(L, "
         "W) is\n"
         "the same as a value.",
     .example = "gradient loss",
     .parameters = {{.name = "NAME", .type = TYPE_NAME, .sentence = "the number, such as a loss"},
                    {.name = "[BY…]",
                     .type = TYPE_NAME,
                     .sentence = "by what; every leaf when left out"}},
     .run = run_gradient},
    {.name = "train",
     .sentence = "Move values step by step against the gradient, so that a number gets smaller.",
     .details =
         "Names are given values, such as weights; what was learned becomes their new values. sgd\n"
         "takes the rate times the gradient off every cell; adam gives each cell its own pace.\n"
         "One training is one undo, and the same start gives the same digits. On the screen "
         "values\n"
         "and loss are seen to move, a second and a half at least; any key hurries it on, and\n"
         "pace=100 takes 100 steps a second at most. Ctrl-C stops and keeps what was learned. (In "
         "a\n"
         "lesson's own training it only ends the show.)",
     .example = "train W_q W_k W_v minimise L steps=500 rate=0.1 method=adam",
     .parameters = {{.name = "NAME…", .type = TYPE_NAME, .sentence = "what may be changed"},
                    {.name = "minimise LOSS",
                     .type = TYPE_NAME,
                     .sentence = "the number that is to get smaller"},
                    {.name = "[steps=500 rate=0.1 method=sgd pace=100]",
                     .type = TYPE_OPTIONS,
                     .sentence = "how many steps, how large, by sgd or adam, how fast at most"}},
     .flags = COMMAND_CHANGES,
     .change = change_train_names},
};

const struct command_group learning_commands = {rows, sizeof rows / sizeof rows[0]};
