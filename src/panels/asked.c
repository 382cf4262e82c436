/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* asked: the quiz or the exercise that the lesson is at, with its choices, what was answered, and
 * what became of it; and the goals of an exercise. */
#include "panels/asked.h"

#include "canvas/prose.h"
#include "session/question.h"

#include <stdint.h>
#include <string.h>

const struct quiz *scene_quiz(const struct scene *scene) {
    return question_quiz(scene->session, session_last(scene->session));
}

const struct exercise *scene_exercise(const struct scene *scene) {
    return question_exercise(scene->session, session_last(scene->session));
}

/* --- a quiz ----------------------------------------------------------------------------------- */

/* A quiz and what was answered, while it is being written. */
struct asked {
    const struct quiz *quiz;
    const struct answer *answer;
    struct chosen chosen; /* none while nothing was */
    struct session speaker;
};

/* That of STOP, to be written WIDTH columns wide. */
static struct asked ask(const struct scene *scene, size_t stop, size_t width) {
    struct failure unread = {0};
    struct asked asked = {.quiz = question_quiz(scene->session, stop),
                          .answer = &scene->session->answers[stop],
                          .speaker = scene_speaker(scene, width)};
    if (asked.quiz->choice_count > 0 && asked.answer->given != NULL) {
        chosen_read(asked.quiz, asked.answer->given, &asked.chosen, &unread);
    }
    return asked;
}

enum { HANGING = 6 };

void asked_put(struct session *speaker, const char *before, const char *words, enum style style) {
    size_t columns = canvas_columns(before);
    prose_words(session_flow(speaker, before, columns <= HANGING ? columns : 0), words, style);
}

static void put(struct asked *asked, const char *before, const char *words, enum style style) {
    asked_put(&asked->speaker, before, words, style);
}

/* The mark and the number before choice I, and how it is written. */
static enum style mark_choice(const struct asked *asked, size_t i, char mark[24]) {
    bool shows = question_settled(asked->answer) && !asked->quiz->predict;
    bool chosen = chosen_has(&asked->chosen, i);
    bool right = shows && asked->quiz->choices[i].right;
    text_fill(mark, 24, "%s%s%zu. ", right ? "✓" : " ", chosen ? "▶" : " ", i + 1);
    return right ? STYLE_GOOD : chosen ? STYLE_STRONG : STYLE_PLAIN;
}

/* Many that are a word each stand in one line, where it holds them: the board needs the rows. */
static bool put_in_line(struct asked *asked, struct question_lines *lines) {
    enum { MANY = 5 };
    const struct quiz *quiz = asked->quiz;
    size_t column = 0;
    char mark[24];
    for (size_t i = 0; i < quiz->choice_count && i < QUESTION_CHOICES; i++) {
        mark_choice(asked, i, mark);
        lines->columns[i] = column;
        column += canvas_columns(mark) + canvas_columns(quiz->choices[i].text) + 1;
        column += strpbrk(quiz->choices[i].text, "` ") != NULL ? asked->speaker.front.width : 0;
        lines->columns[i + 1] = column;
    }
    lines->in_line = quiz->choice_count >= MANY && quiz->choice_count < QUESTION_CHOICES &&
                     column <= asked->speaker.front.width;
    if (!lines->in_line) {
        return false;
    }
    size_t row = scene_count(text_string(&asked->speaker.out));
    struct flow flow = session_flow(&asked->speaker, "", 0);
    for (size_t i = 0; i < quiz->choice_count; i++) {
        enum style style = mark_choice(asked, i, mark);
        struct text choice = {0};
        lines->choices[i] = row;
        text_format(&choice, "%s%s", mark, quiz->choices[i].text);
        flow_add_whole(&flow, text_string(&choice), style);
        flow_add(&flow, " ", STYLE_PLAIN);
        text_release(&choice);
    }
    flow_end(&flow);
    return true;
}

/* The right choices are shown once the question is settled, and not by a prediction: it keeps them
 * until what it predicts has run, and then it is behind us. */
static void put_choices(struct asked *asked, struct question_lines *lines) {
    lines->choice_count = lesser(asked->quiz->choice_count, QUESTION_CHOICES);
    bool done = put_in_line(asked, lines);
    for (size_t i = 0; !done && i < asked->quiz->choice_count; i++) {
        char mark[24];
        enum style style = mark_choice(asked, i, mark);
        if (i < QUESTION_CHOICES) {
            lines->choices[i] = scene_count(text_string(&asked->speaker.out));
        }
        put(asked, mark, asked->quiz->choices[i].text, style);
    }
    lines->choices[lines->choice_count] = scene_count(text_string(&asked->speaker.out));
}

/* What the lesson says of the choices that are right (if RIGHT) or wrong: of those chosen, and
 * where the question is settled of the right ones in any case. */
static void put_feedback(struct asked *asked, bool right) {
    bool several = asked->quiz->kind == QUIZ_SEVERAL, wrong = asked->answer->state == ANSWER_WRONG;
    const char *before = !several && !wrong ? "  " : right ? "  ✓ " : "  ✗ ";
    for (size_t i = 0; i < asked->quiz->choice_count; i++) {
        const struct choice *choice = &asked->quiz->choices[i];
        bool told = chosen_has(&asked->chosen, i) || (right && question_settled(asked->answer));
        if (choice->right == right && told && choice->feedback[0] != '\0') {
            struct text words = {0};
            text_format(&words, several ? "%s: %s" : "%s%s", several ? choice->text : "",
                        choice->feedback);
            put(asked, before, text_string(&words), STYLE_EMPHASIS);
            text_release_into(&words, &asked->speaker.out);
        }
    }
}

/* Which slips give the number that was answered. */
static void put_slips(struct asked *asked) {
    if (asked->answer->slips != NULL) {
        put(asked, "  ", asked->answer->slips, STYLE_EMPHASIS);
    }
}

/* Why the right answer is right, and what was chosen is not. */
static void put_reasons(struct asked *asked) {
    put_feedback(asked, true);
    if (asked->quiz->explanation != NULL) {
        put(asked, "  ", asked->quiz->explanation, STYLE_PLAIN);
    }
    put_feedback(asked, false);
    put_slips(asked);
}

static void put_hints(struct asked *asked) {
    size_t count = asked->quiz->hint_count;
    for (size_t i = 0; i < asked->answer->hints && i < count; i++) {
        char before[48];
        text_fill(before, sizeof before, "Hint %zu of %zu: ", i + 1, count);
        put(asked, before, asked->quiz->hints[i], STYLE_PLAIN);
    }
}

/* What to do about an open question. */
static void put_call(struct asked *asked) {
    struct text words = {0};
    if (asked->quiz->kind == QUIZ_WORD) {
        text_append(&words, "Press a and type the word, then Enter.");
    } else if (asked->quiz->kind == QUIZ_NUMBER) {
        text_append(&words, "Type ");
        question_call(&asked->speaker, asked->quiz, &words);
        text_append(&words, ", then Enter.");
    } else if (asked->quiz->kind == QUIZ_SEVERAL) {
        text_format(&words, "Type all that hold, as in 1 %zu, then Enter; or none.",
                    asked->quiz->choice_count);
    } else {
        text_format(&words, "Press 1 to %zu.", asked->quiz->choice_count);
    }
    put(asked, "Your answer: ", text_string(&words), STYLE_STRONG);
    text_release_into(&words, &asked->speaker.out);
}

/* How the answer was taken. */
static void put_state(struct asked *asked) {
    switch (asked->answer->state) {
    case ANSWER_OPEN:
        if (asked->answer->given != NULL) {
            put(asked, "✗ ",
                asked->quiz->kind == QUIZ_SEVERAL ? "Not right, or not all of it. Once more?"
                                                  : "Not right. Once more?",
                STYLE_BAD);
            put_feedback(asked, true);
            put_feedback(asked, false);
            put_slips(asked);
        }
        return;
    case ANSWER_LOCKED:
        if (asked->quiz->sealed) {
            put(asked, "Taken: ", asked->answer->given, STYLE_STRONG);
            put(asked, "", "It is judged when you hand it in. Space goes on.", STYLE_PLAIN);
            return;
        }
        put(asked, asked->quiz->choice_count == 0 ? "Locked: " : "Locked. ",
            asked->quiz->choice_count == 0 ? asked->answer->given : "", STYLE_STRONG);
        put(asked, "", "Space shows what happens.", STYLE_PLAIN);
        return;
    case ANSWER_RIGHT:
        put(asked, "✓ ", "Right.", STYLE_GOOD);
        break;
    case ANSWER_WRONG:
        put(asked, "✗ ", "Not right.", STYLE_BAD);
        break;
    case ANSWER_SKIPPED:
        put(asked, "", "Skipped.", STYLE_STRONG);
        break;
    }
    put_reasons(asked);
}

static struct text quiz_text(struct scene *scene, size_t width, struct question_lines *lines) {
    struct asked asked = ask(scene, session_last(scene->session), width);
    put(&asked, question_heading(asked.quiz), asked.quiz->question, STYLE_STRONG);
    put_choices(&asked, lines);
    put_hints(&asked);
    put_state(&asked);
    if (asked.answer->state == ANSWER_OPEN) {
        lines->answer = scene_count(text_string(&asked.speaker.out));
        put_call(&asked);
    }
    return asked.speaker.out;
}

/* --- predictions that were settled ------------------------------------------------------------ */

/* Whether the answer is numbers that read otherwise than RIGHT, and were near enough. */
static bool is_near(struct asked *asked, const char *right) {
    struct failure none = {0};
    struct numbers given;
    struct text shown = {0};
    if (asked->quiz->kind != QUIZ_NUMBER ||
        !question_numbers(&asked->speaker, asked->answer->given,
                          question_count(&asked->speaker, asked->quiz), &given, &none)) {
        return false;
    }
    question_write(&asked->speaker, &given, false, &shown);
    bool near = !text_same(text_string(&shown), right);
    text_release_into(&shown, &asked->speaker.out);
    return near;
}

static void put_verdict(struct asked *asked) {
    enum answer_state state = asked->answer->state;
    struct text right = {0}, words = {0};
    question_right(&asked->speaker, asked->quiz, &right);
    bool near = state == ANSWER_RIGHT && is_near(asked, text_string(&right));
    const char *before = state == ANSWER_RIGHT ? "✓ As you said: " : "Answer: ";
    if (state == ANSWER_WRONG || near) {
        before = near ? "✓ You said " : "✗ You said ";
        question_said(asked->quiz, asked->answer->given, &words);
        text_append(&words, "; it is ");
    }
    text_append(&words, text_string(&right));
    put(asked, before, text_string(&words),
        state == ANSWER_RIGHT   ? STYLE_GOOD
        : state == ANSWER_WRONG ? STYLE_BAD
                                : STYLE_STRONG);
    put_reasons(asked);
    text_append(&asked->speaker.out, "\n");
    text_release(&right);
    text_release(&words);
}

struct text question_verdict(struct scene *scene, size_t width) {
    const struct session *session = scene->session;
    size_t passed = session->rest_owed ? 0 : session_stop(session);
    struct text said = {0};
    for (size_t i = passed; i-- > 0;) {
        const struct quiz *quiz = question_quiz(session, i);
        if (quiz != NULL && !quiz->sealed && quiz->settles == passed &&
            question_settled(&session->answers[i])) {
            struct asked asked = ask(scene, i, width);
            put_verdict(&asked);
            text_append(&said, text_string(&asked.speaker.out));
            text_release(&asked.speaker.out);
        }
    }
    return said;
}

/* --- and those that wait for it --------------------------------------------------------------- */

/* The stop of the one asked last; SIZE_MAX: none waits. */
static size_t waiting_stop(const struct scene *scene) {
    const struct session *session = scene->session;
    size_t passed = session_stop(session);
    size_t run = passed - (passed > 0 && session->rest_owed); /* its steps are still to come */
    for (size_t i = passed > 0 ? passed - 1 : 0; i-- > 0;) {
        if (question_due(session, i) > run) {
            return i;
        }
    }
    return SIZE_MAX;
}

const struct quiz *scene_waiting(const struct scene *scene) {
    return question_quiz(scene->session, waiting_stop(scene));
}

struct text question_waiting(struct scene *scene, size_t width) {
    size_t stop = waiting_stop(scene);
    if (stop == SIZE_MAX) {
        return (struct text){0};
    }
    struct asked asked = ask(scene, stop, width);
    put(&asked, question_heading(asked.quiz), asked.quiz->question, STYLE_STRONG);
    struct question_lines lines;
    bool all = put_in_line(&asked, &lines);
    for (size_t i = 0; !all && i < asked.quiz->choice_count; i++) {
        char mark[24];
        text_fill(mark, sizeof mark, " ▶%zu. ", i + 1);
        if (chosen_has(&asked.chosen, i)) {
            put(&asked, mark, asked.quiz->choices[i].text, STYLE_STRONG);
        }
    }
    if (asked.answer->state == ANSWER_SKIPPED) {
        put(&asked, "", "Skipped.", STYLE_STRONG);
    } else if (asked.quiz->choice_count == 0 && asked.answer->given != NULL) {
        put(&asked, "You said ", asked.answer->given, STYLE_STRONG);
    }
    return asked.speaker.out;
}

/* --- the panels --------------------------------------------------------------------------------
 */

struct text question_text(struct scene *scene, size_t width, struct question_lines *lines) {
    *lines = (struct question_lines){.answer = SIZE_MAX};
    return scene_quiz(scene) != NULL       ? quiz_text(scene, width, lines)
           : scene_exercise(scene) != NULL ? exercise_text(scene, width)
                                           : (struct text){0};
}

static size_t question_rows(struct scene *scene, size_t width, size_t most) {
    struct question_lines lines;
    struct text text = question_text(scene, width - 2, &lines);
    return scene_measure(&text, most);
}

/* Where it does not all fit the end goes on standing there: what there is to choose and to do. */
static void question_draw(struct scene *scene, const struct canvas *canvas) {
    struct question_lines lines;
    struct canvas inside = canvas_inside(canvas);
    struct text text = question_text(scene, inside.columns, &lines);
    size_t count = scene_count(text_string(&text));
    size_t first = count > canvas->rows ? count - canvas->rows : 0;
    canvas_put_lines(&inside, text_string(&text), first);
    if (first > 0) {
        canvas_put_right(canvas, 0, canvas->columns, "… v: all", STYLE_DIM);
    }
    if (lines.answer != SIZE_MAX && lines.answer >= first) {
        scene_place(scene, &inside, lines.answer - first, 0);
    }
    for (size_t i = 0; i < lines.choice_count; i++) {
        size_t end = lines.in_line ? lines.choices[i] + 1 : lines.choices[i + 1];
        for (size_t k = greater(lines.choices[i], first); k < end; k++) {
            size_t left = lines.in_line ? lines.columns[i] : 0;
            size_t width = lines.in_line ? lines.columns[i + 1] - left : inside.columns;
            canvas_tag(&inside, k - first, left, width, (struct canvas_tag){SCENE_QUESTION, i + 1});
        }
    }
    text_release(&text);
}

const struct panel question_panel = {.rows = question_rows, .draw = question_draw};

static size_t goals_rows(struct scene *scene, size_t width, size_t most) {
    struct text text = {0};
    if (scene_exercise(scene) != NULL) {
        text = exercise_goals(scene, width - 2, false);
    }
    return scene_measure(&text, most);
}

static void goals_draw(struct scene *scene, const struct canvas *canvas) {
    struct canvas inside = canvas_inside(canvas);
    struct text text = exercise_goals(scene, inside.columns, false);
    canvas_put_lines(&inside, text_string(&text), 0);
    text_release(&text);
}

const struct panel goals_panel = {.rows = goals_rows, .draw = goals_draw};
