#include "base/failure.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "lesson/document.h"
#include "lesson/lesson.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* What md4c makes of a whole document, and what comes of it piece by piece, is the same. */

/* The first cells of a table, which may be without a word, tell no line. */
static void append_block(struct text *out, const struct block *block) {
    bool row = block->kind == BLOCK_ROW;
    text_format(out, "%d %zu-%zu %d%d %d <%s> <%s> %zu<%s>", (int)block->kind, row ? 0 : block->line,
                block->last_line, block->inside, block->open, block->level,
                block->mark ? block->mark : "", block->info ? block->info : "",
                block->content_line, block->content ? block->content : "");
    for (size_t i = 0; i < block->run_count; i++) {
        const struct run *run = &block->runs[i];
        text_format(out, " %zu:%d<%s>", row ? 0 : run->line, (int)run->style, run->text);
    }
    text_append(out, "\n");
}

static void append_document(struct text *out, struct document *document) {
    struct failure failure = {0};
    for (size_t i = 0; i < document->block_count; i++) {
        size_t count;
        const struct block *blocks = document_want(document, i, &count, &failure);
        ck_assert(!failure.set);
        for (size_t k = 0; k < count; k++) {
            append_block(out, &blocks[k]);
        }
    }
}

static bool is_cut(const struct document *document) {
    for (size_t i = 0; i < document->block_count; i++) {
        if (document->blocks[i].kind == BLOCK_PROSE) {
            return true;
        }
    }
    return false;
}

/* Whether TEXT is cut at all. */
static bool check_same(const char *text, size_t length) {
    struct document whole, skimmed;
    struct failure failure = {0};
    struct text wanted = {0}, found = {0};
    size_t held = memory_blocks();
    bool read = document_read(&whole, "d.md", text, length, &failure);
    ck_assert(document_skim(&skimmed, "d.md", text, length, &failure) == read);
    bool cut = read && is_cut(&skimmed);
    if (read) {
        append_document(&wanted, &whole);
        append_document(&found, &skimmed);
        ck_assert_msg(text_same(text_string(&wanted), text_string(&found)),
                      "of\n%.*s\n---\n%s---\n%s", (int)length, text, text_string(&wanted),
                      text_string(&found));
    }
    document_release(&whole);
    document_release(&skimmed);
    text_release(&wanted);
    text_release(&found);
    ck_assert_uint_eq(memory_blocks(), held);
    return cut;
}

static const char *const lines[] = {
    "", "", "", "", "", "", "", "", "word", "two *words* and `code`", "a_b*c_d*", "    code", "\tcode",
    "  more", "```", "```", "````", "~~~", "```qkv", "~~~ quiz a  ", "```qkv hidden\t", "```a`b",
    "```a&amp;b", " ```", "    ```", "- ```", "> ```", "1. ```qkv", "``", "# Title", "## Page",
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
    bool cut = check_same(text_string(&text), text.length);
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
        ck_assert_msg(check_same(text_string(&text), text.length), "%s", shelf.list[i].name);
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
