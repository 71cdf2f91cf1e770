/* sha256sum, its kin, md5sum and cksum. */
#include "wbox.h"

#define SUM_HELP(name, bits) \
    "Usage: " name " [OPTION]... [FILE]...\n" \
    "Print or check " bits " checksums.\n" \
    "\n" \
    "  -b, --binary   mark files with * in the output\n" \
    "  -c, --check    read checksums from the FILEs and check them\n" \
    "      --tag      BSD style output\n" \
    "  -t, --text     do not mark files (default)\n" \
    "  -z, --zero     end each line with NUL\n" \
    "      --ignore-missing  no failure for missing files when checking\n" \
    "      --quiet    no OK lines when checking\n" \
    "      --status   no output when checking; the status tells\n" \
    "      --strict   fail for malformed lines when checking\n" \
    "  -w, --warn     name malformed lines when checking\n"

const char sha1sum_help[] = SUM_HELP("sha1sum", "SHA-1");
const char sha512sum_help[] = SUM_HELP("sha512sum", "SHA-512");
const char sha256sum_help[] = SUM_HELP("sha256sum", "SHA-256");
const char md5sum_help[] = SUM_HELP("md5sum", "MD5");

typedef struct {
    bool binary, tag, quiet, status, strict, warn, missing_ok;
    int end;
} SumOpts;

static void hex_of(char *o, const uchar *digest, size_t n)
{
    static const char hex[] = "0123456789abcdef";
    for (size_t i = 0; i < n; i++) {
        o[2 * i] = hex[digest[i] >> 4];
        o[2 * i + 1] = hex[digest[i] & 15];
    }
    o[2 * n] = 0;
}

/* Digest of an open input as hexadecimal text. */
static bool sum_input(const Digest *dg, In *in, char *hex)
{
    uchar digest[LARGEST_DIGEST];
    DigestState state;
    digest_start(&state, dg);
    while (in_fill(in)) {
        digest_add(&state, (const uchar *)in->buf, in->end);
        in->pos = in->end;
    }
    digest_finish(&state, digest);
    hex_of(hex, digest, dg->size);
    return in_close(in);
}

static void print_sum(const SumOpts *s, const Digest *dg, const char *hex,
                      const char *name)
{
    bool odd = s->end && (strchr(name, '\\') || strchr(name, '\n'));
    if (odd)
        out_ch('\\');
    if (s->tag) {
        out_str(dg->tag);
        out_str(" (");
        out_str(name);
        out_str(") = ");
        out_str(hex);
        out_ch(s->end);
        return;
    }
    out_str(hex);
    out_ch(' ');
    out_ch(s->binary ? '*' : ' ');
    for (; *name; name++) {
        if (odd && (*name == '\\' || *name == '\n')) {
            out_ch('\\');
            out_ch(*name == '\n' ? 'n' : '\\');
        } else {
            out_ch(*name);
        }
    }
    out_ch(s->end);
}

/* HEX  NAME or TAG (NAME) = HEX; name points into the line. */
static bool split_line(const Digest *dg, char *line, char **hex, char **name)
{
    size_t want = dg->size * 2, n = strlen(line);
    size_t tag = strlen(dg->tag);
    if (n && line[n - 1] == '\r')
        line[--n] = 0;
    if (!strncmp(line, dg->tag, tag) && !strncmp(line + tag, " (", 2) && n > want + tag + 6) {
        *name = line + tag + 2;
        *hex = line + n - want;
        if (memcmp(*hex - 4, ") = ", 4))
            return false;
        (*hex)[-4] = 0;
    } else {
        if (*line == '\\')
            line++, n--;
        if (n < want + 3 || line[want] != ' ')
            return false;
        *hex = line;
        *name = line + want + (line[want + 1] == ' ' || line[want + 1] == '*' ? 2 : 1);
        line[want] = 0;
    }
    size_t k = 0;
    while (hex_value((uchar)(*hex)[k]) >= 0)
        (*hex)[k] = (char)to_lower((*hex)[k]), k++;
    return k == want;
}

typedef struct {
    uint64_t bad_lines, bad_reads, bad_sums, good, missing;
} Checks;

static void check_one(const SumOpts *s, const Digest *dg, Checks *k,
                      const char *want, const char *name)
{
    char hex[2 * LARGEST_DIGEST + 1];
    In in = {0};
    SysStat st;
    const char *verdict = "OK";
    if (s->missing_ok && strcmp(name, "-") && sys_stat(name, &st, true) < 0 &&
        errno == ENOENT) {
        k->missing++;
        return;
    }
    if (!in_open(&in, name) || !sum_input(dg, &in, hex)) {
        verdict = "FAILED open or read";
        k->bad_reads++;
    } else if (strcmp(hex, want)) {
        verdict = "FAILED";
        k->bad_sums++;
    } else {
        k->good++;
    }
    free(in.buf);
    if (s->status || (s->quiet && verdict[0] == 'O'))
        return;
    out_str(name);
    out_str(": ");
    out_str(verdict);
    out_ch('\n');
}

static void tell(uint64_t n, const char *one, const char *many)
{
    if (n)
        warnf(n == 1 ? one : many, n);
}

static bool check_file(const SumOpts *s, const Digest *dg, const char *list)
{
    In in = {0};
    Checks k = {0};
    char *p;
    size_t n;
    uint64_t lines = 0;
    bool ended;
    if (!in_open(&in, list))
        return false;
    while (in_line(&in, '\n', &p, &n, &ended)) {
        char *line = xstrndup(p, n), *hex, *name;
        lines++;
        if (n == 0 || *line == '#') {
            free(line);
            continue;
        }
        if (split_line(dg, line, &hex, &name)) {
            check_one(s, dg, &k, hex, name);
        } else {
            k.bad_lines++;
            if (s->warn)
                warnf("%s: %u: improperly formatted %s checksum line", list, lines,
                      dg->tag);
        }
        free(line);
    }
    free(in.buf);
    bool ok = in_close(&in);
    if (!k.good && !k.bad_sums && !k.bad_reads && !k.missing) {
        warnf("%s: no properly formatted checksum lines found", list);
        return false;
    }
    if (!s->status) {
        tell(k.bad_lines, "WARNING: %u line is improperly formatted",
             "WARNING: %u lines are improperly formatted");
        tell(k.bad_reads, "WARNING: %u listed file could not be read",
             "WARNING: %u listed files could not be read");
        tell(k.bad_sums, "WARNING: %u computed checksum did NOT match",
             "WARNING: %u computed checksums did NOT match");
    }
    if (s->missing_ok && !k.good && !k.bad_sums) {
        warnf("%s: no file was verified", list);
        return false;
    }
    return ok && !k.bad_reads && !k.bad_sums && !(s->strict && k.bad_lines);
}

static const LongOpt longs[] = {
    {"binary", 0, 'b'}, {"check", 0, 'c'},  {"tag", 0, 256},
    {"text", 0, 't'},   {"zero", 0, 'z'},   {"ignore-missing", 0, 257},
    {"quiet", 0, 258},  {"status", 0, 259}, {"strict", 0, 260},
    {"warn", 0, 'w'},   {0, 0, 0}};

int sum_main(int argc, char **argv, const Digest *dg)
{
    Opt o;
    SumOpts s = {.end = '\n'};
    bool check = false, ok = true;
    opt_start(&o, argc, argv, "bctwz", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        switch (c) {
        case 'b': s.binary = true; break;
        case 't': s.binary = false; break;
        case 'c': check = true; break;
        case 'z': s.end = 0; break;
        case 'w': s.warn = true; break;
        case 256: s.tag = true; break;
        case 257: s.missing_ok = true; break;
        case 258: s.quiet = true; break;
        case 259: s.status = true; break;
        default: s.strict = true;
        }
    }
    OPT_FILES(o);
    In in = {0};
    for (int i = 0; i < o.n; i++) {
        char hex[2 * LARGEST_DIGEST + 1];
        if (check) {
            ok &= check_file(&s, dg, o.argv[i]);
        } else if (!in_open(&in, o.argv[i]) || !sum_input(dg, &in, hex)) {
            ok = false;
        } else {
            print_sum(&s, dg, hex, o.argv[i]);
        }
    }
    return !ok;
}

/* ---- cksum: CRC of POSIX ---- */

const char cksum_help[] =
    "Usage: cksum [FILE]...\n"
    "Print the CRC checksum and the number of bytes of each FILE.\n";

int cksum_main(int argc, char **argv)
{
    Opt o;
    uint32_t table[256];
    bool ok = true;
    opt_start(&o, argc, argv, "", NULL);
    opt_next(&o);
    bool named = o.n > 0;
    OPT_FILES(o);
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i << 24;
        for (int k = 0; k < 8; k++)
            c = c & 0x80000000u ? (c << 1) ^ 0x04C11DB7u : c << 1;
        table[i] = c;
    }
    In in = {0};
    for (int i = 0; i < o.n; i++) {
        uint32_t crc = 0;
        uint64_t total = 0;
        if (!in_open(&in, o.argv[i])) {
            ok = false;
            continue;
        }
        while (in_fill(&in)) {
            for (size_t k = 0; k < in.end; k++)
                crc = crc << 8 ^ table[crc >> 24 ^ (uchar)in.buf[k]];
            total += in.end;
            in.pos = in.end;
        }
        for (uint64_t t = total; t; t >>= 8)
            crc = crc << 8 ^ table[crc >> 24 ^ (t & 255)];
        if (!in_close(&in)) {
            ok = false;
            continue;
        }
        out_u64((uint32_t)~crc);
        out_ch(' ');
        out_u64(total);
        if (named) {
            out_ch(' ');
            out_str(o.argv[i]);
        }
        out_ch('\n');
    }
    return !ok;
}
