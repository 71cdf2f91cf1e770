/* find: what its two halves share. */
#ifndef FIND_H
#define FIND_H

#include "wbox.h"
#include "../lib/re.h"

enum {
    T_NAME, T_PATH, T_REGEX, T_TYPE, T_SIZE, T_EMPTY, T_NEWER, T_MTIME, T_MMIN,
    T_LINKS, T_INUM, T_TRUE, T_FALSE, T_PRINT, T_PRINT0, T_PRINTF, T_PRUNE,
    T_QUIT, T_NOT, T_AND, T_OR
};

typedef struct Expr {
    int kind, sign; /* sign: + - or 0 */
    bool fold;
    const char *text;
    uint64_t n, unit;
    int64_t time;
    Re *re;
    struct Expr *a, *b;
} Expr;

typedef struct {
    uint64_t min_depth, max_depth;
    bool depth_first, follow, failed;
    int64_t now;
} Find;

typedef struct {
    const char *path, *name;
    SysStat st;
    bool have_stat;
    int depth;
    const char *start;
} Item;

extern Find find;
void find_walk(const Expr *e, const char *path);

#endif
