/* Running other commands: through the host, or natively in test builds. */
#ifndef ESCAROLE_LIB_EXEC_H
#define ESCAROLE_LIB_EXEC_H

#include "base.h"

typedef struct {
    bool refused;  /* nothing ran */
    bool unknown;  /* refused, since there is no such command */
    bool exited;   /* by itself; else it was stopped */
    bool cut;      /* the end of an output is missing */
    int status;    /* its own, or what stands for how it ended */
    const char *out, *err; /* valid until the next command */
    size_t out_len, err_len;
} ExecResult;

/* Runs a command and waits for it. NULL, or why nothing could be asked of the host. */
const char *exec_run(int argc, char *const *argv, const char *input, size_t n, ExecResult *r);

#endif
