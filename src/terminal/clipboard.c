/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/clipboard.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum clipboard_way clipboard_way(void) {
    const char *name = getenv("TERM");
    bool tmux = getenv("TMUX") != NULL, screen = getenv("STY") != NULL;
    if (tmux) {
        return screen ? CLIPBOARD_DIRECT : CLIPBOARD_TMUX;
    }
    return screen || (name != NULL && text_starts(name, "screen")) ? CLIPBOARD_SCREEN
                                                                   : CLIPBOARD_DIRECT;
}

/* RFC 4648, section 4: three bytes are four letters of six bits. */
static void append_base64(const char *bytes, size_t length, struct text *out) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t at = 0; at < length; at += 3) {
        unsigned bits = 0;
        for (size_t i = 0; i < 3; i++) {
            bits = bits << 8 | (at + i < length ? (unsigned char)bytes[at + i] : 0);
        }
        for (size_t i = 0; i < 4; i++) {
            bool there = at + i <= length;
            text_append_character(out, there ? letters[bits >> (18 - 6 * i) & 63] : '=');
        }
    }
}

void clipboard_write(const char *bytes, size_t length, enum clipboard_way way, struct text *out) {
    enum { PIECE = 76 }; /* older ones cut what is longer than 256 */
    struct text letters = {0};
    append_base64(bytes, length, &letters);
    const char *at = text_string(&letters);
    if (way == CLIPBOARD_SCREEN) {
        text_append(out, "\x1bP\x1b]52;c;");
        for (; strlen(at) > PIECE; at += PIECE) {
            text_append_bytes(out, at, PIECE);
            text_append(out, "\x1b\\\x1bP");
        }
        text_format(out, "%s\a\x1b\\", at);
    } else {
        text_format(out, "\x1b]52;c;%s\a", at);
    }
    if (way == CLIPBOARD_TMUX) {
        text_format(out, "\x1bPtmux;\x1b\x1b]52;c;%s\a\x1b\\", at);
    }
    out->failed = out->failed || letters.failed;
    text_release(&letters);
}
