#include "base/number.h"
#include "lesson/making.h"

#include <string.h>

static const char ARROW[] = "→";

/* The place of the last MARK in CODE, or NULL. */
static const char *find_last(const char *code, const char *mark) {
    const char *last = NULL;
    for (const char *at = strstr(code, mark); at; at = strstr(at + 1, mark)) {
        last = at;
    }
    return last;
}

static bool is_number(struct slice slice) {
    double value;
    return number_parse(slice.bytes, slice.length, &value);
}

/* The two sides of MARK at AT. */
static void split(const char *code, const char *at, const char *mark, struct slice sides[2]) {
    sides[0] = slice_trimmed((struct slice){code, (size_t)(at - code)});
    sides[1] = slice_trimmed((struct slice){at + strlen(mark), strlen(at + strlen(mark))});
}

/* `A[1,2] -> 0.35` was meant to be checked. */
static void judge_ascii(struct making *making, const char *code, size_t line) {
    static const char *const arrows[] = {"->", "=>"};
    for (size_t i = 0; i < 2; i++) {
        const char *at = find_last(code, arrows[i]);
        struct slice sides[2];
        if (!at) {
            continue;
        }
        split(code, at, arrows[i], sides);
        if (sides[0].length > 0 && is_number(sides[1])) {
            making_problem(making, line, "`%s` is not checked: write → for %s", code, arrows[i]);
            return;
        }
    }
}

static void add_check(struct making *making, const char *code, const struct slice sides[2],
                      size_t line, struct part *part) {
    if (!making_room(making, &part->checks, &part->check_capacity, part->check_count,
                     sizeof *part->checks)) {
        return;
    }
    struct inline_check *check = &part->checks[part->check_count++];
    check->expression = making_raw(making, sides[0].bytes, sides[0].length);
    check->number = making_raw(making, sides[1].bytes, sides[1].length);
    check->written = making_raw(making, code, strlen(code));
    check->line = line;
}

static void read_code(struct making *making, const char *code, size_t line, struct part *part) {
    const char *at = find_last(code, ARROW);
    struct slice sides[2];
    if (!at) {
        judge_ascii(making, code, line);
        return;
    }
    split(code, at, ARROW, sides);
    if (sides[0].length == 0 && sides[1].length == 0) {
        return; /* prose about the arrow itself */
    }
    if (sides[0].length == 0 || !is_number(sides[1])) {
        making_problem(
            making, line,
            "`%s` cannot be checked: an expression stands before → and a number after it", code);
    } else if (!part) {
        making_problem(making, line, "`%s` stands in a title, where it is not checked", code);
    } else {
        add_check(making, code, sides, line, part);
    }
}

void checks_read(struct making *making, const struct block *block, struct part *part) {
    for (size_t i = 0; i < block->run_count && !making->failed; i++) {
        const struct run *run = &block->runs[i];
        if (run->style == RUN_CODE) {
            read_code(making, run->text, run->line, part);
        }
    }
}
