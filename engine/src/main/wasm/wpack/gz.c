/* The gzip format, RFC 1952: any number of members one after the other. */
#include "wpack.h"

enum { FLAG_CRC = 2, FLAG_EXTRA = 4, FLAG_NAME = 8, FLAG_COMMENT = 16, FLAG_UNKNOWN = 0xe0 };
enum { STAGE_DATA, STAGE_OVER };
enum { LONGEST_NAME = 4096 };

static const char cut[] = "unexpected end of file";

static bool skip(Gz *g, unsigned n)
{
    while (n--)
        if (bits_byte(&g->bits) < 0)
            return false;
    return true;
}

static bool little(Gz *g, unsigned bytes, uint32_t *v)
{
    *v = 0;
    for (unsigned i = 0; i < bytes; i++) {
        int c = bits_byte(&g->bits);
        if (c < 0)
            return false;
        *v |= (uint32_t)c << 8 * i;
    }
    return true;
}

/* Text up to a NUL; kept in *text when that is not NULL, as far as it is of use. */
static bool text_field(Gz *g, char **text)
{
    char *s = text ? xmalloc(LONGEST_NAME) : NULL;
    size_t n = 0;
    for (int c; (c = bits_byte(&g->bits)) != 0;) {
        if (c < 0) {
            free(s);
            return false;
        }
        if (s && n < LONGEST_NAME - 1)
            s[n++] = (char)c;
    }
    if (s) {
        s[n] = 0;
        *text = s;
    }
    return true;
}

static bool header_fields(Gz *g, unsigned flags)
{
    uint32_t n;
    char **name = g->name ? NULL : &g->name;
    if (!little(g, 4, &g->stamp) || !skip(g, 2))
        return false;
    if ((flags & FLAG_EXTRA) && (!little(g, 2, &n) || !skip(g, n)))
        return false;
    if ((flags & FLAG_NAME) && !text_field(g, name))
        return false;
    if ((flags & FLAG_COMMENT) && !text_field(g, NULL))
        return false;
    return !(flags & FLAG_CRC) || skip(g, 2);
}

/* What stands behind the magic bytes. */
static bool header(Gz *g)
{
    uint64_t from = g->bits.taken - (g->bits.count - g->bits.pad) / 8 - 2;
    int method = bits_byte(&g->bits), flags = bits_byte(&g->bits);
    g->why = NULL;
    if (flags < 0)
        g->why = cut;
    else if (method != 8)
        g->why = "unknown method -- not supported";
    else if (flags & FLAG_UNKNOWN)
        g->why = "has unknown flags -- not supported";
    else if (!header_fields(g, (unsigned)flags))
        g->why = cut;
    if (g->why)
        return false;
    g->overhead += g->bits.taken - (g->bits.count - g->bits.pad) / 8 - from;
    inflate_start(g->inflate);
    g->crc = 0;
    g->size = 0;
    g->stage = STAGE_DATA;
    return true;
}

bool gz_start(Gz *g, In *in)
{
    memset(g, 0, sizeof *g);
    bits_start(&g->bits, in);
    g->inflate = inflate_new();
    int a = bits_byte(&g->bits), b = bits_byte(&g->bits);
    if (b < 0)
        g->why = cut;
    else if (a != 0x1f || b != 0x8b)
        g->why = "not in gzip format";
    return !g->why && header(g);
}

static bool trailer(Gz *g)
{
    uint32_t crc, size;
    bits_align(&g->bits);
    if (!little(g, 4, &crc) || !little(g, 4, &size))
        g->why = cut;
    else if (crc != g->crc)
        g->why = "invalid compressed data--crc error";
    else if (size != (uint32_t)g->size)
        g->why = "invalid compressed data--length error";
    g->overhead += 8;
    return !g->why;
}

/* Behind a member: another one, zeros up to the end, the end, or garbage. */
static bool next_member(Gz *g)
{
    int c = bits_byte(&g->bits);
    g->stage = STAGE_OVER;
    if (c < 0)
        return false;
    if (c == 0x1f && (c = bits_byte(&g->bits)) == 0x8b)
        return header(g);
    while (c == 0)
        c = bits_byte(&g->bits);
    g->garbage = c >= 0;
    return false;
}

bool gz_next(Gz *g, const uchar **p, size_t *n)
{
    while (g->stage == STAGE_DATA) {
        InflateResult r = inflate_some(g->inflate, &g->bits, p, n);
        g->crc = crc32_add(g->crc, *p, *n);
        g->size += *n;
        g->total += *n;
        if (r == INFLATE_CUT || r == INFLATE_BAD) {
            g->why = r == INFLATE_CUT ? cut : "invalid compressed data--format violated";
            g->stage = STAGE_OVER;
        } else if (r == INFLATE_END) {
            if (trailer(g))
                next_member(g);
            else
                g->stage = STAGE_OVER;
        }
        if (*n)
            return true;
    }
    return false;
}

void gz_end(Gz *g)
{
    free(g->inflate);
    free(g->name);
}

/* ---- writing ---- */

static void put_little(uint32_t v)
{
    out_mem(&v, 4);
}

void gz_write_start(GzWriter *w, int level, const char *name, uint32_t stamp)
{
    if (!w->deflate)
        w->deflate = deflate_new();
    deflate_start(w->deflate, level);
    w->crc = w->size = 0;
    out_mem("\x1f\x8b\x08", 3);
    out_ch(name ? FLAG_NAME : 0);
    put_little(stamp);
    out_ch(level == 9 ? 2 : level == 1 ? 4 : 0);
    out_ch(3);
    if (name)
        out_mem(name, strlen(name) + 1);
}

void gz_write(GzWriter *w, const uchar *p, size_t n)
{
    w->crc = crc32_add(w->crc, p, n);
    w->size += (uint32_t)n;
    deflate_add(w->deflate, p, n);
}

uint64_t gz_write_end(GzWriter *w)
{
    uint64_t n = deflate_end(w->deflate);
    put_little(w->crc);
    put_little(w->size);
    return n + 8;
}
