/* yq: the types of scalars, as in the core schema. */
#include "yaml.h"

/* ---- tags ---- */

static const struct {
    const char *name;
    Tag tag;
} core[] = {{"str", TAG_STR},   {"int", TAG_INT}, {"float", TAG_FLOAT}, {"bool", TAG_BOOL},
            {"null", TAG_NULL}, {"seq", TAG_SEQ}, {"map", TAG_MAP}};

static bool begins(const char **p, size_t *n, const char *with)
{
    size_t k = strlen(with);
    if (*n < k || memcmp(*p, with, k))
        return false;
    *p += k;
    *n -= k;
    return true;
}

Tag yaml_tag(const char *p, size_t n, size_t at)
{
    const char *name = p;
    size_t k = n;
    if (n == 1)
        return TAG_PLAIN;
    bool verbatim = begins(&name, &k, "!<tag:yaml.org,2002:") && k > 0 && name[--k] == '>';
    if (verbatim || begins(&name, &k, "!!"))
        for (size_t i = 0; i < sizeof core / sizeof *core; i++)
            if (strlen(core[i].name) == k && !memcmp(name, core[i].name, k))
                return core[i].tag;
    yaml_fail_at(at, "only !!str, !!int, !!float, !!bool, !!null, !!seq and !!map are known, not", p, n);
}

/* ---- plain scalars ---- */

/* A word in small letters, with a capital, or in capitals. */
static bool is_any(const char *p, size_t n, const char *word)
{
    if (strlen(word) != n)
        return false;
    bool lower = true, upper = true, capital = true;
    for (size_t i = 0; i < n; i++) {
        lower &= p[i] == word[i];
        upper &= p[i] == to_upper(word[i]);
        capital &= p[i] == (i ? word[i] : to_upper(word[0]));
    }
    return lower || upper || capital;
}

static size_t digits(const char *p, size_t n, size_t i)
{
    while (i < n && is_digit(p[i]))
        i++;
    return i;
}

/* [0-9]+, with . and an exponent: whether all of p is a decimal number. */
static bool is_decimal(const char *p, size_t n, bool *whole)
{
    size_t i = digits(p, n, 0), before = i, after = 0;
    *whole = i == n;
    if (i < n && p[i] == '.') {
        size_t from = ++i;
        i = digits(p, n, i);
        after = i - from;
    }
    if (before + after == 0)
        return false;
    if (i < n && (p[i] == 'e' || p[i] == 'E')) {
        i++;
        i += i < n && (p[i] == '+' || p[i] == '-');
        size_t from = i;
        i = digits(p, n, i);
        if (i == from)
            return false;
    }
    return i == n;
}

/* A number of base 8 or 16 behind 0o or 0x; false when it is none or beyond 64 bits. */
static bool based(const char *p, size_t n, Value *v)
{
    uint64_t r = 0, base = p[1] == 'x' ? 16 : 8;
    for (size_t i = 2; i < n; i++) {
        int h = hex_value((uchar)p[i]);
        if (h < 0 || (uint64_t)h >= base || r > UINT64_MAX / base)
            return false;
        r = r * base + (uint64_t)h;
    }
    char text[24];
    size_t k = fmt_u64(text + sizeof text, r);
    const char *at = text + sizeof text - k;
    return num_read(&at, text + sizeof text, false, v);
}

/* Also tells whether it is an integer. */
static bool number(const char *p, size_t n, Value *v, bool *whole)
{
    if (n > 2 && p[0] == '0' && (p[1] == 'x' || p[1] == 'o')) {
        *whole = true;
        return based(p, n, v);
    }
    bool minus = n > 0 && p[0] == '-', sign = minus || (n > 0 && p[0] == '+');
    p += sign;
    n -= sign;
    *whole = false;
    if (n == 4 && p[0] == '.' && is_any(p + 1, 3, "inf")) {
        *v = v_num(minus ? -__builtin_inf() : __builtin_inf());
        return true;
    }
    if (n == 4 && !sign && (!memcmp(p, ".nan", 4) || !memcmp(p, ".NaN", 4) || !memcmp(p, ".NAN", 4))) {
        *v = v_num(__builtin_nan(""));
        return true;
    }
    return is_decimal(p, n, whole) && num_read(&p, p + n, minus, v);
}

static bool is_null(const char *p, size_t n)
{
    return n == 0 || (n == 1 && *p == '~') || is_any(p, n, "null");
}

Value yaml_plain_value(const char *p, size_t n)
{
    Value v;
    bool whole;
    if (is_null(p, n))
        return v_null();
    if (is_any(p, n, "true"))
        return v_bool(true);
    if (is_any(p, n, "false"))
        return v_bool(false);
    if (number(p, n, &v, &whole))
        return v;
    return v_text(p, n);
}

Value yaml_scalar(const Buf *text, bool plain, Tag tag, size_t at)
{
    const char *p = text->n ? text->s : "";
    size_t n = text->n;
    Value v, typed = yaml_plain_value(p, n);
    bool whole = false, fits = false;
    if (tag == TAG_NONE && plain)
        return typed;
    switch (tag) {
    case TAG_NULL: fits = typed.kind == V_NULL; break;
    case TAG_BOOL: fits = typed.kind == V_TRUE || typed.kind == V_FALSE; break;
    case TAG_INT: fits = number(p, n, &v, &whole) && whole; break;
    case TAG_FLOAT: fits = typed.kind == V_NUM; break;
    case TAG_SEQ:
    case TAG_MAP: break;
    default: return v_text(p, n);
    }
    if (!fits)
        yaml_fail_at(at, "the tag does not fit", p, n);
    return typed;
}
