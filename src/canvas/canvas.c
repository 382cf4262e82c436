#include "canvas/canvas.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"

#include <stdint.h>
#include <string.h>

bool canvas_init(struct canvas *canvas, size_t rows, size_t columns, struct failure *failure) {
    *canvas = (struct canvas){0};
    if (columns > 0 && rows > SIZE_MAX / columns) {
        return failure_memory(failure);
    }
    canvas->cells = memory_allocate(rows * columns, sizeof *canvas->cells);
    canvas->used = memory_allocate(rows, sizeof *canvas->used);
    if (!canvas->cells || !canvas->used) {
        canvas_release(canvas);
        return failure_memory(failure);
    }
    canvas->rows = rows;
    canvas->columns = columns;
    return true;
}

void canvas_release(struct canvas *canvas) {
    memory_free(canvas->cells);
    memory_free(canvas->used);
    *canvas = (struct canvas){0};
}

/* In pieces: from some 2 KiB on memset begins with what only pays for much more. */
void canvas_clear(struct canvas *canvas) {
    enum { PIECE = 64 };
    for (size_t row = 0; row < canvas->rows; row++) {
        struct canvas_cell *cells = &canvas->cells[row * canvas->columns];
        size_t count = canvas->used[row], at = 0;
        for (; at + PIECE <= count; at += PIECE) {
            memset(&cells[at], 0, PIECE * sizeof *cells);
        }
        memset(&cells[at], 0, (count - at) * sizeof *cells);
        canvas->used[row] = 0;
    }
    canvas->tag = 0;
}

/* Cells of ROW up to END are written; what lies outside is clipped. */
static void touch(const struct canvas *canvas, size_t row, size_t end) {
    end = end < canvas->columns ? end : canvas->columns;
    if (row < canvas->rows && canvas->used[row] < end) {
        canvas->used[row] = end;
    }
}

static struct canvas_cell *cell_at(const struct canvas *canvas, size_t row, size_t column) {
    bool inside = row < canvas->rows && column < canvas->columns;
    return inside ? &canvas->cells[row * canvas->columns + column] : NULL;
}

static void cell_blank(struct canvas_cell *cell) {
    if (cell) {
        memset(cell->text, 0, sizeof cell->text);
        cell->wide = cell->right_half = false;
        cell->ink = (struct shade){PALETTE_NONE, 0};
    }
}

/* Half a wide character cannot be shown: when one half is written over, the other becomes a blank.
 */
static void free_halves(const struct canvas *canvas, size_t row, size_t column) {
    struct canvas_cell *cell = cell_at(canvas, row, column);
    if (cell && cell->right_half) {
        cell_blank(cell_at(canvas, row, column - 1));
    }
    if (cell && cell->wide) {
        cell_blank(cell_at(canvas, row, column + 1));
    }
    cell_blank(cell);
}

static void put_wide(const struct canvas *canvas, size_t row, size_t column, const char *character,
                     enum style style) {
    struct canvas_cell *left = cell_at(canvas, row, column);
    struct canvas_cell *right = cell_at(canvas, row, column + 1);
    touch(canvas, row, column + 2);
    free_halves(canvas, row, column);
    free_halves(canvas, row, column + 1);
    if (left) {
        left->style = style;
    }
    if (left && right) {
        memcpy(left->text, character, 5);
        left->wide = right->right_half = true;
        right->style = style;
    }
}

/* No blank: those are plain. */
static void put_narrow(const struct canvas *canvas, size_t row, size_t column,
                       const char *character, enum style style) {
    struct canvas_cell *cell = cell_at(canvas, row, column);
    if (cell == NULL) {
        return;
    }
    touch(canvas, row, column + 1);
    if (cell->wide || cell->right_half) {
        free_halves(canvas, row, column);
    }
    memset(cell->text, 0, sizeof cell->text);
    memcpy(cell->text, character, 5);
    cell->style = style;
    cell->ink = (struct shade){PALETTE_NONE, 0};
}

/* A combining mark joins the character before it, while its cell has room. */
static void put_mark(const struct canvas *canvas, size_t row, size_t column, const char *mark) {
    struct canvas_cell *cell = column > 0 ? cell_at(canvas, row, column - 1) : NULL;
    if (cell && cell->right_half) {
        cell--;
    }
    size_t used = cell ? strlen(cell->text) : 0, more = strlen(mark);
    if (used > 0 && used + more < sizeof cell->text) {
        memcpy(cell->text + used, mark, more + 1);
    }
}

/* As many of LENGTH printable ASCII characters as the row has room for: nearly all there is to put.
 */
static void put_plain(const struct canvas *canvas, const size_t at[2], const char *bytes,
                      size_t length, enum style style) {
    size_t room = at[1] < canvas->columns ? canvas->columns - at[1] : 0;
    struct canvas_cell *cell = cell_at(canvas, at[0], at[1]);
    if (cell == NULL) {
        return;
    }
    touch(canvas, at[0], at[1] + (length < room ? length : room));
    for (size_t i = 0; i < length && i < room; i++, cell++) {
        if (cell->wide || cell->right_half) {
            free_halves(canvas, at[0], at[1] + i);
        }
        memset(cell->text, 0, sizeof cell->text);
        cell->text[0] = bytes[i] == ' ' ? '\0' : bytes[i];
        cell->style = style;
        cell->ink = (struct shade){PALETTE_NONE, 0};
    }
}

/* How many bytes at the start of TEXT are printable ASCII. */
static size_t plain_length(const char *text, size_t length) {
    size_t at = 0;
    while (at < length && text[at] >= ' ' && text[at] <= '~') {
        at++;
    }
    return at;
}

size_t canvas_put(struct canvas *canvas, size_t row, size_t column, const char *text,
                  enum style style) {
    return canvas_put_bytes(canvas, (const size_t[]){row, column}, text, strlen(text), style);
}

size_t canvas_put_bytes(struct canvas *canvas, const size_t place[2], const char *text,
                        size_t length, enum style style) {
    size_t row = place[0], column = place[1];
    for (size_t at = 0; at < length;) {
        uint32_t point;
        char character[5] = "";
        size_t plain = plain_length(text + at, length - at);
        if (plain > 0) {
            put_plain(canvas, (const size_t[]){row, column}, text + at, plain, style);
            at += plain;
            column += plain;
            continue;
        }
        at += utf8_decode(text + at, length - at, &point);
        utf8_encode(point, character);
        bool control = point < 0x20 || (point >= 0x7f && point < 0xa0);
        size_t width = control ? 0 : utf8_width(point);
        if (width == 2) {
            put_wide(canvas, row, column, character, style);
        } else if (width == 1) {
            put_narrow(canvas, row, column, character, style);
        } else if (!control) {
            put_mark(canvas, row, column, character);
        }
        column += width;
    }
    return column;
}

void canvas_restyle(struct canvas *canvas, size_t row, size_t column, size_t width,
                    enum style style) {
    for (size_t i = 0; i < width && column + i < canvas->columns && row < canvas->rows; i++) {
        cell_at(canvas, row, column + i)->style = style;
    }
    touch(canvas, row, column + width);
}

void canvas_repeat(struct canvas *canvas, const size_t at[2], size_t width, const char *character,
                   enum style style) {
    struct canvas_cell *first = cell_at(canvas, at[0], at[1]);
    if (width == 0 || !first) {
        return;
    }
    canvas_put(canvas, at[0], at[1], character, style);
    touch(canvas, at[0], width < canvas->columns ? at[1] + width : canvas->columns);
    for (size_t i = 1; i < width && at[1] + i < canvas->columns; i++) {
        struct canvas_cell *cell = first + i; /* the row's next ones */
        if (cell->wide || cell->right_half) {
            free_halves(canvas, at[0], at[1] + i);
        }
        memcpy(cell->text, first->text, sizeof cell->text);
        cell->style = style;
        cell->ink = (struct shade){PALETTE_NONE, 0};
    }
}

void canvas_put_right(struct canvas *canvas, size_t row, size_t end, const char *text,
                      enum style style) {
    size_t columns = utf8_columns(text, strlen(text));
    if (columns <= end) {
        canvas_put(canvas, row, end - columns, text, style);
        return;
    }
    struct text cut = {0};
    utf8_fit(&cut, text, strlen(text), end);
    canvas_put(canvas, row, 0, text_string(&cut), style);
    text_release(&cut);
}

void canvas_shade(struct canvas *canvas, size_t row, size_t column, size_t width,
                  struct shade shade) {
    struct canvas_cell *cell = cell_at(canvas, row, column);
    touch(canvas, row, width < canvas->columns ? column + width : canvas->columns);
    for (size_t i = 0; cell && i < width && column + i < canvas->columns; i++) {
        cell[i].shade = shade;
    }
}

void canvas_tag(struct canvas *canvas, size_t row, size_t column, size_t width, size_t tag) {
    const size_t *asked = canvas->asked;
    if (asked[0] == row && asked[1] >= column && asked[1] - column < width) {
        canvas->tag = tag;
    }
}

void canvas_copy_row(struct canvas *canvas, const size_t at[2], const struct canvas *picture,
                     size_t from) {
    struct canvas_cell *cells = cell_at(canvas, at[0], at[1]);
    size_t room = cells ? canvas->columns - at[1] : 0;
    size_t width = picture->columns < room ? picture->columns : room;
    if (width > 0 && from < picture->rows) {
        memcpy(cells, &picture->cells[from * picture->columns], width * sizeof *cells);
        touch(canvas, at[0], at[1] + width);
    }
}

void canvas_ink(struct canvas *canvas, size_t row, size_t column, struct shade ink) {
    struct canvas_cell *cell = cell_at(canvas, row, column);
    if (cell) {
        cell->ink = ink;
    }
}

void canvas_half(struct canvas *canvas, size_t row, size_t column, struct shade upper,
                 struct shade lower) {
    bool above = upper.palette != PALETTE_NONE, below = lower.palette != PALETTE_NONE;
    canvas_put(canvas, row, column, above ? "▀" : below ? "▄" : " ", STYLE_PLAIN);
    struct canvas_cell *cell = cell_at(canvas, row, column);
    if (cell) {
        cell->ink = above ? upper : lower;
        cell->shade = above ? lower : (struct shade){PALETTE_NONE, 0};
    }
}

/* --- looks ----------------------------------------------------------------------------------- */

/* On a shade the colours say how big the number is; what else there is to say, attributes say. The
 * numbers on a tile of few colours, which a user's palette may bring close together, are bold. */
static const unsigned char on_shade[STYLE_COUNT] = {
    [STYLE_TITLE] = LOOK_BOLD,
    [STYLE_EMPHASIS] = LOOK_ITALIC,
    [STYLE_STRONG] = LOOK_BOLD,
    [STYLE_FOCUS] = LOOK_BOLD | LOOK_REVERSE,
    [STYLE_CHANGED] = LOOK_BOLD | LOOK_UNDERLINE,
    [STYLE_PINNED] = LOOK_BOLD | LOOK_UNDERLINE,
};

enum theme canvas_theme(enum theme theme, enum depth depth) {
    return depth == DEPTH_NONE                        ? THEME_MONO
           : depth < DEPTH_256 && theme != THEME_MONO ? THEME_CONTRAST
                                                      : theme;
}

struct look canvas_look(const struct canvas_cell *cell, enum theme theme, enum depth depth) {
    enum { COARSE = 0xfc };
    bool shaded = cell->shade.palette != PALETTE_NONE, inked = cell->ink.palette != PALETTE_NONE;
    if ((!shaded && !inked) || theme == THEME_MONO || depth == DEPTH_NONE) {
        return style_look(cell->style, canvas_theme(theme, depth));
    }
    struct shade shade = cell->shade, upper = cell->ink;
    if (inked && depth == DEPTH_TRUE) { /* curses has 65536 pairs of colours; 0 stays what it is */
        shade.level &= COARSE;
        upper.level &= COARSE;
    }
    struct shade_colours colours = shade_colours(shade, theme, depth);
    unsigned ink = inked ? shade_colours(upper, theme, depth).background : colours.foreground;
    int first = depth == DEPTH_TRUE ? LOOK_RGB : 0;
    unsigned attributes = on_shade[cell->style];
    return (struct look){.attributes = attributes == 0 && depth < DEPTH_256 && shaded ? LOOK_BOLD
                                                                                      : attributes,
                         .foreground = first + (int)ink,
                         .background = shaded ? first + (int)colours.background : LOOK_OWN};
}

static bool is_plain(const struct canvas_cell *cell) {
    return cell->style == STYLE_PLAIN && cell->shade.palette == PALETTE_NONE;
}

/* --- printing -------------------------------------------------------------------------------- */

static bool is_blank(const struct canvas_cell *cell, const struct paint *paint) {
    return !cell->text[0] && !cell->right_half && (!paint->colour || is_plain(cell));
}

static void print_row(const struct canvas_cell *cells, size_t columns, const struct paint *paint,
                      struct text *out) {
    static const struct canvas_cell plain;
    const struct canvas_cell *last = &plain;
    bool any = false; /* an SGR sequence is in force */
    for (size_t column = 0; column < columns; column++) {
        const struct canvas_cell *cell = &cells[column];
        if (paint->colour && !canvas_same_look(cell, last)) {
            text_append(out, any ? "\x1b[0m" : "");
            any = look_write(canvas_look(cell, paint->theme, DEPTH_256), out);
            last = cell;
        }
        if (!cell->right_half) {
            text_append(out, cell->text[0] ? cell->text : " ");
        }
    }
    text_append(out, any ? "\x1b[0m" : "");
    text_append(out, "\n");
}

void canvas_print(const struct canvas *canvas, const struct paint *paint, struct text *out) {
    for (size_t row = 0; row < canvas->rows; row++) {
        const struct canvas_cell *cells = &canvas->cells[row * canvas->columns];
        size_t used = canvas->columns;
        while (used > 0 && is_blank(&cells[used - 1], paint)) {
            used--;
        }
        print_row(cells, used, paint, out);
    }
}
