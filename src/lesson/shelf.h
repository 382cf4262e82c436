/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* shelf: the lessons there are, in some folders. */
#ifndef QKV_LESSON_SHELF_H
#define QKV_LESSON_SHELF_H

#include <stdbool.h>
#include <stddef.h>

struct failure;
struct lesson;

/* A lesson that can be found. One that cannot be read has its name as title and id. */
struct shelf_entry {
    char *name; /* "01-worked-example" */
    char *path, *title, *id;
    char *summary; /* NULL: it has none */
    long minutes;
    size_t questions;
    size_t places; /* where what is looked for stands in it; 0: nobody looks */
};

struct shelf {
    struct shelf_entry *list;
    size_t count, capacity;
};

/* The lessons of FOLDERS (NULL-terminated, or NULL: none), by file name; the first folder that has
 * a name wins. A folder that cannot be read has none. To be released also after a failure, which is
 * no memory. */
bool shelf_read(struct shelf *shelf, const char *const *folders, struct failure *failure);
void shelf_release(struct shelf *shelf);
/* Without those that have no such places. */
void shelf_keep_found(struct shelf *shelf);
/* Finds "01-worked-example", "01-worked-example.md", "worked-example", "1" or "01"; NULL when none.
 */
const struct shelf_entry *shelf_find(const struct shelf *shelf, const char *word);

/* Opens what a person calls a lesson: a file, or one of FOLDERS as shelf_find has it. Where there
 * is none, the message names the nearest, or else LIST, which lists the lessons; NEAREST, or NULL,
 * is another word that may have been meant. The caller frees with lesson_free. */
struct lesson *shelf_open(const char *const *folders, const char *word, const char *nearest,
                          const char *list, struct failure *failure);

#endif
