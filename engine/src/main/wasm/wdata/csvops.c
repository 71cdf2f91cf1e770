/* What csv does with rows. */
#include "wdata.h"

static Field literal(const char *s)
{
    return (Field){(char *)s, strlen(s)};
}

static void put_header(const Table *t)
{
    if (!t->headless && t->header.n)
        put_row(&t->header, 0);
}

static size_t width_of(const Table *t)
{
    return t->headless || t->width == SIZE_MAX ? 0 : t->width;
}

void csv_copy(Table *t)
{
    Row r = {0};
    put_header(t);
    while (table_row(t, &r))
        put_row(&r, width_of(t));
}

void csv_columns(const Table *t)
{
    for (size_t i = 0; i < t->header.n; i++) {
        out_u64(i + 1);
        out_ch('\t');
        put_field(t->header.fields[i]);
        put_end();
    }
}

void csv_head(Table *t, uint64_t n)
{
    Row r = {0};
    put_header(t);
    for (; n && table_row(t, &r); n--)
        put_row(&r, 0);
}

/* ---- cut ---- */

static void put_columns(const Row *r, const Columns *c)
{
    for (size_t i = 0; i < c->n; i++)
        put_field(row_field(r, c->k[i]));
    put_end();
}

static void put_others(const Row *r, const Columns *c)
{
    for (size_t k = 0; k < r->n; k++) {
        bool hit = false;
        for (size_t i = 0; i < c->n; i++)
            hit |= c->k[i] == k;
        if (!hit)
            put_field(r->fields[k]);
    }
    put_end();
}

void csv_cut(Table *t, const char *list, bool complement)
{
    Row r = {0};
    Columns c = columns_of(t, list);
    void (*put)(const Row *, const Columns *) = complement ? put_others : put_columns;
    if (!t->headless)
        put(&t->header, &c);
    while (table_row(t, &r))
        put(&r, &c);
}

/* ---- filter ---- */

typedef struct {
    size_t column;
    const char *op, *value;
} Condition;

static bool holds(const Condition *c, const Row *r)
{
    Field f = row_field(r, c->column);
    if (strchr(c->op, '~')) {
        char *s = xstrndup(f.p, f.n);
        /* A pattern has no NUL, but its * goes beyond one. */
        for (size_t i = 0; i < f.n; i++)
            s[i] = s[i] ? s[i] : 1;
        bool hit = glob_match(c->value, s, false);
        free(s);
        return hit == (c->op[0] == '~');
    }
    int d = compare_typed(f, literal(c->value));
    switch (c->op[0]) {
    case '=': return d == 0;
    case '!': return d != 0;
    case '<': return c->op[1] ? d <= 0 : d < 0;
    default: return c->op[1] ? d >= 0 : d > 0;
    }
}

static bool is_op(const char *s)
{
    static const char *const ops[] = {"=", "==", "!=", "<", "<=", ">", ">=", "~", "!~"};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (!strcmp(s, ops[i]))
            return true;
    return false;
}

void csv_filter(Table *t, char **words, size_t n, bool invert)
{
    Row r = {0};
    size_t count = (n + 1) / 4;
    Condition *all = xmalloc((count + 1) * sizeof *all);
    for (size_t i = 0; i < count; i++) {
        if (!is_op(words[4 * i + 1]))
            usage_err("'%s' is not one of = == != < <= > >= ~ !~", words[4 * i + 1]);
        all[i] = (Condition){column_of(t, words[4 * i]), words[4 * i + 1], words[4 * i + 2]};
    }
    put_header(t);
    while (table_row(t, &r)) {
        bool hit = true;
        for (size_t i = 0; i < count && hit; i++)
            hit = holds(&all[i], &r);
        if (hit != invert)
            put_row(&r, 0);
    }
}

/* ---- sort ---- */

static Columns sort_columns;
static bool *sort_back;
static bool sort_text;

static int by_columns(const void *a, const void *b)
{
    const Row *x = *(Row *const *)a, *y = *(Row *const *)b;
    for (size_t i = 0; i < sort_columns.n; i++) {
        Field f = row_field(x, sort_columns.k[i]), g = row_field(y, sort_columns.k[i]);
        int d = sort_text ? compare_text(f, g) : compare_typed(f, g);
        if (d)
            return sort_back[i] ? -d : d;
    }
    return x->line < y->line ? -1 : x->line > y->line;
}

static size_t read_all(Table *t, Row ***rows)
{
    Row r = {0};
    size_t n = 0, cap = 0;
    *rows = NULL;
    while (table_row(t, &r)) {
        if (n == cap)
            *rows = xrealloc(*rows, (cap = cap * 2 + 64) * sizeof **rows);
        Row *copy = xmalloc(sizeof *copy);
        row_copy(copy, &r);
        (*rows)[n++] = copy;
    }
    return n;
}

void csv_sort(Table *t, char **keys, size_t n, bool reverse, bool text)
{
    Row **rows;
    sort_columns = (Columns){xmalloc((n + 1) * sizeof(size_t)), n ? n : 1};
    sort_back = xmalloc(n + 1);
    sort_columns.k[0] = 0;
    sort_back[0] = reverse;
    sort_text = text;
    for (size_t i = 0; i < n; i++) {
        bool back = keys[i][0] == '-';
        sort_columns.k[i] = column_of(t, keys[i] + back);
        sort_back[i] = back != reverse;
    }
    size_t count = read_all(t, &rows);
    if (count)
        qsort(rows, count, sizeof *rows, by_columns);
    put_header(t);
    for (size_t i = 0; i < count; i++)
        put_row(rows[i], 0);
}

/* ---- uniq and count ---- */

static Columns all_columns(const Table *t, const Row *r)
{
    size_t n = t->headless ? r->n : t->header.n;
    Columns c = {xmalloc((n + 1) * sizeof(size_t)), n};
    for (size_t i = 0; i < n; i++)
        c.k[i] = i;
    return c;
}

void csv_uniq(Table *t, const char *list, bool count)
{
    Row r = {0}, *firsts = NULL;
    uint64_t *counts = NULL;
    size_t n = 0, cap = 0;
    Keys *keys = keys_new();
    Columns c = {NULL, 0};
    if (list)
        c = columns_of(t, list);
    if (!count)
        put_header(t);
    while (table_row(t, &r)) {
        bool fresh;
        if (!c.n)
            c = all_columns(t, &r);
        size_t k = keys_add(keys, &r, &c, &fresh);
        if (fresh && !count)
            put_row(&r, 0);
        if (fresh && count) {
            if (n == cap) {
                cap = cap * 2 + 64;
                firsts = xrealloc(firsts, cap * sizeof *firsts);
                counts = xrealloc(counts, cap * sizeof *counts);
            }
            counts[n] = 0;
            row_copy(&firsts[n++], &r);
        }
        if (count)
            counts[k]++;
    }
    if (!count)
        return;
    for (size_t i = 0; !t->headless && i < c.n; i++)
        put_field(row_field(&t->header, c.k[i]));
    if (!t->headless) {
        put_field(literal("count"));
        put_end();
    }
    for (size_t i = 0; i < n; i++) {
        char d[24];
        size_t k = fmt_u64(d + sizeof d, counts[i]);
        for (size_t j = 0; j < c.n; j++)
            put_field(row_field(&firsts[i], c.k[j]));
        put_field((Field){d + sizeof d - k, k});
        put_end();
    }
}

/* ---- join ---- */

/* Rows of the second table with one key, in order. */
typedef struct {
    size_t *rows;
    size_t n;
} Group;

static void put_joined(const Table *a, const Row *x, const Row *y, size_t width, size_t skip)
{
    for (size_t i = 0; i < a->width; i++)
        put_field(row_field(x, i));
    for (size_t i = 0; i < width; i++)
        if (i != skip)
            put_field(row_field(y, i));
    put_end();
}

void csv_join(Table *a, Table *b, const char *on, bool left)
{
    const char *eq = strchr(on, '=');
    char *first = xstrndup(on, eq ? (size_t)(eq - on) : strlen(on));
    size_t ka = column_of(a, first), kb = column_of(b, eq ? eq + 1 : on);
    Columns ca = {&ka, 1}, cb = {&kb, 1};
    Row **rows, r = {0}, none = {0};
    size_t n = read_all(b, &rows), width = b->width == SIZE_MAX ? 0 : b->width;
    Group *groups = NULL;
    size_t group_cap = 0;
    Keys *keys = keys_new();
    for (size_t i = 0; i < n; i++) {
        bool fresh;
        size_t k = keys_add(keys, rows[i], &cb, &fresh);
        if (k >= group_cap)
            groups = xrealloc(groups, (group_cap = group_cap * 2 + 64) * sizeof *groups);
        if (fresh)
            groups[k] = (Group){NULL, 0};
        Group *g = &groups[k];
        if ((g->n & (g->n + 1)) == 0)
            g->rows = xrealloc(g->rows, (g->n * 2 + 2) * sizeof *g->rows);
        g->rows[g->n++] = i;
    }
    if (!a->headless)
        put_joined(a, &a->header, &b->header, width, kb);
    while (table_row(a, &r)) {
        size_t k = keys_find(keys, &r, &ca);
        for (size_t i = 0; k != SIZE_MAX && i < groups[k].n; i++)
            put_joined(a, &r, rows[groups[k].rows[i]], width, kb);
        if (k == SIZE_MAX && left)
            put_joined(a, &r, &none, width, kb);
    }
}
