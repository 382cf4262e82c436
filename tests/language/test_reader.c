/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests statements, logical lines, and hostile texts. */
#include "language/reader.h"

#include "base/failure.h"
#include "base/heap.h"
#include "base/random.h"
#include "base/text.h"
#include "language/forest.h"
#include "language/writer.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const struct command *find(const char *word, size_t length) {
    static const void *const next = "next", *const explain = "explain"; /* any address will do */
    return length == 4 && memcmp(word, next, 4) == 0      ? next
           : length == 7 && memcmp(word, explain, 7) == 0 ? explain
                                                          : NULL;
}

static const struct reader_words words = {.find = find};

/* Writes one line of the summary: kind, name, cell, value or rest, and the statement's text. */
static void summarise(const char *line, const struct statement *statement, struct text *out) {
    static const char *const kinds[] = {"define", "edit", "expression", "command"};
    const struct span *span = &statement->span, *rest = &statement->rest;
    const void *word = statement->command; /* see find */
    const char *name = statement->name ? statement->name : word;
    text_format(out, "%s %s|", kinds[statement->kind], name ? name : "");
    if (statement->cell != NULL) {
        writer_plain(statement->cell->root, out);
    }
    text_append(out, "|");
    if (statement->value != NULL) {
        writer_plain(statement->value->root, out);
    } else {
        text_append_bytes(out, line + rest->start, rest->end - rest->start);
    }
    text_append(out, "|");
    text_append_bytes(out, line + span->start, span->end - span->start);
    text_append(out, "\n");
}

static const struct {
    const char *line, *summary;
} lines[] = {
    {"", ""},
    {" \t", ""},
    {"# Q = X", ""},
    {";; ;", ""},
    {"Q = X @ W_q", "define Q||X @ W_q|Q = X @ W_q\n"},
    {"  Q=X  # why", "define Q||X|Q=X\n"},
    {"Q = X\r\n", "define Q||X|Q = X\n"},
    {"A' = 2; B_1=3;", "define A'||2|A' = 2\ndefine B_1||3|B_1=3\n"},
    {"α = 0.5", "define α||0.5|α = 0.5\n"},
    {"mean = 3", "define mean||3|mean = 3\n"},
    {"row = 3", "define row||3|row = 3\n"},
    {"nextest = 3", "define nextest||3|nextest = 3\n"},
    {"W_q[1,2] = 0.5", "edit W_q|W_q[1,2]|0.5|W_q[1,2] = 0.5\n"},
    {"E[\"it\"] = -1 # no", "edit E|E[\"it\"]|-1|E[\"it\"] = -1\n"},
    {"(A)[1] = 2", "edit A|A[1]|2|(A)[1] = 2\n"},
    {"softmax(Q @ K.T)", "expression ||softmax(Q @ K.T)|softmax(Q @ K.T)\n"},
    {"mean(S)", "expression ||mean(S)|mean(S)\n"},
    {"Q", "expression ||Q|Q\n"},
    {"-Q ; 2", "expression ||-Q|-Q\nexpression ||2|2\n"},
    {"next", "command next|||next\n"},
    {"next # go", "command next|||next\n"},
    {"explain A[1,2]", "command explain||A[1,2]|explain A[1,2]\n"},
    {"explain  A[1,2] ; next;Q", "command explain||A[1,2]|explain  A[1,2]\ncommand next|||next\n"
                                 "expression ||Q|Q\n"},
    {"explain A[\"a;b#\"] # c", "command explain||A[\"a;b#\"]|explain A[\"a;b#\"]\n"},
    {"explain A[saw#2] # c", "command explain||A[saw#2]|explain A[saw#2]\n"},
    {"explain (a; b) ; c", "command explain||(a; b)|explain (a; b)\nexpression ||c|c\n"},
    {"explain (2)", "command explain||(2)|explain (2)\n"},
    {"next == 2", "command next||== 2|next == 2\n"},
    {"explain α × “x”", "command explain||α × “x”|explain α × “x”\n"},
    {"X = [[1, 2], # one\n     [3, 4]]", "define X||[[1, 2], [3, 4]]|X = [[1, 2], # one\n"
                                         "     [3, 4]]\n"},
    {"n = normal(2, 3,\n           seed=4)", "define n||normal(2, 3, seed=4)|n = normal(2, 3,\n"
                                             "           seed=4)\n"},
    {"a = 1\nb = 2", "define a||1|a = 1\ndefine b||2|b = 2\n"},
};

START_TEST(the_first_word_decides) {
    struct failure failure = {0};
    struct statements statements;
    struct text out = {0};
    ck_assert_msg(reader_statements(lines[_i].line, &words, &statements, &failure), "%s",
                  failure.message);
    for (size_t i = 0; i < statements.count; i++) {
        summarise(lines[_i].line, &statements.list[i], &out);
    }
    ck_assert_str_eq(text_string(&out), lines[_i].summary);
    text_release(&out);
    statements_release(&statements);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(without_commands_a_word_is_a_name) {
    struct failure failure = {0};
    struct statements statements;
    ck_assert(reader_statements("next = 2; next", NULL, &statements, &failure));
    ck_assert_int_eq(statements.list[0].kind, STATEMENT_DEFINE);
    ck_assert_int_eq(statements.list[1].kind, STATEMENT_EXPRESSION);
    statements_release(&statements);
}
END_TEST

START_TEST(spans_count_from_the_line) {
    const char *line = "a = 1; é_2 [3] = b";
    struct failure failure = {0};
    struct statements statements;
    ck_assert(reader_statements(line, &words, &statements, &failure));
    const struct statement *edit = &statements.list[1];
    ck_assert_uint_eq(edit->name_span.start, 7);
    ck_assert_uint_eq(edit->name_span.end, 11);
    ck_assert_str_eq(edit->cell->text, line);
    ck_assert_uint_eq(edit->cell->root->span.start, 7);
    ck_assert_uint_eq(edit->value->root->span.start, 18);
    ck_assert_str_eq(edit->value->text + edit->value->root->span.start, "b");
    struct tree *retained = tree_retain(edit->value);
    statements_release(&statements);
    ck_assert_str_eq(retained->text, line);
    tree_release(retained);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

static const struct {
    const char *text;
    size_t length;
    bool open;
} logicals[] = {
    {"", 0, false},
    {"a\nb\n", 2, false},
    {"a", 1, false},
    {"\na", 1, false},
    {"x = [1,\n2]\nb", 11, false},
    {"x = [1,\n2", 9, true},
    {"x = [1,\n", 8, true},
    {"x = [1,\n\n", 9, false},
    {"x = [1,\n \t\n", 11, false},
    {"x = [1,\n\n2]\nb", 12, false},
    {"x = [1,\ny = 2\n", 8, false},
    {"x = [1,\n  y = 2\n", 8, false},
    {"x = f(1,\ny=2)\n", 9, false},
    {"x = f(1,\n  y=2)\nb", 16, false},
    {"x = f([1,\n  y=2)\nb", 10, false},
    {"x = [1,\ny == 2]\nb", 16, false},
    {"x = \"[\"\nb", 8, false},
    {"x = \"[\nb", 7, false},
    {"x # [\nb", 6, false},
    {"[1, # ]\n2]\nb", 11, false},
    {"A[saw#1]\nb", 9, false},
    {")]\nb", 3, false},
    {"(\n\"\n)\nb", 6, false},
};

START_TEST(a_line_goes_on_in_brackets) {
    bool open;
    size_t length = strlen(logicals[_i].text);
    ck_assert_uint_eq(reader_line(logicals[_i].text, length, &open), logicals[_i].length);
    ck_assert_int_eq(open, logicals[_i].open);
    ck_assert_uint_eq(reader_line(logicals[_i].text, length, NULL), logicals[_i].length);
}
END_TEST

START_TEST(finds_what_is_outside) {
    static const struct {
        const char *text, *characters;
        size_t at;
    } rows[] = {
        {"f(a=b) = c", "=", 7},
        {"A[\"=\"] = 2", "=", 7},
        {"\"=\" = 2", "=", 4},
        {"a <= b", "<>=!", 2},
        {"a # = b", "=", 7},
        {"a # = b", "#", 2},
        {"(a b) [c d] e", " ", 5},
        {"", "=", 0},
        {"(=", "=", 2},
        {"=(=", "=", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert_uint_eq(
            reader_find_outside(rows[i].text, strlen(rows[i].text), rows[i].characters),
            rows[i].at);
    }
}
END_TEST

START_TEST(a_nul_is_no_character_looked_for) {
    ck_assert_uint_eq(reader_find_outside("a\0b ", 4, " "), 3);
}
END_TEST

START_TEST(names) {
    static const struct {
        const char *text;
        size_t length;
    } rows[] = {
        {"", 0},
        {"A", 1},
        {"W_q", 3},
        {"A''", 3},
        {"A'b", 2},
        {"_a", 0},
        {"2a", 0},
        {"a2 b", 2},
        {"α₁ = 2", 5},
        {"W_Q'", 4},
        {"a.T", 1},
        {"a×b", 1},
        {"α−1", 2},
        {"食べる", 9},
        {"Kᵀ", 1},
        {"x²", 1},
        {"a b", 1},
        {"µª", 4},
        {"a\xFF", 1},
        {"'a", 0},
        {"\xEF\xBF\xBD", 0},
        {"\xCC\x81", 0},
        {"a\xCC\x81\xCC\x81\xCC\x81\xCC\x81\xCC\x81", 9},
        {"a\xD8\x80", 1},
        {"a\xF0\x9F\xBF\xBE", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t length = strlen(rows[i].text);
        ck_assert_uint_eq(reader_name(rows[i].text, length), rows[i].length);
        ck_assert_int_eq(reader_is_name(rows[i].text, length),
                         length > 0 && length == rows[i].length);
    }
    ck_assert_uint_eq(reader_name("abc", 2), 2);
}
END_TEST

START_TEST(one_name_after_the_other) {
    static const char text[] = "1e5 + A[\"it\", 2] @ W_q - 12a * \xCE\xB1.T";
    static const char *const found[] = {"A", "W_q", "\xCE\xB1"};
    size_t count = 0;
    for (size_t at = 0, name; (name = reader_next_name(text, strlen(text), &at)) > 0; at += name) {
        ck_assert_uint_lt(count, sizeof found / sizeof *found);
        ck_assert_uint_eq(name, strlen(found[count]));
        ck_assert_mem_eq(text + at, found[count++], name);
    }
    ck_assert_uint_eq(count, sizeof found / sizeof *found);
}
END_TEST

START_TEST(references) {
    struct failure failure = {0};
    struct tree *name = reader_reference(" A ", &failure);
    struct tree *cell = reader_reference("A'[1,\"it\"]", &failure);
    ck_assert_int_eq(name->root->kind, NODE_NAME);
    ck_assert_str_eq(cell->root->op->name, "[ ]");
    ck_assert_str_eq(cell->root->argument[0]->text, "A'");
    tree_release(name);
    tree_release(cell);
}
END_TEST

/* Reads TEXT in every way; the span of any error must be inside it. */
static void read_hostile(const char *text) {
    size_t length = strlen(text);
    struct statements statements;
    struct failure failure = {0};
    if (!reader_statements(text, &words, &statements, &failure)) {
        ck_assert(failure.set && failure.placed);
        ck_assert_uint_le(failure.span.start, failure.span.end);
        ck_assert_uint_le(failure.span.end, length);
        ck_assert_uint_gt(strlen(failure.message), 0);
    }
    statements_release(&statements);
    for (size_t at = 0; at < length;) {
        size_t step = reader_line(text + at, length - at, NULL);
        ck_assert_uint_gt(step, 0);
        at += step;
    }
    ck_assert_uint_eq(memory_blocks(), 0);
}

/* Every form, to be cut off at every byte, and with every byte changed. */
static const char *const whole[] = {
    "Q = X @ W_q ; S = softmax(Q @ K.T / sqrt(d_k), each=row) # α",
    "W_q[1,\"saw#2\"] = -0.5e-3; explain A[1, \"it\":2] ; next",
    "X = [[1, -2.5, (a)], # é\n [rows(A), 3**-1, inf]]",
    "layernorm(x, gain, eps=1e-5, bias=[1, 2]).T[2:, :3].T + onehot(\"I am\", vocabulary=\"I\")",
    "normal(50, 2, 3, mean=.5, std=2., seed=7) @ [[[1]], [[2]]] − “×” ² == != A.shape np.exp(x)",
};

/* Copies the bytes to the heap without spare room, so that a sanitizer sees any read past the
 * end. */
static void read_exactly(const char *bytes, size_t length) {
    char *copy = malloc(length + 1);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    read_hostile(copy);
    free(copy);
}

START_TEST(cut_anywhere) {
    char changed[256];
    size_t length = strlen(whole[_i]);
    ck_assert_uint_lt(length, sizeof changed);
    for (size_t at = 0; at <= length; at++) {
        read_exactly(whole[_i], at);
        read_exactly(whole[_i] + at, length - at);
        memcpy(changed, whole[_i], length + 1);
        for (size_t i = 0; at < length && i < 8; i++) {
            changed[at] = "(]\"=,\n.\xE2"[i];
            read_exactly(changed, length);
        }
    }
}
END_TEST

START_TEST(any_bytes) {
    static const char alphabet[] = "abT_'01.e\"#;:=,()[]@+-*/ \n\t^&\xCE\xB1\xC3\x97\xFF\x01";
    static const char *const pieces[] = {
        "softmax(", "each=", "row", "[[",    "]]", ".T",  "**",
        "\"it\"",   "A[",    "1:",  "next ", "= ", "1e5", "zeros(2, "};
    struct random random;
    random_seed(&random, (uint64_t)_i);
    for (int round = 0; round < 2000; round++) {
        struct text text = {0};
        for (size_t count = random_bits(&random) % 24; count > 0; count--) {
            uint64_t bits = random_bits(&random);
            if (bits & 1) {
                text_append(&text, pieces[(bits >> 1) % (sizeof pieces / sizeof pieces[0])]);
            } else {
                text_append_character(&text, alphabet[(bits >> 1) % (sizeof alphabet - 1)]);
            }
        }
        char buffer[512];
        size_t length = text.length;
        ck_assert_uint_lt(length, sizeof buffer);
        memcpy(buffer, text_string(&text), length);
        text_release(&text);
        read_exactly(buffer, length);
    }
}
END_TEST

START_TEST(memory_runs_out) {
    size_t length = 0;
    bool read = false;
    for (size_t count = 1; !read; count++) {
        struct failure failure = {0};
        struct statements statements;
        memory_fail(count, false);
        read = reader_statements(whole[_i], &words, &statements, &failure);
        memory_fail(0, false);
        ck_assert(read != failure.set);
        read = read || strcmp(failure.message, "out of memory") != 0;
        statements_release(&statements);
        ck_assert_uint_eq(memory_blocks(), 0);
        length = count;
    }
    ck_assert_uint_gt(length, 3);
}
END_TEST

Suite *language_reader_suite(void);
Suite *language_reader_suite(void) {
    Suite *suite = suite_create("language/reader");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, the_first_word_decides, 0, (int)(sizeof lines / sizeof lines[0]));
    tcase_add_test(core, without_commands_a_word_is_a_name);
    tcase_add_test(core, spans_count_from_the_line);
    tcase_add_loop_test(core, a_line_goes_on_in_brackets, 0,
                        (int)(sizeof logicals / sizeof logicals[0]));
    tcase_add_test(core, finds_what_is_outside);
    tcase_add_test(core, a_nul_is_no_character_looked_for);
    tcase_add_test(core, names);
    tcase_add_test(core, one_name_after_the_other);
    tcase_add_test(core, references);
    TCase *limits = tcase_create("limits");
    int count = (int)(sizeof whole / sizeof whole[0]);
    tcase_add_loop_test(limits, cut_anywhere, 0, count);
    tcase_add_loop_test(limits, any_bytes, 0, 8);
    tcase_add_loop_test(limits, memory_runs_out, 0, count);
    suite_add_tcase(suite, core);
    suite_add_tcase(suite, limits);
    return suite;
}
