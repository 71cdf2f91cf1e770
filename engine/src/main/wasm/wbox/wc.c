/* wc and nl. */
#include "wbox.h"
#include "../lib/re.h"

const char wc_help[] =
    "Usage: wc [OPTION]... [FILE]...\n"
    "Count lines, words and bytes of each FILE, or of standard input.\n"
    "\n"
    "  -c, --bytes            print the number of bytes\n"
    "  -m, --chars            print the number of characters (bytes)\n"
    "  -l, --lines            print the number of newlines\n"
    "  -L, --max-line-length  print the width of the widest line\n"
    "  -w, --words            print the number of words\n";

typedef struct {
    uint64_t lines, words, bytes, widest, width;
    bool in_word;
} Counts;

enum { W_LINES = 1, W_WORDS = 2, W_CHARS = 4, W_BYTES = 8, W_WIDEST = 16 };

static void count_lines(Counts *c, const char *p, const char *end)
{
    const uint64_t ones = 0x0101010101010101u, low = ones * 0x7f;
    uint64_t n = 0;
    for (; end - p >= 8; p += 8) {
        uint64_t w;
        memcpy(&w, p, 8);
        w ^= ones * '\n';
        w = ~(((w & low) + low) | w | low);
        n += (uint64_t)((w >> 7) * ones >> 56);
    }
    for (; p < end; p++)
        n += *p == '\n';
    c->lines += n;
}

static void count_words(Counts *c, const char *p, const char *end)
{
    bool in_word = c->in_word;
    uint64_t words = 0, lines = 0;
    for (; p < end; p++) {
        int b = (uchar)*p;
        if (b == ' ' || (b >= 9 && b <= 13)) {
            lines += b == '\n';
            in_word = false;
        } else if (b > 32 && b < 127) {
            words += !in_word;
            in_word = true;
        }
    }
    c->in_word = in_word;
    c->words += words;
    c->lines += lines;
}

static void count_width(Counts *c, const char *p, const char *end)
{
    for (; p < end; p++) {
        int b = (uchar)*p;
        if (b == '\n' || b == '\r' || b == '\f') {
            if (c->width > c->widest)
                c->widest = c->width;
            c->width = 0;
        } else if (b == '\t') {
            c->width += 8 - c->width % 8;
        } else if (b >= 32 && b < 127) {
            c->width++;
        }
    }
}

static bool count_input(In *in, Counts *c, int what)
{
    while (in_fill(in)) {
        const char *p = in->buf, *end = in->buf + in->end;
        c->bytes += in->end;
        if (what & W_WORDS)
            count_words(c, p, end);
        else if (what & W_LINES)
            count_lines(c, p, end);
        if (what & W_WIDEST)
            count_width(c, p, end);
        in->pos = in->end;
    }
    if (c->width > c->widest)
        c->widest = c->width;
    return in_close(in);
}

static void put_counts(const Counts *c, int what, size_t width,
                       const char *name)
{
    const uint64_t v[] = {c->lines, c->words, c->bytes, c->bytes, c->widest};
    bool first = true;
    for (int i = 0; i < 5; i++) {
        if (!(what >> i & 1))
            continue;
        char d[24];
        size_t n = fmt_u64(d + sizeof d, v[i]);
        if (!first)
            out_ch(' ');
        first = false;
        out_pad(' ', n < width ? width - n : 0);
        out_mem(d + sizeof d - n, n);
    }
    if (name) {
        out_ch(' ');
        out_str(name);
    }
    out_ch('\n');
}

/* As GNU: wide enough for the sum of the sizes; 7 for unknown sizes. */
static size_t column_width(char **names, int n, int what)
{
    uint64_t total = 0;
    size_t least = 1;
    if (n == 1 && (what & (what - 1)) == 0)
        return 1;
    for (int i = 0; i < n; i++) {
        SysStat st;
        if (!strcmp(names[i], "-"))
            st.type = 'p';
        else if (sys_stat(names[i], &st, true) < 0)
            continue;
        if (st.type == 'f')
            total += st.size;
        else
            least = 7;
    }
    char d[24];
    size_t w = fmt_u64(d + sizeof d, total);
    return w > least ? w : least;
}

static const LongOpt wc_longs[] = {
    {"bytes", 0, 'c'}, {"chars", 0, 'm'}, {"lines", 0, 'l'},
    {"words", 0, 'w'}, {"max-line-length", 0, 'L'}, {0, 0, 0}};

int wc_main(int argc, char **argv)
{
    static const char letters[] = "lwmcL";
    Opt o;
    int what = 0;
    bool ok = true;
    Counts total = {0};
    opt_start(&o, argc, argv, "clmLw", wc_longs);
    for (int c; (c = opt_next(&o)) >= 0;)
        what |= 1 << (strchr(letters, c) - letters);
    if (!what)
        what = W_LINES | W_WORDS | W_BYTES;
    bool named = o.n > 0;
    OPT_FILES(o);
    size_t width = column_width(o.argv, o.n, what);
    In in = {0};
    for (int i = 0; i < o.n; i++) {
        Counts c = {0};
        if (!in_open(&in, o.argv[i])) {
            ok = false;
            continue;
        }
        ok &= count_input(&in, &c, what);
        put_counts(&c, what, width, named ? o.argv[i] : NULL);
        total.lines += c.lines;
        total.words += c.words;
        total.bytes += c.bytes;
        if (c.widest > total.widest)
            total.widest = c.widest;
    }
    if (o.n > 1)
        put_counts(&total, what, width, "total");
    return !ok;
}

/* ---- nl ---- */

const char nl_help[] =
    "Usage: nl [OPTION]... [FILE]...\n"
    "Write each FILE, or standard input, with line numbers.\n"
    "\n"
    "  -b, --body-numbering=STYLE    a all, t not empty (default), n none, pBRE\n"
    "  -h, --header-numbering=STYLE  of header lines (default: n)\n"
    "  -f, --footer-numbering=STYLE  of footer lines (default: n)\n"
    "  -d, --section-delimiter=CC    marks of logical pages (default: \\:)\n"
    "  -i, --line-increment=NUMBER   step between numbers\n"
    "  -l, --join-blank-lines=NUMBER  count so many empty lines as one\n"
    "  -n, --number-format=FORMAT    ln left, rn right (default), rz zeros\n"
    "  -p, --no-renumber             do not start anew at each section\n"
    "  -s, --number-separator=STRING  behind the number (default: tab)\n"
    "  -v, --starting-line-number=NUMBER  first number\n"
    "  -w, --number-width=NUMBER     columns of the number (default: 6)\n";

typedef struct {
    const char *style[3]; /* header, body, footer */
    Re *re[3];
    int64_t start, step, next;
    uint64_t join, blanks;
    size_t width;
    const char *format, *sep;
    char mark[2];
    bool keep;
    int section;
} Numbering;

static void nl_style(Numbering *s, int which, const char *arg)
{
    const char *error;
    s->style[which] = arg;
    if (*arg == 'p') {
        const char *pat = arg + 1;
        size_t len = strlen(pat);
        s->re[which] = re_compile(&pat, &len, 1, 0, &error);
        if (!s->re[which])
            dief(1, "%s", error);
    } else if (!strchr("atn", *arg) || !*arg || arg[1]) {
        usage_err("invalid %s numbering style: '%s'",
                  which == 1 ? "body" : which ? "footer" : "header", arg);
    }
}

static bool nl_wanted(Numbering *s, const char *p, size_t n)
{
    ReSpan m;
    switch (s->style[s->section][0]) {
    case 'a':
        if (n || s->join <= 1)
            return true;
        return ++s->blanks % s->join == 0;
    case 't': return n > 0;
    case 'p': return re_exec(s->re[s->section], p, n, 0, &m, 1) > 0;
    default: return false;
    }
}

static void nl_number(Numbering *s)
{
    char d[24];
    bool neg = s->next < 0;
    uint64_t v = neg ? 0 - (uint64_t)s->next : (uint64_t)s->next;
    size_t n = fmt_u64(d + sizeof d, v), total = n + neg;
    size_t pad = total < s->width ? s->width - total : 0;
    if (s->format[0] == 'r' && s->format[1] == 'n')
        out_pad(' ', pad);
    if (neg)
        out_ch('-');
    if (s->format[1] == 'z')
        out_pad('0', pad);
    out_mem(d + sizeof d - n, n);
    if (s->format[0] == 'l')
        out_pad(' ', pad);
    out_str(s->sep);
    s->next += s->step;
}

/* \:\:\: header, \:\: body, \: footer; -1 for other lines. */
static int nl_section(const Numbering *s, const char *p, size_t n)
{
    if (n != 2 && n != 4 && n != 6)
        return -1;
    for (size_t i = 0; i < n; i++)
        if (p[i] != s->mark[i & 1])
            return -1;
    return n == 6 ? 0 : n == 4 ? 1 : 2;
}

static void nl_line(Numbering *s, const char *p, size_t n)
{
    int section = nl_section(s, p, n);
    if (section >= 0) {
        s->section = section;
        if (!s->keep)
            s->next = s->start;
        s->blanks = 0;
        out_ch('\n');
        return;
    }
    if (nl_wanted(s, p, n))
        nl_number(s);
    else
        out_pad(' ', s->width + strlen(s->sep));
    if (n)
        s->blanks = 0;
    out_mem(p, n);
    out_ch('\n');
}

static void nl_option(Numbering *s, int c, char *arg)
{
    int64_t v = 0;
    if (strchr("ivwl", c) && !parse_i64(arg, &v))
        dief(1, "invalid number: '%s'", arg);
    switch (c) {
    case 'b': nl_style(s, 1, arg); break;
    case 'h': nl_style(s, 0, arg); break;
    case 'f': nl_style(s, 2, arg); break;
    case 'd':
        s->mark[0] = arg[0];
        s->mark[1] = arg[0] && arg[1] ? arg[1] : ':';
        break;
    case 'i': s->step = v; break;
    case 'v': s->start = v; break;
    case 'l': s->join = v < 1 ? 1 : (uint64_t)v; break;
    case 'w':
        if (v < 1 || v > 100000)
            dief(1, "invalid line number field width: '%s'", arg);
        s->width = (size_t)v;
        break;
    case 's': s->sep = arg; break;
    case 'p': s->keep = true; break;
    default:
        if (strcmp(arg, "ln") && strcmp(arg, "rn") && strcmp(arg, "rz"))
            usage_err("invalid line numbering format: '%s'", arg);
        s->format = arg;
    }
}

static const LongOpt nl_longs[] = {
    {"body-numbering", 1, 'b'},   {"header-numbering", 1, 'h'},
    {"footer-numbering", 1, 'f'}, {"section-delimiter", 1, 'd'},
    {"line-increment", 1, 'i'},   {"join-blank-lines", 1, 'l'},
    {"number-format", 1, 'n'},    {"no-renumber", 0, 'p'},
    {"number-separator", 1, 's'}, {"starting-line-number", 1, 'v'},
    {"number-width", 1, 'w'},     {0, 0, 0}};

int nl_main(int argc, char **argv)
{
    Opt o;
    bool ok = true;
    Numbering s = {.style = {"n", "t", "n"}, .start = 1, .step = 1, .join = 1,
                   .width = 6, .format = "rn", .sep = "\t",
                   .mark = {'\\', ':'}, .section = 1};
    opt_start(&o, argc, argv, "b:h:f:d:i:l:n:ps:v:w:", nl_longs);
    for (int c; (c = opt_next(&o)) >= 0;)
        nl_option(&s, c, o.arg);
    s.next = s.start;
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
        while (in_line(&in, '\n', &p, &n, &ended))
            nl_line(&s, p, n);
        free(in.buf);
        ok &= in_close(&in);
    }
    return !ok;
}
