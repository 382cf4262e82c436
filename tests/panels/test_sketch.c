/* The next frame while cells are owed: no number on it is one that has not been computed, and it is
 * the frame that is drawn when all have been, but for what only all cells can tell. */
#include "panels/frame.h"

#include "base/number.h"
#include "base/random.h"
#include "notebook/debt.h"
#include "panels/said.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *panels_sketch_suite(void);

static const char given[] = "X = normal(40, 12, seed=1)\n"
                            "W_q = normal(12, 12, seed=2)\n"
                            "W_k = normal(12, 12, seed=3)\n"
                            "W_v = normal(12, 12, seed=4)\n"
                            "Q = X @ W_q\n"
                            "K = X @ W_k\n"
                            "V = X @ W_v\n"
                            "S = Q @ K.T / sqrt(columns(Q))\n"
                            "A = softmax(S)\n"
                            "O = A @ V\n"
                            "H = heads(O, 2)\n"
                            "N = layernorm(relu(O))\n"
                            "L = mse(N, X)\n";

static struct frame frame;
static struct random seeds;

static void run_lines(const char *lines) {
    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n");
        char line[160];
        ck_assert_uint_lt(length, sizeof line);
        memcpy(line, lines, length);
        line[length] = '\0';
        frame_run(&frame, line);
        lines += length + 1;
    }
}

static void setup(void) {
    frame_open(&frame, NULL);
    run_lines(given);
    frame.desk.session.lazy = true;
    debt_from(200); /* W_q is below, and is shown beside others */
    random_seed(&seeds, 5);
}

static void teardown(void) {
    debt_from((size_t)1 << 15);
    frame_close(&frame);
    ck_assert_uint_eq(tensors_owing(), 0);
}

static size_t below(size_t limit) {
    return (size_t)(random_bits(&seeds) % limit);
}

static void edit_some(void) {
    static const char *const leaves[] = {"X", "W_q", "W_k", "W_v"};
    size_t leaf = below(4);
    char line[80];
    text_fill(line, sizeof line, "%s[%zu,%zu] = %s%zu.%zu", leaves[leaf],
              below(leaf == 0 ? 40 : 12) + 1, below(12) + 1, below(2) ? "-" : "", below(3),
              below(10));
    frame_run(&frame, line);
    frame_spoil(&frame);
}

/* Lines that say what moved hang on more than is seen. */
static bool tells_what_moved(const char *line) {
    return text_starts(line, " also moved") || strstr(line, "40×12") != NULL ||
           text_starts(line, " X");
}

/* WHOLE: the same, drawn with all cells there. */
static void assert_same_picture(const char *sketch, const char *whole) {
    while (*sketch != '\0' && *whole != '\0') {
        size_t ours = strcspn(sketch, "\n"), theirs = strcspn(whole, "\n");
        char line[400];
        ck_assert_uint_lt(ours, sizeof line);
        memcpy(line, sketch, ours);
        line[ours] = '\0';
        bool same = ours == theirs && memcmp(sketch, whole, ours) == 0;
        ck_assert_msg(same || tells_what_moved(line), "%s\nnot\n%.*s", line, (int)theirs, whole);
        sketch += ours + 1;
        whole += theirs + 1;
    }
}

static void settle(void) {
    struct failure failure = {0};
    ck_assert(session_settle(&frame.desk.session, &failure));
    ck_assert_uint_eq(tensors_owing(), 0);
}

static void look_somewhere(void) {
    static const char *const places[] = {"goto Q", "goto S",    "goto A",     "goto O",
                                         "goto N", "move down", "move right", "move down"};
    if (below(4) == 0) {
        frame_run(&frame, places[below(8)]);
    }
    if (below(8) == 0) {
        frame_size(&frame, 20 + below(20), 70 + below(60));
    }
}

START_TEST(what_is_shown_is_computed) {
    for (size_t i = 0; i < 60; i++) {
        struct text sketch = {0};
        look_somewhere();
        for (size_t edits = 1 + below(3); edits > 0; edits--) {
            edit_some();
        }
        text_append(&sketch, frame_draw(&frame));
        frame_shows_no_spoilt(&frame);
        settle();
        frame.stage.sketch = true;
        assert_same_picture(text_string(&sketch), frame_draw(&frame));
        frame.stage.sketch = false;
        text_release(&sketch);
    }
}
END_TEST

START_TEST(only_what_is_seen_is_computed) {
    const struct definition *output;
    frame_run(&frame, "goto O");
    frame_run(&frame, "W_q[1,2] = 5");
    frame_draw(&frame);
    output = notebook_find(session_notebook(&frame.desk.session), "O");
    ck_assert_ptr_nonnull(tensor_owed(output->value));
    ck_assert_uint_gt(tensor_owed(output->value)->list[0].first[AXIS_ROW], 4);
    ck_assert_uint_eq(tensor_owed(output->value)->list[0].end[AXIS_ROW], 40);
    settle();
}
END_TEST

START_TEST(whatever_else_is_asked_is_settled_first) {
    static const char *const lines[] = {"undo",          "explain O[40,12]", "sum(O)", "goto end",
                                        "baseline",      "pin A[1,1] = 0.5", "heat A", "redo",
                                        "compare",       "O[1,1] = 2",       "L",      "zoom on",
                                        "W_q = X.T @ X", "X[1,1] = O[40,2]"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        edit_some();
        bool edits = strchr(lines[i], '[') == lines[i] + 1;
        desk_types(&frame.desk, lines[i]);
        ck_assert_msg(edits || tensors_owing() == 0, "%s", lines[i]);
        text_clear(&frame.desk.session.out);
        frame_draw(&frame);
        settle();
    }
}
END_TEST

START_TEST(an_edit_that_is_drawn_otherwise_is_computed_whole) {
    static const char *const looks[] = {"heat A", "zoom on", "convention columns"};
    for (size_t i = 0; i < sizeof looks / sizeof looks[0]; i++) {
        frame_run(&frame, looks[i]);
        edit_some();
        ck_assert_uint_gt(tensors_owing(), 0);
        frame_draw(&frame);
        frame_shows_no_spoilt(&frame);
        ck_assert_uint_eq(tensors_owing(), 0);
        frame_run(&frame, "undo");
    }
}
END_TEST

START_TEST(undo_goes_back_over_what_was_owed) {
    struct notebook before, after;
    notebook_copy(&before, session_notebook(&frame.desk.session));
    for (size_t i = 0; i < 12; i++) {
        edit_some();
    }
    settle();
    notebook_copy(&after, session_notebook(&frame.desk.session));
    for (size_t i = 0; i < 12; i++) {
        frame_run(&frame, "undo");
        ck_assert_uint_eq(tensors_owing(), 0);
        frame_draw(&frame);
        frame_shows_no_spoilt(&frame);
    }
    ck_assert(notebook_same(&before, session_notebook(&frame.desk.session)));
    for (size_t i = 0; i < 12; i++) {
        frame_run(&frame, "redo");
    }
    ck_assert(notebook_same(&after, session_notebook(&frame.desk.session)));
    notebook_release(&before);
    notebook_release(&after);
}
END_TEST

Suite *panels_sketch_suite(void) {
    Suite *suite = suite_create("panels_sketch");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, setup, teardown);
    tcase_set_timeout(core, 60);
    tcase_add_test(core, what_is_shown_is_computed);
    tcase_add_test(core, only_what_is_seen_is_computed);
    tcase_add_test(core, whatever_else_is_asked_is_settled_first);
    tcase_add_test(core, an_edit_that_is_drawn_otherwise_is_computed_whole);
    tcase_add_test(core, undo_goes_back_over_what_was_owed);
    suite_add_tcase(suite, core);
    return suite;
}
