/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/easel.h"

#include "base/failure.h"
#include "base/utf8.h"
#include "notebook/room.h"

#include <check.h>
#include <string.h>

struct tensor *easel_value(const char *expression) {
    struct notebook notebook;
    notebook_init(&notebook);
    struct definition *definition = room_evaluate(&notebook, expression);
    struct tensor *value = tensor_retain(definition->value);
    definition_release(definition);
    notebook_release(&notebook);
    return value;
}

struct picture easel_view(const struct tensor *value) {
    struct picture picture = picture_plain("A", value);
    picture.precision = 4;
    picture.limit = 8;
    return picture;
}

struct text easel_print(const struct picture *view) {
    static const struct paint plain = {.colour = false};
    struct text out = {0};
    matrix_print(view, &(struct output){&out, &plain, 80});
    return out;
}

void easel_assert(struct text *drawn, const char *expected) {
    ck_assert_msg(text_same(text_string(drawn), expected), "drawn:\n%s\nexpected:\n%s",
                  text_string(drawn), expected);
    text_release(drawn);
}

void easel_assert_lines(const char *text, size_t width) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        ck_assert_msg(text[length] == '\n', "the last line does not end: %s", text);
        ck_assert_msg(utf8_valid(text, length), "not UTF-8: %.*s", (int)length, text);
        ck_assert_msg(utf8_columns(text, length) <= width, "%zu columns: %.*s",
                      utf8_columns(text, length), (int)length, text);
        ck_assert_msg(length == 0 || text[length - 1] != ' ', "ends in blanks: %.*s|", (int)length,
                      text);
        text += length + 1;
    }
}

void easel_strip(const char *text, struct text *out) {
    for (; *text; text++) {
        if (text_starts(text, "\xef\xb7")) { /* a mark */
            text += 2;
            continue;
        }
        while (*text == '\n' && out->length > 0 && out->bytes[out->length - 1] == ' ') {
            text_truncate(out, out->length - 1);
        }
        text_append_bytes(out, text, 1);
    }
}
