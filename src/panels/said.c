#include "panels/said.h"

#include "base/failure.h"
#include "panels/scene.h"

enum { MARGIN = 1, WIDEST = 100 };

size_t said_columns(size_t columns) {
    size_t inside = columns > 2 * MARGIN ? columns - 2 * MARGIN : columns;
    return inside < WIDEST ? inside : WIDEST;
}

bool said_take(struct session *session, const struct failure *complaint, struct failure *failure) {
    struct looks *looks = &session->looks;
    text_clear(&looks->last.message);
    scene_trim(&session->out);
    if (complaint != NULL && complaint->set) {
        text_append(&looks->last.message, complaint->message);
    } else if (scene_count(text_string(&session->out)) > 1) {
        text_clear(&looks->last.answer);
        text_append(&looks->last.answer, text_string(&session->out));
        looks->cover = session->tried == NULL ? COVER_ANSWER : looks->cover;
        looks->scroll = 0;
    } else {
        text_append(&looks->last.message, text_string(&session->out));
    }
    text_clear(&session->out);
    return text_ok(&looks->last.message, failure) && text_ok(&looks->last.answer, failure);
}
