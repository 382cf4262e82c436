#include "commands/grading.h"

#include "base/number.h"
#include "commands/commands.h"
#include "commands/expect.h"
#include "commands/groups.h"
#include "language/reader.h"

#include <string.h>

static const double KEY_TOLERANCE = 1e-9;

/* --- quizzes ---------------------------------------------------------------------------------- */

static bool not_a_choice(const struct quiz *quiz, struct failure *failure) {
    return quiz->kind == QUIZ_SEVERAL
               ? failure_set(failure, "choose some of 1 to %zu, as in: answer 1 %zu (or none)",
                             quiz->choice_count, quiz->choice_count)
               : failure_set(failure, "choose one of 1 to %zu, as in: answer 1",
                             quiz->choice_count);
}

/* One word of an answer: a choice's number or its letter; 0 for anything else. */
static size_t read_choice(const char *word, size_t length, size_t count) {
    double number;
    if (length == 1 && ((word[0] >= 'a' && word[0] <= 'z') || (word[0] >= 'A' && word[0] <= 'Z'))) {
        size_t letter = (size_t)((word[0] | 0x20) - 'a') + 1;
        return letter <= count ? letter : 0;
    }
    if (strspn(word, "0123456789") < length || number_read(word, length, &number, NULL) != length) {
        return 0;
    }
    return number <= (double)count ? (size_t)number : 0;
}

bool chosen_read(const struct quiz *quiz, const char *answer, struct chosen *chosen,
                 struct failure *failure) {
    static const char blanks[] = " \t,";
    size_t count = quiz->choice_count < CHOICES_LIMIT ? quiz->choice_count : CHOICES_LIMIT;
    *chosen = (struct chosen){0};
    const char *at = answer + strspn(answer, blanks);
    if (quiz->kind == QUIZ_SEVERAL && text_same(at, "none")) {
        return true;
    }
    while (*at != '\0') {
        size_t length = strcspn(at, blanks);
        size_t choice = read_choice(at, length, count);
        if (choice == 0) {
            return not_a_choice(quiz, failure);
        }
        uint64_t bit = (uint64_t)1 << (choice - 1);
        chosen->count += (chosen->bits & bit) != 0 ? 0 : 1;
        chosen->bits |= bit;
        at += length;
        at += strspn(at, blanks);
    }
    bool counted = quiz->kind == QUIZ_SEVERAL ? chosen->count > 0 : chosen->count == 1;
    return counted || not_a_choice(quiz, failure);
}

bool chosen_has(const struct chosen *chosen, size_t choice) {
    return choice < CHOICES_LIMIT && (chosen->bits >> choice & 1) != 0;
}

bool answer_number(struct session *session, const char *answer, double *number,
                   struct failure *failure) {
    struct failure unread = {0};
    struct tree *tree = reader_expression(answer, &unread);
    bool ok = tree != NULL && tree_is_leaf(tree->root) &&
              notebook_number(session_notebook(session), tree, number, &unread);
    tree_release(tree);
    return ok || failure_set(failure, "not a number: %s", answer);
}

struct tree *lesson_tree(struct session *session, const char *expression, struct failure *failure) {
    bool speaks = session->lesson_speaks;
    session->lesson_speaks = true;
    struct tree *typed = reader_expression(expression, failure);
    struct tree *tree = typed == NULL ? NULL : session_read(session, typed, false, failure);
    tree_release(typed);
    session->lesson_speaks = speaks;
    return tree;
}

/* The number EXPRESSION of the lesson gives. */
static bool lesson_number(struct session *session, const char *expression, double *number,
                          struct failure *failure) {
    struct tree *tree = lesson_tree(session, expression, failure);
    bool ok = tree != NULL && notebook_number(session_notebook(session), tree, number, failure);
    tree_release(tree);
    return ok;
}

bool quiz_key(struct session *session, const struct quiz *quiz, double *key, double *tolerance,
              struct failure *failure) {
    *tolerance = KEY_TOLERANCE;
    bool ok =
        lesson_number(session, quiz->key, key, failure) &&
        (quiz->tolerance == NULL || lesson_number(session, quiz->tolerance, tolerance, failure));
    if (!ok) {
        failure->placed = false;
        failure_prefix(failure, "the key %s of this question", quiz->key);
    }
    return ok;
}

bool quiz_grade(struct session *session, const struct quiz *quiz, const char *answer, bool *right,
                struct failure *failure) {
    if (quiz->kind == QUIZ_NUMBER) {
        double number;
        double key;
        double tolerance;
        bool ok = answer_number(session, answer, &number, failure) &&
                  quiz_key(session, quiz, &key, &tolerance, failure);
        *right = ok && numbers_near(number, key, tolerance);
        return ok;
    }
    struct chosen chosen;
    if (!chosen_read(quiz, answer, &chosen, failure)) {
        return false;
    }
    *right = true;
    for (size_t i = 0; i < quiz->choice_count; i++) {
        *right = *right && chosen_has(&chosen, i) == quiz->choices[i].right;
    }
    return true;
}

/* --- exercises -------------------------------------------------------------------------------- */

/* The lesson has defined NAME by now: what the learner made beside it is free. */
static bool is_lessons(const struct session *session, const char *name) {
    size_t stop = lesson_defines(session, name);
    return stop > 0 && stop <= session_stop(session);
}

static bool is_allowed(const struct exercise *exercise, const char *name) {
    bool allowed = exercise->allow_count == 0;
    for (size_t i = 0; i < exercise->allow_count; i++) {
        allowed = allowed || text_same(exercise->allowed[i], name);
    }
    return allowed;
}

static void open_goal(struct text *why, const char *what) {
    if (why != NULL) {
        text_format(why, "%s\n", what);
    }
}

/* The cell a change sets; false for a definition, and for a cell that is no longer there. */
static bool change_cell(const struct session *session, const struct change *change, size_t *cell) {
    struct definition *definition;
    struct failure gone = {0};
    return change->cell != NULL &&
           notebook_cell(session_notebook(session), change->cell, &definition, cell, &gone);
}

/* A change of LATER's cell, or of its whole definition, stands before it. */
static bool covers(const struct session *session, const struct change *earlier,
                   const struct change *later) {
    size_t one;
    size_t other;
    if (!text_same(earlier->name, later->name)) {
        return false;
    }
    return change_defines(earlier) || (change_cell(session, earlier, &one) &&
                                       change_cell(session, later, &other) && one == other);
}

/* Cells that were set, each once; a definition written anew counts as all its cells. */
static size_t count_cells(const struct session *session, const struct changes *changes) {
    size_t cells = 0;
    for (size_t i = 0; i < changes->count; i++) {
        const struct change *change = changes->list[i];
        const struct definition *definition =
            notebook_find(session_notebook(session), change->name);
        bool again = false;
        for (size_t k = 0; k < i; k++) {
            again = again || covers(session, changes->list[k], change);
        }
        if (again || definition == NULL || !is_lessons(session, change->name)) {
            continue;
        }
        cells += change_defines(change) ? shape_cells(&definition->value->shape) : 1;
    }
    return cells;
}

bool exercise_forbids(const struct session *session, const char *name, struct text *out) {
    size_t stop = session->exercise;
    if (stop == SIZE_MAX || session->answers[stop].state != ANSWER_OPEN) {
        return false;
    }
    const struct lesson *lesson = session->lesson;
    const struct exercise *exercise = lesson->parts[lesson->stops[stop].part].exercise;
    if (is_allowed(exercise, name)) {
        return false;
    }
    text_append(out, "in this exercise only ");
    for (size_t i = 0; i < exercise->allow_count; i++) {
        const char *between = i == 0 ? "" : i + 1 < exercise->allow_count ? ", " : " and ";
        text_format(out, "%s%s", between, exercise->allowed[i]);
    }
    text_append(out, " may be changed");
    return true;
}

size_t exercise_cells(const struct session *session) {
    struct changes changes = history_since_enter(session->history);
    return count_cells(session, &changes);
}

bool exercise_keeps_rules(const struct session *session, const struct exercise *exercise,
                          struct text *why) {
    struct changes changes = history_since_enter(session->history);
    bool kept = true;
    for (size_t i = 0; i < changes.count; i++) {
        const char *name = changes.list[i]->name;
        if (is_lessons(session, name) && !is_allowed(exercise, name)) {
            kept = false;
            if (why != NULL) {
                text_format(why, "%s may not be changed here: undo\n", name);
            }
            break;
        }
    }
    size_t cells = exercise_cells(session);
    if (exercise->changes >= 0 && cells > (size_t)exercise->changes) {
        kept = false;
        if (why != NULL) {
            text_format(why, "%zu cells are changed, at most %ld may be: undo\n", cells,
                        exercise->changes);
        }
    }
    return kept;
}

/* A goal that cannot even be evaluated, such as one on a name that is still to be defined, is open.
 */
static bool goal_holds(struct session *session, const char *goal, struct text *why) {
    struct failure failure = {0};
    struct text reason = {0};
    bool holds = false;
    goal += text_starts(goal, "expect ") ? strlen("expect ") : 0;
    if (!expect_holds(session, goal, &holds, &reason, &failure)) {
        open_goal(why, failure.message);
    } else if (!holds) {
        open_goal(why, text_string(&reason));
    }
    text_release(&reason);
    return holds;
}

bool exercise_met(struct session *session, const struct exercise *exercise, bool *met,
                  struct text *why, struct failure *failure) {
    bool speaks = session->lesson_speaks;
    session->lesson_speaks = true;
    *met = true;
    for (size_t i = 0; i < exercise->expect_count; i++) {
        *met = goal_holds(session, exercise->expects[i].text, why) && *met;
    }
    session->lesson_speaks = speaks;
    *met = exercise_keeps_rules(session, exercise, why) && *met;
    return why == NULL || text_ok(why, failure);
}
