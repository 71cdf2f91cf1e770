/* test and [. */
#include "wbox.h"

const char test_help[] =
    "Usage: test EXPRESSION\n"
    "   or: [ EXPRESSION ]\n"
    "Exit with 0 when EXPRESSION is true, 1 when it is false, 2 on an error.\n"
    "\n"
    "  ( E )  ! E  E -a E  E -o E\n"
    "  -n S  -z S  S  S = S  S == S  S != S  S < S  S > S\n"
    "  N -eq N  -ne  -lt  -le  -gt  -ge\n"
    "  -e -f -d -h -L -p -S -b -c -s -r -w -x FILE  -t FD\n"
    "  FILE -nt FILE  FILE -ot FILE  FILE -ef FILE\n"
    "\n"
    "WASI knows no permission bits: -r and -w hold for what exists, -x for\n"
    "directories.\n";

static char **word;
static int at, count;

static bool parse_or(void);

static bool is_binary(const char *s)
{
    static const char ops[][4] = {"=",   "==",  "!=",  "<",   ">",   "-eq",
                                  "-ne", "-lt", "-le", "-gt", "-ge", "-nt",
                                  "-ot", "-ef"};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (!strcmp(ops[i], s))
            return true;
    return false;
}

static bool is_unary(const char *s)
{
    return s[0] == '-' && s[1] && !s[2] && strchr("bcdefghkLnoprsStuwxzGON", s[1]);
}

/* An integer of any length: sign and digits without leading zeros. */
static const char *integer(const char *s, bool *neg, size_t *n)
{
    const char *p = s;
    while (is_blank(*p))
        p++;
    *neg = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    if (!is_digit(*p))
        dief(2, "invalid integer '%s'", s);
    while (*p == '0' && is_digit(p[1]))
        p++;
    *n = 0;
    while (is_digit(p[*n]))
        ++*n;
    const char *e = p + *n;
    while (is_blank(*e))
        e++;
    if (*e)
        dief(2, "invalid integer '%s'", s);
    if (*n == 1 && *p == '0')
        *neg = false;
    return p;
}

static int compare_integers(const char *a, const char *b)
{
    bool x, y;
    size_t n, m;
    const char *p = integer(a, &x, &n), *q = integer(b, &y, &m);
    if (x != y)
        return x ? -1 : 1;
    int r = n != m ? (n < m ? -1 : 1) : memcmp(p, q, n);
    return x ? -r : r;
}

static bool compare_files(const char *a, const char *op, const char *b)
{
    SysStat x, y;
    bool ax = sys_stat(a, &x, true) == 0, bx = sys_stat(b, &y, true) == 0;
    switch (op[1]) {
    case 'n': return ax && (!bx || x.mtime > y.mtime);
    case 'o': return bx && (!ax || x.mtime < y.mtime);
    default: return ax && bx && same_file(&x, &y);
    }
}

static bool binary(const char *a, const char *op, const char *b)
{
    if (op[0] != '-') {
        int r = strcmp(a, b);
        return op[0] == '=' ? r == 0 : op[0] == '!' ? r != 0
                                   : op[0] == '<'   ? r < 0
                                                    : r > 0;
    }
    if (!strcmp(op, "-nt") || !strcmp(op, "-ot") || !strcmp(op, "-ef"))
        return compare_files(a, op, b);
    int r = compare_integers(a, b);
    switch (op[1] << 8 | op[2]) {
    case 'e' << 8 | 'q': return r == 0;
    case 'n' << 8 | 'e': return r != 0;
    case 'l' << 8 | 't': return r < 0;
    case 'l' << 8 | 'e': return r <= 0;
    case 'g' << 8 | 't': return r > 0;
    default: return r >= 0;
    }
}

static bool unary(int op, const char *s)
{
    SysStat st;
    if (op == 'n')
        return *s != 0;
    if (op == 'z')
        return *s == 0;
    if (op == 't') {
        compare_integers(s, "0");
        return false;
    }
    if (sys_stat(s, &st, op != 'h' && op != 'L') < 0)
        return false;
    switch (op) {
    case 'f': case 'd': case 'b': case 'c': case 'p': return st.type == op;
    case 'h': case 'L': return st.type == 'l';
    case 'S': return st.type == 's';
    case 's': return st.size > 0;
    case 'x': return st.type == 'd';
    case 'g': case 'k': case 'u': return false;
    default: return true;
    }
}

static const char *take(void)
{
    if (at >= count)
        dief(2, "missing argument after '%s'", count ? word[count - 1] : "test");
    return word[at++];
}

static bool parse_primary(int depth)
{
    if (depth > 200)
        dief(2, "expression nested too deeply");
    if (at >= count)
        dief(2, "missing argument after '%s'", count ? word[count - 1] : "test");
    const char *w = word[at];
    if (count - at >= 3 && is_binary(word[at + 1]) &&
        !(!strcmp(w, "(") && count - at > 3)) {
        at += 3;
        return binary(word[at - 3], word[at - 2], word[at - 1]);
    }
    if (!strcmp(w, "!") && count - at > 1) {
        at++;
        return !parse_primary(depth + 1);
    }
    if (!strcmp(w, "(") && count - at > 1) {
        at++;
        bool r = parse_or();
        if (at >= count)
            dief(2, "')' expected");
        if (strcmp(word[at], ")"))
            dief(2, "')' expected, found %s", word[at]);
        at++;
        return r;
    }
    if (is_unary(w) && count - at > 1) {
        at += 2;
        return unary(w[1], word[at - 1]);
    }
    if (w[0] == '-' && w[1] && !w[2] && count - at > 1 && strcmp(word[at + 1], "-a") &&
        strcmp(word[at + 1], "-o") && strcmp(word[at + 1], ")"))
        dief(2, "'%s': unary operator expected", w);
    return *take() != 0;
}

static bool parse_and(void)
{
    bool r = parse_primary(0);
    while (at < count && !strcmp(word[at], "-a")) {
        at++;
        r &= parse_primary(0);
    }
    return r;
}

static bool parse_or(void)
{
    static int nesting;
    if (++nesting > 100)
        dief(2, "expression nested too deeply");
    bool r = parse_and();
    while (at < count && !strcmp(word[at], "-o")) {
        at++;
        r |= parse_and();
    }
    nesting--;
    return r;
}

/* The forms of POSIX with one to four words come before the grammar. */
static bool evaluate(void)
{
    if (count == 0)
        return false;
    if (count == 1)
        return word[0][0] != 0;
    if (count == 2 && !strcmp(word[0], "!"))
        return word[1][0] == 0;
    if (count == 2 && !is_unary(word[0])) {
        if (word[0][0] == '-')
            dief(2, "'%s': unary operator expected", word[0]);
        dief(2, "missing argument after '%s'", word[1]);
    }
    if (count == 3) {
        if (is_binary(word[1]))
            return binary(word[0], word[1], word[2]);
        if (!strcmp(word[1], "-a"))
            return word[0][0] && word[2][0];
        if (!strcmp(word[1], "-o"))
            return word[0][0] || word[2][0];
        if (!strcmp(word[0], "!")) {
            word++;
            count--;
            return !evaluate();
        }
        if (!strcmp(word[0], "(") && !strcmp(word[2], ")"))
            return word[1][0] != 0;
        dief(2, "'%s': binary operator expected", word[1]);
    }
    if (count == 4 && !strcmp(word[0], "!")) {
        word++;
        count--;
        return !evaluate();
    }
    bool r = parse_or();
    if (at < count)
        dief(2, "extra argument '%s'", word[at]);
    return r;
}

int test_main(int argc, char **argv)
{
    usage_status = 2;
    word = argv + 1;
    count = argc - 1;
    if (prog[0] == '[') {
        if (count == 1 && !strcmp(word[0], "--help"))
            show_help();
        if (!count || strcmp(word[count - 1], "]"))
            dief(2, "missing ']'");
        count--;
    }
    return !evaluate();
}
