/* tr. */
#include "wbox.h"

const char tr_help[] =
    "Usage: tr [OPTION]... SET1 [SET2]\n"
    "Translate, squeeze or delete bytes from standard input.\n"
    "\n"
    "  -c, -C, --complement   use all bytes that are not in SET1\n"
    "  -d, --delete           delete the bytes of SET1\n"
    "  -s, --squeeze-repeats  write a run of a byte of the last SET once\n"
    "  -t, --truncate-set1    first cut SET1 to the length of SET2\n"
    "\n"
    "SETs are bytes, ranges a-z, escapes \\NNN \\\\ \\a \\b \\f \\n \\r \\t \\v,\n"
    "classes such as [:alpha:], [=c=], and in SET2 [c*] and [c*N].\n";

typedef struct {
    uchar *v;
    size_t n, cap;
    ptrdiff_t fill_at; /* where [c*] stands, -1 without */
    uchar fill;
    bool has_class, case_class;
} Set;

static void set_put(Set *s, int c)
{
    if (s->n == s->cap)
        s->v = xrealloc(s->v, s->cap = s->cap * 2 + 64);
    s->v[s->n++] = (uchar)c;
}

static int set_byte(const char **p)
{
    static const char from[] = "abfnrtv", to[] = "\a\b\f\n\r\t\v";
    int c = (uchar)*(*p)++;
    if (c != '\\')
        return c;
    if (!**p) {
        warnf("warning: an unescaped backslash at end of string is not portable");
        return '\\';
    }
    c = (uchar)**p;
    if (c >= '0' && c <= '7') {
        int v = 0;
        for (int n = 0; n < 3 && **p >= '0' && **p <= '7'; n++) {
            if (v * 8 + (**p - '0') > 255)
                break;
            v = v * 8 + (*(*p)++ - '0');
        }
        return v;
    }
    ++*p;
    const char *k = strchr(from, c);
    return k ? to[k - from] : c;
}

/* [:class:] and [=c=]; false when p starts neither. */
static bool set_class(Set *s, const char **p)
{
    const char *q = *p;
    if (q[0] != '[' || (q[1] != ':' && q[1] != '='))
        return false;
    char close[3] = {q[1], ']', 0};
    const char *e = q[2] ? strstr(q + 3, close) : NULL;
    if (!e)
        return false;
    size_t len = (size_t)(e - q - 2);
    if (q[1] == '=') {
        if (len != 1)
            dief(1, "%s: equivalence class operand must be a single character",
                 xstrndup(q + 2, len));
        set_put(s, q[2]);
    } else {
        bool known = false;
        for (int c = 0; c < 256; c++)
            if (class_has(q + 2, len, c, &known))
                set_put(s, c);
        if (!known)
            dief(1, "invalid character class '%s'", xstrndup(q + 2, len));
        s->has_class = true;
        if (len == 5 && (!memcmp(q + 2, "lower", 5) || !memcmp(q + 2, "upper", 5)))
            s->case_class = true;
    }
    *p = e + 2;
    return true;
}

/* [c*] and [c*N]. */
static bool set_repeat(Set *s, const char **p, bool second)
{
    const char *q = *p + 1;
    if (**p != '[' || !*q)
        return false;
    if (q[0] != '\\' && q[1] != '*')
        return false;
    int c = set_byte(&q);
    if (*q != '*')
        return false;
    q++;
    uint64_t n = 0;
    int base = *q == '0' ? 8 : 10;
    for (; is_digit(*q); q++)
        if (n < 1000000)
            n = n * (unsigned)base + (unsigned)(*q - '0');
    if (*q != ']')
        return false;
    if (!second)
        dief(1, "the [c*] repeat construct may not appear in string1");
    if (n == 0) {
        s->fill_at = (ptrdiff_t)s->n;
        s->fill = (uchar)c;
    }
    while (n-- > 0)
        set_put(s, c);
    *p = q + 1;
    return true;
}

static void set_read(Set *s, const char *p, bool second)
{
    memset(s, 0, sizeof *s);
    s->fill_at = -1;
    while (*p) {
        if (set_class(s, &p) || set_repeat(s, &p, second))
            continue;
        int lo = set_byte(&p);
        if (p[0] == '-' && p[1]) {
            p++;
            int hi = set_byte(&p);
            if (hi < lo)
                dief(1, "range-endpoints of '%c-%c' are in reverse collating sequence order",
                     lo, hi);
            for (int c = lo; c <= hi; c++)
                set_put(s, c);
        } else {
            set_put(s, lo);
        }
    }
}

static void set_fill(Set *s, size_t want)
{
    if (s->fill_at < 0 || s->n >= want)
        return;
    size_t k = want - s->n, at = (size_t)s->fill_at;
    for (size_t i = 0; i < k; i++)
        set_put(s, 0);
    memmove(s->v + at + k, s->v + at, s->n - k - at);
    memset(s->v + at, s->fill, k);
}

static void set_complement(Set *s)
{
    bool in[256] = {false};
    for (size_t i = 0; i < s->n; i++)
        in[s->v[i]] = true;
    s->n = 0;
    for (int c = 0; c < 256; c++)
        if (!in[c])
            set_put(s, c);
}

static bool drop[256], squeeze[256];
static uchar map[256];

static void mapping(Set *a, Set *b, bool cut)
{
    if (b->n == 0)
        dief(1, "when not truncating set1, string2 must be non-empty");
    if (cut && a->n > b->n)
        a->n = b->n;
    for (size_t i = 0; i < a->n; i++)
        map[a->v[i]] = b->v[i < b->n ? i : b->n - 1];
}

static int last_byte = -1;

static size_t work(uchar *p, size_t n, bool deletes, bool squeezes)
{
    size_t w = 0;
    int last = last_byte;
    if (!deletes && !squeezes) {
        for (size_t i = 0; i < n; i++)
            p[i] = map[p[i]];
        return n;
    }
    for (size_t i = 0; i < n; i++) {
        if (deletes && drop[p[i]])
            continue;
        int c = map[p[i]];
        if (c == last && squeeze[c])
            continue;
        last = c;
        p[w++] = (uchar)c;
    }
    last_byte = last;
    return w;
}

static const LongOpt tr_longs[] = {{"complement", 0, 'c'},
                                   {"delete", 0, 'd'},
                                   {"squeeze-repeats", 0, 's'},
                                   {"truncate-set1", 0, 't'},
                                   {0, 0, 0}};

int tr_main(int argc, char **argv)
{
    Opt o;
    Set a, b = {0};
    bool comp = false, deletes = false, squeezes = false, cut = false;
    opt_start(&o, argc, argv, "+cCdst", tr_longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        comp |= c == 'c' || c == 'C';
        deletes |= c == 'd';
        squeezes |= c == 's';
        cut |= c == 't';
    }
    if (!o.n)
        missing_operand();
    bool two = o.n > 1;
    if (!two && deletes == squeezes)
        usage_err(deletes ? "missing operand after '%s'\nTwo strings must be given when both deleting and squeezing repeats."
                          : "missing operand after '%s'\nTwo strings must be given when translating.",
                  o.argv[0]);
    if (two && deletes && !squeezes)
        usage_err("extra operand '%s'\nOnly one string may be given when deleting without squeezing repeats.",
                  o.argv[1]);
    if (o.n > 2)
        extra_operand(o.argv[2]);
    set_read(&a, o.argv[0], false);
    if (comp)
        set_complement(&a);
    if (two) {
        set_read(&b, o.argv[1], true);
        set_fill(&b, a.n);
    }
    for (int c = 0; c < 256; c++)
        map[c] = (uchar)c;
    if (two && !deletes)
        mapping(&a, &b, cut);
    for (size_t i = 0; deletes && i < a.n; i++)
        drop[a.v[i]] = true;
    const Set *last = two ? &b : &a;
    for (size_t i = 0; squeezes && i < last->n; i++)
        squeeze[last->v[i]] = true;
    In in = {0};
    in.name = "read error";
    while (in_fill(&in)) {
        size_t n = work((uchar *)in.buf, in.end, deletes, squeezes);
        out_mem(in.buf, n);
        in.pos = in.end;
    }
    return !in_close(&in);
}
