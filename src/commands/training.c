/* training: leaves are moved so that a number gets smaller. */
#include "base/number.h"
#include "commands/groups.h"
#include "notebook/train.h"

#include <math.h>
#include <string.h>

enum { LINES_TOLD = 10 };

/* --- reading -------------------------------------------------------------------------------------
 */

static bool is_minimise(const char *word) {
    return text_same(word, "minimise") || text_same(word, "minimize");
}

static bool read_number(const struct command_call *call, size_t i, const double bounds[2],
                        double *number, struct failure *failure) {
    const char *value = strchr(call->argument[i].text, '=') + 1;
    char least[NUMBER_TEXT], most[NUMBER_TEXT];
    if (number_parse(value, strlen(value), number) && *number >= bounds[0] &&
        *number <= bounds[1]) {
        return true;
    }
    number_exact(least, bounds[0]);
    number_exact(most, bounds[1]);
    return failure_at(failure, call->argument[i].span, "%.*s is a number from %s to %s",
                      (int)(value - 1 - call->argument[i].text), call->argument[i].text, least,
                      most);
}

static bool read_method(const struct command_call *call, size_t i, enum train_method *method,
                        struct failure *failure) {
    const char *value = strchr(call->argument[i].text, '=') + 1;
    *method = text_same(value, "adam") ? TRAIN_ADAM : TRAIN_SGD;
    return *method == TRAIN_ADAM || text_same(value, "sgd") ||
           failure_at(failure, call->argument[i].span, "method is sgd or adam, not `%s`", value);
}

static bool read_option(const struct command_call *call, size_t i, struct training_plan *plan,
                        struct failure *failure) {
    const char *text = call->argument[i].text;
    double number = 0;
    if (text_starts(text, "steps=")) {
        bool ok = read_number(call, i, (const double[]){1, TRAIN_STEPS}, &number, failure);
        plan->steps = ok ? (size_t)number : 0;
        return ok && (number == floor(number) ||
                      failure_at(failure, call->argument[i].span, "steps is a whole number"));
    }
    if (text_starts(text, "rate=")) {
        return read_number(call, i, (const double[]){0, 1e6}, &plan->rate, failure);
    }
    if (text_starts(text, "pace=")) {
        return read_number(call, i, (const double[]){1, 1e6}, &plan->pace, failure);
    }
    if (text_starts(text, "method=")) {
        return read_method(call, i, &plan->method, failure);
    }
    return failure_at(failure, call->argument[i].span,
                      "`%s` is none of steps=500, rate=0.1, method=adam and pace=100", text);
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
        struct change *change = change_create_training(training, i, failure);
        ok = change != NULL && changes_add(changes, change, failure);
        change_release(change);
    }
    training_release(training);
    return ok;
}

/* --- telling -------------------------------------------------------------------------------------
 */

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

static void tell_step(struct session *session, const struct training *training, size_t step) {
    char loss[NUMBER_TEXT];
    number_short(loss, training->losses[step], session->view.precision);
    text_format(&session->out, "  %6zu   %s\n", step, loss);
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
        tell_step(session, training, k * steps / lines);
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
    if (!session->screen) {
        tell_lines(session, training);
        return true;
    }
    tell_briefly(session, training);
    return has_moved(training, looks_definition(session)) ||
           session_focus(session, training->loss, (struct place_in){.grain = GRAIN_DEFINITION},
                         failure);
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
    {.name = "train",
     .group = "learning",
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
     .parameters =
         {{.name = "NAME", .type = TYPE_NAME, .repeats = true, .sentence = "what may be changed"},
          {.name = "minimise LOSS",
           .type = TYPE_NAME,
           .sentence = "the number that is to get smaller"},
          {.name = "steps=500 rate=0.1 method=sgd pace=100",
           .type = TYPE_WORD,
           .words = "steps= rate= method= pace=",
           .optional = true,
           .sentence = "how many steps, how large, by sgd or adam, how fast at most"}},
     .flags = COMMAND_CHANGES,
     .change = change_train_names},
};

const struct command_group training_commands = {rows, sizeof rows / sizeof rows[0]};
