/* Regular expressions as jq knows them: Perl's syntax, over code points,
 * matched by trial in the order of the alternatives. */
#ifndef ESCAROLE_JQ_REGEX_H
#define ESCAROLE_JQ_REGEX_H

#include "jq.h"

enum { RX_FOLD = 1, RX_DOT_ALL = 2, RX_EXTENDED = 4 };

enum {
    R_CHAR, R_ANY, R_SET, R_SPLIT, R_JUMP, R_SAVE, R_BEGIN, R_END, R_END_LINE,
    R_WORD, R_NOT_WORD, R_LOOK, R_LOOK_NOT, R_BEHIND,
    R_BEHIND_NOT, R_ATOMIC, R_BACKREF, R_PROGRESS, R_MATCH
};

typedef struct {
    int op;
    uint32_t rune; /* of R_CHAR; the number of R_SAVE, R_BACKREF, R_PROGRESS */
    int x, y;      /* next; the other way of R_SPLIT, what follows a look or loop */
    int set;
    bool fold; /* letters of either case; of R_ANY: newlines too */
} RxInst;

typedef struct {
    uint32_t from, to;
} RxRange;

typedef struct {
    RxRange *v;
    int n;
    bool negated;
} RxSet;

typedef struct {
    RxInst *v;
    int n;
    RxSet *sets;
    int set_count;
    int groups, marks; /* groups without the whole; loops that may be empty */
    char **names;      /* of the groups, NULL for one without */
    const char *error;
} Rx;

/* On a mistake rx->error says which. */
void rx_compile(Rx *rx, const Str *pattern, int flags);
/* Spans of the whole match and of all groups, -1 for none. 1 match, 0 none,
 * -1 when it took too many steps. */
int rx_match(const Rx *rx, const Str *text, size_t from, ptrdiff_t *spans);
bool rx_in_set(const RxSet *set, uint32_t rune, bool fold);

#endif
