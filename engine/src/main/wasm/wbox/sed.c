/* sed: options. */
#include "sed.h"

const char sed_help[] =
    "Usage: sed [OPTION]... SCRIPT [FILE]...\n"
    "Edit each FILE, or standard input, line by line by SCRIPT.\n"
    "\n"
    "  -n, --quiet, --silent    print only what p and others print\n"
    "  -e, --expression=SCRIPT  add SCRIPT; may be repeated\n"
    "  -f, --file=FILE          add the script in FILE\n"
    "  -E, -r, --regexp-extended  extended regular expressions\n"
    "  -i[SUFFIX], --in-place[=SUFFIX]  write FILEs anew; keep old ones as SUFFIX\n"
    "  -s, --separate           take FILEs one by one, not as one input\n"
    "  -u, --unbuffered         accepted\n"
    "  -z, --null-data          lines end with NUL\n"
    "\n"
    "Commands: { } = a b c d D F g G h H i l n N p P q Q r s t T w W x y z : #\n"
    "Addresses: N  $  /RE/  \\cREc  FIRST~STEP  A,B  A,+N  A,~N  and !\n"
    "Flags of s: g p N i I m M and w FILE. The command e and the flag e are refused.\n";

static const LongOpt longs[] = {
    {"quiet", 0, 'n'},       {"silent", 0, 'n'},  {"expression", 1, 'e'},
    {"file", 1, 'f'},        {"regexp-extended", 0, 'E'}, {"in-place", 2, 'i'},
    {"separate", 0, 's'},    {"unbuffered", 0, 'u'}, {"null-data", 0, 'z'},
    {"posix", 0, 'u'},       {0, 0, 0}};

static SedBuf script;
static bool has_script;

static void add_script(const char *s, size_t n)
{
    if (has_script)
        sed_add(&script, "\n", 1);
    has_script = true;
    sed_add(&script, s, n);
}

int sed_main(int argc, char **argv)
{
    Opt o;
    bool place = false;
    const char *keep = NULL;
    opt_start(&o, argc, argv, "ne:f:Eri::suz", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        size_t n;
        char *s;
        switch (c) {
        case 'n': sed.quiet = true; break;
        case 'e': add_script(o.arg, strlen(o.arg)); break;
        case 'f':
            s = in_slurp(o.arg, &n);
            if (!s)
                quit(1);
            if (n && s[n - 1] == '\n')
                n--;
            add_script(s, n);
            break;
        case 'E': case 'r': sed.extended = true; break;
        case 'i': place = true; keep = o.arg; break;
        case 's': sed.separate = true; break;
        case 'z': sed.zero = true; break;
        default: break;
        }
    }
    if (!has_script) {
        if (!o.n)
            usage_err("no script given");
        add_script(o.argv[0], strlen(o.argv[0]));
        o.argv++;
        o.n--;
    }
    sed_add(&script, "", 1);
    sed_compile(script.p, script.n - 1);
    sed_finish();
    OPT_FILES(o);
    return sed_run(o.argv, o.n, place, keep);
}
