/* A file that is of no use unless it is whole. */
#include "wpack.h"

static const char *file;

static void drop(void)
{
    sys_unlink(file);
}

void unfinished(const char *name)
{
    file = name;
    on_failure = name ? drop : NULL;
}
