/* ls. */
#include "wbox.h"

const char ls_help[] =
    "Usage: ls [OPTION]... [FILE]...\n"
    "List files, or the content of directories, in order of bytes, one a line.\n"
    "\n"
    "  -a, --all             also names that start with .\n"
    "  -A, --almost-all      the same without . and ..\n"
    "  -d, --directory       list directories themselves\n"
    "  -F, --classify        append / to directories, @ to links\n"
    "  -p                    append / to directories\n"
    "  -h, --human-readable  sizes as 1.5K, 12M with -l and -s\n"
    "  -i, --inode           print the file's number first\n"
    "  -l                    type, links, size and time of change too\n"
    "  -g, -o, -n            as -l\n"
    "  -r, --reverse         reverse the order\n"
    "  -R, --recursive       directories inside too\n"
    "  -S                    largest first\n"
    "  -t                    newest first\n"
    "  -U                    accepted; order of names\n"
    "  -1                    one a line (always)\n"
    "      --full-time       as -l with full times\n"
    "\n"
    "WASI knows no owners and no permission bits: -l shows fixed ones.\n";

typedef struct {
    char *name, *path;
    SysStat st;
} Entry;

static struct {
    bool all, almost, self, classify, slash, human, inode, longer, reverse;
    bool recurse, by_size, by_time, full_time;
} ls;
static bool failed;
static int groups_printed;

static int by_order(const void *a, const void *b)
{
    const Entry *x = a, *y = b;
    int r = 0;
    if (ls.by_size && x->st.size != y->st.size)
        r = x->st.size > y->st.size ? -1 : 1;
    else if (ls.by_time && x->st.mtime != y->st.mtime)
        r = x->st.mtime > y->st.mtime ? -1 : 1;
    else
        r = strcmp(x->name, y->name);
    return ls.reverse ? -r : r;
}

static bool needs_stat(void)
{
    return ls.longer || ls.by_size || ls.by_time || ls.inode;
}

static size_t digits_of(uint64_t v)
{
    char d[24];
    return fmt_u64(d + sizeof d, v);
}

static void padded(const char *s, size_t width)
{
    size_t n = strlen(s);
    out_pad(' ', n < width ? width - n : 0);
    out_str(s);
}

static void put_time(int64_t mtime)
{
    Cal c;
    int64_t now = sys_now();
    cal_from(&c, mtime / 1000000000, (int)(mtime % 1000000000));
    bool recent = mtime <= now && now - mtime < 15778476LL * 1000000000;
    if (ls.full_time)
        cal_print(&c, "%Y-%m-%d %H:%M:%S.%N +0000");
    else
        cal_print(&c, recent ? "%b %e %H:%M" : "%b %e  %Y");
}

static void size_text(char *text, uint64_t size)
{
    if (ls.human) {
        human_size(text, size);
    } else {
        size_t n = fmt_u64(text + 24, size);
        memmove(text, text + 24 - n, n);
        text[n] = 0;
    }
}

static void put_entry(const Entry *e, size_t links, size_t sizes, size_t inos)
{
    char text[25];
    if (ls.inode) {
        size_t n = digits_of(e->st.ino);
        out_pad(' ', n < inos ? inos - n : 0);
        out_u64(e->st.ino);
        out_ch(' ');
    }
    if (ls.longer) {
        out_ch(e->st.type == 'f' || e->st.type == '?' ? '-' : e->st.type);
        out_str(e->st.type == 'd'   ? "rwxr-xr-x "
                : e->st.type == 'l' ? "rwxrwxrwx "
                                    : "rw-r--r-- ");
        size_t n = digits_of(e->st.nlink);
        out_pad(' ', n < links ? links - n : 0);
        out_u64(e->st.nlink);
        out_str(" guest guest ");
        size_text(text, e->st.size);
        padded(text, sizes);
        out_ch(' ');
        put_time(e->st.mtime);
        out_ch(' ');
    }
    out_str(e->name);
    if (ls.longer && e->st.type == 'l') {
        char target[4096];
        ptrdiff_t n = sys_readlink(e->path, target, sizeof target);
        if (n > 0) {
            out_str(" -> ");
            out_mem(target, (size_t)n);
        }
    } else if (ls.classify && e->st.type == 'l') {
        out_ch('@');
    }
    if ((ls.classify || ls.slash) && e->st.type == 'd')
        out_ch('/');
    out_ch('\n');
}

static void put_entries(Entry *v, size_t n)
{
    size_t links = 1, sizes = 1, inos = 1, k;
    char text[25];
    if (n)
        qsort(v, n, sizeof *v, by_order);
    for (size_t i = 0; i < n && (ls.longer || ls.inode); i++) {
        if ((k = digits_of(v[i].st.nlink)) > links)
            links = k;
        if ((k = digits_of(v[i].st.ino)) > inos)
            inos = k;
        size_text(text, v[i].st.size);
        if ((k = strlen(text)) > sizes)
            sizes = k;
    }
    for (size_t i = 0; i < n; i++)
        put_entry(&v[i], links, sizes, inos);
}

static void add_entry(Entry *e, const char *dir, const char *name, char type)
{
    e->name = (char *)name;
    e->path = path_join(dir, name);
    memset(&e->st, 0, sizeof e->st);
    e->st.type = type;
    if ((needs_stat() || type == '?') && sys_stat(e->path, &e->st, false) < 0) {
        warnf("cannot access '%s': %e", e->path);
        failed = true;
        e->st.type = '?';
    }
}

static void list_dir(const char *path, bool headed, int depth)
{
    SysEntry *list;
    size_t n, k = 0;
    if (depth > 250) {
        warnf("'%s': directories nested too deeply", path);
        failed = true;
        return;
    }
    if (sys_list(path, &list, &n) < 0) {
        warnf("cannot open directory '%s': %e", path);
        failed = true;
        return;
    }
    if (headed) {
        if (groups_printed)
            out_ch('\n');
        out_str(path);
        out_str(":\n");
    }
    groups_printed++;
    Entry *v = xmalloc((n + 2) * sizeof *v);
    if (ls.all) {
        add_entry(&v[k++], path, ".", 'd');
        add_entry(&v[k++], path, "..", 'd');
    }
    for (size_t i = 0; i < n; i++)
        if (list[i].name[0] != '.' || ls.all || ls.almost)
            add_entry(&v[k++], path, list[i].name, list[i].type);
    if (ls.longer) {
        uint64_t blocks = 0;
        char text[25];
        for (size_t i = 0; i < k; i++)
            blocks += (v[i].st.size + 4095) / 4096 * 4;
        out_str("total ");
        size_text(text, ls.human ? blocks * 1024 : blocks);
        out_str(text);
        out_ch('\n');
    }
    put_entries(v, k);
    for (size_t i = 0; i < k; i++) {
        if (ls.recurse && v[i].st.type == 'd' && strcmp(v[i].name, ".") &&
            strcmp(v[i].name, ".."))
            list_dir(v[i].path, true, depth + 1);
        free(v[i].path);
    }
    free(v);
}

static void option(int c)
{
    switch (c) {
    case 'a': ls.all = true; break;
    case 'A': ls.almost = true; break;
    case 'd': ls.self = true; break;
    case 'F': ls.classify = true; break;
    case 'p': ls.slash = true; break;
    case 'h': ls.human = true; break;
    case 'i': ls.inode = true; break;
    case 'l': case 'g': case 'o': case 'n': ls.longer = true; break;
    case 'r': ls.reverse = true; break;
    case 'R': ls.recurse = true; break;
    case 'S': ls.by_size = true; ls.by_time = false; break;
    case 't': ls.by_time = true; ls.by_size = false; break;
    case 'U': ls.by_size = ls.by_time = false; break;
    case 256: ls.longer = ls.full_time = true; break;
    default: break;
    }
}

static const LongOpt longs[] = {
    {"all", 0, 'a'},       {"almost-all", 0, 'A'}, {"directory", 0, 'd'},
    {"classify", 2, 'F'},  {"human-readable", 0, 'h'}, {"inode", 0, 'i'},
    {"reverse", 0, 'r'},   {"recursive", 0, 'R'},  {"full-time", 0, 256},
    {"color", 2, 257},     {0, 0, 0}};

int ls_main(int argc, char **argv)
{
    Opt o;
    usage_status = 2;
    opt_start(&o, argc, argv, "aACdFghilnoprRStU1", longs);
    for (int c; (c = opt_next(&o)) >= 0;)
        option(c);
    static char *here[] = {(char *)".", NULL};
    if (!o.n) {
        o.argv = here;
        o.n = 1;
    }
    Entry *files = xmalloc((size_t)o.n * sizeof *files);
    Entry *dirs = xmalloc((size_t)o.n * sizeof *dirs);
    size_t fn = 0, dn = 0;
    for (int i = 0; i < o.n; i++) {
        Entry e = {o.argv[i], o.argv[i], {0}};
        if (sys_stat(e.name, &e.st, !ls.longer && !ls.self) < 0 &&
            sys_stat(e.name, &e.st, false) < 0) {
            warnf("cannot access '%s': %e", e.name);
            failed = true;
        } else if (e.st.type == 'd' && !ls.self) {
            dirs[dn++] = e;
        } else {
            files[fn++] = e;
        }
    }
    put_entries(files, fn);
    groups_printed = fn > 0;
    if (dn)
        qsort(dirs, dn, sizeof *dirs, by_order);
    for (size_t i = 0; i < dn; i++)
        list_dir(dirs[i].name, o.n > 1 || ls.recurse, 0);
    return failed ? 2 : 0;
}
