/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* options: the command line, read into a struct, and what its words name. The rows of its table
 * write --help too. */
#ifndef QKV_PLAY_OPTIONS_H
#define QKV_PLAY_OPTIONS_H

#include "base/text.h"
#include "canvas/style.h"

#include <stdbool.h>
#include <stddef.h>

struct failure;
struct lesson;

enum { OPTIONS_FOLDERS = 5 };

/* What is to be done: `qkv LESSON`, or the word after qkv. */
enum verb {
    VERB_OPEN,
    VERB_NOTES,
    VERB_PLAY,
    VERB_CHECK,
    VERB_RELEASE,
    VERB_HAND_IN,
    VERB_GRADE,
    VERB_VALUES,
    VERB_SHOW,
    VERB_WORKSHEET,
    VERB_PRACTICE,
    VERB_REVIEW,
    VERB_NEW,
    VERB_LESSONS,
    VERB_HELP,
    VERB_MANUAL,
    VERB_VERSION
};

/* In the order of the words for them. */
enum colouring { COLOURING_AUTO, COLOURING_ALWAYS, COLOURING_NEVER };
enum switching { SWITCHED_ON, SWITCHED_OFF };

struct options {
    enum verb verb;
    char *const
        *lessons; /* within argv; of help: its topic; of manual: its form; of new: a file's name */
    size_t lesson_count;
    const char **statements; /* -c, in order; owned */
    size_t statement_count, statement_capacity;
    const char *format, *output; /* NULL when not said */
    const char *name;            /* values: of which; hand-in: of whom; NULL */
    const char *at;              /* an address, or NULL */
    const char *size;            /* show: "80x24", or NULL */
    const char *answers;         /* play, hand-in: a file of them (classroom/script.h), or NULL */
    int precision;               /* decimals, or -1 */
    long seed;                   /* practice, worksheet: of sums; or -1 */
    enum colouring colouring;
    enum theme theme;   /* THEME_COUNT when not said */
    bool exam;          /* release */
    bool verb_alone;    /* help: on the verb of that name, not on a command called so */
    bool force;         /* a file that is there is replaced */
    struct text models; /* the folder of models; empty when not said */
    bool columns, plain, from_start, json, stops, key, watch;
    enum switching mouse;
    unsigned long said;                 /* a bit for each row of the options that was */
    char *folders[OPTIONS_FOLDERS + 1]; /* where lessons are found; owned, NULL-terminated */
};

/* Reads ARGV, whose words may change places. Strings stay argv's. Fails for what cannot be meant:
 * an unknown option (with the nearest one), a missing argument, an option the verb has no use for,
 * too many lessons. Release also after a failure. */
bool options_read(struct options *options, int argc, char **argv, struct failure *failure);
void options_release(struct options *options);

/* Takes the settings, `theme = light` and others of the options, a line each, from the file config
 * of the folder of settings: those that the verb takes from there. What was said is not set.
 * Fails for the first line that cannot be meant, located, having taken the others. */
bool options_settings(struct options *options, struct failure *failure);

/* Finds the folders of lessons that are there: lessons, ../lessons and ../share/qkv/lessons beside
 * the program, the folder of `make install`, $XDG_DATA_HOME/qkv/lessons. */
bool options_find_folders(struct options *options, struct failure *failure);

/* Opens what the learner calls a lesson: a file, or the name of one in the folders. A word that is
 * neither may have been meant for one of the verbs. The caller frees with lesson_free. */
struct lesson *options_open(const struct options *options, const char *word,
                            struct failure *failure);

/* What --help prints, in lines of WIDTH columns. */
void options_help(size_t width, struct text *out);

/* Appends what WORD is, with its options when it is a verb; false when it is neither a verb nor an
 * option. */
bool options_topic(const char *word, size_t width, struct text *out);

/* A row of the command line, as others tell it. */
struct usage {
    const char *name;           /* "play", "output"; NULL: a verb without a word */
    char letter;                /* 'o'; 0: it has none */
    const char *argument;       /* of an option: "FILE"; NULL: it takes none */
    struct text head, sentence; /* "-o, --output FILE" and what it does */
    struct text words;          /* what the argument may be, parted by blanks; empty: anything */
};
/* Fills USAGE, empty or filled before, from row INDEX of the verbs, or of the options; false past
 * the last. */
bool options_verb(size_t index, struct usage *usage);
bool options_option(size_t index, struct usage *usage);
void usage_release(struct usage *usage);

#endif
