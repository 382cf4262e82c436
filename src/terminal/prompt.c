/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/prompt.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/text.h"
#include "base/utf8.h"
#include "commands/commands.h"
#include "terminal/macros.h"
#include "terminal/restore.h"
#include "terminal/screen.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

enum {
    HISTORY_LINES = 2000,
    HISTORY_READ = 1 << 20, /* bytes of the file that are read at most */
    HISTORY_KEPT = 1 << 18, /* bytes that are left of a file that grew over half of that */
    CONTROL_C = 3,
    CONTROL_X = 24,
    ESCAPE = 27
};

#define FIRST_PREFIX "qkv> "
#define NEXT_PREFIX "...> "
#define OUT_OF_MEMORY "qkv: out of memory\n"

/* What readline allocates by: it exports them, and ours come first. */
void *xmalloc(size_t size);
void *xrealloc(void *block, size_t size);

/* readline calls back without a context, and there is one readline. */
static struct prompt {
    struct prompt_hooks hooks;
    enum prompt_mode mode;
    struct text pending; /* lines given while a bracket is open */
    struct text history; /* the file's path; "" when nothing is kept */
    bool begun;
    bool cancelled; /* Ctrl-C */

    /* While it is fed. */
    const char *queue; /* bytes of the key that readline has not asked for yet */
    size_t queued;
    bool dry;         /* it asked for more than there was */
    FILE *nowhere;    /* where readline prints */
    struct text line; /* that was ended */
    bool ended, left; /* what readline's handler was told */
    struct text prefix, shown, popup, candidates;
    struct macros macros;
} here;

static void complain(const char *sentence) {
    here.hooks.complain(here.hooks.context, sentence);
}

/* readline's own would say so on the screen that is about to go, and leave the terminal raw. */
static void *need(void *block) {
    if (block == NULL) {
        restore_now();
        rl_deprep_term_function();
        ssize_t told = write(STDERR_FILENO, OUT_OF_MEMORY, sizeof OUT_OF_MEMORY - 1);
        (void)told;
        _exit(2);
    }
    return block;
}

void *xmalloc(size_t size) {
    return need(malloc(size));
}

void *xrealloc(void *block, size_t size) {
    return need(realloc(block, size));
}

/* --- history ---------------------------------------------------------------------------------- */

static void complain_of_history(const struct failure *failure) {
    struct text text = {0};
    text_append(&text, "History is not kept: ");
    utf8_sanitise(&text, failure->message, strlen(failure->message), false);
    complain(text.failed ? "Out of memory." : text_string(&text));
    text_release(&text);
}

/* Each is an entry, made safe to show: another program may have written the file. */
static void add_lines(const char *bytes, size_t length) {
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

/* A file that grew too long is shortened to its newest lines. */
static bool load_history(const char *path, struct failure *failure) {
    struct text file = {0};
    size_t at = 0;
    bool ok = !file_exists(path) || file_read(path, HISTORY_READ, &file, failure);
    bool longer = ok && file.length > HISTORY_READ / 2;
    if (longer) {
        at = file.length - HISTORY_KEPT;
        const char *end = memchr(file.bytes + at, '\n', HISTORY_KEPT);
        at = end == NULL ? file.length : (size_t)(end - file.bytes) + 1;
    }
    if (ok && file.length > 0) {
        add_lines(file.bytes + at, file.length - at);
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

/* What was GIVEN as it is kept: its lines are joined, which means the same unless one of them ends
 * in a comment; such an entry stays as it is, line by line. Empty when it is none to be kept. */
static void make_entry(const char *given, struct text *entry) {
    size_t length = strlen(given);
    bool joined = memchr(given, '#', length) == NULL;
    utf8_sanitise(entry, given, length, false);
    for (size_t i = 0; joined && i < entry->length; i++) {
        entry->bytes[i] = entry->bytes[i] == '\n' ? ' ' : entry->bytes[i];
    }
    if (entry->failed || entry->length > INPUT_LIMIT) {
        text_release(entry);
    }
}

/* Once a line could not be written none is any more. */
static void remember(const char *given) {
    struct text entry = {0};
    struct failure failure = {0};
    make_entry(given, &entry);
    HIST_ENTRY *last = history_length == 0 ? NULL : history_get(history_base + history_length - 1);
    bool again = last != NULL && text_same(last->line, text_string(&entry));
    if (entry.length > 0 && !again) {
        add_lines(entry.bytes, entry.length);
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
    switch (input_gather(pending, line)) {
    case INPUT_TOO_LONG:
        complain("That is longer than 64 KiB: put it into a file, and load it.");
        return PROMPT_OPEN;
    case INPUT_NO_MEMORY:
        complain("Out of memory.");
        return PROMPT_OPEN;
    case INPUT_OPEN:
        return PROMPT_OPEN;
    case INPUT_WHOLE:
        remember(text_string(pending));
        text_append(given, text_string(pending));
        text_clear(pending);
        return PROMPT_GIVEN;
    default:
        return PROMPT_GIVEN;
    }
}

/* --- keys ------------------------------------------------------------------------------------ */

/* Ctrl-C is a key and not a signal while a line is read, so that it never comes between readline's
 * own steps: resetting its state from outside corrupts it. */
static void prepare_terminal(int meta) {
    struct termios modes;
    rl_prep_terminal(meta);
    if (tcgetattr(STDIN_FILENO, &modes) == 0) {
        modes.c_cc[VINTR] = _POSIX_VDISABLE;
        tcsetattr(STDIN_FILENO, TCSADRAIN, &modes);
    }
}

static int clear_line(int count, int key) {
    (void)count;
    (void)key;
    rl_end_of_history(1, 0);
    rl_kill_full_line(1, 0);
    here.cancelled = true;
    if (here.mode == PROMPT_READS) {
        rl_done = 1;
    }
    return 0;
}

/* No broken UTF-8 enters readline's line: half a character there makes it wait or loop for ever. */
static int next_byte(FILE *stream) {
    static struct input_characters characters = {.read = rl_getc};
    return input_character(&characters, stream);
}

/* --- completion ------------------------------------------------------------------------------ */

/* The word that is completed: readline chose by its own rules that it begins at byte BEGIN of LINE;
 * ours begins at START. */
struct word {
    const char *line;
    size_t begin, start;
};

/* CANDIDATE as it reads from BEGIN on: with what lies between when ours begins later. readline
 * frees it. */
static char *fit(const char *candidate, const struct word *word) {
    struct text fitted = {0};
    if (word->start < word->begin) {
        size_t skip = word->begin - word->start;
        text_append(&fitted, strlen(candidate) >= skip ? candidate + skip : "");
    } else {
        text_append_bytes(&fitted, word->line + word->begin, word->start - word->begin);
        text_append(&fitted, candidate);
    }
    char *copy = fitted.failed ? NULL : strdup(text_string(&fitted));
    text_release(&fitted);
    return copy;
}

/* What follows the one candidate of a word that begins at START: a blank behind a command word,
 * nothing (0) behind others, since names and operators go on with a bracket as often as not. */
static char ending(const struct completion *completion, size_t start) {
    bool command = completion->count == 1 && start == 0 &&
                   command_find(completion->list[0], strlen(completion->list[0])) != NULL;
    return command ? ' ' : '\0';
}

/* All on one line, for the popup. */
static void list_candidates(const struct completion *completion) {
    text_clear(&here.candidates);
    for (size_t i = 0; i < completion->count; i++) {
        const char *candidate = completion->list[i];
        text_append(&here.candidates, i == 0 ? "" : "  ");
        utf8_sanitise(&here.candidates, candidate, strlen(candidate), false);
    }
}

/* What readline wants: the longest common beginning, then the candidates; one candidate stands
 * alone. */
static char **make_matches(const struct completion *completion, const struct word *word) {
    char **matches = calloc(completion->count + 2, sizeof *matches);
    size_t count = 0;
    size_t common = SIZE_MAX;
    for (size_t i = 0; matches != NULL && i < completion->count; i++) {
        char *fitted = fit(completion->list[i], word);
        if (fitted == NULL) {
            continue;
        }
        matches[++count] = fitted;
        size_t shared = 0;
        while (shared < common && fitted[shared] != '\0' && fitted[shared] == matches[1][shared]) {
            shared++;
        }
        common = shared;
    }
    if (count == 0) {
        free(matches);
        return NULL;
    }
    if (count == 1) {
        matches[0] = matches[1];
        matches[1] = NULL;
        return matches;
    }
    matches[0] = strndup(matches[1], utf8_edge(matches[1], common));
    return matches;
}

static char **complete(const char *word, int begin, int end) {
    struct text line = {0};
    struct completion completion = {0};
    char **matches = NULL;
    size_t start = 0;
    size_t before = here.pending.length;
    (void)word;
    rl_attempted_completion_over = 1;
    text_append(&line, text_string(&here.pending));
    text_append_bytes(&line, rl_line_buffer, (size_t)end);
    if (!line.failed &&
        here.hooks.complete(here.hooks.context, text_string(&line), line.length, &start,
                            &completion) &&
        start >= before) {
        rl_completion_append_character = (unsigned char)ending(&completion, start);
        list_candidates(&completion);
        struct word typed = {rl_line_buffer, (size_t)begin, start - before};
        matches = make_matches(&completion, &typed);
    }
    completion_release(&completion);
    text_release(&line);
    return matches;
}

/* --- being fed ------------------------------------------------------------------------------- */

/* readline asks only while there is something; were it to ask for more, a Ctrl-G ends the asking.
 */
static int next_queued(FILE *stream) {
    (void)stream;
    if (here.queued == 0) {
        here.dry = true;
        return CTRL('G');
    }
    here.queued--;
    return (unsigned char)*here.queue++;
}

static int queue_waits(void) {
    return here.queued > 0;
}

/* readline is in the middle of something that takes more keys. */
static bool waits_for_more(void) {
    return RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_MULTIKEY |
                      RL_STATE_NUMERICARG | RL_STATE_CHARSEARCH | RL_STATE_VIMOTION);
}

/* Two lists that share an edit share all before it. */
static bool lists_meet(const UNDO_LIST *a, const UNDO_LIST *b) {
    while (a != NULL && a->next != NULL) {
        a = a->next;
    }
    while (b != NULL && b->next != NULL) {
        b = b->next;
    }
    return a != NULL && a == b;
}

/* What was typed before the history was asked is given up. */
static void give_up_saved_line(const UNDO_LIST *edits) {
    rl_undo_list = NULL;
    rl_maybe_unsave_line(); /* now it is the line, with its own edits */
    if (!lists_meet(rl_undo_list, edits)) {
        rl_free_undo_list();
    }
}

/* An edit of a line recalled from the history becomes an edit of the new line, which keeps its undo
 * list; the entry stays as it was. readline would let entry and line share the list, and loses
 * count of who frees it when searches and undos come in between. */
static void detach_line(void) {
    if (rl_undo_list == NULL || where_history() >= history_length || here.ended ||
        waits_for_more()) {
        return;
    }
    struct text line = {0};
    UNDO_LIST *edits = rl_undo_list;
    int point = rl_point;
    text_append(&line, rl_line_buffer);
    using_history();
    give_up_saved_line(edits);
    rl_replace_line(text_string(&line), 0);
    rl_undo_list = line.failed ? NULL : edits;
    rl_point = line.failed ? 0 : point;
    text_release(&line);
}

/* A call a byte. Bytes pushed with rl_stuff_char would be read in a loop inside readline, whose
 * long jump into a frame that is gone crashes when a sequence is bound to nothing. */
static void feed(const char *bytes, size_t length) {
    here.queue = bytes;
    here.queued = length;
    while (here.queued > 0) {
        rl_callback_read_char();
        detach_line();
    }
}

static void feed_byte(char byte) {
    feed(&byte, 1);
}

static void take_ended(char *line) {
    here.ended = true;
    here.left = line == NULL;
    text_clear(&here.line);
    text_append(&here.line, line == NULL ? "" : line);
    free(line);
}

static void show_candidates(char **matches, int count, int longest) {
    (void)matches;
    (void)count;
    (void)longest;
    text_clear(&here.popup);
    text_append(&here.popup, text_string(&here.candidates));
}

static void do_nothing(void) {
}

static void prepare_nothing(int meta) {
    (void)meta;
}

static int ignore_key(int count, int key) {
    (void)count;
    (void)key;
    return 0;
}

static int search_in_vi(int count, int key) {
    return key == '?' ? rl_forward_search_history(count, key)
                      : rl_reverse_search_history(count, key);
}

/* These run before rl_initialize: with a redisplay of our own it asks nothing of the terminal. */
static void detach_readline(void) {
    here.nowhere = fopen("/dev/null", "w");
    rl_outstream = here.nowhere; /* a lone match and dump-functions print, whatever we say */
    rl_catch_signals = 0;
    rl_catch_sigwinch = 0;
    rl_prep_term_function = prepare_nothing;
    rl_deprep_term_function = do_nothing;
    rl_redisplay_function = do_nothing; /* who feeds us draws */
    rl_getc_function = next_queued;
    rl_input_available_hook = queue_waits;
    rl_completion_display_matches_hook = show_candidates;
}

static const char *const maps[] = {"emacs-standard", "vi-insert", "vi-command"};
enum { MAPS = sizeof maps / sizeof *maps };

static void bind_control_c(void) {
    for (size_t i = 0; i < MAPS; i++) {
        rl_bind_key_in_map(CONTROL_C, clear_line, rl_get_keymap_by_name(maps[i]));
    }
}

/* Keys that readline binds from the terminal's description, which it has not read. */
static void bind_usual_keys(void) {
    rl_bind_keyseq_if_unbound("\\e[3~", rl_delete);
    rl_bind_keyseq_if_unbound("\\e[1~", rl_beg_of_line);
    rl_bind_keyseq_if_unbound("\\e[7~", rl_beg_of_line);
    rl_bind_keyseq_if_unbound("\\e[4~", rl_end_of_line);
    rl_bind_keyseq_if_unbound("\\e[8~", rl_end_of_line);
    rl_bind_keyseq_if_unbound("\\e[1;5C", rl_forward_word);
    rl_bind_keyseq_if_unbound("\\e[1;5D", rl_backward_word);
}

/* --- what the user's inputrc binds ----------------------------------------------------------- */

/* A macro's keys are fed as those of a person are: readline would push them into its own input, and
 * read that in the loop that feed() keeps out of. */
static int begin_macro(int count, int key) {
    (void)count;
    macros_press(&here.macros, rl_executing_keymap, key);
    return 0;
}

/* It was bound to the first keys of a longer sequence that did not come: readline passes the last
 * of its keys, and the keymap of those that could have followed, which may bind that key too. What
 * did come it is about to read again: it comes after the macro. */
static int begin_shorter_macro(int count, int key) {
    char byte;
    (void)key;
    begin_macro(count, ANYOTHERKEY);
    here.dry = false;
    while (byte = (char)rl_read_key(), !here.dry) {
        macros_follow(&here.macros, &byte, 1);
    }
    return 0;
}

static void take_macro(Keymap map, int key) {
    char *text;
    memcpy(&text, &map[key].function, sizeof text); /* where readline keeps a macro's text */
    bool taken = macros_set(&here.macros, map, key, text);
    rl_command_func_t *begin = key == ANYOTHERKEY ? begin_shorter_macro : begin_macro;
    map[key] = (KEYMAP_ENTRY){.type = ISFUNC, .function = taken ? begin : NULL};
    free(text);
}

static int read_init_file_again(int count, int key);

/* Functions that ask for more keys by themselves, or lose count of undo lists (see detach_line),
 * and what their keys do instead. */
static rl_command_func_t *replacement(rl_command_func_t *function) {
    static const struct {
        rl_command_func_t *theirs, *ours;
    } rows[] = {
        {rl_start_kbd_macro, NULL},
        {rl_end_kbd_macro, NULL},
        {rl_call_last_kbd_macro, NULL},
        {rl_vi_search, search_in_vi},
        {rl_vi_search_again, NULL},
        {rl_noninc_reverse_search, rl_reverse_search_history},
        {rl_noninc_forward_search, rl_forward_search_history},
        {rl_noninc_reverse_search_again, NULL},
        {rl_noninc_forward_search_again, NULL},
        {rl_bracketed_paste_begin, ignore_key},
        {rl_re_read_init_file, read_init_file_again},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].theirs == function) {
            return rows[i].ours;
        }
    }
    return function;
}

/* A keymap is long runs of the same function. */
static void tame(Keymap map) {
    rl_command_func_t *theirs = NULL, *ours = NULL;
    for (int key = 0; key < KEYMAP_SIZE; key++) {
        if (map[key].type == ISKMAP) {
            tame((Keymap)(uintptr_t)map[key].function); /* readline keeps it there */
        } else if (map[key].type == ISMACR) {
            take_macro(map, key);
        } else {
            ours = map[key].function == theirs ? ours : replacement(map[key].function);
            theirs = map[key].function;
            map[key].function = ours;
        }
    }
}

/* After the user's inputrc, which may say otherwise. */
static void overrule(void) {
    rl_variable_bind("enable-bracketed-paste", "off");
    rl_variable_bind("blink-matching-paren", "off");
    rl_variable_bind("show-mode-in-prompt", "off");
    rl_completion_query_items = 0; /* asking whether to show them all would wait for a key */
    bind_control_c();
    bind_usual_keys();
    for (size_t i = 0; i < MAPS; i++) {
        Keymap map = rl_get_keymap_by_name(maps[i]);
        rl_bind_keyseq_in_map("\\e[200~", ignore_key, map); /* the marks of a paste: never here */
        rl_bind_keyseq_in_map("\\e[201~", ignore_key, map);
        tame(map);
    }
}

static int read_init_file_again(int count, int key) {
    int result = rl_re_read_init_file(count, key);
    overrule();
    return result;
}

/* A search that a sequence of keys ends is left in readline's pushed input (see feed), unless it
 * has ended before. */
static void end_search(void) {
    if (RL_ISSTATE(RL_STATE_ISEARCH)) {
        feed_byte(ESCAPE);
    }
}

static bool is_inserting_in_vi(void) {
    return rl_editing_mode == 0 && rl_get_keymap() == rl_get_keymap_by_name("vi-insert");
}

static enum prompt_result take_fed(struct text *given) {
    enum prompt_result result = PROMPT_OPEN;
    if (here.cancelled) {
        text_clear(&here.pending);
        result = PROMPT_CANCELLED;
    } else if (here.ended && here.left) {
        result = PROMPT_LEFT;
    } else if (here.ended) {
        result = take_line(text_string(&here.line), given);
    }
    if (result != PROMPT_OPEN || here.ended) {
        rl_set_prompt(prefix_now());
        if (rl_editing_mode == 0) {
            rl_vi_insertion_mode(1, 'i'); /* who types next types a line, not vi's commands */
        }
    }
    return result;
}

static enum prompt_result feed_key(const char *bytes, size_t length, struct text *given) {
    here.cancelled = here.ended = here.left = false;
    bool meta = length > 1 && bytes[0] == ESCAPE;
    if (length == 0 || (meta && (unsigned char)bytes[1] >= 0x80)) {
        return PROMPT_OPEN; /* Alt with a letter that is no ASCII would be inserted in halves */
    }
    if (meta || bytes[0] == CONTROL_X) {
        end_search();
    }
    if (bytes[0] == CONTROL_C && RL_ISSTATE(RL_STATE_MULTIKEY)) {
        feed_byte(CTRL('G'));
    }
    if (meta && bytes[1] != '[' && bytes[1] != 'O' && is_inserting_in_vi()) {
        feed(bytes, 1); /* an Escape and a command typed fast: two commands, one at a time */
        bytes++;
        length--;
    }
    feed(bytes, length);
    return take_fed(given);
}

/* The macro that was begun, if one was, up to its first Enter. */
static enum prompt_result play_macro(enum prompt_result result, struct text *given) {
    struct input_event key;
    bool plays = macros_begin(&here.macros);
    while (plays && !here.ended && result == PROMPT_OPEN && macros_next(&here.macros, &key)) {
        result = feed_key(key.bytes, key.length, given);
    }
    return result;
}

enum prompt_result prompt_feed(const char *bytes, size_t length, struct text *given) {
    text_clear(given);
    text_clear(&here.popup);
    return play_macro(feed_key(bytes, length, given), given);
}

/* What takes more keys is done with: an edit in the middle of it would not be detached. */
static void end_waiting(void) {
    end_search();
    if (waits_for_more()) {
        feed_byte(CTRL('G'));
    }
}

void prompt_paste(const char *bytes, size_t length) {
    struct text lines = {0};
    text_clear(&here.popup);
    end_waiting();
    input_pasted(&lines, bytes, length);
    if (lines.failed) {
        complain("Out of memory.");
    } else {
        rl_begin_undo_group();
        rl_insert_text(text_string(&lines));
        rl_end_undo_group();
        detach_line();
    }
    text_release(&lines);
}

bool prompt_is_empty(void) {
    return rl_end == 0 && here.pending.length == 0 && !waits_for_more();
}

/* With vi's keys Escape has work to do on a line. */
bool prompt_can_escape(void) {
    bool vi = rl_editing_mode == 0;
    return prompt_is_empty() || (!vi && !waits_for_more());
}

void prompt_forget(void) {
    struct text given = {0};
    prompt_feed((const char[]){CONTROL_C, '\0'}, 1, &given);
    text_release(&given);
}

void prompt_fill(const char *text) {
    text_clear(&here.popup);
    if (text[0] != '\0') {
        prompt_forget();
        rl_insert_text(text);
    }
}

bool prompt_knows(const char *bytes) {
    int type;
    return rl_function_of_keyseq(bytes, NULL, &type) != NULL;
}

void prompt_say(const char *sentence) {
    text_clear(&here.popup);
    text_append(&here.popup, sentence);
}

void prompt_show(struct screen_prompt *shown) {
    bool vi_command =
        rl_editing_mode == 0 && rl_get_keymap() == rl_get_keymap_by_name("vi-command");
    text_clear(&here.prefix);
    text_append(&here.prefix, vi_command ? "(vi) " : "");
    const char *prompt = rl_display_prompt == NULL ? prefix_now() : rl_display_prompt;
    input_shown(&here.prefix, prompt, strlen(prompt));
    text_clear(&here.shown);
    if (rl_line_buffer != NULL) {
        input_shown(&here.shown, rl_line_buffer, (size_t)rl_point);
        shown->at = here.shown.length;
        input_shown(&here.shown, rl_line_buffer + rl_point, (size_t)(rl_end - rl_point));
    }
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

void prompt_start(const struct prompt_hooks *hooks, enum prompt_mode mode) {
    here.hooks = *hooks;
    here.mode = mode;
    here.begun = true;
    rl_readline_name = "qkv";
    rl_change_environment = 0;
    rl_attempted_completion_function = complete;
    if (mode == PROMPT_IS_FED) {
        detach_readline();
    } else {
        restore_guard(isatty(STDOUT_FILENO) ? "\x1b[?2004l\r" : "");
        rl_prep_term_function = prepare_terminal;
        rl_getc_function = next_byte;
    }
    rl_variable_bind("show-all-if-ambiguous", "on"); /* the user's inputrc comes later and wins */
    rl_initialize();
    bind_control_c();
    open_history();
    if (mode == PROMPT_IS_FED) {
        overrule();
        rl_callback_handler_install(FIRST_PREFIX, take_ended);
    }
}

enum prompt_result prompt_read(struct text *given) {
    text_clear(given);
    for (;;) {
        here.cancelled = false;
        char *line = readline(prefix_now());
        if (line == NULL) {
            return PROMPT_LEFT;
        }
        enum prompt_result result = PROMPT_CANCELLED;
        if (!here.cancelled) {
            result = take_line(line, given);
        } else {
            text_clear(&here.pending);
        }
        free(line);
        if (result != PROMPT_OPEN) {
            return result;
        }
    }
}

size_t prompt_columns(void) {
    int rows;
    int columns;
    rl_get_screen_size(&rows, &columns);
    return columns < 0 ? 0 : (size_t)columns;
}

void prompt_stop(void) {
    if (here.mode == PROMPT_IS_FED) {
        rl_callback_handler_remove();
        rl_outstream = stdout;
        if (here.nowhere != NULL) {
            (void)fclose(here.nowhere);
        }
    } else {
        restore_unguard();
    }
    struct text *texts[] = {&here.pending, &here.history, &here.line,      &here.prefix,
                            &here.shown,   &here.popup,   &here.candidates};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        text_release(texts[i]);
    }
    macros_release(&here.macros);
    here = (struct prompt){0};
}
