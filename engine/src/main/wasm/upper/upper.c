/* upper: standard input to standard output, ASCII letters in upper case. */
#include "../lib/base.h"

static const char help[] =
    "Usage: upper [OPTION]...\n"
    "Copy standard input to standard output with ASCII letters in upper case.\n"
    "All other bytes stay as they are.\n"
    "\n"
    "      --help  show this help and exit\n";

/* Eight bytes a step: bit 5 goes where a byte lies from a to z. */
static void raise(char *p, size_t n)
{
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        uint64_t w;
        memcpy(&w, p + i, 8);
        uint64_t low = w & ~tops;
        uint64_t from_a = low + ones * (128 - 'a');
        uint64_t past_z = low + ones * (127 - 'z');
        uint64_t hit = from_a & ~past_z & ~w & tops;
        w -= hit >> 2;
        memcpy(p + i, &w, 8);
    }
    for (; i < n; i++)
        p[i] = (char)to_upper((uchar)p[i]);
}

int app_main(int argc, char **argv)
{
    In in = {0};
    prog = "upper";
    help_text = help;
    if (argc > 1) {
        Opt o;
        opt_start(&o, argc, argv, "", NULL);
        opt_next(&o);
        if (o.n > 0)
            extra_operand(o.argv[0]);
    }
    in.name = "standard input";
    while (in_fill(&in)) {
        raise(in.buf, in.end);
        if (!write_all(1, in.buf, in.end))
            dief(1, "write error: %e");
        in.pos = in.end;
    }
    return in_close(&in) ? 0 : 1;
}
