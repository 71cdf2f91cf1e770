#ifndef ESCAROLE_SORT_H
#define ESCAROLE_SORT_H

#include "wbox.h"

typedef struct {
    bool blanks_start, blanks_end; /* b of start and end */
    bool fold, reverse, dictionary, printing, month;
    char kind; /* 0 bytes, n g h V M R */
} KeyFlags;

typedef struct {
    size_t f1, c1, f2, c2; /* counted from 0; f2 behind: SIZE_MAX */
    KeyFlags fl;
} Key;

typedef struct {
    const char *p;
    uint32_t n;
    uint64_t prefix; /* orders lines before any closer look */
} Line;

typedef struct {
    Key *keys;
    size_t key_n;
    KeyFlags all;
    bool all_given;
    int tab; /* -1: runs of blanks */
    bool unique, stable, check, check_quiet, merge;
    int delim;
    const char *output;
} Sort;

extern Sort sort;

/* Part of a line that a key selects. */
void key_range(const Key *k, const char *p, size_t n, const char **s,
               const char **e);
int sort_compare(const Line *a, const Line *b);
/* The same without the last resort, as -u and -c -u see lines. */
int sort_compare_keys(const Line *a, const Line *b);
void sort_prefix(Line *l);
bool sort_simple(void); /* whole lines by bytes */

#endif
