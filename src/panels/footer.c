/* footer: the keys that matter now, as many as fit. */
#include "base/failure.h"
#include "commands/keys.h"
#include "notebook/train.h"
#include "panels/scene.h"

enum { MARGIN = 1 };

/* What readline does with these keys is not in the table of keys. */
static const char *const typing = "Enter run  Tab complete  Up earlier lines  Escape back";
static const char *const learning = "Ctrl-C stop, and keep what was learned";
static const char *const showing = "Ctrl-C end the show";
static const char *const choosing = "Enter open  Up Down choose  : type  ? keys  q quit";
static const char *const covered = "Escape close  Up Down scroll  Space further  ? keys";

static size_t footer_rows(struct scene *scene, size_t width, size_t most) {
    (void)scene;
    (void)width;
    return most > 0 ? 1 : 0;
}

static bool footer_draw(struct scene *scene, struct box box) {
    struct text words = {0};
    if (box.rows == 0 || box.columns <= 2 * MARGIN) {
        return true;
    }
    struct box inside = {box.row, box.column + MARGIN, 1, box.columns - 2 * MARGIN};
    const struct session *session = scene->session;
    if (session->moment != NULL) {
        text_append(&words, session->moment->training->whole ? showing : learning);
    } else if (scene->stage->prompt_focused) {
        text_append(&words, typing);
    } else if (session->looks.cover != COVER_NONE) {
        text_append(&words, covered);
    } else if (session->lesson == NULL && scene->value == NULL && scene->stage->shelf != NULL) {
        text_append(&words, choosing);
    } else {
        keys_footer(session, inside.columns, scene->stage->ascii, &words);
    }
    scene_words(scene, inside, text_string(&words), STYLE_LABEL);
    bool ok = text_ok(&words, scene->failure);
    text_release(&words);
    return ok;
}

const struct panel footer_panel = {
    .name = "footer",
    .sentence = "The keys that matter now.",
    .rows = footer_rows,
    .draw = footer_draw,
};
