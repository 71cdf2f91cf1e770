/* csv: options and subcommands. */
#include "wdata.h"

const char csv_help[] =
    "Usage: csv COMMAND [OPTION]... [ARGUMENT]... [FILE]\n"
    "Work with tables in CSV as of RFC 4180.\n"
    "\n"
    "  columns           number and name of each column\n"
    "  cut -c COLUMNS    only these columns, in this order; -v: all others\n"
    "  filter COLUMN OP VALUE [and COLUMN OP VALUE]...\n"
    "                    rows for which this holds, -v: does not hold; OP is = != < <= >\n"
    "                    >= or ~ !~ (VALUE is a pattern with * ? [...])\n"
    "  sort [-k [-]COLUMN]...  by columns (default: 1), - or -r backwards; -t as text\n"
    "  head [-n N]       the first N rows (default: 10)\n"
    "  uniq [-c COLUMNS] the first of the rows that are the same in COLUMNS\n"
    "  count [-c COLUMNS]  how often each value occurs\n"
    "  join -c COLUMN[=COLUMN2] FILE FILE2\n"
    "                    pairs of rows with the same value; -l: also rows of FILE alone\n"
    "  to-json           an array of objects; -t: numbers, booleans and null; -l: a line each\n"
    "  from-json         objects, or arrays, in an array or one after the other\n"
    "  to-tsv, from-tsv  tabs between, and \\t \\n \\\\ in values\n"
    "  copy              the same in plain form\n"
    "\n"
    "  -d CHAR           delimiter (default: comma); tab is \\t\n"
    "  -D CHAR           delimiter of the output (default: as -d)\n"
    "  -H, --no-header   the first row holds values; columns have numbers only\n"
    "      --ragged      rows may have different numbers of fields\n"
    "\n"
    "COLUMNS are names, numbers or ranges of numbers with commas between. Numbers are\n"
    "compared by value and come before text, which is compared by bytes.\n";

static struct {
    const char *columns;
    bool invert, reverse, text, lines;
    uint64_t n;
    char **keys;
    size_t key_n;
} arg = {.n = 10};

static int delimiter(const char *s)
{
    if (!strcmp(s, "\\t") || !strcmp(s, "tab"))
        return '\t';
    if (!*s || s[1] || *s == '"' || *s == '\n' || *s == '\r')
        dief(1, "a delimiter is one character, not a quote or end of line: '%s'", s);
    return *s;
}

static void option(int c, char *s)
{
    const char *end;
    switch (c) {
    case 'c': arg.columns = s; break;
    case 'd': csv.delim = delimiter(s); break;
    case 'D': csv.out_delim = delimiter(s); break;
    case 'H': csv.headless = true; break;
    case 'k': arg.keys[arg.key_n++] = s; break;
    case 'l': arg.lines = true; break;
    case 'n':
        if (!parse_u64(s, &end, &arg.n) || *end)
            dief(1, "invalid number of rows: '%s'", s);
        break;
    case 'r': arg.reverse = true; break;
    case 't': arg.text = true; break;
    case 'v': arg.invert = true; break;
    default: csv.ragged = true;
    }
}

/* The operands behind the first take; the rest is one file or none. */
static const char *file_of(Opt *o, int take)
{
    if (o->n > take + 1)
        extra_operand(o->argv[take + 1]);
    return o->n > take ? o->argv[take] : "-";
}

static const char *needed_columns(void)
{
    if (!arg.columns)
        usage_err("-c COLUMNS is missing");
    return arg.columns;
}

static int run_filter(Opt *o)
{
    Table t;
    int n = 3;
    if (o->n < 4)
        usage_err("filter needs COLUMN OP VALUE");
    while (o->n > n + 4 && !strcmp(o->argv[n + 1], "and"))
        n += 4;
    table_open(&t, file_of(o, n + 1), csv.delim);
    csv_filter(&t, o->argv + 1, (size_t)n, arg.invert);
    return 0;
}

static int run_join(Opt *o)
{
    Table a, b;
    const char *on = needed_columns();
    if (o->n != 3)
        usage_err("join needs two files");
    table_open(&a, o->argv[1], csv.delim);
    table_open(&b, o->argv[2], csv.delim);
    if (csv.ragged || csv.headless)
        dief(1, "join needs tables with headers, not -H or --ragged");
    csv_join(&a, &b, on, arg.lines);
    return 0;
}

/* Commands on one table. */
static void run_simple(const char *cmd, Table *t)
{
    if (!strcmp(cmd, "columns"))
        csv_columns(t);
    else if (!strcmp(cmd, "cut"))
        csv_cut(t, needed_columns(), arg.invert);
    else if (!strcmp(cmd, "sort"))
        csv_sort(t, arg.keys, arg.key_n, arg.reverse, arg.text);
    else if (!strcmp(cmd, "head"))
        csv_head(t, arg.n);
    else if (!strcmp(cmd, "uniq") || !strcmp(cmd, "count"))
        csv_uniq(t, arg.columns, cmd[0] == 'c');
    else if (!strcmp(cmd, "to-json"))
        csv_to_json(t, arg.text, arg.lines);
    else
        csv_copy(t);
}

static bool is_command(const char *s)
{
    static const char *const names[] = {"columns", "cut", "sort", "head", "uniq", "count",
                                        "to-json", "to-tsv", "from-tsv", "copy"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(s, names[i]))
            return true;
    return false;
}

static const LongOpt longs[] = {{"no-header", 0, 'H'}, {"ragged", 0, 256}, {0, 0, 0}};

int csv_main(int argc, char **argv)
{
    Opt o;
    Table t;
    arg.keys = xmalloc((size_t)(argc + 1) * sizeof *arg.keys);
    opt_start(&o, argc, argv, "c:d:D:Hk:ln:rtv", longs);
    for (int c; (c = opt_next(&o)) >= 0;)
        option(c, o.arg);
    if (!o.n)
        usage_err("missing command");
    const char *cmd = o.argv[0];
    bool to_tsv = !strcmp(cmd, "to-tsv"), from_tsv = !strcmp(cmd, "from-tsv");
    if (!csv.out_delim)
        csv.out_delim = to_tsv ? '\t' : csv.delim;
    csv.out_escapes = to_tsv;
    if (!strcmp(cmd, "filter"))
        return run_filter(&o);
    if (!strcmp(cmd, "join"))
        return run_join(&o);
    if (!strcmp(cmd, "from-json")) {
        csv_from_json(file_of(&o, 1));
        return 0;
    }
    if (!is_command(cmd))
        usage_err("no command '%s'", cmd);
    const char *file = file_of(&o, 1);
    csv.from_escapes = from_tsv;
    table_open(&t, file, from_tsv ? '\t' : csv.delim);
    run_simple(cmd, &t);
    return 0;
}
