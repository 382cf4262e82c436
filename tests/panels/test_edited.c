/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Whatever is edited, no number of a lesson's words contradicts the notebook unmarked: cells are
 * changed at most stops of all lessons while one walks on, answers and asks for hints. QKV_EDITED
 * is how many edits there are at least, QKV_SEED another lot of them. */
#include "base/number.h"
#include "base/random.h"
#include "base/text.h"
#include "ground/runner.h"
#include "language/reader.h"
#include "panels/frame.h"
#include "session/question.h"

#include <check.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

Suite *panels_edited_suite(void);

#define EDITED RUNNER_SAMPLES(200, 20)

static struct frame frame;
static struct random dice;

static size_t below(size_t limit) {
    return (size_t)(random_bits(&dice) % limit);
}

static size_t setting(const char *name, size_t usual) {
    const char *requested = getenv(name);
    return requested == NULL ? usual : (size_t)strtoul(requested, NULL, 10);
}

/* --- what is claimed -------------------------------------------------------------------------- */

static const char *const arrow = " → ";

/* True when EXPRESSION, as the lesson writes it, is another number now than CLAIMED. */
static bool is_other(const char *expression, const char *claimed) {
    struct failure unknown = {0};
    const struct session *session = &frame.desk.session;
    double now, lesson;
    struct tree *typed = reader_expression(expression, &unknown);
    struct tree *tree =
        typed == NULL ? NULL : session_read(session, SPEAKER_LESSON, typed, false, &unknown);
    bool other = tree != NULL && number_parse(claimed, strlen(claimed), &lesson) &&
                 notebook_number(session_notebook(session), tree, &now, &unknown) &&
                 !numbers_near(now, lesson, number_precision(claimed));
    tree_release(tree);
    tree_release(typed);
    return other;
}

/* True when SPAN is in SHOWN, and no longer number begins with it, nor is it marked. */
static bool is_said(const char *span, const char *shown) {
    size_t length = strlen(span);
    for (const char *at = shown; (at = strstr(at, span)) != NULL; at += length) {
        if (strchr("0123456789.e", at[length]) == NULL || at[length] == '\0' ||
            (at[length] == '.' && strchr("0123456789", at[length + 1]) == NULL)) {
            return true;
        }
    }
    return false;
}

/* Asserts what the LENGTH bytes at SPAN claim, code of the lesson, if they claim anything and SHOWN
 * says so. True when it did. */
static bool check_span(const char *span, size_t length, const char *shown) {
    struct text code = {0}, folded = {0};
    text_append_bytes(&code, span, length);
    frame_fold(text_string(&code), &folded);
    char *number = strstr(folded.bytes, arrow);
    bool said = number != NULL && is_said(text_string(&folded), shown);
    if (said) {
        *number = '\0';
        ck_assert_msg(!is_other(text_string(&folded), number + strlen(arrow)),
                      "%s, stop %zu: %s is not %s\n%s", frame.desk.session.lesson->title,
                      session_stop(&frame.desk.session), text_string(&folded),
                      number + strlen(arrow), shown);
    }
    text_release(&code);
    text_release(&folded);
    return said;
}

/* The claims that were seen to hold, of all words of the lesson. */
static size_t check_claims(void) {
    struct text shown = {0};
    size_t said = 0;
    frame_read(&frame, &shown);
    const char *raw = frame.desk.session.lesson->document.raw;
    for (const char *open = strchr(raw, '`'); open != NULL; open = strchr(open, '`')) {
        size_t length = strcspn(++open, "`\n");
        if (length > 0 && open[length] == '`' && memchr(open, '\xe2', length) != NULL) {
            said += check_span(open, length, text_string(&shown));
        }
        open += length > 0 && open[length] == '`';
        open += length;
    }
    text_release(&shown);
    return said;
}

/* --- a restless learner ----------------------------------------------------------------------- */

/* Sets some cell of some leaf; false when an exercise forbids it. */
static bool edit(void) {
    const struct notebook *notebook = session_notebook(&frame.desk.session);
    const struct definition *leaf = notebook->list[below(notebook->count)];
    const struct shape *shape = &leaf->value->shape;
    size_t cells = shape_cells(shape);
    struct text line = {0};
    if (!leaf->leaf || cells == 0) {
        return false;
    }
    struct place place = tensor_place(shape, below(cells));
    text_append(&line, leaf->name);
    for (int axis = AXIS_COUNT - shape->axes; axis < AXIS_COUNT; axis++) {
        bool first = axis == AXIS_COUNT - shape->axes;
        text_format(&line, "%s%zu", first ? "[" : ",", place.at[axis] + 1);
    }
    text_format(&line, "%s = %.2f", shape->axes > 0 ? "]" : "", 8 * random_uniform(&dice) - 4);
    bool done = desk_types(&frame.desk, text_string(&line));
    text_release(&line);
    return done;
}

/* One move on; false at the end of the lesson, or where the edits let nothing go on. */
static bool go_on(void) {
    static const char *const answers[] = {"hint", "answer 1", "answer 2", "skip", "skip"};
    struct session *session = &frame.desk.session;
    bool open = question_open(session) != SIZE_MAX;
    bool end = session_stop(session) == session->lesson->stop_count && !session->focus.guided;
    return open ? desk_types(&frame.desk, answers[below(5)]) || desk_types(&frame.desk, "skip")
                : !end && desk_types(&frame.desk, below(40) == 0 ? "reset" : "advance");
}

START_TEST(no_claim_is_wrong_after_any_edit) {
    size_t wanted = setting("QKV_EDITED", EDITED), edits = 0, said = 0,
           seed = setting("QKV_SEED", 5);
    random_seed(&dice, seed);
    while (edits < wanted) {
        frame_open_number(&frame, (int)below((size_t)desk_lesson_count()), 36, 120);
        for (size_t moves = 0; edits < wanted && moves < 150 && go_on(); moves++) {
            said += check_claims();
            if (session_notebook(&frame.desk.session)->count > 0 && edit()) {
                edits++;
                said += check_claims();
            }
        }
        frame_close(&frame);
    }
    ck_assert_uint_gt(said, wanted / 20);
}
END_TEST

Suite *panels_edited_suite(void) {
    Suite *suite = suite_create("panels edited");
    TCase *core = tcase_create("core");
    tcase_set_timeout(core, 120);
    tcase_add_test(core, no_claim_is_wrong_after_any_edit);
    suite_add_tcase(suite, core);
    return suite;
}
