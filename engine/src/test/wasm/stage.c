// A stage of a pipeline that does what its arguments say, one after the other:
//   put N      writes N bytes
//   get N      reads N bytes or to the end, and says on stderr how many came in how many reads
//   sleep MS   waits
//   spin N     computes for N rounds
//   ready      says on stderr how many bytes can be read at once
//   make FILE  creates a file, in vain if it is there
//   trap       traps
//   exit N     exits
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static char block[65536];
static volatile unsigned sink;

static void put(long n) {
  memset(block, 'x', sizeof block);
  while (n > 0) {
    ssize_t sent = write(1, block, n < (long)sizeof block ? (size_t)n : sizeof block);
    if (sent <= 0) exit(70);
    n -= sent;
  }
}

static void get(long n) {
  long all = 0, reads = 0;
  while (all < n) {
    long left = n - all;
    ssize_t got = read(0, block, left < (long)sizeof block ? (size_t)left : sizeof block);
    if (got < 0) exit(71);
    reads++;
    all += got;
    if (got == 0) break;
  }
  fprintf(stderr, "%ld in %ld\n", all, reads);
}

static void wait_for(long millis) {
  struct timespec t = {millis / 1000, millis % 1000 * 1000000};
  nanosleep(&t, 0);
}

static void ready(void) {
  int count = -1;
  ioctl(0, FIONREAD, &count);
  fprintf(stderr, "%d ready\n", count);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    const char *what = argv[i];
    if (!strcmp(what, "ready")) { ready(); continue; }
    if (!strcmp(what, "trap")) __builtin_trap();
    const char *arg = i + 1 < argc ? argv[++i] : "";
    long n = atol(arg);
    if (!strcmp(what, "put")) put(n);
    if (!strcmp(what, "get")) get(n);
    if (!strcmp(what, "sleep")) wait_for(n);
    if (!strcmp(what, "spin")) while (n-- > 0) sink++;
    if (!strcmp(what, "exit")) exit((int)n);
    if (!strcmp(what, "make") && open(arg, O_CREAT | O_WRONLY, 0644) < 0) perror(arg);
  }
  return 0;
}
