#include "session/mark.h"

#include "base/memory.h"

#include <string.h>

static bool copy_path(struct looks *copy, const struct looks *looks) {
    copy->path = NULL;
    copy->path_count = copy->path_capacity = 0;
    if (!memory_reserve(&copy->path, &copy->path_capacity, looks->path_count, sizeof *copy->path)) {
        return false;
    }
    for (; copy->path_count < looks->path_count; copy->path_count++) {
        struct dive *dive = &copy->path[copy->path_count];
        *dive = looks->path[copy->path_count];
        dive->name = memory_text(dive->name, strlen(dive->name));
        if (dive->name == NULL) {
            return false;
        }
    }
    return true;
}

bool mark_take(struct mark *mark, const struct session *session, struct failure *failure) {
    const char *name = session->focus.name;
    *mark = (struct mark){.stop = session_stop(session),
                          .rest_owed = session->rest_owed,
                          .view = session->view,
                          .focus = session->focus,
                          .looks = session->looks};
    mark->focus.name = name == NULL ? NULL : memory_text(name, strlen(name));
    bool copied = copy_path(&mark->looks, &session->looks);
    mark->taken = copied && (name == NULL || mark->focus.name != NULL);
    return mark->taken || failure_memory(failure);
}

static void exchange_focus(struct mark *mark, struct session *session) {
    struct focus focus = session->focus;
    session->focus = mark->focus;
    mark->focus = focus;
}

/* What was said, and old → new, stay as they are now. */
static void exchange_looks(struct mark *mark, struct session *session) {
    struct looks *now = &session->looks;
    struct looks left = *now;
    now->cell = mark->looks.cell;
    now->operation = mark->looks.operation;
    now->blank = mark->looks.blank;
    now->heat = mark->looks.heat;
    now->lent = mark->looks.lent;
    now->zoom = mark->looks.zoom;
    now->difference = mark->looks.difference;
    now->stretched = mark->looks.stretched;
    now->cover = mark->looks.cover;
    now->scroll = mark->looks.scroll;
    now->nudge = mark->looks.nudge;
    now->warned = mark->looks.warned;
    now->path = mark->looks.path;
    now->path_count = mark->looks.path_count;
    now->path_capacity = mark->looks.path_capacity;
    mark->looks = left;
}

void mark_return(struct mark *mark, struct session *session) {
    struct failure none = {0};
    if (!mark->taken) {
        return;
    }
    history_move(session->history, mark->stop, NULL, &none);
    session->rest_owed = mark->rest_owed;
    session->view = mark->view;
    exchange_focus(mark, session);
    exchange_looks(mark, session);
}

void mark_release(struct mark *mark) {
    for (size_t i = 0; i < mark->looks.path_count; i++) {
        memory_free(mark->looks.path[i].name);
    }
    memory_free(mark->looks.path);
    memory_free(mark->focus.name);
    *mark = (struct mark){0};
}
