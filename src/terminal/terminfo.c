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

int terminfo_colours(void) {
    int count = tigetnum("colors");
    bool can = capability("setaf") != NULL || capability("setf") != NULL;
    return can && count > 0 ? count : 0;
}

void terminfo_unconfine(struct text *out, int rows) {
    char *region = capability("csr");
    collected = out;
    if (region != NULL && rows > 1) {
        append(tiparm(region, 0, rows - 1));
    }
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
