#include "terminal/characters.h"

#include "base/text.h"
#include "base/utf8.h"

#include <langinfo.h>
#include <locale.h>
#include <stdint.h>
#include <stdlib.h>

void characters_ready(void) {
    if (!text_same(nl_langinfo(CODESET), "UTF-8") && setlocale(LC_CTYPE, "C.UTF-8") != NULL) {
        setenv("LC_ALL", "C.UTF-8", 1); /* readline asks the environment again at every line */
    }
}

/* How many bytes follow the FIRST of a character; SIZE_MAX when none begins so. */
static size_t count_rest(int first) {
    return first < 0x80                     ? 0
           : first >= 0xc2 && first <= 0xdf ? 1
           : first >= 0xe0 && first <= 0xef ? 2
           : first >= 0xf0 && first <= 0xf4 ? 3
                                            : SIZE_MAX;
}

/* The first byte of the whole character in the queue, or of what shows it when it cannot be seen:
 * readline would hand it to the terminal. */
static int make_safe(struct characters *characters) {
    char *bytes = (char *)characters->queue;
    uint32_t point;
    utf8_decode(bytes, characters->last, &point);
    if (!utf8_showable(point)) {
        struct text safe = {0};
        utf8_sanitise(&safe, bytes, characters->last, false);
        characters->last = text_fill(bytes, sizeof characters->queue, "%s",
                                     safe.failed ? "?" : text_string(&safe));
        text_release(&safe);
    }
    return characters->queue[characters->first++];
}

int characters_next(struct characters *characters, FILE *stream) {
    unsigned char *queue = characters->queue;
    if (characters->first < characters->last) {
        return queue[characters->first++];
    }
    int byte = characters->read(stream);
    size_t rest = byte == EOF ? 0 : count_rest(byte);
    if (rest == 0 || rest == SIZE_MAX) {
        return rest == 0 ? byte : '?';
    }
    characters->first = characters->last = 0;
    queue[characters->last++] = (unsigned char)byte;
    while (characters->last <= rest) {
        byte = characters->read(stream);
        if (byte == EOF) {
            characters->last = 0;
            return EOF;
        }
        queue[characters->last++] = (unsigned char)byte;
        if ((byte & 0xc0) != 0x80) { /* what came instead is a key of its own */
            queue[0] = (unsigned char)byte;
            characters->last = 1;
            return '?';
        }
    }
    if (!utf8_valid((const char *)queue, characters->last)) {
        characters->last = 0;
        return '?';
    }
    return make_safe(characters);
}
