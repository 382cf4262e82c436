#include "base/memory.h"
#include "base/text.h"
#include "lesson/making.h"

#include <string.h>

/* What a line of a quiz is. */
enum quiz_line { LINE_TEXT, LINE_CHOICE, LINE_KEY, LINE_HINT, LINE_EXPLAIN };

/* A quiz while it is read. */
struct reading {
    struct making *making;
    struct quiz *quiz;
    struct text question, explanation;
    size_t line;        /* of the file */
    bool marked;        /* a marker has been seen: the question is over */
    bool round, square; /* which kinds of choice have been seen */
};

void quiz_free(struct quiz *quiz) {
    if (!quiz) {
        return;
    }
    for (size_t i = 0; i < quiz->choice_count; i++) {
        memory_free(quiz->choices[i].text);
        memory_free(quiz->choices[i].feedback);
    }
    for (size_t i = 0; i < quiz->hint_count; i++) {
        memory_free(quiz->hints[i]);
    }
    memory_free(quiz->choices);
    memory_free(quiz->hints);
    memory_free(quiz->question);
    memory_free(quiz->key);
    memory_free(quiz->tolerance);
    memory_free(quiz->explanation);
    memory_free(quiz->id);
    memory_free(quiz);
}

/* An id that a person left out. */
static char *made_id(struct making *making, size_t line) {
    struct text id = {0};
    text_format(&id, "line-%zu", line);
    char *stolen = text_steal(&id);
    making->failed |= !stolen;
    return stolen;
}

static bool is_letter(char byte) {
    return (unsigned)((byte | 0x20) - 'a') < 26 || (unsigned)(byte - '0') < 10 || byte == '_' ||
           byte == '-';
}

static bool is_id(struct slice word) {
    size_t good = 0;
    while (good < word.length && is_letter(word.bytes[good])) {
        good++;
    }
    return word.length > 0 && good == word.length;
}

char *quiz_id(struct making *making, const struct block *block, bool *flag) {
    struct slice info = {block->info, strlen(block->info)};
    struct slice kind = slice_word(&info), id = slice_word(&info);
    if (flag && slice_is(id, "predict")) {
        *flag = true;
        id = slice_word(&info);
    }
    while (info.length > 0) {
        struct slice word = slice_word(&info);
        static const char *const words[] = {"predict", NULL};
        if (flag && slice_is(word, "predict")) {
            *flag = true;
        } else {
            making_problem(making, block->line, "\"%.*s\" after the id is not known%s",
                           (int)word.length, word.bytes,
                           !flag                        ? ""
                           : slice_nearest(word, words) ? ": did you mean \"predict\"?"
                                                        : ": only predict can stand there");
        }
    }
    if (id.length == 0) {
        making_problem(making, block->line, "this %.*s has no id: write `%.*s NAME`",
                       (int)kind.length, kind.bytes, (int)kind.length, kind.bytes);
    } else if (!is_id(id)) {
        making_problem(making, block->line, "\"%.*s\" is no id: letters, digits, - and _ are",
                       (int)id.length, id.bytes);
    } else if (id.length > LESSON_ID_LIMIT) {
        making_problem(making, block->line, "this id has %zu bytes; %d at most", id.length,
                       LESSON_ID_LIMIT);
    } else {
        return making_shown(making, id.bytes, id.length);
    }
    return made_id(making, block->line);
}

/* `( )`, `(x)`, `[ ]` or `[x]`, then a blank or nothing. */
static bool is_choice(struct slice line) {
    if (line.length < 3 || !strchr(" xX", line.bytes[1])) {
        return false;
    }
    bool brackets = (line.bytes[0] == '(' && line.bytes[2] == ')') ||
                    (line.bytes[0] == '[' && line.bytes[2] == ']');
    return brackets && (line.length == 3 || line.bytes[3] == ' ' || line.bytes[3] == '\t');
}

/* `()`, `[ x ]` and the like: nothing but blanks and an x in the brackets, yet not as it should be.
 */
static bool is_nearly_choice(struct slice line) {
    if (line.length < 2 || !strchr("([", line.bytes[0]) || is_choice(line)) {
        return false;
    }
    size_t at = 1;
    while (at < line.length && at < 5 && strchr(" xX", line.bytes[at])) {
        at++;
    }
    return at < line.length && line.bytes[at] == (line.bytes[0] == '(' ? ')' : ']');
}

static enum quiz_line classify(struct slice line) {
    return is_choice(line)                           ? LINE_CHOICE
           : line.length > 0 && line.bytes[0] == '=' ? LINE_KEY
           : slice_starts(line, "hint:")             ? LINE_HINT
           : slice_starts(line, "explain:")          ? LINE_EXPLAIN
                                                     : LINE_TEXT;
}

/* Splits `text {{ feedback }}`. */
static void read_feedback(struct reading *reading, struct slice line, struct choice *choice) {
    struct slice text = line, feedback = {line.bytes + line.length, 0};
    for (size_t i = 0; i + 1 < line.length; i++) {
        if (line.bytes[i] == '{' && line.bytes[i + 1] == '{') {
            text.length = i;
            feedback = slice_after(line, i + 2);
            break;
        }
    }
    bool opened = text.length < line.length;
    bool closed = line.length >= 2 && memcmp(line.bytes + line.length - 2, "}}", 2) == 0;
    if (opened && closed && feedback.length >= 2) {
        feedback.length -= 2;
    } else if (opened || closed) {
        making_problem(reading->making, reading->line, "%s",
                       opened ? "the feedback is not closed: {{ is answered by }} at the line's end"
                              : "}} closes a feedback that no {{ opens");
    }
    text = slice_trimmed(text);
    feedback = slice_trimmed(feedback);
    if (text.length == 0) {
        making_problem(reading->making, reading->line, "this choice has no text");
    }
    choice->text = making_words(reading->making, text.bytes, text.length);
    choice->feedback = making_words(reading->making, feedback.bytes, feedback.length);
}

static void read_choice(struct reading *reading, struct slice line) {
    struct quiz *quiz = reading->quiz;
    if (!making_room(reading->making, &quiz->choices, &quiz->choice_capacity, quiz->choice_count,
                     sizeof *quiz->choices)) {
        return;
    }
    struct choice *choice = &quiz->choices[quiz->choice_count++];
    reading->round |= line.bytes[0] == '(';
    reading->square |= line.bytes[0] == '[';
    choice->right = line.bytes[1] != ' ';
    choice->line = reading->line;
    read_feedback(reading, slice_after(line, 3), choice);
}

static void read_key(struct reading *reading, struct slice line) {
    struct quiz *quiz = reading->quiz;
    if (quiz->key) {
        making_problem(reading->making, reading->line, "a second `=` line: a quiz has one answer");
        return;
    }
    struct slice code = slice_after(line, 1);
    size_t end = slice_find(code, '~');
    struct slice key = slice_trimmed((struct slice){code.bytes, end});
    if (key.length == 0) {
        making_problem(reading->making, reading->line, "an expression has to follow `=`");
    }
    quiz->key = making_raw(reading->making, key.bytes, key.length);
    quiz->key_line = reading->line;
    if (end < code.length) {
        struct slice tolerance = slice_after(code, end + 1);
        quiz->tolerance = making_raw(reading->making, tolerance.bytes, tolerance.length);
        if (tolerance.length == 0) {
            making_problem(reading->making, reading->line,
                           "a number has to follow `~`: how far off an answer may be");
        }
    }
}

/* A line that is no marker: part of the question, unless the markers have begun. */
static void read_text(struct reading *reading, struct slice line) {
    static const char *const words[] = {"hint:", "explain:", NULL};
    struct slice rest = line, word = slice_word(&rest);
    bool titled = word.length > 0 && word.bytes[word.length - 1] == ':';
    const char *nearest = titled ? slice_nearest(word, words) : NULL;
    if (nearest) {
        making_problem(reading->making, reading->line, "\"%.*s\": did you mean \"%s\"?",
                       (int)word.length, word.bytes, nearest);
    } else if (is_nearly_choice(line)) {
        making_problem(reading->making, reading->line,
                       "a choice begins with ( ), (x), [ ] or [x], one letter wide, and a blank");
    } else if (reading->marked && line.length > 0) {
        making_problem(reading->making, reading->line,
                       "this line is no choice, `= expression`, hint: or explain:");
    } else if (!reading->marked) {
        text_append_bytes(&reading->question, line.bytes, line.length);
        text_append_character(&reading->question, '\n');
    }
}

static void read_line(struct reading *reading, struct slice line) {
    struct quiz *quiz = reading->quiz;
    struct strings hints = {&quiz->hints, &quiz->hint_count, &quiz->hint_capacity};
    struct slice rest;
    enum quiz_line kind = classify(line);
    reading->marked |= kind != LINE_TEXT;
    switch (kind) {
    case LINE_CHOICE:
        read_choice(reading, line);
        break;
    case LINE_KEY:
        read_key(reading, line);
        break;
    case LINE_HINT:
        rest = slice_after(line, strlen("hint:"));
        making_string(reading->making, hints,
                      making_words(reading->making, rest.bytes, rest.length));
        break;
    case LINE_EXPLAIN:
        rest = slice_after(line, strlen("explain:"));
        text_append(&reading->explanation, reading->explanation.length > 0 ? "\n" : "");
        text_append_bytes(&reading->explanation, rest.bytes, rest.length);
        break;
    case LINE_TEXT:
        read_text(reading, line);
    }
}

static size_t count_right(const struct quiz *quiz) {
    size_t right = 0;
    for (size_t i = 0; i < quiz->choice_count; i++) {
        right += quiz->choices[i].right;
    }
    return right;
}

/* What a quiz must have. */
static void judge_choices(struct reading *reading) {
    struct quiz *quiz = reading->quiz;
    size_t right = count_right(quiz), line = quiz->line;
    if (reading->round && reading->square) {
        making_problem(reading->making, line,
                       "quiz %s mixes ( ), one is right, and [ ], several may be", quiz->id);
    } else if (quiz->choice_count == 1) {
        making_problem(reading->making, line, "quiz %s has only one choice", quiz->id);
    } else if (right == 0) {
        making_problem(reading->making, line, "quiz %s has no right choice: mark it with an x",
                       quiz->id);
    } else if (reading->round && right > 1) {
        making_problem(reading->making, line,
                       "quiz %s has %zu right choices: with ( ) one is right; use [ ] for several",
                       quiz->id, right);
    }
}

static void judge(struct reading *reading) {
    struct quiz *quiz = reading->quiz;
    struct making *making = reading->making;
    if (quiz->question[0] == '\0') {
        making_problem(making, quiz->line, "quiz %s asks nothing: the question comes first",
                       quiz->id);
    }
    if (quiz->key && quiz->choice_count > 0) {
        making_problem(making, quiz->line, "quiz %s has choices and an `=` line: it takes one kind",
                       quiz->id);
    } else if (!quiz->key && quiz->choice_count == 0) {
        making_problem(making, quiz->line,
                       "quiz %s has no choices: lines like `( ) text`, or `= expression`",
                       quiz->id);
    } else if (!quiz->key) {
        judge_choices(reading);
    }
}

/* Copies the gathered texts, safe to show. */
static void finish(struct reading *reading) {
    struct quiz *quiz = reading->quiz;
    struct slice question =
        slice_trimmed((struct slice){text_string(&reading->question), reading->question.length});
    quiz->question = making_words(reading->making, question.bytes, question.length);
    if (reading->explanation.length > 0) {
        quiz->explanation =
            making_words(reading->making, reading->explanation.bytes, reading->explanation.length);
    }
    quiz->kind = quiz->key && quiz->choice_count == 0 ? QUIZ_NUMBER
                 : reading->square                    ? QUIZ_SEVERAL
                                                      : QUIZ_ONE;
    reading->making->failed |= reading->question.failed || reading->explanation.failed;
    text_release(&reading->question);
    text_release(&reading->explanation);
}

static void fill(struct making *making, const struct block *block, struct quiz *quiz) {
    struct reading reading = {.making = making, .quiz = quiz, .line = block->content_line};
    struct slice content = {block->content, strlen(block->content)};
    for (; content.length > 0 && !making->failed; reading.line++) {
        read_line(&reading, slice_line(&content));
    }
    finish(&reading);
    if (!making->failed) {
        judge(&reading);
    }
}

struct quiz *quiz_read(struct making *making, const struct block *block) {
    struct quiz *quiz = memory_allocate(1, sizeof *quiz);
    if (!quiz) {
        making->failed = true;
        return NULL;
    }
    quiz->line = block->line;
    quiz->id = quiz_id(making, block, &quiz->predict);
    fill(making, block, quiz);
    return quiz;
}
