/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/watch.h"

#include "session/session.h"

/* Looking is a stat, which every system has, and which follows a file that is renamed over. */
bool watch_saved(struct watch *watch, const struct session *session) {
    struct file_stamp now;
    if (session->lesson == NULL || !file_stamp(session->lesson->file, &now)) {
        return false;
    }
    bool rests = file_same_stamp(&now, &watch->seen);
    watch->seen = now;
    if (!rests || file_same_stamp(&now, &session->lesson->stamp) ||
        file_same_stamp(&now, &watch->told)) {
        return false;
    }
    watch->told = now;
    return true;
}
