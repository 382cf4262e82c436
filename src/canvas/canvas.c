/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/canvas.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"

#include <math.h>
#include <string.h>

bool canvas_init(struct canvas *canvas, size_t rows, size_t columns) {
    struct canvas_cell *cells = memory_allocate(rows, columns * sizeof *cells);
    *canvas = (struct canvas){.rows = rows, .columns = columns, .cells = cells, .stride = columns};
    if (cells == NULL) {
        *canvas = (struct canvas){0};
    }
    return cells != NULL;
}

void canvas_release(struct canvas *canvas) {
    memory_free(canvas->cells);
    *canvas = (struct canvas){0};
}

void canvas_clear(const struct canvas *canvas) {
    for (size_t row = 0; row < canvas->rows; row++) {
        memset(canvas->cells + row * canvas->stride, 0, canvas->columns * sizeof *canvas->cells);
    }
}

/* Returns how much of WANTED from AT on is before END. */
static size_t inside(size_t at, size_t wanted, size_t end) {
    return at < end ? lesser(wanted, end - at) : 0;
}

struct canvas canvas_part(const struct canvas *canvas, struct box box) {
    struct canvas part = *canvas;
    part.rows = inside(box.row, box.rows, canvas->rows);
    part.columns = inside(box.column, box.columns, canvas->columns);
    part.row += box.row;
    part.column += box.column;
    if (part.rows * part.columns > 0) {
        part.cells += box.row * canvas->stride + box.column;
    }
    return part;
}

struct canvas canvas_inside(const struct canvas *canvas) {
    size_t columns = reduced(canvas->columns, 2);
    return canvas_part(canvas, (struct box){0, 1, canvas->rows, columns});
}

struct canvas_cell *canvas_cell(const struct canvas *canvas, size_t row, size_t column) {
    bool there = row < canvas->rows && column < canvas->columns;
    return there ? &canvas->cells[row * canvas->stride + column] : NULL;
}

static void cell_blank(struct canvas_cell *cell) {
    *cell = (struct canvas_cell){.style = cell->style, .shade = cell->shade};
}

/* Puts CHARACTER (none: a blank) of one or two columns. Half a wide character cannot be shown: when
 * one half is written over, the other becomes a blank. */
static void put_character(struct canvas_cell *cell, const char *character, size_t width,
                          enum style style) {
    for (size_t i = 0; i < width; i++) {
        struct canvas_cell *left = &cell[i] - cell[i].right_half, *right = &cell[i] + cell[i].wide;
        cell_blank(left);
        cell_blank(right);
        cell_blank(&cell[i]);
        cell[i].style = style;
    }
    memcpy(cell->text, character, strlen(character));
    cell->wide = cell[width - 1].right_half = width == 2;
}

/* Writes LENGTH bytes of TEXT AT (row, column). A combining mark joins the character before it,
 * while that has room. */
static size_t put_bytes(const struct canvas *canvas, const size_t at[2], const char *text,
                        size_t length, enum style style) {
    size_t column = at[1], width;
    for (size_t i = 0; i < length && at[0] < canvas->rows; column += width) {
        uint32_t point;
        char character[5];
        i += utf8_decode(text + i, length - i, &point);
        size_t bytes = utf8_encode(point, character);
        enum style marked = style_marked(point);
        width = utf8_width(point);
        style = marked == STYLE_COUNT ? style : marked;
        if (column + width > canvas->columns) {
            break;
        }
        struct canvas_cell *cell = canvas->cells + at[0] * canvas->stride + column;
        if (width > 0) {
            put_character(cell, point == ' ' ? "" : character, width, style);
        } else if (column > at[1] && point >= 0xa0 && marked == STYLE_COUNT) { /* no control */
            cell -= 1 + cell[-1].right_half;
            size_t used = strlen(cell->text);
            bool joins = used > 0 && used + bytes < sizeof cell->text;
            memcpy(cell->text + used, character, joins ? bytes : 0);
        }
    }
    return column;
}

size_t canvas_put(const struct canvas *canvas, size_t row, size_t column, const char *text,
                  enum style style) {
    return put_bytes(canvas, (const size_t[]){row, column}, text, strlen(text), style);
}

void canvas_put_right(const struct canvas *canvas, size_t row, size_t end, const char *text,
                      enum style style) {
    struct canvas before = canvas_part(canvas, (struct box){0, 0, canvas->rows, end});
    canvas_put_cut(&before, row, reduced(end, canvas_columns(text)), text, style);
}

size_t canvas_put_cut(const struct canvas *canvas, size_t row, size_t column, const char *text,
                      enum style style) {
    struct text cut = {0};
    if (column + canvas_columns(text) > canvas->columns) {
        utf8_fit(&cut, text, strlen(text), reduced(canvas->columns, column));
        text = text_string(&cut);
    }
    column = canvas_put(canvas, row, column, text, style);
    text_release(&cut);
    return column;
}

void canvas_put_lines(const struct canvas *canvas, const char *text, size_t first) {
    for (size_t i = 0; *text != '\0' && i < first + canvas->rows; i++) {
        size_t length = strcspn(text, "\n");
        if (i >= first) {
            put_bytes(canvas, (const size_t[]){i - first, 0}, text, length, STYLE_PLAIN);
        }
        text += length + (text[length] == '\n');
    }
}

void canvas_dim(const struct canvas *canvas, size_t row, size_t column, size_t width) {
    struct canvas_cell *cell = canvas_cell(canvas, row, column);
    for (size_t i = 0; cell && i < inside(column, width, canvas->columns); i++) {
        cell[i].faint = true;
    }
}

void canvas_dim_all(const struct canvas *canvas) {
    for (size_t i = 0; i < canvas->rows * canvas->columns; i++) {
        struct canvas_cell *cell =
            canvas->cells + i / canvas->columns * canvas->stride + i % canvas->columns;
        bool role = cell->style >= STYLE_CURVE && cell->style <= STYLE_WEIGHTS;
        cell->style = role || cell->style == STYLE_PLAIN ? cell->style : STYLE_DIM;
        cell->faint = true;
        cell->shade = shade_dimmed(cell->shade);
        cell->ink = shade_dimmed(cell->ink);
    }
}

void canvas_repeat(const struct canvas *canvas, const size_t at[2], size_t width,
                   const char *character, enum style style) {
    for (size_t i = 0; i < inside(at[1], width, canvas->columns); i++) {
        canvas_put(canvas, at[0], at[1] + i, character, style);
    }
}

void canvas_bar(const struct canvas *canvas, size_t row, size_t column, const struct bar *bar) {
    enum { EIGHTHS = 8 };
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    size_t length = (size_t)lround(bar->part * (double)(bar->width * EIGHTHS));
    length += length == 0 && bar->part > 0;
    canvas_repeat(canvas, (const size_t[]){row, column}, length / EIGHTHS, "█", bar->style);
    canvas_put(canvas, row, column + length / EIGHTHS, eighths[length % EIGHTHS], bar->style);
    if (bar->ink.palette != PALETTE_NONE) {
        canvas_shade(canvas, row, column, bar->width, (struct shade){.palette = PALETTE_EMPTY});
    }
    for (size_t i = 0; i < (length + EIGHTHS - 1) / EIGHTHS; i++) {
        canvas_ink(canvas, row, column + i, bar->ink);
    }
}

void canvas_shade(const struct canvas *canvas, size_t row, size_t column, size_t width,
                  struct shade shade) {
    struct canvas_cell *cell = canvas_cell(canvas, row, column);
    for (size_t i = 0; cell && i < inside(column, width, canvas->columns); i++) {
        cell[i].shade = shade;
    }
}

void canvas_tag(const struct canvas *canvas, size_t row, size_t column, size_t width,
                struct canvas_tag tag) {
    struct canvas_tags *tags = canvas->tags;
    width = inside(column, width, canvas->columns);
    if (tags && row < canvas->rows && width > 0 &&
        memory_reserve(&tags->list, &tags->capacity, tags->count + 1, sizeof *tags->list)) {
        tags->list[tags->count++] =
            (struct canvas_tagged){canvas->row + row, canvas->column + column, width, tag};
    }
}

struct canvas_tag canvas_tag_at(const struct canvas_tags *tags, size_t row, size_t column) {
    for (size_t i = tags->count; i-- > 0;) {
        const struct canvas_tagged *tagged = &tags->list[i];
        if (tagged->row == row && column - tagged->column < tagged->width) {
            return tagged->tag;
        }
    }
    return (struct canvas_tag){0};
}

void canvas_point(const struct canvas *canvas, size_t row, size_t column) {
    if (canvas->cursor != NULL) {
        canvas->cursor[0] = canvas->row + row;
        canvas->cursor[1] = canvas->column + column;
    }
}

void canvas_ink(const struct canvas *canvas, size_t row, size_t column, struct shade ink) {
    struct canvas_cell *cell = canvas_cell(canvas, row, column);
    if (cell) {
        cell->ink = ink;
    }
}

void canvas_half(const struct canvas *canvas, size_t row, size_t column, struct shade upper,
                 struct shade lower) {
    bool above = upper.palette != PALETTE_NONE, below = lower.palette != PALETTE_NONE;
    canvas_put(canvas, row, column, above ? "▀" : below ? "▄" : " ", STYLE_PLAIN);
    canvas_ink(canvas, row, column, above ? upper : lower);
    canvas_shade(canvas, row, column, 1, above ? lower : (struct shade){.palette = PALETTE_NONE});
}

/* --- words ------------------------------------------------------------------------------------ */

size_t canvas_columns(const char *text) {
    return utf8_columns(text, strlen(text));
}

struct label canvas_cut(const char *text, size_t columns) {
    struct label label = {""};
    size_t length = strlen(text), at = 0, used = 0;
    bool cut = columns > 0 && (utf8_columns(text, length) > columns || length >= CANVAS_LABEL);
    while (at < length && at < CANVAS_LABEL - 8 && columns > 0) {
        uint32_t point;
        size_t size = utf8_decode(text + at, length - at, &point);
        used += utf8_width(point);
        if (used > columns - cut) {
            break;
        }
        at += size;
    }
    text_fill(label.text, CANVAS_LABEL, "%.*s%s", (int)at, text, cut ? "…" : "");
    return label;
}

/* --- looks ----------------------------------------------------------------------------------- */

/* Mixes a name's colour half into the background, as far as it can still be read; what has no
 * colour of its own looks like labels. With few colours, or none, only the bold is dropped. */
static struct look faint_look(struct look look, enum theme theme, enum depth depth) {
    bool all = look.foreground >= LOOK_RGB;
    look.attributes &= ~(unsigned)LOOK_BOLD;
    if (depth >= DEPTH_256 && theme <= THEME_LIGHT && look.foreground == LOOK_OWN) {
        return style_look(STYLE_LABEL, theme, depth);
    }
    if (depth >= DEPTH_256 && theme <= THEME_LIGHT) {
        unsigned colour = (unsigned)look.foreground & (LOOK_RGB - 1);
        colour = shade_faint(colour, theme, all ? DEPTH_TRUE : DEPTH_256);
        look.foreground = (int)colour + (all ? LOOK_RGB : 0);
    }
    return look;
}

struct look canvas_look(const struct canvas_cell *cell, enum theme theme, enum depth depth) {
    enum { COARSE = 0xfc };
    bool shaded = shade_shows(cell->shade, depth), inked = shade_shows(cell->ink, depth);
    struct look look = style_look(cell->style, theme, depth);
    if ((!shaded && !inked) || theme == THEME_MONO) {
        return cell->faint ? faint_look(look, theme, depth) : look;
    }
    struct shade shade = cell->shade, upper = cell->ink;
    if (depth == DEPTH_TRUE) { /* curses has 65536 pairs of colours; 0 stays what it is */
        shade.level &= COARSE;
        upper.level &= COARSE;
    }
    struct shade_colours colours = shade_colours(shade, theme, depth);
    int first = depth == DEPTH_TRUE ? LOOK_RGB : 0;
    if (shade.palette != PALETTE_BAND) {
        unsigned ink = inked ? shade_colours(upper, theme, depth).background : colours.foreground;
        /* Its colours show how large the number is, so attributes show everything else. The numbers
         * on a tile of few colours, which a user's palette may bring close together, are bold. */
        look.attributes = style_look(cell->style, THEME_DARK, DEPTH_TRUE).attributes;
        bool marked = cell->style == STYLE_CHANGED || cell->style == STYLE_PINNED;
        look.attributes |= marked ? LOOK_UNDERLINE : 0;
        look.attributes |= look.attributes == 0 && depth < DEPTH_256 && shaded ? LOOK_BOLD : 0;
        look.foreground = first + (int)ink;
        look.background = shaded ? first + (int)colours.background : LOOK_OWN;
    } else if (theme <= THEME_LIGHT && look.background == LOOK_OWN) {
        look.background = first + (int)colours.background;
        look.foreground =
            look.foreground == LOOK_OWN ? first + (int)colours.foreground : look.foreground;
    }
    return look;
}

/* --- printing -------------------------------------------------------------------------------- */

/* Prints the rows up to the last column that has something to show: looks by MARKS, or as a
 * terminal takes them. */
static void print_rows(const struct canvas *canvas, const struct paint *paint, bool marks,
                       struct text *out) {
    static const struct canvas_cell plain;
    for (size_t row = 0; row < canvas->rows; row++) {
        const struct canvas_cell *cells = canvas->cells + row * canvas->stride, *last = &plain;
        size_t width = canvas->columns;
        bool any = false;
        while (width > 0 && cells[width - 1].text[0] == '\0' && !cells[width - 1].right_half &&
               (!paint->colour || (cells[width - 1].style == STYLE_PLAIN &&
                                   cells[width - 1].shade.palette == PALETTE_NONE))) {
            width--;
        }
        for (size_t column = 0; column <= width; column++) {
            const struct canvas_cell *cell = column < width ? &cells[column] : &plain;
            bool same = marks ? cell->style == last->style : canvas_same_look(cell, last);
            if (paint->colour && !same && marks) {
                style_mark(cell->style, out);
            } else if (paint->colour && !same) {
                text_append(out, any ? LOOK_END : "");
                any = look_write(canvas_look(cell, paint->theme, paint->depth), out);
            }
            last = cell;
            if (column < width && !cell->right_half) {
                text_append(out, cell->text[0] ? cell->text : " ");
            }
        }
        text_append(out, "\n");
    }
}

void canvas_print(const struct canvas *canvas, const struct paint *paint, struct text *out) {
    print_rows(canvas, paint, false, out);
}

void canvas_lines(const struct canvas *canvas, const struct paint *paint, struct text *out) {
    print_rows(canvas, paint, true, out);
}
