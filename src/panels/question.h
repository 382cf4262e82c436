/* question: a quiz or an exercise as it stands, in words. */
#ifndef QKV_PANELS_QUESTION_H
#define QKV_PANELS_QUESTION_H

#include "panels/scene.h"

/* The quiz or the exercise of the stop passed last; NULL when it is none. */
const struct quiz *scene_quiz(const struct scene *scene);
const struct exercise *scene_exercise(const struct scene *scene);

/* Which of a question's lines are what. */
enum { QUESTION_CHOICES = 16 };
struct question_lines {
    size_t answer;                        /* asks for the answer; SIZE_MAX: none does */
    size_t choices[QUESTION_CHOICES + 1]; /* the first of each, and where the last ends */
    size_t choice_count;
};

/* Appends a quiz, choices, hints and all, in lines of WIDTH columns. */
bool quiz_write(struct scene *scene, size_t width, struct text *out, struct question_lines *lines);

/* Appends what an exercise asks for; its goals, open or met, what may be changed, and the last hint
 * told, or all of them when WHOLE. */
bool exercise_write(struct scene *scene, size_t width, struct text *out);
bool exercise_write_goals(struct scene *scene, size_t width, bool whole, struct text *out);

/* Appends what became of a prediction that the fence run last has settled; nothing when there is
 * none. */
bool question_verdict(struct scene *scene, size_t width, struct text *out);

#endif
