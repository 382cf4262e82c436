/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* gradebook: the grades of a class as a table for eyes, for a spreadsheet, for a program. */
#include "base/failure.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "canvas/canvas.h"
#include "classroom/grade.h"
#include "files/export.h"
#include "files/formats.h"
#include "lesson/document.h"
#include "session/question.h"

#include <string.h>

/* Columns of the table for eyes. */
enum { NAME_COLUMNS = 18, MARK_COLUMNS = 3, WIDTH = 80, HANG = 6 };

static const char *id_of(const struct grade *grade, size_t question) {
    return lesson_asks(grade->session->lesson, grade->asked[question]);
}

static const struct quiz *quiz_of(const struct grade *grade, size_t question) {
    return question_quiz(grade->session, grade->asked[question]);
}

static size_t count_right(const struct grade *grade, const struct grade_student *student) {
    size_t right = 0;
    for (size_t i = 0; i < grade->asked_count; i++) {
        right += student->answers[i].mark == GRADE_RIGHT;
    }
    return right;
}

static size_t count_graded(const struct grade *grade) {
    size_t graded = 0;
    for (size_t i = 0; i < grade->count; i++) {
        graded += !grade->list[i].failed;
    }
    return graded;
}

/* By name, or where that is not known by file. */
static const char *name_of(const struct grade_student *student) {
    return student->name[0] != '\0' ? student->name : file_base(student->file);
}

/* --- for eyes --------------------------------------------------------------------------------- */

static void put_mark(const struct grade_answer *answer, struct text *out) {
    char mark[16] = "·";
    if (answer->mark == GRADE_WRONG) {
        text_fill(mark, sizeof mark, answer->later > 0 ? "✗+" : "✗");
    } else if (answer->mark == GRADE_RIGHT && answer->later == 0 && answer->tries > 1) {
        text_fill(mark, sizeof mark, "✓%zu", answer->tries);
    } else if (answer->mark == GRADE_RIGHT) {
        text_fill(mark, sizeof mark, answer->later > 0 ? "✓+" : "✓");
    }
    utf8_fit(out, mark, strlen(mark), MARK_COLUMNS);
}

static void put_student(const struct grade *grade, const struct grade_student *student,
                        struct text *out) {
    const char *name = name_of(student);
    utf8_fit(out, name, strlen(name), NAME_COLUMNS);
    text_append(out, " ");
    if (student->failed) {
        text_format(out, "%s\n", student->note);
        return;
    }
    for (size_t i = 0; i < grade->asked_count; i++) {
        put_mark(&student->answers[i], out);
    }
    text_format(out, "%zu of %zu", count_right(grade, student), grade->asked_count);
    text_append(out, "\n");
    if (student->note[0] != '\0') {
        canvas_wrap(student->note, 2, WIDTH, out);
    }
}

static void put_table(const struct grade *grade, struct text *out) {
    text_repeat(out, " ", NAME_COLUMNS + 1);
    for (size_t i = 0; i < grade->asked_count; i++) {
        char number[16];
        size_t length = text_fill(number, sizeof number, "%zu", i + 1);
        utf8_fit(out, number, length, MARK_COLUMNS);
    }
    text_append(out, "right\n");
    for (size_t i = 0; i < grade->count; i++) {
        put_student(grade, &grade->list[i], out);
    }
    char right[NAME_COLUMNS + 1];
    size_t length = text_fill(right, sizeof right, "right, of %zu", count_graded(grade));
    utf8_fit(out, right, length, NAME_COLUMNS + 1);
    for (size_t i = 0; i < grade->asked_count; i++) {
        char number[24];
        length = text_fill(number, sizeof number, "%zu", grade_count(grade, i, GRADE_RIGHT));
        utf8_fit(out, number, length, MARK_COLUMNS);
    }
    while (out->bytes != NULL && out->bytes[out->length - 1] == ' ') {
        text_truncate(out, out->length - 1);
    }
    text_append(out, "\n\n✓2: right at the second try; ✗: not right; ·: nothing was answered;\n"
                     "+: a prediction, answered again later, which does not count\n");
}

/* "   12  2. word2   right". */
static void put_choice(const struct quiz *quiz, const struct grade_choice *choice,
                       struct text *out) {
    struct text line = {0};
    text_format(&line, "%zu  ", choice->count);
    const char *at = choice->chosen == NULL ? "no answer" : choice->chosen;
    bool known = choice->chosen != NULL && quiz->choice_count > 0;
    struct chosen chosen = {0};
    struct failure none = {0};
    if (known && chosen_read(quiz, at, &chosen, &none) && chosen.count > 0) {
        const char *between = "";
        for (size_t i = 0; i < quiz->choice_count; i++) {
            if (chosen_has(&chosen, i)) {
                text_format(&line, "%s%zu. ", between, i + 1);
                document_plain(quiz->choices[i].text, &line);
                between = "; ";
            }
        }
    } else {
        text_append(&line, at);
    }
    text_append(&line, choice->right ? "  (right)" : "");
    text_repeat(out, " ", choice->count < 10 ? 4 : choice->count < 100 ? 3 : 2);
    struct text body = {0};
    canvas_wrap(text_string(&line), HANG, WIDTH, &body);
    text_append(out, text_string(&body) + (body.length > HANG ? HANG : 0));
    text_release_into(&body, out);
    text_release_into(&line, out);
    for (const char *slip = choice->slips; slip != NULL && *slip != '\0';) {
        size_t length = strcspn(slip, "\n");
        text_clear(&line);
        text_append_bytes(&line, slip, length);
        canvas_wrap(text_string(&line), HANG + 2, WIDTH, out);
        slip += length + (slip[length] == '\n' ? 1 : 0);
    }
    text_release(&line);
}

static void put_exercise(const struct grade *grade, size_t question, struct text *out) {
    static const char *const words[] = {
        [GRADE_RIGHT] = "met", [GRADE_WRONG] = "not met", [GRADE_NONE] = "nothing done"};
    static const enum grade_mark order[] = {GRADE_RIGHT, GRADE_WRONG, GRADE_NONE};
    for (size_t i = 0; i < GRADE_MARKS; i++) {
        size_t count = grade_count(grade, question, order[i]);
        if (count > 0) {
            text_format(out, "%5zu %s\n", count, words[order[i]]);
        }
    }
}

static bool put_question(const struct grade *grade, size_t question, struct text *out,
                         struct failure *failure) {
    const struct quiz *quiz = quiz_of(grade, question);
    const struct exercise *exercise = question_exercise(grade->session, grade->asked[question]);
    struct text head = {0};
    text_format(&head, "%zu %s: ", question + 1, id_of(grade, question));
    document_plain(quiz != NULL ? quiz->question : exercise->question, &head);
    for (size_t i = 0; i < head.length; i++) {
        head.bytes[i] = head.bytes[i] == '\n' ? ' ' : head.bytes[i];
    }
    text_append(out, "\n");
    canvas_wrap(text_string(&head), 0, WIDTH, out);
    text_release_into(&head, out);
    if (quiz == NULL) {
        put_exercise(grade, question, out);
        return true;
    }
    struct grade_choices choices;
    bool ok = grade_choices(grade, question, &choices, failure);
    for (size_t i = 0; ok && i < choices.count; i++) {
        put_choice(quiz, &choices.list[i], out);
    }
    memory_free(choices.list);
    return ok;
}

static bool write_text(const struct grade *grade, struct text *out, struct failure *failure) {
    bool ok = true;
    text_format(out, "%s: %zu question%s, %zu hand-in%s\n\n", grade->session->lesson->title,
                grade->asked_count, grade->asked_count == 1 ? "" : "s", grade->count,
                grade->count == 1 ? "" : "s");
    put_table(grade, out);
    text_append(out, "\nWhat the class chose:\n");
    for (size_t i = 0; ok && i < grade->asked_count; i++) {
        ok = put_question(grade, i, out, failure);
    }
    return ok;
}

/* --- for a spreadsheet ------------------------------------------------------------------------ */

/* One cell, empty for a NULL, a comma before it unless it is the first. What a spreadsheet would
 * take for a formula gets an apostrophe before it. */
static void put_cell(const char *text, bool first, struct text *out) {
    text = text == NULL ? "" : text;
    text_append(out, first ? "\"" : ",\"");
    text_append(out, csv_is_formula(text) ? "'" : "");
    for (; *text != '\0'; text++) {
        text_append(out, *text == '"' ? "\"" : "");
        text_append_character(out, *text);
    }
    text_append(out, "\"");
}

static bool write_csv(const struct grade *grade, struct text *out, struct failure *failure) {
    (void)failure;
    put_cell("name", true, out);
    put_cell("file", false, out);
    for (size_t i = 0; i < grade->asked_count; i++) {
        put_cell(id_of(grade, i), false, out);
    }
    text_append(out, ",\"right\",\"of\",\"note\"");
    for (size_t i = 0; i < grade->asked_count; i++) {
        text_format(out, ",\"%s tries\",\"%s first\"", id_of(grade, i), id_of(grade, i));
    }
    text_append(out, "\n");
    for (size_t i = 0; i < grade->count; i++) {
        const struct grade_student *student = &grade->list[i];
        put_cell(student->name, true, out);
        put_cell(student->file, false, out);
        for (size_t k = 0; k < grade->asked_count; k++) {
            enum grade_mark mark = student->answers[k].mark;
            text_append(out, mark == GRADE_RIGHT ? ",1" : mark == GRADE_WRONG ? ",0" : ",");
        }
        if (student->failed) {
            text_append(out, ",,");
        } else {
            text_format(out, ",%zu,%zu", count_right(grade, student), grade->asked_count);
        }
        put_cell(student->note, false, out);
        for (size_t k = 0; k < grade->asked_count; k++) {
            const struct grade_answer *answer = &student->answers[k];
            text_format(out, answer->tries > 0 ? ",%zu" : ",", answer->tries);
            put_cell(answer->chosen, false, out);
        }
        text_append(out, "\n");
    }
    return true;
}

/* --- for a program ---------------------------------------------------------------------------- */

static const char *const MARKS[] = {
    [GRADE_NONE] = "null", [GRADE_RIGHT] = "\"right\"", [GRADE_WRONG] = "\"wrong\""};

static bool put_json_question(const struct grade *grade, size_t question, struct text *out,
                              struct failure *failure) {
    struct grade_choices choices = {0};
    bool ok = quiz_of(grade, question) == NULL || grade_choices(grade, question, &choices, failure);
    export_member(question > 0 ? ",\n  {" : "\n  {", "id", id_of(grade, question), out);
    text_format(out, ", \"right\": %zu, \"wrong\": %zu, \"none\": %zu, \"chosen\": [",
                grade_count(grade, question, GRADE_RIGHT),
                grade_count(grade, question, GRADE_WRONG),
                grade_count(grade, question, GRADE_NONE));
    for (size_t i = 0; ok && i < choices.count; i++) {
        const struct grade_choice *choice = &choices.list[i];
        export_member(i > 0 ? ", {" : "{", "answer", choice->chosen, out);
        text_format(out, ", \"count\": %zu, \"right\": %s", choice->count,
                    choice->right ? "true" : "false");
        export_member(", ", "slips", choice->slips, out);
        text_append(out, "}");
    }
    text_append(out, "]}");
    memory_free(choices.list);
    return ok;
}

static void put_json_student(const struct grade *grade, const struct grade_student *student,
                             struct text *out) {
    export_member("  {", "name", student->name, out);
    export_member(", ", "file", student->file, out);
    export_member(", ", "note", student->note, out);
    text_format(out, ", \"graded\": %s, \"answers\": {", student->failed ? "false" : "true");
    for (size_t i = 0; i < grade->asked_count && !student->failed; i++) {
        const struct grade_answer *answer = &student->answers[i];
        text_append(out, i > 0 ? ",\n    " : "\n    ");
        export_string(id_of(grade, i), out);
        text_format(out,
                    ": {\"mark\": %s, \"tries\": %zu, \"later\": %zu, \"hints\": %zu, "
                    "\"seconds\": %zu",
                    MARKS[answer->mark], answer->tries, answer->later, answer->hints,
                    answer->seconds);
        export_member(", ", "first", answer->chosen, out);
        text_append(out, "}");
    }
    text_append(out, "}}");
}

static bool write_json(const struct grade *grade, struct text *out, struct failure *failure) {
    bool ok = true;
    export_member("{", "lesson", grade->session->lesson->id, out);
    text_append(out, ",\n \"questions\": [");
    for (size_t i = 0; ok && i < grade->asked_count; i++) {
        ok = put_json_question(grade, i, out, failure);
    }
    text_append(out, "],\n \"students\": [");
    for (size_t i = 0; i < grade->count; i++) {
        text_append(out, i > 0 ? ",\n" : "\n");
        put_json_student(grade, &grade->list[i], out);
    }
    text_append(out, "]}\n");
    return ok;
}

/* --- the formats ------------------------------------------------------------------------------ */

static const struct grade_format FORMATS[] = {
    {"text", write_text}, {"csv", write_csv}, {"json", write_json}};

enum { FORMAT_COUNT = sizeof FORMATS / sizeof FORMATS[0] };

const struct grade_format *grade_format_find(const char *name) {
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        if (text_same(FORMATS[i].name, name)) {
            return &FORMATS[i];
        }
    }
    return NULL;
}

void grade_format_list(const char *separator, struct text *out) {
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        text_format(out, "%s%s", i > 0 ? separator : "", FORMATS[i].name);
    }
}
