#include "commands/keys.h"
#include "session/question.h"

#include "base/utf8.h"
#include "canvas/canvas.h"
#include "commands/commands.h"
#include "commands/help.h"

#include <stdint.h>
#include <string.h>

static const struct key rows[] = {
    {.key = "Space",
     .also = "PageDown",
     .group = "going",
     .line = "advance %n",
     .footer = "go on",
     .rank = 1,
     .asked = 5,
     .sentence = "Go on to the next stop; at an open question, twice"},
    {.key = "PageUp", .line = "retreat %n", .sentence = "Go back to the stop before"},
    {.key = "n",
     .line = "next %n",
     .footer = "next",
     .rank = 4,
     .sentence = "One step on: at the grain that into and out have chosen"},
    {.key = "b",
     .line = "back %n",
     .footer = "back",
     .rank = 5,
     .asked = 6,
     .sentence = "One step back"},
    {.key = "s",
     .line = "into",
     .footer = "into",
     .rank = 8,
     .sentence = "Step into: operation, row, cell, term"},
    {.key = "f", .line = "out", .footer = "out", .rank = 9, .sentence = "Step out of it again"},
    {.key = "r", .line = "run", .sentence = "Run on to the next page, pause or question"},
    {.key = "Left",
     .also = "h",
     .group = "cursor",
     .line = "move left %n",
     .footer = "cell",
     .sign = "←↑↓→",
     .rank = 7,
     .sentence = "The number to the left"},
    {.key = "Down", .also = "j", .line = "move down %n", .sentence = "The number below"},
    {.key = "Up", .also = "k", .line = "move up %n", .sentence = "The number above"},
    {.key = "Right", .also = "l", .line = "move right %n", .sentence = "The number to the right"},
    {.key = "Home", .also = "^", .line = "move first", .sentence = "The first number of the row"},
    {.key = "End", .also = "$", .line = "move last", .sentence = "The last number of the row"},
    {.key = "g", .line = "move top", .sentence = "The first row"},
    {.key = "G", .line = "move bottom", .sentence = "The last row"},
    {.key = "Tab",
     .line = "move next %n",
     .footer = "next matrix",
     .rank = 10,
     .sentence = "To the next matrix on the screen"},
    {.key = "S-Tab", .line = "move previous %n", .sentence = "To the matrix before: Shift and Tab"},
    {.key = "]", .line = "turn next %n", .sentence = "The next head or batch"},
    {.key = "[", .line = "turn previous %n", .sentence = "The head or batch before"},
    {.key = "Enter",
     .line = "dive %n",
     .empty = "advance",
     .sentence = "Go down into what the number was made from; 2 Enter: into its right operand"},
    {.key = "Backspace", .line = "rise %n", .sentence = "Come back up from there"},
    {.key = "e",
     .group = "changing",
     .line = "%c = ",
     .prompt = true,
     .footer = "edit",
     .rank = 6,
     .asked = 7,
     .sentence = "Type another number for the one under the cursor"},
    {.key = "+", .line = "nudge up %n", .sentence = "A little more"},
    {.key = "-", .line = "nudge down %n", .sentence = "A little less"},
    {.key = "}", .line = "nudging larger", .sentence = "+ and - by ten times as much"},
    {.key = "{", .line = "nudging smaller", .sentence = "+ and - by a tenth as much"},
    {.key = "~", .line = "flip", .sentence = "The other sign"},
    {.key = "p",
     .line = "pin %c = ",
     .prompt = true,
     .sentence = "Type a number that a computed one is forced to be"},
    {.key = "u",
     .line = "undo",
     .footer = "undo",
     .rank = 11,
     .asked = 8,
     .moved = 6,
     .sentence = "Take the last change back"},
    {.key = "C-r", .line = "redo", .sentence = "Make it again"},
    {.key = "=", .line = "baseline", .sentence = "Keep all values of this moment to compare with"},
    {.key = "d",
     .group = "looking",
     .line = "differs",
     .sentence = "What differs from the baseline; the numbers again"},
    {.key = "x",
     .line = "explain",
     .footer = "explain",
     .rank = 12,
     .sentence = "The arithmetic of the number under the cursor"},
    {.key = "w", .line = "why", .sentence = "All that made it, down to what was written"},
    {.key = "m",
     .line = "heat",
     .footer = "heat map",
     .rank = 13,
     .sentence = "Heat map; the plain numbers again"},
    {.key = "M",
     .line = "stretch",
     .sentence = "Stretch the colours to this matrix; the fixed scale again"},
    {.key = "z",
     .line = "zoom",
     .sentence = "One matrix as large as it can be, as for a projector"},
    {.key = "c", .line = "convention other", .sentence = "Words as columns; words as rows again"},
    {.key = "v",
     .group = "reading",
     .line = "narration",
     .footer = "text",
     .rank = 10,
     .asked = 9,
     .sentence = "The whole text of the page"},
    {.key = "t", .line = "contents", .sentence = "The lesson's pages and what each defines"},
    {.key = "N", .line = "notes", .sentence = "The presenter's notes"},
    {.key = "Escape", .line = "close", .sentence = "Put away what lies on top"},
    {.key = "a",
     .group = "questions",
     .line = "answer ",
     .prompt = true,
     .asked = 1,
     .footer = "answer",
     .sentence = "Type an answer; a choice also by its digit alone"},
    {.key = "H", .line = "hint", .footer = "hint", .asked = 2, .sentence = "The next hint"},
    {.key = "S", .line = "skip", .footer = "skip", .asked = 4, .sentence = "Pass the question"},
    {.key = ":",
     .group = "program",
     .line = "",
     .prompt = true,
     .footer = "type",
     .rank = 3,
     .asked = 3,
     .sentence = "Type a formula or a command; Escape or an empty line goes back"},
    {.key = "o", .line = "open ", .prompt = true, .sentence = "Open another lesson"},
    {.key = "?",
     .also = "F1",
     .line = "keyboard",
     .footer = "keys",
     .rank = 2,
     .asked = 3,
     .sentence = "All keys"},
    {.key = "q", .line = "quit", .footer = "quit", .rank = 10, .asked = 10, .sentence = "Leave"},
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

/* --- a key's line ----------------------------------------------------------------------------- */

/* The cursor's cell as it can be typed: a number inside a formula has no such name. */
static bool put_cell(struct session *session, struct text *line, struct failure *failure) {
    if (looks_value(session) != NULL && session->looks.operation != SIZE_MAX) {
        return failure_set(failure,
                           "this number is a step inside %s: only cells of what has a name "
                           "can be set",
                           looks_definition(session)->name);
    }
    return looks_cell(session, line, failure);
}

bool key_line(struct session *session, const struct key *key, size_t count, struct text *line,
              struct failure *failure) {
    bool empty = key->empty != NULL && looks_value(session) == NULL;
    size_t start = line->length;
    for (const char *at = empty ? key->empty : key->line; *at != '\0'; at++) {
        if (at[0] != '%') {
            text_append_character(line, *at);
            continue;
        }
        at++;
        if (*at == 'c' && !put_cell(session, line, failure)) {
            return false;
        }
        if (*at == 'n' && count > 0) {
            text_format(line, "%zu", count);
        }
    }
    while (!key->prompt && line->length > start && line->bytes[line->length - 1] == ' ') {
        text_truncate(line, line->length - 1);
    }
    return text_ok(line, failure);
}

/* The quiz at STOP; NULL when it has none, or STOP is SIZE_MAX. */
static const struct quiz *quiz_at(const struct session *session, size_t stop) {
    return stop == SIZE_MAX ? NULL : question_quiz(session, stop);
}

bool key_answers(const struct session *session, const char *key, struct text *line, bool *prompt) {
    const struct quiz *quiz = quiz_at(session, question_answerable(session));
    bool digit = key[0] >= '0' && key[0] <= '9', sign = key[0] == '.' || key[0] == '-';
    if (quiz == NULL || key[1] != '\0' || !(digit || (sign && quiz->kind == QUIZ_NUMBER))) {
        return false;
    }
    size_t number = digit ? (size_t)(key[0] - '0') : 0;
    if (quiz->kind != QUIZ_NUMBER && (number == 0 || number > quiz->choice_count)) {
        return false;
    }
    *prompt = quiz->kind != QUIZ_ONE || quiz->choice_count > 9;
    text_format(line, "answer %s%s", key, quiz->kind == QUIZ_SEVERAL ? " " : "");
    return true;
}

void key_unbound(const char *name, struct text *message) {
    text_format(message, "%s does nothing here; ? lists the keys", name);
}

/* --- the footer ------------------------------------------------------------------------------- */

/* What the footer says in front of a quiz: its digits. */
static void put_digits(const struct session *session, struct text *out) {
    const struct quiz *quiz = quiz_at(session, question_open(session));
    if (quiz != NULL && quiz->kind != QUIZ_NUMBER && quiz->choice_count > 1) {
        text_format(out, "1-%zu answer", quiz->choice_count < 9 ? quiz->choice_count : (size_t)9);
    }
}

static const char *sign_of(const struct key *key, bool ascii) {
    return key->sign == NULL ? key->key : ascii ? "arrows" : key->sign;
}

/* "←↑↓→ cell" */
static void put_word(const struct key *key, bool ascii, struct text *out) {
    text_append(out, out->length > 0 ? "  " : "");
    text_append(out, sign_of(key, ascii));
    text_append(out, " ");
    text_append(out, key->footer);
}

static size_t word_columns(const struct key *key, bool ascii) {
    const char *sign = sign_of(key, ascii);
    return utf8_columns(sign, strlen(sign)) + 1 + utf8_columns(key->footer, strlen(key->footer));
}

/* The footer of a moment. */
struct footer {
    bool asked, ascii;
    bool typed_elsewhere; /* there is no need to say how to answer */
    bool moved;           /* what the learner changed is marked */
};

/* The rank of the word, 0: it is not said. */
static unsigned footer_rank(const struct footer *footer, const struct key *key) {
    bool moved = footer->moved && !footer->asked && key->moved > 0;
    unsigned rank = key->footer == NULL ? 0
                    : moved             ? key->moved
                    : footer->asked     ? key->asked
                                        : key->rank;
    return rank > 0 && footer->typed_elsewhere && text_same(key->footer, "answer") ? 0 : rank;
}

/* Up to which rank all words fit behind USED columns. */
static unsigned footer_most(const struct footer *footer, size_t used, size_t width) {
    size_t columns[ROWS + 1] = {0};
    for (size_t i = 0; i < ROWS; i++) {
        unsigned rank = footer_rank(footer, &rows[i]);
        columns[rank <= ROWS ? rank : ROWS] +=
            rank == 0 ? 0 : word_columns(&rows[i], footer->ascii) + 2;
    }
    unsigned most = 0;
    size_t room = width + (used == 0 ? 2 : 0); /* no blanks before the first word */
    while (most < ROWS && used + columns[most + 1] <= room) {
        used += columns[++most];
    }
    return most;
}

void keys_footer(const struct session *session, size_t width, bool ascii, struct text *out) {
    struct footer footer = {.asked = question_open(session) != SIZE_MAX, .ascii = ascii};
    struct text words = {0};
    if (footer.asked) {
        put_digits(session, &words);
    }
    footer.moved = session->looks.last.before.count > 0 && history_undoable(session->history);
    footer.typed_elsewhere = words.length > 0 || session->exercise != SIZE_MAX;
    size_t digits = utf8_columns(text_string(&words), words.length);
    unsigned most = footer_most(&footer, digits, width);
    for (size_t i = 0; i < ROWS; i++) {
        unsigned rank = footer_rank(&footer, &rows[i]);
        if (rank > 0 && rank <= most) {
            put_word(&rows[i], ascii, &words);
        }
    }
    if (utf8_columns(text_string(&words), words.length) <= width) {
        text_append(out, text_string(&words));
    }
    out->failed = out->failed || words.failed;
    text_release(&words);
}

/* --- the list --------------------------------------------------------------------------------- */

/* Keys and what they do: "  Space PageDown  Go on to the next stop". */
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
        help_line(text_string(&keys), key->sentence, (struct help_columns){16, width}, out);
    }
    out->failed = out->failed || keys.failed;
    text_release(&keys);
    text_append(out, "\n");
    canvas_wrap("A number typed before a key is its count: 3 n. While a question is open, digits "
                "answer it.",
                0, width, out);
}
