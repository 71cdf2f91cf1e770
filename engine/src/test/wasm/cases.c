// What preview 1 asks of a host, one case for each name. Without an argument it lists the names;
// with one it runs that case and says on which line something was not as it should be.
// Descriptor 3 is a writable directory, empty but for "text" ("0123456789"), 4 a read-only one that
// holds "table".
#include "guest.h"

enum { DIR = 3 };

static int open_error(const char *path, int oflags, __wasi_rights_t rights) {
  int fd;
  return try_open(DIR, path, oflags, rights, &fd);
}

static void put(const char *path, const char *text) {
  int fd = open_in(DIR, path, CREATE | TRUNCATE, R_WRITE);
  __wasi_ciovec_t v = {(const uint8_t *)text, strlen(text)};
  __wasi_size_t n;
  OK(__wasi_fd_write(fd, &v, 1, &n));
  IS(strlen(text), n);
  OK(__wasi_fd_close(fd));
}

static void expect_text(const char *path, const char *text) {
  char buffer[64] = {0};
  int fd = open_in(DIR, path, 0, R_READ);
  __wasi_iovec_t v = {(uint8_t *)buffer, sizeof buffer - 1};
  __wasi_size_t n;
  OK(__wasi_fd_read(fd, &v, 1, &n));
  OK(__wasi_fd_close(fd));
  if (strcmp(buffer, text)) fail(__LINE__, buffer, (long long)n);
}

static __wasi_filestat_t stat_of(const char *path) {
  __wasi_filestat_t s;
  OK(__wasi_path_filestat_get(DIR, 0, path, &s));
  return s;
}

static __wasi_fdstat_t fdstat_of(int fd) {
  __wasi_fdstat_t s;
  OK(__wasi_fd_fdstat_get(fd, &s));
  return s;
}

static void arguments_and_environment(void) {
  __wasi_size_t count, size;
  OK(__wasi_args_sizes_get(&count, &size));
  IS(2, count);
  uint8_t *pointers[2];
  uint8_t buffer[256];
  OK(__wasi_args_get(pointers, buffer));
  TRUE(pointers[0] == buffer && strlen((char *)pointers[0]) + strlen((char *)pointers[1]) + 2 == size);
  OK(__wasi_environ_sizes_get(&count, &size));
  IS(0, count);
  IS(0, size);
  OK(__wasi_environ_get(pointers, buffer));
}

static void clocks(void) {
  __wasi_timestamp_t resolution, first, second;
  for (int id = 0; id < 2; id++) {
    OK(__wasi_clock_res_get(id, &resolution));
    TRUE(resolution > 0);
    OK(__wasi_clock_time_get(id, 1, &first));
    OK(__wasi_clock_time_get(id, 0, &second));
    TRUE(first > 0 && second >= first);
  }
  IS(__WASI_ERRNO_INVAL, __wasi_clock_time_get(77, 0, &first));
  IS(__WASI_ERRNO_INVAL, __wasi_clock_res_get(77, &first));
}

static void random_numbers(void) {
  static uint8_t block[100000];
  OK(__wasi_random_get(block, 0));
  OK(__wasi_random_get(block, sizeof block));
  int set = 0;
  for (size_t i = 0; i < sizeof block; i++) set += block[i] != 0;
  TRUE(set > 90000);
  OK(__wasi_sched_yield());
}

static void poll_clock_and_streams(void) {
  __wasi_subscription_t in[3] = {0};
  __wasi_event_t out[3];
  __wasi_size_t n;
  __wasi_timestamp_t before, after;
  in[0].userdata = 7;
  in[0].u.tag = __WASI_EVENTTYPE_CLOCK;
  in[0].u.u.clock.id = __WASI_CLOCKID_MONOTONIC;
  in[0].u.u.clock.timeout = 20000000;
  OK(__wasi_clock_time_get(__WASI_CLOCKID_MONOTONIC, 1, &before));
  OK(__wasi_poll_oneoff(in, out, 1, &n));
  OK(__wasi_clock_time_get(__WASI_CLOCKID_MONOTONIC, 1, &after));
  TRUE(n == 1 && out[0].userdata == 7 && out[0].error == 0 && after - before >= 20000000);
  in[1].userdata = 8;
  in[1].u.tag = __WASI_EVENTTYPE_FD_WRITE;
  in[1].u.u.fd_write.file_descriptor = 1;
  in[2].userdata = 9;
  in[2].u.tag = __WASI_EVENTTYPE_FD_READ;
  in[2].u.u.fd_read.file_descriptor = 99;
  in[0].u.u.clock.timeout = 3600000000000;
  OK(__wasi_poll_oneoff(in, out, 3, &n));
  TRUE(n == 2 && out[0].userdata == 8 && out[0].error == 0);
  TRUE(out[1].userdata == 9 && out[1].error == __WASI_ERRNO_BADF);
  IS(__WASI_ERRNO_INVAL, __wasi_poll_oneoff(in, out, 0, &n));
}

static void sockets_are_not_there(void) {
  __wasi_size_t n;
  __wasi_roflags_t flags;
  __wasi_fd_t fd;
  __wasi_ciovec_t v = {(const uint8_t *)"x", 1};
  __wasi_iovec_t in = {(uint8_t *)&n, 1};
  IS(__WASI_ERRNO_BADF, __wasi_sock_shutdown(99, 0));
  IS(__WASI_ERRNO_NOTSOCK, __wasi_sock_shutdown(DIR, 0));
  IS(__WASI_ERRNO_NOTSOCK, __wasi_sock_send(1, &v, 1, 0, &n));
  IS(__WASI_ERRNO_NOTSOCK, __wasi_sock_recv(0, &in, 1, 0, &n, &flags));
  IS(__WASI_ERRNO_NOTSOCK, __wasi_sock_accept(DIR, 0, &fd));
}

static void closed_descriptor_is_gone(void) {
  __wasi_fdstat_t s;
  int fd = open_in(DIR, "text", 0, R_READ);
  OK(__wasi_fd_close(fd));
  IS(__WASI_ERRNO_BADF, __wasi_fd_close(fd));
  IS(__WASI_ERRNO_BADF, __wasi_fd_fdstat_get(fd, &s));
  IS(__WASI_ERRNO_BADF, read_error(fd));
  IS(__WASI_ERRNO_BADF, write_text(-1, "x"));
  IS(fd, open_in(DIR, "text", 0, R_READ));
}

static void preopens_are_named_and_can_be_closed(void) {
  __wasi_prestat_t p;
  uint8_t name[16] = {0};
  OK(__wasi_fd_prestat_get(DIR, &p));
  IS(10, p.u.dir.pr_name_len);
  IS(__WASI_ERRNO_NAMETOOLONG, __wasi_fd_prestat_dir_name(DIR, name, 9));
  OK(__wasi_fd_prestat_dir_name(DIR, name, 11));
  TRUE(!strcmp((char *)name, "/workspace"));
  IS(__WASI_ERRNO_BADF, __wasi_fd_prestat_get(0, &p));
  int own = open_in(DIR, ".", DIRECTORY, 0);
  IS(__WASI_ERRNO_BADF, __wasi_fd_prestat_get(own, &p));
  OK(__wasi_fd_close(DIR));
  IS(__WASI_ERRNO_BADF, __wasi_fd_prestat_get(DIR, &p));
  __wasi_filestat_t s;
  OK(__wasi_path_filestat_get(own, 0, "text", &s));
}

static void renumber_moves_and_closes(void) {
  int a = open_in(DIR, "text", 0, R_READ);
  int b = open_in(DIR, "text", 0, R_READ);
  __wasi_filesize_t at;
  OK(__wasi_fd_seek(a, 4, __WASI_WHENCE_SET, &at));
  OK(__wasi_fd_renumber(a, b));
  IS(__WASI_ERRNO_BADF, read_error(a));
  OK(__wasi_fd_tell(b, &at));
  IS(4, at);
  OK(__wasi_fd_renumber(b, b));
  IS(__WASI_ERRNO_BADF, __wasi_fd_renumber(b, 99));
  IS(__WASI_ERRNO_BADF, __wasi_fd_renumber(99, b));
  OK(__wasi_fd_renumber(b, DIR));
  IS(__WASI_ERRNO_NOTDIR, open_error("text", 0, R_READ));
}

static void seek_and_tell(void) {
  int fd = open_in(DIR, "text", 0, R_READ);
  __wasi_filesize_t at;
  OK(__wasi_fd_seek(fd, 3, __WASI_WHENCE_SET, &at));
  OK(__wasi_fd_seek(fd, -1, __WASI_WHENCE_CUR, &at));
  IS(2, at);
  OK(__wasi_fd_seek(fd, 5, __WASI_WHENCE_END, &at));
  IS(15, at);
  IS(__WASI_ERRNO_INVAL, __wasi_fd_seek(fd, -16, __WASI_WHENCE_CUR, &at));
  IS(__WASI_ERRNO_INVAL, __wasi_fd_seek(fd, 0, 9, &at));
  OK(__wasi_fd_tell(fd, &at));
  IS(15, at);
  IS(__WASI_ERRNO_SPIPE, __wasi_fd_seek(1, 0, __WASI_WHENCE_SET, &at));
}

static void read_and_write_at_a_place(void) {
  int fd = open_in(DIR, "text", 0, R_READ | R_WRITE);
  char head[3] = {0}, tail[9] = {0};
  __wasi_iovec_t in[2] = {{(uint8_t *)head, 2}, {(uint8_t *)tail, 8}};
  __wasi_ciovec_t out = {(const uint8_t *)"AB", 2};
  __wasi_size_t n;
  __wasi_filesize_t at;
  OK(__wasi_fd_pread(fd, in, 2, 3, &n));
  TRUE(n == 7 && !strcmp(head, "34") && !strcmp(tail, "56789"));
  OK(__wasi_fd_pread(fd, in, 1, 100, &n));
  IS(0, n);
  OK(__wasi_fd_pwrite(fd, &out, 1, 12, &n));
  OK(__wasi_fd_tell(fd, &at));
  IS(0, at);
  IS(14, stat_of("text").size);
  IS(__WASI_ERRNO_INVAL, __wasi_fd_pread(fd, in, 1, -1, &n));
  IS(__WASI_ERRNO_SPIPE, __wasi_fd_pread(0, in, 1, 0, &n));
}

static void append_goes_to_the_end(void) {
  __wasi_fd_t fd;
  OK(__wasi_path_open(DIR, 0, "text", 0, R_READ | R_WRITE, 0, __WASI_FDFLAGS_APPEND, &fd));
  IS(__WASI_FDFLAGS_APPEND, fdstat_of(fd).fs_flags);
  OK(write_text(fd, "ab"));
  expect_text("text", "0123456789ab");
  OK(__wasi_fd_fdstat_set_flags(fd, 0));
  __wasi_filesize_t at;
  OK(__wasi_fd_seek(fd, 0, __WASI_WHENCE_SET, &at));
  OK(write_text(fd, "X"));
  expect_text("text", "X123456789ab");
  IS(__WASI_ERRNO_INVAL, __wasi_fd_fdstat_set_flags(fd, 0x4000));
}

static void sizes(void) {
  int fd = open_in(DIR, "text", 0, R_READ | R_WRITE);
  OK(__wasi_fd_allocate(fd, 5, 3));
  IS(10, stat_of("text").size);
  OK(__wasi_fd_allocate(fd, 90, 10));
  IS(100, stat_of("text").size);
  IS(__WASI_ERRNO_INVAL, __wasi_fd_allocate(fd, 0, 0));
  IS(__WASI_ERRNO_INVAL, __wasi_fd_allocate(fd, -1, 1));
  OK(__wasi_fd_filestat_set_size(fd, 4));
  expect_text("text", "0123");
  OK(__wasi_fd_advise(fd, 0, 100, __WASI_ADVICE_RANDOM));
  IS(__WASI_ERRNO_INVAL, __wasi_fd_advise(fd, 0, 1, 9));
  IS(__WASI_ERRNO_INVAL, __wasi_fd_advise(fd, -1, 1, 0));
  OK(__wasi_fd_datasync(fd));
  OK(__wasi_fd_sync(fd));
  OK(__wasi_fd_close(open_in(DIR, "text", TRUNCATE, R_WRITE)));
  IS(0, stat_of("text").size);
}

static void times(void) {
  __wasi_timestamp_t when = 1234567890123456789;
  int both = __WASI_FSTFLAGS_MTIM | __WASI_FSTFLAGS_MTIM_NOW;
  int fd = open_in(DIR, "text", 0, R_WRITE);
  __wasi_timestamp_t accessed = stat_of("text").atim;
  OK(__wasi_path_filestat_set_times(DIR, 0, "text", 0, when, __WASI_FSTFLAGS_MTIM));
  IS(when, stat_of("text").mtim);
  IS(accessed, stat_of("text").atim);
  OK(__wasi_fd_filestat_set_times(fd, when + 1, 0, __WASI_FSTFLAGS_ATIM));
  IS(when + 1, stat_of("text").atim);
  OK(__wasi_fd_filestat_set_times(fd, 0, 0, __WASI_FSTFLAGS_MTIM_NOW));
  TRUE(stat_of("text").mtim > when);
  IS(__WASI_ERRNO_INVAL, __wasi_fd_filestat_set_times(fd, 0, 0, both));
  IS(__WASI_ERRNO_INVAL, __wasi_path_filestat_set_times(DIR, 0, "text", 0, 0, both));
  IS(__WASI_ERRNO_INVAL, __wasi_path_filestat_set_times(DIR, 0, "text", 0, 0, 0x100));
  OK(__wasi_path_create_directory(DIR, "sub"));
  OK(__wasi_path_symlink("../text", DIR, "sub/link"));
  OK(__wasi_path_filestat_set_times(DIR, 0, "sub/link", 0, 5000, __WASI_FSTFLAGS_MTIM));
  IS(5000, stat_of("sub/link").mtim);
  TRUE(stat_of("text").mtim > when);
  OK(__wasi_path_filestat_set_times(DIR, FOLLOW, "sub/link", 0, when, __WASI_FSTFLAGS_MTIM));
  IS(when, stat_of("text").mtim);
}

static void rights_can_only_be_given_away(void) {
  int fd = open_in(DIR, "text", 0, R_READ | R_WRITE);
  __wasi_rights_t all = fdstat_of(fd).fs_rights_base;
  OK(__wasi_fd_fdstat_set_rights(fd, all & ~R_WRITE, 0));
  IS(0, fdstat_of(fd).fs_rights_base & R_WRITE);
  IS(__WASI_ERRNO_NOTCAPABLE, write_text(fd, "x"));
  OK(read_error(fd));
  IS(__WASI_ERRNO_NOTCAPABLE, __wasi_fd_fdstat_set_rights(fd, all, 0));
  int dir = open_in(DIR, ".", DIRECTORY, 0);
  __wasi_rights_t base = fdstat_of(dir).fs_rights_base;
  IS(0, base & (__WASI_RIGHTS_FD_SEEK | __WASI_RIGHTS_FD_FILESTAT_SET_SIZE | R_WRITE));
  __wasi_rights_t unlink = __WASI_RIGHTS_PATH_UNLINK_FILE;
  OK(__wasi_fd_fdstat_set_rights(dir, base & ~unlink, fdstat_of(dir).fs_rights_inheriting & ~R_WRITE));
  IS(__WASI_ERRNO_NOTCAPABLE, __wasi_path_unlink_file(dir, "text"));
  int ignored;
  IS(__WASI_ERRNO_NOTCAPABLE, try_open(dir, "text", 0, R_WRITE, &ignored));
  OK(try_open(dir, "text", 0, R_READ, &ignored));
  IS(0, fdstat_of(DIR).fs_rights_base & ~base);
}

static void open_flags(void) {
  OK(__wasi_path_create_directory(DIR, "dir"));
  IS(__WASI_ERRNO_NOENT, open_error("none", 0, R_READ));
  IS(__WASI_ERRNO_EXIST, open_error("text", CREATE | EXCLUSIVE, R_WRITE));
  OK(open_error("text", CREATE, R_WRITE));
  IS(__WASI_ERRNO_NOTDIR, open_error("text", DIRECTORY, R_READ));
  IS(__WASI_ERRNO_NOTDIR, open_error("text/", 0, R_READ));
  IS(__WASI_ERRNO_NOTDIR, open_error("text/x", 0, R_READ));
  IS(__WASI_ERRNO_ISDIR, open_error("dir", DIRECTORY, R_READ | R_WRITE));
  IS(__WASI_ERRNO_ISDIR, open_error("dir", TRUNCATE, 0));
  IS(__WASI_ERRNO_INVAL, open_error("dir", CREATE | DIRECTORY, R_READ));
  IS(__WASI_ERRNO_INVAL, open_error("text", 0x100, R_READ));
  OK(open_error("dir", 0, 0));
  int file = open_in(DIR, "text", 0, R_READ), ignored;
  IS(__WASI_ERRNO_NOTDIR, try_open(file, "x", CREATE, R_READ, &ignored));
  IS(__WASI_ERRNO_BADF, try_open(99, "x", CREATE, R_READ, &ignored));
  IS(__WASI_ERRNO_BADF, write_text(file, "x"));
  IS(__WASI_ERRNO_BADF, read_error(open_in(DIR, "text", 0, R_WRITE)));
}

static void interesting_paths(void) {
  OK(__wasi_path_create_directory(DIR, "dir"));
  OK(__wasi_path_create_directory(DIR, "dir/nested/"));
  put("dir/nested/file", "x");
  const char *good[] = {"dir/nested/file", "dir//nested///file", "./dir/./nested/file",
                        "dir/nested/../../dir/nested/file", "dir/nested/./../nested/file"};
  for (int i = 0; i < 5; i++) expect_text(good[i], "x");
  const char *out[] = {"/dir/nested/file", "..", "../text", "dir/../../text", "dir/nested/../../.."};
  for (int i = 0; i < 5; i++) IS(__WASI_ERRNO_NOTCAPABLE, open_error(out[i], 0, 0));
  IS(__WASI_ERRNO_NOENT, open_error("", 0, 0));
  IS(__WASI_ERRNO_NOTDIR, open_error("dir/nested/file/", 0, 0));
  IS(__WASI_ERRNO_NOTDIR, open_error("dir/nested/file/..", 0, 0));
  OK(open_error("dir/nested/", 0, 0));
  static char longest[5000];
  memset(longest, 'a', sizeof longest - 1);
  IS(__WASI_ERRNO_NAMETOOLONG, open_error(longest, 0, 0));
  longest[300] = 0;
  IS(__WASI_ERRNO_NAMETOOLONG, open_error(longest, CREATE, R_WRITE));
}

static void directories_end_with_a_slash(void) {
  OK(__wasi_path_create_directory(DIR, "dir/"));
  IS(__WASI_ERRNO_EXIST, __wasi_path_create_directory(DIR, "dir"));
  IS(__WASI_ERRNO_NOENT, __wasi_path_create_directory(DIR, "none/dir"));
  put("dir/file", "");
  IS(__WASI_ERRNO_NOTEMPTY, __wasi_path_remove_directory(DIR, "dir/"));
  IS(__WASI_ERRNO_NOTDIR, __wasi_path_unlink_file(DIR, "dir/file/"));
  IS(__WASI_ERRNO_NOTDIR, __wasi_path_remove_directory(DIR, "dir/file"));
  TRUE(__wasi_path_unlink_file(DIR, "dir") != 0 && __wasi_path_unlink_file(DIR, "dir/") != 0);
  OK(__wasi_path_unlink_file(DIR, "dir/file"));
  OK(__wasi_path_remove_directory(DIR, "dir/"));
  IS(__WASI_ERRNO_NOENT, __wasi_path_remove_directory(DIR, "dir"));
  IS(__WASI_ERRNO_NOENT, __wasi_path_symlink("text", DIR, "link/"));
  IS(__WASI_ERRNO_NOENT, __wasi_path_link(DIR, 0, "text", DIR, "link/"));
  IS(__WASI_ERRNO_INVAL, __wasi_path_remove_directory(DIR, "."));
}

static void renames(void) {
  put("a", "A");
  OK(__wasi_path_create_directory(DIR, "d"));
  OK(__wasi_path_create_directory(DIR, "empty"));
  OK(__wasi_path_rename(DIR, "a", DIR, "text"));
  expect_text("text", "A");
  IS(__WASI_ERRNO_NOENT, open_error("a", 0, 0));
  IS(__WASI_ERRNO_ISDIR, __wasi_path_rename(DIR, "text", DIR, "d"));
  IS(__WASI_ERRNO_NOTDIR, __wasi_path_rename(DIR, "d", DIR, "text"));
  IS(__WASI_ERRNO_NOTDIR, __wasi_path_rename(DIR, "text/", DIR, "b"));
  IS(__WASI_ERRNO_NOENT, __wasi_path_rename(DIR, "none", DIR, "b"));
  OK(__wasi_path_rename(DIR, "d/", DIR, "empty/"));
  IS(__WASI_ERRNO_NOENT, open_error("d", 0, 0));
  put("empty/file", "");
  OK(__wasi_path_create_directory(DIR, "e"));
  IS(__WASI_ERRNO_NOTEMPTY, __wasi_path_rename(DIR, "e", DIR, "empty"));
  IS(__WASI_ERRNO_INVAL, __wasi_path_rename(DIR, "e", DIR, "e/inside"));
}

static void symbolic_links(void) {
  char target[64] = {0};
  __wasi_size_t n;
  OK(__wasi_path_symlink("text", DIR, "link"));
  IS(__WASI_ERRNO_EXIST, __wasi_path_symlink("text", DIR, "link"));
  OK(__wasi_path_readlink(DIR, "link", (uint8_t *)target, sizeof target, &n));
  TRUE(n == 4 && !strcmp(target, "text"));
  OK(__wasi_path_readlink(DIR, "link", (uint8_t *)target, 2, &n));
  IS(2, n);
  IS(__WASI_ERRNO_INVAL, __wasi_path_readlink(DIR, "text", (uint8_t *)target, 2, &n));
  expect_text("link", "0123456789");
  __wasi_fd_t fd;
  IS(__WASI_ERRNO_LOOP, __wasi_path_open(DIR, 0, "link", 0, R_READ, 0, 0, &fd));
  IS(__WASI_FILETYPE_SYMBOLIC_LINK, stat_of("link").filetype);
  OK(__wasi_path_symlink("nowhere", DIR, "dangling"));
  IS(__WASI_ERRNO_NOENT, open_error("dangling", 0, R_READ));
  IS(__WASI_ERRNO_EXIST, open_error("dangling", CREATE | EXCLUSIVE, R_WRITE));
  OK(open_error("dangling", CREATE, R_WRITE));
  IS(0, stat_of("nowhere").size);
  OK(__wasi_path_symlink("b", DIR, "a"));
  OK(__wasi_path_symlink("a", DIR, "b"));
  IS(__WASI_ERRNO_LOOP, open_error("a", 0, R_READ));
  OK(__wasi_path_unlink_file(DIR, "link"));
  expect_text("text", "0123456789");
}

static void hard_links(void) {
  OK(__wasi_path_create_directory(DIR, "sub"));
  OK(__wasi_path_link(DIR, 0, "text", DIR, "sub/second"));
  OK(__wasi_path_link(DIR, 0, "sub/second", DIR, "third"));
  IS(stat_of("text").ino, stat_of("third").ino);
  put("third", "new");
  expect_text("text", "new");
  IS(__WASI_ERRNO_EXIST, __wasi_path_link(DIR, 0, "text", DIR, "text"));
  IS(__WASI_ERRNO_EXIST, __wasi_path_link(DIR, 0, "text", DIR, "sub"));
  IS(__WASI_ERRNO_PERM, __wasi_path_link(DIR, 0, "sub", DIR, "dir"));
  IS(__WASI_ERRNO_NOENT, __wasi_path_link(DIR, 0, "none", DIR, "x"));
  IS(__WASI_ERRNO_INVAL, __wasi_path_link(DIR, FOLLOW, "text", DIR, "x"));
  OK(__wasi_path_symlink("nowhere", DIR, "sub/dangling"));
  OK(__wasi_path_link(DIR, 0, "sub/dangling", DIR, "sub/again"));
  IS(__WASI_FILETYPE_SYMBOLIC_LINK, stat_of("sub/again").filetype);
  IS(__WASI_ERRNO_EXIST, __wasi_path_link(DIR, 0, "text", DIR, "sub/again"));
  OK(__wasi_path_unlink_file(DIR, "text"));
  expect_text("sub/second", "new");
}

static int entries(int fd, __wasi_dircookie_t cookie, __wasi_dircookie_t *third) {
  static uint8_t buffer[8192];
  __wasi_size_t used, at = 0;
  int count = 0;
  OK(__wasi_fd_readdir(fd, buffer, sizeof buffer, cookie, &used));
  while (at + sizeof(__wasi_dirent_t) <= used) {
    __wasi_dirent_t entry;
    memcpy(&entry, buffer + at, sizeof entry);
    at += sizeof entry + entry.d_namlen;
    if (++count == 3) *third = entry.d_next;
  }
  IS(used, at);
  return count;
}

static void directory_entries(void) {
  OK(__wasi_path_create_directory(DIR, "d"));
  char name[] = "d/file0";
  for (int i = 0; i < 10; i++, name[6]++) put(name, "");
  int fd = open_in(DIR, "d", DIRECTORY, R_READ);
  __wasi_dircookie_t third = 0, ignored;
  IS(12, entries(fd, 0, &third));
  IS(9, entries(fd, third, &ignored));
  OK(__wasi_path_unlink_file(DIR, "d/file0"));
  IS(11, entries(fd, 0, &ignored));
  uint8_t small[30];
  __wasi_size_t used;
  OK(__wasi_fd_readdir(fd, small, sizeof small, 0, &used));
  IS(30, used);
  IS(__WASI_ERRNO_INVAL, __wasi_fd_readdir(fd, small, sizeof small, 1000, &used));
  IS(__WASI_ERRNO_NOTDIR, __wasi_fd_readdir(open_in(DIR, "text", 0, R_READ), small, 30, 0, &used));
}

static void directories_are_no_files(void) {
  __wasi_filesize_t at;
  __wasi_filestat_t s;
  OK(__wasi_fd_filestat_get(DIR, &s));
  IS(__WASI_FILETYPE_DIRECTORY, s.filetype);
  TRUE(read_error(DIR) == __WASI_ERRNO_ISDIR && write_text(DIR, "x") == __WASI_ERRNO_ISDIR);
  IS(__WASI_ERRNO_BADF, __wasi_fd_seek(DIR, 0, __WASI_WHENCE_CUR, &at));
  IS(__WASI_ERRNO_BADF, __wasi_fd_tell(DIR, &at));
  IS(__WASI_ERRNO_BADF, __wasi_fd_allocate(DIR, 0, 1));
  IS(__WASI_ERRNO_BADF, __wasi_fd_advise(DIR, 0, 1, 0));
  IS(__WASI_ERRNO_INVAL, __wasi_fd_filestat_set_size(DIR, 0));
  OK(__wasi_fd_sync(DIR));
  int fd = open_in(DIR, "text", 0, R_READ);
  __wasi_filestat_t other = stat_of("text");
  OK(__wasi_fd_filestat_get(fd, &s));
  TRUE(s.ino == other.ino && s.dev == other.dev && s.filetype == __WASI_FILETYPE_REGULAR_FILE);
  int open_and_gone = open_in(DIR, "text", 0, R_READ);
  OK(__wasi_path_unlink_file(DIR, "text"));
  OK(read_error(open_and_gone));
}

static const struct { const char *name; void (*run)(void); } cases[] = {
#define CASE(name) {#name, name}
    CASE(arguments_and_environment), CASE(clocks), CASE(random_numbers),
    CASE(poll_clock_and_streams), CASE(sockets_are_not_there), CASE(closed_descriptor_is_gone),
    CASE(preopens_are_named_and_can_be_closed), CASE(renumber_moves_and_closes),
    CASE(seek_and_tell), CASE(read_and_write_at_a_place), CASE(append_goes_to_the_end),
    CASE(sizes), CASE(times), CASE(rights_can_only_be_given_away), CASE(open_flags),
    CASE(interesting_paths), CASE(directories_end_with_a_slash), CASE(renames),
    CASE(symbolic_links), CASE(hard_links), CASE(directory_entries), CASE(directories_are_no_files),
};

int main(int argc, char **argv) {
  int found = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    if (argc == 1) puts(cases[i].name);
    if (argc == 2 && !strcmp(argv[1], cases[i].name)) cases[i].run(), found = 1;
  }
  return argc > 1 && !found ? 99 : 0;
}
