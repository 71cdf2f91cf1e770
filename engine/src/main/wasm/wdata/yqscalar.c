/* yq: plain and quoted scalars in the source. */
#include "yaml.h"

/* Line ends and the blanks around them; how many line ends. */
static size_t skip_lines(void)
{
    size_t lines = 0;
    for (;; ) {
        if (is_blank(yc(0)))
            ysrc.pos++;
        else if (yc(0) == '\n')
            ynewline(), lines++;
        else
            return lines;
    }
}

/* One line end is a space, more of them are one less. */
static void fold(Text *to, size_t lines)
{
    if (lines == 1)
        text_ch(to, ' ');
    while (lines-- > 1)
        text_ch(to, '\n');
}

/* ---- plain ---- */

static void plain_word(Text *to, bool flow)
{
    size_t start = ysrc.pos;
    for (int c; !is_gap(c = yc(0)); ysrc.pos++) {
        if (flow && is_flow_mark(c))
            break;
        if (c == ':' && (is_gap(yc(1)) || (flow && is_flow_mark(yc(1)))))
            break;
    }
    text_mem(to, ysrc.text + start, ysrc.pos - start);
}

static void check_tab(bool flow, int indent)
{
    size_t p = ysrc.bol;
    while (p < ysrc.pos && ysrc.text[p] == ' ')
        p++;
    if (!flow && p < ysrc.pos && (int)(p - ysrc.bol) <= indent && !is_endline(yc(0)))
        yq_fail(p, "a tab in the indentation; use spaces");
}

void scan_plain(Text *to, bool flow, int indent, bool *multi)
{
    *multi = false;
    for (;;) {
        plain_word(to, flow);
        size_t gap = ysrc.pos, lines;
        if (!is_gap(yc(0)) || yc(0) == 0)
            return;
        lines = skip_lines();
        *multi = lines > 0;
        if (lines)
            check_tab(flow, indent);
        int c = yc(0);
        if (c == 0 || c == '#' || at_marker('-') || at_marker('.') ||
            (lines && !flow && ycolumn() <= indent))
            return;
        if (flow ? is_flow_mark(c) : false)
            return;
        if (c == ':' && (is_gap(yc(1)) || (flow && is_flow_mark(yc(1)))))
            return;
        if (lines)
            fold(to, lines);
        else
            text_mem(to, ysrc.text + gap, ysrc.pos - gap);
        *multi = false;
    }
}

/* ---- quoted ---- */

static uint32_t hex(size_t digits)
{
    uint32_t v = 0;
    size_t at = ysrc.pos;
    for (size_t i = 0; i < digits; i++) {
        int h = hex_value(yc(0));
        if (h < 0)
            yq_fail(at, "an escape needs more hexadecimal digits");
        v = v << 4 | (uint32_t)h;
        ysrc.pos++;
    }
    return v;
}

static void coded(Text *to, size_t digits)
{
    size_t at = ysrc.pos - 2;
    uint32_t c = hex(digits);
    if (c >> 10 == 0x36 && yc(0) == '\\' && yc(1) == 'u') {
        ysrc.pos += 2;
        uint32_t low = hex(4);
        c = low >> 10 == 0x37 ? 0x10000 + ((c & 0x3ff) << 10) + (low & 0x3ff) : 0xd800;
    }
    if (c >> 11 == 0x1b || c > 0x10ffff)
        yq_fail(at, "an escape that is not a character");
    text_utf8(to, c);
}

static void escape(Text *to)
{
    static const char from[] = "0abt\tnvfre \"/\\N_LP";
    static const uint16_t code[] = {0, 7, 8, 9, 9, 10, 11, 12, 13, 27, 32, '"', '/', '\\',
                                    0x85, 0xa0, 0x2028, 0x2029};
    int c = yc(1);
    const char *k = c ? strchr(from, c) : NULL;
    ysrc.pos += 2;
    if (k)
        text_utf8(to, code[k - from]);
    else if (c == 'x' || c == 'u' || c == 'U')
        coded(to, c == 'x' ? 2 : c == 'u' ? 4 : 8);
    else
        yq_fail(ysrc.pos - 2, "unknown escape in double quotes; a backslash is written \\\\");
}

/* Blanks and line ends inside of quotes. glued: a backslash ended the line. */
static void quoted_gap(Text *to, size_t start, bool glued)
{
    size_t gap = ysrc.pos, lines = 0;
    for (; is_blank(yc(0)) || yc(0) == '\n';) {
        if (yc(0) != '\n') {
            ysrc.pos++;
            continue;
        }
        ynewline();
        lines++;
        if (at_marker('-') || at_marker('.'))
            yq_fail(start, "a quoted string does not end before the end of the document");
    }
    if (glued)
        fold(to, lines == 1 ? 0 : lines);
    else if (lines)
        fold(to, lines);
    else
        text_mem(to, ysrc.text + gap, ysrc.pos - gap);
}

void scan_quoted(Text *to)
{
    size_t start = ysrc.pos;
    int quote = yc(0), c;
    ysrc.pos++;
    for (;;) {
        c = yc(0);
        if (c == 0)
            yq_fail(start, "a quoted string does not end");
        if (c == quote && !(quote == '\'' && yc(1) == '\''))
            break;
        if (is_gap(c)) {
            quoted_gap(to, start, false);
        } else if (c == quote) {
            text_ch(to, c);
            ysrc.pos += 2;
        } else if (c == '\\' && quote == '"' && yc(1) == '\n') {
            ysrc.pos++;
            quoted_gap(to, start, true);
        } else if (c == '\\' && quote == '"') {
            escape(to);
        } else {
            text_ch(to, c);
            ysrc.pos++;
        }
    }
    ysrc.pos++;
}
