/* mkdir, rmdir, rm, touch, truncate. */
#include "wbox.h"

const char *last_part(const char *path)
{
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/')
        n--;
    size_t b = n;
    while (b > 0 && path[b - 1] != '/')
        b--;
    if (b == n)
        b = 0;
    return path[n] ? xstrndup(path + b, n - b) : path + b;
}

bool same_file(const SysStat *a, const SysStat *b)
{
    return a->ino == b->ino && a->dev == b->dev && a->ino != 0;
}

/* ---- mkdir, rmdir ---- */

const char mkdir_help[] =
    "Usage: mkdir [OPTION]... DIRECTORY...\n"
    "Make directories.\n"
    "\n"
    "  -m, --mode=MODE  accepted; there are no permission bits\n"
    "  -p, --parents    make parents as needed; no error when one exists\n"
    "  -v, --verbose    print a message for each directory\n";

static bool make_dir(const char *path, bool parents, bool verbose)
{
    SysStat st;
    if (sys_mkdir(path) == 0) {
        if (verbose) {
            out_str("mkdir: created directory '");
            out_str(path);
            out_str("'\n");
        }
        return true;
    }
    int err = errno;
    if (parents && sys_stat(path, &st, true) == 0 && st.type == 'd')
        return true;
    errno = err;
    warnf("cannot create directory '%s': %e", path);
    return false;
}

static bool make_parents(const char *path, bool verbose)
{
    char *p = xstrndup(path, strlen(path));
    for (size_t i = 1; p[i]; i++) {
        if (p[i] != '/' || p[i - 1] == '/')
            continue;
        p[i] = 0;
        SysStat st;
        bool ok = (sys_stat(p, &st, true) == 0 && st.type == 'd') ||
                  make_dir(p, true, verbose);
        p[i] = '/';
        if (!ok)
            return false;
    }
    free(p);
    return make_dir(path, true, verbose);
}

int mkdir_main(int argc, char **argv)
{
    static const LongOpt longs[] = {
        {"mode", 1, 'm'}, {"parents", 0, 'p'}, {"verbose", 0, 'v'}, {0, 0, 0}};
    Opt o;
    bool parents = false, verbose = false, ok = true;
    opt_start(&o, argc, argv, "m:pv", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        parents |= c == 'p';
        verbose |= c == 'v';
    }
    if (!o.n)
        missing_operand();
    for (int i = 0; i < o.n; i++)
        ok &= parents ? make_parents(o.argv[i], verbose)
                      : make_dir(o.argv[i], false, verbose);
    return !ok;
}

const char rmdir_help[] =
    "Usage: rmdir [OPTION]... DIRECTORY...\n"
    "Remove empty directories.\n"
    "\n"
    "      --ignore-fail-on-non-empty  no failure for directories with files\n"
    "  -p, --parents  remove the parents too\n"
    "  -v, --verbose  print a message for each directory\n";

int rmdir_main(int argc, char **argv)
{
    static const LongOpt longs[] = {{"ignore-fail-on-non-empty", 0, 256},
                                    {"parents", 0, 'p'},
                                    {"verbose", 0, 'v'},
                                    {0, 0, 0}};
    Opt o;
    bool parents = false, verbose = false, lenient = false, ok = true;
    opt_start(&o, argc, argv, "pv", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        parents |= c == 'p';
        verbose |= c == 'v';
        lenient |= c == 256;
    }
    if (!o.n)
        missing_operand();
    for (int i = 0; i < o.n; i++) {
        char *p = o.argv[i];
        for (;;) {
            if (verbose) {
                out_str("rmdir: removing directory, '");
                out_str(p);
                out_str("'\n");
            }
            if (sys_rmdir(p) < 0) {
                if (!(lenient && errno == ENOTEMPTY)) {
                    warnf(p == o.argv[i] ? "failed to remove '%s': %e"
                                         : "failed to remove directory '%s': %e", p);
                    ok = false;
                }
                break;
            }
            char *slash = strrchr(p, '/');
            if (!parents || !slash || slash == p)
                break;
            p = xstrndup(p, (size_t)(slash - p));
        }
    }
    return !ok;
}

/* ---- rm ---- */

const char rm_help[] =
    "Usage: rm [OPTION]... [FILE]...\n"
    "Remove files.\n"
    "\n"
    "  -d, --dir        remove empty directories too\n"
    "  -f, --force      ignore files that do not exist\n"
    "  -i, -I           refused: there is nobody to ask\n"
    "  -r, -R, --recursive  remove directories and what is in them\n"
    "  -v, --verbose    print a message for each file\n";

static struct {
    bool dir, force, recurse, verbose;
} rm;

static bool rm_done(int result, const char *path, const char *what)
{
    if (result < 0) {
        if (rm.force && errno == ENOENT)
            return true;
        warnf("cannot remove '%s': %e", path);
        return false;
    }
    if (rm.verbose) {
        out_str(what);
        out_ch('\'');
        out_str(path);
        out_str("'\n");
    }
    return true;
}

static bool remove_tree(const char *path, char type, int depth)
{
    SysEntry *list;
    size_t n;
    bool ok = true;
    if (type != 'd')
        return rm_done(sys_unlink(path), path, "removed ");
    if (depth > 250) {
        errno = ELOOP;
        return rm_done(-1, path, "");
    }
    if (sys_list(path, &list, &n) < 0)
        return rm_done(-1, path, "");
    for (size_t i = 0; i < n; i++) {
        char *sub = path_join(path, list[i].name);
        SysStat st;
        char kind = list[i].type;
        if (kind == '?' && sys_stat(sub, &st, false) == 0)
            kind = st.type;
        ok &= remove_tree(sub, kind, depth + 1);
        free(sub);
        free(list[i].name);
    }
    free(list);
    return ok && rm_done(sys_rmdir(path), path, "removed directory ");
}

static bool rm_operand(const char *path)
{
    SysStat st;
    const char *name = last_part(path);
    if (!strcmp(name, ".") || !strcmp(name, "..")) {
        warnf("refusing to remove '.' or '..' directory: skipping '%s'", path);
        return false;
    }
    if (!strcmp(name, "/")) {
        warnf("it is dangerous to operate recursively on '/'");
        return false;
    }
    if (sys_stat(path, &st, false) < 0) {
        if (rm.force && (errno == ENOENT || errno == ENOTDIR))
            return true;
        warnf("cannot remove '%s': %e", path);
        return false;
    }
    if (st.type == 'd' && !rm.recurse) {
        if (rm.dir)
            return rm_done(sys_rmdir(path), path, "removed directory ");
        warnf("cannot remove '%s': Is a directory", path);
        return false;
    }
    return remove_tree(path, st.type, 0);
}

int rm_main(int argc, char **argv)
{
    static const LongOpt longs[] = {
        {"dir", 0, 'd'},     {"force", 0, 'f'},         {"recursive", 0, 'r'},
        {"verbose", 0, 'v'}, {"preserve-root", 2, 256}, {"interactive", 2, 'i'},
        {0, 0, 0}};
    Opt o;
    bool ok = true;
    opt_start(&o, argc, argv, "dfiIrRv", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        switch (c) {
        case 'd': rm.dir = true; break;
        case 'f': rm.force = true; break;
        case 'r': case 'R': rm.recurse = true; break;
        case 'v': rm.verbose = true; break;
        case 'i': case 'I': dief(1, "-%c is refused: there is nobody to ask", c);
        default: break;
        }
    }
    if (!o.n && !rm.force)
        missing_operand();
    for (int i = 0; i < o.n; i++)
        ok &= rm_operand(o.argv[i]);
    return !ok;
}

/* ---- touch, truncate ---- */

const char touch_help[] =
    "Usage: touch [OPTION]... FILE...\n"
    "Set the times of each FILE to now; a file that is missing is made.\n"
    "\n"
    "  -a               only the time of access\n"
    "  -c, --no-create  make no files\n"
    "  -d, --date=STRING  use this time, as date -d takes it\n"
    "  -m               only the time of change\n"
    "  -r, --reference=FILE  use the times of FILE\n"
    "  -t STAMP         use [[CC]YY]MMDDhhmm[.ss]\n";

static int64_t read_stamp(const char *s)
{
    int v[7], n = 0;
    size_t len = strcspn(s, ".");
    int64_t sec = 0, year;
    for (size_t i = 0; s[i]; i++)
        if (!is_digit(s[i]) && i != len)
            dief(1, "invalid date format '%s'", s);
    if ((len != 8 && len != 10 && len != 12) || (s[len] && strlen(s + len) != 3))
        dief(1, "invalid date format '%s'", s);
    for (size_t i = 0; i < len; i += 2)
        v[n++] = (s[i] - '0') * 10 + (s[i + 1] - '0');
    if (s[len])
        sec = (s[len + 1] - '0') * 10 + (s[len + 2] - '0');
    int *p = v + n - 4;
    if (n == 6) {
        year = v[0] * 100 + v[1];
    } else if (n == 5) {
        year = v[0] < 69 ? 2000 + v[0] : 1900 + v[0];
    } else {
        Cal c;
        cal_from(&c, sys_now() / 1000000000, 0);
        year = c.date.year;
    }
    if (p[0] < 1 || p[0] > 12 || p[1] < 1 || p[1] > 31 || p[2] > 23 || p[3] > 59 ||
        sec > 60)
        dief(1, "invalid date format '%s'", s);
    return (date_days(year, p[0], p[1]) * 86400 + p[2] * 3600 + p[3] * 60 + sec) *
           1000000000;
}

static bool touch_one(const char *path, bool create, int64_t at, int64_t mt)
{
    SysStat st;
    if (sys_stat(path, &st, true) < 0) {
        if (errno != ENOENT || !create) {
            if (errno == ENOENT)
                return true;
            warnf("cannot touch '%s': %e", path);
            return false;
        }
        int fd = sys_open(path, SYS_CREATE);
        if (fd < 0) {
            warnf("cannot touch '%s': %e", path);
            return false;
        }
        sys_close(fd);
    }
    if (sys_utimes(path, at, mt) == 0)
        return true;
    warnf("setting times of '%s': %e", path);
    return false;
}

int touch_main(int argc, char **argv)
{
    static const LongOpt longs[] = {{"no-create", 0, 'c'}, {"date", 1, 'd'},
                                    {"reference", 1, 'r'}, {"time", 1, 256},
                                    {0, 0, 0}};
    Opt o;
    bool create = true, access = false, change = false, ok = true;
    int64_t at = sys_now(), mt = at, sec;
    int nsec;
    SysStat st;
    opt_start(&o, argc, argv, "acd:fhmr:t:", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        switch (c) {
        case 'a': access = true; break;
        case 'm': change = true; break;
        case 'c': create = false; break;
        case 'd':
            if (!cal_parse(o.arg, mt, &sec, &nsec))
                dief(1, "invalid date format '%s'", o.arg);
            at = mt = sec * 1000000000 + nsec;
            break;
        case 't': at = mt = read_stamp(o.arg); break;
        case 'r':
            if (sys_stat(o.arg, &st, true) < 0)
                dief(1, "failed to get attributes of '%s': %e", o.arg);
            at = st.atime;
            mt = st.mtime;
            break;
        case 256:
            access |= o.arg[0] == 'a';
            change |= o.arg[0] == 'm';
            break;
        default: break;
        }
    }
    if (!o.n)
        usage_err("missing file operand");
    if (access && !change)
        mt = -1;
    if (change && !access)
        at = -1;
    for (int i = 0; i < o.n; i++)
        ok &= touch_one(o.argv[i], create, at, mt);
    return !ok;
}

const char truncate_help[] =
    "Usage: truncate OPTION... FILE...\n"
    "Make each FILE shorter or longer.\n"
    "\n"
    "  -c, --no-create       make no files\n"
    "  -r, --reference=FILE  use the size of FILE\n"
    "  -s, --size=SIZE       use SIZE; + extend by, - reduce by, < at most,\n"
    "                        > at least, / round down, % round up to\n";

static uint64_t new_size(uint64_t old, int how, uint64_t v)
{
    switch (how) {
    case '+': return old + v;
    case '-': return old > v ? old - v : 0;
    case '<': return old < v ? old : v;
    case '>': return old > v ? old : v;
    case '/': return v ? old / v * v : 0;
    case '%': return v ? (old + v - 1) / v * v : 0;
    default: return v;
    }
}

int truncate_main(int argc, char **argv)
{
    static const LongOpt longs[] = {
        {"no-create", 0, 'c'}, {"reference", 1, 'r'}, {"size", 1, 's'}, {0, 0, 0}};
    Opt o;
    bool create = true, given = false, ok = true;
    int how = 0;
    uint64_t size = 0;
    SysStat st;
    opt_start(&o, argc, argv, "cr:s:", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        if (c == 'c') {
            create = false;
            continue;
        }
        given = true;
        if (c == 'r') {
            if (sys_stat(o.arg, &st, true) < 0)
                dief(1, "cannot stat '%s': %e", o.arg);
            size = st.size;
            continue;
        }
        const char *s = o.arg;
        if (*s && strchr("+-<>/%", *s))
            how = *s++;
        if (!parse_size(s, &size))
            dief(1, "Invalid number: '%s'", o.arg);
        if ((how == '/' || how == '%') && !size)
            dief(1, "division by zero");
    }
    if (!given)
        usage_err("you must specify either '--size' or '--reference'");
    if (!o.n)
        usage_err("missing file operand");
    for (int i = 0; i < o.n; i++) {
        if (!create && sys_stat(o.argv[i], &st, true) < 0)
            continue;
        int fd = sys_open(o.argv[i], SYS_CREATE);
        if (fd < 0 || sys_fstat(fd, &st) < 0) {
            warnf("cannot open '%s' for writing: %e", o.argv[i]);
            ok = false;
            continue;
        }
        if (sys_truncate(fd, new_size(st.size, how, size)) < 0) {
            warnf("failed to truncate '%s': %e", o.argv[i]);
            ok = false;
        }
        sys_close(fd);
    }
    return !ok;
}
