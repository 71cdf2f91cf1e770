/* Shared declarations of the built-in commands: system layer, buffered
 * output, line input, messages, options, numbers. */
#ifndef ESCAROLE_BASE_H
#define ESCAROLE_BASE_H

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char uchar;

/* ---- entry: the program; its result is the exit status ---- */
int app_main(int argc, char **argv);

/* ---- system layer (sys_wasi.c, sys_posix.c): -1 and errno on failure ---- */
enum { SYS_READ, SYS_WRITE, SYS_APPEND, SYS_RDWR, SYS_CREATE, SYS_EXCL };

typedef struct {
    char type; /* f d l c b p s, ? when unknown */
    uint64_t size, ino, dev, nlink;
    int64_t atime, mtime, ctime; /* nanoseconds since the epoch */
} SysStat;

typedef struct {
    char *name;
    char type;
} SysEntry;

int sys_open(const char *path, int how);
int sys_close(int fd);
ptrdiff_t sys_read(int fd, void *buf, size_t n);
ptrdiff_t sys_write(int fd, const void *buf, size_t n);
int64_t sys_seek(int fd, int64_t off, int whence);
int sys_truncate(int fd, uint64_t size);
int sys_fstat(int fd, SysStat *st);
int sys_stat(const char *path, SysStat *st, bool follow);
int sys_mkdir(const char *path);
int sys_rmdir(const char *path);
int sys_unlink(const char *path);
int sys_rename(const char *from, const char *to);
/* A hard link to a file, without following a symbolic one. */
int sys_link(const char *from, const char *to);
int sys_symlink(const char *target, const char *path);
ptrdiff_t sys_readlink(const char *path, char *buf, size_t n);
/* Times in nanoseconds; a negative value leaves that time alone. */
int sys_utimes(const char *path, int64_t atime, int64_t mtime);
/* All names of a directory but . and .., sorted by bytes. */
int sys_list(const char *path, SysEntry **list, size_t *count);
char **sys_environ(void);
int64_t sys_now(void);
void sys_sleep(uint64_t ns);
void sys_random(void *buf, size_t n);
/* Where relative paths start; ends without a slash unless it is "/". */
const char *sys_cwd(void);
_Noreturn void sys_exit(int status);
const char *err_text(int err);

/* ---- memory: never return NULL ---- */
void *xmalloc(size_t n);
void *xrealloc(void *p, size_t n);
char *xstrndup(const char *s, size_t n);
char *path_join(const char *dir, const char *name);

/* ---- messages ---- */
extern const char *prog;      /* name that starts each message */
extern const char *help_text; /* what --help prints */
extern int usage_status;      /* exit status of a usage error */

/* %s string, %c char, %d int, %u uint64_t, %e text of errno, %% */
void warnf(const char *fmt, ...);
_Noreturn void dief(int status, const char *fmt, ...);
_Noreturn void usage_err(const char *fmt, ...);
_Noreturn void missing_operand(void);
_Noreturn void extra_operand(const char *s);
_Noreturn void quit(int status);
_Noreturn void show_help(void);

/* ---- output ---- */
typedef struct {
    char *buf;
    size_t n, cap;
    int fd;
    bool failed;
} Out;
extern Out out;

/* Called before the program ends with a failure; or NULL. */
extern void (*on_failure)(void);

void out_flush(void);
void out_slow(const void *p, size_t n);
/* Flushes, then writes to another descriptor from here on. */
void out_redirect(int fd);
int out_finish(int status);
void out_u64(uint64_t v);
void out_pad(int c, size_t n);
void out_str(const char *s);
size_t fmt_u64(char *end, uint64_t v); /* digits before end; how many */
bool write_all(int fd, const void *p, size_t n);

static inline void out_mem(const void *p, size_t n)
{
    if (n <= out.cap - out.n) {
        memcpy(out.buf + out.n, p, n);
        out.n += n;
    } else {
        out_slow(p, n);
    }
}

static inline void out_ch(int c)
{
    if (out.n == out.cap) {
        char b = (char)c;
        out_slow(&b, 1);
    } else {
        out.buf[out.n++] = (char)c;
    }
}

/* ---- input ---- */
typedef struct {
    int fd;
    bool eof;
    int err; /* errno of a failed read, 0 when none */
    const char *name;
    char *buf;
    size_t pos, end, cap;
} In;

/* Opens a file ("-": standard input); on failure says so, returns false. */
bool in_open(In *in, const char *name);
/* Reads more bytes behind in->end; false at the end of the input. */
bool in_fill(In *in);
/* Next line without its delimiter; false at the end. */
bool in_line(In *in, int delim, char **line, size_t *len, bool *ended);
/* Closes; says so and returns false if a read had failed. */
bool in_close(In *in);
/* Reads a whole file; NULL on failure (which was reported). */
char *in_slurp(const char *name, size_t *len);
int in_byte_slow(In *in);

static inline int in_byte(In *in)
{
    return in->pos < in->end ? (uchar)in->buf[in->pos++] : in_byte_slow(in);
}

/* ---- options ---- */
typedef struct {
    const char *name;
    int arg; /* 0 none, 1 required, 2 optional */
    int val;
} LongOpt;

typedef struct {
    int argc;
    char **argv;
    const char *shorts; /* as getopt; a leading + stops at the first operand */
    const LongOpt *longs;
    int i;       /* next word */
    int n;       /* operands found: argv[0..n) when done */
    bool ended;  /* -- was seen */
    const char *cur;
    char *arg;
} Opt;

void opt_start(Opt *o, int argc, char **argv, const char *shorts,
               const LongOpt *longs);
/* Next option; -1 when none is left, and then o->argv[0..o->n) are operands. */
int opt_next(Opt *o);
_Noreturn void opt_invalid(int c);

/* Operands, or "-" alone when there are none. */
#define OPT_FILES(o) \
    do { \
        static char *dash_only[] = {(char *)"-", NULL}; \
        if ((o).n == 0) { \
            (o).argv = dash_only; \
            (o).n = 1; \
        } \
    } while (0)

/* ---- numbers and bytes ---- */
/* Reads digits; false when there is none or the value overflows (which
 * leaves the largest value). *end gets the first byte not read. */
bool parse_u64(const char *s, const char **end, uint64_t *v);
/* A size such as 10, 2k, 1M, 3MB; false when malformed. */
bool parse_size(const char *s, uint64_t *v);
/* All of s as a signed decimal number. */
bool parse_i64(const char *s, int64_t *v);
/* First c in [p, end), or end. */
const char *find_byte(const char *p, const char *end, int c);
bool glob_match(const char *pat, const char *s, bool fold);
void human_size(char *out, uint64_t size);

static inline bool is_digit(int c) { return c >= '0' && c <= '9'; }
static inline bool is_upper(int c) { return c >= 'A' && c <= 'Z'; }
static inline bool is_lower(int c) { return c >= 'a' && c <= 'z'; }
static inline bool is_alpha(int c) { return is_upper(c) || is_lower(c); }
static inline bool is_alnum(int c) { return is_alpha(c) || is_digit(c); }
static inline bool is_blank(int c) { return c == ' ' || c == '\t'; }
static inline bool is_space(int c) { return c == ' ' || (c >= 9 && c <= 13); }
static inline bool is_word(int c) { return is_alnum(c) || c == '_'; }
static inline int to_lower(int c) { return is_upper(c) ? c + 32 : c; }
static inline int to_upper(int c) { return is_lower(c) ? c - 32 : c; }
int hex_value(int c); /* -1 when c is no hexadecimal digit */
bool class_has(const char *name, size_t len, int c, bool *known);

#endif
