/* Bars: how often numbers fall where. */
#include "canvas/histogram.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"

#include <check.h>
#include <math.h>

static struct text out;

static void teardown(void) {
    text_release(&out);
    ck_assert_uint_eq(memory_blocks(), 0);
}

static const char *counted(const double *numbers, size_t count, size_t bins, bool ascii) {
    struct histogram histogram = {numbers, count, bins, ascii, 4, " "};
    struct failure failure = {0};

    text_clear(&out);
    ck_assert(histogram_print(&histogram, &out, &failure));
    return text_string(&out);
}

START_TEST(bars) {
    static const double numbers[] = {0, 1, 1, 2, 2, 2, 2, 4, INFINITY};
    static const double alike[] = {3, 3};

    ck_assert_str_eq(counted(numbers, 9, 4, true),
                     " 0 to 1  1 ##########\n"
                     " 1 to 2  2 ####################\n"
                     " 2 to 3  4 ########################################\n"
                     " 3 to 4  1 ##########\n"
                     " 8 numbers, mean 1.75, standard deviation 1.0897"
                     "; 1 not finite\n");
    ck_assert_str_eq(counted(alike, 2, 4, false),
                     " 3 … 3  2 ████████████████████████████████████████\n"
                     " 2 numbers, mean 3, standard deviation 0\n");
    ck_assert_str_eq(counted(numbers + 8, 1, 4, false), " There is no finite number to count.\n");
}
END_TEST

Suite *canvas_histogram_suite(void);

Suite *canvas_histogram_suite(void) {
    Suite *suite = suite_create("canvas histogram");
    TCase *core = tcase_create("core");

    tcase_add_checked_fixture(core, NULL, teardown);
    tcase_add_test(core, bars);
    suite_add_tcase(suite, core);
    return suite;
}
