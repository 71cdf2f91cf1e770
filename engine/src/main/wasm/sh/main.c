/* sh: command lines in the language of the engine's own evaluator. */
#include "sh.h"

static const char help[] =
    "Usage: sh -c LINES [NAME [ARGUMENT]...]\n"
    "   or: sh FILE [ARGUMENT]...\n"
    "   or: sh < FILE\n"
    "Run lines of commands: pipelines, ; && ||, < > >>, NAME=value, $NAME, quotes.\n"
    "No other shell is involved, and other syntax is refused before anything runs.\n"
    "A value never becomes a second word.\n"
    "\n"
    "  $0 to $9    the NAME or FILE, and the first nine arguments\n"
    "  $@          all arguments, each one word; a word of its own\n"
    "  $# $?       number of arguments; status of the command before\n"
    "      --help  show this help and exit\n"
    "\n"
    "Exit status is that of the last command: 2 for a mistake in the lines, 124 to 127\n"
    "and 134 for a command that was stopped or refused, which ends sh.\n";

static Step *parse(const char *text, size_t n)
{
    Step *first = NULL, **to = &first;
    const char *end = text + n;
    for (int line = 1; text < end; line++) {
        const char *stop = find_byte(text, end, '\n');
        to = parse_line(to, text, (size_t)(stop - text), line);
        text = stop + 1;
    }
    return first;
}

int app_main(int argc, char **argv)
{
    static char *itself[] = {(char *)"sh", NULL};
    prog = "sh";
    help_text = help;
    usage_status = 2;
    Opt o;
    const char *lines = NULL;
    opt_start(&o, argc, argv, "+c:", NULL);
    for (int c; (c = opt_next(&o)) >= 0;) {
        if (c != 'c')
            opt_invalid(c);
        lines = o.arg;
    }
    size_t n = 0;
    const char *file = o.n ? o.argv[0] : "-";
    const char *text = lines ? lines : in_slurp(file, &n);
    if (!text)
        return 127;
    if (lines)
        n = strlen(lines);
    const Step *steps = parse(text, n);
    return out_finish(run_steps(steps, o.n ? o.n : 1, o.n ? o.argv : itself));
}
