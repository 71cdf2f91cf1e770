/* Functions over arrays and objects. */
#include "jq.h"
#include <math.h>

static int want(Value v, int kind, const char *what)
{
    if (v.kind == kind)
        return GO;
    return fail_text("%k (%v) %s", v, v, what);
}

static int length(Value in, const Value *args, Value *r)
{
    (void)args;
    switch (in.kind) {
    case V_NULL: *r = v_num(0); break;
    case V_NUM: *r = v_num(fabs(in.num)); break;
    case V_STR: *r = v_num((double)rune_count(in.str)); break;
    case V_ARR: *r = v_num((double)arr_len(in)); break;
    case V_OBJ: *r = v_num((double)in.obj->n); break;
    default: return fail_text("%k (%v) has no length", in, in);
    }
    return GO;
}

static int keys_of(Value in, bool sorted, Value *r)
{
    *r = v_array();
    if (in.kind == V_ARR) {
        for (size_t i = 0; i < arr_len(in); i++)
            *r = arr_push(*r, v_num((double)i));
        return GO;
    }
    if (want(in, V_OBJ, "has no keys"))
        return FAIL;
    Field *f = obj_fields(in, sorted);
    for (size_t i = 0; i < in.obj->n; i++)
        *r = arr_push(*r, v_of(f[i].key));
    return GO;
}

static int keys(Value in, const Value *args, Value *r)
{
    (void)args;
    return keys_of(in, true, r);
}

static int keys_unsorted(Value in, const Value *args, Value *r)
{
    (void)args;
    return keys_of(in, false, r);
}

static int has(Value in, const Value *args, Value *r)
{
    Value unused, key = args[0];
    if (in.kind == V_OBJ && key.kind == V_STR)
        *r = v_bool(obj_get(in, key.str, &unused));
    else if (in.kind == V_ARR && key.kind == V_NUM)
        *r = v_bool(key.num >= 0 && key.num < (double)arr_len(in));
    else
        return fail_text("Cannot check whether %k has a %s key", in, kind_name(key));
    return GO;
}

static bool contained(Value whole, Value part, int *failed)
{
    if (whole.kind != part.kind && !(whole.kind <= V_TRUE && whole.kind > V_NULL &&
                                     part.kind <= V_TRUE && part.kind > V_NULL)) {
        *failed = fail_text("%k (%v) and %k (%v) cannot have their containment checked", whole,
                            whole, part, part);
        return false;
    }
    if (part.kind == V_STR)
        return text_find(whole.str->s, whole.str->s + whole.str->n, part.str) != NULL;
    if (part.kind == V_ARR) {
        for (size_t i = 0; i < arr_len(part); i++) {
            bool hit = false;
            for (size_t k = 0; k < arr_len(whole) && !hit; k++)
                hit = arr_at(whole, k).kind == arr_at(part, i).kind &&
                      contained(arr_at(whole, k), arr_at(part, i), failed);
            if (!hit)
                return false;
        }
        return true;
    }
    if (part.kind != V_OBJ)
        return same(whole, part);
    Field *f = obj_fields(part, false);
    for (size_t i = 0; i < part.obj->n; i++) {
        Value v;
        if (!obj_get(whole, f[i].key, &v) || v.kind != f[i].val.kind ||
            !contained(v, f[i].val, failed))
            return false;
    }
    return true;
}

static int contains(Value in, const Value *args, Value *r)
{
    int failed = GO;
    *r = v_bool(contained(in, args[0], &failed));
    return failed;
}

static int add(Value in, const Value *args, Value *r)
{
    (void)args;
    *r = v_null();
    if (in.kind == V_OBJ && in.obj->n == 0)
        return GO;
    if (want(in, V_ARR, "cannot be added up"))
        return FAIL;
    if (arr_len(in) > 0 && arr_at(in, 0).kind == V_STR) {
        Buf b = {0};
        size_t i = 0;
        for (; i < arr_len(in) && arr_at(in, i).kind == V_STR; i++)
            buf_mem(&b, arr_at(in, i).str->s, arr_at(in, i).str->n);
        *r = buf_value(&b);
        if (i < arr_len(in))
            in = arr_slice(in, i, arr_len(in));
        else
            return GO;
    }
    for (size_t i = 0; i < arr_len(in); i++) {
        int failed = arithmetic('+', *r, arr_at(in, i), r);
        if (failed)
            return failed;
    }
    return GO;
}

static Value flat(Value list, Value to, double levels)
{
    for (size_t i = 0; i < arr_len(list); i++) {
        Value v = arr_at(list, i);
        to = v.kind == V_ARR && levels > 0 ? flat(v, to, levels - 1) : arr_push(to, v);
    }
    return to;
}

static int flatten(Value in, const Value *args, Value *r)
{
    if (args[0].kind != V_NUM || args[0].num < 0)
        return fail_text("flatten depth must not be negative");
    if (want(in, V_ARR, "cannot be flattened"))
        return FAIL;
    *r = flat(in, v_array(), args[0].num);
    return GO;
}

static int reverse(Value in, const Value *args, Value *r)
{
    (void)args;
    if (in.kind == V_NULL) {
        *r = v_array();
        return GO;
    }
    if (want(in, V_ARR, "cannot be reversed, as it is not an array"))
        return FAIL;
    *r = arr_with_room(arr_len(in));
    for (size_t i = arr_len(in); i-- > 0;)
        *r = arr_push(*r, arr_at(in, i));
    return GO;
}

static int entries(Value in, const Value *args, Value *r)
{
    (void)args;
    if (want(in, V_OBJ, "has no keys"))
        return FAIL;
    *r = v_array();
    Field *f = obj_fields(in, false);
    for (size_t i = 0; i < in.obj->n; i++)
        *r = arr_push(*r, obj_put(obj_put(v_object(), "key", v_of(f[i].key)), "value", f[i].val));
    return GO;
}

/* ---- sorting and grouping ---- */

static int sort_by(Value in, const Value *args, Value *r)
{
    if (want(in, V_ARR, "cannot be sorted, as it is not an array"))
        return FAIL;
    *r = sorted_by(in, args[0]);
    return GO;
}

static int sort(Value in, const Value *args, Value *r)
{
    (void)args;
    return sort_by(in, &in, r);
}

static int grouped(Value in, Value by, bool first_only, Value *r)
{
    size_t n;
    if (want(in, V_ARR, "cannot be grouped, as it is not an array"))
        return FAIL;
    Keyed *a = keyed(in, by, &n);
    *r = v_array();
    for (size_t i = 0; i < n;) {
        size_t from = i;
        Value group = v_array();
        for (; i < n && same(a[i].key, a[from].key); i++)
            group = arr_push(group, a[i].v);
        *r = arr_push(*r, first_only ? a[from].v : group);
    }
    return GO;
}

static int group_by(Value in, const Value *args, Value *r)
{
    return grouped(in, args[0], false, r);
}

static int unique_by(Value in, const Value *args, Value *r)
{
    return grouped(in, args[0], true, r);
}

static int best(Value in, Value by, bool most, Value *r)
{
    *r = v_null();
    if (want(in, V_ARR, "cannot be searched, as it is not an array"))
        return FAIL;
    size_t at = 0;
    for (size_t i = 1; i < arr_len(in); i++) {
        int d = compare(arr_at(by, i), arr_at(by, at));
        if (most ? d >= 0 : d < 0)
            at = i;
    }
    if (arr_len(in) > 0)
        *r = arr_at(in, at);
    return GO;
}

static int min_by(Value in, const Value *args, Value *r)
{
    return best(in, args[0], false, r);
}

static int max_by(Value in, const Value *args, Value *r)
{
    return best(in, args[0], true, r);
}

static int bsearch_for(Value in, const Value *args, Value *r)
{
    if (want(in, V_ARR, "cannot be searched, as it is not an array"))
        return FAIL;
    size_t low = 0, high = arr_len(in);
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (compare(arr_at(in, mid), args[0]) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    bool hit = low < arr_len(in) && same(arr_at(in, low), args[0]);
    *r = v_num(hit ? (double)low : -1 - (double)low);
    return GO;
}

static int setpath(Value in, const Value *args, Value *r)
{
    return set_path(in, args[0], 0, args[1], 0, r);
}

static int delpaths(Value in, const Value *args, Value *r)
{
    return del_paths(in, args[0], r);
}

static int type(Value in, const Value *args, Value *r)
{
    (void)args;
    *r = v_word(kind_name(in));
    return GO;
}

static int not(Value in, const Value *args, Value *r)
{
    (void)args;
    *r = v_bool(!truthy(in));
    return GO;
}

static int error(Value in, const Value *args, Value *r)
{
    (void)in, (void)r;
    return fail(args[0]);
}

const Native collection_natives[] = {
    {"length", 0, length, NULL},
    {"keys", 0, keys, NULL},
    {"keys_unsorted", 0, keys_unsorted, NULL},
    {"has", 1, has, NULL},
    {"contains", 1, contains, NULL},
    {"add", 0, add, NULL},
    {"flatten", 1, flatten, NULL},
    {"_reverse", 0, reverse, NULL},
    {"to_entries", 0, entries, NULL},
    {"sort", 0, sort, NULL},
    {"_sort_by", 1, sort_by, NULL},
    {"_group_by", 1, group_by, NULL},
    {"_unique_by", 1, unique_by, NULL},
    {"_min_by", 1, min_by, NULL},
    {"_max_by", 1, max_by, NULL},
    {"bsearch", 1, bsearch_for, NULL},
    {"setpath", 2, setpath, NULL},
    {"delpaths", 1, delpaths, NULL},
    {"type", 0, type, NULL},
    {"not", 0, not, NULL},
    {"error", 1, error, NULL},
    {NULL, 0, NULL, NULL},
};
