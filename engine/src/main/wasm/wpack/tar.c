/* tar: options. */
#include "tar.h"

const char tar_help[] =
    "Usage: tar -c|-r|-t|-x [OPTION]... [FILE]...\n"
    "Make (-c), add to (-r), list (-t) or extract (-x) an archive.\n"
    "\n"
    "  -C, --directory=DIR     take what follows from DIR; extract into DIR\n"
    "  -f, --file=ARCHIVE      the archive (default: standard input or output)\n"
    "  -a, --auto-compress     compress when the name ends in .gz or .tgz\n"
    "  -h, --dereference       store what links point to\n"
    "  -k, --keep-old-files    do not overwrite files\n"
    "  -m, --touch             do not extract times\n"
    "  -O, --to-stdout         extract to standard output\n"
    "  -T, --files-from=FILE   names, one a line, from FILE\n"
    "  -v, --verbose           list the files; with -t with all they have\n"
    "  -X, --exclude-from=FILE patterns from FILE\n"
    "  -z, --gzip              compress; a compressed archive is read without it\n"
    "      --exclude=PATTERN   leave out what matches\n"
    "      --level=N           level of compression, 1 to 9 (default: 6)\n"
    "      --mtime=@SECONDS    store this time for every file\n"
    "      --no-recursion      store directories without what is in them\n"
    "      --strip-components=N  leave out the first N parts of names\n"
    "\n"
    "Archives are in GNU format, in order of names, owned by 0, with the modes 0644 and\n"
    "0755. Nothing is extracted outside of the directory or through a symbolic link.\n";

static TarOptions tar = {.level = 6, .mtime = -1};
static const char *dir;
static size_t operand_cap;
static int mode;

static void add_name(const char *name)
{
    if (tar.n == operand_cap)
        tar.operands = xrealloc(tar.operands, (operand_cap = operand_cap * 2 + 8) *
                                                  sizeof *tar.operands);
    tar.operands[tar.n++] = (TarOperand){dir, name, false};
}

static void add_pattern(const char *pattern)
{
    if ((tar.exclude_n & (tar.exclude_n + 1)) == 0)
        tar.excludes = xrealloc(tar.excludes, (tar.exclude_n * 2 + 2) * sizeof *tar.excludes);
    size_t n = strlen(pattern);
    while (n > 1 && pattern[n - 1] == '/')
        n--;
    tar.excludes[tar.exclude_n++] = xstrndup(pattern, n);
}

static void read_lines(const char *file, void (*take)(const char *))
{
    size_t n;
    char *s = in_slurp(file, &n);
    if (!s)
        tar_fatal("%s: Cannot open", file);
    for (const char *p = s, *end = s + n; p < end;) {
        const char *e = find_byte(p, end, '\n');
        if (e > p)
            take(xstrndup(p, (size_t)(e - p)));
        p = e + 1;
    }
    free(s);
}

static uint64_t whole(const char *s, const char *what, uint64_t most)
{
    uint64_t v;
    const char *end;
    if (!parse_u64(s, &end, &v) || *end || v > most)
        dief(2, "%s: Invalid %s", s, what);
    return v;
}

static void set_mode(int c)
{
    if (mode && mode != c)
        usage_err("You may not specify more than one '-crtx' option");
    mode = c;
}

static void long_only(int c, const char *arg)
{
    switch (c) {
    case 256: tar.strip = whole(arg, "number of elements", 10000); break;
    case 257: add_pattern(arg); break;
    case 258: tar.no_recursion = true; break;
    case 259:
        if (*arg != '@')
            dief(2, "--mtime takes @SECONDS, not '%s'", arg);
        tar.mtime = (int64_t)whole(arg + 1, "time", 9000000000u) * 1000000000;
        break;
    case 260: tar.level = (int)whole(arg, "level", 9); break;
    case 261:
        if (strcmp(arg, "gnu"))
            dief(2, "only --format=gnu is written");
        break;
    default: break; /* what holds always: --sort=name, --owner=0 and the like */
    }
}

static void option(int c, char *arg)
{
    switch (c) {
    case 'c': case 'r': case 't': case 'x': set_mode(c); break;
    case 'f': tar.archive = arg; break;
    case 'C':
        dir = dir && arg[0] != '/' ? path_join(dir, arg) : arg;
        break;
    case 'a': tar.auto_gzip = true; break;
    case 'h': tar.follow = true; break;
    case 'k': tar.keep_old = true; break;
    case 'm': tar.touch = true; break;
    case 'O': tar.to_stdout = true; break;
    case 'T': read_lines(arg, add_name); break;
    case 'v': tar.verbose++; break;
    case 'X': read_lines(arg, add_pattern); break;
    case 'z': tar.gzip = true; break;
    case 'j': case 'J': dief(2, "-%c: only gzip is supported", c);
    case 'P': dief(2, "-P is refused: absolute names are never used");
    default: long_only(c, arg);
    }
}

static const LongOpt longs[] = {
    {"create", 0, 'c'},          {"append", 0, 'r'},       {"list", 0, 't'},
    {"extract", 0, 'x'},         {"get", 0, 'x'},          {"directory", 1, 'C'},
    {"file", 1, 'f'},            {"auto-compress", 0, 'a'}, {"dereference", 0, 'h'},
    {"keep-old-files", 0, 'k'},  {"touch", 0, 'm'},        {"to-stdout", 0, 'O'},
    {"files-from", 1, 'T'},      {"verbose", 0, 'v'},      {"exclude-from", 1, 'X'},
    {"gzip", 0, 'z'},            {"gunzip", 0, 'z'},       {"ungzip", 0, 'z'},
    {"bzip2", 0, 'j'},           {"xz", 0, 'J'},           {"absolute-names", 0, 'P'},
    {"strip-components", 1, 256}, {"exclude", 1, 257},     {"no-recursion", 0, 258},
    {"mtime", 1, 259},           {"level", 1, 260},        {"format", 1, 261},
    {"sort", 1, 300},            {"owner", 1, 300},        {"group", 1, 300},
    {"numeric-owner", 0, 300},   {"preserve-permissions", 0, 'p'}, {0, 0, 0}};

static const char shorts[] = "cf:C:ahkmOprtT:vxX:zjJP";

/* The old form `tar xzf ARCHIVE`: letters first, their arguments in order behind. */
static char **modern(int *argc, char **argv)
{
    if (*argc < 2 || argv[1][0] == '-' || !argv[1][0])
        return argv;
    size_t letters = strlen(argv[1]);
    char **to = xmalloc((letters * 2 + (size_t)*argc + 2) * sizeof *to);
    int n = 0, next = 2;
    to[n++] = argv[0];
    for (const char *p = argv[1]; *p; p++) {
        const char *s = *p == ':' ? NULL : strchr(shorts, *p);
        if (!s)
            opt_invalid(*p);
        char *word = xstrndup("-?", 2);
        word[1] = *p;
        to[n++] = word;
        if (s[1] == ':') {
            if (next >= *argc)
                usage_err("Old option '%c' requires an argument.", *p);
            to[n++] = argv[next++];
        }
    }
    while (next < *argc)
        to[n++] = argv[next++];
    to[n] = NULL;
    *argc = n;
    return to;
}

static bool packed_name(const char *s)
{
    size_t n = strlen(s);
    return (n > 3 && !strcmp(s + n - 3, ".gz")) || (n > 4 && !strcmp(s + n - 4, ".tgz"));
}

static void check_dir(void)
{
    SysStat st;
    if (!dir)
        return;
    if (sys_stat(dir, &st, true) == 0) {
        if (st.type == 'd')
            return;
        errno = ENOTDIR;
    }
    tar_fatal("%s: Cannot open: %e", dir);
}

static void write_archive(void)
{
    if (!tar.n)
        usage_err("Cowardly refusing to create an empty archive");
    if (tar.auto_gzip && packed_name(tar.archive))
        tar.gzip = true;
    if (mode == 'r' && tar.gzip)
        dief(2, "Cannot update compressed archives");
    tar_create(&tar, mode == 'r');
}

/* With -x every operand's directory is the last one given. */
static void read_archive(void)
{
    static TarOperand everything;
    check_dir();
    if (!tar.n)
        tar.operands = &everything;
    tar.operands[0].dir = dir;
    source_open(tar.archive);
    if (mode == 't')
        tar_list(&tar);
    else
        tar_extract(&tar);
    source_close();
}

int tar_main(int argc, char **argv)
{
    Opt o;
    usage_status = 2;
    argv = modern(&argc, argv);
    opt_start(&o, argc, argv, shorts, longs);
    int seen = 0;
    for (int c;;) {
        c = opt_next(&o);
        for (; seen < o.n; seen++)
            add_name(o.argv[seen]);
        if (c < 0)
            break;
        option(c, o.arg);
    }
    if (!mode)
        usage_err("You must specify one of the '-crtx' options");
    tar.archive = tar.archive ? tar.archive : "-";
    if (mode == 'c' || mode == 'r')
        write_archive();
    else
        read_archive();
    if (tar_status == 2)
        warnf("Exiting with failure status due to previous errors");
    return tar_status;
}
