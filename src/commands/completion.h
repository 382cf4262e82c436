/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* completion: what a word that is being typed may become. */
#ifndef QKV_COMMANDS_COMPLETION_H
#define QKV_COMMANDS_COMPLETION_H

#include "session/session.h"

struct completion {
    char **list; /* each once, sorted */
    size_t count, capacity;
};

/* The candidates for the word that ends at byte AT of LINE: commands, operators, names, labels,
 * option words, files, topics, by the rows. *START is where the word begins. The caller releases;
 * false without memory, and there is nothing to release. */
bool completion_find(struct session *session, const char *line, size_t at, size_t *start,
                     struct completion *completion);
void completion_release(struct completion *completion);

#endif
