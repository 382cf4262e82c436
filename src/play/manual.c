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

static void write_commands(struct text *out) {
    const struct command *command;
    struct text usage = {0};
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        if (command->group != NULL) {
            text_format(out, ".SS %s\n", command->group);
        }
        text_clear(&usage);
        command_usage(command, &usage);
        write_entry(text_string(&usage), command->sentence, out);
        if (command->details != NULL) {
            write_roff(command->details, out);
            text_append(out, "\n");
        }
    }
    text_release(&usage);
}

static void write_keys(struct text *out) {
    const struct key *key;
    struct text names = {0};
    for (size_t i = 0; (key = key_at(i)) != NULL; i++) {
        if (key->group != NULL) {
            text_format(out, ".SS %s\n", key->group);
        }
        text_clear(&names);
        text_format(&names, "%s%s%s", key->key, key->also != NULL ? " " : "",
                    key->also != NULL ? key->also : "");
        write_entry(text_string(&names), key->sentence, out);
    }
    text_release(&names);
}

static void write_operators(struct text *out) {
    const struct operator* row;
    const char *family = "";
    struct text signature = {0};
    for (size_t i = 0; (row = operator_at(i)) != NULL; i++) {
        if (!text_same(operator_heading(row), family)) {
            family = operator_heading(row);
            text_format(out, ".SS %s\n", family);
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

static void write_subjects(struct text *out) {
    for (const struct topic *subject = topics; subject->name != NULL; subject++) {
        if (subject->text != NULL) {
            text_format(out, ".SS %s\n.nf\n", subject->name);
            write_roff(subject->text, out);
            text_append(out, ".fi\n");
        }
    }
}

static const struct note {
    const char *name, *sentence;
} FILES[] =
    {
        {"$XDG_STATE_HOME/qkv/",
         "Progress, answers, history and the theme; ~/.local/state/qkv/ where "
         "that is not set."},
        {"$XDG_DATA_HOME/qkv/lessons/",
         "Lessons of your own; ~/.local/share/qkv/lessons/ likewise."},
        {"$XDG_RUNTIME_DIR/qkv/",
         "Where each open screen is, for notes; of several with one lesson the one started last "
         "leads. A folder in /tmp where that is not set."},
        {"$XDG_CONFIG_HOME/qkv/config",
         "Settings, a line each: see settings above; ~/.config/qkv/config likewise."},
        {"$XDG_DATA_HOME/qkv/models/",
         "Models, where the setting models names no other folder; ~/.local/share/qkv/models/ "
         "likewise."},
        {"~/.inputrc", "Rules the keys of the prompt; see readline(3)."},
},
  VARIABLES[] =
      {
          {"NO_COLOR", "Where it is not empty there is no colour, unless --color says always."},
          {"TERM", "What the terminal can do; dumb: line by line."},
          {"COLORTERM", "truecolor or 24bit: colours have 24 bits."},
},
  STATUSES[] = {
      {"0", "All is well."},
      {"1", "A check did not hold."},
      {"2", "Trouble, told on standard error as file:line:column: message."},
};

static void write_notes(const struct note *list, size_t count, struct text *out) {
    for (size_t i = 0; i < count; i++) {
        write_entry(list[i].name, list[i].sentence, out);
    }
}

static void write_man(struct text *out) {
    text_append(out, ".\\\" -*- coding: utf-8 -*-\n"
                     ".TH QKV 1 \"\" \"qkv " QKV_VERSION "\" \"User Commands\"\n"
                     ".SH NAME\nqkv \\- a debugger for self-attention\n"
                     ".SH SYNOPSIS\n");
    struct usage usage = {0};
    for (size_t i = 0; options_verb(i, &usage); i++) {
        text_append(out, i > 0 ? ".br\n" : "");
        text_append(out, ".B ");
        write_roff(text_string(&usage.head), out);
        text_append(out, "\n");
    }
    usage_release(&usage);
    text_append(out, ".SH DESCRIPTION\n"
                     "qkv opens lessons on self-attention and lets a learner step through every "
                     "operation\nof them, forward and back, down to one term of one number. "
                     "Formulas, in NumPy's\nnotation, and commands can be typed at any moment, "
                     "and all is computed anew when a\nnumber is changed.\n"
                     ".PP\nA lesson is a file (NAME.md, or NAME.qkv with bare statements), a "
                     "lesson\\(aqs name or\nnumber, or \\- for statements on standard input.\n");
    write_usage(options_verb, out);
    text_append(out, ".SH OPTIONS\n");
    write_usage(options_option, out);
    text_append(out, ".SH COMMANDS\nThey are typed at the prompt, stand in lessons, and are given "
                     "with \\-c.\n");
    write_commands(out);
    text_append(out, ".SH KEYS\n");
    write_keys(out);
    text_append(out, ".SH OPERATORS\n");
    write_operators(out);
    text_append(out, ".SH SUBJECTS\n");
    write_subjects(out);
    text_append(out, ".SH FILES\n");
    write_notes(FILES, sizeof FILES / sizeof FILES[0], out);
    text_append(out, ".SH ENVIRONMENT\n");
    write_notes(VARIABLES, sizeof VARIABLES / sizeof VARIABLES[0], out);
    text_append(out, ".SH EXIT STATUS\n");
    write_notes(STATUSES, sizeof STATUSES / sizeof STATUSES[0], out);
    text_append(out,
                ".SH LIMITS\n"
                "A lesson from a stranger is safe to open: it computes, and reads files beside "
                "it and models,\nand can neither write, nor run anything, nor leave these "
                "folders, nor send the terminal\nanything but what the screen shows. One value "
                "has at most 2^24 cells (from a file 2^26) and\nall together 2^28, a lesson or "
                "a table at most 64 MiB, and Ctrl\\-C stops whatever takes too\nlong.\n"
                ".PP\nNot promised: that check and play of a hostile lesson end soon (use "
                "timeout(1)), that\nncurses and readline survive a machine without memory, that "
                "a terminal with an old table of\nwidths keeps every row in line, that kill "
                "\\-9 leaves a usable terminal (type reset), or\nanything after a power cut "
                "beyond that a save writes, syncs and renames in this order.\n");
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
                     "    grade) COMPREPLY+=($(compgen -f -X '!*.json' -- \"$cur\")) ;;\n    esac\n"
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
                     "    grade) compadd ${(f)\"" LESSONS "\"}; _files -g '*.(md|qkv|json)' ;;\n"
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
                     "'(__fish_complete_suffix .json)'\n"
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
