/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "classroom/grade.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/output.h"
#include "base/utf8.h"
#include "commands/commands.h"
#include "files/export.h"
#include "files/json.h"
#include "session/expect.h"
#include "session/question.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REPORT_BYTES = 16 * 1024 * 1024 };

/* --- in the process of a hand-in: what each of its answers is worth --------------------------- */

/* A hand-in while the lesson is gone through with it. */
struct holding {
    struct session *session;
    const struct grade *grade;
    struct record record;
    struct grade_answer *answers; /* one a question */
    struct text note;
};

static void note(struct holding *holding, const char *words) {
    text_append(&holding->note, holding->note.length > 0 ? "; " : "");
    text_append(&holding->note, words);
}

/* The same with the question ID, as a stranger's file may call it. */
static void note_question(struct holding *holding, const char *words, const char *id) {
    note(holding, words);
    utf8_line(&holding->note, id, strlen(id));
}

static const struct record_item *item_at(const struct holding *holding, size_t question) {
    return record_find(&holding->record,
                       lesson_asks(holding->session->lesson, holding->grade->asked[question]));
}

/* ANSWER in the form in which answers are counted. */
static char *plain_answer(struct session *session, const struct quiz *quiz, const char *answer) {
    struct text plain = {0};
    question_kind(quiz)->plain(session, quiz, answer, &plain);
    return text_steal(&plain);
}

/* Whether LINE only changes the notebook: no answer, no solution, no picture. */
static bool changes_only(const char *line) {
    static const struct reader_words words = {.find = command_find};
    struct statements statements = {0};
    struct failure none = {0};
    bool ok = reader_statements(line, &words, &statements, &none);
    for (size_t i = 0; ok && i < statements.count; i++) {
        const struct statement *statement = &statements.list[i];
        ok = statement->kind == STATEMENT_DEFINE || statement->kind == STATEMENT_EDIT ||
             (statement->command != NULL && (statement->command->flags & COMMAND_CHANGES) != 0);
    }
    statements_release(&statements);
    return ok;
}

/* Runs the statements of WORK, written in rows, as the lesson's: they write nothing and read only
 * what the lesson may. Each that cannot be run is told, and passed. */
static bool replay(struct holding *holding, const char *id, const char *work,
                   struct failure *failure) {
    struct session *session = holding->session;
    bool columns = session->lesson_columns, ok = true, told = false;
    while (ok && *work != '\0') {
        size_t length = reader_line(work, strlen(work), NULL);
        struct source_line line = {.text = memory_text(work, length), .line = 1, .column = 1};
        struct failure wrong = {0};
        ok = line.text != NULL || failure_memory(failure);
        session->lesson_columns = false;
        bool ran = ok && changes_only(line.text) && commands_run_lesson(session, &line, &wrong);
        session->lesson_columns = columns;
        if (wrong.outside) {
            *failure = wrong;
            ok = false;
        } else if (ok && !ran && !told) {
            note_question(holding, "not all of its work can be run in ", id);
            told = true;
        }
        memory_free(line.text);
        work += length;
    }
    text_clear(&session->out);
    return ok;
}

/* What was answered to a quiz. */
struct attempt {
    const struct quiz *quiz;
    const struct record_item *item;
    size_t from;       /* the first answer to the quiz as it is worded now, else the first */
    size_t counted[2]; /* the range of those that count */
    size_t right;      /* the first of them that is right; SIZE_MAX: none is */
};

/* Of a prediction the first answer counts, unless its result had been seen; in an exam the last;
 * else all. */
static struct attempt find_attempt(const struct quiz *quiz, const struct record_item *item,
                                   const char *sum) {
    size_t first = 0, end = item->answer_count;
    while (first < end && item->answers[first].asks[0] != '\0' &&
           !text_same(item->answers[first].asks, sum)) {
        first++;
    }
    first = first < end ? first : 0;
    struct attempt attempt = {quiz, item, first, {first, end}, SIZE_MAX};
    if (quiz->predict) {
        attempt.counted[1] = item->answers[first].late ? first : first + 1;
    } else if (item->exam) {
        attempt.counted[0] = end - 1;
    }
    return attempt;
}

/* Whether one of the answers that count is right. */
static bool hold_answers(struct holding *holding, struct attempt *attempt) {
    for (size_t i = attempt->counted[0]; i < attempt->counted[1]; i++) {
        struct failure none = {0};
        bool right = false;
        if (question_grade(holding->session, attempt->quiz, attempt->item->answers[i].given, &right,
                           &none) &&
            right) {
            attempt->right = i;
            return true;
        }
    }
    return false;
}

/* The same by the numbers that the learner had changed to. */
static bool hold_changed(struct holding *holding, struct attempt *attempt,
                         struct failure *failure) {
    struct session *session = holding->session;
    const struct record_item *item = attempt->item;
    if (item->changed.length == 0 || item->exam || session->exercise != SIZE_MAX) {
        return false;
    }
    bool is = history_enter(session->history, failure) &&
              replay(holding, item->id, text_string(&item->changed), failure) &&
              hold_answers(holding, attempt);
    if (is) {
        note_question(holding, "right by its own changes: ", item->id);
    }
    return history_leave(session->history, failure) && is;
}

static bool hold_quiz(struct holding *holding, size_t question, const struct quiz *quiz,
                      struct failure *failure) {
    struct session *session = holding->session;
    const struct record_item *item = item_at(holding, question);
    struct grade_answer *answer = &holding->answers[question];
    char sum[24];
    if (item == NULL || item->answer_count == 0) {
        return true;
    }
    record_sum(session->lesson, holding->grade->asked[question], sum);
    struct attempt attempt = find_attempt(quiz, item, sum);
    answer->tries = item->answer_count - attempt.from;
    if (attempt.counted[0] == attempt.counted[1]) {
        note_question(holding, "predicted only when its result had been seen: ", item->id);
        return true;
    }
    bool right = hold_answers(holding, &attempt) || hold_changed(holding, &attempt, failure);
    answer->mark = right ? GRADE_RIGHT : GRADE_WRONG;
    if (quiz->predict) {
        answer->later = answer->tries - 1;
    } else if (right) {
        answer->tries = attempt.right - attempt.from + 1;
    }
    const char *first = item->answers[attempt.from].given;
    answer->chosen = plain_answer(session, quiz, first);
    struct text slips = {0};
    bool ok = !failure->set && (answer->chosen != NULL || failure_memory(failure));
    if (ok && attempt.right != attempt.from) {
        ok = question_diagnose(session, quiz, first, &slips, failure);
        answer->slips = ok && slips.length > 0 ? text_steal(&slips) : NULL;
    }
    text_release(&slips);
    return ok;
}

static bool hold_exercise(struct holding *holding, size_t question, const struct exercise *exercise,
                          struct failure *failure) {
    const struct record_item *item = item_at(holding, question);
    struct text why = {0};
    bool met = false;
    if (item == NULL || item->work.length == 0) {
        return true;
    }
    bool ok = replay(holding, exercise->id, text_string(&item->work), failure) &&
              exercise_met(holding->session, exercise, &met, &why, failure);
    holding->answers[question].mark = met ? GRADE_RIGHT : GRADE_WRONG;
    text_release(&why);
    return ok;
}

static bool hold_all(struct holding *holding, struct failure *failure) {
    struct session *session = holding->session;
    const struct grade *grade = holding->grade;
    bool ok = true;
    while (ok && session_stop(session) < session->lesson->stop_count) {
        ok = commands_advance(session, failure);
        text_clear(&session->out);
        for (size_t i = 0; ok && i < grade->asked_count; i++) {
            size_t stop = grade->asked[i];
            const struct quiz *quiz = question_quiz(session, stop);
            if (question_due(session, stop) == session_stop(session)) {
                ok = quiz != NULL
                         ? hold_quiz(holding, i, quiz, failure)
                         : hold_exercise(holding, i, question_exercise(session, stop), failure);
            }
        }
    }
    for (size_t i = 0; i < grade->asked_count; i++) {
        const struct record_item *item = item_at(holding, i);
        holding->answers[i].hints = item == NULL ? 0 : item->hints;
        holding->answers[i].seconds = item == NULL ? 0 : (size_t)item->seconds;
    }
    return ok;
}

/* Says which questions were answered that the lesson, which has QUESTIONS, asks otherwise now, or
 * does not ask any more. */
static void note_versions(struct holding *holding, const json_t *questions) {
    for (size_t i = 0; i < holding->record.count; i++) {
        const struct record_item *item = &holding->record.list[i];
        const char *sum = json_string_value(json_object_get(questions, item->id));
        bool gone = sum == NULL && (item->answer_count > 0 || item->work.length > 0);
        if (gone || (sum != NULL && item->asks[0] != '\0' && !text_same(sum, item->asks))) {
            note_question(
                holding, gone ? "answered, but not in this lesson: " : "changed since: ", item->id);
        }
    }
}

static bool is_ours(struct holding *holding, struct failure *failure) {
    const struct lesson *lesson = holding->session->lesson;
    const struct record *record = &holding->record;
    if (record->lesson == NULL || !text_same(record->lesson, lesson->id)) {
        return failure_set(failure, "it is of the lesson %s", record->lesson);
    }
    if (!record_belongs(record, lesson)) {
        return failure_set(failure, "it is of another lesson %s: no question is in both",
                           lesson->id);
    }
    struct record own = {0};
    bool ok = record_begin(&own, lesson, failure);
    if (ok && (record->asks == NULL || !text_same(record->asks, own.asks))) {
        note(holding, "made with another version of the lesson");
    }
    if (ok) {
        note_versions(holding, own.questions);
    }
    if (record->edited) {
        note(holding, "edited by hand");
    }
    record_release(&own);
    return ok;
}

/* --- what that process says ------------------------------------------------------------------- */

static void report(const struct holding *holding, const struct failure *failure, struct text *out) {
    text_format(out, "{\"failed\": %s", failure->set ? "true" : "false");
    export_member(", ", "name", holding->record.name, out);
    export_member(", ", "note", failure->set ? failure->message : text_string(&holding->note), out);
    text_append(out, ", \"answers\": [");
    for (size_t i = 0; i < holding->grade->asked_count; i++) {
        const struct grade_answer *answer = &holding->answers[i];
        text_format(
            out,
            "%s{\"mark\": %d, \"tries\": %zu, \"later\": %zu, \"hints\": %zu, \"seconds\": %zu",
            i > 0 ? ", " : "", (int)answer->mark, answer->tries, answer->later, answer->hints,
            answer->seconds);
        export_member(", ", "chosen", answer->chosen, out);
        export_member(", ", "slips", answer->slips, out);
        text_append(out, "}");
    }
    text_append(out, "]}");
}

static bool limit(int resource, rlim_t soft, rlim_t hard) {
    struct rlimit limits = {soft, hard};
    return setrlimit(resource, &limits) == 0;
}

/* Grades the file PATH and reports to DESCRIPTOR. The process ends behind it, and with it all that
 * was made here. */
static void hold_hand_in(const struct grade *grade, const char *path, int descriptor) {
    struct holding holding = {.session = grade->session, .grade = grade};
    struct failure failure = {0};
    struct text file = {0}, out = {0};
    holding.answers = memory_allocate(grade->asked_count, sizeof *holding.answers);
    bool limited = limit(RLIMIT_CPU, GRADE_SECONDS, GRADE_SECONDS + 1) &&
                   limit(RLIMIT_AS, (rlim_t)GRADE_MEGABYTES << 20, (rlim_t)GRADE_MEGABYTES << 20) &&
                   limit(RLIMIT_CORE, 0, 0) && limit(RLIMIT_FSIZE, 0, 0);
    if (!limited || holding.answers == NULL) {
        failure_set(&failure, "it cannot be held to its limits");
    } else if (file_read(path, RECORD_LIMIT, &file, &failure) &&
               record_read(&holding.record, &file, &failure) && is_ours(&holding, &failure)) {
        hold_all(&holding, &failure);
    }
    if (failure.outside) {
        failure_set(&failure, "stopped: it takes more than %d MB", GRADE_MEGABYTES);
    }
    if (holding.answers != NULL) {
        report(&holding, &failure, &out);
    }
    if (!out.failed) {
        file_write(descriptor, text_string(&out), out.length);
    }
}

/* --- in ours ---------------------------------------------------------------------------------- */

static bool take_report(const struct grade *grade, const json_t *object,
                        struct grade_student *student) {
    const json_t *answers = json_object_get(object, "answers");
    student->failed = !json_is_false(json_object_get(object, "failed"));
    bool ok = json_take_text(object, "name", &student->name) &&
              json_take_text(object, "note", &student->note);
    for (size_t i = 0; ok && i < grade->asked_count && !student->failed; i++) {
        const json_t *taken = json_array_get(answers, i);
        struct grade_answer *answer = &student->answers[i];
        size_t mark = json_take_size(taken, "mark");
        *answer =
            (struct grade_answer){.mark = mark < GRADE_MARKS ? (enum grade_mark)mark : GRADE_NONE,
                                  .tries = json_take_size(taken, "tries"),
                                  .later = json_take_size(taken, "later"),
                                  .hints = json_take_size(taken, "hints"),
                                  .seconds = json_take_size(taken, "seconds")};
        ok = json_take_text(taken, "chosen", &answer->chosen) &&
             json_take_text(taken, "slips", &answer->slips);
    }
    return ok;
}

/* Why a process that said nothing ended. */
static char *tell_end(int status) {
    struct text why = {0};
    int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (signal == SIGXCPU || signal == SIGKILL) {
        text_format(&why, "stopped: it takes more than %d seconds", GRADE_SECONDS);
    } else {
        text_format(&why, "stopped: it takes more than %d MB", GRADE_MEGABYTES);
    }
    return text_steal(&why);
}

/* Waits for the process CHILD, which reports to DESCRIPTOR. */
static bool hear(const struct grade *grade, struct grade_student *student, pid_t child,
                 int descriptor) {
    struct text said = {0};
    struct failure unread = {0};
    int status = 0;
    json_t *object = NULL;
    bool ok = true, heard = file_read_descriptor(descriptor, REPORT_BYTES, &said, &unread);
    while (waitpid(child, &status, 0) == -1 && errno == EINTR) {
    }
    if (heard && WIFEXITED(status) && said.length > 0) {
        struct stream stream = stream_memory("report", text_string(&said), said.length);
        object = json_take(&stream, "the report", said.length, REPORT_BYTES >> 20, &unread);
    }
    if (object != NULL) {
        ok = take_report(grade, object, student);
    } else {
        student->failed = true;
        student->note = tell_end(status);
    }
    json_decref(object);
    text_release(&said);
    student->name = student->name == NULL ? memory_text("", 0) : student->name;
    return ok && student->name != NULL && student->note != NULL;
}

bool grade_add(struct grade *grade, const char *path, struct failure *failure) {
    int ends[2];
    if (!memory_reserve(&grade->list, &grade->capacity, grade->count + 1, sizeof *grade->list)) {
        return failure_memory(failure);
    }
    struct grade_student *student = &grade->list[grade->count++];
    struct text file = {0};
    utf8_line(&file, path, strlen(path));
    *student = (struct grade_student){
        .file = text_steal(&file),
        .answers = memory_allocate(grade->asked_count, sizeof *student->answers)};
    if (student->file == NULL || student->answers == NULL) {
        return failure_memory(failure);
    }
    if (pipe(ends) != 0) {
        return failure_set(failure, "a hand-in cannot be opened: %s", strerror(errno));
    }
    output_note_read(NULL, path); /* by the child, whose notes end with it */
    pid_t child = fork();
    if (child == 0) {
        (void)signal(SIGXCPU, SIG_DFL);
        hold_hand_in(grade, path, ends[1]);
        _exit(0);
    }
    close(ends[1]);
    bool ok = child > 0 || failure_set(failure, "a hand-in cannot be opened: %s", strerror(errno));
    ok = ok && (hear(grade, student, child, ends[0]) || failure_memory(failure));
    close(ends[0]);
    return ok;
}

bool grade_begin(struct grade *grade, struct session *session, struct failure *failure) {
    const struct lesson *lesson = session->lesson;
    *grade = (struct grade){.session = session};
    if (lesson->exam) {
        return failure_set(failure,
                           "%s is an exam, which holds no right answers: grade with the "
                           "lesson it was released from",
                           lesson->file);
    }
    for (size_t i = 0; i < lesson->stop_count; i++) {
        if (lesson_asks(lesson, i) == NULL) {
            continue;
        }
        if (!memory_reserve(&grade->asked, &grade->asked_capacity, grade->asked_count + 1,
                            sizeof *grade->asked)) {
            return failure_memory(failure);
        }
        grade->asked[grade->asked_count++] = i;
    }
    return grade->asked_count > 0 ||
           failure_set(failure, "%s asks nothing: there is nothing to grade", lesson->title);
}

void grade_release(struct grade *grade) {
    for (size_t i = 0; i < grade->count; i++) {
        struct grade_student *student = &grade->list[i];
        for (size_t k = 0; student->answers != NULL && k < grade->asked_count; k++) {
            memory_free(student->answers[k].chosen);
            memory_free(student->answers[k].slips);
        }
        memory_free(student->answers);
        memory_free(student->file);
        memory_free(student->name);
        memory_free(student->note);
    }
    memory_free(grade->list);
    memory_free(grade->asked);
    *grade = (struct grade){0};
}

/* --- what the class chose --------------------------------------------------------------------- */

size_t grade_count(const struct grade *grade, size_t index, enum grade_mark mark) {
    size_t count = 0;
    for (size_t i = 0; i < grade->count; i++) {
        const struct grade_student *student = &grade->list[i];
        count += !student->failed && student->answers[index].mark == mark;
    }
    return count;
}

/* Nothing comes last. */
static int compare_choices(const void *a, const void *b) {
    const struct grade_choice *one = a, *other = b;
    if ((one->chosen == NULL) != (other->chosen == NULL)) {
        return one->chosen == NULL ? 1 : -1;
    }
    if (one->count != other->count) {
        return one->count > other->count ? -1 : 1;
    }
    return one->chosen == NULL ? 0 : strcmp(one->chosen, other->chosen);
}

static struct grade_choice *choice_of(struct grade_choices *choices, const char *chosen) {
    for (size_t i = 0; i < choices->count; i++) {
        const char *known = choices->list[i].chosen;
        if (chosen == NULL ? known == NULL : known != NULL && text_same(known, chosen)) {
            return &choices->list[i];
        }
    }
    if (!memory_reserve(&choices->list, &choices->capacity, choices->count + 1,
                        sizeof *choices->list)) {
        return NULL;
    }
    choices->list[choices->count] = (struct grade_choice){.chosen = chosen};
    return &choices->list[choices->count++];
}

bool grade_choices(const struct grade *grade, size_t index, struct grade_choices *choices,
                   struct failure *failure) {
    *choices = (struct grade_choices){0};
    for (size_t i = 0; i < grade->count; i++) {
        const struct grade_answer *answer = &grade->list[i].answers[index];
        if (grade->list[i].failed) {
            continue;
        }
        struct grade_choice *choice = choice_of(choices, answer->chosen);
        if (choice == NULL) {
            return failure_memory(failure);
        }
        choice->count++;
        choice->slips = choice->slips == NULL ? answer->slips : choice->slips;
        choice->right |= answer->mark == GRADE_RIGHT && answer->tries == 1;
    }
    if (choices->count > 0) {
        qsort(choices->list, choices->count, sizeof *choices->list, compare_choices);
    }
    return true;
}
