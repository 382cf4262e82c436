/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* boxes: the parts of a layer in a row, `boxes X attention H + R norm N FFN + norm Y`. A part is
 * lit once its value has been computed, and the residual goes around below to each plus. Where the
 * first part is a norm each residual begins after the last plus, else after the norm that follows
 * it. */
#include "base/failure.h"
#include "base/text.h"
#include "canvas/drawing.h"

#include <stdint.h>

enum { ROWS = 4, WIDEST_GAP = 5 };

#define PARTS "attention norm FFN MLP +"

struct part {
    const char *name;         /* "attention" */
    const char *value;        /* what it computes; NULL: no name follows it */
    const struct picture *of; /* that value; NULL: it is not computed yet */
};

struct chain {
    struct part parts[DRAWING_NAMES];
    size_t count, columns; /* of all boxes */
};

static bool is_plus(const struct part *part) {
    return text_same(part->name, "+");
}

static bool is_norm(const struct part *part) {
    return text_same(part->name, "norm");
}

static struct chain chain_of(const struct drawing *drawing) {
    const struct drawing_request *requested = drawing->request;
    struct chain chain = {.count = 0};
    for (size_t i = 1; i < requested->count; i++) {
        const char *name = requested->names[i];
        const struct picture *of = NULL;
        if (text_has_word(PARTS, name)) {
            chain.parts[chain.count++].name = name;
            chain.columns += canvas_columns(name) + 4;
            continue;
        }
        for (size_t k = 0; k < drawing->count; k++) {
            of = text_same(drawing->values[k].name, name) ? &drawing->values[k] : of;
        }
        /* the parts before it that have no value of their own lead to it */
        for (size_t k = chain.count; k-- > 0 && chain.parts[k].value == NULL;) {
            chain.parts[k].of = of;
        }
        if (chain.count > 0) {
            chain.parts[chain.count - 1].value = name;
        }
    }
    return chain;
}

static bool boxes_fit(const struct drawing *drawing, struct failure *failure) {
    return chain_of(drawing).count > 0 ||
           failure_set(failure, "boxes needs parts behind %s: attention, norm, FFN, +",
                       drawing->values[0].name);
}

/* Writes "X → attention H → + R → norm": with what is computed already. */
static void write_chain(const struct drawing *drawing, const char *between, struct text *out) {
    struct chain chain = chain_of(drawing);
    text_append(out, drawing->request->names[0]);
    for (size_t i = 0; i < chain.count; i++) {
        const struct part *part = &chain.parts[i];
        text_format(out, "%s%s", between, part->name);
        if (part->value != NULL) {
            text_format(out, " %s%s", part->value, part->of == NULL ? " (not computed yet)" : "");
        }
    }
}

static void boxes_describe(const struct drawing *drawing, struct text *out) {
    write_chain(drawing, ", then ", out);
    text_append(out, ".\n");
}

/* Lines are dotted where nothing has been computed yet, and whole where a part is lit. */
static const char *const across[] = {"╌", "─"}, *const down[] = {"╎", "│"};
static const enum style styles[] = {STYLE_DIM, STYLE_STRONG};

/* Puts one box from COLUMN on; what it computes is written into its lower edge. */
static size_t put_box(const struct canvas *canvas, size_t column, const struct part *part) {
    static const char *const corners[] = {"┌", "┐", "└", "┘"}; /* the upper ones first */
    bool lit = part->of != NULL;
    size_t wide = canvas_columns(part->name) + 4, last = column + wide - 1;
    bool here = lit && part->value != NULL && part->of->cursor != SIZE_MAX;
    for (size_t row = 0; row < 3; row += 2) {
        canvas_repeat(canvas, (const size_t[]){row, column}, wide, across[lit], styles[lit]);
        canvas_put(canvas, row, column, corners[row], styles[lit]);
        canvas_put(canvas, row, last, corners[row + 1], styles[lit]);
    }
    canvas_put(canvas, 1, column, down[lit], styles[lit]);
    canvas_put(canvas, 1, last, down[lit], styles[lit]);
    canvas_put(canvas, 1, column + 2, part->name, here ? STYLE_FOCUS : styles[lit]);
    if (part->value != NULL) {
        struct label cut = canvas_cut(part->value, wide - 2);
        canvas_put(canvas, 2, column + (wide - canvas_columns(cut.text)) / 2, cut.text,
                   lit ? part->of->role : STYLE_DIM);
    }
    return last + 1;
}

static void boxes_draw(const struct drawing *drawing, const struct canvas *canvas) {
    struct chain chain = chain_of(drawing);
    const struct picture *from = &drawing->values[0];
    size_t name = canvas_columns(from->name), left = chain.count + 1;
    size_t room = reduced(canvas->columns, name + 1 + chain.columns);
    size_t gap = lesser(room / left, WIDEST_GAP), branch = name + 1;
    if (gap == 0 || canvas->rows < ROWS) { /* in words */
        struct text words = {0};
        write_chain(drawing, " → ", &words);
        canvas_put_cut(canvas, 0, 0, text_string(&words), STYLE_LABEL);
        text_release(&words);
        return;
    }
    bool here = canvas->cursor != NULL && from->cursor != SIZE_MAX;
    bool norm_first = is_norm(chain.parts);
    canvas_put(canvas, 1, 0, from->name, here ? STYLE_FOCUS : from->role);
    size_t column = branch;
    bool lit = false;
    for (size_t i = 0; i < chain.count; i++) {
        const struct part *part = &chain.parts[i];
        lit = part->of != NULL;
        canvas_repeat(canvas, (const size_t[]){1, column}, gap, across[lit], styles[lit]);
        bool begins = i == 0 || (norm_first ? is_plus(&part[-1])
                                            : i > 1 && is_norm(&part[-1]) && is_plus(&part[-2]));
        branch = begins ? column + gap / 2 : branch;
        size_t end = put_box(canvas, column + gap, part);
        if (is_plus(part)) {
            size_t plus = (column + gap + end - 1) / 2; /* the residual leads around to it */
            canvas_put(canvas, 1, branch, "┬", styles[lit]);
            canvas_put(canvas, 2, branch, down[lit], styles[lit]);
            canvas_repeat(canvas, (const size_t[]){3, branch}, plus - branch + 1, across[lit],
                          styles[lit]);
            canvas_put(canvas, 3, branch, "└", styles[lit]);
            canvas_put(canvas, 3, plus, "┘", styles[lit]);
            canvas_put(canvas, 2, plus, "┬", styles[lit]);
        }
        column = end;
    }
    canvas_repeat(canvas, (const size_t[]){1, column}, gap - 1, across[lit], styles[lit]);
    canvas_put(canvas, 1, column + gap - 1, "▸", styles[lit]);
}

const struct drawing_kind boxes_drawing = {
    .name = "boxes",
    .sentence = "Draw the parts of a layer as boxes, lit when they have been computed.",
    .details = "Parts are attention, norm, FFN, MLP and +; after a part comes the value that it "
               "computes, which need not exist yet. A line leads around to each +: the\n"
               "residual.",
    .before = "H = X @ W_v; R = X + H",
    .example = "boxes X attention H + R norm N",
    .parameters =
        {{.name = "NAME", .type = TYPE_NAME, .sentence = "what goes in"},
         {.name = "PART…", .type = TYPE_WORD, .words = PARTS, .sentence = PARTS ", and values"}},
    .most = DRAWING_NAMES,
    .marks = 1,
    .fits = boxes_fit,
    .describe = boxes_describe,
    .least = {ROWS, 64},
    .wish = {ROWS, 90},
    .draw = boxes_draw,
};
