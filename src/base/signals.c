#include "base/signals.h"

#include <stddef.h>

void signals_all(sigset_t *set) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    sigfillset(set);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        sigdelset(set, faults[i]);
    }
}

void signals_block(sigset_t *before) {
    sigset_t all;
    signals_all(&all);
    pthread_sigmask(SIG_SETMASK, &all, before);
}
