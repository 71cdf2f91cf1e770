/* cat, tac, rev, tee. */
#include "wbox.h"

const char cat_help[] =
    "Usage: cat [OPTION]... [FILE]...\n"
    "Write the FILEs, or standard input, one behind the other.\n"
    "\n"
    "  -A, --show-all          same as -vET\n"
    "  -b, --number-nonblank   number lines that are not empty\n"
    "  -e                      same as -vE\n"
    "  -E, --show-ends         show $ at the end of each line\n"
    "  -n, --number            number all lines\n"
    "  -s, --squeeze-blank     no more than one empty line in a row\n"
    "  -t                      same as -vT\n"
    "  -T, --show-tabs         show tabs as ^I\n"
    "  -u                      ignored\n"
    "  -v, --show-nonprinting  use ^ and M- notation\n";

typedef struct {
    bool number, nonblank, squeeze, ends, tabs, visible;
    uint64_t line;
    bool mid_line;
    int blanks;
} CatState;

static bool copy_plain(const char *name)
{
    In in = {0};
    if (!in_open(&in, name))
        return false;
    while (in_fill(&in)) {
        /* straight from the buffer it was read into */
        out_flush();
        if (!write_all(out.fd, in.buf, in.end)) {
            if (errno == EPIPE)
                sys_exit(141);
            dief(1, "write error: %e");
        }
        in.pos = in.end;
    }
    free(in.buf);
    return in_close(&in);
}

static void cat_byte(const CatState *s, int c)
{
    if (c == '\t' && !s->tabs) {
        out_ch(c);
        return;
    }
    if (!s->visible && !(c == '\t' && s->tabs)) {
        out_ch(c);
        return;
    }
    if (c >= 128) {
        out_mem("M-", 2);
        c -= 128;
    }
    if (c < 32) {
        out_ch('^');
        out_ch(c + 64);
    } else if (c == 127) {
        out_mem("^?", 2);
    } else {
        out_ch(c);
    }
}

static void number_line(uint64_t n)
{
    char d[24];
    size_t k = fmt_u64(d + sizeof d, n);
    out_pad(' ', k < 6 ? 6 - k : 0);
    out_mem(d + sizeof d - k, k);
    out_ch('\t');
}

static void cat_line(CatState *s, const char *p, size_t n, bool ended)
{
    bool blank = n == 0 && !s->mid_line;
    if (blank && ended) {
        if (s->squeeze && s->blanks > 0)
            return;
        s->blanks++;
    } else {
        s->blanks = 0;
    }
    if (!s->mid_line && (s->nonblank ? !blank : s->number))
        number_line(++s->line);
    if (s->visible || s->tabs) {
        for (size_t i = 0; i < n; i++)
            cat_byte(s, (uchar)p[i]);
    } else {
        out_mem(p, n);
    }
    s->mid_line = !ended;
    if (!ended)
        return;
    if (s->ends)
        out_ch('$');
    out_ch('\n');
}

static bool copy_lines(CatState *s, const char *name)
{
    In in = {0};
    char *p;
    size_t n;
    bool ended;
    if (!in_open(&in, name))
        return false;
    while (in_line(&in, '\n', &p, &n, &ended))
        cat_line(s, p, n, ended);
    free(in.buf);
    return in_close(&in);
}

static void cat_option(CatState *s, int c)
{
    switch (c) {
    case 'A': s->visible = s->ends = s->tabs = true; break;
    case 'b': s->nonblank = true; break;
    case 'e': s->visible = s->ends = true; break;
    case 'E': s->ends = true; break;
    case 'n': s->number = true; break;
    case 's': s->squeeze = true; break;
    case 't': s->visible = s->tabs = true; break;
    case 'T': s->tabs = true; break;
    case 'v': s->visible = true; break;
    default: break;
    }
}

int cat_main(int argc, char **argv)
{
    static const LongOpt longs[] = {
        {"show-all", 0, 'A'},      {"number-nonblank", 0, 'b'},
        {"show-ends", 0, 'E'},     {"number", 0, 'n'},
        {"squeeze-blank", 0, 's'}, {"show-tabs", 0, 'T'},
        {"show-nonprinting", 0, 'v'}, {0, 0, 0}};
    Opt o;
    CatState s = {0};
    bool plain = true, ok = true;
    opt_start(&o, argc, argv, "AbeEnstTuv", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        cat_option(&s, c);
        plain &= c == 'u';
    }
    OPT_FILES(o);
    for (int i = 0; i < o.n; i++)
        ok &= plain ? copy_plain(o.argv[i]) : copy_lines(&s, o.argv[i]);
    return !ok;
}

/* ---- tac ---- */

const char tac_help[] =
    "Usage: tac [OPTION]... [FILE]...\n"
    "Write each FILE with its lines in reverse order.\n"
    "\n"
    "  -b, --before            the separator stands before its record\n"
    "  -s, --separator=STRING  separate records by STRING, not by newlines\n";

static void tac_bytes(const char *s, size_t n, const char *sep, size_t k,
                      bool before)
{
    const char *tail = s + n, *limit = tail, *p = tail;
    while (p > s) {
        p--;
        if ((size_t)(limit - p) < k || memcmp(p, sep, k))
            continue;
        const char *cut = before ? p : p + k;
        out_mem(cut, (size_t)(tail - cut));
        tail = cut;
        limit = p;
    }
    out_mem(s, (size_t)(tail - s));
}

int tac_main(int argc, char **argv)
{
    static const LongOpt longs[] = {
        {"before", 0, 'b'}, {"separator", 1, 's'}, {0, 0, 0}};
    Opt o;
    bool before = false, ok = true;
    const char *sep = "\n";
    opt_start(&o, argc, argv, "bs:", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        if (c == 'b')
            before = true;
        else
            sep = o.arg;
    }
    if (!*sep)
        dief(1, "separator cannot be empty");
    OPT_FILES(o);
    for (int i = 0; i < o.n; i++) {
        size_t n;
        char *s = in_slurp(o.argv[i], &n);
        if (s)
            tac_bytes(s, n, sep, strlen(sep), before);
        ok &= s != NULL;
        free(s);
    }
    return !ok;
}

/* ---- rev ---- */

const char rev_help[] =
    "Usage: rev [FILE]...\n"
    "Write each line with its characters (UTF-8) in reverse order.\n";

/* Bytes of the UTF-8 sequence that ends before e; 1 when it is none. */
static size_t sequence(const char *s, const char *e)
{
    size_t k = 1;
    while (k < 4 && e - s > (ptrdiff_t)k && ((uchar)e[-(ptrdiff_t)k] & 0xC0) == 0x80)
        k++;
    int lead = (uchar)e[-(ptrdiff_t)k];
    size_t want = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    return want == k ? k : 1;
}

int rev_main(int argc, char **argv)
{
    Opt o;
    bool ok = true;
    opt_start(&o, argc, argv, "", NULL);
    opt_next(&o);
    OPT_FILES(o);
    for (int i = 0; i < o.n; i++) {
        In in = {0};
        char *p;
        size_t n;
        bool ended;
        if (!in_open(&in, o.argv[i])) {
            ok = false;
            continue;
        }
        while (in_line(&in, '\n', &p, &n, &ended)) {
            for (const char *e = p + n; e > p;) {
                size_t k = sequence(p, e);
                e -= k;
                out_mem(e, k);
            }
            if (ended)
                out_ch('\n');
        }
        free(in.buf);
        ok &= in_close(&in);
    }
    return !ok;
}

/* ---- tee ---- */

const char tee_help[] =
    "Usage: tee [OPTION]... [FILE]...\n"
    "Copy standard input to standard output and to each FILE.\n"
    "\n"
    "  -a, --append             append to the FILEs\n"
    "  -i, --ignore-interrupts  accepted; there are no interrupts\n";

int tee_main(int argc, char **argv)
{
    static const LongOpt longs[] = {
        {"append", 0, 'a'}, {"ignore-interrupts", 0, 'i'}, {0, 0, 0}};
    Opt o;
    int how = SYS_WRITE;
    bool ok = true;
    In in = {0};
    opt_start(&o, argc, argv, "aip", longs);
    for (int c; (c = opt_next(&o)) >= 0;)
        if (c == 'a')
            how = SYS_APPEND;
    int *fds = xmalloc((size_t)(o.n + 1) * sizeof *fds);
    for (int i = 0; i < o.n; i++) {
        fds[i] = sys_open(o.argv[i], how);
        if (fds[i] < 0) {
            warnf("%s: %e", o.argv[i]);
            ok = false;
        }
    }
    in.name = "read error";
    while (in_fill(&in)) {
        for (int i = -1; i < o.n; i++) {
            int fd = i < 0 ? 1 : fds[i];
            if (fd < 0 || write_all(fd, in.buf, in.end))
                continue;
            warnf("%s: %e", i < 0 ? "standard output" : o.argv[i]);
            ok = false;
            if (i >= 0)
                fds[i] = -1;
        }
        in.pos = in.end;
    }
    return !(in_close(&in) && ok);
}
