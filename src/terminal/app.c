/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/app.h"

#include "base/checkpoint.h"
#include "base/clock.h"
#include "base/failure.h"
#include "base/file.h"
#include "base/utf8.h"
#include "classroom/sitting.h"
#include "commands/commands.h"
#include "commands/keys.h"
#include "notebook/train.h"
#include "panels/narration.h"
#include "panels/panels.h"
#include "play/presenter.h"
#include "session/outline.h"
#include "session/progress.h"
#include "session/question.h"
#include "session/trail.h"
#include "stage/stage.h"
#include "terminal/menu.h"
#include "terminal/screen.h"

#include <stdint.h>
#include <string.h>

/* How the screen shows a training: frames while it runs, its pace, and Ctrl-C.
 *
 * A training that would be over before it could be seen is given a second and a half, or the pace
 * it asks for; a key goes to the end at once, and does nothing else. A longer one is not slowed
 * down: between two frames, of which there are 25 a second, a step reads the clock twice. The clock
 * is read here and nowhere below: time decides when a frame is drawn, never what is learned. */
struct show {
    struct training_watch watch; /* the session's, while the screen is up */
    double begun, drawn;         /* seconds: the training, the frame before */
    size_t step;                 /* taken when it was drawn */
    bool over;                   /* Ctrl-C was pressed, or a key went to the end */
    bool skipped;                /* that was a key, which says so */
};

/* What the hooks share. */
struct app {
    struct session *session;
    struct screen_hooks hooks;
    struct terminal terminal;  /* what the terminal adds, as drawn last */
    struct stage stage;        /* what is planned of the lesson that is open */
    struct text text;          /* the prompt's line in it */
    struct panels_frame frame; /* the one that is on the screen */
    struct progress progress;
    struct sitting sitting;
    bool progress_reported;    /* that progress cannot be kept was said: once is enough */
    const struct lesson *open; /* the lesson progress is kept of */
    struct menu menu;
    struct show show;
    struct presenter presenter;
    enum theme saved_theme; /* the theme that is remembered, or was asked for */
};

static const struct source typed = {"prompt", 1, 1, SPEAKER_PERSON};

/* Problems with progress stop nothing; they are reported once, when that hides nothing else. */
static void report_progress_trouble(struct app *app, const struct failure *failure) {
    struct text *message = &app->session->view.last.message;
    if (!app->progress_reported && message->length == 0) {
        text_format(message, "Progress is not kept: %s", failure->message);
        app->progress_reported = true;
    }
}

/* Goes to the page where the learner was, and says so when it has moved. */
static bool resume_lesson(struct session *session, struct failure *failure) {
    const struct lesson *lesson = session->lesson;
    struct text log = {0}, key = {0}, line = {0}, title = {0};
    struct failure ignored = {0};
    bool ok = progress_read(&log, failure) &&
              progress_key(lesson->file, lesson->id, session->front.lesson_folders, &key, failure);
    struct visit visit = ok ? progress_visit(&log, &key, &title) : (struct visit){0};
    size_t page =
        visit.page > 0 ? lesson_find_page(lesson, visit.page - 1, text_string(&title)) + 1 : 1;
    if (page > 1 && page <= lesson->page_count) {
        text_format(&line, "goto page %zu", page);
        commands_run(session, &typed, text_string(&line), &ignored);
        trail_cut(session, 0); /* the learner has not moved yet */
        if (page != visit.page) {
            text_format(&session->view.last.message,
                        "The lesson has changed: the page you were on, %zu, is page %zu now",
                        visit.page, page);
        }
    }
    text_release(&title);
    text_release(&line);
    text_release(&key);
    text_release(&log);
    return ok;
}

/* Resumes a lesson that was just opened where the learner was, unless it was opened at another
 * place; writes down the present place. */
static void track_progress(struct app *app) {
    struct session *session = app->session;
    struct failure failure = {0};
    if (session->lesson != app->open && session->lesson != NULL && outline_page(session) == 0 &&
        session->review.count == 0 && !resume_lesson(session, &failure)) {
        report_progress_trouble(app, &failure);
    }
    app->open = session->lesson;
    if (!progress_note(&app->progress, session, &failure) ||
        (session->front.theme != app->saved_theme && !session->front.theme_on_trial &&
         !progress_save_theme(session->front.theme, &failure))) {
        report_progress_trouble(app, &failure);
    }
    app->saved_theme = session->front.theme_on_trial ? app->saved_theme : session->front.theme;
    sitting_record_saved(&app->sitting, session);
    struct text *message = &session->view.last.message, *notice = &app->sitting.notice;
    if (notice->length > 0 && message->length == 0) {
        text_append(message, text_string(notice));
        text_clear(notice);
    }
}

/* Sends what was copied to the terminal, or says why that is not possible. */
static void copy_to_clipboard(struct session *session) {
    struct text why = {0};
    if (session->copied.length > 0 &&
        !screen_copy(text_string(&session->copied), session->copied.length, &why)) {
        text_clear(&session->view.last.message);
        text_format(&session->view.last.message, "Not copied: %s; export writes a file",
                    text_string(&why));
    }
    text_release(&session->copied);
    text_release(&why);
}

/* Runs LINE. Once a prediction is made or skipped the lesson goes on to what happens, so that its
 * verdict comes at once, as for any question. Skipping is one move with that: as going on twice. */
static bool run_and_advance(struct app *app, const char *line, struct failure *failure) {
    struct session *session = app->session;
    const struct lesson *lesson = session->lesson;
    struct failure ignored = {0};
    size_t stop = question_answerable(session);
    const struct quiz *quiz = question_quiz(session, stop);
    bool predicts = quiz != NULL && quiz->predict && !quiz->sealed && quiz->settles != SIZE_MAX &&
                    session->answers[stop].state == ANSWER_OPEN;
    app->show.skipped = false;
    text_clear(&session->view.last.message); /* a training is drawn before the line has ended */
    size_t marks = session->trail_count;
    bool ok = commands_run(session, &typed, line, failure);
    if (ok && predicts && session->lesson == lesson && session_last(session) == stop &&
        session->answers[stop].state != ANSWER_OPEN) {
        bool skipped = session->answers[stop].state == ANSWER_SKIPPED;
        ok = commands_run(session, &typed, "advance", failure);
        trail_cut(session, skipped ? marks + 1 : session->trail_count);
    }
    said_take(session, ok ? NULL : failure, &ignored);
    if (ok && app->show.skipped) { /* before what came of it */
        struct text all = {0}, *message = &session->view.last.message;
        text_format(&all, "Went to the end of the training%s%s", message->length > 0 ? ": " : ".",
                    text_string(message));
        text_release(message);
        *message = all;
    }
    if (ok) {
        copy_to_clipboard(session);
        track_progress(app);
    }
    text_clear(&session->out);
    return ok;
}

/* Runs a line that a key or a click stands for. */
static enum screen_action run_key_line(struct app *app, const char *line) {
    struct failure failure = {0};
    run_and_advance(app, line, &failure);
    return app->session->quit ? SCREEN_QUIT : SCREEN_STAY;
}

/* Shows what is wrong with a line that was typed, or is the lesson's, and also where, if there is
 * room, because it is no longer at the prompt. */
static void show_mistake(struct session *session, struct failure *failure) {
    enum { INDENT = 3 };
    struct text name = {0};
    bool was_typed = text_same(failure->file, typed.file);
    text_append(&name, was_typed ? "" : file_base(failure->file));
    text_fill(failure->file, sizeof failure->file, "%s", text_string(&name));
    text_release(&name);
    if (utf8_columns(failure->excerpt, strlen(failure->excerpt)) + INDENT > session->front.width) {
        failure->excerpt[0] = '\0';
    }
    text_clear(&session->view.last.message);
    failure_print(failure, &session->view.last.message);
}

/* Escape closes what is on top and the message, or goes back from a search result;
 * otherwise it undoes the last step down. */
static enum screen_action clear_top(struct app *app) {
    struct session *session = app->session;
    struct view *view = &session->view;
    bool has_message = view->last.message.length > 0;
    bool found = session->lit == session_stop(session) && session->lit != SIZE_MAX &&
                 session->sought_from < session->trail_count;
    session->lit = SIZE_MAX;
    text_clear(&view->last.message);
    if (found && view->popup == POPUP_NONE) { /* back to where the search began */
        char line[32];
        text_fill(line, sizeof line, "back %zu", session->trail_count - session->sought_from);
        return run_key_line(app, line);
    }
    return has_message && view->popup == POPUP_NONE ? SCREEN_STAY : run_key_line(app, "close");
}

/* While something covers the picture, movement keys scroll it. */
static bool scroll_cover(struct app *app, const char *key) {
    struct view *view = &app->session->view;
    const struct showing *shows = &app->frame.shows;
    static const struct {
        const char *key;
        long lines, pages;
    } moves[] = {{"Up", -1, 0},     {"k", -1, 0},       {"Down", 1, 0},
                 {"j", 1, 0},       {"WheelUp", -3, 0}, {"WheelDown", 3, 0},
                 {"PageUp", 0, -1}, {"PageDown", 0, 1}, {"Space", 0, 1}};
    for (size_t i = 0; view->popup != POPUP_NONE && i < sizeof moves / sizeof moves[0]; i++) {
        if (text_same(moves[i].key, key)) {
            if (moves[i].pages > 0 && view->scroll >= shows->scroll_last) { /* a clicker gets on */
                bool over = narration_is_over(app->session);
                view->popup = POPUP_NONE;
                return !over;
            }
            long to =
                (long)view->scroll + moves[i].lines + moves[i].pages * (long)shows->scroll_page;
            view->scroll = to < 0 ? 0 : lesser((size_t)to, shows->scroll_last);
            return true;
        }
    }
    return false;
}

/* A digit, a point and a minus belong first to a question that can be answered. */
static bool take_answer(struct app *app, const char *key, struct text *fill,
                        enum screen_action *action) {
    struct text line = {0};
    bool prompt = false;
    bool answers = key_answers(app->session, key, &line, &prompt);
    if (answers && prompt) {
        text_append(fill, text_string(&line));
        *action = SCREEN_PROMPT;
    } else if (answers) {
        *action = run_key_line(app, text_string(&line));
    }
    text_release(&line);
    return answers;
}

static enum screen_action run_key(struct app *app, const struct key *key, struct text *fill) {
    struct text line = {0};
    struct failure failure = {0};
    struct text *message = &app->session->view.last.message;
    enum popup before = app->session->view.popup;
    enum screen_action action = SCREEN_STAY;
    text_clear(message);
    if (key_elsewhere(app->session, key, message)) {
        return action;
    }
    bool ok = key_line(app->session, key, &line, &failure);
    if (!ok) {
        text_append(message, failure.message);
    } else if (key->prompt) {
        text_append(fill, text_string(&line));
        action = SCREEN_PROMPT;
    } else {
        const char *group = key_group(key);
        struct view *view = &app->session->view;
        struct text answer = {0};
        text_append(&answer, text_string(&view->last.answer));
        action = run_key_line(app, text_string(&line));
        bool again = text_same(text_string(&answer), text_string(&view->last.answer));
        /* The effect of a key on the picture must be visible: no cover stays over it, except for
         * the page and its question, and what the key has just said; said again, that is closed. */
        if (view->popup == before &&
            (before == POPUP_ANSWER
                 ? again
                 : !text_same(group, "reading") && !text_same(group, "questions"))) {
            view->popup = POPUP_NONE;
        }
        text_release(&answer);
    }
    text_release(&line);
    return action;
}

/* --- what there is to choose from ------------------------------------------------------------- */

/* Keys choose while there is something to choose from. */
static bool take_menu_key(struct app *app, const char *name, enum screen_action *action) {
    struct session *session = app->session;
    struct text line = {0};
    bool found = session->view.popup == POPUP_FOUND;
    size_t opened = session->front.opened;
    bool taken = menu_key(&app->menu, session, name, &line);
    if (line.length > 0) {
        *action = run_key_line(app, text_string(&line));
    }
    if (found && session->front.opened != opened) { /* to what was looked for in it */
        *action = run_key_line(app, "again");
    }
    text_release(&line);
    return taken;
}

/* --- what the screen asks --------------------------------------------------------------------- */

static enum screen_action on_key(void *context, const char *name, struct text *fill) {
    struct app *app = context;
    struct view *view = &app->session->view;
    enum screen_action action = SCREEN_STAY;
    if (text_same(name, ":")) {
        return SCREEN_PROMPT;
    }
    if (text_same(name, "Escape")) {
        return clear_top(app);
    }
    if (take_menu_key(app, name, &action)) {
        return action;
    }
    if (scroll_cover(app, name) || take_answer(app, name, fill, &action)) {
        return action;
    }
    if (view->popup != POPUP_NONE && text_same(name, "q")) {
        return run_key_line(app, "close");
    }
    const struct key *key = key_find(name);
    if ((key == key_find("Space") &&
         stage_read_on(&app->stage, app->frame.part, app->frame.parts)) ||
        (key == key_find("PageUp") && stage_read_back(&app->stage, app->frame.part))) {
        text_clear(&view->last.message);
        return SCREEN_STAY;
    }
    if (key == NULL) {
        text_clear(&view->last.message);
        key_unbound(name, &view->last.message);
        return SCREEN_STAY;
    }
    return run_key(app, key, fill);
}

/* True while the question that is open is answered by formulas, and there is nothing over it. */
static bool is_writing(const struct session *session) {
    const struct quiz *quiz = question_quiz(session, question_open(session));
    return quiz != NULL && quiz->kind == &quiz_write && session->view.popup == POPUP_NONE;
}

/* A line that was run returns the keys to the grid, unless an answer needs more lines; one with a
 * mistake stays for correction. A colon in front comes from pressing the key that leads here once
 * more than needed. */
static enum screen_action on_line(void *context, const char *given, struct text *fill) {
    struct app *app = context;
    const char *line = given;
    line += strspn(line, " \t:");
    if (*line == '\0') {
        app->session->view.popup = POPUP_NONE;
        text_clear(&app->session->view.last.message);
        return SCREEN_GRID;
    }
    struct failure failure = {0};
    enum popup before = app->session->view.popup;
    bool ok = run_and_advance(app, line, &failure);
    if (ok && before == POPUP_LESSONS && app->session->view.popup == before) {
        app->session->view.popup = POPUP_NONE; /* what the line did would be behind the list */
    }
    if (!ok) {
        show_mistake(app->session, &failure);
        text_append(fill, failure.outside ? "" : given); /* what was stopped is not typed again */
        return SCREEN_PROMPT;
    }
    return app->session->quit         ? SCREEN_QUIT
           : is_writing(app->session) ? SCREEN_PROMPT
                                      : SCREEN_GRID;
}

/* The wheel changes what can be changed under it, and moves the cursor elsewhere; over words it
 * opens the whole page. */
static enum screen_action turn_wheel(struct app *app, bool up, enum pointed pointed,
                                     const char *line) {
    if (pointed == POINTED_WORDS) {
        return up ? run_key_line(app, "narration") : SCREEN_STAY;
    }
    if (pointed != POINTED_KNOB) {
        return run_key_line(app, up ? "move up" : "move down");
    }
    if (line[0] != '\0') {
        run_key_line(app, line);
    }
    return run_key_line(app, up ? "nudge up" : "nudge down");
}

static enum screen_action on_mouse(void *context, const char *button, size_t row, size_t column,
                                   struct text *fill) {
    struct app *app = context;
    enum screen_action action = SCREEN_STAY;
    if (take_menu_key(app, button, &action) || scroll_cover(app, button)) {
        return action;
    }
    struct text line = {0};
    enum pointed pointed =
        panels_click(app->session, &app->frame, (const size_t[]){row, column}, &line);
    if (text_starts(button, "Wheel")) {
        action = turn_wheel(app, text_same(button, "WheelUp"), pointed, text_string(&line));
    } else if (pointed == POINTED_CHOICE && app->terminal.prompt_focused &&
               text_starts(app->terminal.text, "answer ")) { /* of several: each click adds one */
        text_format(fill, "%s%s ", app->terminal.text, text_string(&line));
        action = SCREEN_PROMPT;
    } else if (pointed == POINTED_CHOICE) { /* as its digit typed */
        take_answer(app, text_string(&line), fill, &action);
    } else if (line.length > 0) {
        action = run_key_line(app, text_string(&line));
    }
    text_release(&line);
    return action;
}

/* Reads the lesson again once its file is saved; as long as that fails, the previous one stays. */
static bool on_look(void *context) {
    struct app *app = context;
    struct failure failure = {0};
    if (app->session->lesson == NULL || !lesson_was_saved(app->session->lesson)) {
        return false;
    }
    if (!run_and_advance(app, "reopen", &failure)) {
        show_mistake(app->session, &failure);
    }
    return true;
}

static bool on_draw(void *context, struct canvas *canvas, const struct screen_prompt *prompt,
                    size_t cursor[2]) {
    struct app *app = context;
    struct failure failure = {0};
    app->terminal.prompt_focused = prompt->focused;
    app->terminal.prefix = prompt->prefix;
    text_clear(&app->text);
    text_append(&app->text, prompt->text == NULL ? "" : prompt->text);
    app->terminal.text = text_string(&app->text);
    app->terminal.at = prompt->at;
    app->terminal.popup = prompt->popup;
    app->terminal.depth = prompt->depth;
    app->terminal.ascii = prompt->ascii;
    app->session->front.paint.theme = prompt->theme;
    app->terminal.shelf = menu_is_listing(&app->menu, app->session) ? &app->menu.shelf : NULL;
    app->terminal.visits = app->menu.visits;
    app->terminal.stage = &app->stage;
    app->hooks.mouse_off = app->session->front.mouse_off;
    app->hooks.theme = app->session->front.theme;
    bool drawn = panels_show(app->session, &app->terminal, canvas, &app->frame, &failure);
    memcpy(cursor, app->frame.cursor, sizeof app->frame.cursor);
    app->terminal.prefix = app->terminal.popup = NULL; /* borrowed for this frame */
    presenter_report(&app->presenter, app->session);
    return drawn;
}

static bool on_complete(void *context, const char *line, size_t at, size_t *start,
                        struct completion *completion) {
    struct app *app = context;
    return completion_find(app->session, line, at, start, completion);
}

/* --- a training ------------------------------------------------------------------------------- */

/* Draws the session as it is at MOMENT of its training. */
static bool show_moment(struct app *app, const struct training_moment *moment, double at) {
    struct show *show = &app->show;
    struct training_moment shown = *moment;
    shown.speed = (double)(moment->step - show->step) / (at - show->drawn);
    app->session->moment = &shown;
    bool goes_on = screen_show();
    app->session->moment = NULL;
    show->step = moment->step;
    show->drawn = at;
    return goes_on;
}

static bool on_step(void *context, const struct training_moment *moment) {
    const double frame_seconds = 0.04, show_seconds = 1.5;
    struct app *app = context;
    struct show *show = &app->show;
    double at = clock_seconds();
    if (moment->step == 1) {
        show->begun = show->drawn = at;
        show->step = 1;
        show->over = false;
    }
    if (!show->over && screen_key_pressed()) {
        show->over = show->skipped = true;
    }
    if (!show->over && at - show->drawn >= frame_seconds) {
        show->over = !show_moment(app, moment, at);
    }
    /* Waits until the training may take its next step: at its own pace, or so that all of it lasts
     * long enough to be seen. A key hurries it, and time that was skipped need not be waited for
     * afterwards. */
    const struct training_options *options = &moment->training->options;
    double pace = options->pace > 0 ? options->pace : (double)options->steps / show_seconds;
    double due = show->begun + (double)moment->step / pace, left = due - clock_seconds();
    if (!show->over && left >= 0.001 && !screen_pause((int)(left < 1 ? left * 1000 : 1000))) {
        show->begun -= due - clock_seconds();
    }
    return show->skipped || !show->over;
}

/* --- all -------------------------------------------------------------------------------------- */

/* Takes the theme that was asked for, or else the one chosen last. Choices are shown in the
 * learner's own order. An open lesson shows at least its first stop. */
static void begin_app(struct app *app, const struct app_options *options) {
    struct session *session = app->session;
    struct text log = {0};
    struct failure ignored = {0}; /* writing the progress reports it */
    progress_read(&log, &ignored);
    app->saved_theme = options->theme == THEME_COUNT ? progress_theme(&log) : options->theme;
    session->front.theme = app->hooks.theme = app->saved_theme;
    progress_seed(&log, &session->front.seed, &ignored);
    text_release(&log);
    app->open = options->resume ? NULL : session->lesson;
    if (session->lesson != NULL && session_stop(session) == 0) {
        commands_run(session, &typed, "advance", &ignored);
    }
    track_progress(app);
    text_clear(&session->out);
}

bool app_run(struct session *session, const struct app_options *options, struct failure *failure) {
    struct app app = {.session = session, .frame.shows.cell = true};
    app.hooks = (struct screen_hooks){.draw = on_draw,
                                      .key = on_key,
                                      .line = on_line,
                                      .mouse = on_mouse,
                                      .complete = on_complete,
                                      .context = &app,
                                      .look = options->watch ? on_look : NULL,
                                      .colour = options->colour};
    session->front.showing = &app.frame.shows;
    session->front.from_person = true;
    session->front.echo = true;
    begin_app(&app, options);
    app.show.watch = (struct training_watch){on_step, &app};
    session->front.watch = &app.show.watch;
    checkpoint_on_poll(screen_interrupted);
    bool ok = screen_run(&app.hooks, failure);
    checkpoint_on_poll(NULL);
    session->front.watch = NULL;
    session->front.showing = NULL;
    presenter_close(&app.presenter);
    panels_frame_release(&app.frame);
    stage_release(&app.stage);
    menu_release(&app.menu);
    text_release(&app.text);
    text_release(&app.progress.key);
    sitting_record_saved(&app.sitting, session);
    sitting_release(&app.sitting);
    return ok;
}
