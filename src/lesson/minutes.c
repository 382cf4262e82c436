/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* minutes: how long a lesson takes. */
#include "lesson/lesson.h"

#include <string.h>

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

/* Of the choices all are read; of what is said about them, what is said about the right ones. */
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
