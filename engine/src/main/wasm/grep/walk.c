/* Operands of grep: files, standard input, directories. */
#include "grep.h"

static In in;

static bool matches_any(const char **pats, size_t n, const char *name)
{
    const char *base = strrchr(name, '/');
    base = base ? base + 1 : name;
    for (size_t i = 0; i < n; i++)
        if (glob_match(pats[i], base, false))
            return true;
    return false;
}

static bool skipped(const char *name)
{
    if (matches_any(grep.exclude, grep.exclude_n, name))
        return true;
    return grep.include_n > 0 &&
           !matches_any(grep.include, grep.include_n, name);
}

static void complain(const char *name)
{
    grep.failed = true;
    if (!grep.silent)
        warnf("%s: %e", name);
}

static void search_file(const char *path, const char *shown)
{
    char *buf = in.buf;
    size_t cap = in.cap;
    memset(&in, 0, sizeof in);
    in.buf = buf;
    in.cap = cap;
    in.name = shown;
    if (path) {
        in.fd = sys_open(path, SYS_READ);
        if (in.fd < 0) {
            complain(shown);
            return;
        }
    }
    grep_input(&in, shown);
    if (in.fd > 2)
        sys_close(in.fd);
    if (in.err) {
        errno = in.err;
        complain(shown);
    }
    if (grep.quiet && grep.matched)
        quit(0);
}

static void walk(const char *dir, const char *shown, int depth)
{
    SysEntry *list;
    size_t n;
    if (depth > 200) {
        errno = ELOOP;
        complain(shown);
        return;
    }
    if (sys_list(dir, &list, &n) < 0) {
        complain(shown);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        char *path = path_join(dir, list[i].name);
        char *name = *shown ? path_join(shown, list[i].name) : list[i].name;
        char type = list[i].type;
        SysStat st;
        if ((type == '?' || (type == 'l' && grep.follow_links)) &&
            sys_stat(path, &st, grep.follow_links) == 0)
            type = st.type;
        if (type == 'd') {
            if (!matches_any(grep.exclude_dir, grep.exclude_dir_n, name))
                walk(path, name, depth + 1);
        } else if (type == 'f' && !skipped(name)) {
            search_file(path, name);
        }
        if (name != list[i].name)
            free(name);
        free(path);
        free(list[i].name);
    }
    free(list);
}

void grep_here(void)
{
    walk(".", "", 0);
}

void grep_operand(const char *name)
{
    SysStat st;
    if (!strcmp(name, "-")) {
        search_file(NULL, "(standard input)");
        return;
    }
    if (grep.recurse || grep.skip_dirs) {
        if (sys_stat(name, &st, true) < 0) {
            complain(name);
            return;
        }
        if (st.type == 'd') {
            if (grep.recurse)
                walk(name, name, 0);
            return;
        }
    }
    if (!skipped(name))
        search_file(name, name);
}
