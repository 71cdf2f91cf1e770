/* cp and mv. */
#include "wbox.h"

const char cp_help[] =
    "Usage: cp [OPTION]... SOURCE DEST\n"
    "   or: cp [OPTION]... SOURCE... DIRECTORY\n"
    "   or: cp [OPTION]... -t DIRECTORY SOURCE...\n"
    "Copy files.\n"
    "\n"
    "  -a, --archive        same as -rp\n"
    "  -f, --force          accepted\n"
    "  -H                   follow links that are operands\n"
    "  -L, --dereference    follow links (default without -r)\n"
    "  -n, --no-clobber     do not overwrite a file\n"
    "  -p, --preserve       keep the time of change\n"
    "  -P, -d, --no-dereference  copy links themselves\n"
    "  -r, -R, --recursive  copy directories and what is in them\n"
    "  -t, --target-directory=DIRECTORY  copy into DIRECTORY\n"
    "  -T, --no-target-directory  DEST is no directory to copy into\n"
    "  -u, --update         only files newer than those they replace\n"
    "  -v, --verbose        print a message for each file\n";

const char mv_help[] =
    "Usage: mv [OPTION]... SOURCE DEST\n"
    "   or: mv [OPTION]... SOURCE... DIRECTORY\n"
    "   or: mv [OPTION]... -t DIRECTORY SOURCE...\n"
    "Rename files, or move them into DIRECTORY.\n"
    "\n"
    "  -f, --force          accepted\n"
    "  -n, --no-clobber     do not overwrite a file\n"
    "  -t, --target-directory=DIRECTORY  move into DIRECTORY\n"
    "  -T, --no-target-directory  DEST is no directory to move into\n"
    "  -u, --update         only files newer than those they replace\n"
    "  -v, --verbose        print a message for each file\n";

static struct {
    bool recurse, preserve, keep, links, deref, heads, update, verbose, whole, moving;
    const char *into;
} cp;

bool copy_bytes(int from, int to)
{
    static char *buf;
    enum { SIZE = 65536 };
    if (!buf)
        buf = xmalloc(SIZE);
    for (;;) {
        ptrdiff_t n = sys_read(from, buf, SIZE);
        if (n == 0)
            return true;
        if (n < 0 || !write_all(to, buf, (size_t)n))
            return false;
    }
}

static void say(const char *from, const char *to)
{
    if (!cp.verbose)
        return;
    if (cp.moving)
        out_str("renamed ");
    out_ch('\'');
    out_str(from);
    out_str("' -> '");
    out_str(to);
    out_str("'\n");
}

static bool copy_link(const char *from, const char *to)
{
    char target[4096];
    ptrdiff_t n = sys_readlink(from, target, sizeof target - 1);
    if (n < 0) {
        warnf("cannot read symbolic link '%s': %e", from);
        return false;
    }
    target[n] = 0;
    SysStat st;
    if (sys_stat(to, &st, false) == 0 && st.type != 'd')
        sys_unlink(to);
    if (sys_symlink(target, to) < 0) {
        warnf("cannot create symbolic link '%s': %e", to);
        return false;
    }
    return true;
}

static bool copy_file(const char *from, const char *to, const SysStat *st)
{
    int in = sys_open(from, SYS_READ);
    if (in < 0) {
        warnf("cannot open '%s' for reading: %e", from);
        return false;
    }
    int fd = sys_open(to, SYS_WRITE);
    if (fd < 0) {
        warnf("cannot create regular file '%s': %e", to);
        sys_close(in);
        return false;
    }
    bool ok = copy_bytes(in, fd);
    if (!ok)
        warnf("error copying '%s' to '%s': %e", from, to);
    sys_close(in);
    sys_close(fd);
    if (cp.preserve)
        sys_utimes(to, st->atime, st->mtime);
    return ok;
}

static bool copy_any(const char *from, const char *to, int depth);

static bool copy_dir(const char *from, const char *to, const SysStat *src,
                     int depth)
{
    SysEntry *list;
    size_t n;
    SysStat st;
    bool ok = true;
    if (sys_stat(to, &st, true) < 0) {
        if (sys_mkdir(to) < 0) {
            warnf("cannot create directory '%s': %e", to);
            return false;
        }
        say(from, to);
    } else if (st.type != 'd') {
        warnf("cannot overwrite non-directory '%s' with directory '%s'", to, from);
        return false;
    }
    if (depth > 100) {
        warnf("cannot copy '%s': too deep", from);
        return false;
    }
    if (sys_list(from, &list, &n) < 0) {
        warnf("cannot access '%s': %e", from);
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        char *a = path_join(from, list[i].name), *b = path_join(to, list[i].name);
        ok &= copy_any(a, b, depth + 1);
        free(a);
        free(b);
        free(list[i].name);
    }
    free(list);
    if (cp.preserve)
        sys_utimes(to, src->atime, src->mtime);
    return ok;
}

static bool inside(const char *from, const char *to)
{
    size_t n = strlen(from);
    while (n > 1 && from[n - 1] == '/')
        n--;
    return !strncmp(from, to, n) && to[n] == '/';
}

static bool copy_any(const char *from, const char *to, int depth)
{
    SysStat src, dst;
    bool follow = cp.deref || (cp.heads && depth == 0) || (!cp.links && !(cp.recurse && depth >= 0));
    if (sys_stat(from, &src, follow) < 0) {
        warnf("cannot stat '%s': %e", from);
        return false;
    }
    bool exists = sys_stat(to, &dst, true) == 0;
    if (exists && same_file(&src, &dst)) {
        warnf("'%s' and '%s' are the same file", from, to);
        return false;
    }
    if (src.type == 'd') {
        if (!cp.recurse) {
            warnf("-r not specified; omitting directory '%s'", from);
            return false;
        }
        if (depth == 0 && inside(from, to)) {
            warnf("cannot copy a directory, '%s', into itself, '%s'", from, to);
            return false;
        }
        return copy_dir(from, to, &src, depth);
    }
    if (exists && dst.type == 'd') {
        warnf("cannot overwrite directory '%s' with non-directory '%s'", to, from);
        return false;
    }
    if (exists && (cp.keep || (cp.update && src.mtime <= dst.mtime)))
        return true;
    say(from, to);
    return src.type == 'l' ? copy_link(from, to) : copy_file(from, to, &src);
}

static bool move_one(const char *from, const char *to)
{
    SysStat src, dst;
    if (sys_stat(from, &src, false) < 0) {
        warnf("cannot stat '%s': %e", from);
        return false;
    }
    if (sys_stat(to, &dst, false) == 0) {
        if (same_file(&src, &dst)) {
            warnf("'%s' and '%s' are the same file", from, to);
            return false;
        }
        if (cp.keep || (cp.update && src.mtime <= dst.mtime))
            return true;
        if (dst.type == 'd' && src.type != 'd') {
            warnf("cannot overwrite directory '%s' with non-directory '%s'", to,
                  from);
            return false;
        }
        if (dst.type != 'd' && src.type == 'd') {
            warnf("cannot overwrite non-directory '%s' with directory '%s'", to,
                  from);
            return false;
        }
    }
    if (src.type == 'd' && inside(from, to)) {
        warnf("cannot move '%s' to a subdirectory of itself, '%s'", from, to);
        return false;
    }
    if (sys_rename(from, to) == 0) {
        say(from, to);
        return true;
    }
    if (errno == EXDEV && src.type != 'd') {
        cp.preserve = cp.links = true;
        if (copy_any(from, to, 0) && sys_unlink(from) == 0)
            return true;
    }
    warnf("cannot move '%s' to '%s': %e", from, to);
    return false;
}

static bool transfer(const char *from, const char *to, bool into)
{
    char *full = into ? path_join(to, last_part(from)) : (char *)to;
    return cp.moving ? move_one(from, full) : copy_any(from, full, 0);
}

static void option(int c, char *arg)
{
    switch (c) {
    case 'a': cp.recurse = cp.preserve = cp.links = true; break;
    case 'r': case 'R': cp.recurse = true; break;
    case 'H': cp.heads = true; cp.deref = cp.links = false; break;
    case 'L': cp.deref = true; cp.heads = cp.links = false; break;
    case 'P': case 'd': cp.links = true; cp.deref = cp.heads = false; break;
    case 'p': cp.preserve = true; break;
    case 'n': cp.keep = true; break;
    case 't': cp.into = arg; break;
    case 'T': cp.whole = true; break;
    case 'u': cp.update = true; break;
    case 'v': cp.verbose = true; break;
    case 'i': dief(1, "-i is refused: there is nobody to ask");
    default: break;
    }
}

static const LongOpt longs[] = {
    {"archive", 0, 'a'},     {"force", 0, 'f'},   {"dereference", 0, 'L'},
    {"no-clobber", 0, 'n'},  {"preserve", 2, 'p'}, {"no-dereference", 0, 'P'},
    {"recursive", 0, 'r'},   {"target-directory", 1, 't'},
    {"no-target-directory", 0, 'T'}, {"update", 0, 'u'}, {"verbose", 0, 'v'},
    {"interactive", 0, 'i'}, {0, 0, 0}};

static int transfer_main(int argc, char **argv, const char *shorts)
{
    Opt o;
    bool ok = true;
    SysStat st;
    opt_start(&o, argc, argv, shorts, longs);
    for (int c; (c = opt_next(&o)) >= 0;)
        option(c, o.arg);
    if (!o.n)
        usage_err("missing file operand");
    int n = o.n;
    const char *to = cp.into;
    if (!to) {
        if (n == 1)
            usage_err("missing destination file operand after '%s'", o.argv[0]);
        to = o.argv[--n];
    }
    bool into = !cp.whole && sys_stat(to, &st, true) == 0 && st.type == 'd';
    if (cp.whole && n > 1)
        extra_operand(o.argv[2]);
    if (!into && (n > 1 || cp.into)) {
        dief(1, cp.into ? "target directory '%s': No such file or directory"
                        : "target '%s': No such file or directory", to);
    }
    for (int i = 0; i < n; i++)
        ok &= transfer(o.argv[i], to, into);
    return !ok;
}

int cp_main(int argc, char **argv)
{
    return transfer_main(argc, argv, "adfHiLnpPrRt:Tuv");
}

int mv_main(int argc, char **argv)
{
    cp.moving = true;
    return transfer_main(argc, argv, "finTt:uv");
}
