/* yq: the parts of the reader of YAML. */
#ifndef ESCAROLE_JQ_YAML_H
#define ESCAROLE_JQ_YAML_H

#include "jq.h"

/* ---- yamltext.c: the text of the file at hand ---- */
typedef struct {
    const char *name;
    char *text;
    size_t n, pos;
    size_t bol;  /* where the line begins */
    int depth;   /* collections around pos */
    int deepest; /* the most that were, aliases expanded */
    size_t size; /* of what was read, aliases expanded */
    size_t expanded;
    const Str *key; /* the text of the scalar that was read last; NULL behind a collection */
    bool json_like; /* it has its own end: quotes or brackets */
    bool merge;     /* it is a plain << */
} Yaml;
extern Yaml ys;

void yaml_open(const char *name, char *text, size_t n);
/* End the program with the line and column of an offset; what: shown in quotes. */
_Noreturn void yaml_fail(size_t at, const char *why);
_Noreturn void yaml_fail_at(size_t at, const char *why, const char *what, size_t n);

static inline int yc(size_t k) /* the character k behind the next one, 0 at the end */
{
    return ys.pos + k < ys.n ? (uchar)ys.text[ys.pos + k] : 0;
}
static inline int ycolumn(void) { return (int)(ys.pos - ys.bol); }
static inline bool is_endline(int c) { return c == 0 || c == '\n'; }
static inline bool is_gap(int c) { return is_blank(c) || is_endline(c); }
static inline bool is_flow_mark(int c)
{
    return c == ',' || c == '[' || c == ']' || c == '{' || c == '}';
}
static inline bool yindicator(int c) { return yc(0) == c && is_gap(yc(1)); }
static inline void ynewline(void) { ys.bol = ++ys.pos; }
/* Whether a line begins here with --- or ... alone, or the file ends. */
bool yaml_at_marker(char c);
bool yaml_at_end(void);
/* Goes over blanks, comments and line ends. */
void yaml_gap(void);
/* Whether only blanks stand in front of pos; how many spaces begin its line. */
bool yaml_fresh_line(void);
int yaml_spaces(void);
/* Refuses a tab between an offset and pos, where indentation counts. */
void yaml_no_tab(size_t from);

/* ---- yamlscalar.c, yamlblock.c: scalars in the source ---- */
bool yaml_plain_starts(bool flow);
/* A plain scalar in its first line, and in those behind it. */
void yaml_plain_line(Buf *to, bool flow);
void yaml_plain_more(Buf *to, bool flow, int indent);
void yaml_quoted(Buf *to, int indent);
void yaml_block(Buf *to, int indent);

/* ---- yamltype.c: the core schema ---- */
typedef enum { TAG_NONE, TAG_PLAIN, TAG_STR, TAG_INT, TAG_FLOAT, TAG_BOOL, TAG_NULL, TAG_SEQ, TAG_MAP } Tag;
Tag yaml_tag(const char *p, size_t n, size_t at);
/* A plain scalar without a tag. */
Value yaml_plain_value(const char *p, size_t n);
/* A scalar; at: where it stands. */
Value yaml_scalar(const Buf *text, bool plain, Tag tag, size_t at);

/* ---- yamlnode.c: anchors, collections and their bounds ---- */
typedef struct {
    Tag tag;
    size_t tag_at, anchor, anchor_at; /* anchor: its number, 0 for none */
    int reached;                      /* ys.deepest, and ys.size in front of the node */
    size_t size;
} Props;
bool yaml_props(Props *p);
Props yaml_joined(Props a, Props b);
/* Ends a node that the properties belong to. */
Value yaml_done(const Props *p, Value v);
Value yaml_empty(const Props *p);
Value yaml_text(Buf *text, bool plain, const Props *p, size_t at);
Value yaml_alias(void);
void yaml_forget(void); /* all anchors, between documents */

void yaml_enter(size_t at, Tag tag, Tag wanted);
void yaml_leave(void);
typedef struct {
    Value own, merged;
    bool merges;
} Mapping;
Mapping yaml_mapping(void);
/* The key that was read last, which begins at an offset. */
const Str *yaml_key(size_t at);
void yaml_put(Mapping *m, const Str *key, Value v, size_t at, bool merge);
Value yaml_whole(const Mapping *m);

/* ---- yamlflow.c: in brackets; yamlread.c: the rest ---- */
Value yaml_flow(int indent, const Props *p);
/* The next document; as json_next, but ends the program for a mistake. */
bool yaml_next(Json *j, Value *v);

#endif
