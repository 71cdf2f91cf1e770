/* gzip, gunzip and zcat. */
#include "wpack.h"

#define GZIP_OPTIONS \
    "  -c, --stdout      write to standard output, keep the files\n" \
    "  -d, --decompress  decompress\n" \
    "  -f, --force       overwrite files, compress links, copy what is not compressed\n" \
    "  -k, --keep        keep the files\n" \
    "  -l, --list        list sizes of compressed files\n" \
    "  -n, --no-name     neither store nor restore name and time\n" \
    "  -N, --name        store or restore name and time\n" \
    "  -q, --quiet       no warnings\n" \
    "  -S, --suffix=SUF  suffix of compressed files (default: .gz)\n" \
    "  -t, --test        test compressed files\n" \
    "  -v, --verbose     tell about each file\n" \
    "  -1 to -9          from fast to best (default: -6)\n" \
    "\n" \
    "Without FILE, or for -, standard input is read.\n"

const char gzip_help[] = "Usage: gzip [OPTION]... [FILE]...\n"
                         "Compress or decompress each FILE in its place.\n\n" GZIP_OPTIONS;
const char gunzip_help[] = "Usage: gunzip [OPTION]... [FILE]...\n"
                           "Decompress each FILE in its place.\n\n" GZIP_OPTIONS;
const char zcat_help[] = "Usage: zcat [OPTION]... [FILE]...\n"
                         "Decompress each FILE to standard output.\n\n" GZIP_OPTIONS;

enum { FAILED = 1, WARNED = 2 };

static struct {
    bool expand, to_stdout, force, keep, list, test, quiet, verbose;
    int names, level; /* names: 1 with, 0 without, -1 as usual */
    const char *suffix;
    int status;
    GzWriter writer;
    uint64_t packed, plain, overhead; /* of all listed files; of the last */
} gz = {.names = -1, .level = 6, .suffix = ".gz"};

/* What happened to one file. */
typedef struct {
    const char *name, *shown;
    SysStat st;
    bool named;
    char *target; /* NULL for standard output */
    uint64_t packed, plain;
} Job;

static void failed(void) { gz.status = FAILED; }

static void warned(void)
{
    if (gz.status == 0)
        gz.status = WARNED;
}

static bool refuse(const Job *j, const char *why)
{
    if (!gz.quiet)
        warnf("%s%s", j->shown, why);
    warned();
    return false;
}

/* In the middle of the output, as gzip does: after an empty line. */
static bool broken(const Job *j, const char *why)
{
    out_flush();
    write_all(2, "\n", 1);
    warnf("%s: %s", j->shown, why);
    failed();
    return false;
}

/* Room that was saved, in tenths of a percent, as a right-aligned number. */
static size_t fmt_ratio(char *to, uint64_t packed, uint64_t plain)
{
    char d[24];
    int64_t saved = (int64_t)plain - (int64_t)packed;
    uint64_t size = (uint64_t)(saved < 0 ? -saved : saved), tenths = 0;
    if (plain)
        tenths = size < UINT64_MAX / 2000 ? (size * 2000 / plain + 1) / 2 : size / plain * 1000;
    size_t n = fmt_u64(d + sizeof d, tenths / 10), k = 0;
    for (size_t i = n + (saved < 0) + 2; i < 5; i++)
        to[k++] = ' ';
    if (saved < 0)
        to[k++] = '-';
    memcpy(to + k, d + sizeof d - n, n);
    k += n;
    to[k++] = '.';
    to[k++] = (char)('0' + tenths % 10);
    to[k++] = '%';
    to[k] = 0;
    return k;
}

static void tell(const Job *j)
{
    char ratio[40];
    if (!gz.verbose)
        return;
    out_flush();
    fmt_ratio(ratio, j->packed, j->plain);
    const char *to = j->target ? j->target : "stdout";
    char *line = xmalloc(strlen(j->shown) + strlen(to) + 80);
    *line = 0;
    if (j->named) {
        strcat(line, j->shown);
        strcat(line, ":\t");
    }
    strcat(line, gz.test ? " OK" : ratio);
    if (!gz.test && j->named) {
        strcat(line, gz.keep ? " -- created " : " -- replaced with ");
        strcat(line, to);
    }
    strcat(line, "\n");
    write_all(2, line, strlen(line));
    free(line);
}

/* ---- names ---- */

static bool has_suffix(const char *name, const char *suffix)
{
    size_t n = strlen(name), k = strlen(suffix);
    return n > k && !strcmp(name + n - k, suffix) && name[n - k - 1] != '/';
}

static bool compressed_name(const char *name)
{
    return has_suffix(name, gz.suffix) || has_suffix(name, ".gz") ||
           has_suffix(name, ".tgz") || has_suffix(name, ".taz") || has_suffix(name, "-gz");
}

/* Name of the decompressed file; NULL when the suffix is not known. */
static char *plain_name(const char *name)
{
    const char *suffixes[] = {gz.suffix, ".gz", "-gz"};
    size_t n = strlen(name);
    if (has_suffix(name, ".tgz") || has_suffix(name, ".taz")) {
        char *s = xstrndup(name, n);
        memcpy(s + n - 3, "tar", 3);
        return s;
    }
    for (int i = 0; i < 3; i++)
        if (has_suffix(name, suffixes[i]))
            return xstrndup(name, n - strlen(suffixes[i]));
    return NULL;
}

static char *with_suffix(const char *name, const char *suffix)
{
    size_t n = strlen(name), k = strlen(suffix);
    char *s = xmalloc(n + k + 1);
    memcpy(s, name, n);
    memcpy(s + n, suffix, k + 1);
    return s;
}

/* The name in the header, without directories, beside the compressed file. */
static char *stored_name(const char *path, const char *stored)
{
    const char *base = strrchr(stored, '/');
    base = base ? base + 1 : stored;
    if (!*base || !strcmp(base, ".") || !strcmp(base, ".."))
        return NULL;
    const char *slash = strrchr(path, '/');
    if (!slash)
        return xstrndup(base, strlen(base));
    char *dir = xstrndup(path, (size_t)(slash - path) + 1), *full = path_join(dir, base);
    free(dir);
    return full;
}

/* ---- opening and closing ---- */

static bool open_source(Job *j, In *in)
{
    if (sys_stat(j->name, &j->st, gz.to_stdout || gz.test || gz.list) < 0 && errno == ENOENT &&
        gz.expand && !compressed_name(j->name)) {
        char *longer = with_suffix(j->name, gz.suffix);
        j->name = j->shown = longer;
    }
    if (sys_stat(j->name, &j->st, gz.to_stdout || gz.force || gz.test || gz.list) < 0) {
        warnf("%s: %e", j->shown);
        failed();
        return false;
    }
    if (j->st.type == 'd')
        return refuse(j, " is a directory -- ignored");
    if (j->st.type == 'l') {
        errno = ELOOP;
        warnf("%s: %e", j->shown);
        failed();
        return false;
    }
    if (j->st.type != 'f' && !gz.to_stdout)
        return refuse(j, " is not a directory or a regular file - ignored");
    if (!in_open(in, j->name)) {
        failed();
        return false;
    }
    return true;
}

static bool open_target(Job *j)
{
    if (gz.force)
        sys_unlink(j->target);
    int fd = sys_open(j->target, SYS_EXCL);
    if (fd >= 0) {
        out_redirect(fd);
        unfinished(j->target);
        return true;
    }
    if (errno == EEXIST)
        return refuse(&(Job){.shown = j->target}, " already exists;\tnot overwritten");
    warnf("%s: %e", j->target);
    failed();
    return false;
}

static void close_target(const Job *j, bool good, int64_t stamp)
{
    if (!j->target)
        return;
    int fd = out.fd;
    out_redirect(1);
    unfinished(NULL);
    sys_close(fd);
    if (!good) {
        sys_unlink(j->target);
        return;
    }
    sys_utimes(j->target, j->st.atime, stamp);
    if (!gz.keep && sys_unlink(j->name) < 0) {
        warnf("%s: %e", j->name);
        failed();
    }
}

/* ---- one file ---- */

static bool compress(Job *j, In *in)
{
    bool names = gz.names != 0;
    const char *base = NULL;
    uint32_t stamp = 0;
    if (names && j->named) {
        int64_t t = j->st.mtime / 1000000000;
        const char *slash = strrchr(j->name, '/');
        base = slash ? slash + 1 : j->name;
        stamp = t > 0 && t <= UINT32_MAX ? (uint32_t)t : 0;
    }
    gz_write_start(&gz.writer, gz.level, base, stamp);
    while (in_fill(in)) {
        gz_write(&gz.writer, (const uchar *)in->buf + in->pos, in->end - in->pos);
        j->plain += in->end - in->pos;
        in->pos = in->end;
    }
    j->packed = gz_write_end(&gz.writer) - 8;
    return true;
}

/* With -f -c, what is not compressed goes through as it is. */
static bool copy_plain(In *in)
{
    do {
        out_mem(in->buf + in->pos, in->end - in->pos);
        in->pos = in->end;
    } while (in_fill(in));
    return true;
}

static bool is_gzip(In *in)
{
    while (in->end - in->pos < 2 && in_fill(in))
        ;
    return in->end - in->pos >= 2 && !memcmp(in->buf + in->pos, "\x1f\x8b", 2);
}

static bool expand(Job *j, Gz *g)
{
    const uchar *p;
    size_t n;
    while (gz_next(g, &p, &n))
        if (!gz.test && !gz.list)
            out_mem(p, n);
    j->plain = g->total;
    j->packed = g->bits.taken - g->overhead;
    if (g->why)
        return broken(j, g->why);
    if (g->garbage && !gz.quiet) {
        out_flush();
        write_all(2, "\n", 1);
        warnf("%s: decompression OK, trailing garbage ignored", j->shown);
    }
    if (g->garbage)
        warned();
    return true;
}

static void right(uint64_t v, unsigned width)
{
    char d[24];
    size_t n = fmt_u64(d + sizeof d, v);
    out_pad(' ', n < width ? width - n : 0);
    out_mem(d + sizeof d - n, n);
}

static void list_heading(void)
{
    if (gz.verbose)
        out_str("method  crc     date  time  ");
    out_str("         compressed        uncompressed  ratio uncompressed_name\n");
}

static void list_line(const Job *j, const Gz *g, uint64_t packed, uint64_t stored)
{
    char ratio[40];
    if (gz.verbose) {
        Date d = date_of(j->named && !g->stamp ? j->st.mtime / 1000000000 : g->stamp);
        out_str("defla ");
        for (int s = 28; s >= 0; s -= 4)
            out_ch("0123456789abcdef"[g->crc >> s & 15]);
        out_ch(' ');
        out_mem(date_months[d.mon - 1], 3);
        right((uint64_t)d.day, 3);
        out_ch(' ');
        out_2digits(d.hour);
        out_ch(':');
        out_2digits(d.min);
        out_ch(' ');
    }
    right(packed, 19);
    out_ch(' ');
    right(j->plain, 19);
    fmt_ratio(ratio, stored, j->plain);
    out_ch(' ');
    out_str(ratio);
    out_ch(' ');
    char *name = j->named ? plain_name(j->name) : NULL;
    out_str(name ? name : j->named ? j->name : "stdout");
    out_ch('\n');
    free(name);
}

static void list_totals(void)
{
    char ratio[40];
    if (gz.verbose)
        out_pad(' ', 28);
    right(gz.packed, 19);
    out_ch(' ');
    right(gz.plain, 19);
    fmt_ratio(ratio, gz.packed - gz.overhead, gz.plain);
    out_ch(' ');
    out_str(ratio);
    out_str(" (totals)\n");
}

static bool choose_target(Job *j, Gz *g, int64_t *stamp)
{
    if (gz.to_stdout || gz.test || gz.list || !j->named)
        return true;
    j->target = gz.expand ? plain_name(j->name) : with_suffix(j->name, gz.suffix);
    if (!j->target)
        return refuse(j, ": unknown suffix -- ignored");
    if (gz.expand && gz.names == 1) {
        char *s = g->name ? stored_name(j->name, g->name) : NULL;
        j->target = s ? s : j->target;
        if (!strcmp(j->target, j->name))
            return refuse(j, ": holds a file of its own name -- ignored");
        if (g->stamp)
            *stamp = (int64_t)g->stamp * 1000000000;
    }
    return open_target(j);
}

static void expand_one(Job *j, In *in)
{
    Gz g;
    int64_t stamp = j->st.mtime;
    if (gz.force && gz.to_stdout && !gz.test && !gz.list && !is_gzip(in)) {
        copy_plain(in);
        return;
    }
    if (!gz_start(&g, in)) {
        broken(j, g.why);
    } else if (choose_target(j, &g, &stamp)) {
        bool good = expand(j, &g) && !in->err;
        close_target(j, good, stamp);
        if (good && gz.list) {
            list_line(j, &g, g.bits.taken, j->packed);
            gz.packed += g.bits.taken;
            gz.plain += j->plain;
            gz.overhead = g.overhead;
        } else if (good) {
            tell(j);
        }
    }
    gz_end(&g);
}

static void do_file(const char *name)
{
    static In in;
    Job j = {.name = name, .shown = name, .named = strcmp(name, "-") != 0};
    int64_t stamp = 0;
    if (!j.named) {
        j.shown = "stdin";
        in_open(&in, name);
    } else if (!gz.to_stdout && !gz.test && !gz.list && gz.expand && !plain_name(name) &&
               sys_stat(name, &j.st, true) == 0 && j.st.type == 'f') {
        refuse(&j, ": unknown suffix -- ignored");
        return;
    } else if (!gz.expand && !gz.to_stdout && !gz.force && compressed_name(name)) {
        const char *dot = strrchr(name, '.');
        if (!gz.quiet)
            warnf("%s already has %s suffix -- unchanged", name, dot ? dot : gz.suffix);
        return;
    } else if (!open_source(&j, &in)) {
        return;
    }
    if (gz.expand) {
        expand_one(&j, &in);
    } else if (choose_target(&j, NULL, &stamp)) {
        compress(&j, &in);
        close_target(&j, !in.err, j.st.mtime);
        if (!in.err)
            tell(&j);
    }
    if (!in_close(&in))
        failed();
}

static void option(int c, char *arg)
{
    switch (c) {
    case 'c': gz.to_stdout = true; break;
    case 'd': gz.expand = true; break;
    case 'f': gz.force = true; break;
    case 'k': gz.keep = true; break;
    case 'l': gz.list = gz.expand = true; break;
    case 'n': gz.names = 0; break;
    case 'N': gz.names = 1; break;
    case 'q': gz.quiet = true; break;
    case 't': gz.test = gz.expand = true; break;
    case 'v': gz.verbose = true; break;
    case 'S':
        if (!*arg || strlen(arg) > 30)
            dief(FAILED, "invalid suffix '%s'", arg);
        gz.suffix = arg;
        break;
    default: gz.level = c - '0';
    }
}

static const LongOpt longs[] = {
    {"stdout", 0, 'c'},  {"to-stdout", 0, 'c'}, {"decompress", 0, 'd'}, {"uncompress", 0, 'd'},
    {"force", 0, 'f'},   {"keep", 0, 'k'},      {"list", 0, 'l'},       {"no-name", 0, 'n'},
    {"name", 0, 'N'},    {"quiet", 0, 'q'},     {"silent", 0, 'q'},     {"suffix", 1, 'S'},
    {"test", 0, 't'},    {"verbose", 0, 'v'},   {"fast", 0, '1'},       {"best", 0, '9'},
    {0, 0, 0}};

int gzip_main(int argc, char **argv)
{
    Opt o;
    prog = "gzip";
    opt_start(&o, argc, argv, "cdfklnNqS:tv123456789", longs);
    for (int c; (c = opt_next(&o)) >= 0;)
        option(c, o.arg);
    OPT_FILES(o);
    if (gz.list && !gz.quiet)
        list_heading();
    for (int i = 0; i < o.n; i++)
        do_file(o.argv[i]);
    if (gz.list && o.n > 1 && !gz.quiet)
        list_totals();
    return gz.status;
}

int gunzip_main(int argc, char **argv)
{
    gz.expand = true;
    return gzip_main(argc, argv);
}

int zcat_main(int argc, char **argv)
{
    gz.expand = gz.to_stdout = true;
    return gzip_main(argc, argv);
}
