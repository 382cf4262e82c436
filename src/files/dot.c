/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "files/formats.h"

#include "base/text.h"
#include "base/utf8.h"

#include <string.h>

enum { MOST_COLUMNS = 48 };

/* As a part of a string of GraphViz's: what it would act on behind a backslash, one line, and no
 * wider than a node should be. */
static void append_part(const char *part, struct text *out) {
    struct text line = {0}, fitted = {0};
    utf8_line(&line, part, strlen(part));
    size_t columns = utf8_columns(text_string(&line), line.length);
    columns = columns < MOST_COLUMNS ? columns : MOST_COLUMNS;
    utf8_fit(&fitted, text_string(&line), line.length, columns);
    for (const char *at = text_string(&fitted); *at != '\0'; at++) {
        text_append(out, *at == '"' || *at == '\\' ? "\\" : "");
        text_append_character(out, *at);
    }
    out->failed |= line.failed || fitted.failed;
    text_release(&line);
    text_release(&fitted);
}

static void append_node(const struct export *export, struct text *out) {
    const struct definition *definition = export->definition;
    struct text formula = {0};
    text_append(out, "  \"");
    append_part(definition->name, out);
    text_append(out, "\" [label=\"");
    append_part(definition->name, out);
    if (!definition->leaf) {
        export_formula(export, NOTATION_PLAIN, &formula);
        text_append(out, "\\n");
        append_part(text_string(&formula), out);
    }
    text_append(out, "\\n");
    shape_write(&export->value->shape, out);
    text_append(out, definition->leaf ? "\", shape=box];\n" : "\"];\n");
    out->failed |= formula.failed;
    text_release(&formula);
}

static void append_arrows(const struct export *export, struct text *out) {
    const struct definition *definition = export->definition;
    for (size_t i = 0; i < definition->use_count; i++) {
        const char *used = definition->uses[i]->name;
        if (notebook_find(export->notebook, used) != NULL && export_wants(export->options, used)) {
            text_append(out, "  \"");
            append_part(used, out);
            text_append(out, "\" -> \"");
            append_part(definition->name, out);
            text_append(out, "\";\n");
        }
    }
}

void dot_write(struct export *export, struct text *out) {
    text_append(out, "digraph {\n  rankdir=LR;\n  node [fontname=monospace];\n");
    while (export_next(export)) {
        append_node(export, out);
        append_arrows(export, out);
    }
    text_append(out, "}\n");
}
