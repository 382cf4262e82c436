#include "canvas/naming.h"

#include "base/failure.h"
#include "base/text.h"
#include "language/lens.h"
#include "language/writer.h"
#include "notebook/address.h"
#include "notebook/notebook.h"

#include <stdint.h>

enum { NAMING_DEPTH = 16 };

static int used_axes(void *context, const char *name) {
    const struct definition *definition = context;
    for (size_t i = 0; i < definition->use_count; i++) {
        if (text_same(definition->uses[i]->name, name)) {
            return definition->uses[i]->value->shape.axes;
        }
    }
    return 2;
}

bool naming_formula(const struct explanation *explanation, bool columns, struct text *out) {
    struct node *node = (struct node *)(uintptr_t)explanation->operation->node;
    struct tree part = {.references = 1, .root = node, .text = ""};
    struct lens_names names = {used_axes, (void *)(uintptr_t)explanation->definition};
    struct failure failure = {0};
    struct tree *flipped = columns ? lens_flip(&part, &names, &failure) : NULL;
    const struct node *shown = flipped ? flipped->root : node;
    bool brackets =
        shown->kind == NODE_APPLY && shown->operator->writing.precedence<PRECEDENCE_POSTFIX;
    writer_plain(shown, out);
    out->failed = out->failed || (columns && !flipped);
    tree_release(flipped);
    return brackets;
}

/* An operation without a name is called by its formula. */
static void name_operation(const struct explanation *explanation, bool columns, struct text *out) {
    const struct shape *shape = &explanation->operation->result->shape;
    struct text written = {0};
    bool loose = naming_formula(explanation, columns, &written);
    address_expression(text_string(&written), loose && address_needed(shape), out);
    if (address_needed(shape)) {
        address_write(shape, explanation->cell, columns, out);
    }
    out->failed = out->failed || written.failed;
    text_release(&written);
}

void naming_cell(const struct explanation *explanation, bool columns, struct text *out) {
    const struct definition *definition = explanation->definition;
    bool whole = !explanation->operation || explanation->operation == definition_last(definition);
    if (!whole || (explanation->operation && definition->name[0] == '\0')) {
        name_operation(explanation, columns, out);
    } else {
        notebook_address(definition, explanation->cell, columns, out);
    }
}

static bool is_written(const struct explanation *explanation, size_t depth) {
    if (explanation->kind == EXPLAINED_GIVEN) {
        return true;
    }
    bool moved = explanation->kind == EXPLAINED_STEPS && explanation->steps.form == STEPS_MOVE &&
                 explanation->steps.count > 0;
    if (!moved || depth == 0) {
        return false;
    }
    const struct definition *definition;
    size_t operation, cell;
    if (!explanation_follow(explanation, &explanation->steps.list[0], &definition, &operation,
                            &cell)) {
        return true;
    }
    if (definition != explanation->definition) {
        return false;
    }
    struct explanation inner;
    struct failure failure = {0};
    bool written = explain_cell(definition, operation, cell, &inner, &failure) &&
                   is_written(&inner, depth - 1);
    explanation_release(&inner);
    return written;
}

bool naming_is_written(const struct explanation *explanation) {
    return is_written(explanation, NAMING_DEPTH);
}
