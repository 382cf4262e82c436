/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "classroom/classroom.h"

#include "base/failure.h"
#include "base/number.h"
#include "base/text.h"
#include "commands/commands.h"
#include "session/wording.h"

#include <string.h>

enum { MOST_STEPS = 16 };

struct worksheet {
    struct session *session;
    const struct medium *medium;
    bool key;
    struct text *out;
    size_t questions;
    struct text made;  /* names of what the sheet computes itself, a blank after each */
    struct text shown; /* … of what is on it with its present value */
    size_t waiting, waiting_number; /* the stop of the prediction that waits, SIZE_MAX: none */
};

/* --- what is written -------------------------------------------------------------------------- */

/* Writes a line of the lesson without its remark, then RESULT. */
static void say_line(struct worksheet *sheet, const char *line, const char *result) {
    struct text code = {0};
    size_t length = reader_find_outside(line, strlen(line), "#");
    while (length > 0 && line[length - 1] == ' ') {
        length--;
    }
    for (size_t i = 0; i < length; i++) {
        bool breaks = line[i] == '\n';
        text_append_bytes(&code, breaks ? " " : line + i, 1);
        for (; breaks && line[i + 1] == ' '; i++) {
        }
    }
    text_append(&code, result);
    medium_code(sheet->medium, ELEMENT_FORMULA, text_string(&code), sheet->out);
    text_release_into(&code, sheet->out);
}

static void put_answer_room(struct worksheet *sheet) {
    if (!sheet->key) {
        medium_code(sheet->medium, ELEMENT_ROOM, "", sheet->out);
    }
}

/* Writes the arithmetic of CELL, "Q[1,2]", in one sentence; nothing when it has none. */
static void say_step(struct worksheet *sheet, const char *cell) {
    static const struct source source = {"worksheet", 1, 1, SPEAKER_PERSON};
    struct session *session = sheet->session;
    struct text line = {0};
    struct failure none = {0};
    bool describes = session->display.describe;
    text_format(&line, "explain %s", cell);
    session->display.describe = true;
    text_clear(&session->out);
    if (commands_run(session, &source, text_string(&line), &none)) {
        for (const char *at = text_string(&session->out); *at != '\0';) {
            size_t length = strcspn(at, "\n");
            struct text step = {0};
            text_append_bytes(&step, at, length);
            if (length > 0) {
                medium_code(sheet->medium, ELEMENT_STEP, text_string(&step), sheet->out);
            }
            text_release(&step);
            at += length + (at[length] == '\n' ? 1 : 0);
        }
    }
    text_clear(&session->out);
    session->display.describe = describes;
    text_release(&line);
}

/* Writes how a cell of DEFINITION came about. INDEX is its flat index in the value as shown, whose
 * rows have COLUMNS cells. */
static void say_cell_step(struct worksheet *sheet, const struct definition *definition,
                          size_t index, size_t columns) {
    struct text cell = {0};
    text_format(&cell, "%s[%zu,%zu]", definition->name, index / columns + 1, index % columns + 1);
    say_step(sheet, text_string(&cell));
    text_release_into(&cell, sheet->out);
}

/* Returns the number of cells in a row of DEFINITION's value as shown; 0 for a stack, or without
 * cells. */
static size_t cells_in_row(const struct worksheet *sheet, const struct definition *definition) {
    const struct shape *shape = &definition->value->shape;
    bool transposed = sheet->session->display.columns;
    return shape->axes > 2 ? 0 : transposed ? shape_rows(shape) : shape_columns(shape);
}

/* Writes how each cell came about; of a large value only the first row. */
static void say_steps(struct worksheet *sheet, const struct definition *definition) {
    size_t cells = shape_cells(&definition->value->shape),
           columns = cells_in_row(sheet, definition);
    cells = cells > MOST_STEPS ? columns : cells;
    for (size_t i = 0; columns <= MOST_STEPS && columns > 0 && i < cells; i++) {
        say_cell_step(sheet, definition, i, columns);
    }
}

/* Writes the value called NAME, or cells to fill in. */
static void say_value(struct worksheet *sheet, const char *name) {
    struct session *session = sheet->session;
    const struct definition *definition = notebook_find(session_notebook(session), name);
    if (definition == NULL || text_has_word(text_string(&sheet->shown), name)) {
        return;
    }
    /* It is to be found when the sheet has its formula, or asks what it will be. */
    bool computed =
        !definition->leaf &&
        (text_has_word(text_string(&sheet->made), definition->name) || sheet->waiting != SIZE_MAX);
    struct tensor *value = session_shown(session, definition->value);
    if (value == NULL) {
        sheet->out->failed = true;
        return;
    }
    medium_matrix(sheet->medium, value, session->display.precision, computed && !sheet->key,
                  sheet->out);
    tensor_release(value);
    text_format(&sheet->shown, "%s ", name);
    if (computed && sheet->key) {
        say_steps(sheet, definition);
    }
}

static void say_named_value(struct worksheet *sheet, const char *name) {
    if (!text_has_word(text_string(&sheet->shown), name)) {
        medium_code(sheet->medium, ELEMENT_FORMULA, name, sheet->out);
        say_value(sheet, name);
    }
}

/* --- statements ------------------------------------------------------------------------------- */

/* Writes `show A` as the name and its value, and `explain A[1,2]` as something to work out. */
static void say_command(struct worksheet *sheet, const struct statement *statement,
                        const char *line) {
    struct text rest = {0};
    text_append_bytes(&rest, line + statement->rest.start,
                      statement->rest.end - statement->rest.start);
    const char *words = text_string(&rest);
    bool explains = text_same(statement->command->name, "explain");
    if (text_same(statement->command->name, "show") && reader_is_name(words, strlen(words))) {
        say_named_value(sheet, words);
    } else if (explains) {
        medium_format(sheet->medium, ELEMENT_QUESTION, sheet->out, "Work out `%s`:", words);
        put_answer_room(sheet);
    }
    if (explains && sheet->key) {
        say_step(sheet, words);
    }
    text_release_into(&rest, sheet->out);
}

/* Writes a definition: the values it is made from, unless the sheet has them already, its line and
 * its value. */
static void say_definition(struct worksheet *sheet, const char *name, const char *line) {
    const struct session *session = sheet->session;
    const struct definition *definition = notebook_find(session_notebook(session), name);
    if (definition == NULL) { /* a user's operator */
        say_line(sheet, line, "");
        return;
    }
    if (text_has_word(text_string(&sheet->shown), name)) {
        text_clear(&sheet->shown); /* what depends on it has changed */
    }
    text_format(&sheet->made, "%s ", name);
    for (size_t i = 0; !definition->leaf && i < definition->use_count; i++) {
        if (notebook_find(session_notebook(session), definition->uses[i]->name) != NULL) {
            say_named_value(sheet, definition->uses[i]->name);
        }
    }
    if (shape_is_number(&definition->value->shape)) {
        char number[NUMBER_TEXT];
        struct text result = {0};
        number_short(number, definition->value->cells[0], session->display.precision);
        text_format(&result, " = %s", sheet->key ? number : "______");
        say_line(sheet, line, definition->leaf ? "" : text_string(&result));
        text_format(&sheet->shown, "%s ", name);
        text_release(&result);
    } else {
        say_line(sheet, line, "");
        say_value(sheet, name);
    }
}

static void say_statement(struct worksheet *sheet, const struct statement *statement,
                          const char *line) {
    switch (statement->kind) {
    case STATEMENT_DEFINE:
        say_definition(sheet, statement->name, line);
        break;
    case STATEMENT_EDIT:
        text_clear(&sheet->shown);
        say_line(sheet, line, "");
        break;
    case STATEMENT_COMMAND:
        say_command(sheet, statement, line);
        break;
    case STATEMENT_EXPRESSION:
        break;
    }
}

static void say_fence(struct worksheet *sheet, size_t stop) {
    const struct source_line *line = lesson_line(sheet->session->lesson, stop);
    const struct part *part =
        &sheet->session->lesson->parts[sheet->session->lesson->stops[stop].part];
    const struct compiled *read = &sheet->session->lines[stop];
    if (line == NULL || !read->good) {
        return;
    }
    for (size_t i = 0; i < read->statements.count; i++) {
        if (part->hidden) {
            text_clear(&sheet->shown);
        } else {
            say_statement(sheet, &read->statements.list[i], line->text);
        }
    }
}

/* --- questions -------------------------------------------------------------------------------- */

/* Writes how the key came about when it is cells: `A[2,1]`, `A[2,:]`, all of a small `A`. */
static void say_key(struct worksheet *sheet, const char *key) {
    struct session *session = sheet->session;
    const struct definition *definition = notebook_find(session_notebook(session), key);
    struct failure none = {0};
    struct cells cells = {0};
    struct tree *typed = definition != NULL ? NULL : reader_reference(key, &none);
    struct tree *tree =
        typed == NULL ? NULL : session_read(session, SPEAKER_LESSON, typed, false, &none);
    size_t columns;
    if (definition != NULL) {
        say_steps(sheet, definition);
    } else if (tree != NULL && notebook_cells(session_notebook(session), tree, &cells, &none) &&
               (columns = cells_in_row(sheet, cells.definition)) > 0) {
        for (size_t i = 0; i < cells.count; i++) {
            size_t shown =
                session_shown_cell(session, &cells.definition->value->shape, cells.list[i]);
            say_cell_step(sheet, cells.definition, shown, columns);
        }
    }
    sheet->out->failed |= none.outside;
    cells_release(&cells);
    tree_release(tree);
    tree_release(typed);
}

/* Writes how the value in a goal came about, "A[1,1] = 0.5", when it is cells or one number; a goal
 * on a whole matrix says that it must not change. */
static void say_goal(struct worksheet *sheet, const struct exercise *exercise, size_t index) {
    const char *goal = exercise->expects[index].goal;
    size_t length = strcspn(goal, "=<>!");
    struct text left = {0};
    for (size_t i = 0; i < index; i++) {
        if (strncmp(exercise->expects[i].goal, goal, length) == 0) {
            return; /* `A[1,1] > 0.4` and `A[1,1] < 0.6` */
        }
    }
    while (length > 0 && goal[length - 1] == ' ') {
        length--;
    }
    text_append_bytes(&left, goal, length);
    const struct definition *definition =
        notebook_find(session_notebook(sheet->session), text_string(&left));
    if (definition == NULL || shape_is_number(&definition->value->shape)) {
        say_key(sheet, text_string(&left));
    }
    text_release_into(&left, sheet->out);
}

/* Writes the solution, and how the goals come about after it has run; then undoes it. */
static bool say_solution(struct worksheet *sheet, const struct exercise *exercise,
                         struct failure *failure) {
    struct session *session = sheet->session;
    bool ok = history_enter(session->history, failure);
    for (size_t i = 0; ok && i < exercise->solution_count; i++) {
        say_line(sheet, exercise->solutions[i].text, "");
        ok = commands_run_lesson(session, &exercise->solutions[i], failure);
    }
    text_clear(&session->out);
    for (size_t i = 0; ok && i < exercise->expect_count; i++) {
        say_goal(sheet, exercise, i);
    }
    return ok && history_leave(session->history, failure);
}

static void say_answer(struct worksheet *sheet, const struct quiz *quiz, size_t number) {
    struct text right = {0};
    question_right_words(sheet->session, quiz, &right);
    medium_format(sheet->medium, ELEMENT_ANSWER, sheet->out, "Answer %zu: %s", number,
                  text_string(&right));
    text_release_into(&right, sheet->out);
    if (question_kind(quiz)->computed) {
        say_key(sheet, quiz->key);
    }
    for (size_t i = 0; i < quiz->choice_count; i++) {
        const struct choice *choice = &quiz->choices[i];
        if (choice->right && choice->feedback[0] != '\0') {
            medium_words(sheet->medium, ELEMENT_REMARK, choice->feedback, sheet->out);
        }
    }
    if (quiz->explanation != NULL) {
        medium_words(sheet->medium, ELEMENT_REMARK, quiz->explanation, sheet->out);
    }
}

/* Writes the answer of the waiting prediction, once the lesson has run what settles it. */
static void say_settled(struct worksheet *sheet, size_t stop) {
    const struct quiz *quiz = question_quiz(sheet->session, sheet->waiting);
    if (quiz != NULL && (quiz->settles == SIZE_MAX || stop >= quiz->settles)) {
        sheet->waiting = SIZE_MAX;
        if (sheet->key) {
            say_answer(sheet, quiz, sheet->waiting_number);
        }
    }
}

static void say_quiz(struct worksheet *sheet, size_t stop) {
    const struct quiz *quiz = question_quiz(sheet->session, stop);
    medium_format(sheet->medium, ELEMENT_QUESTION, sheet->out, "Question %zu: %s",
                  ++sheet->questions, quiz->question);
    medium_choices(sheet->medium, quiz, sheet->key, sheet->out);
    if (quiz->choice_count == 0) {
        put_answer_room(sheet);
    }
    say_settled(sheet, SIZE_MAX); /* no two wait */
    sheet->waiting = stop;
    sheet->waiting_number = sheet->questions;
    say_settled(sheet, stop + 1);
}

static bool say_exercise(struct worksheet *sheet, size_t stop, struct failure *failure) {
    const struct exercise *exercise = question_exercise(sheet->session, stop);
    char heading[40];
    text_fill(heading, sizeof heading, "Question %zu", ++sheet->questions);
    medium_exercise(sheet->medium, heading, exercise, sheet->out);
    put_answer_room(sheet);
    return !sheet->key || say_solution(sheet, exercise, failure);
}

/* --- all of it -------------------------------------------------------------------------------- */

static bool say_stop(struct worksheet *sheet, size_t index, struct failure *failure) {
    const struct stop *stop = &sheet->session->lesson->stops[index];
    const struct page *page = &sheet->session->lesson->pages[stop->page];
    switch (stop->kind) {
    case STOP_PAGE:
        medium_words(sheet->medium, ELEMENT_PAGE, page->title, sheet->out);
        break;
    case STOP_STATEMENT:
        say_fence(sheet, index);
        say_settled(sheet, index + 1);
        break;
    case STOP_QUIZ:
        say_quiz(sheet, index);
        break;
    case STOP_TRY:
        return say_exercise(sheet, index, failure);
    case STOP_PAUSE:
        break;
    }
    return true;
}

bool worksheet_write(struct session *session, const struct medium *medium, bool key,
                     struct text *out, struct failure *failure) {
    struct worksheet sheet = {
        .session = session, .medium = medium, .key = key, .out = out, .waiting = SIZE_MAX};
    struct text title = {0};
    bool ok = true;
    text_format(&title, "%s%s", session->lesson->title, key ? ": key" : "");
    if (medium->begin != NULL) {
        medium->begin(text_string(&title), out);
    }
    medium_words(medium, ELEMENT_TITLE, text_string(&title), out);
    text_release_into(&title, out);
    if (!key) {
        medium_code(medium, ELEMENT_NAME, "", out);
    }
    for (size_t i = 0; ok && i < session->lesson->stop_count; i++) {
        ok = commands_skip(session, i + 1, failure);
        text_clear(&session->out);
        ok = ok && say_stop(&sheet, i, failure);
    }
    say_settled(&sheet, SIZE_MAX);
    if (medium->end != NULL) {
        medium->end(out);
    }
    text_release_into(&sheet.made, out);
    text_release_into(&sheet.shown, out);
    return ok && text_ok(out, failure);
}
