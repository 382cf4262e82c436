/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Hostile texts in every place a lesson has for one, out by every way but the terminal itself
 * (screens.py has that): nothing acts, nothing hides, and beside the text all is as it is with a
 * harmless one as wide. */
#include "base/memory.h"
#include "files/export.h"
#include "files/saving.h"
#include "ground/runner.h"
#include "panels/frame.h"
#include "play/verbs.h"
#include "trust/hostile.h"
#include "trust/trust.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Suite *trust_text_suite(void);

#define QUICK RUNNER_SAMPLES(60, 10)

/* QKV_TEXTS: how many; QKV_TEXT_SEED: from which seed on, to see one again. */
static size_t setting(const char *name, size_t usual) {
    const char *requested = getenv(name);
    return requested == NULL ? usual : (size_t)strtoul(requested, NULL, 10);
}

static size_t texts(void) {
    return setting("QKV_TEXTS", trust_hard() ? 10000 : QUICK);
}

static size_t first_seed(void) {
    return setting("QKV_TEXT_SEED", 1);
}

/* A text, and the same as one word of the language. */
struct pair {
    struct text text, word;
};

static void pair_make(struct pair *pair, size_t seed, bool twin) {
    struct text text = {0};
    struct random random;
    random_seed(&random, seed);
    *pair = (struct pair){0};
    hostile_make(&random, &text);
    hostile_word(text_string(&text), &pair->word);
    if (twin) {
        struct text word = pair->word;
        pair->word = (struct text){0};
        hostile_twin(text_string(&word), &pair->word);
        hostile_twin(text_string(&text), &pair->text);
        text_release(&word);
        text_release(&text);
    } else {
        pair->text = text;
    }
}

static void pair_release(struct pair *pair) {
    text_release(&pair->text);
    text_release(&pair->word);
}

/* TEMPLATE with the text wherever it has a $, as much of it as an id takes where it has a ^, and
 * the word where it has a ~; in the C library's memory, for a desk that closes wants all of ours
 * back. */
static char *filled(const char *pattern, size_t seed, bool twin) {
    enum { SHORT = LESSON_ID_LIMIT / 4 }; /* a control is shown in four: \x1b */
    struct pair pair;
    struct text out = {0};
    pair_make(&pair, seed, twin);
    for (; *pattern != '\0'; pattern++) {
        if (*pattern == '$' || *pattern == '~') {
            text_append(&out, text_string(*pattern == '$' ? &pair.text : &pair.word));
        } else if (*pattern == '^') {
            size_t length = pair.text.length < SHORT ? pair.text.length : SHORT;
            text_append_bytes(&out, text_string(&pair.text), length);
        } else {
            text_append_character(&out, *pattern);
        }
    }
    char *copy = strdup(text_string(&out));
    text_release(&out);
    pair_release(&pair);
    return copy;
}

static const char *seed_text(size_t seed) {
    char *text = filled("$", seed, false);
    const char *escaped = hostile_escaped(text);
    free(text);
    return escaped;
}

static void judge_line(const char *where, size_t seed, const char *line, size_t length,
                       bool coloured) {
    const char *fault = hostile_fault(line, length, coloured);
    if (fault != NULL) {
        char *copy = strndup(line, length);
        printf("seed %zu: %s\n", seed, seed_text(seed));
        printf("gives: %s\n", hostile_escaped(copy));
        fflush(stdout);
        free(copy);
        ck_abort_msg("seed %zu, %s: %s", seed, where, fault);
    }
}

/* Line by line, so that a fault can be seen. */
static void judge(const char *where, size_t seed, const struct text *out, bool coloured) {
    const char *text = text_string(out);
    for (size_t at = 0; at < out->length;) {
        const char *end = memchr(text + at, '\n', out->length - at);
        size_t length = end == NULL ? out->length - at : (size_t)(end - text) - at + 1;
        judge_line(where, seed, text + at, length, coloured);
        at += length;
    }
}

static const char lesson[] = "---\n"
                             "title: t $\n"
                             "id: text\n"
                             "author: a $\n"
                             "license: l $\n"
                             "---\n"
                             "# The $ title\n"
                             "\n"
                             "Said $ and *said $ so*, `code $`, **bold $ so**.\n"
                             "\n"
                             "> quoted $\n"
                             "\n"
                             "- listed $\n"
                             "\n"
                             "| head $ | b |\n"
                             "|---|---|\n"
                             "| cell $ | 2 |\n"
                             "\n"
                             "```\n"
                             "shown $\n"
                             "```\n"
                             "\n"
                             "```qkv\n"
                             "X = tokens(\"a-~ b\", [[1, 2], [3, 4]], columns=\"c-~ d\")\n"
                             "A = softmax(X @ X.T / sqrt(2))\n"
                             "A\n"
                             "explain A[1,2]\n"
                             "```\n"
                             "\n"
                             "## A page, $\n"
                             "\n"
                             "<!-- note: noted $ -->\n"
                             "\n"
                             "```quiz one\n"
                             "Which $ is it?\n"
                             "( ) first $ {{ no, $ }}\n"
                             "(x) second $ {{ yes, $ }}\n"
                             "hint: look $\n"
                             "explain: because $\n"
                             "```\n"
                             "\n"
                             "```try two\n"
                             "Make $ so.\n"
                             "expect X[1,1] = 5\n"
                             "hint: try $\n"
                             "solution: X[1,1] = 5\n"
                             "```\n";

/* --- the panels ---------------------------------------------------------------------------------
 */

/* What is typed at each lesson once it stands at its end. */
static const char *const typed[] = {"goto X",     "explain A[2,1]", "describe on", "show X",
                                    "why A[1,1]", "heat A",         "bars A",      "contents"};

enum { FRAMES = 64 };

struct film {
    struct canvas frames[FRAMES]; /* the cells are the C library's */
    size_t count;
};

static void take_frame(struct film *film, struct frame *frame, size_t seed) {
    ck_assert_uint_lt(film->count, FRAMES);
    static const struct paint coloured = {.colour = true, .depth = DEPTH_256};
    struct failure failure = {0};
    struct text out = {0};
    said_take(&frame->desk.session, NULL, &failure);
    frame_draw(frame);
    judge("a frame", seed, &frame->shown, false);
    canvas_print(&frame->canvas, &coloured, &out);
    judge("a frame in colour", seed, &out, true);
    text_release(&out);
    struct canvas *retained = &film->frames[film->count++];
    size_t size = frame->canvas.rows * frame->canvas.columns * sizeof *retained->cells;
    *retained = frame->canvas;
    retained->cells = malloc(size);
    memcpy(retained->cells, frame->canvas.cells, size);
}

static void play_on_panels(const char *source, size_t seed, struct film *film) {
    struct frame frame;
    struct failure failure = {0};
    frame_open(&frame, source);
    frame_size(&frame, 30, 100);
    struct session *session = &frame.desk.session;
    take_frame(film, &frame, seed);
    while (commands_advance(session, &failure)) {
        take_frame(film, &frame, seed);
    }
    ck_assert_msg(!failure.set, "seed %zu: %s", seed, failure.message);
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        desk_types(&frame.desk, typed[i]);
        take_frame(film, &frame, seed);
    }
    frame_close(&frame);
}

static bool stands_for_text(const struct canvas_cell *cell) {
    return strncmp(cell->text, HOSTILE_LETTER, strlen(HOSTILE_LETTER)) == 0 ||
           strncmp(cell->text, HOSTILE_WIDE, strlen(HOSTILE_WIDE)) == 0;
}

/* Cell by cell; a cell that is the text's own is only as wide. */
static void compare(const struct canvas *hostile, const struct canvas *twin, size_t seed,
                    size_t number) {
    for (size_t i = 0; i < hostile->rows * hostile->columns; i++) {
        const struct canvas_cell *a = &hostile->cells[i], *b = &twin->cells[i];
        bool own = stands_for_text(b) && a->wide == b->wide && a->text[0] != '\0';
        bool same = canvas_same_look(a, b) && a->wide == b->wide &&
                    a->right_half == b->right_half && (own || strcmp(a->text, b->text) == 0);
        if (!same) {
            static const struct paint plain = {.colour = false};
            struct text out = {0};
            canvas_print(hostile, &plain, &out);
            canvas_print(twin, &plain, &out);
            printf("%s\nseed %zu: %s\n", text_string(&out), seed, seed_text(seed));
            fflush(stdout);
            ck_abort_msg("seed %zu, frame %zu: '%s' at %zu, %zu was '%s'", seed, number, a->text,
                         i / hostile->columns, i % hostile->columns, b->text);
        }
    }
}

START_TEST(panels_show_it_in_its_field_alone) {
    static struct film films[2];
    size_t frames = 0;
    for (size_t seed = first_seed(); seed < first_seed() + texts(); seed++) {
        for (int i = 0; i < 2; i++) {
            char *source = filled(lesson, seed, i == 1);
            films[i].count = 0;
            play_on_panels(source, seed, &films[i]);
            free(source);
        }
        ck_assert_uint_eq(films[0].count, films[1].count);
        for (size_t i = 0; i < films[0].count; i++, frames++) {
            compare(&films[0].frames[i], &films[1].frames[i], seed, i);
            free(films[0].frames[i].cells);
            free(films[1].frames[i].cells);
        }
    }
    printf("%zu texts, %zu frames and as many of their twins\n", texts(), frames);
}
END_TEST

/* --- lines of text ------------------------------------------------------------------------------
 */

static bool take_out(void *context, struct text *out) {
    judge("the transcript", *(const size_t *)context, out, false);
    text_clear(out);
    return true;
}

START_TEST(transcripts_are_plain) {
    for (size_t seed = first_seed(); seed < first_seed() + texts(); seed++) {
        struct desk desk;
        struct failure failure = {0};
        char *source = filled(lesson, seed, false);
        desk_open(&desk, source);
        desk.session.front.from_person = false;
        bool played = transcript_play(&desk.session, NULL, take_out, &seed, &failure);
        ck_assert_msg(played, "seed %zu: %s", seed, failure.message);
        free(source);
        desk_close(&desk);
    }
}
END_TEST

/* The text wherever a line may have one; most of these fail, and say why. */
static const char *const lines[] = {
    "$",
    "$ = 3",
    "~ = [[1, 2]]",
    "show ~",
    "n~ = 2",
    "n~",
    "\"$\"",
    "X[\"$\",1]",
    "X[\"~\",1] = 3",
    "explain X[\"~\",1]",
    "X = tokens(\"$\", [[1, 2]])",
    "T = tokens(\"~\", [[1, 2]])",
    "T",
    "explain T[1,1]",
    "V = vectors(\"a ~ b\", 3, seed=1)",
    "V",
    "onehot(\"~ b\", vocabulary=\"c\")",
    "embed(\"~\", T)",
    "s = \"$\"",
    "s",
    "b = [\"~\", \"a ~ b\"]",
    "onehot(b)",
    "sentence ~ $",
    "ids(\"~\", s)",
    "train W minimise $ * 2",
    "_ + $",
    "T[\"~\",:]",
    "softmax(X, each=$)",
    "$(X)",
    "show $",
    "explain $",
    "goto $",
    "help $",
    "load $",
    "load M $.csv",
    "save $.txt",
    "export $ X",
    "export x.json $",
    "open $",
    "answer $",
    "precision $",
    "convention $",
    "train $ minimise $ steps=3",
    "sweep X[1,1] from $ to 3",
    "watch $",
    "describe $",
    "theme $",
    "1 + # $",
    "expect $ = 3",
    "expect X[1,1] = 9  # $",
};

static void judge_failure(const struct failure *failure, size_t seed, const char *line) {
    struct text out = {0};
    failure_print(failure, &out);
    judge(line, seed, &out, false);
    text_release(&out);
}

START_TEST(what_a_line_says_is_plain) {
    size_t said = 0, failed = 0;
    ck_assert_int_eq(chdir(getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp"), 0);
    for (size_t seed = first_seed(); seed < first_seed() + texts(); seed++) {
        struct desk desk;
        desk_open(&desk, NULL);
        desk_types(&desk, "X = tokens(\"a b\", [[1, 2], [3, 4]])");
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
            char *line = filled(lines[i], seed, false);
            if (desk_types(&desk, line)) {
                judge(lines[i], seed, &desk.session.out, false);
                said++;
            } else {
                judge_failure(&desk.failure, seed, lines[i]);
                failed++;
            }
            free(line);
        }
        desk_close(&desk);
    }
    printf("%zu lines that say something, %zu that fail\n", said, failed);
}
END_TEST

/* --- exports ------------------------------------------------------------------------------------
 */

static const char notebook_source[] =
    "---\n"
    "id: ^\n"
    "---\n"
    "```qkv\n"
    "X = tokens(\"a-~ b ~\", [[1, 2], [3, 4], [5, 6]], columns=\"c-~ d\")\n"
    "n~ = X @ X.T\n"
    "Y = X[\"a-~\",:] * n~[1,1]\n"
    "H = heads(n~, 3)\n"
    "X[1,2] = 7\n"
    "```\n";

START_TEST(exports_are_plain) {
    size_t files = 0, names = 0;
    for (size_t seed = first_seed(); seed < first_seed() + texts(); seed++) {
        struct desk desk;
        char *source = filled(notebook_source, seed, false);
        desk_open(&desk, source);
        while (commands_advance(&desk.session, &desk.failure)) {
        }
        names += !desk.failure.set; /* n~ was a name */
        const struct export_format *format;
        for (size_t i = 0; (format = export_at(i)) != NULL; i++) {
            struct export_options options = {.lesson = desk.session.lesson->id,
                                             .name = format->one ? "X" : NULL};
            struct text out = {0};
            struct failure failure = {0};
            ck_assert_msg(
                export_write(format, session_notebook(&desk.session), &options, &out, &failure),
                "seed %zu: %s", seed, failure.message);
            for (size_t at = 0; strcmp(format->name, "tsv") == 0 && at < out.length; at++) {
                out.bytes[at] = out.bytes[at] == '\t' ? ' ' : out.bytes[at];
            }
            if (!format->binary) {
                judge(format->name, seed, &out, false);
            }
            text_release(&out);
            files++;
        }
        struct text saved = {0};
        struct failure failure = {0};
        struct reading_place here = {.folder = "."};
        ck_assert(saving_write(session_notebook(&desk.session), desk.session.lesson->title, &here,
                               &saved, &failure));
        judge("a saved lesson", seed, &saved, false);
        text_release(&saved);
        free(source);
        desk_close(&desk);
    }
    printf("%zu exports; %zu of the words were names\n", files, names);
}
END_TEST

Suite *trust_text_suite(void) {
    Suite *suite = suite_create("trust_text");
    TCase *core = tcase_create("core");
    tcase_set_timeout(core, 900);
    tcase_add_test(core, panels_show_it_in_its_field_alone);
    tcase_add_test(core, transcripts_are_plain);
    tcase_add_test(core, what_a_line_says_is_plain);
    tcase_add_test(core, exports_are_plain);
    suite_add_tcase(suite, core);
    return suite;
}
