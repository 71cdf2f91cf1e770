/* Functions in C, and those of them that take filters or make many outputs. */
#include "eval.h"

/* ---- arguments that are values: the first varies fastest ---- */

enum { MOST_ARGS = 3 };

typedef struct {
    Next next;
    const Node *call;
    const Env *env;
    Value in;
    const Path *path;
    Next *outer;
    int left; /* arguments that have no value yet */
    Value args[MOST_ARGS];
} Apply;

static int apply(Apply *a);

static int argument(Next *self, Value v, const Path *path)
{
    Apply a = *(Apply *)self;
    (void)path;
    a.args[--a.left] = v;
    return apply(&a);
}

static int apply(Apply *a)
{
    Value r;
    const Native *native = a->call->native;
    if (a->left > 0) {
        a->next.take = argument;
        return eval(a->call->list[a->left - 1], a->env, a->in, NULL, &a->next);
    }
    int failed = native->plain(a->in, a->args, &r);
    return failed ? failed : emit(a->outer, r, a->path ? &no_path : NULL);
}

int native_call(const Node *call, const Env *env, Value in, const Path *path, Next *next)
{
    const Native *native = call->native;
    if (native->special)
        return native->special(call, env, in, path, next);
    Apply a = {.call = call, .env = env, .in = in, .path = path, .outer = next, .left = call->n};
    return apply(&a);
}

static const Native *const tables[] = {special_natives, collection_natives, text_natives,
                                       math_natives,    time_natives,       regex_natives};
enum { TABLES = sizeof tables / sizeof *tables };

int (*module_describer)(Value name, Value *r);

Value native_names(Value list)
{
    for (int t = 0; t < TABLES; t++)
        for (const Native *f = tables[t]; f->name; f++)
            list = name_added(list, f->name, f->n);
    return list;
}

const Native *native_find(const char *name, int n)
{
    for (int t = 0; t < TABLES; t++)
        for (const Native *f = tables[t]; f->name; f++)
            if (f->n == n && !strcmp(f->name, name))
                return f;
    return NULL;
}

/* ---- arguments that are filters ---- */

static int call_empty(const Node *call, const Env *env, Value in, const Path *path, Next *next)
{
    (void)call, (void)env, (void)in, (void)path, (void)next;
    return GO;
}

static int call_error(const Node *call, const Env *env, Value in, const Path *path, Next *next)
{
    (void)call, (void)env, (void)path, (void)next;
    return fail(in);
}

static int select_one(Next *self, Value v, const Path *path)
{
    Frame *f = (Frame *)self;
    (void)path;
    return truthy(v) ? emit(f->outer, f->in, f->path) : GO;
}

static int call_select(const Node *call, const Env *env, Value in, const Path *path, Next *next)
{
    Frame f = {{select_one}, call, env, in, path, next, v_null()};
    return eval(call->list[0], env, in, NULL, &f.next);
}

static int path_one(Next *self, Value v, const Path *path)
{
    Frame *f = (Frame *)self;
    if (path == &no_path)
        return fail_text("Invalid path expression with result %V", v);
    return made(f->outer, path_value(path), f->path);
}

static int call_path(const Node *call, const Env *env, Value in, const Path *path, Next *next)
{
    Frame f = {{path_one}, call, env, in, path, next, v_null()};
    return eval(call->list[0], env, in, &root_path, &f.next);
}

static int getpath_one(Next *self, Value where, const Path *path)
{
    Frame *f = (Frame *)self;
    Value r;
    int failed = get_path(f->in, where, &r);
    if (failed)
        return failed;
    path = f->path;
    if (path == &no_path)
        return fail_text("Invalid path expression near attempt to access element %v of %V", where, f->in);
    for (size_t i = 0; path && i < arr_len(where); i++)
        path = path_to(path, arr_at(where, i));
    return emit(f->outer, r, path);
}

static int call_getpath(const Node *call, const Env *env, Value in, const Path *path, Next *next)
{
    Frame f = {{getpath_one}, call, env, in, path, next, v_null()};
    return eval(call->list[0], env, in, NULL, &f.next);
}

/* ---- counted outputs ---- */

typedef struct {
    Next next;
    Next *outer;
    double left;
} Count;

static int count_one(Next *self, Value v, const Path *path)
{
    Count *c = (Count *)self;
    c->left--;
    int r = emit(c->outer, v, path);
    if (r != GO || c->left > 0)
        return r;
    stopper = c;
    return STOP;
}

static int counted(const Node *node, double n, const Frame *f)
{
    Count c = {{count_one}, f->outer, n};
    if (!(n > 0))
        return GO;
    int r = eval(node, f->env, f->in, f->path, &c.next);
    return r == STOP && stopper == &c ? GO : r;
}

static int call_first(const Node *call, const Env *env, Value in, const Path *path, Next *next)
{
    Frame f = {{NULL}, call, env, in, path, next, v_null()};
    return counted(call->list[0], 1, &f);
}

static int limit_one(Next *self, Value v, const Path *path)
{
    Frame *f = (Frame *)self;
    (void)path;
    if (v.kind != V_NUM)
        return fail_text("Invalid limit: %k (%v)", v, v);
    return counted(f->node->list[1], v.num, f);
}

static int call_limit(const Node *call, const Env *env, Value in, const Path *path, Next *next)
{
    Frame f = {{limit_one}, call, env, in, path, next, v_null()};
    return eval(call->list[0], env, in, NULL, &f.next);
}

static int call_isempty(const Node *call, const Env *env, Value in, const Path *path, Next *next)
{
    Value unused;
    bool found;
    int failed = first_of(call->list[0], env, in, &unused, &found);
    return failed ? failed : made(next, v_bool(!found), path);
}

/* ---- loops: of a condition and of a step the first output counts ---- */

/* Whether the condition, if there is one, holds; *over when it has no output. */
static int holds(const Node *call, const Env *env, Value v, bool *yes, bool *over)
{
    Value c = {.kind = V_TRUE};
    bool found = true;
    int r = call->n == 2 ? first_of(call->list[0], env, v, &c, &found) : GO;
    *yes = truthy(c);
    *over = !found;
    return r;
}

static int step(const Node *call, const Env *env, Value *v, bool *over)
{
    bool found;
    int r = first_of(call->list[call->n - 1], env, *v, v, &found);
    *over = !found;
    return r;
}

static int call_until(const Node *call, const Env *env, Value in, const Path *path, Next *next)
{
    bool yes, over = false;
    for (;;) {
        int r = holds(call, env, in, &yes, &over);
        if (r != GO || over)
            return r;
        if (yes)
            return made(next, in, path);
        r = step(call, env, &in, &over);
        if (r != GO || over)
            return r;
    }
}

/* while, and repeat, which has no condition. */
static int call_while(const Node *call, const Env *env, Value in, const Path *path, Next *next)
{
    bool yes, over = false;
    for (;;) {
        int r = holds(call, env, in, &yes, &over);
        if (r != GO || over || !yes)
            return r;
        r = made(next, in, path);
        if (r == GO)
            r = step(call, env, &in, &over);
        if (r != GO || over)
            return r;
    }
}

/* ---- ranges ---- */

typedef struct {
    Next next;
    const Frame *frame;
    int have;
    double v[3];
} Range;

static int run_range(const Range *g)
{
    double from = g->have > 1 ? g->v[0] : 0;
    double to = g->have > 1 ? g->v[1] : g->v[0];
    double by = g->have > 2 ? g->v[2] : 1;
    int r = GO;
    if (by > 0)
        for (; from < to && r == GO; from += by)
            r = made(g->frame->outer, v_num(from), g->frame->path);
    else if (by < 0)
        for (; from > to && r == GO; from += by)
            r = made(g->frame->outer, v_num(from), g->frame->path);
    return r;
}

static int range_part(Next *self, Value v, const Path *path)
{
    Range g = *(Range *)self;
    const Frame *f = g.frame;
    (void)path;
    if (v.kind != V_NUM)
        return fail_text("Range bounds must be numeric");
    g.v[g.have++] = v.num;
    if (g.have == f->node->n)
        return run_range(&g);
    return eval(f->node->list[g.have], f->env, f->in, NULL, &g.next);
}

static int call_range(const Node *call, const Env *env, Value in, const Path *path, Next *next)
{
    Frame f = {{NULL}, call, env, in, path, next, v_null()};
    Range g = {.next = {range_part}, .frame = &f};
    return eval(call->list[0], env, in, NULL, &g.next);
}

/* ---- input and messages ---- */

static int call_input(const Node *call, const Env *env, Value in, const Path *path, Next *next)
{
    (void)call, (void)env;
    if (!next_input(&in))
        return fail_text("No more inputs");
    return made(next, in, path);
}

static int call_inputs(const Node *call, const Env *env, Value in, const Path *path, Next *next)
{
    int r = GO;
    (void)call, (void)env;
    while (r == GO && next_input(&in))
        r = made(next, in, path);
    return r;
}

static int input_filename(Value in, const Value *args, Value *r)
{
    (void)in, (void)args;
    *r = input_name();
    return GO;
}

static int input_line_number(Value in, const Value *args, Value *r)
{
    (void)in, (void)args;
    *r = v_num(input_line());
    return GO;
}

static int modulemeta(Value in, const Value *args, Value *r)
{
    (void)args;
    return module_describer(in, r);
}

static void message(const char *start, Value v, const char *end)
{
    Value text = json_text(v);
    out_flush();
    write_all(2, start, strlen(start));
    write_all(2, text.str->s, text.str->n);
    write_all(2, end, strlen(end));
}

static int call_debug(const Node *call, const Env *env, Value in, const Path *path, Next *next)
{
    (void)call, (void)env;
    message("[\"DEBUG:\",", in, "]\n");
    return emit(next, in, path);
}

static int call_stderr(const Node *call, const Env *env, Value in, const Path *path, Next *next)
{
    (void)call, (void)env;
    message("", in, "");
    return emit(next, in, path);
}

static int call_halt(const Node *call, const Env *env, Value in, const Path *path, Next *next)
{
    (void)call, (void)env, (void)in, (void)path, (void)next;
    quit(out_finish(0));
}

static int halt_error(Value in, const Value *args, Value *r)
{
    (void)r;
    if (args[0].kind != V_NUM)
        return fail_text("halt_error/1: number required");
    if (in.kind == V_STR) {
        out_flush();
        write_all(2, in.str->s, in.str->n);
    } else {
        message("", in, "\n");
    }
    quit(out_finish((int)args[0].num));
}

const Native special_natives[] = {
    {"empty", 0, NULL, call_empty},     {"error", 0, NULL, call_error},
    {"select", 1, NULL, call_select},   {"path", 1, NULL, call_path},
    {"getpath", 1, NULL, call_getpath}, {"first", 1, NULL, call_first},
    {"limit", 2, NULL, call_limit},     {"isempty", 1, NULL, call_isempty},
    {"until", 2, NULL, call_until},     {"while", 2, NULL, call_while},
    {"repeat", 1, NULL, call_while},   {"range", 1, NULL, call_range},
    {"range", 2, NULL, call_range},     {"range", 3, NULL, call_range},
    {"input", 0, NULL, call_input},     {"inputs", 0, NULL, call_inputs},
    {"debug", 0, NULL, call_debug},     {"stderr", 0, NULL, call_stderr},
    {"halt", 0, NULL, call_halt},       {"halt_error", 1, halt_error, NULL},
    {"modulemeta", 0, modulemeta, NULL},
    {"input_filename", 0, input_filename, NULL},
    {"input_line_number", 0, input_line_number, NULL},
    {NULL, 0, NULL, NULL},
};
