/* The order of values: null, false, true, numbers, strings, arrays, objects. */
#include "jq.h"

/* ---- numbers that kept their digits ---- */

typedef struct {
    const char *p;  /* the next digit; a point is skipped */
    int64_t top;    /* the exponent of the first digit */
    bool minus;
} Figures;

static Figures figures_of(const Str *s)
{
    Figures f = {.p = s->s, .minus = s->s[0] == '-'};
    f.p += f.minus;
    const char *e = strchr(f.p, 'E'), *point = strchr(f.p, '.');
    const char *stop = point ? point : s->s + s->n;
    uint64_t n;
    f.top = stop - f.p - 1;
    if (e) {
        parse_u64(e + 2, &stop, &n);
        f.top = e[1] == '-' ? -(int64_t)n : (int64_t)n;
    }
    for (; *f.p == '0' || *f.p == '.'; f.p++)
        f.top -= *f.p == '0';
    return f;
}

static int next_figure(Figures *f)
{
    f->p += *f->p == '.';
    return is_digit(*f->p) ? *f->p++ - '0' : -1;
}

static int compare_digits(const Str *x, const Str *y)
{
    Figures a = figures_of(x), b = figures_of(y);
    int sign = a.minus ? -1 : 1;
    if (a.minus != b.minus)
        return sign;
    if (a.top != b.top)
        return a.top < b.top ? -sign : sign;
    for (;;) {
        int c = next_figure(&a), d = next_figure(&b);
        if (c < 0 && d < 0)
            return 0;
        c = c < 0 ? 0 : c;
        d = d < 0 ? 0 : d;
        if (c != d)
            return c < d ? -sign : sign;
    }
}

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
            return compare_digits(a.digits, b.digits);
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
