/* grep: options and patterns. */
#include "grep.h"

static const char help[] =
    "Usage: grep [OPTION]... PATTERNS [FILE]...\n"
    "Search for PATTERNS in each FILE, or in standard input.\n"
    "\n"
    "Patterns:\n"
    "  -E, --extended-regexp      extended regular expressions\n"
    "  -F, --fixed-strings        plain strings\n"
    "  -G, --basic-regexp         basic regular expressions (default)\n"
    "  -e, --regexp=PATTERNS      search for these; may be repeated\n"
    "  -f, --file=FILE            take patterns from FILE, one a line\n"
    "  -i, --ignore-case          ignore case of ASCII letters\n"
    "      --no-ignore-case       heed case (default)\n"
    "  -w, --word-regexp          match only whole words\n"
    "  -x, --line-regexp          match only whole lines\n"
    "\n"
    "Output:\n"
    "  -v, --invert-match         select lines that do not match\n"
    "  -c, --count                print only a count of selected lines\n"
    "  -o, --only-matching        print only the parts that match\n"
    "  -q, --quiet, --silent      print nothing; stop at the first match\n"
    "  -s, --no-messages          no messages about unreadable files\n"
    "  -l, --files-with-matches   print only names of files with a match\n"
    "  -L, --files-without-match  print only names of files without one\n"
    "  -m, --max-count=NUM        stop after NUM selected lines\n"
    "  -n, --line-number          print line numbers\n"
    "  -b, --byte-offset          print byte offsets\n"
    "  -H, --with-filename        print the file name with each line\n"
    "  -h, --no-filename          never print the file name\n"
    "      --label=NAME           name of standard input in output\n"
    "  -A, --after-context=NUM    print NUM lines behind each match\n"
    "  -B, --before-context=NUM   print NUM lines before each match\n"
    "  -C, --context=NUM          both; -NUM is the same\n"
    "  -a, --text                 accepted; all input is searched as bytes\n"
    "\n"
    "Files:\n"
    "  -r, --recursive            search directories, in order of names\n"
    "  -R, --dereference-recursive  the same, following symbolic links\n"
    "      --include=GLOB         search only files with such names\n"
    "      --exclude=GLOB         skip files with such names\n"
    "      --exclude-dir=GLOB     skip directories with such names\n"
    "  -d, --directories=ACTION   read, skip or recurse\n"
    "      --help                 show this help and exit\n"
    "\n"
    "Exit status: 0 a line was selected, 1 none was, 2 an error occurred.\n";

enum {
    L_INCLUDE = 300, L_EXCLUDE, L_EXCLUDE_DIR, L_LABEL, L_CASE, L_IGNORED
};

static const LongOpt longs[] = {
    {"extended-regexp", 0, 'E'},
    {"fixed-strings", 0, 'F'},
    {"basic-regexp", 0, 'G'},
    {"perl-regexp", 0, 'P'},
    {"regexp", 1, 'e'},
    {"file", 1, 'f'},
    {"ignore-case", 0, 'i'},
    {"no-ignore-case", 0, L_CASE},
    {"word-regexp", 0, 'w'},
    {"line-regexp", 0, 'x'},
    {"invert-match", 0, 'v'},
    {"count", 0, 'c'},
    {"only-matching", 0, 'o'},
    {"quiet", 0, 'q'},
    {"silent", 0, 'q'},
    {"no-messages", 0, 's'},
    {"files-with-matches", 0, 'l'},
    {"files-without-match", 0, 'L'},
    {"max-count", 1, 'm'},
    {"line-number", 0, 'n'},
    {"byte-offset", 0, 'b'},
    {"with-filename", 0, 'H'},
    {"no-filename", 0, 'h'},
    {"label", 1, L_LABEL},
    {"after-context", 1, 'A'},
    {"before-context", 1, 'B'},
    {"context", 1, 'C'},
    {"text", 0, 'a'},
    {"binary", 0, 'U'},
    {"line-buffered", 0, L_IGNORED},
    {"color", 2, L_IGNORED},
    {"colour", 2, L_IGNORED},
    {"recursive", 0, 'r'},
    {"dereference-recursive", 0, 'R'},
    {"include", 1, L_INCLUDE},
    {"exclude", 1, L_EXCLUDE},
    {"exclude-dir", 1, L_EXCLUDE_DIR},
    {"directories", 1, 'd'},
    {NULL, 0, 0},
};

typedef struct {
    const char **v;
    size_t *len;
    size_t n, cap;
    bool given;
} Patterns;

static Patterns pats;
static int flags;

static void add_pattern(const char *s, size_t n)
{
    if (pats.n == pats.cap) {
        pats.cap = pats.cap ? pats.cap * 2 : 8;
        pats.v = xrealloc(pats.v, pats.cap * sizeof *pats.v);
        pats.len = xrealloc(pats.len, pats.cap * sizeof *pats.len);
    }
    pats.v[pats.n] = s;
    pats.len[pats.n++] = n;
}

/* Each line is a pattern of its own. */
static void add_patterns(const char *s, size_t n)
{
    const char *end = s + n;
    pats.given = true;
    for (;;) {
        const char *e = find_byte(s, end, '\n');
        add_pattern(s, (size_t)(e - s));
        if (e == end)
            break;
        s = e + 1;
    }
}

static void add_file(const char *name)
{
    size_t n;
    char *s = in_slurp(name, &n);
    if (!s)
        quit(2);
    pats.given = true;
    if (n && s[n - 1] == '\n')
        n--;
    else if (!n)
        return;
    add_patterns(s, n);
}

static void add_glob(const char ***list, size_t *n, const char *glob)
{
    *list = xrealloc(*list, (*n + 1) * sizeof **list);
    (*list)[(*n)++] = glob;
}

static uint64_t context_number(const char *s)
{
    uint64_t v;
    const char *end;
    if ((!parse_u64(s, &end, &v) && v != UINT64_MAX) || *end)
        dief(2, "%s: invalid context length argument", s);
    grep.context = true;
    return v;
}

static void context_option(int c, const char *s)
{
    uint64_t v = context_number(s);
    if (c != 'B')
        grep.after = v;
    if (c != 'A')
        grep.before = v;
}

static void directories(const char *s)
{
    if (!strcmp(s, "recurse"))
        grep.recurse = true;
    else if (!strcmp(s, "skip"))
        grep.skip_dirs = true;
    else if (strcmp(s, "read"))
        usage_err("invalid argument '%s' for '--directories'", s);
}

static void pattern_option(int c, char *arg)
{
    switch (c) {
    case 'E': flags = (flags & ~RE_FIXED) | RE_EXTENDED; break;
    case 'F': flags = (flags & ~RE_EXTENDED) | RE_FIXED; break;
    case 'G': flags &= ~(RE_EXTENDED | RE_FIXED); break;
    case 'P': dief(2, "Perl regular expressions are not supported; use -E");
    case 'e': add_patterns(arg, strlen(arg)); break;
    case 'f': add_file(arg); break;
    case 'i': case 'y': flags |= RE_ICASE; break;
    case L_CASE: flags &= ~RE_ICASE; break;
    case 'w': flags |= RE_WORD; break;
    case 'x': flags |= RE_LINE; break;
    default: break;
    }
}

static const char *label;

static void file_option(int c, char *arg)
{
    switch (c) {
    case 'r': grep.recurse = true; break;
    case 'R': grep.recurse = grep.follow_links = true; break;
    case 'd': directories(arg); break;
    case L_INCLUDE: add_glob(&grep.include, &grep.include_n, arg); break;
    case L_EXCLUDE: add_glob(&grep.exclude, &grep.exclude_n, arg); break;
    case L_EXCLUDE_DIR:
        add_glob(&grep.exclude_dir, &grep.exclude_dir_n, arg);
        break;
    case L_LABEL: label = arg; break;
    default: break;
    }
}

static void output_option(int c, char *arg)
{
    switch (c) {
    case 'v': grep.invert = true; break;
    case 'c': grep.count = true; break;
    case 'o': grep.only = true; break;
    case 'q': grep.quiet = true; break;
    case 's': grep.silent = true; break;
    case 'l': grep.list = true; grep.list_without = false; break;
    case 'L': grep.list_without = true; grep.list = false; break;
    case 'n': grep.number = true; break;
    case 'b': grep.offset = true; break;
    case 'H': grep.names = 1; break;
    case 'h': grep.names = 0; break;
    case 'm':
        if (!parse_i64(arg, &grep.max))
            dief(2, "invalid max count");
        break;
    case 'A': case 'B': case 'C': context_option(c, arg); break;
    default: break;
    }
}

/* -5 is -C 5: such words become options before the others are read. */
static void number_options(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--"); i++) {
        char *w = argv[i];
        if (w[0] != '-' || !is_digit(w[1]))
            continue;
        char *p = w + 1;
        while (is_digit(*p))
            p++;
        if (*p)
            continue;
        char *fresh = xmalloc(strlen(w) + 2);
        fresh[0] = '-';
        fresh[1] = 'C';
        strcpy(fresh + 2, w + 1);
        argv[i] = fresh;
    }
}

static void compile(void)
{
    const char *error = NULL;
    if (!pats.n)
        return;
    if (flags & RE_LINE)
        flags &= ~RE_WORD;
    grep.re = re_compile(pats.v, pats.len, pats.n, flags, &error);
    if (!grep.re)
        dief(2, "%s", error);
}

static void read_options(Opt *o)
{
    static const char patterns[] = "EFGPefiywx", files[] = "rRd";
    for (int c; (c = opt_next(o)) >= 0;) {
        if (c == L_CASE || (c < 256 && strchr(patterns, c)))
            pattern_option(c, o->arg);
        else if ((c >= L_INCLUDE && c <= L_LABEL) || (c < 256 && strchr(files, c)))
            file_option(c, o->arg);
        else
            output_option(c, o->arg);
    }
}

int app_main(int argc, char **argv)
{
    Opt o;
    prog = "grep";
    help_text = help;
    usage_status = 2;
    number_options(argc, argv);
    opt_start(&o, argc, argv, "EFGPe:f:iywxvcoqslLm:nbHhA:B:C:aUrRd:", longs);
    read_options(&o);
    char **files = o.argv;
    int n = o.n;
    if (!pats.given) {
        if (!n) {
            warnf("no pattern: usage is grep [OPTION]... PATTERNS [FILE]...");
            usage_err("missing operand");
        }
        add_patterns(files[0], strlen(files[0]));
        files++;
        n--;
    }
    compile();
    if (grep.max < 0)
        grep.max = -1;
    if (grep.only || grep.count || grep.quiet || grep.list || grep.list_without) {
        if (!grep.only)
            grep.before = grep.after = 0;
    }
    if (grep.names < 0)
        grep.names = n > 1 || grep.recurse;
    if (n == 0 && grep.recurse)
        grep_here();
    else if (n == 0)
        grep_operand("-");
    for (int i = 0; i < n; i++)
        grep_operand(files[i]);
    out_flush();
    return grep.failed && !(grep.quiet && grep.matched) ? 2 : !grep.matched;
}
