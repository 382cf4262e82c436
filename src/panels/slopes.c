#include "panels/slopes.h"

#include "base/failure.h"
#include "base/memory.h"
#include "notebook/gradient.h"
#include "panels/whole.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { LEAST_COLUMNS = 38, MOST_BESIDE = 4 };

/* Heat maps under each other in columns, the next one where there is most room. */
struct board {
    struct scene *scene;
    struct canvas *canvas; /* NULL: only measured */
    const struct definition *loss;
    size_t beside, columns; /* how many columns of pictures, each how wide */
    size_t most;            /* rows of one */
    size_t bottom[MOST_BESIDE];
};

/* The gradient's scale goes as far above 0 as below. */
static double largest(const struct tensor *by) {
    double most = 0;
    for (size_t i = 0; i < shape_cells(&by->shape); i++) {
        double size = fabs(by->cells[i]);
        most = isfinite(size) && size > most ? size : most;
    }
    return most;
}

static bool draw_slope(struct board *board, struct box box, const struct definition *of,
                       const struct tensor *by) {
    struct scene *scene = board->scene;
    struct tensor *shown = session_shown(scene->session, by, scene->failure);
    struct text name = {0};
    text_format(&name, "d%s/d%s", board->loss->name, of->name);
    bool ok = shown != NULL && text_ok(&name, scene->failure);
    if (ok) {
        struct picture picture = whole_picture(scene, of, shown);
        picture.name = text_string(&name);
        picture.heat = true;
        picture.fixed = false;
        picture.high = largest(by);
        picture.low = -picture.high;
        size_t at[2];
        picture_matrix(board->canvas, box, &picture, at);
    }
    text_release(&name);
    tensor_release(shown);
    return ok;
}

/* Into the column that ends highest. Lone numbers were told in words. */
static bool put_slope(struct board *board, const struct definition *of, const struct tensor *by) {
    size_t at = 0, rows = whole_rows(board->scene, of);
    if (by == NULL || shape_is_number(&by->shape)) {
        return true;
    }
    for (size_t i = 1; i < board->beside; i++) {
        at = board->bottom[i] < board->bottom[at] ? i : at;
    }
    rows = rows < board->most ? rows : board->most;
    struct box box = {board->bottom[at], at * (board->columns + 2), rows, board->columns};
    board->bottom[at] += rows + 1;
    return board->canvas == NULL || draw_slope(board, box, of, by);
}

static bool put_leaves(struct board *board) {
    const struct notebook *notebook = session_notebook(board->scene->session);
    struct gradient_source loss = {board->loss, SIZE_MAX};
    struct gradient gradient;
    if (!gradient_make(&gradient, &loss, NULL, board->scene->failure)) {
        return false;
    }
    bool ok = true;
    for (size_t i = 0; ok && i < notebook->count; i++) {
        const struct definition *of = notebook->list[i];
        ok = !of->leaf || put_slope(board, of, gradient_by(&gradient, of));
    }
    gradient_release(&gradient);
    return ok;
}

static bool put_named(struct board *board, const char *name) {
    const struct definition *of = notebook_find(session_notebook(board->scene->session), name);
    struct gradient_source loss = {board->loss, SIZE_MAX};
    struct gradient_wanted wanted = {&of, 1};
    struct gradient gradient;
    if (of == NULL) {
        return true;
    }
    if (!gradient_make(&gradient, &loss, &wanted, board->scene->failure)) {
        return false;
    }
    bool ok = put_slope(board, of, gradient_by(&gradient, of));
    gradient_release(&gradient);
    return ok;
}

/* The next of the names at *NAMES, which are parted by blanks, as the caller's; NULL: no more. */
static char *next_name(const char **names) {
    *names += strspn(*names, " ");
    size_t length = strcspn(*names, " ");
    const char *name = *names;
    *names += length;
    return length > 0 ? memory_text(name, length) : NULL;
}

/* "L": by every leaf. "L W_q W_k": by these. */
static bool put_all(struct board *board) {
    const char *names = text_string(&board->scene->session->looks.last.derived);
    char *name = next_name(&names);
    bool ok = true, any = false;
    board->loss =
        name != NULL ? notebook_find(session_notebook(board->scene->session), name) : NULL;
    memory_free(name);
    while (ok && board->loss != NULL && (name = next_name(&names)) != NULL) {
        ok = put_named(board, name);
        any = true;
        memory_free(name);
    }
    return ok && (any || board->loss == NULL || put_leaves(board));
}

static void begin(struct board *board, size_t top, struct canvas *canvas) {
    board->canvas = canvas;
    for (size_t i = 0; i < MOST_BESIDE; i++) {
        board->bottom[i] = top;
    }
}

bool slopes_make(struct scene *scene, size_t columns, size_t most, struct canvas *canvas) {
    const char *said = text_string(&scene->session->looks.last.answer);
    size_t words = scene_count(said), rows = words, beside = columns / LEAST_COLUMNS;
    struct board board = {.scene = scene, .most = most};
    *canvas = (struct canvas){0};
    board.beside = beside < 1 ? 1 : beside < MOST_BESIDE ? beside : MOST_BESIDE;
    board.columns = (columns + 2) / board.beside - 2;
    begin(&board, words, NULL);
    if (!put_all(&board)) {
        return false;
    }
    for (size_t i = 0; i < board.beside; i++) {
        rows = board.bottom[i] > rows ? board.bottom[i] : rows;
    }
    if (!canvas_init(canvas, rows, columns, scene->failure)) {
        return false;
    }
    struct scene words_scene = *scene;
    words_scene.canvas = canvas;
    scene_lines(&words_scene, (struct box){0, 0, words, columns}, said, 0);
    begin(&board, words, canvas);
    return put_all(&board);
}
