/* Which names a place of the program sees. The chain of scopes here has the
 * shape of the chain of Env when the program runs: a name is a number of hops. */
#include "scope.h"

Value name_added(Value list, const char *name, int n)
{
    Buf b = {0};
    if (name[0] == '_')
        return list;
    buf_str(&b, name);
    buf_ch(&b, '/');
    num_write(&b, n);
    return arr_push(list, buf_value(&b));
}

const char *name_of(const char *s, size_t n)
{
    return xstrndup(s, n);
}

const Scope *scope_in(const Scope *up, int kind, const char *name, int n)
{
    Scope *s = xmalloc(sizeof *s);
    *s = (Scope){up, kind, name, n};
    return s;
}

bool scope_find(const Scope *s, int kind, const char *name, int n, int *hops)
{
    for (*hops = 0; s; s = s->up, ++*hops)
        if (s->kind == kind && s->n == n && !strcmp(s->name, name))
            return true;
    return false;
}

const Scope *scope_params(const Scope *s, const Def *def)
{
    for (int i = 0; i < def->n; i++) {
        const char *name = def->params[i];
        bool value = name[0] == '$';
        s = scope_in(s, S_FUNCTION, value ? name + 1 : name, 0);
        if (value)
            s = scope_in(s, S_VARIABLE, name + 1, 0);
    }
    return s;
}

const Scope *scope_pattern(const Scope *s, const Pattern *p)
{
    if (p->other) {
        for (int i = 0; i < p->all_count; i++)
            s = scope_in(s, S_VARIABLE, p->all[i], 0);
        return s;
    }
    if (p->var)
        s = scope_in(s, S_VARIABLE, p->var, 0);
    for (int i = 0; i < p->n; i++)
        s = scope_pattern(s, p->parts[i]);
    return s;
}
