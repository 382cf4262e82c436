#include "terminal/terminfo.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <term.h>

/* A capability, or NULL: there are two ways of not having it. */
static char *capability(const char *name) {
    char *found = tigetstr(name);
    return found == (char *)-1 ? NULL : found;
}

bool terminfo_possible(struct text *why) {
    const char *name = getenv("TERM");
    int error = 0;
    if (name == NULL || name[0] == '\0') {
        text_append(why, "TERM is not set");
        return false;
    }
    if (setupterm(name, STDOUT_FILENO, &error) != 0) {
        text_format(why, "nothing is known of the terminal `%s`, which TERM names", name);
        return false;
    }
    bool moves = capability("cup") != NULL;
    if (!moves) {
        text_format(why, "the terminal `%s`, which TERM names, cannot move its cursor", name);
    }
    del_curterm(cur_term);
    return moves;
}

bool terminfo_has_mouse(void) {
    return capability("kmous") != NULL;
}

/* tputs calls back without a context. */
static struct text *collected;

static int collect(int byte) {
    text_append_character(collected, (char)byte);
    return byte;
}

static void append(const char *sequence) {
    if (sequence != NULL) {
        tputs(sequence, 1, collect);
    }
}

/* How colours are told: looked up once. */
static struct {
    struct way {
        char *sequence;
        bool old; /* with blue and red the other way round */
    } foreground, background;
    int clashes;
} colours;

static struct way way_of(const char *name, const char *old_name) {
    char *sequence = capability(name);
    return sequence != NULL ? (struct way){sequence, false}
                            : (struct way){capability(old_name), true};
}

static void learn_colours(void) {
    int clashes = tigetnum("ncv");
    colours.foreground = way_of("setaf", "setf");
    colours.background = way_of("setab", "setb");
    colours.clashes = clashes > 0 ? clashes : 0;
}

int terminfo_colours(void) {
    int count = tigetnum("colors");
    bool can = capability("setaf") != NULL || capability("setf") != NULL;
    return can && count > 0 ? count : 0;
}

static void give_colour(const struct way *way, int colour) {
    int swapped = (colour & ~5) | (colour & 1) << 2 | (colour & 4) >> 2;
    if (colour >= 0 && way->sequence != NULL) {
        append(tiparm(way->sequence, way->old ? swapped : colour));
    }
}

void terminfo_colour(struct text *out, int foreground, int background) {
    collected = out;
    give_colour(&colours.foreground, foreground);
    give_colour(&colours.background, background);
}

bool terminfo_clashes(enum terminfo_clash clash) {
    return (colours.clashes & (int)clash) != 0;
}

void terminfo_unconfine(struct text *out, int rows) {
    char *region = capability("csr");
    collected = out;
    if (region != NULL && rows > 1) {
        append(tiparm(region, 0, rows - 1));
    }
}

static bool has(const char *flag) {
    return tigetflag(flag) > 0;
}

/* Colours go with the rest where all is reset, as ECMA-48 has it. */
static bool resets_colours(const char *off) {
    return off != NULL && (strstr(off, "\x1b[m") != NULL || strstr(off, "\x1b[0") != NULL);
}

/* Half a sequence would be none. */
static void fill(char word[PAINTER_WORD], const struct text *text) {
    text_fill(word, PAINTER_WORD, "%s", text->length < PAINTER_WORD ? text_string(text) : "");
}

void terminfo_paint(struct painter_words *words) {
    struct text plain = {0}, erase = {0}, wipe = {0}, insert = {0};
    const char *move = capability("cup"), *off = capability("sgr0");
    learn_colours();
    collected = &plain;
    append(resets_colours(off) ? NULL : capability("op"));
    append(off);
    collected = &erase;
    append(capability("el"));
    collected = &wipe;
    text_append(&wipe, text_string(&plain));
    append(capability("clear"));
    collected = &insert;
    append(capability("ich1") != NULL ? capability("ich1") : tiparm(capability("ich"), 1));
    fill(words->insert, &insert);
    fill(words->wipe, wipe.length > plain.length ? &wipe : &(struct text){0});
    fill(words->plain, &plain);
    fill(words->erase, &erase);
    words->moves_plainly = move != NULL && text_same(move, "\x1b[%i%p1%d;%p2%dH");
    words->last_scrolls = has("am") && !has("xenl");
    text_release(&plain);
    text_release(&erase);
    text_release(&insert);
    text_release(&wipe);
}

void terminfo_move(struct text *out, int row, int column) {
    collected = out;
    append(tiparm(capability("cup"), row, column));
}

void terminfo_leave(struct text *out, int rows) {
    enum { BELOW = 998 }; /* a row that is nowhere: terminals take the last */
    bool alternate = capability("rmcup") != NULL;
    terminfo_unconfine(out, rows);
    append(capability("op"));
    append(capability("sgr0"));
    append(capability("rmacs"));
    append(capability("cnorm"));
    append(tiparm(capability("cup"), BELOW, 0));
    append(capability("rmcup"));
    append(capability("rmkx"));
    text_append(out, alternate ? "\r" : "\r\n");
}
