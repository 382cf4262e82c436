#include "play/options.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "files/export.h"

#include <getopt.h>
#include <math.h>
#include <string.h>

enum { MOST_DECIMALS = 17, FIRST_LETTER = 256, WORD_COLUMNS = 21 };

/* A row of usage: what follows `qkv`, and how many lessons it takes. */
struct verb_row {
    const char *word; /* NULL: no word, just a lesson or nothing */
    const char *usage, *sentence;
    size_t most_lessons;
    bool needs_lesson;
};

static const struct verb_row VERBS[] = {
    [VERB_OPEN] = {.usage = "qkv [LESSON]",
                   .sentence = "open a lesson, list them, or read statements",
                   .most_lessons = 1},
    [VERB_PLAY] = {.word = "play",
                   .usage = "qkv play LESSON",
                   .sentence = "the transcript of a lesson: plain text, one fact a line",
                   .most_lessons = 1,
                   .needs_lesson = true},
    [VERB_CHECK] = {.word = "check",
                    .usage = "qkv check LESSON...",
                    .sentence = "hold every number, quiz and exercise; exit 0, 1 or 2",
                    .most_lessons = (size_t)-1,
                    .needs_lesson = true},
    [VERB_VALUES] = {.word = "values",
                     .usage = "qkv values LESSON",
                     .sentence = "every value of a lesson, to the last bit",
                     .most_lessons = 1,
                     .needs_lesson = true},
    [VERB_SHOW] = {.word = "show",
                   .usage = "qkv show [LESSON]",
                   .sentence = "one frame of the screen, as text",
                   .most_lessons = 1},
    [VERB_HELP] = {.word = "help",
                   .usage = "qkv help [TOPIC]",
                   .sentence = "this text; of a command, an operator, a subject: what it is",
                   .most_lessons = 1},
};

enum { VERB_COUNT = sizeof VERBS / sizeof VERBS[0] };

/* Which verbs an option goes with, as bits. */
enum { ANY = 63, OPEN = 1 << VERB_OPEN, PLAY = 1 << VERB_PLAY };
enum { CHECK = 1 << VERB_CHECK, VALUES = 1 << VERB_VALUES, SHOW = 1 << VERB_SHOW };

struct option_row {
    const char *name; /* after the two dashes; NULL when it has only a letter */
    char letter;      /* after one dash; 0 when it has none */
    const char *argument;
    const char *sentence;
    int verbs;
    /* Takes ARGUMENT (NULL when there is none) into OPTIONS. */
    bool (*take)(struct options *options, const char *argument, struct failure *failure);
};

/* --- one function an option ------------------------------------------------------------------ */

static bool take_statement(struct options *options, const char *argument, struct failure *failure) {
    if (!memory_reserve(&options->statements, &options->statement_capacity,
                        options->statement_count + 1, sizeof *options->statements)) {
        return failure_memory(failure);
    }
    options->statements[options->statement_count++] = argument;
    return true;
}

static bool take_columns(struct options *options, const char *argument, struct failure *failure) {
    (void)argument;
    (void)failure;
    options->columns = true;
    return true;
}

static bool take_precision(struct options *options, const char *argument, struct failure *failure) {
    double value;
    if (!number_parse(argument, strlen(argument), &value) || value != floor(value) || value < 0 ||
        value > (double)MOST_DECIMALS) {
        return failure_set(failure, "--precision takes a whole number from 0 to %d, not %s",
                           MOST_DECIMALS, argument);
    }
    options->precision = (int)value;
    return true;
}

static bool take_color(struct options *options, const char *argument, struct failure *failure) {
    static const char *const words[] = {"auto", "always", "never"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (text_same(argument, words[i])) {
            options->colouring = (enum colouring)i;
            return true;
        }
    }
    return failure_set(failure, "--color takes auto, always or never, not %s", argument);
}

static bool take_theme(struct options *options, const char *argument, struct failure *failure) {
    options->theme = theme_find(argument);
    if (options->theme != THEME_COUNT) {
        return true;
    }
    return failure_set(failure, "--theme takes dark, light, mono or contrast, not %s", argument);
}

static bool take_at(struct options *options, const char *argument, struct failure *failure) {
    (void)failure;
    options->at = argument;
    return true;
}

static bool take_size(struct options *options, const char *argument, struct failure *failure) {
    (void)failure;
    options->size = argument;
    return true;
}

static bool take_stops(struct options *options, const char *argument, struct failure *failure) {
    (void)argument;
    (void)failure;
    options->stops = true;
    return true;
}

static bool take_plain(struct options *options, const char *argument, struct failure *failure) {
    (void)argument;
    (void)failure;
    options->plain = true;
    return true;
}

static bool take_from_start(struct options *options, const char *argument,
                            struct failure *failure) {
    (void)argument;
    (void)failure;
    options->from_start = true;
    return true;
}

static bool take_json(struct options *options, const char *argument, struct failure *failure) {
    (void)argument;
    (void)failure;
    options->json = true;
    return true;
}

static bool take_format(struct options *options, const char *argument, struct failure *failure) {
    options->format = argument;
    if (export_find(argument) != NULL) {
        return true;
    }
    struct text names = {0};
    export_list(", ", false, &names);
    failure_set(failure, "there is no format %s; there are %s", argument, text_string(&names));
    text_release(&names);
    return false;
}

static bool take_output(struct options *options, const char *argument, struct failure *failure) {
    (void)failure;
    options->output = argument;
    return true;
}

static bool take_name(struct options *options, const char *argument, struct failure *failure) {
    (void)failure;
    options->name = argument;
    return true;
}

static bool take_help(struct options *options, const char *argument, struct failure *failure) {
    (void)argument;
    (void)failure;
    options->verb = VERB_HELP;
    return true;
}

static bool take_version(struct options *options, const char *argument, struct failure *failure) {
    (void)argument;
    (void)failure;
    options->verb = VERB_VERSION;
    return true;
}

static const struct option_row OPTIONS[] = {
    {.letter = 'c',
     .argument = "STATEMENT",
     .sentence = "run it, after the lesson if there is one; may repeat",
     .verbs = OPEN | PLAY | VALUES | SHOW,
     .take = take_statement},
    {.name = "columns",
     .sentence = "show all in the convention of columns: Q = W_q @ X",
     .verbs = OPEN | PLAY | VALUES | SHOW,
     .take = take_columns},
    {.name = "precision",
     .argument = "N",
     .sentence = "at most N decimals; 4 when not said",
     .verbs = OPEN | PLAY | SHOW,
     .take = take_precision},
    {.name = "color",
     .argument = "WHEN",
     .sentence = "auto, always or never",
     .verbs = ANY,
     .take = take_color},
    {.name = "theme",
     .argument = "NAME",
     .sentence = "dark, light, mono or contrast",
     .verbs = ANY,
     .take = take_theme},
    {.name = "at",
     .argument = "ADDRESS",
     .sentence = "begin there: --at 'S row 1 col 2', --at 'page 3'",
     .verbs = OPEN | PLAY | SHOW,
     .take = take_at},
    {.name = "size",
     .argument = "CxR",
     .sentence = "show: columns and rows; 80x24 when not said",
     .verbs = SHOW,
     .take = take_size},
    {.name = "stops",
     .sentence = "show: a frame for every stop of the lesson",
     .verbs = SHOW,
     .take = take_stops},
    {.name = "plain",
     .sentence = "line by line, with nothing drawn",
     .verbs = ANY,
     .take = take_plain},
    {.name = "from-start",
     .sentence = "the first page, not the one where you were",
     .verbs = OPEN,
     .take = take_from_start},
    {.name = "json", .sentence = "check: report as JSON", .verbs = CHECK, .take = take_json},
    {.name = "format",
     .argument = "FORMAT",
     .sentence = "values: text json csv tsv npy markdown latex numpy",
     .verbs = VALUES,
     .take = take_format},
    {.name = "output",
     .letter = 'o',
     .argument = "FILE",
     .sentence = "values: write into FILE",
     .verbs = VALUES,
     .take = take_output},
    {.name = "name",
     .argument = "NAME",
     .sentence = "values: only this one; csv, tsv and npy hold no more",
     .verbs = VALUES,
     .take = take_name},
    {.name = "help", .sentence = "this text", .verbs = ANY, .take = take_help},
    {.name = "version", .sentence = "the version", .verbs = ANY, .take = take_version},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof OPTIONS[0] };

/* --- reading --------------------------------------------------------------------------------- */

/* The tables that getopt_long wants, made from ours. A row's code is its letter, or FIRST_LETTER
 * and its place. */
struct getopt_tables {
    struct option rows[OPTION_COUNT + 1];
    char letters[2 + 2 * OPTION_COUNT];
};

static int option_code(size_t row) {
    return OPTIONS[row].letter != 0 ? OPTIONS[row].letter : FIRST_LETTER + (int)row;
}

static void make_tables(struct getopt_tables *tables) {
    size_t count = 0;
    size_t length = 0;
    tables->letters[length++] = ':';
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        int takes = OPTIONS[i].argument != NULL ? required_argument : no_argument;
        if (OPTIONS[i].name != NULL) {
            tables->rows[count++] = (struct option){OPTIONS[i].name, takes, NULL, option_code(i)};
        }
        if (OPTIONS[i].letter != 0) {
            tables->letters[length++] = OPTIONS[i].letter;
            if (takes == required_argument) {
                tables->letters[length++] = ':';
            }
        }
    }
    tables->rows[count] = (struct option){0};
    tables->letters[length] = '\0';
}

static const struct option_row *find_row(int code) {
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (option_code(i) == code) {
            return &OPTIONS[i];
        }
    }
    return NULL;
}

/* Says what is wrong with the word that getopt_long stumbled over. */
static bool refuse_unknown(const char *word, struct failure *failure) {
    char dashed[64];
    const char *best = NULL;
    size_t length = strcspn(word, "=");
    text_fill(dashed, sizeof dashed, "%.*s", (int)length, word);
    if (!text_starts(dashed, "--")) {
        return failure_set(failure, "there is no option -%c; qkv --help lists them", optopt);
    }
    const struct option_row *row = optopt == 0 ? NULL : find_row(optopt);
    if (row != NULL && row->argument == NULL) {
        return failure_set(failure, "--%s takes no argument", row->name);
    }
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (OPTIONS[i].name != NULL) {
            best = text_nearer(dashed + 2, best, OPTIONS[i].name);
        }
    }
    if (best != NULL) {
        return failure_set(failure, "there is no option %s; did you mean --%s?", dashed, best);
    }
    return failure_set(failure, "there is no option %s; qkv --help lists them", dashed);
}

static bool refuse_missing(struct failure *failure) {
    const struct option_row *row = find_row(optopt);
    if (row != NULL && row->name != NULL) {
        return failure_set(failure, "--%s needs its %s", row->name, row->argument);
    }
    return failure_set(failure, "-%c needs its %s", optopt, row == NULL ? "" : row->argument);
}

/* Reads the options; USED gets a bit for each row that was said. */
static bool read_options(struct options *options, int argc, char **argv, unsigned long *used,
                         struct failure *failure) {
    struct getopt_tables tables;
    make_tables(&tables);
    opterr = 0;
    optind = 0; /* glibc: begin anew */
    for (;;) {
        int code = getopt_long(argc, argv, tables.letters, tables.rows, NULL);
        if (code == -1) {
            return true;
        }
        if (code == '?') {
            return refuse_unknown(argv[optind - 1], failure);
        }
        if (code == ':') {
            return refuse_missing(failure);
        }
        const struct option_row *row = find_row(code);
        if (row == NULL || !row->take(options, optarg, failure)) {
            return false;
        }
        *used |= 1UL << (row - OPTIONS);
        if (options->verb == VERB_HELP || options->verb == VERB_VERSION) {
            return true;
        }
    }
}

static bool refuse_useless(enum verb verb, const struct option_row *row, struct failure *failure) {
    const char *dashes = row->name != NULL ? "--" : "-";
    char letter[2] = {row->letter, '\0'};
    const char *name = row->name != NULL ? row->name : letter;
    for (size_t i = 0; i < VERB_COUNT; i++) {
        if (row->verbs == 1 << i) {
            return failure_set(failure, "%s%s goes with qkv %s", dashes, name, VERBS[i].word);
        }
    }
    return failure_set(failure, "qkv %s has no use for %s%s", VERBS[verb].word, dashes, name);
}

/* Holds what was said against what the verb takes. */
static bool options_fit(const struct options *options, unsigned long used,
                        struct failure *failure) {
    const struct verb_row *verb = &VERBS[options->verb];
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if ((used >> i & 1) != 0 && (OPTIONS[i].verbs & 1 << options->verb) == 0) {
            return refuse_useless(options->verb, &OPTIONS[i], failure);
        }
    }
    if (options->lesson_count > verb->most_lessons) {
        return failure_set(failure, "%s is one too many; usage: %s", options->lessons[1],
                           verb->usage);
    }
    if (verb->needs_lesson && options->lesson_count == 0 && options->statement_count == 0) {
        return failure_set(failure, "which lesson? usage: %s", verb->usage);
    }
    return true;
}

bool options_read(struct options *options, int argc, char **argv, struct failure *failure) {
    *options = (struct options){.precision = -1};
    unsigned long used = 0;
    if (!read_options(options, argc, argv, &used, failure)) {
        return false;
    }
    if (options->verb != VERB_OPEN) {
        return true;
    }
    for (size_t i = 0; optind < argc && i < VERB_COUNT; i++) {
        if (VERBS[i].word != NULL && text_same(argv[optind], VERBS[i].word)) {
            options->verb = (enum verb)i;
            optind++;
            break;
        }
    }
    options->lessons = argv + optind;
    options->lesson_count = (size_t)(argc - optind);
    return options_fit(options, used, failure);
}

void options_release(struct options *options) {
    memory_free(options->statements);
    *options = (struct options){0};
}

const char *options_nearer_verb(const char *word, const char *best) {
    for (size_t i = 0; i < VERB_COUNT; i++) {
        if (VERBS[i].word != NULL) {
            best = text_nearer(word, best, VERBS[i].word);
        }
    }
    return best;
}

/* --- help ------------------------------------------------------------------------------------ */

static void help_line(struct text *out, const char *left, const char *right) {
    text_format(out, "  %-*s%s%s\n", WORD_COLUMNS, left, strlen(left) < WORD_COLUMNS ? "" : "  ",
                right);
}

void options_help(struct text *out) {
    text_append(out, "qkv, a debugger for self-attention.\n\n");
    for (size_t i = 0; i < VERB_COUNT; i++) {
        help_line(out, VERBS[i].usage, VERBS[i].sentence);
    }
    text_append(out,
                "\nLESSON is a file (NAME.md, or NAME.qkv with bare statements), a lesson's name "
                "or\nnumber as `lessons` lists them, or - for statements on standard input.\n\n");
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const struct option_row *row = &OPTIONS[i];
        char left[64];
        char letter[3] = {'-', row->letter, '\0'};
        text_fill(left, sizeof left, "%s%s%s%s%s%s", row->letter != 0 ? letter : "",
                  row->letter != 0 && row->name != NULL ? ", " : "", row->name != NULL ? "--" : "",
                  row->name != NULL ? row->name : "", row->argument != NULL ? " " : "",
                  row->argument != NULL ? row->argument : "");
        help_line(out, left, row->sentence);
    }
    text_append(out, "\n`qkv -c help` lists the commands, as `help` does at the prompt.\n");
}
