#include "files/showing.h"

#include "base/failure.h"
#include "base/text.h"
#include "base/utf8.h"
#include "language/lens.h"
#include "language/reader.h"

#include <string.h>

static void shown_release(struct shown *shown) {
    if (shown->tree) {
        tree_release(shown->tree);
    }
    tensor_release(shown->value);
    *shown = (struct shown){0};
}

bool showing_start(struct showing *showing, const struct notebook *notebook,
                   const struct export_options *options, struct failure *failure) {
    *showing = (struct showing){.notebook = notebook, .options = options, .failure = failure};
    if (!options->name || notebook_find(notebook, options->name)) {
        return true;
    }
    const char *nearest = NULL;
    for (size_t i = 0; i < notebook->count; i++) {
        nearest = text_nearer(options->name, nearest, notebook->list[i]->name);
    }
    return failure_set(failure, "no value is called %s%s%s%s", options->name,
                       nearest ? "; did you mean " : "", nearest ? nearest : "",
                       nearest ? "?" : "");
}

/* An edit lies over the formula, so an edited leaf is shown as the literal it amounts to. */
static struct tree *literal_tree(const struct definition *definition, struct failure *failure) {
    struct text text = {0};
    struct tree *tree = NULL;
    export_statement("", definition->value, &text);
    if (text_ok(&text, failure)) {
        tree = reader_expression(text_string(&text), failure);
    }
    text_release(&text);
    return tree;
}

static int axes_of(void *context, const char *name) {
    const struct definition *definition = notebook_find(context, name);
    return definition ? definition->value->shape.axes : 2;
}

/* The copy keeps the names' function from having to cast a const away. */
static struct tree *flipped(const struct notebook *notebook, const struct tree *tree,
                            struct failure *failure) {
    struct notebook copy = *notebook;
    struct lens_names names = {axes_of, &copy};
    return lens_flip(tree, &names, failure);
}

static bool show(struct showing *showing, struct definition *definition) {
    struct shown *shown = &showing->shown;
    shown->definition = definition;
    shown->tree = definition->edits.count > 0 ? literal_tree(definition, showing->failure)
                                              : tree_retain(definition->tree);
    if (!shown->tree) {
        return false;
    }
    if (!showing->options->columns) {
        shown->value = tensor_retain(definition->value);
        return true;
    }
    struct tree *rows = shown->tree;
    shown->tree = flipped(showing->notebook, rows, showing->failure);
    tree_release(rows);
    shown->value = tensor_transposed(definition->value, showing->failure);
    return shown->tree && shown->value;
}

bool showing_next(struct showing *showing) {
    shown_release(&showing->shown);
    while (!showing->failed && showing->next < showing->notebook->count) {
        struct definition *definition = showing->notebook->list[showing->next++];
        if (!showing->options->name || text_same(definition->name, showing->options->name)) {
            if (show(showing, definition)) {
                return true;
            }
            showing->failed = true;
            shown_release(&showing->shown);
        }
    }
    return false;
}

bool showing_end(struct showing *showing, const struct text *out) {
    shown_release(&showing->shown);
    return !showing->failed && text_ok(out, showing->failure);
}

void shown_formula(const struct shown *shown, enum notation notation, struct text *out) {
    writer_write(shown->tree->root, &(struct writer_options){.notation = notation}, out);
}

bool shown_is_literal(const struct shown *shown) {
    const struct node *root = shown->tree->root;
    return root->kind == NODE_APPLY && root->operator->writing.form == WRITING_MATRIX &&
                                       tree_is_leaf(root);
}

void shown_text(const char *text, struct text *out) {
    while (*text) {
        size_t plain = strcspn(text, "\n\t");
        utf8_sanitise(out, text, plain, false);
        text += plain;
        if (*text) {
            text_append_character(out, ' ');
            text++;
        }
    }
}

void shown_matrix(const struct shape *shape, size_t index, struct text *out) {
    size_t heads = shape->size[AXIS_HEAD];
    if (shape->axes == 4) {
        text_format(out, "batch %zu, head %zu", index / heads + 1, index % heads + 1);
    } else if (shape->axes == 3) {
        text_format(out, "head %zu", index + 1);
    }
}
