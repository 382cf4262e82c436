#include "canvas/style.h"

#include "base/text.h"

/* SGR parameters by theme. Mono keeps to bold, underline and reverse, which every terminal has;
 * contrast uses the sixteen basic colours as black on bright, or attributes; dark and light take
 * colours of the 256 that keep at least 4.5:1 to their background. Who paints a background paints
 * the ink too: a terminal's own may be of the same colour. Painted letters are roles (query, key,
 * value, weights), a change, or right and wrong; whatever else stands out is bold or reversed, in
 * the terminal's own colours. "" looks like plain text. */
/* clang-format off */
static const char *const looks[STYLE_COUNT][THEME_COUNT] = {
    /*                  dark                      light                      mono   contrast */
    [STYLE_PLAIN] =    {"",                       "",                        "",    ""},
    [STYLE_TITLE] =    {"1",                      "1",                       "1",   "1"},
    [STYLE_EMPHASIS] = {"3",                      "3",                       "4",   "4"},
    [STYLE_STRONG] =   {"1",                      "1",                       "1",   "1"},
    [STYLE_CODE] =     {"38;5;150",               "38;5;22",                 "",    ""},
    [STYLE_FORMULA] =  {"1",                      "1",                       "1",   "1"},
    [STYLE_LABEL] =    {"38;5;246",               "38;5;240",                "",    "1"},
    [STYLE_NUMBER] =   {"",                       "",                        "",    ""},
    [STYLE_LIT] =      {"38;5;255;48;5;237",      "38;5;16;48;5;254",        "4",   "1;4"},
    [STYLE_FOCUS] =    {"1;7",                    "1;7",                     "7",   "1;7"},
    [STYLE_CHANGED] =  {"1;38;5;208",             "1;38;5;130",              "1",   "30;103"},
    [STYLE_PINNED] =   {"1;38;5;177",             "1;38;5;91",               "1;4", "30;106"},
    [STYLE_DIM] =      {"38;5;245",               "38;5;241",                "",    ""},
    [STYLE_GOOD] =     {"1;38;5;114",             "1;38;5;22",               "1",   "30;102"},
    [STYLE_BAD] =      {"1;38;5;210",             "1;38;5;124",              "1;7", "1;97;41"},
    [STYLE_QUERY] =    {"1;38;5;75",              "1;38;5;25",               "1",   "1"},
    [STYLE_KEY] =      {"1;38;5;203",             "1;38;5;125",              "1",   "1"},
    [STYLE_VALUE] =    {"1;38;5;79",              "1;38;5;28",               "1",   "1"},
    [STYLE_WEIGHTS] =  {"1;38;5;221",             "1;38;5;58",               "1",   "1"},
    [STYLE_CURVE] =    {"",                       "",                        "",    ""},
    [STYLE_CURVE_2] =  {"38;5;208",               "38;5;130",                "",    "1"},
    [STYLE_CURVE_3] =  {"38;5;75",                "38;5;25",                 "",    ""},
    [STYLE_BAR] =      {"1;38;5;208",             "1;38;5;130",              "1",   "1"},
};
/* clang-format on */

static const char *const names[THEME_COUNT] = {
    [THEME_DARK] = "dark",
    [THEME_LIGHT] = "light",
    [THEME_MONO] = "mono",
    [THEME_CONTRAST] = "contrast",
};

enum theme theme_find(const char *name) {
    for (int theme = 0; theme < THEME_COUNT; theme++) {
        if (text_same(names[theme], name)) {
            return (enum theme)theme;
        }
    }
    return THEME_COUNT;
}

enum style style_of_rows(const char *rows) {
    static const struct {
        const char *rows;
        enum style style;
    } roles[] = {{"queries", STYLE_QUERY}, {"keys", STYLE_KEY}, {"values", STYLE_VALUE}};
    for (size_t i = 0; rows != NULL && i < sizeof roles / sizeof *roles; i++) {
        if (text_same(roles[i].rows, rows)) {
            return roles[i].style;
        }
    }
    return STYLE_LABEL;
}

const char *style_look(enum style style, enum theme theme) {
    return looks[style][theme];
}

void style_begin(enum style style, enum theme theme, struct text *out) {
    if (looks[style][theme][0]) {
        text_format(out, "\x1b[%sm", looks[style][theme]);
    }
}

void style_end(enum style style, enum theme theme, struct text *out) {
    if (looks[style][theme][0]) {
        text_append(out, "\x1b[0m");
    }
}
