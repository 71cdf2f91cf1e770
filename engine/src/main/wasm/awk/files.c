/* Files that a program writes. */
#include "awk.h"

enum { BUFFER = 16384, MOST = 200 };

struct Sink {
    Sink *next;
    char *name;
    char *buf;
    size_t n;
    int fd;
};

static Sink *sinks;
static int count;

static int flush(Sink *s)
{
    size_t n = s->n;
    s->n = 0;
    if (n == 0 || write_all(s->fd, s->buf, n))
        return 0;
    return -1;
}

static void must_flush(Sink *s)
{
    if (flush(s) == 0)
        return;
    current_line = 0;
    dief(2, "%s: write error: %e", s->name);
}

Sink *sink_of(const char *name, size_t n, int how)
{
    if (n == 11 && !memcmp(name, "/dev/stdout", n))
        return NULL;
    for (Sink *s = sinks; s; s = s->next)
        if (strlen(s->name) == n && !memcmp(s->name, name, n))
            return s;
    char *own = xstrndup(name, n);
    if (n == 0 || strlen(own) != n)
        fatal("the name of a file to write to is empty or holds a NUL byte", "");
    if (count == MOST)
        fatal("too many files are open: %s; close() those that are done", own);
    bool error = !strcmp(own, "/dev/stderr");
    int fd = error ? 2 : sys_open(own, how == TO_APPEND ? SYS_APPEND : SYS_WRITE);
    if (fd < 0)
        fatal("cannot write to %s: %e", own);
    Sink *s = xmalloc(sizeof *s);
    *s = (Sink){sinks, own, xmalloc(BUFFER), 0, fd};
    sinks = s;
    count++;
    return s;
}

void sink_write(Sink *s, const char *p, size_t n)
{
    if (!s) {
        out_mem(p, n);
        return;
    }
    if (n > BUFFER - s->n)
        must_flush(s);
    if (n > BUFFER) {
        if (!write_all(s->fd, p, n))
            dief(2, "%s: write error: %e", s->name);
        return;
    }
    memcpy(s->buf + s->n, p, n);
    s->n += n;
    if (s->fd == 2)
        must_flush(s);
}

int sinks_flush(const char *name)
{
    int result = name ? -1 : 0;
    if (!name || !strcmp(name, "/dev/stdout")) {
        out_flush();
        result = 0;
    }
    for (Sink *s = sinks; s; s = s->next)
        if (!name || !strcmp(s->name, name))
            result = flush(s);
    return result;
}

int sink_close(const char *name)
{
    for (Sink **p = &sinks; *p; p = &(*p)->next) {
        Sink *s = *p;
        if (strcmp(s->name, name))
            continue;
        int result = flush(s);
        if (s->fd > 2 && sys_close(s->fd) < 0)
            result = -1;
        *p = s->next;
        count--;
        free(s->name);
        free(s->buf);
        free(s);
        return result;
    }
    return -1;
}

void sinks_close(void)
{
    for (Sink *s = sinks; s; s = s->next)
        must_flush(s);
}
