/* Memory, messages and buffered output. */
#include "base.h"

const char *prog = "";
const char *help_text = "";
int usage_status = 1;

static char first_buf[4096];
Out out = {first_buf, 0, sizeof first_buf, 1, false};
void (*on_failure)(void);

/* ---- memory ---- */

void *xmalloc(size_t n)
{
    void *p = malloc(n ? n : 1);
    if (!p)
        dief(usage_status, "memory exhausted");
    return p;
}

void *xrealloc(void *old, size_t n)
{
    void *p = realloc(old, n ? n : 1);
    if (!p)
        dief(usage_status, "memory exhausted");
    return p;
}

char *xstrndup(const char *s, size_t n)
{
    char *p = xmalloc(n + 1);
    memcpy(p, s, n);
    p[n] = 0;
    return p;
}

char *path_join(const char *dir, const char *name)
{
    size_t d = strlen(dir), n = strlen(name);
    char *p = xmalloc(d + n + 2);
    memcpy(p, dir, d);
    if (d && dir[d - 1] != '/')
        p[d++] = '/';
    memcpy(p + d, name, n + 1);
    return p;
}

/* ---- messages ---- */

static const struct {
    int err;
    const char *text;
} err_texts[] = {
    {ENOENT, "No such file or directory"},
    {EISDIR, "Is a directory"},
    {ENOTDIR, "Not a directory"},
    {EEXIST, "File exists"},
    {ENOTEMPTY, "Directory not empty"},
    {EACCES, "Permission denied"},
    {EPERM, "Operation not permitted"},
    {EINVAL, "Invalid argument"},
    {EBADF, "Bad file descriptor"},
    {EIO, "Input/output error"},
    {ENOSPC, "No space left on device"},
    {EFBIG, "File too large"},
    {EDQUOT, "Disk quota exceeded"},
    {EROFS, "Read-only file system"},
    {ELOOP, "Too many levels of symbolic links"},
    {ENAMETOOLONG, "File name too long"},
    {EXDEV, "Invalid cross-device link"},
    {EMFILE, "Too many open files"},
    {EPIPE, "Broken pipe"},
    {ESPIPE, "Illegal seek"},
    {ENOTSUP, "Operation not supported"},
    {ENOSYS, "Function not implemented"},
    {EBUSY, "Device or resource busy"},
    {ERANGE, "Numerical result out of range"},
    {EILSEQ, "Illegal byte sequence"},
};

const char *err_text(int err)
{
    for (size_t i = 0; i < sizeof err_texts / sizeof *err_texts; i++)
        if (err_texts[i].err == err)
            return err_texts[i].text;
    return "Unknown error";
}

typedef struct {
    char buf[1024];
    size_t n;
} Msg;

static void msg_mem(Msg *m, const char *s, size_t n)
{
    while (n) {
        if (m->n == sizeof m->buf) {
            write_all(2, m->buf, m->n);
            m->n = 0;
        }
        size_t k = sizeof m->buf - m->n < n ? sizeof m->buf - m->n : n;
        memcpy(m->buf + m->n, s, k);
        m->n += k;
        s += k;
        n -= k;
    }
}

static void msg_str(Msg *m, const char *s)
{
    msg_mem(m, s, strlen(s));
}

static void msg_num(Msg *m, uint64_t v)
{
    char d[24];
    size_t n = fmt_u64(d + sizeof d, v);
    msg_mem(m, d + sizeof d - n, n);
}

static void msg_fmt(Msg *m, const char *fmt, va_list ap, int err)
{
    for (; *fmt; fmt++) {
        if (*fmt != '%') {
            msg_mem(m, fmt, 1);
            continue;
        }
        fmt++;
        if (*fmt == 's') {
            msg_str(m, va_arg(ap, const char *));
        } else if (*fmt == 'c') {
            char c = (char)va_arg(ap, int);
            msg_mem(m, &c, 1);
        } else if (*fmt == 'd') {
            int v = va_arg(ap, int);
            if (v < 0)
                msg_str(m, "-");
            msg_num(m, (uint64_t)(v < 0 ? -(int64_t)v : v));
        } else if (*fmt == 'u') {
            msg_num(m, va_arg(ap, uint64_t));
        } else if (*fmt == 'e') {
            msg_str(m, err_text(err));
        } else {
            msg_mem(m, fmt, 1);
        }
    }
}

static void message(const char *fmt, va_list ap, int err, bool hint)
{
    Msg m;
    m.n = 0;
    msg_str(&m, prog);
    msg_str(&m, ": ");
    msg_fmt(&m, fmt, ap, err);
    msg_str(&m, "\n");
    if (hint) {
        msg_str(&m, "Try '");
        msg_str(&m, prog);
        msg_str(&m, " --help' for more information.\n");
    }
    write_all(2, m.buf, m.n);
}

void warnf(const char *fmt, ...)
{
    int err = errno;
    va_list ap;
    va_start(ap, fmt);
    message(fmt, ap, err, false);
    va_end(ap);
}

void dief(int status, const char *fmt, ...)
{
    int err = errno;
    va_list ap;
    va_start(ap, fmt);
    out_flush();
    message(fmt, ap, err, false);
    va_end(ap);
    quit(status);
}

void usage_err(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    message(fmt, ap, errno, true);
    va_end(ap);
    quit(usage_status);
}

void missing_operand(void)
{
    usage_err("missing operand");
}

void extra_operand(const char *s)
{
    usage_err("extra operand '%s'", s);
}

void show_help(void)
{
    out_str(help_text);
    quit(0);
}

/* ---- output ---- */

bool write_all(int fd, const void *p, size_t n)
{
    const char *s = p;
    while (n) {
        ptrdiff_t k = sys_write(fd, s, n);
        if (k < 0) {
            if (errno == EINTR || errno == EAGAIN)
                continue;
            return false;
        }
        s += k;
        n -= (size_t)k;
    }
    return true;
}

static _Noreturn void leave(int status)
{
    if (status && on_failure)
        on_failure();
    sys_exit(status);
}

/* A reader that went away ends the command silently, as SIGPIPE would. */
static void write_out(const void *p, size_t n)
{
    if (out.failed || write_all(out.fd, p, n))
        return;
    out.failed = true;
    out.n = 0;
    if (errno == EPIPE)
        sys_exit(141);
    warnf("write error: %e");
    leave(usage_status);
}

void out_flush(void)
{
    size_t n = out.n;
    out.n = 0;
    if (n)
        write_out(out.buf, n);
}

void out_slow(const void *p, size_t n)
{
    if (out.buf == first_buf) {
        char *big = malloc(65536);
        if (big) {
            memcpy(big, first_buf, out.n);
            out.buf = big;
            out.cap = 65536;
        }
    }
    if (n > out.cap - out.n)
        out_flush();
    if (n >= out.cap) {
        write_out(p, n);
        return;
    }
    memcpy(out.buf + out.n, p, n);
    out.n += n;
}

void out_redirect(int fd)
{
    out_flush();
    out.fd = fd;
}

int out_finish(int status)
{
    out_flush();
    return status;
}

void quit(int status)
{
    out_flush();
    leave(status);
}

void out_str(const char *s)
{
    out_mem(s, strlen(s));
}

void out_pad(int c, size_t n)
{
    while (n--)
        out_ch(c);
}

size_t fmt_u64(char *end, uint64_t v)
{
    char *p = end;
    while (v >> 32) {
        uint64_t q = v / 10;
        *--p = (char)('0' + (v - q * 10));
        v = q;
    }
    uint32_t w = (uint32_t)v;
    do {
        *--p = (char)('0' + w % 10);
        w /= 10;
    } while (w);
    return (size_t)(end - p);
}

void out_u64(uint64_t v)
{
    char d[24];
    size_t n = fmt_u64(d + sizeof d, v);
    out_mem(d + sizeof d - n, n);
}
