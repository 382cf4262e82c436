/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* gradebook: writes the grades of a class as a table for reading, for a spreadsheet or for a
 * program. */
#include "base/failure.h"
#include "base/utf8.h"
#include "canvas/canvas.h"
#include "classroom/grade.h"
#include "files/formats.h"
#include "lesson/document.h"
#include "session/question.h"

#include <string.h>

/* Columns of the table for reading. */
enum { NAME_COLUMNS = 18, MARK_COLUMNS = 3, WIDTH = 80, HANG = 6 };

static const char *string_at(const json_t *object, const char *key) {
    const char *found = json_string_value(json_object_get(object, key));
    return found == NULL ? "" : found;
}

static bool is_graded(const json_t *student) {
    return json_is_true(json_object_get(student, "graded"));
}

/* Returns what STUDENT did at the question ID; NULL when that is not known. */
static const json_t *answer_of(const json_t *student, const char *id) {
    return json_object_get(json_object_get(student, "answers"), id);
}

static bool answer_is_marked(const json_t *answer, const char *mark) {
    return text_same(string_at(answer, "mark"), mark);
}

/* --- what the class chose --------------------------------------------------------------------- */

/* Adds the first answer in ANSWER to CHOICES. */
static bool add_choice(json_t *choices, const json_t *answer) {
    const json_t *first = json_object_get(answer, "first");
    bool nothing = !json_is_string(first);
    json_t *choice = NULL;
    for (size_t i = 0; choice == NULL && i < json_array_size(choices); i++) {
        json_t *known = json_array_get(choices, i);
        const json_t *said = json_object_get(known, "answer");
        if (nothing ? json_is_null(said) : json_equal(said, first)) {
            choice = json_incref(known);
            json_array_remove(choices, i);
        }
    }
    bool right = answer_is_marked(answer, "right") && json_take_size(answer, "tries") == 1;
    choice = choice != NULL
                 ? choice
                 : json_make("{sO? si sb sO?}", "answer", nothing ? NULL : first, "count", 0,
                             "right", 0, "slips", json_object_get(answer, "slips"));
    size_t count = json_take_size(choice, "count") + 1, at = 0;
    while (at < json_array_size(choices) && /* the most frequent first, nothing last */
           (nothing || json_take_size(json_array_get(choices, at), "count") >= count)) {
        at++;
    }
    return choice != NULL &&
           json_object_set_new(choice, "count", json_make("i", (int)count)) == 0 &&
           (!right || json_object_set_new(choice, "right", json_true()) == 0) &&
           json_array_insert_new(choices, at, choice) == 0;
}

/* Sums up what the class did with the question at STOP: {"id", "right", "wrong", "none", "chosen":
 * [{"answer", "count", "right", "slips"}, …]}; NULL without memory. */
static json_t *sum_up(const struct grade *grade, size_t stop) {
    const char *id = lesson_question_id(grade->session->lesson, stop);
    bool chooses = question_quiz(grade->session, stop) != NULL;
    json_t *choices = json_make("[]"), *student;
    size_t index, right = 0, wrong = 0, none = 0;
    bool ok = choices != NULL;
    json_array_foreach(grade->students, index, student) {
        const json_t *answer = answer_of(student, id);
        if (is_graded(student)) {
            right += answer_is_marked(answer, "right");
            wrong += answer_is_marked(answer, "wrong");
            none += answer_is_marked(answer, "");
            ok = ok && (!chooses || add_choice(choices, answer));
        }
    }
    json_t *question = json_make("{ss si si si sO}", "id", id, "right", (int)right, "wrong",
                                 (int)wrong, "none", (int)none, "chosen", choices);
    json_decref(choices);
    if (!ok) {
        json_decref(question);
    }
    return ok ? question : NULL;
}

/* --- for eyes --------------------------------------------------------------------------------- */

static void put_grade_mark(const json_t *answer, struct text *out) {
    char mark[16] = "·";
    bool later = json_take_size(answer, "later") > 0;
    size_t tries = json_take_size(answer, "tries");
    if (answer_is_marked(answer, "wrong")) {
        text_fill(mark, sizeof mark, later ? "✗+" : "✗");
    } else if (answer_is_marked(answer, "right") && !later && tries > 1) {
        text_fill(mark, sizeof mark, "✓%zu", tries);
    } else if (answer_is_marked(answer, "right")) {
        text_fill(mark, sizeof mark, later ? "✓+" : "✓");
    }
    utf8_fit(out, mark, strlen(mark), MARK_COLUMNS);
}

static void put_column_number(size_t number, struct text *out) {
    char digits[24];
    size_t length = text_fill(digits, sizeof digits, "%zu", number);
    utf8_fit(out, digits, length, MARK_COLUMNS);
}

/* Writes a student's line, with the name, or the file when there is none. */
static void put_student(const json_t *student, const json_t *questions, struct text *out) {
    const char *name = string_at(student, "name"), *note = string_at(student, "note");
    name = name[0] != '\0' ? name : file_base(string_at(student, "file"));
    utf8_fit(out, name, strlen(name), NAME_COLUMNS);
    text_append(out, " ");
    if (!is_graded(student)) {
        text_format(out, "%s\n", note);
        return;
    }
    for (size_t i = 0; i < json_array_size(questions); i++) {
        put_grade_mark(answer_of(student, string_at(json_array_get(questions, i), "id")), out);
    }
    text_format(out, "%zu of %zu\n", json_take_size(student, "right"), json_array_size(questions));
    if (note[0] != '\0') {
        canvas_wrap(note, 2, WIDTH, out);
    }
}

/* Writes "   12  2. word2   right", and the slip that explains the choice. */
static void put_choice(const struct quiz *quiz, const json_t *choice, struct text *out) {
    struct text line = {0}, body = {0};
    const char *given = json_take_string(choice, "answer");
    size_t count = json_take_size(choice, "count");
    struct choice_list chosen = {0};
    struct failure none = {0};
    text_format(&line, "%zu  ", count);
    if (given != NULL && question_kind(quiz)->marked && choices_read(quiz, given, &chosen, &none) &&
        chosen.count > 0) {
        for (size_t i = 0; i < chosen.count; i++) {
            text_format(&line, "%s%zu. ", i > 0 ? "; " : "", chosen.list[i] + 1);
            document_plain(quiz->choices[chosen.list[i]].text, &line);
        }
    } else {
        text_append(&line, given == NULL ? "no answer" : given);
    }
    text_append(&line, json_is_true(json_object_get(choice, "right")) ? "  (right)" : "");
    text_repeat(out, " ", count < 10 ? 4 : count < 100 ? 3 : 2);
    canvas_wrap(text_string(&line), HANG, WIDTH, &body);
    text_append(out, text_string(&body) + (body.length > HANG ? HANG : 0));
    for (const char *slip = string_at(choice, "slips"); *slip != '\0';) {
        size_t length = strcspn(slip, "\n");
        text_clear(&line);
        text_append_bytes(&line, slip, length);
        canvas_wrap(text_string(&line), HANG + 2, WIDTH, out);
        slip += length + (slip[length] == '\n' ? 1 : 0);
    }
    text_release_into(&body, out);
    text_release_into(&line, out);
}

static void put_question(const struct grade *grade, size_t stop, size_t number,
                         const json_t *summary, struct text *out) {
    static const char *const words[][2] = {
        {"right", "met"}, {"wrong", "not met"}, {"none", "nothing done"}};
    const struct quiz *quiz = question_quiz(grade->session, stop);
    const struct exercise *exercise = question_exercise(grade->session, stop);
    struct text head = {0};
    text_format(&head, "%zu %s: ", number, string_at(summary, "id"));
    document_plain(quiz != NULL ? quiz->question : exercise->question, &head);
    for (size_t i = 0; i < head.length; i++) {
        head.bytes[i] = head.bytes[i] == '\n' ? ' ' : head.bytes[i];
    }
    text_append(out, "\n");
    canvas_wrap(text_string(&head), 0, WIDTH, out);
    text_release_into(&head, out);
    for (size_t i = 0; quiz == NULL && i < sizeof words / sizeof words[0]; i++) {
        size_t count = json_take_size(summary, words[i][0]);
        if (count > 0) {
            text_format(out, "%5zu %s\n", count, words[i][1]);
        }
    }
    const json_t *chosen = json_object_get(summary, "chosen");
    for (size_t i = 0; i < json_array_size(chosen); i++) {
        put_choice(quiz, json_array_get(chosen, i), out);
    }
}

static bool write_gradebook_text(const struct grade *grade, const json_t *questions,
                                 struct text *out) {
    const struct lesson *lesson = grade->session->lesson;
    size_t count = json_array_size(questions), students = json_array_size(grade->students), index;
    size_t graded = 0, number = 0;
    char right[NAME_COLUMNS + 1];
    json_t *each;
    text_format(out, "%s: %zu question%s, %zu hand-in%s\n\n", lesson->title, count,
                count == 1 ? "" : "s", students, students == 1 ? "" : "s");
    text_repeat(out, " ", NAME_COLUMNS + 1);
    for (size_t i = 0; i < count; i++) {
        put_column_number(i + 1, out);
    }
    text_append(out, "right\n");
    json_array_foreach(grade->students, index, each) {
        put_student(each, questions, out);
        graded += is_graded(each);
    }
    size_t length = text_fill(right, sizeof right, "right, of %zu", graded);
    utf8_fit(out, right, length, NAME_COLUMNS + 1);
    json_array_foreach(questions, index, each) {
        put_column_number(json_take_size(each, "right"), out);
    }
    while (out->bytes != NULL && out->bytes[out->length - 1] == ' ') {
        text_truncate(out, out->length - 1);
    }
    text_append(out, "\n\n✓2: right at the second try; ✗: not right; ·: nothing was answered;\n"
                     "+: a prediction, answered again later, which does not count\n"
                     "\nWhat the class chose:\n");
    for (size_t stop = 0; stop < lesson->stop_count; stop++) {
        if (lesson_question_id(lesson, stop) != NULL) {
            put_question(grade, stop, number + 1, json_array_get(questions, number), out);
            number++;
        }
    }
    return true;
}

/* --- for a spreadsheet ------------------------------------------------------------------------ */

/* Writes one cell, with a comma before it unless it is the first. An apostrophe guards what a
 * spreadsheet would take for a formula. */
static void put_csv_cell(const char *text, bool first, struct text *out) {
    text_append(out, first ? "\"" : ",\"");
    text_append(out, csv_is_formula(text) ? "'" : "");
    for (; *text != '\0'; text++) {
        text_append(out, *text == '"' ? "\"" : "");
        text_append_character(out, *text);
    }
    text_append(out, "\"");
}

static bool write_gradebook_csv(const struct grade *grade, const json_t *questions,
                                struct text *out) {
    size_t index, i;
    json_t *student, *question;
    put_csv_cell("name", true, out);
    put_csv_cell("file", false, out);
    json_array_foreach(questions, i, question) {
        put_csv_cell(string_at(question, "id"), false, out);
    }
    text_append(out, ",\"right\",\"of\",\"note\"");
    json_array_foreach(questions, i, question) {
        const char *id = string_at(question, "id");
        text_format(out, ",\"%s tries\",\"%s first\"", id, id);
    }
    text_append(out, "\n");
    json_array_foreach(grade->students, index, student) {
        put_csv_cell(string_at(student, "name"), true, out);
        put_csv_cell(string_at(student, "file"), false, out);
        json_array_foreach(questions, i, question) {
            const json_t *answer = answer_of(student, string_at(question, "id"));
            text_append(out, answer_is_marked(answer, "right")   ? ",1"
                             : answer_is_marked(answer, "wrong") ? ",0"
                                                                 : ",");
        }
        if (is_graded(student)) {
            text_format(out, ",%zu,%zu", json_take_size(student, "right"),
                        json_array_size(questions));
        } else {
            text_append(out, ",,");
        }
        put_csv_cell(string_at(student, "note"), false, out);
        json_array_foreach(questions, i, question) {
            const json_t *answer = answer_of(student, string_at(question, "id"));
            size_t tries = json_take_size(answer, "tries");
            text_format(out, tries > 0 ? ",%zu" : ",", tries);
            put_csv_cell(string_at(answer, "first"), false, out);
        }
        text_append(out, "\n");
    }
    return true;
}

/* --- for a program ---------------------------------------------------------------------------- */

static bool write_gradebook_json(const struct grade *grade, const json_t *questions,
                                 struct text *out) {
    json_t *all = json_make("{ss sO sO}", "lesson", grade->session->lesson->id, "questions",
                            questions, "students", grade->students);
    bool ok = all != NULL && json_line(all, out);
    json_decref(all);
    return ok;
}

/* --- the formats ------------------------------------------------------------------------------ */

static const struct {
    const char *name;
    bool (*write)(const struct grade *grade, const json_t *questions, struct text *out);
} FORMATS[] = {
    {"text", write_gradebook_text}, {"csv", write_gradebook_csv}, {"json", write_gradebook_json}};

enum { FORMAT_COUNT = sizeof FORMATS / sizeof FORMATS[0] };

void grade_formats(const char *separator, struct text *out) {
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        text_format(out, "%s%s", i > 0 ? separator : "", FORMATS[i].name);
    }
}

bool grade_write(const struct grade *grade, const char *format, struct text *out,
                 struct failure *failure) {
    const struct lesson *lesson = grade->session->lesson;
    json_t *questions = json_make("[]");
    bool ok = questions != NULL;
    for (size_t stop = 0; ok && stop < lesson->stop_count; stop++) {
        ok = lesson_question_id(lesson, stop) == NULL ||
             json_array_append_new(questions, sum_up(grade, stop)) == 0;
    }
    for (size_t i = 0; ok && i < FORMAT_COUNT; i++) {
        ok = !text_same(FORMATS[i].name, format) || FORMATS[i].write(grade, questions, out);
    }
    json_decref(questions);
    return ok ? text_ok(out, failure) : failure_memory(failure);
}
