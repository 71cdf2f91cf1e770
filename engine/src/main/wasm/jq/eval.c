/* Evaluation: a function for each kind of node. */
#include "eval.h"

/* ---- filters in filters ---- */

static int eval_pipe(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    Frame f = {{pipe_one}, node, env, in, path, next, v_null()};
    return eval(node->a, env, in, path, &f.next);
}

int pipe_one(Next *self, Value v, const Path *path)
{
    Frame *f = (Frame *)self;
    return eval(f->node->b, f->env, v, path, f->outer);
}

static int eval_comma(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    int r = eval(node->a, env, in, path, next);
    return r == GO ? eval(node->b, env, in, path, next) : r;
}

static int eval_array(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    Value list = v_array();
    int r = node->a ? collect(node->a, env, in, &list) : GO;
    return r == GO ? made(next, list, path) : r;
}

static int neg_one(Next *self, Value v, const Path *path)
{
    Frame *f = (Frame *)self;
    (void)path;
    if (v.kind != V_NUM)
        return fail_text("%k (%v) cannot be negated", v, v);
    return made(f->outer, v_num(-v.num), f->path);
}

static int eval_neg(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    Frame f = {{neg_one}, node, env, in, path, next, v_null()};
    return eval(node->a, env, in, NULL, &f.next);
}

/* The right operand is the outer loop, as in jq. */
static int left_one(Next *self, Value v, const Path *path)
{
    Frame *f = (Frame *)self;
    Value r;
    int op = f->node->op;
    (void)path;
    if (strchr("+-*/%", op) && op < 256) {
        int failed = arithmetic(op, v, f->held, &r);
        return failed ? failed : made(f->outer, r, f->path);
    }
    return made(f->outer, v_bool(relation(op, v, f->held)), f->path);
}

static int right_one(Next *self, Value v, const Path *path)
{
    Frame *f = (Frame *)self;
    (void)path;
    Frame left = *f;
    left.next.take = left_one;
    left.held = v;
    return eval(f->node->a, f->env, f->in, NULL, &left.next);
}

static int eval_binary(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    Frame f = {{right_one}, node, env, in, path, next, v_null()};
    return eval(node->b, env, in, NULL, &f.next);
}

static int logic_right(Next *self, Value v, const Path *path)
{
    Frame *f = (Frame *)self;
    (void)path;
    return made(f->outer, v_bool(truthy(v)), f->path);
}

static int logic_left(Next *self, Value v, const Path *path)
{
    Frame *f = (Frame *)self;
    (void)path;
    if (truthy(v) == (f->node->kind == E_OR))
        return made(f->outer, v_bool(truthy(v)), f->path);
    Frame right = *f;
    right.next.take = logic_right;
    return eval(f->node->b, f->env, f->in, NULL, &right.next);
}

static int eval_logic(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    Frame f = {{logic_left}, node, env, in, path, next, v_null()};
    return eval(node->a, env, in, NULL, &f.next);
}

static int if_one(Next *self, Value v, const Path *path)
{
    Frame *f = (Frame *)self;
    (void)path;
    return eval(truthy(v) ? f->node->b : f->node->c, f->env, f->in, f->path, f->outer);
}

static int eval_if(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    Frame f = {{if_one}, node, env, in, path, next, v_null()};
    return eval(node->a, env, in, NULL, &f.next);
}

/* ---- failures caught ---- */

typedef struct {
    Next next;
    Next *outer;
    bool outside; /* the failure comes from what follows, not from here */
    bool hit;
} Guard;

static int guard_one(Next *self, Value v, const Path *path)
{
    Guard *g = (Guard *)self;
    int r = emit(g->outer, v, path);
    g->outside = r == FAIL;
    return r;
}

static int eval_try(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    Guard g = {{guard_one}, next, false, false};
    int r = eval(node->a, env, in, path, &g.next);
    if (r != FAIL || g.outside)
        return r;
    if (!node->b)
        return GO;
    return eval(node->b, env, failure, path ? &no_path : NULL, next);
}

static int alternative_one(Next *self, Value v, const Path *path)
{
    Guard *g = (Guard *)self;
    if (!truthy(v))
        return GO;
    g->hit = true;
    return guard_one(self, v, path);
}

static int eval_alternative(const Node *node, const Env *env, Value in, const Path *path,
                            Next *next)
{
    Guard g = {{alternative_one}, next, false, false};
    int r = eval(node->a, env, in, path, &g.next);
    if (r == STOP || (r == FAIL && g.outside))
        return r;
    return g.hit ? GO : eval(node->b, env, in, path, next);
}

/* ---- access ---- */

static int indexed_one(Next *self, Value v, const Path *path)
{
    Frame *f = (Frame *)self;
    Value r;
    if (path == &no_path)
        return fail_text("Invalid path expression near attempt to access element %v of %V",
                         f->held, v);
    int failed = get(v, f->held, &r);
    return failed ? failed : emit(f->outer, r, path_to(path, f->held));
}

/* The key is the outer loop, as in jq. */
static int key_one(Next *self, Value key, const Path *path)
{
    Frame f = *(Frame *)self;
    (void)path;
    f.next.take = indexed_one;
    f.held = key;
    if (f.node->a->kind == E_IDENTITY)
        return indexed_one(&f.next, f.in, f.path);
    return eval(f.node->a, f.env, f.in, f.path, &f.next);
}

static int eval_index(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    Frame f = {{key_one}, node, env, in, path, next, v_null()};
    if (node->b->kind == E_LITERAL)
        return key_one(&f.next, node->b->value, NULL);
    return eval(node->b, env, in, NULL, &f.next);
}

static int iterate_one(Next *self, Value v, const Path *path)
{
    Frame *f = (Frame *)self;
    int r = GO;
    if (path == &no_path)
        return fail_text("Invalid path expression near attempt to iterate through %V", v);
    if (v.kind == V_ARR) {
        for (size_t i = 0; i < arr_len(v) && r == GO; i++)
            r = emit(f->outer, arr_at(v, i), path_to(path, v_num((double)i)));
        return r;
    }
    if (v.kind != V_OBJ) {
        if (v.kind == V_NULL)
            return fail_text("Cannot iterate over null");
        return fail_text("Cannot iterate over %k (%v)", v, v);
    }
    Field *fields = obj_fields(v, false);
    for (size_t i = 0; i < v.obj->n && r == GO; i++)
        r = emit(f->outer, fields[i].val, path_to(path, v_of(fields[i].key)));
    return r;
}

static int eval_iterate(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    Frame f = {{iterate_one}, node, env, in, path, next, v_null()};
    return eval(node->a, env, in, path, &f.next);
}

static int eval_descend(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    int r = emit(next, in, path);
    if (r != GO || in.kind < V_ARR)
        return r;
    if (eval_depth >= MAX_DEPTH)
        return fail_text("the value is nested too deeply");
    eval_depth++;
    Frame f = {{descend_one}, node, env, in, path, next, v_null()};
    r = iterate_one(&(Frame){.outer = &f.next}.next, in, path);
    eval_depth--;
    return r;
}

int descend_one(Next *self, Value v, const Path *path)
{
    Frame *f = (Frame *)self;
    return eval_descend(f->node, f->env, v, path, f->outer);
}

/* ---- names ---- */

static const Env *up(const Env *env, int hops)
{
    while (hops-- > 0)
        env = env->up;
    return env;
}

typedef struct {
    Next next;
    const Node *call;
    const Env *caller, *env;
    Value in;
    const Path *path;
    Next *outer;
    const Def *def;
    int param;
} Call;

static int enter(Call *c);

static int argument_one(Next *self, Value v, const Path *path)
{
    Call c = *(Call *)self;
    static const Node value_of = {.kind = E_VAR};
    Env var = {.up = c.env, .value = v};
    Env fun = {.up = c.env, .body = &value_of, .home = &var};
    Env both = {.up = &fun, .value = v};
    (void)path;
    c.env = &both;
    c.param++;
    return enter(&c);
}

/* Binds the parameters from c->param on and then enters the body. */
static int enter(Call *c)
{
    if (c->param == c->def->n)
        return eval(c->def->body, c->env, c->in, c->path, c->outer);
    const Node *argument = c->call->list[c->param];
    if (c->def->params[c->param][0] == '$') {
        Call here = *c;
        here.next.take = argument_one;
        return eval(argument, c->caller, c->in, NULL, &here.next);
    }
    Env closure = {.up = c->env, .body = argument, .home = c->caller};
    Call here = *c;
    here.env = &closure;
    here.param++;
    return enter(&here);
}

static int eval_call(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    if (node->native)
        return native_call(node, env, in, path, next);
    Env global = {.def = node->def};
    const Env *found = node->def ? &global : up(env, node->depth);
    if (found->body)
        return eval(found->body, found->home, in, path, next);
    Call c = {.call = node, .caller = env, .env = found, .in = in,
              .path = path, .outer = next, .def = found->def};
    return enter(&c);
}

static int eval_label(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    Env label = {.up = env};
    int r = eval(node->a, &label, in, path, next);
    return r == STOP && stopper == &label ? GO : r;
}

static int eval_def(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    Env e = {.up = env, .def = node->def};
    return eval(node->a, &e, in, path, next);
}

static int eval_identity(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    (void)node, (void)env;
    return emit(next, in, path);
}

static int eval_literal(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    (void)env, (void)in;
    return made(next, node->value, path);
}

static int eval_variable(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    (void)in;
    return made(next, up(env, node->depth)->value, path);
}

static int eval_break(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    (void)in, (void)path, (void)next;
    stopper = up(env, node->depth);
    return STOP;
}

static int eval_format(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    Value r;
    (void)env;
    int failed = format_text(node->name, in, &r);
    return failed ? failed : made(next, r, path);
}

Eval *const evals[E_KINDS] = {
    [E_IDENTITY] = eval_identity, [E_RECURSE] = eval_descend,
    [E_LITERAL] = eval_literal,   [E_STRING] = eval_string,
    [E_FORMAT] = eval_format,     [E_INDEX] = eval_index,
    [E_SLICE] = eval_slice,       [E_ITERATE] = eval_iterate,
    [E_COMMA] = eval_comma,       [E_PIPE] = eval_pipe,
    [E_ARRAY] = eval_array,       [E_OBJECT] = eval_object,
    [E_NEG] = eval_neg,           [E_BINARY] = eval_binary,
    [E_AND] = eval_logic,         [E_OR] = eval_logic,
    [E_ALT] = eval_alternative,   [E_ASSIGN] = eval_assign,
    [E_UPDATE] = eval_update,     [E_IF] = eval_if,
    [E_TRY] = eval_try,           [E_REDUCE] = eval_fold,
    [E_FOREACH] = eval_fold,      [E_BIND] = eval_bind,
    [E_VAR] = eval_variable,      [E_CALL] = eval_call,
    [E_DEF] = eval_def,           [E_LABEL] = eval_label,
    [E_BREAK] = eval_break,
};
