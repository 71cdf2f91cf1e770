/* The archive that tar reads, compressed or not. */
#include "tar.h"

static struct {
    In in;
    Gz gz;
    bool packed;
    const char *name, *p;
    size_t n;
} source;

bool source_open(const char *name)
{
    source.name = name;
    if (strcmp(name, "-") == 0) {
        in_open(&source.in, name);
    } else {
        source.in.fd = sys_open(name, SYS_READ);
        source.in.name = name;
        if (source.in.fd < 0)
            tar_fatal("%s: Cannot open: %e", name);
    }
    In *in = &source.in;
    while (in->end < 2 && in_fill(in))
        ;
    source.packed = in->end >= 2 && !memcmp(in->buf, "\x1f\x8b", 2);
    if (source.packed && !gz_start(&source.gz, in))
        tar_fatal(source.gz.why, NULL);
    return source.packed;
}

static bool refill(void)
{
    In *in = &source.in;
    if (source.packed) {
        const uchar *p;
        if (!gz_next(&source.gz, &p, &source.n)) {
            if (source.gz.why)
                tar_fatal("%s: compressed data is damaged or cut off", source.name);
            return false;
        }
        source.p = (const char *)p;
        return true;
    }
    if (in->pos == in->end && !in_fill(in)) {
        errno = in->err;
        if (in->err)
            tar_fatal("%s: Cannot read: %e", source.name);
        return false;
    }
    source.p = in->buf + in->pos;
    source.n = in->end - in->pos;
    in->pos = in->end;
    return true;
}

bool source_piece(size_t most, const char **p, size_t *n)
{
    if (!source.n && !refill())
        return false;
    *p = source.p;
    *n = source.n < most ? source.n : most;
    source.p += *n;
    source.n -= *n;
    return true;
}

void source_skip(uint64_t n)
{
    const char *p;
    size_t k;
    for (; n; n -= k)
        if (!source_piece(n < SIZE_MAX ? (size_t)n : SIZE_MAX, &p, &k))
            tar_fatal("Unexpected EOF in archive", NULL);
}

void source_close(void)
{
    while (source.packed && refill())
        ;
    in_close(&source.in);
}
