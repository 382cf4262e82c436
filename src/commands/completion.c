/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* completion: completes the word before the cursor, depending on its context. All candidates come
 * from the tables and from the notebook. */
#include "base/file.h"
#include "base/memory.h"
#include "commands/groups.h"
#include "commands/help.h"
#include "files/export.h"
#include "language/lexer.h"
#include "lesson/shelf.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 32 };

/* A bracket that is open at the cursor. */
struct bracket {
    enum token_kind kind;
    struct span name;   /* what the bracket belongs to: A[, softmax( */
    struct span option; /* the argument at the cursor, when it begins with `name=`; else empty */
    size_t commas;      /* directly inside it, before the cursor */
};

/* The context of the cursor. */
struct cursor {
    const char *line;
    size_t at;
    size_t statement;         /* where the present statement begins */
    size_t word;              /* where the present word begins */
    bool quoted;              /* it is in quotes */
    struct token previous[2]; /* the two tokens before the word */
    struct bracket open[DEPTH];
    size_t depth;
    /* The statement's command when the cursor is behind its word, and the parameter that the
     * present word is for; else NULL. */
    const struct command *command;
    const struct command_parameter *parameter;
    size_t before; /* number of earlier words for a parameter that takes several */
};

/* The candidates so far. */
struct collector {
    struct session *session;
    struct completion *completion;
    const char *prefix;
    size_t length;
    bool failed;
};

/* --- collecting candidates -------------------------------------------------------------------- */

static void collect_bytes(struct collector *collector, const char *bytes, size_t length,
                          const char *after) {
    struct completion *completion = collector->completion;
    if (collector->failed || length < collector->length ||
        memcmp(bytes, collector->prefix, collector->length) != 0) {
        return;
    }
    struct text word = {0};
    text_append_bytes(&word, bytes, length);
    text_append(&word, after);
    bool room = memory_reserve(&completion->list, &completion->capacity, completion->count + 1,
                               sizeof *completion->list);
    char *copy = room && !word.failed ? text_steal(&word) : NULL;
    text_release(&word);
    if (copy == NULL) {
        collector->failed = true;
        return;
    }
    completion->list[completion->count++] = copy;
}

static void collect_word(struct collector *collector, const char *word) {
    collect_bytes(collector, word, strlen(word), "");
}

/* Collects the words of a list separated by blanks. */
static void collect_words(struct collector *collector, const char *words) {
    while (words != NULL && *words != '\0') {
        size_t length = strcspn(words, " ");
        collect_bytes(collector, words, length, "");
        words += length + (words[length] == ' ' ? 1 : 0);
    }
}

static void collect_names(struct collector *collector) {
    const struct notebook *notebook = session_notebook(collector->session);
    for (size_t i = 0; i < notebook->count; i++) {
        const struct definition *definition = notebook->list[i];
        collect_word(collector, definition->name);
        bool path = memchr(collector->prefix, '.', collector->length) != NULL;
        for (size_t k = 0; path && k < definition->inside_count; k++) {
            collect_word(collector, definition->inside[k].path);
        }
    }
}

static void collect_operators(struct collector *collector, const char *after) {
    const struct library *library = session_notebook(collector->session)->library;
    const struct op *row;
    for (size_t i = 0; library != NULL && i < library->count; i++) {
        const char *name = library->list[i]->tree->root->text;
        collect_bytes(collector, name, strlen(name), after);
    }
    for (size_t i = 0; (row = operator_at(i)) != NULL; i++) {
        if (row->writing.form == WRITING_CALL) {
            collect_bytes(collector, row->name, strlen(row->name), after);
        }
    }
}

static void collect_commands(struct collector *collector) {
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        collect_word(collector, command->name);
    }
}

static void collect_expression(struct collector *collector) {
    collect_names(collector);
    collect_operators(collector, "(");
}

static void collect_labels(struct collector *collector, const struct labels *labels) {
    for (size_t i = 0; labels != NULL && i < labels->count; i++) {
        struct text address = {0};
        labels_address(labels, i, &address);
        collect_word(collector, text_string(&address));
        text_release(&address);
    }
}

static void collect_topics(struct collector *collector) {
    collect_commands(collector);
    collect_operators(collector, "");
    for (const struct topic *topic = topics; topic->name != NULL; topic++) {
        collect_word(collector, topic->name);
    }
}

/* Leaves out the unnamed baseline, which needs no word. */
static void collect_baselines(struct collector *collector) {
    const char *name;
    for (size_t i = 0; (name = history_baseline_name(collector->session->history, i)) != NULL;
         i++) {
        if (name[0] != '\0') {
            collect_word(collector, name);
        }
    }
}

/* Collects the files that begin with PREFIX, under their whole path. */
static void collect_files(struct collector *collector) {
    struct text folder = {0};
    size_t lead = collector->length;
    while (lead > 0 && collector->prefix[lead - 1] != '/') {
        lead--;
    }
    text_append_bytes(&folder, collector->prefix, lead);
    bool hidden = lead < collector->length && collector->prefix[lead] == '.';
    DIR *stream = opendir(lead == 0 ? "." : text_string(&folder));
    struct dirent *entry;
    while (stream != NULL && (entry = readdir(stream)) != NULL) {
        const char *name = entry->d_name;
        struct text path = {0};
        if (text_same(name, ".") || text_same(name, "..") || (name[0] == '.' && !hidden)) {
            continue;
        }
        text_format(&path, "%s%s", text_string(&folder), name);
        text_append(&path, file_is_folder(text_string(&path)) ? "/" : "");
        collect_word(collector, text_string(&path));
        collector->failed |= path.failed;
        text_release(&path);
    }
    if (stream != NULL) {
        closedir(stream);
    }
    collector->failed |= folder.failed;
    text_release(&folder);
}

static void collect_lessons(struct collector *collector) {
    struct shelf shelf = {0};
    struct failure none = {0};
    if (shelf_read(&shelf, collector->session->front.lesson_folders, &none)) {
        for (size_t i = 0; i < shelf.count; i++) {
            collect_word(collector, shelf.list[i].name);
        }
    }
    shelf_release(&shelf);
    collect_files(collector);
}

static void collect_formats(struct collector *collector) {
    const struct export_format *row;
    for (size_t i = 0; (row = export_at(i)) != NULL; i++) {
        collect_word(collector, row->name);
    }
}

/* --- the context of the cursor ---------------------------------------------------------------- */

/* Updates CURSOR for the TOKEN before it. */
static void pass_token(struct cursor *cursor, const struct token *token) {
    struct bracket *inner = cursor->depth > 0 ? &cursor->open[cursor->depth - 1] : NULL;
    const struct token *last = &cursor->previous[0];
    bool named = last->kind == TOKEN_NAME && last->span.end == token->span.start;
    if ((token->kind == TOKEN_OPEN || token->kind == TOKEN_OPEN_SQUARE) && cursor->depth < DEPTH) {
        cursor->open[cursor->depth++] =
            (struct bracket){.kind = token->kind, .name = named ? last->span : (struct span){0}};
    } else if (token->kind == TOKEN_CLOSE || token->kind == TOKEN_CLOSE_SQUARE) {
        cursor->depth -= inner != NULL;
    } else if (token->kind == TOKEN_COMMA && inner != NULL) {
        inner->commas++;
        inner->option = (struct span){0};
    } else if (token->kind == TOKEN_ASSIGN && inner != NULL && last->kind == TOKEN_NAME) {
        inner->option = last->span;
    } else if (token_ends(token->kind) && inner == NULL) {
        cursor->statement = token->span.end;
    }
    cursor->previous[1] = cursor->previous[0];
    cursor->previous[0] = *token;
}

static void cursor_find(struct cursor *cursor, const char *line, size_t at) {
    struct lexer lexer = {.text = line, .length = at};
    struct token token;
    struct failure none = {0};
    *cursor = (struct cursor){.line = line, .at = at, .word = at};
    while (lexer_next(&lexer, &token, &none) && token.kind != TOKEN_END) {
        bool path = token.kind == TOKEN_DOT && token.span.end == at && /* H. */
                    cursor->previous[0].kind == TOKEN_NAME;
        if (token.span.end == at && (token.kind == TOKEN_NAME || token.kind == TOKEN_NUMBER)) {
            cursor->word = token.span.start;
        } else if (path) {
            cursor->word = cursor->previous[0].span.start;
        } else {
            pass_token(cursor, &token);
        }
    }
    size_t quote = lexer_blanks(line, at, lexer.at);
    if (none.set && quote < at && line[quote] == '"') {
        cursor->quoted = true;
        cursor->word = quote + 1;
    }
    cursor->statement = lexer_blanks(line, at, cursor->statement);
}

/* Returns the labels of the axis of a subscript, `A[` and as many commas, as shown. */
static const struct labels *axis_labels(const struct session *session,
                                        const struct definition *definition, size_t subscript) {
    const struct shape *shape = &definition->value->shape;
    if (subscript >= (size_t)shape->axes) {
        return NULL;
    }
    size_t axis = AXIS_COUNT - (size_t)shape->axes + subscript;
    if (session->display.columns && axis >= AXIS_ROW) {
        axis = axis == AXIS_ROW ? AXIS_COLUMN : AXIS_ROW;
    }
    return shape->labels[axis];
}

/* --- inside brackets -------------------------------------------------------------------------- */

static void complete_subscript(struct collector *collector, const struct cursor *cursor,
                               const struct bracket *bracket) {
    const struct definition *definition =
        session_named(collector->session, cursor->line + bracket->name.start,
                      bracket->name.end - bracket->name.start);
    if (definition != NULL) {
        collect_labels(collector, axis_labels(collector->session, definition, bracket->commas));
    }
    if (!cursor->quoted) {
        collect_expression(collector);
    }
}

static void complete_argument(struct collector *collector, const struct cursor *cursor,
                              const struct bracket *bracket) {
    struct span name = bracket->name, given = bracket->option;
    const struct op *row =
        name.end == 0 ? NULL : operator_find(cursor->line + name.start, name.end - name.start);
    int option = row == NULL || given.end == 0
                     ? -1
                     : operator_parameter(row, cursor->line + given.start, given.end - given.start);
    if (option >= 0 && row->parameters[option].words != NULL) {
        collect_words(collector, row->parameters[option].words);
        return;
    }
    if (cursor->quoted) {
        return;
    }
    collect_expression(collector);
    for (size_t i = 0; row != NULL && option < 0 && i < operator_parameter_count(row); i++) {
        const struct parameter *parameter = &row->parameters[i];
        if (bracket->commas > 0 && (parameter->standard != NULL || parameter->optional)) {
            collect_bytes(collector, parameter->name, strlen(parameter->name), "=");
        }
    }
}

/* --- after a command -------------------------------------------------------------------------- */

/* Finds the parameter that the word at the cursor is for. A path continues over signs that end any
 * other word, a lesson's name over its dashes. */
static void find_parameter(struct cursor *cursor) {
    const char *line = cursor->line;
    size_t at = cursor->statement + strcspn(line + cursor->statement, " ");
    cursor->command =
        at < cursor->at ? command_find(line + cursor->statement, at - cursor->statement) : NULL;
    if (cursor->command == NULL) {
        return;
    }
    const struct command_parameter *parameter = cursor->command->parameters;
    const struct command_parameter *end = parameter + COMMAND_PARAMETERS;
    while (parameter < end && parameter->type != TYPE_NONE && cursor->parameter == NULL) {
        at += strspn(line + at, " ");
        at += strcspn(line + at, " ");
        if (at >= cursor->at) {
            cursor->parameter = parameter;
        } else if (parameter_repeats(parameter) || parameter_takes_rest(parameter)) {
            cursor->before++;
        } else {
            parameter++;
        }
    }
    bool wide = cursor->parameter != NULL && cursor->depth == 0 && !cursor->quoted &&
                (cursor->parameter->type == TYPE_FILE || cursor->parameter->type == TYPE_LESSON ||
                 cursor->parameter->type == TYPE_TOPIC || cursor->parameter->type == TYPE_WORD);
    while (wide && cursor->word > cursor->statement && line[cursor->word - 1] != ' ') {
        cursor->word--;
    }
}

static bool token_is(const struct cursor *cursor, const struct token *token, const char *word) {
    size_t length = token->span.end - token->span.start;
    return length == strlen(word) && memcmp(cursor->line + token->span.start, word, length) == 0;
}

/* Completes goto NAME [operation] [row i [col j [term t]]]: labels after row and col, else the next
 * words. */
static void complete_address(struct collector *collector, const struct cursor *cursor) {
    if (cursor->before == 0) {
        collect_names(collector);
        collect_words(collector, "page start end");
        return;
    }
    size_t first = cursor->statement + strlen(cursor->command->name);
    first += strspn(cursor->line + first, " ");
    const struct definition *definition =
        session_named(collector->session, cursor->line + first, strcspn(cursor->line + first, " "));
    if (definition == NULL) {
        return;
    }
    size_t matrix = (size_t)definition->value->shape.axes - 2;
    if (token_is(cursor, &cursor->previous[0], "row")) {
        collect_labels(collector, axis_labels(collector->session, definition, matrix));
    } else if (token_is(cursor, &cursor->previous[0], "col")) {
        collect_labels(collector, axis_labels(collector->session, definition, matrix + 1));
    } else {
        collect_words(collector, "batch head row col term");
        for (size_t i = 0; i < definition->operation_count; i++) {
            collect_word(collector, definition->operations[i].call.op->name);
        }
    }
}

/* Collectors for the words of a parameter, by its type; its row may list others. */
static void (*const collectors[])(struct collector *) = {
    [TYPE_NAME] = collect_names,      [TYPE_CELL] = collect_names,
    [TYPE_FILE] = collect_files,      [TYPE_LESSON] = collect_lessons,
    [TYPE_TOPIC] = collect_topics,    [TYPE_BASELINE] = collect_baselines,
    [TYPE_FORMAT] = collect_formats,  [TYPE_ASSIGNMENT] = collect_expression,
    [TYPE_REST] = collect_expression,
};

static void complete_parameter(struct collector *collector, const struct cursor *cursor) {
    const struct command_parameter *parameter = cursor->parameter;
    bool keyed = cursor->previous[0].kind == TOKEN_ASSIGN;
    if (keyed && token_is(cursor, &cursor->previous[1], "format")) {
        collect_formats(collector); /* it may come in any position */
    } else if (parameter != NULL && parameter->type == TYPE_ADDRESS) {
        complete_address(collector, cursor);
    } else if (parameter != NULL && parameter->type == TYPE_OPTIONS) {
        for (const char *at = parameter->name; !keyed && *at != ']'; at += strcspn(at, " ]")) {
            at += strspn(at, "[ ");
            collect_bytes(collector, at, strcspn(at, "=") + 1, "");
        }
    } else if (parameter != NULL) {
        if (parameter->type < sizeof collectors / sizeof collectors[0] &&
            collectors[parameter->type] != NULL) {
            collectors[parameter->type](collector);
        }
        collect_words(collector, parameter->words);
    }
}

/* --- putting it together ---------------------------------------------------------------------- */

static void complete_at_cursor(struct collector *collector, const struct cursor *cursor) {
    const struct bracket *inner = cursor->depth > 0 ? &cursor->open[cursor->depth - 1] : NULL;
    bool file = cursor->parameter != NULL &&
                (cursor->parameter->type == TYPE_FILE || cursor->parameter->type == TYPE_LESSON);
    if (inner != NULL && inner->kind == TOKEN_OPEN_SQUARE) {
        complete_subscript(collector, cursor, inner);
    } else if (inner != NULL) {
        complete_argument(collector, cursor, inner);
    } else if (cursor->quoted && !file) {
        return;
    } else if (cursor->command != NULL) {
        complete_parameter(collector, cursor);
    } else {
        collect_expression(collector);
        if (cursor->word == cursor->statement) {
            collect_commands(collector);
        }
    }
}

static int compare_candidates(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort(struct completion *completion) {
    if (completion->count < 2) {
        return;
    }
    qsort(completion->list, completion->count, sizeof *completion->list, compare_candidates);
    size_t unique = 1;
    for (size_t i = 1; i < completion->count; i++) {
        if (text_same(completion->list[i], completion->list[unique - 1])) {
            memory_free(completion->list[i]);
        } else {
            completion->list[unique++] = completion->list[i];
        }
    }
    completion->count = unique;
}

bool completion_find(struct session *session, const char *line, size_t at, size_t *start,
                     struct completion *completion) {
    struct cursor cursor;
    cursor_find(&cursor, line, at);
    find_parameter(&cursor);
    *completion = (struct completion){0};
    *start = cursor.word;
    struct collector collector = {.session = session,
                                  .completion = completion,
                                  .prefix = line + cursor.word,
                                  .length = at - cursor.word};
    complete_at_cursor(&collector, &cursor);
    if (collector.failed) {
        completion_release(completion);
        return false;
    }
    sort(completion);
    return true;
}

void completion_release(struct completion *completion) {
    for (size_t i = 0; i < completion->count; i++) {
        memory_free(completion->list[i]);
    }
    memory_free(completion->list);
    *completion = (struct completion){0};
}
