/* A terminal that knows only what the painter may take for granted: it moves, erases, switches
 * looks, and after a character that is not surely one column wide its cursor is anywhere. */
#include "terminal/painter.h"

#include "base/failure.h"
#include "base/random.h"
#include "base/utf8.h"

#include <check.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

Suite *terminal_painter_suite(void);

enum { ROWS = 5, COLUMNS = 24, PICTURES = 400 };

struct place {
    char text[16];
    int style;
    bool right_half;
};

static struct place shown[ROWS][COLUMNS];
static size_t row, column;
static bool lost;
static int on;
static size_t bytes_taken, writes;
static struct painter painter;
static struct canvas canvas;

/* --- the terminal ---------------------------------------------------------------------------- */

static void blank(struct place *place) {
    *place = (struct place){0};
}

static void free_half(size_t at) {
    struct place *place = &shown[row][at];
    if (place->right_half) {
        blank(&shown[row][at - 1]);
    }
    if (at + 1 < COLUMNS && shown[row][at + 1].right_half) {
        blank(&shown[row][at + 1]);
    }
}

static void print(const char *character, size_t size, size_t width) {
    struct place *place = &shown[row][column];
    bool scrolls = painter.words.last_scrolls && row == ROWS - 1 && column + width == COLUMNS;
    ck_assert(!lost && row < ROWS && column + width <= COLUMNS && !scrolls);
    for (size_t i = 0; i < width; i++) {
        free_half(column + i);
        blank(place + i);
        place[i].style = on;
    }
    memcpy(place->text, character, size);
    if (size == 1 && *character == ' ') {
        place->text[0] = '\0';
    }
    if (width == 2) {
        place[1].right_half = true;
    }
    column += width;
    lost = width == 2 || column == COLUMNS;
}

static void join_mark(const char *mark, size_t size) {
    struct place *place = &shown[row][column - 1];
    place -= place->right_half;
    memcpy(place->text + strlen(place->text), mark, size);
    lost = true;
}

static size_t obey(const char *sequence) {
    char *end;
    unsigned long first = strtoul(sequence + 2, &end, 10), second = 0;
    if (*end == ';') {
        second = strtoul(end + 1, &end, 10);
    }
    if (*end == 'H') {
        row = first - 1;
        column = second - 1;
        lost = false;
        ck_assert(row < ROWS && column < COLUMNS);
    } else if (*end == 'm') {
        on = (int)first;
    } else if (*end == '@') {
        ck_assert(!lost && on == 0);
        free_half(column);
        memmove(&shown[row][column + 1], &shown[row][column],
                (COLUMNS - column - 1) * sizeof shown[0][0]);
        blank(&shown[row][column]);
    } else {
        ck_assert_int_eq(*end, 'K');
        ck_assert(!lost && on == 0);
        for (size_t i = column; i < COLUMNS; i++) {
            free_half(i);
            blank(&shown[row][i]);
        }
    }
    return (size_t)(end + 1 - sequence);
}

static void take(void *context, const char *bytes, size_t length) {
    (void)context;
    char copy[PAINTER_BUFFER + 1];
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    bytes_taken += length;
    writes++;
    for (size_t at = 0; at < length;) {
        uint32_t point;
        if (copy[at] == '\x1b') {
            at += obey(copy + at);
            continue;
        }
        size_t size = utf8_decode(copy + at, length - at, &point), width = utf8_width(point);
        if (width == 0) {
            join_mark(copy + at, size);
        } else {
            print(copy + at, size, width);
        }
        at += size;
    }
}

/* A style is a look of its own: every third has an attribute, the others a colour. */
static void look(void *context, const struct canvas_cell *cell, struct painter_look *look) {
    (void)context;
    int style = (int)cell->style;
    *look = (struct painter_look){.foreground = -1, .background = -1};
    if (style > 0) {
        look->attributes = style % 3 == 0 ? (unsigned long)style : 0;
        look->foreground = style % 3 == 0 ? -1 : style;
        look->length = text_fill(look->begin, PAINTER_LOOK, "\x1b[%dm", style);
    }
}

static void move(void *context, size_t to_row, size_t to_column, struct text *out) {
    (void)context;
    text_format(out, "\x1b[%zu;%zuH", to_row + 1, to_column + 1);
}

/* --- */

static void setup(void) {
    struct failure failure = {0};
    setlocale(LC_CTYPE, "C.UTF-8");
    memset(shown, 0, sizeof shown);
    lost = true;
    on = 0;
    painter.hooks = (struct painter_hooks){look, move, take, NULL};
    painter.words = (struct painter_words){"", "\x1b[0m", "\x1b[K", true, false, ""};
    ck_assert(painter_resize(&painter, ROWS, COLUMNS, &failure));
    ck_assert(canvas_init(&canvas, ROWS, COLUMNS, &failure));
}

static void teardown(void) {
    painter_release(&painter);
    canvas_release(&canvas);
}

/* What stands in the last cell of all may be left out, unless it is plain and can be moved there.
 */
static void compare(const size_t cursor[2]) {
    size_t count = ROWS * COLUMNS;
    const struct canvas_cell *last = &canvas.cells[count - 1];
    const struct place *end = &shown[ROWS - 1][COLUMNS - 1];
    bool plain = (last->text[0] & 0x80) == 0 && last->text[1] == '\0' && !last->right_half;
    if (painter.words.last_scrolls && !(painter.words.insert[0] != '\0' && plain)) {
        ck_assert_str_eq(end->text, "");
        ck_assert(!end->right_half);
        count -= last->right_half ? 2 : 1;
    }
    for (size_t i = 0; i < count; i++) {
        const struct canvas_cell *cell = &canvas.cells[i];
        const struct place *place = &shown[i / COLUMNS][i % COLUMNS];
        ck_assert_str_eq(place->text, cell->text);
        ck_assert_int_eq(place->style, (int)cell->style);
        ck_assert_int_eq(place->right_half, cell->right_half);
    }
    ck_assert(!lost && row == cursor[0] && column == cursor[1] && on == 0);
}

/* A few changes at random places, so that most cells stay. */
static void scribble(struct random *random) {
    static const char *const words[] = {
        "a",   "0.25", "                        ", "日本", "e\u0301x",
        "→ 3", "████", "word of some length"};
    size_t count = random_bits(random) % 6;
    if (random_bits(random) % 20 == 0) {
        canvas_clear(&canvas);
    }
    for (size_t i = 0; i < count; i++) {
        size_t at = random_bits(random) % ROWS, from = random_bits(random) % COLUMNS;
        enum style style = (enum style)(random_bits(random) % 7);
        canvas_put(&canvas, at, from, words[random_bits(random) % 8], style);
    }
}

/* Of _i's bits: moves as ECMA-48 has it, erases, scrolls on the last cell, inserts. */
START_TEST(shows_what_the_canvas_holds) {
    struct random random;
    painter.words.moves_plainly = (_i & 1) != 0;
    painter.words.erase[0] = (_i & 2) != 0 ? '\x1b' : '\0';
    painter.words.last_scrolls = (_i & 4) != 0;
    text_fill(painter.words.insert, PAINTER_WORD, "%s", (_i & 8) != 0 ? "\x1b[@" : "");
    random_seed(&random, (unsigned)_i);
    for (size_t i = 0; i < PICTURES; i++) {
        const size_t cursor[] = {random_bits(&random) % ROWS, random_bits(&random) % COLUMNS};
        scribble(&random);
        painter_paint(&painter, &canvas, cursor);
        compare(cursor);
    }
}
END_TEST

START_TEST(leaves_the_last_cell_alone_where_it_scrolls) {
    const size_t cursor[] = {0, 0};
    painter.words.last_scrolls = true;
    canvas_put(&canvas, ROWS - 1, COLUMNS - 2, "日", STYLE_PLAIN);
    painter_paint(&painter, &canvas, cursor);
    ck_assert_str_eq(shown[ROWS - 1][COLUMNS - 2].text, "");
    canvas_put(&canvas, ROWS - 1, COLUMNS - 2, "ab", STYLE_PLAIN);
    painter_paint(&painter, &canvas, cursor);
    ck_assert_str_eq(shown[ROWS - 1][COLUMNS - 2].text, "a");
    ck_assert_str_eq(shown[ROWS - 1][COLUMNS - 1].text, "");
}
END_TEST

START_TEST(moves_the_last_cell_where_it_belongs) {
    const size_t cursor[] = {0, 0};
    static const char *const ends[] = {"ab", "ac", "日c", "a→", "xy", "日", "ab", "a"};
    static const char *const seen[] = {"b", "c", "c", "", "y", "", "b", ""};
    painter.words.last_scrolls = true;
    text_fill(painter.words.insert, PAINTER_WORD, "\x1b[@");
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        size_t columns = utf8_columns(ends[i], strlen(ends[i]));
        canvas_clear(&canvas);
        canvas_put(&canvas, ROWS - 1, COLUMNS - (columns == 1 ? 2 : columns), ends[i], STYLE_LABEL);
        painter_paint(&painter, &canvas, cursor);
        compare(cursor);
        ck_assert_str_eq(shown[ROWS - 1][COLUMNS - 1].text, seen[i]);
    }
}
END_TEST

/* Nothing at all where nothing changed; one write, and only the changed cells, where something
 * did. */
START_TEST(writes_no_more_than_what_changed) {
    const size_t cursor[] = {2, 3};
    canvas_put(&canvas, 1, 0, "0.25 0.50 0.75", STYLE_NUMBER);
    painter_paint(&painter, &canvas, cursor);
    bytes_taken = writes = 0;
    painter_paint(&painter, &canvas, cursor);
    ck_assert_uint_eq(bytes_taken, 0);
    canvas_put(&canvas, 1, 8, "1", STYLE_NUMBER);
    painter_paint(&painter, &canvas, cursor);
    ck_assert_uint_eq(writes, 1);
    ck_assert_uint_eq(bytes_taken, strlen("\x1b[2;9H\x1b[7m1\x1b[0m\x1b[3;4H"));
    compare(cursor);
}
END_TEST

START_TEST(paints_all_again_once_nothing_is_shown) {
    const size_t cursor[] = {0, 0};
    canvas_put(&canvas, 3, 3, "here", STYLE_TITLE);
    painter_paint(&painter, &canvas, cursor);
    memset(shown, 0, sizeof shown);
    painter_forget(&painter);
    painter_paint(&painter, &canvas, cursor);
    compare(cursor);
}
END_TEST

START_TEST(shows_once_more_what_it_showed) {
    struct random random;
    random_seed(&random, 5);
    for (size_t i = 0; i < PICTURES; i++) {
        const size_t cursor[] = {random_bits(&random) % ROWS, random_bits(&random) % COLUMNS};
        scribble(&random);
        painter_paint(&painter, &canvas, cursor);
        memset(shown, 0, sizeof shown);
        lost = true;
        painter_repaint(&painter);
        compare(cursor);
    }
}
END_TEST

/* A character that is of no width to the C library, whatever the canvas takes it for. */
START_TEST(shows_an_unknown_character_as_unknown) {
    const size_t cursor[] = {0, 0};
    canvas_put(&canvas, 0, 0, "?!", STYLE_PLAIN);
    memcpy(canvas.cells[0].text, "\u0301", sizeof "\u0301");
    painter_paint(&painter, &canvas, cursor);
    ck_assert_str_eq(shown[0][0].text, "\uFFFD");
    ck_assert_str_eq(shown[0][1].text, "!");
}
END_TEST

Suite *terminal_painter_suite(void) {
    Suite *suite = suite_create("terminal_painter");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, setup, teardown);
    tcase_add_loop_test(core, shows_what_the_canvas_holds, 0, 16);
    tcase_add_test(core, leaves_the_last_cell_alone_where_it_scrolls);
    tcase_add_test(core, moves_the_last_cell_where_it_belongs);
    tcase_add_test(core, writes_no_more_than_what_changed);
    tcase_add_test(core, paints_all_again_once_nothing_is_shown);
    tcase_add_test(core, shows_once_more_what_it_showed);
    tcase_add_test(core, shows_an_unknown_character_as_unknown);
    suite_add_tcase(suite, core);
    return suite;
}
