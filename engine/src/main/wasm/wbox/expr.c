/* expr. */
#include "wbox.h"
#include "../lib/re.h"

const char expr_help[] =
    "Usage: expr EXPRESSION\n"
    "Print the value of EXPRESSION. 0: not null and not 0, 1: null or 0, 2:\n"
    "invalid.\n"
    "\n"
    "  A | B  A & B  A < B  A <= B  A = B  A != B  A >= B  A > B\n"
    "  A + B  A - B  A * B  A / B  A % B\n"
    "  S : RE  match S RE  substr S POS LEN  index S CHARS  length S\n"
    "  + TOKEN  ( EXPRESSION )\n"
    "Integers have 64 bits.\n";

static char **word;
static int at, count;

static const char *expr_or(bool eval);

static bool next_is(const char *s)
{
    if (at < count && !strcmp(word[at], s)) {
        at++;
        return true;
    }
    return false;
}

static const char *number_text(int64_t v)
{
    char d[24];
    bool neg = v < 0;
    size_t n = fmt_u64(d + sizeof d, neg ? 0 - (uint64_t)v : (uint64_t)v);
    if (neg)
        d[sizeof d - ++n] = '-';
    return xstrndup(d + sizeof d - n, n);
}

static bool is_null(const char *s)
{
    const char *p = s + (*s == '-');
    if (!*s)
        return true;
    while (*p == '0')
        p++;
    return !*p && p > s && p[-1] == '0';
}

static int64_t as_number(const char *s)
{
    int64_t v;
    if (*s == '+' || !parse_i64(s, &v))
        dief(2, "non-integer argument");
    return v;
}

static const char *match(const char *s, const char *pat)
{
    const char *error;
    size_t n = strlen(pat) + 2;
    char *anchored = xmalloc(n + 1);
    ReSpan m[2];
    /* the anchor must not change what the pattern's start means */
    memcpy(anchored, "\\`", 2);
    strcpy(anchored + 2, pat[0] == '^' ? pat + 1 : pat);
    n = strlen(anchored);
    const char *p = anchored;
    Re *re = re_compile(&p, &n, 1, 0, &error);
    if (!re)
        dief(2, "%s", error);
    bool group = re_group_count(re) > 0;
    int r = re_exec(re, s, strlen(s), 0, m, 2);
    if (r < 0)
        dief(3, "too many steps to match");
    if (r == 0)
        return group ? "" : "0";
    if (!group)
        return number_text(m[0].end - m[0].start);
    return m[1].start < 0 ? ""
                          : xstrndup(s + m[1].start, (size_t)(m[1].end - m[1].start));
}

static const char *expr_word(void)
{
    if (at >= count)
        dief(2, "syntax error: missing argument after '%s'",
             count ? word[count - 1] : "expr");
    return word[at++];
}

static const char *expr_atom(bool eval);

static const char *substr(bool eval)
{
    const char *s = expr_atom(eval), *p = expr_atom(eval), *l = expr_atom(eval);
    int64_t pos, len, size = (int64_t)strlen(s);
    if (!parse_i64(p, &pos) || !parse_i64(l, &len) || pos < 1 || len < 1 || pos > size)
        return "";
    if (len > size - pos + 1)
        len = size - pos + 1;
    return xstrndup(s + pos - 1, (size_t)len);
}

static const char *expr_atom(bool eval)
{
    static int nesting;
    if (++nesting > 100)
        dief(2, "expression nested too deeply");
    const char *r;
    if (next_is("(")) {
        r = expr_or(eval);
        if (at >= count)
            dief(2, "syntax error: expecting ')' after '%s'", word[count - 1]);
        if (!next_is(")"))
            dief(2, "syntax error: expecting ')' instead of '%s'", word[at]);
    } else if (at < count && !strcmp(word[at], ")")) {
        dief(2, "syntax error: unexpected ')'");
    } else if (next_is("+")) {
        r = expr_word();
    } else if (at + 1 < count && next_is("length")) {
        r = number_text((int64_t)strlen(expr_atom(eval)));
    } else if (at + 1 < count && next_is("match")) {
        const char *s = expr_atom(eval), *p = expr_atom(eval);
        r = eval ? match(s, p) : "";
    } else if (at + 1 < count && next_is("index")) {
        const char *s = expr_atom(eval), *set = expr_atom(eval);
        size_t k = strcspn(s, set);
        r = s[k] ? number_text((int64_t)k + 1) : "0";
    } else if (at + 1 < count && next_is("substr")) {
        r = substr(eval);
    } else {
        r = expr_word();
    }
    nesting--;
    return r;
}

static const char *expr_colon(bool eval)
{
    const char *l = expr_atom(eval);
    while (next_is(":")) {
        const char *r = expr_atom(eval);
        l = eval ? match(l, r) : "";
    }
    return l;
}

static const char *expr_product(bool eval)
{
    const char *l = expr_colon(eval);
    for (;;) {
        int op = next_is("*") ? '*' : next_is("/") ? '/' : next_is("%") ? '%' : 0;
        if (!op)
            return l;
        const char *r = expr_colon(eval);
        if (!eval)
            continue;
        int64_t a = as_number(l), b = as_number(r), v = 0;
        if (op != '*' && b == 0)
            dief(2, "division by zero");
        if (op == '*' ? __builtin_mul_overflow(a, b, &v)
                      : b == -1 && __builtin_sub_overflow((int64_t)0, a, &v))
            dief(3, "%s: Numerical result out of range", l);
        if (op != '*' && b != -1)
            v = op == '/' ? a / b : a % b;
        else if (op == '%')
            v = 0;
        l = number_text(v);
    }
}

static const char *expr_sum(bool eval)
{
    const char *l = expr_product(eval);
    for (;;) {
        int op = next_is("+") ? '+' : next_is("-") ? '-' : 0;
        if (!op)
            return l;
        const char *r = expr_product(eval);
        if (!eval)
            continue;
        int64_t a = as_number(l), b = as_number(r), v;
        if (op == '+' ? __builtin_add_overflow(a, b, &v)
                      : __builtin_sub_overflow(a, b, &v))
            dief(3, "%s: Numerical result out of range", l);
        l = number_text(v);
    }
}

static const char *expr_compare(bool eval)
{
    static const char ops[][3] = {"<", "<=", "=", "==", "!=", ">=", ">"};
    const char *l = expr_sum(eval);
    for (;;) {
        int k = 0;
        while (k < 7 && !next_is(ops[k]))
            k++;
        if (k == 7)
            return l;
        const char *r = expr_sum(eval);
        int64_t a, b;
        int d;
        if (parse_i64(l, &a) && parse_i64(r, &b))
            d = a < b ? -1 : a > b;
        else
            d = strcmp(l, r);
        bool v = k == 0   ? d < 0
                 : k == 1 ? d <= 0
                 : k < 4  ? d == 0
                 : k == 4 ? d != 0
                 : k == 5 ? d >= 0
                          : d > 0;
        l = v ? "1" : "0";
    }
}

static const char *expr_and(bool eval)
{
    const char *l = expr_compare(eval);
    while (next_is("&")) {
        const char *r = expr_compare(eval && !is_null(l));
        if (is_null(l) || is_null(r))
            l = "0";
    }
    return l;
}

static const char *expr_or(bool eval)
{
    const char *l = expr_and(eval);
    while (next_is("|")) {
        const char *r = expr_and(eval && is_null(l));
        if (is_null(l))
            l = is_null(r) ? "0" : r;
    }
    return l;
}

int expr_main(int argc, char **argv)
{
    usage_status = 2;
    if (argc == 2 && !strcmp(argv[1], "--help"))
        show_help();
    word = argv + 1;
    count = argc - 1;
    if (count && !strcmp(word[0], "--"))
        word++, count--;
    if (!count)
        missing_operand();
    const char *v = expr_or(true);
    if (at < count)
        dief(2, "syntax error: unexpected argument '%s'", word[at]);
    out_str(v);
    out_ch('\n');
    return is_null(v);
}
