#include "base/names.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static struct names names;

static const int *find(const char *name) {
    return names_find(&names, name, strlen(name));
}

START_TEST(a_row_is_found_by_its_names) {
    static const int rows[3];
    ck_assert_ptr_null(find("a"));
    names_add(&names, "a b", 1, &rows[0]);
    names_add(&names, "ab", 2, &rows[1]);
    names_add(&names, "", 0, &rows[2]);
    ck_assert_ptr_eq(find("a"), &rows[0]);
    ck_assert_ptr_eq(find("ab"), &rows[1]);
    ck_assert_ptr_eq(find(""), &rows[2]);
    ck_assert_ptr_null(find("b"));
    ck_assert_ptr_null(find("a b"));
}
END_TEST

START_TEST(the_first_of_a_name_stays) {
    static const int rows[2];
    names_add(&names, "a", 1, &rows[0]);
    names_add(&names, "a", 1, &rows[1]);
    ck_assert_ptr_eq(find("a"), &rows[0]);
    ck_assert_uint_eq(names.count, 1);
}
END_TEST

/* As many as there may be, and one more. */
START_TEST(many_are_found) {
    static char written[NAMES_SLOTS / 2 + 1][8];
    static const int rows[NAMES_SLOTS / 2 + 1];
    for (size_t i = 0; i <= NAMES_SLOTS / 2; i++) {
        snprintf(written[i], sizeof written[i], "n%zu", i);
        names_add(&names, written[i], strlen(written[i]), &rows[i]);
    }
    for (size_t i = 0; i < NAMES_SLOTS / 2; i++) {
        ck_assert_ptr_eq(find(written[i]), &rows[i]);
    }
    ck_assert_ptr_null(find(written[NAMES_SLOTS / 2]));
    ck_assert_uint_eq(names.count, NAMES_SLOTS / 2);
}
END_TEST

Suite *base_names_suite(void);
Suite *base_names_suite(void) {
    Suite *suite = suite_create("base/names");
    TCase *core = tcase_create("core");
    tcase_add_test(core, a_row_is_found_by_its_names);
    tcase_add_test(core, the_first_of_a_name_stays);
    tcase_add_test(core, many_are_found);
    suite_add_tcase(suite, core);
    return suite;
}
