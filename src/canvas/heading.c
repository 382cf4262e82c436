#include "canvas/heading.h"

#include "base/text.h"

enum { HEADING_GAP = 2, NAME_MOST = 40 };

/* "head 2 of 4"; "" of a matrix that stands alone. */
static void stack_words(const struct picture *picture, char out[PATCH_LABEL]) {
    struct matrix_view view = {.value = picture->value, .stack_is = picture->stack_is};
    struct text words = {0};
    if (picture->value->shape.axes > 2) {
        view_title(&view, picture->matrix, &words);
    }
    patch_cut(out, text_string(&words), NAME_MOST, picture->ascii);
    text_release(&words);
}

static void name_words(const struct picture *picture, char out[PATCH_LABEL]) {
    patch_cut(out, picture->name ? picture->name : "", NAME_MOST, picture->ascii);
}

static size_t name_end(const struct grid *grid) {
    char name[PATCH_LABEL], stack[PATCH_LABEL];
    name_words(grid->picture, name);
    stack_words(grid->picture, stack);
    size_t gap = stack[0] ? HEADING_GAP : 0;
    return 1 + patch_columns(name) + gap + patch_columns(stack);
}

size_t heading_name(const struct grid *grid, size_t line) {
    char words[PATCH_LABEL];
    name_words(grid->picture, words);
    size_t column = patch_put(&grid->patch, line, 1, words, STYLE_FORMULA);
    stack_words(grid->picture, words);
    column += words[0] ? HEADING_GAP : 0;
    return patch_put(&grid->patch, line, column, words, STYLE_LABEL);
}

void heading_stack(const struct grid *grid, const size_t at[3]) {
    char words[PATCH_LABEL];
    stack_words(grid->picture, words);
    if (at[1] + patch_columns(words) <= at[2]) {
        patch_put(&grid->patch, at[0], at[1], words, STYLE_LABEL);
    }
}

size_t heading_whole(const struct grid *grid) {
    const char *axis = grid->picture->columns_are;
    return name_end(grid) + (axis != NULL ? HEADING_GAP + patch_columns(axis) + 2 : 0);
}

bool heading_holds_legend(const struct grid *grid) {
    struct legend legend = legend_make(grid->picture, &grid->scale, true);
    return name_end(grid) + HEADING_GAP + legend_columns(&legend) <= grid->patch.box.columns;
}

size_t heading_columns(const struct grid *grid, const size_t at[3]) {
    const struct picture *picture = grid->picture;
    char words[PATCH_LABEL];
    if (!picture->columns_are) {
        return at[1];
    }
    text_fill(words, sizeof words, "%s %s", picture->columns_are, glyphs_of(picture->ascii)->right);
    if (at[1] + patch_columns(words) > at[2]) {
        return at[1];
    }
    return patch_put(&grid->patch, at[0], at[1], words, STYLE_LABEL);
}

void heading_put(const struct grid *grid, size_t line) {
    const struct picture *picture = grid->picture;
    size_t end = grid->patch.box.columns, from = heading_name(grid, line) + HEADING_GAP;
    size_t axis = picture->columns_are ? patch_columns(picture->columns_are) + 4 : 0;
    size_t number = grid->columns.count > 0 ? grid_number(grid, grid->columns.first) : 0;
    from = from > number ? from : number;
    if (picture->heat) { /* the axis's name may cost the legend its words, not its numbers */
        struct legend legend = legend_make(picture, &grid->scale, true);
        bool both = from + axis + legend_columns(&legend) <= end;
        size_t at[] = {line, both ? from + axis : name_end(grid) + HEADING_GAP, end};
        legend_place(picture, &grid->scale, &grid->patch, at);
        if (!both) {
            return;
        }
    }
    heading_columns(grid, (const size_t[]){line, from, end});
}

void heading_rows(const struct grid *grid, size_t line) {
    const struct picture *picture = grid->picture;
    char words[PATCH_LABEL], whole[PATCH_LABEL];
    if (picture->rows_are) {
        text_fill(whole, sizeof whole, "%s %s", picture->rows_are, glyphs_of(picture->ascii)->down);
        patch_cut(words, whole, grid->head, picture->ascii);
        patch_put(&grid->patch, line, grid->head_column, words, STYLE_LABEL);
    }
}
