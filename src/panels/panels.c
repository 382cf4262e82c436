#include "panels/panels.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"
#include "canvas/canvas.h"
#include "commands/commands.h"
#include "language/writer.h"
#include "notebook/train.h"
#include "panels/kind.h"
#include "panels/learned.h"
#include "panels/moved.h"
#include "panels/question.h"
#include "panels/said.h"
#include "panels/scene.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- ascii ------------------------------------------------------------------------------------ */

/* A canvas for a terminal without UTF-8. */

struct canvas;

static const struct {
    const char *sign;
    char ascii;
} signs[] = {
    {"→", '>'},  {"←", '<'},  {"↑", '^'}, {"↓", 'v'}, {"▶", '>'}, {"◀", '<'}, {"‹", '<'},
    {"›", '>'},  {"·", '.'},  {"×", 'x'}, {"−", '-'}, {"–", '-'}, {"—", '-'}, {"─", '-'},
    {"│", '|'},  {"•", '*'},  {"…", '~'}, {"≈", '~'}, {"≤", '<'}, {"≥", '>'}, {"≠", '#'},
    {"Σ", 'S'},  {"√", 'V'},  {"÷", '/'}, {"█", '#'}, {"▓", '%'}, {"▒", '+'}, {"░", '.'},
    {"▀", '"'},  {"▄", '_'},  {"✓", '+'}, {"✗", 'x'}, {"∞", 'I'}, {"²", '2'}, {"³", '3'},
    {"’", '\''}, {"‘", '\''}, {"“", '"'}, {"”", '"'}, {"ᵀ", 'T'}, {"∂", 'd'}, {"Δ", 'D'},
    {"α", 'a'},
};

static char ascii_of(const char *text) {
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (text_starts(text, signs[i].sign)) {
            return signs[i].ascii;
        }
    }
    return '?';
}

/* Every character outside ASCII becomes one that stands for it, of the same width; "?" where none
 * does. */
static void ascii_only(struct canvas *canvas) {
    for (size_t i = 0; i < canvas->rows * canvas->columns; i++) {
        struct canvas_cell *cell = &canvas->cells[i];
        if (cell->right_half) {
            memcpy(cell->text, "?", 2);
        } else if ((unsigned char)cell->text[0] >= 0x80) {
            char ascii = ascii_of(cell->text);
            cell->text[0] = ascii;
            cell->text[1] = '\0';
        } else if (cell->text[0] != '\0') {
            cell->text[1] = '\0'; /* its combining marks */
        }
        cell->wide = cell->right_half = false;
    }
}

/* --- layout ----------------------------------------------------------------------------------- */

/* Which panel gets which rows. From top to bottom: title, narration, question, a rule with the
 * formula, picture, rule, explanation, pipeline, prompt, footer. From 110 columns narration stands
 * beside the picture. The picture has what it wants before narration gets more than a line; what
 * is left over then goes to the words, and what they do not want to the picture. A cover takes all
 * between title and prompt. */

enum { LAYOUT_COLUMNS = 40, LAYOUT_ROWS = 10 };

enum panel_name {
    PANEL_TITLE,
    PANEL_NARRATION,
    PANEL_QUESTION,
    PANEL_PICTURE,
    PANEL_EXPLANATION,
    PANEL_PIPELINE,
    PANEL_PROMPT,
    PANEL_FOOTER,
    PANEL_SHELF,
    PANEL_COVER,
    PANEL_COUNT
};

/* Boxes without rows are not shown. */
struct layout {
    struct box boxes[PANEL_COUNT];
    struct box heading, rule, divider;
};

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
    bool quiz = scene_quiz(share->scene) != NULL;
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
 * that follow. Once the learner has gone on to change something it has been read. */
static size_t least_words(const struct share *share) {
    struct text verdict = {0};
    size_t columns = share->words;
    size_t rows = 0;
    if (columns > 2 && question_verdict(share->scene, columns - 2, &verdict)) {
        scene_trim(&verdict);
        rows = scene_count(text_string(&verdict));
    }
    text_release(&verdict);
    bool read = kind_of(share->scene) == KIND_MOVED && share->scene->session->looks.last.own;
    return rows == 0 ? 1 : read ? lesser(rows, NARRATION) : rows + 2;
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

/* --- boxes ------------------------------------------------------------------------------------ */

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

/* For SCENE's canvas, which has at least LAYOUT_ROWS rows and LAYOUT_COLUMNS columns. */
static void layout_make(struct layout *layout, struct scene *scene) {
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

/* --- heading ---------------------------------------------------------------------------------- */

/* The rule above the picture, with the formula of what is looked at. */

enum { FORMULA_MOST = 60 };

/* Operation K of the definition as a formula of its own. */
static bool write_operation(const struct scene *scene, size_t k, struct text *out) {
    const struct definition *definition = scene->definition;
    struct tree part = {.root = (struct node *)(uintptr_t)definition->operations[k].node,
                        .text = definition->tree->text};
    struct tree *flipped = NULL;
    const struct node *node = part.root;
    if (scene->session->view.columns) {
        flipped = session_flip(scene->session, &part, false, scene->failure);
        if (flipped == NULL) {
            return false;
        }
        node = flipped->root;
    }
    text_format(out, "%s, operation %zu of %zu: ", definition->name, k + 1,
                definition->operation_count);
    writer_plain(node, out);
    tree_release(flipped);
    return text_ok(out, scene->failure);
}

/* A written matrix of more columns than FORMULA_MOST, without writing it. */
static bool is_long_literal(const char *name, const struct node *node) {
    size_t columns = strlen(name) + strlen(" = ");
    for (size_t i = 0; node->axes > 0 && i < node->cell_count && columns <= FORMULA_MOST; i++) {
        const struct node *cell = node->cells[i];
        size_t least = cell->kind == NODE_NUMBER ? strlen(cell->text) : 1;
        columns += least + 2; /* and a comma and a blank, or brackets */
    }
    return columns > FORMULA_MOST;
}

/* The whole formula; of a long literal, whose numbers are in the picture, only the name. */
static bool write_formula(const struct scene *scene, struct text *out) {
    const struct definition *definition = scene->definition;
    if (scene->session->looks.operation != SIZE_MAX) {
        return write_operation(scene, scene->operation, out);
    }
    if (definition->leaf && is_long_literal(definition->name, definition->tree->root)) {
        text_append(out, definition->name);
        return text_ok(out, scene->failure);
    }
    bool ok = session_formula(scene->session, definition, out, scene->failure);
    if (ok && definition->leaf && utf8_columns(text_string(out), out->length) > FORMULA_MOST) {
        text_clear(out);
        text_append(out, definition->name);
    }
    return ok;
}

static bool write(const struct scene *scene, struct text *out) {
    if (scene->session->moment != NULL) {
        learned_heading(scene->session->moment->training, out);
        return text_ok(out, scene->failure);
    }
    bool ok = write_formula(scene, out);
    if (!shape_is_number(&scene->shown->shape)) {
        text_append(out, "   ");
        shape_write(&scene->shown->shape, out);
    }
    if (baseline_of(scene) != NULL) {
        const char *name = scene->session->looks.last.baseline;
        text_format(out, "   baseline%s%s → now", name == NULL || name[0] == '\0' ? "" : " ",
                    name == NULL ? "" : name);
    } else if (kind_of(scene) == KIND_MOVED) {
        text_append(out, "   old → new");
    }
    return ok && text_ok(out, scene->failure);
}

/* "── scores = Q @ K.T   3×3 ────────" into the first row of BOX. */
static bool heading_draw(struct scene *scene, struct box box) {
    struct text words = {0};
    if (box.rows == 0) {
        return true;
    }
    if (scene->session->looks.blank) {
        return true; /* nothing to part from the words */
    }
    scene_rule(scene, box.row, box.column, box.columns);
    if (scene->shown == NULL || box.columns < 8) {
        return true;
    }
    bool ok = write(scene, &words);
    struct box room = {box.row, box.column + 3, 1, box.columns - 6};
    size_t end = scene_words(scene, room, text_string(&words), STYLE_FORMULA);
    canvas_put(scene->canvas, box.row, room.column - 1, " ", STYLE_PLAIN);
    canvas_put(scene->canvas, box.row, end, " ", STYLE_PLAIN);
    text_release(&words);
    return ok;
}

/* --- panels ----------------------------------------------------------------------------------- */

/* THE TABLE, from top to bottom. */
static const struct panel *const panels[] = {
    [PANEL_TITLE] = &title_panel,
    [PANEL_NARRATION] = &narration_panel,
    [PANEL_QUESTION] = &question_panel,
    [PANEL_PICTURE] = &picture_panel,
    [PANEL_EXPLANATION] = &explanation_panel,
    [PANEL_PIPELINE] = &pipeline_panel,
    [PANEL_PROMPT] = &prompt_panel,
    [PANEL_FOOTER] = &footer_panel,
    [PANEL_SHELF] = &shelf_panel,
    [PANEL_COVER] = &cover_panel,
};

const struct panel *panel_at(size_t index) {
    return index < PANEL_COUNT ? panels[index] : NULL;
}

/* Who comes first has the hardware cursor, when it wants it. */
static const enum panel_name order[] = {
    PANEL_PROMPT,      PANEL_COVER,    PANEL_SHELF, PANEL_QUESTION,  PANEL_PICTURE,
    PANEL_EXPLANATION, PANEL_PIPELINE, PANEL_TITLE, PANEL_NARRATION, PANEL_FOOTER,
};

static bool draw_panels(struct scene *scene, const struct layout *layout) {
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        const struct box *box = &layout->boxes[order[i]];
        if (box->rows > 0 && box->columns > 0 && !panels[order[i]]->draw(scene, *box)) {
            return false;
        }
    }
    return heading_draw(scene, layout->heading);
}

static void draw_frame(struct scene *scene, const struct layout *layout) {
    if (layout->rule.rows > 0) {
        scene_rule(scene, layout->rule.row, layout->rule.column, layout->rule.columns);
    }
    for (size_t i = 0; i < layout->divider.rows; i++) {
        canvas_put(scene->canvas, layout->divider.row + i, layout->divider.column, "│", STYLE_DIM);
    }
}

/* --- over the panels -------------------------------------------------------------------------- */

enum { POPUP_MOST = 8 };

/* Lines that fit stay as they are: completions stand in columns, a caret below what it is about. */
static void write_popup(const char *words, size_t width, struct text *lines) {
    struct text long_line = {0};
    for (const char *line = words; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        if (utf8_columns(line, length) + 1 <= width) {
            text_append(lines, " ");
            text_append_bytes(lines, line, length);
            text_append(lines, "\n");
        } else {
            text_clear(&long_line);
            text_append_bytes(&long_line, line, length);
            canvas_wrap(text_string(&long_line), 1, width, lines);
        }
        line += length + (line[length] == '\n' ? 1 : 0);
    }
    lines->failed = lines->failed || long_line.failed;
    text_release(&long_line);
}

/* WORDS in lines that end before row BOTTOM. */
static void draw_popup(struct scene *scene, const char *words, size_t bottom) {
    size_t width = scene->canvas->columns;
    struct text lines = {0};
    if (words[0] == '\0' || width < 4) {
        return;
    }
    write_popup(words, width - 1, &lines);
    scene_trim(&lines);
    size_t count = scene_count(text_string(&lines));
    size_t most = bottom - 1 < POPUP_MOST ? bottom - 1 : POPUP_MOST;
    size_t rows = count < most ? count : most;
    struct box box = {bottom - rows, 0, rows, width};
    for (size_t i = 0; i < rows * width; i++) {
        canvas_put(scene->canvas, box.row + i / width, i % width, " ", STYLE_PLAIN);
    }
    for (size_t i = 0; i < rows * width; i++) {
        canvas_shade(scene->canvas, box.row + i / width, i % width, 1,
                     (struct shade){PALETTE_NONE, 0});
    }
    scene_lines(scene, box, text_string(&lines), 0);
    text_release(&lines);
}

/* On the prompt focus the prompt's own row is taken: what was said last stands above it; else in
 * it, and as far above as it needs. */
static void draw_popups(struct scene *scene) {
    const struct stage *stage = scene->stage;
    const struct text *message = &scene->session->looks.last.message;
    bool popup = stage->popup != NULL && stage->popup[0] != '\0';
    size_t footer = scene->canvas->rows - 1;
    if (stage->prompt_focused) {
        draw_popup(scene, popup ? stage->popup : text_string(message), footer - 1);
    } else if (utf8_columns(text_string(message), message->length) + 1 > scene->canvas->columns) {
        draw_popup(scene, text_string(message), footer);
    }
}

static void draw_too_small(struct scene *scene) {
    struct text words = {0}, lines = {0};
    size_t rows = scene->canvas->rows, columns = scene->canvas->columns;
    text_format(&words, "Too small: qkv needs %d columns and %d rows, this is %zu by %zu.",
                LAYOUT_COLUMNS, LAYOUT_ROWS, columns, rows);
    canvas_wrap(text_string(&words), 0, columns, &lines);
    scene_lines(scene, (struct box){0, 0, rows, columns}, text_string(&lines), 0);
    text_release(&words);
    text_release(&lines);
}

static bool draw_all(struct scene *scene) {
    struct layout layout;
    layout_make(&layout, scene);
    if (!draw_panels(scene, &layout)) {
        return false;
    }
    draw_frame(scene, &layout);
    draw_popups(scene);
    return true;
}

bool panels_draw(struct session *session, const struct stage *stage, struct canvas *canvas,
                 size_t cursor[2], struct failure *failure) {
    struct scene scene = {.session = session, .stage = stage, .canvas = canvas, .failure = failure};
    cursor[0] = cursor[1] = 0;
    canvas_clear(canvas);
    if (canvas->rows == 0 || canvas->columns == 0) {
        return true;
    }
    bool ok = true;
    if (canvas->rows < LAYOUT_ROWS || canvas->columns < LAYOUT_COLUMNS) {
        draw_too_small(&scene);
    } else {
        session->width = said_columns(canvas->columns);
        ok = scene_init(&scene) && draw_all(&scene);
        scene_release(&scene);
    }
    if (ok && stage->ascii) {
        ascii_only(canvas);
    }
    bool inside = scene.cursor[0] < canvas->rows && scene.cursor[1] < canvas->columns;
    cursor[0] = inside ? scene.cursor[0] : 0;
    cursor[1] = inside ? scene.cursor[1] : 0;
    return ok;
}

/* --- click ------------------------------------------------------------------------------------ */

/* What a place on the screen stands for. */

/* "move down 2" or "move up 1"; nothing when there is nowhere to go. */
static void write_move(struct text *line, long by, const char *const directions[2]) {
    if (by != 0) {
        text_format(line, "%smove %s %ld", line->length > 0 ? "; " : "", directions[by > 0],
                    labs(by));
    }
}

/* From the present cell to cell SHOWN of the same matrix, both of the value as shown. */
static bool move_to(const struct scene *scene, size_t shown, struct text *line) {
    static const char *const down[] = {"up", "down"}, *const right[] = {"left", "right"};
    size_t columns = shape_columns(&scene->shown->shape);
    size_t rows = shape_rows(&scene->shown->shape), from = scene->shown_cell;
    if (shown >= shape_cells(&scene->shown->shape)) {
        return false;
    }
    write_move(line, (long)(shown / columns % rows) - (long)(from / columns % rows), down);
    write_move(line, (long)(shown % columns) - (long)(from % columns), right);
    return line->length > 0;
}

static const struct canvas_cell *cell_at(const struct canvas *canvas, size_t row, size_t column) {
    return &canvas->cells[row * canvas->columns + column];
}

/* Bytes that a name may have, and those beyond ASCII. */
static bool is_name(const struct canvas_cell *cell) {
    unsigned char first = (unsigned char)cell->text[0];
    return isalnum(first) || first == '_' || first == '\'' || first >= 0x80;
}

/* The definition whose name stands at ROW, COLUMN. */
static bool go_to(const struct scene *scene, size_t row, size_t column, struct text *line) {
    const struct canvas *canvas = scene->canvas;
    struct text name = {0};
    size_t from = column;
    while (from > 0 && is_name(cell_at(canvas, row, from)) &&
           is_name(cell_at(canvas, row, from - 1))) {
        from--;
    }
    for (; from < canvas->columns && is_name(cell_at(canvas, row, from)); from++) {
        text_append(&name, cell_at(canvas, row, from)->text);
    }
    bool found = notebook_find(session_notebook(scene->session), text_string(&name)) != NULL;
    if (found) {
        text_format(line, "goto %s", text_string(&name));
    }
    text_release(&name);
    return found;
}

static bool find_click(struct scene *scene, size_t row, size_t column, struct text *line) {
    struct layout layout;
    layout_make(&layout, scene);
    const struct box *pipeline = &layout.boxes[PANEL_PIPELINE];
    size_t tag = scene->canvas->tag;
    if (tag > 0 && scene->shown != NULL) {
        return move_to(scene, tag - 1, line);
    }
    return pipeline->rows > 0 && row == pipeline->row && go_to(scene, row, column, line);
}

bool panels_click(struct session *session, const struct stage *stage, struct canvas *canvas,
                  const size_t at[2], struct text *line) {
    struct failure ignored = {0};
    struct scene scene = {
        .session = session, .stage = stage, .canvas = canvas, .failure = &ignored};
    size_t cursor[2];
    if (at[0] >= canvas->rows || at[1] >= canvas->columns || canvas->rows < LAYOUT_ROWS ||
        canvas->columns < LAYOUT_COLUMNS) {
        return false;
    }
    memcpy(canvas->asked, at, sizeof canvas->asked);
    bool found = panels_draw(session, stage, canvas, cursor, &ignored) && scene_init(&scene) &&
                 find_click(&scene, at[0], at[1], line);
    scene_release(&scene);
    return found;
}
