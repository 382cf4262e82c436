#include "panels/board.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "canvas/drawing.h"
#include "canvas/ticks.h"
#include "canvas/tiles.h"
#include "notebook/difference.h"
#include "panels/corner.h"
#include "panels/demand.h"
#include "panels/kind.h"
#include "panels/learned.h"
#include "panels/moved.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MARGIN = 1, UNROLLED = 72 /* columns */, PLENTY = 10000 };

/* A picture of the board, and what it holds. */
struct item {
    struct scene *scene;
    const struct definition *definition;
    struct tiles tiles;
    struct corner corner;
    struct drawing drawing;
    struct reach reach;
    struct tensor *shown, *before;                     /* held */
    struct text name;                                  /* Δ's; or what the sizes were */
    bool (*draw)(struct scene *scene, struct box box); /* of what the panels draw themselves, */
    size_t size[2][2], grows; /* the size of its forms, and by how many columns it grows */
};

struct board {
    struct scene *scene;
    struct item items[BOARD_PICTURES];
    struct board_picture pictures[BOARD_PICTURES];
    size_t count;
    size_t room[2]; /* that it was laid out in last */
    struct board_use use;
};

void board_release(struct board *board) {
    for (size_t i = 0; board != NULL && i < board->count; i++) {
        tensor_release(board->items[i].shown);
        tensor_release(board->items[i].before);
        corner_release(&board->items[i].corner);
        text_release(&board->items[i].name);
    }
    memory_free(board);
}

/* --- the arithmetic, the curve ------------------------------------------------------------------
 */

static void measure_own(const void *subject, size_t form, struct board_growth growth,
                        size_t size[4]) {
    const struct item *item = subject;
    size[0] = item->size[form][0];
    size[1] = item->size[form][1] + item->grows * growth.columns;
}

/* The cursor is placed there. */
static void draw_own(const void *subject, const struct board_picture *placed,
                     const struct patch *patch, size_t cursor[2]) {
    const struct item *item = subject;
    (void)placed;
    (void)cursor;
    item->draw(item->scene, patch->box);
}

/* What the panels draw themselves, in so many forms. */
static struct board_picture own_picture(const struct item *item, size_t forms) {
    return (struct board_picture){.measure = measure_own,
                                  .draw = draw_own,
                                  .subject = item,
                                  .form_count = forms,
                                  .rough = forms};
}

/* --- what is taken ---------------------------------------------------------------------------- */

/* What moved is old→new, where the sizes are the same; else they are said. */
static bool take_before(struct scene *scene, size_t index, struct item *item,
                        struct picture *picture) {
    const struct definition *old;
    if (!scene_moved(scene, index, &old) || old == NULL) {
        return true;
    }
    if (!shape_same_sizes(&old->value->shape, &item->definition->value->shape)) {
        text_append(&item->name, "was ");
        shape_write(&old->value->shape, &item->name);
        return text_ok(&item->name, scene->failure);
    }
    item->before = session_shown(scene->session, old->value, scene->failure);
    picture->before = item->before;
    return item->before != NULL;
}

/* Whether `show` put the two side by side, and they are of the same sizes: on one scale, then. */
static bool are_twins(const struct scene *scene, const struct definition *a,
                      const struct definition *b) {
    const char *words = scene->session->looks.drawn.words;
    return scene->session->looks.cover != COVER_OVERVIEW && text_starts(words, "show ") &&
           text_has_word(words, a->name) && text_has_word(words, b->name) &&
           shape_same_sizes(&a->value->shape, &b->value->shape);
}

static double twins_of(const struct scene *scene, const struct definition *definition) {
    const struct notebook *notebook = session_notebook(scene->session);
    double largest = 0;
    for (size_t i = 0; i < notebook->count; i++) {
        if (are_twins(scene, definition, notebook->list[i])) {
            const struct tensor *twin = notebook->list[i]->value;
            struct extent extent = extent_of(twin->cells, shape_cells(&twin->shape));
            largest = fmax(largest, fmax(-extent.low, extent.high));
        }
    }
    return largest;
}

/* The value looked at: with its cursor, as far as replay has got. */
static bool take_focus(struct board *board, size_t index, struct item *item) {
    struct scene *scene = board->scene;
    struct board_picture *placed = &board->pictures[board->count];
    enum kind kind = kind_of(scene);
    if (kind == KIND_UNROLLED) {
        item->draw = unroll_draw;
        item->size[0][0] = unroll_rows(scene, UNROLLED);
        item->size[0][1] = UNROLLED;
        *placed = own_picture(item, 1);
        return true;
    }
    if (kind == KIND_PRODUCT) {
        bool ok = corner_make(scene, &item->corner);
        *placed = tiles_product_picture(&item->corner.product);
        return ok;
    }
    struct picture picture = corner_value(scene, &item->reach);
    bool ok = scene->operation + 1 < item->definition->operation_count ||
              take_before(scene, index, item, &picture);
    picture.wide = scene->session->looks.zoom;
    picture.twins = twins_of(scene, item->definition);
    tiles_init(&item->tiles, &picture);
    if (scene->session->looks.heat) {
        tiles_drop_numbers(&item->tiles);
    }
    *placed = tiles_picture(&item->tiles);
    return ok;
}

static bool take_item(struct board *board, size_t index, const struct wanted *wanted) {
    struct scene *scene = board->scene;
    struct item *item = &board->items[board->count];
    struct board_picture *placed = &board->pictures[board->count];
    item->scene = scene;
    item->definition = session_notebook(scene->session)->list[index];
    bool ok;
    if (item->definition == scene->definition) {
        ok = take_focus(board, index, item);
    } else {
        item->shown = session_shown(scene->session, item->definition->value, scene->failure);
        if (item->shown == NULL) {
            return false;
        }
        struct picture picture = scene_picture(scene, item->definition, SIZE_MAX, item->shown);
        picture.twins = twins_of(scene, item->definition);
        ok = take_before(scene, index, item, &picture);
        tiles_init(&item->tiles, &picture);
        *placed = tiles_picture(&item->tiles);
    }
    item->tiles.note = wanted->turn ? "◂ turn" : text_string(&item->name);
    placed->rank = wanted->rank;
    placed->depth = wanted->depth;
    placed->distance = wanted->distance;
    board->count++;
    return ok;
}

/* What a formula gave that was typed to see it, under the formula. */
static bool take_tried(struct board *board) {
    enum { LONGEST = 40 };
    struct scene *scene = board->scene;
    const struct definition *tried = scene->session->tried;
    struct item *item = &board->items[board->count];
    if (tried == NULL || board->count == BOARD_PICTURES) {
        return true;
    }
    board->count++;
    item->definition = tried;
    item->shown = session_shown(scene->session, tried->value, scene->failure);
    if (item->shown == NULL ||
        !session_formula(scene->session, tried, &item->name, scene->failure)) {
        return false;
    }
    struct picture picture = scene_picture(scene, tried, SIZE_MAX, item->shown);
    bool fits = utf8_columns(text_string(&item->name), item->name.length) <= LONGEST;
    picture.name = fits ? text_string(&item->name) : "the value";
    picture.owner = 0;
    tiles_init(&item->tiles, &picture);
    board->pictures[board->count - 1] = tiles_picture(&item->tiles);
    board->pictures[board->count - 1].rank = BOARD_PRESENT;
    return true;
}

/* Beside what differs from the baseline, how much: as colours about 0. */
static bool take_delta(struct board *board) {
    struct scene *scene = board->scene;
    const struct definition *was = baseline_of(scene);
    struct item *item = &board->items[board->count];
    if (was == NULL || shape_is_number(&was->value->shape) ||
        !shape_same_sizes(&was->value->shape, &scene->value->shape) ||
        board->count == BOARD_PICTURES) {
        return true;
    }
    struct tensor *delta = difference_value(was->value, scene->value, scene->failure);
    item->shown = delta == NULL ? NULL : session_shown(scene->session, delta, scene->failure);
    tensor_release(delta);
    board->count++;
    if (item->shown == NULL) {
        return false;
    }
    text_format(&item->name, "Δ %s", scene->definition->name);
    struct picture picture = scene_picture(scene, scene->definition, SIZE_MAX, item->shown);
    picture.name = text_string(&item->name);
    picture.shares = picture.stretched = false;
    tiles_init(&item->tiles, &picture);
    board->pictures[board->count - 1] = tiles_picture(&item->tiles);
    board->pictures[board->count - 1].rank = BOARD_FOCUS;
    return text_ok(&item->name, scene->failure);
}

/* The curve of the training that the last change was stands for what it made small. */
static void take_curve(struct board *board, struct demand *demand) {
    static const size_t sizes[2][2] = {{12, 54}, {6, 36}};
    struct item *item = &board->items[board->count];
    struct scene *scene = board->scene;
    const struct looks *looks = &scene->session->looks;
    if (!scene->has_moved || looks->difference || looks->cover == COVER_OVERVIEW ||
        learned_rows(scene, PLENTY) == 0) {
        return;
    }
    item->scene = scene;
    item->draw = learned_draw;
    memcpy(item->size, sizes, sizeof sizes);
    item->grows = 4;
    board->pictures[board->count] = own_picture(item, 2);
    board->pictures[board->count++].rank = BOARD_FOCUS;
    for (size_t i = 0; i < demand->count; i++) {
        if (learned_tells(scene, session_notebook(scene->session)->list[i])) {
            demand->list[i].rank = BOARD_RANKS;
        }
    }
}

/* A value of the picture that was asked for: WORD of its words, NAME. */
static struct picture drawn_picture(const struct scene *scene, size_t index, size_t word) {
    const struct definition *definition = session_notebook(scene->session)->list[index], *old;
    const struct drawn *drawn = &scene->session->looks.drawn;
    struct picture picture = scene_picture(scene, definition, SIZE_MAX, definition->value);
    const struct shape *shape = &definition->value->shape;
    bool here = definition == scene->definition && scene->value == definition->value;
    bool left = scene->definition == NULL || !text_has_word(drawn->words, scene->definition->name);
    picture.owner = scene->session->view.columns ? 0 : picture.owner; /* cells as they are shown */
    picture.cursor = here ? scene->cell : left && drawn->word == word ? drawn->cell : SIZE_MAX;
    if (picture.cursor < shape_cells(shape)) {
        picture.matrix = picture.cursor / (shape_rows(shape) * shape_columns(shape));
    }
    if (scene_moved(scene, index, &old) && old != NULL) {
        picture.before = old->value;
    }
    return picture;
}

/* The picture that was asked for by its name, as long as its values are there, fit it and are no
 * open question's answer. */
static void take_drawing(struct board *board, struct demand *demand, bool instead) {
    struct scene *scene = board->scene;
    const struct notebook *notebook = session_notebook(scene->session);
    const struct looks *looks = &scene->session->looks;
    struct item *item = &board->items[board->count];
    struct board_picture *placed = &board->pictures[board->count];
    enum kind kind = kind_of(scene);
    const char *words = looks->drawn.words;
    size_t length = strcspn(words, " "), values[DRAWING_VALUES] = {0};
    struct failure unfit = {0};
    const struct drawing_kind *drawn = drawing_find(words, length);
    if (drawn == NULL || drawn->instead != instead || looks->heat || looks->zoom ||
        looks->cover == COVER_OVERVIEW || (kind != KIND_MATRIX && kind != KIND_MOVED)) {
        return;
    }
    enum board_rank rank = BOARD_FOCUS;
    for (size_t word = 1; words[length] != '\0' && word <= DRAWING_VALUES; word++) {
        words += length + 1;
        length = strcspn(words, " ");
        size_t i = notebook_index(session_notebook(scene->session), words, length);
        if (i == SIZE_MAX || demand->list[i].hidden) {
            return;
        }
        rank = notebook->list[i] == scene->definition ? BOARD_PRESENT : rank;
        placed->depth = greater(placed->depth, demand->list[i].depth);
        values[item->drawing.count] = i;
        item->drawing.values[item->drawing.count++] = drawn_picture(scene, i, word);
    }
    if (item->drawing.count == 0 || !drawn->fits(&item->drawing, &unfit)) {
        return;
    }
    if (drawn->instead) {
        item->definition = notebook->list[values[0]];
        demand->list[values[0]].rank = BOARD_RANKS;
    }
    *placed = (struct board_picture){.rank = rank,
                                     .depth = placed->depth,
                                     .measure = drawn->measure,
                                     .draw = drawn->draw,
                                     .subject = &item->drawing,
                                     .form_count = drawn->form_count,
                                     .rough = BOARD_FORMS};
    board->count++;
}

/* What stands at SIDE of the product that is looked at: Q and K in Q @ K.T; NULL when it has no
 * name. */
static const struct definition *operand_of(const struct scene *scene, size_t side) {
    const struct operation *product = &scene->definition->operations[scene->operation];
    const struct origin *origin = &product->origin[side];
    if (origin->operation != ORIGIN_NONE) { /* K.T */
        origin = &scene->definition->operations[origin->operation].origin[0];
    }
    return origin->definition;
}

/* What stands in the product's corner needs no picture of its own. */
static void drop_operands(const struct board *board, struct demand *demand) {
    const struct scene *scene = board->scene;
    if (scene->definition == NULL || kind_of(scene) != KIND_PRODUCT) {
        return;
    }
    const struct notebook *notebook = session_notebook(scene->session);
    for (size_t side = 0; side < 2; side++) {
        for (size_t i = 0; i < notebook->count; i++) {
            if (operand_of(scene, side) == notebook->list[i] && !demand->list[i].turn) {
                demand->list[i].rank = BOARD_RANKS;
            }
        }
    }
}

/* Those of the value INDEX stand at its side. */
static bool take_twins(struct board *board, struct demand *demand, size_t index) {
    const struct notebook *notebook = session_notebook(board->scene->session);
    bool ok = true;
    for (size_t i = index + 1; ok && i < demand->count && board->count < BOARD_PICTURES; i++) {
        struct wanted *wanted = &demand->list[i];
        if (wanted->rank < BOARD_RANKS && !wanted->hidden &&
            are_twins(board->scene, notebook->list[index], notebook->list[i])) {
            ok = take_item(board, i, wanted);
            board->pictures[board->count - 1].beside = true;
            wanted->rank = BOARD_RANKS;
        }
    }
    return ok;
}

static bool comes_before(const struct wanted *a, const struct wanted *b) {
    return a->rank < b->rank || (a->rank == b->rank && a->distance < b->distance);
}

/* Takes as many pictures as there is room for in the list, in the order of the flow. */
static bool take_items(struct board *board, struct demand *demand) {
    const char *drawn = board->scene->session->looks.drawn.words;
    size_t most = BOARD_PICTURES - (drawing_find(drawn, strcspn(drawn, " ")) != NULL);
    bool ok = true;
    for (size_t i = 0; ok && i < demand->count; i++) {
        const struct wanted *wanted = &demand->list[i];
        size_t before = 0;
        for (size_t k = 0; k < demand->count; k++) {
            before += comes_before(&demand->list[k], wanted);
        }
        if (wanted->rank < BOARD_RANKS && before < most && board->count < most) {
            ok = take_item(board, i, wanted) && take_twins(board, demand, i);
        }
    }
    return ok;
}

/* What is hidden, and what has no numbers, is not on it. */
static void drop_hidden(const struct notebook *notebook, struct demand *demand) {
    for (size_t i = 0; i < demand->count; i++) {
        if (demand->list[i].hidden || shape_cells(&notebook->list[i]->value->shape) == 0) {
            demand->list[i].rank = BOARD_RANKS;
        }
    }
}

/* The board of this frame, made when it is asked for first; NULL without memory. */
static struct board *board_of(struct scene *scene) {
    struct demand demand = {0};
    if (scene->board != NULL) {
        return scene->board;
    }
    struct board *board = scene->board = memory_allocate(1, sizeof *board);
    bool ok = demand_make(scene, &demand);
    if (board == NULL) {
        ok = failure_memory(scene->failure);
    }
    if (ok) {
        board->scene = scene;
        drop_hidden(session_notebook(scene->session), &demand);
        drop_operands(board, &demand);
        take_curve(board, &demand);
        take_drawing(board, &demand, true);
        ok = take_items(board, &demand) && take_delta(board) && take_tried(board);
    }
    if (ok && board->count < BOARD_PICTURES) {
        take_drawing(board, &demand, false); /* beside its numbers */
    }
    demand_release(&demand);
    if (!ok) {
        board_release(board);
        scene->board = NULL;
    }
    return scene->board;
}

/* Lays it out in a box of ROOM rows and columns, once. */
static const struct board_use *lay_out(struct board *board, const size_t room[2]) {
    size_t below = room[0] > 1 && board->scene->has_moved; /* a line for what has found no place */
    const size_t inside[] = {room[0] - below, room[1] - 2 * MARGIN};
    if (board->room[0] != inside[0] || board->room[1] != inside[1]) {
        memcpy(board->room, inside, sizeof board->room);
        board->use = board_lay_out(board->pictures, board->count, inside);
        board->use.needed += below;
    }
    return &board->use;
}

/* What takes the whole room is content with any. */
static bool use_of(struct scene *scene, const size_t room[2], struct board_use *use) {
    bool any = scene->session->moment == NULL && session_notebook(scene->session)->count > 0;
    struct board *board = room[0] > 0 && room[1] > 2 * MARGIN && any ? board_of(scene) : NULL;
    if (board != NULL) {
        *use = *lay_out(board, room);
    }
    return board != NULL;
}

bool board_fits(struct scene *scene, const size_t room[2]) {
    struct board_use use;
    return !use_of(scene, room, &use) || use.whole;
}

size_t board_needs(struct scene *scene, const size_t room[2]) {
    struct board_use use;
    return use_of(scene, room, &use) ? use.needed : room[0];
}

/* "also moved: Q scores": of what moved and found no place. */
static void name_rest(const struct board *board, struct box box) {
    struct scene *scene = board->scene;
    struct text words = {0};
    const struct notebook *notebook = session_notebook(scene->session);
    for (size_t i = 0; i < notebook->count; i++) {
        const struct definition *old;
        bool moved = scene_moved(scene, i, &old);
        for (size_t k = 0; k < board->count; k++) {
            moved &= board->items[k].definition != notebook->list[i] || !board->pictures[k].placed;
            moved &= !learned_tells(scene, notebook->list[i]) && scene->session->moment == NULL;
        }
        if (moved) {
            text_format(&words, "%s %s", words.length == 0 ? " also moved:" : "",
                        notebook->list[i]->name);
        }
    }
    if (words.length > 0) {
        scene_words(scene, (struct box){box.row + box.rows - 1, box.column, 1, box.columns},
                    text_string(&words), STYLE_CHANGED);
    }
    text_release(&words);
}

/* The keys that go from matrix to matrix know by this where there is one. */
static void tell_shown(const struct board *board, size_t index) {
    const struct scene *scene = board->scene;
    const struct item *item = &board->items[index];
    const struct definition *shown[] = {item->definition, NULL, NULL};
    if (board->pictures[index].subject == &item->corner.product &&
        board->pictures[index].form == 0) {
        shown[1] = operand_of(scene, 0);
        shown[2] = operand_of(scene, 1) == shown[1] ? NULL : operand_of(scene, 1); /* X @ X.T */
    }
    for (size_t i = 0; i < 3; i++) {
        if (shown[i] != NULL && shown[i] != scene->session->tried) {
            text_format(&scene->session->board, "%s ", shown[i]->name);
        }
    }
}

bool board_draw(struct scene *scene, struct box box) {
    size_t at[2] = {SIZE_MAX, SIZE_MAX};
    struct board *board = board_of(scene);
    if (board != NULL && box.columns > 2 * MARGIN) {
        lay_out(board, (const size_t[]){box.rows, box.columns});
        struct box inside = {box.row, box.column + MARGIN, board->room[0], board->room[1]};
        for (size_t i = 0; i < board->count; i++) {
            const struct board_picture *picture = &board->pictures[i];
            if (picture->placed) {
                bool focus = board->items[i].definition == scene->definition;
                struct patch patch = patch_make(
                    scene->canvas,
                    (struct box){inside.row + picture->box.row, inside.column + picture->box.column,
                                 picture->box.rows, picture->box.columns});
                picture->draw(picture->subject, picture, &patch, focus ? at : NULL);
                tell_shown(board, i);
                scene->tried_is_shown |= board->items[i].definition == scene->session->tried;
            }
        }
        if (at[0] != SIZE_MAX) {
            scene_place(scene, at[0], at[1]);
            scene->cell_is_shown = true;
        }
        name_rest(board, box);
    }
    return board != NULL;
}
