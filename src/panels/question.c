/* question: the quiz or the exercise that the lesson is at. */
#include "panels/question.h"

#include "session/question.h"

#include <stdint.h>
#include <string.h>

enum { MARGIN = 1 };

const struct quiz *scene_quiz(const struct scene *scene) {
    const struct session *session = scene->session;
    return scene_stop(scene) == NULL ? NULL : question_quiz(session, session_stop(session) - 1);
}

const struct exercise *scene_exercise(const struct scene *scene) {
    const struct session *session = scene->session;
    return scene_stop(scene) == NULL ? NULL : question_exercise(session, session_stop(session) - 1);
}

static bool write(struct scene *scene, size_t width, struct text *out, size_t *answer) {
    *answer = SIZE_MAX;
    if (scene_quiz(scene) != NULL) {
        return quiz_write(scene, width, out, answer);
    }
    return scene_exercise(scene) == NULL || exercise_write(scene, width, false, out);
}

static size_t question_rows(struct scene *scene, size_t width, size_t most) {
    struct text lines = {0};
    size_t answer, rows = 0;
    if (width > 2 * MARGIN && write(scene, width - 2 * MARGIN, &lines, &answer)) {
        rows = scene_count(text_string(&lines));
    }
    text_release(&lines);
    return rows < most ? rows : most;
}

/* Where it does not all fit the end goes on standing there: what there is to choose and to do. */
static bool question_draw(struct scene *scene, struct box box) {
    struct text lines = {0};
    size_t answer;
    if (box.rows == 0 || box.columns <= 2 * MARGIN) {
        return true;
    }
    struct box inside = {box.row, box.column + MARGIN, box.rows, box.columns - 2 * MARGIN};
    bool ok = write(scene, inside.columns, &lines, &answer);
    size_t count = scene_count(text_string(&lines));
    size_t first = count > box.rows ? count - box.rows : 0;
    scene_lines(scene, inside, text_string(&lines), first);
    if (first > 0) {
        canvas_put_right(scene->canvas, box.row, box.column + box.columns, "… v: all", STYLE_DIM);
    }
    if (answer != SIZE_MAX && answer >= first) {
        scene_place(scene, box.row + answer - first, inside.column);
    }
    text_release(&lines);
    return ok;
}

const struct panel question_panel = {.rows = question_rows, .draw = question_draw};
