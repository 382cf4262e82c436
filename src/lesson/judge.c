#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "lesson/making.h"

#include <stdlib.h>
#include <string.h>

static const char *part_id(const struct part *part) {
    return part->quiz ? part->quiz->id : part->exercise ? part->exercise->id : NULL;
}

static int compare_ids(const void *a, const void *b) {
    const struct part *one = *(const struct part *const *)a, *two = *(const struct part *const *)b;
    int order = strcmp(part_id(one), part_id(two));
    return order != 0 ? order : (one->line > two->line) - (one->line < two->line);
}

/* Answers are kept by id, so two questions cannot share one. */
static void judge_ids(struct making *making) {
    struct lesson *lesson = making->lesson;
    const struct part **parts = memory_allocate(lesson->part_count, sizeof *parts);
    size_t count = 0;
    if (!parts) {
        making->failed = true;
        return;
    }
    for (size_t i = 0; i < lesson->part_count; i++) {
        if (part_id(&lesson->parts[i])) {
            parts[count++] = &lesson->parts[i];
        }
    }
    qsort(parts, count, sizeof *parts, compare_ids);
    for (size_t i = 1, first = 0; i < count; i++) {
        if (text_same(part_id(parts[i]), part_id(parts[first]))) {
            making_problem(making, parts[i]->line, "the id %s is taken by line %zu",
                           part_id(parts[i]), parts[first]->line);
        } else {
            first = i;
        }
    }
    memory_free(parts);
}

/* A prediction is graded after the next fence that is seen, so there has to be one, and before
 * anything else is asked. */
static void judge_predictions(struct making *making) {
    struct lesson *lesson = making->lesson;
    const struct part *next = NULL; /* that grades or asks */
    for (size_t i = lesson->part_count; i-- > 0;) {
        const struct part *part = &lesson->parts[i];
        bool predicts = part->quiz != NULL && part->quiz->predict;
        if (predicts && next == NULL) {
            making_problem(making, part->line,
                           "quiz %s is a prediction, but no qkv block follows to grade it",
                           part->quiz->id);
        } else if (predicts && next->kind != PART_FENCE) {
            making_problem(making, part->line,
                           "quiz %s is a prediction: a qkv block has to grade it before line %zu "
                           "asks the next question",
                           part->quiz->id, next->line);
        }
        bool seen = part->kind == PART_FENCE && !part->hidden;
        next = seen || part->kind == PART_QUIZ || part->kind == PART_TRY ? part : next;
    }
}

static int compare_problems(const void *a, const void *b) {
    const struct failure *one = a, *two = b;
    return (one->line > two->line) - (one->line < two->line);
}

void judge_lesson(struct making *making) {
    struct lesson *lesson = making->lesson;
    if (!lesson->title) {
        making_problem(making, 1, "the lesson has no title: a line like # Softmax");
    }
    judge_ids(making);
    judge_predictions(making);
    scan_document(making);
    if (lesson->problem_count > 0) {
        qsort(lesson->problems, lesson->problem_count, sizeof *lesson->problems, compare_problems);
    }
}
