/* Evaluation of expressions. */
#include "awk.h"

bool unwinding;

/* ---- places that can be assigned to ---- */

bool is_lvalue(const Node *n)
{
    return n->op >= N_GLOBAL && n->op <= N_ELEMENT;
}

void ref_of(Node *n, Ref *r)
{
    *r = (Ref){NULL, NULL, 0};
    switch (n->op) {
    case N_GLOBAL:
    case N_LOCAL: r->p = variable_at(n->sym); break;
    case N_SPECIAL: r->sym = n->sym; break;
    case N_FIELD_AT: r->field = n->k; break;
    case N_FIELD: r->field = field_index(eval_num(n->a)); break;
    default: {
        Text t;
        eval_key(n->a, &t);
        r->p = array_at(array_of(n->sym), t.p, t.n);
        text_end(&t);
    }
    }
}

static Value ref_value(const Ref *r)
{
    if (r->p)
        return value_copy(r->p);
    return r->sym ? value_copy(special_get(r->sym)) : field_value(r->field);
}

static double ref_num(const Ref *r)
{
    if (r->p)
        return to_num(r->p);
    return r->sym ? to_num(special_get(r->sym)) : field_num(r->field);
}

void ref_text(const Ref *r, Text *t)
{
    if (r->p || r->sym)
        text_of_value(t, r->p ? r->p : special_get(r->sym));
    else
        field_text(r->field, t);
}

void ref_set(const Ref *r, Value v)
{
    if (unwinding) {
        value_drop(&v);
    } else if (r->p) {
        Value old = *r->p;
        *r->p = v;
        value_drop(&old);
    } else if (r->sym) {
        variable_set(r->sym, v);
    } else {
        field_assign(r->field, v);
    }
}

/* ---- texts ---- */

void text_hold(Text *t)
{
    if (t->held)
        return;
    t->held = str_new(t->p, t->n);
    t->p = t->held->b;
}

void eval_text(Node *n, Text *t)
{
    Value v;
    switch (n->op) {
    case N_STRING:
        t->held = NULL;
        t->p = n->str->b;
        t->n = n->str->len;
        return;
    case N_FIELD_AT: field_text(n->k, t); return;
    case N_FIELD: field_text(field_index(eval_num(n->a)), t); return;
    case N_GLOBAL:
    case N_LOCAL: text_of_value(t, variable_at(n->sym)); return;
    default: break;
    }
    eval(n, &v);
    if (v.type < STR) {
        text_of_value(t, &v);
        return;
    }
    t->held = v.str;
    t->p = v.str->b;
    t->n = v.str->len;
}

/* As eval_text; it lasts while `next` is evaluated. */
static void eval_first(Node *n, Text *t, const Node *next)
{
    eval_text(n, t);
    if (!next->simple)
        text_hold(t);
}

static Str *append(Str *s, const char *p, size_t n)
{
    s = str_grow(s, s->len + n);
    memcpy(s->b + s->len, p, n);
    s->len += (uint32_t)n;
    return s;
}

void eval_key(Node *list, Text *t)
{
    eval_text(list, t);
    if (!list->next)
        return;
    text_hold(t);
    Str *all = str_new(t->p, t->n);
    text_end(t);
    for (Node *n = list->next; n; n = n->next) {
        text_of_value(t, &symbol_of(VAR_SUBSEP)->v);
        all = append(all, t->p, t->n);
        text_end(t);
        eval_text(n, t);
        all = append(all, t->p, t->n);
        text_end(t);
    }
    t->held = all;
    t->p = all->b;
    t->n = all->len;
}

/* The parts of a concatenation are a list behind n->a. */
static void concat_onto(Str **all, Node *part)
{
    Text t;
    for (; part; part = part->next) {
        eval_text(part, &t);
        *all = append(*all, t.p, t.n);
        text_end(&t);
    }
    (*all)->b[(*all)->len] = 0;
}

static Str *concat(Node *n)
{
    Text t;
    eval_text(n->a, &t);
    Str *all = str_alloc(t.n + 40);
    memcpy(all->b, t.p, all->len = (uint32_t)t.n);
    text_end(&t);
    concat_onto(&all, n->a->next);
    return all;
}

/* x = x y ...: the text of x grows where it is when nothing else has it. */
static void append_to(Node *n)
{
    Value *v = variable_at(n->sym);
    bool whole_text = v->type >= STR;
    Str *s = whole_text ? str_keep(v->str) : to_str(v), *more = str_alloc(40);
    more->len = 0;
    concat_onto(&more, n->a);
    v = variable_at(n->sym);
    if (!unwinding && v->type >= STR && v->str == s && s->refs == 2) {
        s->refs = 1;
        v->str = append(s, more->b, more->len);
        v->str->b[v->str->len] = 0;
        v->type = STR;
    } else {
        Str *all = str_alloc(s->len + more->len);
        memcpy(all->b, s->b, s->len);
        memcpy(all->b + s->len, more->b, more->len);
        str_drop(s);
        Ref r = {v, NULL, 0};
        ref_set(&r, value_str(all));
    }
    str_drop(more);
}

Re *eval_regex(Node *n)
{
    if (n->op == N_REGEX)
        return n->re;
    Text t;
    eval_text(n, &t);
    Re *re = regex_cached(t.p, t.n);
    text_end(&t);
    return re;
}

static bool matches(Node *n)
{
    Text t;
    eval_first(n->a, &t, n->b);
    bool yes = re_matches(eval_regex(n->b), t.p, t.n);
    text_end(&t);
    return yes;
}

static bool record_matches(Re *re)
{
    const char *p;
    size_t n;
    record_text(&p, &n);
    return re_matches(re, p, n);
}

/* ---- comparison ---- */

typedef struct {
    bool number, unset; /* also a number */
    double num;
    Text t; /* of what is not just a number */
    bool text;
} Side;

static void side_of(Node *n, Side *s, const Node *other)
{
    s->unset = s->number = s->text = false;
    s->t.held = NULL;
    bool field = n->op == N_FIELD_AT || (n->op == N_FIELD && n->simple);
    if ((field || n->op == N_STRING) && other->simple) {
        eval_text(n, &s->t);
        s->text = true;
        s->number = field && num_looks(s->t.p, s->t.p + s->t.n, &s->num);
        return;
    }
    Value v;
    eval(n, &v);
    settle(&v);
    s->unset = v.type == UNSET;
    s->number = v.type == NUM || v.type == INPUT_NUM || s->unset;
    s->num = s->number && !s->unset ? v.num : 0;
    if (v.type < STR)
        return;
    s->text = true;
    s->t.held = v.str;
    s->t.p = v.str->b;
    s->t.n = v.str->len;
}

static void give_text(Side *s)
{
    if (s->text)
        return;
    if (s->unset) {
        s->t.p = "";
        s->t.n = 0;
    } else {
        text_of_num(&s->t, s->num, conv_format);
    }
}

/* -1, 0, 1; 2: a number that is none. */
static int compare(Node *a, Node *b)
{
    Side x, y;
    side_of(a, &x, b);
    side_of(b, &y, a);
    int c;
    if (x.number && y.number) {
        c = x.num < y.num ? -1 : x.num > y.num ? 1 : x.num == y.num ? 0 : 2;
    } else {
        give_text(&x);
        give_text(&y);
        size_t n = x.t.n < y.t.n ? x.t.n : y.t.n;
        c = n ? memcmp(x.t.p, y.t.p, n) : 0;
        c = c < 0 ? -1 : c > 0 ? 1 : x.t.n < y.t.n ? -1 : x.t.n > y.t.n;
    }
    text_end(&x.t);
    text_end(&y.t);
    return c;
}

/* A number that is there without work and without text. */
static bool at_hand(Node *n, double *d)
{
    const Value *v;
    switch (n->op) {
    case N_NUMBER: *d = n->num; return true;
    case N_GLOBAL:
    case N_LOCAL: v = variable_at(n->sym); break;
    case N_SPECIAL: v = special_get(n->sym); break;
    default: return false;
    }
    *d = v->num;
    return v->type == NUM;
}

static bool compared(Node *n)
{
    double x, y;
    int c = !at_hand(n->a, &x) || !at_hand(n->b, &y) ? compare(n->a, n->b)
            : x < y                                 ? -1
            : x > y                                 ? 1
            : x == y                                ? 0
                                                    : 2;
    switch (n->op) {
    case N_LT: return c == -1;
    case N_LE: return c <= 0;
    case N_EQ: return c == 0;
    case N_NE: return c != 0;
    case N_GT: return c == 1;
    default: return c == 0 || c == 1;
    }
}

/* ---- arithmetic ---- */

/* The variable of a node when it holds a number, else NULL. */
static Value *number_of(Node *n)
{
    if (n->op != N_GLOBAL && n->op != N_LOCAL)
        return NULL;
    Value *v = variable_at(n->sym);
    return v->type == NUM && !unwinding ? v : NULL;
}

static double assign_op(Node *n)
{
    double by = eval_num(n->b);
    Value *v = number_of(n->a);
    if (v)
        return v->num = operate(n->sub, v->num, by);
    Ref r;
    ref_of(n->a, &r);
    double d = operate(n->sub, ref_num(&r), by);
    ref_set(&r, value_num(d));
    return d;
}

/* ++ and --; returns the value before. */
static double step(Node *n)
{
    Value *v = number_of(n->a);
    if (v) {
        v->num += n->k;
        return v->num - n->k;
    }
    Ref r;
    ref_of(n->a, &r);
    double d = ref_num(&r);
    ref_set(&r, value_num(d + n->k));
    return d;
}

static void assign(Node *n, Value *result)
{
    Value v;
    Ref r;
    eval(n->b, &v);
    ref_of(n->a, &r);
    if (result)
        *result = value_copy(&v);
    ref_set(&r, v);
}

static bool is_in(Node *n)
{
    Text t;
    eval_key(n->a, &t);
    bool yes = array_find(array_of(n->sym), t.p, t.n) != NULL;
    text_end(&t);
    return yes;
}

static double num_of_value(Node *n)
{
    Value v;
    eval(n, &v);
    double d = to_num(&v);
    value_drop(&v);
    return d;
}

static double variable_num(const Value *v)
{
    return v->type == NUM ? v->num : to_num(v);
}

static double element_num(Node *n)
{
    Ref r;
    ref_of(n, &r);
    return to_num(r.p);
}

double eval_num(Node *n)
{
    switch (n->op) {
    case N_NUMBER: return n->num;
    case N_GLOBAL:
    case N_LOCAL: return variable_num(variable_at(n->sym));
    case N_SPECIAL: return to_num(special_get(n->sym));
    case N_FIELD_AT: return field_num(n->k);
    case N_FIELD: return field_num(field_index(eval_num(n->a)));
    case N_ELEMENT: return element_num(n);
    case N_ADD: return eval_num(n->a) + eval_num(n->b);
    case N_SUB: return eval_num(n->a) - eval_num(n->b);
    case N_MUL: return eval_num(n->a) * eval_num(n->b);
    case N_DIV: {
        double a = eval_num(n->a);
        return divided(a, eval_num(n->b));
    }
    case N_MOD: {
        double a = eval_num(n->a);
        return remainder_of(a, eval_num(n->b));
    }
    case N_POW: {
        double a = eval_num(n->a);
        return power_of(a, eval_num(n->b));
    }
    case N_NEG: return -eval_num(n->a);
    case N_PLUS: return eval_num(n->a);
    case N_NOT: return !eval_true(n->a);
    case N_AND: return eval_true(n->a) && eval_true(n->b);
    case N_OR: return eval_true(n->a) || eval_true(n->b);
    case N_LT:
    case N_LE:
    case N_EQ:
    case N_NE:
    case N_GT:
    case N_GE: return compared(n);
    case N_MATCH: return matches(n);
    case N_NOMATCH: return !matches(n);
    case N_REGEX: return record_matches(n->re);
    case N_IN: return is_in(n);
    case N_ASSIGN_OP: return assign_op(n);
    case N_PRE: return step(n) + n->k;
    case N_POST: return step(n);
    default: return num_of_value(n);
    }
}

void eval(Node *n, Value *r)
{
    switch (n->op) {
    case N_STRING: *r = value_str(str_keep(n->str)); break;
    case N_GLOBAL:
    case N_LOCAL: *r = value_copy(variable_at(n->sym)); break;
    case N_SPECIAL: *r = value_copy(special_get(n->sym)); break;
    case N_FIELD_AT: *r = field_value(n->k); break;
    case N_FIELD: *r = field_value(field_index(eval_num(n->a))); break;
    case N_ELEMENT: {
        Ref ref;
        ref_of(n, &ref);
        *r = ref_value(&ref);
        break;
    }
    case N_COND: eval(eval_true(n->a) ? n->b : n->c, r); break;
    case N_CONCAT: *r = value_str(concat(n)); break;
    case N_APPEND:
        append_to(n);
        *r = value_copy(variable_at(n->sym));
        break;
    case N_ASSIGN: assign(n, r); break;
    case N_CALL: n->call(n, r); break;
    default: *r = value_num(eval_num(n));
    }
}

void eval_effect(Node *n)
{
    if (n->op == N_ASSIGN) {
        assign(n, NULL);
    } else if (n->op == N_APPEND) {
        append_to(n);
    } else if (n->op == N_ASSIGN_OP || n->op == N_PRE || n->op == N_POST) {
        eval_num(n);
    } else {
        Value v;
        eval(n, &v);
        value_drop(&v);
    }
}

bool eval_true(Node *n)
{
    if ((n->op >= N_ADD && n->op <= N_NOT) || n->op == N_NUMBER)
        return eval_num(n) != 0;
    if (n->op == N_AND)
        return eval_true(n->a) && eval_true(n->b);
    if (n->op == N_OR)
        return eval_true(n->a) || eval_true(n->b);
    if (n->op >= N_LT && n->op <= N_GE)
        return compared(n);
    if (n->op == N_REGEX)
        return record_matches(n->re);
    Value v;
    eval(n, &v);
    bool yes = to_bool(&v);
    value_drop(&v);
    return yes;
}
