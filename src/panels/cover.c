/* cover: what lies over the picture: the page's text, the contents, the keys, notes, an answer. */
#include "base/failure.h"
#include "commands/keys.h"
#include "panels/narration.h"
#include "panels/question.h"
#include "panels/said.h"
#include "panels/scene.h"
#include "panels/slopes.h"
#include "session/outline.h"
#include "session/telling.h"

#include <string.h>

enum { MARGIN = 1 };

/* All that the lesson has said on this page so far, and the question it is at. What follows an open
 * question waits, here too. */
static bool write_narration(struct scene *scene, struct session *speaker) {
    const struct lesson *lesson = scene->session->lesson;
    if (lesson == NULL || lesson->page_count == 0) {
        return true;
    }
    const struct page *page = &lesson->pages[outline_page(scene->session)];
    size_t answer;
    bool ok = telling_page(speaker, outline_page(scene->session), scene->failure) &&
              telling_narration(speaker, page->first_part, narration_told(scene->session),
                                scene->failure);
    if (ok && question_quiz(scene) != NULL) {
        text_append(&speaker->out, "\n");
        ok = quiz_write(scene, speaker->width, &speaker->out, &answer);
    } else if (ok && question_exercise(scene) != NULL) {
        text_append(&speaker->out, "\n");
        ok = exercise_write(scene, speaker->width, true, &speaker->out);
    }
    return ok;
}

static bool write(struct scene *scene, struct session *speaker) {
    switch (scene->session->looks.cover) {
    case COVER_NONE:
        return true;
    case COVER_NARRATION:
        return write_narration(scene, speaker);
    case COVER_CONTENTS:
        return outline_contents(speaker, scene->failure);
    case COVER_KEYS:
        keys_write(speaker->width, &speaker->out);
        return text_ok(&speaker->out, scene->failure);
    case COVER_NOTES:
        return scene->session->lesson == NULL || outline_notes(speaker, scene->failure);
    case COVER_GRADIENT: /* drawn, not written */
        return true;
    case COVER_ANSWER:
        text_append(&speaker->out, text_string(&scene->session->looks.last.answer));
        return text_ok(&speaker->out, scene->failure);
    }
    return true;
}

static const char *const titles[] = {
    [COVER_NONE] = "",          [COVER_NARRATION] = "the page", [COVER_CONTENTS] = "contents",
    [COVER_KEYS] = "keys",      [COVER_NOTES] = "notes",        [COVER_ANSWER] = "answer",
    [COVER_GRADIENT] = "slopes"};

static size_t cover_rows(struct scene *scene, size_t width, size_t most) {
    (void)width;
    return scene->session->looks.cover == COVER_NONE ? 0 : most;
}

/* Of slopes also what their colours mean. */
static void write_title(const struct scene *scene, struct text *out) {
    const struct looks *looks = &scene->session->looks;
    const char *loss = text_string(&looks->last.derived);
    text_format(out, " %s", titles[looks->cover]);
    if (looks->cover == COVER_GRADIENT) {
        bool coloured = scene->theme != THEME_MONO && scene->stage->depth != DEPTH_NONE;
        text_format(out,
                    coloured ? ": orange, %.*s rises with the cell; blue, it falls"
                             : ": how fast %.*s rises with each cell",
                    (int)strcspn(loss, " "), loss);
    }
    text_append(out, " ");
}

/* "── keys ──────────── lines 1 to 18 of 52 ──" */
static void draw_heading(struct scene *scene, struct box box, const size_t lines[3]) {
    struct text words = {0};
    scene_rule(scene, box.row, box.column, box.columns);
    write_title(scene, &words);
    struct box room = {box.row, box.column + 2, 1, box.columns > 2 ? box.columns - 2 : 0};
    scene_words(scene, room, text_string(&words), STYLE_TITLE);
    text_clear(&words);
    text_format(&words, " lines %zu to %zu of %zu ", lines[0], lines[1], lines[2]);
    if (lines[1] - lines[0] + 1 < lines[2] && words.length + 16 < box.columns) {
        canvas_put_right(scene->canvas, box.row, box.column + box.columns - 2, text_string(&words),
                         STYLE_LABEL);
    }
    text_release(&words);
}

/* Scrolling past the end of COUNT lines stops there, wherever the keys went. Returns how many are
 * above. */
static size_t scroll_to(struct scene *scene, struct box box, size_t count) {
    struct looks *looks = &scene->session->looks;
    size_t rows = box.rows - 1;
    size_t last = count > rows ? count - rows : 0;
    looks->scroll = looks->scroll < last ? looks->scroll : last;
    looks->scroll_last = last;
    looks->scroll_page = rows > 1 ? rows - 1 : 1; /* the last line is read again */
    size_t end = looks->scroll + rows < count ? looks->scroll + rows : count;
    draw_heading(scene, box, (const size_t[]){looks->scroll + 1, end, count});
    return looks->scroll;
}

static bool draw_words(struct scene *scene, struct box box, struct box inside) {
    struct session speaker = scene_speaker(scene, said_columns(box.columns));
    bool ok = write(scene, &speaker);
    scene_trim(&speaker.out);
    size_t above = scroll_to(scene, box, scene_count(text_string(&speaker.out)));
    scene_lines(scene, inside, text_string(&speaker.out), above);
    text_release(&speaker.out);
    return ok;
}

static bool draw_slopes(struct scene *scene, struct box box, struct box inside) {
    struct canvas slopes;
    bool ok = slopes_make(scene, inside.columns, inside.rows, &slopes);
    size_t above = scroll_to(scene, box, slopes.rows);
    for (size_t i = 0; i < inside.rows && above + i < slopes.rows; i++) {
        const size_t at[] = {inside.row + i, inside.column};
        canvas_copy_row(scene->canvas, at, &slopes, above + i);
    }
    canvas_release(&slopes);
    return ok;
}

static bool cover_draw(struct scene *scene, struct box box) {
    if (box.rows < 2 || box.columns <= 2 * MARGIN + 2) {
        return true;
    }
    struct box inside = {box.row + 1, box.column + MARGIN, box.rows - 1, box.columns - 2 * MARGIN};
    bool slopes = scene->session->looks.cover == COVER_GRADIENT;
    scene_place(scene, inside.row, inside.column);
    return slopes ? draw_slopes(scene, box, inside) : draw_words(scene, box, inside);
}

const struct panel cover_panel = {
    .name = "cover",
    .sentence = "The page's text, the contents, the keys, the notes or an answer, over all else.",
    .rows = cover_rows,
    .draw = cover_draw,
};
