#include "lesson/entity.h"

#include "base/text.h"
#include "base/utf8.h"

#include <stdint.h>
#include <string.h>

/* The named ones that prose about attention is likely to hold. */
static const struct {
    const char *name, *character;
} ENTITIES[] = {
    {"amp", "&"},   {"lt", "<"},      {"gt", ">"},    {"quot", "\""},  {"apos", "'"},
    {"nbsp", " "},  {"ndash", "–"},   {"mdash", "—"}, {"hellip", "…"}, {"times", "×"},
    {"minus", "−"}, {"middot", "·"},  {"rarr", "→"},  {"larr", "←"},   {"radic", "√"},
    {"sum", "∑"},   {"part", "∂"},    {"infin", "∞"}, {"asymp", "≈"},  {"ne", "≠"},
    {"le", "≤"},    {"ge", "≥"},      {"alpha", "α"}, {"beta", "β"},   {"gamma", "γ"},
    {"delta", "δ"}, {"epsilon", "ε"}, {"theta", "θ"}, {"lambda", "λ"}, {"mu", "μ"},
    {"pi", "π"},    {"sigma", "σ"},   {"tau", "τ"},   {"phi", "φ"},    {"Delta", "Δ"},
    {"Sigma", "Σ"}, {"rsquo", "’"},   {"lsquo", "‘"}, {"ldquo", "“"},  {"rdquo", "”"},
};

static int digit_value(char digit) {
    if (digit >= '0' && digit <= '9') {
        return digit - '0';
    }
    char lower = (char)(digit | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 99;
}

/* The character of `#945;` or `#x3b1;`; U+FFFD for what is none. */
static void append_numeric(struct text *out, const char *bytes, size_t length) {
    bool hex = length > 1 && (bytes[1] | 0x20) == 'x';
    uint32_t point = 0, base = hex ? 16 : 10;
    for (size_t i = hex ? 2 : 1; i < length; i++) {
        int digit = digit_value(bytes[i]);
        if (digit < (int)base && point <= 0x10ffff) {
            point = point * base + (uint32_t)digit;
        }
    }
    char character[5];
    utf8_encode(point == 0 ? 0xfffd : point, character);
    text_append(out, character);
}

void entity_append(struct text *out, const char *bytes, size_t length) {
    if (length < 3 || bytes[0] != '&' || bytes[length - 1] != ';') {
        text_append_bytes(out, bytes, length);
        return;
    }
    if (bytes[1] == '#') {
        append_numeric(out, bytes + 1, length - 2);
        return;
    }
    for (size_t i = 0; i < sizeof ENTITIES / sizeof *ENTITIES; i++) {
        const char *name = ENTITIES[i].name;
        if (strlen(name) == length - 2 && memcmp(name, bytes + 1, length - 2) == 0) {
            text_append(out, ENTITIES[i].character);
            return;
        }
    }
    text_append_bytes(out, bytes, length);
}
