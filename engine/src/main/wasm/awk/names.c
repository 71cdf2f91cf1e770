/* Names of a program: which are arrays, and whether calls fit their functions. */
#include "awk.h"

typedef struct {
    Node **v;
    int n, cap;
} Seen;

Function *parsing, *functions;
static Seen names, calls;

Node *node_new(int op, Node *a, Node *b)
{
    Node *n = xmalloc(sizeof *n);
    *n = (Node){.op = (uchar)op, .line = token.line, .a = a, .b = b};
    return n;
}

Symbol *scope_find(const Str *name)
{
    for (int i = 0; parsing && i < parsing->count; i++)
        if (!strcmp(parsing->params[i]->name, name->b))
            return parsing->params[i];
    return symbol_global(name->b);
}

Function *function_named(const Str *name)
{
    for (Function *f = functions; f; f = f->next)
        if (!strcmp(f->name, name->b))
            return f;
    Function *f = xmalloc(sizeof *f);
    *f = (Function){.next = functions, .name = xstrndup(name->b, name->len), .line = token.line};
    return functions = f;
}

static void add(Seen *seen, Node *n)
{
    if (seen->n == seen->cap)
        seen->v = xrealloc(seen->v, (size_t)(seen->cap = seen->cap * 2 + 64) * sizeof *seen->v);
    seen->v[seen->n++] = n;
}

void name_seen(Node *n)
{
    add(&names, n);
}

void call_seen(Node *n)
{
    add(&calls, n);
}

void array_used(Symbol *s)
{
    if (s->special && s->kind == SCALAR)
        program_error(token.line, "%s is not an array", s->name);
    s->kind = ARRAY;
}

/* ---- built-in functions ---- */

static void array_argument(Node *n, const Builtin *b)
{
    if (n->op != N_GLOBAL && n->op != N_LOCAL && n->op != N_SPECIAL)
        program_error(n->line, "syntax error: %s wants the name of an array here", b->name);
    array_used(n->sym);
    n->op = N_ARRAY;
    n->simple = false;
}

void check_builtin(Node *n, const Builtin *b)
{
    int count = 0;
    for (Node *a = n->a; a; a = a->next, count++)
        if (count == b->array)
            array_argument(a, b);
    if (count < b->min || count > b->max)
        program_error(n->line, "syntax error: wrong number of arguments of %s", b->name);
    Node *target = b->call == fn_sub || b->call == fn_gsub ? n->a->next->next : NULL;
    if (target && !is_lvalue(target))
        program_error(n->line, "syntax error: the third argument of %s must be assignable", b->name);
    if (b->call == fn_length && n->a && (n->a->op == N_GLOBAL || n->a->op == N_LOCAL || n->a->op == N_SPECIAL))
        n->a->sub = 1;
}

/* ---- once all is read ---- */

static bool is_name(const Node *n)
{
    return n->op == N_GLOBAL || n->op == N_LOCAL || n->op == N_SPECIAL;
}

/* An argument and its parameter are arrays together. Returns whether that was news. */
static bool spread(Node *call)
{
    bool news = false;
    const Function *f = call->function;
    int i = 0;
    for (Node *a = call->a; a && i < f->count; a = a->next, i++) {
        if (!is_name(a))
            continue;
        if (f->params[i]->kind == ARRAY && a->sym->kind != ARRAY) {
            array_used(a->sym);
            news = true;
        } else if (a->sym->kind == ARRAY && f->params[i]->kind != ARRAY) {
            f->params[i]->kind = ARRAY;
            news = true;
        }
    }
    return news;
}

static void check_call(const Node *call)
{
    const Function *f = call->function;
    int i = 0;
    for (const Node *a = call->a; a; a = a->next, i++) {
        if (i >= f->count)
            program_error(call->line, "function %s is called with more arguments than it has", f->name);
        if (f->params[i]->kind == ARRAY && a->op != N_ARRAY)
            program_error(call->line, "function %s is called without the array that it needs", f->name);
    }
}

void resolve_calls(void)
{
    for (Function *f = functions; f; f = f->next)
        if (!f->defined)
            program_error(f->line, "function %s is not defined", f->name);
    for (bool news = true; news;) {
        news = false;
        for (int i = 0; i < calls.n; i++)
            news |= spread(calls.v[i]);
    }
    for (int i = 0; i < names.n; i++) {
        Node *n = names.v[i];
        if (!is_name(n) || n->sym->kind != ARRAY)
            continue;
        if (!n->sub)
            program_error(n->line, "the array %s is used as a scalar", n->sym->name);
        n->op = N_ARRAY;
        n->simple = false;
    }
    for (int i = 0; i < calls.n; i++)
        check_call(calls.v[i]);
}
