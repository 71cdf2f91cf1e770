/* Numbers from text and to text. Common ones are done with doubles where that is exact;
 * all others with big integers. */
#include "awk.h"

static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* ---- reading ---- */

enum { MOST_DIGITS = 800 }; /* no two doubles have a middle with more */

typedef struct {
    const char *digits, *stop; /* digits and at most one point, and behind all */
    const char *digits_end;
    int exponent;
    uint64_t m; /* the first digits */
    int e10;    /* value is m * 10^e10 when short_enough */
    bool short_enough;
} Scan;

static int read_exponent(const char *p, const char *end, const char **stop)
{
    const char *q = p + 1;
    bool minus = q < end && *q == '-';
    if (q < end && (*q == '-' || *q == '+'))
        q++;
    if (q == end || !is_digit(*q))
        return 0;
    int e = 0;
    for (; q < end && is_digit(*q); q++)
        e = e < 20000 ? e * 10 + *q - '0' : e;
    *stop = q;
    return minus ? -e : e;
}

/* Hard cases: the digits are written out anew, so that what reads them ends with them. */
static double read_exactly(const Scan *s)
{
    char *text = xmalloc(MOST_DIGITS + 64), *o = text;
    int e10 = s->exponent, kept = 0;
    bool point = false, rest = false;
    for (const char *p = s->digits; p < s->digits_end; p++) {
        if (*p == '.') {
            point = true;
            continue;
        }
        if (kept == 0 && *p == '0') {
            e10 -= point;
        } else if (kept < MOST_DIGITS) {
            *o++ = *p;
            kept++;
            e10 -= point;
        } else {
            rest |= *p != '0';
            e10 += !point;
        }
    }
    if (rest) {
        *o++ = '1';
        e10--;
    }
    if (kept == 0)
        *o++ = '0';
    *o++ = 'e';
    if (e10 < 0)
        *o++ = '-';
    char d[24];
    size_t n = fmt_u64(d + sizeof d, (uint64_t)(e10 < 0 ? -(int64_t)e10 : e10));
    memcpy(o, d + sizeof d - n, n);
    o[n] = 0;
    double v = xf_to_double(text);
    free(text);
    return v;
}

static double scan_rest(Scan *s, const char *p, const char *end, bool any)
{
    s->digits_end = p;
    if (p < end && *p == '.') {
        const char *from = ++p;
        while (p < end && is_digit(*p)) {
            if (s->m >= 100000000000000000u)
                s->short_enough = false;
            s->m = s->m * 10 + (uint64_t)(*p++ - '0');
        }
        any |= p > from;
        s->e10 = (int)(from - p);
        s->digits_end = p;
    }
    if (!any)
        return 0;
    s->stop = p;
    if (p < end && (*p | 32) == 'e') {
        s->exponent = read_exponent(p, end, &s->stop);
        s->e10 += s->exponent;
    }
    if (!s->short_enough || s->m >= (uint64_t)1 << 53 || s->e10 > 22 || s->e10 < -22)
        return read_exactly(s);
    return s->e10 < 0 ? (double)s->m / powers[-s->e10] : (double)s->m * powers[s->e10];
}

double num_read(const char *p, const char *end, const char **stop)
{
    const char *start = p;
    while (p < end && is_space(*p))
        p++;
    bool minus = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+'))
        p++;
    const char *from = p;
    uint64_t m = 0;
    while (p < end && is_digit(*p))
        m = m * 10 + (uint64_t)(*p++ - '0');
    if (p - from <= 15 && p > from && (p == end || (*p != '.' && (*p | 32) != 'e'))) {
        *stop = p;
        return minus ? -(double)m : (double)m;
    }
    Scan s = {.digits = from, .stop = start, .m = m, .short_enough = p - from <= 18};
    double v = scan_rest(&s, p, end, p > from);
    *stop = s.stop;
    return minus ? -v : v;
}

bool num_looks(const char *p, const char *end, double *d)
{
    if (p == end || *p > '9') /* most words */
        return false;
    const char *stop;
    *d = num_read(p, end, &stop);
    if (stop == p)
        return false;
    while (stop < end && is_space(*stop))
        stop++;
    return stop == end;
}

/* ---- writing ---- */

double whole(double d)
{
    return __builtin_trunc(d);
}

bool is_integer(double d)
{
    return d - d == 0 && d == __builtin_trunc(d);
}

static char *special_word(const Spec *s, double d, size_t *len)
{
    char *o = xmalloc(8);
    bool upper = is_upper(s->conv) && s->conv != 'F';
    *len = 3;
    memcpy(o, d != d ? (upper ? "NAN" : "nan") : (upper ? "INF" : "inf"), 3);
    return o;
}

/* Digits of d, which is positive, with `places` behind the point, when doubles tell for
 * sure how it rounds. */
static bool easy_digits(double d, int places, uint64_t *digits)
{
    if (places > 15 || places < -22 || !(d < 1e15))
        return false;
    double x = places < 0 ? d / powers[-places] : d * powers[places];
    if (!(x < 1e11))
        return false;
    uint64_t below = (uint64_t)x;
    double rest = x - (double)below;
    if (rest > 0.4999 && rest < 0.5001)
        return false;
    *digits = below + (rest > 0.5);
    return true;
}

static char *easy_fixed(const Spec *s, double d, size_t *len)
{
    uint64_t v;
    if (s->alt || s->precision > 15 || !easy_digits(d, s->precision, &v))
        return NULL;
    char *o = xmalloc(48), t[24];
    size_t n = fmt_u64(t + sizeof t, v), places = (size_t)s->precision;
    char *end = t + sizeof t;
    while (n <= places)
        end[-(ptrdiff_t)++n] = '0';
    memcpy(o, end - n, n - places);
    *len = n;
    if (places) {
        o[n - places] = '.';
        memcpy(o + n - places + 1, end - places, places);
        ++*len;
    }
    return o;
}

/* %g of numbers that need no exponent. */
static char *easy_general(const Spec *s, double d, size_t *len)
{
    int p = s->precision ? s->precision : 1, before = 1;
    if (s->alt || s->conv != 'g' || p > 9 || d < 1 || d >= 1e9)
        return NULL;
    while (d >= powers[before])
        before++;
    if (before > p)
        return NULL;
    Spec fixed = *s;
    fixed.precision = p - before;
    char *o = easy_fixed(&fixed, d, len);
    /* Rounded up to one digit more, it may need an exponent. */
    if (o && (o[before] != '.' && fixed.precision > 0)) {
        free(o);
        return NULL;
    }
    if (o && fixed.precision == 0 && *len != (size_t)before) {
        free(o);
        return NULL;
    }
    if (o && fixed.precision > 0) {
        while (o[*len - 1] == '0')
            --*len;
        if (o[*len - 1] == '.')
            --*len;
    }
    return o;
}

char *num_format(const Spec *spec, double d, size_t *len)
{
    Spec s = *spec;
    if (d - d != 0)
        return special_word(&s, d, len);
    if (d < 0)
        d = -d;
    if (s.precision < 0)
        s.precision = 6;
    int conv = to_lower(s.conv);
    char *o = conv == 'f' ? easy_fixed(&s, d, len) : conv == 'g' ? easy_general(&s, d, len) : NULL;
    if (o)
        return o;
    Xf v;
    xf_from_double(&v, d);
    return xf_format(&v, s.conv, s.precision, s.alt, len);
}
