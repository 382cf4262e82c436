/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/keys.h"
#include "session/heads.h"
#include "session/question.h"

#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"
#include "canvas/canvas.h"
#include "commands/groups.h"
#include "commands/help.h"
#include "session/expect.h"
#include "session/wording.h"

#include <stdint.h>
#include <string.h>

static const struct key rows[] = {
    {.key = "Space",
     .also = "PageDown",
     .group = "going",
     .line = "advance",
     .sentence = "Go on to the next stop; at an open question, twice"},
    {.key = "PageUp", .line = "retreat", .sentence = "Go back to the stop before, as it was"},
    {.key = "n", .line = "next", .sentence = "One step on, as small as s and f have made it"},
    {.key = "b",
     .line = "back",
     .sentence = "Undo the last move: Space, n, s, f, r, Enter, a jump"},
    {.key = "s", .line = "into", .sentence = "Step into: operation, row, cell, term"},
    {.key = "f", .line = "out", .sentence = "Step out of it again"},
    {.key = "r", .line = "run", .sentence = "Run on to the next page, pause or question"},
    {.key = "Left",
     .also = "h",
     .group = "cursor",
     .line = "move left",
     .sentence = "The number to the left"},
    {.key = "Down", .also = "j", .line = "move down", .sentence = "The number below"},
    {.key = "Up", .also = "k", .line = "move up", .sentence = "The number above"},
    {.key = "Right", .also = "l", .line = "move right", .sentence = "The number to the right"},
    {.key = "Home", .also = "^", .line = "move first", .sentence = "The first number of the row"},
    {.key = "End", .also = "$", .line = "move last", .sentence = "The last number of the row"},
    {.key = "g", .line = "move top", .sentence = "The first row"},
    {.key = "G", .line = "move bottom", .sentence = "The last row"},
    {.key = "Tab",
     .line = "move next",
     .sentence = "To the next matrix on the screen, and round again"},
    {.key = "S-Tab", .line = "move previous", .sentence = "To the matrix before: Shift and Tab"},
    {.key = "]", .line = "turn next", .sentence = "The next head or batch"},
    {.key = "[", .line = "turn previous", .sentence = "The head or batch before"},
    {.key = ">", .line = "layer next", .sentence = "The same in the next layer"},
    {.key = "<", .line = "layer previous", .sentence = "The same in the layer before"},
    {.key = "Enter",
     .line = "dive",
     .empty = "advance",
     .sentence = "Dive into the number's left operand; dive 2: into its right one"},
    {.key = "Backspace", .line = "rise", .sentence = "Come back up from there; Escape too"},
    {.key = "e",
     .group = "changing",
     .line = "%c = ",
     .prompt = true,
     .sentence = "Type another number for the one under the cursor"},
    {.key = "+", .line = "nudge up", .sentence = "A little more"},
    {.key = "-", .line = "nudge down", .sentence = "A little less"},
    {.key = "}", .line = "nudging larger", .sentence = "+ and - by ten times as much"},
    {.key = "{", .line = "nudging smaller", .sentence = "+ and - by a tenth as much"},
    {.key = "~", .line = "flip", .sentence = "Flip the sign"},
    {.key = "p",
     .line = "pin %c = ",
     .prompt = true,
     .sentence = "Type a number to force a computed one to"},
    {.key = "X",
     .line = "ablate",
     .sentence = "Switch the head looked at off, or on again: off, its output is 0"},
    {.key = "u", .line = "undo", .sentence = "Undo the last change"},
    {.key = "C-r", .line = "redo", .sentence = "Redo it"},
    {.key = "=", .line = "baseline", .sentence = "Keep all present values to compare with"},
    {.key = "d",
     .group = "looking",
     .line = "differs",
     .sentence = "What differs from the baseline; the numbers again"},
    {.key = "x", .line = "explain", .sentence = "The arithmetic of the number under the cursor"},
    {.key = "w", .line = "why", .sentence = "All it was computed from, down to what was written"},
    {.key = "z",
     .line = "zoom",
     .sentence = "One matrix as large as it can be, as for a projector"},
    {.key = "y", .line = "copy", .sentence = "Copy the number, to the terminal's clipboard"},
    {.key = "Y", .line = "copy matrix", .sentence = "Copy the matrix, as NumPy writes it"},
    {.key = "T",
     .line = "theme next",
     .sentence = "The next colours, until you leave; :theme keep remembers them"},
    {.key = "O", .line = "overview", .sentence = "The whole computation at once; the page again"},
    {.key = "c", .line = "convention other", .sentence = "Words as columns; words as rows again"},
    {.key = "v", .group = "reading", .line = "narration", .sentence = "The whole text of the page"},
    {.key = "t",
     .line = "contents",
     .sentence = "The lesson's pages and what each defines, to go to one"},
    {.key = "/",
     .line = "find ",
     .prompt = true,
     .sentence = "Find words in the lesson, in names and labels, in other lessons"},
    {.key = "M-n", .line = "again on", .sentence = "The next place of what was found: Alt and n"},
    {.key = "M-N", .line = "again back", .sentence = "The place before"},
    {.key = "N", .line = "notes", .sentence = "The presenter's notes"},
    {.key = "Escape",
     .line = "close",
     .sentence = "Close the topmost box; otherwise come back up from the last dive"},
    {.key = "a",
     .group = "questions",
     .line = "answer ",
     .prompt = true,
     .sentence = "Type an answer; a choice also by its digit alone"},
    {.key = "H", .line = "hint", .sentence = "The next hint"},
    {.key = "S", .line = "skip", .sentence = "Skip the question; b asks it again"},
    {.key = ":",
     .group = "program",
     .line = "",
     .prompt = true,
     .sentence = "Type a formula or a command; Enter runs it, Escape goes back"},
    {.key = "o", .line = "lessons", .sentence = "The list of lessons, to open another"},
    {.key = "?", .also = "F1", .line = "keyboard", .sentence = "All keys"},
    {.key = "q", .line = "quit", .sentence = "Leave"},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

const struct key *key_at(size_t index) {
    return index < ROWS ? &rows[index] : NULL;
}

const char *key_group(const struct key *key) {
    while (key->group == NULL) {
        key--;
    }
    return key->group;
}

const struct key *key_find(const char *name) {
    for (size_t i = 0; i < ROWS; i++) {
        if (text_same(rows[i].key, name) ||
            (rows[i].also != NULL && text_has_word(rows[i].also, name))) {
            return &rows[i];
        }
    }
    return NULL;
}

/* --- the command line of a key ---------------------------------------------------------------- */

/* Appends the cursor's cell as it can be typed: a number inside a formula has no such name. */
static bool write_cursor_cell(const struct session *session, struct text *line,
                              struct failure *failure) {
    if (view_value(session) != NULL && session->view.operation != SIZE_MAX) {
        return failure_set(failure,
                           "this number is a step inside %s: only cells of named values can be set",
                           view_definition(session)->name);
    }
    return view_cell(session, line, failure);
}

/* True when the number looked at belongs to a formula that the open exercise asks to rewrite. */
static bool is_formula_asked(const struct session *session) {
    const struct definition *definition = view_definition(session);
    return definition != NULL && !definition->leaf && session->view.operation == SIZE_MAX &&
           exercise_names(session, definition->name);
}

/* True when QUIZ (NULL: no) is answered by formulas. */
static bool is_write_quiz(const struct quiz *quiz) {
    return quiz != NULL && question_kind(quiz)->write != NULL;
}

bool key_line(struct session *session, const struct key *key, struct text *line,
              struct failure *failure) {
    if (text_same(key->key, "e") && is_formula_asked(session)) {
        session_formula(session, view_definition(session), line);
        return text_ok(line, failure);
    }
    bool answers = text_starts(key->line, "answer");
    size_t question = answers ? question_answerable(session) : SIZE_MAX;
    if (answers && question == SIZE_MAX) {
        return failure_set(failure, "no question is open here");
    }
    if (is_write_quiz(question_quiz(session, question))) { /* a line each, as after : */
        return true;
    }
    bool empty = key->empty != NULL && view_value(session) == NULL;
    const char *written = empty ? key->empty : key->line, *cell = strstr(written, "%c");
    text_append_bytes(line, written, cell == NULL ? strlen(written) : (size_t)(cell - written));
    if (cell != NULL && !write_cursor_cell(session, line, failure)) {
        return false;
    }
    text_append(line, cell == NULL ? "" : cell + strlen("%c"));
    return text_ok(line, failure);
}

bool key_elsewhere(const struct session *session, const struct key *key, struct text *message) {
    const struct definition *definition = view_definition(session);
    if (!text_same(key->key, "e") || definition == NULL || definition->leaf ||
        session->view.operation != SIZE_MAX || is_formula_asked(session)) {
        return false;
    }
    const struct notebook *notebook = session_notebook(session);
    const struct definition *leaf = NULL; /* the last one: words come before weights */
    for (size_t i = 0; i < notebook->count; i++) {
        const struct definition *at = notebook->list[i];
        bool may = at->leaf && definition_depends(definition, at->name) &&
                   !exercise_forbids(session, at->name);
        leaf = may ? at : leaf;
    }
    if (leaf != NULL) {
        bool limited = exercise_forbids(session, definition->name);
        text_format(message, "%s is computed%s", definition->name, limited ? ". " : " from ");
        if (limited) {
            wording_allowed(exercise_open(session), "", message);
        } else {
            definition_leaves(definition, message);
        }
        text_format(message, ". Type :goto %s to change %s%s.", leaf->name, leaf->name,
                    limited ? "" : "; p forces this number");
    }
    return leaf != NULL;
}

bool key_answers(const struct session *session, const char *key, struct text *line, bool *prompt) {
    size_t stop = question_answerable(session);
    const struct quiz *quiz = question_quiz(session, stop);
    const struct question_kind *kind = quiz == NULL ? NULL : question_kind(quiz);
    if (kind == NULL || kind->keys == NULL || key[1] != '\0' || !strchr(kind->keys, key[0])) {
        return false;
    }
    bool digit = key[0] >= '0' && key[0] <= '9';
    size_t number = digit ? (size_t)(key[0] - '0') : 0;
    bool several = quiz->kind == &quiz_several; /* 0 says none of them */
    bool none =
        quiz->choice_count > 0 && ((number == 0 && !several) || number > quiz->choice_count);
    bool locked = quiz->predict && session->answers[stop].state == ANSWER_LOCKED;
    *prompt = !none && !locked && !question_takes_digit(quiz); /* locked: only to be told so */
    bool apart = quiz->choice_count > 0 && !kind->digit;       /* other choices come after it */
    text_format(line, "answer %s%s", key, apart ? " " : "");
    return true;
}

void key_unbound(const char *name, struct text *message) {
    bool leaves = text_same(name, "C-c"); /* it stops what runs, and nothing does */
    text_format(message, leaves ? "q leaves" : "%s does nothing here; ? lists the keys", name);
}

/* --- the footer ------------------------------------------------------------------------------- */

/* When a key has something to do; the footer names it only then. */
enum when {
    ALWAYS,
    MOVED,      /* there is a move to undo */
    LOOKING,    /* a number is looked at */
    COMPUTED,   /* and it is computed, from others or not */
    SEVERAL,    /* its value has several matrices */
    AMONG,      /* there are other matrices */
    INSIDE,     /* that number was computed from others */
    BELOW,      /* the learner has dived into a number, or stepped into a value */
    CHANGEABLE, /* the number may be changed */
    TYPING,     /* or its formula may */
    HEAD_ON,    /* it is in one of several heads, which is on */
    HEAD_OFF,   /* it is in a head that is off */
    CHANGED,    /* there is a change to undo */
    STEPPING,   /* replay is within a definition */
    GUIDED,     /* and a fence guides through its cells */
    READING,    /* a lesson is open */
    HINTED,     /* the question has another hint */
    ENDING,     /* the lesson is over, and suggests something to type */
    UNFINISHED, /* the lesson goes on */
    SAYING,     /* the answer is neither a choice nor formulas, and has to be typed */
    WRITING,    /* the answer is formulas */
    ASIDE,      /* it is not: a formula says something else */
    LONG,       /* what covers the stage is longer than the screen */
    FURTHER,    /* and goes on below it */
    ENDS        /* its end is seen */
};

/* The words of the footer, from left to right; where it is narrow those of the lowest ranks
 * remain. */
struct word {
    const char *says; /* begins with its key */
    unsigned rank;
    enum when when;
};

static const struct word going[] = {
    {"Space on", 1, ALWAYS},     {"n next", 5, STEPPING},     {"b back", 9, MOVED},
    {"f out", 10, GUIDED},       {"←↑↓→ cell", 4, SEVERAL},   {"Tab matrix", 5, AMONG},
    {"Enter inside", 6, INSIDE}, {"Escape out", 5, BELOW},    {"+ - turn", 6, CHANGEABLE},
    {"e type", 7, TYPING},       {"X head off", 9, HEAD_ON},  {"X head on", 5, HEAD_OFF},
    {"u undo", 8, CHANGED},      {": formula", 3, ENDING},    {": formula", 11, UNFINISHED},
    {"v text", 12, READING},     {"x explain", 13, COMPUTED}, {"z large", 14, LOOKING},
    {"? more", 0, ALWAYS},       {"q quit", 0, ALWAYS},
};

static const struct word trying[] = {
    {"←↑↓→ cell", 8, SEVERAL}, {"Tab matrix", 4, AMONG},    {"+ - turn", 5, CHANGEABLE},
    {"e type", 6, TYPING},     {"u undo", 7, CHANGED},      {"H hint", 3, HINTED},
    {"S skip", 9, ALWAYS},     {"Space on", 2, ALWAYS},     {": formula", 10, ALWAYS},
    {"v text", 11, READING},   {"x explain", 12, COMPUTED}, {"? more", 0, ALWAYS},
    {"q quit", 0, ALWAYS},
};

static const struct word answering[] = {
    {"a answer", 1, SAYING},   {": formula", 1, WRITING}, {"H hint", 3, HINTED},
    {"S skip", 5, ALWAYS},     {"Space on", 4, ALWAYS},   {"b back", 9, MOVED},
    {"←↑↓→ cell", 8, SEVERAL}, {"Tab matrix", 7, AMONG},  {": formula", 6, ASIDE},
    {"v text", 10, READING},   {"? more", 0, ALWAYS},     {"q quit", 0, ALWAYS},
};

static const struct word choosing[] = {
    {"Space Enter open", 1, ALWAYS}, {"Up Down choose", 2, ALWAYS}, {": formula", 3, ALWAYS},
    {"? more", 0, ALWAYS},           {"q quit", 0, ALWAYS},
};

static const struct word opening[] = {
    {"Space Enter open", 1, ALWAYS}, {"Up Down or a number choose", 3, ALWAYS},
    {"Escape close", 2, ALWAYS},     {"? more", 0, ALWAYS},
    {"q close", 0, ALWAYS},
};

static const struct word covered[] = {
    {"Escape close", 1, FURTHER}, {"Space Escape close", 1, ENDS},
    {"Up Down scroll", 3, LONG},  {"Space PageDown further", 2, FURTHER},
    {"? more", 0, ALWAYS},        {"q close", 0, ALWAYS},
};

static const struct {
    const struct word *words;
    size_t count;
} bars[] = {{going, sizeof going / sizeof *going},
            {trying, sizeof trying / sizeof *trying},
            {answering, sizeof answering / sizeof *answering},
            {choosing, sizeof choosing / sizeof *choosing},
            {opening, sizeof opening / sizeof *opening},
            {covered, sizeof covered / sizeof *covered}};
enum { GOING, TRYING, ANSWERING, CHOOSING, OPENING, COVERED, BAR_WORDS = 20, RANKS = 15 };

static bool hints_left(const struct session *session, size_t stop) {
    const struct quiz *quiz = question_quiz(session, stop);
    size_t count = quiz != NULL ? quiz->hint_count : question_exercise(session, stop)->hint_count;
    return session->answers[stop].hints < count;
}

/* True when the number looked at was written, not in a text, and no exercise forbids changing
 * it. */
static bool may_change_number(const struct session *session) {
    const struct definition *definition = view_definition(session);
    double number = definition->leaf ? definition_number(definition, session->view.cell) : 0;
    return definition->leaf && definition->text == NULL &&
           !exercise_forbids(session, definition->name) &&
           number + session->view.nudge >
               number; /* false for nan and for numbers that are too large */
}

/* Returns the quiz at STOP if it is answered by digits. */
static const struct quiz *choice_quiz_at(const struct session *session, size_t stop) {
    const struct quiz *quiz = question_quiz(session, stop);
    return quiz != NULL && quiz->choice_count > 1 ? quiz : NULL;
}

static bool is_lesson_over(const struct session *session) {
    return session->lesson != NULL && session_stop(session) == session->lesson->stop_count;
}

static bool does_something(const struct session *session, const struct keys_footer *footer,
                           enum when when) {
    size_t open = question_open(session);
    const struct quiz *quiz = question_quiz(session, open);
    const struct definition *definition = view_definition(session);
    bool looking = definition != NULL && shape_cells(&definition->value->shape) > 0;
    size_t last = footer->showing == NULL ? 0 : footer->showing->scroll_last;
    struct head head;
    switch (when) {
    case MOVED:
        return session->trail_count > 0 || session->lesson == NULL || stepping_can_retreat(session);
    case LOOKING:
        return looking;
    case COMPUTED:
        return looking && !definition->leaf;
    case SEVERAL:
        return looking && shape_cells(&view_value(session)->shape) > 1;
    case AMONG:
        return looking && cursor_has_next(session, footer->showing);
    case BELOW:
        return session->view.depth > 0 || stepping_is_inside(session);
    case CHANGEABLE:
        return looking && may_change_number(session);
    case TYPING:
        return looking && (may_change_number(session) || is_formula_asked(session));
    case HEAD_ON:
        return head_find(session, &head) && !head.off && head.count > 1;
    case HEAD_OFF:
        return head_find(session, &head) && head.off;
    case CHANGED:
        return history_undoable(session->history);
    case STEPPING:
        return session->focus.guided || stepping_is_inside(session);
    case GUIDED:
        return session->focus.guided && session->focus.place.grain != GRAIN_DEFINITION;
    case READING:
        return session->lesson != NULL;
    case HINTED:
        return open != SIZE_MAX && hints_left(session, open);
    case ENDING:
    case UNFINISHED:
        return is_lesson_over(session) == (when == ENDING);
    case SAYING:
        return choice_quiz_at(session, open) == NULL && !is_write_quiz(quiz);
    case WRITING:
    case ASIDE:
        return is_write_quiz(quiz) == (when == WRITING);
    case INSIDE:
        return footer->inside;
    case LONG:
        return last > 0;
    case FURTHER:
    case ENDS:
        return (last > session->view.scroll) == (when == FURTHER);
    case ALWAYS:
        break;
    }
    return true;
}

enum { SAYS = 48 };

/* Says how much + and - change a number when that was set. */
static void say_word(const struct session *session, const struct word *word, char out[SAYS]) {
    double nudge = session->view.nudge;
    char by[NUMBER_TEXT];
    number_short(by, nudge, 6);
    bool set = word->when == CHANGEABLE && !number_same(nudge, VIEW_NUDGE);
    text_fill(out, SAYS, "%s%s%s", word->says, set ? " by " : "", set ? by : "");
}

void keys_footer(const struct session *session, const struct keys_footer *footer,
                 struct text *out) {
    size_t open = footer->unasked ? SIZE_MAX : question_open(session), bar = GOING;
    if (footer->over != KEYS_STAGE) {
        bar = CHOOSING + (footer->over - KEYS_LESSONS); /* in the same order */
    } else if (open != SIZE_MAX) {
        bar = session->exercise != SIZE_MAX ? TRYING : ANSWERING;
    }
    const struct quiz *choice = bar <= ANSWERING ? choice_quiz_at(session, open) : NULL;
    size_t used = 0, start = out->length;
    char says[BAR_WORDS][SAYS] = {""}, answers[SAYS] = "";
    if (choice != NULL) {
        text_fill(answers, sizeof answers,
                  question_takes_digit(choice) ? "1-%zu answer" : "1-%zu Enter answer",
                  lesser(choice->choice_count, 9));
    }
    for (unsigned rank = 0; rank < RANKS; rank++) {
        for (size_t i = 0; i < bars[bar].count; i++) {
            const struct word *word = &bars[bar].words[i];
            if (word->rank != rank) {
                continue;
            }
            say_word(session, word, says[i]);
            size_t more = utf8_columns(says[i], strlen(says[i])) + (used > 0 ? 2 : 0);
            if (used + more <= footer->width && does_something(session, footer, word->when)) {
                used += more;
            } else {
                says[i][0] = '\0';
            }
        }
        if (rank == 0 && answers[0] != '\0' && used + strlen(answers) + 2 <= footer->width) {
            text_append(out, answers);
            used += strlen(answers) + 2;
        }
    }
    for (size_t i = 0; i < bars[bar].count; i++) {
        const char *between = says[i][0] != '\0' && out->length > start ? "  " : "";
        text_format(out, "%s%s", between, says[i]);
    }
}

/* --- the list of keys ------------------------------------------------------------------------- */

/* Appends the keys and what they do: "  Space PageDown  Go on to the next stop". */
void keys_write(size_t width, struct text *out) {
    struct text keys = {0};
    for (size_t i = 0; i < ROWS; i++) {
        const struct key *key = &rows[i];
        if (key->group != NULL) {
            help_heading(key->group, i > 0, out);
        }
        text_clear(&keys);
        text_format(&keys, "%s%s%s", key->key, key->also == NULL ? "" : " ",
                    key->also == NULL ? "" : key->also);
        help_line(text_string(&keys), key->sentence, 16, width, out);
    }
    text_release_into(&keys, out);
    text_append(out, "\n");
    canvas_wrap("While a question is open, digits answer it.", 0, width, out);
    text_append(out, "\n");
    canvas_wrap("What the signs on the screen mean: help signs.", 0, width, out);
    text_append(out, "\n");
    canvas_wrap("The mouse: a click goes to a number or a name, or chooses an answer; the wheel "
                "changes a number that may be changed. `mouse off` lets the terminal select text.",
                0, width, out);
}
