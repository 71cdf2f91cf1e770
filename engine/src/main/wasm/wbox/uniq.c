/* uniq and comm. */
#include "wbox.h"

const char uniq_help[] =
    "Usage: uniq [OPTION]... [INPUT [OUTPUT]]\n"
    "Write lines without those that equal the line before.\n"
    "\n"
    "  -c, --count           put the number of occurrences before lines\n"
    "  -d, --repeated        only one of each group of repeated lines\n"
    "  -D, --all-repeated    all repeated lines\n"
    "  -f, --skip-fields=N   do not compare the first N fields\n"
    "  -i, --ignore-case     ignore case of ASCII letters\n"
    "  -s, --skip-chars=N    do not compare the first N bytes\n"
    "  -u, --unique          only lines that are not repeated\n"
    "  -w, --check-chars=N   compare no more than N bytes\n"
    "  -z, --zero-terminated  lines end with NUL\n";

typedef struct {
    bool count, repeated, all, unique, fold;
    uint64_t fields, skip, check;
    int delim;
} Uniq;

static void uniq_key(const Uniq *u, const char *p, size_t n, const char **s,
                     size_t *k)
{
    const char *end = p + n;
    for (uint64_t f = 0; f < u->fields && p < end; f++) {
        while (p < end && is_blank(*p))
            p++;
        while (p < end && !is_blank(*p))
            p++;
    }
    p = (uint64_t)(end - p) > u->skip ? p + u->skip : end;
    *s = p;
    *k = (uint64_t)(end - p) < u->check ? (size_t)(end - p) : (size_t)u->check;
}

static bool equal_bytes(const char *a, const char *b, size_t n, bool fold)
{
    if (!fold)
        return memcmp(a, b, n) == 0;
    for (size_t i = 0; i < n; i++)
        if (to_lower((uchar)a[i]) != to_lower((uchar)b[i]))
            return false;
    return true;
}

static void uniq_put(const Uniq *u, const char *p, size_t n, uint64_t times)
{
    if (u->unique && u->repeated)
        return;
    if ((u->repeated && times < 2) || (u->unique && times > 1))
        return;
    if (u->count) {
        char d[24];
        size_t k = fmt_u64(d + sizeof d, times);
        out_pad(' ', k < 7 ? 7 - k : 0);
        out_mem(d + sizeof d - k, k);
        out_ch(' ');
    }
    out_mem(p, n);
    out_ch(u->delim);
}

static void uniq_all(const Uniq *u, In *in)
{
    char *kept = NULL, *p;
    size_t kept_n = 0, kept_cap = 0, n;
    uint64_t times = 0;
    bool ended;
    while (in_line(in, u->delim, &p, &n, &ended)) {
        const char *a, *b;
        size_t x, y;
        if (times > 0) {
            uniq_key(u, kept, kept_n, &a, &x);
            uniq_key(u, p, n, &b, &y);
            if (x == y && equal_bytes(a, b, x, u->fold)) {
                if (u->all && times == 1)
                    uniq_put(u, kept, kept_n, 2);
                if (u->all)
                    uniq_put(u, p, n, 2);
                times++;
                continue;
            }
            if (!u->all)
                uniq_put(u, kept, kept_n, times);
        }
        if (n > kept_cap)
            kept = xrealloc(kept, kept_cap = n * 2);
        else if (!kept)
            kept = xmalloc(kept_cap = 64);
        memcpy(kept, p, n);
        kept_n = n;
        times = 1;
    }
    if (times > 0 && !u->all)
        uniq_put(u, kept, kept_n, times);
}

static uint64_t uniq_number(const char *s, const char *what)
{
    uint64_t v;
    const char *end;
    if (!parse_u64(s, &end, &v) && v != UINT64_MAX)
        dief(1, "%s: invalid number of %s", s, what);
    if (*end)
        dief(1, "%s: invalid number of %s", s, what);
    return v;
}

int uniq_main(int argc, char **argv)
{
    static const LongOpt longs[] = {
        {"count", 0, 'c'},       {"repeated", 0, 'd'},   {"all-repeated", 2, 'D'},
        {"skip-fields", 1, 'f'}, {"ignore-case", 0, 'i'}, {"skip-chars", 1, 's'},
        {"unique", 0, 'u'},      {"check-chars", 1, 'w'},
        {"zero-terminated", 0, 'z'}, {0, 0, 0}};
    Opt o;
    Uniq u = {.check = UINT64_MAX, .delim = '\n'};
    opt_start(&o, argc, argv, "cdDf:is:uw:z", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        switch (c) {
        case 'c': u.count = true; break;
        case 'd': u.repeated = true; break;
        case 'D': u.all = u.repeated = true; break;
        case 'f': u.fields = uniq_number(o.arg, "fields to skip"); break;
        case 'i': u.fold = true; break;
        case 's': u.skip = uniq_number(o.arg, "bytes to skip"); break;
        case 'u': u.unique = true; break;
        case 'w': u.check = uniq_number(o.arg, "bytes to compare"); break;
        default: u.delim = 0;
        }
    }
    if (u.count && u.all)
        usage_err("printing all duplicated lines and repeat counts is meaningless");
    if (o.n > 2)
        extra_operand(o.argv[2]);
    In in = {0};
    if (!in_open(&in, o.n ? o.argv[0] : "-"))
        return 1;
    if (o.n == 2 && strcmp(o.argv[1], "-")) {
        int fd = sys_open(o.argv[1], SYS_WRITE);
        if (fd < 0)
            dief(1, "%s: %e", o.argv[1]);
        out_redirect(fd);
    }
    uniq_all(&u, &in);
    return !in_close(&in);
}

/* ---- lines of two sorted files ---- */

typedef struct {
    In in;
    char *p;
    size_t n;
    char *last;
    size_t last_n, last_cap;
    bool have, warned;
    int number;
} Side;

static int compare(const char *a, size_t an, const char *b, size_t bn)
{
    int r = memcmp(a, b, an < bn ? an : bn);
    return r ? r : (an > bn) - (an < bn);
}

const char comm_help[] =
    "Usage: comm [OPTION]... FILE1 FILE2\n"
    "Compare two sorted files line by line: lines only in FILE1, lines only in\n"
    "FILE2, lines in both.\n"
    "\n"
    "  -1, -2, -3            leave that column out\n"
    "      --check-order     fail when an input is not sorted\n"
    "      --nocheck-order   do not check\n"
    "      --output-delimiter=STR  separate columns by STR\n"
    "      --total           print a summary\n"
    "  -z, --zero-terminated  lines end with NUL\n";

static int comm_check, comm_delim;
static bool comm_disorder;

static void comm_next(Side *s)
{
    bool ended;
    if (s->have && comm_check >= 0 && !s->warned) {
        if (s->n > s->last_cap)
            s->last = xrealloc(s->last, s->last_cap = s->n * 2);
        else if (!s->last)
            s->last = xmalloc(s->last_cap = 64);
        memcpy(s->last, s->p, s->n);
        s->last_n = s->n;
    }
    bool had = s->have;
    s->have = in_line(&s->in, comm_delim, &s->p, &s->n, &ended);
    if (had && s->have && comm_check >= 0 && !s->warned &&
        compare(s->last, s->last_n, s->p, s->n) > 0) {
        s->warned = true;
        comm_disorder = true;
    }
}

static void comm_report(Side *a, Side *b, bool unpaired)
{
    static bool said[3];
    Side *sides[] = {a, b};
    if (comm_check == 0 && !unpaired)
        return;
    for (int i = 0; i < 2; i++)
        if (sides[i]->warned && !said[i]) {
            said[i] = true;
            warnf("file %d is not in sorted order", i + 1);
            if (comm_check > 0)
                quit(1);
        }
}

static void comm_put(const Side *s, int column, const bool *hide,
                     const char *glue, size_t glue_n)
{
    if (hide[column])
        return;
    for (int i = 0; i < column; i++)
        if (!hide[i])
            out_mem(glue, glue_n);
    out_mem(s->p, s->n);
    out_ch(comm_delim);
}

int comm_main(int argc, char **argv)
{
    static const LongOpt longs[] = {
        {"check-order", 0, 256}, {"nocheck-order", 0, 257},
        {"output-delimiter", 1, 258}, {"total", 0, 259},
        {"zero-terminated", 0, 'z'}, {0, 0, 0}};
    Opt o;
    bool hide[3] = {false, false, false}, total = false;
    const char *glue = "\t";
    uint64_t counts[3] = {0, 0, 0};
    comm_delim = '\n';
    opt_start(&o, argc, argv, "123z", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        if (c >= '1' && c <= '3')
            hide[c - '1'] = true;
        else if (c == 256 || c == 257)
            comm_check = c == 256 ? 1 : -1;
        else if (c == 258)
            glue = o.arg;
        else if (c == 259)
            total = true;
        else
            comm_delim = 0;
    }
    if (!o.n)
        missing_operand();
    if (o.n == 1)
        usage_err("missing operand after '%s'", o.argv[0]);
    if (o.n > 2)
        extra_operand(o.argv[2]);
    Side a = {.number = 1}, b = {.number = 2};
    if (!in_open(&a.in, o.argv[0]) || !in_open(&b.in, o.argv[1]))
        return 1;
    size_t glue_n = *glue ? strlen(glue) : 1;
    bool unpaired = false;
    comm_next(&a);
    comm_next(&b);
    while (a.have || b.have) {
        int r = !a.have ? 1 : !b.have ? -1 : compare(a.p, a.n, b.p, b.n);
        int column = r < 0 ? 0 : r > 0 ? 1 : 2;
        unpaired |= r != 0;
        counts[column]++;
        comm_put(r > 0 ? &b : &a, column, hide, glue, glue_n);
        if (r <= 0)
            comm_next(&a);
        if (r >= 0)
            comm_next(&b);
        comm_report(&a, &b, unpaired);
    }
    if (total) {
        for (int i = 0; i < 3; i++) {
            out_u64(counts[i]);
            out_mem(glue, glue_n);
        }
        out_str("total");
        out_ch(comm_delim);
    }
    bool ok = in_close(&a.in);
    ok &= in_close(&b.in);
    if (comm_disorder && unpaired && comm_check == 0) {
        warnf("input is not in sorted order");
        ok = false;
    }
    return !ok;
}
