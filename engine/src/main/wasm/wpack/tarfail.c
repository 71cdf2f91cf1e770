/* Messages of tar. */
#include "tar.h"

int tar_status;

void tar_fail(const char *fmt, const char *a, const char *b)
{
    int err = errno;
    out_flush();
    errno = err;
    warnf(fmt, a, b);
    tar_status = 2;
}

void tar_fatal(const char *fmt, const char *a)
{
    tar_fail(fmt, a, NULL);
    dief(2, "Error is not recoverable: exiting now");
}
