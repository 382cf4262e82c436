#include "play/folders.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "lesson/lesson.h"
#include "lesson/shelf.h"
#include "play/options.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

/* Takes the path over when it is a folder. */
static bool add_folder(struct lesson_folders *folders, struct text *path, struct failure *failure) {
    size_t count = 0;
    while (folders->paths[count] != NULL) {
        count++;
    }
    bool ok = text_ok(path, failure);
    if (ok && path->length > 0 && count < LESSON_FOLDERS && file_is_folder(text_string(path))) {
        folders->paths[count] = text_steal(path);
    }
    text_release(path);
    return ok;
}

static bool add_beside(struct lesson_folders *folders, const char *program, const char *below,
                       struct failure *failure) {
    struct text path = {0};
    file_folder(program, &path);
    text_append(&path, below);
    return add_folder(folders, &path, failure);
}

bool lesson_folders_find(struct lesson_folders *folders, struct failure *failure) {
    char program[PATH_MAX];
    *folders = (struct lesson_folders){0};
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length > 0) {
        program[length] = '\0';
        if (!add_beside(folders, program, "/lessons", failure) ||
            !add_beside(folders, program, "/../lessons", failure) ||
            !add_beside(folders, program, "/../share/qkv/lessons", failure)) {
            return false;
        }
    }
    struct text installed = {0};
    text_append(&installed, QKV_LESSONS_DIR);
    if (!add_folder(folders, &installed, failure)) {
        return false;
    }
    struct text own = {0};
    if (!file_data_folder(&own)) {
        text_release(&own);
        return true;
    }
    return add_folder(folders, &own, failure);
}

void lesson_folders_release(struct lesson_folders *folders) {
    for (size_t i = 0; i < LESSON_FOLDERS; i++) {
        memory_free(folders->paths[i]);
    }
    *folders = (struct lesson_folders){0};
}

const char *const *lesson_folders_list(const struct lesson_folders *folders) {
    return (const char *const *)folders->paths;
}

static bool looks_like_path(const char *word) {
    return strchr(word, '/') != NULL || file_has_suffix(word, ".md") ||
           file_has_suffix(word, ".qkv");
}

static bool refuse_word(const struct shelf *shelf, const char *word, struct failure *failure) {
    const char *best = options_nearer_verb(word, NULL);
    for (size_t i = 0; i < shelf->count; i++) {
        best = text_nearer(word, best, shelf->list[i].name);
    }
    if (best != NULL) {
        return failure_set(failure, "there is no lesson %s; did you mean %s?", word, best);
    }
    return failure_set(failure, "there is no lesson %s; `qkv -c lessons` lists those there are",
                       word);
}

struct lesson *lesson_folders_open(const struct lesson_folders *folders, const char *word,
                                   bool judged, struct failure *failure) {
    if (file_exists(word)) {
        return lesson_open(word, judged, failure);
    }
    struct shelf shelf = {0};
    struct lesson *lesson = NULL;
    if (shelf_read(&shelf, lesson_folders_list(folders), failure)) {
        const struct shelf_entry *entry = shelf_find(&shelf, word);
        if (entry != NULL) {
            lesson = lesson_open(entry->path, judged, failure);
        } else if (looks_like_path(word)) {
            lesson = lesson_open(word, judged, failure); /* says that it is not there */
        } else {
            refuse_word(&shelf, word, failure);
        }
    }
    shelf_release(&shelf);
    return lesson;
}
