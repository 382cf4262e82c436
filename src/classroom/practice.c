/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "classroom/practice.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/random.h"
#include "base/text.h"
#include "language/reader.h"

#include <string.h>

enum { SMALLEST = -2, LARGEST = 3, DRAWS = 200 };

bool practice_has(const struct lesson *lesson) {
    for (size_t i = 0; i < lesson->part_count; i++) {
        if (lesson->parts[i].kind == PART_DRILL) {
            return true;
        }
    }
    return false;
}

/* --- drawing ---------------------------------------------------------------------------------- */

/* Draws the inputs of one sum, different from those in WRITTEN, the lesson so far. They are lines
 * such as `Q = [[1, 0], [-2, 3]]`. */
static void draw_inputs(const struct task *task, struct random *random, const struct text *written,
                        struct text *out) {
    for (size_t draw = 0;
         draw < DRAWS && (draw == 0 || strstr(text_string(written), text_string(out))); draw++) {
        text_clear(out);
        for (size_t i = 0; i < task->input_count; i++) {
            const struct task_input *input = &task->inputs[i];
            double rows = 1, columns = 1; /* those of a drill are written as numbers */
            if (input->columns != NULL) {
                number_parse(input->rows, strlen(input->rows), &rows);
                number_parse(input->columns, strlen(input->columns), &columns);
            }
            text_format(out, "%s = ", input->name);
            for (size_t k = 0; k < (size_t)rows * (size_t)columns; k++) {
                long number = SMALLEST + (long)(random_bits(random) % (LARGEST - SMALLEST + 1));
                text_format(out, "%s%ld",
                            k == 0                     ? "[["
                            : k % (size_t)columns == 0 ? "], ["
                                                       : ", ",
                            number);
            }
            text_append(out, "]]\n");
        }
    }
}

/* --- the lesson ------------------------------------------------------------------------------- */

/* Writes the arithmetic of the cell that KEY names, or of the first cell of a row; nothing for a
 * formula. */
static void write_arithmetic(const char *key, struct text *out) {
    size_t name = reader_name(key, strlen(key));
    if (name == 0 || key[name] != '[' || strchr(key, ']') != key + strlen(key) - 1) {
        return;
    }
    text_append(out, "\n```qkv\nexplain ");
    for (const char *at = key; *at != '\0'; at++) {
        text_append_character(out, *at == ':' ? '1' : *at);
    }
    text_append(out, "\n```\n");
}

/* Sets what FORMULAS define to 0, the last first, so that inputs of other sizes can follow. */
static void write_reset(const char *formulas, struct text *out) {
    size_t end = strlen(formulas);
    text_append(out, "\n```qkv hidden\n");
    for (size_t at = end; at-- > 0;) {
        if (at > 0 && formulas[at - 1] != ';') {
            continue;
        }
        size_t name = at + strspn(formulas + at, " ");
        text_append_bytes(out, formulas + name, reader_name(formulas + name, end - name));
        text_append(out, " = 0\n");
    }
    text_append(out, "```\n");
}

/* Writes a page: the inputs, the question, and afterwards its arithmetic. The drill's own
 * definitions come before the question, so that its formula can name them, but they are hidden. */
static void write_practice_sum(const struct quiz *drill, size_t number, struct random *random,
                               struct text *out) {
    struct text inputs = {0};
    draw_inputs(drill->task, random, out, &inputs);
    text_format(out, "\n## Sum %zu\n\n%s```qkv\n%s```\n\n", number,
                number == 1 ? "```qkv hidden\nprecision 3\n```\n\n" : "", text_string(&inputs));
    if (drill->task->solution != NULL) {
        text_format(out, "```qkv hidden\n%s\n```\n\n", drill->task->solution);
    }
    text_format(out, "```quiz %s-%zu\n%s\n= %s ~ %s\n", drill->id, number, drill->question,
                drill->key, drill->tolerance != NULL ? drill->tolerance : "0.001");
    for (size_t i = 0; i < drill->hint_count; i++) {
        text_format(out, "hint: %s\n", drill->hints[i]);
    }
    if (drill->explanation != NULL) {
        text_format(out, "explain: %s\n", drill->explanation);
    }
    text_append(out, "```\n");
    write_arithmetic(drill->key, out);
    text_release_into(&inputs, out);
}

/* The drills of LESSONS in their order, borrowed. */
struct drills {
    const struct quiz **list;
    size_t count, capacity;
};

static bool find_drills(const struct practice_request *request, struct drills *drills,
                        struct failure *failure) {
    for (size_t i = 0; i < request->lesson_count; i++) {
        const struct lesson *lesson = request->lessons[i];
        for (size_t k = 0; k < lesson->part_count; k++) {
            if (lesson->parts[k].kind != PART_DRILL) {
                continue;
            }
            if (!memory_reserve(&drills->list, &drills->capacity, drills->count + 1,
                                sizeof *drills->list)) {
                return failure_memory(failure);
            }
            drills->list[drills->count++] = lesson->parts[k].quiz;
        }
    }
    return drills->count > 0 ||
           failure_set(failure, "there is no drill to practise: a lesson has them in ```drill");
}

struct lesson *practice_make(const struct practice_request *request, struct failure *failure) {
    struct drills drills = {0};
    struct text out = {0};
    struct random random;
    struct lesson *lesson = NULL;
    size_t count = request->count < PRACTICE_SUMS ? request->count : PRACTICE_SUMS;
    random_seed(&random, request->seed);
    if (find_drills(request, &drills, failure)) {
        text_format(&out, "---\nid: practice-%llu\nconvention: rows\n---\n\n# Sums, seed %llu\n",
                    (unsigned long long)request->seed, (unsigned long long)request->seed);
        for (size_t i = 0; i < count; i++) {
            if (i > 0 && drills.list[(i - 1) % drills.count]->task->solution != NULL) {
                write_reset(drills.list[(i - 1) % drills.count]->task->solution, &out);
            }
            write_practice_sum(drills.list[i % drills.count], i + 1, &random, &out);
        }
        lesson = text_ok(&out, failure)
                     ? lesson_read("practice", text_string(&out), out.length, failure)
                     : NULL;
    }
    memory_free(drills.list);
    text_release(&out);
    return lesson;
}
