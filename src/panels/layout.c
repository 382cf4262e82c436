/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/layout.h"

#include "canvas/map.h"

#include "panels/asked.h"
#include "panels/kind.h"
#include "panels/narration.h"
#include "panels/scene.h"

#include <stdint.h>

enum {
    BESIDE = 110,  /* columns from which words stand beside the board */
    BLANK = 5,     /* unless they leave so much of the screen blank: a fifth */
    LEAST = 3,     /* fewer rows of a board are worth nothing */
    ROOM_RULE = 14 /* from so many rows between title and prompt: a rule under the board */
};

/* The rows that are shared out between title and prompt. */
struct share {
    struct scene *scene;
    size_t rows;    /* all of them */
    size_t columns; /* of the board and the goals */
    size_t words;   /* of the words and the question */
    bool beside;    /* those have a column of their own, and all rows beside the board */
    bool map_below; /* the map stands under it all, not in that column */
    size_t narration, gap, question, heading, board, goals, rule, explanation, map;
};

static size_t wanted(const struct share *share, const struct panel *panel, size_t columns,
                     size_t most) {
    return panel->rows(share->scene, columns, most);
}

/* Rows of the words' column. */
static size_t told(const struct share *share) {
    return share->narration + share->gap + share->question;
}

static size_t taken(const struct share *share) {
    return (share->beside ? 0 : told(share)) + share->heading + share->goals + share->rule +
           share->explanation + (share->map_below ? share->map : 0);
}

/* What is left of all rows is the board's. */
static bool give_rest(struct share *share) {
    size_t rows = taken(share);
    share->board = share->rows > rows ? share->rows - rows : 0;
    return share->rows >= rows;
}

static size_t lacking(struct share *share, bool numbers) {
    bool fits = give_rest(share);
    const size_t room[] = {share->board, share->columns};
    return fits ? board_lacks(share->scene, room, numbers) : SIZE_MAX;
}

/* New words, a question with its choices and a verdict are never cut for the sake of a picture:
 * first the pictures shrink, then the map is one line, then it goes; then words that were read go,
 * if that gives numbers to more of what matters. The arithmetic stays: it says what number a tile
 * stands for. The map is one line also where that gives numbers to all that stands on the board. */
static void share_rows(struct share *share) {
    const struct scene *scene = share->scene;
    bool asked = scene_quiz(scene) != NULL, looked = scene->value != NULL;
    size_t all = scene->canvas->columns, lacks = 1;
    share->goals = wanted(share, &goals_panel, share->columns, share->rows);
    share->heading = 1;
    share->explanation = looked && !asked ? wanted(share, &explanation_panel, all, 1) : 0;
    size_t map = share->map_below ? wanted(share, &chart_panel, all, share->rows) : 0;
    const size_t lines[] = {map, lesser(map, 1), map, lesser(map, 1), 0};
    for (size_t level = 0; level < sizeof lines / sizeof *lines && lacks > 0; level++) {
        share->map = lines[level];
        share->rule = share->rows >= ROOM_RULE && level < 4;
        lacks = lacking(share, level < 2);
    }
    struct share without = *share;
    without.narration = without.gap = 0;
    if (lacks > 0 && !share->beside && narration_is_read(share->scene, share->words) &&
        lacking(&without, false) < lacks) {
        *share = without;
    }
    if (share->board < LEAST && !share->beside) { /* the words alone */
        share->narration += share->board + share->heading;
        share->board = share->heading = 0;
    }
}

/* Rows that the board can do without, its numbers all in view, go to the arithmetic, all of them
 * where one steps through it, and to older words. */
static void share_spare(struct share *share) {
    size_t all = share->scene->canvas->columns;
    const size_t room[] = {share->board, share->columns};
    size_t needs = share->board > 0 ? board_needs(share->scene, room) : 0;
    size_t spare = share->board > needs ? share->board - needs : 0;
    if (share->beside) { /* words and map beside the board need rows, too */
        size_t rows = share->heading + share->board + share->goals;
        size_t least = told(share) + (share->map_below ? 0 : MAP_LINES + 1);
        spare = lesser(spare, rows > least ? rows - least : 0);
    }
    if (share->explanation > 0 && spare > 0) {
        size_t most = share->explanation + (kind_steps(share->scene) ? spare : spare / 2);
        size_t wants = wanted(share, &explanation_panel, all, most);
        size_t more = wants > share->explanation ? wants - share->explanation : 0;
        share->explanation += more;
        share->board -= more;
        spare -= more;
    }
    if (!share->beside && share->narration > 0 && spare > 0 && !narration_follows(share->scene)) {
        size_t most = share->narration + spare / 2;
        size_t more = narration_all(share->scene, share->words, most) - share->narration;
        share->narration += more;
        share->board -= more;
    }
}

static void measure_words(struct share *share, size_t columns) {
    share->words = columns;
    share->narration = wanted(share, &narration_panel, columns, share->rows);
    size_t rest = share->rows - lesser(share->narration + 1, share->rows);
    share->question =
        wanted(share, &question_panel, columns, share->narration > 0 ? rest : share->rows);
    share->gap = share->narration > 0 && share->question > 0;
}

/* Whether the words that there are fill their column well enough. */
static bool is_filled(const struct share *share) {
    const struct canvas *canvas = share->scene->canvas;
    size_t asked = share->gap + share->question;
    size_t rows = share->rows > asked ? share->rows - asked : 0;
    size_t blank = rows - narration_all(share->scene, share->words, rows);
    return blank * share->words * BLANK <= canvas->rows * canvas->columns;
}

/* From so many columns the words stand beside the board, in the first of these widths that holds
 * them, and the map under them. */
static void share_across(struct share *share) {
    static const size_t widths[] = {46, 50, 54, 60};
    size_t all = share->scene->canvas->columns;
    bool wide = all >= BESIDE && !narration_is_table(share->scene->session);
    for (size_t i = 0; wide && !share->beside && i < sizeof widths / sizeof *widths; i++) {
        measure_words(share, widths[i] - 1);
        share->beside = told(share) + MAP_LINES + 2 < share->rows && is_filled(share);
        share->columns = all - widths[i];
    }
    if (!share->beside) {
        share->columns = all;
        measure_words(share, all);
    }
    size_t left = share->rows - lesser(told(share) + 1, share->rows);
    share->map_below =
        !share->beside || !chart_fits(share->scene, (const size_t[]){left, share->words});
}

/* --- boxes -------------------------------------------------------------------------------------
 */

static struct box next_box(size_t *row, size_t rows, size_t column, size_t columns) {
    struct box box = {*row, column, rows, columns};
    *row += rows;
    return box;
}

/* The words' column: older words have what question and map leave. */
static void place_words(struct layout *layout, struct share *share) {
    size_t rows = share->heading + share->board + share->goals;
    bool follows = narration_follows(share->scene);
    if (share->beside) {
        layout->divider = (struct box){1, share->words, rows, 1};
        size_t map = share->map_below
                         ? 0
                         : wanted(share, &chart_panel, share->words, rows - told(share) - 1);
        size_t most = rows - share->question - share->gap - map - (map > 0);
        share->narration =
            follows ? share->narration : narration_all(share->scene, share->words, most);
        layout->boxes[PANEL_MAP] = (struct box){1 + rows - map, 0, map, share->words};
    }
    size_t question = follows ? 1 : 1 + share->narration + share->gap;
    size_t narration = follows ? 1 + share->question + share->gap : 1;
    layout->boxes[PANEL_NARRATION] = (struct box){narration, 0, share->narration, share->words};
    layout->boxes[PANEL_QUESTION] = (struct box){question, 0, share->question, share->words};
}

static void place(struct layout *layout, struct share *share) {
    size_t all = share->scene->canvas->columns;
    size_t row = share->beside ? 1 : 1 + told(share);
    size_t column = share->beside ? share->words + 1 : 0;
    place_words(layout, share);
    layout->heading = next_box(&row, share->heading, column, share->columns);
    layout->boxes[PANEL_PICTURE] = next_box(&row, share->board, column, share->columns);
    layout->boxes[PANEL_GOALS] = next_box(&row, share->goals, column, share->columns);
    layout->rule = next_box(&row, share->rule, 0, all);
    layout->boxes[PANEL_EXPLANATION] = next_box(&row, share->explanation, 0, all);
    if (share->map_below) {
        layout->boxes[PANEL_MAP] = next_box(&row, share->map, 0, all);
    }
}

/* What was said stands under the words it may be about, not over them, and the board stands beside
 * it or below where there is room; all else that lies on top has the whole middle. */
static void place_cover(struct layout *layout, struct scene *scene, struct box middle) {
    enum { LEAST_COVER = 7, LEAST_BOARD = 60 };
    enum cover cover = scene->session->looks.cover;
    size_t bottom = middle.row + middle.rows, row = middle.row,
           wide = said_columns(middle.columns) + 2;
    struct share share = {.scene = scene, .rows = middle.rows};
    if (cover == COVER_ANSWER || cover == COVER_GRADIENT) {
        measure_words(&share, middle.columns);
    }
    if (told(&share) + LEAST_COVER <= middle.rows) {
        layout->boxes[PANEL_NARRATION] = next_box(&row, share.narration, 0, middle.columns);
        layout->boxes[PANEL_QUESTION] = next_box(&row, share.question, 0, middle.columns);
    }
    struct box box = {row, 0, bottom - row, middle.columns}, rest = box;
    size_t rows = wanted(&share, &cover_panel, box.columns, box.rows);
    if (cover == COVER_ANSWER && wide + LEAST_BOARD <= box.columns) {
        layout->divider = (struct box){row, wide, box.rows, 1};
        box.columns = wide;
        rest.column = wide + 1;
        rest.columns -= wide + 1;
    } else {
        box.rows = rows + LEAST_COVER <= box.rows ? rows : box.rows;
        rest.row += box.rows;
        rest.rows -= box.rows;
    }
    layout->boxes[PANEL_COVER] = box;
    if (rest.rows > 0) {
        layout->heading = next_box(&rest.row, 1, rest.column, rest.columns);
        layout->boxes[PANEL_PICTURE] =
            (struct box){rest.row, rest.column, rest.rows - 1, rest.columns};
    }
}

/* Lessons are listed to choose another, and while there is none open and nothing to look at. */
static bool lists_lessons(const struct scene *scene) {
    enum cover cover = scene->session->looks.cover;
    bool nothing = scene->session->lesson == NULL && scene->value == NULL && cover == COVER_NONE;
    return cover == COVER_FOUND ||
           ((cover == COVER_LESSONS || nothing) && scene->terminal->shelf != NULL);
}

void layout_make(struct layout *layout, struct scene *scene) {
    size_t rows = scene->canvas->rows, columns = scene->canvas->columns;
    struct box middle = {1, 0, rows - 3, columns};
    *layout = (struct layout){
        .boxes = {[PANEL_TITLE] = {0, 0, 1, columns}, [PANEL_FOOTER] = {rows - 1, 0, 1, columns}}};
    if (scene->session->looks.cover == COVER_OVERVIEW) {
        size_t map =
            wanted(&(struct share){.scene = scene}, &chart_panel, columns, middle.rows / 3);
        layout->boxes[PANEL_PICTURE] = (struct box){1, 0, rows - 2 - map, columns};
        layout->boxes[PANEL_MAP] = (struct box){rows - 1 - map, 0, map, columns};
    } else if (scene->session->moment != NULL) {
        layout->heading = (struct box){1, 0, 1, columns};
        layout->boxes[PANEL_PICTURE] = (struct box){2, 0, middle.rows - 1, columns};
        layout->boxes[PANEL_MAP] = (struct box){rows - 2, 0, 1, columns};
    } else if (lists_lessons(scene)) {
        layout->boxes[PANEL_SHELF] =
            (struct box){middle.row + 1, 0, middle.rows - 1, middle.columns};
    } else if (scene->session->looks.cover != COVER_NONE) {
        place_cover(layout, scene, middle);
    } else {
        /* The prompt lies over the last row while it is open, and what is said too: there may be a
         * line of the map, or the arithmetic, but no words and no row of a matrix. */
        struct share share = {.scene = scene};
        for (size_t below = 2; below-- > 0 && share.map + share.explanation == 0;) {
            share = (struct share){.scene = scene, .rows = middle.rows + below};
            share_across(&share);
            share_rows(&share);
            share_spare(&share);
        }
        place(layout, &share);
    }
}
