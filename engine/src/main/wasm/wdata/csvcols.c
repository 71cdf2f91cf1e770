/* Columns by name and by number. */
#include "wdata.h"

static void add(Columns *c, size_t k)
{
    if ((c->n & (c->n + 1)) == 0)
        c->k = xrealloc(c->k, (c->n * 2 + 2) * sizeof *c->k);
    c->k[c->n++] = k;
}

static size_t by_name(const Table *t, const char *s, size_t n)
{
    for (size_t i = 0; i < t->header.n; i++)
        if (t->header.fields[i].n == n && !memcmp(t->header.fields[i].p, s, n))
            return i;
    return SIZE_MAX;
}

static _Noreturn void unknown(const Table *t, const char *s)
{
    if (t->headless)
        dief(1, "%s: no column %s: without a header, columns are numbers from 1", t->name, s);
    dief(1, "%s: no column '%s'; csv columns names them", t->name, s);
}

static size_t checked(const Table *t, uint64_t v, const char *s)
{
    if (v < 1 || v > 100000 || (!t->headless && v > t->header.n))
        unknown(t, s);
    return (size_t)v - 1;
}

size_t column_of(const Table *t, const char *name)
{
    uint64_t v;
    const char *end;
    size_t k = by_name(t, name, strlen(name));
    if (k != SIZE_MAX)
        return k;
    if (!parse_u64(name, &end, &v) || *end)
        unknown(t, name);
    return checked(t, v, name);
}

Columns columns_of(const Table *t, const char *list)
{
    Columns c = {NULL, 0};
    while (*list) {
        size_t n = strcspn(list, ",");
        char *s = xstrndup(list, n);
        uint64_t from, to;
        const char *p;
        if (by_name(t, s, n) == SIZE_MAX && parse_u64(s, &p, &from) && *p == '-' &&
            parse_u64(p + 1, &p, &to) && !*p) {
            size_t k = checked(t, from, s), last = checked(t, to, s);
            for (; k <= last; k++)
                add(&c, k);
        } else {
            add(&c, column_of(t, s));
        }
        free(s);
        list += n + (list[n] == ',');
    }
    if (!c.n)
        dief(1, "no columns given");
    return c;
}
