/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Long computations ask now and then whether to go on; when they are stopped nothing has
 * changed. */
#include "commands/desk.h"

#include "base/checkpoint.h"
#include "base/failure.h"
#include "base/text.h"
#include "notebook/notebook.h"
#include "tensor/tensor.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Some ten thousand numbers; FIRST makes what LINE works on. */
static const struct {
    const char *first, *line;
} lines[] = {
    {"", "B = normal(256, 256)"},
    {"A = ones(256, 256)", "B = exp(A)"},
    {"A = ones(256, 256)", "B = A + A"},
    {"A = ones(256, 256)", "B = gelu(A)"},
    {"A = ones(256, 256)", "B = silu(A)"},
    {"A = ones(256, 256)", "B = where(A > 0, A, 0)"},
    {"A = ones(256, 256)", "B = softmax(A)"},
    {"A = ones(256, 256)", "B = sparsemax(A)"},
    {"A = ones(1, 65536)", "B = sparsemax(A)"},
    {"A = ones(256, 256)", "B = layernorm(A)"},
    {"A = ones(256, 256)", "B = cumsum(A)"},
    {"A = ones(256, 256)", "B = sum(A, each=row)"},
    {"A = ones(256, 256)", "B = sort(A)"},
    {"A = ones(1, 65536)", "B = sort(A)"},
    {"A = ones(1, 65536)", "B = topk(A, 50000)"},
    {"A = ones(256, 256)", "B = heads(A, 4)"},
    {"A = ones(65536, 2)", "B = A[:, [1]]"},
    {"A = ones(256, 256)", "B = crossentropy(A, A)"},
    {"A = ones(256, 256)", "B = grad(sum(gelu(A)), A)"},
    {"A = ones(256, 256)", "B = grad(sum(sort(A)), A)"},
    {"A = ones(256, 256)", "B = grad(sum(concat(heads(A, 4))), A)"},
    {"A = ones(150, 150)", "B = grad(sum(A @ A), A)"},
};

/* Types LINE, which is stopped once NUMBERS have been computed; 0: never. */
static bool types_until(struct desk *desk, const char *line, double numbers) {
    checkpoint_limit(numbers);
    bool done = desk_types(desk, line);
    checkpoint_limit(0);
    return done;
}

/* Work for some milliseconds is stopped before it is done, for these numbers are an eighth of what
 * a learner's key waits for, and those above an eighth of twice as much. */
static const double limits[] = {500000, 1000000};

/* Stopped early or late, LINE leaves the session as it was; then it may finish. */
static void stops(struct desk *desk, const char *line) {
    size_t count = session_notebook(&desk->session)->count, alive = tensor_live_cells();
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        ck_assert_msg(!types_until(desk, line, limits[i]), "%s: fewer than %.0f", line, limits[i]);
        ck_assert_msg(strstr(desk->failure.message, "stopped") != NULL, "%s: %s", line,
                      desk->failure.message);
        ck_assert_uint_eq(session_notebook(&desk->session)->count, count);
        ck_assert_uint_eq(tensor_live_cells(), alive);
    }
    ck_assert_msg(types_until(desk, line, 0), "%s: %s", line, desk->failure.message);
}

START_TEST(work_stops) {
    struct desk desk;
    const char *first = lines[_i].first;
    desk_open(&desk, NULL);
    ck_assert_msg(first[0] == '\0' || desk_types(&desk, first), "%s", desk.failure.message);
    stops(&desk, lines[_i].line);
    desk_close(&desk);
}
END_TEST

static bool is_pressed(void) {
    return true;
}

/* A key stops it, too. */
START_TEST(a_key_stops_work) {
    struct desk desk;
    desk_open(&desk, NULL);
    checkpoint_on_poll(is_pressed);
    ck_assert(!desk_types(&desk, "B = normal(512, 1024)"));
    ck_assert_str_eq(desk.failure.message, "stopped");
    checkpoint_on_poll(NULL);
    desk_close(&desk);
}
END_TEST

static const char *const vocabularies[] = {
    "tokens(\"▁ a b ab\", [[0], [0], [0], [1]])",
    "tokens(\"Ġ a b ab\", [[0, 0, 0], [0, 0, 0], [0, 0, 0], [1, 2, 3]])"};

/* A text of some ten thousand letters is cut into tokens of Llama's kind, and of GPT-2's. */
START_TEST(encoding_stops) {
    struct desk desk;
    struct text line = {0};
    text_append(&line, "B = bpe(\"");
    for (size_t i = 0; i < 12500; i++) {
        text_append(&line, "ab ");
    }
    text_format(&line, "\", %s)", vocabularies[_i]);
    desk_open(&desk, NULL);
    stops(&desk, text_string(&line));
    text_release(&line);
    desk_close(&desk);
}
END_TEST

static const char *const files[] = {"a.csv", "a.npy", "a.npz", "a.safetensors"};

START_TEST(reading_stops) {
    struct desk desk;
    char folder[] = "/tmp/qkv-stopping-XXXXXX", path[64], line[128];
    ck_assert(mkdtemp(folder) != NULL);
    text_fill(path, sizeof path, "%s/%s", folder, files[_i]);
    desk_open(&desk, NULL);
    text_fill(line, sizeof line, "A = ones(512, 256); export %s A", path);
    ck_assert_msg(desk_types(&desk, line), "%s", desk.failure.message);
    text_fill(line, sizeof line, _i < 2 ? "load B %s" : "B = tensor(\"%s\", \"A\")", path);
    stops(&desk, line);
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(rmdir(folder), 0);
    desk_close(&desk);
}
END_TEST

static const char *const written[] = {"csv", "tsv", "json", "md",          "tex",
                                      "py",  "npy", "npz",  "safetensors", "txt"};

/* A stopped export writes nothing. */
START_TEST(writing_stops) {
    struct desk desk;
    char folder[] = "/tmp/qkv-stopping-XXXXXX", path[64], line[128], numbers[64];
    ck_assert(mkdtemp(folder) != NULL);
    text_fill(path, sizeof path, "%s/a.%s", folder, written[_i]);
    text_fill(numbers, sizeof numbers, "%s/numbers.csv", folder);
    desk_open(&desk, NULL);
    text_fill(line, sizeof line, "A = normal(150, 128); export %s A; load A %s", numbers, numbers);
    ck_assert_msg(desk_types(&desk, line), "%s", desk.failure.message);
    text_fill(line, sizeof line, "export %s A", path);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        ck_assert_msg(!types_until(&desk, line, limits[i]), "%s: fewer than %.0f", line, limits[i]);
        ck_assert_str_eq(desk.failure.message, "stopped");
        ck_assert_int_ne(access(path, F_OK), 0);
    }
    ck_assert_msg(types_until(&desk, line, 0), "%s: %s", line, desk.failure.message);
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(unlink(numbers), 0);
    ck_assert_int_eq(rmdir(folder), 0);
    desk_close(&desk);
}
END_TEST

Suite *commands_stopping_suite(void);

Suite *commands_stopping_suite(void) {
    Suite *suite = suite_create("commands_stopping");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, work_stops, 0, (int)(sizeof lines / sizeof *lines));
    tcase_add_test(core, a_key_stops_work);
    tcase_add_loop_test(core, encoding_stops, 0, 2);
    tcase_add_loop_test(core, reading_stops, 0, (int)(sizeof files / sizeof *files));
    tcase_add_loop_test(core, writing_stops, 0, (int)(sizeof written / sizeof *written));
    suite_add_tcase(suite, core);
    return suite;
}
