/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "trust/trust.h"
#include "ground/runner.h"

#include "base/failure.h"
#include "commands/desk.h"
#include "lesson/shelf.h"

#include <check.h>
#include <stdlib.h>

#define FEW RUNNER_SAMPLES(6, 3)

struct shelf trust_shelf;

bool trust_hard(void) {
    return getenv("QKV_HARD") != NULL;
}

bool trust_soak(void) {
    return getenv("QKV_SOAK") != NULL;
}

size_t trust_stride(size_t count, size_t most) {
    size_t wanted = trust_hard() ? most : FEW;
    return count <= wanted ? 1 : (count + wanted - 1) / wanted;
}

void trust_open_shelf(void) {
    const char *const folders[] = {QKV_SOURCE_DIR "/lessons", NULL};
    struct failure failure = {0};
    ck_assert_msg(shelf_read(&trust_shelf, folders, &failure), "%s", failure.message);
    ck_assert_uint_eq(trust_shelf.count, (size_t)desk_lesson_count());
}

void trust_close_shelf(void) {
    shelf_release(&trust_shelf);
}
