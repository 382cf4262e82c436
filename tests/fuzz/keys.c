/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys on the panels: any keys, typed lines, clicks and sizes, in any order. After each the screen
 * is drawn and each of its cells looked at.
 *
 * An input is text: a character is the key of that name, a line begins with a colon, bytes 1 … 31
 * are the other rows of the table of keys. From 128 on a byte is another size, from 192 on a click,
 * where the byte that follows says. In every other input all results that can be computed later
 * are. */
#include "fuzz/target.h"

#include "base/failure.h"
#include "base/file.h"
#include "commands/keys.h"
#include "panels/frame.h"
#include "panels/panels.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

enum { RESIZES = 0x80, CLICKS = 0xc0, LINES = 4 };

static struct frame frame;
static size_t events, lines;

static void run_line(const char *line, size_t length) {
    struct session *session = &frame.desk.session;
    struct failure failure = {0};
    struct text copy = {0};
    text_append_bytes(&copy, line, length);
    target_hurry();
    bool ok = target_allows(line, length) && desk_types(&frame.desk, text_string(&copy));
    if (!ok) {
        text_clear(&session->out);
    }
    ck_assert(said_take(session, ok ? NULL : &frame.desk.failure, &failure));
    session->quit = false;
    text_release(&copy);
}

static void press(const struct key *key) {
    struct failure failure = {0};
    struct text line = {0};
    if (key != NULL && key_line(&frame.desk.session, key, &line, &failure) && !key->prompt) {
        run_line(text_string(&line), line.length);
    }
    text_release(&line);
}

static void resize(unsigned char by, unsigned char more) {
    bool tiny = (by & 1) != 0;
    frame_size(&frame, tiny ? 1 + more % 12 : 10 + more % 40, tiny ? 1 + more / 4 : 40 + more / 2);
    frame.terminal.ascii = (by & 2) != 0;
    frame.terminal.prompt_focused = (by & 4) != 0;
    frame.terminal.popup = (by & 8) != 0 ? "one two\nthree" : "";
    frame.terminal.depth = (enum depth)(by / 16 % (DEPTH_TRUE + 1));
}

static void click(unsigned char row, unsigned char column) {
    const size_t at[] = {row % (frame.canvas.rows + 1), column % (frame.canvas.columns + 1)};
    struct text line = {0};
    if (panels_click(&frame.desk.session, &frame.found, at, &line)) {
        run_line(text_string(&line), line.length);
    }
    text_release(&line);
}

/* One event at BYTES; how many of them it took. */
static size_t happen(const char *bytes, size_t length) {
    unsigned char byte = (unsigned char)bytes[0];
    unsigned char more = length > 1 ? (unsigned char)bytes[1] : 0;
    if (byte == ':' && lines++ < LINES) {
        const char *end = memchr(bytes, '\n', length);
        size_t size = end == NULL ? length : (size_t)(end - bytes);
        run_line(bytes + 1, size - 1);
        return size;
    }
    if (byte >= RESIZES) {
        byte >= CLICKS ? click(more, byte) : resize(byte, more);
        return length > 1 ? 2 : 1;
    }
    char name[] = {(char)byte, '\0'};
    press(byte == ' ' ? key_find("Space") : byte < ' ' ? key_at(byte) : key_find(name));
    return 1;
}

static void run(const char *bytes, size_t length) {
    frame_open(&frame, target_two_words);
    frame_size(&frame, 18, 60);
    lines = 0;
    for (size_t at = 0; at < length; events++) {
        at += happen(bytes + at, length - at);
        frame_check(&frame);
    }
    frame_draw(&frame);
    frame_close(&frame);
}

static void words(struct text *out) {
    const struct key *key;
    for (size_t i = 0; (key = key_at(i)) != NULL; i++) {
        if (key->key[1] == '\0') {
            target_word(out, key->key);
        }
    }
    target_words(out, ":W_q[1,2]=5 :goto :heat :differs :baseline :sweep :plot :histogram :train "
                      ":gradient :answer :skip :contents :keyboard :why :explain :zoom :move");
    target_word(out, "\n");
    target_word(out, "    ");
    target_language(out);
}

const struct target target_keys = {"keys", 64, run, words, &events};
