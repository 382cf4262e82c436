/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* manual: all that the tables say, as a page for man, and as what a shell completes. */
#include "play/verbs.h"

#include "base/failure.h"
#include "base/text.h"
#include "commands/commands.h"
#include "commands/help.h"
#include "commands/keys.h"
#include "language/writer.h"

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

/* Appends TEXT for between single quotes of a shell; each of SPECIAL behind a backslash. */
static void write_shell(const char *text, const char *special, struct text *out) {
    for (const char *at = text; *at != '\0'; at++) {
        if (strchr(special, *at) != NULL) {
            text_append(out, "\\");
        }
        text_append_bytes(out, *at == '\'' ? "'\\''" : at, *at == '\'' ? 4 : 1);
    }
}

static void list_verbs(struct text *out) {
    struct usage usage = {0};
    for (size_t i = 0; options_verb(i, &usage); i++) {
        if (usage.name != NULL) {
            text_format(out, "%s ", usage.name);
        }
    }
    usage_release(&usage);
}

static void list_topics(struct text *out) {
    const struct command *command;
    list_verbs(out);
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        text_format(out, "%s ", command->name);
    }
    const struct operator* row;
    for (size_t i = 0; (row = operator_at(i)) != NULL; i++) {
        if (row->writing.form == WRITING_CALL) {
            text_format(out, "%s ", row->name);
        }
    }
    for (const struct topic *subject = topics; subject->name != NULL; subject++) {
        text_format(out, "%s ", subject->name);
    }
}

/* Lessons' names stand last in their lines; a line with a full stop says that there are none. */
#define LESSONS "$(qkv lessons 2>/dev/null | awk '!/[.]$/ { print $NF }')"

static bool is_path(const char *argument) {
    return text_same(argument, "FILE") || text_same(argument, "LESSON");
}

static bool is_folder(const char *argument) {
    return text_same(argument, "FOLDER");
}

static void write_bash(struct text *out) {
    struct usage usage = {0};
    text_append(out, "_qkv() {\n"
                     "    local cur=${COMP_WORDS[COMP_CWORD]} words=\n"
                     "    case ${COMP_WORDS[COMP_CWORD-1]} in\n");
    for (size_t i = 0; options_option(i, &usage); i++) {
        if (usage.argument != NULL) {
            text_append(out, "    ");
            if (usage.letter != 0) {
                text_format(out, "-%c | ", usage.letter);
            }
            text_format(out, "--%s) COMPREPLY=($(compgen %s '%s' -- \"$cur\")); return ;;\n",
                        usage.name,
                        is_folder(usage.argument) ? "-d -X"
                        : is_path(usage.argument) ? "-f -X"
                                                  : "-W",
                        text_string(&usage.words));
        }
    }
    text_append(out, "    help) words='");
    list_topics(out);
    text_append(out, "' ;;\n    manual) words='man bash zsh fish' ;;\n"
                     "    qkv) words=\"");
    list_verbs(out);
    text_append(out, LESSONS "\" ;;\n    *) words=" LESSONS " ;;\n    esac\n"
                             "    case $cur in\n    -*) words='");
    for (size_t i = 0; options_option(i, &usage); i++) {
        text_format(out, "--%s ", usage.name);
    }
    text_append(out, "' ;;\n    esac\n"
                     "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\")\n"
                     "        $(compgen -d -- \"$cur\") $(compgen -f -X '!*.md' -- \"$cur\")\n"
                     "        $(compgen -f -X '!*.qkv' -- \"$cur\"))\n"
                     "    case ${COMP_WORDS[1]} in\n"
                     "    grade) COMPREPLY+=($(compgen -f -X '!*.jsonl' -- \"$cur\")) ;;\n    esac\n"
                     "}\ncomplete -o filenames -F _qkv qkv\n");
    usage_release(&usage);
}

static void write_zsh(struct text *out) {
    struct usage usage = {0};
    text_append(out, "#compdef qkv\n\n_qkv_first() {\n    local -a verbs lessons\n    verbs=(\n");
    for (size_t i = 0; options_verb(i, &usage); i++) {
        if (usage.name != NULL) {
            text_format(out, "        '%s:", usage.name);
            write_shell(text_string(&usage.sentence), "", out);
            text_append(out, "'\n");
        }
    }
    text_append(out, "    )\n    lessons=(${(f)\"" LESSONS "\"})\n"
                     "    _describe verb verbs\n    _describe lesson lessons\n"
                     "    _files -g '*.(md|qkv)'\n}\n\n"
                     "_qkv_rest() {\n    case $words[2] in\n    help) compadd ");
    list_topics(out);
    text_append(out, ";;\n    manual) compadd man bash zsh fish ;;\n"
                     "    grade) compadd ${(f)\"" LESSONS "\"}; _files -g '*.(md|qkv|jsonl)' ;;\n"
                     "    *) compadd ${(f)\"" LESSONS "\"}; _files -g '*.(md|qkv)' ;;\n"
                     "    esac\n}\n\n_arguments \\\n");
    for (size_t i = 0; options_option(i, &usage); i++) {
        if (usage.letter != 0) {
            text_format(out, "    {-%c,--%s}", usage.letter, usage.name);
        } else {
            text_format(out, "    --%s", usage.name);
        }
        text_append(out, "'[");
        write_shell(text_string(&usage.sentence), "]\\", out);
        text_append(out, "]");
        if (usage.argument != NULL && (is_path(usage.argument) || is_folder(usage.argument))) {
            text_format(out, ":%s:_files%s", usage.argument,
                        is_folder(usage.argument) ? " -/" : "");
        } else if (usage.argument != NULL) {
            text_format(out, ":%s:(%s)", usage.argument, text_string(&usage.words));
        }
        text_append(out, "' \\\n");
    }
    text_append(out, "    '1: :_qkv_first' '*: :_qkv_rest'\n");
    usage_release(&usage);
}

static void write_fish(struct text *out) {
    struct usage usage = {0};
    text_append(out, "complete -c qkv -f\n"
                     "set -l of_lessons 'not __fish_seen_subcommand_from help manual'\n"
                     "complete -c qkv -n $of_lessons -k -a "
                     "'(__fish_complete_suffix .md; __fish_complete_suffix .qkv)'\n"
                     "complete -c qkv -n '__fish_seen_subcommand_from grade' -k -a "
                     "'(__fish_complete_suffix .jsonl)'\n"
                     "complete -c qkv -n $of_lessons -a "
                     "'(qkv lessons 2>/dev/null | awk \"!/[.]\\$/ { print \\$NF }\")'\n"
                     "complete -c qkv -n '__fish_seen_subcommand_from manual' "
                     "-a 'man bash zsh fish'\n"
                     "complete -c qkv -n '__fish_seen_subcommand_from help' -a '");
    list_topics(out);
    text_append(out, "'\n");
    for (size_t i = 0; options_verb(i, &usage); i++) {
        if (usage.name != NULL) {
            text_format(out, "complete -c qkv -n __fish_use_subcommand -a %s -d '", usage.name);
            write_shell(text_string(&usage.sentence), "", out);
            text_append(out, "'\n");
        }
    }
    for (size_t i = 0; options_option(i, &usage); i++) {
        text_format(out, "complete -c qkv -l %s", usage.name);
        if (usage.letter != 0) {
            text_format(out, " -s %c", usage.letter);
        }
        if (usage.argument != NULL) {
            text_append(out, is_path(usage.argument)     ? " -r -F"
                             : is_folder(usage.argument) ? " -x -a '(__fish_complete_directories)'"
                                                         : " -x");
        }
        if (usage.words.length > 0) {
            text_format(out, " -a '%s'", text_string(&usage.words));
        }
        text_append(out, " -d '");
        write_shell(text_string(&usage.sentence), "", out);
        text_append(out, "'\n");
    }
    usage_release(&usage);
}

/* --- the forms ------------------------------------------------------------------------------- */

bool manual_write(const char *form, struct text *out, struct failure *failure) {
    static const struct {
        const char *name;
        void (*write)(struct text *out);
    } forms[] = {
        {"man", write_man}, {"bash", write_bash}, {"zsh", write_zsh}, {"fish", write_fish}};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (text_same(form, forms[i].name)) {
            forms[i].write(out);
            return text_ok(out, failure);
        }
    }
    return failure_set(failure, "there is no manual for %s; say man, bash, zsh or fish", form);
}
