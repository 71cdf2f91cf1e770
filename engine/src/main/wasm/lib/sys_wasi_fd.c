/* System layer over WASI preview 1: descriptors, and the end. Allocates nothing. */
#include "sys_wasi.h"

int wasi_fail(__wasi_errno_t e)
{
    errno = e == __WASI_ERRNO_NOTCAPABLE ? EACCES : (int)e;
    return -1;
}

void sys_exit(int status)
{
    __wasi_proc_exit((__wasi_exitcode_t)status);
}

int sys_close(int fd)
{
    CHECK(__wasi_fd_close(fd));
    return 0;
}

ptrdiff_t sys_read(int fd, void *buf, size_t n)
{
    __wasi_iovec_t v = {buf, n};
    __wasi_size_t got = 0;
    CHECK(__wasi_fd_read(fd, &v, 1, &got));
    return (ptrdiff_t)got;
}

ptrdiff_t sys_write(int fd, const void *buf, size_t n)
{
    __wasi_ciovec_t v = {buf, n};
    __wasi_size_t put = 0;
    CHECK(__wasi_fd_write(fd, &v, 1, &put));
    return (ptrdiff_t)put;
}

int64_t sys_seek(int fd, int64_t off, int whence)
{
    static const uint8_t how[] = {__WASI_WHENCE_SET, __WASI_WHENCE_CUR,
                                  __WASI_WHENCE_END};
    __wasi_filesize_t at = 0;
    CHECK(__wasi_fd_seek(fd, off, how[whence], &at));
    return (int64_t)at;
}

int sys_truncate(int fd, uint64_t size)
{
    CHECK(__wasi_fd_filestat_set_size(fd, size));
    return 0;
}

char wasi_type(__wasi_filetype_t t)
{
    switch (t) {
    case __WASI_FILETYPE_REGULAR_FILE: return 'f';
    case __WASI_FILETYPE_DIRECTORY: return 'd';
    case __WASI_FILETYPE_SYMBOLIC_LINK: return 'l';
    case __WASI_FILETYPE_CHARACTER_DEVICE: return 'c';
    case __WASI_FILETYPE_BLOCK_DEVICE: return 'b';
    case __WASI_FILETYPE_SOCKET_DGRAM:
    case __WASI_FILETYPE_SOCKET_STREAM: return 's';
    default: return '?';
    }
}

int wasi_stat(const __wasi_filestat_t *s, SysStat *st)
{
    st->type = wasi_type(s->filetype);
    st->size = s->size;
    st->ino = s->ino;
    st->dev = s->dev;
    st->nlink = s->nlink;
    st->atime = (int64_t)s->atim;
    st->mtime = (int64_t)s->mtim;
    st->ctime = (int64_t)s->ctim;
    return 0;
}

int sys_fstat(int fd, SysStat *st)
{
    __wasi_filestat_t s;
    CHECK(__wasi_fd_filestat_get(fd, &s));
    return wasi_stat(&s, st);
}
