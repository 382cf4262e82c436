/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "lesson/draft.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* --- what a lesson must have ------------------------------------------------------------------ */

static const char *part_id(const struct part *part) {
    return part->quiz ? part->quiz->id : part->exercise ? part->exercise->id : NULL;
}

static int compare_ids(const void *a, const void *b) {
    const struct part *one = *(const struct part *const *)a, *two = *(const struct part *const *)b;
    int order = strcmp(part_id(one), part_id(two));
    return order != 0 ? order : (one->line > two->line) - (one->line < two->line);
}

/* Answers are kept by id, so two questions cannot share one. */
static void judge_ids(struct draft *draft) {
    struct lesson *lesson = draft->lesson;
    const struct part **parts = memory_allocate(lesson->part_count, sizeof *parts);
    size_t count = 0;
    if (!parts) {
        draft->failed = true;
        return;
    }
    for (size_t i = 0; i < lesson->part_count; i++) {
        if (part_id(&lesson->parts[i])) {
            parts[count++] = &lesson->parts[i];
        }
    }
    qsort(parts, count, sizeof *parts, compare_ids);
    for (size_t i = 1, first = 0; i < count; i++) {
        if (text_same(part_id(parts[i]), part_id(parts[first]))) {
            draft_problem(draft, parts[i]->line, "the id %s is taken by line %zu",
                          part_id(parts[i]), parts[first]->line);
        } else {
            first = i;
        }
    }
    memory_free(parts);
}

/* A prediction is graded after the next visible fence, so there has to be one, and nothing else may
 * be asked before it. */
static void judge_predictions(struct draft *draft) {
    struct lesson *lesson = draft->lesson;
    const struct part *next = NULL; /* that grades or asks */
    for (size_t i = lesson->part_count; i-- > 0;) {
        const struct part *part = &lesson->parts[i];
        bool predicts = part->quiz != NULL && part->quiz->predict && !part->quiz->sealed;
        if (predicts && next == NULL) {
            draft_problem(draft, part->line,
                          "quiz %s is a prediction, but no qkv block follows to grade it",
                          part->quiz->id);
        } else if (predicts && next->kind != PART_FENCE) {
            draft_problem(draft, part->line,
                          "quiz %s is a prediction: a qkv block has to grade it before line %zu "
                          "asks the next question",
                          part->quiz->id, next->line);
        }
        bool seen = part->kind == PART_FENCE && !part->hidden;
        next = seen || part->kind == PART_QUIZ || part->kind == PART_TRY ? part : next;
    }
}

/* --- infos ------------------------------------------------------------------------------------ */

/* Other names that people give a quiz and an exercise. */
static const struct {
    const char *other, *word;
} SYNONYMS[] = {{"quizzes", "quiz"},
                {"question", "quiz"},
                {"questions", "quiz"},
                {"tries", "try"},
                {"exercise", "try"}};

/* Strips decoration from a word: `{qkv}`, `.qkv`, `qkv,`. */
static struct slice strip_decoration(struct slice word) {
    while (word.length > 0 && strchr("{.[(", word.bytes[0])) {
        word.bytes++;
        word.length--;
    }
    size_t length = 0;
    while (length < word.length && !strchr("{}[](),;:=.", word.bytes[length])) {
        length++;
    }
    word.length = length;
    return word;
}

/* Returns the word with a meaning that INFO's first word is or nearly is; NULL when there is none.
 */
static const char *intended_word(struct slice info) {
    static const char *const words[] = {"qkv", "quiz", "write", "order", "drill", "try", NULL};
    struct slice word = strip_decoration(slice_word(&info));
    for (size_t i = 0; i < sizeof SYNONYMS / sizeof *SYNONYMS; i++) {
        if (slice_is(word, SYNONYMS[i].other)) {
            return SYNONYMS[i].word;
        }
    }
    return slice_nearest(word, words);
}

/* --- fences that md4c sees -------------------------------------------------------------------- */

static void judge_fence(struct draft *draft, const struct block *block) {
    struct slice info = {block->info, strlen(block->info)};
    const char *nearest = intended_word(info);
    struct slice word = slice_word(&info);
    if (nearest && fence_kind(block->info) == PART_NARRATION) {
        draft_problem(draft, block->line, "a block \"%.*s\" does nothing: did you mean \"%s\"?",
                      (int)word.length, word.bytes, nearest);
    } else if (nearest && block->inside) {
        draft_problem(draft, block->line,
                      "this block is in a list or a quote and does nothing: begin it at the "
                      "left edge");
    }
    if (block->open) {
        draft_problem(draft, block->line,
                      "this block is not closed: all that follows belongs to it");
    }
}

/* --- comments --------------------------------------------------------------------------------- */

/* Returns the text of a comment up to a colon. */
static struct slice comment_word(struct slice content, bool *colon) {
    const char *end = memchr(content.bytes, ':', content.length);
    *colon = end != NULL;
    content.length = end ? (size_t)(end - content.bytes) : content.length;
    return slice_trimmed(content);
}

/* True when SLICE is within two edits of WORD, ignoring letter case. */
static bool is_near(struct slice slice, const char *word) {
    char lower[12];
    if (slice.length == 0 || slice.length >= sizeof lower) {
        return false;
    }
    for (size_t i = 0; i < slice.length; i++) {
        lower[i] = (char)tolower((unsigned char)slice.bytes[i]);
    }
    lower[slice.length] = '\0';
    return text_distance(lower, word) <= 2;
}

/* Returns what the comment nearly is: "pause" (alone) or "note" (before a colon, or spelled right);
 * NULL when it is neither. */
static const char *nearest_comment(struct slice content) {
    bool colon;
    struct slice all = content, word = comment_word(content, &colon), first = slice_word(&all);
    if (is_near(word, "pause") && (!colon || slice_is(word, "pause"))) {
        return "pause";
    }
    if (slice_is(first, "pause")) {
        return "pause";
    }
    return slice_is(first, "note") || (colon && is_near(word, "note")) ? "note" : NULL;
}

static void judge_comment(struct draft *draft, const struct block *block) {
    struct slice content = {block->content, strlen(block->content)};
    bool acts = slice_is(content, "pause") || slice_starts(content, "note:");
    const char *nearest = nearest_comment(content);
    if (block->open) {
        draft_problem(draft, block->line,
                      "this comment is not closed by -->: all that follows belongs to it");
    } else if (acts && block->inside) {
        draft_problem(draft, block->line,
                      "this comment is inside other text and does nothing: give it a line of its "
                      "own");
    } else if (!acts && nearest) {
        draft_problem(draft, block->line, "this comment does nothing: did you mean <!-- %s -->?",
                      text_same(nearest, "pause") ? "pause" : "note: …");
    }
}

/* --- the raw lines: what md4c does not see as a fence ----------------------------------------- */

/* A scan of the raw lines from first to last, each with the block that it is in. */
struct raw_scan {
    struct draft *draft;
    size_t next; /* the next block to come, in the order of the lines */
    char mark;   /* AROUND is a fence: the mark that opens it, and how many */
    size_t marks;
    const struct block *around;   /* the fence, code or comment that the line is in, or NULL */
    const struct block *reported; /* the unclosed fence that was reported last */
    size_t line;
};

/* Moves `around` on to the block of the scan's line. */
static void scan_enter(struct raw_scan *scan) {
    const struct document *document = &scan->draft->lesson->document;
    while (scan->next < document->block_count && document->blocks[scan->next].line <= scan->line) {
        const struct block *block = &document->blocks[scan->next++];
        if (block->last_line > 0) {
            scan->around = block;
        }
    }
    if (scan->around && scan->line > scan->around->last_line) {
        scan->around = NULL;
    }
}

/* Reports a fence that opens inside another one, which then was hardly meant to go on. A longer
 * fence around it is right: a lesson about fences needs one. */
static void judge_nested(struct raw_scan *scan, const char *fence) {
    const struct block *outer = scan->around;
    bool stronger = *fence != scan->mark || scan->marks > strspn(fence, (char[]){*fence, '\0'});
    bool shown = fence_kind(outer->info) == PART_NARRATION && stronger;
    if (!shown && !outer->open && scan->reported != outer) {
        draft_problem(scan->draft, outer->line,
                      "this block is not closed before another begins in line %zu", scan->line);
        scan->reported = outer;
    }
}

static void judge_lost(struct raw_scan *scan, const char *fence) {
    const struct block *around = scan->around;
    const char *why = "an empty line before it may help";
    size_t length = document_line_length(fence), marks = strspn(fence, "`");
    if (around && around->kind == BLOCK_COMMENT) {
        why = "it is in a comment";
    } else if (around) {
        why = "four blanks before it make it plain code; begin it at the left edge";
    } else if (marks > 0 && memchr(fence + marks, '`', length - marks)) {
        why = "the words after ``` cannot contain a backtick; use ~~~";
    }
    draft_problem(scan->draft, scan->line, "this block does nothing: %s", why);
}

/* Judges the scan's line, which opens a fence or looks as if it did: its marks begin at FENCE. */
static void scan_fence(struct raw_scan *scan, const char *fence) {
    const char *info = fence + strspn(fence, "`~");
    scan_enter(scan);
    bool fenced = scan->around && scan->around->kind == BLOCK_FENCE;
    if (fenced && scan->around->line == scan->line) {
        scan->mark = *fence;
        scan->marks = (size_t)(info - fence);
    } else if (!intended_word((struct slice){info, document_line_length(info)})) {
        return;
    } else if (fenced) {
        judge_nested(scan, fence);
    } else {
        judge_lost(scan, fence);
    }
}

/* --- the whole text --------------------------------------------------------------------------- */

/* Returns what may open a fence on LINE, which may also begin a comment: `<!-- ```qkv`. */
static const char *scanned_fence(const char *line) {
    const char *inner = line + strspn(line, " \t");
    return document_fence(text_starts(inner, "<!--") ? inner + strlen("<!--") : line, true);
}

static void scan_lines(struct draft *draft, size_t first) {
    struct document_cursor cursor = document_start(draft->lesson->document.raw);
    struct raw_scan scan = {.draft = draft};
    document_seek(&cursor, first);
    do {
        const char *fence = scanned_fence(document_here(&cursor));
        scan.line = cursor.line;
        if (fence) {
            scan_fence(&scan, fence);
        }
    } while (document_next(&cursor) && !draft->failed);
}

/* Other readers of Markdown keep a byte order mark, and then the first line is no front matter,
 * title or fence. */
static void judge_mark(struct draft *draft) {
    const char *raw = draft->lesson->document.raw;
    if (draft->lesson->document.bom && strchr("-#`~", raw[0]) && raw[0] != '\0') {
        draft_problem(draft, 1,
                      "the file begins with a byte order mark, which hides its first line from "
                      "other readers: save it as UTF-8 without one");
    }
}

static void scan_document(struct draft *draft) {
    const struct document *document = &draft->lesson->document;
    judge_mark(draft);
    for (size_t i = 0; i < document->block_count && !draft->failed; i++) {
        const struct block *block = &document->blocks[i];
        if (block->kind == BLOCK_FENCE) {
            judge_fence(draft, block);
        } else if (block->kind == BLOCK_COMMENT) {
            judge_comment(draft, block);
        }
    }
    size_t keys = document->key_count;
    scan_lines(draft, keys > 0 ? document->keys[keys - 1].line + 1 : 1);
}

/* --- the whole -------------------------------------------------------------------------------- */

static int compare_problems(const void *a, const void *b) {
    const struct failure *one = a, *two = b;
    return (one->line > two->line) - (one->line < two->line);
}

void judge_lesson(struct draft *draft) {
    struct lesson *lesson = draft->lesson;
    judge_ids(draft);
    judge_predictions(draft);
    scan_document(draft);
    if (lesson->problem_count > 0) {
        qsort(lesson->problems, lesson->problem_count, sizeof *lesson->problems, compare_problems);
    }
}
