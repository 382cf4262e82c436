/* work_keys: a key, from its command to the bytes that show what came of it; no terminal takes
 * part.
 */
#ifndef QKV_BENCH_WORK_KEYS_H
#define QKV_BENCH_WORK_KEYS_H

#include <stdbool.h>
#include <stddef.h>

struct failure;

/* Presses the keys of JOB, over and over, TIMES times on a screen of SIZE (rows, columns): they
 * lead back to where they began. False, without a failure: there is no such job. */
bool work_keys(const char *job, const size_t size[2], size_t times, struct failure *failure);

#endif
