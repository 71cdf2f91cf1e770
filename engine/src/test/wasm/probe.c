// One guest with many faces: its first argument says what it does. Tests use it to misbehave.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <wasi/api.h>

#define IMPORT(name) __attribute__((import_module("wasi_snapshot_preview1"), import_name(name)))

// The raw imports, with every pointer a plain number so that tests can pass any.
IMPORT("fd_read") int raw_fd_read(int fd, int iovs, int count, int result);
IMPORT("fd_write") int raw_fd_write(int fd, int iovs, int count, int result);
IMPORT("fd_pread") int raw_fd_pread(int fd, int iovs, int count, int64_t offset, int result);
IMPORT("random_get") int raw_random_get(int buffer, int length);
IMPORT("args_get") int raw_args_get(int pointers, int buffer);
IMPORT("fd_filestat_get") int raw_fd_filestat_get(int fd, int result);
IMPORT("fd_filestat_set_size") int raw_set_size(int fd, int64_t size);
IMPORT("fd_readdir") int raw_readdir(int fd, int buffer, int length, int64_t cookie, int result);
IMPORT("fd_renumber") int raw_renumber(int from, int to);
IMPORT("path_open") int raw_path_open(
    int fd, int flags, int path, int length, int oflags, int64_t rights, int64_t inheriting,
    int fdflags, int result);
IMPORT("path_link") int raw_path_link(
    int fd, int flags, int path, int length, int new_fd, int new_path, int new_length);
IMPORT("poll_oneoff") int raw_poll(int in, int out, int count, int result);
IMPORT("sock_send") int raw_sock_send(int fd, int iovs, int count, int flags, int result);
IMPORT("sock_accept") int raw_sock_accept(int fd, int flags, int result);
IMPORT("proc_raise") int raw_proc_raise(int signal);

static int global_counter = 41;
static unsigned char global_block[4096];
static volatile int sink;

static int is(const char *a, const char *b) { return strcmp(a, b) == 0; }

// Fills the stack that lies in linear memory.
static int overflow(int n) {
  volatile char frame[64];
  frame[n & 63] = (char)n;
  return overflow(n + 1) + frame[(n + 7) & 63];
}

// Fills the stack of the machine that runs the guest.
__attribute__((noinline)) static int recurse(int n) {
  return n == sink ? 1 : recurse(n + 1) * sink + n;
}

// Takes for ever without a single loop.
__attribute__((noinline)) static int branch(int n) {
  if (n <= sink) return 1;
  return branch(n - 1) * 3 + branch(n - 2) * sink;
}

static int fail(const char *what) {
  fprintf(stderr, "%s: %s (errno %d)\n", what, strerror(errno), errno);
  return 1;
}

static int cat(const char *path) {
  int fd = open(path, O_RDONLY);
  if (fd < 0) return fail(path);
  char buffer[4096];
  ssize_t n;
  while ((n = read(fd, buffer, sizeof buffer)) > 0) fwrite(buffer, 1, n, stdout);
  if (n < 0) return fail(path);
  close(fd);
  return 0;
}

static int put(const char *path, const char *text, int flags) {
  int fd = open(path, O_WRONLY | O_CREAT | flags, 0644);
  if (fd < 0) return fail(path);
  size_t length = strlen(text);
  if (write(fd, text, length) != (ssize_t)length) return fail(path);
  return close(fd) ? fail(path) : 0;
}

static int list(const char *path) {
  DIR *dir = opendir(path);
  if (!dir) return fail(path);
  struct dirent *entry;
  while ((entry = readdir(dir))) printf("%s %d\n", entry->d_name, entry->d_type);
  closedir(dir);
  return 0;
}

static int status(const char *path, int follow) {
  struct stat s;
  if (follow ? stat(path, &s) : lstat(path, &s)) return fail(path);
  printf("size %lld type %o mtime %lld\n", (long long)s.st_size, s.st_mode & S_IFMT,
         (long long)s.st_mtim.tv_sec);
  return 0;
}

// Opens a path below a descriptor without the C library's own handling of paths.
static int open_raw(int dir, const char *path, int flags, int oflags) {
  int fd = -1;
  int error = raw_path_open(dir, flags, (int)path, (int)strlen(path), oflags, 1 << 1, 0, 0, (int)&fd);
  printf("%d\n", error);
  if (error == 0) {
    char buffer[256];
    ssize_t n = read(fd, buffer, sizeof buffer);
    if (n > 0) fwrite(buffer, 1, n, stdout);
  }
  return 0;
}

static int flood(const char *path) {
  int opened = 0;
  while (open(path, O_RDONLY) >= 0) opened++;
  printf("%d errno %d\n", opened, errno);
  return 0;
}

static int file_bomb(const char *path) {
  int fd = open(path, O_WRONLY | O_CREAT, 0644);
  if (fd < 0) return fail(path);
  printf("%d", raw_set_size(fd, 100LL << 30));
  printf(" %d", raw_set_size(fd, 1LL << 62));
  printf(" %d", raw_set_size(fd, -1));
  static char block[1 << 16];
  long long written = 0;
  ssize_t n;
  while ((n = write(fd, block, sizeof block)) > 0) written += n;
  printf(" %lld errno %d\n", written, errno);
  return 0;
}

static int memory_bomb(void) {
  size_t total = 0;
  for (;;) {
    char *block = malloc(1 << 20);
    if (!block) break;
    for (int i = 0; i < 1 << 20; i += 4096) ((volatile char *)block)[i] = 1;
    total++;
  }
  printf("%zu MiB, %d pages, then %zu\n", total, (int)__builtin_wasm_memory_size(0),
         __builtin_wasm_memory_grow(0, 65536));
  return 0;
}

static int hostile_vectors(void) {
  static struct { unsigned address, length; } v[4];
  char c;
  int n;
  v[0].address = (unsigned)&c, v[0].length = 0x7fffffff;
  printf("%d", raw_fd_read(0, (int)v, 1, (int)&n));
  v[0].length = 0xffffffff;
  printf(" %d", raw_fd_read(0, (int)v, 1, (int)&n));
  v[0].address = 0xfffffff0, v[0].length = 1;
  printf(" %d", raw_fd_read(0, (int)v, 1, (int)&n));
  printf(" %d", raw_fd_read(0, -8, 1, (int)&n));
  printf(" %d", raw_fd_read(0, (int)v, -1, (int)&n));
  printf(" %d", raw_fd_read(0, (int)v, 0x10000000, (int)&n));
  v[0].address = (unsigned)&c, v[0].length = 1;
  printf(" %d", raw_fd_read(0, (int)v, 1, -4));
  printf(" %d", raw_fd_write(1, 0x7ffffff0, 1, (int)&n));
  printf(" %d", raw_random_get(16, -1));
  printf(" %d", raw_random_get(-16, 8));
  printf(" %d", raw_args_get(-4, 0));
  printf(" %d", raw_fd_filestat_get(0, -64));
  printf(" %d", raw_readdir(3, 0, -1, 0, (int)&n));
  printf(" %d", raw_poll(16, -32, 1, (int)&n));
  printf(" %d", raw_poll(16, 1024, 0x7fffffff, (int)&n));
  printf(" %d\n", raw_fd_read(-1, (int)v, 1, (int)&n));
  return 0;
}

static int sockets(void) {
  int n = 0;
  printf("%d %d\n", raw_sock_send(0, 0, 0, 0, (int)&n), raw_sock_accept(77, 0, (int)&n));
  return 0;
}

static int survivors(void) {
  int dirty = 0;
  for (size_t i = 0; i < sizeof global_block; i++) dirty += global_block[i];
  unsigned char *heap = (unsigned char *)(__builtin_wasm_memory_grow(0, 1) << 16);
  for (int i = 0; i < 1 << 16; i++) dirty += heap[i];
  printf("%d %d %s %d\n", ++global_counter, dirty, getenv("SECRET") ? "env" : "-",
         open("left-open", O_RDONLY));
  memset(global_block, 7, sizeof global_block);
  memset(heap, 7, 1 << 16);
  return 0;
}

static int files(int argc, char **argv) {
  const char *what = argv[1];
  const char *path = argv[2];
  const char *other = argc > 3 ? argv[3] : "";
  if (is(what, "cat")) return cat(path);
  if (is(what, "put")) return put(path, other, O_TRUNC);
  if (is(what, "append")) return put(path, other, O_APPEND);
  if (is(what, "exclusive")) return put(path, other, O_EXCL);
  if (is(what, "ls")) return list(path);
  if (is(what, "stat")) return status(path, 1);
  if (is(what, "lstat")) return status(path, 0);
  if (is(what, "mkdir")) return mkdir(path, 0755) ? fail(path) : 0;
  if (is(what, "rmdir")) return rmdir(path) ? fail(path) : 0;
  if (is(what, "rm")) return unlink(path) ? fail(path) : 0;
  if (is(what, "mv")) return rename(path, other) ? fail(path) : 0;
  if (is(what, "link")) return link(path, other) ? fail(path) : 0;
  if (is(what, "symlink")) return symlink(path, other) ? fail(other) : 0;
  if (is(what, "flood")) return flood(path);
  if (is(what, "file-bomb")) return file_bomb(path);
  if (is(what, "open-raw")) return open_raw(3, path, atoi(other), 0);
  if (is(what, "touch")) {
    struct timespec times[2] = {{0, UTIME_OMIT}, {atoll(other), 0}};
    return utimensat(AT_FDCWD, path, times, 0) ? fail(path) : 0;
  }
  if (is(what, "truncate")) {
    int fd = open(path, O_RDWR);
    return fd < 0 || ftruncate(fd, atoll(other)) ? fail(path) : 0;
  }
  if (is(what, "readlink")) {
    char target[256];
    ssize_t n = readlink(path, target, sizeof target);
    if (n < 0) return fail(path);
    printf("%.*s\n", (int)n, target);
    return 0;
  }
  if (is(what, "swap-read")) {
    // Reads one path over and over while somebody outside swaps what lies on the way.
    int rounds = atoi(other), hits = 0;
    for (int i = 0; i < rounds; i++) {
      int fd = open(path, O_RDONLY);
      char c = 0;
      if (fd >= 0 && read(fd, &c, 1) == 1 && c == 'S') hits++;
      if (fd >= 0) close(fd);
    }
    printf("%d\n", hits);
    return 0;
  }
  return 99;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  if (is(what, "loop")) for (;;) sink++;
  if (is(what, "sleep")) return sleep((unsigned)atoi(argv[2])) != 0;
  if (is(what, "recurse")) return recurse(1);
  if (is(what, "branch")) return branch(200);
  if (is(what, "overflow")) return overflow(0);
  if (is(what, "unreachable")) __builtin_unreachable();
  if (is(what, "trap")) __builtin_trap();
  if (is(what, "divide")) return 7 / sink;
  if (is(what, "out-of-bounds")) return *(volatile int *)0x7ffffff0;
  if (is(what, "negative-address")) return *(volatile int *)0xfffffff0;
  if (is(what, "abort")) abort();
  if (is(what, "raise")) return raw_proc_raise(9);
  if (is(what, "exit")) exit(atoi(argv[2]));
  if (is(what, "memory-bomb")) return memory_bomb();
  if (is(what, "output-bomb")) for (;;) if (write(atoi(argv[2]), "0123456789abcdef", 16) < 0) return 3;
  if (is(what, "vectors")) return hostile_vectors();
  if (is(what, "sockets")) return sockets();
  if (is(what, "survivors")) return survivors();
  if (is(what, "upper")) {
    for (int c; (c = getchar()) != EOF;) putchar(c >= 'a' && c <= 'z' ? c - 32 : c);
    return 0;
  }
  if (is(what, "argv")) {
    for (int i = 0; i < argc; i++) printf("[%s]", argv[i]);
    for (int i = 0; i < argc && argc > 2; i++) fprintf(stderr, "%s\n", argv[i]);
    return 0;
  }
  if (is(what, "env")) {
    extern char **environ;
    for (char **e = environ; e && *e; e++) puts(*e);
    return 0;
  }
  if (is(what, "clock")) {
    printf("%lld\n", (long long)time(NULL));
    return 0;
  }
  if (is(what, "renumber")) {
    printf("%d %d %d\n", raw_renumber(1, 900), raw_renumber(-1, 1), raw_renumber(1, 2));
    fprintf(stderr, "now the other\n");
    return 0;
  }
  return argc > 2 ? files(argc, argv) : 98;
}
