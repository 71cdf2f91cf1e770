/* jq: a filter language for JSON. Values, the syntax tree, evaluation. */
#ifndef ESCAROLE_JQ_H
#define ESCAROLE_JQ_H

#include "../lib/base.h"

/* The names of the program besides its own. */
#define APPLETS(A) A(yq)

/* ---- values: immutable; what they hold lies in the arena (value.c) ---- */
enum { V_NULL, V_FALSE, V_TRUE, V_NUM, V_STR, V_ARR, V_OBJ };

typedef struct Str Str;
typedef struct Arr Arr;
typedef struct Obj Obj;

typedef struct {
    int kind;
    const Str *digits; /* of a number that was read: its text, when a double may not hold it */
    union {
        double num;
        const Str *str;
        const Arr *arr;
        const Obj *obj;
    };
} Value;

struct Str {
    size_t n;
    char s[]; /* valid UTF-8; a NUL behind it is not counted */
};

/* Arrays share buffers: an array that ends where its buffer is filled to can
 * be extended without a copy, and a slice is only a new head. */
typedef struct {
    size_t used, cap;
    uint64_t owner; /* the update that may change it in place, 0 none */
    Value v[];
} Vec;

struct Arr {
    Vec *vec;
    size_t off, n;
};

/* Objects are balanced search trees whose nodes are shared by versions. */
typedef struct ObjNode {
    const Str *key;
    Value val;
    const struct ObjNode *left, *right;
    uint32_t height, seq; /* seq: the order of insertion */
} ObjNode;

struct Obj {
    const ObjNode *root;
    size_t n;
    uint32_t next_seq;
};

typedef struct {
    const Str *key;
    Value val;
    uint32_t seq;
} Field;

void *arena(size_t n);
void *arena_copy(const void *p, size_t n);
/* What was allocated since the mark is given back. */
void arena_mark(void);
void arena_reset(void);

static inline Value v_null(void) { return (Value){.kind = V_NULL}; }
static inline Value v_bool(bool b) { return (Value){.kind = b ? V_TRUE : V_FALSE}; }
static inline Value v_num(double d) { return (Value){.kind = V_NUM, .num = d}; }
static inline Value v_of(const Str *s) { return (Value){.kind = V_STR, .str = s}; }
static inline bool truthy(Value v) { return v.kind > V_FALSE; }
Value v_text(const char *s, size_t n);
Value v_word(const char *s);
Value v_array(void);
Value v_object(void);

static inline Value arr_at(Value a, size_t i) { return a.arr->vec->v[a.arr->off + i]; }
static inline size_t arr_len(Value a) { return a.arr->n; }
Value arr_with_room(size_t n);
Value arr_push(Value a, Value x);
Value arr_slice(Value a, size_t from, size_t to);
/* A copy with x at i, filled up with null; in place when owner owns it. */
Value arr_set(Value a, size_t i, Value x, uint64_t owner);
Value arr_concat(Value a, Value b);

bool obj_get(Value o, const Str *key, Value *val);
Value obj_set(Value o, const Str *key, Value val);
Value obj_put(Value o, const char *key, Value val);
Value obj_del(Value o, const Str *key);
/* All fields, in the order of insertion or of keys. */
Field *obj_fields(Value o, bool sorted);

int str_cmp(const Str *a, const Str *b);
/* Where part stands first, or NULL. */
const char *text_find(const char *p, const char *end, const Str *part);
int compare(Value a, Value b);
typedef struct {
    Value v, key;
} Keyed;
Keyed *keyed(Value list, Value by, size_t *n); /* sorted by keys, stable */
Value sorted_by(Value list, Value by);
static inline bool same(Value a, Value b) { return compare(a, b) == 0; }
const char *kind_name(Value v);

/* A text that grows. */
typedef struct {
    char *s;
    size_t n, cap;
} Buf;
void buf_mem(Buf *b, const void *p, size_t n);
void buf_str(Buf *b, const char *s);
void buf_ch(Buf *b, int c);
void buf_rune(Buf *b, uint32_t rune);
Value buf_value(Buf *b);

/* Code points; invalid bytes read as U+FFFD. */
uint32_t rune_next(const char **p, const char *end);
size_t rune_count(const Str *s);
/* Where the code point number k starts. */
size_t rune_offset(const Str *s, size_t k);

/* ---- numbers (number.c) ---- */
/* Reads a JSON number (also .5 and 1.) behind its sign, which is at (*p)[-1]; false when p
 * starts none. One of many digits, or too large or small for a double, keeps its digits
 * until something is computed with it. */
bool num_read(const char **p, const char *end, bool minus, Value *v);
void num_write(Buf *b, double d);

/* ---- JSON text (json.c) ---- */
typedef struct {
    const char *p, *end;
    bool sequence; /* RS may stand between values */
    const char *start; /* where a byte order mark may be; NULL for none */
    const char *error;
    int depth;
} Json;
/* The next value; false at the end (error NULL) or at a mistake. */
bool json_next(Json *j, Value *v);
/* Parts of it: skips a byte order mark at the start; skips blanks; the value at j->p,
 * which is neither an array nor an object. */
void json_start(Json *j);
void json_blanks(Json *j);
bool json_scalar(Json *j, Value *v);
typedef struct {
    int indent; /* -1: all on one line */
    bool tabs, sort, ascii, color;
} Style;
/* Takes the colors of $JQ_COLORS; false when they are malformed. */
bool json_colors(const char *text);
void json_write(Buf *b, Value v, const Style *style);
Value json_text(Value v);

/* ---- the program (lex.c, parse.c) ---- */
enum {
    T_END, T_NUM, T_WORD, T_VAR, T_FIELD, T_FORMAT, T_STRING, T_STRING_END, T_OP
};

typedef struct Node Node;
typedef struct Pattern Pattern;
typedef struct Def Def;

enum {
    E_IDENTITY, E_RECURSE, E_LITERAL, E_STRING, E_FORMAT, E_INDEX, E_SLICE,
    E_ITERATE, E_COMMA, E_PIPE, E_ARRAY, E_OBJECT, E_NEG, E_BINARY, E_AND, E_OR,
    E_ALT, E_ASSIGN, E_UPDATE, E_IF, E_TRY, E_REDUCE, E_FOREACH, E_BIND, E_VAR,
    E_CALL, E_DEF, E_LABEL, E_BREAK, E_KINDS
};

struct Node {
    int kind;
    int op;           /* of operators: a character, or OP_ below */
    int depth;        /* of names: how many scopes up */
    Node *a, *b, *c, *d;
    Node **list;      /* arguments; parts of a string; keys and values */
    int n;
    const char *name; /* of variables, labels, functions and formats */
    Value value;
    Pattern *pattern;
    Def *def;
    const void *native;
};

enum { OP_EQ = 256, OP_NE, OP_LE, OP_GE, OP_DEFINED };

/* Destructuring: a variable, [..] or {..}. Of alternatives, each names the next one,
 * which is tried when this one or what follows it fails; what follows sees the
 * variables of all. */
struct Pattern {
    const char *var;
    Node **keys;      /* of an object; NULL for an array */
    Pattern **parts;
    int n;
    Pattern *other;
    const char **names; /* of alternatives: their variables in the order of binding */
    int name_count;
    const char **all;   /* of the first of them: the variables of all */
    int all_count;
};

struct Def {
    const char *name;
    const char **params; /* those of values start with $ */
    int n;
    Node *body;
};

/* Parses; on a mistake says so and ends with status 3. */
Node *parse_program(const char *text, size_t n);
/* Where modules are looked for: directories in the order of -L; and beside the main
 * program, if it is in a file. */
extern Value module_folders;
void module_folder_of_main(const char *file);
/* What modulemeta answers. */
int describe_module(Value name, Value *r);

/* ---- lexing (lex.c) ---- */
typedef struct {
    const char *file; /* NULL of the main program */
    const char *start, *p, *end;
    const char *at; /* where the present token starts */
    int kind, op;
    const char *text;
    size_t n;
    Value num;
    bool space; /* blank in front of it */
} Lexer;
void lex_next(Lexer *lx);
_Noreturn void lex_error(Lexer *lx, const char *why);
/* The next part of a string whose quote was read: its text; true when an
 * interpolation follows. */
bool lex_string(Lexer *lx, Buf *part);

/* ---- inputs (inputs.c, stream.c) ---- */
typedef struct {
    bool raw, slurp; /* lines instead of JSON; all at once */
    bool stream, sequence;
    bool yaml; /* of yq */
    char **files;
    int count, at;
    int status; /* of the whole command so far */
} Inputs;
extern Inputs inputs;
extern Value var_env, var_named, var_args;
bool next_input(Value *v);
/* Where the last input came from: a file's name or null, and lines read there. */
Value input_name(void);
double input_line(void);
/* The next event of a value; as json_next. */
bool stream_next(Json *j, Value *event);

/* ---- evaluation (step.c, eval.c, fail.c) ---- */
enum { GO, STOP, FAIL }; /* what a continuation and an evaluation answer */

/* The way from the root to a value while a path is asked for. */
typedef struct Path {
    const struct Path *up;
    Value key;
} Path;
extern const Path root_path, no_path; /* no_path: a value without a place */

typedef struct Env Env;
struct Env {
    const Env *up;
    const char *name;
    Value value;      /* of a variable */
    const Node *body; /* of a closure */
    const Env *home;  /* where the body is evaluated */
    const Def *def;   /* of a function */
};

typedef struct Next Next;
struct Next {
    int (*take)(Next *self, Value v, const Path *path);
};

typedef int Eval(const Node *node, const Env *env, Value in, const Path *path, Next *next);
Eval eval;
extern Eval *const evals[]; /* one for each kind of node */
void eval_by(Eval *const *table);
static inline int emit(Next *next, Value v, const Path *path)
{
    return next->take(next, v, path);
}
extern Value failure;       /* of FAIL */
extern const void *stopper; /* of STOP: who asked for it */
int fail(Value v);
int fail_text(const char *fmt, ...); /* %s text, %v value, %V more of it, %k kind */
int collect(const Node *node, const Env *env, Value in, Value *list);
/* The first output, false when there is none. */
int first_of(const Node *node, const Env *env, Value in, Value *v, bool *found);
Value path_value(const Path *path);

/* ---- operators and access (ops.c, path.c) ---- */
int arithmetic(int op, Value a, Value b, Value *r);
bool relation(int op, Value a, Value b);
int get(Value v, Value key, Value *r);
int get_path(Value v, Value path, Value *r);
int set_path(Value v, Value path, size_t from, Value x, uint64_t owner, Value *r);
int del_paths(Value v, Value paths, Value *r);
int slice_bounds(Value v, Value range, size_t *from, size_t *to);
int update(const Node *node, const Env *env, Value in, Next *next);
int assign(const Node *node, const Env *env, Value in, Next *next);

/* ---- functions in C (call.c and others) ---- */
typedef int (*Plain)(Value in, const Value *args, Value *r);
typedef int (*Special)(const Node *call, const Env *env, Value in, const Path *path,
                       Next *next);
typedef struct {
    const char *name;
    int n;
    Plain plain;     /* arguments are values, one for each combination */
    Special special; /* arguments are filters */
} Native;
const Native *native_find(const char *name, int n);
Value native_names(Value list);
/* Adds NAME/N unless the name is for our own use only (scope.c). */
Value name_added(Value list, const char *name, int n);
/* Set by whoever knows modules. */
extern int (*module_describer)(Value name, Value *r);
int native_call(const Node *call, const Env *env, Value in, const Path *path, Next *next);
extern const Native collection_natives[], text_natives[], math_natives[],
    special_natives[], time_natives[], regex_natives[];
int format_text(const char *name, Value v, Value *r);
void stop_with(int status);

#endif
