/* xargs: what its parts share. */
#ifndef ESCAROLE_XARGS_H
#define ESCAROLE_XARGS_H

#include "../lib/base.h"

typedef struct {
    int delimiter; /* -1: blanks and newlines, with quotes */
    bool by_line;  /* -I: an item is a line */
    const char *eof; /* -E, or NULL */
} ItemRules;

/* What follows an item: the end of its line, which counts for -L. */
typedef struct {
    char *text;
    size_t n;
    bool line_ends;
} Item;

void items_start(const char *file, const ItemRules *rules);
/* False at the end. The text is the caller's. */
bool items_next(Item *item);

#endif
