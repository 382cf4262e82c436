/* explanation: how the present number came about, as one sentence with its running total. */
#include "base/number.h"
#include "base/utf8.h"
#include "canvas/ledger.h"
#include "panels/kind.h"

#include <stdint.h>
#include <string.h>

enum { GAP = 1 };

/* The sentence, and in lines of WIDTH columns. */
static bool write(struct scene *scene, size_t width, struct text *sentence, struct text *lines) {
    struct ledger_view view = scene_ledger(scene);
    bool ok = true;
    text_append(sentence, scene->unexplained.message);
    if (scene->explained && scene_reached(scene)) {
        ok = ledger_sentence(&view, sentence, scene->failure);
    } else if (scene->explained) {
        ok = looks_cell(scene->session, sentence, scene->failure);
        text_append(sentence, " is not reached yet. Say the number, then go on.");
    }
    if (sentence->length > 0) {
        canvas_wrap(text_string(sentence), 0, width, lines);
    }
    return ok && text_ok(sentence, scene->failure) && text_ok(lines, scene->failure);
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
    struct text sentence = {0}, lines = {0};
    bool ok = write(scene, width - 2, &sentence, &lines);
    size_t rows = ok ? scene_count(text_string(&lines)) : 0;
    text_release(&sentence);
    text_release(&lines);
    size_t table = unrolled(scene, width, rows, most);
    rows += table > 0 ? GAP + table : 0;
    return lesser(rows, most);
}

/* "so far 0.03" at the right of the last row, of a ledger that is not finished. */
static void draw_so_far(const struct scene *scene, struct box box) {
    char number[NUMBER_TEXT], words[NUMBER_TEXT + 16];
    size_t terms = scene_terms(scene);
    if (scene->explanation.steps.form == STEPS_LEDGER && terms > 0 && terms < SIZE_MAX) {
        number_short(number, scene_so_far(scene, terms), scene->session->view.precision);
        text_fill(words, sizeof words, "  so far %s ", number);
        canvas_put_right(scene->canvas, box.row + box.rows - 1, box.column + box.columns, words,
                         STYLE_STRONG);
    }
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
    return found != NULL && patch_columns(found) <= most ? found + 1 : "";
}

/* Of LINES too many for BOX the middle is left out: how SENTENCE begins, and what comes of it. */
static void draw_ends(const struct scene *scene, struct box box, const char *lines,
                      const char *sentence) {
    struct text end = {0}, last = {0};
    text_format(&end, "… %s", find_result(sentence, box.columns / 2));
    for (size_t i = 1; i < box.rows; i++) {
        lines += strcspn(lines, "\n") + 1;
    }
    size_t length = strcspn(lines, "\n") + 1, room = box.columns - patch_columns(text_string(&end));
    while (length > 0 && (strchr(" \n", lines[length - 1]) == NULL ||
                          utf8_columns(lines, length - 1) + 1 > room)) {
        length--;
    }
    text_format(&last, "%.*s%s%s", length > 0 ? (int)length - 1 : 0, lines, length > 0 ? " " : "",
                text_string(&end));
    const size_t at[] = {box.row + box.rows - 1, box.column};
    canvas_repeat(scene->canvas, at, box.columns, " ", STYLE_PLAIN);
    canvas_put(scene->canvas, at[0], at[1], text_string(&last), STYLE_PLAIN);
    text_release(&end);
    text_release(&last);
}

/* Where the picture does not show the present number, the cursor stands here. */
static bool explanation_draw(struct scene *scene, struct box box) {
    struct text sentence = {0}, lines = {0};
    struct box inside = box_inside(box);
    bool ok = write(scene, inside.columns, &sentence, &lines);
    size_t rows = scene_count(text_string(&lines));
    scene_lines(scene, inside, text_string(&lines), 0);
    if (ok && rows > inside.rows) {
        draw_ends(scene, inside, text_string(&lines), text_string(&sentence));
    }
    if (rows > 0) {
        scene_place(scene, inside.row, inside.column);
    }
    if (ok && unrolled(scene, box.columns, rows, box.rows) > 0) {
        struct box table = {box.row + rows + GAP, box.column, box.rows - rows - GAP, box.columns};
        ok = unroll_draw(scene, table);
    } else {
        draw_so_far(scene, box);
    }
    text_release(&sentence);
    text_release(&lines);
    return ok;
}

const struct panel explanation_panel = {.rows = explanation_rows, .draw = explanation_draw};
