/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* session: the central object: history, lesson, place, view, answers, and what was said.
 *
 * Commands read and change it; front ends (transcript, prompt, screen) show it. Everything a
 * command has to say goes to OUT as plain lines; the front end prints and clears it. */
#ifndef QKV_SESSION_SESSION_H
#define QKV_SESSION_SESSION_H

#include "base/text.h"
#include "canvas/flow.h"
#include "language/reader.h"
#include "lesson/lesson.h"
#include "lesson/shelf.h"
#include "notebook/explain.h"
#include "notebook/history.h"
#include "notebook/replay.h"
#include "session/view.h"

/* How values are shown. `back` also undoes a lesson's statement that changes it (convention,
 * precision). */
struct display {
    bool columns;  /* `convention columns`: every value transposed, every formula by the lens */
    int precision; /* decimals, 0 … 17; 4 at first */
    bool describe; /* complete sentences instead of pictures */
};

/* The learner's place inside a definition. */
struct focus {
    char *name; /* the definition; NULL: none */
    struct place_in place;
    bool stepped; /* inside of a call: what was not reached yet is not there */
    bool guided;  /* a fence's grain leads through it: first cell by terms, first row by cells, then
                     all */
    char *guided_name; /* what the grain leads through while the learner looks elsewhere; NULL:
                          through NAME */
    struct place_in guided_place; /* and how far it has come there */
};

enum answer_state { ANSWER_OPEN, ANSWER_LOCKED, ANSWER_RIGHT, ANSWER_WRONG, ANSWER_SKIPPED };

/* The state of a quiz or an exercise, by stop. */
struct answer {
    enum answer_state state, noted; /* now; and as progress has it (session/progress.h) */
    char *given;                    /* as typed; NULL */
    char *draft; /* formulas of a ```write written so far, a definition a line; how an exercise that
                    was skipped can be met; NULL */
    char *slips; /* what may have gone wrong, a sentence a line; NULL: nothing is known */
    char *right; /* what was right by the numbers of the time when it was settled; NULL: it asks for
                    none, or has not been settled */
    size_t tries;         /* how often it was answered */
    size_t hints;         /* how many were shown */
    struct version *work; /* what was changed in an exercise that was left open; retained */
};

/* What a statement of a lesson's line means, for code that does not run it. */
struct meaning {
    char *named; /* the value that it has the learner look at, as it is called; NULL: none */
    struct drawing_request *drawn; /* the picture, or the values together, that it asks for; NULL */
};

/* A line of the lesson, by stop: read once, when the lesson is opened. */
struct compiled {
    struct statements statements; /* none, where they cannot be read */
    struct meaning *meanings;     /* one for each statement */
    bool good;                    /* all of it could be read, and its changes made */
    bool view;                    /* more comes of it than changes: a value is shown, a view set */
    /* The state after this stop, whatever made it so: */
    bool columns;          /* the lesson is written in columns, whatever the learner chose to see */
    bool explains;         /* the learner stops where the lesson explains a cell */
    struct display before; /* how values were shown before the stop was passed last */
};

/* Who wrote a line. A person writes in the convention shown and may use any file; a lesson writes
 * in its own convention and may use the files of its folder. A lesson may not write, leave its
 * folder or end the program. */
enum speaker { SPEAKER_PERSON, SPEAKER_LESSON };

/* The place of a line of input, for error messages, and who wrote it. */
struct source {
    const char *file; /* "standard input", "command line", "lesson.md" */
    size_t line;      /* of the text's first line */
    size_t column;    /* where the text begins in that line, from 1 */
    enum speaker speaker;
};

/* What the frame on a screen shows, for commands that move in it. */
struct showing {
    const struct definition *
        *values; /* those that the cursor can go to, in the order of the computation */
    size_t count;
    size_t across;      /* matrices of the selected stack in one line; 0: it shows one at a time */
    bool cell;          /* the selected number is among what is shown */
    size_t scroll_last; /* the last line that a popup can begin with */
    size_t scroll_page; /* lines from one of its pages to the next */
};

/* True when the value called NAME is among those; false where SHOWING is NULL, as no frame is
 * drawn. */
bool showing_has(const struct showing *showing, const char *name);

struct paper; /* canvas/paper.h */
struct state; /* session/trail.h */
struct session;
struct training_watch; /* notebook/train.h */
struct training_moment;

/* The front end that shows the session, and the learner's preferences for it. */
struct front {
    struct paint paint;
    size_t opened; /* how often a lesson was opened: what is cached for one lesson is recognised by
                      this */
    bool without_words; /* the words of the lesson and its questions are not printed, because a page
                      or sheet shows them */
    const struct showing *showing; /* on a screen: what the frame drawn last shows; borrowed. NULL:
                                      there is none */
    size_t frame[2];               /* on a screen: the rows and columns of a frame */
    /* Appends the screen's picture in the format of an export; NULL when there is no screen. */
    bool (*print_frame)(struct session *session, const struct paper *paper, struct text *out,
                        struct failure *failure);
    size_t width;        /* columns for narration and pictures; 80 */
    bool echo;           /* what a change moved is printed for the user */
    bool drawn;          /* frames are drawn: what they show is not printed. Constant: set before a
                            lesson is opened */
    bool mouse_off;      /* the terminal has the mouse, to select with */
    enum theme theme;    /* the one chosen; THEME_COUNT: as the terminal's background is */
    bool theme_on_trial; /* it is not to be remembered */
    bool from_person;    /* an interactive prompt: files anywhere, `quit` */
    bool from_script;    /* lines from a file of answers: as a lesson's they write nothing */
    const struct training_watch *watch; /* observes a training that was typed, or that is the
                                           lesson's next stop; NULL when nothing does. Borrowed */
    const char *const *lesson_folders;  /* where `lessons` looks; borrowed, NULL-terminated */
    uint64_t
        seed; /* on a screen: choices are shown in an order that depends on it; 0: as written */
    const char *models; /* the folder of models; NULL: the usual one; borrowed */
};

/* Questions for review, ten at a time: those that were answered wrong, skipped, or answered longest
 * ago. */
enum { REVIEW_QUESTIONS = 10 };
struct review {
    struct review_item {
        char *lesson, *question; /* what opens the lesson, and the question's id */
    } list[REVIEW_QUESTIONS];
    size_t count; /* 0: there is no review */
    size_t at, right;
};

struct session {
    struct history *history;
    struct lesson *lesson;  /* owned; NULL at the bare prompt */
    struct answer *answers; /* one for each stop */
    size_t *questions;      /* the stops that ask: quizzes and exercises */
    size_t question_count;
    struct compiled *lines; /* one for each stop */
    size_t exercise;        /* the stop of the exercise that is open, or SIZE_MAX */
    bool rest_owed; /* what follows the stop passed last waits for an answer or for its steps */
    struct display display;
    struct focus focus;
    struct view view;
    struct text out;
    struct definition *preview; /* on a screen: the formula typed last, whose value the stage shows,
                                 retained; its name is "". NULL when there is none */
    struct tree
        *shown; /* the formula shown last, which `_` means; retained. NULL when there is none */
    struct text copied;   /* on a screen: what the last command has for the clipboard */
    struct review review; /* outlives the lesson */
    struct text sought;   /* what `find` found last; outlives the lesson */
    size_t sought_from;   /* how many marks the trail had where the search began */
    struct shelf found;   /* the lessons found, when the open one has no match */
    size_t lit;           /* it is lit where so many stops have been passed; SIZE_MAX: nowhere */
    struct state *trail;  /* session/trail.h: where the learner was before each move */
    size_t trail_count, trail_capacity;
    struct front front;
    bool printing;       /* a stop prints its own lines: none of them may move to another stop */
    bool lesson_columns; /* the convention in which the lesson is written at this point */
    bool quit;
    const struct training_moment *moment; /* of the training that is running, set by its observer,
                                             or of another run (stage/focus.c); NULL when there is
                                             none. Borrowed */
    struct notebook_hints hints;
};

/* Makes a bare prompt: no lesson, an empty notebook. False without memory. */
bool session_init(struct session *session, struct failure *failure);
void compiled_release(struct compiled *compiled);
void session_release(struct session *session);

/* Makes LESSON the session's (taken over also after a failure), with empty answers and views and no
 * focus. The history's script is set by commands_open. */
bool session_take(struct session *session, struct lesson *lesson, struct failure *failure);

/* Gives SESSION the lesson that FRESH, another session with its front end, has opened, and all that
 * belongs to it, and leaves FRESH empty. What SESSION has said and searched for stays. Needs no
 * memory. */
void session_replace(struct session *session, struct session *fresh);

/* Returns the present notebook; while a training is observed, the notebook at that moment. */
const struct notebook *session_notebook(const struct session *session);

/* Makes OPENED the present notebook as it is seen: when the focus is inside a definition, that one
 * is open (notebook/inside.h), as far as it was stepped through, or whole without stepping; the
 * same part of other layers is then open, too. The caller releases OPENED. */
void session_opened(const struct session *session, struct notebook *opened);

/* True when a stop from FIRST up to but not including LAST defines NAME. */
bool session_makes(const struct session *session, const char *name, size_t first, size_t last);
/* Returns how many stops are passed once the lesson has defined NAME; 0 when it never does. */
size_t session_defines(const struct session *session, const char *name);

/* Return how many stops have been passed (0 … lesson's count; 0 without a lesson), as history_stop
 * does; and the stop passed last, SIZE_MAX when none was. */
size_t session_stop(const struct session *session);
size_t session_last(const struct session *session);

/* What is shown is made from what exists already, so the result is NULL, or nothing is appended,
 * only without memory. */

/* Returns the value as shown under the view's convention: retained or new, the caller releases. */
struct tensor *session_shown(const struct session *session, const struct tensor *value);
/* Returns the position of the flat index CELL of a value of SHAPE in the value as shown. */
size_t session_shown_cell(const struct session *session, const struct shape *shape, size_t cell);
/* Returns the tree as shown: flipped in columns. DEFINITION: it follows `NAME =`. The caller
 * releases. */
struct tree *session_flip(const struct session *session, struct tree *tree, bool definition);
/* Appends TREE as session_flip returns it. */
void session_write(const struct session *session, struct tree *tree, bool definition,
                   struct text *out);
/* Appends "Q = X @ W_q" as shown. */
void session_formula(const struct session *session, const struct definition *definition,
                     struct text *out);

/* Reads the files that TREE, written by SPEAKER, names. */
bool session_fill(const struct session *session, enum speaker speaker, struct tree *tree,
                  struct failure *failure);
/* Returns the tree that SPEAKER wrote as stored, with its files read. The caller releases. */
struct tree *session_read(const struct session *session, enum speaker speaker, struct tree *tree,
                          bool definition, struct failure *failure);
/* Returns the expression TEXT that SPEAKER wrote in the same way. */
struct tree *session_tree(const struct session *session, enum speaker speaker, const char *text,
                          struct failure *failure);
/* Evaluates TYPED, an expression that SPEAKER wrote, in the present notebook. The caller releases
 * the definition, which has no name. */
struct definition *session_evaluate(const struct session *session, enum speaker speaker,
                                    struct tree *typed, struct failure *failure);
/* In columns, fails where TREE fails as it was typed, before session_read flips it: as the formula
 * of NAME, "" for one without a name. */
bool session_check_typed(const struct session *session, enum speaker speaker, const char *name,
                         struct tree *tree, struct failure *failure);
/* Corrects the FAILURE of what was typed as TREE and read by session_read: in columns it speaks of
 * the flipped tree. It is replaced by the failure of what was typed; a failure elsewhere loses its
 * place. */
void session_correct_failure(const struct session *session, enum speaker speaker, const char *name,
                             struct tree *tree, struct failure *failure);
/* True when what SPEAKER writes now is read in columns. */
bool session_reads_columns(const struct session *session, enum speaker speaker);

/* Ends the review and frees its list. */
void session_end_review(struct session *session);

/* Returns the place of LINE of the open lesson. */
static inline struct source session_source(const struct session *session,
                                           const struct source_line *line) {
    return (struct source){session->lesson->file, line->line, line->column, SPEAKER_LESSON};
}

/* Returns an output for what the session says, in lines of its width. */
static inline struct output session_output(struct session *session) {
    return (struct output){&session->out, &session->front.paint, session->front.width};
}
/* Returns a flow of words into it: the first line after FIRST, the others after HANG blanks. */
static inline struct flow session_flow(struct session *session, const char *first, size_t hang) {
    struct output output = session_output(session);
    return flow_into(&output, first, hang);
}

/* Moves the focus to NAME (copied; NULL: to nothing). The cursor goes to where it was there, if the
 * learner has left that since the last move in time; else it stays when the sizes match, and goes
 * to the first cell when not. */
bool session_focus(struct session *session, const char *name, struct place_in place,
                   struct failure *failure);

/* Moves the focus to all of NAME in the same way, while a fence's steps keep their place: what they
 * have not reached stays covered, and looking back returns to that place. */
bool session_look_elsewhere(struct session *session, const char *name, struct failure *failure);
/* Returns what a fence steps through, and sets PLACE to where it is there; NULL when nothing is
 * stepped through. */
const struct definition *session_stepped(const struct session *session, struct place_in *place);

/* Returns the definition the focus is on, or NULL. */
const struct definition *session_focused(const struct session *session);

#endif
