/* Records from the operands and from files of getline. */
#include "awk.h"

enum { MOST = 200 };

typedef struct Reader {
    struct Reader *next;
    char *name;
    In in;
} Reader;

static Reader operands, *readers;
static bool is_open, over, none_named = true;
static int operand = 1, count;
static bool failed_operand;

/* How records end, as RS says. */
static enum { ENDS_BYTE, ENDS_PARAGRAPH, ENDS_PATTERN } ending;
static int end_byte = '\n';
static Re *end_pattern;

static void reader_separator(const char *p, size_t n)
{
    re_free(end_pattern);
    end_pattern = NULL;
    ending = n == 0 ? ENDS_PARAGRAPH : n == 1 ? ENDS_BYTE : ENDS_PATTERN;
    if (n == 1)
        end_byte = (uchar)p[0];
    if (n > 1)
        end_pattern = regex_new(p, n);
}

/* The record may lie in this buffer, which is about to change. */
static bool fill(Reader *r)
{
    if (r == &operands)
        record_detach();
    return in_fill(&r->in);
}

static bool last_part(In *in, const char **p, size_t *n)
{
    if (in->pos == in->end)
        return false;
    *p = in->buf + in->pos;
    *n = in->end - in->pos;
    in->pos = in->end;
    return true;
}

static bool by_byte(Reader *r, const char **p, size_t *n)
{
    In *in = &r->in;
    size_t seen = 0;
    for (;;) {
        const char *from = in->buf + in->pos, *end = in->buf + in->end;
        if (from + seen < end) {
            const char *stop = find_byte(from + seen, end, end_byte);
            if (stop < end) {
                *p = from;
                *n = (size_t)(stop - from);
                in->pos += *n + 1;
                return true;
            }
            seen = in->end - in->pos;
        }
        if (!fill(r))
            return last_part(in, p, n);
    }
}

static void skip_newline_bytes(Reader *r)
{
    In *in = &r->in;
    while (in->pos < in->end || fill(r)) {
        if (in->buf[in->pos] != '\n')
            break;
        in->pos++;
    }
}

static bool by_paragraph(Reader *r, const char **p, size_t *n)
{
    In *in = &r->in;
    size_t seen = 0;
    skip_newline_bytes(r);
    for (;;) {
        const char *from = in->buf + in->pos, *end = in->buf + in->end;
        while (seen < in->end - in->pos) {
            const char *stop = find_byte(from + seen, end, '\n');
            if (stop + 1 >= end) {
                seen = (size_t)(stop - from);
                break;
            }
            seen = (size_t)(stop - from) + 1;
            if (stop[1] == '\n') {
                *p = from;
                *n = (size_t)(stop - from);
                in->pos += *n + 2;
                return true;
            }
        }
        if (!fill(r))
            break;
    }
    if (!last_part(in, p, n))
        return false;
    if (*n && (*p)[*n - 1] == '\n')
        --*n;
    return true;
}

static bool by_pattern(Reader *r, const char **p, size_t *n)
{
    In *in = &r->in;
    for (;;) {
        const char *from = in->buf + in->pos;
        size_t size = in->end - in->pos, at = 0;
        ReSpan span;
        while (at <= size && size && re_exec(end_pattern, from, size, at, &span, 1) > 0) {
            if (span.end == span.start) {
                at = (size_t)span.end + 1;
                continue;
            }
            if ((size_t)span.end == size && !in->eof)
                break; /* more input may make it longer */
            *p = from;
            *n = (size_t)span.start;
            in->pos += (size_t)span.end;
            return true;
        }
        if (!fill(r))
            break;
    }
    /* The end of the input settles a match that stands there. */
    ReSpan span;
    const char *from = in->buf + in->pos;
    size_t size = in->end - in->pos;
    if (!last_part(in, p, n))
        return false;
    if (re_exec(end_pattern, from, size, 0, &span, 1) > 0 && span.end > span.start) {
        *n = (size_t)span.start;
        in->pos -= size - (size_t)span.end;
    }
    return true;
}

static bool read_one(Reader *r, const char **p, size_t *n)
{
    if (r->in.pos == r->in.end && !fill(r))
        return false;
    if (ending == ENDS_BYTE)
        return by_byte(r, p, n);
    return ending == ENDS_PARAGRAPH ? by_paragraph(r, p, n) : by_pattern(r, p, n);
}

/* ---- the operands ---- */

void reader_start(int argc, char **argv)
{
    separator_changed = reader_separator;
    special_changed(symbol_of(VAR_RS));
    Symbol *list = symbol_of(VAR_ARGV);
    for (int i = 0; i < argc; i++)
        array_put_index(&list->array, i, value_input(argv[i], strlen(argv[i])));
    variable_set(symbol_of(VAR_ARGC), value_num(argc));
}

static void open_main(const char *name)
{
    current_line = 0;
    if (!in_open(&operands.in, name))
        quit(2);
    is_open = true;
    file_record_number = 0;
}

static Str *operand_text(int i)
{
    char d[24];
    size_t n = fmt_u64(d + sizeof d, (uint64_t)i);
    Value *v = array_find(&symbol_of(VAR_ARGV)->array, d + sizeof d - n, n);
    return v ? to_str(v) : str_new("", 0);
}

/* Opens the next operand that is a file, after the assignments before it. */
static bool open_next(void)
{
    while (operand < to_num(&symbol_of(VAR_ARGC)->v)) {
        Str *s = operand_text(operand++);
        if (s->len > 0 && !assignment(s->b)) {
            none_named = false;
            variable_set(symbol_of(VAR_FILENAME), (Value){0, str_keep(s), INPUT});
            open_main(xstrndup(s->b, s->len));
            str_drop(s);
            return true;
        }
        str_drop(s);
    }
    if (none_named) {
        none_named = false;
        open_main("-");
        return true;
    }
    over = true;
    return false;
}

static void close_main(void)
{
    record_detach();
    if (!in_close(&operands.in))
        failed_operand = true;
    is_open = false;
}

void skip_file(void)
{
    if (is_open)
        close_main();
}

int read_main(const char **p, size_t *n)
{
    while (!over) {
        if (!is_open && !open_next())
            break;
        if (read_one(&operands, p, n)) {
            record_number++;
            file_record_number++;
            return 1;
        }
        close_main();
    }
    return 0;
}

bool next_record(void)
{
    const char *p;
    size_t n;
    if (read_main(&p, &n) <= 0)
        return false;
    record_borrow(p, n);
    return true;
}

bool reader_failed(void)
{
    return failed_operand;
}

/* ---- files of getline ---- */

static Reader *reader_of(const char *name)
{
    for (Reader *r = readers; r; r = r->next)
        if (!strcmp(r->name, name))
            return r;
    if (count == MOST)
        fatal("too many files are open: %s; close() those that are done", name);
    bool input = !strcmp(name, "-") || !strcmp(name, "/dev/stdin");
    int fd = input ? 0 : sys_open(name, SYS_READ);
    SysStat st;
    if (fd < 0)
        return NULL;
    if (fd > 0 && sys_fstat(fd, &st) == 0 && st.type == 'd') {
        sys_close(fd);
        return NULL;
    }
    Reader *r = xmalloc(sizeof *r);
    memset(r, 0, sizeof *r);
    r->name = xstrndup(name, strlen(name));
    r->in.name = r->name;
    r->in.fd = fd;
    r->next = readers;
    readers = r;
    count++;
    return r;
}

int read_file(const char *name, const char **p, size_t *n)
{
    Reader *r = reader_of(name);
    if (!r)
        return -1;
    if (read_one(r, p, n))
        return 1;
    return r->in.err ? -1 : 0;
}

int reader_close(const char *name)
{
    for (Reader **p = &readers; *p; p = &(*p)->next) {
        Reader *r = *p;
        if (strcmp(r->name, name))
            continue;
        if (r->in.fd > 2)
            sys_close(r->in.fd);
        *p = r->next;
        count--;
        free(r->in.buf);
        free(r->name);
        free(r);
        return 0;
    }
    return -1;
}
