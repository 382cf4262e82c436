/* cut: a document cut into fences, headings, comments and the prose between them, by its lines
 * alone and without reading Markdown.
 *
 * The cut is what md4c would find, or it is refused: it is made only where a line at the left edge
 * with nothing but a blank line or another piece before it cannot be anything else, whatever lists,
 * quotes and tables came before. What would need a reader of Markdown to tell (an indented fence,
 * HTML, an underlined heading, a link's definition, a fence that is not closed) makes it unsure. */
#ifndef QKV_LESSON_CUT_H
#define QKV_LESSON_CUT_H

#include <stdbool.h>
#include <stddef.h>

enum piece_kind { PIECE_PROSE, PIECE_FENCE, PIECE_HEADING, PIECE_COMMENT };

/* Bytes START to END of the text, whole lines, the first of which is LINE. */
struct piece {
    enum piece_kind kind;
    size_t start, end, line;
    size_t lines;      /* FENCE, COMMENT: how many */
    size_t marks;      /* FENCE: how many open it */
    size_t inner, out; /* FENCE, COMMENT: the content is from INNER to before OUT */
};

struct cut {
    const char *text;
    size_t length, at, line; /* where the next piece is looked for */
    bool unsure;             /* there may be other pieces than those told so far */
};

/* The next piece; false at the end, or where the cut is not sure. */
bool cut_next(struct cut *cut, struct piece *piece);

#endif
