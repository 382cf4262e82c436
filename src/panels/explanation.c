/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* explanation: how the present number came about, as one sentence. */
#include "base/utf8.h"
#include "canvas/ledger.h"
#include "panels/kind.h"

#include <stdint.h>
#include <string.h>

enum { GAP = 1 };

/* The sentence, and in lines. */
struct told {
    struct text sentence, lines;
    size_t rows; /* how many lines */
};

static struct told tell(struct scene *scene, size_t width) {
    struct told told = {0};
    struct ledger_view view = scene_ledger(scene);
    text_append(&told.sentence, scene->unexplained.message);
    if (scene->explained && scene_reached(scene)) {
        ledger_sentence(&view, &told.sentence);
    } else if (scene->explained) {
        looks_cell(scene->session, &told.sentence, scene->failure);
        text_append(&told.sentence, " is not reached yet. Say the number, then go on.");
    }
    if (told.sentence.length > 0) {
        canvas_wrap(text_string(&told.sentence), 0, width, &told.lines);
    }
    told.rows = scene_count(text_string(&told.lines));
    return told;
}

static void told_release(struct told *told) {
    text_release(&told->sentence);
    text_release(&told->lines);
}

/* Rows of the table under a sentence of ROWS lines, when it fits in MOST and the picture is not
 * that table already. */
static size_t unrolled(const struct scene *scene, size_t width, size_t rows, size_t most) {
    if (!unroll_possible(scene) || kind_of(scene) == KIND_UNROLLED || !scene_reached(scene)) {
        return 0;
    }
    size_t table = unroll_rows(scene, width);
    return rows + GAP + table <= most ? table : 0;
}

static size_t explanation_rows(struct scene *scene, size_t width, size_t most) {
    struct told told = tell(scene, width - 2);
    size_t table = unrolled(scene, width, told.rows, most);
    told_release(&told);
    return lesser(told.rows + (table > 0 ? GAP + table : 0), most);
}

/* Where the result in SENTENCE begins: "= 0.28"; "" when that is too long. */
static const char *find_result(const char *sentence, size_t most) {
    static const char *const signs[] = {" = ", " ≈ "};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        for (const char *at = strstr(sentence, signs[i]); at != NULL;
             at = strstr(at + 1, signs[i])) {
            found = found == NULL || at > found ? at : found;
        }
    }
    return found != NULL && canvas_columns(found) <= most ? found + 1 : "";
}

/* Of too many lines the middle is left out: how the sentence begins, and what comes of it. */
static void draw_ends(const struct canvas *canvas, const struct told *told) {
    struct text end = {0}, last = {0};
    const char *lines = text_string(&told->lines);
    text_format(&end, "… %s", find_result(text_string(&told->sentence), canvas->columns / 2));
    for (size_t i = 1; i < canvas->rows; i++) {
        lines += strcspn(lines, "\n") + 1;
    }
    size_t length = strcspn(lines, "\n") + 1;
    size_t room = canvas->columns - canvas_columns(text_string(&end));
    while (length > 0 && (strchr(" \n", lines[length - 1]) == NULL ||
                          utf8_columns(lines, length - 1) + 1 > room)) {
        length--;
    }
    text_format(&last, "%.*s%s%s", length > 0 ? (int)length - 1 : 0, lines, length > 0 ? " " : "",
                text_string(&end));
    const size_t at[] = {canvas->rows - 1, 0};
    canvas_repeat(canvas, at, canvas->columns, " ", STYLE_PLAIN);
    canvas_put(canvas, at[0], at[1], text_string(&last), STYLE_PLAIN);
    text_release(&end);
    text_release(&last);
}

/* Where the picture does not show the present number, the cursor stands here. */
static void explanation_draw(struct scene *scene, const struct canvas *canvas) {
    struct canvas inside = canvas_inside(canvas);
    struct told told = tell(scene, inside.columns);
    canvas_put_lines(&inside, text_string(&told.lines), 0);
    if (told.rows > inside.rows) {
        draw_ends(&inside, &told);
    }
    if (told.rows > 0) {
        scene_place(scene, &inside, 0, 0);
    }
    if (unrolled(scene, canvas->columns, told.rows, canvas->rows) > 0) {
        struct box box = {told.rows + GAP, 0, canvas->rows, canvas->columns};
        struct canvas below = canvas_part(canvas, box);
        unroll_draw(scene, &below);
    }
    told_release(&told);
}

const struct panel explanation_panel = {.rows = explanation_rows, .draw = explanation_draw};
