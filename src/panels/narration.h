/* narration: how far the lesson has spoken. */
#ifndef QKV_PANELS_NARRATION_H
#define QKV_PANELS_NARRATION_H

#include "session/session.h"

/* The first part of the present page that has not been told yet, or the part after the page. */
size_t narration_told(const struct session *session);

#endif
