/* yq: the text of a file, and where mistakes are. */
#include "yaml.h"

Yaml ys;

static bool continued(size_t at, size_t n)
{
    for (size_t i = 1; i <= n; i++)
        if (at + i >= ys.n || ((uchar)ys.text[at + i] & 0xc0) != 0x80)
            return false;
    return true;
}

/* Bytes of the character at an offset, 0 when it is not UTF-8. */
static size_t utf8_length(size_t at)
{
    int c = (uchar)ys.text[at], d = at + 1 < ys.n ? (uchar)ys.text[at + 1] : 0;
    if (c < 0x80)
        return 1;
    if (c >= 0xc2 && c < 0xe0)
        return continued(at, 1) ? 2 : 0;
    if (c >= 0xe0 && c < 0xf0)
        return continued(at, 2) && !(c == 0xe0 && d < 0xa0) && !(c == 0xed && d > 0x9f) ? 3 : 0;
    if (c >= 0xf0 && c < 0xf5)
        return continued(at, 3) && !(c == 0xf0 && d < 0x90) && !(c == 0xf4 && d > 0x8f) ? 4 : 0;
    return 0;
}

/* As much of a text as a message shows; whole characters of it. */
enum { SHOWN = 60 };

void yaml_fail_at(size_t at, const char *why, const char *what, size_t n)
{
    size_t bol = 0;
    uint64_t line = 1, column = 1;
    Buf shown = {0};
    for (size_t i = 0; i < at && i < ys.n; i++)
        if (ys.text[i] == '\n') {
            bol = i + 1;
            line++;
        }
    for (size_t i = bol; i < at && i < ys.n; i++)
        column += ((uchar)ys.text[i] & 0xc0) != 0x80;
    if (what) {
        size_t k = n < SHOWN ? n : SHOWN;
        while (k < n && k && ((uchar)what[k] & 0xc0) == 0x80)
            k--;
        buf_str(&shown, " '");
        for (size_t i = 0; i < k; i++)
            buf_ch(&shown, (uchar)what[i] < 32 || what[i] == 127 ? '?' : what[i]);
        buf_str(&shown, n > k ? "...'" : "'");
    }
    buf_ch(&shown, 0);
    dief(2, "%s:%u:%u: %s%s", ys.name, line, column, why, shown.s);
}

void yaml_fail(size_t at, const char *why)
{
    yaml_fail_at(at, why, NULL, 0);
}

static void check_encoding(void)
{
    const uchar *p = (const uchar *)ys.text;
    if (ys.n >= 2 && ((p[0] == 0xfe && p[1] == 0xff) || (p[0] == 0xff && p[1] == 0xfe) ||
                      !p[0] || !p[1]))
        yaml_fail(0, "this is UTF-16 or UTF-32, and only UTF-8 is read; convert the file first");
    for (size_t i = 0, k; i < ys.n; i += k) {
        k = utf8_length(i);
        if (!k)
            yaml_fail(i, "this is not UTF-8");
        if ((p[i] < 32 && p[i] != '\t' && p[i] != '\n') || p[i] == 127)
            yaml_fail(i, "a control character; write it in double quotes as \\xNN");
    }
}

static void join_line_ends(void)
{
    size_t w = 0;
    for (size_t r = 0; r < ys.n; r++) {
        char c = ys.text[r];
        if (c == '\r') {
            r += r + 1 < ys.n && ys.text[r + 1] == '\n';
            c = '\n';
        }
        ys.text[w++] = c;
    }
    ys.n = w;
}

void yaml_open(const char *name, char *text, size_t n)
{
    ys = (Yaml){.name = strcmp(name, "-") ? name : "standard input", .text = text, .n = n};
    if (n >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))
        ys.pos = ys.bol = 3;
    join_line_ends();
    check_encoding();
}

bool yaml_at_marker(char c)
{
    return ys.pos == ys.bol && yc(0) == c && yc(1) == c && yc(2) == c && is_gap(yc(3));
}

bool yaml_at_end(void)
{
    return yc(0) == 0 || yaml_at_marker('-') || yaml_at_marker('.');
}

void yaml_gap(void)
{
    for (;;) {
        while (is_blank(yc(0)))
            ys.pos++;
        if (yc(0) == '#' && (ys.pos == ys.bol || is_blank((uchar)ys.text[ys.pos - 1])))
            while (!is_endline(yc(0)))
                ys.pos++;
        if (yc(0) != '\n')
            return;
        ynewline();
    }
}

bool yaml_fresh_line(void)
{
    for (size_t p = ys.bol; p < ys.pos; p++)
        if (!is_blank((uchar)ys.text[p]))
            return false;
    return true;
}

int yaml_spaces(void)
{
    size_t p = ys.bol;
    while (p < ys.pos && ys.text[p] == ' ')
        p++;
    return (int)(p - ys.bol);
}

void yaml_no_tab(size_t from)
{
    for (size_t p = from > ys.bol ? from : ys.bol; p < ys.pos; p++)
        if (ys.text[p] == '\t')
            yaml_fail(p, "a tab in the indentation; use spaces");
}
