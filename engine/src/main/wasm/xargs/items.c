/* The items of the input: words with quotes, lines, or what a delimiter separates. */
#include "xargs.h"

static In in;
static ItemRules rules;
static char *text;
static size_t length, capacity;
static bool done;

void items_start(const char *file, const ItemRules *r)
{
    rules = *r;
    if (!in_open(&in, file))
        quit(1);
}

static void add(int c)
{
    if (c == 0)
        dief(1, "the input holds a NUL byte, which no argument can; use -0 for items that end with one");
    if (length == capacity)
        text = xrealloc(text, capacity = capacity * 2 + 256);
    text[length++] = (char)c;
}

static void must_have_read(void)
{
    if (in.err && !in_close(&in))
        quit(1);
}

static bool delimited(Item *item)
{
    int c = in_byte(&in);
    must_have_read();
    if (c < 0)
        return false;
    for (; c >= 0 && c != rules.delimiter; c = in_byte(&in))
        add(c);
    item->line_ends = true;
    return true;
}

static void quoted(int quote)
{
    for (;;) {
        int c = in_byte(&in);
        if (c < 0 || c == '\n')
            dief(1, "unmatched %s quote; by default quotes are special to xargs unless you use the -0 option",
                 quote == '"' ? "double" : "single");
        if (c == quote)
            return;
        add(c);
    }
}

/* A line that ends with a blank goes on in the next one. */
static bool line_ends_here(int c)
{
    bool blank = false;
    for (; is_blank(c); c = in_byte(&in))
        blank = true;
    if (c == '\n')
        return !blank;
    if (c >= 0)
        in.pos--;
    return c < 0;
}

static bool word(Item *item)
{
    int c = in_byte(&in);
    while (is_space(c))
        c = in_byte(&in);
    must_have_read();
    if (c < 0)
        return false;
    for (; c >= 0 && c != '\n' && (rules.by_line || !is_blank(c)); c = in_byte(&in)) {
        if (c == '"' || c == '\'') {
            quoted(c);
        } else if (c == '\\') {
            c = in_byte(&in);
            if (c < 0)
                dief(1, "backslash at the end of the input");
            add(c);
        } else {
            add(c);
        }
    }
    item->line_ends = line_ends_here(c);
    return true;
}

bool items_next(Item *item)
{
    length = 0;
    if (done || !(rules.delimiter >= 0 ? delimited(item) : word(item))) {
        done = true;
        return false;
    }
    item->text = xstrndup(text ? text : "", length);
    item->n = length;
    if (rules.delimiter < 0 && rules.eof && !strcmp(item->text, rules.eof))
        done = true;
    return !done;
}
