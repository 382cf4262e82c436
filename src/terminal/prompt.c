#include "terminal/prompt.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"
#include "commands/commands.h"
#include "language/reader.h"
#include "terminal/screen.h"
#include "terminal/tokens.h"

#include <langinfo.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

enum {
    HISTORY_LIMIT = 1 << 20, /* bytes of the file that are read at most */
    HISTORY_KEPT = 1 << 18,  /* bytes that are left of a file that grew over half of that */
    HISTORY_LINES = 2000,
    ENTRY_LIMIT = 1 << 16, /* bytes of one entry */
    CONTROL_C = 3,
    CONTROL_X = 24,
    ESCAPE = 27
};

#define FIRST_PREFIX "qkv> "
#define NEXT_PREFIX "...> "

/* KEY in MAP stands for the keys in TEXT. */
struct macro {
    Keymap map;
    int key;
    char *text; /* readline allocated it */
};

/* readline calls back without a context, and there is one readline. */
static struct prompt {
    struct prompt_hooks hooks;
    enum prompt_mode mode;
    struct text pending; /* lines given while a bracket is open */
    struct text history; /* the file's path; "" when there is none */
    bool cancelled;      /* Ctrl-C */

    /* While it is fed. */
    const char *queue; /* bytes of the key that readline has not asked for yet */
    size_t queued;
    FILE *nowhere;    /* where readline prints */
    struct text line; /* that was ended */
    bool ended, left; /* what readline's handler was told */
    struct text prefix, shown, popup, candidates;
    struct macro *macros;
    size_t macro_count, macro_capacity;
    const char *begun;  /* the text of a macro that is to be played; NULL: none */
    struct tokens keys; /* of the one that is played */
} here;

static void complain(const char *sentence) {
    here.hooks.complain(here.hooks.context, sentence);
}

/* --- history --------------------------------------------------------------------------------- */

static void complain_of_history(const struct failure *failure) {
    struct text text = {0};
    text_format(&text, "History is not kept: %s", failure->message);
    complain(text_string(&text));
    text_release(&text);
    text_clear(&here.history);
}

/* The file's lines from byte AT on become entries. Nothing in it is trusted: another program may
 * have written it. */
static void load_entries(const struct text *file, size_t at) {
    const char *bytes = text_string(file);
    while (at < file->length) {
        const char *end = memchr(bytes + at, '\n', file->length - at);
        size_t length = end == NULL ? file->length - at : (size_t)(end - bytes) - at;
        struct text entry = {0};
        if (length > 0 && length <= ENTRY_LIMIT) {
            utf8_sanitise(&entry, bytes + at, length, false);
        }
        if (entry.length > 0 && !entry.failed) {
            add_history(text_string(&entry));
        }
        text_release(&entry);
        at += length + 1;
    }
}

/* Where the newest HISTORY_KEPT bytes begin, at a line's start. */
static size_t newest(const struct text *file) {
    size_t at = file->length - HISTORY_KEPT;
    const char *end = memchr(file->bytes + at, '\n', file->length - at);
    return end == NULL ? file->length : (size_t)(end - file->bytes) + 1;
}

static void load_history(void) {
    struct failure failure = {0};
    struct text file = {0};
    struct text *path = &here.history;
    if (!file_state_folder(path)) {
        text_clear(path);
        return;
    }
    bool ok = file_make_folder(text_string(path), &failure);
    text_append(path, "/history");
    if (ok && file_exists(text_string(path))) {
        ok = file_read(text_string(path), HISTORY_LIMIT, &file, &failure);
    }
    if (ok && file.length > HISTORY_LIMIT / 2) {
        size_t at = newest(&file);
        load_entries(&file, at);
        ok = file_save(text_string(path), file.bytes + at, file.length - at, &failure);
    } else if (ok) {
        load_entries(&file, 0);
    }
    if (!ok) {
        complain_of_history(&failure);
    }
    text_release(&file);
}

/* One entry, one line: the lines of an open bracket are joined, which means the same unless one of
 * them ends in a comment; such an entry is kept as it was given, line by line. */
static void remember(const char *given) {
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
    if (entry.length > 0 && entry.length <= ENTRY_LIMIT && !entry.failed && !again) {
        load_entries(&entry, 0);
        if (here.history.length > 0 &&
            !file_append(text_string(&here.history), entry.bytes, entry.length, &failure)) {
            complain_of_history(&failure);
        }
    }
    using_history(); /* readline may have begun its next line already, below the entry */
    text_release(&entry);
}

/* --- entries --------------------------------------------------------------------------------- */

static bool is_blank(const char *text) {
    return text[strspn(text, " \t\n")] == '\0';
}

static const char *prefix_now(void) {
    return here.pending.length > 0 ? NEXT_PREFIX : FIRST_PREFIX;
}

static bool bracket_is_open(const struct text *lines) {
    bool open = false;
    size_t at = 0;
    while (at < lines->length) {
        at += reader_line(lines->bytes + at, lines->length - at, &open);
    }
    return open;
}

/* Adds a line to the entry; an empty one gives up on a bracket that is still open. */
static enum prompt_result take_line(const char *line, struct text *given) {
    struct text *pending = &here.pending;
    bool blank = is_blank(line);
    if (pending->length == 0 && blank) {
        return PROMPT_GIVEN;
    }
    bool ends = pending->length > 0 && blank;
    text_append(pending, line);
    text_append(pending, "\n");
    if (pending->failed || pending->length > ENTRY_LIMIT) {
        complain(pending->failed ? "Out of memory."
                                 : "That is longer than 64 KiB: put it into a file, and load it.");
        text_release(pending);
        return PROMPT_OPEN;
    }
    if (bracket_is_open(pending) && !ends) {
        return PROMPT_OPEN;
    }
    text_truncate(pending, pending->length - 1);
    remember(text_string(pending));
    text_append(given, text_string(pending));
    text_clear(pending);
    return PROMPT_GIVEN;
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

/* The next byte, so that no broken UTF-8 enters readline's line: half a character there makes it
 * wait or loop for ever. A byte that cannot be right becomes a question mark. */
static int next_byte(FILE *stream) {
    static unsigned char queue[8];
    static size_t first, last;
    if (first < last) {
        return queue[first++];
    }
    int byte = rl_getc(stream);
    size_t more = byte >= 0xf0 && byte <= 0xf4 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc2 ? 1 : 0;
    if (byte < 0x80 || byte == EOF) {
        return byte;
    }
    if (more == 0 || byte > 0xf4) {
        return '?';
    }
    first = 0;
    last = 0;
    queue[last++] = (unsigned char)byte;
    while (last <= more) {
        byte = rl_getc(stream);
        if (byte == EOF) {
            return EOF;
        }
        queue[last++] = (unsigned char)byte;
        if ((byte & 0xc0) != 0x80) { /* what came instead is a key of its own */
            queue[0] = queue[last - 1];
            last = 1;
            return '?';
        }
    }
    if (!utf8_valid((const char *)queue, last)) {
        last = 0;
        return '?';
    }
    return queue[first++];
}

/* --- completion ------------------------------------------------------------------------------ */

/* readline chose where the word begins by its own rules, at byte BEGIN of its line; ours begins at
 * START. A candidate is handed over from BEGIN on, with what lies between when ours begins later.
 */
static char *fit_candidate(const char *candidate, const char *line, size_t begin, size_t start) {
    if (start < begin) {
        size_t skip = begin - start;
        return strdup(strlen(candidate) >= skip ? candidate + skip : "");
    }
    struct text whole = {0};
    text_append_bytes(&whole, line + begin, start - begin);
    text_append(&whole, candidate);
    char *fitted = strdup(text_string(&whole));
    text_release(&whole);
    return fitted;
}

/* What readline wants: the longest common beginning, then the candidates; one candidate stands
 * alone. */
static char **make_matches(const struct completion *completion, const char *line, size_t begin,
                           size_t start) {
    char **matches = calloc(completion->count + 2, sizeof *matches);
    size_t count = 0;
    size_t common = SIZE_MAX;
    for (size_t i = 0; matches != NULL && i < completion->count; i++) {
        char *fitted = fit_candidate(completion->list[i], line, begin, start);
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

/* A blank follows a command word only: names and operators go on with a bracket as often as not. */
static void choose_ending(const struct completion *completion, size_t start) {
    bool command = completion->count == 1 && start == 0 &&
                   command_find(completion->list[0], strlen(completion->list[0])) != NULL;
    rl_completion_append_character = command ? ' ' : '\0';
}

/* What a list of candidates would show. */
static void keep_candidates(const struct completion *completion) {
    text_clear(&here.candidates);
    for (size_t i = 0; i < completion->count; i++) {
        const char *candidate = completion->list[i];
        text_append(&here.candidates, i == 0 ? "" : "  ");
        utf8_sanitise(&here.candidates, candidate, strlen(candidate), false);
    }
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
        choose_ending(&completion, start);
        keep_candidates(&completion);
        matches = make_matches(&completion, rl_line_buffer, (size_t)begin, start - before);
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

static void bind_control_c(void) {
    rl_bind_key_in_map(CONTROL_C, clear_line, rl_get_keymap_by_name("emacs-standard"));
    rl_bind_key_in_map(CONTROL_C, clear_line, rl_get_keymap_by_name("vi-insert"));
    rl_bind_key_in_map(CONTROL_C, clear_line, rl_get_keymap_by_name("vi-command"));
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

/* What readline would do with the marks of a paste, which never get here. */
static void bind_nothing_to_pastes(void) {
    static const char *const maps[] = {"emacs-standard", "vi-insert", "vi-command"};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        Keymap map = rl_get_keymap_by_name(maps[i]);
        rl_bind_keyseq_in_map("\\e[200~", ignore_key, map);
        rl_bind_keyseq_in_map("\\e[201~", ignore_key, map);
    }
}

/* --- what the user's inputrc binds ----------------------------------------------------------- */

/* A macro's keys are fed as those of a person are: readline would push them into its own input, and
 * read that in the loop that feed() keeps out of. */
static int begin_macro(int count, int key) {
    (void)count;
    for (size_t i = 0; i < here.macro_count; i++) {
        const struct macro *macro = &here.macros[i];
        if (macro->map == rl_executing_keymap && macro->key == key) {
            here.begun = macro->text;
        }
    }
    return 0;
}

static void take_macro(Keymap map, int key) {
    char *text = (char *)map[key].function; /* ours from now on */
    size_t at = 0;
    while (at < here.macro_count && (here.macros[at].map != map || here.macros[at].key != key)) {
        at++;
    }
    bool room = at < here.macro_count ||
                memory_reserve(&here.macros, &here.macro_capacity, at + 1, sizeof *here.macros);
    map[key] = (KEYMAP_ENTRY){.type = ISFUNC, .function = room ? begin_macro : NULL};
    if (room) {
        free(here.macros[at].text);
        here.macros[at] = (struct macro){map, key, text};
        here.macro_count += at == here.macro_count ? 1 : 0;
    } else {
        free(text);
    }
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

static void tame(Keymap map) {
    for (int key = 0; key < KEYMAP_SIZE; key++) {
        if (map[key].type == ISKMAP) {
            tame((Keymap)map[key].function);
        } else if (map[key].type == ISMACR) {
            take_macro(map, key);
        } else {
            map[key].function = replacement(map[key].function);
        }
    }
}

static void tame_all(void) {
    static const char *const maps[] = {"emacs-standard", "vi-insert", "vi-command"};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        tame(rl_get_keymap_by_name(maps[i]));
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
    bind_nothing_to_pastes();
    tame_all();
}

static int read_init_file_again(int count, int key) {
    int result = rl_re_read_init_file(count, key);
    overrule();
    return result;
}

static void begin_feeding(void) {
    overrule();
    rl_callback_handler_install(FIRST_PREFIX, take_ended);
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

/* Up to the first Enter. A macro among its keys is not played: it might be this one. */
static enum prompt_result play_macro(const char *text, struct text *given) {
    enum prompt_result result = PROMPT_OPEN;
    struct tokens *keys = &here.keys;
    struct token key;
    size_t room, length = strlen(text);
    keys->first = keys->end = 0;
    char *bytes = tokens_room(keys, &room);
    length = length < room ? length : room;
    memcpy(bytes, text, length);
    tokens_add(keys, length);
    while (!here.ended && result == PROMPT_OPEN && tokens_next(keys, true, &key)) {
        if (key.kind == TOKEN_KEY) {
            result = feed_key(key.bytes, key.length, given);
        }
    }
    here.begun = NULL;
    return result;
}

enum prompt_result prompt_feed(const char *bytes, size_t length, struct text *given) {
    text_clear(given);
    text_clear(&here.popup);
    here.begun = NULL;
    enum prompt_result result = feed_key(bytes, length, given);
    return here.begun == NULL ? result : play_macro(here.begun, given);
}

void prompt_paste(const char *bytes, size_t length) {
    struct text lines = {0}, safe = {0};
    text_clear(&here.popup);
    end_search();
    for (size_t i = 0; i < length; i++) {
        bool pair = bytes[i] == '\r' && i + 1 < length && bytes[i + 1] == '\n';
        char byte = bytes[i] == '\t' ? ' ' : bytes[i] == '\r' ? '\n' : bytes[i];
        text_append_bytes(&lines, &byte, pair ? 0 : 1);
    }
    if (lines.length > 0 && lines.bytes[lines.length - 1] == '\n') {
        text_truncate(&lines, lines.length - 1); /* the person's own Enter gives the entry */
    }
    utf8_sanitise(&safe, text_string(&lines), lines.length, false);
    if (lines.failed || safe.failed) {
        complain("Out of memory.");
    } else {
        rl_begin_undo_group();
        rl_insert_text(text_string(&safe));
        rl_end_undo_group();
        detach_line();
    }
    text_release(&lines);
    text_release(&safe);
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
    const char control_c = CONTROL_C;
    prompt_feed(&control_c, 1, &given);
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

/* What is typed, safe and on one line. */
static void append_shown(struct text *out, const char *bytes, size_t length) {
    size_t end;
    for (size_t at = 0; at < length; at = end + 1) {
        const char *newline = memchr(bytes + at, '\n', length - at);
        end = newline == NULL ? length : (size_t)(newline - bytes);
        utf8_sanitise(out, bytes + at, end - at, false);
        text_append(out, newline == NULL ? "" : "↵");
    }
}

void prompt_show(struct screen_prompt *shown) {
    bool vi_command =
        rl_editing_mode == 0 && rl_get_keymap() == rl_get_keymap_by_name("vi-command");
    text_clear(&here.prefix);
    text_append(&here.prefix, vi_command ? "(vi) " : "");
    append_shown(&here.prefix, rl_display_prompt, strlen(rl_display_prompt));
    text_clear(&here.shown);
    append_shown(&here.shown, rl_line_buffer, (size_t)rl_point);
    shown->at = here.shown.length;
    append_shown(&here.shown, rl_line_buffer + rl_point, (size_t)(rl_end - rl_point));
    shown->prefix = text_string(&here.prefix);
    shown->text = text_string(&here.shown);
    shown->popup = text_string(&here.popup);
}

void prompt_resize(size_t rows, size_t columns) {
    rl_set_screen_size((int)rows, (int)columns);
}

/* --- beginning, reading, ending -------------------------------------------------------------- */

/* In the C locale readline takes the bytes of α for keys. Our own text is UTF-8 everywhere. */
static void ensure_utf8(void) {
    if (!text_same(nl_langinfo(CODESET), "UTF-8") && setlocale(LC_CTYPE, "C.UTF-8") != NULL) {
        setenv("LC_ALL", "C.UTF-8", 1); /* readline asks the environment again at every line */
    }
}

void prompt_start(const struct prompt_hooks *hooks, enum prompt_mode mode) {
    here = (struct prompt){.hooks = *hooks, .mode = mode};
    ensure_utf8();
    rl_readline_name = "qkv";
    rl_change_environment = 0;
    rl_attempted_completion_function = complete;
    if (mode == PROMPT_IS_FED) {
        detach_readline();
    } else {
        rl_prep_term_function = prepare_terminal;
        rl_getc_function = next_byte;
    }
    rl_variable_bind("show-all-if-ambiguous", "on"); /* the user's inputrc comes later and wins */
    rl_initialize();
    bind_control_c();
    using_history();
    stifle_history(HISTORY_LINES);
    load_history();
    if (mode == PROMPT_IS_FED) {
        begin_feeding();
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
            fclose(here.nowhere);
        }
    }
    struct text *texts[] = {&here.pending, &here.history, &here.line,      &here.prefix,
                            &here.shown,   &here.popup,   &here.candidates};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        text_release(texts[i]);
    }
    for (size_t i = 0; i < here.macro_count; i++) {
        free(here.macros[i].text);
    }
    memory_free(here.macros);
    tokens_release(&here.keys);
}
