#include "canvas/picture.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/random.h"
#include "canvas/easel.h"
#include "notebook/room.h"

#include <check.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

Suite *canvas_picture_box_suite(void);

/* Whatever is drawn, wherever: nothing but the box changes, and what is in it is whole. */

enum { ROUNDS = 600, MOST = 48, STACK = 12 };

static struct canvas canvas, before;

/* What a chance picture is made of, so that it can be made again. */
struct chance {
    struct random random;
    struct tensor *values[4];
    struct box box;
    size_t reached;
};

static const char *const words[] = {"I",
                                    "寿司",
                                    "cafe\xcc\x81",
                                    "שלום",
                                    "\xcc\x81",
                                    "مرحبا",
                                    "👍",
                                    "",
                                    "very-long-word-indeed",
                                    "e\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81"};

static size_t any(struct chance *chance, size_t below) {
    return room_random(&chance->random, below);
}

static bool maybe(struct chance *chance) {
    return any(chance, 2) == 0;
}

static struct labels *any_labels(struct chance *chance, size_t count) {
    const char *names[MOST];
    struct failure failure = {0};
    for (size_t i = 0; i < count; i++) {
        names[i] = words[any(chance, sizeof words / sizeof words[0])];
    }
    struct labels *labels = labels_create(names, count, &failure);
    ck_assert_ptr_nonnull(labels);
    return labels;
}

static double any_number(struct chance *chance) {
    static const double odd[] = {0,     -0.0, 1,         NAN,  INFINITY, -INFINITY, 1e300,
                                 -1e-9, 1e-5, 999999.97, -1e6, 0.1,      123.456,   -5e-324};
    double share = (double)any(chance, 1000) / 999;
    return maybe(chance)   ? share
           : maybe(chance) ? 200 * share - 100
                           : odd[any(chance, sizeof odd / sizeof odd[0])];
}

static struct tensor *any_value(struct chance *chance, size_t rows, size_t columns, size_t stack) {
    struct failure failure = {0};
    struct shape shape = shape_matrix(rows, columns);
    bool tame = maybe(chance), labels = maybe(chance);
    if (stack > 1) {
        shape.axes = 3;
        shape.size[AXIS_HEAD] = stack;
    }
    if (labels) {
        shape.labels[AXIS_ROW] = any_labels(chance, rows);
        shape.labels[AXIS_COLUMN] = any_labels(chance, columns);
    }
    struct tensor *value = tensor_create(&shape, &failure);
    ck_assert_ptr_nonnull(value);
    shape_release(&shape);
    for (size_t i = 0; i < rows * columns * stack; i++) {
        value->cells[i] = tame ? 1 / (double)columns : any_number(chance);
    }
    return value;
}

static bool is_reached(void *context, size_t cell) {
    return cell < *(const size_t *)context;
}

static struct picture any_picture(struct chance *chance, const struct tensor *value) {
    size_t cells = shape_cells(&value->shape);
    struct picture picture = {.name = maybe(chance) ? "寿Q" : NULL, .value = value};
    picture.rows_are = maybe(chance) ? "queries" : NULL;
    picture.columns_are = maybe(chance) ? "keys" : NULL;
    picture.matrix = any(chance, shape_matrices(&value->shape));
    picture.cursor = maybe(chance) ? SIZE_MAX : any(chance, cells);
    picture.lit_row = maybe(chance) ? SIZE_MAX : any(chance, shape_rows(&value->shape));
    picture.lit_column = maybe(chance) ? SIZE_MAX : any(chance, shape_columns(&value->shape));
    picture.known = maybe(chance) ? NULL : is_reached;
    picture.context = &chance->reached;
    picture.heat = maybe(chance);
    picture.wide = maybe(chance);
    picture.ascii = maybe(chance);
    picture.depth = maybe(chance) ? DEPTH_NONE : DEPTH_256;
    picture.fixed = maybe(chance);
    picture.high = maybe(chance) ? 1 : 0;
    chance->reached = any(chance, cells + 1);
    return picture;
}

static size_t any_size(struct chance *chance) {
    return 1 + any(chance, maybe(chance) ? 5 : MOST - 1);
}

static size_t draw_matrix(struct chance *chance, size_t cursor[2]) {
    chance->values[0] = any_value(chance, any_size(chance), any_size(chance), 1 + any(chance, 3));
    struct picture picture = any_picture(chance, chance->values[0]);
    return picture_matrix(&canvas, chance->box, &picture, cursor);
}

static size_t draw_thumbnails(struct chance *chance, size_t cursor[2]) {
    (void)cursor;
    chance->values[0] =
        any_value(chance, any_size(chance), any_size(chance), 1 + any(chance, STACK));
    struct picture picture = any_picture(chance, chance->values[0]);
    return picture_thumbnails(&canvas, chance->box, &picture);
}

static size_t draw_change(struct chance *chance, size_t cursor[2]) {
    size_t rows = any_size(chance), columns = any_size(chance);
    chance->values[0] = any_value(chance, rows, columns, 1);
    chance->values[1] = any_value(chance, rows, columns + (any(chance, 9) == 0), 1);
    struct picture old = any_picture(chance, chance->values[0]);
    struct picture now = any_picture(chance, chance->values[1]);
    return picture_change(&canvas, chance->box, &old, &now, cursor);
}

static size_t draw_product(struct chance *chance, size_t cursor[2]) {
    size_t n = any_size(chance), k = any_size(chance), m = any_size(chance);
    chance->values[0] = any_value(chance, n, k, 1);
    chance->values[1] = any_value(chance, k, m, 1);
    chance->values[2] = any_value(chance, n, m, 1);
    struct picture_product product = {.left = any_picture(chance, chance->values[0]),
                                      .right = any_picture(chance, chance->values[1]),
                                      .result = any_picture(chance, chance->values[2])};
    product.term = maybe(chance) ? SIZE_MAX : any(chance, k);
    product.so_far = any_number(chance);
    picture_product(&canvas, chance->box, &product, cursor);
    return 0;
}

static size_t (*const draws[])(struct chance *chance, size_t cursor[2]) = {
    draw_matrix, draw_thumbnails, draw_change, draw_product};

static bool is_inside(const struct box *box, size_t row, size_t column) {
    return row >= box->row && row - box->row < box->rows && column >= box->column &&
           column - box->column < box->columns;
}

/* Every wide character has its right half, and every right half its wide character. */
static bool is_whole(const struct canvas_cell *cell, size_t column) {
    bool wide = !cell->wide || (column + 1 < canvas.columns && cell[1].right_half);
    return wide && (!cell->right_half || (column > 0 && cell[-1].wide));
}

static void assert_contained(const struct chance *chance, const size_t cursor[2]) {
    for (size_t row = 0; row < canvas.rows; row++) {
        for (size_t column = 0; column < canvas.columns; column++) {
            size_t at = row * canvas.columns + column;
            bool same = memcmp(&canvas.cells[at], &before.cells[at], sizeof *canvas.cells) == 0;
            if (!same && !is_inside(&chance->box, row, column)) {
                ck_abort_msg("row %zu, column %zu is outside", row, column);
            }
            if (!is_whole(&canvas.cells[at], column)) {
                ck_abort_msg("row %zu, column %zu holds half a character", row, column);
            }
        }
    }
    ck_assert(cursor[0] == SIZE_MAX || is_inside(&chance->box, cursor[0], cursor[1]));
}

static void make_paper(struct chance *chance) {
    struct failure failure = {0};
    size_t rows = 1 + any(chance, 30), columns = 1 + any(chance, 90);
    ck_assert(canvas_init(&canvas, rows, columns, &failure));
    ck_assert(canvas_init(&before, rows, columns, &failure));
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < columns; column++) {
            canvas_put(&canvas, row, column, "+", STYLE_BAD);
        }
    }
    memcpy(before.cells, canvas.cells, rows * columns * sizeof *canvas.cells);
    chance->box = (struct box){any(chance, rows + 2), any(chance, columns + 2), any(chance, 30),
                               any(chance, 90)};
}

/* Pictures need no memory but for a title; without it they go without. */
static void play_round(struct chance *chance) {
    size_t cursor[2] = {SIZE_MAX, SIZE_MAX};
    make_paper(chance);
    size_t used = draws[any(chance, sizeof draws / sizeof draws[0])](chance, cursor);
    ck_assert_uint_le(used, chance->box.rows);
    assert_contained(chance, cursor);
    for (size_t i = 0; i < 4; i++) {
        tensor_release(chance->values[i]);
    }
    canvas_release(&canvas);
    canvas_release(&before);
}

START_TEST(nothing_is_drawn_outside_the_box) {
    for (uint64_t i = 0; i < ROUNDS; i++) {
        struct chance chance = {0};
        random_seed(&chance.random, i * 5 + (uint64_t)_i);
        play_round(&chance);
    }
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(the_present_cell_is_always_shown) {
    struct failure failure = {0};
    struct tensor *value = easel_value("ones(123, 57)");
    struct picture picture = {.name = "A", .value = value, .lit_row = SIZE_MAX};
    picture.lit_column = SIZE_MAX;
    ck_assert(canvas_init(&canvas, 24, 80, &failure));
    for (size_t cell = 123 * 57 - 1; cell < 123 * 57; cell -= 17) {
        size_t cursor[2] = {SIZE_MAX, SIZE_MAX};
        picture.cursor = cell;
        picture.heat = cell % 2;
        picture.depth = cell % 3 ? DEPTH_256 : DEPTH_NONE;
        picture_matrix(&canvas, (struct box){2, 1, 3 + cell % 11, 20 + cell % 47}, &picture,
                       cursor);
        ck_assert_msg(cursor[0] != SIZE_MAX, "cell %zu is not shown", cell);
    }
    canvas_release(&canvas);
    tensor_release(value);
}
END_TEST

START_TEST(pictures_do_without_memory) {
    struct failure failure = {0};
    struct tensor *value = easel_value("ones(3, 2, 2)");
    struct picture picture = {.name = "A", .value = value, .cursor = 1, .lit_row = SIZE_MAX};
    picture.lit_column = SIZE_MAX;
    ck_assert(canvas_init(&canvas, 6, 40, &failure));
    memory_fail(1, true);
    size_t used = picture_matrix(&canvas, (struct box){0, 0, 6, 40}, &picture, NULL);
    used += picture_thumbnails(&canvas, (struct box){0, 0, 6, 40}, &picture);
    memory_fail(0, false);
    ck_assert_uint_eq(used, 8);
    canvas_release(&canvas);
    tensor_release(value);
}
END_TEST

Suite *canvas_picture_box_suite(void) {
    Suite *suite = suite_create("canvas_picture_box");
    TCase *core = tcase_create("core");
    tcase_set_timeout(core, 60);
    tcase_add_loop_test(core, nothing_is_drawn_outside_the_box, 0, 5);
    tcase_add_test(core, the_present_cell_is_always_shown);
    tcase_add_test(core, pictures_do_without_memory);
    suite_add_tcase(suite, core);
    return suite;
}
