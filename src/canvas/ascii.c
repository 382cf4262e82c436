/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* ascii: what a canvas shows on a terminal without UTF-8. Drawings know nothing of it. */
#include "base/utf8.h"
#include "canvas/canvas.h"
#include "canvas/dots.h"

#include <ctype.h>
#include <string.h>

enum { LINES = 0x2500, LINES_END = 0x2580 };

/* After each sign a character that replaces it. Shades and bars get darker in the order . + * #. */
static const char replacements[] =
    "→> ←< ↑^ ↓v ▶> ▸> ▾v ▴^ ◀< ◂< ‹< ›> ·. ×x ÷/ −- –- —- •* …~ ≈~ ≤< ≥> ≠# ΣS √V ∂d ΔD αa ᵀT "
    "²2 ³3 ∞I ✓+ ✗x ○o ●O ’' ‘' “\" ”\" ░. ▒+ ▓* █# ▁_ ▂_ ▃- ▄- ▅= ▆= ▇= ▀\" ▔\" ▏| ▎- ▍- ▌] "
    "▋= ▊= ▉= ▐[ ─- ━= ╌. ╴- ╶- ╸- ╺- ╼- ╾- │| ┃| ╎: ┊: ╵| ╷| ╹| ╻| ╽| ╿|";

/* Returns the character for some of the eight dots of a braille character, of which a thin line has
 * at most four, and no more than two where it is flat: then it is as high as they are. Never a
 * point, which is what squared paper has. */
static char dots_character(unsigned dots) {
    enum { UPPER = 0x1b, LOWER = 0xe4 }; /* lines of dots */
    int count = __builtin_popcount(dots);
    if (count > 2) {
        return count > 4 ? '#' : '*';
    }
    return (dots & UPPER) == 0 ? ',' : (dots & LOWER) == 0 ? '\'' : ':';
}

/* True when what is before a dot, which is replaced already, is multiplied by what follows: 3·4 is
 * not 3.4. */
static bool is_factor(char before) {
    return isalnum((unsigned char)before) || before == ')' || before == ']';
}

static char replacement(const char *text) {
    uint32_t point;
    char sign[5];
    utf8_decode(text, strlen(text), &point);
    size_t size = utf8_encode(point, sign);
    const char *found = strstr(replacements, sign);
    if (size == 1) {
        return sign[0];
    }
    if (point > BRAILLE && point < BRAILLE_END) {
        return dots_character(point - BRAILLE);
    }
    if (found == NULL) { /* corners and crossings */
        return point >= LINES && point < LINES_END ? '+' : '?';
    }
    return found[size];
}

/* Writes "inf" for the infinity at CELL, which ends there, where that and a blank have room on its
 * left: BEFORE cells, which are replaced already. A minus before it moves along. */
static void spell_infinity(struct canvas_cell *cell, size_t before) {
    enum { MORE = 2 }; /* columns */
    bool minus = before > 0 && cell[-1].text[0] == '-', blank = before > (size_t)MORE + minus;
    for (size_t i = 1; blank && i <= MORE + 1; i++) {
        blank = cell[-(ptrdiff_t)(minus + i)].text[0] == '\0';
    }
    if (!blank) {
        return;
    }
    for (size_t i = 0; i <= (size_t)MORE + minus; i++) {
        struct canvas_cell *letter = cell - i;
        letter->text[0] = "fni-"[i];
        letter->text[1] = '\0';
        letter->style = cell->style;
        letter->faint = cell->faint;
    }
}

void canvas_ascii(const struct canvas *canvas, enum depth depth) {
    for (size_t i = 0; i < canvas->rows * canvas->columns; i++) {
        size_t column = i % canvas->columns;
        struct canvas_cell *cell = canvas_cell(canvas, i / canvas->columns, column);
        bool half = strcmp(cell->text, "▀") == 0 && shade_shows(cell->ink, depth);
        bool infinite = strcmp(cell->text, "∞") == 0, dot = strcmp(cell->text, "·") == 0;
        if (half) {
            cell->shade = shade_shows(cell->shade, depth) ? cell->shade : cell->ink;
            cell->ink = (struct shade){.palette = PALETTE_NONE};
            cell->text[0] = '\0';
        } else if (cell->text[0] != '\0') {
            bool product = dot && column > 0 && is_factor(cell[-1].text[0]);
            cell->text[0] = product ? '*' : replacement(cell->text);
            cell->text[1] = '\0'; /* its combining marks */
        } else if (cell->right_half) {
            memcpy(cell->text, "?", 2);
        }
        cell->wide = cell->right_half = false;
        if (infinite) {
            spell_infinity(cell, column);
        }
    }
}
