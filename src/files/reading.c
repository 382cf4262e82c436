/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "files/reading.h"

#include "base/file.h"
#include "base/text.h"
#include "files/formats.h"
#include "lesson/lesson.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* What a formula asks for, and from which file. */
struct request {
    const struct reading_place *from;
    const char *file, *name; /* NAME may be NULL */
    size_t layers;           /* 0 when it asks for none */
};

/* --- where it lies ---------------------------------------------------------------------------- */

/* Keeps the failure of the first place searched. */
static bool keep_first_failure(bool found, const struct failure *unfound, struct failure *failure) {
    if (found || !failure->set) {
        *failure = *unfound;
    }
    return found;
}

/* Looks in the folder of the lesson, which then notes that it reads the file. ERRNO is that of the
 * opening. */
static bool try_beside(const struct reading_place *from, const char *file, struct stream *stream,
                       struct failure *failure) {
    struct failure unfound = {0};
    errno = 0;
    bool found = file_open_below(from->folder, file, stream, &unfound);
    keep_first_failure(found, &unfound, failure);
    if (found && from->lesson) {
        struct text path = {0};
        struct file_stamp stamp;
        text_format(&path, "%s/%s", from->folder, file);
        file_stamp(text_string(&path), &stamp);
        found = text_ok(&path, failure) &&
                lesson_add_file(from->lesson, text_string(&path), &stamp, failure);
        text_release(&path);
        if (!found) {
            stream_close(stream);
        }
    }
    return found;
}

static bool path_goes_up(const char *file) {
    bool up = false;
    for (size_t length; !up && *file != '\0'; file += length + strspn(file + length, "/")) {
        length = strcspn(file, "/");
        up = length == 2 && file[0] == '.' && file[1] == '.';
    }
    return up;
}

/* Looks among the models. A link there, to what another program fetched, is the user's own. */
static bool try_model(const char *models, const char *file, struct stream *stream,
                      struct failure *failure) {
    struct failure unfound = {0};
    struct text path = {0};
    bool found = false;
    text_append(&path, models == NULL ? "" : models);
    if (!path_goes_up(file) && (models != NULL || file_models_folder(&path))) {
        size_t folder = path.length;
        text_format(&path, "/%s", file);
        errno = 0;
        found = text_ok(&path, failure) && file_open(text_string(&path), stream, &unfound);
        stream->name = file;
        keep_first_failure(found, &unfound, failure);
        if (!found && errno == ENOENT) {
            text_truncate(&path, folder);
            failure_suffix(failure, "; nor is it in %s", text_string(&path));
        }
    }
    text_release(&path);
    return found;
}

/* Opens the file in the first place that has it. */
static bool find_file(const struct reading_place *from, const char *file, struct stream *stream,
                      struct failure *failure) {
    errno = 0;
    bool found = from->anywhere && file_open(file, stream, failure);
    bool sought = !from->anywhere || (!found && errno == ENOENT && file[0] != '/');
    if (!found && sought && from->folder) {
        found = try_beside(from, file, stream, failure);
        sought = !found && errno == ENOENT;
    }
    return found || (sought && try_model(from->models, file, stream, failure));
}

/* --- kinds of files --------------------------------------------------------------------------- */

static struct tensor *read_table(struct stream *stream, const struct request *request,
                                 struct failure *failure) {
    struct text text = {0};
    struct tensor *tensor = NULL;
    char separator = file_has_suffix(request->file, ".tsv") ? '\t' : ',';
    if (stream->size > FILE_LIMIT) {
        failure_set(failure, "it is too big: the limit is %d MiB", FILE_LIMIT >> 20);
        return NULL;
    }
    if (stream_text(stream, stream->size, &text, failure)) {
        tensor = csv_read(stream->name, text_string(&text), text.length, separator, failure);
    }
    text_release(&text);
    return tensor;
}

static struct tensor *read_lone_array(struct stream *stream, const struct request *request,
                                      struct failure *failure) {
    return file_has_suffix(request->file, ".npy") ? npy_read(stream, failure)
                                                  : llama_vocabulary(stream, failure);
}

/* Reads the tokens; the merges are in the same folder. */
static struct tensor *read_tokens(struct stream *stream, const struct request *request,
                                  struct failure *failure) {
    struct text path = {0};
    struct stream merges;
    struct tensor *tensor = NULL;
    file_folder(request->file, &path);
    text_append(&path, "/merges.txt");
    if (text_ok(&path, failure) && find_file(request->from, text_string(&path), &merges, failure)) {
        tensor = vocabulary_read(stream, &merges, failure);
        stream_close(&merges);
    }
    text_release(&path);
    return tensor;
}

static const struct {
    const char *suffix;
    struct tensor *(*read)(struct stream *stream, const struct request *request,
                           struct failure *failure); /* of one array */
    const struct archive_format *archive;            /* of several with names */
} kinds[] = {
    {".csv", read_table, NULL},
    {".tsv", read_table, NULL},
    {".npy", read_lone_array, NULL},
    {".npz", NULL, &archive_npz},
    {".safetensors", NULL, &archive_safetensors},
    {".bin", read_lone_array, &archive_llama},
    {".json", read_tokens, NULL},
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* Returns the kind of FILE by its suffix, KINDS when there is none. */
static size_t kind_of_file(const char *file) {
    size_t kind = 0;
    while (kind < KINDS && !file_has_suffix(file, kinds[kind].suffix)) {
        kind++;
    }
    return kind;
}

static struct tensor *read_kind(struct stream *stream, const struct request *request,
                                struct failure *failure) {
    size_t kind = kind_of_file(request->file);
    if (kinds[kind].archive && (request->name || !kinds[kind].read)) {
        return archive_read(kinds[kind].archive, stream, request->name, request->layers, failure);
    }
    if (!request->name && request->layers == 0) {
        return kinds[kind].read(stream, request, failure);
    }
    failure_set(failure, "it contains one array, without a name");
    return NULL;
}

static struct tensor *read_number_file(const struct request *request, struct failure *failure) {
    struct stream stream;
    if (kind_of_file(request->file) == KINDS) {
        struct text list = {0}; /* ".csv, .tsv, .npy and .npz" */
        for (size_t i = 0; i < KINDS; i++) {
            text_format(&list, "%s%s", text_between(i, KINDS), kinds[i].suffix);
        }
        failure_set(failure, "%s: %s files hold numbers; `open` opens a lesson", request->file,
                    text_string(&list));
        text_release(&list);
        return NULL;
    }
    if (!find_file(request->from, request->file, &stream, failure)) {
        return NULL;
    }
    struct tensor *tensor = read_kind(&stream, request, failure);
    stream_close(&stream);
    if (!tensor && !failure->outside) { /* a file of bytes has no lines */
        size_t line = failure->line, column = failure->column;
        failure_locate(failure, request->file, "", 1);
        failure->line = line;
        failure->column = column;
    }
    return tensor;
}

/* --- what the formula says -------------------------------------------------------------------- */

static bool read_request(const struct node *node, struct request *request,
                         struct failure *failure) {
    const struct node *file = node->argument[0], *name = node->argument[1];
    const struct node *layers = node->argument[2];
    double number = 0;
    if (file->kind != NODE_TEXT || (name && name->kind != NODE_TEXT)) {
        return failure_at(failure, node->span, "write the file and the name in double quotes");
    }
    if (layers && !(tree_is_number(layers, &number) && number >= 1 && number == floor(number) &&
                    number <= (double)TENSOR_LIMIT)) {
        return failure_at(failure, layers->span,
                          "layers is a whole number from 1, as in layers=12");
    }
    request->file = file->text;
    request->name = name ? name->text : NULL;
    request->layers = (size_t)number;
    return !layers || name ||
           failure_at(failure, layers->span, "layers= needs a name with {i} in it");
}

struct filling {
    struct tree *tree;
    const struct reading_place *from;
    struct failure *failure;
};

/* Makes NODE the array that REQUEST asks for. */
static bool fill_node(const struct filling *filling, const struct node *node,
                      const struct request *request) {
    struct tensor *array = read_number_file(request, filling->failure);
    bool ok = array && tree_retain_array(filling->tree, array, filling->failure);
    if (ok) {
        ((struct node *)node)->array = array; /* reading_fill was given the tree to change */
    } else if (filling->failure->file[0] == '\0') {
        failure_place(filling->failure, node->span);
    }
    tensor_release(array);
    return ok;
}

/* Reads the vocabularies among the arguments of NODE; a folder has its vocabulary in vocab.json. */
static bool fill_arguments(const struct filling *filling, const struct node *node) {
    bool ok = true;
    for (int i = 0; ok && i < CALL_ARGUMENTS; i++) {
        const struct node *argument = node->argument[i];
        bool names = argument && node->op->parameters[i].of_file;
        if (names && argument->kind == NODE_TEXT && !argument->array) {
            struct text path = {0};
            text_append(&path, argument->text);
            text_append(&path, kind_of_file(argument->text) == KINDS ? "/vocab.json" : "");
            struct request request = {.from = filling->from, .file = text_string(&path)};
            ok = text_ok(&path, filling->failure) && fill_node(filling, argument, &request);
            text_release(&path);
        }
    }
    return ok;
}

static bool fill_from_files(void *context, const struct node *node) {
    const struct filling *filling = context;
    struct request request = {.from = filling->from};
    bool apply = node->kind == NODE_APPLY;
    if (node->array) {
        return true;
    }
    if (apply && node->op->of_file) {
        return read_request(node, &request, filling->failure) && fill_node(filling, node, &request);
    }
    return (!apply || fill_arguments(filling, node)) &&
           tree_children(node, fill_from_files, context);
}

bool reading_fill(struct tree *tree, const struct reading_place *from, struct failure *failure) {
    struct filling filling = {tree, from, failure};
    return fill_from_files(&filling, tree->root);
}
