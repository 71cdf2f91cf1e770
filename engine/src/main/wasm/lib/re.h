/* Regular expressions over bytes: POSIX basic and extended syntax with the
 * GNU additions, leftmost-longest, matched by lazily built automata. Only
 * back-references use backtracking, and that with a limit on its steps. */
#ifndef ESCAROLE_RE_H
#define ESCAROLE_RE_H

#include "base.h"

enum {
    RE_EXTENDED = 1,
    RE_FIXED = 2,
    RE_ICASE = 4,
    RE_LINE = 8,     /* -x: the whole line */
    RE_WORD = 16,    /* -w: no word byte before or behind */
    RE_ESCAPES = 32, /* \n \t \xHH ... as in sed */
    RE_MULTI = 64,   /* ^ and $ also match at newlines inside */
    RE_AWK = 128,    /* \y \/ \052 ... as in awk, also in brackets; no back-references */
};

enum { RE_GROUPS = 10 }; /* 0: the whole match; 1 to 9: groups */

typedef struct Re Re;

typedef struct {
    ptrdiff_t start, end; /* -1 when the group took no part */
} ReSpan;

/* Several patterns form one alternation. On failure returns NULL and *error
 * says why. */
Re *re_compile(const char *const *pats, const size_t *lens, size_t count,
               int flags, const char **error);
void re_free(Re *re); /* NULL does nothing */
int re_group_count(const Re *re);
/* Whether there is a match. Not for back-references. */
bool re_matches(Re *re, const char *text, size_t n);
/* Leftmost-longest match that starts at or behind from. Fills `groups`
 * spans. 1 match, 0 none, -1 when a back-reference took too many steps. */
int re_exec(Re *re, const char *text, size_t n, size_t from, ReSpan *spans,
            int groups);
/* For lines of a buffer: p starts a line, end is behind a newline or at the
 * end of the input. Returns a place in the first matching line or NULL;
 * *failed is set when a back-reference took too many steps. */
const char *re_find_line(Re *re, const char *p, const char *end, bool *failed);

/* ---- inside the engine ---- */

enum {
    N_EMPTY, N_BYTE, N_SET, N_CAT, N_ALT, N_REP, N_GROUP, N_ASSERT, N_BACKREF
};

typedef struct {
    uchar kind;
    int n;        /* byte, set, group or assertion */
    int min, max; /* of N_REP; max -1: no limit */
    int child;    /* first child, -1 none */
    int next;     /* next sibling, -1 none */
} ReNode;

/* Assertions see the byte before and the byte behind. */
enum {
    A_BEGIN, A_END, A_WORD, A_NOT_WORD, A_WORD_BEGIN, A_WORD_END,
    A_FREE_BEFORE, A_FREE_BEHIND, A_LINE_BEGIN, A_LINE_END
};

enum {
    I_BYTE, I_SET, I_SPLIT, I_SAVE, I_MARK, I_CHECK, I_ASSERT, I_BACKREF,
    I_MATCH
};

typedef struct {
    uchar op;
    int n; /* byte, set, slot, assertion or group */
    int x; /* next; of I_SPLIT the preferred next */
    int y; /* of I_SPLIT the other next */
} ReInst;

typedef struct {
    ReInst *v;
    int n, cap, start;
    int slots; /* after the slots of groups come those of loops */
} ReProg;

typedef uint32_t ReSet[8];

typedef struct ReDfa ReDfa;

struct Re {
    ReNode *nodes;
    int node_count, node_cap;
    ReSet *sets;
    int set_count, set_cap;
    int root, groups, flags;
    bool has_backref, has_word, has_begin, has_line;
    bool reported_big;
    const char *error;
    ReProg fwd, rev;
    ReDfa *scan;   /* finds whether a line matches */
    ReDfa *anchor; /* longest match from a place */
    ReDfa *back;   /* places where a match starts, from the end */
    ReDfa *lines;  /* scan over many lines */
    char *lit;     /* bytes that each match contains */
    size_t lit_len, lit_rare;
    bool pure;     /* the expression is just lit */
    uint32_t *starts; /* bits: a match starts here; for starts_text */
    const char *starts_text;
    size_t starts_cap;
    void *visited;
    size_t visited_cap;
};

int re_parse(Re *re, const char *const *pats, const size_t *lens, size_t count);
int re_node(Re *re, int kind, int n);
int re_add_set(Re *re, const uint32_t *set);
void re_set_add(uint32_t *set, int c);
void re_set_fold(uint32_t *set);
void re_set_invert(uint32_t *set);
int re_byte_node(Re *re, int c);
int re_any_node(Re *re);
int re_class_node(Re *re, int letter);
int re_assert_node(Re *re, int kind);
bool re_build(Re *re, ReProg *prog, bool reverse);
void re_find_literal(Re *re);
const char *re_find_bytes(const Re *re, const char *p, const char *end);
bool re_assert(int kind, int before, int behind); /* -1: the edge */
int re_backtrack(Re *re, const char *text, size_t n, size_t from,
                 ptrdiff_t end, ReSpan *spans, int groups);

static inline bool re_set_has(const uint32_t *set, int c)
{
    return set[c >> 5] >> (c & 31) & 1;
}

enum { DFA_UNANCHORED = 1, DFA_LINES = 2 };
ReDfa *re_dfa_new(Re *re, const ReProg *prog, int flags);
void re_dfa_free(ReDfa *d);
/* Whether text matches anywhere; *at gets a place in or behind the match. */
bool re_dfa_search(ReDfa *d, const char *p, const char *end, int before,
                   const char **at);
/* End of the longest match that starts at p, or NULL. */
const char *re_dfa_longest(ReDfa *d, const char *p, const char *end, int before,
                           uint64_t *budget);
/* The first place in p that a match can start at, by its byte alone; not for a
 * place where the byte before it counts. */
const char *re_dfa_skip(ReDfa *d, const char *p, const char *end);
/* Marks in bits each place of text where a match starts. */
void re_dfa_starts(ReDfa *d, const char *text, size_t n, uint32_t *bits);

#endif
