// Attempts to get out of the sandbox or to exhaust its host, one for each name. Without an argument
// it lists names and what each one tries; with one it makes the attempt, says on which line one got
// further than it should, and exits with 0 if none did.
// 3 is writable, 4 read-only, 5 another writable directory, 6 the host's /dev or /proc, read-only.
// The host has planted links out of 3, special files in it, and keeps "SECRET" outside.
#include "guest.h"

enum { DIR = 3, READ_ONLY = 4, OTHER = 5, SYSTEM = 6, ROUNDS = 1500 };

// Everything that can be done with a path must answer with this error.
static void all_answer(int line, int error, int dir, const char *path) {
  uint8_t target[256];
  __wasi_size_t n;
  int answers[] = {
      opens(dir, path, 0, R_READ),
      opens(dir, path, CREATE, R_WRITE),
      opens(dir, path, TRUNCATE, R_WRITE),
      opens(dir, path, DIRECTORY, 0),
      look(dir, FOLLOW, path),
      __wasi_path_filestat_set_times(dir, FOLLOW, path, 1, 1, __WASI_FSTFLAGS_MTIM),
  };
  for (int i = 0; i < 6; i++) if (answers[i] != error) fail(line, path, answers[i]);
  TRUE(__wasi_path_readlink(dir, path, target, sizeof target, &n) != 0);
}

static void all_refused(int line, const char *path) {
  all_answer(line, __WASI_ERRNO_NOTCAPABLE, DIR, path);
  IS(__WASI_ERRNO_NOTCAPABLE, __wasi_path_create_directory(DIR, path));
  IS(__WASI_ERRNO_NOTCAPABLE, __wasi_path_remove_directory(DIR, path));
  IS(__WASI_ERRNO_NOTCAPABLE, __wasi_path_unlink_file(DIR, path));
  IS(__WASI_ERRNO_NOTCAPABLE, __wasi_path_rename(DIR, path, DIR, "mine"));
  IS(__WASI_ERRNO_NOTCAPABLE, __wasi_path_rename(DIR, "file", DIR, path));
  IS(__WASI_ERRNO_NOTCAPABLE, __wasi_path_link(DIR, 0, path, DIR, "mine"));
  IS(__WASI_ERRNO_NOTCAPABLE, __wasi_path_link(DIR, 0, "file", DIR, path));
  IS(__WASI_ERRNO_NOTCAPABLE, __wasi_path_symlink("file", DIR, path));
}

static void dot_dot(void) {
  all_refused(__LINE__, "..");
  all_refused(__LINE__, "../outside/secret");
  all_refused(__LINE__, "a/../../outside/secret");
  all_refused(__LINE__, "a/b/./../../../outside/secret");
  int below = open_in(DIR, "a/b", DIRECTORY, 0);
  IS(__WASI_ERRNO_NOTCAPABLE, opens(below, "../file", 0, R_READ));
}

static void absolute_path(void) {
  all_refused(__LINE__, "/etc/passwd");
  all_refused(__LINE__, "/");
  all_refused(__LINE__, "//workspace/file");
}

static void planted_link(void) {
  all_refused(__LINE__, "absdir/secret");
  all_refused(__LINE__, "reldir/secret");
  all_answer(__LINE__, __WASI_ERRNO_NOTCAPABLE, DIR, "abslink");
  all_answer(__LINE__, __WASI_ERRNO_NOTCAPABLE, DIR, "inside");
  // What a relative link says, a guest may read; following it is what must not be.
  IS(__WASI_ERRNO_NOTCAPABLE, opens(DIR, "rellink", 0, R_READ));
  IS(__WASI_ERRNO_NOTCAPABLE, opens(DIR, "rellink", CREATE | TRUNCATE, R_WRITE));
  IS(__WASI_ERRNO_NOTCAPABLE, opens(DIR, "newlink", CREATE, R_WRITE));
  IS(__WASI_ERRNO_NOTCAPABLE, opens(DIR, "absdir/", DIRECTORY, 0));
  IS(__WASI_ERRNO_NOTCAPABLE, opens(READ_ONLY, "out", 0, R_READ));
}

static void chain_of_links(void) {
  OK(__wasi_path_symlink("two", DIR, "one"));
  OK(__wasi_path_symlink("a/three", DIR, "two"));
  OK(__wasi_path_symlink("b/../../../outside", DIR, "a/three"));
  IS(__WASI_ERRNO_NOTCAPABLE, opens(DIR, "one/secret", 0, R_READ));
  IS(__WASI_ERRNO_NOTCAPABLE, opens(DIR, "one/new", CREATE, R_WRITE));
  IS(__WASI_ERRNO_NOTCAPABLE, __wasi_path_unlink_file(DIR, "one/secret"));
}

static void link_loop(void) {
  OK(__wasi_path_symlink("loop", DIR, "loop"));
  OK(__wasi_path_symlink("back/../forth", DIR, "forth"));
  OK(__wasi_path_symlink("forth", DIR, "back"));
  IS(__WASI_ERRNO_LOOP, opens(DIR, "loop", 0, R_READ));
  IS(__WASI_ERRNO_LOOP, opens(DIR, "forth/x", 0, R_READ));
  // Each link names the one before it several times: 8 to the power of 5 steps, were there no end.
  OK(__wasi_path_symlink(".", DIR, "l0"));
  char target[] = "l0/l0/l0/l0/l0/l0/l0/l0", name[] = "l1";
  for (int i = 1; i < 6; i++, name[1]++) {
    OK(__wasi_path_symlink(target, DIR, name));
    for (size_t at = 1; at < sizeof target; at += 3) target[at]++;
  }
  IS(__WASI_ERRNO_LOOP, opens(DIR, "l5/file", 0, R_READ));
}

static void own_link(void) {
  IS(__WASI_ERRNO_NOTCAPABLE, __wasi_path_symlink("/etc", DIR, "abs"));
  OK(__wasi_path_symlink("../outside", DIR, "up"));
  all_refused(__LINE__, "up/secret");
  // A link that stays inside where it was made, moved to where it would not.
  OK(__wasi_path_symlink("../../outside", DIR, "a/b/moved"));
  IS(__WASI_ERRNO_NOENT, opens(DIR, "a/b/moved/secret", 0, R_READ));
  OK(__wasi_path_rename(DIR, "a/b/moved", DIR, "a/moved"));
  IS(__WASI_ERRNO_NOTCAPABLE, opens(DIR, "a/moved/secret", 0, R_READ));
}

static void one_secret(const char *path) {
  char got = 0;
  int fd;
  if (try_open(DIR, path, 0, R_READ, &fd)) return;
  __wasi_iovec_t v = {(uint8_t *)&got, 1};
  __wasi_size_t n;
  OK(__wasi_fd_read(fd, &v, 1, &n));
  OK(__wasi_fd_close(fd));
  TRUE(got != 'S');
}

static void file_swapped_for_a_link(void) {
  for (int i = 0; i < ROUNDS; i++) one_secret("swapped-file");
}

static void directory_swapped_for_a_link(void) {
  for (int i = 0; i < ROUNDS; i++) {
    one_secret("swapped/secret");
    opens(DIR, "swapped/made", CREATE, R_WRITE);
    __wasi_path_create_directory(DIR, "swapped/dir");
    __wasi_path_symlink("x", DIR, "swapped/link");
    __wasi_path_unlink_file(DIR, "swapped/secret-to-remove");
    __wasi_path_filestat_set_times(DIR, 0, "swapped/link", 0, 1001, __WASI_FSTFLAGS_MTIM);
  }
}

static void hard_link_while_swapped(void) {
  char name[] = "got-0000";
  for (int i = 0; i < ROUNDS; i++) {
    __wasi_path_link(DIR, 0, "swapped/secret", DIR, name);
    one_secret(name);
    for (int at = 7; ++name[at] > '9'; at--) name[at] = '0';
  }
}

// The part of the second guest in an attempt of two: it swaps what the first one looks at.
static void swap_for_another(void) {
  for (int i = 0; i < ROUNDS; i++) {
    __wasi_path_rename(DIR, "swapped", DIR, "aside");
    __wasi_path_symlink("../outside", DIR, "swapped");
    __wasi_path_unlink_file(DIR, "swapped");
    __wasi_path_rename(DIR, "aside", DIR, "swapped");
  }
}

static void hard_link_out(void) {
  OK(__wasi_path_link(DIR, 0, "file", DIR, "a/second"));
  IS(__WASI_ERRNO_NOTCAPABLE, __wasi_path_link(DIR, 0, "absdir/secret", DIR, "mine"));
  IS(__WASI_ERRNO_NOTCAPABLE, __wasi_path_link(DIR, 0, "abslink", DIR, "mine"));
  IS(__WASI_ERRNO_NOTCAPABLE, __wasi_path_link(DIR, 0, "rellink", DIR, "mine"));
  IS(__WASI_ERRNO_NOTCAPABLE, __wasi_path_link(DIR, 0, "file", DIR, "reldir/mine"));
  IS(__WASI_ERRNO_INVAL, __wasi_path_link(DIR, FOLLOW, "abslink", DIR, "mine"));
  IS(__WASI_ERRNO_XDEV, __wasi_path_link(DIR, 0, "file", OTHER, "mine"));
  IS(__WASI_ERRNO_ROFS, __wasi_path_link(READ_ONLY, 0, "table", DIR, "mine"));
  IS(__WASI_ERRNO_ROFS, __wasi_path_link(DIR, 0, "file", READ_ONLY, "mine"));
  IS(__WASI_ERRNO_PERM, __wasi_path_link(DIR, 0, "a", DIR, "mine"));
}

static void rename_out(void) {
  OK(__wasi_path_create_directory(DIR, "d"));
  IS(__WASI_ERRNO_ROFS, __wasi_path_rename(READ_ONLY, "table", DIR, "mine"));
  IS(__WASI_ERRNO_ROFS, __wasi_path_rename(DIR, "d", READ_ONLY, "d"));
  IS(__WASI_ERRNO_NOTCAPABLE, __wasi_path_rename(DIR, "d", DIR, "../outside/d"));
  IS(__WASI_ERRNO_NOTCAPABLE, __wasi_path_rename(DIR, "d", DIR, "absdir/d"));
  IS(__WASI_ERRNO_INVAL, __wasi_path_rename(DIR, ".", OTHER, "d"));
  IS(__WASI_ERRNO_INVAL, __wasi_path_rename(DIR, "a", DIR, "a/b/c"));
  // A directory that is open moves to another grant: what is above it there stays out of reach.
  int below = open_in(DIR, "a/b", DIRECTORY, 0);
  OK(__wasi_path_rename(DIR, "a", OTHER, "a"));
  IS(__WASI_ERRNO_NOTCAPABLE, opens(below, "..", DIRECTORY, 0));
  IS(__WASI_ERRNO_NOTCAPABLE, opens(below, "../../../outside/secret", 0, R_READ));
  OK(opens(below, "new", CREATE, R_WRITE));
}

static void all_read_only(int dir) {
  IS(__WASI_ERRNO_ROFS, opens(dir, "table", 0, R_WRITE));
  IS(__WASI_ERRNO_ROFS, opens(dir, "table", TRUNCATE, 0));
  IS(__WASI_ERRNO_ROFS, opens(dir, "table", TRUNCATE, R_READ));
  IS(__WASI_ERRNO_ROFS, opens(dir, "new", CREATE, R_READ));
  IS(__WASI_ERRNO_ROFS, opens(dir, "new", CREATE | EXCLUSIVE, R_WRITE));
  IS(__WASI_ERRNO_ROFS, __wasi_path_create_directory(dir, "new"));
  IS(__WASI_ERRNO_ROFS, __wasi_path_remove_directory(dir, "sub"));
  IS(__WASI_ERRNO_ROFS, __wasi_path_unlink_file(dir, "table"));
  IS(__WASI_ERRNO_ROFS, __wasi_path_rename(dir, "table", dir, "new"));
  IS(__WASI_ERRNO_ROFS, __wasi_path_symlink("table", dir, "new"));
  IS(__WASI_ERRNO_ROFS, __wasi_path_link(dir, 0, "table", dir, "new"));
  IS(__WASI_ERRNO_ROFS, __wasi_path_filestat_set_times(dir, 0, "table", 0, 0, NOW));
  IS(__WASI_ERRNO_ROFS, __wasi_fd_filestat_set_times(dir, 0, 0, NOW));
}

static void writing_to_read_only(void) {
  all_read_only(READ_ONLY);
  all_read_only(open_in(READ_ONLY, ".", DIRECTORY, 0));
  int fd = open_in(READ_ONLY, "table", 0, R_READ);
  __wasi_ciovec_t v = {(const uint8_t *)"x", 1};
  __wasi_size_t n;
  IS(__WASI_ERRNO_BADF, write_text(fd, "x"));
  IS(__WASI_ERRNO_BADF, __wasi_fd_pwrite(fd, &v, 1, 0, &n));
  IS(__WASI_ERRNO_BADF, __wasi_fd_filestat_set_size(fd, 0));
  IS(__WASI_ERRNO_BADF, __wasi_fd_allocate(fd, 0, 100));
  IS(__WASI_ERRNO_ROFS, __wasi_fd_filestat_set_times(fd, 0, 0, NOW));
  OK(__wasi_fd_fdstat_set_flags(fd, __WASI_FDFLAGS_APPEND));
  IS(__WASI_ERRNO_BADF, write_text(fd, "x"));
}

static void descriptor_exhaustion(void) {
  int opened = 0, fd, last = 0, error;
  while ((error = try_open(DIR, opened % 2 ? "a" : "file", 0, 0, &fd)) == 0) last = fd, opened++;
  IS(__WASI_ERRNO_MFILE, error);
  TRUE(opened < 128);
  OK(__wasi_fd_close(last));
  OK(opens(DIR, "file", 0, R_READ));
}

static void disk_exhaustion(void) {
  static char block[1 << 16];
  __wasi_ciovec_t v = {(const uint8_t *)block, sizeof block};
  __wasi_size_t n;
  char name[] = "big0";
  int error = 0;
  long long written = 0;
  for (int file = 0; file < 8; file++, name[3]++) {
    int fd = open_in(DIR, name, CREATE, R_WRITE);
    while ((error = __wasi_fd_write(fd, &v, 1, &n)) == 0) written += n;
    TRUE(error == __WASI_ERRNO_FBIG || error == __WASI_ERRNO_DQUOT);
  }
  IS(__WASI_ERRNO_DQUOT, error);
  TRUE(written <= 2 << 20);
}

static void entry_exhaustion(void) {
  char name[] = "n000";
  int error = 0, made = 0;
  for (; made < 200 && !error; made++) {
    error = made % 3 == 0   ? opens(DIR, name, CREATE, R_WRITE)
            : made % 3 == 1 ? __wasi_path_create_directory(DIR, name)
                            : __wasi_path_link(DIR, 0, "file", DIR, name);
    for (int at = 3; ++name[at] > '9'; at--) name[at] = '0';
  }
  IS(__WASI_ERRNO_DQUOT, error);
  IS(__WASI_ERRNO_DQUOT, __wasi_path_symlink("file", DIR, "link"));
  IS(41, made);
}

static void huge_sizes(void) {
  int fd = open_in(DIR, "file", 0, R_READ | R_WRITE);
  __wasi_filesize_t at;
  __wasi_size_t n;
  __wasi_ciovec_t v = {(const uint8_t *)"x", 1};
  IS(__WASI_ERRNO_FBIG, __wasi_fd_filestat_set_size(fd, 100LL << 30));
  IS(__WASI_ERRNO_FBIG, __wasi_fd_filestat_set_size(fd, 1LL << 62));
  IS(__WASI_ERRNO_INVAL, __wasi_fd_filestat_set_size(fd, -1));
  IS(__WASI_ERRNO_FBIG, __wasi_fd_allocate(fd, 0, 100LL << 30));
  IS(__WASI_ERRNO_INVAL, __wasi_fd_allocate(fd, 1, INT64_MAX));
  IS(__WASI_ERRNO_FBIG, __wasi_fd_pwrite(fd, &v, 1, 1LL << 40, &n));
  OK(__wasi_fd_seek(fd, 1LL << 40, __WASI_WHENCE_SET, &at));
  IS(__WASI_ERRNO_FBIG, write_text(fd, "x"));
}

static void huge_vectors(void) {
  static uint8_t block[1 << 20];
  static __wasi_iovec_t v[1025];
  __wasi_size_t n;
  for (int i = 0; i < 1025; i++) v[i] = (__wasi_iovec_t){block, sizeof block};
  int fd = open_in(DIR, "file", 0, R_READ | R_WRITE);
  IS(__WASI_ERRNO_INVAL, __wasi_fd_read(fd, v, 1025, &n));
  IS(__WASI_ERRNO_INVAL, __wasi_fd_read(fd, v, 0x20000000, &n));
  OK(__wasi_fd_read(fd, v, 1024, &n));
  TRUE(n < 100);
  IS(__WASI_ERRNO_FBIG, __wasi_fd_write(fd, (__wasi_ciovec_t *)v, 1024, &n));
  v[0].buf_len = 0xffffffff;
  IS(__WASI_ERRNO_FAULT, __wasi_fd_read(fd, v, 1, &n));
  v[0] = (__wasi_iovec_t){(uint8_t *)v, sizeof v};
  OK(__wasi_fd_pread(fd, v, 2, 0, &n));
  IS(__WASI_ERRNO_FAULT, __wasi_fd_read(fd, (__wasi_iovec_t *)0xfffffff8, 1, &n));
}

static void huge_directory(void) {
  uint8_t buffer[256];
  __wasi_size_t used;
  int crowd = open_in(DIR, "crowd", DIRECTORY, 0), many = open_in(DIR, "many", DIRECTORY, 0);
  IS(__WASI_ERRNO_DQUOT, __wasi_fd_readdir(crowd, buffer, sizeof buffer, 0, &used));
  int held = 0, error = 0;
  while (!error) {
    int fd = open_in(DIR, "many", DIRECTORY, 0);
    error = __wasi_fd_readdir(fd, buffer, sizeof buffer, 0, &used);
    held++;
  }
  IS(__WASI_ERRNO_NOMEM, error);
  TRUE(held < 10);
  for (error = 0, held = 0; !error && held < 100; held++)
    error = __wasi_fd_readdir(many, buffer, sizeof buffer, 0, &used);
  TRUE(error == __WASI_ERRNO_NOMEM || error == __WASI_ERRNO_DQUOT);
}

static void deep_directories(void) {
  static char deep[4000];
  int dir = open_in(DIR, ".", DIRECTORY, 0), depth = 0;
  while (depth < 30 && __wasi_path_create_directory(dir, "d") == 0) {
    int next = open_in(dir, "d", DIRECTORY, 0);
    OK(__wasi_fd_close(dir));
    dir = next, depth++;
  }
  IS(30, depth);
  for (int i = 0; i < 2000; i++) memcpy(deep + 2 * i, "d/", 2);
  deep[3999] = 0;
  IS(__WASI_ERRNO_NOENT, opens(DIR, deep, 0, R_READ));
  OK(__wasi_path_symlink(".", DIR, "dot"));
  for (int i = 0; i < 999; i++) memcpy(deep + 4 * i, "dot/", 4);
  deep[3996] = 0;
  IS(__WASI_ERRNO_LOOP, opens(DIR, deep, 0, R_READ));
  // The host has made a directory of this depth, each level of which it would have to hold open.
  static char below[300];
  for (int i = 0; i < 150; i++) memcpy(below + 2 * i, "e/", 2);
  below[299] = 0;
  IS(__WASI_ERRNO_NAMETOOLONG, opens(DIR, below, 0, 0));
  below[199] = 0;
  OK(opens(DIR, below, 0, 0));
}

static void long_names(void) {
  static char name[20000];
  memset(name, 'n', sizeof name - 1);
  IS(__WASI_ERRNO_NAMETOOLONG, opens(DIR, name, CREATE, R_WRITE));
  name[5000] = 0;
  IS(__WASI_ERRNO_NAMETOOLONG, opens(DIR, name, CREATE, R_WRITE));
  name[256] = 0;
  IS(__WASI_ERRNO_NAMETOOLONG, opens(DIR, name, CREATE, R_WRITE));
  IS(__WASI_ERRNO_NAMETOOLONG, __wasi_path_create_directory(DIR, name));
  IS(__WASI_ERRNO_NAMETOOLONG, __wasi_path_symlink("x", DIR, name));
  IS(__WASI_ERRNO_NAMETOOLONG, __wasi_path_rename(DIR, "file", DIR, name));
  name[255] = 0;
  OK(opens(DIR, name, CREATE, R_WRITE));
}

static int open_bytes(const char *path, int length) {
  __wasi_fd_t fd;
  return raw_open(DIR, 0, path, length, CREATE, 0, 0, 0, &fd);
}

static void odd_names(void) {
  IS(__WASI_ERRNO_INVAL, open_bytes("a\0../../x", 9));
  IS(__WASI_ERRNO_INVAL, open_bytes("file\0", 5));
  IS(__WASI_ERRNO_ILSEQ, open_bytes("\xff", 1));
  IS(__WASI_ERRNO_ILSEQ, open_bytes("\xc0\xae\xc0\xae/x", 6));
  IS(__WASI_ERRNO_ILSEQ, open_bytes("\xed\xa0\x80", 3));
  IS(__WASI_ERRNO_ILSEQ, open_bytes("\xe2\x82", 2));
  IS(__WASI_ERRNO_FAULT, open_bytes("x", -1));
  IS(__WASI_ERRNO_FAULT, open_bytes((const char *)0x7ffffff0, 8));
  OK(open_bytes("..\\..\\x", 7));
  OK(open_bytes("...", 3));
  OK(open_bytes("c:x\n", 4));
}

static void special_files(void) {
  const char *special[] = {"pipe", "socket"};
  for (int i = 0; i < 2; i++) {
    if (look(DIR, 0, special[i])) continue;
    IS(__WASI_ERRNO_NOTSUP, opens(DIR, special[i], 0, R_READ));
    IS(__WASI_ERRNO_NOTSUP, opens(DIR, special[i], CREATE, R_WRITE));
    IS(__WASI_ERRNO_NOTSUP, opens(DIR, special[i], TRUNCATE, R_WRITE));
    IS(__WASI_ERRNO_NOTDIR, opens(DIR, special[i], DIRECTORY, 0));
    IS(__WASI_ERRNO_NOTSUP, __wasi_path_filestat_set_times(DIR, 0, special[i], 1, 1, 4));
    IS(__WASI_ERRNO_PERM, __wasi_path_link(DIR, 0, special[i], DIR, "mine"));
  }
  if (look(SYSTEM, 0, "zero") == 0) {
    IS(__WASI_ERRNO_NOTSUP, opens(SYSTEM, "zero", 0, R_READ));
    IS(__WASI_ERRNO_NOTSUP, opens(SYSTEM, "tty", 0, R_READ));
  }
}

static void proc_tricks(void) {
  IS(__WASI_ERRNO_NOTCAPABLE, opens(DIR, "procroot/etc/passwd", 0, R_READ));
  IS(__WASI_ERRNO_NOTCAPABLE, opens(DIR, "procroot/", DIRECTORY, 0));
  IS(__WASI_ERRNO_NOTCAPABLE, opens(DIR, "devfd/0", 0, R_READ));
  uint8_t target[512];
  __wasi_size_t n;
  if (look(SYSTEM, FOLLOW, "self/status")) return;
  IS(__WASI_ERRNO_NOTCAPABLE, opens(SYSTEM, "self/root/etc/passwd", 0, R_READ));
  IS(__WASI_ERRNO_NOTCAPABLE, opens(SYSTEM, "self/cwd/pom.xml", 0, R_READ));
  IS(__WASI_ERRNO_NOTCAPABLE, opens(SYSTEM, "self/exe", 0, R_READ));
  IS(__WASI_ERRNO_NOTCAPABLE, __wasi_path_readlink(SYSTEM, "self/cwd", target, sizeof target, &n));
}

static void renumber_tricks(void) {
  int ignored;
  IS(__WASI_ERRNO_BADF, __wasi_fd_renumber(READ_ONLY, 500));
  IS(__WASI_ERRNO_BADF, __wasi_fd_renumber(-1, DIR));
  IS(__WASI_ERRNO_BADF, __wasi_fd_renumber(DIR, -1));
  OK(__wasi_fd_renumber(READ_ONLY, DIR));
  all_read_only(DIR);
  IS(__WASI_ERRNO_BADF, try_open(READ_ONLY, "table", 0, R_READ, &ignored));
  OK(__wasi_fd_renumber(DIR, 0));
  all_read_only(0);
  OK(__wasi_fd_renumber(0, 1));
  IS(__WASI_ERRNO_ISDIR, write_text(1, "SECRET"));
}

static void wrong_direction(void) {
  __wasi_size_t n;
  __wasi_ciovec_t v = {(const uint8_t *)"x", 1};
  IS(__WASI_ERRNO_BADF, write_text(0, "x"));
  IS(__WASI_ERRNO_SPIPE, __wasi_fd_pwrite(0, &v, 1, 0, &n));
  IS(__WASI_ERRNO_BADF, read_error(1));
  IS(__WASI_ERRNO_ISDIR, write_text(DIR, "x"));
  IS(__WASI_ERRNO_ISDIR, __wasi_fd_pwrite(DIR, &v, 1, 0, &n));
  IS(__WASI_ERRNO_INVAL, __wasi_fd_filestat_set_size(DIR, 0));
  IS(__WASI_ERRNO_INVAL, __wasi_fd_filestat_set_size(1, 0));
  IS(__WASI_ERRNO_NOTDIR, opens(0, "x", CREATE, R_WRITE));
}

static void closed_preopens(void) {
  __wasi_prestat_t p;
  for (int fd = 4; fd < 10; fd++) __wasi_fd_close(fd);
  OK(__wasi_fd_renumber(DIR, 0));
  IS(3, open_in(0, "a", DIRECTORY, 0));
  IS(__WASI_ERRNO_BADF, __wasi_fd_prestat_get(3, &p));
  IS(__WASI_ERRNO_NOTCAPABLE, opens(3, "../file", 0, R_READ));
  OK(__wasi_fd_close(0));
  OK(__wasi_fd_close(3));
  for (int fd = 0; fd < 20; fd++)
    if (fd != 1 && fd != 2) IS(__WASI_ERRNO_BADF, opens(fd, "file", 0, R_READ));
}

static void rights_regained(void) {
  int dir = open_in(DIR, ".", DIRECTORY, 0);
  __wasi_rights_t all = -1;
  __wasi_rights_t few = __WASI_RIGHTS_PATH_OPEN;
  OK(__wasi_fd_fdstat_set_rights(dir, few, few | R_READ));
  IS(__WASI_ERRNO_NOTCAPABLE, __wasi_fd_fdstat_set_rights(dir, few | R_READ, few));
  IS(__WASI_ERRNO_NOTCAPABLE, __wasi_path_unlink_file(dir, "file"));
  IS(__WASI_ERRNO_NOTCAPABLE, opens(dir, "file", 0, R_WRITE));
  IS(__WASI_ERRNO_NOTCAPABLE, opens(dir, "file", TRUNCATE, 0));
  int again = open_in(dir, ".", DIRECTORY, 0);
  IS(__WASI_ERRNO_NOTCAPABLE, __wasi_fd_fdstat_set_rights(again, all, all));
  IS(__WASI_ERRNO_NOTCAPABLE, __wasi_path_create_directory(again, "mine"));
  OK(opens(again, "file", 0, R_READ));
}

static void hidden_names(void) {
  all_refused(__LINE__, ".escarole-planted");
  all_refused(__LINE__, "a/../.ESCAROLE-planted");
  uint8_t buffer[4096];
  __wasi_size_t used;
  OK(__wasi_fd_readdir(DIR, buffer, sizeof buffer, 0, &used));
  for (size_t i = 0; i + 10 < used; i++) TRUE(memcmp(buffer + i, ".escarole-", 10));
}

// Here 5 is granted too, and lies in 3: the guest puts a link in its place before it is used.
static void grant_replaced_by_a_link(void) {
  OK(__wasi_path_rename(DIR, "nested", DIR, "aside"));
  OK(__wasi_path_symlink("../outside", DIR, "nested"));
  TRUE(opens(OTHER, "secret", 0, R_READ) != 0);
  TRUE(opens(OTHER, "new", CREATE, R_WRITE) != 0);
}

static const struct { const char *name; void (*run)(void); const char *what; } attempts[] = {
#define TRY(name, what) {#name, name, what}
    TRY(dot_dot, "`..` from every place and with every call"),
    TRY(absolute_path, "absolute paths with every call"),
    TRY(planted_link, "links out of the grant that the host planted, absolute and relative"),
    TRY(chain_of_links, "a chain of links, each harmless, that ends outside"),
    TRY(link_loop, "links in a circle, and links that multiply"),
    TRY(own_link, "links that the guest makes or moves, absolute and leading out"),
    TRY(file_swapped_for_a_link, "a file swapped for a link between check and use"),
    TRY(directory_swapped_for_a_link, "a directory swapped for a link while paths through it are read, written and made"),
    TRY(swap_for_another, "the same with two guests, one of which swaps"),
    TRY(hard_link_out, "second names for what is outside, in another grant, read-only, or a directory"),
    TRY(hard_link_while_swapped, "second names through a directory that is swapped for a link"),
    TRY(rename_out, "files and directories moved out, or between grants while they are open"),
    TRY(writing_to_read_only, "every writing call on a read-only grant"),
    TRY(descriptor_exhaustion, "opening without end"),
    TRY(disk_exhaustion, "writing without end, in one file and in many"),
    TRY(entry_exhaustion, "making files, directories and links without end"),
    TRY(huge_sizes, "files of 100 GB and more by size, allocation, and writing far behind the end"),
    TRY(huge_vectors, "thousands of buffers, large, overlapping, and outside of memory"),
    TRY(huge_directory, "reading huge directories, many at once and again and again"),
    TRY(deep_directories, "directories and paths that are very deep"),
    TRY(long_names, "names and paths that are very long"),
    TRY(odd_names, "names with NUL, with broken or overlong UTF-8, with backslashes"),
    TRY(special_files, "pipes, sockets and devices, which could block the host"),
    TRY(proc_tricks, "links of `/proc` and `/dev/fd`, planted and granted"),
    TRY(renumber_tricks, "descriptors renumbered over others to gain rights"),
    TRY(wrong_direction, "writing to standard input and to directories"),
    TRY(closed_preopens, "granted directories closed, and their numbers used again"),
    TRY(rights_regained, "rights that were given away, asked for again"),
    TRY(hidden_names, "the names of what the engine makes in passing"),
    TRY(grant_replaced_by_a_link, "a grant inside another one, replaced by a link"),
};

int main(int argc, char **argv) {
  int found = 0;
  for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
    if (argc == 1) printf("%s\t%s\n", attempts[i].name, attempts[i].what);
    if (argc == 2 && !strcmp(argv[1], attempts[i].name)) attempts[i].run(), found = 1;
  }
  return argc > 1 && !found ? 99 : 0;
}
