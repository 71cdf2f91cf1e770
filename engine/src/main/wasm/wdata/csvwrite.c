/* Rows out. */
#include "wdata.h"

static size_t fields;
static bool lone_empty;

static void put_escaped(Field f)
{
    for (size_t i = 0; i < f.n; i++) {
        int c = f.p[i];
        const char *e = c == '\t' ? "\\t" : c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\\\";
        if (c == '\t' || c == '\n' || c == '\r' || c == '\\')
            out_str(e);
        else
            out_ch(c);
    }
}

static void put_quoted(Field f)
{
    out_ch('"');
    for (size_t i = 0; i < f.n; i++) {
        if (f.p[i] == '"')
            out_ch('"');
        out_ch(f.p[i]);
    }
    out_ch('"');
}

static bool needs_quotes(Field f)
{
    for (size_t i = 0; i < f.n; i++) {
        char c = f.p[i];
        if (c == '"' || c == '\n' || c == '\r' || c == (char)csv.out_delim)
            return true;
    }
    return false;
}

void put_field(Field f)
{
    if (fields++)
        out_ch(csv.out_delim);
    lone_empty = fields == 1 && f.n == 0;
    if (csv.out_escapes)
        put_escaped(f);
    else if (needs_quotes(f))
        put_quoted(f);
    else
        out_mem(f.p, f.n);
}

void put_end(void)
{
    /* An empty line would be no row. */
    if (lone_empty && fields == 1 && !csv.out_escapes)
        out_str("\"\"");
    out_ch('\n');
    fields = 0;
}

void put_row(const Row *r, size_t width)
{
    for (size_t i = 0; i < r->n || i < width; i++)
        put_field(row_field(r, i));
    put_end();
}
