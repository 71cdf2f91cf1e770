/* tar -c and -r: in order of names, owned by nobody in particular. */
#include "tar.h"

enum { DEEPEST = 200 };

static struct {
    TarOptions *t;
    GzWriter gz;
    uint64_t written;
    SysStat self; /* the archive, not to be put into itself */
    int names_fd;  /* for -v */
    size_t hidden; /* bytes of a path that come from -C */
    bool told;
} tape;

static void put(const void *p, size_t n)
{
    if (tape.t->gzip)
        gz_write(&tape.gz, p, n);
    else
        out_mem(p, n);
    tape.written += n;
}

static void put_zeros(size_t n)
{
    static const char zeros[TAR_BLOCK];
    for (size_t k; n; n -= k) {
        k = n < TAR_BLOCK ? n : TAR_BLOCK;
        put(zeros, k);
    }
}

static void put_padding(uint64_t size)
{
    put_zeros((size_t)(-size & (TAR_BLOCK - 1)));
}

/* Octal digits before a NUL; what does not fit in binary, as GNU does. */
static void octal(char *to, size_t n, uint64_t v)
{
    if (n < 22 && v >> (3 * (n - 1))) {
        for (size_t i = n; i-- > 0; v >>= 8)
            to[i] = (char)v;
        to[0] = (char)0x80;
        return;
    }
    to[n - 1] = 0;
    for (size_t i = n - 1; i-- > 0; v >>= 3)
        to[i] = (char)('0' + (v & 7));
}

static void put_header(const char *name, const char *link, char type, unsigned mode, uint64_t size,
                       int64_t mtime)
{
    TarHeader h;
    size_t n = strlen(name), k = strlen(link);
    memset(&h, 0, sizeof h);
    memcpy(h.name, name, n < 100 ? n : 100);
    memcpy(h.link, link, k < 100 ? k : 100);
    octal(h.mode, 8, mode);
    octal(h.uid, 8, 0);
    octal(h.gid, 8, 0);
    octal(h.size, 12, size);
    octal(h.mtime, 12, (uint64_t)(mtime < 0 ? 0 : mtime / 1000000000));
    h.type = type;
    memcpy(h.magic, "ustar  ", 8);
    memset(h.sum, ' ', 8);
    unsigned sum = 0;
    for (int i = 0; i < TAR_BLOCK; i++)
        sum += ((uchar *)&h)[i];
    octal(h.sum, 7, sum);
    put(&h, sizeof h);
}

static void put_long(const char *text, char type)
{
    size_t n = strlen(text) + 1;
    if (n <= 100 + (text[0] != 0))
        return;
    put_header("././@LongLink", "", type, 0644, n, 0);
    put(text, n);
    put_padding(n);
}

static void say(const char *path, bool dir)
{
    size_t n = strlen(path);
    path += tape.hidden;
    if (!tape.t->verbose)
        return;
    Out kept = out;
    char buf[512];
    out = (Out){buf, 0, sizeof buf, tape.names_fd, false};
    tar_show_name(path);
    out_str(dir && n && path[n - tape.hidden - 1] != '/' ? "/\n" : "\n");
    out_flush();
    if (out.buf != buf)
        free(out.buf);
    out = kept;
}

/* The name in the archive: behind slashes and the last `..`. */
static const char *member_name(const char *name)
{
    const char *p = name;
    for (const char *s = name; *s;) {
        size_t n = strcspn(s, "/");
        bool up = n == 2 && s[0] == '.' && s[1] == '.';
        s += n;
        s += strspn(s, "/");
        if (up || (n == 0 && s > name && p == name))
            p = s;
    }
    if (p != name && !tape.told) {
        char *cut = xstrndup(name, (size_t)(p - name));
        warnf("Removing leading `%s' from member names", cut);
        free(cut);
        tape.told = true;
    }
    return *p ? p : ".";
}

static void put_contents(const char *path, int fd, uint64_t size)
{
    static char *buf;
    uint64_t left = size;
    if (!buf)
        buf = xmalloc(65536);
    while (left) {
        ptrdiff_t n = sys_read(fd, buf, left < 65536 ? (size_t)left : 65536);
        if (n <= 0) {
            if (n < 0)
                tar_fail("%s: Read error: %e", path, NULL);
            else
                warnf("%s: File shrank by %u bytes; padding with zeros", path, left);
            tar_status = tar_status ? tar_status : 1;
            for (; left; left -= (uint64_t)n) {
                n = left < TAR_BLOCK ? (ptrdiff_t)left : TAR_BLOCK;
                put_zeros((size_t)n);
            }
            break;
        }
        put(buf, (size_t)n);
        left -= (uint64_t)n;
    }
    put_padding(size);
}

static void add_file(const char *path, const char *name, const SysStat *st, int64_t mtime)
{
    if (st->ino && st->ino == tape.self.ino && st->dev == tape.self.dev) {
        warnf("%s: file is the archive; not dumped", path);
        return;
    }
    int fd = sys_open(path, SYS_READ);
    if (fd < 0) {
        tar_fail("%s: Cannot open: %e", path, NULL);
        return;
    }
    say(path, false);
    put_long(name, 'L');
    put_header(name, "", '0', 0644, st->size, mtime);
    put_contents(path, fd, st->size);
    sys_close(fd);
}

static void add_link(const char *path, const char *name, int64_t mtime)
{
    static char target[4097];
    ptrdiff_t n = sys_readlink(path, target, sizeof target - 1);
    if (n < 0) {
        tar_fail("%s: Cannot readlink: %e", path, NULL);
        return;
    }
    target[n] = 0;
    say(path, false);
    put_long(target, 'K');
    put_long(name, 'L');
    put_header(name, target, '2', 0777, 0, mtime);
}

static void add(const char *path, const char *name, int depth);

static void add_dir(const char *path, const char *name, int64_t mtime, int depth)
{
    SysEntry *list;
    size_t n, k = strlen(name);
    char *slashed = xmalloc(k + 2);
    memcpy(slashed, name, k);
    while (k > 1 && slashed[k - 1] == '/')
        k--;
    strcpy(slashed + k, "/");
    say(path, true);
    put_long(slashed, 'L');
    put_header(slashed, "", '5', 0755, 0, mtime);
    if (tape.t->no_recursion) {
        free(slashed);
        return;
    }
    if (depth >= DEEPEST) {
        tar_fail("%s: directories too deep", path, NULL);
    } else if (sys_list(path, &list, &n) < 0) {
        tar_fail("%s: Cannot open: %e", path, NULL);
    } else {
        for (size_t i = 0; i < n; i++) {
            char *sub = path_join(path, list[i].name), *sub_name = path_join(slashed, list[i].name);
            add(sub, sub_name, depth + 1);
            free(sub);
            free(sub_name);
            free(list[i].name);
        }
        free(list);
    }
    free(slashed);
}

static void add(const char *path, const char *name, int depth)
{
    SysStat st;
    if (name_excluded(name, tape.t->excludes, tape.t->exclude_n))
        return;
    if (sys_stat(path, &st, tape.t->follow) < 0) {
        tar_fail("%s: Cannot stat: %e", path, NULL);
        return;
    }
    int64_t mtime = tape.t->mtime >= 0 ? tape.t->mtime : st.mtime;
    if (st.type == 'f')
        add_file(path, name, &st, mtime);
    else if (st.type == 'd')
        add_dir(path, name, mtime, depth);
    else if (st.type == 'l')
        add_link(path, name, mtime);
    else
        warnf("%s: file ignored: neither a file nor a directory nor a link", path);
}

static void add_operand(const TarOperand *o)
{
    char *path = o->dir && o->name[0] != '/' ? path_join(o->dir, o->name)
                                             : xstrndup(o->name, strlen(o->name));
    SysStat st;
    tape.hidden = strlen(path) - strlen(o->name);
    if (sys_stat(path, &st, tape.t->follow) < 0)
        tar_fail("%s: Cannot stat: %e", o->name, NULL);
    else
        add(path, member_name(o->name), 0);
    free(path);
}

/* Opens the archive to write behind its last member. */
static int open_to_append(const TarOptions *t)
{
    TarMember m;
    SysStat st;
    if (sys_stat(t->archive, &st, true) < 0)
        return sys_open(t->archive, SYS_WRITE);
    if (source_open(t->archive))
        tar_fatal("Cannot update compressed archives", NULL);
    while (tar_next(&m)) {
        source_skip(m.size);
        tar_pad(m.size);
        free(m.name);
        free(m.link);
    }
    if (tar_status)
        tar_fatal("%s: Cannot append to what is no archive", t->archive);
    int fd = sys_open(t->archive, SYS_RDWR);
    if (fd >= 0 && (sys_seek(fd, (int64_t)tar_end_place(), 0) < 0 ||
                    sys_truncate(fd, tar_end_place()) < 0))
        return -1;
    tape.written = tar_end_place();
    return fd;
}

void tar_create(TarOptions *t, bool append)
{
    bool named = strcmp(t->archive, "-") != 0;
    tape.t = t;
    tape.names_fd = named ? 1 : 2;
    if (named) {
        int fd = append ? open_to_append(t) : sys_open(t->archive, SYS_WRITE);
        if (fd < 0)
            tar_fatal("%s: Cannot open: %e", t->archive);
        out_redirect(fd);
        if (sys_fstat(fd, &tape.self) < 0)
            tape.self.ino = 0;
    }
    if (t->gzip)
        gz_write_start(&tape.gz, t->level, NULL, 0);
    for (size_t i = 0; i < t->n; i++)
        add_operand(&t->operands[i]);
    put_zeros(2 * TAR_BLOCK);
    while (tape.written % TAR_RECORD)
        put_zeros(TAR_BLOCK);
    if (t->gzip)
        gz_write_end(&tape.gz);
    out_redirect(1);
}
