/* yq: values as YAML. */
#include "yamlwrite.h"

enum { LONGEST_KEY = 1000 }; /* readers look for the : of a key in 1024 characters */

/* ---- strings ---- */

/* A character that YAML does not show as it is. */
static bool is_hidden(uint32_t r)
{
    return (r < 32 && r != '\n') || (r >= 127 && r < 160) || r == 0x2028 || r == 0x2029 ||
           r == 0xfeff || (r & 0xfffe) == 0xfffe;
}

static void write_escape(Buf *b, uint32_t r)
{
    static const char hex[] = "0123456789abcdef", from[] = "\a\b\t\n\v\f\r\033\"\\",
                      to[] = "abtnvfre\"\\";
    const char *at = r && r < 128 ? strchr(from, (int)r) : NULL;
    buf_ch(b, '\\');
    if (at) {
        buf_ch(b, to[at - from]);
        return;
    }
    int digits = r < 0x100 ? 2 : r < 0x10000 ? 4 : 8;
    buf_ch(b, digits == 2 ? 'x' : digits == 4 ? 'u' : 'U');
    while (digits-- > 0)
        buf_ch(b, hex[r >> 4 * digits & 15]);
}

static void write_quoted(Buf *b, const Str *s, bool ascii)
{
    buf_ch(b, '"');
    for (const char *p = s->s, *end = p + s->n; p < end;) {
        const char *from = p;
        uint32_t r = rune_next(&p, end);
        if (r == '\n' || r == '"' || r == '\\' || is_hidden(r) || (ascii && r > 126))
            write_escape(b, r);
        else
            buf_mem(b, from, (size_t)(p - from));
    }
    buf_ch(b, '"');
}

static bool is_one_of(const Str *s, const char *const *words)
{
    for (; *words; words++) {
        size_t i = 0;
        while (i < s->n && to_lower(s->s[i]) == (*words)[i])
            i++;
        if (i == s->n && !(*words)[i])
            return true;
    }
    return false;
}

/* Whether a reader of YAML 1.2 or 1.1 may take the text for something else than a string:
 * a word, a number, a number of base 60, a time. */
static bool is_taken(const Str *s)
{
    static const char *const words[] = {"null", "true", "false", "yes", "no", "on", "off", "y",
                                        "n", "~", "<<", "=", ".inf", "-.inf", "+.inf", ".nan", NULL};
    size_t i = s->n && (s->s[0] == '-' || s->s[0] == '+'), points = 0, marks = 0;
    if (is_one_of(s, words))
        return true;
    i += i < s->n && s->s[i] == '.';
    if (i >= s->n || !is_digit(s->s[i]))
        return false;
    for (size_t k = i; k < s->n; k++) {
        if (!strchr("0123456789abcdefABCDEFxXoO_.:+-tTzZ ", s->s[k]))
            return false;
        points += s->s[k] == '.';
        marks += s->s[k] == ':' || s->s[k] == '-';
    }
    return points < 2 || marks > 0;
}

static bool may_be_plain(const Str *s, bool ascii)
{
    const char *p = s->s, *end = p + s->n;
    int c = s->n ? (uchar)*p : 0, next = s->n > 1 ? p[1] : 0;
    bool starts = is_word(c) || c >= 128 || (c && strchr("/.$(+", c)) || (c == '-' && is_alpha(next));
    if (!starts || is_blank(end[-1]) || end[-1] == ':' || is_taken(s) ||
        (s->n >= 3 && !memcmp(p, "...", 3)))
        return false;
    while (p < end) {
        uint32_t r = rune_next(&p, end);
        if (is_hidden(r) || r == '\n' || (ascii && r > 126) || (r == ':' && is_blank(*p)) ||
            (is_blank((int)r) && *p == '#'))
            return false;
    }
    return true;
}

/* Whether a text of lines reads better as a literal block, and can be one. */
static bool may_be_block(const Str *s, bool ascii)
{
    const char *p = s->s, *end = p + s->n;
    if (find_byte(p, end, '\n') == end || is_space(*p))
        return false;
    while (p < end) {
        uint32_t r = rune_next(&p, end);
        if ((is_hidden(r) && r != '\t') || (ascii && r > 126))
            return false;
    }
    return true;
}

/* ---- structure ---- */

static void write_indent(Buf *b, int level)
{
    for (int i = 0; i < level; i++)
        buf_str(b, "  ");
}

static void write_block(Buf *b, const Str *s, int level)
{
    const char *p = s->s, *end = p + s->n;
    bool ended = end[-1] == '\n', more = ended && s->n > 1 && end[-2] == '\n';
    buf_str(b, more ? "|+" : ended ? "|" : "|-");
    end -= ended;
    for (;;) {
        const char *nl = find_byte(p, end, '\n');
        buf_ch(b, '\n');
        if (nl > p) {
            write_indent(b, level > 0 ? level : 1);
            buf_mem(b, p, (size_t)(nl - p));
        }
        if (nl == end)
            return;
        p = nl + 1;
    }
}

static void write_text(Buf *b, const Str *s, int level, bool block, const Style *style)
{
    if (may_be_plain(s, style->ascii))
        buf_mem(b, s->s, s->n);
    else if (block && may_be_block(s, style->ascii))
        write_block(b, s, level);
    else
        write_quoted(b, s, style->ascii);
}

/* A number as readers of YAML 1.1 know it, too: with a point in front of an exponent. */
static void write_number(Buf *b, Value v)
{
    if (!v.digits && v.num != v.num) {
        buf_str(b, ".nan");
        return;
    }
    if (!v.digits && __builtin_isinf(v.num)) {
        buf_str(b, v.num > 0 ? ".inf" : "-.inf");
        return;
    }
    static const Style plain = {.indent = -1};
    size_t from = b->n, i;
    json_write(b, v, &plain);
    for (i = from; i < b->n && b->s[i] != 'e' && b->s[i] != 'E' && b->s[i] != '.';)
        i++;
    if (i == b->n || b->s[i] == '.')
        return;
    buf_str(b, "  ");
    memmove(b->s + i + 2, b->s + i, b->n - i - 2);
    memcpy(b->s + i, ".0", 2);
}

static void write_node(Buf *b, Value v, int level, const Style *style);

static void write_scalar(Buf *b, Value v, int level, const Style *style)
{
    switch (v.kind) {
    case V_NULL: buf_str(b, "null"); break;
    case V_FALSE: buf_str(b, "false"); break;
    case V_TRUE: buf_str(b, "true"); break;
    case V_NUM: write_number(b, v); break;
    case V_STR: write_text(b, v.str, level, true, style); break;
    case V_ARR: buf_str(b, "[]"); break;
    default: buf_str(b, "{}"); break;
    }
}

static bool is_collection(Value v)
{
    return (v.kind == V_ARR && arr_len(v) > 0) || (v.kind == V_OBJ && v.obj->n > 0);
}

static void write_field(Buf *b, const Field *f, int level, const Style *style)
{
    size_t from = b->n;
    write_text(b, f->key, level, false, style);
    if (b->n - from > LONGEST_KEY) {
        buf_str(b, "  ");
        memmove(b->s + from + 2, b->s + from, b->n - from - 2);
        memcpy(b->s + from, "? ", 2);
        buf_ch(b, '\n');
        write_indent(b, level);
    }
    buf_ch(b, ':');
    if (is_collection(f->val)) {
        buf_ch(b, '\n');
        write_indent(b, level + 1);
        write_node(b, f->val, level + 1, style);
    } else {
        buf_ch(b, ' ');
        write_scalar(b, f->val, level + 1, style);
    }
}

static void separate(Buf *b, size_t i, int level)
{
    if (i == 0)
        return;
    buf_ch(b, '\n');
    write_indent(b, level);
}

/* A value whose first line is indented already. */
static void write_node(Buf *b, Value v, int level, const Style *style)
{
    if (!is_collection(v)) {
        write_scalar(b, v, level, style);
        return;
    }
    if (v.kind == V_ARR) {
        for (size_t i = 0; i < arr_len(v); i++) {
            separate(b, i, level);
            buf_str(b, "- ");
            write_node(b, arr_at(v, i), level + 1, style);
        }
        return;
    }
    Field *f = obj_fields(v, style->sort);
    for (size_t i = 0; i < v.obj->n; i++) {
        separate(b, i, level);
        write_field(b, &f[i], level, style);
    }
}

void yaml_write(Buf *b, Value v, const Style *style)
{
    write_node(b, v, 0, style);
}
