/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* widths: how many columns and decimals the numbers of a value take, whatever they become. */
#include "base/number.h"
#include "stage/casting.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum {
    USUAL_COLUMNS = 5, /* of a number that may become −9.99 */
    USUAL_DECIMALS = 2,
    SHARE_DECIMALS = 3,
    SHARE_COLUMNS = 4, /* .126; 1 has no decimals */
    MOVED_COLUMNS = 3, /* of what an edit or a training moves: −.5 */
    EDITED_LEAST = 2,  /* of what may be edited: .9; */
    TRAINED_LEAST = 3, /* of what is trained: 9.9 */
    WORDLESS = 1000000 /* numbers from here on are written as 1e6 */
};

/* Returns the most decimals of any number. */
static int precision_of(const struct casting *casting) {
    enum { MOST = 8 };
    int precision = casting->session->display.precision;
    return precision < MOST ? precision : MOST;
}

/* --- how many decimals ------------------------------------------------------------------------ */

static const double powers[] = {1, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7, 1e8};

/* Returns the fewest decimals, up to two, that write every number of VALUE; of large numbers fewer
 * do. What reads as a whole number is one. */
static int exact_decimals(const struct tensor *value, const struct extremes *extremes) {
    double largest = fmax(-extremes->plain_low, extremes->plain_high);
    int most = largest >= 1000 ? 0 : largest >= 100 ? 1 : 2, decimals = 0;
    size_t count = extremes->whole ? 0 : shape_cells(&value->shape);
    for (size_t i = 0; i < count && decimals < most; i++) {
        double cell = value->cells[i];
        while (isfinite(cell) && fabs(cell) < WORDLESS && decimals < most &&
               fabs(cell * powers[decimals] - round(cell * powers[decimals])) >
                   (decimals == 0 ? 1e-9 : 0.02)) {
            decimals++;
        }
    }
    return decimals;
}

/* Hashes what a row reads like with so many decimals. */
static uint64_t row_hash(const double *cells, size_t count, int decimals) {
    uint64_t hash = 14695981039346656037U;
    for (size_t i = 0; i < count; i++) {
        double cell = cells == NULL ? 0 : cells[i];
        double written = fabs(cell) < WORDLESS ? round(cell * powers[decimals]) + 0.0 : cell;
        uint64_t bits;
        memcpy(&bits, &written, sizeof bits);
        hash = (hash ^ bits) * 1099511628211U;
        hash ^= hash >> 29;
    }
    return hash;
}

/* Counts the rows of a small VALUE that read differently with so many decimals; a row of zeros is
 * one more, so that nothing else reads as zeros. */
static size_t rows_apart(const struct tensor *value, int decimals) {
    enum { ROWS = CAST_ROWS * CAST_MATRICES };
    uint64_t hashes[ROWS + 1];
    size_t columns = shape_columns(&value->shape), count = 1;
    size_t rows = shape_cells(&value->shape) / columns;
    hashes[0] = row_hash(NULL, columns, decimals);
    for (size_t i = 0; i < rows && count <= ROWS; i++) {
        uint64_t hash = row_hash(value->cells + i * columns, columns, decimals);
        size_t k = 0;
        while (k < count && hashes[k] != hash) {
            k++;
        }
        hashes[k] = hash;
        count += k == count;
    }
    return count;
}

/* Of a LARGE value, rows may read alike. */
static int decimals_of(const struct casting *casting, const struct tensor *value,
                       const struct extremes *extremes, bool large) {
    int most = precision_of(casting), decimals = exact_decimals(value, extremes);
    decimals = decimals < most ? decimals : most;
    if (!large) {
        size_t apart = rows_apart(value, most);
        while (decimals < most && rows_apart(value, decimals) < apart) {
            decimals++;
        }
    }
    return decimals;
}

/* --- how wide --------------------------------------------------------------------------------- */

/* Returns the columns left of the point of NUMBER, as .5 and −12.5 are written. */
static size_t whole_columns(double number, int decimals) {
    double rounded = round(fabs(number) * powers[decimals]) / powers[decimals];
    size_t digits = 0;
    while (rounded >= 1) {
        rounded /= 10;
        digits++;
    }
    return (number < 0) + (decimals > 0 ? digits : greater(digits, 1));
}

/* Takes account of NUMBER; a WHOLE one has no point, nor have ∞ and 1e9. */
static void measure_number(struct member *member, double number, int decimals, bool whole) {
    char out[NUMBER_TEXT];
    if (isfinite(number) && fabs(number) < WORDLESS) {
        size_t *widest = whole ? &member->odd : &member->whole;
        size_t fewest = decimals > 0 && !whole; /* decimals, and no sign */
        *widest = greater(*widest, whole_columns(number, whole ? 0 : decimals));
        member->least =
            greater(member->least, whole_columns(fabs(number), (int)fewest) + 2 * fewest);
    } else {
        number_short(out, number, 0);
        size_t columns = isinf(number) ? 1 + (number < 0) : strlen(out); /* −∞ */
        member->odd = greater(member->odd, columns);
    }
}

/* A lone number has as many decimals as it needs. */
static void measure_lone(const struct casting *casting, struct cast_value *value,
                         struct member *member, double number) {
    char out[NUMBER_TEXT];
    number_short(out, number, precision_of(casting));
    const char *point = strchr(out, '.');
    int decimals = point != NULL ? (int)strcspn(point + 1, "e") : 0;
    value->decimals = decimals > value->decimals ? decimals : value->decimals;
    member->odd = greater(member->odd, strchr(out, 'e') != NULL ? strlen(out) : 0);
    measure_number(member, number, decimals, decimals == 0);
}

/* Measures of a large value the ends of its range; shares have room of their own. */
static void measure_tensor(struct member *member, const struct tensor *tensor,
                           const struct extremes *extremes, int decimals, bool large) {
    double ends[] = {extremes->plain_low, extremes->plain_high,
                     extremes->minus_infinite ? -INFINITY : extremes->low,
                     extremes->has_nan ? NAN : extremes->high};
    size_t count = member->shares ? 0
                   : large        ? sizeof ends / sizeof *ends
                                  : shape_cells(&tensor->shape);
    for (size_t i = 0; i < count; i++) {
        double number = large ? ends[i] : tensor->cells[i];
        measure_number(member, number, decimals, large ? extremes->whole : number == round(number));
    }
}

void widths_measure(struct casting *casting, int index, const struct tensor *tensor) {
    struct member *member = &casting->members[index];
    struct cast_value *value = &casting->cast->values[index];
    if (shape_is_number(&tensor->shape)) {
        measure_lone(casting, value, member, tensor->cells[0]);
        return;
    }
    struct extremes extremes = tensor_extremes(tensor, false);
    bool large = cast_is_large(value);
    int decimals = member->shares ? SHARE_DECIMALS : decimals_of(casting, tensor, &extremes, large);
    value->decimals = decimals > value->decimals ? decimals : value->decimals;
    measure_tensor(member, tensor, &extremes, decimals, large);
}

/* --- all is run ------------------------------------------------------------------------------- */

/* Gives decimals, and room for them, to what may become another number than it has in the
 * lesson. */
void widths_settle(struct casting *casting, size_t index) {
    struct cast_value *value = &casting->cast->values[index];
    const struct member *member = &casting->members[index];
    int precision = precision_of(casting);
    bool worked = (member->marks & MARK_WORKED) != 0;
    int least = !worked ? 0 : value->lone ? precision : USUAL_DECIMALS;
    size_t room = value->edited ? USUAL_COLUMNS
                  : !worked     ? 1
                  : value->lone ? (size_t)precision + 1
                                : MOVED_COLUMNS;
    size_t point = value->decimals > 0 ? (size_t)value->decimals + 1 : 0;
    room = greater(room, value->weights && !value->lone ? SHARE_COLUMNS : 1);
    value->decimals = value->decimals > least ? value->decimals : least;
    value->own = greater(member->whole + point, member->odd);
    value->number = greater(value->own, room);
    size_t cut = value->trained ? TRAINED_LEAST : value->edited ? EDITED_LEAST : value->number - 1;
    value->least = lesser(greater(member->least, cut), value->number);
    value->trained = (member->marks & MARK_TRAINED) != 0; /* also what is made from that */
}

/* Takes over what its operand has, with rows and columns swapped. */
static void finish_turned(struct cast_value *value, const struct cast_value *base) {
    struct cast_value own = *value;
    *value = *base;
    value->name = own.name;
    value->left = value->right = CAST_NONE;
    value->transposed = value->operands[0] = own.transposed;
    value->operand_count = 1;
    cast_transpose(value, base);
}

void widths_finish(struct casting *casting) {
    struct cast *cast = casting->cast;
    for (size_t i = 0; i < cast->count; i++) {
        casting->members[i].marks = (cast->values[i].edited ? MARK_WORKED : 0) |
                                    (cast->values[i].trained ? MARK_TRAINED : 0);
    }
    casting_spread(casting, MARK_WORKED | MARK_TRAINED, false);
    for (size_t i = 0; i < cast->count; i++) {
        if (!cast->values[i].picture && cast->values[i].transposed == CAST_NONE) {
            widths_settle(casting, i);
        }
    }
    for (size_t i = 0; i < cast->count; i++) {
        if (cast->values[i].transposed != CAST_NONE) {
            finish_turned(&cast->values[i], &cast->values[cast->values[i].transposed]);
        }
    }
}
