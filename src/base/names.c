#include "base/names.h"

#include <string.h>

/* Where NAME is, or where it would be: the table is never full. */
static size_t slot_of(const struct names *names, const char *name, size_t length) {
    size_t at = length;
    for (size_t i = 0; i < length; i++) {
        at = at * 31 + (unsigned char)name[i];
    }
    at %= NAMES_SLOTS;
    while (names->slots[at].name != NULL && (names->slots[at].length != length ||
                                             memcmp(names->slots[at].name, name, length) != 0)) {
        at = (at + 1) % NAMES_SLOTS;
    }
    return at;
}

void names_add(struct names *names, const char *name, size_t length, const void *row) {
    struct names_slot *slot = &names->slots[slot_of(names, name, length)];
    if (slot->name == NULL && names->count < NAMES_SLOTS / 2) {
        *slot = (struct names_slot){name, length, row};
        names->count++;
    }
}

const void *names_find(const struct names *names, const char *name, size_t length) {
    return names->slots[slot_of(names, name, length)].row;
}
