/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* fence: what is written in the fences that act: a quiz, an exercise, statements. */
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "language/lexer.h"
#include "language/reader.h"
#include "lesson/draft.h"
#include "notebook/replay.h"

#include <math.h>
#include <string.h>
#include <strings.h>

/* A quiz or an exercise while it is read. */
struct reading {
    struct draft *draft;
    struct quiz *quiz;         /* either */
    struct exercise *exercise; /* or */
    struct text question, explanation;
    struct slice text;  /* of the present line, without the blanks around it */
    size_t line;        /* its number in the file */
    bool marked;        /* a marker has been seen: the question is over */
    bool tasked;        /* the fence may have the lines of a task */
    bool round, square; /* which kinds of choice have been seen */
};

static void free_strings(char **strings, size_t count) {
    for (size_t i = 0; i < count; i++) {
        memory_free(strings[i]);
    }
    memory_free(strings);
}

static void free_lines(struct source_line *lines, size_t count) {
    for (size_t i = 0; i < count; i++) {
        memory_free(lines[i].text);
        memory_free(lines[i].words);
    }
    memory_free(lines);
}

void quiz_free(struct quiz *quiz) {
    if (!quiz) {
        return;
    }
    for (size_t i = 0; i < quiz->choice_count; i++) {
        memory_free(quiz->choices[i].text);
        memory_free(quiz->choices[i].feedback);
    }
    free_strings(quiz->hints, quiz->hint_count);
    memory_free(quiz->choices);
    task_free(quiz->task);
    memory_free(quiz->question);
    memory_free(quiz->key);
    memory_free(quiz->tolerance);
    memory_free(quiz->explanation);
    memory_free(quiz->id);
    memory_free(quiz);
}

void exercise_free(struct exercise *exercise) {
    if (!exercise) {
        return;
    }
    free_lines(exercise->expects, exercise->expect_count);
    free_lines(exercise->solutions, exercise->solution_count);
    free_strings(exercise->allowed, exercise->allow_count);
    free_strings(exercise->hints, exercise->hint_count);
    memory_free(exercise->question);
    memory_free(exercise->id);
    memory_free(exercise);
}

/* --- ids -------------------------------------------------------------------------------------- */

static bool is_id(struct slice word) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    size_t good = 0;
    while (good < word.length && memchr(letters, word.bytes[good], sizeof letters - 1)) {
        good++;
    }
    return word.length > 0 && good == word.length;
}

/* Reads the id in the info of a quiz or an exercise; before or after it QUIZ (NULL for an exercise)
 * may say predict or ordered. Without an id one is made from the line. */
static char *read_id(struct draft *draft, const struct block *block, struct quiz *quiz) {
    static const char *const words[] = {"predict", "ordered", NULL};
    struct slice info = {block->info, strlen(block->info)};
    struct slice kind = slice_word(&info), id = {0};
    while (info.length > 0) {
        struct slice word = slice_word(&info);
        if (quiz && slice_is(word, "predict")) {
            quiz->predict = true;
        } else if (quiz && slice_is(word, "ordered")) {
            quiz->ordered = true;
        } else if (id.length == 0) {
            id = word;
        } else {
            const char *nearest = quiz ? slice_nearest(word, words) : NULL;
            draft_problem(draft, block->line, "\"%.*s\" after the id is not known%s%s%s",
                          (int)word.length, word.bytes,
                          nearest ? ": did you mean \""
                          : quiz  ? ": predict or ordered can stand there"
                                  : "",
                          nearest ? nearest : "", nearest ? "\"?" : "");
        }
    }
    if (id.length == 0) {
        draft_problem(draft, block->line, "this %.*s has no id: write `%.*s NAME`",
                      (int)kind.length, kind.bytes, (int)kind.length, kind.bytes);
    } else if (!is_id(id)) {
        draft_problem(draft, block->line, "\"%.*s\" is no id: letters, digits, - and _ are",
                      (int)id.length, id.bytes);
    } else if (id.length > LESSON_ID_LIMIT) {
        draft_problem(draft, block->line, "this id has %zu bytes; %d at most", id.length,
                      LESSON_ID_LIMIT);
    } else {
        return draft_copy_shown(draft, id.bytes, id.length);
    }
    char made[32];
    return draft_copy_raw(draft, made, text_fill(made, sizeof made, "line-%zu", block->line));
}

/* --- a quiz's lines --------------------------------------------------------------------------- */

/* True for `( )`, `(x)`, `[ ]` or `[x]`, then a blank or nothing; of lines to be put in order `(1)`
 * … `(9)`. */
static bool is_choice(struct slice line) {
    if (line.length < 3 || !strchr(" xX123456789", line.bytes[1])) {
        return false;
    }
    bool brackets = (line.bytes[0] == '(' && line.bytes[2] == ')') ||
                    (line.bytes[0] == '[' && line.bytes[2] == ']');
    return brackets && (line.length == 3 || line.bytes[3] == ' ' || line.bytes[3] == '\t');
}

/* True for `()`, `[ x ]` and the like: nothing but blanks and an x in the brackets, yet not as it
 * should be. */
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

/* Reads `(x) text {{ feedback }}`. */
static void read_choice(struct reading *reading, struct slice line) {
    struct draft *draft = reading->draft;
    struct quiz *quiz = reading->quiz;
    if (!draft_room(draft, &quiz->choices, &quiz->choice_capacity, quiz->choice_count,
                    sizeof *quiz->choices)) {
        return;
    }
    struct choice *choice = &quiz->choices[quiz->choice_count++];
    reading->round |= line.bytes[0] == '(';
    reading->square |= line.bytes[0] == '[';
    choice->right = line.bytes[1] != ' ';
    choice->place =
        line.bytes[1] >= '1' && line.bytes[1] <= '9' ? (size_t)(line.bytes[1] - '0') : 0;
    choice->line = reading->line;
    line = slice_after(line, 3);
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
        draft_problem(draft, reading->line, "%s",
                      opened ? "the feedback is not closed: {{ is answered by }} at the line's end"
                             : "}} closes a feedback that no {{ opens");
    }
    text = slice_trimmed(text);
    feedback = slice_trimmed(feedback);
    if (text.length == 0) {
        draft_problem(draft, reading->line, "this choice has no text");
    }
    choice->text = draft_copy_words(draft, text.bytes, text.length);
    choice->feedback = draft_copy_words(draft, feedback.bytes, feedback.length);
}

/* Finds where the tolerance of CODE begins, and the length of its sign. */
static size_t find_tolerance(struct slice code, size_t *length) {
    size_t first = code.length;
    *length = 0;
    for (size_t i = 0; i < LEXER_TOLERANCES; i++) {
        size_t at = slice_find(code, lexer_tolerances[i]);
        if (at < first) {
            first = at;
            *length = strlen(lexer_tolerances[i]);
        }
    }
    return first;
}

/* Reads `= expression ~ tolerance`. */
static void read_key(struct reading *reading, struct slice code) {
    struct quiz *quiz = reading->quiz;
    if (quiz->key) {
        draft_problem(reading->draft, reading->line, "a second `=` line: a quiz has one answer");
        return;
    }
    size_t sign, end = find_tolerance(code, &sign);
    struct slice key = slice_trimmed((struct slice){code.bytes, end});
    if (key.length == 0) {
        draft_problem(reading->draft, reading->line, "an expression has to follow `=`");
    }
    quiz->key = draft_copy_raw(reading->draft, key.bytes, key.length);
    for (size_t i = 0; quiz->sealed && i < key.length; i++) {
        quiz->count += key.bytes[i] == '?';
    }
    quiz->key_line = reading->line;
    if (end < code.length) {
        struct slice tolerance = slice_after(code, end + sign);
        quiz->tolerance = draft_copy_raw(reading->draft, tolerance.bytes, tolerance.length);
        if (tolerance.length == 0) {
            draft_problem(reading->draft, reading->line,
                          "a number has to follow `%.*s`: how far off an answer may be", (int)sign,
                          code.bytes + end);
        }
    }
}

static void read_explanation(struct reading *reading, struct slice text) {
    text_append(&reading->explanation, reading->explanation.length > 0 ? "\n" : "");
    text_append_bytes(&reading->explanation, text.bytes, text.length);
}

static void read_hint(struct reading *reading, struct slice text) {
    struct quiz *quiz = reading->quiz;
    struct exercise *exercise = reading->exercise;
    struct strings hints =
        quiz ? (struct strings){&quiz->hints, &quiz->hint_count, &quiz->hint_capacity}
             : (struct strings){&exercise->hints, &exercise->hint_count, &exercise->hint_capacity};
    draft_add_string(reading->draft, hints,
                     draft_copy_words(reading->draft, text.bytes, text.length));
}

/* --- an exercise's lines ---------------------------------------------------------------------- */

/* Makes the statement TEXT of line LINE, which begins INDENT bytes into it. */
static struct source_line make_statement(struct draft *draft, struct slice text, size_t line,
                                         size_t indent) {
    struct source_line made = {.text = draft_copy_raw(draft, text.bytes, text.length),
                               .line = line,
                               .column = draft_indent(draft, line) + indent + 1};
    if (made.text != NULL && text_starts(made.text, "expect ")) {
        made.goal = made.text + strlen("expect ");
    }
    return made;
}

/* Reads the statement TEXT of the present line, with its position. */
static struct source_line read_statement(struct reading *reading, struct slice text) {
    return make_statement(reading->draft, text, reading->line,
                          (size_t)(text.bytes - reading->text.bytes));
}

/* Reads `expect V = [[…]]   # every value as it is`: the goal, and its words. */
static void read_expect(struct reading *reading, struct slice text) {
    struct exercise *exercise = reading->exercise;
    struct slice goal = reading->text, words = {0};
    (void)text;
    for (size_t i = 1; i + 1 < goal.length; i++) {
        if (goal.bytes[i - 1] == ' ' && goal.bytes[i] == '#' && goal.bytes[i + 1] == ' ') {
            words = (struct slice){goal.bytes + i + 2, goal.length - i - 2};
            goal.length = i;
        }
    }
    while (goal.length > 0 && goal.bytes[goal.length - 1] == ' ') {
        goal.length--;
    }
    if (draft_room(reading->draft, &exercise->expects, &exercise->expect_capacity,
                   exercise->expect_count, sizeof *exercise->expects)) {
        struct source_line *expect = &exercise->expects[exercise->expect_count++];
        *expect = read_statement(reading, goal);
        if (expect->goal == NULL && expect->text != NULL) { /* with nothing to be true */
            expect->goal = expect->text + strlen("expect");
        }
        expect->words =
            words.length > 0 ? draft_copy_words(reading->draft, words.bytes, words.length) : NULL;
    }
}

static void read_solution(struct reading *reading, struct slice text) {
    struct exercise *exercise = reading->exercise;
    if (draft_room(reading->draft, &exercise->solutions, &exercise->solution_capacity,
                   exercise->solution_count, sizeof *exercise->solutions)) {
        exercise->solutions[exercise->solution_count++] = read_statement(reading, text);
    }
}

static void read_allow(struct reading *reading, struct slice names) {
    struct exercise *exercise = reading->exercise;
    if (names.length == 0) {
        draft_problem(reading->draft, reading->line, "names have to follow allow:");
    }
    while (names.length > 0) {
        struct slice name = slice_word(&names);
        while (name.length > 0 && name.bytes[name.length - 1] == ',') {
            name.length--;
        }
        if (!reader_is_name(name.bytes, name.length)) {
            draft_problem(reading->draft, reading->line,
                          "\"%.*s\" is no name: allow: takes names, with blanks between",
                          (int)name.length, name.bytes);
            continue;
        }
        struct strings allowed = {&exercise->allowed, &exercise->allow_count,
                                  &exercise->allow_capacity};
        draft_add_string(reading->draft, allowed,
                         draft_copy_shown(reading->draft, name.bytes, name.length));
    }
}

/* Reads a whole number of cells. */
static void read_count(struct reading *reading, struct slice text, long *count) {
    double number;
    if (number_parse(text.bytes, text.length, &number) && number >= 1 && number <= 1e6 &&
        number == floor(number)) {
        *count = (long)number;
    } else {
        draft_problem(reading->draft, reading->line, "\"%.*s\" is no number of cells",
                      (int)text.length, text.bytes);
    }
}

static void read_changes(struct reading *reading, struct slice text) {
    read_count(reading, text, &reading->exercise->changes);
}

static void read_best(struct reading *reading, struct slice text) {
    read_count(reading, text, &reading->exercise->best);
}

/* --- all lines -------------------------------------------------------------------------------- */

/* What a line may begin with, and the function that reads the rest of it. */
struct marker {
    const char *word;
    void (*read)(struct reading *reading, struct slice text);
};

static const struct marker QUIZ_MARKERS[] = {
    {"=", read_key}, {"hint:", read_hint}, {"explain:", read_explanation}, {NULL, NULL}};
static const struct marker EXERCISE_MARKERS[] = {{"expect ", read_expect},
                                                 {"allow:", read_allow},
                                                 {"changes:", read_changes},
                                                 {"best:", read_best},
                                                 {"hint:", read_hint},
                                                 {"solution:", read_solution},
                                                 {NULL, NULL}};

/* Reads a line that is no marker: part of the question, unless the markers have begun. */
static void read_text(struct reading *reading) {
    static const char *const quiz_words[] = {"hint:", "explain:", NULL};
    static const char *const exercise_words[] = {
        "expect", "allow:", "changes:", "best:", "hint:", "solution:", NULL};
    struct slice line = reading->text, rest = line, word = slice_word(&rest);
    bool titled = word.length > 0 && word.bytes[word.length - 1] == ':';
    const char *nearest = NULL;
    if (titled || (reading->exercise && reading->marked)) {
        nearest = slice_nearest(word, reading->quiz ? quiz_words : exercise_words);
    }
    if (nearest) {
        draft_problem(reading->draft, reading->line, "\"%.*s\": did you mean \"%s\"?",
                      (int)word.length, word.bytes, nearest);
    } else if (reading->quiz && is_nearly_choice(line)) {
        draft_problem(reading->draft, reading->line,
                      "a choice begins with ( ), (x), [ ] or [x], one letter wide, and a blank");
    } else if (reading->marked && line.length > 0) {
        draft_problem(reading->draft, reading->line, "this line is no %s",
                      reading->quiz ? "choice, `= expression`, hint: or explain:"
                                    : "expect, allow:, changes:, best:, hint: or solution:");
    } else if (!reading->marked) {
        text_append_bytes(&reading->question, line.bytes, line.length);
        text_append_character(&reading->question, '\n');
    }
}

/* Reads the lines of BLOCK; returns the question, safe to show. */
static char *read_lines(struct reading *reading, const struct block *block) {
    struct draft *draft = reading->draft;
    struct slice content = {block->content, strlen(block->content)};
    reading->line = block->content_line;
    for (; content.length > 0 && !draft->failed; reading->line++) {
        const struct marker *marker = reading->quiz ? QUIZ_MARKERS : EXERCISE_MARKERS;
        reading->text = slice_line(&content);
        while (marker->word && !slice_starts(reading->text, marker->word)) {
            marker++;
        }
        if (reading->quiz && is_choice(reading->text)) {
            reading->marked = true;
            read_choice(reading, reading->text);
        } else if (reading->tasked &&
                   task_line(draft, reading->quiz, reading->text, reading->line)) {
            reading->marked = true;
        } else if (marker->word) {
            reading->marked = true;
            marker->read(reading, slice_after(reading->text, strlen(marker->word)));
        } else {
            read_text(reading);
        }
    }
    struct slice question =
        slice_trimmed((struct slice){text_string(&reading->question), reading->question.length});
    draft->failed |= reading->question.failed || reading->explanation.failed;
    char *words = draft_copy_words(draft, question.bytes, question.length);
    text_release(&reading->question);
    return words;
}

/* --- the whole -------------------------------------------------------------------------------- */

/* True when choices have an order of their own: they begin with numbers, or with yes and no. */
static bool have_order(const struct quiz *quiz) {
    bool numbers = true, words = false;
    for (size_t i = 0; i < quiz->choice_count; i++) {
        const char *text = quiz->choices[i].text + strspn(quiz->choices[i].text, "`");
        double number;
        size_t length = strcspn(text, " ,:;`");
        numbers = numbers && number_read(text, length, &number) > 0;
        words = words || (length == 3 && strncasecmp(text, "yes", 3) == 0) ||
                (length == 2 && strncasecmp(text, "no", 2) == 0);
    }
    return words || numbers;
}

/* Checks that there are choices, of one kind, and that some are right, of ( ) one. */
static void judge_choices(struct reading *reading) {
    struct quiz *quiz = reading->quiz;
    size_t right = 0;
    quiz->ordered = quiz->ordered || (!reading->draft->failed && have_order(quiz));
    for (size_t i = 0; i < quiz->choice_count; i++) {
        right += quiz->choices[i].right;
    }
    if (quiz->choice_count == 0) {
        draft_problem(reading->draft, quiz->line,
                      "quiz %s has no choices: lines like `( ) text`, or `= expression`", quiz->id);
    } else if (reading->round && reading->square) {
        draft_problem(reading->draft, quiz->line,
                      "quiz %s mixes ( ), one is right, and [ ], several may be", quiz->id);
    } else if (quiz->choice_count == 1) {
        draft_problem(reading->draft, quiz->line, "quiz %s has only one choice", quiz->id);
    } else if (right == 0 && !quiz->sealed) {
        draft_problem(reading->draft, quiz->line, "quiz %s has no right choice: mark it with an x",
                      quiz->id);
    } else if (right > 1 && reading->round) {
        draft_problem(reading->draft, quiz->line,
                      "quiz %s has %zu right choices: with ( ) one is right; use [ ] for several",
                      quiz->id, right);
    }
}

/* Checks that each line has its place: (1), (2) and so on, none left out. */
static void judge_order(struct reading *reading) {
    struct quiz *quiz = reading->quiz;
    size_t last = 0, found = 0;
    for (size_t i = 0; i < quiz->choice_count; i++) {
        last = quiz->choices[i].place > last ? quiz->choices[i].place : last;
    }
    for (size_t place = 1; place <= last; place++) {
        bool there = false;
        for (size_t i = 0; i < quiz->choice_count; i++) {
            there = there || quiz->choices[i].place == place;
        }
        found += there;
    }
    if (quiz->choice_count < 2 || quiz->choice_count > 9) {
        draft_problem(reading->draft, quiz->line, "order %s has %zu lines: 2 to 9 can be ordered",
                      quiz->id, quiz->choice_count);
    } else if (!quiz->sealed && (last < 2 || found < last)) {
        draft_problem(reading->draft, quiz->line,
                      "order %s does not say where each line belongs: begin them with (1), (2) …",
                      quiz->id);
    }
    for (size_t i = 0; !quiz->sealed && i < quiz->choice_count; i++) {
        if (quiz->choices[i].place == 0) {
            draft_problem(reading->draft, quiz->choices[i].line,
                          "this line has no place: begin it with (1), (2) …");
        }
    }
}

/* Checks that a drill asks for a number, computed from inputs that are drawn. */
static void judge_drill(struct reading *reading) {
    const struct quiz *quiz = reading->quiz;
    if (quiz->task == NULL || quiz->task->input_count == 0) {
        draft_problem(reading->draft, quiz->line, "drill %s draws nothing: a line `inputs: Q: 2×3`",
                      quiz->id);
    } else if (quiz->key == NULL) {
        draft_problem(reading->draft, quiz->line, "drill %s has no answer: a line `= FORMULA`",
                      quiz->id);
    }
}

static void judge_write(struct reading *reading) {
    task_judge(reading->draft, reading->quiz);
}

/* Checks a key that is typed as a word, and compared letter by letter. */
static void judge_word(struct reading *reading) {
    struct quiz *quiz = reading->quiz;
    struct slice word = slice_trimmed((struct slice){quiz->key + 1, strlen(quiz->key) - 2});
    double number;
    if (word.length == 0) {
        draft_problem(reading->draft, quiz->key_line, "the word between the quotes is missing");
    } else if (number_parse(word.bytes, word.length, &number)) {
        draft_problem(reading->draft, quiz->key_line,
                      "the key is a number in quotes: write `= %.*s`", (int)word.length,
                      word.bytes);
    } else if (quiz->tolerance != NULL) {
        draft_problem(reading->draft, quiz->key_line, "a word has no tolerance");
    }
}

/* True for one word in quotes. */
static bool is_word(const char *key) {
    size_t length = strlen(key);
    return length >= 2 && key[0] == '"' && strchr(key + 1, '"') == key + length - 1;
}

const struct quiz_kind quiz_one = {.mark = '(', .judge = judge_choices};

const struct quiz_kind quiz_several = {
    .mark = '[',
    .help = "[ ] and [x]               instead: several may be right\n",
    .judge = judge_choices,
};

const struct quiz_kind quiz_number = {
    .mark = '=',
    .help = "= S[1,2] ~ 0.01           instead of choices: a number, computed when it is\n"
            "                          asked; a common mistake is named\n"
            "= A[2,:] ~ 0.01           or a row of numbers, answered as in 0.1 0.2 0.7;\n"
            "                          +- and ± may stand for ~\n",
};

const struct quiz_kind quiz_word = {
    .mark = '=',
    .blank = "\"?\"",
    .help = "= \"mat\"                   or a word, whatever the case of its letters\n",
    .has = is_word,
    .judge = judge_word,
};

const struct quiz_kind quiz_write = {
    .fence = "write",
    .tasked = true,
    .help = "```write ID               formulas are asked for: run on random inputs\n"
            "Write one head.           the task\n"
            "inputs: X: n×d, W: d×h    what is given; sizes by name, drawn for each try\n"
            "inputs: k: h divides d    a number: a size that divides another\n"
            "solution: Q = X @ W       its lines; the last one defines the result\n"
            "tolerance: 1e-9           how far off a result may be; this when not said\n"
            "wrong: Q = X {{ no W }}   must be refused; a learner who writes it is\n"
            "                          told what he did\n"
            "hint: …  explain: …       as in a quiz\n",
    .judge = judge_write,
};

const struct quiz_kind quiz_order = {
    .fence = "order",
    .help = "```order ID               lines to be put in order, written in any order:\n"
            "(2) S = Q @ K.T           where each belongs; two lines may share a number\n"
            "(1) Q = X @ W_q           the answer is their numbers, as in 2 1\n",
    .judge = judge_order,
};

const struct quiz_kind *quiz_kind_at(size_t index) {
#define ADDRESS(name) &quiz_##name,
    static const struct quiz_kind *const kinds[] = {QUIZ_KINDS(ADDRESS)};
    return index < sizeof kinds / sizeof *kinds ? kinds[index] : NULL;
}

/* Finds the kind of a question by its fence, its key and the brackets of its choices. */
static const struct quiz_kind *find_kind(const struct reading *reading, const char *info) {
    const char *key = reading->quiz->key;
    char mark = reading->square ? '[' : reading->round || key == NULL ? '(' : '=';
    const struct quiz_kind *kind, *found = &quiz_one;
    for (size_t i = 0; (kind = quiz_kind_at(i)) != NULL; i++) {
        bool fits = kind->fence != NULL ? text_starts(info, kind->fence) : kind->mark == mark;
        found = fits && (kind->has == NULL || kind->has(key)) ? kind : found;
    }
    return found;
}

struct quiz *quiz_read(struct draft *draft, const struct block *block) {
    struct quiz *quiz = memory_allocate(1, sizeof *quiz);
    if (!quiz) {
        draft->failed = true;
        return NULL;
    }
    struct reading reading = {.draft = draft, .quiz = quiz};
    bool drills = text_starts(block->info, "drill");
    reading.tasked = drills || find_kind(&reading, block->info)->tasked;
    quiz->line = block->line;
    quiz->sealed = draft->lesson->exam;
    quiz->id = read_id(draft, block, quiz);
    quiz->question = read_lines(&reading, block);
    if (reading.explanation.length > 0) {
        quiz->explanation =
            draft_copy_words(draft, text_string(&reading.explanation), reading.explanation.length);
    }
    text_release(&reading.explanation);
    quiz->kind = find_kind(&reading, block->info);
    if (draft->failed) {
        return quiz;
    }
    if (quiz->question[0] == '\0') {
        draft_problem(draft, quiz->line, "quiz %s asks nothing: the question comes first",
                      quiz->id);
    }
    if (quiz->key && quiz->choice_count > 0) {
        draft_problem(draft, quiz->line, "quiz %s has choices and an `=` line: it takes one kind",
                      quiz->id);
    } else if (quiz->kind->judge != NULL) {
        quiz->kind->judge(&reading);
    }
    if (drills) {
        judge_drill(&reading);
    }
    return quiz;
}

struct exercise *exercise_read(struct draft *draft, const struct block *block) {
    struct exercise *exercise = memory_allocate(1, sizeof *exercise);
    if (!exercise) {
        draft->failed = true;
        return NULL;
    }
    struct reading reading = {.draft = draft, .exercise = exercise};
    exercise->line = block->line;
    exercise->changes = exercise->best = -1;
    exercise->id = read_id(draft, block, NULL);
    exercise->question = read_lines(&reading, block);
    if (draft->failed) {
        return exercise;
    }
    if (exercise->question[0] == '\0') {
        draft_problem(draft, exercise->line, "try %s sets no task: the text comes first",
                      exercise->id);
    }
    if (exercise->expect_count == 0) {
        draft_problem(draft, exercise->line,
                      "try %s has no expect line: nothing says when it is done", exercise->id);
    }
    if (exercise->solution_count == 0 && !draft->lesson->exam) {
        draft_problem(draft, exercise->line,
                      "try %s has no solution: line, so nothing shows that it can be done",
                      exercise->id);
    }
    if (exercise->changes > 0 && exercise->best > exercise->changes) {
        draft_problem(draft, exercise->line, "try %s: best: %ld is more than changes: %ld",
                      exercise->id, exercise->best, exercise->changes);
    }
    return exercise;
}

/* --- fences of statements --------------------------------------------------------------------- */

static void read_grain(struct draft *draft, const struct block *block, struct slice name,
                       struct part *part) {
    static const char *const grains[] = {"definition", "operation", "row", "cell", "term", NULL};
    char *grain = draft_copy_shown(draft, name.bytes, name.length);
    if (!grain || grain_find(grain) != GRAIN_COUNT) {
        part->grain = grain;
        return;
    }
    const char *nearest = slice_nearest(name, grains);
    if (nearest) {
        draft_problem(draft, block->line, "grain=%s is not known: did you mean grain=%s?", grain,
                      nearest);
    } else {
        draft_problem(draft, block->line,
                      "grain=%s is not known: it is definition, operation, row, cell or term",
                      grain);
    }
    memory_free(grain);
}

/* Reports an option that is unknown. False when it was meant as error:, which takes the rest of the
 * info. */
static bool unknown_option(struct draft *draft, const struct block *block, struct slice word) {
    static const char *const options[] = {"hidden", "error:", "grain=cell", NULL};
    const char *nearest = slice_nearest(word, options);
    if (nearest) {
        draft_problem(draft, block->line, "\"%.*s\" after qkv: did you mean \"%s\"?",
                      (int)word.length, word.bytes, nearest);
    } else {
        draft_problem(draft, block->line,
                      "\"%.*s\" after qkv is not known: hidden, grain=cell or error: TEXT can "
                      "stand there",
                      (int)word.length, word.bytes);
    }
    return !nearest || !text_same(nearest, "error:");
}

static void read_options(struct draft *draft, const struct block *block, struct part *part) {
    struct slice info = {block->info, strlen(block->info)};
    slice_word(&info);
    while (info.length > 0) {
        if (slice_starts(info, "error:")) {
            info = slice_after(info, strlen("error:"));
            part->error = draft_copy_shown(draft, info.bytes, info.length);
            return;
        }
        struct slice word = slice_word(&info);
        if (slice_is(word, "hidden")) {
            part->hidden = true;
        } else if (slice_starts(word, "grain=") && !part->grain) {
            read_grain(draft, block, slice_after(word, strlen("grain=")), part);
        } else if (!unknown_option(draft, block, word)) {
            return;
        }
    }
}

void statements_split(struct draft *draft, struct slice code, size_t line, struct part *part) {
    while (code.length > 0 && !draft->failed) {
        size_t taken = reader_line(code.bytes, code.length, NULL);
        taken = taken > 0 && taken <= code.length ? taken : code.length;
        struct slice text = slice_trimmed((struct slice){code.bytes, taken});
        if (text.length > 0 && text.bytes[0] != '#' &&
            draft_room(draft, &part->statements, &part->statement_capacity, part->statement_count,
                       sizeof *part->statements)) {
            part->statements[part->statement_count++] = make_statement(draft, text, line, 0);
        }
        line += document_breaks(code.bytes, taken);
        code.bytes += taken;
        code.length -= taken;
    }
}

void statements_read(struct draft *draft, const struct block *block, struct part *part) {
    read_options(draft, block, part);
    statements_split(draft, (struct slice){block->content, strlen(block->content)},
                     block->content_line, part);
    if (part->statement_count == 0) {
        draft_problem(draft, block->line, "this block holds no statement");
    } else if (part->error && part->statement_count > 1) {
        draft_problem(draft, block->line,
                      "a block that must fail holds one statement, this one has %zu",
                      part->statement_count);
    }
    if (part->error && part->error[0] == '\0') {
        draft_problem(draft, block->line, "say after error: what the failure's text is");
    }
}
