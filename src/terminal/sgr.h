/* sgr: the parameters of a look (canvas_look) read back: "1;38;5;117" is bold in colour 117. */
#ifndef QKV_TERMINAL_SGR_H
#define QKV_TERMINAL_SGR_H

#include <stdbool.h>

/* A colour is SGR_DEFAULT, an xterm colour 0 … 255, or SGR_RGB + 0xRRGGBB. */
enum { SGR_DEFAULT = -1, SGR_RGB = 1 << 24 };

struct sgr {
    bool bold, dim, italic, underline, reverse;
    int foreground, background;
};

/* What is no look of ours is passed over. */
struct sgr sgr_read(const char *parameters);

#endif
