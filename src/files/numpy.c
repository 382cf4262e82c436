/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "files/formats.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Something that has a name of its own in the script: a definition or an operator. */
struct script_entry {
    const struct definition *definition;
    char *name;
    bool opened; /* what is inside of it is in the script too; of an operator: no `def` */
};

/* A script being written. Its pieces are gathered separately, because the helpers that it uses are
 * known last. */
struct python_script {
    const struct notebook *notebook;
    struct script_entry *entries;
    size_t count, capacity;
    const struct node *own; /* the operator that is being written as a `def` */
    struct text helpers, own_operators, body;
    const char **known; /* the helpers that are there */
    size_t known_count, known_capacity;
    const struct definition *definition; /* the definition being written */
    const struct node **bare; /* its numbers that are beside an array and need not be arrays */
    size_t bare_count, bare_capacity;
    bool failed;
};

static void write_python_node(struct python_script *script, const struct node *node,
                              struct text *out);

/* --- names ------------------------------------------------------------------------------------ */

/* True for Python names that the script and its helpers use, beyond those that the writer avoids.
 */
static bool is_python_builtin(const char *name) {
    static const char *const taken[] = {
        "abs",   "all",  "any",    "bool", "dict", "enumerate", "isinstance",
        "len",   "list", "map",    "max",  "min",  "range",     "reversed",
        "round", "set",  "sorted", "str",  "sum",  "tuple",     "zip"};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        if (text_same(taken[i], name)) {
            return true;
        }
    }
    return text_starts(name, "qkv_") || text_starts(name, "__");
}

/* Returns the entry of DEFINITION; NULL when it has none. */
static const struct script_entry *find_script_entry(const struct python_script *script,
                                                    const struct definition *definition) {
    for (size_t i = 0; i < script->count; i++) {
        if (script->entries[i].definition == definition) {
            return &script->entries[i];
        }
    }
    return NULL;
}

/* Returns what the script calls DEFINITION, which has an entry. */
static const char *script_name(const struct python_script *script,
                               const struct definition *definition) {
    const struct script_entry *entry = find_script_entry(script, definition);
    return entry != NULL ? entry->name : "";
}

static bool is_opened(const struct python_script *script, const struct definition *definition) {
    const struct script_entry *entry = find_script_entry(script, definition);
    return entry != NULL && entry->opened;
}

/* True when NAME is taken. For a name of an operator (OWN) that includes names inside bodies, which
 * would hide it there. */
static bool is_name_given(const struct python_script *script, const char *name, bool own) {
    const struct library *library = script->notebook->library;
    bool given = false;
    for (size_t i = 0; i < script->count; i++) {
        given = given || text_same(script->entries[i].name, name);
    }
    for (size_t i = 0; own && library != NULL && i < library->count; i++) {
        given = given || tree_body_defines(library->list[i]->tree->root, name);
    }
    return given;
}

/* Appends NAME as Python accepts it, and not a name with a meaning in Python: H.A becomes H_A. */
static void python_name(const char *name, struct text *out) {
    size_t start = out->length;
    writer_python_name(name, out);
    for (size_t i = start; i < out->length; i++) {
        out->bytes[i] = strchr(".#", out->bytes[i]) != NULL ? '_' : out->bytes[i];
    }
    text_append(out, is_python_builtin(text_string(out) + start) ? "_" : "");
}

/* Makes a new name, because A' and A_prime are two names here and would be one in Python. */
static char *fresh_name(const struct python_script *script, const struct definition *definition) {
    bool is_operator = definition_is_operator(definition);
    struct text name = {0};
    python_name(is_operator ? definition->tree->root->text : definition->name, &name);
    size_t length = name.length;
    for (int number = 2; !name.failed && is_name_given(script, text_string(&name), is_operator);
         number++) {
        text_truncate(&name, length);
        text_format(&name, "_%d", number);
    }
    return text_steal(&name);
}

static void add_script_entry(struct python_script *script, const struct definition *definition,
                             bool opened) {
    struct script_entry entry = {definition, NULL, opened};
    bool room = memory_reserve(&script->entries, &script->capacity, script->count + 1,
                               sizeof *script->entries);
    entry.name = room ? fresh_name(script, definition) : NULL;
    script->failed = script->failed || entry.name == NULL;
    if (room) {
        script->entries[script->count++] = entry;
    }
}

/* --- what can be a `def` ---------------------------------------------------------------------- */

/* False for what is written by its value, or depends on labels or sizes. */
static bool is_general(void *context, const struct node *node) {
    const struct python_script *script = context;
    bool known = node->kind != NODE_NAME || notebook_find(script->notebook, node->text) != NULL ||
                 notebook_operator(script->notebook, node->text) != NULL ||
                 (script->own != NULL && tree_body_defines(script->own, node->text));
    if (node->kind == NODE_TEXT || !known) { /* a label */
        return false;
    }
    if (tree_called_name(node) != NULL) {
        const struct definition *called =
            notebook_operator(script->notebook, tree_called_name(node));
        return !is_opened(script, called) && tree_children(node, is_general, context);
    }
    bool written =
        node->kind != NODE_APPLY ||
        (!node->op->literal_in_numpy && node->op->writing.numpy != NULL && !node->op->numpy) ||
        node->op->writing.form == WRITING_MATRIX || node->op->writing.form == WRITING_SUBSCRIPT;
    return written && tree_children(node, is_general, context);
}

/* True when something inside DEFINITION is set by hand, or used from outside. */
static bool is_touched(const struct notebook *notebook, const struct definition *definition) {
    for (size_t i = 0; i < definition->inside_count; i++) {
        const struct definition *inside = definition_owned_at(definition, i);
        if (inside != NULL && definition_overlays(inside)->count > 0) {
            return true;
        }
    }
    for (size_t i = 0; i < notebook->count; i++) {
        for (size_t k = 0; notebook->list[i] != definition && k < notebook->list[i]->use_count;
             k++) {
            if (definition_owns(definition, notebook->list[i]->uses[k])) {
                return true;
            }
        }
    }
    return false;
}

static void name_definitions(struct python_script *script) {
    const struct notebook *notebook = script->notebook;
    const struct library *library = notebook->library;
    for (size_t i = 0; i < notebook->count; i++) {
        add_script_entry(script, notebook->list[i], false);
    }
    for (size_t i = 0; library != NULL && i < library->count; i++) {
        script->own = library->list[i]->tree->root;
        add_script_entry(script, library->list[i], !tree_children(script->own, is_general, script));
    }
    script->own = NULL;
    for (size_t i = 0; i < notebook->count && !script->failed; i++) {
        const struct definition *definition = notebook->list[i];
        script->entries[i].opened =
            definition->inside_count > 0 &&
            (is_touched(notebook, definition) || !is_general(script, definition->tree->root));
        for (size_t k = 0; script->entries[i].opened && k < definition->inside_count; k++) {
            if (definition_owned_at(definition, k) != NULL) {
                add_script_entry(script, definition_owned_at(definition, k), false);
            }
        }
    }
}

/* --- literals --------------------------------------------------------------------------------- */

/* Appends a double as Python reads it, never as an integer, whose powers and quotients differ. */
static void append_python_number(double number, struct text *out) {
    char exact[NUMBER_TEXT];
    number_exact(exact, number);
    if (isnan(number)) {
        text_append(out, "np.nan");
    } else if (isinf(number)) {
        text_append(out, number < 0 ? "-np.inf" : "np.inf");
    } else {
        text_append(out, exact);
        text_append(out, strpbrk(exact, ".e") ? "" : ".0");
    }
}

static void append_python_cells(const struct tensor *tensor, int axis, size_t *cell,
                                struct text *out) {
    text_append(out, "[");
    size_t size = tensor->shape.size[axis];
    for (size_t i = 0; i < size && text_checkpoint(out, axis == AXIS_COLUMN); i++) {
        if (axis == AXIS_COLUMN) {
            text_append(out, i > 0 ? ", " : "");
            append_python_number(tensor->cells[(*cell)++], out);
        } else {
            text_append(out, i > 0 ? ",\n    " : "");
            append_python_cells(tensor, axis + 1, cell, out);
        }
    }
    text_append(out, "]");
}

void numpy_array(const struct tensor *tensor, struct text *out) {
    size_t cell = 0;
    text_append(out, "np.array(");
    append_python_cells(tensor, AXIS_COUNT - tensor->shape.axes, &cell, out);
    text_append(out, ")");
}

/* --- nodes ------------------------------------------------------------------------------------ */

static void add_helper(struct python_script *script, const struct op *row) {
    const char *help = row->writing.numpy_help;
    bool known = help == NULL;
    for (size_t i = 0; i < script->known_count; i++) {
        known = known || text_same(script->known[i], help);
    }
    if (known) {
        return;
    }
    if (!memory_reserve(&script->known, &script->known_capacity, script->known_count + 1,
                        sizeof *script->known)) {
        script->failed = true;
        return;
    }
    script->known[script->known_count++] = help;
    text_format(&script->helpers, "\n\n%s", help);
}

/* True for numbers, and for arithmetic on nothing but numbers. */
static bool is_plain_number(const struct node *node) {
    if (node->kind != NODE_APPLY || !node->op->scalar) {
        return node->kind == NODE_NUMBER;
    }
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        if (node->op->parameters[i].kind == PARAMETER_VALUE && node->argument[i] &&
            !is_plain_number(node->argument[i])) {
            return false;
        }
    }
    return true;
}

/* Notes a number that is beside an array, which is written plainly: Q / 2.0. Elsewhere a number is
 * a 1×1 array, as it is here, so that every operator gets arrays and a division by zero is no
 * error. */
static void add_bare(struct python_script *script, const struct node *number) {
    if (!memory_reserve(&script->bare, &script->bare_capacity, script->bare_count + 1,
                        sizeof *script->bare)) {
        script->failed = true;
        return;
    }
    script->bare[script->bare_count++] = number;
}

static void mark_bare(struct python_script *script, const struct node *node) {
    if (!node->op->scalar || is_plain_number(node)) {
        return;
    }
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        const struct node *argument = node->argument[i];
        if (argument && argument->kind == NODE_NUMBER) {
            add_bare(script, argument);
        }
    }
}

static void write_python_number(struct python_script *script, const struct node *node,
                                struct text *out) {
    bool bare = false;
    for (size_t i = script->bare_count; !bare && i-- > 0;) {
        bare = script->bare[i] == node;
    }
    text_append(out, bare ? "" : "np.array([[");
    append_python_number(node->number, out);
    text_append(out, bare ? "" : "]])");
}

static void write_python_name(const struct python_script *script, const char *name,
                              struct text *out) {
    const struct definition *meant = notebook_find(script->notebook, name);
    bool is_parameter = script->own != NULL && tree_body_defines(script->own, name);
    const struct script_entry *entry =
        is_parameter || meant == NULL ? NULL : find_script_entry(script, meant);
    if (entry != NULL) {
        text_append(out, entry->name);
    } else {
        python_name(name, out);
    }
}

/* Writes attend(Q, K, V), or qkv_layers(block, x, W). */
static void write_own_call(struct python_script *script, const struct node *node,
                           struct text *out) {
    const char *name =
        script_name(script, notebook_operator(script->notebook, tree_called_name(node)));
    text_format(out, node->argument[0] == NULL ? "%s(" : "qkv_layers(%s, ", name);
    if (node->argument[0] != NULL) {
        add_helper(script, node->op);
        write_python_node(script, node->argument[1], out);
        text_append(out, ", ");
    }
    for (size_t i = 0; i < node->cell_count; i++) {
        text_append(out, i > 0 ? ", " : "");
        write_python_node(script, node->cells[i], out);
    }
    text_append(out, ")");
}

static void write_position(struct python_script *script, const struct node *node,
                           struct text *out) {
    double number;
    if (node == NULL) {
        text_append(out, "None");
    } else if (tree_is_number(node, &number)) {
        text_format(out, "%g", number);
    } else {
        write_python_node(script, node, out);
    }
}

/* Writes qkv_pick(x, 2, slice(None, 3)), for a `def`, where the sizes are not known. */
static void write_pick(struct python_script *script, const struct node *node, struct text *out) {
    add_helper(script, node->op);
    text_append(out, "qkv_pick(");
    write_python_node(script, node->argument[0], out);
    for (size_t i = 0; i < node->subscript_count; i++) {
        const struct subscript *at = &node->subscripts[i];
        bool range = at->all || at->range;
        text_append(out, range ? ", slice(" : ", ");
        write_position(script, at->from, out);
        if (range) {
            text_append(out, ", ");
            write_position(script, at->to, out);
        }
        text_append(out, range ? ")" : "");
    }
    text_append(out, ")");
}

/* Calls the hook of an operator that writes itself, with its arguments as Python texts. */
static bool write_hooked(struct python_script *script, const struct operation *operation,
                         struct text *out) {
    struct call call = operation->call;
    struct text written[CALL_ARGUMENTS] = {{0}};
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        const struct node *argument = operation->node->argument[i];
        bool number = call.op->parameters[i].kind == PARAMETER_NUMBER;
        if ((call.argument[i].value || number) && argument) {
            write_python_node(script, argument, &written[i]);
            call.argument[i].written = text_string(&written[i]);
        }
    }
    bool ok = operation->node->op->numpy(&call, out);
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        text_release_into(&written[i], out);
    }
    script->failed |= !ok;
    return true;
}

/* True for a matrix of plain numbers; a matrix with formulas in it is left to the writer. */
static bool is_plain_matrix(const struct node *node) {
    bool plain = node->op->writing.form == WRITING_MATRIX;
    for (size_t i = 0; i < node->cell_count && plain; i++) {
        plain = is_plain_number(node->cells[i]);
    }
    return plain;
}

static bool write_python_apply(struct python_script *script, const struct node *node,
                               struct text *out) {
    const struct op *row = node->op;
    const struct definition *definition = script->definition;
    const struct operation *operation = NULL;
    for (size_t i = 0; definition != NULL && i < definition->operation_count; i++) {
        operation = definition->operations[i].node == node ? &definition->operations[i] : operation;
    }
    if (row->expands) {
        write_own_call(script, node, out);
        return true;
    }
    if (row->writing.form == WRITING_SUBSCRIPT && operation == NULL) {
        write_pick(script, node, out);
        return true;
    }
    /* NumPy opens its own files, but knows nothing of a table's labels. */
    const char *file = row->of_file ? node->argument[0]->text : "";
    bool is_table = file_has_suffix(file, ".csv") || file_has_suffix(file, ".tsv");
    bool by_value = row->literal_in_numpy || is_plain_matrix(node) || is_table ||
                    (!row->numpy && !row->writing.numpy);
    if (!by_value && row->writing.form != WRITING_SUBSCRIPT) {
        add_helper(script, row);
    }
    mark_bare(script, node);
    if (by_value && (operation || node->array)) {
        numpy_array(operation ? operation->result : node->array, out);
        return true;
    }
    for (size_t i = 0; is_plain_matrix(node) && i < node->cell_count; i++) {
        /* No operation has the value of this node. */
        const struct node *cell = node->cells[i];
        add_bare(script, cell->kind == NODE_APPLY ? cell->argument[0] : cell);
    }
    return operation && row->numpy && write_hooked(script, operation, out);
}

/* Called by the writer for each node: true when the export writes it itself. */
static bool write_special(void *context, const struct node *node, struct text *out) {
    struct python_script *script = context;
    switch (node->kind) {
    case NODE_NUMBER:
        write_python_number(script, node, out);
        return true;
    case NODE_NAME:
        write_python_name(script, node->text, out);
        return true;
    case NODE_APPLY:
        return write_python_apply(script, node, out);
    case NODE_TEXT: /* a whole definition, or an argument that stays a text */
        if (node == script->definition->tree->root) {
            numpy_array(script->definition->computed, out);
        }
        return node == script->definition->tree->root;
    default:
        return false;
    }
}

static void write_python_node(struct python_script *script, const struct node *node,
                              struct text *out) {
    struct writer_options options = {NOTATION_NUMPY, write_special, script};
    writer_write(node, &options, out);
}

/* --- definitions ------------------------------------------------------------------------------ */

static void append_python_overlays(const char *name, const struct definition *definition,
                                   const struct overlays *overlays, struct text *out) {
    const struct shape *shape = &definition->value->shape;
    if (overlays->count > 0) {
        text_format(out, "%s = np.array(%s)\n", name, name);
    }
    for (size_t i = 0; i < overlays->count; i++) {
        struct place place = tensor_place(shape, overlays->list[i].cell);
        text_format(out, "%s[", name);
        for (int axis = AXIS_COUNT - shape->axes; axis < AXIS_COUNT; axis++) {
            text_format(out, "%zu%s", place.at[axis], axis < AXIS_COLUMN ? ", " : "] = ");
        }
        append_python_number(overlays->list[i].number, out);
        text_append(out, "\n");
    }
}

static void write_python_line(struct python_script *script, const struct definition *definition,
                              const struct node *formula) {
    const char *name = script_name(script, definition);
    script->definition = definition;
    script->bare_count = 0;
    text_format(&script->body, "%s = ", name);
    write_python_node(script, formula, &script->body);
    text_append(&script->body, "\n");
    append_python_overlays(name, definition, &definition->edits, &script->body);
    append_python_overlays(name, definition, &definition->pins, &script->body);
}

/* Writes a definition as one line, with calls of Python functions, or line by line with what is
 * inside it. */
static void write_definition(struct python_script *script, const struct definition *definition) {
    bool opened = is_opened(script, definition);
    for (size_t i = 0; opened && i < definition->inside_count; i++) {
        const struct definition *inside = definition_owned_at(definition, i);
        if (inside != NULL) {
            write_python_line(script, inside, inside->worked->root);
        }
    }
    write_python_line(script, definition,
                      opened ? definition->worked->root : definition->tree->root);
}

static void write_python_operator(struct python_script *script, const struct definition *op) {
    const struct node *body = op->tree->root;
    struct text *out = &script->own_operators;
    script->own = body;
    script->definition = NULL;
    script->bare_count = 0;
    text_format(out, "\n\ndef %s(", script_name(script, op));
    for (size_t i = 0; i < body->parameters; i++) {
        text_append(out, i > 0 ? ", " : "");
        python_name(body->cells[i]->text, out);
    }
    text_append(out, "):\n");
    for (size_t i = body->parameters; i < body->cell_count; i++) {
        const struct node *line = body->cells[i];
        bool value = line->kind != NODE_LINE;
        text_append(out, value ? "    return " : "    ");
        if (!value) {
            python_name(line->text, out);
            text_append(out, " = ");
        }
        write_python_node(script, value ? line : line->argument[0], out);
        text_append(out, "\n");
    }
    script->own = NULL;
}

/* Finds the definitions that options name, and those that they are made of. */
static bool find_exported(const struct notebook *notebook, const struct export_options *options,
                          struct notebook *needed) {
    struct failure failure = {0};
    struct definition **requested = memory_allocate(notebook->count, sizeof(struct definition *));
    size_t count = 0;
    for (size_t i = 0; requested && i < notebook->count; i++) {
        if (export_wants(options, notebook->list[i]->name)) {
            requested[count++] = notebook->list[i];
        }
    }
    bool ok = notebook_needed(notebook, requested, count, needed, &failure) && requested;
    memory_free(requested);
    return ok;
}

static void write_python_body(struct python_script *script, const struct export_options *options) {
    const struct notebook *notebook = script->notebook;
    const struct library *library = notebook->library;
    struct notebook needed;
    script->failed |= !find_exported(notebook, options, &needed);
    for (size_t i = 0; library != NULL && i < library->count && !script->failed; i++) {
        if (!is_opened(script, library->list[i])) {
            write_python_operator(script, library->list[i]);
        }
    }
    for (size_t i = 0; i < needed.count && !script->failed; i++) {
        write_definition(script, needed.list[i]);
    }
    notebook_release(&needed);
}

/* --- what is printed -------------------------------------------------------------------------- */

static const char *const PRINTING[] = {
#include "files/printing.txt.h"
};

static void append_value(const struct python_script *script, const struct export *export,
                         struct text *out) {
    const char *name = script_name(script, export->definition);
    struct text formula = {0};
    export_formula(export, NOTATION_PLAIN, &formula);
    text_append(out, "    ");
    export_string(export->definition->name, out);
    text_append(out, ": qkv_value(");
    export_string(text_string(&formula), out);
    text_format(out, export->options->columns ? ", np.swapaxes(%s, -1, -2), " : ", %s, ", name);
    export_labels(export->value->shape.labels[AXIS_ROW], "None", out);
    text_append(out, ", ");
    export_labels(export->value->shape.labels[AXIS_COLUMN], "None", out);
    text_append(out, "),\n");
    out->failed |= formula.failed;
    text_release(&formula);
}

static void append_printing(const struct python_script *script, struct export *export,
                            struct text *out) {
    const struct export_options *options = export->options;
    text_append_lines(out, PRINTING, sizeof PRINTING / sizeof PRINTING[0]);
    text_append(out, "\n\n");
    text_append_bytes(out, text_string(&script->body), script->body.length);
    text_append(out, "\nprint(json.dumps({\"lesson\": ");
    if (options->lesson) {
        export_string(options->lesson, out);
    } else {
        text_append(out, "None");
    }
    text_format(out, ", \"convention\": \"%s\", \"values\": {\n",
                options->columns ? "columns" : "rows");
    while (export_next(export)) {
        append_value(script, export, out);
    }
    text_append(out, "}}))\n");
}

/* Appends the folders for the helpers that read files, because the script may be run in any folder.
 */
static void append_folders(const struct python_script *script, const struct export_options *options,
                           struct text *out) {
    const char *const folders[] = {options->folder, ".", options->models};
    char whole[PATH_MAX], before[PATH_MAX] = "";
    bool first = true;
    if (strstr(text_string(&script->helpers), "qkv_folders") == NULL) {
        return;
    }
    text_append(out,
                "\n# Its files are in one of these, beside the script, or among qkv's models.\n"
                "qkv_folders = [");
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        if (folders[i] == NULL || realpath(folders[i], whole) == NULL || text_same(whole, before)) {
            continue;
        }
        text_append(out, first ? "" : ", ");
        export_string(whole, out);
        memcpy(before, whole, sizeof before);
        first = false;
    }
    text_append(out, "]\n");
}

void numpy_write(struct export *export, struct text *out) {
    struct python_script script = {.notebook = export->notebook};
    name_definitions(&script);
    if (!script.failed) {
        write_python_body(&script, export->options);
        text_append(out,
                    "# Computes a notebook of qkv, words as rows, and prints its values as JSON.\n"
                    "import json\n\nimport numpy as np\n\nnp.seterr(all=\"ignore\")\n");
        append_folders(&script, export->options, out);
        text_append_bytes(out, text_string(&script.helpers), script.helpers.length);
        text_append_bytes(out, text_string(&script.own_operators), script.own_operators.length);
        append_printing(&script, export, out);
    }
    out->failed |= script.failed || script.helpers.failed || script.body.failed;
    out->stopped |= script.body.stopped;
    for (size_t i = 0; i < script.count; i++) {
        memory_free(script.entries[i].name);
    }
    memory_free(script.entries);
    memory_free(script.known);
    memory_free(script.bare);
    text_release(&script.helpers);
    text_release_into(&script.own_operators, out);
    text_release(&script.body);
}
