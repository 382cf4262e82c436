#include "terminal/prompt.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"
#include "commands/commands.h"
#include "language/reader.h"

#include <errno.h>
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
    LEAST_WIDTH = 40,
    MOST_WIDTH = 80,
    CONTROL_C = 3
};

struct prompt {
    struct session *session;
    struct text pending; /* lines given while a bracket is open */
    size_t line;         /* lines given so far */
    struct text history; /* the file's path; "" when there is none */
    bool cancelled;      /* Ctrl-C */
    bool unasked;        /* what runs was not typed */
    bool unwritable;
};

/* readline calls back without a context. */
static struct prompt *here;

/* --- printing -------------------------------------------------------------------------------- */

static void put(struct prompt *prompt, const char *bytes, size_t length) {
    if (fwrite(bytes, 1, length, stdout) < length || fflush(stdout) != 0) {
        prompt->unwritable = true;
    }
}

static void put_session(struct prompt *prompt) {
    struct text *out = &prompt->session->out;
    put(prompt, text_string(out), out->length);
    text_clear(out);
}

/* The learner sees the line just typed: its file and number would be noise. What was not typed
 * needs no caret either. */
static void put_failure(struct prompt *prompt, const struct failure *failure) {
    struct text text = {0};
    failure_print(failure, &text);
    const char *shown = text_string(&text);
    const char *message = strstr(shown, failure->message);
    if (text_same(failure->file, "prompt") && message != NULL) {
        shown = message;
    }
    put(prompt, shown, prompt->unasked ? strcspn(shown, "\n") + 1 : strlen(shown));
    text_release(&text);
}

/* --- history --------------------------------------------------------------------------------- */

static void complain_of_history(struct prompt *prompt, const struct failure *failure) {
    struct text text = {0};
    text_append(&text, "History is not kept: ");
    failure_print(failure, &text);
    put(prompt, text_string(&text), text.length);
    text_release(&text);
    text_clear(&prompt->history);
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

static void load_history(struct prompt *prompt) {
    struct failure failure = {0};
    struct text file = {0};
    struct text *path = &prompt->history;
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
        complain_of_history(prompt, &failure);
    }
    text_release(&file);
}

/* One entry, one line: the lines of an open bracket are joined, which means the same unless one of
 * them ends in a comment; such an entry is kept as it was given, line by line. */
static void remember(struct prompt *prompt, const char *given) {
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
        if (prompt->history.length > 0 &&
            !file_append(text_string(&prompt->history), entry.bytes, entry.length, &failure)) {
            complain_of_history(prompt, &failure);
        }
    }
    text_release(&entry);
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
    here->cancelled = true;
    rl_done = 1;
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

static char **complete(const char *word, int begin, int end) {
    struct text line = {0};
    struct completion completion = {0};
    char **matches = NULL;
    size_t start = 0;
    size_t before = here->pending.length;
    (void)word;
    rl_attempted_completion_over = 1;
    text_append(&line, text_string(&here->pending));
    text_append_bytes(&line, rl_line_buffer, (size_t)end);
    if (!line.failed &&
        completion_find(here->session, text_string(&line), line.length, &start, &completion) &&
        start >= before) {
        choose_ending(&completion, start);
        matches = make_matches(&completion, rl_line_buffer, (size_t)begin, start - before);
    }
    completion_release(&completion);
    text_release(&line);
    return matches;
}

/* --- the conversation ------------------------------------------------------------------------ */

/* In the C locale readline takes the bytes of α for keys. Our own text is UTF-8 everywhere. */
static void ensure_utf8(void) {
    if (!text_same(nl_langinfo(CODESET), "UTF-8") && setlocale(LC_CTYPE, "C.UTF-8") != NULL) {
        setenv("LC_ALL", "C.UTF-8", 1); /* readline asks the environment again at every line */
    }
}

static void start_readline(struct prompt *prompt) {
    here = prompt;
    ensure_utf8();
    rl_readline_name = "qkv";
    rl_change_environment = 0;
    rl_prep_term_function = prepare_terminal;
    rl_getc_function = next_byte;
    rl_attempted_completion_function = complete;
    rl_variable_bind("show-all-if-ambiguous", "on"); /* the user's inputrc comes later and wins */
    rl_initialize();
    rl_bind_key_in_map(CONTROL_C, clear_line, rl_get_keymap_by_name("emacs-standard"));
    rl_bind_key_in_map(CONTROL_C, clear_line, rl_get_keymap_by_name("vi-insert"));
    rl_bind_key_in_map(CONTROL_C, clear_line, rl_get_keymap_by_name("vi-command"));
    using_history();
    stifle_history(HISTORY_LINES);
    load_history(prompt);
}

static void set_width(struct session *session) {
    int rows;
    int columns;
    rl_get_screen_size(&rows, &columns);
    session->width = columns < LEAST_WIDTH  ? LEAST_WIDTH
                     : columns > MOST_WIDTH ? MOST_WIDTH
                                            : (size_t)columns;
}

/* Runs what was given, logical line by logical line: a paste may hold several. */
static bool run_each(void *context, struct session *session, const struct failure *failure) {
    struct prompt *prompt = context;
    put_session(prompt);
    if (failure != NULL && failure->set) {
        put_failure(prompt, failure);
    }
    return !session->quit && !prompt->unwritable;
}

static void run_given(struct prompt *prompt, const char *given) {
    struct source source = {"prompt", prompt->line, 1};
    commands_run_text(prompt->session, &source, given, run_each, prompt);
}

/* A command that an empty line, or the beginning, stands for. */
static void run_unasked(struct prompt *prompt, const char *command) {
    prompt->unasked = true;
    run_given(prompt, command);
    prompt->unasked = false;
}

static bool is_blank(const char *text) {
    return text[strspn(text, " \t\n")] == '\0';
}

/* An empty line goes on, where there is something to go on with. */
static bool goes_on(const struct session *session) {
    return session->lesson != NULL || session->focus.name != NULL;
}

static void take_line(struct prompt *prompt, const char *line) {
    struct text *pending = &prompt->pending;
    bool open = false;
    prompt->line++;
    if (pending->length == 0 && is_blank(line)) {
        if (goes_on(prompt->session)) {
            run_unasked(prompt, "next");
        }
        return;
    }
    bool ends = pending->length > 0 && is_blank(line); /* an empty line gives up on the bracket */
    text_append(pending, line);
    text_append(pending, "\n");
    size_t at = 0;
    while (at < pending->length) {
        at += reader_line(pending->bytes + at, pending->length - at, &open);
    }
    if (pending->length > ENTRY_LIMIT) {
        put(prompt, "That is longer than 64 KiB: put it into a file, and load it.\n", 61);
        text_clear(pending);
    } else if (!open || ends) {
        text_truncate(pending, pending->length - 1);
        remember(prompt, text_string(pending));
        run_given(prompt, text_string(pending));
        text_clear(pending);
    }
}

/* Prints what stands first: a lesson's first page, or the lessons there are. */
static void greet(struct prompt *prompt) {
    struct session *session = prompt->session;
    put_session(prompt);
    if (session->lesson == NULL) {
        run_unasked(prompt, "lessons");
        put(prompt, "Type a formula, or help. Ctrl-D leaves.\n", 40);
    } else if (session_stop(session) == 0) {
        run_unasked(prompt, "next");
        put(prompt, "Enter goes on; help lists what else there is.\n", 46);
    }
}

bool prompt_run(struct session *session, struct failure *failure) {
    struct prompt prompt = {.session = session};
    session->echo = true;
    start_readline(&prompt);
    set_width(session);
    greet(&prompt);
    while (!session->quit && !prompt.unwritable) {
        prompt.cancelled = false;
        char *line = readline(prompt.pending.length > 0 ? "...> " : "qkv> ");
        set_width(session);
        if (line == NULL) {
            put(&prompt, "\n", 1);
            break;
        }
        if (prompt.cancelled) {
            text_clear(&prompt.pending);
        } else {
            take_line(&prompt, line);
        }
        free(line);
    }
    text_release(&prompt.pending);
    text_release(&prompt.history);
    here = NULL;
    return !prompt.unwritable ||
           failure_set(failure, "standard output: %s", strerror(errno == 0 ? EIO : errno));
}
