/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* lesson: a document made into pages, parts, stops, quizzes and exercises. Data only: nothing here
 * evaluates anything.
 *
 * A part is a piece of a page, in order: narration, a fence of statements, a quiz, an exercise, a
 * pause, a note. A stop is a place in time: a page begins, a pause, one statement of a fence, a
 * quiz, an exercise. Playing the lesson is going through the stops in order; `halts` marks those at
 * which a learner waits, the others pass at once. */
#ifndef QKV_LESSON_LESSON_H
#define QKV_LESSON_LESSON_H

#include "base/file.h"
#include "lesson/document.h"

struct text;

struct choice {
    bool right;
    size_t place;          /* of quiz_order: where it belongs, from 1; several may share one */
    char *text, *feedback; /* feedback "" when there is none */
    size_t line;
};

struct quiz;
struct reading;

/* How a kind of question is written in a lesson, a row of fence.c; session/kind.h says what answers
 * it. */
struct quiz_kind {
    const char *fence; /* what begins it; NULL: quiz */
    char mark;         /* without a fence of its own: what its answers begin with: ( or [ or = */
    bool tasked;       /* its fence says what is given: inputs:, solution: */
    const char *blank; /* an exam's file has this instead of the key; NULL: a number's */
    const char *help;  /* lines in the topic `quiz`, or `write` with a fence of its own */
    bool (*has)(const char *key);           /* true when KEY is one of its; NULL: any */
    void (*judge)(struct reading *reading); /* reports what is wrong with one; NULL: nothing */
};

/* All kinds. Where several fit a question it is of the last of them. */
#define QUIZ_KINDS(X) X(one) X(several) X(number) X(word) X(write) X(order)

#define QUIZ_DECLARED(name) extern const struct quiz_kind quiz_##name;
QUIZ_KINDS(QUIZ_DECLARED)

/* Returns kind INDEX of them; NULL: there are no more. */
const struct quiz_kind *quiz_kind_at(size_t index);

/* What formulas to be written are given: a matrix of ROWS × COLUMNS, each the name of a size or a
 * number; without COLUMNS the number ROWS itself. */
struct task_input {
    char *name, *rows, *columns;
    char *whole; /* "h divides d": the size that ROWS divides; NULL: none */
};

struct task_wrong {
    char *formulas; /* as an answer */
    char *slip;     /* what was done wrong, "without dividing by √d_k"; "" when not said */
    size_t line;
};

/* Formulas to be written: a ```write fence. */
struct task {
    struct task_input *inputs;
    size_t input_count, input_capacity;
    char *solution; /* its lines; the last one defines the result */
    char *result;
    double tolerance;
    struct task_wrong *wrongs; /* which check must see refused */
    size_t wrong_count, wrong_capacity;
    size_t line; /* of the solution */
};

struct quiz {
    char *id;
    bool sealed;  /* an exam's: the file does not say which answer is right */
    bool ordered; /* its choices stay in the file's order: numbers, yes before no, or as it says */
    bool predict; /* locked now, graded after the next fence of statements that is not hidden */
    size_t settles; /* of a prediction: how many stops are passed once that has run; SIZE_MAX: none
                       follows, or it is no prediction */
    const struct quiz_kind *kind;
    char *question;    /* plain text, \n between its lines */
    struct task *task; /* of quiz_write; else NULL */
    struct choice *choices;
    size_t choice_count, choice_capacity;
    char *key; /* the expression, and its tolerance's expression or NULL; or a word in quotes */
    char *tolerance;
    size_t key_line;
    size_t count; /* of numbers that an exam asks for, as its file says; 0: it does not */
    char **hints;
    size_t hint_count, hint_capacity;
    char *explanation; /* NULL when there is none */
    size_t line;
};

/* One line of a fence, as a statement with its place. */
struct source_line {
    char *text;
    size_t line;      /* of its first line in the file */
    size_t column;    /* where the text begins there, from 1 */
    const char *goal; /* of a line `expect …`: what must be true, in TEXT; else NULL */
    char *words;      /* of an exercise's goal: what it says in words, after # on its line; NULL */
};

struct exercise {
    char *id;
    char *question;
    struct source_line *expects, *solutions;
    size_t expect_count, expect_capacity, solution_count, solution_capacity;
    char **allowed; /* names that may be changed; none: any */
    size_t allow_count, allow_capacity;
    long changes, best; /* cells; -1 when not said */
    char **hints;
    size_t hint_count, hint_capacity;
    size_t line;
};

/* `EXPR → NUMBER` in inline code, which check computes where it is written. */
struct inline_check {
    char *expression, *number;
    char *written; /* the code as written */
    size_t line;
};

/* Bytes of an id, of a lesson or of a question: progress is kept under it. */
enum { LESSON_ID_LIMIT = 200 };

enum part_kind {
    PART_NARRATION,
    PART_FENCE,
    PART_QUIZ,
    PART_TRY,
    PART_PAUSE,
    PART_NOTE,
    PART_DRILL /* has no place in the lesson itself: classroom/practice.c makes sums of it */
};

struct part {
    enum part_kind kind;
    size_t line;
    size_t block, block_count;   /* its blocks in the document; only NARRATION has several */
    struct inline_check *checks; /* NARRATION */
    size_t check_count, check_capacity;
    /* FENCE */
    bool hidden;
    char *error;                    /* the failure text expected, or NULL */
    char *grain;                    /* "cell", or NULL */
    struct source_line *statements; /* one logical line each */
    size_t statement_count, statement_capacity;
    struct quiz *quiz;             /* QUIZ, DRILL; owned */
    struct exercise *exercise;     /* TRY; owned */
    char *note;                    /* NOTE */
    size_t first_stop, stop_count; /* the stops this part makes (0 for narration and notes) */
};

struct page {
    char *title; /* of its ## heading; the lesson's title for what is before the first */
    size_t line;
    size_t first_part, part_count;
    size_t first_stop, stop_count;
};

enum stop_kind { STOP_PAGE, STOP_PAUSE, STOP_STATEMENT, STOP_QUIZ, STOP_TRY };

struct stop {
    enum stop_kind kind;
    size_t page, part;
    size_t statement; /* STATEMENT: index in its part */
    size_t line;
    bool halts; /* pages, pauses, quizzes, exercises and statements; not a first page that
                   begins with a question, nor statements of hidden fences nor, once the lesson is
                   open (commands_open), lines such as expect and convention */
};

/* A file that a lesson was made from. */
struct lesson_file {
    char *path;
    struct file_stamp stamp;      /* when it was about to be read */
    struct file_stamp seen, said; /* at the last look; when it was said to be saved */
};

struct lesson {
    char *file;                /* as given, for messages */
    char *folder;              /* where load looks */
    struct lesson_file *files; /* its own, and what its lines read beside it */
    size_t file_count, file_capacity;
    char *title, *id, *author, *license;
    char *summary; /* what it is about, for the list of lessons; NULL when not said */
    char *text;    /* the name of the text that `sentence` replaces; NULL when not said */
    long minutes;  /* 0 when not said */
    bool columns;  /* convention: columns */
    bool exam;     /* edition: exam (edition.h) */
    struct document document;
    struct page *pages;
    size_t page_count, page_capacity;
    struct part *parts;
    size_t part_count, part_capacity;
    struct stop *stops;
    size_t stop_count, stop_capacity;
    /* What check reports beside failing playback: near-miss fences and the like. */
    struct failure *problems;
    size_t problem_count, problem_capacity;
};

/* Reads TEXT of FILE. Problems that the author should correct (a near-miss fence, a quiz without a
 * right choice, an unknown key, a duplicate id …) are collected, each located; the lesson is still
 * usable. Returns NULL only when nothing can be made of it (no memory, NUL byte, front matter torn,
 * an id over LESSON_ID_LIMIT). The caller frees with lesson_free. */
struct lesson *lesson_read(const char *file, const char *text, size_t length,
                           struct failure *failure);
/* Bare statements (NAME.qkv): one page, one fence. */
struct lesson *lesson_read_statements(const char *file, const char *text, size_t length,
                                      struct failure *failure);
/* Reads the file, choosing by its suffix. */
struct lesson *lesson_open(const char *path, struct failure *failure);
void lesson_free(struct lesson *lesson);

/* Notes that LESSON is also made from the file PATH, which is as STAMP when it is read. */
bool lesson_add_file(struct lesson *lesson, const char *path, const struct file_stamp *stamp,
                     struct failure *failure);

/* True once for each time that one of its files, overwritten or replaced, is another than the one
 * that was read, and is no longer being written: it was the same at the look before. Call it a few
 * times a second. */
bool lesson_was_saved(struct lesson *lesson);

/* Returns how many minutes LESSON takes a reader of 180 words a minute, who thinks half a minute
 * about a quiz and a minute about an exercise. Looking at numbers, and trying things, come on
 * top. */
double lesson_minutes(const struct lesson *lesson);
/* Returns how many quizzes and exercises it has. */
size_t lesson_questions(const struct lesson *lesson);

/* Returns which page of LESSON the page PAGE of an earlier edition is, which had TITLE: one of that
 * title, PAGE itself if it can be; PAGE, which may be none, where no page has that title. */
size_t lesson_find_page(const struct lesson *lesson, size_t page, const char *title);

/* Returns the statement that is run at stop INDEX, borrowed; NULL at a stop that runs none, or one
 * that must fail. */
static inline const struct source_line *lesson_line(const struct lesson *lesson, size_t index) {
    const struct stop *stop = &lesson->stops[index];
    const struct part *part = &lesson->parts[stop->part];
    bool runs = stop->kind == STOP_STATEMENT && part->error == NULL;
    return runs ? &part->statements[stop->statement] : NULL;
}

/* Returns the id of the question at stop INDEX, borrowed; NULL: there is none. */
static inline const char *lesson_question_id(const struct lesson *lesson, size_t index) {
    const struct stop *stop = &lesson->stops[index];
    const struct part *part = &lesson->parts[stop->part];
    return stop->kind == STOP_QUIZ  ? part->quiz->id
           : stop->kind == STOP_TRY ? part->exercise->id
                                    : NULL;
}

/* Returns the stop at which the question ID is asked; SIZE_MAX: there is none. */
size_t lesson_find_question(const struct lesson *lesson, const char *id);

/* Returns how many stops are passed when a learner who has passed PASSED, not all, goes on: up to
 * the next that halts, and with it those of its fence that pass at once. */
size_t lesson_next_halt(const struct lesson *lesson, size_t passed);
/* Returns the stop at which a learner who has passed PASSED waits: the last of those that halts.
 * 0 also where none has been passed. */
size_t lesson_halt_at(const struct lesson *lesson, size_t passed);

/* Finds the parts, from RANGE[0] up to but not including RANGE[1], that are said when STOP has been
 * passed: what follows its own part, up to the next part that has stops. */
void lesson_words_at(const struct lesson *lesson, size_t stop, size_t range[2]);

/* Returns the stop, counted from 1, whose words were said last where PASSED stops have been passed:
 * the nearest one before on that page that says any; 0 when there is none. */
size_t lesson_last_words(const struct lesson *lesson, size_t passed);

/* A screen shows the words said last where the learner waits. Words between two stops that both
 * pass at once, or after such a one at the end of a page, would be shown by none. Once each stop
 * says whether it halts, this makes the fence before such words halt; where it is hidden they are a
 * problem of the lesson. False without memory. */
bool lesson_halt_for_words(struct lesson *lesson, struct failure *failure);

#endif
