#include "canvas/picture.h"
#include "canvas/scale.h"

#include "base/failure.h"
#include "base/memory.h"
#include "canvas/easel.h"

#include <check.h>
#include <math.h>
#include <stdint.h>

Suite *canvas_picture_suite(void);

static struct canvas canvas;
static size_t cursor[2];

static void set_up(void) {
    struct failure failure = {0};
    ck_assert(canvas_init(&canvas, 16, 80, &failure));
    cursor[0] = cursor[1] = SIZE_MAX;
}

static void tear_down(void) {
    canvas_release(&canvas);
    ck_assert_uint_eq(memory_blocks(), 0);
}

/* The value is released by picture_end. */
static struct picture picture_of(const char *name, const char *value) {
    return (struct picture){.name = name,
                            .value = easel_value(value),
                            .cursor = SIZE_MAX,
                            .lit_row = SIZE_MAX,
                            .lit_column = SIZE_MAX};
}

static void picture_end(const struct picture *picture) {
    tensor_release((struct tensor *)(uintptr_t)picture->value);
}

/* The first ROWS rows of the canvas. */
static void assert_drawn(size_t rows, const char *expected) {
    static const struct paint plain = {.colour = false};
    struct text out = {0};
    size_t whole = canvas.rows;
    canvas.rows = rows;
    canvas_print(&canvas, &plain, &out);
    canvas.rows = whole;
    easel_assert(&out, expected);
}

static enum style style_at(size_t row, size_t column) {
    return canvas.cells[row * canvas.columns + column].style;
}

static bool before_cell(void *context, size_t cell) {
    return cell < *(const size_t *)context;
}

/* --- the two sketches of the design -------------------------------------------------------------
 */

#define WORDS "I am so very hungry"
#define Q_VALUE                                                                                    \
    "tokens(\"" WORDS "\", [[.2, .1, .4], [0, .3, .1], [.5, .2, 0], [.1, 0, .1], [.3, .1, 0]])"
#define K_VALUE                                                                                    \
    "tokens(\"" WORDS "\", [[.3, .2, .1], [0, .4, .2], [.1, .1, .5], [.6, 0, .2], [.2, .3, .1]])"

static struct picture_product sketch(void) {
    struct picture_product product = {.left = picture_of("Q", Q_VALUE),
                                      .right = picture_of("K.T", K_VALUE ".T"),
                                      .result = picture_of("S", Q_VALUE " @ " K_VALUE ".T"),
                                      .term = 1,
                                      .so_far = 0.03};
    product.left.rows_are = "queries";
    product.right.columns_are = "keys";
    product.result.cursor = 7;
    return product;
}

static void sketch_end(const struct picture_product *product) {
    picture_end(&product->left);
    picture_end(&product->right);
    picture_end(&product->result);
}

START_TEST(a_product_is_drawn_in_corner_layout) {
    struct picture_product product = sketch();
    size_t reached = 7;
    product.result.known = before_cell;
    product.result.context = &reached;
    ck_assert(picture_product(&canvas, (struct box){0, 5, 11, 70}, &product, cursor));
    assert_drawn(12, "                                 K.T   keys →\n"
                     "                                         I     am    [so]  very hungry\n"
                     "                                   1   .30    .00   [.10]   .60    .20\n"
                     "                                   2   .20    .40  ▶[.10]   .00    .30\n"
                     "      queries ↓                    3   .10    .20   [.50]   .20    .10\n"
                     "      Q          1    2    3       S\n"
                     "      I        .20  .10  .40       I   .12    .12    .23    .20    .11\n"
                     "     [am]      .00 ▶.30  .10      am   .07    .14   (.03)\n"
                     "      so       .50  .20  .00      so\n"
                     "      very     .10  .00  .10    very\n"
                     "      hungry   .30  .10  .00  hungry\n"
                     "\n");
    ck_assert_uint_eq(cursor[0], 7);
    ck_assert_uint_eq(cursor[1], 53);
    sketch_end(&product);
}
END_TEST

START_TEST(a_product_lights_what_is_multiplied) {
    struct picture_product product = sketch();
    ck_assert(picture_product(&canvas, (struct box){0, 5, 12, 70}, &product, NULL));
    ck_assert_int_eq(style_at(7, 15), STYLE_LIT);   /* .00 of Q's row */
    ck_assert_int_eq(style_at(7, 20), STYLE_FOCUS); /* .30, the present term */
    ck_assert_int_eq(style_at(7, 26), STYLE_LIT);
    ck_assert_int_eq(style_at(6, 16), STYLE_NUMBER);
    ck_assert_int_eq(style_at(2, 53), STYLE_LIT); /* the first of K.T's column */
    ck_assert_int_eq(style_at(3, 53), STYLE_FOCUS);
    ck_assert_int_eq(style_at(3, 46), STYLE_NUMBER);
    ck_assert_int_eq(style_at(7, 53), STYLE_FOCUS); /* the present cell */
    sketch_end(&product);
}
END_TEST

START_TEST(a_finished_cell_is_in_square_brackets) {
    struct picture_product product = sketch();
    product.term = SIZE_MAX;
    ck_assert(picture_product(&canvas, (struct box){0, 5, 12, 70}, &product, cursor));
    assert_drawn(12, "                                 K.T   keys →\n"
                     "                                         I     am    [so]  very hungry\n"
                     "                                   1   .30    .00   [.10]   .60    .20\n"
                     "                                   2   .20    .40   [.10]   .00    .30\n"
                     "                                   3   .10    .20   [.50]   .20    .10\n"
                     "      Q          1    2    3       S\n"
                     "      I        .20  .10  .40       I   .12    .12    .23    .20    .11\n"
                     "     [am]      .00  .30  .10      am   .07    .14   [.08]   .02    .10\n"
                     "      so       .50  .20  .00      so   .19    .08    .07    .30    .16\n"
                     "      very     .10  .00  .10    very   .04    .02    .06    .08    .03\n"
                     "      hungry   .30  .10  .00  hungry   .11    .04    .04    .18    .09\n"
                     "      ↑ queries\n");
    sketch_end(&product);
}
END_TEST

START_TEST(a_product_that_does_not_fit_is_not_drawn) {
    struct picture_product product = sketch();
    ck_assert(!picture_product(&canvas, (struct box){0, 0, 8, 70}, &product, cursor));
    ck_assert(!picture_product(&canvas, (struct box){0, 0, 12, 40}, &product, cursor));
    struct picture right = product.right;
    product.right = picture_of("K.T", "ones(2, 5)");
    ck_assert(!picture_product(&canvas, (struct box){0, 0, 16, 80}, &product, cursor));
    picture_end(&product.right);
    product.right = right;
    struct picture swapped = product.left;
    product.left = product.right;
    product.right = swapped;
    ck_assert(!picture_product(&canvas, (struct box){0, 0, 16, 80}, &product, cursor));
    assert_drawn(2, "\n\n");
    ck_assert_uint_eq(cursor[0], SIZE_MAX);
    sketch_end(&product);
}
END_TEST

/* A sum on its way may need more room than what it comes to. */
START_TEST(the_sum_so_far_has_room) {
    struct picture_product product = {.left = picture_of("A", "[[10, 1]]"),
                                      .right = picture_of("B", "[[-1], [10]]"),
                                      .result = picture_of("C", "[[0]]"),
                                      .term = 0,
                                      .so_far = -10};
    product.result.cursor = 0;
    ck_assert(picture_product(&canvas, (struct box){0, 0, 7, 40}, &product, cursor));
    assert_drawn(6, "             B\n"
                    "                 [1]\n"
                    "             1 ▶[-1]\n"
                    "             2  [10]\n"
                    " A    1   2  C\n"
                    "[1] ▶10   1  1 (-10)\n");
    sketch_end(&product);
}
END_TEST

/* 9×16 @ 16×16: around the present cell and term. */
START_TEST(big_products_show_what_is_near) {
    struct picture_product product = {.left = picture_of("X", "ones(9, 16)"),
                                      .right = picture_of("W_q", "ones(16, 16)"),
                                      .result = picture_of("Q", "ones(9, 16) * 16"),
                                      .term = 9,
                                      .so_far = 10};
    product.result.cursor = 16 * 5 + 9;
    ck_assert(picture_product(&canvas, (struct box){0, 0, 11, 40}, &product, cursor));
    assert_drawn(11, "               W_q\n"
                     "                   …   9  [10]  11  …\n"
                     "               …\n"
                     "                10     1  ▶[1]   1\n"
                     "                11     1   [1]   1\n"
                     "               …\n"
                     " X  … 10 11 …    Q\n"
                     " …\n"
                     "[6]   ▶1  1      6    16  (10)  16\n"
                     " 7     1  1      7    16   16   16\n"
                     " …\n");
    sketch_end(&product);
}
END_TEST

/* 9×40 @ 40×6: the result is what there is to see; the lines its operands leave are its own. */
START_TEST(a_wide_product_shows_its_result) {
    struct picture_product product = {.left = picture_of("X", "ones(9, 40)"),
                                      .right = picture_of("W", "ones(40, 6)"),
                                      .result = picture_of("Q", "ones(9, 40) @ ones(40, 6)"),
                                      .term = SIZE_MAX};
    ck_assert(picture_product(&canvas, (struct box){0, 0, 16, 54}, &product, cursor));
    assert_drawn(16, "                      W\n"
                     "                          1    2    3    4    5    6\n"
                     "                      1   1    1    1    1    1    1\n"
                     "                      2   1    1    1    1    1    1\n"
                     "                      3   1    1    1    1    1    1\n"
                     "                      4   1    1    1    1    1    1\n"
                     "                     …\n"
                     " X     1  2  3  4 …   Q\n"
                     " 1     1  1  1  1     1  40   40   40   40   40   40\n"
                     " 2     1  1  1  1     2  40   40   40   40   40   40\n"
                     " 3     1  1  1  1     3  40   40   40   40   40   40\n"
                     " 4     1  1  1  1     4  40   40   40   40   40   40\n"
                     " 5     1  1  1  1     5  40   40   40   40   40   40\n"
                     " 6     1  1  1  1     6  40   40   40   40   40   40\n"
                     " 7     1  1  1  1     7  40   40   40   40   40   40\n"
                     " …\n");
    sketch_end(&product);
}
END_TEST

/* The heads of the left operand are whole where the others' leave room for it. */
START_TEST(a_product_has_whole_heads) {
    struct picture_product product = {
        .left = picture_of("X", "tokens(\"It is\", [[1, 0], [0, 2]], columns=\"thing points\")"),
        .right = picture_of("W", "eye(2)"),
        .result = picture_of("V", "tokens(\"It is\", [[1, 0], [0, 2]])"),
        .term = SIZE_MAX};
    ck_assert(picture_product(&canvas, (struct box){0, 0, 8, 40}, &product, cursor));
    assert_drawn(6, "                     W\n"
                    "                        1   2\n"
                    "                     1  1   0\n"
                    "                     2  0   1\n"
                    " X    thing points   V\n"
                    " It       1      0  It  1   0\n");
    canvas_clear(&canvas);
    ck_assert(picture_product(&canvas, (struct box){0, 0, 8, 24}, &product, cursor));
    assert_drawn(6, "             W\n"
                    "                1   2\n"
                    "             1  1   0\n"
                    "             2  0   1\n"
                    " X  th… p…   V\n"
                    " It   1  0  It  1   0\n");
    sketch_end(&product);
}
END_TEST

/* So are the names over the row heads, the result's first; the other as far as there is room. */
START_TEST(a_product_has_names_where_they_fit) {
    struct picture_product product = {.left = picture_of("softmax(Q @ K.T)", "eye(2)"),
                                      .right = picture_of("V", "eye(2)"),
                                      .result = picture_of("turned", "eye(2)"),
                                      .term = SIZE_MAX};
    ck_assert(picture_product(&canvas, (struct box){0, 0, 8, 36}, &product, cursor));
    assert_drawn(6, "                          V\n"
                    "                             1   2\n"
                    "                          1  1   0\n"
                    "                          2  0   1\n"
                    " softmax(Q @…  1  2  turned\n"
                    "           1   1  0       1  1   0\n");
    canvas_clear(&canvas);
    ck_assert(picture_product(&canvas, (struct box){0, 0, 8, 26}, &product, cursor));
    assert_drawn(6, "                V\n"
                    "                   1   2\n"
                    "                1  1   0\n"
                    "                2  0   1\n"
                    " s…  1  2  turned\n"
                    " 1   1  0       1  1   0\n");
    sketch_end(&product);
}
END_TEST

#define SCALED "[[.03, .14, .1], [.15, .3, .3], [.105, .29, .25]]"
#define SCALED_NOW "[[.03, 1.58, .82], [.15, .3, .3], [.105, 1.73, .97]]"
#define NAMED(value)                                                                               \
    "softmax(tokens(\"word1 word2 word3\", " value ", columns=\"word1 word2 word3\"))"

/* A block hides the background of its cell: a bar in black on yellow is a black one, or none. */
START_TEST(bars_stand_on_no_background) {
    struct picture before = picture_of("weights", NAMED(SCALED));
    struct picture after = picture_of("weights", NAMED(SCALED_NOW));
    size_t bars = 0;
    picture_change(&canvas, (struct box){0, 0, 9, 80}, &before, &after, cursor);
    for (size_t i = 0; i < canvas.rows * canvas.columns; i++) {
        bool bar = text_same(canvas.cells[i].text, "█");
        for (int theme = 0; bar && theme < THEME_COUNT; theme++) {
            struct text look = {0};
            text_format(&look, ";%s;", style_look(canvas.cells[i].style, (enum theme)theme));
            ck_assert_msg(strstr(text_string(&look), ";48;") == NULL &&
                              strstr(text_string(&look), ";10") == NULL,
                          "%s", text_string(&look));
            text_release(&look);
        }
        bars += bar ? 1 : 0;
    }
    ck_assert_uint_gt(bars, 9);
    picture_end(&before);
    picture_end(&after);
}
END_TEST

START_TEST(an_edit_shows_all_that_moved) {
    struct picture before = picture_of("weights", NAMED(SCALED));
    struct picture after = picture_of("weights", NAMED(SCALED_NOW));
    after.rows_are = "queries";
    after.columns_are = "keys";
    after.cursor = 1;
    ck_assert_uint_eq(picture_change(&canvas, (struct box){0, 0, 9, 80}, &before, &after, cursor),
                      5);
    assert_drawn(
        6, " weights     keys →                                           scale 0 … 1, fixed\n"
           " queries ↓   word1             [word2]             word3\n"
           "[word1]      .314→.126  █      [.350→.595] ██████  .336→.278  ███\n"
           " word2       .301       ███     .350       ███     .350       ███     unchanged\n"
           " word3       .298→.118  █       .358→.601  ██████  .344→.281  ███\n"
           "\n");
    ck_assert_uint_eq(cursor[0], 2);
    ck_assert_uint_eq(cursor[1], 32);
    ck_assert_int_eq(style_at(2, 13), STYLE_DIM);
    ck_assert_int_eq(style_at(2, 18), STYLE_CHANGED);
    picture_end(&before);
    picture_end(&after);
}
END_TEST

START_TEST(brackets_touch_neither_heads_nor_bars) {
    struct picture before = picture_of("A", "[[0.5, 0.5], [0, 1]]");
    struct picture after = picture_of("A", "[[1, 0], [0, 1]]");
    after.cursor = 0;
    picture_change(&canvas, (struct box){0, 0, 9, 60}, &before, &after, cursor);
    assert_drawn(4, " A                                        scale 0 … 1, fixed\n"
                    "    [1]                     2\n"
                    "[1] [ .50→1.00] ██████████   .50→ .00\n"
                    " 2    .00                   1.00       ██████████  unchanged\n");
    canvas_clear(&canvas);
    /* in less room bars are shorter */
    picture_change(&canvas, (struct box){0, 0, 9, 57}, &before, &after, cursor);
    assert_drawn(4, " A                                     scale 0 … 1, fixed\n"
                    "    [1]                   2\n"
                    "[1] [ .50→1.00] ████████   .50→ .00\n"
                    " 2    .00                 1.00       ████████  unchanged\n");
    picture_end(&before);
    picture_end(&after);
}
END_TEST

/* --- changes ------------------------------------------------------------------------------------
 */

static const struct {
    const char *before, *after;
    struct box box;
    bool ascii;
    const char *expected;
} changes[] = {
    {"[[.2, 3], [1, 2]]",
     "[[5, 3], [1, 2]]",
     {0, 0, 9, 80},
     false,
     " W\n"
     "     1          2\n"
     " 1    .20→5.00  3.00\n"
     " 2   1.00       2.00       row unchanged\n"},
    {"[[.2, 3], [1, 2]]",
     "[[5, 3], [1, 2]]",
     {0, 0, 9, 80},
     true,
     " W\n"
     "     1          2\n"
     " 1    .20>5.00  3.00\n"
     " 2   1.00       2.00       row unchanged\n"},
    {"[[1, 2]]",
     "[[1], [2]]",
     {0, 0, 9, 80},
     false,
     " The shape changed: 1×2 before, 2×1 now.\n"
     " W\n"
     "     1\n"
     " 1   1\n"},
    /* no bars where they would cost a column, nor where the numbers are no shares */
    {"[[.25, .25, .5]]",
     "[[.5, 0, .5]]",
     {0, 0, 9, 40},
     false,
     " W\n"
     "     1        2        3\n"
     " 1   .25→.50  .25→.00  .50\n"
     "\n"},
    {"[[.25, .75], [.5, .25]]",
     "[[.5, .5], [.5, .25]]",
     {0, 0, 4, 60},
     false,
     " W\n"
     "     1        2\n"
     " 1   .25→.50  .75→.50\n"
     " 2   .50      .25      row unchanged\n"},
    {"[[nan, 0]]",
     "[[nan, -0]]",
     {0, 0, 4, 40},
     false,
     " W\n"
     "     1        2\n"
     " 1   nan        0      row unchanged\n"
     "\n"},
    /* shares may add up by columns, too */
    {"[[.5, .25], [.5, .75]]",
     "[[.4, .25], [.6, .75]]",
     {0, 0, 9, 60},
     false,
     " W                                        scale 0 … 1, fixed\n"
     "     1                  2\n"
     " 1   .50→.40  ████      .25      ███\n"
     " 2   .50→.60  ██████    .75      ████████\n"},
    {"[[1, 2], [3, 4], [5, 6]]",
     "[[1, 2], [3, 4], [5, 9]]",
     {0, 0, 5, 30},
     false,
     " W\n"
     "     1    2\n"
     " 1   1    2    row unchanged\n"
     " 2   3    4    row unchanged\n"},
    {"[[1, 2], [3, 4], [5, 6]]",
     "[[1, 2], [3, 4], [5, 9]]",
     {0, 0, 5, 20},
     false,
     " W\n"
     "     1\n"
     " 1   1    unchanged\n"
     " 2   3    unchanged\n"},
    /* moved, but by less than is shown */
    {"[[2.5, 2.25]]",
     "[[2.50001, 2.5]]",
     {0, 0, 9, 60},
     false,
     " W\n"
     "     1          2\n"
     " 1   2.50→≈     2.25→2.50\n"
     "\n"},
    /* heads are whole where there is room */
    {"tokens(\"it sushi\", [[1, 2], [3, 4]], columns=\"it sushi\")",
     "tokens(\"it sushi\", [[1, 2], [3, 5]], columns=\"it sushi\")",
     {0, 0, 4, 60},
     false,
     " W\n"
     "         it      sushi\n"
     " it      1       2       row unchanged\n"
     " sushi   3       4→5\n"},
    {"tokens(\"it sushi\", [[1, 2], [3, 4]], columns=\"it sushi\")",
     "tokens(\"it sushi\", [[1, 2], [3, 5]], columns=\"it sushi\")",
     {0, 0, 4, 33},
     false,
     " W\n"
     "         it   s…\n"
     " it      1    2    row unchanged\n"
     " sushi   3    4→5\n"},
};

START_TEST(old_becomes_new) {
    struct picture before = picture_of("W", changes[_i].before);
    struct picture after = picture_of("W", changes[_i].after);
    after.ascii = changes[_i].ascii;
    picture_change(&canvas, changes[_i].box, &before, &after, NULL);
    assert_drawn(4, changes[_i].expected);
    picture_end(&before);
    picture_end(&after);
}
END_TEST

/* --- matrices -----------------------------------------------------------------------------------
 */

static const struct {
    const char *value;
    size_t cursor;
    struct box box;
    bool heat, wide, ascii;
    const char *expected;
} matrices[] = {
    /* shares with three decimals, others with two, whole numbers with none */
    {"[[1/3, 2/3], [1, 0]]",
     SIZE_MAX,
     {0, 0, 4, 30},
     false,
     false,
     false,
     " A\n"
     "         1       2\n"
     " 1    .333    .667\n"
     " 2   1.000    .000\n"},
    {"[[1/3, -2/3], [12, 0.5]]",
     3,
     {0, 0, 4, 30},
     false,
     false,
     false,
     " A\n"
     "         1      [2]\n"
     " 1     .33    -.67\n"
     "[2]  12.00    [.50]\n"},
    {"[[1, 0, -3]]",
     1,
     {0, 0, 3, 30},
     false,
     false,
     false,
     " A\n"
     "      1   [2]   3\n"
     "[1]   1   [0]  -3\n"},
    {"[[0.5, 123.456]]",
     SIZE_MAX,
     {0, 0, 3, 30},
     false,
     false,
     false,
     " A\n"
     "         1       2\n"
     " 1      .5   123.5\n"},
    {"[[0.5, 0.00004], [1234567, 1]]",
     SIZE_MAX,
     {0, 0, 4, 30},
     false,
     false,
     false,
     " A\n"
     "        1      2\n"
     " 1     .5   4e-5\n"
     " 2    1e6    1.0\n"},
    {"[[nan, inf], [-inf, 0.5]]",
     2,
     {0, 0, 4, 30},
     false,
     false,
     false,
     " A\n"
     "      [1]    2\n"
     " 1   nan     ∞\n"
     "[2]  [-∞]  .50\n"},
    {"[[nan, inf], [-inf, 0.5]]",
     SIZE_MAX,
     {0, 0, 4, 30},
     false,
     false,
     true,
     " A\n"
     "        1      2\n"
     " 1    nan    inf\n"
     " 2   -inf    .50\n"},
    {"[[0.5, 0, 0.0000000004]]",
     SIZE_MAX,
     {0, 0, 3, 30},
     false,
     false,
     false,
     " A\n"
     "         1       2       3\n"
     " 1    .500    .000   4e-10\n"},
    /* wide: all decimals, and a blank line between rows where there is one to spare */
    {"[[1/3, 2], [0.25, 1]]",
     SIZE_MAX,
     {0, 0, 5, 40},
     false,
     true,
     false,
     " A\n"
     "               1             2\n"
     " 1        0.3333        2.0000\n"
     "\n"
     " 2        0.2500        1.0000\n"},
    {"0.3422178", 0, {0, 0, 4, 30}, false, false, false, " A = [0.3422]\n"},
    /* a heat map without colour: a shade before each number */
    {"[[0, 0.5], [1, 0.25]]",
     1,
     {0, 0, 4, 40},
     true,
     false,
     false,
     " A        scale 0 │ ░▒▓█│ 1, this matrix\n"
     "        1     [2]\n"
     "[1]   .00 ▒ [.50]\n"
     " 2 █ 1.00 ░  .25\n"},
    {"[[0, 0.5], [1, 0.25]]",
     1,
     {0, 0, 4, 40},
     true,
     false,
     true,
     " A   scale 0 | .:-=+*#%@| 1, this matrix\n"
     "        1     [2]\n"
     "[1]   .00 + [.50]\n"
     " 2 @ 1.00 :  .25\n"},
    {"[[-4, 2]]",
     SIZE_MAX,
     {0, 0, 4, 20},
     true,
     false,
     false,
     " A  -4 │██▓▒░  ░▒│ 2\n"
     "      1    2\n"
     " 1 █ -4 ▒  2\n"},
    /* a legend that has no room beside the name stands below */
    {"heads([[1, 2, 3, 5]], 2)",
     SIZE_MAX,
     {0, 0, 4, 24},
     true,
     false,
     false,
     " A  matrix 1 of 2\n"
     "     1   2\n"
     " 1   1 █ 2\n"
     "             1 │ ░▒▓█│ 2\n"},
    /* what does not fit scrolls, and a map shows where */
    {"ones(20, 30)",
     12 * 30 + 20,
     {0, 0, 6, 70},
     false,
     false,
     false,
     " A\n"
     "     15  16  17  18  19  20 [21] 22  23  24  25  26  27  28  29  30\n"
     " 12   1   1   1   1   1   1   1   1   1   1   1   1   1   1   1   1\n"
     "[13]  1   1   1   1   1   1  [1]  1   1   1   1   1   1   1   1   1\n"
     " 14   1   1   1   1   1   1   1   1   1   1   1   1   1   1   1   1\n"
     " rows 12 to 14 of 20 ░░░░░██░░░   columns 15 to 30 of 30 ░░░░██████\n"},
    {"ones(20, 30)",
     0,
     {0, 0, 5, 50},
     false,
     false,
     false,
     " A\n"
     "     [1]  2   3   4   5   6   7   8   9  10  11\n"
     " [1] [1]  1   1   1   1   1   1   1   1   1   1\n"
     "  2   1   1   1   1   1   1   1   1   1   1   1\n"
     " rows 1 to 2 of 20   columns 1 to 11 of 30\n"},
    /* without numbers where they have no room: two columns a cell, or one */
    /* without numbers where they have no room: two columns a cell, or one */
    {"[[1, 2, 3, 4], [5, 6, 7, 9]]",
     5,
     {0, 0, 4, 16},
     true,
     false,
     false,
     " A   1 │ ░▒▓█│ 9\n"
     "    [2]   4\n"
     " 1     ░░░░\n"
     "[2]▒▒[]▓▓██\n"},
    {"[[0], [1], [2]] + zeros(3, 30)",
     31,
     {0, 0, 6, 44},
     true,
     false,
     false,
     " A            scale 0 │ ░▒▓█│ 2, this matrix\n"
     "   [2]                         30\n"
     " 1\n"
     "[2]▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒\n"
     " 3 ██████████████████████████████\n"},
    /* what is below 0 says so */
    {"[[-2, 1, 2, 0, -inf]]",
     SIZE_MAX,
     {0, 0, 4, 18},
     true,
     false,
     false,
     " A\n"
     "   1        5\n"
     " 1 █-▒ █   ··\n"
     "  -2 │█▓▒░ ░▒▓█│ 2\n"},
    {"[[-2, 1, 2, 0, -inf]]",
     SIZE_MAX,
     {0, 0, 3, 18},
     true,
     false,
     false,
     " A\n"
     " 1 █-▒ █   ··\n"
     "  -2 │█▓▒░ ░▒▓█│ 2\n"},
};

START_TEST(a_matrix_is_drawn) {
    struct picture picture = picture_of("A", matrices[_i].value);
    picture.cursor = matrices[_i].cursor;
    picture.heat = matrices[_i].heat;
    picture.wide = matrices[_i].wide;
    picture.ascii = matrices[_i].ascii;
    size_t used = picture_matrix(&canvas, matrices[_i].box, &picture, cursor);
    assert_drawn(used, matrices[_i].expected);
    ck_assert_uint_le(used, matrices[_i].box.rows);
    picture_end(&picture);
}
END_TEST

START_TEST(axes_and_stacks_have_names) {
    struct picture picture =
        picture_of("S", "heads(tokens(\"I am\", [[1, 2, 3, 4], [5, 6, 7, 8]]), 2)");
    picture.rows_are = "queries";
    picture.columns_are = "keys";
    picture.stack_is = "head";
    picture.matrix = 1;
    picture.cursor = 7;
    picture_matrix(&canvas, (struct box){2, 4, 6, 40}, &picture, cursor);
    assert_drawn(6, "\n"
                    "\n"
                    "     S  head 2 of 2  keys →\n"
                    "     queries ↓   1  [2]\n"
                    "     I           3   4\n"
                    "    [am]         7  [8]\n");
    ck_assert_uint_eq(cursor[0], 5);
    ck_assert_uint_eq(cursor[1], 21);
    picture_end(&picture);
}
END_TEST

START_TEST(what_moved_and_what_is_pinned_is_marked) {
    static const struct matrix_mark marks[] = {{0, STYLE_PINNED}, {3, STYLE_PINNED}};
    struct picture before = picture_of("A", "[[1, 2], [9, 4]]");
    struct picture picture = picture_of("A", "[[1, 7], [3, 4]]");
    picture.before = before.value;
    picture.marks = marks;
    picture.mark_count = 2;
    picture.cursor = 2;
    picture_matrix(&canvas, (struct box){0, 0, 6, 40}, &picture, cursor);
    assert_drawn(4, " A\n"
                    "    [1]  2\n"
                    " 1   1!  7*\n"
                    "[2]*[3]  4!\n");
    ck_assert_int_eq(style_at(2, 5), STYLE_PINNED);
    ck_assert_int_eq(style_at(2, 9), STYLE_CHANGED);
    picture_end(&before);
    picture_end(&picture);
}
END_TEST

START_TEST(what_is_not_reached_is_blank) {
    struct picture picture = picture_of("A", "[[1, 2], [3, 4]]");
    size_t reached = 2;
    picture.known = before_cell;
    picture.context = &reached;
    picture.cursor = 2;
    picture.heat = true;
    picture_matrix(&canvas, (struct box){0, 0, 6, 40}, &picture, cursor);
    assert_drawn(4, " A        scale 1 │ ░▒▓█│ 2, this matrix\n"
                    "    [1]  2\n"
                    " 1   1 █ 2\n"
                    "[2] [?]\n");
    picture_end(&picture);
}
END_TEST

static void assert_shade(size_t row, size_t column, enum palette palette, int level) {
    struct canvas_cell *cell = &canvas.cells[row * canvas.columns + column];
    ck_assert_int_eq(cell->shade.palette, palette);
    ck_assert_int_eq(cell->shade.level, level);
}

START_TEST(colours_say_how_big_a_number_is) {
    struct picture picture = picture_of("A", "[[0, 0.5], [1, -inf]]");
    picture.heat = true;
    picture.depth = DEPTH_256;
    picture.low = 0;
    picture.high = 2;
    picture.fixed = true;
    picture_matrix(&canvas, (struct box){0, 0, 6, 40}, &picture, cursor);
    assert_drawn(4, " A       scale 0          2, fixed, by √\n"
                    "        1      2\n"
                    " 1    .00    .50\n"
                    " 2   1.00     -∞\n");
    for (size_t column = 3; column < 10; column++) {
        assert_shade(2, column, PALETTE_SHARES, 0);
        assert_shade(2, column + 7, PALETTE_SHARES, 64);
        assert_shade(3, column, PALETTE_SHARES, 128);
        assert_shade(3, column + 7, PALETTE_NONE, 0);
    }
    assert_shade(2, 17, PALETTE_NONE, 0);
    picture.lit_row = 1;
    picture_matrix(&canvas, (struct box){0, 0, 6, 40}, &picture, cursor);
    ck_assert_int_eq(style_at(3, 10), STYLE_LIT); /* no number, no tile: the band shows */
    ck_assert_int_eq(style_at(3, 3), STYLE_PLAIN);
    picture_end(&picture);
}
END_TEST

/* Signed numbers: white is 0, so the scale is symmetric though the legend shows what is used. */
START_TEST(zero_is_the_middle_of_signed_scales) {
    struct picture picture = picture_of("A", "[[-1, 0, 4]]");
    picture.heat = true;
    picture.depth = DEPTH_TRUE;
    picture_matrix(&canvas, (struct box){0, 0, 6, 60}, &picture, cursor);
    assert_shade(2, 5, PALETTE_SIGNED, 96);
    assert_shade(2, 10, PALETTE_SIGNED, 128);
    assert_shade(2, 15, PALETTE_SIGNED, 255);
    picture_end(&picture);
}
END_TEST

/* Two rows a line: the upper one in the character's colour, the lower one behind it. */
START_TEST(big_heat_maps_are_half_blocks) {
    struct picture picture = picture_of("A", "[[0, 1], [1, 0]] @ ones(2, 40) * 0 + [[0], [2]]");
    picture.heat = true;
    picture.depth = DEPTH_256;
    picture_matrix(&canvas, (struct box){0, 0, 6, 60}, &picture, cursor);
    assert_drawn(3, " A                           scale 0          2, this matrix\n"
                    "   1                                     40\n"
                    " 1 ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀\n");
    assert_shade(2, 3, PALETTE_SEQUENTIAL, 255);
    ck_assert_int_eq(canvas.cells[2 * canvas.columns + 3].ink.palette, PALETTE_SEQUENTIAL);
    ck_assert_int_eq(canvas.cells[2 * canvas.columns + 3].ink.level, 0);
    canvas_put(&canvas, 2, 3, "x", STYLE_PLAIN);
    ck_assert_int_eq(canvas.cells[2 * canvas.columns + 3].ink.palette, PALETTE_NONE);
    picture_end(&picture);
}
END_TEST

START_TEST(the_last_of_an_odd_number_of_rows_is_half_a_line) {
    struct picture picture = picture_of("A", "[[0], [1], [2]] + zeros(3, 40)");
    picture.heat = true;
    picture.depth = DEPTH_256;
    picture_matrix(&canvas, (struct box){0, 0, 6, 60}, &picture, cursor);
    ck_assert_int_eq(canvas.cells[3 * canvas.columns + 3].ink.level, 255);
    assert_shade(3, 3, PALETTE_NONE, 0);
    picture_end(&picture);
}
END_TEST

START_TEST(labels_are_counted_in_columns) {
    struct picture picture = picture_of(
        "A",
        "tokens(\"寿司 cafe\xcc\x81 שלום extraordinarily\", ones(4, 2), columns=\"寿 e\xcc\x81\")");
    picture.cursor = 0;
    picture_matrix(&canvas, (struct box){0, 0, 6, 21}, &picture, cursor);
    assert_drawn(6, " A\n"
                    "            [寿]  e\xcc\x81\n"
                    "[寿司]       [1]  1\n"
                    " cafe\xcc\x81         1   1\n"
                    " שלום         1   1\n"
                    " extraordi…   1   1\n");
    picture_end(&picture);
}
END_TEST

START_TEST(a_blank_stands_between_heads_wherever_the_brackets_are) {
    static const char *const expected[] = {" A\n    [cat] sees   dog\n[a] [.10]  .20   .30\n",
                                           " A\n     cat [sees]  dog\n[a]  .10  [.20]  .30\n",
                                           " A\n     cat  sees  [dog]\n[a]  .10   .20  [.30]\n"};
    struct picture picture =
        picture_of("A", "tokens(\"a\", [[.1, .2, .3]], columns=\"cat sees dog\")");
    picture.cursor = (size_t)_i;
    picture_matrix(&canvas, (struct box){0, 0, 3, 40}, &picture, cursor);
    assert_drawn(3, expected[_i]);
    picture_end(&picture);
}
END_TEST

/* Where there is no room for that, the neighbours of the brackets give way. */
START_TEST(heads_are_cut_where_brackets_need_the_room) {
    struct picture picture = picture_of("A", "tokens(\"a\", [[1, 2, 3]], columns=\"cat sow dog\")");
    picture.cursor = 1;
    picture_matrix(&canvas, (struct box){0, 0, 3, 16}, &picture, cursor);
    assert_drawn(3, " A\n   cat [sow] d…\n[a]  1  [2]  3\n");
    picture_end(&picture);
}
END_TEST

/* --- stacks -------------------------------------------------------------------------------------
 */

START_TEST(matrices_of_a_stack_stand_side_by_side) {
    struct picture picture = picture_of("A", "heads([[0, 1, 4, 3], [2, 3, 2, 1]], 2)");
    picture.matrix = 1;
    picture.stack_is = "head";
    picture.cursor = 6;
    ck_assert_uint_eq(picture_thumbnails(&canvas, (struct box){0, 0, 6, 60}, &picture), 4);
    assert_drawn(4, " A  head 2 of 2              scale 0 │ ░▒▓█│ 4, all matrices\n"
                    " 1     [2]\n"
                    "   ░░   ██▓▓\n"
                    " ▒▒▓▓   []░░\n");
    picture_end(&picture);
}
END_TEST

/* Where not all matrices fit, those that do are shown in all their columns. */
START_TEST(many_matrices_keep_their_columns) {
    struct picture picture = picture_of("A", "zeros(50, 2, 3) + [[0, 1, -4], [2, -3, 1]]");
    picture.stack_is = "batch";
    ck_assert_uint_eq(picture_thumbnails(&canvas, (struct box){0, 0, 5, 40}, &picture), 5);
    assert_drawn(5, " A  batch 1 of 50       -4 │██▓▒░  ░▒│ 2\n"
                    "[1]      2       3       4       5\n"
                    "   ░ █-    ░ █-    ░ █-    ░ █-    ░ █-\n"
                    " ▒ ▓-░   ▒ ▓-░   ▒ ▓-░   ▒ ▓-░   ▒ ▓-░\n"
                    " 1 to 5 of 50 shown\n");
    picture_end(&picture);
}
END_TEST

START_TEST(a_small_stack_stands_whole) {
    struct picture picture =
        picture_of("A", "heads(tokens(\"cat saw\", [[1, 0, -1, 2], [0, 1, 0, 0.5]]), 2)");
    picture.cursor = 5;
    picture.matrix = 1;
    picture.rows_are = "queries";
    picture.columns_are = "keys";
    picture.stack_is = "head";
    ck_assert_uint_eq(picture_stack_columns(&picture), 53);
    ck_assert_uint_eq(picture_stack(&canvas, (struct box){0, 0, 4, 80}, &picture, cursor), 4);
    assert_drawn(4, " A  head 1 of 2  keys →   A  head 2 of 2  keys →\n"
                    " queries ↓   1   2        queries ↓       1      [2]\n"
                    " cat         1   0       [cat]        -1.00   [2.00]\n"
                    " saw         0   1        saw           .00     .50\n");
    picture_end(&picture);
}
END_TEST

/* The picture's legend, ending before END. */
static void put_legend(size_t row, size_t end, const struct picture *picture) {
    struct scale scale = scale_of(picture, false);
    struct patch patch = patch_make(&canvas, (struct box){0, 0, canvas.rows, canvas.columns});
    legend_place(picture, &scale, &patch, (const size_t[]){row, 0, end});
}

START_TEST(bars_have_a_scale_too) {
    struct picture picture = picture_of("A", "[[0, 1]]");
    picture.high = 1;
    picture.fixed = true;
    put_legend(0, 30, &picture);
    picture.heat = true;
    picture.low = -1;
    picture.ascii = true;
    put_legend(1, 36, &picture);
    assert_drawn(2, "            scale 0 … 1, fixed\n"
                    "      scale -1 |@#+-..-+#@| 1, fixed\n");
    picture_end(&picture);
}
END_TEST

Suite *canvas_picture_suite(void) {
    Suite *suite = suite_create("canvas_picture");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, set_up, tear_down);
    tcase_add_test(core, a_product_is_drawn_in_corner_layout);
    tcase_add_test(core, a_product_lights_what_is_multiplied);
    tcase_add_test(core, a_finished_cell_is_in_square_brackets);
    tcase_add_test(core, a_product_that_does_not_fit_is_not_drawn);
    tcase_add_test(core, the_sum_so_far_has_room);
    tcase_add_test(core, big_products_show_what_is_near);
    tcase_add_test(core, a_wide_product_shows_its_result);
    tcase_add_test(core, a_product_has_whole_heads);
    tcase_add_test(core, a_product_has_names_where_they_fit);
    tcase_add_test(core, bars_stand_on_no_background);
    tcase_add_test(core, an_edit_shows_all_that_moved);
    tcase_add_test(core, brackets_touch_neither_heads_nor_bars);
    tcase_add_loop_test(core, old_becomes_new, 0, sizeof changes / sizeof changes[0]);
    tcase_add_loop_test(core, a_matrix_is_drawn, 0, sizeof matrices / sizeof matrices[0]);
    tcase_add_test(core, axes_and_stacks_have_names);
    tcase_add_test(core, what_moved_and_what_is_pinned_is_marked);
    tcase_add_test(core, what_is_not_reached_is_blank);
    tcase_add_test(core, colours_say_how_big_a_number_is);
    tcase_add_test(core, zero_is_the_middle_of_signed_scales);
    tcase_add_test(core, big_heat_maps_are_half_blocks);
    tcase_add_test(core, the_last_of_an_odd_number_of_rows_is_half_a_line);
    tcase_add_test(core, labels_are_counted_in_columns);
    tcase_add_loop_test(core, a_blank_stands_between_heads_wherever_the_brackets_are, 0, 3);
    tcase_add_test(core, heads_are_cut_where_brackets_need_the_room);
    tcase_add_test(core, matrices_of_a_stack_stand_side_by_side);
    tcase_add_test(core, many_matrices_keep_their_columns);
    tcase_add_test(core, a_small_stack_stands_whole);
    tcase_add_test(core, bars_have_a_scale_too);
    suite_add_tcase(suite, core);
    return suite;
}
