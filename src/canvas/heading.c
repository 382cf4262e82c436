/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* What is drawn around the numbers of a value: its name and what follows that, the titles of its
 * matrices, the labels of its rows and columns. */
#include "base/number.h"
#include "base/text.h"
#include "canvas/sheet.h"

#include <stdint.h>
#include <string.h>

/* --- labels ----------------------------------------------------------------------------------- */

/* Returns the label at AT, or its number: a word that is cut ends with …, so that it does not read
 * as another. */
static struct label label_at(const struct sheet *sheet, enum tensor_axis axis, size_t at) {
    static const struct shape no_labels;
    const struct shape *shape = sheet->numbered[axis] ? &no_labels : sheet->shape;
    return canvas_cut(matrix_head(shape, axis, at).text,
                      (axis == AXIS_ROW ? sheet->gutter : sheet->place->cell_columns) - 1);
}

/* Where labels that are shown would read alike because they are cut all of them are numbers, since
 * words among numbers read as neither. */
void heading_measure(struct sheet *sheet) {
    for (enum tensor_axis axis = AXIS_ROW; axis <= AXIS_COLUMN; axis++) {
        const struct visible *shown = &sheet->shown[axis];
        const struct labels *labels = sheet->shape->labels[axis];
        bool clash = false;
        for (size_t i = 0; i < shown->count && labels != NULL; i++) {
            struct label label = label_at(sheet, axis, shown->first + i);
            const char *name = labels->names[shown->first + i];
            for (size_t k = shown->first; k < shown->first + i; k++) {
                clash |= text_same(label.text, label_at(sheet, axis, k).text) &&
                         !text_same(name, labels->names[k]);
            }
        }
        sheet->numbered[axis] = clash;
    }
}

/* True when the row (the column) at AT is one that is stepped through, or that of the cursor. */
static bool is_marked(const struct sheet *sheet, enum tensor_axis axis, size_t matrix, size_t at) {
    const struct meeting *meeting = &sheet->picture->meeting;
    bool here = meeting->matrix == SIZE_MAX || meeting->matrix == matrix;
    return sheet->picture->light == LIGHT_LIT &&
           ((sheet->present[AXIS_HEAD] == matrix && at == sheet->present[axis]) ||
            (here && at == (axis == AXIS_ROW ? meeting->row : meeting->column)));
}

void heading_draw_rows(const struct sheet *sheet, size_t matrix) {
    static const char unchanged[] = "row unchanged";
    const char *old = "old ↓"; /* of the row below it */
    old = sheet->gutter > canvas_columns(old) ? old : "old";
    size_t wide = canvas_columns(old);
    const struct place_on_stage *place = sheet->place;
    const struct visible *rows = &sheet->shown[AXIS_ROW];
    bool first = (matrix - sheet->shown[AXIS_HEAD].first) % place->across == 0;
    bool labels = first && sheet->gutter > 1 && sheet->picture->light >= LIGHT_FLAT;
    size_t end = place->box.column + place->box.columns;
    for (size_t row = rows->first; row < rows->first + rows->count; row++) {
        struct spot spot = sheet_spot(sheet, matrix, row, sheet->shown[AXIS_COLUMN].first);
        struct label label = label_at(sheet, AXIS_ROW, row);
        size_t line = spot.top + sheet->line;
        size_t after = spot.left + place->columns * place->cell_columns + 2;
        bool marked = false, moved = false;
        for (size_t k = 0; k < place->across; k++) {
            marked |= is_marked(sheet, AXIS_ROW, matrix + k, row);
            for (size_t i = 0; i < sheet->shown[AXIS_COLUMN].size && sheet->before != NULL; i++) {
                moved |= sheet_spot(sheet, matrix + k, row, i).moved;
            }
        }
        if (labels) {
            canvas_put(sheet->canvas, line, spot.left - 1 - canvas_columns(label.text), label.text,
                       marked ? STYLE_STRONG : STYLE_LABEL);
        }
        if (labels && moved && sheet->line > 0 && sheet->gutter > wide) {
            canvas_put(sheet->canvas, spot.top, spot.left - 1 - wide, old, STYLE_CHANGED);
        }
        if (sheet->before != NULL && !moved && spot.computed && place->across == 1 &&
            after + strlen(unchanged) <= end) {
            canvas_put(sheet->canvas, line, after, unchanged, STYLE_DIM);
        }
    }
}

static bool has_column_labels(const struct sheet *sheet) {
    return sheet->picture->light >= LIGHT_RELEVANT && sheet->place->heads > 0 &&
           sheet->place->cell_columns > 1 &&
           (sheet->shown[AXIS_COLUMN].size > 1 || sheet->shape->labels[AXIS_COLUMN] != NULL);
}

/* Returns where a label of COLUMNS ends within a column: where its numbers do or, if it is wider,
 * where it is over their middle; with a blank before it. */
static size_t label_end(const struct sheet *sheet, size_t columns) {
    size_t end = sheet_text_end(sheet, sheet->number);
    end += reduced(columns, sheet->number) / 2;
    return lesser(greater(end, columns + 1), sheet->place->cell_columns);
}

/* Draws those that have room after column FROM, where the heading on their line ends; unless it is
 * the first, not next to it: "scores 2" would be a name. A word may be cut to what is left. */
static void draw_column_labels(const struct sheet *sheet, size_t matrix, size_t from) {
    enum { LETTER = 2 }; /* columns of a single letter that is cut */
    const struct visible *shown = &sheet->shown[AXIS_COLUMN];
    for (size_t i = 0; i < shown->count && has_column_labels(sheet); i++) {
        size_t column = shown->first + i;
        struct spot spot = sheet_spot(sheet, matrix, sheet->shown[AXIS_ROW].first, column);
        struct label label = label_at(sheet, AXIS_COLUMN, column);
        size_t columns = canvas_columns(label.text), end = spot.left + label_end(sheet, columns);
        size_t left = reduced(end, from + (from > 0 && i > 0));
        if (columns > left && left > LETTER && !sheet->numbered[AXIS_COLUMN]) {
            label = canvas_cut(label.text, left);
            columns = left;
        }
        if (columns <= left) {
            bool marked = is_marked(sheet, AXIS_COLUMN, matrix, column);
            canvas_put(sheet->canvas, spot.top - 1, end - columns, label.text,
                       marked ? STYLE_STRONG : STYLE_LABEL);
        }
    }
}

/* --- heading ---------------------------------------------------------------------------------- */

size_t heading_put_name(const struct sheet *sheet) {
    const struct picture *picture = sheet->picture;
    const struct box *box = &sheet->place->box;
    size_t column = box->column - sheet->gutter, room = sheet->gutter + box->columns;
    bool lit = picture->light == LIGHT_LIT;
    bool framed = sheet->place->form == FORM_TILE && picture->focus && picture->light > LIGHT_FLAT;
    size_t end = canvas_put(sheet->canvas, box->row, column, canvas_cut(picture->name, room).text,
                            framed                         ? STYLE_FOCUS
                            : picture->light == LIGHT_FLAT ? STYLE_DIM
                            : picture->moved && lit        ? STYLE_CHANGED
                            : picture->role == STYLE_PLAIN ? STYLE_FORMULA
                                                           : picture->role);
    if (picture->owner > 0) {
        canvas_tag(sheet->canvas, box->row, column, end - column,
                   (struct canvas_tag){picture->owner, CANVAS_NAME});
    }
    if (!lit) {
        canvas_dim(sheet->canvas, box->row, column, reduced(end, column));
    }
    return end;
}

/* Puts FORMS[0], or the brief form FORMS[1] where that has no room, after a blank that follows
 * COLUMN, so that it ends before END; returns the column after it. A single column is left to the
 * words. */
static size_t put_next(const struct sheet *sheet, size_t column, size_t end,
                       const char *const forms[2], enum style style) {
    size_t start = column + (column + 1 < end);
    const char *words = forms[start + canvas_columns(forms[0]) > end];
    bool fits = words[0] != '\0' && start + canvas_columns(words) <= end;
    return fits ? canvas_put(sheet->canvas, sheet->place->box.row, start, words, style) : column;
}

/* Puts a mark after the name, so that the labels of the columns stay: where they leave no room,
 * after these, or at the edge of the canvas over the first. */
static size_t put_mark(const struct sheet *sheet, size_t column, const char *const forms[2],
                       enum style style) {
    const struct box *box = &sheet->place->box;
    size_t end = box->column + box->columns, room = end;
    if (sheet->place->heads == 1 && has_column_labels(sheet)) {
        struct label first = label_at(sheet, AXIS_COLUMN, sheet->shown[AXIS_COLUMN].first);
        size_t columns = canvas_columns(first.text);
        room = lesser(end, box->column + label_end(sheet, columns) - columns - 1);
    }
    if (room == end || column + 1 + canvas_columns(forms[1]) <= room) {
        return put_next(sheet, column, room, forms, style);
    }
    if (end >= sheet->canvas->columns) {
        return put_next(sheet, column, end, (const char *[]){forms[1], ""}, style);
    }
    canvas_put(sheet->canvas, box->row, end, forms[1], style);
    return column;
}

/* Writes "‹ ›" of what goes on to the left and right, "▴ ▾" above and below, each after BETWEEN.
 */
static void write_window(const struct sheet *sheet, const char *between, struct text *out) {
    static const char *const marks[][2] = {[AXIS_COLUMN] = {"‹", "›"}, [AXIS_ROW] = {"▴", "▾"}};
    for (int axis = AXIS_COLUMN; axis >= AXIS_ROW; axis--) {
        const struct visible *shown = &sheet->shown[axis];
        const bool goes_on[] = {shown->first > 0, shown->first + shown->count < shown->size};
        for (size_t i = 0; i < 2; i++) {
            text_format(out, "%s%s", goes_on[i] ? between : "", goes_on[i] ? marks[axis][i] : "");
        }
    }
}

/* Writes "queries ↓ keys →", or BRIEF "q ↓ k →", for scores and weights where both have a role. */
static void write_roles(const struct sheet *sheet, bool brief, struct text *out) {
    static const char *const roles[] = {
        [STYLE_QUERY] = "queries", [STYLE_KEY] = "keys", [STYLE_VALUE] = "values"};
    const enum style *along = sheet->picture->along;
    for (size_t i = 0; i < 2 && along[0] != STYLE_PLAIN && along[1] != STYLE_PLAIN; i++) {
        const char *role = roles[along[i]];
        style_mark(along[i], out);
        text_format(out, "%.*s %s", brief ? 1 : (int)strlen(role), role, i == 0 ? "↓ " : "→");
    }
}

/* Puts what else the heading says, as far as each fits before END: "50×64 ‹ › ▴ ▾", its size where
 * there is more, the roles of its axes and its formula. Returns the column after it. */
static size_t put_rest(const struct sheet *sheet, size_t column, size_t end) {
    const struct picture *picture = sheet->picture;
    const struct visible *matrices = &sheet->shown[AXIS_HEAD];
    struct text words = {0}, brief = {0};
    shape_write(sheet->shape, &words);
    size_t size = words.length;
    write_window(sheet, " ", &words);
    if (picture->value != NULL && (words.length > size || matrices->count < matrices->size)) {
        column =
            put_next(sheet, column, end, (const char *[]){text_string(&words), ""}, STYLE_LABEL);
    }
    text_clear(&words);
    write_roles(sheet, false, &words);
    write_roles(sheet, true, &brief);
    column = put_next(sheet, column, end,
                      (const char *[]){text_string(&words), text_string(&brief)}, STYLE_LABEL);
    text_release(&words);
    text_release(&brief);
    const char *formula = picture->formula != NULL ? picture->formula : "";
    return put_next(sheet, column, end, (const char *[]){formula, ""}, STYLE_LABEL);
}

/* Writes "head 1", or BRIEF "1"; after the name of the value (NAMED) "#1", because "K 1" would be
 * another name. A head whose map is all 0 has been switched off. */
static void write_title(const struct sheet *sheet, size_t matrix, bool brief, bool named,
                        struct text *out) {
    const struct picture *picture = sheet->picture;
    size_t cells = sheet->shown[AXIS_ROW].size * sheet->shown[AXIS_COLUMN].size;
    bool off = picture->scale.palette == PALETTE_SHARES && picture->reached == SIZE_MAX;
    for (size_t i = matrix * cells; off && i < (matrix + 1) * cells; i++) {
        off = numbers_equal_rounded(picture->value->cells[i], 0);
    }
    text_append(out, brief && named ? "#" : "");
    matrix_title(sheet->shape, matrix, brief ? TITLE_NUMBER : TITLE_SHORT, out);
    text_append(out, off ? " off" : "");
}

/* Puts the title of a matrix AT (row, column), before column RIGHT. It may be cut, but not after a
 * name. */
static void put_title(const struct sheet *sheet, size_t matrix, const size_t at[2], size_t right,
                      bool named) {
    bool here = sheet->picture->meeting.matrix == matrix || sheet->present[AXIS_HEAD] == matrix;
    bool strong = sheet->picture->light == LIGHT_LIT && here;
    size_t room = right - at[1];
    struct text title = {0};
    write_title(sheet, matrix, false, named, &title);
    if (canvas_columns(text_string(&title)) > room) {
        text_clear(&title);
        write_title(sheet, matrix, true, named, &title);
    }
    if (canvas_columns(text_string(&title)) <= room || !named) {
        canvas_put(sheet->canvas, at[0], at[1], canvas_cut(text_string(&title), room).text,
                   strong ? STYLE_STRONG : STYLE_LABEL);
    }
    text_release(&title);
}

void heading_draw(const struct sheet *sheet) {
    const struct picture *picture = sheet->picture;
    const struct place_on_stage *place = sheet->place;
    const struct visible *matrices = &sheet->shown[AXIS_HEAD];
    bool lit = picture->light >= LIGHT_RELEVANT, named = picture->name[0] != '\0';
    bool titles = sheet->computed && matrices->size > 1 && place->heads > 0;
    size_t wide = place->columns * place->cell_columns,
           end = place->box.column + place->box.columns;
    struct text words = {0};
    size_t to = heading_put_name(sheet);
    if (picture->edited && picture->light == LIGHT_LIT) {
        to = put_mark(sheet, to, (const char *[]){"◂ turn", "◂"}, STYLE_CHANGED);
    }
    if (lit && named && place->heads == 1) {
        write_window(sheet, "", &words);
        const char *marks = text_string(&words);
        to = put_mark(sheet, to, (const char *[]){marks, marks}, STYLE_LABEL);
    } else if (lit && named && titles) {
        write_title(sheet, matrices->first, false, true, &words);
        to = put_rest(sheet, to,
                      place->box.column + reduced(wide, canvas_columns(text_string(&words)) + 1));
    } else if (lit && named && place->heads > 1) {
        to = put_rest(sheet, to, end);
    }
    for (size_t i = 0; i < matrices->count; i++) {
        size_t matrix = matrices->first + i;
        struct spot corner = sheet_spot(sheet, matrix, sheet->shown[AXIS_ROW].first,
                                        sheet->shown[AXIS_COLUMN].first);
        bool beside = named && i < place->across; /* the name, which is on its line */
        size_t left = beside && i == 0 ? greater(to + 1, corner.left) : corner.left;
        size_t right = place->across > 1 ? corner.left + wide : greater(end, corner.left + wide);
        if (titles && left < right && (!beside || left > to)) {
            put_title(sheet, matrix, (const size_t[]){corner.top - place->heads, left}, right,
                      beside);
        }
        if (place->heads > 1 || !titles) {
            draw_column_labels(sheet, matrix, place->heads > 1 ? 0 : to + 1);
        }
    }
    text_release(&words);
}
