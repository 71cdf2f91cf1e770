/* The record and its fields. Fields are found when they are asked for; the record is
 * written anew when a field has changed and the record is asked for. */
#include "awk.h"

enum { MOST_FIELDS = 10000000 };

typedef struct {
    const char *p;
    size_t n;
    bool own; /* v is the content, not p */
    Value v;
} Field;

Splitter field_splitter;
char *out_separator = (char *)" ";
size_t out_separator_len = 1;

static const char *text = "";
static size_t length;
static Str *held;   /* owns text; NULL: it is borrowed or constant */
static Str *before; /* what held was before fields were joined: an expression may look at it */
static bool borrowed, stale;
static Field *fields;
static int found, capacity, owned;
static Cursor cursor;

static void forget_fields(void)
{
    if (owned)
        for (int i = 0; i < found; i++)
            if (fields[i].own)
                value_drop(&fields[i].v);
    found = owned = 0;
    stale = false;
    cursor = (Cursor){text, text, text + length};
}

void record_borrow(const char *p, size_t n)
{
    if (held) {
        str_drop(held);
        held = NULL;
    }
    text = p;
    length = n;
    borrowed = true;
    forget_fields();
}

void record_detach(void)
{
    if (!borrowed)
        return;
    Str *s = str_new(text, length);
    ptrdiff_t move = (char *)s->b - (char *)text;
    for (int i = 0; i < found; i++)
        if (!fields[i].own)
            fields[i].p += move;
    cursor.text += move;
    cursor.end += move;
    if (cursor.at)
        cursor.at += move;
    text = s->b;
    held = s;
    borrowed = false;
}

void record_assign(Value v)
{
    Str *s = to_str(&v);
    value_drop(&v);
    if (held)
        str_drop(held);
    held = s;
    borrowed = false;
    text = s->b;
    length = s->len;
    forget_fields();
}

/* ---- finding fields ---- */

static void room(int count)
{
    if (count <= capacity)
        return;
    if (count > MOST_FIELDS)
        fatal("a record would have more than 10000000 fields", "");
    capacity = count < 32 ? 32 : count + count / 2;
    fields = xrealloc(fields, (size_t)capacity * sizeof *fields);
}

/* Whether there are `count` fields. */
static bool find_up_to(int count)
{
    while (found < count) {
        const char *p;
        size_t n;
        if (!cursor.at || !split_next(&field_splitter, &cursor, &p, &n))
            return false;
        room(found + 1);
        Field *f = &fields[found++];
        f->p = p;
        f->n = n;
        f->own = false;
    }
    return true;
}

int field_count(void)
{
    if (cursor.at)
        find_up_to(INT32_MAX);
    return found;
}

/* ---- the text of all ---- */

static void join(void)
{
    Text t;
    size_t size = 0, cap = length + 64;
    char *b = xmalloc(cap);
    for (int i = 0; i < found; i++) {
        field_text(i + 1, &t);
        size_t need = t.n + (i ? out_separator_len : 0);
        if (size + need > cap)
            b = xrealloc(b, cap = (size + need) * 2);
        if (i) {
            memcpy(b + size, out_separator, out_separator_len);
            size += out_separator_len;
        }
        memcpy(b + size, t.p, t.n);
        size += t.n;
        text_end(&t);
    }
    Str *s = str_new(b, size);
    free(b);
    size_t at = 0;
    for (int i = 0; i < found; i++) {
        field_text(i + 1, &t);
        fields[i].p = s->b + at;
        fields[i].n = t.n;
        at += t.n + out_separator_len;
        text_end(&t);
    }
    if (before)
        str_drop(before);
    before = held;
    held = s;
    borrowed = false;
    text = s->b;
    length = s->len;
    stale = false;
}

void record_text(const char **p, size_t *n)
{
    if (stale)
        join();
    *p = text;
    *n = length;
}

/* ---- one field ---- */

Value field_value(int i)
{
    if (i == 0) {
        const char *p;
        size_t n;
        record_text(&p, &n);
        return held ? (Value){0, str_keep(held), INPUT} : value_input(p, n);
    }
    if (!find_up_to(i))
        return (Value){.type = UNSET};
    const Field *f = &fields[i - 1];
    return f->own ? value_copy(&f->v) : value_input(f->p, f->n);
}

double field_num(int i)
{
    const char *p, *stop;
    size_t n;
    if (i == 0) {
        record_text(&p, &n);
        return num_read(p, p + n, &stop);
    }
    if (!find_up_to(i))
        return 0;
    const Field *f = &fields[i - 1];
    return f->own ? to_num(&f->v) : num_read(f->p, f->p + f->n, &stop);
}

void field_text(int i, Text *t)
{
    t->held = NULL;
    t->n = 0;
    t->p = "";
    if (i == 0) {
        record_text(&t->p, &t->n);
    } else if (find_up_to(i)) {
        const Field *f = &fields[i - 1];
        if (f->own) {
            text_of_value(t, &f->v);
        } else {
            t->p = f->p;
            t->n = f->n;
        }
    }
}

static void extend(int count)
{
    room(count);
    while (found < count)
        fields[found++] = (Field){"", 0, false, {.type = UNSET}};
}

void field_assign(int i, Value v)
{
    if (i == 0) {
        record_assign(v);
        return;
    }
    field_count();
    extend(i);
    Field *f = &fields[i - 1];
    if (f->own)
        value_drop(&f->v);
    f->own = true;
    f->v = v;
    owned++;
    stale = true;
}

void field_count_set(double n)
{
    if (n < 0)
        fatal("NF is set to a negative value", "");
    if (!(n <= MOST_FIELDS))
        fatal("a record would have more than 10000000 fields", "");
    int count = (int)n;
    field_count();
    extend(count);
    for (int i = count; i < found; i++)
        if (fields[i].own)
            value_drop(&fields[i].v);
    found = count;
    stale = true;
}

int field_index(double d)
{
    if (!(d > -1))
        fatal("attempt to access a field of negative number", "");
    if (d > MOST_FIELDS)
        fatal("a record has at most 10000000 fields", "");
    return (int)d;
}
