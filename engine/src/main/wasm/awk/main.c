/* awk: options, and the program's text. */
#include "awk.h"

static const char help[] =
    "Usage: awk [OPTION]... 'PROGRAM' [FILE | NAME=VALUE]...\n"
    "   or: awk [OPTION]... -f FILE [FILE | NAME=VALUE]...\n"
    "Run a program of patterns and actions over the lines of files, or of standard\n"
    "input. All is bytes. A program runs no commands: system() and pipes are refused.\n"
    "\n"
    "  -f, --file=FILE             read the program from FILE; may be repeated\n"
    "  -e, --source=TEXT           TEXT is part of the program; may be repeated\n"
    "  -F, --field-separator=TEXT  set FS\n"
    "  -v, --assign=NAME=VALUE     set a variable before the program starts\n"
    "      --help                  show this help and exit\n"
    "\n"
    "Exit status is 2 after an error, and after an unreadable file unless the program\n"
    "says otherwise with exit.\n";

typedef struct {
    const char *file; /* NULL: text of the command line */
    char *text;
    size_t n;
} Part;

static Part *parts;
static int part_count;

static void add_part(const char *file, char *text, size_t n)
{
    parts = xrealloc(parts, (size_t)(part_count + 1) * sizeof *parts);
    parts[part_count++] = (Part){file, text, n};
}

static void add_file(const char *name)
{
    size_t n;
    char *text = in_slurp(name, &n);
    if (!text)
        quit(2);
    add_part(name, text, n);
}

static void set_separator(const char *text)
{
    Str *fs = strcmp(text, "t") ? unescaped(text, strlen(text)) : str_new("\t", 1);
    variable_set(symbol_of(VAR_FS), value_str(fs));
}

static void must_assign(const char *word)
{
    if (!assignment(word))
        usage_err("-v needs NAME=VALUE, not '%s'", word);
}

static void option(int c, char *arg)
{
    switch (c) {
    case 'f': add_file(arg); break;
    case 'e': add_part(NULL, arg, strlen(arg)); break;
    case 'F': set_separator(arg); break;
    case 'v': must_assign(arg); break;
    default: break;
    }
}

int app_main(int argc, char **argv)
{
    static const LongOpt longs[] = {{"file", 1, 'f'},   {"source", 1, 'e'}, {"field-separator", 1, 'F'},
                                    {"assign", 1, 'v'}, {"posix", 0, 'P'},  {NULL, 0, 0}};
    prog = "awk";
    help_text = help;
    usage_status = 2;
    symbols_start();
    Opt o;
    opt_start(&o, argc, argv, "+f:e:F:v:", longs);
    for (int c; (c = opt_next(&o)) >= 0;)
        option(c, o.arg);
    if (part_count == 0) {
        if (o.n == 0)
            usage_err("missing program");
        add_part(NULL, o.argv[0], strlen(o.argv[0]));
        o.argv++;
        o.n--;
    }
    Program *program = NULL;
    for (int i = 0; i < part_count; i++) {
        lex_start(parts[i].text, parts[i].n, parts[i].file);
        program = parse_program();
    }
    resolve_calls();
    current_line = 0;
    char **words = xmalloc((size_t)(o.n + 2) * sizeof *words);
    words[0] = (char *)"awk";
    memcpy(words + 1, o.argv, (size_t)o.n * sizeof *words);
    reader_start(o.n + 1, words);
    run_program(program);
}
