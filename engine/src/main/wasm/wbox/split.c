/* split. */
#include "wbox.h"

const char split_help[] =
    "Usage: split [OPTION]... [FILE [PREFIX]]\n"
    "Write pieces of FILE, or of standard input, to PREFIXaa, PREFIXab and so on\n"
    "(default: 1000 lines, PREFIX x).\n"
    "\n"
    "  -a, --suffix-length=N   letters of the suffix (default: 2, and more when needed)\n"
    "      --additional-suffix=SUFFIX  append SUFFIX to names\n"
    "  -b, --bytes=SIZE        SIZE bytes each\n"
    "  -C, --line-bytes=SIZE   lines of no more than SIZE bytes together\n"
    "  -d, --numeric-suffixes[=FROM]  digits instead of letters\n"
    "  -e, --elide-empty-files no empty files with -n\n"
    "  -l, --lines=NUMBER      NUMBER lines each\n"
    "  -n, --number=CHUNKS     N: N pieces of equal size; l/N: without splitting lines;\n"
    "                          r/N: lines in turn; K/N, l/K/N, r/K/N: only the Kth of\n"
    "                          them, to standard output\n"
    "  -t, --separator=SEP     lines end with SEP; '\\0' is NUL\n"
    "  -x, --hex-suffixes[=FROM]  hexadecimal digits instead of letters\n"
    "      --verbose           name each file\n";

typedef struct {
    uint64_t one, of; /* the Kth, 0 for all; N */
    int how;          /* 'b' bytes, 'l' lines, 'r' in turn */
} Chunks;

static struct {
    const char *prefix, *extra, *alphabet;
    unsigned letters;
    bool fixed, elide, verbose;
    uint64_t piece;
    int fd, end;
} split = {.prefix = "x", .extra = "", .alphabet = "abcdefghijklmnopqrstuvwxyz", .letters = 2,
           .fd = -1, .end = '\n'};

static void split_close(void)
{
    if (split.fd < 0)
        return;
    out_redirect(1);
    sys_close(split.fd);
    split.fd = -1;
}

/* The suffix of piece k. When its length is free, the last letter in front says that
 * the suffix is two longer than it, so that names stay in order. */
static size_t suffix(char *to, uint64_t k)
{
    unsigned base = (unsigned)strlen(split.alphabet), n = split.letters;
    size_t front = 0;
    for (; !split.fixed; n++) {
        uint64_t room = base - 1;
        for (unsigned i = 1; i < n && room < UINT64_MAX / base; i++)
            room *= base;
        if (k < room)
            break;
        k -= room;
        to[front++] = split.alphabet[base - 1];
    }
    for (unsigned i = n; i-- > 0; k /= base)
        to[front + i] = split.alphabet[k % base];
    if (k)
        dief(1, "output file suffixes exhausted");
    to[front + n] = 0;
    return front + n;
}

static void split_open(void)
{
    size_t p = strlen(split.prefix);
    char *name = xmalloc(p + 128 + strlen(split.extra));
    strcpy(name, split.prefix);
    strcpy(name + p + suffix(name + p, split.piece++), split.extra);
    if (split.verbose) {
        out_str("creating file '");
        out_str(name);
        out_str("'\n");
    }
    split.fd = sys_open(name, SYS_WRITE);
    if (split.fd < 0)
        dief(1, "%s: %e", name);
    out_redirect(split.fd);
    free(name);
}

static void put_piece(const char *s, size_t n)
{
    split_open();
    out_mem(s, n);
    split_close();
}

static void split_bytes(const char *s, size_t n, uint64_t size)
{
    while (n > 0) {
        size_t k = n < size ? n : (size_t)size;
        put_piece(s, k);
        s += k;
        n -= k;
    }
}

/* Behind the line that begins at p. */
static const char *line_end(const char *p, const char *end)
{
    const char *e = find_byte(p, end, split.end);
    return e + (e < end);
}

static void split_lines(const char *s, size_t n, uint64_t lines)
{
    const char *end = s + n;
    while (s < end) {
        const char *p = s;
        for (uint64_t k = 0; k < lines && p < end; k++)
            p = line_end(p, end);
        put_piece(s, (size_t)(p - s));
        s = p;
    }
}

static void split_line_bytes(const char *s, size_t n, uint64_t size)
{
    const char *end = s + n;
    while (s < end) {
        const char *p = s;
        while (p < end) {
            const char *e = line_end(p, end);
            if ((uint64_t)(e - s) > size)
                break;
            p = e;
        }
        if (p == s)
            p = (uint64_t)(end - s) < size ? end : s + size;
        put_piece(s, (size_t)(p - s));
        s = p;
    }
}

/* One of the pieces with -n: to its file, or to standard output. */
static void chunk(const Chunks *c, uint64_t k, const char *s, size_t n)
{
    if (c->one) {
        if (c->one == k + 1)
            out_mem(s, n);
    } else if (n || !split.elide) {
        put_piece(s, n);
    }
}

static void split_chunks(const Chunks *c, const char *s, size_t n)
{
    uint64_t size = n / c->of;
    const char *p = s, *end = s + n;
    if (!size && c->how == 'b' && c->of > n)
        size = 1;
    for (uint64_t k = 0; k < c->of; k++) {
        const char *e = p;
        if (k == c->of - 1)
            e = end;
        else if (c->how == 'b')
            e = (uint64_t)(end - p) < size ? end : p + size;
        else
            /* A line belongs where it begins. */
            while (e < end && (uint64_t)(e - s) < (k + 1) * size)
                e = line_end(e, end);
        chunk(c, k, p, (size_t)(e - p));
        p = e;
    }
}

static void split_in_turn(const Chunks *c, const char *s, size_t n)
{
    const char *end = s + n;
    for (uint64_t k = 0; k < c->of; k++) {
        uint64_t i = 0;
        if (c->one && c->one != k + 1)
            continue;
        bool opened = false;
        for (const char *p = s, *e; p < end; p = e, i++) {
            e = line_end(p, end);
            if (i % c->of != k)
                continue;
            if (!opened && !c->one)
                split_open();
            opened = true;
            out_mem(p, (size_t)(e - p));
        }
        if (!opened && !c->one && !split.elide)
            split_open();
        split_close();
    }
}

static Chunks parse_chunks(const char *s)
{
    Chunks c = {0, 0, 'b'};
    const char *text = s, *end;
    if ((s[0] == 'l' || s[0] == 'r') && s[1] == '/') {
        c.how = s[0];
        s += 2;
        text = s;
    }
    bool ok = parse_u64(s, &end, &c.of);
    if (ok && *end == '/') {
        c.one = c.of;
        text = end + 1;
        ok = parse_u64(end + 1, &end, &c.of);
        if (ok && !*end && (!c.one || c.one > c.of))
            dief(1, "invalid chunk number: '%u'", c.one);
    }
    if (!ok || *end || !c.of)
        dief(1, "invalid number of chunks: '%s'", text);
    return c;
}

static void set_alphabet(const char *alphabet, const char *from)
{
    const char *end;
    split.alphabet = alphabet;
    if (from && (!parse_u64(from, &end, &split.piece) || *end))
        dief(1, "invalid suffix start '%s'", from);
    split.fixed |= from != NULL;
}

static void set_separator(const char *s)
{
    if (!*s)
        dief(1, "empty record separator");
    if (s[1] && strcmp(s, "\\0"))
        dief(1, "multi-character separator '%s'", s);
    split.end = s[1] ? 0 : (uchar)*s;
}

/* Enough letters for all pieces of -n. */
static void fit_letters(uint64_t pieces)
{
    unsigned base = (unsigned)strlen(split.alphabet), n = 1;
    for (uint64_t v = (pieces + split.piece - 1) / base; v; v /= base)
        n++;
    if (split.letters < n)
        split.letters = n;
    split.fixed = true;
}

static int how = 'l';
static uint64_t size = 1000;
static Chunks chunks;

static void set_size(int c, const char *arg)
{
    static bool given;
    if (given)
        usage_err("cannot split in more than one way");
    given = true;
    how = c;
    if (c == 'n')
        chunks = parse_chunks(arg);
    else if (!parse_size(arg, &size) || !size)
        dief(1, "invalid number of %s: '%s'", c == 'l' ? "lines" : "bytes", arg);
}

static void option(int c, char *arg)
{
    const char *end;
    uint64_t letters;
    switch (c) {
    case 'a':
        if (!parse_u64(arg, &end, &letters) || *end || letters > 100)
            dief(1, "invalid suffix length: '%s'", arg);
        split.letters = letters ? (unsigned)letters : 2;
        split.fixed = letters > 0;
        break;
    case 'd': set_alphabet("0123456789", arg); break;
    case 'x': set_alphabet("0123456789abcdef", arg); break;
    case 'e': split.elide = true; break;
    case 't': set_separator(arg); break;
    case 256: split.extra = arg; break;
    case 257: split.verbose = true; break;
    default: set_size(c, arg);
    }
}

int split_main(int argc, char **argv)
{
    static const LongOpt longs[] = {
        {"suffix-length", 1, 'a'}, {"additional-suffix", 1, 256}, {"bytes", 1, 'b'},
        {"line-bytes", 1, 'C'}, {"numeric-suffixes", 2, 'd'}, {"lines", 1, 'l'},
        {"number", 1, 'n'}, {"hex-suffixes", 2, 'x'}, {"elide-empty-files", 0, 'e'},
        {"separator", 1, 't'}, {"verbose", 0, 257}, {0, 0, 0}};
    Opt o;
    opt_start(&o, argc, argv, "a:b:C:del:n:t:x", longs);
    for (int c; (c = opt_next(&o)) >= 0;)
        option(c, o.arg);
    if (o.n > 2)
        extra_operand(o.argv[2]);
    if (o.n > 1)
        split.prefix = o.argv[1];
    if (how == 'n' && !chunks.one && !split.fixed)
        fit_letters(chunks.of);
    size_t n;
    char *s = in_slurp(o.n ? o.argv[0] : "-", &n);
    if (!s)
        return 1;
    if (how == 'b')
        split_bytes(s, n, size);
    else if (how == 'C')
        split_line_bytes(s, n, size);
    else if (how == 'l')
        split_lines(s, n, size);
    else if (chunks.how == 'r')
        split_in_turn(&chunks, s, n);
    else
        split_chunks(&chunks, s, n);
    return 0;
}
