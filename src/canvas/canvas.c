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
    if (!canvas->cells) {
        return failure_memory(failure);
    }
    canvas->rows = rows;
    canvas->columns = columns;
    return true;
}

void canvas_release(struct canvas *canvas) {
    memory_free(canvas->cells);
    *canvas = (struct canvas){0};
}

void canvas_clear(struct canvas *canvas) {
    memset(canvas->cells, 0, canvas->rows * canvas->columns * sizeof *canvas->cells);
    canvas->tag = (struct canvas_tag){0};
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

/* A CHARACTER of one column or two, or nothing: a blank of one. */
static void put_character(const struct canvas *canvas, const size_t at[2], const char *character,
                          size_t width, enum style style) {
    struct canvas_cell *left = cell_at(canvas, at[0], at[1]);
    struct canvas_cell *right = cell_at(canvas, at[0], at[1] + width - 1);
    for (size_t i = 0; i < width; i++) {
        free_halves(canvas, at[0], at[1] + i);
    }
    if (left) {
        left->style = style;
    }
    if (left && right) {
        memcpy(left->text, character, strlen(character));
        right->style = style;
        left->wide = right->right_half = width == 2;
    }
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

size_t canvas_put(struct canvas *canvas, size_t row, size_t column, const char *text,
                  enum style style) {
    return canvas_put_within(canvas, (const size_t[]){row, column, SIZE_MAX}, text, strlen(text),
                             style);
}

size_t canvas_put_within(struct canvas *canvas, const size_t place[3], const char *text,
                         size_t length, enum style style) {
    size_t column = place[1];
    for (size_t at = 0; at < length;) {
        uint32_t point;
        char character[5] = "";
        at += utf8_decode(text + at, length - at, &point);
        size_t width = utf8_width(point);
        enum style marked = style_marked(point);
        utf8_encode(point, character);
        style = marked == STYLE_COUNT ? style : marked;
        if (width > place[2] - column) {
            break;
        }
        if (width > 0) {
            put_character(canvas, (const size_t[]){place[0], column}, point == ' ' ? "" : character,
                          width, style);
        } else if (column > place[1] && point >= 0xa0 && marked == STYLE_COUNT) { /* no control */
            put_mark(canvas, place[0], column, character);
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
}

void canvas_repeat(struct canvas *canvas, const size_t at[2], size_t width, const char *character,
                   enum style style) {
    for (size_t i = 0; i < width && at[1] + i < canvas->columns; i++) {
        canvas_put(canvas, at[0], at[1] + i, character, style);
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
    for (size_t i = 0; cell && i < width && column + i < canvas->columns; i++) {
        cell[i].shade = shade;
    }
}

void canvas_tag(struct canvas *canvas, size_t row, size_t column, size_t width,
                struct canvas_tag tag) {
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
    if (cells && width > 0 && from < picture->rows) {
        memcpy(cells, &picture->cells[from * picture->columns], width * sizeof *cells);
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
    return depth == DEPTH_NONE                         ? THEME_MONO
           : depth < DEPTH_256 && theme <= THEME_LIGHT ? THEME_BASIC
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

/* --- printing -------------------------------------------------------------------------------- */

static bool is_blank(const struct canvas_cell *cell, bool colour) {
    bool plain = cell->style == STYLE_PLAIN && cell->shade.palette == PALETTE_NONE;
    return !cell->text[0] && !cell->right_half && (!colour || plain);
}

/* Columns of ROW up to the last that has something to show. */
static size_t row_width(const struct canvas *canvas, size_t row, bool colour) {
    size_t width = canvas->columns;
    while (width > 0 && is_blank(&canvas->cells[row * canvas->columns + width - 1], colour)) {
        width--;
    }
    return width;
}

/* A row as a terminal takes it, with an SGR sequence where the look changes. */
static void print_row(const struct canvas_cell *cells, size_t columns, const struct paint *paint,
                      struct text *out) {
    static const struct canvas_cell plain;
    const struct canvas_cell *last = &plain;
    bool any = false; /* a sequence is in force */
    for (size_t column = 0; column < columns; column++) {
        const struct canvas_cell *cell = &cells[column];
        if (paint->colour && !canvas_same_look(cell, last)) {
            text_append(out, any ? LOOK_END : "");
            any = look_write(canvas_look(cell, paint->theme, paint->depth), out);
            last = cell;
        }
        if (!cell->right_half) {
            text_append(out, cell->text[0] ? cell->text : " ");
        }
    }
    text_append(out, any ? LOOK_END "\n" : "\n");
}

void canvas_print(const struct canvas *canvas, const struct paint *paint, struct text *out) {
    for (size_t row = 0; row < canvas->rows; row++) {
        print_row(&canvas->cells[row * canvas->columns], row_width(canvas, row, paint->colour),
                  paint, out);
    }
}

void canvas_lines(const struct canvas *canvas, const struct paint *paint, struct text *out) {
    for (size_t row = 0; row < canvas->rows; row++) {
        const struct canvas_cell *cells = &canvas->cells[row * canvas->columns];
        size_t width = row_width(canvas, row, paint->colour);
        for (size_t column = 0; column < width; column++) {
            enum style before = column > 0 ? cells[column - 1].style : STYLE_PLAIN;
            if (paint->colour && cells[column].style != before) {
                style_mark(cells[column].style, out);
            }
            if (!cells[column].right_half) {
                text_append(out, cells[column].text[0] ? cells[column].text : " ");
            }
        }
        if (paint->colour && width > 0 && cells[width - 1].style != STYLE_PLAIN) {
            style_mark(STYLE_PLAIN, out);
        }
        text_append(out, "\n");
    }
}
