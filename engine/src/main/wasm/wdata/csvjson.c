/* CSV to JSON and back. */
#include "wdata.h"

/* ---- to JSON ---- */

/* Bytes of the character of UTF-8 at p; 0 when there is none. */
static size_t character(const uchar *p, size_t n)
{
    size_t k = p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
    if (p[0] < 0xc2 || p[0] > 0xf4 || k > n || (p[0] == 0xe0 && p[1] < 0xa0) ||
        (p[0] == 0xed && p[1] > 0x9f) || (p[0] == 0xf0 && p[1] < 0x90) ||
        (p[0] == 0xf4 && p[1] > 0x8f))
        return 0;
    for (size_t i = 1; i < k; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    return k;
}

static void put_string(Field f)
{
    out_ch('"');
    for (size_t i = 0; i < f.n; i++) {
        int c = (uchar)f.p[i];
        if (c == '"' || c == '\\') {
            out_ch('\\');
            out_ch(c);
        } else if (c == '\n') {
            out_str("\\n");
        } else if (c == '\t') {
            out_str("\\t");
        } else if (c == '\r') {
            out_str("\\r");
        } else if (c < 32) {
            out_str("\\u00");
            out_ch("01"[c >> 4]);
            out_ch("0123456789abcdef"[c & 15]);
        } else if (c < 128) {
            out_ch(c);
        } else {
            size_t k = character((const uchar *)f.p + i, f.n - i);
            out_mem(k ? f.p + i : "\xef\xbf\xbd", k ? k : 3);
            i += k ? k - 1 : 0;
        }
    }
    out_ch('"');
}

/* A number in the form that JSON has: no blanks, no +, no leading zeros. */
static bool json_number(Field f)
{
    const char *p = f.p, *end = f.p + f.n;
    p += p < end && *p == '-';
    if (!is_number(f) || p == end || !is_digit(*p) || !is_digit(end[-1]))
        return false;
    if (*p == '0' && p + 1 < end && is_digit(p[1]))
        return false;
    const char *dot = find_byte(p, end, '.');
    return dot == end || (dot + 1 < end && is_digit(dot[1]));
}

static void put_value(Field f, bool typed)
{
    if (typed && f.n == 0)
        out_str("null");
    else if (typed && (json_number(f) || (f.n == 4 && !memcmp(f.p, "true", 4)) ||
                       (f.n == 5 && !memcmp(f.p, "false", 5))))
        out_mem(f.p, f.n);
    else
        put_string(f);
}

static void put_object(const Table *t, const Row *r, bool typed)
{
    out_ch(t->headless ? '[' : '{');
    for (size_t i = 0; i < r->n; i++) {
        if (i)
            out_ch(',');
        if (!t->headless) {
            char d[24];
            size_t n = fmt_u64(d + sizeof d, i + 1);
            put_string(i < t->header.n ? t->header.fields[i] : (Field){d + sizeof d - n, n});
            out_ch(':');
        }
        put_value(r->fields[i], typed);
    }
    out_ch(t->headless ? ']' : '}');
}

void csv_to_json(Table *t, bool typed, bool lines)
{
    Row r = {0};
    bool first = true;
    if (!lines)
        out_ch('[');
    for (; table_row(t, &r); first = false) {
        if (!lines)
            out_str(first ? "\n" : ",\n");
        put_object(t, &r, typed);
        if (lines)
            out_ch('\n');
    }
    if (!lines)
        out_str(first ? "]\n" : "\n]\n");
}

/* ---- from JSON ---- */

static struct {
    char *p, *end, *all;
    const char *name;
} js;

static _Noreturn void bad(const char *why)
{
    uint64_t line = 1;
    for (const char *p = js.all; p < js.p && p < js.end; p++)
        line += *p == '\n';
    dief(1, "%s: line %u: %s", js.name, line, why);
}

static int peek(void)
{
    while (js.p < js.end && is_space((uchar)*js.p))
        js.p++;
    return js.p < js.end ? (uchar)*js.p : -1;
}

static void expect(int c, const char *why)
{
    if (peek() != c)
        bad(why);
    js.p++;
}

static size_t put_utf8(char *to, uint32_t c)
{
    if (c < 0x80) {
        to[0] = (char)c;
        return 1;
    }
    size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n - 1; i > 0; i--, c >>= 6)
        to[i] = (char)(0x80 | (c & 63));
    to[0] = (char)((n == 2 ? 0xc0 : n == 3 ? 0xe0 : 0xf0) | c);
    return n;
}

static uint32_t hex4(void)
{
    uint32_t v = 0;
    for (int i = 0; i < 4; i++) {
        int h = js.p < js.end ? hex_value((uchar)*js.p++) : -1;
        if (h < 0)
            bad("\\u needs four hexadecimal digits");
        v = v * 16 + (uint32_t)h;
    }
    return v;
}

static uint32_t unicode(void)
{
    uint32_t c = hex4();
    if (c >> 10 == 0x36 && js.end - js.p >= 6 && js.p[0] == '\\' && js.p[1] == 'u') {
        js.p += 2;
        uint32_t low = hex4();
        if (low >> 10 == 0x37)
            return 0x10000 + ((c & 0x3ff) << 10) + (low & 0x3ff);
        bad("half of a pair of surrogates");
    }
    return c >> 11 == 0x1b ? 0xfffd : c;
}

/* A string, decoded in its place: it never grows. */
static Field string(void)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (peek() != '"')
        bad("a string is missing");
    char *w = ++js.p;
    Field f = {w, 0};
    for (;;) {
        if (js.p >= js.end)
            bad("a string does not end");
        char c = *js.p++;
        if (c == '"')
            break;
        if (c != '\\') {
            *w++ = c;
            continue;
        }
        char e = js.p < js.end ? *js.p++ : 0;
        const char *k = e ? strchr(from, e) : NULL;
        if (e == 'u')
            w += put_utf8(w, unicode());
        else if (k)
            *w++ = to[k - from];
        else
            bad("unknown escape in a string");
    }
    f.n = (size_t)(w - f.p);
    return f;
}

static void skip_string(void)
{
    for (js.p++; js.p < js.end && *js.p != '"'; js.p++)
        js.p += *js.p == '\\';
    if (js.p >= js.end)
        bad("a string does not end");
    js.p++;
}

/* The text of an array or object as it stands. */
static Field nested(void)
{
    Field f = {js.p, 0};
    size_t depth = 0, cap = 0;
    char *closing = NULL;
    do {
        int c = peek();
        if (c < 0)
            bad("an array or object does not end");
        if (c == '"') {
            skip_string();
            continue;
        }
        if (c == '{' || c == '[') {
            if (depth == cap)
                closing = xrealloc(closing, cap = cap * 2 + 64);
            closing[depth++] = c == '{' ? '}' : ']';
        } else if ((c == '}' || c == ']') && closing[--depth] != c) {
            bad("an array ends as an object, or an object as an array");
        }
        js.p++;
    } while (depth);
    free(closing);
    f.n = (size_t)(js.p - f.p);
    return f;
}

static Field value(void)
{
    int c = peek();
    if (c == '"')
        return string();
    if (c == '{' || c == '[')
        return nested();
    Field f = {js.p, 0};
    while (js.p < js.end && (is_alnum((uchar)*js.p) || strchr("+-.", *js.p)))
        js.p++;
    f.n = (size_t)(js.p - f.p);
    if (f.n == 4 && !memcmp(f.p, "null", 4))
        f.n = 0;
    else if (!(is_number(f) || (f.n == 4 && !memcmp(f.p, "true", 4)) ||
               (f.n == 5 && !memcmp(f.p, "false", 5))))
        bad("not a JSON value");
    return f;
}

/* Names of all members, in order of their first appearance. */
static Keys *names;
static Row columns;
static Row *rows;
static size_t row_n, row_cap;

static void add_field(Row *r, size_t k, Field f)
{
    while (r->n <= k) {
        if (r->n == r->cap)
            r->fields = xrealloc(r->fields, (r->cap = r->cap * 2 + 8) * sizeof *r->fields);
        r->fields[r->n++] = (Field){js.all, 0};
    }
    r->fields[k] = f;
}

static void object(Row *r)
{
    static size_t zero;
    static const Columns first = {&zero, 1};
    expect('{', "an object is missing: csv from-json takes an array of objects, or objects");
    while (peek() != '}') {
        if (r->line++)
            expect(',', "a comma or } is missing");
        Field name = string();
        bool fresh;
        expect(':', "a colon is missing");
        size_t k = keys_add(names, &(Row){.fields = &name, .n = 1}, &first, &fresh);
        if (fresh)
            add_field(&columns, k, name);
        if (k > 100000)
            bad("more than 100000 names");
        add_field(r, k, value());
    }
    js.p++;
}

static void array_row(Row *r)
{
    js.p++;
    while (peek() != ']') {
        if (r->n)
            expect(',', "a comma or ] is missing");
        add_field(r, r->n, value());
    }
    js.p++;
}

static void next_row(void)
{
    if (row_n == row_cap)
        rows = xrealloc(rows, (row_cap = row_cap * 2 + 64) * sizeof *rows);
    Row *r = &rows[row_n++];
    memset(r, 0, sizeof *r);
    if (peek() == '[')
        array_row(r);
    else
        object(r);
}

void csv_from_json(const char *file)
{
    size_t n;
    js.name = strcmp(file, "-") ? file : "standard input";
    js.all = js.p = in_slurp(file, &n);
    if (!js.p)
        quit(1);
    js.end = js.p + n;
    names = keys_new();
    if (peek() == '[') {
        js.p++;
        for (bool first = true; peek() != ']'; first = false) {
            if (!first)
                expect(',', "a comma or ] is missing");
            next_row();
        }
        js.p++;
    }
    while (peek() >= 0)
        next_row();
    if (columns.n)
        put_row(&columns, 0);
    for (size_t i = 0; i < row_n; i++)
        put_row(&rows[i], columns.n);
}
