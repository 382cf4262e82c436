/* shelf: the lessons there are, while none is open. */
#include "lesson/shelf.h"
#include "panels/scene.h"

#include <string.h>

enum { MARGIN = 1, PLACE = 16, MINUTES = 8, LEAST_TITLE = 20 };

static size_t shelf_rows(struct scene *scene, size_t width, size_t most) {
    (void)width;
    const struct shelf *shelf = scene->stage->shelf;
    size_t rows = shelf == NULL ? 1 : shelf->count + 2;
    return rows < most ? rows : most;
}

/* "1" of 01-worked-example; the name itself when it has no number. */
static void write_number(const char *name, struct text *out) {
    size_t zeros = strspn(name, "0");
    size_t digits = strspn(name + zeros, "0123456789");
    text_append_bytes(out, name + zeros, digits);
}

/* "page 3 of 10" where the learner was, "new" where nobody was. */
static void write_place(const struct stage *stage, size_t at, struct text *out) {
    const struct visit *visit = stage->visits == NULL ? NULL : &stage->visits[at];
    if (visit == NULL || visit->pages == 0) {
        text_append(out, "new");
    } else {
        text_format(out, "page %zu of %zu", visit->page, visit->pages);
    }
}

static void draw_entry(struct scene *scene, struct box box, size_t at) {
    const struct shelf_entry *entry = &scene->stage->shelf->list[at];
    struct text number = {0}, words = {0};
    bool chosen = at == scene->stage->chosen;
    enum style style = chosen ? STYLE_STRONG : STYLE_PLAIN;
    write_number(entry->name, &number);
    canvas_put(scene->canvas, box.row, box.column, chosen ? "▶" : "", STYLE_STRONG);
    canvas_put_right(scene->canvas, box.row, box.column + 4, text_string(&number), STYLE_LABEL);
    size_t end = box.column + box.columns;
    if (box.columns > LEAST_TITLE + MINUTES + PLACE) {
        write_place(scene->stage, at, &words);
        canvas_put(scene->canvas, box.row, end - PLACE, text_string(&words), STYLE_LABEL);
        text_clear(&words);
        end -= PLACE;
        if (entry->minutes > 0) {
            text_format(&words, "%ld min", entry->minutes);
        }
        canvas_put(scene->canvas, box.row, end - MINUTES, text_string(&words), STYLE_DIM);
        end -= MINUTES + 1;
    }
    struct box title = {box.row, box.column + 6, 1, end - box.column - 6};
    scene_words(scene, title, entry->title, style);
    if (chosen) {
        scene_place(scene, box.row, title.column);
    }
    text_release(&number);
    text_release(&words);
}

/* The first lesson shown, so that the chosen one is. */
static size_t first_shown(const struct stage *stage, size_t rows) {
    if (stage->shelf->count <= rows || stage->chosen < rows / 2) {
        return 0;
    }
    size_t first = stage->chosen - rows / 2;
    return first + rows > stage->shelf->count ? stage->shelf->count - rows : first;
}

static bool shelf_draw(struct scene *scene, struct box box) {
    const struct stage *stage = scene->stage;
    if (box.rows == 0 || box.columns < LEAST_TITLE) {
        return true;
    }
    struct box inside = {box.row, box.column + MARGIN, box.rows, box.columns - 2 * MARGIN};
    if (stage->shelf == NULL || stage->shelf->count == 0) {
        scene_words(scene, inside, "No lessons were found. Press : to type formulas.", STYLE_PLAIN);
        return true;
    }
    if (inside.rows > 2) {
        scene_words(scene, inside, "Lessons: how attention works, number by number", STYLE_STRONG);
        inside.row += 2;
        inside.rows -= 2;
    }
    size_t first = first_shown(stage, inside.rows);
    for (size_t i = first; i < stage->shelf->count && i - first < inside.rows; i++) {
        draw_entry(scene, (struct box){inside.row + i - first, inside.column, 1, inside.columns},
                   i);
    }
    return true;
}

const struct panel shelf_panel = {
    .name = "shelf",
    .sentence = "The lessons there are, while none is open: title, minutes, where the learner was.",
    .rows = shelf_rows,
    .draw = shelf_draw,
};
