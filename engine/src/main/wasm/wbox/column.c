/* column of util-linux: lists in columns, tables. */
#include "wbox.h"

const char column_help[] =
    "Usage: column [OPTION]... [FILE]...\n"
    "Put lines into columns.\n"
    "\n"
    "  -c, --output-width=WIDTH     width of the output (default: 80)\n"
    "  -d, --table-noheadings       no line of names\n"
    "  -H, --table-hide=COLUMNS     leave out columns\n"
    "  -l, --table-columns-limit=N  no more than N columns; the last has the rest\n"
    "  -L, --keep-empty-lines       keep empty lines\n"
    "  -N, --table-columns=NAMES    names of the columns, with commas between\n"
    "  -o, --output-separator=TEXT  between columns of a table (default: two spaces)\n"
    "  -O, --table-order=COLUMNS    these columns first\n"
    "  -R, --table-right=COLUMNS    columns aligned to the right\n"
    "  -s, --separator=CHARS        each of CHARS separates (default: blanks)\n"
    "  -t, --table                  make a table\n"
    "  -x, --fillrows               fill rows before columns\n"
    "\n"
    "COLUMNS are names or numbers, with commas between.\n";

typedef struct {
    const char *p;
    size_t n, width;
} Cell;

typedef struct {
    size_t first, n; /* cells */
} Row;

typedef struct {
    size_t width;
    const char *name;
    bool right, hidden, listed;
} Column;

static struct {
    bool table, keep_empty, fill_rows, no_names;
    const char *separators, *between, *names, *right, *hide, *order;
    uint64_t width, limit;
    Cell *cells;
    size_t cell_n, cell_cap;
    Row *rows;
    size_t row_n, row_cap;
    Column *columns;
    size_t column_n;
    size_t *shown, shown_n;
} col = {.between = "  ", .width = 80, .limit = UINT64_MAX};

/* Characters of UTF-8. */
static size_t width_of(const char *s, size_t n)
{
    size_t w = 0;
    for (size_t i = 0; i < n; i++)
        w += ((uchar)s[i] & 0xc0) != 0x80;
    return w;
}

static void add_cell(const char *p, size_t n)
{
    if (col.cell_n == col.cell_cap)
        col.cells = xrealloc(col.cells, (col.cell_cap = col.cell_cap * 2 + 64) * sizeof *col.cells);
    col.cells[col.cell_n++] = (Cell){p, n, width_of(p, n)};
}

static void add_row(size_t first)
{
    if (col.row_n == col.row_cap)
        col.rows = xrealloc(col.rows, (col.row_cap = col.row_cap * 2 + 64) * sizeof *col.rows);
    col.rows[col.row_n++] = (Row){first, col.cell_n - first};
    if (col.cell_n - first > col.column_n)
        col.column_n = col.cell_n - first;
}

static bool separates(int c)
{
    return col.separators ? c && strchr(col.separators, c) != NULL : is_blank(c);
}

static void split_row(const char *p, const char *end)
{
    size_t first = col.cell_n;
    for (;;) {
        if (!col.separators)
            while (p < end && separates((uchar)*p))
                p++;
        if (!col.separators && p == end)
            break;
        const char *e = p;
        if (col.cell_n - first + 1 >= col.limit)
            e = end;
        while (e < end && !separates((uchar)*e))
            e++;
        add_cell(p, (size_t)(e - p));
        if (e == end)
            break;
        p = e + 1;
    }
    add_row(first);
}

static void read_file(const char *name)
{
    size_t n;
    char *s = in_slurp(name, &n);
    if (!s)
        quit(1);
    for (const char *p = s, *end = s + n; p < end;) {
        const char *e = find_byte(p, end, '\n'), *q = p;
        while (q < e && is_space((uchar)*q))
            q++;
        if (q == e) {
            if (col.keep_empty) {
                size_t first = col.cell_n;
                if (!col.table)
                    add_cell(p, 0);
                add_row(first);
            }
        } else if (col.table) {
            split_row(p, e);
        } else {
            add_cell(p, (size_t)(e - p));
        }
        p = e + 1;
    }
}

/* ---- tables ---- */

/* Index of a column by name or number. */
static size_t find_column(const char *s, size_t n)
{
    uint64_t v;
    const char *end;
    for (size_t i = 0; i < col.column_n; i++)
        if (col.columns[i].name && strlen(col.columns[i].name) == n &&
            !memcmp(col.columns[i].name, s, n))
            return i;
    char *text = xstrndup(s, n);
    if (!parse_u64(text, &end, &v) || *end || v < 1 || v > col.column_n)
        dief(1, "undefined column name '%s'", text);
    free(text);
    return (size_t)v - 1;
}

static void each_column(const char *list, void (*act)(size_t))
{
    while (list && *list) {
        size_t n = strcspn(list, ",");
        act(find_column(list, n));
        list += n + (list[n] == ',');
    }
}

static void set_right(size_t k) { col.columns[k].right = true; }
static void set_hidden(size_t k) { col.columns[k].hidden = true; }

static void show_column(size_t k)
{
    if (!col.columns[k].listed)
        col.shown[col.shown_n++] = k;
    col.columns[k].listed = true;
}

static size_t name_count(void)
{
    size_t n = col.names ? 1 : 0;
    for (const char *p = col.names; p && *p; p++)
        n += *p == ',';
    return n;
}

static void make_columns(void)
{
    size_t names = name_count();
    if (names > col.column_n)
        col.column_n = names;
    col.columns = xmalloc((col.column_n + 1) * sizeof *col.columns);
    memset(col.columns, 0, (col.column_n + 1) * sizeof *col.columns);
    const char *p = col.names;
    for (size_t i = 0; i < names; i++) {
        size_t n = strcspn(p, ",");
        col.columns[i].name = xstrndup(p, n);
        if (!col.no_names)
            col.columns[i].width = width_of(p, n);
        p += n + 1;
    }
    for (size_t i = 0; i < col.row_n; i++)
        for (size_t k = 0; k < col.rows[i].n; k++) {
            size_t w = col.cells[col.rows[i].first + k].width;
            if (w > col.columns[k].width)
                col.columns[k].width = w;
        }
    each_column(col.right, set_right);
    each_column(col.hide, set_hidden);
    col.shown = xmalloc((col.column_n + 1) * sizeof *col.shown);
    each_column(col.order, show_column);
    for (size_t k = 0; k < col.column_n; k++)
        show_column(k);
    size_t n = 0;
    for (size_t i = 0; i < col.shown_n; i++)
        if (!col.columns[col.shown[i]].hidden)
            col.shown[n++] = col.shown[i];
    col.shown_n = n;
}

static void put_cell(size_t place, const char *s, size_t n, size_t width)
{
    const Column *c = &col.columns[col.shown[place]];
    bool last = place + 1 == col.shown_n;
    if (c->right && (n || !last))
        out_pad(' ', c->width - width);
    out_mem(s, n);
    if (last)
        return;
    if (!c->right)
        out_pad(' ', c->width - width);
    out_str(col.between);
}

static void put_table(void)
{
    make_columns();
    if (!col.shown_n)
        return;
    if (col.names && !col.no_names) {
        for (size_t i = 0; i < col.shown_n; i++) {
            const char *s = col.columns[col.shown[i]].name;
            size_t n = s ? strlen(s) : 0;
            put_cell(i, s ? s : "", n, width_of(s ? s : "", n));
        }
        out_ch('\n');
    }
    for (size_t r = 0; r < col.row_n; r++) {
        const Row *row = &col.rows[r];
        for (size_t i = 0; i < col.shown_n; i++) {
            size_t k = col.shown[i];
            Cell none = {"", 0, 0}, *c = k < row->n ? &col.cells[row->first + k] : &none;
            put_cell(i, c->p, c->n, c->width);
        }
        out_ch('\n');
    }
}

/* ---- lists ---- */

static void put_entry(size_t k, size_t *at, size_t stop)
{
    out_mem(col.cells[k].p, col.cells[k].n);
    *at += col.cells[k].width;
    for (size_t next; stop && (next = (*at + 8) & ~(size_t)7) <= stop; *at = next)
        out_ch('\t');
}

static void put_list(void)
{
    size_t widest = 0, n = col.cell_n;
    for (size_t i = 0; i < n; i++)
        if (col.cells[i].width > widest)
            widest = col.cells[i].width;
    widest = (widest + 8) & ~(size_t)7;
    size_t across = col.width >= 2 * widest ? (size_t)(col.width / widest) : 1;
    size_t down = (n + across - 1) / across;
    for (size_t r = 0; r < down; r++) {
        size_t at = 0, step = col.fill_rows ? 1 : down;
        size_t k = col.fill_rows ? r * across : r, stop = widest;
        for (size_t i = 0; i < across && k < n; i++, k += step, stop += widest)
            put_entry(k, &at, i + 1 < across && k + step < n ? stop : 0);
        out_ch('\n');
    }
}

static uint64_t number(const char *s, const char *what)
{
    uint64_t v;
    const char *end;
    if (!parse_u64(s, &end, &v) || *end || !v || v > UINT32_MAX)
        dief(1, "invalid %s: '%s'", what, s);
    return v;
}

static void option(int c, char *arg)
{
    switch (c) {
    case 'c': col.width = number(arg, "columns argument"); break;
    case 'd': col.no_names = true; break;
    case 'H': col.hide = arg; break;
    case 'l': col.limit = number(arg, "columns limit argument"); break;
    case 'L': col.keep_empty = true; break;
    case 'N': col.names = arg; break;
    case 'o': col.between = arg; break;
    case 'O': col.order = arg; break;
    case 'R': col.right = arg; break;
    case 's': col.separators = arg; break;
    case 't': col.table = true; break;
    default: col.fill_rows = true;
    }
}

static const LongOpt longs[] = {
    {"output-width", 1, 'c'},     {"columns", 1, 'c'},       {"table-noheadings", 0, 'd'},
    {"table-hide", 1, 'H'},       {"table-columns-limit", 1, 'l'}, {"keep-empty-lines", 0, 'L'},
    {"table-columns", 1, 'N'},    {"output-separator", 1, 'o'},    {"table-order", 1, 'O'},
    {"table-right", 1, 'R'},      {"separator", 1, 's'},     {"table", 0, 't'},
    {"fillrows", 0, 'x'},         {0, 0, 0}};

int column_main(int argc, char **argv)
{
    Opt o;
    opt_start(&o, argc, argv, "c:dH:l:LN:o:O:R:s:tx", longs);
    for (int c; (c = opt_next(&o)) >= 0;)
        option(c, o.arg);
    if (!col.table && (col.names || col.hide || col.order || col.right || col.no_names ||
                       col.limit != UINT64_MAX))
        dief(1, "option --table required for all --table-*");
    OPT_FILES(o);
    for (int i = 0; i < o.n; i++)
        read_file(o.argv[i]);
    if (col.table)
        put_table();
    else if (col.cell_n)
        put_list();
    return 0;
}
