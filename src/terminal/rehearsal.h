/* rehearsal: a training as it is seen on the screen: frames while it runs, its pace, and Ctrl-C.
 *
 * A training that would be over before one could look is given a second and a half, or the pace it
 * asks for; a key hurries it on. One that takes longer is not slowed down: between two frames, 25 a
 * second, a step costs two looks at the clock. The clock stands here and nowhere below: when a
 * frame is drawn hangs on time, what is learned does not. */
#ifndef QKV_TERMINAL_REHEARSAL_H
#define QKV_TERMINAL_REHEARSAL_H

#include "notebook/train.h"
#include "session/session.h"

struct rehearsal {
    struct session *session;
    struct training_watch watch; /* the session's, while the screen is up */
    double begun, drawn;         /* seconds: the training, the frame before */
    size_t step;                 /* taken when it was drawn */
    bool over;                   /* Ctrl-C: nobody looks any more */
};

/* SESSION's trainings are looked at from now on; until rehearsal_end. REHEARSAL stays where it is.
 */
void rehearsal_begin(struct rehearsal *rehearsal, struct session *session);
void rehearsal_end(struct rehearsal *rehearsal);

#endif
