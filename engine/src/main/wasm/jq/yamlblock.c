/* yq: literal and folded block scalars in the source. */
#include "yaml.h"

typedef struct {
    bool literal;
    char chomp; /* + - or 0 */
    int indent; /* of the text; -1: not known */
    int least;
} Block;

static void header(Block *b)
{
    b->literal = yc(0) == '|';
    ys.pos++;
    for (int c; (c = yc(0)) == '+' || c == '-' || is_digit(c); ys.pos++) {
        if (is_digit(c) ? c == '0' || b->indent >= 0 : b->chomp != 0)
            yaml_fail(ys.pos, "behind | or > comes one digit from 1 to 9, + or -, or both");
        if (is_digit(c))
            b->indent = (b->least > 0 ? b->least - 1 : 0) + c - '0';
        else
            b->chomp = (char)c;
    }
    size_t gap = ys.pos;
    while (is_blank(yc(0)))
        ys.pos++;
    if (yc(0) == '#' && ys.pos > gap)
        while (!is_endline(yc(0)))
            ys.pos++;
    if (yc(0) == '\n')
        ynewline();
    else if (yc(0))
        yaml_fail(ys.pos, "the text of a block begins in the line behind | or >");
}

/* Finds the indentation from the first line with text. */
static void measure(Block *b)
{
    size_t p = ys.pos, bol = p, widest = 0;
    for (;; bol = ++p) {
        while (p < ys.n && ys.text[p] == ' ')
            p++;
        if (p >= ys.n || ys.text[p] != '\n')
            break;
        if (p - bol > widest)
            widest = p - bol;
    }
    b->indent = (int)(p - bol);
    if (p < ys.n && ys.text[p] == '\t' && b->indent < b->least)
        yaml_fail(p, "a tab in the indentation; use spaces");
    if (b->indent < b->least || p >= ys.n)
        b->indent = b->least > (int)widest ? b->least : (int)widest;
    else if (widest > (size_t)b->indent)
        yaml_fail(p, "an empty line before this one has more spaces; say how many with | and a digit");
}

/* Indentation and empty lines; the line ends go to a text. */
static void gaps(const Block *b, Buf *ends)
{
    for (;;) {
        while (ycolumn() < b->indent && yc(0) == ' ')
            ys.pos++;
        if (yc(0) != '\n')
            return;
        ynewline();
        buf_ch(ends, '\n');
    }
}

static bool has_text(const Block *b)
{
    return yc(0) && ycolumn() == b->indent && !yaml_at_marker('-') && !yaml_at_marker('.');
}

static void lines(const Block *b, Buf *to, Buf *ends)
{
    bool was_blank = false, ended = false;
    gaps(b, ends);
    while (has_text(b)) {
        bool blank = is_blank(yc(0));
        if (ended && !b->literal && !was_blank && !blank) {
            if (!ends->n)
                buf_ch(to, ' ');
        } else if (ended) {
            buf_ch(to, '\n');
        }
        buf_mem(to, ends->s, ends->n);
        ends->n = 0;
        was_blank = blank;
        size_t start = ys.pos;
        while (!is_endline(yc(0)))
            ys.pos++;
        buf_mem(to, ys.text + start, ys.pos - start);
        ended = yc(0) == '\n';
        if (ended)
            ynewline();
        gaps(b, ends);
    }
    if (b->chomp != '-' && ended)
        buf_ch(to, '\n');
    if (b->chomp == '+')
        buf_mem(to, ends->s, ends->n);
}

void yaml_block(Buf *to, int indent)
{
    static Buf ends;
    Block b = {.indent = -1, .least = indent + 1};
    ends.n = 0;
    header(&b);
    if (b.indent < 0)
        measure(&b);
    lines(&b, to, &ends);
}
