/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* manual: all that the tables say, as a page for man, and as what a shell completes. */
#include "play/verbs.h"

#include "base/failure.h"
#include "base/text.h"
#include "commands/commands.h"
#include "commands/help.h"
#include "commands/keys.h"
#include "language/writer.h"
#include "lesson/shelf.h"

#include <string.h>

/* --- man ------------------------------------------------------------------------------------- */

/* Appends TEXT as roff shows it letter by letter; each line of it as a line. */
static void write_roff(const char *text, struct text *out) {
    bool begins = true;
    for (const char *at = text; *at != '\0'; at++) {
        if (begins && (*at == '.' || *at == '\'')) {
            text_append(out, "\\&");
        }
        begins = *at == '\n';
        switch (*at) {
        case '\\':
            text_append(out, "\\e");
            break;
        case '-':
            text_append(out, "\\-");
            break;
        case '\'':
            text_append(out, "\\(aq");
            break;
        case '^':
            text_append(out, "\\(ha");
            break;
        case '~':
            text_append(out, "\\(ti");
            break;
        case '`':
            text_append(out, "\\(ga");
            break;
        default:
            text_append_character(out, *at);
        }
    }
}

/* HEAD in bold, and what it is beside it or below it. */
static void write_entry(const char *head, const char *sentence, struct text *out) {
    text_append(out, ".TP\n\\fB");
    write_roff(head, out);
    text_append(out, "\\fR\n");
    write_roff(sentence, out);
    text_append(out, "\n");
}

static void write_usage(bool (*row)(size_t, struct usage *), struct text *out) {
    struct usage usage = {0};
    for (size_t i = 0; row(i, &usage); i++) {
        write_entry(text_string(&usage.head), text_string(&usage.sentence), out);
    }
    usage_release(&usage);
}

/* A head inside of a section. No two of the page are the same. */
static void write_head(const char *before, const char *head, struct text *out) {
    text_format(out, ".SS \"%s%s\"\n", before, head);
}

static void write_command(const struct command *command, struct text *out) {
    struct text usage = {0};
    command_usage(command, &usage);
    write_entry(text_string(&usage), command->sentence, out);
    if (command->details != NULL) {
        write_roff(command->details, out);
        text_append(out, "\n");
    }
    text_release_into(&usage, out);
}

/* The commands of GROUP, of which several files may have rows, where its first one is row BEGIN. */
static void write_group(const char *group, size_t begin, struct text *out) {
    const struct command *command;
    const char *now = "";
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        now = command->group != NULL ? command->group : now;
        if (!text_same(now, group)) {
            continue;
        }
        if (i < begin) {
            return; /* they are all there */
        }
        if (i == begin) {
            write_head("", group, out);
        }
        write_command(command, out);
    }
}

static void write_commands(struct text *out) {
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        if (command->group != NULL) {
            write_group(command->group, i, out);
        }
    }
}

static void write_keys(struct text *out) {
    const struct key *key;
    struct text names = {0};
    for (size_t i = 0; (key = key_at(i)) != NULL; i++) {
        if (key->group != NULL) {
            write_head("keys: ", key->group, out);
        }
        text_clear(&names);
        text_format(&names, "%s%s%s", key->key, key->also != NULL ? " " : "",
                    key->also != NULL ? key->also : "");
        write_entry(text_string(&names), key->sentence, out);
    }
    text_release_into(&names, out);
}

static void write_operators(struct text *out) {
    const struct operator* row;
    const char *family = "";
    struct text signature = {0};
    for (size_t i = 0; (row = operator_at(i)) != NULL; i++) {
        if (!text_same(operator_heading(row), family)) {
            family = operator_heading(row);
            write_head("", family, out);
        }
        text_clear(&signature);
        if (row->writing.form == WRITING_MATRIX) {
            text_append(&signature, "[[ ]]");
        } else {
            writer_signature(row, &signature);
        }
        write_entry(text_string(&signature), row->sentence, out);
    }
    text_release(&signature);
}

/* Their texts have lines of up to 78 columns: they begin further left than the rest. */
static void write_subjects(struct text *out) {
    for (const struct topic *subject = topics; subject->name != NULL; subject++) {
        if (subject->text != NULL) {
            text_format(out, ".SS \"%s: ", subject->name);
            for (const char *at = subject->sentence; *at != '\0'; at++) {
                text_append_bytes(out, *at == '"' ? "\\(dq" : at, *at == '"' ? 4 : 1);
            }
            text_append(out, "\"\n.in 2n\n.nf\n");
            write_roff(subject->text, out);
            text_append(out, ".fi\n");
        }
    }
}

static const struct note {
    const char *name, *sentence;
} EXAMPLES[] =
    {
        {"qkv 1", "Opens the first lesson. Space goes on, ? lists the keys, q leaves."},
        {"qkv -c 'softmax([[1, 2, 3]])'", "Computes a formula and prints its value."},
        {"qkv play 3", "Prints the transcript of the third lesson."},
        {"qkv values 1 --format numpy -o lesson1.py",
         "Writes the notebook of lesson 1 as a script for NumPy."},
        {"qkv show 2 --at 'page 3' --format svg -o page.svg",
         "Writes one frame of the screen as a picture."},
        {"qkv new mine.md", "Writes a lesson to begin with."},
        {"qkv --watch mine.md", "Shows it, and reads it again whenever it is saved."},
        {"qkv check mine.md", "Verifies every number, question and exercise of it."},
        {"qkv release mine.md --exam -o exam.md", "Writes the students' edition, without answers."},
        {"qkv grade mine.md ada.jsonl bob.jsonl --format csv -o grades.csv",
         "Grades what two students handed in, for a spreadsheet."},
},
  FILES[] =
      {
          {QKV_LESSONS_DIR "/", "The lessons that come with qkv."},
          {"$XDG_DATA_HOME/qkv/lessons/",
           "Your own lessons; ~/.local/share/qkv/lessons/ where the variable is not set."},
          {"$XDG_DATA_HOME/qkv/models/",
           "Models, unless the setting models names another folder; ~/.local/share/qkv/models/ "
           "likewise."},
          {"$XDG_STATE_HOME/qkv/",
           "Progress, answers, history and the theme; ~/.local/state/qkv/ likewise."},
          {"$XDG_CONFIG_HOME/qkv/config",
           "Settings, one on a line: see settings above; ~/.config/qkv/config likewise."},
          {"$XDG_RUNTIME_DIR/qkv/",
           "Where each open screen is, for qkv notes; of several with one lesson the one started "
           "last leads. A folder in /tmp where the variable is not set."},
          {"~/.inputrc", "The keys of the prompt: see readline(3)."},
},
  VARIABLES[] =
      {
          {"NO_COLOR", "Anything but empty: no colour, unless --color says always."},
          {"TERM", "The terminal's type, for terminfo(5); dumb: line by line."},
          {"TERMINFO", "Where the description of that type is, as terminfo(5) has it."},
          {"COLORTERM", "truecolor or 24bit: the terminal has 24-bit colours. The screen "
           "uses them where ncurses-term is installed."},
          {"COLORFGBG",
           "The terminal's ink and background, \"15;0\": whether the theme is dark or light, where "
           "the terminal does not say it itself."},
          {"COLUMNS, LINES",
           "The size of a terminal that does not tell it; off a screen, COLUMNS is how wide lines "
           "may be."},
          {"TMUX, STY", "Set inside tmux and screen: what these pass on to the terminal."},
          {"PAGER", "Shows help that is longer than the terminal; less when it is not set, and "
                    "nothing when it is empty or cat."},
          {"LESS", "Options of less; FRX when it is not set."},
          {"LC_ALL, LC_CTYPE, LANG", "Which characters the terminal takes: UTF-8, or only ASCII."},
          {"HOME", "Your folder, where a variable below is not set."},
          {"XDG_STATE_HOME, XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_RUNTIME_DIR",
           "Folders: see FILES. They count only as absolute paths."},
},
  STATUSES[] = {
      {"0", "All is well."},
      {"1", "A check failed, or an answer is not right."},
      {"2", "Trouble, reported on standard error as file:line:column: message."},
};

static void write_notes(const struct note *list, size_t count, struct text *out) {
    for (size_t i = 0; i < count; i++) {
        write_entry(list[i].name, list[i].sentence, out);
    }
}

static void write_synopsis(struct text *out) {
    struct usage usage = {0};
    text_append(out, ".SH SYNOPSIS\n");
    for (size_t i = 0; options_verb(i, &usage); i++) {
        text_append(out, i > 0 ? ".br\n" : "");
        text_append(out, ".B ");
        write_roff(text_string(&usage.head), out);
        text_append(out, "\n");
    }
    usage_release(&usage);
}

static const char DESCRIPTION[] =
    ".SH DESCRIPTION\n"
    "qkv opens lessons on self-attention and lets a learner step through every operation of\n"
    "them, forward and back, down to one term of one number. Formulas, in NumPy\\(aqs notation,\n"
    "and commands can be typed at any moment, and whatever depends on a number is computed\n"
    "again when it is changed.\n"
    ".PP\n"
    "A lesson is a file (NAME.md, or NAME.qkv with bare statements), a lesson\\(aqs name or\n"
    "number, or \\- for statements on standard input.\n"
    ".PP\n"
    "At the prompt, help lists commands, operators and subjects, and help WORD tells about one.\n";

static const char LIMITS[] =
    ".SH LIMITS\n"
    "A lesson from a stranger is safe to open: it computes, and reads files beside it and\n"
    "models, and can neither write, nor run anything, nor leave these folders, nor send the\n"
    "terminal anything but what the screen shows. One value has at most 2\\(ha24 cells (from a\n"
    "file 2\\(ha26) and all together 2\\(ha28, a lesson or a table at most 64 MiB, and Ctrl\\-C\n"
    "stops whatever takes too long.\n"
    ".PP\n"
    "\\-\\-output never writes over a file that is read, whichever of its names is given.\n"
    ".SH BUGS\n"
    "Not promised: that check and play of a hostile lesson end soon (use timeout(1)), that\n"
    "ncurses and readline survive a machine without memory, that a terminal with an old table\n"
    "of widths keeps every row in line, that kill \\-9 leaves a usable terminal (type reset), or\n"
    "anything after a power cut beyond that a save writes, syncs and renames in this order.\n"
    ".SH AUTHORS\n"
    "The qkv authors. License GPL\\-3.0\\-or\\-later: you may share and change it; it comes with\n"
    "no warranty.\n"
    ".SH \"SEE ALSO\"\n"
    ".BR python3 (1),\n.BR less (1),\n.BR readline (3),\n.BR terminfo (5)\n";

#define NOTES(list, out) write_notes(list, sizeof(list) / sizeof *(list), out)

/* Signs for which roff has no stand-in of its own where a terminal has only ASCII, by its names. */
static const struct {
    const char *sign, *ascii;
} STAND_INS[] = {{"u2026", "..."}, {"OK", "v"}, {"u2713", "v"}, {"u2717", "x"}};

static void write_man(struct text *out) {
    text_append(out, ".\\\" -*- coding: utf-8 -*-\n"
                     ".TH QKV 1 \"" QKV_DATE "\" \"qkv " QKV_VERSION "\" \"User Commands\"\n"
                     ".nh\n.ad l\n");
    for (size_t i = 0; i < sizeof STAND_INS / sizeof STAND_INS[0]; i++) {
        text_format(out, ".if \\n(.g .fchar \\[%s] %s\n", STAND_INS[i].sign, STAND_INS[i].ascii);
    }
    for (int digit = 0; digit < 10; digit++) { /* subscripts */
        text_format(out, ".if \\n(.g .fchar \\[u208%d] %d\n", digit, digit);
    }
    text_append(out, ".SH NAME\nqkv \\- a debugger for self-attention\n");
    write_synopsis(out);
    text_append(out, DESCRIPTION);
    write_usage(options_verb, out);
    text_append(out, ".SH EXAMPLES\n");
    NOTES(EXAMPLES, out);
    text_append(out, ".SH OPTIONS\n");
    write_usage(options_option, out);
    text_append(out, ".SH KEYS\nOn the screen, while the prompt is empty.\n");
    write_keys(out);
    text_append(out, ".SH COMMANDS\nThey are typed at the prompt, written in lessons, and given "
                     "with \\-c.\n");
    write_commands(out);
    text_append(out, ".SH OPERATORS\n");
    write_operators(out);
    text_append(out, ".SH SUBJECTS\n");
    write_subjects(out);
    text_append(out, ".SH FILES\n");
    NOTES(FILES, out);
    text_append(out, ".SH ENVIRONMENT\n");
    NOTES(VARIABLES, out);
    text_append(out, ".SH \"EXIT STATUS\"\n");
    NOTES(STATUSES, out);
    text_append(out, LIMITS);
}

/* --- what shells complete -------------------------------------------------------------------- */

/* Each asks the program for the words that may come next; where it has none, files are offered. */
static const char BASH[] =
    "_qkv() {\n"
    "    local IFS=$'\\n' cur=${COMP_WORDS[COMP_CWORD]}\n"
    "    COMPREPLY=($(qkv manual words -- \"${COMP_WORDS[@]:1:COMP_CWORD}\" 2>/dev/null | cut -f 1))\n"
    "    [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- \"$cur\"))\n"
    "}\n"
    "complete -o filenames -F _qkv qkv\n";
static const char ZSH[] =
    "#compdef qkv\n"
    "local -a found\n"
    "found=(${(f)\"$(qkv manual words -- \"${(@)words[2,CURRENT]}\" 2>/dev/null | tr '\\t' :)\"})\n"
    "(( $#found )) && _describe word found || _files\n";
static const char FISH[] =
    "function __qkv_words\n"
    "    set -l found (qkv manual words -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)\n"
    "    set -q found[1]; and printf '%s\\n' $found; or __fish_complete_path (commandline -ct)\n"
    "end\n"
    "complete -c qkv -f -a '(__qkv_words)'\n";

/* A line for WORD, and a tab and what it is where that is known, when it begins with TYPED. */
static void offer(const char *word, const char *sentence, const char *typed, struct text *out) {
    if (word != NULL && text_starts(word, typed)) {
        text_format(out, "%s%s%s\n", word, sentence[0] == '\0' ? "" : "\t", sentence);
    }
}

static void offer_words(const char *words, const char *typed, struct text *out) {
    char word[64];
    for (words += strspn(words, " "); *words != '\0'; words += strspn(words, " ")) {
        size_t length = strcspn(words, " ");
        text_fill(word, sizeof word, "%.*s", (int)length, words);
        offer(word, "", typed, out);
        words += length;
    }
}

/* What the argument of the option PREVIOUS may be; false when that is no option with one. */
static bool offer_argument(const char *previous, const char *typed, struct text *out) {
    struct usage usage = {0};
    bool takes = false;
    for (size_t i = 0; !takes && options_option(i, &usage); i++) {
        bool letter = previous[0] == '-' && previous[1] == usage.letter && usage.letter != 0;
        bool name = text_starts(previous, "--") && text_same(previous + 2, usage.name);
        takes = (letter || name) && usage.argument != NULL;
        if (takes) {
            offer_words(text_string(&usage.words), typed, out);
        }
    }
    usage_release(&usage);
    return takes;
}

static void offer_options(const char *typed, struct text *out) {
    struct usage usage = {0};
    char dashed[64];
    for (size_t i = 0; options_option(i, &usage); i++) {
        text_fill(dashed, sizeof dashed, "--%s", usage.name);
        offer(dashed, text_string(&usage.sentence), typed, out);
    }
    usage_release(&usage);
}

static void offer_verbs(const char *typed, struct text *out) {
    struct usage usage = {0};
    for (size_t i = 0; options_verb(i, &usage); i++) {
        offer(usage.name, text_string(&usage.sentence), typed, out);
    }
    usage_release(&usage);
}

static void offer_topics(const char *typed, struct text *out) {
    const struct command *command;
    const struct operator* row;
    offer_verbs(typed, out);
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        offer(command->name, command->sentence, typed, out);
    }
    for (size_t i = 0; (row = operator_at(i)) != NULL; i++) {
        if (row->writing.form == WRITING_CALL) {
            offer(row->name, row->sentence, typed, out);
        }
    }
    for (const struct topic *subject = topics; subject->name != NULL; subject++) {
        offer(subject->name, subject->sentence, typed, out);
    }
}

bool manual_words(const struct options *options, struct text *out, struct failure *failure) {
    char *const *words = options->lessons + 1;
    size_t count = options->lesson_count - 1;
    const char *typed = count > 0 ? words[count - 1] : "";
    struct shelf shelf = {0};
    if (count > 1 && offer_argument(words[count - 2], typed, out)) {
        return text_ok(out, failure);
    }
    if (typed[0] == '-') {
        offer_options(typed, out);
    } else if (count > 1 && text_same(words[0], "help")) {
        offer_topics(typed, out);
    } else if (count > 1 && text_same(words[0], "manual")) {
        offer_words("man bash zsh fish", typed, out);
    } else if (shelf_read(&shelf, (const char *const *)options->folders, failure)) {
        if (count <= 1) {
            offer_verbs(typed, out);
        }
        for (size_t i = 0; i < shelf.count; i++) {
            offer(shelf.list[i].name, shelf.list[i].title, typed, out);
        }
    }
    shelf_release(&shelf);
    return !failure->set && text_ok(out, failure);
}

/* --- the forms ------------------------------------------------------------------------------- */

bool manual_write(const char *form, struct text *out, struct failure *failure) {
    static const struct {
        const char *name, *script;
    } shells[] = {{"bash", BASH}, {"zsh", ZSH}, {"fish", FISH}};
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        if (text_same(form, shells[i].name)) {
            text_append(out, shells[i].script);
            return text_ok(out, failure);
        }
    }
    if (!text_same(form, "man")) {
        return failure_set(failure, "there is no manual for %s; say man, bash, zsh or fish", form);
    }
    write_man(out);
    return text_ok(out, failure);
}
