/* Keys of sort and how two of them compare. */
#include "sort.h"

Sort sort = {.tab = -1, .delim = '\n'};

static const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && (is_blank(*p) || *p == '\n'))
        p++;
    return p;
}

/* Behind field f (from 0), or end. */
static const char *behind_field(const char *p, const char *end, size_t f)
{
    if (sort.tab >= 0) {
        for (; f > 0 && p < end; f--) {
            p = find_byte(p, end, sort.tab);
            if (p < end)
                p++;
        }
        return p;
    }
    for (; f > 0 && p < end; f--) {
        p = skip_blanks(p, end);
        while (p < end && !is_blank(*p) && *p != '\n')
            p++;
    }
    return p;
}

void key_range(const Key *k, const char *p, size_t n, const char **s,
               const char **e)
{
    const char *end = p + n, *b = behind_field(p, end, k->f1);
    if (k->fl.blanks_start)
        b = skip_blanks(b, end);
    b = (size_t)(end - b) > k->c1 ? b + k->c1 : end;
    const char *t = end;
    if (k->f2 != SIZE_MAX) {
        t = behind_field(p, end, k->c2 ? k->f2 : k->f2 + 1);
        if (k->c2) {
            if (k->fl.blanks_end)
                t = skip_blanks(t, end);
            t = (size_t)(end - t) > k->c2 ? t + k->c2 : end;
        } else if (sort.tab >= 0 && t > p && t[-1] == (char)sort.tab &&
                   (t < end || behind_field(p, end, k->f2) < t)) {
            t--;
        }
    }
    *s = b;
    *e = t > b ? t : b;
}

/* ---- numbers as text ---- */

typedef struct {
    bool neg;
    const char *digits, *frac; /* without leading zeros */
    size_t n, frac_n;          /* without trailing zeros */
    const char *end;
} Decimal;

static void read_decimal(const char *s, const char *e, Decimal *d)
{
    while (s < e && (is_blank(*s) || *s == '\n'))
        s++;
    d->neg = s < e && *s == '-';
    s += d->neg;
    while (s < e && *s == '0')
        s++;
    d->digits = s;
    while (s < e && is_digit(*s))
        s++;
    d->n = (size_t)(s - d->digits);
    d->frac_n = 0;
    d->frac = s;
    if (s < e && *s == '.') {
        d->frac = ++s;
        while (s < e && is_digit(*s))
            s++;
        d->frac_n = (size_t)(s - d->frac);
        while (d->frac_n > 0 && d->frac[d->frac_n - 1] == '0')
            d->frac_n--;
    }
    d->end = s;
    if (d->n == 0 && d->frac_n == 0)
        d->neg = false;
}

static int compare_decimals(const Decimal *a, const Decimal *b)
{
    if (a->neg != b->neg)
        return a->neg ? -1 : 1;
    int r;
    if (a->n != b->n) {
        r = a->n < b->n ? -1 : 1;
    } else {
        r = memcmp(a->digits, b->digits, a->n);
        size_t k = a->frac_n < b->frac_n ? a->frac_n : b->frac_n;
        if (!r)
            r = memcmp(a->frac, b->frac, k);
        if (!r && a->frac_n != b->frac_n)
            r = a->frac_n < b->frac_n ? -1 : 1;
    }
    return a->neg ? -r : r;
}

int compare_numbers(const char *a, const char *ae, const char *b, const char *be)
{
    Decimal x, y;
    read_decimal(a, ae, &x);
    read_decimal(b, be, &y);
    return compare_decimals(&x, &y);
}

static int unit_rank(const char *p, const char *end)
{
    static const char units[] = "KMGTPEZYRQ";
    if (p >= end)
        return 0;
    const char *k = strchr(units, *p == 'k' ? 'K' : *p);
    return k && *p ? (int)(k - units) + 1 : 0;
}

static int compare_human(const char *a, const char *ae, const char *b,
                         const char *be)
{
    Decimal x, y;
    read_decimal(a, ae, &x);
    read_decimal(b, be, &y);
    bool xz = x.n == 0 && x.frac_n == 0, yz = y.n == 0 && y.frac_n == 0;
    int ux = xz ? 0 : unit_rank(x.end, ae), uy = yz ? 0 : unit_rank(y.end, be);
    ux = x.neg ? -ux : ux;
    uy = y.neg ? -uy : uy;
    if (ux != uy)
        return ux < uy ? -1 : 1;
    return compare_decimals(&x, &y);
}

static int general_rank(const char *s, const char *e, Xf *v)
{
    char small[64], *text = small;
    size_t n = (size_t)(e - s);
    if (n >= sizeof small)
        text = xmalloc(n + 1);
    memcpy(text, s, n);
    text[n] = 0;
    const char *end;
    bool ok = xf_parse(text, &end, v);
    if (text != small)
        free(text);
    return !ok ? 0 : v->kind == '?' ? 1 : 2;
}

static int compare_general(const char *a, const char *ae, const char *b,
                           const char *be)
{
    Xf x, y;
    int rx = general_rank(a, ae, &x), ry = general_rank(b, be, &y);
    if (rx != ry)
        return rx < ry ? -1 : 1;
    return rx == 2 ? xf_compare(&x, &y) : 0;
}

/* ---- months, versions ---- */

static int month_of(const char *s, const char *e)
{
    static const char names[] = "janfebmaraprmayjunjulaugsepoctnovdec";
    while (s < e && is_blank(*s))
        s++;
    if (e - s < 3)
        return 0;
    for (int m = 0; m < 12; m++)
        if (to_lower(s[0]) == names[m * 3] && to_lower(s[1]) == names[m * 3 + 1] &&
            to_lower(s[2]) == names[m * 3 + 2])
            return m + 1;
    return 0;
}

static int version_order(const char *p, const char *end)
{
    if (p == end)
        return -1;
    int c = (uchar)*p;
    return is_digit(c) ? 0 : is_alpha(c) ? c : c == '~' ? -2 : c + 256;
}

static int compare_version_part(const char *a, const char *ae, const char *b,
                                const char *be)
{
    while (a < ae || b < be) {
        while ((a < ae && !is_digit(*a)) || (b < be && !is_digit(*b))) {
            int x = version_order(a, ae), y = version_order(b, be);
            if (x != y)
                return x - y;
            a++;
            b++;
        }
        while (a < ae && *a == '0')
            a++;
        while (b < be && *b == '0')
            b++;
        int first = 0;
        while (a < ae && b < be && is_digit(*a) && is_digit(*b)) {
            if (!first)
                first = *a - *b;
            a++;
            b++;
        }
        if (a < ae && is_digit(*a))
            return 1;
        if (b < be && is_digit(*b))
            return -1;
        if (first)
            return first;
    }
    return 0;
}

/* Before a suffix such as .tar.gz. */
static const char *version_stem(const char *s, const char *e)
{
    const char *cut = e, *p = e;
    while (p > s) {
        const char *q = p;
        while (q > s && (is_alnum(q[-1]) || q[-1] == '~'))
            q--;
        if (q == p || q == s || q[-1] != '.' || is_digit(*q))
            break;
        p = q - 1;
        if (p == s)
            break;
        cut = p;
    }
    return cut;
}

static int compare_versions(const char *a, const char *ae, const char *b,
                            const char *be)
{
    if (a == ae || b == be)
        return (a != ae) - (b != be);
    if ((*a == '.') != (*b == '.'))
        return *a == '.' ? -1 : 1;
    const char *as = version_stem(a, ae), *bs = version_stem(b, be);
    bool same = as - a == bs - b && !memcmp(a, b, (size_t)(as - a));
    int r = same ? 0 : compare_version_part(a, as, b, bs);
    return r ? r : compare_version_part(a, ae, b, be);
}

/* ---- bytes ---- */

static int compare_bytes(const char *a, const char *ae, const char *b,
                         const char *be)
{
    size_t x = (size_t)(ae - a), y = (size_t)(be - b);
    int r = memcmp(a, b, x < y ? x : y);
    return r ? r : (x > y) - (x < y);
}

static bool passes(const KeyFlags *f, int c)
{
    if (f->dictionary && !is_alnum(c) && !is_blank(c))
        return false;
    return !f->printing || (c >= 32 && c < 127);
}

static int compare_some(const KeyFlags *f, const char *a, const char *ae,
                        const char *b, const char *be)
{
    for (;;) {
        while (a < ae && !passes(f, (uchar)*a))
            a++;
        while (b < be && !passes(f, (uchar)*b))
            b++;
        if (a == ae || b == be)
            return (a != ae) - (b != be);
        int x = (uchar)*a++, y = (uchar)*b++;
        if (f->fold) {
            x = to_upper(x);
            y = to_upper(y);
        }
        if (x != y)
            return x - y;
    }
}

static int compare_range(const KeyFlags *f, const char *a, const char *ae,
                         const char *b, const char *be)
{
    switch (f->kind) {
    case 'n': return compare_numbers(a, ae, b, be);
    case 'g': return compare_general(a, ae, b, be);
    case 'h': return compare_human(a, ae, b, be);
    case 'M': return month_of(a, ae) - month_of(b, be);
    case 'V': return compare_versions(a, ae, b, be);
    default: break;
    }
    if (f->fold || f->dictionary || f->printing)
        return compare_some(f, a, ae, b, be);
    return compare_bytes(a, ae, b, be);
}

int sort_compare_keys(const Line *a, const Line *b)
{
    for (size_t i = 0; i < sort.key_n; i++) {
        const Key *k = &sort.keys[i];
        const char *s, *e, *t, *u;
        key_range(k, a->p, a->n, &s, &e);
        key_range(k, b->p, b->n, &t, &u);
        int r = compare_range(&k->fl, s, e, t, u);
        if (r)
            return k->fl.reverse ? -r : r;
    }
    return 0;
}

int sort_compare(const Line *a, const Line *b)
{
    if (a->prefix != b->prefix)
        return a->prefix < b->prefix ? -1 : 1;
    if (sort.key_n) {
        int r = sort_compare_keys(a, b);
        if (r || sort.stable || sort.unique)
            return r;
    }
    int r = compare_bytes(a->p, a->p + a->n, b->p, b->p + b->n);
    return sort.all.reverse ? -r : r;
}

bool sort_simple(void)
{
    return sort.key_n == 0;
}

static uint64_t byte_prefix(const char *s, const char *e)
{
    uint64_t v = 0;
    size_t n = (size_t)(e - s);
    if (n >= 8) {
        memcpy(&v, s, 8);
        return __builtin_bswap64(v);
    }
    for (size_t i = 0; i < n; i++)
        v |= (uint64_t)(uchar)s[i] << (56 - 8 * i);
    return v;
}

static uint64_t number_prefix(const char *s, const char *e)
{
    Decimal d;
    uint64_t v = 0;
    read_decimal(s, e, &d);
    if (d.n > 18)
        v = (uint64_t)1 << 62;
    for (size_t i = 0; d.n <= 18 && i < d.n; i++)
        v = v * 10 + (uint64_t)(d.digits[i] - '0');
    uint64_t middle = (uint64_t)1 << 63;
    return d.neg ? middle - v : middle + v;
}

/* A number that never disagrees with the order of the first key. */
void sort_prefix(Line *l)
{
    const char *s = l->p, *e = l->p + l->n;
    const KeyFlags *f = &sort.all;
    l->prefix = 0;
    if (sort.key_n) {
        f = &sort.keys[0].fl;
        if ((f->kind && f->kind != 'n') || f->fold || f->dictionary || f->printing)
            return;
        key_range(&sort.keys[0], l->p, l->n, &s, &e);
    }
    l->prefix = f->kind == 'n' ? number_prefix(s, e) : byte_prefix(s, e);
    if (f->reverse)
        l->prefix = ~l->prefix;
}
