/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/pane.h"

#include "panels/narration.h"
#include "session/printing.h"
#include "session/question.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

/* --- lines ------------------------------------------------------------------------------------ */

/* Returns where line INDEX of TEXT begins; the end when there is none. */
static const char *nth_line(const char *text, size_t index) {
    for (; index > 0 && *text != '\0'; index--) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return text;
}

static bool is_blank_line(const char *line) {
    return line[strspn(line, " ")] == '\n' || line[strspn(line, " ")] == '\0';
}

/* True when LINE ends in one of MARKS. */
static bool ends_in(const char *line, const char *marks) {
    size_t length = strcspn(line, "\n");
    while (length > 0 && strchr(" \"')", line[length - 1]) != NULL) {
        length--;
    }
    return length > 0 && strchr(marks, line[length - 1]) != NULL;
}

/* Returns where a sentence begins in the LENGTH bytes at LINE, the last that does; NULL: none. */
static const char *sentence_in(const char *line, size_t length) {
    const char *found = NULL;
    for (const char *at = line; at + 2 < line + length; at++) {
        found = strchr(".?!", at[0]) != NULL && at[1] == ' ' && at[2] != ' ' ? at + 2 : found;
    }
    return found;
}

/* True when LINE goes on after INDENT blanks with words, not with the mark or number of an item. */
static bool is_prose(const char *line, size_t indent) {
    unsigned char first = (unsigned char)line[indent];
    return strspn(line, " ") == indent && !is_blank_line(line) &&
           (indent == 0 || isalpha(first) || strchr("(\"'", first) != NULL);
}

/* Begins a line with the last sentence that begins within lines FIRST up to END, and wraps the rest
 * of its paragraph again in WIDTH columns. Returns that line; END, and nothing is done, where there
 * is none. */
static size_t break_sentence(struct pane *pane, size_t first, size_t end, size_t width) {
    const char *text = text_string(&pane->lines), *from = NULL;
    size_t line = end, indent = 0;
    while (from == NULL && line > first) {
        const char *start = nth_line(text, --line);
        indent = strspn(start, " ");
        from = is_prose(start, indent) ? sentence_in(start, strcspn(start, "\n")) : NULL;
    }
    if (from == NULL) {
        return end;
    }
    const char *behind = nth_line(text, line + 1);
    while (is_prose(behind, indent)) {
        behind = nth_line(behind, 1);
    }
    struct text rest = {0}, whole = {0};
    for (const char *at = from; at < behind; at++) {
        text_append_character(&rest, *at == '\n' ? ' ' : *at);
        at += *at == '\n' ? strspn(at + 1, " ") : 0;
    }
    text_append_bytes(&whole, text, (size_t)(from - 1 - text));
    text_append(&whole, "\n");
    canvas_wrap(text_string(&rest), indent, width, &whole);
    text_append(&whole, behind);
    text_release_into(&rest, &whole);
    size_t rows = text_count_lines(text_string(&whole));
    pane->question += pane->question != SIZE_MAX && pane->question > line ? rows - pane->rows : 0;
    pane->rows = rows;
    text_release(&pane->lines);
    pane->lines = whole;
    return line + 1;
}

/* Returns the line after the last that a part of at most MOST lines from FIRST on takes; what a
 * colon announces is not parted from it. */
static size_t part_end(struct pane *pane, size_t first, size_t most, size_t width) {
    const char *text = text_string(&pane->lines);
    size_t limit = first + most, sentence = 0;
    if (first < pane->question && pane->question <= limit) {
        return pane->question; /* which stays in one piece, as far as it can */
    }
    for (size_t end = limit; end > first + most / 3; end--) {
        if (is_blank_line(nth_line(text, end)) && !ends_in(nth_line(text, end - 1), ":")) {
            return end;
        }
        if (sentence == 0 && ends_in(nth_line(text, end - 1), ".?!")) {
            sentence = end;
        }
    }
    return sentence > 0 ? sentence : break_sentence(pane, first + most / 3, limit, width);
}

static void split_parts(struct pane *pane, size_t most, size_t width) {
    size_t at = 0;
    pane->part_count = 0;
    do {
        pane->part[pane->part_count++] = at;
        bool last = pane->part_count == PANE_PARTS || at + most >= pane->rows;
        at = last ? pane->rows : part_end(pane, at, most > 1 ? most - 1 : 1, width);
        while (at < pane->rows && is_blank_line(nth_line(text_string(&pane->lines), at))) {
            at++;
        }
    } while (at < pane->rows);
    pane->part[pane->part_count] = pane->rows;
}

/* --- words ------------------------------------------------------------------------------------ */

/* Appends MORE, if it says anything, after BETWEEN, and releases it. */
static void append_words(struct text *out, const char *between, struct text *more) {
    scene_trim(out);
    scene_trim(more);
    if (more->length > 0) {
        text_format(out, "%s%s", out->length > 0 ? between : "", text_string(more));
    }
    text_release(more);
}

void pane_make(struct pane *pane, struct scene *scene, size_t width, size_t most) {
    *pane = (struct pane){.question = SIZE_MAX};
    const size_t room[] = {width, most};
    size_t stop = session_last(scene->session);
    struct text now = {0};
    struct text question = question_text(scene, stop, width, QUESTION_WHOLE, &pane->requested);
    bool lesson = scene->session->lesson != NULL, follows = lesson && narration_follows(scene);
    if (text_count_lines(text_string(&question)) > most) {
        text_release(&question);
        question = question_text(scene, stop, width, QUESTION_TIGHT, &pane->requested);
    }
    if (lesson) {
        pane->read = narration_now(scene, room, &now, &pane->before);
    }
    bool requested = question.length > 0;
    size_t wanted =
        1 + text_count_lines(text_string(&now)) + text_count_lines(text_string(&question));
    if (requested && pane->read && !follows && wanted > most) {
        text_clear(&now); /* what is to be done goes before what was read */
    }
    if (!follows) {
        append_words(&pane->lines, "", &now);
    }
    size_t above = text_count_lines(text_string(&pane->lines));
    pane->question = requested ? above + (above > 0) : SIZE_MAX;
    append_words(&pane->lines, "\n\n", &question);
    append_words(&pane->lines, "\n\n", &now);
    pane->rows = text_count_lines(text_string(&pane->lines));
    pane->read &= !requested;
    split_parts(pane, greater(most, 1), width);
}

void pane_release(struct pane *pane) {
    text_release(&pane->lines);
    text_release(&pane->before);
}

size_t pane_news(const struct pane *pane) {
    size_t part = 0, news = pane->requested.news;
    while (news > 0 && part + 1 < pane->part_count &&
           pane->part[part + 1] <= pane->question + news) {
        part++;
    }
    return part;
}

/* True when LENGTH bytes at WORD are in quotes, or set apart from the words around them. */
static bool is_set_apart(const char *text, const char *word, size_t length) {
    unsigned char before = word > text ? (unsigned char)word[-1] : ' ';
    unsigned char behind = (unsigned char)word[length];
    return (before == '"' || before > 127) && (behind == '"' || behind > 127);
}

size_t pane_named(const struct pane *pane, const struct labels *labels) {
    const char *text = text_string(&pane->lines), *first = NULL;
    size_t found = SIZE_MAX;
    for (size_t way = 0; way < 2 && labels != NULL && first == NULL; way++) {
        const char *start = nth_line(text, way == 0 ? pane->question : 0);
        for (size_t i = 0; i < labels->count; i++) {
            size_t length = strlen(labels->names[i]);
            const char *at = length > 0 ? strstr(start, labels->names[i]) : NULL;
            while (at != NULL && !is_set_apart(text, at, length)) {
                at = strstr(at + 1, labels->names[i]);
            }
            if (at != NULL && (first == NULL || at < first)) {
                first = at;
                found = i;
            }
        }
    }
    return found;
}

/* --- how many rows they take ------------------------------------------------------------------ */

static size_t rows_of_words(const struct lesson *lesson, size_t stop, size_t columns) {
    struct text lines = {0};
    struct paint plain = {.colour = false};
    size_t range[2];
    lesson_words_at(lesson, stop, range);
    printing_narration(lesson, &(struct output){&lines, &plain, columns}, range);
    return scene_measure(&lines);
}

size_t pane_wants(const void *session, size_t stop, size_t columns) {
    const struct session *of = session;
    const struct lesson *lesson = of->lesson;
    const struct exercise *exercise = question_exercise(of, stop);
    /* it is under the words before it */
    bool follows = stop > 0 && lesson->stops[stop - 1].page == lesson->stops[stop].page;
    size_t before = follows ? rows_of_words(lesson, stop - 1, columns) : 0;
    struct text lines = {0};
    canvas_wrap(exercise->question, 0, columns, &lines);
    return greater(rows_of_words(lesson, stop, columns),
                   before + (before > 0) + scene_measure(&lines) + exercise->expect_count + 2);
}

/* --- drawing ---------------------------------------------------------------------------------- */

/* Tags the choices for the mouse, and puts the cursor where the answer is typed; CANVAS begins with
 * line FIRST. */
static void tag_choices(const struct pane *pane, struct scene *scene, const struct canvas *canvas,
                        size_t first) {
    const struct question_lines *requested = &pane->requested;
    for (size_t i = 0; i < requested->choice_count; i++) {
        bool in_line = requested->in_line;
        size_t last = in_line ? requested->choices[i] + 1 : requested->choices[i + 1];
        size_t left = in_line ? requested->columns[i] : 0;
        size_t width = in_line ? requested->columns[i + 1] - left : canvas->columns;
        for (size_t k = requested->choices[i]; k < last; k++) {
            canvas_tag(canvas, pane->question + k - first, left, width,
                       (struct canvas_tag){SCENE_QUESTION, i + 1});
        }
    }
    size_t answer = pane->question + requested->answer - first;
    if (requested->answer != SIZE_MAX && answer < canvas->rows) {
        scene_place(scene, canvas, answer, 0);
    }
}

/* Draws LINES from line FIRST on, and tags the names in them. */
static void draw_words(const struct scene *scene, const struct canvas *canvas, const char *lines,
                       size_t first, bool dim) {
    canvas_put_lines(canvas, lines, first);
    lines = nth_line(lines, first);
    for (size_t row = 0; row < canvas->rows; row++) {
        scene_tag_names(scene, canvas, (const size_t[]){row, 0}, lines, STYLE_PLAIN);
        lines = nth_line(lines, 1);
        if (dim) {
            canvas_dim(canvas, row, 0, canvas->columns);
        }
    }
}

/* Says, from ARROW on, how many more lines there are, and after that the KEY which shows them. */
static void put_more(const struct canvas *canvas, size_t row, const char *arrow, size_t lines,
                     const char *key) {
    char words[40];
    text_fill(words, sizeof words, " %s %zu more%s ", arrow, lines, key);
    canvas_put_right(canvas, row, canvas->columns, words, STYLE_FOCUS);
}

size_t pane_draw(const struct pane *pane, struct scene *scene, const struct canvas *canvas,
                 size_t part) {
    part = lesser(part, pane->part_count - 1);
    size_t first = pane->part[part], end = pane->part[part + 1], above = 0;
    bool more = part + 1 < pane->part_count;
    const char *lines = text_string(&pane->lines);
    while (end > first && is_blank_line(nth_line(lines, end - 1))) {
        end--;
    }
    bool open = pane->requested.hinted || pane->requested.answer != SIZE_MAX;
    if (open && part > 0 && !more && pane->question < first &&
        canvas->rows > end - first) { /* goals or choices, as many as fit */
        size_t room = canvas->rows - lesser(canvas->rows, end - first + 1);
        above = first - pane->question > room;
        first -= lesser(first - pane->question, room);
    }
    size_t rows = end - first;
    if (pane->before.length > 0 && part == 0) {
        size_t room = reduced(scene->words_rows, rows + 1 + narration_shared(scene));
        const char *old = narration_end(text_string(&pane->before), room);
        size_t most = reduced(canvas->rows, rows + 1 + more), lines_before = text_count_lines(old);
        old = nth_line(old, reduced(lines_before, most));
        above = lesser(lines_before, most);
        struct canvas earlier = canvas_part(canvas, (struct box){0, 0, above, canvas->columns});
        draw_words(scene, &earlier, old, 0, true);
        above += above > 0;
    }
    struct canvas below = canvas_part(canvas, (struct box){above, 0, rows, canvas->columns});
    draw_words(scene, &below, lines, first, pane->read);
    tag_choices(pane, scene, &below, first);
    if (more) {
        put_more(canvas, canvas->rows - 1, "▾", pane->rows - pane->part[part + 1], ": Space");
    } else if (part > 0 && above > 0) {
        put_more(canvas, 0, "▴", first, "");
    }
    if (below.rows > 0) {
        scene_place(scene, &below, 0, 0);
    }
    return above + rows + more;
}
