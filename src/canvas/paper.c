/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/paper.h"

#include "base/text.h"
#include "base/utf8.h"

#include <string.h>

/* A cell in the picture's own units; a font's line is a little lower. */
static const unsigned CELL_WIDTH = 9, CELL_HEIGHT = 18, BASELINE = 14, FONT_SIZE = 15;

/* --- looks ------------------------------------------------------------------------------------ */

/* Returns what replaces the terminal's own colours: a background on which a 0 is least visible.
 * Colours here are 0xRRGGBB. */
static struct look own_look(enum theme theme) {
    struct shade zero = {.palette = PALETTE_SIGNED, .level = 128};
    unsigned paper = shade_colours(zero, theme, DEPTH_TRUE).background;
    return (struct look){0, shade_is_light(paper) ? 0x1c1c1c : 0xdadada, (int)paper};
}

static int rgb_of(int colour, int own) {
    return colour == LOOK_OWN   ? own
           : colour >= LOOK_RGB ? colour - LOOK_RGB
                                : (int)shade_rgb((unsigned)colour);
}

/* Returns the look of CELL with nothing left to a terminal. */
static struct look look_of(const struct canvas_cell *cell, const struct paint *paint) {
    struct look look = canvas_look(cell, paint->theme, DEPTH_TRUE), own = own_look(paint->theme);
    int ink = rgb_of(look.foreground, own.foreground),
        ground = rgb_of(look.background, own.background);
    bool reverse = (look.attributes & LOOK_REVERSE) != 0;
    return (struct look){look.attributes, reverse ? ground : ink, reverse ? ink : ground};
}

void paper_markup(const char *text, struct text *out) {
    static const char special[] = "&<>\"";
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    for (const char *at = text; *at != '\0'; at++) {
        const char *found = strchr(special, *at);
        text_append(out, found != NULL ? entities[found - special] : "");
        text_append_bytes(out, at, found != NULL ? 0 : 1);
    }
}

static void write_title_element(const char *title, struct text *out) {
    text_append(out, "<title>");
    paper_markup(title, out);
    text_append(out, "</title>\n");
}

/* --- SVG -------------------------------------------------------------------------------------- */

struct area {
    double x, y, width, height;
};

static void write_area(struct area area, int colour, struct text *out) {
    text_format(out, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"#%06x\"/>\n",
                area.x, area.y, area.width, area.height, (unsigned)colour);
}

/* Finds the part of its cell that a block fills; any other character fills nothing. Blocks are
 * drawn because fonts leave gaps between them. */
static bool block_of(const struct canvas_cell *cell, struct area *area) {
    enum { UPPER_HALF = 0x2580, FULL = 0x2588, LEFT_EIGHTH = 0x258f };
    uint32_t point = 0;
    utf8_decode(cell->text, strlen(cell->text), &point);
    *area = (struct area){0, 0, CELL_WIDTH, CELL_HEIGHT};
    if (point == UPPER_HALF) {
        area->height = CELL_HEIGHT / 2.0;
    } else if (point <= FULL) {
        area->height = CELL_HEIGHT * (point - UPPER_HALF) / 8.0;
        area->y = CELL_HEIGHT - area->height;
    } else {
        area->width = CELL_WIDTH * (LEFT_EIGHTH - point + 1) / 8.0;
    }
    return point >= UPPER_HALF && point <= LEFT_EIGHTH;
}

static bool is_letter(const struct canvas_cell *cell) {
    struct area area;
    return cell->right_half ||
           (cell->text[0] != '\0' && !text_same(cell->text, " ") && !block_of(cell, &area));
}

/* Writes the words and the blocks of CELLS from column AT up to END of a row, which look the same;
 * blanks and blocks separate words, so that no renderer can shift what follows. */
static void write_words(const struct canvas_cell *cells, const size_t at[2], size_t end,
                        const struct look *look, struct text *out) {
    for (size_t column = at[1], first = column; column < end; first = ++column) {
        struct area area;
        while (column < end && is_letter(&cells[column])) {
            column++;
        }
        if (column > first) {
            text_format(out,
                        "<text x=\"%zu\" y=\"%zu\" textLength=\"%zu\" "
                        "style=\"fill:#%06x%s%s%s\">",
                        first * CELL_WIDTH, at[0] * CELL_HEIGHT + BASELINE,
                        (column - first) * CELL_WIDTH, (unsigned)look->foreground,
                        (look->attributes & LOOK_BOLD) != 0 ? ";font-weight:bold" : "",
                        (look->attributes & LOOK_ITALIC) != 0 ? ";font-style:italic" : "",
                        (look->attributes & LOOK_UNDERLINE) != 0 ? ";text-decoration:underline"
                                                                 : "");
            for (size_t i = first; i < column; i++) {
                paper_markup(cells[i].text, out);
            }
            text_append(out, "</text>\n");
        }
        if (column < end && block_of(&cells[column], &area)) {
            area.x += (double)(column * CELL_WIDTH);
            area.y += (double)(at[0] * CELL_HEIGHT);
            write_area(area, look->foreground, out);
        }
    }
}

/* Writes a picture of CANVAS, with the title inside unless that is NULL. */
static void svg_frame(const struct canvas *canvas, const struct series *series, struct text *out) {
    const struct paint *paint = series->paint;
    size_t width = canvas->columns * CELL_WIDTH, height = canvas->rows * CELL_HEIGHT, end;
    int paper = own_look(paint->theme).background;
    text_format(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%zu\" height=\"%zu\" "
                "viewBox=\"0 0 %zu %zu\" font-family=\"'DejaVu Sans Mono', Menlo, Consolas, "
                "monospace\" font-size=\"%u\">\n",
                width, height, width, height, FONT_SIZE);
    if (series->title != NULL) {
        write_title_element(series->title, out);
    }
    write_area((struct area){0, 0, (double)width, (double)height}, paper, out);
    for (size_t row = 0; row < canvas->rows; row++) {
        const struct canvas_cell *cells = canvas->cells + row * canvas->stride;
        for (size_t column = 0; column < canvas->columns; column = end) {
            struct look look = look_of(&cells[column], paint), next = look;
            for (end = column + 1; end < canvas->columns; end++) {
                next = look_of(&cells[end], paint);
                if (!cells[end].right_half && memcmp(&next, &look, sizeof next) != 0) {
                    break;
                }
            }
            if (look.background != paper) {
                struct area area = {(double)column * CELL_WIDTH, (double)row * CELL_HEIGHT,
                                    (double)(end - column) * CELL_WIDTH, CELL_HEIGHT};
                write_area(area, look.background, out);
            }
            write_words(cells, (const size_t[]){row, column}, end, &look, out);
        }
    }
    text_append(out, "</svg>\n");
}

/* --- HTML ------------------------------------------------------------------------------------- */

void paper_begin_page(const char *title, const char *style, struct text *out) {
    text_append(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    write_title_element(title, out);
    text_format(out, "<style>\n%s</style>\n</head>\n<body>\n", style);
}

void paper_end_page(struct text *out) {
    text_append(out, "</body>\n</html>\n");
}

static void html_begin(const struct series *series, struct text *out) {
    char style[256];
    text_fill(style, sizeof style,
              "body { background: #%06x; }\n"
              "svg { display: block; margin-bottom: 18px; }\n",
              (unsigned)own_look(series->paint->theme).background);
    paper_begin_page(series->title, style, out);
}

static void html_frame(const struct canvas *canvas, const struct series *series, struct text *out) {
    svg_frame(canvas, &(struct series){series->paint, NULL}, out);
}

/* --- the forms -------------------------------------------------------------------------------- */

static void text_frame(const struct canvas *canvas, const struct series *series, struct text *out) {
    canvas_print(canvas, series->paint, out);
}

static const struct paper papers[] = {
    {.name = "text", .frame = text_frame},
    {.name = "svg", .one = true, .coloured = true, .frame = svg_frame},
    {.name = "html",
     .coloured = true,
     .begin = html_begin,
     .frame = html_frame,
     .end = paper_end_page},
};

enum { PAPER_COUNT = sizeof papers / sizeof papers[0] };

const struct paper *paper_find(const char *name) {
    for (size_t i = 0; i < PAPER_COUNT; i++) {
        if (text_same(papers[i].name, name)) {
            return &papers[i];
        }
    }
    return NULL;
}

const struct paper *paper_for_file(const char *path) {
    const char *point = strrchr(path, '.');
    const struct paper *paper = point == NULL ? NULL : paper_find(point + 1);
    return paper != NULL && paper->coloured ? paper : NULL;
}

void paper_list(const char *separator, struct text *out) {
    for (size_t i = 0; i < PAPER_COUNT; i++) {
        text_format(out, "%s%s", i > 0 ? separator : "", papers[i].name);
    }
}
