/* Evaluation: every output of a filter is handed to a continuation, which
 * answers GO for more, STOP when a label was left, FAIL with `failure` set.
 * A filter evaluates filters, so what all of them need is here, and the
 * function for each kind of node is told in the beginning. */
#include "eval.h"

const void *stopper;
const Path root_path = {NULL, {.kind = V_NULL}}, no_path = {NULL, {.kind = V_NULL}};
int eval_depth;

static Eval *const *functions;

void eval_by(Eval *const *table)
{
    functions = table;
}

int eval(const Node *node, const Env *env, Value in, const Path *path, Next *next)
{
    if (++eval_depth > MAX_DEPTH) {
        eval_depth--;
        return fail_text("the program is nested too deeply");
    }
    int r = functions[node->kind](node, env, in, path, next);
    eval_depth--;
    return r;
}

/* ---- paths and collecting ---- */

const Path *path_to(const Path *up, Value key)
{
    if (!up)
        return NULL;
    Path p = {up, key};
    return arena_copy(&p, sizeof p);
}

Value path_value(const Path *path)
{
    size_t n = 0;
    for (const Path *p = path; p->up; p = p->up)
        n++;
    Value list = v_array();
    for (size_t i = 0; i < n; i++)
        list = arr_push(list, v_null());
    Vec *vec = list.arr->vec;
    for (const Path *p = path; p->up; p = p->up)
        vec->v[--n] = p->key;
    return list;
}

int made(Next *next, Value v, const Path *path)
{
    return emit(next, v, path ? &no_path : NULL);
}

typedef struct {
    Next next;
    Value list;
} Collect;

static int collect_one(Next *self, Value v, const Path *path)
{
    Collect *c = (Collect *)self;
    (void)path;
    c->list = arr_push(c->list, v);
    return GO;
}

int collect(const Node *node, const Env *env, Value in, Value *list)
{
    Collect c = {{collect_one}, v_array()};
    int r = eval(node, env, in, NULL, &c.next);
    *list = c.list;
    return r;
}

typedef struct {
    Next next;
    Value v;
    bool found;
} First;

static int first_one(Next *self, Value v, const Path *path)
{
    First *f = (First *)self;
    (void)path;
    f->v = v;
    f->found = true;
    stopper = f;
    return STOP;
}

int first_of(const Node *node, const Env *env, Value in, Value *v, bool *found)
{
    First f = {{first_one}, v_null(), false};
    int r = eval(node, env, in, NULL, &f.next);
    *v = f.v;
    *found = f.found;
    return r == STOP && stopper == &f ? GO : r;
}
