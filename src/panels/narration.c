/* narration: what the lesson told last, as much of it as there is room for. */
#include "panels/narration.h"

#include "commands/commands.h"
#include "panels/moved.h"
#include "panels/question.h"
#include "panels/scene.h"
#include "session/telling.h"

#include <string.h>

/* What follows an open question waits. */
bool narration_parts(const struct session *session, size_t range[2]) {
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
    if (narration_parts(session, range)) {
        return range[1];
    }
    return passed == 0 ? 0 : lesson->pages[lesson->stops[passed - 1].page].first_part;
}

/* Appends what the parts RANGE say, in lines of WIDTH columns. */
static bool write_parts(struct scene *scene, const size_t range[2], size_t width,
                        struct text *out) {
    struct session speaker = scene_speaker(scene, width);
    bool ok = telling_narration(&speaker, range[0], range[1], scene->failure);
    text_append(out, text_string(&speaker.out));
    text_release(&speaker.out);
    scene_trim(out);
    return ok && text_ok(out, scene->failure);
}

/* Whether the words up to part LAST were on the screen before: the stop that held the learner last
 * had told them. Behind a definition that is stepped through they wait, and may come with the next
 * stop. */
static bool was_seen(const struct session *session, size_t last) {
    const struct lesson *lesson = session->lesson;
    size_t passed = session_stop(session), held = passed - 1, told[2];
    do {
        if (held-- == 0) {
            return false;
        }
    } while (!lesson->stops[held].halts);
    size_t part = lesson->stops[held].part;
    while (held + 1 < passed - 1 && !lesson->stops[held + 1].halts &&
           lesson->stops[held + 1].part == part) {
        held++; /* checks behind it in its fence passed with it */
    }
    lesson_told(lesson, held, told);
    return last <= told[lesson->parts[part].grain == NULL];
}

/* Whether a statement of the lesson's stop INDEX gives another value to what has one. */
static bool changes_value(const struct session *session, const struct statement *statement,
                          size_t index) {
    if (statement->kind != STATEMENT_DEFINE) {
        return statement->kind == STATEMENT_EDIT ||
               (statement->command != NULL && (statement->command->flags & COMMAND_CHANGES) != 0);
    }
    for (size_t i = index; i-- > 0;) {
        const struct statements *line = &session->lines[i].statements;
        for (size_t k = line->count; k-- > 0;) {
            const struct statement *before = &line->list[k];
            if (before->kind == STATEMENT_DEFINE && text_same(before->name, statement->name)) {
                return !tree_same(before->value->root, statement->value->root);
            }
        }
    }
    return false;
}

/* The first part of the present page that was told since the lesson changed a value last. */
static size_t since_change(const struct session *session) {
    const struct lesson *lesson = session->lesson;
    const struct page *page = &lesson->pages[lesson->stops[session_stop(session) - 1].page];
    for (size_t i = session_stop(session); i-- > page->first_stop;) {
        const struct statements *line = &session->lines[i].statements;
        for (size_t k = 0; k < line->count; k++) {
            if (changes_value(session, &line->list[k], i)) {
                return lesson->stops[i].part + 1;
            }
        }
    }
    return page->first_part;
}

bool narration_is_past(const struct scene *scene, const size_t range[2]) {
    const struct stop *stop = scene_stop(scene);
    bool changed = stop != NULL && stop->kind == STOP_STATEMENT && scene->has_moved;
    return was_seen(scene->session, range[1]) &&
           (changed || range[1] <= since_change(scene->session));
}

bool narration_is_table(const struct session *session) {
    const struct lesson *lesson = session->lesson;
    size_t range[2];
    bool table = false;
    if (!narration_parts(session, range)) {
        return false;
    }
    for (size_t p = range[0]; p < range[1]; p++) {
        const struct part *part = &lesson->parts[p];
        for (size_t b = 0; part->kind == PART_NARRATION && b < part->block_count; b++) {
            table |= lesson->document.blocks[part->block + b].kind == BLOCK_ROW;
        }
    }
    return table;
}

/* Where the last paragraph of TEXT begins. */
static size_t last_paragraph(const char *text) {
    size_t start = 0;
    for (const char *at = strstr(text, "\n\n"); at != NULL; at = strstr(at + 2, "\n\n")) {
        start = (size_t)(at + 2 - text);
    }
    return start;
}

/* The lesson's words of now, WIDTH columns wide; of words that were there before, the last
 * paragraph, and nothing beside a question or a verdict; at a change without words the program's
 * own line. */
static bool write_words(struct scene *scene, size_t width, bool verdict, struct text *out) {
    size_t range[2];
    if (!narration_parts(scene->session, range)) {
        return true;
    }
    if (narration_is_past(scene, range)) {
        moved_title(scene, out);
        text_append(out, out->length > 0 ? "." : "");
        return text_ok(out, scene->failure);
    }
    bool fresh = !was_seen(scene->session, range[1]);
    if (!fresh && (verdict || scene_quiz(scene) != NULL)) {
        return true;
    }
    struct text words = {0};
    bool ok = write_parts(scene, range, width, &words);
    text_append(out, text_string(&words) + (fresh ? 0 : last_paragraph(text_string(&words))));
    text_release(&words);
    return ok && text_ok(out, scene->failure);
}

/* NOW, whole: the verdict on a prediction that has just been settled, and the words of now. BEFORE,
 * unless NULL: what else the page said since values changed last, and so still holds. */
static bool narrate(struct scene *scene, size_t width, struct text *now, struct text *before) {
    size_t range[2];
    struct text words = {0}, told = {0};
    bool ok = question_verdict(scene, width, now);
    scene_trim(now);
    ok = ok && write_words(scene, width, now->length > 0, &words);
    text_append(now, now->length > 0 && words.length > 0 ? "\n\n" : "");
    text_append(now, text_string(&words));
    if (before != NULL && narration_parts(scene->session, range) &&
        !narration_is_past(scene, range)) {
        const size_t all[] = {since_change(scene->session), range[1]};
        ok = ok && write_parts(scene, all, width, &told); /* and last of all, these words */
        size_t end = told.length > words.length ? told.length - words.length : 0;
        text_append_bytes(before, text_string(&told), end);
        scene_trim(before);
    }
    text_release(&words);
    text_release(&told);
    return ok && text_ok(now, scene->failure) &&
           (before == NULL || text_ok(before, scene->failure));
}

static size_t narration_rows(struct scene *scene, size_t width, size_t most) {
    struct text told = {0};
    size_t rows = 0;
    if (narrate(scene, width - 2, &told, NULL)) {
        rows = scene_count(text_string(&told));
    }
    text_release(&told);
    return rows < most ? rows : most;
}

/* The last whole paragraphs of OLD that ROWS lines hold, with a blank one below. */
static const char *last_whole(const char *old, size_t rows) {
    while (*old != '\0' && scene_count(old) + 1 > rows) {
        const char *next = strstr(old, "\n\n");
        old = next == NULL ? old + strlen(old) : next + 2;
    }
    return old;
}

size_t narration_all(struct scene *scene, size_t width, size_t most) {
    struct text now = {0}, before = {0};
    size_t rows = 0;
    if (narrate(scene, width - 2, &now, &before)) {
        rows = scene_count(text_string(&now));
        const char *old = last_whole(text_string(&before), most > rows ? most - rows : 0);
        rows += *old == '\0' ? 0 : scene_count(old) + 1;
    }
    text_release(&now);
    text_release(&before);
    return lesser(rows, most);
}

/* What ROWS lines hold of OLD, dim. Returns the lines that it takes. */
static size_t draw_before(struct scene *scene, struct box box, struct text *old, size_t rows) {
    const char *text = last_whole(text_string(old), rows);
    size_t count = scene_count(text);
    scene_lines(scene, (struct box){box.row, box.column, count, box.columns}, text, 0);
    for (size_t i = 0; i < count; i++) {
        canvas_restyle(scene->canvas, box.row + i, box.column, box.columns, STYLE_DIM);
    }
    return count > 0 ? count + 1 : 0;
}

static bool narration_draw(struct scene *scene, struct box box) {
    struct text now = {0}, before = {0};
    struct box inside = box_inside(box);
    bool ok = narrate(scene, inside.columns, &now, &before);
    size_t rows = scene_count(text_string(&now));
    size_t spare = inside.rows > rows ? inside.rows - rows : 0;
    size_t used = ok ? draw_before(scene, inside, &before, spare) : 0;
    inside.row += used;
    inside.rows -= used;
    scene_lines(scene, inside, text_string(&now), 0);
    if (inside.rows > 0) { /* where one reads, when there is nothing to look at */
        scene_place(scene, inside.row, inside.column);
    }
    text_release(&now);
    text_release(&before);
    return ok;
}

const struct panel narration_panel = {.rows = narration_rows, .draw = narration_draw};
