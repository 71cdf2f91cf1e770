/* Functions over strings. */
#include "awk.h"

void fn_length(Node *n, Value *r)
{
    Text t = {0};
    if (n->a && n->a->op == N_ARRAY) {
        *r = value_num(array_of(n->a->sym)->count);
        return;
    }
    if (n->a)
        eval_text(n->a, &t);
    else
        record_text(&t.p, &t.n);
    *r = value_num((double)t.n);
    text_end(&t);
}

/* A start below 1 counts as 1; fractions are cut off. */
void fn_substr(Node *n, Value *r)
{
    Text t;
    eval_text(n->a, &t);
    Node *from = n->a->next;
    if (!from->simple || (from->next && !from->next->simple))
        text_hold(&t);
    double start = whole(eval_num(from)), all = (double)t.n, size = all;
    if (from->next)
        size = whole(eval_num(from->next));
    if (!(start >= 1))
        start = 1;
    if (start > all || !(size > 0))
        size = 0;
    else if (size > all - start + 1)
        size = all - start + 1;
    *r = value_str(str_new(size > 0 ? t.p + (size_t)start - 1 : "", (size_t)size));
    text_end(&t);
}

static size_t find(const char *p, size_t n, const char *q, size_t k)
{
    const char *end = p + n, *at = p;
    if (k == 0)
        return 1;
    while ((size_t)(end - at) >= k) {
        at = find_byte(at, end - k + 1, (uchar)*q);
        if (at == end - k + 1)
            return 0;
        if (!memcmp(at, q, k))
            return (size_t)(at - p) + 1;
        at++;
    }
    return 0;
}

void fn_index(Node *n, Value *r)
{
    Text t, u;
    eval_text(n->a, &t);
    if (!n->a->next->simple)
        text_hold(&t);
    eval_text(n->a->next, &u);
    *r = value_num((double)find(t.p, t.n, u.p, u.n));
    text_end(&t);
    text_end(&u);
}

static Str *mapped(Node *n, int (*map)(int))
{
    Text t;
    eval_text(n->a, &t);
    Str *s = str_alloc(t.n);
    for (size_t i = 0; i < t.n; i++)
        s->b[i] = (char)map((uchar)t.p[i]);
    text_end(&t);
    return s;
}

static int lower(int c) { return to_lower(c); }
static int upper(int c) { return to_upper(c); }

void fn_tolower(Node *n, Value *r)
{
    *r = value_str(mapped(n, lower));
}

void fn_toupper(Node *n, Value *r)
{
    *r = value_str(mapped(n, upper));
}

/* The third argument is a regular expression, text such as that of FS, or FS itself. */
static void splitter_for(Node *fs, Splitter *s)
{
    *s = field_splitter;
    if (!fs)
        return;
    *s = (Splitter){.kind = PATTERN};
    if (fs->op == N_REGEX) {
        s->re = fs->re;
        return;
    }
    Text t;
    eval_text(fs, &t);
    if (t.n > 1)
        s->re = regex_cached(t.p, t.n);
    else
        splitter_set(s, t.p, t.n, false);
    text_end(&t);
}

/* split(text, array [, separator]): the text is kept, for it may be in the array. */
void fn_split(Node *n, Value *r)
{
    Splitter s;
    Text t;
    Node *array = n->a->next;
    eval_text(n->a, &t);
    text_hold(&t);
    splitter_for(array->next, &s);
    Array *a = array_of(array->sym);
    array_clear(a);
    Cursor c = {t.p, t.p, t.p + t.n};
    const char *p;
    size_t len;
    int count = 0;
    while (split_next(&s, &c, &p, &len))
        array_put_index(a, ++count, value_input(p, len));
    text_end(&t);
    *r = value_num(count);
}
