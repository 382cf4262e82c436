/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/file.h"

#include "base/failure.h"
#include "base/heap.h"
#include "base/text.h"

#include <check.h>
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Each test runs in its own folder. */
static char scratch[1024];

static void enter_scratch(void) {
    const char *folder = getenv("TMPDIR");
    snprintf(scratch, sizeof scratch, "%s/file-XXXXXX", folder ? folder : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(scratch));
    ck_assert_int_eq(chdir(scratch), 0);
    umask(022);
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status, (void)kind, (void)place;
    return remove(path);
}

static void leave_scratch(void) {
    ck_assert_int_eq(chdir("/"), 0);
    nftw(scratch, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

static void put(const char *path, const char *content) {
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(content, file);
    fclose(file);
}

static void expect_content(const char *path, const char *content) {
    struct text text = {0};
    struct failure failure = {0};
    ck_assert_msg(file_read(path, FILE_LIMIT, &text, &failure), "%s", failure.message);
    ck_assert_str_eq(text_string(&text), content);
    text_release(&text);
}

static unsigned mode(const char *path) {
    struct stat status;
    ck_assert_int_eq(stat(path, &status), 0);
    return status.st_mode & 07777;
}

/* Returns how many entries this folder has. */
static int entries(void) {
    DIR *folder = opendir(".");
    int count = 0;
    while (readdir(folder)) {
        count++;
    }
    closedir(folder);
    return count - 2;
}

static int open_descriptors(void) {
    int count = 0;
    for (int i = 0; i < 256; i++) {
        count += fcntl(i, F_GETFD) >= 0;
    }
    return count;
}

/* --- reading --- */

START_TEST(reads_what_was_saved) {
    struct failure failure = {0};
    struct text text = {0};
    char bytes[100000];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (char)(i * 7 % 256);
    }
    ck_assert(file_save("all.bin", bytes, sizeof bytes, &failure));
    text_append(&text, "before");
    ck_assert(file_read("all.bin", FILE_LIMIT, &text, &failure));
    ck_assert_uint_eq(text.length, 6 + sizeof bytes);
    ck_assert_mem_eq(text.bytes, "before", 6);
    ck_assert_mem_eq(text.bytes + 6, bytes, sizeof bytes);
    text_release(&text);
    ck_assert_int_eq(entries(), 1);
}
END_TEST

START_TEST(keeps_to_the_limit) {
    struct failure failure = {0};
    struct text text = {0};
    put("ten", "0123456789");
    ck_assert(file_read("ten", 10, &text, &failure));
    ck_assert(!file_read("ten", 9, &text, &failure));
    ck_assert_str_eq(failure.message, "ten is too big: the limit is 9 bytes");
    ck_assert_uint_eq(text.length, 10);
    put("huge", "");
    ck_assert_int_eq(truncate("huge", 1 << 30), 0);
    ck_assert(!file_read("huge", FILE_LESSON_LIMIT, &text, &failure));
    ck_assert_str_eq(failure.message, "huge is too big: the limit is 8 MiB");
    text_release(&text);
}
END_TEST

/* A file whose size is unknown beforehand is refused at the limit as well. */
START_TEST(keeps_to_the_limit_in_streams) {
    struct failure failure = {0};
    struct text text = {0};
    int zero = open("/dev/zero", O_RDONLY);
    text_append(&text, "x");
    ck_assert(!file_read_descriptor(zero, 100000, &text, &failure));
    ck_assert_str_eq(failure.message, "standard input is too big: the limit is 100000 bytes");
    ck_assert_str_eq(text_string(&text), "x");
    close(zero);
    int closed = zero;
    ck_assert(!file_read_descriptor(closed, 10, &text, &failure));
    ck_assert_str_eq(failure.message, "cannot read standard input: Bad file descriptor");
    text_release(&text);
}
END_TEST

static const char *const no_files[] = {"folder",  "fifo", "/dev/zero", "/dev/null",
                                       "missing", "",     "ring",      "plain/x"};

START_TEST(reads_only_regular_files) {
    struct failure failure = {0};
    struct text text = {0};
    mkdir("folder", 0700);
    mkfifo("fifo", 0600);
    put("plain", "x");
    ck_assert_int_eq(symlink("ring", "ring"), 0);
    int before = open_descriptors();
    ck_assert(!file_read(no_files[_i], FILE_LIMIT, &text, &failure));
    ck_assert_ptr_nonnull(strstr(failure.message, no_files[_i]));
    ck_assert_uint_eq(text.length, 0);
    ck_assert_int_eq(open_descriptors(), before);
}
END_TEST

static void ignore_signal(int number) {
    (void)number;
}

/* The stream gives three bytes at a time, is not ready in between, and is interrupted. */
START_TEST(reads_a_halting_stream) {
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    struct sigaction action = {.sa_handler = ignore_signal};
    sigaction(SIGUSR1, &action, NULL);
    pid_t reader = getpid(), child = fork();
    if (child == 0) {
        for (int i = 0; i < 500; i++) {
            kill(reader, SIGUSR1);
            if (write(ends[1], "abc", 3) != 3) {
                _exit(1);
            }
        }
        _exit(0);
    }
    close(ends[1]);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    struct failure failure = {0};
    struct text text = {0}, expected = {0};
    ck_assert_msg(file_read_descriptor(ends[0], 1500, &text, &failure), "%s", failure.message);
    text_repeat(&expected, "abc", 500);
    ck_assert_str_eq(text_string(&text), text_string(&expected));
    waitpid(child, NULL, 0);
    close(ends[0]);
    text_release(&text);
    text_release(&expected);
}
END_TEST

/* The kernel's log looks like a regular file, but has an answer only when there is news. Users who
 * may not open it get that error instead. */
START_TEST(a_file_that_never_answers_is_refused) {
    struct failure failure = {0};
    struct text text = {0};
    ck_assert(!file_read("/proc/kmsg", FILE_LIMIT, &text, &failure));
    ck_assert_ptr_nonnull(strstr(failure.message, "/proc/kmsg: "));
    ck_assert_uint_eq(text.length, 0);
    text_release(&text);
}
END_TEST

/* Bytes that do not fit are written once the other end has read, with or without O_NONBLOCK. */
START_TEST(writes_to_a_halting_stream) {
    int ends[2], status;
    char bytes[300000];
    ck_assert_int_eq(pipe(ends), 0);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (char)(i % 251);
    }
    pid_t child = fork();
    if (child == 0) {
        char got[sizeof bytes];
        size_t length = 0;
        ssize_t count;
        close(ends[1]);
        do {
            size_t left = sizeof got - length;
            count = read(ends[0], got + length, left < 777 ? left : 777);
            length += count > 0 ? (size_t)count : 0;
        } while (count > 0);
        _exit(length == sizeof got && memcmp(got, bytes, length) == 0 ? 0 : 1);
    }
    close(ends[0]);
    ck_assert(file_write(ends[1], bytes, sizeof bytes));
    close(ends[1]);
    waitpid(child, &status, 0);
    ck_assert_int_eq(status, 0);
}
END_TEST

static const struct {
    const char *path;
    bool good;
} belows[] = {
    {"in.csv", true},
    {"data/in.csv", true},
    {"./data//./in.csv", true},
    {"..data", true},
    {"", false},
    {".", false},
    {"/", false},
    {"../secret", false},
    {"data/../../secret", false},
    {"data/../in.csv", false},
    {"data/..", false},
    {"link.csv", false},
    {"inner.csv", false},
    {"out/secret", false},
    {"fifo", false},
    {"data", false},
    {"in.csv/", false},
    {"in.csv/x", false},
    {"missing", false},
};

START_TEST(reads_below_a_folder_only) {
    mkdir("lesson", 0700);
    mkdir("lesson/data", 0700);
    mkfifo("lesson/fifo", 0600);
    put("secret", "secret");
    put("lesson/in.csv", "good");
    put("lesson/..data", "good");
    put("lesson/data/in.csv", "good");
    ck_assert_int_eq(symlink("../secret", "lesson/link.csv"), 0);
    ck_assert_int_eq(symlink("in.csv", "lesson/inner.csv"), 0);
    ck_assert_int_eq(symlink("..", "lesson/out"), 0);
    ck_assert_int_eq(symlink("lesson", "alias"), 0);
    struct failure failure = {0};
    struct text text = {0};
    int before = open_descriptors();
    const char *path = belows[_i].path;
    ck_assert_int_eq(file_read_below("alias", path, 100, &text, &failure), belows[_i].good);
    ck_assert_str_eq(text_string(&text), belows[_i].good ? "good" : "");
    ck_assert_int_eq(open_descriptors(), before);

    char absolute[2048];
    snprintf(absolute, sizeof absolute, "%s/lesson/in.csv", scratch);
    ck_assert(!file_read_below("lesson", absolute, 100, &text, &failure));
    memset(absolute, 'n', 300);
    absolute[300] = '\0';
    ck_assert(!file_read_below("lesson", absolute, 100, &text, &failure));
    ck_assert(!file_read_below("nowhere", "in.csv", 100, &text, &failure));
    text_release(&text);
}
END_TEST

/* --- saving --- */

START_TEST(keeps_permissions) {
    struct failure failure = {0};
    ck_assert(file_save("new", "a", 1, &failure));
    ck_assert_uint_eq(mode("new"), 0644);
    umask(077);
    ck_assert(file_save("private", "a", 1, &failure));
    ck_assert_uint_eq(mode("private"), 0600);
    ck_assert_uint_eq(umask(0), 077);
    chmod("new", 04640);
    ck_assert(file_save("new", "b", 1, &failure));
    ck_assert_uint_eq(mode("new"), 0640);
    expect_content("new", "b");
    ck_assert(file_save("new", "", 0, &failure));
    expect_content("new", "");
}
END_TEST

static const char *const no_targets[] = {"folder", "fifo",    "link",   "/dev/null",
                                         "",       "folder/", "no/such"};

START_TEST(saves_over_regular_files_only) {
    struct failure failure = {0};
    mkdir("folder", 0700);
    mkfifo("fifo", 0600);
    put("file", "old");
    ck_assert_int_eq(symlink("file", "link"), 0);
    ck_assert(!file_save(no_targets[_i], "new", 3, &failure));
    ck_assert_ptr_nonnull(strstr(failure.message, no_targets[_i]));
    ck_assert_int_eq(entries(), 4);
    expect_content("file", "old");
    struct stat status;
    ck_assert(stat("/dev/null", &status) == 0 && S_ISCHR(status.st_mode));
}
END_TEST

/* A rename needs no permission for the file itself, so saving checks it, for the superuser too. */
START_TEST(a_file_that_may_only_be_read_stays) {
    struct failure failure = {0};
    put("kept.md", "old");
    chmod("kept.md", 0444);
    ck_assert(!file_save("kept.md", "new", 3, &failure));
    ck_assert_str_eq(failure.message,
                     "cannot save kept.md: it may only be read; save under another name");
    expect_content("kept.md", "old");
    ck_assert_int_eq(entries(), 1);
}
END_TEST

/* The temporary file's name is longer than the file's, which may have up to 255 bytes. */
START_TEST(saves_under_the_longest_names) {
    static const size_t lengths[] = {243, 244, 254, 255, 256};
    struct failure failure = {0};
    struct text name = {0};
    text_append(&name, "é");
    while (name.length + 1 < lengths[_i]) {
        text_append(&name, "é");
    }
    text_repeat(&name, "x", lengths[_i] - name.length);
    ck_assert_int_eq(file_save(text_string(&name), "new", 3, &failure), lengths[_i] <= 255);
    if (lengths[_i] <= 255) {
        expect_content(text_string(&name), "new");
        ck_assert(file_save(text_string(&name), "newer", 5, &failure));
        expect_content(text_string(&name), "newer");
    }
    ck_assert_int_eq(entries(), lengths[_i] <= 255);
    text_release(&name);
}
END_TEST

START_TEST(sweeps_what_a_killed_save_left) {
    struct failure failure = {0};
    put(".a.md.qkv-abc123", "torn");
    put(".a.md.qkv-zzzzzz", "torn");
    put(".a.md.qkv-busy00", "being written");
    put(".a.md.qkv-abc1234", "another's");
    put(".b.md.qkv-abc123", "another's");
    put("a.md.qkv-abc123", "another's");
    int busy = open(".a.md.qkv-busy00", O_RDONLY);
    ck_assert_int_eq(flock(busy, LOCK_EX), 0);
    ck_assert(file_save("a.md", "new", 3, &failure));
    ck_assert_int_eq(entries(), 5);
    ck_assert(!file_exists(".a.md.qkv-abc123"));
    ck_assert(!file_exists(".a.md.qkv-zzzzzz"));
    close(busy);
    ck_assert(file_save("./a.md", "new", 3, &failure));
    ck_assert(!file_exists(".a.md.qkv-busy00"));
    ck_assert_int_eq(entries(), 4);
}
END_TEST

START_TEST(a_failed_save_leaves_the_old_file) {
    struct failure failure = {0};
    static char big[100000];
    put("file", "old");
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {4096, RLIM_INFINITY}, all;
    getrlimit(RLIMIT_FSIZE, &all);
    limit.rlim_max = all.rlim_max;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    bool saved = file_save("file", big, sizeof big, &failure);
    setrlimit(RLIMIT_FSIZE, &all);
    ck_assert(!saved);
    ck_assert_str_eq(failure.message, "cannot save file: File too large");
    expect_content("file", "old");
    ck_assert_int_eq(entries(), 1);
}
END_TEST

START_TEST(runs_out_of_descriptors_cleanly) {
    struct rlimit all, limit;
    getrlimit(RLIMIT_NOFILE, &all);
    int saves = 0;
    for (rlim_t room = 3; room < 20; room++) {
        struct failure failure = {0};
        limit = (struct rlimit){room, all.rlim_max};
        put("file", "old");
        setrlimit(RLIMIT_NOFILE, &limit);
        bool saved = file_save("file", "new", 3, &failure);
        setrlimit(RLIMIT_NOFILE, &all);
        expect_content("file", saved ? "new" : "old");
        ck_assert_int_eq(entries(), 1);
        ck_assert(saved || failure.set);
        saves += saved;
    }
    ck_assert_int_gt(saves, 0);
    ck_assert_int_lt(saves, 17);
}
END_TEST

START_TEST(runs_out_of_memory_cleanly) {
    for (size_t k = 1; k < 12; k++) {
        struct failure failure[4] = {0};
        struct text text = {0};
        put("file", "old");
        memory_fail(k, k % 2 == 0);
        bool saved = file_save("file", "new", 3, &failure[0]);
        memory_fail(k, true);
        bool read = file_read("file", 100, &text, &failure[1]);
        memory_fail(k, true);
        bool added = file_append("log", "line", 4, &failure[2]);
        memory_fail(k, true);
        bool made = file_make_folder("a/b/c", &failure[3]);
        memory_fail(0, false);
        ck_assert(saved == !failure[0].set && read == !failure[1].set);
        ck_assert(added == !failure[2].set && made == !failure[3].set);
        expect_content("file", saved ? "new" : "old");
        text_release(&text);
        ck_assert_uint_eq(memory_blocks(), 0);
    }
}
END_TEST

/* A process killed at any moment leaves the old file or the new one. */
START_TEST(a_killed_save_tears_nothing) {
    static char versions[2][40000];
    struct failure failure = {0};
    memset(versions[0], 'a', sizeof versions[0]);
    memset(versions[1], 'b', sizeof versions[1]);
    ck_assert(file_save("file", versions[0], sizeof versions[0], &failure));
    for (int round = 0; round < 20; round++) {
        int ends[2];
        ck_assert_int_eq(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0) {
            for (int i = 0;; i++) {
                file_save("file", versions[i % 2], sizeof versions[0], &failure);
                ck_assert_int_eq(write(ends[1], "", 1), 1);
            }
        }
        char byte;
        ck_assert_int_eq(read(ends[0], &byte, 1), 1);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        close(ends[0]);
        close(ends[1]);
        struct text text = {0};
        ck_assert(file_read("file", FILE_LIMIT, &text, &failure));
        ck_assert_uint_eq(text.length, sizeof versions[0]);
        ck_assert_mem_eq(text.bytes, versions[text.bytes[0] == 'b'], sizeof versions[0]);
        text_release(&text);
    }
    ck_assert(file_save("file", "end", 3, &failure));
    ck_assert_int_eq(entries(), 1);
}
END_TEST

/* --- logs, folders, paths --- */

START_TEST(appends_lines) {
    struct failure failure = {0};
    ck_assert(file_append("log", "one", 3, &failure));
    ck_assert_uint_eq(mode("log"), 0600);
    ck_assert(file_append("log", "two\n", 4, &failure));
    ck_assert(file_append("log", "", 0, &failure));
    expect_content("log", "one\ntwo\n\n");
    put("log", "cut sho");
    ck_assert(file_append("log", "next", 4, &failure));
    expect_content("log", "cut sho\nnext\n");
}
END_TEST

START_TEST(appends_to_regular_files_only) {
    struct failure failure = {0};
    mkdir("folder", 0700);
    mkfifo("fifo", 0600);
    put("file", "old");
    ck_assert_int_eq(symlink("file", "link"), 0);
    ck_assert(!file_append("folder", "x", 1, &failure));
    ck_assert(!file_append("fifo", "x", 1, &failure));
    ck_assert(!file_append("link", "x", 1, &failure));
    ck_assert(!file_append("/dev/null", "x", 1, &failure));
    ck_assert(!file_append("no/such", "x", 1, &failure));
    ck_assert_ptr_nonnull(strstr(failure.message, "no/such"));
    expect_content("file", "old");
}
END_TEST

START_TEST(a_line_that_does_not_fit_is_taken_back) {
    struct failure failure = {0};
    struct text line = {0};
    text_repeat(&line, "x", 5000);
    ck_assert(file_append("log", "first", 5, &failure));
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit all, limit;
    getrlimit(RLIMIT_FSIZE, &all);
    limit = (struct rlimit){4096, all.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    bool added = file_append("log", text_string(&line), line.length, &failure);
    setrlimit(RLIMIT_FSIZE, &all);
    ck_assert(!added);
    ck_assert_str_eq(failure.message, "cannot write to log: File too large");
    expect_content("log", "first\n");
    text_release(&line);
}
END_TEST

/* Saving does not wait forever for another program's lock, which may never be released. */
START_TEST(a_locked_log_is_left_alone) {
    struct failure failure = {0};
    put("log", "one\n");
    int other = open("log", O_RDONLY);
    ck_assert_int_eq(flock(other, LOCK_EX), 0);
    ck_assert(!file_append("log", "two", 3, &failure));
    ck_assert_str_eq(failure.message, "cannot write to log: another program has locked it");
    expect_content("log", "one\n");
    close(other);
    ck_assert(file_append("log", "two", 3, &failure));
    expect_content("log", "one\ntwo\n");
    ck_assert_uint_eq(file_size("log"), 8);
    ck_assert_uint_eq(file_size("none"), 0);
}
END_TEST

/* Saves the log as it is, under its lock. */
static void replace_log(void) {
    struct failure failure = {0};
    struct text text = {0};
    int log = open("log", O_RDONLY);
    if (log >= 0 && flock(log, LOCK_EX) == 0 && file_read("log", FILE_LIMIT, &text, &failure)) {
        file_save("log", text_string(&text), text.length, &failure);
    }
    close(log);
    text_release(&text);
}

/* A fifth process replaces the log again and again meanwhile. */
START_TEST(four_write_one_log) {
    struct failure failure = {0};
    pid_t rewriter = fork();
    if (rewriter == 0) {
        for (;;) { /* until it is killed, perhaps while saving */
            replace_log();
            poll(NULL, 0, 2); /* milliseconds */
        }
    }
    for (int writer = 0; writer < 4; writer++) {
        if (fork() == 0) {
            char line[64];
            bool all = true;
            for (int i = 0; i < 100; i++) {
                snprintf(line, sizeof line, "writer %d line %02d", writer, i);
                all = file_append("log", line, strlen(line), &failure) && all;
            }
            _exit(all ? 0 : 1);
        }
    }
    int status;
    for (int writer = 0; writer < 4; writer++) {
        ck_assert(wait(&status) > 0 && status == 0);
    }
    kill(rewriter, SIGKILL);
    ck_assert_int_eq(waitpid(rewriter, &status, 0), rewriter);
    struct text text = {0};
    int next[4] = {0};
    ck_assert(file_read("log", FILE_LIMIT, &text, &failure));
    ck_assert_uint_eq(text.length, 400 * strlen("writer 0 line 00\n"));
    for (const char *line = text_string(&text); *line; line += strlen("writer 0 line 00\n")) {
        int writer, number;
        ck_assert_int_eq(sscanf(line, "writer %d line %02d\n", &writer, &number), 2);
        ck_assert_int_eq(next[writer]++, number);
    }
    text_release(&text);
}
END_TEST

START_TEST(makes_folders) {
    struct failure failure = {0};
    char absolute[2048];
    ck_assert(file_make_folder("a/b//c/", &failure));
    ck_assert(file_make_folder("a/b/c", &failure));
    ck_assert_uint_eq(mode("a/b/c"), 0700);
    snprintf(absolute, sizeof absolute, "%s/d/e", scratch);
    ck_assert(file_make_folder(absolute, &failure));
    ck_assert(file_is_folder("d/e"));
    put("file", "");
    ck_assert(!file_make_folder("file/x", &failure));
    ck_assert_str_eq(failure.message, "cannot make the folder file: File exists");
    ck_assert(!file_is_folder("file"));
    ck_assert(file_exists("file"));
    ck_assert(!file_exists("nothing"));
}
END_TEST

static const struct {
    const char *path, *folder, *base;
} paths[] = {
    {"a/b/c.md", "a/b", "c.md"}, {"c.md", ".", "c.md"}, {"/c.md", "/", "c.md"},
    {"a//c.md", "a", "c.md"},    {"a/", "a", ""},       {"//c", "/", "c"},
    {"../x", "..", "x"},         {"", ".", ""},
};

START_TEST(splits_paths) {
    struct text folder = {0};
    file_folder(paths[_i].path, &folder);
    ck_assert_str_eq(text_string(&folder), paths[_i].folder);
    ck_assert_str_eq(file_base(paths[_i].path), paths[_i].base);
    text_release(&folder);
}
END_TEST

START_TEST(knows_suffixes) {
    ck_assert(file_has_suffix("a.md", ".md"));
    ck_assert(file_has_suffix(".md", ".md"));
    ck_assert(!file_has_suffix("a.MD", ".md"));
    ck_assert(!file_has_suffix("md", ".md"));
    ck_assert(!file_has_suffix("a.md.qkv", ".md"));
}
END_TEST

static const struct {
    const char *home, *state, *found;
} homes[] = {
    {"/home/ada", NULL, "/home/ada/.local/state/qkv"},
    {"/home/ada", "/var/ada", "/var/ada/qkv"},
    {"/home/ada", "", "/home/ada/.local/state/qkv"},
    {"/home/ada", "relative", "/home/ada/.local/state/qkv"},
    {NULL, "/var/ada", "/var/ada/qkv"},
    {NULL, NULL, NULL},
    {"", NULL, NULL},
    {"here", "there", NULL},
};

static void set(const char *variable, const char *value) {
    if (value) {
        setenv(variable, value, 1);
    } else {
        unsetenv(variable);
    }
}

START_TEST(finds_the_users_folders) {
    set("HOME", homes[_i].home);
    set("XDG_STATE_HOME", homes[_i].state);
    struct text folder = {0};
    ck_assert_int_eq(file_state_folder(&folder), homes[_i].found != NULL);
    ck_assert_str_eq(text_string(&folder), homes[_i].found ? homes[_i].found : "");
    text_clear(&folder);
    set("XDG_DATA_HOME", NULL);
    ck_assert_int_eq(file_data_folder(&folder), homes[_i].home && homes[_i].home[0] == '/');
    if (folder.length > 0) {
        ck_assert_str_eq(text_string(&folder), "/home/ada/.local/share/qkv/lessons");
    }
    text_release(&folder);
}
END_TEST

#define COUNT(table) ((int)(sizeof(table) / sizeof(table)[0]))

Suite *base_file_suite(void);

Suite *base_file_suite(void) {
    Suite *suite = suite_create("base/file");
    TCase *reading = tcase_create("reading");
    tcase_add_checked_fixture(reading, enter_scratch, leave_scratch);
    tcase_add_test(reading, reads_what_was_saved);
    tcase_add_test(reading, keeps_to_the_limit);
    tcase_add_test(reading, keeps_to_the_limit_in_streams);
    tcase_add_loop_test(reading, reads_only_regular_files, 0, COUNT(no_files));
    tcase_add_test(reading, reads_a_halting_stream);
    tcase_add_test(reading, a_file_that_never_answers_is_refused);
    tcase_add_test(reading, writes_to_a_halting_stream);
    tcase_add_loop_test(reading, reads_below_a_folder_only, 0, COUNT(belows));
    suite_add_tcase(suite, reading);
    TCase *saving = tcase_create("saving");
    tcase_add_checked_fixture(saving, enter_scratch, leave_scratch);
    tcase_add_test(saving, keeps_permissions);
    tcase_add_loop_test(saving, saves_over_regular_files_only, 0, COUNT(no_targets));
    tcase_add_test(saving, a_file_that_may_only_be_read_stays);
    tcase_add_loop_test(saving, saves_under_the_longest_names, 0, 5);
    tcase_add_test(saving, sweeps_what_a_killed_save_left);
    tcase_add_test(saving, a_failed_save_leaves_the_old_file);
    tcase_add_test(saving, runs_out_of_descriptors_cleanly);
    tcase_add_test(saving, runs_out_of_memory_cleanly);
    tcase_add_test(saving, a_killed_save_tears_nothing);
    suite_add_tcase(suite, saving);
    TCase *rest = tcase_create("logs and folders");
    tcase_add_checked_fixture(rest, enter_scratch, leave_scratch);
    tcase_add_test(rest, appends_lines);
    tcase_add_test(rest, appends_to_regular_files_only);
    tcase_add_test(rest, a_locked_log_is_left_alone);
    tcase_add_test(rest, a_line_that_does_not_fit_is_taken_back);
    tcase_add_test(rest, four_write_one_log);
    tcase_add_test(rest, makes_folders);
    tcase_add_loop_test(rest, splits_paths, 0, COUNT(paths));
    tcase_add_test(rest, knows_suffixes);
    tcase_add_loop_test(rest, finds_the_users_folders, 0, COUNT(homes));
    suite_add_tcase(suite, rest);
    return suite;
}
