/* yq: collections by indentation, and documents. */
#include "yaml.h"

/* What may begin where a value stands: a collection in the line at hand; a sequence at the
 * indentation of the mapping around it. */
enum { IN_LINE = 1, SEQUENCE_AT = 2 };

static Value node(int indent, int how);

/* ---- what every entry of a collection does ---- */

/* Whether an entry of the collection at a column comes next. */
static bool next_at(int column)
{
    yaml_gap();
    if (yaml_at_end())
        return false;
    if (!yaml_fresh_line())
        yaml_fail(ys.pos, "text behind a value; quote a value that has ': ' or ' #' in it");
    if (ycolumn() > column) {
        yaml_no_tab(ys.bol);
        yaml_fail(ys.pos, "more indentation than the entries before");
    }
    if (ycolumn() == column)
        yaml_no_tab(ys.bol);
    return ycolumn() == column;
}

/* ---- sequences ---- */

static Value sequence(const Props *p)
{
    int column = ycolumn();
    Value list = v_array();
    yaml_enter(ys.pos, p->tag, TAG_SEQ);
    do {
        ys.pos++;
        list = arr_push(list, node(column, IN_LINE));
    } while (next_at(column) && yindicator('-'));
    yaml_leave();
    return yaml_done(p, list);
}

/* ---- mappings ---- */

typedef struct {
    size_t at;
    const Str *text;
    bool merge;
} Key;

static Key taken_key(size_t at)
{
    return (Key){at, yaml_key(at), ys.merge};
}

/* Reads a quoted string, or the first line of a plain scalar; whether it is plain. */
static bool first_line(Buf *b, int indent)
{
    if (yc(0) == '"' || yc(0) == '\'') {
        yaml_quoted(b, indent);
        return false;
    }
    if (yindicator(':'))
        return true;
    if (!yaml_plain_starts(false))
        yaml_fail_at(ys.pos, "a value cannot begin with", ys.text + ys.pos, 1);
    yaml_plain_line(b, false);
    return true;
}

static Value alias(const Props *p)
{
    if (p->anchor || p->tag != TAG_NONE)
        yaml_fail(ys.pos, "an alias has no tag and no anchor");
    return yaml_alias();
}

/* Whether what was read since at is a key in one line; goes to its : then. */
static bool ends_key(size_t at, size_t bol)
{
    size_t end = ys.pos;
    while (is_blank(yc(0)))
        ys.pos++;
    if (!yindicator(':')) {
        ys.pos = end;
        return false;
    }
    if (ys.bol != bol)
        yaml_fail(at, "a key and its : stand in one line");
    return true;
}

/* The key of the next entry, in front of its : */
static Key key_in_line(int column)
{
    Props p;
    Buf b = {0};
    size_t at = ys.pos, bol = ys.bol;
    yaml_props(&p);
    if (yc(0) == '[' || yc(0) == '{')
        yaml_flow(column, &p);
    else if (yc(0) == '*')
        alias(&p);
    else
        yaml_text(&b, first_line(&b, column), &p, at);
    if (!ends_key(at, bol))
        yaml_fail(at, "a key with ': ' behind it is missing here");
    free(b.s);
    return taken_key(at);
}

/* Reads ? KEY; whether the : of its value follows. */
static bool marked_key(int column, Key *key)
{
    size_t at = ys.pos++;
    node(column, IN_LINE | SEQUENCE_AT);
    *key = taken_key(at);
    return next_at(column) && yindicator(':');
}

static Value mapping(int column, const Props *p, const Key *first)
{
    Mapping m = yaml_mapping();
    Key key = {0};
    do {
        int how = SEQUENCE_AT;
        bool valued = true;
        if (first) {
            key = *first;
            first = NULL;
        } else if (yindicator('?')) {
            valued = marked_key(column, &key);
            how |= IN_LINE;
        } else {
            key = key_in_line(column);
        }
        Value v = v_null();
        if (valued) {
            ys.pos++;
            v = node(column, how);
        }
        yaml_put(&m, key.text, v, key.at, key.merge);
    } while (next_at(column));
    yaml_leave();
    return yaml_done(p, yaml_whole(&m));
}

/* ---- any node ---- */

typedef struct {
    Props before, here; /* of lines before; of the line at hand */
    bool marked;        /* here has any */
    bool in_line;       /* a collection may begin here */
    size_t from, at;    /* where the line's part begins: behind an indicator; without blanks */
} Start;

/* Whether the text behind a gap belongs to a node inside of an indentation. */
static bool belongs(int indent, int how)
{
    if (yaml_at_end())
        return false;
    if (!yaml_fresh_line() || ycolumn() > indent)
        return true;
    return ycolumn() == indent && (how & SEQUENCE_AT) && yindicator('-');
}

/* Goes to the node's first character, over its properties; false when it is empty. */
static bool start_node(int indent, int how, Start *s)
{
    s->from = ys.pos;
    yaml_gap();
    s->before = s->here = (Props){.reached = ys.deepest, .size = ys.size};
    s->marked = false;
    s->in_line = yaml_fresh_line() || (how & IN_LINE);
    while (belongs(indent, how)) {
        size_t bol = ys.bol;
        s->at = ys.pos;
        s->marked = yaml_props(&s->here);
        yaml_gap();
        if (ys.bol == bol)
            return !yaml_at_end();
        s->before = yaml_joined(s->before, s->here);
        s->here = (Props){.reached = ys.deepest, .size = ys.size};
        s->marked = false;
        s->in_line = true;
    }
    return false;
}

static void check_place(const Start *s)
{
    if (!s->in_line)
        yaml_fail(s->at, "a collection begins in a line of its own; quote the value if it is a text");
}

/* Refuses a tab in front of a collection's first line. */
static void check_indentation(const Start *s)
{
    size_t pos = ys.pos;
    ys.pos = s->at;
    yaml_no_tab(s->from);
    ys.pos = pos;
}

static Value of_indicator(Start *s)
{
    check_place(s);
    if (s->marked)
        yaml_fail(s->at, "a tag or anchor of a collection stands in the line before");
    check_indentation(s);
    if (yindicator('-'))
        return sequence(&s->before);
    yaml_enter(ys.pos, s->before.tag, TAG_MAP);
    return mapping(ycolumn(), &s->before, NULL);
}

static Value of_key(const Start *s)
{
    Key key = taken_key(s->at);
    check_place(s);
    check_indentation(s);
    yaml_enter(s->at, s->before.tag, TAG_MAP);
    return mapping((int)(s->at - ys.bol), &s->before, &key);
}

static Value of_line(int indent, const Start *s)
{
    Buf b = {0};
    size_t bol = ys.bol, at = ys.pos;
    bool plain = first_line(&b, indent), is_key = ends_key(s->at, bol);
    if (plain && !is_key)
        yaml_plain_more(&b, false, indent);
    Props own = is_key ? s->here : yaml_joined(s->before, s->here);
    Value v = yaml_text(&b, plain, &own, at);
    free(b.s);
    return is_key ? of_key(s) : v;
}

static Value of_alias(const Start *s)
{
    size_t bol = ys.bol;
    Value v = alias(&s->here);
    if (ends_key(s->at, bol))
        return of_key(s);
    if (s->before.anchor || s->before.tag != TAG_NONE)
        yaml_fail(s->at, "an alias has no tag and no anchor");
    return v;
}

static Value of_block(int indent, const Props *p)
{
    Buf b = {0};
    size_t at = ys.pos;
    yaml_block(&b, indent);
    Value v = yaml_text(&b, false, p, at);
    free(b.s);
    return v;
}

static Value node(int indent, int how)
{
    Start s;
    bool any = start_node(indent, how, &s);
    if (any && (yindicator('-') || yindicator('?')))
        return of_indicator(&s);
    if (any && yc(0) == '*')
        return of_alias(&s);
    bool bracket = yc(0) == '[' || yc(0) == '{', block = yc(0) == '|' || yc(0) == '>';
    if (any && !bracket && !block)
        return of_line(indent, &s);
    Props all = yaml_joined(s.before, s.here);
    if (!any)
        return yaml_empty(&all);
    if (block)
        return of_block(indent, &all);
    size_t bol = ys.bol;
    Value v = yaml_flow(indent, &all);
    if (ends_key(s.at, bol))
        yaml_key(s.at);
    return v;
}

/* ---- documents ---- */

static bool word_here(const char *word)
{
    size_t n = strlen(word);
    return ys.n - ys.pos >= n && !memcmp(ys.text + ys.pos, word, n) && is_gap(yc(n));
}

static void yaml_version(bool *seen)
{
    if (*seen)
        yaml_fail(ys.pos, "a second %YAML of one document");
    *seen = true;
    ys.pos += 5;
    while (is_blank(yc(0)))
        ys.pos++;
    if (yc(0) != '1' || yc(1) != '.' || !is_digit(yc(2)))
        yaml_fail(ys.pos, "only YAML 1 is read");
    ys.pos += 3;
}

static void tag_handle(void)
{
    ys.pos += 4;
    while (is_blank(yc(0)))
        ys.pos++;
    if (word_here("!!"))
        yaml_fail(ys.pos, "!! stands for the tags of the core schema and for no others");
    while (!is_endline(yc(0)))
        ys.pos++;
}

/* Lines that begin with % in front of a document; whether there are any. */
static bool directives(void)
{
    bool any = false, version = false;
    for (; ys.pos == ys.bol && yc(0) == '%'; yaml_gap()) {
        any = true;
        if (word_here("%YAML"))
            yaml_version(&version);
        else if (word_here("%TAG"))
            tag_handle();
        else
            while (!is_endline(yc(0)))
                ys.pos++;
        size_t bol = ys.bol;
        yaml_gap();
        if (ys.bol == bol && yc(0))
            yaml_fail(ys.pos, "text behind a directive");
    }
    return any;
}

/* Over ... and what ends its line. */
static void end_marker(void)
{
    size_t bol = ys.bol;
    ys.pos += 3;
    yaml_gap();
    if (ys.bol == bol && yc(0))
        yaml_fail(ys.pos, "text behind ...");
}

/* To the next document; false at the end of the file. */
static bool start_document(void)
{
    for (;;) {
        yaml_gap();
        size_t at = ys.pos;
        bool any = directives();
        if (yaml_at_marker('-'))
            return true;
        if (any)
            yaml_fail(at, "a directive without a document that begins with ---");
        if (!yaml_at_marker('.'))
            return yc(0) != 0;
        end_marker();
    }
}

static void end_document(void)
{
    yaml_gap();
    if (yaml_at_marker('.'))
        end_marker();
    else if (!yaml_at_end())
        yaml_fail(ys.pos, yaml_fresh_line() ? "a second value without --- in between"
                                            : "text behind a value; quote a value that has ': ' in it");
}

bool yaml_next(Json *j, Value *v)
{
    if (!ys.text || !start_document())
        return false;
    yaml_forget();
    if (yaml_at_marker('-'))
        ys.pos += 3;
    *v = node(-1, 0);
    end_document();
    j->p = ys.text + ys.pos;
    return true;
}
