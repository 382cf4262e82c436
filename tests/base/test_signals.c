#include "base/signals.h"

#include <check.h>

Suite *base_signals_suite(void);

START_TEST(all_wait_but_faults) {
    sigset_t before, during;
    signals_block(&before);
    pthread_sigmask(SIG_SETMASK, &before, &during);
    ck_assert_int_eq(sigismember(&during, SIGTERM), 1);
    ck_assert_int_eq(sigismember(&during, SIGTSTP), 1);
    ck_assert_int_eq(sigismember(&during, SIGABRT), 1);
    ck_assert_int_eq(sigismember(&during, SIGSEGV), 0);
    ck_assert_int_eq(sigismember(&during, SIGBUS), 0);
    ck_assert_int_eq(sigismember(&during, SIGFPE), 0);
    ck_assert_int_eq(sigismember(&during, SIGILL), 0);
    ck_assert_int_eq(sigismember(&before, SIGTERM), 0);
}
END_TEST

Suite *base_signals_suite(void) {
    Suite *suite = suite_create("base/signals");
    TCase *core = tcase_create("core");
    tcase_add_test(core, all_wait_but_faults);
    suite_add_tcase(suite, core);
    return suite;
}
