/* sed: running the script. */
#include "sed.h"

static SedBuf hold;
static In in;
static char **files;
static int file_n, file_at;
static bool opened, bad_input, quitting;
static bool in_place;
static const char *suffix;
static char *temp;
static uint64_t line_no;
static int exit_status;

static struct {
    char *text;
    size_t n;
} queue[256];
static size_t queue_n;

/* ---- input ---- */

static bool next_file(void)
{
    while (file_at < file_n) {
        const char *name = files[file_at++];
        if (!in_open(&in, name)) {
            bad_input = true;
            continue;
        }
        SysStat st;
        if (in.fd > 2 && sys_fstat(in.fd, &st) == 0 && st.type == 'd') {
            warnf(in_place ? "couldn't edit %s: not a regular file"
                           : "read error on %s: Is a directory", name);
            sys_close(in.fd);
            bad_input = true;
            continue;
        }
        opened = true;
        if (in_place) {
            temp = xmalloc(strlen(name) + 8);
            strcpy(temp, name);
            strcat(temp, ".sedtmp");
            int fd = sys_open(temp, SYS_WRITE);
            if (fd < 0)
                dief(4, "couldn't open temporary file %s: %e", temp);
            out_redirect(fd);
        }
        if (in_place || sed.separate) {
            for (size_t i = 0; i < sed.n; i++)
                sed.cmd[i].done = sed.cmd[i].done && sed.cmd[i].a.n == 0;
            line_no = 0;
        }
        return true;
    }
    return false;
}

static void end_file(void)
{
    if (!in_close(&in))
        bad_input = true;
    opened = false;
    if (!temp)
        return;
    const char *name = files[file_at - 1];
    int fd = out.fd;
    out_redirect(1);
    sys_close(fd);
    sed_missing_newline = false;
    if (suffix && *suffix) {
        char *kept = xmalloc(strlen(name) + strlen(suffix) + 1);
        strcpy(kept, name);
        strcat(kept, suffix);
        if (sys_rename(name, kept) < 0)
            dief(4, "cannot rename %s: %e", name);
    }
    if (sys_rename(temp, name) < 0)
        dief(4, "cannot rename %s: %e", temp);
    temp = NULL;
}

static bool more_here(void)
{
    return opened && (in.pos < in.end || in_fill(&in));
}

/* Whether the current line is the last of the input (or file with -s -i). */
static bool at_last(void)
{
    if (more_here())
        return false;
    if (sed.separate || in_place)
        return true;
    while (file_at < file_n) {
        if (opened)
            end_file();
        if (next_file() && more_here())
            return false;
    }
    return true;
}

static bool read_line(bool append)
{
    char *p;
    size_t n;
    while (!opened || !more_here()) {
        if (opened)
            end_file();
        if (!next_file())
            return false;
    }
    in_line(&in, sed_delim, &p, &n, &sed_ended);
    if (append) {
        char nl = (char)sed_delim;
        sed_add(&pat, &nl, 1);
    } else {
        pat.n = 0;
    }
    sed_add(&pat, p, n);
    line_no++;
    return true;
}

/* ---- addresses ---- */

static bool matches_re(Re *re)
{
    ReSpan m;
    if (!re)
        re = sed_last_re;
    if (!re)
        dief(1, "no previous regular expression");
    sed_last_re = re;
    int r = re_exec(re, pat.p, pat.n, 0, &m, 1);
    if (r < 0)
        dief(4, "a line takes too many steps to match");
    return r > 0;
}

static bool one_matches(const SedAddr *a)
{
    switch (a->kind) {
    case ADDR_LINE: return line_no == a->n;
    case ADDR_LAST: return at_last();
    case ADDR_STEP:
        return a->step ? line_no >= a->n && (line_no - a->n) % a->step == 0
                       : line_no == a->n;
    default: return matches_re(a->re);
    }
}

static void start_range(SedCmd *c)
{
    c->active = true;
    switch (c->b.kind) {
    case ADDR_LINE:
        c->until = c->b.n;
        c->active = c->b.n > line_no;
        break;
    case ADDR_PLUS:
        c->until = line_no + c->b.n;
        c->active = c->b.n > 0;
        break;
    case ADDR_MULT:
        c->until = c->b.n ? (line_no / c->b.n + 1) * c->b.n : line_no;
        c->active = c->until > line_no;
        break;
    default: break;
    }
}

static bool in_range(SedCmd *c)
{
    if (!c->active) {
        if (c->a.kind == ADDR_LINE && c->a.n == 0 && !c->done) {
            c->done = c->active = true; /* 0,/re/ */
        } else {
            /* the line that starts it may have passed unseen, by d, n or N before */
            if (c->a.kind == ADDR_LINE ? c->done || line_no < c->a.n : !one_matches(&c->a))
                return false;
            c->done = true;
            if (c->a.kind == ADDR_LINE && c->b.kind == ADDR_LINE && line_no > c->a.n &&
                line_no > c->b.n)
                return false;
            start_range(c);
            return true;
        }
    }
    switch (c->b.kind) {
    case ADDR_RE:
        if (matches_re(c->b.re))
            c->active = false;
        return true;
    case ADDR_LAST:
        if (at_last())
            c->active = false;
        return true;
    default:
        if (line_no >= c->until)
            c->active = false;
        if (line_no > c->until) /* n and N may have passed it */
            return one_matches(&c->a);
        return true;
    }
}

static bool selected(SedCmd *c)
{
    bool r = c->a.kind == ADDR_NONE ? true
             : c->b.kind == ADDR_NONE ? one_matches(&c->a)
                                      : in_range(c);
    return r != c->negate;
}

/* ---- commands ---- */

static void enqueue(char *text, size_t n)
{
    if (queue_n == sizeof queue / sizeof *queue)
        dief(4, "too many texts to append to one line");
    queue[queue_n].text = text;
    queue[queue_n++].n = n;
}

static void flush_queue(void)
{
    for (size_t i = 0; i < queue_n; i++) {
        if (queue[i].n != SIZE_MAX) {
            sed_put_text(queue[i].text, queue[i].n);
            continue;
        }
        int fd = strcmp(queue[i].text, "/dev/stdin")
                     ? sys_open(queue[i].text, SYS_READ) : 0;
        if (fd < 0)
            continue;
        sed_put_text("", 0);
        out_flush();
        copy_bytes(fd, out.fd);
        if (fd > 2)
            sys_close(fd);
    }
    queue_n = 0;
}

static void end_cycle(void)
{
    if (!sed.quiet)
        sed_put_line(pat.p, pat.n, sed_ended);
    flush_queue();
}

static void swap_hold(void)
{
    SedBuf t = pat;
    pat = hold;
    hold = t;
}

/* Commands that only change or print buffers. */
static void simple(SedCmd *c)
{
    char nl = (char)sed_delim;
    switch (c->name) {
    case '=':
        sed_put_text("", 0);
        out_u64(line_no);
        out_ch('\n');
        break;
    case 'a': enqueue(c->text, c->text_n); break;
    case 'i': sed_put_text(c->text, c->text_n); break;
    case 'r': enqueue(c->text, SIZE_MAX); break;
    case 'F':
        sed_put_text("", 0);
        out_str(in.fd == 0 ? "-" : in.name);
        out_ch('\n');
        break;
    case 'g': pat.n = 0; sed_add(&pat, hold.p ? hold.p : "", hold.n); break;
    case 'G':
        sed_add(&pat, &nl, 1);
        sed_add(&pat, hold.p ? hold.p : "", hold.n);
        break;
    case 'h': hold.n = 0; sed_add(&hold, pat.p, pat.n); break;
    case 'H': sed_add(&hold, &nl, 1); sed_add(&hold, pat.p, pat.n); break;
    case 'l': sed_put_text("", 0); sed_list(c->status); break;
    case 'p': sed_put_line(pat.p, pat.n, sed_ended); break;
    case 'P': {
        const char *e = find_byte(pat.p, pat.p + pat.n, sed_delim);
        sed_put_line(pat.p, (size_t)(e - pat.p), true);
        break;
    }
    case 's': sed_substitute(c); break;
    case 'w': sed_write(c->out, pat.p, pat.n); break;
    case 'W': {
        const char *e = find_byte(pat.p, pat.p + pat.n, sed_delim);
        sed_write(c->out, pat.p, (size_t)(e - pat.p));
        break;
    }
    case 'x': swap_hold(); break;
    case 'y':
        for (size_t i = 0; i < pat.n; i++)
            pat.p[i] = (char)c->map[(uchar)pat.p[i]];
        break;
    case 'z': pat.n = 0; break;
    default: break;
    }
}

enum { GO_ON, NEXT_CYCLE, RESTART };

static int change(SedCmd *c)
{
    bool range = c->b.kind != ADDR_NONE && !c->negate;
    if (!range || !c->active)
        sed_put_text(c->text, c->text_n);
    flush_queue();
    return NEXT_CYCLE;
}

static int next_line(bool append)
{
    if (at_last() && (in_place || sed.separate ? file_at >= file_n : true)) {
        /* GNU prints the pattern space when there is no next line for N */
        quitting = true;
        if (!sed.quiet)
            sed_put_line(pat.p, pat.n, sed_ended);
        flush_queue();
        return NEXT_CYCLE;
    }
    if (!append && !sed.quiet)
        sed_put_line(pat.p, pat.n, sed_ended);
    flush_queue();
    if (!read_line(append))
        quitting = true;
    return quitting ? NEXT_CYCLE : GO_ON;
}

/* Commands that leave the cycle or read on. */
static int control(SedCmd *c)
{
    switch (c->name) {
    case 'c': return change(c);
    case 'd': flush_queue(); return NEXT_CYCLE;
    case 'D': {
        const char *e = find_byte(pat.p, pat.p + pat.n, sed_delim);
        flush_queue();
        if (e == pat.p + pat.n)
            return NEXT_CYCLE;
        size_t k = (size_t)(e + 1 - pat.p);
        memmove(pat.p, pat.p + k, pat.n - k);
        pat.n -= k;
        return RESTART;
    }
    case 'n': return next_line(false);
    case 'N': return next_line(true);
    case 'q': end_cycle(); /* fall through */
    case 'Q':
        quitting = true;
        exit_status = c->status;
        return NEXT_CYCLE;
    default: return GO_ON;
    }
}

static int cycle(void)
{
    for (size_t pc = 0; pc < sed.n;) {
        SedCmd *c = &sed.cmd[pc++];
        bool yes = selected(c);
        if (c->name == '{') {
            if (!yes)
                pc = (size_t)c->jump;
            continue;
        }
        if (!yes)
            continue;
        if (c->name == 'b' || (c->name == 't' && sed_substituted) ||
            (c->name == 'T' && !sed_substituted)) {
            pc = (size_t)c->jump;
            if (c->name == 't')
                sed_substituted = false;
            continue;
        }
        if (c->name == 'T')
            sed_substituted = false;
        if (!strchr("cdDnNqQ", c->name)) {
            simple(c);
            continue;
        }
        int r = control(c);
        if (r != GO_ON)
            return r;
    }
    end_cycle();
    return NEXT_CYCLE;
}

int sed_run(char **names, int n, bool place, const char *keep)
{
    files = names;
    file_n = n;
    in_place = place;
    suffix = keep;
    sed_delim = sed.zero ? 0 : '\n';
    pat.p = xmalloc(pat.cap = 256);
    bool again = false;
    while (!quitting && (again || read_line(false))) {
        if (!again)
            sed_substituted = false;
        again = cycle() == RESTART;
    }
    if (temp)
        end_file();
    return exit_status ? exit_status : bad_input ? 2 : 0;
}
