/* yq: plain and quoted scalars in the source. */
#include "yaml.h"

/* Line ends and the blanks around them; how many line ends. */
static size_t skip_lines(void)
{
    size_t lines = 0;
    for (;;) {
        if (is_blank(yc(0)))
            ys.pos++;
        else if (yc(0) == '\n')
            ynewline(), lines++;
        else
            return lines;
    }
}

/* One line end is a space, more of them are one less. */
static void fold(Buf *to, size_t lines)
{
    if (lines == 1)
        buf_ch(to, ' ');
    while (lines-- > 1)
        buf_ch(to, '\n');
}

/* ---- plain ---- */

bool yaml_plain_starts(bool flow)
{
    int c = yc(0);
    if (c == '-' || c == '?' || c == ':')
        return !is_gap(yc(1)) && !(flow && is_flow_mark(yc(1)));
    return c && !strchr(",[]{}#&*!|>'\"%@`", c);
}

static bool word_ends(bool flow)
{
    int c = yc(0);
    if (is_gap(c) || (flow && is_flow_mark(c)))
        return true;
    return c == ':' && (is_gap(yc(1)) || (flow && is_flow_mark(yc(1))));
}

void yaml_plain_line(Buf *to, bool flow)
{
    size_t start = ys.pos, end = start;
    for (;;) {
        size_t word = ys.pos;
        while (!word_ends(flow))
            ys.pos++;
        if (ys.pos == word)
            break;
        end = ys.pos;
        while (is_blank(yc(0)))
            ys.pos++;
        if (ys.pos == end || yc(0) == '#')
            break;
    }
    ys.pos = end;
    buf_mem(to, ys.text + start, end - start);
}

void yaml_plain_more(Buf *to, bool flow, int indent)
{
    for (;;) {
        size_t end = ys.pos, lines = skip_lines();
        if (!lines) {
            ys.pos = end;
            return;
        }
        if (yaml_at_end() || yc(0) == '#' || word_ends(flow))
            return;
        if (yaml_spaces() <= indent) {
            if (flow)
                yaml_fail(ys.pos, "this line of a value in brackets needs more indentation");
            return;
        }
        fold(to, lines);
        yaml_plain_line(to, flow);
    }
}

/* ---- quoted ---- */

static uint32_t hex(size_t digits)
{
    uint32_t v = 0;
    for (size_t i = 0; i < digits; i++) {
        int h = hex_value(yc(0));
        if (h < 0)
            yaml_fail(ys.pos, "an escape needs more hexadecimal digits");
        v = v << 4 | (uint32_t)h;
        ys.pos++;
    }
    return v;
}

static void coded(Buf *to, size_t digits)
{
    size_t at = ys.pos - 2;
    uint32_t c = hex(digits);
    if (c >> 10 == 0x36 && yc(0) == '\\' && yc(1) == 'u') { /* a pair, as JSON has it */
        ys.pos += 2;
        uint32_t low = hex(4);
        c = low >> 10 == 0x37 ? 0x10000 + ((c & 0x3ff) << 10) + (low & 0x3ff) : 0xd800;
    }
    if (c >> 11 == 0x1b || c > 0x10ffff)
        yaml_fail(at, "an escape that is not a character");
    buf_rune(to, c);
}

static void escape(Buf *to)
{
    static const char from[] = "0abt\tnvfre \"/\\N_LP";
    static const uint16_t code[] = {0, 7, 8, 9, 9, 10, 11, 12, 13, 27, 32, '"', '/', '\\',
                                    0x85, 0xa0, 0x2028, 0x2029};
    int c = yc(1);
    const char *k = c ? strchr(from, c) : NULL;
    size_t at = ys.pos;
    ys.pos += c ? 2 : 1;
    if (k)
        buf_rune(to, code[k - from]);
    else if (c == 'x' || c == 'u' || c == 'U')
        coded(to, c == 'x' ? 2 : c == 'u' ? 4 : 8);
    else
        yaml_fail(at, "unknown escape in double quotes; a backslash is written \\\\");
}

/* Blanks and line ends inside of quotes. glued: a backslash ended the line. */
static void quoted_gap(Buf *to, size_t start, int indent, bool glued)
{
    size_t gap = ys.pos, lines = skip_lines();
    if (!lines) {
        buf_mem(to, ys.text + gap, ys.pos - gap);
        return;
    }
    if (yaml_at_end())
        yaml_fail(start, "a quoted string does not end");
    if (yaml_spaces() <= indent)
        yaml_fail(ys.pos, "this line of a quoted string needs more indentation, by spaces");
    fold(to, glued && lines == 1 ? 0 : lines);
}

/* One character or gap of a string that begins at start. */
static void quoted_part(Buf *to, int quote, size_t start, int indent)
{
    int c = yc(0);
    if (c == 0)
        yaml_fail(start, "a quoted string does not end");
    if (is_gap(c)) {
        quoted_gap(to, start, indent, false);
    } else if (c == '\\' && quote == '"' && yc(1) == '\n') {
        ys.pos++;
        quoted_gap(to, start, indent, true);
    } else if (c == '\\' && quote == '"') {
        escape(to);
    } else {
        buf_ch(to, c);
        ys.pos += c == quote ? 2 : 1;
    }
}

void yaml_quoted(Buf *to, int indent)
{
    size_t start = ys.pos;
    int quote = yc(0);
    ys.pos++;
    while (yc(0) != quote || (quote == '\'' && yc(1) == '\''))
        quoted_part(to, quote, start, indent);
    ys.pos++;
}
