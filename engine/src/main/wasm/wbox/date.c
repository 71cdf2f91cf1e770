/* date. */
#include "wbox.h"

const char date_help[] =
    "Usage: date [OPTION]... [+FORMAT]\n"
    "Print the date and time, in UTC.\n"
    "\n"
    "  -d, --date=STRING      print the time STRING tells: an ISO date and time,\n"
    "                         @SECONDS, now, yesterday, 2 days ago, next month\n"
    "  -f, --file=FILE        the same for each line of FILE\n"
    "  -I[SPEC], --iso-8601[=SPEC]  ISO 8601; SPEC is date, hours, minutes,\n"
    "                         seconds or ns\n"
    "  -r, --reference=FILE   print the time FILE was last changed\n"
    "  -R, --rfc-email        RFC 5322\n"
    "      --rfc-3339=SPEC    RFC 3339; SPEC is date, seconds or ns\n"
    "  -u, --utc              accepted; all times are UTC\n"
    "\n"
    "FORMAT takes the conversions of strftime and %N %P %q %s %k %l, the flags\n"
    "- _ 0 ^ # and a width. The clock cannot be set.\n";

static const char *iso_format(const char *spec)
{
    static const struct {
        char name[8];
        const char *fmt;
    } specs[] = {{"date", "%Y-%m-%d"},
                 {"hours", "%Y-%m-%dT%H%:z"},
                 {"minutes", "%Y-%m-%dT%H:%M%:z"},
                 {"seconds", "%Y-%m-%dT%H:%M:%S%:z"},
                 {"ns", "%Y-%m-%dT%H:%M:%S,%N%:z"}};
    for (size_t i = 0; i < 5; i++)
        if (*spec && !strncmp(specs[i].name, spec, strlen(spec)))
            return specs[i].fmt;
    usage_err("invalid argument '%s' for '--iso-8601'", spec);
}

static const char *rfc_format(const char *spec)
{
    if (!strcmp(spec, "date"))
        return "%Y-%m-%d";
    if (!strcmp(spec, "seconds"))
        return "%Y-%m-%d %H:%M:%S%:z";
    if (!strcmp(spec, "ns"))
        return "%Y-%m-%d %H:%M:%S.%N%:z";
    usage_err("invalid argument '%s' for '--rfc-3339'", spec);
}

static void show(int64_t sec, int nsec, const char *fmt)
{
    Cal c;
    cal_from(&c, sec, nsec);
    cal_print(&c, fmt);
    out_ch('\n');
}

static bool show_text(const char *s, int64_t now, const char *fmt)
{
    int64_t sec;
    int nsec;
    if (!cal_parse(s, now, &sec, &nsec)) {
        warnf("invalid date '%s'", s);
        return false;
    }
    show(sec, nsec, fmt);
    return true;
}

static int show_file(const char *name, int64_t now, const char *fmt)
{
    In in = {0};
    char *p;
    size_t n;
    bool ended, ok = true;
    if (!in_open(&in, name))
        return 1;
    while (in_line(&in, '\n', &p, &n, &ended)) {
        char *s = xstrndup(p, n);
        ok &= show_text(s, now, fmt);
        free(s);
    }
    return !(in_close(&in) && ok);
}

static const LongOpt longs[] = {
    {"date", 1, 'd'},     {"file", 1, 'f'},      {"iso-8601", 2, 'I'},
    {"reference", 1, 'r'}, {"rfc-email", 0, 'R'}, {"rfc-822", 0, 'R'},
    {"rfc-2822", 0, 'R'}, {"rfc-3339", 1, 256},  {"utc", 0, 'u'},
    {"universal", 0, 'u'}, {"set", 1, 's'},      {0, 0, 0}};

int date_main(int argc, char **argv)
{
    Opt o;
    const char *fmt = NULL, *text = NULL, *file = NULL, *ref = NULL;
    opt_start(&o, argc, argv, "d:f:I::r:Rus:", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        switch (c) {
        case 'd': text = o.arg; break;
        case 'f': file = o.arg; break;
        case 'I': fmt = iso_format(o.arg ? o.arg : "date"); break;
        case 'r': ref = o.arg; break;
        case 'R': fmt = "%a, %d %b %Y %H:%M:%S %z"; break;
        case 256: fmt = rfc_format(o.arg); break;
        case 's': dief(1, "cannot set date: Operation not permitted");
        default: break;
        }
    }
    if (o.n > 1)
        extra_operand(o.argv[1]);
    if (o.n == 1) {
        if (o.argv[0][0] != '+')
            usage_err("invalid date '%s'", o.argv[0]);
        if (fmt)
            dief(1, "multiple output formats specified");
        fmt = o.argv[0] + 1;
    }
    if (!fmt)
        fmt = "%a %b %e %H:%M:%S UTC %Y";
    if (ref) {
        SysStat st;
        if (sys_stat(ref, &st, true) < 0)
            dief(1, "%s: %e", ref);
        show(st.mtime / 1000000000, (int)(st.mtime % 1000000000), fmt);
        return 0;
    }
    int64_t now = text && text[0] == '@' ? 0 : sys_now();
    if (file)
        return show_file(file, now, fmt);
    if (text)
        return !show_text(text, now, fmt);
    show(now / 1000000000, (int)(now % 1000000000), fmt);
    return 0;
}
