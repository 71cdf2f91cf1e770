/* sed: the script. */
#include "sed.h"

static const char *src, *end, *begin;
static size_t cmd_cap;
static size_t blocks[64];
static size_t block_n;

_Noreturn static void bad(const char *why)
{
    dief(1, "-e expression #1, char %u: %s", (uint64_t)(src - begin), why);
}

static void skip_blanks(void)
{
    while (src < end && is_blank(*src))
        src++;
}

static SedCmd *add_cmd(void)
{
    if (sed.n == cmd_cap)
        sed.cmd = xrealloc(sed.cmd, (cmd_cap = cmd_cap * 2 + 16) * sizeof *sed.cmd);
    SedCmd *c = &sed.cmd[sed.n++];
    memset(c, 0, sizeof *c);
    c->jump = -1;
    c->out = -1;
    return c;
}

static uint64_t number(void)
{
    uint64_t v = 0;
    while (src < end && is_digit(*src))
        v = v * 10 + (uint64_t)(*src++ - '0');
    return v;
}

/* Copies a bracket expression, in which the delimiter is an ordinary byte. */
static size_t bracket(char *o)
{
    const char *p = src + 1;
    if (p < end && *p == '^')
        p++;
    if (p < end && *p == ']')
        p++;
    while (p < end && *p != ']') {
        if (p[0] == '[' && p + 1 < end && strchr(":.=", p[1])) {
            const char *q = p + 2;
            while (q + 1 < end && !(q[0] == p[1] && q[1] == ']'))
                q++;
            if (q + 1 < end) {
                p = q + 2;
                continue;
            }
        }
        p++;
    }
    if (p >= end || *p != ']' || memchr(src, '\n', (size_t)(p - src)))
        p = src; /* not closed: the parser of expressions will say so */
    size_t n = (size_t)(p + 1 - src);
    memcpy(o, src, n);
    src = p;
    return n;
}

/* Text up to the delimiter; \delimiter becomes the delimiter. */
static char *until(int delim, bool regex, size_t *len, const char *unended)
{
    char *o = xmalloc((size_t)(end - src) + 1);
    size_t n = 0;
    for (; src < end; src++) {
        int c = (uchar)*src;
        if (c == delim) {
            src++;
            *len = n;
            o[n] = 0;
            return o;
        }
        if (c == '\n' && regex)
            bad(unended);
        if (c == '\\' && src + 1 < end) {
            src++;
            if (*src != (char)delim || (!regex && delim == '&'))
                o[n++] = '\\';
            o[n++] = *src;
        } else if (regex && c == '[') {
            n += bracket(o + n);
        } else {
            o[n++] = (char)c;
        }
    }
    bad(unended);
}

static Re *compile(const char *s, size_t n, int flags)
{
    const char *error;
    if (n == 0)
        return NULL;
    if (sed.extended)
        flags |= RE_EXTENDED;
    Re *re = re_compile(&s, &n, 1, flags | RE_ESCAPES, &error);
    if (!re)
        bad(error);
    return re;
}

static bool address(SedAddr *a)
{
    if (src >= end)
        return false;
    if (is_digit(*src)) {
        a->kind = ADDR_LINE;
        a->n = number();
        if (src < end && *src == '~') {
            src++;
            a->kind = ADDR_STEP;
            a->step = number();
        }
        return true;
    }
    if (*src == '$') {
        src++;
        a->kind = ADDR_LAST;
        return true;
    }
    if (*src != '/' && *src != '\\')
        return false;
    if (*src == '\\')
        src++;
    if (src >= end)
        bad("unexpected `,'");
    int delim = (uchar)*src++, flags = 0;
    size_t n;
    char *s = until(delim, true, &n, "unterminated address regex");
    for (; src < end && (*src == 'I' || *src == 'M'); src++)
        flags |= *src == 'I' ? RE_ICASE : RE_MULTI;
    a->kind = ADDR_RE;
    a->re = compile(s, n, flags);
    return true;
}

static void addresses(SedCmd *c)
{
    if (!address(&c->a))
        return;
    skip_blanks();
    if (src < end && *src == ',') {
        src++;
        skip_blanks();
        if (src < end && (*src == '+' || *src == '~')) {
            c->b.kind = *src++ == '+' ? ADDR_PLUS : ADDR_MULT;
            c->b.n = number();
        } else if (!address(&c->b)) {
            bad("unexpected `,'");
        }
    }
}

/* ---- replacement ---- */

static SedPart *add_part(SedCmd *c)
{
    c->parts = xrealloc(c->parts, (c->part_n + 1) * sizeof *c->parts);
    SedPart *p = &c->parts[c->part_n++];
    *p = (SedPart){NULL, 0, -1, 0};
    return p;
}

static int escape(const char **s, const char *e)
{
    static const char from[] = "ntfvar", to[] = "\n\t\f\v\a\r";
    const char *k = **s ? strchr(from, **s) : NULL;
    if (k) {
        ++*s;
        return (uchar)to[k - from];
    }
    int base = **s == 'x' ? 16 : **s == 'o' ? 8 : **s == 'd' ? 10 : 0;
    int v = 0, n = 0, h;
    while (base && n < (base == 16 ? 2 : 3) && *s + n + 1 < e &&
           (h = hex_value((uchar)(*s)[n + 1])) >= 0 && h < base) {
        v = v * base + h;
        n++;
    }
    if (!n)
        return -1;
    *s += n + 1;
    return v & 255;
}

static void replacement(SedCmd *c, const char *s, size_t n)
{
    const char *e = s + n;
    SedPart *p = add_part(c);
    p->text = xmalloc(n + 1);
    while (s < e) {
        int group = -1;
        if (*s == '&') {
            group = 0;
            s++;
        } else if (*s == '\\' && s + 1 < e) {
            s++;
            if (is_digit(*s)) {
                group = *s++ - '0';
                if (group > (c->re ? re_group_count(c->re) : 9))
                    dief(1, "-e expression #1, char %u: invalid reference \\%d on `s' command's RHS",
                         (uint64_t)(src - begin), group);
            } else if (strchr("ULulE", *s)) {
                p = add_part(c);
                p->text = xmalloc((size_t)(e - s) + 1);
                p->letter_case = *s++;
                continue;
            } else {
                int b = escape(&s, e);
                p->text[p->n++] = b >= 0 ? (char)b : *s++;
                continue;
            }
        } else {
            p->text[p->n++] = *s++;
            continue;
        }
        p->group = group;
        p = add_part(c);
        p->text = xmalloc((size_t)(e - s) + 1);
    }
}

static void file_name(SedCmd *c)
{
    skip_blanks();
    const char *p = src;
    while (src < end && *src != '\n')
        src++;
    if (src == p)
        bad("missing filename in r/R/w/W commands");
    c->text = xstrndup(p, (size_t)(src - p));
}

static void output_name(SedCmd *c)
{
    file_name(c);
    c->out = sed_output(c->text);
}

static void substitute(SedCmd *c)
{
    if (src >= end || *src == '\n' || *src == '\\')
        bad("unterminated `s' command");
    int delim = (uchar)*src++, flags = 0;
    size_t n, m;
    static const char why[] = "unterminated `s' command";
    char *pat = until(delim, true, &n, why), *rep = until(delim, false, &m, why);
    for (; src < end; src++) {
        if (*src == 'g')
            c->global = true;
        else if (*src == 'p')
            c->print = true;
        else if (*src == 'i' || *src == 'I')
            flags |= RE_ICASE;
        else if (*src == 'm' || *src == 'M')
            flags |= RE_MULTI;
        else if (is_digit(*src)) {
            c->nth = number();
            if (c->nth == 0)
                bad("number option to `s' command may not be zero");
            src--;
        } else if (*src == 'w') {
            src++;
            c->write = true;
            output_name(c);
            break;
        } else if (*src == 'e') {
            dief(1, "the flag e of `s' is not supported");
        } else {
            break;
        }
    }
    c->re = compile(pat, n, flags);
    replacement(c, rep, m);
}

static void transliterate(SedCmd *c)
{
    if (src >= end)
        bad("unterminated `y' command");
    int delim = (uchar)*src++;
    size_t n, m, i = 0, k = 0;
    static const char why[] = "unterminated `y' command";
    char *a = until(delim, false, &n, why), *b = until(delim, false, &m, why);
    uchar *map = xmalloc(256);
    for (int v = 0; v < 256; v++)
        map[v] = (uchar)v;
    while (i < n && k < m) {
        int from = (uchar)a[i++], to = (uchar)b[k++];
        if (from == '\\' && i < n)
            from = a[i] == 'n' ? '\n' : (uchar)a[i], i++;
        if (to == '\\' && k < m)
            to = b[k] == 'n' ? '\n' : (uchar)b[k], k++;
        map[from] = (uchar)to;
    }
    if (i < n || k < m)
        bad("strings for `y' command are different lengths");
    c->map = map;
}

/* ---- text and labels ---- */

static void text(SedCmd *c)
{
    skip_blanks();
    if (src >= end)
        bad("expected \\ after `a', `c' or `i'");
    if (*src == '\\') {
        src++;
        const char *p = src;
        while (p < end && is_blank(*p))
            p++;
        if (p < end && *p == '\n')
            src = p + 1;
    }
    char *o = xmalloc((size_t)(end - src) + 2);
    size_t n = 0;
    while (src < end && *src != '\n') {
        if (*src == '\\' && src + 1 < end) {
            src++;
            int b = escape(&src, end);
            o[n++] = b >= 0 ? (char)b : *src++;
            continue;
        }
        o[n++] = *src++;
    }
    o[n++] = '\n';
    c->text = o;
    c->text_n = n;
}

static void label(SedCmd *c, bool semicolon)
{
    skip_blanks();
    const char *p = src;
    while (src < end && *src != '\n' && !(semicolon && (*src == ';' || *src == '}')) &&
           !is_space((uchar)*src))
        src++;
    c->text = xstrndup(p, (size_t)(src - p));
    c->text_n = (size_t)(src - p);
}

static void close_block(SedCmd *c)
{
    if (!block_n)
        bad("unexpected `}'");
    if (c->a.kind)
        bad("} doesn't want any addresses");
    sed.cmd[blocks[--block_n]].jump = (int)sed.n;
}

static void command_body(SedCmd *c)
{
    switch (c->name) {
    case '{':
        if (block_n == sizeof blocks / sizeof *blocks)
            bad("blocks nested too deeply");
        blocks[block_n++] = sed.n - 1;
        break;
    case '}': close_block(c); break;
    case 's': substitute(c); break;
    case 'y': transliterate(c); break;
    case 'a': case 'i': case 'c': text(c); break;
    case ':':
        if (c->a.kind)
            bad(": doesn't want any addresses");
        label(c, true);
        if (!c->text_n)
            bad("\":\" lacks a label");
        break;
    case 'b': case 't': case 'T': label(c, true); break;
    case 'r': case 'R': file_name(c); break;
    case 'q': case 'Q': case 'l': case 'L':
        skip_blanks();
        c->status = (int)number();
        break;
    case 'w': case 'W': output_name(c); break;
    case 'e': dief(1, "the command `e' is not supported");
    case '=': case 'd': case 'D': case 'g': case 'G': case 'h': case 'H':
    case 'n': case 'N': case 'p': case 'P': case 'x': case 'z': case 'F':
        break;
    default: dief(1, "-e expression #1, char %u: unknown command: `%c'",
                  (uint64_t)(src - begin), c->name);
    }
}

void sed_compile(const char *s, size_t n)
{
    begin = src = s;
    end = s + n;
    if (n >= 2 && s[0] == '#' && s[1] == 'n' && (n == 2 || s[2] == '\n') && !sed.n)
        sed.quiet = true;
    while (src < end) {
        if (is_space((uchar)*src) || *src == ';') {
            src++;
            continue;
        }
        if (*src == '#') {
            while (src < end && *src != '\n')
                src++;
            continue;
        }
        SedCmd *c = add_cmd();
        addresses(c);
        skip_blanks();
        while (src < end && (*src == '!' || is_blank(*src)))
            c->negate |= *src++ == '!';
        if (src >= end)
            bad("missing command");
        c->name = *src++;
        if (c->a.kind == ADDR_LINE && c->a.n == 0 && c->b.kind != ADDR_RE)
            bad("invalid usage of line address 0");
        command_body(c);
        skip_blanks();
        c = &sed.cmd[sed.n - 1];
        if (src < end && *src == '}' && c->name != '{')
            continue;
        if (src < end && *src != '\n' && *src != ';' && *src != '#' &&
            !strchr("{}:aic", c->name)) {
            src++;
            bad(c->name == 's' ? "unknown option to `s'"
                               : "extra characters after command");
        }
    }
}

void sed_finish(void)
{
    if (block_n)
        dief(1, "-e expression #1, char 0: unmatched `{'");
    for (size_t i = 0; i < sed.n; i++) {
        SedCmd *c = &sed.cmd[i];
        if (!c->name || !strchr("btT", c->name))
            continue;
        c->jump = (int)sed.n;
        if (!c->text_n)
            continue;
        size_t k = 0;
        while (k < sed.n && !(sed.cmd[k].name == ':' && !strcmp(sed.cmd[k].text, c->text)))
            k++;
        if (k == sed.n)
            dief(4, "can't find label for jump to `%s'", c->text);
        c->jump = (int)k;
    }
}
