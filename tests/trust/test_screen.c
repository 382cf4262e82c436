/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Hostile texts on the screen of the built program, beside their harmless twins: libvterm sees no
 * control string, and no cell changes but the text's own. */
#include "base/utf8.h"
#include "screen/learner.h"
#include "trust/hostile.h"
#include "trust/trust.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *trust_screen_suite(void);

enum { ROWS = 30, COLUMNS = 100, PAGES = 20, STOPS = 4 };

static const char head[] = "# Texts\n\n";
static const char page[] = "## Page\n"
                           "\n"
                           "Said $ and *said $ so*, `code $`.\n"
                           "\n"
                           "> quoted $\n"
                           "\n"
                           "| head $ | b |\n"
                           "|---|---|\n"
                           "| cell $ | 2 |\n"
                           "\n"
                           "```qkv\n"
                           "X! = tokens(\"a!-~ b\", [[1, 2], [3, 4]], columns=\"c!-~ d\")\n"
                           "A! = X! @ X!.T\n"
                           "explain A![2,1]\n"
                           "```\n";

/* Whether this terminal gives a character the columns that Unicode does: libvterm knows no marks
 * younger than itself, and no program can draw for every terminal's table. */
static bool terminal_knows(VTerm *terminal, const char *bytes, size_t length, size_t width) {
    VTermPos at;
    vterm_input_write(terminal, "\ra", 2);
    vterm_input_write(terminal, bytes, length);
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &at);
    return at.col == (int)width + 1;
}

static bool terminal_knows_all(const struct text *text) {
    VTerm *terminal = vterm_new(4, 20);
    struct text shown = {0};
    bool knows = true;
    vterm_set_utf8(terminal, 1);
    vterm_screen_reset(vterm_obtain_screen(terminal), 1);
    utf8_sanitise(&shown, text_string(text), text->length, false);
    for (size_t at = 0; at < shown.length && knows;) {
        uint32_t point;
        size_t size = utf8_decode(shown.bytes + at, shown.length - at, &point);
        knows = terminal_knows(terminal, shown.bytes + at, size, utf8_width(point));
        at += size;
    }
    text_release(&shown);
    vterm_free(terminal);
    return knows;
}

/* The first text from the seed on that this terminal can show at all. */
static void make_text(size_t seed, struct text *text, struct text *word) {
    struct random random;
    random_seed(&random, seed);
    do {
        text_clear(text);
        text_clear(word);
        hostile_make(&random, text);
        hostile_word(text_string(text), word);
    } while (!terminal_knows_all(text) || !terminal_knows_all(word));
}

static void append_page(size_t seed, bool twin, struct text *out) {
    struct text text = {0}, word = {0}, twins[2] = {{0}, {0}};
    make_text(seed, &text, &word);
    hostile_twin(text_string(&text), &twins[0]);
    hostile_twin(text_string(&word), &twins[1]);
    for (const char *at = page; *at != '\0'; at++) {
        const struct text *whole = twin ? &twins[0] : &text, *one = twin ? &twins[1] : &word;
        if (*at == '$' || *at == '~') {
            text_append(out, text_string(*at == '$' ? whole : one));
        } else if (*at ==
                   '!') { /* names of its own: a definition made anew would show what changed */
            text_format(out, "%zu", seed % PAGES + 10);
        } else {
            text_append_character(out, *at);
        }
    }
    text_release(&text);
    text_release(&word);
    text_release(&twins[0]);
    text_release(&twins[1]);
}

/* A lesson of pages, a text each, and somebody who opens it. */
static void open_lesson(struct learner *learner, size_t seed, bool twin) {
    static char path[512];
    struct text out = {0};
    text_append(&out, head);
    for (size_t i = 0; i < PAGES; i++) {
        append_page(seed + i, twin, &out);
    }
    learner_init(learner);
    learner->rows = ROWS;
    learner->columns = COLUMNS;
    snprintf(path, sizeof path, "%s/lesson.md", learner->home);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(text_string(&out), 1, out.length, file), out.length);
    ck_assert_int_eq(fclose(file), 0);
    text_release(&out);
    learner_open(learner, (const char *const[]){path, "--from-start", NULL});
}

/* The right half of a wide character is its own too: a blank behind U+FFFD. */
static bool stands_for_text(const VTermScreenCell *cell) {
    return cell->chars[0] == 0x436 || cell->chars[0] == 0x5168 || cell->chars[0] == (uint32_t)-1;
}

/* What was never written looks like a blank. */
static uint32_t sign_of(const VTermScreenCell *cell) {
    return cell->chars[0] == 0 ? ' ' : cell->chars[0];
}

static bool same_cell(const VTermScreenCell *a, const VTermScreenCell *b) {
    bool right = b->chars[0] == (uint32_t)-1;
    bool attributes =
        right || (a->attrs.bold == b->attrs.bold && a->attrs.reverse == b->attrs.reverse &&
                  a->attrs.underline == b->attrs.underline &&
                  vt_number(a->fg) == vt_number(b->fg) && vt_number(a->bg) == vt_number(b->bg));
    bool own = stands_for_text(b) && (right || a->chars[0] > ' ');
    bool half = a->chars[0] == 0xfffd && b->width == 2; /* a blank follows it */
    return attributes && (half || right || a->width == b->width) &&
           (own || sign_of(a) == sign_of(b));
}

static void compare(struct learner learners[2], size_t seed, size_t key) {
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            VTermScreenCell a = vt_cell(&learners[0].vt, row, column);
            VTermScreenCell b = vt_cell(&learners[1].vt, row, column);
            if (!same_cell(&a, &b)) {
                vt_dump(&learners[0].vt);
                vt_dump(&learners[1].vt);
                ck_abort_msg("seed %zu, key %zu: U+%04X at %d, %d was U+%04X", seed, key,
                             (unsigned)a.chars[0], row, column, (unsigned)b.chars[0]);
            }
        }
    }
}

START_TEST(the_screen_shows_it_in_its_field_alone) {
    static struct learner learners[2];
    const char *requested = getenv("QKV_TEXT_SEED");
    size_t first = requested != NULL ? (size_t)strtoul(requested, NULL, 10) : 1;
    size_t lessons = trust_hard() ? 50 : 1, frames = 0;
    for (size_t i = 0; i < lessons; i++) {
        size_t seed = first + i * PAGES;
        open_lesson(&learners[0], seed, false);
        open_lesson(&learners[1], seed, true);
        for (size_t key = 0; key < (size_t)PAGES * STOPS; key++, frames++) {
            compare(learners, seed, key);
            vt_send(&learners[0].vt, " ");
            vt_send(&learners[1].vt, " ");
            vt_settle(&learners[0].vt);
            vt_settle(&learners[1].vt);
        }
        for (int j = 0; j < 2; j++) { /* out of the list of lessons that the last page ends with */
            vt_send(&learners[j].vt, "\x1b");
            vt_settle(&learners[j].vt);
            learner_quits(&learners[j]);
            learner_release(&learners[j]);
        }
    }
    printf("%zu texts, %zu frames\n", lessons * PAGES, frames);
}
END_TEST

Suite *trust_screen_suite(void) {
    Suite *suite = suite_create("trust_screen");
    TCase *core = tcase_create("core");
    tcase_set_timeout(core, 300);
    tcase_add_test(core, the_screen_shows_it_in_its_field_alone);
    suite_add_tcase(suite, core);
    return suite;
}
