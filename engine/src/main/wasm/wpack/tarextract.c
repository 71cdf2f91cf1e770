/* tar -t and -x. */
#include "tar.h"

typedef struct {
    char *path;
    int64_t mtime;
} DirTime;

static DirTime *dirs;
static size_t dir_n, dir_cap;

bool tar_wanted(TarOptions *t, const char *name)
{
    if (name_excluded(name, t->excludes, t->exclude_n))
        return false;
    bool hit = t->n == 0;
    for (size_t i = 0; i < t->n; i++) {
        const char *want = t->operands[i].name;
        size_t n = strlen(want);
        while (n > 1 && want[n - 1] == '/')
            n--;
        if (!strncmp(name, want, n) && (!name[n] || name[n] == '/'))
            hit = t->operands[i].found = true;
    }
    return hit;
}

static void not_found(TarOptions *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (!t->operands[i].found)
            tar_fail("%s: Not found in archive", t->operands[i].name, NULL);
}

static void drop(TarMember *m)
{
    free(m->name);
    free(m->link);
}

void tar_list(TarOptions *t)
{
    TarMember m;
    for (; tar_next(&m); drop(&m)) {
        if (tar_wanted(t, m.name))
            tar_show(&m, t->verbose > 0);
        source_skip(m.size);
        tar_pad(m.size);
    }
    not_found(t);
}

/* The name behind t->strip directories; NULL when it has no more than these. */
static const char *stripped(const TarOptions *t, const char *name)
{
    name = name_below(name);
    for (uint64_t i = 0; i < t->strip; i++) {
        name += strcspn(name, "/");
        name += strspn(name, "/");
    }
    return *name || !t->strip ? name : NULL;
}

static void contents(TarMember *m, int fd, bool *good)
{
    const char *p;
    size_t n;
    for (uint64_t left = m->size; left; left -= n) {
        if (!source_piece(left < 65536 ? (size_t)left : 65536, &p, &n))
            tar_fatal("Unexpected EOF in archive", NULL);
        if (fd < 0) {
            out_mem(p, n);
        } else if (*good && !write_all(fd, p, n)) {
            tar_fail("%s: Cannot write: %e", m->name, NULL);
            *good = false;
        }
    }
    tar_pad(m->size);
    m->size = 0;
}

static void extract_file(const TarOptions *t, TarMember *m, const char *path)
{
    bool good = true;
    if (m->type)
        warnf("%s: Unknown file type '%c', extracted as normal file", m->name, m->type);
    if (!t->keep_old && !safe_clear(path) && errno != EISDIR && errno != EPERM) {
        tar_fail("%s: Cannot unlink: %e", m->name, NULL);
        return;
    }
    int fd = sys_open(path, SYS_EXCL);
    if (fd < 0) {
        tar_fail("%s: Cannot open: %e", m->name, NULL);
        return;
    }
    contents(m, fd, &good);
    sys_close(fd);
    if (!t->touch)
        sys_utimes(path, m->mtime < 0 ? 0 : m->mtime, m->mtime < 0 ? 0 : m->mtime);
}

static void extract_dir(const TarOptions *t, const TarMember *m, char *path)
{
    SysStat st;
    bool there = sys_stat(path, &st, false) == 0;
    if (!(there && st.type == 'd') &&
        ((there && (t->keep_old || !safe_clear(path))) || sys_mkdir(path) < 0)) {
        tar_fail("%s: Cannot mkdir: %e", m->name, NULL);
        return;
    }
    if (t->touch)
        return;
    if (dir_n == dir_cap)
        dirs = xrealloc(dirs, (dir_cap = dir_cap * 2 + 16) * sizeof *dirs);
    dirs[dir_n++] = (DirTime){xstrndup(path, strlen(path)), m->mtime < 0 ? 0 : m->mtime};
}

static void extract_hard_link(const TarOptions *t, const TarMember *m, const char *base,
                              const char *path)
{
    const char *why = "it is not in the archive's directory", *below = stripped(t, m->link);
    char *from = below ? safe_path(base, below, &why) : NULL;
    SysStat st;
    if (from && !strcmp(from, path)) {
        free(from);
        return;
    }
    if (from && (sys_stat(from, &st, false) < 0 || st.type != 'f')) {
        why = "no such file in the directory";
        free(from);
        from = NULL;
    }
    if (!from) {
        tar_fail("%s: Cannot hard link: %s", m->name, why);
        return;
    }
    if ((!t->keep_old && !safe_clear(path)) || sys_link(from, path) < 0)
        tar_fail("%s: Cannot hard link to '%s': %e", m->name, m->link);
    free(from);
}

static void extract_link(const TarOptions *t, const TarMember *m, const char *name,
                         const char *path)
{
    if (!safe_target(name, m->link)) {
        tar_fail("%s: Cannot create symlink to '%s': it may lead out of the directory",
                 m->name, m->link);
        return;
    }
    if ((!t->keep_old && !safe_clear(path)) || sys_symlink(m->link, path) < 0)
        tar_fail("%s: Cannot create symlink to '%s': %e", m->name, m->link);
}

static void extract_one(const TarOptions *t, TarMember *m, const char *base)
{
    static bool told;
    const char *name = stripped(t, m->name), *why;
    bool good = true;
    if (!name || !*name)
        return;
    if (t->verbose) {
        out_redirect(t->to_stdout ? 2 : 1);
        tar_show(m, t->verbose > 1);
        out_redirect(1);
    }
    if (t->to_stdout) {
        if (!m->type)
            contents(m, -1, &good);
        return;
    }
    if (m->name[0] == '/' && !told) {
        out_flush();
        warnf("Removing leading `/' from member names");
        told = true;
    }
    if (m->type == 'S' || m->type == 'M' || m->type == '3' || m->type == '4' || m->type == '6') {
        tar_fail(m->type == 'S'   ? "%s: sparse files are not supported"
                 : m->type == 'M' ? "%s: parts of files are not supported"
                                  : "%s: Cannot mknod: Operation not permitted", m->name, NULL);
        return;
    }
    char *path = safe_path(base, name, &why);
    if (!path) {
        tar_fail(name_climbs(name) ? "%s: Member name contains '..'" : "%s: Cannot open: %s",
                 m->name, why);
        return;
    }
    if (m->type == '5')
        extract_dir(t, m, path);
    else if (m->type == '1')
        extract_hard_link(t, m, base, path);
    else if (m->type == '2')
        extract_link(t, m, name, path);
    else if (m->type != 'V')
        extract_file(t, m, path);
    free(path);
}

void tar_extract(TarOptions *t)
{
    TarMember m;
    const char *base = t->operands && t->operands->dir ? t->operands->dir : "";
    for (; tar_next(&m); drop(&m)) {
        if (tar_wanted(t, m.name))
            extract_one(t, &m, base);
        /* What was not written. */
        source_skip(m.size);
        tar_pad(m.size);
    }
    while (dir_n--)
        sys_utimes(dirs[dir_n].path, dirs[dir_n].mtime, dirs[dir_n].mtime);
    not_found(t);
}
