#include "terminal/past.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/utf8.h"

#include <string.h>

enum {
    LONGEST = 1 << 20, /* bytes of the file that are read at most */
    KEPT = 1 << 18     /* bytes that are left of a file that grew over half of that */
};

static void take_lines(const char *bytes, size_t length, void (*take)(const char *entry)) {
    size_t at = 0;
    while (at < length) {
        const char *end = memchr(bytes + at, '\n', length - at);
        size_t line = end == NULL ? length - at : (size_t)(end - bytes) - at;
        struct text entry = {0};
        if (line > 0 && line <= PAST_ENTRY) {
            utf8_sanitise(&entry, bytes + at, line, false);
        }
        if (entry.length > 0 && !entry.failed) {
            take(text_string(&entry));
        }
        text_release(&entry);
        at += line + 1;
    }
}

/* Where the newest KEPT bytes begin, at a line's start. */
static size_t newest(const struct text *file) {
    size_t at = file->length - KEPT;
    const char *end = memchr(file->bytes + at, '\n', file->length - at);
    return end == NULL ? file->length : (size_t)(end - file->bytes) + 1;
}

static bool load(const char *path, void (*take)(const char *entry), struct failure *failure) {
    struct text file = {0};
    bool ok = !file_exists(path) || file_read(path, LONGEST, &file, failure);
    if (ok && file.length > 0) {
        bool longer = file.length > LONGEST / 2;
        size_t at = longer ? newest(&file) : 0;
        take_lines(file.bytes + at, file.length - at, take);
        ok = !longer || file_save(path, file.bytes + at, file.length - at, failure);
    }
    text_release(&file);
    return ok;
}

bool past_open(struct past *past, void (*take)(const char *entry), struct failure *failure) {
    struct text *path = &past->path;
    *past = (struct past){.path = {0}};
    if (!file_state_folder(path)) {
        text_clear(path);
        return true;
    }
    bool ok = file_make_folder(text_string(path), failure);
    text_append(path, "/history");
    ok = ok && load(text_string(path), take, failure);
    if (!ok) {
        text_clear(path);
    }
    return ok;
}

void past_release(struct past *past) {
    text_release(&past->path);
}

void past_entry(const char *given, struct text *entry) {
    size_t length = strlen(given);
    bool joined = memchr(given, '#', length) == NULL;
    text_clear(entry);
    utf8_sanitise(entry, given, length, false);
    for (size_t i = 0; joined && i < entry->length; i++) {
        entry->bytes[i] = entry->bytes[i] == '\n' ? ' ' : entry->bytes[i];
    }
    if (entry->failed || entry->length > PAST_ENTRY) {
        text_release(entry);
    }
}

bool past_add(struct past *past, const struct text *entry, void (*take)(const char *entry),
              struct failure *failure) {
    take_lines(entry->bytes, entry->length, take);
    if (past->path.length > 0 &&
        !file_append(text_string(&past->path), entry->bytes, entry->length, failure)) {
        text_clear(&past->path);
        return false;
    }
    return true;
}
