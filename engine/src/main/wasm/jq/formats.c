/* The formats @csv, @sh and so on. */
#include "jq.h"

static void put_text(Buf *b, Value v)
{
    Value text = v.kind == V_STR ? v : json_text(v);
    buf_mem(b, text.str->s, text.str->n);
}

/* Copies, with each byte of `bytes` replaced by the text at the same place. */
static void put_replaced(Buf *b, Value v, const char *bytes, const char *const *by)
{
    Value text = v.kind == V_STR ? v : json_text(v);
    for (size_t i = 0; i < text.str->n; i++) {
        int c = text.str->s[i];
        const char *at = c ? strchr(bytes, c) : NULL;
        if (at)
            buf_str(b, by[at - bytes]);
        else
            buf_ch(b, c);
    }
}

static int row(Value v, const char *name, Value *r, bool csv)
{
    static const char *const quotes[] = {"\"\""};
    static const char *const escapes[] = {"\\t", "\\n", "\\r", "\\\\"};
    Buf b = {0};
    if (v.kind != V_ARR)
        return fail_text("%k (%v) cannot be %s-formatted, only an array can be", v, v, name);
    for (size_t i = 0; i < arr_len(v); i++) {
        Value x = arr_at(v, i);
        if (i > 0)
            buf_ch(&b, csv ? ',' : '\t');
        if (x.kind >= V_ARR)
            return fail_text("%k (%v) is not valid in a %s row", x, x, name);
        if (x.kind == V_STR && csv) {
            buf_ch(&b, '"');
            put_replaced(&b, x, "\"", quotes);
            buf_ch(&b, '"');
        } else if (x.kind == V_STR) {
            put_replaced(&b, x, "\t\n\r\\", escapes);
        } else if (x.kind != V_NULL) {
            put_text(&b, x);
        }
    }
    *r = buf_value(&b);
    return GO;
}

static int csv(Value v, Value *r)
{
    return row(v, "csv", r, true);
}

static int tsv(Value v, Value *r)
{
    return row(v, "tsv", r, false);
}

static int text(Value v, Value *r)
{
    *r = v.kind == V_STR ? v : json_text(v);
    return GO;
}

static int json(Value v, Value *r)
{
    *r = json_text(v);
    return GO;
}

static int html(Value v, Value *r)
{
    static const char *const by[] = {"&lt;", "&gt;", "&amp;", "&apos;", "&quot;"};
    Buf b = {0};
    put_replaced(&b, v, "<>&'\"", by);
    *r = buf_value(&b);
    return GO;
}

static int sh(Value v, Value *r)
{
    static const char *const by[] = {"'\\''"};
    Buf b = {0};
    Value list = v.kind == V_ARR ? v : arr_push(v_array(), v);
    for (size_t i = 0; i < arr_len(list); i++) {
        Value x = arr_at(list, i);
        if (i > 0)
            buf_ch(&b, ' ');
        if (x.kind >= V_ARR)
            return fail_text("%k (%v) can not be escaped for shell", x, x);
        if (x.kind != V_STR) {
            put_text(&b, x);
            continue;
        }
        buf_ch(&b, '\'');
        put_replaced(&b, x, "'", by);
        buf_ch(&b, '\'');
    }
    *r = buf_value(&b);
    return GO;
}

static int uri(Value v, Value *r)
{
    static const char hex[] = "0123456789ABCDEF";
    Buf b = {0};
    Value t = v.kind == V_STR ? v : json_text(v);
    for (size_t i = 0; i < t.str->n; i++) {
        int c = (uchar)t.str->s[i];
        if (is_alnum(c) || (c && strchr("-_.~", c))) {
            buf_ch(&b, c);
        } else {
            buf_ch(&b, '%');
            buf_ch(&b, hex[c >> 4]);
            buf_ch(&b, hex[c & 15]);
        }
    }
    *r = buf_value(&b);
    return GO;
}

/* ---- base32 and base64: groups of bits ---- */

static const char digits64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static const char digits32[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

static Value encoded(Value v, const char *digits, int bits, size_t group)
{
    Buf b = {0};
    Value t = v.kind == V_STR ? v : json_text(v);
    uint32_t held = 0;
    int have = 0;
    for (size_t i = 0; i < t.str->n; i++) {
        held = held << 8 | (uchar)t.str->s[i];
        for (have += 8; have >= bits; have -= bits)
            buf_ch(&b, digits[held >> (have - bits) & ((1u << bits) - 1)]);
    }
    if (have > 0)
        buf_ch(&b, digits[held << (bits - have) & ((1u << bits) - 1)]);
    while (b.n % group)
        buf_ch(&b, '=');
    return buf_value(&b);
}

static int decoded(Value v, const char *digits, int bits, const char *name, Value *r)
{
    Buf b = {0}, valid = {0};
    Value t = v.kind == V_STR ? v : json_text(v);
    uint32_t held = 0;
    int have = 0;
    for (size_t i = 0; i < t.str->n && t.str->s[i] != '='; i++) {
        const char *at = t.str->s[i] ? strchr(digits, t.str->s[i]) : NULL;
        if (!at)
            return fail_text("%k (%v) is not valid %s data", v, v, name);
        held = held << bits | (uint32_t)(at - digits);
        have += bits;
        if (have >= 8)
            buf_ch(&b, (int)(held >> (have -= 8) & 255));
    }
    for (const char *p = b.s, *end = p + b.n; p < end;)
        buf_rune(&valid, rune_next(&p, end));
    free(b.s);
    *r = buf_value(&valid);
    return GO;
}

static int base64(Value v, Value *r)
{
    *r = encoded(v, digits64, 6, 4);
    return GO;
}

static int base32(Value v, Value *r)
{
    *r = encoded(v, digits32, 5, 8);
    return GO;
}

static int base64d(Value v, Value *r)
{
    return decoded(v, digits64, 6, "base64", r);
}

static int base32d(Value v, Value *r)
{
    return decoded(v, digits32, 5, "base32", r);
}

int format_text(const char *name, Value v, Value *r)
{
    static const struct {
        const char *name;
        int (*run)(Value, Value *);
    } formats[] = {{"text", text},     {"json", json},       {"csv", csv},
                   {"tsv", tsv},       {"html", html},       {"uri", uri},
                   {"sh", sh},         {"base64", base64},   {"base64d", base64d},
                   {"base32", base32}, {"base32d", base32d}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(formats[i].name, name))
            return formats[i].run(v, r);
    return fail_text("%s is not a valid format", name);
}
