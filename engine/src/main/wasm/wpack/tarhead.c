/* Headers of tar: v7, ustar, GNU and pax. */
#include "tar.h"

enum { MOST_EXTRA = 1 << 20 };

static uint64_t place; /* bytes read of whole members */

uint64_t tar_end_place(void)
{
    return place;
}

/* Octal digits, or after a byte 0x80 a binary number. False for neither and for
 * numbers out of range. */
static bool number(const char *s, size_t n, uint64_t *v)
{
    size_t i = 0;
    *v = 0;
    if ((uchar)s[0] & 0x80) {
        if ((uchar)s[0] != 0x80)
            return false;
        for (i = 1; i < n; i++) {
            if (*v >> 54)
                return false;
            *v = *v << 8 | (uchar)s[i];
        }
        return true;
    }
    while (i < n && s[i] == ' ')
        i++;
    for (; i < n && s[i] >= '0' && s[i] <= '7'; i++) {
        if (*v >> 60)
            return false;
        *v = *v * 8 + (uint64_t)(s[i] - '0');
    }
    return i == n || !s[i] || s[i] == ' ';
}

static char *field(const char *s, size_t n)
{
    const char *e = memchr(s, 0, n);
    return xstrndup(s, e ? (size_t)(e - s) : n);
}

static bool sum_fits(const TarHeader *h)
{
    const uchar *p = (const uchar *)h;
    int64_t a = 0, b = 0;
    uint64_t want;
    for (int i = 0; i < TAR_BLOCK; i++) {
        int c = i >= 148 && i < 156 ? ' ' : p[i];
        a += c;
        b += (signed char)c;
    }
    return number(h->sum, 8, &want) && ((uint64_t)a == want || (uint64_t)b == want);
}

static bool read_block(TarHeader *h)
{
    size_t have = 0, n;
    const char *p;
    while (have < TAR_BLOCK) {
        if (!source_piece(TAR_BLOCK - have, &p, &n))
            return false;
        memcpy((char *)h + have, p, n);
        have += n;
    }
    return true;
}

static bool is_zero(const TarHeader *h)
{
    for (int i = 0; i < TAR_BLOCK; i++)
        if (((const char *)h)[i])
            return false;
    return true;
}

static uint64_t padded(uint64_t size)
{
    return (size + TAR_BLOCK - 1) / TAR_BLOCK * TAR_BLOCK;
}

void tar_pad(uint64_t size)
{
    source_skip(padded(size) - size);
}

/* The contents of a member that belongs to the header behind it. */
static char *extra(uint64_t size)
{
    if (size > MOST_EXTRA)
        tar_fatal("a header of more than 1 MiB is refused", NULL);
    char *s = xmalloc((size_t)size + 1);
    size_t have = 0, n;
    const char *p;
    while (have < size) {
        if (!source_piece((size_t)size - have, &p, &n))
            tar_fatal("Unexpected EOF in archive", NULL);
        memcpy(s + have, p, n);
        have += n;
    }
    s[size] = 0;
    tar_pad(size);
    place += TAR_BLOCK + padded(size);
    return s;
}

/* ---- pax ---- */

typedef struct {
    char *name, *link;
    bool sized, timed, sparse;
    uint64_t size;
    int64_t mtime;
} Pax;

/* Seconds with a fraction, in nanoseconds. */
static bool pax_time(const char *s, int64_t *t)
{
    bool neg = *s == '-';
    uint64_t sec;
    int64_t frac = 0, unit = 100000000;
    if (!parse_u64(s + neg, &s, &sec) || sec > 9000000000u)
        return false;
    if (*s == '.')
        for (s++; is_digit(*s); s++, unit /= 10)
            frac += (*s - '0') * unit;
    *t = (int64_t)sec * 1000000000 + frac;
    if (neg)
        *t = -*t;
    return !*s;
}

static void replace(char **to, const char *s)
{
    free(*to);
    *to = xstrndup(s, strlen(s));
}

static bool pax_record(Pax *x, const char *key, const char *value)
{
    const char *end;
    if (!strcmp(key, "path")) {
        replace(&x->name, value);
    } else if (!strcmp(key, "linkpath")) {
        replace(&x->link, value);
    } else if (!strcmp(key, "size")) {
        x->sized = true;
        return parse_u64(value, &end, &x->size) && !*end;
    } else if (!strcmp(key, "mtime")) {
        x->timed = true;
        return pax_time(value, &x->mtime);
    } else if (!strncmp(key, "GNU.sparse.", 11)) {
        x->sparse = true;
    }
    return true;
}

/* Records "LENGTH KEY=VALUE\n". */
static bool pax_records(Pax *x, char *s, uint64_t size)
{
    char *end = s + size;
    while (s < end) {
        uint64_t n;
        const char *p;
        if (!parse_u64(s, &p, &n) || *p != ' ' || n > (uint64_t)(end - s) ||
            n < (uint64_t)(p - s) + 3 || s[n - 1] != '\n')
            return false;
        char *key = s + (p - s) + 1, *eq = memchr(key, '=', (size_t)(s + n - key));
        if (!eq)
            return false;
        *eq = 0;
        s[n - 1] = 0;
        if (strlen(eq + 1) == (size_t)(s + n - eq) - 2 && !pax_record(x, key, eq + 1))
            return false;
        s += n;
    }
    return true;
}

/* ---- members ---- */

static bool numbers(TarMember *m, const TarHeader *h)
{
    uint64_t t = 0;
    bool neg = (uchar)h->mtime[0] == 0xff;
    bool ok = number(h->mode, 8, &m->mode) && number(h->size, 12, &m->size) &&
              (neg || number(h->mtime, 12, &t));
    /* Owners are only shown. */
    if (!number(h->uid, 8, &m->uid))
        m->uid = 0;
    if (!number(h->gid, 8, &m->gid))
        m->gid = 0;
    if (!number(h->major, 8, &m->major) || !number(h->minor, 8, &m->minor))
        m->major = m->minor = 0;
    m->mtime = (int64_t)(t > 9000000000u ? 9000000000u : t) * 1000000000;
    return ok;
}

static void names(TarMember *m, const TarHeader *h)
{
    m->name = field(h->name, sizeof h->name);
    m->link = field(h->link, sizeof h->link);
    bool ustar = !memcmp(h->magic, "ustar\0", 6);
    if (ustar && h->prefix[0]) {
        char *prefix = field(h->prefix, sizeof h->prefix), *name = m->name;
        m->name = path_join(prefix, name);
        free(prefix);
        free(name);
    }
    if (ustar || !memcmp(h->magic, "ustar ", 6)) {
        memcpy(m->uname, h->uname, 32);
        memcpy(m->gname, h->gname, 32);
    }
}

static void take(char **to, char *from)
{
    if (from) {
        free(*to);
        *to = from;
    }
}

static void set_type(TarMember *m, char type)
{
    size_t n = strlen(m->name);
    m->type = type == '0' || type == '7' || type == 'S' ? 0 : type;
    if (!m->type && n && m->name[n - 1] == '/')
        m->type = '5';
    /* Only files have contents, whatever the header says of a link. */
    if (m->type == '1' || m->type == '2' || m->type == '5' || m->type == '3' || m->type == '4' ||
        m->type == '6')
        m->size = 0;
}

/* Reads up to a header that fits its sum; false at the end. */
static bool next_header(TarHeader *h)
{
    bool skipping = false;
    while (read_block(h)) {
        if (is_zero(h)) {
            if (!read_block(h) || is_zero(h))
                return false;
            continue;
        }
        if (sum_fits(h))
            return true;
        if (!skipping && place == 0)
            tar_fail("This does not look like a tar archive", NULL, NULL);
        if (!skipping)
            tar_fail("Skipping to next header", NULL, NULL);
        skipping = true;
    }
    if (place == 0 && !skipping)
        tar_fail("This does not look like a tar archive", NULL, NULL);
    return false;
}

/* GNU's old form of sparse files has blocks more behind the header. */
static void skip_sparse_map(const TarHeader *h)
{
    TarHeader more;
    const char *p = (const char *)h;
    for (int at = 482; p[at]; at = 504, p = (const char *)&more) {
        if (!read_block(&more))
            tar_fatal("Unexpected EOF in archive", NULL);
        place += TAR_BLOCK;
    }
}

bool tar_next(TarMember *m)
{
    Pax x = {0};
    char *name = NULL, *link = NULL;
    TarHeader h;
    memset(m, 0, sizeof *m);
    while (next_header(&h)) {
        if (!numbers(m, &h)) {
            tar_fail("Archive contains a malformed number in a header", NULL, NULL);
            continue;
        }
        if (h.type == 'L') {
            take(&name, extra(m->size));
        } else if (h.type == 'K') {
            take(&link, extra(m->size));
        } else if (h.type == 'x' || h.type == 'X' || h.type == 'g') {
            Pax all = {0};
            char *s = extra(m->size);
            if (!pax_records(h.type == 'g' ? &all : &x, s, m->size))
                tar_fail("Malformed extended header", NULL, NULL);
            free(s);
        } else {
            names(m, &h);
            take(&m->name, name);
            take(&m->link, link);
            take(&m->name, x.name);
            take(&m->link, x.link);
            m->size = x.sized ? x.size : m->size;
            m->mtime = x.timed ? x.mtime : m->mtime;
            set_type(m, h.type);
            if (x.sparse || h.type == 'S')
                m->type = 'S';
            if (h.type == 'S')
                skip_sparse_map(&h);
            place += TAR_BLOCK + padded(m->size);
            return true;
        }
    }
    return false;
}
