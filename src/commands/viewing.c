/* viewing: how things are shown; the numbers stay the same bits. */
#include "commands/call.h"
#include "commands/groups.h"

enum { MOST_DECIMALS = 17 };

static bool run_convention(struct session *session, const struct command_call *call,
                           struct failure *failure) {
    size_t word = session->view.columns ? 1 : 0;
    if (call->count == 0) {
        text_format(&session->out, "Words are %s.\n", word == 1 ? "columns" : "rows");
        return true;
    }
    if (!call_choice(call, 0, 0, &word, failure)) {
        return false;
    }
    if (word == 2 && session->lesson_speaks) {
        return failure_at(failure, call->argument[0].span,
                          "a lesson says which it means: convention rows, or convention columns");
    }
    session->view.columns = word == 2 ? !session->view.columns : word == 1;
    if (word == 2 && session->screen) { /* a key that may have been meant for another */
        text_format(&session->out, "Words are %s now; once more turns them back.\n",
                    session->view.columns ? "columns" : "rows");
    }
    return true;
}

static bool run_precision(struct session *session, const struct command_call *call,
                          struct failure *failure) {
    double decimals = session->view.precision;
    if (call->count == 0) {
        text_format(&session->out, "At most %d decimals are shown.\n", session->view.precision);
        return true;
    }
    if (!call_number(call, 0, (const double[]){0, MOST_DECIMALS}, &decimals, failure)) {
        return false;
    }
    if (decimals != (int)decimals) {
        return failure_at(failure, call->argument[0].span, "precision takes a whole number");
    }
    session->view.precision = (int)decimals;
    return true;
}

static const struct command rows[] = {
    {.name = "convention",
     .group = "viewing",
     .sentence = "Choose whether words are rows (Q = X @ W_q) or columns (Q = W_q @ X).",
     .details =
         "In columns every value is shown transposed and every formula turned over; what you\n"
         "type is read the same way. The numbers are the same bits.",
     .example = "convention columns",
     .parameters = {{.name = "rows|columns|other",
                     .type = TYPE_WORD,
                     .words = "rows columns other",
                     .optional = true,
                     .sentence = "which; without it, says which is on"}},
     .run = run_convention},
    {.name = "precision",
     .group = "viewing",
     .sentence = "Choose how many decimals are shown at most (4 at first).",
     .example = "precision 6",
     .parameters =
         {{.name = "DECIMALS", .type = TYPE_NUMBER, .optional = true, .sentence = "0 to 17"}},
     .run = run_precision},
};

const struct command_group viewing_commands = {rows, sizeof rows / sizeof rows[0]};
