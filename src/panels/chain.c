/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/chain.h"

#include "base/memory.h"
#include "canvas/axes.h"

#include <stdint.h>

enum {
    STEPS = 12, /* at most */
    LEAST = 3   /* two are the formula */
};

struct chain {
    const struct scene *scene;
    struct link {
        bool named;  /* it is a matrix that the stage shows: nothing is said of others */
        size_t from; /* of what it uses, that with the longest chain; SIZE_MAX: it uses nothing */
        size_t steps;
    } * links;                 /* one a definition of the notebook */
    size_t list[STEPS], count; /* from the selected value back */
    size_t next;               /* the first that is made from that one; SIZE_MAX: none */
};

/* Returns what definition I uses as its Kth, if that is named; SIZE_MAX: it is not, or there are no
 * more. */
static size_t used(const struct chain *chain, size_t i, size_t k) {
    const struct notebook *notebook = chain->scene->notebook;
    size_t count;
    struct definition *const *uses = notebook_uses(notebook, notebook->list[i], &count);
    size_t at = k < count ? notebook_position(notebook, uses[k]->name) : SIZE_MAX;
    return at < i && chain->links[at].named ? at : SIZE_MAX;
}

static size_t count_used(const struct chain *chain, size_t i) {
    size_t count;
    notebook_uses(chain->scene->notebook, chain->scene->notebook->list[i], &count);
    return count;
}

/* Finds what may be named (not what is still to come or an open question hides, and no lone number
 * but the selected one, for a size says little about where numbers come from), and the longest
 * chain of it. */
static void find_chain(struct chain *chain, size_t selected) {
    const struct stage *stage = chain->scene->stage;
    struct link *links = chain->links;
    for (size_t i = 0; i < stage->cast->count; i++) {
        const struct value_light *value = &chain->scene->lights.list[i];
        if (value->index != SIZE_MAX && value->light >= LIGHT_SILHOUETTE) {
            bool one = stage->cast->values[i].lone || value->definition->text != NULL;
            links[value->index].named = !one || value->index == selected;
        }
    }
    for (size_t i = 0; i < chain->scene->notebook->count; i++) {
        links[i].from = SIZE_MAX;
        for (size_t k = 0; k < count_used(chain, i); k++) {
            size_t at = used(chain, i, k);
            if (at != SIZE_MAX && links[at].steps + 1 > links[i].steps) {
                links[i].steps = links[at].steps + 1;
                links[i].from = at;
            }
            bool next = at == selected && links[i].named && chain->next == SIZE_MAX;
            chain->next = next ? i : chain->next;
        }
    }
    for (size_t at = selected; at != SIZE_MAX && chain->count < STEPS; at = links[at].from) {
        chain->list[chain->count++] = at;
    }
}

static void write_linked(const struct chain *chain, const char *before, size_t i,
                         struct text *out) {
    const struct definition *definition = chain->scene->notebook->list[i];
    enum style role = axes_role(definition);
    bool plain = role == STYLE_FORMULA && definition != chain->scene->definition;
    style_mark(STYLE_DIM, out);
    text_append(out, before);
    style_mark(plain ? STYLE_LABEL : role, out);
    text_append(out, definition->name);
}

/* Writes the chain without its first CUT steps, else with all that the first one after the inputs
 * is made from. */
static void write_links(const struct chain *chain, size_t cut, struct text *out) {
    bool ascii = chain->scene->terminal->ascii;
    const char *arrow = ascii ? " > " : " → ";
    size_t first = chain->count - 1 - cut, inputs = chain->list[first - 1];
    text_clear(out);
    text_append(out, cut == 0 ? "" : ascii ? "~" : "…");
    for (size_t k = 0; cut == 0 && k < count_used(chain, inputs); k++) {
        size_t at = used(chain, inputs, k);
        if (at != SIZE_MAX) {
            write_linked(chain, out->length > 0 ? ", " : "", at, out);
        }
    }
    for (size_t i = cut == 0 ? first : first + 1; i-- > 0;) {
        write_linked(chain, arrow, chain->list[i], out);
    }
    if (chain->next != SIZE_MAX) {
        write_linked(chain, arrow, chain->next, out);
    }
}

void chain_write(const struct scene *scene, size_t columns, struct text *out) {
    const struct notebook *notebook = scene->notebook;
    const char *name = scene->definition != NULL ? scene->definition->name : "";
    size_t selected = notebook_position(notebook, name);
    struct chain chain = {.scene = scene,
                          .links = memory_allocate(notebook->count, sizeof *chain.links),
                          .next = SIZE_MAX};
    if (chain.links != NULL && selected < notebook->count) {
        find_chain(&chain, selected);
    }
    size_t names = chain.count + (chain.next != SIZE_MAX);
    for (size_t cut = 0; cut + LEAST <= names && cut + 1 < chain.count; cut++) {
        write_links(&chain, cut, out);
        if (canvas_columns(text_string(out)) <= columns) {
            break;
        }
        text_clear(out);
    }
    memory_free(chain.links);
}
