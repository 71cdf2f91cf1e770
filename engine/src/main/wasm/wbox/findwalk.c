/* find: walking directories and holding files against the expression. */
#include "find.h"

Find find = {.max_depth = UINT64_MAX};

static bool pruned;

static const SysStat *stat_of(Item *it)
{
    if (!it->have_stat) {
        it->have_stat = true;
        if (sys_stat(it->path, &it->st, find.follow) < 0 &&
            sys_stat(it->path, &it->st, false) < 0) {
            warnf("'%s': %e", it->path);
            find.failed = true;
        }
    }
    return &it->st;
}

static bool compare(const Expr *e, uint64_t v)
{
    return e->sign == '+' ? v > e->n : e->sign == '-' ? v < e->n : v == e->n;
}

static bool is_empty(Item *it)
{
    SysEntry *list;
    size_t n;
    if (it->st.type == 'f')
        return stat_of(it)->size == 0;
    if (it->st.type != 'd' || sys_list(it->path, &list, &n) < 0)
        return false;
    for (size_t i = 0; i < n; i++)
        free(list[i].name);
    free(list);
    return n == 0;
}

static void put_format(const char *fmt, Item *it)
{
    for (const char *p = fmt; *p;) {
        if (*p == '\\' && p[1]) {
            p++;
            int b = escape_byte(&p, *p == '0');
            if (b == -1)
                return;
            out_ch(b < 0 ? '\\' : b);
            continue;
        }
        if (*p != '%' || !p[1]) {
            out_ch(*p++);
            continue;
        }
        p++;
        const char *tail = it->path + strlen(it->start);
        switch (*p) {
        case 'p': out_str(it->path); break;
        case 'f': out_str(it->name); break;
        case 'P': out_str(*tail == '/' ? tail + 1 : tail); break;
        case 'H': out_str(it->start); break;
        case 'h': {
            const char *slash = strrchr(it->path, '/');
            if (slash)
                out_mem(it->path, (size_t)(slash - it->path));
            else
                out_ch('.');
            break;
        }
        case 's': out_u64(stat_of(it)->size); break;
        case 'i': out_u64(stat_of(it)->ino); break;
        case 'n': out_u64(stat_of(it)->nlink); break;
        case 'd': out_u64((uint64_t)it->depth); break;
        case 'y': out_ch(it->st.type); break;
        case 'T': {
            Cal c;
            int64_t t = stat_of(it)->mtime;
            char f[3] = {'%', p[1], 0};
            cal_from(&c, t / 1000000000, (int)(t % 1000000000));
            if (p[1] == '@') {
                cal_print(&c, "%s.%N0");
            } else {
                cal_print(&c, f);
            }
            p += p[1] != 0;
            break;
        }
        case '%': out_ch('%'); break;
        default:
            out_ch('%');
            out_ch(*p);
        }
        p++;
    }
}

static bool by_regex(const Expr *e, const char *path)
{
    ReSpan m;
    return re_exec(e->re, path, strlen(path), 0, &m, 1) > 0;
}

static bool act(const Expr *e, Item *it)
{
    switch (e->kind) {
    case T_PRINT:
    case T_PRINT0:
        out_str(it->path);
        out_ch(e->kind == T_PRINT ? '\n' : 0);
        break;
    case T_PRINTF: put_format(e->text, it); break;
    case T_PRUNE: pruned = true; break;
    default: quit(find.failed);
    }
    return true;
}

static bool holds(const Expr *e, Item *it)
{
    switch (e->kind) {
    case T_NOT: return !holds(e->a, it);
    case T_AND: return holds(e->a, it) && holds(e->b, it);
    case T_OR: return holds(e->a, it) || holds(e->b, it);
    case T_NAME: return glob_match(e->text, it->name, e->fold);
    case T_PATH: return glob_match(e->text, it->path, e->fold);
    case T_REGEX: return by_regex(e, it->path);
    case T_TYPE: return strchr(e->text, it->st.type) != NULL;
    case T_SIZE: return compare(e, (stat_of(it)->size + e->unit - 1) / e->unit);
    case T_EMPTY: return is_empty(it);
    case T_NEWER: return stat_of(it)->mtime > e->time;
    case T_MTIME:
        return compare(e, (uint64_t)(find.now - stat_of(it)->mtime) / 86400000000000u);
    case T_MMIN:
        return compare(e, ((uint64_t)(find.now - stat_of(it)->mtime) + 59999999999u) /
                              60000000000u);
    case T_LINKS: return compare(e, stat_of(it)->nlink);
    case T_INUM: return compare(e, stat_of(it)->ino);
    case T_TRUE: return true;
    case T_FALSE: return false;
    default: return act(e, it);
    }
}

/* ---- the walk ---- */

static void visit(Item *it, const Expr *e)
{
    if ((uint64_t)it->depth >= find.min_depth)
        holds(e, it);
}

static void walk(const Expr *e, const char *path, const char *name, char type,
                 int depth, const char *start)
{
    Item it = {.path = path, .name = name, .depth = depth, .start = start};
    SysEntry *list;
    size_t n;
    it.st.type = type;
    if (type == '?' || (find.follow && type == 'l'))
        stat_of(&it);
    pruned = false;
    if (!find.depth_first)
        visit(&it, e);
    bool stop = pruned && !find.depth_first;
    if (depth == 250) {
        warnf("'%s': directories nested too deeply", path);
        find.failed = stop = true;
    }
    if (it.st.type == 'd' && !stop && (uint64_t)depth < find.max_depth) {
        if (sys_list(path, &list, &n) < 0) {
            warnf("'%s': %e", path);
            find.failed = true;
        } else {
            for (size_t i = 0; i < n; i++) {
                char *sub = path_join(path, list[i].name);
                walk(e, sub, list[i].name, list[i].type, depth + 1, start);
                free(sub);
                free(list[i].name);
            }
            free(list);
        }
    }
    if (find.depth_first)
        visit(&it, e);
}

void find_walk(const Expr *e, const char *path)
{
    SysStat st;
    if (sys_stat(path, &st, find.follow) < 0 && sys_stat(path, &st, false) < 0) {
        warnf("'%s': %e", path);
        find.failed = true;
        return;
    }
    walk(e, path, last_part(path), st.type, 0, path);
}
