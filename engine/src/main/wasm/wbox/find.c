/* find: options and expressions. */
#include "find.h"

const char find_help[] =
    "Usage: find [PATH]... [EXPRESSION]\n"
    "Print the files below each PATH (default: .) for which EXPRESSION holds.\n"
    "Directories are read in order of names.\n"
    "\n"
    "Operators: ( EXPR )   ! EXPR  -not EXPR   EXPR -a EXPR  EXPR -and EXPR\n"
    "           EXPR -o EXPR  EXPR -or EXPR\n"
    "Tests: -name -iname -path -ipath -wholename GLOB   -regex -iregex RE\n"
    "       -type f,d,l   -size [+-]N[bckMG]   -empty   -newer FILE\n"
    "       -newermt DATE   -mtime -mmin [+-]N   -links [+-]N   -inum [+-]N\n"
    "       -true -false\n"
    "Actions: -print -print0 -printf FORMAT -prune -quit\n"
    "Options: -mindepth N  -maxdepth N  -depth  -L  -H  -P\n"
    "         -regextype posix-basic|posix-extended  -follow  -xdev\n"
    "\n"
    "-exec, -ok and -delete are refused: a built-in command starts no program,\n"
    "and rm removes files.\n";

static char **words;
static int word_at, word_n;
static bool has_action, extended;

static Expr *parse_or(void);

static Expr *make(int kind, Expr *a, Expr *b)
{
    Expr *e = xmalloc(sizeof *e);
    memset(e, 0, sizeof *e);
    e->kind = kind;
    e->a = a;
    e->b = b;
    return e;
}

static const char *argument(const char *of)
{
    if (word_at >= word_n)
        dief(1, "missing argument to `%s'", of);
    return words[word_at++];
}

static void read_count(Expr *e, const char *of, const char *s, const char **end)
{
    const char *p = s;
    if (*p == '+' || *p == '-')
        e->sign = *p++;
    if (!parse_u64(p, &p, &e->n))
        dief(1, "invalid argument `%s' to `%s'", s, of);
    *end = p;
    if (!end || (strcmp(of, "-size") && *p))
        dief(1, "invalid argument `%s' to `%s'", s, of);
}

static Expr *parse_size_test(void)
{
    static const char letters[] = "bcwkMG";
    static const uint64_t units[] = {512, 1, 2, 1024, 1 << 20, 1 << 30};
    Expr *e = make(T_SIZE, NULL, NULL);
    const char *s = argument("-size"), *end;
    read_count(e, "-size", s, &end);
    const char *k = strchr(letters, *end ? *end : 'b');
    if (!k || (*end && end[1]))
        dief(1, "invalid -size type `%c'", *end);
    e->unit = units[k - letters];
    return e;
}

static Expr *parse_count(int kind, const char *of)
{
    Expr *e = make(kind, NULL, NULL);
    const char *end;
    read_count(e, of, argument(of), &end);
    return e;
}

static Expr *parse_glob(int kind, const char *of, bool fold)
{
    Expr *e = make(kind, NULL, NULL);
    e->text = argument(of);
    e->fold = fold;
    return e;
}

static Expr *parse_regex(const char *of, bool fold)
{
    Expr *e = make(T_REGEX, NULL, NULL);
    const char *s = argument(of), *error;
    size_t n = strlen(s);
    e->re = re_compile(&s, &n, 1,
                       RE_LINE | (extended ? RE_EXTENDED : 0) | (fold ? RE_ICASE : 0),
                       &error);
    if (!e->re)
        dief(1, "%s: `%s'", error, s);
    return e;
}

static Expr *parse_newer(const char *of, bool date)
{
    Expr *e = make(T_NEWER, NULL, NULL);
    const char *s = argument(of);
    SysStat st;
    int nsec;
    if (date) {
        if (!cal_parse(s, find.now, &e->time, &nsec))
            dief(1, "I cannot figure out how to interpret `%s' as a date or time", s);
        e->time = e->time * 1000000000 + nsec;
    } else {
        if (sys_stat(s, &st, true) < 0)
            dief(1, "'%s': %e", s);
        e->time = st.mtime;
    }
    return e;
}

static Expr *parse_type(void)
{
    Expr *e = make(T_TYPE, NULL, NULL);
    e->text = argument("-type");
    for (const char *p = e->text; *p; p++)
        if (!strchr("bcdpfls,", *p))
            dief(1, "Unknown argument to -type: %c", *p);
    return e;
}

static Expr *parse_option(const char *w)
{
    if (!strcmp(w, "-mindepth") || !strcmp(w, "-maxdepth")) {
        const char *s = argument(w), *end;
        uint64_t v;
        if (!parse_u64(s, &end, &v) || *end)
            dief(1, "Expected a positive decimal integer argument to %s, but got '%s'",
                 w, s);
        *(w[2] == 'i' ? &find.min_depth : &find.max_depth) = v;
    } else if (!strcmp(w, "-depth") || !strcmp(w, "-d")) {
        find.depth_first = true;
    } else if (!strcmp(w, "-follow")) {
        find.follow = true;
    } else if (!strcmp(w, "-regextype")) {
        const char *s = argument(w);
        extended = strstr(s, "extended") || strstr(s, "egrep") || strstr(s, "awk");
    } else if (strcmp(w, "-xdev") && strcmp(w, "-mount") && strcmp(w, "-noleaf") &&
               strcmp(w, "-nowarn") && strcmp(w, "-warn")) {
        return NULL;
    }
    return make(T_TRUE, NULL, NULL);
}

static Expr *parse_action(const char *w)
{
    static const struct {
        char name[8];
        int kind;
    } actions[] = {{"-print", T_PRINT}, {"-print0", T_PRINT0},
                   {"-prune", T_PRUNE}, {"-quit", T_QUIT}};
    for (int i = 0; i < 4; i++)
        if (!strcmp(w, actions[i].name)) {
            has_action |= actions[i].kind != T_PRUNE;
            return make(actions[i].kind, NULL, NULL);
        }
    if (!strcmp(w, "-printf")) {
        has_action = true;
        return parse_glob(T_PRINTF, w, false);
    }
    if (!strncmp(w, "-exec", 5) || !strncmp(w, "-ok", 3))
        dief(1, "%s: a built-in command can start no program", w);
    if (!strcmp(w, "-delete"))
        dief(1, "-delete is refused; rm removes files");
    return NULL;
}

static Expr *parse_test(const char *w)
{
    if (!strcmp(w, "-name") || !strcmp(w, "-iname"))
        return parse_glob(T_NAME, w, w[1] == 'i');
    if (!strcmp(w, "-path") || !strcmp(w, "-ipath") || !strcmp(w, "-wholename") ||
        !strcmp(w, "-iwholename"))
        return parse_glob(T_PATH, w, w[1] == 'i');
    if (!strcmp(w, "-regex") || !strcmp(w, "-iregex"))
        return parse_regex(w, w[1] == 'i');
    if (!strcmp(w, "-type"))
        return parse_type();
    if (!strcmp(w, "-size"))
        return parse_size_test();
    if (!strcmp(w, "-empty"))
        return make(T_EMPTY, NULL, NULL);
    if (!strcmp(w, "-newer") || !strcmp(w, "-newermt"))
        return parse_newer(w, w[6] != 0);
    if (!strcmp(w, "-mtime") || !strcmp(w, "-mmin"))
        return parse_count(w[2] == 't' ? T_MTIME : T_MMIN, w);
    if (!strcmp(w, "-links") || !strcmp(w, "-inum"))
        return parse_count(w[1] == 'l' ? T_LINKS : T_INUM, w);
    if (!strcmp(w, "-true") || !strcmp(w, "-false"))
        return make(w[1] == 't' ? T_TRUE : T_FALSE, NULL, NULL);
    return NULL;
}

static bool next_is(const char *a, const char *b)
{
    if (word_at >= word_n)
        return false;
    return !strcmp(words[word_at], a) || !strcmp(words[word_at], b);
}

static Expr *parse_primary(void)
{
    static int nesting;
    if (word_at >= word_n)
        dief(1, "expected an expression");
    const char *w = words[word_at++];
    if (++nesting > 100)
        dief(1, "expression nested too deeply");
    Expr *e;
    if (!strcmp(w, "(")) {
        if (next_is(")", ")"))
            dief(1, "invalid expression; empty parentheses are not allowed.");
        e = parse_or();
        if (!next_is(")", ")"))
            dief(1, "invalid expression; I was expecting to find a ')' somewhere but did not see one.");
        word_at++;
    } else if (!strcmp(w, "!") || !strcmp(w, "-not")) {
        e = make(T_NOT, parse_primary(), NULL);
    } else {
        e = parse_test(w);
        if (!e)
            e = parse_action(w);
        if (!e)
            e = parse_option(w);
        if (!e && w[0] == '-')
            dief(1, "unknown predicate `%s'", w);
        if (!e)
            dief(1, "paths must precede expression: `%s'", w);
    }
    nesting--;
    return e;
}

static Expr *parse_and(void)
{
    Expr *e = parse_primary();
    while (word_at < word_n && !next_is("-o", "-or") && !next_is(")", ")")) {
        if (next_is("-a", "-and"))
            word_at++;
        e = make(T_AND, e, parse_primary());
    }
    return e;
}

static Expr *parse_or(void)
{
    Expr *e = parse_and();
    while (next_is("-o", "-or")) {
        word_at++;
        e = make(T_OR, e, parse_and());
    }
    return e;
}

static bool starts_expression(const char *w)
{
    return (w[0] == '-' && w[1]) || !strcmp(w, "(") || !strcmp(w, "!");
}

int find_main(int argc, char **argv)
{
    int i = 1;
    if (argc == 2 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-help")))
        show_help();
    for (; i < argc && argv[i][0] == '-' && strchr("LHP", argv[i][1]) &&
           argv[i][1] && !argv[i][2]; i++)
        find.follow = argv[i][1] == 'L';
    int first = i;
    while (i < argc && !starts_expression(argv[i]))
        i++;
    words = argv + i;
    word_n = argc - i;
    for (int k = 0; k < word_n && !find.now; k++)
        if (strstr(words[k], "-m") == words[k] || !strcmp(words[k], "-newermt"))
            find.now = sys_now();
    Expr *e = word_n ? parse_or() : make(T_TRUE, NULL, NULL);
    if (word_at < word_n)
        dief(1, "invalid expression; you have too many ')'");
    if (!has_action)
        e = make(T_AND, e, make(T_PRINT, NULL, NULL));
    if (first == i)
        find_walk(e, ".");
    for (int k = first; k < i; k++)
        find_walk(e, argv[k]);
    return find.failed;
}
