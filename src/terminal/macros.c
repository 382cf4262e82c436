#include "terminal/macros.h"

#include "base/memory.h"

#include <string.h>

void macros_release(struct macros *macros) {
    for (size_t i = 0; i < macros->count; i++) {
        text_release(&macros->list[i].text);
    }
    memory_free(macros->list);
    tokens_release(&macros->keys);
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
}

bool macros_begin(struct macros *macros) {
    const struct macro *macro = macros->begun;
    struct tokens *keys = &macros->keys;
    size_t room;
    if (macro == NULL) {
        return false;
    }
    keys->first = keys->end = 0;
    char *bytes = tokens_room(keys, &room);
    size_t length = macro->text.length < room ? macro->text.length : room;
    memcpy(bytes, text_string(&macro->text), length);
    tokens_add(keys, length);
    macros->begun = NULL;
    return true;
}

bool macros_next(struct macros *macros, struct token *key) {
    macros->begun = NULL;
    while (tokens_next(&macros->keys, true, key)) {
        if (key->kind == TOKEN_KEY) {
            return true;
        }
    }
    return false;
}
