/* narration: what the lesson told last, as much of it as there is room for. */
#include "panels/narration.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "panels/question.h"
#include "panels/scene.h"
#include "session/telling.h"

#include <string.h>

enum { MARGIN = 1 };

/* The words told last. What follows an open question waits. */
static bool find_told(const struct session *session, size_t range[2]) {
    size_t passed = session->lesson == NULL ? 0 : session_stop(session);
    passed -= passed > 0 && session->rest_owed ? 1 : 0;
    size_t told = passed == 0 ? 0 : lesson_told_last(session->lesson, passed);
    if (told > 0) {
        lesson_told(session->lesson, told - 1, range);
    }
    return told > 0;
}

size_t narration_told(const struct session *session) {
    const struct lesson *lesson = session->lesson;
    size_t range[2] = {0, 0};
    size_t passed = session_stop(session);
    if (find_told(session, range)) {
        return range[1];
    }
    return passed == 0 ? 0 : lesson->pages[lesson->stops[passed - 1].page].first_part;
}

/* The words of the parts RANGE, in lines of WIDTH columns: kept from frame to frame. */
static bool find_words(struct scene *scene, size_t width, const size_t range[2]) {
    struct narrated *words = &scene->session->narrated;
    if (words->known && words->first == range[0] && words->last == range[1] &&
        words->width == width && words->theme == scene->theme) {
        return true;
    }
    struct session speaker = scene_speaker(scene, width);
    bool ok = telling_narration(&speaker, range[0], range[1], scene->failure);
    session_forget_words(scene->session);
    *words = (struct narrated){ok, range[0], range[1], width, scene->theme, speaker.out};
    return ok;
}

/* The words, and before them the verdict on a prediction that has just been settled. */
static bool write_told(struct scene *scene, size_t width, struct text *out) {
    size_t range[2];
    bool ok = question_verdict(scene, width, out);
    if (ok && find_told(scene->session, range)) {
        ok = find_words(scene, width, range);
        text_append(out, text_string(&scene->session->narrated.words));
    }
    scene_trim(out);
    return ok && text_ok(out, scene->failure);
}

static size_t narration_rows(struct scene *scene, size_t width, size_t most) {
    struct text told = {0};
    size_t rows = 0;
    if (width > 2 * MARGIN && write_told(scene, width - 2 * MARGIN, &told)) {
        rows = scene_count(text_string(&told));
    }
    text_release(&told);
    return rows < most ? rows : most;
}

/* Where line AT of TEXT begins. */
static const char *line_at(const char *text, size_t at) {
    for (; at > 0 && *text != '\0'; at--) {
        text += strcspn(text, "\n");
        text += *text == '\n' ? 1 : 0;
    }
    return text;
}

/* How many columns a line takes without its style sequences. */
static size_t line_columns(const char *line) {
    size_t columns = 0;
    while (*line != '\0' && *line != '\n') {
        size_t length = strcspn(line, "\x1b\n");
        columns += utf8_columns(line, length);
        line += length;
        if (*line == '\x1b') {
            line += strcspn(line, "m\n");
            line += *line == 'm' ? 1 : 0;
        }
    }
    return columns;
}

/* Says in the last row that there is more, over its end when it has no room. */
static void mark_more(struct scene *scene, struct box box, const char *last) {
    static const char *const more = "… Tab: whole page";
    size_t needed = utf8_columns(more, strlen(more));
    size_t row = box.row + box.rows - 1;
    size_t used = line_columns(last);
    if (box.columns <= needed + 1) {
        canvas_put_right(scene->canvas, row, box.column + box.columns, "…", STYLE_DIM);
        return;
    }
    size_t column = box.column + box.columns - needed;
    canvas_put(scene->canvas, row, column - 1, used > box.columns - needed - 1 ? " " : "",
               STYLE_PLAIN);
    canvas_put(scene->canvas, row, column, more, STYLE_DIM);
}

static bool narration_draw(struct scene *scene, struct box box) {
    struct text told = {0};
    if (box.rows == 0 || box.columns <= 2 * MARGIN) {
        return true;
    }
    struct box inside = {box.row, box.column + MARGIN, box.rows, box.columns - 2 * MARGIN};
    bool ok = write_told(scene, inside.columns, &told);
    scene_lines(scene, inside, text_string(&told), 0);
    if (ok && scene_count(text_string(&told)) > inside.rows) {
        mark_more(scene, inside, line_at(text_string(&told), inside.rows - 1));
    }
    text_release(&told);
    return ok;
}

const struct panel narration_panel = {
    .name = "narration",
    .sentence = "What the lesson said last.",
    .rows = narration_rows,
    .draw = narration_draw,
};
