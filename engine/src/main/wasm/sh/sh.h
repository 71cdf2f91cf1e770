/* sh: words and operators of a line, and what is made of them. The language is that of
 * the engine's evaluator of command lines; ShCommandTest compares the two. */
#ifndef ESCAROLE_SH_H
#define ESCAROLE_SH_H

#include "../lib/base.h"

typedef struct {
    char kind;  /* 't' text, 'v' variable, '1' to '9', '0', '#', '?' and '@' parameters */
    char *text; /* the text, or the reference as it is written */
    char *name; /* of a variable */
} Part;

typedef struct {
    Part *parts;
    int count;
    size_t offset;
    char *assigns; /* the name before =, which starts the first part; or NULL */
} Word;

typedef enum { T_WORD, T_PIPE, T_AND, T_OR, T_NEXT, T_READ, T_WRITE, T_APPEND, T_END } Kind;

typedef struct {
    Kind kind;
    size_t offset;
    Word word;
} Token;

void lex_start(const char *text, size_t n, int line_number);
Token lex_next(void);
_Noreturn void parse_error(size_t offset, const char *fmt, const char *what);
_Noreturn void unsupported(size_t offset, const char *why);

typedef struct {
    Word *words;
    int count;
    Word *input, *output; /* or NULL */
    bool append;
} Stage;

typedef enum { ALWAYS, AFTER_SUCCESS, AFTER_FAILURE } When;

typedef struct Step {
    struct Step *next;
    When when;
    int line;
    bool assigns; /* the words of the one stage are assignments */
    Stage *stages;
    int count;
} Step;

/* The steps of one line, added to a list; returns where the next ones are added. */
Step **parse_line(Step **to, const char *text, size_t n, int line_number);

/* The exit status. argv[0] is $0. */
int run_steps(const Step *s, int argc, char **argv);

#endif
