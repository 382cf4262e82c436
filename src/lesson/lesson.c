/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "lesson/lesson.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "lesson/draft.h"
#include "lesson/edition.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* --- growing the lists ------------------------------------------------------------------------ */

static void add_page(struct draft *draft, char *title, size_t line) {
    struct lesson *lesson = draft->lesson;
    if (!draft_room(draft, &lesson->pages, &lesson->page_capacity, lesson->page_count,
                    sizeof *lesson->pages)) {
        memory_free(title);
        return;
    }
    struct page *page = &lesson->pages[lesson->page_count++];
    page->title = title; /* NULL: the lesson's, once that is known */
    page->line = line;
    page->first_part = lesson->part_count;
}

/* Adds a part to the last page; the first part makes a page when no heading has. */
static struct part *add_lesson_part(struct draft *draft, enum part_kind kind, size_t block,
                                    size_t line) {
    struct lesson *lesson = draft->lesson;
    if (lesson->page_count == 0) {
        add_page(draft, NULL, line);
    }
    if (draft->failed || !draft_room(draft, &lesson->parts, &lesson->part_capacity,
                                     lesson->part_count, sizeof *lesson->parts)) {
        return NULL;
    }
    struct part *part = &lesson->parts[lesson->part_count++];
    part->kind = kind;
    part->block = block;
    part->block_count = 1;
    part->line = line;
    lesson->pages[lesson->page_count - 1].part_count++;
    return part;
}

static void add_stop(struct draft *draft, struct stop stop) {
    struct lesson *lesson = draft->lesson;
    if (draft_room(draft, &lesson->stops, &lesson->stop_capacity, lesson->stop_count,
                   sizeof *lesson->stops)) {
        lesson->stops[lesson->stop_count++] = stop;
    }
}

/* --- front matter ----------------------------------------------------------------------------- */

static void read_minutes(struct draft *draft, const struct document_key *key) {
    double minutes;
    if (number_parse(key->text, strlen(key->text), &minutes) && minutes >= 1 && minutes <= 1e4 &&
        minutes == floor(minutes)) {
        draft->lesson->minutes = (long)minutes;
    } else {
        draft_problem(draft, key->line, "minutes: \"%s\" is not a whole number of minutes",
                      key->text);
    }
}

static void read_convention(struct draft *draft, const struct document_key *key) {
    if (text_same(key->text, "columns")) {
        draft->lesson->columns = true;
    } else if (!text_same(key->text, "rows")) {
        draft_problem(draft, key->line, "convention: \"%s\" is neither rows nor columns",
                      key->text);
    }
}

static const char *const KEYS[] = {"title",   "id",         "summary", "author",  "license",
                                   "minutes", "convention", "text",    "edition", NULL};

static void unknown_key(struct draft *draft, const struct document_key *key) {
    const char *nearest = slice_nearest((struct slice){key->key, strlen(key->key)}, KEYS);
    if (nearest) {
        draft_problem(draft, key->line, "%s: is not a key of front matter: did you mean %s?",
                      key->key, nearest);
    } else {
        draft_problem(
            draft, key->line,
            "%s: is not a key of front matter: title, id, summary, author, license, minutes, "
            "convention, text and edition are",
            key->key);
    }
}

static void read_front(struct draft *draft) {
    const struct document *document = &draft->lesson->document;
    bool seen[sizeof KEYS / sizeof *KEYS] = {false};
    for (size_t i = 0; i < document->key_count && !draft->failed; i++) {
        const struct document_key *key = &document->keys[i];
        size_t known = 0;
        while (KEYS[known] && !text_same(KEYS[known], key->key)) {
            known++;
        }
        if (!KEYS[known]) {
            unknown_key(draft, key);
        } else if (seen[known]) {
            draft_problem(draft, key->line, "%s: is given a second time", key->key);
        } else if (text_same(key->key, "minutes")) {
            read_minutes(draft, key);
        } else if (text_same(key->key, "convention")) {
            read_convention(draft, key);
        } else if (text_same(key->key, "edition")) {
            /* A student's edition has been unpacked by now. */
            draft->lesson->exam = text_same(key->text, "exam");
            if (!draft->lesson->exam) {
                draft_problem(draft, key->line, "edition: \"%s\" is neither student nor exam",
                              key->text);
            }
        }
        seen[known] = true;
    }
}

/* --- checked inline code ---------------------------------------------------------------------- */

static const char ARROW[] = "→";

/* Returns the last MARK in CODE, or NULL. */
static const char *find_last_mark(const char *code, const char *mark) {
    const char *last = NULL;
    for (const char *at = strstr(code, mark); at; at = strstr(at + 1, mark)) {
        last = at;
    }
    return last;
}

static bool slice_is_number(struct slice slice) {
    double value;
    return number_parse(slice.bytes, slice.length, &value);
}

/* Splits CODE at MARK, which is at AT, into its two sides. */
static void split_code(const char *code, const char *at, const char *mark, struct slice sides[2]) {
    sides[0] = slice_trimmed((struct slice){code, (size_t)(at - code)});
    sides[1] = slice_trimmed((struct slice){at + strlen(mark), strlen(at + strlen(mark))});
}

/* Reports `A[1,2] -> 0.35`, which was meant to be checked. */
static void judge_ascii(struct draft *draft, const char *code, size_t line) {
    static const char *const arrows[] = {"->", "=>"};
    for (size_t i = 0; i < 2; i++) {
        const char *at = find_last_mark(code, arrows[i]);
        struct slice sides[2];
        if (!at) {
            continue;
        }
        split_code(code, at, arrows[i], sides);
        if (sides[0].length > 0 && slice_is_number(sides[1])) {
            draft_problem(draft, line, "`%s` is not checked: write → for %s", code, arrows[i]);
            return;
        }
    }
}

static void add_check(struct draft *draft, const char *code, const struct slice sides[2],
                      size_t line, struct part *part) {
    if (!draft_room(draft, &part->checks, &part->check_capacity, part->check_count,
                    sizeof *part->checks)) {
        return;
    }
    struct inline_check *check = &part->checks[part->check_count++];
    check->expression = draft_copy_raw(draft, sides[0].bytes, sides[0].length);
    check->number = draft_copy_raw(draft, sides[1].bytes, sides[1].length);
    check->written = draft_copy_raw(draft, code, strlen(code));
    check->line = line;
}

static void read_code(struct draft *draft, const char *code, size_t line, struct part *part) {
    const char *at = find_last_mark(code, ARROW);
    struct slice sides[2];
    if (!at) {
        judge_ascii(draft, code, line);
        return;
    }
    split_code(code, at, ARROW, sides);
    bool kept_back = draft->lesson->exam && slice_is(sides[1], "…");
    if ((sides[0].length == 0 && sides[1].length == 0) || kept_back) {
        return; /* prose about the arrow itself, or what an exam leaves out */
    }
    if (sides[0].length == 0 || !slice_is_number(sides[1])) {
        draft_problem(draft, line,
                      "`%s` cannot be checked: write an expression before → and a number after it",
                      code);
    } else if (!part) {
        draft_problem(draft, line, "`%s` is in a title, where it is not checked", code);
    } else {
        add_check(draft, code, sides, line, part);
    }
}

static void read_checks(struct draft *draft, const struct block *block, struct part *part) {
    for (size_t i = 0; i < block->run_count && !draft->failed; i++) {
        const struct run *run = &block->runs[i];
        if (run->style == RUN_CODE) {
            read_code(draft, run->text, run->line, part);
        }
    }
}

/* --- blocks to parts -------------------------------------------------------------------------- */

static char *block_text(struct draft *draft, const struct block *block) {
    struct text text = {0};
    for (size_t i = 0; i < block->run_count; i++) {
        text_append(&text, block->runs[i].text);
    }
    char *stolen = text_steal(&text);
    draft->failed |= !stolen;
    return stolen;
}

/* Reads `#` as the title and `##` as a page. */
static void read_heading(struct draft *draft, const struct block *block) {
    struct lesson *lesson = draft->lesson;
    read_checks(draft, block, NULL);
    char *text = block_text(draft, block);
    if (block->level == 2) {
        add_page(draft, text, block->line);
    } else if (text && text[0] == '\0') {
        memory_free(text); /* an empty title is none */
    } else if (!lesson->title) {
        lesson->title = text;
    } else {
        draft_problem(draft, block->line,
                      "a second title: write # once, at the top; ## begins a page");
        memory_free(text);
    }
}

static void read_narration(struct draft *draft, const struct block *block, size_t index) {
    struct lesson *lesson = draft->lesson;
    struct part *part = lesson->part_count > 0 ? &lesson->parts[lesson->part_count - 1] : NULL;
    if (!part || part->kind != PART_NARRATION || part->block + part->block_count != index) {
        part = add_lesson_part(draft, PART_NARRATION, index, block->line);
    }
    if (part) {
        part->block_count = index + 1 - part->block;
        read_checks(draft, block, part);
    }
}

static void read_fence(struct draft *draft, const struct block *block, size_t index) {
    enum part_kind kind = block->inside ? PART_NARRATION : fence_kind(block->info);
    if (kind == PART_NARRATION) {
        read_narration(draft, block, index);
        return;
    }
    struct part *part = add_lesson_part(draft, kind, index, block->line);
    if (!part) {
        return;
    }
    if (kind == PART_QUIZ || kind == PART_DRILL) {
        part->quiz = quiz_read(draft, block);
    } else if (kind == PART_TRY) {
        part->exercise = exercise_read(draft, block);
    } else {
        statements_read(draft, block, part);
    }
}

static void read_comment(struct draft *draft, const struct block *block, size_t index) {
    struct slice content = {block->content, strlen(block->content)};
    if (block->inside || block->open) {
        return;
    }
    if (slice_is(content, "pause")) {
        add_lesson_part(draft, PART_PAUSE, index, block->line);
    } else if (slice_starts(content, "note:")) {
        struct part *part = add_lesson_part(draft, PART_NOTE, index, block->line);
        struct slice note = slice_after(content, strlen("note:"));
        if (part) {
            part->note = draft_copy_shown(draft, note.bytes, note.length);
        }
    }
}

static void read_blocks(struct draft *draft) {
    const struct document *document = &draft->lesson->document;
    for (size_t i = 0; i < document->block_count && !draft->failed; i++) {
        const struct block *block = &document->blocks[i];
        if (block->kind == BLOCK_HEADING && block->level <= 2) {
            read_heading(draft, block);
        } else if (block->kind == BLOCK_FENCE) {
            read_fence(draft, block, i);
        } else if (block->kind == BLOCK_COMMENT) {
            read_comment(draft, block, i);
        } else {
            read_narration(draft, block, i);
        }
    }
}

/* --- stops ------------------------------------------------------------------------------------ */

static void part_stops(struct draft *draft, size_t page, size_t index) {
    struct part *part = &draft->lesson->parts[index];
    struct stop stop = {.page = page, .part = index, .line = part->line, .halts = true};
    part->first_stop = draft->lesson->stop_count;
    switch (part->kind) {
    case PART_FENCE:
        stop.kind = STOP_STATEMENT;
        for (size_t i = 0; i < part->statement_count && !draft->failed; i++) {
            stop.statement = i;
            stop.line = part->statements[i].line;
            stop.halts = !part->hidden;
            add_stop(draft, stop);
        }
        break;
    case PART_QUIZ:
    case PART_TRY:
    case PART_PAUSE:
        stop.kind = part->kind == PART_QUIZ  ? STOP_QUIZ
                    : part->kind == PART_TRY ? STOP_TRY
                                             : STOP_PAUSE;
        add_stop(draft, stop);
        break;
    case PART_NARRATION:
    case PART_NOTE:
    case PART_DRILL:
        break;
    }
    part->stop_count = draft->lesson->stop_count - part->first_stop;
}

/* A lesson that begins with a question has nothing else to show, so it begins at the question. */
static bool begins_with_question(const struct lesson *lesson, const struct page *page) {
    const struct part *part = &lesson->parts[page->first_part];
    const struct part *end = part + page->part_count;
    while (part < end && part->kind == PART_NOTE) {
        part++;
    }
    return part < end && (part->kind == PART_QUIZ || part->kind == PART_TRY);
}

static void make_stops(struct draft *draft) {
    struct lesson *lesson = draft->lesson;
    for (size_t i = 0; i < lesson->page_count && !draft->failed; i++) {
        struct page *page = &lesson->pages[i];
        page->first_stop = lesson->stop_count;
        add_stop(draft, (struct stop){.kind = STOP_PAGE,
                                      .page = i,
                                      .part = page->first_part,
                                      .line = page->line,
                                      .halts = i > 0 || !begins_with_question(lesson, page)});
        for (size_t j = 0; j < page->part_count && !draft->failed; j++) {
            part_stops(draft, i, page->first_part + j);
        }
        page->stop_count = lesson->stop_count - page->first_stop;
    }
}

static void settle_predictions(struct lesson *lesson) {
    size_t settles = SIZE_MAX;
    for (size_t i = lesson->part_count; i-- > 0;) {
        const struct part *part = &lesson->parts[i];
        if (part->kind == PART_FENCE && part->stop_count > 0 && !part->hidden) {
            settles = part->first_stop + part->stop_count;
        } else if (part->kind == PART_QUIZ) {
            part->quiz->settles = part->quiz->predict ? settles : SIZE_MAX;
        }
    }
}

/* --- names ------------------------------------------------------------------------------------ */

static char *key_or(struct draft *draft, const char *key, const char *standard) {
    const char *text = document_key(&draft->lesson->document, key);
    text = text ? text : standard;
    return text ? draft_copy_raw(draft, text, strlen(text)) : NULL;
}

/* Fails for an id that is too long: progress writes it down at every page. */
static bool id_fits(const struct lesson *lesson, struct failure *failure) {
    const struct document *document = &lesson->document;
    for (size_t i = 0; i < document->key_count; i++) {
        const struct document_key *key = &document->keys[i];
        size_t length = strlen(key->text);
        if (text_same(key->key, "id") && length > LESSON_ID_LIMIT) {
            struct document_cursor cursor = document_start(document->raw);
            document_seek(&cursor, key->line);
            failure_at(failure, (struct span){cursor.offset, cursor.offset + strlen("id")},
                       "the id has %zu bytes; %d at most: a word or two", length, LESSON_ID_LIMIT);
            failure_locate(failure, lesson->file, document->raw, 1);
            return false;
        }
    }
    return true;
}

/* Gives the lesson its title, id and other names. */
static void name_lesson(struct draft *draft) {
    struct lesson *lesson = draft->lesson;
    const char *base = file_base(lesson->file), *dot = strrchr(base, '.');
    char *name = /* without folder and suffix */
        draft_copy_shown(draft, base, dot && dot > base ? (size_t)(dot - base) : strlen(base));
    if (!lesson->title) {
        lesson->title = key_or(draft, "title", name);
    }
    lesson->id = key_or(draft, "id", name);
    lesson->author = key_or(draft, "author", NULL);
    lesson->license = key_or(draft, "license", NULL);
    lesson->summary = key_or(draft, "summary", NULL);
    lesson->text = key_or(draft, "text", NULL);
    memory_free(name);
    if (lesson->page_count == 0) {
        add_page(draft, NULL, 1);
    }
    /* Allocates even when there are no parts, because a stop may ask for its part's entry. */
    draft_room(draft, &lesson->parts, &lesson->part_capacity, lesson->part_count,
               sizeof *lesson->parts);
    for (size_t i = 0; i < lesson->page_count && lesson->title; i++) {
        struct page *page = &lesson->pages[i];
        if (!page->title) {
            page->title = draft_copy_raw(draft, lesson->title, strlen(lesson->title));
        }
    }
}

/* --- the whole -------------------------------------------------------------------------------- */

/* Makes a lesson that only knows its file. */
static struct lesson *lesson_create(const char *file, struct failure *failure) {
    struct lesson *lesson = memory_allocate(1, sizeof *lesson);
    struct text folder = {0};
    if (lesson) {
        file_folder(file, &folder);
        lesson->file = memory_text(file, strlen(file));
        lesson->folder = text_steal(&folder);
    }
    if (!lesson || !lesson->file || !lesson->folder) {
        lesson_free(lesson);
        failure_memory(failure);
        return NULL;
    }
    return lesson;
}

static struct lesson *finish_lesson(struct draft *draft, struct failure *failure) {
    if (draft->failed) {
        lesson_free(draft->lesson);
        failure_memory(failure);
        return NULL;
    }
    return draft->lesson;
}

/* Names a lesson without an id after the file it had before it was released. */
static bool keep_id(struct lesson *lesson, const struct document *released) {
    const char *id = document_key(released, "id");
    if (!id || document_key(&lesson->document, "id")) {
        return true;
    }
    memory_free(lesson->id);
    lesson->id = memory_text(id, strlen(id));
    return lesson->id != NULL;
}

/* Returns the lesson inside RELEASED, a student's edition, which is taken over. */
static struct lesson *read_original(struct lesson *released, struct failure *failure) {
    struct text text = {0};
    struct lesson *lesson = NULL;
    if (edition_unpack(released->document.raw, &text, failure)) {
        lesson = lesson_read(released->file, text_string(&text), text.length, failure);
    }
    bool ok = lesson && (keep_id(lesson, &released->document) || failure_memory(failure)) &&
              edition_belongs(released->document.raw, lesson, EDITION_STUDENT, failure);
    if (!ok && !failure->outside && text.length > 0) {
        failure_set(failure, lesson ? "this lesson was released for students, and was changed "
                                      "since: ask for the file again"
                                    : "this lesson was released for students, and the block at "
                                      "its end is damaged: ask for the file again");
        failure->file[0] = failure->excerpt[0] = '\0';
    }
    if (!ok) {
        failure->placed = false;
        failure_locate(failure, released->file, "", 1);
        lesson_free(lesson);
    }
    text_release(&text);
    lesson_free(released);
    return ok ? lesson : NULL;
}

struct lesson *lesson_read(const char *file, const char *text, size_t length,
                           struct failure *failure) {
    struct lesson *lesson = lesson_create(file, failure);
    if (!lesson) {
        return NULL;
    }
    if (!document_read(&lesson->document, file, text, length, failure) ||
        !id_fits(lesson, failure)) {
        lesson_free(lesson);
        return NULL;
    }
    if (edition_of(&lesson->document) == EDITION_STUDENT) {
        return read_original(lesson, failure);
    }
    struct draft draft = draft_of(lesson);
    read_front(&draft);
    read_blocks(&draft);
    if (!draft.failed && !lesson->title) {
        draft_problem(&draft, 1, "the lesson has no title: a line like # Softmax");
    }
    if (!draft.failed) {
        name_lesson(&draft);
        make_stops(&draft);
        settle_predictions(lesson);
        judge_lesson(&draft);
    }
    return finish_lesson(&draft, failure);
}

struct lesson *lesson_read_statements(const char *file, const char *text, size_t length,
                                      struct failure *failure) {
    struct lesson *lesson = lesson_create(file, failure);
    if (!lesson) {
        return NULL;
    }
    if (!document_read_plain(&lesson->document, file, text, length, failure)) {
        lesson_free(lesson);
        return NULL;
    }
    const char *raw = lesson->document.raw;
    struct draft draft = draft_of(lesson);
    struct part *part = add_lesson_part(&draft, PART_FENCE, 0, 1);
    if (part) {
        statements_split(&draft, (struct slice){raw, strlen(raw)}, 1, part);
        name_lesson(&draft);
        make_stops(&draft);
    }
    return finish_lesson(&draft, failure);
}

struct lesson *lesson_open(const char *path, struct failure *failure) {
    struct text text = {0};
    struct lesson *lesson = NULL;
    struct file_stamp stamp;
    file_stamp(path, &stamp);
    if (file_has_suffix(path, ".csv") || file_has_suffix(path, ".tsv") ||
        file_has_suffix(path, ".npy")) {
        failure_set(failure, "%s contains numbers, not a lesson: `load NAME %s` reads them", path,
                    path);
    } else if (file_read(path, FILE_LESSON_LIMIT, &text, failure)) {
        bool bare = file_has_suffix(path, ".qkv");
        lesson = (bare ? lesson_read_statements : lesson_read)(path, text_string(&text),
                                                               text.length, failure);
    }
    text_release(&text);
    if (lesson != NULL && !lesson_add_file(lesson, path, &stamp, failure)) {
        lesson_free(lesson);
        return NULL;
    }
    return lesson;
}

bool lesson_add_file(struct lesson *lesson, const char *path, const struct file_stamp *stamp,
                     struct failure *failure) {
    for (size_t i = 0; i < lesson->file_count; i++) {
        if (text_same(lesson->files[i].path, path)) {
            return true;
        }
    }
    char *copy = memory_text(path, strlen(path));
    if (copy == NULL || !memory_reserve(&lesson->files, &lesson->file_capacity,
                                        lesson->file_count + 1, sizeof *lesson->files)) {
        memory_free(copy);
        return failure_memory(failure);
    }
    lesson->files[lesson->file_count++] = (struct lesson_file){.path = copy, .stamp = *stamp};
    return true;
}

/* Uses stat, which every system has, and which follows a file that is renamed over. */
static bool is_saved(struct lesson_file *file) {
    struct file_stamp now;
    if (!file_stamp(file->path, &now)) {
        return false;
    }
    bool rests = file_same_stamp(&now, &file->seen);
    file->seen = now;
    if (!rests || file_same_stamp(&now, &file->stamp) || file_same_stamp(&now, &file->said)) {
        return false;
    }
    file->said = now;
    return true;
}

bool lesson_was_saved(struct lesson *lesson) {
    bool saved = false;
    for (size_t i = 0; i < lesson->file_count; i++) {
        saved = is_saved(&lesson->files[i]) || saved;
    }
    return saved;
}

static void part_release(struct part *part) {
    for (size_t i = 0; i < part->check_count; i++) {
        memory_free(part->checks[i].expression);
        memory_free(part->checks[i].number);
        memory_free(part->checks[i].written);
    }
    for (size_t i = 0; i < part->statement_count; i++) {
        memory_free(part->statements[i].text);
    }
    memory_free(part->checks);
    memory_free(part->statements);
    memory_free(part->error);
    memory_free(part->grain);
    memory_free(part->note);
    quiz_free(part->quiz);
    exercise_free(part->exercise);
}

void lesson_free(struct lesson *lesson) {
    if (!lesson) {
        return;
    }
    for (size_t i = 0; i < lesson->page_count; i++) {
        memory_free(lesson->pages[i].title);
    }
    for (size_t i = 0; i < lesson->part_count; i++) {
        part_release(&lesson->parts[i]);
    }
    for (size_t i = 0; i < lesson->file_count; i++) {
        memory_free(lesson->files[i].path);
    }
    document_release(&lesson->document);
    memory_free(lesson->files);
    memory_free(lesson->pages);
    memory_free(lesson->parts);
    memory_free(lesson->stops);
    memory_free(lesson->problems);
    memory_free(lesson->file);
    memory_free(lesson->folder);
    memory_free(lesson->title);
    memory_free(lesson->id);
    memory_free(lesson->author);
    memory_free(lesson->license);
    memory_free(lesson->summary);
    memory_free(lesson->text);
    memory_free(lesson);
}
