/* jq: options, inputs and outputs. */
#include "yamlwrite.h"

#define INPUT_HELP \
    "  -n, --null-input          run once, with null as input\n" \
    "  -R, --raw-input           read lines as strings\n" \
    "  -s, --slurp               read all inputs into one array (with -R: one string)\n" \
    "  -r, --raw-output          write strings as they are, a line each\n" \
    "  -j, --join-output         as -r, without newlines\n" \
    "      --raw-output0         as -r, with NUL instead of newlines\n"
#define FILTER_HELP \
    "  -S, --sort-keys           sort the keys of objects\n" \
    "  -a, --ascii-output        only ASCII characters\n" \
    "      --tab                 indent JSON with tabs\n" \
    "      --indent N            indent JSON with N blanks, 0 to 7\n" \
    "  -e, --exit-status         exit with 1 when the last output is false or null,\n" \
    "                            4 when there is none\n" \
    "  -f, --from-file FILE      read the filter from FILE\n" \
    "  -C, --color-output        write JSON in the colors of $JQ_COLORS\n" \
    "      --arg NAME TEXT       set $NAME to a string\n" \
    "      --argjson NAME JSON   set $NAME to a JSON value\n" \
    "      --slurpfile NAME FILE set $NAME to an array of the JSON values in FILE\n" \
    "      --rawfile NAME FILE   set $NAME to the content of FILE\n" \
    "      --args, --jsonargs    what follows is $ARGS.positional\n" \
    "  -L, --library-path DIR    look for modules in DIR\n" \
    "      --help                show this help and exit\n" \
    "\n" \
    "Exit status: 2 wrong use or unreadable input, 3 the filter does not compile, 5 it failed.\n"

static const char help[] =
    "Usage: jq [OPTION]... FILTER [FILE]...\n"
    "Apply FILTER to each JSON value of the files or of standard input.\n"
    "\n"
    INPUT_HELP
    "  -c, --compact-output      one line for each output\n"
    "      --stream              read values as events: [PATH, LEAF] and [PATH]\n"
    "      --seq                 read and write RS in front of each value\n"
    FILTER_HELP;

static const char yq_help[] =
    "Usage: yq [OPTION]... FILTER [FILE]...\n"
    "Apply FILTER, in the language of jq, to each YAML document of the files or of standard\n"
    "input, and write YAML.\n"
    "\n"
    "  -p, --input-format FORMAT yaml or json\n"
    "  -o, --output-format FORMAT yaml or json\n"
    "  -c, --compact-output      JSON, one line for each output\n"
    INPUT_HELP
    FILTER_HELP;

enum {
    O_RAW0 = 300, O_TAB, O_INDENT, O_ARG, O_ARGJSON, O_SLURPFILE, O_RAWFILE, O_ARGS, O_JSONARGS,
    O_STREAM, O_SEQ, O_UNBUFFERED
};

static struct {
    bool null_input, raw, no_newline, nul, exit_status, sequence, yaml;
    Style style;
    const char *from_file;
    int rest; /* O_ARGS or O_JSONARGS: how to take words behind the filter */
} set;

static Value positional;

/* ---- outputs ---- */

static bool any_output;
static Value last_output;

static int write_output(Next *self, Value v, const Path *path)
{
    static Buf b;
    (void)self, (void)path;
    bool raw = set.raw && v.kind == V_STR;
    b.n = 0;
    if (set.sequence)
        buf_ch(&b, 0x1e);
    if (set.yaml && any_output && !raw && !set.no_newline)
        buf_str(&b, "---\n");
    if (raw)
        buf_mem(&b, v.str->s, v.str->n);
    else if (set.yaml)
        yaml_write(&b, v, &set.style);
    else
        json_write(&b, v, &set.style);
    if (set.nul)
        buf_ch(&b, 0);
    else if (!set.no_newline)
        buf_ch(&b, '\n');
    out_mem(b.s, b.n);
    any_output = true;
    last_output = v.kind == V_NULL || v.kind == V_FALSE ? v : v_bool(true);
    return GO;
}

static void report(void)
{
    Value text = failure.kind == V_STR ? failure : json_text(failure);
    out_flush();
    if (failure.kind == V_STR)
        warnf("error: %s", text.str->s);
    else
        warnf("error (not a string): %s", text.str->s);
    inputs.status = 5;
}

static void run(const Node *program, Value in)
{
    Next next = {write_output};
    int r = eval(program, NULL, in, NULL, &next);
    if (r == FAIL)
        report();
    else if (r == STOP) {
        failure = v_word("break");
        report();
    }
}

/* ---- the command line ---- */

static char *word(Opt *o, const char *option)
{
    if (o->i >= o->argc)
        usage_err("option '%s' requires another argument", option);
    return o->argv[o->i++];
}

static Value parsed(const char *text, size_t n, const char *what, bool all)
{
    Json j = {.p = text, .end = text + n};
    Value list = v_array(), v;
    while (json_next(&j, &v))
        list = arr_push(list, v);
    if (j.error || (!all && arr_len(list) != 1))
        dief(2, "invalid JSON text in %s", what);
    return all ? list : arr_at(list, 0);
}

static Value argument(int option, const char *name, const char *text)
{
    size_t n = strlen(text);
    if (option == O_SLURPFILE || option == O_RAWFILE) {
        text = in_slurp(text, &n);
        if (!text)
            quit(2);
    }
    if (option == O_ARG || option == O_RAWFILE)
        return v_text(text, n);
    return parsed(text, n, name, option == O_SLURPFILE);
}

static void positional_add(const char *text)
{
    size_t n = strlen(text);
    Value v = set.rest == O_ARGS ? v_text(text, n) : parsed(text, n, "--jsonargs", false);
    positional = arr_push(positional, v);
}

static void set_indent(const char *text)
{
    uint64_t n;
    const char *end;
    if (!parse_u64(text, &end, &n) || *end || n > 7)
        dief(2, "--indent takes a number from 0 to 7");
    set.style.indent = n ? (int)n : -1;
    set.style.tabs = false;
}

/* Whether a format is YAML. */
static bool is_yaml(const char *format)
{
    if (strcmp(format, "yaml") && strcmp(format, "json"))
        usage_err("a format is yaml or json, not '%s'", format);
    return format[0] == 'y';
}

static void compact(void)
{
    set.style.indent = -1;
    set.yaml = false;
}

static void option(Opt *o, int c)
{
    switch (c) {
    case 'n': set.null_input = true; break;
    case 'R': inputs.raw = true; break;
    case 's': inputs.slurp = true; break;
    case 'r': set.raw = true; break;
    case 'j': set.raw = set.no_newline = true; break;
    case O_RAW0: set.raw = set.nul = true; break;
    case 'c': compact(); break;
    case 'p': inputs.yaml = is_yaml(o->arg); break;
    case 'o': set.yaml = is_yaml(o->arg); break;
    case 'S': set.style.sort = true; break;
    case 'a': set.style.ascii = true; break;
    case O_TAB: set.style.tabs = true; set.style.indent = 1; break;
    case O_INDENT: set_indent(o->arg); break;
    case 'L': module_folders = arr_push(module_folders, v_word(o->arg)); break;
    case 'e': set.exit_status = true; break;
    case 'f': set.from_file = o->arg; break;
    case 'C': set.style.color = true; break;
    case 'M': set.style.color = false; break;
    case O_STREAM: inputs.stream = true; break;
    case O_SEQ: set.sequence = inputs.sequence = true; break;
    case O_UNBUFFERED: break;
    case O_ARGS:
    case O_JSONARGS: set.rest = c; break;
    case O_ARG:
    case O_ARGJSON:
    case O_SLURPFILE:
    case O_RAWFILE: {
        const char *name = o->arg;
        var_named = obj_put(var_named, name, argument(c, name, word(o, name)));
        break;
    }
    default: opt_invalid(c);
    }
}

static Value environment(void)
{
    Value env = v_object();
    for (char **e = sys_environ(); *e; e++) {
        const char *eq = strchr(*e, '=');
        if (eq)
            env = obj_set(env, v_text(*e, (size_t)(eq - *e)).str, v_word(eq + 1));
    }
    return env;
}

static void take_colors(void)
{
    Value colors;
    if (set.style.color && obj_get(var_env, v_word("JQ_COLORS").str, &colors) &&
        !json_colors(colors.str->s))
        warnf("Failed to set $JQ_COLORS");
}

static const LongOpt longs[] = {
    {"input-format", 1, 'p'},   {"output-format", 1, 'o'},
    {"null-input", 0, 'n'},     {"raw-input", 0, 'R'},        {"slurp", 0, 's'},
    {"raw-output", 0, 'r'},     {"join-output", 0, 'j'},      {"raw-output0", 0, O_RAW0},
    {"compact-output", 0, 'c'}, {"sort-keys", 0, 'S'},        {"ascii-output", 0, 'a'},
    {"tab", 0, O_TAB},          {"indent", 1, O_INDENT},      {"exit-status", 0, 'e'},
    {"from-file", 1, 'f'},      {"color-output", 0, 'C'},     {"monochrome-output", 0, 'M'},
    {"arg", 1, O_ARG},          {"argjson", 1, O_ARGJSON},    {"slurpfile", 1, O_SLURPFILE},
    {"library-path", 1, 'L'},   {"rawfile", 1, O_RAWFILE},    {"args", 0, O_ARGS},
    {"jsonargs", 0, O_JSONARGS}, {"unbuffered", 0, O_UNBUFFERED},
    {"stream", 0, O_STREAM},    {"seq", 0, O_SEQ},
    {NULL, 0, 0},
};
enum { OF_YQ = 2 }; /* the first ones are for yq only */

/* Splits the operands into the filter, files and positional arguments. */
static const char *operands(Opt *o)
{
    const char *filter = NULL;
    int c, seen = 0, kept = 0;
    do {
        c = opt_next(o);
        for (; seen < o->n; seen++) {
            if (!filter && !set.from_file)
                filter = o->argv[seen];
            else if (set.rest)
                positional_add(o->argv[seen]);
            else
                o->argv[kept++] = o->argv[seen];
        }
        if (c >= 0)
            option(o, c);
    } while (c >= 0);
    o->n = kept;
    return filter ? filter : ".";
}

static int exit_status(void)
{
    if (inputs.status || !set.exit_status)
        return inputs.status;
    return any_output ? !truthy(last_output) : 4;
}

int app_main(int argc, char **argv)
{
    Opt o;
    size_t n;
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    bool yq = argc > 0 && !strcmp(slash ? slash + 1 : argv[0], "yq");
    prog = yq ? "yq" : "jq";
    help_text = yq ? yq_help : help;
    usage_status = 2;
    set.yaml = inputs.yaml = yq;
    set.style.indent = 2;
    var_named = var_args = v_object();
    positional = module_folders = v_array();
    var_env = environment();
    opt_start(&o, argc, argv, yq ? "nRsrjcSaef:CML:p:o:" : "nRsrjcSaef:CML:",
              yq ? longs : longs + OF_YQ);
    const char *text = operands(&o);
    if (yq && (inputs.stream || inputs.sequence))
        usage_err("--stream and --seq are options of jq");
    n = strlen(text);
    if (set.from_file && !(text = in_slurp(set.from_file, &n)))
        return out_finish(2);
    var_args = obj_put(obj_put(v_object(), "positional", positional), "named", var_named);
    if (set.from_file)
        module_folder_of_main(set.from_file);
    module_describer = describe_module;
    take_colors();
    Node *program = parse_program(text, n);
    eval_by(evals);
    OPT_FILES(o);
    inputs.files = o.argv;
    inputs.count = o.n;
    arena_mark();
    Value v = v_null();
    if (set.null_input)
        run(program, v);
    while (!set.null_input && next_input(&v)) {
        run(program, v);
        arena_reset();
    }
    return out_finish(exit_status());
}
