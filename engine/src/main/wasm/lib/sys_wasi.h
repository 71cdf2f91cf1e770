/* What the files of the system layer over WASI share. */
#ifndef ESCAROLE_SYS_WASI_H
#define ESCAROLE_SYS_WASI_H

#include "base.h"

#include <wasi/api.h>

/* Sets errno; always -1. */
int wasi_fail(__wasi_errno_t e);
char wasi_type(__wasi_filetype_t t);
int wasi_stat(const __wasi_filestat_t *s, SysStat *st);
#ifdef ESCAROLE_HARNESS
/* Looks at the preopens anew from here on: those of a frozen program are others. */
void sys_forget(void);
#endif

#define CHECK(call) \
    do { \
        __wasi_errno_t e_ = (call); \
        if (e_) \
            return wasi_fail(e_); \
    } while (0)

#endif
