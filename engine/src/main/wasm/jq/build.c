/* Evaluation of what builds and takes apart: strings, objects, slices,
 * patterns and folds. */
#include "eval.h"

/* ---- strings: the last interpolation is the outer loop ---- */

typedef struct {
    Next next;
    const Frame *frame;
    int part; /* the part whose value comes; those behind it are in tail */
    Value tail;
} Strings;

static int string_part(const Frame *f, int part, Value tail);

static int string_one(Next *self, Value v, const Path *path)
{
    Strings *s = (Strings *)self;
    const Frame *f = s->frame;
    Value text;
    (void)path;
    int failed = format_text(f->node->name ? f->node->name : "text", v, &text);
    if (failed)
        return failed;
    Buf b = {0};
    buf_mem(&b, text.str->s, text.str->n);
    buf_mem(&b, s->tail.str->s, s->tail.str->n);
    return string_part(f, s->part - 1, buf_value(&b));
}

static int string_part(const Frame *f, int part, Value tail)
{
    if (part < 0)
        return made(f->outer, tail, f->path);
    const Node *node = f->node->list[part];
    if (part % 2 == 0) {
        Buf b = {0};
        buf_mem(&b, node->value.str->s, node->value.str->n);
        buf_mem(&b, tail.str->s, tail.str->n);
        return string_part(f, part - 1, buf_value(&b));
    }
    Strings s = {{string_one}, f, part, tail};
    return eval(node, f->env, f->in, NULL, &s.next);
}

int eval_string(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    Frame f = {{NULL}, node, env, in, path, next, v_null()};
    return string_part(&f, node->n - 1, v_text("", 0));
}

/* ---- objects: the first key is the outer loop ---- */

typedef struct {
    Next next;
    const Frame *frame;
    int entry;
    Value object, key;
} Entries;

static int object_entry(const Frame *f, int entry, Value object);

static int object_value(Next *self, Value v, const Path *path)
{
    Entries *e = (Entries *)self;
    (void)path;
    return object_entry(e->frame, e->entry + 1, obj_set(e->object, e->key.str, v));
}

static int object_key(Next *self, Value key, const Path *path)
{
    Entries e = *(Entries *)self;
    (void)path;
    if (key.kind != V_STR)
        return fail_text("Cannot use %k (%v) as object key", key, key);
    e.next.take = object_value;
    e.key = key;
    return eval(e.frame->node->list[e.entry * 2 + 1], e.frame->env, e.frame->in, NULL, &e.next);
}

static int object_entry(const Frame *f, int entry, Value object)
{
    if (entry * 2 == f->node->n)
        return made(f->outer, object, f->path);
    Entries e = {{object_key}, f, entry, object, v_null()};
    return eval(f->node->list[entry * 2], f->env, f->in, NULL, &e.next);
}

int eval_object(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    Frame f = {{NULL}, node, env, in, path, next, v_null()};
    return object_entry(&f, 0, v_object());
}

/* ---- slices ---- */

static int slice_value(Frame *f, Value v, const Path *path)
{
    Value r;
    if (path == &no_path)
        return fail_text("Invalid path expression near attempt to access element %v of %V",
                         f->held, v);
    int failed = get(v, f->held, &r);
    return failed ? failed : emit(f->outer, r, path_to(path, f->held));
}

static int slice_of_one(Next *self, Value v, const Path *path)
{
    return slice_value((Frame *)self, v, path);
}

static int slice_from(Next *self, Value from, const Path *path)
{
    Frame f = *(Frame *)self;
    (void)path;
    f.held = obj_put(obj_put(v_object(), "start", from), "end", f.held);
    f.next.take = slice_of_one;
    return eval(f.node->a, f.env, f.in, f.path, &f.next);
}

static int slice_to(Next *self, Value to, const Path *path)
{
    Frame f = *(Frame *)self;
    f.held = to;
    f.next.take = slice_from;
    if (!f.node->b)
        return slice_from(&f.next, v_null(), path);
    return eval(f.node->b, f.env, f.in, NULL, &f.next);
}

int eval_slice(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    Frame f = {{slice_to}, node, env, in, path, next, v_null()};
    if (!node->c)
        return slice_to(&f.next, v_null(), NULL);
    return eval(node->c, env, in, NULL, &f.next);
}

/* ---- patterns ---- */

typedef struct {
    Next next;
    After after;
    const Pattern *pattern;
    const Env *env, *home; /* with the variables so far; of the keys */
    Value dot, v;
    int part;
    After *outer;
} Parts;

static int bind_parts(Parts *p);
static int bind_part(const Pattern *pattern, const Env *env, const Env *home, Value dot, Value v,
                     After *after);

static int part_bound(After *self, const Env *env)
{
    Parts p = *(Parts *)((char *)self - offsetof(Parts, after));
    p.env = env;
    p.part++;
    return bind_parts(&p);
}

static int part_key(Next *self, Value key, const Path *path)
{
    Parts p = *(Parts *)self;
    Value v;
    (void)path;
    if (p.pattern->keys && key.kind != V_STR)
        return fail_text("Cannot index %k with %k", p.v, key);
    int failed = get(p.v, key, &v);
    if (failed)
        return failed;
    p.after.go = part_bound;
    return bind_part(p.pattern->parts[p.part], p.env, p.home, p.dot, v, &p.after);
}

static int bind_parts(Parts *p)
{
    if (p->part == p->pattern->n)
        return p->outer->go(p->outer, p->env);
    p->next.take = part_key;
    if (!p->pattern->keys)
        return part_key(&p->next, v_num(p->part), NULL);
    return eval(p->pattern->keys[p->part], p->home, p->dot, NULL, &p->next);
}

static int bind_part(const Pattern *pattern, const Env *env, const Env *home, Value dot, Value v,
                     After *after)
{
    if (pattern->var) {
        Env e = {.up = env, .value = v};
        return after->go(after, &e);
    }
    Parts p = {.pattern = pattern, .env = env, .home = home, .dot = dot, .v = v, .outer = after};
    return bind_parts(&p);
}

int bind(const Pattern *pattern, const Env *env, Value dot, Value v, After *after)
{
    return bind_part(pattern, env, env, dot, v, after);
}

/* ---- alternatives: what follows sees all variables, null where one has no value ---- */

typedef struct {
    After after;
    After *outer;
    const Pattern *first, *pattern;
    const Env *home;
} Alternative;

static Value value_of(const Pattern *pattern, const Env *env, const char *name)
{
    for (int i = pattern->name_count; i-- > 0; env = env->up)
        if (!strcmp(pattern->names[i], name))
            return env->value;
    return v_null();
}

static int alternative_bound(After *self, const Env *env)
{
    Alternative *a = (Alternative *)self;
    int n = a->first->all_count;
    Env *all = arena((size_t)n * sizeof *all);
    for (int i = 0; i < n; i++)
        all[i] = (Env){.up = i ? &all[i - 1] : a->home,
                       .value = value_of(a->pattern, env, a->first->all[i])};
    return a->outer->go(a->outer, n ? &all[n - 1] : a->home);
}

int bind_any(const Pattern *first, const Env *env, Value dot, Value v, After *after)
{
    int r = FAIL;
    if (!first->other)
        return bind(first, env, dot, v, after);
    for (const Pattern *p = first; p && r == FAIL; p = p->other) {
        Alternative a = {{alternative_bound}, after, first, p, env};
        r = bind(p, env, dot, v, &a.after);
    }
    return r;
}

typedef struct {
    After after;
    const Frame *frame;
} Bound;

static int bound_body(After *self, const Env *env)
{
    const Frame *f = ((Bound *)self)->frame;
    return eval(f->node->b, env, f->in, f->path, f->outer);
}

static int bind_one(Next *self, Value v, const Path *path)
{
    Frame *f = (Frame *)self;
    Bound b = {{bound_body}, f};
    (void)path;
    return bind_any(f->node->pattern, f->env, f->in, v, &b.after);
}

int eval_bind(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    Frame f = {{bind_one}, node, env, in, path, next, v_null()};
    return eval(node->a, env, in, NULL, &f.next);
}

/* ---- reduce and foreach ---- */

typedef struct {
    Next next;    /* takes the source's values */
    After after;  /* when the pattern is bound */
    Next update;  /* takes the updated states */
    const Frame *frame;
    Value state;
    const Path *path;
    const Env *env;
    bool any;
} Fold;

static int fold_updated(Next *self, Value v, const Path *path)
{
    Fold *d = (Fold *)((char *)self - offsetof(Fold, update));
    const Frame *f = d->frame;
    d->state = v;
    d->path = path;
    d->any = true;
    if (f->node->kind == E_REDUCE)
        return GO;
    if (!f->node->d)
        return emit(f->outer, v, path);
    return eval(f->node->d, d->env, v, path, f->outer);
}

static int fold_bound(After *self, const Env *env)
{
    Fold *d = (Fold *)((char *)self - offsetof(Fold, after));
    d->env = env;
    d->any = false;
    int r = eval(d->frame->node->c, env, d->state, d->path, &d->update);
    if (r == GO && !d->any && d->frame->node->kind == E_REDUCE) {
        d->state = v_null();
        d->path = d->path ? &no_path : NULL;
    }
    return r;
}

static int fold_source(Next *self, Value v, const Path *path)
{
    Fold *d = (Fold *)self;
    (void)path;
    return bind_any(d->frame->node->pattern, d->frame->env, d->frame->in, v, &d->after);
}

static int fold_from(Next *self, Value v, const Path *path)
{
    const Frame *f = (const Frame *)self;
    Fold d = {.next = {fold_source}, .after = {fold_bound}, .update = {fold_updated},
              .frame = f, .state = v, .path = path};
    int r = eval(f->node->a, f->env, f->in, NULL, &d.next);
    if (r != GO || f->node->kind == E_FOREACH)
        return r;
    return emit(f->outer, d.state, d.path);
}

int eval_fold(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    Frame f = {{fold_from}, node, env, in, path, next, v_null()};
    return eval(node->b, env, in, path, &f.next);
}
