/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/scene.h"

#include "base/memory.h"
#include "canvas/drawing.h"
#include "canvas/tiles.h"
#include "notebook/difference.h"
#include "panels/asked.h"
#include "panels/corner.h"
#include "panels/demand.h"
#include "panels/kind.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MARGIN = 1, UNROLLED = 72 /* columns */ };

/* A picture of the board, and what it holds. */
struct item {
    struct scene *scene;
    const struct definition *definition; /* NULL: of none */
    struct tiles tiles;
    struct corner corner;
    struct drawing drawing;
    struct tensor *shown, *before; /* held */
    struct text name;              /* Δ's; or what the sizes were */
    struct text part;              /* of its formula, that is looked at */
    /* Of what the panels draw themselves: */
    void (*draw)(struct scene *scene, const struct canvas *canvas);
    size_t size[2][2], grows; /* the size of its forms, and by how many columns it grows */
};

struct board {
    struct scene *scene;
    struct demand demand; /* while it is made */
    struct item items[PIECES];
    struct piece pictures[PIECES];
    size_t count;
    size_t room[2]; /* that it was laid out in last */
    size_t
        below; /* a line of it for what moved and has found no place, if the focus can spare it */
    struct piece_use use;
};

void board_release(struct board *board) {
    for (size_t i = 0; board != NULL && i < PIECES; i++) {
        tensor_release(board->items[i].shown);
        tensor_release(board->items[i].before);
        corner_release(&board->items[i].corner);
        text_release(&board->items[i].name);
        text_release(&board->items[i].part);
    }
    memory_free(board);
}

/* The item that is filled next; NULL: there is no room for one more. */
static struct item *next_item(struct board *board) {
    struct item *item = board->count < PIECES ? &board->items[board->count] : NULL;
    if (item != NULL) {
        item->scene = board->scene;
    }
    return item;
}

/* The item is filled. */
static struct piece *add(struct board *board, struct piece picture, enum piece_rank rank) {
    picture.rank = rank;
    board->pictures[board->count] = picture;
    return &board->pictures[board->count++];
}

/* --- the arithmetic, the curve ------------------------------------------------------------------
 */

static void measure_own(const void *subject, size_t form, struct piece_growth growth,
                        size_t size[4]) {
    const struct item *item = subject;
    size[0] = item->size[form][0];
    size[1] = item->size[form][1] + item->grows * growth.columns;
}

/* The cursor is placed there. */
static void draw_own(const void *subject, const struct piece *placed, const struct canvas *canvas,
                     size_t cursor[2]) {
    const struct item *item = subject;
    (void)placed;
    (void)cursor;
    item->draw(item->scene, canvas);
}

/* What the panels draw themselves, in so many forms. */
static struct piece own_picture(const struct item *item, size_t forms) {
    return (struct piece){.measure = measure_own,
                          .draw = draw_own,
                          .subject = item,
                          .form_count = forms,
                          .rough = forms};
}

/* --- what is taken ---------------------------------------------------------------------------- */

/* "was fish rice today": what was chosen before, such as the likeliest words. */
static void write_labels(const struct labels *labels, struct text *out) {
    enum { MOST = 5 };
    text_append(out, "was");
    for (size_t i = 0; labels != NULL && i < labels->count && i < MOST; i++) {
        text_format(out, " %s", labels->names[i]);
    }
    text_append(out, labels != NULL && labels->count > MOST ? " …" : "");
}

/* What moved is old→new, where sizes and columns are the same; else they are said. */
static void take_before(struct scene *scene, size_t index, struct item *item,
                        struct picture *picture) {
    const struct definition *old;
    if (!scene_moved(scene, index, &old) || old == NULL) {
        return;
    }
    const struct shape *was = &old->value->shape, *is = &item->definition->value->shape;
    bool same = shape_same_sizes(was, is);
    if (same && !labels_same(was->labels[AXIS_COLUMN], is->labels[AXIS_COLUMN])) {
        write_labels(was->labels[AXIS_COLUMN], &item->name);
    } else if (same) {
        item->before = session_shown(scene->session, old->value);
        picture->before = item->before;
    } else {
        text_append(&item->name, "was ");
        shape_write(was, &item->name);
    }
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
    if (definition->text != NULL) {
        return 1e12; /* the numbers of words are no sizes: none is darker than another */
    }
    double largest = 0;
    for (size_t i = 0; i < scene->notebook->count; i++) {
        if (are_twins(scene, definition, scene->notebook->list[i])) {
            const struct tensor *twin = scene->notebook->list[i]->value;
            struct extremes twins = tensor_extremes(twin, scene->session->moment != NULL);
            largest = fmax(largest, fmax(-twins.low, twins.high));
        }
    }
    return largest;
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

/* Whether DEFINITION stands in the corner of the product that is looked at. */
static bool is_operand(const struct scene *scene, const struct definition *definition) {
    return definition == operand_of(scene, 0) || definition == operand_of(scene, 1);
}

/* Whether what is looked at is a product with its operands in a corner. What may be turned has a
 * picture of its own, and is there once. */
static bool has_corner(const struct board *board) {
    const struct scene *scene = board->scene;
    bool corner = scene->definition != NULL && kind_of(scene) == KIND_PRODUCT;
    for (size_t i = 0; corner && i < board->demand.count; i++) {
        corner = !board->demand.list[i].turn || !is_operand(scene, scene->notebook->list[i]);
    }
    return corner;
}

/* The value looked at: with its cursor, as far as replay has got. Nothing without memory. */
static struct piece focus_picture(struct board *board, size_t index, struct item *item) {
    struct scene *scene = board->scene;
    if (kind_of(scene) == KIND_UNROLLED) {
        item->draw = unroll_draw;
        item->size[0][0] = unroll_rows(scene, UNROLLED);
        item->size[0][1] = UNROLLED;
        return own_picture(item, 1);
    }
    if (has_corner(board)) {
        bool made = corner_make(scene, &item->corner);
        return made ? tiles_product_picture(&item->corner.product) : (struct piece){0};
    }
    struct picture picture = corner_value(scene);
    if (scene->operation + 1 >= item->definition->operation_count) {
        take_before(scene, index, item, &picture);
    } else if (corner_write_part(scene, &item->part)) {
        picture.name = text_string(&item->part);
    }
    picture.wide = scene->session->looks.zoom;
    picture.twins = twins_of(scene, item->definition);
    tiles_init(&item->tiles, &picture);
    if (scene->session->looks.heat) {
        tiles_drop_numbers(&item->tiles);
    }
    return tiles_picture(&item->tiles);
}

/* VALUE as shown, which ITEM holds; false without memory. */
static bool hold(struct item *item, const struct tensor *value) {
    item->shown = session_shown(item->scene->session, value);
    return item->shown != NULL;
}

static void take_item(struct board *board, size_t index) {
    struct scene *scene = board->scene;
    const struct wanted *wanted = &board->demand.list[index];
    struct item *item = next_item(board);
    struct piece made = {0};
    if (item == NULL) {
        return;
    }
    item->definition = scene->notebook->list[index];
    if (item->definition == scene->definition) {
        made = focus_picture(board, index, item);
    } else if (hold(item, item->definition->value)) {
        struct picture picture = scene_picture(scene, item->definition, SIZE_MAX, item->shown);
        picture.twins = twins_of(scene, item->definition);
        take_before(scene, index, item, &picture);
        tiles_init(&item->tiles, &picture);
        made = tiles_picture(&item->tiles);
    }
    if (made.measure == NULL) {
        return;
    }
    item->tiles.note = wanted->turn ? "◂ turn" : text_string(&item->name);
    struct piece *placed = add(board, made, wanted->rank);
    placed->depth = wanted->depth;
    placed->distance = wanted->distance;
}

/* Whether picture INDEX is of what was typed to see it. */
static bool is_tried(const struct board *board, size_t index) {
    const struct definition *of = board->items[index].definition;
    const char *name = scene_typed_name(board->scene);
    return of != NULL &&
           (of == board->scene->session->tried || (name != NULL && text_same(of->name, name)));
}

/* What a formula gave that was typed to see it, under the formula; a name stands there already. */
static void take_tried(struct board *board) {
    enum { LONGEST = 40 };
    struct scene *scene = board->scene;
    const struct definition *tried = scene->session->tried;
    struct item *item = next_item(board);
    bool there = false;
    for (size_t i = 0; i < board->count; i++) {
        there |= is_tried(board, i);
    }
    if (tried == NULL || there || item == NULL || !hold(item, tried->value)) {
        return;
    }
    item->definition = tried;
    session_formula(scene->session, tried, &item->name);
    struct picture picture = scene_picture(scene, tried, SIZE_MAX, item->shown);
    bool fits = canvas_columns(text_string(&item->name)) <= LONGEST;
    picture.name = fits ? text_string(&item->name) : "the value";
    picture.owner = 0;
    tiles_init(&item->tiles, &picture);
    add(board, tiles_picture(&item->tiles), PIECE_PRESENT);
}

/* Beside what differs from the baseline, how much: as colours about 0. */
static void take_delta(struct board *board) {
    struct scene *scene = board->scene;
    const struct definition *was = baseline_of(scene);
    struct item *item = next_item(board);
    if (was == NULL || shape_is_number(&was->value->shape) ||
        !shape_same_sizes(&was->value->shape, &scene->value->shape) || item == NULL) {
        return;
    }
    struct tensor *delta = difference_value(was->value, scene->value, scene->failure);
    bool held = delta != NULL && hold(item, delta);
    tensor_release(delta);
    if (!held) {
        return;
    }
    text_format(&item->name, "Δ %s", scene->definition->name);
    struct picture picture = scene_picture(scene, scene->definition, SIZE_MAX, item->shown);
    picture.name = text_string(&item->name);
    picture.shares = picture.stretched = false;
    tiles_init(&item->tiles, &picture);
    add(board, tiles_picture(&item->tiles), PIECE_FOCUS);
}

/* The curve of the training that the last change was stands for what it made small. */
static void take_curve(struct board *board) {
    static const size_t sizes[2][2] = {{12, 44}, {6, 36}};
    struct item *item = next_item(board);
    struct scene *scene = board->scene;
    const struct looks *looks = &scene->session->looks;
    if (item == NULL || !scene->has_moved || looks->difference || looks->cover == COVER_OVERVIEW ||
        scene->session->moment != NULL || !learned_any(scene)) {
        return;
    }
    item->draw = learned_draw;
    memcpy(item->size, sizes, sizeof sizes);
    item->grows = 4;
    add(board, own_picture(item, 2), PIECE_FOCUS);
    for (size_t i = 0; i < board->demand.count; i++) {
        if (learned_tells(scene, scene->notebook->list[i])) {
            board->demand.list[i].rank = PIECE_RANKS;
        }
    }
}

/* A value of the picture that was asked for: WORD of its words, NAME. */
static struct picture drawn_picture(const struct scene *scene, size_t index, size_t word) {
    const struct definition *definition = scene->notebook->list[index], *old;
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
static void take_drawing(struct board *board, bool instead) {
    struct scene *scene = board->scene;
    const struct notebook *notebook = scene->notebook;
    const struct looks *looks = &scene->session->looks;
    struct item *item = next_item(board);
    enum kind kind = kind_of(scene);
    const char *words = looks->drawn.words;
    size_t length = strcspn(words, " "), depth = 0, first = 0;
    struct failure unfit = {0};
    const struct drawing_kind *drawn = drawing_find(words, length);
    if (drawn == NULL || drawn->instead != instead || item == NULL || looks->heat || looks->zoom ||
        looks->cover == COVER_OVERVIEW || (kind != KIND_MATRIX && kind != KIND_MOVED)) {
        return;
    }
    enum piece_rank rank = PIECE_FOCUS;
    item->drawing = (struct drawing){.words = words, .sweep = looks->last.swept};
    for (size_t word = 1; words[length] != '\0' && item->drawing.count < DRAWING_VALUES; word++) {
        words += length + 1;
        length = strcspn(words, " ");
        size_t i = notebook_index(notebook, words, strcspn(words, " ["));
        if (i == SIZE_MAX) { /* from, 2, bins=14 */
            continue;
        }
        if (board->demand.list[i].hidden) {
            return;
        }
        rank = notebook->list[i] == scene->definition ? PIECE_PRESENT : rank;
        depth = greater(depth, board->demand.list[i].depth);
        first = item->drawing.count == 0 ? i : first;
        item->drawing.values[item->drawing.count++] = drawn_picture(scene, i, word);
    }
    if (item->drawing.count == 0 || !drawn->fits(&item->drawing, &unfit)) {
        return;
    }
    if (drawn->instead) {
        item->definition = notebook->list[first];
        board->demand.list[first].rank = PIECE_RANKS;
    }
    struct piece made = {.depth = depth,
                         .measure = drawn->measure,
                         .draw = drawn->draw,
                         .subject = &item->drawing,
                         .form_count = drawn->form_count,
                         .luxury = scene_exercise(scene) != NULL && drawn->form_count > 1,
                         .rough = drawn->rough > 0 ? drawn->rough : PIECE_FORMS};
    add(board, made, rank);
}

/* What is hidden, has no numbers, or stands in the product's corner has no picture of its own. */
static void drop_hidden(const struct board *board) {
    const struct scene *scene = board->scene;
    bool corner = has_corner(board);
    for (size_t i = 0; i < board->demand.count; i++) {
        const struct definition *definition = scene->notebook->list[i];
        struct wanted *wanted = &board->demand.list[i];
        bool operand = corner && is_operand(scene, definition);
        if (wanted->hidden || operand || shape_cells(&definition->value->shape) == 0) {
            wanted->rank = PIECE_RANKS;
        }
    }
}

/* Those of the value INDEX stand at its side. */
static void take_twins(struct board *board, size_t index) {
    const struct notebook *notebook = board->scene->notebook;
    for (size_t i = index + 1; i < notebook->count && board->count < PIECES; i++) {
        struct wanted *wanted = &board->demand.list[i];
        if (wanted->rank < PIECE_RANKS &&
            are_twins(board->scene, notebook->list[index], notebook->list[i])) {
            take_item(board, i);
            board->pictures[board->count - 1].beside = true;
            wanted->rank = PIECE_RANKS;
        }
    }
}

/* Of two that are equal in this the one that stands earlier in the list. */
static bool comes_before(const struct wanted *a, const struct wanted *b) {
    return a->rank != b->rank           ? a->rank < b->rank
           : a->distance != b->distance ? a->distance < b->distance
                                        : a < b;
}

/* Takes as many pictures as there is room for in the list, in the order of the flow. */
static void take_items(struct board *board) {
    const char *drawn = board->scene->session->looks.drawn.words;
    size_t most = PIECES - (drawing_find(drawn, strcspn(drawn, " ")) != NULL);
    const struct wanted *list = board->demand.list;
    for (size_t i = 0; i < board->demand.count; i++) {
        size_t before = 0;
        for (size_t k = 0; k < board->demand.count; k++) {
            before += comes_before(&list[k], &list[i]);
        }
        if (list[i].rank < PIECE_RANKS && before < most && board->count < most) {
            take_item(board, i);
            take_twins(board, i);
        }
    }
}

/* The board of this frame, made when it is asked for first; NULL without memory. */
static struct board *board_of(struct scene *scene) {
    if (scene->board != NULL) {
        return scene->board;
    }
    struct board *board = scene->board = memory_allocate(1, sizeof *board);
    if (board == NULL) {
        return NULL;
    }
    board->scene = scene;
    if (demand_make(scene, &board->demand)) {
        drop_hidden(board);
        take_curve(board);
        take_drawing(board, true);
        take_items(board);
        take_delta(board);
        take_tried(board);
        take_drawing(board, false); /* beside its numbers */
    }
    demand_release(&board->demand);
    return board;
}

static void lay_out_above(struct board *board, size_t below) {
    const size_t inside[] = {board->room[0] - below, board->room[1] - 2 * MARGIN};
    board->use = pieces_lay_out(board->pictures, board->count, inside);
    board->use.needed += below;
    board->below = below;
}

/* Lays it out in a box of ROOM rows and columns, once. */
static const struct piece_use *lay_out(struct board *board, const size_t room[2]) {
    if (board->room[0] != room[0] || board->room[1] != room[1]) {
        memcpy(board->room, room, sizeof board->room);
        size_t below = room[0] > 1 && board->scene->has_moved;
        lay_out_above(board, below);
        if (below > 0 && !board->use.present) {
            lay_out_above(board, 0);
        }
        if (below > 0 && !board->use.present) {
            lay_out_above(board, below);
        }
    }
    return &board->use;
}

/* What takes the whole room is content with any. */
static bool use_of(struct scene *scene, const size_t room[2], struct piece_use *use) {
    bool any = scene->session->moment == NULL && scene->notebook->count > 0;
    struct board *board = room[0] > 0 && room[1] > 2 * MARGIN && any ? board_of(scene) : NULL;
    if (board != NULL) {
        *use = *lay_out(board, room);
    }
    return board != NULL;
}

size_t board_lacks(struct scene *scene, const size_t room[2], bool numbers) {
    struct piece_use use;
    return use_of(scene, room, &use) ? use.lacks + (numbers ? use.rough : 0) : 0;
}

size_t board_needs(struct scene *scene, const size_t room[2]) {
    struct piece_use use;
    return use_of(scene, room, &use) ? use.needed : room[0];
}

/* "also moved: Q scores": of what moved and found no place. */
static void name_rest(const struct board *board, const struct canvas *canvas) {
    struct scene *scene = board->scene;
    struct text words = {0};
    const struct notebook *notebook = scene->notebook;
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
    canvas_put_cut(canvas, canvas->rows - 1, 0, text_string(&words), STYLE_CHANGED);
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

void board_draw(struct scene *scene, const struct canvas *canvas) {
    size_t at[2] = {SIZE_MAX, SIZE_MAX};
    struct board *board = board_of(scene);
    if (board == NULL || canvas->columns <= 2 * MARGIN) {
        return;
    }
    lay_out(board, (const size_t[]){canvas->rows, canvas->columns});
    struct canvas inside = canvas_inside(canvas);
    for (size_t i = 0; i < board->count; i++) {
        const struct piece *picture = &board->pictures[i];
        const struct definition *of = board->items[i].definition;
        if (picture->placed) {
            struct canvas part = canvas_part(&inside, picture->box);
            picture->draw(picture->subject, picture, &part, of == scene->definition ? at : NULL);
            tell_shown(board, i);
            scene->tried_is_shown |= is_tried(board, i);
        }
    }
    if (at[0] != SIZE_MAX) { /* on the whole canvas */
        scene_place(scene, scene->canvas, at[0], at[1]);
        scene->cell_is_shown = true;
    }
    if (board->below > 0) {
        name_rest(board, canvas);
    }
}
