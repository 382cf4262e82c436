/* cover: what lies over the picture: the text of the page, the contents, the keys, notes, an
 * answer, derivatives as heat maps; and the lessons there are, while none is open. */
#include "base/failure.h"
#include "base/memory.h"
#include "canvas/tiles.h"
#include "commands/keys.h"
#include "lesson/shelf.h"
#include "notebook/gradient.h"
#include "panels/narration.h"
#include "panels/question.h"
#include "panels/scene.h"
#include "session/outline.h"
#include "session/telling.h"

#include <stdint.h>
#include <string.h>

/* --- what was said ---------------------------------------------------------------------------- */

enum { WIDEST = 100 };

size_t said_columns(size_t columns) {
    return lesser(columns > 2 ? columns - 2 : columns, WIDEST);
}

bool said_take(struct session *session, const struct failure *complaint, struct failure *failure) {
    struct looks *looks = &session->looks;
    text_clear(&looks->last.message);
    scene_trim(&session->out);
    if (complaint != NULL && complaint->set) {
        text_append(&looks->last.message, complaint->message);
    } else if (scene_count(text_string(&session->out)) > 1) {
        text_clear(&looks->last.answer);
        text_append(&looks->last.answer, text_string(&session->out));
        looks->cover = session->tried == NULL ? COVER_ANSWER : looks->cover;
        looks->scroll = 0;
    } else {
        text_append(&looks->last.message, text_string(&session->out));
    }
    text_clear(&session->out);
    return text_ok(&looks->last.message, failure) && text_ok(&looks->last.answer, failure);
}

/* --- slopes ----------------------------------------------------------------------------------- */

/* ∂L/∂ the leaves as heat maps, orange where L rises with a cell, blue where it falls. */

enum { LEAST_COLUMNS = 38, MOST_BESIDE = 4 };

/* Heat maps under each other in columns, the next one where there is most room. */
struct slopes {
    struct scene *scene;
    struct canvas *canvas; /* NULL: only measured */
    const struct definition *loss;
    size_t beside, columns; /* how many columns of pictures, each how wide */
    size_t most;            /* rows of one */
    size_t bottom[MOST_BESIDE];
};

static bool draw_slope(struct slopes *slopes, struct box box, const struct definition *of,
                       const struct tensor *by) {
    struct scene *scene = slopes->scene;
    struct tensor *shown = session_shown(scene->session, by, scene->failure);
    struct text name = {0};
    text_format(&name, "d%s/d%s", slopes->loss->name, of->name);
    bool ok = shown != NULL && text_ok(&name, scene->failure);
    if (ok) {
        struct picture picture = scene_picture(scene, of, SIZE_MAX, shown);
        picture.name = text_string(&name);
        picture.shares = picture.stretched = false;
        struct tiles tiles;
        tiles_init(&tiles, &picture);
        tiles_fill(&tiles, slopes->canvas, box);
    }
    text_release(&name);
    tensor_release(shown);
    return ok;
}

/* Into the column that ends highest. Lone numbers were told in words. */
static bool put_slope(struct slopes *slopes, const struct definition *of, const struct tensor *by) {
    size_t at = 0, rows = scene_rows(slopes->scene, of);
    if (by == NULL || shape_is_number(&by->shape)) {
        return true;
    }
    for (size_t i = 1; i < slopes->beside; i++) {
        at = slopes->bottom[i] < slopes->bottom[at] ? i : at;
    }
    rows = rows < slopes->most ? rows : slopes->most;
    struct box box = {slopes->bottom[at], at * (slopes->columns + 2), rows, slopes->columns};
    slopes->bottom[at] += rows + 1;
    return slopes->canvas == NULL || draw_slope(slopes, box, of, by);
}

/* What the derivatives are by: in "L W_q W_k" the names behind the first, in "L" all leaves. */
static size_t list_named(const struct slopes *slopes, const char *names,
                         const struct definition **list) {
    const struct notebook *notebook = session_notebook(slopes->scene->session);
    size_t count = 0;
    bool any = false;
    for (names += strcspn(names, " "); *names != '\0'; names += strcspn(names, " ")) {
        size_t index = notebook_index(session_notebook(slopes->scene->session), names + 1,
                                      strcspn(names + 1, " "));
        if (index != SIZE_MAX && count < notebook->count) {
            list[count++] = notebook->list[index];
        }
        names++;
        any = true;
    }
    for (size_t i = 0; !any && i < notebook->count; i++) {
        list[count] = notebook->list[i];
        count += notebook->list[i]->leaf;
    }
    return count;
}

static bool put_all(struct slopes *slopes) {
    const char *names = text_string(&slopes->scene->session->looks.last.derived);
    const struct notebook *notebook = session_notebook(slopes->scene->session);
    size_t index =
        notebook_index(session_notebook(slopes->scene->session), names, strcspn(names, " "));
    if (index == SIZE_MAX) {
        return true;
    }
    const struct definition **list = memory_allocate(notebook->count, sizeof *list);
    struct gradient gradient;
    if (list == NULL) {
        return failure_memory(slopes->scene->failure);
    }
    slopes->loss = notebook->list[index];
    struct gradient_source loss = {slopes->loss, SIZE_MAX};
    struct gradient_wanted wanted = {list, list_named(slopes, names, list)};
    bool made = gradient_make(&gradient, &loss, &wanted, slopes->scene->failure), ok = made;
    for (size_t i = 0; ok && i < wanted.count; i++) {
        ok = put_slope(slopes, list[i], gradient_by(&gradient, list[i]));
    }
    if (made) {
        gradient_release(&gradient);
    }
    memory_free(list);
    return ok;
}

static void begin(struct slopes *slopes, size_t top, struct canvas *canvas) {
    slopes->canvas = canvas;
    for (size_t i = 0; i < MOST_BESIDE; i++) {
        slopes->bottom[i] = top;
    }
}

/* What `gradient` was asked for last, COLUMNS wide and as high as it takes, for a cover to show a
 * part of: what was said of it, then the heat maps, several beside each other where there is room;
 * none is higher than MOST rows. CANVAS is uninitialised, and to be released also after a failure.
 */
static bool slopes_make(struct scene *scene, size_t columns, size_t most, struct canvas *canvas) {
    const char *said = text_string(&scene->session->looks.last.answer);
    size_t words = scene_count(said), rows = words, beside = columns / LEAST_COLUMNS;
    struct slopes slopes = {.scene = scene, .most = most};
    *canvas = (struct canvas){0};
    slopes.beside = beside < 1 ? 1 : beside < MOST_BESIDE ? beside : MOST_BESIDE;
    slopes.columns = (columns + 2) / slopes.beside - 2;
    begin(&slopes, words, NULL);
    if (!put_all(&slopes)) {
        return false;
    }
    for (size_t i = 0; i < slopes.beside; i++) {
        rows = slopes.bottom[i] > rows ? slopes.bottom[i] : rows;
    }
    if (!canvas_init(canvas, rows, columns, scene->failure)) {
        return false;
    }
    struct scene words_scene = *scene;
    words_scene.canvas = canvas;
    scene_lines(&words_scene, (struct box){0, 0, words, columns}, said, 0);
    begin(&slopes, words, canvas);
    return put_all(&slopes);
}

/* --- cover ------------------------------------------------------------------------------------ */

/* All that the lesson has said on this page so far, and the question it is at. What follows an open
 * question waits, here too. */
static bool write_narration(struct scene *scene, struct session *speaker) {
    const struct lesson *lesson = scene->session->lesson;
    if (lesson == NULL || lesson->page_count == 0) {
        return true;
    }
    const struct page *page = &lesson->pages[outline_page(scene->session)];
    struct question_lines lines;
    bool ok = telling_page(speaker, outline_page(scene->session), scene->failure) &&
              telling_narration(speaker, page->first_part, narration_told(scene->session),
                                scene->failure);
    if (ok && scene_quiz(scene) != NULL) {
        text_append(&speaker->out, "\n");
        ok = quiz_write(scene, speaker->width, &speaker->out, &lines);
    } else if (ok && scene_exercise(scene) != NULL) {
        text_append(&speaker->out, "\n");
        ok = exercise_write(scene, speaker->width, &speaker->out) &&
             exercise_write_goals(scene, speaker->width, true, &speaker->out);
    }
    return ok;
}

static bool write(struct scene *scene, struct session *speaker) {
    switch (scene->session->looks.cover) {
    case COVER_NONE:
    case COVER_LESSONS:  /* the shelf */
    case COVER_OVERVIEW: /* the board */
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

/* What was said takes the lines that it has, all else what there is. */
static size_t cover_rows(struct scene *scene, size_t width, size_t most) {
    const struct looks *looks = &scene->session->looks;
    size_t said = 1 + scene_count(text_string(&looks->last.answer));
    (void)width;
    return looks->cover == COVER_ANSWER ? lesser(said, most) : most;
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

/* The contents scroll so that the page that is chosen, whose line begins with >, is in view. */
static void show_chosen(struct scene *scene, struct box box, const char *lines) {
    struct looks *looks = &scene->session->looks;
    struct text before = {0};
    const char *chosen = lines[0] == '>' ? lines : strstr(lines, "\n>");
    if (looks->cover == COVER_CONTENTS && chosen != NULL) {
        text_append_bytes(&before, lines, (size_t)(chosen - lines));
        size_t line = scene_count(text_string(&before)), rows = box.rows - 1;
        looks->scroll = line < looks->scroll ? line : looks->scroll;
        looks->scroll = line + 2 > looks->scroll + rows ? line + 2 - rows : looks->scroll;
    }
    text_release(&before);
}

static bool draw_words(struct scene *scene, struct box box, struct box inside) {
    struct session speaker = scene_speaker(scene, said_columns(box.columns));
    bool ok = write(scene, &speaker);
    scene_trim(&speaker.out);
    show_chosen(scene, box, text_string(&speaker.out));
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
    struct box inside =
        box_inside((struct box){box.row + 1, box.column, box.rows - 1, box.columns});
    bool slopes = scene->session->looks.cover == COVER_GRADIENT;
    scene_place(scene, inside.row, inside.column);
    return slopes ? draw_slopes(scene, box, inside) : draw_words(scene, box, inside);
}

const struct panel cover_panel = {.rows = cover_rows, .draw = cover_draw};

/* --- shelf ------------------------------------------------------------------------------------ */

/* The lessons there are: while none is open, and to open another. */

enum { PLACE = 16, MINUTES = 8, LEAST_TITLE = 20 };

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
    bool chosen = at == scene->session->looks.chosen;
    enum style style = chosen ? STYLE_STRONG : STYLE_PLAIN;
    outline_number(entry->name, &number);
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
static size_t first_shown(size_t chosen, size_t count, size_t rows) {
    if (count <= rows || chosen < rows / 2) {
        return 0;
    }
    size_t first = chosen - rows / 2;
    return first + rows > count ? count - rows : first;
}

static bool shelf_draw(struct scene *scene, struct box box) {
    const struct stage *stage = scene->stage;
    struct box inside = box_inside(box);
    if (stage->shelf == NULL || stage->shelf->count == 0) {
        scene_words(scene, inside, "No lessons were found. Press : to type formulas.", STYLE_PLAIN);
        return true;
    }
    if (inside.rows > 2) {
        scene_words(scene, inside, "Lessons: how attention works, number by number", STYLE_STRONG);
        inside.row += 2;
        inside.rows -= 2;
    }
    size_t first = first_shown(scene->session->looks.chosen, stage->shelf->count, inside.rows);
    for (size_t i = first; i < stage->shelf->count && i - first < inside.rows; i++) {
        draw_entry(scene, (struct box){inside.row + i - first, inside.column, 1, inside.columns},
                   i);
    }
    return true;
}

const struct panel shelf_panel = {.draw = shelf_draw};
