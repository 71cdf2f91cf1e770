/* find. */
#include "wbox.h"
#include "../lib/re.h"

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

enum {
    T_NAME, T_PATH, T_REGEX, T_TYPE, T_SIZE, T_EMPTY, T_NEWER, T_MTIME, T_MMIN,
    T_LINKS, T_INUM, T_TRUE, T_FALSE, T_PRINT, T_PRINT0, T_PRINTF, T_PRUNE,
    T_QUIT, T_NOT, T_AND, T_OR
};

typedef struct Expr {
    int kind, sign; /* sign: + - or 0 */
    bool fold;
    const char *text;
    uint64_t n, unit;
    int64_t time;
    Re *re;
    struct Expr *a, *b;
} Expr;

typedef struct {
    const char *path, *name;
    SysStat st;
    bool have_stat;
    int depth;
    const char *start;
} Item;

static char **words;
static int word_at, word_n;
static uint64_t min_depth, max_depth = UINT64_MAX;
static bool depth_first, follow, failed, has_action, extended, pruned;
static int64_t now;

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
        if (!cal_parse(s, now, &e->time, &nsec))
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
        *(w[2] == 'i' ? &min_depth : &max_depth) = v;
    } else if (!strcmp(w, "-depth") || !strcmp(w, "-d")) {
        depth_first = true;
    } else if (!strcmp(w, "-follow")) {
        follow = true;
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

/* ---- tests ---- */

static const SysStat *stat_of(Item *it)
{
    if (!it->have_stat) {
        it->have_stat = true;
        if (sys_stat(it->path, &it->st, follow) < 0 &&
            sys_stat(it->path, &it->st, false) < 0) {
            warnf("'%s': %e", it->path);
            failed = true;
        }
    }
    return &it->st;
}

static bool compare(const Expr *e, uint64_t v)
{
    return e->sign == '+' ? v > e->n : e->sign == '-' ? v < e->n : v == e->n;
}

static bool is_empty(Item *it)
{
    SysEntry *list;
    size_t n;
    if (it->st.type == 'f')
        return stat_of(it)->size == 0;
    if (it->st.type != 'd' || sys_list(it->path, &list, &n) < 0)
        return false;
    for (size_t i = 0; i < n; i++)
        free(list[i].name);
    free(list);
    return n == 0;
}

static void put_format(const char *fmt, Item *it)
{
    for (const char *p = fmt; *p;) {
        if (*p == '\\' && p[1]) {
            p++;
            int b = escape_byte(&p, *p == '0');
            if (b == -1)
                return;
            out_ch(b < 0 ? '\\' : b);
            continue;
        }
        if (*p != '%' || !p[1]) {
            out_ch(*p++);
            continue;
        }
        p++;
        const char *tail = it->path + strlen(it->start);
        switch (*p) {
        case 'p': out_str(it->path); break;
        case 'f': out_str(it->name); break;
        case 'P': out_str(*tail == '/' ? tail + 1 : tail); break;
        case 'H': out_str(it->start); break;
        case 'h': {
            const char *slash = strrchr(it->path, '/');
            if (slash)
                out_mem(it->path, (size_t)(slash - it->path));
            else
                out_ch('.');
            break;
        }
        case 's': out_u64(stat_of(it)->size); break;
        case 'i': out_u64(stat_of(it)->ino); break;
        case 'n': out_u64(stat_of(it)->nlink); break;
        case 'd': out_u64((uint64_t)it->depth); break;
        case 'y': out_ch(it->st.type); break;
        case 'T': {
            Cal c;
            int64_t t = stat_of(it)->mtime;
            char f[3] = {'%', p[1], 0};
            cal_from(&c, t / 1000000000, (int)(t % 1000000000));
            if (p[1] == '@') {
                cal_print(&c, "%s.%N0");
            } else {
                cal_print(&c, f);
            }
            p += p[1] != 0;
            break;
        }
        case '%': out_ch('%'); break;
        default:
            out_ch('%');
            out_ch(*p);
        }
        p++;
    }
}

static bool by_regex(const Expr *e, const char *path)
{
    ReSpan m;
    return re_exec(e->re, path, strlen(path), 0, &m, 1) > 0;
}

static bool act(const Expr *e, Item *it)
{
    switch (e->kind) {
    case T_PRINT:
    case T_PRINT0:
        out_str(it->path);
        out_ch(e->kind == T_PRINT ? '\n' : 0);
        break;
    case T_PRINTF: put_format(e->text, it); break;
    case T_PRUNE: pruned = true; break;
    default: quit(failed);
    }
    return true;
}

static bool holds(const Expr *e, Item *it)
{
    switch (e->kind) {
    case T_NOT: return !holds(e->a, it);
    case T_AND: return holds(e->a, it) && holds(e->b, it);
    case T_OR: return holds(e->a, it) || holds(e->b, it);
    case T_NAME: return glob_match(e->text, it->name, e->fold);
    case T_PATH: return glob_match(e->text, it->path, e->fold);
    case T_REGEX: return by_regex(e, it->path);
    case T_TYPE: return strchr(e->text, it->st.type) != NULL;
    case T_SIZE: return compare(e, (stat_of(it)->size + e->unit - 1) / e->unit);
    case T_EMPTY: return is_empty(it);
    case T_NEWER: return stat_of(it)->mtime > e->time;
    case T_MTIME:
        return compare(e, (uint64_t)(now - stat_of(it)->mtime) / 86400000000000u);
    case T_MMIN:
        return compare(e, ((uint64_t)(now - stat_of(it)->mtime) + 59999999999u) /
                              60000000000u);
    case T_LINKS: return compare(e, stat_of(it)->nlink);
    case T_INUM: return compare(e, stat_of(it)->ino);
    case T_TRUE: return true;
    case T_FALSE: return false;
    default: return act(e, it);
    }
}

/* ---- the walk ---- */

static void visit(Item *it, const Expr *e)
{
    if ((uint64_t)it->depth >= min_depth)
        holds(e, it);
}

static void walk(const Expr *e, const char *path, const char *name, char type,
                 int depth, const char *start)
{
    Item it = {.path = path, .name = name, .depth = depth, .start = start};
    SysEntry *list;
    size_t n;
    it.st.type = type;
    if (type == '?' || (follow && type == 'l'))
        stat_of(&it);
    pruned = false;
    if (!depth_first)
        visit(&it, e);
    bool stop = pruned && !depth_first;
    if (depth == 250) {
        warnf("'%s': directories nested too deeply", path);
        failed = stop = true;
    }
    if (it.st.type == 'd' && !stop && (uint64_t)depth < max_depth) {
        if (sys_list(path, &list, &n) < 0) {
            warnf("'%s': %e", path);
            failed = true;
        } else {
            for (size_t i = 0; i < n; i++) {
                char *sub = path_join(path, list[i].name);
                walk(e, sub, list[i].name, list[i].type, depth + 1, start);
                free(sub);
                free(list[i].name);
            }
            free(list);
        }
    }
    if (depth_first)
        visit(&it, e);
}

static void walk_operand(const Expr *e, const char *path)
{
    SysStat st;
    if (sys_stat(path, &st, follow) < 0 && sys_stat(path, &st, false) < 0) {
        warnf("'%s': %e", path);
        failed = true;
        return;
    }
    walk(e, path, last_part(path), st.type, 0, path);
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
        follow = argv[i][1] == 'L';
    int first = i;
    while (i < argc && !starts_expression(argv[i]))
        i++;
    words = argv + i;
    word_n = argc - i;
    for (int k = 0; k < word_n && !now; k++)
        if (strstr(words[k], "-m") == words[k] || !strcmp(words[k], "-newermt"))
            now = sys_now();
    Expr *e = word_n ? parse_or() : make(T_TRUE, NULL, NULL);
    if (word_at < word_n)
        dief(1, "invalid expression; you have too many ')'");
    if (!has_action)
        e = make(T_AND, e, make(T_PRINT, NULL, NULL));
    if (first == i)
        walk_operand(e, ".");
    for (int k = first; k < i; k++)
        walk_operand(e, argv[k]);
    return failed;
}
