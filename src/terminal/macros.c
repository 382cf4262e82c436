/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/macros.h"

#include "base/memory.h"

#include <string.h>

void macros_release(struct macros *macros) {
    for (size_t i = 0; i < macros->count; i++) {
        text_release(&macros->list[i].text);
    }
    memory_free(macros->list);
    text_release(&macros->after);
    input_release(&macros->keys);
    macros->list = NULL;
    macros->count = macros->capacity = 0;
}

static struct macro *find(const struct macros *macros, const void *map, int key) {
    for (size_t i = 0; i < macros->count; i++) {
        if (macros->list[i].map == map && macros->list[i].key == key) {
            return &macros->list[i];
        }
    }
    return NULL;
}

bool macros_set(struct macros *macros, const void *map, int key, const char *text) {
    struct macro *macro = find(macros, map, key);
    if (macro == NULL) {
        if (!memory_reserve(&macros->list, &macros->capacity, macros->count + 1,
                            sizeof *macros->list)) {
            return false;
        }
        macro = &macros->list[macros->count++];
        *macro = (struct macro){.map = map, .key = key};
    }
    text_clear(&macro->text);
    text_append(&macro->text, text);
    return !macro->text.failed;
}

void macros_press(struct macros *macros, const void *map, int key) {
    macros->begun = find(macros, map, key);
    text_clear(&macros->after);
}

void macros_follow(struct macros *macros, const char *bytes, size_t length) {
    text_append_bytes(&macros->after, bytes, length);
}

/* As many of TEXT's bytes as there is room for. */
static void add_keys(struct input *keys, const struct text *text) {
    size_t room;
    char *bytes = input_room(keys, &room);
    size_t length = text->length < room ? text->length : room;
    memcpy(bytes, text_string(text), length);
    input_add(keys, length);
}

bool macros_begin(struct macros *macros) {
    const struct macro *macro = macros->begun;
    struct input *keys = &macros->keys;
    if (macro == NULL) {
        return false;
    }
    keys->first = keys->end = 0;
    add_keys(keys, &macro->text);
    add_keys(keys, &macros->after);
    macros->begun = NULL;
    return true;
}

bool macros_next(struct macros *macros, struct input_event *key) {
    macros->begun = NULL;
    while (input_next(&macros->keys, true, key)) {
        if (key->kind == INPUT_KEY) {
            return true;
        }
    }
    return false;
}
