/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* groups: the families of commands, one file each, and what they share. Private to this floor. */
#ifndef QKV_COMMANDS_GROUPS_H
#define QKV_COMMANDS_GROUPS_H

#include "commands/commands.h"
#include "language/reader.h"

/* Each family is in the file of its name; this is the order of THE TABLE (commands.c). */
extern const struct command_group stepping_commands; /* next back into out goto run */
extern const struct command_group finding_commands;  /* find again */
extern const struct command_group looking_commands;  /* show describe explain why compare */
extern const struct command_group changing_commands; /* undo redo reset pin unpin ablate load … */
extern const struct command_group gradient_commands; /* gradient */
extern const struct command_group training_commands; /* train */
extern const struct command_group plotting_commands; /* every picture: canvas/drawing.h */
extern const struct command_group reviewing_commands; /* review */
extern const struct command_group asking_commands;    /* answer skip hint solution expect */
extern const struct command_group viewing_commands;   /* convention precision heat scale … */
extern const struct command_group cursor_commands;    /* move turn layer dive rise nudge flip … */
extern const struct command_group filing_commands;    /* open lessons save export help quit */

/* plotting.c: the row of picture INDEX, made of what its kind says. */
const struct command *plotting_row(size_t index);

/* The command words, for the reader. */
extern const struct reader_words commands_words;

/* A line while it runs. */
struct running {
    struct session *session;
    const struct source *source;
    const char *text;         /* the whole line; spans are bytes of it */
    bool begun;               /* a transaction of the history is open */
    bool more;                /* other statements follow on the line */
    struct training *trained; /* the last training that was run, retained; NULL: none */
};

/* Makes the changes of STATEMENT, none for one that only looks. Runs nothing. */
bool statement_changes(const struct running *running, const struct statement *statement,
                       struct changes *changes, struct failure *failure);

/* Runs an expression or a command that changes nothing. */
bool statement_look(struct running *running, const struct statement *statement,
                    struct failure *failure);

/* Locates FAILURE in SOURCE, whose text is TEXT. */
void source_locate(const struct source *source, const char *text, struct failure *failure);

/* looking.c: says what differs from the baseline NAME ("": the unnamed one; NULL: the one chosen
 * last); on a screen also looks at the first definition that differs. */
bool looking_compare(struct session *session, const char *name, struct failure *failure);

/* changing.c: where CHANGES, which FAILURE refuses, redefine a text, puts the line that would work
 * into FAILURE. */
void changing_suggest(struct session *session, const struct changes *changes,
                      struct failure *failure);

/* stepping.c: true when there is a stop before this one. */
bool stepping_can_retreat(const struct session *session);
/* stepping.c: true when the learner has stepped into what is looked at; and goes back to where that
 * was, as it was left. */
bool stepping_is_inside(const struct session *session);
bool stepping_leave(struct session *session, struct failure *failure);
/* stepping.c: moves to where STOP stops of the lesson have been passed, also past open questions;
 * only the last stop speaks. */
bool stepping_to_stop(struct session *session, size_t stop, struct failure *failure);

/* cursor.c: returns from the number dived into last and says where that is. */
bool cursor_rise(struct session *session, struct failure *failure);
/* cursor.c: moves the cursor to the first entry of the list that the row looked at is drawn as, if
 * it is. */
void cursor_start_list(struct session *session);
/* cursor.c: true when there is another matrix to go to from the one looked at. */
bool cursor_has_next(const struct session *session, const struct showing *showing);

/* gradients.c: explains the first argument when it is a derivative, dL/dW[1,2], and sets
 * *DERIVATIVE. */
bool gradients_explain(struct session *session, const struct command_call *call, bool *derivative,
                       struct failure *failure);

/* training.c: says how the loss fell in the trainings among CHANGES, which have been run. */
bool training_say_loss(struct session *session, const struct changes *changes,
                       struct failure *failure);
/* training.c: sets the watcher (may be NULL) of the next run of the trainings among CHANGES. */
void training_set_watch(const struct changes *changes, const struct training_watch *watch);

/* asking.c: true when a question that is answered by formulas is open, and STATEMENTS, typed by the
 * learner, are formulas, which then are an answer instead of changes. */
bool asking_takes_formulas(const struct session *session, const struct statements *statements);
/* Adds those formulas, of LINE, to the answer so far, and grades it once it is complete. */
bool asking_write(struct session *session, const char *line, const struct statements *statements,
                  struct failure *failure);

/* asking.c: after a change, says so when an open exercise's goals are met. */
bool asking_after_change(struct session *session, struct failure *failure);
void asking_separate(struct session *session); /* asking.c: ends what was said with an empty line */
/* asking.c: true when the stop passed last is a quiz or an exercise that waits; FAILURE then says
 * what it waits for. */
bool asking_is_waiting(const struct session *session, struct failure *failure);
/* asking.c: passes the question or the exercise that is open, and says what is right; fails where
 * none is. */
bool asking_skip(struct session *session, struct failure *failure);
/* asking.c: grades a locked prediction once the fence after it has run. */
bool asking_grade_locked(struct session *session, struct failure *failure);
/* asking.c: on a screen grades it as soon as a step has reached the number that is asked for. */
bool asking_grade_reached(struct session *session, struct failure *failure);

/* Looks at definition NAME, all of it; NULL: at nothing. */
static inline bool session_look(struct session *session, const char *name,
                                struct failure *failure) {
    return session_focus(session, name, (struct place_in){.grain = GRAIN_DEFINITION}, failure);
}

/* Looks at it aside (session.h), with the picture on the screen still beside it. */
static inline bool session_look_beside(struct session *session, const char *name,
                                       struct failure *failure) {
    struct drawn drawn = session->view.drawn;
    bool ok = session_look_elsewhere(session, name, failure);
    session->view.drawn.requested = drawn.requested;
    return ok;
}

/* Returns the definition with the LENGTH bytes at NAME as its name; NULL: there is none. */
struct definition *session_named(const struct session *session, const char *name, size_t length);

/* playing.c: begins page PAGE, of which nothing has run: looks at what its first formula uses, or
 * at what its first line shows or changes, where that exists; else at nothing. Puts away what the
 * page before ended with. */
bool lesson_turn_page(struct session *session, size_t page, struct failure *failure);

/* subject.c: on a screen moves the cursor to the number that stop INDEX, just passed, speaks of, or
 * to the first value that it names; else leaves it where it is. At a
 * question it rests, and on what is made from no other value, or was left by the page before a page
 * whose words name no value, unless the stop speaks of a number of that, edits one, or is an
 * exercise, or it is a single number that is worked out. Where no number is spoken of and the
 * cursor is on the first, which takes one term at most, it goes to the first that takes several. */
bool subject_point(struct session *session, size_t index, struct failure *failure);
/* … in the value looked at only. */
void subject_point_here(struct session *session, size_t index);

/* stops.c: says stop INDEX, which has just been passed, and what comes after its own words, unless
 * the learner waits there (at a question, or in a definition that is stepped through). BEFORE is
 * the notebook as it was without the stop. */
bool stops_say(struct session *session, size_t index, const struct notebook *before,
               struct failure *failure);

/* stops.c: the same with the stop's own words alone. BEFORE is NULL where nothing is to be said of
 * what the stop changes. */
bool stops_say_itself(struct session *session, size_t index, const struct notebook *before,
                      struct failure *failure);

/* stops.c: on a screen says what follows a question, or a definition that is stepped through, as
 * soon as that no longer waits. */
bool stops_settle(struct session *session, struct failure *failure);

/* stops.c: moves the cursor along with replay, and says the place where no screen shows it. */
bool stops_say_place(struct session *session, struct failure *failure);

/* stops.c: appends "> STATEMENT" for every statement of TEXT, a line of the lesson, in the
 * convention that is shown; one that cannot be read appears as it was written. */
bool stops_echo(struct session *session, const char *text, struct failure *failure);
/* stops.c: appends them to OUT, as words of a sentence: "`W = 1`, then `V = 2`". */
bool stops_quote(const struct session *session, const char *text, struct text *out,
                 struct failure *failure);

/* reviewing.c: true when the review's present question has been answered and its result shown; then
 * the next one may be asked. */
bool reviewing_is_done(const struct session *session);
bool reviewing_next(struct session *session, struct failure *failure);

/* reopening.c: reads the open lesson again from its file: the same stop, with the learner's changes
 * and answers where they fit. When it cannot be read, or not be played up to there, the old one
 * stays, and FAILURE is located in the file. */
bool lesson_reopen(struct session *session, struct failure *failure);

/* playing.c: true when stop INDEX is of the hidden lines that a page begins with: they set its
 * scene. */
bool lesson_sets_scene(const struct lesson *lesson, size_t index);
/* playing.c: says again what passing stop INDEX says, with the narration after it. */
bool lesson_say_again(struct session *session, size_t index, struct failure *failure);

/* --- command_arguments.c: the words after a command ------------------------------------------- */

/* Splits what follows the command word: at blanks outside brackets and quotes, removing the quotes
 * for FILE and LESSON; REST, ADDRESS and ASSIGNMENT take the whole remainder. Fails with the usage
 * line for too few or too many. To be released also after a failure. CALL has command, text, span,
 * rest and source filled in. */
bool call_split(struct command_call *call, struct failure *failure);
void call_release(struct command_call *call);

/* Returns argument I as a definition of the notebook, a cell, a number, or one of the row's words;
 * failures have the argument's span. call_cell reads in the convention shown. */
const struct definition *call_definition(struct session *session, const struct command_call *call,
                                         size_t i, struct failure *failure);
struct called_cell {
    struct definition *definition; /* borrowed */
    size_t cell;
};
/* Reads the first argument. */
bool call_cell(struct session *session, const struct command_call *call, struct called_cell *found,
               struct failure *failure);
bool call_number(const struct command_call *call, size_t i, const double bounds[2], double *number,
                 struct failure *failure);
/* Reads argument I as a count; 1 when it was left out. Its parameter is a COUNT_PARAMETER. */
bool call_times(const struct command_call *call, size_t i, long *count, struct failure *failure);
#define COUNT_PARAMETER(what)                                                                      \
    { .name = "[COUNT]", .type = TYPE_NUMBER, .sentence = (what) }
/* Returns the position of the LENGTH bytes at WORD among WORDS, separated by blanks; SIZE_MAX:
 * none. */
size_t word_index(const char *words, const char *word, size_t length);
/* Sets *INDEX to the position of argument I among the words of its parameter. */
bool call_choice(const struct command_call *call, size_t i, size_t *index, struct failure *failure);
/* Reads argument I as one of the row's options, KEY=VALUE: *KEY is its position among them. Fails
 * with a list of them. The others read its value: a number within BOUNDS, a whole number, or one of
 * WORDS as its position. */
bool call_option(const struct command_call *call, size_t i, size_t *key, struct failure *failure);
bool option_number(const struct command_call *call, size_t i, const double bounds[2],
                   double *number, struct failure *failure);
bool option_whole(const struct command_call *call, size_t i, size_t most, size_t *number,
                  struct failure *failure);
bool option_word(const struct command_call *call, size_t i, const char *words, size_t *index,
                 struct failure *failure);
/* Sets the span of a failure that has none to argument I. Returns false. */
bool call_place(const struct command_call *call, size_t i, struct failure *failure);
/* Moves a failure's span from the text that begins at argument I to the whole line. */
bool call_shift(const struct command_call *call, size_t i, struct failure *failure);

#endif
