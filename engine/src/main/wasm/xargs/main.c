/* xargs: builds command lines from items of the input, and runs them. */
#include "../lib/exec.h"
#include "xargs.h"

static const char help[] =
    "Usage: xargs [OPTION]... [COMMAND [ARGUMENT]...]\n"
    "Run COMMAND (default: echo) with ARGUMENTs and items from standard input. No shell\n"
    "is involved: an item is one argument, whatever it holds.\n"
    "\n"
    "  -0, --null              items end with a NUL byte, without quotes\n"
    "  -a, --arg-file=FILE     read items from FILE\n"
    "  -d, --delimiter=C       items end with C, without quotes\n"
    "  -E END                  an item END ends the input\n"
    "  -I TEXT                 replace TEXT in ARGUMENTs with an item, a line of input\n"
    "  -L, --max-lines=N       at most N lines for each command\n"
    "  -n, --max-args=N        at most N items for each command\n"
    "  -P, --max-procs=N       accepted; commands run one after the other\n"
    "  -r, --no-run-if-empty   run nothing when there are no items\n"
    "  -s, --max-chars=N       at most N bytes for each command, default 131072\n"
    "  -t, --verbose           write each command to standard error first\n"
    "  -x, --exit              end when -s is exceeded\n"
    "      --help              show this help and exit\n"
    "\n"
    "Exit status: 123 if a command failed, 124 if one exited with 255, 125 if one was\n"
    "stopped by a limit, 126 if one was refused, 127 if it is unknown; 1 otherwise.\n";

static struct {
    uint64_t max_args, max_lines, max_bytes;
    const char *replace, *file;
    bool no_empty, verbose, exit_early;
    ItemRules rules;
} opt = {.max_bytes = 131072, .file = "-", .rules = {.delimiter = -1}};

static char **fixed; /* the command and its first arguments */
static int fixed_count;
static size_t fixed_bytes;
static char *input; /* of the first command, with -a */
static size_t input_len;
static int status;

typedef struct {
    char **v;
    int n, cap;
    size_t bytes;
} Words;

static void push(Words *w, char *word)
{
    if (w->n == w->cap)
        w->v = xrealloc(w->v, (size_t)(w->cap = w->cap * 2 + 32) * sizeof *w->v);
    w->v[w->n++] = word;
    w->bytes += strlen(word) + 1;
}

/* ---- running ---- */

static bool needs_quotes(const char *s)
{
    if (!*s)
        return true;
    for (; *s; s++)
        if (!is_alnum(*s) && !strchr("%+,-./:=@_", *s))
            return true;
    return false;
}

/* Quoted as a shell would read it. */
static void show(const Words *w)
{
    for (int i = 0; i < w->n; i++) {
        const char *s = w->v[i];
        bool quotes = needs_quotes(s);
        if (quotes)
            write_all(2, "'", 1);
        for (; *s; s++)
            write_all(2, *s == '\'' ? "'\\''" : s, *s == '\'' ? 4 : 1);
        if (quotes)
            write_all(2, "'", 1);
        write_all(2, i + 1 < w->n ? " " : "\n", 1);
    }
}

static void judge(const char *name, const ExecResult *r)
{
    if (r->cut) {
        warnf("%s: its output is larger than what xargs can take", name);
        quit(125);
    }
    if (r->refused)
        quit(r->unknown ? 127 : 126);
    if (!r->exited)
        quit(125);
    if (r->status == 255) {
        warnf("%s: exited with status 255; aborting", name);
        quit(124);
    }
    if (r->status)
        status = 123;
}

static void run(Words *w)
{
    ExecResult r;
    if (opt.verbose)
        show(w);
    if (w->n == w->cap)
        w->v = xrealloc(w->v, (size_t)(w->cap = w->cap * 2 + 1) * sizeof *w->v);
    w->v[w->n] = NULL;
    const char *why = exec_run(w->n, w->v, input, input_len, &r);
    if (why) {
        warnf("%s: cannot be run: %s", w->v[0], why);
        quit(126);
    }
    input_len = 0;
    out_mem(r.out, r.out_len);
    write_all(2, r.err, r.err_len);
    judge(w->v[0], &r);
}

/* ---- building command lines ---- */

static void begin(Words *w)
{
    w->n = 0;
    w->bytes = 0;
    for (int i = 0; i < fixed_count; i++)
        push(w, fixed[i]);
}

static char *replaced(const char *s, const char *item)
{
    size_t k = strlen(opt.replace), n = strlen(item), size = 0;
    char *o = xmalloc(1);
    while (*s) {
        bool hit = k && !strncmp(s, opt.replace, k);
        o = xrealloc(o, size + n + 2);
        if (hit)
            memcpy(o + size, item, n);
        else
            o[size] = *s;
        size += hit ? n : 1;
        s += hit ? k : 1;
        if (size > opt.max_bytes)
            dief(1, "argument line too long");
    }
    o[size] = 0;
    return o;
}

static void each_line(void)
{
    Item item;
    Words w = {0};
    while (items_next(&item)) {
        w.n = 0;
        w.bytes = 0;
        for (int i = 0; i < fixed_count; i++)
            push(&w, replaced(fixed[i], item.text));
        if (w.bytes > opt.max_bytes)
            dief(1, "argument line too long");
        run(&w);
        for (int i = 0; i < fixed_count; i++)
            free(w.v[i]);
        free(item.text);
    }
}

static void run_and_free(Words *w)
{
    run(w);
    for (int i = fixed_count; i < w->n; i++)
        free(w->v[i]);
    begin(w);
}

static void in_groups(void)
{
    Item item;
    Words w = {0};
    uint64_t lines = 0, items = 0;
    bool ran = false;
    begin(&w);
    while (items_next(&item)) {
        if (w.bytes + item.n + 1 > opt.max_bytes) {
            if (items == 0 || opt.exit_early || fixed_bytes + item.n + 1 > opt.max_bytes)
                dief(1, "argument line too long");
            run_and_free(&w);
            lines = items = 0;
        }
        push(&w, item.text);
        items++;
        lines += item.line_ends;
        ran = true;
        if ((opt.max_args && items == opt.max_args) || (opt.max_lines && lines >= opt.max_lines)) {
            run_and_free(&w);
            lines = items = 0;
        }
    }
    if (items || (!ran && !opt.no_empty))
        run(&w);
}

/* ---- options ---- */

static uint64_t number(const char *text, int option, uint64_t least)
{
    const char *end;
    uint64_t v;
    if (!parse_u64(text, &end, &v) || *end)
        usage_err("invalid number \"%s\" for -%c option", text, option);
    if (v < least)
        usage_err("value %s for -%c option should be >= %u", text, option, least);
    return v;
}

static int delimiter(const char *s)
{
    static const char from[] = "abfnrtv0\\", to[] = "\a\b\f\n\r\t\v\0\\";
    if (s[0] && !s[1])
        return (uchar)s[0];
    const char *k = s[0] == '\\' && s[1] && !s[2] ? strchr(from, s[1]) : NULL;
    if (k)
        return (uchar)to[k - from];
    if (s[0] == '\\' && s[1] == 'x' && hex_value((uchar)s[2]) >= 0) {
        int v = hex_value((uchar)s[2]);
        if (!s[3])
            return v;
        if (hex_value((uchar)s[3]) >= 0 && !s[4])
            return v * 16 + hex_value((uchar)s[3]);
    }
    usage_err("Invalid input delimiter specification %s: the delimiter must be either a single character or an escape sequence starting with \\.", s);
}

static void option(int c, char *arg)
{
    switch (c) {
    case '0': opt.rules.delimiter = 0; break;
    case 'a': opt.file = arg; break;
    case 'd': opt.rules.delimiter = delimiter(arg); break;
    case 'E': opt.rules.eof = arg; break;
    case 'I':
        opt.replace = arg;
        opt.max_args = opt.max_lines = 0;
        break;
    case 'L':
        opt.max_lines = number(arg, c, 1);
        opt.max_args = 0;
        opt.replace = NULL;
        break;
    case 'n':
        opt.max_args = number(arg, c, 1);
        opt.max_lines = 0;
        if (opt.max_args > 1)
            opt.replace = NULL;
        break;
    case 'P': number(arg, c, 0); break;
    case 'r': opt.no_empty = true; break;
    case 's': opt.max_bytes = number(arg, c, 1); break;
    case 't': opt.verbose = true; break;
    case 'x': opt.exit_early = true; break;
    default: opt_invalid(c);
    }
}

int app_main(int argc, char **argv)
{
    static const LongOpt longs[] = {
        {"null", 0, '0'},      {"arg-file", 1, 'a'},  {"delimiter", 1, 'd'}, {"max-lines", 1, 'L'},
        {"max-args", 1, 'n'},  {"max-procs", 1, 'P'}, {"no-run-if-empty", 0, 'r'},
        {"max-chars", 1, 's'}, {"verbose", 0, 't'},   {"exit", 0, 'x'},      {NULL, 0, 0}};
    static char *echo[] = {(char *)"echo", NULL};
    prog = "xargs";
    help_text = help;
    Opt o;
    opt_start(&o, argc, argv, "+0a:d:E:I:L:n:P:rs:tx", longs);
    for (int c; (c = opt_next(&o)) >= 0;)
        option(c, o.arg);
    fixed = o.n ? o.argv : echo;
    fixed_count = o.n ? o.n : 1;
    for (int i = 0; i < fixed_count; i++)
        fixed_bytes += strlen(fixed[i]) + 1;
    if (fixed_bytes > opt.max_bytes)
        dief(1, "the command alone is longer than -s allows");
    opt.rules.by_line = opt.replace != NULL;
    if (strcmp(opt.file, "-")) {
        input = in_slurp("-", &input_len);
        if (!input)
            return 1;
    }
    items_start(opt.file, &opt.rules);
    if (opt.replace)
        each_line();
    else
        in_groups();
    return out_finish(status);
}
