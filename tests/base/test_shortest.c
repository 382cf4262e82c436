#include "base/shortest.h"

#include <check.h>
#include <math.h>

/* As Python's repr writes them. */
static const struct {
    double value;
    uint64_t digits;
    int exponent;
} samples[] = {
    {0x0.0000000000001p-1022, 5, -324},
    {0x0.0000000000002p-1022, 1, -323},
    {0x1.0000000000000p-1022, 22250738585072014, -324},
    {0x0.fffffffffffffp-1022, 2225073858507201, -323},
    {0x1.0000000000000p-44, 5684341886080802, -29},
    {0x1.0000000000000p-1000, 9332636185032189, -317},
    {0x1.999999999999ap-4, 1, -1},
    {0x1.999999999999ap-3, 2, -1},
    {0x1.3333333333333p-2, 3, -1},
    {0x1.5555555555555p-2, 3333333333333333, -16},
    {0x1.5555555555555p-1, 6666666666666666, -16},
    {0x1.3333333333334p-2, 30000000000000004, -17},
    {0x1.4f8b588e368f1p-17, 1, -5},
    {0x1.a36e2eb1c432dp-14, 1, -4},
    {0x1.e240c9fbe76c9p+16, 123456789, -3},
    {0x1.0000000000000p+0, 1, 0},
    {0x1.0000000000000p+1, 2, 0},
    {0x1.4000000000000p+3, 1, 1},
    {0x1.c6bf526340000p+49, 1, 15},
    {0x1.ffffffffffffep+50, 22517998136852475, -1},
    {0x1.fffffffffffffp+51, 45035996273704955, -1},
    {0x1.0000000000000p-20, 95367431640625, -20},
    {0x1.ad7f29abcaf48p-24, 1, -7},
    {0x1.56e1fc2f8f359p-997, 1, -300},
    {0x1.4123bba7ceb67p-2, 3136128731891205, -16},
    {0x1.26c1c9f767c45p-500, 3517436879206498, -166},
    {0x1.47ddebde5c099p-289, 1287623327729597, -102},
    {0x1.08fefcb91ce37p-683, 2579362528623216, -221},
    {0x1.6a198f1446beap-374, 3675953327458079, -128},
    {0x1.5c64fbd69fe29p-762, 5610151493184562, -245},
    {0x1.85892ec1d7da0p-1012, 34669843225547787, -321},
    {0x1.086ff076ce2efp-376, 6711263929625149, -129},
    {0x1.29c3b77330bdbp-508, 138801827044611, -167},
    {0x1.0f51bf17fd374p-513, 3952328029773452, -170},
    {0x1.3209ca6233255p-917, 10790205420931878, -292},
    {0x1.3b446e6a16a3bp-702, 585304710713513, -226},
    {0x1.6ecbf1cfb10f6p-262, 1933421489398353, -94},
    {0x1.3f1f6de527100p+0, 12465733227209626, -16},
    {0x1.1a1af8b33e968p-6, 1721834456564278, -17},
    {0x1.035b73fd42359p+6, 6483930965153321, -14},
    {0x1.687c9377b9aa2p+16, 9228457604561237, -11},
    {0x1.ea9592e9c82b1p-13, 23392881058105977, -20},
    {0x1.63b22c4069545p+25, 466217845032144, -7},
    {0x1.cc11dc30d8b76p-20, 17138934362496246, -22},
    {0x1.9e306238642eap-26, 24108972791728663, -24},
    {0x1.206f571e0c07ep+9, 5768698461111778, -13},
    {0x1.f8eb100745130p-22, 4702417304030993, -22},
    {0x1.359ee015c33b2p+25, 40582592170020476, -9},
    {0x1.f5cae3729c619p+19, 1027671107740584, -9},
    {0x1.0000000000000p-683, 2491798737774392, -221},
    {0x1.0000000000000p-682, 4983597475548784, -221},
    {0x1.0000000000000p-430, 3606632272572553, -145},
    {0x1.0000000000000p-380, 4060706939705039, -130},
    {0x1.0000000000000p-615, 7354491775826673, -201},
    {0x1.0000000000000p-603, 3012399831378605, -197},
    {0x1.0000000000000p-650, 21404388173910186, -212},
    {0x1.0000000000000p-619, 45965573598916705, -203},
    {0x1.fffffffffffffp-239, 22639197697066778, -88},
    {0x1.fffffffffffffp-412, 18909140209225185, -140},
    {0x1.fffffffffffffp-979, 39143913281425245, -311},
    {0x1.fffffffffffffp-284, 64344469868350354, -102},
    {0x1.fffffffffffffp-174, 83523897190381105, -69},
    {0x1.fffffffffffffp-684, 24917987377743916, -222},
    {0x0.000000000021cp-1022, 267, -323},
    {0x0.0000000000015p-1022, 104, -324},
    {0x0.00000001a2824p-1022, 8469333, -324},
    {0x0.00000960d5a8fp-1022, 1243789291, -323},
    {0x0.000b5ad8d194ap-1022, 3855198117826, -324},
    {0x0.000000008736cp-1022, 2736313, -324},
};

START_TEST(finds_what_python_finds) {
    struct decimal decimal;
#ifdef __SIZEOF_INT128__
    ck_assert(shortest_decimal(samples[_i].value, &decimal));
    ck_assert_uint_eq(decimal.digits, samples[_i].digits);
    ck_assert_int_eq(decimal.exponent, samples[_i].exponent);
    ck_assert(shortest_decimal(-samples[_i].value, &decimal));
    ck_assert_uint_eq(decimal.digits, samples[_i].digits);
#else
    ck_assert(!shortest_decimal(samples[_i].value, &decimal));
#endif
}
END_TEST

START_TEST(leaves_the_others) {
    struct decimal decimal;
    ck_assert(!shortest_decimal(0, &decimal));
    ck_assert(!shortest_decimal(-0.0, &decimal));
    ck_assert(!shortest_decimal(0x1p52, &decimal));
    ck_assert(!shortest_decimal((double)INFINITY, &decimal));
    ck_assert(!shortest_decimal(-(double)INFINITY, &decimal));
    ck_assert(!shortest_decimal((double)NAN, &decimal));
}
END_TEST

Suite *base_shortest_suite(void);

Suite *base_shortest_suite(void) {
    Suite *suite = suite_create("base/shortest");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, finds_what_python_finds, 0, sizeof samples / sizeof samples[0]);
    suite_add_tcase(suite, core);
    TCase *limits = tcase_create("limits");
    tcase_add_test(limits, leaves_the_others);
    suite_add_tcase(suite, limits);
    return suite;
}
