/* Recomputing the least: an edit computes the rows and columns that hang on it and no more, and
 * whatever order edits, pins, redefinitions, undo and redo come in, every number has the bits that
 * evaluating its formula afresh gives. And so has every number of a notebook that owes all it can,
 * once it is wanted. QKV_EDITS=N asks for N random changes. */
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "notebook/debt.h"
#include "notebook/explain.h"
#include "room.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct notebook notebook;

static void setup(void) {
    notebook_init(&notebook);
}

static void teardown(void) {
    notebook_release(&notebook);
    ck_assert_uint_eq(memory_blocks(), 0);
}

/* --- how much is computed ------------------------------------------------------------------------
 */

static const char attention[] = "X = normal(7, 5, seed=1)\nW_q = normal(5, 4, seed=2)\n"
                                "W_k = normal(5, 4, seed=3)\nW_v = normal(5, 3, seed=4)\n"
                                "Q = X @ W_q\nK = X @ W_k\nV = X @ W_v\n"
                                "S = Q @ K.T / sqrt(columns(K))\nA = softmax(S)\nO = A @ V\n";

/* Asserts that what NAME was made from differs in just these: "row 2", "column 1", "row 2 column
 * 2", "all", "the same". */
static void assert_changed(const char *name, const char *expected) {
    const struct definition *definition = notebook_find(&notebook, name);
    const struct shape *shape = &definition->value->shape;
    struct text said = {0};

    for (size_t i = 0; i < definition->changed.count; i++) {
        const struct region *region = &definition->changed.list[i];
        bool rows = region->end[AXIS_ROW] - region->first[AXIS_ROW] < shape_rows(shape);
        bool columns = region->end[AXIS_COLUMN] - region->first[AXIS_COLUMN] < shape_columns(shape);

        text_append(&said, i > 0 ? " and " : rows || columns ? "" : "all");
        if (rows)
            text_format(&said, "row %zu", region->first[AXIS_ROW] + 1);
        if (columns)
            text_format(&said, "%scolumn %zu", rows ? " " : "", region->first[AXIS_COLUMN] + 1);
    }
    ck_assert_msg(text_same(text_string(&said), expected), "%s: %s, not %s", name,
                  text_string(&said), expected);
    text_release(&said);
}

START_TEST(a_weight_of_the_values_makes_one_column) {
    struct definition *scores;

    room_run(&notebook, attention);
    scores = notebook_find(&notebook, "A");
    room_run(&notebook, "W_v[2,3] = 5");
    assert_changed("W_v", "row 2 column 3");
    assert_changed("V", "column 3");
    assert_changed("O", "column 3");
    ck_assert_ptr_eq(notebook_find(&notebook, "A"), scores);
    room_assert_afresh(&notebook);
}
END_TEST

START_TEST(a_weight_of_the_queries_makes_one_column_of_them) {
    struct definition *keys;

    room_run(&notebook, attention);
    keys = notebook_find(&notebook, "K");
    room_run(&notebook, "W_q[2,3] = 5");
    assert_changed("Q", "column 3");
    assert_changed("S", "all");
    assert_changed("O", "all");
    ck_assert_ptr_eq(notebook_find(&notebook, "K"), keys);
    room_assert_afresh(&notebook);
}
END_TEST

START_TEST(a_token_makes_its_row_and_its_column) {
    room_run(&notebook, attention);
    room_run(&notebook, "X[4,1] = 5");
    assert_changed("Q", "row 4");
    assert_changed("V", "row 4");
    assert_changed("S", "row 4 and column 4");
    assert_changed("A", "all");
    room_assert_afresh(&notebook);
}
END_TEST

START_TEST(what_hangs_on_no_cell_is_shared) {
    const struct tensor *sizes;

    room_run(&notebook, "X = [[1, 2], [3, 4]]\nn = rows(X)\nM = causal(rows(X))\nB = X + 1\n");
    sizes = notebook_find(&notebook, "n")->value;
    room_run(&notebook, "X[1,2] = 5");
    assert_changed("n", "");
    assert_changed("M", "");
    assert_changed("B", "row 1 column 2");
    ck_assert_ptr_eq(notebook_find(&notebook, "n")->value, sizes);
    room_assert_afresh(&notebook);
}
END_TEST

START_TEST(what_is_cut_joined_and_normalised_changes_where_it_must) {
    room_run(&notebook,
             "X = normal(6, 4, seed=1)\nH = heads(X, 2)\nC = concat(H)\n"
             "J = join(X, X)\nT = X[3:5,2:4]\nU = X[1]\nP = permute(X, [6, 5, 4, 3, 2, 1])\n"
             "N = layernorm(X)\nB = normal(3, 2, 2, seed=2)\nD = B[2]\nM = mse(B, B * 2)\n");
    room_run(&notebook, "X[4,3] = 5");
    assert_changed("H", "row 4 column 1");
    assert_changed("C", "row 4 column 3");
    assert_changed("J", "row 4 column 3 and row 4 column 7");
    assert_changed("T", "row 2 column 2");
    assert_changed("U", "");
    assert_changed("P", "column 3");
    assert_changed("N", "row 4");
    room_run(&notebook, "B[3,1,1] = 5");
    assert_changed("D", "");
    ck_assert_uint_eq(notebook_find(&notebook, "M")->changed.list[0].first[AXIS_HEAD], 2);
    room_assert_afresh(&notebook);
}
END_TEST

START_TEST(edit_after_edit_goes_between_two_tensors) {
    const struct tensor *before, *now;
    size_t blocks;

    room_run(&notebook, attention);
    room_run(&notebook, "W_v[1,1] = 1\nW_v[1,1] = 2\nW_v[1,1] = 3");
    before = notebook_find(&notebook, "O")->value;
    room_run(&notebook, "W_v[1,1] = 4");
    now = notebook_find(&notebook, "O")->value;
    blocks = memory_blocks();
    for (size_t i = 0; i < 10; i++) {
        room_run(&notebook, i % 2 ? "W_v[1,1] = 6" : "W_v[1,1] = 5");
        ck_assert_ptr_eq(notebook_find(&notebook, "O")->value, i % 2 ? now : before);
        ck_assert_uint_eq(memory_blocks(), blocks);
        room_assert_afresh(&notebook);
    }
}
END_TEST

START_TEST(what_somebody_holds_stays_as_it_is) {
    struct tensor *held;
    double was;

    room_run(&notebook, attention);
    held = tensor_retain(notebook_find(&notebook, "O")->value);
    was = held->cells[0];
    for (size_t i = 0; i < 4; i++) {
        room_run(&notebook, i % 2 ? "W_v[1,1] = 6" : "W_v[1,1] = 5");
        ck_assert(number_same(held->cells[0], was));
    }
    tensor_release(held);
}
END_TEST

START_TEST(a_number_that_decides_a_size_makes_all_afresh) {
    room_run(&notebook, "n = 2\nZ = ones(n, 3)\nM = causal(n)\nB = Z + 1\nC = B[n,:]\n");
    room_run(&notebook, "n = 3");
    room_assert_afresh(&notebook);
    room_run(&notebook, "n[1,1] = 1");
    ck_assert_uint_eq(shape_rows(&notebook_find(&notebook, "B")->value->shape), 1);
    room_assert_afresh(&notebook);
}
END_TEST

START_TEST(a_value_no_cell_can_have_is_still_refused) {
    struct failure failure = {0};
    struct room_list before;

    room_run(&notebook, "X = [1, 2, 3]\np = [2, 1, 3]\nY = permute(X, p, each=column)\n");
    before = room_remember(&notebook);
    ck_assert(!room_try(&notebook, "p[1,1] = 3\n", &failure));
    ck_assert_str_eq(failure.message, "Y = permute(X, p, each=column) would fail: "
                                      "permute(X, p, each=column): an order of 3 columns takes "
                                      "each of 1 … 3 once: 3 is repeated and 2 is missing");
    ck_assert(room_is(&notebook, &before));
}
END_TEST

/* --- any order of changes ------------------------------------------------------------------------
 */

/* Every operator that takes a value, over matrices and stacks, with and without labels. */
static const char everything[] =
    "X = tokens(\"a b c d e f\", normal(6, 4, seed=1))\n"
    "Y = normal(6, 4, seed=2)\nU = normal(4, 4, seed=3)\nW = normal(4, 4, seed=4)\n"
    "B = normal(2, 3, 4, seed=5)\nr = [[0.5, -1, 2, 0]]\nc = [[1], [2], [3], [4], [5], [6]]\n"
    "k = 2\np = [2, 1, 3, 4, 6, 5]\n"
    "Q = X @ U\nK = X @ W\nS = Q @ K.T / sqrt(columns(K)) + causal(rows(X))\nA = softmax(S)\n"
    "O = A @ Y\nH = heads(Q, 2)\nG = heads(K, 2, each=column)\nJ = softmax(H @ H.T)\n"
    "C = concat(J @ H)\nD = join(X, Y)\nE = join(X, Y, each=column)\nF = permute(S, p)\n"
    "P = B @ U\nN = B - r\nR = P.T * 2\nT = P[2]\nV = O[2:4,:] + r\nI = X[\"c\"]\n"
    "v1 = X + Y\nv2 = X - c\nv3 = X * r\nv4 = r / X\nv5 = abs(X) ** r\nv6 = exp(X) + log(abs(Y))\n"
    "v7 = tanh(X) - sigmoid(Y) + arccos(U[1,:])\nv8 = relu(X)\nv9 = gelu(X)\nv10 = gelu(P, "
    "approximate=\"tanh\")\n"
    "n1 = softmax(X, each=column)\nn2 = softmax_unshifted(S)\nn3 = sparsemax(X)\n"
    "n4 = sparsemax(P, each=column)\nn5 = l1(X)\nn6 = relu_norm(X, each=column)\n"
    "n7 = layernorm(X, r, k * r)\nn8 = layernorm(P)\n"
    "s1 = sum(X)\ns2 = mean(P, each=row)\ns3 = std(X, each=column)\ns4 = var(X, each=row)\n"
    "s5 = max(P)\ns6 = min(X, each=column)\ns7 = norm(X, each=row)\ns8 = entropy(A)\n"
    "s9 = argmax(X)\ns10 = sum(B)\ns11 = -entropy(A, each=column)\n"
    "l = crossentropy(X, softmax(Y))\nm = mse(O, Y)\ng = grad(m, U)\nq = grad(sum(O * k), X)\n"
    "o1 = onehot(\"a c\", \"a b c\") @ X[1:3,:]\no2 = embed(\"a f a\", X)\n"
    "z1 = tokens(\"x y z u\", U)\nz2 = normal(2, 2, mean=k, std=2, seed=3) + s1\n"
    "z3 = uniform(2, 2, low=0, high=k, seed=4)\nz4 = [[k, s1], [U[1,2], 7]] @ z2\nz5 = A\n"
    "z6 = zeros(2, 2) * k + ones(2, 2) + eye(2) + positions(2, 2) + [[vectors(\"w\", 1, seed=1), "
    "2]]\n";

static const char *const numbers[] = {"0", "-0",  "1",    "-2.5", "0.1",   "3",
                                      "7", "inf", "-inf", "nan",  "1e300", "1e-310"};

enum { CHANGES = 6000, STATES = 8 };

static size_t changes_asked(void) {
    const char *asked = getenv("QKV_EDITS");

#ifdef QKV_SANITIZED
    return asked ? (size_t)strtoul(asked, NULL, 10) : CHANGES / 50;
#else
    return asked ? (size_t)strtoul(asked, NULL, 10) : CHANGES / 10;
#endif
}

/* A cell of some definition set, pinned or freed; now and then a formula of its own again. */
static void write_change(struct random *random, struct text *out) {
    const struct definition *definition = notebook.list[room_random(random, notebook.count)];
    const struct shape *shape = &definition->value->shape;
    size_t cell = room_random(random, shape_cells(shape));

    if (definition->leaf && room_random(random, 12) == 0) {
        text_format(out, "%s = %s", definition->name, room_formula(definition));
        return;
    }
    text_append(out, definition->leaf ? "" : room_random(random, 2) ? "pin " : "unpin ");
    notebook_address(definition, cell, false, out);
    if (!text_starts(text_string(out), "unpin"))
        text_format(out, " = %s", numbers[room_random(random, sizeof numbers / sizeof *numbers)]);
}

static void change_at_random(struct random *random) {
    struct text text = {0};
    struct failure failure = {0};
    struct room_list before = room_remember(&notebook);

    write_change(random, &text);
    if (!room_try(&notebook, text_string(&text), &failure))
        ck_assert(room_is(&notebook, &before));
    text_release(&text);
}

START_TEST(any_order_of_changes_gives_what_evaluating_afresh_gives) {
    struct random random;
    struct notebook kept[STATES];
    size_t changes = changes_asked();

    random_seed(&random, 1);
    room_run(&notebook, everything);
    for (size_t i = 0; i < STATES; i++)
        notebook_copy(&kept[i], &notebook);
    for (size_t i = 0; i < changes; i++) {
        size_t at = room_random(&random, STATES);

        change_at_random(&random);
        room_assert_afresh(&notebook);
        if (room_random(&random, 4) == 0) { /* back to some state, and on from there */
            struct notebook now = notebook;

            notebook = kept[at];
            kept[at] = now;
        }
    }
    for (size_t i = 0; i < STATES; i++)
        notebook_release(&kept[i]);
}
END_TEST

/* --- owed ---------------------------------------------------------------------------------------
 */

enum { ALL_CELLS = 0, SLICE = 3 };

/* Everything that can wait, and some that cannot. */
static const char patient[] =
    "X = normal(6, 4, seed=1)\nY = tokens(\"a b c d e f\", normal(6, 4, seed=2))\n"
    "U = normal(4, 4, seed=3)\nW = [[1, 2, 3, 4], [0, 1, 0, 1], [2, 0, 2, 0], [5, 4, 3, 2]]\n"
    "B = normal(2, 3, 4, seed=5)\nr = [[0.5, -1, 2, 0]]\nc = [[1], [2], [3], [4], [5], [6]]\n"
    "Q = X @ U\nK = X @ W\nS = Q @ K.T / sqrt(columns(K))\nA = softmax(S)\nO = A @ Y\n"
    "H = heads(Q, 2)\nG = heads(K, 2, each=column)\nJ = softmax(H @ H.T)\nC = concat(J @ H)\n"
    "C2 = concat(G, each=column)\nD = join(X, Y)\nE = join(X, Y, each=column)\n"
    "F = permute(S, [2, 1, 3, 4, 6, 5])\nF2 = permute(X, [4, 3, 2, 1], each=column)\n"
    "P = B @ U\nN = B - r\nR = P.T * 2\nT = P[2]\nV = O[2:4,:] + r\nI = P[1:2,2,2:3]\n"
    "v1 = abs(X) ** r - c\nv2 = gelu(O)\nn1 = softmax(O, each=column)\nn2 = sparsemax(O)\n"
    "n3 = layernorm(O, r, r * 2)\nn4 = layernorm(P, each=column)\nn5 = l1(S)\n"
    "s1 = sum(O)\ns2 = mean(P, each=row)\ns3 = std(O, each=column)\ns4 = max(P)\n"
    "l = crossentropy(O, softmax(Y))\nm = mse(O, Y)\nm2 = mse(P, N)\nz = O\ny = z + 1\n";

/* The same notebook twice: NOTEBOOK, which owes what it can, and one that owes nothing. */
static struct notebook prompt;

static void setup_owing(void) {
    setup();
    notebook_init(&prompt);
    debt_from(ALL_CELLS);
}

static void teardown_owing(void) {
    debt_from((size_t)1 << 15);
    notebook_release(&prompt);
    teardown();
    ck_assert_uint_eq(tensors_owing(), 0);
}

/* What is owed is not to be looked at: it is spoilt. */
static void spoil(struct tensor *tensor) {
    for (size_t i = 0; tensor_owed(tensor) != NULL && i < tensor_owed(tensor)->count; i++) {
        const struct region *region = &tensor_owed(tensor)->list[i];

        for (size_t row = 0; row < region_rows(region); row++) {
            size_t start = region_row(region, &tensor->shape, row);

            for (size_t cell = start; cell < start + region_columns(region); cell++)
                tensor->cells[cell] = -12345;
        }
    }
}

static void spoil_all(void) {
    for (size_t i = 0; i < notebook.count; i++) {
        struct definition *definition = notebook.list[i];

        for (size_t k = 0; k < definition->operation_count; k++)
            spoil(definition->operations[k].result);
        spoil(definition->value);
    }
}

/* Runs LINE on both: an edit of a leaf leaves debts, all else settles first, as commands do. */
static bool run_both(const char *line, bool edit) {
    struct failure failure = {0};
    bool lazily, promptly;

    ck_assert(edit || debt_settle(&notebook, &failure));
    notebook.lazy = edit;
    lazily = room_try(&notebook, line, &failure);
    notebook.lazy = false;
    promptly = room_try(&prompt, line, &failure);
    ck_assert_msg(lazily == promptly, "%s: %s", line, failure.message);
    spoil_all();
    return lazily;
}

static void assert_cells(const struct tensor *owing, const struct tensor *whole,
                         const struct region *region) {
    for (size_t row = 0; row < region_rows(region); row++) {
        size_t start = region_row(region, &whole->shape, row);

        for (size_t cell = start; cell < start + region_columns(region); cell++)
            ck_assert_msg(number_same(owing->cells[cell], whole->cells[cell]), "%zu: %a, not %a",
                          cell, owing->cells[cell], whole->cells[cell]);
    }
}

static void assert_explained(const struct definition *owing, const struct definition *whole,
                             size_t operation, size_t cell) {
    struct explanation ours, theirs;
    struct failure failure = {0};

    ck_assert(explain_cell(owing, operation, cell, &ours, &failure));
    ck_assert(explain_cell(whole, operation, cell, &theirs, &failure));
    ck_assert_uint_eq(ours.steps.count, theirs.steps.count);
    for (size_t i = 0; i < ours.steps.count; i++)
        ck_assert_msg(number_same(ours.steps.list[i].value, theirs.steps.list[i].value),
                      "%s operation %zu cell %zu, step %zu: %a, not %a", owing->name, operation,
                      cell, i, ours.steps.list[i].value, theirs.steps.list[i].value);
    explanation_release(&ours);
    explanation_release(&theirs);
}

/* Some cells of a result are wanted, and have the right bits then; so has what explains one. */
static void want_some(struct random *random) {
    size_t at = room_random(random, notebook.count);
    const struct definition *owing = notebook.list[at], *whole = prompt.list[at];
    size_t operation = room_random(random, owing->operation_count + 1);
    bool value = operation == owing->operation_count;
    const struct tensor *ours = value ? owing->value : owing->operations[operation].result;
    const struct tensor *theirs = value ? whole->value : whole->operations[operation].result;
    size_t cell = room_random(random, shape_cells(&ours->shape));
    struct region region = region_cell(&ours->shape, cell);
    struct failure failure = {0};

    for (int axis = 0; axis < AXIS_COUNT; axis++)
        region.end[axis] += room_random(random, ours->shape.size[axis] - region.first[axis]);
    operation = value ? SIZE_MAX : operation;
    ck_assert(debt_want(&notebook, owing, operation, &region, &failure));
    assert_cells(ours, theirs, &region);
    ck_assert(debt_want_explained(&notebook, owing, operation, cell, &failure));
    assert_explained(owing, whole, operation, cell);
}

static void settle_both(struct random *random) {
    struct failure failure = {0};
    bool done = false;

    if (room_random(random, 2) == 0) {
        ck_assert(debt_settle(&notebook, &failure));
    } else {
        for (size_t parts = 0; !done; parts++) {
            ck_assert_uint_lt(parts, 100000);
            ck_assert(debt_settle_some(&notebook, 1 + SLICE, &done, &failure));
        }
    }
    spoil_all();
    ck_assert(notebook_same(&notebook, &prompt));
}

/* One line for both, and then some of it is looked at, or all, or nothing. */
static void change_both(struct random *random) {
    struct text text = {0};
    const char *line;

    debt_from(room_random(random, 2) * room_random(random, 24));
    if (room_random(random, 16) == 0)
        run_both(room_random(random, 2) ? "U[1,2] = sum(O) + 1\n" : "r[1,2] = O[2,2]\n", true);
    do { /* of a leaf, mostly */
        text_clear(&text);
        write_change(random, &text);
    } while (text_starts(text_string(&text), "pin") || text_starts(text_string(&text), "unpin")
                 ? room_random(random, 16) > 0
                 : strchr(text_string(&text), '[') > strchr(text_string(&text), '=') &&
                       room_random(random, 8) > 0);
    line = text_string(&text);
    run_both(line, strchr(line, '[') != NULL && !text_starts(line, "pin") &&
                       !text_starts(line, "unpin") && strchr(line, '[') < strchr(line, '='));
    text_release(&text);
    for (size_t wants = room_random(random, 4); wants > 0; wants--)
        want_some(random);
    spoil_all();
    if (room_random(random, 16) == 0)
        settle_both(random);
}

static void storm(const char *statements, size_t changes) {
    struct random random;
    struct notebook kept[2][STATES];

    random_seed(&random, 7);
    ck_assert(run_both(statements, false));
    for (size_t i = 0; i < STATES; i++) {
        notebook_copy(&kept[0][i], &notebook);
        notebook_copy(&kept[1][i], &prompt);
    }
    for (size_t i = 0; i < changes; i++) {
        change_both(&random);
        if (room_random(&random, 8) == 0) {
            size_t at = room_random(&random, STATES);
            struct notebook now[2] = {notebook, prompt};

            notebook = kept[0][at];
            prompt = kept[1][at];
            kept[0][at] = now[0];
            kept[1][at] = now[1];
        }
    }
    settle_both(&random);
    for (size_t i = 0; i < STATES; i++) {
        notebook_release(&kept[0][i]);
        notebook_release(&kept[1][i]);
    }
}

START_TEST(what_is_owed_has_the_same_bits_once_it_is_wanted) {
    storm(patient, changes_asked());
}
END_TEST

START_TEST(what_cannot_wait_is_computed_with_all_it_needs) {
    storm(everything, changes_asked() / 4);
}
END_TEST

/* What NEEDS says is enough: the cells of REGION come out the same from operands of which all else
 * is spoilt. */
static void assert_needs(const struct operation *operation, const struct region *region) {
    struct call call = operation->call;
    struct tensor *copies[CALL_ARGUMENTS] = {NULL}, *result;
    struct failure failure = {0};

    call.region = *region;
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        if (call.argument[i].value == NULL || call.operator->parameters[i].kind != PARAMETER_VALUE)
            continue;

        struct region needs = call.operator->needs(&operation->call, i, region);
        struct debt all = {
            .owed = {.count = 1, .list = {region_all(&call.argument[i].value->shape)}}};

        copies[i] = tensor_copy(call.argument[i].value, &failure);
        ck_assert(tensor_owe(copies[i], &all));
        spoil(copies[i]);
        if (!region_empty(&needs))
            tensor_copy_region(copies[i], call.argument[i].value, &needs);
        call.argument[i].value = copies[i];
    }
    result = tensor_copy(operation->result, &failure);
    ck_assert(call.operator->compute(&call, result, &failure));
    assert_cells(result, operation->result, region);
    tensor_release(result);
    for (int i = 0; i < CALL_ARGUMENTS; i++)
        tensor_release(copies[i]);
}

START_TEST(what_a_row_needs_is_all_it_looks_at) {
    struct random random;

    random_seed(&random, 3);
    room_run(&notebook, everything);
    for (size_t i = 0; i < notebook.count; i++)
        for (size_t k = 0; k < notebook.list[i]->operation_count; k++) {
            const struct operation *operation = &notebook.list[i]->operations[k];
            const struct shape *shape = &operation->result->shape;

            for (size_t round = 0; round < 8 && operation->call.operator->needs; round++) {
                struct region region = region_cell(shape, room_random(&random, shape_cells(shape)));

                for (int axis = 0; axis < AXIS_COUNT; axis++)
                    region.end[axis] +=
                        room_random(&random, shape->size[axis] - region.first[axis]);
                assert_needs(operation, &region);
            }
        }
}
END_TEST

static bool is_used(const struct operator* row) {
    for (size_t i = 0; i < notebook.count; i++)
        for (size_t j = 0; j < notebook.list[i]->operation_count; j++)
            if (notebook.list[i]->operations[j].call.operator== row)
                return true;
    return false;
}

START_TEST(every_operator_is_among_them) {
    const struct operator* row;

    room_run(&notebook, everything);
    for (size_t i = 0; (row = operator_at(i)) != NULL; i++)
        ck_assert_msg(is_used(row), "%s is not", row->name);
}
END_TEST

Suite *notebook_renew_suite(void);

Suite *notebook_renew_suite(void) {
    Suite *suite = suite_create("notebook_renew");
    TCase *core = tcase_create("core");
    TCase *random = tcase_create("random");
    TCase *owing = tcase_create("owing");

    tcase_add_checked_fixture(core, setup, teardown);
    tcase_add_test(core, a_weight_of_the_values_makes_one_column);
    tcase_add_test(core, a_weight_of_the_queries_makes_one_column_of_them);
    tcase_add_test(core, a_token_makes_its_row_and_its_column);
    tcase_add_test(core, what_hangs_on_no_cell_is_shared);
    tcase_add_test(core, what_is_cut_joined_and_normalised_changes_where_it_must);
    tcase_add_test(core, edit_after_edit_goes_between_two_tensors);
    tcase_add_test(core, what_somebody_holds_stays_as_it_is);
    tcase_add_test(core, a_number_that_decides_a_size_makes_all_afresh);
    tcase_add_test(core, a_value_no_cell_can_have_is_still_refused);
    tcase_add_test(core, every_operator_is_among_them);
    suite_add_tcase(suite, core);
    tcase_add_checked_fixture(random, setup, teardown);
    tcase_set_timeout(random, getenv("QKV_EDITS") ? 36000 : 60);
    tcase_add_test(random, any_order_of_changes_gives_what_evaluating_afresh_gives);
    suite_add_tcase(suite, random);
    tcase_add_checked_fixture(owing, setup_owing, teardown_owing);
    tcase_set_timeout(owing, getenv("QKV_EDITS") ? 36000 : 60);
    tcase_add_test(owing, what_a_row_needs_is_all_it_looks_at);
    tcase_add_test(owing, what_is_owed_has_the_same_bits_once_it_is_wanted);
    tcase_add_test(owing, what_cannot_wait_is_computed_with_all_it_needs);
    suite_add_tcase(suite, owing);
    return suite;
}
