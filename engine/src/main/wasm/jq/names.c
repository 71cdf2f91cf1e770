/* Variables and calls: names that mean something where they stand. */
#include "scope.h"

static _Noreturn void undefined(Parser *p, const char *sign, const char *name, int n)
{
    Buf why = {0};
    buf_str(&why, sign);
    buf_str(&why, name);
    if (n >= 0) {
        buf_ch(&why, '/');
        buf_ch(&why, '0' + n);
    }
    buf_str(&why, " is not defined");
    buf_mem(&why, "", 1);
    lex_error(&p->lx, why.s);
}

/* A function with n parameters, or with -1 a variable, that a module gave. */
static const Global *global(const Parser *p, const char *name, int n)
{
    const Global *g = p->globals;
    while (g && (strcmp(g->name, name) || (g->def ? g->def->n : -1) != n))
        g = g->next;
    return g;
}

static Node *variable(Parser *p, const char *name)
{
    Node *node = node_new(E_VAR);
    node->name = name;
    if (!strcmp(name, "__loc__")) {
        const char *file = p->lx.file ? p->lx.file : "<top-level>";
        int line = 1;
        for (const char *s = p->lx.start; s < p->lx.at; s++)
            line += *s == '\n';
        node->kind = E_LITERAL;
        node->value = obj_put(obj_put(v_object(), "file", v_word(file)), "line",
                              v_num(line));
    } else if (!scope_find(p->scope, S_VARIABLE, name, 0, &node->depth)) {
        const Global *given = global(p, name, -1);
        node->kind = E_LITERAL;
        if (given)
            node->value = given->value;
        else if (!strcmp(name, "ENV"))
            node->value = var_env;
        else if (!strcmp(name, "ARGS"))
            node->value = var_args;
        else if (!obj_get(var_named, v_word(name).str, &node->value))
            undefined(p, "$", name, -1);
    }
    return node;
}

Node *call_of(Parser *p, const char *name, Node **args, int n)
{
    Node *node = node_new(E_CALL);
    node->name = name;
    node->list = args;
    node->n = n;
    if (scope_find(p->scope, S_FUNCTION, name, n, &node->depth))
        return node;
    const Global *given = global(p, name, n);
    if (given) {
        node->def = given->def;
        return node;
    }
    if (n == 0 && !strcmp(name, "builtins")) {
        node->kind = E_LITERAL;
        node->value = name_added(prelude_names(native_names(v_array())), "builtins", 0);
        return node;
    }
    node->native = native_find(name, n);
    if (!node->native)
        node->def = prelude_find(p->grammar, name, n);
    if (!node->native && !node->def)
        undefined(p, "", name, n);
    return node;
}

Node *parse_variable(Parser *p)
{
    Node *node = variable(p, name_of(p->lx.text, p->lx.n));
    lex_next(&p->lx);
    return node;
}
