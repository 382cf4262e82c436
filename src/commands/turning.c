#include "commands/turning.h"

#include "language/tree.h"
#include "lesson/script.h"

#include <string.h>

static const struct place_in whole = {.grain = GRAIN_DEFINITION};

/* Looks at NAME; NULL, or no name that is there: at nothing. */
static bool look(struct session *session, const char *name, struct failure *failure) {
    bool there = name != NULL && notebook_find(session_notebook(session), name) != NULL;
    bool ok = session_focus(session, there ? name : NULL, whole, failure);
    session->looks.blank = ok && !there && session->screen;
    return ok;
}

/* --- a page begins ---------------------------------------------------------------------------- */

/* The first name of a formula that is there, and more than a lone number. */
struct operand {
    const struct notebook *notebook;
    const char *name; /* NULL: none */
};

static bool take_operand(void *context, const struct node *name) {
    struct operand *operand = context;
    const struct definition *definition = notebook_find(operand->notebook, name->text);
    if (definition != NULL && shape_cells(&definition->value->shape) > 1) {
        operand->name = definition->name;
    }
    return operand->name == NULL;
}

/* What a statement that is about to run is made from, or what it changes; NULL: nothing that is
 * there. */
static const char *made_from(const struct notebook *notebook, const struct statement *statement) {
    struct operand operand = {.notebook = notebook};
    if (statement->kind != STATEMENT_DEFINE && statement->kind != STATEMENT_EDIT) {
        return NULL;
    }
    if (statement->kind == STATEMENT_DEFINE) {
        tree_names(statement->value->root, take_operand, &operand);
    }
    const struct definition *own = notebook_find(notebook, statement->name);
    return operand.name != NULL || own == NULL ? operand.name : own->name;
}

/* What LINE shows, where that is there; NULL: it shows nothing. */
static const char *shown_by(const struct notebook *notebook, const char *line) {
    const char *start;
    struct text name = {0};
    size_t length = text_starts(line, "show ") ? script_turns_to(line, &start) : 0;
    text_append_bytes(&name, length > 0 ? start : "", length);
    const struct definition *shown = notebook_find(notebook, text_string(&name));
    text_release(&name);
    return shown == NULL ? NULL : shown->name;
}

/* The same of the line of stop INDEX, which may hold several statements. What a line shows that
 * comes after a question may be its answer. */
static const char *line_looks(const struct session *session, size_t index, bool asked) {
    const struct statements *statements = &session->lines[index].statements;
    const struct notebook *notebook = session_notebook(session);
    const struct source_line *line = script_at(session->lesson, index);
    const char *name = asked || line == NULL ? NULL : shown_by(notebook, line->text);
    for (size_t i = 0; i < statements->count && name == NULL; i++) {
        name = made_from(notebook, &statements->list[i]);
    }
    return name;
}

bool turning_page(struct session *session, size_t page, struct failure *failure) {
    const struct lesson *lesson = session->lesson;
    const struct page *turned = &lesson->pages[page];
    const char *name = NULL;
    bool asked = false;
    for (size_t i = 0; i < turned->stop_count && name == NULL; i++) {
        size_t index = turned->first_stop + i;
        asked = asked || lesson->stops[index].kind == STOP_QUIZ;
        name = line_looks(session, index, asked);
    }
    bool ok = look(session, name, failure);
    session->looks.cell = 0;
    return ok;
}

/* --- going back ------------------------------------------------------------------------------- */

bool turning_back(struct session *session, struct failure *failure) {
    const struct lesson *lesson = session->lesson;
    struct text name = {0};
    for (size_t i = session_stop(session); i > 0 && name.length == 0; i--) {
        const struct stop *stop = &lesson->stops[i - 1];
        const char *start;
        if (stop->kind == STOP_PAGE && session->screen) {
            return turning_page(session, stop->page, failure);
        }
        const struct source_line *line = script_at(lesson, i - 1);
        if (line != NULL) {
            size_t length = script_turns_to(line->text, &start);
            text_append_bytes(&name, start, length);
        }
    }
    bool ok = text_ok(&name, failure) && look(session, text_string(&name), failure);
    text_release(&name);
    return ok;
}
