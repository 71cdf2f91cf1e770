/* fold, expand and unexpand. */
#include "wbox.h"

const char fold_help[] =
    "Usage: fold [OPTION]... [FILE]...\n"
    "Wrap the lines of each FILE, or of standard input.\n"
    "\n"
    "  -b, --bytes        count bytes rather than columns\n"
    "  -s, --spaces       break at spaces\n"
    "  -w, --width=WIDTH  use WIDTH columns instead of 80\n";

typedef bool (*FileFn)(In *in, const void *how);

static int each_file(Opt *o, FileFn fn, const void *how)
{
    bool ok = true;
    In in = {0};
    OPT_FILES(*o);
    for (int i = 0; i < o->n; i++) {
        if (!in_open(&in, o->argv[i])) {
            ok = false;
            continue;
        }
        ok &= fn(&in, how);
        ok &= in_close(&in);
    }
    return !ok;
}

typedef struct {
    bool bytes, spaces;
    size_t width;
} Fold;

static size_t advance(const Fold *f, size_t col, int c)
{
    if (f->bytes)
        return col + 1;
    if (c == '\b')
        return col ? col - 1 : 0;
    if (c == '\r')
        return 0;
    if (c == '\t')
        return col + 8 - col % 8;
    return col + 1;
}

static void fold_line(const Fold *f, const char *p, size_t n)
{
    size_t start = 0, col = 0;
    for (size_t i = 0; i < n;) {
        size_t next = advance(f, col, (uchar)p[i]);
        if (next <= f->width || i == start) {
            col = next;
            i++;
            continue;
        }
        size_t cut = i;
        if (f->spaces) {
            while (cut > start && !is_blank(p[cut - 1]))
                cut--;
            if (cut == start)
                cut = i;
        }
        out_mem(p + start, cut - start);
        out_ch('\n');
        start = cut;
        col = 0;
        for (size_t k = start; k < i; k++)
            col = advance(f, col, (uchar)p[k]);
    }
    out_mem(p + start, n - start);
}

static bool fold_file(In *in, const void *how)
{
    char *p;
    size_t n;
    bool ended;
    while (in_line(in, '\n', &p, &n, &ended)) {
        fold_line(how, p, n);
        if (ended)
            out_ch('\n');
    }
    return true;
}

int fold_main(int argc, char **argv)
{
    static const LongOpt longs[] = {
        {"bytes", 0, 'b'}, {"spaces", 0, 's'}, {"width", 1, 'w'}, {0, 0, 0}};
    Opt o;
    Fold f = {.width = 80};
    if (argc > 1 && argv[1][0] == '-' && is_digit(argv[1][1])) {
        char *w = xmalloc(strlen(argv[1]) + 2);
        w[0] = '-';
        w[1] = 'w';
        strcpy(w + 2, argv[1] + 1);
        argv[1] = w;
    }
    opt_start(&o, argc, argv, "bsw:", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        if (c == 'b') {
            f.bytes = true;
        } else if (c == 's') {
            f.spaces = true;
        } else {
            uint64_t v;
            const char *end;
            if (!parse_u64(o.arg, &end, &v) || *end || !v || v > 1u << 30)
                dief(1, "invalid number of columns: '%s'%s", o.arg,
                     !*end && end > o.arg ? ": Numerical result out of range" : "");
            f.width = (size_t)v;
        }
    }
    return each_file(&o, fold_file, &f);
}

/* ---- tab stops ---- */

typedef struct {
    uint64_t *stops;
    size_t n;
    uint64_t every; /* 0: only the list */
    bool initial, all;
} Tabs;

static void read_tabs(Tabs *t, const char *s)
{
    t->every = 0;
    t->n = 0;
    while (*s) {
        uint64_t v;
        if (!parse_u64(s, &s, &v) || (*s && *s != ',' && !is_blank(*s)))
            dief(1, "tab size contains invalid character(s): '%s'", s);
        if (v == 0)
            dief(1, "tab size cannot be 0");
        if (t->n && v <= t->stops[t->n - 1])
            dief(1, "tab sizes must be ascending");
        t->stops = xrealloc(t->stops, (t->n + 1) * sizeof *t->stops);
        t->stops[t->n++] = v;
        if (*s)
            s++;
    }
    if (t->n == 1) {
        t->every = t->stops[0];
        t->n = 0;
    } else if (t->n == 0) {
        t->every = 8;
    }
}

/* The stop behind a column; 0 when there is none. */
static uint64_t next_stop(const Tabs *t, uint64_t col)
{
    if (t->every)
        return col + t->every - col % t->every;
    for (size_t i = 0; i < t->n; i++)
        if (t->stops[i] > col)
            return t->stops[i];
    return 0;
}

const char expand_help[] =
    "Usage: expand [OPTION]... [FILE]...\n"
    "Write each FILE with tabs turned into spaces.\n"
    "\n"
    "  -i, --initial    only tabs at the start of lines\n"
    "  -t, --tabs=LIST  tab stops at these columns, or at each multiple of one\n";

const char unexpand_help[] =
    "Usage: unexpand [OPTION]... [FILE]...\n"
    "Write each FILE with spaces turned into tabs.\n"
    "\n"
    "  -a, --all         all blanks, not only those at the start of lines\n"
    "  -f, --first-only  only blanks at the start of lines (default)\n"
    "  -t, --tabs=LIST   tab stops at these columns, or at each multiple of\n"
    "                    one; implies -a\n";

static bool expand_file(In *in, const void *how)
{
    const Tabs *t = how;
    uint64_t col = 0;
    bool active = true;
    for (int c; (c = in_byte(in)) >= 0;) {
        if (c == '\n') {
            col = 0;
            active = true;
        } else if (c == '\t' && active) {
            uint64_t to = next_stop(t, col);
            if (!to)
                to = col + 1;
            out_pad(' ', (size_t)(to - col));
            col = to;
            continue;
        } else if (c == '\b') {
            col -= col > 0;
        } else {
            col++;
        }
        if (t->initial && !is_blank(c) && c != '\n')
            active = false;
        out_ch(c);
    }
    return true;
}

static void put_blanks(const Tabs *t, uint64_t from, uint64_t to, bool last_tab)
{
    uint64_t stop = next_stop(t, from);
    while (stop && stop <= to) {
        if (stop == from + 1 && !last_tab && (stop == to || !next_stop(t, stop)))
            break;
        out_ch('\t');
        from = stop;
        stop = next_stop(t, from);
    }
    out_pad(' ', (size_t)(to - from));
}

static bool unexpand_file(In *in, const void *how)
{
    const Tabs *t = how;
    uint64_t col = 0, run = 0; /* blanks from column run to col wait */
    bool active = true, last_tab = false;
    for (int c; (c = in_byte(in)) >= 0;) {
        if (active && is_blank(c)) {
            uint64_t to = c == '\t' ? next_stop(t, col) : col + 1;
            last_tab = c == '\t';
            if (to) {
                col = to;
                continue;
            }
        }
        put_blanks(t, run, col, last_tab);
        last_tab = false;
        if (c == '\n') {
            col = 0;
            active = true;
        } else {
            col = c == '\b' ? col - (col > 0) : col + 1;
            if (!t->all)
                active = false;
        }
        run = col;
        out_ch(c);
    }
    put_blanks(t, run, col, last_tab);
    return true;
}

static const LongOpt tab_longs[] = {{"initial", 0, 'i'},
                                    {"tabs", 1, 't'},
                                    {"all", 0, 'a'},
                                    {"first-only", 0, 'f'},
                                    {0, 0, 0}};

int expand_main(int argc, char **argv)
{
    Opt o;
    Tabs t = {.every = 8};
    opt_start(&o, argc, argv, "it:", tab_longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        if (c == 'i')
            t.initial = true;
        else if (c == 't')
            read_tabs(&t, o.arg);
    }
    return each_file(&o, expand_file, &t);
}

int unexpand_main(int argc, char **argv)
{
    Opt o;
    Tabs t = {.every = 8};
    bool first = false;
    opt_start(&o, argc, argv, "aft:", tab_longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        if (c == 't')
            read_tabs(&t, o.arg);
        t.all |= c == 'a' || c == 't';
        first |= c == 'f';
    }
    if (first)
        t.all = false;
    return each_file(&o, unexpand_file, &t);
}
