/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/prompt.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/text.h"
#include "base/utf8.h"
#include "commands/commands.h"
#include "terminal/input.h"
#include "terminal/restore.h"
#include "terminal/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

enum {
    HISTORY_LINES = 2000,
    HISTORY_READ = 1 << 20,  /* bytes of the file that are read at most */
    HISTORY_BYTES = 1 << 18, /* bytes that are left of a file that grew over half of that */
    CONTROL_C = 3,
    ESCAPE = 27
};

#define FIRST_PREFIX "qkv> "
#define NEXT_PREFIX "...> "

/* What the screen wants from readline while that waits for a key. It reaches readline as a Ctrl-C,
 * bound to obey_wish(), again and again until obey_wish() is called: a search or an argument that
 * waits for more takes the first one as its own end. */
enum wish { WISH_NONE, WISH_PASTE, WISH_FILL, WISH_LEAVE };

/* readline calls back without a context, and there is one readline. */
static struct prompt {
    struct prompt_hooks hooks;
    struct text pending; /* lines given while a bracket is open */
    struct text history; /* the file's path; "" when nothing is kept */
    bool begun, reading;
    bool cancelled; /* Ctrl-C */
    /* Used on the screen. */
    struct text keys; /* bytes from NEXT on are not read by readline yet */
    size_t next;
    bool escaped; /* the last key was Escape */
    enum wish wish;
    bool keeps, left;      /* of WISH_LEAVE: it keeps what is typed; it was obeyed */
    struct text insertion; /* what is to be inserted */
    struct text draft;     /* typed so far, while no line is read */
    size_t draft_cursor;   /* where the cursor was in it */
    FILE *discarded;       /* where readline prints */
    struct text prefix, shown, popup, candidates;
} here;

static void report_trouble(const char *sentence) {
    here.hooks.complain(here.hooks.context, sentence);
}

/* --- history ---------------------------------------------------------------------------------- */

static void complain_of_history(const struct failure *failure) {
    struct text text = {0};
    text_append(&text, "History is not kept: ");
    utf8_sanitise(&text, failure->message, strlen(failure->message), false);
    report_trouble(text.failed ? "Out of memory." : text_string(&text));
    text_release(&text);
}

/* Adds each line as an entry, made safe to show, because another program may have written the file.
 */
static void add_history_lines(const char *bytes, size_t length) {
    size_t at = 0;
    while (at < length) {
        const char *end = memchr(bytes + at, '\n', length - at);
        size_t line = end == NULL ? length - at : (size_t)(end - bytes) - at;
        struct text entry = {0};
        if (line > 0 && line <= INPUT_LIMIT) {
            utf8_sanitise(&entry, bytes + at, line, false);
        }
        if (entry.length > 0 && !entry.failed) {
            add_history(text_string(&entry));
        }
        text_release(&entry);
        at += line + 1;
    }
}

/* Loads the newest lines of the file, and shortens a file that grew too long to them. */
static bool load_history(const char *path, struct failure *failure) {
    struct text file = {0};
    size_t at = 0;
    bool ok = !file_exists(path) || file_read(path, HISTORY_READ, &file, failure);
    bool longer = ok && file.length > HISTORY_READ / 2;
    if (longer) {
        at = file.length - HISTORY_BYTES;
        const char *end = memchr(file.bytes + at, '\n', HISTORY_BYTES);
        at = end == NULL ? file.length : (size_t)(end - file.bytes) + 1;
    }
    if (ok && file.length > 0) {
        add_history_lines(file.bytes + at, file.length - at);
        ok = !longer || file_save(path, file.bytes + at, file.length - at, failure);
    }
    text_release(&file);
    return ok;
}

static void open_history(void) {
    struct text *path = &here.history;
    struct failure failure = {0};
    using_history();
    stifle_history(HISTORY_LINES);
    if (!file_state_folder(path)) {
        text_clear(path);
        return;
    }
    bool ok = file_make_folder(text_string(path), &failure);
    text_append(path, "/history");
    if (!ok || !load_history(text_string(path), &failure)) {
        text_clear(path);
        complain_of_history(&failure);
    }
}

/* Saves the entry GIVEN, unless it equals the last one. Its lines are joined, which means the same
 * unless one of them ends in a comment; such an entry is written line by line. After a line could
 * not be written no more are. */
static void remember_entry(const char *given) {
    struct text entry = {0};
    struct failure failure = {0};
    size_t length = strlen(given);
    bool joined = memchr(given, '#', length) == NULL;
    utf8_sanitise(&entry, given, length, false);
    for (size_t i = 0; joined && i < entry.length; i++) {
        entry.bytes[i] = entry.bytes[i] == '\n' ? ' ' : entry.bytes[i];
    }
    HIST_ENTRY *last = history_length == 0 ? NULL : history_get(history_base + history_length - 1);
    bool again = last != NULL && text_same(last->line, text_string(&entry));
    if (entry.length > 0 && entry.length <= INPUT_LIMIT && !entry.failed && !again) {
        add_history_lines(entry.bytes, entry.length);
        if (here.history.length > 0 &&
            !file_append(text_string(&here.history), entry.bytes, entry.length, &failure)) {
            text_clear(&here.history);
            complain_of_history(&failure);
        }
    }
    using_history(); /* readline may have begun its next line already, below the entry */
    text_release(&entry);
}

/* --- entries --------------------------------------------------------------------------------- */

static const char *prefix_now(void) {
    return here.pending.length > 0 ? NEXT_PREFIX : FIRST_PREFIX;
}

static enum prompt_result take_line(const char *line, struct text *given) {
    struct text *pending = &here.pending;
    enum input_entry entry = input_gather(pending, line);
    if (entry == INPUT_WHOLE) {
        remember_entry(text_string(pending));
        text_append(given, text_string(pending));
        text_clear(pending);
    } else if (entry == INPUT_TOO_LONG || entry == INPUT_NO_MEMORY) {
        report_trouble(entry == INPUT_NO_MEMORY
                           ? "Out of memory."
                           : "That is longer than 64 KiB: put it into a file, and load it.");
    }
    return entry == INPUT_WHOLE || entry == INPUT_EMPTY ? PROMPT_GIVEN : PROMPT_OPEN;
}

/* --- keys ------------------------------------------------------------------------------------ */

/* While a line is read Ctrl-C is a key and not a signal, so that it never interrupts readline's own
 * steps: resetting its state from outside corrupts it. */
static void prepare_terminal(int meta) {
    struct termios modes;
    rl_prep_terminal(meta);
    if (tcgetattr(STDIN_FILENO, &modes) == 0) {
        modes.c_cc[VINTR] = _POSIX_VDISABLE;
        tcsetattr(STDIN_FILENO, TCSADRAIN, &modes);
    }
}

static void clear_line(void) {
    rl_end_of_history(1, 0);
    rl_kill_full_line(1, 0);
    text_clear(&here.pending);
    here.cancelled = true;
    rl_set_prompt(FIRST_PREFIX);
    if (rl_editing_mode == 0) {
        rl_vi_insertion_mode(1, 'i'); /* the user types a line next, not vi's commands */
    }
    rl_done = here.hooks.wait == NULL;
}

/* Ends the line and keeps its text for the next one. */
static void leave_line(void) {
    text_clear(&here.draft);
    here.draft_cursor = 0;
    if (here.keeps) {
        text_append(&here.draft, rl_line_buffer);
        here.draft_cursor = (size_t)rl_point;
    } else {
        text_clear(&here.pending);
    }
    rl_end_of_history(1, 0); /* an entry that was recalled keeps the undo list as its own */
    rl_kill_full_line(1, 0);
    here.left = true;
    rl_done = 1;
}

/* What Ctrl-C does: it obeys a wish of the screen; when it was typed, it clears the line. */
static int obey_wish(int count, int key) {
    enum wish wish = here.wish;
    (void)count;
    (void)key;
    here.wish = WISH_NONE;
    if (wish == WISH_LEAVE) {
        leave_line();
        return 0;
    }
    if (wish != WISH_PASTE) {
        clear_line();
    }
    if (wish != WISH_NONE) {
        rl_begin_undo_group();
        rl_insert_text(text_string(&here.insertion));
        rl_end_undo_group();
    }
    return 0;
}

/* Reads for readline from the terminal. No broken UTF-8 enters its line, because half a character
 * makes readline wait or loop for ever. */
static int next_byte(FILE *stream) {
    static struct input_characters characters = {.read = rl_getc};
    return input_character(&characters, stream);
}

static bool keys_wait(void) {
    return here.next < here.keys.length;
}

/* On the screen: returns the next byte of a key, for which the screen waits and draws. */
static int next_key(FILE *stream) {
    (void)stream;
    while (!keys_wait() && here.wish == WISH_NONE) {
        here.hooks.wait(here.hooks.context, -1);
    }
    return here.wish != WISH_NONE ? CONTROL_C : (unsigned char)here.keys.bytes[here.next++];
}

/* True when another key that could continue this one follows. The Escape key is known to be alone.
 */
static int key_follows(void) {
    int microseconds = rl_set_keyboard_input_timeout(0);
    rl_set_keyboard_input_timeout(microseconds);
    if (microseconds > 0 && !prompt_is_busy() && !here.escaped) {
        here.hooks.wait(here.hooks.context, microseconds / 1000);
    }
    return prompt_is_busy();
}

/* --- completion ------------------------------------------------------------------------------ */

/* The candidates of a completion; each contains all that is typed before it. */
static struct {
    struct completion found;
    const char *typed;
    size_t start, next;
} completing;

static char *no_breaks(void) {
    static char none[] = "";
    return none;
}

/* Returns the whole line with the next candidate; readline frees it. */
static char *next_match(const char *text, int state) {
    struct text whole = {0};
    (void)text;
    completing.next = state == 0 ? 0 : completing.next;
    if (completing.next == completing.found.count) {
        return NULL;
    }
    text_append_bytes(&whole, completing.typed, completing.start);
    text_append(&whole, completing.found.list[completing.next++]);
    char *copy = whole.failed ? NULL : strdup(text_string(&whole));
    text_release(&whole);
    return copy;
}

static char **complete_word(const char *word, int begin, int end) {
    struct text line = {0};
    char **matches = NULL;
    size_t start = 0, before = here.pending.length;
    struct completion *found = &completing.found;
    (void)begin;
    rl_attempted_completion_over = 1;
    text_append(&line, text_string(&here.pending));
    text_append_bytes(&line, rl_line_buffer, (size_t)end);
    if (!line.failed &&
        here.hooks.complete(here.hooks.context, text_string(&line), line.length, &start, found) &&
        start >= before) {
        /* A blank follows a lone command word and nothing else: names and operators continue with a
         * bracket as often as not. */
        bool command = found->count == 1 && start == 0 &&
                       command_find(found->list[0], strlen(found->list[0])) != NULL;
        rl_completion_append_character = command ? ' ' : '\0';
        text_clear(&here.candidates); /* all on one line, for the popup */
        for (size_t i = 0; i < found->count; i++) {
            text_append(&here.candidates, i == 0 ? "" : "  ");
            utf8_sanitise(&here.candidates, found->list[i], strlen(found->list[i]), false);
        }
        completing.typed = rl_line_buffer;
        completing.start = start - before;
        matches = rl_completion_matches(word, next_match);
    }
    completion_release(found);
    text_release(&line);
    return matches;
}

/* --- on the screen ---------------------------------------------------------------------------- */

static void show_candidates(char **matches, int count, int longest) {
    if (here.hooks.wait != NULL) {
        text_clear(&here.popup);
        text_append(&here.popup, text_string(&here.candidates));
        return;
    }
    for (int i = 0; i <= count; i++) {
        matches[i] += completing.start;
    }
    rl_display_match_list(matches, count, longest - (int)completing.start);
    for (int i = 0; i <= count; i++) {
        matches[i] -= completing.start;
    }
    rl_forced_update_display();
}

static void do_nothing(void) {
}

static void prepare_nothing(int meta) {
    (void)meta;
}

/* Starts the line with what was typed before. */
static int insert_draft(void) {
    rl_insert_text(text_string(&here.draft));
    rl_point = here.draft_cursor < (size_t)rl_end ? (int)here.draft_cursor : rl_end;
    text_clear(&here.draft);
    return 0;
}

/* Runs before rl_initialize: with our own redisplay readline asks nothing of the terminal. */
static void detach_readline(void) {
    here.discarded = fopen("/dev/null", "w");
    rl_outstream = here.discarded; /* a lone match and dump-functions print, whatever we say */
    rl_catch_signals = 0;
    rl_catch_sigwinch = 0;
    rl_prep_term_function = prepare_nothing;
    rl_deprep_term_function = do_nothing;
    rl_redisplay_function = do_nothing; /* the screen draws */
    rl_getc_function = next_key;
    rl_input_available_hook = key_follows;
    rl_startup_hook = insert_draft;
}

/* Replaces what the screen does instead of readline: reading pastes and showing vi's mode. Also
 * turns off what would wait for a key: half a second at a bracket, and the question whether to show
 * all completions; and binds the keys that readline takes from the terminal's description, which it
 * has not read. */
static void overrule_inputrc(void) {
    static const struct {
        const char *keys;
        rl_command_func_t *function;
    } rows[] = {{"\\e[3~", rl_delete},         {"\\e[1~", rl_beg_of_line},
                {"\\e[7~", rl_beg_of_line},    {"\\e[4~", rl_end_of_line},
                {"\\e[8~", rl_end_of_line},    {"\\e[1;5C", rl_forward_word},
                {"\\e[1;5D", rl_backward_word}};
    rl_variable_bind("enable-bracketed-paste", "off");
    rl_variable_bind("blink-matching-paren", "off");
    rl_variable_bind("show-mode-in-prompt", "off");
    rl_completion_query_items = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rl_bind_keyseq_if_unbound(rows[i].keys, rows[i].function);
    }
}

/* True when readline is in the middle of something that takes more keys. */
static bool waits_for_more(void) {
    return here.reading &&
           RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_MULTIKEY |
                      RL_STATE_NUMERICARG | RL_STATE_CHARSEARCH | RL_STATE_VIMOTION);
}

void prompt_key(const char *bytes, size_t length) {
    bool meta = length > 1 && bytes[0] == ESCAPE;
    text_clear(&here.popup);
    if (meta && (unsigned char)bytes[1] >= 0x80) {
        return; /* Alt with a letter that is no ASCII would be inserted in halves */
    }
    if (!keys_wait()) {
        text_clear(&here.keys);
        here.next = 0;
    }
    text_append_bytes(&here.keys, bytes, length);
    here.escaped = length == 1 && bytes[0] == ESCAPE;
}

void prompt_paste(const char *bytes, size_t length, bool cut) {
    text_clear(&here.popup);
    text_clear(&here.insertion);
    input_pasted(&here.insertion, bytes, cut ? 0 : length);
    if (cut || here.insertion.failed) {
        report_trouble(cut ? "That paste is longer than 64 KiB: put it into a file, and load it."
                           : "Out of memory.");
    } else {
        here.wish = WISH_PASTE;
    }
}

void prompt_fill(const char *text) {
    text_clear(&here.popup);
    if (text[0] != '\0') {
        text_clear(&here.insertion);
        text_append(&here.insertion, text);
        here.wish = WISH_FILL;
    }
}

void prompt_leave(bool keep) {
    if (here.reading && here.wish != WISH_LEAVE) {
        here.keeps = keep;
        here.wish = WISH_LEAVE;
    }
}

bool prompt_is_busy(void) {
    return here.wish != WISH_NONE || keys_wait();
}

bool prompt_is_empty(void) {
    size_t typed = here.reading ? (size_t)rl_end : here.draft.length;
    return typed == 0 && here.pending.length == 0 && !waits_for_more();
}

/* With vi's keys Escape has work to do on a line. */
bool prompt_can_escape(void) {
    bool vi = rl_editing_mode == 0;
    return prompt_is_empty() || (!vi && !waits_for_more());
}

bool prompt_is_bound(const char *bytes, size_t length) {
    int type;
    return rl_function_of_keyseq_len(bytes, length, NULL, &type) != NULL;
}

void prompt_say(const char *sentence) {
    text_clear(&here.popup);
    text_append(&here.popup, sentence);
}

void prompt_show(struct screen_prompt *shown) {
    bool vi_command = here.reading && rl_editing_mode == 0 &&
                      rl_get_keymap() == rl_get_keymap_by_name("vi-command");
    const char *prompt = here.reading ? rl_display_prompt : prefix_now();
    size_t at = here.reading ? (size_t)rl_point : here.draft_cursor;
    const char *line = here.reading ? rl_line_buffer : text_string(&here.draft);
    text_clear(&here.prefix);
    text_append(&here.prefix, vi_command ? "(vi) " : "");
    input_shown(&here.prefix, prompt, strlen(prompt));
    text_clear(&here.shown);
    input_shown(&here.shown, line, at);
    shown->at = here.shown.length;
    input_shown(&here.shown, line + at, strlen(line + at));
    shown->prefix = text_string(&here.prefix);
    shown->text = text_string(&here.shown);
    shown->popup = text_string(&here.popup);
}

void prompt_resize(size_t rows, size_t columns) {
    if (here.begun) { /* else readline would take this for its beginning */
        rl_set_screen_size((int)rows, (int)columns);
    }
}

/* --- beginning, reading, ending -------------------------------------------------------------- */

void prompt_start(const struct prompt_hooks *hooks) {
    here.hooks = *hooks;
    here.begun = true;
    rl_readline_name = "qkv";
    rl_change_environment = 0;
    rl_attempted_completion_function = complete_word;
    rl_completion_word_break_hook =
        no_breaks; /* where a word begins is found out by the completion */
    rl_completion_display_matches_hook = show_candidates;
    if (hooks->wait != NULL) {
        detach_readline();
    } else {
        restore_guard(isatty(STDOUT_FILENO) ? "\x1b[?2004l\r" : "");
        rl_prep_term_function = prepare_terminal;
        rl_getc_function = next_byte;
    }
    rl_variable_bind("show-all-if-ambiguous", "on"); /* the user's inputrc comes later and wins */
    rl_initialize();
    rl_bind_key_in_map(CONTROL_C, obey_wish, rl_get_keymap_by_name("emacs-standard"));
    rl_bind_key_in_map(CONTROL_C, obey_wish, rl_get_keymap_by_name("vi-insert"));
    rl_bind_key_in_map(CONTROL_C, obey_wish, rl_get_keymap_by_name("vi-command"));
    open_history();
    if (hooks->wait != NULL) {
        overrule_inputrc();
    }
}

/* Readline lets an entry that was edited and left point to the changes of that line, which it frees
 * with the line, and would free again when the entry is recalled: a new line begins without. */
static void forget_old_changes(void) {
    HIST_ENTRY **list = history_list();
    for (size_t i = 0; list != NULL && list[i] != NULL; i++) {
        list[i]->data = NULL;
    }
}

enum prompt_result prompt_read(struct text *given) {
    enum prompt_result result = PROMPT_OPEN;
    text_clear(given);
    while (result == PROMPT_OPEN) {
        here.cancelled = here.left = false;
        here.reading = true;
        forget_old_changes();
        char *line = readline(prefix_now());
        here.reading = false;
        if (line == NULL || here.left) {
            result = PROMPT_LEFT;
        } else if (here.cancelled && here.hooks.wait == NULL) {
            result = PROMPT_CANCELLED;
        } else {
            result = take_line(line, given);
        }
        free(line);
    }
    return result;
}

size_t prompt_columns(void) {
    int rows;
    int columns;
    rl_get_screen_size(&rows, &columns);
    return columns < 0 ? 0 : (size_t)columns;
}

void prompt_stop(void) {
    if (here.hooks.wait != NULL) {
        rl_outstream = stdout;
        if (here.discarded != NULL) {
            (void)fclose(here.discarded);
        }
    } else {
        restore_unguard();
    }
    struct text *texts[] = {&here.pending, &here.history, &here.keys,  &here.insertion, &here.draft,
                            &here.prefix,  &here.shown,   &here.popup, &here.candidates};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        text_release(texts[i]);
    }
    here = (struct prompt){0};
}
