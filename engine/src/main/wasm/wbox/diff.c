/* diff: options, files and directories, output. */
#include "diff.h"

const char diff_help[] =
    "Usage: diff [OPTION]... FILE1 FILE2\n"
    "Compare files line by line. 0: the same, 1: different, 2: trouble.\n"
    "\n"
    "  -a, --text               accepted\n"
    "  -B, --ignore-blank-lines  ignore changes whose lines are all blank\n"
    "  -b, --ignore-space-change  ignore changes in the amount of white space\n"
    "  -i, --ignore-case        ignore case of ASCII letters\n"
    "      --label LABEL        use LABEL instead of a file name and time\n"
    "  -N, --new-file           treat missing files as empty\n"
    "  -q, --brief              only tell whether files differ\n"
    "  -r, --recursive          compare what is in directories too\n"
    "  -s, --report-identical-files  tell when files are the same\n"
    "  -u, -U N, --unified[=N]  print 3 or N lines of context\n"
    "  -w, --ignore-all-space   ignore all white space\n";

static int status;
static char **options; /* as they were given, for headers */

/* ---- output of changes ---- */

typedef struct {
    int a0, a1, b0, b1;
    bool blank; /* ignored with -B */
} Hunk;

static Hunk *hunks;
static int hunk_n, hunk_cap, hunks_counted;

static bool blank_lines(const DiffSide *s, int from, int to)
{
    for (; from < to; from++)
        for (size_t i = 0; i < s->v[from].n; i++)
            if (!(diff.space_change || diff.all_space) || !is_space(s->v[from].p[i]))
                return false;
    return true;
}

static void find_hunks(const DiffSide *a, const DiffSide *b)
{
    int i = 0, k = 0;
    hunk_n = hunks_counted = 0;
    while (i < a->count || k < b->count) {
        if (!(i < a->count && a->changed[i]) && !(k < b->count && b->changed[k])) {
            i++;
            k++;
            continue;
        }
        Hunk h = {i, i, k, k, false};
        while (h.a1 < a->count && a->changed[h.a1])
            h.a1++;
        while (h.b1 < b->count && b->changed[h.b1])
            h.b1++;
        h.blank = diff.blank_lines && blank_lines(a, h.a0, h.a1) && blank_lines(b, h.b0, h.b1);
        hunks_counted += !h.blank;
        if (hunk_n == hunk_cap)
            hunks = xrealloc(hunks, (size_t)(hunk_cap = hunk_cap * 2 + 16) * sizeof *hunks);
        hunks[hunk_n++] = h;
        i = h.a1;
        k = h.b1;
    }
}

static void put_line(const DiffSide *s, int i, const char *mark)
{
    out_str(mark);
    out_mem(s->v[i].p, s->v[i].n);
    out_ch('\n');
    if (i == s->count - 1 && s->no_newline)
        out_str("\\ No newline at end of file\n");
}

static void put_range(int from, int to)
{
    out_u64((uint64_t)(to > from ? from + 1 : from));
    if (to - from > 1) {
        out_ch(',');
        out_u64((uint64_t)to);
    }
}

static void put_normal(const DiffSide *a, const DiffSide *b)
{
    for (int h = 0; h < hunk_n; h++) {
        const Hunk *k = &hunks[h];
        if (k->blank)
            continue;
        put_range(k->a0, k->a1);
        out_ch(k->a0 == k->a1 ? 'a' : k->b0 == k->b1 ? 'd' : 'c');
        put_range(k->b0, k->b1);
        out_ch('\n');
        for (int i = k->a0; i < k->a1; i++)
            put_line(a, i, "< ");
        if (k->a1 > k->a0 && k->b1 > k->b0)
            out_str("---\n");
        for (int i = k->b0; i < k->b1; i++)
            put_line(b, i, "> ");
    }
}

static void put_span(int from, int to)
{
    out_u64((uint64_t)(to > from ? from + 1 : from));
    if (to - from != 1) {
        out_ch(',');
        out_u64((uint64_t)(to - from));
    }
}

static void put_header(const DiffSide *s, const char *mark, const char *label)
{
    out_str(mark);
    if (label) {
        out_str(label);
    } else {
        Cal c;
        cal_from(&c, s->st.mtime / 1000000000, (int)(s->st.mtime % 1000000000));
        out_str(s->name);
        cal_print(&c, "\t%Y-%m-%d %H:%M:%S.%N +0000");
    }
    out_ch('\n');
}

/* The last change that is shown together with that one, and whether any of them counts. */
static int together(int h, int ctx, bool *counts)
{
    *counts = !hunks[h].blank;
    for (; h + 1 < hunk_n; h++) {
        int gap = hunks[h + 1].a0 - hunks[h].a1;
        if (hunks[h + 1].blank ? gap >= ctx : gap > 2 * ctx)
            break;
        *counts |= !hunks[h + 1].blank;
    }
    return h;
}

static void put_unified(const DiffSide *a, const DiffSide *b)
{
    int ctx = diff.context > 1000000 ? 1000000 : (int)diff.context;
    int shown = 0; /* lines of a so far */
    put_header(a, "--- ", diff.labels[0]);
    put_header(b, "+++ ", diff.labels[1]);
    for (int h = 0; h < hunk_n;) {
        bool counts;
        int last = together(h, ctx, &counts);
        if (!counts) {
            h = last + 1;
            continue;
        }
        int a0 = hunks[h].a0 > ctx ? hunks[h].a0 - ctx : 0;
        a0 = a0 > shown ? a0 : shown;
        int b0 = hunks[h].b0 - (hunks[h].a0 - a0);
        int tail = a->count - hunks[last].a1 < ctx ? a->count - hunks[last].a1 : ctx;
        out_str("@@ -");
        put_span(a0, hunks[last].a1 + tail);
        out_str(" +");
        put_span(b0, hunks[last].b1 + tail);
        out_str(" @@\n");
        int i = a0;
        for (; h <= last; h++) {
            for (; i < hunks[h].a0; i++)
                put_line(a, i, " ");
            for (; i < hunks[h].a1; i++)
                put_line(a, i, "-");
            for (int k = hunks[h].b0; k < hunks[h].b1; k++)
                put_line(b, k, "+");
        }
        for (int k = 0; k < tail; k++)
            put_line(a, i++, " ");
        shown = i;
    }
}

/* ---- files ---- */

static bool load(DiffSide *s, const char *path, bool missing)
{
    memset(s, 0, sizeof *s);
    s->name = path;
    if (missing) {
        s->text = xmalloc(1);
        return true;
    }
    s->text = in_slurp(path, &s->n);
    if (!s->text)
        return false;
    if (!strcmp(path, "-") || sys_stat(path, &s->st, true) < 0)
        s->st.mtime = sys_now();
    return true;
}

static void trouble(void)
{
    status = 2;
}

static void differ(void)
{
    if (status == 0)
        status = 1;
}

static bool is_binary(const DiffSide *s)
{
    return memchr(s->text, 0, s->n < 32768 ? s->n : 32768) != NULL;
}

static void put_files(const char *one, const char *x, const char *mid,
                      const char *y, const char *end)
{
    out_str(one);
    out_str(x);
    out_str(mid);
    out_str(y);
    out_str(end);
}

static void put_command(const char *x, const char *y)
{
    out_str("diff ");
    for (char **w = options; *w; w++) {
        out_str(*w);
        out_ch(' ');
    }
    put_files("", x, " ", y, "\n");
}

static void free_side(DiffSide *s)
{
    free(s->text);
    free(s->v);
    if (s->changed)
        free(s->changed - 1);
}

static void diff_files(const char *x, const char *y, bool no_x, bool no_y, bool inside)
{
    DiffSide a, b;
    if (!load(&a, x, no_x)) {
        load(&b, y, no_y);
        trouble();
        return;
    }
    if (!load(&b, y, no_y)) {
        trouble();
        return;
    }
    bool same = a.n == b.n && !memcmp(a.text, b.text, a.n);
    if (same) {
        if (diff.report_same)
            put_files("Files ", x, " and ", y, " are identical\n");
    } else if (!diff.text && (is_binary(&a) || is_binary(&b))) {
        put_files(diff.brief ? "Files " : "Binary files ", x, " and ", y, " differ\n");
        differ();
    } else {
        diff_split(&a, &b);
        diff_lines(&a, &b);
        find_hunks(&a, &b);
        if (hunks_counted == 0) {
            if (diff.report_same)
                put_files("Files ", x, " and ", y, " are identical\n");
        } else {
            differ();
            if (diff.brief) {
                put_files("Files ", x, " and ", y, " differ\n");
            } else {
                if (inside)
                    put_command(x, y);
                if (diff.unified)
                    put_unified(&a, &b);
                else
                    put_normal(&a, &b);
            }
        }
    }
    free_side(&a);
    free_side(&b);
}

/* ---- directories ---- */

static void diff_any(const char *x, const char *y, bool inside, int depth);

static void only_in(const char *dir, const char *name)
{
    put_files("Only in ", dir, ": ", name, "\n");
    differ();
}

/* Whether what is in a directory cannot be read as a file; says so. */
static bool skipped(const char *path, char type)
{
    bool special = type && !strchr("dfl", type);
    if (special)
        put_files("File ", path, " is not a regular file or directory and was skipped", "", "\n");
    return special;
}

static void one_sided(const char *x, const char *y, const SysEntry *e, bool left,
                      int depth)
{
    char *p = path_join(x, e->name), *q = path_join(y, e->name);
    if (!diff.new_file || (e->type == 'd' && !diff.recurse))
        only_in(left ? x : y, e->name);
    else if (e->type == 'd')
        diff_any(p, q, true, depth + 1);
    else if (!skipped(left ? p : q, e->type))
        diff_files(p, q, !left, left, true);
    free(p);
    free(q);
}

static void diff_dirs(const char *x, const char *y, bool no_x, bool no_y, int depth)
{
    SysEntry *a = NULL, *b = NULL;
    size_t n = 0, m = 0, i = 0, k = 0;
    if ((!no_x && sys_list(x, &a, &n) < 0) || (!no_y && sys_list(y, &b, &m) < 0)) {
        warnf("%s: %e", a ? y : x);
        trouble();
        return;
    }
    while (i < n || k < m) {
        int d = i == n ? 1 : k == m ? -1 : strcmp(a[i].name, b[k].name);
        if (d < 0) {
            one_sided(x, y, &a[i++], true, depth);
        } else if (d > 0) {
            one_sided(x, y, &b[k++], false, depth);
        } else {
            char *p = path_join(x, a[i].name), *q = path_join(y, b[k].name);
            diff_any(p, q, true, depth + 1);
            free(p);
            free(q);
            i++;
            k++;
        }
    }
    free(a);
    free(b);
}

static char kind_of(const char *path, bool may_miss)
{
    SysStat st;
    if (!strcmp(path, "-"))
        return 'f';
    if (sys_stat(path, &st, true) == 0)
        return st.type;
    if (may_miss && errno == ENOENT)
        return 0;
    warnf("%s: %e", path);
    trouble();
    return '!';
}

static void diff_any(const char *x, const char *y, bool inside, int depth)
{
    char a = kind_of(x, diff.new_file), b = kind_of(y, diff.new_file);
    if (a == '!' || b == '!')
        return;
    if (depth > 100) {
        warnf("%s: directories nested too deeply", x);
        trouble();
        return;
    }
    bool dir_a = a == 'd' || (!a && b == 'd'), dir_b = b == 'd' || (!b && a == 'd');
    if (dir_a && dir_b) {
        if (inside && !diff.recurse)
            put_files("Common subdirectories: ", x, " and ", y, "\n");
        else
            diff_dirs(x, y, !a, !b, depth);
        return;
    }
    if (inside && (skipped(x, a) || skipped(y, b)))
        return;
    if (inside && dir_a != dir_b) {
        put_files("File ", x, dir_a ? " is a directory while file " : " is a regular file while file ",
                  y, dir_b ? " is a directory\n" : " is a regular file\n");
        differ();
        return;
    }
    /* a directory and a file: the file of that name inside */
    if (dir_a)
        x = path_join(x, last_part(y));
    else if (dir_b)
        y = path_join(y, last_part(x));
    diff_files(x, y, !a, !b, inside);
}

static const LongOpt longs[] = {
    {"text", 0, 'a'}, {"ignore-space-change", 0, 'b'}, {"ignore-case", 0, 'i'},
    {"ignore-blank-lines", 0, 'B'}, {"label", 1, 'L'}, {"new-file", 0, 'N'}, {"brief", 0, 'q'},
    {"recursive", 0, 'r'}, {"report-identical-files", 0, 's'},
    {"unified", 2, 'U'}, {"ignore-all-space", 0, 'w'}, {"color", 2, 256},
    {"normal", 0, 257}, {"minimal", 0, 256}, {0, 0, 0}};

static void option(int c, const char *arg)
{
    const char *end;
    switch (c) {
    case 'a': diff.text = true; break;
    case 'B': diff.blank_lines = true; break;
    case 'b': diff.space_change = true; break;
    case 'i': diff.fold = true; break;
    case 'L':
        if (diff.label_n == 2)
            usage_err("too many file label options");
        diff.labels[diff.label_n++] = arg;
        break;
    case 'N': diff.new_file = true; break;
    case 'q': diff.brief = true; break;
    case 'r': diff.recurse = true; break;
    case 's': diff.report_same = true; break;
    case 'u': diff.unified = true; break;
    case 'U':
        diff.unified = true;
        if (arg && (!parse_u64(arg, &end, &diff.context) || *end))
            usage_err("invalid context length '%s'", arg);
        break;
    case 'w': diff.all_space = true; break;
    case 257: diff.unified = false; break;
    default: break;
    }
}

int diff_main(int argc, char **argv)
{
    Opt o;
    usage_status = 2;
    options = xmalloc((size_t)argc * sizeof *options);
    for (int i = 1, n = 0; i < argc; i++) {
        if (argv[i][0] == '-' && argv[i][1])
            options[n++] = argv[i];
        options[n] = NULL;
    }
    opt_start(&o, argc, argv, "aBbidL:NqrsuU:w", longs);
    for (int c; (c = opt_next(&o)) >= 0;)
        option(c, o.arg);
    if (o.n < 2)
        usage_err("missing operand after '%s'", o.n ? o.argv[0] : prog);
    if (o.n > 2)
        extra_operand(o.argv[2]);
    diff_any(o.argv[0], o.argv[1], false, 0);
    return status;
}
