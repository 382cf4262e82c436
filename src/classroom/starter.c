/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "classroom/classroom.h"

#include "base/failure.h"
#include "base/output.h"
#include "base/text.h"
#include "base/utf8.h"

#include <string.h>

/* The lines of a lesson with one of everything; its id is inserted. */
static const char *const LESSON[] = {
#include "classroom/starter.md.h"
};

bool starter_write(const char *path, bool force, struct text *out, struct failure *failure) {
    struct text lesson = {0};
    if (!file_has_suffix(path, ".md") || file_has_suffix(path, "/.md") || text_same(path, ".md")) {
        return failure_set(failure, "a lesson's name ends in .md, as in qkv new my-lesson.md");
    }
    for (size_t i = 0; i < sizeof LESSON / sizeof LESSON[0]; i++) {
        if (text_same(LESSON[i], "id: @id@")) {
            const char *name = file_base(path); /* "notes/my-lesson.md" is my-lesson */
            text_append(&lesson, "id: ");
            for (size_t k = 0; k < strlen(name) - strlen(".md"); k++) {
                text_append_character(&lesson,
                                      strchr("\n\r\t \"'", name[k]) == NULL ? name[k] : '-');
            }
        } else {
            text_append(&lesson, LESSON[i]);
        }
        text_append(&lesson, "\n");
    }
    bool ok = output_save(path, &lesson, force, failure);
    text_release(&lesson);
    if (ok) {
        struct text shown = {0};
        utf8_line(&shown, path, strlen(path));
        const char *name = text_string(&shown);
        text_format(out, "wrote %s: qkv %s opens it, qkv check %s checks it\n", name, name, name);
        text_release_into(&shown, out);
    }
    return ok && text_ok(out, failure);
}
