#include "base/number.h"
#include "base/text.h"
#include "files/formats.h"
#include "files/showing.h"

#include <math.h>
#include <string.h>

enum { BMATRIX_COLUMNS = 10 }; /* amsmath's own limit */

static void append_number(double number, struct text *out) {
    char exact[NUMBER_TEXT];
    number_exact(exact, number);
    size_t mantissa = strcspn(exact, "e");
    if (isnan(number)) {
        text_append(out, "\\mathrm{nan}");
    } else if (isinf(number)) {
        text_append(out, number < 0 ? "-\\infty" : "\\infty");
    } else if (exact[mantissa] == '\0') {
        text_append(out, exact);
    } else {
        const char *power = exact + mantissa + 1;
        bool negative = *power == '-';
        power += strspn(power, "+-");
        text_append_bytes(out, exact, mantissa);
        text_format(out, " \\cdot 10^{%s%s}", negative ? "-" : "", power);
    }
}

static void append_matrix(const struct shape *shape, const double *cells, struct text *out) {
    size_t columns = shape_columns(shape);
    text_append(out, "\\begin{bmatrix}\n");
    for (size_t i = 0; i < shape_rows(shape); i++) {
        text_append(out, "  ");
        for (size_t j = 0; j < columns; j++) {
            text_append(out, j > 0 ? " & " : "");
            append_number(cells[i * columns + j], out);
        }
        text_append(out, i + 1 < shape_rows(shape) ? " \\\\\n" : "\n");
    }
    text_append(out, "\\end{bmatrix}");
}

/* `W_{q} = formula = matrix`. Of a stack the matrices stand below, each under its place: Q^{(2)} =.
 */
static void append_equation(const struct shown *shown, struct text *out) {
    const struct shape *shape = &shown->value->shape;
    text_append(out, "\\[\n");
    writer_latex_name(shown->definition->name, out);
    if (!shown_is_literal(shown)) {
        text_append(out, " = ");
        shown_formula(shown, NOTATION_LATEX, out);
    }
    if (shape_is_number(shape) && !shown_is_literal(shown)) {
        text_append(out, " = ");
        append_number(shown->value->cells[0], out);
    } else if (shape->axes == 2) {
        text_append(out, " = ");
        append_matrix(shape, shown->value->cells, out);
    }
    text_append(out, "\n\\]\n");
}

static void append_stack(const struct shown *shown, struct text *out) {
    const struct shape *shape = &shown->value->shape;
    size_t size = shape_rows(shape) * shape_columns(shape), heads = shape->size[AXIS_HEAD];
    for (size_t m = 0; m < shape_matrices(shape) && !out->failed; m++) {
        text_append(out, "\\[\n{");
        writer_latex_name(shown->definition->name, out);
        text_append(out, "}^{(");
        if (shape->axes == 4) {
            text_format(out, "%zu,", m / heads + 1);
        }
        text_format(out, "%zu)} = ", m % heads + 1);
        append_matrix(shape, shown->value->cells + m * size, out);
        text_append(out, "\n\\]\n");
    }
}

bool latex_write(const struct notebook *notebook, const struct export_options *options,
                 struct text *out, struct failure *failure) {
    struct showing showing;
    struct text body = {0};
    size_t widest = 0;
    if (!showing_start(&showing, notebook, options, failure)) {
        return false;
    }
    while (showing_next(&showing)) {
        const struct shown *shown = &showing.shown;
        size_t columns = shape_columns(&shown->value->shape);
        widest = columns > widest ? columns : widest;
        append_equation(shown, &body);
        if (shown->value->shape.axes > 2) {
            append_stack(shown, &body);
        }
    }
    text_append(out, "% needs \\usepackage{amsmath}\n");
    if (widest > BMATRIX_COLUMNS) {
        text_format(out, "\\setcounter{MaxMatrixCols}{%zu}\n", widest);
    }
    text_append_bytes(out, text_string(&body), body.length);
    out->failed |= body.failed;
    text_release(&body);
    return showing_end(&showing, out);
}
