/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* task: the lines of a ```write fence: the inputs with their sizes, the solution, and what is
 * wrong.
 *
 *   inputs: X: n×d, W_q: d×h, heads: h divides d
 *   solution: Q = X @ W_q
 *   solution: O = softmax(Q @ Q.T) @ X
 *   tolerance: 1e-9
 *   wrong: O = softmax(X @ X.T) @ X {{ without W_q }}
 */
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "language/reader.h"
#include "lesson/draft.h"

#include <string.h>

#define TOLERANCE 1e-9

void task_free(struct task *task) {
    if (task == NULL) {
        return;
    }
    for (size_t i = 0; i < task->input_count; i++) {
        memory_free(task->inputs[i].name);
        memory_free(task->inputs[i].rows);
        memory_free(task->inputs[i].columns);
        memory_free(task->inputs[i].whole);
    }
    for (size_t i = 0; i < task->wrong_count; i++) {
        memory_free(task->wrongs[i].formulas);
        memory_free(task->wrongs[i].slip);
    }
    memory_free(task->inputs);
    memory_free(task->wrongs);
    memory_free(task->solution);
    memory_free(task->result);
    memory_free(task);
}

/* --- inputs ----------------------------------------------------------------------------------- */

/* True for a size: a name, or a whole number from 1 on. */
static bool is_size(struct slice text) {
    double number;
    return reader_is_name(text.bytes, text.length) ||
           (text.length <= 2 && number_parse(text.bytes, text.length, &number) && number >= 1);
}

/* Takes what precedes MARK in *TEXT, trimmed, and leaves what follows. False when there is no MARK.
 */
static bool take_before(struct slice *text, const char *mark, struct slice *before) {
    for (size_t i = 0; i + strlen(mark) <= text->length; i++) {
        if (memcmp(text->bytes + i, mark, strlen(mark)) == 0) {
            *before = slice_trimmed((struct slice){text->bytes, i});
            *text = slice_after(*text, i + strlen(mark));
            return true;
        }
    }
    return false;
}

static char *copy_slice(struct draft *draft, struct slice text) {
    return draft_copy_raw(draft, text.bytes, text.length);
}

/* Reads `X: n×d`, `heads: h divides d` or `d_k: 4`. */
static void read_input(struct draft *draft, struct task *task, struct slice text, size_t line) {
    struct slice whole = text, name, rows = {0}, columns = {0}, divided = {0};
    bool named = take_before(&text, ":", &name) && reader_is_name(name.bytes, name.length);
    if (take_before(&text, "×", &rows) || take_before(&text, " x ", &rows)) {
        columns = slice_trimmed(text);
    } else if (take_before(&text, " divides ", &rows)) {
        divided = slice_trimmed(text);
    } else {
        rows = slice_trimmed(text);
    }
    if (!named || !is_size(rows) || (columns.length > 0 && !is_size(columns)) ||
        (divided.length > 0 && !reader_is_name(divided.bytes, divided.length))) {
        draft_problem(draft, line,
                      "\"%.*s\" is not an input: write NAME: n×d, or NAME: h divides d",
                      (int)whole.length, whole.bytes);
        return;
    }
    if (draft_room(draft, &task->inputs, &task->input_capacity, task->input_count,
                   sizeof *task->inputs)) {
        task->inputs[task->input_count++] = (struct task_input){
            .name = copy_slice(draft, name),
            .rows = copy_slice(draft, rows),
            .columns = columns.length > 0 ? copy_slice(draft, columns) : NULL,
            .whole = divided.length > 0 ? copy_slice(draft, divided) : NULL,
        };
    }
}

static void read_inputs(struct draft *draft, struct task *task, struct slice text, size_t line) {
    struct slice one;
    while (take_before(&text, ",", &one)) {
        read_input(draft, task, one, line);
    }
    read_input(draft, task, slice_trimmed(text), line);
}

/* --- formulas --------------------------------------------------------------------------------- */

/* Returns the name that the last of FORMULAS defines; it is empty when that is not a definition. */
static struct slice last_defined_name(struct slice formulas) {
    struct slice last = formulas, before;
    while (take_before(&last, ";", &before)) {
    }
    last = slice_trimmed(last);
    last.length = reader_name(last.bytes, last.length);
    return last;
}

static void read_task_solution(struct draft *draft, struct task *task, struct slice text,
                               size_t line) {
    struct text all = {0};
    text_append(&all, task->solution != NULL ? task->solution : "");
    text_append(&all, task->solution != NULL ? "; " : "");
    text_append_bytes(&all, text.bytes, text.length);
    struct slice name = last_defined_name(text);
    memory_free(task->solution);
    memory_free(task->result);
    task->solution = draft_copy_raw(draft, text_string(&all), all.length);
    task->result = copy_slice(draft, name);
    task->line = line;
    draft->failed |= all.failed;
    text_release(&all);
}

/* Reads the result's name, which an exam's file gives in place of the solution. */
static void read_result(struct draft *draft, struct task *task, struct slice text, size_t line) {
    (void)line;
    memory_free(task->result);
    task->result = copy_slice(draft, text);
}

/* Reads `formulas {{ what was done wrong }}`. */
static void read_wrong(struct draft *draft, struct task *task, struct slice text, size_t line) {
    struct slice formulas = text, slip = {text.bytes, 0};
    if (take_before(&text, "{{", &formulas)) {
        if (!take_before(&text, "}}", &slip)) {
            draft_problem(draft, line, "what was done wrong is not closed: {{ needs }}");
        }
    }
    if (draft_room(draft, &task->wrongs, &task->wrong_capacity, task->wrong_count,
                   sizeof *task->wrongs)) {
        task->wrongs[task->wrong_count++] =
            (struct task_wrong){.formulas = copy_slice(draft, formulas),
                                .slip = draft_copy_words(draft, slip.bytes, slip.length),
                                .line = line};
    }
}

static void read_task_tolerance(struct draft *draft, struct task *task, struct slice text,
                                size_t line) {
    if (!number_parse(text.bytes, text.length, &task->tolerance) || task->tolerance < 0) {
        draft_problem(draft, line, "\"%.*s\" is not a tolerance: write a number such as 1e-9",
                      (int)text.length, text.bytes);
    }
}

bool task_line(struct draft *draft, struct quiz *quiz, struct slice text, size_t line) {
    static const struct {
        const char *word;
        void (*read)(struct draft *draft, struct task *task, struct slice text, size_t line);
    } rows[] = {{"inputs:", read_inputs},
                {"solution:", read_task_solution},
                {"result:", read_result},
                {"tolerance:", read_task_tolerance},
                {"wrong:", read_wrong}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!slice_starts(text, rows[i].word)) {
            continue;
        }
        if (quiz->task == NULL) {
            quiz->task = memory_allocate(1, sizeof *quiz->task);
            draft->failed |= quiz->task == NULL;
        }
        if (quiz->task != NULL) {
            quiz->task->tolerance += i == 0 && quiz->task->tolerance == 0 ? TOLERANCE : 0;
            rows[i].read(draft, quiz->task, slice_after(text, strlen(rows[i].word)), line);
        }
        return true;
    }
    return false;
}

void task_judge(struct draft *draft, const struct quiz *quiz) {
    const struct task *task = quiz->task;
    if (task == NULL || task->input_count == 0) {
        draft_problem(draft, quiz->line, "write %s gives nothing: a line `inputs: X: n×d`",
                      quiz->id);
    } else if (task->solution == NULL && !quiz->sealed) {
        draft_problem(draft, quiz->line,
                      "write %s has no solution: line, so nothing shows what is right", quiz->id);
    } else if (task->solution != NULL && task->result[0] == '\0') {
        draft_problem(draft, task->line, "the solution's last line is not a definition: NAME = …");
    }
}
