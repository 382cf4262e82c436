/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* How good the plans of all lessons are, in figures, with the words that the program makes room
 * for. */
#include "base/failure.h"
#include "commands/desk.h"
#include "panels/pane.h"
#include "stage/plan.h"
#include "stage/present.h"

#include <check.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* What is counted over all lessons at one size, at the stops that a learner comes to rest at. */
struct counts {
    size_t pages, whole_pages, needed, with_numbers, focus, focus_with_numbers;
    size_t steps, shifts, moves; /* within a page; what goes elsewhere to the left shifts */
    size_t windows, wholes;      /* needed matrices that are not large: in part, and all */
    size_t gone;                 /* values that leave for one step and come back */
    size_t behind;               /* sources below their results or at the right of them */
    double slowest;              /* plan, in milliseconds */
};

/* A value that STOP needs and PLAN shows as a matrix; NULL: it is none. */
static const struct place_on_stage *find_matrix(const struct cast *cast, const struct plan *plan,
                                                size_t stop, int value) {
    bool needed = (cast_need(cast, stop, (size_t)value) & NEED_NUMBERS) != 0;
    const struct place_on_stage *place = needed ? plan_numbers(plan, stop, value) : NULL;
    return place == NULL || place->form == FORM_LINE || place->form == FORM_PICTURE ? NULL : place;
}

/* Counts the sources below their results, or at the right of them, at STOP. */
static size_t count_behind(const struct cast *cast, const struct plan *plan, size_t stop) {
    size_t behind = 0;
    for (int i = 0; i < (int)cast->count; i++) {
        const struct place_on_stage *result = find_matrix(cast, plan, stop, i);
        for (size_t k = 0; result != NULL && k < cast->values[i].operand_count; k++) {
            int operand = cast->values[i].operands[k];
            const struct place_on_stage *source = find_matrix(cast, plan, stop, operand);
            if (source != NULL && cast->values[i].transposed == CAST_NONE) {
                struct box from = source->box, to = result->box;
                bool before = from.row < to.row + to.rows && (from.row + from.rows <= to.row ||
                                                              from.column < to.column + to.columns);
                behind += !before;
                if (!before && getenv("QKV_BEHIND") != NULL) {
                    printf("%zux%zu page %zu stop %zu: %s behind %s\n", plan->size[1],
                           plan->size[0], cast->at_stop[stop].page + 1, stop,
                           cast->values[operand].name, cast->values[i].name);
                }
            }
        }
    }
    return behind;
}

/* The needs of the screen that shows STOP. */
static void count_needs(const struct cast *cast, const struct plan *plan, size_t stop,
                        struct counts *counts) {
    size_t focus = 0, shown = 0;
    for (int i = 0; i < (int)cast->count; i++) {
        unsigned need = cast_need(cast, stop, (size_t)i);
        if ((need & NEED_NUMBERS) != 0 && !cast->values[i].words) {
            bool here = plan_numbers(plan, stop, i) != NULL;
            counts->needed++;
            counts->with_numbers += here;
            const struct place_on_stage *matrix = find_matrix(cast, plan, stop, i);
            counts->wholes += matrix != NULL && !cast_is_large(&cast->values[i]);
            counts->windows +=
                matrix != NULL && !cast_is_large(&cast->values[i]) && matrix->form == FORM_WINDOW;
            focus += (need & NEED_FOCUS) != 0;
            shown += (need & NEED_FOCUS) != 0 && here;
        }
    }
    counts->behind += count_behind(cast, plan, stop);
    /* Where a screen is about several, such as all that is trained, two at least. */
    counts->focus += focus > 0;
    counts->focus_with_numbers += focus > 0 && (shown == focus || shown >= 2);
    if (getenv("QKV_BEHIND") != NULL && !(focus == 0 || shown == focus || shown >= 2)) {
        printf("%zux%zu page %zu stop %zu of %s: focus %zu, shown %zu\n", plan->size[1],
               plan->size[0], cast->at_stop[stop].page + 1, stop, cast->values[0].name, focus,
               shown);
    }
}

/* A stop with its plan; without one it is none. */
struct planned {
    const struct plan *plan;
    size_t stop;
};

/* What happens between the stops FROM and TO: 0: nothing that stays goes elsewhere; 1:
 * something shifts to the left; 2: anything else. */
static int find_move(const struct cast *cast, struct planned from, struct planned to) {
    int most = 0;
    for (int i = 0; i < (int)cast->count; i++) {
        const struct place_on_stage *before = plan_numbers(from.plan, from.stop, i);
        const struct place_on_stage *now = plan_numbers(to.plan, to.stop, i);
        if (before == NULL || now == NULL ||
            (before->box.row == now->box.row && before->box.column == now->box.column)) {
            continue;
        }
        bool left = now->box.column < before->box.column;
        most = left && most < 2 ? 1 : 2;
    }
    return most;
}

static bool same_page(const struct cast *cast, struct planned a, struct planned b) {
    return a.plan != NULL && b.plan != NULL &&
           cast->at_stop[a.stop].page == cast->at_stop[b.stop].page;
}

/* Counts the values that have their numbers at the first and the last of three STOPS of a page, and
 * not between. */
static size_t count_gone(const struct cast *cast, const struct planned *stops) {
    size_t gone = 0;
    for (int i = 0; i < (int)cast->count && same_page(cast, stops[0], stops[2]); i++) {
        gone += plan_numbers(stops[0].plan, stops[0].stop, i) != NULL &&
                plan_numbers(stops[2].plan, stops[2].stop, i) != NULL &&
                plan_numbers(stops[1].plan, stops[1].stop, i) == NULL && !cast->values[i].picture;
    }
    return gone;
}

/* Counts a stop that a learner comes to rest at, and the two before it. */
static void count_stop(const struct cast *cast, const struct planned *stops,
                       struct counts *counts) {
    count_needs(cast, stops[2].plan, stops[2].stop, counts);
    if (same_page(cast, stops[1], stops[2])) {
        int move = find_move(cast, stops[1], stops[2]);
        counts->steps++;
        counts->shifts += move == 1;
        counts->moves += move == 2;
    }
    counts->gone += count_gone(cast, stops);
}

/* True when PLAN shows all that its stops need, whole, and each value without a break. */
static bool is_whole(const struct cast *cast, const struct plan *plan) {
    bool whole = true;
    for (int i = 0; i < (int)cast->count; i++) {
        size_t runs = 0;
        bool before = false;
        for (size_t stop = plan->first_stop; stop < plan->first_stop + plan->stops; stop++) {
            const struct place_on_stage *place = plan_numbers(plan, stop, i);
            bool needed =
                (cast_need(cast, stop, (size_t)i) & NEED_NUMBERS) != 0 && !cast->values[i].words;
            whole &= place != NULL ? place->form != FORM_WINDOW || cast_is_large(&cast->values[i])
                                   : !needed;
            runs += place != NULL && !before;
            before = place != NULL;
        }
        whole &= runs <= 1;
    }
    return whole;
}

/* Plans all stops of a lesson. */
static void plan_lesson(const struct desk *desk, const struct cast *cast, const size_t size[2],
                        struct plan **plans, struct counts *counts) {
    for (size_t stop = 0; stop < cast->stops;) {
        struct failure failure = {0};
        struct plan_request request = {.stop = stop,
                                       .size = {size[0], size[1]},
                                       .words = pane_wants,
                                       .context = &desk->session};
        clock_t start = clock();
        struct cast *here = present_on(cast, cast->at_stop[stop].page, NULL);
        ck_assert_ptr_nonnull(here);
        request.cast = here;
        struct plan *plan = plan_make(&request, &failure);
        cast_free(here);
        counts->slowest = fmax(counts->slowest, (double)(clock() - start) * 1e3 / CLOCKS_PER_SEC);
        ck_assert_ptr_nonnull(plan);
        ck_assert_uint_eq(plan->first_stop, stop);
        ck_assert_uint_gt(plan->stops, 0);
        counts->pages++;
        counts->whole_pages += is_whole(cast, plan);
        while (stop < plan->first_stop + plan->stops) {
            plans[stop++] = plan;
        }
    }
}

static void count_lesson(const struct desk *desk, const struct cast *cast, const size_t size[2],
                         struct counts *counts) {
    struct planned stops[3] = {{NULL, 0}, {NULL, 0}, {NULL, 0}};
    struct plan **plans = calloc(cast->stops, sizeof *plans);
    ck_assert_ptr_nonnull(plans);
    plan_lesson(desk, cast, size, plans, counts);
    for (size_t rest = 0; rest < cast->stops;) {
        rest = lesson_next_halt(desk->session.lesson, rest); /* what is before is passed with it */
        stops[0] = stops[1];
        stops[1] = stops[2];
        stops[2] = (struct planned){plans[rest - 1], rest - 1};
        count_stop(cast, stops, counts);
    }
    for (size_t stop = 0; stop < cast->stops; stop++) {
        if (stop + 1 == cast->stops || plans[stop + 1] != plans[stop]) {
            plan_free(plans[stop]);
        }
    }
    free(plans);
}

/* Of a hundred: needed values with numbers at least, and matrices that are windows at most; of the
 * pages of the course: those that show all they need, whole and without a break. */
static const struct {
    size_t size[2], numbers, windows, whole;
} least[] = {{{24, 80}, 90, 6, 90},
             {{30, 100}, 94, 4, 110},
             {{36, 120}, 95, 5, 110},
             {{45, 160}, 97, 2, 120},
             {{50, 200}, 98, 1, 125}};
enum { SIZES = sizeof least / sizeof *least };

static void print_counts(size_t k, const struct counts *count) {
    printf("%zux%zu: %zu of %zu pages are whole; %.1f %% of %zu needed values with numbers; focus "
           "with numbers at %zu of %zu stops; of %zu steps within a page %zu move, %zu shift, %zu "
           "gone and back; %zu sources behind; %zu of %zu matrices are windows; slowest plan "
           "%.1f ms\n",
           least[k].size[1], least[k].size[0], count->whole_pages, count->pages,
           100.0 * (double)count->with_numbers / (double)count->needed, count->needed,
           count->focus_with_numbers, count->focus, count->steps, count->moves, count->shifts,
           count->gone, count->behind, count->windows, count->wholes, count->slowest);
}

static void check_counts(size_t k, const struct counts *count) {
    ck_assert_uint_eq(count->focus_with_numbers, count->focus);
    ck_assert_uint_eq(count->behind, 0);
    ck_assert_uint_le(count->moves * 100, count->steps);
    ck_assert_uint_le((count->moves + count->shifts) * 50, count->steps);
    ck_assert_uint_le(count->gone * 20, count->steps);
    if (desk_walked() == desk_lesson_count()) {
        ck_assert_uint_ge(count->with_numbers * 100, least[k].numbers * count->needed);
        ck_assert_uint_le(count->windows * 100, least[k].windows * count->wholes);
        ck_assert_uint_ge(count->whole_pages, least[k].whole);
    }
}

START_TEST(plans_show_what_is_needed_and_keep_it_in_its_place) {
    struct desk desk;
    struct counts counts[SIZES] = {0};
    for (int i = 0; i < desk_walked(); i++) {
        desk_open_lesson(&desk, desk_lesson(i));
        struct cast *cast = cast_make(&desk.session, &desk.failure);
        ck_assert_ptr_nonnull(cast);
        for (size_t k = 0; k < SIZES; k++) {
            count_lesson(&desk, cast, least[k].size, &counts[k]);
        }
        cast_free(cast);
        desk_close(&desk);
    }
    for (size_t k = 0; k < SIZES; k++) {
        print_counts(k, &counts[k]);
        fflush(stdout);
    }
    for (size_t k = 0; k < SIZES; k++) {
        check_counts(k, &counts[k]);
    }
}
END_TEST

Suite *panels_figures_suite(void);

Suite *panels_figures_suite(void) {
    Suite *suite = suite_create("panels_figures");
    TCase *tests = tcase_create("figures");
    tcase_add_test(tests, plans_show_what_is_needed_and_keep_it_in_its_place);
    suite_add_tcase(suite, tests);
    return suite;
}
