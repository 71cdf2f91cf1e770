/* cmp and od. */
#include "wbox.h"

const char cmp_help[] =
    "Usage: cmp [OPTION]... FILE1 [FILE2 [SKIP1 [SKIP2]]]\n"
    "Compare two files byte by byte. 0: the same, 1: different, 2: trouble.\n"
    "\n"
    "  -b, --print-bytes     print differing bytes\n"
    "  -i, --ignore-initial=SKIP  skip the first SKIP bytes of both\n"
    "  -l, --verbose         print all differences: offset and octal bytes\n"
    "  -n, --bytes=LIMIT     compare no more than LIMIT bytes\n"
    "  -s, --quiet, --silent  print nothing\n";

static void octal(int b, int least)
{
    char d[3];
    int n = b >= 64 ? 3 : b >= 8 ? 2 : 1;
    out_pad(' ', least > n ? (size_t)(least - n) : 0);
    for (int i = n; i-- > 0; b >>= 3)
        d[i] = (char)('0' + (b & 7));
    out_mem(d, (size_t)n);
}

static void visible(int b)
{
    if (b >= 128) {
        out_str("M-");
        b -= 128;
    }
    if (b < 32 || b == 127) {
        out_ch('^');
        b ^= 64;
    }
    out_ch(b);
}

static void show_all(uint64_t at, int a, int b, bool bytes)
{
    out_u64(at);
    out_ch(' ');
    octal(a, 3);
    if (bytes) {
        out_ch(' ');
        visible(a);
        out_pad(' ', a < 32 || a == 127 ? 3 : 4);
    } else {
        out_ch(' ');
    }
    octal(b, 3);
    if (bytes) {
        out_ch(' ');
        visible(b);
    }
    out_ch('\n');
}

static void skip(In *in, const char *s)
{
    uint64_t n;
    if (!parse_size(s, &n))
        usage_err("invalid --ignore-initial value '%s'", s);
    while (n-- > 0 && in_byte(in) >= 0)
        ;
}

static void show_first(char **names, uint64_t at, uint64_t line, int a, int b,
                       bool bytes)
{
    out_str(names[0]);
    out_ch(' ');
    out_str(names[1]);
    out_str(" differ: ");
    out_str(bytes ? "byte " : "char ");
    out_u64(at);
    out_str(", line ");
    out_u64(line);
    if (bytes) {
        out_str(" is ");
        octal(a, 3);
        out_ch(' ');
        visible(a);
        out_ch(' ');
        octal(b, 3);
        out_ch(' ');
        visible(b);
    }
    out_ch('\n');
}

int cmp_main(int argc, char **argv)
{
    static const LongOpt longs[] = {
        {"print-bytes", 0, 'b'}, {"ignore-initial", 1, 'i'}, {"verbose", 0, 'l'},
        {"bytes", 1, 'n'}, {"quiet", 0, 's'}, {"silent", 0, 's'}, {0, 0, 0}};
    Opt o;
    bool bytes = false, all = false, quiet = false;
    uint64_t limit = UINT64_MAX;
    const char *both = NULL;
    usage_status = 2;
    opt_start(&o, argc, argv, "bi:ln:s", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        bytes |= c == 'b';
        all |= c == 'l';
        quiet |= c == 's';
        if (c == 'i')
            both = o.arg;
        if (c == 'n' && !parse_size(o.arg, &limit))
            usage_err("invalid --bytes value '%s'", o.arg);
    }
    if (!o.n)
        usage_err("missing operand after '%s'", prog);
    if (o.n > 4)
        extra_operand(o.argv[4]);
    char *names[2] = {o.argv[0], o.n > 1 ? o.argv[1] : (char *)"-"};
    In a = {0}, b = {0};
    if (!in_open(&a, names[0]) || !in_open(&b, names[1]))
        return 2;
    if (both || o.n > 2)
        skip(&a, both ? both : o.argv[2]);
    if (both || o.n > 3)
        skip(&b, both ? both : o.argv[3]);
    uint64_t at = 0, line = 1;
    int differ = 0, x = 0, y = 0, last = 0;
    while (at < limit) {
        x = in_byte(&a);
        y = in_byte(&b);
        if (x < 0 || y < 0)
            break;
        at++;
        last = x;
        if (x != y) {
            differ = 1;
            if (quiet)
                return 1;
            if (!all) {
                show_first(names, at, line, x, y, bytes);
                return 1;
            }
            show_all(at, x, y, bytes);
        }
        line += x == '\n';
    }
    if (!in_close(&a) || !in_close(&b))
        return 2;
    if (at < limit && x != y && !quiet) {
        const char *shorter = names[x < 0 ? 0 : 1];
        out_flush();
        if (at == 0)
            warnf("EOF on %s which is empty", shorter);
        else if (all)
            warnf("EOF on %s after byte %u", shorter, at);
        else
            warnf(last == '\n' ? "EOF on %s after byte %u, line %u"
                               : "EOF on %s after byte %u, in line %u",
                  shorter, at, last == '\n' ? line - 1 : line);
    }
    if (at < limit && x != y)
        differ = 1;
    return differ;
}

/* ---- od ---- */

const char od_help[] =
    "Usage: od [OPTION]... [FILE]...\n"
    "Print bytes as numbers, two octal bytes together by default.\n"
    "\n"
    "  -A, --address-radix=RADIX  offsets in d, o (default), x or none (n)\n"
    "  -j, --skip-bytes=BYTES  skip BYTES first\n"
    "  -N, --read-bytes=BYTES  print no more than BYTES\n"
    "  -t, --format=TYPE     a or c characters; d, o, u, x with a size 1, 2, 4,\n"
    "                        8 or C, S, I, L; z adds the text; may be repeated\n"
    "  -v, --output-duplicates  do not put * for repeated lines\n"
    "  -w[BYTES], --width[=BYTES]  bytes in a line (default: 16)\n"
    "  -a -b -c -d -o -s -x  same as -t a, o1, c, u2, o2, d2, x2\n"
    "  -i -l -B -D -h -H -X -I -L -O  same as -t d4, d8, o2, u4, x2, x4, x4, d8, d8, o4\n"
    "      --traditional     accepted; an offset is no operand\n";

typedef struct {
    char kind; /* a c d o u x */
    int size;
    bool text;
} Unit;

static Unit units[16];
static int unit_n;

static void add_unit(char kind, int size)
{
    if (unit_n == 16)
        dief(1, "too many types");
    units[unit_n++] = (Unit){kind, size, false};
}

static void read_type(const char *s)
{
    const char *whole = s;
    while (*s) {
        char kind = *s++;
        int size = kind == 'a' || kind == 'c' ? 1 : 4;
        if (!strchr("acdoux", kind))
            dief(1, "invalid character '%c' in type string '%s'", kind, whole);
        if (size == 4) {
            static const char letters[] = "CSIL";
            const char *k = *s ? strchr(letters, *s) : NULL;
            if (k) {
                size = 1 << (k - letters);
                s++;
            } else if (is_digit(*s)) {
                size = *s++ - '0';
                if ((size != 1 && size != 2 && size != 4 && size != 8) || is_digit(*s))
                    dief(1, "invalid type string '%s'", whole);
            }
        }
        add_unit(kind, size);
        if (*s == 'z') {
            units[unit_n - 1].text = true;
            s++;
        }
    }
}

static size_t unit_width(const Unit *u)
{
    static const unsigned char octals[] = {0, 3, 6, 0, 11, 0, 0, 0, 22};
    static const unsigned char signeds[] = {0, 4, 6, 0, 11, 0, 0, 0, 20};
    static const unsigned char plains[] = {0, 3, 5, 0, 10, 0, 0, 0, 20};
    switch (u->kind) {
    case 'a': case 'c': return 3;
    case 'o': return octals[u->size];
    case 'd': return signeds[u->size];
    case 'u': return plains[u->size];
    default: return (size_t)u->size * 2;
    }
}

static size_t put_char(char *o, const Unit *u, int c)
{
    static const char names[33][4] = {
        "nul", "soh", "stx", "etx", "eot", "enq", "ack", "bel", "bs", "ht", "nl",
        "vt", "ff", "cr", "so", "si", "dle", "dc1", "dc2", "dc3", "dc4", "nak",
        "syn", "etb", "can", "em", "sub", "esc", "fs", "gs", "rs", "us", "sp"};
    static const char from[] = "\a\b\f\n\r\t\v", to[] = "abfnrtv";
    if (u->kind == 'a') {
        c &= 127;
        const char *s = c == 127 ? "del" : c < 33 ? names[c] : NULL;
        if (s) {
            strcpy(o, s);
            return strlen(s);
        }
        o[0] = (char)c;
        return 1;
    }
    const char *k = c ? strchr(from, c) : NULL;
    if (k || c == 0) {
        o[0] = '\\';
        o[1] = k ? to[k - from] : '0';
        return 2;
    }
    if (c >= 32 && c < 127) {
        o[0] = (char)c;
        return 1;
    }
    for (int i = 0; i < 3; i++)
        o[i] = (char)('0' + (c >> (6 - 3 * i) & 7));
    return 3;
}

static size_t put_digits(char *end, uint64_t v, unsigned base, size_t least)
{
    char *p = end;
    while (v || (size_t)(end - p) < least) {
        *--p = "0123456789abcdef"[v % base];
        v /= base;
    }
    return (size_t)(end - p);
}

static void put_unit(const Unit *u, const uchar *p, size_t field)
{
    char d[32], *end = d + sizeof d;
    uint64_t v = 0;
    size_t n, w = unit_width(u);
    for (int i = u->size; i-- > 0;)
        v = v << 8 | p[i];
    if (u->kind == 'a' || u->kind == 'c') {
        n = put_char(d, u, p[0]);
        out_pad(' ', field - n);
        out_mem(d, n);
        return;
    }
    if (u->kind == 'x' || u->kind == 'o') {
        n = put_digits(end, v, u->kind == 'x' ? 16 : 8, w);
    } else if (u->kind == 'u') {
        n = fmt_u64(end, v);
    } else {
        int shift = 64 - u->size * 8;
        int64_t s = (int64_t)(v << shift) >> shift;
        n = fmt_u64(end, s < 0 ? 0 - (uint64_t)s : (uint64_t)s);
        if (s < 0)
            end[-(ptrdiff_t)++n] = '-';
    }
    out_pad(' ', field > n ? field - n : 0);
    out_mem(end - n, n);
}

static void put_offset(char radix, uint64_t at)
{
    char d[32];
    if (radix == 'n')
        return;
    size_t least = radix == 'x' ? 6 : 7;
    size_t n = put_digits(d + sizeof d, at, radix == 'x' ? 16 : radix == 'd' ? 10 : 8,
                          least);
    out_mem(d + sizeof d - n, n);
}

/* Of the columns that n fields share: the first ones get what is left over. */
static size_t field_width(size_t columns, size_t k, size_t n)
{
    return (columns * (k + 1) + n - 1) / n - (columns * k + n - 1) / n;
}

/* All types share the columns of the one that needs most for each byte. */
static void put_row(const uchar *p, size_t n, size_t width, char radix, uint64_t at)
{
    size_t block = 1, per = 0;
    for (int i = 0; i < unit_n; i++)
        if ((size_t)units[i].size > block)
            block = (size_t)units[i].size;
    for (int i = 0; i < unit_n; i++) {
        size_t w = (unit_width(&units[i]) + 1) * (block / (size_t)units[i].size);
        if (w > per)
            per = w;
    }
    for (int i = 0; i < unit_n; i++) {
        const Unit *u = &units[i];
        size_t size = (size_t)u->size, in_block = block / size, k = 0;
        if (i == 0)
            put_offset(radix, at);
        else if (radix != 'n')
            out_pad(' ', radix == 'x' ? 6 : 7);
        for (; k * size < n; k++) {
            put_unit(u, p + k * size, field_width(per, k % in_block, in_block));
        }
        if (u->text) {
            for (; k * size < width; k++)
                out_pad(' ', field_width(per, k % in_block, in_block));
            out_str("  >");
            for (size_t j = 0; j < n; j++)
                out_ch(p[j] >= 32 && p[j] < 127 ? p[j] : '.');
            out_ch('<');
        }
        out_ch('\n');
    }
}

static void od_short(int c)
{
    switch (c) {
    case 'a': add_unit('a', 1); break;
    case 'b': add_unit('o', 1); break;
    case 'c': add_unit('c', 1); break;
    case 'd': add_unit('u', 2); break;
    case 'o': add_unit('o', 2); break;
    case 'B': add_unit('o', 2); break;
    case 'D': add_unit('u', 4); break;
    case 'H':
    case 'X': add_unit('x', 4); break;
    case 'h': add_unit('x', 2); break;
    case 'i': add_unit('d', 4); break;
    case 'O': add_unit('o', 4); break;
    case 'I':
    case 'L':
    case 'l': add_unit('d', 8); break;
    case 's': add_unit('d', 2); break;
    default: add_unit('x', 2);
    }
}

static uint64_t od_number(const char *s, const char *what)
{
    uint64_t v = 0;
    if (s[0] == '0' && (s[1] | 32) == 'x') {
        for (s += 2; hex_value((uchar)*s) >= 0; s++)
            v = v * 16 + (uint64_t)hex_value((uchar)*s);
        if (!*s)
            return v;
    } else if (parse_size(s, &v)) {
        return v;
    }
    dief(1, "invalid %s argument '%s'", what, s);
}

/* Bytes of all files one behind the other; -1 at the end. */
static In od_in;
static char **od_files;
static int od_left;
static bool od_open, od_failed, od_any;

static int od_byte(void)
{
    for (;;) {
        if (od_open) {
            int c = in_byte(&od_in);
            if (c >= 0)
                return c;
            od_failed |= !in_close(&od_in);
            od_open = false;
        }
        if (!od_left)
            return -1;
        od_left--;
        od_open = in_open(&od_in, *od_files++);
        od_failed |= !od_open;
        od_any |= od_open;
    }
}

static void od_print(char radix, size_t width, uint64_t at, uint64_t limit, bool all)
{
    uchar *row = xmalloc(width + 8), *last = xmalloc(width + 8);
    bool have_last = false, starred = false;
    for (;;) {
        size_t n = 0;
        memset(row, 0, width + 8);
        for (int c; n < width && limit > 0 && (c = od_byte()) >= 0; limit--)
            row[n++] = (uchar)c;
        if (n == 0)
            break;
        if (!all && have_last && n == width && !memcmp(row, last, width)) {
            if (!starred)
                out_str("*\n");
            starred = true;
        } else {
            put_row(row, n, width, radix, at);
            starred = false;
        }
        memcpy(last, row, width);
        have_last = true;
        at += n;
        if (n < width)
            break;
    }
    if (radix != 'n' && od_any) {
        put_offset(radix, at);
        out_ch('\n');
    }
}

int od_main(int argc, char **argv)
{
    static const LongOpt longs[] = {
        {"address-radix", 1, 'A'}, {"skip-bytes", 1, 'j'}, {"read-bytes", 1, 'N'},
        {"format", 1, 't'}, {"traditional", 0, 256}, {"output-duplicates", 0, 'v'}, {"width", 2, 'w'},
        {0, 0, 0}};
    Opt o;
    char radix = 'o';
    uint64_t skip_n = 0, limit = UINT64_MAX, width = 16, at = 0;
    bool all = false;
    opt_start(&o, argc, argv, "A:j:N:t:vw::aBbcDdHhIiLlOosXx", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        switch (c) {
        case 'A':
            radix = o.arg[0];
            if (!radix || !strchr("doxn", radix))
                dief(1, "invalid output address radix '%c'; it must be one character from [doxn]",
                     radix ? radix : ' ');
            break;
        case 'j': skip_n = od_number(o.arg, "-j"); break;
        case 'N': limit = od_number(o.arg, "-N"); break;
        case 't': read_type(o.arg); break;
        case 'v': all = true; break;
        case 256: break; /* --traditional */
        case 'w': width = o.arg ? od_number(o.arg, "-w") : 32; break;
        default: od_short(c);
        }
    }
    if (!unit_n)
        add_unit('o', 2);
    for (int i = 0; i < unit_n; i++)
        if (!width || width % (uint64_t)units[i].size || width > 65536) {
            warnf("warning: invalid width %u; using 16 instead", width);
            width = 16;
        }
    OPT_FILES(o);
    od_files = o.argv;
    od_left = o.n;
    for (; at < skip_n; at++)
        if (od_byte() < 0)
            dief(1, "cannot skip past end of combined input");
    od_print(radix, (size_t)width, at, limit, all);
    return od_failed;
}
