/* Programs to trees: terms, strings, objects and patterns. */
#include "scope.h"

static Node *parse_term(Parser *p);
static Pattern *parse_pattern(Parser *p);

static Node *literal(Value v)
{
    Node *node = node_new(E_LITERAL);
    node->value = v;
    return node;
}

static Node *index_of(Node *of, Node *key)
{
    Node *node = node_new(E_INDEX);
    node->a = of;
    node->b = key;
    return node;
}

static Node *field_name(Parser *p)
{
    Node *key = literal(v_text(p->lx.text, p->lx.n));
    lex_next(&p->lx);
    return key;
}

/* ---- strings ---- */

Node *parse_string(Parser *p, const char *format)
{
    Node *node = node_new(E_STRING);
    node->name = format;
    for (;;) {
        Buf part = {0};
        bool more = lex_string(&p->lx, &part);
        node_add(node, literal(v_text(part.s ? part.s : "", part.n)));
        free(part.s);
        if (!more)
            break;
        lex_next(&p->lx);
        node_add(node, p->grammar->pipe(p));
        if (!at_op(p, ')'))
            lex_error(&p->lx, "syntax error: expected ')' in a string");
    }
    lex_next(&p->lx);
    return node->n == 1 ? node->list[0] : node;
}

static Node *parse_format(Parser *p)
{
    Node *node = node_new(E_FORMAT);
    node->name = name_of(p->lx.text, p->lx.n);
    lex_next(&p->lx);
    return p->lx.kind == T_STRING ? parse_string(p, node->name) : node;
}

/* ---- objects ---- */

/* $name, with the variable as value, or $name: value, with the variable as key. */
static void shorthand(Parser *p, Node *object)
{
    Node *name = literal(v_text(p->lx.text, p->lx.n)), *variable = parse_variable(p);
    bool key = take_op(p, ':');
    node_add(object, key ? variable : name);
    node_add(object, key ? p->grammar->no_comma(p) : variable);
}

static Node *checked_key(Parser *p, Node *key)
{
    Value v = key->value;
    if (key->kind == E_LITERAL && v.kind != V_STR && v.kind < V_ARR) {
        Buf why = {0};
        buf_str(&why, "Cannot use ");
        buf_str(&why, kind_name(v));
        buf_str(&why, " (");
        json_write(&why, v, &(Style){.indent = -1});
        buf_mem(&why, ") as object key", 16);
        lex_error(&p->lx, why.s);
    }
    return key;
}

static Node *parse_key(Parser *p)
{
    if (take_op(p, '(')) {
        Node *key = checked_key(p, p->grammar->pipe(p));
        need_op(p, ')');
        return key;
    }
    if (p->lx.kind == T_STRING)
        return parse_string(p, NULL);
    if (p->lx.kind == T_FORMAT)
        return parse_format(p);
    if (p->lx.kind == T_NUM) {
        Node *key = literal(json_text(p->lx.num));
        lex_next(&p->lx);
        return key;
    }
    if (p->lx.kind != T_WORD)
        lex_error(&p->lx, "syntax error: expected a key");
    return field_name(p);
}

static void parse_entry(Parser *p, Node *object)
{
    if (p->lx.kind == T_VAR) {
        shorthand(p, object);
        return;
    }
    Node *key = parse_key(p);
    node_add(object, key);
    if (take_op(p, ':'))
        node_add(object, p->grammar->no_comma(p));
    else
        node_add(object, index_of(node_new(E_IDENTITY), key));
}

static Node *parse_object(Parser *p)
{
    Node *node = node_new(E_OBJECT);
    if (take_op(p, '}'))
        return node;
    do
        parse_entry(p, node);
    while (take_op(p, ','));
    need_op(p, '}');
    return node;
}

/* ---- patterns ---- */

static void add_part(Pattern *to, Node *key, Pattern *part)
{
    size_t n = (size_t)to->n + 1;
    to->parts = xrealloc(to->parts, n * sizeof *to->parts);
    to->parts[n - 1] = part;
    if (key) {
        to->keys = xrealloc(to->keys, n * sizeof *to->keys);
        to->keys[n - 1] = key;
    }
    to->n = (int)n;
}

static Pattern *pattern_new(const char *var)
{
    Pattern *part = xmalloc(sizeof *part);
    memset(part, 0, sizeof *part);
    part->var = var;
    return part;
}

static Pattern *pattern_variable(Parser *p)
{
    Pattern *part = pattern_new(name_of(p->lx.text, p->lx.n));
    lex_next(&p->lx);
    return part;
}

static void pattern_field(Parser *p, Pattern *object)
{
    if (p->lx.kind != T_VAR) {
        Node *key = parse_key(p);
        need_op(p, ':');
        add_part(object, key, parse_pattern(p));
        return;
    }
    Node *key = literal(v_text(p->lx.text, p->lx.n));
    add_part(object, key, pattern_variable(p));
    if (take_op(p, ':'))
        add_part(object, key, parse_pattern(p));
}

static Pattern *parse_pattern(Parser *p)
{
    if (p->lx.kind == T_VAR)
        return pattern_variable(p);
    Pattern *node = pattern_new(NULL);
    if (take_op(p, '[')) {
        do
            add_part(node, NULL, parse_pattern(p));
        while (take_op(p, ','));
        need_op(p, ']');
    } else if (take_op(p, '{')) {
        do
            pattern_field(p, node);
        while (take_op(p, ','));
        need_op(p, '}');
    } else {
        lex_error(&p->lx, "syntax error: expected a pattern");
    }
    return node;
}

static void add_name(const char ***names, int *n, const char *name)
{
    *names = xrealloc(*names, (size_t)(*n + 1) * sizeof **names);
    (*names)[(*n)++] = name;
}

static void add_names(const Pattern *from, const char ***names, int *n)
{
    if (from->var)
        add_name(names, n, from->var);
    for (int i = 0; i < from->n; i++)
        add_names(from->parts[i], names, n);
}

/* Adds the variables of a pattern that the first one does not have yet. */
static void gather(Pattern *first, Pattern *p)
{
    add_names(p, &p->names, &p->name_count);
    for (int i = 0; i < p->name_count; i++) {
        int k = 0;
        while (k < first->all_count && strcmp(first->all[k], p->names[i]))
            k++;
        if (k == first->all_count)
            add_name(&first->all, &first->all_count, p->names[i]);
    }
}

Pattern *parse_patterns(Parser *p)
{
    Pattern *first = parse_pattern(p), *last = first;
    while (at_op(p, '?')) {
        lex_next(&p->lx);
        if (!take_op(p, OP_DEFINED))
            lex_error(&p->lx, "syntax error: expected ?// between patterns");
        last->other = parse_pattern(p);
        last = last->other;
    }
    if (first->other)
        for (Pattern *each = first; each; each = each->other)
            gather(first, each);
    return first;
}

/* ---- words that start a term ---- */

static Node *parse_branches(Parser *p)
{
    Node *node = node_new(E_IF);
    node->a = p->grammar->pipe(p);
    need_word(p, "then");
    node->b = p->grammar->pipe(p);
    if (take_word(p, "elif")) {
        node->c = parse_branches(p);
        return node;
    }
    node->c = take_word(p, "else") ? p->grammar->pipe(p) : node_new(E_IDENTITY);
    need_word(p, "end");
    return node;
}

Node *parse_signed(Parser *p)
{
    if (!take_op(p, '-'))
        return parse_postfix(p);
    Node *node = node_new(E_NEG);
    node->a = parse_postfix(p);
    return node;
}

static Node *parse_try(Parser *p)
{
    Node *node = node_new(E_TRY);
    node->a = parse_signed(p);
    if (take_word(p, "catch"))
        node->b = parse_signed(p);
    return node;
}

static Node *parse_fold(Parser *p, int kind)
{
    Node *node = node_new(kind);
    const Scope *outside = p->scope;
    node->a = parse_term(p);
    need_word(p, "as");
    node->pattern = parse_patterns(p);
    need_op(p, '(');
    node->b = p->grammar->pipe(p);
    need_op(p, ';');
    p->scope = scope_pattern(outside, node->pattern);
    node->c = p->grammar->pipe(p);
    if (kind == E_FOREACH && take_op(p, ';'))
        node->d = p->grammar->pipe(p);
    p->scope = outside;
    need_op(p, ')');
    return node;
}

static Node *parse_label(Parser *p)
{
    Node *node = node_new(E_LABEL);
    const Scope *outside = p->scope;
    if (p->lx.kind != T_VAR)
        lex_error(&p->lx, "syntax error: expected a label such as $out");
    p->scope = scope_in(outside, S_LABEL, name_of(p->lx.text, p->lx.n), 0);
    lex_next(&p->lx);
    need_op(p, '|');
    node->a = p->grammar->pipe(p);
    p->scope = outside;
    return node;
}

static _Noreturn void no_label(Parser *p)
{
    Buf why = {0};
    if (p->lx.kind != T_VAR)
        expected(p, "a label such as $out behind break");
    buf_str(&why, "$*label-");
    buf_mem(&why, p->lx.text, p->lx.n);
    buf_mem(&why, " is not defined", 16);
    lex_error(&p->lx, why.s);
}

static Node *parse_break(Parser *p)
{
    Node *node = node_new(E_BREAK);
    if (p->lx.kind != T_VAR ||
        !scope_find(p->scope, S_LABEL, name_of(p->lx.text, p->lx.n), 0, &node->depth))
        no_label(p);
    lex_next(&p->lx);
    return node;
}

static Node *parse_call(Parser *p)
{
    const char *name = name_of(p->lx.text, p->lx.n);
    Node args = {0};
    lex_next(&p->lx);
    if (take_op(p, '(')) {
        do
            node_add(&args, p->grammar->pipe(p));
        while (take_op(p, ';'));
        need_op(p, ')');
    }
    return call_of(p, name, args.list, args.n);
}

static Node *parse_word(Parser *p)
{
    if (take_word(p, "if"))
        return parse_branches(p);
    if (take_word(p, "try"))
        return parse_try(p);
    if (take_word(p, "reduce"))
        return parse_fold(p, E_REDUCE);
    if (take_word(p, "foreach"))
        return parse_fold(p, E_FOREACH);
    if (take_word(p, "label"))
        return parse_label(p);
    if (take_word(p, "break"))
        return parse_break(p);
    if (take_word(p, "null"))
        return literal(v_null());
    if (take_word(p, "true"))
        return literal(v_bool(true));
    if (take_word(p, "false"))
        return literal(v_bool(false));
    if (at_word(p, "import") || at_word(p, "include"))
        lex_error(&p->lx, "syntax error: imports stand at the beginning of a program");
    return parse_call(p);
}

/* ---- terms ---- */

static Node *parse_dot(Parser *p)
{
    Node *dot = node_new(E_IDENTITY);
    return p->lx.kind == T_STRING ? index_of(dot, parse_string(p, NULL)) : dot;
}

static Node *parse_list(Parser *p)
{
    Node *node = node_new(E_ARRAY);
    if (!take_op(p, ']')) {
        node->a = p->grammar->pipe(p);
        need_op(p, ']');
    }
    return node;
}

static Node *parse_primary(Parser *p)
{
    Node *node;
    switch (p->lx.kind) {
    case T_NUM:
        node = literal(p->lx.num);
        lex_next(&p->lx);
        return node;
    case T_STRING: return parse_string(p, NULL);
    case T_FORMAT: return parse_format(p);
    case T_FIELD: return index_of(node_new(E_IDENTITY), field_name(p));
    case T_VAR: return parse_variable(p);
    case T_WORD: return parse_word(p);
    case T_END: lex_error(&p->lx, "syntax error: unexpected end");
    default: break;
    }
    if (take_op(p, '.'))
        return parse_dot(p);
    if (take_op(p, 'R'))
        return node_new(E_RECURSE);
    if (take_op(p, '['))
        return parse_list(p);
    if (take_op(p, '{'))
        return parse_object(p);
    if (!take_op(p, '('))
        lex_error(&p->lx, "syntax error: unexpected text");
    node = p->grammar->pipe(p);
    need_op(p, ')');
    return node;
}

static Node *slice_of(Parser *p, Node *of, Node *from)
{
    Node *node = node_new(E_SLICE);
    node->a = of;
    node->b = from;
    if (!at_op(p, ']'))
        node->c = p->grammar->pipe(p);
    else if (!from)
        lex_error(&p->lx, "syntax error: a slice needs a number");
    need_op(p, ']');
    return node;
}

static Node *parse_bracket(Parser *p, Node *of)
{
    if (take_op(p, ']')) {
        Node *node = node_new(E_ITERATE);
        node->a = of;
        return node;
    }
    if (take_op(p, ':'))
        return slice_of(p, of, NULL);
    Node *key = p->grammar->pipe(p);
    if (take_op(p, ':'))
        return slice_of(p, of, key);
    need_op(p, ']');
    return index_of(of, key);
}

static Node *parse_suffix(Parser *p, Node *of)
{
    if (p->lx.kind == T_FIELD)
        return index_of(of, field_name(p));
    if (take_op(p, '['))
        return parse_bracket(p, of);
    if (take_op(p, '?')) {
        Node *node = node_new(E_TRY);
        node->a = of;
        return node;
    }
    if (!at_op(p, '.') || p->lx.p == p->lx.end || (*p->lx.p != '[' && *p->lx.p != '"'))
        return NULL;
    lex_next(&p->lx);
    if (take_op(p, '['))
        return parse_bracket(p, of);
    return index_of(of, parse_string(p, NULL));
}

static Node *parse_term(Parser *p)
{
    Node *node = parse_primary(p);
    for (;;) {
        Node *more = parse_suffix(p, node);
        if (!more)
            return node;
        node = more;
    }
}

Node *parse_postfix(Parser *p)
{
    Node *term = parse_term(p);
    if (!take_word(p, "as"))
        return term;
    Node *node = node_new(E_BIND);
    const Scope *outside = p->scope;
    node->a = term;
    node->pattern = parse_patterns(p);
    need_op(p, '|');
    p->scope = scope_pattern(outside, node->pattern);
    node->b = p->grammar->pipe(p);
    p->scope = outside;
    return node;
}
