/* A deterministic automaton built while it runs. A state is a set of program
 * places plus what the byte before was; a match is noticed one byte late,
 * because only then is the byte behind it known. The table is dropped and
 * begun anew when it has grown too large. */
#include "re.h"

enum { UNKNOWN = -1, DEAD = -2, TABLE_LIMIT = 1 << 20, STATE_LIMIT = 8192 };
enum { EDGE, PLAIN, WORD, NEWLINE }; /* the byte before */

typedef struct {
    int first, count; /* places in pool */
    uchar before;
    bool match;
    uint32_t hash;
} State;

struct ReDfa {
    Re *re;
    const ReProg *prog;
    int flags;
    bool lines;
    uchar cls[256];
    uchar sample[257]; /* a byte of each class */
    int classes;       /* the last one: the edge */
    int *trans;        /* row * classes + class */
    State *states;
    int count, cap;
    int *pool;
    int pool_n, pool_cap;
    int *index; /* hash table of states + 1 */
    int index_size;
    int start[4];
    int *stack, *list; /* scratch */
    uint32_t *mark;
    int words;
};

/* ---- classes of bytes that no part of the expression tells apart ---- */

static void split_by(ReDfa *d, const uint32_t *set)
{
    short with[257], without[257];
    int n = 0;
    memset(with, -1, sizeof with);
    memset(without, -1, sizeof without);
    for (int c = 0; c < 256; c++) {
        short *slot = re_set_has(set, c) ? &with[d->cls[c]] : &without[d->cls[c]];
        if (*slot < 0)
            *slot = (short)n++;
        d->cls[c] = (uchar)*slot;
    }
    d->classes = n;
}

static void split_bytes(ReDfa *d, uint32_t *bytes)
{
    int fresh[256], n = d->classes;
    for (int c = 0; c < 256; c++)
        fresh[c] = d->cls[c];
    for (int c = 0; c < 256; c++) {
        if (!re_set_has(bytes, c))
            continue;
        int peers = 0;
        for (int k = 0; k < 256; k++)
            peers += fresh[k] == fresh[c];
        if (peers > 1)
            fresh[c] = n++;
    }
    for (int c = 0; c < 256; c++)
        d->cls[c] = (uchar)fresh[c];
    d->classes = n;
}

static void make_classes(ReDfa *d)
{
    ReSet single = {0}, words = {0}, nl = {0};
    const Re *re = d->re;
    d->classes = 1;
    for (int i = 0; i < re->set_count; i++)
        split_by(d, re->sets[i]);
    for (int i = 0; i < d->prog->n; i++)
        if (d->prog->v[i].op == I_BYTE)
            single[d->prog->v[i].n >> 5] |= 1u << (d->prog->v[i].n & 31);
    if (re->has_word) {
        for (int c = 0; c < 256; c++)
            if (is_word(c))
                words[c >> 5] |= 1u << (c & 31);
        split_by(d, words);
    }
    nl[0] = 1u << '\n';
    if (re->has_line || d->lines)
        split_by(d, nl);
    split_bytes(d, single);
    for (int c = 0; c < 256; c++)
        d->sample[d->cls[c]] = (uchar)c;
    d->classes++;
}

ReDfa *re_dfa_new(Re *re, const ReProg *prog, int flags)
{
    ReDfa *d = xmalloc(sizeof *d);
    memset(d, 0, sizeof *d);
    d->re = re;
    d->prog = prog;
    d->flags = flags;
    d->lines = (flags & DFA_LINES) != 0;
    make_classes(d);
    d->words = (prog->n + 31) / 32;
    d->stack = xmalloc((size_t)(prog->n + 1) * 2 * sizeof(int));
    d->list = xmalloc((size_t)(prog->n + 1) * sizeof(int));
    d->mark = xmalloc((size_t)d->words * 2 * sizeof(uint32_t));
    for (int i = 0; i < 4; i++)
        d->start[i] = UNKNOWN;
    return d;
}

void re_dfa_free(ReDfa *d)
{
    if (!d)
        return;
    free(d->trans);
    free(d->states);
    free(d->pool);
    free(d->index);
    free(d->stack);
    free(d->list);
    free(d->mark);
    free(d);
}

/* ---- states ---- */

static void reindex(ReDfa *d)
{
    free(d->index);
    d->index_size = d->index_size ? d->index_size * 2 : 64;
    d->index = xmalloc((size_t)d->index_size * sizeof(int));
    memset(d->index, 0, (size_t)d->index_size * sizeof(int));
    for (int i = 0; i < d->count; i++) {
        uint32_t h = d->states[i].hash;
        while (d->index[h & (uint32_t)(d->index_size - 1)])
            h++;
        d->index[h & (uint32_t)(d->index_size - 1)] = i + 1;
    }
}

static void drop_all(ReDfa *d)
{
    d->count = d->pool_n = 0;
    memset(d->index, 0, (size_t)d->index_size * sizeof(int));
    for (int i = 0; i < 4; i++)
        d->start[i] = UNKNOWN;
}

static void grow(ReDfa *d, int n)
{
    if (d->count == d->cap) {
        d->cap = d->cap ? d->cap * 2 : 16;
        d->states = xrealloc(d->states, (size_t)d->cap * sizeof(State));
        d->trans = xrealloc(d->trans, (size_t)(d->cap * d->classes) * sizeof(int));
    }
    if (d->pool_n + n > d->pool_cap) {
        d->pool_cap = (d->pool_n + n) * 2;
        d->pool = xrealloc(d->pool, (size_t)d->pool_cap * sizeof(int));
    }
    if (d->count * 2 >= d->index_size)
        reindex(d);
}

/* The state of the n sorted places in d->list. */
static int intern(ReDfa *d, int n, int before, bool match)
{
    uint32_t h = (uint32_t)before * 31 + match;
    for (int i = 0; i < n; i++)
        h = (h ^ (uint32_t)d->list[i]) * 0x9E3779B1u, h ^= h >> 15;
    uint32_t k = h;
    if (d->index_size) {
        for (int i; (i = d->index[k & (uint32_t)(d->index_size - 1)]); k++) {
            const State *s = &d->states[i - 1];
            if (s->hash == h && s->count == n && s->before == before &&
                s->match == match &&
                !memcmp(d->pool + s->first, d->list, (size_t)n * sizeof(int)))
                return i - 1;
        }
    }
    grow(d, n);
    State *s = &d->states[d->count];
    *s = (State){d->pool_n, n, (uchar)before, match, h};
    memcpy(d->pool + d->pool_n, d->list, (size_t)n * sizeof(int));
    d->pool_n += n;
    for (int i = 0; i < d->classes; i++)
        d->trans[d->count * d->classes + i] = UNKNOWN;
    for (k = h; d->index[k & (uint32_t)(d->index_size - 1)]; k++)
        ;
    d->index[k & (uint32_t)(d->index_size - 1)] = d->count + 1;
    return d->count++;
}

static int before_class(const ReDfa *d, int byte)
{
    if (byte < 0)
        return d->re->has_begin || d->re->has_word ? EDGE : PLAIN;
    if (d->re->has_line && byte == '\n')
        return NEWLINE;
    return d->re->has_word && is_word(byte) ? WORD : PLAIN;
}

static int start_state(ReDfa *d, int before)
{
    int k = before_class(d, before);
    if (d->start[k] == UNKNOWN) {
        d->list[0] = d->prog->start;
        d->start[k] = intern(d, 1, k, false);
    }
    return d->start[k];
}

/* ---- one step ---- */

static inline void push(ReDfa *d, uint32_t *seen, int *top, int pc)
{
    uint32_t bit = 1u << (pc & 31);
    if (seen[pc >> 5] & bit)
        return;
    seen[pc >> 5] |= bit;
    d->stack[(*top)++] = pc;
}

/* Follows the steps that take no byte from the places of state s, and those
 * that take `byte`; true when a match ended before that byte. */
static bool follow(ReDfa *d, int s, int before, int byte, uint32_t *next)
{
    uint32_t *seen = d->mark;
    const ReInst *v = d->prog->v;
    bool match = false;
    int top = 0;
    memset(seen, 0, (size_t)d->words * sizeof *seen);
    for (int i = d->states[s].count; i-- > 0;)
        push(d, seen, &top, d->pool[d->states[s].first + i]);
    if (d->flags & DFA_UNANCHORED)
        push(d, seen, &top, d->prog->start);
    while (top > 0) {
        const ReInst *in = &v[d->stack[--top]];
        bool take = false;
        switch (in->op) {
        case I_BYTE: take = byte == in->n; break;
        case I_SET: take = byte >= 0 && re_set_has(d->re->sets[in->n], byte); break;
        case I_MATCH: match = true; break;
        case I_SPLIT:
            push(d, seen, &top, in->y);
            push(d, seen, &top, in->x);
            break;
        case I_ASSERT:
            if (re_assert(in->n, before, byte))
                push(d, seen, &top, in->x);
            break;
        default: push(d, seen, &top, in->x);
        }
        if (take)
            next[in->x >> 5] |= 1u << (in->x & 31);
    }
    return match;
}

static int collect(ReDfa *d, const uint32_t *bits)
{
    int n = 0;
    for (int w = 0; w < d->words; w++)
        for (uint32_t b = bits[w]; b; b &= b - 1)
            d->list[n++] = w * 32 + __builtin_ctz(b);
    return n;
}

/* The table entry for state s and class c: the next state's row, DEAD, or
 * -(row + 3) when a match ended before the byte. */
static int step(ReDfa *d, int s, int c)
{
    static const int typical[] = {-1, ' ', 'a', '\n'};
    uint32_t *next = d->mark + d->words;
    bool edge = c == d->classes - 1;
    int byte = edge ? -1 : d->sample[c], entry;
    if (d->lines && byte == '\n')
        edge = true, byte = -1;
    memset(next, 0, (size_t)d->words * sizeof *next);
    bool match = follow(d, s, typical[d->states[s].before], byte, next);
    int n = edge ? 0 : collect(d, next);
    if (d->count >= STATE_LIMIT || d->count * d->classes > TABLE_LIMIT ||
        d->pool_n > TABLE_LIMIT * 2) {
        drop_all(d);
        s = -1;
    }
    if (edge && d->lines && !match) {
        entry = start_state(d, -1) * d->classes;
    } else if (n == 0 && !match && (edge || !(d->flags & DFA_UNANCHORED))) {
        entry = DEAD;
    } else {
        int to = intern(d, n, before_class(d, byte), match);
        entry = match ? -(to * d->classes + 3) : to * d->classes;
    }
    if (s >= 0)
        d->trans[s * d->classes + c] = entry;
    return entry;
}

/* ---- runs ---- */

bool re_dfa_search(ReDfa *d, const char *p, const char *end, int before,
                   const char **at)
{
    int row = start_state(d, before) * d->classes;
    const uchar *q = (const uchar *)p, *e = (const uchar *)end;
    const uchar *cls = d->cls;
    const int *trans = d->trans;
    while (q < e) {
        int to = trans[row + cls[*q]];
        if (to >= 0) {
            row = to;
            q++;
            continue;
        }
        if (to == UNKNOWN) {
            to = step(d, row / d->classes, cls[*q]);
            trans = d->trans;
        }
        if (to <= -3) {
            *at = (const char *)q;
            return true;
        }
        row = to;
        q++;
    }
    if (d->lines && p < end && end[-1] == '\n')
        return false;
    int to = d->trans[row + d->classes - 1];
    if (to == UNKNOWN)
        to = step(d, row / d->classes, d->classes - 1);
    *at = end;
    return to <= -3;
}

const char *re_dfa_longest(ReDfa *d, const char *p, const char *end, int before,
                           uint64_t *budget)
{
    int row = start_state(d, before) * d->classes, to = 0;
    const char *q = p, *last = NULL;
    for (; q < end; q++) {
        int c = d->cls[(uchar)*q];
        to = d->trans[row + c];
        if (to == UNKNOWN)
            to = step(d, row / d->classes, c);
        if (to == DEAD)
            break;
        if (to <= -3) {
            last = q;
            to = -to - 3;
            if (d->states[to / d->classes].count == 0)
                break;
        }
        row = to;
    }
    if (q == end) {
        to = d->trans[row + d->classes - 1];
        if (to == UNKNOWN)
            to = step(d, row / d->classes, d->classes - 1);
        if (to <= -3)
            last = end;
    }
    uint64_t used = (uint64_t)(q - p) + 1;
    *budget = *budget > used ? *budget - used : 0;
    return last;
}

const char *re_dfa_skip(ReDfa *d, const char *p, const char *end)
{
    int row = start_state(d, 0) * d->classes;
    for (; p < end; p++) {
        int c = d->cls[(uchar)*p], to = d->trans[row + c];
        if (to == UNKNOWN) {
            to = step(d, row / d->classes, c);
            row = start_state(d, 0) * d->classes;
        }
        if (to != DEAD)
            break;
    }
    return p;
}

void re_dfa_starts(ReDfa *d, const char *text, size_t n, uint32_t *bits)
{
    int row = start_state(d, -1) * d->classes;
    for (size_t i = n;; i--) {
        int c = i ? d->cls[(uchar)text[i - 1]] : d->classes - 1;
        int to = d->trans[row + c];
        if (to == UNKNOWN)
            to = step(d, row / d->classes, c);
        if (to <= -3) {
            bits[i >> 5] |= 1u << (i & 31);
            to = -to - 3;
        }
        row = to;
        if (i == 0)
            break;
    }
}
