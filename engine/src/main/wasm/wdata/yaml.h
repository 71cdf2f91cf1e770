/* yq: documents of YAML and JSON as trees. */
#ifndef ESCAROLE_YAML_H
#define ESCAROLE_YAML_H

#include "../lib/base.h"

enum {
    YQ_DEPTH = 512,           /* nesting of collections */
    YQ_EXPANSION = 16 << 20,  /* what aliases and merge keys may add to a document */
    YQ_KEY = 1024             /* characters of a key without ? */
};

typedef enum { Y_NULL, Y_BOOL, Y_INT, Y_FLOAT, Y_SPECIAL, Y_STR, Y_SEQ, Y_MAP } Kind;

typedef struct Node Node;
struct Node {
    Kind kind;
    int height;     /* 0 for a scalar, else one more than its highest child */
    bool merge;     /* a plain << */
    size_t at;      /* offset in the source */
    size_t n;       /* bytes of text, or items; a mapping has n pairs */
    size_t weight;  /* its size when all aliases are expanded */
    union {
        const char *text; /* as written, with escapes and folding resolved */
        Node **items;     /* of a mapping: key, value, key, value, ... */
    };
};

/* ---- yqsource.c: the text of the file at hand ---- */
typedef struct {
    const char *name;
    char *text;
    size_t n, pos;
    size_t bol; /* where the line begins */
    size_t line;
} Source;
extern Source ysrc;

/* Reads a file and checks its encoding; line ends become \n. */
void ysrc_open(const char *file, bool yaml);
void ysrc_close(void);
/* Ends the program with the line and column of an offset, and text in quotes unless NULL. */
_Noreturn void yq_fail(size_t at, const char *why);
_Noreturn void yq_fail_at(size_t at, const char *why, const char *what, size_t n);
uint64_t ysrc_line(size_t at);

static inline int yc(size_t k) /* the character k behind the next one, 0 at the end */
{
    return ysrc.pos + k < ysrc.n ? (uchar)ysrc.text[ysrc.pos + k] : 0;
}
static inline int ycolumn(void) { return (int)(ysrc.pos - ysrc.bol); }
static inline bool is_endline(int c) { return c == 0 || c == '\n'; }
static inline bool is_gap(int c) { return is_blank(c) || is_endline(c); }
static inline bool is_flow_mark(int c)
{
    return c == ',' || c == '[' || c == ']' || c == '{' || c == '}';
}
static inline void ynewline(void) /* over a \n */
{
    ysrc.bol = ++ysrc.pos;
    ysrc.line++;
}
/* Whether a line begins here with --- or ... alone. */
bool at_marker(char c);

/* ---- yqmem.c: memory of one document, and growing text ---- */
void *yq_alloc(size_t n);
void yq_free_all(void);
Node *yq_node(Kind kind, size_t at, const char *text, size_t n);
/* A collection of the items on the stack above mark; a mapping has half as many pairs. */
Node *yq_collection(Kind kind, size_t at, size_t mark);
size_t yq_mark(void);
void yq_push(Node *n);
void yq_pop(size_t mark);
Node *yq_item(size_t k); /* of the stack */

typedef struct {
    char *p;
    size_t n, cap;
} Text;
void text_ch(Text *t, int c);
void text_mem(Text *t, const char *p, size_t n);
void text_utf8(Text *t, uint32_t c);

/* ---- yqscalar.c: scalars in the source ---- */
/* A plain scalar; *lines tells whether the gap behind it has a line end. */
void scan_plain(Text *to, bool flow, int indent, bool *lines);
void scan_quoted(Text *to);
/* ---- yqblock.c ---- */
void scan_block(Text *to, int indent);

/* ---- yqscan.c: tokens ---- */
typedef enum {
    T_END, T_DOCUMENT, T_DOCUMENT_END, T_DIRECTIVE, T_BLOCK_SEQ, T_BLOCK_MAP, T_BLOCK_END,
    T_FLOW_SEQ, T_FLOW_SEQ_END, T_FLOW_MAP, T_FLOW_MAP_END, T_ENTRY, T_COMMA, T_KEY, T_VALUE,
    T_ALIAS, T_ANCHOR, T_TAG, T_PLAIN, T_QUOTED
} TokenKind;
typedef struct {
    TokenKind kind;
    size_t at, n;
    const char *text;
} Token;
void scan_start(void);
const Token *scan_peek(void);
Token scan_next(void);

/* ---- yqtype.c: the core schema ---- */
Kind yq_plain_kind(const char *p, size_t n);
/* A scalar with its tag, or without one (NULL). */
Node *yq_scalar(const Token *t, const Token *tag);
void yq_check_tag(const Token *tag, Kind kind);

/* ---- yqnumber.c ---- */
/* Writes an Y_INT or Y_FLOAT as JSON has it; wide: with a point and signs, as YAML 1.1 asks. */
void put_number(const Node *n, bool wide);

/* ---- yqmap.c ---- */
/* A mapping of the pairs on the stack above mark: refuses duplicates, merges <<. */
Node *yq_mapping(size_t at, size_t mark, size_t *expansion);

/* ---- yqparse.c, yqjson.c: next document, NULL at the end ---- */
Node *yaml_document(void);
Node *json_document(void);

/* ---- yqputjson.c, yqputyaml.c ---- */
/* A string with quotes; wide: also escapes what YAML does not print. */
void put_quoted(const char *p, size_t n, bool wide);
/* With a line end; indent 0: on one line. */
void put_json(const Node *n, int indent);
void put_yaml(const Node *n, int indent);

#endif
