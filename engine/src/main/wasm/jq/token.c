/* What parsing is made of: tokens taken, nodes made. */
#include "scope.h"

Node *node_new(int kind)
{
    Node *node = xmalloc(sizeof *node);
    memset(node, 0, sizeof *node);
    node->kind = kind;
    return node;
}

void node_add(Node *node, Node *part)
{
    node->list = xrealloc(node->list, (size_t)(node->n + 1) * sizeof *node->list);
    node->list[node->n++] = part;
}

bool at_op(const Parser *p, int op)
{
    return p->lx.kind == T_OP && p->lx.op == op;
}

bool at_word(const Parser *p, const char *word)
{
    return p->lx.kind == T_WORD && p->lx.n == strlen(word) &&
           !memcmp(p->lx.text, word, p->lx.n);
}

bool take_op(Parser *p, int op)
{
    bool hit = at_op(p, op);
    if (hit)
        lex_next(&p->lx);
    return hit;
}

bool take_word(Parser *p, const char *word)
{
    bool hit = at_word(p, word);
    if (hit)
        lex_next(&p->lx);
    return hit;
}

void expected(Parser *p, const char *what)
{
    Buf why = {0};
    buf_str(&why, "syntax error: expected ");
    buf_str(&why, what);
    buf_mem(&why, "", 1);
    lex_error(&p->lx, why.s);
}

void need_op(Parser *p, int op)
{
    char what[] = "'x'";
    what[1] = (char)op;
    if (!take_op(p, op))
        expected(p, what);
}

void need_word(Parser *p, const char *word)
{
    if (!take_word(p, word))
        expected(p, word);
}
