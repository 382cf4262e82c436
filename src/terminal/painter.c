#include "terminal/painter.h"

#include "base/failure.h"
#include "base/utf8.h"

#include <string.h>
#include <wchar.h>

enum {
    CELL_MOST = 256, /* bytes that one cell takes at most: a movement, two looks, its character */
    GAP = 6,         /* so many cells that stay are as soon written as jumped over */
    TAIL = 8         /* so many blanks are erased rather than written */
};

static const struct canvas_cell bare;

bool painter_resize(struct painter *painter, size_t rows, size_t columns, struct failure *failure) {
    struct canvas shown;
    if (!canvas_init(&shown, rows, columns, failure)) {
        return false;
    }
    canvas_release(&painter->shown);
    painter->shown = shown;
    painter_forget(painter);
    return true;
}

void painter_release(struct painter *painter) {
    canvas_release(&painter->shown);
    text_release(&painter->place);
}

void painter_forget(struct painter *painter) {
    canvas_clear(&painter->shown);
    painter->lost = true;
    painter->on = bare;
    painter->attributes = 0;
    painter->foreground = painter->background = -1;
}

void painter_forget_looks(struct painter *painter) {
    memset(painter->places, 0, sizeof painter->places);
    painter->look_count = 0;
}

/* Against a picture of blanks all of it differs. */
void painter_repaint(struct painter *painter) {
    struct canvas kept = painter->shown;
    size_t cursor[] = {painter->row, painter->column};
    if (!canvas_init(&painter->shown, kept.rows, kept.columns, &(struct failure){0})) {
        painter->shown = kept;
        painter_forget(painter);
        return;
    }
    painter_forget(painter);
    painter_paint(painter, &kept, cursor);
    canvas_release(&kept);
}

/* --- bytes ----------------------------------------------------------------------------------- */

static void flush(struct painter *painter) {
    if (painter->length > 0) {
        painter->hooks.write(painter->hooks.context, painter->bytes, painter->length);
    }
    painter->length = 0;
}

static void add(struct painter *painter, const char *bytes, size_t length) {
    if (painter->length + length > sizeof painter->bytes) {
        flush(painter);
    }
    length = length < sizeof painter->bytes ? length : sizeof painter->bytes;
    memcpy(painter->bytes + painter->length, bytes, length);
    painter->length += length;
}

void painter_precede(struct painter *painter, const char *bytes, size_t length) {
    add(painter, bytes, length);
}

static void add_string(struct painter *painter, const char *string) {
    add(painter, string, strlen(string));
}

static void add_byte(struct painter *painter, char byte) {
    painter->bytes[painter->length++] = byte;
}

/* By hand: text_fill took a third of a repaint. */
static void add_count(struct painter *painter, size_t count) {
    char digits[24];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + count % 10);
        count /= 10;
    } while (count > 0);
    add(painter, digits + at, sizeof digits - at);
}

static void move(struct painter *painter, size_t row, size_t column) {
    if (!painter->lost && painter->row == row && painter->column == column) {
        return;
    }
    if (painter->words.moves_plainly) {
        add(painter, "\x1b[", 2);
        add_count(painter, row + 1);
        add(painter, ";", 1);
        add_count(painter, column + 1);
        add(painter, "H", 1);
    } else {
        text_clear(&painter->place);
        painter->hooks.move(painter->hooks.context, row, column, &painter->place);
        add(painter, text_string(&painter->place), painter->place.length);
    }
    painter->lost = false;
    painter->row = row;
    painter->column = column;
}

/* --- looks ----------------------------------------------------------------------------------- */

static const struct painter_look *look_of(struct painter *painter, const struct canvas_cell *cell) {
    unsigned shades = (cell->ink.level * 256u + cell->shade.level) * 9u +
                      (unsigned)cell->ink.palette * 3u + (unsigned)cell->shade.palette;
    unsigned key = shades * 32u + (unsigned)cell->style;
    unsigned short *place = &painter->places[key * 2654435761u >> 7 & (PAINTER_LOOKS - 1)];
    bool is_new = *place == 0;
    if (is_new) {
        *place = (unsigned short)++painter->look_count;
    }
    struct painter_known *known = &painter->looks[*place - 1];
    if (is_new || !canvas_same_look(&known->cell, cell)) {
        *known = (struct painter_known){.cell = *cell};
        painter->hooks.look(painter->hooks.context, cell, &known->look);
    }
    return &known->look;
}

static void make_plain(struct painter *painter) {
    if (painter->attributes != 0 || painter->foreground >= 0 || painter->background >= 0) {
        add_string(painter, painter->words.plain);
    }
    painter->attributes = 0;
    painter->foreground = painter->background = -1;
    painter->on = bare;
}

/* What is on and is not to be can only be turned off with all the rest. */
static void put_on(struct painter *painter, const struct canvas_cell *cell) {
    const struct painter_look *look = look_of(painter, cell);
    if ((painter->attributes & ~look->attributes) != 0 ||
        (painter->foreground >= 0 && look->foreground < 0) ||
        (painter->background >= 0 && look->background < 0)) {
        make_plain(painter);
    }
    if (painter->attributes != look->attributes || painter->foreground != look->foreground ||
        painter->background != look->background) {
        add(painter, look->begin, look->length);
    }
    painter->on = *cell;
    painter->attributes = look->attributes;
    painter->foreground = look->foreground;
    painter->background = look->background;
}

/* --- cells ----------------------------------------------------------------------------------- */

/* What erasing leaves. */
static bool is_bare(const struct canvas_cell *cell) {
    return cell->text[0] == '\0' && !cell->right_half && canvas_same_look(cell, &bare);
}

/* Byte by byte: bits of no member that differ cost no more than a cell written once more. */
static bool same_cell(const struct canvas_cell *a, const struct canvas_cell *b) {
    return memcmp((const void *)a, (const void *)b, sizeof *a) == 0;
}

/* The cursor of a terminal that another character than expected has moved is anywhere; in the last
 * column it stays, or is beyond. */
static void step(struct painter *painter, const struct canvas_cell *cell, bool surely) {
    painter->column += cell->wide ? 2 : 1;
    painter->lost = !surely || painter->column >= painter->shown.columns;
}

/* A character that is younger than the C library, or is of no width to it, is likely to be so to
 * the terminal: it would stand blank or push the row along. */
static void put_character(struct painter *painter, const struct canvas_cell *cell) {
    const char *text = cell->text;
    uint32_t point;
    size_t length = strlen(text), at = utf8_decode(text, length, &point);
    bool marked = at < length;
    if (wcwidth((wchar_t)point) != (cell->wide ? 2 : 1)) {
        add_string(painter, cell->wide ? "\xef\xbf\xbd " : "\xef\xbf\xbd");
        step(painter, cell, false);
        return;
    }
    add(painter, text, at);
    while (at < length) {
        size_t size = utf8_decode(text + at, length - at, &point);
        if (wcwidth((wchar_t)point) == 0) {
            add(painter, text + at, size);
        }
        at += size;
    }
    step(painter, cell, !cell->wide && !marked);
}

static void put_cell(struct painter *painter, const struct canvas_cell *cell) {
    char first = cell->text[0];
    if (painter->length + CELL_MOST > sizeof painter->bytes) {
        flush(painter);
    }
    if (!canvas_same_look(cell, &painter->on)) {
        put_on(painter, cell);
    }
    if (first >= 0 && (first == '\0' || cell->text[1] == '\0')) {
        add_byte(painter, first == '\0' ? ' ' : first);
        step(painter, cell, true);
    } else {
        put_character(painter, cell);
    }
}

/* --- rows ------------------------------------------------------------------------------------ */

/* Gets to COLUMN of ROW: over the cells between when they are few and look alike. */
static void go_to(struct painter *painter, const struct canvas_cell *cells, size_t row,
                  size_t column) {
    size_t from = painter->column;
    bool near = !painter->lost && painter->row == row && from < column && column - from <= GAP;
    for (size_t i = from; near && i < column; i++) {
        near = canvas_same_look(&cells[i], &painter->on) && !cells[i].wide && !cells[i].right_half;
    }
    for (size_t i = from; near && i < column; i++) {
        put_cell(painter, &cells[i]);
    }
    move(painter, row, column);
}

static size_t next_changed(const struct canvas_cell *cells, const struct canvas_cell *shown,
                           size_t column, size_t columns) {
    while (column < columns && same_cell(&cells[column], &shown[column])) {
        column++;
    }
    return column;
}

/* Beyond this column a row is blank in both pictures. */
static size_t touched(const struct painter *painter, const struct canvas *canvas, size_t row) {
    size_t now = canvas->used[row], before = painter->shown.used[row];
    return now > before ? now : before;
}

/* How many columns of a row can be written without scrolling all. */
static size_t writable(const struct painter *painter, const struct canvas_cell *cells, size_t row) {
    size_t columns = painter->shown.columns;
    if (!painter->words.last_scrolls || row + 1 < painter->shown.rows) {
        return columns;
    }
    return columns - (cells[columns - 1].right_half ? 2 : 1);
}

/* What can stand in the last column of all: what is surely one column wide; else nothing does. */
static const struct canvas_cell *last_of(const struct canvas_cell *cell) {
    bool ascii = (cell->text[0] & 0x80) == 0 && cell->text[1] == '\0';
    return ascii && !cell->right_half ? cell : &bare;
}

/* It is written before that column, and moved on by what belongs there. ERASED: the end of the row
 * has just been. */
static void paint_last(struct painter *painter, const struct canvas_cell *cells,
                       const struct canvas_cell *shown, size_t row, bool erased) {
    size_t last = painter->shown.columns - 1;
    const struct canvas_cell *cell = last_of(&cells[last]);
    bool stands = erased ? is_bare(cell) : same_cell(&cells[last], &shown[last]);
    if (stands || painter->words.insert[0] == '\0' || last < 2) {
        return;
    }
    move(painter, row, last - 1);
    put_cell(painter, cell);
    make_plain(painter);
    move(painter, row, last - 1);
    add_string(painter, painter->words.insert);
    move(painter, row, last - 1 - cells[last - 1].right_half);
    put_cell(painter, cells[last].right_half ? &bare : &cells[painter->column]);
}

/* Half a wide character is never written alone. */
static void paint_row(struct painter *painter, const struct canvas *canvas, size_t row) {
    const struct canvas_cell *cells = &canvas->cells[row * canvas->columns];
    struct canvas_cell *shown = &painter->shown.cells[row * canvas->columns];
    size_t end = touched(painter, canvas, row), columns = writable(painter, cells, row);
    size_t used = canvas->used[row] < columns ? canvas->used[row] : columns;
    size_t limit = end < columns ? end : columns;
    while (used > 0 && is_bare(&cells[used - 1])) {
        used--;
    }
    bool erases = painter->words.erase[0] != '\0' && columns - used >= TAIL;
    size_t column = next_changed(cells, shown, 0, limit);
    bool erased = false;
    while (column < limit) {
        if (column >= used && erases) {
            make_plain(painter);
            move(painter, row, column);
            add_string(painter, painter->words.erase);
            erased = true;
            break;
        }
        column -= cells[column].right_half && column > 0;
        go_to(painter, cells, row, column);
        do {
            if (painter->lost) {
                move(painter, row, column);
            }
            put_cell(painter, &cells[column]);
            column += cells[column].wide ? 2 : 1;
        } while (column < (erases ? used : limit) && !same_cell(&cells[column], &shown[column]));
        column = next_changed(cells, shown, column, limit);
    }
    if (columns < painter->shown.columns) {
        paint_last(painter, cells, shown, row, erased);
    }
    memcpy(shown, cells, end * sizeof *cells);
    painter->shown.used[row] = canvas->used[row];
}

void painter_paint(struct painter *painter, const struct canvas *canvas, const size_t cursor[2]) {
    for (size_t row = 0; row < canvas->rows; row++) {
        size_t first = row * canvas->columns, size = touched(painter, canvas, row);
        if (memcmp(&canvas->cells[first], &painter->shown.cells[first],
                   size * sizeof *canvas->cells) != 0) {
            paint_row(painter, canvas, row);
        }
    }
    make_plain(painter);
    move(painter, cursor[0], cursor[1]);
    flush(painter);
}
