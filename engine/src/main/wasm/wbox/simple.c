/* true, false, echo, yes, sleep, basename, dirname, env. */
#include "wbox.h"

const char true_help[] = "Usage: true [ignored arguments]\nExit with status 0.\n";
const char false_help[] =
    "Usage: false [ignored arguments]\nExit with status 1.\n";

int true_main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "--help"))
        show_help();
    return 0;
}

int false_main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "--help"))
        out_str(false_help);
    return 1;
}

/* ---- echo ---- */

const char echo_help[] =
    "Usage: echo [-neE] [STRING]...\n"
    "Write the STRINGs, one space between them, and a newline.\n"
    "\n"
    "  -n  no newline at the end\n"
    "  -e  heed escapes: \\\\ \\a \\b \\c \\e \\f \\n \\r \\t \\v \\0NNN \\xHH\n"
    "  -E  do not heed escapes (default)\n"
    "      --help  show this help and exit\n";

int escape_byte(const char **s, bool zero_octal)
{
    static const char from[] = "\\abefnrtv\"", to[] = "\\\a\b\x1b\f\n\r\t\v\"";
    int c = (uchar)**s;
    const char *k = c ? strchr(from, c) : NULL;
    if (k && !(zero_octal && c == '"')) {
        ++*s;
        return (uchar)to[k - from];
    }
    if (c == 'c') {
        ++*s;
        return -1;
    }
    int v = 0, n = 0;
    if (c == 'x') {
        int h;
        while (n < 2 && (h = hex_value((uchar)(*s)[n + 1])) >= 0) {
            v = v * 16 + h;
            n++;
        }
        if (n)
            *s += n + 1;
        return n ? v : -2;
    }
    zero_octal &= c == '0';
    if (zero_octal)
        ++*s;
    while (n < 3 && (*s)[n] >= '0' && (*s)[n] <= '7') {
        v = v * 8 + ((*s)[n] - '0');
        n++;
    }
    *s += n;
    return n || zero_octal ? v & 255 : -2;
}

/* False when a \c ended the output. */
static bool echo_escaped(const char *s)
{
    while (*s) {
        if (*s != '\\' || !s[1]) {
            out_ch(*s++);
            continue;
        }
        s++;
        int b = escape_byte(&s, true);
        if (b == -1)
            return false;
        out_ch(b < 0 ? '\\' : b);
    }
    return true;
}

int echo_main(int argc, char **argv)
{
    bool newline = true, escapes = false;
    int i = 1;
    if (argc == 2 && !strcmp(argv[1], "--help"))
        show_help();
    for (; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
        if (strspn(argv[i] + 1, "neE") != strlen(argv[i] + 1))
            break;
        for (const char *p = argv[i] + 1; *p; p++) {
            if (*p == 'n')
                newline = false;
            else
                escapes = *p == 'e';
        }
    }
    for (int first = i; i < argc; i++) {
        if (i > first)
            out_ch(' ');
        if (!escapes)
            out_str(argv[i]);
        else if (!echo_escaped(argv[i]))
            return 0;
    }
    if (newline)
        out_ch('\n');
    return 0;
}

/* ---- yes ---- */

const char yes_help[] =
    "Usage: yes [STRING]...\n"
    "Write a line with the STRINGs, or y, again and again.\n";

int yes_main(int argc, char **argv)
{
    Opt o;
    opt_start(&o, argc, argv, "+", NULL);
    opt_next(&o);
    if (o.n == 0 && o.i >= argc) {
        for (;;)
            out_mem("y\n", 2);
    }
    for (;;) {
        for (int k = 0; k < o.n; k++) {
            out_str(o.argv[k]);
            out_ch(k + 1 < o.n ? ' ' : '\n');
        }
    }
}

/* ---- sleep ---- */

const char sleep_help[] =
    "Usage: sleep NUMBER[SUFFIX]...\n"
    "Wait for the sum of the times: s seconds (default), m minutes, h hours,\n"
    "d days. NUMBER may have a fraction.\n";

static bool duration(const char *s, uint64_t *ns)
{
    uint64_t whole = 0, frac = 0, unit = 100000000, scale = 1;
    const char *p = s;
    bool digits = parse_u64(p, &p, &whole) || p > s;
    if (*p == '.') {
        for (p++; is_digit(*p); p++, digits = true) {
            frac += (uint64_t)(*p - '0') * unit;
            unit /= 10;
        }
    }
    if (*p == 'm')
        scale = 60;
    else if (*p == 'h')
        scale = 3600;
    else if (*p == 'd')
        scale = 86400;
    if (*p && strchr("smhd", *p))
        p++;
    if (!digits || *p)
        return false;
    if (whole > 1000000000)
        whole = 1000000000;
    *ns += (whole * 1000000000 + frac) * scale;
    return true;
}

int sleep_main(int argc, char **argv)
{
    Opt o;
    uint64_t ns = 0;
    bool bad = false;
    opt_start(&o, argc, argv, "+", NULL);
    opt_next(&o);
    if (!o.n)
        missing_operand();
    for (int i = 0; i < o.n; i++)
        if (!duration(o.argv[i], &ns)) {
            warnf("invalid time interval '%s'", o.argv[i]);
            bad = true;
        }
    if (bad)
        usage_err("nothing to wait for");
    if (ns)
        sys_sleep(ns);
    return 0;
}

/* ---- basename, dirname ---- */

const char basename_help[] =
    "Usage: basename NAME [SUFFIX]\n"
    "   or: basename OPTION... NAME...\n"
    "Print NAME without leading directories and without SUFFIX.\n"
    "\n"
    "  -a, --multiple       take every operand as a NAME\n"
    "  -s, --suffix=SUFFIX  remove a trailing SUFFIX; implies -a\n"
    "  -z, --zero           end each line with NUL\n";

static void base_of(const char *s, const char *suffix, int end)
{
    size_t n = strlen(s), k = suffix ? strlen(suffix) : 0;
    while (n > 1 && s[n - 1] == '/')
        n--;
    size_t b = n;
    while (b > 0 && s[b - 1] != '/')
        b--;
    if (n == 1 && s[0] == '/')
        b = 0;
    if (k && n - b > k && !memcmp(s + n - k, suffix, k))
        n -= k;
    out_mem(s + b, n - b);
    out_ch(end);
}

int basename_main(int argc, char **argv)
{
    static const LongOpt longs[] = {
        {"multiple", 0, 'a'}, {"suffix", 1, 's'}, {"zero", 0, 'z'}, {0, 0, 0}};
    Opt o;
    bool all = false;
    const char *suffix = NULL;
    int end = '\n';
    opt_start(&o, argc, argv, "+as:z", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        if (c == 's')
            suffix = o.arg;
        if (c == 'z')
            end = 0;
        else
            all = true;
    }
    if (!o.n)
        missing_operand();
    if (!all && o.n > 2)
        extra_operand(o.argv[2]);
    if (!all) {
        base_of(o.argv[0], o.n == 2 ? o.argv[1] : NULL, end);
        return 0;
    }
    for (int i = 0; i < o.n; i++)
        base_of(o.argv[i], suffix, end);
    return 0;
}

const char dirname_help[] =
    "Usage: dirname [OPTION] NAME...\n"
    "Print each NAME without its last part; . when NAME has no slash.\n"
    "\n"
    "  -z, --zero  end each line with NUL\n";

int dirname_main(int argc, char **argv)
{
    static const LongOpt longs[] = {{"zero", 0, 'z'}, {0, 0, 0}};
    Opt o;
    int end = '\n';
    opt_start(&o, argc, argv, "z", longs);
    while (opt_next(&o) >= 0)
        end = 0;
    if (!o.n)
        missing_operand();
    for (int i = 0; i < o.n; i++) {
        const char *s = o.argv[i];
        size_t n = strlen(s);
        while (n > 1 && s[n - 1] == '/')
            n--;
        while (n > 0 && s[n - 1] != '/')
            n--;
        while (n > 1 && s[n - 1] == '/')
            n--;
        if (n)
            out_mem(s, n);
        else
            out_ch('.');
        out_ch(end);
    }
    return 0;
}

/* ---- env ---- */

const char env_help[] =
    "Usage: env [-0] [-u NAME]... [NAME=VALUE]...\n"
    "Print the environment with these changes. No command can be started.\n"
    "\n"
    "  -0, --null        end each line with NUL\n"
    "  -i, --ignore-environment  start from an empty environment\n"
    "  -u, --unset=NAME  leave NAME out\n";

static bool same_name(const char *a, const char *b)
{
    while (*a && *a != '=' && *a == *b)
        a++, b++;
    return (!*a || *a == '=') && (!*b || *b == '=');
}

static bool named(char **v, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (same_name(v[i], name))
            return true;
    return false;
}

int env_main(int argc, char **argv)
{
    static const LongOpt longs[] = {{"null", 0, '0'},
                                    {"ignore-environment", 0, 'i'},
                                    {"unset", 1, 'u'},
                                    {0, 0, 0}};
    Opt o;
    int end = '\n', gone_n = 0, sets = 0;
    bool empty = false;
    char **gone = xmalloc((size_t)(argc + 1) * sizeof *gone);
    usage_status = 125;
    opt_start(&o, argc, argv, "+0iu:", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        if (c == '0')
            end = 0;
        else if (c == 'i')
            empty = true;
        else
            gone[gone_n++] = o.arg;
    }
    while (sets < o.n && strchr(o.argv[sets], '='))
        sets++;
    if (sets < o.n)
        dief(126, "cannot run '%s': a built-in command can start no program",
             o.argv[sets]);
    for (char **e = sys_environ(); !empty && *e; e++) {
        if (named(gone, gone_n, *e) || named(o.argv, sets, *e))
            continue;
        out_str(*e);
        out_ch(end);
    }
    for (int i = 0; i < sets; i++) {
        out_str(o.argv[i]);
        out_ch(end);
    }
    return 0;
}
