/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/help.h"

#include "base/utf8.h"
#include "canvas/canvas.h"
#include "canvas/picture.h"
#include "commands/groups.h"
#include "commands/keys.h"
#include "files/export.h"
#include "language/advice.h"
#include "language/writer.h"
#include "notebook/notebook.h"

#include <string.h>

/* --- subjects --------------------------------------------------------------------------------- */

const struct topic topics[] = {
    {.name = "formulas",
     .also = "formula expression numpy syntax precedence definition",
     .sentence = "what can be typed: definitions, edits, expressions"},
    {.name = "operators",
     .also = "def function functions lambda body call calls return layer",
     .sentence = "your own operators, and the values inside their calls"},
    {.name = "matrices",
     .also = "matrix stack labels label batch shape vector",
     .sentence = "writing them, stacks, labels"},
    {.name = "subscripts",
     .also = "subscript index slice axis",
     .sentence = "A[2,3], A[2], A[:,3], A[1:2,:], A[\"it\",\"sushi\"]"},
    {.name = "numbers",
     .also = "number digits rounding",
     .sentence = "how they are written, shown and rounded"},
    {.name = "models",
     .also = "model file files npy npz safetensors checkpoint weights gpt2 llama tokenizer",
     .sentence = "numbers from files, trained models"},
    {.name = "addresses", .also = "address", .sentence = "where goto goes"},
    {.name = "changes", .also = "change edit", .sentence = "edits, pins, undo and reset"},
    {.name = "questions", .also = "question", .sentence = "quizzes, predictions and exercises"},
    {.name = "answers",
     .also = "script scripts grading autograder",
     .sentence = "playing a lesson with answers from a file"},
    {.name = "classroom",
     .also = "hand-in handin submit homework teacher student students class grade grades marks "
             "release exam exams presenter presenting",
     .sentence = "lessons for students, answers handed in and graded"},
    {.name = "paper",
     .also = "worksheet worksheets print html svg latex tex pdf slide slides browser",
     .sentence = "a lesson on paper, in a browser, on slides"},
    {.name = "conventions", .sentence = "words as rows, or words as columns"},
    {.name = "settings",
     .also = "setting config configuration options option theme themes colours colors",
     .sentence = "options that stay, in a file"},
    {.name = "keys", .sentence = "what single keys do on the screen", .write = keys_write},
    {.name = "signs",
     .also = "sign mark marks legend symbols",
     .sentence = "what the signs on the screen mean"},
    {.name = "attention",
     .also = "query key value queries values mask score scores weights head transformer",
     .sentence = "how its formulas are written here"},
    {.name = "texts",
     .also = "text vocabulary word corpus tokenizer string strings",
     .sentence = "words as values, a sentence of your own, batches of texts"},
    {.name = "training",
     .also = "learning adam adamw sgd optimizer optimiser minibatch minibatches epoch decay "
             "clipping loss backpropagation derivative",
     .sentence = "derivatives, and making a loss smaller"},
    {.name = "lessons",
     .also = "lesson page markdown pause note notes author authoring new watch preview",
     .sentence = "reading and writing them"},
    {.name = "fences",
     .also = "fence grain hidden error expect inline",
     .sentence = "```qkv in a lesson: statements"},
    {.name = "quiz",
     .also = "quizzes choice choices feedback predict prediction",
     .sentence = "```quiz in a lesson: a question"},
    {.name = "write",
     .also = "order drill drills practice formula task",
     .sentence = "formulas to be written, lines to be ordered, sums to be practised"},
    {.name = "try",
     .also = "exercise exercises allow changes best goal sandbox",
     .sentence = "```try in a lesson: an exercise"},
    {0},
};

/* --- lines ------------------------------------------------------------------------------------ */

enum { HANG = 14, PRECISION = 4 };

void help_line(const char *head, const char *sentence, size_t hang, size_t width,
               struct text *out) {
    struct text body = {0};
    canvas_wrap(sentence, hang, width, &body);
    size_t used = 2 + utf8_columns(head, strlen(head));
    bool beside = used < hang && body.length > hang;
    text_format(out, "  %s%s", head, beside ? "" : "\n");
    text_repeat(out, " ", beside ? hang - used : 0);
    text_append(out, text_string(&body) + (beside ? hang : 0));
    text_release_into(&body, out);
}

static void write_help_line(const char *head, const char *sentence, size_t width,
                            struct text *out) {
    help_line(head, sentence, HANG, width, out);
}

void help_heading(const char *heading, bool apart, struct text *out) {
    char first =
        heading[0] >= 'a' && heading[0] <= 'z' ? (char)(heading[0] - 'a' + 'A') : heading[0];
    text_format(out, "%s%c%s\n", apart ? "\n" : "", first, heading + 1);
}

static void write_heading(const char *heading, struct text *out) {
    help_heading(heading, out->length > 0, out);
}

/* What each kind of question says of itself: those of ```quiz, or FENCED those with a fence of
 * their own. */
static void write_kinds(bool fenced, struct text *out) {
    const struct quiz_kind *kind;
    for (size_t i = 0; (kind = quiz_kind_at(i)) != NULL; i++) {
        bool here = kind->help != NULL && fenced == (kind->fence != NULL);
        text_append(out, here ? kind->help : "");
    }
}

/* The lines of the subjects, each subject's after "@NAME"; "@@quiz" and "@@fenced" stand for what
 * the kinds of questions say of themselves. */
static const char *const SUBJECTS[] = {
#include "commands/topics.txt.h"
};

void topic_write(const struct topic *topic, struct text *out) {
    bool here = false;
    for (size_t i = 0; i < sizeof SUBJECTS / sizeof SUBJECTS[0]; i++) {
        const char *line = SUBJECTS[i];
        if (line[0] != '@') {
            text_append(out, here ? line : "");
            text_append(out, here ? "\n" : "");
        } else if (line[1] != '@') {
            here = text_same(line + 1, topic->name);
        } else if (here) {
            write_kinds(text_same(line, "@@fenced"), out);
        }
    }
}

/* Appends lines of a row's text, indented. */
static void write_indented(const char *lines, struct text *out) {
    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n");
        text_append(out, "  ");
        text_append_bytes(out, lines, length);
        text_append(out, "\n");
        lines += length + (lines[length] == '\n' ? 1 : 0);
    }
}

/* Appends a row's text as one paragraph, whatever its lines. */
static void write_paragraph(const char *lines, size_t width, struct text *out) {
    struct text joined = {0};
    for (; *lines != '\0'; lines++) {
        text_append_character(&joined, *lines == '\n' ? ' ' : *lines);
    }
    canvas_wrap(text_string(&joined), 2, width, out);
    text_release(&joined);
}

/* --- commands --------------------------------------------------------------------------------- */

/* Appends the commands of the group WANTED (NULL: all), under its heading; false when there are
 * none. */
static bool write_command_group(const char *wanted, size_t width, struct text *out) {
    const struct command *command;
    const char *group = "", *headed = "";
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        group = command->group != NULL ? command->group : group;
        if (wanted != NULL && !text_same(group, wanted)) {
            continue;
        }
        if (!text_same(group, headed)) {
            headed = group;
            write_heading(group, out);
        }
        write_help_line(command->name, command->sentence, width, out);
    }
    return headed[0] != '\0';
}

static void write_command(const struct command *command, size_t width, struct text *out) {
    struct text usage = {0};
    command_usage(command, &usage);
    canvas_wrap(text_string(&usage), 0, width, out);
    text_release(&usage);
    canvas_wrap(command->sentence, 2, width, out);
    if (command->details != NULL) {
        write_paragraph(command->details, width, out);
    }
    for (size_t i = 0; i < COMMAND_PARAMETERS && command->parameters[i].type != TYPE_NONE; i++) {
        const struct command_parameter *parameter = &command->parameters[i];
        struct text sentence = {0};
        text_append(&sentence, parameter->sentence);
        if (parameter->type == TYPE_FORMAT) {
            text_append(&sentence, " ");
            export_list(", ", false, &sentence);
        }
        write_help_line(parameter->name, text_string(&sentence), width, out);
        text_release_into(&sentence, out);
    }
    const char *example = command->example != NULL ? command->example : command->name;
    if (command->before != NULL) {
        text_format(out, "  Example: %s\n           %s\n", command->before, example);
    } else {
        text_format(out, "  Example: %s\n", example);
    }
}

/* --- operators -------------------------------------------------------------------------------- */

/* Returns the operator's sign in formulas. */
static const char *operator_sign(const struct op *row) {
    switch (row->writing.form) {
    case WRITING_CALL:
        return row->name;
    case WRITING_MATRIX:
        return "[[ ]]";
    default:
        return row->writing.symbol;
    }
}

/* Appends the operators of FAMILY; false when there are none. */
static bool write_family(const char *family, size_t width, struct text *out) {
    const struct op *row;
    bool any = false;
    for (size_t i = 0; (row = operator_at(i)) != NULL; i++) {
        if (text_same(operator_heading(row), family)) {
            if (!any) {
                write_heading(family, out);
            }
            any = true;
            write_help_line(operator_sign(row), row->sentence, width, out);
        }
    }
    return any;
}

/* Appends "the direction: row or column; row when left out". */
static void write_parameter_entry(const struct parameter *parameter, size_t width,
                                  struct text *out) {
    struct text line = {0};
    text_append(&line, parameter->sentence == NULL ? "" : parameter->sentence);
    if (parameter->words != NULL) {
        text_append(&line, line.length > 0 ? ": " : "");
        for (const char *at = parameter->words; *at != '\0';) {
            size_t length = strcspn(at, " ");
            text_append_bytes(&line, at, length);
            at += length + (at[length] == ' ' ? 1 : 0);
            text_append(&line, *at == '\0' ? "" : " or ");
        }
    }
    if (parameter->standard != NULL) {
        text_format(&line, "%s%s when left out", line.length > 0 ? "; " : "", parameter->standard);
    } else if (parameter->optional) {
        text_append(&line, line.length > 0 ? "; may be left out" : "may be left out");
    }
    write_help_line(parameter->name, text_string(&line), width, out);
    text_release(&line);
}

/* Appends the example's value, computed at once so that it cannot be wrong. */
static void write_result(const char *example, size_t width, struct text *out) {
    struct failure none = {0};
    struct notebook empty;
    notebook_init(&empty);
    struct tree *tree = reader_expression(example, &none);
    struct definition *value = tree == NULL ? NULL : notebook_evaluate(&empty, "", tree, &none);
    if (value != NULL) {
        struct picture view = picture_plain(NULL, value->value);
        view.precision = PRECISION;
        view.indent = 4;
        matrix_print(&view, &(struct output){out, &(struct paint){0}, width});
    }
    definition_release(value);
    tree_release(tree);
    notebook_release(&empty);
}

static void write_operator_entry(const struct op *row, size_t width, struct text *out) {
    if (row->writing.form == WRITING_MATRIX) {
        text_append(out, operator_sign(row));
    } else {
        writer_signature(row, out);
    }
    text_append(out, "\n");
    canvas_wrap(row->sentence, 2, width, out);
    for (size_t i = 0; i < operator_parameter_count(row); i++) {
        write_parameter_entry(&row->parameters[i], width, out);
    }
    if (row->example != NULL) {
        text_format(out, "  Example: %s\n", row->example);
        write_result(row->example, width, out);
    }
}

static bool is_operator(const struct op *row, const char *topic) {
    bool brackets = row->writing.form == WRITING_MATRIX || row->writing.form == WRITING_SUBSCRIPT;
    return text_same(row->name, topic) || text_same(operator_sign(row), topic) ||
           (brackets && topic[0] == '[') ||
           (row->writing.symbol != NULL && text_same(row->writing.symbol, topic));
}

/* --- putting it together ---------------------------------------------------------------------- */

static void start_entry(struct text *out, size_t start) {
    if (out->length > start) {
        text_append(out, "\n");
    }
}

/* Appends "key n: next" and what it does. */
static void write_key(const struct key *key, size_t width, struct text *out) {
    text_format(out, "key %s", key->key);
    for (const char *at = key->line; *at != '\0'; at++) {
        text_append(out, at == key->line ? ": " : "");
        bool mark = at[0] == '%';
        at += mark ? 1 : 0;
        text_append(out, !mark ? "" : *at == 'c' ? "CELL" : "[COUNT]");
        text_append_bytes(out, at, mark ? 0 : 1);
    }
    text_append(out, "\n");
    canvas_wrap(key->sentence, 2, width, out);
}

/* Appends everything with one name: a sign may be two operators, a word a command and a subject. */
static bool write_entries(const char *topic, size_t width, struct text *out) {
    size_t start = out->length;
    const struct command *command = command_find(topic, strlen(topic));
    if (command != NULL) {
        write_command(command, width, out);
    }
    const struct op *row;
    for (size_t i = 0; (row = operator_at(i)) != NULL; i++) {
        if (is_operator(row, topic)) {
            start_entry(out, start);
            write_operator_entry(row, width, out);
        }
    }
    for (const struct topic *subject = topics; subject->name != NULL; subject++) {
        if (text_same(subject->name, topic) || (out->length == start && subject->also != NULL &&
                                                text_has_word(subject->also, topic))) {
            start_entry(out, start);
            text_format(out, "%s: %s\n", subject->name, subject->sentence);
            if (subject->write == NULL) {
                struct text lines = {0};
                topic_write(subject, &lines);
                write_indented(text_string(&lines), out);
                text_release_into(&lines, out);
            } else {
                subject->write(width, out);
            }
        }
    }
    const struct key *key = key_find(topic);
    if (key != NULL) {
        start_entry(out, start);
        write_key(key, width, out);
    }
    write_family(topic, width, out);
    write_command_group(topic, width, out);
    return out->length > start;
}

/* Appends the help on the first word of a line such as "train W_q". */
static bool write_first_word(const char *topic, size_t width, struct text *out) {
    struct text first = {0};
    text_append_bytes(&first, topic, strcspn(topic, " "));
    bool found = first.length < strlen(topic) && write_entries(text_string(&first), width, out);
    text_release_into(&first, out);
    return found;
}

static bool unknown_topic(const char *topic, struct failure *failure) {
    struct text written = {0};
    bool known = advice_write(topic, &written) && text_ok(&written, failure);
    if (known) {
        failure_set(failure, "%s: %s", topic, text_string(&written));
    }
    text_release(&written);
    if (known) {
        return false;
    }
    const struct command *command = command_meant(topic);
    const char *best = command != NULL ? command->name : NULL;
    const struct op *row;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        best = text_nearer(topic, best, command->name);
    }
    for (size_t i = 0; (row = operator_at(i)) != NULL; i++) {
        best = text_nearer(topic, best, row->name);
    }
    for (const struct topic *subject = topics; subject->name != NULL; subject++) {
        best = text_nearer(topic, best, subject->name);
    }
    return best != NULL
               ? failure_set(failure, "there is no help on %s; did you mean %s?", topic, best)
               : failure_set(failure,
                             "there is no help on %s: `help` lists all there is, in a shell "
                             "`qkv -c help`",
                             topic);
}

static void write_families(size_t width, struct text *out) {
    write_heading("operators", out);
    const struct op *row;
    for (size_t i = 0; (row = operator_at(i)) != NULL; i++) {
        bool first = true;
        for (size_t k = 0; k < i; k++) {
            first = first && !text_same(operator_heading(operator_at(k)), operator_heading(row));
        }
        if (!first) {
            continue;
        }
        struct text names = {0};
        const struct op *other;
        for (size_t k = i; (other = operator_at(k)) != NULL; k++) {
            if (text_same(operator_heading(other), operator_heading(row))) {
                text_format(&names, "%s%s", k > i ? "  " : "", operator_sign(other));
            }
        }
        write_help_line(operator_heading(row), text_string(&names), width, out);
        text_release(&names);
    }
}

static void write_overview(size_t width, struct text *out) {
    write_command_group(NULL, width, out);
    write_families(width, out);
    write_heading("subjects", out);
    for (const struct topic *subject = topics; subject->name != NULL; subject++) {
        write_help_line(subject->name, subject->sentence, width, out);
    }
    text_append(out, "\nhelp WORD tells more on any of these.\n");
}

bool help_write(const char *topic, size_t width, struct text *out, struct failure *failure) {
    if (topic[0] == '\0') {
        struct text overview = {0};
        write_overview(width, &overview);
        bool ok = text_ok(&overview, failure);
        text_append(out, text_string(&overview));
        text_release(&overview);
        return ok && text_ok(out, failure);
    }
    if (write_entries(topic, width, out) || write_first_word(topic, width, out)) {
        return text_ok(out, failure);
    }
    return unknown_topic(topic, failure);
}
