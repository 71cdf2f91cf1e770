// A guest that runs other commands; its first argument says how. An example of escarole_exec.h, and
// what tests use to misbehave with it.
#include "escarole_exec.h"

#include <stdio.h>
#include <unistd.h>

static char buffer[1 << 16];
static volatile int sink;

static int is(const char *a, const char *b) { return strcmp(a, b) == 0; }

static uint32_t read_all(char *into, uint32_t capacity) {
  uint32_t length = 0;
  ssize_t n;
  while (length < capacity && (n = read(0, into + length, capacity - length)) > 0) length += n;
  return length;
}

// Passes on what a nested command wrote, and exits as it did.
static int pass_on(int error, const escarole_result *result) {
  if (error) {
    printf("error %d\n", error);
    return 99;
  }
  fwrite(result->out, 1, result->out_length, stdout);
  fwrite(result->err, 1, result->err_length, stderr);
  if (result->outcome) printf("outcome %u\n", result->outcome);
  if (result->cut) printf("cut %u\n", result->cut);
  return result->exit_code;
}

// Runs itself below itself, so many times.
static int down(const char *self, int levels) {
  if (levels == 0) {
    puts("bottom");
    return 0;
  }
  char rest[16];
  snprintf(rest, sizeof rest, "%d", levels - 1);
  const char *arguments[] = {"down", rest};
  escarole_result result;
  int error = escarole_exec(self, 2, arguments, NULL, 0, buffer, sizeof buffer, &result);
  return pass_on(error, &result);
}

// call CAPACITY NAME ARGS...: runs a command with its own input.
static int call(int argc, char **argv) {
  static char input[1 << 16];
  uint32_t length = read_all(input, sizeof input);
  escarole_result result;
  int error = escarole_exec(argv[1], (uint32_t)argc - 2, (const char *const *)argv + 2, input,
                            length, buffer, (uint32_t)atoi(argv[0]), &result);
  return pass_on(error, &result);
}

// Passes its input on as a request, whatever it is, and prints what came back.
static int frame(void) {
  static char request[1 << 16];
  uint32_t length = read_all(request, sizeof request);
  int32_t answer = escarole_host_exec(request, length, buffer, sizeof buffer);
  fprintf(stderr, "%d", answer);
  if (answer > 0) fwrite(buffer, 1, (size_t)answer, stdout);
  return 0;
}

// Has the response written over its own request.
static int overlap(void) {
  static const char *arguments[] = {"echo", "twice"};
  unsigned char *end = escarole_put((unsigned char *)buffer, "wbox", 4);
  uint32_t argc = 2;
  memcpy(end, &argc, sizeof argc);
  end = escarole_put(end + sizeof argc, arguments[0], 4);
  end = escarole_put(end, arguments[1], 5);
  end = escarole_put(end, "", 0);
  int32_t answer =
      escarole_host_exec(buffer, (uint32_t)(end - (unsigned char *)buffer), buffer, sizeof buffer);
  printf("%d %.*s", answer, 6, buffer + 16);
  return 0;
}

static int raw(unsigned request, unsigned length, unsigned response, unsigned capacity) {
  return escarole_host_exec((void *)request, length, (void *)response, capacity);
}

static int hostile(void) {
  unsigned end = (unsigned)__builtin_wasm_memory_size(0) << 16;
  unsigned here = (unsigned)buffer;
  printf("%d", raw(0xfffffff0, 12, here, 64));
  printf(" %d", raw(here, 0xffffffff, here, 64));
  printf(" %d", raw(here, 0x7fffffff, here, 64));
  printf(" %d", raw(end - 4, 12, here, 64));
  printf(" %d", raw(here, 12, end - 8, 64));
  printf(" %d", raw(here, 12, 0xffffffff, 64));
  printf(" %d", raw(here, 12, here, 0xffffffff));
  printf(" %d", raw(end, 0, here, 64));
  printf(" %d", raw(here, 12, end, 0));
  printf(" %d\n", raw(here, 12, here, 19));
  return 0;
}

// Uses up the stack of the machine that runs the guest, and calls on the way.
__attribute__((noinline)) static int recurse(int n) {
  // Nothing of this lies on the stack in linear memory, which is smaller.
  static const char *arguments[] = {"true"};
  static escarole_result result;
  if (n % 512 == 0) escarole_exec("wbox", 1, arguments, NULL, 0, buffer, sizeof buffer, &result);
  return n == sink - 1 ? 1 : recurse(n + 1) * sink + n;
}

// For ever runs the command that it is given.
static int again(int argc, char **argv) {
  escarole_result result;
  for (;;)
    escarole_exec(argv[0], (uint32_t)argc - 1, (const char *const *)argv + 1, NULL, 0, buffer,
                  sizeof buffer, &result);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  if (is(what, "down")) return down(argv[0], atoi(argv[2]));
  if (is(what, "call")) return call(argc - 2, argv + 2);
  if (is(what, "frame")) return frame();
  if (is(what, "overlap")) return overlap();
  if (is(what, "hostile")) return hostile();
  if (is(what, "recurse")) return recurse(1);
  if (is(what, "again")) return again(argc - 2, argv + 2);
  if (is(what, "loop")) for (;;) sink = 0;
  return 98;
}
