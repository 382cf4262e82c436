#include "base/failure.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "lesson/document.h"
#include "lesson/lesson.h"
#include "lesson/shelf.h"
#include "lesson/whole.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const char *const lines[] = {
    "", "", "", "", "", "", "", "", "word", "two *words* and `code`", "a_b*c_d*", "    code", "\tcode",
    "  more", "```", "```", "````", "~~~", "```qkv", "~~~ quiz a  ", "```qkv hidden\t", "```a`b",
    "```a&amp;b", " ```", "    ```", "- ```", "> ```", "1. ```qkv", "``", "# Title", "## Page",
    "## Two  words, or (three): 2.5; it's - so?  ", "# caf\xc3\xa9 \xe2\x88\x9a z", "#\tx", "## 1. a",
    "# - b", "# a  b\t", "## \xff", "# http://x.y", "# a@b.c", "# (c) -- ... ",
    "### Part ##", "#no heading", "# ", "#", " ## Page", "- # item", "> ## quoted",
    "<!-- pause -->", "<!-- note: a", "b -->", "-->", "<!-- a --> b", "<!--> a", "<!-- -- >",
    "text <!-- inside --> it", " <!-- pause -->", "> <!-- pause -->", "<b>", "<div>", "</div>",
    "<script>", "</script>", "- item", "  - deeper", "    - deepest", "1. one", "2) two", "+ ",
    "-", "---", "===", "***", "- - -", "> quote", ">", "| a | b |", "|---|---|", "--- | ---",
    "| 1 | 2 |", "a | b", "[a]: /b", "[a]", "[a]:", "[b][a]", "![a](b)", "\\", "a\\", "a  ",
    "&amp; &lt;", "\x0c", "\x0b# x", "\xc2\xa0", "\r", "a\rb", "\xc2\x85", "---", "key: value", "~~a~~",
    "https://a.b", "*", "**", "_", "`", "]:", "1986. A", "  ", "   \t"};

/* Documents of lines that mean something to Markdown, or nearly. */
static bool check_random(struct random *random) {
    struct text text = {0};
    size_t count = 1 + (size_t)(random_uniform(random) * 14);
    for (size_t i = 0; i < count; i++) {
        size_t most = sizeof lines / sizeof lines[0];
        text_append(&text, lines[(size_t)(random_uniform(random) * (double)most)]);
        text_append(&text, i + 1 < count || random_uniform(random) < 0.8 ? "\n" : "");
    }
    bool cut = whole_check(text_string(&text), text.length);
    text_release(&text);
    return cut;
}

enum { ROUNDS = 3000, SEED = 1 };

START_TEST(a_cut_is_what_markdown_finds) {
    struct random random;
    random_seed(&random, (uint64_t)_i);
    size_t cut = 0;
    for (size_t i = 0; i < ROUNDS; i++) {
        cut += check_random(&random);
    }
    ck_assert_uint_gt(cut, ROUNDS / 20);
}
END_TEST

/* The lessons are worth cutting. */
START_TEST(each_lesson_is_cut) {
    static const char *const folders[] = {QKV_SOURCE_DIR "/lessons", NULL};
    struct shelf shelf = {0};
    struct failure failure = {0};
    ck_assert(shelf_read(&shelf, folders, &failure));
    ck_assert_uint_gt(shelf.count, 10);
    for (size_t i = 0; i < shelf.count; i++) {
        struct text text = {0};
        ck_assert(file_read(shelf.list[i].path, FILE_LESSON_LIMIT, &text, &failure));
        ck_assert_msg(whole_check(text_string(&text), text.length), "%s", shelf.list[i].name);
        text_release(&text);
    }
    shelf_release(&shelf);
}
END_TEST

Suite *lesson_cut_suite(void);

Suite *lesson_cut_suite(void) {
    Suite *suite = suite_create("lesson/cut");
    TCase *core = tcase_create("core");
    tcase_add_test(core, each_lesson_is_cut);
    tcase_add_loop_test(core, a_cut_is_what_markdown_finds, SEED, SEED + 1);
    suite_add_tcase(suite, core);
    return suite;
}
