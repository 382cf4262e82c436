/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* comparing: says in words what differs between a baseline and now. */
#include "session/printing.h"

#include "base/number.h"

/* Prints WORDS after HEADING, under which the following lines are indented. */
static void put_line(struct session *session, const char *heading, const char *words) {
    struct flow flow = session_flow(session, "", 4);
    flow_add(&flow, heading, STYLE_STRONG);
    flow_words(flow, words, STYLE_PLAIN);
}

/* --- one -------------------------------------------------------------------------------------- */

bool comparing_rewritten(const struct definition *old, const struct definition *newer) {
    return old != NULL && newer != NULL && !(old->leaf && newer->leaf) &&
           !tree_same(old->tree->root, newer->tree->root);
}

void comparing_write(const struct session *session, const struct definition *old,
                     const struct definition *newer, size_t cell, struct text *out) {
    bool spoken = session->display.describe;
    const char *is = spoken ? " and is " : " → ", *was = spoken ? " was " : " ";
    if (old == NULL || newer == NULL) {
        text_format(out, "%s is %s", (old == NULL ? newer : old)->name,
                    old == NULL ? "new" : "gone");
    } else if (cell != SIZE_MAX) {
        char before[NUMBER_TEXT], after[NUMBER_TEXT];
        double numbers[] = {old->value->cells[cell], newer->value->cells[cell]};
        number_write_distinct(before, after, numbers, session->display.precision);
        definition_address(newer, cell, session->display.columns, out);
        text_format(out, "%s%s%s%s", spoken ? was : " = ", before, is, after);
    } else if (newer->text != NULL) {
        session_formula(session, newer, out);
    } else if (comparing_rewritten(old, newer)) {
        session_formula(session, old, out);
        text_append(out, is);
        session_write(session, newer->tree, true, out);
    } else if (shape_same_sizes(&old->value->shape, &newer->value->shape)) {
        text_format(out, "%s changed", newer->name);
    } else {
        text_format(out, "%s%s", newer->name, was);
        shape_write(&old->value->shape, out);
        text_append(out, is);
        shape_write(&newer->value->shape, out);
    }
}

/* Appends that of the first definition that differs: its formula, or how many other numbers of it
 * do. */
static void write_first_moved(const struct session *session, const struct difference *difference,
                              struct text *out) {
    const struct differing *first = &difference->list[0];
    bool cells = first->cells > 0 && !comparing_rewritten(first->old, first->newer);
    comparing_write(session, first->old, first->newer, cells ? first->most : SIZE_MAX, out);
    if (cells && first->cells > 1) { /* "W_q[1,2] = 0.2 → 5 and 3 more" */
        text_format(out, " and %zu more", first->cells - 1);
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

/* Prints "scaled[word2,word2] = 0.3 → 0.6; 8 other numbers differ.", or "X 2×2 → 3×2." */
static void print_differing(struct session *session, const struct differing *differing) {
    struct text line = {0};
    comparing_write(session, differing->old, differing->newer,
                    differing->cells > 0 ? differing->most : SIZE_MAX, &line);
    if (differing->cells > 1) {
        text_format(&line, "; %zu other number%s", differing->cells - 1,
                    differing->cells == 2 ? " differs" : "s differ");
    }
    text_append(&line, ".");
    put_line(session, "", text_string(&line));
    text_release_into(&line, &session->out);
}

void comparing_print_unchanged(struct session *session, const struct notebook *before,
                               const char *but) {
    enum { NAMED = 12 };
    const struct notebook *now = session_notebook(session);
    struct text names = {0};
    size_t count = 0;
    for (size_t i = 0; i < now->count; i++) {
        const char *name = now->list[i]->name;
        if ((but == NULL || !text_same(name, but)) &&
            !definition_differs(notebook_find(before, name), now->list[i])) {
            text_format(&names, count < NAMED ? " %s" : "", name);
            count++;
        }
    }
    if (count > NAMED) {
        text_format(&names, " and %zu other%s", count - NAMED, count == NAMED + 1 ? "" : "s");
    }
    if (count > 0) {
        put_line(session, "unchanged:", text_string(&names));
    }
    text_release_into(&names, &session->out);
}

void comparing_print(struct session *session, const struct notebook *before,
                     const struct difference *difference) {
    struct text first = {0}, added = {0}, gone = {0};
    write_first_moved(session, difference, &first);
    put_line(session, "first difference: ", text_string(&first));
    for (size_t i = 0; i < difference->count; i++) {
        const struct differing *differing = &difference->list[i];
        bool is = differing->newer != NULL, both = is && differing->old != NULL;
        if (!both) {
            text_format(is ? &added : &gone, " %s", (is ? differing->newer : differing->old)->name);
        } else if (differing->resized || differing->cells > 0) {
            print_differing(session, differing);
        }
    }
    if (added.length > 0) {
        put_line(session, "new:", text_string(&added));
    }
    if (gone.length > 0) {
        put_line(session, "gone:", text_string(&gone));
    }
    comparing_print_unchanged(session, before, NULL);
    text_release_into(&first, &session->out);
    text_release_into(&added, &session->out);
    text_release_into(&gone, &session->out);
}
