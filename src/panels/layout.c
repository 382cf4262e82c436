#include "panels/layout.h"

#include "panels/kind.h"
#include "panels/panels.h"
#include "panels/question.h"

#include <stdint.h>

enum {
    BESIDE = 110,      /* columns from which narration stands beside the picture */
    BESIDE_MOST = 48,  /* columns it then takes at most */
    READING = 80,      /* columns it takes where there is nothing beside it */
    NARRATION = 4,     /* rows that words take from a picture which can do with less */
    EXPLANATION = 2,   /* rows that are kept for it, so that the picture stays where it is */
    LEAST_PICTURE = 5, /* fewer rows under a question are worth nothing */
    ROOM_RULE = 14,    /* from so many rows between title and prompt: a rule under the picture */
    ROOM_PIPELINE = 10,
    ROOM_NARRATION = 12,
    ROOM_EXPLANATION = 20
};

/* The rows that are shared out between title and prompt. */
struct share {
    struct scene *scene;
    size_t rows;    /* all of them */
    size_t left;    /* not given away yet */
    size_t columns; /* of picture and question */
    size_t words;   /* columns of narration that is not beside them */
    size_t narration, gap, question, picture, explanation, pipeline, heading, rule;
    bool beside;
    bool reads; /* the words have all the room */
    size_t beside_columns;
};

static size_t wanted(const struct share *share, enum panel_name name, size_t columns) {
    return panel_at(name)->rows(share->scene, columns, share->rows);
}

/* Gives MOST rows from what is left. */
static size_t take(struct share *share, size_t most) {
    size_t rows = lesser(most, share->left);
    share->left -= rows;
    return rows;
}

/* What has always the same height. */
static void share_fixed(struct share *share) {
    bool quiz = question_quiz(share->scene) != NULL;
    size_t all = share->scene->canvas->columns;
    if (share->rows >= ROOM_PIPELINE) {
        share->pipeline = take(share, wanted(share, PANEL_PIPELINE, all));
    }
    share->heading = take(share, 1);
    if (!quiz) {
        size_t kept = share->rows >= ROOM_EXPLANATION ? EXPLANATION : 1;
        share->rule = share->rows >= ROOM_RULE ? take(share, 1) : 0;
        share->explanation = share->scene->value != NULL ? take(share, kept) : 0;
    } else if (share->rows >= ROOM_RULE) {
        share->rule = take(share, 1);
    }
}

/* A question keeps a line for what the lesson said before it. */
static void share_question(struct share *share) {
    size_t wants = wanted(share, PANEL_QUESTION, share->columns);
    size_t kept = share->rows >= ROOM_NARRATION && !share->beside ? 1 : 0;
    if (wants > 0 && share->left > kept) {
        share->question = lesser(wants, share->left - kept);
        share->left -= share->question;
    }
}

/* Where a page begins there is something to read, and nothing new to see until the learner changes
 * or compares something. */
static bool words_come_first(const struct share *share) {
    const struct stop *stop = scene_stop(share->scene);
    enum kind kind = kind_of(share->scene);
    return stop != NULL && (stop->kind == STOP_PAGE || stop->kind == STOP_PAUSE) &&
           kind != KIND_MOVED && kind != KIND_DIFFERENCE;
}

/* Words that a page begins with and that a picture would cut come without it, until the learner
 * looks for something in it. */
static void share_reading(struct share *share) {
    const struct looks *looks = &share->scene->session->looks;
    const struct stop *stop = scene_stop(share->scene);
    bool looked = looks->cell > 0 || looks->heat || looks->zoom || looks->path_count > 0;
    bool begins = stop != NULL && stop->kind == STOP_PAGE && words_come_first(share);
    bool room = share->rows >= ROOM_NARRATION && !share->beside && share->question == 0;
    if (begins && !looked && room &&
        wanted(share, PANEL_NARRATION, share->words) + LEAST_PICTURE > share->left) {
        share->left += share->heading + share->explanation;
        share->heading = share->explanation = 0;
        share->reads = true;
    }
}

/* Whether the picture can do with less: what moved is named where it is not drawn, a stack shows
 * the one matrix that is looked at. */
static bool yields(const struct scene *scene) {
    return scene->value != NULL &&
           (kind_of(scene) == KIND_MOVED || shape_matrices(&scene->value->shape) > 1);
}

/* Whether a matrix is cut, whatever the words leave it: then they are not cut for its sake. */
static bool is_cut(const struct share *share) {
    enum kind kind = kind_of(share->scene);
    return (kind == KIND_MATRIX || kind == KIND_PRODUCT) &&
           panel_at(PANEL_PICTURE)->rows(share->scene, share->columns, SIZE_MAX) > share->left;
}

/* Rows of the picture that may go to the words, of which there are WORDS. */
static size_t spare_rows(const struct share *share, size_t words) {
    size_t picture = LEAST_PICTURE;
    if (!words_come_first(share)) {
        bool asked = share->question > 0; /* and takes its rows already */
        bool yielding = !asked && (yields(share->scene) || is_cut(share));
        size_t kept = yielding ? lesser(words, NARRATION) : 1;
        size_t most = share->left > kept ? share->left - kept : 0;
        picture = panel_at(PANEL_PICTURE)->rows(share->scene, share->columns, most);
    }
    return share->left > picture ? share->left - picture : 0;
}

/* Rows that what became of a prediction needs, which is never behind Tab, and a line of the words
 * that follow. */
static size_t least_words(const struct share *share) {
    struct text verdict = {0};
    size_t columns = share->words;
    size_t rows = 0;
    if (columns > 2 && question_verdict(share->scene, columns - 2, &verdict)) {
        scene_trim(&verdict);
        rows = scene_count(text_string(&verdict));
    }
    text_release(&verdict);
    return rows > 0 ? rows + 2 : 1;
}

/* Narration beside nothing: a line always, then what the picture can spare. */
static void share_words(struct share *share) {
    size_t words = wanted(share, PANEL_NARRATION, share->words);
    if (share->rows < ROOM_NARRATION || words == 0) {
        return;
    }
    if (share->reads) {
        share->narration = take(share, share->left);
        return;
    }
    size_t most = words_come_first(share) ? share->rows : share->rows / 2;
    size_t spare = spare_rows(share, words), least = least_words(share);
    spare = spare > least ? spare : least;
    share->narration = take(share, lesser(lesser(words, most), spare));
}

/* What neither words nor picture want is for the arithmetic. */
static void share_spare(struct share *share) {
    size_t picture = wanted(share, PANEL_PICTURE, share->columns);
    size_t spare = share->left > picture ? share->left - picture : 0;
    if (share->question > 0 && share->narration > 0 && spare > 0) {
        share->gap = take(share, 1);
        spare--;
    }
    if (share->explanation > 0) {
        size_t all = share->scene->canvas->columns, could = share->explanation + spare;
        size_t wants = panel_at(PANEL_EXPLANATION)->rows(share->scene, all, could);
        share->explanation +=
            take(share, wants > share->explanation ? wants - share->explanation : 0);
    }
}

static void share_picture(struct share *share) {
    if (!share->beside) {
        share_words(share);
    }
    share_spare(share);
    share->picture = take(share, share->left);
}

/* Under a question a sliver of a picture is worth less than the whole question. */
static void drop_sliver(struct share *share) {
    if (share->question > 0 && share->picture < LEAST_PICTURE) {
        share->question += share->picture + share->heading;
        share->picture = share->heading = 0;
    }
}

/* --- boxes -------------------------------------------------------------------------------------
 */

static struct box next_box(size_t *row, size_t rows, size_t column, size_t columns) {
    struct box box = {*row, column, rows, columns};
    *row += rows;
    return box;
}

/* The words beside the picture have the whole height of question and picture. */
static void place_beside(struct layout *layout, const struct share *share) {
    size_t rows = share->question + share->heading + share->picture;
    layout->boxes[PANEL_NARRATION] = (struct box){1, 0, rows, share->beside_columns - 1};
    layout->divider = (struct box){1, share->beside_columns - 1, rows, 1};
}

static void place(struct layout *layout, const struct share *share) {
    size_t all = share->scene->canvas->columns, row = 1;
    size_t column = share->beside ? share->beside_columns : 0;
    if (share->beside) {
        place_beside(layout, share);
    } else {
        layout->boxes[PANEL_NARRATION] = next_box(&row, share->narration, 0, share->words);
        row += share->gap;
    }
    layout->boxes[PANEL_QUESTION] = next_box(&row, share->question, column, share->columns);
    layout->heading = next_box(&row, share->heading, column, share->columns);
    layout->boxes[PANEL_PICTURE] = next_box(&row, share->picture, column, share->columns);
    layout->rule = next_box(&row, share->rule, 0, all);
    layout->boxes[PANEL_EXPLANATION] = next_box(&row, share->explanation, 0, all);
    layout->boxes[PANEL_PIPELINE] = next_box(&row, share->pipeline, 0, all);
}

/* From so many columns the words stand beside the picture; where there is none they are all there
 * is to see, in lines that can be read. */
static void share_across(struct share *share) {
    size_t all = share->scene->canvas->columns;
    bool blank = share->scene->session->looks.blank;
    share->beside = all >= BESIDE && !blank && wanted(share, PANEL_NARRATION, BESIDE_MOST) > 0;
    share->beside_columns = share->beside ? lesser(BESIDE_MOST, all / 3) : 0;
    share->words = blank ? lesser(all, READING) : all;
    share->columns = blank ? share->words : all - share->beside_columns;
}

/* Lessons are listed while there is none open and nothing to look at. */
static bool lists_lessons(const struct scene *scene) {
    return scene->session->lesson == NULL && scene->value == NULL && scene->stage->shelf != NULL;
}

void layout_make(struct layout *layout, struct scene *scene) {
    size_t rows = scene->canvas->rows, columns = scene->canvas->columns;
    struct box middle = {1, 0, rows - 3, columns};
    *layout = (struct layout){.boxes = {[PANEL_TITLE] = {0, 0, 1, columns},
                                        [PANEL_PROMPT] = {rows - 2, 0, 1, columns},
                                        [PANEL_FOOTER] = {rows - 1, 0, 1, columns}}};
    if (scene->session->moment != NULL) {
        layout->heading = (struct box){1, 0, 1, columns};
        layout->boxes[PANEL_PICTURE] = (struct box){2, 0, middle.rows - 2, columns};
        layout->boxes[PANEL_PIPELINE] = (struct box){rows - 3, 0, 1, columns};
        return;
    }
    if (scene->session->looks.cover != COVER_NONE) {
        layout->boxes[PANEL_COVER] = middle;
        return;
    }
    if (lists_lessons(scene)) {
        layout->boxes[PANEL_SHELF] =
            (struct box){middle.row + 1, 0, middle.rows - 1, middle.columns};
        return;
    }
    struct share share = {.scene = scene, .rows = middle.rows, .left = middle.rows};
    share_across(&share);
    share_fixed(&share);
    share_question(&share);
    share_reading(&share);
    share_picture(&share);
    drop_sliver(&share);
    place(layout, &share);
}
