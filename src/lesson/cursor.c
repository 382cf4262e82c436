#include "lesson/cursor.h"

#include "base/text.h"
#include "lesson/source.h"

#include <stdint.h>
#include <string.h>

struct cursor cursor_at_start(const char *text) {
    return (struct cursor){.text = text, .length = strlen(text), .line = 1};
}

bool cursor_move(struct cursor *cursor, const char *bytes) {
    uintptr_t start = (uintptr_t)cursor->text, place = (uintptr_t)bytes;
    if (place < start || place > start + cursor->length) {
        return false;
    }
    size_t offset = (size_t)(place - start);
    if (offset >= cursor->offset) {
        cursor->line += source_breaks(cursor_here(cursor), offset - cursor->offset);
    } else {
        cursor->line -= source_breaks(bytes, cursor->offset - offset);
    }
    cursor->offset = offset;
    return true;
}

/* Goes back to the start of the line. */
static void line_start(struct cursor *cursor) {
    while (cursor->offset > 0 && cursor->text[cursor->offset - 1] != '\n') {
        cursor->offset--;
    }
}

void cursor_seek(struct cursor *cursor, size_t line) {
    line_start(cursor);
    while (cursor->line > line && cursor->offset > 0) {
        cursor->offset--;
        cursor->line--;
        line_start(cursor);
    }
    while (cursor->line < line) {
        const char *here = cursor_here(cursor);
        const char *end = memchr(here, '\n', cursor->length - cursor->offset);
        if (!end) {
            return;
        }
        cursor->offset += (size_t)(end + 1 - here);
        cursor->line++;
    }
}

bool cursor_next(struct cursor *cursor) {
    const char *here = cursor_here(cursor);
    size_t length = source_line_length(here);
    return here[length] == '\n' && cursor_move(cursor, here + length + 1);
}

const char *cursor_here(const struct cursor *cursor) {
    return cursor->text + cursor->offset;
}

const char *cursor_fence(const char *line, bool inside) {
    line += strspn(line, inside ? " \t>-+*0123456789.)" : " \t");
    return text_starts(line, "```") || text_starts(line, "~~~") ? line : NULL;
}

/* True when LINE closes a fence that OPENING, its first mark, opened. */
static bool closes_fence(const char *line, const char *opening, bool inside) {
    char mark[2] = {opening ? *opening : '`', '\0'};
    size_t needed = opening ? strspn(opening, mark) : 3;
    line += strspn(line, inside ? " \t>" : " ");
    size_t marks = strspn(line, mark);
    line += marks;
    return marks >= needed && strspn(line, " \t") == source_line_length(line);
}

bool cursor_pass_fence(struct cursor *cursor, size_t opening, size_t lines, bool inside) {
    cursor_seek(cursor, opening);
    const char *first = cursor_fence(cursor_here(cursor), inside);
    bool more = true;
    for (size_t i = 0; i <= lines && more; i++) {
        more = cursor_next(cursor);
    }
    if (!more || !closes_fence(cursor_here(cursor), first, inside)) {
        return false;
    }
    if (!cursor_next(cursor)) {
        cursor_move(cursor, cursor_here(cursor) + source_line_length(cursor_here(cursor)));
    }
    return true;
}
