#include "bench/peak.h"

#include "bench/measure.h"
#include "tensor/product.h"

enum { TIMES = 20000, SUMS = 8, TRIES = 5 };

#if defined(__x86_64__)

/* Eight sums keep both of a processor's units busy, though an addition takes some four cycles. The
 * compiler is told that the factor may have changed, and so leaves nothing out. */
#define TERM(i)                                                                                    \
    __asm__ volatile("" : "+x"(factor));                                                           \
    sum[i] += factor * other;

#define PEAK(NAME, LANES, TARGET)                                                                  \
    TARGET static double NAME(void) {                                                              \
        typedef double vector __attribute__((vector_size(8 * LANES)));                             \
        vector sum[SUMS] = {{0}}, other = {0}, factor = {0};                                       \
        double start = measure_cpu();                                                              \
        for (int i = 0; i < TIMES; i++) {                                                          \
            TERM(0) TERM(1) TERM(2) TERM(3) TERM(4) TERM(5) TERM(6) TERM(7)                        \
        }                                                                                          \
        double taken = measure_cpu() - start;                                                      \
        for (int i = 0; i < SUMS; i++) {                                                           \
            __asm__ volatile("" : : "x"(sum[i]));                                                  \
        }                                                                                          \
        return 2.0 * LANES * SUMS * TIMES / taken;                                                 \
    }

PEAK(peak_plain, 2, )
PEAK(peak_avx2, 4, __attribute__((target("avx2"))))
PEAK(peak_avx512, 8, __attribute__((target("avx512f"))))

static double (*const peaks[PRODUCT_LEVELS])(void) = {peak_plain, peak_avx2, peak_avx512};

double peak_measure(void) {
    double best = 0;
    for (int i = 0; i < TRIES; i++) {
        double found = peaks[product_widest()]();
        best = found > best ? found : best;
    }
    return best;
}

#else

double peak_measure(void) {
    return 0;
}

#endif
