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

/* Whether CELL is in one of them. */
static bool has(const struct regions *regions, size_t cell) {
    struct region at = region_cell(&shape, cell), both;
    bool found = false;

    for (size_t i = 0; i < regions->count; i++)
        found |= region_meet(&regions->list[i], &at, &both);
    return found;
}

START_TEST(what_is_taken_away_is_gone_and_the_rest_is_there) {
    for (size_t from = 0; from < 24; from++)
        for (size_t to = from; to < 24; to++) {
            struct regions regions = {.count = 1, .list = {region_all(&shape)}};
            struct region hole = region_cell(&shape, from), end = region_cell(&shape, to);

            region_surround(&hole, &end);
            regions_take(&regions, &hole);
            for (size_t cell = 0; cell < 24; cell++) {
                struct region at = region_cell(&shape, cell), both;
                bool inside = region_meet(&hole, &at, &both);

                ck_assert(has(&regions, cell) || inside);
                ck_assert(!inside || !has(&regions, cell) || regions.count == 1);
            }
        }
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
    tcase_add_test(core, what_is_taken_away_is_gone_and_the_rest_is_there);
    tcase_add_test(core, too_many_become_the_one_around_them);
    suite_add_tcase(suite, core);
    return suite;
}
