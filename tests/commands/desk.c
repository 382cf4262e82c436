#include "commands/desk.h"

#include "base/file.h"
#include "base/memory.h"
#include "language/reader.h"

#include <check.h>
#include <string.h>

void desk_open(struct desk *desk, const char *lesson) {
    memset(desk, 0, sizeof *desk);
    ck_assert(session_init(&desk->session, &desk->failure));
    desk->session.from_person = true;
    if (lesson != NULL) {
        struct lesson *read = lesson_read("lesson.md", lesson, strlen(lesson), &desk->failure);
        ck_assert_msg(read != NULL, "%s", desk->failure.message);
        bool opened = commands_open(&desk->session, read, &desk->failure);
        ck_assert_msg(opened, "%s", desk->failure.message);
    }
}

void desk_open_lesson(struct desk *desk, const char *name) {
    struct text path = {0}, text = {0};
    text_format(&path, "%s/lessons/%s", QKV_SOURCE_DIR, name);
    ck_assert(file_read(text_string(&path), 1 << 20, &text, &desk->failure));
    desk_open(desk, text_string(&text));
    text_release(&text);
    text_release(&path);
}

void desk_close(struct desk *desk) {
    session_release(&desk->session);
    ck_assert_uint_eq(memory_blocks(), 0);
}

bool desk_types(struct desk *desk, const char *line) {
    const struct source source = {"desk", 1, 1};
    text_clear(&desk->session.out);
    memset(&desk->failure, 0, sizeof desk->failure);
    return commands_run(&desk->session, &source, line, &desk->failure);
}

const char *desk_says(struct desk *desk, const char *line) {
    return desk_types(desk, line) ? text_string(&desk->session.out) : desk->failure.message;
}

double desk_number(struct desk *desk, const char *expression) {
    double number = 0;
    struct failure failure = {0};
    struct tree *tree = reader_expression(expression, &failure);
    ck_assert_ptr_nonnull(tree);
    bool ok = notebook_number(session_notebook(&desk->session), tree, &number, &failure);
    ck_assert_msg(ok, "%s", failure.message);
    tree_release(tree);
    return number;
}
