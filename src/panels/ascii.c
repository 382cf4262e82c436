#include "panels/ascii.h"

#include "base/text.h"
#include "canvas/canvas.h"

#include <string.h>

static const struct {
    const char *sign;
    char ascii;
} signs[] = {
    {"→", '>'},  {"←", '<'},  {"↑", '^'}, {"↓", 'v'}, {"▶", '>'}, {"◀", '<'}, {"‹", '<'},
    {"›", '>'},  {"·", '.'},  {"×", 'x'}, {"−", '-'}, {"–", '-'}, {"—", '-'}, {"─", '-'},
    {"│", '|'},  {"•", '*'},  {"…", '~'}, {"≈", '~'}, {"≤", '<'}, {"≥", '>'}, {"≠", '#'},
    {"Σ", 'S'},  {"√", 'V'},  {"÷", '/'}, {"█", '#'}, {"▓", '%'}, {"▒", '+'}, {"░", '.'},
    {"▀", '"'},  {"▄", '_'},  {"✓", '+'}, {"✗", 'x'}, {"∞", 'I'}, {"²", '2'}, {"³", '3'},
    {"’", '\''}, {"‘", '\''}, {"“", '"'}, {"”", '"'}, {"ᵀ", 'T'}, {"∂", 'd'}, {"Δ", 'D'},
    {"α", 'a'},
};

static char ascii_of(const char *text) {
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (text_starts(text, signs[i].sign)) {
            return signs[i].ascii;
        }
    }
    return '?';
}

void ascii_only(struct canvas *canvas) {
    for (size_t i = 0; i < canvas->rows * canvas->columns; i++) {
        struct canvas_cell *cell = &canvas->cells[i];
        if (cell->right_half) {
            memcpy(cell->text, "?", 2);
        } else if ((unsigned char)cell->text[0] >= 0x80) {
            char ascii = ascii_of(cell->text);
            cell->text[0] = ascii;
            cell->text[1] = '\0';
        } else if (cell->text[0] != '\0') {
            cell->text[1] = '\0'; /* its combining marks */
        }
        cell->wide = cell->right_half = false;
    }
}
