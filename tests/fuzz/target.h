/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* target: what is fed with arbitrary bytes, and what has to hold whatever they are. A fuzzer makes
 * up the bytes (driver.c, tests/trust/fuzz.sh); the inputs that showed something new or something
 * wrong are kept in corpus/NAME and tried by every `make test` (test_fuzz.c). */
#ifndef QKV_TESTS_FUZZ_TARGET_H
#define QKV_TESTS_FUZZ_TARGET_H

#include <stdbool.h>
#include <stddef.h>

struct text;

struct target {
    const char *name; /* "lesson" */
    size_t most;      /* bytes of an input */
    void (*run)(const char *bytes, size_t length);
    void (*words)(struct text *out); /* its dictionary, as libFuzzer reads it */
    const size_t *events;            /* how many there were so far; NULL: one an input */
};

/* THE TABLE; NULL past the end, or when there is no such name. */
const struct target *target_at(size_t index);
const struct target *target_find(const char *name);

/* An entry of a dictionary; MANY: one for each of the words in a string, parted by blanks. */
void target_word(struct text *out, const char *word);
void target_words(struct text *out, const char *many);
/* The names of all operators and commands, their examples, options and words. */
void target_language(struct text *out);

/* Whether a line is cheap to run and stays where it is: no command that writes or opens, no number
 * that would make a large matrix. */
bool target_allows(const char *line, size_t length);
/* Gives the first MOST lines of an input to TYPE, each as a string, but those that are not allowed;
 * how many of them it said yes to. */
size_t target_lines(const char *bytes, size_t length, size_t most, bool (*type)(const char *line));
/* From here on computing ends after some milliseconds of it. */
void target_hurry(void);

/* A short lesson with a bit of everything. */
extern const char target_two_words[];

/* The targets, a file each. */
extern const struct target target_lesson, target_statement, target_number, target_csv, target_npy,
    target_saved, target_text, target_keys, target_memory, target_npz, target_safetensors,
    target_llama, target_vocabulary;

#endif
