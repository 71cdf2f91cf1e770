/* Numbers as text: 18 digits are read, to the nearest double; written are the
 * fewest digits that read back as the same. Hard cases go through big integers.
 * Longer numbers also keep their text, in the form of the General Decimal Arithmetic. */
#include "jq.h"

enum { LIMBS = 80, BASE9 = 1000000000 };

typedef struct {
    uint32_t v[LIMBS]; /* least first */
    int n;
} Big;

static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static void big_from(Big *b, uint64_t v)
{
    b->n = 0;
    for (; v; v >>= 32)
        b->v[b->n++] = (uint32_t)v;
}

static void big_mul(Big *b, uint32_t by)
{
    uint64_t carry = 0;
    for (int i = 0; i < b->n; i++) {
        carry += (uint64_t)b->v[i] * by;
        b->v[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry)
        b->v[b->n++] = (uint32_t)carry;
}

static void big_pow10(Big *b, int e)
{
    for (; e >= 9; e -= 9)
        big_mul(b, BASE9);
    while (e-- > 0)
        big_mul(b, 10);
}

static void big_shift(Big *b, int bits)
{
    int limbs = bits / 32;
    if (b->n == 0)
        return;
    memmove(b->v + limbs, b->v, (size_t)b->n * 4);
    memset(b->v, 0, (size_t)limbs * 4);
    b->n += limbs;
    if (bits % 32)
        big_mul(b, 1u << bits % 32);
}

static int big_compare(const Big *a, const Big *b)
{
    if (a->n != b->n)
        return a->n < b->n ? -1 : 1;
    for (int i = a->n; i-- > 0;)
        if (a->v[i] != b->v[i])
            return a->v[i] < b->v[i] ? -1 : 1;
    return 0;
}

static void big_add(Big *a, const Big *b)
{
    uint64_t carry = 0;
    for (int i = 0; i < a->n || i < b->n || carry; i++) {
        carry += (i < a->n ? a->v[i] : 0) + (uint64_t)(i < b->n ? b->v[i] : 0);
        a->v[i] = (uint32_t)carry;
        carry >>= 32;
        if (i >= a->n)
            a->n = i + 1;
    }
}

static void big_sub(Big *a, const Big *b)
{
    int64_t borrow = 0;
    for (int i = 0; i < a->n; i++) {
        borrow += (int64_t)a->v[i] - (i < b->n ? b->v[i] : 0);
        a->v[i] = (uint32_t)borrow;
        borrow >>= 32;
    }
    while (a->n > 0 && !a->v[a->n - 1])
        a->n--;
}

static uint64_t bits_of(double d)
{
    uint64_t u;
    memcpy(&u, &d, 8);
    return u;
}

static double from_bits(uint64_t u)
{
    double d;
    memcpy(&d, &u, 8);
    return d;
}

/* d is m * 2^e, m odd or not. */
static uint64_t split(double d, int *e)
{
    uint64_t u = bits_of(d), m = u & ((1ull << 52) - 1);
    int k = (int)(u >> 52 & 0x7ff);
    *e = (k ? k : 1) - 1075;
    return k ? m | 1ull << 52 : m;
}

/* ---- reading ---- */

/* How m * 10^e compares with the middle between d and the next double. */
static int against_middle(uint64_t m, int e10, double d)
{
    Big a, b;
    int e;
    uint64_t mid = split(d, &e) * 2 + 1;
    e--;
    big_from(&a, m);
    big_from(&b, mid);
    if (e10 > 0)
        big_pow10(&a, e10);
    else
        big_pow10(&b, -e10);
    if (e > 0)
        big_shift(&b, e);
    else
        big_shift(&a, -e);
    return big_compare(&a, &b);
}

/* Rounds by steps from a value that is only nearly right. */
static double corrected(uint64_t m, int e10, double near)
{
    for (;;) {
        int above = against_middle(m, e10, near);
        if (above > 0 || (above == 0 && (bits_of(near) & 1))) {
            near = from_bits(bits_of(near) + 1);
            continue;
        }
        if (near == 0)
            return near;
        double below = from_bits(bits_of(near) - 1);
        int under = against_middle(m, e10, below);
        if (under > 0 || (under == 0 && !(bits_of(near) & 1)))
            return near;
        near = below;
    }
}

static double scaled(double d, int e10)
{
    while (e10 > 22 && d < 1e300) {
        d *= 1e22;
        e10 -= 22;
    }
    while (e10 < -22 && d > 0) {
        d /= 1e22;
        e10 += 22;
    }
    if (e10 > 22 || e10 < -22)
        return d;
    return e10 < 0 ? d / powers[-e10] : d * powers[e10];
}

static double from_decimal(uint64_t m, int e10)
{
    const double huge = 1.7976931348623157e308;
    if (m == 0 || e10 < -345)
        return 0;
    if (m < 1ull << 53 && e10 >= -22 && e10 <= 22)
        return e10 < 0 ? (double)m / powers[-e10] : (double)m * powers[e10];
    if (e10 > 310)
        return huge;
    double near = scaled((double)m, e10);
    if (near >= huge)
        return huge;
    return corrected(m, e10, near);
}

typedef struct {
    uint64_t m;
    int e10, digits;
    int figures;    /* digits from the first that is not 0 on */
    int64_t places; /* the exponent of the last digit */
} Decimal;

static void digit(Decimal *x, int c, bool fraction)
{
    x->digits++;
    x->figures += x->figures > 0 || c != '0';
    x->places -= fraction;
    if (x->m < 100000000000000000u) {
        x->m = x->m * 10 + (uint64_t)(c - '0');
        x->e10 -= fraction;
    } else {
        x->e10 += !fraction;
    }
}

static const char *exponent(const char *p, const char *end, int64_t *by)
{
    const char *q = p + 1;
    bool minus = q < end && *q == '-';
    if (q < end && (*q == '-' || *q == '+'))
        q++;
    if (q == end || !is_digit(*q))
        return p;
    int64_t e = 0;
    for (; q < end && is_digit(*q); q++)
        e = e < 100000000000 ? e * 10 + *q - '0' : e;
    *by = minus ? -e : e;
    return q;
}

/* Exponents beyond are those of infinity and of 0. */
enum { FURTHEST = 999999999, ALWAYS_EXACT = 15 };

static void write_kept(Buf *b, const char *figures, int n, int64_t places)
{
    int64_t top = places + n - 1;
    bool plain = places <= 0 && top >= -6;
    if (plain && top < 0) {
        buf_str(b, "0.");
        for (int64_t i = top + 1; i < 0; i++)
            buf_ch(b, '0');
    }
    int64_t point = plain ? top + 1 : 1;
    for (int i = 0; i < n; i++) {
        if (i == point && i > 0)
            buf_ch(b, '.');
        buf_ch(b, figures[i]);
    }
    if (plain)
        return;
    char d[24];
    buf_str(b, top < 0 ? "E-" : "E+");
    size_t len = fmt_u64(d + sizeof d, (uint64_t)(top < 0 ? -top : top));
    buf_mem(b, d + sizeof d - len, len);
}

/* Whether a text of this value is as write_kept would make it. */
static bool is_plain(const char *from, const char *to, int64_t top)
{
    return is_digit(*from) && (*from != '0' || from[1] == '.') && to[-1] != '.' && top >= -6;
}

/* The digits of a number that a double may not hold; e: where its exponent starts. */
static const Str *kept(const char *from, const char *e, const char *to, bool minus,
                       const Decimal *x)
{
    int64_t top = x->places + x->figures - 1;
    if (top > FURTHEST || top < -FURTHEST)
        return NULL;
    if (e == to && is_plain(from, to, top))
        return v_text(from - minus, (size_t)(to - from) + minus).str;
    Buf figures = {0}, text = {0};
    for (const char *p = from; p < e; p++)
        if (*p != '.' && (figures.n > 0 || *p != '0'))
            buf_ch(&figures, *p);
    if (minus)
        buf_ch(&text, '-');
    write_kept(&text, figures.s, x->figures, x->places);
    free(figures.s);
    return buf_value(&text).str;
}

static int64_t clamped(int64_t e)
{
    return e > 100000 ? 100000 : e < -100000 ? -100000 : e;
}

bool num_read(const char **at, const char *end, bool minus, Value *v)
{
    const char *p = *at;
    int64_t by = 0;
    Decimal x = {0};
    for (; p < end && is_digit(*p); p++)
        digit(&x, *p, false);
    if (p < end && *p == '.') {
        p++;
        for (; p < end && is_digit(*p); p++)
            digit(&x, *p, true);
    }
    if (x.digits == 0)
        return false;
    const char *e = p;
    if (p < end && (*p == 'e' || *p == 'E'))
        p = exponent(p, end, &by);
    x.e10 = (int)clamped(x.e10 + by);
    x.places += by;
    double d = from_decimal(x.m, x.e10);
    *v = v_num(minus ? -d : d);
    int64_t top = x.places + x.figures;
    bool beyond = top > 309 || top < -306 || d > 1.79e308;
    if (x.figures > ALWAYS_EXACT || (x.figures > 0 && beyond))
        v->digits = kept(*at, e, p, minus, &x);
    *at = p;
    return true;
}

/* ---- writing ---- */

typedef struct {
    Big r, s, up, down; /* value r/s; distances to the neighbours' middles */
    bool even;
} Digits;

static void start(Digits *g, uint64_t m, int e)
{
    bool edge = m == 1ull << 52 && e > -1074;
    big_from(&g->r, m * (edge ? 4 : 2));
    big_from(&g->s, edge ? 4 : 2);
    big_from(&g->down, 1);
    big_from(&g->up, edge ? 2 : 1);
    g->even = m % 2 == 0;
    if (e >= 0) {
        big_shift(&g->r, e);
        big_shift(&g->up, e);
        big_shift(&g->down, e);
    } else {
        big_shift(&g->s, -e);
    }
}

static bool reaches(const Digits *g)
{
    Big high = g->r;
    big_add(&high, &g->up);
    int c = big_compare(&high, &g->s);
    return c > 0 || (c == 0 && g->even);
}

/* Scales so that the first digit comes next; where the point stands. */
static int scale(Digits *g, double d)
{
    int k = 0;
    double x = d;
    for (; x >= 1e22; x /= 1e22)
        k += 22;
    for (; x >= 10; x /= 10)
        k++;
    for (; x < 1e-22; x *= 1e22)
        k -= 22;
    for (; x < 1; x *= 10)
        k--;
    if (k >= 0) {
        big_pow10(&g->s, k);
    } else {
        big_pow10(&g->r, -k);
        big_pow10(&g->up, -k);
        big_pow10(&g->down, -k);
    }
    while (reaches(g)) {
        big_mul(&g->s, 10);
        k++;
    }
    return k;
}

static int digits_of(Digits *g, char *to)
{
    for (int n = 0;;) {
        int c = 0;
        big_mul(&g->r, 10);
        big_mul(&g->up, 10);
        big_mul(&g->down, 10);
        for (; big_compare(&g->r, &g->s) >= 0; c++)
            big_sub(&g->r, &g->s);
        int low = big_compare(&g->r, &g->down);
        bool under = low < 0 || (low == 0 && g->even), over = reaches(g);
        if (under && over) {
            Big twice = g->r;
            big_add(&twice, &g->r);
            under = big_compare(&twice, &g->s) < 0;
            over = !under;
        }
        to[n++] = (char)('0' + c + (over ? 1 : 0));
        if (under || over)
            return n;
    }
}

static void write_exponent(Buf *b, int e)
{
    char d[24];
    buf_str(b, e < 0 ? "e-" : "e+");
    size_t n = fmt_u64(d + sizeof d, (uint64_t)(e < 0 ? -e : e));
    if (n < 2)
        buf_ch(b, '0');
    buf_mem(b, d + sizeof d - n, n);
}

/* The digits with the point behind the first `point` of them. */
static void write_digits(Buf *b, const char *digits, int n, int point)
{
    if (point <= -4 || point > n + 15) {
        buf_ch(b, digits[0]);
        if (n > 1) {
            buf_ch(b, '.');
            buf_mem(b, digits + 1, (size_t)n - 1);
        }
        write_exponent(b, point - 1);
        return;
    }
    if (point <= 0) {
        buf_str(b, "0.");
        for (int i = point; i < 0; i++)
            buf_ch(b, '0');
    }
    for (int i = 0; i < n || i < point; i++) {
        if (i == point && i > 0)
            buf_ch(b, '.');
        buf_ch(b, i < n ? digits[i] : '0');
    }
}

static bool write_integer(Buf *b, double d)
{
    if (d != (double)(int64_t)d)
        return false;
    char t[24];
    size_t n = fmt_u64(t + sizeof t, (uint64_t)d);
    buf_mem(b, t + sizeof t - n, n);
    return true;
}

void num_write(Buf *b, double d)
{
    const double huge = 1.7976931348623157e308;
    if (d != d) {
        buf_str(b, "null");
        return;
    }
    if (bits_of(d) >> 63) {
        buf_ch(b, '-');
        d = -d;
    }
    if (d < 1e16 && write_integer(b, d))
        return;
    if (d > huge)
        d = huge;
    Digits g;
    char digits[24];
    int e;
    uint64_t m = split(d, &e);
    start(&g, m, e);
    int point = scale(&g, d);
    int n = digits_of(&g, digits);
    write_digits(b, digits, n, point);
}
