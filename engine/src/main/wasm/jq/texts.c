/* Functions over strings. */
#include "jq.h"

static int want(Value v, const char *what)
{
    if (v.kind == V_STR)
        return GO;
    return fail_text("%k (%v) %s", v, v, what);
}

static int tostring(Value in, const Value *args, Value *r)
{
    (void)args;
    *r = in.kind == V_STR ? in : json_text(in);
    return GO;
}

static int tonumber(Value in, const Value *args, Value *r)
{
    (void)args;
    if (in.kind == V_NUM) {
        *r = in;
        return GO;
    }
    if (want(in, "cannot be parsed as a number"))
        return FAIL;
    const char *p = in.str->s, *end = p + in.str->n;
    bool minus = p < end && *p == '-';
    p += minus;
    if (!num_read(&p, end, minus, r) || p != end)
        return fail_text("Cannot parse '%s' as a number", in.str->s);
    return GO;
}

static int mapped(Value in, int (*f)(int), Value *r)
{
    Buf b = {0};
    if (want(in, "has no letters, as it is not a string"))
        return FAIL;
    for (size_t i = 0; i < in.str->n; i++)
        buf_ch(&b, f((uchar)in.str->s[i]));
    *r = buf_value(&b);
    return GO;
}

static int downcase(Value in, const Value *args, Value *r)
{
    (void)args;
    return mapped(in, to_lower, r);
}

static int upcase(Value in, const Value *args, Value *r)
{
    (void)args;
    return mapped(in, to_upper, r);
}

static int explode(Value in, const Value *args, Value *r)
{
    (void)args;
    if (want(in, "cannot be exploded"))
        return FAIL;
    *r = v_array();
    for (const char *p = in.str->s, *end = p + in.str->n; p < end;)
        *r = arr_push(*r, v_num(rune_next(&p, end)));
    return GO;
}

static int implode(Value in, const Value *args, Value *r)
{
    Buf b = {0};
    (void)args;
    if (in.kind != V_ARR)
        return fail_text("implode input must be an array");
    for (size_t i = 0; i < arr_len(in); i++) {
        Value v = arr_at(in, i);
        if (v.kind != V_NUM || v.num != v.num)
            return fail_text("%k (%v) can't be imploded, unicode codepoint needs to be numeric",
                             v, v);
        bool valid = v.num >= 0 && v.num < 0x110000 && !(v.num >= 0xd800 && v.num < 0xe000);
        buf_rune(&b, valid ? (uint32_t)v.num : 0xfffd);
    }
    *r = buf_value(&b);
    return GO;
}

static bool begins(Value in, Value start)
{
    return in.str->n >= start.str->n && !memcmp(in.str->s, start.str->s, start.str->n);
}

static bool ends(Value in, Value end)
{
    return in.str->n >= end.str->n &&
           !memcmp(in.str->s + in.str->n - end.str->n, end.str->s, end.str->n);
}

static int startswith(Value in, const Value *args, Value *r)
{
    if (in.kind != V_STR || args[0].kind != V_STR)
        return fail_text("startswith() requires string inputs");
    *r = v_bool(begins(in, args[0]));
    return GO;
}

static int endswith(Value in, const Value *args, Value *r)
{
    if (in.kind != V_STR || args[0].kind != V_STR)
        return fail_text("endswith() requires string inputs");
    *r = v_bool(ends(in, args[0]));
    return GO;
}

static int ltrimstr(Value in, const Value *args, Value *r)
{
    size_t n;
    *r = in;
    if (in.kind == V_STR && args[0].kind == V_STR && begins(in, args[0])) {
        n = args[0].str->n;
        *r = v_text(in.str->s + n, in.str->n - n);
    }
    return GO;
}

static int rtrimstr(Value in, const Value *args, Value *r)
{
    *r = in;
    if (in.kind == V_STR && args[0].kind == V_STR && ends(in, args[0]))
        *r = v_text(in.str->s, in.str->n - args[0].str->n);
    return GO;
}

static int trimmed(Value in, bool left, bool right, Value *r)
{
    if (want(in, "cannot be trimmed"))
        return FAIL;
    size_t from = 0, to = in.str->n;
    while (left && from < to && is_space(in.str->s[from]))
        from++;
    while (right && to > from && is_space(in.str->s[to - 1]))
        to--;
    *r = v_text(in.str->s + from, to - from);
    return GO;
}

static int trim(Value in, const Value *args, Value *r)
{
    (void)args;
    return trimmed(in, true, true, r);
}

static int ltrim(Value in, const Value *args, Value *r)
{
    (void)args;
    return trimmed(in, true, false, r);
}

static int rtrim(Value in, const Value *args, Value *r)
{
    (void)args;
    return trimmed(in, false, true, r);
}

static int split(Value in, const Value *args, Value *r)
{
    if (in.kind != V_STR || args[0].kind != V_STR)
        return fail_text("split input and separator must be strings");
    return arithmetic('/', in, args[0], r);
}

static int join(Value in, const Value *args, Value *r)
{
    Buf b = {0};
    if (in.kind != V_ARR)
        return fail_text("Cannot iterate over %k (%v)", in, in);
    for (size_t i = 0; i < arr_len(in); i++) {
        Value v = arr_at(in, i);
        if (args[0].kind != V_STR)
            return fail_text("%k (%v) and %k (%v) cannot be added", args[0], args[0], v, v);
        if (i > 0)
            buf_mem(&b, args[0].str->s, args[0].str->n);
        if (v.kind >= V_ARR) {
            Value before = buf_value(&b);
            return fail_text("%k (%v) and %k (%v) cannot be added", before, before, v, v);
        }
        if (v.kind == V_NULL)
            continue;
        Value text = v.kind == V_STR ? v : json_text(v);
        buf_mem(&b, text.str->s, text.str->n);
    }
    *r = buf_value(&b);
    return GO;
}

static int utf8bytelength(Value in, const Value *args, Value *r)
{
    (void)args;
    if (want(in, "only strings have UTF-8 byte length"))
        return FAIL;
    *r = v_num((double)in.str->n);
    return GO;
}

/* Where part stands in whole, in code points. */
static Value text_places(const Str *whole, const Str *part)
{
    Value list = v_array();
    const char *p = whole->s, *end = p + whole->n;
    double rune = 0;
    for (; part->n > 0 && p < end; rune++) {
        if ((size_t)(end - p) >= part->n && !memcmp(p, part->s, part->n))
            list = arr_push(list, v_num(rune));
        rune_next(&p, end);
    }
    return list;
}

static int indices(Value in, const Value *args, Value *r)
{
    if (in.kind == V_NULL) {
        *r = v_null();
        return GO;
    }
    if (in.kind == V_STR && args[0].kind == V_STR) {
        *r = text_places(in.str, args[0].str);
        if (args[0].str->n == 0)
            *r = v_null();
        return GO;
    }
    if (in.kind == V_ARR && args[0].kind != V_ARR)
        return get(in, arr_push(v_array(), args[0]), r);
    return get(in, args[0], r);
}

static int fromjson(Value in, const Value *args, Value *r)
{
    (void)args;
    if (want(in, "cannot be parsed as JSON"))
        return FAIL;
    Json j = {.p = in.str->s, .end = in.str->s + in.str->n};
    Value rest;
    if (!json_next(&j, r))
        return fail_text("%s (while parsing '%s')", j.error ? j.error : "Nothing to parse",
                         in.str->s);
    if (json_next(&j, &rest) || j.error)
        return fail_text("Unexpected extra JSON values (while parsing '%s')", in.str->s);
    return GO;
}

static int format(Value in, const Value *args, Value *r)
{
    if (args[0].kind != V_STR)
        return fail_text("%v is not a valid format", args[0]);
    return format_text(args[0].str->s, in, r);
}

const Native text_natives[] = {
    {"tostring", 0, tostring, NULL},
    {"tonumber", 0, tonumber, NULL},
    {"ascii_downcase", 0, downcase, NULL},
    {"ascii_upcase", 0, upcase, NULL},
    {"explode", 0, explode, NULL},
    {"implode", 0, implode, NULL},
    {"startswith", 1, startswith, NULL},
    {"endswith", 1, endswith, NULL},
    {"ltrimstr", 1, ltrimstr, NULL},
    {"rtrimstr", 1, rtrimstr, NULL},
    {"trim", 0, trim, NULL},
    {"ltrim", 0, ltrim, NULL},
    {"rtrim", 0, rtrim, NULL},
    {"split", 1, split, NULL},
    {"join", 1, join, NULL},
    {"utf8bytelength", 0, utf8bytelength, NULL},
    {"indices", 1, indices, NULL},
    {"fromjson", 0, fromjson, NULL},
    {"format", 1, format, NULL},
    {NULL, 0, NULL, NULL},
};
