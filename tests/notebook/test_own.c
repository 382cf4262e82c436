/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Notebooks with user-defined operators, compared with the same lines written out by hand: the same
 * values and gradients, bit for bit, whatever is edited, pinned, redefined, undone and redone.
 *
 * The lines are written out from the test's own model of an operator, by replacing text. */
#include "base/heap.h"
#include "base/text.h"
#include "ground/runner.h"
#include "notebook/gradient.h"
#include "room.h"

#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Number of models; four times as many with QKV_HARD. */
#define NOTEBOOKS RUNNER_SAMPLES(500, 25)
enum { SIZE = 2, OPERATORS = 4, LINES = 3, CHANGES = 8 };

/* An operator: parameters a, b; its lines l1, l2 …; its value. All values are 2×2. */
struct own {
    size_t parameters, lines;
    char line[LINES + 1][96]; /* formulas with %a %b %1 %2 for own names; the last is the value */
    size_t calls;             /* the operator that a line's whole formula calls, or SIZE_MAX */
};

struct model {
    struct random random;
    struct own own[OPERATORS];
    size_t own_count;
    struct text called, written; /* the two notebooks */
};

static size_t below(struct model *model, size_t count) {
    return room_random(&model->random, count);
}

/* Picks one of a body's names so far, or one of the notebook's. */
static const char *pick(struct model *model, const struct own *own, size_t lines) {
    static const char *const names[] = {"%a", "%b", "%1", "%2", "%3", "X", "W"};
    size_t which = below(model, own->parameters + lines + 1);

    return which < own->parameters           ? names[which]
           : which < own->parameters + lines ? names[2 + which - own->parameters]
                                             : names[5 + below(model, 2)];
}

static void make_formula(struct model *model, const struct own *own, size_t lines, char *out) {
    static const char *const forms[] = {
        "%s @ %s",          "%s * %s + 1",        "softmax(%s - %s)", "tanh(%s) @ %s.T",
        "%s / 2 - %s ** 2", "relu(%s) + sum(%s)", "%s[:,[2, 1]] * %s"};
    const char *left = pick(model, own, lines), *right = pick(model, own, lines);
    /* the operands are filled in later */
    snprintf(out, 96, "%s|%s|%s", forms[below(model, sizeof forms / sizeof *forms)], left, right);
}

static void make_own(struct model *model, struct own *own) {
    own->parameters = 1 + below(model, 2);
    own->lines = below(model, LINES);
    for (size_t i = 0; i <= own->lines; i++) {
        make_formula(model, own, i, own->line[i]);
    }
}

/* Writes FORMULA, as made, with the body's names replaced: by themselves (PATH NULL), or by their
 * paths and the parameters' values GIVEN. */
static void write_formula(const char *formula, const char *path, const char *const given[2],
                          struct text *out) {
    const char *bar = strchr(formula, '|'), *second = strchr(bar + 1, '|');
    const char *operand[2] = {bar + 1, second + 1};
    size_t length[2] = {(size_t)(second - bar - 1), strlen(second + 1)}, next = 0;
    for (const char *at = formula; at < bar; at++) {
        if (at[0] != '%' || at[1] != 's') {
            text_append_character(out, *at);
            continue;
        }
        const char *name = operand[next];
        if (name[0] != '%') {
            text_append_bytes(out, name, length[next]);
        } else if (name[1] == 'a' || name[1] == 'b') {
            text_append(out, path == NULL ? (name[1] == 'a' ? "a" : "b") : given[name[1] - 'a']);
        } else {
            text_format(out, "%sl%c", path == NULL ? "" : path, name[1]);
        }
        next++;
        at++;
    }
}

static void define_own(struct model *model, size_t index, struct text *out) {
    const struct own *own = &model->own[index];
    text_format(out, "f%zu(a%s) =\n", index, own->parameters > 1 ? ", b" : "");
    for (size_t i = 0; i <= own->lines; i++) {
        text_append(out, "  ");
        if (i < own->lines) {
            text_format(out, "l%zu = ", i + 1);
        }
        write_formula(own->line[i], NULL, NULL, out);
        text_append(out, "\n");
    }
}

/* Writes the lines of a call of INDEX under names that begin with PATH, then its value as an
 * expression. */
static void write_call(struct model *model, size_t index, const char *path,
                       const char *const given[2], struct text *lines, struct text *value) {
    const struct own *own = &model->own[index];
    for (size_t i = 0; i < own->lines; i++) {
        text_format(lines, "%sl%zu = ", path, i + 1);
        write_formula(own->line[i], path, given, lines);
        text_append(lines, "\n");
    }
    write_formula(own->line[own->lines], path, given, value);
}

/* Adds y = fK(argument, W) * X: with the call, and written out. */
static void add_call(struct model *model, size_t number) {
    size_t index = below(model, model->own_count);
    bool plain = below(model, 2) == 0;
    struct text value = {0};
    char path[16], named[32];
    snprintf(path, sizeof path, "y%zu_", number);
    snprintf(named, sizeof named, "y%zu_a", number);
    text_format(&model->called, "y%zu = f%zu(%s%s) * X\n", number, index, plain ? "W" : "X @ W",
                model->own[index].parameters > 1 ? ", W" : "");
    if (!plain) {
        text_format(&model->written, "%s = X @ W\n", named);
    }
    const char *given[2] = {plain ? "W" : named, "W"};
    write_call(model, index, path, given, &model->written, &value);
    text_format(&model->written, "y%zu = (%s) * X\n", number, text_string(&value));
    text_release(&value);
}

/* Adds z = layers(fK, X, S) through three layers, of an operator of two parameters. */
static bool add_layers(struct model *model) {
    size_t index = 0;
    char before[24] = "X", path[24], part[24];
    while (index < model->own_count && model->own[index].parameters < 2) {
        index++;
    }
    if (index == model->own_count) {
        return false;
    }
    text_format(&model->called, "z = layers(f%zu, X, S)\n", index);
    for (int i = 1; i <= 3; i++) {
        struct text value = {0};
        snprintf(path, sizeof path, "z%d_", i);
        snprintf(part, sizeof part, "z%d_b", i);
        text_format(&model->written, "%s = S[%d]\n", part, i);
        write_call(model, index, path, (const char *const[2]){before, part}, &model->written,
                   &value);
        text_format(&model->written, "z%d = %s\n", i, text_string(&value));
        snprintf(before, sizeof before, "z%d", i);
        text_release(&value);
    }
    text_append(&model->written, "z = z3\n");
    return true;
}

/* Makes an operator that passes its values through another: f(a) with the other's name in a
 * line. */
static void nest(struct model *model, struct text *out, struct text *written) {
    text_append(out, "g(p) =\n  q = f0(p @ p");
    text_append(out, model->own[0].parameters > 1 ? ", p)\n" : ")\n");
    text_append(out, "  q + f0(q");
    text_append(out, model->own[0].parameters > 1 ? ", W)\nn = g(X)\n" : ")\nn = g(X)\n");
    struct text value = {0};
    text_append(written, "n_q_a = X @ X\n");
    write_call(model, 0, "n_q_", (const char *const[2]){"n_q_a", "X"}, written, &value);
    text_format(written, "n_q = %s\n", text_string(&value));
    text_clear(&value);
    write_call(model, 0, "n_f_", (const char *const[2]){"n_q", "W"}, written, &value);
    text_format(written, "n = n_q + (%s)\n", text_string(&value));
    text_release(&value);
}

static void make_model(struct model *model, uint64_t seed) {
    static const char given[] = "X = normal(2, 2, seed=1)\nW = normal(2, 2, seed=2)\n"
                                "S = normal(3, 2, 2, seed=3)\n";
    *model = (struct model){.own_count = 2 + seed % (OPERATORS - 1)};
    random_seed(&model->random, seed);
    text_append(&model->called, given);
    text_append(&model->written, given);
    for (size_t i = 0; i < model->own_count; i++) {
        make_own(model, &model->own[i]);
        define_own(model, i, &model->called);
    }
    for (size_t i = 0; i < 3; i++) {
        add_call(model, i);
    }
    bool deep = add_layers(model);
    nest(model, &model->called, &model->written);
    const char *loss = deep ? "L = sum(y0) + sum(y1 * y2) + sum(n) + sum(z)\n"
                            : "L = sum(y0) + sum(y1 * y2) + sum(n)\n";
    text_append(&model->called, loss);
    text_append(&model->written, loss);
}

/* Asserts that every value of the written notebook is in the other, under its path. */
static void assert_alike(const struct notebook *called, const struct notebook *written) {
    for (size_t i = 0; i < written->count; i++) {
        const struct definition *one = written->list[i], *other;
        char path[64];

        snprintf(path, sizeof path, "%s", one->name);
        other = notebook_find(called, path);
        if (other == NULL) {
            for (char *c = path; *c != '\0'; c++) {
                *c = *c == '_' ? '.' : *c;
            }
            if (path[0] == 'z' && path[1] >= '1' && path[1] <= '9') {
                memmove(path + 2, path + 1, strlen(path)), path[1] = '.';
            }
            if (text_starts(path, "n.f.")) {
                memmove(path + 4, path + 3, strlen(path + 2)), memcpy(path, "n.f0", 4);
            }
            other = notebook_find(called, path);
        }
        ck_assert_msg(other != NULL, "%s is nowhere", path);
        ck_assert_msg(tensor_same(one->value, other->value), "%s", path);
    }
}

static void assert_gradients_alike(const struct notebook *called, const struct notebook *written) {
    const char *const names[] = {"X", "W", "S"};
    struct gradient one, other;
    struct failure failure = {0};
    struct gradient_source sources[] = {{notebook_find(called, "L"), SIZE_MAX},
                                        {notebook_find(written, "L"), SIZE_MAX}};
    ck_assert(gradient_make(&one, &sources[0], NULL, &failure));
    ck_assert(gradient_make(&other, &sources[1], NULL, &failure));
    for (size_t i = 0; i < 3; i++) {
        const struct tensor *a = gradient_by(&one, notebook_find(called, names[i]));
        const struct tensor *b = gradient_by(&other, notebook_find(written, names[i]));
        ck_assert((a == NULL) == (b == NULL));
        ck_assert_msg(a == NULL || tensor_same(a, b), "∂L/∂%s", names[i]);
    }
    gradient_release(&one);
    gradient_release(&other);
}

/* Makes the same change in both, inside or outside a call. */
static void change(struct model *model, struct history *called, struct history *written) {
    static const char *const lines[][2] = {
        {"X[1,2]", "X[1,2]"},
        {"W[2,1]", "W[2,1]"},
        {"S[2,1,1]", "S[2,1,1]"},
        {"S[3,2,1]", "S[3,2,1]"},
        {"S[1,:,2]", "S[1,:,2]"},
        {"pin y0[1,1]", "pin y0[1,1]"},
        {"pin n.q[2,2]", "pin n_q[2,2]"},
        {"pin z.2[1,2]", "pin z2[1,2]"},
        {"pin y1.l1[2,1]", "pin y1_l1[2,1]"},
        {"pin y2.l2[2,1]", "pin y2_l2[2,1]"},
    };
    size_t which = below(model, sizeof lines / sizeof *lines);
    int number = (int)below(model, 9) - 4;
    char line[2][64];
    struct failure failure = {0}, other = {0};
    for (int i = 0; i < 2; i++) {
        snprintf(line[i], sizeof line[i], "%s = %d", lines[which][i], number);
    }
    bool one = room_transaction(called, line[0], &failure);
    bool two = room_transaction(written, line[1], &other);
    ck_assert_msg(one == two, "%s: %s %s", line[0], failure.message, other.message);
}

static struct history *history_of(const char *lines) {
    struct failure failure = {0};
    struct history *history = history_create(&failure);
    ck_assert_msg(history != NULL && room_transaction(history, lines, &failure), "%s\n%s",
                  failure.message, lines);
    return history;
}

static void assert_same(struct history *called, struct history *written) {
    room_assert_afresh(history_notebook(written));
    assert_alike(history_notebook(called), history_notebook(written));
    assert_gradients_alike(history_notebook(called), history_notebook(written));
}

static void try_one(uint64_t seed) {
    struct model model;
    struct failure failure = {0};
    make_model(&model, seed);
    struct history *called = history_of(text_string(&model.called));
    struct history *written = history_of(text_string(&model.written));
    assert_same(called, written);
    for (int i = 0; i < CHANGES; i++) {
        size_t what = below(&model, 6);
        if (what == 0 && history_undoable(called)) {
            bool one = history_undo(called, NULL, &failure);
            ck_assert(one == history_undo(written, NULL, &failure));
        } else if (what == 1) {
            struct failure ignored = {0}, other = {0};
            bool one = history_redo(called, NULL, &ignored);
            ck_assert(one == history_redo(written, NULL, &other));
        } else {
            change(&model, called, written);
        }
        if (history_notebook(called)->count == 0) {
            break; /* everything is undone */
        }
        assert_same(called, written);
    }
    history_free(called);
    history_free(written);
    text_release(&model.called);
    text_release(&model.written);
}

START_TEST(calls_are_their_lines) {
    int count = getenv("QKV_HARD") != NULL ? 4 * NOTEBOOKS : NOTEBOOKS;
    for (int i = 0; i < count; i++) {
        try_one((uint64_t)i);
    }
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

/* A change upstream re-evaluates only what depends on it; the layers before it are kept. */
START_TEST(what_did_not_change_stays) {
    struct notebook notebook;
    notebook_init(&notebook);
    room_run(&notebook, "f(x, W) =\n  A = tanh(x @ W)\n  x + A\n"
                        "S = normal(4, 2, 2)\nH = layers(f, [1, 2], S)\nZ = H * 2\n");
    struct definition *before = notebook_find(&notebook, "H.2.A");
    room_run(&notebook, "pin H.3.A[1,1] = 0\n");
    ck_assert_ptr_eq(notebook_find(&notebook, "H.2.A"), before);
    ck_assert_uint_eq(notebook_find(&notebook, "H.3.A")->pins.count, 1);
    struct definition *last = notebook_find(&notebook, "H");
    room_run(&notebook, "other = 3\n");
    ck_assert_ptr_eq(notebook_find(&notebook, "H"), last);
    notebook_release(&notebook);
}
END_TEST

/* When one matrix of a stack is edited, only its layer and those after it are recomputed. */
START_TEST(layers_before_an_edited_slice_keep_their_numbers) {
    static const char *const lines[] = {"S[3,1,1] = 5\n", "pin H.2.A[1,1] = 9\n", "S[3,2,2] = 6\n",
                                        "S[4,:,1] = [[1], [2]]\n"};
    struct notebook notebook;
    notebook_init(&notebook);
    room_run(&notebook, "f(x, W) =\n  A = tanh(x @ W)\n  x + A\n"
                        "S = normal(4, 2, 2)\nH = layers(f, [1, 2], S)\n");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const struct tensor *before[] = {notebook_find(&notebook, "H.1")->value,
                                         notebook_find(&notebook, "H.2")->value,
                                         notebook_find(&notebook, "H.3.A")->value};
        room_run(&notebook, lines[i]);
        ck_assert_ptr_eq(notebook_find(&notebook, "H.1")->value, before[0]);
        ck_assert_int_eq(notebook_find(&notebook, "H.2")->value == before[1], i != 1);
        ck_assert_int_eq(notebook_find(&notebook, "H.3.A")->value == before[2], i == 3);
        ck_assert_ptr_eq(notebook_find(&notebook, "H.1.W")->uses[0], notebook_find(&notebook, "S"));
    }
    notebook_release(&notebook);
}
END_TEST

/* The same number, computed otherwise, has another derivative. */
START_TEST(slopes_follow_a_formula_that_gives_the_same_number) {
    struct notebook notebook;
    notebook_init(&notebook);
    room_run(&notebook, "W = [[1, 2]]\nP = stack(sum(W), 0)\nL = P[1]\nG = grad(L, W)\n"
                        "P = stack(sum(W * 2) - 3, 0)\n");
    ck_assert_double_eq(room_number(&notebook, "G[1,1]"), 2);
    notebook_release(&notebook);
}
END_TEST

Suite *notebook_own_suite(void);

Suite *notebook_own_suite(void) {
    Suite *suite = suite_create("notebook/own");
    TCase *core = tcase_create("core");
    tcase_set_timeout(core, 120);
    tcase_add_test(core, calls_are_their_lines);
    tcase_add_test(core, what_did_not_change_stays);
    tcase_add_test(core, layers_before_an_edited_slice_keep_their_numbers);
    tcase_add_test(core, slopes_follow_a_formula_that_gives_the_same_number);
    suite_add_tcase(suite, core);
    return suite;
}
