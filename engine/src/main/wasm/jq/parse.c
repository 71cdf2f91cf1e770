/* Programs to trees: operators and definitions. */
#include "scope.h"

enum { MAX_NESTING = 200 };

static Node *parse_pipe(Parser *p);

/* ---- definitions ---- */

static void parse_params(Parser *p, Def *def)
{
    do {
        bool value = p->lx.kind == T_VAR;
        if (!value && p->lx.kind != T_WORD)
            expected(p, "a parameter");
        def->params = xrealloc(def->params, (size_t)(def->n + 1) * sizeof *def->params);
        def->params[def->n++] = name_of(p->lx.text - value, p->lx.n + value);
        lex_next(&p->lx);
    } while (take_op(p, ';'));
    need_op(p, ')');
}

static Def *parse_def(Parser *p)
{
    Def *def = xmalloc(sizeof *def);
    memset(def, 0, sizeof *def);
    if (p->lx.kind != T_WORD)
        expected(p, "a name");
    def->name = name_of(p->lx.text, p->lx.n);
    lex_next(&p->lx);
    if (take_op(p, '('))
        parse_params(p, def);
    need_op(p, ':');
    const Scope *outside = p->scope;
    p->scope = scope_params(scope_in(outside, S_FUNCTION, def->name, def->n), def);
    def->body = parse_pipe(p);
    p->scope = outside;
    need_op(p, ';');
    return def;
}

static Node *parse_defined(Parser *p)
{
    const Scope *outside = p->scope;
    Node *node = node_new(E_DEF);
    node->def = parse_def(p);
    p->scope = scope_in(outside, S_FUNCTION, node->def->name, node->def->n);
    if (p->lx.kind == T_END || at_op(p, ')'))
        node->a = node_new(E_IDENTITY);
    else
        node->a = parse_pipe(p);
    p->scope = outside;
    return node;
}

/* ---- operators, from the loosest ---- */

enum { LEFT, RIGHT, NONE };

typedef struct {
    int op;
    int level, side;
    int kind;
} Operator;

static const Operator operators[] = {
    {OP_DEFINED, 2, RIGHT, E_ALT},   {'=', 3, NONE, E_ASSIGN},
    {'|' + 128, 3, NONE, E_UPDATE},  {'+' + 128, 3, NONE, E_ASSIGN},
    {'-' + 128, 3, NONE, E_ASSIGN},  {'*' + 128, 3, NONE, E_ASSIGN},
    {'/' + 128, 3, NONE, E_ASSIGN},  {'%' + 128, 3, NONE, E_ASSIGN},
    {'A', 3, NONE, E_ASSIGN},        {OP_EQ, 6, NONE, E_BINARY},
    {OP_NE, 6, NONE, E_BINARY},      {'<', 6, NONE, E_BINARY},
    {'>', 6, NONE, E_BINARY},        {OP_LE, 6, NONE, E_BINARY},
    {OP_GE, 6, NONE, E_BINARY},      {'+', 7, LEFT, E_BINARY},
    {'-', 7, LEFT, E_BINARY},        {'*', 8, LEFT, E_BINARY},
    {'/', 8, LEFT, E_BINARY},        {'%', 8, LEFT, E_BINARY},
};

static const Operator *operator_at(const Parser *p)
{
    static const Operator or_word = {'o', 4, LEFT, E_OR}, and_word = {'a', 5, LEFT, E_AND};
    if (at_word(p, "or"))
        return &or_word;
    if (at_word(p, "and"))
        return &and_word;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (at_op(p, operators[i].op))
            return &operators[i];
    return NULL;
}

static Node *parse_unary(Parser *p)
{
    return take_word(p, "def") ? parse_defined(p) : parse_signed(p);
}

static Node *parse_level(Parser *p, int level)
{
    Node *left = parse_unary(p);
    for (;;) {
        const Operator *o = operator_at(p);
        if (!o || o->level < level)
            return left;
        lex_next(&p->lx);
        Node *node = node_new(o->kind);
        node->op = o->op > 128 && o->op < 256 ? o->op - 128 : o->op;
        node->a = left;
        node->b = parse_level(p, o->side == RIGHT ? o->level : o->level + 1);
        left = node;
        const Operator *again = operator_at(p);
        if (o->side == NONE && again && again->level == o->level)
            lex_error(&p->lx, "syntax error: this operator cannot be repeated");
    }
}

static Node *joined(int kind, Node *a, Node *b)
{
    Node *node = node_new(kind);
    node->a = a;
    node->b = b;
    return node;
}

static Node *parse_chain(Parser *p, bool commas)
{
    if (++p->depth > MAX_NESTING)
        lex_error(&p->lx, "the program is nested too deeply");
    Node *node = parse_level(p, 2);
    while (commas && take_op(p, ','))
        node = joined(E_COMMA, node, parse_level(p, 2));
    if (take_op(p, '|'))
        node = joined(E_PIPE, node, parse_chain(p, commas));
    p->depth--;
    return node;
}

static Node *parse_pipe(Parser *p)
{
    return parse_chain(p, true);
}

static Node *parse_no_comma(Parser *p)
{
    return parse_chain(p, false);
}

const Grammar jq_grammar = {parse_pipe, parse_signed, parse_no_comma, parse_def};
