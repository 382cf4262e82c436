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

/* Fails with the names that the archive has: "it has W_q, W_k, …". */
static bool refuse_array_name(const struct archive *archive, const char *name,
                              struct failure *failure) {
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
        /* text_ok has set FAILURE. */
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

static struct tensor *take_array(struct archive *archive, const char *name,
                                 struct failure *failure) {
    const char *other;
    for (size_t i = 0; (other = archive->format->name(archive, i)) != NULL; i++) {
        if (text_same(other, name)) {
            return archive->format->read(archive, i, failure);
        }
    }
    refuse_array_name(archive, name, failure);
    return NULL;
}

/* Copies LAYER into its place in *STACK, which the first layer makes; false when its sizes differ.
 */
static bool add_layer(struct tensor **stack, const struct tensor *layer, size_t index,
                      size_t layers, struct failure *failure) {
    size_t cells = shape_cells(&layer->shape);
    if (index == 0) {
        struct shape shape = layer->shape;
        if (shape.axes == AXIS_COUNT) {
            return failure_set(failure,
                               "a layer has four axes, and a stack of them would have five");
        }
        shape.size[AXIS_COUNT - 1 - shape.axes++] = layers;
        *stack = tensor_room(&shape, failure);
    }
    if (*stack == NULL || shape_cells(&(*stack)->shape) != cells * layers) {
        return *stack == NULL
                   ? false
                   : failure_set(failure, "layer %zu has other sizes than layer 0", index);
    }
    memcpy((*stack)->cells + index * cells, layer->cells, cells * sizeof *layer->cells);
    return true;
}

/* Returns one stack of the arrays that NAME stands for, with 0, 1, 2 … for its {i}. */
static struct tensor *take_layers(struct archive *archive, const char *name, size_t layers,
                                  struct failure *failure) {
    const char *place = strstr(name, "{i}");
    struct tensor *stack = NULL;
    bool ok = place != NULL;
    if (!ok) {
        failure_set(failure, "with layers= the name has {i} for the number of the layer, from 0");
    }
    for (size_t i = 0; ok && i < layers; i++) {
        struct text own = {0};
        text_append_bytes(&own, name, (size_t)(place - name));
        text_format(&own, "%zu%s", i, place + strlen("{i}"));
        struct tensor *layer =
            text_ok(&own, failure) ? take_array(archive, text_string(&own), failure) : NULL;
        ok = layer && add_layer(&stack, layer, i, layers, failure);
        tensor_release(layer);
        text_release(&own);
    }
    if (!ok) {
        tensor_release(stack);
    }
    return ok ? stack : NULL;
}

struct tensor *archive_read(const struct archive_format *format, struct stream *stream,
                            const char *name, size_t layers, struct failure *failure) {
    struct archive archive = {.format = format};
    if (!format->open(&archive, stream, failure)) {
        return NULL;
    }
    const char *only = name ? NULL : format->name(&archive, 0); /* where none is asked for */
    struct tensor *tensor = NULL;
    if (name && layers > 0) {
        tensor = take_layers(&archive, name, layers, failure);
    } else if (name || (only && !format->name(&archive, 1))) {
        tensor = take_array(&archive, name ? name : only, failure);
    } else {
        refuse_array_name(&archive, NULL, failure);
    }
    format->close(&archive);
    return tensor;
}
