/* checking: what the files of check share. Only for this floor. */
#ifndef QKV_PLAY_CHECKING_H
#define QKV_PLAY_CHECKING_H

#include "lesson/cursor.h"
#include "play/play.h"

struct checking {
    struct session *session;
    struct check_report *report;
    struct cursor cursor;   /* in the lesson's raw text; checks come mostly in its order */
    size_t line, line_end;  /* the line that was sought last, and where it ends */
    size_t inline_end;      /* of the check in the narration that was found last, there */
    struct failure outside; /* what kept the report from being whole, first of all; or not set */
};

/* The byte of the lesson's raw text where column COLUMN (from 1) of line LINE is, and the rest of
 * that line as a span. */
struct span checking_span(struct checking *checking, size_t line, size_t column);

/* Adds a failure at SPAN of the lesson's raw text. */
void checking_refuse(struct checking *checking, struct span span, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Adds FAILURE, whose span (if any) is in a text that stands at START of the raw text; one that is
 * located already is added as it is. */
void checking_add(struct checking *checking, const struct failure *failure, struct span start);

/* Where a line of a fence stands in the raw text. */
struct span checking_line(struct checking *checking, const struct source_line *line);

/* The quiz accepts its own key and no other. */
void checking_quiz(struct checking *checking, const struct quiz *quiz);

/* The exercise fails before its solution, passes after it, and leaves the state as it was. The
 * session stands just behind the exercise's stop, which has been entered; BEFORE is the notebook
 * before. */
void checking_exercise(struct checking *checking, const struct exercise *exercise,
                       const struct notebook *before);

#endif
