/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "files/archive.h"

#include "base/failure.h"
#include "base/text.h"
#include "base/utf8.h"

#include <string.h>

enum { LISTED = 12 }; /* names in a message */

void archive_name(const char *name, struct text *out) {
    enum { SHOWN = 80 };
    struct text line = {0};
    utf8_line(&line, name, strlen(name));
    utf8_fit(out, text_string(&line), line.length, SHOWN);
    while (out->length > 0 && out->bytes[out->length - 1] == ' ') { /* it is filled up */
        text_truncate(out, out->length - 1);
    }
    text_release_into(&line, out);
}

/* "it has W_q, W_k, …". */
static bool refuse_name(const struct archive *archive, const char *name, struct failure *failure) {
    struct text names = {0}, wanted = {0}, best = {0};
    const char *nearest = NULL, *other;
    for (size_t i = 0; (other = archive->format->name(archive, i)) != NULL; i++) {
        nearest = name ? text_nearer(name, nearest, other) : NULL;
        if (i <= LISTED) {
            text_append(&names, i > 0 ? ", " : "");
            archive_name(i == LISTED ? "…" : other, &names);
        }
    }
    archive_name(name ? name : "", &wanted);
    archive_name(nearest ? nearest : "", &best);
    if (!text_ok(&names, failure) || !text_ok(&wanted, failure) || !text_ok(&best, failure)) {
        failure_memory(failure);
    } else if (nearest) {
        failure_set(failure, "there is no %s in it; did you mean %s?", text_string(&wanted),
                    text_string(&best));
    } else if (name) {
        failure_set(failure, "there is no %s in it; it has %s", text_string(&wanted),
                    text_string(&names));
    } else {
        failure_set(failure, "say which of its arrays: it has %s",
                    names.length > 0 ? text_string(&names) : "none");
    }
    text_release(&names);
    text_release(&wanted);
    text_release(&best);
    return false;
}

static struct tensor *take(struct archive *archive, const char *name, struct failure *failure) {
    const char *other;
    for (size_t i = 0; (other = archive->format->name(archive, i)) != NULL; i++) {
        if (text_same(other, name)) {
            return archive->format->read(archive, i, failure);
        }
    }
    refuse_name(archive, name, failure);
    return NULL;
}

/* The one there is, where none is asked for. */
static struct tensor *take_only(struct archive *archive, struct failure *failure) {
    const char *only = archive->format->name(archive, 0);
    if (only && !archive->format->name(archive, 1)) {
        return take(archive, only, failure);
    }
    refuse_name(archive, NULL, failure);
    return NULL;
}

static struct tensor *take_layer(struct archive *archive, const char *name, size_t layer,
                                 struct failure *failure) {
    const char *place = strstr(name, "{i}");
    struct text own = {0};
    text_append_bytes(&own, name, (size_t)(place - name));
    text_format(&own, "%zu%s", layer, place + strlen("{i}"));
    struct tensor *tensor =
        text_ok(&own, failure) ? take(archive, text_string(&own), failure) : NULL;
    text_release(&own);
    return tensor;
}

/* Room for LAYERS of FIRST's sizes. */
static struct tensor *stack_room(const struct tensor *first, size_t layers,
                                 struct failure *failure) {
    struct shape shape = first->shape;
    if (shape.axes == AXIS_COUNT) {
        failure_set(failure, "a layer has four axes, and a stack of them would have five");
        return NULL;
    }
    shape.size[AXIS_COUNT - 1 - shape.axes++] = layers;
    return tensor_room(&shape, failure);
}

static struct tensor *take_layers(struct archive *archive, const char *name, size_t layers,
                                  struct failure *failure) {
    struct tensor *stack = NULL;
    if (!strstr(name, "{i}")) {
        failure_set(failure, "with layers= the name has {i} for the number of the layer, from 0");
        return NULL;
    }
    for (size_t i = 0; i < layers; i++) {
        struct tensor *layer = take_layer(archive, name, i, failure);
        size_t cells = layer ? shape_cells(&layer->shape) : 0;
        if (layer && i == 0) {
            stack = stack_room(layer, layers, failure);
        }
        bool fits = layer && stack && shape_cells(&stack->shape) == cells * layers;
        if (fits) {
            memcpy(stack->cells + i * cells, layer->cells, cells * sizeof *stack->cells);
        } else if (layer && stack) {
            failure_set(failure, "layer %zu has other sizes than layer 0", i);
        }
        tensor_release(layer);
        if (!fits) {
            tensor_release(stack);
            return NULL;
        }
    }
    return stack;
}

struct tensor *archive_read(const struct archive_format *format, struct stream *stream,
                            const char *name, size_t layers, struct failure *failure) {
    struct archive archive = {.format = format};
    if (!format->open(&archive, stream, failure)) {
        return NULL;
    }
    struct tensor *tensor = !name        ? take_only(&archive, failure)
                            : layers > 0 ? take_layers(&archive, name, layers, failure)
                                         : take(&archive, name, failure);
    format->close(&archive);
    return tensor;
}
