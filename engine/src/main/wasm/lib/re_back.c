/* Groups and back-references by trying. Without back-references each pair of
 * program place and text place is tried once; with them steps are counted. */
#include "re.h"

enum { STEP_LIMIT = 30000000 };

typedef struct {
    int pc; /* below 0: put `old` back into slot -pc - 1 */
    ptrdiff_t at;
} Job;

typedef struct {
    Re *re;
    const char *text;
    size_t n;
    ptrdiff_t want; /* fixed end of the match or -1 */
    size_t base;    /* where the try starts */
    Job *jobs;
    size_t count, cap;
    ptrdiff_t *slots, *best;
    uint32_t *seen;
    size_t width;
    uint64_t steps;
} Try;

static void push(Try *t, int pc, ptrdiff_t at)
{
    if (t->count == t->cap) {
        t->cap = t->cap ? t->cap * 2 : 64;
        t->jobs = xrealloc(t->jobs, t->cap * sizeof *t->jobs);
    }
    t->jobs[t->count++] = (Job){pc, at};
}

static bool first_visit(Try *t, int pc, ptrdiff_t at)
{
    if (!t->seen)
        return true;
    size_t k = (size_t)pc * t->width + ((size_t)at - t->base);
    uint32_t bit = 1u << (k & 31);
    if (t->seen[k >> 5] & bit)
        return false;
    t->seen[k >> 5] |= bit;
    return true;
}

static void set_slot(Try *t, int slot, ptrdiff_t at)
{
    push(t, -slot - 1, t->slots[slot]);
    t->slots[slot] = at;
}

/* Length of the text a back-reference must match, or -1 when it does not. */
static ptrdiff_t backref(const Try *t, int group, ptrdiff_t at)
{
    ptrdiff_t s = t->slots[group * 2], e = t->slots[group * 2 + 1];
    if (s < 0 || e < s || (size_t)(e - s) > t->n - (size_t)at)
        return -1;
    for (ptrdiff_t i = 0; i < e - s; i++) {
        int a = (uchar)t->text[s + i], b = (uchar)t->text[at + i];
        if (a != b && !((t->re->flags & RE_ICASE) && to_lower(a) == to_lower(b)))
            return -1;
    }
    return e - s;
}

/* One path from (pc, at) until it ends; true when it reached a match. */
static bool run(Try *t, int pc, ptrdiff_t at)
{
    for (;;) {
        const ReInst *in = &t->re->fwd.v[pc];
        int byte = (size_t)at < t->n ? (uchar)t->text[at] : -1;
        if (++t->steps > STEP_LIMIT && !t->seen)
            return false;
        if (!first_visit(t, pc, at))
            return false;
        switch (in->op) {
        case I_BYTE:
            if (byte != in->n)
                return false;
            at++;
            break;
        case I_SET:
            if (byte < 0 || !re_set_has(t->re->sets[in->n], byte))
                return false;
            at++;
            break;
        case I_SPLIT: push(t, in->y, at); break;
        case I_SAVE:
        case I_MARK: set_slot(t, in->n, at); break;
        case I_CHECK:
            if (t->slots[in->n] == at)
                return false;
            break;
        case I_ASSERT:
            if (!re_assert(in->n, at ? (uchar)t->text[at - 1] : -1, byte))
                return false;
            break;
        case I_BACKREF: {
            ptrdiff_t len = backref(t, in->n, at);
            if (len < 0)
                return false;
            at += len;
            break;
        }
        default:
            t->slots[1] = at;
            return t->want < 0 || at == t->want;
        }
        if (t->want >= 0 && at > t->want)
            return false;
        pc = in->x;
    }
}

/* All paths from `from`; keeps the longest match (the first of equals). */
static bool try_at(Try *t, size_t from)
{
    size_t size = (size_t)t->re->fwd.slots;
    bool found = false;
    for (size_t i = 0; i < size; i++)
        t->slots[i] = -1;
    t->slots[0] = (ptrdiff_t)from;
    t->count = 0;
    push(t, t->re->fwd.start, (ptrdiff_t)from);
    while (t->count > 0) {
        Job j = t->jobs[--t->count];
        if (j.pc < 0) {
            t->slots[-j.pc - 1] = j.at;
            continue;
        }
        if (!run(t, j.pc, j.at))
            continue;
        if (!found || t->slots[1] > t->best[1])
            memcpy(t->best, t->slots, size * sizeof *t->best);
        found = true;
        if (t->want >= 0 || (size_t)t->best[1] == t->n)
            break;
    }
    return found;
}

static bool make_seen(Try *t, size_t from, ptrdiff_t end)
{
    Re *re = t->re;
    t->width = (size_t)end - from + 1;
    uint64_t bits = (uint64_t)t->width * (uint64_t)re->fwd.n;
    if (bits > (uint64_t)1 << 29)
        return false;
    size_t bytes = (size_t)(bits / 32 + 1) * 4;
    if (bytes > re->visited_cap) {
        free(re->visited);
        re->visited = xmalloc(re->visited_cap = bytes * 2);
    }
    memset(re->visited, 0, bytes);
    t->seen = re->visited;
    return true;
}

int re_backtrack(Re *re, const char *text, size_t n, size_t from, ptrdiff_t end,
                 ReSpan *spans, int groups)
{
    Try t = {.re = re, .text = text, .n = n, .want = end, .base = from};
    size_t size = (size_t)re->fwd.slots;
    if (!re->has_backref && !make_seen(&t, from, end))
        return -1;
    t.slots = xmalloc(size * 2 * sizeof *t.slots);
    t.best = t.slots + size;
    bool found = false;
    for (size_t s = from; s <= n && !found; s++) {
        found = try_at(&t, s);
        if (end >= 0 || (t.steps > STEP_LIMIT && !t.seen))
            break;
    }
    int result = found ? 1 : !t.seen && t.steps > STEP_LIMIT ? -1 : 0;
    for (int i = 0; i < groups; i++) {
        bool has = found && i <= re->groups && t.best[i * 2 + 1] >= 0;
        spans[i].start = has ? t.best[i * 2] : -1;
        spans[i].end = has ? t.best[i * 2 + 1] : -1;
    }
    free(t.slots);
    free(t.jobs);
    return result;
}
