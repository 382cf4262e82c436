/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/ladder.h"

#include "base/text.h"
#include "canvas/figure.h"
#include "canvas/rungs.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum {
    LEAST_ROWS = 3,
    LEAST_TERMS = 3,
    SENTENCE_ROWS = 3,
    HEAD_MOST = 18, /* columns of the names of the lines, more where the terms leave some, */
    HEAD_CUT = 11,  /* and rather so many than that a term has no column; */
    HEAD_SIGN = 2,  /* after × */
    LABEL_MOST = 9, /* and of the labels above the terms */
    DECIMALS_MOST = 3,
    MORE_COLUMNS = 2, /* of "…" after the last term, with the blank before it */
    BAR_COLUMNS = 3,
    EIGHTHS = 8,   /* of a row */
    TALL_MOST = 3, /* rows of a bar, where the arithmetic has a pane of its own */
    ORANGE = 235,  /* levels of the signed ramp that are seen well on its background */
    BLUE = 21,
    GROUND = 128
};

/* --- measures --------------------------------------------------------------------------------- */

/* Returns VALUE as it is written, with its sign also where it reads 0: −.000. Where the sum of all
 * terms would read 0 with these decimals, what would do so, too, as a power: 2e-5. */
static struct written figure_of(const struct rungs *rungs, double value) {
    double zero = 0.5 * pow(10, -rungs->decimals);
    double sum = fabs(rungs->ladder->explanation->value);
    bool tiny = rungs->sum && sum > 0 && sum < zero && fabs(value) < zero;
    struct figure figure = {.decimals = tiny ? 0 : number_decimals(value, rungs->decimals),
                            .width = NUMBER_TEXT,
                            .exact = tiny,
                            .shares = !rungs->sum};
    struct written written = figure_written(&figure, value), negative = {""};
    text_fill(negative.text, sizeof negative.text, "−%s", written.text);
    bool loses = value < 0 && fabs(value) < zero && written.text[0] == '.';
    return loses ? negative : written;
}

/* Writes the results of the whole LINE, which come after it: "max .14  Σ 3.41". */
static void write_folds(const struct rungs *rungs, const struct rung *line, struct text *out) {
    const struct stages *stages = &rungs->stages;
    for (size_t i = line->stage + 1; i < stages->count; i++) {
        const struct steps_stage *stage = &stages->list[i];
        if (stage->column || (rungs->sum && stage_is(stage->name, STAGE_TERM))) {
            return;
        }
        if (!stage->odd) {
            double value = rungs->steps->list[stage->last].value;
            text_format(out, "%s%s %s", out->length > 0 ? "  " : "", stage->name,
                        figure_of(rungs, value).text);
        }
    }
}

/* True when terms are left out before the NTHth that is shown; of COUNT: after the last one. */
static bool gap_before(const struct rungs *rungs, size_t nth) {
    size_t next = nth > 0 ? rungs->shown[nth - 1] + 1 : 0;
    return next != (nth < rungs->count ? rungs->shown[nth] : rungs->stages.entries);
}

/* Returns the columns of "…" after the last term, also where it comes and goes while the terms that
 * are shown slide, so that nothing moves. */
static size_t more_columns(const struct rungs *rungs) {
    size_t entries = rungs->stages.entries;
    bool slides = rungs->sum && rungs->count < entries && rungs->ladder->terms < entries;
    return slides || gap_before(rungs, rungs->count) ? MORE_COLUMNS : 0;
}

static size_t all_columns(const struct rungs *rungs) {
    return rungs->head + 1 + rungs->count * (rungs->field + rungs->gap) + more_columns(rungs) +
           rungs->tail;
}

/* Returns the columns before the names of factors, which the other names may take as well. */
static size_t sign_columns(const struct rungs *rungs) {
    return rungs->lines[1].factor ? HEAD_SIGN : 0;
}

/* Returns the name of LINE; where it has no room, a word in its place, or what there is room for.
 */
static struct label head_of(const struct rungs *rungs, const struct rung *line) {
    size_t room = rungs->head_most + (line->factor ? 0 : sign_columns(rungs));
    bool cut = rungs->words && canvas_columns(line->head.text) > room && line->plain != NULL;
    return canvas_cut(cut ? line->plain : line->head.text, room);
}

/* Measures a column for the widest number, whether it is reached or not, so that none moves, and
 * for whole labels, or as much of them as there is room for; after the terms the room for "= −.52
 * so far" and "Σ 3.41"; and a blank at either side of a sign, where there is any. */
static bool measure(struct rungs *rungs, size_t width) {
    bool all = rungs->count == rungs->stages.entries; /* else "…" needs a blank at either side */
    size_t label = 1;
    for (size_t i = 0; i < rungs->count; i++) {
        label = greater(label, canvas_columns(rungs_label(rungs, i).text));
    }
    label = lesser(label, LABEL_MOST);
    rungs->field = all ? 1 : 3; /* and a label after it some room */
    rungs->head = rungs->tail = 0;
    rungs->gap = 3;
    for (size_t i = 0; i < rungs->line_count; i++) {
        const struct rung *line = &rungs->lines[i];
        struct text words = {0};
        write_folds(rungs, line, &words);
        rungs->tail = greater(rungs->tail, canvas_columns(text_string(&words)) + 1);
        text_release(&words);
        size_t head = canvas_columns(head_of(rungs, line).text) + (line->factor ? HEAD_SIGN : 0);
        rungs->head = greater(rungs->head, head);
        for (size_t k = 0; k < rungs->count; k++) {
            if (line->steps[k] != NULL) {
                struct written written = figure_of(rungs, line->steps[k]->value);
                rungs->field = greater(rungs->field, canvas_columns(written.text));
            }
        }
    }
    if (rungs->sum) { /* "= −.52 so far", "= 4 → 2.5"; no total is much wider than its terms */
        size_t total = 3 + rungs->field + 1, made = rungs->stages.tail < rungs->steps->count;
        rungs->tail = greater(rungs->tail, total + greater(strlen(" so far"), made * total));
    }
    size_t spare = reduced(width, all_columns(rungs)) / greater(rungs->count, 1);
    rungs->field = greater(rungs->field, lesser(label, rungs->field + spare));
    rungs->gap -= all && all_columns(rungs) > width;
    return all_columns(rungs) <= width;
}

/* Returns the rows of bars, which say something about the terms of a sum, else about parts of 1;
 * one row of these would look like what is left of more, so that they are shaded where they can be.
 */
static size_t bar_rows(const struct rungs *rungs) {
    bool parts = rungs->parts && (rungs->tall > 1 || rungs->ladder->depth == DEPTH_NONE);
    return rungs->tall * (rungs->sum ? 1 + (size_t)rungs->below : parts);
}

/* Returns the rows where there is room for everything. */
static size_t all_rows(const struct rungs *rungs) {
    return 1 + rungs->line_count + bar_rows(rungs);
}

/* Prepares RUNGS to be drawn, WIDTH columns wide, with at most so many DECIMALS: drops some of them
 * before terms. False when three terms (all, where there are fewer) and the fewest decimals are too
 * wide, or there are none: a sentence has to do. */
static bool make(struct rungs *rungs, const struct ladder *ladder, int decimals, size_t width) {
    enum { FEWEST = 2 };
    enum steps_form form = ladder->explanation->steps.form;
    if (ladder->explanation->kind != EXPLAINED_STEPS ||
        (form != STEPS_LEDGER && form != STEPS_COLUMNS)) {
        return false;
    }
    rungs_make(rungs, ladder);
    rungs->words = true;
    rungs->head_most = HEAD_MOST;
    rungs->decimals = decimals;
    rungs->tall = 1;
    if (rungs->stages.entries < 2) {
        return false;
    }
    while (!measure(rungs, width)) {
        if (rungs->decimals > FEWEST) {
            rungs->decimals--;
        } else if (rungs->head_most > HEAD_CUT) {
            rungs->head_most = HEAD_CUT;
        } else if (rungs->count > LEAST_TERMS) {
            rungs_choose(rungs, rungs->count - 1);
        } else {
            return false;
        }
    }
    for (size_t i = 0; i < 2; i++) { /* names may take what the terms leave: formulas, then words */
        rungs->words = i > 0;
        if (measure(rungs, width)) {
            rungs->head_most = rungs->head - sign_columns(rungs) + width - all_columns(rungs);
        }
    }
    measure(rungs, width);
    return rungs->last != NULL;
}

/* --- drawing ---------------------------------------------------------------------------------- */

/* Returns where the column of the NTHth term ends: a sign between blanks, then its number. */
static size_t term_end(const struct rungs *rungs, size_t nth) {
    return rungs->head + 1 + (nth + 1) * (rungs->field + rungs->gap);
}

/* Puts the labels above the terms. */
static void put_labels(const struct rungs *rungs) {
    for (size_t i = 0; i < rungs->count; i++) {
        size_t room = rungs->field + (gap_before(rungs, i) ? 0 : rungs->gap - 1);
        bool present = rungs->shown[i] == rungs->present;
        struct label label = canvas_cut(rungs_label(rungs, i).text, lesser(room, LABEL_MOST));
        size_t column = term_end(rungs, i) - canvas_columns(label.text);
        canvas_put(rungs->canvas, 0, column, label.text, present ? STYLE_STRONG : STYLE_LABEL);
    }
}

/* Puts the name of LINE, and its numbers as far as they are reached. */
static void put_numbers(const struct rungs *rungs, size_t row, const struct rung *line) {
    bool sum = rungs->sum, last = line == rungs->last;
    bool shades = last && rungs->parts && bar_rows(rungs) == 0;
    struct label head = head_of(rungs, line);
    size_t column = rungs->head - canvas_columns(head.text);
    if (line->factor) {
        canvas_put(rungs->canvas, row, column - HEAD_SIGN, "× ", STYLE_DIM);
    }
    canvas_put(rungs->canvas, row, column, head.text, line->role);
    for (size_t i = 0; i < rungs->count; i++) {
        size_t end = term_end(rungs, i), after = sum ? rungs->shown[i] : line->stage;
        bool reached = after < rungs->ladder->terms, present = rungs->shown[i] == rungs->present;
        if (line->steps[i] == NULL || (!line->given && after > rungs->ladder->terms)) {
            continue;
        }
        struct written number = figure_of(rungs, line->steps[i]->value);
        const char *written = line->given || reached ? number.text : "?";
        enum style style = sum && !reached ? STYLE_LABEL : STYLE_NUMBER;
        style = present || (last && !sum) ? STYLE_STRONG : style;
        style = present && last && !sum ? STYLE_FOCUS : style;
        canvas_put(rungs->canvas, row, end - canvas_columns(written), written, style);
        if (shades && reached && !present) {
            canvas_shade(rungs->canvas, row, end - rungs->field, rungs->field,
                         shade_of(line->steps[i]->value, 1, PALETTE_SHARES));
        }
        if (sum && last && rungs->shown[i] > 0 && rungs->stages.scalar->sign != NULL) {
            canvas_put(rungs->canvas, row, end - rungs->field - 2, rungs->stages.scalar->sign,
                       STYLE_DIM);
        }
        if (present && line->given) {
            canvas_put(rungs->canvas, row, end - rungs->field - 1, "▐", STYLE_STRONG);
            canvas_put(rungs->canvas, row, end, "▌", STYLE_STRONG);
        }
    }
}

/* Puts "…" for a sign wherever terms are left out, and after the last. */
static void put_gaps(const struct rungs *rungs, size_t row) {
    for (size_t i = 0; i <= rungs->count; i++) {
        if (gap_before(rungs, i)) {
            size_t column = term_end(rungs, i) - rungs->field - 2;
            canvas_put(rungs->canvas, row, column, "…", STYLE_DIM);
        }
    }
}

size_t ladder_so_far(const struct steps *steps, size_t reached) {
    size_t total = SIZE_MAX;
    for (size_t i = 0; i < steps->count; i++) {
        const struct step *step = &steps->list[i];
        bool first = step->row == 0 && stage_is(step->stage, STAGE_TERM);
        if ((first || stage_is(step->stage, STAGE_TOTAL)) && step->row < reached) {
            total = i;
        }
    }
    return total;
}

/* Puts after the last term the results of the whole line once the stage after it is reached; after
 * the terms of a sum "= .06 so far", "max .5", and past the last what the number is, where more is
 * done with the sum. */
static void put_tail(const struct rungs *rungs, size_t row, const struct rung *line) {
    const struct ladder *ladder = rungs->ladder;
    bool adds = rungs->sum && line == rungs->last;
    size_t column =
        term_end(rungs, rungs->count) - rungs->field - rungs->gap + 1 + more_columns(rungs);
    size_t at = ladder_so_far(rungs->steps, ladder->terms);
    struct text words = {0};
    if (!adds && (line->given || line->stage + 1 < ladder->terms)) {
        write_folds(rungs, line, &words);
    } else if (adds && at != SIZE_MAX) {
        double total = rungs->steps->list[at].value, value = ladder->explanation->value;
        const char *equals = number_rounded(total, rungs->decimals) ? "≈" : "=";
        bool sign = rungs->stages.scalar->sign != NULL;
        style_mark(STYLE_DIM, &words);
        text_format(&words, "%s ", sign ? equals : rungs->stages.scalar->name);
        style_mark(STYLE_STRONG, &words);
        text_append(&words, figure_of(rungs, total).text);
        style_mark(STYLE_DIM, &words);
        if (ladder->terms < rungs->stages.entries) {
            text_append(&words, " so far");
        } else if (!numbers_equal_rounded(total, value)) {
            text_append(&words, " → ");
            style_mark(STYLE_STRONG, &words);
            size_t brief = words.length;
            naming_cell(ladder->explanation, ladder->columns, &words);
            text_append(&words, " = ");
            bool fits = column + canvas_columns(text_string(&words)) +
                            canvas_columns(figure_of(rungs, value).text) <=
                        rungs->canvas->columns;
            text_truncate(&words, fits ? words.length : brief);
            text_append(&words, figure_of(rungs, value).text);
        }
    }
    canvas_put_cut(rungs->canvas, row, column, text_string(&words), STYLE_STRONG);
    text_release(&words);
}

/* Puts a bar of PART of the longest that ends before column END, upward from ROW or, of a value
 * below 0, downward from the row after it; a part of 1 on a track that is as high as 1. */
static void put_bar(const struct rungs *rungs, size_t row, size_t end, double value, double part) {
    static const char *const eighths[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const hanging[] = {" ", "▔", "▔", "▀", "▀", "▀", "█", "█", "█"};
    const struct shade ground = {.palette = PALETTE_SIGNED, .level = GROUND};
    bool down = value < 0, sum = rungs->sum;
    struct shade shade = {.palette = PALETTE_SIGNED, .level = down ? BLUE : ORANGE};
    size_t width = lesser(BAR_COLUMNS, rungs->field);
    size_t left = (size_t)ceil(part * (double)(EIGHTHS * rungs->tall) - 1e-9);
    shade = sum ? shade : shade_of(value, 1, PALETTE_SHARES);
    for (size_t i = 0; i < rungs->tall && !sum; i++) {
        canvas_shade(rungs->canvas, row - i, end - width, width,
                     (struct shade){.palette = PALETTE_EMPTY});
    }
    for (size_t i = 0; left > 0; i++) {
        size_t line = down ? row + 1 + i : row - i, height = lesser(left, EIGHTHS);
        /* of a bar that hangs what it leaves of its last row is drawn */
        bool inverse = down && height < EIGHTHS && rungs->ladder->depth >= DEPTH_256;
        const char *character =
            inverse ? eighths[EIGHTHS - height] : (down ? hanging : eighths)[height];
        for (size_t column = end - width; column < end; column++) {
            canvas_put(rungs->canvas, line, column, character, STYLE_NUMBER);
            canvas_ink(rungs->canvas, line, column, inverse ? ground : shade);
        }
        if (inverse) {
            canvas_shade(rungs->canvas, line, end - width, width, shade);
        }
        left -= height;
    }
}

/* Shows how much each term adds, upward, or takes, downward, all on one scale; parts of 1 on that
 * of 1. */
static void put_bars(const struct rungs *rungs, size_t row) {
    const struct step *const *steps = rungs->last->steps;
    double largest = rungs->sum ? 0 : 1;
    for (size_t i = 0; i < rungs->count && rungs->sum; i++) {
        bool finite = steps[i] != NULL && isfinite(steps[i]->value);
        largest = finite ? fmax(largest, fabs(steps[i]->value)) : largest;
    }
    for (size_t i = 0; i < rungs->count; i++) {
        bool reached = (rungs->sum ? rungs->shown[i] : rungs->last->stage) < rungs->ladder->terms;
        if (reached && steps[i] != NULL && isfinite(steps[i]->value) && largest > 0) {
            put_bar(rungs, row + rungs->tall - 1, term_end(rungs, i), steps[i]->value,
                    fabs(steps[i]->value) / largest);
        }
    }
}

/* Shares out the rows there are. Of a sum the lines of numbers come first, then the labels; what a
 * sum was made from gives way to them. Of softmax and its kin the labels, the first line and the
 * last come first. Then bars. */
static void draw_lines(struct rungs *rungs) {
    enum { ENDS = 2 }; /* the first line and the last */
    size_t rows = rungs->canvas->rows,
           lines = lesser(rungs->line_count, greater(rungs->sum ? LEAST_ROWS : ENDS, rows - 1));
    size_t row = lines < rows, first = rungs->sum ? 0 : 1, skipped = rungs->line_count - lines;
    if (row > 0) {
        put_labels(rungs);
        put_gaps(rungs, 0);
    }
    for (size_t i = 0; i < rungs->line_count && row < rows; i++) {
        struct rung *line = &rungs->lines[i];
        if (i - first < skipped) {
            continue;
        }
        if (skipped > 0 && text_same(line->head.text, "exp")) { /* of what is left out above it */
            line->head = canvas_cut("exp(x−max)", SIZE_MAX);
        } else if (lines == ENDS && text_same(line->head.text, "÷ their sum")) {
            line->head = canvas_cut("share", SIZE_MAX);
        }
        if (line->given || rungs->sum || line->stage <= rungs->ladder->terms) {
            put_numbers(rungs, row, line);
            put_gaps(rungs, row);
            put_tail(rungs, row, line);
        }
        row++;
    }
    if (row < rows && bar_rows(rungs) > 0) {
        put_bars(rungs, row);
    }
}

size_t ladder_draw(const struct ladder *ladder, const struct canvas *canvas) {
    struct rungs rungs;
    size_t width = canvas->columns, rows, blank = 0;
    struct text sentence = {0}, lines = {0};
    int decimals = ladder->precision < DECIMALS_MOST ? ladder->precision : DECIMALS_MOST;
    bool columns = canvas->rows >= LEAST_ROWS && make(&rungs, ladder, decimals, width);
    if (columns) {
        rungs.tall = TALL_MOST - ladder->at_end;
        while (rungs.tall > 1 && all_rows(&rungs) >= canvas->rows) {
            rungs.tall--; /* with a blank row below them bars do not look cut off */
        }
        rows = lesser(all_rows(&rungs), canvas->rows);
        blank = ladder->at_end && bar_rows(&rungs) > 0 && rows < canvas->rows;
    } else {
        struct ladder shorter = *ladder;
        size_t room = lesser(canvas->rows, SENTENCE_ROWS);
        do { /* fewer terms, rather than a line that is cut */
            text_clear(&sentence);
            text_clear(&lines);
            ladder_describe(&shorter, &sentence);
            canvas_wrap(text_string(&sentence), 0, width, &lines);
            shorter.most = (shorter.most == 0 ? FORMULA_TERMS : shorter.most) - 1;
        } while (text_count_lines(text_string(&lines)) > room && shorter.most > 0);
        rows = lesser(text_count_lines(text_string(&lines)), room);
    }
    size_t first = ladder->at_end ? canvas->rows - rows - blank : 0;
    struct canvas part = canvas_part(canvas, (struct box){first, 0, rows, width});
    if (columns) {
        rungs.canvas = &part;
        draw_lines(&rungs);
    } else {
        canvas_put_lines(&part, text_string(&lines), 0);
        if (text_count_lines(text_string(&lines)) > rows && rows > 0) {
            canvas_put_right(&part, rows - 1, width, "…", STYLE_DIM);
        }
    }
    text_release(&sentence);
    text_release(&lines);
    return rows + blank;
}

void ladder_print_terms(const struct ladder *ladder, const struct output *output) {
    enum { INDENT = 2 };
    size_t width = output->width - INDENT;
    struct rungs rungs;
    struct canvas canvas, part;
    if (!make(&rungs, ladder, ladder->precision, width)) {
        return;
    }
    canvas_init(&canvas, all_rows(&rungs), output->width);
    part = canvas_part(&canvas, (struct box){0, INDENT, canvas.rows, width});
    rungs.canvas = &part;
    draw_lines(&rungs);
    text_append(output->text, rungs.sum ? "\n" : "");
    canvas_lines(&canvas, output->paint, output->text);
    text_append(output->text, rungs.sum ? "" : "\n");
    canvas_release(&canvas);
}
