#include "terminal/sgr.h"

enum { FOREGROUND = 30, BACKGROUND = 40, BRIGHT = 60, EXTENDED = 8 };

/* The next number of "1;38;5"; -1 at the end. */
static int next_number(const char **at) {
    int number = 0;
    if (**at == '\0') {
        return -1;
    }
    for (; **at >= '0' && **at <= '9'; (*at)++) {
        number = number < 1000 ? number * 10 + (**at - '0') : number;
    }
    for (; **at != '\0' && (**at < '0' || **at > '9'); (*at)++) {
    }
    return number;
}

/* After 38 or 48: 5 and a colour, or 2 and red, green, blue. */
static int extended_colour(const char **at) {
    int kind = next_number(at);
    if (kind == 5) {
        return next_number(at);
    }
    int red = next_number(at), green = next_number(at), blue = next_number(at);
    return kind == 2 && blue >= 0 ? SGR_RGB + red * 0x10000 + green * 0x100 + blue : SGR_DEFAULT;
}

/* Colour NUMBER counted from PLANE, 30 or 40; sixty further on stand the bright ones. */
static bool read_colour(int number, int plane, const char **at, int *colour) {
    int basic = number - plane, bright = basic - BRIGHT;
    if (basic == EXTENDED) {
        *colour = extended_colour(at);
    } else if (basic >= 0 && basic < EXTENDED) {
        *colour = basic;
    } else if (bright >= 0 && bright < EXTENDED) {
        *colour = bright + EXTENDED;
    } else {
        return false;
    }
    return true;
}

struct sgr sgr_read(const char *parameters) {
    struct sgr sgr = {.foreground = SGR_DEFAULT, .background = SGR_DEFAULT};
    for (int number = next_number(&parameters); number >= 0; number = next_number(&parameters)) {
        sgr.bold = sgr.bold || number == 1;
        sgr.dim = sgr.dim || number == 2;
        sgr.italic = sgr.italic || number == 3;
        sgr.underline = sgr.underline || number == 4;
        sgr.reverse = sgr.reverse || number == 7;
        if (!read_colour(number, FOREGROUND, &parameters, &sgr.foreground)) {
            read_colour(number, BACKGROUND, &parameters, &sgr.background);
        }
    }
    return sgr;
}
