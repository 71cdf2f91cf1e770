/* Values. */
#include "awk.h"

char *conv_format = (char *)"%.6g", *out_format = (char *)"%.6g";

Value value_input(const char *p, size_t n)
{
    return (Value){0, str_new(p, n), INPUT};
}

void settle(Value *v)
{
    if (v->type == INPUT)
        v->type = num_looks(v->str->b, v->str->b + v->str->len, &v->num) ? INPUT_NUM : STR;
}

double to_num(const Value *v)
{
    const char *stop;
    switch (v->type) {
    case UNSET: return 0;
    case NUM:
    case INPUT_NUM: return v->num;
    default: return num_read(v->str->b, v->str->b + v->str->len, &stop);
    }
}

bool to_bool(Value *v)
{
    settle(v);
    switch (v->type) {
    case UNSET: return false;
    case NUM:
    case INPUT_NUM: return v->num != 0;
    default: return v->str->len > 0;
    }
}

/* ---- their text ---- */

void text_of_num(Text *t, double d, const char *format)
{
    t->held = NULL;
    if (d > -1e15 && d < 1e15 && d == (double)(int64_t)d) {
        int64_t v = (int64_t)d;
        char *end = t->small + sizeof t->small;
        t->n = fmt_u64(end, (uint64_t)(v < 0 ? -v : v));
        if (v < 0)
            end[-(ptrdiff_t)++t->n] = '-';
        t->p = end - t->n;
        return;
    }
    t->held = num_str(d, is_integer(d) ? "%d" : format);
    t->p = t->held->b;
    t->n = t->held->len;
}

void text_of_value(Text *t, const Value *v)
{
    if (v->type >= STR) {
        t->held = str_keep(v->str);
        t->p = v->str->b;
        t->n = v->str->len;
    } else if (v->type == NUM) {
        text_of_num(t, v->num, conv_format);
    } else {
        t->held = NULL;
        t->p = "";
        t->n = 0;
    }
}

Str *text_str(Text *t)
{
    return t->held ? t->held : str_new(t->p, t->n);
}

Str *to_str(const Value *v)
{
    Text t;
    text_of_value(&t, v);
    return text_str(&t);
}
