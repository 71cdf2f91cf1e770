/* Operators and access by key. */
#include "jq.h"
#include <math.h>

/* ---- arithmetic ---- */

static Value merged(Value a, Value b, bool deep)
{
    Field *f = obj_fields(b, false);
    for (size_t i = 0; i < b.obj->n; i++) {
        Value old, val = f[i].val;
        if (deep && val.kind == V_OBJ && obj_get(a, f[i].key, &old) && old.kind == V_OBJ)
            val = merged(old, val, true);
        a = obj_set(a, f[i].key, val);
    }
    return a;
}

static Value joined(Value a, Value b)
{
    Buf text = {0};
    buf_mem(&text, a.str->s, a.str->n);
    buf_mem(&text, b.str->s, b.str->n);
    return buf_value(&text);
}

static int add(Value a, Value b, Value *r)
{
    if (a.kind == V_NULL || b.kind == V_NULL)
        *r = a.kind == V_NULL ? b : a;
    else if (a.kind != b.kind)
        return FAIL;
    else if (a.kind == V_NUM)
        *r = v_num(a.num + b.num);
    else if (a.kind == V_STR)
        *r = joined(a, b);
    else if (a.kind == V_ARR)
        *r = arr_concat(a, b);
    else if (a.kind == V_OBJ)
        *r = merged(a, b, false);
    else
        return FAIL;
    return GO;
}

static int subtract(Value a, Value b, Value *r)
{
    if (a.kind == V_NUM && b.kind == V_NUM) {
        *r = v_num(a.num - b.num);
        return GO;
    }
    if (a.kind != V_ARR || b.kind != V_ARR)
        return FAIL;
    *r = v_array();
    for (size_t i = 0; i < arr_len(a); i++) {
        bool kept = true;
        for (size_t k = 0; k < arr_len(b) && kept; k++)
            kept = !same(arr_at(a, i), arr_at(b, k));
        if (kept)
            *r = arr_push(*r, arr_at(a, i));
    }
    return GO;
}

static int repeat(Value text, double times, Value *r)
{
    enum { LONGEST = 100000000 };
    Buf b = {0};
    *r = v_null();
    if (times != times || times < 0)
        return GO;
    if (times < 1) {
        *r = v_text("", 0);
        return GO;
    }
    if ((double)text.str->n * times > LONGEST)
        return fail_text("Repeat string result too long");
    do
        buf_mem(&b, text.str->s, text.str->n);
    while (--times >= 1);
    *r = buf_value(&b);
    return GO;
}

static int multiply(Value a, Value b, Value *r)
{
    if (a.kind == V_NUM && b.kind == V_NUM) {
        *r = v_num(a.num * b.num);
        return GO;
    }
    if (a.kind == V_STR && b.kind == V_NUM)
        return repeat(a, b.num, r);
    if (a.kind == V_NUM && b.kind == V_STR)
        return repeat(b, a.num, r);
    if (a.kind != V_OBJ || b.kind != V_OBJ)
        return FAIL;
    *r = merged(a, b, true);
    return GO;
}

static Value split(Value text, Value by)
{
    Value list = v_array();
    const char *p = text.str->s, *end = p + text.str->n;
    size_t n = by.str->n;
    if (text.str->n == 0)
        return list;
    if (n == 0) {
        while (p < end) {
            const char *from = p;
            rune_next(&p, end);
            list = arr_push(list, v_text(from, (size_t)(p - from)));
        }
        return list;
    }
    for (const char *from = p;;) {
        const char *hit = text_find(p, end, by.str);
        list = arr_push(list, v_text(from, (size_t)((hit ? hit : end) - from)));
        if (!hit)
            return list;
        from = p = hit + n;
    }
}

static int divide(Value a, Value b, Value *r)
{
    if (a.kind == V_STR && b.kind == V_STR) {
        *r = split(a, b);
        return GO;
    }
    if (a.kind != V_NUM || b.kind != V_NUM)
        return FAIL;
    if (b.num == 0)
        return fail_text("%k (%v) and %k (%v) cannot be divided because the divisor is zero",
                         a, a, b, b);
    *r = v_num(a.num / b.num);
    return GO;
}

static int64_t whole(double d)
{
    return d >= 9.2e18 ? INT64_MAX : d <= -9.2e18 ? INT64_MIN : (int64_t)d;
}

static int modulo(Value a, Value b, Value *r)
{
    if (a.kind != V_NUM || b.kind != V_NUM)
        return FAIL;
    if (a.num != a.num || b.num != b.num) {
        *r = v_num(NAN);
        return GO;
    }
    int64_t by = whole(b.num);
    if (by == 0)
        return fail_text("%k (%v) and %k (%v) cannot be divided (remainder) because the divisor is zero",
                         a, a, b, b);
    int64_t rest = whole(a.num) % (by == INT64_MIN ? INT64_MAX : by < 0 ? -by : by);
    *r = v_num((double)rest);
    return GO;
}

int arithmetic(int op, Value a, Value b, Value *r)
{
    static const struct {
        char op;
        int (*run)(Value, Value, Value *);
        const char *done;
    } table[] = {{'+', add, "added"},
                 {'-', subtract, "subtracted"},
                 {'*', multiply, "multiplied"},
                 {'/', divide, "divided"},
                 {'%', modulo, "divided"}};
    int i = 0;
    while (table[i].op != op)
        i++;
    failure = v_null();
    int failed = table[i].run(a, b, r);
    if (failed && failure.kind == V_NULL)
        return fail_text("%k (%v) and %k (%v) cannot be %s", a, a, b, b, table[i].done);
    return failed;
}

bool relation(int op, Value a, Value b)
{
    int d = compare(a, b);
    switch (op) {
    case OP_EQ: return d == 0;
    case OP_NE: return d != 0;
    case '<': return d < 0;
    case '>': return d > 0;
    case OP_LE: return d <= 0;
    default: return d >= 0;
    }
}

/* ---- access ---- */

static bool bound(Value v, size_t len, bool up, size_t *to)
{
    double d = v.num;
    if (v.kind == V_NULL || (v.kind == V_NUM && d != d)) {
        *to = up ? len : 0;
        return true;
    }
    if (v.kind != V_NUM)
        return false;
    if (d < 0)
        d += (double)len;
    d = up ? ceil(d) : floor(d);
    *to = !(d > 0) ? 0 : d > (double)len ? len : (size_t)d;
    return true;
}

int slice_bounds(Value v, Value range, size_t *from, size_t *to)
{
    Value start = v_null(), end = v_null();
    obj_get(range, v_word("start").str, &start);
    obj_get(range, v_word("end").str, &end);
    size_t len = v.kind == V_STR ? rune_count(v.str) : arr_len(v);
    if (!bound(start, len, false, from) || !bound(end, len, true, to))
        return fail_text("Start and end indices of an array slice must be numbers");
    if (*to < *from)
        *to = *from;
    return GO;
}

static int get_slice(Value v, Value range, Value *r)
{
    size_t from, to;
    if (v.kind == V_NULL) {
        *r = v_null();
        return GO;
    }
    if (v.kind != V_ARR && v.kind != V_STR)
        return fail_text("Cannot index %k with object", v);
    int failed = slice_bounds(v, range, &from, &to);
    if (failed)
        return failed;
    if (v.kind == V_ARR) {
        *r = arr_slice(v, from, to);
        return GO;
    }
    size_t a = rune_offset(v.str, from), b = rune_offset(v.str, to);
    *r = v_text(v.str->s + a, b - a);
    return GO;
}

static int get_at(Value v, double i, Value *r)
{
    *r = v_null();
    if (v.kind == V_NULL || i != i)
        return GO;
    i = floor(i);
    if (i < 0)
        i += (double)arr_len(v);
    if (i >= 0 && i < (double)arr_len(v))
        *r = arr_at(v, (size_t)i);
    return GO;
}

static Value places(Value v, Value part)
{
    Value list = v_array();
    size_t n = arr_len(part);
    for (size_t i = 0; n > 0 && i + n <= arr_len(v); i++) {
        bool hit = true;
        for (size_t k = 0; k < n && hit; k++)
            hit = same(arr_at(v, i + k), arr_at(part, k));
        if (hit)
            list = arr_push(list, v_num((double)i));
    }
    return list;
}

int get(Value v, Value key, Value *r)
{
    if (key.kind == V_STR && (v.kind == V_OBJ || v.kind == V_NULL)) {
        *r = v_null();
        if (v.kind == V_OBJ)
            obj_get(v, key.str, r);
        return GO;
    }
    if (key.kind == V_NUM && (v.kind == V_ARR || v.kind == V_NULL))
        return get_at(v, key.num, r);
    if (key.kind == V_OBJ)
        return get_slice(v, key, r);
    if (key.kind == V_ARR && v.kind == V_ARR) {
        *r = places(v, key);
        return GO;
    }
    if (key.kind == V_NULL && v.kind == V_NULL) {
        *r = v_null();
        return GO;
    }
    if (key.kind == V_STR)
        return fail_text("Cannot index %k with string \"%s\"", v, key.str->s);
    return fail_text("Cannot index %k with %k", v, key);
}

int get_path(Value v, Value path, Value *r)
{
    if (path.kind != V_ARR)
        return fail_text("Path must be specified as an array");
    *r = v;
    for (size_t i = 0; i < arr_len(path); i++) {
        if (r->kind == V_NULL)
            return GO;
        int failed = get(*r, arr_at(path, i), r);
        if (failed)
            return failed;
    }
    return GO;
}
