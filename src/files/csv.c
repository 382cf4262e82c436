/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "files/formats.h"

#include "base/checkpoint.h"
#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"

#include <string.h>

enum { CELL_WORK = 64 }; /* what reading a cell costs, in numbers */

static const char BOM[] = "\xef\xbb\xbf"; /* a byte order mark */

/* A cell of the text. */
struct cell {
    const char *bytes; /* without blanks around and without the outer quotes */
    size_t length;
    bool doubled;     /* quotes inside are written twice */
    size_t line;      /* of the file, from 1 */
    struct span span; /* in the text */
    bool last;        /* of its row */
};

/* Cells one after another. */
struct csv_reader {
    const char *text;
    size_t length, at, line;
    char separator;
    const char *torn;  /* a quote that is never closed: its place */
    const char *stray; /* the first byte after a closing quote */
};

/* The layout of the rows. */
struct layout {
    bool header;          /* the first row is column labels */
    bool names;           /* the first column is row labels */
    bool corner;          /* the header has a cell above the row labels */
    size_t rows, columns; /* of numbers */
};

/* The table being read. */
struct table_reading {
    const char *file, *text;
    size_t length;
    char separator;
    struct layout layout;
    struct failure *failure;
};

/* --- cells ------------------------------------------------------------------------------------ */

static struct csv_reader reader_at_start(const struct table_reading *reading) {
    struct csv_reader reader = {reading->text, reading->length, 0, 1, reading->separator, NULL,
                                NULL};
    if (reading->length >= 3 && memcmp(reading->text, BOM, 3) == 0) {
        reader.at = 3;
    }
    return reader;
}

static bool is_space_or_tab(char c) {
    return c == ' ' || c == '\t';
}

/* Skips lines that contain only blanks. */
static void skip_blank_lines(struct csv_reader *reader) {
    size_t at = reader->at;
    while (at < reader->length &&
           (is_space_or_tab(reader->text[at]) || strchr("\r\n", reader->text[at]))) {
        if (reader->text[at] == '\n') {
            reader->line++;
            reader->at = at + 1;
        }
        at++;
    }
    reader->at = at == reader->length ? at : reader->at;
}

/* Reads what is between quotes, where line breaks and separators are text. */
static void read_quoted(struct csv_reader *reader, struct cell *cell) {
    const char *text = reader->text;
    size_t start = ++reader->at;
    for (; reader->at < reader->length; reader->at++) {
        if (text[reader->at] == '\n') {
            reader->line++;
        } else if (text[reader->at] == '"') {
            if (reader->at + 1 == reader->length || text[reader->at + 1] != '"') {
                break;
            }
            cell->doubled = true;
            reader->at++;
        }
    }
    cell->bytes = text + start;
    cell->length = (reader->at < reader->length ? reader->at : reader->length) - start;
    if (reader->at < reader->length) {
        reader->at++;
    } else {
        reader->torn = text + start - 1;
    }
}

static void skip_csv_blanks(struct csv_reader *reader) {
    while (reader->at < reader->length && is_space_or_tab(reader->text[reader->at]) &&
           reader->text[reader->at] != reader->separator) {
        reader->at++;
    }
}

static void read_bare(struct csv_reader *reader, struct cell *cell) {
    size_t start = reader->at;
    while (reader->at < reader->length && reader->text[reader->at] != reader->separator &&
           reader->text[reader->at] != '\n') {
        reader->at++;
    }
    size_t end = reader->at;
    while (end > start &&
           (is_space_or_tab(reader->text[end - 1]) || reader->text[end - 1] == '\r')) {
        end--;
    }
    cell->bytes = reader->text + start;
    cell->length = end - start;
}

/* Reads the next cell; false at the end of the text. Blank lines before a row are skipped. */
static bool read_csv_cell(struct csv_reader *reader, bool first, struct cell *cell) {
    *cell = (struct cell){0};
    if (first) {
        skip_blank_lines(reader);
        if (reader->at == reader->length) {
            return false;
        }
    }
    skip_csv_blanks(reader);
    cell->line = reader->line;
    cell->span.start = reader->at;
    if (reader->at < reader->length && reader->text[reader->at] == '"') {
        read_quoted(reader, cell);
    } else {
        read_bare(reader, cell);
    }
    cell->span.end = reader->at;
    while (reader->at < reader->length && reader->text[reader->at] != reader->separator &&
           reader->text[reader->at] != '\n') {
        if (reader->stray == NULL && !is_space_or_tab(reader->text[reader->at]) &&
            reader->text[reader->at] != '\r') {
            reader->stray = reader->text + reader->at;
        }
        reader->at++;
    }
    cell->last = reader->at == reader->length || reader->text[reader->at] == '\n';
    reader->line += reader->at < reader->length && cell->last;
    reader->at += reader->at < reader->length;
    return true;
}

static bool is_csv_number(const struct cell *cell) {
    double value;
    return number_parse(cell->bytes, cell->length, &value);
}

/* --- failures --------------------------------------------------------------------------------- */

/* Locates the failure on the line of the cell that is at fault. */
static bool locate_failure(const struct table_reading *reading, const struct cell *cell) {
    const char *text = reading->text;
    size_t start = cell->span.start, end = cell->span.start;
    while (start > 0 && text[start - 1] != '\n') {
        start--;
    }
    while (end < reading->length && text[end] != '\n') {
        end++;
    }
    char *line = memory_text(text + start, end - start);
    failure_place(reading->failure,
                  (struct span){cell->span.start - start, cell->span.end - start});
    failure_locate(reading->failure, reading->file, line ? line : "", cell->line);
    memory_free(line);
    return false;
}

static bool refuse_cell(const struct table_reading *reading, const struct cell *cell,
                        size_t column) {
    bool comma = memchr(cell->bytes, ',', cell->length) != NULL;
    int shown = cell->length > 40 ? 40 : (int)cell->length;
    if (cell->length == 0) {
        failure_set(reading->failure, "column %zu is empty here: every cell needs a number",
                    column + 1);
    } else {
        failure_set(reading->failure, "\"%.*s\" in column %zu is no number%s", shown, cell->bytes,
                    column + 1, comma ? ": decimals have a point, not a comma" : "");
    }
    return locate_failure(reading, cell);
}

/* Refuses the whole text because of the byte at AT. */
static bool refuse_byte(const struct table_reading *reading, const char *at, const char *why) {
    struct cell cell = {.line = 1};
    cell.span.start = (size_t)(at - reading->text);
    cell.span.end = cell.span.start + 1;
    for (size_t i = 0; i < cell.span.start; i++) {
        cell.line += reading->text[i] == '\n';
    }
    failure_set(reading->failure, "%s", why);
    return locate_failure(reading, &cell);
}

/* --- layout ----------------------------------------------------------------------------------- */

/* What the first line and the first column contain. */
struct survey {
    bool first_empty, first_word; /* the corner */
    bool words;                   /* in the first line, the first cell aside */
    bool names;                   /* in the first column, below the first line */
    size_t first_cells, cells;    /* in the first line, and in the others */
    size_t lines;
};

/* Surveys the cells of one row. */
static bool survey_row(const struct table_reading *reading, struct csv_reader *reader,
                       struct survey *survey) {
    struct cell cell = {0};
    size_t count = 0;
    bool any = false;
    while (!cell.last && read_csv_cell(reader, count == 0, &cell)) {
        bool word = !is_csv_number(&cell);
        if (!checkpoint(CELL_WORK + cell.length, reading->failure)) {
            return false;
        }
        any = true;
        if (survey->lines == 0 && count == 0) {
            survey->first_word = word;
            survey->first_empty = cell.length == 0;
        } else if (survey->lines == 0) {
            survey->words |= word;
        } else if (count == 0) {
            survey->names |= word;
        }
        count++;
    }
    if (!any) {
        return true;
    }
    if (survey->lines == 0) {
        survey->first_cells = count;
    } else if (survey->lines == 1) {
        survey->cells = count;
    } else if (count != survey->cells) {
        failure_set(reading->failure, "this row has %zu cell%s, the rows before it have %zu", count,
                    count == 1 ? "" : "s", survey->cells);
        return locate_failure(reading, &cell);
    }
    survey->lines++;
    return true;
}

static bool lay_out_table(struct table_reading *reading, const struct survey *survey) {
    struct layout *layout = &reading->layout;
    bool above = survey->first_word && survey->lines > 1 && (survey->first_empty || !survey->names);
    layout->header = survey->words || above || (survey->first_word && survey->first_cells == 1);
    layout->names = survey->names || (survey->first_word && !layout->header);
    layout->rows = survey->lines - layout->header;
    size_t cells = survey->lines > 1 ? survey->cells : survey->first_cells;
    layout->columns = cells - layout->names;
    layout->corner = layout->header && layout->names && survey->first_cells == cells;
    if (survey->lines == 0 || layout->rows == 0 || layout->columns == 0) {
        failure_set(reading->failure, "there are no numbers here");
        failure_locate(reading->failure, reading->file, "", 1);
        return false;
    }
    return true;
}

/* Checks that the header has a label for each column of numbers; it may have one above the row
 * labels. */
static bool check_header(const struct table_reading *reading, const struct survey *survey) {
    const struct layout *layout = &reading->layout;
    size_t wanted = layout->columns + layout->corner;
    if (survey->lines < 2 || survey->first_cells == survey->cells ||
        (layout->header && survey->first_cells == wanted)) {
        return true;
    }
    failure_set(reading->failure, "the first line has %zu cells, the second %zu",
                survey->first_cells, survey->cells);
    failure_locate(reading->failure, reading->file, "", 1);
    return false;
}

static bool survey_all(struct table_reading *reading) {
    struct csv_reader reader = reader_at_start(reading);
    struct survey survey = {0};
    const char *nul = memchr(reading->text, '\0', reading->length);
    if (nul) {
        return refuse_byte(reading, nul, "a NUL byte: this is not text");
    }
    while (reader.at < reader.length) {
        if (!survey_row(reading, &reader, &survey)) {
            return false;
        }
    }
    if (reader.torn) {
        return refuse_byte(reading, reader.torn, "this quote is not closed");
    }
    if (reader.stray) {
        return refuse_byte(reading, reader.stray,
                           "nothing may follow a closing quote; double a quote inside");
    }
    return lay_out_table(reading, &survey) && check_header(reading, &survey);
}

/* --- labels and numbers ----------------------------------------------------------------------- */

bool csv_is_formula(const char *text) {
    size_t size = 0, length = strlen(text);
    uint32_t point = 0;
    double value;
    if (number_parse(text, length, &value)) {
        return false;
    }
    for (; length > 0; text += size, length -= size) {
        size = utf8_decode(text, length, &point);
        if (point > ' ' && point != 0xa0 && point != 0x3000) {
            break;
        }
    }
    bool wide = point > 0xff00 && point < 0xff5f; /* as wide as ideographs */
    point -= wide ? 0xff00 - ' ' : 0;
    return length > size && (point == '=' || point == '+' || point == '-' || point == '@');
}

/* True for a label that looks like a formula, perhaps after apostrophes. It is written after one
 * more apostrophe, which reading takes off again. */
static bool is_guarded(const char *label) {
    return csv_is_formula(label + strspn(label, "'"));
}

/* Appends a label's own text and a NUL; "" inside quotes is one quote. */
static void append_csv_label(const struct cell *cell, struct text *names) {
    size_t start = names->length;
    for (size_t i = 0; i < cell->length; i++) {
        text_append_character(names, cell->bytes[i]);
        i += cell->doubled && cell->bytes[i] == '"';
    }
    if (cell->length > 0 && cell->bytes[0] == '\'' && !names->failed &&
        is_guarded(names->bytes + start)) {
        memmove(names->bytes + start, names->bytes + start + 1, names->length - start);
        names->length--;
    }
    text_append_bytes(names, "", 1);
}

/* Puts NAMES on an axis, if there are any. */
static bool set_labels(struct tensor *tensor, enum tensor_axis axis, bool wanted,
                       const struct text *names, struct failure *failure) {
    struct labels **labels = &tensor->shape.labels[axis];
    *labels = wanted ? labels_from_list(names, tensor->shape.size[axis], failure) : NULL;
    return !wanted || *labels != NULL;
}

static bool fill_table(const struct table_reading *reading, struct tensor *tensor) {
    const struct layout *layout = &reading->layout;
    struct csv_reader reader = reader_at_start(reading);
    struct text rows = {0}, columns = {0};
    double *number = tensor->cells;
    bool ok = true;
    for (size_t line = 0; ok && line < layout->header + layout->rows; line++) {
        bool header = line < layout->header;
        size_t names = header ? layout->corner : layout->names;
        struct cell cell = {0};
        for (size_t i = 0; ok && !cell.last && read_csv_cell(&reader, i == 0, &cell); i++) {
            if (header ? i >= names && i - names < layout->columns : i < names) {
                append_csv_label(&cell, header ? &columns : &rows);
            } else if (!header && !number_parse(cell.bytes, cell.length, number++)) {
                ok = refuse_cell(reading, &cell, i);
            }
            ok = ok && checkpoint(CELL_WORK + cell.length, reading->failure);
        }
    }
    ok = ok && set_labels(tensor, AXIS_ROW, layout->names, &rows, reading->failure) &&
         set_labels(tensor, AXIS_COLUMN, layout->header, &columns, reading->failure);
    text_release(&rows);
    text_release(&columns);
    return ok;
}

struct tensor *csv_read(const char *file, const char *text, size_t length, char separator,
                        struct failure *failure) {
    struct table_reading reading = {file, text, length, separator, {0}, failure};
    if (!survey_all(&reading)) {
        return NULL;
    }
    struct shape shape = shape_matrix(reading.layout.rows, reading.layout.columns);
    struct tensor *tensor = tensor_create(&shape, failure);
    if (!tensor) {
        failure_locate(failure, file, "", 1);
        return NULL;
    }
    if (!fill_table(&reading, tensor)) {
        tensor_release(tensor);
        return NULL;
    }
    return tensor;
}

/* --- writing ---------------------------------------------------------------------------------- */

static void write_csv_label(const char *label, char separator, struct text *out) {
    char special[] = {separator, '"', '\r', '\n', '\0'};
    bool blank = is_space_or_tab(label[0]) ||
                 (label[0] != '\0' && is_space_or_tab(label[strlen(label) - 1]));
    bool guarded = is_guarded(label);
    if (!blank && label[strcspn(label, special)] == '\0') {
        text_append(out, guarded ? "'" : "");
        text_append(out, label);
        return;
    }
    text_append(out, guarded ? "\"'" : "\"");
    for (; *label; label++) {
        text_append(out, *label == '"' ? "\"" : "");
        text_append_character(out, *label);
    }
    text_append_character(out, '"');
}

static void write_csv_header(const struct shape *shape, char separator, struct text *out) {
    const struct labels *columns = shape->labels[AXIS_COLUMN];
    if (!columns) {
        return;
    }
    bool alone = columns->count == 1 && !shape->labels[AXIS_ROW];
    for (size_t j = 0; j < columns->count; j++) {
        if (j > 0 || shape->labels[AXIS_ROW]) {
            text_append_character(out, separator);
        }
        if (j == 0 && columns->names[j][0] == '\0' && (alone || separator == '\t')) {
            text_append(out, "\"\""); /* else the line would be blank, and passed over */
        }
        write_csv_label(columns->names[j], separator, out);
    }
    text_append_character(out, '\n');
}

void csv_write(const struct tensor *tensor, char separator, struct text *out) {
    const struct shape *shape = &tensor->shape;
    const struct labels *rows = shape->labels[AXIS_ROW];
    const double *cells = tensor->cells;
    char number[NUMBER_TEXT];
    for (size_t m = 0; m < shape_matrices(shape) && !out->failed; m++) {
        text_append(out, m > 0 ? "\n" : "");
        write_csv_header(shape, separator, out);
        for (size_t i = 0; i < shape_rows(shape) && text_checkpoint(out, shape_columns(shape));
             i++) {
            if (rows) {
                write_csv_label(rows->names[i], separator, out);
            }
            for (size_t j = 0; j < shape_columns(shape); j++) {
                text_append_bytes(out, &separator, j > 0 || rows);
                number_exact(number, *cells++);
                text_append(out, number);
            }
            text_append_character(out, '\n');
        }
    }
}
