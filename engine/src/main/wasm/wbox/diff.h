#ifndef ESCAROLE_DIFF_H
#define ESCAROLE_DIFF_H

#include "wbox.h"

typedef struct {
    const char *p;
    size_t n;
    int id; /* equal lines have equal ids */
} DiffLine;

typedef struct {
    const char *name;
    char *text;
    size_t n;
    SysStat st;
    DiffLine *v;
    int count;
    bool *changed; /* one more than lines */
    bool no_newline;
} DiffSide;

typedef struct {
    bool fold, all_space, space_change, brief, report_same, recurse, new_file;
    bool unified, text, blank_lines;
    uint64_t context;
    const char *labels[2];
    int label_n;
} DiffOpts;

extern DiffOpts diff;
void diff_split(DiffSide *a, DiffSide *b);
/* Marks the lines that changed. */
void diff_lines(DiffSide *a, DiffSide *b);

#endif
