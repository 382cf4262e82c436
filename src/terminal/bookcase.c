#include "terminal/bookcase.h"

#include "base/memory.h"
#include "session/progress.h"

bool bookcase_open(struct bookcase *bookcase, const char *const *folders, struct failure *failure) {
    static const char *const nowhere[] = {NULL};
    *bookcase = (struct bookcase){0};
    if (!shelf_read(&bookcase->shelf, folders == NULL ? nowhere : folders, failure)) {
        return false;
    }
    bookcase->visits = memory_allocate(bookcase->shelf.count, sizeof *bookcase->visits);
    if (bookcase->visits == NULL) {
        return failure_memory(failure);
    }
    struct text log = {0};
    struct failure ignored = {0}; /* it is told where progress is written */
    bool ok = true;
    progress_read(&log, &ignored);
    for (size_t i = 0; i < bookcase->shelf.count && ok; i++) {
        const struct shelf_entry *entry = &bookcase->shelf.list[i];
        struct text key = {0};
        ok = progress_key(entry->path, entry->id, folders, &key, failure);
        if (ok) {
            progress_find(&log, &key, &bookcase->visits[i].page, &bookcase->visits[i].pages);
        }
        text_release(&key);
    }
    text_release(&log);
    return ok;
}

void bookcase_release(struct bookcase *bookcase) {
    shelf_release(&bookcase->shelf);
    memory_free(bookcase->visits);
    *bookcase = (struct bookcase){0};
}

/* The lesson whose number was typed becomes the chosen one. */
static void choose_number(struct bookcase *bookcase, size_t digit) {
    struct text word = {0};
    bookcase->number = bookcase->number < 10 ? bookcase->number * 10 + digit : digit;
    text_format(&word, "%zu", bookcase->number);
    const struct shelf_entry *entry = shelf_find(&bookcase->shelf, text_string(&word));
    if (entry != NULL) {
        bookcase->chosen = (size_t)(entry - bookcase->shelf.list);
    }
    text_release(&word);
}

bool bookcase_key(struct bookcase *bookcase, const char *key, struct text *line) {
    size_t count = bookcase->shelf.count;
    if (key[0] >= '0' && key[0] <= '9' && key[1] == '\0') {
        choose_number(bookcase, (size_t)(key[0] - '0'));
        return true;
    }
    bookcase->number = 0;
    if (text_same(key, "Up") || text_same(key, "k") || text_same(key, "PageUp")) {
        bookcase->chosen -= bookcase->chosen > 0 ? 1 : 0;
    } else if (text_same(key, "Down") || text_same(key, "j") || text_same(key, "PageDown")) {
        bookcase->chosen += bookcase->chosen + 1 < count ? 1 : 0;
    } else if (count > 0 && (text_same(key, "Enter") || text_same(key, "Space"))) {
        text_format(line, "open \"%s\"", bookcase->shelf.list[bookcase->chosen].name);
    } else {
        return false;
    }
    return true;
}
