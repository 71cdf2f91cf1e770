/* How a program runs other commands in Escarole. A program that includes this
 * imports env.host_exec, and then runs only for principals with the capability
 * exec. Needs nothing but memcpy, strlen, malloc and free.
 *
 *   char buffer[65536];
 *   const char *arguments[] = {"-i", "ada; rm -rf /"};
 *   escarole_result result;
 *   int error = escarole_exec("grep", 2, arguments, input, input_length,
 *                             buffer, sizeof buffer, &result);
 *
 * Arguments and input are bytes: nothing in them is ever interpreted. */
#ifndef ESCAROLE_EXEC_H
#define ESCAROLE_EXEC_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The request, all lengths little-endian and 32 bits wide, without a gap:
 *   name_len name argc (arg_len arg)* stdin_len stdin
 * The response, likewise:
 *   outcome exit_code cut stdout_len stdout stderr_len stderr
 * Returns the length of the response, or an error below; then nothing ran. */
__attribute__((import_module("env"), import_name("host_exec")))
int32_t escarole_host_exec(const void *request, uint32_t request_length,
                           void *response, uint32_t response_capacity);

/* Errors. */
#define ESCAROLE_OUTSIDE_MEMORY (-1)
#define ESCAROLE_RESPONSE_TOO_SMALL (-2)
#define ESCAROLE_LENGTH_CUT_SHORT (-3)
#define ESCAROLE_LENGTH_TOO_LARGE (-4)
#define ESCAROLE_TRAILING_BYTES (-5)
#define ESCAROLE_NAME_TOO_LONG (-6)
#define ESCAROLE_TOO_MANY_ARGUMENTS (-7)
#define ESCAROLE_NUL_BYTE (-8)
#define ESCAROLE_NOT_UTF8 (-9)
/* Of escarole_exec alone: there is no memory for the request. */
#define ESCAROLE_NO_MEMORY (-100)

/* How the command ended. From REVOKED to UNUSABLE_PROGRAM they are refusals: nothing ran. */
#define ESCAROLE_EXITED 0
#define ESCAROLE_TIMED_OUT 1
#define ESCAROLE_OUT_OF_FUEL 2
#define ESCAROLE_OUT_OF_MEMORY 3
#define ESCAROLE_STDIN_TOO_LARGE 4
#define ESCAROLE_ARGV_TOO_LARGE 5
#define ESCAROLE_OUTPUT_TOO_LARGE 6
#define ESCAROLE_TRAPPED 7
#define ESCAROLE_ARTIFACT_INTEGRITY 8
#define ESCAROLE_CANCELLED 9
#define ESCAROLE_REVOKED 10
#define ESCAROLE_RATE_LIMITED 11
#define ESCAROLE_DENIED 12
#define ESCAROLE_MAX_DEPTH 13
#define ESCAROLE_COMMAND_NOT_GRANTED 14
#define ESCAROLE_UNKNOWN_COMMAND 15
#define ESCAROLE_TOO_MANY_PROCESSES 16
#define ESCAROLE_BAD_DIRECTORY 17
#define ESCAROLE_UNUSABLE_PROGRAM 18
#define ESCAROLE_HTTP_DENIED 20

/* Set in `cut` when the end of an output is missing. */
#define ESCAROLE_STDOUT_CUT 1u
#define ESCAROLE_STDERR_CUT 2u

/* The least capacity of a response. */
#define ESCAROLE_LEAST_RESPONSE 20u

typedef struct {
    uint32_t outcome;     /* one of the outcomes above */
    int32_t exit_code;    /* the command's own, or what stands for the outcome */
    uint32_t cut;         /* ESCAROLE_STDOUT_CUT, ESCAROLE_STDERR_CUT, or both */
    const char *out;      /* standard output, inside the caller's buffer */
    uint32_t out_length;
    const char *err;      /* standard error, likewise; after a refusal, why */
    uint32_t err_length;
} escarole_result;

static inline unsigned char *escarole_put(unsigned char *at, const void *bytes, uint32_t length) {
    memcpy(at, &length, sizeof length);
    if (length)
        memcpy(at + sizeof length, bytes, length);
    return at + sizeof length + length;
}

static inline uint32_t escarole_take(const unsigned char **at) {
    uint32_t value;
    memcpy(&value, *at, sizeof value);
    *at += sizeof value;
    return value;
}

/* Runs a command and waits for it. The result points into `buffer`, which
 * holds both outputs as far as they fit. Returns 0, or an error below 0. */
static inline int escarole_exec(const char *name, uint32_t argc, const char *const *arguments,
                                const void *input, uint32_t input_length, void *buffer,
                                uint32_t capacity, escarole_result *result) {
    uint64_t size = 12 + (uint64_t)strlen(name) + input_length;
    for (uint32_t i = 0; i < argc; i++)
        size += 4 + (uint64_t)strlen(arguments[i]);
    unsigned char *request = size <= UINT32_MAX ? malloc((size_t)size) : NULL;
    if (!request)
        return ESCAROLE_NO_MEMORY;
    unsigned char *end = escarole_put(request, name, (uint32_t)strlen(name));
    memcpy(end, &argc, sizeof argc);
    end += sizeof argc;
    for (uint32_t i = 0; i < argc; i++)
        end = escarole_put(end, arguments[i], (uint32_t)strlen(arguments[i]));
    escarole_put(end, input, input_length);
    int32_t answer = escarole_host_exec(request, (uint32_t)size, buffer, capacity);
    free(request);
    if (answer < 0)
        return answer;
    const unsigned char *at = buffer;
    result->outcome = escarole_take(&at);
    result->exit_code = (int32_t)escarole_take(&at);
    result->cut = escarole_take(&at);
    result->out_length = escarole_take(&at);
    result->out = (const char *)at;
    at += result->out_length;
    result->err_length = escarole_take(&at);
    result->err = (const char *)at;
    return 0;
}

#endif
