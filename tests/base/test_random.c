/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The expected numbers come from tests/reference/splitmix.py. */
#include "base/random.h"

#include <check.h>
#include <math.h>
#include <string.h>

static const struct {
    uint64_t seed, bits[4];
    double uniform[4], normal[4];
} references[] = {
    {0,
     {0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f, 0xf88bb8a8724c81ec},
     {0x1.c4415072f63b9p-1, 0x1.b9e279aa86e58p-2, 0x1.b117462002500p-6, 0x1.f1177150e4990p-1},
     {-1.8839083333524405, 0.86450685955751483, 0.22760793546360525, -0.042112684686839159}},
    {1,
     {0x910a2dec89025cc1, 0xbeeb8da1658eec67, 0xf893a2eefb32555e, 0x71c18690ee42c90b},
     {0x1.22145bd91204bp-1, 0x1.7dd71b42cb1ddp-1, 0x1.f12745ddf664ap-1, 0x1.c7061a43b90b2p-2},
     {-0.034267321791851144, -1.2926085332373185, -2.5000674933698677, 0.91146658640929712}},
    {1234567,
     {0x599ed017fb08fc85, 0x2c73f08458540fa5, 0x883ebce5a3f27c77, 0x3fbef740e9177b3f},
     {0x1.667b405fec23ep-2, 0x1.639f8422c2a04p-3, 0x1.107d79cb47e4fp-1, 0x1.fdf7ba0748bbcp-3},
     {0.42848790073492921, 0.82353428026169573, 0.0076856985150486629, 1.2326398530118996}},
    {UINT64_MAX,
     {0xe4d971771b652c20, 0xe99ff867dbf682c9, 0x382ff84cb27281e9, 0x6d1db36ccba982d2},
     {0x1.c9b2e2ee36ca5p-1, 0x1.d33ff0cfb7ed0p-1, 0x1.c17fc26593940p-3, 0x1.b476cdb32ea60p-2},
     {1.8068959422111861, -1.1057498531933323, -0.6297152468309084, 0.31472776670852898}},
};

START_TEST(matches_the_reference) {
    struct random random;
    random_seed(&random, references[_i].seed);
    for (int i = 0; i < 4; i++) {
        ck_assert_uint_eq(random_bits(&random), references[_i].bits[i]);
    }
    random_seed(&random, references[_i].seed);
    for (int i = 0; i < 4; i++) {
        ck_assert(random_uniform(&random) == references[_i].uniform[i]);
    }
    random_seed(&random, references[_i].seed);
    for (int i = 0; i < 4; i++) {
        ck_assert_double_eq_tol(random_normal(&random), references[_i].normal[i], 1e-14);
    }
}
END_TEST

START_TEST(seeding_forgets_the_spare) {
    struct random random;
    random_seed(&random, 5);
    double first = random_normal(&random);
    random_seed(&random, 5);
    ck_assert(random_normal(&random) == first);
}
END_TEST

START_TEST(normal_numbers_are_normal) {
    struct random random;
    random_seed(&random, 3);
    enum { COUNT = 100000 };
    double sum = 0, squares = 0;
    int inside = 0;
    for (int i = 0; i < COUNT; i++) {
        double number = random_normal(&random);
        ck_assert(isfinite(number));
        sum += number;
        squares += number * number;
        inside += fabs(number) < 1;
    }
    ck_assert_double_eq_tol(sum / (double)COUNT, 0, 0.01);
    ck_assert_double_eq_tol(squares / (double)COUNT, 1, 0.02);
    ck_assert_double_eq_tol((double)inside / (double)COUNT, 0.6827, 0.01);
}
END_TEST

static const struct {
    uint64_t seed;
    const char *word;
    uint64_t hash;
} words[] = {
    {0, "", 0xa8c7f832281a39c5},           {0, "saw", 0x462dd2dbb9a6e8ca},
    {1, "saw", 0x511f94e4dc46eb11},        {1, "sushi", 0xb914d8e0b9e8534e},
    {UINT64_MAX, "α", 0xe24c9bb78a857188},
};

START_TEST(word_seeds) {
    ck_assert_uint_eq(random_word(words[_i].seed, words[_i].word, strlen(words[_i].word)),
                      words[_i].hash);
}
END_TEST

Suite *base_random_suite(void);

Suite *base_random_suite(void) {
    Suite *suite = suite_create("base/random");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, matches_the_reference, 0, sizeof references / sizeof references[0]);
    tcase_add_test(core, seeding_forgets_the_spare);
    tcase_add_test(core, normal_numbers_are_normal);
    tcase_add_loop_test(core, word_seeds, 0, sizeof words / sizeof words[0]);
    suite_add_tcase(suite, core);
    return suite;
}
