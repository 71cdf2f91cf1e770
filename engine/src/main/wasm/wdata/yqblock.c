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
    ysrc.pos++;
    for (int c; (c = yc(0)) == '+' || c == '-' || is_digit(c); ysrc.pos++) {
        if (is_digit(c) ? c == '0' || b->indent >= 0 : b->chomp != 0)
            yq_fail(ysrc.pos, "behind | or > comes one digit from 1 to 9, + or -, or both");
        if (is_digit(c))
            b->indent = (b->least > 0 ? b->least - 1 : 0) + c - '0';
        else
            b->chomp = (char)c;
    }
    size_t gap = ysrc.pos;
    while (is_blank(yc(0)))
        ysrc.pos++;
    if (yc(0) == '#' && ysrc.pos > gap)
        while (!is_endline(yc(0)))
            ysrc.pos++;
    if (yc(0) == '\n')
        ynewline();
    else if (yc(0))
        yq_fail(ysrc.pos, "the text of a block begins in the line behind | or >");
}

/* Finds the indentation from the first line with text. */
static void measure(Block *b)
{
    size_t p = ysrc.pos, bol = p, widest = 0;
    for (;; bol = ++p) {
        while (p < ysrc.n && ysrc.text[p] == ' ')
            p++;
        if (p >= ysrc.n || ysrc.text[p] != '\n')
            break;
        if (p - bol > widest)
            widest = p - bol;
    }
    b->indent = (int)(p - bol);
    if (p < ysrc.n && ysrc.text[p] == '\t' && b->indent < b->least)
        yq_fail(p, "a tab in the indentation; use spaces");
    if (b->indent < b->least || p >= ysrc.n)
        b->indent = b->least > (int)widest ? b->least : (int)widest;
    else if (widest > (size_t)b->indent)
        yq_fail(p, "an empty line before this one has more spaces; say how many with | and a digit");
}

/* Indentation and empty lines; the line ends go to a text. */
static void gaps(const Block *b, Text *ends)
{
    for (;;) {
        while (ycolumn() < b->indent && yc(0) == ' ')
            ysrc.pos++;
        if (yc(0) != '\n')
            return;
        ynewline();
        text_ch(ends, '\n');
    }
}

static bool has_text(const Block *b)
{
    return yc(0) && ycolumn() == b->indent && !at_marker('-') && !at_marker('.');
}

static void lines(const Block *b, Text *to, Text *ends)
{
    bool was_blank = false, ended = false;
    gaps(b, ends);
    while (has_text(b)) {
        bool blank = is_blank(yc(0));
        if (ended && !b->literal && !was_blank && !blank) {
            if (!ends->n)
                text_ch(to, ' ');
        } else if (ended) {
            text_ch(to, '\n');
        }
        text_mem(to, ends->p, ends->n);
        ends->n = 0;
        was_blank = blank;
        size_t start = ysrc.pos;
        while (!is_endline(yc(0)))
            ysrc.pos++;
        text_mem(to, ysrc.text + start, ysrc.pos - start);
        ended = yc(0) == '\n';
        if (ended)
            ynewline();
        gaps(b, ends);
    }
    if (b->chomp != '-' && ended)
        text_ch(to, '\n');
    if (b->chomp == '+')
        text_mem(to, ends->p, ends->n);
}

void scan_block(Text *to, int indent)
{
    static Text ends;
    Block b = {.indent = -1, .least = indent + 1};
    ends.n = 0;
    header(&b);
    if (b.indent < 0)
        measure(&b);
    lines(&b, to, &ends);
}
