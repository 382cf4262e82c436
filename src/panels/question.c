/* question: the quiz or the exercise that the lesson is at, and the goals of an exercise. */
#include "panels/question.h"

#include "session/question.h"

#include <stdint.h>

const struct quiz *scene_quiz(const struct scene *scene) {
    const struct session *session = scene->session;
    return scene_stop(scene) == NULL ? NULL : question_quiz(session, session_stop(session) - 1);
}

const struct exercise *scene_exercise(const struct scene *scene) {
    const struct session *session = scene->session;
    return scene_stop(scene) == NULL ? NULL : question_exercise(session, session_stop(session) - 1);
}

static bool write(struct scene *scene, size_t width, struct text *out,
                  struct question_lines *lines) {
    *lines = (struct question_lines){.answer = SIZE_MAX};
    if (scene_quiz(scene) != NULL) {
        return quiz_write(scene, width, out, lines);
    }
    return scene_exercise(scene) == NULL || exercise_write(scene, width, out);
}

static size_t question_rows(struct scene *scene, size_t width, size_t most) {
    struct text lines = {0};
    struct question_lines which;
    size_t rows = 0;
    if (write(scene, width - 2, &lines, &which)) {
        rows = scene_count(text_string(&lines));
    }
    text_release(&lines);
    return rows < most ? rows : most;
}

/* Where it does not all fit the end goes on standing there: what there is to choose and to do. */
static bool question_draw(struct scene *scene, struct box box) {
    struct text lines = {0};
    struct question_lines which;
    struct box inside = box_inside(box);
    bool ok = write(scene, inside.columns, &lines, &which);
    size_t count = scene_count(text_string(&lines));
    size_t first = count > box.rows ? count - box.rows : 0;
    scene_lines(scene, inside, text_string(&lines), first);
    if (first > 0) {
        canvas_put_right(scene->canvas, box.row, box.column + box.columns, "… v: all", STYLE_DIM);
    }
    if (which.answer != SIZE_MAX && which.answer >= first) {
        scene_place(scene, box.row + which.answer - first, inside.column);
    }
    for (size_t i = 0; i < which.choice_count; i++) {
        for (size_t k = greater(which.choices[i], first); k < which.choices[i + 1]; k++) {
            canvas_tag(scene->canvas, box.row + k - first, inside.column, inside.columns,
                       (struct canvas_tag){SCENE_QUESTION, i + 1});
        }
    }
    text_release(&lines);
    return ok;
}

const struct panel question_panel = {.rows = question_rows, .draw = question_draw};

static size_t goals_rows(struct scene *scene, size_t width, size_t most) {
    struct text lines = {0};
    size_t rows = 0;
    if (scene_exercise(scene) != NULL && exercise_write_goals(scene, width - 2, false, &lines)) {
        rows = scene_count(text_string(&lines));
    }
    text_release(&lines);
    return lesser(rows, most);
}

static bool goals_draw(struct scene *scene, struct box box) {
    struct text lines = {0};
    struct box inside = box_inside(box);
    bool ok = exercise_write_goals(scene, inside.columns, false, &lines);
    scene_lines(scene, inside, text_string(&lines), 0);
    text_release(&lines);
    return ok;
}

const struct panel goals_panel = {.rows = goals_rows, .draw = goals_draw};
