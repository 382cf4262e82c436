/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* written: questions whose answer is formulas (```write). */
#include "session/attempt.h"
#include "session/kind.h"

#include "base/memory.h"
#include "language/reader.h"

#include <string.h>

static bool read_formulas(struct question question, const char *answer, struct text *plain,
                          struct failure *failure) {
    text_append(plain, answer);
    return attempt_check(question.quiz->task, answer, failure);
}

static bool grade_formulas(struct question question, const char *answer, bool *right,
                           struct text *slips, struct failure *failure) {
    const struct task *task = question.quiz->task;
    struct attempt_verdict verdict;
    bool ok = attempt_run(task, answer, &verdict, failure);
    *right = verdict.right;
    if (ok && !verdict.right && slips != NULL) {
        if (verdict.wrong != NULL && verdict.wrong->slip[0] != '\0') {
            text_format(slips, "It looks like this slip: %s.\n", verdict.wrong->slip);
        } else {
            attempt_describe(task, &verdict, slips);
        }
        ok = text_ok(slips, failure);
    }
    attempt_release(&verdict);
    return ok;
}

/* Appends the solution, a formula a line. */
static void right_formulas(struct question question, struct text *out) {
    const char *at = question.quiz->task->solution;
    for (const char *end; (end = strstr(at, "; ")) != NULL; at = end + 2) {
        text_format(out, "`%.*s`\n", (int)(end - at), at);
    }
    text_format(out, "`%s`", at);
}

static void call_formulas(struct question question, struct text *out) {
    text_format(out, "one formula per line, the last one for %s", question.quiz->task->result);
}

/* Writes "Given: X n×d, heads (h, which divides d)." and the formulas so far. */
static void write_given(const struct quiz *quiz, const struct answer *answer, struct text *out) {
    const struct task *task = quiz->task;
    for (size_t i = 0; i < task->input_count; i++) {
        const struct task_input *input = &task->inputs[i];
        text_format(out, i == 0 ? "Given: `%s` " : ", `%s` ", input->name);
        if (input->columns != NULL) {
            text_format(out, "%s×%s", input->rows, input->columns);
        } else {
            text_format(out, input->whole == NULL ? "= %s" : "= %s, which divides %s", input->rows,
                        input->whole);
        }
    }
    text_format(out, "\n%s", answer->draft != NULL ? answer->draft : "");
}

static bool defines(const char *line, size_t length, const char *name) {
    size_t own = strlen(name);
    return reader_name(line, length) == own && memcmp(line, name, own) == 0;
}

/* Appends DRAFT with FORMULA replacing the line that defines NAMES[0], or following all lines; but
 * the line for the result NAMES[1], which uses the others, comes last. */
static void write_over(const char *draft, const char *const names[2], const char *formula,
                       struct text *out) {
    const char *name = names[0], *result = names[1];
    bool written = text_same(name, result);
    struct text last = {0};
    text_append(&last, written ? formula : "");
    for (const char *at = draft; *at != '\0';) {
        size_t line = strcspn(at, "\n") + 1;
        bool same = defines(at, line, name);
        if (defines(at, line, result)) {
            text_append_bytes(&last, at, same ? 0 : line);
        } else {
            text_append_bytes(out, same ? formula : at, same ? strlen(formula) : line);
            written = written || same;
        }
        at += line;
    }
    text_append(out, written ? "" : formula);
    text_append(out, text_string(&last));
    text_release_into(&last, out);
}

static bool write_formulas(const struct quiz *quiz, struct answer *answer,
                           const struct typed_formulas *typed, bool *whole,
                           struct failure *failure) {
    struct text draft = {0};
    text_append(&draft, answer->draft != NULL ? answer->draft : "");
    for (size_t i = 0; i < typed->statements->count; i++) {
        const struct statement *statement = &typed->statements->list[i];
        struct text formula = {0}, next = {0};
        text_append_bytes(&formula, typed->line + statement->span.start,
                          statement->span.end - statement->span.start);
        text_append(&formula, "\n");
        write_over(text_string(&draft), (const char *const[]){statement->name, quiz->task->result},
                   text_string(&formula), &next);
        text_release_into(&formula, &next);
        text_release_into(&draft, &next);
        draft = next;
    }
    *whole = attempt_check(quiz->task, text_string(&draft), &(struct failure){0});
    bool ok = text_ok(&draft, failure) &&
              (*whole || attempt_computes(quiz->task, text_string(&draft), failure));
    failure->placed = false; /* in the draft, not in the line */
    if (ok) {
        memory_free(answer->draft);
        answer->draft = text_steal(&draft);
    }
    text_release(&draft);
    return ok;
}

/* Types the solution. Each wrong one must have a slip of its own. */
static bool type_formulas(struct question question, struct text *out, struct failure *failure) {
    const struct task *task = question.quiz->task;
    bool ok = true;
    for (size_t i = 0; ok && i < task->wrong_count; i++) {
        const struct task_wrong *wrong = &task->wrongs[i];
        struct attempt_verdict verdict;
        struct failure unread = {0};
        if (!attempt_run(task, wrong->formulas, &verdict, &unread)) {
            ok = failure_set(failure, "the wrong solution on line %zu cannot be tried: %s",
                             wrong->line, unread.message);
        } else if (verdict.wrong != NULL && verdict.wrong != wrong) {
            ok = failure_set(failure, "the wrong solution on line %zu gives the same as another",
                             wrong->line);
        }
        attempt_release(&verdict);
    }
    text_append(out, task->solution);
    return ok && text_ok(out, failure);
}

const struct question_kind question_write = {.read = read_formulas,
                                             .grade = grade_formulas,
                                             .right = right_formulas,
                                             .call = call_formulas,
                                             .typed = type_formulas,
                                             .below = write_given,
                                             .write = write_formulas};
