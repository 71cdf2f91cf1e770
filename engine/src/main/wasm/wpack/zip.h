/* The zip format: what zip writes and unzip reads. */
#ifndef ESCAROLE_ZIP_H
#define ESCAROLE_ZIP_H

#include "safe.h"

enum { ZIP_LOCAL = 30, ZIP_CENTRAL = 46, ZIP_END = 22, ZIP_END64 = 56, ZIP_LOCATOR64 = 20 };
enum { ZIP_STORED = 0, ZIP_DEFLATED = 8 };
enum { ZIP_ENCRYPTED = 1, ZIP_DESCRIPTOR = 8, ZIP_UTF8 = 0x800 };

typedef struct {
    char *name;
    unsigned flags, method;
    uint32_t crc, mode; /* mode of Unix, 0 when not known */
    uint64_t packed, size, place, end; /* local header; where the next part begins */
    int64_t mtime; /* seconds */
} ZipEntry;

typedef struct {
    ZipEntry *entries;
    size_t n;
} ZipDirectory;

static inline unsigned zip_16(const uchar *p) { return p[0] | (unsigned)p[1] << 8; }
static inline uint32_t zip_32(const uchar *p) { return zip_16(p) | (uint32_t)zip_16(p + 2) << 16; }
static inline uint64_t zip_64(const uchar *p) { return zip_32(p) | (uint64_t)zip_32(p + 4) << 32; }

/* Reads the directory at the end of an archive. Ends the program with a message when
 * there is none, or entries overlap. */
void zip_read_directory(int fd, const char *archive, ZipDirectory *d);

#endif
