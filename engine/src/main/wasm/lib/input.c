/* Buffered input by bytes and by lines. */
#include "base.h"

enum { FIRST_READ = 8192, FULL_READ = 65536 };

bool in_open(In *in, const char *name)
{
    char *buf = in->buf;
    size_t cap = in->cap;
    memset(in, 0, sizeof *in);
    in->buf = buf;
    in->cap = cap;
    in->name = name;
    if (name[0] == '-' && !name[1])
        return true;
    in->fd = sys_open(name, SYS_READ);
    if (in->fd >= 0)
        return true;
    warnf("%s: %e", name);
    return false;
}

/* Makes room behind in->end. A small input goes through a small buffer, so
 * that memory stays as it was; a read that filled it brings the full one. */
static void make_room(In *in)
{
    bool full = in->end == in->cap;
    if (in->pos > 0) {
        memmove(in->buf, in->buf + in->pos, in->end - in->pos);
        in->end -= in->pos;
        in->pos = 0;
    }
    if (!in->buf)
        in->buf = xmalloc(in->cap = FIRST_READ);
    else if (full && in->cap < FULL_READ)
        in->buf = xrealloc(in->buf, in->cap = FULL_READ);
    else if (in->end == in->cap)
        in->buf = xrealloc(in->buf, in->cap *= 2);
}

static int read_error(In *in)
{
    int err = errno;
    SysStat st;
    if (sys_fstat(in->fd, &st) == 0 && st.type == 'd')
        err = EISDIR;
    return err;
}

bool in_fill(In *in)
{
    if (in->eof)
        return false;
    make_room(in);
    ptrdiff_t n;
    do
        n = sys_read(in->fd, in->buf + in->end, in->cap - in->end);
    while (n < 0 && errno == EINTR);
    if (n > 0) {
        in->end += (size_t)n;
        return true;
    }
    in->eof = true;
    if (n < 0)
        in->err = read_error(in);
    return false;
}

int in_byte_slow(In *in)
{
    if (!in_fill(in))
        return -1;
    return (uchar)in->buf[in->pos++];
}

bool in_line(In *in, int delim, char **line, size_t *len, bool *ended)
{
    size_t seen = 0;
    for (;;) {
        if (in->pos + seen < in->end) {
            const char *from = in->buf + in->pos;
            const char *end = in->buf + in->end;
            const char *nl = find_byte(from + seen, end, delim);
            if (nl < end) {
                *line = in->buf + in->pos;
                *len = (size_t)(nl - from);
                *ended = true;
                in->pos += *len + 1;
                return true;
            }
            seen = in->end - in->pos;
        }
        if (!in_fill(in))
            break;
    }
    if (in->pos == in->end)
        return false;
    *line = in->buf + in->pos;
    *len = in->end - in->pos;
    *ended = false;
    in->pos = in->end;
    return true;
}

bool in_close(In *in)
{
    if (in->fd > 2)
        sys_close(in->fd);
    if (!in->err)
        return true;
    errno = in->err;
    warnf("%s: %e", in->name);
    return false;
}

char *in_slurp(const char *name, size_t *len)
{
    In in = {0};
    if (!in_open(&in, name))
        return NULL;
    SysStat st;
    if (in.fd > 2 && sys_fstat(in.fd, &st) == 0 && st.type == 'f' &&
        st.size < 0x70000000) {
        in.cap = (size_t)st.size + 2;
        in.buf = xmalloc(in.cap);
    }
    while (in_fill(&in))
        ;
    if (!in_close(&in)) {
        free(in.buf);
        return NULL;
    }
    if (!in.buf)
        in.buf = xmalloc(1);
    *len = in.end;
    return in.buf;
}
