/* head and tail. */
#include "wbox.h"

typedef struct {
    uint64_t n;
    bool bytes, sign; /* sign: -N of head, +N of tail */
    bool quiet, verbose, from_start;
    int delim;
    bool first;
} Part;

const char head_help[] =
    "Usage: head [OPTION]... [FILE]...\n"
    "Print the first 10 lines of each FILE, or of standard input.\n"
    "\n"
    "  -c, --bytes=[-]NUM   the first NUM bytes; with - all but the last NUM\n"
    "  -n, --lines=[-]NUM   the first NUM lines; with - all but the last NUM\n"
    "  -q, --quiet          no headers with file names\n"
    "  -v, --verbose        always headers with file names\n"
    "  -z, --zero-terminated  lines end with NUL\n"
    "  -NUM                 same as -n NUM\n"
    "NUM may have a suffix: b 512, k 1024, kB 1000, M, MB, G and so on.\n";

const char tail_help[] =
    "Usage: tail [OPTION]... [FILE]...\n"
    "Print the last 10 lines of each FILE, or of standard input.\n"
    "\n"
    "  -c, --bytes=[+]NUM   the last NUM bytes; with + from byte NUM on\n"
    "  -n, --lines=[+]NUM   the last NUM lines; with + from line NUM on\n"
    "  -q, --quiet          no headers with file names\n"
    "  -v, --verbose        always headers with file names\n"
    "  -z, --zero-terminated  lines end with NUL\n"
    "  -NUM, +NUM           same as -n NUM, -n +NUM\n"
    "Files are not followed: -f is refused.\n";

static const LongOpt longs[] = {
    {"bytes", 1, 'c'},   {"lines", 1, 'n'},   {"quiet", 0, 'q'},
    {"silent", 0, 'q'},  {"verbose", 0, 'v'}, {"zero-terminated", 0, 'z'},
    {"follow", 2, 'f'},  {0, 0, 0}};

static void header(Part *p, const char *name)
{
    if (!p->first)
        out_ch('\n');
    p->first = false;
    out_str("==> ");
    out_str(strcmp(name, "-") ? name : "standard input");
    out_str(" <==\n");
}

/* Copies n bytes, or all when there are fewer. */
static void copy_first_bytes(In *in, uint64_t n)
{
    while (n > 0 && (in->pos < in->end || in_fill(in))) {
        size_t have = in->end - in->pos;
        size_t k = have < n ? have : (size_t)n;
        out_mem(in->buf + in->pos, k);
        in->pos += k;
        n -= k;
    }
}

static void skip_bytes(In *in, uint64_t n)
{
    while (n > 0 && (in->pos < in->end || in_fill(in))) {
        size_t have = in->end - in->pos;
        size_t k = have < n ? have : (size_t)n;
        in->pos += k;
        n -= k;
    }
}

static void copy_rest(In *in)
{
    copy_first_bytes(in, UINT64_MAX);
}

/* Moves behind n lines, printing them or not. */
static void pass_lines(In *in, uint64_t n, int delim, bool print)
{
    while (n > 0 && (in->pos < in->end || in_fill(in))) {
        const char *p = in->buf + in->pos, *end = in->buf + in->end, *q = p;
        while (n > 0 && q < end) {
            q = find_byte(q, end, delim);
            if (q < end) {
                q++;
                n--;
            }
        }
        if (print)
            out_mem(p, (size_t)(q - p));
        in->pos += (size_t)(q - p);
    }
}

static void read_all(In *in)
{
    while (in_fill(in))
        ;
}

/* Start of the last n lines of [p, end). */
static const char *last_lines(const char *p, const char *end, uint64_t n,
                              int delim)
{
    const char *q = end;
    if (n == 0)
        return end;
    if (q > p && q[-1] == (char)delim)
        q--;
    for (; q > p; q--)
        if (q[-1] == (char)delim && --n == 0)
            break;
    return q;
}

static void head_one(In *in, const Part *p)
{
    if (!p->sign) {
        if (p->bytes)
            copy_first_bytes(in, p->n);
        else
            pass_lines(in, p->n, p->delim, true);
        return;
    }
    read_all(in);
    const char *s = in->buf + in->pos, *end = in->buf + in->end;
    uint64_t have = (uint64_t)(end - s);
    if (p->bytes)
        end = have > p->n ? end - p->n : s;
    else if (end > s)
        end = last_lines(s, end, p->n, p->delim);
    if (end > s)
        out_mem(s, (size_t)(end - s));
}

/* Reads on but keeps no more than what may be printed. */
static void tail_from_end(In *in, const Part *p)
{
    for (;;) {
        bool more = in_fill(in);
        const char *s = in->buf + in->pos, *end = in->buf + in->end;
        if (!more) {
            uint64_t have = (uint64_t)(end - s);
            if (p->bytes)
                s = have > p->n ? end - p->n : s;
            else if (end > s)
                s = last_lines(s, end, p->n, p->delim);
            if (end > s)
                out_mem(s, (size_t)(end - s));
            return;
        }
        if (in->end < in->cap || in->end - in->pos < 65536)
            continue;
        if (p->bytes) {
            if (in->end - in->pos > p->n)
                in->pos = in->end - (size_t)p->n;
        } else {
            in->pos = (size_t)(last_lines(s, end, p->n + 1, p->delim) - in->buf);
        }
    }
}

/* A regular file is entered near its end. */
static void skip_far(In *in, const Part *p)
{
    SysStat st;
    if (in->fd <= 2 || sys_fstat(in->fd, &st) < 0 || st.type != 'f')
        return;
    if (p->bytes && st.size > p->n && st.size > 65536)
        sys_seek(in->fd, (int64_t)(st.size - p->n), 0);
}

static void tail_one(In *in, const Part *p)
{
    if (!p->sign) {
        if (p->n > 0) {
            skip_far(in, p);
            tail_from_end(in, p);
        }
        return;
    }
    if (p->n > 1 && p->bytes)
        skip_bytes(in, p->n - 1);
    else if (p->n > 1)
        pass_lines(in, p->n - 1, p->delim, false);
    copy_rest(in);
}

static void number(Part *p, const char *s, bool bytes, bool tail)
{
    const char *t = s;
    p->bytes = bytes;
    p->sign = *t == (tail ? '+' : '-');
    if (*t == '+' || *t == '-')
        t++;
    if (!parse_size(t, &p->n)) {
        bool digits = is_digit(*t);
        while (is_digit(*t))
            t++;
        if (!digits || *t)
            dief(1, "invalid number of %s: '%s'", bytes ? "bytes" : "lines", s);
    }
}

/* -NUM and, for tail, +NUM as the first word. */
static int old_style(Part *p, int argc, char **argv, bool tail)
{
    if (argc < 2)
        return 0;
    char *w = argv[1];
    if (!(w[0] == '-' || (tail && w[0] == '+')) || !is_digit(w[1]))
        return 0;
    const char *end;
    parse_u64(w + 1, &end, &p->n);
    p->sign = w[0] == '+';
    for (; *end; end++) {
        if (*end == 'c')
            p->bytes = true;
        else if (*end == 'q')
            p->quiet = true;
        else if (*end == 'v')
            p->verbose = true;
        else if (*end != 'n' && *end != 'l')
            dief(1, "invalid trailing option -- %c", *end);
    }
    return 1;
}

static int part_main(int argc, char **argv, bool tail)
{
    Part p = {.n = 10, .delim = '\n', .first = true};
    Opt o;
    bool ok = true;
    int skip = old_style(&p, argc, argv, tail);
    opt_start(&o, argc - skip, argv + skip, tail ? "c:n:qvzfFs:" : "c:n:qvz",
              longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        if (c == 'c' || c == 'n')
            number(&p, o.arg, c == 'c', tail);
        else if (c == 'q')
            p.quiet = true, p.verbose = false;
        else if (c == 'v')
            p.verbose = true, p.quiet = false;
        else if (c == 'z')
            p.delim = 0;
        else
            dief(1, "files cannot be followed");
    }
    OPT_FILES(o);
    bool headers = p.verbose || (o.n > 1 && !p.quiet);
    In in = {0};
    for (int i = 0; i < o.n; i++) {
        const char *name = o.argv[i];
        char *buf = in.buf;
        size_t cap = in.cap;
        memset(&in, 0, sizeof in);
        in.buf = buf;
        in.cap = cap;
        in.name = name;
        if (strcmp(name, "-") && (in.fd = sys_open(name, SYS_READ)) < 0) {
            warnf("cannot open '%s' for reading: %e", name);
            ok = false;
            continue;
        }
        if (headers)
            header(&p, name);
        if (tail)
            tail_one(&in, &p);
        else
            head_one(&in, &p);
        if (in.fd > 2)
            sys_close(in.fd);
        if (in.err) {
            errno = in.err;
            warnf("error reading '%s': %e", name);
            ok = false;
        }
    }
    return !ok;
}

int head_main(int argc, char **argv)
{
    return part_main(argc, argv, false);
}

int tail_main(int argc, char **argv)
{
    return part_main(argc, argv, true);
}
