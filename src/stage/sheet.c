/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/sheet.h"

#include "base/utf8.h"

#include <limits.h>
#include <string.h>

enum {
    MATRIX_GAP = 2,    /* columns between two matrices of a stack */
    LABEL_COLUMNS = 8, /* a cell grows no wider for its column label */
    ROWS_MOST = 64,    /* a sheet is not packed higher */
    WIDTHS_APART = 10, /* values stacked in one column of a shelf differ at most so much in width */
    WRONG_WAY = 400,   /* what a line before its source costs */
    NOWHERE = INT_MAX / 4,
};

/* A height of cells, with what goes well with it; WORTH is in the unit of `told`. */
struct setting {
    size_t lines, heads, gap, space, labels, wide;
    bool brief; /* one decimal less where there are two */
    int worth;
};
static const struct setting settings[] = {
    {3, 2, 3, 1, 8, 8, false, 53}, {2, 2, 3, 1, 8, 7, false, 50}, {2, 2, 2, 0, 6, 6, false, 44},
    {1, 2, 3, 1, 8, 6, false, 16}, {1, 2, 2, 0, 6, 6, false, 10}, {1, 1, 2, 0, 6, 5, false, 0},
    {1, 1, 2, 0, 6, 5, true, -20},
};
enum { SETTINGS = sizeof settings / sizeof settings[0] };
/* The tightest for each enum sheet_room. */
static const size_t tightest[] = {SETTINGS - 1, 4};

/* What it is worth that operands stand above their results, and K.T stands on the sheet. */
enum { WORTH_UPPER = 8, WORTH_CORNER = 10, WORTH_CHAIN = 6, WORTH_TURNED = 20, WORTH_SHELF = -2 };

/* A value with its cells, and the operand above it. */
struct unit {
    struct place_on_stage place, upper; /* UPPER.value: CAST_NONE without one */
    size_t row, column;                 /* of PLACE, from the corner of its shelf's base line */
};

struct shelf {
    size_t first, end;  /* units */
    size_t above, rows; /* rows of the uppers, and of all */
};

struct sheet {
    const struct sheet_request *request;
    const struct cast *cast;
    const struct setting *setting;
    int values[SHEET_VALUES + 1]; /* what is wanted */
    size_t value_count;
    bool corners, turned; /* operands stand above their results; K.T has a place */
    bool inline_lines;    /* single numbers take part in the order of the others */
    struct unit units[SHEET_VALUES];
    size_t count;
    int lines[SHEET_VALUES]; /* single numbers */
    size_t line_count;
    struct shelf shelves[SHEET_VALUES];
    size_t shelf_count;
    int told; /* how much of the computation the arrangement tells */
};

/* --- places ------------------------------------------------------------------------------------*/

static size_t name_columns(const struct cast_value *value) {
    return utf8_columns(value->name, strlen(value->name));
}

static bool is_single(const struct cast_value *value) {
    return value->lone && !value->picture;
}

size_t cell_least(const struct cast_value *value) {
    return (value->edited ? lesser(value->number, 3) : value->number) + 1;
}

size_t cell_wanted(const struct cast_value *value) {
    size_t label = value->columns > 1 ? lesser(value->column_label + 1, LABEL_COLUMNS) : 0;
    return greater(value->number + 1, label);
}

static size_t cells_wide(const struct place_on_stage *place) {
    return place->across * place->columns * place->cell_columns + (place->across - 1) * MATRIX_GAP;
}

static void set_cell(const struct cast *cast, struct place_on_stage *place, size_t columns) {
    size_t name = name_columns(&cast->values[place->value]);
    place->cell_columns = columns;
    place->box.columns = greater(cells_wide(place), name);
}

struct place_on_stage place_numbers(const struct cast *cast, int value,
                                    const struct place_request *request) {
    const struct cast_value *shown = &cast->values[value];
    struct place_on_stage place = {.value = value,
                                   .form = FORM_NUMBERS,
                                   .heads = request->heads,
                                   .cell_lines = request->cell_lines,
                                   .cell_columns = request->cell_columns,
                                   .rows = shown->rows,
                                   .columns = shown->columns,
                                   .matrices = shown->matrices,
                                   .above = CAST_NONE};
    size_t wide = place.columns * place.cell_columns + MATRIX_GAP;
    size_t most = lesser(place.matrices, (request->columns + MATRIX_GAP) / wide);
    size_t down = (place.matrices + greater(most, 1) - 1) / greater(most, 1);
    place.across = (place.matrices + down - 1) / greater(down, 1);
    place.box.rows = down * (place.heads + place.rows * place.cell_lines);
    set_cell(cast, &place, place.cell_columns);
    return place;
}

static struct place_on_stage picture_place(const struct cast *cast, int value) {
    const struct cast_value *picture = &cast->values[value];
    return (struct place_on_stage){.value = value,
                                   .form = FORM_PICTURE,
                                   .box = {0, 0, picture->rows, picture->columns},
                                   .above = CAST_NONE};
}

static struct place_on_stage line_place(const struct cast *cast, int value) {
    const struct cast_value *number = &cast->values[value];
    size_t wide = name_columns(number) + 3 + greater(number->number, 4);
    return (struct place_on_stage){.value = value,
                                   .form = FORM_LINE,
                                   .box = {0, 0, 1, wide},
                                   .cell_columns = number->number,
                                   .rows = 1,
                                   .columns = 1,
                                   .matrices = 1,
                                   .across = 1,
                                   .above = CAST_NONE};
}

/* --- what stands on the sheet
 * --------------------------------------------------------------------*/

static bool is_used(const struct cast_value *user, int value) {
    for (size_t i = 0; i < user->operand_count; i++) {
        if (user->operands[i] == value) {
            return true;
        }
    }
    return false;
}

static bool is_here(const struct sheet *sheet, int value) {
    return sheet->request->wanted[value] &&
           (sheet->turned || sheet->cast->values[value].turned == CAST_NONE);
}

/* VALUE is made from nothing that stands here, and from it nothing but PRODUCT. */
static bool stands_alone(const struct sheet *sheet, int value, int product) {
    const struct cast_value *upper = &sheet->cast->values[value];
    for (size_t i = 0; i < upper->operand_count && upper->turned == CAST_NONE; i++) {
        if (is_here(sheet, upper->operands[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < sheet->value_count; i++) {
        int other = sheet->values[i];
        const struct cast_value *user = &sheet->cast->values[other];
        if (other != product && is_here(sheet, other) && !user->picture && is_used(user, value)) {
            return false;
        }
    }
    return true;
}

/* The operand that stands above VALUE; CAST_NONE: none. */
static int upper_of(const struct sheet *sheet, int value) {
    const struct cast_value *product = &sheet->cast->values[value];
    int right = product->right;
    if (right == CAST_NONE || product->lone || !is_here(sheet, right)) {
        return CAST_NONE;
    }
    const struct cast_value *upper = &sheet->cast->values[right];
    bool fits = !upper->lone && upper->matrices == product->matrices &&
                upper->columns == product->columns && right != product->left &&
                (sheet->corners || upper->turned != CAST_NONE);
    return fits && stands_alone(sheet, right, value) ? right : CAST_NONE;
}

static bool is_upper(const struct sheet *sheet, int value) {
    for (size_t i = 0; i < sheet->value_count; i++) {
        if (is_here(sheet, sheet->values[i]) && upper_of(sheet, sheet->values[i]) == value) {
            return true;
        }
    }
    return false;
}

static struct place_on_stage place_of(const struct sheet *sheet, int value) {
    const struct cast_value *shown = &sheet->cast->values[value];
    if (shown->picture) {
        return picture_place(sheet->cast, value);
    }
    if (is_single(shown)) {
        return line_place(sheet->cast, value);
    }
    size_t gutter = shown->row_label > 0 ? lesser(shown->row_label, sheet->setting->labels) + 1 : 0;
    size_t least = cell_least(shown) - (sheet->setting->brief && shown->decimals > 1);
    struct place_request request = {
        sheet->setting->lines > 1 ? greater(least, 2 * sheet->setting->lines) : least,
        sheet->setting->lines, sheet->setting->heads, sheet->request->columns - lesser(gutter, 8)};
    struct place_on_stage place = place_numbers(sheet->cast, value, &request);
    place.gutter = gutter;
    return place;
}

/* False when there are too many. */
static bool collect(struct sheet *sheet) {
    sheet->count = sheet->line_count = 0;
    size_t taken = 0;
    for (size_t i = 0; i < sheet->value_count; i++) {
        int value = sheet->values[i];
        if (!is_here(sheet, value) || is_upper(sheet, value)) {
            continue;
        }
        if (sheet->count + sheet->line_count == SHEET_VALUES) {
            return false;
        }
        if (is_single(&sheet->cast->values[value]) && !sheet->inline_lines) {
            sheet->lines[sheet->line_count++] = value;
            continue;
        }
        struct unit *unit = &sheet->units[sheet->count++];
        *unit = (struct unit){.place = place_of(sheet, value), .upper = {.value = CAST_NONE}};
        int upper = upper_of(sheet, value);
        if (upper != CAST_NONE) {
            taken++;
            unit->upper = place_of(sheet, upper);
            unit->upper.above = value;
            size_t cell = greater(unit->place.cell_columns, unit->upper.cell_columns);
            set_cell(sheet->cast, &unit->place, cell);
            set_cell(sheet->cast, &unit->upper, cell);
        }
    }
    return sheet->count + sheet->line_count + taken <= SHEET_VALUES;
}

/* --- a shelf
 * -------------------------------------------------------------------------------------*/

static size_t row_names(const struct sheet *sheet, const struct place_on_stage *place) {
    return place->value == CAST_NONE ? 0 : sheet->cast->values[place->value].row_names;
}

/* The gutter that PLACE would have without a neighbour. */
static size_t own_gutter(const struct sheet *sheet, const struct place_on_stage *place) {
    size_t label = place->value == CAST_NONE || place->form != FORM_NUMBERS
                       ? 0
                       : sheet->cast->values[place->value].row_label;
    return label > 0 ? lesser(label, sheet->setting->labels) + 1 : 0;
}

/* A column of a shelf: one value with what is above it, or low ones below each other. */
struct column {
    size_t at, width, rows, gutter;
    bool upper;
};

/* Puts UNIT below what is in COLUMN; false where it does not fit in ROWS. */
static bool stack(const struct sheet *sheet, struct unit *unit, struct column *column, size_t rows,
                  size_t *end) {
    size_t gutter = own_gutter(sheet, &unit->place);
    gutter = gutter == 0 ? column->gutter : gutter;
    size_t width = gutter + unit->place.box.columns;
    size_t apart = greater(width, column->width) - lesser(width, column->width);
    size_t row = column->rows + sheet->setting->space;
    if (column->upper || unit->upper.value != CAST_NONE || row + unit->place.box.rows > rows ||
        apart > WIDTHS_APART) {
        return false;
    }
    unit->row = row;
    unit->column = column->at + gutter;
    unit->place.gutter = own_gutter(sheet, &unit->place);
    column->rows = row + unit->place.box.rows;
    column->width = greater(column->width, width);
    *end = column->at + column->width;
    return true;
}

/* Starts a column for UNIT, whose neighbour at the left is LEFT (NULL: it is the first). */
static void start(const struct sheet *sheet, struct unit *unit, const struct unit *left,
                  struct column *column, size_t *end) {
    size_t gap = left == NULL ? 0 : sheet->setting->gap;
    size_t names = row_names(sheet, &unit->place), above = row_names(sheet, &unit->upper);
    bool shared = left != NULL && left->row == 0 && names == row_names(sheet, &left->place);
    bool upper_shared =
        left != NULL && left->upper.value != CAST_NONE && above == row_names(sheet, &left->upper);
    size_t gutter = shared ? 0 : own_gutter(sheet, &unit->place);
    size_t upper = upper_shared ? 0 : own_gutter(sheet, &unit->upper);
    unit->place.gutter = gutter;
    unit->upper.gutter = upper;
    /* Where nothing is above the neighbour, the labels of the upper operand reach over it. */
    size_t over = left == NULL || left->upper.value != CAST_NONE ? 0 : left->place.box.columns;
    size_t before = gap + greater(gutter, upper > over ? upper - over : 0);
    unit->row = 0;
    unit->column = *end + before;
    column->at = *end + gap;
    column->gutter = before - gap;
    column->rows = unit->place.box.rows;
    column->upper = unit->upper.value != CAST_NONE;
    size_t wide = greater(unit->place.box.columns, column->upper ? unit->upper.box.columns : 0);
    column->width = column->gutter + wide;
    *end = unit->column + wide;
}

/* What stands below another in its column stands below none of its results. */
static bool is_in_order(const struct sheet *sheet, const struct shelf *shelf) {
    for (size_t i = shelf->first; i < shelf->end; i++) {
        const struct unit *unit = &sheet->units[i];
        const struct cast_value *value = &sheet->cast->values[unit->place.value];
        for (size_t k = shelf->first; k < i; k++) {
            const struct unit *source = &sheet->units[k];
            if (source->row >= unit->row + unit->place.box.rows &&
                is_used(value, source->place.value)) {
                return false;
            }
        }
    }
    return true;
}

/* Lays the units of SHELF out; false where they do not fit side by side, or are too high. */
static bool lay(struct sheet *sheet, struct shelf *shelf) {
    size_t above = 0, rows = 0, end = 0;
    for (size_t i = shelf->first; i < shelf->end; i++) {
        const struct unit *unit = &sheet->units[i];
        above = greater(above, unit->upper.value == CAST_NONE ? 0 : unit->upper.box.rows);
        rows = greater(rows, unit->place.box.rows);
    }
    shelf->above = above;
    shelf->rows = above + rows;
    struct column column = {0};
    for (size_t i = shelf->first; i < shelf->end; i++) {
        struct unit *unit = &sheet->units[i];
        if (i == shelf->first || !stack(sheet, unit, &column, rows, &end)) {
            start(sheet, unit, i == shelf->first ? NULL : unit - 1, &column, &end);
        }
        if (end > sheet->request->columns) {
            return false;
        }
    }
    return shelf->rows <= sheet->request->rows && is_in_order(sheet, shelf);
}

/* What SHELF tells: corners that are whole, operands at the left of their results. */
static int tell(const struct sheet *sheet, const struct shelf *shelf) {
    int told = WORTH_SHELF;
    for (size_t i = shelf->first; i < shelf->end; i++) {
        const struct unit *unit = &sheet->units[i];
        told += unit->upper.value != CAST_NONE ? WORTH_UPPER : 0;
        const struct cast_value *value = &sheet->cast->values[unit->place.value];
        for (size_t k = shelf->first; k < i; k++) {
            if (is_used(value, sheet->units[k].place.value)) {
                told += unit->upper.value != CAST_NONE ? WORTH_CORNER : WORTH_CHAIN;
            }
        }
    }
    return told;
}

/* --- shelves
 * -------------------------------------------------------------------------------------*/

/* The best division of the units from each on, with so many rows left: what it tells, and where its
 * first shelf ends. */
struct division {
    int told[SHEET_VALUES + 1][ROWS_MOST + 1];
    size_t end[SHEET_VALUES + 1][ROWS_MOST + 1];
};

static void divide(struct sheet *sheet, size_t first, size_t most, struct division *division) {
    size_t count = sheet->count, space = sheet->setting->space;
    for (size_t end = first + 1; end <= count; end++) {
        struct shelf shelf = {first, end, 0, 0};
        if (!lay(sheet, &shelf)) {
            continue;
        }
        int told = tell(sheet, &shelf);
        size_t take = shelf.rows + (end < count ? space : 0);
        for (size_t left = take; left <= most; left++) {
            int all = division->told[end][left - take] + told;
            if (all >= division->told[first][left]) {
                division->told[first][left] = all;
                division->end[first][left] = end;
            }
        }
    }
}

/* Divides the units into shelves; false where they do not fit. */
static bool shelve(struct sheet *sheet) {
    static const int nothing = -NOWHERE;
    struct division division;
    size_t most = lesser(sheet->request->rows, ROWS_MOST), count = sheet->count;
    for (size_t left = 0; left <= most; left++) {
        division.told[count][left] = 0;
    }
    for (size_t first = count; first-- > 0;) {
        for (size_t left = 0; left <= most; left++) {
            division.told[first][left] = nothing;
        }
        divide(sheet, first, most, &division);
    }
    sheet->shelf_count = 0;
    sheet->told = division.told[0][most];
    if (sheet->told < nothing / 2) {
        return false;
    }
    for (size_t first = 0, left = most; first < count;) {
        struct shelf *shelf = &sheet->shelves[sheet->shelf_count++];
        *shelf = (struct shelf){first, division.end[first][left], 0, 0};
        lay(sheet, shelf);
        first = shelf->end;
        left -= shelf->rows + (first < count ? sheet->setting->space : 0);
    }
    return true;
}

/* --- width that is left
 * --------------------------------------------------------------------------*/

/* Who gets what a shelf has left of its width, in this order: weights for their three decimals,
 * longer numbers and labels, everybody. */
enum turn { TURN_WEIGHTS, TURN_WANTED, TURN_ALL };

static bool has_turn(const struct sheet *sheet, const struct unit *unit, enum turn turn,
                     size_t width) {
    const struct cast_value *value = &sheet->cast->values[unit->place.value];
    size_t wanted = cell_wanted(value);
    if (unit->place.form != FORM_NUMBERS || unit->place.cell_columns >= width) {
        return false;
    }
    if (unit->upper.value != CAST_NONE) {
        wanted = greater(wanted, cell_wanted(&sheet->cast->values[unit->upper.value]));
    }
    return turn == TURN_ALL || (turn == TURN_WANTED && wanted >= width) ||
           (turn == TURN_WEIGHTS && value->weights && value->number + 1 >= width);
}

/* Widens the cells of SHELF that are narrower than WIDTH and have their turn; takes it back where
 * they do not fit then. */
static bool widen(struct sheet *sheet, struct shelf *shelf, size_t width, enum turn turn) {
    struct shelf before = *shelf;
    struct unit units[SHEET_VALUES];
    memcpy(units, sheet->units, sizeof units);
    for (size_t i = shelf->first; i < shelf->end; i++) {
        struct unit *unit = &sheet->units[i];
        if (!has_turn(sheet, unit, turn, width)) {
            continue;
        }
        set_cell(sheet->cast, &unit->place, width);
        if (unit->upper.value != CAST_NONE) {
            set_cell(sheet->cast, &unit->upper, width);
        }
    }
    if (lay(sheet, shelf) && shelf->rows == before.rows) {
        return true;
    }
    memcpy(sheet->units, units, sizeof units);
    *shelf = before;
    return false;
}

/* Its column labels are cut. */
static bool is_cut(const struct sheet *sheet, const struct place_on_stage *place) {
    const struct cast_value *value =
        place->value == CAST_NONE ? NULL : &sheet->cast->values[place->value];
    return value != NULL && place->form == FORM_NUMBERS && place->heads > 1 && value->columns > 1 &&
           place->cell_columns < lesser(value->column_label + 1, LABEL_COLUMNS);
}

/* Widens the cells of one value by a column, for its labels; takes it back where that does not
 * fit. */
static bool widen_unit(struct sheet *sheet, struct shelf *shelf, struct unit *unit) {
    struct shelf before = *shelf;
    struct unit units[SHEET_VALUES];
    memcpy(units, sheet->units, sizeof units);
    if (!is_cut(sheet, &unit->place) && !is_cut(sheet, &unit->upper)) {
        return false;
    }
    set_cell(sheet->cast, &unit->place, unit->place.cell_columns + 1);
    if (unit->upper.value != CAST_NONE) {
        set_cell(sheet->cast, &unit->upper, unit->place.cell_columns);
    }
    if (lay(sheet, shelf) && shelf->rows == before.rows) {
        return true;
    }
    memcpy(sheet->units, units, sizeof units);
    *shelf = before;
    return false;
}

/* Gives away what the shelves have left, to turn LAST. */
static void widen_all(struct sheet *sheet, enum turn last) {
    for (size_t i = 0; i < sheet->shelf_count; i++) {
        struct shelf *shelf = &sheet->shelves[i];
        for (int turn = TURN_WEIGHTS; turn <= (int)last; turn++) {
            size_t most = turn == TURN_ALL ? sheet->setting->wide : LABEL_COLUMNS, width = 3;
            while (width <= most && widen(sheet, shelf, width, (enum turn)turn)) {
                width++;
            }
        }
        for (size_t k = shelf->first; k < shelf->end && last == TURN_ALL; k++) {
            while (widen_unit(sheet, shelf, &sheet->units[k])) {
            }
        }
    }
}

/* --- the whole sheet
 * -----------------------------------------------------------------------------*/

static size_t put_units(const struct sheet *sheet, struct place_on_stage *places, size_t *rows) {
    size_t count = 0, row = 0;
    for (size_t i = 0; i < sheet->shelf_count; i++) {
        const struct shelf *shelf = &sheet->shelves[i];
        for (size_t k = shelf->first; k < shelf->end; k++) {
            const struct unit *unit = &sheet->units[k];
            size_t base = row + shelf->above + unit->row;
            if (unit->upper.value != CAST_NONE) {
                places[count] = unit->upper;
                places[count].box.row = base - unit->upper.box.rows;
                places[count++].box.column = unit->column;
            }
            places[count] = unit->place;
            places[count].box.row = base;
            places[count++].box.column = unit->column;
        }
        row += shelf->rows + (i + 1 < sheet->shelf_count ? sheet->setting->space : 0);
    }
    *rows = row;
    return count;
}

/* Free of all PLACES, with a blank around. */
static bool is_free(const struct place_on_stage *places, size_t count, const struct box *box) {
    for (size_t i = 0; i < count; i++) {
        const struct box *other = &places[i].box;
        if (box->row < other->row + other->rows && other->row < box->row + box->rows &&
            box->column < other->column + other->columns + 2 &&
            other->column < box->column + box->columns + 2 + places[i].gutter) {
            return false;
        }
    }
    return true;
}

static bool is_after(const struct box *source, const struct box *result) {
    return source->row >= result->row + result->rows ||
           (source->row + source->rows > result->row &&
            source->column >= result->column + result->columns);
}

/* How far a line at BOX is from what is made from VALUE, and what it is made from: -1 where it has
 * nothing to do with OTHER, NOWHERE where it would stand behind its result. It may stand before its
 * source where there is nothing else. */
static int distance(const struct sheet *sheet, int value, const struct place_on_stage *other,
                    const struct box *box) {
    const struct cast_value *values = sheet->cast->values;
    bool source = is_used(&values[other->value], value) && !values[other->value].picture;
    bool result = is_used(&values[value], other->value);
    if (source && is_after(box, &other->box)) {
        return NOWHERE;
    }
    if (!source && !result) {
        return -1;
    }
    int rows = (int)box->row - (int)other->box.row;
    int columns = (int)(box->column + box->columns) - (int)other->box.column;
    int before = result && is_after(&other->box, box) ? WRONG_WAY : 0;
    return (rows < 0 ? -rows : rows) * 4 + (columns < 0 ? -columns : columns) + before;
}

/* How good a place BOX is for VALUE: the lower the better. */
static int cost_of_line(const struct sheet *sheet, int value, const struct box *box,
                        const struct place_on_stage *places, size_t count) {
    int nearest = NOWHERE, wrong = 0;
    bool aligned = box->column == 0;
    for (size_t i = 0; i < count; i++) {
        int far = distance(sheet, value, &places[i], box);
        if (far == NOWHERE) {
            return NOWHERE;
        }
        wrong += far >= WRONG_WAY ? WRONG_WAY : 0;
        far = far >= WRONG_WAY ? far - WRONG_WAY : far;
        nearest = far >= 0 && far < nearest ? far : nearest;
        aligned = aligned || places[i].box.column == box->column;
    }
    if (nearest == NOWHERE) {
        nearest = (int)(box->row * 4 + box->column);
    }
    return nearest + wrong + (aligned ? 0 : 4);
}

/* Looks for a place for the single number LINE->value among COUNT places. */
struct search {
    const struct sheet *sheet;
    const struct place_on_stage *places;
    size_t count;
    struct place_on_stage *line;
    int least; /* what the best so far costs */
};

/* Puts the line where it is best in COLUMN. */
static void try_column(struct search *search, size_t column) {
    const struct sheet_request *request = search->sheet->request;
    struct box box = {0, column, 1, search->line->box.columns};
    for (; box.row < request->rows; box.row++) {
        if (column + box.columns > request->columns ||
            !is_free(search->places, search->count, &box)) {
            continue;
        }
        int cost =
            cost_of_line(search->sheet, search->line->value, &box, search->places, search->count);
        if (cost < search->least) {
            search->least = cost;
            search->line->box = box;
        }
    }
}

/* A place for the single number VALUE in what PLACES leave free: at the left edge, or above, below
 * or right of another. */
static bool put_line(const struct sheet *sheet, int value, struct place_on_stage *places,
                     size_t count) {
    struct search search = {sheet, places, count, &places[count], NOWHERE};
    places[count] = line_place(sheet->cast, value);
    try_column(&search, 0);
    for (size_t i = 0; i < count; i++) {
        size_t column = places[i].box.column;
        try_column(&search, column);
        try_column(&search, column + places[i].box.columns + MATRIX_GAP);
    }
    return search.least < NOWHERE;
}

/* All places of SHEET; 0 where a line finds none. */
static size_t put_all(const struct sheet *sheet, struct place_on_stage *places, size_t *rows) {
    size_t count = put_units(sheet, places, rows);
    for (size_t i = 0; i < sheet->line_count; i++) {
        if (!put_line(sheet, sheet->lines[i], places, count)) {
            return 0;
        }
        *rows = greater(*rows, places[count].box.row + 1);
        count++;
    }
    return count;
}

static bool has_turned(const struct sheet_request *request) {
    for (size_t i = 0; i < request->cast->count; i++) {
        if (request->wanted[i] && request->cast->values[i].turned != CAST_NONE) {
            return true;
        }
    }
    return false;
}

/* SETTING with or without corners, with or without K.T. */
static bool try_setting(struct sheet *sheet, const struct setting *setting, bool corners,
                        bool turned) {
    struct place_on_stage places[SHEET_VALUES];
    size_t rows;
    sheet->setting = setting;
    sheet->corners = corners;
    sheet->turned = turned;
    sheet->inline_lines = false;
    if (collect(sheet) && shelve(sheet) && put_all(sheet, places, &rows) > 0) {
        return true;
    }
    bool lines = sheet->line_count > 0;
    sheet->inline_lines = true;
    return lines && collect(sheet) && shelve(sheet);
}

/* Notes what is wanted; false when it is too much for a sheet. */
static bool start_sheet(struct sheet *sheet, const struct sheet_request *request) {
    *sheet = (struct sheet){.request = request, .cast = request->cast};
    for (size_t i = 0; i < request->cast->count; i++) {
        if (!request->wanted[i]) {
            continue;
        }
        if (request->cast->values[i].large || sheet->value_count > SHEET_VALUES) {
            return false;
        }
        sheet->values[sheet->value_count++] = (int)i;
    }
    return sheet->value_count > 0;
}

bool sheet_fits(const struct sheet_request *request) {
    struct sheet sheet;
    const struct setting *tight = &settings[tightest[request->room]];
    return start_sheet(&sheet, request) &&
           (try_setting(&sheet, tight, true, false) || try_setting(&sheet, tight, false, false));
}

size_t sheet_make(const struct sheet_request *request, struct place_on_stage *places,
                  size_t *rows) {
    struct sheet sheet, best;
    int most = -NOWHERE;
    bool turned = has_turned(request), possible = start_sheet(&sheet, request);
    for (size_t i = 0; i < SETTINGS && possible; i++) {
        for (int way = 0; way < (turned ? 4 : 2); way++) {
            if (!try_setting(&sheet, &settings[i], way % 2 == 0, way / 2 != 0)) {
                continue;
            }
            int worth = settings[i].worth + sheet.told + (sheet.turned ? WORTH_TURNED : 0);
            if (worth > most) {
                most = worth;
                best = sheet;
            }
        }
    }
    if (most == -NOWHERE) {
        return 0;
    }
    size_t count = 0;
    for (int last = TURN_ALL; last >= TURN_WEIGHTS - 1 && count == 0; last--) {
        sheet = best;
        widen_all(&sheet, (enum turn)last);
        count = put_all(&sheet, places, rows); /* 0: a line has lost its place to wider cells */
    }
    return count;
}
