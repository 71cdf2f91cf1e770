/* tar: the parts share the form of a header and the options. */
#ifndef ESCAROLE_TAR_H
#define ESCAROLE_TAR_H

#include "safe.h"

enum { TAR_BLOCK = 512, TAR_RECORD = 20 * TAR_BLOCK };

typedef struct {
    char name[100], mode[8], uid[8], gid[8], size[12], mtime[12], sum[8], type;
    char link[100], magic[8], uname[32], gname[32], major[8], minor[8], prefix[155], fill[12];
} TarHeader;

typedef struct {
    char *name, *link; /* to be freed */
    char type;         /* as in the header; 0 for a plain file */
    uint64_t size, mode, uid, gid, major, minor;
    int64_t mtime; /* nanoseconds */
    char uname[33], gname[33];
} TarMember;

typedef struct {
    const char *dir;  /* where to look for it, from -C; NULL for the current one */
    const char *name;
    bool found;
} TarOperand;

typedef struct {
    const char *archive;
    bool gzip, to_stdout, keep_old, follow, no_recursion, touch, auto_gzip;
    int verbose;
    uint64_t strip;
    int level;
    int64_t mtime; /* -1: that of the file */
    TarOperand *operands;
    size_t n;
    char **excludes;
    size_t exclude_n;
} TarOptions;

/* ---- tarfail.c ---- */
extern int tar_status;
/* A message after which the exit status is at least 2. */
void tar_fail(const char *fmt, const char *a, const char *b);
_Noreturn void tar_fatal(const char *fmt, const char *a);

/* ---- tarsource.c: an archive that is read; decompresses by itself ---- */
/* Whether it is compressed. */
bool source_open(const char *name);
/* Next piece of up to most bytes, valid until the next call; false at the end. */
bool source_piece(size_t most, const char **p, size_t *n);
void source_skip(uint64_t n);
/* Checks what was not read yet as far as the format asks for. */
void source_close(void);

/* ---- tarhead.c: next member, with its long names ---- */
/* False at the end of the archive. */
bool tar_next(TarMember *m);
/* Bytes from the beginning of the archive to the blocks of zeros, after tar_next. */
uint64_t tar_end_place(void);
void tar_pad(uint64_t size);

/* ---- tarlist.c ---- */
void tar_show(const TarMember *m, bool details);
void tar_show_name(const char *name);

/* ---- tarextract.c, tarcreate.c ---- */
void tar_extract(TarOptions *t);
void tar_list(TarOptions *t);
void tar_create(TarOptions *t, bool append);
/* Whether an operand names the member or a directory it is in. */
bool tar_wanted(TarOptions *t, const char *name);

#endif
