#include "terminal/stage.h"

#include "base/checkpoint.h"
#include "base/failure.h"
#include "base/utf8.h"
#include "commands/commands.h"
#include "commands/completion.h"
#include "commands/keys.h"
#include "panels/panels.h"
#include "panels/said.h"
#include "session/progress.h"
#include "terminal/bookcase.h"
#include "terminal/rehearsal.h"
#include "terminal/screen.h"

#include <string.h>

enum { COUNT_LIMIT = 100000 };

/* What the hooks share. */
struct stage_state {
    struct session *session;
    struct stage stage;    /* what the terminal adds, as drawn last */
    struct canvas *canvas; /* the canvas drawn last, for clicks; not owned */
    struct progress progress;
    bool progress_told;        /* that progress cannot be kept was said: once is enough */
    const struct lesson *open; /* the lesson progress is kept of */
    struct bookcase bookcase;  /* the lessons to choose from, once they are SHELVED */
    bool shelved;
    size_t count; /* the number typed before a key; 0: none */
    bool lent;    /* a key began the line at the prompt: once run, the keys are back */
};

static const struct source typed = {"prompt", 1, 1};

/* Trouble with progress stops nobody; it is told once, where it hides nothing else. */
static void tell_progress(struct stage_state *state, const struct failure *failure) {
    struct text *message = &state->session->looks.last.message;
    if (!state->progress_told && message->length == 0) {
        text_format(message, "Progress is not kept: %s", failure->message);
        state->progress_told = true;
    }
}

/* Goes to the page the learner was on. */
static bool resume_lesson(struct session *session, struct failure *failure) {
    const struct lesson *lesson = session->lesson;
    struct text log = {0}, key = {0}, line = {0};
    struct failure ignored = {0};
    size_t page, pages;
    bool ok = progress_read(&log, failure) &&
              progress_key(lesson->file, lesson->id, session->lesson_folders, &key, failure);
    if (ok && progress_find(&log, &key, &page, &pages) && page > 1 && page <= lesson->page_count) {
        text_format(&line, "goto page %zu", page);
        commands_run(session, &typed, text_string(&line), &ignored);
    }
    text_release(&line);
    text_release(&key);
    text_release(&log);
    return ok;
}

/* A lesson that was just opened goes on where the learner was; where that is, is written down. */
static void follow_lesson(struct stage_state *state) {
    struct session *session = state->session;
    struct failure failure = {0};
    if (session->lesson != state->open && session->lesson != NULL) {
        progress_release(&state->progress);
        if (!resume_lesson(session, &failure)) {
            tell_progress(state, &failure);
        }
    }
    state->open = session->lesson;
    if (!progress_note(&state->progress, session, &failure)) {
        tell_progress(state, &failure);
    }
}

static bool run(struct stage_state *state, const char *line, struct failure *failure) {
    struct session *session = state->session;
    struct failure ignored = {0};
    bool ok = commands_run(session, &typed, line, failure);
    said_take(session, ok ? NULL : failure, &ignored);
    if (ok) {
        follow_lesson(state);
    }
    text_clear(&session->out);
    return ok;
}

/* A line that nobody typed: a key's, a click's. */
static enum screen_action run_line(struct stage_state *state, const char *line) {
    struct failure failure = {0};
    run(state, line, &failure);
    return state->session->quit ? SCREEN_QUIT : SCREEN_STAY;
}

/* What is wrong with a line that was typed, and where, when there is room for it: it is gone from
 * the prompt. */
static void show_mistake(struct session *session, struct failure *failure) {
    enum { INDENT = 3 };
    failure->file[0] = '\0';
    if (utf8_columns(failure->excerpt, strlen(failure->excerpt)) + INDENT > session->width) {
        failure->excerpt[0] = '\0';
    }
    text_clear(&session->looks.last.message);
    failure_print(failure, &session->looks.last.message);
}

/* Escape takes away what lies on top, then the count and the message. */
static void clear_top(struct stage_state *state) {
    struct looks *looks = &state->session->looks;
    looks->cover = COVER_NONE;
    looks->scroll = 0;
    state->count = 0;
    text_clear(&looks->last.message);
}

/* While something lies over the picture, keys that move scroll it. */
static bool scroll_cover(struct looks *looks, const char *key) {
    static const struct {
        const char *key;
        long lines, pages;
    } moves[] = {{"Up", -1, 0},     {"k", -1, 0},       {"Down", 1, 0},
                 {"j", 1, 0},       {"WheelUp", -3, 0}, {"WheelDown", 3, 0},
                 {"PageUp", 0, -1}, {"PageDown", 0, 1}, {"Space", 0, 1}};
    for (size_t i = 0; looks->cover != COVER_NONE && i < sizeof moves / sizeof moves[0]; i++) {
        if (text_same(moves[i].key, key)) {
            if (moves[i].pages > 0 && looks->scroll >= looks->scroll_last) {
                looks->cover = COVER_NONE; /* the end: a clicker gets on */
                return true;
            }
            long to =
                (long)looks->scroll + moves[i].lines + moves[i].pages * (long)looks->scroll_page;
            looks->scroll = to < 0 ? 0 : (size_t)to;
            return true;
        }
    }
    return false;
}

static bool is_digit(const char *key) {
    return key[0] >= '0' && key[0] <= '9' && key[1] == '\0';
}

/* A digit counts the key that follows; 0 only after another digit. */
static bool count_digit(struct stage_state *state, char digit) {
    if (state->count == 0 && digit == '0') {
        return false;
    }
    size_t count = state->count * 10 + (size_t)(digit - '0');
    state->count = count > COUNT_LIMIT ? COUNT_LIMIT : count;
    text_clear(&state->session->looks.last.message);
    text_format(&state->session->looks.last.message, "%zu", state->count);
    return true;
}

/* A digit belongs to a question that can be answered first, and so do a number's point and minus.
 */
static bool take_answer(struct stage_state *state, const char *key, struct text *fill,
                        enum screen_action *action) {
    struct text line = {0};
    bool prompt = false;
    bool answers = state->count == 0 && key_answers(state->session, key, &line, &prompt);
    if (answers && prompt) {
        text_append(fill, text_string(&line));
        state->lent = true;
        *action = SCREEN_PROMPT;
    } else if (answers) {
        *action = run_line(state, text_string(&line));
    }
    text_release(&line);
    return answers || (is_digit(key) && count_digit(state, key[0]));
}

/* What a key does to the picture is to be seen: no cover stays over it, but for the page and its
 * question. */
static void uncover(struct looks *looks, const struct key *key, enum cover before) {
    const char *group = key_group(key);
    bool beside = text_same(group, "reading") || text_same(group, "questions");
    if (looks->cover == before && before != COVER_ANSWER && !beside) {
        looks->cover = COVER_NONE;
    }
}

static enum screen_action run_key(struct stage_state *state, const struct key *key,
                                  struct text *fill) {
    struct text line = {0};
    struct failure failure = {0};
    struct text *message = &state->session->looks.last.message;
    enum cover before = state->session->looks.cover;
    enum screen_action action = SCREEN_STAY;
    bool ok = key_line(state->session, key, state->count, &line, &failure);
    state->count = 0;
    text_clear(message);
    if (!ok) {
        text_append(message, failure.message);
    } else if (key->prompt) {
        text_append(fill, text_string(&line));
        state->lent = true;
        action = SCREEN_PROMPT;
    } else {
        action = run_line(state, text_string(&line));
        uncover(&state->session->looks, key, before);
    }
    text_release(&line);
    return action;
}

/* All lessons are read to list them: that can wait until nothing else is there to be seen. */
static bool lists_lessons(struct stage_state *state, struct failure *failure) {
    struct session *session = state->session;
    if (session->lesson != NULL || session_notebook(session)->count > 0) {
        return false;
    }
    if (!state->shelved) {
        state->shelved = bookcase_open(&state->bookcase, session->lesson_folders, failure);
        if (!state->shelved) {
            bookcase_release(&state->bookcase);
        }
    }
    return state->shelved;
}

/* While no lesson is open the keys choose one. */
static bool choose(struct stage_state *state, const char *name, enum screen_action *action) {
    struct session *session = state->session;
    struct failure ignored = {0};
    struct text line = {0};
    bool taken = session->looks.cover == COVER_NONE && lists_lessons(state, &ignored) &&
                 bookcase_key(&state->bookcase, name, &line);
    if (line.length > 0) {
        *action = run_line(state, text_string(&line));
    }
    text_release(&line);
    return taken;
}

static enum screen_action on_key(void *context, const char *name, struct text *fill) {
    struct stage_state *state = context;
    struct looks *looks = &state->session->looks;
    enum screen_action action = SCREEN_STAY;
    state->lent = false;
    if (text_same(name, ":")) {
        return SCREEN_PROMPT;
    }
    if (text_same(name, "Escape")) {
        clear_top(state);
        return SCREEN_STAY;
    }
    if (choose(state, name, &action)) {
        return action;
    }
    if (scroll_cover(looks, name) || take_answer(state, name, fill, &action)) {
        return action;
    }
    if (looks->cover != COVER_NONE && text_same(name, "q")) {
        clear_top(state);
        return SCREEN_STAY;
    }
    const struct key *key = key_find(name);
    if (key == NULL) {
        state->count = 0;
        text_clear(&looks->last.message);
        key_unbound(name, &looks->last.message);
        return SCREEN_STAY;
    }
    return run_key(state, key, fill);
}

/* A colon in front is the key that leads here, pressed once more than needed. */
static enum screen_action on_line(void *context, const char *line) {
    struct stage_state *state = context;
    line += strspn(line, " \t:");
    if (*line == '\0') {
        clear_top(state);
        return SCREEN_GRID;
    }
    struct failure failure = {0};
    bool ok = run(state, line, &failure);
    if (!ok) {
        show_mistake(state->session, &failure);
    }
    return state->session->quit ? SCREEN_QUIT : ok && state->lent ? SCREEN_GRID : SCREEN_STAY;
}

static enum screen_action on_mouse(void *context, const char *button, size_t row, size_t column) {
    struct stage_state *state = context;
    struct looks *looks = &state->session->looks;
    if (scroll_cover(looks, button)) {
        return SCREEN_STAY;
    }
    struct text line = {0};
    enum screen_action action = SCREEN_STAY;
    if (text_same(button, "WheelUp") || text_same(button, "WheelDown")) {
        action = run_line(state, text_same(button, "WheelUp") ? "move up" : "move down");
    } else if (state->canvas != NULL && panels_click(state->session, &state->stage, state->canvas,
                                                     (const size_t[]){row, column}, &line)) {
        action = run_line(state, text_string(&line));
    }
    text_release(&line);
    return action;
}

static bool on_draw(void *context, struct canvas *canvas, const struct screen_prompt *prompt,
                    size_t cursor[2]) {
    struct stage_state *state = context;
    struct failure failure = {0};
    state->stage.prompt_focused = prompt->focused;
    state->stage.prefix = prompt->prefix;
    state->stage.text = prompt->text;
    state->stage.at = prompt->at;
    state->stage.popup = prompt->popup;
    state->stage.depth = prompt->depth;
    state->stage.ascii = prompt->ascii;
    state->session->ascii = prompt->ascii;
    state->stage.shelf = lists_lessons(state, &failure) ? &state->bookcase.shelf : NULL;
    state->stage.visits = state->bookcase.visits;
    state->stage.chosen = state->bookcase.chosen;
    state->canvas = canvas;
    return panels_draw(state->session, &state->stage, canvas, cursor, &failure);
}

static bool on_complete(void *context, const char *line, size_t at, size_t *start,
                        struct completion *completion) {
    struct stage_state *state = context;
    return completion_find(state->session, line, at, start, completion);
}

/* An open lesson shows its first stop at least. */
static void begin(struct stage_state *state, bool resume) {
    struct session *session = state->session;
    struct failure ignored = {0};
    state->open = resume ? NULL : session->lesson;
    if (session->lesson != NULL && session_stop(session) == 0) {
        commands_run(session, &typed, "advance", &ignored);
    }
    follow_lesson(state);
    text_clear(&session->out);
}

bool stage_run(struct session *session, const struct stage_options *options,
               struct failure *failure) {
    struct stage_state state = {.session = session};
    struct screen_hooks hooks = {.draw = on_draw,
                                 .key = on_key,
                                 .line = on_line,
                                 .mouse = on_mouse,
                                 .complete = on_complete,
                                 .context = &state,
                                 .theme = options->theme,
                                 .colour = options->colour};
    session->screen = true;
    session->from_person = true;
    session->echo = true;
    begin(&state, options->resume);
    struct rehearsal rehearsal;
    rehearsal_begin(&rehearsal, session);
    checkpoint_ask(screen_interrupted);
    bool ok = screen_run(&hooks, failure);
    checkpoint_ask(NULL);
    rehearsal_end(&rehearsal);
    session->screen = false;
    bookcase_release(&state.bookcase);
    progress_release(&state.progress);
    return ok;
}
