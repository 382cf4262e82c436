/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* finding: searches the open lesson, the definitions, and the other lessons. As in less: forward
 * from the present position, cyclically, and `again` for the next match. */
#include "base/memory.h"
#include "commands/groups.h"
#include "lesson/shelf.h"

#include <stdint.h>

/* --- matching words --------------------------------------------------------------------------- */

static bool says(const char *text, const char *words) {
    size_t length;
    return text != NULL && text_seek(text, words, &length) != NULL;
}

/* Matches the words that follow stop INDEX: those of a paragraph, an item or a row of a table as
 * one text. */
static bool narration_says(const struct lesson *lesson, size_t index, const char *words) {
    size_t range[2];
    bool found = false;
    lesson_words_at(lesson, index, range);
    for (size_t p = range[0]; p < range[1] && !found; p++) {
        const struct part *part = &lesson->parts[p];
        for (size_t b = 0; part->kind == PART_NARRATION && b < part->block_count && !found; b++) {
            const struct block *block = &lesson->document.blocks[part->block + b];
            bool code = block->kind == BLOCK_FENCE || block->kind == BLOCK_CODE;
            struct text text = {0};
            for (size_t i = 0; i < block->run_count; i++) {
                text_append(&text, block->runs[i].text);
            }
            found = says(code ? block->content : text_string(&text), words);
            text_release(&text);
        }
    }
    return found;
}

/* Matches the stop's own words: its page's title, its line, its question with the choices. */
static bool stop_says(const struct lesson *lesson, size_t index, const char *words) {
    const struct stop *stop = &lesson->stops[index];
    const struct part *part = &lesson->parts[stop->part];
    bool found = false;
    switch (stop->kind) {
    case STOP_PAGE:
        return says(lesson->pages[stop->page].title, words);
    case STOP_STATEMENT: /* a check is not shown */
        return part->statements[stop->statement].goal == NULL &&
               says(part->statements[stop->statement].text, words);
    case STOP_QUIZ:
        for (size_t i = 0; i < part->quiz->choice_count; i++) {
            found = found || says(part->quiz->choices[i].text, words);
        }
        return found || says(part->quiz->question, words);
    case STOP_TRY:
        return says(part->exercise->question, words);
    case STOP_PAUSE:
        break;
    }
    return false;
}

/* --- matches ---------------------------------------------------------------------------------- */

struct place_found {
    size_t at;  /* number of stops passed there; for a definition its position */
    bool after; /* the words follow the stop, and wait while it is open */
};

struct places {
    struct place_found *list; /* in order */
    size_t count, capacity;
};

static bool add_place(struct places *places, size_t at, bool after, struct failure *failure) {
    if (places->count > 0 && places->list[places->count - 1].at == at) {
        return true;
    }
    if (!memory_reserve(&places->list, &places->capacity, places->count + 1,
                        sizeof *places->list)) {
        return failure_memory(failure);
    }
    places->list[places->count++] = (struct place_found){at, after};
    return true;
}

static bool find_in_lesson(const struct lesson *lesson, const char *words, struct places *places,
                           struct failure *failure) {
    bool ok = true;
    size_t waits_at = 0; /* number of stops passed when the learner waits there */
    for (size_t i = 0; ok && i < lesson->stop_count; i++) {
        waits_at = waits_at > i ? waits_at : lesson_next_halt(lesson, waits_at);
        bool own = stop_says(lesson, i, words);
        if (own || narration_says(lesson, i, words)) {
            ok = add_place(places, waits_at, !own, failure);
        }
    }
    return ok;
}

/* Matches a definition's formula and labels. */
static bool find_in_notebook(const struct session *session, const char *words,
                             struct places *places, struct failure *failure) {
    const struct notebook *notebook = session_notebook(session);
    bool ok = true;
    for (size_t i = 0; ok && i < notebook->count; i++) {
        const struct definition *definition = notebook->list[i];
        struct text formula = {0};
        session_formula(session, definition, &formula);
        bool found = says(text_string(&formula), words);
        for (int axis = 0; axis < AXIS_COUNT; axis++) {
            const struct labels *labels = definition->value->shape.labels[axis];
            for (size_t k = 0; labels != NULL && k < labels->count && !found; k++) {
                found = says(labels->names[k], words);
            }
        }
        ok = !found || add_place(places, i, false, failure);
        text_release(&formula);
    }
    return ok;
}

/* Returns the match after PRESENT, or before it; cyclically. */
static size_t next_place(const struct places *places, size_t present, bool back) {
    size_t after = 0;
    while (after < places->count && places->list[after].at <= present) {
        after++;
    }
    size_t here = after > 0 && places->list[after - 1].at == present;
    return (back ? after - here + places->count - 1 : after) % places->count;
}

/* --- going to a match ------------------------------------------------------------------------- */

/* Goes there and says also what waits for an answer or behind steps. */
static bool go_to_stop(struct session *session, const struct place_found *place,
                       struct failure *failure) {
    if (!stepping_to_stop(session, place->at, failure)) {
        return false;
    }
    if (place->after && session->rest_owed) {
        session->focus.place = (struct place_in){.grain = GRAIN_DEFINITION};
        session->focus.guided = false;
        return commands_say_rest(session, failure);
    }
    return true;
}

/* Says "weights: place 2 of 9, page 6: Softmax", before the place's own words. */
static void say_place(struct session *session, const char *words, size_t place, size_t count,
                      size_t stop) {
    const struct lesson *lesson = session->lesson;
    text_format(&session->out, "%s: place %zu of %zu", words, place + 1, count);
    if (stop != SIZE_MAX && !session->front.drawn) {
        size_t page = lesson->stops[stop - 1].page;
        text_format(&session->out, ", page %zu: %s", page + 1, lesson->pages[page].title);
    }
    text_append(&session->out, session->front.drawn && count > 1 ? "; M-n goes on, M-N back" : "");
    text_append(&session->out, session->front.drawn ? "; Escape returns\n" : "\n");
}

/* Lists the other lessons with matches, on the screen to choose from. One that cannot be read has
 * none. */
static bool find_elsewhere(struct session *session, const char *words, struct failure *failure) {
    struct shelf *found = &session->found;
    shelf_release(found);
    bool ok = shelf_read(found, session->front.lesson_folders, failure);
    for (size_t i = 0; ok && i < found->count; i++) {
        struct places places = {0};
        struct lesson *lesson = lesson_open(found->list[i].path, &(struct failure){0});
        ok = lesson == NULL || find_in_lesson(lesson, words, &places, failure);
        found->list[i].places = places.count;
        memory_free(places.list);
        lesson_free(lesson);
    }
    shelf_drop_unfound(found);
    if (!ok || found->count == 0) {
        return ok && failure_set(failure, "%s: nowhere, neither here nor in another lesson", words);
    }
    text_format(&session->out, "%s: not here, but in other lessons:\n", words);
    if (session->front.drawn) {
        session->view.popup = POPUP_FOUND;
        session->view.chosen = 0;
        return text_ok(&session->out, failure);
    }
    for (size_t i = 0; i < found->count; i++) {
        const struct shelf_entry *entry = &found->list[i];
        text_format(&session->out, "  %s: %zu place%s in %s\n", entry->name, entry->places,
                    entry->places == 1 ? "" : "s", entry->title);
    }
    text_append(&session->out, "Once one is open, again goes there.\n");
    return text_ok(&session->out, failure);
}

static bool find_and_go(struct session *session, const char *words, bool back,
                        struct failure *failure) {
    const struct definition *viewed = view_definition(session);
    struct places places = {0};
    size_t present = session_stop(session);
    bool ok = session->lesson == NULL || find_in_lesson(session->lesson, words, &places, failure);
    bool lesson = places.count > 0;
    if (ok && !lesson) {
        ok = find_in_notebook(session, words, &places, failure);
        present =
            viewed == NULL ? SIZE_MAX : notebook_position(session_notebook(session), viewed->name);
    }
    if (ok && places.count > 0) {
        size_t chosen = next_place(&places, present, back);
        const struct place_found *place = &places.list[chosen];
        say_place(session, words, chosen, places.count, lesson ? place->at : SIZE_MAX);
        if (session->lit != session_stop(session) && session->trail_count > 0) {
            session->sought_from = session->trail_count - 1; /* where this move began */
        }
        if (lesson) {
            ok = go_to_stop(session, place, failure);
        } else {
            const char *name = session_notebook(session)->list[place->at]->name;
            ok = session_look(session, name, failure) && stops_say_place(session, failure);
        }
        session->lit = ok ? session_stop(session) : session->lit;
    } else if (ok) {
        ok = find_elsewhere(session, words, failure);
    }
    memory_free(places.list);
    return ok;
}

/* Without words, `find` and `again` look for the same as before. */
static bool run_find(struct session *session, const struct command_call *call,
                     struct failure *failure) {
    bool named = call->count > 0 && text_same(call->command->name, "find");
    size_t back = 0;
    if (!named && call->count > 0 && !call_choice(call, 0, &back, failure)) {
        return false;
    }
    if (!named && session->sought.length == 0) {
        return failure_set(failure, "nothing was found yet: find WORDS looks for them");
    }
    struct text words = {0};
    text_append(&words, named ? call->argument[0].text : text_string(&session->sought));
    bool ok =
        text_ok(&words, failure) && find_and_go(session, text_string(&words), back == 1, failure);
    struct text forgotten = ok ? session->sought : words;
    session->sought = ok ? words : session->sought;
    text_release(&forgotten);
    return ok;
}

static const struct command rows[] = {
    {.name = "find",
     .group = "finding",
     .sentence = "Go to the next place with these words: text, formula, name or label.",
     .details =
         "Forward from here, and from the start again after the end of the lesson; capitals\n"
         "and small letters are the same. Matches in other lessons are listed; on the screen Enter "
         "opens one.",
     .example = "find weights",
     .habits = "search grep",
     .parameters = {{.name = "[WORDS]",
                     .type = TYPE_REST,
                     .sentence = "what to look for; without them, the same as before"}},
     .flags = COMMAND_PERSON | COMMAND_MOVES | COMMAND_TRAVELS,
     .run = run_find},
    {.name = "again",
     .sentence = "Go to the next place with the words found last, or to the one before.",
     .before = "find word2",
     .example = "again back",
     .parameters = {{.name = "[on|back]",
                     .type = TYPE_WORD,
                     .words = "on back",
                     .sentence = "which way; without it, on"}},
     .flags = COMMAND_PERSON | COMMAND_MOVES | COMMAND_TRAVELS,
     .run = run_find},
};

const struct command_group finding_commands = {rows, sizeof rows / sizeof rows[0]};
