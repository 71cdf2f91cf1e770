/* Where members of an archive may go: into one directory, and through no link. */
#ifndef ESCAROLE_SAFE_H
#define ESCAROLE_SAFE_H

#include "wpack.h"

/* Whether one of the parts of a name is `..`. */
bool name_climbs(const char *name);
/* The name without leading slashes and `./`; "" when nothing is left. */
const char *name_below(const char *name);
/* The path of a member below base, whose parents are made as needed. NULL and a reason
 * when the name leads out, or a parent is no directory or a symbolic link. */
char *safe_path(const char *base, const char *name, const char **why);
/* Makes way for a new file: removes a file or link of that name, but no directory. */
bool safe_clear(const char *path);
/* Whether a symbolic link at name may point to target: not absolute, `..` only at the
 * beginning and not beyond the directory. */
bool safe_target(const char *name, const char *target);
/* Whether a pattern matches the name or a directory it is in, from the beginning of
 * some part on. */
bool name_excluded(const char *name, char **patterns, size_t n);

#endif
