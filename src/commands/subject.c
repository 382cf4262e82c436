/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* subject: finds the value, or the number in it, that the words of a stop are about. The cursor
 * starts there. */
#include "base/memory.h"
#include "base/number.h"
#include "canvas/naming.h"
#include "commands/groups.h"
#include "lesson/document.h"
#include "notebook/difference.h"
#include "notebook/explain.h"
#include "session/question.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* LENGTH bytes of a lesson's words in code style, or emphasised. True ends the search. */
typedef bool take_words(void *context, const char *words, size_t length);

/* A run of a lesson's words, and the one behind it in its block, or NULL. True ends the search. */
typedef bool take_run(void *context, const struct run *run, const struct run *next);

/* Takes each run of the words that stop INDEX of LESSON stands among. */
static bool take_runs(const struct lesson *lesson, size_t index, take_run *take, void *context) {
    size_t range[2];
    lesson_words_at(lesson, index, range);
    for (size_t p = range[0]; p < range[1]; p++) {
        const struct part *part = &lesson->parts[p];
        for (size_t b = 0; part->kind == PART_NARRATION && b < part->block_count; b++) {
            const struct block *block = &lesson->document.blocks[part->block + b];
            for (size_t r = 0; r < block->run_count; r++) {
                const struct run *run = &block->runs[r];
                if (take(context, run, r + 1 < block->run_count ? run + 1 : NULL)) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* The runs of one style, each of which goes to TAKE. */
struct styled {
    enum run_style style;
    take_words *take;
    void *context;
};

static bool take_if_styled(void *context, const struct run *run, const struct run *next) {
    const struct styled *styled = context;
    (void)next;
    return run->style == styled->style &&
           styled->take(styled->context, run->text, strlen(run->text));
}

/* Takes the text between each pair of MARKs. */
static bool take_between(const char *words, char mark, take_words *take, void *context) {
    for (const char *open = strchr(words, mark); open != NULL; open = strchr(open, mark)) {
        const char *close = strchr(++open, mark);
        if (close == NULL || take(context, open, (size_t)(close - open))) {
            return close != NULL;
        }
        open = close + 1;
    }
    return false;
}

/* What has STYLE in the question that stop INDEX of LESSON asks, or in the words told there; of a
 * question all of it where that is plain. */
static bool take_styled(const struct lesson *lesson, size_t index, enum run_style style,
                        take_words *take, void *context) {
    const struct part *own = &lesson->parts[lesson->stops[index].part];
    char mark = style == RUN_CODE ? '`' : DOCUMENT_EMPHASIS;
    struct styled styled = {style, take, context};
    if (own->kind == PART_QUIZ || own->kind == PART_TRY) {
        const char *question =
            own->kind == PART_QUIZ ? own->quiz->question : own->exercise->question;
        return style == RUN_PLAIN ? take(context, question, strlen(question))
                                  : take_between(question, mark, take, context);
    }
    return take_runs(lesson, index, take_if_styled, &styled);
}

/* The value that the code of a stop names. */
struct spoken {
    const struct session *session;
    const struct notebook *notebook;
    const char *focus, *first;
    size_t stop;
    bool made; /* the stop makes a value, or there is a picture: only a number of another turns away
                  from it */
};

/* True when an open prediction asks for NAME: its key names it, it is to be written, or the lines
 * that settle it define it. */
static bool is_asked(const struct spoken *spoken, const char *name) {
    const struct lesson *lesson = spoken->session->lesson;
    bool found = false;
    for (size_t i = 0; i <= spoken->stop; i++) {
        const struct quiz *quiz = lesson->parts[lesson->stops[i].part].quiz;
        bool open =
            lesson->stops[i].kind == STOP_QUIZ &&
            (i == spoken->stop || (quiz->settles != SIZE_MAX && quiz->settles > spoken->stop + 1));
        found |= open && quiz->key != NULL && strstr(quiz->key, name) != NULL;
        found |= open && quiz->task != NULL && text_same(quiz->task->result, name);
        found |= open && quiz->settles != SIZE_MAX &&
                 session_makes(spoken->session, name, i, quiz->settles);
    }
    return found;
}

/* Notes the name in CODE. True, and decisive, when that is the value looked at. */
static bool take_name(void *context, const char *code, size_t length) {
    struct spoken *spoken = context;
    for (size_t at = 0, name; (name = reader_next_name(code, length, &at)) > 0; at += name) {
        size_t index = notebook_index(spoken->notebook, code + at, name);
        const struct definition *of = index == SIZE_MAX ? NULL : spoken->notebook->list[index];
        if (of != NULL && spoken->focus != NULL && text_same(of->name, spoken->focus)) {
            return true;
        }
        bool shown = of != NULL && of->text == NULL && shape_cells(&of->value->shape) > 0;
        shown &= !spoken->made || (at + name < length && code[at + name] == '[');
        if (shown && spoken->first == NULL && !is_asked(spoken, of->name)) {
            spoken->first = of->name;
        }
    }
    return false;
}

/* Whether the lines of stop INDEX and those of its fence before it turn to a value themselves: by a
 * command or, MADE, because they make one. */
static bool turns_itself(const struct session *session, size_t index, bool made) {
    const struct lesson *lesson = session->lesson;
    const struct part *part = &lesson->parts[lesson->stops[index].part];
    bool turns = !made && part->kind == PART_TRY;
    for (size_t i = part->first_stop; part->kind == PART_FENCE && i <= index; i++) {
        const struct statements *line = &session->lines[i].statements;
        for (size_t k = 0; k < line->count; k++) {
            const struct statement *statement = &line->list[k];
            bool command = statement->kind == STATEMENT_COMMAND;
            turns |= made ? !command && !part->hidden && statement->kind != STATEMENT_EXPRESSION
                          : command && (statement->command->flags & COMMAND_LOOKS) != 0 &&
                                (statement->command->flags & COMMAND_DRAWS) == 0;
        }
    }
    return turns;
}

/* Returns the value that the words or the question of stop STOP name first, unless its lines turn
 * to one themselves; NULL: they name none, or they name the one looked at, too. Never one that an
 * open prediction asks for. While a picture is on the screen only a number of another value turns
 * away from it. */
static const char *find_subject(const struct session *session, size_t stop) {
    const struct definition *viewed = view_definition(session);
    bool drawn = session->view.drawn.requested.count > 0;
    struct spoken spoken = {.session = session,
                            .notebook = session_notebook(session),
                            .focus = viewed == NULL ? NULL : viewed->name,
                            .stop = stop,
                            .made = drawn || turns_itself(session, stop, true)};
    const struct quiz *quiz = question_quiz(session, stop);
    bool named = turns_itself(session, stop, false) ||
                 take_styled(session->lesson, stop, RUN_CODE, take_name, &spoken);
    for (size_t i = 0; quiz != NULL && !named && i < quiz->choice_count; i++) {
        const char *text = quiz->choices[i].text; /* a bare name, or words */
        named = reader_is_name(text, strlen(text)) ? take_name(&spoken, text, strlen(text))
                                                   : take_between(text, '`', take_name, &spoken);
    }
    return named ? NULL : spoken.first;
}

/* True when code in the words of stop INDEX names the value looked at. */
static bool names_viewed(const struct session *session, size_t index) {
    const struct definition *viewed = view_definition(session);
    struct spoken spoken = {.session = session,
                            .notebook = session_notebook(session),
                            .focus = viewed == NULL ? NULL : viewed->name,
                            .stop = index};
    return take_styled(session->lesson, index, RUN_CODE, take_name, &spoken);
}

/* Moves the cursor to the cell of the value looked at that CODE names, `A[1,2] → .6` or the name of
 * a single number; false: it names none. */
static bool point_at(void *context, const char *code, size_t length) {
    struct session *session = context;
    const struct definition *viewed = view_definition(session);
    struct failure unread = {0};
    struct definition *definition;
    size_t cell;
    char *copy = memory_text(code, length);
    char *arrow = copy == NULL ? NULL : strstr(copy, " →");
    if (arrow != NULL) {
        *arrow = '\0';
    }
    bool single = copy != NULL && viewed != NULL && shape_cells(&viewed->value->shape) == 1 &&
                  text_same(copy, viewed->name);
    struct tree *place = copy != NULL && (single || strchr(copy, '[') != NULL)
                             ? reader_reference(copy, &unread)
                             : NULL;
    bool found = place != NULL && viewed != NULL &&
                 notebook_cell(session_notebook(session), place, &definition, &cell, &unread) &&
                 definition == viewed;
    if (found) {
        session->view.cell = cell;
    }
    tree_release(place);
    memory_free(copy);
    return found;
}

/* The first row of the value looked at whose label is among the emphasised words, and the columns
 * whose labels are. */
struct pointing {
    const struct shape *shape;
    size_t row, column; /* SIZE_MAX: none yet */
    bool several;       /* columns were named */
};

static size_t label_index(const struct labels *labels, const char *words, size_t length) {
    for (size_t i = 0; labels != NULL && i < labels->count; i++) {
        if (strncmp(labels->names[i], words, length) == 0 && labels->names[i][length] == '\0') {
            return i;
        }
    }
    return SIZE_MAX;
}

static bool point_at_label(void *context, const char *words, size_t length) {
    struct pointing *pointing = context;
    size_t row = label_index(pointing->shape->labels[AXIS_ROW], words, length);
    size_t column = label_index(pointing->shape->labels[AXIS_COLUMN], words, length);
    if (pointing->row == SIZE_MAX) {
        pointing->row = row;
    } else if (column != SIZE_MAX && row != pointing->row) {
        pointing->several |= pointing->column != SIZE_MAX && pointing->column != column;
        pointing->column = column;
    }
    return false;
}

/* Returns the number behind WORD, "row ", in TEXT: 2 for "In row 2", "Row 2", and none for "grow
 * 2"; *REST gets what follows. 0: none. */
static size_t number_behind(const char *text, const char *word, const char **rest) {
    const char *at = strstr(text, word + 1); /* its first letter may be a capital */
    bool whole = at != NULL && at > text && tolower((unsigned char)at[-1]) == word[0] &&
                 (at - 1 == text || !isalpha((unsigned char)at[-2]));
    char *end = NULL;
    size_t number = whole ? strtoul(at + strlen(word + 1), &end, 10) : 0;
    *rest = end;
    return number;
}

/* The words of a question are one piece, marks and all. */
static bool point_at_head(void *context, const char *words, size_t length) {
    struct place *place = context;
    const char *rest;
    size_t number = number_behind(words, "head ", &rest);
    bool found = number > 0 && rest <= words + length;
    place->at[AXIS_HEAD] = found ? number - 1 : place->at[AXIS_HEAD];
    return found;
}

/* The row of the value looked at that words number: "Row 4 says more", "in row 4 of `A`", but not
 * of another value. */
struct numbered {
    const struct definition *viewed;
    size_t row; /* SIZE_MAX: none */
};

static bool take_number(void *context, const struct run *run, const struct run *next) {
    struct numbered *numbered = context;
    const char *rest;
    size_t number = number_behind(run->text, "row ", &rest);
    bool found = run->style == RUN_PLAIN && number > 0 &&
                 number <= shape_rows(&numbered->viewed->value->shape);
    bool other = found && text_same(rest, " of ") && next != NULL &&
                 !text_same(next->text, numbered->viewed->name);
    numbered->row = found && !other ? number - 1 : SIZE_MAX;
    return numbered->row != SIZE_MAX;
}

/* Returns that row in the words of stop INDEX, or SIZE_MAX. */
static size_t numbered_row(const struct session *session, size_t index) {
    struct numbered numbered = {view_definition(session), SIZE_MAX};
    take_runs(session->lesson, index, take_number, &numbered);
    return numbered.row;
}

/* Finds the row that the prediction is about which stop INDEX computes for, by the words that it
 * sets off, those in its key, or a number: "What will *it* score?", "What is row 2 of `A`?" */
static void point_at_waiting(const struct session *session, size_t index,
                             struct pointing *pointing) {
    for (size_t i = index; i-- > 0 && pointing->row == SIZE_MAX;) {
        const struct quiz *quiz = question_quiz(session, i);
        if (quiz != NULL && quiz->settles != SIZE_MAX && quiz->settles > index) {
            take_between(quiz->question, DOCUMENT_EMPHASIS, point_at_label, pointing);
            take_between(quiz->key == NULL ? "" : quiz->key, '"', point_at_label, pointing);
            const char *rest;
            size_t row = number_behind(quiz->question, "row ", &rest);
            bool numbered =
                pointing->row == SIZE_MAX && row > 0 && row <= shape_rows(pointing->shape);
            pointing->row = numbered ? row - 1 : pointing->row;
        }
    }
}

/* Where no number is named, the row that is spoken of, or the only one there is: "*sees* gives a
 * third to every word"; and the column, where there is but one: "*it* attends to *sushi*". False:
 * no row is. */
static bool point_at_labels(struct session *session, size_t index) {
    const struct definition *viewed = view_definition(session);
    if (viewed == NULL || shape_cells(&viewed->value->shape) == 0) {
        return false;
    }
    const struct shape *shape = &viewed->value->shape;
    bool one_row = shape_rows(shape) == 1;
    struct pointing pointing = {.shape = shape, .row = one_row ? 0 : SIZE_MAX, .column = SIZE_MAX};
    struct place place = tensor_place(shape, session->view.cell);
    size_t head = place.at[AXIS_HEAD];
    take_styled(session->lesson, index, RUN_PLAIN, point_at_head, &place);
    place.at[AXIS_HEAD] = place.at[AXIS_HEAD] < shape->size[AXIS_HEAD] ? place.at[AXIS_HEAD] : head;
    take_styled(session->lesson, index, RUN_EMPHASIS, point_at_label, &pointing);
    pointing.row = pointing.row == SIZE_MAX ? numbered_row(session, index) : pointing.row;
    point_at_waiting(session, index, &pointing);
    if (pointing.row != SIZE_MAX) {
        bool one = pointing.column != SIZE_MAX && !pointing.several;
        place.at[AXIS_ROW] = pointing.row;
        place.at[AXIS_COLUMN] = one ? pointing.column : place.at[AXIS_COLUMN];
    }
    session->view.cell = tensor_index(shape, &place);
    return pointing.row != SIZE_MAX && (!one_row || pointing.column != SIZE_MAX);
}

/* Moves the cursor to the number in the column, or the row, that is the right answer to QUIZ, in
 * the row of which it asks: "Whom does *it* attend to most?" False: no label of the value looked at
 * is. */
static bool point_at_answer(struct session *session, const struct quiz *quiz) {
    const struct definition *viewed = view_definition(session);
    const struct shape *shape = viewed == NULL ? NULL : &viewed->value->shape;
    const char *right = NULL;
    size_t count = 0;
    for (size_t i = 0; i < quiz->choice_count; i++) {
        right = quiz->choices[i].right ? quiz->choices[i].text : right;
        count += quiz->choices[i].right;
    }
    if (shape == NULL || right == NULL || count != 1 || shape_cells(shape) == 0) {
        return false;
    }
    struct pointing pointing = {.shape = shape, .row = SIZE_MAX, .column = SIZE_MAX};
    struct place place = tensor_place(shape, session->view.cell);
    size_t column = label_index(shape->labels[AXIS_COLUMN], right, strlen(right));
    size_t row = label_index(shape->labels[AXIS_ROW], right, strlen(right));
    take_between(quiz->question, DOCUMENT_EMPHASIS, point_at_label, &pointing);
    if (column != SIZE_MAX && (pointing.row != SIZE_MAX || shape_rows(shape) == 1)) {
        place.at[AXIS_COLUMN] = column;
        place.at[AXIS_ROW] = pointing.row == SIZE_MAX ? 0 : pointing.row;
    } else if (row != SIZE_MAX) {
        place.at[AXIS_ROW] = row;
    } else {
        return false;
    }
    session->view.cell = tensor_index(shape, &place);
    return true;
}

/* Moves the cursor to the number of the value looked at that a prediction asked for which stop
 * INDEX computes for, or settles: by its KEY, else by the answer chosen. False: none did. */
static bool point_at_asked(struct session *session, size_t index, bool key) {
    bool found = false;
    for (size_t i = 0; i < index && !found; i++) {
        const struct quiz *quiz = question_quiz(session, i);
        bool waits = quiz != NULL && quiz->settles != SIZE_MAX && quiz->settles > index;
        if (waits && key && quiz->key != NULL) {
            found = point_at(session, quiz->key, strlen(quiz->key));
        } else if (waits && !key && quiz->settles == index + 1) {
            found = point_at_answer(session, quiz);
        }
    }
    return found;
}

/* Moves the cursor to the number that a line of the fence of stop INDEX shows last, up to that
 * stop: `show A["it","sushi"]`. False: none does. */
static bool point_at_shown(struct session *session, size_t index) {
    const struct lesson *lesson = session->lesson;
    const struct part *part = &lesson->parts[lesson->stops[index].part];
    bool found = false;
    for (size_t i = part->first_stop; part->kind == PART_FENCE && i <= index; i++) {
        const struct statements *line = &session->lines[i].statements;
        const struct source_line *text = lesson_line(lesson, i);
        for (size_t k = 0; text != NULL && k < line->count; k++) {
            const struct span *rest = &line->list[k].rest;
            found |= statement_is(&line->list[k], "show") &&
                     point_at(session, text->text + rest->start, rest->end - rest->start);
        }
    }
    return found;
}

/* Returns how many terms CELL of DEFINITION is the sum of, or what it is a share of, zeros not
 * counted; SIZE_MAX: it is no such number. */
static size_t count_terms(const struct definition *definition, size_t cell) {
    struct explanation explanation;
    struct failure unexplained = {0};
    if (!explain_cell(definition, SIZE_MAX, cell, &explanation, &unexplained)) {
        return SIZE_MAX;
    }
    bool share = explanation.steps.form == STEPS_COLUMNS;
    size_t count = share || explanation.steps.form == STEPS_LEDGER ? 0 : SIZE_MAX;
    for (size_t i = 0; i < explanation.steps.count && count != SIZE_MAX; i++) {
        const struct step *step = &explanation.steps.list[i];
        bool term = step->stage != NULL && text_same(step->stage, share ? "exp" : STAGE_TERM);
        count += term && step->value != 0;
    }
    explanation_release(&explanation);
    return count;
}

/* Moves the cursor from the first number, where that takes a single term, as the first one under a
 * causal mask does, to the first that takes several. */
static void point_at_sum(struct session *session) {
    enum { SEVERAL = 2, TRIED = 256 };
    const struct definition *viewed = view_definition(session);
    size_t cells = viewed == NULL || viewed->leaf ? 0 : shape_cells(&viewed->value->shape);
    if (session->view.cell != 0 || cells == 0 || count_terms(viewed, 0) >= SEVERAL) {
        return;
    }
    size_t cell = 1, terms = 0;
    while (cell < lesser(cells, TRIED) && (terms = count_terms(viewed, cell)) < SEVERAL) {
        cell++;
    }
    session->view.cell = terms >= SEVERAL && terms != SIZE_MAX ? cell : 0;
}

/* After a change of the lesson moves the cursor to the first number that it moved, where it left
 * the cursor's row as it was. */
static void point_at_moved(struct session *session) {
    const struct outcome *last = &session->view.last;
    const struct definition *now = view_definition(session);
    const struct definition *old =
        now == NULL || last->own ? NULL : notebook_find(&last->before, now->name);
    const struct shape *shape = now == NULL ? NULL : &now->value->shape;
    if (old == NULL || !shape_same_places(&old->value->shape, shape)) {
        return;
    }
    size_t axis = session->display.columns ? AXIS_COLUMN : AXIS_ROW;
    size_t matrix = shape_rows(shape) * shape_columns(shape), cell = session->view.cell;
    size_t row = tensor_place(shape, cell).at[axis], first = difference_first(old, now);
    bool moved = first == SIZE_MAX; /* the cursor's row, or nothing */
    for (size_t i = first; i < shape_cells(shape) && !moved; i++) {
        moved = i / matrix == cell / matrix && tensor_place(shape, i).at[axis] == row &&
                !numbers_equal_rounded(old->value->cells[i], now->value->cells[i]);
    }
    session->view.cell = moved ? cell : first;
}

/* True when the lesson decides where the cursor is. */
static bool may_point(const struct session *session) {
    return session->front.drawn && session->view.operation == SIZE_MAX && !session->focus.guided &&
           session->view.depth == 0;
}

void subject_point_here(struct session *session, size_t index) {
    if (may_point(session)) {
        take_styled(session->lesson, index, RUN_CODE, point_at, session);
    }
}

/* True when stop INDEX, or the one that it was passed with, edits a value. */
static bool edits_now(const struct session *session, size_t index) {
    const struct lesson *lesson = session->lesson;
    const struct part *part = &lesson->parts[lesson->stops[index].part];
    bool found = false, more = part->kind == PART_FENCE;
    for (size_t i = index; more && !found; i--) {
        const struct statements *line = &session->lines[i].statements;
        for (size_t k = 0; k < line->count; k++) {
            found |= line->list[k].kind == STATEMENT_EDIT;
        }
        more = i > part->first_stop && !lesson->stops[i].halts;
    }
    return found;
}

/* True when nothing else makes the value looked at; a single number only if it is as written. */
static bool is_given(const struct session *session) {
    const struct definition *viewed = view_definition(session);
    struct explanation explanation;
    struct failure unexplained = {0};
    if (viewed == NULL || !viewed->leaf || shape_cells(&viewed->value->shape) != 1 ||
        !explain_cell(viewed, SIZE_MAX, 0, &explanation, &unexplained)) {
        return viewed != NULL && viewed->leaf;
    }
    bool written = naming_is_written(&explanation);
    explanation_release(&explanation);
    return written;
}

/* Points at what the words of stop INDEX are about. */
static bool point_at_subject(struct session *session, size_t index, struct failure *failure) {
    bool drawn = session->view.drawn.requested.count > 0;
    const char *name = find_subject(session, index);
    bool ok = name == NULL || (drawn ? session_look_beside : session_look)(session, name, failure);
    bool numbered = point_at_shown(session, index) || point_at_asked(session, index, true) ||
                    take_styled(session->lesson, index, RUN_CODE, point_at, session) ||
                    point_at_asked(session, index, false);
    bool labelled = !numbered && point_at_labels(session, index);
    bool given = is_given(session) && question_exercise(session, index) == NULL;
    bool speaks =
        numbered || (labelled && names_viewed(session, index)) || edits_now(session, index);
    bool begins = (session->lesson->stops[index].kind == STOP_PAGE ||
                   lesson_sets_scene(session->lesson, index)) &&
                  name == NULL && !labelled &&
                  !names_viewed(session, index); /* a page, with words about something else */
    session->view.rests = question_quiz(session, index) != NULL || ((given || begins) && !speaks);
    if (!numbered && !labelled) {
        point_at_sum(session);
        point_at_moved(session);
        cursor_start_list(session);
    }
    return ok;
}

bool subject_point(struct session *session, size_t index, struct failure *failure) {
    struct left_cell *told = &session->view.told;
    session->view.rests = false;
    bool ok = !may_point(session) || point_at_subject(session, index, failure);
    const struct definition *viewed = view_definition(session);
    *told = (struct left_cell){.cell = session->view.cell, .rests = session->view.rests};
    text_fill(told->name, sizeof told->name, "%s", viewed == NULL ? "" : viewed->name);
    return ok;
}
