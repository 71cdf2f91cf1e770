/* JSON as text. */
#include "jq.h"

enum { MAX_DEPTH = 512 };

static bool value(Json *j, Value *v);

static bool wrong(Json *j, const char *why)
{
    if (!j->error)
        j->error = why;
    return false;
}

void json_blanks(Json *j)
{
    enum { RS = 0x1e };
    while (j->p < j->end &&
           (*j->p == ' ' || (*j->p >= 9 && *j->p <= 13) || (*j->p == RS && j->sequence)))
        j->p++;
}

static bool hex4(Json *j, uint32_t *r)
{
    *r = 0;
    if (j->end - j->p < 4)
        return wrong(j, "Invalid escape");
    for (int i = 0; i < 4; i++) {
        int h = hex_value((uchar)*j->p++);
        if (h < 0)
            return wrong(j, "Invalid escape");
        *r = *r << 4 | (uint32_t)h;
    }
    return true;
}

static bool unicode(Json *j, Buf *b)
{
    uint32_t r, low;
    if (!hex4(j, &r))
        return false;
    if (r >= 0xd800 && r < 0xdc00) {
        const char *back = j->p;
        bool pair = j->end - j->p >= 6 && j->p[0] == '\\' && j->p[1] == 'u';
        if (pair) {
            j->p += 2;
            if (!hex4(j, &low))
                return false;
            pair = low >= 0xdc00 && low < 0xe000;
        }
        if (pair)
            r = 0x10000 + ((r - 0xd800) << 10) + (low - 0xdc00);
        else
            j->p = back;
    }
    buf_rune(b, r >= 0xd800 && r < 0xe000 ? 0xfffd : r);
    return true;
}

static bool escape(Json *j, Buf *b)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (j->p == j->end)
        return wrong(j, "Unfinished string");
    int c = *j->p++;
    if (c == 'u')
        return unicode(j, b);
    const char *at = c ? strchr(from, c) : NULL;
    if (!at)
        return wrong(j, "Invalid escape");
    buf_ch(b, to[at - from]);
    return true;
}

/* Copies a text, replacing what is not UTF-8. */
static void plain(Buf *b, const char *p, const char *end)
{
    while (p < end) {
        const char *from = p;
        while (p < end && (uchar)*p < 0x80)
            p++;
        buf_mem(b, from, (size_t)(p - from));
        if (p < end)
            buf_rune(b, rune_next(&p, end));
    }
}

static bool string(Json *j, Value *v)
{
    Buf b = {0};
    j->p++;
    for (;;) {
        const char *from = j->p;
        while (j->p < j->end && *j->p != '"' && *j->p != '\\')
            j->p++;
        plain(&b, from, j->p);
        if (j->p == j->end)
            break;
        if (*j->p++ == '"') {
            *v = buf_value(&b);
            return true;
        }
        if (!escape(j, &b))
            break;
    }
    free(b.s);
    return wrong(j, "Unfinished string");
}

static bool array(Json *j, Value *v)
{
    Value list = v_array(), x;
    j->p++;
    json_blanks(j);
    if (j->p < j->end && *j->p == ']') {
        j->p++;
        *v = list;
        return true;
    }
    for (;;) {
        if (!value(j, &x))
            return wrong(j, "Unfinished JSON term");
        list = arr_push(list, x);
        json_blanks(j);
        int c = j->p < j->end ? *j->p++ : 0;
        if (c == ']') {
            *v = list;
            return true;
        }
        if (c != ',')
            return wrong(j, c ? "Expected separator between values" : "Unfinished JSON term");
    }
}

static bool field(Json *j, Value *o)
{
    Value key, x;
    json_blanks(j);
    if (j->p == j->end)
        return wrong(j, "Unfinished JSON term");
    if (*j->p != '"')
        return wrong(j, "Object keys must be strings");
    if (!string(j, &key))
        return false;
    json_blanks(j);
    if (j->p == j->end || *j->p != ':')
        return wrong(j, "Objects must consist of key:value pairs");
    j->p++;
    if (!value(j, &x))
        return wrong(j, "Unfinished JSON term");
    *o = obj_set(*o, key.str, x);
    return true;
}

static bool object(Json *j, Value *v)
{
    *v = v_object();
    j->p++;
    json_blanks(j);
    if (j->p < j->end && *j->p == '}') {
        j->p++;
        return true;
    }
    for (;;) {
        if (!field(j, v))
            return false;
        json_blanks(j);
        int c = j->p < j->end ? *j->p++ : 0;
        if (c == '}')
            return true;
        if (c != ',')
            return wrong(j, c ? "Expected separator between values" : "Unfinished JSON term");
    }
}

static bool literal(Json *j, const char *word, Value x, Value *v)
{
    size_t n = strlen(word);
    if ((size_t)(j->end - j->p) < n || memcmp(j->p, word, n))
        return wrong(j, "Invalid literal");
    j->p += n;
    if (j->p < j->end && is_word(*j->p))
        return wrong(j, "Invalid literal");
    *v = x;
    return true;
}

static bool digits_follow(const Json *j)
{
    return j->p < j->end && is_digit(*j->p);
}

/* nan, also with digits behind it, which mean nothing here. */
static bool not_a_number(Json *j, const char *word, Value *v)
{
    size_t n = strlen(word);
    if ((size_t)(j->end - j->p) >= n && !memcmp(j->p, word, n)) {
        const char *at = j->p;
        for (j->p += n; digits_follow(j);)
            j->p++;
        if (j->p == j->end || !is_word(*j->p)) {
            *v = v_num(__builtin_nan(""));
            return true;
        }
        j->p = at;
    }
    return wrong(j, "Invalid literal");
}

static bool number(Json *j, Value *v)
{
    bool minus = *j->p == '-';
    j->p += minus;
    if (minus && j->p < j->end && *j->p == 'N')
        return not_a_number(j, "NaN", v);
    if (minus && j->p < j->end && *j->p == 'I')
        return literal(j, "Infinity", v_num(-__builtin_inf()), v);
    if (!num_read(&j->p, j->end, minus, v) || (j->p < j->end && is_word(*j->p)))
        return wrong(j, "Invalid numeric literal");
    return true;
}

bool json_scalar(Json *j, Value *v)
{
    switch (*j->p) {
    case '"': return string(j, v);
    case 't': return literal(j, "true", (Value){.kind = V_TRUE}, v);
    case 'f': return literal(j, "false", (Value){.kind = V_FALSE}, v);
    case 'I': return literal(j, "Infinity", v_num(__builtin_inf()), v);
    case 'N': return not_a_number(j, "NaN", v);
    case 'n':
        if (j->end - j->p > 1 && j->p[1] == 'a')
            return not_a_number(j, "nan", v);
        return literal(j, "null", v_null(), v);
    default:
        if (*j->p == '-' || *j->p == '.' || is_digit(*j->p))
            return number(j, v);
        return wrong(j, "Invalid literal");
    }
}

static bool value(Json *j, Value *v)
{
    json_blanks(j);
    if (j->p == j->end)
        return false;
    if (*j->p != '[' && *j->p != '{')
        return json_scalar(j, v);
    if (++j->depth > MAX_DEPTH)
        return wrong(j, "Exceeds depth limit for parsing");
    bool ok = *j->p == '[' ? array(j, v) : object(j, v);
    j->depth--;
    return ok;
}

void json_start(Json *j)
{
    static const char mark[] = "\xef\xbb\xbf"; /* the byte order mark */
    if (j->p == j->start && j->end - j->p >= 3 && !memcmp(j->p, mark, 3))
        j->p += 3;
}

bool json_next(Json *j, Value *v)
{
    json_start(j);
    j->depth = 0;
    j->error = NULL;
    return value(j, v);
}

/* ---- writing ---- */

static void write_unicode(Buf *b, uint32_t r)
{
    static const char hex[] = "0123456789abcdef";
    buf_str(b, "\\u");
    for (int shift = 12; shift >= 0; shift -= 4)
        buf_ch(b, hex[r >> shift & 15]);
}

static void write_rune(Buf *b, uint32_t r, bool ascii)
{
    static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";
    const char *at = r && r < 128 ? strchr(from, (int)r) : NULL;
    if (at) {
        buf_ch(b, '\\');
        buf_ch(b, to[at - from]);
    } else if (r < 32 || r == 127) {
        write_unicode(b, r);
    } else if (r < 128 || !ascii) {
        buf_rune(b, r);
    } else if (r < 0x10000) {
        write_unicode(b, r);
    } else {
        write_unicode(b, 0xd800 + ((r - 0x10000) >> 10));
        write_unicode(b, 0xdc00 + ((r - 0x10000) & 0x3ff));
    }
}

static void write_string(Buf *b, const Str *s, bool ascii)
{
    const char *p = s->s, *end = p + s->n;
    buf_ch(b, '"');
    while (p < end) {
        const char *from = p;
        while (p < end && (uchar)*p >= 32 && (uchar)*p < 127 && *p != '"' && *p != '\\')
            p++;
        buf_mem(b, from, (size_t)(p - from));
        if (p < end)
            write_rune(b, rune_next(&p, end), ascii);
    }
    buf_ch(b, '"');
}

static void line(Buf *b, const Style *style, int level)
{
    if (style->indent < 0)
        return;
    buf_ch(b, '\n');
    for (int i = 0; i < level * (style->tabs ? 1 : style->indent); i++)
        buf_ch(b, style->tabs ? '\t' : ' ');
}

static void write_value(Buf *b, Value v, const Style *style, int level);

/* ---- colors: of null, false, true, numbers, strings, arrays, objects, keys ---- */

enum { COLORS = 8, COLOR_SIZE = 16, KEY = 7 };
static char colors[COLORS][COLOR_SIZE] = {"0;90", "0;39", "0;39", "0;39",
                                          "0;32", "1;39", "1;39", "1;34"};

bool json_colors(const char *text)
{
    char taken[COLORS][COLOR_SIZE];
    int n = 0;
    memcpy(taken, colors, sizeof taken);
    for (const char *p = text; n < COLORS; n++) {
        size_t len = strspn(p, "0123456789;");
        if (len > 12 || (p[len] && p[len] != ':'))
            return false;
        memcpy(taken[n], p, len);
        taken[n][len] = 0;
        if (!p[len])
            break;
        p += len + 1;
    }
    memcpy(colors, taken, sizeof taken);
    return true;
}

static void start_color(Buf *b, const Style *style, int which)
{
    if (!style->color)
        return;
    buf_str(b, "\033[");
    buf_str(b, colors[which]);
    buf_ch(b, 'm');
}

static void end_color(Buf *b, const Style *style)
{
    if (style->color)
        buf_str(b, "\033[0m");
}

static void write_array(Buf *b, Value v, const Style *style, int level)
{
    if (arr_len(v) == 0) {
        buf_str(b, "[]");
        return;
    }
    buf_ch(b, '[');
    for (size_t i = 0; i < arr_len(v); i++) {
        if (i)
            buf_ch(b, ',');
        line(b, style, level + 1);
        write_value(b, arr_at(v, i), style, level + 1);
        start_color(b, style, V_ARR);
    }
    line(b, style, level);
    start_color(b, style, V_ARR);
    buf_ch(b, ']');
}

static void write_key(Buf *b, const Str *key, const Style *style)
{
    end_color(b, style);
    start_color(b, style, KEY);
    write_string(b, key, style->ascii);
    end_color(b, style);
    start_color(b, style, V_OBJ);
    buf_str(b, style->indent < 0 ? ":" : ": ");
    end_color(b, style);
}

static void write_object(Buf *b, Value v, const Style *style, int level)
{
    size_t n = v.obj->n;
    if (n == 0) {
        buf_str(b, "{}");
        return;
    }
    Field *f = obj_fields(v, style->sort);
    buf_ch(b, '{');
    for (size_t i = 0; i < n; i++) {
        if (i)
            buf_ch(b, ',');
        line(b, style, level + 1);
        write_key(b, f[i].key, style);
        write_value(b, f[i].val, style, level + 1);
        start_color(b, style, V_OBJ);
    }
    line(b, style, level);
    start_color(b, style, V_OBJ);
    buf_ch(b, '}');
}

static void write_value(Buf *b, Value v, const Style *style, int level)
{
    start_color(b, style, v.kind);
    switch (v.kind) {
    case V_NULL: buf_str(b, "null"); break;
    case V_FALSE: buf_str(b, "false"); break;
    case V_TRUE: buf_str(b, "true"); break;
    case V_NUM:
        if (v.digits)
            buf_mem(b, v.digits->s, v.digits->n);
        else
            num_write(b, v.num);
        break;
    case V_STR: write_string(b, v.str, style->ascii); break;
    case V_ARR: write_array(b, v, style, level); break;
    default: write_object(b, v, style, level); break;
    }
    end_color(b, style);
}

void json_write(Buf *b, Value v, const Style *style)
{
    write_value(b, v, style, 0);
}

Value json_text(Value v)
{
    static const Style plain_style = {.indent = -1};
    Buf b = {0};
    json_write(&b, v, &plain_style);
    return buf_value(&b);
}
