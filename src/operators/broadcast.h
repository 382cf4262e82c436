/* broadcast: how the shapes of several operands meet.
 *
 * Axes are compared from the right. Two sizes fit when they are equal or one of them is 1; an
 * operand of size 1 is then repeated along that axis, as in NumPy. Labels of an axis travel from
 * the operands that are not repeated along it: equal or one-sided ones stay, conflicting ones
 * vanish. */
#ifndef QKV_OPERATORS_BROADCAST_H
#define QKV_OPERATORS_BROADCAST_H

#include "operators/operator.h"

/* Fills RESULT with the sizes and labels on which all of the call's VALUE arguments agree, on the
 * axes before END: AXIS_ROW joins the leading axes only (the last two are then left 1×1 without
 * labels), AXIS_COUNT joins all. Refuses sizes that do not fit, naming the shapes. */
bool broadcast_join(const struct call *call, int end, struct shape *result,
                    struct failure *failure);

/* Appends "3×4 by 3×4": the shapes of the VALUE arguments with BETWEEN between them. */
void broadcast_shapes(const struct call *call, const char *between, struct text *out);

/* Which matrix of an operand's stack meets matrix MATRIX of the result. */
size_t broadcast_matrix(const struct shape *operand, const struct shape *result, size_t matrix);

/* Which cell of an operand meets cell CELL of the result, when all axes are joined. */
size_t broadcast_cell(const struct shape *operand, const struct shape *result, size_t cell);

#endif
