/* cut and paste. */
#include "wbox.h"

const char cut_help[] =
    "Usage: cut OPTION... [FILE]...\n"
    "Print selected parts of each line.\n"
    "\n"
    "  -b, --bytes=LIST       select these bytes\n"
    "  -c, --characters=LIST  select these characters (bytes)\n"
    "  -f, --fields=LIST      select these fields\n"
    "  -d, --delimiter=DELIM  fields are separated by DELIM (default: tab)\n"
    "  -n                     ignored\n"
    "      --complement       select all but the LIST\n"
    "  -s, --only-delimited   skip lines without delimiter\n"
    "      --output-delimiter=STRING  put STRING between parts\n"
    "  -z, --zero-terminated  lines end with NUL\n"
    "LIST is ranges with commas: N, N-, N-M, -M.\n";

typedef struct {
    uint64_t lo, hi;
} Range;

typedef struct {
    Range *r;
    size_t n;
    char mode; /* b or f */
    int delim, end;
    bool only, complement;
    const char *glue;
    size_t glue_n;
} Cut;

static int by_start(const void *a, const void *b)
{
    const Range *x = a, *y = b;
    return x->lo < y->lo ? -1 : x->lo > y->lo;
}

static void add_range(Cut *c, uint64_t lo, uint64_t hi)
{
    c->r = xrealloc(c->r, (c->n + 2) * sizeof *c->r);
    c->r[c->n++] = (Range){lo, hi};
}

static void read_list(Cut *c, const char *s)
{
    const char *what = c->mode == 'f' ? "field" : "byte/character";
    for (;;) {
        uint64_t lo = 1, hi;
        bool first = is_digit(*s);
        if (first)
            parse_u64(s, &s, &lo);
        hi = lo;
        if (*s == '-') {
            s++;
            hi = UINT64_MAX;
            if (is_digit(*s))
                parse_u64(s, &s, &hi);
            else if (!first)
                usage_err("invalid range with no endpoint: -");
        } else if (!first) {
            usage_err(*s ? "invalid %s value '%s'" : "%ss are numbered from 1",
                      what, s);
        }
        if (lo == 0)
            usage_err("%ss are numbered from 1", what);
        if (hi < lo)
            usage_err("invalid decreasing range");
        add_range(c, lo, hi);
        if (*s == ',' || is_blank(*s)) {
            s++;
            continue;
        }
        if (*s)
            usage_err("invalid %s value '%s'", what, s);
        return;
    }
}

/* Sorts and joins ranges; those that touch stay apart for the delimiter. */
static void settle(Cut *c)
{
    size_t n = 0;
    qsort(c->r, c->n, sizeof *c->r, by_start);
    for (size_t i = 0; i < c->n; i++) {
        if (n && c->r[i].lo <= c->r[n - 1].hi) {
            if (c->r[i].hi > c->r[n - 1].hi)
                c->r[n - 1].hi = c->r[i].hi;
        } else {
            c->r[n++] = c->r[i];
        }
    }
    c->n = n;
    if (!c->complement)
        return;
    Range *old = c->r;
    uint64_t next = 1;
    c->r = NULL;
    c->n = 0;
    for (size_t i = 0; i < n; i++) {
        if (old[i].lo > next)
            add_range(c, next, old[i].lo - 1);
        if (old[i].hi == UINT64_MAX)
            return;
        next = old[i].hi + 1;
    }
    add_range(c, next, UINT64_MAX);
}

static void cut_bytes(const Cut *c, const char *p, size_t n)
{
    bool any = false;
    for (size_t i = 0; i < c->n && c->r[i].lo <= n; i++) {
        size_t lo = (size_t)c->r[i].lo - 1;
        size_t hi = c->r[i].hi < n ? (size_t)c->r[i].hi : n;
        if (any && c->glue)
            out_mem(c->glue, c->glue_n);
        out_mem(p + lo, hi - lo);
        any = true;
    }
}

/* False when the line is not to be printed at all. */
static bool cut_fields(const Cut *c, const char *p, size_t n)
{
    const char *end = p + n, *e = find_byte(p, end, c->delim);
    if (e == end) {
        if (!c->only)
            out_mem(p, n);
        return !c->only;
    }
    bool any = false;
    size_t r = 0;
    for (uint64_t field = 1;; field++) {
        while (r < c->n && c->r[r].hi < field)
            r++;
        if (r == c->n)
            break;
        if (field >= c->r[r].lo) {
            if (any)
                out_mem(c->glue, c->glue_n);
            if (c->r[r].hi == UINT64_MAX && c->glue_n == 1 &&
                c->glue[0] == (char)c->delim) {
                out_mem(p, (size_t)(end - p));
                break;
            }
            out_mem(p, (size_t)(e - p));
            any = true;
        }
        if (e == end)
            break;
        p = e + 1;
        e = find_byte(p, end, c->delim);
    }
    return true;
}

static const LongOpt cut_longs[] = {
    {"bytes", 1, 'b'},          {"characters", 1, 'c'}, {"fields", 1, 'f'},
    {"delimiter", 1, 'd'},      {"complement", 0, 'C'}, {"only-delimited", 0, 's'},
    {"output-delimiter", 1, 'O'}, {"zero-terminated", 0, 'z'}, {0, 0, 0}};

static void cut_file(const Cut *c, In *in)
{
    char *p;
    size_t n;
    bool ended;
    while (in_line(in, c->end, &p, &n, &ended)) {
        if (c->mode == 'f') {
            if (!cut_fields(c, p, n))
                continue;
        } else {
            cut_bytes(c, p, n);
        }
        out_ch(c->end);
    }
}

int cut_main(int argc, char **argv)
{
    Opt o;
    Cut c = {.delim = '\t', .end = '\n'};
    const char *list = NULL, *delim = NULL;
    bool ok = true;
    opt_start(&o, argc, argv, "b:c:f:d:nsz", cut_longs);
    for (int k; (k = opt_next(&o)) >= 0;) {
        switch (k) {
        case 'b': case 'c': case 'f':
            if (list)
                usage_err("only one list may be specified");
            list = o.arg;
            c.mode = k == 'f' ? 'f' : 'b';
            break;
        case 'd':
            delim = o.arg;
            if (delim[0] && delim[1])
                usage_err("the delimiter must be a single character");
            break;
        case 's': c.only = true; break;
        case 'z': c.end = 0; break;
        case 'C': c.complement = true; break;
        case 'O':
            c.glue = o.arg;
            c.glue_n = *o.arg ? strlen(o.arg) : 1;
            break;
        default: break;
        }
    }
    if (!list)
        usage_err("you must specify a list of bytes, characters, or fields");
    if (c.mode != 'f' && delim)
        usage_err("an input delimiter may be specified only when operating on fields");
    if (c.mode != 'f' && c.only)
        usage_err("suppressing non-delimited lines makes sense\n\tonly when operating on fields");
    if (delim)
        c.delim = (uchar)delim[0];
    read_list(&c, list);
    settle(&c);
    char own[1] = {(char)c.delim};
    if (!c.glue && c.mode == 'f') {
        c.glue = own;
        c.glue_n = 1;
    }
    OPT_FILES(o);
    In in = {0};
    for (int i = 0; i < o.n; i++) {
        if (!in_open(&in, o.argv[i])) {
            ok = false;
            continue;
        }
        cut_file(&c, &in);
        ok &= in_close(&in);
    }
    return !ok;
}

/* ---- paste ---- */

const char paste_help[] =
    "Usage: paste [OPTION]... [FILE]...\n"
    "Write lines that consist of the corresponding lines of each FILE.\n"
    "\n"
    "  -d, --delimiters=LIST  take delimiters from LIST in turn (default: tab)\n"
    "  -s, --serial           one file at a time instead of in parallel\n"
    "  -z, --zero-terminated  lines end with NUL\n";

typedef struct {
    short *delims; /* -1: nothing */
    size_t n;
    int end;
} Paste;

static void paste_delims(Paste *s, const char *p)
{
    static const char from[] = "ntrbfv\\", to[] = "\n\t\r\b\f\v\\";
    s->delims = xmalloc((strlen(p) + 1) * sizeof *s->delims);
    s->n = 0;
    for (; *p; p++) {
        int d = (uchar)*p;
        if (d == '\\') {
            if (!*++p)
                dief(1, "delimiter list ends with an unescaped backslash: \\");
            const char *k = strchr(from, *p);
            d = *p == '0' ? -1 : k ? to[k - from] : (uchar)*p;
        }
        s->delims[s->n++] = (short)d;
    }
    if (!s->n)
        s->delims[s->n++] = -1;
}

static void put_delim(const Paste *s, size_t k)
{
    int d = s->delims[k % s->n];
    if (d >= 0)
        out_ch(d);
}

static bool paste_serial(const Paste *s, char **names, int count)
{
    bool ok = true;
    for (int i = 0; i < count; i++) {
        In in = {0};
        char *p;
        size_t n, k = 0;
        bool ended;
        if (!in_open(&in, names[i])) {
            ok = false;
            continue;
        }
        while (in_line(&in, s->end, &p, &n, &ended)) {
            if (k)
                put_delim(s, k - 1);
            k++;
            out_mem(p, n);
        }
        out_ch(s->end);
        free(in.buf);
        ok &= in_close(&in);
    }
    return ok;
}

static bool paste_parallel(const Paste *s, char **names, int count)
{
    In *in = xmalloc((size_t)count * sizeof *in);
    bool *open = xmalloc((size_t)count * sizeof *open);
    int left = 0, stdin_at = -1;
    bool ok = true;
    memset(in, 0, (size_t)count * sizeof *in);
    for (int i = 0; i < count; i++) {
        if (!in_open(&in[i], names[i]))
            quit(1);
        if (!strcmp(names[i], "-") && stdin_at < 0)
            stdin_at = i;
        open[i] = true;
        left++;
    }
    while (left > 0) {
        size_t waiting = 0;
        bool any = false;
        for (int i = 0; i < count; i++) {
            char *p;
            size_t n;
            bool ended;
            bool std = !strcmp(names[i], "-");
            In *from = std ? &in[stdin_at] : &in[i];
            if (open[i] && in_line(from, s->end, &p, &n, &ended)) {
                for (; waiting > 0; waiting--)
                    put_delim(s, (size_t)i - waiting);
                out_mem(p, n);
                any = true;
            } else if (open[i]) {
                open[i] = false;
                left--;
                if (!std || stdin_at == i)
                    ok &= in_close(&in[i]);
            }
            waiting++;
        }
        if (any) {
            for (waiting--; waiting > 0; waiting--)
                put_delim(s, (size_t)(count - 1) - waiting);
            out_ch(s->end);
        }
    }
    return ok;
}

int paste_main(int argc, char **argv)
{
    static const LongOpt longs[] = {{"delimiters", 1, 'd'},
                                    {"serial", 0, 's'},
                                    {"zero-terminated", 0, 'z'},
                                    {0, 0, 0}};
    Opt o;
    Paste s = {.end = '\n'};
    const char *list = "\t";
    bool serial = false;
    opt_start(&o, argc, argv, "d:sz", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        if (c == 'd')
            list = o.arg;
        else if (c == 's')
            serial = true;
        else
            s.end = 0;
    }
    paste_delims(&s, list);
    OPT_FILES(o);
    return !(serial ? paste_serial(&s, o.argv, o.n)
                    : paste_parallel(&s, o.argv, o.n));
}
