/* Rows of RFC 4180, and of TSV with backslashes. */
#include "wdata.h"

enum { LONGEST_ROW = 1 << 26 };

void table_fail(const Table *t, uint64_t line, const char *why, const char *what)
{
    dief(1, "%s: line %u: %s%s", t->name, line, why, what);
}

static void push(Table *t, Row *r, const char *p, size_t n)
{
    if (n > LONGEST_ROW - r->used)
        table_fail(t, r->line, "a row of more than 64 MiB; is there a quote too many?", "");
    if (!r->text || r->used + n > r->room) {
        r->room = (r->used + n) * 2 + 256;
        r->text = xrealloc(r->text, r->room);
    }
    memcpy(r->text + r->used, p, n);
    r->used += n;
}

/* The fields hold places in the text until the row is whole, as the text may move. */
static void end_field(Row *r, size_t from)
{
    if (r->n == r->cap)
        r->fields = xrealloc(r->fields, (r->cap = r->cap * 2 + 16) * sizeof *r->fields);
    r->fields[r->n++] = (Field){(char *)(uintptr_t)from, r->used - from};
}

static void settle(Row *r)
{
    for (size_t i = 0; i < r->n; i++)
        r->fields[i].p = r->text + (uintptr_t)r->fields[i].p;
}

static bool next_line(Table *t, char **p, size_t *n)
{
    bool ended;
    if (!in_line(&t->in, '\n', p, n, &ended)) {
        if (!in_close(&t->in))
            quit(1);
        return false;
    }
    t->line++;
    if (t->line == 1 && *n >= 3 && !memcmp(*p, "\xef\xbb\xbf", 3)) {
        *p += 3;
        *n -= 3;
    }
    return true;
}

static void plain_row(Table *t, Row *r, const char *p, const char *end)
{
    for (;;) {
        const char *e = find_byte(p, end, t->delim);
        size_t from = r->used;
        push(t, r, p, (size_t)(e - p));
        end_field(r, from);
        if (e == end)
            return;
        p = e + 1;
    }
}

/* Behind an opening quote: up to the closing one, on as many lines as it takes. */
static char *quoted(Table *t, Row *r, char *p, char **end)
{
    for (;;) {
        char *e = (char *)find_byte(p, *end, '"');
        push(t, r, p, (size_t)(e - p));
        if (e < *end && e + 1 < *end && e[1] == '"') {
            push(t, r, "\"", 1);
            p = e + 2;
        } else if (e < *end) {
            return e + 1;
        } else {
            size_t n;
            push(t, r, "\n", 1);
            if (!next_line(t, &p, &n))
                table_fail(t, r->line, "a quote does not end", "");
            *end = p + n;
        }
    }
}

static void quoted_row(Table *t, Row *r, char *p, char *end)
{
    for (;;) {
        size_t from = r->used;
        if (p < end && *p == '"') {
            p = quoted(t, r, p + 1, &end);
            if (p < end && *p == '\r' && p + 1 == end)
                p++;
            if (p < end && *p != t->delim)
                table_fail(t, t->line, "text behind a closing quote", "");
        } else {
            char *e = (char *)find_byte(p, end, t->delim);
            size_t n = (size_t)(e - p);
            push(t, r, p, e == end && n && e[-1] == '\r' ? n - 1 : n);
            p = e;
        }
        end_field(r, from);
        if (p >= end)
            return;
        p++;
    }
}

static void unescape(Field *f)
{
    char *w = f->p;
    for (size_t i = 0; i < f->n; i++) {
        char c = f->p[i];
        if (c == '\\' && i + 1 < f->n) {
            c = f->p[++i];
            c = (char)(c == 't' ? '\t' : c == 'n' ? '\n' : c == 'r' ? '\r' : c);
        }
        *w++ = c;
    }
    f->n = (size_t)(w - f->p);
}

static void check_width(Table *t, const Row *r)
{
    char text[80] = "", d[24];
    if (t->width == SIZE_MAX)
        t->width = r->n;
    if (r->n == t->width || t->ragged)
        return;
    size_t n = fmt_u64(d + sizeof d, r->n);
    strncat(text, d + sizeof d - n, n);
    strcat(text, " fields where the first row has ");
    n = fmt_u64(d + sizeof d, t->width);
    strncat(text, d + sizeof d - n, n);
    table_fail(t, r->line, text, "; --ragged allows that");
}

bool table_row(Table *t, Row *r)
{
    char *p;
    size_t n;
    do {
        if (!next_line(t, &p, &n))
            return false;
    } while (n == 0 || (n == 1 && *p == '\r'));
    r->n = r->used = 0;
    r->line = t->line;
    if (!t->escapes && find_byte(p, p + n, '"') < p + n) {
        quoted_row(t, r, p, p + n);
    } else {
        n -= p[n - 1] == '\r';
        plain_row(t, r, p, p + n);
    }
    settle(r);
    for (size_t i = 0; t->escapes && i < r->n; i++)
        unescape(&r->fields[i]);
    check_width(t, r);
    return true;
}

void table_open(Table *t, const char *name, int delim)
{
    memset(t, 0, sizeof *t);
    t->name = strcmp(name, "-") ? name : "standard input";
    t->delim = delim;
    t->ragged = csv.ragged;
    t->headless = csv.headless;
    t->escapes = csv.from_escapes;
    t->width = SIZE_MAX;
    if (!in_open(&t->in, name))
        quit(1);
    if (!t->headless)
        table_row(t, &t->header);
}

Field row_field(const Row *r, size_t k)
{
    static char none[1];
    return k < r->n ? r->fields[k] : (Field){none, 0};
}

void row_copy(Row *to, const Row *from)
{
    *to = (Row){.n = from->n, .line = from->line};
    to->fields = xmalloc(from->n * sizeof *to->fields + from->used);
    to->text = (char *)(to->fields + from->n);
    if (from->used)
        memcpy(to->text, from->text, from->used);
    for (size_t i = 0; i < from->n; i++)
        to->fields[i] = (Field){to->text + (from->fields[i].p - from->text), from->fields[i].n};
}
