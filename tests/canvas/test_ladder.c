/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/ladder.h"
#include "canvas/picture.h"
#include "canvas/scale.h"

#include "base/failure.h"
#include "base/heap.h"
#include "base/text.h"
#include "canvas/scale.h"
#include "notebook/notebook.h"
#include "notebook/room.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

Suite *canvas_ladder_suite(void);

static struct notebook notebook;
static struct ladder ladder;
static struct explanation explanation;
static struct canvas canvas;
static struct text drawn;
static struct picture change;
static size_t used;
static bool alone; /* only the row of the cursor of CHANGE */

static void set_up(void) {
    notebook_init(&notebook);
    room_run(&notebook,
             "X = tokens(\"I am it\", [[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]])\n"
             "W_q = [[.1, .2, 0, 0], [0, .1, .3, 0], [.1, 0, 0, .2], [0, 0, .2, .3]]\n"
             "W_k = [[.3, -.5, 0, .2], [0, .3, 0, .4], [0, 0, .3, 0], [0, 0, 0, -.2]]\n"
             "Q = X @ W_q\n"
             "K = X @ W_k\n"
             "S = Q @ K.T\n"
             "A = softmax(S)\n"
             "m = mean(X, each=row)\n"
             "v = var([[1, 3, 8]])\n"
             "t = argmax(X)\n"
             "N = layernorm([[1, 3]], 2, 10)\n"
             "P = (Q + 2 * K - X @ W_q) @ W_k\n"
             "long = ones(2, 64) @ ones(64, 2)\n"
             "F = tokens(\"a\", ones(1, 4), columns=\"whatever another onwards upwards\")\n"
             "L = F @ ones(4, 1)\n"
             "valley = (arange(40) - 20.5) @ ones(40, 1)\n"
             "nothing = (0 / 0 * ones(1, 64)) @ ones(64, 1)\n"
             "shares = softmax(ones(1, 30))\n"
             "small = [[0.9856, 0.000002, 0.000002]] @ [[1], [1], [-1]]\n"
             "H = entropy([[0.5, 0.25, 0.25]])");
    ladder = (struct ladder){
        .terms = SIZE_MAX, .present = SIZE_MAX, .precision = 4, .depth = DEPTH_TRUE};
    explanation = (struct explanation){0};
    change = picture_plain(NULL, NULL);
    canvas = (struct canvas){0};
    alone = false;
}

static void tear_down(void) {
    explanation_release(&explanation);
    canvas_release(&canvas);
    text_release(&drawn);
    notebook_release(&notebook);
    ck_assert_uint_eq(memory_blocks(), 0);
}

static void explain(const char *name, size_t cell) {
    struct failure failure = {0};
    const struct definition *definition = notebook_find(&notebook, name);
    ck_assert_ptr_nonnull(definition);
    explanation_release(&explanation);
    ck_assert(explain_cell(definition, SIZE_MAX, cell, &explanation, &failure));
    ladder.explanation = &explanation;
}

static void change_make(const char *name, const struct tensor *before, const struct tensor *after,
                        int decimals) {
    change = picture_plain(name, NULL);
    change.before = before;
    change.value = after;
    change.decimals = decimals;
    change.cursor = 0;
}

/* Draws it, or CHANGE, on so many rows and columns; USED are those that it takes. */
static const char *draw(size_t rows, size_t columns) {
    const struct paint plain = {.colour = false};
    canvas_release(&canvas);
    ck_assert(canvas_init(&canvas, rows, columns));
    used = change.name != NULL ? matrix_draw_change(change, alone, false, &canvas)
                               : ladder_draw(&ladder, &canvas);
    struct canvas part = canvas_part(&canvas, (struct box){0, 0, used, columns});
    text_clear(&drawn);
    canvas_print(&part, &plain, &drawn);
    return text_string(&drawn);
}

static size_t find(const char *lines, size_t row, const char *what) {
    for (; row > 0; row--) {
        lines += strcspn(lines, "\n") + 1;
    }
    const char *found = strstr(lines, what);
    return found != NULL && found < lines + strcspn(lines, "\n") ? (size_t)(found - lines)
                                                                 : SIZE_MAX;
}

START_TEST(a_product_is_two_rows_and_what_comes_of_them) {
    explain("S", 6);
    ck_assert_str_eq(draw(6, 78), "                 1      2      3      4\n"
                                  "   Q[it,:]      .2     .3     .5     .5\n"
                                  "× K.T[:,I]      .3    −.5     .3     .2\n"
                                  "  products     .06 + −.15 +  .15 +   .1 = .16\n"
                                  "               ▄▄▄           ███    ▆▆▆\n"
                                  "                      ███\n");
}
END_TEST

START_TEST(what_reads_zero_keeps_its_sign) {
    explain("small", 0);
    ck_assert_ptr_nonnull(strstr(draw(6, 78), ".986 +  .000 + −.000 ≈ .986\n"));
}
END_TEST

/* It has the columns that terms and labels leave. A formula that has no room there is a word; a
 * name is cut, so that nothing is free. */
START_TEST(the_name_of_a_line_takes_what_the_terms_leave) {
    static const char whole[] = "(Q + 2 * K - X @ W_q)[I,:] ";
    explain("P", 0);
    ck_assert_uint_eq(find(draw(4, 65), 1, whole), 0);
    ck_assert_ptr_nonnull(strstr(text_string(&drawn), "  1     2     3     4\n"));
    ck_assert_uint_eq(find(draw(4, 64), 1, "       row "), 0);
    ck_assert_ptr_nonnull(strstr(text_string(&drawn), "  1     2     3     4\n"));
    room_run(&notebook, "shares_of_all = softmax(Q @ K.T * 100 / sqrt(4) + causal(3))\n"
                        "column_of_all = Q @ (K.T * 100 / sqrt(4) + causal(4)[:,1:3])\n"
                        "queries_of_all_words = Q\n"
                        "scores_of_all = queries_of_all_words @ K.T");
    room_run(&notebook, "halves = softmax(S / sqrt(4))");
    explain("halves", 6); /* before labels that are shorter than the numbers */
    ck_assert_uint_ne(find(draw(5, 50), 1, "(S / sqrt(4))[it,:] "), SIZE_MAX);
    explain("shares_of_all", 6);
    ck_assert_uint_ne(find(draw(5, 50), 1, "      input "), SIZE_MAX);
    explain("column_of_all", 0);
    ck_assert_uint_ne(find(draw(4, 50), 2, "× column "), SIZE_MAX);
    explain("scores_of_all", 0);
    ck_assert_uint_eq(find(draw(4, 50), 1, "queries_of_all… "), 0);
    room_run(&notebook, "all = (Q + 2 * K - X @ W_q - X @ W_k + 0 * X) @ W_k");
    explain("all", 0);
    ck_assert_uint_eq(find(draw(4, 90), 1, "(Q + 2 * K - X @ W_q - X @ W_k + 0 * X)[I,:] "), 0);
}
END_TEST

/* A mean, which comes after the total, keeps its room beside a long name. */
START_TEST(no_name_of_a_line_cuts_the_result) {
    room_run(&notebook, "far = mean(Q * 1 + 0 * K * 1 - 300 * X @ W_q, each=row)");
    explain("far", 0);
    for (size_t columns = 90; columns >= 60; columns--) {
        ck_assert(find(draw(4, columns), 1, "input ") != SIZE_MAX || columns > 88);
        ck_assert_ptr_nonnull(strstr(text_string(&drawn), " = −179.4 → "));
        ck_assert_ptr_nonnull(strstr(text_string(&drawn), "−44.85\n"));
    }
}
END_TEST

/* What functions have made of a row says so. */
START_TEST(a_factor_that_is_no_row_has_a_name) {
    explain("H", 0);
    ck_assert_ptr_nonnull(strstr(draw(6, 78), "× surprise "));
    ck_assert_ptr_null(strstr(text_string(&drawn), "second"));
}
END_TEST

/* Labels that are too long together share what room there is. */
START_TEST(labels_are_cut_only_where_there_is_no_room) {
    explain("L", 0);
    ck_assert_ptr_nonnull(strstr(draw(6, 78), "whatever    another    onwards    upwards\n"));
    for (size_t columns = 78, before = SIZE_MAX; columns >= 50; columns--) {
        size_t shown = 0; /* letters of the labels: never more in less room */
        for (const char *at = draw(6, columns); *at != '\n'; at++) {
            shown += *at >= 'a' && *at <= 'z';
        }
        ck_assert_msg(shown >= (columns < 60 ? 8 : 16) && shown <= before, "%zu: %s", columns,
                      text_string(&drawn));
        before = shown;
    }
}
END_TEST

/* Ten rows, of which bars upward and downward have three each, down to three; then a sentence,
 * never both. Below bars of several rows one is blank. */
START_TEST(it_gives_up_bars_then_labels_then_becomes_a_sentence) {
    static const char *const last[] = {"", "S[it,I] = ", "S[it,I] = ", "  products", "  products"};
    explain("S", 6);
    for (size_t rows = 1; rows <= 12; rows++) {
        draw(rows, 78);
        size_t bar = rows < 9 ? 1 : rows < 11 ? 2 : 3;
        ck_assert_uint_eq(used, rows < 3 ? 1 : rows < 6 ? rows : 4 + 2 * bar);
        ck_assert(rows > 4 || strstr(text_string(&drawn), last[rows]) != NULL);
        ck_assert((strstr(text_string(&drawn), "S[it,I]") != NULL) == (rows < 3));
        ck_assert((strstr(text_string(&drawn), "Q[it,:]") != NULL) == (rows >= 3));
    }
    ck_assert_ptr_nonnull(strstr(draw(6, 24), "S[it,I] = "));
}
END_TEST

/* Rather fewer terms than a line that is cut: the first ones, and the largest of the others. */
START_TEST(a_sentence_has_as_many_terms_as_fit) {
    room_run(&notebook, "big = arange(8) @ [[1], [1], [1], [1], [9], [1], [1], [1]]");
    explain("big", 0);
    ck_assert_str_eq(draw(1, 78), "big = 1·1 + 2·1 + 3·1 + 4·1 + 5·9 + 6·1 + 7·1 + 8·1 = 76\n");
    ck_assert_str_eq(draw(1, 55), "big = 1·1 + 2·1 + 3·1 + 4·1 + 5·9 + 6·1 + … + 8·1 = 76\n");
    ck_assert_str_eq(draw(1, 40), "big = 1·1 + 2·1 + 3·1 + … + 5·9 = 76\n");
    ck_assert_str_eq(draw(1, 23), "big = … + 5·9 = 76\n");
}
END_TEST

/* Products and the total come term by term, and nothing moves meanwhile. */
START_TEST(only_terms_that_are_reached_are_shown) {
    explain("S", 6);
    ladder.terms = 2;
    ladder.present = 1;
    const char *lines = draw(6, 78);
    ck_assert_uint_ne(find(lines, 3, ".06 + −.15 +    ?"), SIZE_MAX);
    ck_assert_uint_ne(find(lines, 3, "= −.09 so far"), SIZE_MAX);
    ck_assert_uint_ne(find(lines, 1, "▐  .3▌"), SIZE_MAX);
    ck_assert_uint_ne(find(lines, 2, "▐ −.5▌"), SIZE_MAX);
    struct canvas early = canvas;
    canvas = (struct canvas){0};
    ladder.terms = SIZE_MAX;
    draw(6, 78);
    for (size_t row = 0; row < 3; row++) {
        for (size_t column = 0; column < 78; column++) {
            const char *was = canvas_cell(&early, row, column)->text;
            ck_assert(was[0] == '\0' || strstr("▐▌", was) != NULL ||
                      text_same(was, canvas_cell(&canvas, row, column)->text));
        }
    }
    canvas_release(&early);
}
END_TEST

/* Another number that is not reached leaves no trace. */
START_TEST(no_later_term_shows_through) {
    explain("S", 6);
    ladder.terms = 1;
    draw(6, 78);
    struct canvas first = canvas;
    canvas = (struct canvas){0};
    for (size_t i = 0; i < explanation.steps.count; i++) {
        struct step *step = &explanation.steps.list[i];
        bool later = step->kind == STEP_APPLY && step->row > 1;
        step->value = later ? -step->value : step->value; /* as wide as before, with a sign less */
    }
    draw(6, 78);
    for (size_t column = 0; column < 78; column++) {
        ck_assert_str_eq(canvas_cell(&first, 4, column)->text,
                         canvas_cell(&canvas, 4, column)->text);
    }
    canvas_release(&first);
}
END_TEST

/* What adds goes up in orange, what takes down in blue, as in the matrices. */
START_TEST(bars_have_the_colours_of_the_matrices) {
    explain("S", 6);
    const char *lines = draw(6, 78);
    ck_assert_uint_ne(find(lines, 4, "▄▄▄"), SIZE_MAX);
    bool up = false, down = false;
    for (size_t column = 0; column < 78; column++) {
        const struct canvas_cell *above = canvas_cell(&canvas, 4, column);
        const struct canvas_cell *below = canvas_cell(&canvas, 5, column);
        up |= above->ink.palette == PALETTE_SIGNED && above->ink.level > 128;
        down |= below->text[0] != '\0' && below->ink.palette == PALETTE_SIGNED &&
                below->ink.level < 128;
        ck_assert(above->text[0] == '\0' || below->text[0] == '\0');
    }
    ck_assert(up && down);
}
END_TEST

/* A part of 1 stands on a track that is as high as 1, so it does not look cut off; where a bar has
 * only one row there is none, and the parts are shaded as in the matrix. */
START_TEST(shares_have_a_track) {
    explain("A", 1);
    for (size_t rows = 6; rows <= 8; rows += 2) {
        draw(rows, 78);
        size_t bars = 0, shaded = 0;
        for (size_t column = 0; column < 78; column++) {
            const struct canvas_cell *cell = canvas_cell(&canvas, rows - 2, column);
            bars += cell->text[0] != '\0' && cell->shade.palette == PALETTE_EMPTY;
            shaded += canvas_cell(&canvas, 4, column)->shade.palette == PALETTE_SHARES;
            ck_assert(canvas_cell(&canvas, rows - 1, column)->text[0] == '\0');
        }
        ck_assert_int_eq(bars > 0, rows == 8);
        ck_assert_int_eq(shaded > 0, rows == 6);
    }
}
END_TEST

START_TEST(softmax_has_a_row_a_stage) {
    explain("A", 1);
    const char *lines = draw(6, 78);
    static const char *const heads[] = {"am", "S[I,:]", "− largest", "exp", "÷ their sum"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        ck_assert_uint_ne(find(lines, i, heads[i]), SIZE_MAX);
    }
    ck_assert_uint_ne(find(lines, 3, "Σ "), SIZE_MAX);
    ladder.terms = 3;
    lines = draw(6, 78);
    ck_assert_uint_ne(find(lines, 3, "?"), SIZE_MAX);
    ck_assert_uint_eq(find(lines, 3, "Σ "), SIZE_MAX);
    ck_assert_uint_eq(find(lines, 4, "their sum"), SIZE_MAX);
}
END_TEST

/* No column can be told from another without its label. */
START_TEST(softmax_gives_up_stages_before_labels) {
    static const char *const heads[][4] = {{"S[I,:]", "share"},
                                           {"S[I,:]", "exp(x−max)", "÷ their sum"}};
    explain("A", 1);
    for (size_t rows = 3; rows <= 4; rows++) {
        const char *lines = draw(rows, 78);
        ck_assert_uint_eq(used, rows);
        ck_assert_uint_ne(find(lines, 0, "am"), SIZE_MAX);
        for (size_t i = 1; i < rows; i++) {
            ck_assert_msg(find(lines, i, heads[rows - 3][i - 1]) != SIZE_MAX, "%s", lines);
        }
    }
}
END_TEST

START_TEST(what_comes_after_the_sum_is_said) {
    explain("m", 1);
    ck_assert_uint_ne(find(draw(6, 78), 1, "0 + 2 + 0 + 2 = 4 → m[am,1] = 1"), SIZE_MAX);
    explain("v", 0);
    ck_assert_uint_ne(find(draw(6, 78), 2, "x − mean"), SIZE_MAX);
    ck_assert_uint_ne(find(text_string(&drawn), 3, "squares"), SIZE_MAX);
    ck_assert_uint_ne(find(text_string(&drawn), 3, "9 +  1 + 16 = 26 → v = 8.667"), SIZE_MAX);
    ck_assert_uint_ne(find(draw(3, 78), 2, "squares"), SIZE_MAX);
    explain("t", 1);
    ck_assert_uint_ne(find(draw(6, 78), 2, "is max"), SIZE_MAX);
    explain("N", 1);
    ck_assert_str_eq(draw(6, 78), "N[1,2] = 2 + 10 ≈ 12\n");
}
END_TEST

/* At most ten, and a sign that there are more; the total is that of all. */
START_TEST(long_sums_are_cut) {
    explain("long", 1);
    const char *lines = draw(6, 100);
    ck_assert_uint_ne(find(lines, 0, "10"), SIZE_MAX);
    ck_assert_uint_eq(find(lines, 0, "11"), SIZE_MAX);
    ck_assert_uint_ne(find(lines, 3, "… = 64"), SIZE_MAX);
    ladder.terms = 40;
    ladder.present = 39;
    lines = draw(6, 60);
    ck_assert_uint_ne(find(lines, 0, "40"), SIZE_MAX);
    ck_assert_uint_ne(find(lines, 3, "= 40 so far"), SIZE_MAX);
    explain("shares", 25);
    ladder.terms = ladder.present = SIZE_MAX;
    ladder.present = 3; /* a stage */
    ck_assert_uint_ne(find(draw(6, 78), 0, "26"), SIZE_MAX);
    ck_assert_uint_ne(find(text_string(&drawn), 3, "Σ 30"), SIZE_MAX);
}
END_TEST

/* Of −19.5 … 19.5 those at either end; of two that are as large the one before. Each row has "…"
 * where terms are left out, and nowhere else. */
START_TEST(the_largest_terms_of_a_long_sum_are_shown) {
    explain("valley", 0);
    const char *lines = draw(4, 92);
    ck_assert_uint_ne(
        find(lines, 0, " 1       2       3       4 …    37      38      39      40\n"), SIZE_MAX);
    ck_assert_uint_ne(find(lines, 1, "−16.5 …  16.5    17.5    18.5    19.5\n"), SIZE_MAX);
    ck_assert_uint_ne(find(lines, 2, "    1 …     1       1       1       1\n"), SIZE_MAX);
    ck_assert_uint_ne(find(lines, 3, "−16.5 …  16.5 +  17.5 +  18.5 +  19.5 = 0\n"), SIZE_MAX);
    ladder.present = 19;
    lines = draw(4, 92);
    ck_assert_uint_ne(
        find(lines, 0, " 1       2       3       4 …    20 …    38      39      40\n"), SIZE_MAX);
}
END_TEST

/* Zeros that are left out are a gap too: between terms, before the first and after the last. */
START_TEST(each_gap_between_terms_is_shown) {
    room_run(&notebook, "few = [[0, 0, 50, 0, 0, 0, 40, 30, 0, 0, 0, 60, 0]]\n"
                        "scattered = few @ (3 * ones(13, 1))");
    explain("scattered", 0);
    ck_assert_str_eq(draw(4, 44), "          …   3 …   7 …  12 …\n"
                                  "few[1,:]  …  50 …  40 …  60 …\n"
                                  "× column  …   3 …   3 …   3 …\n"
                                  "products  … 150 … 120 … 180 … = 540\n");
}
END_TEST

/* While a sum is stepped through its columns stay where they are, also when a gap before the first
 * opens and the one after the last closes. */
START_TEST(no_gap_moves_a_column) {
    explain("long", 1);
    size_t last = SIZE_MAX;
    for (size_t reached = 0; reached < 64; reached++) {
        ladder.terms = ladder.present = reached;
        size_t gaps = 0, end = 60;
        const char *lines = draw(6, 60);
        bool before = find(lines, 0, " 1 ") == SIZE_MAX, after = find(lines, 0, " 64") == SIZE_MAX;
        for (size_t column = 0; column < 60; column++) {
            gaps += text_same(canvas_cell(&canvas, 0, column)->text, "…");
        }
        while (canvas_cell(&canvas, 1, end - 1)->text[0] != '1') {
            end--;
        }
        ck_assert(last == SIZE_MAX || last == end);
        last = end;
        ck_assert_msg(gaps == (size_t)before + after, "%zu: %s", reached, lines);
    }
}
END_TEST

/* Of a softmax they are the same from the first stage to the last, so that no column moves; and
 * what a mask forbids is left out first. */
START_TEST(the_same_terms_of_a_softmax_are_shown_at_each_stage) {
    room_run(&notebook, "masked = softmax([[1, -1 / 0, -9, 3, 2, 2, -1 / 0, 4, 0]])");
    explain("masked", 0);
    for (ladder.terms = 1; ladder.terms < 6; ladder.terms++) {
        size_t labels = find(draw(6, 52), 0, " 1 …   4     5     6 …   8 …\n");
        ck_assert_msg(labels != SIZE_MAX, "%zu: %s", ladder.terms, text_string(&drawn));
    }
    explain("masked", 1);
    ck_assert_uint_ne(find(draw(6, 52), 0, "…"), SIZE_MAX);
    ck_assert_uint_ne(find(text_string(&drawn), 1, "−∞"), SIZE_MAX);
}
END_TEST

/* NaN is not larger than anything, and counts as the largest. */
START_TEST(terms_that_are_no_numbers_are_shown) {
    explain("nothing", 0);
    ck_assert_uint_ne(find(draw(6, 78), 3, "nan + nan +"), SIZE_MAX);
}
END_TEST

START_TEST(a_change_is_old_and_new_in_each_cell) {
    const struct tensor *after = notebook_find(&notebook, "A")->value;
    struct tensor *before = tensor_copy(after, NULL);
    change_make("A", before, after, 3);
    draw(6, 78);
    ck_assert_uint_eq(used, 0);
    before->cells[4] = 0.125;
    ck_assert_uint_ne(find(draw(6, 78), 2, ".125→"), SIZE_MAX);
    ck_assert_uint_ne(find(text_string(&drawn), 1, "row unchanged"), SIZE_MAX);
    ck_assert_uint_ne(find(draw(2, 78), 1, ".125→"), SIZE_MAX);
    ck_assert_uint_eq(used, 2);
    change.name = "a_long_name"; /* over no label */
    draw(2, 78);
    ck_assert_uint_ne(find(text_string(&drawn), 0, " I "), SIZE_MAX);
    tensor_release(before);
}
END_TEST

/* Where the value is seen elsewhere. */
START_TEST(a_change_of_one_row_is_that_of_the_cursor) {
    const struct tensor *after = notebook_find(&notebook, "A")->value;
    struct tensor *before = tensor_copy(after, NULL);
    change_make("A", before, after, 3);
    before->cells[4] = 0.125;
    alone = true;
    ck_assert_uint_ne(find(draw(6, 40), 1, "row unchanged"), SIZE_MAX);
    ck_assert_uint_eq(used, 2);
    change.cursor = 5;
    ck_assert_uint_ne(find(draw(6, 40), 1, ".125→"), SIZE_MAX);
    ck_assert_uint_eq(used, 2);
    before->cells[4] = after->cells[4];
    draw(6, 40);
    ck_assert_uint_eq(used, 0);
    tensor_release(before);
}
END_TEST

/* A row that is too long shows what has moved. */
START_TEST(a_long_row_shows_what_has_changed) {
    room_run(&notebook, "long_row = [[1, 2, 3, 4, 5, 6, 7, 8]]");
    const struct tensor *before = notebook_find(&notebook, "long_row")->value;
    struct failure failure = {0};
    struct tensor *after = tensor_copy(before, &failure);
    change_make("B", before, after, 0);
    after->cells[7] = 9;
    ck_assert_uint_ne(find(draw(3, 20), 1, "8→9"), SIZE_MAX);
    ck_assert_uint_eq(find(text_string(&drawn), 1, " 2 "), SIZE_MAX);
    after->cells[7] = 8;
    after->cells[0] = 9;
    ck_assert_uint_ne(find(draw(3, 20), 1, "1→9"), SIZE_MAX);
    ck_assert_uint_eq(find(text_string(&drawn), 1, " 8 "), SIZE_MAX);
    tensor_release(after);
}
END_TEST

/* Into a canvas of any size, and nowhere else. */
START_TEST(any_size_will_do) {
    static const struct {
        const char *name;
        size_t cell;
    } numbers[] = {{"S", 6}, {"A", 1}, {"m", 0}, {"v", 0}, {"t", 0}, {"long", 0}, {"shares", 0}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        explain(numbers[i].name, numbers[i].cell);
        for (size_t columns = 1; columns < 90; columns += 4) {
            for (size_t rows = 1; rows < 8; rows++) {
                ladder.terms = rows % 3 == 0 ? SIZE_MAX : rows;
                ladder.present = ladder.terms - 1;
                draw(rows, columns);
            }
        }
    }
}
END_TEST

START_TEST(a_scale_has_its_legend) {
    struct scale scale = {.high = 4, .palette = PALETTE_SIGNED};
    struct legend legend = {.scale = &scale, .depth = DEPTH_TRUE};
    const struct paint plain = {.colour = false};
    ck_assert(canvas_init(&canvas, 1, 20));
    ck_assert_uint_eq(legend_draw(&legend, &canvas, 0, 2), 15);
    canvas_print(&canvas, &plain, &drawn);
    ck_assert_str_eq(text_string(&drawn), "  -4          4\n");
    ck_assert_uint_eq(legend_draw(&legend, &canvas, 0, 9), 9);
    scale.palette = PALETTE_NONE;
    ck_assert_uint_eq(legend_columns(&legend), 0);
}
END_TEST

Suite *canvas_ladder_suite(void) {
    Suite *suite = suite_create("canvas/ladder");
    TCase *tests = tcase_create("ladder");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_product_is_two_rows_and_what_comes_of_them);
    tcase_add_test(tests, what_reads_zero_keeps_its_sign);
    tcase_add_test(tests, the_name_of_a_line_takes_what_the_terms_leave);
    tcase_add_test(tests, no_name_of_a_line_cuts_the_result);
    tcase_add_test(tests, a_factor_that_is_no_row_has_a_name);
    tcase_add_test(tests, labels_are_cut_only_where_there_is_no_room);
    tcase_add_test(tests, it_gives_up_bars_then_labels_then_becomes_a_sentence);
    tcase_add_test(tests, a_sentence_has_as_many_terms_as_fit);
    tcase_add_test(tests, only_terms_that_are_reached_are_shown);
    tcase_add_test(tests, no_later_term_shows_through);
    tcase_add_test(tests, bars_have_the_colours_of_the_matrices);
    tcase_add_test(tests, shares_have_a_track);
    tcase_add_test(tests, softmax_has_a_row_a_stage);
    tcase_add_test(tests, softmax_gives_up_stages_before_labels);
    tcase_add_test(tests, what_comes_after_the_sum_is_said);
    tcase_add_test(tests, long_sums_are_cut);
    tcase_add_test(tests, terms_that_are_no_numbers_are_shown);
    tcase_add_test(tests, the_largest_terms_of_a_long_sum_are_shown);
    tcase_add_test(tests, the_same_terms_of_a_softmax_are_shown_at_each_stage);
    tcase_add_test(tests, each_gap_between_terms_is_shown);
    tcase_add_test(tests, no_gap_moves_a_column);
    tcase_add_test(tests, a_change_is_old_and_new_in_each_cell);
    tcase_add_test(tests, a_change_of_one_row_is_that_of_the_cursor);
    tcase_add_test(tests, a_long_row_shows_what_has_changed);
    tcase_add_test(tests, any_size_will_do);
    tcase_add_test(tests, a_scale_has_its_legend);
    suite_add_tcase(suite, tests);
    return suite;
}
