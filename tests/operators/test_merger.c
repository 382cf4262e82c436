/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "operators/merger.h"

#include "base/checkpoint.h"
#include "base/failure.h"
#include "base/heap.h"
#include "base/random.h"

#include <check.h>
#include <string.h>

enum { KINDS = 7, LONGEST = 60, TRIALS = 4000 };

/* What each pair of ids merges into, at random: some do not merge, several have the same turn, and
 * some give one of the two ids again, which no trained vocabulary does. */
struct pairs {
    double turn[KINDS][KINDS]; /* 0: they do not merge */
    size_t made[KINDS][KINDS];
};

static size_t below(struct random *random, size_t end) {
    return (size_t)(random_bits(random) % end);
}

static struct pairs pairs_at_random(struct random *random) {
    struct pairs pairs;
    size_t turns = 1 + below(random, 40);
    for (size_t i = 0; i < KINDS; i++) {
        for (size_t j = 0; j < KINDS; j++) {
            pairs.turn[i][j] = below(random, 3) == 0 ? 0 : (double)(1 + below(random, turns));
            pairs.made[i][j] = below(random, KINDS);
        }
    }
    return pairs;
}

static bool merges(const void *context, struct merger_pair *pair) {
    const struct pairs *pairs = context;
    pair->turn = pairs->turn[pair->left][pair->right];
    pair->made = pairs->made[pair->left][pair->right];
    return pair->turn > 0;
}

/* Byte-pair encoding as textbooks describe it: searches all ids for the pair whose turn it is. */
static size_t merge_plainly(const struct pairs *pairs, bool together, size_t *ids, size_t count) {
    for (;;) {
        size_t best = count, to, at;
        double turn = 0;
        for (size_t i = 0; i + 1 < count; i++) {
            double here = pairs->turn[ids[i]][ids[i + 1]];
            if (here > 0 && (best == count || here < turn)) {
                best = i;
                turn = here;
            }
        }
        if (best == count) {
            return count;
        }
        size_t left = ids[best], right = ids[best + 1];
        for (to = at = best; at < count; to++) {
            bool pair = at + 1 < count && ids[at] == left && ids[at + 1] == right &&
                        (together || at == best);
            ids[to] = pair ? pairs->made[left][right] : ids[at];
            at += pair ? 2 : 1;
        }
        count = to;
    }
}

START_TEST(as_the_plain_way) {
    struct random random;
    struct failure failure = {0};
    struct merger merger = {.merges = merges, .together = _i};
    random_seed(&random, 7);
    for (size_t trial = 0; trial < TRIALS; trial++) {
        struct pairs pairs = pairs_at_random(&random);
        size_t count = below(&random, LONGEST), ids[LONGEST], wanted[LONGEST];
        for (size_t i = 0; i < count; i++) {
            wanted[i] = ids[i] = below(&random, KINDS);
        }
        size_t left = merge_plainly(&pairs, _i, wanted, count);
        merger.context = &pairs;
        ck_assert(merger_run(&merger, ids, &count, &failure));
        ck_assert_uint_eq(count, left);
        ck_assert_int_eq(memcmp(ids, wanted, count * sizeof *ids), 0);
    }
    merger_release(&merger);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

static size_t checkpoints, stop_at; /* 0: never stop */

static bool ask(void) {
    checkpoints++;
    return checkpoints == stop_at;
}

/* Merges COUNT ids in pairs, and those pairs in pairs again. */
static bool merge_many(size_t count, struct failure *failure) {
    struct pairs pairs = {{{0}}, {{0}}};
    struct merger merger = {.merges = merges, .context = &pairs, .together = true};
    size_t *ids = memory_allocate(count, sizeof *ids);
    for (size_t i = 0; i + 1 < KINDS; i++) {
        pairs.turn[i][i] = (double)i + 1;
        pairs.made[i][i] = i + 1;
    }
    checkpoints = 0;
    checkpoint_on_poll(ask);
    bool good = merger_run(&merger, ids, &count, failure);
    checkpoint_on_poll(NULL);
    merger_release(&merger);
    memory_free(ids);
    ck_assert_uint_eq(memory_blocks(), 0);
    return good;
}

START_TEST(work_is_linear_and_stops) {
    struct failure failure = {0};
    stop_at = 0;
    ck_assert(merge_many(100000, &failure));
    size_t once = checkpoints;
    ck_assert(merge_many(200000, &failure));
    ck_assert_uint_ge(once, 4);
    ck_assert_uint_le(2 * checkpoints, 5 * once);
    stop_at = 2;
    ck_assert(!merge_many(100000, &failure));
    ck_assert_str_eq(failure.message, "stopped");
}
END_TEST

START_TEST(runs_out_of_memory_cleanly) {
    size_t failed = 0;
    for (bool good = false; !good; failed++) {
        struct failure failure = {0};
        struct pairs pairs = {{{1}}, {{1}}};
        struct merger merger = {.merges = merges, .context = &pairs};
        size_t ids[9] = {0}, count = 9;
        memory_fail(failed + 1, false);
        good = merger_run(&merger, ids, &count, &failure);
        memory_fail(0, false);
        ck_assert(good != failure.set);
        merger_release(&merger);
        ck_assert_uint_eq(memory_blocks(), 0);
    }
    ck_assert_uint_ge(failed, 4);
}
END_TEST

Suite *operators_merger_suite(void);

Suite *operators_merger_suite(void) {
    Suite *suite = suite_create("operators_merger");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, as_the_plain_way, 0, 2);
    tcase_add_test(core, work_is_linear_and_stops);
    tcase_add_test(core, runs_out_of_memory_cleanly);
    suite_add_tcase(suite, core);
    return suite;
}
