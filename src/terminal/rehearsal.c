#include "terminal/rehearsal.h"

#include "terminal/screen.h"

#include <time.h>

static const double frame_seconds = 0.04, show_seconds = 1.5;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* The screen draws the session as it is at MOMENT. */
static bool show(struct rehearsal *rehearsal, const struct training_moment *moment, double at) {
    struct training_moment shown = *moment;
    shown.speed = (double)(moment->step - rehearsal->step) / (at - rehearsal->drawn);
    rehearsal->session->moment = &shown;
    bool goes_on = screen_show();
    rehearsal->session->moment = NULL;
    rehearsal->step = moment->step;
    rehearsal->drawn = at;
    return goes_on;
}

/* Waits until the training may take its next step: at its own pace, else so that all of it lasts as
 * long as one looks at. A key that was typed hurries it. */
static void keep_pace(const struct rehearsal *rehearsal, const struct training_moment *moment) {
    const struct training *training = moment->training;
    double pace = training->pace > 0 ? training->pace : (double)training->steps / show_seconds;
    double left = rehearsal->begun + (double)moment->step / pace - now();
    if (left >= 0.001) {
        screen_rest((int)(left < 1 ? left * 1000 : 1000));
    }
}

static bool look(void *context, const struct training_moment *moment) {
    struct rehearsal *rehearsal = context;
    double at = now();
    if (moment->step == 1) {
        rehearsal->begun = rehearsal->drawn = at;
        rehearsal->step = 1;
        rehearsal->over = false;
    }
    if (!rehearsal->over && at - rehearsal->drawn >= frame_seconds) {
        rehearsal->over = !show(rehearsal, moment, at);
    }
    if (!rehearsal->over) {
        keep_pace(rehearsal, moment);
    }
    return !rehearsal->over;
}

void rehearsal_begin(struct rehearsal *rehearsal, struct session *session) {
    *rehearsal = (struct rehearsal){.session = session, .watch = {look, rehearsal}};
    session->watch = &rehearsal->watch;
}

void rehearsal_end(struct rehearsal *rehearsal) {
    rehearsal->session->watch = NULL;
}
