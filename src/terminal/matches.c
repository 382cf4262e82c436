#include "terminal/matches.h"

#include "base/utf8.h"
#include "commands/commands.h"
#include "commands/completion.h"

#include <string.h>

void matches_fit(const char *candidate, const struct match_word *word, struct text *out) {
    if (word->start < word->begin) {
        size_t skip = word->begin - word->start;
        text_append(out, strlen(candidate) >= skip ? candidate + skip : "");
    } else {
        text_append_bytes(out, word->line + word->begin, word->start - word->begin);
        text_append(out, candidate);
    }
}

char matches_ending(const struct completion *completion, size_t start) {
    bool command = completion->count == 1 && start == 0 &&
                   command_find(completion->list[0], strlen(completion->list[0])) != NULL;
    return command ? ' ' : '\0';
}

void matches_list(const struct completion *completion, struct text *out) {
    for (size_t i = 0; i < completion->count; i++) {
        const char *candidate = completion->list[i];
        text_append(out, i == 0 ? "" : "  ");
        utf8_sanitise(out, candidate, strlen(candidate), false);
    }
}
