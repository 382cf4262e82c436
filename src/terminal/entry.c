#include "terminal/entry.h"

#include "language/reader.h"

#include <string.h>

static bool is_blank(const char *text) {
    return text[strspn(text, " \t\n")] == '\0';
}

static bool bracket_is_open(const struct text *lines) {
    bool open = false;
    size_t at = 0;
    while (at < lines->length) {
        at += reader_line(lines->bytes + at, lines->length - at, &open);
    }
    return open;
}

enum entry_state entry_add(struct text *lines, const char *line) {
    bool blank = is_blank(line);
    if (lines->length == 0 && blank) {
        return ENTRY_EMPTY;
    }
    bool ends = lines->length > 0 && blank;
    text_append(lines, line);
    text_append(lines, "\n");
    if (lines->failed || lines->length > ENTRY_LIMIT) {
        bool failed = lines->failed;
        text_release(lines);
        return failed ? ENTRY_NO_MEMORY : ENTRY_TOO_LONG;
    }
    if (bracket_is_open(lines) && !ends) {
        return ENTRY_OPEN;
    }
    text_truncate(lines, lines->length - 1);
    return ENTRY_WHOLE;
}
