/* Regular expression tree to programs, and the search interface. */
#include "re.h"

enum { PROG_LIMIT = 40000 };

/* ---- programs ---- */

static int emit(Re *re, ReProg *pr, int op, int n, int x, int y)
{
    if (pr->n >= PROG_LIMIT) {
        re->error = "Regular expression too big";
        return 0;
    }
    if (pr->n == pr->cap) {
        pr->cap = pr->cap ? pr->cap * 2 : 32;
        pr->v = xrealloc(pr->v, (size_t)pr->cap * sizeof *pr->v);
    }
    pr->v[pr->n] = (ReInst){(uchar)op, n, x, y};
    return pr->n++;
}

static bool nullable(const Re *re, int node)
{
    const ReNode *nd = &re->nodes[node];
    int c = nd->child;
    switch (nd->kind) {
    case N_BYTE:
    case N_SET: return false;
    case N_CAT:
        for (; c >= 0; c = re->nodes[c].next)
            if (!nullable(re, c))
                return false;
        return true;
    case N_ALT:
        for (; c >= 0; c = re->nodes[c].next)
            if (nullable(re, c))
                return true;
        return false;
    case N_REP: return nd->min == 0 || nullable(re, c);
    case N_GROUP: return nullable(re, c);
    default: return true;
    }
}

static int comp(Re *re, ReProg *pr, int node, int next, bool rev);

static int comp_cat(Re *re, ReProg *pr, int node, int next, bool rev)
{
    int count = 0;
    for (int c = re->nodes[node].child; c >= 0; c = re->nodes[c].next)
        count++;
    if (!count)
        return next;
    int *kids = xmalloc((size_t)count * sizeof *kids), k = 0;
    for (int c = re->nodes[node].child; c >= 0; c = re->nodes[c].next)
        kids[k++] = c;
    for (int i = 0; i < count; i++)
        next = comp(re, pr, kids[rev ? i : count - 1 - i], next, rev);
    free(kids);
    return next;
}

static int comp_alt(Re *re, ReProg *pr, int node, int next, bool rev)
{
    int first = -1, last = -1;
    for (int c = re->nodes[node].child; c >= 0; c = re->nodes[c].next) {
        int body = comp(re, pr, c, next, rev);
        if (re->nodes[c].next >= 0) {
            int s = emit(re, pr, I_SPLIT, 0, body, 0);
            if (last >= 0)
                pr->v[last].y = s;
            else
                first = s;
            last = s;
        } else if (last >= 0) {
            pr->v[last].y = body;
        } else {
            first = body;
        }
        if (re->error)
            return 0;
    }
    return first;
}

static int comp_star(Re *re, ReProg *pr, int body, int next, bool rev)
{
    int split = emit(re, pr, I_SPLIT, 0, 0, next);
    if (!nullable(re, body)) {
        int b = comp(re, pr, body, split, rev);
        if (!re->error)
            pr->v[split].x = b;
        return split;
    }
    int slot = pr->slots++;
    int check = emit(re, pr, I_CHECK, slot, split, 0);
    int b = comp(re, pr, body, check, rev);
    int mark = emit(re, pr, I_MARK, slot, b, 0);
    if (!re->error)
        pr->v[split].x = mark;
    return split;
}

static int comp_rep(Re *re, ReProg *pr, int node, int next, bool rev)
{
    const ReNode nd = re->nodes[node];
    int end = next;
    if (nd.max < 0) {
        next = comp_star(re, pr, nd.child, next, rev);
    } else {
        for (int i = nd.min; i < nd.max && !re->error; i++) {
            int b = comp(re, pr, nd.child, next, rev);
            next = emit(re, pr, I_SPLIT, 0, b, end);
        }
    }
    for (int i = 0; i < nd.min && !re->error; i++)
        next = comp(re, pr, nd.child, next, rev);
    return next;
}

static int mirrored(int kind)
{
    static const uchar other[] = {
        [A_BEGIN] = A_END,
        [A_END] = A_BEGIN,
        [A_WORD] = A_WORD,
        [A_NOT_WORD] = A_NOT_WORD,
        [A_WORD_BEGIN] = A_WORD_END,
        [A_WORD_END] = A_WORD_BEGIN,
        [A_FREE_BEFORE] = A_FREE_BEHIND,
        [A_FREE_BEHIND] = A_FREE_BEFORE,
        [A_LINE_BEGIN] = A_LINE_END,
        [A_LINE_END] = A_LINE_BEGIN,
    };
    return other[kind];
}

static int comp(Re *re, ReProg *pr, int node, int next, bool rev)
{
    if (re->error)
        return 0;
    const ReNode nd = re->nodes[node];
    switch (nd.kind) {
    case N_BYTE: return emit(re, pr, I_BYTE, nd.n, next, 0);
    case N_SET: return emit(re, pr, I_SET, nd.n, next, 0);
    case N_CAT: return comp_cat(re, pr, node, next, rev);
    case N_ALT: return comp_alt(re, pr, node, next, rev);
    case N_REP: return comp_rep(re, pr, node, next, rev);
    case N_ASSERT:
        return emit(re, pr, I_ASSERT, rev ? mirrored(nd.n) : nd.n, next, 0);
    case N_BACKREF: return emit(re, pr, I_BACKREF, nd.n, next, 0);
    case N_GROUP: {
        if (rev)
            return comp(re, pr, nd.child, next, rev);
        int close = emit(re, pr, I_SAVE, nd.n * 2 + 1, next, 0);
        int body = comp(re, pr, nd.child, close, rev);
        return emit(re, pr, I_SAVE, nd.n * 2, body, 0);
    }
    default: return next;
    }
}

bool re_build(Re *re, ReProg *pr, bool rev)
{
    pr->slots = (re->groups + 1) * 2;
    int match = emit(re, pr, I_MATCH, 0, 0, 0);
    pr->start = comp(re, pr, re->root, match, rev);
    return !re->error;
}

/* ---- the required literal ---- */

typedef struct {
    char *run, *best;
    size_t n, cap, best_n;
    bool pure;
} Literal;

static void end_run(Literal *l)
{
    if (l->n > l->best_n) {
        free(l->best);
        l->best = xstrndup(l->run, l->n);
        l->best_n = l->n;
    }
    l->n = 0;
}

static void walk(const Re *re, Literal *l, int node)
{
    const ReNode *nd = &re->nodes[node];
    switch (nd->kind) {
    case N_BYTE:
        if (l->n == l->cap)
            l->run = xrealloc(l->run, l->cap = l->cap * 2 + 16);
        l->run[l->n++] = (char)nd->n;
        return;
    case N_CAT:
        for (int c = nd->child; c >= 0; c = re->nodes[c].next)
            walk(re, l, c);
        return;
    case N_GROUP:
        l->pure = false;
        walk(re, l, nd->child);
        return;
    case N_ASSERT:
    case N_EMPTY: l->pure = false; return;
    case N_REP:
        l->pure = false;
        end_run(l);
        if (nd->min > 0) {
            walk(re, l, nd->child);
            end_run(l);
        }
        return;
    default:
        l->pure = false;
        end_run(l);
    }
}

/* How common a byte is in text and program sources: higher, more common. */
static int frequency(int c)
{
    static const char common[] = " etaoinsrhldcumfpgwybv\n,.k-_/\"'0123456789:;"
                                 "()=\tETAOINSRHLDCUMFPGWYBVxjqzXJQZK";
    const char *k = c ? strchr(common, c) : NULL;
    return k ? 100 - (int)(k - common) : c == 0 ? 50 : 0;
}

void re_find_literal(Re *re)
{
    Literal l = {0};
    l.pure = !re->has_line;
    walk(re, &l, re->root);
    if (l.n != 0 && l.best_n > 0)
        l.pure = false;
    end_run(&l);
    free(l.run);
    re->lit = l.best;
    re->lit_len = l.best_n;
    re->pure = l.pure && l.best_n > 0;
    for (size_t i = 1; i < l.best_n; i++)
        if (frequency((uchar)l.best[i]) < frequency((uchar)l.best[re->lit_rare]))
            re->lit_rare = i;
}

/* Many bytes that look alike would make each try long; so a literal is
 * compared from its rare byte on, and a run of misses costs little. */
const char *re_find_bytes(const Re *re, const char *p, const char *end)
{
    size_t n = re->lit_len, at = re->lit_rare;
    if ((size_t)(end - p) < n)
        return NULL;
    const char *last = end - (n - 1 - at);
    int c = (uchar)re->lit[at];
    for (const char *q = p + at;; q++) {
        q = find_byte(q, last, c);
        if (q >= last)
            return NULL;
        const char *s = q - at;
        size_t i = 0;
        while (i < n && s[i] == re->lit[i])
            i++;
        if (i == n)
            return s;
    }
}

/* ---- interface ---- */

void re_free(Re *re)
{
    if (!re)
        return;
    re_dfa_free(re->scan);
    re_dfa_free(re->anchor);
    re_dfa_free(re->back);
    re_dfa_free(re->lines);
    free(re->nodes);
    free(re->sets);
    free(re->fwd.v);
    free(re->rev.v);
    free(re->lit);
    free(re->starts);
    free(re->visited);
    free(re);
}

Re *re_compile(const char *const *pats, const size_t *lens, size_t count,
               int flags, const char **error)
{
    Re *re = xmalloc(sizeof *re);
    memset(re, 0, sizeof *re);
    re->flags = flags;
    re->root = re_parse(re, pats, lens, count);
    if (!re->error)
        re_build(re, &re->fwd, false);
    if (re->error) {
        *error = re->error;
        re_free(re);
        return NULL;
    }
    re_find_literal(re);
    return re;
}

int re_group_count(const Re *re)
{
    return re->groups;
}

static int no_match(ReSpan *spans, int groups)
{
    for (int i = 0; i < groups; i++)
        spans[i].start = spans[i].end = -1;
    return 0;
}

static ReDfa *scanner(Re *re)
{
    if (!re->scan)
        re->scan = re_dfa_new(re, &re->fwd, DFA_UNANCHORED);
    return re->scan;
}

/* First place at or behind `from` where some match starts. Short tries first;
 * when they cost too much one pass from the end marks all such places. */
static const char *leftmost(Re *re, const char *text, size_t n, size_t from,
                            const char **match_end)
{
    uint64_t budget = (uint64_t)n * 8 + 4096;
    size_t s = from;
    if (re->starts_text != text) {
        bool by_byte = !re->has_word && !re->has_line;
        for (; s <= n && budget > 0; s++) {
            if (by_byte && s > 0)
                s = (size_t)(re_dfa_skip(re->anchor, text + s, text + n) - text);
            *match_end = re_dfa_longest(re->anchor, text + s, text + n,
                                        s ? (uchar)text[s - 1] : -1, &budget);
            if (*match_end)
                return text + s;
        }
        if (s > n)
            return NULL;
        if (!re->back && re_build(re, &re->rev, true))
            re->back = re_dfa_new(re, &re->rev, DFA_UNANCHORED);
        if (n + 32 > re->starts_cap) {
            re->starts_cap = n + 4096;
            free(re->starts);
            re->starts = xmalloc(re->starts_cap / 32 * 4 + 8);
        }
        memset(re->starts, 0, n / 32 * 4 + 4);
        re_dfa_starts(re->back, text, n, re->starts);
        re->starts_text = text;
    }
    for (; s <= n; s++)
        if (re->starts[s >> 5] >> (s & 31) & 1) {
            budget = UINT64_MAX;
            *match_end = re_dfa_longest(re->anchor, text + s, text + n,
                                        s ? (uchar)text[s - 1] : -1, &budget);
            if (*match_end)
                return text + s;
        }
    return NULL;
}

int re_exec(Re *re, const char *text, size_t n, size_t from, ReSpan *spans,
            int groups)
{
    const char *start, *end = NULL, *at = text;
    if (from == 0)
        re->starts_text = NULL;
    no_match(spans, groups);
    if (re->lit_len) {
        start = re_find_bytes(re, text + from, text + n);
        if (!start)
            return 0;
        if (re->pure) {
            spans[0].start = start - text;
            spans[0].end = spans[0].start + (ptrdiff_t)re->lit_len;
            return 1;
        }
    }
    if (re->has_backref)
        return re_backtrack(re, text, n, from, -1, spans, groups);
    if (!re->anchor)
        re->anchor = re_dfa_new(re, &re->fwd, 0);
    if (!re_dfa_search(scanner(re), text + from, text + n,
                       from ? (uchar)text[from - 1] : -1, &at))
        return 0;
    start = leftmost(re, text, n, from, &end);
    if (!start)
        return 0;
    spans[0].start = start - text;
    spans[0].end = end - text;
    if (groups > 1 && re->groups > 0)
        return re_backtrack(re, text, n, (size_t)(start - text), end - text,
                            spans, groups);
    return 1;
}

bool re_matches(Re *re, const char *text, size_t n)
{
    const char *at;
    if (re->lit_len && !re_find_bytes(re, text, text + n))
        return false;
    return re->pure || re_dfa_search(scanner(re), text, text + n, -1, &at);
}

static const char *line_end(const char *p, const char *end)
{
    return find_byte(p, end, '\n');
}

static const char *line_start(const char *p, const char *begin)
{
    while (p > begin && p[-1] != '\n')
        p--;
    return p;
}

/* Candidates by the literal; each line that holds it is looked at closely. */
static const char *find_by_literal(Re *re, const char *p, const char *end,
                                   bool *failed)
{
    ReSpan span;
    const char *at;
    while ((at = re_find_bytes(re, p, end))) {
        if (re->pure)
            return at;
        const char *s = line_start(at, p), *e = line_end(at, end);
        if (re->has_backref) {
            int r = re_backtrack(re, s, (size_t)(e - s), 0, -1, &span, 1);
            *failed |= r < 0;
            if (r > 0)
                return at;
        } else if (re_dfa_search(scanner(re), s, e, -1, &at)) {
            return s;
        }
        if (e >= end)
            break;
        p = e + 1;
    }
    return NULL;
}

const char *re_find_line(Re *re, const char *p, const char *end, bool *failed)
{
    ReSpan span;
    const char *at;
    if (p >= end)
        return NULL;
    if (re->lit_len && !memchr(re->lit, '\n', re->lit_len))
        return find_by_literal(re, p, end, failed);
    if (!re->has_backref && !re->lines)
        re->lines = re_dfa_new(re, &re->fwd, DFA_UNANCHORED | DFA_LINES);
    if (!re->has_backref)
        return re_dfa_search(re->lines, p, end, -1, &at) ? at : NULL;
    while (p < end) {
        const char *e = line_end(p, end);
        int r = re_backtrack(re, p, (size_t)(e - p), 0, -1, &span, 1);
        *failed |= r < 0;
        if (r > 0)
            return p;
        p = e + 1;
    }
    return NULL;
}
