/* signals: which of them can be kept waiting. */
#ifndef QKV_BASE_SIGNALS_H
#define QKV_BASE_SIGNALS_H

#include <signal.h>

/* All but those that tell of a fault (SIGSEGV, SIGBUS, SIGFPE, SIGILL): a fault that comes while
 * its signal is blocked kills at once, past whoever would put something back first. */
void signals_all(sigset_t *set);

/* Blocks these in the calling thread, and in every thread it makes; BEFORE (may be NULL) gets what
 * was blocked. */
void signals_block(sigset_t *before);

#endif
