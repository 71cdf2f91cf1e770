/* Strings that are counted, and errors while a program runs. */
#include "awk.h"

int current_line;

void fatal(const char *fmt, const char *what)
{
    int err = errno;
    out_flush();
    if (current_line) {
        char text[24];
        char *end = text + sizeof text - 1;
        *end = 0;
        const char *line = end - fmt_u64(end, (uint64_t)current_line);
        char *own = xmalloc(strlen(fmt) + 32);
        own[0] = 0;
        strcat(strcat(strcat(strcat(own, "line "), line), ": "), fmt);
        fmt = own;
    }
    errno = err;
    dief(2, fmt, what);
}

Str *str_alloc(size_t n)
{
    if (n > 0x7fff0000)
        fatal("a string would have more than 2 GiB", "");
    Str *s = xmalloc(sizeof *s + n + 1);
    s->refs = 1;
    s->len = s->cap = (uint32_t)n;
    s->b[n] = 0;
    return s;
}

Str *str_new(const char *p, size_t n)
{
    Str *s = str_alloc(n);
    memcpy(s->b, p, n);
    return s;
}

Str *str_grow(Str *s, size_t n)
{
    if (n <= s->cap)
        return s;
    size_t cap = n + n / 2 + 16;
    if (cap > 0x7fff0000)
        fatal("a string would have more than 2 GiB", "");
    s = xrealloc(s, sizeof *s + cap + 1);
    s->cap = (uint32_t)cap;
    return s;
}
