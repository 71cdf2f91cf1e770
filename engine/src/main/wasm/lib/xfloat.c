/* Decimal to binary and back, exactly, with 64 bits of mantissa: the results
 * are those of GNU tools on x86, whose long double has as many. */
#include "xfloat.h"

enum { BASE = 1000000000 };

/* ---- reading: an integer of 32-bit limbs, least first ---- */

typedef struct {
    uint32_t *v;
    int n, cap;
} Big;

static void big_push(Big *b, uint32_t limb)
{
    if (b->n == b->cap)
        b->v = xrealloc(b->v, (size_t)(b->cap = b->cap * 2 + 16) * 4);
    b->v[b->n++] = limb;
}

static void big_mul_add(Big *b, uint32_t mul, uint32_t add)
{
    uint64_t carry = add;
    for (int i = 0; i < b->n; i++) {
        carry += (uint64_t)b->v[i] * mul;
        b->v[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry)
        big_push(b, (uint32_t)carry);
}

static bool big_div(Big *b, uint32_t by)
{
    uint64_t rem = 0;
    for (int i = b->n; i-- > 0;) {
        rem = rem << 32 | b->v[i];
        b->v[i] = (uint32_t)(rem / by);
        rem %= by;
    }
    while (b->n > 0 && !b->v[b->n - 1])
        b->n--;
    return rem != 0;
}

static void big_shift_limbs(Big *b, int k)
{
    for (int i = 0; i < k; i++)
        big_push(b, 0);
    memmove(b->v + k, b->v, (size_t)(b->n - k) * 4);
    memset(b->v, 0, (size_t)k * 4);
}

enum { TO_EVEN, TO_ODD };

/* Rounds to 64 bits: half to even; or what is cut off makes the last bit 1, so that the
 * result can be rounded once more, to fewer bits. */
static void big_round(const Big *b, bool sticky, int exp, int how, Xf *v)
{
    int top = b->n - 1;
    if (top < 0)
        return;
    int bits = top * 32 + 32 - __builtin_clz(b->v[top]);
    int drop = bits - 64;
    uint64_t m = 0;
    for (int i = bits - 1; i >= 0 && i > bits - 65; i--)
        m = m << 1 | (b->v[i >> 5] >> (i & 31) & 1);
    if (drop <= 0) {
        m <<= -drop;
    } else {
        bool half = b->v[(drop - 1) >> 5] >> ((drop - 1) & 31) & 1;
        for (int i = 0; i < drop - 1 && !sticky; i++)
            sticky = b->v[i >> 5] >> (i & 31) & 1;
        if (how == TO_ODD) {
            m |= half || sticky;
        } else if (half && (sticky || (m & 1)) && ++m == 0) {
            m = (uint64_t)1 << 63;
            drop++;
        }
    }
    v->mant = m;
    v->exp = exp + drop;
}

static void from_decimal(Big *b, int exp10, int how, Xf *v)
{
    static const uint32_t tens[] = {1,      10,      100,      1000,     10000,
                                    100000, 1000000, 10000000, 100000000};
    bool sticky = false;
    int exp = 0;
    for (; exp10 >= 9; exp10 -= 9)
        big_mul_add(b, BASE, 0);
    if (exp10 > 0)
        big_mul_add(b, tens[exp10], 0);
    if (exp10 < 0) {
        int limbs = -exp10 / 9 + 4;
        big_shift_limbs(b, limbs);
        exp = -limbs * 32;
        for (; exp10 <= -9; exp10 += 9)
            sticky |= big_div(b, BASE);
        if (exp10 < 0)
            sticky |= big_div(b, tens[-exp10]);
    }
    big_round(b, sticky, exp, how, v);
}

static int read_exponent(const char **s, int mark)
{
    const char *p = *s;
    if (to_lower((uchar)*p) != mark)
        return 0;
    p++;
    bool neg = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    if (!is_digit(*p))
        return 0;
    int e = 0;
    for (; is_digit(*p); p++)
        if (e < 10000)
            e = e * 10 + (*p - '0');
    *s = p;
    return neg ? -e : e;
}

static bool parse_hex(const char *s, const char **end, Xf *v)
{
    Big b = {0};
    bool point = false, digits = false;
    int exp = 0, h;
    const char *p = s;
    for (;; p++) {
        if (*p == '.' && !point) {
            point = true;
            continue;
        }
        if ((h = hex_value((uchar)*p)) < 0)
            break;
        digits = true;
        big_mul_add(&b, 16, (uint32_t)h);
        if (point)
            exp -= 4;
    }
    if (digits) {
        exp += read_exponent(&p, 'p');
        big_round(&b, false, exp, TO_EVEN, v);
        *end = p;
    }
    free(b.v);
    return digits;
}

static bool parse_word(const char *p, const char **end, Xf *v)
{
    static const char words[][9] = {"infinity", "inf", "nan"};
    for (int k = 0; k < 3; k++) {
        size_t i = 0;
        while (words[k][i] && to_lower((uchar)p[i]) == words[k][i])
            i++;
        if (!words[k][i]) {
            v->kind = k < 2 ? 'i' : '?';
            *end = p + i;
            return true;
        }
    }
    return false;
}

static bool parse(const char *s, const char **end, int how, Xf *v)
{
    const char *p = s;
    Big b = {0};
    bool point = false, digits = false;
    int exp = 0;
    *v = (Xf){0, 0, 'n', false};
    *end = s;
    while (is_space((uchar)*p))
        p++;
    v->neg = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    if (p[0] == '0' && (p[1] | 32) == 'x' && parse_hex(p + 2, end, v))
        return true;
    for (;; p++) {
        if (*p == '.' && !point) {
            point = true;
            continue;
        }
        if (!is_digit(*p))
            break;
        digits = true;
        big_mul_add(&b, 10, (uint32_t)(*p - '0'));
        if (point)
            exp--;
    }
    if (!digits) {
        free(b.v);
        return parse_word(p, end, v);
    }
    exp += read_exponent(&p, 'e');
    if (b.n && exp < 6000 && exp > -12000)
        from_decimal(&b, exp, how, v);
    else if (b.n && exp > 0)
        v->kind = 'i';
    free(b.v);
    *end = p;
    return true;
}

bool xf_parse(const char *s, const char **end, Xf *v)
{
    return parse(s, end, TO_EVEN, v);
}

/* ---- doubles ---- */

static double from_bits(uint64_t u)
{
    double d;
    memcpy(&d, &u, sizeof d);
    return d;
}

double xf_to_double(const char *s)
{
    const uint64_t infinite = (uint64_t)0x7ff << 52;
    Xf v;
    const char *end;
    if (!parse(s, &end, TO_ODD, &v) || (v.kind == 'n' && !v.mant))
        return 0;
    if (v.kind != 'n' || v.exp + 63 > 1023)
        return from_bits(infinite);
    int drop = v.exp + 63 < -1022 ? 11 + -1022 - (v.exp + 63) : 11;
    if (drop > 64)
        return 0;
    uint64_t m = drop == 64 ? 0 : v.mant >> drop, half = (uint64_t)1 << (drop - 1);
    uint64_t rest = v.mant & (half - 1);
    if ((v.mant & half) && (rest || (m & 1)))
        m++;
    /* A carry moves on into the exponent, as it must. */
    uint64_t e = drop > 11 ? 0 : (uint64_t)(v.exp + 63 + 1023 - 1);
    return from_bits((e << 52) + m);
}

void xf_from_double(Xf *v, double d)
{
    uint64_t u, m;
    memcpy(&u, &d, sizeof u);
    int e = (int)(u >> 52 & 0x7ff);
    m = u & (((uint64_t)1 << 52) - 1);
    *v = (Xf){0, 0, 'n', u >> 63};
    if (e == 0x7ff) {
        v->kind = m ? '?' : 'i';
    } else if (e || m) {
        m |= e ? (uint64_t)1 << 52 : 0;
        int shift = __builtin_clzll(m);
        v->mant = m << shift;
        v->exp = (e ? e : 1) - 1075 - shift;
    }
}

int xf_compare(const Xf *a, const Xf *b)
{
    int az = a->kind == 'n' && !a->mant, bz = b->kind == 'n' && !b->mant;
    if (az && bz)
        return 0;
    int sa = az ? 0 : a->neg ? -1 : 1, sb = bz ? 0 : b->neg ? -1 : 1;
    if (sa != sb)
        return sa < sb ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind == 'i' ? sa : -sa;
    if (a->kind == 'i')
        return 0;
    if (a->exp != b->exp)
        return a->exp > b->exp ? sa : -sa;
    return a->mant == b->mant ? 0 : a->mant > b->mant ? sa : -sa;
}

/* ---- writing: all decimal digits of mant * 2^exp ---- */

typedef struct {
    char *d; /* digits, '0' to '9' */
    int n;
    int point; /* digits before the decimal point; may be negative */
} Digits;

static int put_limb(char *d, uint32_t v)
{
    for (int i = 8; i >= 0; i--) {
        d[i] = (char)('0' + v % 10);
        v /= 10;
    }
    return 9;
}

/* Integer part by multiplying, fraction by multiplying up from below. */
static void expand(const Xf *v, Digits *out_digits)
{
    Big whole = {0};
    char *d = NULL;
    int n = 0, exp = v->exp;
    uint64_t m = v->mant;
    int shift = m ? __builtin_ctzll(m) : 0;
    m >>= shift;
    exp += shift;
    big_push(&whole, (uint32_t)m);
    if (m >> 32)
        big_push(&whole, (uint32_t)(m >> 32));
    /* value = whole * 2^exp; with exp < 0: whole * 5^-exp / 10^-exp */
    for (int i = 0; i < exp; i += 16)
        big_mul_add(&whole, 1u << (exp - i < 16 ? exp - i : 16), 0);
    for (int i = 0; i < -exp; i += 10) {
        uint32_t five = 1;
        for (int k = 0; k < 10 && i + k < -exp; k++)
            five *= 5;
        big_mul_add(&whole, five, 0);
    }
    int limbs = whole.n * 32 / 29 + 2;
    d = xmalloc((size_t)limbs * 9);
    int at = limbs * 9;
    while (whole.n > 0) {
        uint64_t rem = 0;
        for (int i = whole.n; i-- > 0;) {
            rem = rem << 32 | whole.v[i];
            whole.v[i] = (uint32_t)(rem / BASE);
            rem %= BASE;
        }
        while (whole.n > 0 && !whole.v[whole.n - 1])
            whole.n--;
        at -= 9;
        put_limb(d + at, (uint32_t)rem);
    }
    while (at < limbs * 9 && d[at] == '0')
        at++;
    n = limbs * 9 - at;
    memmove(d, d + at, (size_t)n);
    free(whole.v);
    out_digits->d = d;
    out_digits->n = n;
    out_digits->point = n + (exp < 0 ? exp : 0);
}

/* Keeps the first `keep` digits, rounding half to even. */
static void round_digits(Digits *g, int keep)
{
    if (keep >= g->n)
        return;
    bool up = false;
    if (keep >= 0) {
        char next = g->d[keep];
        bool rest = false;
        for (int i = keep + 1; i < g->n && !rest; i++)
            rest = g->d[i] != '0';
        up = next > '5' ||
             (next == '5' && (rest || (keep > 0 && (g->d[keep - 1] & 1))));
    }
    g->n = keep < 0 ? 0 : keep;
    if (!up)
        return;
    int i = g->n;
    while (i > 0 && g->d[i - 1] == '9')
        g->d[--i] = '0';
    if (i > 0) {
        g->d[i - 1]++;
        return;
    }
    if (g->n == 0)
        g->n = 1;
    g->d[0] = '1';
    g->point++;
}

static int digit_at(const Digits *g, int i)
{
    return i >= 0 && i < g->n ? g->d[i] : '0';
}

static size_t put_fixed(char *o, const Digits *g, int prec, bool alt)
{
    size_t n = 0;
    if (g->point <= 0)
        o[n++] = '0';
    for (int i = 0; i < g->point; i++)
        o[n++] = (char)digit_at(g, i);
    if (prec > 0 || alt)
        o[n++] = '.';
    for (int i = 0; i < prec; i++)
        o[n++] = (char)digit_at(g, g->point + i);
    return n;
}

static size_t put_exp(char *o, const Digits *g, int prec, bool alt, bool zero,
                      int letter)
{
    size_t n = 0;
    o[n++] = (char)digit_at(g, 0);
    if (prec > 0 || alt)
        o[n++] = '.';
    for (int i = 1; i <= prec; i++)
        o[n++] = (char)digit_at(g, i);
    int e = zero ? 0 : g->point - 1;
    o[n++] = (char)letter;
    o[n++] = e < 0 ? '-' : '+';
    if (e < 0)
        e = -e;
    if (e < 10)
        o[n++] = '0';
    char t[24];
    size_t k = fmt_u64(t + sizeof t, (uint64_t)e);
    memcpy(o + n, t + sizeof t - k, k);
    return n + k;
}

static size_t strip_zeros(char *o, size_t n)
{
    size_t e = 0;
    while (e < n && (o[e] | 32) != 'e')
        e++;
    if (!memchr(o, '.', e))
        return n;
    size_t k = e;
    while (o[k - 1] == '0')
        k--;
    if (o[k - 1] == '.')
        k--;
    memmove(o + k, o + e, n - e);
    return n - (e - k);
}

static char *format_word(const Xf *v, bool upper, size_t *len)
{
    char *o = xmalloc(8);
    const char *w = v->kind == 'i' ? (upper ? "INF" : "inf")
                                   : (upper ? "NAN" : "nan");
    *len = 3;
    memcpy(o, w, 3);
    return o;
}

/* Without the sign, which the caller puts before it. */
char *xf_format(const Xf *v, char conv, int prec, bool alt, size_t *len)
{
    int lower = to_lower(conv);
    if (v->kind != 'n')
        return format_word(v, lower != conv, len);
    if (prec < 0)
        prec = 6;
    Digits g = {0};
    bool zero = v->mant == 0;
    expand(v, &g);
    char *o = xmalloc((size_t)prec + (size_t)(g.point > 0 ? g.point : 0) + 32);
    if (zero)
        g.n = g.point = 0;
    if (lower == 'f') {
        round_digits(&g, g.point + prec);
        *len = put_fixed(o, &g, prec, alt);
    } else if (lower == 'e') {
        round_digits(&g, prec + 1);
        *len = put_exp(o, &g, prec, alt, zero, conv);
    } else {
        if (prec == 0)
            prec = 1;
        round_digits(&g, prec);
        int x = zero ? 0 : g.point - 1;
        if (x < -4 || x >= prec)
            *len = put_exp(o, &g, prec - 1, alt, zero, conv - 2);
        else if (zero)
            *len = put_fixed(o, &g, prec - 1, alt);
        else
            *len = put_fixed(o, &g, prec - 1 - x, alt);
        if (!alt)
            *len = strip_zeros(o, *len);
    }
    free(g.d);
    return o;
}
