#include "panels/live.h"

#include "base/number.h"
#include "commands/expect.h"
#include "language/reader.h"
#include "notebook/notebook.h"

#include <string.h>

static const char *const arrow = " → ";

/* The lone number that the LENGTH bytes of EXPRESSION are now, read as the lesson's. */
static bool evaluate(struct session *session, const char *expression, double *value) {
    struct failure unknown = {0};
    struct tree *typed = reader_expression(expression, &unknown);
    struct tree *tree = typed == NULL ? NULL : session_read(session, typed, false, &unknown);
    struct definition *made =
        tree == NULL ? NULL : notebook_evaluate(session_notebook(session), "", tree, &unknown);
    bool number = made != NULL && shape_is_number(&made->value->shape);
    *value = number ? made->value->cells[0] : 0;
    definition_release(made);
    tree_release(tree);
    tree_release(typed);
    return number;
}

/* With as many decimals as the lesson gives. */
bool live_number(const void *context, const char *code, struct text *out) {
    const struct scene *scene = context;
    const char *at = strstr(code, arrow);
    const char *number = at == NULL ? NULL : at + strlen(arrow);
    double lesson, now;
    if (number == NULL || !number_parse(number, strlen(number), &lesson)) {
        return false;
    }
    struct session reader = *scene->session;
    reader.lesson_speaks = true;
    struct text expression = {0};
    text_append_bytes(&expression, code, (size_t)(at - code));
    bool changed = evaluate(&reader, text_string(&expression), &now) &&
                   !numbers_near(now, lesson, number_precision(number));
    if (changed) {
        const char *point = strchr(number, '.');
        char written[NUMBER_TEXT];
        number_short(written, now, point == NULL ? 2 : (int)strlen(point + 1));
        text_format(out, "%s%s%s (lesson: %s)", text_string(&expression), arrow, written, number);
    }
    text_release(&expression);
    return changed;
}
