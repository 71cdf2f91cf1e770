/* Regular expressions, and what separates fields. */
#include "awk.h"

enum { CACHE = 64 };

typedef struct {
    Str *text;
    Re *re;
} Kept;

static Kept kept[CACHE];
static int next_place;

Re *regex_new(const char *p, size_t n)
{
    const char *error = NULL;
    Re *re = re_compile(&p, &n, 1, RE_EXTENDED | RE_AWK, &error);
    if (!re) {
        char *text = xstrndup(p, n < 200 ? n : 200);
        char *why = xmalloc(strlen(error) + strlen(text) + 8);
        why[0] = 0;
        strcat(strcat(strcat(strcat(why, error), ": /"), text), "/");
        fatal("%s", why);
    }
    return re;
}

Re *regex_cached(const char *p, size_t n)
{
    static int last;
    for (int i = 0; i < CACHE; i++) {
        int k = (last + i) % CACHE;
        Str *s = kept[k].text;
        if (s && s->len == n && !memcmp(s->b, p, n)) {
            last = k;
            return kept[k].re;
        }
    }
    Re *re = regex_new(p, n);
    Kept *place = &kept[next_place];
    last = next_place;
    next_place = (next_place + 1) % CACHE;
    if (place->text) {
        str_drop(place->text);
        re_free(place->re);
    }
    *place = (Kept){str_new(p, n), re};
    return re;
}

/* ---- fields ---- */

static Re *with_newlines(const char *fs, size_t n)
{
    Str *s = str_alloc(n + 5);
    s->b[0] = '(';
    memcpy(s->b + 1, fs, n);
    memcpy(s->b + 1 + n, ")|\n", 3);
    Re *re = regex_new(s->b, n + 4);
    str_drop(s);
    return re;
}

/* The expression is one of its own: it may be in use for longer than the cache keeps it. */
void splitter_set(Splitter *s, const char *fs, size_t n, bool lines)
{
    re_free(s->re);
    s->re = NULL;
    if (n == 0) {
        s->kind = EACH;
    } else if (n == 1 && fs[0] == ' ') {
        s->kind = BLANKS;
    } else if (n == 1 && fs[0] != '\\') {
        s->kind = lines ? BYTES : BYTE;
        s->byte = (uchar)fs[0];
    } else {
        s->kind = PATTERN;
        s->re = lines ? with_newlines(fs, n)
                      : n == 1 ? regex_new("\\\\", 2) : regex_new(fs, n);
    }
}

static inline bool is_gap(int c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

static bool next_word(Cursor *c, const char **p, size_t *n)
{
    const char *q = c->at, *end = c->end;
    while (q < end && is_gap(*q))
        q++;
    if (q == end) {
        c->at = NULL;
        return false;
    }
    *p = q;
    while (q < end && !is_gap(*q))
        q++;
    *n = (size_t)(q - *p);
    c->at = q;
    return true;
}

static const char *find_either(const char *p, const char *end, int c)
{
    while (p < end && (uchar)*p != c && *p != '\n')
        p++;
    return p;
}

static const char *find_near(const char *p, const char *end, int c)
{
    const char *near = end - p > 8 ? p + 8 : end;
    for (; p < near; p++)
        if ((uchar)*p == c)
            return p;
    return find_byte(p, end, c);
}

static const char *find_pattern(const Splitter *s, const Cursor *c, size_t *width)
{
    ReSpan span;
    size_t n = (size_t)(c->end - c->text), from = (size_t)(c->at - c->text);
    while (from <= n && re_exec(s->re, c->text, n, from, &span, 1) > 0) {
        if (span.end > span.start) {
            *width = (size_t)(span.end - span.start);
            return c->text + span.start;
        }
        from = (size_t)span.end + 1;
    }
    return c->end;
}

bool split_next(const Splitter *s, Cursor *c, const char **p, size_t *n)
{
    size_t width = 1;
    if (!c->at)
        return false;
    if (s->kind == BLANKS)
        return next_word(c, p, n);
    if (c->text == c->end || (s->kind == EACH && c->at == c->end)) {
        c->at = NULL;
        return false;
    }
    const char *stop = s->kind == BYTE    ? find_near(c->at, c->end, s->byte)
                       : s->kind == BYTES ? find_either(c->at, c->end, s->byte)
                       : s->kind == EACH  ? c->at + 1
                                          : find_pattern(s, c, &width);
    *p = c->at;
    *n = (size_t)(stop - c->at);
    c->at = s->kind == EACH ? stop : stop == c->end ? NULL : stop + width;
    return true;
}
