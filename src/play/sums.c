/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* sums: opens the lesson of `qkv practice`, which a worksheet with a seed also prints. */
#include "play/program.h"

#include "base/failure.h"
#include "base/memory.h"
#include "classroom/practice.h"
#include "lesson/lesson.h"
#include "lesson/shelf.h"

#include <time.h>

/* Lessons that are only read for their drills. */
struct drilled {
    struct lesson **list;
    size_t count, capacity;
};

/* Takes over LESSON, and frees it when it has no drill. */
static bool add_lesson(struct drilled *drilled, struct lesson *lesson, struct failure *failure) {
    if (!practice_has(lesson)) {
        lesson_free(lesson);
        return true;
    }
    if (!memory_reserve(&drilled->list, &drilled->capacity, drilled->count + 1,
                        sizeof *drilled->list)) {
        lesson_free(lesson);
        return failure_memory(failure);
    }
    drilled->list[drilled->count++] = lesson;
    return true;
}

/* Adds the lessons of the folders that can be read. */
static bool add_all(const struct program *program, struct drilled *drilled,
                    struct failure *failure) {
    struct shelf shelf = {0};
    bool ok = shelf_read(&shelf, (const char *const *)program->options.folders, failure);
    for (size_t i = 0; ok && i < shelf.count; i++) {
        struct failure unread = {0};
        struct lesson *lesson = lesson_open(shelf.list[i].path, &unread);
        ok = lesson == NULL || add_lesson(drilled, lesson, failure);
    }
    shelf_release(&shelf);
    return ok;
}

struct lesson *sums_open(struct program *program, struct failure *failure) {
    const struct options *options = &program->options;
    struct drilled drilled = {0};
    struct lesson *named =
        options->lesson_count == 0 ? NULL : program_open(program, options->lessons[0], failure);
    bool ok = options->lesson_count == 0 ? add_all(program, &drilled, failure)
                                         : named != NULL && add_lesson(&drilled, named, failure);
    struct practice_request request = {
        .lessons = (const struct lesson *const *)drilled.list,
        .lesson_count = drilled.count,
        .count = options->verb == VERB_WORKSHEET ? PRACTICE_SHEET : PRACTICE_SUMS,
        .seed = options->seed >= 0 ? (uint64_t)options->seed : (uint64_t)time(NULL) % 100000};
    struct lesson *sums = ok ? practice_make(&request, failure) : NULL;
    for (size_t i = 0; i < drilled.count; i++) {
        lesson_free(drilled.list[i]);
    }
    memory_free(drilled.list);
    return sums;
}
