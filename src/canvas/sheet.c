#include "canvas/sheet.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "canvas/flow.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static size_t columns_of(const char *text) {
    return utf8_columns(text, strlen(text));
}

/* A gap is worth a line only when it hides two positions or more: one past the limit hides two. */
struct window window_make(size_t size, size_t limit) {
    size_t most = greater(limit, 3);
    bool all = limit == 0 || size <= most;
    return (struct window){.size = size, .slots = all ? size : most};
}

static bool window_elides(const struct window *window) {
    return window->slots < window->size;
}

size_t window_at(const struct window *window, size_t slot) {
    if (!window_elides(window) || slot + 2 < window->slots) {
        return slot;
    }
    return slot + 2 == window->slots ? SIZE_MAX : window->size - 1;
}

/* Appends "rows 7 to 11" for what is left out. */
static void window_hidden(const struct window *window, const char *plural, struct text *out) {
    text_format(out, "%s %zu to %zu", plural, window->slots - 1, window->size - 1);
}

static void figures_decimals(struct figures *figures, double value) {
    char out[NUMBER_TEXT];
    if (figures->decimals >= figures->precision) {
        return;
    }
    number_short(out, value, figures->precision);
    int decimals = strchr(out, 'e') ? 0 : number_decimals(value, figures->precision);
    figures->decimals = decimals > figures->decimals ? decimals : figures->decimals;
}

/* ".31" for "0.31", "-.31" for "-0.31". */
static void drop_leading_zero(char *written) {
    char *digits = written + (written[0] == '-');
    if (digits[0] == '0' && digits[1] == '.') {
        memmove(digits, digits + 1, strlen(digits));
    }
}

static void write_infinity(char out[NUMBER_TEXT]) {
    text_fill(out, NUMBER_TEXT, out[0] == '-' ? "-∞" : "∞");
}

/* Most numbers are: for them one writing is enough. */
static bool is_surely_plain(const struct figures *figures, double value) {
    return figures->precision > 0 && fabs(value) >= 0.1 && fabs(value) < 1e5;
}

void figures_write(const struct figures *figures, double value, char out[NUMBER_TEXT]) {
    bool plain = is_surely_plain(figures, value);
    if (!plain) {
        number_short(out, value, figures->precision);
    }
    if (plain || !strchr(out, 'e')) {
        number_fixed(out, value, figures->decimals);
    } else if (figures->brief) {
        number_short(out, value, 0);
    }
    if (figures->bare) {
        drop_leading_zero(out);
    }
    if (figures->brief && !figures->ascii && isinf(value)) {
        write_infinity(out);
    }
}

/* As most are: digits, a point, a sign. Where the point is, or would be, into *WHOLE. */
static bool is_plainly_written(const char *written, size_t *whole, size_t *length) {
    size_t at = 0;
    *whole = SIZE_MAX;
    for (; (written[at] >= '0' && written[at] <= '9') || written[at] == '.' || written[at] == '-';
         at++) {
        *whole = written[at] == '.' && *whole == SIZE_MAX ? at : *whole;
    }
    *whole = *whole == SIZE_MAX ? at : *whole;
    *length = at;
    return written[at] == '\0';
}

/* inf, -inf, nan; and among brief numbers the scientific ones too. */
static bool is_word(const struct figures *figures, const char *written) {
    return strpbrk(written, figures->brief ? "efn" : "fn") || strstr(written, "∞");
}

static void figures_width(struct figures *figures, double value) {
    char out[NUMBER_TEXT];
    size_t whole, length;
    figures_write(figures, value, out);
    if (!is_plainly_written(out, &whole, &length)) {
        if (is_word(figures, out)) {
            return;
        }
        whole = strcspn(out, ".e");
        length = strlen(out);
    }
    figures->before = greater(figures->before, whole);
    figures->after = greater(figures->after, length - whole);
}

static void figures_words(struct figures *figures, double value) {
    char out[NUMBER_TEXT];
    size_t whole, length;
    figures_write(figures, value, out);
    if (is_plainly_written(out, &whole, &length)) {
        return;
    }
    size_t columns = is_word(figures, out) ? columns_of(out) : 0;
    figures->before =
        greater(figures->before, columns > figures->after ? columns - figures->after : 0);
}

/* A number's point (of 1e-7 the place where it would be) stands in the field's; a word ends where
 * the field ends. */
size_t figures_offset(const struct figures *figures, const char *written) {
    size_t field = figures->before + figures->after, whole, length;
    if (!is_plainly_written(written, &whole, &length)) {
        size_t columns = columns_of(written);
        if (is_word(figures, written)) {
            return columns < field ? field - columns : 0;
        }
        whole = strcspn(written, ".e");
    }
    return whole < figures->before ? figures->before - whole : 0;
}

size_t view_width(const struct matrix_view *view) {
    return view->width > 0 ? view->width : SHEET_WIDTH;
}

bool view_knows(const struct matrix_view *view, size_t cell) {
    return !view->known || view->known(view->context, cell);
}

unsigned view_marks(const struct matrix_view *view, size_t cell) {
    size_t low = 0, high = view->mark_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (view->marks[middle].cell < cell) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    unsigned bits = 0;
    for (; low < view->mark_count && view->marks[low].cell == cell; low++) {
        bits |= MARK_BIT(view->marks[low].style);
    }
    return bits;
}

size_t view_first(const struct matrix_view *view, size_t matrix) {
    const struct shape *shape = &view->value->shape;
    return matrix * shape->size[AXIS_ROW] * shape->size[AXIS_COLUMN];
}

static void title_part(const struct shape *shape, enum tensor_axis axis, size_t at,
                       struct text *out) {
    text_format(out, " %zu of %zu", at + 1, shape->size[axis]);
    if (shape->labels[axis]) {
        text_format(out, " (%s)", shape->labels[axis]->names[at]);
    }
}

void view_title(const struct matrix_view *view, size_t matrix, struct text *out) {
    const struct shape *shape = &view->value->shape;
    size_t heads = shape->size[AXIS_HEAD];
    if (shape->axes > 3) {
        text_append(out, "batch");
        title_part(shape, AXIS_BATCH, matrix / heads, out);
        text_append(out, ", head");
    } else {
        text_append(out, view->stack_is ? view->stack_is : "matrix");
    }
    title_part(shape, AXIS_HEAD, matrix % heads, out);
}

/* Appends the label of position AT of AXIS, or the position from 1. */
static void view_head(const struct matrix_view *view, enum tensor_axis axis, size_t at,
                      struct text *out) {
    const struct labels *labels = view->value->shape.labels[axis];
    if (labels) {
        text_append(out, labels->names[at]);
    } else {
        text_format(out, "%zu", at + 1);
    }
}

/* The head cut to at most MOST columns; "…" for the gap. */
static void cut_head(const struct matrix_view *view, enum tensor_axis axis, size_t at, size_t most,
                     struct text *out) {
    struct text head = {0};
    if (at == SIZE_MAX) {
        text_append(out, "…");
        return;
    }
    view_head(view, axis, at, &head);
    size_t columns = columns_of(text_string(&head));
    utf8_fit(out, text_string(&head), head.length, columns < most ? columns : most);
    out->failed = out->failed || head.failed;
    text_release(&head);
}

static size_t head_columns(const struct matrix_view *view, enum tensor_axis axis, size_t at,
                           size_t most) {
    struct text head = {0};
    cut_head(view, axis, at, most, &head);
    size_t columns = columns_of(text_string(&head));
    text_release(&head);
    return columns;
}

void (*const figures_passes[FIGURES_PASSES])(struct figures *figures, double value) = {
    figures_decimals, figures_width, figures_words};

/* Calls VISIT for every number that is shown. */
static void each_number(struct sheet *sheet, const struct tensor *value,
                        void (*visit)(struct figures *figures, double value)) {
    for (size_t m = 0; m < sheet->matrices.slots; m++) {
        size_t first = view_first(sheet->view, sheet->matrix[m]);
        for (size_t r = 0; r < sheet->rows.slots; r++) {
            size_t row = window_at(&sheet->rows, r);
            for (size_t c = 0; c < sheet->columns.slots && row != SIZE_MAX; c++) {
                size_t column = window_at(&sheet->columns, c);
                if (column != SIZE_MAX) {
                    visit(&sheet->figures,
                          value->cells[first + row * sheet->columns.size + column]);
                }
            }
        }
    }
}

static void measure_numbers(struct sheet *sheet, const struct tensor *other) {
    const struct tensor *value = sheet->view->value;
    int precision = sheet->view->precision;
    sheet->figures.precision = precision < 0 ? 0 : precision > 17 ? 17 : precision;
    sheet->figures.before = 1;
    for (size_t i = 0; i < FIGURES_PASSES; i++) {
        each_number(sheet, value, figures_passes[i]);
        each_number(sheet, other ? other : value, figures_passes[i]);
    }
}

static void measure_heads(struct sheet *sheet) {
    const struct matrix_view *view = sheet->view;
    sheet->head = view->rows_are ? columns_of(view->rows_are) + 2 : 1;
    for (size_t slot = 0; slot < sheet->rows.slots; slot++) {
        size_t row = window_at(&sheet->rows, slot);
        sheet->head = greater(sheet->head, head_columns(view, AXIS_ROW, row, SHEET_ROW_HEAD));
    }
    for (size_t slot = 0; slot < sheet->columns.slots; slot++) {
        struct sheet_column *column = &sheet->column[slot];
        column->at = window_at(&sheet->columns, slot);
        column->width = head_columns(view, AXIS_COLUMN, column->at, SHEET_COLUMN_HEAD);
        if (column->at != SIZE_MAX) {
            column->width = greater(column->width, sheet->figures.before + sheet->figures.after);
        }
    }
}

static bool matrix_moved(const struct sheet *sheet, const struct tensor *other, size_t matrix) {
    size_t first = view_first(sheet->view, matrix);
    for (size_t cell = first; cell < first + sheet->rows.size * sheet->columns.size; cell++) {
        if (view_knows(sheet->view, cell) &&
            !numbers_alike(sheet->view->value->cells[cell], other->cells[cell])) {
            return true;
        }
    }
    return false;
}

/* The first matrices; of a stack with more of them, beside OTHER, the first that moved. */
static void pick_matrices(struct sheet *sheet, const struct tensor *other) {
    size_t picked = 0;
    for (size_t i = 0; i < sheet->matrices.slots; i++) {
        sheet->matrix[i] = i;
    }
    if (other == NULL || sheet->matrices.slots == sheet->matrices.size) {
        return;
    }
    for (size_t i = 0; i < sheet->matrices.size; i++) {
        bool moved = matrix_moved(sheet, other, i);
        if (moved && picked < sheet->matrices.slots) {
            sheet->matrix[picked++] = i;
        } else {
            sheet->moved_left += moved;
        }
    }
    sheet->picked = picked > 0;
    sheet->matrices.slots = picked > 0 ? picked : sheet->matrices.slots;
}

bool sheet_init(struct sheet *sheet, const struct matrix_view *view, const struct tensor *other,
                struct failure *failure) {
    const struct shape *shape = &view->value->shape;
    size_t matrices = shape_matrices(shape), limit = view->limit;
    sheet->view = view;
    sheet->matrices = (struct window){matrices, limit > 0 && matrices > limit ? limit : matrices};
    sheet->rows = window_make(shape_rows(shape), limit);
    sheet->columns = window_make(shape_columns(shape), limit);
    sheet->indent = view->indent ? columns_of(view->indent) : 0;
    sheet->gap = view->mark_count > 0 ? SHEET_GAP + 1 : SHEET_GAP;
    sheet->column = memory_allocate(sheet->columns.slots, sizeof *sheet->column);
    sheet->matrix = memory_allocate(sheet->matrices.slots, sizeof *sheet->matrix);
    if (!sheet->column || !sheet->matrix ||
        !canvas_init(&sheet->line, 1, view_width(view), failure)) {
        return failure_memory(failure);
    }
    pick_matrices(sheet, other);
    measure_numbers(sheet, other);
    measure_heads(sheet);
    return true;
}

void sheet_release(struct sheet *sheet) {
    memory_free(sheet->column);
    memory_free(sheet->matrix);
    canvas_release(&sheet->line);
}

/* Where the columns begin. */
static size_t sheet_start(const struct sheet *sheet) {
    return sheet->indent + sheet->head + sheet->gap;
}

size_t sheet_block(const struct sheet *sheet, size_t slot, size_t reserved) {
    size_t signs = sheet->view->mark_count > 0 ? 2 : 0;
    size_t end = sheet_start(sheet) + sheet->column[slot].width;
    for (slot++; slot < sheet->columns.slots; slot++) {
        end += sheet->gap + sheet->column[slot].width;
        if (end + signs + reserved > view_width(sheet->view)) {
            break;
        }
    }
    return slot;
}

static void put_indent(struct sheet *sheet) {
    canvas_put(&sheet->line, 0, 0, sheet->view->indent ? sheet->view->indent : "", STYLE_PLAIN);
}

void sheet_line(struct sheet *sheet) {
    canvas_print(&sheet->line, sheet->paint, sheet->out);
    canvas_clear(&sheet->line);
}

/* "key →" above the columns, and "query ↓" above the rows. */
static void put_axes(struct sheet *sheet) {
    const struct matrix_view *view = sheet->view;
    struct text name = {0};
    if (view->columns_are) {
        put_indent(sheet);
        text_format(&name, "%s →", view->columns_are);
        canvas_put(&sheet->line, 0, sheet_start(sheet), text_string(&name), STYLE_LABEL);
        sheet_line(sheet);
        text_clear(&name);
    }
    put_indent(sheet);
    if (view->rows_are) {
        text_format(&name, "%s ↓", view->rows_are);
        canvas_put(&sheet->line, 0, sheet->indent, text_string(&name), STYLE_LABEL);
    }
    sheet->out->failed = sheet->out->failed || name.failed;
    text_release(&name);
}

void sheet_heads(struct sheet *sheet, size_t from, size_t to, size_t field) {
    size_t start = sheet_start(sheet);
    put_axes(sheet);
    for (size_t slot = from; slot < to; slot++) {
        const struct sheet_column *column = &sheet->column[slot];
        struct text head = {0};
        cut_head(sheet->view, AXIS_COLUMN, column->at, SHEET_COLUMN_HEAD, &head);
        size_t room = field > 0 && column->at != SIZE_MAX ? field : column->width;
        size_t columns = columns_of(text_string(&head));
        size_t pad = room > columns ? room - columns : 0;
        enum style style = column->at == SIZE_MAX ? STYLE_DIM : STYLE_LABEL;
        canvas_put(&sheet->line, 0, start + pad, text_string(&head), style);
        start += column->width + sheet->gap;
        sheet->out->failed = sheet->out->failed || head.failed;
        text_release(&head);
    }
    sheet_line(sheet);
}

/* Labels begin at the left, positions end at the right, as numbers do. */
void sheet_row_head(struct sheet *sheet, size_t row) {
    struct text head = {0};
    bool label = sheet->view->value->shape.labels[AXIS_ROW] != NULL;
    put_indent(sheet);
    cut_head(sheet->view, AXIS_ROW, row, SHEET_ROW_HEAD, &head);
    size_t columns = columns_of(text_string(&head));
    size_t pad = label || sheet->view->rows_are ? 0 : sheet->head - columns;
    enum style style = row == SIZE_MAX ? STYLE_DIM : STYLE_LABEL;
    canvas_put(&sheet->line, 0, sheet->indent + pad, text_string(&head), style);
    sheet->out->failed = sheet->out->failed || head.failed;
    text_release(&head);
}

static enum style marked_style(unsigned marks) {
    static const enum style order[] = {STYLE_FOCUS, STYLE_PINNED, STYLE_CHANGED};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        if (marks & MARK_BIT(order[i])) {
            return order[i];
        }
    }
    return STYLE_NUMBER;
}

/* The dot of a number that is not known stands where its point would. */
static size_t hidden_offset(const struct figures *figures) {
    return figures->after > 0 ? figures->before : figures->before - 1;
}

size_t sheet_number(struct sheet *sheet, size_t column, size_t cell, double value) {
    char written[NUMBER_TEXT];
    unsigned marks = view_marks(sheet->view, cell);
    bool known = view_knows(sheet->view, cell), focus = marks & MARK_BIT(STYLE_FOCUS);
    figures_write(&sheet->figures, value, written);
    enum style style = known || focus ? marked_style(marks) : STYLE_DIM;
    column += known ? figures_offset(&sheet->figures, written) : hidden_offset(&sheet->figures);
    if (focus && column > 0) {
        canvas_put(&sheet->line, 0, column - 1, "[", style);
    }
    column = canvas_put(&sheet->line, 0, column, known ? written : "·", style);
    column = canvas_put(&sheet->line, 0, column, focus ? "]" : "", style);
    if (known && (marks & MARK_BIT(STYLE_PINNED))) {
        column = canvas_put(&sheet->line, 0, column, "!", style);
        sheet->pinned = true;
    } else if (known && (marks & MARK_BIT(STYLE_CHANGED))) {
        column = canvas_put(&sheet->line, 0, column, "*", style);
        sheet->changed = true;
    }
    return column;
}

void sheet_words(struct sheet *sheet, const char *words, enum style style) {
    const char *indent = sheet->view->indent ? sheet->view->indent : "";
    struct flow flow = {.out = sheet->out,
                        .paint = sheet->paint,
                        .first = indent,
                        .rest = indent,
                        .width = view_width(sheet->view)};
    flow_add(&flow, words, style);
    flow_end(&flow);
}

static void hidden_matrices(const struct sheet *sheet, struct text *note) {
    size_t slots = sheet->matrices.slots, size = sheet->matrices.size;
    const char *plural = size - slots == 1 ? "matrix" : "matrices";
    if (!sheet->picked) {
        text_format(note, "matrices %zu to %zu", slots + 1, size);
    } else if (sheet->moved_left > 0) {
        text_format(note, "%zu %s, %zu of which moved,", size - slots, plural, sheet->moved_left);
    } else {
        text_format(note, "%zu %s that did not move", size - slots, plural);
    }
}

static void hidden_note(const struct sheet *sheet, struct text *note) {
    const struct window *windows[] = {&sheet->matrices, &sheet->rows, &sheet->columns};
    static const char *const plurals[] = {"matrices", "rows", "columns"};
    size_t left = 0;
    for (size_t i = 0; i < 3; i++) {
        left += window_elides(windows[i]);
    }
    bool many = left > 0, first = true;
    if (many) {
        shape_write(&sheet->view->value->shape, note);
        text_append(note, " in all; ");
    }
    for (size_t i = 0; i < 3; i++) {
        if (!window_elides(windows[i])) {
            continue;
        }
        text_append(note, first ? "" : left == 1 ? " and " : ", ");
        if (i == 0) {
            hidden_matrices(sheet, note);
        } else {
            window_hidden(windows[i], plurals[i], note);
        }
        first = false;
        left--;
    }
    text_append(note, many ? " are not shown" : "");
}

void sheet_notes(struct sheet *sheet) {
    struct text note = {0};
    hidden_note(sheet, &note);
    if (note.length > 0) {
        sheet_words(sheet, text_string(&note), STYLE_DIM);
    }
    text_clear(&note);
    text_append(&note, sheet->pinned ? "! pinned by hand" : "");
    text_append(&note, sheet->pinned && sheet->changed ? ", " : "");
    text_append(&note, sheet->changed ? "* changed" : "");
    if (note.length > 0) {
        sheet_words(sheet, text_string(&note), STYLE_DIM);
    }
    sheet->out->failed = sheet->out->failed || note.failed;
    text_release(&note);
}
