/* Numbers in text, compared exactly whatever their length. */
#include "wdata.h"

/* A decimal number: 0.DIGITS * 10^exp, with the digits of two parts of the text. */
typedef struct {
    bool neg;
    int64_t exp;
    const char *whole, *frac;
    size_t whole_n, frac_n;
} Decimal;

static const int64_t most_exp = (int64_t)1 << 56;

static bool exponent(const char *p, const char *end, int64_t *v)
{
    bool neg = p < end && *p == '-';
    p += p < end && (*p == '-' || *p == '+');
    if (p == end)
        return false;
    for (*v = 0; p < end && is_digit(*p); p++)
        *v = *v < most_exp / 10 ? *v * 10 + (*p - '0') : most_exp;
    *v = neg ? -*v : *v;
    return p == end;
}

static bool parse(Field f, Decimal *d)
{
    const char *p = f.p, *end = f.p + f.n;
    while (p < end && is_blank(*p))
        p++;
    while (end > p && is_blank(end[-1]))
        end--;
    d->neg = p < end && *p == '-';
    p += p < end && (*p == '-' || *p == '+');
    for (d->whole = p; p < end && is_digit(*p);)
        p++;
    d->whole_n = (size_t)(p - d->whole);
    d->frac = p;
    d->frac_n = 0;
    if (p < end && *p == '.') {
        for (d->frac = ++p; p < end && is_digit(*p);)
            p++;
        d->frac_n = (size_t)(p - d->frac);
    }
    if (!d->whole_n && !d->frac_n)
        return false;
    int64_t e = 0;
    if (p < end && ((*p != 'e' && *p != 'E') || !exponent(p + 1, end, &e)))
        return false;
    while (d->whole_n && *d->whole == '0')
        d->whole++, d->whole_n--;
    d->exp = e + (int64_t)d->whole_n;
    if (!d->whole_n)
        while (d->frac_n && *d->frac == '0')
            d->frac++, d->frac_n--, d->exp--;
    return true;
}

static int digit(const Decimal *d, size_t i)
{
    if (i < d->whole_n)
        return d->whole[i];
    i -= d->whole_n;
    return i < d->frac_n ? d->frac[i] : '0';
}

static bool is_zero(const Decimal *d)
{
    for (size_t i = 0; i < d->whole_n + d->frac_n; i++)
        if (digit(d, i) != '0')
            return false;
    return true;
}

static int compare_sizes(const Decimal *a, const Decimal *b)
{
    if (a->exp != b->exp)
        return a->exp < b->exp ? -1 : 1;
    size_t n = a->whole_n + a->frac_n, k = b->whole_n + b->frac_n;
    for (size_t i = 0; i < n || i < k; i++)
        if (digit(a, i) != digit(b, i))
            return digit(a, i) < digit(b, i) ? -1 : 1;
    return 0;
}

static int compare_numbers(const Decimal *a, const Decimal *b)
{
    bool az = is_zero(a), bz = is_zero(b);
    if (az || bz) {
        int x = az ? 0 : a->neg ? -1 : 1, y = bz ? 0 : b->neg ? -1 : 1;
        return x - y;
    }
    if (a->neg != b->neg)
        return a->neg ? -1 : 1;
    int d = compare_sizes(a, b);
    return a->neg ? -d : d;
}

bool is_number(Field f)
{
    Decimal d;
    return parse(f, &d);
}

int compare_text(Field a, Field b)
{
    int d = memcmp(a.p, b.p, a.n < b.n ? a.n : b.n);
    return d ? d : a.n < b.n ? -1 : a.n > b.n;
}

int compare_typed(Field a, Field b)
{
    Decimal x, y;
    bool an = parse(a, &x), bn = parse(b, &y);
    if (an && bn)
        return compare_numbers(&x, &y);
    if (an != bn)
        return an ? -1 : 1;
    return compare_text(a, b);
}
