/* Regular expression syntax to a tree. */
#include "re.h"

typedef struct {
    Re *re;
    const char *p, *end, *begin;
    bool ere;
    int depth, base, open_count;
    uint32_t closed; /* bits of groups of this pattern that are complete */
} Parser;

static int parse_alt(Parser *ps);

static int fail(Parser *ps, const char *why)
{
    if (!ps->re->error)
        ps->re->error = why;
    ps->p = ps->end;
    return re_node(ps->re, N_EMPTY, 0);
}

/* \n \t \xHH \oNNN \dNNN and so on; -1 when c starts no such escape. */
static int escaped_byte(Parser *ps, int c)
{
    static const char from[] = "ntfvar", to[] = "\n\t\f\v\a\r";
    const char *k = c ? strchr(from, c) : NULL;
    if (k)
        return (uchar)to[k - from];
    int base = c == 'x' ? 16 : c == 'o' ? 8 : c == 'd' ? 10 : 0;
    if (!base)
        return -1;
    int v = 0, n = 0, max = base == 16 ? 2 : 3;
    while (n < max && ps->p + n < ps->end) {
        int h = hex_value((uchar)ps->p[n]);
        if (h < 0 || h >= base)
            break;
        v = v * base + h;
        n++;
    }
    if (!n)
        return -1;
    ps->p += n;
    return v & 255;
}

/* An escape of awk behind its backslash: a byte, or -1 for an operator such as \y. */
static int awk_byte(Parser *ps, int c)
{
    static const char from[] = "ntfvarb", to[] = "\n\t\f\v\a\r\b";
    const char *k = strchr(from, c);
    if (c && k)
        return (uchar)to[k - from];
    if (c >= '0' && c <= '7') {
        int v = c - '0';
        for (int i = 0; i < 2 && ps->p < ps->end && *ps->p >= '0' && *ps->p <= '7'; i++)
            v = v * 8 + *ps->p++ - '0';
        return v & 255;
    }
    if (c == 'x' && ps->p < ps->end && hex_value((uchar)*ps->p) >= 0)
        return escaped_byte(ps, c);
    return c && strchr("ywWsSB<>`'", c) ? -1 : c;
}

/* ---- bracket expressions ---- */

/* [:class:] [=c=] [.c.]; returns the byte of the latter two, -1 a class,
 * -2 an error. */
static int bracket_special(Parser *ps, uint32_t *set, const char **why)
{
    int kind = (uchar)ps->p[1];
    const char *s = ps->p + 2, *e = s;
    while (e + 1 < ps->end && !(e[0] == kind && e[1] == ']'))
        e++;
    if (e + 1 >= ps->end) {
        *why = "Unmatched [, [^, [:, [., or [=";
        return -2;
    }
    ps->p = e + 2;
    if (kind != ':') {
        if (e - s == 1)
            return (uchar)*s;
        *why = "Invalid collation character";
        return -2;
    }
    bool known = false;
    size_t len = (size_t)(e - s);
    for (int c = 0; c < 256; c++)
        if (class_has(s, len, c, &known))
            re_set_add(set, c);
    if (known)
        return -1;
    *why = "Invalid character class name";
    return -2;
}

static int bracket_byte(Parser *ps, uint32_t *set, const char **why)
{
    const char *p = ps->p;
    if (p[0] == '[' && p + 1 < ps->end &&
        (p[1] == ':' || p[1] == '=' || p[1] == '.'))
        return bracket_special(ps, set, why);
    ps->p++;
    if (*p == '\\' && (ps->re->flags & RE_AWK) && ps->p < ps->end) {
        int c = awk_byte(ps, (uchar)*ps->p++);
        return c < 0 ? (uchar)ps->p[-1] : c;
    }
    if (*p == '\\' && (ps->re->flags & RE_ESCAPES) && ps->p < ps->end) {
        const char *back = ps->p++;
        int c = escaped_byte(ps, (uchar)*back);
        if (c >= 0)
            return c;
        ps->p = back;
    }
    return (uchar)*p;
}

static int parse_bracket(Parser *ps)
{
    ReSet set = {0};
    const char *why = NULL;
    bool neg = ps->p < ps->end && *ps->p == '^';
    ps->p += neg;
    for (bool first = true;; first = false) {
        if (ps->p >= ps->end)
            return fail(ps, "Unmatched [, [^, [:, [., or [=");
        if (*ps->p == ']' && !first)
            break;
        int lo = bracket_byte(ps, set, &why);
        if (lo == -2)
            return fail(ps, why);
        if (lo < 0)
            continue;
        int hi = lo;
        if (ps->end - ps->p >= 2 && ps->p[0] == '-' && ps->p[1] != ']') {
            ps->p++;
            hi = bracket_byte(ps, set, &why);
            if (hi == -2)
                return fail(ps, why);
            if (hi < lo)
                return fail(ps, "Invalid range end");
        }
        for (int c = lo; c <= hi; c++)
            re_set_add(set, c);
    }
    ps->p++;
    if (ps->re->flags & RE_ICASE)
        re_set_fold(set);
    if (neg)
        re_set_invert(set);
    return re_add_set(ps->re, set);
}

/* ---- atoms ---- */

static int parse_group(Parser *ps)
{
    if (++ps->depth > 100)
        return fail(ps, "Regular expression too big");
    int number = ++ps->open_count;
    if (ps->base + number > ps->re->groups)
        ps->re->groups = ps->base + number;
    int inner = parse_alt(ps);
    ps->depth--;
    if (ps->re->error)
        return inner;
    if (ps->p >= ps->end)
        return fail(ps, "Unmatched ( or \\(");
    ps->p += ps->ere ? 1 : 2;
    if (number < 32)
        ps->closed |= (uint32_t)1 << number;
    int g = re_node(ps->re, N_GROUP, ps->base + number);
    ps->re->nodes[g].child = inner;
    return g;
}

static int backref_node(Parser *ps, int number)
{
    if (!(ps->closed >> number & 1))
        return fail(ps, "Invalid back reference");
    ps->re->has_backref = true;
    return re_node(ps->re, N_BACKREF, ps->base + number);
}

static int parse_escape(Parser *ps)
{
    Re *re = ps->re;
    if (ps->p >= ps->end)
        return fail(ps, "Trailing backslash");
    int c = (uchar)*ps->p++;
    if (re->flags & RE_AWK) {
        int byte = awk_byte(ps, c);
        if (byte >= 0)
            return re_byte_node(re, byte);
        c = c == 'y' ? 'b' : c;
    } else if (c >= '1' && c <= '9') {
        return backref_node(ps, c - '0');
    }
    switch (c) {
    case 'w': case 'W': case 's': case 'S': return re_class_node(re, c);
    case 'b': return re_assert_node(re, A_WORD);
    case 'B': return re_assert_node(re, A_NOT_WORD);
    case '<': return re_assert_node(re, A_WORD_BEGIN);
    case '>': return re_assert_node(re, A_WORD_END);
    case '`': re->has_begin = true; return re_node(re, N_ASSERT, A_BEGIN);
    case '\'': re->has_begin = true; return re_node(re, N_ASSERT, A_END);
    default: break;
    }
    if (re->flags & RE_ESCAPES) {
        int b = escaped_byte(ps, c);
        if (b >= 0)
            return re_byte_node(re, b);
    }
    return re_byte_node(re, c);
}

/* Whether a $ here, already consumed, stands at the end of an alternative. */
static bool ends_here(const Parser *ps)
{
    const char *p = ps->p;
    if (ps->ere || p == ps->end)
        return true;
    return ps->end - p >= 2 && p[0] == '\\' && (p[1] == ')' || p[1] == '|');
}

static int parse_atom(Parser *ps, bool first)
{
    int c = (uchar)*ps->p++;
    if (c == '\\' && !ps->ere && ps->p < ps->end && *ps->p == '(') {
        ps->p++;
        return parse_group(ps);
    }
    if (c == '\\')
        return parse_escape(ps);
    if (c == '[')
        return parse_bracket(ps);
    if (c == '.')
        return re_any_node(ps->re);
    if (c == '(' && ps->ere)
        return parse_group(ps);
    if (c == '^' && (ps->ere || first))
        return re_assert_node(ps->re, A_BEGIN);
    if (c == '$' && ends_here(ps))
        return re_assert_node(ps->re, A_END);
    return re_byte_node(ps->re, c);
}

/* ---- repetition ---- */

enum { NO_OP, OP_STAR, OP_PLUS, OP_OPT, OP_BRACE };

static bool plausible_brace(const Parser *ps)
{
    const char *p = ps->p + 1;
    while (p < ps->end && is_digit(*p))
        p++;
    if (p < ps->end && *p == ',')
        p++;
    while (p < ps->end && is_digit(*p))
        p++;
    return p < ps->end && *p == '}' && p > ps->p + 1;
}

static int peek_op(const Parser *ps)
{
    if (ps->p >= ps->end)
        return NO_OP;
    int c = (uchar)*ps->p;
    if (c == '*')
        return OP_STAR;
    if (!ps->ere) {
        if (c != '\\' || ps->end - ps->p < 2)
            return NO_OP;
        c = (uchar)ps->p[1];
    }
    if (c == '+')
        return OP_PLUS;
    if (c == '?')
        return OP_OPT;
    if (c == '{' && (!ps->ere || plausible_brace(ps)))
        return OP_BRACE;
    return NO_OP;
}

static int brace_number(Parser *ps, int missing)
{
    if (ps->p >= ps->end || !is_digit(*ps->p))
        return missing;
    int v = 0;
    while (ps->p < ps->end && is_digit(*ps->p)) {
        if (v < 100000)
            v = v * 10 + (*ps->p - '0');
        ps->p++;
    }
    return v;
}

static bool parse_brace(Parser *ps, int *min, int *max)
{
    *min = *max = brace_number(ps, 0);
    if (ps->p < ps->end && *ps->p == ',') {
        ps->p++;
        *max = brace_number(ps, -1);
    }
    if (!ps->ere && ps->p < ps->end && *ps->p == '\\')
        ps->p++;
    if (ps->p >= ps->end) {
        fail(ps, "Unmatched \\{");
        return false;
    }
    if (*ps->p++ != '}' || (*max >= 0 && *min > *max)) {
        fail(ps, "Invalid content of \\{\\}");
        return false;
    }
    if (*min > 32767 || *max > 32767) {
        fail(ps, "Regular expression too big");
        return false;
    }
    return true;
}

static int parse_ops(Parser *ps, int atom)
{
    for (int op; (op = peek_op(ps)) != NO_OP;) {
        int min = op == OP_PLUS, max = op == OP_OPT ? 1 : -1;
        ps->p += !ps->ere && op != OP_STAR ? 2 : 1;
        if (op == OP_BRACE && !parse_brace(ps, &min, &max))
            return atom;
        ReNode *a = &ps->re->nodes[atom];
        if (a->kind == N_REP && a->min == 0 && a->max == -1 && min <= 1 &&
            op != OP_BRACE)
            continue; /* a** is a* */
        if (++ps->depth > 100)
            return fail(ps, "Regular expression too big");
        int rep = re_node(ps->re, N_REP, 0);
        ps->re->nodes[rep].child = atom;
        ps->re->nodes[rep].min = min;
        ps->re->nodes[rep].max = max;
        atom = rep;
    }
    return atom;
}

static bool at_end(const Parser *ps)
{
    const char *p = ps->p;
    if (p >= ps->end)
        return true;
    if (ps->ere)
        return *p == '|' || (*p == ')' && ps->depth > 0);
    return *p == '\\' && ps->end - p >= 2 &&
           (p[1] == '|' || (p[1] == ')' && ps->depth > 0));
}

static int parse_cat(Parser *ps)
{
    int cat = re_node(ps->re, N_CAT, 0), last = -1;
    bool first = true;
    while (!at_end(ps)) {
        int item, depth = ps->depth;
        if (!ps->ere && ps->end - ps->p >= 2 && ps->p[0] == '\\' &&
            ps->p[1] == ')')
            return fail(ps, "Unmatched ) or \\)");
        if (ps->ere && *ps->p == ')' && (ps->re->flags & RE_ESCAPES))
            return fail(ps, "Unmatched ) or \\)");
        if (!ps->ere && first && *ps->p == '*') {
            item = re_byte_node(ps->re, '*');
            ps->p++;
        } else if (first && peek_op(ps) != NO_OP) {
            if (!ps->ere || peek_op(ps) == OP_BRACE)
                return fail(ps, "Invalid preceding regular expression");
            item = re_node(ps->re, N_EMPTY, 0);
        } else {
            bool anchor = *ps->p == '^' && (first || ps->ere);
            item = parse_atom(ps, first);
            if (anchor && !ps->ere) {
                first = true;
                goto link;
            }
        }
        first = false;
        item = parse_ops(ps, item);
    link:
        ps->depth = depth;
        if (last < 0)
            ps->re->nodes[cat].child = item;
        else
            ps->re->nodes[last].next = item;
        last = item;
    }
    return cat;
}

static int parse_alt(Parser *ps)
{
    int one = parse_cat(ps);
    if (ps->p >= ps->end || *ps->p != (ps->ere ? '|' : '\\') ||
        (!ps->ere && ps->p[1] == ')'))
        return one;
    int alt = re_node(ps->re, N_ALT, 0);
    ps->re->nodes[alt].child = one;
    while (ps->p < ps->end && !ps->re->error &&
           (ps->ere ? *ps->p == '|' : ps->p[0] == '\\' && ps->p[1] == '|')) {
        ps->p += ps->ere ? 1 : 2;
        int more = parse_cat(ps);
        ps->re->nodes[one].next = more;
        one = more;
    }
    return alt;
}

/* ---- whole patterns ---- */

static int parse_fixed(Re *re, const char *s, size_t n)
{
    int cat = re_node(re, N_CAT, 0), last = -1;
    for (size_t i = 0; i < n; i++) {
        int b = re_byte_node(re, (uchar)s[i]);
        if (last < 0)
            re->nodes[cat].child = b;
        else
            re->nodes[last].next = b;
        last = b;
    }
    return cat;
}

static int wrap(Re *re, int before, int inner, int behind)
{
    int a = re_node(re, N_ASSERT, before), b = re_node(re, N_ASSERT, behind);
    int cat = re_node(re, N_CAT, 0);
    re->nodes[a].next = inner;
    re->nodes[inner].next = b;
    re->nodes[cat].child = a;
    if (before == A_BEGIN)
        re->has_begin = true;
    else
        re->has_word = true;
    return cat;
}

int re_parse(Re *re, const char *const *pats, const size_t *lens, size_t count)
{
    int alt = re_node(re, N_ALT, 0), last = -1;
    for (size_t i = 0; i < count && !re->error; i++) {
        int one;
        if (re->flags & RE_FIXED) {
            one = parse_fixed(re, pats[i], lens[i]);
        } else {
            Parser ps = {re, pats[i], pats[i] + lens[i], pats[i],
                         (re->flags & RE_EXTENDED) != 0, 0, re->groups, 0, 0};
            one = parse_alt(&ps);
        }
        if (last < 0)
            re->nodes[alt].child = one;
        else
            re->nodes[last].next = one;
        last = one;
    }
    int root = count == 1 ? last : alt;
    if (re->flags & RE_LINE)
        root = wrap(re, A_BEGIN, root, A_END);
    else if (re->flags & RE_WORD)
        root = wrap(re, A_FREE_BEFORE, root, A_FREE_BEHIND);
    return root;
}
