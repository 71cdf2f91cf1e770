/* The main function of a program of many commands: finds the applet by the name it
 * was called by or by the first operand. To be included once, behind APPLETS of the
 * program's header and
 *   PROGRAM        the program's name, a string
 *   FIRST_APPLETS  entries before those of APPLETS in order of names; may be empty */

typedef struct {
    const char *name;
    int (*main)(int argc, char **argv);
    const char *help;
} Applet;

#define ENTRY(name) {#name, name##_main, name##_help},
static const Applet applets[] = {
    FIRST_APPLETS
    APPLETS(ENTRY)
};
enum { APPLET_COUNT = sizeof applets / sizeof *applets };

static const char own_usage[] =
    "Usage: " PROGRAM " APPLET [ARGUMENT]...\n"
    "   or: " PROGRAM " --list\n"
    "Run one of the commands below. A call under the name of an applet runs\n"
    "that applet. APPLET --help tells about each.\n"
    "\n";

static const Applet *find_applet(const char *name)
{
    int lo = 0, hi = APPLET_COUNT - 1;
    while (lo <= hi) {
        int mid = (lo + hi) / 2, d = strcmp(name, applets[mid].name);
        if (d == 0)
            return &applets[mid];
        if (d < 0)
            hi = mid - 1;
        else
            lo = mid + 1;
    }
    return NULL;
}

static int own_help(void)
{
    size_t col = 0;
    out_str(own_usage);
    for (int i = 0; i < APPLET_COUNT; i++) {
        size_t n = strlen(applets[i].name);
        if (col + n + 1 > 76) {
            out_ch('\n');
            col = 0;
        }
        if (col)
            out_ch(' ');
        out_str(applets[i].name);
        col += n + 1;
    }
    out_ch('\n');
    return out_finish(0);
}

static int list(void)
{
    for (int i = 0; i < APPLET_COUNT; i++) {
        out_str(applets[i].name);
        out_ch('\n');
    }
    return out_finish(0);
}

static int run(const Applet *a, int argc, char **argv)
{
    prog = a->name;
    help_text = a->help;
    return out_finish(a->main(argc, argv));
}

int app_main(int argc, char **argv)
{
    prog = PROGRAM;
    if (argc > 0) {
        const char *slash = strrchr(argv[0], '/');
        const Applet *a = find_applet(slash ? slash + 1 : argv[0]);
        if (a)
            return run(a, argc, argv);
    }
    if (argc < 2 || !strcmp(argv[1], "--help"))
        return own_help();
    if (!strcmp(argv[1], "--list"))
        return list();
    const Applet *a = find_applet(argv[1]);
    if (a)
        return run(a, argc - 1, argv + 1);
    warnf("%s: no such applet; " PROGRAM " --list names them", argv[1]);
    return 127;
}
