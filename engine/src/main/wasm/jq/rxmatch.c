/* Regular expressions: matching with a stack of untried ways. */
#include "regex.h"

enum { MOST_STEPS = 5000000, MOST_LOOKS = 50, UNDO = -1 };

/* A way to try, or (pc UNDO) a slot to put back when what follows failed. */
typedef struct {
    int pc, slot;
    ptrdiff_t at;
} Way;

typedef struct {
    const Rx *rx;
    const char *text, *end;
    ptrdiff_t *slots; /* spans, then marks of loops */
    Way *ways;
    int n, cap;
    int steps, looks;
} Run;

static int fold(uint32_t r)
{
    bool offset32 = (r >= 'A' && r <= 'Z') || (r >= 0xc0 && r <= 0xde && r != 0xd7) ||
                    (r >= 0x391 && r <= 0x3a9) || (r >= 0x410 && r <= 0x42f);
    if (offset32)
        return (int)r + 32;
    return (int)(r >= 0x400 && r <= 0x40f ? r + 80 : r);
}

static bool in_ranges(const RxSet *s, uint32_t r)
{
    for (int i = 0; i < s->n; i++)
        if (r >= s->v[i].from && r <= s->v[i].to)
            return true;
    return false;
}

bool rx_in_set(const RxSet *s, uint32_t r, bool folded)
{
    bool hit = in_ranges(s, r);
    if (!hit && folded) {
        uint32_t low = (uint32_t)fold(r);
        hit = in_ranges(s, low) || (low >= 32 && (uint32_t)fold(low - 32) == low &&
                                    in_ranges(s, low - 32));
    }
    return hit != s->negated;
}

static void push(Run *m, int pc, int slot, ptrdiff_t at)
{
    if (m->n == m->cap) {
        m->cap = m->cap * 2 + 64;
        m->ways = xrealloc(m->ways, (size_t)m->cap * sizeof *m->ways);
    }
    m->ways[m->n++] = (Way){pc, slot, at};
}

static void save(Run *m, int slot, ptrdiff_t at)
{
    push(m, UNDO, slot, m->slots[slot]);
    m->slots[slot] = at;
}

static bool word_at(const Run *m, const char *p)
{
    return p >= m->text && p < m->end && (is_word((uchar)*p) || (uchar)*p >= 128);
}

static bool holds(const Run *m, int op, const char *p)
{
    switch (op) {
    case R_BEGIN: return p == m->text;
    case R_END: return p == m->end;
    case R_END_LINE: return p == m->end || (p + 1 == m->end && *p == '\n');
    case R_WORD: return word_at(m, p - 1) != word_at(m, p);
    default: return word_at(m, p - 1) == word_at(m, p);
    }
}

static bool one_rune(const RxInst *i, const Rx *rx, uint32_t r)
{
    switch (i->op) {
    case R_ANY: return r != '\n' || i->fold;
    case R_SET: return rx_in_set(&rx->sets[i->set], r, i->fold);
    default: return r == i->rune || (i->fold && fold(r) == fold(i->rune));
    }
}

static bool back_reference(Run *m, const RxInst *i, const char **p)
{
    ptrdiff_t from = m->slots[i->rune * 2], to = m->slots[i->rune * 2 + 1];
    if (from < 0 || to < from || m->end - *p < to - from)
        return false;
    for (ptrdiff_t k = 0; k < to - from; k++) {
        int a = (uchar)m->text[from + k], b = (uchar)(*p)[k];
        if (a != b && !(i->fold && to_lower(a) == to_lower(b)))
            return false;
    }
    *p += to - from;
    return true;
}

static bool run(Run *m, int pc, const char *p, const char *must_end, const char **to);

/* What stands before p, from each place where it could start. */
static bool behind(Run *m, int pc, const char *p)
{
    const char *to;
    for (const char *from = p; from >= m->text; from--)
        if (run(m, pc, from, p, &to))
            return true;
    return false;
}

/* Captures inside a look stay; what was pushed for them is undone on failure. */
static bool look(Run *m, int pc, const RxInst *i, const char **p)
{
    const char *to = *p;
    bool back = i->op == R_BEHIND || i->op == R_BEHIND_NOT;
    if (++m->looks > MOST_LOOKS) {
        m->steps = MOST_STEPS;
        return false;
    }
    bool hit = back ? behind(m, pc + 1, *p) : run(m, pc + 1, *p, NULL, &to);
    m->looks--;
    if (i->op == R_ATOMIC && hit)
        *p = to;
    return hit == (i->op != R_LOOK_NOT && i->op != R_BEHIND_NOT);
}

/* One instruction; false when this way fails. */
static bool step(Run *m, int *pc, const char **p)
{
    const RxInst *i = &m->rx->v[*pc];
    *pc = i->x;
    switch (i->op) {
    case R_CHAR:
    case R_ANY:
    case R_SET: return *p < m->end && one_rune(i, m->rx, rune_next(p, m->end));
    case R_SPLIT: push(m, i->y, 0, *p - m->text); return true;
    case R_JUMP: return true;
    case R_SAVE: save(m, (int)i->rune, *p - m->text); return true;
    case R_BACKREF: return back_reference(m, i, p);
    case R_PROGRESS: {
        int slot = (m->rx->groups + 1) * 2 + (int)i->rune;
        if (m->slots[slot] == *p - m->text)
            *pc = i->y;
        save(m, slot, *p - m->text);
        return true;
    }
    case R_LOOK:
    case R_LOOK_NOT:
    case R_BEHIND:
    case R_BEHIND_NOT:
    case R_ATOMIC: *pc = i->y; return look(m, (int)(i - m->rx->v), i, p);
    default: return holds(m, i->op, *p);
    }
}

/* Goes back to the last untried way; false when there is none above floor. */
static bool back(Run *m, int floor, int *pc, const char **p)
{
    while (m->n > floor) {
        Way w = m->ways[--m->n];
        if (w.pc != UNDO) {
            *pc = w.pc;
            *p = m->text + w.at;
            return true;
        }
        m->slots[w.slot] = w.at;
    }
    return false;
}

/* Keeps what undoes slots, drops the ways that were not tried. */
static void commit(Run *m, int floor)
{
    int n = floor;
    for (int i = floor; i < m->n; i++)
        if (m->ways[i].pc == UNDO)
            m->ways[n++] = m->ways[i];
    m->n = n;
}

static bool run(Run *m, int pc, const char *p, const char *must_end, const char **to)
{
    int floor = m->n;
    while (m->steps++ < MOST_STEPS) {
        bool done = m->rx->v[pc].op == R_MATCH;
        if (done && (!must_end || p == must_end)) {
            *to = p;
            commit(m, floor);
            return true;
        }
        if ((done || !step(m, &pc, &p)) && !back(m, floor, &pc, &p))
            return false;
    }
    return false;
}

int rx_match(const Rx *rx, const Str *text, size_t from, ptrdiff_t *spans)
{
    int spans_n = (rx->groups + 1) * 2, n = spans_n + rx->marks, found = 0;
    Run m = {.rx = rx, .text = text->s, .end = text->s + text->n};
    m.slots = xmalloc((size_t)n * sizeof *m.slots);
    for (const char *p = m.text + from; !found;) {
        const char *to;
        for (int i = 0; i < n; i++)
            m.slots[i] = -1;
        m.n = 0;
        if (run(&m, 0, p, NULL, &to)) {
            m.slots[0] = p - m.text;
            m.slots[1] = to - m.text;
            found = 1;
        } else if (m.steps >= MOST_STEPS) {
            found = -1;
        } else if (p == m.end) {
            break;
        } else {
            rune_next(&p, m.end);
        }
    }
    memcpy(spans, m.slots, (size_t)spans_n * sizeof *spans);
    free(m.slots);
    free(m.ways);
    return found;
}
