/* peak: how many multiplications and additions, each by itself, this processor does at most. */
#ifndef QKV_BENCH_PEAK_H
#define QKV_BENCH_PEAK_H

/* Floating-point operations a microsecond on one core, with the widest vectors it has: of several
 * tries the best. 0 where it is not known how to ask. */
double peak_measure(void);

#endif
