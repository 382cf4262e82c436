#include "panels/still.h"

#include "base/failure.h"
#include "base/number.h"
#include "panels/panels.h"
#include "panels/said.h"

#include <string.h>

enum { SIZE_MOST = 1000 };

bool still_print(struct session *session, const size_t size[2], struct text *out,
                 struct failure *failure) {
    struct stage stage = {.prefix = "qkv> ",
                          .text = "",
                          .popup = "",
                          .depth = session->paint.colour ? DEPTH_256 : DEPTH_NONE};
    struct shelf shelf = {0};
    struct canvas canvas;
    size_t cursor[2];
    if (!said_take(session, NULL, failure) || !canvas_init(&canvas, size[0], size[1], failure)) {
        return false;
    }
    bool listed = session->lesson == NULL && session->lesson_folders != NULL;
    bool ok = !listed || shelf_read(&shelf, session->lesson_folders, failure);
    stage.shelf = listed ? &shelf : NULL;
    ok = ok && panels_draw(session, &stage, &canvas, cursor, failure);
    if (ok) {
        canvas_print(&canvas, &session->paint, out);
        ok = text_ok(out, failure);
    }
    shelf_release(&shelf);
    canvas_release(&canvas);
    return ok;
}

/* A whole number from 1 of the LENGTH bytes at WORD; 0 for anything else. */
static size_t read_whole(const char *word, size_t length) {
    double number;
    if (strspn(word, "0123456789") < length || number_read(word, length, &number, NULL) != length ||
        number < 1 || number > SIZE_MOST) {
        return 0;
    }
    return (size_t)number;
}

bool still_size(const char *word, size_t size[2], struct failure *failure) {
    size_t length = strcspn(word, "x");
    size[1] = read_whole(word, length);
    size[0] = word[length] == 'x' ? read_whole(word + length + 1, strlen(word + length + 1)) : 0;
    return (size[0] > 0 && size[1] > 0) ||
           failure_set(failure, "a size is columns x rows, as in 80x24, not %s", word);
}
