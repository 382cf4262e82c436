#include "files/export.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/number.h"
#include "base/text.h"
#include "files/csv.h"
#include "files/formats.h"
#include "files/json.h"
#include "files/npy.h"
#include "files/showing.h"
#include "language/literal.h"

#include <string.h>

/* --- formats of one value --------------------------------------------------------------------- */

/* The one value that options name. */
static bool show_one(const struct notebook *notebook, const struct export_options *options,
                     struct showing *showing, struct failure *failure) {
    if (!options->name) {
        return failure_set(failure, "this format holds one value: name it");
    }
    return showing_start(showing, notebook, options, failure) && showing_next(showing);
}

static bool write_csv(const struct notebook *notebook, const struct export_options *options,
                      struct text *out, struct failure *failure) {
    struct showing showing;
    if (!show_one(notebook, options, &showing, failure)) {
        return false;
    }
    csv_write(showing.shown.value, ',', out);
    return showing_end(&showing, out);
}

static bool write_tsv(const struct notebook *notebook, const struct export_options *options,
                      struct text *out, struct failure *failure) {
    struct showing showing;
    if (!show_one(notebook, options, &showing, failure)) {
        return false;
    }
    csv_write(showing.shown.value, '\t', out);
    return showing_end(&showing, out);
}

static bool write_npy(const struct notebook *notebook, const struct export_options *options,
                      struct text *out, struct failure *failure) {
    struct showing showing;
    if (!show_one(notebook, options, &showing, failure)) {
        return false;
    }
    npy_write(showing.shown.value, out);
    return showing_end(&showing, out);
}

/* --- the table -------------------------------------------------------------------------------- */

static const struct export_format FORMATS[] = {
    {.name = "text",
     .suffix = ".txt",
     .sentence = "every value, to the last bit",
     .write = plain_write},
    {.name = "json",
     .suffix = ".json",
     .sentence = "formulas, shapes, labels and values, for programs",
     .write = json_write},
    {.name = "csv",
     .suffix = ".csv",
     .sentence = "one matrix, comma separated, with its labels",
     .one = true,
     .write = write_csv},
    {.name = "tsv",
     .suffix = ".tsv",
     .sentence = "one matrix, tab separated, with its labels",
     .one = true,
     .write = write_tsv},
    {.name = "npy",
     .suffix = ".npy",
     .sentence = "one array, in NumPy's own format",
     .one = true,
     .write = write_npy},
    {.name = "markdown",
     .suffix = ".md",
     .sentence = "tables for a Markdown document",
     .write = markdown_write},
    {.name = "latex",
     .suffix = ".tex",
     .sentence = "equations for a LaTeX document",
     .write = latex_write},
    {.name = "numpy",
     .suffix = ".py",
     .sentence = "a Python script that computes the same with NumPy and prints the JSON",
     .write = numpy_write},
};

const struct export_format *export_at(size_t index) {
    return index < sizeof FORMATS / sizeof *FORMATS ? &FORMATS[index] : NULL;
}

const struct export_format *export_find(const char *name) {
    for (size_t i = 0; export_at(i); i++) {
        if (text_same(FORMATS[i].name, name)) {
            return &FORMATS[i];
        }
    }
    return NULL;
}

const struct export_format *export_for_file(const char *path) {
    for (size_t i = 0; export_at(i); i++) {
        if (file_has_suffix(path, FORMATS[i].suffix)) {
            return &FORMATS[i];
        }
    }
    return NULL;
}

/* --- a leaf as a statement -------------------------------------------------------------------- */

void export_statement(const char *name, const struct tensor *tensor, struct text *out) {
    text_append(out, name);
    text_append(out, *name ? " = " : "");
    literal_write(tensor, out);
}

/* --- a lesson --------------------------------------------------------------------------------- */

/* A title that Markdown shows as it is. */
static void append_title(const char *title, struct text *out) {
    struct text shown = {0};
    shown_text(title, &shown);
    for (const char *at = text_string(&shown); *at; at++) {
        if (strchr("\\`*_{}[]<>#&", *at)) {
            text_append(out, "\\");
        }
        text_append_character(out, *at);
    }
    text_append(out, shown.length == 0 ? "Notebook" : "");
    out->failed |= shown.failed;
    text_release(&shown);
}

/* `W_q[1,2] = 0.5`, or with WORD before it `pin A[2,1] = 0`. Positions, not labels: those may
 * repeat. */
static void append_overlay(const char *word, const struct definition *definition,
                           const struct overlay *overlay, struct text *out) {
    const struct shape *shape = &definition->value->shape;
    struct place place = tensor_place(shape, overlay->cell);
    char number[NUMBER_TEXT];
    number_exact(number, overlay->number);
    text_format(out, "%s%s[", word, definition->name);
    for (int axis = AXIS_COUNT - shape->axes; axis < AXIS_COUNT; axis++) {
        text_format(out, "%zu%s", place.at[axis] + 1, axis < AXIS_COLUMN ? "," : "] = ");
    }
    text_format(out, "%s\n", number);
}

static void append_overlays(const struct notebook *notebook, struct text *out) {
    for (size_t i = 0; i < notebook->count; i++) {
        const struct definition *definition = notebook->list[i];
        for (size_t j = 0; j < definition->edits.count; j++) {
            append_overlay("", definition, &definition->edits.list[j], out);
        }
    }
    for (size_t i = 0; i < notebook->count; i++) {
        const struct definition *definition = notebook->list[i];
        for (size_t j = 0; j < definition->pins.count; j++) {
            append_overlay("pin ", definition, &definition->pins.list[j], out);
        }
    }
}

/* A source draws the same again under its seed, wherever it then stands. */
static bool write_seed(void *context, const struct node *node, struct text *out) {
    const struct definition *definition = context;
    for (size_t i = 0; i < definition->operation_count; i++) {
        const struct call *call = &definition->operations[i].call;
        for (int at = 0; definition->operations[i].node == node && at < CALL_ARGUMENTS; at++) {
            if (call->operator->parameters[at].kind == PARAMETER_SEED && !node->argument[at]) {
                struct node seed = {.kind = NODE_NUMBER, .number = call->argument[at].number};
                struct node seeded = *node;
                seeded.argument[at] = &seed;
                seeded.named[at] = true;
                writer_write(&seeded, &(struct writer_options){NOTATION_PLAIN, write_seed, context},
                             out);
                return true;
            }
        }
    }
    return false;
}

bool export_lesson(const struct notebook *notebook, const char *title, struct text *out,
                   struct failure *failure) {
    text_append(out, "# ");
    append_title(title, out);
    text_append(out, "\n");
    if (notebook->count > 0) {
        text_append(out, "\n```qkv\n");
        for (size_t i = 0; i < notebook->count; i++) {
            struct definition *definition = notebook->list[i];
            text_format(out, "%s = ", definition->name);
            writer_write(definition->tree->root,
                         &(struct writer_options){NOTATION_PLAIN, write_seed, definition}, out);
            text_append(out, "\n");
        }
        append_overlays(notebook, out);
        text_append(out, "```\n");
    }
    return text_ok(out, failure);
}
