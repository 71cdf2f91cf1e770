/* unzip. */
#include "zip.h"

const char unzip_help[] =
    "Usage: unzip [OPTION]... ARCHIVE [NAME]... [-x NAME...] [-d DIR]\n"
    "Extract all members, or those that match a NAME (* ? [...]).\n"
    "\n"
    "  -d DIR  extract into DIR\n"
    "  -j      leave out directories of names\n"
    "  -l      list\n"
    "  -n      never overwrite files\n"
    "  -o      overwrite files\n"
    "  -p      extract to standard output, without messages\n"
    "  -q      quiet\n"
    "  -t      test\n"
    "  -x      not the members that match a NAME\n"
    "\n"
    "Nothing is extracted outside of the directory or through a symbolic link.\n";

enum { WARNED = 1, FAILED = 2, NO_ZIP = 9, NOT_MATCHED = 11, UNSUPPORTED = 81 };
enum { LONGEST_LINK = 4096 };

static struct {
    const char *archive, *dir;
    bool list, test, to_stdout, overwrite, never, quiet, flat;
    char **names, **excluded;
    bool *matched;
    size_t name_n, excluded_n;
    int status;
    In in;
    Inflate *inflate;
} un = {.dir = ""};

static void fail(int status, const char *fmt, const char *a, const char *b)
{
    int err = errno;
    out_flush();
    errno = err;
    warnf(fmt, a, b);
    if (un.status < status)
        un.status = status;
}

static bool wanted(const char *name)
{
    bool hit = un.name_n == 0;
    for (size_t i = 0; i < un.name_n; i++)
        if (glob_match(un.names[i], name, false))
            hit = un.matched[i] = true;
    for (size_t i = 0; i < un.excluded_n; i++)
        if (glob_match(un.excluded[i], name, false))
            return false;
    return hit;
}

/* ---- contents ---- */

/* Where the bytes of a member go: to a file, standard output (1), memory, or nowhere. */
typedef struct {
    int fd;
    char *memory;
    uint64_t size;
    uint32_t crc;
    bool failed;
} Sink;

static void sink_put(Sink *s, const uchar *p, size_t n)
{
    s->crc = crc32_add(s->crc, p, n);
    if (s->memory)
        memcpy(s->memory + s->size, p, n);
    else if (s->fd == 1)
        out_mem(p, n);
    else if (s->fd > 1 && !s->failed)
        s->failed = !write_all(s->fd, p, n);
    s->size += n;
}

/* Goes to the first byte of the contents; the header there must be that of the entry. */
static const char *seek_contents(const ZipEntry *e)
{
    In *in = &un.in;
    uchar h[ZIP_LOCAL];
    if (sys_seek(in->fd, (int64_t)e->place, 0) < 0)
        return "cannot be read";
    in->pos = in->end = 0;
    in->eof = false;
    for (int i = 0; i < ZIP_LOCAL; i++) {
        int c = in_byte(in);
        if (c < 0)
            return "the archive is cut off";
        h[i] = (uchar)c;
    }
    if (memcmp(h, "PK\3\4", 4))
        return "has no local header";
    uint64_t rest = zip_16(h + 26) + (uint64_t)zip_16(h + 28);
    if (rest > e->end - e->place - ZIP_LOCAL - e->packed)
        return "overlaps another entry: refused as a possible zip bomb";
    while (rest--)
        if (in_byte(in) < 0)
            return "the archive is cut off";
    return NULL;
}

static const char *copy_stored(const ZipEntry *e, Sink *s)
{
    In *in = &un.in;
    if (e->packed != e->size)
        return "has two sizes";
    for (uint64_t left = e->size; left;) {
        if (in->pos == in->end && !in_fill(in))
            return "the archive is cut off";
        size_t n = in->end - in->pos;
        n = n < left ? n : (size_t)left;
        sink_put(s, (const uchar *)in->buf + in->pos, n);
        in->pos += n;
        left -= n;
    }
    return NULL;
}

static const char *copy_inflated(const ZipEntry *e, Sink *s)
{
    Bits b;
    const uchar *p;
    size_t n;
    InflateResult r;
    if (!un.inflate)
        un.inflate = inflate_new();
    inflate_start(un.inflate);
    bits_start(&b, &un.in);
    do {
        r = inflate_some(un.inflate, &b, &p, &n);
        if (n > e->size - s->size)
            return "is larger than its header says";
        sink_put(s, p, n);
        if (b.taken > e->packed + 8)
            return "invalid compressed data";
    } while (r == INFLATE_MORE);
    bits_align(&b);
    if (r != INFLATE_END || b.taken - (b.count - b.pad) / 8 != e->packed)
        return "invalid compressed data";
    return s->size == e->size ? NULL : "is smaller than its header says";
}

/* Reads a member; NULL when it is a good one. */
static const char *contents(const ZipEntry *e, Sink *s)
{
    const char *why = seek_contents(e);
    if (why)
        return why;
    why = e->method == ZIP_STORED ? copy_stored(e, s) : copy_inflated(e, s);
    if (!why && s->crc != e->crc)
        why = "bad CRC";
    if (!why && s->failed)
        why = "cannot be written";
    return why;
}

static bool readable(const ZipEntry *e)
{
    if (e->flags & ZIP_ENCRYPTED)
        fail(UNSUPPORTED, "skipping: %s: encrypted", e->name, NULL);
    else if (e->method != ZIP_STORED && e->method != ZIP_DEFLATED)
        fail(UNSUPPORTED, "skipping: %s: unsupported compression method", e->name, NULL);
    else
        return true;
    return false;
}

/* ---- what is done with a member ---- */

static bool is_dir(const ZipEntry *e)
{
    return e->name[strlen(e->name) - 1] == '/';
}

/* A name cannot pass for a line of its own, nor direct a terminal: control bytes as ^X. */
static void put_name(const char *s)
{
    for (; *s; s++) {
        if ((uchar)*s < 32)
            out_ch('^');
        out_ch((uchar)*s < 32 ? *s + 64 : *s);
    }
}

static void say(const char *what, const char *name, const char *end)
{
    if (un.quiet)
        return;
    out_str(what);
    put_name(name);
    out_str(end);
}

static void test_one(const ZipEntry *e)
{
    Sink s = {.fd = -1};
    const char *why = contents(e, &s);
    if (why)
        fail(FAILED, "%s: %s", e->name, why);
    else
        say("    testing: ", e->name, "   OK\n");
}

static void make_link(const ZipEntry *e, const char *name, const char *path)
{
    Sink s = {.fd = -1};
    if (e->size > LONGEST_LINK) {
        fail(FAILED, "%s: the target of the link is too long", e->name, NULL);
        return;
    }
    s.memory = xmalloc((size_t)e->size + 1);
    const char *why = contents(e, &s);
    s.memory[s.size] = 0;
    if (why)
        fail(FAILED, "%s: %s", e->name, why);
    else if (strlen(s.memory) != s.size || !safe_target(name, s.memory))
        fail(FAILED, "%s: link to '%s' refused: it may lead out of the directory", e->name,
             s.memory);
    else if (!safe_clear(path) || sys_symlink(s.memory, path) < 0)
        fail(FAILED, "%s: %e", e->name, NULL);
    else
        say("    linking: ", path, "\n");
    free(s.memory);
}

static void make_dir(const ZipEntry *e, const char *path)
{
    SysStat st;
    if (un.flat || (sys_stat(path, &st, false) == 0 && st.type == 'd'))
        return;
    if (sys_mkdir(path) < 0)
        fail(FAILED, "%s: %e", e->name, NULL);
    else
        say("   creating: ", path, "/\n");
}

static void make_file(const ZipEntry *e, const char *path)
{
    if (!safe_clear(path) && errno != EISDIR && errno != EPERM) {
        fail(FAILED, "%s: %e", e->name, NULL);
        return;
    }
    Sink s = {.fd = sys_open(path, SYS_EXCL)};
    if (s.fd < 0) {
        fail(FAILED, "%s: %e", e->name, NULL);
        return;
    }
    const char *why = contents(e, &s);
    sys_close(s.fd);
    if (why) {
        fail(FAILED, "%s: %s", e->name, why);
        sys_unlink(path);
        return;
    }
    int64_t t = (e->mtime > 0 ? e->mtime : 0) * 1000000000;
    sys_utimes(path, t, t);
    say(e->method == ZIP_STORED ? " extracting: " : "  inflating: ", path, "\n");
}

static bool may_write(const char *path)
{
    SysStat st;
    if (un.overwrite || sys_stat(path, &st, false) < 0)
        return true;
    if (!un.never)
        fail(WARNED, "%s exists: not overwritten; -o overwrites, -n is silent", path, NULL);
    return false;
}

static void extract_one(const ZipEntry *e)
{
    const char *name = e->name, *slash = strrchr(name, '/'), *why;
    if (un.flat && slash)
        name = slash + 1;
    if (un.flat && !*name)
        return;
    if (*name == '/')
        fail(WARNED, "warning: stripped absolute path spec from %s", e->name, NULL);
    char *path = safe_path(un.dir, name, &why);
    if (!path) {
        fail(FAILED, "%s: %s", e->name, why);
        return;
    }
    if (is_dir(e))
        make_dir(e, path);
    else if (may_write(path) && readable(e)) {
        if ((e->mode & 0170000) == 0120000)
            make_link(e, name, path);
        else
            make_file(e, path);
    }
    free(path);
}

static void member(const ZipEntry *e)
{
    if (un.to_stdout || un.test) {
        Sink s = {.fd = 1};
        if (!readable(e))
            return;
        if (un.test) {
            test_one(e);
            return;
        }
        const char *why = contents(e, &s);
        if (why)
            fail(FAILED, "%s: %s", e->name, why);
        return;
    }
    extract_one(e);
}

/* ---- listing ---- */

static void right(uint64_t v, size_t width)
{
    char d[24];
    size_t n = fmt_u64(d + sizeof d, v);
    out_pad(' ', n < width ? width - n : 0);
    out_mem(d + sizeof d - n, n);
}

static void list_one(const ZipEntry *e)
{
    right(e->size, 9);
    out_str("  ");
    out_minute(e->mtime);
    out_str("   ");
    put_name(e->name);
    out_ch('\n');
}

static void list(const ZipDirectory *d)
{
    uint64_t total = 0, files = 0;
    if (!un.quiet)
        out_str("  Length      Date    Time    Name\n"
                "---------  ---------- -----   ----\n");
    for (size_t i = 0; i < d->n; i++)
        if (wanted(d->entries[i].name)) {
            list_one(&d->entries[i]);
            total += d->entries[i].size;
            files++;
        }
    if (un.quiet)
        return;
    out_str("---------                     -------\n");
    right(total, 9);
    out_pad(' ', 21);
    out_u64(files);
    out_str(files == 1 ? " file\n" : " files\n");
}

static void run(const ZipDirectory *d)
{
    if (!un.quiet) {
        out_str("Archive:  ");
        out_str(un.archive);
        out_ch('\n');
    }
    if (un.list)
        list(d);
    for (size_t i = 0; i < d->n && !un.list; i++)
        if (wanted(d->entries[i].name))
            member(&d->entries[i]);
    for (size_t i = 0; i < un.name_n; i++)
        if (!un.matched[i])
            fail(NOT_MATCHED, "caution: filename not matched:  %s", un.names[i], NULL);
    if (un.test && un.status == 0) {
        out_str("No errors detected in compressed data of ");
        out_str(un.archive);
        out_str(".\n");
    }
}

static void open_archive(const char *name)
{
    SysStat st;
    un.in.fd = sys_open(name, SYS_READ);
    if (un.in.fd < 0) {
        char *longer = xmalloc(strlen(name) + 5);
        strcpy(longer, name);
        strcat(longer, ".zip");
        un.in.fd = sys_open(longer, SYS_READ);
        name = un.in.fd < 0 ? name : longer;
    }
    if (un.in.fd < 0)
        dief(NO_ZIP, "cannot find or open %s or %s.zip", name, name);
    if (sys_fstat(un.in.fd, &st) == 0 && st.type == 'd')
        dief(NO_ZIP, "%s is a directory", name);
    un.in.name = un.archive = name;
}

static void option(int c, char *arg)
{
    switch (c) {
    case 'd': un.dir = arg; break;
    case 'j': un.flat = true; break;
    case 'l': un.list = true; break;
    case 'n': un.never = true; break;
    case 'o': un.overwrite = true; break;
    case 'p': un.to_stdout = un.quiet = true; break;
    case 'q': un.quiet = true; break;
    default: un.test = true;
    }
}

static void check_dir(void)
{
    SysStat st;
    if (!*un.dir || un.list || un.test || un.to_stdout)
        return;
    if (sys_stat(un.dir, &st, true) < 0 ? sys_mkdir(un.dir) < 0 : st.type != 'd')
        dief(FAILED, "cannot extract into %s", un.dir);
}

int unzip_main(int argc, char **argv)
{
    Opt o;
    ZipDirectory d = {0};
    usage_status = 10;
    opt_start(&o, argc, argv, "d:jlnopqtx", NULL);
    int split = -1; /* operands before the first -x */
    for (int c; (c = opt_next(&o)) >= 0;) {
        if (c == 'x')
            split = o.n;
        else
            option(c, o.arg);
    }
    if (!o.n || split == 0)
        usage_err("missing name of the archive");
    split = split < 0 ? o.n : split;
    un.names = o.argv + 1;
    un.name_n = (size_t)split - 1;
    un.excluded = o.argv + split;
    un.excluded_n = (size_t)(o.n - split);
    un.matched = xmalloc(un.name_n + 1);
    memset(un.matched, 0, un.name_n + 1);
    open_archive(o.argv[0]);
    zip_read_directory(un.in.fd, un.archive, &d);
    check_dir();
    run(&d);
    return un.status;
}
