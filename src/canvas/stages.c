#include "canvas/stages.h"

#include "base/text.h"

bool stage_is_term(const char *name) {
    return name && text_same(name, STAGE_TERM);
}

bool stage_is_total(const char *name) {
    return name && text_same(name, STAGE_TOTAL);
}

static struct stage *stage_at(struct stages *stages, const char *name) {
    for (size_t i = 0; i < stages->count; i++) {
        if (text_same(stages->list[i].name, name)) {
            return &stages->list[i];
        }
    }
    if (stages->count == STAGES_MOST) {
        return NULL;
    }
    stages->list[stages->count] = (struct stage){.name = name};
    return &stages->list[stages->count++];
}

const struct stage *stages_find(const struct stages *stages, const char *name) {
    for (size_t i = 0; name && i < stages->count; i++) {
        if (text_same(stages->list[i].name, name)) {
            return &stages->list[i];
        }
    }
    return NULL;
}

static bool is_in(const struct steps *steps, long at, const char *name) {
    return at != STEP_NONE && steps->list[at].stage && text_same(steps->list[at].stage, name);
}

/* A column's entries stand side by side, each row once; a fold begins with one step and takes the
 * next from the one before. A stage that does neither is run through many times. */
static void classify(const struct steps *steps, struct stage *stage, size_t entries) {
    size_t begins = 0, rows = 0, squares = 0, last = entries - 1;
    for (size_t i = 0; i < steps->count; i++) {
        const struct step *step = &steps->list[i];
        if (is_in(steps, (long)i, stage->name)) {
            bool applies = step->kind == STEP_APPLY;
            begins += !(applies && (is_in(steps, step->left, stage->name) ||
                                    is_in(steps, step->right, stage->name)));
            rows += step->row;
            squares += step->row * step->row;
        }
    }
    /* Rows 0 … n − 1 each once have these sums; the same row n times has not both. */
    bool each_once = 2 * rows == last * entries && 6 * squares == last * entries * (2 * last + 1);
    stage->column = begins == entries && stage->count == entries && each_once;
    stage->odd = !stage->column && begins != 1;
}

struct stages stages_of(const struct steps *steps) {
    struct stages stages = {.count = 0};
    for (size_t i = 0; i < steps->count; i++) {
        const struct step *step = &steps->list[i];
        struct stage *stage = step->stage ? stage_at(&stages, step->stage) : NULL;
        if (stage) {
            stage->count++;
            stage->last = i;
        }
    }
    bool columns = steps->form == STEPS_COLUMNS && stages.count > 0;
    stages.entries = columns ? stages.list[0].count : steps_terms(steps);
    for (size_t i = 0; i < stages.count; i++) {
        classify(steps, &stages.list[i], stages.entries);
    }
    return stages;
}

size_t stages_tail(const struct steps *steps) {
    size_t tail = 0;
    for (size_t i = 0; i < steps->count; i++) {
        const char *stage = steps->list[i].stage;
        tail = stage_is_term(stage) || stage_is_total(stage) ? i + 1 : tail;
    }
    return tail;
}
