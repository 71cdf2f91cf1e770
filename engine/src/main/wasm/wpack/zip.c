/* zip. */
#include "zip.h"

const char zip_help[] =
    "Usage: zip [OPTION]... ARCHIVE FILE... [-x PATTERN...]\n"
    "Make a zip archive; ARCHIVE - is standard output.\n"
    "\n"
    "  -0 to -9  from stored to best (default: -6)\n"
    "  -j        leave out directories of names\n"
    "  -q        quiet\n"
    "  -r        with all that is in directories, in order of names\n"
    "  -x        not what matches a PATTERN (* ? [...])\n"
    "\n"
    "Times are kept in UTC, in steps of two seconds. An archive that exists is refused.\n";

enum { NOT_OPENED = 15, NOTHING = 12, UNREADABLE = 18, DEEPEST = 200 };

typedef struct {
    char *name;
    uint32_t crc, packed, size, place, stamp;
    bool deflated, dir;
} Written;

static struct {
    bool quiet, recurse, flat;
    int level, messages, status;
    char **excluded;
    size_t excluded_n;
    Written *done;
    size_t n, cap;
    uint64_t place;
    SysStat self;
    Deflate *deflate;
    char *buf;
} zip = {.level = 6, .messages = 1};

static void put(const void *p, size_t n)
{
    out_mem(p, n);
    zip.place += n;
    if (zip.place > UINT32_MAX)
        dief(6, "archives beyond 4 GiB are not supported");
}

static void put_16(unsigned v)
{
    uchar b[2] = {(uchar)v, (uchar)(v >> 8)};
    put(b, 2);
}

static void put_32(uint32_t v)
{
    put_16(v & 0xffff);
    put_16(v >> 16);
}

static uint32_t dos_stamp(int64_t t)
{
    Date d = date_of(t / 1000000000);
    if (d.year < 1980)
        return 1 << 21 | 1 << 16;
    if (d.year > 2107)
        return 0xff9fbf7d;
    return (uint32_t)(d.year - 1980) << 25 | (uint32_t)d.mon << 21 | (uint32_t)d.day << 16 |
           (uint32_t)d.hour << 11 | (uint32_t)d.min << 5 | (uint32_t)d.sec / 2;
}

static bool is_ascii(const char *s)
{
    while (*s && (uchar)*s < 128)
        s++;
    return !*s;
}

/* Fields that the header of a member and that of the directory share. */
static void put_common(const Written *w, bool late)
{
    put_16(w->deflated ? 20 : 10);
    put_16((w->deflated ? ZIP_DESCRIPTOR : 0) | (is_ascii(w->name) ? 0 : ZIP_UTF8));
    put_16(w->deflated ? ZIP_DEFLATED : ZIP_STORED);
    put_32(w->stamp);
    put_32(late ? 0 : w->crc);
    put_32(late ? 0 : w->packed);
    put_32(late ? 0 : w->size);
    put_16((unsigned)strlen(w->name));
    put_16(0);
}

static void say(const Written *w)
{
    char d[24];
    if (zip.quiet)
        return;
    uint64_t saved = w->packed < w->size ? w->size - w->packed : 0;
    uint64_t percent = w->size ? (saved * 200 / w->size + 1) / 2 : 0;
    size_t n = fmt_u64(d + sizeof d, percent), k = strlen(w->name);
    char *line = xmalloc(k + 60);
    strcpy(line, "  adding: ");
    strcat(line, w->name);
    strcat(line, w->deflated ? " (deflated " : " (stored ");
    strncat(line, d + sizeof d - n, n);
    strcat(line, "%)\n");
    write_all(zip.messages, line, strlen(line));
    free(line);
}

static Written *new_member(const char *name, int64_t mtime)
{
    if (strlen(name) > 65535)
        dief(NOTHING, "%s: the name is too long", name);
    if (zip.n == 65534)
        dief(6, "more than 65534 members are not supported");
    if (zip.n == zip.cap)
        zip.done = xrealloc(zip.done, (zip.cap = zip.cap * 2 + 16) * sizeof *zip.done);
    Written *w = &zip.done[zip.n++];
    *w = (Written){.name = xstrndup(name, strlen(name)), .stamp = dos_stamp(mtime),
                   .place = (uint32_t)zip.place};
    return w;
}

/* Reads a file from its beginning; each piece is stored, deflated, or only counted. */
typedef enum { COUNT, STORE, DEFLATE } Use;

static bool read_file(int fd, Written *w, Use use)
{
    uint64_t size = 0;
    w->crc = 0;
    if (!zip.buf)
        zip.buf = xmalloc(65536);
    for (ptrdiff_t n; (n = sys_read(fd, zip.buf, 65536)) != 0; size += (uint64_t)n) {
        if (n < 0)
            return false;
        w->crc = crc32_add(w->crc, (uchar *)zip.buf, (size_t)n);
        if (use == DEFLATE)
            deflate_add(zip.deflate, (uchar *)zip.buf, (size_t)n);
        else if (use == STORE)
            put(zip.buf, (size_t)n);
    }
    if (size > UINT32_MAX)
        dief(6, "%s: files beyond 4 GiB are not supported", w->name);
    w->size = (uint32_t)size;
    return true;
}

static bool store(int fd, Written *w)
{
    if (!read_file(fd, w, COUNT) || sys_seek(fd, 0, 0) < 0)
        return false;
    Written first = *w;
    w->packed = w->size;
    put("PK\3\4", 4);
    put_common(w, false);
    put(w->name, strlen(w->name));
    bool ok = read_file(fd, w, STORE);
    if (ok && (w->crc != first.crc || w->size != first.size))
        dief(UNREADABLE, "%s: changed while it was read", w->name);
    return ok;
}

static bool deflate(int fd, Written *w)
{
    w->deflated = true;
    put("PK\3\4", 4);
    put_common(w, true);
    put(w->name, strlen(w->name));
    if (!zip.deflate)
        zip.deflate = deflate_new();
    deflate_start(zip.deflate, zip.level);
    bool ok = read_file(fd, w, DEFLATE);
    uint64_t n = deflate_end(zip.deflate);
    zip.place += n;
    w->packed = (uint32_t)n;
    put("PK\7\10", 4);
    put_32(w->crc);
    put_32(w->packed);
    put_32(w->size);
    return ok;
}

static void add_file(const char *path, const char *name, const SysStat *st)
{
    if (st->ino && st->ino == zip.self.ino && st->dev == zip.self.dev)
        return;
    int fd = sys_open(path, SYS_READ);
    if (fd < 0) {
        warnf("%s: %e", path);
        zip.status = UNREADABLE;
        return;
    }
    Written *w = new_member(name, st->mtime);
    /* What is too short to shrink is stored, with its size in front. */
    bool ok = zip.level == 0 || st->size < 8 ? store(fd, w) : deflate(fd, w);
    sys_close(fd);
    if (!ok)
        dief(UNREADABLE, "%s: %e", path);
    say(w);
}

static bool excluded(const char *name)
{
    for (size_t i = 0; i < zip.excluded_n; i++)
        if (glob_match(zip.excluded[i], name, false))
            return true;
    return false;
}

static void add(const char *path, int depth);

static void add_dir(const char *path, const SysStat *st, int depth)
{
    SysEntry *list;
    size_t n;
    const char *below = name_below(path);
    if (*below && !zip.flat) {
        char *name = path_join(below, "");
        if (!excluded(name)) {
            Written *w = new_member(name, st->mtime);
            w->dir = true;
            put("PK\3\4", 4);
            put_common(w, false);
            put(name, strlen(name));
            say(w);
        }
        free(name);
    }
    if (!zip.recurse)
        return;
    if (depth >= DEEPEST || sys_list(path, &list, &n) < 0) {
        warnf(depth >= DEEPEST ? "%s: directories too deep" : "%s: %e", path);
        zip.status = UNREADABLE;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        char *sub = path_join(path, list[i].name);
        add(sub, depth + 1);
        free(sub);
        free(list[i].name);
    }
    free(list);
}

static void add(const char *path, int depth)
{
    SysStat st;
    const char *name = name_below(path), *slash = strrchr(path, '/');
    if (name_climbs(path)) {
        warnf("%s: names with '..' are refused", path);
        zip.status = UNREADABLE;
        return;
    }
    if (sys_stat(path, &st, true) < 0 || (st.type != 'f' && st.type != 'd')) {
        warnf("warning: name not matched: %s", path);
        zip.status = zip.status ? zip.status : UNREADABLE;
        return;
    }
    if (st.type == 'd') {
        add_dir(path, &st, depth);
        return;
    }
    if (zip.flat && slash)
        name = slash + 1;
    if (!excluded(name))
        add_file(path, name, &st);
}

static void put_directory(void)
{
    uint64_t from = zip.place;
    for (size_t i = 0; i < zip.n; i++) {
        const Written *w = &zip.done[i];
        put("PK\1\2", 4);
        put_16(3 << 8 | 20);
        put_common(w, false);
        put_16(0); /* comment */
        put_16(0); /* part */
        put_16(0);
        put_32((w->dir ? 040755u : 0100644u) << 16 | (w->dir ? 16 : 0));
        put_32(w->place);
        put(w->name, strlen(w->name));
    }
    uint64_t size = zip.place - from;
    put("PK\5\6", 4);
    put_16(0);
    put_16(0);
    put_16((unsigned)zip.n);
    put_16((unsigned)zip.n);
    put_32((uint32_t)size);
    put_32((uint32_t)from);
    put_16(0);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* A name that two members have; NULL when there is none. */
static const char *repeated(void)
{
    char **names = xmalloc((zip.n + 1) * sizeof *names);
    const char *twice = NULL;
    for (size_t i = 0; i < zip.n; i++)
        names[i] = zip.done[i].name;
    qsort(names, zip.n, sizeof *names, by_name);
    for (size_t i = 1; i < zip.n && !twice; i++)
        if (!strcmp(names[i - 1], names[i]))
            twice = names[i];
    free(names);
    return twice;
}

/* Ends without an archive. */
static _Noreturn void give_up(int status, const char *fmt, const char *a)
{
    out.n = 0;
    dief(status, fmt, a);
}

static char *archive_name(const char *name)
{
    const char *slash = strrchr(name, '/');
    bool dotted = strchr(slash ? slash + 1 : name, '.') != NULL;
    char *s = xmalloc(strlen(name) + 5);
    strcpy(s, name);
    return dotted ? s : strcat(s, ".zip");
}

static void open_archive(const char *name)
{
    int fd = sys_open(name, SYS_EXCL);
    if (fd < 0 && errno == EEXIST)
        dief(NOT_OPENED, "%s exists: updating is not supported; remove it first", name);
    if (fd < 0)
        dief(NOT_OPENED, "%s: %e", name);
    out_redirect(fd);
    unfinished(name);
    if (sys_fstat(fd, &zip.self) < 0)
        zip.self.ino = 0;
}

static void option(int c)
{
    if (is_digit(c))
        zip.level = c - '0';
    zip.flat |= c == 'j';
    zip.quiet |= c == 'q';
    zip.recurse |= c == 'r';
}

int zip_main(int argc, char **argv)
{
    Opt o;
    usage_status = 16;
    opt_start(&o, argc, argv, "0123456789jqrx", NULL);
    int split = -1;
    for (int c; (c = opt_next(&o)) >= 0;) {
        if (c == 'x')
            split = o.n;
        option(c);
    }
    split = split < 0 ? o.n : split;
    if (split < 1)
        usage_err("missing name of the archive");
    zip.excluded = o.argv + split;
    zip.excluded_n = (size_t)(o.n - split);
    if (strcmp(o.argv[0], "-"))
        open_archive(archive_name(o.argv[0]));
    else
        zip.messages = 2;
    for (int i = 1; i < split; i++)
        add(o.argv[i], 0);
    if (!zip.n)
        give_up(NOTHING, "error: Nothing to do! (%s)", o.argv[0]);
    const char *twice = repeated();
    if (twice)
        give_up(usage_status, "two members would have the name %s", twice);
    put_directory();
    out_redirect(1);
    unfinished(NULL);
    return zip.status;
}
