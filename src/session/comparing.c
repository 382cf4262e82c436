/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* comparing: says in words what differs between a baseline and now. */
#include "session/printing.h"

#include "base/number.h"
#include "canvas/canvas.h"

#include <string.h>

/* Prints WORDS after HEADING, under which the following lines are indented. */
static void put_line(struct session *session, const char *heading, const char *words) {
    struct flow flow = session_flow(session, "", 4);
    flow_add(&flow, heading, STYLE_STRONG);
    flow_words(flow, words, STYLE_PLAIN);
}

/* --- the first -------------------------------------------------------------------------------- */

/* Writes "A[1,2] was 0.3 and is 0.6" with WAS and IS for those words, and the decimals that the
 * difference needs; where no number differs, "A was 2×2 and is 3×2". */
static void write_old_and_new(const struct session *session, const struct differing *differing,
                              const char *was, const char *is, struct text *out) {
    const struct tensor *old = differing->old->value, *newer = differing->newer->value;
    if (differing->cells == 0) {
        text_format(out, "%s%s", differing->newer->name, was);
        shape_write(&old->shape, out);
        text_append(out, is);
        shape_write(&newer->shape, out);
        return;
    }
    char before[NUMBER_TEXT], after[NUMBER_TEXT];
    double numbers[] = {old->cells[differing->most], newer->cells[differing->most]};
    number_write_distinct(before, after, numbers, session->display.precision);
    definition_address(differing->newer, differing->most, session->display.columns, out);
    text_format(out, "%s%s%s%s", was, before, is, after);
}

/* Appends the first definition that differs: "scaled = scores / sqrt(d_k) → scores", or for numbers
 * that were set "W_q[1,2] = 0.2 → 5". */
static void write_first_moved(const struct session *session, const struct difference *difference,
                              struct text *out) {
    const struct differing *differing = &difference->list[0];
    const struct definition *old = differing->old, *newer = differing->newer;
    if (old == NULL || newer == NULL) {
        text_format(out, "%s is %s", old == NULL ? newer->name : old->name,
                    old == NULL ? "new" : "gone");
        return;
    }
    bool rewritten = !tree_same(old->tree->root, newer->tree->root),
         leaves = old->leaf && newer->leaf;
    if (rewritten && !leaves) {
        session_formula(session, old, out);
        text_append(out, " → ");
        session_write(session, newer->tree, true, out);
        return;
    }
    write_old_and_new(session, differing, differing->cells > 0 ? " = " : " ", " → ", out);
    if (differing->cells > 1) { /* "W_q[1,2] = 0.2 → 5 and 3 more" */
        text_format(out, " and %zu more", differing->cells - 1);
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

/* Prints "scaled[word2,word2] was 0.3 and is 0.6; 8 other numbers differ.", or "X was 2×2 and is
 * 3×2." */
static void print_differing(struct session *session, const struct differing *differing) {
    struct text line = {0};
    write_old_and_new(session, differing, " was ", " and is ", &line);
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
    static const char heading[] = "unchanged:", rest[] = " and 1000 others";
    const struct notebook *now = session_notebook(session);
    struct text names = {0};
    size_t columns = strlen(heading), count = 0, named = 0, end = 0;
    for (size_t i = 0; i < now->count; i++) {
        const char *name = now->list[i]->name;
        if ((but != NULL && text_same(name, but)) ||
            definition_differs(notebook_find(before, name), now->list[i])) {
            continue;
        }
        text_format(&names, " %s", name);
        columns += 1 + canvas_columns(name);
        count++;
        if (count == 1 || columns + strlen(rest) <= session->front.width) {
            named = count;
            end = names.length;
        }
    }
    if (columns > session->front.width && named < count) {
        text_truncate(&names, end);
        text_format(&names, " and %zu other%s", count - named, count - named == 1 ? "" : "s");
    }
    if (count > 0) {
        put_line(session, heading, text_string(&names));
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
