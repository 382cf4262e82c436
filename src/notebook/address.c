#include "notebook/address.h"

#include "base/failure.h"
#include "base/text.h"
#include "language/reader.h"

#include <string.h>

/* Constants of the language, which a bare word would be read as. */
static bool is_constant(const char *word) {
    return text_same(word, "inf") || text_same(word, "nan") || text_same(word, "pi");
}

/* Whether ADDRESS, in quotes, is read back as position AT. */
static bool can_be_quoted(const struct labels *labels, const char *address, size_t at) {
    struct failure failure = {0};
    size_t found;

    for (const char *c = address; *c != '\0'; c++) {
        if (*c == '"' || (unsigned char)*c < ' ') {
            return false;
        }
    }
    return labels_resolve(labels, address, "row", &found, &failure) && found == at;
}

void address_position(const struct labels *labels, size_t at, struct text *out) {
    struct text address = {0};

    if (labels != NULL) {
        labels_address(labels, at, &address);
    }
    if (labels == NULL || !can_be_quoted(labels, text_string(&address), at)) {
        text_format(out, "%zu", at + 1);
    } else if (reader_is_name(text_string(&address), address.length) &&
               !is_constant(text_string(&address))) {
        text_append(out, text_string(&address));
    } else {
        text_format(out, "\"%s\"", text_string(&address));
    }
    out->failed |= address.failed;
    text_release(&address);
}

void address_write(const struct shape *shape, size_t cell, bool columns, struct text *out) {
    struct place place = tensor_place(shape, cell);

    for (int i = AXIS_COUNT - shape->axes; i < AXIS_COUNT; i++) {
        int axis = columns && i >= AXIS_ROW ? AXIS_ROW + AXIS_COLUMN - i : i;

        text_append(out, i == AXIS_COUNT - shape->axes ? "[" : ",");
        address_position(shape->labels[axis], place.at[axis], out);
    }
    text_append(out, "]");
}

bool address_needed(const struct shape *shape) {
    return !shape_is_number(shape) || shape->labels[AXIS_ROW] != NULL ||
           shape->labels[AXIS_COLUMN] != NULL;
}

void address_expression(const char *written, bool loose, struct text *out) {
    text_append(out, loose ? "(" : "");
    text_append(out, written);
    text_append(out, loose ? ")" : "");
}
