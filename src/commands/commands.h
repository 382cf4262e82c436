/* commands: THE TABLE and the one path: every line of input is run by commands_run. */
#ifndef QKV_COMMANDS_COMMANDS_H
#define QKV_COMMANDS_COMMANDS_H

#include "commands/command.h"

/* The rows, group by group; NULL past the end. */
const struct command *command_at(size_t index);
/* The row of the command that WORD (LENGTH bytes) is; NULL: it is none. */
const struct command *command_find(const char *word, size_t length);
/* The command that WORD is in gdb, less or a shell (`step` is into), or NULL. */
const struct command *command_meant(const char *word);

/* Runs one logical line (statements joined by `;` are one transaction) as SOURCE's. What it says is
 * in session->out. After a failure, which is located, everything is as before; what had been said
 * is dropped. */
bool commands_run(struct session *session, const struct source *source, const char *text,
                  struct failure *failure);

/* The same, but nothing stays of it and nothing is said: tells only whether it would run. */
bool commands_try(struct session *session, const struct source *source, const char *text,
                  struct failure *failure);

/* Runs a line that the open lesson holds, as the lesson's: whoever plays it, it may not write,
 * leave its folder or end the program. */
bool commands_run_lesson(struct session *session, const struct source_line *line,
                         struct failure *failure);

/* Runs a text of many lines, logical line by logical line: calls EACH after every one (also after a
 * failed one, with FAILURE set), which prints, and returns false to stop. Returns the number that
 * failed. */
size_t commands_run_text(struct session *session, const struct source *source, const char *text,
                         bool (*each)(void *context, struct session *session,
                                      const struct failure *failure),
                         void *context);

/* Opens LESSON in SESSION (taken over also after a failure): compiles its statements into the
 * history's script; the place is before its first stop, the view the lesson's. */
bool commands_open(struct session *session, struct lesson *lesson, struct failure *failure);

/* One stop on or back: what next and back do at the definition grain, halting or not. What there is
 * to say is in out. False at the end (FAILURE not set) or after a failure. */
bool commands_advance(struct session *session, struct failure *failure);
bool commands_retreat(struct session *session, struct failure *failure);
/* To where STOP stops have been passed, saying and showing nothing on the way: questions are
 * skipped, and what is read of the lesson is its statements. */
bool commands_skip(struct session *session, size_t stop, struct failure *failure);
/* What follows a question, or a definition that is stepped through, waits for the next stop; this
 * says it now, when there is something. */
bool commands_tell_rest(struct session *session, struct failure *failure);

/* The stop of the quiz or exercise that waits for the learner, or SIZE_MAX. */
size_t commands_question(const struct session *session);

#endif
