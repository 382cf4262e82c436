/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* sizes: one run through all statements of a lesson on a copy, for the sizes of its values. */
#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"
#include "canvas/canvas.h"
#include "notebook/train.h"
#include "stage/axes.h"
#include "stage/casting.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum {
    MANY_CELLS = 1000000, /* beyond these the numbers are not looked at */
    USUAL_COLUMNS = 5,    /* of a number that was not looked at, or may become −9.99 */
    USUAL_DECIMALS = 2,
    SHARE_DECIMALS = 3,
    SHARE_COLUMNS = 4, /* .126; 1 has no decimals */
    WORDLESS = 1000000 /* numbers from here on are written as 1e6 */
};

/* --- how many decimals ------------------------------------------------------------------------ */

static const double powers[] = {1, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7, 1e8};

/* The fewest, up to two, that write every number of VALUE; of large numbers fewer do. */
static int exact_decimals(const struct tensor *value, const struct extremes *extremes) {
    double largest = fmax(-extremes->plain_low, extremes->plain_high);
    int most = largest >= 1000 ? 0 : largest >= 100 ? 1 : 2, decimals = 0;
    size_t count = extremes->whole ? 0 : shape_cells(&value->shape);
    for (size_t i = 0; i < count && decimals < most; i++) {
        double cell = value->cells[i];
        while (isfinite(cell) && fabs(cell) < WORDLESS && decimals < most &&
               fabs(cell * powers[decimals] - round(cell * powers[decimals])) > 0.02) {
            decimals++;
        }
    }
    return decimals;
}

/* What a row reads like with so many decimals. */
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

/* How many rows of a small VALUE read differently with so many decimals; a row of zeros is one
 * more, so that nothing reads as zeros that is more. */
static size_t rows_apart(const struct tensor *value, int decimals) {
    enum { ROWS = CAST_ROWS * CAST_MATRICES };
    uint64_t hashes[ROWS + 1];
    size_t columns = shape_columns(&value->shape), count = 1;
    size_t rows = columns == 0 ? 0 : shape_cells(&value->shape) / columns;
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

static bool is_large(const size_t sizes[3]) {
    return sizes[0] > CAST_MATRICES || sizes[1] > CAST_ROWS || sizes[2] > CAST_COLUMNS;
}

static int decimals_of(const struct casting *casting, const struct tensor *value,
                       const struct extremes *extremes) {
    const struct shape *shape = &value->shape;
    size_t sizes[] = {shape_matrices(shape), shape_rows(shape), shape_columns(shape)};
    int precision = casting->session->view.precision;
    int most = precision < 8 ? precision : 8, decimals = exact_decimals(value, extremes);
    decimals = decimals < most ? decimals : most;
    if (!is_large(sizes)) {
        size_t apart = rows_apart(value, most);
        while (decimals < most && rows_apart(value, decimals) < apart) {
            decimals++;
        }
    }
    return decimals;
}

/* --- how wide --------------------------------------------------------------------------------- */

/* Columns left of the point of NUMBER, as .5 and −12.5 are written. */
static size_t whole_columns(double number, int decimals) {
    char out[NUMBER_TEXT];
    number_fixed(out, number, decimals);
    size_t sign = out[0] == '-', whole = strcspn(out, ".");
    bool zero = whole == sign + 1 && out[sign] == '0' && decimals > 0;
    return zero ? sign : whole;
}

/* Columns of what is written without a point: inf as ∞, 1e9. */
static size_t odd_columns(const struct extremes *extremes) {
    char out[NUMBER_TEXT];
    size_t columns = extremes->minus_infinite ? 2 : extremes->infinite ? 1 : 0;
    columns = extremes->no_number ? 3 : columns;
    double ends[] = {extremes->low, extremes->high};
    for (size_t i = 0; i < 2; i++) {
        if (isfinite(ends[i]) && fabs(ends[i]) >= WORDLESS) {
            number_short(out, ends[i], 0);
            columns = greater(columns, strlen(out));
        }
    }
    return columns;
}

/* A lone number has as many decimals as it takes. */
static void measure_lone(const struct casting *casting, struct cast_value *value,
                         struct member *member, double number) {
    char out[NUMBER_TEXT];
    number_short(out, number, casting->session->view.precision);
    const char *point = strchr(out, '.');
    bool plain = strchr(out, 'e') == NULL && isfinite(number);
    int decimals = plain && point != NULL ? (int)strlen(point + 1) : 0;
    value->decimals = decimals > value->decimals ? decimals : value->decimals;
    member->whole = plain ? greater(member->whole, strcspn(out, ".")) : member->whole;
    member->odd = plain ? member->odd : greater(member->odd, strlen(out));
}

static void measure_numbers(const struct casting *casting, struct cast_value *value,
                            struct member *member, const struct tensor *tensor) {
    if (shape_is_number(&tensor->shape)) {
        measure_lone(casting, value, member, tensor->cells[0]);
        return;
    }
    if (shape_cells(&tensor->shape) > MANY_CELLS) {
        member->odd = greater(member->odd, USUAL_COLUMNS);
        value->decimals = value->decimals > USUAL_DECIMALS ? value->decimals : USUAL_DECIMALS;
        return;
    }
    struct extremes extremes = tensor_extremes(tensor, false);
    int decimals = member->shares ? SHARE_DECIMALS : decimals_of(casting, tensor, &extremes);
    value->decimals = decimals > value->decimals ? decimals : value->decimals;
    double ends[] = {extremes.plain_low, extremes.plain_high};
    for (size_t i = 0; i < 2 && !member->shares; i++) {
        size_t whole = isfinite(ends[i]) ? whole_columns(ends[i], decimals) : 0;
        member->whole = greater(member->whole, whole);
    }
    member->odd = greater(member->odd, odd_columns(&extremes));
}

/* --- labels ----------------------------------------------------------------------------------- */

/* What tells LABELS from others; 0: there are none. */
static size_t labels_hash(const struct labels *labels) {
    uint64_t hash = 14695981039346656037U;
    for (size_t i = 0; labels != NULL && i < labels->count; i++) {
        for (const char *at = labels->names[i]; *at != '\0'; at++) {
            hash = (hash ^ (unsigned char)*at) * 1099511628211U;
        }
        hash = (hash ^ '\n') * 1099511628211U;
    }
    return labels == NULL ? 0 : (size_t)hash | 1;
}

static size_t labels_columns(const struct labels *labels) {
    size_t widest = 0;
    for (size_t i = 0; labels != NULL && i < labels->count; i++) {
        widest = greater(widest, canvas_columns(labels->names[i]));
    }
    return widest;
}

static void measure_labels(struct cast_value *value, const struct shape *shape) {
    const struct labels *rows = shape->labels[AXIS_ROW], *columns = shape->labels[AXIS_COLUMN];
    value->row_label = greater(value->row_label, labels_columns(rows));
    value->column_label = greater(value->column_label, labels_columns(columns));
    if (rows != NULL && shape_rows(shape) >= value->rows) { /* the longest list names them */
        value->row_names = labels_hash(rows);
    }
    if (columns != NULL && shape_columns(shape) >= value->columns) {
        value->column_names = labels_hash(columns);
    }
}

/* --- what it is made from --------------------------------------------------------------------- */

static void add_operand(struct member *member, int operand) {
    bool known = operand == CAST_NONE;
    for (size_t i = 0; i < member->operand_count; i++) {
        known |= member->operands[i] == (size_t)operand;
    }
    if (!known && memory_reserve(&member->operands, &member->operand_capacity,
                                 member->operand_count + 1, sizeof *member->operands)) {
        member->operands[member->operand_count++] = (size_t)operand;
    }
}

static int index_of(const struct casting *casting, const struct definition *definition) {
    return casting_find(casting, definition->name, strlen(definition->name));
}

/* Those whose numbers count; labels alone are no operands. */
static void take_operands(struct casting *casting, int index, const struct definition *definition) {
    size_t count;
    struct definition *const *uses = notebook_uses(&casting->now, definition, &count);
    struct member *member = &casting->members[index];
    struct cast_value *value = &casting->cast->values[index];
    member->operand_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (!definition_is_operator(uses[i]) && !definition_takes_words(definition, uses[i])) {
            int operand = index_of(casting, uses[i]);
            add_operand(member, operand == index ? CAST_NONE : operand);
        }
    }
    if (value->operand_count == 0) { /* the formula it is met with first */
        value->operand_count = lesser(member->operand_count, CAST_OPERANDS);
        for (size_t i = 0; i < value->operand_count; i++) {
            value->operands[i] = (int)member->operands[i];
        }
    }
}

/* K.T of K. */
static int turned_of(struct casting *casting, int index) {
    struct text name = {0};
    text_format(&name, "%s.T", casting->cast->values[index].name);
    int turned = name.failed ? CAST_NONE : casting_add(casting, name.bytes, name.length);
    text_release(&name);
    if (turned != CAST_NONE) {
        struct cast_value *value = &casting->cast->values[turned];
        value->turned = value->operands[0] = index;
        value->operand_count = 1;
        value->first_stop = casting->cast->values[index].first_stop;
        casting->members[turned].made = true;
        casting->members[turned].operand_count = 0;
        add_operand(&casting->members[turned], index);
    }
    return turned;
}

/* The value that argument SIDE of PRODUCT is, or is turned; CAST_NONE: a part without a name. */
static int side_of(struct casting *casting, const struct definition *definition,
                   const struct operation *product, size_t side) {
    const struct origin *origin = &product->origin[side];
    bool turned = false;
    if (origin->operation != ORIGIN_NONE) {
        const struct operation *made = &definition->operations[origin->operation];
        turned = made->call.operator->writing.transposition == TRANSPOSE_FLIP;
        origin = turned ? &made->origin[0] : origin;
    }
    bool named = origin->operation == ORIGIN_NONE && origin->definition != NULL &&
                 shape_matrices(&product->result->shape) > 0;
    int index = named ? index_of(casting, origin->definition) : CAST_NONE;
    named = index != CAST_NONE &&
            text_same(casting->cast->values[index].name, origin->definition->name);
    return !named ? CAST_NONE : turned ? turned_of(casting, index) : index;
}

/* The product in DEFINITION that is its value, but for what is done to each number by itself
 * afterwards (/ sqrt(d_k)); NULL: none. *WHOLE: nothing is. */
static const struct operation *product_of(const struct definition *definition, bool *whole) {
    const struct operation *last = definition_last(definition);
    *whole = true;
    while (last != NULL && last->call.operator->writing.transposition != TRANSPOSE_SWAP) {
        bool scales =
            last->call.operator->scalar != NULL && last->origin[0].operation != ORIGIN_NONE;
        const struct operation *next =
            scales ? &definition->operations[last->origin[0].operation] : NULL;
        bool same = next != NULL && shape_same_sizes(&next->result->shape, &last->result->shape);
        last = same ? next : NULL;
        *whole = false;
    }
    return last;
}

static void take_product(struct casting *casting, int index, const struct definition *definition) {
    bool whole;
    const struct operation *product = product_of(definition, &whole);
    int left = product == NULL ? CAST_NONE : side_of(casting, definition, product, 0);
    int right = left == CAST_NONE ? CAST_NONE : side_of(casting, definition, product, 1);
    struct cast_value *value = &casting->cast->values[index];
    if (right == CAST_NONE || left == index || right == index) {
        left = right = CAST_NONE;
    }
    casting->members[index].sides[0] = left;
    casting->members[index].sides[1] = right;
    if (whole && value->left == CAST_NONE) {
        value->left = left;
        value->right = right;
    }
}

/* --- a definition ----------------------------------------------------------------------------- */

static void take(struct casting *casting, int index, const struct definition *definition,
                 size_t stop) {
    struct cast_value *value = &casting->cast->values[index];
    struct member *member = &casting->members[index];
    const struct shape *shape = &definition->value->shape;
    bool number = shape_is_number(shape);
    if (!member->made) {
        value->first_stop = (int)stop;
        value->leaf = definition->leaf;
        member->lone = true;
    }
    member->made = true;
    member->lone &= number;
    member->absent = definition->text != NULL || shape_cells(shape) == 0;
    member->shares = axes_shares(definition, SIZE_MAX);
    member->leaf = definition->leaf;
    value->words |= definition->text != NULL;
    value->weights |= member->shares;
    enum style role = axes_role(definition);
    value->role = role == STYLE_FORMULA ? value->role : role;
    measure_labels(value, shape);
    value->matrices = greater(value->matrices, shape_matrices(shape));
    value->rows = greater(value->rows, shape_rows(shape));
    value->columns = greater(value->columns, shape_columns(shape));
    if (!member->absent) {
        measure_numbers(casting, value, member, definition->value);
    }
}

/* What is inside of DEFINITION and called by the lesson. */
static void take_inside(struct casting *casting, int owner, const struct definition *definition,
                        size_t stop) {
    const char *name = casting->cast->values[owner].name;
    size_t length = strlen(name);
    for (size_t i = 0; definition->inside_count > 0 && i < casting->cast->count; i++) {
        const char *path = casting->cast->values[i].name;
        const struct definition *inside = text_starts(path, name) && path[length] == '.'
                                              ? definition_inside(definition, path)
                                              : NULL;
        if (inside != NULL) {
            take(casting, (int)i, inside, stop);
            casting->cast->values[i].operands[0] = owner;
            casting->cast->values[i].operand_count = 1;
            casting->members[i].operand_count = 0;
            add_operand(&casting->members[i], owner);
        }
    }
}

/* --- a stop ----------------------------------------------------------------------------------- */

/* The changes of STOP but for training. False: the list is to be given back. */
static bool without_training(const struct changes *all, struct changes *run) {
    *run = *all;
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        count += all->list[i]->kind == CHANGE_TRAIN;
    }
    if (count == 0) {
        return true;
    }
    *run = (struct changes){.list = memory_allocate(all->count, sizeof *run->list)};
    for (size_t i = 0; run->list != NULL && i < all->count; i++) {
        if (all->list[i]->kind != CHANGE_TRAIN) {
            run->list[run->count++] = all->list[i];
        }
    }
    return false;
}

static void mark_moved(struct casting *casting, int index, const struct definition *now) {
    const struct definition *old = notebook_find(&casting->before, now->name);
    casting->members[index].moved |= old != NULL && !tensor_same(old->value, now->value);
}

/* What a training moves, and what is made from that. */
static void mark_trained(struct casting *casting, const struct changes *changes) {
    bool any = false, more = true;
    for (size_t i = 0; i < changes->count; i++) {
        const struct change *change = changes->list[i];
        int index = change->kind == CHANGE_TRAIN
                        ? casting_find(casting, change->name, strlen(change->name))
                        : CAST_NONE;
        if (index != CAST_NONE) {
            casting->members[index].moved = any = true;
            sizes_edited(&casting->cast->values[index]);
        }
    }
    for (; any && more;) {
        more = false;
        for (size_t i = 0; i < casting->cast->count; i++) {
            struct member *member = &casting->members[i];
            for (size_t k = 0; !member->moved && k < member->operand_count; k++) {
                member->moved = casting->members[member->operands[k]].moved;
                more |= member->moved;
            }
        }
    }
}

void sizes_run(struct casting *casting, size_t stop) {
    const struct changes *all = history_script_at(casting->session->history, stop);
    struct failure unfit = {0};
    struct changes run;
    if (all->count == 0) {
        return;
    }
    notebook_release(&casting->before);
    notebook_copy(&casting->before, &casting->now);
    bool whole = without_training(all, &run);
    changes_run(&run, &casting->now, &unfit);
    for (size_t i = notebook_common(&casting->before, &casting->now); i < casting->now.count; i++) {
        const struct definition *definition = casting->now.list[i];
        int index = casting_add(casting, definition->name, strlen(definition->name));
        if (index != CAST_NONE) {
            take(casting, index, definition, stop);
            take_operands(casting, index, definition);
            take_product(casting, index, definition);
            take_inside(casting, index, definition, stop);
            mark_moved(casting, index, definition);
        }
    }
    if (!whole) {
        mark_trained(casting, all);
        memory_free(run.list);
    }
}

/* --- pictures --------------------------------------------------------------------------------- */

/* Rows and columns at the smallest good size. */
static const struct {
    const char *word;
    size_t rows, columns;
} pictures[] = {{"links", 5, 40}, {"arrows", 11, 34}, {"histogram", 8, 34},
                {"sweep", 9, 34}, {"plot", 9, 36},    {"curve", 9, 36}};

void sizes_picture(struct cast_value *picture) {
    size_t length = strcspn(picture->name, " ");
    picture->picture = true;
    picture->matrices = 1;
    for (size_t i = 0; i < sizeof pictures / sizeof pictures[0]; i++) {
        if (strlen(pictures[i].word) == length &&
            strncmp(picture->name, pictures[i].word, length) == 0) {
            picture->rows = pictures[i].rows;
            picture->columns = pictures[i].columns;
        }
    }
}

/* --- all is run ------------------------------------------------------------------------------- */

void sizes_edited(struct cast_value *value) {
    value->edited = true;
}

static void finish(struct cast_value *value, const struct member *member) {
    size_t sizes[] = {value->matrices, value->rows, value->columns};
    size_t point = value->decimals > 0 ? (size_t)value->decimals + 1 : 0;
    size_t shares = value->weights && !member->lone ? SHARE_COLUMNS : 0;
    value->lone = member->lone;
    value->number = greater(greater(member->whole + point, member->odd), greater(shares, 1));
    value->number = greater(value->number, value->edited ? USUAL_COLUMNS : 0);
    value->large = is_large(sizes);
}

void sizes_measure(const struct session *session, const struct definition *definition,
                   struct cast_value *value) {
    struct member member = {.sides = {CAST_NONE, CAST_NONE}};
    struct cast cast = {.values = value, .count = 1};
    struct casting casting = {.session = session, .cast = &cast, .members = &member, .room = 1};
    take(&casting, 0, definition, 0);
    finish(value, &member);
}

/* Turned: as what is turned, rows and columns changed over. */
static void finish_turned(struct cast_value *value, const struct cast_value *base) {
    value->matrices = base->matrices;
    value->rows = base->columns;
    value->columns = base->rows;
    value->number = base->number;
    value->decimals = base->decimals;
    value->edited = base->edited;
    value->row_label = base->column_label;
    value->column_label = base->row_label;
    value->row_names = base->column_names;
    value->column_names = base->row_names;
    value->role = base->role;
    value->weights = base->weights;
    value->lone = base->lone;
    size_t sizes[] = {value->matrices, value->rows, value->columns};
    value->large = is_large(sizes);
}

void sizes_finish(struct casting *casting) {
    struct cast *cast = casting->cast;
    for (size_t i = 0; i < cast->count; i++) {
        if (!cast->values[i].picture && cast->values[i].turned == CAST_NONE) {
            finish(&cast->values[i], &casting->members[i]);
        }
    }
    for (size_t i = 0; i < cast->count; i++) {
        if (cast->values[i].turned != CAST_NONE) {
            finish_turned(&cast->values[i], &cast->values[cast->values[i].turned]);
        }
    }
}
