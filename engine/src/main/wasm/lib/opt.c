/* Option parsing with the conventions of GNU getopt_long. */
#include "base.h"

void opt_start(Opt *o, int argc, char **argv, const char *shorts,
               const LongOpt *longs)
{
    memset(o, 0, sizeof *o);
    o->argc = argc;
    o->argv = argv;
    o->shorts = shorts;
    o->longs = longs;
    o->i = 1;
}

void opt_invalid(int c)
{
    usage_err("invalid option -- '%c'", c);
}

static const LongOpt *find_long(Opt *o, const char *s, size_t n)
{
    static const LongOpt help = {"help", 0, 'H' + 256};
    const LongOpt *found = NULL;
    int hits = 0;
    for (const LongOpt *l = o->longs; l && l->name; l++) {
        if (strncmp(l->name, s, n))
            continue;
        if (!l->name[n])
            return l;
        if (!found || found->val != l->val)
            hits++;
        found = l;
    }
    if (n > 0 && !strncmp("help", s, n)) {
        if (n == 4)
            return &help;
        found = &help;
        hits++;
    }
    if (hits > 1)
        usage_err("option '--%s' is ambiguous", s);
    return hits == 1 ? found : NULL;
}

static int long_option(Opt *o, char *word)
{
    char *eq = strchr(word, '=');
    size_t n = eq ? (size_t)(eq - word) : strlen(word);
    const LongOpt *l = find_long(o, word, n);
    if (!l)
        usage_err("unrecognized option '--%s'", word);
    if (l->val == 'H' + 256)
        show_help();
    o->arg = NULL;
    if (eq) {
        if (l->arg == 0)
            usage_err("option '--%s' doesn't allow an argument", l->name);
        o->arg = eq + 1;
    } else if (l->arg == 1) {
        if (o->i >= o->argc)
            usage_err("option '--%s' requires an argument", l->name);
        o->arg = o->argv[o->i++];
    }
    return l->val;
}

static int short_option(Opt *o)
{
    int c = (uchar)*o->cur++;
    const char *s = c == ':' || c == '+' ? NULL : strchr(o->shorts, c);
    if (!s || !c)
        opt_invalid(c);
    o->arg = NULL;
    if (s[1] == ':') {
        if (*o->cur) {
            o->arg = (char *)o->cur;
        } else if (s[2] != ':') {
            if (o->i >= o->argc)
                usage_err("option requires an argument -- '%c'", c);
            o->arg = o->argv[o->i++];
        }
        o->cur = NULL;
    }
    return c;
}

int opt_next(Opt *o)
{
    if (o->cur && *o->cur)
        return short_option(o);
    while (o->i < o->argc) {
        char *w = o->argv[o->i++];
        if (o->ended || w[0] != '-' || !w[1]) {
            o->argv[o->n++] = w;
            if (o->shorts[0] == '+')
                o->ended = true;
            continue;
        }
        if (w[1] != '-') {
            o->cur = w + 1;
            return short_option(o);
        }
        if (w[2])
            return long_option(o, w + 2);
        o->ended = true;
    }
    o->argv[o->n] = NULL;
    return -1;
}
