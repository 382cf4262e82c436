/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* groups: the families of commands, a file each, and what they share. Only for this floor. */
#ifndef QKV_COMMANDS_GROUPS_H
#define QKV_COMMANDS_GROUPS_H

#include "commands/commands.h"
#include "language/reader.h"

/* A family is the file of its name; this is the order of THE TABLE (commands.c). */
extern const struct command_group stepping_commands; /* next back into out goto run */
extern const struct command_group finding_commands;  /* find again */
extern const struct command_group looking_commands;  /* show describe explain why compare */
extern const struct command_group changing_commands; /* undo redo reset pin unpin ablate load … */
extern const struct command_group learning_commands; /* gradient */
extern const struct command_group training_commands; /* train */
extern const struct command_group plotting_commands; /* every picture: canvas/drawing.h */
extern const struct command_group reviewing_commands; /* review */
extern const struct command_group asking_commands;    /* answer skip hint solution expect */
extern const struct command_group viewing_commands;   /* convention precision heat stretch … */
extern const struct command_group cursor_commands;    /* move turn layer dive rise nudge flip … */
extern const struct command_group filing_commands;    /* open lessons save export help quit */

/* plotting.c: the row of picture INDEX, made of what its kind says. */
const struct command *plotting_row(size_t index);

/* What the reader is told of them. */
extern const struct reader_words commands_words;

/* A line while it runs. */
struct running {
    struct session *session;
    const struct source *source;
    const char *text;         /* the whole line; spans are bytes of it */
    size_t refused;           /* memory_refused before it */
    bool begun;               /* a transaction of the history is open */
    bool more;                /* statements follow on the line */
    struct training *trained; /* the last one run, held; NULL: none was */
};

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

/* changing.c: where CHANGES, which FAILURE refuses, redefine a text, FAILURE gets the line that
 * would do. */
void changing_suggest(struct session *session, const struct changes *changes,
                      struct failure *failure);

/* stepping.c: whether there is a stop before this one. */
bool stepping_can_retreat(const struct session *session);
/* stepping.c: whether the learner has stepped into what is looked at; and back to where that was,
 * as it was left. */
bool stepping_is_inside(const struct session *session);
bool stepping_leave(struct session *session, struct failure *failure);
/* stepping.c: to where STOP stops of the lesson have been passed, open questions too; only the last
 * speaks. */
bool stepping_to_stop(struct session *session, size_t stop, struct failure *failure);

/* cursor.c: out of the number that was gone into last; tells where that is. */
bool cursor_rise(struct session *session, struct failure *failure);
/* cursor.c: whether there is another matrix, or a map, to go to from the one looked at. */
bool cursor_has_next(const struct session *session, const struct showing *showing);
/* cursor.c: fails where there is no number to look at. */
bool cursor_need(struct session *session, struct failure *failure);

/* learning.c: when the first argument is a derivative, dL/dW[1,2], tells it and sets *DERIVATIVE.
 */
bool learning_explain(struct session *session, const struct command_call *call, bool *derivative,
                      struct failure *failure);

/* training.c: how the loss fell in the trainings among CHANGES, which have been run. */
bool training_tell(struct session *session, const struct changes *changes, struct failure *failure);
/* training.c: WATCH (NULL: nobody) looks on at the next run of the trainings among CHANGES. */
void training_set_watch(const struct changes *changes, const struct training_watch *watch);

/* Whether a question that formulas answer is open, and STATEMENTS, typed by the learner, are such
 * formulas. Then they are not the notebook's. */
bool asking_takes_formulas(const struct session *session, const struct statements *statements);
/* Adds them, of LINE, to the formulas written so far, and judges these once they are whole. */
bool asking_write(struct session *session, const char *line, const struct statements *statements,
                  struct failure *failure);

/* asking.c: after a change, an open exercise may have been met: says so. */
bool asking_after_change(struct session *session, struct failure *failure);
/* asking.c: tells each goal of EXERCISE with its present value, in sentences. */
void asking_apart(struct session *session); /* what is said next stands apart from what was */
/* asking.c: true when the stop passed last is a quiz or an exercise that waits; FAILURE then says
 * what it waits for. */
bool asking_open(const struct session *session, struct failure *failure);
/* asking.c: a locked prediction is graded now that the fence after it has run. */
bool asking_reveal(struct session *session, struct failure *failure);
/* asking.c: on a screen that is done as soon as a step has reached the number that is asked for. */
bool asking_reach(struct session *session, struct failure *failure);

/* Looks at definition NAME, all of it; NULL: at nothing. */
static inline bool session_look(struct session *session, const char *name,
                                struct failure *failure) {
    return session_focus(session, name, (struct place_in){.grain = GRAIN_DEFINITION}, failure);
}

/* The same, aside (session.h), and the picture that was asked for stays beside it. */
static inline bool session_look_beside(struct session *session, const char *name,
                                       struct failure *failure) {
    struct drawn drawn = session->looks.drawn;
    bool ok = session_look_aside(session, name, failure);
    session->looks.drawn.asked = drawn.asked;
    return ok;
}

/* The definition called by the LENGTH bytes at NAME; NULL: there is none. */
struct definition *session_named(const struct session *session, const char *name, size_t length);

/* lesson.c: page PAGE begins, and nothing of it has been run: the learner looks at what its first
 * formula is made from, or what its first line shows or changes, where that is there; else at
 * nothing, and reads. What the page before ended with is put away. */
bool lesson_turn_page(struct session *session, size_t page, struct failure *failure);

/* On a screen the cursor goes to the number that stop INDEX, just passed, speaks of, or to the
 * first value that it names (commands_spoken); else it stays where it is. */
bool spoken_point(struct session *session, size_t index, struct failure *failure);

/* stops.c: tells stop INDEX, which has just been passed, with what comes after its own words; where
 * the learner is held (a question, a definition that is stepped through) that waits. BEFORE is the
 * notebook as it was without the stop. */
bool stops_tell(struct session *session, size_t index, const struct notebook *before,
                struct failure *failure);

/* stops.c: the same, but its own words alone. */
bool stops_tell_itself(struct session *session, size_t index, const struct notebook *before,
                       struct failure *failure);

/* stops.c: a screen shows what follows a question, or a definition that is stepped through, as soon
 * as nothing waits any more. */
bool stops_settle(struct session *session, struct failure *failure);

/* stops.c: the cursor follows replay, and the place is told where no screen shows it. */
bool stops_tell_place(struct session *session, struct failure *failure);

/* stops.c: appends "> STATEMENT" for every statement of TEXT, a line of the lesson, in the
 * convention that is shown; one that cannot be read is said as it was written. */
bool stops_echo(struct session *session, const char *text, const struct reader_words *words,
                struct failure *failure);
/* stops.c: appends them to OUT, as words of a sentence: "`W = 1`, then `V = 2`". */
bool stops_quote(struct session *session, const char *text, struct text *out,
                 struct failure *failure);

/* reviewing.c: whether the question of the review that is shown has been answered, and its result
 * told; then the next one may be asked. */
bool reviewing_is_done(const struct session *session);
bool reviewing_next(struct session *session, struct failure *failure);

/* reopening.c: reads the open lesson again from its file: the same stop, the learner's changes and
 * answers where they fit. Where it cannot be read, or not be played up to there, the one before
 * stays, and FAILURE is located in the file. */
bool lesson_reopen(struct session *session, struct failure *failure);

/* lesson.c: tells again what the stop passed as the COUNTth tells, with the narration that belongs
 * to it. */
bool lesson_tell_again(struct session *session, size_t count, struct failure *failure);

/* --- call.c: the words after a command, split and counted against its row --------------------- */

/* Splits what follows the command word: at blanks outside brackets and quotes, quotes taken off for
 * FILE and LESSON; REST, ADDRESS and ASSIGNMENT take all that is left. Fails with the usage line
 * for too few or too many. To be released also after a failure. CALL comes with command, text,
 * span, rest and source filled in. */
bool call_split(struct command_call *call, struct failure *failure);
void call_release(struct command_call *call);

/* Argument I as a definition of the notebook, a cell, a number, or one of the row's words; each
 * failure has the argument's span. call_cell's and call_reference's are read in the convention
 * shown. */
const struct definition *call_definition(struct session *session, const struct command_call *call,
                                         size_t i, struct failure *failure);
struct called_cell {
    struct definition *definition; /* borrowed */
    size_t cell;
};
bool call_cell(struct session *session, const struct command_call *call, size_t i,
               struct called_cell *found, struct failure *failure);
struct tree *call_reference(struct session *session, const struct command_call *call, size_t i,
                            struct failure *failure);
bool call_number(const struct command_call *call, size_t i, const double bounds[2], double *number,
                 struct failure *failure);
/* Argument I as how many times; 1 when it was left out. Its parameter is a COUNT_PARAMETER. */
bool call_times(const struct command_call *call, size_t i, long *count, struct failure *failure);
#define COUNT_PARAMETER(what)                                                                      \
    { .name = "[COUNT]", .type = TYPE_NUMBER, .sentence = (what) }
/* The place of the LENGTH bytes at WORD among WORDS, parted by blanks; SIZE_MAX: not there. */
size_t word_index(const char *words, const char *word, size_t length);
/* The index of argument I among the words of parameter P. */
bool call_choice(const struct command_call *call, size_t i, size_t p, size_t *index,
                 struct failure *failure);
/* Argument I as one of the row's options, KEY=VALUE: *KEY is its place among them. Fails with all
 * of them. Then its value: a number within BOUNDS, a whole one, or one of WORDS as its place. */
bool call_option(const struct command_call *call, size_t i, size_t *key, struct failure *failure);
bool option_number(const struct command_call *call, size_t i, const double bounds[2],
                   double *number, struct failure *failure);
bool option_whole(const struct command_call *call, size_t i, size_t most, size_t *number,
                  struct failure *failure);
bool option_word(const struct command_call *call, size_t i, const char *words, size_t *index,
                 struct failure *failure);
/* Moves a failure of a text that begins at argument I to the whole line's bytes. */
bool call_shift(const struct command_call *call, size_t i, struct failure *failure);
/* The same of what was read from argument I as a reference, and is not there: in columns it is told
 * of what was typed (session_blame). */
bool call_blame(const struct session *session, const struct command_call *call, size_t i,
                struct failure *failure);

#endif
