/* seq: exact, because numbers are counted in units of the last decimal. */
#include "wbox.h"

const char seq_help[] =
    "Usage: seq [OPTION]... LAST\n"
    "   or: seq [OPTION]... FIRST LAST\n"
    "   or: seq [OPTION]... FIRST INCREMENT LAST\n"
    "Print numbers from FIRST to LAST, in steps of INCREMENT.\n"
    "\n"
    "  -f, --format=FORMAT     printf style, one of %e %f %g\n"
    "  -s, --separator=STRING  between the numbers (default: newline)\n"
    "  -w, --equal-width       pad with zeros to equal width\n";

typedef struct {
    int64_t v;   /* in units of 10^-prec */
    int prec;    /* decimals as written */
    int width;   /* digits before the point, with the sign */
} Num;

static bool read_number(const char *s, Num *n)
{
    const char *p = s;
    bool neg = *p == '-', point = false, digits = false;
    int exp = 0;
    uint64_t v = 0;
    memset(n, 0, sizeof *n);
    if (*p == '-' || *p == '+')
        p++;
    for (; is_digit(*p) || (*p == '.' && !point); p++) {
        if (*p == '.') {
            point = true;
            continue;
        }
        digits = true;
        if (v > 100000000000000000u)
            return false;
        v = v * 10 + (unsigned)(*p - '0');
        n->prec += point;
        n->width += !point;
    }
    if (digits && (*p | 32) == 'e') {
        const char *q = p + 1;
        bool eneg = *q == '-';
        uint64_t e;
        if (*q == '-' || *q == '+')
            q++;
        if (parse_u64(q, &q, &e) && e < 18) {
            exp = eneg ? -(int)e : (int)e;
            p = q;
        }
    }
    if (!digits || *p)
        return false;
    n->prec -= exp;
    for (; n->prec < 0; n->prec++) {
        if (v > 100000000000000000u)
            return false;
        v *= 10;
    }
    n->width += exp;
    if (n->width < 1)
        n->width = 1;
    n->width += neg;
    n->v = neg ? -(int64_t)v : (int64_t)v;
    return true;
}

static void operand(const char *s, Num *n)
{
    if (!read_number(s, n))
        usage_err("invalid floating point argument: '%s'", s);
}

static void scale(Num *n, int prec)
{
    for (; n->prec < prec; n->prec++) {
        if (n->v > INT64_MAX / 20 || n->v < -(INT64_MAX / 20))
            dief(1, "too many digits");
        n->v *= 10;
    }
}

/* Text of a value; returns its length, digits end at `end`. */
static size_t text_of(char *end, int64_t v, int prec, size_t width)
{
    uint64_t u = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
    char d[64], *p = end;
    size_t n = fmt_u64(d + sizeof d, u);
    const char *digits = d + sizeof d - n;
    for (int i = 0; i < prec; i++) {
        *--p = n > 0 ? digits[--n] : '0';
    }
    if (prec)
        *--p = '.';
    if (n == 0)
        *--p = '0';
    while (n > 0)
        *--p = digits[--n];
    size_t len = (size_t)(end - p) + (v < 0);
    while (len < width) {
        *--p = '0';
        len++;
    }
    if (v < 0)
        *--p = '-';
    return (size_t)(end - p);
}

typedef struct {
    const char *before, *behind;
    size_t before_n;
    int width, prec;
    char conv;
    bool left, zero, plus, space, alt;
} Format;

static void read_format(const char *s, Format *f)
{
    const char *p = s;
    memset(f, 0, sizeof *f);
    f->before = s;
    while (*p && !(p[0] == '%' && p[1] != '%'))
        p += p[0] == '%' ? 2 : 1;
    if (!*p)
        dief(1, "format '%s' has no %% directive", s);
    f->before_n = (size_t)(p++ - s);
    for (; *p && strchr("-+#0 '", *p); p++) {
        f->left |= *p == '-';
        f->zero |= *p == '0';
        f->plus |= *p == '+';
        f->space |= *p == ' ';
        f->alt |= *p == '#';
    }
    for (; is_digit(*p); p++)
        if (f->width < 10000)
            f->width = f->width * 10 + (*p - '0');
    f->prec = -1;
    if (*p == '.') {
        f->prec = 0;
        for (p++; is_digit(*p); p++)
            if (f->prec < 1000)
                f->prec = f->prec * 10 + (*p - '0');
    }
    if (!*p || !strchr("eEfFgG", *p))
        dief(1, "format '%s' has unknown %%%c directive", s, *p ? *p : '%');
    f->conv = *p;
    f->behind = p + 1;
    for (p++; *p; p++)
        if (*p == '%') {
            if (p[1] != '%')
                dief(1, "format '%s' has too many %% directives", s);
            p++;
        }
}

static void put_literal(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        out_ch(s[i]);
        if (s[i] == '%')
            i++;
    }
}

static void put_formatted(const Format *f, const char *number)
{
    const char *end;
    Xf v;
    size_t n;
    xf_parse(number, &end, &v);
    char *body = xf_format(&v, f->conv, f->prec, f->alt, &n);
    const char *sign = v.neg ? "-" : f->plus ? "+" : f->space ? " " : "";
    size_t total = n + strlen(sign), width = (size_t)f->width;
    size_t pad = width > total ? width - total : 0;
    put_literal(f->before, f->before_n);
    if (!f->left && !f->zero)
        out_pad(' ', pad);
    out_str(sign);
    if (!f->left && f->zero)
        out_pad('0', pad);
    out_mem(body, n);
    if (f->left)
        out_pad(' ', pad);
    put_literal(f->behind, strlen(f->behind));
    free(body);
}

static void print_all(int64_t v, int64_t step, int64_t last, int prec,
                      size_t width, const char *sep, const Format *f)
{
    char d[256];
    size_t sep_n = strlen(sep);
    if (step > 0 ? v > last : v < last)
        return;
    for (;;) {
        size_t n = text_of(d + sizeof d - 1, v, prec, width);
        d[sizeof d - 1] = 0;
        if (f)
            put_formatted(f, d + sizeof d - 1 - n);
        else
            out_mem(d + sizeof d - 1 - n, n);
        if (step > 0 ? v > last - step : v < last - step)
            break;
        v += step;
        out_mem(sep, sep_n);
    }
    out_ch('\n');
}

/* Negative numbers are operands, not options. */
static int first_operand(int argc, char **argv)
{
    int i = 1;
    while (i < argc && argv[i][0] == '-' && argv[i][1] &&
           !is_digit(argv[i][1]) && argv[i][1] != '.') {
        if (!strcmp(argv[i], "--"))
            break;
        bool takes = !strcmp(argv[i], "-s") || !strcmp(argv[i], "-f") ||
                     !strcmp(argv[i], "-ws") || !strcmp(argv[i], "-wf") ||
                     !strcmp(argv[i], "--separator") ||
                     !strcmp(argv[i], "--format");
        i += takes ? 2 : 1;
    }
    return i < argc ? i : argc;
}

int seq_main(int argc, char **argv)
{
    static const LongOpt longs[] = {{"format", 1, 'f'},
                                    {"separator", 1, 's'},
                                    {"equal-width", 0, 'w'},
                                    {0, 0, 0}};
    Opt o;
    const char *sep = "\n", *format = NULL;
    bool equal = false;
    int first = first_operand(argc, argv);
    opt_start(&o, first, argv, "+f:s:w", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        if (c == 'f')
            format = o.arg;
        else if (c == 's')
            sep = o.arg;
        else
            equal = true;
    }
    argv += first;
    argc -= first;
    if (argc > 0 && !strcmp(argv[0], "--"))
        argv++, argc--;
    if (argc <= 0)
        missing_operand();
    if (argc > 3)
        extra_operand(argv[3]);
    Num from = {1, 0, 1}, step = {1, 0, 1}, to;
    operand(argv[argc - 1], &to);
    if (argc > 1)
        operand(argv[0], &from);
    if (argc > 2)
        operand(argv[1], &step);
    if (step.v == 0)
        usage_err("invalid Zero increment value: '%s'", argv[1]);
    int shown = from.prec > step.prec ? from.prec : step.prec;
    int prec = to.prec > shown ? to.prec : shown;
    size_t width = 0;
    int last_width = to.width;
    scale(&from, prec);
    scale(&step, prec);
    scale(&to, prec);
    if (prec > shown) {
        int64_t unit = 1;
        for (int i = shown; i < prec; i++)
            unit *= 10;
        int64_t rest = to.v % unit;
        if (rest && (to.v < 0) == (step.v > 0))
            to.v += step.v > 0 ? -unit : unit;
        to.v = (to.v - rest) / unit;
        from.v /= unit;
        step.v /= unit;
    }
    if (equal) {
        int w = from.width > last_width ? from.width : last_width;
        width = (size_t)w + (shown ? (size_t)shown + 1 : 0);
    }
    Format f;
    if (format)
        read_format(format, &f);
    print_all(from.v, step.v, to.v, shown, width, sep, format ? &f : NULL);
    return 0;
}
