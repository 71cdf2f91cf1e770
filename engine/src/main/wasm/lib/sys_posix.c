/* System layer over POSIX: only for native test builds. */
#define _GNU_SOURCE
#include "base.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* Commands end without giving memory back; that is no leak. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}

int main(int argc, char **argv)
{
    sys_exit(app_main(argc, argv));
}

int sys_open(const char *path, int how)
{
    static const int flags[] = {
        O_RDONLY, O_WRONLY | O_CREAT | O_TRUNC, O_WRONLY | O_CREAT | O_APPEND,
        O_RDWR,   O_WRONLY | O_CREAT,           O_WRONLY | O_CREAT | O_EXCL,
    };
    return open(path, flags[how] | O_CLOEXEC, 0666);
}

int sys_close(int fd) { return close(fd); }
ptrdiff_t sys_read(int fd, void *buf, size_t n) { return read(fd, buf, n); }
ptrdiff_t sys_write(int fd, const void *b, size_t n) { return write(fd, b, n); }
int64_t sys_seek(int fd, int64_t off, int wh) { return lseek(fd, off, wh); }
int sys_truncate(int fd, uint64_t size) { return ftruncate(fd, (off_t)size); }

static int convert(int r, const struct stat *s, SysStat *st)
{
    if (r < 0)
        return r;
    mode_t m = s->st_mode;
    st->type = S_ISREG(m)   ? 'f'
               : S_ISDIR(m) ? 'd'
               : S_ISLNK(m) ? 'l'
               : S_ISCHR(m) ? 'c'
               : S_ISBLK(m) ? 'b'
               : S_ISFIFO(m) ? 'p'
                             : 's';
    st->size = (uint64_t)s->st_size;
    st->ino = s->st_ino;
    st->dev = s->st_dev;
    st->nlink = s->st_nlink;
    st->atime = s->st_atim.tv_sec * 1000000000LL + s->st_atim.tv_nsec;
    st->mtime = s->st_mtim.tv_sec * 1000000000LL + s->st_mtim.tv_nsec;
    st->ctime = s->st_ctim.tv_sec * 1000000000LL + s->st_ctim.tv_nsec;
    return 0;
}

int sys_fstat(int fd, SysStat *st)
{
    struct stat s;
    return convert(fstat(fd, &s), &s, st);
}

int sys_stat(const char *path, SysStat *st, bool follow)
{
    struct stat s;
    return convert(follow ? stat(path, &s) : lstat(path, &s), &s, st);
}

int sys_mkdir(const char *path) { return mkdir(path, 0777); }
int sys_rmdir(const char *path) { return rmdir(path); }
int sys_unlink(const char *path) { return unlink(path); }
int sys_rename(const char *from, const char *to) { return rename(from, to); }
int sys_link(const char *from, const char *to) { return link(from, to); }
int sys_symlink(const char *to, const char *path) { return symlink(to, path); }

ptrdiff_t sys_readlink(const char *path, char *buf, size_t n)
{
    return readlink(path, buf, n);
}

static struct timespec spec(int64_t t)
{
    struct timespec s = {t / 1000000000, t % 1000000000};
    if (t < 0)
        s.tv_nsec = UTIME_OMIT;
    return s;
}

int sys_utimes(const char *path, int64_t atime, int64_t mtime)
{
    struct timespec ts[2] = {spec(atime), spec(mtime)};
    return utimensat(AT_FDCWD, path, ts, 0);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const SysEntry *)a)->name, ((const SysEntry *)b)->name);
}

int sys_list(const char *path, SysEntry **list, size_t *count)
{
    DIR *d = opendir(path);
    if (!d)
        return -1;
    size_t n = 0, cap = 16;
    SysEntry *v = xmalloc(cap * sizeof *v);
    for (struct dirent *e; (e = readdir(d));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
            continue;
        if (n == cap)
            v = xrealloc(v, (cap *= 2) * sizeof *v);
        v[n].name = xstrndup(e->d_name, strlen(e->d_name));
        v[n].type = e->d_type == DT_DIR   ? 'd'
                    : e->d_type == DT_REG ? 'f'
                    : e->d_type == DT_LNK ? 'l'
                                          : '?';
        n++;
    }
    closedir(d);
    qsort(v, n, sizeof *v, by_name);
    *list = v;
    *count = n;
    return 0;
}

char **sys_environ(void) { return environ; }

int64_t sys_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

void sys_sleep(uint64_t ns)
{
    struct timespec t = {(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
    nanosleep(&t, NULL);
}

void sys_random(void *buf, size_t n)
{
    if (getentropy(buf, n) < 0)
        memset(buf, 0, n);
}

const char *sys_cwd(void)
{
    static char *cwd;
    if (!cwd)
        cwd = getcwd(NULL, 0);
    return cwd ? cwd : "/";
}

void sys_exit(int status)
{
    exit(status);
}
