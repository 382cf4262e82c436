/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/chain.h"

#include "base/memory.h"
#include "canvas/axes.h"

#include <stdint.h>

enum {
    STEPS = 12, /* at most */
    LEAST = 3   /* two are the formula */
};

/* One definition of the notebook. */
struct link {
    bool named;  /* it is a matrix that the stage shows: nothing is said of others */
    size_t from; /* of what it uses, that with the longest chain; SIZE_MAX: it uses nothing */
    size_t steps;
};

struct chain {
    const struct scene *scene;
    struct link *links;
    size_t list[STEPS], count; /* from the selected value back */
};

/* Finds what may be named: not what is still to come or an open question hides, and no lone number
 * but the selected one, for a size says little about where numbers come from. */
static void find_named(struct chain *chain, size_t selected) {
    const struct stage *stage = chain->scene->stage;
    for (size_t i = 0; i < stage->cast->count; i++) {
        const struct value_light *value = &chain->scene->lights.list[i];
        if (value->index != SIZE_MAX && value->light >= LIGHT_SILHOUETTE) {
            bool one = stage->cast->values[i].lone || value->definition->text != NULL;
            chain->links[value->index].named = !one || value->index == selected;
        }
    }
}

/* Returns the definition that definition I uses as its Kth; SIZE_MAX: that is not named. MORE is
 * false when there are no more. */
static size_t used(const struct chain *chain, size_t i, size_t k, bool *more) {
    const struct notebook *notebook = chain->scene->notebook;
    size_t count;
    struct definition *const *uses = notebook_uses(notebook, notebook->list[i], &count);
    size_t at = k < count ? notebook_position(notebook, uses[k]->name) : SIZE_MAX;
    *more = k < count;
    return at < i && chain->links[at].named ? at : SIZE_MAX;
}

static void find_chain(struct chain *chain, size_t selected) {
    for (size_t i = 0; i <= selected; i++) {
        struct link *link = &chain->links[i];
        bool more = true;
        link->from = SIZE_MAX;
        for (size_t k = 0; more; k++) {
            size_t at = used(chain, i, k, &more);
            if (at != SIZE_MAX && chain->links[at].steps + 1 > link->steps) {
                link->steps = chain->links[at].steps + 1;
                link->from = at;
            }
        }
    }
    for (size_t at = selected; at != SIZE_MAX && chain->count < STEPS; at = chain->links[at].from) {
        chain->list[chain->count++] = at;
    }
}

/* Returns the first definition that uses the selected one; SIZE_MAX: there is none. */
static size_t find_next(const struct chain *chain, size_t selected) {
    for (size_t i = selected + 1; i < chain->scene->notebook->count; i++) {
        bool more = chain->links[i].named;
        for (size_t k = 0; more; k++) {
            if (used(chain, i, k, &more) == selected) {
                return i;
            }
        }
    }
    return SIZE_MAX;
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

/* Writes the chain up to NEXT without its first CUT steps, else with all that the first one after
 * the inputs is made from. */
static void write_links(const struct chain *chain, size_t cut, size_t next, struct text *out) {
    bool ascii = chain->scene->terminal->ascii, more = cut == 0;
    const char *arrow = ascii ? " > " : " → ";
    size_t first = chain->count - 1 - cut;
    text_clear(out);
    text_append(out, cut == 0 ? "" : ascii ? "~" : "…");
    for (size_t k = 0; more; k++) {
        size_t at = used(chain, chain->list[first - 1], k, &more);
        if (at != SIZE_MAX) {
            write_linked(chain, out->length > 0 ? ", " : "", at, out);
        }
    }
    for (size_t i = cut == 0 ? first : first + 1; i-- > 0;) {
        write_linked(chain, arrow, chain->list[i], out);
    }
    if (next != SIZE_MAX) {
        write_linked(chain, arrow, next, out);
    }
}

void chain_write(const struct scene *scene, size_t columns, struct text *out) {
    size_t selected = scene->definition == NULL
                          ? SIZE_MAX
                          : notebook_position(scene->notebook, scene->definition->name);
    struct chain chain = {.scene = scene,
                          .links = memory_allocate(scene->notebook->count, sizeof *chain.links)};
    if (chain.links != NULL && selected < scene->notebook->count) {
        find_named(&chain, selected);
        find_chain(&chain, selected);
    }
    size_t next = chain.count < 2 ? SIZE_MAX : find_next(&chain, selected);
    size_t names = chain.count + (next != SIZE_MAX);
    for (size_t cut = 0; cut + LEAST <= names && cut + 1 < chain.count; cut++) {
        write_links(&chain, cut, next, out);
        if (canvas_columns(text_string(out)) <= columns) {
            break;
        }
        text_clear(out);
    }
    memory_free(chain.links);
}
