/* awk: values, the tree of a program, and what the parts of the interpreter share.
 * A file of it calls only those that are declared before its own part here; the tree
 * carries pointers to the functions of later parts. */
#ifndef ESCAROLE_AWK_H
#define ESCAROLE_AWK_H

#include "../lib/base.h"
#include "../lib/re.h"
#include "../lib/xfloat.h"

/* ---- errors (str.c) ---- */

extern int current_line; /* of the program; 0 outside of it */
/* Ends with status 2; %s is `what`. */
_Noreturn void fatal(const char *fmt, const char *what);

/* ---- strings and numbers (str.c, number.c, spec.c, value.c) ---- */

typedef struct {
    uint32_t refs, len, cap;
    char b[];
} Str;

Str *str_alloc(size_t n);
Str *str_new(const char *p, size_t n);
Str *str_grow(Str *s, size_t n); /* of one reference; room for n bytes */
static inline Str *str_keep(Str *s)
{
    s->refs++;
    return s;
}
static inline void str_drop(Str *s)
{
    if (--s->refs == 0)
        free(s);
}

/* Input is text that is a number too where it looks like one; INPUT_NUM: it does. */
enum { UNSET, NUM, STR, INPUT, INPUT_NUM };

typedef struct {
    double num; /* NUM and INPUT_NUM */
    Str *str;   /* from STR on */
    uchar type;
} Value;

static inline void value_drop(Value *v)
{
    if (v->type >= STR)
        str_drop(v->str);
}
static inline Value value_num(double d) { return (Value){d, NULL, NUM}; }
static inline Value value_str(Str *s) { return (Value){0, s, STR}; }
Value value_input(const char *p, size_t n);
static inline Value value_copy(const Value *v)
{
    if (v->type >= STR)
        v->str->refs++;
    return *v;
}

double to_num(const Value *v);
bool to_bool(Value *v);
void settle(Value *v); /* INPUT becomes INPUT_NUM or STR */

/* The bytes of something, valid until the next evaluation. */
typedef struct {
    const char *p;
    size_t n;
    Str *held;
    char small[24];
} Text;

static inline void text_end(Text *t)
{
    if (t->held)
        str_drop(t->held);
}
void text_of_num(Text *t, double d, const char *format);
/* Keeps the value's string. */
void text_of_value(Text *t, const Value *v);
Str *to_str(const Value *v);
Str *text_str(Text *t); /* ends the text */

/* The number at the beginning of p; *stop is behind it, or p where there is none. */
double num_read(const char *p, const char *end, const char **stop);
/* Whether all of p is a number with blanks around it. */
bool num_looks(const char *p, const char *end, double *d);
/* Formats with %, flags, width and precision. */
typedef struct {
    bool minus, plus, blank, alt, zero;
    int width, precision; /* -1: none */
    char conv;
} Spec;
/* The digits of a number for one of eEfFgG; returns a buffer to free. */
char *num_format(const Spec *s, double d, size_t *len);
/* A conversion behind its %; false where it is none. `star` gives what stands for a *. */
bool spec_read(Spec *s, const char **p, const char *end, int (*star)(void *), void *from);
Str *spec_pad(const Spec *s, const char *sign, const char *p, size_t n, bool zeros);
Str *spec_num(const Spec *s, double d);
/* By a format such as %.6g. */
Str *num_str(double d, const char *format);
double whole(double d); /* towards 0 */
bool is_integer(double d);

extern char *conv_format, *out_format; /* CONVFMT, OFMT */

/* ---- arrays (array.c): in order of insertion ---- */

typedef struct Entry {
    struct Entry *chain, *older, *newer;
    Str *key;
    uint32_t hash;
    Value v;
} Entry;

typedef struct {
    Entry **bins, *first, *last;
    uint32_t mask, count;
} Array;

Value *array_at(Array *a, const char *key, size_t n); /* added when missing */
Value *array_find(const Array *a, const char *key, size_t n);
void array_delete(Array *a, const char *key, size_t n);
void array_clear(Array *a);
void array_put(Array *a, const char *key, size_t n, Value v);
void array_put_index(Array *a, int index, Value v);

/* ---- regular expressions and separators (match.c) ---- */

Re *regex_new(const char *p, size_t n);
/* A compiled expression for text; kept for later. */
Re *regex_cached(const char *p, size_t n);

typedef struct {
    enum { BLANKS, BYTE, BYTES, EACH, PATTERN } kind;
    uchar byte; /* of BYTE; BYTES: or a newline */
    Re *re;
} Splitter;

/* How text that stands in FS cuts. Newlines separate too where `lines` is set. */
void splitter_set(Splitter *s, const char *fs, size_t n, bool lines);
typedef struct {
    const char *text, *at, *end; /* at is NULL behind the last field */
} Cursor;
bool split_next(const Splitter *s, Cursor *c, const char **p, size_t *n);

/* ---- the record and its fields (record.c) ---- */

extern Splitter field_splitter;
extern char *out_separator;
extern size_t out_separator_len;

/* The record lies in a buffer of the caller until record_detach. */
void record_borrow(const char *p, size_t n);
void record_detach(void);
void record_assign(Value v);
void record_text(const char **p, size_t *n);
Value field_value(int i);
double field_num(int i);
void field_text(int i, Text *t);
void field_assign(int i, Value v);
int field_count(void);
void field_count_set(double n);
int field_index(double d);

/* ---- variables (symbol.c) ---- */

/* Variables that the interpreter looks at. */
#define SPECIALS(S) \
    S(NF) S(NR) S(FNR) S(FS) S(OFS) S(ORS) S(RS) S(SUBSEP) S(CONVFMT) S(OFMT) S(RSTART) \
    S(RLENGTH) S(FILENAME) S(ENVIRON) S(ARGC) S(ARGV)
enum {
    ORDINARY,
#define SPECIAL(name) VAR_##name,
    SPECIALS(SPECIAL)
#undef SPECIAL
    SPECIAL_COUNT
};

enum { UNKNOWN, SCALAR, ARRAY };

typedef struct Symbol {
    struct Symbol *next;
    const char *name;
    uchar kind, special;
    int local; /* place in the frame, -1: global */
    int line;  /* of the first use */
    Value v;
    Array array;
} Symbol;

typedef union {
    Value v;
    struct {
        Array *array;
        bool own;
    };
} Slot;

extern Slot *frame;
extern double record_number, file_record_number;
/* Told about RS, when it is set. */
extern void (*separator_changed)(const char *p, size_t n);

Symbol *symbol_global(const char *name);
void symbols_start(void);
Symbol *symbol_of(int special);
const Value *special_get(Symbol *s); /* brings a counter up to date first */
void special_changed(Symbol *s);
void variable_set(Symbol *s, Value v);
/* NAME=VALUE with escapes, as -v and operands have it. */
bool assignment(const char *word);
/* Escapes of a string literal. */
Str *unescaped(const char *p, size_t n);
Value *variable_at(const Symbol *s);
static inline Array *array_of(Symbol *s)
{
    return s->local < 0 ? &s->array : frame[s->local].array;
}

/* ---- the tree ---- */

typedef enum {
    N_NUMBER, N_STRING, N_GLOBAL, N_LOCAL, N_SPECIAL, N_FIELD_AT, N_FIELD, N_ELEMENT,
    N_ADD, N_SUB, N_MUL, N_DIV, N_MOD, N_POW, N_NEG, N_PLUS, N_NOT, N_AND, N_OR, N_COND,
    N_LT, N_LE, N_EQ, N_NE, N_GT, N_GE, N_MATCH, N_NOMATCH, N_REGEX, N_IN, N_CONCAT, N_APPEND,
    N_ASSIGN, N_ASSIGN_OP, N_PRE, N_POST, N_CALL, N_LIST, N_ARRAY,
    S_EXPR, S_PRINT, S_PRINTF, S_BLOCK, S_IF, S_WHILE, S_DO, S_FOR, S_FOR_IN, S_NEXT, S_NEXTFILE,
    S_EXIT, S_RETURN, S_BREAK, S_CONTINUE, S_DELETE, S_DELETE_ALL, S_NOTHING
} Op;

typedef struct Node Node;
struct Node {
    uchar op, sub; /* sub: operator of N_ASSIGN_OP, redirection of a print */
    bool simple;   /* evaluation changes nothing */
    int line, k;   /* k: field, or +1 or -1 */
    Node *a, *b, *c, *next; /* next: in a list of arguments or statements */
    Symbol *sym;
    double num;
    Str *str;
    Re *re;
    Node *d;
    struct Function *function;       /* of a call of the program's own */
    void (*call)(Node *n, Value *r); /* N_CALL */
};

/* ---- evaluation (arith.c, eval.c) ---- */

double divided(double a, double b);
double remainder_of(double a, double b);
double power_of(double a, double b);
double operate(int op, double a, double b); /* + - * / % ^ */

typedef struct {
    Value *p;      /* a variable or element; else a field */
    Symbol *sym;   /* of a special variable */
    int field;
} Ref;

extern bool unwinding; /* next was said inside a function */

double eval_num(Node *n);
void eval(Node *n, Value *r);
void eval_effect(Node *n); /* without a result */
bool eval_true(Node *n);
void eval_text(Node *n, Text *t);
void text_hold(Text *t); /* makes it last */
void eval_key(Node *list, Text *t);
Re *eval_regex(Node *n);
void ref_of(Node *n, Ref *r);
void ref_text(const Ref *r, Text *t);
void ref_set(const Ref *r, Value v);
bool is_lvalue(const Node *n);

/* ---- input and output (files.c, read.c) ---- */

enum { TO_STDOUT, TO_FILE, TO_APPEND };
typedef struct Sink Sink;
Sink *sink_of(const char *name, size_t n, int how); /* NULL: standard output */
void sink_write(Sink *s, const char *p, size_t n);
int sinks_flush(const char *name); /* NULL: all; 0, or -1 */
int sink_close(const char *name); /* -1: none */
void sinks_close(void);

void reader_start(int argc, char **argv);
bool next_record(void);
void skip_file(void);
/* getline: 1, 0 at the end, -1 on failure. */
int read_main(const char **p, size_t *n);
int read_file(const char *name, const char **p, size_t *n);
int reader_close(const char *name);
bool reader_failed(void); /* an operand could not be read */

/* ---- functions (print.c, texts.c, replace.c, maths.c, times.c, streams.c) ---- */

Str *format_text(const char *p, size_t n, const Value *args, int count);
/* Values of a list; returns an array to give to values_free. */
Value *values_of(Node *list, int *count);
void values_free(Value *v, int count);

void fn_substr(Node *n, Value *r);
void fn_index(Node *n, Value *r);
void fn_length(Node *n, Value *r);
void fn_split(Node *n, Value *r);
void fn_tolower(Node *n, Value *r);
void fn_toupper(Node *n, Value *r);
void fn_sprintf(Node *n, Value *r);
void fn_match(Node *n, Value *r);
void fn_sub(Node *n, Value *r);
void fn_gsub(Node *n, Value *r);
void fn_gensub(Node *n, Value *r);
void fn_close(Node *n, Value *r);
void fn_fflush(Node *n, Value *r);
void fn_getline(Node *n, Value *r);
void fn_sin(Node *n, Value *r);
void fn_cos(Node *n, Value *r);
void fn_exp(Node *n, Value *r);
void fn_log(Node *n, Value *r);
void fn_sqrt(Node *n, Value *r);
void fn_int(Node *n, Value *r);
void fn_atan2(Node *n, Value *r);
void fn_rand(Node *n, Value *r);
void fn_srand(Node *n, Value *r);
void fn_and(Node *n, Value *r);
void fn_or(Node *n, Value *r);
void fn_xor(Node *n, Value *r);
void fn_lshift(Node *n, Value *r);
void fn_rshift(Node *n, Value *r);
void fn_compl(Node *n, Value *r);
void fn_strtonum(Node *n, Value *r);
void fn_systime(Node *n, Value *r);
void fn_mktime(Node *n, Value *r);
void fn_strftime(Node *n, Value *r);
void do_print(Node *n);
void do_printf(Node *n);

/* ---- running (run.c) ---- */

typedef struct Function {
    struct Function *next;
    const char *name;
    Symbol **params;
    int count, line;
    bool defined;
    Node *body;
} Function;

typedef struct Rule {
    struct Rule *next;
    Node *from, *to; /* NULL from: every record */
    Node *body;      /* NULL: print */
    bool active;
} Rule;

typedef struct {
    Rule *begin, *main, *end;
    Function *functions;
} Program;

void call_function(Node *n, Value *r);
_Noreturn void run_program(const Program *p);

/* ---- reading programs (lex.c, names.c, parse.c, statements.c) ---- */

typedef enum {
    T_END, T_NEWLINE, T_NUMBER, T_STRING, T_NAME, T_CALL, T_BUILTIN, T_KEYWORD, T_OP
} TokenKind;

/* Operators of one byte are that byte. */
enum {
    OP_ADD_SET = 256, OP_SUB_SET, OP_MUL_SET, OP_DIV_SET, OP_MOD_SET, OP_POW_SET, OP_INCR, OP_DECR,
    OP_LE, OP_EQ, OP_NE, OP_GE, OP_AND, OP_OR, OP_NOMATCH, OP_APPEND
};
typedef enum {
    K_BEGIN, K_END, K_FUNCTION, K_IF, K_ELSE, K_WHILE, K_FOR, K_DO, K_BREAK, K_CONTINUE, K_NEXT,
    K_NEXTFILE, K_EXIT, K_RETURN, K_DELETE, K_IN, K_GETLINE, K_PRINT, K_PRINTF
} Keyword;

typedef struct {
    const char *name;
    void (*call)(Node *n, Value *r);
    signed char min, max, regex; /* regex: place of an argument that is one, or -1 */
    signed char array;           /* place of an argument that is an array, or -1 */
} Builtin;

typedef struct {
    TokenKind kind;
    int op; /* or keyword */
    const char *start;
    size_t len;
    Str *text; /* string or name */
    double num;
    const Builtin *builtin;
    int line;
    bool spaced; /* blanks before it */
} Token;

extern Token token;
void lex_start(const char *text, size_t n, const char *file);
void lex_next(void);
typedef struct {
    Token token;
    const char *at;
    int line;
} Mark;
Mark lex_mark(void);
void lex_back(const Mark *m);
Re *lex_regex(void); /* the token is / or /= */
_Noreturn void syntax_error(const char *why);
_Noreturn void program_error(int line, const char *fmt, const char *what);
bool token_is(int op);
bool token_is_word(Keyword k);
void expect(int op, const char *shown);
void skip_newlines(void);

Node *node_new(int op, Node *a, Node *b);
/* Without > where that redirects. */
Node *parse_expression(bool no_gt);
Node *parse_list(bool no_gt); /* one or more, with commas */
Node *parse_subscripts(void); /* behind a [ */
Symbol *scope_find(const Str *name);
extern Function *parsing; /* the function around, or NULL */
extern Function *functions;
Function *function_named(const Str *name);
/* What resolve_calls looks at: names that may be arrays, and calls. */
void name_seen(Node *n);
void call_seen(Node *n);
void array_used(Symbol *s);
void check_builtin(Node *n, const Builtin *b);
_Noreturn void no_commands(const char *what);
Program *parse_program(void);
void resolve_calls(void);

#endif
