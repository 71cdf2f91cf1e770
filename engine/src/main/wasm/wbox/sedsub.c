/* sed: substitution, and the listing of l. */
#include "sed.h"

static SedBuf spare;

typedef struct {
    char run, once; /* U L or 0; u l or 0 */
} Case;

static void add_cased(SedBuf *b, const char *p, size_t n, Case *k)
{
    if (!k->run && !k->once) {
        sed_add(b, p, n);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        int c = (uchar)p[i];
        char how = k->once ? k->once : k->run;
        k->once = 0;
        if (how == 'U' || how == 'u')
            c = to_upper(c);
        else if (how)
            c = to_lower(c);
        char ch = (char)c;
        sed_add(b, &ch, 1);
    }
}

static void add_replacement(SedBuf *b, const SedCmd *c, const ReSpan *m)
{
    Case k = {0, 0};
    for (size_t i = 0; i < c->part_n; i++) {
        const SedPart *p = &c->parts[i];
        if (p->letter_case == 'u' || p->letter_case == 'l')
            k.once = p->letter_case;
        else if (p->letter_case)
            k.run = p->letter_case == 'E' ? 0 : p->letter_case, k.once = 0;
        add_cased(b, p->text, p->n, &k);
        if (p->group >= 0 && m[p->group].start >= 0)
            add_cased(b, pat.p + m[p->group].start,
                      (size_t)(m[p->group].end - m[p->group].start), &k);
    }
}

static int groups_needed(const SedCmd *c)
{
    int most = 0;
    for (size_t i = 0; i < c->part_n; i++)
        if (c->parts[i].group > most)
            most = c->parts[i].group;
    return most ? RE_GROUPS : 1;
}

void sed_substitute(SedCmd *c)
{
    Re *re = c->re ? c->re : sed_last_re;
    ReSpan m[RE_GROUPS];
    size_t at = 0, copied = 0, last_end = SIZE_MAX;
    uint64_t count = 0;
    bool changed = false;
    if (!re)
        dief(1, "no previous regular expression");
    sed_last_re = re;
    spare.n = 0;
    int groups = groups_needed(c);
    while (at <= pat.n) {
        int r = re_exec(re, pat.p, pat.n, at, m, groups);
        if (r < 0)
            dief(4, "a line takes too many steps to match");
        if (r == 0)
            break;
        size_t s = (size_t)m[0].start, e = (size_t)m[0].end;
        /* an empty match right behind the last match does not count */
        if (s == e && s == last_end) {
            at++;
            continue;
        }
        last_end = e;
        if (++count < (c->nth ? c->nth : 1)) {
            at = e > s ? e : e + 1;
            continue;
        }
        sed_add(&spare, pat.p + copied, s - copied);
        add_replacement(&spare, c, m);
        copied = e;
        at = e > s ? e : e + 1;
        changed = true;
        if (!c->global)
            break;
    }
    if (!changed)
        return;
    sed_add(&spare, pat.p + copied, pat.n - copied);
    SedBuf t = pat;
    pat = spare;
    spare = t;
    sed_substituted = true;
    if (c->print)
        sed_put_line(pat.p, pat.n, sed_ended);
    if (c->write)
        sed_write(c->out, pat.p, pat.n);
}

void sed_list(int width)
{
    static const char from[] = "\\\a\b\f\n\r\t\v", to[] = "\\abfnrtv";
    int col = 0;
    if (width == 0)
        width = 70;
    for (size_t i = 0; i < pat.n; i++) {
        char w[4];
        int n = 1, c = (uchar)pat.p[i];
        const char *k = c ? strchr(from, c) : NULL;
        w[0] = (char)c;
        if (k) {
            w[0] = '\\';
            w[1] = to[k - from];
            n = 2;
        } else if (c < 32 || c >= 127) {
            w[0] = '\\';
            for (int d = 0; d < 3; d++)
                w[1 + d] = (char)('0' + (c >> (6 - 3 * d) & 7));
            n = 4;
        }
        if (width > 1 && col + n > width - 1) {
            out_str("\\\n");
            col = 0;
        }
        out_mem(w, (size_t)n);
        col += n;
    }
    out_str("$\n");
}
