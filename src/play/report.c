/* report: what check found, for people and as JSON. */
#include "base/failure.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "files/export.h"
#include "play/play.h"

#include <string.h>

void check_report_release(struct check_report *report) {
    memory_free(report->file);
    memory_free(report->failures);
    *report = (struct check_report){0};
}

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

static void write_held(const struct check_report *report, struct text *out) {
    const struct {
        size_t count;
        const char *one, *many;
    } held[] = {
        {report->expects, "expect", "expects"},
        {report->inline_checks, "number in the text", "numbers in the text"},
        {report->quizzes, "quiz", "quizzes"},
        {report->exercises, "exercise", "exercises"},
        {report->error_fences, "error", "errors"},
    };
    const char *between = "";
    for (size_t i = 0; i < sizeof held / sizeof held[0]; i++) {
        if (held[i].count > 0) {
            text_format(out, "%s%zu %s", between, held[i].count,
                        held[i].count == 1 ? held[i].one : held[i].many);
            between = ", ";
        }
    }
    text_append(out, between[0] == '\0' ? "nothing to hold" : " held");
}

void check_report_write(const struct check_report *report, struct text *out) {
    utf8_line(out, report->file, strlen(report->file));
    text_append(out, ": ");
    size_t failures = report->failure_count + report->failure_more;
    if (failures > 0) {
        text_format(out, "%zu failure%s", failures, plural(failures));
        if (report->failure_more > 0) {
            text_format(out, ", of which the first %zu are told", report->failure_count);
        }
        text_append(out, "; ");
    }
    write_held(report, out);
    text_append(out, "\n");
}

static void write_failure(const struct failure *failure, struct text *out) {
    text_format(out, "{\"line\": %zu, \"column\": %zu, \"message\": ", failure->line,
                failure->column);
    export_string(failure->message, out);
    text_append(out, "}");
}

void check_report_json(const struct check_report *report, struct text *out) {
    text_append(out, "{\"file\": ");
    export_string(report->file, out);
    text_format(out,
                ", \"passed\": %s,\n  \"held\": ", report->failure_count == 0 ? "true" : "false");
    text_format(out,
                "{\"expects\": %zu, \"numbers\": %zu, \"quizzes\": %zu, \"exercises\": %zu, "
                "\"errors\": %zu},\n  \"failures\": [",
                report->expects, report->inline_checks, report->quizzes, report->exercises,
                report->error_fences);
    for (size_t i = 0; i < report->failure_count; i++) {
        text_append(out, i == 0 ? "\n    " : ",\n    ");
        write_failure(&report->failures[i], out);
    }
    text_append(out, "]");
    if (report->failure_more > 0) {
        text_format(out, ", \"more\": %zu", report->failure_more);
    }
    text_append(out, "}");
}
