/* Regions of a tensor, and a few of them together. */
#include "tensor/region.h"

#include <check.h>

static const struct shape shape = {.axes = 3, .size = {1, 2, 3, 4}};

START_TEST(a_cell_is_where_it_stands) {
    struct region cell = region_cell(&shape, 12 + 4 + 2);

    ck_assert_uint_eq(cell.first[AXIS_HEAD], 1);
    ck_assert_uint_eq(cell.first[AXIS_ROW], 1);
    ck_assert_uint_eq(cell.end[AXIS_COLUMN], 3);
    ck_assert_uint_eq(region_rows(&cell), 1);
    ck_assert_uint_eq(region_columns(&cell), 1);
    ck_assert_uint_eq(region_row(&cell, &shape, 0), 12 + 4 + 2);
}
END_TEST

START_TEST(rows_come_in_the_order_they_lie_in) {
    struct region region = region_all(&shape);
    static const size_t starts[] = {5, 9, 17, 21};

    region.first[AXIS_ROW] = region.first[AXIS_COLUMN] = 1;
    ck_assert_uint_eq(region_rows(&region), 4);
    ck_assert_uint_eq(region_columns(&region), 3);
    for (size_t i = 0; i < 4; i++)
        ck_assert_uint_eq(region_row(&region, &shape, i), starts[i]);
    ck_assert(!region_is_all(&region, &shape));
    region_widen(&region, AXIS_ROW, &shape);
    region_widen(&region, AXIS_COLUMN, &shape);
    ck_assert(region_is_all(&region, &shape));
}
END_TEST

START_TEST(what_is_held_already_is_not_added) {
    struct regions regions = {.count = 0};
    struct region cell = region_cell(&shape, 5), all = region_all(&shape), none = {{0}, {0}};

    regions_add(&regions, &none);
    ck_assert_uint_eq(regions.count, 0);
    regions_add(&regions, &cell);
    regions_add(&regions, &cell);
    ck_assert_uint_eq(regions.count, 1);
    regions_add(&regions, &all);
    ck_assert_uint_eq(regions.count, 1);
    ck_assert(region_is_all(&regions.list[0], &shape));
}
END_TEST

START_TEST(too_many_become_the_one_around_them) {
    struct regions regions = {.count = 0};

    for (size_t i = 0; i <= REGIONS; i++) {
        struct region cell = region_cell(&shape, 5 * i);

        regions_add(&regions, &cell);
    }
    ck_assert_uint_eq(regions.count, 1);
    ck_assert_uint_eq(regions.list[0].first[AXIS_HEAD], 0);
    ck_assert_uint_eq(regions.list[0].end[AXIS_HEAD], 2);
    ck_assert_uint_eq(regions.list[0].end[AXIS_COLUMN], 4);
}
END_TEST

Suite *tensor_region_suite(void);

Suite *tensor_region_suite(void) {
    Suite *suite = suite_create("tensor_region");
    TCase *core = tcase_create("core");

    tcase_add_test(core, a_cell_is_where_it_stands);
    tcase_add_test(core, rows_come_in_the_order_they_lie_in);
    tcase_add_test(core, what_is_held_already_is_not_added);
    tcase_add_test(core, too_many_become_the_one_around_them);
    suite_add_tcase(suite, core);
    return suite;
}
