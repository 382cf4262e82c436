/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* chart: the map of how the values hang together, of one frame. */
#ifndef QKV_PANELS_CHART_H
#define QKV_PANELS_CHART_H

#include "canvas/map.h"
#include "panels/scene.h"

/* Whether ROOM (rows, columns) has a map with all that is on the board. */
bool chart_fits(struct scene *scene, const size_t room[2]);

/* What the scene keeps of it. */
struct chart;
void chart_release(struct chart *chart);

#endif
