/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* comparing: says in words what differs between a baseline and now. */
#include "session/printing.h"

#include "base/number.h"
#include "canvas/canvas.h"

#include <string.h>

enum {
    LINES = 12,
    PARTS = 3 /* of each: address, old → new, Δ */
};

/* Prints WORDS after HEADING, under which the following lines are indented. */
static void put_line(struct session *session, const char *heading, const char *words) {
    struct flow flow = session_flow(session, "", 4);
    flow_add(&flow, heading, STYLE_STRONG);
    flow_words(flow, words, STYLE_PLAIN);
}

/* --- the first -------------------------------------------------------------------------------- */

/* Writes "0.3 → 0.6" with BETWEEN for the arrow, and the decimals that the difference needs. */
static void write_old_and_new(const struct session *session, const struct differing *differing,
                              const char *between, struct text *out) {
    size_t cell = differing->most;
    char old[NUMBER_TEXT], newer[NUMBER_TEXT];
    if (differing->old == NULL || differing->newer == NULL) {
        return;
    }
    double numbers[] = {differing->old->value->cells[cell], differing->newer->value->cells[cell]};
    number_write_distinct(old, newer, numbers, session->display.precision);
    text_format(out, "%s%s%s", old, between, newer);
}

void comparing_first_moved(const struct session *session, const struct difference *difference,
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
    if (!differing->resized && (!rewritten || leaves) && differing->cells > 0) {
        definition_address(newer, differing->most, session->display.columns, out);
        text_append(out, " = "); /* "W_q[1,2] = 0.2 → 5 and 3 more" */
        write_old_and_new(session, differing, " → ", out);
        if (differing->cells > 1) {
            text_format(out, " and %zu more", differing->cells - 1);
        }
    } else if (rewritten && !leaves) {
        session_formula(session, old, out);
        text_append(out, " → ");
        session_write(session, newer->tree, true, out);
    } else {
        text_format(out, "%s ", old->name);
        shape_write(&old->value->shape, out);
        text_append(out, " → ");
        shape_write(&newer->value->shape, out);
    }
}

/* --- the largest of each ---------------------------------------------------------------------- */

/* Writes "scaled[word2,word2] was 0.3 and is 0.6; 8 other numbers differ." */
static void describe_largest(struct session *session, const struct differing *differing) {
    size_t others = differing->cells - 1;
    struct text line = {0};
    definition_address(differing->newer, differing->most, session->display.columns, &line);
    text_append(&line, " was ");
    write_old_and_new(session, differing, " and is ", &line);
    if (others > 0) {
        text_format(&line, "; %zu other number%s", others, others == 1 ? " differs" : "s differ");
    }
    text_append(&line, ".");
    canvas_wrap(text_string(&line), 2, session->front.width, &session->out);
    text_release_into(&line, &session->out);
}

/* Prints "scaled[word2,word2]  0.3 → 0.6  Δ +0.3  and 8 others" for each definition, in columns, at
 * most LINES of them. */
static void print_largest(struct session *session, const struct difference *difference) {
    struct text parts[LINES][PARTS] = {0}, *out = &session->out;
    size_t widths[PARTS] = {0}, others[LINES] = {0}, count = 0;
    char change[NUMBER_TEXT];
    for (size_t i = 0; i < difference->count; i++) {
        const struct differing *differing = &difference->list[i];
        if (differing->cells > 0 && session->display.describe) {
            describe_largest(session, differing);
        } else if (differing->cells > 0 && count++ < LINES) {
            struct text *part = parts[count - 1];
            definition_address(differing->newer, differing->most, session->display.columns, part);
            write_old_and_new(session, differing, " → ", &part[1]);
            number_short(change, differing->change, session->display.precision);
            text_format(&part[2], "Δ %s%s", differing->change > 0 ? "+" : "", change);
            others[count - 1] = differing->cells - 1;
            for (size_t k = 0; k < PARTS; k++) {
                widths[k] = greater(widths[k], canvas_columns(text_string(&part[k])));
            }
        }
    }
    if (count > 0) {
        put_line(session, "largest differences:", "");
    }
    for (size_t i = 0; i < lesser(count, LINES); i++) {
        for (size_t k = 0; k < PARTS; k++) {
            size_t columns = canvas_columns(text_string(&parts[i][k]));
            text_format(out, "  %s", text_string(&parts[i][k]));
            text_repeat(out, " ", k + 1 < PARTS || others[i] > 0 ? widths[k] - columns : 0);
            text_release_into(&parts[i][k], out);
        }
        if (others[i] > 0) {
            text_format(out, "  and %zu other%s", others[i], others[i] == 1 ? "" : "s");
        }
        text_append(out, "\n");
    }
    if (count > LINES) {
        text_format(out, "  and in %zu more definition%s\n", count - LINES,
                    count - LINES == 1 ? "" : "s");
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

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
    comparing_first_moved(session, difference, &first);
    put_line(session, "first difference: ", text_string(&first));
    for (size_t i = 0; i < difference->count; i++) {
        const struct differing *differing = &difference->list[i];
        if (differing->old == NULL) {
            text_format(&added, " %s", differing->newer->name);
        } else if (differing->newer == NULL) {
            text_format(&gone, " %s", differing->old->name);
        } else if (differing->resized) {
            text_format(&session->out, "%s was ", differing->newer->name);
            shape_write(&differing->old->value->shape, &session->out);
            text_append(&session->out, ", is ");
            shape_write(&differing->newer->value->shape, &session->out);
            text_append(&session->out, "\n");
        }
    }
    print_largest(session, difference);
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
