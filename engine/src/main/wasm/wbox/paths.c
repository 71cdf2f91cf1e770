/* readlink, realpath, stat and du. */
#include "wbox.h"

enum { LINK_MAX_HOPS = 40 };

/* Resolves every link; `missing` allows: 0 nothing, 1 the last part, 2 any. */
static char *resolve(const char *path, int missing)
{
    char *todo = path[0] == '/' ? xstrndup(path, strlen(path))
                                : path_join(sys_cwd(), path);
    char *done = xstrndup("", 0);
    int hops = 0;
    for (char *p = todo; *p;) {
        while (*p == '/')
            p++;
        size_t n = strcspn(p, "/");
        if (n == 0)
            break;
        if (n == 1 && p[0] == '.') {
            p++;
            continue;
        }
        if (n == 2 && p[0] == '.' && p[1] == '.') {
            char *slash = strrchr(done, '/');
            if (slash)
                *slash = 0;
            p += 2;
            continue;
        }
        char *name = xstrndup(p, n);
        char *next = xmalloc(strlen(done) + n + 2);
        strcpy(next, done);
        strcat(next, "/");
        strcat(next, name);
        p += n;
        SysStat st;
        bool last = p[strspn(p, "/")] == 0;
        if (sys_stat(next, &st, false) < 0) {
            SysStat up;
            bool root = sys_stat(next, &up, true) < 0 && errno == ENOENT;
            if (missing < 2 && !(missing == 1 && last && root))
                return NULL;
            st.type = '?';
        }
        if (st.type == 'l') {
            char target[4096];
            ptrdiff_t k = sys_readlink(next, target, sizeof target - 1);
            if (k < 0 || ++hops > LINK_MAX_HOPS) {
                errno = ELOOP;
                return NULL;
            }
            target[k] = 0;
            if (target[0] == '/')
                done[0] = 0;
            p = todo = path_join(target, p);
            continue;
        }
        if (!last && st.type != 'd' && missing < 2) {
            errno = st.type == '?' ? ENOENT : ENOTDIR;
            return NULL;
        }
        done = next;
    }
    return *done ? done : xstrndup("/", 1);
}

const char readlink_help[] =
    "Usage: readlink [OPTION]... FILE...\n"
    "Print what a symbolic link points to, or the resolved path.\n"
    "\n"
    "  -f, --canonicalize           resolve all links; the last part may be\n"
    "                               missing\n"
    "  -e, --canonicalize-existing  the same, but all parts must exist\n"
    "  -m, --canonicalize-missing   the same, but any part may be missing\n"
    "  -n, --no-newline             no newline behind a single result\n"
    "  -q, -s, --quiet, --silent    no messages (default)\n"
    "  -v, --verbose                messages\n"
    "  -z, --zero                   end lines with NUL\n";

static const LongOpt readlink_longs[] = {
    {"canonicalize", 0, 'f'}, {"canonicalize-existing", 0, 'e'},
    {"canonicalize-missing", 0, 'm'}, {"no-newline", 0, 'n'},
    {"quiet", 0, 'q'}, {"silent", 0, 'q'}, {"verbose", 0, 'v'},
    {"zero", 0, 'z'}, {0, 0, 0}};

int readlink_main(int argc, char **argv)
{
    Opt o;
    int mode = 0, end = '\n';
    bool bare = false, verbose = false, ok = true;
    opt_start(&o, argc, argv, "femnqsvz", readlink_longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        if (c == 'f' || c == 'e' || c == 'm')
            mode = c;
        bare |= c == 'n';
        verbose |= c == 'v';
        if (c == 'z')
            end = 0;
    }
    if (!o.n)
        missing_operand();
    for (int i = 0; i < o.n; i++) {
        char target[4096], *s = NULL;
        if (mode) {
            s = resolve(o.argv[i], mode == 'e' ? 0 : mode == 'f' ? 1 : 2);
        } else {
            ptrdiff_t n = sys_readlink(o.argv[i], target, sizeof target - 1);
            if (n >= 0) {
                target[n] = 0;
                s = target;
            }
        }
        if (!s) {
            if (verbose)
                warnf("%s: %e", o.argv[i]);
            ok = false;
            continue;
        }
        out_str(s);
        if (!bare || o.n > 1)
            out_ch(end);
    }
    return !ok;
}

const char realpath_help[] =
    "Usage: realpath [OPTION]... FILE...\n"
    "Print the absolute path of each FILE with all links resolved.\n"
    "\n"
    "  -e, --canonicalize-existing  all parts must exist\n"
    "  -m, --canonicalize-missing   any part may be missing\n"
    "  -q, --quiet                  no messages\n"
    "  -z, --zero                   end lines with NUL\n";

int realpath_main(int argc, char **argv)
{
    static const LongOpt longs[] = {{"canonicalize-existing", 0, 'e'},
                                    {"canonicalize-missing", 0, 'm'},
                                    {"quiet", 0, 'q'},
                                    {"zero", 0, 'z'},
                                    {0, 0, 0}};
    Opt o;
    int missing = 1, end = '\n';
    bool quiet = false, ok = true;
    opt_start(&o, argc, argv, "emqz", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        if (c == 'e')
            missing = 0;
        else if (c == 'm')
            missing = 2;
        else if (c == 'z')
            end = 0;
        else
            quiet = true;
    }
    if (!o.n)
        missing_operand();
    for (int i = 0; i < o.n; i++) {
        char *s = resolve(o.argv[i], missing);
        if (s) {
            out_str(s);
            out_ch(end);
        } else {
            ok = false;
            if (!quiet)
                warnf("%s: %e", o.argv[i]);
        }
    }
    return !ok;
}

/* ---- stat ---- */

const char stat_help[] =
    "Usage: stat [OPTION]... FILE...\n"
    "Print what is known about each FILE.\n"
    "\n"
    "  -c, --format=FORMAT  print by FORMAT, with a newline\n"
    "      --printf=FORMAT  the same with escapes and without the newline\n"
    "  -L, --dereference    follow links\n"
    "\n"
    "FORMAT: %n name, %N quoted name, %s size, %F type, %h links, %i number,\n"
    "  %d device, %b blocks, %B block size, %x %y %z times of access, change,\n"
    "  status; %X %Y %Z the same in seconds, %% a percent sign\n";

static const char *type_name(const SysStat *st)
{
    switch (st->type) {
    case 'f': return st->size ? "regular file" : "regular empty file";
    case 'd': return "directory";
    case 'l': return "symbolic link";
    case 'c': return "character special file";
    case 'b': return "block special file";
    case 'p': return "fifo";
    default: return "socket";
    }
}

static void stat_time(int64_t t, const char *fmt)
{
    Cal c;
    cal_from(&c, t / 1000000000, (int)(t % 1000000000));
    cal_print(&c, fmt);
}

static void stat_item(const char *name, const SysStat *st, int conv)
{
    static const char full[] = "%Y-%m-%d %H:%M:%S.%N +0000";
    switch (conv) {
    case 'n': out_str(name); break;
    case 'N':
        out_ch('\'');
        out_str(name);
        out_ch('\'');
        break;
    case 's': out_u64(st->size); break;
    case 'F': out_str(type_name(st)); break;
    case 'h': out_u64(st->nlink); break;
    case 'i': out_u64(st->ino); break;
    case 'd': out_u64(st->dev); break;
    case 'b': out_u64((st->size + 4095) / 4096 * 8); break;
    case 'B': out_str("512"); break;
    case 'x': stat_time(st->atime, full); break;
    case 'y': stat_time(st->mtime, full); break;
    case 'z': stat_time(st->ctime, full); break;
    case 'X': stat_time(st->atime, "%s"); break;
    case 'Y': stat_time(st->mtime, "%s"); break;
    case 'Z': stat_time(st->ctime, "%s"); break;
    case '%': out_ch('%'); break;
    default:
        out_ch('%');
        out_ch(conv);
    }
}

static void stat_format(const char *p, bool escapes, const char *name,
                        const SysStat *st)
{
    while (*p) {
        if (*p == '%' && p[1]) {
            stat_item(name, st, p[1]);
            p += 2;
        } else if (escapes && *p == '\\' && p[1]) {
            p++;
            int b = escape_byte(&p, false);
            out_ch(b < 0 ? '\\' : b);
        } else {
            out_ch(*p++);
        }
    }
}

int stat_main(int argc, char **argv)
{
    static const LongOpt longs[] = {
        {"format", 1, 'c'}, {"printf", 1, 256}, {"dereference", 0, 'L'}, {0, 0, 0}};
    static const char standard[] =
        "  File: %n\n  Size: %s\tBlocks: %b\tType: %F\n"
        "Inode: %i\tLinks: %h\nAccess: %x\nModify: %y\nChange: %z\n";
    Opt o;
    const char *fmt = standard;
    bool newline = false, escapes = false, follow = false, ok = true;
    opt_start(&o, argc, argv, "c:L", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        if (c == 'L') {
            follow = true;
            continue;
        }
        fmt = o.arg;
        newline = c == 'c';
        escapes = c == 256;
    }
    if (!o.n)
        missing_operand();
    for (int i = 0; i < o.n; i++) {
        SysStat st;
        if (sys_stat(o.argv[i], &st, follow) < 0) {
            warnf("cannot statx '%s': %e", o.argv[i]);
            ok = false;
            continue;
        }
        stat_format(fmt, escapes, o.argv[i], &st);
        if (newline)
            out_ch('\n');
    }
    return !ok;
}

/* ---- du ---- */

const char du_help[] =
    "Usage: du [OPTION]... [FILE]...\n"
    "Print the space used by each FILE, of directories with all inside.\n"
    "Space is counted by the size of files, in steps of 4096 bytes.\n"
    "\n"
    "  -a, --all             files too, not only directories\n"
    "  -b, --bytes           sizes in bytes as they are\n"
    "  -c, --total           print a total\n"
    "  -d, --max-depth=N     no directories deeper than N\n"
    "  -h, --human-readable  sizes as 1.5K, 12M\n"
    "  -k, -m                in units of 1024 bytes (default), of 1048576\n"
    "  -s, --summarize       only a total for each FILE\n";

static struct {
    bool all, bytes, total, human, failed;
    uint64_t unit, depth;
} du;

static void du_print(uint64_t size, const char *path)
{
    char text[25];
    if (du.human) {
        human_size(text, size);
        out_str(text);
    } else {
        out_u64((size + du.unit - 1) / du.unit);
    }
    out_ch('\t');
    out_str(path);
    out_ch('\n');
}

static uint64_t du_walk(const char *path, uint64_t depth)
{
    SysStat st;
    SysEntry *list;
    size_t n;
    if (sys_stat(path, &st, false) < 0) {
        warnf("cannot access '%s': %e", path);
        du.failed = true;
        return 0;
    }
    bool dir = st.type == 'd';
    uint64_t size = du.bytes ? st.size : (st.size + 4095) / 4096 * 4096;
    if (dir && !du.bytes && size == 0)
        size = 4096;
    if (dir) {
        errno = ELOOP;
        if (depth > 200 || sys_list(path, &list, &n) < 0) {
            warnf("cannot read directory '%s': %e", path);
            du.failed = true;
            n = 0;
            list = NULL;
        }
        for (size_t i = 0; i < n; i++) {
            char *sub = path_join(path, list[i].name);
            size += du_walk(sub, depth + 1);
            free(sub);
            free(list[i].name);
        }
        free(list);
    }
    if (depth <= du.depth && (dir || du.all || depth == 0))
        du_print(size, path);
    return size;
}

int du_main(int argc, char **argv)
{
    static const LongOpt longs[] = {
        {"all", 0, 'a'},       {"bytes", 0, 'b'},          {"total", 0, 'c'},
        {"max-depth", 1, 'd'}, {"human-readable", 0, 'h'}, {"summarize", 0, 's'},
        {"apparent-size", 0, 256}, {0, 0, 0}};
    Opt o;
    uint64_t total = 0;
    const char *end;
    du.unit = 1024;
    du.depth = UINT64_MAX;
    opt_start(&o, argc, argv, "abcd:hkms", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        switch (c) {
        case 'a': du.all = true; break;
        case 'b': du.bytes = true; du.unit = 1; break;
        case 'c': du.total = true; break;
        case 'd':
            if (!parse_u64(o.arg, &end, &du.depth) || *end)
                dief(1, "invalid maximum depth '%s'", o.arg);
            break;
        case 'h': du.human = true; break;
        case 'k': du.unit = 1024; break;
        case 'm': du.unit = 1 << 20; break;
        case 's': du.depth = 0; break;
        default: du.bytes = true;
        }
    }
    static char *here[] = {(char *)".", NULL};
    if (!o.n) {
        o.argv = here;
        o.n = 1;
    }
    for (int i = 0; i < o.n; i++)
        total += du_walk(o.argv[i], 0);
    if (du.total)
        du_print(total, "total");
    return du.failed;
}
