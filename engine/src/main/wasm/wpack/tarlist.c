/* How tar shows members. */
#include "tar.h"

void tar_show_name(const char *s)
{
    static const char escapes[] = "a\ab\bt\tn\nv\vf\fr\r";
    for (; *s; s++) {
        int c = (uchar)*s;
        if (c == '\\') {
            out_str("\\\\");
        } else if (c >= 32 && c != 127) {
            out_ch(c);
        } else {
            const char *e = escapes;
            while (*e && e[1] != c)
                e += 2;
            out_ch('\\');
            if (*e) {
                out_ch(*e);
            } else {
                out_ch('0' + (c >> 6));
                out_ch('0' + (c >> 3 & 7));
                out_ch('0' + (c & 7));
            }
        }
    }
}

static void show_mode(const TarMember *m)
{
    static const char bits[] = "rwxrwxrwx";
    out_ch(m->type >= '1' && m->type <= '6' ? "hlcbdp"[m->type - '1'] : '-');
    for (int i = 0; i < 9; i++)
        out_ch(m->mode >> (8 - i) & 1 ? bits[i] : '-');
}

static size_t put_owner(char *to, const char *name, uint64_t id)
{
    size_t n = strlen(name);
    if (n) {
        memcpy(to, name, n);
        return n;
    }
    char d[24];
    n = fmt_u64(d + sizeof d, id);
    memcpy(to, d + sizeof d - n, n);
    return n;
}

static void show_details(const TarMember *m)
{
    static size_t width = 19;
    char owner[80], size[50];
    size_t n = put_owner(owner, m->uname, m->uid), k;
    owner[n++] = '/';
    n += put_owner(owner + n, m->gname, m->gid);
    if (m->type == '3' || m->type == '4') {
        k = put_owner(size, "", m->major);
        size[k++] = ',';
        k += put_owner(size + k, "", m->minor);
    } else {
        k = put_owner(size, "", m->size);
    }
    show_mode(m);
    out_ch(' ');
    out_mem(owner, n);
    if (n + 1 + k > width)
        width = n + 1 + k;
    out_pad(' ', width - n - k);
    out_mem(size, k);
    out_ch(' ');
    out_minute(m->mtime / 1000000000);
    out_ch(' ');
}

void tar_show(const TarMember *m, bool details)
{
    if (details)
        show_details(m);
    tar_show_name(m->name);
    if (details && (m->type == '1' || m->type == '2')) {
        out_str(m->type == '1' ? " link to " : " -> ");
        tar_show_name(m->link);
    }
    out_ch('\n');
}
