/* help: everything that can be typed, told by its own row. */
#ifndef QKV_COMMANDS_HELP_H
#define QKV_COMMANDS_HELP_H

#include <stdbool.h>

struct failure;
struct text;

/* Appends help on TOPIC; on "" the overview, groups with a line each. Fails for an unknown topic,
 * with the nearest. */
bool help_write(const char *topic, struct text *out, struct failure *failure);

#endif
