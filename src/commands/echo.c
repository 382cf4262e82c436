#include "commands/echo.h"

#include "base/failure.h"
#include "base/memory.h"
#include "language/writer.h"

#include <string.h>

/* TREE, as the lesson has it, in the convention that is shown; NULL: it cannot be said so. */
static struct tree *turn(const struct session *session, struct tree *tree, bool definition) {
    struct failure ignored = {0};
    return session->view.columns ? session_flip(session, tree, definition, &ignored)
                                 : session_read(session, tree, definition, &ignored);
}

static bool write_turned(struct session *session, struct tree *tree, bool definition) {
    struct tree *turned = tree == NULL ? NULL : turn(session, tree, definition);
    if (turned != NULL) {
        writer_plain(turned->root, &session->out);
    }
    tree_release(turned);
    return turned != NULL;
}

/* A word of a command's line: places are turned over, all else stays. */
static bool echo_word(struct session *session, const char *word, size_t length,
                      struct failure *failure) {
    struct failure ignored = {0};
    char *copy = memory_text(word, length);
    if (copy == NULL) {
        return failure_memory(failure);
    }
    struct tree *place = strchr(copy, '[') != NULL ? reader_reference(copy, &ignored) : NULL;
    if (!write_turned(session, place, false)) {
        text_append(&session->out, copy);
    }
    tree_release(place);
    memory_free(copy);
    return true;
}

static bool echo_words(struct session *session, const char *words, size_t length,
                       struct failure *failure) {
    for (size_t at = 0; at < length;) {
        size_t end = at + reader_outside(words + at, length - at, " \t\n");
        if (!echo_word(session, words + at, end - at, failure)) {
            return false;
        }
        at = end + strspn(words + end, " \t\n");
        at = at < length ? at : length;
        text_append_bytes(&session->out, words + end, at - end);
    }
    return true;
}

/* False: said nothing. */
static bool echo_turned(struct session *session, const struct statement *statement) {
    if (statement->kind == STATEMENT_DEFINE) {
        text_format(&session->out, "%s = ", statement->name);
    } else if (statement->kind == STATEMENT_EDIT) {
        if (!write_turned(session, statement->cell, false)) {
            return false;
        }
        text_append(&session->out, " = ");
    }
    return write_turned(session, statement->value, statement->kind == STATEMENT_DEFINE);
}

bool echo_statement(struct session *session, const struct statement *statement, const char *text,
                    struct failure *failure) {
    struct text *out = &session->out;
    size_t length = statement->span.end - statement->span.start;
    text_append(out, "> ");
    size_t said = out->length;
    bool same = session->view.columns == session->lesson_columns, ok = true, done = false;
    if (!same && statement->kind == STATEMENT_COMMAND) {
        ok = done = echo_words(session, text + statement->span.start, length, failure);
    } else if (!same) {
        done = echo_turned(session, statement);
    }
    if (!done) {
        text_truncate(out, said);
        text_append_bytes(out, text + statement->span.start, length);
    }
    text_append(out, "\n");
    return ok;
}

bool echo_line(struct session *session, const char *text, const struct reader_words *words,
               struct failure *failure) {
    struct statements statements = {0};
    struct failure ignored = {0};
    bool ok = true;
    if (!reader_statements(text, words, &statements, &ignored)) {
        text_format(&session->out, "> %s\n", text);
    }
    for (size_t i = 0; ok && i < statements.count; i++) {
        ok = echo_statement(session, &statements.list[i], text, failure);
    }
    statements_release(&statements);
    return ok;
}
