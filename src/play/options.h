/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* options: reads the command line into a struct, and opens what its words name. The rows of its
 * table also write --help. */
#ifndef QKV_PLAY_OPTIONS_H
#define QKV_PLAY_OPTIONS_H

#include "base/text.h"
#include "canvas/style.h"

#include <stdbool.h>
#include <stddef.h>

struct failure;
struct lesson;

enum { OPTIONS_FOLDERS = 5 };

/* What to do: `qkv LESSON`, or the word after qkv. */
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

/* In the order of their words. */
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
    const char *name;            /* values: of a value; hand-in: of the learner; or NULL */
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

/* Reads ARGV, whose words it may reorder; strings remain argv's. Fails for an unknown option (and
 * suggests the nearest), a missing argument, an option that the verb does not use, and too many
 * lessons. Release also after a failure. */
bool options_read(struct options *options, int argc, char **argv, struct failure *failure);
void options_release(struct options *options);

/* Reads the settings, lines such as `theme = light`, from the file `config` in the folder of
 * settings, for the options that the verb takes from there. The command line wins. Fails, located,
 * for the first line with a mistake, after reading the others. */
bool options_settings(struct options *options, struct failure *failure);

/* Finds the existing folders of lessons: lessons, ../lessons and ../share/qkv/lessons beside the
 * program, the folder of `make install`, $XDG_DATA_HOME/qkv/lessons. */
bool options_find_folders(struct options *options, struct failure *failure);

/* Opens a lesson that is given as a file or as a name in the folders. A word that is neither may
 * have been meant as a verb. The caller frees with lesson_free. */
struct lesson *options_open(const struct options *options, const char *word,
                            struct failure *failure);

/* Appends what --help prints, in lines of WIDTH columns. */
void options_help(size_t width, struct text *out);

/* Appends help on WORD, with its options when it is a verb; false when it is neither a verb nor an
 * option. */
bool options_topic(const char *word, size_t width, struct text *out);

/* A row of the command line, for the manual and for completion. */
struct usage {
    const char *name;           /* "play", "output"; NULL: a verb without a word */
    char letter;                /* 'o'; 0: it has none */
    const char *argument;       /* of an option: "FILE"; NULL: it takes none */
    struct text head, sentence; /* "-o, --output FILE" and what it does */
    struct text words;          /* what the argument may be, parted by blanks; empty: anything */
};
/* Fills USAGE, which is empty or filled, from row INDEX of the verbs, or of the options; false past
 * the last. */
bool options_verb(size_t index, struct usage *usage);
bool options_option(size_t index, struct usage *usage);
void usage_release(struct usage *usage);

#endif
