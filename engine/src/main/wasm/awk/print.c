/* print, printf and sprintf. */
#include "awk.h"

Value *values_of(Node *list, int *count)
{
    int n = 0;
    for (Node *a = list; a; a = a->next)
        n++;
    Value *v = xmalloc((size_t)n * sizeof *v);
    n = 0;
    for (Node *a = list; a; a = a->next)
        eval(a, &v[n++]);
    *count = n;
    return v;
}

void values_free(Value *v, int count)
{
    for (int i = 0; i < count; i++)
        value_drop(&v[i]);
    free(v);
}

/* ---- formats ---- */

typedef struct {
    const Value *next, *end;
    Str *to;
} Format;

static void put(Format *f, const char *p, size_t n)
{
    f->to = str_grow(f->to, f->to->len + n);
    memcpy(f->to->b + f->to->len, p, n);
    f->to->len += (uint32_t)n;
}

static const Value *argument(Format *f)
{
    if (f->next == f->end)
        fatal("not enough arguments for the format of printf", "");
    return f->next++;
}

static int star(void *from)
{
    double d = to_num(argument(from));
    return d > 2e9 ? 2000000000 : d < -2e9 ? -2000000000 : d == d ? (int)d : 0;
}

/* A number is a byte; of a string it is the first one, NUL when there is none. */
static Str *character(const Spec *s, Value v)
{
    char c;
    settle(&v);
    if (v.type != STR) {
        double d = to_num(&v);
        c = (char)(d > -2e9 && d < 4e9 ? (int64_t)d : 0);
        return spec_pad(s, "", &c, 1, false);
    }
    return spec_pad(s, "", v.str->b, 1, false);
}

static Str *string(const Spec *s, const Value *v)
{
    Text t;
    text_of_value(&t, v);
    size_t n = s->precision >= 0 && (size_t)s->precision < t.n ? (size_t)s->precision : t.n;
    Str *r = spec_pad(s, "", t.p, n, false);
    text_end(&t);
    return r;
}

static void convert(Format *f, const char **p, const char *end)
{
    const char *from = *p - 1;
    Spec s;
    if (!spec_read(&s, p, end, star, f)) {
        put(f, from, (size_t)(end - from));
        return;
    }
    if (s.conv == '%') {
        put(f, "%", 1);
        return;
    }
    if (!s.conv || !strchr("diouxXeEfFgGcs", s.conv)) {
        put(f, from, (size_t)(*p - from));
        return;
    }
    const Value *v = argument(f);
    Str *r = s.conv == 'c'   ? character(&s, *v)
             : s.conv == 's' ? string(&s, v)
                             : spec_num(&s, to_num(v));
    put(f, r->b, r->len);
    str_drop(r);
}

Str *format_text(const char *p, size_t n, const Value *args, int count)
{
    Format f = {args, args + count, str_alloc(n + 32)};
    const char *end = p + n;
    f.to->len = 0;
    while (p < end) {
        const char *stop = find_byte(p, end, '%');
        put(&f, p, (size_t)(stop - p));
        p = stop;
        if (p < end) {
            p++;
            convert(&f, &p, end);
        }
    }
    f.to->b[f.to->len] = 0;
    return f.to;
}

static Str *formatted(Node *list)
{
    int count;
    Value *v = values_of(list, &count);
    Str *format = to_str(v);
    Str *r = format_text(format->b, format->len, v + 1, count - 1);
    str_drop(format);
    values_free(v, count);
    return r;
}

void fn_sprintf(Node *n, Value *r)
{
    *r = value_str(formatted(n->a));
}

/* ---- print ---- */

static Sink *sink_for(Node *n)
{
    if (n->sub == TO_STDOUT)
        return NULL;
    Text t;
    eval_text(n->b, &t);
    Sink *s = sink_of(t.p, t.n, n->sub);
    text_end(&t);
    return s;
}

void do_printf(Node *n)
{
    Str *s = formatted(n->a);
    if (!unwinding)
        sink_write(sink_for(n), s->b, s->len);
    str_drop(s);
}

static void write_value(Sink *s, const Value *v)
{
    Text t;
    if (v->type == NUM)
        text_of_num(&t, v->num, out_format);
    else
        text_of_value(&t, v);
    sink_write(s, t.p, t.n);
    text_end(&t);
}

static void write_simple(Sink *s, Node *n)
{
    Text t;
    switch (n->op) {
    case N_GLOBAL:
    case N_LOCAL: write_value(s, variable_at(n->sym)); return;
    case N_SPECIAL: write_value(s, special_get(n->sym)); return;
    case N_NUMBER: text_of_num(&t, n->num, out_format); break;
    default: eval_text(n, &t);
    }
    sink_write(s, t.p, t.n);
    text_end(&t);
}

static bool all_simple(const Node *n)
{
    for (; n; n = n->next)
        if (!n->simple || n->op > N_FIELD)
            return false;
    return true;
}

static void print_record(Node *n)
{
    const char *p;
    size_t len;
    Sink *s = sink_for(n);
    record_text(&p, &len);
    sink_write(s, p, len);
    Text end;
    text_of_value(&end, special_get(symbol_of(VAR_ORS)));
    sink_write(s, end.p, end.n);
    text_end(&end);
}

void do_print(Node *n)
{
    if (!n->a) {
        print_record(n);
        return;
    }
    int count = 0;
    Value *v = all_simple(n->a) ? NULL : values_of(n->a, &count);
    Sink *s = NULL;
    if (!unwinding) {
        s = sink_for(n);
        int i = 0;
        for (Node *a = n->a; a; a = a->next) {
            if (v)
                write_value(s, &v[i++]);
            else
                write_simple(s, a);
            if (a->next)
                sink_write(s, out_separator, out_separator_len);
        }
        Text end;
        text_of_value(&end, special_get(symbol_of(VAR_ORS)));
        sink_write(s, end.p, end.n);
        text_end(&end);
    }
    values_free(v, count);
}
