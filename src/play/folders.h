/* folders: where lessons are found: beside the program, where it was installed, in the user's own.
 */
#ifndef QKV_PLAY_FOLDERS_H
#define QKV_PLAY_FOLDERS_H

#include <stdbool.h>

struct failure;
struct lesson;

enum { LESSON_FOLDERS = 5 };

struct lesson_folders {
    char *paths[LESSON_FOLDERS + 1]; /* owned; NULL-terminated, for shelf_read */
};

/* <program>/lessons, <program>/../lessons and ../share/qkv/lessons, the folder of `make install`,
 * $XDG_DATA_HOME/qkv/lessons; those that are there. Release also after a failure. */
bool lesson_folders_find(struct lesson_folders *folders, struct failure *failure);
void lesson_folders_release(struct lesson_folders *folders);

/* As shelf_read and session->lesson_folders take it. */
const char *const *lesson_folders_list(const struct lesson_folders *folders);

/* Opens what the learner calls a lesson: a file, or the name of one in FOLDERS. A word that is
 * neither may have been meant for one of the verbs. JUDGED as for lesson_open. The caller frees
 * with lesson_free. */
struct lesson *lesson_folders_open(const struct lesson_folders *folders, const char *word,
                                   bool judged, struct failure *failure);

#endif
