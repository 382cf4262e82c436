/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* dot: how the definitions of a notebook hang together, for GraphViz. */
#ifndef QKV_FILES_DOT_H
#define QKV_FILES_DOT_H

#include "files/export.h"

/* A node a definition, with its formula and its shape; what is written out is a box. An arrow leads
 * from what is used to what uses it, where both are asked for. */
void dot_write(struct export *export, struct text *out);

#endif
