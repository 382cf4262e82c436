/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* ladder_why: the tree of explanations below one number. */
#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "canvas/ladder.h"

#include <stdint.h>

/* What there is to write about an operand's cell: its own explanation, or only where it comes from.
 */
enum story { STORY_NEW, STORY_WRITTEN, STORY_LEARNED, STORY_ABOVE, STORIES };

static const char *const stories[STORIES] = {[STORY_WRITTEN] = ", as written",
                                             [STORY_LEARNED] = ", found by training",
                                             [STORY_ABOVE] = ", as above"};

/* Cells, each once: those that an explanation reads, in the order of the steps. */
struct readings {
    const struct explanation *explanation;
    struct reading {
        const struct step *step;
        struct number_place cause;
        enum story story;
    } * list;
    size_t count, capacity;
};

/* The walk: what was written, and what is left to write. */
struct inquiry {
    const struct ladder *style;
    const struct output *output;
    size_t most, written;
    bool cut;             /* something was left out */
    struct readings seen; /* only their causes: what was explained */
};

static bool has_cause(const struct readings *readings, const struct number_place *cause) {
    bool found = false;
    for (size_t i = 0; i < readings->count && !found; i++) {
        const struct number_place *other = &readings->list[i].cause;
        found = other->definition == cause->definition && other->operation == cause->operation &&
                other->cell == cause->cell;
    }
    return found;
}

/* Writes a line of the tree, DEPTH levels in; a long one goes on further in. */
static void write_tree_line(struct inquiry *inquiry, const char *words, size_t depth) {
    struct text first = {0};
    text_repeat(&first, "  ", depth);
    flow_words(flow_into(inquiry->output, text_string(&first), 2 * depth + 4), words, STYLE_PLAIN);
    text_release_into(&first, inquiry->output->text);
    inquiry->written++;
}

/* Writes one line for all operands' cells that have STORY and need no explanation: "X[I,:] and the
 * rest of W_q[:,1], as written". */
static void write_groups(struct inquiry *inquiry, const struct readings *readings, enum story story,
                         size_t depth) {
    bool columns = inquiry->style->columns;
    struct text words = {0};
    for (int operand = 0; operand < CALL_ARGUMENTS; operand++) {
        const struct step *first = NULL, *last = NULL;
        bool others = false;
        for (size_t i = 0; i < readings->count; i++) {
            const struct reading *reading = &readings->list[i];
            bool of = reading->step->operand == operand, matches = of && reading->story == story;
            first = matches && first == NULL ? reading->step : first;
            last = matches ? reading->step : last;
            others |= of && !matches;
        }
        text_append(&words, first != NULL && words.length > 0 ? " and " : "");
        if (first != last) {
            int axis = naming_axis(readings->explanation, first, last);
            text_append(&words, others ? "the rest of " : "");
            naming_line(readings->explanation, first, axis, columns, &words);
        } else if (first != NULL) {
            explanation_operand(readings->explanation, first, columns, &words);
        }
    }
    if (words.length > 0) {
        text_append(&words, stories[story]);
        write_tree_line(inquiry, text_string(&words), depth);
    }
    text_release_into(&words, inquiry->output->text);
}

/* Writes the explanation of a cell, and below it those of the cells that it reads; finds what its
 * STORY is. One that is below another is written only if that is new. */
static bool investigate(struct inquiry *inquiry, const struct number_place *cause, size_t depth,
                        enum story *story, struct failure *failure);

/* Writes each cell that the explanation reads: those with an explanation of their own one by one,
 * then the others together. */
static bool investigate_operands(struct inquiry *inquiry, const struct explanation *explanation,
                                 size_t depth, struct failure *failure) {
    size_t steps = explanation->steps.count;
    struct readings readings = {explanation, memory_allocate(steps, sizeof *readings.list), 0, 0};
    if (readings.list == NULL) {
        return failure_memory(failure);
    }
    bool good = true;
    for (size_t i = 0; i < steps && good; i++) {
        struct reading *reading = &readings.list[readings.count];
        struct number_place *cause = &reading->cause;
        reading->step = &explanation->steps.list[i];
        if (!explanation_follow(explanation, reading->step, &cause->definition, &cause->operation,
                                &cause->cell)) {
            continue;
        }
        good = naming_pass_moves(explanation->definition, cause, failure);
        if (good && !has_cause(&readings, cause)) {
            readings.count++;
            good = investigate(inquiry, cause, depth, &reading->story, failure);
        }
    }
    if (good && inquiry->written < inquiry->most && depth < WHY_DEPTH) {
        for (enum story story = STORY_WRITTEN; story < STORIES; story++) {
            write_groups(inquiry, &readings, story, depth);
        }
    } else if (good && readings.count > 0) {
        inquiry->cut = true;
    }
    memory_free(readings.list);
    return good;
}

static bool investigate(struct inquiry *inquiry, const struct number_place *cause, size_t depth,
                        enum story *story, struct failure *failure) {
    struct explanation explanation;
    struct readings *seen = &inquiry->seen;
    if (!explain_cell(cause->definition, cause->operation, cause->cell, &explanation, failure)) {
        return false;
    }
    bool good = true, written = naming_is_written(&explanation);
    *story = written && explanation.definition->tree->learned ? STORY_LEARNED
             : written                                        ? STORY_WRITTEN
             : has_cause(seen, cause)                         ? STORY_ABOVE
                                                              : STORY_NEW;
    if (depth > 0 && *story != STORY_NEW) {
        explanation_release(&explanation);
        return true;
    }
    if (depth >= WHY_DEPTH || inquiry->written >= inquiry->most) {
        inquiry->cut = true;
    } else if (!memory_reserve(&seen->list, &seen->capacity, seen->count + 1, sizeof *seen->list)) {
        good = failure_memory(failure);
    } else {
        struct ladder view = *inquiry->style;
        struct text words = {0};
        view.explanation = &explanation;
        view.terms = SIZE_MAX;
        ladder_describe(&view, &words);
        seen->list[seen->count++] = (struct reading){.cause = *cause};
        write_tree_line(inquiry, text_string(&words), depth);
        text_release_into(&words, inquiry->output->text);
        good = written || explanation.kind == EXPLAINED_PINNED ||
               investigate_operands(inquiry, &explanation, depth + 1, failure);
    }
    explanation_release(&explanation);
    return good;
}

bool ladder_why(const struct number_place *cell, const struct ladder *style, size_t most,
                const struct output *output, struct failure *failure) {
    struct inquiry inquiry = {.style = style, .output = output, .most = most};
    enum story story;
    bool good = investigate(&inquiry, cell, 0, &story, failure);
    if (good && inquiry.cut) {
        write_tree_line(&inquiry, "… and more, not shown; ask why of one of the numbers above", 0);
    }
    memory_free(inquiry.seen.list);
    return good && text_ok(output->text, failure);
}
