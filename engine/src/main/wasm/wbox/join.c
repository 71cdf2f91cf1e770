/* join. */
#include "wbox.h"

const char join_help[] =
    "Usage: join [OPTION]... FILE1 FILE2\n"
    "For lines of two sorted files with equal join fields, write the field and\n"
    "the rest of both lines.\n"
    "\n"
    "  -a FILENUM       also lines of file 1 or 2 without a partner\n"
    "  -e STRING        put STRING for fields that are missing\n"
    "  -i, --ignore-case  ignore case of ASCII letters\n"
    "  -j FIELD         same as -1 FIELD -2 FIELD\n"
    "  -o FORMAT        fields to write: FILENUM.FIELD or 0, with commas; auto\n"
    "  -t CHAR          separate fields by CHAR\n"
    "  -v FILENUM       as -a, but no joined lines\n"
    "  -1 FIELD, -2 FIELD  join on this field\n"
    "      --header     the first lines are headers, joined as they are\n"
    "  -z, --zero-terminated  lines end with NUL\n"
    "The order of the inputs is not checked.\n";

typedef struct {
    const char *p;
    size_t n;
} Field;

typedef struct {
    Field *f;
    size_t n, cap;
    char *text;
} Row;

typedef struct {
    In in;
    Row *rows; /* a group of lines with equal join fields */
    size_t n, cap;
    bool end;
    size_t key, auto_n;
} Input;

typedef struct {
    int file; /* 0: the join field */
    size_t field;
} Out1;

static int tab = -1, delim = '\n';
static bool fold, unpaired[2], paired = true, auto_format;
static const char *filler;
static Out1 *format;
static size_t format_n;
static Input input[2];

static void add_field(Row *r, const char *p, size_t n)
{
    if (r->n == r->cap)
        r->f = xrealloc(r->f, (r->cap = r->cap * 2 + 4) * sizeof *r->f);
    r->f[r->n++] = (Field){p, n};
}

static void split_row(Row *r, size_t len)
{
    const char *p = r->text, *end = p + len;
    r->n = 0;
    if (tab >= 0) {
        for (;;) {
            const char *e = find_byte(p, end, tab);
            add_field(r, p, (size_t)(e - p));
            if (e == end)
                return;
            p = e + 1;
        }
    }
    for (;;) {
        while (p < end && (is_blank(*p) || *p == '\n'))
            p++;
        if (p == end)
            return;
        const char *s = p;
        while (p < end && !is_blank(*p) && *p != '\n')
            p++;
        add_field(r, s, (size_t)(p - s));
    }
}

static bool read_row(Input *in, Row *r)
{
    char *p;
    size_t n;
    bool ended;
    if (in->end || !in_line(&in->in, delim, &p, &n, &ended)) {
        in->end = true;
        return false;
    }
    memset(r, 0, sizeof *r);
    r->text = xstrndup(p, n);
    split_row(r, n);
    return true;
}

static Field field_of(const Row *r, size_t k)
{
    return k < r->n ? r->f[k] : (Field){"", 0};
}

static int compare(const Row *a, size_t ka, const Row *b, size_t kb)
{
    Field x = field_of(a, ka), y = field_of(b, kb);
    size_t n = x.n < y.n ? x.n : y.n;
    int r = 0;
    if (fold) {
        for (size_t i = 0; i < n && !r; i++)
            r = to_lower((uchar)x.p[i]) - to_lower((uchar)y.p[i]);
    } else {
        r = memcmp(x.p, y.p, n);
    }
    return r ? r : (x.n > y.n) - (x.n < y.n);
}

static void free_row(Row *r)
{
    free(r->f);
    free(r->text);
}

/* rows[0] is the line read ahead; reads on while keys are equal. The line
 * behind the group stands at rows[n]. */
static void add_row(Input *in, const Row *r)
{
    if (in->n + 1 >= in->cap)
        in->rows = xrealloc(in->rows, (in->cap = in->cap * 2 + 4) * sizeof *in->rows);
    in->rows[in->n++] = *r;
}

static void put_field(Field f, bool *first)
{
    if (!*first)
        out_ch(tab < 0 ? ' ' : tab);
    *first = false;
    if (f.n)
        out_mem(f.p, f.n);
    else if (filler)
        out_str(filler);
}

static void put_rest(const Row *r, size_t key, size_t auto_n, bool *first)
{
    size_t n = auto_format ? auto_n : r ? r->n : 0;
    for (size_t i = 0; i < n; i++)
        if (i != key)
            put_field(r ? field_of(r, i) : (Field){"", 0}, first);
}

static void put_pair(const Row *a, const Row *b)
{
    bool first = true;
    Field key = a ? field_of(a, input[0].key) : field_of(b, input[1].key);
    if (format_n) {
        for (size_t i = 0; i < format_n; i++) {
            const Row *r = format[i].file == 1 ? a : b;
            Field none = {"", 0};
            put_field(format[i].file == 0 ? key : r ? field_of(r, format[i].field) : none,
                      &first);
        }
    } else {
        put_field(key, &first);
        put_rest(a, input[0].key, input[0].auto_n, &first);
        put_rest(b, input[1].key, input[1].auto_n, &first);
    }
    out_ch(delim);
}

/* Reads the group that begins with the line read ahead. */
static bool next_group(Input *in, Row *ahead, bool *have)
{
    for (size_t i = 0; i < in->n; i++)
        free_row(&in->rows[i]);
    in->n = 0;
    if (!*have)
        return false;
    add_row(in, ahead);
    while ((*have = read_row(in, ahead)) &&
           compare(&in->rows[0], in->key, ahead, in->key) == 0)
        add_row(in, ahead);
    return true;
}

static void put_alone(int side)
{
    for (size_t i = 0; unpaired[side] && i < input[side].n; i++) {
        const Row *r = &input[side].rows[i];
        put_pair(side == 0 ? r : NULL, side == 1 ? r : NULL);
    }
}

static void join_all(bool header)
{
    Row ahead[2];
    bool have[2], got[2];
    for (int i = 0; i < 2; i++) {
        have[i] = read_row(&input[i], &ahead[i]);
        if (have[i])
            input[i].auto_n = ahead[i].n;
    }
    if (header && (have[0] || have[1])) {
        put_pair(have[0] ? &ahead[0] : NULL, have[1] ? &ahead[1] : NULL);
        for (int i = 0; i < 2; i++)
            if (have[i])
                have[i] = read_row(&input[i], &ahead[i]);
    }
    for (int i = 0; i < 2; i++)
        got[i] = next_group(&input[i], &ahead[i], &have[i]);
    while (got[0] || got[1]) {
        int r = !got[0] ? 1 : !got[1] ? -1
                : compare(&input[0].rows[0], input[0].key, &input[1].rows[0],
                          input[1].key);
        if (r != 0) {
            int side = r > 0;
            put_alone(side);
            got[side] = next_group(&input[side], &ahead[side], &have[side]);
            continue;
        }
        for (size_t i = 0; paired && i < input[0].n; i++)
            for (size_t k = 0; k < input[1].n; k++)
                put_pair(&input[0].rows[i], &input[1].rows[k]);
        for (int i = 0; i < 2; i++)
            got[i] = next_group(&input[i], &ahead[i], &have[i]);
    }
}

static size_t field_number(const char *s)
{
    uint64_t v;
    const char *end;
    if (!parse_u64(s, &end, &v) || *end || !v)
        dief(1, "invalid field number: '%s'", s);
    return (size_t)v - 1;
}

static void read_format(const char *s)
{
    if (!strcmp(s, "auto")) {
        auto_format = true;
        return;
    }
    while (*s) {
        Out1 f = {0, 0};
        if (*s == '1' || *s == '2') {
            uint64_t v;
            f.file = *s++ - '0';
            if (*s++ != '.' || !parse_u64(s, &s, &v) || !v)
                dief(1, "invalid field specifier: '%s'", s);
            f.field = (size_t)v - 1;
        } else if (*s++ != '0') {
            dief(1, "invalid file number in field spec: '%s'", s - 1);
        }
        format = xrealloc(format, (format_n + 1) * sizeof *format);
        format[format_n++] = f;
        if (*s && *s != ',' && !is_blank(*s))
            dief(1, "invalid field specifier: '%s'", s);
        while (*s == ',' || is_blank(*s))
            s++;
    }
}

static int file_number(const char *s)
{
    if ((s[0] != '1' && s[0] != '2') || s[1])
        dief(1, "invalid file number: '%s'", s);
    return s[0] - '1';
}

int join_main(int argc, char **argv)
{
    static const LongOpt longs[] = {{"ignore-case", 0, 'i'},
                                    {"header", 0, 256},
                                    {"nocheck-order", 0, 257},
                                    {"check-order", 0, 257},
                                    {"zero-terminated", 0, 'z'},
                                    {0, 0, 0}};
    Opt o;
    bool header = false;
    opt_start(&o, argc, argv, "a:e:ij:o:t:v:1:2:z", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        switch (c) {
        case 'a': unpaired[file_number(o.arg)] = true; break;
        case 'v': unpaired[file_number(o.arg)] = true; paired = false; break;
        case 'e': filler = o.arg; break;
        case 'i': fold = true; break;
        case 'j': input[0].key = input[1].key = field_number(o.arg); break;
        case 'o': read_format(o.arg); break;
        case 't':
            if (o.arg[0] && o.arg[1] && strcmp(o.arg, "\\0"))
                dief(1, "multi-character tab '%s'", o.arg);
            tab = o.arg[0] == '\\' && o.arg[1] ? 0 : o.arg[0] ? (uchar)o.arg[0] : '\n';
            break;
        case '1': input[0].key = field_number(o.arg); break;
        case '2': input[1].key = field_number(o.arg); break;
        case 'z': delim = 0; break;
        case 256: header = true; break;
        default: break;
        }
    }
    if (!o.n)
        missing_operand();
    if (o.n == 1)
        usage_err("missing operand after '%s'", o.argv[0]);
    if (o.n > 2)
        extra_operand(o.argv[2]);
    if (!in_open(&input[0].in, o.argv[0]) || !in_open(&input[1].in, o.argv[1]))
        return 1;
    join_all(header);
    bool ok = in_close(&input[0].in);
    ok &= in_close(&input[1].in);
    return !ok;
}
