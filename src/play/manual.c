/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* manual: everything that the tables say, as a page for man, and as completions for shells. */
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

/* Appends TEXT so that roff shows it letter by letter and line by line. */
static void write_roff(const char *text, struct text *out) {
    static const char *const escapes[] = {['\\'] = "\\e",  ['-'] = "\\-",   ['\''] = "\\(aq",
                                          ['^'] = "\\(ha", ['~'] = "\\(ti", ['`'] = "\\(ga"};
    bool begins = true;
    for (const char *at = text; *at != '\0'; at++) {
        if (begins && (*at == '.' || *at == '\'')) {
            text_append(out, "\\&");
        }
        begins = *at == '\n';
        unsigned char byte = (unsigned char)*at;
        const char *escape = byte < sizeof escapes / sizeof escapes[0] ? escapes[byte] : NULL;
        text_append_bytes(out, escape != NULL ? escape : at, escape != NULL ? strlen(escape) : 1);
    }
}

/* Writes HEAD in bold, and SENTENCE beside it or below it. */
static void write_man_entry(const char *head, const char *sentence, struct text *out) {
    text_append(out, ".TP\n\\fB");
    write_roff(head, out);
    text_append(out, "\\fR\n");
    write_roff(sentence, out);
    text_append(out, "\n");
}

static void write_usage(bool (*row)(size_t, struct usage *), struct text *out) {
    struct usage usage = {0};
    for (size_t i = 0; row(i, &usage); i++) {
        write_man_entry(text_string(&usage.head), text_string(&usage.sentence), out);
    }
    usage_release(&usage);
}

/* Writes the commands by group, at the place of the group's first row; several files may have rows
 * of one group. */
static void write_man_commands(struct text *out) {
    const struct command *first, *command;
    for (size_t i = 0; (first = command_at(i)) != NULL; i++) {
        const char *now = "";
        bool done = first->group == NULL;
        for (size_t k = 0; !done && (command = command_at(k)) != NULL; k++) {
            struct text usage = {0};
            now = command->group != NULL ? command->group : now;
            if (!text_same(now, first->group)) {
                continue;
            }
            done = k < i; /* they are all there */
            if (!done) {
                if (k == i) {
                    text_format(out, ".SS \"%s\"\n", now);
                }
                command_usage(command, &usage);
                write_man_entry(text_string(&usage), command->sentence, out);
                write_roff(command->details != NULL ? command->details : "", out);
                text_append(out, command->details != NULL ? "\n" : "");
            }
            text_release_into(&usage, out);
        }
    }
}

static void write_keys(struct text *out) {
    const struct key *key;
    struct text names = {0};
    for (size_t i = 0; (key = key_at(i)) != NULL; i++) {
        if (key->group != NULL) {
            text_format(out, ".SS \"keys: %s\"\n", key->group);
        }
        text_clear(&names);
        text_format(&names, "%s%s%s", key->key, key->also != NULL ? " " : "",
                    key->also != NULL ? key->also : "");
        write_man_entry(text_string(&names), key->sentence, out);
    }
    text_release_into(&names, out);
}

static void write_operators(struct text *out) {
    const struct op *row;
    const char *family = "";
    struct text signature = {0};
    for (size_t i = 0; (row = operator_at(i)) != NULL; i++) {
        if (!text_same(operator_heading(row), family)) {
            family = operator_heading(row);
            text_format(out, ".SS \"%s\"\n", family);
        }
        text_clear(&signature);
        if (row->writing.form == WRITING_MATRIX) {
            text_append(&signature, "[[ ]]");
        } else {
            writer_signature(row, &signature);
        }
        write_man_entry(text_string(&signature), row->sentence, out);
    }
    text_release(&signature);
}

/* Writes the subjects further left than the rest, because their texts have lines of up to 78
 * columns. */
static void write_subjects(struct text *out) {
    for (const struct topic *subject = topics; subject->name != NULL; subject++) {
        if (subject->write == NULL) {
            text_format(out, ".SS \"%s: ", subject->name);
            for (const char *at = subject->sentence; *at != '\0'; at++) {
                text_append_bytes(out, *at == '"' ? "\\(dq" : at, *at == '"' ? 4 : 1);
            }
            text_append(out, "\"\n.in 2n\n.nf\n");
            struct text lines = {0};
            topic_write(subject, &lines);
            write_roff(text_string(&lines), out);
            text_release_into(&lines, out);
            text_append(out, ".fi\n");
        }
    }
}

static void write_synopsis(struct text *out) {
    struct usage usage = {0};
    for (size_t i = 0; options_verb(i, &usage); i++) {
        text_append(out, i > 0 ? ".br\n" : "");
        text_append(out, ".B ");
        write_roff(text_string(&usage.head), out);
        text_append(out, "\n");
    }
    usage_release(&usage);
}

static void write_verbs(struct text *out) {
    write_usage(options_verb, out);
}

static void write_options(struct text *out) {
    write_usage(options_option, out);
}

/* The page's lines, with @name@ for what the program fills in. */
static const char *const PAGE[] = {
#include "play/manual.man.h"
};

static void write_folder(struct text *out) {
    write_roff(QKV_LESSONS_DIR, out);
}

/* Writes what the program fills in for @NAME@ of LENGTH bytes. */
static void write_man_field(const char *name, size_t length, struct text *out) {
    static const struct {
        const char *name, *words;
        void (*write)(struct text *out);
    } parts[] = {
        {"date", QKV_DATE, NULL},
        {"version", QKV_VERSION, NULL},
        {"lessons", NULL, write_folder},
        {"synopsis", NULL, write_synopsis},
        {"verbs", NULL, write_verbs},
        {"options", NULL, write_options},
        {"keys", NULL, write_keys},
        {"commands", NULL, write_man_commands},
        {"operators", NULL, write_operators},
        {"subjects", NULL, write_subjects},
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (strlen(parts[i].name) == length && strncmp(parts[i].name, name, length) == 0) {
            text_append(out, parts[i].words != NULL ? parts[i].words : "");
            if (parts[i].write != NULL) {
                parts[i].write(out);
            }
        }
    }
}

/* Writes the page; a field with a line of its own ends that line. */
static void write_man(struct text *out) {
    for (size_t i = 0; i < sizeof PAGE / sizeof PAGE[0]; i++) {
        const char *at = PAGE[i];
        for (;;) {
            size_t plain = strcspn(at, "@");
            text_append_bytes(out, at, plain);
            if (at[plain] == '\0') {
                break;
            }
            const char *name = at + plain + 1;
            size_t length = strcspn(name, "@");
            write_man_field(name, length, out);
            at = name + length + 1;
        }
        text_append(out, PAGE[i][0] == '@' ? "" : "\n");
    }
}

/* --- what shells complete -------------------------------------------------------------------- */

/* Each script asks the program for the words that may come next; when there are none, it offers
 * files. */
static const char *const BASH[] = {
#include "play/qkv.bash.h"
};
static const char *const ZSH[] = {
#include "play/qkv.zsh.h"
};
static const char *const FISH[] = {
#include "play/qkv.fish.h"
};

/* Offers WORD, if it begins with TYPED, and after a tab its description, if it has one. */
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

/* Offers the arguments of the option PREVIOUS; false when that is not an option with one. */
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

/* Offers the options, each after DASHES, or the verbs. */
static void offer_rows(bool (*row)(size_t, struct usage *), const char *dashes, const char *typed,
                       struct text *out) {
    struct usage usage = {0};
    char word[64];
    for (size_t i = 0; row(i, &usage); i++) {
        text_fill(word, sizeof word, "%s%s", dashes, usage.name == NULL ? "" : usage.name);
        offer(usage.name == NULL ? NULL : word, text_string(&usage.sentence), typed, out);
    }
    usage_release(&usage);
}

static void offer_topics(const char *typed, struct text *out) {
    const struct command *command;
    const struct op *row;
    offer_rows(options_verb, "", typed, out);
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
        offer_rows(options_option, "--", typed, out);
    } else if (count > 1 && text_same(words[0], "help")) {
        offer_topics(typed, out);
    } else if (count > 1 && text_same(words[0], "manual")) {
        offer_words("man bash zsh fish", typed, out);
    } else if (shelf_read(&shelf, (const char *const *)options->folders, failure)) {
        if (count <= 1) {
            offer_rows(options_verb, "", typed, out);
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
        const char *name, *const *lines;
        size_t count;
    } shells[] = {{"bash", BASH, sizeof BASH / sizeof BASH[0]},
                  {"zsh", ZSH, sizeof ZSH / sizeof ZSH[0]},
                  {"fish", FISH, sizeof FISH / sizeof FISH[0]}};
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        if (text_same(form, shells[i].name)) {
            text_append_lines(out, shells[i].lines, shells[i].count);
            return text_ok(out, failure);
        }
    }
    if (!text_same(form, "man")) {
        return failure_set(failure, "there is no manual for %s; say man, bash, zsh or fish", form);
    }
    write_man(out);
    return text_ok(out, failure);
}
