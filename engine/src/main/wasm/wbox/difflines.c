/* diff: equal lines and the shortest way from one file to the other. */
#include "diff.h"

DiffOpts diff = {.context = 3};

/* ---- ids of lines ---- */

static uint32_t line_hash(const char *p, size_t n)
{
    uint32_t h = 2166136261u;
    bool gap = false;
    for (size_t i = 0; i < n; i++) {
        int c = (uchar)p[i];
        if ((diff.all_space || diff.space_change) && is_space(c)) {
            gap = true;
            continue;
        }
        if (gap && diff.space_change && !diff.all_space)
            h = (h ^ ' ') * 16777619u;
        gap = false;
        h = (h ^ (uint32_t)(diff.fold ? to_lower(c) : c)) * 16777619u;
    }
    return h ^ h >> 15;
}

static bool equal_lines(const DiffLine *a, const DiffLine *b)
{
    size_t i = 0, k = 0;
    if (!diff.all_space && !diff.space_change && !diff.fold)
        return a->n == b->n && !memcmp(a->p, b->p, a->n);
    for (;;) {
        bool x = false, y = false;
        if (diff.all_space || diff.space_change) {
            while (i < a->n && is_space((uchar)a->p[i]))
                x = true, i++;
            while (k < b->n && is_space((uchar)b->p[k]))
                y = true, k++;
        }
        if (i == a->n || k == b->n)
            return i == a->n && k == b->n;
        if (!diff.all_space && x != y)
            return false;
        int c = (uchar)a->p[i++], d = (uchar)b->p[k++];
        if (diff.fold ? to_lower(c) != to_lower(d) : c != d)
            return false;
    }
}

static int *table;
static DiffLine **known;
static uint32_t table_size;
static int known_n;

static void give_id(DiffLine *l)
{
    uint32_t h = line_hash(l->p, l->n);
    for (;; h++) {
        int *slot = &table[h & (table_size - 1)];
        if (!*slot) {
            known[known_n++] = l;
            l->id = *slot = known_n;
            return;
        }
        if (equal_lines(known[*slot - 1], l)) {
            l->id = *slot;
            return;
        }
    }
}

static void split_text(DiffSide *s)
{
    const char *p = s->text, *end = p + s->n;
    int cap = 0;
    while (p < end) {
        const char *e = find_byte(p, end, '\n');
        if (s->count == cap)
            s->v = xrealloc(s->v, (size_t)(cap = cap * 2 + 64) * sizeof *s->v);
        s->v[s->count++] = (DiffLine){p, (size_t)(e - p), 0};
        s->no_newline = e == end;
        p = e + 1;
    }
    s->changed = xmalloc((size_t)s->count + 2);
    memset(s->changed, 0, (size_t)s->count + 2);
    s->changed++;
}

void diff_split(DiffSide *a, DiffSide *b)
{
    split_text(a);
    split_text(b);
    size_t total = (size_t)a->count + (size_t)b->count;
    for (table_size = 64; table_size < total * 2; table_size *= 2)
        ;
    free(table);
    free(known);
    table = xmalloc(table_size * sizeof *table);
    memset(table, 0, table_size * sizeof *table);
    known = xmalloc((total + 1) * sizeof *known);
    known_n = 0;
    for (int i = 0; i < a->count; i++)
        give_id(&a->v[i]);
    for (int i = 0; i < b->count; i++)
        give_id(&b->v[i]);
    /* a missing newline at the end makes the last lines differ */
    if (a->count && b->count && a->no_newline != b->no_newline && !diff.all_space &&
        !diff.space_change) {
        DiffSide *s = a->no_newline ? a : b;
        s->v[s->count - 1].id = -1;
    }
}

/* ---- Myers' algorithm in linear space ---- */

static const DiffLine *va, *vb;
static bool *ca, *cb;
static int *fwd, *bwd; /* furthest places on each diagonal */

typedef struct {
    int x, y;
} Spot;

enum { COST_LIMIT = 4096 };

/* A place on a shortest path; after many steps just a good one. */
static Spot middle(int x0, int x1, int y0, int y1)
{
    int kmin = x0 - y1, kmax = x1 - y0, kf = x0 - y0, kb = x1 - y1;
    bool odd = (kf - kb) & 1;
    int flo = kf, fhi = kf, blo = kb, bhi = kb;
    fwd[kf] = x0;
    bwd[kb] = x1;
    for (int d = 1;; d++) {
        flo > kmin ? (fwd[--flo - 1] = -1) : ++flo;
        fhi < kmax ? (fwd[++fhi + 1] = -1) : --fhi;
        for (int k = fhi; k >= flo; k -= 2) {
            int lo = fwd[k - 1], hi = fwd[k + 1];
            int x = lo < hi ? hi : lo + 1, y = x - k;
            while (x < x1 && y < y1 && va[x].id == vb[y].id)
                x++, y++;
            fwd[k] = x;
            if (odd && blo <= k && k <= bhi && bwd[k] <= x)
                return (Spot){x, y};
        }
        blo > kmin ? (bwd[--blo - 1] = INT32_MAX) : ++blo;
        bhi < kmax ? (bwd[++bhi + 1] = INT32_MAX) : --bhi;
        for (int k = bhi; k >= blo; k -= 2) {
            int lo = bwd[k - 1], hi = bwd[k + 1];
            int x = lo < hi ? lo : hi - 1, y = x - k;
            while (x > x0 && y > y0 && va[x - 1].id == vb[y - 1].id)
                x--, y--;
            bwd[k] = x;
            if (!odd && flo <= k && k <= fhi && x <= fwd[k])
                return (Spot){x, y};
        }
        if (d < COST_LIMIT)
            continue;
        Spot best = {x0, y0};
        for (int k = flo; k <= fhi; k += 2) {
            int x = fwd[k] < x1 ? fwd[k] : x1, y = x - k;
            if (y > y1)
                x = y1 + k, y = y1;
            if (x + y > best.x + best.y)
                best = (Spot){x, y};
        }
        return best;
    }
}

static void compare(int x0, int x1, int y0, int y1)
{
    for (;;) {
        while (x0 < x1 && y0 < y1 && va[x0].id == vb[y0].id)
            x0++, y0++;
        while (x0 < x1 && y0 < y1 && va[x1 - 1].id == vb[y1 - 1].id)
            x1--, y1--;
        if (x0 == x1) {
            while (y0 < y1)
                cb[y0++] = true;
            return;
        }
        if (y0 == y1) {
            while (x0 < x1)
                ca[x0++] = true;
            return;
        }
        Spot m = middle(x0, x1, y0, y1);
        compare(x0, m.x, y0, m.y);
        x0 = m.x;
        y0 = m.y;
    }
}

/* Slides runs of changes towards the end, where people expect them, and to
 * where the other file has a change too. */
static void slide(const DiffLine *v, bool *mine, int n, const bool *other, int m)
{
    int i = 0, k = 0;
    for (;;) {
        while (i < n && !mine[i]) {
            while (other[k])
                k++;
            k++;
            i++;
        }
        if (i == n)
            break;
        int start = i, match_end;
        while (i < n && mine[i])
            i++;
        while (k < m && other[k])
            k++;
        int length;
        do {
            length = i - start;
            while (start > 0 && v[start - 1].id == v[i - 1].id) {
                mine[--start] = true;
                mine[--i] = false;
                while (start > 0 && mine[start - 1])
                    start--;
                do
                    k--;
                while (k >= 0 && other[k]);
            }
            match_end = k > 0 && other[k - 1] ? i : n;
            while (i < n && v[start].id == v[i].id) {
                mine[start++] = false;
                mine[i++] = true;
                while (i < n && mine[i])
                    i++;
                k++;
                while (k < m && other[k]) {
                    match_end = i;
                    k++;
                }
            }
        } while (length != i - start);
        while (match_end < i) {
            mine[--start] = true;
            mine[--i] = false;
            do
                k--;
            while (k >= 0 && other[k]);
        }
    }
}

void diff_lines(DiffSide *a, DiffSide *b)
{
    size_t total = (size_t)a->count + (size_t)b->count + 3;
    int *space = xmalloc(total * 2 * sizeof *space);
    va = a->v;
    vb = b->v;
    ca = a->changed;
    cb = b->changed;
    fwd = space + b->count + 1;
    bwd = space + total + (size_t)b->count + 1;
    compare(0, a->count, 0, b->count);
    slide(a->v, a->changed, a->count, b->changed, b->count);
    slide(b->v, b->changed, b->count, a->changed, a->count);
    free(space);
}
