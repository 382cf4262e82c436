/* chart: the map of how the values hang together, in one to five lines above the prompt. */
#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "canvas/map.h"
#include "panels/axes.h"
#include "panels/demand.h"

enum { MARGIN = 1, LOW = 20, HIGH = 30, NAME = 48 };

/* The map of a frame, and what it was made of. */
struct chart {
    struct map map;
    struct map_value *values;
    char (*names)[NAME];
    struct demand demand;
};

static void chart_release(struct chart *chart) {
    demand_release(&chart->demand);
    memory_free(chart->values);
    memory_free(chart->names);
}

/* What is looked at stands in brackets, what the last change moved has a star. */
static void name_value(const struct scene *scene, struct chart *chart, size_t index) {
    const struct definition *old;
    const struct definition *definition = session_notebook(scene->session)->list[index];
    const struct wanted *wanted = &chart->demand.list[index];
    enum style role = axes_role(definition);
    bool here = definition == scene->definition, moved = scene_moved(scene, index, &old);
    text_fill(chart->names[index], NAME, here ? "[%s]%s" : "%s%s", definition->name,
              moved ? "*" : "");
    chart->values[index] = (struct map_value){
        .name = chart->names[index],
        .style = here                    ? STYLE_STRONG
                 : moved                 ? STYLE_CHANGED
                 : role == STYLE_FORMULA ? STYLE_LABEL
                                         : role,
        .operands = wanted->operands,
        .operand_count = wanted->operand_count,
        .shown = wanted->rank < BOARD_NEIGHBOUR,
        .focus = here || wanted->turn,
        .hidden = wanted->hidden,
    };
}

static bool chart_make(struct scene *scene, const size_t room[2], struct chart *chart) {
    size_t count = session_notebook(scene->session)->count;
    *chart = (struct chart){.values = memory_allocate(count, sizeof *chart->values),
                            .names = memory_allocate(count, sizeof *chart->names)};
    bool ok = demand_make(scene, &chart->demand) && chart->values != NULL && chart->names != NULL;
    for (size_t i = 0; ok && i < count; i++) {
        name_value(scene, chart, i);
    }
    return (ok && map_make(&chart->map, chart->values, count, room)) ||
           failure_memory(scene->failure);
}

static size_t chart_rows(struct scene *scene, size_t width, size_t most) {
    size_t rows = scene->canvas->rows, limit = rows < LOW ? 1 : rows < HIGH ? 3 : MAP_LINES;
    struct chart chart;
    size_t lines = 0;
    if (width > 2 * MARGIN &&
        chart_make(scene, (const size_t[]){most < limit ? most : limit, width - 2 * MARGIN},
                   &chart)) {
        lines = chart.map.lines;
    }
    chart_release(&chart);
    return lines;
}

static bool chart_draw(struct scene *scene, struct box box) {
    struct box inside = {box.row, box.column + MARGIN, box.rows, box.columns - 2 * MARGIN};
    struct patch patch = patch_make(scene->canvas, inside);
    struct chart chart;
    if (box.rows == 0 || box.columns <= 2 * MARGIN) {
        return true;
    }
    bool ok = chart_make(scene, (const size_t[]){inside.rows, inside.columns}, &chart);
    if (ok) {
        map_draw(&chart.map, chart.values, &patch);
    }
    chart_release(&chart);
    return ok;
}

const struct panel chart_panel = {.rows = chart_rows, .draw = chart_draw};
