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

struct text question_text(struct scene *scene, size_t width, struct question_lines *lines) {
    *lines = (struct question_lines){.answer = SIZE_MAX};
    return scene_quiz(scene) != NULL       ? quiz_text(scene, width, lines)
           : scene_exercise(scene) != NULL ? exercise_text(scene, width)
                                           : (struct text){0};
}

static size_t question_rows(struct scene *scene, size_t width, size_t most) {
    struct question_lines lines;
    struct text text = question_text(scene, width - 2, &lines);
    return scene_measure(&text, most);
}

/* Where it does not all fit the end goes on standing there: what there is to choose and to do. */
static void question_draw(struct scene *scene, const struct canvas *canvas) {
    struct question_lines lines;
    struct canvas inside = canvas_inside(canvas);
    struct text text = question_text(scene, inside.columns, &lines);
    size_t count = scene_count(text_string(&text));
    size_t first = count > canvas->rows ? count - canvas->rows : 0;
    canvas_put_lines(&inside, text_string(&text), first);
    if (first > 0) {
        canvas_put_right(canvas, 0, canvas->columns, "… v: all", STYLE_DIM);
    }
    if (lines.answer != SIZE_MAX && lines.answer >= first) {
        scene_place(scene, &inside, lines.answer - first, 0);
    }
    for (size_t i = 0; i < lines.choice_count; i++) {
        for (size_t k = greater(lines.choices[i], first); k < lines.choices[i + 1]; k++) {
            canvas_tag(&inside, k - first, 0, inside.columns,
                       (struct canvas_tag){SCENE_QUESTION, i + 1});
        }
    }
    text_release(&text);
}

const struct panel question_panel = {.rows = question_rows, .draw = question_draw};

static size_t goals_rows(struct scene *scene, size_t width, size_t most) {
    struct text text = {0};
    if (scene_exercise(scene) != NULL) {
        text = exercise_goals(scene, width - 2, false);
    }
    return scene_measure(&text, most);
}

static void goals_draw(struct scene *scene, const struct canvas *canvas) {
    struct canvas inside = canvas_inside(canvas);
    struct text text = exercise_goals(scene, inside.columns, false);
    canvas_put_lines(&inside, text_string(&text), 0);
    text_release(&text);
}

const struct panel goals_panel = {.rows = goals_rows, .draw = goals_draw};
