/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/groups.h"

#include "base/memory.h"
#include "base/number.h"
#include "notebook/evaluate.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { COUNT_LIMIT = 100000 };

bool parameter_optional(const struct command_parameter *parameter) {
    return parameter->name[0] == '[';
}

bool parameter_takes_rest(const struct command_parameter *parameter) {
    return parameter->type == TYPE_REST || parameter->type == TYPE_ADDRESS ||
           parameter->type == TYPE_ASSIGNMENT || parameter->type == TYPE_BASELINE ||
           parameter->type == TYPE_TOPIC;
}

bool parameter_repeats(const struct command_parameter *parameter) {
    return strstr(parameter->name, "…") != NULL;
}

void command_usage(const struct command *command, struct text *out) {
    text_append(out, command->name);
    for (size_t i = 0; i < COMMAND_PARAMETERS && command->parameters[i].type != TYPE_NONE; i++) {
        text_format(out, " %s", command->parameters[i].name);
    }
}

static bool wrong_count(const struct command_call *call, const char *what, struct span span,
                        struct failure *failure) {
    struct text usage = {0};
    command_usage(call->command, &usage);
    failure_at(failure, span, "%s: write %s", what, text_string(&usage));
    text_release(&usage);
    return false;
}

static bool add_argument(struct command_call *call, size_t start, size_t end, bool unquote,
                         struct failure *failure) {
    size_t limit = sizeof call->argument / sizeof call->argument[0];
    if (call->count == limit) {
        return failure_at(failure, (struct span){start, end}, "too many words after %s",
                          call->command->name);
    }
    struct span span = {start, end};
    if (unquote && end - start >= 2 && call->text[start] == '"' && call->text[end - 1] == '"') {
        start++;
        end--;
    }
    char *copy = memory_text(call->text + start, end - start);
    if (copy == NULL) {
        return failure_memory(failure);
    }
    call->argument[call->count].text = copy;
    call->argument[call->count].span = span;
    call->count++;
    return true;
}

bool call_split(struct command_call *call, struct failure *failure) {
    const struct command_parameter *parameters = call->command->parameters;
    const char *text = call->text;
    size_t p = 0;
    size_t at = call->rest.start;
    size_t end = call->rest.end;
    while (at < end) {
        bool known = p < COMMAND_PARAMETERS && parameters[p].type != TYPE_NONE;
        if (!known) {
            return wrong_count(call, "too many words", (struct span){at, end}, failure);
        }
        bool rest = parameter_takes_rest(&parameters[p]);
        size_t stop = rest ? end : at + reader_find_outside(text + at, end - at, " \t\r\n");
        bool unquote = parameters[p].type == TYPE_FILE || parameters[p].type == TYPE_LESSON;
        if (!add_argument(call, at, stop, unquote, failure)) {
            return false;
        }
        at = stop + strspn(text + stop, " \t\r\n");
        at = at < end ? at : end;
        p += parameter_repeats(&parameters[p]) ? 0 : 1;
    }
    bool missing = p < COMMAND_PARAMETERS && parameters[p].type != TYPE_NONE &&
                   !parameter_optional(&parameters[p]) &&
                   !(parameter_repeats(&parameters[p]) && call->count > p);
    return missing ? wrong_count(call, "something is missing", call->span, failure) : true;
}

void call_release(struct command_call *call) {
    for (size_t i = 0; i < call->count; i++) {
        memory_free(call->argument[i].text);
    }
    call->count = 0;
}

bool call_place(const struct command_call *call, size_t i, struct failure *failure) {
    failure_place(failure, call->argument[i].span);
    return false;
}

bool call_shift(const struct command_call *call, size_t i, struct failure *failure) {
    if (failure->placed) {
        failure->span.start += call->argument[i].span.start;
        failure->span.end += call->argument[i].span.start;
        if (failure->span.end > call->argument[i].span.end) {
            failure->span.end = call->argument[i].span.end;
        }
    }
    return call_place(call, i, failure);
}

bool call_cell(struct session *session, const struct command_call *call, struct called_cell *found,
               struct failure *failure) {
    struct tree *typed = reader_reference(call->argument[0].text, failure);
    struct tree *tree =
        typed == NULL ? NULL : session_read(session, call->speaker, typed, false, failure);
    bool ok = tree != NULL && notebook_cell(session_notebook(session), tree, &found->definition,
                                            &found->cell, failure);
    if (tree != NULL && !ok) {
        session_correct_failure(session, call->speaker, "", typed, failure);
    }
    tree_release(tree);
    tree_release(typed);
    return ok || call_shift(call, 0, failure);
}

const struct definition *call_definition(struct session *session, const struct command_call *call,
                                         size_t i, struct failure *failure) {
    const struct notebook *notebook = session_notebook(session);
    const char *name = call->argument[i].text;
    const struct definition *found = notebook_find(notebook, name);
    struct span span = call->argument[i].span;
    if (found == NULL && reader_name(name, strlen(name)) != strlen(name)) {
        failure_at(failure, span, "`%s` is not a name", name);
    } else if (found == NULL) {
        evaluate_unknown(notebook, name, span, failure);
    }
    return found;
}

struct definition *session_named(const struct session *session, const char *name, size_t length) {
    struct text copy = {0};
    text_append_bytes(&copy, name, length);
    struct definition *found = copy.failed || length == 0
                                   ? NULL
                                   : notebook_find(session_notebook(session), text_string(&copy));
    text_release(&copy);
    return found;
}

bool call_number(const struct command_call *call, size_t i, const double bounds[2], double *number,
                 struct failure *failure) {
    const char *text = call->argument[i].text;
    if (!number_parse(text, strlen(text), number)) {
        return failure_at(failure, call->argument[i].span, "`%s` is not a number", text);
    }
    if (!(*number >= bounds[0] && *number <= bounds[1])) {
        char least[NUMBER_TEXT];
        char most[NUMBER_TEXT];
        number_exact(least, bounds[0]);
        number_exact(most, bounds[1]);
        return failure_at(failure, call->argument[i].span, "%s takes a number from %s to %s",
                          call->command->name, least, most);
    }
    return true;
}

bool call_times(const struct command_call *call, size_t i, long *count, struct failure *failure) {
    double number = 1;
    bool ok = i >= call->count ||
              call_number(call, i, (const double[]){1, COUNT_LIMIT}, &number, failure);
    *count = ok ? (long)number : 1;
    return ok;
}

size_t word_index(const char *words, const char *word, size_t length) {
    for (size_t i = 0; *words != '\0'; i++) {
        size_t size = strcspn(words, " ");
        if (size == length && memcmp(words, word, size) == 0) {
            return i;
        }
        words += size + strspn(words + size, " ");
    }
    return SIZE_MAX;
}

bool call_choice(const struct command_call *call, size_t i, size_t *index,
                 struct failure *failure) {
    const char *words = call->command->parameters[i].words;
    const char *text = call->argument[i].text;
    *index = word_index(words, text, strlen(text));
    return *index != SIZE_MAX ||
           failure_at(failure, call->argument[i].span, "`%s` is not one of: %s", text, words);
}

/* --- KEY=VALUE -------------------------------------------------------------------------------- */

bool call_option(const struct command_call *call, size_t i, size_t *key, struct failure *failure) {
    const struct command_parameter *options = call->command->parameters;
    const char *text = call->argument[i].text;
    while (options->type != TYPE_OPTIONS) {
        options++;
    }
    struct text all = {0};
    const char *last = strrchr(options->name, ' ');
    const char *at = options->name + 1; /* after the bracket */
    for (*key = 0; *at != ']'; (*key)++) {
        size_t length = strcspn(at, " ]");
        if (strncmp(text, at, strcspn(at, "=") + 1) == 0) {
            text_release(&all);
            return true;
        }
        text_append(&all, *key == 0 ? "" : at == last + 1 ? " and " : ", ");
        text_append_bytes(&all, at, length);
        at += length + (at[length] == ' ' ? 1 : 0);
    }
    failure_at(failure, call->argument[i].span, "`%s` is %s %s", text,
               last == NULL ? "not" : "none of", text_string(&all));
    text_release(&all);
    return false;
}

/* Returns the value of option argument I, and sets the length of its key. */
static const char *option_value(const struct command_call *call, size_t i, int *key) {
    *key = (int)strcspn(call->argument[i].text, "=");
    return call->argument[i].text + *key + 1;
}

bool option_number(const struct command_call *call, size_t i, const double bounds[2],
                   double *number, struct failure *failure) {
    int key;
    const char *value = option_value(call, i, &key);
    char least[NUMBER_TEXT], most[NUMBER_TEXT];
    if (number_parse(value, strlen(value), number) && *number >= bounds[0] &&
        *number <= bounds[1]) {
        return true;
    }
    number_exact(least, bounds[0]);
    number_exact(most, bounds[1]);
    return failure_at(failure, call->argument[i].span, "%.*s is a number from %s to %s", key,
                      call->argument[i].text, least, most);
}

bool option_whole(const struct command_call *call, size_t i, size_t most, size_t *number,
                  struct failure *failure) {
    int key;
    const char *value = option_value(call, i, &key);
    double read;
    if (!number_parse(value, strlen(value), &read) || read != floor(read) ||
        !(read >= 1 && read <= (double)most)) {
        return failure_at(failure, call->argument[i].span, "%.*s is a whole number from 1 to %zu",
                          key, call->argument[i].text, most);
    }
    *number = (size_t)read;
    return true;
}

bool option_word(const struct command_call *call, size_t i, const char *words, size_t *index,
                 struct failure *failure) {
    int key;
    const char *value = option_value(call, i, &key);
    *index = word_index(words, value, strlen(value));
    int first = (int)strcspn(words, " ");
    return *index != SIZE_MAX ||
           failure_at(failure, call->argument[i].span, "%.*s is %.*s or %s, not `%s`", key,
                      call->argument[i].text, first, words, words + first + 1, value);
}
