/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* fixture: notebooks made of statements, without the commands' floor. */
#ifndef QKV_TESTS_FILES_FIXTURE_H
#define QKV_TESTS_FILES_FIXTURE_H

#include "notebook/notebook.h"

/* Runs the lines of SOURCE (definitions, edits, and `pin A[1,2] = 0`) into NOTEBOOK, which is made.
 */
void fixture_notebook(struct notebook *notebook, const char *source);

/* The statements in the fences of a lesson's TEXT, run the same way. */
void fixture_lesson(struct notebook *notebook, const char *text);

/* Writes CONTENT to a file called NAME in a folder of this test's own. PATH has room for 512. */
void fixture_file(const char *name, const char *content, char *path);

#endif
