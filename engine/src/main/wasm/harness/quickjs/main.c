/* The command js, and the exports by which it is frozen. */
#include "js.h"

#include "sys_wasi.h"

int arg_count;
char **arg_values;

static bool begun;
static bool loading; /* a program that is to be frozen */

static const char help[] =
    "Usage: js [OPTION]... FILE [ARG]...\n"
    "  or:  js -e CODE [ARG]...\n"
    "Run JavaScript (QuickJS), from standard input if FILE is - or missing.\n"
    "\n"
    "  -e, --eval CODE   run CODE\n"
    "  -p, --print CODE  run CODE and print its value\n"
    "  -m, --module      it is a module, whatever its name and text say\n"
    "      --help        show this text and exit\n"
    "      --version     show the version and exit\n"
    "\n"
    "FILE is a module if it ends in .mjs, a script if it ends in .cjs; other code is a\n"
    "module if it is no script, as with import. process.argv[2] is the first ARG.\n"
    "Built-in modules: fs, path, process (also as node:fs ...). Modules are read from\n"
    "the directories that the call is granted.\n"
    "Exit status: that of process.exit, 1 after an uncaught error, 13 if a top-level\n"
    "await never ends, 2 for a usage error.\n";

enum { OPT_VERSION = 1000 };

static const LongOpt longs[] = {
    {"eval", 1, 'e'},
    {"print", 1, 'p'},
    {"module", 0, 'm'},
    {"version", 0, OPT_VERSION},
    {NULL, 0, 0},
};

typedef struct {
    const char *code; /* NULL to read a file */
    const char *file;
    bool module, print;
} Job;

static bool ends(const char *name, const char *with)
{
    size_t length = strlen(name), n = strlen(with);
    return length > n && !strcmp(name + length - n, with);
}

static int compile(const Job *job)
{
    size_t n = 0;
    char *read = NULL;
    const char *code = job->code;
    if (!code)
        code = read = in_slurp(job->file, &n);
    else
        n = strlen(code);
    if (!code)
        return 2;
    if (read) {
        /* QuickJS looks at the byte behind the code. */
        code = read = xrealloc(read, n + 1);
        read[n] = 0;
    }
    const char *name = job->code ? "<eval>" : strcmp(job->file, "-") ? job->file : "<stdin>";
    Kind kind = job->module || ends(name, ".mjs") ? MODULE : ends(name, ".cjs") ? SCRIPT : EITHER;
    bool done = world_compile(code, n, name, kind);
    free(read);
    return done ? 0 : 1;
}

static Job parse(int argc, char **argv)
{
    Job job = {NULL, "-", false, false};
    Opt o;
    opt_start(&o, argc, argv, "+e:p:m", longs);
    for (int c; (c = opt_next(&o)) != -1;) {
        if (c == 'e' || c == 'p') {
            job.code = o.arg;
            job.print = c == 'p';
            break;
        }
        if (c == 'm') {
            job.module = true;
        } else if (c == OPT_VERSION) {
            out_str("QuickJS ");
            out_str(qjs_get_quickjs_version());
            out_ch('\n');
            quit(0);
        } else {
            opt_invalid(c);
        }
    }
    if (job.code) {
        arg_values = argv + o.i - 1;
        arg_count = argc - o.i + 1;
        arg_values[0] = (char *)"<eval>";
    } else {
        static char *none[] = {(char *)"-", NULL};
        arg_values = o.n ? o.argv : none;
        arg_count = o.n ? o.n : 1;
        job.file = arg_values[0];
    }
    return job;
}

static void begin(void)
{
    if (!begun)
        world_begin();
    begun = true;
}

int app_main(int argc, char **argv)
{
    prog = "js";
    help_text = help;
    usage_status = 2;
    begin();
    if (world_has_program()) {
        arg_values = argv;
        arg_count = argc;
        prog = argc ? argv[0] : "js";
        return world_run(false);
    }
    Job job = parse(argc, argv);
    int failed = compile(&job);
    if (failed || loading)
        return failed;
    return world_run(job.print);
}

/* Everything before the first program. */
__attribute__((export_name("escarole.freeze"))) void freeze(void)
{
    begin();
}

/* Compiles the program of the command line, which each instance then runs. */
__attribute__((export_name("escarole.load"))) void freeze_program(void)
{
    loading = true;
    _start();
    loading = false;
    sys_forget();
}
