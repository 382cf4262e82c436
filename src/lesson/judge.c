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

/* A prediction is graded after the next fence, so there has to be one. */
static void judge_predictions(struct making *making) {
    struct lesson *lesson = making->lesson;
    bool revealed = false;
    for (size_t i = lesson->part_count; i-- > 0;) {
        const struct part *part = &lesson->parts[i];
        revealed = revealed || part->kind == PART_FENCE;
        if (part->quiz && part->quiz->predict && !revealed) {
            making_problem(making, part->line,
                           "quiz %s is a prediction, but no qkv block follows to grade it",
                           part->quiz->id);
        }
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
