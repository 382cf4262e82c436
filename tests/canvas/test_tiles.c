/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/tiles.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "canvas/easel.h"

#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 40, COLUMNS = 120 };

static struct canvas canvas;

static void begin(void) {
    ck_assert(canvas_init(&canvas, ROWS, COLUMNS));
}

static void finish(void) {
    canvas_release(&canvas);
}

static struct picture picture_of(const char *name, const struct tensor *value) {
    return (struct picture){.name = name,
                            .value = value,
                            .cursor = SIZE_MAX,
                            .lit_row = SIZE_MAX,
                            .lit_column = SIZE_MAX,
                            .depth = DEPTH_256};
}

/* Draws the picture at the canvas's corner; SIZE gets how large it is. */
static void draw(struct piece *picture, size_t size[4]) {
    picture->measure(picture->subject, picture->form, picture->growth, size);
    struct canvas part = canvas_part(&canvas, (struct box){0, 0, size[0], size[1]});
    canvas_clear(&canvas);
    picture->draw(picture->subject, picture, &part, NULL);
}

/* Draws FORM of the tiles and asserts its lines. */
static void assert_tiles(const struct tiles *tiles, size_t form, const char *expected) {
    struct piece placed = tiles_picture(tiles);
    struct text text = {0};
    size_t size[4] = {0};
    placed.form = form;
    placed.growth = (struct piece_growth){.lines = 1};
    draw(&placed, size);
    canvas.rows = size[0];
    canvas_print(&canvas, &(struct paint){.colour = false}, &text);
    canvas.rows = ROWS;
    ck_assert_str_eq(text_string(&text), expected);
    text_release(&text);
}

static void assert_value(const char *expression, const char *expected) {
    struct tensor *value = easel_value(expression);
    struct picture picture = picture_of("A", value);
    struct tiles tiles;
    tiles_init(&tiles, &picture);
    assert_tiles(&tiles, 0, expected);
    tensor_release(value);
}

START_TEST(a_matrix_has_its_numbers) {
    assert_value("[[1, 0.25], [0.5, 0]]", "A\n"
                                          "      1    2\n"
                                          "1  1.00  .25\n"
                                          "2   .50  .00\n");
    assert_value("tokens(\"I am\", [[1, 2], [3, 4]])", "A\n"
                                                       "    1  2\n"
                                                       " I  1  2\n"
                                                       "am  3  4\n");
}
END_TEST

START_TEST(a_lone_number_is_a_line) {
    assert_value("1 / 3", "A = 0.3333\n");
    assert_value("4", "A = 4\n");
}
END_TEST

/* The shade of each cell of a matrix of one row, three columns wide each. */
static void assert_shades(const struct picture *picture, const struct shade *expected) {
    struct tiles tiles;
    tiles_init(&tiles, picture);
    struct piece placed = tiles_picture(&tiles);
    size_t size[4] = {0};
    placed.growth = (struct piece_growth){.lines = 1};
    draw(&placed, size);
    size_t columns = shape_columns(&picture->value->shape);
    for (size_t k = 0; k < columns; k++) {
        const struct shade *found = &canvas.cells[2 * COLUMNS + size[1] - 3 * (columns - k)].shade;
        ck_assert_int_eq(found->palette, expected[k].palette);
        ck_assert_int_eq(found->level, expected[k].level);
    }
}

/* 3 and 4 look alike, 0 like the background; shares have a scale of their own. */
START_TEST(shades_are_about_zero) {
    struct tensor *value = easel_value("[[0, 3, 4]]");
    struct picture picture = picture_of("A", value);
    assert_shades(&picture, (struct shade[]){shade_of(0, -4, 4, PALETTE_SIGNED),
                                             shade_of(3, -4, 4, PALETTE_SIGNED),
                                             shade_of(4, -4, 4, PALETTE_SIGNED)});
    tensor_release(value);
    value = easel_value("[[1, 2, 4]]");
    picture = picture_of("A", value);
    picture.stretched = true;
    assert_shades(&picture, (struct shade[]){shade_of(0, 0, 3, PALETTE_SEQUENTIAL),
                                             shade_of(1, 0, 3, PALETTE_SEQUENTIAL),
                                             shade_of(3, 0, 3, PALETTE_SEQUENTIAL)});
    picture.stretched = false;
    picture.shares = true;
    assert_shades(&picture, (struct shade[]){shade_of(1, 0, 1, PALETTE_SHARES),
                                             shade_of(1, 0, 1, PALETTE_SHARES),
                                             shade_of(1, 0, 1, PALETTE_SHARES)});
    tensor_release(value);
}
END_TEST

START_TEST(what_moved_is_old_and_new) {
    struct tensor *old = easel_value("[[1, 2], [3, 4]]"), *new = easel_value("[[1, 5], [3, 4]]");
    struct picture picture = picture_of("A", new);
    struct tiles tiles;
    picture.before = old;
    tiles_init(&tiles, &picture);
    assert_tiles(&tiles, 0,
                 "A\n"
                 "   1   2\n"
                 "1  1  2→5\n"
                 "2  3   4  row unchanged\n");
    assert_tiles(&tiles, 1,
                 "A\n"
                 "   1   2\n"
                 "1  1  2→5\n"
                 "2  3   4\n");
    assert_tiles(&tiles, 2,
                 "A\n"
                 "   1  2\n"
                 "1  1  5\n"
                 "2  3  4\n");
    tensor_release(old);
    tensor_release(new);
}
END_TEST

/* No number stands there twice, as if nothing had moved. */
START_TEST(what_moved_by_less_than_is_shown_is_about_the_same) {
    struct tensor *old = easel_value("[[0.5, 0.1]]"), *new = easel_value("[[0.50001, 0.7]]");
    struct picture picture = picture_of("A", new);
    struct tiles tiles;
    picture.before = old;
    tiles_init(&tiles, &picture);
    assert_tiles(&tiles, 0,
                 "A\n"
                 "        1         2\n"
                 "1   .500→≈   .100→.700\n");
    tensor_release(old);
    tensor_release(new);
}
END_TEST

START_TEST(heads_stand_beside_each_other) {
    struct tensor *value = easel_value("heads([[1, 2, 3, 4]], 2)");
    struct picture picture = picture_of("H", value);
    struct tiles tiles;
    tiles_init(&tiles, &picture);
    assert_tiles(&tiles, 0,
                 "H  head 1    head 2\n"
                 "   1  2       1  2\n"
                 "1  1  2    1  3  4\n");
    assert_tiles(&tiles, 1,
                 "H  head 1\n"
                 "   1  2\n"
                 "1  1  2\n"
                 "  head 2\n"
                 "   1  2\n"
                 "1  3  4\n");
    tensor_release(value);
}
END_TEST

/* Titles that do not fit beside the heading have a line of their own, and of batches of heads both
 * numbers. */
START_TEST(a_batch_of_heads_has_both_numbers) {
    struct tensor *value = easel_value("heads(zeros(2, 1, 4), 2)");
    struct picture picture = picture_of("F", value);
    struct tiles tiles;
    tiles_init(&tiles, &picture);
    assert_tiles(&tiles, 0,
                 "F\n"
                 "  1, 1       1, 2       2, 1       2, 2\n"
                 "   1  2       1  2       1  2       1  2\n"
                 "1  0  0    1  0  0    1  0  0    1  0  0\n");
    tensor_release(value);
}
END_TEST

/* Of many matrices some, the present one among them, and the heading says of how many. */
START_TEST(a_batch_is_seen_as_several) {
    struct tensor *value = easel_value("zeros(50, 1, 2)");
    struct picture picture = picture_of("B", value);
    struct tiles tiles;
    picture.matrix = 49;
    tiles_init(&tiles, &picture);
    assert_tiles(&tiles, 4,
                 "B  50×1×2\n"
                 "  49         50\n"
                 "   1  2       1  2\n"
                 "1  0  0    1  0  0\n");
    tensor_release(value);
}
END_TEST

/* Of what is too large a part, and the heading says which. */
START_TEST(a_large_matrix_is_a_window) {
    struct tensor *value = easel_value("zeros(50, 3)");
    struct picture picture = picture_of("Z", value);
    struct tiles tiles;
    picture.cursor = 3 * 30;
    tiles_init(&tiles, &picture);
    assert_tiles(&tiles, 0,
                 "Z  50×3\n"
                 "    1  2  3\n"
                 "28  0  0  0\n"
                 "29  0  0  0\n"
                 "30  0  0  0\n"
                 "31 [0] 0  0\n"
                 "32  0  0  0\n"
                 "33  0  0  0\n"
                 "rows 28–33, columns 1–3\n");
    tensor_release(value);
}
END_TEST

START_TEST(the_part_of_a_long_row_is_about_its_largest) {
    struct tensor *value = easel_value("where(arange(50) == 40, 9, 0)");
    struct picture picture = picture_of("p", value);
    struct tiles tiles;
    tiles_init(&tiles, &picture);
    assert_tiles(&tiles, 0,
                 "p  1×50\n"
                 "   37 38 39 40 41 42 43 44\n"
                 "1  0  0  0  9  0  0  0  0\n"
                 "columns 37–44\n");
    picture.cursor = 2;
    tiles_init(&tiles, &picture);
    assert_tiles(&tiles, 0,
                 "p  1×50\n"
                 "   1  2  3  4  5  6  7  8\n"
                 "1  0  0 [0] 0  0  0  0  0\n"
                 "columns 1–8\n");
    tensor_release(value);
}
END_TEST

static bool is_first(void *context, size_t cell) {
    (void)context;
    return cell == 0;
}

START_TEST(what_is_not_reached_is_not_shown) {
    struct tensor *value = easel_value("[[7, 8], [9, 6]]");
    struct picture picture = picture_of("A", value);
    struct tiles tiles;
    picture.known = is_first;
    picture.cursor = 1;
    tiles_init(&tiles, &picture);
    assert_tiles(&tiles, 0,
                 "A\n"
                 "   1  2\n"
                 "1  7 [?]\n"
                 "2\n");
    for (size_t i = 0; i < ROWS * COLUMNS; i++) {
        ck_assert(i == 0 || canvas.cells[i].shade.palette == PALETTE_NONE ||
                  (i / COLUMNS == 2 && i % COLUMNS < 5));
    }
    tensor_release(value);
}
END_TEST

START_TEST(a_product_meets_in_the_corner) {
    struct tensor *values[] = {easel_value("[[1, 2]]"), easel_value("[[3], [4]]"),
                               easel_value("[[11]]")};
    struct tiles_product product;
    struct picture pictures[] = {picture_of("Q", values[0]), picture_of("K.T", values[1]),
                                 picture_of("S", values[2])};
    struct text text = {0};
    size_t size[4] = {0};
    tiles_init(&product.left, &pictures[0]);
    tiles_init(&product.right, &pictures[1]);
    tiles_init(&product.result, &pictures[2]);
    tiles_join(&product);
    struct piece placed = tiles_product_picture(&product);
    placed.growth = (struct piece_growth){.lines = 1};
    draw(&placed, size);
    canvas.rows = size[0];
    canvas_print(&canvas, &(struct paint){.colour = false}, &text);
    canvas.rows = ROWS;
    ck_assert_str_eq(text_string(&text), "            K.T\n"
                                         "              1\n"
                                         "          1   3\n"
                                         "          2   4\n"
                                         "Q           S\n"
                                         "1  1  2      11\n");
    text_release(&text);
    for (size_t i = 0; i < 3; i++) {
        tensor_release(values[i]);
    }
}
END_TEST

/* Whatever the shape, the form and the growth: nothing is drawn outside what was measured, and the
 * last row is used. */
START_TEST(what_is_measured_is_drawn) {
    static const char *const shapes[] = {"normal(3, 4)",          "normal(1, 1)",     "ones(30, 5)",
                                         "heads(ones(3, 8), 4)",  "normal(2, 50)",    "ones(9, 9)",
                                         "1e9 * normal(4, 4)",    "causal(6)",        "1 / 0",
                                         "softmax(normal(5, 7))", "normal(6, 3, 24)", "ones(13, 2)",
                                         "normal(9, 1, 4)"};
    struct tensor *value = easel_value(shapes[_i]);
    for (size_t depth = DEPTH_NONE; depth <= DEPTH_256; depth += DEPTH_256) {
        struct picture picture = picture_of("A", value);
        struct tiles tiles;
        picture.depth = (enum depth)depth;
        picture.rows_are = "queries";
        picture.cursor = 0;
        tiles_init(&tiles, &picture);
        for (size_t round = 0; round < 5 * tiles.form_count; round++) {
            struct piece placed = tiles_picture(&tiles);
            placed.form = round % tiles.form_count;
            placed.growth = (struct piece_growth){1 + round % 4, round % 3, round % 2 == 0};
            size_t size[4] = {0};
            size_t last = 0;
            bool outside = false;
            placed.measure(&tiles, placed.form, placed.growth, size);
            struct canvas paper;
            ck_assert(canvas_init(&paper, size[0] + 4, size[1] + 8));
            struct canvas part = canvas_part(&paper, (struct box){2, 4, size[0], size[1]});
            placed.draw(&tiles, &placed, &part, NULL);
            for (size_t i = 0; i < paper.rows * paper.columns; i++) {
                const struct canvas_cell *cell = &paper.cells[i];
                bool drawn = (cell->text[0] != '\0' && cell->text[0] != ' ') ||
                             cell->shade.palette != PALETTE_NONE;
                size_t row = i / paper.columns, column = i % paper.columns;
                ck_assert(!drawn ||
                          (row >= 2 && row < 2 + size[0] && column >= 4 && column < 4 + size[1]));
                last = drawn ? row : last;
            }
            ck_assert(!outside);
            ck_assert_msg(depth == DEPTH_NONE || last + 1 + 4 >= 2 + size[0],
                          "form %d, %zu lines, %zu columns", (int)tiles.forms[placed.form].kind,
                          placed.growth.lines, placed.growth.columns);
            canvas_release(&paper);
        }
    }
    tensor_release(value);
}
END_TEST

/* --- the board ------------------------------------------------------------------------------- */

static void measure_block(const void *subject, size_t form, struct piece_growth growth,
                          size_t size[4]) {
    const size_t *block = subject;
    size[0] = block[2 * form] + (growth.lines - 1) * block[2 * form] / 2;
    size[1] = block[2 * form + 1] + growth.columns;
}

/* Pictures never lie on each other nor outside the board, and what is in focus is there before what
 * is not. */
START_TEST(pictures_have_places_of_their_own) {
    struct random random;
    random_seed(&random, 3);
    for (int round = 0; round < 400; round++) {
        size_t blocks[8][4], room[] = {3 + (size_t)(random_uniform(&random) * 40),
                                       10 + (size_t)(random_uniform(&random) * 190)};
        struct piece pictures[8] = {{0}};
        size_t count = 1 + (size_t)(random_uniform(&random) * 8);
        for (size_t i = 0; i < count; i++) {
            blocks[i][0] = 2 + (size_t)(random_uniform(&random) * 10);
            blocks[i][1] = 4 + (size_t)(random_uniform(&random) * 40);
            blocks[i][2] = 1 + blocks[i][0] / 3;
            blocks[i][3] = 1 + blocks[i][1] / 3;
            pictures[i] = (struct piece){.rank = (enum piece_rank)(i % PIECE_RANKS),
                                         .depth = i / 2,
                                         .form_count = 2,
                                         .rough = 1,
                                         .measure = measure_block,
                                         .subject = blocks[i]};
        }
        pieces_lay_out(pictures, count, room);
        bool any = false;
        for (size_t i = 0; i < count; i++) {
            const struct box *a = &pictures[i].box;
            any |= pictures[i].placed;
            if (!pictures[i].placed) {
                continue;
            }
            ck_assert_uint_le(a->row + a->rows, room[0]);
            ck_assert_uint_le(a->column + a->columns, room[1]);
            for (size_t k = 0; k < i; k++) {
                const struct box *b = &pictures[k].box;
                ck_assert(!pictures[k].placed || a->row >= b->row + b->rows ||
                          b->row >= a->row + a->rows || a->column >= b->column + b->columns ||
                          b->column >= a->column + a->columns);
            }
        }
        bool fits = blocks[0][2] <= room[0] && blocks[0][3] <= room[1];
        ck_assert(!fits || pictures[0].placed);
        ck_assert(any || !fits);
    }
}
END_TEST

/* No two tiles without numbers of two sizes; and beside numbers none that nobody speaks of. */
START_TEST(numbers_and_tiles_do_not_mix) {
    static const size_t sizes[] = {6, 30, 4, 12, 2, 6};
    struct piece pictures[3];
    for (size_t i = 0; i < 3; i++) {
        pictures[i] = (struct piece){.rank = PIECE_NAMED,
                                     .form_count = 3,
                                     .rough = 1,
                                     .small = 2,
                                     .measure = measure_block,
                                     .subject = sizes};
    }
    pieces_lay_out(pictures, 2, (const size_t[]){4, 24});
    ck_assert(pictures[0].form == 2 && pictures[1].form == 2);
    pieces_lay_out(pictures, 2, (const size_t[]){4, 27});
    ck_assert(pictures[0].form == 1 && pictures[1].form == 1);
    pictures[0].rank = PIECE_PRESENT;
    pictures[2].rank = PIECE_OPERAND;
    pieces_lay_out(pictures, 3, (const size_t[]){6, 70});
    ck_assert(pictures[0].form == 0 && pictures[1].form == 0 && !pictures[2].placed);
    pieces_lay_out(pictures, 3, (const size_t[]){4, 70});
    ck_assert(pictures[0].form == 1 && pictures[1].form == 1 && pictures[2].form == 1);
}
END_TEST

START_TEST(the_focus_has_its_numbers_first) {
    static const size_t large[] = {6, 30, 2, 6};
    struct piece pictures[] = {{.rank = PIECE_NAMED,
                                .form_count = 2,
                                .rough = 1,
                                .measure = measure_block,
                                .subject = large},
                               {.rank = PIECE_FOCUS,
                                .form_count = 2,
                                .rough = 1,
                                .measure = measure_block,
                                .subject = large},
                               {.rank = PIECE_OPERAND,
                                .form_count = 2,
                                .rough = 1,
                                .measure = measure_block,
                                .subject = large}};
    struct piece_use use = pieces_lay_out(pictures, 3, (const size_t[]){6, 50});
    ck_assert_uint_eq(use.lacks, 0);
    ck_assert(pictures[0].placed && pictures[0].form == 1);
    ck_assert(pictures[1].placed && pictures[1].form == 0);
    ck_assert(pictures[2].placed && pictures[2].form == 1);
    use = pieces_lay_out(pictures, 3, (const size_t[]){4, 50});
    ck_assert_uint_gt(use.lacks, 0);
    ck_assert(pictures[1].placed && pictures[1].form == 1);
    use = pieces_lay_out(pictures, 3, (const size_t[]){40, 120});
    ck_assert_uint_eq(use.needed, 6);
    ck_assert_uint_gt(pictures[0].growth.lines, 1);
    ck_assert_uint_eq(pictures[0].growth.lines, pictures[2].growth.lines);
}
END_TEST

Suite *canvas_tiles_suite(void);

Suite *canvas_tiles_suite(void) {
    Suite *suite = suite_create("canvas tiles");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, begin, finish);
    tcase_add_test(core, a_matrix_has_its_numbers);
    tcase_add_test(core, a_lone_number_is_a_line);
    tcase_add_test(core, shades_are_about_zero);
    tcase_add_test(core, what_moved_is_old_and_new);
    tcase_add_test(core, what_moved_by_less_than_is_shown_is_about_the_same);
    tcase_add_test(core, heads_stand_beside_each_other);
    tcase_add_test(core, a_batch_of_heads_has_both_numbers);
    tcase_add_test(core, a_batch_is_seen_as_several);
    tcase_add_test(core, a_large_matrix_is_a_window);
    tcase_add_test(core, the_part_of_a_long_row_is_about_its_largest);
    tcase_add_test(core, what_is_not_reached_is_not_shown);
    tcase_add_test(core, a_product_meets_in_the_corner);
    tcase_add_loop_test(core, what_is_measured_is_drawn, 0, 13);
    tcase_add_test(core, pictures_have_places_of_their_own);
    tcase_add_test(core, numbers_and_tiles_do_not_mix);
    tcase_add_test(core, the_focus_has_its_numbers_first);
    suite_add_tcase(suite, core);
    return suite;
}
