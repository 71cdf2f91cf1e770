/* Runs steps: expands words, runs commands through the host, reads and writes files. */
#include "../lib/exec.h"
#include "sh.h"

enum { MOST_EXPANDED = 256 << 10, MOST_VARIABLES = 1 << 20 };

typedef struct Variable {
    struct Variable *next;
    char *name, *value;
} Variable;

static Variable *variables;
static size_t variable_bytes;
static char **parameters;
static int parameter_count, status, line;
static char *own_input; /* what sh itself reads, for the first command */
static bool input_taken;

typedef struct {
    char *b;
    size_t n, cap, expanded;
} Text;

static _Noreturn void stop(int code, const char *what, const char *subject)
{
    int err = errno;
    char *text = xmalloc(strlen(what) + 16);
    text[0] = 0;
    errno = err;
    dief(code, strcat(strcat(text, "line %d: "), what), line, subject);
}

/* ---- expansion: a word is one text, whatever its variables hold ---- */

static void put(Text *t, const char *p, size_t n)
{
    if (t->n + n + 1 > t->cap)
        t->b = xrealloc(t->b, t->cap = (t->n + n + 1) * 2);
    memcpy(t->b + t->n, p, n);
    t->n += n;
    t->b[t->n] = 0;
}

static void put_value(Text *t, const char *value)
{
    size_t n = strlen(value);
    t->expanded += n;
    if (t->expanded > MOST_EXPANDED)
        stop(125, "expansion_too_large: the variables of one command expand to more than 262144 bytes%s", "");
    put(t, value, n);
}

static Variable *find(const char *name)
{
    Variable *v = variables;
    while (v && strcmp(v->name, name))
        v = v->next;
    return v;
}

static void put_number(Text *t, int number)
{
    char d[24];
    size_t n = fmt_u64(d + sizeof d, (uint64_t)number);
    put(t, d + sizeof d - n, n);
}

static void put_part(Text *t, const Part *p)
{
    Variable *v;
    switch (p->kind) {
    case 't': put(t, p->text, strlen(p->text)); break;
    case 'v':
        v = find(p->name);
        put_value(t, v ? v->value : p->text);
        break;
    case '#': put_number(t, parameter_count - 1); break;
    case '?': put_number(t, status); break;
    default:
        if (p->kind - '0' < parameter_count)
            put_value(t, parameters[p->kind - '0']);
    }
}

/* Text of a word from part `from` on; the text is the caller's. */
static char *expanded(const Word *w, int from, size_t *used)
{
    Text t = {.expanded = *used};
    put(&t, "", 0);
    for (int i = from; i < w->count; i++)
        put_part(&t, &w->parts[i]);
    *used = t.expanded;
    return t.b;
}

static char **arguments(const Stage *s, int *count)
{
    size_t used = 0;
    int n = 0;
    char **v = xmalloc((size_t)(s->count + 1) * sizeof *v);
    for (int i = 0; i < s->count; i++) {
        const Word *w = &s->words[i];
        bool all = w->count == 1 && w->parts[0].kind == '@';
        int more = all ? parameter_count - 1 : 1;
        v = xrealloc(v, (size_t)(n + more + s->count - i + 1) * sizeof *v);
        for (int k = 0; k < more; k++)
            v[n++] = all ? xstrndup(parameters[k + 1], strlen(parameters[k + 1])) : expanded(w, 0, &used);
    }
    v[n] = NULL;
    *count = n;
    return v;
}

static void assign(const Word *w)
{
    size_t used = 0, name = strlen(w->assigns) + 1;
    Part first = {'t', w->parts[0].text + name, NULL};
    Word value = *w;
    value.parts = xmalloc((size_t)w->count * sizeof *value.parts);
    memcpy(value.parts, w->parts, (size_t)w->count * sizeof *value.parts);
    value.parts[0] = first;
    char *text = expanded(&value, 0, &used);
    free(value.parts);
    Variable *v = find(w->assigns);
    if (!v) {
        v = xmalloc(sizeof *v);
        *v = (Variable){variables, w->assigns, xstrndup("", 0)};
        variables = v;
        variable_bytes += name;
    }
    variable_bytes += strlen(text) - strlen(v->value);
    if (variable_bytes > MOST_VARIABLES)
        stop(125, "variables_too_large: '%s' would make the variables larger than 1048576 bytes", v->name);
    free(v->value);
    v->value = text;
}

/* ---- files ---- */

/* A relative name leads nowhere out of where it starts; commands take .. there for the
 * place itself, but a redirection that means another place is refused. */
static void check_inside(const char *name)
{
    int depth = 0;
    for (const char *p = name; *name != '/' && *p; p += strspn(p, "/")) {
        size_t n = strcspn(p, "/");
        depth += n == 2 && !memcmp(p, "..", 2) ? -1 : n == 1 && *p == '.' ? 0 : 1;
        if (depth < 0)
            stop(126, "outside_sandbox: '%s' is not in a granted directory", name);
        p += n;
    }
}

static _Noreturn void cannot_write(const char *name)
{
    if (errno == EROFS || errno == EACCES || errno == EPERM)
        stop(126, "read_only: '%s' cannot be written: %e", name);
    stop(1, "file_error: '%s' cannot be written: %e", name);
}

static char *read_file(const char *name, size_t *n)
{
    check_inside(name);
    char *text = in_slurp(name, n);
    if (!text)
        stop(1, "file_error: '%s' cannot be read", name);
    return text;
}

/* Before the command runs; the file is only written when that has ended. */
static void check_writable(const char *name)
{
    SysStat st;
    int fd = -1;
    check_inside(name);
    if (sys_stat(name, &st, true) == 0) {
        fd = sys_open(name, SYS_CREATE);
    } else {
        const char *slash = strrchr(name, '/');
        char *dir = slash ? xstrndup(name, (size_t)(slash - name) + 1) : xstrndup(".", 1);
        bool there = *name && sys_stat(dir, &st, true) == 0 && st.type == 'd';
        free(dir);
        if (there)
            return;
    }
    if (fd < 0)
        cannot_write(name);
    sys_close(fd);
}

static void write_file(const char *name, bool append, const ExecResult *r)
{
    int fd = sys_open(name, append ? SYS_APPEND : SYS_WRITE);
    if (fd < 0 || !write_all(fd, r->out, r->out_len))
        cannot_write(name);
    sys_close(fd);
}

/* ---- commands ---- */

static void settle(const char *name, const ExecResult *r)
{
    write_all(2, r->err, r->err_len);
    if (!r->exited || r->refused) {
        out_flush();
        quit(r->status);
    }
    if (r->cut)
        stop(125, "output_too_large: the output of '%s' was cut", name);
}

static void run_stage(const Stage *s, const char *input, size_t n, bool last, ExecResult *r)
{
    size_t used = 0;
    int count;
    char **argv = arguments(s, &count), *from = NULL, *to = NULL;
    if (count == 0)
        stop(2, "a command is missing: '$@' is empty%s", "");
    if (s->input) {
        char *name = expanded(s->input, 0, &used);
        input = from = read_file(name, &n);
        free(name);
    }
    if (s->output) {
        to = expanded(s->output, 0, &used);
        check_writable(to);
    }
    const char *why = exec_run(count, argv, input, n, r);
    if (why) {
        warnf("line %d: '%s' cannot be run: %s", line, argv[0], why);
        quit(126);
    }
    settle(argv[0], r);
    if (to)
        write_file(to, s->append, r);
    else if (last)
        out_mem(r->out, r->out_len);
    if (to)
        r->out_len = 0;
    for (int i = 0; i < count; i++)
        free(argv[i]);
    free(argv);
    free(from);
    free(to);
}

/* What sh reads goes to the first command of all. */
static void run_pipeline(const Step *step)
{
    ExecResult r = {.out = ""};
    if (!input_taken && !step->stages[0].input) {
        own_input = in_slurp("-", &r.out_len);
        if (!own_input)
            quit(1);
        r.out = own_input;
    }
    input_taken = true;
    for (int i = 0; i < step->count; i++)
        run_stage(&step->stages[i], r.out, r.out_len, i + 1 == step->count, &r);
    free(own_input);
    own_input = NULL;
    status = r.status;
}

int run_steps(const Step *s, int argc, char **argv)
{
    parameters = argv;
    parameter_count = argc;
    for (; s; s = s->next) {
        line = s->line;
        if ((s->when == AFTER_SUCCESS && status) || (s->when == AFTER_FAILURE && !status))
            continue;
        if (!s->assigns) {
            run_pipeline(s);
            continue;
        }
        for (int i = 0; i < s->stages->count; i++)
            assign(&s->stages->words[i]);
        status = 0;
    }
    return status;
}
