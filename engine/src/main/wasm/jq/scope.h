/* Names while a program is parsed. */
#ifndef ESCAROLE_JQ_SCOPE_H
#define ESCAROLE_JQ_SCOPE_H

#include "jq.h"

enum { S_VARIABLE, S_FUNCTION, S_LABEL };

typedef struct Scope {
    const struct Scope *up;
    int kind;
    const char *name;
    int n; /* parameters of a function */
} Scope;

const char *name_of(const char *s, size_t n);
const Scope *scope_in(const Scope *up, int kind, const char *name, int n);
bool scope_find(const Scope *s, int kind, const char *name, int n, int *hops);
const Scope *scope_params(const Scope *s, const Def *def);
const Scope *scope_pattern(const Scope *s, const Pattern *p);

typedef struct Parser Parser;

/* What a program is made of, for its parts: they contain programs again. */
typedef struct {
    Node *(*pipe)(Parser *p);
    Node *(*term)(Parser *p);
    Node *(*no_comma)(Parser *p);
    Def *(*definition)(Parser *p);
} Grammar;

/* What modules give: functions, and variables of data. */
typedef struct Global {
    const struct Global *next;
    const char *name;
    Def *def; /* NULL of a variable */
    Value value;
} Global;

struct Parser {
    const Grammar *grammar;
    Lexer lx;
    const Scope *scope;
    const Global *globals; /* the last one given first */
    int depth;
};

/* ---- token.c ---- */
_Noreturn void expected(Parser *p, const char *what);
Node *node_new(int kind);
bool at_op(const Parser *p, int op);
bool at_word(const Parser *p, const char *word);
bool take_op(Parser *p, int op);
bool take_word(Parser *p, const char *word);
void need_op(Parser *p, int op);
void need_word(Parser *p, const char *word);
void node_add(Node *node, Node *part);

/* ---- names.c ---- */
Node *call_of(Parser *p, const char *name, Node **args, int n);
Node *parse_variable(Parser *p);

/* ---- term.c ---- */
Node *parse_postfix(Parser *p);
Node *parse_signed(Parser *p); /* - may stand in front of it */
Node *parse_string(Parser *p, const char *format);
Pattern *parse_patterns(Parser *p);

/* ---- parse.c ---- */
extern const Grammar jq_grammar;

/* A definition that every program has, or NULL. */
Def *prelude_find(const Grammar *grammar, const char *name, int n);
Value prelude_names(Value list);

#endif
