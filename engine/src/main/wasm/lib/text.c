/* Numbers, byte search, name patterns and character classes. */
#include "base.h"

bool parse_u64(const char *s, const char **end, uint64_t *v)
{
    uint64_t r = 0;
    bool over = false;
    const char *p = s;
    for (; is_digit(*p); p++) {
        unsigned d = (unsigned)(*p - '0');
        if (r > (UINT64_MAX - d) / 10)
            over = true;
        r = r * 10 + d;
    }
    *end = p;
    *v = over ? UINT64_MAX : r;
    return p > s && !over;
}

bool parse_size(const char *s, uint64_t *v)
{
    static const char units[] = "KMGTPE";
    const char *p;
    if (!parse_u64(s, &p, v))
        return false;
    if (!*p)
        return true;
    if (*p == 'b' && !p[1])
        return !__builtin_mul_overflow(*v, 512, v);
    int c = *p == 'k' ? 'K' : *p;
    const char *u = strchr(units, c);
    if (!u)
        return false;
    uint64_t base = 1024;
    p++;
    if (p[0] == 'B')
        base = 1000, p++;
    else if (p[0] == 'i' && p[1] == 'B')
        p += 2;
    if (*p)
        return false;
    for (const char *k = units; k <= u; k++) {
        if (*v > UINT64_MAX / base)
            return false;
        *v *= base;
    }
    return true;
}

bool parse_i64(const char *s, int64_t *v)
{
    bool neg = *s == '-';
    uint64_t u;
    const char *end;
    if (*s == '-' || *s == '+')
        s++;
    if (!parse_u64(s, &end, &u) || *end)
        return false;
    if (u > (uint64_t)INT64_MAX + neg)
        return false;
    *v = neg ? (int64_t)(0 - u) : (int64_t)u;
    return true;
}

/* Eight bytes a step. */
const char *find_byte(const char *p, const char *end, int c)
{
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    const uint64_t want = ones * (uchar)c;
    while (end - p >= 8) {
        uint64_t w;
        memcpy(&w, p, 8);
        w ^= want;
        if ((w - ones) & ~w & tops)
            break;
        p += 8;
    }
    while (p < end && *p != (char)c)
        p++;
    return p;
}

int hex_value(int c)
{
    if (is_digit(c))
        return c - '0';
    c = to_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool is_punct(int c)
{
    return c > 32 && c < 127 && !is_alnum(c);
}

bool class_has(const char *name, size_t len, int c, bool *known)
{
    static const char names[][8] = {"alpha", "digit", "alnum", "upper",
                                    "lower", "space", "blank", "punct",
                                    "print", "graph", "cntrl", "xdigit"};
    int k = 0;
    while (k < 12 && !(strlen(names[k]) == len && !memcmp(names[k], name, len)))
        k++;
    *known = k < 12;
    switch (k) {
    case 0: return is_alpha(c);
    case 1: return is_digit(c);
    case 2: return is_alnum(c);
    case 3: return is_upper(c);
    case 4: return is_lower(c);
    case 5: return is_space(c);
    case 6: return is_blank(c);
    case 7: return is_punct(c);
    case 8: return c >= 32 && c < 127;
    case 9: return c > 32 && c < 127;
    case 10: return c < 32 || c == 127;
    case 11: return hex_value(c) >= 0;
    default: return false;
    }
}

/* Matches one bracket expression; *pat moves behind it. */
static bool bracket_match(const char **pat, int c, bool fold)
{
    const char *p = *pat + 1;
    bool neg = *p == '!' || *p == '^', hit = false, first = true, known;
    if (neg)
        p++;
    for (; *p && (first || *p != ']'); first = false) {
        if (p[0] == '[' && p[1] == ':') {
            const char *e = strstr(p + 2, ":]");
            if (e) {
                hit |= class_has(p + 2, (size_t)(e - p - 2), c, &known);
                p = e + 2;
                continue;
            }
        }
        if (*p == '\\' && p[1])
            p++;
        int lo = (uchar)*p++, hi = lo;
        if (p[0] == '-' && p[1] && p[1] != ']') {
            hi = (uchar)p[1];
            p += 2;
        }
        hit |= c >= lo && c <= hi;
        if (fold)
            hit |= (to_lower(c) >= lo && to_lower(c) <= hi) ||
                   (to_upper(c) >= lo && to_upper(c) <= hi);
    }
    *pat = *p ? p + 1 : p;
    return hit != neg;
}

/* Only the last * is tried again: linear in practice. */
bool glob_match(const char *pat, const char *s, bool fold)
{
    const char *star = NULL, *back = NULL;
    while (*s) {
        const char *p = pat;
        bool ok = false;
        if (*p == '*') {
            star = ++pat;
            back = s;
            continue;
        }
        if (*p == '[' && strchr(p + 2 - (p[1] == 0), ']')) {
            ok = bracket_match(&p, (uchar)*s, fold);
        } else if (*p == '?') {
            ok = true;
            p++;
        } else if (*p) {
            if (*p == '\\' && p[1])
                p++;
            ok = fold ? to_lower((uchar)*p) == to_lower((uchar)*s) : *p == *s;
            p++;
        }
        if (ok) {
            pat = p;
            s++;
        } else if (star) {
            pat = star;
            s = ++back;
        } else {
            return false;
        }
    }
    while (*pat == '*')
        pat++;
    return !*pat;
}

/* 1.5K, 12M: as ls -h, rounded up; at most five bytes and a NUL. */
void human_size(char *o, uint64_t size)
{
    static const char units[] = "KMGTPE";
    char d[24];
    int u = -1;
    uint64_t whole = size, tenths = 0;
    for (int shift = 10; whole >= 1024 && u < 5; shift += 10) {
        uint64_t mask = ((uint64_t)1 << shift) - 1;
        uint64_t frac = (size & mask) >> (shift - 10);
        uint64_t rest = size & (mask >> 10);
        u++;
        whole = size >> shift;
        tenths = (frac * 10 + (rest != 0) + 1023) >> 10;
        if (whole >= 10 || tenths == 10) {
            whole += tenths > 0;
            tenths = 0;
        }
    }
    size_t n = fmt_u64(d + sizeof d, whole);
    memcpy(o, d + sizeof d - n, n);
    if (u >= 0 && whole < 10) {
        o[n++] = '.';
        o[n++] = (char)('0' + tenths);
    }
    if (u >= 0)
        o[n++] = units[u];
    o[n] = 0;
}
