#include "lesson/script.h"

#include "base/text.h"
#include "language/reader.h"

#include <string.h>

size_t script_defines(const char *line) {
    size_t length = reader_name(line, strlen(line));
    const char *rest = line + length;
    rest += strspn(rest, " \t");
    return length > 0 && rest[0] == '=' && rest[1] != '=' ? length : 0;
}

size_t script_turns_to(const char *line, const char **name) {
    static const char *const verbs[] = {"show ", "explain ", "goto "};
    *name = line;
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (text_starts(line, verbs[i])) {
            const char *last = strrchr(line, ' ');
            *name = i == 0 ? last + 1 : line + strlen(verbs[i]);
            return reader_name(*name, strlen(*name));
        }
    }
    size_t length = reader_name(line, strlen(line));
    return line[length] == '[' ? length : script_defines(line);
}

size_t script_find(const struct lesson *lesson, const char *name) {
    for (size_t i = 0; i < lesson->stop_count; i++) {
        const struct source_line *line = script_at(lesson, i);
        if (line != NULL && text_starts(line->text, name) &&
            script_defines(line->text) == strlen(name)) {
            return i + 1;
        }
    }
    return 0;
}

bool script_in_columns(const struct lesson *lesson, size_t from, size_t to, bool before) {
    while (to-- > from) {
        const struct source_line *line = script_at(lesson, to);
        if (line != NULL && text_starts(line->text, "convention ")) {
            const char *word = line->text + strlen("convention");
            return text_starts(word + strspn(word, " \t"), "columns");
        }
    }
    return before;
}

bool script_shades(const struct lesson *lesson, size_t end) {
    for (size_t i = end; i > 0; i--) {
        const struct stop *stop = &lesson->stops[i - 1];
        if (stop->kind == STOP_STATEMENT && stop->halts) {
            return text_starts(lesson->parts[stop->part].statements[stop->statement].text, "heat ");
        }
    }
    return false;
}
