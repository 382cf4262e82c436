#include "fuzz/target.h"

#include "base/checkpoint.h"
#include "base/number.h"
#include "base/text.h"
#include "commands/commands.h"
#include "operators/operator.h"

#include <string.h>

static const struct target *const targets[] = {
    &target_lesson, &target_statement, &target_number, &target_csv,
    &target_npy,    &target_saved,     &target_text,   &target_keys,
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
    const struct operator* operator;
    const struct command *command;
    for (size_t i = 0; (operator= operator_at(i)) != NULL; i++) {
        target_word(out, operator->name);
        for (size_t p = 0; p < CALL_ARGUMENTS && operator->parameters[p].name != NULL; p++) {
            target_word(out, operator->parameters[p].name);
            target_words(out, operator->parameters[p].words);
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
    target_words(out,
                 "[[ ]] [1,1] [2] .T @ ^ ** \" ( ) ; = == # -inf nan 1e-300 1e308 α' {{ }} ~ ±");
}

/* --- what a line may do ------------------------------------------------------------------------
 */

/* A count in this range would make a matrix that is allowed, and takes long. */
enum { COUNT_MOST = 40 };
static const double TOO_MANY = 1 << 24;

static bool names_person(const char *line, size_t length) {
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        size_t size = strlen(command->name);
        for (size_t at = 0; (command->flags & COMMAND_PERSON) != 0 && at + size <= length; at++) {
            if (memcmp(line + at, command->name, size) == 0) {
                return true;
            }
        }
    }
    return false;
}

bool target_allows(const char *line, size_t length) {
    for (size_t at = 0; at < length;) {
        double value = 0;
        size_t size = number_read(line + at, length - at, &value, NULL);
        if (size > 0 && value > COUNT_MOST && value <= TOO_MANY) {
            return false;
        }
        at += size > 0 ? size : 1;
    }
    return !names_person(line, length);
}

static bool stop(void) {
    return true;
}

void target_hurry(void) {
    checkpoint_ask(stop);
}
