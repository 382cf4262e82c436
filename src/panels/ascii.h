/* ascii: a canvas for a terminal without UTF-8. */
#ifndef QKV_PANELS_ASCII_H
#define QKV_PANELS_ASCII_H

struct canvas;

/* Every character outside ASCII becomes one that stands for it, of the same width; "?" where none
 * does. */
void ascii_only(struct canvas *canvas);

#endif
