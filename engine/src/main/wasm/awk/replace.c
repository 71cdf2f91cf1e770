/* match, sub, gsub and gensub. */
#include "awk.h"

typedef struct {
    Re *re;
    const char *text;
    size_t n;
    Str *to;
    ReSpan spans[RE_GROUPS];
    const char *with; /* the replacement */
    size_t with_n;
    bool groups; /* \1 to \9 count */
    bool plain;  /* no & and no backslash in it */
} Replacement;

static void put(Replacement *w, const char *p, size_t n)
{
    w->to = str_grow(w->to, w->to->len + n);
    memcpy(w->to->b + w->to->len, p, n);
    w->to->len += (uint32_t)n;
}

static void put_span(Replacement *w, int group)
{
    const ReSpan *s = &w->spans[group];
    if (s->start >= 0)
        put(w, w->text + s->start, (size_t)(s->end - s->start));
}

/* & is the match, \& an ampersand, \\& a backslash and the match. */
static void put_replacement(Replacement *w)
{
    const char *p = w->with, *end = p + w->with_n;
    while (!w->plain && p < end) {
        bool more = p + 1 < end;
        if (*p == '&') {
            put_span(w, 0);
            p++;
        } else if (*p == '\\' && more && (p[1] == '&' || (w->groups && p[1] == '\\'))) {
            put(w, p + 1, 1);
            p += 2;
        } else if (*p == '\\' && end - p > 2 && p[1] == '\\' && p[2] == '&') {
            put(w, "\\", 1);
            p += 2;
        } else if (*p == '\\' && more && w->groups && is_digit(p[1])) {
            put_span(w, p[1] - '0');
            p += 2;
        } else {
            put(w, p++, 1);
        }
    }
    if (w->plain)
        put(w, p, w->with_n);
}

/* Replaces the match `which`, or each for 0; returns how many. */
static int replace(Replacement *w, int which)
{
    size_t from = 0, copied = 0;
    int found = 0, done = 0;
    ptrdiff_t before = -1; /* an empty match does not follow a match at once */
    w->plain = !memchr(w->with, '&', w->with_n) && !memchr(w->with, '\\', w->with_n);
    while (from <= w->n &&
           re_exec(w->re, w->text, w->n, from, w->spans, w->groups ? RE_GROUPS : 1) > 0) {
        ReSpan m = w->spans[0];
        bool empty = m.start == m.end;
        if (!empty || m.start != before) {
            found++;
            if (which == 0 || found == which) {
                put(w, w->text + copied, (size_t)m.start - copied);
                put_replacement(w);
                copied = (size_t)m.end;
                done++;
            }
        }
        if (which && found == which)
            break;
        before = m.end;
        from = empty ? (size_t)m.end + 1 : (size_t)m.end;
    }
    if (done)
        put(w, w->text + copied, w->n - copied);
    return done;
}

/* The target is found last, once: nothing that is evaluated behind it can remove it. */
static void substitute(Node *n, Value *r, int which)
{
    Text pattern = {0}, with, t;
    Node *target = n->a->next->next;
    Ref ref = {NULL, NULL, 0};
    bool constant = n->a->op == N_REGEX;
    if (!constant) {
        eval_text(n->a, &pattern);
        text_hold(&pattern);
    }
    eval_text(n->a->next, &with);
    text_hold(&with);
    if (target)
        ref_of(target, &ref);
    ref_text(&ref, &t);
    Replacement w = {.re = constant ? n->a->re : regex_cached(pattern.p, pattern.n),
                     .text = t.p, .n = t.n, .with = with.p, .with_n = with.n};
    int done = 0;
    if (re_matches(w.re, w.text, w.n)) {
        w.to = str_alloc(t.n + with.n + 32);
        w.to->len = 0;
        done = replace(&w, which);
        w.to->b[w.to->len] = 0;
        if (done)
            ref_set(&ref, value_str(w.to));
        else
            str_drop(w.to);
    }
    *r = value_num(done);
    text_end(&t);
    text_end(&with);
    text_end(&pattern);
}

void fn_sub(Node *n, Value *r)
{
    substitute(n, r, 1);
}

void fn_gsub(Node *n, Value *r)
{
    substitute(n, r, 0);
}

/* gensub(regex, replacement, how [, text]) */
void fn_gensub(Node *n, Value *r)
{
    Text with, how, t;
    Node *target = n->a->next->next->next;
    eval_text(n->a->next, &with);
    text_hold(&with);
    eval_text(n->a->next->next, &how);
    const char *stop;
    bool all = how.n && (how.p[0] == 'g' || how.p[0] == 'G');
    double which = num_read(how.p, how.p + how.n, &stop);
    text_end(&how);
    if (target)
        eval_text(target, &t);
    else
        field_text(0, &t);
    text_hold(&t);
    Replacement w = {.re = eval_regex(n->a), .text = t.p, .n = t.n, .with = with.p,
                     .with_n = with.n, .groups = true, .to = str_alloc(t.n + with.n + 32)};
    w.to->len = 0;
    if (replace(&w, all ? 0 : which >= 1 && which < 2e9 ? (int)which : 1)) {
        w.to->b[w.to->len] = 0;
        *r = value_str(w.to);
        text_end(&t);
    } else {
        str_drop(w.to);
        *r = value_str(text_str(&t));
    }
    text_end(&with);
}

static void put_group(Array *a, const Text *t, const ReSpan *s, int group)
{
    static const char *const tails[] = {"start", "length"};
    array_put_index(a, group, value_input(t->p + s->start, (size_t)(s->end - s->start)));
    for (int i = 0; i < 2; i++) {
        Text sub;
        Str *k = str_alloc(32);
        k->b[0] = (char)('0' + group);
        text_of_value(&sub, &symbol_of(VAR_SUBSEP)->v);
        k = str_grow(k, sub.n + 16);
        memcpy(k->b + 1, sub.p, sub.n);
        size_t n = strlen(tails[i]);
        memcpy(k->b + 1 + sub.n, tails[i], n);
        array_put(a, k->b, 1 + sub.n + n, value_num((double)(i ? s->end - s->start : s->start + 1)));
        text_end(&sub);
        str_drop(k);
    }
}

/* match(text, regex [, array]) */
void fn_match(Node *n, Value *r)
{
    Text t;
    ReSpan spans[RE_GROUPS];
    Node *regex = n->a->next, *array = regex->next;
    eval_text(n->a, &t);
    text_hold(&t);
    bool found = re_exec(eval_regex(regex), t.p, t.n, 0, spans, array ? RE_GROUPS : 1) > 0;
    double start = found ? (double)spans[0].start + 1 : 0;
    variable_set(symbol_of(VAR_RSTART), value_num(start));
    variable_set(symbol_of(VAR_RLENGTH),
                 value_num(found ? (double)(spans[0].end - spans[0].start) : -1));
    if (array) {
        Array *a = array_of(array->sym);
        array_clear(a);
        for (int i = 0; found && i < RE_GROUPS; i++)
            if (spans[i].start >= 0)
                put_group(a, &t, &spans[i], i);
    }
    text_end(&t);
    *r = value_num(start);
}
