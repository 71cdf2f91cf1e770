/* yq: the text of a file, and where errors are. */
#include "yaml.h"

Source ysrc;

static bool continued(size_t at, size_t n)
{
    for (size_t i = 1; i <= n; i++)
        if (at + i >= ysrc.n || ((uchar)ysrc.text[at + i] & 0xc0) != 0x80)
            return false;
    return true;
}

/* Bytes of the character at an offset, 0 when it is not UTF-8. */
static size_t utf8_length(size_t at)
{
    int c = (uchar)ysrc.text[at], d = at + 1 < ysrc.n ? (uchar)ysrc.text[at + 1] : 0;
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

uint64_t ysrc_line(size_t at)
{
    uint64_t line = 1;
    for (size_t i = 0; i < at && i < ysrc.n; i++)
        line += ysrc.text[i] == '\n';
    return line;
}

void yq_fail_at(size_t at, const char *why, const char *what, size_t n)
{
    size_t bol = 0;
    uint64_t column = 1;
    char shown[68] = "";
    for (size_t i = 0; i < at && i < ysrc.n; i++)
        if (ysrc.text[i] == '\n')
            bol = i + 1;
    for (size_t i = bol; i < at && i < ysrc.n; i++)
        column += ((uchar)ysrc.text[i] & 0xc0) != 0x80;
    if (what) {
        size_t k = n < 60 ? n : 60;
        while (k < n && k && ((uchar)what[k] & 0xc0) == 0x80)
            k--;
        for (size_t i = 0; i < k; i++)
            shown[i + 2] = (uchar)what[i] < 32 || what[i] == 127 ? '?' : what[i];
        memcpy(shown, " '", 2);
        memcpy(shown + 2 + k, n > k ? "...'" : "'", n > k ? 4 : 1);
    }
    dief(1, "%s:%u:%u: %s%s", ysrc.name, ysrc_line(at), column, why, shown);
}

void yq_fail(size_t at, const char *why)
{
    yq_fail_at(at, why, NULL, 0);
}

static void check_encoding(bool yaml)
{
    const uchar *p = (const uchar *)ysrc.text;
    if (ysrc.n >= 2 && ((p[0] == 0xfe && p[1] == 0xff) || (p[0] == 0xff && p[1] == 0xfe) ||
                        !p[0] || !p[1]))
        yq_fail(0, "this is UTF-16 or UTF-32, and only UTF-8 is read; convert the file first");
    for (size_t i = 0, k; i < ysrc.n; i += k) {
        k = utf8_length(i);
        if (!k)
            yq_fail(i, "this is not UTF-8");
        if (p[i] < 32 && p[i] != '\t' && p[i] != '\n' && p[i] != '\r')
            yq_fail(i, yaml ? "a control character; write it in double quotes as \\xNN"
                            : "a control character; write it as \\u00NN");
    }
}

static void join_line_ends(void)
{
    size_t w = 0;
    for (size_t r = 0; r < ysrc.n; r++) {
        char c = ysrc.text[r];
        if (c == '\r') {
            r += r + 1 < ysrc.n && ysrc.text[r + 1] == '\n';
            c = '\n';
        }
        ysrc.text[w++] = c;
    }
    ysrc.n = w;
}

void ysrc_open(const char *file, bool yaml)
{
    memset(&ysrc, 0, sizeof ysrc);
    ysrc.name = strcmp(file, "-") ? file : "standard input";
    ysrc.text = in_slurp(file, &ysrc.n);
    if (!ysrc.text)
        quit(1);
    if (ysrc.n >= 3 && !memcmp(ysrc.text, "\xef\xbb\xbf", 3)) {
        memmove(ysrc.text, ysrc.text + 3, ysrc.n - 3);
        ysrc.n -= 3;
    }
    join_line_ends();
    check_encoding(yaml);
}

void ysrc_close(void)
{
    free(ysrc.text);
    ysrc.text = NULL;
}

bool at_marker(char c)
{
    return ysrc.pos == ysrc.bol && yc(0) == c && yc(1) == c && yc(2) == c && is_gap(yc(3));
}
