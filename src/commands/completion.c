/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* completion: what the word before the cursor may become, by where it stands. All lists come from
 * the tables and from the notebook. */
#include "base/file.h"
#include "base/memory.h"
#include "commands/groups.h"
#include "commands/help.h"
#include "files/export.h"
#include "lesson/shelf.h"

#include <dirent.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 32 };

/* A bracket that is open at the cursor. */
struct bracket {
    char kind;      /* ( [ { */
    size_t at;      /* its byte */
    size_t commas;  /* directly inside, before the cursor */
    size_t segment; /* where the argument with the cursor begins */
};

/* How things stand at the cursor. */
struct cursor {
    const char *line;
    size_t at;
    size_t statement; /* where the present statement begins */
    size_t word;      /* where the present word begins */
    size_t quote;     /* after the opening quote, or SIZE_MAX outside */
    struct bracket open[DEPTH];
    size_t depth;
    const struct command *command; /* that of the statement, behind its word; NULL: none */
    const struct command_parameter *parameter; /* of it, which the present word is for; NULL */
    size_t before; /* how many words of a parameter that takes several stand before */
};

/* What is being collected. */
struct collector {
    struct session *session;
    struct completion *completion;
    const char *prefix;
    size_t length;
    const char *lead; /* what is put before each, LEAD_LENGTH bytes: a file's folder */
    size_t lead_length;
    bool failed;
};

/* --- collecting ------------------------------------------------------------------------------- */

static void collect_bytes(struct collector *collector, const char *bytes, size_t length,
                          const char *after) {
    struct completion *completion = collector->completion;
    if (collector->failed || length < collector->length ||
        memcmp(bytes, collector->prefix, collector->length) != 0) {
        return;
    }
    struct text word = {0};
    text_append_bytes(&word, collector->lead, collector->lead_length);
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

static void collect(struct collector *collector, const char *word) {
    collect_bytes(collector, word, strlen(word), "");
}

/* The words of a list parted by blanks. */
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
        collect(collector, definition->name);
        bool path = memchr(collector->prefix, '.', collector->length) != NULL;
        for (size_t k = 0; path && k < definition->inside_count; k++) {
            collect(collector, definition->inside[k].path);
        }
    }
}

static void collect_operators(struct collector *collector, const char *after) {
    const struct library *library = session_notebook(collector->session)->library;
    const struct operator* row;
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
        collect(collector, command->name);
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
        collect(collector, text_string(&address));
        text_release(&address);
    }
}

static void collect_topics(struct collector *collector) {
    collect_commands(collector);
    collect_operators(collector, "");
    for (const struct topic *topic = topics; topic->name != NULL; topic++) {
        collect(collector, topic->name);
    }
}

/* The one without a name needs no word. */
static void collect_baselines(struct collector *collector) {
    const char *name;
    for (size_t i = 0; (name = history_baseline_name(collector->session->history, i)) != NULL;
         i++) {
        if (name[0] != '\0') {
            collect(collector, name);
        }
    }
}

static void collect_entry(struct collector *collector, const char *folder, const char *name) {
    bool hidden = name[0] == '.' && collector->prefix[0] != '.';
    if (hidden || text_same(name, ".") || text_same(name, "..")) {
        return;
    }
    struct text path = {0};
    text_format(&path, "%s/%s", folder, name);
    bool deep = !path.failed && file_is_folder(text_string(&path));
    collect_bytes(collector, name, strlen(name), deep ? "/" : "");
    text_release(&path);
}

/* The files that begin as PREFIX does, under their whole path. */
static void collect_files(struct collector *collector) {
    struct collector files = *collector;
    struct text folder = {0};
    files.lead = collector->prefix;
    for (size_t i = 0; i < collector->length; i++) {
        files.lead_length = collector->prefix[i] == '/' ? i + 1 : files.lead_length;
    }
    files.prefix += files.lead_length;
    files.length -= files.lead_length;
    text_append_bytes(&folder, files.lead, files.lead_length);
    const char *path = files.lead_length == 0 ? "." : text_string(&folder);
    DIR *stream = opendir(path);
    struct dirent *entry;
    while (stream != NULL && (entry = readdir(stream)) != NULL) {
        collect_entry(&files, path, entry->d_name);
    }
    if (stream != NULL) {
        closedir(stream);
    }
    collector->failed = files.failed || folder.failed;
    text_release(&folder);
}

static void collect_lessons(struct collector *collector) {
    struct shelf shelf = {0};
    struct failure none = {0};
    if (shelf_read(&shelf, collector->session->front.lesson_folders, &none)) {
        for (size_t i = 0; i < shelf.count; i++) {
            collect(collector, shelf.list[i].name);
        }
    }
    shelf_release(&shelf);
    collect_files(collector);
}

static void collect_formats(struct collector *collector) {
    const struct export_format *row;
    for (size_t i = 0; (row = export_at(i)) != NULL; i++) {
        collect(collector, row->name);
    }
}

/* --- where the cursor stands ------------------------------------------------------------------ */

static bool is_word_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '\'' || (unsigned char)c >= 0x80;
}

/* Where the word that ends before byte END begins; of H.A that is H. */
static size_t word_start(const char *line, size_t least, size_t end) {
    size_t start = end;
    while (start > least && is_word_byte(line[start - 1])) {
        start--;
    }
    bool path = start > least + 1 && line[start - 1] == '.' && is_word_byte(line[start - 2]);
    size_t before = path ? word_start(line, least, start - 1) : start;
    return path && line[before] >= '0' && line[before] <= '9' ? start : before;
}

static void pass_byte(struct cursor *cursor, size_t at) {
    char c = cursor->line[at];
    struct bracket *inner = cursor->depth > 0 ? &cursor->open[cursor->depth - 1] : NULL;
    if (strchr("([{", c) != NULL) {
        if (cursor->depth < DEPTH) {
            cursor->open[cursor->depth++] = (struct bracket){c, at, 0, at + 1};
        }
    } else if (strchr(")]}", c) != NULL) {
        cursor->depth -= cursor->depth > 0 ? 1 : 0;
    } else if (c == ',' && inner != NULL) {
        inner->commas++;
        inner->segment = at + 1;
    } else if (c == ';' && inner == NULL) {
        cursor->statement = at + 1;
    }
}

static void cursor_find(struct cursor *cursor, const char *line, size_t at) {
    *cursor = (struct cursor){.line = line, .at = at, .quote = SIZE_MAX};
    for (size_t i = 0; i < at; i++) {
        if (line[i] == '"') {
            cursor->quote = cursor->quote == SIZE_MAX ? i + 1 : SIZE_MAX;
        } else if (cursor->quote == SIZE_MAX) {
            pass_byte(cursor, i);
        }
    }
    while (cursor->statement < at && line[cursor->statement] == ' ') {
        cursor->statement++;
    }
    cursor->word = word_start(line, cursor->statement, at);
    if (cursor->quote != SIZE_MAX) {
        cursor->word = cursor->quote;
    }
}

/* The name that ends before byte END, as its start; END when none does. */
static size_t name_before(const struct cursor *cursor, size_t end) {
    return word_start(cursor->line, cursor->statement, end);
}

/* The labels of the axis a subscript stands for: `A[`, then as many commas. As shown. */
static const struct labels *axis_labels(const struct session *session,
                                        const struct definition *definition, size_t subscript) {
    const struct shape *shape = &definition->value->shape;
    if (subscript >= (size_t)shape->axes) {
        return NULL;
    }
    size_t axis = AXIS_COUNT - (size_t)shape->axes + subscript;
    if (session->view.columns && axis >= AXIS_ROW) {
        axis = axis == AXIS_ROW ? AXIS_COLUMN : AXIS_ROW;
    }
    return shape->labels[axis];
}

/* --- inside brackets -------------------------------------------------------------------------- */

static void complete_subscript(struct collector *collector, const struct cursor *cursor,
                               const struct bracket *bracket) {
    size_t start = name_before(cursor, bracket->at);
    const struct definition *definition =
        session_named(collector->session, cursor->line + start, bracket->at - start);
    if (definition != NULL) {
        collect_labels(collector, axis_labels(collector->session, definition, bracket->commas));
    }
    if (cursor->quote == SIZE_MAX) {
        collect_expression(collector);
    }
}

/* The parameter whose `name=` begins the argument with the cursor, or -1. */
static int option_at(const struct cursor *cursor, const struct bracket *bracket,
                     const struct operator* row) {
    size_t start = bracket->segment;
    while (start < cursor->at && cursor->line[start] == ' ') {
        start++;
    }
    size_t end = start;
    while (end < cursor->at && is_word_byte(cursor->line[end])) {
        end++;
    }
    size_t equals = end;
    while (equals < cursor->at && cursor->line[equals] == ' ') {
        equals++;
    }
    bool named = end > start && equals < cursor->at && cursor->line[equals] == '=';
    return named ? operator_parameter(row, cursor->line + start, end - start) : -1;
}

static void complete_argument(struct collector *collector, const struct cursor *cursor,
                              const struct bracket *bracket) {
    size_t start = name_before(cursor, bracket->at);
    const struct operator* row = operator_find(cursor->line + start, bracket->at - start);
    int option = row == NULL ? -1 : option_at(cursor, bracket, row);
    if (option >= 0 && row->parameters[option].words != NULL) {
        collect_words(collector, row->parameters[option].words);
        return;
    }
    if (cursor->quote != SIZE_MAX) {
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

/* The parameter that the word at the cursor is for. A path goes on over signs that end any other
 * word, a lesson's name over its dashes. */
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
    bool wide = cursor->parameter != NULL && cursor->depth == 0 && cursor->quote == SIZE_MAX &&
                (cursor->parameter->type == TYPE_FILE || cursor->parameter->type == TYPE_LESSON ||
                 cursor->parameter->type == TYPE_TOPIC || cursor->parameter->type == TYPE_WORD);
    while (wide && cursor->word > cursor->statement && line[cursor->word - 1] != ' ') {
        cursor->word--;
    }
}

static bool word_is(const struct cursor *cursor, size_t start, size_t end, const char *word) {
    return end - start == strlen(word) && memcmp(cursor->line + start, word, end - start) == 0;
}

/* goto NAME [operation] [row i [col j [term t]]]: labels after row and col, else the next words. */
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
    size_t end = cursor->word;
    while (end > first && cursor->line[end - 1] == ' ') {
        end--;
    }
    size_t start = name_before(cursor, end);
    size_t matrix = (size_t)definition->value->shape.axes - 2;
    if (word_is(cursor, start, end, "row")) {
        collect_labels(collector, axis_labels(collector->session, definition, matrix));
    } else if (word_is(cursor, start, end, "col")) {
        collect_labels(collector, axis_labels(collector->session, definition, matrix + 1));
    } else {
        collect_words(collector, "batch head row col term");
        for (size_t i = 0; i < definition->operation_count; i++) {
            collect(collector, definition->operations[i].call.operator->name);
        }
    }
}

/* The words that may be typed for a parameter, by its type; beside those of its row. */
static void (*const collectors[])(struct collector *) = {
    [TYPE_NAME] = collect_names,      [TYPE_CELL] = collect_names,
    [TYPE_FILE] = collect_files,      [TYPE_LESSON] = collect_lessons,
    [TYPE_TOPIC] = collect_topics,    [TYPE_BASELINE] = collect_baselines,
    [TYPE_FORMAT] = collect_formats,  [TYPE_ASSIGNMENT] = collect_expression,
    [TYPE_REST] = collect_expression,
};

static void complete_parameter(struct collector *collector, const struct cursor *cursor) {
    const struct command_parameter *parameter = cursor->parameter;
    bool keyed = cursor->word > 0 && cursor->line[cursor->word - 1] == '=';
    if (keyed &&
        word_is(cursor, name_before(cursor, cursor->word - 1), cursor->word - 1, "format")) {
        collect_formats(collector); /* it may stand anywhere */
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

/* --- all together ----------------------------------------------------------------------------- */

static void complete(struct collector *collector, const struct cursor *cursor) {
    const struct bracket *inner = cursor->depth > 0 ? &cursor->open[cursor->depth - 1] : NULL;
    bool file = cursor->parameter != NULL &&
                (cursor->parameter->type == TYPE_FILE || cursor->parameter->type == TYPE_LESSON);
    if (inner != NULL && inner->kind == '[') {
        complete_subscript(collector, cursor, inner);
    } else if (inner != NULL) {
        complete_argument(collector, cursor, inner);
    } else if (cursor->quote != SIZE_MAX && !file) {
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

static int compare(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort(struct completion *completion) {
    if (completion->count < 2) {
        return;
    }
    qsort(completion->list, completion->count, sizeof *completion->list, compare);
    size_t kept = 1;
    for (size_t i = 1; i < completion->count; i++) {
        if (text_same(completion->list[i], completion->list[kept - 1])) {
            memory_free(completion->list[i]);
        } else {
            completion->list[kept++] = completion->list[i];
        }
    }
    completion->count = kept;
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
    complete(&collector, &cursor);
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
