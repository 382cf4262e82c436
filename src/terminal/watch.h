/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* watch: whether the file of the open lesson has been saved, over the old one or in its place. */
#ifndef QKV_TERMINAL_WATCH_H
#define QKV_TERMINAL_WATCH_H

#include "base/file.h"

struct session;

/* A zeroed one is ready, and watches whichever lesson is open. */
struct watch {
    struct file_stamp seen, told; /* at the last look; when it was said to be saved */
};

/* True once for each time that the file is another than the one that was read, and no more written
 * on: it was the same at the look before. To be asked a few times a second. */
bool watch_saved(struct watch *watch, const struct session *session);

#endif
