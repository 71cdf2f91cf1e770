/* split, shuf, tsort. */
#include "wbox.h"

/* ---- split ---- */

const char split_help[] =
    "Usage: split [OPTION]... [FILE [PREFIX]]\n"
    "Write pieces of FILE, or of standard input, to PREFIXaa, PREFIXab and so on\n"
    "(default: 1000 lines, PREFIX x).\n"
    "\n"
    "  -a, --suffix-length=N   letters of the suffix (default: 2)\n"
    "      --additional-suffix=SUFFIX  append SUFFIX to names\n"
    "  -b, --bytes=SIZE        SIZE bytes each\n"
    "  -C, --line-bytes=SIZE   lines of no more than SIZE bytes together\n"
    "  -d, --numeric-suffixes  digits instead of letters\n"
    "  -l, --lines=NUMBER      NUMBER lines each\n"
    "  -n, --number=N          N pieces of about equal size\n";

static struct {
    const char *prefix, *extra;
    int letters;
    bool digits;
    uint64_t piece;
    int fd;
} split = {"x", "", 2, false, 0, -1};

static void split_close(void)
{
    if (split.fd < 0)
        return;
    out_flush();
    sys_close(split.fd);
    split.fd = -1;
}

static void split_open(void)
{
    size_t p = strlen(split.prefix), n = (size_t)split.letters;
    char *name = xmalloc(p + n + strlen(split.extra) + 1);
    uint64_t k = split.piece++;
    unsigned base = split.digits ? 10 : 26;
    strcpy(name, split.prefix);
    for (size_t i = n; i-- > 0; k /= base)
        name[p + i] = (char)((split.digits ? '0' : 'a') + k % base);
    if (k)
        dief(1, "output file suffixes exhausted");
    strcpy(name + p + n, split.extra);
    split.fd = sys_open(name, SYS_WRITE);
    if (split.fd < 0)
        dief(1, "%s: %e", name);
    out_redirect(split.fd);
    free(name);
}

static void split_bytes(const char *s, size_t n, uint64_t size)
{
    while (n > 0) {
        size_t k = n < size ? n : (size_t)size;
        split_open();
        out_mem(s, k);
        split_close();
        s += k;
        n -= k;
    }
}

static void split_lines(const char *s, size_t n, uint64_t lines)
{
    const char *end = s + n;
    while (s < end) {
        const char *p = s;
        for (uint64_t k = 0; k < lines && p < end; k++) {
            p = find_byte(p, end, '\n');
            p += p < end;
        }
        split_open();
        out_mem(s, (size_t)(p - s));
        split_close();
        s = p;
    }
}

static void split_line_bytes(const char *s, size_t n, uint64_t size)
{
    const char *end = s + n;
    while (s < end) {
        const char *p = s;
        while (p < end) {
            const char *e = find_byte(p, end, '\n');
            e += e < end;
            if ((uint64_t)(e - s) > size)
                break;
            p = e;
        }
        if (p == s)
            p = (uint64_t)(end - s) < size ? end : s + size;
        split_open();
        out_mem(s, (size_t)(p - s));
        split_close();
        s = p;
    }
}

static void split_number(const char *s, size_t n, uint64_t pieces)
{
    uint64_t size = n / pieces, more = n % pieces;
    for (uint64_t i = 0; i < pieces; i++) {
        size_t k = (size_t)(size + (i < more));
        split_open();
        out_mem(s, k);
        split_close();
        s += k;
    }
}

int split_main(int argc, char **argv)
{
    static const LongOpt longs[] = {
        {"suffix-length", 1, 'a'}, {"additional-suffix", 1, 256}, {"bytes", 1, 'b'},
        {"line-bytes", 1, 'C'}, {"numeric-suffixes", 0, 'd'}, {"lines", 1, 'l'},
        {"number", 1, 'n'}, {0, 0, 0}};
    Opt o;
    int how = 'l';
    uint64_t v = 1000, letters;
    opt_start(&o, argc, argv, "a:b:C:dl:n:", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        const char *end;
        if (c == 'a') {
            if (!parse_u64(o.arg, &end, &letters) || *end || letters < 1 || letters > 20)
                dief(1, "invalid suffix length: '%s'", o.arg);
            split.letters = (int)letters;
        } else if (c == 256) {
            split.extra = o.arg;
        } else if (c == 'd') {
            split.digits = true;
        } else {
            how = c;
            if (!parse_size(o.arg, &v) || !v)
                dief(1, "invalid number of %s: '%s'",
                     c == 'l' ? "lines" : c == 'n' ? "chunks" : "bytes", o.arg);
        }
    }
    if (o.n > 2)
        extra_operand(o.argv[2]);
    if (o.n > 1)
        split.prefix = o.argv[1];
    size_t n;
    char *s = in_slurp(o.n ? o.argv[0] : "-", &n);
    if (!s)
        return 1;
    if (how == 'b')
        split_bytes(s, n, v);
    else if (how == 'C')
        split_line_bytes(s, n, v);
    else if (how == 'n')
        split_number(s, n, v);
    else
        split_lines(s, n, v);
    return 0;
}

/* ---- shuf ---- */

const char shuf_help[] =
    "Usage: shuf [OPTION]... [FILE]\n"
    "   or: shuf -e [OPTION]... [ARG]...\n"
    "   or: shuf -i LO-HI [OPTION]...\n"
    "Write the input lines in random order.\n"
    "\n"
    "  -e, --echo             take each ARG as a line\n"
    "  -i, --input-range=LO-HI  take the numbers from LO to HI as lines\n"
    "  -n, --head-count=COUNT  no more than COUNT lines\n"
    "  -o, --output=FILE      write to FILE\n"
    "  -r, --repeat           lines may come again\n"
    "  -z, --zero-terminated  lines end with NUL\n";

static uint64_t random_below(uint64_t n)
{
    uint64_t limit = UINT64_MAX - UINT64_MAX % n, v;
    do
        sys_random(&v, sizeof v);
    while (v >= limit);
    return v % n;
}

typedef struct {
    const char *p;
    size_t n;
} Piece;

static Piece *pieces;
static size_t piece_n, piece_cap;

static void add_piece(const char *p, size_t n)
{
    if (piece_n == piece_cap)
        pieces = xrealloc(pieces, (piece_cap = piece_cap * 2 + 64) * sizeof *pieces);
    pieces[piece_n++] = (Piece){p, n};
}

static void add_range(const char *s)
{
    uint64_t lo, hi;
    const char *p;
    if (!parse_u64(s, &p, &lo) || *p != '-' || !parse_u64(p + 1, &p, &hi) || *p ||
        hi < lo)
        dief(1, "invalid input range: '%s'", s);
    if (hi - lo > 50000000)
        dief(1, "input range too large: '%s'", s);
    for (uint64_t v = lo; v <= hi; v++) {
        char d[24];
        size_t n = fmt_u64(d + sizeof d, v);
        add_piece(xstrndup(d + sizeof d - n, n), n);
    }
}

int shuf_main(int argc, char **argv)
{
    static const LongOpt longs[] = {
        {"echo", 0, 'e'}, {"input-range", 1, 'i'}, {"head-count", 1, 'n'},
        {"output", 1, 'o'}, {"repeat", 0, 'r'}, {"zero-terminated", 0, 'z'}, {0, 0, 0}};
    Opt o;
    bool words = false, repeat = false;
    const char *range = NULL, *file = NULL, *end;
    uint64_t most = UINT64_MAX, v;
    int delim = '\n';
    opt_start(&o, argc, argv, "ei:n:o:rz", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        switch (c) {
        case 'e': words = true; break;
        case 'i': range = o.arg; break;
        case 'n':
            if (!parse_u64(o.arg, &end, &v) || *end)
                dief(1, "invalid line count: '%s'", o.arg);
            if (v < most)
                most = v;
            break;
        case 'o': file = o.arg; break;
        case 'r': repeat = true; break;
        default: delim = 0;
        }
    }
    if (range) {
        add_range(range);
    } else if (words) {
        for (int i = 0; i < o.n; i++)
            add_piece(o.argv[i], strlen(o.argv[i]));
    } else {
        size_t n;
        if (o.n > 1)
            extra_operand(o.argv[1]);
        char *s = in_slurp(o.n ? o.argv[0] : "-", &n);
        if (!s)
            return 1;
        for (const char *p = s, *e = s + n; p < e;) {
            const char *q = find_byte(p, e, delim);
            add_piece(p, (size_t)(q - p));
            p = q + 1;
        }
    }
    if (file) {
        int fd = sys_open(file, SYS_WRITE);
        if (fd < 0)
            dief(1, "%s: %e", file);
        out_redirect(fd);
    }
    if (repeat && !piece_n && most)
        dief(1, "no lines to repeat");
    if (!repeat && most > piece_n)
        most = piece_n;
    for (size_t i = 0; i < most; i++) {
        size_t k = repeat ? (size_t)random_below(piece_n)
                          : i + (size_t)random_below(piece_n - i);
        Piece t = pieces[k];
        if (!repeat) {
            pieces[k] = pieces[i];
            pieces[i] = t;
        }
        out_mem(t.p, t.n);
        out_ch(delim);
    }
    return 0;
}

/* ---- tsort ---- */

const char tsort_help[] =
    "Usage: tsort [FILE]\n"
    "Write names so that the first of each pair in FILE stands before the second.\n";

typedef struct {
    char *name;
    size_t *to;
    size_t to_n, before;
    bool done;
} Node;

static Node *nodes;
static size_t node_n;

static size_t node_of(const char *s, size_t n)
{
    for (size_t i = 0; i < node_n; i++)
        if (strlen(nodes[i].name) == n && !memcmp(nodes[i].name, s, n))
            return i;
    if ((node_n & (node_n + 1)) == 0)
        nodes = xrealloc(nodes, (node_n * 2 + 2) * sizeof *nodes);
    nodes[node_n] = (Node){xstrndup(s, n), NULL, 0, 0, false};
    return node_n++;
}

static void read_pairs(const char *s, const char *end, const char *name)
{
    size_t first = SIZE_MAX;
    for (;;) {
        while (s < end && is_space((uchar)*s))
            s++;
        if (s == end)
            break;
        const char *p = s;
        while (s < end && !is_space((uchar)*s))
            s++;
        size_t k = node_of(p, (size_t)(s - p));
        if (first == SIZE_MAX) {
            first = k;
            continue;
        }
        if (first != k) {
            Node *f = &nodes[first];
            f->to = xrealloc(f->to, (f->to_n + 1) * sizeof *f->to);
            f->to[f->to_n++] = k;
            nodes[k].before++;
        }
        first = SIZE_MAX;
    }
    if (first != SIZE_MAX)
        dief(1, "%s: input contains an odd number of tokens", name);
}

int tsort_main(int argc, char **argv)
{
    Opt o;
    bool loop = false;
    size_t n, left;
    opt_start(&o, argc, argv, "", NULL);
    opt_next(&o);
    if (o.n > 1)
        extra_operand(o.argv[1]);
    const char *name = o.n ? o.argv[0] : "-";
    char *s = in_slurp(name, &n);
    if (!s)
        return 1;
    read_pairs(s, s + n, name);
    size_t *queue = xmalloc((node_n + 1) * sizeof *queue), head = 0, tail = 0;
    for (size_t i = 0; i < node_n; i++)
        if (!nodes[i].before)
            queue[tail++] = i;
    for (left = node_n; left > 0;) {
        if (head == tail) { /* a loop: break it at the first name left */
            size_t i = 0;
            while (nodes[i].done || nodes[i].before == 0)
                i++;
            if (!loop)
                warnf("%s: input contains a loop:", name);
            loop = true;
            warnf("%s", nodes[i].name);
            nodes[i].before = 0;
            queue[tail++] = i;
        }
        while (head < tail) {
            Node *d = &nodes[queue[head++]];
            d->done = true;
            left--;
            out_str(d->name);
            out_ch('\n');
            for (size_t k = 0; k < d->to_n; k++) {
                Node *t = &nodes[d->to[k]];
                if (!t->done && t->before > 0 && --t->before == 0)
                    queue[tail++] = d->to[k];
            }
        }
    }
    return loop;
}
