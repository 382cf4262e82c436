/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* comparing: says in words what differs between a baseline and now. */
#include "session/printing.h"

#include "base/memory.h"
#include "base/number.h"
#include "canvas/canvas.h"
#include "language/writer.h"

#include <string.h>

enum { LINES = 12 };

/* Prints WORDS after HEADING, under which the following lines are indented. */
static void put_line(struct session *session, const char *heading, const char *words) {
    struct flow flow = session_flow(session, "", 4);
    flow_add(&flow, heading, STYLE_STRONG);
    flow_words(flow, words, STYLE_PLAIN);
}

/* --- the first -------------------------------------------------------------------------------- */

static void write_shown_formula(const struct session *session, const struct definition *definition,
                                struct text *out) {
    struct tree *shown = session_flip(session, definition->tree, true);
    if (shown != NULL) {
        writer_plain(shown->root, out);
    }
    tree_release(shown);
}

/* Writes "0.3 → 0.6" with BETWEEN for the arrow, and the decimals that the difference needs. */
static void write_old_and_new(const struct session *session, const struct differing *differing,
                              const char *between, struct text *out) {
    size_t cell = differing->most;
    char old[NUMBER_TEXT], newer[NUMBER_TEXT];
    double numbers[] = {differing->old->value->cells[cell], differing->newer->value->cells[cell]};
    number_write_distinct(old, newer, numbers, session->display.precision);
    text_format(out, "%s%s%s", old, between, newer);
}

static void write_first_difference(const struct session *session, const struct differing *differing,
                                   struct text *out) {
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
        text_format(out, "%s = ", old->name);
        write_shown_formula(session, old, out);
        text_append(out, " → ");
        write_shown_formula(session, newer, out);
    } else {
        text_format(out, "%s ", old->name);
        shape_write(&old->value->shape, out);
        text_append(out, " → ");
        shape_write(&newer->value->shape, out);
    }
}

void comparing_first_moved(const struct session *session, const struct difference *difference,
                           struct text *out) {
    if (difference->count > 0) {
        write_first_difference(session, &difference->list[0], out);
    }
}

/* --- the largest of each ---------------------------------------------------------------------- */

enum { PARTS = 3 }; /* of a line of the list: address, old → new, Δ */

static void write_difference_part(const struct session *session, const struct differing *differing,
                                  size_t part, struct text *out) {
    char change[NUMBER_TEXT];
    if (part == 0) {
        definition_address(differing->newer, differing->most, session->display.columns, out);
    } else if (part == 1) {
        write_old_and_new(session, differing, " → ", out);
    } else {
        number_short(change, differing->change, session->display.precision);
        text_format(out, "Δ %s%s", differing->change > 0 ? "+" : "", change);
    }
}

/* Writes "  scaled[word2,word2]  0.3 → 0.6  Δ +0.3  and 8 others". WIDTHS are the widths of its
 * parts; with MEASURED they only grow to what this line needs. */
static void put_largest(struct session *session, const struct differing *differing,
                        size_t widths[PARTS], bool measure) {
    struct text *out = &session->out;
    size_t others = differing->cells - 1;
    for (size_t i = 0; i < PARTS; i++) {
        struct text part = {0};
        write_difference_part(session, differing, i, &part);
        size_t columns = canvas_columns(text_string(&part));
        if (measure) {
            widths[i] = greater(widths[i], columns);
        } else {
            text_format(out, "  %s", text_string(&part));
            text_repeat(out, " ", i + 1 == PARTS && others == 0 ? 0 : widths[i] - columns);
        }
        text_release_into(&part, out);
    }
    if (!measure && others > 0) {
        text_format(out, "  and %zu other%s", others, others == 1 ? "" : "s");
    }
    text_append(out, measure ? "" : "\n");
}

/* Writes "scaled[word2,word2] was 0.3 and is 0.6; 8 other numbers differ." */
static void describe_largest(struct session *session, const struct differing *differing) {
    size_t others = differing->cells - 1;
    struct text line = {0};
    write_difference_part(session, differing, 0, &line);
    text_append(&line, " was ");
    write_old_and_new(session, differing, " and is ", &line);
    if (others > 0) {
        text_format(&line, "; %zu other number%s", others, others == 1 ? " differs" : "s differ");
    }
    text_append(&line, ".");
    canvas_wrap(text_string(&line), 2, session->front.width, &session->out);
    text_release_into(&line, &session->out);
}

/* Prints the largest difference of each definition, at most LINES of them. */
static void print_largest(struct session *session, const struct difference *difference) {
    size_t widths[PARTS] = {0}, count = 0;
    bool describe = session->display.describe;
    for (size_t pass = describe; pass < 2; pass++) {
        if (pass == 1 && count > 0) {
            put_line(session, "largest differences:", "");
        }
        count = 0;
        for (size_t i = 0; i < difference->count; i++) {
            const struct differing *differing = &difference->list[i];
            if (differing->cells > 0 && describe) {
                describe_largest(session, differing);
            } else if (differing->cells > 0 && count++ < LINES) {
                put_largest(session, differing, widths, pass == 0);
            }
        }
    }
    if (count > LINES) {
        text_format(&session->out, "  and in %zu more definition%s\n", count - LINES,
                    count - LINES == 1 ? "" : "s");
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

static void print_new_or_gone(struct session *session, const struct difference *difference,
                              bool gone) {
    struct text names = {0};
    for (size_t i = 0; i < difference->count; i++) {
        const struct differing *differing = &difference->list[i];
        if (gone ? differing->newer == NULL : differing->old == NULL) {
            text_format(&names, " %s", gone ? differing->old->name : differing->newer->name);
        }
    }
    if (names.length > 0) {
        put_line(session, gone ? "gone:" : "new:", text_string(&names));
    }
    text_release_into(&names, &session->out);
}

static void print_resized(struct session *session, const struct difference *difference) {
    for (size_t i = 0; i < difference->count; i++) {
        const struct differing *differing = &difference->list[i];
        if (differing->resized) {
            text_format(&session->out, "%s was ", differing->newer->name);
            shape_write(&differing->old->value->shape, &session->out);
            text_append(&session->out, ", is ");
            shape_write(&differing->newer->value->shape, &session->out);
            text_append(&session->out, "\n");
        }
    }
}

/* Returns how many of the names fit on one line, with room for the number of the others. */
static size_t count_named(const struct session *session, const struct definition *const *list,
                          size_t count) {
    static const char heading[] = "unchanged:", rest[] = " and 1000 others";
    size_t columns = strlen(heading), named = 0, short_of_rest = 0;
    for (; named < count; named++) {
        columns += 1 + canvas_columns(list[named]->name);
        short_of_rest += columns + strlen(rest) <= session->front.width;
        if (columns > session->front.width) {
            break;
        }
    }
    return named == count ? count : short_of_rest > 0 ? short_of_rest : 1;
}

void comparing_print_unchanged(struct session *session, const struct definition *const *list,
                               size_t count) {
    struct text names = {0};
    size_t named = count_named(session, list, count);
    for (size_t i = 0; i < named; i++) {
        text_format(&names, " %s", list[i]->name);
    }
    if (named < count) {
        text_format(&names, " and %zu other%s", count - named, count - named == 1 ? "" : "s");
    }
    if (count > 0) {
        put_line(session, "unchanged:", text_string(&names));
    }
    text_release_into(&names, &session->out);
}

/* Prints which definitions are the same in both notebooks. */
static void print_unchanged(struct session *session, const struct difference *difference) {
    const struct notebook *now = session_notebook(session);
    const struct definition **same = memory_allocate(now->count, sizeof *same);
    size_t count = 0, at = 0; /* those that differ are in the notebook's order */
    for (size_t i = 0; same != NULL && i < now->count; i++) {
        if (at < difference->count && difference->list[at].newer == now->list[i]) {
            at++;
        } else {
            same[count++] = now->list[i];
        }
    }
    comparing_print_unchanged(session, same, count);
    memory_free(same);
}

void comparing_print(struct session *session, const struct difference *difference) {
    struct text first = {0};
    comparing_first_moved(session, difference, &first);
    put_line(session, "first difference: ", text_string(&first));
    print_resized(session, difference);
    print_largest(session, difference);
    print_new_or_gone(session, difference, false);
    print_new_or_gone(session, difference, true);
    print_unchanged(session, difference);
    text_release_into(&first, &session->out);
}
