#include "base/number.h"
#include "base/text.h"
#include "lesson/making.h"

#include <math.h>
#include <string.h>

static void read_minutes(struct making *making, const struct document_key *key) {
    double minutes;
    if (number_parse(key->text, strlen(key->text), &minutes) && minutes >= 1 && minutes <= 1e4 &&
        minutes == floor(minutes)) {
        making->lesson->minutes = (long)minutes;
    } else {
        making_problem(making, key->line, "minutes: \"%s\" is no whole number of minutes",
                       key->text);
    }
}

static void read_convention(struct making *making, const struct document_key *key) {
    if (text_same(key->text, "columns")) {
        making->lesson->columns = true;
    } else if (!text_same(key->text, "rows")) {
        making_problem(making, key->line, "convention: \"%s\" is neither rows nor columns",
                       key->text);
    }
}

static const char *const KEYS[] = {"title",   "id",         "author", "license",
                                   "minutes", "convention", NULL};

static void unknown_key(struct making *making, const struct document_key *key) {
    const char *nearest = slice_nearest((struct slice){key->key, strlen(key->key)}, KEYS);
    if (nearest) {
        making_problem(making, key->line, "%s: is no key of front matter: did you mean %s?",
                       key->key, nearest);
    } else {
        making_problem(making, key->line,
                       "%s: is no key of front matter: title, id, author, license, minutes and "
                       "convention are",
                       key->key);
    }
}

void front_read(struct making *making) {
    const struct document *document = &making->lesson->document;
    bool seen[sizeof KEYS / sizeof *KEYS] = {false};
    for (size_t i = 0; i < document->key_count && !making->failed; i++) {
        const struct document_key *key = &document->keys[i];
        size_t known = 0;
        while (KEYS[known] && !text_same(KEYS[known], key->key)) {
            known++;
        }
        if (!KEYS[known]) {
            unknown_key(making, key);
        } else if (seen[known]) {
            making_problem(making, key->line, "%s: stands here a second time", key->key);
        } else if (text_same(key->key, "minutes")) {
            read_minutes(making, key);
        } else if (text_same(key->key, "convention")) {
            read_convention(making, key);
        }
        seen[known] = true;
    }
}
