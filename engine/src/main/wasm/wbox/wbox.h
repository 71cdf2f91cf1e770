/* Applets of wbox. Each has NAME_main and NAME_help. */
#ifndef ESCAROLE_WBOX_H
#define ESCAROLE_WBOX_H

#include "../lib/base.h"
#include "../lib/date.h"
#include "../lib/xfloat.h"

/* Sorted by name; `[` is added in main.c. */
#define APPLETS(A) \
    A(base64) A(basename) A(cat) A(cksum) A(cmp) A(column) A(comm) A(cp) A(cut) \
    A(date) A(diff) A(dirname) A(du) A(echo) A(env) A(envsubst) A(expand) A(expr) \
    A(false) A(find) A(fold) A(head) A(join) A(ls) A(md5sum) A(mkdir) \
    A(mv) A(nl) A(od) A(paste) A(printf) A(readlink) A(realpath) A(rev) \
    A(rm) A(rmdir) A(sed) A(seq) A(sha1sum) A(sha256sum) A(sha512sum) A(shuf) A(sleep) A(sort) \
    A(split) A(stat) A(tac) A(tail) A(tee) A(test) A(touch) A(tr) A(true) \
    A(truncate) A(tsort) A(unexpand) A(uniq) A(wc) A(yes)

#define DECLARE(name) \
    int name##_main(int argc, char **argv); \
    extern const char name##_help[];
APPLETS(DECLARE)
#undef DECLARE

/* ---- shared by applets ---- */

/* A digest: `take` works a block of 16 words into up to 8 words, which begin as `start`. */
typedef struct {
    const char *tag; /* its name in the BSD style */
    size_t size, block_size;
    const void *start;
    size_t start_size;
    bool low_first; /* lowest byte of a word first */
    void (*take)(void *words, const uchar *block);
} Digest;
enum { LARGEST_DIGEST = 64 };
typedef struct {
    const Digest *digest;
    union {
        uint64_t aligned[8];
        uchar bytes[64];
    } words;
    uint64_t total;
    size_t used;
    uchar block[128];
} DigestState;
void digest_start(DigestState *s, const Digest *d);
void digest_add(DigestState *s, const uchar *p, size_t n);
void digest_finish(DigestState *s, uchar *to);
int sum_main(int argc, char **argv, const Digest *digest);

/* Calendar in UTC. */
typedef struct {
    Date date;
    int64_t epoch;
    int nsec;
} Cal;
void cal_from(Cal *c, int64_t epoch, int nsec);
/* ISO dates and times, @SECONDS, now, today, yesterday, tomorrow, with
 * offsets such as +2 days; false when not understood. */
bool cal_parse(const char *s, int64_t now, int64_t *sec, int *nsec);
/* As strftime, into the output. */
void cal_print(const Cal *c, const char *fmt);

/* Escapes of echo -e and printf %b: one after a backslash at *s. Returns the
 * byte, -1 for \c, -2 when the backslash is literal. */
int escape_byte(const char **s, bool zero_octal);

/* True when the files are the same one. */
bool same_file(const SysStat *a, const SysStat *b);
/* Path without trailing slashes; last part of a path. */
const char *last_part(const char *path);
bool copy_bytes(int from, int to);
int compare_numbers(const char *a, const char *ae, const char *b, const char *be);

#endif
