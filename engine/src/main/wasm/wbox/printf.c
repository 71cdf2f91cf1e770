/* printf. */
#include "wbox.h"

const char printf_help[] =
    "Usage: printf FORMAT [ARGUMENT]...\n"
    "Print the ARGUMENTs under control of FORMAT, which is used again while\n"
    "ARGUMENTs are left.\n"
    "\n"
    "FORMAT takes %s %b %q %c %d %i %o %u %x %X %e %E %f %F %g %G %% with flags,\n"
    "width and precision (a number or *), and the escapes\n"
    "  \\\" \\\\ \\a \\b \\c \\e \\f \\n \\r \\t \\v \\NNN \\xHH\n";

typedef struct {
    bool left, plus, space, alt, zero;
    int64_t width, prec; /* prec below 0: none */
    char conv;
} Spec;

static char **args;
static int arg_count, arg_next;
static bool failed;

static const char *next_arg(void)
{
    return arg_next < arg_count ? args[arg_next++] : NULL;
}

static void bad_number(const char *s, const char *end)
{
    failed = true;
    if (end == s)
        warnf("'%s': expected a numeric value", s);
    else
        warnf("'%s': value not completely converted", s);
}

static int base_digit(int c, int base)
{
    int h = hex_value(c);
    return h >= 0 && h < base ? h : -1;
}

/* Sign and size of an integer argument; 'c takes the byte c. */
static uint64_t integer(const char *s, bool *neg, bool is_signed)
{
    *neg = false;
    if (!s)
        return 0;
    if ((*s == '\'' || *s == '"') && s[1])
        return (uchar)s[1];
    const char *p = s;
    while (is_space((uchar)*p))
        p++;
    *neg = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    int base = 10, h;
    if (p[0] == '0' && (p[1] | 32) == 'x' && hex_value((uchar)p[2]) >= 0)
        base = 16, p += 2;
    else if (p[0] == '0')
        base = 8;
    const char *first = p;
    uint64_t v = 0;
    bool over = false;
    for (; (h = base_digit((uchar)*p, base)) >= 0; p++) {
        if (v > (UINT64_MAX - (unsigned)h) / (unsigned)base)
            over = true;
        v = v * (unsigned)base + (unsigned)h;
    }
    uint64_t limit = is_signed ? (uint64_t)INT64_MAX + *neg : UINT64_MAX;
    if (over || v > limit) {
        v = limit;
        if (!is_signed)
            *neg = false;
        warnf("'%s': Numerical result out of range", s);
        failed = true;
    }
    if (*p || p == first)
        bad_number(s, p == first ? s : p);
    return v;
}

static void pad_out(const Spec *sp, const char *sign, const char *body,
                    size_t n, size_t zeros)
{
    size_t s = strlen(sign), total = s + zeros + n;
    size_t width = (size_t)sp->width, pad = width > total ? width - total : 0;
    if (!sp->left)
        out_pad(' ', pad);
    out_mem(sign, s);
    out_pad('0', zeros);
    out_mem(body, n);
    if (sp->left)
        out_pad(' ', pad);
}

static size_t zero_fill(const Spec *sp, size_t used)
{
    if (!sp->zero || sp->left || (size_t)sp->width <= used)
        return 0;
    return (size_t)sp->width - used;
}

static size_t put_base(char *end, uint64_t v, char conv)
{
    static const char small[] = "0123456789abcdef", big[] = "0123456789ABCDEF";
    unsigned base = conv == 'o' ? 8 : (conv | 32) == 'x' ? 16 : 10;
    if (base == 10)
        return fmt_u64(end, v);
    char *p = end;
    do {
        *--p = (conv == 'X' ? big : small)[v % base];
        v /= base;
    } while (v);
    return (size_t)(end - p);
}

static void print_integer(const Spec *sp)
{
    bool is_signed = sp->conv == 'd' || sp->conv == 'i', neg;
    uint64_t v = integer(next_arg(), &neg, is_signed);
    char d[72];
    const char *sign = "";
    if (is_signed)
        sign = neg ? "-" : sp->plus ? "+" : sp->space ? " " : "";
    else if (neg)
        v = 0 - v;
    size_t n = put_base(d + sizeof d, v, sp->conv), zeros = 0;
    if (sp->prec == 0 && v == 0)
        n = 0;
    if (sp->prec > (int64_t)n)
        zeros = (size_t)sp->prec - n;
    if (sp->alt && sp->conv == 'o' && zeros == 0 && (v || n == 0))
        zeros = 1;
    if (sp->alt && v && (sp->conv | 32) == 'x')
        sign = sp->conv == 'x' ? "0x" : "0X";
    if (sp->prec < 0)
        zeros += zero_fill(sp, strlen(sign) + zeros + n);
    pad_out(sp, sign, d + sizeof d - n, n, zeros);
}

static void print_float(const Spec *sp)
{
    const char *s = next_arg(), *end = s;
    Xf v = {0, 0, 'n', false};
    if (s && (*s == '\'' || *s == '"') && s[1]) {
        char byte[24];
        size_t k = fmt_u64(byte + 23, (uchar)s[1]);
        byte[23] = 0;
        xf_parse(byte + 23 - k, &end, &v);
    } else if (s && (!xf_parse(s, &end, &v) || *end)) {
        bad_number(s, end);
    }
    size_t n;
    int prec = sp->prec > 5000 ? 5000 : (int)sp->prec;
    char *body = xf_format(&v, sp->conv, prec, sp->alt, &n);
    const char *sign = v.neg ? "-" : sp->plus ? "+" : sp->space ? " " : "";
    size_t zeros = v.kind == 'n' ? zero_fill(sp, strlen(sign) + n) : 0;
    pad_out(sp, sign, body, n, zeros);
    free(body);
}

/* %b: a string with escapes, \0NNN among them. */
static void print_escaped(const Spec *sp)
{
    const char *s = next_arg();
    size_t n = 0;
    bool stop = false;
    if (!s)
        s = "";
    char *text = xmalloc(strlen(s) + 1);
    while (*s && !stop) {
        if (*s != '\\' || !s[1]) {
            text[n++] = *s++;
            continue;
        }
        s++;
        int b = escape_byte(&s, *s == '0');
        if (b == -1)
            stop = true;
        else
            text[n++] = b < 0 ? '\\' : (char)b;
    }
    if (sp->prec >= 0 && (uint64_t)sp->prec < n)
        n = (size_t)sp->prec;
    pad_out(sp, "", text, n, 0);
    free(text);
    if (stop)
        quit(failed);
}

static void print_quoted(const Spec *sp)
{
    const char *s = next_arg();
    static const char plain[] = "%+,-./:@_^";
    bool bare = s && *s;
    if (!s)
        s = "";
    size_t n = 0;
    for (const char *p = s; *p && bare; p++)
        bare = is_alnum((uchar)*p) || strchr(plain, *p);
    char *text = xmalloc(strlen(s) * 4 + 3);
    if (!bare)
        text[n++] = '\'';
    for (; *s; s++) {
        if (*s == '\'') {
            memcpy(text + n, "'\\'", 3);
            n += 3;
        }
        text[n++] = *s;
    }
    if (!bare)
        text[n++] = '\'';
    pad_out(sp, "", text, n, 0);
    free(text);
}

static void print_text(const Spec *sp)
{
    const char *s = next_arg();
    if (!s)
        s = "";
    size_t n = strlen(s);
    if (sp->conv == 'c') {
        n = n > 0;
        if (!n) {
            n = 1; /* a NUL byte, as GNU prints */
        }
    } else if (sp->prec >= 0 && (uint64_t)sp->prec < n) {
        n = (size_t)sp->prec;
    }
    pad_out(sp, "", s, n, 0);
}

static int64_t star_or_number(const char **p, bool *given)
{
    *given = true;
    if (**p == '*') {
        const char *s = next_arg();
        int64_t v = 0;
        ++*p;
        if (s && !parse_i64(s, &v))
            bad_number(s, s);
        return v;
    }
    int64_t v = 0;
    *given = is_digit(**p);
    for (; is_digit(**p); ++*p)
        if (v < 100000000)
            v = v * 10 + (**p - '0');
    return v;
}

static const char *read_spec(const char *p, Spec *sp)
{
    const char *start = p - 1;
    bool given;
    memset(sp, 0, sizeof *sp);
    for (;; p++) {
        if (*p == '-')
            sp->left = true;
        else if (*p == '+')
            sp->plus = true;
        else if (*p == ' ')
            sp->space = true;
        else if (*p == '#')
            sp->alt = true;
        else if (*p == '0')
            sp->zero = true;
        else if (*p != '\'' && *p != 'I')
            break;
    }
    sp->width = star_or_number(&p, &given);
    if (sp->width < 0) {
        sp->left = true;
        sp->width = -sp->width;
    }
    if (sp->width > 100000000)
        sp->width = 100000000;
    sp->prec = -1;
    if (*p == '.') {
        p++;
        sp->prec = star_or_number(&p, &given);
    }
    while (*p && strchr("hlLjzt", *p))
        p++;
    sp->conv = *p;
    if (!*p || !strchr("sbqcdiouxXeEfFgG", *p)) {
        char *text = xstrndup(start, (size_t)(p - start) + (*p != 0));
        dief(1, "%s: invalid conversion specification", text);
    }
    return p + 1;
}

static void print_spec(const Spec *sp)
{
    switch (sp->conv) {
    case 's': case 'c': print_text(sp); break;
    case 'b': print_escaped(sp); break;
    case 'q': print_quoted(sp); break;
    case 'd': case 'i': case 'o': case 'u': case 'x': case 'X':
        print_integer(sp);
        break;
    default: print_float(sp);
    }
}

static void print_once(const char *p)
{
    while (*p) {
        if (*p == '\\' && p[1]) {
            p++;
            int b = escape_byte(&p, false);
            if (b == -1)
                quit(failed);
            out_ch(b < 0 ? '\\' : b);
        } else if (*p == '%' && p[1] == '%') {
            out_ch('%');
            p += 2;
        } else if (*p == '%') {
            Spec sp;
            p = read_spec(p + 1, &sp);
            print_spec(&sp);
        } else {
            out_ch(*p++);
        }
    }
}

int printf_main(int argc, char **argv)
{
    int i = 1;
    if (argc == 2 && !strcmp(argv[1], "--help"))
        show_help();
    if (argc > 1 && !strcmp(argv[1], "--"))
        i++;
    if (i >= argc)
        missing_operand();
    const char *format = argv[i++];
    args = argv + i;
    arg_count = argc - i;
    do {
        int before = arg_next;
        print_once(format);
        if (arg_next == before)
            break;
    } while (arg_next < arg_count);
    if (arg_next < arg_count) {
        warnf("warning: ignoring excess arguments, starting with '%s'",
              args[arg_next]);
    }
    return failed;
}
