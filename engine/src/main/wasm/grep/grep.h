#ifndef ESCAROLE_GREP_H
#define ESCAROLE_GREP_H

#include "../lib/re.h"

typedef struct {
    Re *re; /* NULL: no pattern at all, so no line matches */
    bool invert, count, only, quiet, list, list_without, number, offset;
    bool silent, recurse, follow_links, word_names;
    int names; /* 1 with, 0 without, -1 by the number of files */
    int64_t max;
    uint64_t before, after;
    bool context;
    bool skip_dirs;
    const char **include, **exclude, **exclude_dir;
    size_t include_n, exclude_n, exclude_dir_n;
    bool matched, failed;
} Grep;

extern Grep grep;

/* Searches one open input. */
void grep_input(In *in, const char *name);
/* Searches a file, a directory when asked to, or "-". */
void grep_operand(const char *name);
void grep_here(void); /* -r without operands */

#endif
