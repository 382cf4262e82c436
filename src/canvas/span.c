#include "canvas/grid.h"

#include <stdint.h>

static size_t lesser(size_t a, size_t b) {
    return a < b ? a : b;
}

struct span span_make(size_t size, size_t most, size_t focus) {
    struct span span = {.size = size, .count = lesser(size, most)};
    size_t half = span.count > 1 ? span.count / 2 : 1, margin = (span.count - half) / 2;
    if (focus != SIZE_MAX && focus >= span.count) {
        span.first = lesser((focus - margin) / half * half, size - span.count);
    }
    return span;
}

struct span span_lines(size_t size, size_t lines, size_t focus) {
    if (size <= lines || lines < 3) {
        return span_make(size, lines, focus);
    }
    size_t most = lines - 1;
    if (focus == SIZE_MAX || focus < most) {
        return (struct span){.size = size, .count = most};
    }
    if (focus >= size - most) {
        return (struct span){.size = size, .first = size - most, .count = most};
    }
    return span_make(size, most - 1, focus);
}

bool span_has(const struct span *span, size_t at) {
    return at >= span->first && at - span->first < span->count;
}

bool span_elides(const struct span *span) {
    return span->count < span->size;
}
