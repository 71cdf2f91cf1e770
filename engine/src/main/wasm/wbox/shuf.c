/* shuf, tsort. */
#include "wbox.h"

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
    for (uint64_t v = lo, left = hi - lo + 1; left; v++, left--) {
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
