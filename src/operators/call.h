/* call: what every family needs of a call: its text for messages, its options, and the one loop for
 * rows that only move numbers. */
#ifndef QKV_OPERATORS_CALL_H
#define QKV_OPERATORS_CALL_H

#include "operators/operator.h"

/* Appends the call as the learner wrote it: "Q @ K.T", "softmax(S, each=column)". Operands get the
 * brackets they need; very long ones are cut. */
void call_write(const struct call *call, struct text *out);

/* The same with operand TRANSPOSED (an index, or -1) written with a `.T`, or without the one it
 * has. */
void call_write_transposed(const struct call *call, int transposed, struct text *out);

/* Appends one argument as it was written, cut when it is very long. */
void call_operand(const struct call *call, int argument, struct text *out);

/* Appends one argument whole, in brackets when its loosest operator binds looser than NEEDED. */
void call_bracketed(const struct call *call, int argument, enum precedence needed,
                    struct text *out);

/* Fills FAILURE with "CALL: MESSAGE"; returns false. */
bool call_refuse(const struct call *call, struct failure *failure, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The shape of VALUE argument ARGUMENT, or NULL when it is absent. */
const struct shape *call_shape(const struct call *call, int argument);

/* The word of the option NAME, its default when it is not given; "" when the row has none such. */
const char *call_word(const struct call *call, const char *name);

/* The whole number from 0 of the NUMBER option at ARGUMENT; refuses others. */
bool call_whole(const struct call *call, int argument, size_t *number, struct failure *failure);

/* The count at ARGUMENT; refuses 0, fractions, and more than a tensor can hold. */
bool call_count(const struct call *call, int argument, size_t *count, struct failure *failure);

/* The compute of every row with an `origin`: each cell is fetched from where it comes. */
bool call_move(const struct call *call, struct tensor *result, struct failure *failure);

#endif
