/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz/target.h"

#include "base/checkpoint.h"
#include "base/number.h"
#include "base/text.h"
#include "commands/commands.h"
#include "operators/operator.h"

#include <check.h>
#include <string.h>

static const struct target *const targets[] = {
    &target_lesson,      &target_statement, &target_number,     &target_csv,    &target_npy,
    &target_saved,       &target_text,      &target_keys,       &target_memory, &target_npz,
    &target_safetensors, &target_llama,     &target_vocabulary,
};

enum { TARGETS = sizeof targets / sizeof *targets };

const struct target *target_at(size_t index) {
    return index < TARGETS ? targets[index] : NULL;
}

const struct target *target_find(const char *name) {
    for (size_t i = 0; i < TARGETS; i++) {
        if (text_same(targets[i]->name, name)) {
            return targets[i];
        }
    }
    return NULL;
}

/* --- dictionaries ------------------------------------------------------------------------------
 */

void target_word(struct text *out, const char *word) {
    text_append(out, "\"");
    for (; *word != '\0'; word++) {
        bool plain = *word >= ' ' && *word <= '~' && *word != '"' && *word != '\\';
        text_format(out, plain ? "%c" : "\\x%02x", (unsigned char)*word);
    }
    text_append(out, "\"\n");
}

void target_words(struct text *out, const char *many) {
    struct text word = {0};
    while (many != NULL && *many != '\0') {
        size_t length = strcspn(many, " |");
        text_clear(&word);
        text_append_bytes(&word, many, length);
        if (length > 0) {
            target_word(out, text_string(&word));
        }
        many += length + (many[length] != '\0');
    }
    text_release(&word);
}

void target_language(struct text *out) {
    const struct op *op;
    const struct command *command;
    for (size_t i = 0; (op = operator_at(i)) != NULL; i++) {
        target_word(out, op->name);
        for (size_t p = 0; p < CALL_ARGUMENTS && op->parameters[p].name != NULL; p++) {
            target_word(out, op->parameters[p].name);
            target_words(out, op->parameters[p].words);
        }
    }
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        target_word(out, command->name);
        if (command->example != NULL) {
            target_word(out, command->example);
        }
        for (size_t p = 0; p < COMMAND_PARAMETERS; p++) {
            target_words(out, command->parameters[p].words);
        }
    }
    target_words(out, "f(x)= attend( H.attend#2.A D.2.A D.1 (x)= [[ ]] [1,1] [2] .T @ ^ ** \" ( ) "
                      "; = == # -inf nan 1e-300 1e308 α' {{ }} ~ ±");
}

/* --- what a line may do ------------------------------------------------------------------------
 */

/* A count in this range would make a matrix that is allowed, and takes long. */
enum { COUNT_MOST = 40 };
static const double TOO_MANY = 1 << 24;

/* The words of what only a person may do, told apart by their first letters. */
static struct {
    const char *name[16];
    size_t count;
    bool begins[256];
} persons;

static void gather_persons(void) {
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        if ((command->flags & COMMAND_PERSON) != 0) {
            ck_assert_uint_lt(persons.count, sizeof persons.name / sizeof *persons.name);
            persons.name[persons.count++] = command->name;
            persons.begins[(unsigned char)command->name[0]] = true;
        }
    }
}

static bool names_person(const char *line, size_t length) {
    for (size_t i = 0; persons.begins[(unsigned char)line[0]] && i < persons.count; i++) {
        size_t size = strlen(persons.name[i]);
        if (size <= length && memcmp(line, persons.name[i], size) == 0) {
            return true;
        }
    }
    return false;
}

static bool begins_number(char byte) {
    return (byte >= '0' && byte <= '9') || byte == '.' || byte == '-';
}

bool target_allows(const char *line, size_t length) {
    if (persons.count == 0) {
        gather_persons();
    }
    for (size_t at = 0; at < length;) {
        double value = 0;
        size_t size = !begins_number(line[at]) ? 0 : number_read(line + at, length - at, &value);
        if ((size > 0 && value > (double)COUNT_MOST && value <= (double)TOO_MANY) ||
            names_person(line + at, length - at)) {
            return false;
        }
        at += size > 0 ? size : 1;
    }
    return true;
}

size_t target_lines(const char *bytes, size_t length, size_t most, bool (*type)(const char *line)) {
    struct text line = {0};
    size_t done = 0;
    for (size_t at = 0, count = 0; at < length && count < most; count++) {
        const char *newline = memchr(bytes + at, '\n', length - at);
        size_t size = newline == NULL ? length - at : (size_t)(newline - bytes) - at;
        text_clear(&line);
        text_append_bytes(&line, bytes + at, size);
        done += target_allows(bytes + at, size) && type(text_string(&line));
        at += size + 1;
    }
    text_release(&line);
    return done;
}

static bool stop(void) {
    return true;
}

void target_hurry(void) {
    checkpoint_on_poll(stop);
}

/* A session that stands in the middle of a lesson is dear to make, so the lesson is short. */
const char target_two_words[] =
    "# Two words\n\nLook at *this*: `Q[1,1] → 0.5`.\n\n```qkv\n"
    "X = tokens(\"I am\", [[1, 0], [0, 2]])\nW_q = [[0.5, 1], [1, -1]]\nQ = X @ W_q\n```\n"
    "<!-- note: say it -->\n```quiz a predict\nWhat comes?\n( ) one {{ No. }}\n(x) two\nhint: "
    "x\n```\n"
    "```qkv grain=cell\nscores = Q @ Q.T\nweights = softmax(scores)\n```\n## Then\n\n"
    "```try b\nMake it 5.\nexpect Q[1,1] = 5\nallow: W_q\nsolution: W_q[1,1] = 5\n```\n"
    "```qkv\nZ = normal(2, 2, 3, seed=1)\n```\n";
