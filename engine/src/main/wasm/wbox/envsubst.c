/* envsubst: $NAME and ${NAME} become the values of the environment. */
#include "wbox.h"

const char envsubst_help[] =
    "Usage: envsubst [OPTION] [SHELL-FORMAT]\n"
    "Copy standard input, with each $NAME and ${NAME} replaced by the value of the\n"
    "environment variable; with SHELL-FORMAT only those that it names.\n"
    "\n"
    "  -v, --variables  print the names in SHELL-FORMAT, one a line; read nothing\n";

typedef struct {
    const char *p;
    size_t n;
} Name;

static Name *wanted;
static size_t wanted_n;

/* The reference at a $ at s: its whole length and its name; 0 when there is none. */
static size_t reference(const char *s, const char *end, Name *name)
{
    const char *p = s + 1;
    bool brace = p < end && *p == '{';
    p += brace;
    name->p = p;
    if (p == end || !(is_alpha((uchar)*p) || *p == '_'))
        return 0;
    while (p < end && is_word((uchar)*p))
        p++;
    name->n = (size_t)(p - name->p);
    if (!brace)
        return (size_t)(p - s);
    return p < end && *p == '}' ? (size_t)(p + 1 - s) : 0;
}

static bool is_wanted(Name name)
{
    for (size_t i = 0; i < wanted_n; i++)
        if (wanted[i].n == name.n && !memcmp(wanted[i].p, name.p, name.n))
            return true;
    return false;
}

static const char *value_of(Name name)
{
    for (char **e = sys_environ(); *e; e++)
        if (!strncmp(*e, name.p, name.n) && (*e)[name.n] == '=')
            return *e + name.n + 1;
    return "";
}

static void read_format(const char *s, bool print)
{
    const char *end = s + strlen(s);
    while ((s = find_byte(s, end, '$')) < end) {
        Name name;
        size_t n = reference(s, end, &name);
        s += n ? n : 1;
        if (!n)
            continue;
        if (print) {
            out_mem(name.p, name.n);
            out_ch('\n');
            continue;
        }
        if ((wanted_n & (wanted_n + 1)) == 0)
            wanted = xrealloc(wanted, (wanted_n * 2 + 2) * sizeof *wanted);
        wanted[wanted_n++] = name;
    }
}

static void substitute(const char *s, size_t n, bool all)
{
    const char *end = s + n;
    while (s < end) {
        const char *p = find_byte(s, end, '$');
        Name name;
        out_mem(s, (size_t)(p - s));
        if (p == end)
            break;
        size_t k = reference(p, end, &name);
        if (k && (all || is_wanted(name))) {
            out_str(value_of(name));
        } else {
            k = k ? k : 1;
            out_mem(p, k);
        }
        s = p + k;
    }
}

int envsubst_main(int argc, char **argv)
{
    static const LongOpt longs[] = {{"variables", 0, 'v'}, {0, 0, 0}};
    Opt o;
    bool print = false, ended;
    opt_start(&o, argc, argv, "v", longs);
    while (opt_next(&o) >= 0)
        print = true;
    if (o.n > 1)
        dief(1, "too many arguments");
    if (print && !o.n)
        dief(1, "missing arguments");
    if (o.n)
        read_format(o.argv[0], print);
    if (print)
        return 0;
    In in = {0};
    char *line;
    size_t n;
    in_open(&in, "-");
    while (in_line(&in, '\n', &line, &n, &ended)) {
        substitute(line, n, o.n == 0);
        if (ended)
            out_ch('\n');
    }
    return !in_close(&in);
}
