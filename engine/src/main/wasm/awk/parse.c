/* Expressions of a program. */
#include "awk.h"

enum { MOST_DEPTH = 200, MOST_IN_A_ROW = 1000 };

static int depth;

static Node *unary(void);
static Node *primary(void);

/* ---- nodes ---- */

static Node *number_node(double d)
{
    Node *n = node_new(N_NUMBER, NULL, NULL);
    n->num = d;
    n->simple = true;
    return n;
}

static void not_a_list(const Node *n)
{
    if (n->op == N_LIST)
        program_error(n->line, "syntax error: a list in parentheses stands only before in, and behind print", "");
}

static Node *binary(int op, Node *a, Node *b)
{
    not_a_list(a);
    not_a_list(b);
    return node_new(op, a, b);
}

static void deeper(void)
{
    if (++depth > MOST_DEPTH)
        program_error(token.line, "an expression is nested more than 200 deep", "");
}

static void in_a_row(int *count)
{
    if (++*count > MOST_IN_A_ROW)
        program_error(token.line, "an expression has more than 1000 operators in a row", "");
}

/* ---- names ---- */

static Node *subscripted(Symbol *s)
{
    Node *n = node_new(N_ELEMENT, NULL, NULL);
    lex_next();
    n->sym = s;
    n->a = parse_subscripts();
    array_used(s);
    return n;
}

static Node *name(void)
{
    Symbol *s = scope_find(token.text);
    if (!s->line)
        s->line = token.line;
    Node *n = node_new(s->local >= 0 ? N_LOCAL : s->special ? N_SPECIAL : N_GLOBAL, NULL, NULL);
    lex_next();
    if (token_is('['))
        return subscripted(s);
    n->sym = s;
    n->simple = true;
    name_seen(n);
    return n;
}

Node *parse_subscripts(void)
{
    Node *list = parse_list(false);
    expect(']', "]");
    return list;
}

/* ---- calls ---- */

static Node *own_call(void)
{
    Node *n = node_new(N_CALL, NULL, NULL);
    n->function = function_named(token.text);
    n->call = call_function;
    lex_next();
    lex_next();
    skip_newlines();
    if (!token_is(')'))
        n->a = parse_list(false);
    skip_newlines();
    expect(')', ")");
    for (Node *a = n->a; a; a = a->next)
        a->sub = a->op == N_GLOBAL || a->op == N_LOCAL || a->op == N_SPECIAL ? 1 : a->sub;
    call_seen(n);
    return n;
}

static Node *builtin_call(void)
{
    const Builtin *b = token.builtin;
    Node *n = node_new(N_CALL, NULL, NULL);
    if (!b->call)
        no_commands("system()");
    n->call = b->call;
    lex_next();
    if (token_is('(')) {
        lex_next();
        skip_newlines();
        if (!token_is(')'))
            n->a = parse_list(false);
        skip_newlines();
        expect(')', ")");
    } else if (b->call != fn_length) {
        syntax_error("syntax error: missing (");
    }
    check_builtin(n, b);
    return n;
}

static Node *getline_call(void)
{
    Node *n = node_new(N_CALL, NULL, NULL);
    n->call = fn_getline;
    lex_next();
    if (token.kind == T_NAME || token_is('$')) {
        n->a = primary();
        if (!is_lvalue(n->a))
            syntax_error("syntax error: getline needs something assignable");
    }
    if (token_is('<')) {
        lex_next();
        n->b = primary();
        not_a_list(n->b);
    }
    return n;
}

/* ---- parts of expressions ---- */

static Node *regex(void)
{
    Node *n = node_new(N_REGEX, NULL, NULL);
    n->re = lex_regex();
    n->simple = true;
    return n;
}

static Node *parenthesised(void)
{
    lex_next();
    skip_newlines();
    Node *list = parse_list(false);
    skip_newlines();
    expect(')', ")");
    if (!list->next)
        return list;
    Node *n = node_new(N_LIST, list, NULL);
    return n;
}

static Node *stepped(int op)
{
    lex_next();
    Node *n = node_new(N_PRE, primary(), NULL);
    if (!is_lvalue(n->a))
        syntax_error("syntax error: ++ and -- need something assignable");
    n->k = op == OP_INCR ? 1 : -1;
    return n;
}

static Node *field(void)
{
    lex_next();
    Node *of = token_is('-') || token_is('+') || token_is('!') ? unary() : primary();
    not_a_list(of);
    if (of->op == N_NUMBER && of->num >= 0 && of->num <= 1000000) {
        of->op = N_FIELD_AT;
        of->k = (int)of->num;
        return of;
    }
    Node *n = node_new(N_FIELD, of, NULL);
    n->simple = of->simple;
    return n;
}

static Node *constant(void)
{
    Node *n;
    if (token.kind == T_NUMBER) {
        n = number_node(token.num);
    } else {
        n = node_new(N_STRING, NULL, NULL);
        n->str = token.text;
        n->simple = true;
    }
    lex_next();
    return n;
}

static Node *primary(void)
{
    deeper();
    Node *n = NULL;
    if (token.kind == T_NUMBER || token.kind == T_STRING)
        n = constant();
    else if (token.kind == T_NAME)
        n = name();
    else if (token.kind == T_CALL)
        n = own_call();
    else if (token.kind == T_BUILTIN)
        n = builtin_call();
    else if (token_is_word(K_GETLINE))
        n = getline_call();
    else if (token_is('$'))
        n = field();
    else if (token_is('('))
        n = parenthesised();
    else if (token_is('/') || token_is(OP_DIV_SET))
        n = regex();
    else if (token_is(OP_INCR) || token_is(OP_DECR))
        n = stepped(token.op);
    else if (token_is('-') || token_is('+') || token_is('!'))
        n = unary();
    else
        syntax_error("syntax error");
    depth--;
    return n;
}

static int assignment_operator(void)
{
    if (token.kind != T_OP)
        return 0;
    switch (token.op) {
    case '=': return '=';
    case OP_ADD_SET: return '+';
    case OP_SUB_SET: return '-';
    case OP_MUL_SET: return '*';
    case OP_DIV_SET: return '/';
    case OP_MOD_SET: return '%';
    case OP_POW_SET: return '^';
    default: return 0;
    }
}

static bool no_greater; /* > redirects here */

/* An assignment is found at what it assigns to, so that a && b = 1 means a && (b = 1). */
static Node *assigned(Node *to, int op)
{
    lex_next();
    skip_newlines();
    Node *value = parse_expression(no_greater);
    not_a_list(value);
    Node *n = node_new(op == '=' ? N_ASSIGN : N_ASSIGN_OP, to, value);
    n->sub = (uchar)op;
    bool plain = to->op == N_GLOBAL || to->op == N_LOCAL;
    if (op == '=' && plain && value->op == N_CONCAT && value->a->op == to->op &&
        value->a->sym == to->sym && value->a->next) {
        n->op = N_APPEND;
        n->sym = to->sym;
        n->a = value->a->next;
    }
    return n;
}

static Node *postfix(void)
{
    Node *n = primary();
    if (!is_lvalue(n))
        return n;
    int op = assignment_operator();
    if (op)
        return assigned(n, op);
    if (token_is(OP_INCR) || token_is(OP_DECR)) {
        n = node_new(N_POST, n, NULL);
        n->k = token.op == OP_INCR ? 1 : -1;
        lex_next();
    }
    return n;
}

static Node *power(void)
{
    Node *n = postfix();
    if (!token_is('^'))
        return n;
    deeper();
    lex_next();
    n = binary(N_POW, n, unary());
    depth--;
    return n;
}

static Node *unary(void)
{
    int op = token_is('!') ? N_NOT : token_is('-') ? N_NEG : token_is('+') ? N_PLUS : 0;
    if (!op)
        return power();
    deeper();
    lex_next();
    Node *of = unary();
    depth--;
    not_a_list(of);
    if (op == N_NEG && of->op == N_NUMBER) {
        of->num = -of->num;
        return of;
    }
    return node_new(op, of, NULL);
}

static Node *product(void)
{
    Node *n = unary();
    int count = 0;
    for (;;) {
        int op = token_is('*') ? N_MUL : token_is('/') ? N_DIV : token_is('%') ? N_MOD : 0;
        if (!op)
            return n;
        in_a_row(&count);
        lex_next();
        n = binary(op, n, unary());
    }
}

static Node *sum(void)
{
    Node *n = product();
    int count = 0;
    for (;;) {
        int op = token_is('+') ? N_ADD : token_is('-') ? N_SUB : 0;
        if (!op)
            return n;
        in_a_row(&count);
        lex_next();
        n = binary(op, n, product());
    }
}

static bool starts_operand(void)
{
    switch (token.kind) {
    case T_NUMBER:
    case T_STRING:
    case T_NAME:
    case T_CALL:
    case T_BUILTIN: return true;
    case T_OP:
        return token_is('$') || token_is('!') || token_is('(') || token_is(OP_INCR) ||
               token_is(OP_DECR);
    default: return false;
    }
}

static Node *concatenation(void)
{
    Node *first = sum();
    if (!starts_operand())
        return first;
    not_a_list(first);
    Node *n = node_new(N_CONCAT, first, NULL), *last = first;
    while (starts_operand()) {
        last->next = sum();
        last = last->next;
        not_a_list(last);
    }
    return n;
}

static int comparison_operator(void)
{
    if (token.kind != T_OP)
        return 0;
    switch (token.op) {
    case '<': return N_LT;
    case OP_LE: return N_LE;
    case OP_EQ: return N_EQ;
    case OP_NE: return N_NE;
    case '>': return no_greater ? 0 : N_GT;
    case OP_GE: return N_GE;
    default: return 0;
    }
}

static Node *comparison(void)
{
    Node *n = concatenation();
    int count = 0;
    for (int op; (op = comparison_operator());) {
        in_a_row(&count);
        lex_next();
        n = binary(op, n, concatenation());
    }
    if (token_is('|')) {
        lex_next();
        no_commands(token_is_word(K_GETLINE) ? "| getline" : "| behind an expression");
    }
    return n;
}

static Node *match(void)
{
    Node *n = comparison();
    int count = 0;
    while (token_is('~') || token_is(OP_NOMATCH)) {
        int op = token_is('~') ? N_MATCH : N_NOMATCH;
        in_a_row(&count);
        lex_next();
        n = binary(op, n, comparison());
    }
    return n;
}

static Node *membership(void)
{
    Node *n = match();
    int count = 0;
    while (token_is_word(K_IN)) {
        in_a_row(&count);
        lex_next();
        if (token.kind != T_NAME)
            syntax_error("syntax error: in needs the name of an array");
        Node *in = node_new(N_IN, n->op == N_LIST ? n->a : n, NULL);
        in->sym = scope_find(token.text);
        array_used(in->sym);
        lex_next();
        n = in;
    }
    return n;
}

static Node *chain(int token_op, int op, Node *(*part)(void))
{
    Node *n = part();
    int count = 0;
    while (token_is(token_op)) {
        in_a_row(&count);
        lex_next();
        skip_newlines();
        n = binary(op, n, part());
    }
    return n;
}

static Node *conjunction(void)
{
    return chain(OP_AND, N_AND, membership);
}

Node *parse_expression(bool no_gt)
{
    bool before = no_greater;
    no_greater = no_gt;
    deeper();
    Node *n = chain(OP_OR, N_OR, conjunction);
    if (token_is('?')) {
        not_a_list(n);
        lex_next();
        skip_newlines();
        Node *yes = parse_expression(no_gt);
        skip_newlines();
        expect(':', ":");
        skip_newlines();
        n = binary(N_COND, n, yes);
        n->c = parse_expression(no_gt);
        not_a_list(n->c);
    }
    depth--;
    no_greater = before;
    return n;
}

Node *parse_list(bool no_gt)
{
    Node *first = parse_expression(no_gt), *last = first;
    while (token_is(',')) {
        not_a_list(last);
        lex_next();
        skip_newlines();
        last->next = parse_expression(no_gt);
        last = last->next;
        not_a_list(last);
    }
    return first;
}
