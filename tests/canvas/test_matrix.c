/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/picture.h"

#include "base/memory.h"
#include "base/text.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

Suite *canvas_matrix_suite(void);

enum { ROWS = 12, COLUMNS = 60 };

/* A value, its place, and the sheet that it is drawn on. */
static struct board {
    struct place_on_stage place;
    struct picture picture;
    struct tensor *shown, *before;
    struct canvas canvas;
    struct text drawn;
    bool ascii;
} board;

static struct tensor *tensor_of(const struct shape *shape, const double *cells) {
    struct tensor *tensor = tensor_create(shape, NULL);
    ck_assert_ptr_nonnull(tensor);
    memcpy(tensor->cells, cells, shape_cells(shape) * sizeof *cells);
    return tensor;
}

/* 2×3 with labelled rows, from line 1 and column 8 on. */
static void set_up(void) {
    static const double cells[] = {0, 0.25, -1, 2, 0.5, 1.04};
    struct shape shape = shape_matrix(2, 3);
    board = (struct board){.place = {.form = FORM_NUMBERS,
                                     .box = {1, 8, 4, 18},
                                     .gutter = 6,
                                     .heads = 2,
                                     .cell_columns = 6,
                                     .cell_lines = 1,
                                     .rows = 2,
                                     .columns = 3,
                                     .matrices = 1,
                                     .across = 1}};
    shape.labels[AXIS_ROW] = labels_split("cats sleep", NULL);
    board.shown = tensor_of(&shape, cells);
    shape_release(&shape);
    board.picture = picture_plain("Q", NULL);
    board.picture.place = &board.place;
    board.picture.role = STYLE_QUERY;
    board.picture.decimals = 2;
    board.picture.number = 4;
    memcpy(board.picture.sizes, (const size_t[]){1, 2, 3}, sizeof board.picture.sizes);
    board.picture.value = board.shown;
    board.picture.scale = (struct scale){.high = 2, .palette = PALETTE_SIGNED};
    board.picture.depth = DEPTH_TRUE;
    ck_assert(canvas_init(&board.canvas, ROWS, COLUMNS));
}

static void tear_down(void) {
    tensor_release(board.shown);
    tensor_release(board.before);
    canvas_release(&board.canvas);
    text_release(&board.drawn);
}

/* Another value in its stead. */
static void show(size_t rows, size_t columns, const double *cells) {
    struct shape shape = shape_matrix(rows, columns);
    tensor_release(board.shown);
    board.shown = tensor_of(&shape, cells);
    board.picture.value = board.shown;
    board.picture.sizes[1] = rows;
    board.picture.sizes[2] = columns;
    board.place.rows = lesser(board.place.rows, rows);
    board.place.columns = lesser(board.place.columns, columns);
}

static const char *draw(void) {
    struct paint plain = {.colour = false};
    canvas_clear(&board.canvas);
    text_clear(&board.drawn);
    matrix_draw(&board.picture, &board.canvas);
    if (board.ascii) {
        canvas_ascii(&board.canvas, board.picture.depth);
    }
    canvas_print(&board.canvas, &plain, &board.drawn);
    return text_string(&board.drawn);
}

/* Its first lines are EXPECTED. */
static void check(const char *expected) {
    const char *drawn = draw();
    size_t length = strlen(expected);
    ck_assert_msg(strncmp(drawn, expected, length) == 0, "%s\nbut\n%s", expected, drawn);
    ck_assert_msg(strspn(drawn + length, "\n") == strlen(drawn + length), "more: %s", drawn);
}

static const struct canvas_cell *at(size_t row, size_t column) {
    const struct canvas_cell *cell = canvas_cell(&board.canvas, row, column);
    ck_assert_ptr_nonnull(cell);
    return cell;
}

START_TEST(a_lit_matrix_has_its_name_labels_and_numbers) {
    board.picture.formula = "= X @ W_q";
    check("\n  Q = X @ W_q\n            1     2     3\n"
          "   cats     0   .25    −1\n  sleep     2   .50  1.04\n");
}
END_TEST

/* The name is in the corner above the row labels, on the line of the column labels. */
START_TEST(with_one_line_of_heads_the_name_is_in_the_corner) {
    board.place.heads = 1;
    check("\n  Q         1     2     3\n   cats     0   .25    −1\n  sleep     2   .50  1.04\n");
    board.ascii = true;
    check("\n  Q         1     2     3\n   cats     0   .25    -1\n  sleep     2   .50  1.04\n");
}
END_TEST

START_TEST(what_does_not_fit_is_written_shorter) {
    static const double cells[] = {-12.34, 1234567, 0.004, 123456, 1e-14, -0.126};
    show(2, 3, cells);
    board.place.gutter = 0;
    board.place.heads = 1;
    board.place.cell_columns = 5;
    board.picture.scale = (struct scale){.palette = PALETTE_NONE};
    check("\n        Q   1    2    3\n        −12.3  1e6   .0\n          1e5    0  −.1\n");
}
END_TEST

/* All have the same decimals; what has no room without reading as another number is left out. */
START_TEST(no_cell_shows_another_number) {
    static const double cells[] = {2.5, -0.26, -0.02, 0.34, 12, 12.5};
    show(2, 3, cells);
    board.place.gutter = 0;
    board.place.heads = 1;
    board.picture.scale = (struct scale){.palette = PALETTE_NONE};
    board.place.cell_columns = 4;
    check("\n        Q  1   2   3\n         2.5 −.3  .0\n          .3  12 ≈12\n");
    board.place.cell_columns = 3;
    check("\n        Q 1  2  3\n         ≈2−.3 .0\n         .3 12  …\n");
}
END_TEST

START_TEST(whole_numbers_get_decimals_with_an_edit) {
    static const double cells[] = {4.1, 1, -3};
    board.picture.decimals = 0;
    show(1, 3, cells);
    board.place.gutter = 0;
    board.picture.scale = (struct scale){.palette = PALETTE_NONE};
    check("\n        Q\n            1     2     3\n          4.1     1    −3\n");
}
END_TEST

START_TEST(a_number_beyond_the_scale_is_marked) {
    static const double cells[] = {2, 2.5, -2.5};
    show(1, 3, cells);
    board.place.gutter = 0;
    board.place.heads = 1;
    check("\n        Q   1     2     3\n            2  2.50↑ −2.5↓\n");
    ck_assert_uint_eq(at(2, 24)->shade.level, 0);
}
END_TEST

START_TEST(a_number_beyond_the_scale_moves_no_other) {
    static const double before[] = {.25, .35, .45}, cells[] = {.25, 5.15, .45};
    board.place.gutter = 0;
    board.place.heads = 1;
    show(1, 3, before);
    check("\n        Q   1     2     3\n          .25   .35   .45\n");
    show(1, 3, cells);
    check("\n        Q   1     2     3\n          .25  5.15↑  .45\n");
}
END_TEST

/* A last decimal that says nothing gives way to it. */
START_TEST(a_blank_is_before_a_sign_where_there_is_room) {
    static const double cells[] = {2, 0, -1.5}, others[] = {2, 0, -1.25};
    board.place.gutter = 0;
    board.place.heads = 1;
    board.place.cell_columns = 5;
    show(1, 3, cells);
    check("\n        Q   1    2    3\n            2    0 −1.5\n");
    show(1, 3, others);
    check("\n        Q   1    2    3\n            2    0−1.25\n");
}
END_TEST

/* Labels are cut only where they have to be, and short numbers are where long ones are. */
START_TEST(labels_and_numbers_are_below_each_other) {
    board.shown->shape.labels[AXIS_COLUMN] = labels_split("thing becauses I", NULL);
    board.place.cell_columns = 5;
    board.place.box.columns = 15;
    ck_assert_ptr_nonnull(strstr(draw(), "         thi… bec…    I\n"));
    board.place.cell_columns = 6;
    ck_assert_ptr_nonnull(strstr(draw(), "         thing beca…    I\n"));
    for (size_t i = 0; i < 6; i++) {
        board.shown->cells[i] = 1;
    }
    ck_assert_ptr_nonnull(strstr(draw(), "   cats     1     1     1\n"));
}
END_TEST

/* "word1" and "word2" are not both "word". */
START_TEST(labels_that_would_read_the_same_are_numbers) {
    board.shown->shape.labels[AXIS_COLUMN] = labels_split("word1 word2 it", NULL);
    board.place.cell_columns = 5;
    board.place.box.columns = 15;
    ck_assert_ptr_nonnull(strstr(draw(), "            1    2    3\n"));
    labels_release(board.shown->shape.labels[AXIS_COLUMN]);
    board.shown->shape.labels[AXIS_COLUMN] = labels_split("word1 word2 them", NULL);
    board.place.cell_columns = 3;
    ck_assert_ptr_nonnull(strstr(draw(), "          1  2  3\n"));
    labels_release(board.shown->shape.labels[AXIS_COLUMN]);
    board.shown->shape.labels[AXIS_COLUMN] = labels_split("word1 word2 it", NULL);
    board.place.cell_columns = 6;
    ck_assert_ptr_nonnull(strstr(draw(), "         word1 word2   it\n"));
}
END_TEST

START_TEST(a_name_in_the_way_leaves_the_labels_behind_it) {
    board.picture.name = (char[]){"weights"};
    board.place.gutter = 0;
    board.place.heads = 1;
    ck_assert_ptr_nonnull(strstr(draw(), "        weights   2     3\n"));
    board.place.gutter = 5; /* a word may be cut to what is left: not a number, nor to a letter */
    board.shown->shape.labels[AXIS_COLUMN] = labels_split("singular plural none", NULL);
    ck_assert_ptr_nonnull(strstr(draw(), "   weights si… plur… none\n"));
    board.place.gutter = 2;
    ck_assert_ptr_nonnull(strstr(draw(), "      weights  plur… none\n"));
}
END_TEST

/* What may be edited keeps the names of its columns. */
START_TEST(the_mark_of_what_may_be_turned_leaves_the_labels) {
    board.place.heads = 1;
    board.picture.edited = true;
    ck_assert_ptr_nonnull(strstr(draw(), "  Q ◂ turn  1     2     3\n"));
    board.place.gutter = 0;
    ck_assert_ptr_nonnull(strstr(draw(), "        Q ◂ 1     2     3\n"));
    board.picture.name = "Q_1";
    ck_assert_ptr_nonnull(strstr(draw(), "        Q_1 1     2     3 ◂\n"));
    board.picture.name = "Q";
    board.place.heads = 2;
    ck_assert_ptr_nonnull(strstr(draw(), "        Q ◂ turn\n            1     2     3\n"));
}
END_TEST

/* So does the mark of what goes on beyond the box. */
START_TEST(a_table_says_that_it_goes_on) {
    board.place.heads = 1;
    board.place.columns = 2;
    ck_assert_ptr_nonnull(strstr(draw(), "  Q ›       1     2\n"));
    board.place.gutter = 0;
    board.place.box.columns = 12;
    board.picture.name = "Q_1";
    ck_assert_ptr_nonnull(strstr(draw(), "        Q_1 1     2 ›\n"));
    board.place.columns = 3;
    board.place.rows = 1;
    board.place.box.columns = 18;
    ck_assert_ptr_nonnull(strstr(draw(), "        Q_1 1     2     3 ▾\n"));
}
END_TEST

/* The row and the column that meet are bright, the rest is not; a term has a frame and keeps its
 * shade, and the number that is computed is reversed. */
START_TEST(what_is_stepped_is_bright) {
    board.picture.meeting.row = 1;
    board.picture.meeting.term = 4;
    check("\n  Q\n            1     2     3\n   cats     0   .25    −1\n"
          "  sleep     2 ▐ .50▌ 1.04\n");
    ck_assert(at(3, 12)->shade.dim);
    ck_assert(!at(4, 12)->shade.dim);
    ck_assert_int_eq(at(4, 18)->shade.palette, PALETTE_SIGNED);
    ck_assert_int_eq(at(4, 4)->style, STYLE_STRONG);
    ck_assert_int_eq(at(3, 4)->style, STYLE_LABEL);
    board.picture.meeting.from = 3;
    board.picture.meeting.to = 4;
    draw();
    ck_assert(!at(4, 12)->shade.dim);
    ck_assert(at(4, 24)->shade.dim);
    board.picture.meeting.whole = true;
    draw();
    ck_assert(!at(3, 12)->shade.dim);
    ck_assert_int_eq(at(3, 12)->style, STYLE_NUMBER);
    ck_assert_int_eq(at(4, 12)->style, STYLE_STRONG);
    board.picture.meeting.row = board.picture.meeting.term = SIZE_MAX;
    board.picture.cursor = 4;
    draw();
    ck_assert_int_eq(at(4, 18)->style, STYLE_FOCUS);
    ck_assert_int_eq(at(4, 18)->shade.palette, PALETTE_NONE);
    ck_assert_int_eq(at(4, 14)->style, STYLE_FOCUS);
}
END_TEST

START_TEST(cells_not_reached_are_empty) {
    board.picture.reached = 2;
    board.picture.cursor = 2;
    board.picture.present = ".5";
    check("\n  Q\n            1     2     3\n   cats     0   .25    .5\n"
          "  sleep     ·     ·     ·\n");
    ck_assert_int_eq(at(4, 12)->shade.palette, PALETTE_EMPTY);
    ck_assert_int_eq(at(4, 14)->shade.palette, PALETTE_EMPTY);
    board.picture.depth = DEPTH_NONE;
    check("\n  Q\n            1     2     3\n   cats     0   .25    .5\n"
          "  sleep  [ · ] [ · ] [ · ]\n");
}
END_TEST

START_TEST(light_takes_digits_away) {
    static const struct {
        enum light light;
        const char *drawn;
    } lights[] = {
        {LIGHT_NOTHING, ""},
        {LIGHT_FLAT, "\n  Q\n\n   cats\n  sleep\n"},
        {LIGHT_RELEVANT, "\n  Q = X\n            1     2     3\n   cats     0   .25    −1\n"
                         "  sleep     2   .50  1.04\n"},
    };
    board.picture.formula = "= X";
    for (size_t i = 0; i < sizeof lights / sizeof *lights; i++) {
        board.picture.light = lights[i].light;
        check(lights[i].drawn);
        enum palette palette = i < 2 ? PALETTE_NONE : PALETTE_SIGNED;
        ck_assert_int_eq(at(3, 12)->shade.palette, palette);
        ck_assert(i == 0 || at(1, 2)->faint);
    }
    ck_assert(at(3, 12)->shade.dim);
    board.picture.light = LIGHT_EMPTY;
    board.picture.value = NULL;
    check("\n  Q\n\n            ·     ·     ·\n            ·     ·     ·\n");
    ck_assert_int_eq(at(3, 12)->shade.palette, PALETTE_EMPTY);
}
END_TEST

/* Only as long as the number itself cannot be seen. */
START_TEST(what_is_asked_for_has_a_question_mark) {
    board.picture.asked = 4;
    board.picture.reached = 3;
    check("\n  Q\n            1     2     3\n   cats     0   .25    −1\n"
          "  sleep     ·     ?     ·\n");
    ck_assert_int_eq(at(4, 18)->style, STYLE_FOCUS);
    board.picture.reached = SIZE_MAX;
    board.picture.light = LIGHT_FLAT;
    check("\n  Q\n\n   cats     ·     ·     ·\n  sleep     ·     ?     ·\n");
    board.picture.light = LIGHT_LIT;
    check("\n  Q\n            1     2     3\n   cats     0   .25    −1\n"
          "  sleep     2   .50  1.04\n");
}
END_TEST

/* Two other values in the same place. */
static bool looks_alike(void) {
    struct canvas first = board.canvas;
    draw();
    ck_assert(canvas_init(&board.canvas, ROWS, COLUMNS));
    for (size_t i = lesser(board.picture.reached, 6); i < 6; i++) {
        board.shown->cells[i] = 100 * (double)(i + 1);
    }
    draw();
    bool same = memcmp(first.cells, board.canvas.cells, ROWS * COLUMNS * sizeof *first.cells) == 0;
    canvas_release(&first);
    return same;
}

START_TEST(nothing_hidden_shows_through) {
    board.picture.light = LIGHT_FLAT;
    board.picture.reached = 0;
    ck_assert(looks_alike());
    board.picture.light = LIGHT_LIT;
    board.picture.reached = 3;
    board.picture.cursor = 3;
    ck_assert(looks_alike());
    board.place.form = FORM_TILE;
    ck_assert(looks_alike());
}
END_TEST

static void change(void) {
    static const double before[] = {0.1, 0.25, 1, 2, 0.5, 1.04};
    board.before = tensor_of(&board.shown->shape, before);
    board.picture.before = board.before;
    board.picture.moved = true;
}

START_TEST(old_numbers_stand_above_new_ones) {
    change();
    board.place.cell_lines = 2;
    board.place.box.rows = 6;
    check("\n  Q\n            1     2     3\n  old ↓   .10           1\n"
          "   cats     0   .25    −1\n\n  sleep     2   .50  1.04\n");
    ck_assert_int_eq(at(1, 2)->style, STYLE_CHANGED);
    ck_assert(at(3, 13)->shade.dim);
    ck_assert(!at(4, 13)->shade.dim);
    ck_assert(!at(5, 13)->shade.dim); /* a row that did not change is whole */
}
END_TEST

/* Returns the shade of half LINE of COLUMN; two are one line. */
static struct shade half_shade(size_t line, size_t column) {
    const struct canvas_cell *cell = at(line / 2, column);
    bool upper = strcmp(cell->text, "▀") == 0, lower = strcmp(cell->text, "▄") == 0;
    return (upper && line % 2 == 0) || (lower && line % 2 == 1) ? cell->ink : cell->shade;
}

/* Returns how many halves of lines have the shade of VALUE in COLUMN; FIRST: of these. */
static size_t count_halves(double value, size_t column, size_t *first) {
    size_t count = 0;
    for (size_t line = 0; line < 2 * (size_t)ROWS; line++) {
        bool here = shade_same(half_shade(line, column), scale_shade(&board.picture.scale, value));
        *first = here && count == 0 ? line : *first;
        count += here;
    }
    return count;
}

/* Numbers are in the middle of their cells only where a closing line lets the last row be as high
 * as the others. */
START_TEST(all_rows_are_equally_high) {
    enum { TOP = 3, COLUMN = 9 };
    for (size_t i = 0; i < 4; i++) {
        size_t lines = i < 2 ? 2 : 4, closing = i % 2, upper = 0, lower = 0;
        board.place.cell_lines = lines;
        board.place.closing = closing;
        board.place.box.rows = place_lines(&board.place);
        draw();
        ck_assert_uint_eq(count_halves(0, COLUMN, &upper), 2 * lines);
        ck_assert_uint_eq(count_halves(2, COLUMN, &lower), 2 * lines);
        ck_assert_uint_eq(upper, (size_t)2 * TOP + closing);
        ck_assert_uint_eq(lower, upper + 2 * lines);
        ck_assert_str_eq(at(TOP + lines / 2, 12)->text, "0");
        ck_assert_str_eq(at(TOP + lines + lines / 2, 12)->text, "2");
    }
}
END_TEST

/* The old one is before it where the cell has room for both. */
START_TEST(in_one_line_new_numbers_are_underlined) {
    change();
    check("\n  Q\n            1     2     3\n   cats  .10→0  .25  1→−1\n"
          "  sleep     2   .50  1.04\n");
    ck_assert_int_eq(at(3, 12)->style, STYLE_DIM);
    ck_assert_int_eq(at(3, 13)->style, STYLE_CHANGED);
    ck_assert_int_eq(at(3, 18)->style, STYLE_STRONG);
    board.picture.cursor = 0; /* the selected one as well, reversed */
    ck_assert_ptr_nonnull(strstr(draw(), "   cats  .10→0  .25  1→−1\n"));
    ck_assert_int_eq(at(3, 9)->style, STYLE_FOCUS);
    ck_assert_int_eq(at(3, 13)->style, STYLE_FOCUS);
    board.picture.cursor = SIZE_MAX;
    board.place.cell_columns = 5;
    check("\n  Q\n            1    2    3\n   cats     0  .25 1→−1\n  sleep     2  .50 1.04\n");
    ck_assert_int_eq(at(3, 12)->style, STYLE_CHANGED);
    board.picture.before = NULL;
    draw();
    ck_assert_int_eq(at(3, 12)->style, STYLE_STRONG);
}
END_TEST

/* "queries ↓ keys →", shorter, or not at all. */
START_TEST(roles_of_the_axes_fit_or_are_left_out) {
    board.picture.name = (char[]){"scores"};
    board.picture.along[0] = STYLE_QUERY;
    board.picture.along[1] = STYLE_KEY;
    board.picture.formula = "= Q @ K.T";
    ck_assert_ptr_nonnull(strstr(draw(), "scores queries ↓ keys →\n"));
    ck_assert_int_eq(at(1, 9)->style, STYLE_QUERY);
    ck_assert_int_eq(at(1, 20)->style, STYLE_KEY);
    board.place.box.columns = 16;
    ck_assert_ptr_nonnull(strstr(draw(), "scores q ↓ k →\n"));
    board.place.box.columns = 7;
    ck_assert_ptr_nonnull(strstr(draw(), "scores\n"));
    board.place.box.columns = 18;
    board.picture.edited = true;
    ck_assert_ptr_nonnull(strstr(draw(), "scores ◂ turn q ↓ k →"));
    board.picture.along[1] = STYLE_PLAIN;
    ck_assert_ptr_null(strstr(draw(), "↓"));
}
END_TEST

/* After the box there may be another value. */
START_TEST(the_mark_of_what_may_be_changed_ends_with_the_box) {
    static const struct {
        size_t columns;
        const char *head;
    } heads[] = {{13, " scores ◂ turn\n"},
                 {12, " scores ◂\n"},
                 {8, " scores ◂\n"},
                 {7, " scores◂\n"},
                 {6, " scores\n"}};
    board.picture.name = (char[]){"scores"};
    board.picture.edited = true;
    board.place.gutter = 0;
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        board.place.box.columns = heads[i].columns;
        ck_assert_ptr_nonnull(strstr(draw(), heads[i].head));
    }
}
END_TEST

START_TEST(heads_stand_side_by_side_under_their_titles) {
    static const double cells[] = {0, 1, 1, 0, 0.5, 0.5, 0.25, 0.75};
    struct shape shape = shape_matrix(2, 2);
    shape.axes = 3;
    shape.size[AXIS_HEAD] = 2;
    shape.heads = true;
    tensor_release(board.shown);
    board.shown = tensor_of(&shape, cells);
    board.picture.value = board.shown;
    board.picture.name = (char[]){"A"};
    board.place.matrices = board.place.across = 2;
    board.place.columns = 2;
    board.place.box.columns = 26;
    board.picture.meeting.matrix = 1;
    board.picture.meeting.row = 0;
    check("\n  A     head 1        head 2\n            1     2       1     2\n"
          "      1     0     1     .50   .50\n      2     1     0     .25   .75\n");
    ck_assert_int_eq(at(1, 22)->style, STYLE_STRONG);
    ck_assert(at(3, 12)->shade.dim);
    ck_assert(!at(3, 26)->shade.dim);
    ck_assert_int_eq(at(3, 6)->style, STYLE_STRONG);
    shape.heads = false;
    tensor_release(board.shown);
    board.shown = tensor_of(&shape, cells);
    board.picture.value = board.shown;
    ck_assert_ptr_nonnull(strstr(draw(), "  A     item 1        item 2\n"));
}
END_TEST

/* "A 1" would be another name, and "four_blocks2" too. */
START_TEST(a_name_and_the_number_of_a_head_are_two_words) {
    static const double cells[] = {0, 1, 1, 0, 0.5, 0.5, 0.25, 0.75};
    struct shape shape = shape_matrix(2, 2);
    shape.axes = 3;
    shape.size[AXIS_HEAD] = 2;
    shape.heads = true;
    tensor_release(board.shown);
    board.shown = tensor_of(&shape, cells);
    board.picture.value = board.shown;
    board.place.gutter = 0;
    board.place.cell_columns = 4;
    board.place.matrices = board.place.across = board.place.columns = 2;
    board.place.box.columns = 18;
    board.picture.name = (char[]){"K_h"};
    ck_assert_ptr_nonnull(strstr(draw(), "        K_h #1    head 2\n"));
    board.picture.name = (char[]){"K"};
    ck_assert_ptr_nonnull(strstr(draw(), "        K head 1  head 2\n"));
    board.picture.name = (char[]){"four_blocks"};
    ck_assert_ptr_nonnull(strstr(draw(), "        four_blocks\n"));
}
END_TEST

START_TEST(a_window_scrolls_to_the_cell_in_question) {
    double cells[30 * 50];
    for (size_t i = 0; i < 30 * 50; i++) {
        cells[i] = (double)(i % 50);
    }
    board.place.form = FORM_WINDOW;
    show(30, 50, cells);
    board.picture.scale = (struct scale){.high = 50, .palette = PALETTE_SHARES};
    check("\n  Q 30×50 › ▾\n            1     2     3\n      1     0     1     2\n"
          "      2     0     1     2\n");
    board.picture.cursor = 29 * 50 + 20;
    check("\n  Q 30×50 ‹ › ▴\n           20    21    22\n     29    19    20    21\n"
          "     30    19    20    21\n");
}
END_TEST

START_TEST(a_value_that_grows_has_room_from_the_start) {
    board.place.rows = 3;
    board.place.box.rows = 5;
    check("\n  Q\n            1     2     3\n   cats     0   .25    −1\n"
          "  sleep     2   .50  1.04\n");
    ck_assert_int_eq(at(5, 12)->shade.palette, PALETTE_NONE); /* what is to come is no cell yet */
}
END_TEST

START_TEST(a_lone_number_is_a_line) {
    static const double four = 4, five = 5;
    show(1, 1, &four);
    board.picture.name = (char[]){"d_k"};
    board.place.form = FORM_LINE;
    board.place.box = (struct box){0, 2, 1, 12};
    check("  d_k = 4\n");
    board.before = tensor_of(&board.shown->shape, &five);
    board.picture.before = board.before;
    board.picture.moved = true;
    check("  d_k = 5 → 4\n");
    board.picture.decimals = 0; /* it was whole as long as nobody changed it */
    board.shown->cells[0] = 0.25;
    check("  d_k = .25\n");
    board.shown->cells[0] = 4;
    board.place.box.columns = 9;
    check("  d_k = 4\n");
    board.picture.light = LIGHT_FLAT;
    check("  d_k = ?\n");
    board.place.box = (struct box){0, 2, 2, 4}; /* a tile: the number is below */
    board.picture.light = LIGHT_LIT;
    check("  d_k\n  4\n");
    board.picture.light = LIGHT_FLAT;
    check("  d_k\n  ?\n");
}
END_TEST

START_TEST(tiles_are_half_blocks) {
    board.place = (struct place_on_stage){.form = FORM_TILE,
                                          .box = {0, 2, 2, 3},
                                          .rows = 2,
                                          .columns = 3,
                                          .matrices = 1,
                                          .across = 1};
    check("  Q\n  ▀▀▀\n");
    ck_assert_int_eq(at(1, 2)->ink.level, 128);
    ck_assert_int_eq(at(1, 2)->shade.level, 255);
    board.picture.focus = true;
    check("  Q\n ▐▀▀▀▌\n");
    ck_assert_int_eq(at(0, 2)->style, STYLE_FOCUS);
    board.picture.focus = false;
    board.picture.light = LIGHT_RELEVANT;
    draw();
    ck_assert(at(1, 2)->ink.dim);
    board.picture.depth = DEPTH_NONE;
    board.picture.light = LIGHT_LIT;
    check("  Q\n    ▒\n");
    board.picture.light = LIGHT_RELEVANT;
    check("  Q\n  ···\n");
    board.picture.light = LIGHT_LIT;
    board.ascii = true;
    check("  Q\n    +\n");
}
END_TEST

/* Cells of a value and its name are its owner's, and nothing else is. */
START_TEST(who_points_at_a_cell_means_it) {
    struct canvas_tags tags = {0};
    board.picture.owner = 7;
    board.canvas.tags = &tags;
    draw();
    ck_assert_uint_eq(canvas_tag_at(&tags, 4, 14).owner, 7);
    ck_assert_uint_eq(canvas_tag_at(&tags, 4, 14).item, 5);
    ck_assert_uint_eq(canvas_tag_at(&tags, 1, 2).item, CANVAS_NAME);
    ck_assert_uint_eq(canvas_tag_at(&tags, 0, 2).item, 0);
    tags.count = 0;
    board.place.cell_lines = 2;
    board.place.closing = 1;
    board.place.box.rows = place_lines(&board.place);
    draw();
    ck_assert_uint_eq(canvas_tag_at(&tags, 5, 14).item, 5);
    ck_assert_uint_eq(canvas_tag_at(&tags, 7, 14).item, 5); /* half of its line */
    ck_assert_uint_eq(canvas_tag_at(&tags, 8, 14).item, 0);
    memory_free(tags.list);
    board.canvas.tags = NULL;
}
END_TEST

static bool is_blank(size_t row, size_t column) {
    const struct canvas_cell *cell = at(row, column);
    return cell->text[0] == '\0' && cell->shade.palette == PALETTE_NONE;
}

/* Whatever the light and the form, at most the right edge of a frame is outside of its place. */
START_TEST(nothing_is_drawn_outside_of_its_place) {
    change();
    board.picture.formula = "= a very long formula @ another";
    board.picture.meeting.term = 5;
    for (int i = LIGHT_EMPTY; i < 3 * (LIGHT_LIT + 1); i++) {
        const struct box *box = &board.place.box;
        board.picture.light = (enum light)(i % (LIGHT_LIT + 1));
        board.place.form = i > 2 * LIGHT_LIT ? FORM_TILE : FORM_NUMBERS;
        board.place.cell_columns = i > LIGHT_LIT ? 6 : 3;
        board.place.box.columns = 3 * board.place.cell_columns;
        draw();
        for (size_t k = 0; k < (size_t)ROWS * COLUMNS; k++) {
            size_t row = k / COLUMNS, column = k % COLUMNS;
            bool inside = row >= box->row && row < box->row + box->rows &&
                          column >= box->column - board.place.gutter &&
                          column <= box->column + box->columns;
            ck_assert_msg(inside || is_blank(row, column), "light %d: %zu, %zu", i, row, column);
        }
    }
}
END_TEST

Suite *canvas_matrix_suite(void) {
    Suite *suite = suite_create("canvas/matrix");
    TCase *tests = tcase_create("matrix");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_lit_matrix_has_its_name_labels_and_numbers);
    tcase_add_test(tests, with_one_line_of_heads_the_name_is_in_the_corner);
    tcase_add_test(tests, what_does_not_fit_is_written_shorter);
    tcase_add_test(tests, no_cell_shows_another_number);
    tcase_add_test(tests, whole_numbers_get_decimals_with_an_edit);
    tcase_add_test(tests, a_number_beyond_the_scale_is_marked);
    tcase_add_test(tests, a_number_beyond_the_scale_moves_no_other);
    tcase_add_test(tests, a_blank_is_before_a_sign_where_there_is_room);
    tcase_add_test(tests, labels_and_numbers_are_below_each_other);
    tcase_add_test(tests, labels_that_would_read_the_same_are_numbers);
    tcase_add_test(tests, a_name_in_the_way_leaves_the_labels_behind_it);
    tcase_add_test(tests, the_mark_of_what_may_be_turned_leaves_the_labels);
    tcase_add_test(tests, a_table_says_that_it_goes_on);
    tcase_add_test(tests, what_is_stepped_is_bright);
    tcase_add_test(tests, cells_not_reached_are_empty);
    tcase_add_test(tests, light_takes_digits_away);
    tcase_add_test(tests, what_is_asked_for_has_a_question_mark);
    tcase_add_test(tests, nothing_hidden_shows_through);
    tcase_add_test(tests, old_numbers_stand_above_new_ones);
    tcase_add_test(tests, all_rows_are_equally_high);
    tcase_add_test(tests, in_one_line_new_numbers_are_underlined);
    tcase_add_test(tests, roles_of_the_axes_fit_or_are_left_out);
    tcase_add_test(tests, the_mark_of_what_may_be_changed_ends_with_the_box);
    tcase_add_test(tests, heads_stand_side_by_side_under_their_titles);
    tcase_add_test(tests, a_name_and_the_number_of_a_head_are_two_words);
    tcase_add_test(tests, a_window_scrolls_to_the_cell_in_question);
    tcase_add_test(tests, a_value_that_grows_has_room_from_the_start);
    tcase_add_test(tests, a_lone_number_is_a_line);
    tcase_add_test(tests, tiles_are_half_blocks);
    tcase_add_test(tests, who_points_at_a_cell_means_it);
    tcase_add_test(tests, nothing_is_drawn_outside_of_its_place);
    suite_add_tcase(suite, tests);
    return suite;
}
