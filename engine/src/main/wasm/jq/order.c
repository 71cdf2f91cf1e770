/* The order of values: null, false, true, numbers, strings, arrays, objects. */
#include "jq.h"

static int compare_arrays(Value a, Value b)
{
    size_t n = arr_len(a) < arr_len(b) ? arr_len(a) : arr_len(b);
    for (size_t i = 0; i < n; i++) {
        int d = compare(arr_at(a, i), arr_at(b, i));
        if (d)
            return d;
    }
    return (arr_len(a) > n) - (arr_len(b) > n);
}

static int compare_objects(Value a, Value b)
{
    Field *fa = obj_fields(a, true), *fb = obj_fields(b, true);
    size_t na = a.obj->n, nb = b.obj->n, n = na < nb ? na : nb;
    int d = 0;
    for (size_t i = 0; i < n && !d; i++)
        d = str_cmp(fa[i].key, fb[i].key);
    if (!d)
        d = (na > n) - (nb > n);
    for (size_t i = 0; i < n && !d; i++)
        d = compare(fa[i].val, fb[i].val);
    return d;
}

int compare(Value a, Value b)
{
    if (a.kind != b.kind)
        return a.kind < b.kind ? -1 : 1;
    switch (a.kind) {
    case V_NUM:
        if (a.digits && b.digits && a.num == b.num)
            return digits_compare(a.digits, b.digits);
        return a.num < b.num || a.num != a.num ? -1 : a.num > b.num || b.num != b.num;
    case V_STR: return str_cmp(a.str, b.str);
    case V_ARR: return compare_arrays(a, b);
    case V_OBJ: return compare_objects(a, b);
    default: return 0;
    }
}

/* ---- sorting: stable, by keys ---- */

static void merge_sort(Keyed *a, Keyed *spare, size_t n)
{
    if (n < 2)
        return;
    size_t mid = n / 2, i = 0, j = mid;
    merge_sort(a, spare, mid);
    merge_sort(a + mid, spare, n - mid);
    for (size_t k = 0; k < n; k++) {
        bool left = i < mid && (j == n || compare(a[i].key, a[j].key) <= 0);
        spare[k] = a[left ? i++ : j++];
    }
    memcpy(a, spare, n * sizeof *a);
}

Keyed *keyed(Value list, Value by, size_t *n)
{
    *n = arr_len(list);
    Keyed *a = arena((*n * 2 + 1) * sizeof *a);
    for (size_t i = 0; i < *n; i++)
        a[i] = (Keyed){arr_at(list, i), arr_at(by, i)};
    merge_sort(a, a + *n, *n);
    return a;
}

Value sorted_by(Value list, Value by)
{
    size_t n;
    Keyed *a = keyed(list, by, &n);
    Value r = arr_with_room(n);
    for (size_t i = 0; i < n; i++)
        r = arr_push(r, a[i].v);
    return r;
}
