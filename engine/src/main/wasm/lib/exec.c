/* Running other commands. */
#include "exec.h"

#ifdef __wasm__
#include "../include/escarole_exec.h"

/* Both outputs of the default limit fit. */
enum { MOST = (16 << 20) + 65536, LEAST = 1 << 18 };

static char *buffer;
static uint32_t capacity;

static bool have_buffer(void)
{
    if (!buffer)
        for (capacity = MOST; !(buffer = malloc(capacity)) && capacity > LEAST;)
            capacity /= 2;
    return buffer != NULL;
}

static const char *reason(int32_t error)
{
    switch (error) {
    case ESCAROLE_NO_MEMORY: return "memory exhausted";
    case ESCAROLE_NAME_TOO_LONG: return "its name is too long";
    case ESCAROLE_TOO_MANY_ARGUMENTS: return "too many arguments";
    case ESCAROLE_NOT_UTF8: return "its name or an argument is not UTF-8";
    default: return "its arguments or its input are larger than the limits allow";
    }
}

const char *exec_run(int argc, char *const *argv, const char *input, size_t n, ExecResult *r)
{
    escarole_result result;
    if (!have_buffer())
        return reason(ESCAROLE_NO_MEMORY);
    int32_t error = escarole_exec(argv[0], (uint32_t)argc - 1, (const char *const *)argv + 1, input,
                                  (uint32_t)n, buffer, capacity, &result);
    if (error < 0)
        return reason(error);
    r->refused = result.outcome >= ESCAROLE_REVOKED;
    r->unknown = result.outcome == ESCAROLE_UNKNOWN_COMMAND;
    r->exited = result.outcome == ESCAROLE_EXITED;
    r->cut = result.cut != 0;
    r->status = result.exit_code;
    r->out = result.out;
    r->out_len = result.out_length;
    r->err = result.err;
    r->err_len = result.err_length;
    return NULL;
}

#else
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static char *slurp(FILE *f, size_t *n)
{
    fseek(f, 0, SEEK_END);
    *n = (size_t)ftell(f);
    rewind(f);
    char *p = xmalloc(*n);
    if (fread(p, 1, *n, f) != *n)
        *n = 0;
    fclose(f);
    return p;
}

const char *exec_run(int argc, char *const *argv, const char *input, size_t n, ExecResult *r)
{
    (void)argc;
    FILE *io[3] = {tmpfile(), tmpfile(), tmpfile()};
    fwrite(input, 1, n, io[0]);
    rewind(io[0]);
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < 3; i++)
            dup2(fileno(io[i]), i);
        execvp(argv[0], argv);
        dprintf(2, "%s: unknown command\n", argv[0]);
        _exit(127);
    }
    int status;
    waitpid(child, &status, 0);
    fclose(io[0]);
    *r = (ExecResult){.exited = WIFEXITED(status), .status = WEXITSTATUS(status)};
    r->refused = r->unknown = r->exited && r->status == 127;
    r->out = slurp(io[1], &r->out_len);
    r->err = slurp(io[2], &r->err_len);
    return NULL;
}
#endif
