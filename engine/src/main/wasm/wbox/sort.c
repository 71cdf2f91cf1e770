/* sort: options, reading, merge sort, output. */
#include "sort.h"

const char sort_help[] =
    "Usage: sort [OPTION]... [FILE]...\n"
    "Write the lines of all FILEs, or of standard input, in order of bytes.\n"
    "\n"
    "Order:\n"
    "  -b, --ignore-leading-blanks  ignore leading blanks\n"
    "  -d, --dictionary-order       heed only blanks, letters and digits\n"
    "  -f, --ignore-case            take lower case letters as upper case\n"
    "  -g, --general-numeric-sort   floating point numbers\n"
    "  -h, --human-numeric-sort     numbers such as 2K, 1G\n"
    "  -i, --ignore-nonprinting     heed only printable bytes\n"
    "  -M, --month-sort             names of months\n"
    "  -n, --numeric-sort           decimal numbers\n"
    "  -V, --version-sort           version numbers\n"
    "  -r, --reverse                reverse the order\n"
    "Other:\n"
    "  -c, --check                  only tell whether the input is sorted\n"
    "  -C, --check=quiet            the same without a message\n"
    "  -k, --key=KEYDEF             sort by a key; may be repeated\n"
    "  -m, --merge                  the FILEs are sorted already\n"
    "  -o, --output=FILE            write to FILE, which may be an input\n"
    "  -s, --stable                 keep the order of lines with equal keys\n"
    "  -t, --field-separator=SEP    separate fields by SEP\n"
    "  -u, --unique                 only the first of lines with equal keys\n"
    "  -z, --zero-terminated        lines end with NUL\n"
    "\n"
    "KEYDEF is F[.C][FLAGS][,F[.C][FLAGS]] with fields F and bytes C counted\n"
    "from 1 and FLAGS of bdfgiMhnrV for this key alone.\n";

static bool key_flag(KeyFlags *f, int c, bool at_end)
{
    switch (c) {
    case 'b':
        if (at_end)
            f->blanks_end = true;
        else
            f->blanks_start = true;
        break;
    case 'd': f->dictionary = true; break;
    case 'f': f->fold = true; break;
    case 'i': f->printing = true; break;
    case 'r': f->reverse = true; break;
    case 'n': case 'g': case 'h': case 'M': case 'V': f->kind = (char)c; break;
    default: return false;
    }
    return true;
}

static size_t key_number(const char **p, const char *def, bool zero_ok)
{
    uint64_t v;
    if (!is_digit(**p))
        dief(2, "invalid number at field start: invalid count at start of '%s'",
             *p);
    parse_u64(*p, p, &v);
    if (v == 0 && !zero_ok)
        dief(2, "field number is zero: invalid field specification '%s'", def);
    return v > SIZE_MAX / 2 ? SIZE_MAX / 2 : (size_t)v;
}

static void add_key(const char *def)
{
    Key k = {.f2 = SIZE_MAX};
    const char *p = def;
    k.f1 = key_number(&p, def, false) - 1;
    if (*p == '.') {
        p++;
        k.c1 = key_number(&p, def, true);
        if (k.c1 == 0)
            dief(2, "character offset is zero: invalid field specification '%s'",
                 def);
        k.c1--;
    }
    while (*p && *p != ',' && key_flag(&k.fl, *p, false))
        p++;
    if (*p == ',') {
        p++;
        k.f2 = key_number(&p, def, false) - 1;
        if (*p == '.') {
            p++;
            k.c2 = key_number(&p, def, true);
        }
        while (*p && key_flag(&k.fl, *p, true))
            p++;
    }
    if (*p)
        dief(2, "stray character in field spec: invalid field specification '%s'",
             def);
    sort.keys = xrealloc(sort.keys, (sort.key_n + 1) * sizeof k);
    sort.keys[sort.key_n++] = k;
}

static bool has_own(const KeyFlags *f)
{
    return f->blanks_start || f->blanks_end || f->fold || f->reverse ||
           f->dictionary || f->printing || f->kind;
}

/* Keys without flags take the global ones; global flags alone are a key. */
static void settle_keys(void)
{
    KeyFlags all = sort.all;
    all.blanks_end = all.blanks_start;
    for (size_t i = 0; i < sort.key_n; i++)
        if (!has_own(&sort.keys[i].fl))
            sort.keys[i].fl = all;
    bool special = all.fold || all.dictionary || all.printing || all.kind ||
                   all.blanks_start;
    if (sort.key_n == 0 && special) {
        sort.keys = xmalloc(sizeof *sort.keys);
        sort.keys[0] = (Key){.f2 = SIZE_MAX, .fl = all};
        sort.key_n = 1;
    }
}

/* ---- lines ---- */

static Line *lines;
static size_t line_n, line_cap;

static void add_lines(const char *p, size_t n)
{
    const char *end = p + n;
    while (p < end) {
        const char *e = find_byte(p, end, sort.delim);
        if (line_n == line_cap) {
            line_cap = line_cap ? line_cap * 2 : 256;
            lines = xrealloc(lines, line_cap * sizeof *lines);
        }
        Line *l = &lines[line_n++];
        l->p = p;
        l->n = (uint32_t)(e - p);
        sort_prefix(l);
        p = e + 1;
    }
}

static void insertion(Line *v, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        Line x = v[i];
        size_t k = i;
        for (; k > 0 && sort_compare(&v[k - 1], &x) > 0; k--)
            v[k] = v[k - 1];
        v[k] = x;
    }
}

static void merge_runs(const Line *a, size_t an, const Line *b, size_t bn,
                       Line *to)
{
    const Line *ae = a + an, *be = b + bn;
    while (a < ae && b < be) {
        bool left = a->prefix != b->prefix ? a->prefix < b->prefix
                                           : sort_compare(a, b) <= 0;
        *to++ = left ? *a++ : *b++;
    }
    memcpy(to, a, (size_t)(ae - a) * sizeof *a);
    memcpy(to + (ae - a), b, (size_t)(be - b) * sizeof *b);
}

enum { RUN = 8 };

static void sort_lines(void)
{
    size_t n = line_n;
    for (size_t i = 0; i < n; i += RUN)
        insertion(lines + i, n - i < RUN ? n - i : RUN);
    if (n <= RUN)
        return;
    Line *from = lines, *to = xmalloc(n * sizeof *to);
    for (size_t w = RUN; w < n; w *= 2) {
        for (size_t i = 0; i < n; i += 2 * w) {
            size_t an = n - i < w ? n - i : w;
            size_t bn = n - i - an < w ? n - i - an : w;
            const Line *b = from + i + an;
            if (bn && sort_compare(b - 1, b) <= 0) {
                memcpy(to + i, from + i, (an + bn) * sizeof *to);
                continue;
            }
            merge_runs(from + i, an, b, bn, to + i);
        }
        Line *t = from;
        from = to;
        to = t;
    }
    lines = from;
}

static bool same_key(const Line *a, const Line *b)
{
    if (a->prefix != b->prefix)
        return false;
    if (sort.key_n)
        return sort_compare_keys(a, b) == 0;
    return a->n == b->n && !memcmp(a->p, b->p, a->n);
}

static void print_lines(void)
{
    const Line *last = NULL;
    for (size_t i = 0; i < line_n; i++) {
        if (sort.unique && last && same_key(last, &lines[i]))
            continue;
        last = &lines[i];
        out_mem(last->p, last->n);
        out_ch(sort.delim);
    }
}

static int check_order(const char *name)
{
    for (size_t i = 1; i < line_n; i++) {
        int r = sort_compare(&lines[i - 1], &lines[i]);
        if (r > 0 || (r == 0 && sort.unique)) {
            if (!sort.check_quiet)
                warnf("%s:%u: disorder: %s", name, (uint64_t)i + 1,
                      xstrndup(lines[i].p, lines[i].n));
            return 1;
        }
    }
    return 0;
}

/* ---- options ---- */

static void set_tab(const char *s)
{
    if (!*s)
        dief(2, "empty tab");
    int c = (uchar)*s;
    if (!strcmp(s, "\\0"))
        c = 0;
    else if (s[1])
        dief(2, "multi-character tab '%s'", s);
    if (sort.tab >= 0 && sort.tab != c)
        dief(2, "incompatible tabs");
    sort.tab = c;
}

static void set_check(const char *arg)
{
    sort.check = true;
    if (!arg || !strcmp(arg, "diagnose-first"))
        return;
    if (!strcmp(arg, "quiet") || !strcmp(arg, "silent"))
        sort.check_quiet = true;
    else
        usage_err("invalid argument '%s' for '--check'", arg);
}

static void set_kind(const char *word)
{
    static const char names[][16] = {"numeric", "general-numeric",
                                     "human-numeric", "month", "version"};
    static const char kinds[] = "nghMV";
    for (int i = 0; i < 5; i++)
        if (!strcmp(word, names[i])) {
            sort.all.kind = kinds[i];
            return;
        }
    usage_err("invalid argument '%s' for '--sort'", word);
}

static const LongOpt longs[] = {
    {"ignore-leading-blanks", 0, 'b'}, {"dictionary-order", 0, 'd'},
    {"ignore-case", 0, 'f'},           {"general-numeric-sort", 0, 'g'},
    {"human-numeric-sort", 0, 'h'},    {"ignore-nonprinting", 0, 'i'},
    {"month-sort", 0, 'M'},            {"numeric-sort", 0, 'n'},
    {"version-sort", 0, 'V'},          {"reverse", 0, 'r'},
    {"check", 2, 256},                 {"key", 1, 'k'},
    {"merge", 0, 'm'},                 {"output", 1, 'o'},
    {"stable", 0, 's'},                {"field-separator", 1, 't'},
    {"unique", 0, 'u'},                {"zero-terminated", 0, 'z'},
    {"sort", 1, 257},                  {"buffer-size", 1, 'S'},
    {"temporary-directory", 1, 'T'},   {"parallel", 1, 'S'},
    {0, 0, 0}};

static void option(int c, char *arg)
{
    switch (c) {
    case 'c': set_check(NULL); break;
    case 'C': set_check("quiet"); break;
    case 256: set_check(arg); break;
    case 257: set_kind(arg); break;
    case 'k': add_key(arg); break;
    case 'm': sort.merge = true; break;
    case 'o': sort.output = arg; break;
    case 's': sort.stable = true; break;
    case 't': set_tab(arg); break;
    case 'u': sort.unique = true; break;
    case 'z': sort.delim = 0; break;
    case 'S': case 'T': break;
    default: key_flag(&sort.all, c, false);
    }
}

static void read_inputs(char **names, int n)
{
    for (int i = 0; i < n; i++) {
        size_t len;
        SysStat st;
        if (strcmp(names[i], "-") && sys_stat(names[i], &st, true) < 0)
            dief(2, "cannot read: %s: %e", names[i]);
        if (strcmp(names[i], "-") && st.type == 'd')
            dief(2, "read failed: %s: Is a directory", names[i]);
        char *s = in_slurp(names[i], &len);
        if (!s)
            quit(2);
        add_lines(s, len);
    }
}

int sort_main(int argc, char **argv)
{
    Opt o;
    usage_status = 2;
    opt_start(&o, argc, argv, "bdfghiMnVrcCk:mo:st:uzS:T:", longs);
    for (int c; (c = opt_next(&o)) >= 0;)
        option(c, o.arg);
    settle_keys();
    OPT_FILES(o);
    if (sort.check && o.n > 1)
        usage_err("extra operand '%s' not allowed with -c", o.argv[1]);
    read_inputs(o.argv, o.n);
    if (sort.check)
        return check_order(o.argv[0]);
    sort_lines();
    if (sort.output) {
        int fd = sys_open(sort.output, SYS_WRITE);
        if (fd < 0)
            dief(2, "open failed: %s: %e", sort.output);
        out_redirect(fd);
    }
    print_lines();
    return 0;
}
