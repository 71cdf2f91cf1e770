// A guest that is frozen. Its initializers do what their names say; as a command it shows what they
// left behind.
#include "escarole_exec.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define EXPORT(name) __attribute__((export_name(name)))

extern char **environ;
extern void __wasm_call_ctors(void);
void *__dso_handle;

static char remembered[4096] = "nothing";
static char fresh[17] = "not seeded";
static char *large;
static double ratio;

static void add(const char *text) { strncat(remembered, text, sizeof remembered - strlen(remembered) - 1); }

static void random_text(char *into) {
  unsigned char bytes[8];
  getentropy(bytes, sizeof bytes);
  for (int i = 0; i < 8; i++) sprintf(into + 2 * i, "%02x", bytes[i]);
}

EXPORT("escarole.freeze") int freeze(void) {
  char line[128];
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  snprintf(remembered, sizeof remembered, "time %lld", (long long)now.tv_sec);
  random_text(line);
  add(", random "), add(line);
  large = malloc(3 << 20);
  memset(large, 'x', 3 << 20);
  ratio = 0.1;
  puts("getting ready");
  return 0;
}

EXPORT("escarole.thaw") void thaw(void) { random_text(fresh); }

// Lists the first directory with all that stat tells.
EXPORT("look") int look(void) {
  remembered[0] = 0;
  DIR *dir = opendir("/lib");
  if (!dir) return 1;
  for (struct dirent *each; (each = readdir(dir));) {
    char path[300], line[600];
    struct stat about;
    snprintf(path, sizeof path, "/lib/%s", each->d_name);
    if (each->d_name[0] == '.' || stat(path, &about)) continue;
    snprintf(line, sizeof line, "%s %llu %llu %lld %lld;", each->d_name,
             (unsigned long long)each->d_ino, (unsigned long long)about.st_ino,
             (long long)about.st_size, (long long)about.st_mtim.tv_sec);
    add(line);
  }
  closedir(dir);
  return 0;
}

EXPORT("environment") void environment(void) {
  remembered[0] = 0;
  for (char **each = environ; each && *each; each++) add(*each), add(";");
}

// As much as a large interpreter with its library.
EXPORT("fills") void fills(void) {
  unsigned size = 12 << 20, seed = 1;
  large = malloc(size);
  for (unsigned i = 0; i < size; i++) large[i] = (char)((seed = seed * 1664525 + 1013904223) >> 24);
  large[(3 << 20) - 1] = 'f';
}

EXPORT("opens") void opens(void) { open("/lib/a.txt", O_RDONLY); }
EXPORT("closes") void closes(void) { close(3); }
EXPORT("writes") int writes(void) { return open("/lib/new", O_WRONLY | O_CREAT, 0600) < 0 ? 77 : 0; }
EXPORT("sleeps") void sleeps(void) { usleep(1000); }
EXPORT("exits") void exits(void) { exit(3); }
EXPORT("fails") int fails(void) {
  fputs("no library here\n", stderr);
  return 4;
}
EXPORT("traps") void traps(void) { __builtin_trap(); }
EXPORT("spins") void spins(void) {
  for (volatile int i = 0;; i++) {}
}
EXPORT("grows") int grows(void) {
  for (volatile char *each; (each = malloc(1 << 20));) *each = 1;
  return 5;
}
EXPORT("takes") void takes(int parameter) { ratio = parameter; }
EXPORT("execs") void execs(void) {
  static char buffer[1000];
  escarole_result result;
  escarole_exec("upper", 0, NULL, NULL, 0, buffer, sizeof buffer, &result);
}

EXPORT("again") void again(void) { puts("started by another name"); }

int main(int argc, char **argv) {
  char now[17];
  random_text(now);
  printf("%s; %s; %s; %d; %.17g", remembered, fresh, now, large ? large[(3 << 20) - 1] : 0, ratio);
  for (int i = 1; i < argc; i++) printf("; %s", argv[i]);
  puts("");
}
