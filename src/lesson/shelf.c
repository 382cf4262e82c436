/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "lesson/shelf.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/output.h"
#include "base/text.h"
#include "base/utf8.h"
#include "lesson/lesson.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static const char SUFFIX[] = ".md";

static void entry_release(struct shelf_entry *entry) {
    memory_free(entry->name);
    memory_free(entry->path);
    memory_free(entry->title);
    memory_free(entry->id);
    memory_free(entry->summary);
    *entry = (struct shelf_entry){0};
}

void shelf_release(struct shelf *shelf) {
    for (size_t i = 0; i < shelf->count; i++) {
        entry_release(&shelf->list[i]);
    }
    memory_free(shelf->list);
    *shelf = (struct shelf){0};
}

void shelf_drop_unfound(struct shelf *shelf) {
    size_t retained = 0;
    for (size_t i = 0; i < shelf->count; i++) {
        if (shelf->list[i].places > 0) {
            shelf->list[retained++] = shelf->list[i];
        } else {
            entry_release(&shelf->list[i]);
        }
    }
    shelf->count = retained;
}

static bool has_name(const struct shelf *shelf, const char *name, size_t length) {
    for (size_t i = 0; i < shelf->count; i++) {
        const char *there = shelf->list[i].name;
        if (strlen(there) == length && memcmp(there, name, length) == 0) {
            return true;
        }
    }
    return false;
}

/* Copies what the list shows from the lesson; one that cannot be read is listed by its name. */
static bool entry_describe(struct shelf_entry *entry) {
    struct failure ignored;
    struct output_log *log = output_use_log(NULL); /* listing lessons uses none of them */
    struct lesson *lesson = lesson_open(entry->path, &ignored);
    output_use_log(log);
    const char *title = lesson ? lesson->title : entry->name;
    const char *id = lesson ? lesson->id : entry->name;
    entry->title = memory_text(title, strlen(title));
    entry->id = memory_text(id, strlen(id));
    const char *summary = lesson ? lesson->summary : NULL;
    entry->summary = summary ? memory_text(summary, strlen(summary)) : NULL;
    entry->minutes = lesson ? lesson->minutes : 0;
    entry->questions = lesson ? lesson_questions(lesson) : 0;
    bool ok = entry->title && entry->id && (entry->summary || !summary);
    lesson_free(lesson);
    return ok;
}

/* Leaves out names that cannot be shown as they are or typed between quotes, because a stranger may
 * have chosen them to do harm. False also without memory, which the next allocation reports. */
static bool can_be_typed(const char *name) {
    struct text shown = {0};
    utf8_line(&shown, name, strlen(name));
    bool same = !shown.failed && text_same(text_string(&shown), name);
    text_release(&shown);
    return same && strchr(name, '"') == NULL;
}

static bool add_shelf_entry(struct shelf *shelf, const char *folder, const char *file) {
    size_t length = strlen(file) - strlen(SUFFIX);
    struct text path = {0};
    if (has_name(shelf, file, length)) {
        return true;
    }
    text_format(&path, "%s/%s", folder, file);
    struct shelf_entry entry = {.name = memory_text(file, length), .path = text_steal(&path)};
    if (!entry.name || !entry.path || !entry_describe(&entry) ||
        !memory_reserve(&shelf->list, &shelf->capacity, shelf->count + 1, sizeof *shelf->list)) {
        entry_release(&entry);
        return false;
    }
    shelf->list[shelf->count++] = entry;
    return true;
}

/* A missing folder contains no lessons. */
static bool read_folder(struct shelf *shelf, const char *folder) {
    DIR *directory = opendir(folder);
    bool added = true;
    for (struct dirent *file = directory ? readdir(directory) : NULL; file && added;
         file = readdir(directory)) {
        size_t length = strlen(file->d_name);
        if (file->d_name[0] != '.' && length > strlen(SUFFIX) &&
            file_has_suffix(file->d_name, SUFFIX) && can_be_typed(file->d_name)) {
            added = add_shelf_entry(shelf, folder, file->d_name);
        }
    }
    if (directory) {
        closedir(directory);
    }
    return added;
}

static int compare_entries(const void *a, const void *b) {
    return strcmp(((const struct shelf_entry *)a)->name, ((const struct shelf_entry *)b)->name);
}

bool shelf_read(struct shelf *shelf, const char *const *folders, struct failure *failure) {
    *shelf = (struct shelf){0};
    for (; folders != NULL && *folders != NULL; folders++) {
        if (!read_folder(shelf, *folders)) {
            return failure_memory(failure);
        }
    }
    if (shelf->count > 0) {
        qsort(shelf->list, shelf->count, sizeof *shelf->list, compare_entries);
    }
    return true;
}

/* Returns "worked-example" for "01-worked-example"; a name without a number is returned whole. */
static const char *without_number(const char *name) {
    size_t digits = strspn(name, "0123456789");
    return digits > 0 && name[digits] == '-' ? name + digits + 1 : name;
}

/* True when WORD is the number that NAME begins with, ignoring leading zeros. */
static bool has_lesson_number(const char *name, const char *word) {
    size_t digits = strspn(name, "0123456789");
    if (digits == 0 || *word == '\0' || word[strspn(word, "0123456789")] != '\0') {
        return false;
    }
    size_t name_zeros = strspn(name, "0"), word_zeros = strspn(word, "0");
    return digits - name_zeros == strlen(word + word_zeros) &&
           memcmp(name + name_zeros, word + word_zeros, digits - name_zeros) == 0;
}

const struct shelf_entry *shelf_find(const struct shelf *shelf, const char *word) {
    struct text plain = {0};
    const struct shelf_entry *found = NULL;
    text_append(&plain, word);
    if (file_has_suffix(word, SUFFIX)) {
        text_truncate(&plain, plain.length - strlen(SUFFIX));
    }
    for (size_t i = 0; i < shelf->count && !found; i++) {
        const char *name = shelf->list[i].name;
        if (text_same(name, text_string(&plain)) ||
            text_same(without_number(name), text_string(&plain)) ||
            has_lesson_number(name, text_string(&plain))) {
            found = &shelf->list[i];
        }
    }
    text_release(&plain);
    return found;
}

struct lesson *shelf_open(const char *const *folders, const char *word, const char *nearest,
                          const char *list, struct failure *failure) {
    struct shelf shelf = {0};
    struct lesson *lesson = NULL;
    bool path =
        strchr(word, '/') != NULL || file_has_suffix(word, SUFFIX) || file_has_suffix(word, ".qkv");
    if (file_exists(word)) {
        return lesson_open(word, failure);
    }
    bool ok = shelf_read(&shelf, folders, failure);
    const struct shelf_entry *entry = ok ? shelf_find(&shelf, word) : NULL;
    for (size_t i = 0; i < shelf.count; i++) {
        nearest = text_nearer(word, nearest, shelf.list[i].name);
    }
    if (entry != NULL) {
        lesson = lesson_open(entry->path, failure);
    } else if (ok && path) {
        lesson = lesson_open(word, failure); /* says that it is not there */
    } else if (ok && nearest != NULL) {
        failure_set(failure, "there is no lesson %s; did you mean %s?", word, nearest);
    } else if (ok) {
        failure_set(failure, "there is no lesson %s; `%s` lists those there are", word, list);
    }
    shelf_release(&shelf);
    return lesson;
}
