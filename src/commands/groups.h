/* groups: the families of commands, a file each, and what they share. Only for this floor. */
#ifndef QKV_COMMANDS_GROUPS_H
#define QKV_COMMANDS_GROUPS_H

#include "commands/command.h"
#include "language/reader.h"

/* A family is the file of its name; this is the order of THE TABLE (commands.c). */
extern const struct command_group stepping_commands;  /* next back into out goto run */
extern const struct command_group looking_commands;   /* show describe explain why compare */
extern const struct command_group changing_commands;  /* undo redo reset pin unpin load baseline */
extern const struct command_group deriving_commands;  /* gradient */
extern const struct command_group training_commands;  /* train */
extern const struct command_group plotting_commands;  /* sweep plot histogram */
extern const struct command_group asking_commands;    /* answer skip hint solution expect */
extern const struct command_group viewing_commands;   /* convention precision */
extern const struct command_group cursor_commands;    /* move turn dive rise set nudge flip */
extern const struct command_group screening_commands; /* heat stretch zoom contents notes close */
extern const struct command_group filing_commands;    /* open lessons save export help quit */

/* What the reader is told of them. */
extern const struct reader_words commands_words;

/* A line while it runs. */
struct running {
    struct session *session;
    const struct source *source;
    const char *text;         /* the whole line; spans are bytes of it */
    bool begun;               /* a transaction of the history is open */
    bool more;                /* statements follow on the line */
    struct training *trained; /* the last one run, held; NULL: none was */
};

/* Whether STATEMENT is the command NAME. */
static inline bool statement_is(const struct statement *statement, const char *name) {
    return statement->command != NULL && text_same(statement->command->name, name);
}

/* The changes STATEMENT makes, none for one that only looks. Runs nothing. */
bool statement_changes(const struct running *running, const struct statement *statement,
                       struct changes *changes, struct failure *failure);

/* Runs an expression or a command that changes nothing. */
bool statement_look(struct running *running, const struct statement *statement,
                    struct failure *failure);

/* Locates FAILURE in SOURCE, whose text is TEXT. */
void source_locate(const struct source *source, const char *text, struct failure *failure);

/* looking.c: what differs from the baseline NAME ("": the unnamed one; NULL: the one of the looks),
 * told; on a screen in a line, and the first definition that differs is looked at against it. */
bool looking_compare(struct session *session, const char *name, struct failure *failure);

/* cursor.c: fails where there is no number to look at. */
bool cursor_need(struct session *session, struct failure *failure);

/* deriving.c: when the first argument is a derivative, dL/dW[1,2], tells it and sets *DERIVATIVE.
 */
bool deriving_explain(struct session *session, const struct command_call *call, bool *derivative,
                      struct failure *failure);

/* training.c: how the loss fell in the trainings among CHANGES, which have been run. */
bool training_tell(struct session *session, const struct changes *changes, struct failure *failure);
/* training.c: the last training among CHANGES that has been run, borrowed; NULL: there is none. */
struct training *training_of(const struct changes *changes);
/* training.c: WATCH (NULL: nobody) looks on at the next run of the trainings among CHANGES. */
void training_set_watch(const struct changes *changes, const struct training_watch *watch);

/* asking.c: after a change, an open exercise may have been met: says so. */
bool asking_after_change(struct session *session, struct failure *failure);
/* asking.c: true when the stop passed last is a quiz or an exercise that waits; FAILURE then says
 * what it waits for. */
bool asking_open(const struct session *session, struct failure *failure);
/* asking.c: a locked prediction is graded now that the fence after it has run. */
bool asking_reveal(struct session *session, struct failure *failure);

#endif
