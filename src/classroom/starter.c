/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "classroom/classroom.h"

#include "base/failure.h"
#include "base/output.h"
#include "base/text.h"
#include "base/utf8.h"

#include <string.h>

static const char BEGIN[] = "---\n";

static const char REST[] =
    "minutes: 4\n"
    "convention: rows\n"
    "---\n"
    "\n"
    "<!-- Write over all of this. `qkv check` says what does not hold; `qkv help lessons`, "
    "fences,\n"
    "quiz and try tell the rest. A remark such as this one is seen by nobody. -->\n"
    "\n"
    "# A new lesson\n"
    "\n"
    "## Two words meet\n"
    "\n"
    "A page begins with its heading. Two words, each a row of two numbers:\n"
    "\n"
    "```qkv\n"
    "X = tokens(\"cat sat\", [[1, 2], [3, 1]])\n"
    "W = [[1, 0], [0, 2]]\n"
    "```\n"
    "\n"
    "<!-- note: This is for the presenter alone. -->\n"
    "\n"
    "A number in the text is held by `check`: the cat's first one is `X[\"cat\",1] → 1`.\n"
    "\n"
    "<!-- pause -->\n"
    "\n"
    "After a pause the text goes on with Space. Now each word meets *each* word.\n"
    "\n"
    "```quiz larger predict\n"
    "Which score will be larger: cat with cat, or cat with sat?\n"
    "(x) cat with cat {{ It is 1·1 + 2·2·2. }}\n"
    "( ) cat with sat {{ It is 1·3 + 2·2·1. }}\n"
    "hint: Write both sums down.\n"
    "explain: A prediction is locked by its answer, and graded once the next block has run.\n"
    "```\n"
    "\n"
    "```qkv grain=cell\n"
    "S = X @ W @ X.T\n"
    "expect S is 2x2\n"
    "expect S[1,1] = 9\n"
    "```\n"
    "\n"
    "## Shares\n"
    "\n"
    "```quiz first-score\n"
    "By how much is the cat's score with itself larger than that with sat?\n"
    "= S[1,1] - S[1,2] ~ 0.01\n"
    "hint: Row cat of S holds both.\n"
    "explain: A number is computed from the formula behind =, so it cannot go stale.\n"
    "```\n"
    "\n"
    "```quiz cat-shares predict\n"
    "Which shares will the cat give, to cat and to sat?\n"
    "= A[1,:] ~ 0.01\n"
    "hint: Softmax of 9 and 7 is that of 2 and 0, and e² is about 7.4.\n"
    "explain: A row of numbers can stand behind =, too.\n"
    "```\n"
    "\n"
    "```qkv\n"
    "A = softmax(S)\n"
    "show A\n"
    "explain A[1,2]\n"
    "expect sum(A[1,:]) = 1\n"
    "```\n"
    "\n"
    "```quiz what-follows\n"
    "Which of these follow when `W` changes?\n"
    "[ ] X {{ It is written out. }}\n"
    "[x] S {{ It is made with W. }}\n"
    "[x] A {{ It is made from S. }}\n"
    "```\n"
    "\n"
    "A mistake can be shown, too; the words behind `error:` are held:\n"
    "\n"
    "```qkv error: the inner sizes 2 and 3 differ\n"
    "X @ [[1], [2], [3]]\n"
    "```\n"
    "\n"
    "```try even\n"
    "Make the cat look at both words alike.\n"
    "expect A[1,1] = 0.50   # the cat looks at both alike\n"
    "allow: W\n"
    "changes: 2\n"
    "best: 1\n"
    "hint: Its two scores have to be equal.\n"
    "hint: 1·1·w + 2·2·2 = 1·3·w + 2·1·2.\n"
    "solution: W[1,1] = 2\n"
    "```\n";

/* "notes/my-lesson.md" is my-lesson. */
static void append_id(const char *path, struct text *out) {
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    for (size_t i = 0, length = strlen(name) - strlen(".md"); i < length; i++) {
        bool plain = strchr("\n\r\t \"'", name[i]) == NULL;
        text_append_character(out, plain ? name[i] : '-');
    }
}

bool starter_write(const char *path, bool force, struct text *out, struct failure *failure) {
    struct text lesson = {0};
    if (!file_has_suffix(path, ".md") || file_has_suffix(path, "/.md") || text_same(path, ".md")) {
        return failure_set(failure, "a lesson's name ends in .md, as in qkv new my-lesson.md");
    }
    text_append(&lesson, BEGIN);
    text_append(&lesson, "id: ");
    append_id(path, &lesson);
    text_append(&lesson, "\n");
    text_append(&lesson, REST);
    bool ok = output_save(path, &lesson, force, failure);
    text_release(&lesson);
    if (ok) {
        struct text shown = {0};
        utf8_line(&shown, path, strlen(path));
        const char *name = text_string(&shown);
        text_format(out, "wrote %s: qkv %s opens it, qkv check %s holds all of it\n", name, name,
                    name);
        text_release_into(&shown, out);
    }
    return ok && text_ok(out, failure);
}
