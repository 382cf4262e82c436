#include "files/place.h"

#include "base/failure.h"

bool place_file(struct failure *failure, const char *file) {
    failure_locate(failure, file, "", 1);
    failure->line = 0;
    failure->column = 0;
    return false;
}
