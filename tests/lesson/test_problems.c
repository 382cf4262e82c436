/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Near misses: what a person meant to act and does not is an error with its line. */
#include "lesson/lesson.h"

#include "base/failure.h"
#include "base/heap.h"
#include "base/text.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#define TITLE "# T\n\n"
#define BLOCK "\nx = 1\n```\n"
#define REVEAL "```qkv\nx = 1\n```\n"
#define CHOICES "\nQ?\n( ) a\n(x) b\n```\n"
#define LEFT_EDGE                                                                                  \
    "3: this block is in a list or a quote and does nothing: begin it at the left edge\n"
#define ARROW(code)                                                                                \
    "`" code "` cannot be checked: write an expression before → and a number after it\n"

/* A lesson, and its problems, one a line: `LINE: MESSAGE`. */
static const struct {
    const char *text, *problems;
} near_misses[] = {
    /* a fence's first word */
    {TITLE "```Qkv" BLOCK, "3: a block \"Qkv\" does nothing: did you mean \"qkv\"?\n"},
    {TITLE "```{qkv}" BLOCK, "3: a block \"{qkv}\" does nothing: did you mean \"qkv\"?\n"},
    {TITLE "```qkv,hidden" BLOCK,
     "3: a block \"qkv,hidden\" does nothing: did you mean \"qkv\"?\n"},
    {TITLE "```qvk" BLOCK, "3: a block \"qvk\" does nothing: did you mean \"qkv\"?\n"},
    {TITLE "```QUIZ a" CHOICES, "3: a block \"QUIZ\" does nothing: did you mean \"quiz\"?\n"},
    {TITLE "```{write} a" BLOCK, "3: a block \"{write}\" does nothing: did you mean \"write\"?\n"},
    {TITLE "```Order a" BLOCK, "3: a block \"Order\" does nothing: did you mean \"order\"?\n"},
    {TITLE "```dril a" BLOCK, "3: a block \"dril\" does nothing: did you mean \"drill\"?\n"},
    {TITLE "```tries a" BLOCK, "3: a block \"tries\" does nothing: did you mean \"try\"?\n"},
    {TITLE "```exercise" BLOCK, "3: a block \"exercise\" does nothing: did you mean \"try\"?\n"},
    {TITLE "~~~qkv\nx = 1\n~~~\n", ""},
    {TITLE "```python" BLOCK, ""},
    {TITLE "```" BLOCK, ""},
    /* what stands behind it */
    {TITLE "```qkv hiden" BLOCK, "3: \"hiden\" after qkv: did you mean \"hidden\"?\n"},
    {TITLE "```qkv quickly" BLOCK,
     "3: \"quickly\" after qkv is not known: hidden, grain=cell or error: TEXT can stand there\n"},
    {TITLE "```qkv error no value" BLOCK, "3: \"error\" after qkv: did you mean \"error:\"?\n"},
    {TITLE "```qkv error:" BLOCK, "3: say after error: what the failure's text is\n"},
    {TITLE "```qkv error: x\ny\nz\n```\n",
     "3: a block that must fail holds one statement, this one has 2\n"},
    {TITLE "```qkv grain=cel" BLOCK, "3: grain=cel is not known: did you mean grain=cell?\n"},
    {TITLE "```qkv grain=7" BLOCK,
     "3: grain=7 is not known: it is definition, operation, row, cell or term\n"},
    {TITLE "```qkv hidden grain=cell" BLOCK, ""},
    {TITLE "```qkv\n\n# nothing\n```\n", "3: this block holds no statement\n"},
    /* where a fence stands */
    {TITLE "    ```qkv\n    x = 1\n    ```\n",
     "3: this block does nothing: four blanks before it make it plain code; begin it at the left "
     "edge\n"},
    {TITLE "- ```qkv\n  x = 1\n  ```\n", LEFT_EDGE},
    {TITLE "> ```quiz a\n> Q\n> ```\n", LEFT_EDGE},
    {TITLE "1. ```try a\n   ```\n", LEFT_EDGE},
    {TITLE "   ```qkv\n   x = 1\n   ```\n", ""},
    {TITLE "```qkv\nx = 1\n", "3: this block is not closed: all that follows belongs to it\n"},
    {TITLE "```text\n\n\n", "3: this block is not closed: all that follows belongs to it\n"},
    {TITLE "```qkv\nx = 1\n\n```quiz a" CHOICES,
     "3: this block is not closed before another begins in line 6\n"},
    {TITLE "```text\n\n```qkv" BLOCK,
     "3: this block is not closed before another begins in line 5\n"},
    {TITLE "```text\n```qkv\n\n```quiz b\n```\n",
     "3: this block is not closed before another begins in line 4\n"},
    {TITLE "````text\n```qkv\nx\n```\n````\n~~~\n```quiz\n```\n~~~\n", ""},
    {TITLE "<!--\n```qkv\nx = 1\n```\n-->\n", "4: this block does nothing: it is in a comment\n"},
    {TITLE "<!-- ```qkv\nx = 1\n```\n-->\n", "3: this block does nothing: it is in a comment\n"},
    {TITLE "<!-- ```qkv -->\n", "3: this block does nothing: it is in a comment\n"},
    {TITLE "<div>\n```qkv\nx = 1\n```\n</div>\n",
     "4: this block does nothing: an empty line before it may help\n"},
    {TITLE "```qkv error: `x`\n\nx\n",
     "3: this block does nothing: the words after ``` cannot contain a backtick; use ~~~\n"},
    {"\xef\xbb\xbf---\ntitle: T\n---\n# T\n",
     "1: the file begins with a byte order mark, which hides its first line from other readers: "
     "save it as UTF-8 without one\n"},
    {"\xef\xbb\xbf```qkv" BLOCK "# T\n",
     "1: the file begins with a byte order mark, which hides its first line from other readers: "
     "save it as UTF-8 without one\n"},
    /* ids */
    {TITLE "```quiz predict" CHOICES REVEAL, "3: this quiz has no id: write `quiz NAME`\n"},
    {TITLE "```try\nDo\nexpect x = 1\nsolution: x = 1\n```\n",
     "3: this try has no id: write `try NAME`\n"},
    {TITLE "```quiz a" CHOICES "```quiz b" CHOICES "```quiz a" CHOICES,
     "13: the id a is taken by line 3\n"},
    {TITLE "```quiz a" CHOICES "```try a\nDo\nexpect x = 1\nsolution: x = 1\n```\n",
     "8: the id a is taken by line 3\n"},
    {TITLE "```quiz a.b" CHOICES, "3: \"a.b\" is no id: letters, digits, - and _ are\n"},
    {TITLE "```quiz a predikt" CHOICES,
     "3: \"predikt\" after the id is not known: did you mean \"predict\"?\n"},
    {TITLE "```quiz a b" CHOICES,
     "3: \"b\" after the id is not known: predict or ordered can stand there\n"},
    {TITLE "```try a predict\nDo\nexpect x = 1\nsolution: x = 1\n```\n",
     "3: \"predict\" after the id is not known\n"},
    /* quizzes */
    {TITLE "```quiz a\nQ?\n```\n",
     "3: quiz a has no choices: lines like `( ) text`, or `= expression`\n"},
    {TITLE "```quiz a\n```\n",
     "3: quiz a asks nothing: the question comes first\n"
     "3: quiz a has no choices: lines like `( ) text`, or `= expression`\n"},
    {TITLE "```quiz a\nQ?\n( ) a\n( ) b\n```\n",
     "3: quiz a has no right choice: mark it with an x\n"},
    {TITLE "```quiz a\nQ?\n[ ] a\n[ ] b\n```\n",
     "3: quiz a has no right choice: mark it with an x\n"},
    {TITLE "```quiz a\nQ?\n(x) a\n(x) b\n```\n",
     "3: quiz a has 2 right choices: with ( ) one is right; use [ ] for several\n"},
    {TITLE "```quiz a\nQ?\n[x] a\n[X] b\n```\n", ""},
    {TITLE "```quiz a\nQ?\n(x) a\n[ ] b\n```\n",
     "3: quiz a mixes ( ), one is right, and [ ], several may be\n"},
    {TITLE "```quiz a\nQ?\n(x) a\n```\n", "3: quiz a has only one choice\n"},
    {TITLE "```quiz a\nQ?\n(x) a\n( )\n```\n", "6: this choice has no text\n"},
    {TITLE "```quiz a\nQ?\n(x) a {{ f\n( ) b f }}\n```\n",
     "5: the feedback is not closed: {{ is answered by }} at the line's end\n"
     "6: }} closes a feedback that no {{ opens\n"},
    {TITLE "```quiz a\nQ?\n(x) a {{ f }} g\n( ) b\n```\n",
     "5: the feedback is not closed: {{ is answered by }} at the line's end\n"},
    {TITLE "```quiz a\nQ?\n(x) a\n() b\n[ x] c\n( ) d\n```\n",
     "6: a choice begins with ( ), (x), [ ] or [x], one letter wide, and a blank\n"
     "7: a choice begins with ( ), (x), [ ] or [x], one letter wide, and a blank\n"},
    {TITLE "```quiz a\nQ?\n(x) a\nand on\n( ) b\nHint: c\n```\n",
     "6: this line is no choice, `= expression`, hint: or explain:\n"
     "8: \"Hint:\": did you mean \"hint:\"?\n"},
    {TITLE "```quiz a\nQ?\n= x\n= y\n```\n", "6: a second `=` line: a quiz has one answer\n"},
    {TITLE "```quiz a\nQ?\n= x\n( ) a\n```\n",
     "3: quiz a has choices and an `=` line: it takes one kind\n"},
    {TITLE "```quiz a\nQ?\n=\n```\n", "5: an expression has to follow `=`\n"},
    {TITLE "```quiz a\nQ?\n= x ~\n```\n",
     "5: a number has to follow `~`: how far off an answer may be\n"},
    {TITLE REVEAL "```quiz a predict" CHOICES,
     "6: quiz a is a prediction, but no qkv block follows to grade it\n"},
    {TITLE "```quiz a predict" CHOICES "```qkv hidden\nx = 1\n```\n",
     "3: quiz a is a prediction, but no qkv block follows to grade it\n"},
    {TITLE "```quiz a predict" CHOICES
           "```qkv hidden\nx = 1\n```\n```quiz b predict" CHOICES REVEAL,
     "3: quiz a is a prediction: a qkv block has to grade it before line 11 asks the next "
     "question\n"},
    {TITLE "```quiz a predict" CHOICES REVEAL "```quiz b" CHOICES, ""},
    /* exercises */
    {TITLE "```try a\nDo\nsolution: x = 1\n```\n",
     "3: try a has no expect line: nothing says when it is done\n"},
    {TITLE "```try a\nDo\nexpect x = 1\n```\n",
     "3: try a has no solution: line, so nothing shows that it can be done\n"},
    {TITLE "```try a\nexpect x = 1\nsolution: x = 1\n```\n",
     "3: try a sets no task: the text comes first\n"},
    {TITLE "```try a\nDo\nexpect x = 1\nsolution: x = 1\nhnt: x\nexpects y\nmore\n```\n",
     "7: \"hnt:\": did you mean \"hint:\"?\n"
     "8: \"expects\": did you mean \"expect\"?\n"
     "9: this line is no expect, allow:, changes:, best:, hint: or solution:\n"},
    {TITLE "```try a\nDo\nexpect x = 1\nsolution: x = 1\nallow:\nallow: x, 3x\n```\n",
     "7: names have to follow allow:\n"
     "8: \"3x\" is no name: allow: takes names, with blanks between\n"},
    {TITLE "```try a\nDo\nexpect x = 1\nsolution: x = 1\nchanges: two\nbest: 1.5\nbest: 0\n```\n",
     "7: \"two\" is no number of cells\n8: \"1.5\" is no number of cells\n"
     "9: \"0\" is no number of cells\n"},
    {TITLE "```try a\nDo\nexpect x = 1\nsolution: x = 1\nbest: 4\nchanges: 2\n```\n",
     "3: try a: best: 4 is more than changes: 2\n"},
    /* front matter and titles */
    {"---\ntitel: x\nxyzzy: 1\n---\n# T\n",
     "2: titel: is not a key of front matter: did you mean title?\n"
     "3: xyzzy: is not a key of front matter: title, id, summary, author, license, minutes, "
     "convention, "
     "text and edition are\n"},
    {"---\nminutes: soon\nconvention: cols\nid: a\nid: b\n---\n# T\n",
     "2: minutes: \"soon\" is not a whole number of minutes\n"
     "3: convention: \"cols\" is neither rows nor columns\n"
     "5: id: is given a second time\n"},
    {"text\n", "1: the lesson has no title: a line like # Softmax\n"},
    {"#\n", "1: the lesson has no title: a line like # Softmax\n"},
    {"", "1: the lesson has no title: a line like # Softmax\n"},
    {TITLE "# U\n", "3: a second title: write # once, at the top; ## begins a page\n"},
    /* comments */
    {TITLE "<!-- pasue -->\n", "3: this comment does nothing: did you mean <!-- pause -->?\n"},
    {TITLE "<!-- pouze -->\n", "3: this comment does nothing: did you mean <!-- pause -->?\n"},
    {TITLE "<!-- knots: x -->\n", "3: this comment does nothing: did you mean <!-- note: … -->?\n"},
    {TITLE "<!-- Pause -->\n", "3: this comment does nothing: did you mean <!-- pause -->?\n"},
    {TITLE "<!-- pause: -->\n", "3: this comment does nothing: did you mean <!-- pause -->?\n"},
    {TITLE "<!-- pause here -->\n", "3: this comment does nothing: did you mean <!-- pause -->?\n"},
    {TITLE "<!-- pause\n\nx\n",
     "3: this comment is not closed by -->: all that follows belongs to it\n"},
    {TITLE "<!-- note this -->\n",
     "3: this comment does nothing: did you mean <!-- note: … -->?\n"},
    {TITLE "<!-- Nota: this -->\n",
     "3: this comment does nothing: did you mean <!-- note: … -->?\n"},
    {TITLE "a <!-- pause --> b\n",
     "3: this comment is inside other text and does nothing: give it a line of its own\n"},
    {TITLE "- <!-- note: x -->\n",
     "3: this comment is inside other text and does nothing: give it a line of its own\n"},
    {TITLE "<!-- more -->\n<!-- TODO: x -->\n<!-- pause -->\n<!-- note: x -->\n", ""},
    /* checked code */
    {TITLE "`A[1] -> 0.5`\n", "3: `A[1] -> 0.5` is not checked: write → for ->\n"},
    {TITLE "x\n`A[1] => 5`\n", "4: `A[1] => 5` is not checked: write → for =>\n"},
    {TITLE "`A → B`\n", "3: " ARROW("A → B")},
    {TITLE "a\nb `→ 3`\n", "4: " ARROW("→ 3")},
    {TITLE "- `A →`\n", "3: " ARROW("A →")},
    {TITLE "## `x → 3`\n", "3: `x → 3` is in a title, where it is not checked\n"},
    {TITLE "`→`, `a -> b`, `x → -3` and `-> 5`\n", ""},
};

static void append_problems(const struct lesson *lesson, struct text *out) {
    for (size_t i = 0; i < lesson->problem_count; i++) {
        const struct failure *problem = &lesson->problems[i];
        ck_assert_str_eq(problem->file, "l.md");
        text_format(out, "%zu: %s\n", problem->line, problem->message);
    }
}

START_TEST(near_miss) {
    struct failure failure;
    struct text found = {0};
    const char *text = near_misses[_i].text;
    struct lesson *lesson = lesson_read("l.md", text, strlen(text), &failure);
    ck_assert_ptr_nonnull(lesson);
    append_problems(lesson, &found);
    ck_assert_msg(text_same(text_string(&found), near_misses[_i].problems),
                  "%s\n--- wanted\n%s--- found\n%s", text, near_misses[_i].problems,
                  text_string(&found));
    text_release(&found);
    lesson_free(lesson);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

/* A problem keeps its line, and where on it the text begins. */
START_TEST(excerpt) {
    static const char text[] = "# T\n\n  <!-- pasue -->\n";
    struct failure failure;
    struct lesson *lesson = lesson_read("l.md", text, strlen(text), &failure);
    ck_assert_uint_eq(lesson->problem_count, 1);
    ck_assert_uint_eq(lesson->problems[0].column, 3);
    ck_assert_str_eq(lesson->problems[0].excerpt, "  <!-- pasue -->");
    lesson_free(lesson);
}
END_TEST

/* A file that is not a lesson at all gives a limited number of problems. */
START_TEST(limit) {
    struct failure failure;
    struct text text = {0};
    text_repeat(&text, "```Qkv\n```\n", 500);
    struct lesson *lesson = lesson_read("l.md", text_string(&text), text.length, &failure);
    ck_assert_uint_eq(lesson->problem_count, 100);
    ck_assert_uint_eq(lesson->problems[99].line, 197);
    lesson_free(lesson);
    text_release(&text);
}
END_TEST

START_TEST(long_id_of_a_question) {
    struct failure failure;
    struct text text = {0};
    text_append(&text, "# T\n\n```quiz ");
    text_repeat(&text, "y", LESSON_ID_LIMIT + 1);
    text_append(&text, CHOICES);
    struct lesson *lesson = lesson_read("l.md", text_string(&text), text.length, &failure);
    ck_assert_uint_eq(lesson->problem_count, 1);
    ck_assert_str_eq(lesson->problems[0].message, "this id has 201 bytes; 200 at most");
    ck_assert_str_eq(lesson->parts[0].quiz->id, "line-3");
    lesson_free(lesson);
    text_release(&text);
}
END_TEST

Suite *lesson_problems_suite(void);

Suite *lesson_problems_suite(void) {
    Suite *suite = suite_create("lesson problems");
    TCase *core = tcase_create("near misses");
    tcase_add_loop_test(core, near_miss, 0, (int)(sizeof near_misses / sizeof *near_misses));
    tcase_add_test(core, excerpt);
    tcase_add_test(core, limit);
    tcase_add_test(core, long_id_of_a_question);
    suite_add_tcase(suite, core);
    return suite;
}
