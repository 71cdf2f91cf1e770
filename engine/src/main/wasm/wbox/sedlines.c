/* sed: what its parts share, and its output. */
#include "sed.h"

Sed sed;
SedBuf pat;
bool sed_ended, sed_substituted, sed_missing_newline;
int sed_delim;
Re *sed_last_re;

void sed_add(SedBuf *b, const char *p, size_t n)
{
    if (!b->p || b->n + n > b->cap)
        b->p = xrealloc(b->p, b->cap = (b->n + n) * 2 + 64);
    memcpy(b->p + b->n, p, n);
    b->n += n;
}

void sed_put_line(const char *p, size_t n, bool newline)
{
    if (sed_missing_newline) {
        out_ch(sed_delim);
        sed_missing_newline = false;
    }
    out_mem(p, n);
    if (newline)
        out_ch(sed_delim);
    else
        sed_missing_newline = true;
}

void sed_put_text(const char *p, size_t n)
{
    if (sed_missing_newline)
        out_ch('\n');
    sed_missing_newline = false;
    out_mem(p, n);
}
