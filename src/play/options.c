/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/options.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "canvas/canvas.h"
#include "canvas/paper.h"
#include "classroom/grade.h"
#include "classroom/medium.h"
#include "commands/help.h"
#include "files/export.h"
#include "lesson/lesson.h"
#include "lesson/shelf.h"

#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_DECIMALS = 17, FIRST_LETTER = 256, WORD_COLUMNS = 21 };

/* A row of usage, and how many lessons it takes. */
struct verb_row {
    const char *word; /* NULL: no word, just a lesson or nothing */
    const char *arguments, *sentence;
    size_t least, most; /* lessons */
    /* Appends all arguments of --format. NULL when it takes none. */
    void (*list_formats)(const char *separator, struct text *out);
};

enum { MANY = 1 << 20 };

static void list_exports(const char *separator, struct text *out) {
    export_list(separator, false, out);
}

/* Lists the formats of a lesson that is played: the transcript, a page. */
static void list_played(const char *separator, struct text *out) {
    text_format(out, "text%shtml", separator);
}

static const struct verb_row VERBS[] = {
    [VERB_OPEN] = {NULL, "[LESSON]", "open a lesson, list them, or read statements", 0, 1, NULL},
    [VERB_NOTES] = {"notes", "LESSON",
                    "beside the screen that shows it: its notes, what comes next, a clock", 1, 1,
                    NULL},
    [VERB_PLAY] = {"play", "LESSON", "the transcript of a lesson: plain text, one fact a line", 1,
                   1, list_played},
    [VERB_CHECK] = {"check", "LESSON...", "check every number, quiz and exercise; exit 0, 1 or 2",
                    1, MANY, NULL},
    [VERB_RELEASE] = {"release", "LESSON", "a lesson for students, without its answers", 1, 1,
                      NULL},
    [VERB_HAND_IN] = {"hand-in", "LESSON", "your answers in one file, for your teacher", 1, 1,
                      NULL},
    [VERB_GRADE] = {"grade", "LESSON FILE...",
                    "what was handed in, a line a student, and what the class chose", 1, MANY,
                    grade_formats},
    [VERB_VALUES] = {"values", "LESSON", "every value of a lesson, to the last bit", 1, 1,
                     list_exports},
    [VERB_SHOW] = {"show", "[LESSON]", "one frame of the screen, as text", 0, 1, paper_list},
    [VERB_WORKSHEET] = {"worksheet", "LESSON",
                        "its questions and matrices to fill in on paper, or their key", 1, 1,
                        medium_list},
    [VERB_PRACTICE] = {"practice", "[LESSON]",
                       "sums to do by hand, with fresh numbers, as long as you like", 0, 1, NULL},
    [VERB_REVIEW] = {"review", "", "ten questions that you missed, skipped or answered longest ago",
                     0, 0, NULL},
    [VERB_NEW] = {"new", "NAME.md", "a lesson with one of everything, to write over", 1, 1, NULL},
    [VERB_LESSONS] = {"lessons", "", "the list of lessons, with their numbers", 0, 0, NULL},
    [VERB_HELP] = {"help", "[TOPIC]",
                   "verbs and options; or one of them, a command, an operator, a subject", 0, MANY,
                   NULL},
    [VERB_MANUAL] = {"manual", "[FORM]", "the manual page; or completions for bash, zsh or fish", 0,
                     MANY, NULL},
};

enum { VERB_COUNT = sizeof VERBS / sizeof VERBS[0] };

/* The verbs that an option goes with, as bits. */
enum { ANY = (1 << VERB_VERSION) - 1, OPEN = 1 << VERB_OPEN, PLAY = 1 << VERB_PLAY };
enum { CHECK = 1 << VERB_CHECK, VALUES = 1 << VERB_VALUES, SHOW = 1 << VERB_SHOW };
enum { HAND_IN = 1 << VERB_HAND_IN, WORKSHEET = 1 << VERB_WORKSHEET, GRADE = 1 << VERB_GRADE };
enum { PRACTICE = 1 << VERB_PRACTICE };
enum { RELEASE = 1 << VERB_RELEASE, NOTES = 1 << VERB_NOTES, NEW = 1 << VERB_NEW };
enum {
    READS = OPEN | PLAY | CHECK | RELEASE | HAND_IN | GRADE | VALUES | SHOW | WORKSHEET | PRACTICE
};

struct option_row {
    const char *name; /* after the two dashes */
    char letter;      /* after one dash; 0 when it has none */
    const char *argument;
    int verbs;
    const char *sentence;
    /* Offsets in struct options: of the flag that says the option was given, of its argument, or of
     * which of CHOICES (words separated by blanks) that is; or the function that takes it. */
    size_t flag, word, choice;
    const char *choices;
    bool (*take)(struct options *options, const char *argument, struct failure *failure);
    enum verb becomes;              /* what is to be done instead; VERB_OPEN: what was */
    int setting;                    /* the verbs with which it may be in the file of settings */
    void (*more)(struct text *out); /* appends to the sentence what other tables list */
    const char *other;              /* a sentence of its own for OTHERS, some of the verbs */
    int others;
};

#define FIELD(name) offsetof(struct options, name)

/* --- options with a function of their own ----------------------------------------------------- */

static bool take_statement(struct options *options, const char *argument, struct failure *failure) {
    if (!memory_reserve(&options->statements, &options->statement_capacity,
                        options->statement_count + 1, sizeof *options->statements)) {
        return failure_memory(failure);
    }
    options->statements[options->statement_count++] = argument;
    return true;
}

/* Reads the integer from 0 to MOST that ARGUMENT of --NAME is; -1 when it is none. */
static long read_whole_number(const char *name, const char *argument, long most,
                              struct failure *failure) {
    double value;
    if (number_parse(argument, strlen(argument), &value) && value == floor(value) && value >= 0 &&
        value <= (double)most) {
        return (long)value;
    }
    failure_set(failure, "--%s takes a whole number from 0 to %ld, not %s", name, most, argument);
    return -1;
}

static bool take_precision(struct options *options, const char *argument, struct failure *failure) {
    options->precision = (int)read_whole_number("precision", argument, MOST_DECIMALS, failure);
    return options->precision >= 0;
}

static bool take_seed(struct options *options, const char *argument, struct failure *failure) {
    options->seed = read_whole_number("seed", argument, 1000000000, failure);
    return options->seed >= 0;
}

/* Expands ~, because no shell does it in a file of settings. */
static bool take_models(struct options *options, const char *argument, struct failure *failure) {
    const char *home = getenv("HOME");
    bool below = text_starts(argument, "~/") && home != NULL;
    text_clear(&options->models);
    text_format(&options->models, "%s%s", below ? home : "", argument + below);
    if (!text_ok(&options->models, failure) || file_is_folder(text_string(&options->models))) {
        return !failure->set;
    }
    failure_set(failure, "--models takes a folder, and %s is not one",
                text_string(&options->models));
    text_clear(&options->models);
    return false;
}

/* Appends "play: text html; values: …". */
static void list_all_formats(struct text *out) {
    const char *between = "";
    for (size_t i = 0; i < VERB_COUNT; i++) {
        if (VERBS[i].list_formats != NULL) {
            text_format(out, "%s%s: ", between, VERBS[i].word);
            VERBS[i].list_formats(" ", out);
            between = "; ";
        }
    }
}

static void list_value_formats(struct text *out) {
    export_list(", ", true, out);
}

static const struct option_row OPTIONS[] = {
    {"command", 'c', "STATEMENT", OPEN | PLAY | VALUES | SHOW,
     "run it, after the lesson if there is one; may repeat", .take = take_statement},
    {"columns", 0, NULL, OPEN | PLAY | VALUES | SHOW | WORKSHEET,
     "show all in the convention of columns: Q = W_q @ X", .flag = FIELD(columns)},
    {"precision", 0, "N", OPEN | PLAY | VALUES | SHOW | WORKSHEET,
     "at most N decimals; 4 by default", .other = "at most N decimals; all by default",
     .others = VALUES, .setting = OPEN | PLAY | SHOW, .take = take_precision},
    {"color", 0, "WHEN", ANY, "auto, always or never", .choice = FIELD(colouring),
     .choices = "auto always never"},
    {"theme", 0, "NAME", ANY, "dark, light, mono, contrast; by default as the terminal is",
     .setting = OPEN | PLAY | SHOW | NOTES, .choice = FIELD(theme),
     .choices = "dark light mono contrast"},
    {"at", 0, "ADDRESS", OPEN | PLAY | SHOW, "begin there: --at 'S row 1 col 2', --at 'page 3'",
     .word = FIELD(at)},
    {"size", 0, "CxR", SHOW, "columns and rows; 80x24 by default", .word = FIELD(size)},
    {"stops", 0, NULL, SHOW, "a frame for every stop of the lesson", .flag = FIELD(stops)},
    {"answers", 0, "FILE", PLAY | HAND_IN, "a file of what to type; see help answers",
     .word = FIELD(answers)},
    {"seed", 0, "N", PRACTICE | WORKSHEET, "the numbers of the sums; by default new ones each time",
     .take = take_seed,
     .other = "a sheet of the lesson's drills, with numbers of its own for each N",
     .others = WORKSHEET},
    {"key", 0, NULL, WORKSHEET, "with the answers, and how to find them", .flag = FIELD(key)},
    {"exam", 0, NULL, RELEASE, "with no right answers at all in the file", .flag = FIELD(exam)},
    {"plain", 0, NULL, ANY, "line by line, with nothing drawn", .flag = FIELD(plain)},
    {"mouse", 0, "WHEN", OPEN, "on, or off: the terminal selects text with it", .setting = OPEN,
     .choice = FIELD(mouse), .choices = "on off"},
    {"models", 0, "FOLDER", READS, "the folder of model files; see help models", .setting = READS,
     .take = take_models},
    {"from-start", 0, NULL, OPEN, "begin at the first page, not where you were",
     .flag = FIELD(from_start)},
    {"watch", 0, NULL, OPEN, "read the lesson again when it, or a file it reads, is saved",
     .flag = FIELD(watch)},
    {"json", 0, NULL, CHECK, "report as JSON", .flag = FIELD(json)},
    {"format", 0, "FORMAT", PLAY | VALUES | SHOW | WORKSHEET | GRADE, "", .more = list_all_formats,
     .word = FIELD(format)},
    {"output", 'o', "FILE", PLAY | VALUES | SHOW | HAND_IN | WORKSHEET | GRADE | RELEASE,
     "write into FILE, not to standard output", .word = FIELD(output)},
    {"force", 0, NULL, PLAY | VALUES | SHOW | HAND_IN | WORKSHEET | GRADE | RELEASE | NEW,
     "replace an existing file, but never one that is read", .flag = FIELD(force)},
    {"name", 0, "NAME", VALUES | HAND_IN, "only this one, or E,P; one for ",
     .more = list_value_formats, .other = "who you are", .others = HAND_IN, .word = FIELD(name)},
    {"help", 'h', NULL, ANY, "what a verb and its options do; alone, all of them",
     .becomes = VERB_HELP},
    {"version", 'V', NULL, ANY, "the version", .becomes = VERB_VERSION},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof OPTIONS[0] };

/* --- reading --------------------------------------------------------------------------------- */

/* Returns the code for getopt_long: a row's letter, or FIRST_LETTER and its index. */
static int option_code(size_t row) {
    return OPTIONS[row].letter != 0 ? OPTIONS[row].letter : FIRST_LETTER + (int)row;
}

static const struct option_row *find_row(int code) {
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (option_code(i) == code) {
            return &OPTIONS[i];
        }
    }
    return NULL;
}

/* Reports what is wrong with the word at which getopt_long stopped. */
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
        best = text_nearer(dashed + 2, best, OPTIONS[i].name);
    }
    if (best != NULL) {
        return failure_set(failure, "there is no option %s; did you mean --%s?", dashed, best);
    }
    return failure_set(failure, "there is no option %s; qkv --help lists them", dashed);
}

/* Stores which of the row's choices ARGUMENT is. */
static bool take_choice(struct options *options, const struct option_row *row, const char *argument,
                        struct failure *failure) {
    struct text listed = {0};
    unsigned count = 0;
    for (const char *at = row->choices; *at != '\0'; count++) {
        size_t length = strcspn(at, " ");
        if (strlen(argument) == length && strncmp(at, argument, length) == 0) {
            const unsigned chosen = count;
            memcpy((char *)options + row->choice, &chosen, sizeof chosen);
            text_release(&listed);
            return true;
        }
        bool last = at[length] == '\0';
        text_append(&listed, count == 0 ? "" : last ? " or " : ", ");
        text_append_bytes(&listed, at, length);
        at += length + !last;
    }
    failure_set(failure, "--%s takes %s, not %s", row->name, text_string(&listed), argument);
    text_release(&listed);
    return false;
}

static bool take_option(struct options *options, const struct option_row *row, const char *argument,
                        struct failure *failure) {
    if (row->take != NULL) {
        return row->take(options, argument, failure);
    }
    if (row->choices != NULL) {
        return take_choice(options, row, argument, failure);
    }
    if (row->becomes != VERB_OPEN) {
        options->verb = row->becomes;
    } else if (row->flag > 0) {
        *(bool *)((char *)options + row->flag) = true;
    } else {
        memcpy((char *)options + row->word, &argument, sizeof argument);
    }
    return true;
}

static bool read_command_line(struct options *options, int argc, char **argv,
                              struct failure *failure) {
    struct option rows[OPTION_COUNT + 1] = {{0}};
    char letters[2 + 2 * OPTION_COUNT] = ":";
    for (size_t i = 0, length = 1; i < OPTION_COUNT; i++) {
        int takes = OPTIONS[i].argument != NULL ? required_argument : no_argument;
        rows[i] = (struct option){OPTIONS[i].name, takes, NULL, option_code(i)};
        if (OPTIONS[i].letter != 0) {
            length += text_fill(letters + length, sizeof letters - length, "%c%s",
                                OPTIONS[i].letter, takes == required_argument ? ":" : "");
        }
    }
    opterr = 0;
    optind = 0; /* glibc: start again */
    for (;;) {
        int code = getopt_long(argc, argv, letters, rows, NULL);
        if (code == -1) {
            return true;
        }
        const struct option_row *row = code == '?' ? NULL : find_row(code == ':' ? optopt : code);
        if (row == NULL) {
            return refuse_unknown(argv[optind - 1], failure);
        }
        if (code == ':') {
            return failure_set(failure, "--%s needs its %s", row->name, row->argument);
        }
        if (!take_option(options, row, optarg, failure)) {
            return false;
        }
        options->said |= 1UL << (row - OPTIONS);
    }
}

static bool refuse_useless(enum verb verb, const struct option_row *row, struct failure *failure) {
    struct text words = {0};
    for (size_t i = 0; i < VERB_COUNT && (row->verbs & OPEN) == 0; i++) {
        if ((row->verbs & 1 << i) != 0) {
            text_format(&words, "%sqkv %s", words.length > 0 ? " and " : "", VERBS[i].word);
        }
    }
    if (words.length > 0) {
        failure_set(failure, "--%s goes with %s", row->name, text_string(&words));
        text_release(&words);
        return false;
    }
    return failure_set(failure, "qkv %s has no use for --%s", VERBS[verb].word, row->name);
}

/* Checks that the verb has the format of --format; only formats for people are rounded. */
static bool format_fits(const struct options *options, struct failure *failure) {
    const struct verb_row *verb = &VERBS[options->verb];
    const struct export_format *export =
        export_find(options->format == NULL ? "text" : options->format);
    struct text names = {0};
    bool fits = options->format == NULL;
    if (!fits) {
        verb->list_formats(" ", &names);
        fits = text_has_word(text_string(&names), options->format);
        text_clear(&names);
        verb->list_formats(", ", &names);
    }
    if (!fits) {
        failure_set(failure, "there is no format %s; there are %s", options->format,
                    text_string(&names));
    } else if (options->verb == VERB_VALUES && options->precision >= 0 && !export->rounds) {
        fits = failure_set(failure,
                           "%s has every number to the last bit: --precision goes with --format "
                           "markdown and latex",
                           export->name);
    }
    text_release(&names);
    return fits;
}

/* Checks that the verb takes the options that were given. */
static bool options_fit(const struct options *options, struct failure *failure) {
    const struct verb_row *verb = &VERBS[options->verb];
    const char *word = verb->word == NULL ? "" : verb->word;
    const char *blank = word[0] == '\0' || verb->arguments[0] == '\0' ? "" : " ";
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if ((options->said >> i & 1) != 0 && (OPTIONS[i].verbs & 1 << options->verb) == 0) {
            return refuse_useless(options->verb, &OPTIONS[i], failure);
        }
    }
    if (options->lesson_count > verb->most) {
        return failure_set(failure, "%s is one too many; usage: qkv %s%s%s",
                           options->lessons[verb->most], word, blank, verb->arguments);
    }
    if (verb->least > 0 && options->lesson_count == 0 &&
        (options->statement_count == 0 || options->answers != NULL)) {
        return failure_set(failure, "which lesson? usage: qkv %s %s", word, verb->arguments);
    }
    return format_fits(options, failure);
}

bool options_read(struct options *options, int argc, char **argv, struct failure *failure) {
    *options = (struct options){.precision = -1, .seed = -1, .theme = THEME_COUNT};
    if (!read_command_line(options, argc, argv, failure)) {
        return false;
    }
    size_t verb = 0;
    while (optind < argc && verb < VERB_COUNT &&
           !(VERBS[verb].word != NULL && text_same(argv[optind], VERBS[verb].word))) {
        verb++;
    }
    bool found = optind < argc && verb < VERB_COUNT;
    options->lessons = argv + optind;
    options->lesson_count = (size_t)(argc - optind);
    if (options->verb != VERB_OPEN) { /* --help, of the verb where there is one; --version */
        options->verb_alone = found && verb != VERB_HELP;
        options->lesson_count = options->verb_alone ? 1 : 0;
        return true;
    }
    if (found) {
        options->verb = (enum verb)verb;
        options->lessons++;
        options->lesson_count--;
    }
    return options_fit(options, failure);
}

/* --- settings -------------------------------------------------------------------------------- */

/* Returns the span from START to END of TEXT without the blanks around it. */
static struct span trimmed(const char *text, size_t start, size_t end) {
    while (start < end && strchr(" \t\r", text[start]) != NULL) {
        start++;
    }
    while (end > start && strchr(" \t\r", text[end - 1]) != NULL) {
        end--;
    }
    return (struct span){start, end};
}

/* Reads the line of TEXT from START to END: "theme = light", a remark, or nothing. */
static bool take_setting(struct options *options, const char *text, struct span line,
                         struct failure *failure) {
    size_t sign = line.start + strcspn(text + line.start, "=\n");
    struct span key = trimmed(text, line.start, sign < line.end ? sign : line.end);
    struct span value = trimmed(text, sign < line.end ? sign + 1 : line.end, line.end);
    struct text names = {0}, word = {0};
    if (key.start == key.end && sign >= line.end) {
        return true;
    }
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const struct option_row *row = &OPTIONS[i];
        if (row->setting != 0 && strlen(row->name) == key.end - key.start &&
            strncmp(row->name, text + key.start, key.end - key.start) == 0) {
            bool given = (options->said >> i & 1) != 0;
            bool meant = (row->setting & 1 << options->verb) != 0;
            text_append_bytes(&word, text + value.start, value.end - value.start);
            bool fine = given || !meant || take_option(options, row, text_string(&word), failure);
            failure_place(failure, value.start < value.end ? value : key);
            text_release(&names);
            text_release(&word);
            return fine;
        }
        if (row->setting != 0) {
            text_format(&names, "%s%s", names.length > 0 ? ", " : "", row->name);
        }
    }
    failure_at(failure, trimmed(text, line.start, line.end),
               "a setting is a line such as theme = light; there are %s", text_string(&names));
    text_release(&names);
    return false;
}

bool options_settings(struct options *options, struct failure *failure) {
    struct text path = {0}, text = {0};
    bool ok = true;
    if ((1 << options->verb & (READS | NOTES)) != 0 && file_settings_folder(&path)) {
        text_append(&path, "/config");
        if (file_exists(text_string(&path))) {
            ok = file_read(text_string(&path), FILE_LESSON_LIMIT, &text, failure);
        }
    }
    for (size_t at = 0; at < text.length; at++) {
        size_t end = at + strcspn(text_string(&text) + at, "\n");
        bool remark = text_string(&text)[trimmed(text_string(&text), at, end).start] == '#';
        struct failure ours = {0};
        if (!remark && !take_setting(options, text_string(&text), (struct span){at, end}, &ours) &&
            ok) {
            ok = false;
            *failure = ours;
            failure_locate(failure, text_string(&path), text_string(&text), 1);
        }
        at = end;
    }
    text_release(&text);
    text_release(&path);
    return ok;
}

void options_release(struct options *options) {
    memory_free(options->statements);
    text_release(&options->models);
    for (size_t i = 0; i < OPTIONS_FOLDERS; i++) {
        memory_free(options->folders[i]);
    }
    *options = (struct options){0};
}

/* --- what the words name ---------------------------------------------------------------------- */

/* Takes the path over when it is a folder. */
static bool add_folder(struct options *options, struct text *path, struct failure *failure) {
    size_t count = 0;
    while (options->folders[count] != NULL) {
        count++;
    }
    bool ok = text_ok(path, failure);
    if (ok && path->length > 0 && count < OPTIONS_FOLDERS && file_is_folder(text_string(path))) {
        options->folders[count] = text_steal(path);
    }
    text_release(path);
    return ok;
}

bool options_find_folders(struct options *options, struct failure *failure) {
    static const char *const beside[] = {"/lessons", "/../lessons", "/../share/qkv/lessons"};
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    struct text path = {0};
    bool ok = true;
    for (size_t i = 0; ok && length > 0 && i < sizeof beside / sizeof beside[0]; i++) {
        program[length] = '\0';
        file_folder(program, &path);
        text_append(&path, beside[i]);
        ok = add_folder(options, &path, failure);
    }
    text_append(&path, QKV_LESSONS_DIR);
    ok = ok && add_folder(options, &path, failure);
    file_data_folder(&path);
    return add_folder(options, &path, failure) && ok;
}

struct lesson *options_open(const struct options *options, const char *word,
                            struct failure *failure) {
    const char *verb = NULL;
    for (size_t i = 0; i < VERB_COUNT; i++) {
        verb = VERBS[i].word == NULL ? verb : text_nearer(word, verb, VERBS[i].word);
    }
    return shelf_open((const char *const *)options->folders, word, verb, "qkv lessons", failure);
}

/* --- help ------------------------------------------------------------------------------------ */

void usage_release(struct usage *usage) {
    text_release(&usage->head);
    text_release(&usage->sentence);
    text_release(&usage->words);
}

bool options_verb(size_t index, struct usage *usage) {
    if (index >= VERB_COUNT) {
        return false;
    }
    const struct verb_row *row = &VERBS[index];
    usage_release(usage);
    usage->name = row->word;
    text_format(&usage->head, "qkv%s%s%s%s", row->word != NULL ? " " : "",
                row->word != NULL ? row->word : "", row->arguments[0] != '\0' ? " " : "",
                row->arguments);
    text_append(&usage->sentence, row->sentence);
    return true;
}

enum { FEW_VERBS = 2 };

/* Appends "play, hand-in: ". */
static void list_verbs(int verbs, struct text *out) {
    const char *between = "";
    for (size_t i = 0; i < VERB_COUNT; i++) {
        if ((verbs & 1 << i) != 0 && VERBS[i].word != NULL) {
            text_format(out, "%s%s", between, VERBS[i].word);
            between = ", ";
        }
    }
    text_append(out, ": ");
}

/* Writes what the option does for one of VERBS. */
static void write_sentence(const struct option_row *row, int verbs, struct text *out) {
    bool other = (row->others & verbs) != 0;
    text_append(out, other ? row->other : row->sentence);
    if (!other && row->more != NULL) {
        row->more(out);
    }
}

bool options_option(size_t index, struct usage *usage) {
    if (index >= OPTION_COUNT) {
        return false;
    }
    const struct option_row *row = &OPTIONS[index];
    usage_release(usage);
    usage->name = row->name;
    usage->letter = row->letter;
    usage->argument = row->argument;
    if (row->letter != 0) {
        text_format(&usage->head, "-%c, ", row->letter);
    }
    text_format(&usage->head, "--%s%s%s", row->name, row->argument != NULL ? " " : "",
                row->argument != NULL ? row->argument : "");
    /* Names the verbs when only few use the option, or when two have their own sentences. */
    if ((row->verbs & OPEN) == 0 && __builtin_popcount((unsigned)row->verbs) <= FEW_VERBS) {
        list_verbs(row->verbs & ~row->others, &usage->sentence);
    }
    write_sentence(row, row->verbs & ~row->others, &usage->sentence);
    if (row->other != NULL) {
        text_append(&usage->sentence, "; ");
        list_verbs(row->others, &usage->sentence);
        write_sentence(row, row->others, &usage->sentence);
    }
    text_append(&usage->words, row->choices == NULL ? "" : row->choices);
    for (size_t i = 0; row->more == list_all_formats && i < VERB_COUNT; i++) {
        if (VERBS[i].list_formats != NULL) {
            text_append(&usage->words, usage->words.length > 0 ? " " : "");
            VERBS[i].list_formats(" ", &usage->words);
        }
    }
    return true;
}

static void write_usage_row(const struct usage *usage, size_t width, struct text *out) {
    help_line(text_string(&usage->head), text_string(&usage->sentence), 2 + WORD_COLUMNS, width,
              out);
    out->failed |= usage->head.failed || usage->sentence.failed;
}

static void write_rows(bool (*row)(size_t, struct usage *), size_t width, struct text *out) {
    struct usage usage = {0};
    for (size_t i = 0; row(i, &usage); i++) {
        write_usage_row(&usage, width, out);
    }
    usage_release(&usage);
}

/* Writes the verb of row INDEX, and the options that go with it but not with all, each with its own
 * sentence. */
static void write_verb(size_t index, size_t width, struct text *out) {
    struct usage usage = {0};
    options_verb(index, &usage);
    write_usage_row(&usage, width, out);
    for (size_t i = 0; options_option(i, &usage); i++) {
        const struct option_row *row = &OPTIONS[i];
        text_clear(&usage.sentence);
        if (row->more == list_all_formats && VERBS[index].list_formats != NULL) {
            VERBS[index].list_formats(" ", &usage.sentence);
        } else {
            write_sentence(row, 1 << index, &usage.sentence);
        }
        if (row->verbs != ANY && (row->verbs & 1 << index) != 0) {
            write_usage_row(&usage, width, out);
        }
    }
    usage_release(&usage);
}

bool options_topic(const char *word, size_t width, struct text *out) {
    size_t start = out->length;
    struct usage usage = {0};
    for (size_t i = 0; i < VERB_COUNT; i++) {
        if (VERBS[i].word != NULL && text_same(VERBS[i].word, word)) {
            write_verb(i, width, out);
        }
    }
    for (size_t i = 0; options_option(i, &usage); i++) {
        if (text_same(usage.name, word)) {
            write_usage_row(&usage, width, out);
        }
    }
    usage_release(&usage);
    return out->length > start;
}

void options_help(size_t width, struct text *out) {
    text_append(out, "qkv, a debugger for self-attention.\n\n");
    write_rows(options_verb, width, out);
    text_append(out, "\n");
    canvas_wrap("LESSON is a file (NAME.md, or NAME.qkv with bare statements), a lesson's name or "
                "number as `qkv lessons` lists them, or - for statements on standard input.",
                0, width, out);
    text_append(out, "\n");
    write_rows(options_option, width, out);
    text_append(out, "\n");
    canvas_wrap("`qkv -c help` lists the commands, operators and subjects, as `help` does at the "
                "prompt; `qkv help WORD` explains any of them, a verb or an option.",
                0, width, out);
}
