/* Statements, rules and functions of a program. */
#include "awk.h"

enum { MOST_DEPTH = 200 };

static int depth, loops;
static bool outside_records; /* in BEGIN or END */

static Node *statement(void);

/* ---- simple statements ---- */

static bool ends_statement(void)
{
    return token.kind == T_NEWLINE || token.kind == T_END || token_is(';') || token_is('}');
}

static Node *single(Node *n)
{
    if (n->op == N_LIST)
        syntax_error("syntax error");
    return n;
}

static Node *print(int op)
{
    Node *n = node_new(op, NULL, NULL);
    lex_next();
    if (!ends_statement() && !token_is('>') && !token_is(OP_APPEND) && !token_is('|'))
        n->a = parse_list(true);
    if (n->a && n->a->op == N_LIST && !n->a->next)
        n->a = n->a->a;
    if (op == S_PRINTF && !n->a)
        syntax_error("syntax error: printf needs a format");
    if (token_is('|'))
        no_commands("print | ...");
    if (token_is('>') || token_is(OP_APPEND)) {
        n->sub = token_is('>') ? TO_FILE : TO_APPEND;
        lex_next();
        n->b = single(parse_expression(true));
    }
    return n;
}

static Node *delete_statement(void)
{
    lex_next();
    if (token.kind != T_NAME)
        syntax_error("syntax error: delete needs an element or an array");
    Node *n = node_new(S_DELETE_ALL, NULL, NULL);
    n->sym = scope_find(token.text);
    array_used(n->sym);
    lex_next();
    if (token_is('[')) {
        lex_next();
        n->op = S_DELETE;
        n->a = parse_subscripts();
    }
    return n;
}

static Node *simple(void)
{
    if (token_is_word(K_PRINT))
        return print(S_PRINT);
    if (token_is_word(K_PRINTF))
        return print(S_PRINTF);
    if (token_is_word(K_DELETE))
        return delete_statement();
    Node *n = node_new(S_EXPR, NULL, NULL);
    n->a = single(parse_expression(false));
    return n;
}

/* ---- statements with parts ---- */

static Node *condition(void)
{
    lex_next();
    expect('(', "(");
    Node *n = single(parse_expression(false));
    expect(')', ")");
    return n;
}

static Node *body(void)
{
    skip_newlines();
    if (token_is(';')) {
        Node *n = node_new(S_NOTHING, NULL, NULL);
        lex_next();
        return n;
    }
    return statement();
}

static Node *if_statement(void)
{
    Node *n = node_new(S_IF, NULL, NULL);
    n->a = condition();
    n->b = body();
    Mark before = lex_mark();
    while (token.kind == T_NEWLINE || token_is(';'))
        lex_next();
    if (token_is_word(K_ELSE)) {
        lex_next();
        n->c = body();
    } else {
        lex_back(&before);
    }
    return n;
}

static Node *loop_body(void)
{
    loops++;
    Node *n = body();
    loops--;
    return n;
}

static Node *while_statement(void)
{
    Node *n = node_new(S_WHILE, NULL, NULL);
    n->a = condition();
    n->b = loop_body();
    return n;
}

static Node *do_statement(void)
{
    Node *n = node_new(S_DO, NULL, NULL);
    lex_next();
    n->b = loop_body();
    while (token.kind == T_NEWLINE || token_is(';'))
        lex_next();
    if (!token_is_word(K_WHILE))
        syntax_error("syntax error: do without while");
    n->a = condition();
    return n;
}

/* for (name in array), or NULL when it is another loop. */
static Node *for_in(void)
{
    Mark start = lex_mark();
    if (token.kind != T_NAME)
        return NULL;
    Node *n = node_new(S_FOR_IN, NULL, NULL);
    Str *variable = token.text;
    lex_next();
    if (token_is_word(K_IN)) {
        lex_next();
        if (token.kind == T_NAME) {
            Str *array = token.text;
            lex_next();
            if (token_is(')')) {
                lex_next();
                Symbol *s = scope_find(variable);
                n->a = node_new(s->local >= 0 ? N_LOCAL : s->special ? N_SPECIAL : N_GLOBAL, NULL, NULL);
                n->a->sym = s;
                name_seen(n->a);
                n->sym = scope_find(array);
                array_used(n->sym);
                n->b = loop_body();
                return n;
            }
        }
    }
    lex_back(&start);
    return NULL;
}

static Node *for_statement(void)
{
    lex_next();
    expect('(', "(");
    Node *n = for_in();
    if (n)
        return n;
    n = node_new(S_FOR, NULL, NULL);
    if (!token_is(';'))
        n->a = simple();
    expect(';', ";");
    skip_newlines();
    if (!token_is(';'))
        n->c = single(parse_expression(false));
    expect(';', ";");
    skip_newlines();
    if (!token_is(')'))
        n->d = simple();
    expect(')', ")");
    n->b = loop_body();
    return n;
}

static Node *block(void)
{
    Node *n = node_new(S_BLOCK, NULL, NULL), **to = &n->a;
    expect('{', "{");
    for (;;) {
        while (token.kind == T_NEWLINE || token_is(';'))
            lex_next();
        if (token_is('}'))
            break;
        if (token.kind == T_END)
            syntax_error("syntax error: missing }");
        *to = statement();
        to = &(*to)->next;
    }
    lex_next();
    return n;
}

/* Words that end something: next, exit and so on. */
static Node *jump(int op)
{
    Node *n = node_new(op, NULL, NULL);
    if ((op == S_BREAK || op == S_CONTINUE) && !loops)
        syntax_error("syntax error: outside of a loop:");
    if ((op == S_NEXT || op == S_NEXTFILE) && outside_records)
        syntax_error("syntax error: in BEGIN or END:");
    if (op == S_RETURN && !parsing)
        syntax_error("syntax error: outside of a function:");
    lex_next();
    if ((op == S_EXIT || op == S_RETURN) && !ends_statement())
        n->a = single(parse_expression(false));
    return n;
}

static Node *by_keyword(void)
{
    switch (token.op) {
    case K_IF: return if_statement();
    case K_WHILE: return while_statement();
    case K_FOR: return for_statement();
    default: return NULL;
    }
}

static Node *plain(void)
{
    static const struct {
        uchar word, op;
    } jumps[] = {{K_NEXT, S_NEXT},     {K_NEXTFILE, S_NEXTFILE}, {K_EXIT, S_EXIT},
                 {K_RETURN, S_RETURN}, {K_BREAK, S_BREAK},       {K_CONTINUE, S_CONTINUE}};
    for (size_t i = 0; token.kind == T_KEYWORD && i < sizeof jumps / sizeof *jumps; i++)
        if (token.op == jumps[i].word)
            return jump(jumps[i].op);
    return token_is_word(K_DO) ? do_statement() : simple();
}

static Node *statement(void)
{
    if (++depth > MOST_DEPTH)
        program_error(token.line, "statements are nested more than 200 deep", "");
    Node *n = token_is('{') ? block() : token.kind == T_KEYWORD ? by_keyword() : NULL;
    if (!n) {
        n = plain();
        if (!ends_statement())
            syntax_error("syntax error");
        if (token_is(';') || token.kind == T_NEWLINE)
            lex_next();
    }
    depth--;
    return n;
}

/* ---- rules and functions ---- */

static void parameter(Function *f)
{
    if (token.kind != T_NAME)
        syntax_error("syntax error: a parameter must be a name");
    for (int i = 0; i < f->count; i++)
        if (!strcmp(f->params[i]->name, token.text->b))
            syntax_error("syntax error: a second parameter of the same name");
    Symbol *s = xmalloc(sizeof *s);
    *s = (Symbol){.name = token.text->b, .local = f->count, .line = token.line};
    f->params = xrealloc(f->params, (size_t)(f->count + 1) * sizeof *f->params);
    f->params[f->count++] = s;
    lex_next();
    skip_newlines();
}

static void function(void)
{
    lex_next();
    if (token.kind != T_NAME && token.kind != T_CALL)
        syntax_error("syntax error: a function needs a name of its own");
    Function *f = function_named(token.text);
    if (f->defined)
        syntax_error("syntax error: a second function of this name");
    f->defined = true;
    lex_next();
    expect('(', "(");
    skip_newlines();
    while (!token_is(')')) {
        parameter(f);
        if (!token_is(','))
            break;
        lex_next();
        skip_newlines();
        if (token_is(')'))
            syntax_error("syntax error");
    }
    expect(')', ")");
    skip_newlines();
    parsing = f;
    f->body = block();
    parsing = NULL;
}

static void add_rule(Rule **list, Node *from, Node *to, Node *action)
{
    while (*list)
        list = &(*list)->next;
    *list = xmalloc(sizeof **list);
    **list = (Rule){.from = from, .to = to, .body = action};
}

static void special_rule(Rule **list, const char *what)
{
    lex_next();
    if (!token_is('{'))
        program_error(token.line, "syntax error: %s needs a { on its line", what);
    outside_records = true;
    add_rule(list, NULL, NULL, block());
    outside_records = false;
}

static void pattern_rule(Program *p)
{
    Node *from = NULL, *to = NULL;
    if (!token_is('{')) {
        from = single(parse_expression(false));
        if (token_is(',')) {
            lex_next();
            skip_newlines();
            to = single(parse_expression(false));
        }
    }
    bool has_action = token_is('{');
    if (!has_action && !ends_statement())
        syntax_error("syntax error");
    add_rule(&p->main, from, to, has_action ? block() : NULL);
}

Program *parse_program(void)
{
    static Program p;
    for (;;) {
        while (token.kind == T_NEWLINE || token_is(';'))
            lex_next();
        if (token.kind == T_END)
            break;
        if (token_is_word(K_FUNCTION))
            function();
        else if (token_is_word(K_BEGIN))
            special_rule(&p.begin, "BEGIN");
        else if (token_is_word(K_END))
            special_rule(&p.end, "END");
        else
            pattern_rule(&p);
    }
    p.functions = functions;
    return &p;
}
