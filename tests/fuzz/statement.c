/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines typed into a session: each is run, or refused in words with all as it was. A session in
 * which something has changed makes way for a new one. */
#include "fuzz/target.h"

#include "base/failure.h"
#include "base/utf8.h"
#include "commands/commands.h"

#include <check.h>
#include <string.h>

enum { LINES = 6 };

static const struct source source = {"fuzz", 1, 1, SPEAKER_PERSON};
static const char begins[] = "X = tokens(\"I am hungry\", [[1, 0, 2], [0, 1, -1], [3, 0.5, 1]])\n"
                             "W_q = [[0.5, 1], [1, 0], [2, -1]]\n"
                             "Q = X @ W_q\n"
                             "scores = Q @ Q.T / sqrt(2)\n"
                             "weights = softmax(scores)\n"
                             "attend(Q, K) =\n  A = softmax(Q @ K.T)\n  A @ K\n"
                             "H = attend(Q, Q) + attend(Q * 2, Q)\n"
                             "D = layers(attend, Q, stack(Q, Q))\n";
static struct session session;
static bool open;

static bool carry_on(void *context, struct session *running, const struct failure *failure) {
    (void)context;
    ck_assert_msg(failure == NULL, "%s", failure->message);
    text_clear(&running->out);
    return true;
}

static void begin(void) {
    struct failure failure = {0};
    ck_assert(session_init(&session, &failure));
    commands_run_text(&session, &source, begins, carry_on, NULL);
    open = true;
}

static void end(void) {
    session_release(&session);
    open = false;
}

/* True when LINE was run. */
static bool type(const char *line) {
    struct failure failure = {0};
    struct notebook before;
    notebook_copy(&before, session_notebook(&session));
    text_clear(&session.out);
    target_hurry();
    bool ok = commands_run(&session, &source, line, &failure);
    if (!ok) {
        ck_assert_msg(failure.set && failure.message[0] != '\0', "refused without a word: %s",
                      line);
        ck_assert(utf8_valid(failure.message, strlen(failure.message)));
        ck_assert(utf8_valid(failure.excerpt, strlen(failure.excerpt)));
        ck_assert_msg(notebook_same(&before, session_notebook(&session)), "changed: %s", line);
    }
    ck_assert(utf8_valid(text_string(&session.out), session.out.length));
    notebook_release(&before);
    return ok;
}

static void run(const char *bytes, size_t length) {
    if (!open) {
        begin();
    }
    if (target_lines(bytes, length, LINES, type) > 0) {
        end();
    }
}

const struct target target_statement = {"statement", 160, run, target_language, NULL};
