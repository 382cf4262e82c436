/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Attention against the same in 113 bits: random shapes and magnitudes, with and without a mask.
 *
 * With u = 2⁻⁵³, a row of d products summed in order is off by at most (d + 1) u Σ|q||k| (Higham
 * 2002, section 3.1), what is done to it after adds a few u of the same, and a softmax turns an
 * absolute error of its scores into a relative one of its weights. So a weight may be off by
 *
 *     u (2 (d + 4) A + 2 max|s| + n + 6),   A = max Σ|q||k| / √d
 *
 * of itself, and an output by that and n + 1 more u of Σ weight |v|. The error found over the error
 * allowed has to stay below 1, as LAPACK's tests have it. */
#include "operators/trial.h"

#include "base/failure.h"
#include "trust/trust.h"

#include <check.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

Suite *trust_numbers_suite(void);

#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 wide;

enum { TOKENS = 12, WIDTH = 8, SEEDS = 4 };

static const double HALF_ULP = DBL_EPSILON / 2;

/* --- the reference -------------------------------------------------------------------------------
 */

static wide wide_absolute(wide x) {
    return x < 0 ? -x : x;
}

/* eˣ for x ≤ 0: 2ᵏ (e^(r/256))^256 with x = k ln 2 + r; ln 2 in three doubles. A division takes as
 * long as five products: each i! is divided by once. */
static wide wide_exp(wide x) {
    enum { TERMS = 12 };
    static wide of_factorial[TERMS];
    const wide ln2 =
        (wide)0x1.62e42fefa39efp-1 + (wide)0x1.abc9e3b39803fp-56 + (wide)0x1.7b57a079a1934p-111;
    wide result = 0;
    for (int i = 0; of_factorial[TERMS - 1] == 0 && i < TERMS; i++) {
        of_factorial[i] = i == 0 ? 1 : of_factorial[i - 1] / i;
    }
    if (x < -800) { /* far below the smallest double */
        return 0;
    }
    int k = (int)((double)x * 0x1.71547652b82fep0);
    wide r = (x - k * ln2) * 0x1p-8;
    for (int i = TERMS; i-- > 0;) {
        result = result * r + of_factorial[i];
    }
    for (int i = 0; i < 8; i++) {
        result *= result;
    }
    return result * ldexp(1, k / 2) * ldexp(1, k - k / 2);
}

static wide wide_root(double d) {
    wide root = sqrt(d);
    return (root + d / root) / 2;
}

/* One random attention: N queries, keys and values, of widths D and V. */
struct attention {
    size_t n, d, v;
    bool masked;
    double q[TOKENS * WIDTH], k[TOKENS * WIDTH], value[TOKENS * WIDTH];
    struct tensor *weights, *output;
};

/* What the reference says of one query. */
struct reference {
    wide weight[TOKENS];
    double allowed; /* of a weight, relative */
};

static void refer(const struct attention *at, size_t i, struct reference *reference) {
    size_t keys = at->masked ? i + 1 : at->n;
    wide score[TOKENS], top = 0, sum = 0, most = 0, largest = 0, root = wide_root((double)at->d);
    for (size_t j = 0; j < keys; j++) {
        wide dot = 0, size = 0;
        for (size_t t = 0; t < at->d; t++) {
            wide product = (wide)at->q[i * at->d + t] * at->k[j * at->d + t];
            dot += product;
            size += wide_absolute(product);
        }
        score[j] = dot / root;
        most = size > most ? size : most;
        top = j == 0 || score[j] > top ? score[j] : top;
        largest = wide_absolute(score[j]) > largest ? wide_absolute(score[j]) : largest;
    }
    for (size_t j = 0; j < keys; j++) {
        reference->weight[j] = wide_exp(score[j] - top);
        sum += reference->weight[j];
    }
    for (size_t j = 0; j < at->n; j++) {
        reference->weight[j] = j < keys ? reference->weight[j] / sum : 0;
    }
    reference->allowed = HALF_ULP * (2 * (double)(at->d + 4) * (double)(most / root) +
                                     2 * (double)largest + (double)at->n + 6);
}

/* --- ours ----------------------------------------------------------------------------------------
 */

/* NAME of A and, when there is one, B; both are taken over. */
static struct tensor *apply(const char *name, struct tensor *a, struct tensor *b) {
    struct failure failure = {0};
    struct trial trial;
    trial_begin(&trial, trial_row(name));
    trial_give(&trial, 0, a, "a");
    if (b != NULL) {
        trial_give(&trial, 1, b, "b");
    }
    struct tensor *result = call_run(&trial.call, &failure);
    if (result == NULL) { /* an assertion that holds costs a write */
        ck_abort_msg("%s", failure.message);
    }
    trial_release(&trial);
    return result;
}

static struct tensor *matrix(const double *cells, size_t rows, size_t columns) {
    struct failure failure = {0};
    struct shape shape = shape_matrix(rows, columns);
    struct tensor *tensor = tensor_create(&shape, &failure);
    for (size_t i = 0; i < rows * columns; i++) {
        tensor->cells[i] = cells[i];
    }
    return tensor;
}

static struct tensor *mask(size_t n) {
    struct failure failure = {0};
    struct shape shape = shape_matrix(n, n);
    struct tensor *tensor = tensor_create(&shape, &failure);
    for (size_t i = 0; i < n * n; i++) {
        tensor->cells[i] = i % n > i / n ? -INFINITY : 0;
    }
    return tensor;
}

static void attend(struct attention *at) {
    struct failure failure = {0};
    struct tensor *keys = apply(".T", matrix(at->k, at->n, at->d), NULL);
    struct tensor *scores = apply("@", matrix(at->q, at->n, at->d), keys);
    scores = apply("/", scores, apply("sqrt", tensor_number((double)at->d, &failure), NULL));
    if (at->masked) {
        scores = apply("+", scores, mask(at->n));
    }
    at->weights = apply("softmax", scores, NULL);
    at->output = apply("@", tensor_retain(at->weights), matrix(at->value, at->n, at->v));
}

/* --- one held against the other ------------------------------------------------------------------
 */

enum magnitude { PLAIN, LARGE, MIXED, WHOLE, TINY, SPARSE, MAGNITUDES };

static double draw(struct random *random, enum magnitude magnitude) {
    double x = random_normal(random);
    switch (magnitude) {
    case LARGE:
        return 100 * x;
    case MIXED:
        return x * pow(10, (double)trial_between(random, 0, 12) - 6);
    case WHOLE:
        return (double)trial_between(random, 0, 8) - 4;
    case TINY:
        return x * 1e-300;
    case SPARSE:
        return trial_between(random, 0, 3) == 0 ? x : 0;
    default:
        return x;
    }
}

static void draw_all(struct attention *at, struct random *random) {
    enum magnitude magnitude = (enum magnitude)trial_between(random, 0, MAGNITUDES - 1);
    at->n = trial_between(random, 1, TOKENS);
    at->d = trial_between(random, 1, WIDTH);
    at->v = trial_between(random, 1, WIDTH);
    at->masked = trial_between(random, 0, 1) == 1;
    for (size_t i = 0; i < at->n * WIDTH; i++) {
        at->q[i] = draw(random, magnitude);
        at->k[i] = draw(random, magnitude);
        at->value[i] = draw(random, magnitude);
    }
}

/* A number too small for a double's whole precision is held to its last bit. */
static double ratio(wide found, wide wanted, wide allowed) {
    wide off = wide_absolute(found - wanted);
    wide room = allowed + DBL_MIN;
    return (double)(off / room);
}

/* The largest error over what is allowed, of one query's weights and outputs. */
static double worst_of(const struct attention *at, size_t i, const struct reference *reference) {
    double worst = 0;
    for (size_t j = 0; j < at->n; j++) {
        double weight = at->weights->cells[i * at->n + j];
        if (reference->weight[j] == 0 && weight != 0) {
            ck_abort_msg("a weight that has to be 0 is %g", weight);
        }
        worst = fmax(
            worst, ratio(weight, reference->weight[j], reference->weight[j] * reference->allowed));
    }
    for (size_t c = 0; c < at->v; c++) {
        wide output = 0, size = 0;
        for (size_t j = 0; j < at->n; j++) {
            wide term = reference->weight[j] * at->value[j * at->v + c];
            output += term;
            size += wide_absolute(term);
        }
        wide allowed = size * (reference->allowed + (double)(at->n + 1) * HALF_ULP);
        worst = fmax(worst, ratio(at->output->cells[i * at->v + c], output, allowed));
    }
    return worst;
}

START_TEST(attention_is_as_near_as_its_rounding_allows) {
    size_t all = trust_soak() ? 4000000 : trust_hard() ? 1000000 : 2000;
    size_t count = all / SEEDS;
    struct random random;
    double worst = 0;
    random_seed(&random, (uint64_t)_i + 1);
    for (size_t turn = 0; turn < count; turn++) {
        struct attention attention;
        struct reference reference;
        draw_all(&attention, &random);
        attend(&attention);
        for (size_t i = 0; i < attention.n; i++) {
            refer(&attention, i, &reference);
            double found = worst_of(&attention, i, &reference);
            worst = found > worst || found != found ? found : worst;
        }
        tensor_release(attention.weights);
        tensor_release(attention.output);
        if (!(worst < 1)) {
            ck_abort_msg("seed %d, turn %zu: the error is %g of what is allowed", _i + 1, turn,
                         worst);
        }
    }
    printf("%zu attentions, seed %d: the largest error is %.3f of what is allowed\n", count, _i + 1,
           worst);
}
END_TEST

/* The reference itself: e⁻¹ and e⁻⁷⁰⁰ to more digits than a double has. */
START_TEST(the_reference_is_right) {
    ck_assert_double_eq((double)wide_exp(0), 1);
    ck_assert_double_eq((double)wide_exp(-1), 0x1.78b56362cef38p-2);
    wide rest = wide_exp(-1) - (wide)0x1.78b56362cef38p-2;
    ck_assert_double_eq_tol((double)rest, -0x1.ca8a4270fadf5p-57, 1e-30);
    ck_assert_double_eq_tol((double)wide_exp(-700) / exp(-700), 1, 1e-15);
}
END_TEST
#endif

Suite *trust_numbers_suite(void) {
    Suite *suite = suite_create("trust/numbers");
    TCase *core = tcase_create("core");
    tcase_set_timeout(core, 900);
#ifdef __SIZEOF_FLOAT128__
    tcase_add_test(core, the_reference_is_right);
    tcase_add_loop_test(core, attention_is_as_near_as_its_rounding_allows, 0, SEEDS);
#endif
    suite_add_tcase(suite, core);
    return suite;
}
