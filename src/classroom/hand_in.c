/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "classroom/classroom.h"

#include "base/failure.h"
#include "base/utf8.h"
#include "classroom/script.h"

#include <string.h>

bool hand_in_take(struct session *session, const char *named, const char *answers,
                  struct sitting *sitting, struct failure *failure) {
    *sitting = (struct sitting){0};
    if (answers != NULL) {
        struct script script = {0};
        bool ok = record_begin(&sitting->record, session->lesson, failure) &&
                  sitting_begin(sitting, session, failure) &&
                  script_read(&script, answers, session->lesson, failure);
        script.sitting = sitting;
        ok = ok && script_run(&script, session, failure);
        script_release(&script);
        return ok;
    }
    return sitting_find(sitting, session, failure) &&
           (json_array_size(sitting->record.events) > 0 ||
            failure_set(failure, "nothing was answered in %s yet: qkv %s opens it",
                        session->lesson->title, named)) &&
           record_begin(&sitting->record, session->lesson, failure);
}

/* Appends NAME in small letters, with one hyphen for each run of other characters than letters and
 * digits. */
static void append_plain(struct text *path, const char *name) {
    bool separated = false;
    for (const char *at = name; *at != '\0'; at++) {
        char small = *at >= 'A' && *at <= 'Z' ? (char)(*at | 0x20) : *at;
        bool plain = (small >= 'a' && small <= 'z') || (small >= '0' && small <= '9') ||
                     (unsigned char)small >= 0x80;
        text_append(path, plain && separated ? "-" : "");
        text_append_bytes(path, &small, plain ? 1 : 0);
        separated = separated ? !plain : !plain && at > name;
    }
}

bool hand_in_name(struct sitting *sitting, const char *name, struct failure *failure) {
    struct text line = {0}, plain = {0};
    utf8_line(&line, name, strcspn(name, "\n"));
    append_plain(&plain, text_string(&line));
    bool named = text_ok(&line, failure) && text_ok(&plain, failure) &&
                 (plain.length > 0 || failure_set(failure, "a name needs a letter"));
    text_release(&plain);
    named = named &&
            record_add(&sitting->record, json_make("{ss}", "name", text_string(&line)), failure);
    if (named) {
        sitting_save(sitting, &(struct failure){0}); /* if it fails, the name is asked for again */
    }
    text_release(&line);
    return named;
}

void hand_in_file(const struct record *record, struct text *path) {
    const char *lesson = record_string(record, "lesson"), *name = record_string(record, "name");
    append_plain(path, lesson == NULL ? "" : lesson);
    text_append(path, "-");
    append_plain(path, name == NULL ? "" : name);
    text_append(path, ".jsonl");
}
