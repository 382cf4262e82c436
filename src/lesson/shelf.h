/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* shelf: the lessons that some folders contain. */
#ifndef QKV_LESSON_SHELF_H
#define QKV_LESSON_SHELF_H

#include <stdbool.h>
#include <stddef.h>

struct failure;
struct lesson;

/* A lesson that can be found. One that cannot be read has its name as its title and id. */
struct shelf_entry {
    char *name; /* "01-worked-example" */
    char *path, *title, *id;
    char *summary; /* NULL: it has none */
    long minutes;
    size_t questions;
    size_t places; /* how many places contain what was searched for; 0 when there was no search */
};

struct shelf {
    struct shelf_entry *list;
    size_t count, capacity;
};

/* Lists the lessons of FOLDERS (NULL-terminated, or NULL for none) by file name; the first folder
 * that has a name wins. A folder that cannot be read counts as empty. Fails only without memory.
 * Release also after a failure. */
bool shelf_read(struct shelf *shelf, const char *const *folders, struct failure *failure);
void shelf_release(struct shelf *shelf);
/* Drops the entries without such places. */
void shelf_drop_unfound(struct shelf *shelf);
/* Finds "01-worked-example", "01-worked-example.md", "worked-example", "1" or "01"; NULL when none.
 */
const struct shelf_entry *shelf_find(const struct shelf *shelf, const char *word);

/* Opens what a person calls a lesson: a file, or a lesson of FOLDERS as in shelf_find. When there
 * is none, the message suggests the nearest name, or else LIST, the command that lists the lessons;
 * NEAREST (or NULL) is another word that may have been meant. The caller frees with lesson_free. */
struct lesson *shelf_open(const char *const *folders, const char *word, const char *nearest,
                          const char *list, struct failure *failure);

#endif
