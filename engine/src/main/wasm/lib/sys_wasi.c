/* System layer straight over WASI preview 1, without wasi-libc's start-up:
 * preopens and the environment are looked at only when a command needs them,
 * so that a command such as echo makes three calls in all. */
#include "sys_wasi.h"

typedef struct {
    char *name; /* absolute, no slash at the end; "" is the root */
    size_t len;
    int fd;
} Preopen;

static Preopen *preopens;
static size_t preopen_count;
static bool preopens_known;
static char *cwd;
static char *start; /* the name of "." where the host gives one, else NULL */

#ifdef ESCAROLE_HARNESS
void sys_forget(void)
{
    preopens_known = false;
    preopen_count = 0;
    preopens = NULL;
    cwd = start = NULL;
}
#endif

static bool is_dot(int fd)
{
    uint8_t name[1];
    return !__wasi_fd_prestat_dir_name(fd, name, 1) && name[0] == '.';
}

static void add_preopen(int fd, size_t len)
{
    char *name = xmalloc(len + 2);
    name[0] = '/';
    if (__wasi_fd_prestat_dir_name(fd, (uint8_t *)name + 1, len))
        return;
    name[len + 1] = 0;
    char *s = name + 1;
    if (s[0] == '/')
        name++, len--;
    else if (s[0] == '.' && (len == 1 || s[1] == '/'))
        name += len == 1 ? 2 : 2, len -= len == 1 ? 1 : 2;
    else if (len == 0)
        name++;
    size_t n = strlen(name);
    while (n && name[n - 1] == '/')
        name[--n] = 0;
    if ((preopen_count & (preopen_count + 1)) == 0)
        preopens = xrealloc(preopens, (preopen_count * 2 + 2) * sizeof *preopens);
    preopens[preopen_count++] = (Preopen){name, n, fd};
}

/* The preopen "." is where relative paths begin. If the host means another
 * directory than usual by it, that follows once more under its own name. */
static void find_preopens(void)
{
    bool dot = false;
    preopens_known = true;
    for (int fd = 3;; fd++) {
        __wasi_prestat_t p;
        if (__wasi_fd_prestat_get(fd, &p))
            break;
        if (p.tag != __WASI_PREOPENTYPE_DIR)
            continue;
        size_t before = preopen_count;
        add_preopen(fd, p.u.dir.pr_name_len);
        if (preopen_count == before)
            continue;
        if (dot)
            start = preopens[before].len ? preopens[before].name : (char *)"/";
        dot = dot || (p.u.dir.pr_name_len == 1 && is_dot(fd));
    }
}

/* Removes . and .. from an absolute path, in place. */
static void tidy(char *path)
{
    char *w = path;
    const char *r = path;
    while (*r) {
        while (*r == '/')
            r++;
        size_t n = 0;
        while (r[n] && r[n] != '/')
            n++;
        if (n == 2 && r[0] == '.' && r[1] == '.') {
            while (w > path && *--w != '/')
                ;
        } else if (n && !(n == 1 && r[0] == '.')) {
            *w++ = '/';
            memmove(w, r, n);
            w += n;
        }
        r += n;
    }
    if (w == path)
        *w++ = '/';
    *w = 0;
}

static int lookup(const char *path, const char **rest)
{
    int best = -1;
    size_t longest = 0;
    for (size_t i = 0; i < preopen_count; i++) {
        const Preopen *p = &preopens[i];
        if (memcmp(p->name, path, p->len) || (path[p->len] && path[p->len] != '/'))
            continue;
        if (best < 0 || p->len >= longest) {
            best = p->fd;
            longest = p->len;
        }
    }
    if (best >= 0) {
        path += longest;
        while (*path == '/')
            path++;
        *rest = *path ? path : ".";
    }
    return best;
}

const char *sys_cwd(void)
{
    if (cwd)
        return cwd;
    if (!preopens_known)
        find_preopens();
    if (start)
        return cwd = start;
    cwd = (char *)"/";
    for (size_t i = 0; i < preopen_count; i++)
        if (!strcmp(preopens[i].name, "/workspace"))
            cwd = preopens[i].name;
    for (char **e = sys_environ(); *e; e++)
        if (!strncmp(*e, "PWD=/", 5)) {
            char *p = xstrndup(*e + 4, strlen(*e + 4));
            const char *rest;
            SysStat st;
            tidy(p);
            if (lookup(p, &rest) >= 0 && !sys_stat(p, &st, true) && st.type == 'd')
                cwd = p;
        }
    return cwd;
}

static bool below(const char *dir, const char *path)
{
    size_t n = dir[1] ? strlen(dir) : 0;
    return !strncmp(dir, path, n) && (!path[n] || path[n] == '/');
}

/* Finds the preopen a path lies under; the text in *rest is the path below
 * it and lives until the second next call. */
static int resolve(const char *path, const char **rest)
{
    static char *kept[2];
    static int turn;
    if (!preopens_known)
        find_preopens();
    if (!*path) {
        errno = ENOENT;
        return -1;
    }
    turn ^= 1;
    free(kept[turn]);
    if (path[0] == '/') {
        kept[turn] = xstrndup(path, strlen(path));
    } else {
        const char *dir = sys_cwd();
        kept[turn] = path_join(dir, path);
    }
    tidy(kept[turn]);
    if (start && path[0] != '/' && !below(start, kept[turn]))
        return wasi_fail(__WASI_ERRNO_NOTCAPABLE);
    int fd = lookup(kept[turn], rest);
    if (fd < 0)
        errno = ENOENT;
    return fd;
}

#define RIGHTS_READ \
    (__WASI_RIGHTS_FD_READ | __WASI_RIGHTS_FD_SEEK | __WASI_RIGHTS_FD_TELL | \
     __WASI_RIGHTS_FD_FILESTAT_GET)
#define RIGHTS_WRITE \
    (__WASI_RIGHTS_FD_WRITE | __WASI_RIGHTS_FD_SEEK | __WASI_RIGHTS_FD_TELL | \
     __WASI_RIGHTS_FD_FILESTAT_GET | __WASI_RIGHTS_FD_FILESTAT_SET_SIZE)

int sys_open(const char *path, int how)
{
    const char *rest;
    int dir = resolve(path, &rest);
    if (dir < 0)
        return -1;
    __wasi_oflags_t flags = 0;
    __wasi_rights_t rights = how == SYS_READ ? RIGHTS_READ : RIGHTS_WRITE;
    if (how == SYS_RDWR)
        rights |= RIGHTS_READ;
    if (how == SYS_WRITE)
        flags = __WASI_OFLAGS_CREAT | __WASI_OFLAGS_TRUNC;
    else if (how == SYS_APPEND || how == SYS_CREATE)
        flags = __WASI_OFLAGS_CREAT;
    else if (how == SYS_EXCL)
        flags = __WASI_OFLAGS_CREAT | __WASI_OFLAGS_EXCL;
    __wasi_fd_t fd;
    CHECK(__wasi_path_open(dir, __WASI_LOOKUPFLAGS_SYMLINK_FOLLOW, rest, flags,
                           rights, 0,
                           how == SYS_APPEND ? __WASI_FDFLAGS_APPEND : 0, &fd));
    return (int)fd;
}

int sys_stat(const char *path, SysStat *st, bool follow)
{
    const char *rest;
    int dir = resolve(path, &rest);
    if (dir < 0)
        return -1;
    __wasi_filestat_t s;
    CHECK(__wasi_path_filestat_get(
        dir, follow ? __WASI_LOOKUPFLAGS_SYMLINK_FOLLOW : 0, rest, &s));
    return wasi_stat(&s, st);
}

int sys_mkdir(const char *path)
{
    const char *rest;
    int dir = resolve(path, &rest);
    if (dir < 0)
        return -1;
    if (rest[0] == '.' && !rest[1])
        return wasi_fail(__WASI_ERRNO_EXIST);
    CHECK(__wasi_path_create_directory(dir, rest));
    return 0;
}

int sys_rmdir(const char *path)
{
    const char *rest;
    int dir = resolve(path, &rest);
    if (dir < 0)
        return -1;
    CHECK(__wasi_path_remove_directory(dir, rest));
    return 0;
}

int sys_unlink(const char *path)
{
    const char *rest;
    int dir = resolve(path, &rest);
    if (dir < 0)
        return -1;
    CHECK(__wasi_path_unlink_file(dir, rest));
    return 0;
}

int sys_rename(const char *from, const char *to)
{
    const char *rest, *rest2;
    int dir = resolve(from, &rest);
    int dir2 = dir < 0 ? -1 : resolve(to, &rest2);
    if (dir2 < 0)
        return -1;
    CHECK(__wasi_path_rename(dir, rest, dir2, rest2));
    return 0;
}

int sys_link(const char *from, const char *to)
{
    const char *rest, *rest2;
    int dir = resolve(from, &rest);
    int dir2 = dir < 0 ? -1 : resolve(to, &rest2);
    if (dir2 < 0)
        return -1;
    CHECK(__wasi_path_link(dir, 0, rest, dir2, rest2));
    return 0;
}

int sys_symlink(const char *target, const char *path)
{
    const char *rest;
    int dir = resolve(path, &rest);
    if (dir < 0)
        return -1;
    CHECK(__wasi_path_symlink(target, dir, rest));
    return 0;
}

ptrdiff_t sys_readlink(const char *path, char *buf, size_t n)
{
    const char *rest;
    int dir = resolve(path, &rest);
    if (dir < 0)
        return -1;
    __wasi_size_t got = 0;
    CHECK(__wasi_path_readlink(dir, rest, (uint8_t *)buf, n, &got));
    return (ptrdiff_t)got;
}

int sys_utimes(const char *path, int64_t atime, int64_t mtime)
{
    const char *rest;
    int dir = resolve(path, &rest);
    if (dir < 0)
        return -1;
    __wasi_fstflags_t f = 0;
    if (atime >= 0)
        f |= __WASI_FSTFLAGS_ATIM;
    if (mtime >= 0)
        f |= __WASI_FSTFLAGS_MTIM;
    CHECK(__wasi_path_filestat_set_times(
        dir, __WASI_LOOKUPFLAGS_SYMLINK_FOLLOW, rest,
        (__wasi_timestamp_t)(atime < 0 ? 0 : atime),
        (__wasi_timestamp_t)(mtime < 0 ? 0 : mtime), f));
    return 0;
}

/* ---- directories ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp(((const SysEntry *)a)->name, ((const SysEntry *)b)->name);
}

static int open_dir(const char *path)
{
    const char *rest;
    int dir = resolve(path, &rest);
    if (dir < 0)
        return -1;
    __wasi_fd_t fd;
    CHECK(__wasi_path_open(dir, __WASI_LOOKUPFLAGS_SYMLINK_FOLLOW, rest,
                           __WASI_OFLAGS_DIRECTORY, __WASI_RIGHTS_FD_READDIR, 0,
                           0, &fd));
    return (int)fd;
}

static void keep_entry(SysEntry **v, size_t *n, size_t *cap,
                       const __wasi_dirent_t *e, const char *name)
{
    size_t len = e->d_namlen;
    if (name[0] == '.' && (len == 1 || (len == 2 && name[1] == '.')))
        return;
    if (*n == *cap)
        *v = xrealloc(*v, (*cap = *cap ? *cap * 2 : 16) * sizeof **v);
    (*v)[(*n)++] = (SysEntry){xstrndup(name, len), wasi_type(e->d_type)};
}

int sys_list(const char *path, SysEntry **list, size_t *count)
{
    int fd = open_dir(path);
    if (fd < 0)
        return -1;
    size_t n = 0, cap = 0, size = 4096;
    SysEntry *v = NULL;
    uint8_t *buf = xmalloc(size);
    __wasi_dircookie_t cookie = __WASI_DIRCOOKIE_START;
    for (;;) {
        __wasi_size_t used = 0;
        __wasi_errno_t e = __wasi_fd_readdir(fd, buf, size, cookie, &used);
        if (e) {
            sys_close(fd);
            free(buf);
            return wasi_fail(e);
        }
        size_t at = 0;
        while (used - at >= sizeof(__wasi_dirent_t)) {
            __wasi_dirent_t d;
            memcpy(&d, buf + at, sizeof d);
            if (used - at - sizeof d < d.d_namlen)
                break;
            keep_entry(&v, &n, &cap, &d, (char *)buf + at + sizeof d);
            cookie = d.d_next;
            at += sizeof d + d.d_namlen;
        }
        if (used < size)
            break;
        if (at == 0)
            buf = xrealloc(buf, size *= 2);
    }
    free(buf);
    sys_close(fd);
    if (n)
        qsort(v, n, sizeof *v, by_name);
    *list = v;
    *count = n;
    return 0;
}
