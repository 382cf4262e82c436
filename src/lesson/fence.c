#include "base/memory.h"
#include "base/text.h"
#include "language/reader.h"
#include "lesson/making.h"
#include "lesson/source.h"
#include "notebook/replay.h"

#include <string.h>

enum fence_kind fence_kind(const char *info) {
    struct slice text = {info, strlen(info)};
    struct slice word = slice_word(&text);
    return slice_is(word, "qkv")    ? FENCE_STATEMENTS
           : slice_is(word, "quiz") ? FENCE_QUIZ
           : slice_is(word, "try")  ? FENCE_TRY
                                    : FENCE_OTHER;
}

static void read_grain(struct making *making, const struct block *block, struct slice name,
                       struct part *part) {
    static const char *const grains[] = {"definition", "operation", "row", "cell", "term", NULL};
    char *grain = making_shown(making, name.bytes, name.length);
    if (!grain || grain_find(grain) != GRAIN_COUNT) {
        part->grain = grain;
        return;
    }
    const char *nearest = slice_nearest(name, grains);
    if (nearest) {
        making_problem(making, block->line, "grain=%s is not known: did you mean grain=%s?", grain,
                       nearest);
    } else {
        making_problem(making, block->line,
                       "grain=%s is not known: it is definition, operation, row, cell or term",
                       grain);
    }
    memory_free(grain);
}

/* False when the rest of the info is nothing to go on with. */
static bool unknown_option(struct making *making, const struct block *block, struct slice word) {
    static const char *const options[] = {"hidden", "error:", "grain=cell", NULL};
    const char *nearest = slice_nearest(word, options);
    if (nearest) {
        making_problem(making, block->line, "\"%.*s\" after qkv: did you mean \"%s\"?",
                       (int)word.length, word.bytes, nearest);
    } else {
        making_problem(making, block->line,
                       "\"%.*s\" after qkv is not known: hidden, grain=cell or error: TEXT can "
                       "stand there",
                       (int)word.length, word.bytes);
    }
    return !nearest || !text_same(nearest, "error:");
}

static void read_options(struct making *making, const struct block *block, struct part *part) {
    struct slice info = {block->info, strlen(block->info)};
    slice_word(&info);
    while (info.length > 0) {
        if (slice_starts(info, "error:")) {
            info = slice_after(info, strlen("error:"));
            part->error = making_shown(making, info.bytes, info.length);
            return;
        }
        struct slice word = slice_word(&info);
        if (slice_is(word, "hidden")) {
            part->hidden = true;
        } else if (slice_starts(word, "grain=") && !part->grain) {
            read_grain(making, block, slice_after(word, strlen("grain=")), part);
        } else if (!unknown_option(making, block, word)) {
            return;
        }
    }
}

void fence_statements(struct making *making, struct slice code, size_t line, struct part *part) {
    while (code.length > 0 && !making->failed) {
        size_t taken = reader_line(code.bytes, code.length, NULL);
        taken = taken > 0 && taken <= code.length ? taken : code.length;
        struct slice text = slice_trimmed((struct slice){code.bytes, taken});
        if (text.length > 0 && text.bytes[0] != '#' &&
            making_room(making, &part->statements, &part->statement_capacity, part->statement_count,
                        sizeof *part->statements)) {
            struct source_line *added = &part->statements[part->statement_count++];
            added->text = making_raw(making, text.bytes, text.length);
            added->line = line;
            added->column = making_indent(making, line) + 1;
        }
        line += source_breaks(code.bytes, taken);
        code.bytes += taken;
        code.length -= taken;
    }
}

void fence_read(struct making *making, const struct block *block, struct part *part) {
    read_options(making, block, part);
    fence_statements(making, (struct slice){block->content, strlen(block->content)},
                     block->content_line, part);
    if (part->statement_count == 0) {
        making_problem(making, block->line, "this block holds no statement");
    } else if (part->error && part->statement_count > 1) {
        making_problem(making, block->line,
                       "a block that must fail holds one statement, this one has %zu",
                       part->statement_count);
    }
    if (part->error && part->error[0] == '\0') {
        making_problem(making, block->line, "say after error: what the failure's text is");
    }
}
