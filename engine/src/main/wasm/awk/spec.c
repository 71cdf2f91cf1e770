/* Conversions of printf: flags, width, precision. */
#include "awk.h"

static int read_count(const char **p, const char *end, int (*star)(void *), void *from)
{
    if (*p < end && **p == '*') {
        ++*p;
        return star ? star(from) : 0;
    }
    int v = 0;
    for (; *p < end && is_digit(**p); ++*p)
        v = v < 100000000 ? v * 10 + **p - '0' : v;
    return v;
}

bool spec_read(Spec *s, const char **p, const char *end, int (*star)(void *), void *from)
{
    *s = (Spec){.precision = -1};
    for (; *p < end; ++*p) {
        if (**p == '-')
            s->minus = true;
        else if (**p == '+')
            s->plus = true;
        else if (**p == ' ')
            s->blank = true;
        else if (**p == '#')
            s->alt = true;
        else if (**p == '0')
            s->zero = true;
        else if (**p != '\'')
            break;
    }
    s->width = read_count(p, end, star, from);
    if (s->width < 0) {
        s->minus = true;
        s->width = s->width > -100000000 ? -s->width : 100000000;
    }
    if (*p < end && **p == '.') {
        ++*p;
        s->precision = read_count(p, end, star, from);
        if (s->precision < 0)
            s->precision = -1;
    }
    if (s->width > 100000000 || s->precision > 100000000)
        fatal("a width of printf is above 100000000", "");
    while (*p < end && (**p == 'l' || **p == 'h' || **p == 'L' || **p == 'q' || **p == 'j'))
        ++*p;
    if (*p == end)
        return false;
    s->conv = *(*p)++;
    return true;
}

Str *spec_pad(const Spec *s, const char *sign, const char *p, size_t n, bool zeros)
{
    size_t lead = strlen(sign), all = lead + n, width = (size_t)s->width;
    size_t pad = width > all ? width - all : 0;
    Str *r = str_alloc(all + pad);
    char *o = r->b;
    if (!s->minus && !zeros) {
        memset(o, ' ', pad);
        o += pad;
    }
    memcpy(o, sign, lead);
    o += lead;
    if (!s->minus && zeros) {
        memset(o, '0', pad);
        o += pad;
    }
    memcpy(o, p, n);
    if (s->minus)
        memset(o + n, ' ', pad);
    return r;
}

static const char *sign_of(const Spec *s, bool minus)
{
    return minus ? "-" : s->plus ? "+" : s->blank ? " " : "";
}

static bool is_minus(double d)
{
    return __builtin_signbit(d);
}

static Str *spec_float(const Spec *s, double d)
{
    size_t n;
    char *digits = num_format(s, d, &n);
    bool finite = d - d == 0;
    const char *sign = sign_of(s, is_minus(d));
    if (!finite && *sign != '-')
        sign = "+";
    if (d != d) /* whose sign differs between machines */
        sign = "";
    Str *r = spec_pad(s, sign, digits, n, s->zero && !s->minus && finite);
    free(digits);
    return r;
}

/* Digits with the least number of them that the precision asks for. */
static Str *spec_digits(const Spec *s, const char *sign, const char *digits, size_t n)
{
    bool zeros = s->zero && !s->minus && s->precision < 0;
    if (s->precision == 0 && n == 1 && *digits == '0')
        n = 0;
    if (s->precision <= (int)n)
        return spec_pad(s, sign, digits, n, zeros);
    size_t most = (size_t)s->precision;
    char *t = xmalloc(most + 1);
    memset(t, '0', most - n);
    memcpy(t + most - n, digits, n);
    Str *r = spec_pad(s, sign, t, most, false);
    free(t);
    return r;
}

static Str *spec_whole(const Spec *s, double d)
{
    Spec fixed = {.conv = 'f'};
    size_t n;
    char *digits = num_format(&fixed, whole(d), &n);
    Str *r = spec_digits(s, sign_of(s, d <= -1), digits, n);
    free(digits);
    return r;
}

static Str *spec_unsigned(const Spec *s, double d)
{
    if (!(d > -9.3e18 && d < 18446744073709551616.0)) {
        Spec general = *s;
        general.conv = 'g';
        return spec_float(&general, d);
    }
    uint64_t v = d < 0 ? (uint64_t)(int64_t)d : (uint64_t)d;
    int base = s->conv == 'o' ? 8 : s->conv == 'u' ? 10 : 16;
    const char *digits = s->conv == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    char t[32], *p = t + sizeof t;
    bool zero = v == 0;
    do
        *--p = digits[v % (uint64_t)base];
    while (v /= (uint64_t)base);
    if (s->alt && base == 8 && *p != '0')
        *--p = '0';
    const char *lead = s->alt && base == 16 && !zero ? (s->conv == 'X' ? "0X" : "0x") : "";
    return spec_digits(s, lead, p, (size_t)(t + sizeof t - p));
}

Str *spec_num(const Spec *s, double d)
{
    bool finite = d - d == 0;
    if (finite && (s->conv == 'd' || s->conv == 'i'))
        return spec_whole(s, d);
    if (finite && s->conv && strchr("ouxX", s->conv))
        return spec_unsigned(s, d);
    Spec f = *s;
    if (!strchr("eEfFgG", f.conv))
        f.conv = 'f';
    return spec_float(&f, d);
}

Str *num_str(double d, const char *format)
{
    const char *end = format + strlen(format), *p = format;
    Spec s;
    while (p < end && *p != '%')
        p++;
    size_t before = (size_t)(p - format);
    if (p == end || (p++, !spec_read(&s, &p, end, NULL, NULL)))
        return str_new(format, strlen(format));
    Str *number = spec_num(&s, d);
    size_t behind = (size_t)(end - p);
    if (before + behind == 0)
        return number;
    Str *r = str_alloc(before + number->len + behind);
    memcpy(r->b, format, before);
    memcpy(r->b + before, number->b, number->len);
    memcpy(r->b + before + number->len, p, behind);
    str_drop(number);
    return r;
}
