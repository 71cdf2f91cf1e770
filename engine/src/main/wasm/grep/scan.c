/* Lines of one input that are selected, and how they are printed. */
#include "grep.h"

Grep grep = {.names = -1, .max = -1};

typedef struct {
    const char *name;
    uint64_t line;          /* number of the line at `counted` */
    const char *counted;
    uint64_t base;          /* offset of the buffer's first byte in the input */
    uint64_t selected;
    uint64_t trailing;      /* lines of context still to print */
    const char *printed;    /* behind the last printed line */
    bool any_printed, gap, stop;
} Scan;

static uint64_t count_lines(const char *p, const char *end)
{
    uint64_t n = 0;
    while ((p = find_byte(p, end, '\n')) < end) {
        n++;
        p++;
    }
    return n;
}

static void print_prefix(Scan *s, In *in, const char *p, int sep)
{
    if (grep.names == 1) {
        out_str(s->name);
        out_ch(sep);
    }
    if (grep.number) {
        if (p > s->counted) {
            s->line += count_lines(s->counted, p);
            s->counted = p;
        }
        out_u64(s->line);
        out_ch(sep);
    }
    if (grep.offset) {
        out_u64(s->base + (uint64_t)(p - in->buf));
        out_ch(sep);
    }
}

static const char *behind_line(const char *p, const char *end)
{
    p = find_byte(p, end, '\n');
    return p < end ? p + 1 : p;
}

static void print_line(Scan *s, In *in, const char *p, const char *e, int sep)
{
    print_prefix(s, in, p, sep);
    out_mem(p, (size_t)(e - p));
    if (e[-1] != '\n')
        out_ch('\n');
    s->printed = e;
    s->any_printed = true;
}

/* -o: each match that is not empty on a line of its own. */
static void print_matches(Scan *s, In *in, const char *p, const char *e)
{
    ReSpan m;
    size_t n = (size_t)(e - p), at = 0;
    const char *line = p;
    if (n && p[n - 1] == '\n')
        n--;
    while (at <= n) {
        int r = re_exec(grep.re, p, n, at, &m, 1);
        if (r <= 0) {
            grep.failed |= r < 0;
            break;
        }
        if (m.end == m.start) {
            at = (size_t)m.end + 1;
            continue;
        }
        if (grep.offset) {
            bool number = grep.number;
            grep.offset = false;
            print_prefix(s, in, line, ':');
            grep.offset = true;
            grep.number = number;
            out_u64(s->base + (uint64_t)(p + m.start - in->buf));
            out_ch(':');
        } else {
            print_prefix(s, in, line, ':');
        }
        out_mem(p + m.start, (size_t)(m.end - m.start));
        out_ch('\n');
        at = (size_t)m.end;
    }
}

/* Lines before a selected one, back to the last printed one. */
static void print_before(Scan *s, In *in, const char *p)
{
    const char *floor = s->printed ? s->printed : in->buf + in->pos;
    const char *q = p;
    if (floor < in->buf + in->pos)
        floor = in->buf + in->pos;
    for (uint64_t k = 0; k < grep.before && q > floor; k++) {
        q--;
        while (q > floor && q[-1] != '\n')
            q--;
    }
    if (grep.context && s->any_printed && (q != s->printed || s->gap))
        out_str("--\n");
    s->gap = false;
    if (grep.only) {
        s->any_printed = true;
        return;
    }
    while (q < p) {
        const char *e = behind_line(q, p);
        print_line(s, in, q, e, '-');
        q = e;
    }
}

static void select_line(Scan *s, In *in, const char *p, const char *e)
{
    s->selected++;
    grep.matched = true;
    if (grep.quiet || grep.list || grep.list_without) {
        s->stop = true;
        return;
    }
    if (!grep.count) {
        if (grep.context)
            print_before(s, in, p);
        if (!grep.only)
            print_line(s, in, p, e, ':');
        else if (!grep.invert)
            print_matches(s, in, p, e);
        s->printed = e;
        s->trailing = grep.after;
    }
    if (grep.max >= 0 && s->selected >= (uint64_t)grep.max)
        s->stop = true;
}

static void print_trailing(Scan *s, In *in, const char *p, const char *end)
{
    while (s->trailing > 0 && p < end) {
        const char *e = behind_line(p, end);
        if (grep.only)
            s->printed = e;
        else
            print_line(s, in, p, e, '-');
        s->trailing--;
        p = e;
    }
}

static const char *next_match(const char *p, const char *end)
{
    bool failed = false;
    const char *m = grep.re ? re_find_line(grep.re, p, end, &failed) : NULL;
    if (failed)
        dief(2, "a line takes too many steps to match");
    if (!m)
        return end;
    while (m > p && m[-1] != '\n')
        m--;
    return m;
}

static void scan_inverted(Scan *s, In *in, const char *p, const char *end)
{
    while (p < end && !s->stop) {
        const char *m = next_match(p, end);
        while (p < m && !s->stop) {
            const char *e = behind_line(p, m);
            select_line(s, in, p, e);
            p = e;
        }
        if (p < end && p == m) {
            const char *e = behind_line(p, end);
            if (s->trailing > 0 && !s->stop)
                print_trailing(s, in, p, e);
            if (!s->stop)
                p = e;
        }
    }
    if (s->stop)
        print_trailing(s, in, p, end);
}

static void scan_plain(Scan *s, In *in, const char *p, const char *end)
{
    while (p < end && !s->stop) {
        const char *m = next_match(p, end);
        if (s->trailing > 0)
            print_trailing(s, in, p, m);
        if (m == end)
            return;
        p = behind_line(m, end);
        select_line(s, in, m, p);
    }
    if (s->stop)
        print_trailing(s, in, p, end);
}

/* Keeps the lines that -B may still need in the buffer. */
static const char *keep_from(const In *in, const char *end)
{
    const char *floor = in->buf + in->pos, *q = end;
    for (uint64_t k = 0; k < grep.before && q > floor; k++) {
        q--;
        while (q > floor && q[-1] != '\n')
            q--;
    }
    return q;
}

static void scan_region(Scan *s, In *in, const char *p, const char *end)
{
    if (s->stop)
        print_trailing(s, in, p, end);
    else if (grep.invert)
        scan_inverted(s, in, p, end);
    else
        scan_plain(s, in, p, end);
    if (grep.number && end > s->counted) {
        s->line += count_lines(s->counted, end);
        s->counted = end;
    }
}

static bool done(const Scan *s)
{
    return s->stop && s->trailing == 0;
}

static void scan_all(Scan *s, In *in)
{
    size_t seen = 0; /* bytes behind in->pos that were searched */
    s->stop = grep.max == 0;
    while (!done(s)) {
        size_t old = in->pos;
        ptrdiff_t printed = s->printed ? s->printed - (in->buf + old) : -1;
        bool more = in_fill(in);
        if (in->pos != old)
            s->base += old;
        const char *from = in->buf + in->pos + seen, *end = in->buf + in->end;
        s->printed = printed >= 0 ? in->buf + in->pos + printed : NULL;
        s->counted = from;
        if (more) {
            while (end > from && end[-1] != '\n')
                end--;
        }
        if (end > from)
            scan_region(s, in, from, end);
        if (!more)
            break;
        const char *keep = keep_from(in, end);
        if (s->printed && s->printed < keep) {
            s->printed = NULL;
            s->gap = true;
        }
        in->pos = (size_t)(keep - in->buf);
        seen = (size_t)(end - keep);
    }
}

void grep_input(In *in, const char *name)
{
    Scan s = {.name = name, .line = 1};
    scan_all(&s, in);
    if (grep.count) {
        if (!grep.quiet && !grep.list && !grep.list_without) {
            if (grep.names == 1) {
                out_str(name);
                out_ch(':');
            }
            out_u64(s.selected);
            out_ch('\n');
        }
    }
    if (!grep.quiet && (grep.list ? s.selected > 0
                                  : grep.list_without && s.selected == 0)) {
        out_str(name);
        out_ch('\n');
    }
}
