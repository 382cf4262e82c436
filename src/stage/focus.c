/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* focus: what a learner who only goes on looks at: what the lesson's lines select (the rules of
 * commands/playing.c and commands/stops.c), and the picture that they ask for. */
#include "base/text.h"
#include "canvas/drawing.h"
#include "notebook/train.h"
#include "stage/casting.h"

#include <stdint.h>
#include <string.h>

static void draw_nothing(struct casting *casting) {
    casting->drawn.count = 0;
    casting->picture = CAST_NONE;
}

/* Returns the value of LENGTH bytes at NAME that is there now. */
static int there_in(const struct casting *casting, const char *name, size_t length) {
    int index = casting_find(casting, name, length);
    return index != CAST_NONE && casting->members[index].made ? index : CAST_NONE;
}

/* Returns the value called NAME (may be NULL) that is there now. */
static int there(const struct casting *casting, const char *name) {
    return name == NULL ? CAST_NONE : there_in(casting, name, strlen(name));
}

/* True when value INDEX is among what was asked for, itself or a part of it. */
static bool is_in_picture(const struct casting *casting, int index) {
    return drawing_index(&casting->drawn, casting->cast->values[index].name) != SIZE_MAX;
}

/* A picture goes once something that it does not show is looked at. */
static void look_at(struct casting *casting, int index) {
    casting->focus = index;
    if (index == CAST_NONE || !is_in_picture(casting, index)) {
        draw_nothing(casting);
    }
}

/* --- a page begins ---------------------------------------------------------------------------- */

void focus_before(struct casting *casting, size_t stop) {
    const struct page *page = &casting->lesson->pages[casting->lesson->stops[stop].page];
    bool requested = false;
    if (casting->lesson->stops[stop].kind != STOP_PAGE) {
        return;
    }
    casting->focus = CAST_NONE;
    draw_nothing(casting);
    /* what the first line is made from, changes or shows, where that is there */
    for (size_t i = page->first_stop; i < page->first_stop + page->stop_count; i++) {
        const struct compiled *line = &casting->session->lines[i];
        requested |= casting->lesson->stops[i].kind == STOP_QUIZ;
        for (size_t k = 0; casting->focus == CAST_NONE && k < line->statements.count; k++) {
            const struct statement *statement = &line->statements.list[k];
            bool command = statement->kind == STATEMENT_COMMAND;
            const char *name = !command    ? commands_input_name(&casting->now, statement)
                               : requested ? NULL
                                           : line->meanings[k].named;
            casting->focus = there(casting, name);
        }
    }
}

/* --- a line ----------------------------------------------------------------------------------- */

/* A line of the lesson that has run. */
struct line {
    const char *text;
    const struct statement *statement;
    const struct meaning *meaning;
    bool hidden;
};

/* What is asked for by a line that is no picture, nor several values. */
static const struct drawing_request nothing = {.count = 0};

/* Finds the value of the next argument of LINE from byte AT on; CAST_NONE: the argument is no
 * value. False: there is none. */
static bool next_argument(const struct casting *casting, const struct line *line, size_t *at,
                          int *index) {
    const char *words = line->text + line->statement->rest.start;
    size_t length = line->statement->rest.end - line->statement->rest.start;
    *at += strspn(words + *at, " \t\n");
    if (*at >= length) {
        return false;
    }
    *index = casting_find(casting, words + *at, reader_name(words + *at, length - *at));
    *at += reader_find_outside(words + *at, length - *at, " \t\n");
    return true;
}

/* Looks at several values that are shown at once; all stay until something else is looked at. */
static void look_at_shown(struct casting *casting, const struct line *line) {
    int last = CAST_NONE, index;
    for (size_t at = 0; next_argument(casting, line, &at, &index);) {
        if (index != CAST_NONE && casting->members[index].made) {
            last = index;
            casting->needs[index] |= NEED_FOCUS;
        }
    }
    if (last != CAST_NONE) {
        draw_nothing(casting);
        casting->focus = last;
        casting->drawn = line->meaning->drawn != NULL ? *line->meaning->drawn : nothing;
    }
}

/* Returns the value of name AT of REQUEST that is there; CAST_NONE: none. */
static int request_value(const struct casting *casting, const struct drawing_request *request,
                         size_t at) {
    size_t length = drawing_named(request, at);
    return length == 0 ? CAST_NONE : there_in(casting, request->names[at], length);
}

/* Returns the picture that KEY asks for, which is there from now on, without operands. CAST_NONE
 * without memory. */
static int add_picture(struct casting *casting, const struct text *key, size_t stop) {
    int index = key->failed ? CAST_NONE : casting_add(casting, key->bytes, key->length);
    if (index != CAST_NONE) {
        struct cast_value *picture = &casting->cast->values[index];
        picture->first_stop = picture->first_stop < 0 ? (int)stop : picture->first_stop;
        picture->operand_count = 0;
        casting->members[index].made = true;
    }
    return index;
}

/* Looks at what a picture is drawn from: those of its names that refer to values. */
static void look_at_picture(struct casting *casting, const struct line *line, size_t stop) {
    struct drawing_request request = line->meaning->drawn != NULL ? *line->meaning->drawn : nothing;
    struct text key = {0};
    if (request.count == 0 && casting->focus != CAST_NONE) { /* what is looked at */
        text_fill(request.names[request.count++], DRAWING_NAME, "%s",
                  casting->cast->values[casting->focus].name);
    }
    casting->drawn = request;
    drawing_write(&request, &key);
    casting->picture = add_picture(casting, &key, stop);
    text_release(&key);
    if (casting->picture == CAST_NONE) {
        return;
    }
    struct cast_value *picture = &casting->cast->values[casting->picture];
    picture->requested = picture->requested.count == 0 ? request : picture->requested;
    size_t count = request.marks > 0 ? request.marks : request.count;
    for (size_t i = 0; i < count && picture->operand_count < CAST_OPERANDS; i++) {
        int of = request_value(casting, &request, i);
        if (of != CAST_NONE) {
            picture->operands[picture->operand_count++] = of;
        }
    }
    sizes_picture(casting, casting->picture);
    /* `arrows a b` keeps the eye on b where that is looked at */
    bool stays = casting->focus != CAST_NONE && is_in_picture(casting, casting->focus);
    casting->focus = stays && !statement_is(line->statement, "sweep")
                         ? casting->focus
                         : request_value(casting, &request, 0);
}

/* Looks at the curve of what a training made smaller. */
static void train(struct casting *casting, const struct line *line, size_t stop) {
    const struct changes *changes = history_script_at(casting->session->history, stop);
    const struct training *training = NULL;
    struct text name = {0};
    for (size_t i = 0; i < changes->count && training == NULL; i++) {
        const struct change *change = changes->list[i];
        training = change->kind == CHANGE_TRAIN ? change->training : NULL;
    }
    if (training == NULL || line->hidden) {
        return;
    }
    bool named = training->formula == NULL;
    int loss = named ? there(casting, training->loss) : CAST_NONE;
    text_format(&name, "curve %s", named ? training->loss : "loss");
    casting->curve = add_picture(casting, &name, stop);
    text_release(&name);
    if (casting->curve != CAST_NONE) {
        struct cast_value *picture = &casting->cast->values[casting->curve];
        picture->operands[0] = loss;
        picture->operand_count = loss != CAST_NONE;
        sizes_picture(casting, casting->curve);
    }
    bool moved =
        casting->focus != CAST_NONE && (casting->members[casting->focus].marks & MARK_MOVED) != 0;
    if (named && !moved) {
        look_at(casting, loss);
    }
}

/* Lets the values of a `scale` line share a scale on this page. */
static void scale(struct casting *casting, const struct line *line, size_t stop) {
    size_t page = casting->lesson->stops[stop].page;
    int first = CAST_NONE, index;
    for (size_t at = 0; next_argument(casting, line, &at, &index);) {
        first = first == CAST_NONE ? index : first;
        if (index != CAST_NONE) {
            sizes_share(casting, page, (const int[]){first, index}, true);
            casting->cast->scales[page * casting->cast->room + (size_t)index].shown = true;
        }
    }
}

/* Looks at the value called NAME (may be NULL), if it is there. */
static void look_at_named(struct casting *casting, const struct line *line, const char *name) {
    int index = there(casting, name);
    if (index != CAST_NONE) {
        look_at(casting, index);
        casting->needs[index] |= line->hidden ? 0 : NEED_FOCUS;
    }
}

static void look_at_command(struct casting *casting, const struct line *line, size_t stop) {
    unsigned flags = line->statement->command->flags;
    if (statement_is(line->statement, "show")) {
        look_at_shown(casting, line);
    } else if ((flags & COMMAND_DRAWS) != 0) {
        look_at_picture(casting, line, stop);
    } else if ((flags & COMMAND_LOOKS) != 0) {
        look_at_named(casting, line, line->meaning->named);
    } else if (statement_is(line->statement, "scale")) {
        scale(casting, line, stop);
    } else if (statement_is(line->statement, "train")) {
        train(casting, line, stop);
    }
}

static void look_at_line(struct casting *casting, size_t stop) {
    const struct compiled *compiled = &casting->session->lines[stop];
    const struct statements *statements = &compiled->statements;
    const struct source_line *text = lesson_line(casting->lesson, stop);
    const struct part *part = &casting->lesson->parts[casting->lesson->stops[stop].part];
    bool moved = false;
    for (size_t i = 0; i < casting->cast->count; i++) {
        moved |= (casting->members[i].marks & MARK_MOVED) != 0;
    }
    casting->curve = moved ? CAST_NONE : casting->curve;
    for (size_t k = 0; text != NULL && k < statements->count; k++) {
        struct line line = {text->text, &statements->list[k], &compiled->meanings[k], part->hidden};
        if (line.statement->kind == STATEMENT_COMMAND) {
            look_at_command(casting, &line, stop);
        } else if (line.statement->kind != STATEMENT_EXPRESSION) {
            look_at_named(casting, &line, line.statement->name);
        }
    }
}

/* A learner who looks at nothing that the words name looks at what they name. */
static void look_at_spoken(struct casting *casting, size_t stop) {
    const char *focus =
        casting->focus == CAST_NONE ? NULL : casting->cast->values[casting->focus].name;
    bool drawn = casting->drawn.count > 0;
    const char *name = commands_subject(casting->session, &casting->now, focus, stop, drawn);
    int index = there(casting, name);
    if (name != NULL && drawn) {
        casting->focus = index; /* beside the picture */
    } else if (name != NULL) {
        look_at(casting, index);
    }
}

void focus_after(struct casting *casting, size_t stop) {
    const struct stop *at = &casting->lesson->stops[stop];
    const struct exercise *exercise = casting->lesson->parts[at->part].exercise;
    int knob = CAST_NONE;
    if (at->kind == STOP_STATEMENT) {
        look_at_line(casting, stop);
        look_at_spoken(casting, stop);
        return;
    }
    casting->curve = CAST_NONE;
    look_at_spoken(casting, stop);
    for (size_t i = 0; at->kind == STOP_TRY && knob == CAST_NONE && i < exercise->allow_count;
         i++) {
        knob = there(casting, exercise->allowed[i]);
    }
    casting->focus = knob == CAST_NONE ? casting->focus : knob;
}
