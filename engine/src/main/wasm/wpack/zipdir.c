/* The directory at the end of a zip archive. */
#include "zip.h"

enum { BROKEN = 3, NO_ZIP = 9, BOMB = 12 };
enum { MOST_DIRECTORY = 1 << 28 };

static const char *archive;

static _Noreturn void broken(const char *why)
{
    dief(BROKEN, "%s: %s", archive, why);
}

static uchar *read_at(int fd, uint64_t place, size_t n)
{
    uchar *p = xmalloc(n);
    size_t have = 0;
    if (sys_seek(fd, (int64_t)place, 0) < 0)
        dief(BROKEN, "%s: %e", archive);
    while (have < n) {
        ptrdiff_t k = sys_read(fd, p + have, n - have);
        if (k <= 0)
            broken("the archive is cut off");
        have += (size_t)k;
    }
    return p;
}

/* Place of the end record; its bytes are at *end. */
static uint64_t find_end(int fd, uint64_t size, uchar **end)
{
    size_t n = size < 65535 + ZIP_END ? (size_t)size : 65535 + ZIP_END;
    if (n >= ZIP_END) {
        uchar *p = read_at(fd, size - n, n);
        for (size_t i = n - ZIP_END + 1; i-- > 0;)
            if (!memcmp(p + i, "PK\5\6", 4) && zip_16(p + i + 20) <= n - i - ZIP_END) {
                *end = p + i;
                return size - n + i;
            }
    }
    dief(NO_ZIP, "%s: not a zip archive: there is no directory at its end", archive);
}

typedef struct {
    uint64_t place, size, count, limit;
} Span;

static Span find_directory(int fd, uint64_t size)
{
    uchar *end, *p;
    uint64_t at = find_end(fd, size, &end);
    Span s = {zip_32(end + 16), zip_32(end + 12), zip_16(end + 10), at};
    if (zip_16(end + 4) || zip_16(end + 6))
        broken("archives of several parts are not supported");
    if ((s.place == UINT32_MAX || s.size == UINT32_MAX || s.count == 65535) &&
        at >= ZIP_LOCATOR64 + ZIP_END64) {
        p = read_at(fd, at - ZIP_LOCATOR64, ZIP_LOCATOR64);
        uint64_t far = zip_64(p + 8);
        if (!memcmp(p, "PK\6\7", 4)) {
            if (far > at - ZIP_LOCATOR64 - ZIP_END64)
                broken("the directory lies outside of the archive");
            p = read_at(fd, far, ZIP_END64);
            if (memcmp(p, "PK\6\6", 4))
                broken("the zip64 directory is damaged");
            s = (Span){zip_64(p + 48), zip_64(p + 40), zip_64(p + 32), far};
        }
    }
    if (s.size > s.limit || s.place > s.limit - s.size)
        broken("the directory lies outside of the archive");
    if (s.size > MOST_DIRECTORY)
        broken("a directory of more than 256 MiB is refused");
    return s;
}

static int64_t dos_time(unsigned date, unsigned time)
{
    Date d = {.year = 1980 + (date >> 9), .mon = (int)(date >> 5 & 15), .day = (int)(date & 31),
              .hour = (int)(time >> 11), .min = (int)(time >> 5 & 63), .sec = (int)(time & 31) * 2};
    if (d.mon < 1)
        d.mon = 1;
    if (d.mon > 12)
        d.mon = 12;
    return date_seconds(&d);
}

/* Sizes of zip64, and the time of Unix. */
static bool extra_fields(ZipEntry *e, const uchar *p, size_t n)
{
    while (n >= 4) {
        unsigned id = zip_16(p), len = zip_16(p + 2);
        p += 4;
        n -= 4;
        if (len > n)
            return false;
        const uchar *f = p, *end = p + len;
        uint64_t *wide[] = {&e->size, &e->packed, &e->place};
        for (int i = 0; id == 1 && i < 3; i++)
            if (*wide[i] == UINT32_MAX) {
                if (end - f < 8)
                    return false;
                *wide[i] = zip_64(f);
                f += 8;
            }
        if (id == 0x5455 && len >= 5 && (p[0] & 1))
            e->mtime = (int32_t)zip_32(p + 1);
        p += len;
        n -= len;
    }
    return true;
}

static size_t read_entry(ZipEntry *e, const uchar *p, size_t left)
{
    if (left < ZIP_CENTRAL || memcmp(p, "PK\1\2", 4))
        return 0;
    size_t name = zip_16(p + 28), extra = zip_16(p + 30);
    size_t all = ZIP_CENTRAL + name + extra + zip_16(p + 32);
    if (all > left)
        return 0;
    *e = (ZipEntry){.flags = zip_16(p + 8), .method = zip_16(p + 10), .crc = zip_32(p + 16),
                    .mode = p[5] == 3 ? zip_32(p + 38) >> 16 : 0, .packed = zip_32(p + 20),
                    .size = zip_32(p + 24), .place = zip_32(p + 42),
                    .mtime = dos_time(zip_16(p + 14), zip_16(p + 12))};
    e->name = xstrndup((const char *)p + ZIP_CENTRAL, name);
    if (strlen(e->name) != name || !name)
        broken("a name is empty or has a NUL in it");
    return extra_fields(e, p + ZIP_CENTRAL + name, extra) ? all : 0;
}

static int by_place(const void *a, const void *b)
{
    const ZipEntry *x = *(ZipEntry *const *)a, *y = *(ZipEntry *const *)b;
    return x->place < y->place ? -1 : x->place > y->place;
}

/* Entries that share bytes let a small archive unpack to any size. */
static void check_overlap(ZipDirectory *d, uint64_t limit)
{
    ZipEntry **sorted = xmalloc((d->n + 1) * sizeof *sorted);
    for (size_t i = 0; i < d->n; i++)
        sorted[i] = &d->entries[i];
    qsort(sorted, d->n, sizeof *sorted, by_place);
    for (size_t i = 0; i < d->n; i++) {
        ZipEntry *e = sorted[i];
        e->end = i + 1 < d->n ? sorted[i + 1]->place : limit;
        if (e->end > limit || e->place > e->end)
            broken("an entry lies outside of the archive");
        uint64_t room = e->end - e->place, need = ZIP_LOCAL + strlen(e->name);
        if (room < need || room - need < e->packed)
            dief(BOMB, "%s: '%s' overlaps another entry: refused as a possible zip bomb",
                 archive, e->name);
    }
    free(sorted);
}

void zip_read_directory(int fd, const char *name, ZipDirectory *d)
{
    archive = name;
    int64_t size = sys_seek(fd, 0, 2);
    if (size < 0)
        dief(NO_ZIP, "%s: %e", name);
    Span s = find_directory(fd, (uint64_t)size);
    /* Bytes in front of the archive shift all places. */
    uint64_t shift = s.limit - s.size - s.place, base = s.limit - s.size;
    uchar *p = read_at(fd, base, (size_t)s.size), *end = p + s.size;
    size_t cap = 0;
    while (p < end && d->n < s.count) {
        if (d->n == cap)
            d->entries = xrealloc(d->entries, (cap = cap * 2 + 16) * sizeof *d->entries);
        ZipEntry *e = &d->entries[d->n];
        size_t n = read_entry(e, p, (size_t)(end - p));
        if (!n)
            broken("the directory is damaged");
        if (e->place > base - shift)
            broken("an entry lies outside of the archive");
        e->place += shift;
        d->n++;
        p += n;
    }
    if (d->n != s.count)
        broken("the directory is shorter than it says");
    check_overlap(d, base);
}
