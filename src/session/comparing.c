#include "session/comparing.h"

#include "base/memory.h"
#include "base/number.h"
#include "canvas/canvas.h"
#include "language/writer.h"

#include <string.h>

enum { LINES = 12 };

/* WORDS behind HEADING; the lines that follow hang under them. */
static void put_line(struct session *session, const char *heading, const char *words) {
    struct flow flow = session_flow(session, "", 4);
    flow_add(&flow, heading, STYLE_STRONG);
    flow_words(flow, words, STYLE_PLAIN);
}

/* --- the first -------------------------------------------------------------------------------- */

static bool write_formula(const struct session *session, const struct definition *definition,
                          struct text *out, struct failure *failure) {
    struct tree *shown = session_flip(session, definition->tree, true, failure);
    if (shown != NULL) {
        writer_plain(shown->root, out);
    }
    tree_release(shown);
    return shown != NULL;
}

/* "0.3 → 0.6", with the decimals it takes to tell them apart. */
static void write_numbers(const struct session *session, const struct differing *differing,
                          struct text *out) {
    size_t cell = differing->most;
    char old[NUMBER_TEXT], new[NUMBER_TEXT];
    double numbers[] = {differing->old->value->cells[cell], differing->new->value->cells[cell]};
    number_apart(old, new, numbers, session->view.precision);
    text_format(out, "%s → %s", old, new);
}

/* "W_q[1,2] = 0.2 → 5 and 3 more" */
static void write_cells(const struct session *session, const struct differing *differing,
                        struct text *out) {
    definition_address(differing->new, differing->most, session->view.columns, out);
    text_append(out, " = ");
    write_numbers(session, differing, out);
    if (differing->cells > 1) {
        text_format(out, " and %zu more", differing->cells - 1);
    }
}

static bool write_first(const struct session *session, const struct differing *differing,
                        struct text *out, struct failure *failure) {
    const struct definition *old = differing->old, *new = differing->new;
    if (old == NULL || new == NULL) {
        text_format(out, "%s is %s", old == NULL ? new->name : old->name,
                    old == NULL ? "new" : "gone");
        return true;
    }
    bool rewritten = !tree_same(old->tree->root, new->tree->root);
    if (!differing->resized && (!rewritten || (old->leaf && new->leaf)) && differing->cells > 0) {
        write_cells(session, differing, out);
        return true;
    }
    if (rewritten && !(old->leaf && new->leaf)) {
        text_format(out, "%s = ", old->name);
        bool ok = write_formula(session, old, out, failure);
        text_append(out, " → ");
        return ok && write_formula(session, new, out, failure);
    }
    text_format(out, "%s ", old->name);
    shape_write(&old->value->shape, out);
    text_append(out, " → ");
    shape_write(&new->value->shape, out);
    return true;
}

bool comparing_first(const struct session *session, const struct difference *difference,
                     struct text *out, struct failure *failure) {
    return difference->count == 0 ||
           (write_first(session, &difference->list[0], out, failure) && text_ok(out, failure));
}

/* --- the largest of each ---------------------------------------------------------------------- */

/* What stands in one line of the list, and the room of each part. */
struct line {
    struct text part[3]; /* address, old → new, Δ */
    size_t others;
};

enum { PARTS = 3 };

static void line_make(const struct session *session, const struct differing *differing,
                      struct line *line) {
    char change[NUMBER_TEXT];
    *line = (struct line){.others = differing->cells - 1};
    definition_address(differing->new, differing->most, session->view.columns, &line->part[0]);
    write_numbers(session, differing, &line->part[1]);
    number_short(change, differing->change, session->view.precision);
    text_format(&line->part[2], "Δ %s%s", differing->change > 0 ? "+" : "", change);
}

/* "  scaled[word2,word2]  0.3 → 0.6  Δ +0.3  and 8 others" */
static void line_print(struct session *session, struct line *line, const size_t widths[PARTS]) {
    struct text *out = &session->out;
    for (size_t i = 0; i < PARTS; i++) {
        bool last = i + 1 == PARTS && line->others == 0;
        text_format(out, "  %s", text_string(&line->part[i]));
        text_repeat(out, " ", last ? 0 : widths[i] - canvas_columns(text_string(&line->part[i])));
        text_release_into(&line->part[i], out);
    }
    if (line->others > 0) {
        text_format(out, "  and %zu other%s", line->others, line->others == 1 ? "" : "s");
    }
    text_append(out, "\n");
}

/* "scaled[word2,word2] was 0.3 and is 0.6; 8 other numbers differ." */
static void describe_largest(struct session *session, const struct difference *difference) {
    for (size_t i = 0; i < difference->count; i++) {
        const struct differing *differing = &difference->list[i];
        if (differing->cells == 0) {
            continue;
        }
        char old[NUMBER_TEXT], new[NUMBER_TEXT];
        size_t cell = differing->most, others = differing->cells - 1;
        double numbers[] = {differing->old->value->cells[cell], differing->new->value->cells[cell]};
        struct text line = {0};
        number_apart(old, new, numbers, session->view.precision);
        definition_address(differing->new, cell, session->view.columns, &line);
        text_format(&line, " was %s and is %s", old, new);
        if (others > 0) {
            text_format(&line, "; %zu other number%s", others,
                        others == 1 ? " differs" : "s differ");
        }
        text_append(&line, ".");
        canvas_wrap(text_string(&line), 2, session->width, &session->out);
        text_release_into(&line, &session->out);
    }
}

/* The largest difference of each definition, at most LINES of them. */
static void tell_largest(struct session *session, const struct difference *difference) {
    if (session->view.describe) {
        describe_largest(session, difference);
        return;
    }
    struct line lines[LINES];
    size_t widths[PARTS] = {0}, count = 0, more = 0;
    for (size_t i = 0; i < difference->count; i++) {
        if (difference->list[i].cells == 0) {
            continue;
        }
        if (count == LINES) {
            more++;
            continue;
        }
        struct line *line = &lines[count++];
        line_make(session, &difference->list[i], line);
        for (size_t k = 0; k < PARTS; k++) {
            widths[k] = greater(widths[k], canvas_columns(text_string(&line->part[k])));
        }
    }
    if (count > 0) {
        put_line(session, "largest differences:", "");
    }
    for (size_t i = 0; i < count; i++) {
        line_print(session, &lines[i], widths);
    }
    if (more > 0) {
        text_format(&session->out, "  and in %zu more definition%s\n", more, more == 1 ? "" : "s");
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

static void tell_names(struct session *session, const struct difference *difference, bool gone) {
    struct text names = {0};
    for (size_t i = 0; i < difference->count; i++) {
        const struct differing *differing = &difference->list[i];
        if (gone ? differing->new == NULL : differing->old == NULL) {
            text_format(&names, " %s", gone ? differing->old->name : differing->new->name);
        }
    }
    if (names.length > 0) {
        put_line(session, gone ? "gone:" : "new:", text_string(&names));
    }
    text_release_into(&names, &session->out);
}

static void tell_resized(struct session *session, const struct difference *difference) {
    for (size_t i = 0; i < difference->count; i++) {
        const struct differing *differing = &difference->list[i];
        if (differing->resized) {
            text_format(&session->out, "%s was ", differing->new->name);
            shape_write(&differing->old->value->shape, &session->out);
            text_append(&session->out, ", is ");
            shape_write(&differing->new->value->shape, &session->out);
            text_append(&session->out, "\n");
        }
    }
}

/* How many of the names fit on one line, with room for how many are left. */
static size_t count_named(const struct session *session, const struct definition *const *list,
                          size_t count) {
    static const char heading[] = "unchanged:", rest[] = " and 1000 others";
    size_t columns = strlen(heading), named = 0, short_of_rest = 0;
    for (; named < count; named++) {
        columns += 1 + canvas_columns(list[named]->name);
        short_of_rest += columns + strlen(rest) <= session->width;
        if (columns > session->width) {
            break;
        }
    }
    return named == count ? count : short_of_rest > 0 ? short_of_rest : 1;
}

bool comparing_unchanged(struct session *session, const struct definition *const *list,
                         size_t count, struct failure *failure) {
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
    return text_ok(&session->out, failure);
}

/* What stands in both notebooks as it was. */
static bool tell_same(struct session *session, const struct difference *difference,
                      struct failure *failure) {
    const struct notebook *now = session_notebook(session);
    const struct definition **same = memory_allocate(now->count, sizeof *same);
    size_t count = 0, at = 0; /* those that differ stand in the notebook's order */
    if (same == NULL) {
        return failure_memory(failure);
    }
    for (size_t i = 0; i < now->count; i++) {
        if (at < difference->count && difference->list[at].new == now->list[i]) {
            at++;
        } else {
            same[count++] = now->list[i];
        }
    }
    bool ok = comparing_unchanged(session, same, count, failure);
    memory_free(same);
    return ok;
}

bool comparing_tell(struct session *session, const struct difference *difference,
                    struct failure *failure) {
    struct text first = {0};
    bool ok = comparing_first(session, difference, &first, failure);
    if (ok) {
        put_line(session, "first difference: ", text_string(&first));
        tell_resized(session, difference);
        tell_largest(session, difference);
        tell_names(session, difference, false);
        tell_names(session, difference, true);
        ok = tell_same(session, difference, failure);
    }
    text_release(&first);
    return ok && text_ok(&session->out, failure);
}
