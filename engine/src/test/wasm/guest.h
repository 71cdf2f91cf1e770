// What the guests have in common that call preview 1 without the C library.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wasi/api.h>

static void fail(int line, const char *what, long long got) {
  fprintf(stderr, "line %d: %s, got %lld\n", line, what, got);
  exit(1);
}

#define IS(expected, call)                                   \
  do {                                                       \
    long long got_ = (long long)(call);                      \
    if (got_ != (long long)(expected)) fail(__LINE__, #call " is not " #expected, got_); \
  } while (0)
#define OK(call) IS(0, call)
#define TRUE(condition) IS(1, !!(condition))

#define R_READ __WASI_RIGHTS_FD_READ
#define R_WRITE __WASI_RIGHTS_FD_WRITE
#define CREATE __WASI_OFLAGS_CREAT
#define DIRECTORY __WASI_OFLAGS_DIRECTORY
#define EXCLUSIVE __WASI_OFLAGS_EXCL
#define TRUNCATE __WASI_OFLAGS_TRUNC
#define NOW __WASI_FSTFLAGS_MTIM_NOW
#define FOLLOW __WASI_LOOKUPFLAGS_SYMLINK_FOLLOW

static int try_open(int dir, const char *path, int oflags, __wasi_rights_t rights, int *fd) {
  __wasi_fd_t opened;
  int error = __wasi_path_open(dir, FOLLOW, path, oflags, rights, 0, 0, &opened);
  *fd = (int)opened;
  return error;
}

static int open_in(int dir, const char *path, int oflags, __wasi_rights_t rights) {
  int fd;
  OK(try_open(dir, path, oflags, rights, &fd));
  TRUE(fd > 2);
  return fd;
}

static int write_text(int fd, const char *text) {
  __wasi_ciovec_t v = {(const uint8_t *)text, strlen(text)};
  __wasi_size_t n;
  return __wasi_fd_write(fd, &v, 1, &n);
}

static int read_error(int fd) {
  uint8_t c;
  __wasi_iovec_t v = {&c, 1};
  __wasi_size_t n;
  return __wasi_fd_read(fd, &v, 1, &n);
}

static int opens(int dir, const char *path, int oflags, __wasi_rights_t rights) {
  int fd;
  int error = try_open(dir, path, oflags, rights, &fd);
  if (error == 0) __wasi_fd_close(fd);
  return error;
}

static int look(int dir, int flags, const char *path) {
  __wasi_filestat_t s;
  return __wasi_path_filestat_get(dir, flags, path, &s);
}

// With a path of any length, which may hold a NUL.
__attribute__((import_module("wasi_snapshot_preview1"), import_name("path_open"))) int raw_open(
    int dir, int flags, const char *path, int length, int oflags, int64_t rights, int64_t inheriting,
    int fdflags, __wasi_fd_t *result);
