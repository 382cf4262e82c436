/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* passing: how a learner goes through a lesson: where it halts, which words it shows there, and how
 * long it takes. */
#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "lesson/draft.h"

#include <stdint.h>
#include <string.h>

/* --- where the learner halts, and which words are shown there --------------------------------- */

size_t lesson_next_halt(const struct lesson *lesson, size_t passed) {
    size_t last = passed;
    while (last + 1 < lesson->stop_count && !lesson->stops[last].halts) {
        last++;
    }
    size_t stop = last + 1;
    while (stop < lesson->stop_count && !lesson->stops[stop].halts &&
           lesson->stops[stop].kind == STOP_STATEMENT &&
           lesson->stops[stop].part == lesson->stops[last].part) {
        stop++;
    }
    return stop;
}

size_t lesson_halt_at(const struct lesson *lesson, size_t passed) {
    while (passed > 1 && !lesson->stops[passed - 1].halts) {
        passed--;
    }
    return passed == 0 ? 0 : passed - 1;
}

void lesson_words_at(const struct lesson *lesson, size_t index, size_t range[2]) {
    const struct stop *stop = &lesson->stops[index];
    const struct page *page = &lesson->pages[stop->page];
    range[0] = stop->kind == STOP_PAGE ? page->first_part : stop->part + 1;
    range[1] = page->first_part + page->part_count;
    if (index + 1 < lesson->stop_count) {
        const struct stop *next = &lesson->stops[index + 1];
        if (next->page == stop->page && next->kind != STOP_PAGE) {
            range[1] = next->part;
        }
    }
}

/* True when STOP shows any words. */
static bool stop_has_words(const struct lesson *lesson, size_t stop) {
    size_t range[2];
    lesson_words_at(lesson, stop, range);
    bool any = false;
    for (size_t i = range[0]; i < range[1] && !any; i++) {
        any = lesson->parts[i].kind == PART_NARRATION;
    }
    return any;
}

size_t lesson_last_words(const struct lesson *lesson, size_t passed) {
    size_t page = passed > 0 ? lesson->pages[lesson->stops[passed - 1].page].first_stop : 0;
    while (passed > page && !stop_has_words(lesson, passed - 1)) {
        passed--;
    }
    return passed > page ? passed : 0;
}

size_t lesson_find_page(const struct lesson *lesson, size_t page, const char *title) {
    if (page < lesson->page_count && text_same(lesson->pages[page].title, title)) {
        return page;
    }
    for (size_t i = 0; i < lesson->page_count; i++) {
        if (text_same(lesson->pages[i].title, title)) {
            return i;
        }
    }
    return page;
}

bool lesson_halt_for_words(struct lesson *lesson, struct failure *failure) {
    struct draft draft = draft_of(lesson);
    size_t count = lesson->stop_count;
    size_t *last = memory_allocate(count + 1, sizeof *last); /* lesson_last_words of each */
    bool *seen = memory_allocate(count + 1, sizeof *seen);   /* whether those are shown */
    draft.failed |= !last || !seen;
    for (size_t i = 1; !draft.failed && i <= count; i++) {
        bool begins = lesson->stops[i - 1].kind == STOP_PAGE;
        last[i] = stop_has_words(lesson, i - 1) ? i : begins ? 0 : last[i - 1];
    }
    for (size_t passed = 0; !draft.failed && passed < count;) {
        passed = lesson_next_halt(lesson, passed);
        enum stop_kind kind = lesson->stops[passed - 1].kind;
        bool asks = kind == STOP_QUIZ || kind == STOP_TRY; /* and what follows waits */
        seen[last[passed]] = seen[last[passed - (asks ? 1 : 0)]] = true;
    }
    for (size_t i = 1; !draft.failed && i <= count; i++) {
        struct stop *stop = &lesson->stops[i - 1];
        const struct part *part = &lesson->parts[stop->part];
        if (seen[i] || last[i] != i) {
            continue;
        }
        if (stop->kind == STOP_STATEMENT && !part->hidden) {
            stop->halts = true;
        } else {
            draft_problem(&draft, part[1].line,
                          "no screen shows these words: what comes before them is hidden, and "
                          "other words follow at once; put <!-- pause --> before them");
        }
    }
    memory_free(last);
    memory_free(seen);
    return !draft.failed || failure_memory(failure);
}

/* --- how long a lesson takes ------------------------------------------------------------------ */

enum { WORDS_A_MINUTE = 180 };
static const double MINUTES_A_QUIZ = 0.5, MINUTES_AN_EXERCISE = 1;

static size_t count_words(const char *text) {
    static const char blank[] = " \t\n";
    size_t count = 0;
    while (text != NULL && *(text += strspn(text, blank)) != '\0') {
        text += strcspn(text, blank);
        count++;
    }
    return count;
}

/* Counts all choices, because all are read, but only the feedback of the right ones. */
static size_t quiz_words(const struct quiz *quiz) {
    size_t count = count_words(quiz->question) + count_words(quiz->explanation);
    for (size_t i = 0; i < quiz->choice_count; i++) {
        const struct choice *choice = &quiz->choices[i];
        count += count_words(choice->text) + (choice->right ? count_words(choice->feedback) : 0);
    }
    return count;
}

static size_t part_words(const struct lesson *lesson, const struct part *part) {
    size_t count = part->kind == PART_QUIZ  ? quiz_words(part->quiz)
                   : part->kind == PART_TRY ? count_words(part->exercise->question)
                                            : 0;
    size_t end = part->kind == PART_NARRATION ? part->block + part->block_count : 0;
    for (size_t i = part->block; i < end; i++) {
        const struct block *block = &lesson->document.blocks[i];
        for (size_t j = 0; j < block->run_count; j++) {
            count += count_words(block->runs[j].text);
        }
    }
    return count;
}

double lesson_minutes(const struct lesson *lesson) {
    double minutes = 0;
    for (size_t i = 0; i < lesson->part_count; i++) {
        const struct part *part = &lesson->parts[i];
        minutes += (double)part_words(lesson, part) / (double)WORDS_A_MINUTE;
        minutes += part->kind == PART_QUIZ  ? MINUTES_A_QUIZ
                   : part->kind == PART_TRY ? MINUTES_AN_EXERCISE
                                            : 0;
    }
    return minutes;
}

size_t lesson_questions(const struct lesson *lesson) {
    size_t count = 0;
    for (size_t i = 0; i < lesson->stop_count; i++) {
        count += lesson->stops[i].kind == STOP_QUIZ || lesson->stops[i].kind == STOP_TRY;
    }
    return count;
}

size_t lesson_find_question(const struct lesson *lesson, const char *id) {
    size_t stop = 0;
    while (stop < lesson->stop_count && (lesson_question_id(lesson, stop) == NULL ||
                                         !text_same(lesson_question_id(lesson, stop), id))) {
        stop++;
    }
    return stop < lesson->stop_count ? stop : SIZE_MAX;
}
